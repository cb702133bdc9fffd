//! A chapter of law and its parts, as they are once it is read.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::Requirement;
use crate::document::At;

/// One page of law.
#[derive(Debug, Clone, PartialEq)]
pub struct Chapter {
    /// `us/ny/tuckahoe/chapter-19a`, or the file's name without its ending.
    pub id: String,
    /// The file's own name, for messages: `chapter-19a.md`.
    pub file: String,
    /// `Chapter 19A`: the first part of the page's title.
    pub citation: String,
    /// The rest of the page's title.
    pub title: String,
    /// Whose law it is: `Village of Tuckahoe, New York`.
    pub place: String,
    /// The enactment: `L.L. No. 8-2007`.
    pub source: String,
    /// The time zone of the place, as jiff's database names it; it tells which day today is.
    pub time_zone: String,
    /// The day on which somebody last held the page to the law.
    pub checked: Date,
    /// Whether the chapter stands, for each rule that does not say otherwise.
    pub status: Status,
    /// What a reader must know before all else, printed under the first line of every answer.
    pub caution: Option<String>,
    /// The question that is asked of each act, in the words of the counter.
    pub asks: BTreeMap<String, String>,
    /// What the page does not decide, for a list under every answer.
    pub not_checked: Vec<String>,
    /// The places that rules measure to.
    pub places: Vec<Places>,
    /// The rules, in the order of the page.
    pub rules: Vec<Rule>,
    /// Worked examples, which the tests run.
    pub cases: Vec<Case>,
}

/// Whether a law stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// In one word.
    pub kind: StatusKind,
    /// Who says so: a decision, a statute.
    pub authority: Option<String>,
    /// Since when.
    pub since: Option<Date>,
    /// What follows from it.
    pub note: Option<String>,
}

/// Whether a law stands, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatusKind {
    /// It stands.
    InForce,
    /// It is printed, and a decision elsewhere makes it doubtful.
    Doubtful,
    /// A higher law has taken the field.
    PreEmpted,
    /// A court has halted it.
    Stayed,
    /// It has ended.
    Lapsed,
    /// It is nobody's law: invented to try the program.
    Illustrative,
}

/// A kind of place that rules measure to.
#[derive(Debug, Clone, PartialEq)]
pub struct Places {
    /// What rules call it.
    pub id: String,
    /// Where the law says which they are: `§ 19A-2`.
    pub citation: String,
    /// The layer that they are found on; it remembers where it is written, so that a layer
    /// nobody brings can be refused there.
    pub layer: At<String>,
    /// One of them: `listed park`.
    pub noun: String,
    /// Several of them: `listed parks`.
    pub plural: String,
    /// Which features of the layer count.
    pub members: Members,
}

/// Which features of a layer count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Members {
    /// A closed list of names; each must be on the layer.
    Named(Vec<String>),
    /// An open class: every feature with a name. A blank name is no name.
    EveryNamed,
    /// An open class: every feature.
    Every,
}

/// One checkable duty.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// `19A-3`.
    pub id: String,
    /// From its heading: `§ 19A-3`.
    pub citation: String,
    /// The rest of its heading, without the last full stop: the code's own title.
    pub title: String,
    /// What it says, in our plain words: the first paragraph under its heading.
    pub sentence: String,
    /// The deciding words of the law: the block quote under its heading.
    pub quote: Option<String>,
    /// The acts that it speaks about.
    pub acts: Vec<String>,
    /// What is measured.
    pub measure: Distance,
    /// What the measured length must be.
    pub require: Requirement,
    /// The first day on which it applies, where the law tells.
    pub effective: Option<Date>,
    /// The first day on which it applies no longer.
    pub until: Option<Date>,
    /// The day on which somebody last held it to the law, where it is not the chapter's.
    pub checked: Option<Date>,
    /// Whether it stands, where that is not as with the chapter.
    pub status: Option<Status>,
    /// What to do next.
    pub next: NextSteps,
    /// The line of the page on which its block begins.
    pub line: usize,
}

/// A distance to be measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distance {
    /// From what of the site.
    pub from: SiteGeometry,
    /// To which places, by their id.
    pub to: String,
}

/// The part of a site that is measured from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteGeometry {
    /// The lot, up to the lot line.
    Lot,
}

/// What to do next after each answer, one sentence a step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NextSteps {
    /// After `complies`.
    pub complies: Vec<String>,
    /// After `violates`.
    pub violates: Vec<String>,
    /// After `undetermined`.
    pub undetermined: Vec<String>,
}

/// A worked example: a situation and what the rules must answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// A sentence.
    pub name: String,
    /// The day of the question.
    pub on: Option<Date>,
    /// The layers: `illustrative`, or a layers file.
    pub layers: Option<String>,
    /// The site, by its address.
    pub address: Option<String>,
    /// The site, by its parcel.
    pub parcel: Option<String>,
    /// Lengths stated instead of measured, by rule: `1000 ft +- 0 ft`.
    pub measured: BTreeMap<String, At<String>>,
    /// The answer of each rule.
    pub expect: BTreeMap<String, Outcome>,
    /// The line of the page on which its block begins.
    pub line: usize,
}

/// What a case expects of a rule: a verdict, or the reason why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The requirement is surely met.
    Complies,
    /// It is surely not met.
    Violates,
    /// The limit lies within the accuracy of the data.
    TooClose,
    /// Something named is not there.
    MissingData,
    /// Something is there and cannot be used.
    InvalidData,
}

impl StatusKind {
    /// Each with the word for it.
    pub const ALL: &[(&str, StatusKind)] = &[
        ("in-force", StatusKind::InForce),
        ("doubtful", StatusKind::Doubtful),
        ("pre-empted", StatusKind::PreEmpted),
        ("stayed", StatusKind::Stayed),
        ("lapsed", StatusKind::Lapsed),
        ("illustrative", StatusKind::Illustrative),
    ];

    /// `in-force`, `doubtful` ...
    pub fn word(self) -> &'static str {
        word(Self::ALL, self)
    }
}

impl Outcome {
    /// Each with the word for it.
    pub const ALL: &[(&str, Outcome)] = &[
        ("complies", Outcome::Complies),
        ("violates", Outcome::Violates),
        ("too-close", Outcome::TooClose),
        ("missing-data", Outcome::MissingData),
        ("invalid-data", Outcome::InvalidData),
    ];

    /// `complies`, `too-close` ...
    pub fn word(self) -> &'static str {
        word(Self::ALL, self)
    }
}

fn word<C: PartialEq>(all: &[(&'static str, C)], wanted: C) -> &'static str {
    all.iter().find(|(_, choice)| *choice == wanted).map_or("", |(word, _)| word)
}

impl Chapter {
    /// The places of this id.
    pub fn places(&self, id: &str) -> Option<&Places> {
        self.places.iter().find(|places| places.id == id)
    }

    /// The rule of this id.
    pub fn rule(&self, id: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.id == id)
    }

    /// The places that a rule of this chapter measures to; the loader has seen to it that they
    /// are there.
    pub fn places_of(&self, rule: &Rule) -> Option<&Places> {
        self.places(&rule.measure.to)
    }

    /// Whether a rule stands: as it says itself, else as its chapter says.
    pub fn status_of<'a>(&'a self, rule: &'a Rule) -> &'a Status {
        rule.status.as_ref().unwrap_or(&self.status)
    }
}

impl Places {
    /// The names of a closed list.
    pub fn named(&self) -> Option<&[String]> {
        match &self.members {
            Members::Named(names) => Some(names),
            Members::EveryNamed | Members::Every => None,
        }
    }
}

impl Rule {
    /// Whether it applies on a day, by its own dates.
    pub fn applies_on(&self, day: Date) -> bool {
        self.effective.is_none_or(|first| first <= day) && self.until.is_none_or(|end| day < end)
    }
}
