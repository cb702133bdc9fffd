//! Renders one site for a clerk: the verdict in a sentence, why, every place, what to do next.

use jiff::fmt::strtime;

use super::{Context, Finding, SiteReport};
use crate::decide::{Call, Measured, Place, Reason, Sight, Verdict};
use crate::rules::Requirement;
use crate::text::{count, hanging, listed, paragraph};
use crate::units::{Length, Metres};

/// The whole report, ended by a line end.
pub fn text(site: &SiteReport, context: &Context) -> String {
    let mut out = String::new();
    let Some(gravest) = site.gravest() else { return out };
    let mut line = |text: &str| {
        out.push_str(text.trim_end());
        out.push('\n');
    };
    line(&hanging("", "", &headline(site, gravest)));
    if context.is_illustrative() {
        line("Illustrative layers: an invented village. Not for a real decision.");
    }
    line("\nWhy");
    for finding in &site.findings {
        line(&paragraph(&why(site, finding)));
    }
    if site.findings.len() > 1 {
        line("\nFindings");
        for finding in &site.findings {
            let reason = finding.verdict.reason().map(|r| format!(" ({r})")).unwrap_or_default();
            line(&format!(
                "  {:<10} {:<36} {}{reason}",
                finding.rule.citation,
                clipped(&finding.rule.title, 36),
                finding.verdict.word()
            ));
        }
    }
    line("\nAsked");
    line(&paragraph(&asked(context)));
    for finding in &site.findings {
        line("");
        table(finding).iter().for_each(|row| line(row));
    }
    line("");
    status(context).iter().for_each(|row| line(row));
    line("\nSources");
    sources(context).iter().for_each(|row| line(row));
    let not_checked: Vec<String> = context.chapters.iter().flat_map(|c| c.not_checked.iter().cloned()).collect();
    if !not_checked.is_empty() {
        line("\nNot checked");
        line(&paragraph(&format!("{}.", as_sentence(&not_checked))));
    }
    if let Some(settles) = what_would_settle(gravest) {
        line("\nWhat would settle it");
        line(&paragraph(&settles));
    }
    let steps = next_steps(site);
    if !steps.is_empty() {
        line("\nWhat to do next");
        for (i, step) in steps.iter().enumerate() {
            let number = format!("  {}. ", i + 1);
            line(&hanging(
                if steps.len() > 1 { &number } else { "  " },
                if steps.len() > 1 { "     " } else { "  " },
                step,
            ));
        }
    }
    out
}

fn headline(site: &SiteReport, finding: &Finding) -> String {
    let citation = &finding.rule.citation;
    let label = &site.label;
    let places = finding.wanted;
    let limit = finding.rule.require.limit();
    let nearest = finding.nearest().first().map(|(_, m)| *m);
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
    match (missing.as_slice(), unusable.as_slice()) {
        ([], []) if reason == Reason::InvalidData => "its own shape cannot be used".to_owned(),
        ([], []) => format!("layer {} is not enough", finding.wanted.layer.value),
        ([], [one]) => format!("the shape of {one} cannot be used"),
        ([one], []) => format!("{one} is not on the map"),
        (missing, unusable) => {
            let n = (missing.len() + unusable.len()) as u64;
            format!(
                "{} not on the map or cannot be used",
                count(n, &format!("{} is", finding.wanted.noun), &format!("{} are", finding.wanted.plural))
            )
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
    let nearest = finding.nearest();
    let blind = matches!(finding.verdict.reason(), Some(Reason::MissingData | Reason::InvalidData));
    if blind {
        sentences.extend(finding.gaps.iter().cloned());
        if finding.verdict.reason() == Some(Reason::MissingData) {
            sentences.push("What is not on the map is never taken for not being there.".to_owned());
        }
    }
    match nearest.first() {
        Some((_, measured)) => {
            let names: Vec<&str> = nearest.iter().map(|(name, _)| *name).collect();
            sentences.push(measured_sentence(&names, measured, from, finding.rule.require.limit(), blind));
            sentences.push(format!("{} needs {}.", finding.rule.citation, finding.rule.require.words()));
            if !blind {
                sentences.push(how_sure(measured, finding.rule.require.limit()));
            }
        }
        None if !blind => sentences.push(format!("No {} was found within reach.", finding.wanted.noun)),
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

/// `Union Park lies 1,346.3 ft from the lot line by the map.`
fn measured_sentence(names: &[&str], measured: &Measured, from: &str, limit: Length, of_those_found: bool) -> String {
    let part =
        if measured.part.1 > 1 { format!(" (part {} of {})", measured.part.0, measured.part.1) } else { String::new() };
    let who = listed(names);
    let lead = if of_those_found { "Of those that can be measured, " } else { "" };
    if measured.separation.distance.0 == 0.0 {
        return format!("{lead}{who}{part} and {from} meet or overlap on the map.");
    }
    let lie = match (names.len(), of_those_found) {
        (1, false) => "lies",
        (1, true) => "is nearest:",
        _ => "lie equally near:",
    };
    format!("{lead}{who}{part} {lie} {} ft from {from} by the map.", measured.separation.distance.beside(limit))
}

/// Whether the accuracy of the maps can change the answer.
fn how_sure(measured: &Measured, limit: Length) -> String {
    let (d, band) = (measured.separation.distance, measured.band.half_width());
    match measured.call {
        Call::TooClose => format!(
            "The maps are good to {band} either way, so the true distance may be anything from {} to {}, and the limit lies between.",
            Metres((d.0 - band.0).max(0.0)),
            Metres(d.0 + band.0)
        ),
        _ if band.0 == 0.0 => "The maps are stated to be exact, so this is sure.".to_owned(),
        _ => {
            let spare = Metres((d.0 - limit.metres().0).abs());
            format!("The maps are good to {band} either way; {spare} lie between the two, so this is sure.")
        }
    }
}

fn asked(context: &Context) -> String {
    let day = strtime::format("%A, %-d %B %Y", context.on).unwrap_or_else(|_| context.on.to_string());
    format!("Act: {}. On {day}. {}", context.act, context.asked)
}

fn table(finding: &Finding) -> Vec<String> {
    let require = &finding.rule.require;
    let places = finding.wanted;
    let found = finding.places.iter().filter(|p| !matches!(p.sight, Sight::Missing)).count();
    let title = match places.named() {
        Some(named) => format!("{} ({} named, {found} found)", capitalised(&places.plural), named.len()),
        None => format!("{} in reach", capitalised(&places.plural)),
    };
    let question = match require {
        Requirement::MoreThan(limit) | Requirement::AtMost(limit) => format!("Within {limit}?"),
        Requirement::AtLeast(limit) | Requirement::LessThan(limit) => format!("Nearer than {limit}?"),
    };
    let mut rows = vec![row(&title, "Distance", "Good to", &question, "")];
    for Place { name, sight } in &finding.places {
        rows.push(match sight {
            Sight::Missing => row(name, "-", "", "not in the layer", "  "),
            Sight::Unusable(..) => row(name, "-", "", "cannot be used", "  "),
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

fn status(context: &Context) -> Vec<String> {
    let mut rows = Vec::new();
    for chapter in &context.chapters {
        rows.push(format!("Status of the law: {}", chapter.status.kind.word()));
        let authority = chapter.status.authority.as_ref().map(|a| format!("{a}: ")).unwrap_or_default();
        if let Some(note) = &chapter.status.note {
            rows.push(paragraph(&format!("{authority}{note}")));
        }
        rows.push(paragraph(&format!(
            "{}, {}, {} ({}), text checked {}.",
            chapter.place, chapter.citation, chapter.title, chapter.source, chapter.checked
        )));
    }
    rows
}

fn sources(context: &Context) -> Vec<String> {
    let width = context.sources.iter().map(|s| s.layer.len()).max().unwrap_or(0).max(10);
    let accuracy = context.sources.iter().map(|s| s.accuracy.len()).max().unwrap_or(0).max(12);
    let mut rows =
        vec![format!("  {:<width$} {:<10} {:<accuracy$} fingerprint (sha256, start)", "layer", "as of", "accuracy")];
    let mut notes = Vec::new();
    for source in &context.sources {
        let as_of = source.as_of.map_or_else(|| "not stated".to_owned(), |d| d.to_string());
        let sha = source.sha256.as_deref().map_or("", |s| &s[..12]);
        let old = if source.is_old(context.on) { "  over a year old" } else { "" };
        rows.push(format!("  {:<width$} {as_of:<10} {:<accuracy$} {sha}{old}", source.layer, source.accuracy));
        if !source.operation.is_empty() {
            notes
                .push(format!("Layer {}: {}; taken to WGS84 by PROJ: {}.", source.layer, source.crs, source.operation));
        }
        notes.extend(source.repairs.iter().map(|r| format!("Layer {}: {r}.", source.layer)));
        if source.datum.is_none() {
            notes.push(format!("Layer {}: no datum is stated.", source.layer));
        }
    }
    rows.extend(notes.iter().map(|note| paragraph(note)));
    rows.push(paragraph(&format!(
        "Made by metes {}. Distances are geodesics on WGS84. \"Good to\" is how far off the true distance may be, 95 times in 100.",
        env!("CARGO_PKG_VERSION")
    )));
    rows
}

fn what_would_settle(finding: &Finding) -> Option<String> {
    let nearest = finding.nearest();
    match finding.verdict.reason()? {
        Reason::TooClose => {
            let (name, _) = nearest.first()?;
            Some(format!("A licensed survey of the distance from the lot line to the edge of {name}."))
        }
        Reason::MissingData => {
            Some("A layer that holds what is missing; nothing unseen is taken for nothing there.".to_owned())
        }
        Reason::InvalidData => Some(
            "The outline mended in the map program that made it, or the repair accepted: --repair LAYER".to_owned(),
        ),
    }
}

fn next_steps(site: &SiteReport) -> Vec<String> {
    let mut steps: Vec<String> = Vec::new();
    for finding in &site.findings {
        let next = &finding.rule.next;
        let of_law = match finding.verdict {
            Verdict::Complies => &next.complies,
            Verdict::Violates => &next.violates,
            Verdict::Undetermined(_) => &next.undetermined,
        };
        steps.extend(of_law.iter().filter(|s| !steps.contains(s)).cloned().collect::<Vec<_>>());
    }
    steps
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

/// Items of a list as one sentence: all but the first begin small, unless with a name.
fn as_sentence(items: &[String]) -> String {
    let small = |item: &String| {
        let mut chars = item.chars();
        match (chars.next(), chars.clone().next()) {
            (Some(first), Some(second)) if second.is_lowercase() || second == ' ' => {
                first.to_lowercase().chain(chars).collect()
            }
            _ => item.clone(),
        }
    };
    items.first().into_iter().cloned().chain(items.iter().skip(1).map(small)).collect::<Vec<_>>().join("; ")
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// How many sites of a batch came out how, for one line on standard error.
///
/// `tally` is how many there were, comply, violate and are undetermined.
pub fn summary([sites, complies, violates, undetermined]: [u64; 4]) -> String {
    format!(
        "{}: {} comply, {} violate, {} undetermined",
        count(sites, "site", "sites"),
        crate::text::grouped(complies),
        crate::text::grouped(violates),
        crate::text::grouped(undetermined)
    )
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
    }

    #[test]
    fn limits_are_said_in_words() {
        assert_eq!(long_words(Requirement::MoreThan(Length::feet(1000))), "more than 1,000 feet");
    }
}
