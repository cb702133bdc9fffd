//! Reads a page of law into a chapter, and refuses what does not hold together.

mod blocks;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::chapter::{Case, Chapter, Places, Rule, Status, StatusKind};
use super::markdown::{self, Block, Kind};
use crate::document::{At, Document, Table};
use crate::error::{Error, Result};

/// Reads a page; `id` is what the chapter is called outside.
///
/// # Errors
/// What is wrong in the page, with its line.
pub fn chapter(document: &Document, id: &str) -> Result<Chapter> {
    let blocks = markdown::blocks(document)?;
    let mut heads = blocks.iter().filter(|block| block.kind.value == Kind::Chapter);
    let (first, second) = (heads.next(), heads.next());
    let (Some(first), Some(top)) = (first, blocks.first()) else {
        return Err(Error::new(format!("{} has no block \"toml chapter\", so it is no chapter.", document.name()))
            .hint("Under the title of the page write a fenced block with place, source, time_zone, checked, status."));
    };
    if let Some(second) = second {
        return Err(second
            .kind
            .spot
            .error(format!("a second block \"toml chapter\"; the first is on line {}.", first.kind.spot.line()))
            .hint("A page is one chapter: make two pages of it. Nothing was checked."));
    }
    if top.kind.value != Kind::Chapter {
        return Err(first
            .kind
            .spot
            .error(format!("the block \"toml chapter\" must come first; line {} has another.", top.kind.spot.line()))
            .hint("Move it up, under the title of the page. Nothing was checked."));
    }
    let mut chapter = head(document, first, id)?;

    let of = |kind: Kind| blocks.iter().filter(move |block| block.kind.value == kind);
    let mut places_ids = Vec::new();
    for block in of(Kind::Places) {
        let (id, places) = blocks::places(document, block)?;
        once(&mut places_ids, id, "the places")?;
        chapter.places.push(places);
    }
    let mut rule_ids = Vec::new();
    for block in of(Kind::Rule) {
        let (id, rule) = blocks::rule(document, block, &chapter.places)?;
        once(&mut rule_ids, id, "the rule")?;
        chapter.rules.push(rule);
    }
    let mut names = Vec::new();
    for block in of(Kind::Case) {
        let (name, case) = blocks::case(document, block, &chapter.rules)?;
        once(&mut names, name, "the case")?;
        chapter.cases.push(case);
    }
    Ok(chapter)
}

fn head(document: &Document, block: &Block, id: &str) -> Result<Chapter> {
    const KEYS: &[&str] = &["place", "source", "time_zone", "checked", "status", "caution", "asks", "not_checked"];
    let (citation, title) = blocks::heading(block, "", "Chapter 19A. Its title")?;
    let mut table = document.entries_in(block.content.clone())?.only("a chapter", KEYS)?;
    let time_zone: At<String> = table.need("time_zone")?;
    if jiff::tz::TimeZone::get(&time_zone).is_err() {
        return Err(time_zone
            .spot
            .error(format!("there is no time zone \"{}\".", time_zone.value))
            .hint("Write its name in the IANA database: \"America/New_York\". Nothing was checked."));
    }
    let status = table.need_table("status", "a status", STATUS_KEYS)?;
    let mut asks = BTreeMap::new();
    for (act, question) in table.take_entries("asks")? {
        asks.insert(act.value, question.read::<String>()?.value);
    }
    let chapter = Chapter {
        id: id.to_owned(),
        file: document.name().to_owned(),
        citation,
        title,
        place: table.need("place")?.value,
        source: table.need("source")?.value,
        time_zone: time_zone.value,
        checked: table.need("checked")?.value,
        status: read_status(status)?,
        caution: table.take::<String>("caution")?.map(|at| at.value),
        asks,
        not_checked: plain(table.need_list("not_checked")?),
        places: Vec::new(),
        rules: Vec::new(),
        cases: Vec::new(),
    };
    table.finish()?;
    Ok(chapter)
}

const STATUS_KEYS: &[&str] = &["is", "authority", "since", "note"];

/// Whether a chapter or a rule stands.
fn read_status(mut table: Table) -> Result<Status> {
    let word: At<String> = table.need("is")?;
    let kind = word.one_of(StatusKind::ALL)?;
    let authority = table.take::<String>("authority")?.map(|at| at.value);
    if authority.is_none() && !matches!(kind, StatusKind::InForce | StatusKind::Illustrative) {
        return Err(word
            .spot
            .error(format!("a status \"{}\" needs its authority.", word.value))
            .hint("Add authority = \"...\": the decision or the statute that says so. Nothing was checked."));
    }
    let since = table.take::<Date>("since")?.map(|at| at.value);
    let note = table.take::<String>("note")?.map(|at| at.value);
    table.finish()?;
    Ok(Status { kind, authority, since, note })
}

/// Refuses a name that was there before.
fn once(seen: &mut Vec<At<String>>, name: At<String>, what: &str) -> Result<()> {
    if let Some(first) = seen.iter().find(|before| before.value == name.value) {
        return Err(name
            .spot
            .error(format!("{what} \"{}\" is on line {} already.", name.value, first.spot.line()))
            .hint("Give it another name. Nothing was checked."));
    }
    seen.push(name);
    Ok(())
}

fn plain(list: Vec<At<String>>) -> Vec<String> {
    list.into_iter().map(|at| at.value).collect()
}
