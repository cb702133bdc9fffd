//! Runs the phases in order: law, layers, measure, decide, report. The only file that sees all of them.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::coverage::{Covered, Reach};
use crate::crs::Crs;
use crate::decide::{Call, Measured, Place, Reason, Sight, Verdict, call, decide};
use crate::error::{Error, Result};
use crate::layer::{Layer, Refused, Settings, folded};
use crate::measure::{depth, distance};
use crate::report::{Finding, SiteReport, SourceNote};
use crate::rules::{Chapter, Members, Places, Rule};
use crate::shape::Shape;
use crate::units::{Accuracy, Band, Metres};

/// What is asked about.
#[derive(Debug)]
pub struct Site<'a> {
    /// Its id.
    pub id: String,
    /// How it is called.
    pub label: String,
    /// What is measured from: `lot`, `point`, `shape`.
    pub reading: &'static str,
    /// Its shape, or why it has none.
    pub shape: std::result::Result<&'a Shape, &'a Refused>,
    /// How well it is placed.
    pub accuracy: Accuracy,
    /// The datum of its layer, as stated.
    pub datum: Option<String>,
}

/// A rule with its chapter and the places it measures to.
#[derive(Debug, Clone, Copy)]
pub struct Applied<'a> {
    chapter: &'a Chapter,
    rule: &'a Rule,
    wanted: &'a Places,
}

impl Applied<'_> {
    /// The layer it asks for.
    pub fn layer(&self) -> &str {
        &self.wanted.layer.value
    }
}

/// The law and the layers, bound together and ready for any number of sites.
#[derive(Debug)]
pub struct Checker<'a> {
    rules: Vec<Applied<'a>>,
    layers: BTreeMap<String, (Layer, Reach)>,
    /// Names of layers that were given and no rule asks for.
    unused: Vec<String>,
    on: Date,
}

/// The rules of an act.
///
/// # Errors
/// No act is named and the rules have several; or no rule is of that act.
pub fn rules_of<'a>(chapters: &'a [Chapter], act: Option<&'a str>) -> Result<(&'a str, Vec<Applied<'a>>)> {
    let all: Vec<Applied> = chapters
        .iter()
        .flat_map(|chapter| chapter.rules.iter().map(move |rule| (chapter, rule)))
        .filter_map(|(chapter, rule)| Some(Applied { chapter, rule, wanted: chapter.places_of(rule)? }))
        .collect();
    let mut acts: Vec<&str> = all.iter().flat_map(|a| a.rule.acts.iter().map(String::as_str)).collect();
    acts.sort_unstable();
    acts.dedup();
    let act = match (act, acts.as_slice()) {
        (Some(act), _) => act,
        (None, [only]) => only,
        (None, _) => {
            return Err(Error::new(format!("the rules are about several acts: {}.", acts.join(", ")))
                .hint(format!("Say which is meant: --act {}", acts.first().unwrap_or(&"ACT"))));
        }
    };
    let rules: Vec<Applied> = all.into_iter().filter(|a| a.rule.acts.iter().any(|known| known == act)).collect();
    if rules.is_empty() {
        return Err(Error::new(format!("no rule is about the act \"{act}\"."))
            .hint(format!("The acts are: {}.", acts.join(", "))));
    }
    Ok((act, rules))
}

impl<'a> Checker<'a> {
    /// Loads the layers that the rules speak of. A layer that is not given is not an error
    /// here: it makes findings undetermined.
    ///
    /// # Errors
    /// A layer cannot be read.
    pub fn new(rules: Vec<Applied<'a>>, settings: &[Settings], on: Date) -> Result<Self> {
        let mut layers = BTreeMap::new();
        for Applied { wanted, .. } in &rules {
            let name = &wanted.layer.value;
            if let Some(settings) = settings.iter().find(|s| &s.name == name)
                && !layers.contains_key(name)
            {
                let layer = Layer::load(settings, true)?;
                let reach = Reach::load(settings.stated.coverage.as_ref())?;
                layers.insert(name.clone(), (layer, reach));
            }
        }
        let unused = settings.iter().map(|s| s.name.clone()).filter(|name| !layers.contains_key(name)).collect();
        Ok(Checker { rules, layers, unused, on })
    }

    /// The layers that were loaded.
    pub fn layers(&self) -> impl Iterator<Item = &Layer> {
        self.layers.values().map(|(layer, _)| layer)
    }

    /// Checks one site. The outcome depends on the site, the law and the layers alone.
    pub fn check(&self, site: &Site) -> SiteReport<'a> {
        let findings = self.rules.iter().map(|applied| self.finding(site, *applied)).collect();
        SiteReport { id: site.id.clone(), label: site.label.clone(), reading: site.reading, findings }
    }

    fn finding(&self, site: &Site, Applied { chapter, rule, wanted }: Applied<'a>) -> Finding<'a> {
        let (mut places, mut gaps, mut reasons) = (Vec::new(), Vec::new(), Vec::new());
        if !rule.applies_on(self.on) {
            let gap = not_on_that_day(rule, self.on);
            return Finding { chapter, rule, wanted, verdict: Verdict::NotApplicable, places, gaps: vec![gap] };
        }
        match (&site.shape, self.layers.get(&wanted.layer.value)) {
            (Err(refused), _) => {
                gaps.push(format!("The site cannot be measured: {}", refused.sentence()));
                reasons.push(reason_of(refused));
            }
            (_, None) => {
                let name = &wanted.layer.value;
                let meant = crate::text::meant(name, self.unused.iter().map(String::as_str));
                let meant = meant.map(|m| format!(" A layer {m} is given; did you mean that?")).unwrap_or_default();
                gaps.push(format!("No layer {name} is given.{meant}"));
                reasons.push(Reason::MissingData);
                let missing = |name: &String| Place { name: name.clone(), sight: Sight::Missing };
                places.extend(wanted.named().unwrap_or_default().iter().map(missing));
            }
            (Ok(shape), Some((layer, reach))) => {
                let sight = View { site, shape, layer, rule };
                if let Some(gap) = sight.elsewhere() {
                    gaps.push(gap);
                    reasons.push(Reason::MissingData);
                }
                match &wanted.members {
                    Members::Named(names) => places = sight.named(names),
                    Members::EveryNamed | Members::Every => {
                        if matches!(wanted.members, Members::EveryNamed) && layer.has_no_names() {
                            gaps.push(format!(
                                "Nothing in layer {} has a name, and the rule speaks of each {} that has one. Say in the layers file which property holds the names.",
                                layer.settings.name, wanted.noun
                            ));
                            reasons.push(Reason::MissingData);
                        }
                        places = sight.open_class(wanted);
                        match reach.covers(shape, sight.reach()) {
                            Covered::Yes => {}
                            Covered::EndsTooSoon => {
                                let within = sight.reach();
                                gaps.push(format!(
                                    "Layer {} does not reach far enough: the {within} around the site are not all in its stated coverage, and an unseen {} is never taken for none.",
                                    layer.settings.name, wanted.noun
                                ));
                                reasons.push(Reason::MissingData);
                            }
                            Covered::Unstated => {
                                gaps.push(format!(
                                    "Layer {} does not state its coverage, so a {} that is not in it may still be there.",
                                    layer.settings.name, wanted.noun
                                ));
                                reasons.push(Reason::MissingData);
                            }
                        }
                    }
                }
            }
        }
        let verdict = decide(&places, &reasons, rule.require);
        if verdict.reason().is_none_or(|r| r == Reason::TooClose) {
            gaps.clear(); // what could not have changed the answer is not told as if it had
        }
        if let Some((layer, _)) = self.layers.get(&wanted.layer.value) {
            gaps.extend(missing_sentence(wanted, &places, layer));
        }
        for place in &places {
            if let Sight::Unusable(why, _) = &place.sight {
                gaps.push(why.clone());
            }
        }
        Finding { chapter, rule, wanted, verdict, places, gaps }
    }
}

/// `6 named, 5 found: Garrett Park missing.` And what else the layer holds that may be meant.
fn missing_sentence(wanted: &Places, places: &[Place], layer: &Layer) -> Option<String> {
    let missing: Vec<&str> =
        places.iter().filter(|p| matches!(p.sight, Sight::Missing)).map(|p| p.name.as_str()).collect();
    let named = wanted.named()?;
    let others: Vec<&str> = layer
        .features
        .iter()
        .filter_map(|f| f.name.as_deref())
        .filter(|name| named.iter().all(|known| folded(known) != folded(name)))
        .collect();
    let meant = missing.iter().find_map(|name| crate::text::meant(name, others.iter().copied()));
    let meant = meant.map(|m| {
        format!(" The layer also holds \"{m}\": if that is it, correct the name there, or give it as an alias in the layers file.")
    });
    (!missing.is_empty()).then(|| {
        let found = named.len() - missing.len();
        format!(
            "{} named, {found} found: {} missing.{}",
            named.len(),
            crate::text::listed(&missing),
            meant.unwrap_or_default()
        )
    })
}

fn not_on_that_day(rule: &Rule, on: Date) -> String {
    match (rule.effective, rule.until) {
        (Some(first), _) if on < first => {
            format!("{} is law from {first} on, and the question is about {on}.", rule.citation)
        }
        (_, Some(end)) => format!("{} is no longer law from {end} on, and the question is about {on}.", rule.citation),
        _ => format!("{} does not apply on {on}.", rule.citation),
    }
}

/// A feature without geometry is missing; one with a bad geometry is invalid.
fn reason_of(bad: &Refused) -> Reason {
    if bad.is_absent() { Reason::MissingData } else { Reason::InvalidData }
}

/// Farther than 50 miles from everything in a layer, a site is not on that map.
const ELSEWHERE: Metres = Metres(50.0 * 1609.344);

/// One rule's view from one site into one layer.
struct View<'v> {
    site: &'v Site<'v>,
    shape: &'v Shape,
    layer: &'v Layer,
    rule: &'v Rule,
}

impl View<'_> {
    /// A sentence if everything in the layer lies so far away that it cannot be meant for this
    /// place: swapped coordinates, a lost sign, another town's file.
    fn elsewhere(&self) -> Option<String> {
        let (nearest, _) = self.layer.index().nearest_first(self.shape).next()?;
        (nearest.0 > ELSEWHERE.0).then(|| {
            format!(
                "Layer {} does not show this place: everything in it is some {} miles away. Check the coordinates of both, and whose map it is.",
                self.layer.settings.name,
                crate::text::grouped((nearest.0 / 1609.344) as u64)
            )
        })
    }

    /// How far a feature can lie and still matter: the limit and the widest band.
    fn reach(&self) -> Metres {
        let band = self.band(&self.layer.worst_accuracy());
        Metres(self.rule.require.limit().metres().0 + band.half_width().0)
    }

    fn band(&self, accuracy: &Accuracy) -> Band {
        let one_datum = self.site.datum == self.layer.settings.stated.datum;
        Band::between(&self.site.accuracy, accuracy, one_datum)
    }

    /// Each place of a closed list; several features of one name are one place.
    fn named(&self, names: &[String]) -> Vec<Place> {
        let mut places: Vec<Place> = names.iter().map(|name| self.place(name)).collect();
        places.sort_by(|a, b| rank(a).total_cmp(&rank(b)).then_with(|| a.name.cmp(&b.name)));
        places
    }

    fn place(&self, name: &str) -> Place {
        let wanted = folded(name);
        let is_it = |found: &Option<String>| found.as_deref().is_some_and(|n| folded(n) == wanted);
        let bad: Vec<&Refused> = self.layer.refused.iter().filter(|r| is_it(&r.name)).collect();
        let sound = self.layer.features.iter().filter(|f| is_it(&f.name)).map(|f| self.measured(&f.id, &f.shape));
        let seen: Vec<Measured> = sound.chain(bad.iter().filter_map(|bad| self.beyond(bad))).collect();
        let in_doubt = bad.into_iter().find(|bad| self.beyond(bad).is_none());
        let sight = match (self.deciding(seen), in_doubt) {
            (Some(measured), None) => Sight::Measured(measured),
            // a sure answer about one feature of the place is not lost for another that is bad
            (Some(measured), Some(_)) if self.is_decisive(&measured) => Sight::Measured(measured),
            (_, Some(bad)) => self.unusable(bad),
            (None, None) => Sight::Missing,
        };
        Place { name: name.to_owned(), sight }
    }

    /// The measurement that decides for a place of several features: one that settles the
    /// matter, else one that is too close, else the nearest; among equals the nearest.
    fn deciding(&self, seen: Vec<Measured>) -> Option<Measured> {
        let weight = |m: &Measured| match m.call {
            _ if self.is_decisive(m) => 0,
            Call::TooClose => 1,
            _ => 2,
        };
        seen.into_iter().min_by(|a, b| {
            weight(a).cmp(&weight(b)).then(a.signed.0.total_cmp(&b.signed.0)).then_with(|| a.feature.cmp(&b.feature))
        })
    }

    /// The features of an open class within reach, else the nearest one; and those that
    /// cannot be used but could lie within reach.
    fn open_class(&self, wanted: &Places) -> Vec<Place> {
        let belongs = |name: &Option<String>| !matches!(wanted.members, Members::EveryNamed) || name.is_some();
        let reach = self.reach();
        let mut best = f64::INFINITY;
        let mut places: Vec<Place> = Vec::new();
        for (bound, i) in self.layer.index().nearest_first(self.shape) {
            if bound.0 > reach.0 && bound.0 > best {
                break;
            }
            let feature = &self.layer.features[i];
            if !belongs(&feature.name) {
                continue;
            }
            let measured = self.measured(&feature.id, &feature.shape);
            best = best.min(measured.separation.distance.0);
            let name = feature.name.clone().unwrap_or_else(|| feature.id.clone());
            places.push(Place { name, sight: Sight::Measured(measured) });
        }
        let far = |p: &Place| matches!(&p.sight, Sight::Measured(m) if m.separation.distance.0 > reach.0.max(best + crate::near::TIE.0));
        places.retain(|p| !far(p));
        places.sort_by(|a, b| rank(a).total_cmp(&rank(b)).then_with(|| a.name.cmp(&b.name)));
        for bad in self.layer.refused.iter().filter(|r| belongs(&r.name) && self.beyond(r).is_none()) {
            places.push(Place { name: bad.name.clone().unwrap_or_else(|| bad.id.clone()), sight: self.unusable(bad) });
        }
        places
    }

    fn measured(&self, id: &str, shape: &Shape) -> Measured {
        let separation = distance(self.shape, shape);
        let band = self.band(&self.layer.accuracy(shape));
        let mut signed = separation.distance;
        // depth only matters where a contact could be doubted
        if signed.0 == 0.0 && self.rule.require.limit().metres().0 < band.half_width().0 {
            signed = Metres(-depth(self.shape, shape).0);
        }
        Measured {
            feature: id.to_owned(),
            part: (separation.parts[1] + 1, shape.drawing().planar().parts()),
            separation,
            signed,
            band,
            call: call(signed, band, self.rule.require),
            note: None,
        }
    }

    fn is_decisive(&self, measured: &Measured) -> bool {
        measured.call == if self.rule.require.keeps_away() { Call::NotMet } else { Call::Met }
    }

    /// A bad feature whose edges are known and lie beyond reach cannot change the answer, and
    /// wherever its inside may be, its distance is that of its edges.
    fn beyond(&self, bad: &Refused) -> Option<Measured> {
        let edges = bad.whereabouts.as_ref()?;
        let is_beyond = self.shape.extent().distance(edges.extent()) > self.reach().0;
        let note = || Some(format!("{}; it lies beyond reach, and was measured to its edges", bad.defect.what));
        is_beyond.then(|| Measured { note: note(), ..self.measured(&bad.id, edges) })
    }

    fn unusable(&self, bad: &Refused) -> Sight {
        let reason = reason_of(bad);
        Sight::Unusable(format!("Layer {}, {}", self.layer.settings.name, bad.sentence()), reason)
    }
}

/// Measured places by distance, then the others.
fn rank(place: &Place) -> f64 {
    match &place.sight {
        Sight::Measured(m) => m.separation.distance.0,
        _ => f64::INFINITY,
    }
}

/// How a report names a layer.
pub fn source_note(settings: &Settings, crs: &Crs, accuracy: &Accuracy, sha256: Option<String>) -> SourceNote {
    let stated = &settings.stated;
    SourceNote {
        layer: settings.name.clone(),
        file: settings.input.name(),
        as_of: stated.as_of,
        publisher: stated.publisher.clone(),
        licence: stated.licence.clone(),
        accuracy: accuracy.to_string(),
        datum: stated.datum.clone(),
        sha256,
        crs: crs.to_string(),
        operation: crs.operation().to_owned(),
        repairs: settings.repairs(),
        illustrative: stated.illustrative,
    }
}
