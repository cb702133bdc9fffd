//! Facts that no map can know: their types, their values, and how they are asked for.

use std::fmt;

use jiff::civil::Date;

use crate::document::Item;
use crate::error::{Error, Result};
use crate::json;
use crate::text::listed;
use crate::units::{Length, Money};

/// A fact as its chapter declares it.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// What conditions and the command line call it: `level`.
    pub id: String,
    /// Where the law makes it matter: `§ 19A-5(a)`.
    pub citation: String,
    /// The question to ask.
    pub ask: String,
    /// What follows from an answer, for the one who asks.
    pub note: Option<String>,
    /// Of what type its value is.
    pub kind: FactKind,
    /// Whom or what it is about.
    pub about: About,
    /// The days between which it surely lies, while nobody has looked it up.
    pub between: Option<[Date; 2]>,
    /// The provisions it covers, by their ids.
    pub provisions: Vec<String>,
}

/// The type of a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FactKind {
    /// Yes or no.
    Flag,
    /// One of a few words or numbers.
    Choice(Vec<String>),
    /// A length with its unit.
    Length,
    /// A whole number.
    Count,
    /// An amount of money.
    Money,
    /// A day.
    Date,
}

/// Whom or what a fact is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// A person: never asked for where the question is about premises.
    Person,
    /// A person at one place: another place may have another answer.
    Place,
    /// The work itself: its height, its days.
    Work,
    /// What only the municipality can say: a date it has not published.
    Municipality,
}

impl About {
    /// Each with the word for it.
    pub const ALL: &[(&str, About)] = &[
        ("person", About::Person),
        ("place", About::Place),
        ("work", About::Work),
        ("municipality", About::Municipality),
    ];

    /// Whether it concerns a person, who need not be known to check premises.
    pub fn is_personal(self) -> bool {
        matches!(self, About::Person | About::Place)
    }
}

/// The value of a fact.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FactValue {
    /// Yes or no.
    Flag(bool),
    /// One of the choices.
    Choice(String),
    /// A length.
    Length(Length),
    /// A whole number.
    Count(i64),
    /// An amount of money.
    Money(Money),
    /// A day.
    Date(Date),
}

impl Fact {
    /// Reads a value as it is typed: `yes`, `2`, `5 ft`, `2019-05-01`.
    ///
    /// # Errors
    /// It is not of the fact's type; the hint shows how one is written.
    pub fn parse(&self, typed: &str) -> Result<FactValue> {
        let typed = typed.trim();
        let not = |what: &str| {
            Error::new(format!("--fact {}={typed}: {what}", self.id)).hint(format!("Write {}.", self.example()))
        };
        match &self.kind {
            FactKind::Flag => match typed.to_lowercase().as_str() {
                "yes" | "true" => Ok(FactValue::Flag(true)),
                "no" | "false" => Ok(FactValue::Flag(false)),
                _ => Err(not("it is answered by yes or no.")),
            },
            FactKind::Choice(choices) => choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(typed))
                .map(|choice| FactValue::Choice(choice.clone()))
                .ok_or_else(|| not(&format!("it is one of {}.", choices.join(", ")))),
            FactKind::Length => match Length::parse(typed) {
                Ok(length) => Ok(FactValue::Length(length)),
                Err(_) if typed.parse::<f64>().is_ok() => {
                    Err(not(&format!("a length needs a unit, and \"{typed}\" has none."))
                        .hint(format!("Write {}. Also understood: '4 ft 6 in', '54 in', '1.5 m'.", self.example())))
                }
                Err(e) => Err(not(e.sentence())),
            },
            FactKind::Count => match typed.parse::<i64>() {
                Ok(count) if count >= 0 => Ok(FactValue::Count(count)),
                _ => Err(not("it is a whole number.")),
            },
            FactKind::Money => Money::parse(typed).map(FactValue::Money).map_err(|e| not(e.sentence())),
            FactKind::Date => day(typed).map(FactValue::Date).ok_or_else(|| not("it is a day, year first.")),
        }
    }

    /// Reads a value from a chapter, without quotes where TOML has a type for it.
    ///
    /// # Errors
    /// It is not of the fact's type: at its line and caret.
    pub fn read(&self, item: Item) -> Result<FactValue> {
        Ok(match &self.kind {
            FactKind::Flag => FactValue::Flag(item.read::<bool>()?.value),
            FactKind::Length => FactValue::Length(item.read::<Length>()?.value),
            FactKind::Date => FactValue::Date(item.read::<Date>()?.value),
            FactKind::Money => FactValue::Money(item.read::<Money>()?.value),
            FactKind::Choice(choices) => {
                let typed = item.as_text().or_else(|| item.as_number()).map(str::to_owned);
                match typed.filter(|typed| choices.contains(typed)) {
                    Some(choice) => FactValue::Choice(choice),
                    None => {
                        return Err(item
                            .spot()
                            .error(format!("this is no choice of the fact \"{}\".", self.id))
                            .hint(format!("The choices: {}. Nothing was checked.", choices.join(", "))));
                    }
                }
            }
            FactKind::Count => match item.as_number().and_then(|n| n.parse().ok()) {
                Some(count) => FactValue::Count(count),
                None => {
                    return Err(item
                        .spot()
                        .error(format!("the fact \"{}\" is a whole number.", self.id))
                        .hint("Write it without quotes and decimals. Nothing was checked."));
                }
            },
        })
    }

    /// Reads a value from a feature's property, given as JSON text; `None` for null.
    ///
    /// # Errors
    /// What is wrong with it, in a sentence.
    pub fn property(&self, value: &str) -> std::result::Result<Option<FactValue>, String> {
        let text = match value.trim() {
            "null" => return Ok(None),
            "true" => "yes".to_owned(),
            "false" => "no".to_owned(),
            _ => json::as_text(value).ok_or_else(|| format!("the fact {} is no single value", self.id))?,
        };
        if text.trim().is_empty() {
            return Ok(None);
        }
        self.parse(&text).map(Some).map_err(|e| {
            let what = e.sentence().split_once(": ").map_or(e.sentence(), |(_, what)| what).trim_end_matches('.');
            format!("the property {} is \"{text}\", but {what}", self.id)
        })
    }

    /// How a value is given on the command line: `--fact height='5 ft'`.
    pub fn example(&self) -> String {
        let value = match &self.kind {
            FactKind::Flag => "no".to_owned(),
            FactKind::Choice(choices) => choices.get(1).or(choices.first()).cloned().unwrap_or_default(),
            FactKind::Length => "'5 ft'".to_owned(),
            FactKind::Count => "2".to_owned(),
            FactKind::Money => "'$250'".to_owned(),
            FactKind::Date => "2019-05-01".to_owned(),
        };
        format!("--fact {}={value}", self.id)
    }

    /// `yes or no`, `one of 1, 2 and 3`, `a length` ...
    pub fn type_words(&self) -> String {
        match &self.kind {
            FactKind::Flag => "yes or no".to_owned(),
            FactKind::Choice(choices) => format!("one of {}", listed(choices)),
            FactKind::Length => "a length with its unit".to_owned(),
            FactKind::Count => "a whole number".to_owned(),
            FactKind::Money => "an amount of money".to_owned(),
            FactKind::Date => "a day".to_owned(),
        }
    }
}

/// A day as `2026-11-30` and in no other way.
pub fn day(text: &str) -> Option<Date> {
    let bytes = text.as_bytes();
    let plain = bytes.len() == 10 && bytes[4] == b'-' && bytes[7] == b'-';
    if plain { text.parse().ok() } else { None }
}

/// `yes`, `2`, `5 ft`, `2019-05-01`.
impl fmt::Display for FactValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FactValue::Flag(true) => f.write_str("yes"),
            FactValue::Flag(false) => f.write_str("no"),
            FactValue::Choice(choice) => f.write_str(choice),
            FactValue::Length(length) => write!(f, "{length}"),
            FactValue::Count(count) => write!(f, "{count}"),
            FactValue::Money(money) => write!(f, "{money}"),
            FactValue::Date(day) => write!(f, "{day}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(kind: FactKind) -> Fact {
        Fact {
            id: "x".to_owned(),
            citation: "§ 1".to_owned(),
            ask: "What?".to_owned(),
            note: None,
            kind,
            about: About::Work,
            between: None,
            provisions: Vec::new(),
        }
    }

    #[test]
    fn each_type_reads_its_own_and_refuses_the_others() {
        let feet = |n| FactValue::Length(Length::feet(n));
        let all = [
            (FactKind::Flag, "yes", FactValue::Flag(true)),
            (FactKind::Flag, "No", FactValue::Flag(false)),
            (FactKind::Choice(vec!["1".to_owned(), "2".to_owned()]), "2", FactValue::Choice("2".to_owned())),
            (FactKind::Length, "5 ft", feet(5)),
            (FactKind::Count, "3", FactValue::Count(3)),
            (FactKind::Money, "$2,500", FactValue::Money(Money::from_cents(250_000))),
            (FactKind::Date, "2019-05-01", FactValue::Date(jiff::civil::date(2019, 5, 1))),
        ];
        for (kind, typed, wanted) in all {
            let fact = fact(kind);
            assert_eq!(fact.parse(typed), Ok(wanted), "{typed}");
            for wrong in ["", "maybe", "-1", "5 lb", "2019-5-1", "3.5"] {
                assert!(fact.parse(wrong).is_err(), "{:?} took {wrong}", fact.kind);
            }
        }
    }

    #[test]
    fn a_length_without_its_unit_is_refused_with_the_way_to_write_it() {
        let refusal = fact(FactKind::Length).parse("5").expect_err("no unit").to_string();
        assert!(refusal.contains("needs a unit, and \"5\" has none"), "{refusal}");
        assert!(refusal.contains("Write --fact x='5 ft'"), "{refusal}");
    }

    #[test]
    fn properties_are_typed_the_same_way() {
        let flag = fact(FactKind::Flag);
        assert_eq!(flag.property("true"), Ok(Some(FactValue::Flag(true))));
        assert_eq!(flag.property("null"), Ok(None));
        assert_eq!(fact(FactKind::Length).property("\"3 ft 6 in\"").map(|v| v.is_some()), Ok(true));
        let wrong = fact(FactKind::Length).property("3.5").expect_err("no unit");
        assert_eq!(wrong, "the property x is \"3.5\", but a length needs a unit, and \"3.5\" has none");
        assert!(fact(FactKind::Length).property("[1]").is_err());
    }
}
