//! Exemptions, guards and readings joined, held to hand-worked tables; what to ask, held to brute force.

use std::collections::BTreeMap;

use jiff::civil::{Date, date};

use super::*;
use crate::decide::{Measured, Place};
use crate::earth::LonLat;
use crate::measure::Separation;
use crate::rules::{Chapter, Fact, FactValue, load};
use crate::units::{Band, Length, Metres};

/// A chapter with four facts, a measured condition and one rule; `when` and `exemptions` are
/// put in.
fn chapter(when: &str, exemptions: &str) -> Chapter {
    let page = format!(
        r#"# Chapter 1. Tests

```toml chapter
place = "Nowhere"
source = "L.L. 1"
time_zone = "America/New_York"
checked = 2026-11-30
not_checked = ["the rest"]
status = {{ is = "in-force" }}
```

## § 1-1. Words.

Words.

```toml fact
id = "flag"
ask = "?"
type = "flag"
about = "work"
```

```toml fact
id = "kind"
ask = "?"
type = "choice"
choices = [1, 2, 3]
about = "person"
```

```toml fact
id = "height"
ask = "?"
type = "length"
about = "work"
```

```toml fact
id = "since"
ask = "?"
type = "date"
about = "place"
```

```toml fact
id = "enacted"
ask = "?"
type = "date"
about = "municipality"
between = [2007-01-01, 2008-12-31]
```

```toml places
id = "parks"
layer = "parks"
noun = "park"
plural = "parks"
every = "feature"
```

```toml condition
id = "outside"
yes = "it lies outside"
no = "it lies inside"
short = ["out", "in"]
measure = {{ distance = {{ from = "site.lot", to = "parks" }} }}
require = {{ more_than = "0 ft" }}
```

```toml rule
id = "1-1"
act = "stand"
when = {when}
measure = {{ distance = {{ from = "site.lot", to = "parks" }} }}
require = {{ more_than = "10 ft" }}
readings = [{{ name = "dwelling", from = "site.dwelling" }}]
```

{exemptions}
"#
    );
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("chapter-1.md");
    std::fs::write(&path, page).expect("written");
    load(path.to_str().expect("a path")).unwrap_or_else(|e| panic!("{e}")).remove(0)
}

fn exemption(id: usize, when: &str, gives: &str) -> String {
    format!("```toml exemption\nid = \"1-1-{id}\"\nwhen = {when}\nlifts = \"chapter\"\ngives = \"{gives}\"\n```\n\n")
}

/// What the default reading saw: one place that meets the rule or not.
fn sighting<'a>(reading: &'a Reading, met: Truth) -> Sighting<'a> {
    let at = LonLat { lon: 0.0, lat: 0.0 };
    let measured = Measured {
        feature: "p".to_owned(),
        part: (1, 1),
        separation: Separation { distance: Metres(1.0), a: at, b: at, parts: [0, 0] },
        signed: Metres(1.0),
        contact: None,
        band: Band::NONE,
        met,
        note: None,
    };
    let place =
        Place { name: "Park".to_owned(), sight: Sight::Measured(measured), dates: BTreeMap::new(), there_by: None };
    Sighting { reading, seen: Seen { places: vec![place], ..Seen::default() }, counted: true }
}

fn facts(stated: &[(&str, FactValue)]) -> BTreeMap<String, FactValue> {
    stated.iter().map(|(id, value)| ((*id).to_owned(), value.clone())).collect()
}

const ON: Date = date(2026, 11, 30);

#[test]
fn guards_exemptions_and_what_is_measured_make_one_verdict() {
    let page = chapter(
        "{ kind = { in = [2, 3] } }",
        &(exemption(1, "{ holds = \"outside\" }", "not-applicable") + &exemption(2, "{ flag = true }", "exempt")),
    );
    let rule = &page.rules[0];
    let unknown = |reason| Truth::Unknown(reason);
    let kind = |n: &str| ("kind", FactValue::Choice(n.to_owned()));
    let flag = |yes| ("flag", FactValue::Flag(yes));
    use Reason::{MissingData, MissingFact, TooClose};
    use Verdict::{Complies, Exempt, NotApplicable, Undetermined, Violates};
    for (met, outside, stated, wanted) in [
        (Truth::No, Truth::No, vec![kind("2"), flag(false)], Violates),
        (Truth::Yes, Truth::No, vec![kind("2"), flag(false)], Complies),
        // outside its reach, or a person it does not bind
        (Truth::No, Truth::Yes, vec![], NotApplicable),
        (Truth::No, Truth::No, vec![kind("1")], NotApplicable),
        (Truth::Yes, Truth::Yes, vec![], NotApplicable),
        // exempt, and whether it applies no longer matters
        (Truth::No, Truth::No, vec![kind("3"), flag(true)], Exempt),
        (Truth::No, Truth::No, vec![flag(true)], Exempt),
        (Truth::No, unknown(TooClose), vec![kind("3"), flag(true)], Exempt),
        // nothing stands against it, whatever else is true
        (Truth::Yes, unknown(TooClose), vec![], Complies),
        (Truth::Yes, Truth::No, vec![flag(true)], Complies),
        // a fact, the line, the map: the worst reason is told
        (Truth::No, Truth::No, vec![kind("2")], Undetermined(MissingFact)),
        (Truth::No, Truth::No, vec![flag(false)], Undetermined(MissingFact)),
        (Truth::No, unknown(TooClose), vec![kind("2"), flag(false)], Undetermined(TooClose)),
        (Truth::No, unknown(TooClose), vec![kind("2")], Undetermined(MissingFact)),
        (unknown(TooClose), Truth::No, vec![kind("2"), flag(false)], Undetermined(TooClose)),
        (unknown(MissingData), Truth::No, vec![kind("2")], Undetermined(MissingData)),
    ] {
        let (stated, premises) = (facts(&stated), BTreeMap::from([("outside".to_owned(), outside)]));
        let given = Given { chapter: &page, facts: &stated, on: ON, premises: &premises };
        let test = rule.test().expect("measured");
        let seen = [sighting(test.default(), met)];
        assert_eq!(judge(rule, &seen, &given).verdict, wanted, "{met:?} {outside:?} {stated:?}");
    }
}

#[test]
fn the_dwelling_is_never_nearer_than_the_lot_line() {
    let page = chapter("{ flag = true }", "");
    let test = page.rules[0].test().expect("measured");
    let blind = |reason| Sighting {
        reading: &test.readings[1],
        seen: Seen { gaps: vec![(reason, "no dwelling".to_owned())], ..Seen::default() },
        counted: true,
    };
    let (stated, premises) = (facts(&[("flag", FactValue::Flag(true))]), BTreeMap::new());
    let given = Given { chapter: &page, facts: &stated, on: ON, premises: &premises };
    let answer = |lot: Sighting<'_>, dwelling| {
        let seen = [lot, dwelling];
        judge(&page.rules[0], &seen, &given).verdict
    };
    let lot = |met, spread| {
        let mut lot = sighting(test.default(), met);
        lot.seen.spread = Metres::from_feet(spread);
        lot
    };
    // a lot beyond the limit settles the dwelling, also where none is on the map
    assert_eq!(answer(lot(Truth::Yes, 90.0), blind(Reason::MissingData)), Verdict::Complies);
    // a lot 3.3 ft away and 90 ft across may have a dwelling beyond 10 ft; one of 5 ft has not
    assert_eq!(answer(lot(Truth::No, 90.0), blind(Reason::MissingData)), Verdict::Undetermined(Reason::MissingData));
    assert_eq!(answer(lot(Truth::No, 5.0), blind(Reason::MissingData)), Verdict::Violates);
    // a dwelling that is drawn and cannot be used is not argued away
    assert_eq!(answer(lot(Truth::No, 5.0), blind(Reason::InvalidData)), Verdict::Undetermined(Reason::InvalidData));
}

/// A generator of numbers that is the same on every run (Knuth, MMIX).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    /// A condition in TOML, at most `depth` deep.
    fn condition(&mut self, depth: u64) -> String {
        let inner = |dice: &mut Dice, n: u64| (0..n).map(|_| dice.condition(depth - 1)).collect::<Vec<_>>().join(", ");
        match self.roll(if depth == 0 { 5 } else { 8 }) {
            0 => format!("{{ flag = {} }}", self.roll(2) == 0),
            1 => format!("{{ kind = {} }}", 1 + self.roll(3)),
            2 => format!(
                "{{ height = {{ {} = \"{} ft\" }} }}",
                ["more_than", "at_most", "less_than"][self.roll(3) as usize],
                1 + self.roll(3)
            ),
            3 => format!(
                "{{ since = {{ {} = 2007-0{}-01 }} }}",
                ["before", "on_or_after"][self.roll(2) as usize],
                4 + self.roll(2)
            ),
            4 if self.roll(2) == 0 => "{ holds = \"outside\" }".to_owned(),
            4 => "{ since = { before = \"enacted\" } }".to_owned(),
            5 => format!("{{ not = {} }}", self.condition(depth - 1)),
            6 => {
                let n = 1 + self.roll(3);
                format!("{{ all = [{}] }}", inner(self, n))
            }
            _ => {
                let n = 1 + self.roll(3);
                format!("{{ any = [{}] }}", inner(self, n))
            }
        }
    }
}

/// Values of a fact, thick enough to lie on both sides of and at all that a condition names.
fn grid(fact: &Fact) -> Vec<FactValue> {
    match fact.id.as_str() {
        "flag" => [true, false].map(FactValue::Flag).to_vec(),
        "kind" => ["1", "2", "3"].map(|n| FactValue::Choice(n.to_owned())).to_vec(),
        "height" => (0..9)
            .map(|half| FactValue::Length(Length::parse(&format!("{} in", 6 * half)).expect("a length")))
            .collect(),
        _ => [
            "2006-12-31",
            "2007-01-01",
            "2007-03-31",
            "2007-04-01",
            "2007-04-30",
            "2007-05-01",
            "2008-12-31",
            "2009-01-01",
        ]
        .map(|day| FactValue::Date(day.parse().expect("a day")))
        .to_vec(),
    }
}

#[test]
fn a_fact_is_asked_for_when_a_value_of_it_could_change_the_answer_and_only_then() {
    let upshot = |verdict: Verdict| if verdict.is_clear() { Verdict::Complies } else { verdict };
    let mut dice = Dice(7);
    let (mut asked, mut spared) = (0, 0);
    for round in 0..60 {
        let exemptions: String = (0..1 + dice.roll(2))
            .map(|i| exemption(i as usize, &dice.condition(2), ["exempt", "not-applicable"][dice.roll(2) as usize]))
            .collect();
        let page = chapter(&dice.condition(2), &exemptions);
        let rule = &page.rules[0];
        let test = rule.test().expect("measured");
        for met in [Truth::No, Truth::Unknown(Reason::TooClose), Truth::Unknown(Reason::MissingData), Truth::Yes] {
            let seen = [sighting(test.default(), met)];
            let outside = [Truth::Yes, Truth::No, Truth::Unknown(Reason::TooClose)][dice.roll(3) as usize];
            let premises = BTreeMap::from([("outside".to_owned(), outside)]);
            let mut stated = BTreeMap::new();
            for fact in page.facts.iter().filter(|fact| fact.id != "enacted") {
                if dice.roll(3) == 0 {
                    let values = grid(fact);
                    let one = values[dice.roll(values.len() as u64) as usize].clone();
                    stated.insert(fact.id.clone(), one);
                }
            }
            let free: Vec<&Fact> =
                page.facts.iter().filter(|f| f.id != "enacted" && !stated.contains_key(&f.id)).collect();
            let given = Given { chapter: &page, facts: &stated, on: ON, premises: &premises };
            let found: Vec<&str> = asks(rule, &seen, &given).iter().map(|fact| fact.id.as_str()).collect();
            for (i, fact) in free.iter().enumerate() {
                let mut all: Vec<BTreeMap<String, FactValue>> = vec![stated.clone()];
                for other in free.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, other)| other) {
                    let with = |facts: &BTreeMap<String, FactValue>, value: FactValue| {
                        let mut facts = facts.clone();
                        facts.insert(other.id.clone(), value);
                        facts
                    };
                    all = all
                        .iter()
                        .flat_map(|facts| grid(other).into_iter().map(|v| with(facts, v)).collect::<Vec<_>>())
                        .collect();
                }
                let could = all.iter().any(|facts| {
                    let answers = grid(fact).into_iter().map(|value| {
                        let mut facts = facts.clone();
                        facts.insert(fact.id.clone(), value);
                        upshot(judge(rule, &seen, &Given { facts: &facts, ..given }).verdict)
                    });
                    let answers: Vec<Verdict> = answers.collect();
                    answers.windows(2).any(|pair| pair[0] != pair[1])
                });
                assert_eq!(
                    found.contains(&fact.id.as_str()),
                    could,
                    "round {round}: {} of {found:?}, {met:?} {outside:?} {stated:?}\n{:?}\n{:?}",
                    fact.id,
                    rule.when,
                    page.exemptions
                );
                if could { asked += 1 } else { spared += 1 }
            }
        }
    }
    assert!(asked > 50 && spared > 50, "{asked} asked, {spared} spared");
}
