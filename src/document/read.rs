//! The types a value may be asked for as, and the words of a wrong one.

use jiff::civil::Date;

use super::table::{Entries, Item, Value};
use super::{At, Spot};
use crate::error::{Error, Result};
use crate::units::{Length, Money};

/// A type that a TOML value can be read as.
pub trait Readable: Sized {
    /// What is expected, for the error of a value of another type.
    const EXPECTED: &'static str;

    /// Reads the value; `None` when it is of another type.
    ///
    /// # Errors
    /// It is of the right type and still says nothing that can be used: a length without a unit.
    fn from_item(item: &Item) -> Result<Option<Self>>;
}

impl Item {
    /// Where the value is written.
    pub fn spot(&self) -> &Spot {
        &self.spot
    }

    /// The value as a `T`.
    ///
    /// # Errors
    /// It is of another type, or not to be understood.
    pub fn read<T: Readable>(self) -> Result<At<T>> {
        match T::from_item(&self)? {
            Some(value) => Ok(At { value, spot: self.spot }),
            None => Err(self.is_not(T::EXPECTED)),
        }
    }

    /// The values of a list; one alone need not be in brackets.
    ///
    /// # Errors
    /// One of them is of another type.
    pub fn read_list<T: Readable>(self) -> Result<Vec<At<T>>> {
        match self.value {
            Value::List(items) => items.into_iter().map(Item::read).collect(),
            _ => Ok(vec![self.read()?]),
        }
    }

    /// The values of a list, or this one alone.
    pub fn items(self) -> Vec<Item> {
        match self.value {
            Value::List(items) => items,
            _ => vec![self],
        }
    }

    /// Whether it is a table.
    pub fn is_table(&self) -> bool {
        matches!(self.value, Value::Table(_))
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }

    /// The number as it is written, if it is one.
    pub fn as_number(&self) -> Option<&str> {
        if let Value::Number(number) = &self.value { Some(number) } else { None }
    }

    /// What `parse` makes of a text; `None` when it is no text.
    ///
    /// # Errors
    /// The error of `parse`, told at the place of the value.
    pub fn understood<T>(&self, parse: impl FnOnce(&str) -> Result<T>) -> Result<Option<T>> {
        self.as_text().map(parse).transpose().map_err(|e| {
            let error = self.spot.error(e.sentence());
            match e.advice() {
                Some(advice) => error.hint(advice),
                None => error,
            }
        })
    }

    fn is_not(&self, expected: &str) -> Error {
        let found = match &self.value {
            Value::Text(text) => format!("the text \"{}\"", text.chars().take(40).collect::<String>()),
            Value::Number(number) => format!("the number {number}"),
            Value::Flag(flag) => format!("the flag {flag}"),
            Value::Date(date) => format!("the date or time {date}"),
            Value::List(_) => "a list".to_owned(),
            Value::Table(_) => "a table".to_owned(),
        };
        self.spot
            .error(format!("\"{}\" is {found}.", self.key))
            .hint(format!("It must be {expected}. Nothing was checked."))
    }
}

impl Readable for String {
    const EXPECTED: &'static str = "a text in quotes that is not empty";

    fn from_item(item: &Item) -> Result<Option<Self>> {
        Ok(match &item.value {
            Value::Text(text) if !text.trim().is_empty() => Some(text.clone()),
            _ => None,
        })
    }
}

impl Readable for bool {
    const EXPECTED: &'static str = "true or false, without quotes";

    fn from_item(item: &Item) -> Result<Option<Self>> {
        Ok(if let Value::Flag(flag) = item.value { Some(flag) } else { None })
    }
}

impl Readable for f64 {
    const EXPECTED: &'static str = "a number, without quotes";

    fn from_item(item: &Item) -> Result<Option<Self>> {
        let Value::Number(number) = &item.value else { return Ok(None) };
        Ok(number.parse().ok().filter(|number: &f64| number.is_finite()))
    }
}

impl Readable for Date {
    const EXPECTED: &'static str = "a day, without quotes and time: 2026-11-30";

    fn from_item(item: &Item) -> Result<Option<Self>> {
        let Value::Date(found) = &item.value else { return Ok(None) };
        let day = if found.time.is_none() && found.offset.is_none() { found.date } else { None };
        Ok(day.and_then(|day| {
            Date::new(i16::try_from(day.year).ok()?, i8::try_from(day.month).ok()?, i8::try_from(day.day).ok()?).ok()
        }))
    }
}

impl Readable for Length {
    const EXPECTED: &'static str = "a length with its unit, in quotes: \"1000 ft\"";

    fn from_item(item: &Item) -> Result<Option<Self>> {
        item.understood(Length::parse)
    }
}

impl Readable for Money {
    const EXPECTED: &'static str = "an amount of money in quotes: \"$2,500\"";

    fn from_item(item: &Item) -> Result<Option<Self>> {
        item.understood(Money::parse)
    }
}

impl Readable for Entries {
    const EXPECTED: &'static str = "a table: { key = \"value\" }";

    fn from_item(item: &Item) -> Result<Option<Self>> {
        Ok(if let Value::Table(entries) = &item.value { Some(entries.clone()) } else { None })
    }
}
