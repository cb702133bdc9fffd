//! Tells what an answer leans on: the standing of the law, the layers, the program.

use jiff::fmt::strtime;

use super::{Context, Finding, SiteReport, SourceNote};
use crate::text::{listed, paragraph};

/// Each status of the law among the findings with what it means, and the chapters it is of.
pub fn statuses(site: &SiteReport) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for Finding { chapter, rule, .. } in &site.findings {
        let status = chapter.status_of(rule);
        let of_rule = rule.status.as_ref().map(|_| format!(", {}", rule.wording.citation)).unwrap_or_default();
        let since = status.since.map(|day| {
            let day = strtime::format("%-d %B %Y", day).unwrap_or_else(|_| day.to_string());
            format!(" since {day}")
        });
        let kind = status.kind.word().replace('-', " ");
        let title = format!("Status of the law{of_rule}: {kind}{}", since.unwrap_or_default());
        let said = match (&status.authority, &status.note) {
            (Some(authority), Some(note)) => Some(format!("{authority}: {note}")),
            (Some(authority), None) => Some(format!("{authority}.")),
            (None, note) => note.clone(),
        };
        let mut rows: Vec<String> = said.iter().map(|said| paragraph(said)).collect();
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

pub fn sources(context: &Context) -> Vec<String> {
    if context.sources.is_empty() {
        return vec![
            paragraph("No map was used; every figure is as stated."),
            paragraph(&format!("Made by metes {}.", env!("CARGO_PKG_VERSION"))),
        ];
    }
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
