//! Everything a reader needs of a check, gathered once, then rendered without thinking.

mod csv;
mod geojson;
mod headline;
mod json;
mod law;
mod provisions;
mod sources;
mod tables;
mod tally;
mod text;
mod why;

use jiff::civil::Date;

use crate::calendar::Deadline;
use crate::decide::{Measured, Place, Sight, Verdict};
use crate::near::keep_ties;
use crate::rules::{Chapter, Exemption, Fact, FactValue, Places, Premise, Reading, Requirement, Rule};
use crate::truth::Truth;
use crate::units::Money;

pub use csv::{Form, Row, band, csv_header, csv_rows, joined, plain};
pub use geojson::{Ring, geojson_closing, geojson_features, geojson_opening, geojson_ring};
pub use json::{JsonSite, SCHEMA_VERSION, json_closing, json_opening, json_site};
pub use law::{law_json, law_text};
pub use provisions::ProvisionReport;
pub use tally::Tally;
pub use text::text;
pub use why::capitalised;

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
    /// Who stated the lengths that were not measured, and when.
    pub measured_by: Option<String>,
    /// Whether the one who asks wants to know what to ask.
    pub asking: bool,
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
    /// How the site itself is called among the sources.
    pub const SITE: &str = "the site";

    /// The site itself, where its accuracy is not that of a layer.
    pub fn of_site(accuracy: &crate::units::Accuracy) -> Self {
        SourceNote {
            layer: Self::SITE.to_owned(),
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
    /// The question of the act, in the words of the counter.
    pub fn question(&self) -> String {
        let known = self.chapters.iter().find_map(|chapter| chapter.acts.get(self.act));
        known.map_or_else(|| format!("May this be done (act: {})?", self.act), |act| act.ask.clone())
    }

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
    /// What was measured from: `lot`, `point`, `shape`, `none`.
    pub reading: &'static str,
    /// What was stated of it.
    pub facts: Vec<StatedFact<'a>>,
    /// The measured conditions that the findings lean on.
    pub premises: Vec<PremiseReport<'a>>,
    /// One finding for each rule of the act.
    pub findings: Vec<Finding<'a>>,
}

/// A fact with its value and where that comes from.
#[derive(Debug, Clone)]
pub struct StatedFact<'a> {
    /// The fact.
    pub fact: &'a Fact,
    /// Its value.
    pub value: FactValue,
    /// Who says so.
    pub origin: Origin,
}

/// Where the value of a fact comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The command line.
    Typed,
    /// A property of the site.
    Property,
}

/// A measured condition and whether it holds.
#[derive(Debug, Clone)]
pub struct PremiseReport<'a> {
    /// The chapter it stands in.
    pub chapter: &'a Chapter,
    /// The condition.
    pub premise: &'a Premise,
    /// Whether it holds.
    pub truth: Truth,
    /// Whether that was stated, not measured.
    pub stated: bool,
    /// What each reading saw.
    pub readings: Vec<ReadingReport<'a>>,
}

/// What one reading saw and says.
#[derive(Debug, Clone)]
pub struct ReadingReport<'a> {
    /// The reading.
    pub reading: &'a Reading,
    /// The places it measures to, as the law has them, if it measures to any.
    pub wanted: Option<&'a Places>,
    /// Whether it takes part in the verdict.
    pub counted: bool,
    /// What it says by itself.
    pub verdict: Verdict,
    /// Every listed place, or of an open class those within reach and the nearest; nearest first.
    pub places: Vec<Place>,
    /// What is missing or cannot be used, in sentences.
    pub gaps: Vec<String>,
}

/// An exemption and whether it holds.
#[derive(Debug, Clone, Copy)]
pub struct Lift<'a> {
    /// The exemption.
    pub exemption: &'a Exemption,
    /// Whether it holds.
    pub holds: Truth,
}

/// One rule applied to one site.
#[derive(Debug, Clone)]
pub struct Finding<'a> {
    /// The chapter the rule stands in.
    pub chapter: &'a Chapter,
    /// The rule.
    pub rule: &'a Rule,
    /// What it says.
    pub verdict: Verdict,
    /// What it would say if nothing lifted it and it applied.
    pub bare: Verdict,
    /// Whether it applies.
    pub applies: Truth,
    /// What each of its readings saw; the first is the default. None where nothing is measured.
    pub readings: Vec<ReadingReport<'a>>,
    /// The exemptions that were considered.
    pub lifts: Vec<Lift<'a>>,
    /// Whether the rule is lifted for each place of the default reading, in its order; empty
    /// where nothing lifts it for single places.
    pub freed: Vec<Truth>,
    /// The facts that could still change the answer, in the order to ask them.
    pub asks: Vec<&'a Fact>,
    /// What is missing or cannot be used, in sentences.
    pub gaps: Vec<String>,
    /// Of a duty, its last day and its amount of money, where they could be reckoned.
    pub reckoned: Reckoned,
}

/// What a duty comes to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reckoned {
    /// The last day in time.
    pub due: Option<Deadline>,
    /// How much.
    pub amount: Option<Money>,
}

impl<'a> SiteReport<'a> {
    /// The finding that weighs most: a violation, then what is undetermined, the worst reason
    /// first; duties weigh nothing.
    pub fn gravest(&self) -> Option<&Finding<'a>> {
        let weight = |f: &&Finding| match f.verdict {
            _ if f.rule.is_duty() => 0,
            Verdict::Violates => 20,
            Verdict::Undetermined(reason) => 10 + reason as u8,
            Verdict::Exempt => 4,
            Verdict::Complies => 3,
            Verdict::NotApplicable => 2,
            Verdict::Required => 0,
        };
        // of equals the first
        self.findings.iter().rev().max_by_key(weight)
    }

    /// The facts that could still change an answer, each once.
    pub fn asks(&self) -> Vec<&'a Fact> {
        let mut asks: Vec<&Fact> = Vec::new();
        for fact in self.findings.iter().flat_map(|finding| finding.asks.iter().copied()) {
            if !asks.iter().any(|known| known.id == fact.id) {
                asks.push(fact);
            }
        }
        asks
    }

    /// The measured condition of this id.
    pub fn premise(&self, id: &str) -> Option<&PremiseReport<'a>> {
        self.premises.iter().find(|report| report.premise.id == id)
    }
}

impl<'a> Finding<'a> {
    /// What the default reading saw, if anything is measured.
    pub fn default(&self) -> Option<&ReadingReport<'a>> {
        self.readings.first()
    }

    /// What decides by the default reading.
    pub fn deciding(&self) -> Vec<(&str, &Measured)> {
        self.default().map(ReadingReport::deciding).unwrap_or_default()
    }
}

impl ReadingReport<'_> {
    /// The requirement.
    pub fn require(&self) -> Requirement {
        self.reading.require
    }

    /// The measured places, nearest first.
    pub fn measured(&self) -> impl Iterator<Item = (&str, &Measured)> {
        self.places.iter().filter_map(|p| match &p.sight {
            Sight::Measured(m) => Some((p.name.as_str(), m)),
            _ => None,
        })
    }

    /// What decides: of the measurements that settle the matter, else of those that are too
    /// close, else of all, the least distance and all that tie with it within 0.001 ft, in id
    /// order.
    pub fn deciding(&self) -> Vec<(&str, &Measured)> {
        let settles = Truth::from(!self.reading.needs_every());
        let rank = |m: &Measured| match m.met {
            met if met == settles => 0,
            Truth::Unknown(_) => 1,
            _ => 2,
        };
        let wanted = self.measured().map(|(_, m)| rank(m)).min();
        let counts = |m: &Measured| Some(rank(m)) == wanted;
        let mut ties: Vec<_> = self.measured().filter(|(_, m)| counts(m)).collect();
        keep_ties(&mut ties, |(_, m)| m.separation.distance);
        ties.sort_by(|a, b| a.1.feature.cmp(&b.1.feature));
        ties
    }
}
