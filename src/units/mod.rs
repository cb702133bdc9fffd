//! Lengths that remember nothing but metres and print in the unit of the ordinance.

mod accuracy;
mod money;
mod parse;
mod stated;

use std::fmt;

pub use accuracy::{Accuracy, Band, NSSDA_95};
pub use money::Money;
pub use stated::Stated;

/// The international foot in units of 1e-7 m.
const FOOT: i64 = 3_048_000;
/// The grain of exact lengths: parts of a metre.
const GRAIN: f64 = 1e7;

/// An exact length: a limit of the law, a stated fact. A whole number of 1e-7 m
/// (1 in = 254,000), so that limits compare without rounding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length(i64);

/// A measured length in metres on the ellipsoid; negative inside a shape.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Metres(pub f64);

impl Length {
    /// No length at all.
    pub const ZERO: Length = Length(0);

    /// The least length there is: 1e-7 m.
    pub const GRAIN: Length = Length(1);

    /// A whole number of international feet.
    pub const fn feet(feet: i64) -> Self {
        Length(feet * FOOT)
    }

    /// Reads a length with its unit: `1000 ft`, `1,000 ft`, `304.8 m`, `8 in`, `4 ft 6 in`,
    /// `5'6"`, `3/4 in`, `1 mi`, `2 yd`, `1000 survey ft`. The foot is the international one
    /// (0.3048 m) unless it says `survey ft` (1200/3937 m).
    ///
    /// # Errors
    /// No number, no unit, an unknown unit, a fraction finer than 1e-7 m that cannot be held
    /// (it is rounded to the grain), or a number out of range.
    ///
    /// # Example
    /// ```
    /// use metes::units::Length;
    /// assert_eq!(Length::parse("4 ft 6 in")?, Length::parse("54 in")?);
    /// assert_eq!(Length::parse("304.8 m")?, Length::feet(1000));
    /// # Ok::<(), metes::error::Error>(())
    /// ```
    pub fn parse(text: &str) -> crate::error::Result<Self> {
        parse::length(text).map(Length)
    }

    /// A measured length rounded to the grain of 1e-7 m, so that it compares with a limit.
    /// `None` when it is not finite or longer than 9e8 km.
    pub fn rounded(metres: Metres) -> Option<Self> {
        let grains = (metres.0 * GRAIN).round();
        (grains.is_finite() && grains.abs() < 9e18).then_some(Length(grains as i64))
    }

    /// How many 1e-7 m it is.
    pub fn grains(self) -> i64 {
        self.0
    }

    /// The same length as a double.
    pub fn metres(self) -> Metres {
        Metres(self.0 as f64 / GRAIN)
    }

    /// The same in inches below two feet, else in feet: `18 in`, `12 ft`.
    pub fn short(self) -> String {
        if self.0.abs() >= 2 * FOOT {
            return self.to_string();
        }
        let inches = fixed(self.0 as f64 / FOOT as f64 * 12.0, 2);
        format!("{} in", inches.trim_end_matches('0').trim_end_matches('.'))
    }

    /// The difference, or `None` beyond the range.
    pub fn minus(self, other: Length) -> Option<Length> {
        self.0.checked_sub(other.0).map(Length)
    }

    /// The sum, or `None` beyond the range.
    pub fn plus(self, other: Length) -> Option<Length> {
        self.0.checked_add(other.0).map(Length)
    }
}

impl Metres {
    /// The length of this many international feet.
    pub fn from_feet(feet: f64) -> Self {
        Metres(feet * 0.3048)
    }

    /// International feet.
    ///
    /// # Units
    /// 1 ft = 0.3048 m exactly.
    pub fn feet(self) -> f64 {
        self.0 / 0.3048
    }

    /// The same in inches below a foot, else in feet: `9.0 in`, `1.5 ft`.
    pub fn short(self) -> String {
        if self.feet().abs() < 1.0 { format!("{} in", fixed(self.feet() * 12.0, 1)) } else { self.to_string() }
    }

    /// Feet with the fewest of 1 to 4 decimals that put the printed number on the same side
    /// of `limit` as the exact one: `999.97` and not `1,000.0`.
    pub fn beside(self, limit: Length) -> String {
        let sign = |value: f64| Length::rounded(Metres::from_feet(value)).map(|v| v.cmp(&limit));
        let wanted = Length::rounded(self).map(|v| v.cmp(&limit));
        for decimals in 1..4 {
            let printed = fixed(self.feet(), decimals);
            if printed.parse().ok().and_then(sign) == wanted {
                return grouped_decimal(&printed);
            }
        }
        grouped_decimal(&fixed(self.feet(), 4))
    }
}

/// Prints the limit as the law would, exactly: `1,000 ft`, `2.5 ft`; in inches or metres what is no
/// short number of feet: `4 in`, `0.1 m`.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exactly = |unit: i64, decimals: u32, name: &str| {
            let scaled = i128::from(self.0) * 10i128.pow(decimals);
            (scaled % i128::from(unit) == 0).then(|| {
                let (digits, sign) = (scaled / i128::from(unit), if scaled < 0 { "-" } else { "" });
                let (whole, part) = (digits.abs() / 10i128.pow(decimals), digits.abs() % 10i128.pow(decimals));
                let plain = format!("{sign}{whole}.{part:0>width$}", width = decimals as usize);
                format!("{} {name}", grouped_decimal(plain.trim_end_matches('0').trim_end_matches('.')))
            })
        };
        let printed =
            exactly(FOOT, 4, "ft").or_else(|| exactly(FOOT / 12, 4, "in")).or_else(|| exactly(10_000_000, 7, "m"));
        f.write_str(&printed.unwrap_or_default())
    }
}

/// Feet with one decimal: `1,346.3 ft`.
impl fmt::Display for Metres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ft", grouped_decimal(&fixed(self.feet(), 1)))
    }
}

/// A number with a fixed count of decimals and no `-0.0`.
pub fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|b| b == b'0' || b == b'.') => rest.to_owned(),
        _ => text,
    }
}

/// Writes a number with three decimals, as [`fixed`] does, in a tenth of its time: the nearest
/// whole number of thousandths, unless the number is so near the middle of two, or so large, that
/// its exact decimals must be looked at.
pub fn put_thousandths(out: &mut Vec<u8>, value: f64) {
    let scaled = value * 1000.0;
    let whole = scaled.round();
    let is_clear = (scaled - whole).abs() < 0.499_999 && (0.0..1e12).contains(&scaled);
    if !is_clear {
        return out.extend_from_slice(fixed(value, 3).as_bytes());
    }
    let mut left = whole as u64;
    let mut digits = [b'0'; 16];
    let mut at = digits.len();
    // three decimals, the point, and a digit at least before it
    while left > 0 || at > digits.len() - 5 {
        at -= 1;
        if at == digits.len() - 4 {
            digits[at] = b'.';
            continue;
        }
        digits[at] = b'0' + (left % 10) as u8;
        left /= 10;
    }
    out.extend_from_slice(&digits[at..]);
}

fn grouped_decimal(plain: &str) -> String {
    let (sign, unsigned) = plain.strip_prefix('-').map_or(("", plain), |rest| ("-", rest));
    let (whole, decimals) = unsigned.split_once('.').map_or((unsigned, None), |(w, d)| (w, Some(d)));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), crate::text::grouped);
    match decimals {
        Some(decimals) => format!("{sign}{whole}.{decimals}"),
        None => format!("{sign}{whole}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_printed_on_its_own_side_of_the_limit() {
        let limit = Length::feet(1000);
        assert_eq!(Metres::from_feet(1346.3).beside(limit), "1,346.3");
        assert_eq!(Metres::from_feet(999.977).beside(limit), "999.98");
        assert_eq!(Metres::from_feet(1000.04).beside(limit), "1,000.04");
        assert_eq!(Metres::from_feet(1000.0004).beside(limit), "1,000.0004");
        assert_eq!(Metres::from_feet(1000.0).beside(limit), "1,000.0");
        assert_eq!(Metres::from_feet(612.4).beside(limit), "612.4");
    }

    #[test]
    fn thousandths_are_printed_as_the_library_prints_them() {
        let mut seed = 7u64;
        for i in 0..200_000u64 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let value = match i % 4 {
                0 => (seed >> 40) as f64 / 1000.0 + 0.0005,
                1 => f64::from_bits(seed),
                2 => (seed >> 44) as f64 / 2000.0,
                _ => (seed >> 11) as f64 / 9.007e12,
            };
            let mut out = Vec::new();
            put_thousandths(&mut out, value);
            assert_eq!(String::from_utf8(out).expect("digits"), fixed(value, 3), "{value:?}");
        }
    }

    #[test]
    fn limits_print_as_the_law_says_them() {
        assert_eq!(Length::feet(1000).to_string(), "1,000 ft");
        assert_eq!(Length::parse("30 in").map(|l| l.to_string()), Ok("2.5 ft".to_owned()));
        for text in ["0 ft", "4 in", "8 in", "0.3125 in", "1.5 ft", "0.1 m", "0.0000001 m", "1,234.5 ft", "7.62 m"] {
            let length = Length::parse(text).expect("a length");
            let printed = if text == "7.62 m" { "25 ft" } else { text };
            assert_eq!(length.to_string(), printed);
            assert_eq!(Length::parse(printed), Ok(length), "nothing is lost");
        }
        assert_eq!(Metres(-0.001).to_string(), "0.0 ft");
        let short = |text: &str| Length::parse(text).map(|l| l.short());
        assert_eq!(
            [short("1.5 ft"), short("1/2 in"), short("12 ft")],
            ["18 in", "0.5 in", "12 ft"].map(|t| Ok(t.to_owned()))
        );
    }

    #[test]
    fn a_measured_thousand_feet_equals_the_limit() {
        assert_eq!(Length::rounded(Metres(304.8)), Some(Length::feet(1000)));
        assert_eq!(Length::rounded(Metres(304.800_000_04)), Some(Length::feet(1000)));
        assert!(Length::rounded(Metres(304.800_000_06)) > Some(Length::feet(1000)));
        assert_eq!(Length::rounded(Metres(f64::NAN)), None);
    }
}
