//! Joins what was measured with what was stated: conditions, exemptions, readings, one verdict.

mod ask;
mod holds;

pub use ask::{asks, settled};
pub use holds::Given;

use crate::decide::{Place, Sight, Verdict, call, combine, decide};
use crate::rules::{Demand, Exemption, Gives, Reading, Requirement, Rule};
use crate::truth::{Reason, Truth};
use crate::units::{Length, Metres};
use crate::view::Seen;

/// A reading with what was seen by it.
#[derive(Debug, Clone)]
pub struct Sighting<'a> {
    /// The reading.
    pub reading: &'a Reading,
    /// What was seen.
    pub seen: Seen,
    /// Whether it takes part in the verdict.
    pub counted: bool,
}

/// What a rule answers for a site, and how that came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The answer.
    pub verdict: Verdict,
    /// The answer by what was measured alone, as if nothing lifted the rule.
    pub bare: Verdict,
    /// Whether the rule applies.
    pub applies: Truth,
    /// Whether each exemption of [`lifting`] holds, in that order.
    pub lifts: Vec<Truth>,
    /// The answer of each reading by what was measured alone.
    pub readings: Vec<Verdict>,
    /// Whether the rule is lifted for each place of the default reading, in its order.
    pub freed: Vec<Truth>,
}

/// The exemptions that lift a whole rule, in the order of the page.
pub fn lifting<'a>(given: &Given<'a, '_>, rule: &'a Rule) -> Vec<&'a Exemption> {
    given.chapter.exemptions_of(rule).filter(|exemption| !exemption.each_place).collect()
}

/// Judges a rule by what was seen and what is given.
pub fn judge(rule: &Rule, sightings: &[Sighting], given: &Given) -> Judgement {
    let applies = given.holds(&rule.when, None);
    let freeing: Vec<&Exemption> = given.chapter.exemptions_of(rule).filter(|e| e.each_place).collect();
    let freed = |place: &Place| Truth::any(freeing.iter().map(|e| given.holds(&e.when, Some(place))));
    let no_one = |_: &Place| Truth::No;
    let (readings, met, bare) = match &rule.demand {
        Demand::Test(_) => {
            let bare = verdicts(sightings, &no_one);
            let met = if freeing.is_empty() { bare.clone() } else { verdicts(sightings, &freed) };
            (bare.clone(), counted(sightings, met), counted(sightings, bare))
        }
        Demand::Must(condition) => {
            let met = Verdict::from(given.holds(condition, None));
            (Vec::new(), met, met)
        }
        Demand::Duty(_) => (Vec::new(), Verdict::Required, Verdict::Required),
    };
    let lifting = lifting(given, rule);
    let lifts: Vec<Truth> = lifting.iter().map(|exemption| given.holds(&exemption.when, None)).collect();
    let by = |gives: Gives| {
        Truth::any(lifting.iter().zip(&lifts).filter(|(e, _)| e.gives == gives).map(|(_, holds)| *holds))
    };
    let verdict = match (by(Gives::NotApplicable), by(Gives::Exempt)) {
        (Truth::Yes, _) => Verdict::NotApplicable,
        _ if applies == Truth::No => Verdict::NotApplicable,
        // whatever else is true, nothing stands against it
        _ if met == Verdict::Complies && bare == Verdict::Complies => Verdict::Complies,
        (_, Truth::Yes) => Verdict::Exempt,
        _ if met == Verdict::Complies => Verdict::Exempt, // by way of its places
        (out, exempt) => {
            let open = [out, exempt, applies].into_iter().filter_map(Truth::reason).chain(met.reason()).max();
            open.map_or(met, Verdict::Undetermined)
        }
    };
    let places = sightings.first().map_or(&[][..], |sighting| &sighting.seen.places);
    let freed = if freeing.is_empty() { Vec::new() } else { places.iter().map(freed).collect() };
    Judgement { verdict, bare, applies, lifts, readings, freed }
}

/// Whether a measured condition holds, and what each of its readings says.
pub fn premise(sightings: &[Sighting]) -> (Truth, Vec<Verdict>) {
    let readings = verdicts(sightings, &|_| Truth::No);
    let truth = match counted(sightings, readings.clone()) {
        Verdict::Undetermined(reason) => Truth::Unknown(reason),
        Verdict::Violates => Truth::No,
        _ => Truth::Yes,
    };
    (truth, readings)
}

fn counted(sightings: &[Sighting], verdicts: Vec<Verdict>) -> Verdict {
    combine(sightings.iter().zip(verdicts).filter(|(sighting, _)| sighting.counted).map(|(_, verdict)| verdict))
}

/// What each reading says, first over all its places; then what one reading settles for another.
fn verdicts(sightings: &[Sighting], freed: &dyn Fn(&Place) -> Truth) -> Vec<Verdict> {
    let alone = |sighting: &Sighting| {
        let gaps: Vec<Reason> = sighting.seen.gaps.iter().map(|(reason, _)| *reason).collect();
        decide(&sighting.seen.places, &gaps, sighting.reading.needs_every(), freed)
    };
    let mut verdicts: Vec<Verdict> = sightings.iter().map(alone).collect();
    let (Some(default), Some(first)) = (sightings.first(), verdicts.first().copied()) else { return verdicts };
    let others = sightings.iter().zip(&mut verdicts).skip(1).filter(|(o, _)| bounds(default.reading, o.reading));
    for (_, verdict) in others {
        let missing = *verdict == Verdict::Undetermined(Reason::MissingData);
        if first == Verdict::Complies
            || (first == Verdict::Violates
                && (holds_all_of_it(default) || (missing && all_of_it_is_near(default, freed))))
        {
            *verdict = first;
        }
    }
    verdicts
}

/// Whether all of the site is so near to a place that whatever stands on it is too near as well.
fn all_of_it_is_near(default: &Sighting, freed: &dyn Fn(&Place) -> Truth) -> bool {
    default.seen.places.iter().any(|place| match &place.sight {
        Sight::Measured(m) => {
            let farthest = Metres(m.separation.distance.0 + default.seen.spread.0);
            call(farthest, m.band, default.reading.require) == Truth::No && freed(place) == Truth::No
        }
        _ => false,
    })
}

/// Whether no length by the second reading is ever less than by the first.
fn bounds(first: &Reading, other: &Reading) -> bool {
    let apart = matches!(first.require, Requirement::MoreThan(_) | Requirement::AtLeast(_) | Requirement::Beyond(_));
    apart && first.require == other.require && other.quantity.never_less_than() == Some(first.quantity.key())
}

/// Whether a site that must be outside a place lies in it with all it holds, as far as the
/// map can tell.
fn holds_all_of_it(default: &Sighting) -> bool {
    default.reading.require.limit() == Length::ZERO
        && default.seen.places.iter().any(|place| match &place.sight {
            Sight::Measured(m) => {
                m.met == Truth::No
                    && m.contact.is_some_and(|contact| contact.outside.0 < m.band.half_width().0.max(1e-3))
            }
            _ => false,
        })
}

#[cfg(test)]
mod tests;
