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
    /// Lines shown as they are under the sentence: a quoted source line, a list of candidates.
    shown: Vec<String>,
    more: Option<String>,
    hint: Option<String>,
    shown_hint: Vec<String>,
}

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
        self.shown.push(line.into());
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
        let indent = "       ";
        write!(f, "{}", hanging("error: ", indent, &self.what))?;
        for line in &self.shown {
            write!(f, "\n{indent}{line}")?;
        }
        if let Some(more) = &self.more {
            write!(f, "\n{}", hanging(indent, indent, more))?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "\n{}", hanging("hint:  ", indent, hint))?;
        }
        for line in &self.shown_hint {
            write!(f, "\n{indent}{line}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

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
