//! What is said of a text that is no sound GeoJSON: where it goes wrong, and what to try.

use super::{Reader, SHOWN, State, imposter};
use crate::error::Error;
use crate::text::grouped;

impl Reader {
    pub(super) fn syntax(&self, at: usize, what: &str) -> Error {
        Error::new(format!(
            "{}: {what} (byte {}, line {}).",
            self.name,
            grouped(self.base + at as u64),
            grouped(self.line_at(at))
        ))
        .show(self.excerpt(at))
        .hint("The file is not sound JSON there. Write it again with the program that made it.")
    }

    pub(super) fn truncated(&self) -> Error {
        let end = self.base + self.buffer.len() as u64;
        let inside = match self.state {
            State::Features { .. } => format!("in the middle of the {} feature", nth(self.ordinal + 1)),
            State::AfterFeatures => "after its features".to_owned(),
            _ => "in the middle of its first object".to_owned(),
        };
        let mut error = Error::new(format!(
            "{}: the file breaks off {inside}, at byte {} (line {}). It has no end.",
            self.name,
            grouped(end),
            grouped(self.line_at(self.buffer.len()))
        ));
        if end > 0 && end.is_multiple_of(1 << 20) {
            error = error.more(format!(
                "The file is exactly {} MiB long, which is typical of a download that stopped.",
                end >> 20
            ));
        }
        let unused = if self.ordinal > 0 {
            " The features before the break were not used: a part must not pass for the whole."
        } else {
            ""
        };
        error.hint(format!("Copy the file again, then try once more.{unused}"))
    }

    pub(super) fn trailing(&self) -> Error {
        Error::new(format!(
            "{}: after the end of the GeoJSON text something follows, at byte {} (line {}).",
            self.name,
            grouped(self.base + self.at as u64),
            grouped(self.line_at(self.at))
        ))
        .show(self.excerpt(self.at))
        .hint("Two files may have been joined, or a download written over a longer file. Fetch it again.")
    }

    pub(super) fn imposter(&self) -> Error {
        imposter::by_first_bytes(&self.name, &self.buffer[self.at..], self.base + self.at as u64, self.line_at(self.at))
    }

    pub(super) fn not_geojson(&self) -> Error {
        imposter::by_members(&self.name, &self.top, self.top_line).unwrap_or_else(|| {
            let layer = "A layer is written {\"type\": \"FeatureCollection\", \"features\": [...]}.";
            if self.top.kind.as_deref() == Some("FeatureCollection") {
                let line = grouped(self.top_line);
                return Error::new(format!(
                    "{}: the FeatureCollection on line {line} has no list \"features\".",
                    self.name
                ))
                .hint(layer);
            }
            let kind =
                self.top.kind.as_deref().map_or_else(|| "has no type".to_owned(), |k| format!("has the type \"{k}\""));
            Error::new(format!("{} is JSON but not GeoJSON: its object (line {}) {kind}.", self.name, self.top_line))
                .hint(layer)
        })
    }

    fn excerpt(&self, at: usize) -> String {
        let end = (at + SHOWN).min(self.buffer.len());
        let clean = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(|c: char| c.is_control(), " ");
        format!("...{}>>>{}...", clean(self.last.then(&self.buffer[..at]).bytes()), clean(&self.buffer[at..end]))
    }
}

/// `1st`, `2nd`, `1,204th`.
pub(super) fn nth(n: u64) -> String {
    let ending = match (n % 100, n % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{}{ending}", grouped(n))
}
