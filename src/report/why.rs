//! Says why a finding says what it says, in sentences.

use super::tables::printed;
use super::{Finding, Lift, PremiseReport, ReadingReport, SiteReport};
use crate::decide::{Measured, Verdict};
use crate::rules::{Condition, Requirement};
use crate::text::{count, listed};
use crate::truth::{Reason, Truth};
use crate::units::Metres;

/// The measured conditions of a site that a condition names.
pub fn premises_of<'s, 'a>(site: &'s SiteReport<'a>, condition: &Condition) -> Vec<&'s PremiseReport<'a>> {
    condition.measured().into_iter().filter_map(|id| site.premise(id)).collect()
}

/// Why a finding says what it says, in sentences.
pub fn why(site: &SiteReport, finding: &Finding) -> String {
    let mut sentences: Vec<String> = Vec::new();
    let verdict = finding.verdict;
    let blind = matches!(verdict.reason(), Some(Reason::MissingData | Reason::InvalidData));
    if blind {
        sentences.extend(finding.gaps.iter().cloned());
    }
    if verdict == Verdict::NotApplicable {
        sentences.extend(finding.lifts.iter().filter(|l| l.holds == Truth::Yes).map(|l| lifted(site, l)));
        sentences.extend(finding.gaps.iter().cloned());
        return sentences.join(" ");
    }
    if verdict != finding.bare && !blind {
        sentences.extend(finding.lifts.iter().filter(|l| l.holds == Truth::Yes).map(|l| lifted(site, l)));
        sentences.push(match (verdict, finding.bare) {
            (Verdict::Exempt, bare) => format!("Without that the answer would be \"{}\".", bare.word()),
            (_, bare) => format!("By what was measured alone the answer would be \"{}\".", bare.word()),
        });
    }
    if finding.rule.is_duty() {
        sentences.push(finding.rule.wording.sentence.clone());
    }
    if let Some(reading) = finding.default() {
        sentences.extend(measured(site, finding, reading, blind));
    }
    let of_facts = verdict.reason() == Some(Reason::MissingFact);
    for lift in
        finding.lifts.iter().filter(|l| l.holds.reason().is_some() && l.holds.reason() == verdict.reason() && !of_facts)
    {
        sentences.extend(open(site, lift));
    }
    sentences.extend(site.premises.iter().filter(|p| p.truth == Truth::No && straddles(p)).map(premise));
    if !finding.asks.is_empty() {
        let n = finding.asks.len() as u64;
        let could = format!("{} could still change that.", count(n, "answer", "answers"));
        sentences.push(format!("{could} No name is needed for {}.", if n == 1 { "it" } else { "any of them" }));
    }
    if !blind {
        sentences.extend(finding.gaps.iter().cloned());
    }
    if let Some(quote) = &finding.rule.wording.quote {
        sentences.push(format!("The law says \"{quote}\"."));
    }
    sentences.join(" ")
}

/// An exemption that holds, in a sentence, with what was measured for it.
fn lifted(site: &SiteReport, lift: &Lift) -> String {
    let wording = &lift.exemption.wording;
    let measured: Vec<String> = premises_of(site, &lift.exemption.when).iter().map(|p| premise(p)).collect();
    let law = format!("{}: {}", wording.citation, wording.sentence);
    if measured.is_empty() { law } else { format!("{} {law}", measured.join(" ")) }
}

/// An exemption of which it cannot be said whether it holds.
fn open(site: &SiteReport, lift: &Lift) -> Option<String> {
    let reason = lift.holds.reason()?;
    let measured: Vec<String> = premises_of(site, &lift.exemption.when).iter().map(|p| premise(p)).collect();
    let unclear = unclear(&lift.exemption.when).into_iter().map(str::to_owned);
    let told: Vec<String> = measured.into_iter().chain(unclear).collect();
    let told = if told.is_empty() { String::new() } else { format!(" {}", told.join(" ")) };
    Some(format!("Whether {} lifts it cannot be said ({reason}).{told}", lift.exemption.wording.citation))
}

fn unclear(condition: &Condition) -> Vec<&str> {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => parts.iter().flat_map(unclear).collect(),
        Condition::Not(inner) => unclear(inner),
        Condition::Unclear(why) => vec![why],
        _ => Vec::new(),
    }
}

/// What was measured for a condition: `The lot lies outside the village, 69.0 ft from its boundary.`
pub fn premise(report: &PremiseReport) -> String {
    let said = |text: &str| capitalised(text);
    if report.stated {
        let yes = report.truth == Truth::Yes;
        return format!(
            "It was stated, not measured, that {}.",
            if yes { &report.premise.yes } else { &report.premise.no }
        );
    }
    let Some((reading, (_, m))) = report.readings.first().and_then(|r| Some((r, *r.deciding().first()?))) else {
        return report.readings.first().map(|r| r.gaps.join(" ")).unwrap_or_default();
    };
    let band = m.band.half_width();
    let feet = printed(edge(m), reading.require());
    match report.truth {
        Truth::Yes => format!("{}, {feet} ft from it, good to {band}, so this is sure.", said(&report.premise.yes)),
        Truth::No => match m.contact.filter(|contact| contact.outside.0 >= band.0) {
            Some(contact) => {
                format!("{}, though up to {} of it lies outside.", said(&report.premise.no), contact.outside)
            }
            None => format!("{}.", said(&report.premise.no)),
        },
        Truth::Unknown(reason) => {
            let straddles = m.contact.filter(|contact| contact.outside.0 >= band.0 && -m.signed.0 >= band.0);
            let gaps = report.readings.iter().filter(|r| r.counted && r.verdict.reason() == Some(reason));
            let gaps: Vec<String> = gaps.flat_map(|r| r.gaps.iter().cloned()).collect();
            match straddles {
                Some(contact) => format!(
                    "The site lies on both sides of the line: it reaches {} inside and {} outside. {}",
                    Metres(-m.signed.0),
                    contact.outside,
                    gaps.join(" ")
                )
                .trim_end()
                .to_owned(),
                None if gaps.is_empty() => format!("The line runs {feet} ft from it, good to {band}: {reason}."),
                None => gaps.join(" "),
            }
        }
    }
}

/// Whether a site lies inside a place and surely outside it as well.
fn straddles(report: &PremiseReport) -> bool {
    let deciding = report.readings.first().map(|r| r.deciding()).unwrap_or_default();
    deciding.iter().any(|(_, m)| m.contact.is_some_and(|contact| contact.outside.0 >= m.band.half_width().0))
}

/// How far a place's outline is: its distance, or inside it the distance to its edge.
pub fn edge(m: &Measured) -> Metres {
    m.contact.map_or(m.separation.distance, |contact| contact.edge)
}

fn measured(site: &SiteReport, finding: &Finding, reading: &ReadingReport, blind: bool) -> Vec<String> {
    let mut sentences = Vec::new();
    let deciding = reading.deciding();
    let require = reading.require();
    match deciding.first() {
        Some((_, m)) => {
            let names: Vec<&str> = deciding.iter().map(|(name, _)| *name).collect();
            sentences.push(measured_sentence(site, &names, m, reading, blind));
            sentences.push(format!("{} needs {}.", finding.rule.wording.citation, require.words()));
            if !blind {
                sentences.push(how_sure(m, require));
            }
        }
        None if finding.verdict == Verdict::Complies => {
            let noun = reading.wanted.map_or("place", |w| w.noun.as_str());
            sentences.push(format!("No {noun} was found within reach."));
        }
        None => {}
    }
    let counted: Vec<&ReadingReport> = finding.readings.iter().filter(|r| r.counted).collect();
    if counted.len() > 1 && !blind {
        let same = counted.iter().all(|r| r.verdict == reading.verdict);
        let sure = reading.verdict.reason().is_none();
        match (same, sure) {
            (true, true) => sentences.push("Every way of measuring agrees (below).".to_owned()),
            _ if finding.verdict == Verdict::Undetermined(Reason::ReadingsDiffer) => sentences.push(
                "The law does not say from what to what, and the ways of measuring disagree (below): a survey would not settle it."
                    .to_owned(),
            ),
            _ => {}
        }
    }
    sentences
}

/// What is measured from, in words.
pub fn from_words(site: &SiteReport, reading: &ReadingReport) -> &'static str {
    reading.reading.quantity.from().unwrap_or(match site.reading {
        "point" => "the point itself",
        "lot" => "the lot line",
        "none" => "the site",
        _ => "the shape given",
    })
}

/// `The nearest listed park is Union Park, 1,346.3 ft from the lot line by the map.`
fn measured_sentence(
    site: &SiteReport,
    names: &[&str],
    m: &Measured,
    reading: &ReadingReport,
    of_those_found: bool,
) -> String {
    let part = if m.part.1 > 1 { format!(" (part {} of {})", m.part.0, m.part.1) } else { String::new() };
    let (who, from) = (listed(names), from_words(site, reading));
    let distance = printed(m.separation.distance, reading.require());
    let Some(wanted) = reading.wanted else {
        return format!(
            "It is {distance} ft{}.",
            if m.feature.is_empty() && m.note.is_some() { ", as stated" } else { "" }
        );
    };
    if m.feature.is_empty() {
        return format!("The distance is {distance} ft, as stated and not measured.");
    }
    if m.separation.distance.0 <= 0.0 {
        return format!("{who}{part} and {from} meet or overlap on the map.");
    }
    let lead = if of_those_found { "Of those that can be measured, the nearest" } else { "The nearest" };
    let by = if m.note.as_ref().is_some_and(|note| note.starts_with("stated")) { "as stated" } else { "by the map" };
    if names.len() > 1 {
        let both = if names.len() == 2 { "both" } else { "all" };
        format!("{lead} {} are {who}, {both} {distance} ft from {from} {by}.", wanted.plural)
    } else {
        format!("{lead} {} is {who}{part}, {distance} ft from {from} {by}.", wanted.noun)
    }
}

/// Whether the accuracy of the maps can change the answer.
fn how_sure(m: &Measured, require: Requirement) -> String {
    let (d, band) = (m.separation.distance, m.band.half_width());
    let off = |edge: crate::units::Length| (d.0 - edge.metres().0).abs();
    let spare = Metres(require.edges().into_iter().map(off).fold(f64::INFINITY, f64::min));
    let margin = match (m.met, require) {
        (Truth::Yes, _) => format!("{spare} to spare"),
        (_, Requirement::Equal(size, _)) => {
            let off = Metres((d.0 - size.metres().0).abs());
            format!("{off} {}", if d.0 < size.metres().0 { "short" } else { "over" })
        }
        (_, require) if require.keeps_away() => format!("{spare} too near"),
        _ => format!("{spare} too much"),
    };
    let maps =
        if m.note.as_ref().is_some_and(|note| note.starts_with("stated")) { "The figure is" } else { "The maps are" };
    match m.met {
        Truth::Unknown(Reason::TooClose) => format!(
            "{maps} good to {band} either way, so the true distance may be anything from {} to {}, and the limit lies between.",
            Metres((d.0 - band.0).max(0.0)),
            Metres(d.0 + band.0)
        ),
        Truth::Unknown(_) => "It is exactly the limit, and the law is not clear there.".to_owned(),
        _ if band.0 == 0.0 => format!("That is {margin}."),
        _ => format!("That is {margin}. {maps} good to {band} either way, so this is sure."),
    }
}

/// With a capital letter at its start.
pub fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
