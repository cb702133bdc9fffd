//! What failed, at which file, line or feature, and what to try.

use std::fmt;

use crate::text::hanging;

/// A failure said as one would say it at the counter.
///
/// `Display` gives the whole block, at most 88 columns wide: `error:` with what is wrong and
/// where, then `hint:` with what to try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    what: String,
    /// Whole lines shown as they are under the sentence: a quoted source line, a candidate.
    shown: Vec<String>,
    more: Option<String>,
    hint: Option<String>,
    shown_hint: Vec<String>,
}

/// Under the sentence, to the right of `error: `.
const INDENT: &str = "       ";

/// The result of everything here that can fail.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// One or more full sentences: what is wrong, and where.
    pub fn new(what: impl Into<String>) -> Self {
        Error { what: what.into(), shown: Vec::new(), more: None, hint: None, shown_hint: Vec::new() }
    }

    /// What to try.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// A line to be shown as it stands, unwrapped, under the sentence.
    pub fn show(mut self, line: impl Into<String>) -> Self {
        self.shown.push(format!("{INDENT}{}", line.into()));
        self
    }

    /// A line of the source with its number; below it, `length` carets from `column` (the first
    /// is 0) say which part is meant.
    pub fn quote(mut self, number: usize, line: &str, column: usize, length: usize) -> Self {
        self.shown.push(format!("{number:>5} | {line}").trim_end().to_owned());
        self.shown.push(format!("      | {}{}", " ".repeat(column), "^".repeat(length.max(1))));
        self
    }

    /// A line to be shown as it stands under the hint: a command to copy.
    pub fn try_this(mut self, line: impl Into<String>) -> Self {
        self.shown_hint.push(line.into());
        self
    }

    /// A further sentence after the shown lines.
    pub fn more(mut self, more: impl Into<String>) -> Self {
        self.more = Some(more.into());
        self
    }

    /// Puts `place` before the sentence: `layer parks, file parks.geojson`.
    pub fn within(mut self, place: &str) -> Self {
        self.what = format!("{place}: {}", self.what);
        self
    }

    /// The sentence alone, for a row of a table or one line of a list.
    pub fn sentence(&self) -> &str {
        &self.what
    }

    /// The hint alone.
    pub fn advice(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", hanging("error: ", INDENT, &self.what))?;
        for line in &self.shown {
            write!(f, "\n{line}")?;
        }
        if let Some(more) = &self.more {
            write!(f, "\n{}", hanging(INDENT, INDENT, more))?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "\n{}", hanging("hint:  ", INDENT, hint))?;
        }
        for line in &self.shown_hint {
            write!(f, "\n{INDENT}{line}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_line_has_carets_under_what_is_meant() {
        let error = Error::new("no.").quote(64, "mesure = 1", 0, 6).more("In rule \"1\".");
        assert_eq!(error.to_string(), "error: no.\n   64 | mesure = 1\n      | ^^^^^^\n       In rule \"1\".");
    }

    #[test]
    fn an_error_is_wrapped_with_its_hint_below() {
        let error = Error::new(
            "layer parks, file parks.geojson: longitude and latitude look swapped in every one of its features.",
        )
        .show("first: 40.95, -73.83")
        .hint("GeoJSON puts the longitude first.")
        .try_this("--swap-axes parks");
        assert_eq!(
            error.to_string(),
            "error: layer parks, file parks.geojson: longitude and latitude look swapped in every one\n       \
             of its features.\n       first: 40.95, -73.83\nhint:  GeoJSON puts the longitude first.\n       --swap-axes parks"
        );
    }
}
