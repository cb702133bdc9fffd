//! Reads the blocks that decide: measured conditions, rules, exemptions.

use jiff::civil::Date;

use super::blocks::{provisions, wording};
use super::{Rule, STATUS_KEYS, plain, read_status};
use crate::calendar::Period;
use crate::document::{At, Document, Item, Readable, Table};
use crate::error::Result;
use crate::fact::FactKind;
use crate::formula::{Formula, Unit};
use crate::quantity::Named;
use crate::rules::chapter::{Amount, Chapter, Demand, Due, Duty, Exemption, Gives, NextSteps, Premise};
use crate::rules::condition::{Condition, Scope};
use crate::rules::markdown::Block;
use crate::rules::test::Test;
use crate::truth::Reason;

fn named(chapter: &Chapter) -> Named<'_> {
    Named { places: &chapter.places, facts: &chapter.facts }
}

/// A measured condition, with its id as written.
pub fn premise(document: &Document, block: &Block, chapter: &Chapter) -> Result<(At<String>, Premise)> {
    const KEYS: &[&str] = &["id", "yes", "no", "short", "measure", "require", "reading", "readings", "provisions"];
    let wording = wording(block, "the condition")?;
    let mut table = document.entries_in(block.content.clone())?.only("a condition", KEYS)?;
    let id: At<String> = table.need("id")?;
    let short: Vec<At<String>> = table.need_list("short")?;
    let [short_yes, short_no] = short.as_slice() else {
        return Err(table
            .spot()
            .error("\"short\" is two words, for yes and for no.")
            .hint("Write short = [\"outside\", \"inside\"]."));
    };
    let premise = Premise {
        id: id.value.clone(),
        wording,
        test: Test::read(&mut table, named(chapter))?,
        yes: table.need("yes")?.value,
        no: table.need("no")?.value,
        short: [short_yes.value.clone(), short_no.value.clone()],
        provisions: provisions(&mut table)?,
    };
    table.finish()?;
    Ok((id, premise))
}

/// Refuses an id that does not begin as the heading above it is numbered.
fn named_above(id: &At<String>, citation: &str) -> Result<()> {
    let number = citation.trim_start_matches('§').trim();
    if id.starts_with(number) {
        return Ok(());
    }
    Err(id
        .spot
        .error(format!("the heading above names {citation}, and not § {}.", id.value))
        .hint("An id begins with the number of its section, as in \"19A-3\". Nothing was checked."))
}

/// A rule, with its id as written.
pub fn rule(document: &Document, block: &Block, chapter: &Chapter, measured: &[String]) -> Result<(At<String>, Rule)> {
    let mut known = None;
    read_rule(document, block, chapter, measured, &mut known).map_err(|e| match (known, &block.section.heading) {
        (Some(id), Some(heading)) => e.more(format!("In rule \"{id}\", under the heading \"{}\"", heading.value)),
        (Some(id), None) => e.more(format!("In rule \"{id}\".")),
        _ => e,
    })
}

fn read_rule(
    document: &Document,
    block: &Block,
    chapter: &Chapter,
    measured: &[String],
    known: &mut Option<String>,
) -> Result<(At<String>, Rule)> {
    const KEYS: &[&str] = &[
        "id",
        "topic",
        "act",
        "when",
        "measure",
        "require",
        "reading",
        "readings",
        "must",
        "duty",
        "effective",
        "until",
        "checked",
        "status",
        "next",
        "provisions",
    ];
    let entries = document.entries_in(block.content.clone())?;
    *known = entries.text("id");
    let mut table = entries.only("a rule", KEYS)?;
    let wording = wording(block, "the rule")?;
    let id: At<String> = table.need("id")?;
    named_above(&id, &wording.citation)?;
    let acts: Vec<At<String>> = table.need_list("act")?;
    if let Some(act) = acts.iter().find(|act| !is_act(act)) {
        return Err(act
            .spot
            .error(format!("\"{}\" is no name of an act.", act.value))
            .hint("An act is written in small letters, with hyphens: \"curb-cut\". Nothing was checked."));
    }
    let scope = Scope { facts: &chapter.facts, measured, of_place: false };
    let when = table.take_item("when").map(|item| Condition::read(item, scope)).transpose()?;
    let demand = match table.which(&["measure", "must", "duty"])? {
        "measure" => Demand::Test(Test::read(&mut table, named(chapter))?),
        "must" => match table.take_item("must") {
            Some(item) => Demand::Must(Condition::read(item, scope)?),
            None => Demand::Must(Condition::ALWAYS),
        },
        _ => Demand::Duty(duty(
            table.need_table("duty", "a duty", &["who", "what", "by", "due", "amount", "amount_at_most"])?,
            chapter,
        )?),
    };
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
    let next = table.take_table("next", "a list of next steps", NEXT)?.map(next_steps).transpose()?;
    let rule = Rule {
        id: id.value.clone(),
        topic: table.take::<String>("topic")?.map_or_else(|| wording.title.clone(), |at| at.value),
        wording,
        acts: plain(acts),
        when: when.unwrap_or(Condition::ALWAYS),
        demand,
        effective: effective.map(|at| at.value),
        until: until.map(|at| at.value),
        checked: table.take("checked")?.map(|at| at.value),
        status,
        next: next.unwrap_or_default(),
        provisions: provisions(&mut table)?,
    };
    table.finish()?;
    Ok((id, rule))
}

fn duty(mut table: Table, chapter: &Chapter) -> Result<Duty> {
    let fact = |id: At<String>, kind: &FactKind| {
        let known: Vec<&str> = chapter.facts.iter().filter(|f| f.kind == *kind).map(|f| f.id.as_str()).collect();
        if known.contains(&id.as_str()) {
            Ok(id.value)
        } else {
            Err(id.not_among("there is no fact of this kind.", &known))
        }
    };
    let due = match table.take_table("due", "a due day", &["period", "after", "moves"])? {
        None => None,
        Some(mut due) => {
            let found = Due {
                period: due.need("period")?.value,
                after: fact(due.need("after")?, &FactKind::Date)?,
                moves: due.take("moves")?.is_none_or(|at: At<bool>| at.value),
            };
            due.finish()?;
            Some(found)
        }
    };
    let mut amount = None;
    for (key, at_most) in [("amount", false), ("amount_at_most", true)] {
        let Some(item) = table.take_item(key) else { continue };
        let formula = Formula::read(item, &chapter.facts)?;
        if formula.value.unit() != Unit::MONEY {
            return Err(formula
                .spot
                .error(format!("this comes to {}, and not to an amount of money.", formula.value.unit()))
                .hint("Write \"$25 + $10 * (days - 1)\". Nothing was checked."));
        }
        if amount.is_some() {
            return Err(formula.spot.error("a duty has one amount.").hint("Leave one of the two out."));
        }
        amount = Some(Amount { formula: formula.value, at_most });
    }
    let duty = Duty {
        who: table.need("who")?.value,
        what: table.need("what")?.value,
        by: table.need("by")?.value,
        due,
        amount,
    };
    table.finish()?;
    Ok(duty)
}

impl Readable for Period {
    const EXPECTED: &'static str = "a period in quotes: \"60 days\", \"5 business days\"";

    fn from_item(item: &Item) -> Result<Option<Self>> {
        item.understood(Period::parse)
    }
}

const NEXT: &[&str] = &[
    "complies",
    "violates",
    "exempt",
    "not-applicable",
    "required",
    "undetermined",
    "on-limit-unclear",
    "too-close",
    "readings-differ",
    "no-number-in-the-law",
    "missing-fact",
    "missing-data",
    "invalid-data",
];

fn next_steps(mut table: Table) -> Result<NextSteps> {
    let mut steps = |key: &str| table.take_list(key).map(plain);
    let mut next = NextSteps {
        complies: steps("complies")?,
        violates: steps("violates")?,
        exempt: steps("exempt")?,
        not_applicable: steps("not-applicable")?,
        required: steps("required")?,
        undetermined: steps("undetermined")?,
        by_reason: std::collections::BTreeMap::new(),
    };
    for (code, reason) in Reason::ALL {
        let found = steps(code)?;
        if !found.is_empty() {
            next.by_reason.insert(*reason, found);
        }
    }
    table.finish()?;
    Ok(next)
}

fn is_act(name: &str) -> bool {
    name.split('-').all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase()))
}

/// An exemption, with its id as written.
pub fn exemption(
    document: &Document,
    block: &Block,
    chapter: &Chapter,
    measured: &[String],
) -> Result<(At<String>, Exemption)> {
    const KEYS: &[&str] = &["id", "when", "lifts", "each_place", "gives", "reach", "proof", "provisions"];
    let wording = wording(block, "the exemption")?;
    let mut table = document.entries_in(block.content.clone())?.only("an exemption", KEYS)?;
    let id: At<String> = table.need("id")?;
    named_above(&id, &wording.citation)?;
    let each_place = table.take("each_place")?.is_some_and(|at: At<bool>| at.value);
    let scope = Scope { facts: &chapter.facts, measured, of_place: each_place };
    let when = match table.take_item("when") {
        Some(item) => Condition::read(item, scope)?,
        None => {
            return Err(table.spot().error("an exemption needs the key \"when\".").hint("Write when = { level = 1 }."));
        }
    };
    let lifted: Vec<At<String>> = table.need_list("lifts")?;
    let lifts = match lifted.as_slice() {
        [only] if only.as_str() == "chapter" => None,
        ids => {
            let known: Vec<&str> = chapter.rules.iter().map(|rule| rule.id.as_str()).collect();
            for id in ids {
                if !known.contains(&id.as_str()) {
                    return Err(id.not_among(
                        &format!("the page has no rule \"{}\".", id.value),
                        &[&known[..], &["chapter"]].concat(),
                    ));
                }
            }
            Some(plain(lifted))
        }
    };
    let exemption = Exemption {
        id: id.value.clone(),
        wording,
        when,
        lifts,
        each_place,
        gives: table.need::<String>("gives")?.one_of(Gives::ALL)?,
        reach: table.take::<String>("reach")?.map(|at| at.value),
        proof: plain(table.take_list("proof")?),
        provisions: provisions(&mut table)?,
    };
    table.finish()?;
    Ok((id, exemption))
}
