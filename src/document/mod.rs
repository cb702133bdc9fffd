//! Reads TOML strictly: each key is asked for by its name, each leftover is refused with line
//! and caret.
//!
//! The TOML may be a whole file (`layers.toml`) or a slice of a Markdown page; either way an
//! error shows the line of the whole file.

mod read;
mod table;

use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

pub use read::Readable;
pub use table::{Entries, Item, Table};

use crate::error::{Error, Result};

/// Columns of a quoted source line; a longer one is shown in part.
const QUOTED: usize = 78;

/// The text of a file under the name that messages call it by.
#[derive(Clone, PartialEq, Eq)]
pub struct Document(Arc<Inner>);

#[derive(PartialEq, Eq)]
struct Inner {
    name: String,
    text: String,
}

/// A stretch of a document, to point an error at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    document: Document,
    range: Range<usize>,
}

/// A value that remembers where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct At<T> {
    /// What is written.
    pub value: T,
    /// Where.
    pub spot: Spot,
}

impl Document {
    /// A document of this name (`chapter-19a.md`) and text; a byte order mark is left out.
    pub fn new(name: impl Into<String>, text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).to_owned();
        Document(Arc::new(Inner { name: name.into(), text }))
    }

    /// The name that messages call it by.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// All of its text.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The bytes `range` of it, as a place to point at; widened to whole characters.
    pub fn spot(&self, range: Range<usize>) -> Spot {
        let text = self.text();
        let (mut start, mut end) = (range.start.min(text.len()), range.end.min(text.len()));
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        while !text.is_char_boundary(end) {
            end += 1;
        }
        Spot { document: self.clone(), range: start..end.max(start) }
    }

    /// Reads the whole text as TOML.
    ///
    /// # Errors
    /// It is not TOML: at the line and column where that shows.
    pub fn entries(&self) -> Result<Entries> {
        self.entries_in(0..self.text().len())
    }

    /// Reads the bytes `range` as TOML.
    ///
    /// # Errors
    /// As [`Document::entries`], with the line of the whole text.
    pub fn entries_in(&self, range: Range<usize>) -> Result<Entries> {
        table::parse(self, range)
    }
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Document({})", self.name())
    }
}

impl Spot {
    /// The line it begins on; the first is 1.
    pub fn line(&self) -> usize {
        1 + self.document.text().as_bytes()[..self.range.start].iter().filter(|b| **b == b'\n').count()
    }

    /// The byte after its last one.
    pub fn end(&self) -> usize {
        self.range.end
    }

    /// An error here: the name and line, the sentence, the line itself and a caret.
    pub fn error(&self, sentence: impl fmt::Display) -> Error {
        let text = self.document.text();
        let start = text[..self.range.start].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[self.range.start..].find('\n').map_or(text.len(), |length| self.range.start + length);
        let line: Vec<char> =
            text[start..end].trim_end().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let column = text[start..self.range.start].chars().count();
        let length = text[self.range.start..self.range.end.min(end).max(self.range.start)].trim_end().chars().count();

        let skipped = if line.len() > QUOTED { column.saturating_sub(QUOTED / 2).min(line.len() - QUOTED) } else { 0 };
        let shown: String = line.iter().skip(skipped).take(QUOTED).collect();
        Error::new(format!("{}, line {}: {sentence}", self.document.name(), self.line())).quote(
            self.line(),
            &shown,
            column - skipped,
            length.min(QUOTED.saturating_sub(column - skipped)),
        )
    }
}

impl<T> Deref for At<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: AsRef<str>> At<T> {
    /// The one of `choices` that is written here.
    ///
    /// # Errors
    /// It is none of them; all are listed.
    pub fn one_of<C: Clone>(&self, choices: &[(&str, C)]) -> Result<C> {
        let typed = self.value.as_ref();
        choices.iter().find(|(name, _)| *name == typed).map(|(_, choice)| choice.clone()).ok_or_else(|| {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            self.not_among(&format!("\"{typed}\" is not known here."), &names)
        })
    }

    /// The error of a word that is not one of `names`, with the nearest and the whole list.
    pub fn not_among(&self, sentence: &str, names: &[&str]) -> Error {
        self.spot.error(sentence).hint(format!(
            "{}{}: {}. Nothing was checked.",
            did_you_mean(self.value.as_ref(), names),
            if names.len() == 1 { "The only choice" } else { "The choices" },
            names.join(", ")
        ))
    }
}

/// `Did you mean "parks"? `, or nothing.
fn did_you_mean(typed: &str, names: &[&str]) -> String {
    crate::text::meant(typed, names.iter().copied())
        .map_or_else(String::new, |name| format!("Did you mean \"{name}\"? "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spot_shows_its_own_line_and_the_caret_under_it() {
        let document = Document::new("a.md", "one\ntwo § three\n");
        let start = document.text().find("three").expect("there");
        assert_eq!(
            document.spot(start..start + 5).error("no.").to_string(),
            "error: a.md, line 2: no.\n    2 | two § three\n      |       ^^^^^"
        );
    }

    #[test]
    fn a_stretch_over_several_lines_is_marked_to_the_end_of_the_first() {
        let document = Document::new("a.md", "x = [\n 1,\n]\n");
        assert_eq!(
            document.spot(4..11).error("no.").to_string(),
            "error: a.md, line 1: no.\n    1 | x = [\n      |     ^"
        );
        assert_eq!(document.spot(12..12).error("no.").to_string(), "error: a.md, line 4: no.\n    4 |\n      | ^");
    }

    #[test]
    fn a_stretch_that_cuts_a_character_is_widened() {
        let document = Document::new("a.md", "\u{feff}é§x");
        assert_eq!(document.spot(1..3).error("no.").to_string(), "error: a.md, line 1: no.\n    1 | é§x\n      | ^^");
        assert!(document.spot(90..91).error("no.").to_string().ends_with("|    ^"));
    }

    #[test]
    fn a_long_line_is_shown_around_the_place() {
        let document = Document::new("a.md", &format!("{}here{}", "x".repeat(200), "y".repeat(200)));
        let shown = document.spot(200..204).error("no.").to_string();
        assert!(shown.lines().all(|line| line.chars().count() <= crate::text::WIDTH), "{shown}");
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[1].find("here"), lines[2].find("^^^^"));
    }

    #[test]
    fn a_word_that_is_not_known_is_answered_with_the_list() {
        let document = Document::new("a.md", "kind = \"dubtful\"");
        let word = At { value: "dubtful".to_owned(), spot: document.spot(7..16) };
        let error = word.one_of(&[("in-force", 1), ("doubtful", 2)]).expect_err("a slip").to_string();
        assert_eq!(
            error,
            "error: a.md, line 1: \"dubtful\" is not known here.\n    1 | kind = \"dubtful\"\n      |        ^^^^^^^^^\n\
             hint:  Did you mean \"doubtful\"? The choices: in-force, doubtful. Nothing was checked."
        );
    }
}
