//! Reads one block each: places, a rule, a case.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{Case, Places, Rule, STATUS_KEYS, plain, read_status};
use crate::document::{At, Document, Entries, Table};
use crate::error::Result;
use crate::rules::chapter::{Distance, Members, NextSteps, Outcome, SiteGeometry};
use crate::rules::markdown::Block;
use crate::rules::requirement::{KEYS as REQUIREMENT_KEYS, Requirement};

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

/// A block of places, with its id as written.
pub fn places(document: &Document, block: &Block) -> Result<(At<String>, Places)> {
    const KEYS: &[&str] = &["id", "layer", "noun", "plural", "named", "every"];
    let (citation, _) = heading(block, "§ ", "§ 19A-2. Definitions.")?;
    let mut table = document.entries_in(block.content.clone())?.only("a places block", KEYS)?;
    let id: At<String> = table.need("id")?;
    let members = match table.which(&["named", "every"])? {
        "named" => Members::Named(named(&mut table)?),
        _ => table.need::<String>("every")?.one_of(&[("named", Members::EveryNamed), ("feature", Members::Every)])?,
    };
    let places = Places {
        id: id.value.clone(),
        citation,
        layer: table.need("layer")?,
        noun: table.need("noun")?.value,
        plural: table.need("plural")?.value,
        members,
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

/// A rule, with its id as written.
pub fn rule(document: &Document, block: &Block, places: &[Places]) -> Result<(At<String>, Rule)> {
    let mut known = None;
    read_rule(document, block, places, &mut known).map_err(|e| {
        let name = known.map_or_else(|| "the rule".to_owned(), |id| format!("rule \"{id}\""));
        match &block.section.heading {
            Some(heading) => {
                let stop = if heading.ends_with('.') { "" } else { "." };
                e.more(format!("In {name}, under the heading \"{}\"{stop}", heading.value))
            }
            None => e.more(format!("In {name}.")),
        }
    })
}

fn read_rule(
    document: &Document,
    block: &Block,
    places: &[Places],
    known: &mut Option<String>,
) -> Result<(At<String>, Rule)> {
    const KEYS: &[&str] = &["id", "act", "measure", "require", "effective", "until", "checked", "status", "next"];
    let entries = document.entries_in(block.content.clone())?;
    *known = entries.text("id");
    let mut table = entries.only("a rule", KEYS)?;
    let id: At<String> = table.need("id")?;
    let (citation, title) = heading(block, "§ ", &format!("§ {}. Its title.", id.value))?;
    if citation != format!("§ {}", id.value) {
        return Err(id
            .spot
            .error(format!("the heading above names {citation}, and not § {}.", id.value))
            .hint("Put the rule under the heading of its own section, or correct its id. Nothing was checked."));
    }
    let Some(sentence) = block.section.sentence.clone() else {
        return Err(block
            .kind
            .spot
            .error("no sentence stands between the heading and this rule.")
            .hint("Say in plain words what the rule says. Nothing was checked."));
    };
    let acts = table.need_list::<String>("act")?;
    if let Some(act) = acts.iter().find(|act| !is_act(act)) {
        return Err(act
            .spot
            .error(format!("\"{}\" is not the name of an act.", act.value))
            .hint("Write it in lower-case words with hyphens: \"curb-cut\". Nothing was checked."));
    }
    let mut measure = table.need_table("measure", "a measure", &["distance"])?;
    let distance = distance(measure.need_table("distance", "a distance", &["from", "to"])?, places)?;
    measure.finish()?;
    let require = Requirement::read(table.need_table("require", "a requirement", REQUIREMENT_KEYS)?)?;
    let effective: Option<At<Date>> = table.take("effective")?;
    let until: Option<At<Date>> = table.take("until")?;
    if let (Some(effective), Some(until)) = (&effective, &until)
        && until.value <= effective.value
    {
        return Err(until
            .spot
            .error(format!("the rule ends on {}, and begins on {}.", until.value, effective.value))
            .hint("\"until\" is the first day on which it applies no longer. Nothing was checked."));
    }
    let status = table.take_table("status", "a status", STATUS_KEYS)?.map(read_status).transpose()?;
    let next = table.take_table("next", "a list of next steps", &["complies", "violates", "undetermined"])?;
    let rule = Rule {
        id: id.value.clone(),
        citation,
        title,
        sentence,
        quote: block.section.quote.clone(),
        acts: plain(acts),
        measure: distance,
        require,
        effective: effective.map(|at| at.value),
        until: until.map(|at| at.value),
        checked: table.take("checked")?.map(|at| at.value),
        status,
        next: next.map(next_steps).transpose()?.unwrap_or_default(),
        line: block.kind.spot.line(),
    };
    table.finish()?;
    Ok((id, rule))
}

fn distance(mut table: Table, places: &[Places]) -> Result<Distance> {
    let from = table.need::<String>("from")?.one_of(&[("site.lot", SiteGeometry::Lot)])?;
    let to: At<String> = table.need("to")?;
    if places.iter().all(|known| known.id != to.value) {
        let ids: Vec<&str> = places.iter().map(|known| known.id.as_str()).collect();
        return Err(if ids.is_empty() {
            to.spot
                .error(format!("\"{}\" is to be measured to, and the page has no places.", to.value))
                .hint("Add a block \"toml places\" with this id. Nothing was checked.")
        } else {
            to.not_among(&format!("the page has no places \"{}\".", to.value), &ids)
        });
    }
    table.finish()?;
    Ok(Distance { from, to: to.value })
}

fn next_steps(mut table: Table) -> Result<NextSteps> {
    let next = NextSteps {
        complies: plain(table.take_list("complies")?),
        violates: plain(table.take_list("violates")?),
        undetermined: plain(table.take_list("undetermined")?),
    };
    table.finish()?;
    Ok(next)
}

fn is_act(name: &str) -> bool {
    name.split('-').all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase()))
}

/// A case, with its name as written.
pub fn case(document: &Document, block: &Block, rules: &[Rule]) -> Result<(At<String>, Case)> {
    let mut known = None;
    read_case(document, block, rules, &mut known).map_err(|e| match known {
        Some(name) => e.more(format!("In the case \"{name}\".")),
        None => e,
    })
}

fn read_case(
    document: &Document,
    block: &Block,
    rules: &[Rule],
    known: &mut Option<String>,
) -> Result<(At<String>, Case)> {
    const KEYS: &[&str] = &["name", "on", "layers", "address", "parcel", "measured", "expect"];
    let entries = document.entries_in(block.content.clone())?;
    *known = entries.text("name");
    let mut table = entries.only("a case", KEYS)?;
    let name: At<String> = table.need("name")?;

    let mut measured = BTreeMap::new();
    for (rule, item) in table.take_entries("measured")? {
        measured.insert(rule_id(&rule, rules)?, item.read()?);
    }
    let layers = table.take::<String>("layers")?.map(|at| at.value);
    let (mut address, mut parcel) = (None, None);
    if layers.is_some() {
        table.which(&["address", "parcel"])?;
        address = table.take("address")?.map(|at| at.value);
        parcel = table.take("parcel")?.map(|at| at.value);
    } else if measured.is_empty() {
        return Err(name
            .spot
            .error("this case has neither \"measured\" nor \"layers\", so there is nothing to decide.")
            .hint(
                "Add measured = { \"19A-3\" = \"999 ft +- 0 ft\" }, or layers and an address. Nothing was checked.",
            ));
    }
    let expected: At<Entries> = table.need("expect")?;
    let mut expect = BTreeMap::new();
    for (rule, item) in expected.value.into_list() {
        expect.insert(rule_id(&rule, rules)?, item.read::<String>()?.one_of(Outcome::ALL)?);
    }
    if expect.is_empty() {
        return Err(expected
            .spot
            .error("this case expects nothing.")
            .hint("Write expect = { \"19A-3\" = \"complies\" }. Nothing was checked."));
    }
    let on = table.take("on")?.map(|at| at.value);
    table.finish()?;
    let line = block.kind.spot.line();
    Ok((name.clone(), Case { name: name.value, on, layers, address, parcel, measured, expect, line }))
}

/// The id of a rule of this page.
fn rule_id(id: &At<String>, rules: &[Rule]) -> Result<String> {
    if rules.iter().any(|rule| rule.id == id.value) {
        return Ok(id.value.clone());
    }
    let ids: Vec<&str> = rules.iter().map(|rule| rule.id.as_str()).collect();
    let sentence = format!("the page has no rule \"{}\".", id.value);
    Err(if ids.is_empty() { id.spot.error(sentence) } else { id.not_among(&sentence, &ids) })
}
