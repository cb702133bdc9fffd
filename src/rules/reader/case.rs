//! Reads a worked example.

use std::collections::BTreeMap;

use crate::document::{At, Document, Entries};
use crate::error::Result;
use crate::rules::chapter::{Case, CaseSite, Chapter};
use crate::rules::markdown::Block;
use crate::truth::Reason;

/// The words of the verdicts that a case may expect, beside the reasons.
const VERDICTS: &[&str] = &["complies", "violates", "exempt", "not-applicable", "required"];

/// A case, with its name as written.
pub fn case(document: &Document, block: &Block, chapter: &Chapter) -> Result<(At<String>, Case)> {
    let mut known = None;
    read(document, block, chapter, &mut known).map_err(|e| match known {
        Some(name) => e.more(format!("In the case \"{name}\".")),
        None => e,
    })
}

fn read(
    document: &Document,
    block: &Block,
    chapter: &Chapter,
    known: &mut Option<String>,
) -> Result<(At<String>, Case)> {
    const KEYS: &[&str] = &[
        "name",
        "on",
        "act",
        "layers",
        "address",
        "parcel",
        "sites",
        "site",
        "site_accuracy",
        "site_datum",
        "facts",
        "measured",
        "expect",
        "due",
        "amount",
    ];
    let entries = document.entries_in(block.content.clone())?;
    *known = entries.text("name");
    let mut table = entries.only("a case", KEYS)?;
    let name: At<String> = table.need("name")?;

    let (mut facts, mut premises) = (BTreeMap::new(), BTreeMap::new());
    for (id, item) in table.take_entries("facts")? {
        if let Some(fact) = chapter.fact(&id.value) {
            facts.insert(id.value, fact.read(item)?);
        } else if chapter.premise(&id.value).is_some() {
            premises.insert(id.value, item.read::<bool>()?.value);
        } else {
            let facts = chapter.facts.iter().map(|fact| fact.id.as_str());
            let ids: Vec<&str> = facts.chain(chapter.premises.iter().map(|premise| premise.id.as_str())).collect();
            return Err(id.not_among(&format!("the page has no fact \"{}\".", id.value), &ids));
        }
    }
    let mut measured = BTreeMap::new();
    for (id, item) in table.take_entries("measured")? {
        measured.insert(target(&id, chapter)?, item.read()?);
    }
    let layers = table.take::<String>("layers")?.map(|at| at.value);
    let text = |at: Option<At<String>>| at.map(|at| at.value);
    let site = if layers.is_some() {
        Some(match table.which(&["address", "parcel", "sites"])? {
            "address" => CaseSite::Address(table.need("address")?.value),
            "parcel" => CaseSite::Parcel(table.need("parcel")?.value),
            _ => CaseSite::Feature {
                file: table.need("sites")?.value,
                id: table.need("site")?.value,
                accuracy: table.need("site_accuracy")?.value,
                datum: table.need("site_datum")?.value,
            },
        })
    } else {
        if measured.is_empty() && facts.is_empty() && premises.is_empty() {
            return Err(name
                .spot
                .error("this case has no \"measured\", \"facts\" or \"layers\", so there is nothing to decide.")
                .hint(
                    "Add measured = { \"19A-3\" = \"999 ft +- 0 ft\" }, or layers and an address. Nothing was checked.",
                ));
        }
        None
    };
    let expected: At<Entries> = table.need("expect")?;
    let mut expect = BTreeMap::new();
    for (rule, item) in expected.value.into_list() {
        let word: At<String> = item.read()?;
        let codes = Reason::ALL.iter().map(|(code, _)| *code);
        let words: Vec<&str> = VERDICTS.iter().copied().chain(codes).collect();
        if !words.contains(&word.as_str()) {
            return Err(word.not_among(&format!("\"{}\" is no answer.", word.value), &words));
        }
        expect.insert(rule_id(&rule, chapter)?, word.value);
    }
    if expect.is_empty() {
        return Err(expected
            .spot
            .error("this case expects nothing.")
            .hint("Write expect = { \"19A-3\" = \"complies\" }. Nothing was checked."));
    }
    let mut due = BTreeMap::new();
    for (rule, item) in table.take_entries("due")? {
        due.insert(rule_id(&rule, chapter)?, item.read()?.value);
    }
    let mut amount = BTreeMap::new();
    for (rule, item) in table.take_entries("amount")? {
        amount.insert(rule_id(&rule, chapter)?, item.read()?.value);
    }
    let on = table.take("on")?.map_or(chapter.checked, |at| at.value);
    let act = text(table.take("act")?);
    table.finish()?;
    let line = block.kind.spot.line();
    Ok((
        name.clone(),
        Case { name: name.value, on, act, layers, site, facts, premises, measured, expect, due, amount, line },
    ))
}

/// The id of a rule of this page.
fn rule_id(id: &At<String>, chapter: &Chapter) -> Result<String> {
    let ids: Vec<&str> = chapter.rules.iter().map(|rule| rule.id.as_str()).collect();
    if ids.contains(&id.as_str()) {
        return Ok(id.value.clone());
    }
    let sentence = format!("the page has no rule \"{}\".", id.value);
    Err(if ids.is_empty() { id.spot.error(sentence) } else { id.not_among(&sentence, &ids) })
}

/// What a stated figure stands for: a rule, a condition, or one reading of either.
fn target(id: &At<String>, chapter: &Chapter) -> Result<String> {
    chapter.measurable(&id.value).map(|_| id.value.clone()).ok_or_else(|| {
        let known = chapter.measurables();
        id.not_among(
            &format!("nothing measured here is called \"{}\".", id.value),
            &known.iter().map(String::as_str).collect::<Vec<_>>(),
        )
    })
}
