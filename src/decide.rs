//! Compares measured distances with what the law requires, honestly: sure, or undetermined with a reason.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::measure::Separation;
use crate::requirement::Requirement;
use crate::truth::{Reason, Truth};
use crate::units::{Band, Length, Metres};

/// What a finding says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Surely as the rule asks.
    Complies,
    /// Surely not as the rule asks.
    Violates,
    /// The rule is lifted by an exemption, if what was stated is proved.
    Exempt,
    /// The rule does not apply.
    NotApplicable,
    /// The rule states a duty, and it applies.
    Required,
    /// It cannot be said, for this reason.
    Undetermined(Reason),
}

impl Verdict {
    /// `complies`, `violates`, `exempt`, `not-applicable`, `required`, `undetermined`.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Complies => "complies",
            Verdict::Violates => "violates",
            Verdict::Exempt => "exempt",
            Verdict::NotApplicable => "not-applicable",
            Verdict::Required => "required",
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

    /// Whether nothing stands against the act by this rule: it complies, or is exempt, or the
    /// rule does not apply.
    pub fn is_clear(self) -> bool {
        matches!(self, Verdict::Complies | Verdict::Exempt | Verdict::NotApplicable)
    }
}

impl From<Truth> for Verdict {
    fn from(met: Truth) -> Verdict {
        match met {
            Truth::Yes => Verdict::Complies,
            Truth::No => Verdict::Violates,
            Truth::Unknown(reason) => Verdict::Undetermined(reason),
        }
    }
}

/// Whether a measured length, negative inside a shape, meets a requirement: sure when it is at
/// least the band's half-width from every length at which the answer changes; then, rounded to
/// the grain of exact lengths, it is compared exactly.
pub fn call(measured: Metres, band: Band, requirement: Requirement) -> Truth {
    let off = |edge: Length| (measured.0 - edge.metres().0).abs();
    let sure = requirement.few_edges().into_iter().flatten().all(|edge| off(edge) >= band.half_width().0);
    match Length::rounded(measured) {
        Some(exact) if sure => requirement.met_by(exact),
        _ => Truth::Unknown(Reason::TooClose),
    }
}

/// A place that a rule speaks of, as a site sees it.
#[derive(Debug, Clone)]
pub struct Place {
    /// Its name; for a feature without one, its id.
    pub name: String,
    /// What was found there.
    pub sight: Sight,
    /// Days that it has on the map, by the name of the property; of several features the earliest.
    pub dates: BTreeMap<String, Date>,
    /// The day by which it was there, where the map does not say since when.
    pub there_by: Option<Date>,
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
    /// How the two lie to one another, where they meet and that is what the rule is about.
    pub contact: Option<Contact>,
    /// Whether it meets the requirement.
    pub met: Truth,
    /// What a reader must know of the feature: its outline is bad, but beyond reach.
    pub note: Option<String>,
}

/// How a site lies to a place that it meets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// How far the farthest vertex of the site lies outside the place; 0 when all of it is within.
    pub outside: Metres,
    /// The least distance between the two outlines.
    pub edge: Metres,
}

/// Decides over all places: one that is decisive settles the matter; else the worst reason why not
/// all are known; else the rule is met by all (or, where one would have been enough, by none).
///
/// `every` tells whether each must meet what is required, as where things are kept apart.
/// `gaps` are reasons beyond the places themselves: a layer that is absent or ends too soon.
/// `freed` tells whether the rule is lifted for a place; such a place does not count.
pub fn decide(places: &[Place], gaps: &[Reason], every: bool, freed: &dyn Fn(&Place) -> Truth) -> Verdict {
    let counted = |place: &Place| {
        let met = match &place.sight {
            Sight::Measured(measured) => measured.met,
            Sight::Missing => Truth::Unknown(Reason::MissingData),
            Sight::Unusable(_, reason) => Truth::Unknown(*reason),
        };
        if every { Truth::any([met, freed(place)]) } else { Truth::all([met, !freed(place)]) }
    };
    let gaps = gaps.iter().map(|reason| Truth::Unknown(*reason));
    let all = places.iter().map(counted).chain(gaps);
    Verdict::from(if every { Truth::all(all) } else { Truth::any(all) })
}

/// Joins the readings of one rule: all that count violate, or all comply; else they differ
/// where each is known, else the worst reason why one is not.
pub fn combine(readings: impl IntoIterator<Item = Verdict>) -> Verdict {
    let (mut complies, mut violates, mut worst) = (false, false, None);
    for verdict in readings {
        match verdict {
            Verdict::Undetermined(reason) => worst = worst.max(Some(reason)),
            Verdict::Violates => violates = true,
            _ => complies = true,
        }
    }
    if complies && violates {
        worst = worst.max(Some(Reason::ReadingsDiffer));
    }
    match worst {
        Some(reason) => Verdict::Undetermined(reason),
        None if violates => Verdict::Violates,
        None => Verdict::Complies,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::earth::LonLat;

    const CLOSE: Truth = Truth::Unknown(Reason::TooClose);

    const NO_ONE: fn(&Place) -> Truth = |_| Truth::No;
    const LIMIT: Length = Length::feet(1000);

    fn at(feet: f64, band: f64, requirement: Requirement) -> Truth {
        let half = Length::rounded(Metres::from_feet(band)).expect("a band");
        call(Metres::from_feet(feet), Band::stated(half), requirement)
    }

    #[test]
    fn exactly_at_the_limit_the_requirements_differ() {
        let exact = [
            (Requirement::MoreThan(LIMIT), Truth::No),
            (Requirement::AtLeast(LIMIT), Truth::Yes),
            (Requirement::LessThan(LIMIT), Truth::No),
            (Requirement::AtMost(LIMIT), Truth::Yes),
            (Requirement::Beyond(LIMIT), Truth::Unknown(Reason::OnLimitUnclear)),
            (Requirement::Equal(LIMIT, Length::ZERO), Truth::Yes),
        ];
        for (requirement, wanted) in exact {
            assert_eq!(at(1000.0, 0.0, requirement), wanted, "{requirement:?}");
        }
    }

    #[test]
    fn the_band_closes_exactly_at_its_half_width() {
        let more = Requirement::MoreThan(LIMIT);
        assert_eq!(at(1004.5, 4.5, more), Truth::Yes);
        assert_eq!(at(1004.499, 4.5, more), CLOSE);
        assert_eq!(at(995.5, 4.5, more), Truth::No);
        assert_eq!(at(995.501, 4.5, more), CLOSE);
        assert_eq!(at(1000.0, 4.5, more), CLOSE);
    }

    #[test]
    fn nine_feet_inside_is_a_sure_contact_under_four_and_a_half_feet_of_doubt() {
        let two = Requirement::MoreThan(Length::feet(2));
        assert_eq!(at(0.0, 4.5, two), CLOSE);
        assert_eq!(at(-9.0, 4.5, two), Truth::No);
    }

    #[test]
    fn what_is_not_finite_is_never_sure() {
        assert_eq!(call(Metres(f64::NAN), Band::NONE, Requirement::MoreThan(LIMIT)), CLOSE);
    }

    fn place(sight: Sight) -> Place {
        Place { name: "x".to_owned(), sight, dates: BTreeMap::new(), there_by: None }
    }

    fn measured(met: Truth) -> Place {
        let p = LonLat { lon: 0.0, lat: 0.0 };
        place(Sight::Measured(Measured {
            feature: "x".to_owned(),
            part: (1, 1),
            separation: Separation { distance: Metres(1.0), a: p, b: p, parts: [0, 0] },
            signed: Metres(1.0),
            band: Band::NONE,
            met,
            contact: None,
            note: None,
        }))
    }

    #[test]
    fn a_sure_violation_stays_one_whatever_else_is_missing() {
        let bad = || place(Sight::Unusable("its outline crosses itself".to_owned(), Reason::InvalidData));
        let cases = [
            (vec![measured(Truth::No), place(Sight::Missing), bad()], Verdict::Violates),
            (vec![measured(Truth::Yes), measured(CLOSE)], Verdict::Undetermined(Reason::TooClose)),
            (vec![measured(CLOSE), place(Sight::Missing)], Verdict::Undetermined(Reason::MissingData)),
            (vec![bad(), place(Sight::Missing)], Verdict::Undetermined(Reason::InvalidData)),
            (vec![measured(Truth::Yes)], Verdict::Complies),
        ];
        for (places, wanted) in cases {
            assert_eq!(decide(&places, &[], true, &NO_ONE), wanted, "{places:?}");
        }
        assert_eq!(
            decide(&[measured(Truth::Yes)], &[Reason::MissingData], true, &NO_ONE),
            Verdict::Undetermined(Reason::MissingData)
        );
    }

    #[test]
    fn where_nearness_is_asked_one_near_place_is_enough() {
        assert_eq!(
            decide(&[measured(Truth::No), measured(Truth::Yes)], &[Reason::MissingData], false, &NO_ONE),
            Verdict::Complies
        );
        assert_eq!(decide(&[measured(Truth::No)], &[], false, &NO_ONE), Verdict::Violates);
        assert_eq!(
            decide(&[measured(Truth::No), place(Sight::Missing)], &[], false, &NO_ONE),
            Verdict::Undetermined(Reason::MissingData)
        );
    }

    #[test]
    fn a_place_for_which_the_rule_is_lifted_does_not_count() {
        let unknown = Truth::Unknown(Reason::MissingFact);
        for (met, freed, wanted) in [
            (Truth::No, Truth::Yes, Verdict::Complies),
            (Truth::No, Truth::No, Verdict::Violates),
            (Truth::No, unknown, Verdict::Undetermined(Reason::MissingFact)),
            (CLOSE, unknown, Verdict::Undetermined(Reason::MissingFact)),
            (CLOSE, Truth::Yes, Verdict::Complies),
            (Truth::Yes, unknown, Verdict::Complies),
        ] {
            assert_eq!(decide(&[measured(met)], &[], true, &|_| freed), wanted, "{met:?} {freed:?}");
        }
        // one lifted, an older one not: the older one still counts
        let two = [measured(Truth::No), place(Sight::Missing)];
        assert_eq!(
            decide(&two, &[], true, &|p| Truth::from(matches!(p.sight, Sight::Measured(_)))),
            Verdict::Undetermined(Reason::MissingData)
        );
    }

    #[test]
    fn readings_combine_as_the_design_says() {
        use Reason::{MissingData, ReadingsDiffer, TooClose};
        use Verdict::{Complies, Undetermined, Violates};
        for (readings, wanted) in [
            (&[Violates, Violates][..], Violates),
            (&[Complies, Complies, Complies], Complies),
            (&[Violates, Complies], Undetermined(ReadingsDiffer)),
            (&[Undetermined(TooClose), Complies, Complies], Undetermined(TooClose)),
            (&[Violates, Undetermined(MissingData)], Undetermined(MissingData)),
            (&[Violates, Complies, Undetermined(TooClose)], Undetermined(ReadingsDiffer)),
            (&[Violates, Complies, Undetermined(MissingData)], Undetermined(MissingData)),
        ] {
            assert_eq!(combine(readings.iter().copied()), wanted, "{readings:?}");
        }
    }
}
