//! Finds the facts that are worth asking for: those of which some value, with the other
//! unknown facts free, would change the answer.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{Given, Judgement, Sighting, judge};
use crate::decide::{Place, Verdict};
use crate::rules::{About, Comparison, Condition, Fact, FactKind, FactValue, Operand, Rule};
use crate::truth::Reason;
use crate::units::{Length, Money};

/// What an answer comes to: which of the verdicts that leave nothing against the act it is
/// makes no difference to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Upshot {
    Clear,
    Violates,
    Required,
    Undetermined(Reason),
}

impl From<Verdict> for Upshot {
    fn from(verdict: Verdict) -> Upshot {
        match verdict {
            Verdict::Violates => Upshot::Violates,
            Verdict::Required => Upshot::Required,
            Verdict::Undetermined(reason) => Upshot::Undetermined(reason),
            Verdict::Complies | Verdict::Exempt | Verdict::NotApplicable => Upshot::Clear,
        }
    }
}

/// The facts of the chapter, in its order, that are not known and could change what a rule
/// answers.
pub fn asks<'a>(rule: &'a Rule, sightings: &[Sighting], given: &Given<'a, '_>) -> Vec<&'a Fact> {
    let open = Open::of(rule, sightings, given);
    (0..open.facts.len()).filter(|i| open.matters(*i)).map(|i| open.facts[i].0).collect()
}

/// The judgement when no fact that is missing can change it, though it seems to hang on one:
/// that of any values of them.
pub fn settled(rule: &Rule, sightings: &[Sighting], given: &Given) -> Judgement {
    let open = Open::of(rule, sightings, given);
    let any: BTreeMap<String, FactValue> = given
        .facts
        .clone()
        .into_iter()
        .chain(open.facts.iter().filter_map(|(fact, values)| Some((fact.id.clone(), values.first()?.clone()))))
        .collect();
    judge(rule, sightings, &Given { facts: &any, ..*given })
}

/// A rule with the facts that are open, each with values on every side of what it is compared with.
struct Open<'a, 's> {
    rule: &'a Rule,
    sightings: &'s [Sighting<'s>],
    given: &'s Given<'a, 's>,
    facts: Vec<(&'a Fact, Vec<FactValue>)>,
}

impl<'a, 's> Open<'a, 's> {
    fn of(rule: &'a Rule, sightings: &'s [Sighting<'s>], given: &'s Given<'a, 's>) -> Self {
        let conditions: Vec<&Condition> = given.chapter.conditions_of(rule).collect();
        let days: Vec<Date> = sightings
            .iter()
            .flat_map(|s| s.seen.places.iter().flat_map(|place: &Place| place.dates.values().copied()))
            .collect();
        let facts = given
            .chapter
            .facts
            .iter()
            .filter(|fact| fact.about != About::Municipality && !given.facts.contains_key(&fact.id))
            .filter_map(|fact| {
                let values = values(fact, &conditions, given, &days);
                (!values.is_empty()).then_some((fact, values))
            })
            .collect();
        Open { rule, sightings, given, facts }
    }

    /// Whether two values of fact `i` and some values of the others lead to different answers.
    fn matters(&self, i: usize) -> bool {
        self.differs(i, &mut self.given.facts.clone(), 0)
    }

    /// Fixes the others one by one, as long as the answer hangs on one of them.
    fn differs(&self, i: usize, facts: &mut BTreeMap<String, FactValue>, next: usize) -> bool {
        let (fact, values) = &self.facts[i];
        let mut upshots = Vec::new();
        for value in values {
            facts.insert(fact.id.clone(), value.clone());
            upshots.push(Upshot::from(judge(self.rule, self.sightings, &Given { facts, ..*self.given }).verdict));
        }
        facts.remove(&fact.id);
        let other = (next..self.facts.len()).find(|j| *j != i);
        // what is undetermined may be so only because of the others
        let is_known = |upshot: &&Upshot| other.is_none() || !matches!(upshot, Upshot::Undetermined(_));
        let known: Vec<&Upshot> = upshots.iter().filter(is_known).collect();
        if known.windows(2).any(|pair| pair[0] != pair[1]) {
            return true; // the others were taken as they may be, so any value of them serves
        }
        let Some(other) = other.filter(|_| known.len() < upshots.len()) else { return false };
        let (id, others) = (&self.facts[other].0.id, &self.facts[other].1);
        let found = others.iter().any(|value| {
            facts.insert(id.clone(), value.clone());
            self.differs(i, facts, other + 1)
        });
        facts.remove(id);
        found
    }
}

/// Values of a fact on every side of all that it is compared with; none where no condition
/// speaks of it.
fn values(fact: &Fact, conditions: &[&Condition], given: &Given, days: &[Date]) -> Vec<FactValue> {
    let mut found: Vec<FactValue> = Vec::new();
    for condition in conditions {
        if condition.formulas().iter().any(|formula| formula.facts().contains(&fact.id.as_str())) {
            found.extend(spread(&fact.kind));
        }
        condition.each_fact(&mut |id, comparison| {
            let operand = match comparison {
                Comparison::Against(_, operand) => Some(operand),
                Comparison::In(_) => None,
            };
            let beside = |other: &str| match given.facts.get(other) {
                Some(value) => value.neighbours(),
                None => {
                    let between = given.chapter.fact(other).and_then(|fact| fact.between);
                    between.into_iter().flatten().flat_map(|day| FactValue::Date(day).neighbours()).collect()
                }
            };
            if id == fact.id {
                match (comparison, operand) {
                    (Comparison::In(values), _) => found.extend(values.iter().flat_map(FactValue::neighbours)),
                    (_, Some(Operand::Value(value))) => found.extend(value.neighbours()),
                    (_, Some(Operand::Today)) => found.extend(FactValue::Date(given.on).neighbours()),
                    (_, Some(Operand::Fact(other))) => found.extend(beside(other)),
                    (_, Some(Operand::Place(_))) => {
                        found.extend(days.iter().flat_map(|day| FactValue::Date(*day).neighbours()));
                        // with no day on the map the answer still hangs on it
                        found.extend((days.is_empty()).then_some(FactValue::Date(given.on)));
                    }
                    (_, None) => {}
                }
            } else if operand == Some(&Operand::Fact(fact.id.clone())) {
                found.extend(beside(id));
            }
        });
    }
    if !found.is_empty() {
        match &fact.kind {
            FactKind::Flag => found = vec![FactValue::Flag(true), FactValue::Flag(false)],
            FactKind::Choice(choices) => found = choices.iter().cloned().map(FactValue::Choice).collect(),
            _ => {}
        }
    }
    let mut once: Vec<FactValue> = Vec::new();
    for value in found {
        if !once.contains(&value) {
            once.push(value);
        }
    }
    once
}

/// Values of a fact that a formula is reckoned from: none, little and very much, between which what
/// rises or falls with it passes every limit.
fn spread(kind: &FactKind) -> Vec<FactValue> {
    const FEW: [i64; 5] = [0, 1, 2, 100, 1_000_000];
    match kind {
        FactKind::Count => FEW.map(FactValue::Count).to_vec(),
        FactKind::Length => FEW.map(|n| FactValue::Length(Length::feet(n))).to_vec(),
        FactKind::Money => FEW.map(|n| FactValue::Money(Money::from_cents(100 * n))).to_vec(),
        FactKind::Flag | FactKind::Choice(_) | FactKind::Date => Vec::new(),
    }
}
