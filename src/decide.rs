//! Compares measured distances with what the law requires, honestly: sure, or undetermined with a reason.

use std::fmt;

use crate::measure::Separation;
use crate::rules::Requirement;
use crate::units::{Band, Length, Metres};

/// What a finding says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Surely as the rule asks.
    Complies,
    /// Surely not as the rule asks.
    Violates,
    /// The rule does not apply: on that day it is not yet, or no longer, law.
    NotApplicable,
    /// It cannot be said, for this reason.
    Undetermined(Reason),
}

/// Why a finding is undetermined, the least grave first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The limit lies inside the band of doubt: a survey would settle it.
    TooClose,
    /// A place or layer that could change the answer is not there, or does not reach far enough.
    MissingData,
    /// A feature that could change the answer cannot be used.
    InvalidData,
}

impl Verdict {
    /// `complies`, `violates`, `not-applicable`, `undetermined`.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Complies => "complies",
            Verdict::Violates => "violates",
            Verdict::NotApplicable => "not-applicable",
            Verdict::Undetermined(_) => "undetermined",
        }
    }

    /// The reason of an undetermined finding.
    pub fn reason(self) -> Option<Reason> {
        match self {
            Verdict::Undetermined(reason) => Some(reason),
            _ => None,
        }
    }
}

impl Reason {
    /// As it stands in tables and cases: `too-close`.
    pub fn code(self) -> &'static str {
        match self {
            Reason::TooClose => "too-close",
            Reason::MissingData => "missing-data",
            Reason::InvalidData => "invalid-data",
        }
    }
}

/// `too close to call`, `missing data`, `invalid data`.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::TooClose => "too close to call",
            Reason::MissingData => "missing data",
            Reason::InvalidData => "invalid data",
        })
    }
}

/// One measurement against one requirement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// Surely as required.
    Met,
    /// Surely not as required.
    NotMet,
    /// The limit lies inside the band.
    TooClose,
}

/// Calls a measured distance, negative inside a shape: sure when it is at least the band's
/// half-width from the limit; then the distance, rounded to the grain of exact lengths, is
/// compared with the limit exactly.
pub fn call(measured: Metres, band: Band, requirement: Requirement) -> Call {
    let off = (measured.0 - requirement.limit().metres().0).abs();
    match Length::rounded(measured) {
        Some(exact) if off >= band.half_width().0 => {
            if requirement.met_by(exact) {
                Call::Met
            } else {
                Call::NotMet
            }
        }
        _ => Call::TooClose,
    }
}

/// A place that a rule speaks of, as a site sees it.
#[derive(Debug, Clone)]
pub struct Place {
    /// Its name; for a feature without one, its id.
    pub name: String,
    /// What was found there.
    pub sight: Sight,
}

/// What was found of a place.
#[derive(Debug, Clone)]
pub enum Sight {
    /// It was measured.
    Measured(Measured),
    /// The law names it and the layer has no such feature.
    Missing,
    /// Its feature cannot be used: why, in a sentence, and the kind of reason that is.
    Unusable(String, Reason),
}

/// A measurement to a place.
#[derive(Debug, Clone)]
pub struct Measured {
    /// The id of its nearest feature.
    pub feature: String,
    /// Which part of that feature is nearest, and of how many.
    pub part: (u32, u32),
    /// How far, and between which two points.
    pub separation: Separation,
    /// The distance with depth: negative inside.
    pub signed: Metres,
    /// The band of doubt.
    pub band: Band,
    /// What follows for the rule.
    pub call: Call,
    /// What a reader must know of the feature: its outline is bad, but beyond reach.
    pub note: Option<String>,
}

/// Decides over all places: one that is decisive settles the matter; else the worst reason
/// why not all are known; else the rule is met by all (or, where nearness is asked, by none).
///
/// `gaps` are reasons beyond the places themselves: a layer that is absent or ends too soon.
pub fn decide(places: &[Place], gaps: &[Reason], requirement: Requirement) -> Verdict {
    let keeps_away = requirement.keeps_away();
    let decisive = if keeps_away { Call::NotMet } else { Call::Met };
    let calls = || {
        places.iter().filter_map(|p| match &p.sight {
            Sight::Measured(measured) => Some(measured.call),
            _ => None,
        })
    };
    if calls().any(|call| call == decisive) {
        return if keeps_away { Verdict::Violates } else { Verdict::Complies };
    }
    let unseen = places.iter().filter_map(|p| match &p.sight {
        Sight::Measured(Measured { call: Call::TooClose, .. }) => Some(Reason::TooClose),
        Sight::Measured(_) => None,
        Sight::Missing => Some(Reason::MissingData),
        Sight::Unusable(_, reason) => Some(*reason),
    });
    match unseen.chain(gaps.iter().copied()).max() {
        Some(reason) => Verdict::Undetermined(reason),
        None if keeps_away => Verdict::Complies,
        None => Verdict::Violates,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::earth::LonLat;

    const LIMIT: Length = Length::feet(1000);

    fn at(feet: f64, band: f64, requirement: Requirement) -> Call {
        let half = Length::rounded(Metres::from_feet(band)).expect("a band");
        call(Metres::from_feet(feet), Band::stated(half), requirement)
    }

    #[test]
    fn exactly_at_the_limit_the_four_requirements_differ() {
        let exact = [
            (Requirement::MoreThan(LIMIT), Call::NotMet),
            (Requirement::AtLeast(LIMIT), Call::Met),
            (Requirement::LessThan(LIMIT), Call::NotMet),
            (Requirement::AtMost(LIMIT), Call::Met),
        ];
        for (requirement, wanted) in exact {
            assert_eq!(at(1000.0, 0.0, requirement), wanted, "{requirement:?}");
        }
    }

    #[test]
    fn the_band_closes_exactly_at_its_half_width() {
        let more = Requirement::MoreThan(LIMIT);
        assert_eq!(at(1004.5, 4.5, more), Call::Met);
        assert_eq!(at(1004.499, 4.5, more), Call::TooClose);
        assert_eq!(at(995.5, 4.5, more), Call::NotMet);
        assert_eq!(at(995.501, 4.5, more), Call::TooClose);
        assert_eq!(at(1000.0, 4.5, more), Call::TooClose);
    }

    #[test]
    fn nine_feet_inside_is_a_sure_contact_under_four_and_a_half_feet_of_doubt() {
        let two = Requirement::MoreThan(Length::feet(2));
        assert_eq!(at(0.0, 4.5, two), Call::TooClose);
        assert_eq!(at(-9.0, 4.5, two), Call::NotMet);
    }

    #[test]
    fn what_is_not_finite_is_never_sure() {
        assert_eq!(call(Metres(f64::NAN), Band::NONE, Requirement::MoreThan(LIMIT)), Call::TooClose);
    }

    fn place(sight: Sight) -> Place {
        Place { name: "x".to_owned(), sight }
    }

    fn measured(call: Call) -> Place {
        let p = LonLat { lon: 0.0, lat: 0.0 };
        place(Sight::Measured(Measured {
            feature: "x".to_owned(),
            part: (1, 1),
            separation: Separation { distance: Metres(1.0), a: p, b: p, parts: [0, 0] },
            signed: Metres(1.0),
            band: Band::NONE,
            call,
            note: None,
        }))
    }

    #[test]
    fn a_sure_violation_stays_one_whatever_else_is_missing() {
        let more = Requirement::MoreThan(LIMIT);
        let bad = || place(Sight::Unusable("its outline crosses itself".to_owned(), Reason::InvalidData));
        let cases = [
            (vec![measured(Call::NotMet), place(Sight::Missing), bad()], Verdict::Violates),
            (vec![measured(Call::Met), measured(Call::TooClose)], Verdict::Undetermined(Reason::TooClose)),
            (vec![measured(Call::TooClose), place(Sight::Missing)], Verdict::Undetermined(Reason::MissingData)),
            (vec![bad(), place(Sight::Missing)], Verdict::Undetermined(Reason::InvalidData)),
            (vec![measured(Call::Met)], Verdict::Complies),
        ];
        for (places, wanted) in cases {
            assert_eq!(decide(&places, &[], more), wanted, "{places:?}");
        }
        assert_eq!(
            decide(&[measured(Call::Met)], &[Reason::MissingData], more),
            Verdict::Undetermined(Reason::MissingData)
        );
    }

    #[test]
    fn where_nearness_is_asked_one_near_place_is_enough() {
        let near = Requirement::AtMost(LIMIT);
        assert_eq!(
            decide(&[measured(Call::NotMet), measured(Call::Met)], &[Reason::MissingData], near),
            Verdict::Complies
        );
        assert_eq!(decide(&[measured(Call::NotMet)], &[], near), Verdict::Violates);
        assert_eq!(
            decide(&[measured(Call::NotMet), place(Sight::Missing)], &[], near),
            Verdict::Undetermined(Reason::MissingData)
        );
    }
}
