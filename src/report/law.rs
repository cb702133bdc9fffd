//! Explains chapters: what each rule asks, when, in which readings, and what is not decided.

use serde::Serialize;

use crate::rules::{
    Chapter, Comparison, Condition, Demand, Exemption, Fact, FactKind, Operand, Order, Premise, Rule, Test, Undecided,
    Wording,
};
use crate::text::{hanging, listed, paragraph};

/// The version of the JSON shape; it rises when a reader could break.
const SCHEMA_VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    schema_version: u32,
    chapters: Vec<JsonChapter<'a>>,
}

#[derive(Serialize)]
struct JsonChapter<'a> {
    chapter: &'a str,
    place: &'a str,
    citation: &'a str,
    title: &'a str,
    source: &'a str,
    checked: String,
    law_status: &'static str,
    authority: Option<&'a str>,
    acts: Vec<&'a str>,
    facts: Vec<JsonFact<'a>>,
    rules: Vec<Entry<'a>>,
    not_decided: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct JsonFact<'a> {
    fact: &'a str,
    citation: &'a str,
    question: &'a str,
    r#type: String,
}

/// A rule, or something else of the chapter that decides: an exemption, a condition, a definition.
#[derive(Serialize)]
struct Entry<'a> {
    kind: &'static str,
    id: &'a str,
    citation: &'a str,
    title: &'a str,
    says: &'a str,
    quote: Option<&'a str>,
    acts: Vec<&'a str>,
    when: Option<String>,
    requirement: Option<String>,
    readings: Vec<&'a str>,
    effective: Option<String>,
    until: Option<String>,
    provisions: &'a [String],
    decided: bool,
    why_not: Option<&'a str>,
}

/// An entry that is decided and of which nothing more is said.
fn bare<'a>(kind: &'static str, id: &'a str, citation: &'a str, says: &'a str, provisions: &'a [String]) -> Entry<'a> {
    Entry {
        kind,
        id,
        citation,
        title: "",
        says,
        quote: None,
        acts: Vec::new(),
        when: None,
        requirement: None,
        readings: Vec::new(),
        effective: None,
        until: None,
        provisions,
        decided: true,
        why_not: None,
    }
}

fn entry<'a>(kind: &'static str, id: &'a str, wording: &'a Wording, provisions: &'a [String]) -> Entry<'a> {
    Entry {
        title: &wording.title,
        quote: wording.quote.as_deref(),
        ..bare(kind, id, &wording.citation, &wording.sentence, provisions)
    }
}

fn of_rule<'a>(rule: &'a Rule, chapter: &Chapter) -> Entry<'a> {
    Entry {
        acts: rule.acts.iter().map(String::as_str).collect(),
        when: (rule.when != Condition::ALWAYS).then(|| words(&rule.when, chapter)),
        requirement: Some(demanded(&rule.demand, chapter)),
        readings: rule.test().map(readings).unwrap_or_default(),
        effective: rule.effective.map(|day| day.to_string()),
        until: rule.until.map(|day| day.to_string()),
        ..entry("rule", &rule.id, &rule.wording, &rule.provisions)
    }
}

fn of_exemption<'a>(exemption: &'a Exemption, chapter: &Chapter) -> Entry<'a> {
    Entry {
        when: Some(words(&exemption.when, chapter)),
        ..entry("exemption", &exemption.id, &exemption.wording, &exemption.provisions)
    }
}

fn of_premise(premise: &Premise) -> Entry<'_> {
    Entry {
        requirement: Some(premise.test.default().require.words()),
        readings: readings(&premise.test),
        ..entry("condition", &premise.id, &premise.wording, &premise.provisions)
    }
}

fn of_undecided(undecided: &Undecided) -> Entry<'_> {
    Entry {
        decided: false,
        why_not: Some(&undecided.why),
        ..entry("not-decided", &undecided.id, &undecided.wording, &undecided.provisions)
    }
}

/// A definition that covers provisions: places or facts.
fn definition<'a>(
    kind: &'static str,
    id: &'a str,
    citation: &'a str,
    says: &'a str,
    provisions: &'a [String],
) -> Option<Entry<'a>> {
    (!provisions.is_empty()).then(|| bare(kind, id, citation, says, provisions))
}

fn readings(test: &Test) -> Vec<&str> {
    test.readings.iter().map(|reading| reading.name.as_str()).collect()
}

fn demanded(demand: &Demand, chapter: &Chapter) -> String {
    match demand {
        Demand::Test(test) => test.default().require.words(),
        Demand::Must(condition) => words(condition, chapter),
        Demand::Duty(duty) => format!("{} {}, {}", duty.who, duty.what, duty.by),
    }
}

fn is_of(rule: &Rule, act: Option<&str>) -> bool {
    act.is_none_or(|act| rule.acts.iter().any(|known| known == act))
}

/// The chapters as one JSON document (`schemas/rules.schema.json`).
pub fn law_json(chapters: &[Chapter], act: Option<&str>) -> String {
    let chapter = |chapter: &'_ Chapter| -> serde_json::Value {
        let mut acts: Vec<&str> = chapter.rules.iter().flat_map(|r| r.acts.iter().map(String::as_str)).collect();
        acts.sort_unstable();
        acts.dedup();
        let fact =
            |f: &Fact| definition("fact", &f.id, &f.citation, &f.ask, &f.provisions).map(|e| serde_json::json!(e));
        let mut rules: Vec<serde_json::Value> = chapter
            .rules
            .iter()
            .filter(|rule| is_of(rule, act))
            .map(|r| serde_json::json!(of_rule(r, chapter)))
            .collect();
        rules.extend(chapter.exemptions.iter().map(|e| serde_json::json!(of_exemption(e, chapter))));
        rules.extend(chapter.premises.iter().map(|p| serde_json::json!(of_premise(p))));
        rules.extend(chapter.places.iter().filter_map(|p| {
            definition("places", &p.id, &p.citation, &p.plural, &p.provisions).map(|e| serde_json::json!(e))
        }));
        rules.extend(chapter.facts.iter().filter_map(fact));
        let head = JsonChapter {
            chapter: &chapter.id,
            place: &chapter.place,
            citation: &chapter.citation,
            title: &chapter.title,
            source: &chapter.source,
            checked: chapter.checked.to_string(),
            law_status: chapter.status.kind.word(),
            authority: chapter.status.authority.as_deref(),
            acts,
            facts: chapter
                .facts
                .iter()
                .map(|f| JsonFact { fact: &f.id, citation: &f.citation, question: &f.ask, r#type: f.type_words() })
                .collect(),
            rules: Vec::new(),
            not_decided: chapter.undecided.iter().map(of_undecided).collect(),
        };
        let mut value = serde_json::json!(head);
        value["rules"] = serde_json::Value::Array(rules);
        value
    };
    let list: Vec<serde_json::Value> = chapters.iter().map(chapter).collect();
    let mut document = serde_json::json!(Document { schema_version: SCHEMA_VERSION, chapters: Vec::new() });
    document["chapters"] = serde_json::Value::Array(list);
    format!("{}\n", serde_json::to_string_pretty(&document).unwrap_or_default())
}

/// The chapters for a reader, rule by rule.
pub fn law_text(chapters: &[Chapter], act: Option<&str>) -> String {
    let mut lines: Vec<String> = Vec::new();
    for chapter in chapters {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(hanging("", "", &format!("{}. {}", chapter.citation, chapter.title)));
        lines.push(paragraph(&format!("{}. {}. Law id: {}.", chapter.place, chapter.source, chapter.id)));
        let authority = chapter.status.authority.as_ref().map(|a| format!(" ({a})")).unwrap_or_default();
        let status = format!("Status: {}{authority}; text checked {}.", chapter.status.kind.word(), chapter.checked);
        lines.push(paragraph(&status));
        for rule in chapter.rules.iter().filter(|rule| is_of(rule, act)) {
            lines.extend(explained(chapter, rule));
        }
        if act.is_none() && !chapter.undecided.is_empty() {
            lines.push(String::new());
            lines.push("Not decided".to_owned());
            for undecided in &chapter.undecided {
                lines.push(hanging("  - ", "    ", &format!("{}: {}", undecided.wording.citation, undecided.why)));
            }
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn explained(chapter: &Chapter, rule: &Rule) -> Vec<String> {
    let mut lines = vec![String::new(), hanging("", "", &format!("{}  {}", rule.wording.citation, rule.wording.title))];
    lines.push(paragraph(&rule.wording.sentence));
    lines.extend(rule.wording.quote.as_ref().map(|quote| paragraph(&format!("The law says \"{quote}\"."))));
    let mut said = |word: &str, text: String| lines.push(hanging(&format!("  {word:<10} "), &" ".repeat(13), &text));
    said("rule", format!("{}: {}", rule.id, rule.topic));
    said("acts", rule.acts.join(", "));
    if rule.when != Condition::ALWAYS {
        said("when", words(&rule.when, chapter));
    }
    said(if rule.is_duty() { "duty" } else { "requires" }, demanded(&rule.demand, chapter));
    if let Some(test) = rule.test().filter(|test| test.readings.len() > 1) {
        let name = |r: &crate::rules::Reading| {
            let otherwise =
                if r.require == test.default().require { String::new() } else { format!(", {}", r.require) };
            format!("{}{otherwise}{}", r.name, if r.weak { " (does not count)" } else { "" })
        };
        said("readings", test.readings.iter().map(name).collect::<Vec<_>>().join("; "));
    }
    let lifts: Vec<String> = chapter
        .exemptions_of(rule)
        .map(|e| format!("{} when {}", e.wording.citation, words(&e.when, chapter)))
        .collect();
    if !lifts.is_empty() {
        said("lifted by", lifts.join("; "));
    }
    if let Some(status) = &rule.status {
        said("status", status.kind.word().to_owned());
    }
    lines
}

fn than(order: Order) -> &'static str {
    match order {
        Order::Less => "less than",
        Order::AtMost => "at most",
        Order::More => "more than",
        Order::AtLeast => "at least",
        Order::Equal => "equal to",
    }
}

/// A condition in words: `level is 2 or 3 and height is more than 4 ft`.
pub fn words(condition: &Condition, chapter: &Chapter) -> String {
    let joined = |parts: &[Condition], by: &str| {
        let said: Vec<String> = parts
            .iter()
            .map(|part| match part {
                Condition::All(inner) | Condition::Any(inner) if inner.len() > 1 => {
                    format!("({})", words(part, chapter))
                }
                _ => words(part, chapter),
            })
            .collect();
        said.join(by)
    };
    match condition {
        Condition::All(parts) if parts.is_empty() => "always".to_owned(),
        Condition::All(parts) => joined(parts, " and "),
        Condition::Any(parts) => joined(parts, " or "),
        Condition::Not(inner) => format!("not ({})", words(inner, chapter)),
        Condition::Measured(id) => id.clone(),
        Condition::Reckoned(reckoning) => {
            format!("{} is {} {}", reckoning.amount, than(reckoning.order), reckoning.limit)
        }
        Condition::Unclear(why) => format!("the law is not clear: {why}"),
        Condition::Officer(who) => format!("{who} decides"),
        Condition::Fact(id, Comparison::In(values)) => {
            let said: Vec<String> = values.iter().map(ToString::to_string).collect();
            format!("{id} is {}", listed(&said).replace(" and ", " or "))
        }
        Condition::Fact(id, Comparison::Against(order, operand)) => {
            let is_day = chapter.fact(id).is_some_and(|fact| fact.kind == FactKind::Date);
            let order = match (order, is_day) {
                (Order::Less, true) => "before",
                (Order::AtMost, true) => "on or before",
                (Order::More, true) => "after",
                (Order::AtLeast, true) => "on or after",
                _ => than(*order),
            };
            let what = match operand {
                Operand::Value(value) => value.to_string(),
                Operand::Fact(id) => id.clone(),
                Operand::Today => "the day of the check".to_owned(),
                Operand::Place(name) => format!("the place was {name}"),
            };
            format!("{id} is {order} {what}")
        }
    }
}
