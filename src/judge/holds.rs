//! Evaluates conditions on what is stated, in three-valued logic.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::decide::Place;
use crate::rules::{About, Chapter, Comparison, Condition, FactValue, Operand, Reckoning};
use crate::truth::{Reason, Truth};

/// What conditions are evaluated on.
#[derive(Debug, Clone, Copy)]
pub struct Given<'a, 'g> {
    /// The chapter that declares the facts.
    pub chapter: &'a Chapter,
    /// The facts that are stated, or that the question itself answers.
    pub facts: &'g BTreeMap<String, FactValue>,
    /// The day of the check.
    pub on: Date,
    /// Whether each measured condition holds.
    pub premises: &'g BTreeMap<String, Truth>,
}

/// A value as far as it is known.
enum Known {
    Value(FactValue),
    /// A day that surely lies between these two.
    Between(Date, Date),
    Not(Reason),
}

impl Given<'_, '_> {
    /// Whether a condition holds; `place` is the one that it is about, if it is about one.
    pub fn holds(&self, condition: &Condition, place: Option<&Place>) -> Truth {
        match condition {
            Condition::All(parts) => Truth::all(parts.iter().map(|part| self.holds(part, place))),
            Condition::Any(parts) => Truth::any(parts.iter().map(|part| self.holds(part, place))),
            Condition::Not(inner) => !self.holds(inner, place),
            Condition::Measured(id) => self.premises.get(id).copied().unwrap_or(Truth::Unknown(Reason::MissingData)),
            Condition::Reckoned(reckoning) => {
                let Reckoning { amount, order, limit } = &**reckoning;
                match amount.compare(limit, &|id| self.quantity(id)) {
                    Ok(ordering) => Truth::from(order.accepts(ordering)),
                    Err(reason) => Truth::Unknown(reason),
                }
            }
            Condition::Unclear(_) => Truth::Unknown(Reason::ReadingsDiffer),
            Condition::Officer(_) => Truth::Unknown(Reason::NoNumber),
            Condition::Fact(id, Comparison::In(values)) => match self.fact(id) {
                Known::Value(value) => Truth::from(values.contains(&value)),
                Known::Between(..) => Truth::Unknown(Reason::MissingData),
                Known::Not(reason) => Truth::Unknown(reason),
            },
            Condition::Fact(id, Comparison::Against(order, operand)) => {
                match compared(&self.fact(id), &self.operand(operand, place)) {
                    Ok(orderings) => {
                        let held = |ordering: &std::cmp::Ordering| order.accepts(*ordering);
                        match (orderings.iter().all(held), orderings.iter().any(held)) {
                            (true, _) => Truth::Yes,
                            (_, false) => Truth::No,
                            _ => Truth::Unknown(Reason::MissingData),
                        }
                    }
                    Err(reason) => Truth::Unknown(reason),
                }
            }
        }
    }

    /// The value of a fact that a formula speaks of.
    ///
    /// # Errors
    /// Why it is not known.
    pub fn quantity(&self, id: &str) -> Result<FactValue, Reason> {
        match self.fact(id) {
            Known::Value(value) => Ok(value),
            Known::Between(..) => Err(Reason::MissingData),
            Known::Not(reason) => Err(reason),
        }
    }

    fn fact(&self, id: &str) -> Known {
        if let Some(value) = self.facts.get(id) {
            return Known::Value(value.clone());
        }
        match self.chapter.fact(id) {
            Some(fact) if fact.about == About::Municipality => match fact.between {
                Some([first, last]) => Known::Between(first, last),
                None => Known::Not(Reason::MissingData),
            },
            _ => Known::Not(Reason::MissingFact),
        }
    }

    fn operand(&self, operand: &Operand, place: Option<&Place>) -> Known {
        match operand {
            Operand::Value(value) => Known::Value(value.clone()),
            Operand::Fact(id) => self.fact(id),
            Operand::Today => Known::Value(FactValue::Date(self.on)),
            Operand::Place(name) => match place.and_then(|place| place.dates.get(name)) {
                Some(day) => Known::Value(FactValue::Date(*day)),
                // what is on the map was there by the day of the check; more is not known
                None => Known::Between(Date::MIN, place.and_then(|place| place.there_by).unwrap_or(self.on)),
            },
        }
    }
}

/// Every way in which two values can compare, as far as they are known.
fn compared(a: &Known, b: &Known) -> Result<Vec<std::cmp::Ordering>, Reason> {
    let days = |known: &Known| match known {
        Known::Value(FactValue::Date(day)) => Some((*day, *day)),
        Known::Between(first, last) => Some((*first, *last)),
        _ => None,
    };
    match (a, b) {
        (Known::Not(one), Known::Not(other)) => Err(*one.max(other)),
        (Known::Not(reason), _) | (_, Known::Not(reason)) => Err(*reason),
        (Known::Value(one), Known::Value(other)) => one.compare(other).map(|o| vec![o]).ok_or(Reason::MissingFact),
        _ => {
            let (Some((first, last)), Some((from, to))) = (days(a), days(b)) else { return Err(Reason::MissingData) };
            let mut orderings = vec![first.cmp(&to), last.cmp(&from)];
            if first <= to && from <= last {
                orderings.push(std::cmp::Ordering::Equal);
            }
            Ok(orderings)
        }
    }
}
