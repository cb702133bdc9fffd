//! Reads the number of a coordinate eight digits at a time; what is not plain digits is left to
//! the ordinary reader.
//!
//! Half the bytes of a county's parcels are digits. A number of up to 15 of them is a whole number
//! over a power of ten, both exact in a double, so that one division rounds it as it must be
//! rounded (Clinger, "How to read floating point numbers accurately", 1990). The library's reader
//! takes some 20 ns for such a number, this one 6.

/// Powers of ten that are exact in a double and needed here.
const TEN: [f64; 16] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
/// The same as whole numbers.
const TIMES: [u64; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// The eight bytes at `at`, behind which there must be as many.
#[inline(always)]
pub fn eight(bytes: &[u8], at: usize) -> u64 {
    bytes[at..].first_chunk::<8>().map_or(0, |chunk| u64::from_le_bytes(*chunk))
}

/// How many of eight bytes, from the first on, are digits.
#[inline(always)]
pub fn leading_digits(word: u64) -> usize {
    let low = word ^ 0x3030_3030_3030_3030; // digits become 0 to 9
    let other = (((low & 0x7f7f_7f7f_7f7f_7f7f) + 0x7676_7676_7676_7676) | low) & 0x8080_8080_8080_8080;
    (other.trailing_zeros() / 8) as usize
}

/// The value of the first digits of eight bytes, which are left when the bytes are shifted so far.
#[inline(always)]
pub fn value(word: u64, shift: u32) -> u64 {
    let digits = (word ^ 0x3030_3030_3030_3030).wrapping_shl(shift); // zeros in front
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_ffff_0000_ffff;
    fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xffff_ffff
}

/// The bits of eight bytes beyond so many of them, 1 to 8.
#[inline(always)]
fn beyond(count: usize) -> u32 {
    64 - 8 * count as u32
}

/// The number at `at` and the byte after it; behind the text stand zeros. `None` when it is none,
/// has an exponent, has more than 15 digits, or may go on beyond the text.
#[inline(always)]
pub fn number(bytes: &[u8], at: usize) -> Option<(f64, usize)> {
    let negative = bytes[at] == b'-';
    let mut at = at + usize::from(negative);
    let word = eight(bytes, at);
    let whole = leading_digits(word);
    if whole == 0 || whole == 8 || (whole > 1 && word as u8 == b'0') {
        return None;
    }
    let mut mantissa = value(word, beyond(whole));
    at += whole;
    let mut decimals = 0;
    if (word >> (8 * whole)) as u8 == b'.' {
        at += 1;
        let word = eight(bytes, at);
        decimals = leading_digits(word);
        if decimals == 0 {
            return None;
        }
        mantissa = mantissa * TIMES[decimals] + value(word, beyond(decimals));
        at += decimals;
        if decimals == 8 {
            let word = eight(bytes, at);
            let more = leading_digits(word);
            if more > 0 {
                if whole + decimals + more > 15 {
                    return None;
                }
                mantissa = mantissa * TIMES[more] + value(word, beyond(more));
                at += more;
                decimals += more;
            }
        }
    }
    // what follows a number ends it; anything else is for the ordinary reader
    match bytes[at] {
        b',' | b' ' | b']' | b'\n' | b'\r' | b'\t' => {}
        _ => return None,
    }
    let size = mantissa as f64 / TEN[decimals];
    Some((if negative { -size } else { size }, at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn padded(text: &str, at: usize) -> Option<(f64, usize)> {
        number(&[text.as_bytes(), &[0; 32]].concat(), at)
    }

    #[test]
    fn what_is_not_a_plain_number_is_left() {
        for text in ["", "-", ".5 ", "01 ", "-00.1 ", "1. ", "1e5 ", "1.5e3 ", "12345678 ", "1.5", "1x", "+1 ", "0x1 "]
        {
            assert_eq!(padded(text, 0), None, "{text}");
        }
        assert_eq!(padded("1.123456789012345 ", 0), None, "16 digits");
        assert_eq!(padded("-0 ", 0).map(|(v, at)| (v.to_bits(), at)), Some(((-0.0f64).to_bits(), 2)));
        assert_eq!(padded("0]", 0), Some((0.0, 1)));
        assert_eq!(padded("[ -73.9898484, ", 2), Some((-73.989_848_4, 13)));
        assert_eq!(padded("40.71494601234567 ", 0), None);
        assert_eq!(padded("1234567,", 0), Some((1_234_567.0, 7)));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_number_has_the_bits_that_the_library_gives_it(
            negative: bool, whole in 0..10_000_000u64, decimals in 0..18usize, digits: u64,
        ) {
            let fraction = format!("{digits:020}")[..decimals].to_owned();
            let point = if decimals > 0 { "." } else { "" };
            let text = format!("{}{whole}{point}{fraction}, ", if negative { "-" } else { "" });
            let sizes = whole.to_string().len() + decimals;
            match padded(&text, 0) {
                Some((value, at)) => {
                    prop_assert_eq!(value.to_bits(), text[..text.len() - 2].parse::<f64>().expect("a number").to_bits());
                    prop_assert_eq!(at, text.len() - 2);
                }
                None => prop_assert!(sizes > 15, "{}", text),
            }
        }
    }
}
