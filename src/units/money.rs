//! Money to the cent, exactly.

use std::fmt;

use crate::error::{Error, Result};

/// An amount in dollars, held as whole cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Money(i64);

impl Money {
    /// Reads `$2,500`, `$6.50`.
    ///
    /// # Errors
    /// No dollar sign, no number, a part of a cent, or out of range.
    ///
    /// # Example
    /// ```
    /// use metes::units::Money;
    /// let fine = Money::parse("$2,500")?;
    /// assert_eq!(fine.cents(), 250_000);
    /// # Ok::<(), metes::error::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self> {
        let refuse = |what: &str| {
            Error::new(format!("\"{text}\" {what}")).hint("Write an amount as \"$25\", \"$2,500\" or \"$6.50\".")
        };
        let Some(number) = text.trim().strip_prefix('$') else { return Err(refuse("has no dollar sign.")) };
        let (whole, cents) = number.split_once('.').unwrap_or((number, "00"));
        let grouped = whole.contains(',');
        let groups: Vec<&str> = whole.split(',').collect();
        let in_threes = groups.iter().skip(1).all(|group| group.len() == 3) && (1..=3).contains(&groups[0].len());
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !groups.iter().all(|group| digits(group)) || (grouped && !in_threes) {
            return Err(refuse("is no amount of money."));
        }
        if cents.len() != 2 || !digits(cents) {
            return Err(refuse("does not end in whole cents."));
        }
        let value = groups.concat().parse::<i64>().ok().and_then(|n| n.checked_mul(100));
        let cents: i64 = cents.parse().unwrap_or(0);
        value.and_then(|value| value.checked_add(cents)).map(Money).ok_or_else(|| refuse("is out of range."))
    }

    /// So many cents.
    pub const fn from_cents(cents: i64) -> Money {
        Money(cents)
    }

    /// How many cents it is.
    pub const fn cents(self) -> i64 {
        self.0
    }
}

/// `$7,500`, `$6.50`.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (dollars, cents) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        write!(f, "{sign}${}", crate::text::grouped(dollars))?;
        if cents > 0 { write!(f, ".{cents:02}") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_and_printed_to_the_cent() {
        for text in ["$0", "$25", "$2,500", "$6.50", "$1,234,567.05"] {
            assert_eq!(Money::parse(text).map(|m| m.to_string()), Ok(text.to_owned()));
        }
        assert_eq!(Money::parse("$2500"), Money::parse("$2,500.00"));
        for text in ["2500", "$", "$2,50", "$6.5", "$6.505", "$-1", "$1e3", "$99999999999999999999"] {
            assert!(Money::parse(text).is_err(), "{text}");
        }
    }
}
