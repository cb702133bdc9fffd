//! What a file does again and again, recognised as a whole: white space between tokens, keys in
//! their order, positions written with the same number of digits.
//!
//! A comparison of a few words of eight bytes proves that the next bytes are the same, or of the
//! same kind, as the last; then nothing of them has to be found again. A position takes a third of
//! the steps, a key a quarter.

use super::digits::{eight, value};

/// Up to `8 * N` bytes that may stand again.
#[derive(Debug, Clone, Copy)]
pub struct Run<const N: usize> {
    words: [u64; N],
    masks: [u64; N],
    len: usize,
    lines: u64,
}

impl<const N: usize> Default for Run<N> {
    fn default() -> Self {
        Run { words: [0; N], masks: [0; N], len: 0, lines: 0 }
    }
}

/// A mask for the first so many of eight bytes.
fn first(bytes: usize) -> u64 {
    if bytes >= 8 { u64::MAX } else { (1 << (8 * bytes)) - 1 }
}

impl<const N: usize> Run<N> {
    /// The bytes from `from` to `to`, which hold so many line ends; nothing when they are too many.
    pub fn of(text: &[u8], from: usize, to: usize, lines: u64) -> Self {
        let len = to - from;
        if len > 8 * N {
            return Run::default();
        }
        let masks: [u64; N] = std::array::from_fn(|i| first(len.saturating_sub(8 * i)));
        let words = std::array::from_fn(|i| if masks[i] == 0 { 0 } else { eight(text, from + 8 * i) & masks[i] });
        Run { words, masks, len, lines }
    }

    /// Whether they stand at `at`.
    #[inline(always)]
    pub fn stands_at(&self, text: &[u8], at: usize) -> bool {
        let other = (0..N).fold(0, |other, i| other | ((eight(text, at + 8 * i) & self.masks[i]) ^ self.words[i]));
        self.len > 0 && other == 0
    }

    /// How many they are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// How many of them end a line.
    pub fn lines(&self) -> u64 {
        self.lines
    }
}

/// How a position is written, from its first number to behind its bracket: which bytes are digits
/// and what the others are, in 32 bytes at most.
#[derive(Debug, Clone, Copy, Default)]
pub struct Layout {
    /// `0` for digits, the sign itself for others, 0 beyond.
    words: [u64; 4],
    masks: [u64; 4],
    /// For each byte what, added to its difference, passes 127 where it is not of its kind.
    addends: [u64; 4],
    numbers: [Number; 2],
    len: usize,
    lines: u64,
}

/// Where the digits of a number are: of those before and behind the point the first, and how far
/// their word is to be shifted so that nothing else is left of it.
#[derive(Debug, Clone, Copy, Default)]
struct Number {
    whole: (usize, u32),
    decimals: (usize, u32),
    /// Whether there are several before the point, so that the first must not be 0.
    several: bool,
    /// Ten to the decimals, as a whole number; as a double, negative where the number is.
    times: u64,
    ten: f64,
}

impl Layout {
    /// The layout of the position whose first number begins at `from` and whose bracket ends
    /// before `to`; none when it is too long, or has more than two numbers.
    pub fn of(text: &[u8], from: usize, to: usize) -> Self {
        Layout::found(&text[from..to]).unwrap_or_default()
    }

    fn found(bytes: &[u8]) -> Option<Self> {
        let mut layout = Layout { len: bytes.len(), ..Layout::default() };
        let mut words = [[0u8; 3]; 32]; // word, mask, addend
        for (i, byte) in bytes.iter().enumerate() {
            let kind = if byte.is_ascii_digit() { [b'0', 0xff, 0x76] } else { [*byte, 0xff, 0x7f] };
            *words.get_mut(i)? = kind;
        }
        let eight = |i: usize, k: usize| u64::from_le_bytes(std::array::from_fn(|b| words[8 * i + b][k]));
        (layout.words, layout.masks) = (std::array::from_fn(|i| eight(i, 0)), std::array::from_fn(|i| eight(i, 1)));
        layout.addends = std::array::from_fn(|i| eight(i, 2));
        layout.lines = bytes.iter().filter(|b| **b == b'\n').count() as u64;
        let mut at = 0;
        for number in &mut layout.numbers {
            at += bytes[at..].iter().position(|b| *b == b'-' || b.is_ascii_digit())?;
            *number = Number::found(bytes, at)?;
            at += bytes[at..].iter().take_while(|b| matches!(b, b'-' | b'.' | b'0'..=b'9')).count();
        }
        (!bytes[at..].iter().any(u8::is_ascii_digit)).then_some(layout)
    }

    /// The position at `at`, if it is written so.
    #[inline(always)]
    pub fn read(&self, text: &[u8], at: usize) -> Option<[f64; 2]> {
        const HIGH: u64 = 0x8080_8080_8080_8080;
        let window = text.get(at..)?.first_chunk::<WINDOW>()?;
        let mut other = 0;
        for i in 0..4 {
            let differs = (word(window, 8 * i) & self.masks[i]) ^ self.words[i];
            other |= (differs & !HIGH).wrapping_add(self.addends[i]) | differs;
        }
        if other & HIGH != 0 || self.len == 0 {
            return None;
        }
        Some([self.numbers[0].read(window)?, self.numbers[1].read(window)?])
    }

    /// How many bytes a position takes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// How many of them end a line.
    pub fn lines(&self) -> u64 {
        self.lines
    }
}

/// Bytes that are taken at once.
const WINDOW: usize = 40;

/// Eight bytes of a window, from one of its first 32 on.
#[inline(always)]
fn word(window: &[u8; WINDOW], at: usize) -> u64 {
    window[at & 31..].first_chunk::<8>().map_or(0, |chunk| u64::from_le_bytes(*chunk))
}

impl Number {
    fn found(bytes: &[u8], at: usize) -> Option<Self> {
        let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
        let negative = bytes[at] == b'-';
        let first = at + usize::from(negative);
        let (whole, point) = (digits(first), first + digits(first));
        if bytes.get(point) != Some(&b'.') {
            return None;
        }
        let decimals = digits(point + 1);
        let fits = (1..8).contains(&whole) && (1..=8).contains(&decimals) && whole + decimals <= 15;
        let shift = |count: usize| 64 - 8 * count as u32;
        fits.then(|| {
            let times = 10u64.pow(decimals as u32);
            let ten = if negative { -(times as f64) } else { times as f64 };
            let (whole, several) = ((first, shift(whole)), whole > 1);
            Number { whole, decimals: (point + 1, shift(decimals)), several, times, ten }
        })
    }

    /// As [`super::digits::number`], of digits that are known to be ones.
    #[inline(always)]
    fn read(&self, window: &[u8; WINDOW]) -> Option<f64> {
        let whole = word(window, self.whole.0);
        if self.several && whole as u8 == b'0' {
            return None;
        }
        let decimals = value(word(window, self.decimals.0), self.decimals.1);
        let mantissa = value(whole, self.whole.1).wrapping_mul(self.times).wrapping_add(decimals);
        Some(mantissa as i64 as f64 / self.ten)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn padded(text: &str) -> Vec<u8> {
        [text.as_bytes(), &[0; 64]].concat()
    }

    #[test]
    fn a_run_is_known_again_and_nothing_else_is() {
        let text = padded("\"parcel_id\": \"P1\", \"parcel_id\": 7, \"parcel-id\": 7");
        let run = Run::<3>::of(&text, 0, 13, 0);
        assert!(run.stands_at(&text, 0) && run.stands_at(&text, 19));
        assert!(!run.stands_at(&text, 35) && !run.stands_at(&text, 1));
        assert!(!Run::<1>::of(&text, 0, 9, 0).stands_at(&text, 0), "too long to be held");
    }

    #[test]
    fn positions_of_one_layout_are_read_and_others_are_left() {
        let text = padded("-73.9898484, 40.7149460 ]");
        let layout = Layout::of(&text, 0, 25);
        let read = |text: &str| layout.read(&padded(text), 0);
        assert_eq!(read("-73.9898484, 40.7149460 ]"), Some([-73.989_848_4, 40.714_946]));
        assert_eq!(read("-12.0000001, 99.9999999 ]"), Some([-12.000_000_1, 99.999_999_9]));
        for other in [
            "-73.989848, 40.71494601 ]",
            "-73.9898484, 40.7149460, ",
            "-73.98984840, 40.7149460 ]",
            "-7e.9898484, 40.7149460 ]",
            "-03.9898484, 40.7149460 ]",
            "-73.9898484, 00.7149460 ]",
            "-73/9898484, 40.7149460 ]",
            "-73.9898484; 40.7149460 ]",
            "-73.98984:4, 40.7149460 ]",
            " 73.9898484, 40.7149460 ]",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
        let short = padded("7.5,-0.5]");
        assert_eq!(
            Layout::of(&short, 0, 9).read(&padded("3.0,-0.0]"), 0).map(|p| p.map(f64::to_bits)),
            Some([3.0f64.to_bits(), (-0.0f64).to_bits()])
        );
        for none in ["7,-5]", "1.5, 2.5, 3.5]", "1e5, 2]", "123456789, 2]", "-73.98984841234567, 40.7149460123456 ]"] {
            assert_eq!(Layout::of(&padded(none), 0, none.len()).read(&padded(none), 0), None, "{none}");
        }
    }
}
