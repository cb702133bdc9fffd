//! Runs the phases in order: law, layers, measure, judge, report. The only module that sees all of them.

mod express;
mod gaps;
mod maps;
mod scope;

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

pub use express::Express;
pub use maps::source_note;
pub use scope::{Applied, layers_asked, rules_of};

use gaps::{gaps, not_on_that_day, undated};
use maps::Maps;
use scope::{dates_of, premises_of, wanted};

use crate::calendar::{Closures, closures_of, deadline};
use crate::decide::Verdict;
use crate::error::{Error, Result};
use crate::judge::{self, Given, Sighting, asks, judge, lifting, settled};
use crate::layer::{Layer, Settings};
use crate::quantity::Look;
use crate::report::{Finding, Lift, Origin, PremiseReport, ReadingReport, Reckoned, Ring, SiteReport, StatedFact};
use crate::ring::ring;
use crate::rules::{About, Assumed, Chapter, Demand, Fact, FactValue, Premise, Rule, Test};
use crate::truth::{Reason, Truth};
use crate::units::Stated;
use crate::view::{Atlas, Map, Seen, Site};

/// What is stated for every site, on the command line.
#[derive(Debug, Clone, Default)]
pub struct Statements {
    /// Facts, by their ids.
    pub facts: BTreeMap<String, FactValue>,
    /// Measured conditions, said to hold or not.
    pub premises: BTreeMap<String, bool>,
    /// Lengths in place of measured ones, by rule, condition or reading.
    pub measured: BTreeMap<String, Stated>,
    /// Who measured them, and when.
    pub measured_by: Option<String>,
}

/// The law and the layers, bound together and ready for any number of sites.
#[derive(Debug)]
pub struct Checker<'a> {
    rules: Vec<Applied<'a>>,
    act: &'a str,
    maps: Maps,
    statements: Statements,
    /// When offices are closed, by the id of the chapter.
    closures: BTreeMap<String, Closures>,
    on: Date,
}

impl<'a> Checker<'a> {
    /// Loads the layers that the rules speak of. A layer that is not given is not an error
    /// here: it makes findings undetermined.
    ///
    /// # Errors
    /// A layer cannot be read.
    pub fn new(
        act: &'a str,
        rules: Vec<Applied<'a>>,
        settings: &[Settings],
        statements: Statements,
        on: Date,
    ) -> Result<Self> {
        let mut closures = BTreeMap::new();
        for Applied { chapter, rule } in &rules {
            let reckons = matches!(&rule.demand, Demand::Duty(duty) if duty.due.is_some());
            if reckons && !closures.contains_key(&chapter.id) {
                closures.insert(chapter.id.clone(), closures_of(&chapter.id)?);
            }
        }
        let maps = Maps::load(&rules, settings)?;
        Ok(Checker { rules, act, maps, statements, closures, on })
    }

    /// The layers that were loaded, each as it was read.
    pub fn layers(&self) -> impl Iterator<Item = &Layer> {
        self.maps.drawn()
    }

    /// What is stated for every site.
    pub fn statements(&self) -> &Statements {
        &self.statements
    }

    /// The facts that the rules of the act may ask for.
    pub fn facts(&self) -> impl Iterator<Item = &'a Fact> {
        let mut seen: Vec<&str> = Vec::new();
        let chapters = self.rules.iter().flat_map(|applied| applied.chapter.facts.iter());
        chapters.filter(move |fact| {
            let is_new = !seen.contains(&fact.id.as_str());
            if is_new {
                seen.push(&fact.id);
            }
            is_new
        })
    }

    /// Checks one site. The outcome depends on the site, the law and the layers alone.
    pub fn check(&self, site: &Site) -> SiteReport<'a> {
        let mut premises: Vec<PremiseReport<'a>> = Vec::new();
        let mut findings = Vec::new();
        for applied in &self.rules {
            let truths = self.premises(site, *applied, &mut premises);
            findings.push(self.finding(site, *applied, &truths));
        }
        SiteReport {
            id: site.id.clone(),
            label: site.label.clone(),
            reading: site.reading,
            facts: self.stated_facts(site),
            premises,
            findings,
        }
    }

    /// The rings at the limits of the default readings, around each place that a report lists and
    /// that is not in `drawn` yet.
    pub fn rings(&self, report: &SiteReport, drawn: &mut BTreeSet<(String, String)>) -> Vec<Ring> {
        let mut rings = Vec::new();
        for finding in &report.findings {
            let Some(reading) = finding.default() else { continue };
            let Some(places) = reading.wanted else { continue };
            let part = reading.reading.quantity.part();
            let Map::Given(layer, _) = self.maps.map(&places.layer, places.construct, part) else { continue };
            for (name, measured) in reading.measured() {
                if !drawn.insert((finding.rule.id.clone(), measured.feature.clone())) {
                    continue;
                }
                let limit = reading.require().limit();
                let feature = layer.features.iter().find(|feature| feature.id == measured.feature);
                rings.extend(feature.and_then(|feature| ring(&feature.shape, limit)).map(|polygons| Ring {
                    rule: finding.rule.id.clone(),
                    place: name.to_owned(),
                    place_id: measured.feature.clone(),
                    limit,
                    polygons,
                }));
            }
        }
        rings
    }

    /// The truth of each measured condition that a rule leans on; each is looked at once.
    fn premises(
        &self,
        site: &Site,
        applied: Applied<'a>,
        done: &mut Vec<PremiseReport<'a>>,
    ) -> BTreeMap<String, Truth> {
        let mut truths = BTreeMap::new();
        for premise in premises_of(applied.chapter, applied.rule) {
            let known = done.iter().position(|report| std::ptr::eq(report.premise, premise));
            let at = known.unwrap_or_else(|| {
                done.push(self.premise(site, applied.chapter, premise));
                done.len() - 1
            });
            truths.insert(premise.id.clone(), done[at].truth);
        }
        truths
    }

    fn premise(&self, site: &Site, chapter: &'a Chapter, premise: &'a Premise) -> PremiseReport<'a> {
        let sightings = self.sightings(site, chapter, &premise.id, &premise.test, &[]);
        let (measured, verdicts) = judge::premise(&sightings);
        let stated = self.statements.premises.get(&premise.id).copied();
        let truth = stated.map_or(measured, Truth::from);
        PremiseReport {
            chapter,
            premise,
            truth,
            stated: stated.is_some(),
            readings: self.reported(chapter, sightings, verdicts),
        }
    }

    fn finding(
        &self,
        site: &Site,
        Applied { chapter, rule }: Applied<'a>,
        premises: &BTreeMap<String, Truth>,
    ) -> Finding<'a> {
        let blank = Finding {
            chapter,
            rule,
            verdict: Verdict::NotApplicable,
            bare: Verdict::NotApplicable,
            applies: Truth::No,
            readings: Vec::new(),
            lifts: Vec::new(),
            freed: Vec::new(),
            asks: Vec::new(),
            gaps: Vec::new(),
            reckoned: Reckoned::default(),
        };
        if !rule.applies_on(self.on) {
            return Finding { gaps: vec![not_on_that_day(rule, self.on)], ..blank };
        }
        let facts = self.facts_of(site, chapter);
        let given = Given { chapter, facts: &facts, on: self.on, premises };
        let dates = dates_of(chapter, rule);
        let sightings =
            rule.test().map(|test| self.sightings(site, chapter, &rule.id, test, &dates)).unwrap_or_default();
        let mut judged = judge(rule, &sightings, &given);
        let mut asked = Vec::new();
        if let (Verdict::Required, Demand::Duty(duty)) = (judged.verdict, &rule.demand) {
            let day = duty.due.as_ref().map(|due| due.after.as_str());
            let amounts = duty.amount.iter().flat_map(|amount| amount.formula.facts());
            let unknown = day.into_iter().chain(amounts).filter(|id| !facts.contains_key(*id));
            let unknown = unknown.filter_map(|id| chapter.fact(id));
            asked.extend(unknown.filter(|fact| fact.about != About::Municipality));
        }
        if let Verdict::Undetermined(_) = judged.verdict {
            asked = asks(rule, &sightings, &given);
            if asked.is_empty() {
                judged.verdict = settled(rule, &sightings, &given).verdict;
            }
        }
        if !site.unusable_facts.is_empty() && judged.verdict != Verdict::Violates && !rule.is_duty() {
            judged.verdict = Verdict::Undetermined(Reason::InvalidData);
        }
        let undated = undated(rule, &sightings, &judged.freed);
        let gaps = gaps(&sightings, judged.verdict).into_iter().chain(undated);
        let mut gaps: Vec<String> = gaps.chain(site.unusable_facts.values().cloned()).collect();
        let reckoned = match judged.verdict {
            Verdict::Required => self.reckoned(rule, &given).unwrap_or_else(|beyond| {
                gaps.push(beyond.to_string());
                Reckoned::default()
            }),
            _ => Reckoned::default(),
        };
        let lifts = lifting(&given, rule)
            .into_iter()
            .zip(&judged.lifts)
            .map(|(exemption, holds)| Lift { exemption, holds: *holds })
            .collect();
        Finding {
            verdict: judged.verdict,
            bare: judged.bare,
            applies: judged.applies,
            readings: self.reported(chapter, sightings, judged.readings),
            lifts,
            freed: judged.freed,
            asks: asked,
            gaps,
            reckoned,
            ..blank
        }
    }

    /// The last day and the amount of a duty, as far as what is stated tells; an error when
    /// one is beyond what can be reckoned.
    fn reckoned(&self, rule: &Rule, given: &Given) -> Result<Reckoned> {
        let Demand::Duty(duty) = &rule.demand else { return Ok(Reckoned::default()) };
        let mut reckoned = Reckoned::default();
        if let Some(due) = &duty.due
            && let (Some(FactValue::Date(day)), Some(closures)) =
                (given.facts.get(&due.after), self.closures.get(&given.chapter.id))
        {
            reckoned.due = Some(deadline(*day, due.period, closures, due.moves)?);
        }
        if let Some(amount) = &duty.amount {
            match amount.formula.money(&|id| given.quantity(id)) {
                Ok(sum) => reckoned.amount = Some(sum),
                Err(Reason::InvalidData) => {
                    return Err(Error::new(format!("{} cannot be reckoned with what is stated.", amount.formula)));
                }
                // a fact that can be stated is asked for; what the municipality alone knows is told
                Err(_) => {
                    let unsaid =
                        amount.formula.facts().into_iter().filter(|id| given.quantity(id) == Err(Reason::MissingData));
                    let unsaid: Vec<&str> =
                        unsaid.filter_map(|id| Some(given.chapter.fact(id)?.ask.as_str())).collect();
                    if !unsaid.is_empty() {
                        return Err(Error::new(format!("The municipality has yet to say: {}", unsaid.join(" "))));
                    }
                }
            }
        }
        Ok(reckoned)
    }

    /// What is seen by each reading, stated figures in their places.
    fn sightings(
        &self,
        site: &Site,
        chapter: &'a Chapter,
        id: &str,
        test: &'a Test,
        dates: &[&str],
    ) -> Vec<Sighting<'a>> {
        let mut default_is_stated_alone = false;
        let mut found = Vec::new();
        for (i, reading) in test.readings.iter().enumerate() {
            let name = if i == 0 { id.to_owned() } else { format!("{id}/{}", reading.name) };
            let figure = self.statements.measured.get(&name);
            if reading.by_hand && figure.is_none() {
                continue;
            }
            let mut seen = match reading.by_hand {
                true => Seen { no_map: true, ..Seen::default() },
                false => reading.quantity.look(&Look {
                    site,
                    require: reading.require,
                    wanted: wanted(chapter, reading),
                    dates,
                    atlas: &self.maps,
                }),
            };
            let no_map = seen.no_map;
            if let Some(figure) = figure {
                default_is_stated_alone |= i == 0 && no_map;
                seen = seen.stated(*figure, reading.require);
            }
            let there_by =
                wanted(chapter, reading).and_then(|places| self.last_day_of(site, chapter, places.there_by.as_ref()?));
            seen.places.iter_mut().for_each(|place| place.there_by = there_by);
            // where there is no map at all, the figure that is stated decides alone
            let counted = !reading.weak
                && !seen.not_by_this_map
                && (i == 0 || figure.is_some() || !(default_is_stated_alone && no_map));
            found.push(Sighting { reading, seen, counted });
        }
        found
    }

    /// A day that is stated, else the last one on which it can be.
    fn last_day_of(&self, site: &Site, chapter: &Chapter, fact: &str) -> Option<Date> {
        match self.facts_of(site, chapter).get(fact) {
            Some(FactValue::Date(day)) => Some(*day),
            _ => chapter.fact(fact)?.between.map(|[_, last]| last),
        }
    }

    fn reported(
        &self,
        chapter: &'a Chapter,
        sightings: Vec<Sighting<'a>>,
        verdicts: Vec<Verdict>,
    ) -> Vec<ReadingReport<'a>> {
        let verdicts = verdicts.into_iter().chain(std::iter::repeat(Verdict::NotApplicable));
        sightings
            .into_iter()
            .zip(verdicts)
            .map(|(sighting, verdict)| ReadingReport {
                wanted: wanted(chapter, sighting.reading),
                reading: sighting.reading,
                counted: sighting.counted,
                verdict,
                places: sighting.seen.places,
                gaps: sighting.seen.gaps.into_iter().map(|(_, sentence)| sentence).chain(sighting.seen.notes).collect(),
            })
            .collect()
    }

    /// The facts that hold for a site: what is stated, else what the question itself answers.
    fn facts_of(&self, site: &Site, chapter: &Chapter) -> BTreeMap<String, FactValue> {
        let mut facts: BTreeMap<String, FactValue> = chapter
            .acts
            .get(self.act)
            .into_iter()
            .flat_map(|act| act.assume.iter())
            // nothing is assumed in the place of what is stated and cannot be understood
            .filter(|(id, _)| !site.unusable_facts.contains_key(*id))
            .map(|(id, assumed)| (id.clone(), self.assumed(assumed)))
            .collect();
        facts.extend(site.facts.clone());
        facts
    }

    fn assumed(&self, assumed: &Assumed) -> FactValue {
        match assumed {
            Assumed::Value(value) => value.clone(),
            Assumed::Today => FactValue::Date(self.on),
        }
    }

    fn stated_facts(&self, site: &Site) -> Vec<StatedFact<'a>> {
        self.facts()
            .filter_map(|fact| {
                let value = site.facts.get(&fact.id)?.clone();
                let by_hand = self.statements.facts.contains_key(&fact.id);
                Some(StatedFact { fact, value, origin: if by_hand { Origin::Typed } else { Origin::Property } })
            })
            .collect()
    }
}
