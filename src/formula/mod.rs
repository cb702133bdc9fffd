//! Amounts that a law reckons from what is stated: fees, shares, deposits, counts of lights.
//!
//! A formula is a line that a lawyer can check by hand: `$25 + $10 * (days - 1)`. Its units are
//! checked when the page loads, so that feet are never added to dollars; its value is exact.

mod exact;
mod parse;

use std::cmp::Ordering;
use std::fmt;

use crate::document::{At, Item};
use crate::error::Result;
use crate::fact::{Fact, FactKind, FactValue};
use crate::truth::Reason;
use crate::units::Money;

pub use exact::Exact;

/// A formula over the facts of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    /// As it is written.
    text: String,
    root: Node,
    unit: Unit,
}

/// What a value is measured in: powers of a length and of money. Lengths are in 1e-7 m, money in
/// cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit {
    length: i8,
    money: i8,
}

#[derive(Debug, Clone, PartialEq)]
enum Node {
    Value(Exact),
    Fact(String),
    Two(Sign, Box<Node>, Box<Node>),
    Most(Box<Node>, Box<Node>),
    Least(Box<Node>, Box<Node>),
    Up(Box<Node>),
    Down(Box<Node>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
    Times,
    Over,
}

impl Unit {
    /// A bare number.
    pub const NUMBER: Unit = Unit { length: 0, money: 0 };
    /// A length.
    pub const LENGTH: Unit = Unit { length: 1, money: 0 };
    /// An amount of money.
    pub const MONEY: Unit = Unit { length: 0, money: 1 };

    /// The unit of a fact of this type; `None` of what is no quantity.
    pub fn of(kind: &FactKind) -> Option<Unit> {
        match kind {
            FactKind::Count => Some(Unit::NUMBER),
            FactKind::Length => Some(Unit::LENGTH),
            FactKind::Money => Some(Unit::MONEY),
            FactKind::Flag | FactKind::Choice(_) | FactKind::Date => None,
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.length, self.money) {
            (0, 0) => "a number",
            (1, 0) => "a length",
            (2, 0) => "an area",
            (0, 1) => "an amount of money",
            (-1, 1) => "an amount for each length",
            (-2, 1) => "an amount for each area",
            _ => "no quantity that is used",
        })
    }
}

impl Formula {
    /// Reads a formula: numbers, lengths, amounts of money, `%` and facts, joined by `+ - * /` and
    /// parentheses; `max(a, b)`, `min(a, b)`, `rounded_up(a)`, `rounded_down(a)`.
    ///
    /// # Errors
    /// A word that is no fact, a fact that is no quantity, units that do not fit, and what is no
    /// formula at all.
    pub fn parse(text: &str, facts: &[Fact]) -> Result<Self> {
        let (root, unit) = parse::formula(text, facts)?;
        Ok(Formula { text: text.trim().to_owned(), root, unit })
    }

    /// Reads a formula of a page.
    ///
    /// # Errors
    /// It is no text, or as [`Formula::parse`]: at line and caret.
    pub fn read(item: Item, facts: &[Fact]) -> Result<At<Self>> {
        let formula = item.understood(|text| Formula::parse(text, facts))?;
        let spot = item.spot().clone();
        formula.map(|value| At { value, spot: spot.clone() }).ok_or_else(|| {
            spot.error("a formula is a text in quotes.").hint("Write \"$25 + $10 * (days - 1)\". Nothing was checked.")
        })
    }

    /// What its value is measured in.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// The ids of the facts that it is reckoned from, in the order in which they stand in it.
    pub fn facts(&self) -> Vec<&str> {
        let mut found = Vec::new();
        self.root.each_fact(&mut |id| {
            if !found.contains(&id) {
                found.push(id);
            }
        });
        found
    }

    /// Its value, where `known` tells each fact; otherwise the gravest reason why it has none.
    ///
    /// # Errors
    /// What `known` answers; [`Reason::InvalidData`] of what is out of range or divided by 0.
    pub fn value(&self, known: &dyn Fn(&str) -> std::result::Result<FactValue, Reason>) -> Known {
        self.root.value(known)
    }

    /// How it compares with another of the same unit.
    ///
    /// # Errors
    /// As [`Formula::value`], of either.
    pub fn compare(
        &self,
        other: &Formula,
        known: &dyn Fn(&str) -> std::result::Result<FactValue, Reason>,
    ) -> std::result::Result<Ordering, Reason> {
        let (a, b) = both(self.value(known), other.value(known))?;
        a.compare(b).ok_or(Reason::InvalidData)
    }

    /// Its value as money, to the nearest cent, a half going up.
    ///
    /// # Errors
    /// As [`Formula::value`].
    pub fn money(
        &self,
        known: &dyn Fn(&str) -> std::result::Result<FactValue, Reason>,
    ) -> std::result::Result<Money, Reason> {
        self.value(known)?.nearest().map(Money::from_cents).ok_or(Reason::InvalidData)
    }
}

/// Two values that are known, or the graver reason why one is not.
fn both(a: Known, b: Known) -> std::result::Result<(Exact, Exact), Reason> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (Err(one), Err(other)) => Err(one.max(other)),
        (Err(reason), _) | (_, Err(reason)) => Err(reason),
    }
}

type Known = std::result::Result<Exact, Reason>;

impl Node {
    fn each_fact<'n>(&'n self, visit: &mut dyn FnMut(&'n str)) {
        match self {
            Node::Value(_) => {}
            Node::Fact(id) => visit(id),
            Node::Up(inner) | Node::Down(inner) => inner.each_fact(visit),
            Node::Two(_, a, b) | Node::Most(a, b) | Node::Least(a, b) => {
                a.each_fact(visit);
                b.each_fact(visit);
            }
        }
    }

    fn value(&self, known: &dyn Fn(&str) -> std::result::Result<FactValue, Reason>) -> Known {
        let both = |a: &Node, b: &Node| both(a.value(known), b.value(known));
        let found = match self {
            Node::Value(value) => Some(*value),
            Node::Fact(id) => match known(id)? {
                FactValue::Count(n) => Some(Exact::whole(n)),
                FactValue::Length(length) => Some(Exact::whole(length.grains())),
                FactValue::Money(money) => Some(Exact::whole(money.cents())),
                FactValue::Flag(_) | FactValue::Choice(_) | FactValue::Date(_) => None,
            },
            Node::Two(sign, a, b) => {
                let (a, b) = both(a, b)?;
                match sign {
                    Sign::Plus => a.plus(b),
                    Sign::Minus => a.minus(b),
                    Sign::Times => a.times(b),
                    Sign::Over => a.over(b),
                }
            }
            Node::Most(a, b) | Node::Least(a, b) => {
                let (a, b) = both(a, b)?;
                let most = matches!(self, Node::Most(..));
                a.compare(b).map(|order| if (order.is_gt()) == most { a } else { b })
            }
            Node::Up(inner) => inner.value(known)?.up(),
            Node::Down(inner) => Some(inner.value(known)?.down()),
        };
        found.ok_or(Reason::InvalidData)
    }
}

/// As it is written.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests;
