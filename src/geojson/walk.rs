//! A strict walk over one feature: its members, keys, strings and numbers.

use super::digits::{eight, leading_digits};
use super::habit::Run;
use super::quick::{Harvest, Head, KEYS, Known, Span};
use crate::json::is_white;

/// Deeper nesting than this is left to the ordinary reader.
const DEEPEST: usize = 60;

/// A walk over one feature.
pub(super) struct Walk<'t> {
    pub(super) text: &'t [u8],
    pub(super) at: usize,
    /// What the arrays held before it.
    pub(super) kept: (usize, usize, usize),
    /// Line ends passed; they stand in no string.
    pub(super) lines: u64,
    /// Keys passed.
    pub(super) keys: usize,
}

/// The members of a Feature or of a geometry, each allowed once.
#[derive(Default)]
pub(super) struct Seen(u8);

impl Seen {
    pub(super) fn once(&mut self, member: u8) -> Option<()> {
        let new = self.0 & member == 0;
        self.0 |= member;
        new.then_some(())
    }
}

impl<'t> Walk<'t> {
    #[inline(always)]
    pub(super) fn byte(&self) -> u8 {
        self.text[self.at]
    }

    /// The next byte that is not white space.
    #[inline(always)]
    pub(super) fn peek(&mut self) -> u8 {
        loop {
            let byte = self.byte();
            if byte > b' ' || !is_white(byte) {
                return byte;
            }
            self.lines += u64::from(byte == b'\n');
            self.at += 1;
        }
    }

    #[inline(always)]
    pub(super) fn pass(&mut self, wanted: u8) -> Option<()> {
        (self.peek() == wanted).then(|| self.at += 1)
    }

    /// After a member: whether another follows.
    #[inline(always)]
    pub(super) fn another(&mut self, close: u8) -> Option<bool> {
        let byte = self.peek();
        self.at += 1;
        match byte {
            b',' => Some(true),
            _ if byte == close => Some(false),
            _ => None,
        }
    }

    #[inline(always)]
    pub(super) fn feature(&mut self, lines: u64, to: &mut Harvest) -> Option<usize> {
        let start = self.at;
        self.pass(b'{')?;
        let (mut seen, mut is_feature) = (Seen::default(), false);
        let (mut id, mut properties, mut kind) = (None, None, None);
        loop {
            match self.key(to)?.0 {
                b"type" => {
                    seen.once(1)?;
                    self.peek();
                    is_feature = self.string()? == b"Feature";
                }
                b"properties" => {
                    seen.once(2)?;
                    properties = Some(self.properties(to)?);
                }
                b"geometry" => {
                    seen.once(4)?;
                    kind = Some(self.geometry(to)?);
                }
                b"id" => {
                    seen.once(8)?;
                    id = Some(self.value()?);
                }
                // they say more than a feature does
                b"crs" | b"illustrative" | b"coordinates" | b"geometries" => return None,
                _ => {
                    self.value()?;
                }
            }
            if !self.another(b'}')? {
                break;
            }
        }
        let kind = kind.filter(|_| is_feature)?;
        let range = |from: usize, to: usize| Some((u32::try_from(from).ok()?, u32::try_from(to).ok()?));
        to.heads.push(Head {
            start,
            lines,
            id,
            properties,
            kind,
            positions: range(self.kept.0, to.positions.len())?,
            paths: range(self.kept.1, to.paths.len())?,
        });
        Some(self.at)
    }

    /// A key and its colon, and its place among the wanted properties.
    #[inline(always)]
    pub(super) fn key(&mut self, to: &mut Harvest) -> Option<(&'t [u8], Option<usize>)> {
        self.peek();
        let (text, at, number) = (self.text, self.at, self.keys);
        self.keys += 1;
        if let Some(known) = to.keys.get(number)
            && known.run.stands_at(text, at)
        {
            self.at += known.run.len();
            self.lines += known.run.lines();
            return Some((&text[at + 1..at + 1 + known.name], known.wanted));
        }
        let lines = self.lines;
        let name = self.name()?;
        self.peek();
        let wanted = to.wanted.iter().position(|wanted| wanted.as_bytes() == name);
        let run = Run::of(text, at, self.at, self.lines - lines);
        let known = Known { run, name: name.len(), wanted };
        if number < to.keys.len() {
            to.keys[number] = known;
        } else if number < KEYS {
            to.keys.push(known);
        }
        Some((name, wanted))
    }

    /// A key that nobody asks for, and its colon.
    pub(super) fn name(&mut self) -> Option<&'t [u8]> {
        self.peek();
        let name = self.string()?;
        self.pass(b':')?;
        Some(name)
    }

    #[inline(always)]
    pub(super) fn string(&mut self) -> Option<&'t [u8]> {
        let (start, end) = self.quoted()?;
        Some(&self.text[start..end])
    }

    /// A string without escapes, between its quotes; text beyond ASCII is held to be UTF-8.
    #[inline(always)]
    pub(super) fn quoted(&mut self) -> Option<(usize, usize)> {
        if self.byte() != b'"' {
            return None;
        }
        let start = self.at + 1;
        let mut at = start;
        let mut high = 0;
        loop {
            let word = eight(self.text, at);
            let stop = stops(word);
            high |= word;
            if stop != 0 {
                at += (stop.trailing_zeros() / 8) as usize;
                break;
            }
            at += 8;
        }
        if self.text[at] != b'"'
            || (high & 0x8080_8080_8080_8080 != 0 && std::str::from_utf8(&self.text[start..at]).is_err())
        {
            return None;
        }
        self.at = at + 1;
        Some((start, at))
    }

    /// A string, escapes and all; of those of two halves, none.
    #[inline(always)]
    pub(super) fn text(&mut self) -> Option<()> {
        let start = self.at;
        if self.quoted().is_some() {
            return Some(());
        }
        self.at = start + 1;
        loop {
            match self.byte() {
                b'"' => break,
                b'\\' => {
                    self.at += 1;
                    match self.byte() {
                        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => {}
                        b'u' => {
                            let four = self.text.get(self.at + 1..self.at + 5)?;
                            let surrogate = matches!(four, [b'd' | b'D', b'8'..=b'9' | b'a'..=b'f' | b'A'..=b'F', ..]);
                            (!surrogate && four.iter().all(u8::is_ascii_hexdigit)).then_some(())?;
                            self.at += 4;
                        }
                        _ => return None,
                    }
                }
                0..0x20 => return None,
                _ => {}
            }
            self.at += 1;
        }
        std::str::from_utf8(&self.text[start..self.at]).ok()?;
        self.at += 1;
        Some(())
    }

    /// The members of `properties`, of which the wanted ones are noted.
    #[inline(always)]
    pub(super) fn properties(&mut self, to: &mut Harvest) -> Option<Span> {
        self.peek();
        let start = self.at;
        if self.byte() != b'{' {
            return None;
        }
        self.at += 1;
        if self.peek() == b'}' {
            self.at += 1;
            return Some(Span::new(start, self.at));
        }
        loop {
            let (_, wanted) = self.key(to)?;
            let value = self.value()?;
            if let Some(i) = wanted {
                to.values[self.kept.2 + i] = value;
            }
            if !self.another(b'}')? {
                return Some(Span::new(start, self.at));
            }
        }
    }

    /// Any value.
    #[inline(always)]
    pub(super) fn value(&mut self) -> Option<Span> {
        let first = self.peek();
        let start = self.at;
        match first {
            b'"' => self.text()?,
            b'-' | b'0'..=b'9' => self.figure()?,
            b't' => self.word(b"true")?,
            b'f' => self.word(b"false")?,
            b'n' => self.word(b"null")?,
            b'{' | b'[' => self.nested()?,
            _ => return None,
        }
        Some(Span::new(start, self.at))
    }

    pub(super) fn word(&mut self, word: &[u8]) -> Option<()> {
        self.text[self.at..].starts_with(word).then(|| self.at += word.len())
    }

    /// A number whose value is not asked for.
    #[inline(always)]
    pub(super) fn figure(&mut self) -> Option<()> {
        let digits = |walk: &mut Self| {
            let from = walk.at;
            loop {
                let more = leading_digits(eight(walk.text, walk.at));
                walk.at += more;
                if more < 8 {
                    return walk.at - from;
                }
            }
        };
        self.at += usize::from(self.byte() == b'-');
        let leading_zero = self.byte() == b'0';
        let whole = digits(self);
        if whole == 0 || (whole > 1 && leading_zero) {
            return None;
        }
        if self.byte() == b'.' {
            self.at += 1;
            (digits(self) > 0).then_some(())?;
        }
        if matches!(self.byte(), b'e' | b'E') {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), b'+' | b'-'));
            (digits(self) > 0).then_some(())?;
        }
        Some(())
    }

    /// An object or a list, passed over.
    pub(super) fn nested(&mut self) -> Option<()> {
        let mut open = [0u8; DEEPEST];
        let mut depth = 0;
        loop {
            match self.peek() {
                bracket @ (b'{' | b'[') => {
                    self.at += 1;
                    let close = if bracket == b'{' { b'}' } else { b']' };
                    if self.peek() == close {
                        self.at += 1;
                    } else {
                        *open.get_mut(depth)? = close;
                        depth += 1;
                        if close == b'}' {
                            self.name()?;
                        }
                        continue;
                    }
                }
                _ => {
                    self.value()?;
                }
            }
            // a value is done: close what it ends
            loop {
                if depth == 0 {
                    return Some(());
                }
                let close = open[depth - 1];
                if self.another(close)? {
                    if close == b'}' {
                        self.name()?;
                    }
                    break;
                }
                depth -= 1;
            }
        }
    }
}

/// The high bit of each of eight bytes that ends a string or may not stand in one: a quote, a
/// backslash, a control sign. Only the first is told rightly.
#[inline(always)]
fn stops(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let zero = |w: u64| w.wrapping_sub(ONES) & !w & HIGH;
    let quote = zero(word ^ (ONES * b'"' as u64));
    let backslash = zero(word ^ (ONES * b'\\' as u64));
    let control = word.wrapping_sub(ONES * 0x20) & !word & HIGH;
    quote | backslash | control
}
