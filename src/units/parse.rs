//! Reads a length as a person writes it, with exact arithmetic.

use crate::error::{Error, Result};

/// Units of 1e-7 m as a fraction: numerator, denominator.
const UNITS: &[(&[&str], i128, i128)] = &[
    (&["ft", "foot", "feet", "'", "′"], 3_048_000, 1),
    (&["in", "inch", "inches", "\"", "″"], 254_000, 1),
    (&["m", "metre", "metres", "meter", "meters"], 10_000_000, 1),
    (&["yd", "yard", "yards"], 9_144_000, 1),
    (&["mi", "mile", "miles"], 16_093_440_000, 1),
    (&["survey ft", "ftus", "us-ft"], 12_000_000_000, 3937),
];

/// The length in units of 1e-7 m, rounded to the nearest.
pub fn length(text: &str) -> Result<i64> {
    let mut rest = text.trim();
    if rest.is_empty() {
        return Err(Error::new("a length is empty.").hint("Write a number and its unit: '1000 ft'."));
    }
    let mut total = Fraction { n: 0, d: 1 };
    let mut last: Option<(i128, i128)> = None;
    while !rest.is_empty() {
        let (number, after) = number(rest).ok_or_else(|| not_a_length(text))?;
        let (unit, after) = unit(after).ok_or_else(|| no_unit(text, after))?;
        if last.is_some_and(|(n, d)| unit.0 * d >= n * unit.1) {
            return Err(not_a_length(text)); // "6 in 4 ft", "4 ft 4 ft"
        }
        last = Some(unit);
        total = number.times(unit.0, unit.1).and_then(|part| total.plus(part)).ok_or_else(|| too_long(text))?;
        rest = after.trim_start();
    }
    total.rounded().ok_or_else(|| too_long(text))
}

fn not_a_length(text: &str) -> Error {
    Error::new(format!("\"{text}\" is not a length."))
        .hint("Write a number and its unit: '1000 ft', '304.8 m', '4 ft 6 in', '3/4 in'.")
}

fn too_long(text: &str) -> Error {
    Error::new(format!("the length \"{text}\" is out of range.")).hint("The longest length is some 900 million km.")
}

fn no_unit(text: &str, after: &str) -> Error {
    let found = after.trim();
    if found.is_empty() {
        Error::new(format!("a length needs a unit, and \"{text}\" has none."))
            .hint(format!("Write '{} ft'. Also understood: m, in, yd, mi, survey ft.", text.trim()))
    } else {
        Error::new(format!("\"{text}\": \"{found}\" is not a unit of length."))
            .hint("Units are ft, in, m, yd, mi and survey ft (1200/3937 m).")
    }
}

/// An exact non-negative number.
#[derive(Clone, Copy)]
struct Fraction {
    n: i128,
    d: i128,
}

impl Fraction {
    fn times(self, n: i128, d: i128) -> Option<Fraction> {
        Some(Fraction { n: self.n.checked_mul(n)?, d: self.d.checked_mul(d)? })
    }

    fn plus(self, other: Fraction) -> Option<Fraction> {
        let n = self.n.checked_mul(other.d)?.checked_add(other.n.checked_mul(self.d)?)?;
        Some(Fraction { n, d: self.d.checked_mul(other.d)? })
    }

    fn rounded(self) -> Option<i64> {
        i64::try_from(self.n.checked_mul(2)?.checked_add(self.d)? / self.d.checked_mul(2)?).ok()
    }
}

/// `1,000`, `304.8`, `3/4`, `1 1/2`, and what follows.
fn number(text: &str) -> Option<(Fraction, &str)> {
    let (first, rest) = decimal(text)?;
    if let Some((divisor, rest)) = rest.strip_prefix('/').and_then(digits) {
        return (divisor > 0 && first.d == 1).then_some((Fraction { n: first.n, d: divisor }, rest));
    }
    // "1 1/2 in": a whole number, then a fraction
    if first.d == 1
        && let Some((above, after)) = digits(rest.trim_start())
        && let Some((below, after)) = after.strip_prefix('/').and_then(digits)
        && below > 0
    {
        return Some((first.plus(Fraction { n: above, d: below })?, after));
    }
    Some((first, rest))
}

fn decimal(text: &str) -> Option<(Fraction, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != ',' && c != '.').unwrap_or(text.len());
    let (token, rest) = text.split_at(end);
    let (whole, decimals) = token.split_once('.').unwrap_or((token, ""));
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let rest_of_groups: Vec<&str> = groups.collect();
    let grouped =
        rest_of_groups.iter().all(|g| g.len() == 3) && (rest_of_groups.is_empty() || (1..=3).contains(&first.len()));
    let digits: String = [&[first], rest_of_groups.as_slice(), &[decimals]].concat().concat();
    if !grouped || decimals.contains([',', '.']) || digits.is_empty() || token.ends_with(['.', ',']) {
        return None;
    }
    let d = 10i128.checked_pow(decimals.len().try_into().ok()?)?;
    Some((Fraction { n: digits.parse().ok()?, d }, rest))
}

fn digits(text: &str) -> Option<(i128, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

fn unit(text: &str) -> Option<((i128, i128), &str)> {
    let text = text.trim_start();
    let lower = text.to_ascii_lowercase();
    let mut names: Vec<(&str, i128, i128)> =
        UNITS.iter().flat_map(|(names, n, d)| names.iter().map(move |name| (*name, *n, *d))).collect();
    names.sort_by_key(|(name, ..)| std::cmp::Reverse(name.len()));
    names.into_iter().find_map(|(name, n, d)| {
        let rest = lower.strip_prefix(name)?;
        let ends = name.ends_with(['\'', '"', '′', '″']) || !rest.starts_with(|c: char| c.is_alphanumeric());
        ends.then(|| ((n, d), &text[name.len()..]))
    })
}

#[cfg(test)]
mod tests {
    use super::length;

    #[test]
    fn lengths_are_read_as_people_write_them() {
        for (text, grains) in [
            ("1000 ft", 3_048_000_000),
            ("1,000 ft", 3_048_000_000),
            ("1000ft", 3_048_000_000),
            ("304.8 m", 3_048_000_000),
            ("8 in", 2_032_000),
            ("4 ft 6 in", 13_716_000),
            ("5'6\"", 16_764_000),
            ("5' 6\"", 16_764_000),
            ("3/4 in", 190_500),
            ("1 1/2 in", 381_000),
            ("5 ft 1 1/2 in", 15_621_000),
            ("0.5 mi", 8_046_720_000),
            ("2 yd", 18_288_000),
            ("3937 survey ft", 12_000_000_000),
            ("1000 survey ft", 3_048_006_096),
            ("0 ft", 0),
        ] {
            assert_eq!(length(text), Ok(grains), "{text}");
        }
    }

    #[test]
    fn what_is_no_length_is_refused() {
        for text in [
            "",
            "5",
            "1000",
            "ft",
            "-3 ft",
            "1,00 ft",
            "1000 feets",
            "6 in 4 ft",
            "4 ft 4 ft",
            "1.2.3 ft",
            "3/0 in",
            "NaN ft",
            "1e3 ft",
            "5 ft x",
            "99999999999999999999999999999999999999999 ft",
            "1. ft",
        ] {
            assert!(length(text).is_err(), "{text} was read as {:?}", length(text));
        }
    }

    #[test]
    fn a_missing_unit_is_named() {
        let error = length("5").expect_err("5 has no unit").to_string();
        assert!(error.contains("\"5\" has none") && error.contains("'5 ft'"), "{error}");
    }
}
