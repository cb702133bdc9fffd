//! Tables of TOML whose keys are known beforehand, or are names of somebody's own.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toml::value::Datetime;

use super::{At, Document, Readable, Spot, did_you_mean};
use crate::error::{Error, Result};

/// Keys with their values, in the order of the file.
#[derive(Debug, Clone)]
pub struct Entries {
    spot: Spot,
    list: Vec<(At<String>, Item)>,
}

/// One value, under the key that it was found at.
#[derive(Debug, Clone)]
pub struct Item {
    pub(super) key: String,
    pub(super) spot: Spot,
    pub(super) value: Value,
}

/// What a value may be.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Text(String),
    Number(String),
    Flag(bool),
    Date(Datetime),
    List(Vec<Item>),
    Table(Entries),
}

/// A table that may have a few named keys and no other.
#[derive(Debug)]
pub struct Table {
    /// With its article: `a rule`.
    kind: &'static str,
    keys: &'static [&'static str],
    entries: Entries,
}

impl Entries {
    /// Where the table is written: its braces, its heading or its first key.
    pub fn spot(&self) -> &Spot {
        &self.spot
    }

    /// Each key with its value, for tables whose keys are names of somebody's own.
    pub fn into_list(self) -> Vec<(At<String>, Item)> {
        self.list
    }

    /// The text of a key, if it is there and a text: to say which table has an error.
    pub fn text(&self, key: &str) -> Option<String> {
        self.list.iter().find(|(name, _)| name.value == key).and_then(|(_, item)| match &item.value {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        })
    }

    /// The same as a table of which only `keys` may be written. `kind` is what a person would
    /// call it, with its article: `a rule`.
    ///
    /// # Errors
    /// A key that is not one of `keys`.
    pub fn only(self, kind: &'static str, keys: &'static [&'static str]) -> Result<Table> {
        match self.list.iter().find(|(key, _)| !keys.contains(&key.as_str())) {
            Some((key, _)) => Err(key.spot.error(format!("{kind} has no key \"{}\".", key.value)).hint(format!(
                "{}{} may have: {}. Nothing was checked.",
                did_you_mean(key, keys),
                capital(kind),
                keys.join(", ")
            ))),
            None => Ok(Table { kind, keys, entries: self }),
        }
    }
}

impl Table {
    /// Where the table is written.
    pub fn spot(&self) -> &Spot {
        &self.entries.spot
    }

    /// The value of a key, if it is written.
    ///
    /// # Errors
    /// It is of another type.
    pub fn take<T: Readable>(&mut self, key: &str) -> Result<Option<At<T>>> {
        self.take_item(key).map(|item| item.read()).transpose()
    }

    /// The value of a key that must be written.
    ///
    /// # Errors
    /// It is missing, or of another type.
    pub fn need<T: Readable>(&mut self, key: &str) -> Result<At<T>> {
        self.take(key)?.ok_or_else(|| self.lacks(key))
    }

    /// The values of a list; one alone need not be in brackets, and no key is an empty list.
    ///
    /// # Errors
    /// One of them is of another type.
    pub fn take_list<T: Readable>(&mut self, key: &str) -> Result<Vec<At<T>>> {
        self.take_item(key).map_or_else(|| Ok(Vec::new()), Item::read_list)
    }

    /// As [`Table::take_list`], of which there must be at least one.
    ///
    /// # Errors
    /// As [`Table::take_list`]; the key is missing, or the list is empty.
    pub fn need_list<T: Readable>(&mut self, key: &str) -> Result<Vec<At<T>>> {
        let spot = self.spot_of(key).ok_or_else(|| self.lacks(key))?;
        let list = self.take_list(key)?;
        if list.is_empty() {
            return Err(spot.error(format!("\"{key}\" is an empty list.")).hint("Name at least one."));
        }
        Ok(list)
    }

    /// A table inside this one, of which only `keys` may be written.
    ///
    /// # Errors
    /// It is no table, or has another key.
    pub fn take_table(
        &mut self,
        key: &str,
        kind: &'static str,
        keys: &'static [&'static str],
    ) -> Result<Option<Table>> {
        self.take::<Entries>(key)?.map(|entries| entries.value.only(kind, keys)).transpose()
    }

    /// As [`Table::take_table`], and it must be written.
    ///
    /// # Errors
    /// As [`Table::take_table`], or it is missing.
    pub fn need_table(&mut self, key: &str, kind: &'static str, keys: &'static [&'static str]) -> Result<Table> {
        self.take_table(key, kind, keys)?.ok_or_else(|| self.lacks(key))
    }

    /// The names and values of a table whose keys are names of somebody's own; no key is none.
    ///
    /// # Errors
    /// It is no table.
    pub fn take_entries(&mut self, key: &str) -> Result<Vec<(At<String>, Item)>> {
        Ok(self.take::<Entries>(key)?.map(|entries| entries.value.list).unwrap_or_default())
    }

    /// Which of `keys` is the only one of them that is written.
    ///
    /// # Errors
    /// None of them is, or more than one.
    pub fn which(&self, keys: &[&'static str]) -> Result<&'static str> {
        let mut written = keys.iter().filter_map(|key| Some((*key, self.spot_of(key)?)));
        match (written.next(), written.next()) {
            (Some((key, _)), None) => Ok(key),
            (None, _) => Err(self
                .spot()
                .error(format!("{} needs one of the keys {}.", self.kind, keys.join(", ")))
                .hint("Write one of them. Nothing was checked.")),
            (Some((first, _)), Some((second, spot))) => Err(spot
                .error(format!("{} has \"{first}\" and \"{second}\", but may have one of them only.", self.kind))
                .hint("Take one of them out. Nothing was checked.")),
        }
    }

    /// Where a key is written, if it is.
    pub fn spot_of(&self, key: &str) -> Option<Spot> {
        self.entries.list.iter().find(|(name, _)| name.value == key).map(|(name, _)| name.spot.clone())
    }

    /// Says that everything was asked for that could be.
    ///
    /// # Errors
    /// A key that is known and was not asked for, so that it would be skipped in silence.
    pub fn finish(self) -> Result<()> {
        match self.entries.list.first() {
            Some((key, _)) => Err(key
                .spot
                .error(format!("\"{}\" says nothing beside the other keys of this table.", key.value))
                .hint("Take it out, or write what it belongs to. Nothing was checked.")),
            None => Ok(()),
        }
    }

    /// A value of whatever type, if the key is written.
    pub fn take_item(&mut self, key: &str) -> Option<Item> {
        let place = self.entries.list.iter().position(|(name, _)| name.value == key)?;
        Some(self.entries.list.remove(place).1)
    }

    fn lacks(&self, key: &str) -> Error {
        self.spot().error(format!("{} needs the key \"{key}\".", self.kind)).hint(format!(
            "Add {key} = ... to it. {} may have: {}. Nothing was checked.",
            capital(self.kind),
            self.keys.join(", ")
        ))
    }
}

pub(super) fn parse(document: &Document, range: Range<usize>) -> Result<Entries> {
    let offset = range.start;
    let text = &document.text()[range];
    let table = DeTable::parse(text).map_err(|e| {
        let found = e.span().unwrap_or(0..0);
        let message = e.message().trim().replace('\n', "; ");
        document
            .spot(offset + found.start..offset + found.end)
            .error(format!("this is not TOML: {message}."))
            .hint("A value is written as key = \"text\", key = 2026-11-30 or key = [\"one\", \"two\"].")
    })?;
    let start = offset + text.len() - text.trim_start().len();
    let mut entries = entries(document, offset, start..start, table.into_inner());
    if let Some((first, _)) = entries.list.first() {
        entries.spot = first.spot.clone();
    }
    Ok(entries)
}

fn entries(document: &Document, offset: usize, place: Range<usize>, table: DeTable<'_>) -> Entries {
    let shift = |span: Range<usize>| offset + span.start..offset + span.end;
    let mut list: Vec<(At<String>, Item)> = table
        .into_iter()
        .map(|(key, value)| {
            let spot = document.spot(shift(key.span()));
            let name = key.into_inner().into_owned();
            // a table under a [heading] is pointed at by its heading
            let place = match value.get_ref() {
                DeValue::Table(_) if !document.text()[shift(value.span())].starts_with('{') => spot.range.clone(),
                _ => shift(value.span()),
            };
            let item = item(document, offset, &name, place, value);
            (At { value: name, spot }, item)
        })
        .collect();
    list.sort_by_key(|(key, _)| key.spot.range.start);
    Entries { spot: document.spot(place), list }
}

fn item(document: &Document, offset: usize, key: &str, place: Range<usize>, value: Spanned<DeValue<'_>>) -> Item {
    let value = match value.into_inner() {
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Integer(number) => Value::Number(number.to_string()),
        DeValue::Float(number) => Value::Number(number.as_str().to_owned()),
        DeValue::Boolean(flag) => Value::Flag(flag),
        DeValue::Datetime(date) => Value::Date(date),
        DeValue::Array(items) => Value::List(
            items
                .into_iter()
                .map(|part| {
                    let span = part.span();
                    item(document, offset, key, offset + span.start..offset + span.end, part)
                })
                .collect(),
        ),
        DeValue::Table(table) => Value::Table(entries(document, offset, place.clone(), table)),
    };
    Item { key: key.to_owned(), spot: document.spot(place), value }
}

fn capital(phrase: &str) -> String {
    let mut letters = phrase.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests;
