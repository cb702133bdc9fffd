//! The sentences of a finding about what is missing, open, or not law on the day.

use jiff::civil::Date;

use crate::decide::{Sight, Verdict};
use crate::judge::Sighting;
use crate::rules::Rule;
use crate::text::listed;
use crate::truth::{Reason, Truth};

/// The sentences about what is missing: those that could have changed the answer, then notes.
pub fn gaps(sightings: &[Sighting], verdict: Verdict) -> Vec<String> {
    let in_the_way = verdict.reason().is_some_and(|reason| reason > Reason::TooClose);
    let mut sentences: Vec<String> = Vec::new();
    for sighting in sightings {
        let told = sighting.seen.gaps.iter().filter(|_| in_the_way && sighting.counted).map(|(_, sentence)| sentence);
        for sentence in told.chain(&sighting.seen.notes) {
            if !sentences.contains(sentence) {
                sentences.push(sentence.clone());
            }
        }
    }
    sentences
}

/// The places that are near and of which the map does not say since when they are there, where
/// that would matter.
pub fn undated(rule: &Rule, sightings: &[Sighting], freed: &[Truth]) -> Option<String> {
    let places = &sightings.first()?.seen.places;
    let open = places.iter().zip(freed).filter(|(place, freed)| {
        let near = matches!(&place.sight, Sight::Measured(m) if m.met != Truth::Yes);
        near && **freed == Truth::Unknown(Reason::MissingData)
    });
    let names: Vec<&str> = open.map(|(place, _)| place.name.as_str()).collect();
    (!names.is_empty()).then(|| {
        format!(
            "The map does not say since when {} is there, and {} asks for it.",
            listed(&names),
            rule.wording.citation
        )
    })
}

pub fn not_on_that_day(rule: &Rule, on: Date) -> String {
    let citation = &rule.wording.citation;
    match (rule.effective, rule.until) {
        (Some(first), _) if on < first => {
            format!("{citation} is law from {first} on, and the question is about {on}.")
        }
        (_, Some(end)) => format!("{citation} is no longer law from {end} on, and the question is about {on}."),
        _ => format!("{citation} does not apply on {on}."),
    }
}
