//! Yes, no, or unknown for a reason: Kleene's strong three-valued logic.

use std::fmt;
use std::ops::Not;

/// Why something cannot be said, the least grave first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The figure is exactly the limit, and the law does not say on which side that is.
    OnLimitUnclear,
    /// The limit lies inside the band of doubt: a survey would settle it.
    TooClose,
    /// Each way of measuring is sure, and they disagree.
    ReadingsDiffer,
    /// The law gives no number: an officer decides.
    NoNumber,
    /// A fact that no map can know was not stated.
    MissingFact,
    /// A place or layer that could change the answer is not there, or does not reach far enough.
    MissingData,
    /// A feature that could change the answer cannot be used.
    InvalidData,
}

impl Reason {
    /// Each with its code, as it stands in tables and cases.
    pub const ALL: &[(&str, Reason)] = &[
        ("on-limit-unclear", Reason::OnLimitUnclear),
        ("too-close", Reason::TooClose),
        ("readings-differ", Reason::ReadingsDiffer),
        ("no-number-in-the-law", Reason::NoNumber),
        ("missing-fact", Reason::MissingFact),
        ("missing-data", Reason::MissingData),
        ("invalid-data", Reason::InvalidData),
    ];

    /// `too-close`, `missing-data` ...
    pub fn code(self) -> &'static str {
        Self::ALL.iter().find(|(_, reason)| *reason == self).map_or("", |(code, _)| code)
    }
}

/// `too close to call`, `missing data` ...
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::OnLimitUnclear => "exactly on the limit",
            Reason::TooClose => "too close to call",
            Reason::ReadingsDiffer => "readings differ",
            Reason::NoNumber => "the law gives no number",
            Reason::MissingFact => "facts are missing",
            Reason::MissingData => "missing data",
            Reason::InvalidData => "invalid data",
        })
    }
}

/// Whether something holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Truth {
    /// It holds.
    Yes,
    /// It does not.
    No,
    /// It cannot be said, for this reason.
    Unknown(Reason),
}

impl Truth {
    /// Whether all hold: one that does not settles it, else the worst reason.
    pub fn all(truths: impl IntoIterator<Item = Truth>) -> Truth {
        truths.into_iter().fold(Truth::Yes, |all, one| match (all, one) {
            (Truth::No, _) | (_, Truth::No) => Truth::No,
            (Truth::Unknown(a), Truth::Unknown(b)) => Truth::Unknown(a.max(b)),
            (Truth::Unknown(a), _) | (_, Truth::Unknown(a)) => Truth::Unknown(a),
            _ => Truth::Yes,
        })
    }

    /// Whether any holds: one that does settles it, else the worst reason.
    pub fn any(truths: impl IntoIterator<Item = Truth>) -> Truth {
        !Truth::all(truths.into_iter().map(|one| !one))
    }

    /// The reason of what is unknown.
    pub fn reason(self) -> Option<Reason> {
        if let Truth::Unknown(reason) = self { Some(reason) } else { None }
    }
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Truth {
        if holds { Truth::Yes } else { Truth::No }
    }
}

impl Not for Truth {
    type Output = Truth;

    fn not(self) -> Truth {
        match self {
            Truth::Yes => Truth::No,
            Truth::No => Truth::Yes,
            unknown @ Truth::Unknown(_) => unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const U: Truth = Truth::Unknown(Reason::MissingFact);

    #[test]
    fn the_tables_are_those_of_kleene() {
        // Kleene, Introduction to Metamathematics (1952), section 64: the strong tables
        let values = [Truth::Yes, U, Truth::No];
        let and = [[Truth::Yes, U, Truth::No], [U, U, Truth::No], [Truth::No, Truth::No, Truth::No]];
        let or = [[Truth::Yes, Truth::Yes, Truth::Yes], [Truth::Yes, U, U], [Truth::Yes, U, Truth::No]];
        for (i, a) in values.into_iter().enumerate() {
            for (j, b) in values.into_iter().enumerate() {
                assert_eq!(Truth::all([a, b]), and[i][j], "{a:?} and {b:?}");
                assert_eq!(Truth::any([a, b]), or[i][j], "{a:?} or {b:?}");
            }
        }
        assert_eq!([!Truth::Yes, !U, !Truth::No], [Truth::No, U, Truth::Yes]);
        assert_eq!((Truth::all([]), Truth::any([])), (Truth::Yes, Truth::No));
    }

    #[test]
    fn of_two_reasons_the_graver_is_told() {
        let close = Truth::Unknown(Reason::TooClose);
        assert_eq!(Truth::all([close, U]), U);
        assert_eq!(Truth::any([U, close]), U);
        assert!(Reason::ALL.windows(2).all(|pair| pair[0].1 < pair[1].1));
    }
}
