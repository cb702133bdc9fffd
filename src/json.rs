//! Walks JSON text strictly (RFC 8259) over a slice that may end before the text does.

use std::borrow::Cow;

/// Deeper nesting than this is refused rather than followed.
const DEEPEST: usize = 256;

/// Why a walk stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The slice ended first; with more bytes the text may still be good.
    Ends,
    /// Not JSON: at which byte of the slice, and what was expected there.
    Bad(usize, String),
}

/// The result of a step of the walk.
pub type Walk<T> = std::result::Result<T, Fault>;

/// A cursor over JSON bytes.
#[derive(Debug, Clone)]
pub struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    /// Starts at byte `at` of the slice.
    pub fn new(bytes: &'a [u8], at: usize) -> Self {
        Scanner { bytes, at }
    }

    /// The byte it stands at.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Goes back (or on) to a byte remembered earlier.
    pub fn rewind(&mut self, at: usize) {
        self.at = at;
    }

    /// The bytes from `from` to the cursor.
    pub fn since(&self, from: usize) -> &'a [u8] {
        &self.bytes[from..self.at]
    }

    /// A fault at the cursor.
    pub fn bad<T>(&self, expected: impl Into<String>) -> Walk<T> {
        Err(Fault::Bad(self.at, expected.into()))
    }

    /// The next byte that is not white space, without passing it.
    pub fn peek(&mut self) -> Walk<u8> {
        while let Some(&byte) = self.bytes.get(self.at) {
            if !is_white(byte) {
                return Ok(byte);
            }
            self.at += 1;
        }
        Err(Fault::Ends)
    }

    /// Passes `byte` if it comes next.
    pub fn pass(&mut self, byte: u8) -> Walk<bool> {
        let found = self.peek()? == byte;
        self.at += usize::from(found);
        Ok(found)
    }

    /// Passes `byte`, which must come next.
    pub fn expect(&mut self, byte: u8) -> Walk<()> {
        if self.pass(byte)? { Ok(()) } else { self.bad(format!("'{}' is expected here", byte as char)) }
    }

    /// After a member or an element: `true` when another follows, `false` at `close`.
    pub fn another(&mut self, close: u8) -> Walk<bool> {
        if self.pass(b',')? {
            return if self.peek()? == close { self.bad("a value is expected after the comma") } else { Ok(true) };
        }
        if self.pass(close)? { Ok(false) } else { self.bad(format!("',' or '{}' is expected here", close as char)) }
    }

    /// A key and its colon.
    pub fn key(&mut self) -> Walk<Cow<'a, str>> {
        if self.peek()? != b'"' {
            return self.bad("a member's name in double quotes is expected here");
        }
        let key = self.string()?;
        self.expect(b':')?;
        Ok(key)
    }

    /// A string, unescaped.
    pub fn string(&mut self) -> Walk<Cow<'a, str>> {
        self.peek()?;
        let start = self.at;
        let escaped = self.skip_string()?;
        let raw = &self.bytes[start..self.at];
        if escaped {
            match serde_json::from_slice::<String>(raw) {
                Ok(text) => Ok(Cow::Owned(text)),
                Err(e) => Err(Fault::Bad(start, format!("the string is not sound: {e}"))),
            }
        } else {
            match std::str::from_utf8(&raw[1..raw.len() - 1]) {
                Ok(text) => Ok(Cow::Borrowed(text)),
                Err(e) => Err(Fault::Bad(start + 1 + e.valid_up_to(), "the text is not UTF-8".to_owned())),
            }
        }
    }

    /// A number as a double (a number too large reads as infinity) and as it is written.
    pub fn number(&mut self) -> Walk<(f64, &'a str)> {
        self.peek()?;
        let start = self.at;
        let digits = |s: &mut Self| {
            let from = s.at;
            while s.bytes.get(s.at).is_some_and(u8::is_ascii_digit) {
                s.at += 1;
            }
            s.at - from
        };
        let byte = |s: &Self| s.bytes.get(s.at).copied();
        if byte(self) == Some(b'-') {
            self.at += 1;
        }
        let leading_zero = byte(self) == Some(b'0');
        let whole = digits(self);
        let mut sound = whole == 1 || (whole > 1 && !leading_zero);
        if byte(self) == Some(b'.') {
            self.at += 1;
            sound &= digits(self) > 0;
        }
        if matches!(byte(self), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(byte(self), Some(b'+' | b'-')) {
                self.at += 1;
            }
            sound &= digits(self) > 0;
        }
        if self.at == self.bytes.len() {
            return Err(Fault::Ends); // more digits may follow
        }
        let text = std::str::from_utf8(&self.bytes[start..self.at]).unwrap_or_default();
        match text.parse() {
            Ok(value) if sound => Ok((value, text)),
            _ => Err(Fault::Bad(start, "a number is expected here".to_owned())),
        }
    }

    /// Passes over any value, checking that it is sound JSON.
    pub fn skip_value(&mut self) -> Walk<()> {
        let mut open: Vec<u8> = Vec::new();
        loop {
            match self.peek()? {
                b'{' => {
                    self.at += 1;
                    if !self.pass(b'}')? {
                        self.key()?;
                        open.push(b'}');
                        if open.len() > DEEPEST {
                            return self.bad(format!("nested more than {DEEPEST} deep"));
                        }
                        continue;
                    }
                }
                b'[' => {
                    self.at += 1;
                    if !self.pass(b']')? {
                        open.push(b']');
                        if open.len() > DEEPEST {
                            return self.bad(format!("nested more than {DEEPEST} deep"));
                        }
                        continue;
                    }
                }
                b'"' => {
                    self.string()?;
                }
                b't' => self.word(b"true")?,
                b'f' => self.word(b"false")?,
                b'n' => self.word(b"null")?,
                b'-' | b'0'..=b'9' => {
                    self.number()?;
                }
                _ => return self.bad("a value is expected here"),
            }
            // a value is done: close what it ends
            loop {
                let Some(&close) = open.last() else { return Ok(()) };
                if self.another(close)? {
                    if close == b'}' {
                        self.key()?;
                    }
                    break;
                }
                open.pop();
            }
        }
    }

    /// Passes `null` if it comes next.
    pub fn pass_null(&mut self) -> Walk<bool> {
        if self.peek()? != b'n' {
            return Ok(false);
        }
        self.word(b"null")?;
        Ok(true)
    }

    fn word(&mut self, word: &[u8]) -> Walk<()> {
        let rest = &self.bytes[self.at..];
        if rest.starts_with(word) {
            self.at += word.len();
            Ok(())
        } else if word.starts_with(rest) {
            Err(Fault::Ends)
        } else {
            self.bad("a value is expected here")
        }
    }

    /// Passes a string; whether it holds an escape.
    fn skip_string(&mut self) -> Walk<bool> {
        if self.bytes.get(self.at) != Some(&b'"') {
            return self.bad("a string is expected here");
        }
        let mut escaped = false;
        let mut at = self.at + 1;
        loop {
            match memchr::memchr2(b'"', b'\\', &self.bytes[at..]) {
                None => return Err(Fault::Ends),
                Some(i) if self.bytes[at + i] == b'"' => {
                    if let Some(control) = self.bytes[self.at..at + i].iter().position(|b| *b < 0x20) {
                        return Err(Fault::Bad(
                            self.at + control,
                            "a string must not hold a line break or control sign".to_owned(),
                        ));
                    }
                    self.at = at + i + 1;
                    return Ok(escaped);
                }
                Some(i) => {
                    escaped = true;
                    at += i + 2;
                    if at > self.bytes.len() {
                        return Err(Fault::Ends);
                    }
                }
            }
        }
    }
}

/// Whether a byte is white space between tokens (RFC 8259, section 2).
#[inline(always)]
pub fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

/// Whether a text is one JSON value and nothing else.
///
/// # Errors
/// Where it is not, and why.
pub fn sound(text: &str) -> Result<(), String> {
    serde_json::from_str::<serde::de::IgnoredAny>(text).map(|_| ()).map_err(|e| format!("this is not JSON: {e}"))
}

/// Calls `visit` with the name and the JSON text of each member of a JSON object, in order.
/// Visits nothing when `object` is `null`.
pub fn members<'a>(object: &'a str, mut visit: impl FnMut(&str, &'a str)) {
    let mut walk = || -> Walk<()> {
        let mut scanner = Scanner::new(object.as_bytes(), 0);
        if !scanner.pass(b'{')? || scanner.pass(b'}')? {
            return Ok(());
        }
        loop {
            let key = scanner.key()?;
            scanner.peek()?;
            let start = scanner.at();
            scanner.skip_value()?;
            visit(&key, std::str::from_utf8(scanner.since(start)).unwrap_or_default());
            if !scanner.another(b'}')? {
                return Ok(());
            }
        }
    };
    // the text was checked when its file was read; an unsound one has no members
    let _ = walk();
}

/// The JSON text of member `name` of a JSON object; the last one, should it stand twice.
pub fn member<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    let mut found = None;
    members(object, |key, value| found = if key == name { Some(value) } else { found });
    found
}

/// The names of the members of a JSON object, in order.
pub fn names(object: &str) -> Vec<String> {
    let mut names = Vec::new();
    members(object, |key, _| names.push(key.to_owned()));
    names
}

/// A string or a number as text, never guessed at: `"007"` is `007`, `1.0` is `1.0`.
/// `None` for null, true, false, arrays and objects.
pub fn as_text(value: &str) -> Option<String> {
    text_of(value).map(Cow::into_owned)
}

/// The same, borrowed where nothing is escaped. The value is sound JSON.
pub fn text_of(value: &str) -> Option<Cow<'_, str>> {
    match value.as_bytes().first()? {
        b'"' if !value.contains('\\') => value.get(1..value.len() - 1).map(Cow::Borrowed),
        b'"' => serde_json::from_str(value).ok().map(Cow::Owned),
        b'-' | b'0'..=b'9' => Some(Cow::Borrowed(value)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skip(text: &str) -> Walk<usize> {
        let mut scanner = Scanner::new(text.as_bytes(), 0);
        scanner.skip_value().map(|()| scanner.at())
    }

    #[test]
    fn sound_values_are_passed_and_cut_ones_end() {
        let text = r#"{"a":[1,-2.5e+3,{"b":null}],"c":"x\"y\u00e9","d":true} "#;
        assert_eq!(skip(text), Ok(text.len() - 1));
        for cut in 0..text.len() - 1 {
            assert_eq!(skip(&text[..cut]), Err(Fault::Ends), "cut at {cut}");
        }
    }

    #[test]
    fn what_python_json_refuses_is_refused() {
        for text in [
            "{a:1} ",
            "{\"a\" 1} ",
            "[1,] ",
            "{\"a\":1,} ",
            "[01] ",
            "[1.] ",
            "[.5] ",
            "[-] ",
            "[1e] ",
            "[nul] ",
            "[\"a\nb\"] ",
            "[\"\\x\"] ",
            "[+1] ",
            "[NaN] ",
            "['a'] ",
            "{1:2} ",
            "[1 2] ",
            "] ",
            "[\"\\ud800\"] ",
        ] {
            assert!(matches!(skip(text), Err(Fault::Bad(..))), "{text}: {:?}", skip(text));
        }
    }

    #[test]
    fn bottomless_nesting_is_refused_without_overflow() {
        let text = "[".repeat(100_000);
        assert!(matches!(skip(&text), Err(Fault::Bad(..))));
    }

    #[test]
    fn members_are_found_by_their_own_name_only() {
        let object = r#"{"x":{"id":1},"id":"007","n":12.50}"#;
        assert_eq!(member(object, "id").and_then(as_text), Some("007".to_owned()));
        assert_eq!(member(object, "n").and_then(as_text), Some("12.50".to_owned()));
        assert_eq!(member(object, "y"), None);
        assert_eq!(member("null", "y"), None);
        assert_eq!(names(object), ["x", "id", "n"]);
    }
}
