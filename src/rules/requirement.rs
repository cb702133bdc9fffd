//! What a measured length must be, exactly at the limit too.

use std::fmt;

use crate::document::Table;
use crate::error::Result;
use crate::units::Length;

/// What a measured length must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requirement {
    /// The limit itself is refused: the law forbids what is "within" it.
    MoreThan(Length),
    /// The limit itself is allowed: the law asks for "not less than" it.
    AtLeast(Length),
    /// The limit itself is refused.
    LessThan(Length),
    /// The limit itself is allowed: the law forbids what "exceeds" it.
    AtMost(Length),
}

/// The four ways to write it in a chapter.
pub(super) const KEYS: &[&str] = &["more_than", "at_least", "less_than", "at_most"];

impl Requirement {
    /// Reads the one key of a `require` table.
    pub(super) fn read(mut table: Table) -> Result<Self> {
        let key = table.which(KEYS)?;
        let limit = table.need::<Length>(key)?.value;
        table.finish()?;
        Ok(match key {
            "more_than" => Requirement::MoreThan(limit),
            "at_least" => Requirement::AtLeast(limit),
            "less_than" => Requirement::LessThan(limit),
            _ => Requirement::AtMost(limit),
        })
    }

    /// The length that it is compared with.
    pub fn limit(self) -> Length {
        match self {
            Requirement::MoreThan(limit)
            | Requirement::AtLeast(limit)
            | Requirement::LessThan(limit)
            | Requirement::AtMost(limit) => limit,
        }
    }

    /// Whether a length meets it, compared exactly.
    pub fn met_by(self, length: Length) -> bool {
        match self {
            Requirement::MoreThan(limit) => length > limit,
            Requirement::AtLeast(limit) => length >= limit,
            Requirement::LessThan(limit) => length < limit,
            Requirement::AtMost(limit) => length <= limit,
        }
    }

    /// Whether it keeps things apart, so that the nearest place decides against; otherwise it
    /// asks for one that is near.
    pub fn keeps_away(self) -> bool {
        matches!(self, Requirement::MoreThan(_) | Requirement::AtLeast(_))
    }

    /// `more than 1,000 ft`.
    pub fn words(self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Requirement::MoreThan(_) => "more than",
            Requirement::AtLeast(_) => "at least",
            Requirement::LessThan(_) => "less than",
            Requirement::AtMost(_) => "at most",
        };
        write!(f, "{words} {}", self.limit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_differ_exactly_at_the_limit_and_beside_it() {
        let limit = Length::feet(1000);
        let grain = Length::parse("0.0000001 m").expect("the least length");
        let above = limit.plus(grain).expect("in range");
        let below = Length::parse("304.7999999 m").expect("in range");
        for (requirement, answers) in [
            (Requirement::MoreThan(limit), [false, false, true]),
            (Requirement::AtLeast(limit), [false, true, true]),
            (Requirement::LessThan(limit), [true, false, false]),
            (Requirement::AtMost(limit), [true, true, false]),
        ] {
            assert_eq!([below, limit, above].map(|length| requirement.met_by(length)), answers, "{requirement}");
            assert_eq!(requirement.limit(), limit);
        }
    }

    #[test]
    fn it_is_said_in_words() {
        assert_eq!(Requirement::MoreThan(Length::feet(1000)).words(), "more than 1,000 ft");
        assert_eq!(Requirement::AtMost(Length::feet(12)).words(), "at most 12 ft");
    }
}
