//! Says the answer in one line, fit to be read aloud.

use super::tables::printed;
use super::why::premises_of;
use super::{Finding, SiteReport};
use crate::decide::{Sight, Verdict};
use crate::rules::{Demand, Gives, Requirement};
use crate::text::{count, listed};
use crate::truth::{Reason, Truth};
use crate::units::fixed;

/// The first line: the answer, fit to be read aloud.
pub fn headline(site: &SiteReport, gravest: &Finding) -> String {
    let alike: Vec<&Finding> =
        site.findings.iter().filter(|f| f.verdict == gravest.verdict && !f.rule.is_duty()).collect();
    let decided = site.findings.iter().filter(|f| !f.rule.is_duty()).count();
    if decided > 1 { several(site, gravest, &alike) } else { one(site, gravest) }
}

fn several(site: &SiteReport, gravest: &Finding, alike: &[&Finding]) -> String {
    let label = &site.label;
    let topics: Vec<&str> = alike.iter().map(|f| f.rule.topic.as_str()).collect();
    match gravest.verdict {
        Verdict::Violates => {
            let noun = |f: &&Finding| {
                let reading = f.default().filter(|reading| reading.require().keeps_away())?;
                Some(format!("a {}", reading.wanted?.noun))
            };
            let nouns: Option<Vec<String>> = alike.iter().map(noun).collect();
            match nouns {
                Some(nouns) => format!("Violates: {label}, too near {}.", listed(&nouns)),
                None => format!(
                    "Violates: {label} breaks {}: {}.",
                    count(alike.len() as u64, "rule", "rules"),
                    listed(&topics)
                ),
            }
        }
        Verdict::Undetermined(Reason::MissingFact) => {
            format!("Undetermined: {label} depends on facts that a map cannot know.")
        }
        Verdict::Undetermined(reason) => format!("Undetermined: {label}: {} ({reason}).", listed(&topics)),
        Verdict::Complies => format!("Complies: {label} meets every rule that was checked."),
        Verdict::Exempt => format!("Exempt: what was stated lifts the rules for {label}, if it is proved."),
        Verdict::NotApplicable | Verdict::Required => {
            format!("Not applicable: no rule that was checked reaches {label}.")
        }
    }
}

fn one(site: &SiteReport, finding: &Finding) -> String {
    let (label, citation) = (&site.label, &finding.rule.wording.citation);
    let reading = finding.default();
    let deciding = finding.deciding();
    let nearest = deciding.first().map(|(_, m)| *m);
    match (finding.verdict, reading, nearest) {
        (Verdict::NotApplicable, ..) => out_of_reach(site, finding),
        (Verdict::Exempt, ..) => {
            let by = finding.lifts.iter().find(|l| l.holds == Truth::Yes).map(|l| &l.exemption.wording.citation);
            format!(
                "Exempt: if what was stated is proved, {citation} is lifted for {label} ({}).",
                by.unwrap_or(citation)
            )
        }
        (Verdict::Required, ..) => match &finding.rule.demand {
            Demand::Duty(duty) => format!("Required: {} {}, {} ({citation}).", duty.who, duty.what, duty.by),
            _ => format!("Required: {} ({citation}).", finding.rule.topic),
        },
        (Verdict::Complies, Some(r), _) if r.wanted.is_some() => {
            let noun = r.wanted.map_or("place", |w| w.noun.as_str());
            let every = if r.require().keeps_away() { "every" } else { "a" };
            format!("Complies: {label} is {} from {every} {noun} ({citation}).", long_words(r.require()))
        }
        (Verdict::Complies, ..) => format!("Complies: {label}, {} ({citation}).", finding.rule.topic),
        (Verdict::Violates, Some(r), Some(m)) if r.wanted.is_some() => {
            let noun = r.wanted.map_or("place", |w| w.noun.as_str());
            let a = if r.require().keeps_away() { "a" } else { "the nearest" };
            let feet = printed(m.separation.distance, r.require());
            format!("Violates: {label} is {feet} feet from {a} {noun}; {citation} needs {}.", short_words(r.require()))
        }
        (Verdict::Violates, ..) => format!("Violates: {label}, {} ({citation}).", finding.rule.topic),
        (Verdict::Undetermined(reason), ..) => format!("Undetermined: {}.", obstacle(site, finding, reason)),
    }
}

fn out_of_reach(site: &SiteReport, finding: &Finding) -> String {
    let citation = &finding.rule.wording.citation;
    let out = finding.lifts.iter().find(|l| l.holds == Truth::Yes && l.exemption.gives == Gives::NotApplicable);
    match out {
        Some(lift) => {
            let why = premises_of(site, &lift.exemption.when).first().map(|p| format!("{}, so ", p.premise.yes));
            format!(
                "Not applicable: {}: {}{} does not reach it ({}).",
                site.label,
                why.unwrap_or_default(),
                finding.chapter.citation.replacen('C', "c", 1),
                lift.exemption.wording.citation
            )
        }
        None if finding.applies == Truth::No && finding.gaps.is_empty() => {
            format!("Not applicable: {citation} does not speak of this case.")
        }
        None => format!("Not applicable: {citation} is not law on the day that is asked about."),
    }
}

/// What stands in the way of an answer, in a few words.
fn obstacle(site: &SiteReport, finding: &Finding, reason: Reason) -> String {
    let label = &site.label;
    let by_measuring = finding.bare.reason() == Some(reason);
    let default = finding.default();
    match reason {
        Reason::MissingFact => format!("{label} depends on facts that a map cannot know"),
        Reason::TooClose | Reason::OnLimitUnclear if by_measuring => {
            let Some((r, (_, m))) = default.and_then(|r| Some((r, *r.deciding().first()?))) else {
                return format!("{label} is too close to call");
            };
            let feet = printed(m.separation.distance, r.require());
            if reason == Reason::OnLimitUnclear {
                return format!("{label} is exactly {feet} feet away, and the law does not say on which side that is");
            }
            let band = fixed(m.band.half_width().feet(), 1);
            format!("{label} is too close to call ({feet} feet, good to {band} feet)")
        }
        Reason::ReadingsDiffer if by_measuring => {
            let said = |wanted: Verdict| {
                let reading = finding.readings.iter().find(|r| r.counted && r.verdict == wanted)?;
                let (_, m) = *reading.deciding().first()?;
                Some(format!("{} feet", printed(m.separation.distance, reading.require())))
            };
            let both = [said(Verdict::Violates), said(Verdict::Complies)].into_iter().flatten().collect::<Vec<_>>();
            format!("{label} is {} away: it depends on how one measures", both.join(" or "))
        }
        Reason::MissingData | Reason::InvalidData if by_measuring => {
            format!("{label} cannot be decided: {}", unseen(finding, reason))
        }
        _ if finding.freed.contains(&Truth::Unknown(reason)) => {
            format!("{label} hangs on since when a place near it is there")
        }
        _ => {
            let open = finding.lifts.iter().find(|l| l.holds.reason() == Some(reason));
            let what = open.map_or_else(
                || finding.rule.wording.citation.clone(),
                |l| format!("{}, {}", l.exemption.wording.citation, l.exemption.wording.title.to_lowercase()),
            );
            format!("{label} hangs on {what} ({reason})")
        }
    }
}

/// Which places are missing or cannot be used.
fn unseen(finding: &Finding, reason: Reason) -> String {
    let Some(reading) = finding.readings.iter().find(|r| r.counted && r.verdict.reason() == Some(reason)) else {
        return "the map does not answer it".to_owned();
    };
    let names = |wanted: fn(&Sight) -> bool| {
        reading.places.iter().filter(|p| wanted(&p.sight)).map(|p| p.name.as_str()).collect::<Vec<_>>()
    };
    let missing = names(|s| matches!(s, Sight::Missing));
    let unusable = names(|s| matches!(s, Sight::Unusable(..)));
    let (noun, plural) = reading.wanted.map_or(("place", "places"), |w| (w.noun.as_str(), w.plural.as_str()));
    match (missing.as_slice(), unusable.as_slice()) {
        ([], []) if reason == Reason::InvalidData => "its own shape cannot be used".to_owned(),
        ([], []) if reading.reading.quantity.from() == Some("the dwelling") => {
            "its dwelling is not on the map".to_owned()
        }
        ([], []) => format!("the map of {plural} does not answer it"),
        ([], [one]) => format!("the shape of {one} cannot be used"),
        ([one], []) => format!("{one} is not on the map"),
        (missing, []) if missing.len() == reading.places.len() => format!("no {noun} is on the map"),
        (missing, unusable) => {
            let n = (missing.len() + unusable.len()) as u64;
            format!("{} not on the map or cannot be used", count(n, &format!("{noun} is"), &format!("{plural} are")))
        }
    }
}

/// `more than 1,000 feet`, for a sentence that is read aloud.
fn long_words(require: Requirement) -> String {
    let words = require.words();
    words.strip_suffix(" ft").map(|w| format!("{w} feet")).unwrap_or(words)
}

/// `over 1,000 feet`, where the line is short.
fn short_words(require: Requirement) -> String {
    long_words(require).replace("more than", "over").replace("less than", "under")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Length;

    #[test]
    fn limits_are_said_in_words() {
        assert_eq!(long_words(Requirement::MoreThan(Length::feet(1000))), "more than 1,000 feet");
        assert_eq!(short_words(Requirement::MoreThan(Length::feet(1000))), "over 1,000 feet");
    }
}
