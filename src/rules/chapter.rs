//! A chapter of law and its parts, as they are once it is read.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::condition::Condition;
use super::test::Test;
use crate::calendar::Period;
use crate::document::At;
use crate::fact::{Fact, FactValue};
use crate::formula::Formula;
use crate::places::Places;
use crate::truth::Reason;
use crate::units::Money;

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
    /// What is asked of each act, and what is taken for granted with it.
    pub acts: BTreeMap<String, Act>,
    /// What the page does not decide, for a list under every answer.
    pub not_checked: Vec<String>,
    /// What no map can know.
    pub facts: Vec<Fact>,
    /// The places that rules measure to.
    pub places: Vec<Places>,
    /// The conditions that are measured.
    pub premises: Vec<Premise>,
    /// The rules, in the order of the page.
    pub rules: Vec<Rule>,
    /// What frees from rules.
    pub exemptions: Vec<Exemption>,
    /// The provisions that are not decided, each with the reason.
    pub undecided: Vec<Undecided>,
    /// Worked examples, which the tests run.
    pub cases: Vec<Case>,
}

/// What is being done, as the counter asks about it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Act {
    /// The question: `May the premises be let to a Level 2 or 3 registrant?`
    pub ask: String,
    /// Facts that the question itself answers; what is stated goes before.
    pub assume: BTreeMap<String, Assumed>,
    /// What is said under `Exemptions` when those facts were not stated.
    pub note: Option<String>,
}

/// A fact that is taken for granted.
#[derive(Debug, Clone, PartialEq)]
pub enum Assumed {
    /// This value.
    Value(FactValue),
    /// The day of the check.
    Today,
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

/// What stands above a block of the page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wording {
    /// From its heading: `§ 19A-3`.
    pub citation: String,
    /// The rest of its heading, without the last full stop: the code's own title.
    pub title: String,
    /// What it says, in our plain words: the first paragraph under its heading.
    pub sentence: String,
    /// The deciding words of the law: the block quote under its heading.
    pub quote: Option<String>,
    /// The line of the page on which its block begins.
    pub line: usize,
}

/// A condition that is measured on the map: whether a lot lies outside the village.
#[derive(Debug, Clone, PartialEq)]
pub struct Premise {
    /// What conditions call it: `outside-village`.
    pub id: String,
    /// What stands above it.
    pub wording: Wording,
    /// It holds when this is met.
    pub test: Test,
    /// What is said when it holds: `the lot lies outside the village`.
    pub yes: String,
    /// What is said when it does not.
    pub no: String,
    /// The same two in a word for a table: `outside`, `inside`.
    pub short: [String; 2],
    /// The provisions it covers, by their ids.
    pub provisions: Vec<String>,
}

/// One checkable duty.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// `19A-3`.
    pub id: String,
    /// What it is about, in a few words for a table: `distance from parks`.
    pub topic: String,
    /// What stands above it.
    pub wording: Wording,
    /// The acts that it speaks about.
    pub acts: Vec<String>,
    /// When it applies.
    pub when: Condition,
    /// What it asks for.
    pub demand: Demand,
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
    /// The provisions it covers, by their ids.
    pub provisions: Vec<String>,
}

/// What a rule asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Demand {
    /// Something measured must be so.
    Test(Test),
    /// The facts must be so.
    Must(Condition),
    /// Somebody must do something.
    Duty(Duty),
}

/// Something that must be done.
#[derive(Debug, Clone, PartialEq)]
pub struct Duty {
    /// Who: `the landlord`.
    pub who: String,
    /// What: `have the Village Clerk's letter`.
    pub what: String,
    /// By when, in words: `before letting`.
    pub by: String,
    /// How the last day is reckoned.
    pub due: Option<Due>,
    /// How an amount of money is reckoned.
    pub amount: Option<Amount>,
}

/// A last day: so long after a day that is stated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// How long.
    pub period: Period,
    /// After which day, by the id of its fact.
    pub after: String,
    /// Whether a last day on which offices are closed moves on, where the law of the place says so.
    pub moves: bool,
}

/// An amount of money.
#[derive(Debug, Clone, PartialEq)]
pub struct Amount {
    /// How it is reckoned.
    pub formula: Formula,
    /// Whether it is the most that may be asked, and less may be.
    pub at_most: bool,
}

/// What frees from rules.
#[derive(Debug, Clone, PartialEq)]
pub struct Exemption {
    /// `19A-5(b)`.
    pub id: String,
    /// What stands above it.
    pub wording: Wording,
    /// When it holds.
    pub when: Condition,
    /// The rules it lifts; `None` for the whole chapter.
    pub lifts: Option<Vec<String>>,
    /// Whether it lifts a rule for one place at a time.
    pub each_place: bool,
    /// What a lifted rule answers.
    pub gives: Gives,
    /// How far it reaches, in the words of the counter.
    pub reach: Option<String>,
    /// What must be shown to prove it.
    pub proof: Vec<String>,
    /// The provisions it covers, by their ids.
    pub provisions: Vec<String>,
}

/// What a lifted rule answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gives {
    /// The rule does not reach the case at all.
    NotApplicable,
    /// The rule is lifted for somebody.
    Exempt,
}

impl Gives {
    /// Each with the word for it.
    pub const ALL: &[(&str, Gives)] = &[("not-applicable", Gives::NotApplicable), ("exempt", Gives::Exempt)];
}

/// A provision that is not decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undecided {
    /// `19A-7`.
    pub id: String,
    /// What stands above it.
    pub wording: Wording,
    /// Why it is not decided.
    pub why: String,
    /// The provisions it covers, by their ids.
    pub provisions: Vec<String>,
}

/// What to do next after each answer, one sentence a step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NextSteps {
    /// After `complies`.
    pub complies: Vec<String>,
    /// After `violates`.
    pub violates: Vec<String>,
    /// After `exempt`.
    pub exempt: Vec<String>,
    /// After `not-applicable`.
    pub not_applicable: Vec<String>,
    /// After `required`.
    pub required: Vec<String>,
    /// After `undetermined`, for any reason that has no steps of its own.
    pub undetermined: Vec<String>,
    /// After `undetermined`, by the reason.
    pub by_reason: BTreeMap<Reason, Vec<String>>,
}

/// A worked example: a situation and what the rules must answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// A sentence.
    pub name: String,
    /// The day of the question.
    pub on: Date,
    /// The act; without it, the first act of the first rule expected.
    pub act: Option<String>,
    /// The layers: `illustrative`, or a layers file; without them there is no map.
    pub layers: Option<String>,
    /// Where the site is taken from, if there are layers.
    pub site: Option<CaseSite>,
    /// What is stated.
    pub facts: BTreeMap<String, FactValue>,
    /// Which measured conditions are stated to hold or not.
    pub premises: BTreeMap<String, bool>,
    /// Lengths stated instead of measured, by rule, condition or reading: `1000 ft +- 0 ft`.
    pub measured: BTreeMap<String, At<String>>,
    /// The answer of each rule: a verdict or a reason, by its word.
    pub expect: BTreeMap<String, String>,
    /// The last day in time of a duty, by rule.
    pub due: BTreeMap<String, Date>,
    /// The money of a duty, by rule.
    pub amount: BTreeMap<String, Money>,
    /// The line of the page on which its block begins.
    pub line: usize,
}

/// How a case names its site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CaseSite {
    /// By its address.
    Address(String),
    /// By its parcel.
    Parcel(String),
    /// A feature of a sites file, by its id, with the accuracy and datum it is drawn in; the path
    /// is meant from the folder of the repository.
    Feature {
        /// The path of the file.
        file: String,
        /// The id of the feature.
        id: String,
        /// `0.2 ft rmse`
        accuracy: String,
        /// `WGS84`
        datum: String,
    },
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

    /// The fact of this id.
    pub fn fact(&self, id: &str) -> Option<&Fact> {
        self.facts.iter().find(|fact| fact.id == id)
    }

    /// The measured condition of this id.
    pub fn premise(&self, id: &str) -> Option<&Premise> {
        self.premises.iter().find(|premise| premise.id == id)
    }

    /// What a stated figure of this name stands for: a rule or a condition with something
    /// measured, and which of its readings; `19A-3` is the default, `19A-3/dwelling` another.
    pub fn measurable(&self, name: &str) -> Option<(&str, &Test, usize)> {
        let tests = self.tests();
        let (id, reading) = match tests.iter().find(|(id, _)| *id == name) {
            Some((id, test)) => return Some((id, test, 0)),
            None => name.split_once('/')?,
        };
        let (id, test) = tests.into_iter().find(|(known, _)| *known == id)?;
        test.readings.iter().position(|known| known.name == reading).map(|i| (id, test, i))
    }

    /// Every name that a stated figure may have.
    pub fn measurables(&self) -> Vec<String> {
        let of_test = |(id, test): (&str, &Test)| {
            let others = test.readings.iter().skip(1).map(|reading| format!("{id}/{}", reading.name));
            std::iter::once(id.to_owned()).chain(others).collect::<Vec<_>>()
        };
        self.tests().into_iter().flat_map(of_test).collect()
    }

    fn tests(&self) -> Vec<(&str, &Test)> {
        let premises = self.premises.iter().map(|premise| (premise.id.as_str(), &premise.test));
        premises.chain(self.rules.iter().filter_map(|rule| Some((rule.id.as_str(), rule.test()?)))).collect()
    }

    /// The conditions that a rule's answer hangs on: when it applies, what it demands, what frees from it.
    pub fn conditions_of<'a>(&'a self, rule: &'a Rule) -> impl Iterator<Item = &'a Condition> {
        let must = if let Demand::Must(condition) = &rule.demand { Some(condition) } else { None };
        let exemptions = self.exemptions_of(rule).map(|exemption| &exemption.when);
        std::iter::once(&rule.when).chain(must).chain(exemptions)
    }

    /// The exemptions that may lift a rule.
    pub fn exemptions_of<'a>(&'a self, rule: &'a Rule) -> impl Iterator<Item = &'a Exemption> {
        self.exemptions.iter().filter(|e| e.lifts.as_ref().is_none_or(|lifted| lifted.contains(&rule.id)))
    }

    /// Whether a rule stands: as it says itself, else as its chapter says.
    pub fn status_of<'a>(&'a self, rule: &'a Rule) -> &'a Status {
        rule.status.as_ref().unwrap_or(&self.status)
    }
}

impl Rule {
    /// What it measures and requires, if it does.
    pub fn test(&self) -> Option<&Test> {
        if let Demand::Test(test) = &self.demand { Some(test) } else { None }
    }

    /// Whether it states a duty, which is required and never violated by a place.
    pub fn is_duty(&self) -> bool {
        matches!(self.demand, Demand::Duty(_))
    }

    /// Whether it applies on a day, by its own dates.
    pub fn applies_on(&self, day: Date) -> bool {
        self.effective.is_none_or(|first| first <= day) && self.until.is_none_or(|end| day < end)
    }
}
