//! Reads the blocks that say what a chapter speaks of: facts, places, what is not decided.

use jiff::civil::Date;

use super::plain;
use crate::document::{At, Document, Table};
use crate::error::Result;
use crate::fact::{About, Fact, FactKind};
use crate::places::Places;
use crate::places::{Construct, Members};
use crate::rules::chapter::{Undecided, Wording};
use crate::rules::markdown::Block;

/// The citation, which begins with `mark`, and the title in the heading above a block;
/// `example` is how one is written.
pub fn heading(block: &Block, mark: &str, example: &str) -> Result<(String, String)> {
    let Some(heading) = &block.section.heading else {
        return Err(block
            .kind
            .spot
            .error("there is no heading above this block.")
            .hint(format!("Write one that names the law: \"{example}\". Nothing was checked.")));
    };
    let parts = heading.split_once(". ").map(|(citation, title)| (citation.trim(), title.trim().trim_end_matches('.')));
    match parts {
        Some((citation, title)) if citation.starts_with(mark) && !citation.is_empty() && !title.is_empty() => {
            Ok((citation.to_owned(), title.to_owned()))
        }
        _ => Err(heading
            .spot
            .error("this heading is not a citation, a full stop and a title.")
            .hint(format!("Write it as \"{example}\". Nothing was checked."))),
    }
}

/// What stands above a block that encodes a provision: heading, sentence, quotation.
pub fn wording(block: &Block, what: &str) -> Result<Wording> {
    let (citation, title) = heading(block, "§ ", "§ 19A-3. Restrictions established.")?;
    let Some(sentence) = block.section.sentence.clone() else {
        return Err(block
            .kind
            .spot
            .error(format!("no sentence above {what} says what it asks."))
            .hint("Write one in plain words under the heading, before the block. Nothing was checked."));
    };
    Ok(Wording { citation, title, sentence, quote: block.section.quote.clone(), line: block.kind.spot.line() })
}

/// The ids of the provisions that a block covers.
pub fn provisions(table: &mut Table) -> Result<Vec<String>> {
    Ok(plain(table.take_list("provisions")?))
}

/// A block of places, with its id as written.
pub fn places(document: &Document, block: &Block, facts: &[Fact]) -> Result<(At<String>, Places)> {
    const KEYS: &[&str] = &["id", "layer", "noun", "plural", "named", "every", "construct", "there_by", "provisions"];
    let (citation, _) = heading(block, "§ ", "§ 19A-2. Definitions.")?;
    let mut table = document.entries_in(block.content.clone())?.only("a places block", KEYS)?;
    let id: At<String> = table.need("id")?;
    let members = match table.which(&["named", "every"])? {
        "named" => Members::Named(named(&mut table)?),
        _ => table.need::<String>("every")?.one_of(&[
            ("named", Members::EveryNamed),
            ("feature", Members::Every),
            ("only", Members::Only),
        ])?,
    };
    let construct = match table.take::<String>("construct")? {
        None => Construct::AsDrawn,
        Some(word) => word.one_of(&[("corners", Construct::Corners), ("overlaps", Construct::Overlaps)])?,
    };
    let places = Places {
        id: id.value.clone(),
        citation,
        layer: table.need("layer")?,
        noun: table.need("noun")?.value,
        plural: table.need("plural")?.value,
        members,
        construct,
        there_by: match table.take::<String>("there_by")? {
            Some(id) => {
                let days: Vec<&str> =
                    facts.iter().filter(|f| f.kind == FactKind::Date).map(|f| f.id.as_str()).collect();
                if !days.contains(&id.as_str()) {
                    return Err(id.not_among(&format!("\"{}\" is no day among the facts.", id.value), &days));
                }
                Some(id.value)
            }
            None => None,
        },
        provisions: provisions(&mut table)?,
    };
    table.finish()?;
    Ok((id, places))
}

/// The names of a closed list, of which no two are alike.
fn named(table: &mut Table) -> Result<Vec<String>> {
    let names: Vec<At<String>> = table.need_list("named")?;
    for (i, name) in names.iter().enumerate() {
        if name.value != name.trim() {
            return Err(name
                .spot
                .error(format!("the name \"{}\" begins or ends with a blank.", name.value))
                .hint("Write it without. Nothing was checked."));
        }
        if names[..i].iter().any(|before| before.to_lowercase() == name.to_lowercase()) {
            return Err(name
                .spot
                .error(format!("\"{}\" is in the list twice.", name.value))
                .hint("Take one of the two out. Nothing was checked."));
        }
    }
    Ok(plain(names))
}

/// A block that declares a fact, with its id as written.
pub fn fact(document: &Document, block: &Block) -> Result<(At<String>, Fact)> {
    const KEYS: &[&str] = &["id", "ask", "note", "type", "choices", "about", "between", "provisions"];
    let (citation, _) = heading(block, "§ ", "§ 19A-2. Definitions.")?;
    let mut table = document.entries_in(block.content.clone())?.only("a fact", KEYS)?;
    let id: At<String> = table.need("id")?;
    let is_name = id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    if !is_name || ["all", "any", "not", "holds", "unclear", "officer", "today"].contains(&id.as_str()) {
        return Err(id.spot.error(format!("a fact cannot be called \"{}\".", id.value)).hint(
            "Its name is in small letters, digits and underscores, and no word of a condition. Nothing was checked.",
        ));
    }
    let kind = table.need::<String>("type")?.one_of(&[
        ("flag", FactKind::Flag),
        ("choice", FactKind::Choice(Vec::new())),
        ("length", FactKind::Length),
        ("count", FactKind::Count),
        ("money", FactKind::Money),
        ("date", FactKind::Date),
    ])?;
    let kind = match kind {
        FactKind::Choice(_) => FactKind::Choice(choices(&mut table)?),
        kind => kind,
    };
    let days: Vec<At<Date>> = if kind == FactKind::Date { table.take_list("between")? } else { Vec::new() };
    let between = match days.as_slice() {
        [] => None,
        [first, last] if first.value <= last.value => Some([first.value, last.value]),
        [first, ..] => {
            return Err(first.spot.error("\"between\" is a list of two days, the earlier one first."));
        }
    };
    let fact = Fact {
        id: id.value.clone(),
        citation,
        ask: table.need("ask")?.value,
        note: table.take::<String>("note")?.map(|at| at.value),
        kind,
        about: table.need::<String>("about")?.one_of(About::ALL)?,
        between,
        provisions: provisions(&mut table)?,
    };
    table.finish()?;
    Ok((id, fact))
}

/// Words or numbers, as texts.
fn choices(table: &mut Table) -> Result<Vec<String>> {
    let spot = table.spot().clone();
    let items = table.take_item("choices").map(|item| item.items()).unwrap_or_default();
    let mut choices = Vec::new();
    for item in items {
        match item.as_text().or_else(|| item.as_number()) {
            Some(text) => choices.push(text.to_owned()),
            None => return Err(item.spot().error("a choice is a word in quotes or a number.")),
        }
    }
    if choices.len() < 2 {
        return Err(spot
            .error("a choice needs two choices or more.")
            .hint("Add choices = [1, 2, 3]. Nothing was checked."));
    }
    Ok(choices)
}

/// A block of provisions that are not decided, with its id as written.
pub fn undecided(document: &Document, block: &Block) -> Result<(At<String>, Undecided)> {
    const KEYS: &[&str] = &["id", "why", "provisions"];
    let wording = wording(block, "what is not decided")?;
    let mut table = document.entries_in(block.content.clone())?.only("a block of what is not decided", KEYS)?;
    let id: At<String> = table.need("id")?;
    let why = table.need("why")?.value;
    let provisions = provisions(&mut table)?;
    table.finish()?;
    Ok((id.clone(), Undecided { id: id.value, wording, why, provisions }))
}
