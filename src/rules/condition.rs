//! Conditions on facts: a small typed tree, checked against the declared facts when it is read.

use jiff::civil::Date;

use crate::document::{At, Entries, Item, Spot};
use crate::error::Result;
use crate::fact::{Fact, FactKind, FactValue};
use crate::formula::Formula;
use crate::units::{Length, Money};

/// When a rule or an exemption holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// All of these hold; of none, it holds.
    All(Vec<Condition>),
    /// One of these holds.
    Any(Vec<Condition>),
    /// This does not hold.
    Not(Box<Condition>),
    /// A fact compares so.
    Fact(String, Comparison),
    /// What is reckoned compares so with what else is.
    Reckoned(Box<Reckoning>),
    /// A measured condition of the chapter holds.
    Measured(String),
    /// The law does not say: the readings differ, and this sentence tells how.
    Unclear(String),
    /// The law gives no number: this officer decides.
    Officer(String),
}

/// Two amounts that are compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Reckoning {
    /// What is reckoned.
    pub amount: Formula,
    /// How it must compare.
    pub order: Order,
    /// With what: the limit.
    pub limit: Formula,
}

/// How a fact compares.
#[derive(Debug, Clone, PartialEq)]
pub enum Comparison {
    /// It is one of these values.
    In(Vec<FactValue>),
    /// It lies below, at or above a value as these three flags tell.
    Against(Order, Operand),
}

/// On which side of a value the comparison holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Below it.
    Less,
    /// Below it or the same.
    AtMost,
    /// Above it.
    More,
    /// Above it or the same.
    AtLeast,
    /// The same.
    Equal,
}

/// What a fact is compared with.
#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    /// A length, a count or a day written in the chapter.
    Value(FactValue),
    /// Another fact of the same type.
    Fact(String),
    /// The day of the check.
    Today,
    /// A day that the place met has on the map: `place.established`.
    Place(String),
}

impl Order {
    /// Whether it holds for this outcome of the comparison.
    pub fn accepts(self, ordering: std::cmp::Ordering) -> bool {
        match self {
            Order::Less => ordering.is_lt(),
            Order::AtMost => ordering.is_le(),
            Order::More => ordering.is_gt(),
            Order::AtLeast => ordering.is_ge(),
            Order::Equal => ordering.is_eq(),
        }
    }
}

/// What a condition may name.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'a> {
    /// The facts of the chapter.
    pub facts: &'a [Fact],
    /// The ids of its measured conditions.
    pub measured: &'a [String],
    /// Whether it speaks of one place at a time, so that `place.x` may be compared with.
    pub of_place: bool,
}

const WORDS: &[&str] = &["all", "any", "not", "holds", "unclear", "officer", "amount"];
/// How amounts compare. Facts do so by the first four; that one equals a value is said by the value alone.
const AMOUNTS: &[(&str, Order)] = &[
    ("less_than", Order::Less),
    ("at_most", Order::AtMost),
    ("more_than", Order::More),
    ("at_least", Order::AtLeast),
    ("equal", Order::Equal),
];
const DAYS: &[(&str, Order)] = &[
    ("before", Order::Less),
    ("on_or_before", Order::AtMost),
    ("after", Order::More),
    ("on_or_after", Order::AtLeast),
];

impl Condition {
    /// Holds always.
    pub const ALWAYS: Condition = Condition::All(Vec::new());

    /// Reads a condition: a table of which all entries must hold.
    ///
    /// # Errors
    /// A name that is no fact and no word, a value of the wrong type: at line and caret.
    pub fn read(item: Item, scope: Scope) -> Result<Self> {
        let spot = item.spot().clone();
        let entries = item.read::<Entries>()?.value.into_list();
        if entries.is_empty() {
            return Err(spot.error("this condition says nothing.").hint("Write { level = 1 }. Nothing was checked."));
        }
        if entries.iter().any(|(key, _)| key.as_str() == "amount") {
            return Ok(Condition::Reckoned(Box::new(reckoning(&spot, entries, scope)?)));
        }
        let mut parts = entries.into_iter().map(|(key, item)| entry(&key, item, scope)).collect::<Result<Vec<_>>>()?;
        Ok(if parts.len() == 1 { parts.remove(0) } else { Condition::All(parts) })
    }

    /// Calls `visit` for every comparison of a fact within it.
    pub fn each_fact<'c>(&'c self, visit: &mut dyn FnMut(&'c str, &'c Comparison)) {
        match self {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| part.each_fact(visit)),
            Condition::Not(inner) => inner.each_fact(visit),
            Condition::Fact(id, comparison) => visit(id, comparison),
            Condition::Reckoned(_) | Condition::Measured(_) | Condition::Unclear(_) | Condition::Officer(_) => {}
        }
    }

    /// The ids of the measured conditions within it.
    pub fn measured(&self) -> Vec<&str> {
        match self {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().flat_map(Condition::measured).collect(),
            Condition::Not(inner) => inner.measured(),
            Condition::Measured(id) => vec![id],
            Condition::Fact(..) | Condition::Reckoned(_) | Condition::Unclear(_) | Condition::Officer(_) => Vec::new(),
        }
    }

    /// The formulas within it.
    pub fn formulas(&self) -> Vec<&Formula> {
        match self {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().flat_map(Condition::formulas).collect(),
            Condition::Not(inner) => inner.formulas(),
            Condition::Reckoned(reckoning) => vec![&reckoning.amount, &reckoning.limit],
            Condition::Fact(..) | Condition::Measured(_) | Condition::Unclear(_) | Condition::Officer(_) => Vec::new(),
        }
    }
}

/// Reads `{ amount = "3 * occupied", at_most = "road_width" }`: both sides are formulas of one unit.
fn reckoning(spot: &Spot, entries: Vec<(At<String>, Item)>, scope: Scope) -> Result<Reckoning> {
    let (mut amount, mut limit) = (None, None);
    for (key, item) in entries {
        let order = AMOUNTS.iter().find(|(name, _)| *name == key.as_str()).map(|(_, order)| *order);
        match (key.as_str(), order) {
            ("amount", _) => amount = Some(Formula::read(item, scope.facts)?.value),
            (_, Some(order)) if limit.is_none() => limit = Some((order, Formula::read(item, scope.facts)?)),
            _ => {
                let names: Vec<&str> = AMOUNTS.iter().map(|(name, _)| *name).collect();
                return Err(key.not_among("an amount is compared once, and alone.", &names));
            }
        }
    }
    let (Some(amount), Some((order, limit))) = (amount, limit) else {
        return Err(spot
            .error("an amount is compared with nothing.")
            .hint("Write { amount = \"3 * occupied\", at_most = \"road_width\" }. Nothing was checked."));
    };
    if amount.unit() != limit.value.unit() {
        return Err(limit
            .spot
            .error(format!("the amount is {}, and this is {}.", amount.unit(), limit.value.unit()))
            .hint("Both sides need one unit. Nothing was checked."));
    }
    Ok(Reckoning { amount, order, limit: limit.value })
}

fn entry(key: &At<String>, item: Item, scope: Scope) -> Result<Condition> {
    let list = |item: Item| -> Result<Vec<Condition>> {
        item.items().into_iter().map(|i| Condition::read(i, scope)).collect()
    };
    match key.as_str() {
        "all" => Ok(Condition::All(list(item)?)),
        "any" => Ok(Condition::Any(list(item)?)),
        "not" => Ok(Condition::Not(Box::new(Condition::read(item, scope)?))),
        "unclear" => Ok(Condition::Unclear(item.read::<String>()?.value)),
        "officer" => Ok(Condition::Officer(item.read::<String>()?.value)),
        "holds" => {
            let id: At<String> = item.read()?;
            if !scope.measured.contains(&id.value) {
                let known: Vec<&str> = scope.measured.iter().map(String::as_str).collect();
                return Err(id.not_among(&format!("the page has no condition \"{}\".", id.value), &known));
            }
            Ok(Condition::Measured(id.value))
        }
        name => match scope.facts.iter().find(|fact| fact.id == name) {
            Some(fact) => Ok(Condition::Fact(fact.id.clone(), comparison(fact, item, scope)?)),
            None => {
                let known: Vec<&str> = scope.facts.iter().map(|f| f.id.as_str()).chain(WORDS.iter().copied()).collect();
                Err(key.not_among(&format!("\"{name}\" is no fact of this page."), &known))
            }
        },
    }
}

fn comparison(fact: &Fact, item: Item, scope: Scope) -> Result<Comparison> {
    if !item.is_table() {
        return Ok(Comparison::In(vec![fact.read(item)?]));
    }
    let spot = item.spot().clone();
    let orders: &[(&str, Order)] = match fact.kind {
        FactKind::Length | FactKind::Count | FactKind::Money => &AMOUNTS[..4],
        FactKind::Date => DAYS,
        FactKind::Flag | FactKind::Choice(_) => &[],
    };
    let mut entries = item.read::<Entries>()?.value.into_list();
    if entries.len() != 1 {
        return Err(spot.error("a comparison is one key with its value.").hint("Write { more_than = \"4 ft\" }."));
    }
    let (key, item) = entries.remove(0);
    if key.as_str() == "in" {
        return Ok(Comparison::In(item.items().into_iter().map(|i| fact.read(i)).collect::<Result<_>>()?));
    }
    let names: Vec<&str> = orders.iter().map(|(name, _)| *name).chain(["in"]).collect();
    let Some((_, order)) = orders.iter().find(|(name, _)| *name == key.as_str()) else {
        return Err(key.not_among(&format!("\"{}\" does not compare {}.", key.value, fact.type_words()), &names));
    };
    Ok(Comparison::Against(*order, operand(fact, item, scope)?))
}

fn operand(fact: &Fact, item: Item, scope: Scope) -> Result<Operand> {
    let text = item.as_text().map(str::to_owned);
    match text.as_deref() {
        Some("today") if fact.kind == FactKind::Date => Ok(Operand::Today),
        Some(name) if fact.kind == FactKind::Date && name.starts_with("place.") => {
            if !scope.of_place {
                return Err(item.spot().error("this condition is about no single place.").hint(
                    "Only an exemption with each_place = true compares with what a place has. Nothing was checked.",
                ));
            }
            Ok(Operand::Place(name["place.".len()..].to_owned()))
        }
        Some(name) if scope.facts.iter().any(|other| other.id == name && other.kind == fact.kind) => {
            Ok(Operand::Fact(name.to_owned()))
        }
        _ => Ok(Operand::Value(fact.read(item)?)),
    }
}

impl Operand {
    /// The day or length written in the chapter, if it is one.
    pub fn value(&self) -> Option<&FactValue> {
        if let Operand::Value(value) = self { Some(value) } else { None }
    }
}

impl FactValue {
    /// How two values of one type compare; `None` for types without an order.
    pub fn compare(&self, other: &FactValue) -> Option<std::cmp::Ordering> {
        match (self, other) {
            (FactValue::Length(a), FactValue::Length(b)) => Some(a.cmp(b)),
            (FactValue::Count(a), FactValue::Count(b)) => Some(a.cmp(b)),
            (FactValue::Money(a), FactValue::Money(b)) => Some(a.cmp(b)),
            (FactValue::Date(a), FactValue::Date(b)) => Some(a.cmp(b)),
            _ => None,
        }
    }

    /// The value and its nearest neighbours on both sides, for types with an order.
    pub fn neighbours(&self) -> Vec<FactValue> {
        match self {
            FactValue::Length(length) => [length.minus(Length::GRAIN), Some(*length), length.plus(Length::GRAIN)]
                .into_iter()
                .flatten()
                .map(FactValue::Length)
                .collect(),
            FactValue::Money(money) => (money.cents() - 1..=money.cents() + 1)
                .filter(|n| *n >= 0)
                .map(Money::from_cents)
                .map(FactValue::Money)
                .collect(),
            FactValue::Count(n) => (n - 1..=n + 1).filter(|n| *n >= 0).map(FactValue::Count).collect(),
            FactValue::Date(day) => [day.yesterday().ok(), Some(*day), day.tomorrow().ok()]
                .into_iter()
                .flatten()
                .map(|d: Date| FactValue::Date(d))
                .collect(),
            _ => vec![self.clone()],
        }
    }
}
