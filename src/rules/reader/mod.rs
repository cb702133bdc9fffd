//! Reads a page of law into a chapter, and refuses what does not hold together.

mod blocks;
mod case;
mod duties;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::chapter::{Act, Assumed, Chapter, Rule, Status, StatusKind};
use super::markdown::{self, Block, Kind};
use crate::document::{At, Document, Entries, Table};
use crate::error::{Error, Result};
use crate::fact::FactKind;

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
    let mut ids = Vec::new();
    for block in of(Kind::Fact) {
        let (id, fact) = blocks::fact(document, block)?;
        once(&mut ids, id, "the fact")?;
        chapter.facts.push(fact);
    }
    let mut ids = Vec::new();
    for block in of(Kind::Places) {
        let (id, places) = blocks::places(document, block, &chapter.facts)?;
        once(&mut ids, id, "the places")?;
        chapter.places.push(places);
    }
    // conditions and rules are called by one option, --measured, so no two may share a name
    let mut ids = Vec::new();
    for block in of(Kind::Condition) {
        let (id, premise) = duties::premise(document, block, &chapter)?;
        once(&mut ids, id, "the condition")?;
        chapter.premises.push(premise);
    }
    let measured: Vec<String> = chapter.premises.iter().map(|premise| premise.id.clone()).collect();
    for block in of(Kind::Rule) {
        let (id, rule) = duties::rule(document, block, &chapter, &measured)?;
        once(&mut ids, id, "the rule")?;
        chapter.rules.push(rule);
    }
    for block in of(Kind::Exemption) {
        let (id, exemption) = duties::exemption(document, block, &chapter, &measured)?;
        once(&mut ids, id, "the exemption")?;
        chapter.exemptions.push(exemption);
    }
    for block in of(Kind::Undecided) {
        let (id, undecided) = blocks::undecided(document, block)?;
        once(&mut ids, id, "what is not decided as")?;
        chapter.undecided.push(undecided);
    }
    acts(document, first, &mut chapter)?;
    let mut names = Vec::new();
    for block in of(Kind::Case) {
        let (name, case) = case::case(document, block, &chapter)?;
        once(&mut names, name, "the case")?;
        chapter.cases.push(case);
    }
    Ok(chapter)
}

/// Reads what is asked of each act; it may name facts, so it is read after them.
fn acts(document: &Document, block: &Block, chapter: &mut Chapter) -> Result<()> {
    let mut table = document.entries_in(block.content.clone())?.only("a chapter", CHAPTER_KEYS)?;
    for (name, item) in table.take_entries("acts")? {
        let known: Vec<&str> = chapter.rules.iter().flat_map(|rule| rule.acts.iter().map(String::as_str)).collect();
        if !known.contains(&name.as_str()) {
            return Err(name.not_among(&format!("no rule is about the act \"{}\".", name.value), &known));
        }
        let mut table = item.read::<Entries>()?.value.only("an act", &["ask", "assume", "note"])?;
        let mut act = Act { ask: table.need("ask")?.value, ..Act::default() };
        for (id, item) in table.take_entries("assume")? {
            let Some(fact) = chapter.fact(&id) else {
                let ids: Vec<&str> = chapter.facts.iter().map(|fact| fact.id.as_str()).collect();
                return Err(id.not_among(&format!("the page has no fact \"{}\".", id.value), &ids));
            };
            let assumed = match item.as_text() {
                Some("today") if fact.kind == FactKind::Date => Assumed::Today,
                _ => Assumed::Value(fact.read(item)?),
            };
            act.assume.insert(id.value, assumed);
        }
        act.note = table.take::<String>("note")?.map(|at| at.value);
        table.finish()?;
        chapter.acts.insert(name.value, act);
    }
    Ok(())
}

const CHAPTER_KEYS: &[&str] = &["place", "source", "time_zone", "checked", "status", "acts", "not_checked"];

fn head(document: &Document, block: &Block, id: &str) -> Result<Chapter> {
    let (citation, title) = blocks::heading(block, "", "Chapter 19A. Its title")?;
    let mut table = document.entries_in(block.content.clone())?.only("a chapter", CHAPTER_KEYS)?;
    let time_zone: At<String> = table.need("time_zone")?;
    if jiff::tz::TimeZone::get(&time_zone).is_err() {
        return Err(time_zone
            .spot
            .error(format!("there is no time zone \"{}\".", time_zone.value))
            .hint("Write its name in the IANA database: \"America/New_York\". Nothing was checked."));
    }
    let status = table.need_table("status", "a status", STATUS_KEYS)?;
    table.take_item("acts"); // read when the facts are known
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
        acts: BTreeMap::new(),
        not_checked: plain(table.need_list("not_checked")?),
        facts: Vec::new(),
        places: Vec::new(),
        premises: Vec::new(),
        rules: Vec::new(),
        exemptions: Vec::new(),
        undecided: Vec::new(),
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
