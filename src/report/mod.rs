//! Everything a reader needs of a check, gathered once, then rendered without thinking.

mod csv;
mod json;
mod text;

use jiff::civil::Date;

use crate::decide::{Call, Place, Reason, Verdict};
use crate::rules::{Chapter, Places, Rule};

pub use csv::{CSV_HEADER, csv_rows};
pub use json::{JsonSite, SCHEMA_VERSION, json_closing, json_opening, json_site};
pub use text::{Tally, text};

/// What all sites of one check share.
#[derive(Debug, Clone)]
pub struct Context<'a> {
    /// The chapters that were applied.
    pub chapters: Vec<&'a Chapter>,
    /// The act that was asked about.
    pub act: &'a str,
    /// The day on which it is checked.
    pub on: Date,
    /// The layers used.
    pub sources: Vec<SourceNote>,
    /// What was typed to name the site, and how it was found; empty in a batch.
    pub asked: String,
}

/// A layer as a report names it.
#[derive(Debug, Clone)]
pub struct SourceNote {
    /// Its name.
    pub layer: String,
    /// Its file, without the folder.
    pub file: String,
    /// The day it speaks of.
    pub as_of: Option<Date>,
    /// Its publisher.
    pub publisher: Option<String>,
    /// Its licence.
    pub licence: Option<String>,
    /// Its accuracy, stated or assumed.
    pub accuracy: String,
    /// Its datum, as stated.
    pub datum: Option<String>,
    /// SHA-256 of its file.
    pub sha256: Option<String>,
    /// Its coordinate system, and what PROJ does to reach WGS84.
    pub crs: String,
    /// What PROJ does to reach WGS84; empty when nothing needs to be done.
    pub operation: String,
    /// Repairs that were asked for.
    pub repairs: Vec<String>,
    /// It shows an invented place.
    pub illustrative: bool,
}

impl SourceNote {
    /// The site itself, where its accuracy is not that of a layer.
    pub fn of_site(accuracy: &crate::units::Accuracy) -> Self {
        SourceNote {
            layer: "the site".to_owned(),
            file: String::new(),
            as_of: None,
            publisher: None,
            licence: None,
            accuracy: accuracy.to_string(),
            datum: None,
            sha256: None,
            crs: String::new(),
            operation: String::new(),
            repairs: Vec::new(),
            illustrative: false,
        }
    }

    /// Whether it speaks of a day more than a year before `on`.
    pub fn is_old(&self, on: Date) -> bool {
        self.as_of.is_some_and(|as_of| as_of.checked_add(jiff::Span::new().years(1)).is_ok_and(|later| later < on))
    }
}

impl Context<'_> {
    /// Whether any layer shows an invented place.
    pub fn is_illustrative(&self) -> bool {
        self.sources.iter().any(|s| s.illustrative)
    }

    /// The layers that show an invented place, in a warning; `None` when none does.
    pub fn illustrative_warning(&self) -> Option<String> {
        let invented: Vec<&str> = self.sources.iter().filter(|s| s.illustrative).map(|s| s.layer.as_str()).collect();
        let all = invented.len() == self.sources.iter().filter(|s| !s.file.is_empty()).count();
        match invented.as_slice() {
            [] => None,
            _ if all => Some("Illustrative layers: an invented village. Not for a real decision.".to_owned()),
            [one] => Some(format!("Illustrative layer {one}: an invented village. Not for a real decision.")),
            some => Some(format!(
                "Illustrative layers {}: an invented village. Not for a real decision.",
                crate::text::listed(some)
            )),
        }
    }
}

/// One site and what was found of it.
#[derive(Debug, Clone)]
pub struct SiteReport<'a> {
    /// Its id.
    pub id: String,
    /// How it is called: an address, or its id.
    pub label: String,
    /// What was measured from: `lot`, `point`, `shape`.
    pub reading: &'static str,
    /// One finding for each rule of the act.
    pub findings: Vec<Finding<'a>>,
}

/// One rule applied to one site.
#[derive(Debug, Clone)]
pub struct Finding<'a> {
    /// The chapter the rule stands in.
    pub chapter: &'a Chapter,
    /// The rule.
    pub rule: &'a Rule,
    /// The places it measures to, as the law has them.
    pub wanted: &'a Places,
    /// What it says.
    pub verdict: Verdict,
    /// Every listed place, or of an open class those within reach and the nearest; nearest first.
    pub places: Vec<Place>,
    /// What is missing or cannot be used, in sentences.
    pub gaps: Vec<String>,
}

impl SiteReport<'_> {
    /// The finding that weighs most: a violation, then what is undetermined.
    pub fn gravest(&self) -> Option<&Finding<'_>> {
        let weight = |f: &&Finding| match f.verdict {
            Verdict::Violates => 5,
            Verdict::Undetermined(Reason::InvalidData) => 4,
            Verdict::Undetermined(Reason::MissingData) => 3,
            Verdict::Undetermined(Reason::TooClose) => 2,
            Verdict::Complies => 1,
            Verdict::NotApplicable => 0,
        };
        self.findings.iter().max_by_key(weight)
    }
}

impl<'a> Finding<'a> {
    /// The measured places, nearest first.
    pub fn measured(&self) -> impl Iterator<Item = (&str, &crate::decide::Measured)> {
        self.places.iter().filter_map(|p| match &p.sight {
            crate::decide::Sight::Measured(m) => Some((p.name.as_str(), m)),
            _ => None,
        })
    }

    /// What decides: of the measurements that settle the matter, else of those that are too
    /// close, else of all, the least distance and all that tie with it within 0.001 ft, in id
    /// order.
    pub fn deciding(&self) -> Vec<(&str, &crate::decide::Measured)> {
        let settles = if self.rule.require.keeps_away() { Call::NotMet } else { Call::Met };
        let called = |call: Call| self.measured().any(|(_, m)| m.call == call);
        let wanted = [settles, Call::TooClose].into_iter().find(|call| called(*call));
        let counts = |m: &crate::decide::Measured| wanted.is_none_or(|call| m.call == call);
        let least = self
            .measured()
            .filter(|(_, m)| counts(m))
            .map(|(_, m)| m.separation.distance.0)
            .fold(f64::INFINITY, f64::min);
        let mut ties: Vec<_> = self
            .measured()
            .filter(|(_, m)| counts(m) && m.separation.distance.0 <= least + crate::near::TIE.0)
            .collect();
        ties.sort_by(|a, b| a.1.feature.cmp(&b.1.feature));
        ties
    }
}
