//! Reads a formula and checks its units.

use super::{Exact, Node, Sign, Unit};
use crate::error::{Error, Result};
use crate::fact::Fact;
use crate::units::{Length, Money};

/// Units of length that stand behind a number.
const LENGTHS: &[&str] = &["ft", "in", "m", "yd", "mi"];
/// How deep parentheses may go.
const DEEPEST: usize = 32;

pub(super) fn formula(text: &str, facts: &[Fact]) -> Result<(Node, Unit)> {
    let mut parser = Parser { text, at: 0, facts, depth: 0 };
    let found = parser.sum()?;
    match parser.peek() {
        None => Ok(found),
        Some(_) => Err(parser.unexpected("an operator")),
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    facts: &'t [Fact],
    depth: usize,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&mut self) -> Option<char> {
        self.at = self.text.len() - self.rest().trim_start().len();
        self.rest().chars().next()
    }

    /// Passes the character that is next.
    fn skip(&mut self) {
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
    }

    fn takes(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.skip();
        }
        found
    }

    fn unexpected(&self, wanted: &str) -> Error {
        let rest = self.rest().trim();
        let found = if rest.is_empty() { "it ends".to_owned() } else { format!("there is \"{rest}\"") };
        Error::new(format!("\"{}\" is no formula: where {wanted} should be, {found}.", self.text.trim()))
            .hint("Write it as in \"$25 + $10 * (days - 1)\". Nothing was checked.")
    }

    fn misfit(&self, what: String) -> Error {
        Error::new(format!("in \"{}\" {what}.", self.text.trim()))
            .hint("Lengths, areas, money and numbers are kept apart. Nothing was checked.")
    }

    fn sum(&mut self) -> Result<(Node, Unit)> {
        let (mut node, unit) = self.product()?;
        loop {
            let sign = match self.peek() {
                Some('+') => Sign::Plus,
                Some('-' | '−') => Sign::Minus,
                _ => return Ok((node, unit)),
            };
            self.skip();
            let (other, its) = self.product()?;
            if its != unit {
                let word = if sign == Sign::Plus { "added to" } else { "taken from" };
                return Err(self.misfit(format!("{its} is {word} {unit}")));
            }
            node = Node::Two(sign, Box::new(node), Box::new(other));
        }
    }

    fn product(&mut self) -> Result<(Node, Unit)> {
        let (mut node, mut unit) = self.factor()?;
        loop {
            let sign = match self.peek() {
                Some('*' | '×') => Sign::Times,
                Some('/') => Sign::Over,
                _ => return Ok((node, unit)),
            };
            self.skip();
            let (other, its) = self.factor()?;
            let power = |a: i8, b: i8| if sign == Sign::Times { a.saturating_add(b) } else { a.saturating_sub(b) };
            unit = Unit { length: power(unit.length, its.length), money: power(unit.money, its.money) };
            if !(-4..=4).contains(&unit.length) || !(-4..=4).contains(&unit.money) {
                return Err(self.misfit("too many lengths or amounts are multiplied".to_owned()));
            }
            node = Node::Two(sign, Box::new(node), Box::new(other));
        }
    }

    fn factor(&mut self) -> Result<(Node, Unit)> {
        match self.peek() {
            Some('(') => self.inside(),
            Some('$') => self.money(),
            Some(c) if c.is_ascii_digit() => self.number(),
            Some(c) if c.is_ascii_lowercase() => self.name(),
            _ => Err(self.unexpected("a number, an amount or a fact")),
        }
    }

    /// What stands in parentheses, the first of which is next.
    fn inside(&mut self) -> Result<(Node, Unit)> {
        self.open()?;
        let found = self.sum()?;
        self.close()?;
        Ok(found)
    }

    fn open(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.misfit("the parentheses go too deep".to_owned()));
        }
        if self.takes('(') { Ok(()) } else { Err(self.unexpected("an opening parenthesis")) }
    }

    fn close(&mut self) -> Result<()> {
        self.depth -= 1;
        if self.takes(')') { Ok(()) } else { Err(self.unexpected("a closing parenthesis")) }
    }

    /// The digits that are next, with points and with commas between groups of three.
    fn digits(&mut self) -> &'t str {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let is_digit = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_digit);
        let mut end = 0;
        loop {
            match bytes.get(end) {
                Some(b) if b.is_ascii_digit() => end += 1,
                Some(b'.') if is_digit(end + 1) => end += 1,
                // a comma with a space behind it parts two arguments
                Some(b',') if (1..=3).all(|k| is_digit(end + k)) && !is_digit(end + 4) => end += 1,
                _ => break,
            }
        }
        self.at += end;
        &rest[..end]
    }

    fn money(&mut self) -> Result<(Node, Unit)> {
        self.takes('$');
        let amount = Money::parse(&format!("${}", self.digits()))?;
        Ok((Node::Value(Exact::whole(amount.cents())), Unit::MONEY))
    }

    fn number(&mut self) -> Result<(Node, Unit)> {
        let digits = self.digits();
        let before = self.at;
        if self.takes('%') {
            let share = plain(digits).and_then(|n| n.over(Exact::whole(100)));
            return share.map(|n| (Node::Value(n), Unit::NUMBER)).ok_or_else(|| self.misfit(too_long(digits)));
        }
        self.peek();
        let word = self.word();
        if LENGTHS.contains(&word) {
            let length = Length::parse(&format!("{digits} {word}"))?;
            return Ok((Node::Value(Exact::whole(length.grains())), Unit::LENGTH));
        }
        self.at = before;
        plain(digits).map(|n| (Node::Value(n), Unit::NUMBER)).ok_or_else(|| self.misfit(too_long(digits)))
    }

    /// The word that is next.
    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit() && c != '_').unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn name(&mut self) -> Result<(Node, Unit)> {
        let word = self.word();
        match word {
            "max" | "min" => {
                self.open()?;
                let (first, unit) = self.sum()?;
                if !self.takes(',') {
                    return Err(self.unexpected("a comma"));
                }
                let (second, its) = self.sum()?;
                self.close()?;
                if its != unit {
                    return Err(self.misfit(format!("{its} is compared with {unit}")));
                }
                let (first, second) = (Box::new(first), Box::new(second));
                Ok((if word == "max" { Node::Most(first, second) } else { Node::Least(first, second) }, unit))
            }
            "rounded_up" | "rounded_down" => {
                let (inner, unit) = self.inside()?;
                if unit != Unit::NUMBER {
                    return Err(self.misfit(format!("{unit} is rounded, and only a number can be")));
                }
                let inner = Box::new(inner);
                Ok((if word == "rounded_up" { Node::Up(inner) } else { Node::Down(inner) }, unit))
            }
            _ => {
                let Some(fact) = self.facts.iter().find(|fact| fact.id == word) else {
                    let known: Vec<&str> =
                        self.facts.iter().filter(|f| Unit::of(&f.kind).is_some()).map(|f| f.id.as_str()).collect();
                    let meant = crate::text::meant(word, known.iter().copied());
                    let meant = meant.map(|m| format!("Did you mean \"{m}\"? ")).unwrap_or_default();
                    return Err(Error::new(format!("in \"{}\" \"{word}\" is no fact of this page.", self.text.trim()))
                        .hint(format!(
                            "{meant}Facts that are quantities: {}. Nothing was checked.",
                            known.join(", ")
                        )));
                };
                let unit = Unit::of(&fact.kind).ok_or_else(|| {
                    self.misfit(format!("the fact \"{word}\" is {}, and no quantity", fact.type_words()))
                })?;
                Ok((Node::Fact(word.to_owned()), unit))
            }
        }
    }
}

fn too_long(digits: &str) -> String {
    format!("the number {digits} cannot be read")
}

/// A decimal number.
fn plain(digits: &str) -> Option<Exact> {
    let digits = digits.replace(',', "");
    let (whole, decimals) = digits.split_once('.').unwrap_or((&digits, ""));
    let scale = 10i128.checked_pow(decimals.len().try_into().ok()?)?;
    Exact::new(format!("{whole}{decimals}").parse().ok()?, scale)
}
