//! Decides the plain findings of a table without a report: where nothing has to be explained.
//!
//! Of a county's parcels nearly all are surely near a park or surely not. Their rows need the
//! nearest park, the distance and the verdict; the report that a clerk reads needs all of
//! [`super::Checker::check`], and takes fifty times as long. A rule is plain when it asks a least
//! distance of all of the site by one reading, from every feature of a layer of stated accuracy,
//! under measured conditions of the same kind, with no facts and nothing that frees from it. A site
//! is plain when its verdict is sure. All else goes the long way; a test holds the rows to those of
//! the long way, byte for byte.

use std::collections::BTreeMap;

use super::scope::{premises_of, wanted};
use super::{Applied, Checker};
use crate::coverage;
use crate::decide::{Verdict, call};
use crate::judge::Given;
use crate::layer::Layer;
use crate::places::{Construct, Members, Part, Places};
use crate::report::{Context, Form, Row, band, joined, plain};
use crate::requirement::Requirement;
use crate::rules::{Chapter, Demand, Premise, Test};
use crate::sieve::{From, Outline, Reach, Scratch, Side, Sieve};
use crate::truth::Truth;
use crate::units::{Accuracy, Band, Metres};
use crate::view::{Atlas, Map};

/// Farther than this nothing is looked for, metres. It is well below what the long way takes for
/// another map, so that no site this near is one.
const FAR: Metres = Metres(50_000.0);

/// The plain rules of an act, all of them.
#[derive(Debug)]
pub struct Express<'c> {
    rules: Vec<Plain<'c>>,
}

#[derive(Debug)]
struct Plain<'c> {
    require: Requirement,
    layer: &'c Layer,
    sieve: Sieve<'c>,
    band: Band,
    cover: Cover,
    conditions: Vec<Condition<'c>>,
    /// Whether the rule applies, by which of the conditions hold, as the bits of a number.
    applies: Vec<Truth>,
    /// Of the rows that comply and that violate.
    forms: [Form; 2],
}

/// A measured condition: what of a layer's one area it asks.
#[derive(Debug)]
struct Condition<'c> {
    outline: Outline,
    require: Requirement,
    band: Band,
    id: &'c str,
}

/// The ground on which an unseen feature is none.
#[derive(Debug)]
enum Cover {
    Everywhere,
    /// Within areas; a place so far outside them (inside, if negative) is still covered.
    Areas(Vec<Outline>, Metres),
}

impl<'c> Express<'c> {
    /// `None` when a rule of the act is not plain for sites of this accuracy and datum.
    pub fn new(checker: &'c Checker, sites: &Accuracy, datum: Option<&String>, context: &Context) -> Option<Self> {
        let stated = &checker.statements;
        let is_bare = stated.facts.is_empty() && stated.premises.is_empty() && stated.measured.is_empty();
        if !is_bare || !sites.is_stated() || checker.facts().next().is_some() {
            return None;
        }
        let rules = checker.rules.iter().map(|applied| Plain::new(checker, *applied, sites, datum, context));
        Some(Express { rules: rules.collect::<Option<_>>()? })
    }

    /// Writes the rows of a site behind `out`, with what is carried along, and gives the verdict
    /// that weighs most; `None`, and nothing written, when it must go the long way.
    pub fn rows(
        &self,
        from: &From,
        site: &str,
        kept: &[String],
        scratch: &mut Scratch,
        out: &mut Vec<u8>,
    ) -> Option<Verdict> {
        let before = out.len();
        let mut gravest = Verdict::Complies;
        for rule in &self.rules {
            let verdict = rule.row(from, site, kept, scratch, out);
            if verdict.is_none() {
                out.truncate(before);
            }
            gravest = if verdict? == Verdict::Violates { Verdict::Violates } else { gravest };
        }
        Some(gravest)
    }
}

impl<'c> Plain<'c> {
    /// Writes the row of a site and gives its verdict, where that is sure.
    fn row(
        &self,
        from: &From,
        site: &str,
        kept: &[String],
        scratch: &mut Scratch,
        out: &mut Vec<u8>,
    ) -> Option<Verdict> {
        if self.applies(from, scratch)? != Truth::Yes || !self.sieve.sift(from, FAR, true, scratch) {
            return None;
        }
        let features = &self.layer.features;
        if scratch.found.len() > 1 {
            scratch.found.sort_unstable_by(|a, b| features[a.0].id.cmp(&features[b.0].id));
        }
        let met = |distance: Metres| call(distance, self.band, self.require);
        let least = scratch.found.iter().map(|(_, d)| d.0).fold(f64::INFINITY, f64::min);
        let verdict = match met(Metres(least)) {
            _ if scratch.found.is_empty() => return None,
            Truth::No => Verdict::Violates,
            Truth::Yes => Verdict::Complies,
            Truth::Unknown(_) => return None,
        };
        // of what ties, that which is as decisive
        scratch.found.retain(|(_, distance)| Verdict::from(met(*distance)) == verdict);
        let found = std::mem::take(&mut scratch.found);
        if verdict == Verdict::Complies && !self.cover.holds(from, scratch) {
            scratch.found = found;
            return None;
        }
        let name = |i: usize| features[i].name.as_deref().unwrap_or(&features[i].id);
        let (ids, names);
        let (nearest_ids, nearest_names) = match found.as_slice() {
            [(only, _)] => (features[*only].id.as_str(), name(*only)),
            ties => {
                ids = joined(ties.iter().map(|(i, _)| features[*i].id.as_str()));
                names = joined(ties.iter().map(|(i, _)| name(*i)));
                (ids.as_str(), names.as_str())
            }
        };
        let measured = found.first().map(|(_, distance)| (*distance, self.require.limit()));
        let row = Row { site, verdict, measured, nearest_ids, nearest_names, ..Row::default() };
        row.put_in(&self.forms[usize::from(verdict == Verdict::Violates)], kept, out);
        scratch.found = found;
        Some(verdict)
    }

    fn new(
        checker: &'c Checker,
        Applied { chapter, rule }: Applied<'c>,
        sites: &Accuracy,
        datum: Option<&String>,
        context: &Context,
    ) -> Option<Self> {
        let Demand::Test(test) = &rule.demand else { return None };
        let conditions: Vec<&Premise> = premises_of(chapter, rule);
        if !rule.applies_on(checker.on) || chapter.exemptions_of(rule).next().is_some() || conditions.len() > 4 {
            return None;
        }
        let (places, layer, reach) = plainly(checker, chapter, test)?;
        let is_every = match places.members {
            Members::Every => true,
            Members::EveryNamed => layer.features.iter().all(|feature| feature.name.is_some()),
            Members::Named(_) | Members::Only => false,
        };
        let require = test.readings[0].require;
        let band_of = band_between(layer, sites, datum)?;
        let limit = require.limit().metres();
        // a contact may be in doubt, or deep: the long way
        let is_least = require.keeps_away() && !matches!(require, Requirement::Equal(..));
        if !is_every || !is_least || layer.features.is_empty() || limit.0 <= band_of.half_width().0 {
            return None;
        }
        let within = Metres(limit.0 + band_of.half_width().0);
        let conditions = conditions.into_iter().map(|premise| Condition::new(checker, chapter, premise, sites, datum));
        let conditions = conditions.collect::<Option<Vec<_>>>()?;
        let applies = |held: usize| {
            let truth =
                |(i, condition): (usize, &Condition)| (condition.id.to_owned(), Truth::from(held >> i & 1 == 1));
            let premises = conditions.iter().enumerate().map(truth).collect();
            let given = Given { chapter, facts: &BTreeMap::new(), on: checker.on, premises: &premises };
            given.holds(&rule.when, None)
        };
        let (on, remark) = (context.on.to_string(), context.illustrative_warning().unwrap_or_default());
        let (limit, band) = (plain(require.limit()), band(band_of));
        let same = Row {
            rule: &rule.id,
            limit: &limit,
            band: &band,
            status: chapter.status_of(rule).kind.word(),
            on: &on,
            remark: &remark,
            ..Row::default()
        };
        let forms = [Verdict::Complies, Verdict::Violates].map(|verdict| Row { verdict, ..same }.form());
        Some(Plain {
            forms,
            require,
            layer,
            sieve: Sieve::new(layer, Reach::Nearest(within)),
            band: band_of,
            cover: Cover::new(reach, within)?,
            applies: (0..1 << conditions.len()).map(applies).collect(),
            conditions,
        })
    }

    /// Whether it applies, if all its conditions are sure.
    fn applies(&self, from: &From, scratch: &mut Scratch) -> Option<Truth> {
        let mut held = 0;
        for (i, condition) in self.conditions.iter().enumerate() {
            match condition.truth(from, scratch)? {
                Truth::Yes => held |= 1 << i,
                Truth::No => {}
                Truth::Unknown(_) => return None,
            }
        }
        Some(self.applies[held])
    }
}

/// The places, layer and coverage of a test by one reading, of all of the site to all of each
/// place, in a sound layer that is neither a stand-in nor of round things.
fn plainly<'c>(
    checker: &'c Checker,
    chapter: &'c Chapter,
    test: &'c Test,
) -> Option<(&'c Places, &'c Layer, &'c coverage::Reach)> {
    let [reading] = test.readings.as_slice() else { return None };
    let places = wanted(chapter, reading)?;
    let is_plain = reading.quantity.is_whole_distance()
        && !reading.by_hand
        && !reading.weak
        && places.there_by.is_none()
        && places.construct == Construct::AsDrawn;
    let Map::Given(layer, reach) = checker.maps.map(&places.layer, places.construct, Part::Whole) else { return None };
    let is_sound = layer.refused.is_empty()
        && !layer.settings.stated.stand_in
        && layer.settings.manner.radius.is_none()
        && layer.features.iter().all(|feature| feature.doubt.0 == 0.0);
    (is_plain && is_sound).then_some((places, layer, reach))
}

/// The one band about all lengths between sites and a layer, if both state their accuracy.
fn band_between(layer: &Layer, sites: &Accuracy, datum: Option<&String>) -> Option<Band> {
    let accuracy = layer.worst_accuracy();
    let one_datum = datum == layer.settings.stated.datum.as_ref();
    accuracy.is_stated().then(|| Band::between(sites, &accuracy, one_datum))
}

impl<'c> Condition<'c> {
    fn new(
        checker: &'c Checker,
        chapter: &'c Chapter,
        premise: &'c Premise,
        sites: &Accuracy,
        datum: Option<&String>,
    ) -> Option<Self> {
        let (places, layer, _) = plainly(checker, chapter, &premise.test)?;
        let [only] = layer.features.as_slice() else { return None };
        let is_only = matches!(places.members, Members::Only);
        let require = premise.test.readings[0].require;
        let band = band_between(layer, sites, datum)?;
        let outline = Outline::new(&only.shape)?;
        (is_only && require.edges().len() == 1).then_some(Condition { outline, require, band, id: &premise.id })
    }

    /// Whether it holds, where the site is clear of the outline by more than any doubt.
    fn truth(&self, from: &From, scratch: &mut Scratch) -> Option<Truth> {
        let (limit, half) = (self.require.limit().metres().0, self.band.half_width().0);
        let Side { inside, clear } = self.outline.side(from, Metres(limit + half), scratch)?;
        let signed = match inside {
            // how deep only matters where a contact could be doubted
            true if limit <= half => -clear.0,
            true => 0.0,
            false if clear.0 > FAR.0 => return None,
            false => clear.0,
        };
        // a greater depth or distance is no less sure
        let is_settled = inside && limit > half || clear.0 > limit + half;
        is_settled.then(|| call(Metres(signed), self.band, self.require))
    }
}

impl Cover {
    fn new(reach: &coverage::Reach, within: Metres) -> Option<Self> {
        Some(match reach {
            coverage::Reach::Unstated => return None,
            coverage::Reach::Complete => Cover::Everywhere,
            coverage::Reach::Areas(areas, grown) => {
                let outlines = areas.iter().map(Outline::new).collect::<Option<Vec<_>>>()?;
                Cover::Areas(outlines, Metres(grown.0 - within.0))
            }
        })
    }

    /// Whether all within reach of a site is surely covered.
    fn holds(&self, from: &From, scratch: &mut Scratch) -> bool {
        match self {
            Cover::Everywhere => true,
            // a metre, for what a plane and cells can be off by
            Cover::Areas(outlines, allowed) => outlines.iter().any(|outline| {
                let side = outline.side(from, Metres(1.0 - allowed.0), scratch);
                side.is_some_and(|side| side.inside && -side.clear.0 <= allowed.0 - 1.0)
            }),
        }
    }
}
