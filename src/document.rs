//! Reads TOML strictly: each key is asked for by its name, each leftover is refused with line and caret.

use std::ops::Range;

use jiff::civil::Date;
use toml::de::{DeTable, DeValue};

use crate::error::{Error, Result};
use crate::text::meant;
use crate::units::{Accuracy, Length};

/// A text file with its name, in which places are byte ranges.
#[derive(Debug, Clone, Copy)]
pub struct Document<'a> {
    /// The file's name, for messages.
    pub name: &'a str,
    /// All of its text.
    pub text: &'a str,
}

impl Document<'_> {
    /// The 1-based line of a byte.
    pub fn line(&self, byte: usize) -> usize {
        self.text[..byte.min(self.text.len())].matches('\n').count() + 1
    }

    /// An error at a place: file, line, the line itself with a caret under the place.
    pub fn error(&self, at: &Range<usize>, what: impl AsRef<str>) -> Error {
        let line = self.line(at.start);
        let start = self.text[..at.start].rfind('\n').map_or(0, |i| i + 1);
        let end = self.text[at.start..].find('\n').map_or(self.text.len(), |i| at.start + i);
        let source = self.text[start..end].trim_end();
        let column = self.text[start..at.start].chars().count();
        let width = self.text[at.start..at.end.clamp(at.start, end.max(at.start))].trim_end().chars().count().max(1);
        let number = line.to_string();
        Error::new(format!("{}, line {line}: {}", self.name, what.as_ref()))
            .show(format!("{number} | {source}"))
            .show(format!("{} | {}{}", " ".repeat(number.len()), " ".repeat(column), "^".repeat(width)))
    }
}

/// A value with its place in the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Its bytes.
    pub at: Range<usize>,
}

/// A table whose keys are taken one by one; [`Table::finish`] refuses what was not asked for.
#[derive(Debug)]
pub struct Table<'a> {
    document: Document<'a>,
    /// `a rule`, as messages call it.
    what: String,
    /// Where it stands, in a sentence for errors; may be empty.
    context: String,
    base: usize,
    at: Range<usize>,
    entries: Vec<(Located<String>, DeValue<'a>, Range<usize>)>,
    asked: Vec<&'static str>,
}

impl<'a> Table<'a> {
    /// Parses the TOML at `range` of a document as a table that messages call `what`.
    ///
    /// # Errors
    /// It is not TOML: with line and caret.
    pub fn parse(document: Document<'a>, range: Range<usize>, what: &str, context: &str) -> Result<Table<'a>> {
        let slice: &'a str = &document.text[range.clone()];
        let parsed = DeTable::parse(slice).map_err(|e| {
            let span = e.span().unwrap_or(0..0);
            let at = range.start + span.start..range.start + span.end.max(span.start);
            document.error(&at, format!("this is not sound TOML: {}.", e.message().trim_end_matches('.')))
        })?;
        Ok(Table::of(document, parsed.into_inner(), range.start, range, what, context))
    }

    fn of(document: Document<'a>, table: DeTable<'a>, base: usize, at: Range<usize>, what: &str, context: &str) -> Table<'a> {
        let moved = |r: Range<usize>| base + r.start..base + r.end;
        let mut entries: Vec<_> = table
            .into_iter()
            .map(|(key, value)| {
                let (key_at, value_at) = (moved(key.span()), moved(value.span()));
                (Located { value: key.into_inner().into_owned(), at: key_at }, value.into_inner(), value_at)
            })
            .collect();
        entries.sort_by_key(|(key, ..)| key.at.start);
        Table { document, what: what.to_owned(), context: context.to_owned(), base, at, entries, asked: Vec::new() }
    }

    /// Adds where the table stands, once that is known.
    pub fn set_context(&mut self, context: impl Into<String>) {
        self.context = context.into();
    }

    /// An error at a place of the document, with the sentence of where the table stands.
    pub fn error(&self, at: &Range<usize>, what: impl AsRef<str>) -> Error {
        let error = self.document.error(at, what);
        if self.context.is_empty() { error } else { error.more(self.context.clone()) }
    }

    fn take(&mut self, key: &'static str) -> Option<(DeValue<'a>, Range<usize>)> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        let i = self.entries.iter().position(|(k, ..)| k.value == key)?;
        let (_, value, at) = self.entries.remove(i);
        Some((value, at))
    }

    fn typed<T>(&mut self, key: &'static str, wanted: &str, read: impl FnOnce(DeValue<'a>) -> Option<T>) -> Result<Option<Located<T>>> {
        let Some((value, at)) = self.take(key) else { return Ok(None) };
        let found = kind(&value);
        match read(value) {
            Some(value) => Ok(Some(Located { value, at })),
            None => Err(self.error(&at, format!("{key} of {} is {found}, and must be {wanted}.", self.what))),
        }
    }

    /// A text.
    ///
    /// # Errors
    /// It is something else.
    pub fn text(&mut self, key: &'static str) -> Result<Option<Located<String>>> {
        self.typed(key, "a text in quotes", |v| match v {
            DeValue::String(text) => Some(text.into_owned()),
            _ => None,
        })
    }

    /// True or false.
    ///
    /// # Errors
    /// It is something else.
    pub fn flag(&mut self, key: &'static str) -> Result<bool> {
        let found = self.typed(key, "true or false", |v| match v {
            DeValue::Boolean(flag) => Some(flag),
            _ => None,
        })?;
        Ok(found.is_some_and(|f| f.value))
    }

    /// A day, written without quotes: `2026-11-30`.
    ///
    /// # Errors
    /// It is something else.
    pub fn date(&mut self, key: &'static str) -> Result<Option<Located<Date>>> {
        self.typed(key, "a day without quotes, like 2026-11-30", |v| match v {
            DeValue::Datetime(d) if d.time.is_none() && d.offset.is_none() => {
                let date = d.date?;
                Date::new(date.year.try_into().ok()?, date.month.try_into().ok()?, date.day.try_into().ok()?).ok()
            }
            _ => None,
        })
    }

    /// A length with its unit.
    ///
    /// # Errors
    /// It is no text, or no length.
    pub fn length(&mut self, key: &'static str) -> Result<Option<Located<Length>>> {
        self.parsed(key, Length::parse)
    }

    /// An accuracy: `5 ft rmse` or `10 ft 95%`.
    ///
    /// # Errors
    /// It is no text, or no accuracy.
    pub fn accuracy(&mut self, key: &'static str) -> Result<Option<Located<Accuracy>>> {
        self.parsed(key, Accuracy::parse)
    }

    /// A text that `read` understands; its error is told at the place.
    ///
    /// # Errors
    /// It is no text, or `read` refuses it.
    pub fn parsed<T>(&mut self, key: &'static str, read: impl FnOnce(&str) -> Result<T>) -> Result<Option<Located<T>>> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        match read(&text.value) {
            Ok(value) => Ok(Some(Located { value, at: text.at })),
            Err(e) => {
                let error = self.error(&text.at, e.sentence());
                Err(match e.advice() {
                    Some(advice) => error.hint(advice),
                    None => error,
                })
            }
        }
    }

    /// A list of texts; one text alone counts as a list of one.
    ///
    /// # Errors
    /// It is something else.
    pub fn texts(&mut self, key: &'static str) -> Result<Option<Located<Vec<Located<String>>>>> {
        let Some((value, at)) = self.take(key) else { return Ok(None) };
        let base = self.base;
        let one = |v: DeValue<'a>, at: Range<usize>| match v {
            DeValue::String(text) => Some(Located { value: text.into_owned(), at }),
            _ => None,
        };
        let texts = match value {
            DeValue::Array(items) => items
                .into_iter()
                .map(|item| {
                    let span = item.span();
                    one(item.into_inner(), base + span.start..base + span.end)
                })
                .collect(),
            other => one(other, at.clone()).map(|text| vec![text]),
        };
        match texts {
            Some(value) => Ok(Some(Located { value, at })),
            None => Err(self.error(&at, format!("{key} of {} must be a list of texts in quotes.", self.what))),
        }
    }

    /// Four numbers or another count of them.
    ///
    /// # Errors
    /// It is no list of `N` numbers.
    pub fn numbers<const N: usize>(&mut self, key: &'static str) -> Result<Option<Located<[f64; N]>>> {
        self.typed(key, &format!("a list of {N} numbers"), |v| match v {
            DeValue::Array(items) => {
                let numbers: Option<Vec<f64>> = items
                    .into_iter()
                    .map(|item| match item.into_inner() {
                        DeValue::Float(f) => f.as_str().parse().ok(),
                        DeValue::Integer(i) => i.as_str().parse().ok(),
                        _ => None,
                    })
                    .collect();
                numbers?.try_into().ok()
            }
            _ => None,
        })
    }

    /// A table within, which messages call `what`.
    ///
    /// # Errors
    /// It is something else.
    pub fn table(&mut self, key: &'static str, what: &str) -> Result<Option<Table<'a>>> {
        let found = self.typed(key, "a table { ... }", |v| match v {
            DeValue::Table(table) => Some(table),
            _ => None,
        })?;
        Ok(found.map(|t| Table::of(self.document, t.value, self.base, t.at, what, &self.context)))
    }

    /// Either a text or a table.
    ///
    /// # Errors
    /// It is something else.
    pub fn text_or_table(&mut self, key: &'static str, what: &str) -> Result<Option<TextOrTable<'a>>> {
        match self.entries.iter().find(|(k, ..)| k.value == key) {
            Some((_, DeValue::Table(_), _)) => Ok(self.table(key, what)?.map(TextOrTable::Table)),
            _ => Ok(self.text(key)?.map(TextOrTable::Text)),
        }
    }

    /// All entries that are left, in file order, as tables: for a file with one table a name.
    ///
    /// # Errors
    /// One is no table.
    pub fn tables(&mut self, what: impl Fn(&str) -> String) -> Result<Vec<(Located<String>, Table<'a>)>> {
        let mut found = Vec::new();
        for (key, value, at) in std::mem::take(&mut self.entries) {
            let DeValue::Table(table) = value else {
                return Err(self.error(&key.at, format!("\"{}\" must be a table: [{}]", key.value, key.value)));
            };
            let inner = Table::of(self.document, table, self.base, at, &what(&key.value), &self.context);
            found.push((key, inner));
        }
        Ok(found)
    }

    /// All entries that are left, in file order, as texts: a table of names and values.
    ///
    /// # Errors
    /// One is no text.
    pub fn all_texts(&mut self) -> Result<Vec<(Located<String>, Located<Vec<String>>)>> {
        let mut found = Vec::new();
        for (key, value, at) in std::mem::take(&mut self.entries) {
            let text = |v: DeValue| match v {
                DeValue::String(text) => Some(text.into_owned()),
                DeValue::Integer(i) => Some(i.to_string()),
                _ => None,
            };
            let values = match value {
                DeValue::Array(items) => items.into_iter().map(|i| text(i.into_inner())).collect(),
                other => text(other).map(|t| vec![t]),
            };
            let Some(values) = values else {
                return Err(self.error(&at, format!("the value of \"{}\" must be a text in quotes, or a list of them.", key.value)));
            };
            found.push((key, Located { value: values, at }));
        }
        Ok(found)
    }

    /// What a missing key would have been needed for.
    ///
    /// # Errors
    /// Always when `found` is `None`: the table lacks `key`.
    pub fn need<T>(&self, key: &str, found: Option<Located<T>>) -> Result<Located<T>> {
        found.ok_or_else(|| self.missing(key))
    }

    /// The error of a key that is not there.
    pub fn missing(&self, key: &str) -> Error {
        let at = self.at.start..self.at.start;
        self.error(&at, format!("{} needs a key \"{key}\".", self.what)).hint(format!("Add {key} = ... to it. Nothing was checked."))
    }

    /// Refuses the first key that was not asked for.
    ///
    /// # Errors
    /// There is one: with line, caret, the key most likely meant and all that are allowed.
    pub fn finish(self) -> Result<()> {
        let Some((key, ..)) = self.entries.first() else { return Ok(()) };
        let what = &self.what;
        let likely = meant(&key.value, self.asked.iter().copied()).map(|m| format!("Did you mean \"{m}\"? ")).unwrap_or_default();
        Err(self
            .error(&key.at, format!("{what} has no key \"{}\".", key.value))
            .hint(format!("{likely}{}{} may have: {}. Nothing was checked.", what[..1].to_uppercase(), &what[1..], self.asked.join(", "))))
    }

    /// The bytes of the table.
    pub fn at(&self) -> Range<usize> {
        self.at.clone()
    }
}

/// A value that may be short or long.
#[derive(Debug)]
pub enum TextOrTable<'a> {
    /// A word.
    Text(Located<String>),
    /// A table.
    Table(Table<'a>),
}

fn kind(value: &DeValue) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date or time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Title\n\nmesure   = { distance = 1 }\nid = \"19A-3\"\nlimit = \"1000\"\nsince = 2015-02-17\n";

    fn table() -> Table<'static> {
        Table::parse(Document { name: "chapter-19a.md", text: PAGE }, 9..PAGE.len(), "a rule", "In rule \"19A-3\".").expect("sound")
    }

    #[test]
    fn an_unknown_key_is_refused_with_line_and_caret() {
        let mut table = table();
        for key in ["measure", "id", "limit"] {
            let _ = table.text(key);
        }
        let _ = table.date("since");
        assert_eq!(
            table.finish().expect_err("mesure").to_string(),
            "error: chapter-19a.md, line 3: a rule has no key \"mesure\".\n       3 | mesure   = { distance = 1 }\n         | ^^^^^^\n       \
             In rule \"19A-3\".\nhint:  Did you mean \"measure\"? A rule may have: measure, id, limit, since. Nothing was\n       checked."
        );
    }

    #[test]
    fn a_length_without_a_unit_is_refused_at_its_place() {
        let error = table().length("limit").expect_err("no unit").to_string();
        assert!(error.contains("line 5") && error.contains("| limit = \"1000\"") && error.contains("        ^^^^^^"), "{error}");
        assert!(error.contains("has none") && error.contains("'1000 ft'"), "{error}");
    }

    #[test]
    fn dates_types_and_missing_keys_are_told() {
        let mut table = table();
        assert_eq!(table.date("since").expect("a date").map(|d| d.value.to_string()), Some("2015-02-17".to_owned()));
        assert!(table.date("id").expect_err("a text").to_string().contains("is a text, and must be a day"));
        let none = table.text("require").expect("absent");
        assert!(table.need("require", none).expect_err("missing").to_string().contains("needs a key \"require\""));
    }

    #[test]
    fn broken_toml_has_its_line() {
        let text = "a = 1\nb = = 2\n";
        let error = Table::parse(Document { name: "x.toml", text }, 0..text.len(), "a file", "").expect_err("broken");
        assert!(error.to_string().contains("x.toml, line 2: this is not sound TOML"), "{error}");
    }
}
