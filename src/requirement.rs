//! What a measured length must be, exactly at the limit too.

use std::fmt;

use crate::document::{At, Table};
use crate::error::Result;
use crate::truth::{Reason, Truth};
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
    /// More than the limit; of the limit itself the law does not say.
    Beyond(Length),
    /// A stated size, the first length, met within the second, both ends of that allowed.
    Equal(Length, Length),
}

/// The ways to write it in a chapter.
pub const KEYS: &[&str] = &["more_than", "at_least", "less_than", "at_most", "equal", "give_or_take", "at_limit"];

impl Requirement {
    /// Reads a `require` table.
    ///
    /// # Errors
    /// No or several kinds of requirement, no length, or a limit said to be anything but unclear.
    pub fn read(mut table: Table) -> Result<Self> {
        let key = table.which(&KEYS[..5])?;
        let limit = table.need::<Length>(key)?.value;
        let found = match key {
            "more_than" => {
                let unclear: Option<At<String>> = table.take("at_limit")?;
                match unclear.map(|at| at.one_of(&[("unclear", ())])).transpose()? {
                    Some(()) => Requirement::Beyond(limit),
                    None => Requirement::MoreThan(limit),
                }
            }
            "at_least" => Requirement::AtLeast(limit),
            "less_than" => Requirement::LessThan(limit),
            "at_most" => Requirement::AtMost(limit),
            _ => Requirement::Equal(limit, table.need::<Length>("give_or_take")?.value),
        };
        table.finish()?;
        Ok(found)
    }

    /// The length that it is compared with.
    pub fn limit(self) -> Length {
        match self {
            Requirement::MoreThan(limit)
            | Requirement::AtLeast(limit)
            | Requirement::LessThan(limit)
            | Requirement::AtMost(limit)
            | Requirement::Beyond(limit)
            | Requirement::Equal(limit, _) => limit,
        }
    }

    /// The lengths at which the answer changes.
    pub fn edges(self) -> Vec<Length> {
        self.few_edges().into_iter().flatten().collect()
    }

    /// The same: one or two, or none that can be held.
    pub fn few_edges(self) -> [Option<Length>; 2] {
        match self {
            Requirement::Equal(size, slack) => [size.minus(slack), size.plus(slack)],
            _ => [Some(self.limit()), None],
        }
    }

    /// Whether a length meets it, compared exactly; unknown only where the law is not clear at
    /// its own limit.
    pub fn met_by(self, length: Length) -> Truth {
        match self {
            Requirement::Beyond(limit) if length == limit => Truth::Unknown(Reason::OnLimitUnclear),
            Requirement::MoreThan(limit) | Requirement::Beyond(limit) => Truth::from(length > limit),
            Requirement::AtLeast(limit) => Truth::from(length >= limit),
            Requirement::LessThan(limit) => Truth::from(length < limit),
            Requirement::AtMost(limit) => Truth::from(length <= limit),
            Requirement::Equal(..) => {
                let edges = self.edges();
                Truth::from(
                    edges.first().is_none_or(|low| length >= *low) && edges.last().is_none_or(|high| length <= *high),
                )
            }
        }
    }

    /// Whether every place must meet it, as where things are kept apart, so that one that does
    /// not decides against; otherwise one place that meets it is enough.
    pub fn keeps_away(self) -> bool {
        !matches!(self, Requirement::LessThan(_) | Requirement::AtMost(_))
    }

    /// `more than 1,000 ft`.
    pub fn words(self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Requirement::MoreThan(_) | Requirement::Beyond(_) => "more than",
            Requirement::AtLeast(_) => "at least",
            Requirement::LessThan(_) => "less than",
            Requirement::AtMost(_) => "at most",
            Requirement::Equal(size, slack) => return write!(f, "{size}, give or take {slack}"),
        };
        write!(f, "{words} {}", self.limit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNCLEAR: Truth = Truth::Unknown(Reason::OnLimitUnclear);

    #[test]
    fn they_differ_exactly_at_the_limit_and_beside_it() {
        let limit = Length::feet(1000);
        let above = limit.plus(Length::GRAIN).expect("in range");
        let below = Length::parse("304.7999999 m").expect("in range");
        let (yes, no) = (Truth::Yes, Truth::No);
        for (requirement, answers) in [
            (Requirement::MoreThan(limit), [no, no, yes]),
            (Requirement::AtLeast(limit), [no, yes, yes]),
            (Requirement::LessThan(limit), [yes, no, no]),
            (Requirement::AtMost(limit), [yes, yes, no]),
            (Requirement::Beyond(limit), [no, UNCLEAR, yes]),
            (Requirement::Equal(limit, Length::ZERO), [no, yes, no]),
        ] {
            assert_eq!([below, limit, above].map(|length| requirement.met_by(length)), answers, "{requirement}");
            assert_eq!(requirement.limit(), limit);
        }
    }

    #[test]
    fn a_stated_size_is_met_within_its_tolerance() {
        let twelve = Requirement::Equal(Length::feet(12), Length::parse("0.5 ft").expect("a length"));
        for (feet, met) in [("11.4 ft", false), ("11.5 ft", true), ("12 ft", true), ("12.5 ft", true), ("14 ft", false)]
        {
            assert_eq!(twelve.met_by(Length::parse(feet).expect("a length")), Truth::from(met), "{feet}");
        }
        assert_eq!(twelve.words(), "12 ft, give or take 0.5 ft");
    }

    #[test]
    fn it_is_said_in_words() {
        assert_eq!(Requirement::MoreThan(Length::feet(1000)).words(), "more than 1,000 ft");
        assert_eq!(Requirement::AtMost(Length::feet(12)).words(), "at most 12 ft");
    }
}
