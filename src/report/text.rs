//! Renders one site for a clerk: the verdict in a sentence, why, every place, what to do next.

use std::collections::BTreeMap;
use std::fmt;

use jiff::fmt::strtime;

use super::{Context, Finding, SiteReport, SourceNote};
use crate::decide::{Call, Measured, Place, Reason, Sight, Verdict};
use crate::rules::Requirement;
use crate::text::{count, hanging, listed, paragraph};
use crate::units::Metres;

/// The whole report, ended by a line end.
pub fn text(site: &SiteReport, context: &Context) -> String {
    let Some(gravest) = site.gravest() else { return String::new() };
    let mut lines = vec![hanging("", "", &headline(site, gravest))];
    lines.extend(context.illustrative_warning());
    lines.extend(context.chapters.iter().filter_map(|c| c.caution.as_deref()).map(|c| hanging("", "", c)));
    let mut section = |title: &str, rows: Vec<String>| {
        if !rows.is_empty() {
            lines.push(String::new());
            lines.extend((!title.is_empty()).then(|| title.to_owned()));
            lines.extend(rows);
        }
    };
    let deciding_first = std::iter::once(gravest).chain(site.findings.iter().filter(|f| !std::ptr::eq(*f, gravest)));
    section("Why", deciding_first.map(|f| paragraph(&why(site, f))).collect());
    section(
        "Findings",
        if site.findings.len() > 1 { site.findings.iter().map(finding_row).collect() } else { Vec::new() },
    );
    section("Asked", vec![paragraph(&asked(context))]);
    for finding in &site.findings {
        section("", table(finding));
    }
    for (title, rows) in statuses(site) {
        section(&title, rows);
    }
    section("Sources", sources(context));
    let bullet = |item: &String| hanging("  - ", "    ", item);
    section("Not checked", context.chapters.iter().flat_map(|c| c.not_checked.iter().map(bullet)).collect());
    section("What would settle it", what_would_settle(site, gravest).into_iter().map(|s| paragraph(&s)).collect());
    section("What to do next", next_steps(site));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn finding_row(finding: &Finding) -> String {
    let reason = finding.verdict.reason().map(|r| format!(" ({r})")).unwrap_or_default();
    format!(
        "  {:<10} {:<36} {}{reason}",
        finding.rule.citation,
        clipped(&finding.rule.title, 36),
        finding.verdict.word()
    )
}

fn headline(site: &SiteReport, finding: &Finding) -> String {
    let citation = &finding.rule.citation;
    let label = &site.label;
    let places = finding.wanted;
    let limit = finding.rule.require.limit();
    let nearest = finding.deciding().first().map(|(_, m)| *m);
    let feet = |m: &Measured| m.separation.distance.beside(limit);
    let keeps_away = finding.rule.require.keeps_away();
    match (finding.verdict, nearest) {
        (Verdict::Complies, _) => {
            let every = if keeps_away { "every" } else { "a" };
            format!(
                "Complies: {label} is {} from {every} {} ({citation}).",
                long_words(finding.rule.require),
                places.noun
            )
        }
        (Verdict::Violates, Some(m)) => {
            let a = if keeps_away { "a" } else { "the nearest" };
            format!(
                "Violates: {label} is {} feet from {a} {}; {citation} needs {}.",
                feet(m),
                places.noun,
                short_words(finding.rule.require)
            )
        }
        (Verdict::Violates, None) => format!("Violates: no {} is near {label} ({citation}).", places.noun),
        (Verdict::Undetermined(Reason::TooClose), Some(m)) => {
            let band = crate::units::fixed(m.band.half_width().feet(), 1);
            format!("Undetermined: {label} is too close to call ({} feet, good to {band} feet).", feet(m))
        }
        (Verdict::NotApplicable, _) => format!("Not applicable: {citation} is not law on the day that is asked about."),
        (Verdict::Undetermined(reason), _) => {
            format!("Undetermined: {label} cannot be decided: {}.", obstacle(finding, reason))
        }
    }
}

/// What stands in the way of an answer, in a few words.
fn obstacle(finding: &Finding, reason: Reason) -> String {
    let names = |wanted: fn(&Sight) -> bool| {
        finding.places.iter().filter(|p| wanted(&p.sight)).map(|p| p.name.as_str()).collect::<Vec<_>>()
    };
    let missing = names(|s| matches!(s, Sight::Missing));
    let unusable = names(|s| matches!(s, Sight::Unusable(..)));
    let (noun, plural) = (&finding.wanted.noun, &finding.wanted.plural);
    match (missing.as_slice(), unusable.as_slice()) {
        ([], []) if reason == Reason::InvalidData => "its own shape cannot be used".to_owned(),
        ([], []) => format!("the map of {plural} does not answer it"),
        ([], [one]) => format!("the shape of {one} cannot be used"),
        ([one], []) => format!("{one} is not on the map"),
        (missing, []) if missing.len() == finding.places.len() => format!("no {noun} is on the map"),
        (missing, unusable) => {
            let n = (missing.len() + unusable.len()) as u64;
            format!("{} not on the map or cannot be used", count(n, &format!("{noun} is"), &format!("{plural} are")))
        }
    }
}

fn why(site: &SiteReport, finding: &Finding) -> String {
    let from = match site.reading {
        "point" => "the point itself",
        "lot" => "the lot line",
        _ => "the shape given",
    };
    let mut sentences: Vec<String> = Vec::new();
    let deciding = finding.deciding();
    let blind = matches!(finding.verdict.reason(), Some(Reason::MissingData | Reason::InvalidData));
    if blind {
        sentences.extend(finding.gaps.iter().cloned());
        if finding.verdict.reason() == Some(Reason::MissingData) {
            sentences.push("What is not on the map is never taken for not being there.".to_owned());
        }
    }
    match deciding.first() {
        Some((_, measured)) => {
            let names: Vec<&str> = deciding.iter().map(|(name, _)| *name).collect();
            sentences.push(measured_sentence(&names, measured, from, finding, blind));
            sentences.push(format!("{} needs {}.", finding.rule.citation, finding.rule.require.words()));
            if !blind {
                sentences.push(how_sure(measured, finding.rule.require));
            }
        }
        None if finding.verdict == Verdict::Complies => {
            sentences.push(format!("No {} was found within reach.", finding.wanted.noun));
        }
        None => {}
    }
    if !blind {
        sentences.extend(finding.gaps.iter().cloned());
    }
    if let Some(quote) = &finding.rule.quote {
        sentences.push(format!("The law says \"{quote}\"."));
    }
    sentences.join(" ")
}

/// `The nearest listed park is Union Park, 1,346.3 ft from the lot line by the map.`
fn measured_sentence(
    names: &[&str],
    measured: &Measured,
    from: &str,
    finding: &Finding,
    of_those_found: bool,
) -> String {
    let part =
        if measured.part.1 > 1 { format!(" (part {} of {})", measured.part.0, measured.part.1) } else { String::new() };
    let who = listed(names);
    let lead = if of_those_found { "Of those that can be measured, the nearest" } else { "The nearest" };
    if measured.separation.distance.0 == 0.0 {
        return format!("{who}{part} and {from} meet or overlap on the map.");
    }
    let distance = measured.separation.distance.beside(finding.rule.require.limit());
    let (noun, plural) = (&finding.wanted.noun, &finding.wanted.plural);
    if names.len() > 1 {
        format!("{lead} {plural} are {who}, both {distance} ft from {from} by the map.")
            .replace("both", if names.len() == 2 { "both" } else { "all" })
    } else {
        format!("{lead} {noun} is {who}{part}, {distance} ft from {from} by the map.")
    }
}

/// Whether the accuracy of the maps can change the answer.
fn how_sure(measured: &Measured, require: Requirement) -> String {
    let (d, band) = (measured.separation.distance, measured.band.half_width());
    let spare = Metres((d.0 - require.limit().metres().0).abs());
    let margin = match (measured.call, require.keeps_away()) {
        (Call::Met, _) => format!("{spare} to spare"),
        (_, true) => format!("{spare} too near"),
        (_, false) => format!("{spare} too far"),
    };
    match measured.call {
        Call::TooClose => format!(
            "The maps are good to {band} either way, so the true distance may be anything from {} to {}, and the limit lies between.",
            Metres((d.0 - band.0).max(0.0)),
            Metres(d.0 + band.0)
        ),
        _ if band.0 == 0.0 => format!("That is {margin}. The maps are stated to be exact, so this is sure."),
        _ => format!("That is {margin}. The maps are good to {band} either way, so this is sure."),
    }
}

fn asked(context: &Context) -> String {
    let day = strtime::format("%A, %-d %B %Y", context.on).unwrap_or_else(|_| context.on.to_string());
    let question = context.chapters.iter().find_map(|c| c.asks.get(context.act));
    let question = question.map_or_else(|| format!("Act: {}.", context.act), Clone::clone);
    format!("{question} On {day}. {}", context.asked)
}

fn table(finding: &Finding) -> Vec<String> {
    let require = &finding.rule.require;
    let places = finding.wanted;
    let found = finding.places.iter().filter(|p| !matches!(p.sight, Sight::Missing)).count();
    let title = match places.named() {
        Some(named) => {
            format!("{} ({} named in {}, {found} found)", capitalised(&places.plural), named.len(), places.citation)
        }
        None => format!("{} in reach, or the nearest", capitalised(&places.plural)),
    };
    let question = match require {
        Requirement::MoreThan(limit) | Requirement::AtMost(limit) => format!("Within {limit}?"),
        Requirement::AtLeast(limit) | Requirement::LessThan(limit) => format!("Nearer than {limit}?"),
    };
    let mut rows = vec![row(&title, "Distance", "Good to", &question, "")];
    let unseen = |p: &&Place| !matches!(p.sight, Sight::Measured(_));
    for Place { name, sight } in
        finding.places.iter().filter(unseen).chain(finding.places.iter().filter(|p| !unseen(p)))
    {
        rows.push(match sight {
            Sight::Missing => row(name, "-", "-", "not on the map", "  "),
            Sight::Unusable(..) => row(name, "-", "-", "cannot be used", "  "),
            Sight::Measured(m) => {
                let near = if require.keeps_away() { Call::NotMet } else { Call::Met };
                let answer = match m.call {
                    Call::TooClose => "too close to call",
                    call if call == near => "yes",
                    _ => "no",
                };
                let distance = format!("{} ft", m.separation.distance.beside(require.limit()));
                row(name, &distance, &format!("± {}", m.band.half_width()), answer, "  ")
            }
        });
    }
    rows.extend(
        finding.measured().filter_map(|(name, m)| Some(hanging("  ", "  ", &format!("{name}: {}.", m.note.as_ref()?)))),
    );
    rows
}

fn row(name: &str, distance: &str, good_to: &str, answer: &str, indent: &str) -> String {
    let name = clipped(&format!("{indent}{name}"), 44);
    format!("{name:<44} {distance:>12}  {good_to:>9}  {answer}")
}

/// The text cut to a width, with dots where it was cut.
fn clipped(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let cut: String = text.chars().take(width - 3).collect();
    format!("{cut}...")
}

/// Each status of the law among the findings with what it means, and the chapters it is of.
fn statuses(site: &SiteReport) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for Finding { chapter, rule, .. } in &site.findings {
        let status = chapter.status_of(rule);
        let of_rule = rule.status.as_ref().map(|_| format!(", {}", rule.citation)).unwrap_or_default();
        let title = format!("Status of the law{of_rule}: {}", status.kind.word());
        let authority = status.authority.as_ref().map(|a| format!("{a}: ")).unwrap_or_default();
        let mut rows: Vec<String> = status.note.iter().map(|note| paragraph(&format!("{authority}{note}"))).collect();
        rows.push(paragraph(&format!(
            "{}, {}, {} ({}), text checked {}.",
            chapter.place,
            chapter.citation,
            chapter.title,
            chapter.source,
            rule.checked.unwrap_or(chapter.checked)
        )));
        if !found.contains(&(title.clone(), rows.clone())) {
            found.push((title, rows));
        }
    }
    found
}

fn sources(context: &Context) -> Vec<String> {
    let width = |cell: fn(&SourceNote) -> &str, least: usize| {
        context.sources.iter().map(|s| cell(s).chars().count()).max().unwrap_or(0).max(least)
    };
    let (layer, accuracy) = (width(|s| &s.layer, 8), width(|s| &s.accuracy, 8));
    let mut rows =
        vec![format!("  {:<layer$}  {:<10}  {:<accuracy$}  fingerprint (sha256, start)", "layer", "as of", "accuracy")];
    let mut notes = Vec::new();
    for source in &context.sources {
        let as_of = source.as_of.map_or_else(|| "not stated".to_owned(), |d| d.to_string());
        let sha = source.sha256.as_deref().map_or("", |s| &s[..12]);
        let old = if source.is_old(context.on) { "  over a year old" } else { "" };
        rows.push(format!("  {:<layer$}  {as_of:<10}  {:<accuracy$}  {sha}{old}", source.layer, source.accuracy));
        if !source.operation.is_empty() {
            notes
                .push(format!("Layer {}: {}; taken to WGS84 by PROJ: {}.", source.layer, source.crs, source.operation));
        }
        notes.extend(source.repairs.iter().map(|r| format!("Layer {}: {r}.", source.layer)));
        if source.datum.is_none() && !source.file.is_empty() {
            notes.push(format!("Layer {}: no datum is stated.", source.layer));
        }
    }
    let files: Vec<String> =
        context.sources.iter().filter(|s| !s.file.is_empty()).map(|s| format!("{} from {}", s.layer, s.file)).collect();
    rows.push(paragraph(&format!("Files: {}.", listed(&files))));
    rows.extend(notes.iter().map(|note| paragraph(note)));
    rows.push(paragraph(&format!(
        "Made by metes {}. Good to ± some feet: the true distance lies that close 95 times in 100. Distances are the shortest on the earth's surface (geodesics on WGS84).",
        env!("CARGO_PKG_VERSION")
    )));
    rows
}

fn what_would_settle(site: &SiteReport, finding: &Finding) -> Option<String> {
    let deciding = finding.deciding();
    match finding.verdict.reason()? {
        Reason::TooClose => {
            let (name, _) = deciding.first()?;
            let from = if site.reading == "lot" { "the lot line" } else { "the premises" };
            let require = finding.rule.require;
            Some(format!(
                "A licensed survey of the distance from {from} to the edge of {name}. Surely {}: complies. Otherwise: violates. \
                 This version does not take the figure in; compare it by hand.",
                require.words()
            ))
        }
        Reason::MissingData => Some(format!("A map of {} that holds what is missing.", finding.wanted.plural)),
        Reason::InvalidData => Some("The outline mended in the map program that made it; or, if it is right as drawn, the option --repair for its layer.".to_owned()),
    }
}

fn next_steps(site: &SiteReport) -> Vec<String> {
    let mut steps: Vec<&String> = Vec::new();
    for finding in &site.findings {
        let next = &finding.rule.next;
        let of_law: &[String] = match finding.verdict {
            Verdict::Complies => &next.complies,
            Verdict::Violates => &next.violates,
            Verdict::Undetermined(_) => &next.undetermined,
            Verdict::NotApplicable => &[],
        };
        for step in of_law {
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    match steps.as_slice() {
        [only] => vec![paragraph(only)],
        several => {
            several.iter().enumerate().map(|(i, step)| hanging(&format!("  {}. ", i + 1), "     ", step)).collect()
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

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// How many sites of a batch came out how, for one line on standard error.
#[derive(Debug, Default)]
pub struct Tally {
    /// Sites.
    pub sites: u64,
    outcomes: BTreeMap<&'static str, u64>,
    reasons: BTreeMap<&'static str, u64>,
}

impl Tally {
    /// Counts one site by its gravest finding.
    pub fn take(&mut self, site: &SiteReport) {
        self.sites += 1;
        if let Some(finding) = site.gravest() {
            *self.outcomes.entry(finding.verdict.word()).or_default() += 1;
            if let Some(reason) = finding.verdict.reason() {
                *self.reasons.entry(reason.code()).or_default() += 1;
            }
        }
    }
}

/// `2,407 sites: 701 complies, 1,700 violates, 6 undetermined (6 too-close)`
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = |counts: &BTreeMap<&str, u64>| {
            counts.iter().map(|(word, n)| format!("{} {word}", crate::text::grouped(*n))).collect::<Vec<_>>().join(", ")
        };
        write!(f, "{}: {}", count(self.sites, "site", "sites"), parts(&self.outcomes))?;
        if !self.reasons.is_empty() {
            write!(f, " ({})", parts(&self.reasons))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::WIDTH;
    use crate::units::Length;

    #[test]
    fn rows_stay_within_the_page() {
        let long = row(&"x".repeat(80), "12,345.6789 ft", "± 100.0 ft", "too close to call", "  ");
        assert!(long.chars().count() <= WIDTH + 4, "{}", long.chars().count());
        assert!(row("Union Park", "1,346.3 ft", "± 4.9 ft", "too close to call", "  ").chars().count() <= WIDTH);
    }

    #[test]
    fn limits_are_said_in_words() {
        assert_eq!(long_words(Requirement::MoreThan(Length::feet(1000))), "more than 1,000 feet");
    }
}
