//! Lays out the tables of a report: listed places, clearances, ways to measure, findings.

use super::why::{capitalised, edge};
use super::{Finding, PremiseReport, ReadingReport, SiteReport};
use crate::decide::{Measured, Place, Sight, Verdict};
use crate::rules::{Demand, Requirement};
use crate::text::{hanging, paragraph};
use crate::truth::{Reason, Truth};
use crate::units::{Length, Metres};

/// One line for each finding: citation, topic, answer.
pub fn findings(site: &SiteReport) -> Vec<String> {
    let row = |finding: &Finding| {
        format!("  {:<12} {:<32} {}", finding.rule.wording.citation, clipped(&finding.rule.topic, 32), answer(finding))
    };
    site.findings.iter().map(row).collect()
}

/// What a finding answers, in words.
pub fn answer(finding: &Finding) -> String {
    match (finding.verdict, &finding.rule.demand) {
        (Verdict::Required, Demand::Duty(duty)) => format!("required: {}, {}", duty.who, duty.by),
        (Verdict::Undetermined(reason), _) => format!("undetermined ({reason})"),
        (Verdict::NotApplicable, _) => "not applicable".to_owned(),
        (verdict, _) => verdict.word().to_owned(),
    }
}

/// Every place that a rule speaks of, with its distance by the default reading; what lifts the
/// rule for one of them is told.
pub fn listed(finding: &Finding) -> Vec<String> {
    let Some(reading) = finding.default() else { return Vec::new() };
    let Some(places) = reading.wanted.filter(|_| !reading.places.is_empty()) else { return Vec::new() };
    let require = reading.require();
    let out_of_reach = finding.verdict == Verdict::NotApplicable;
    let yes = match finding.verdict {
        Verdict::Undetermined(Reason::ReadingsDiffer) => "depends (below)",
        Verdict::NotApplicable => "yes, but see above",
        _ => "yes",
    };
    let title = match places.named() {
        _ if out_of_reach => format!("{}, for information only", capitalised(&places.plural)),
        Some(names) => {
            let found = names.len() - reading.places.iter().filter(|p| matches!(p.sight, Sight::Missing)).count();
            format!("{} ({} named in {}, {found} found)", capitalised(&places.plural), names.len(), places.citation)
        }
        None => format!("{} within reach, or the nearest", capitalised(&places.plural)),
    };
    let question = match require {
        Requirement::MoreThan(limit) | Requirement::Beyond(limit) | Requirement::AtMost(limit) => {
            format!("Within {limit}?")
        }
        Requirement::AtLeast(limit) | Requirement::LessThan(limit) | Requirement::Equal(limit, _) => {
            format!("Nearer than {limit}?")
        }
    };
    let mut rows = vec![row(&title, "Distance", "Good to", &question, "")];
    let unseen = |p: &Place| !matches!(p.sight, Sight::Measured(_));
    let freed = finding.freed.iter().copied().chain(std::iter::repeat(Truth::No));
    let numbered: Vec<(&Place, Truth)> = reading.places.iter().zip(freed).collect();
    let unseen_first = numbered.iter().filter(|(p, _)| unseen(p)).chain(numbered.iter().filter(|(p, _)| !unseen(p)));
    for (Place { name, sight, .. }, freed) in unseen_first {
        rows.push(match sight {
            Sight::Missing => row(name, "-", "-", "not on the map", "  "),
            Sight::Unusable(..) => row(name, "-", "-", "cannot be used", "  "),
            Sight::Measured(m) => {
                let near = Truth::from(!require.keeps_away());
                let answer = match m.met {
                    Truth::Unknown(reason) => reason.to_string(),
                    met if met == near && *freed == Truth::Yes => "yes, but lifted".to_owned(),
                    met if met == near => yes.to_owned(),
                    _ => "no".to_owned(),
                };
                row(name, &feet(m, require), &good_to(m), &answer, "  ")
            }
        });
    }
    rows.extend(notes(reading));
    rows
}

fn notes(reading: &ReadingReport) -> Vec<String> {
    let note = |(name, m): (&str, &Measured)| Some(hanging("  ", "  ", &format!("{name}: {}.", m.note.as_ref()?)));
    reading.measured().filter(|(_, m)| !m.feature.is_empty()).filter_map(note).collect()
}

fn feet(m: &Measured, require: Requirement) -> String {
    format!("{} ft", printed(m.separation.distance, require))
}

/// A length on its own side of the nearest length at which the answer changes.
pub fn printed(length: Metres, require: Requirement) -> String {
    let off = |edge: &Length| (edge.metres().0 - length.0).abs();
    let edge = require.edges().into_iter().min_by(|a, b| off(a).total_cmp(&off(b)));
    length.beside(edge.unwrap_or(require.limit()))
}

fn good_to(m: &Measured) -> String {
    format!("± {}", m.band.half_width())
}

/// The line of a measured condition under a table of places.
pub fn premise(report: &PremiseReport) -> Option<String> {
    let reading = report.readings.first()?;
    let title = format!("{} ({})", capitalised(&reading.wanted?.noun), report.premise.wording.citation);
    let answer = match report.truth {
        Truth::Yes => report.premise.short[0].clone(),
        Truth::No => report.premise.short[1].clone(),
        Truth::Unknown(reason) => reason.to_string(),
    };
    let deciding = reading.deciding();
    Some(match deciding.first() {
        _ if report.stated => row(&title, "-", "-", &format!("{answer}, as stated"), ""),
        Some((_, m)) => {
            let distance = format!("{} ft", printed(edge(m), reading.require()));
            row(&title, &distance, &good_to(m), &answer, "")
        }
        None => row(&title, "-", "-", "not on the map", ""),
    })
}

/// The other ways to measure what decides, each with its own answer.
pub fn ways(finding: &Finding) -> Vec<String> {
    if finding.readings.len() < 2 {
        return Vec::new();
    }
    let mut rows = Vec::new();
    for reading in &finding.readings {
        let name = &reading.reading.name;
        let answer = match (reading.counted, reading.verdict) {
            (false, _) => "not counted".to_owned(),
            (_, Verdict::Undetermined(reason)) => reason.to_string(),
            (_, verdict) => verdict.word().to_owned(),
        };
        rows.push(match reading.deciding().first() {
            Some((_, m)) => row(name, &feet(m, reading.require()), &good_to(m), &answer, "  "),
            None => row(name, "-", "-", &answer, "  "),
        });
    }
    rows
}

/// One line for each finding of an act that has many: what, which, how far, what is needed.
pub fn clearances(site: &SiteReport) -> Vec<String> {
    let mut rows = vec![clearance("Clearances", "Nearest", "Measured", "Needs", "Good to", "Result")];
    for finding in site.findings.iter().filter(|f| !f.rule.is_duty()) {
        let topic = format!("  {}", finding.rule.topic);
        let Some(reading) = finding.default() else {
            rows.push(clearance(&topic, "-", "-", "-", "-", &answer(finding)));
            continue;
        };
        let result = match finding.verdict {
            Verdict::Undetermined(Reason::MissingData) if reading.places.is_empty() => "not on the map".to_owned(),
            Verdict::Undetermined(reason) => reason.to_string(),
            Verdict::NotApplicable => "does not apply".to_owned(),
            verdict => verdict.word().to_owned(),
        };
        let needs = needs(reading.require());
        rows.push(match reading.deciding().first() {
            Some((name, m)) => {
                let name = if reading.wanted.is_some() { *name } else { "-" };
                clearance(&topic, name, &feet(m, reading.require()), &needs, &good_to(m), &result)
            }
            None if finding.verdict.is_clear() => clearance(&topic, "none there", "-", &needs, "-", &result),
            None => clearance(&topic, "-", "-", &needs, "-", &result),
        });
    }
    rows
}

fn needs(require: Requirement) -> String {
    match require {
        Requirement::MoreThan(limit) | Requirement::Beyond(limit) => format!("over {limit}"),
        Requirement::AtLeast(limit) => format!("{limit} or more"),
        Requirement::LessThan(limit) => format!("under {limit}"),
        Requirement::AtMost(limit) => format!("up to {limit}"),
        Requirement::Equal(size, slack) => format!("{} ± {}", size.short(), slack.short()),
    }
}

fn clearance(topic: &str, nearest: &str, measured: &str, needs: &str, good_to: &str, result: &str) -> String {
    format!("{:<23} {:<12} {measured:>9} {needs:>12} {good_to:>8}  {result}", clipped(topic, 23), clipped(nearest, 12))
}

/// Under a table of clearances: what a figure does not tell by itself.
pub fn clearance_notes(site: &SiteReport) -> Vec<String> {
    let mut rows = Vec::new();
    for finding in site.findings.iter().filter(|f| f.verdict != Verdict::NotApplicable) {
        rows.extend(finding.default().map(notes).unwrap_or_default());
        if finding.readings.len() > 1 && finding.readings.iter().any(|r| !r.deciding().is_empty()) {
            rows.push(paragraph(&format!("{}, by each way of measuring:", capitalised(&finding.rule.topic))));
            rows.extend(ways(finding));
        }
    }
    rows
}

fn row(name: &str, distance: &str, good_to: &str, answer: &str, indent: &str) -> String {
    let name = clipped(&format!("{indent}{name}"), 44);
    format!("{name:<44} {distance:>12}  {good_to:>9}  {answer}")
}

/// The text cut to a width, with dots where it was cut.
pub fn clipped(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let cut: String = text.chars().take(width - 3).collect();
    format!("{cut}...")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::WIDTH;

    #[test]
    fn rows_stay_within_the_page() {
        let long = row(&"x".repeat(80), "12,345.6789 ft", "± 100.0 ft", "too close to call", "  ");
        assert!(long.chars().count() <= WIDTH + 4, "{}", long.chars().count());
        assert!(row("Union Park", "1,346.3 ft", "± 4.9 ft", "too close to call", "  ").chars().count() <= WIDTH);
        let clear = clearance(
            "  electrical conduit",
            "Quarry / Larch",
            "1,234.5 ft",
            "12 ft ± 0.5 ft",
            "± 0.5 ft",
            "too close to call",
        );
        assert!(clear.chars().count() <= WIDTH + 6, "{}", clear.chars().count());
    }
}
