//! Looks from one site at the places that a rule speaks of: what is measured, missing, unusable, out of reach.

use crate::coverage::{Covered, Reach};
use crate::decide::{Call, Measured, Place, Reason, Sight, call};
use crate::layer::{Layer, Refused, folded};
use crate::measure::{depth, distance};
use crate::rules::{Members, Places, Rule};
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

/// The layer that a rule asks for.
#[derive(Debug, Clone, Copy)]
pub enum Map<'a> {
    /// It is there, and reaches so far.
    Given(&'a Layer, &'a Reach),
    /// It is not; these layers are, and no rule asks for them.
    Absent(&'a [String]),
}

/// What is seen from a site.
#[derive(Debug, Default)]
pub struct Seen {
    /// The places, the nearest first.
    pub places: Vec<Place>,
    /// What keeps the places from being all there are: with the reason, in a sentence.
    pub gaps: Vec<(Reason, String)>,
    /// What is missing or unusable among the places, in sentences.
    pub notes: Vec<String>,
}

/// Looks at all places of a rule.
pub fn look(site: &Site, rule: &Rule, wanted: &Places, map: Map) -> Seen {
    let mut seen = Seen::default();
    match (&site.shape, map) {
        (Err(refused), _) => {
            seen.gaps.push((reason_of(refused), format!("The site cannot be measured: {}", refused.sentence())));
        }
        (_, Map::Absent(others)) => {
            let name = &wanted.layer.value;
            let meant = crate::text::meant(name, others.iter().map(String::as_str));
            let meant = meant.map(|m| format!(" A layer {m} is given; did you mean that?")).unwrap_or_default();
            seen.gaps.push((Reason::MissingData, format!("No layer {name} is given.{meant}")));
            let missing = |name: &String| Place { name: name.clone(), sight: Sight::Missing };
            seen.places.extend(wanted.named().unwrap_or_default().iter().map(missing));
        }
        (Ok(shape), Map::Given(layer, reach)) => {
            let view = View { site, shape, layer, rule };
            seen.gaps.extend(view.elsewhere().map(|gap| (Reason::MissingData, gap)));
            match &wanted.members {
                Members::Named(names) => {
                    seen.places = view.named(names);
                    seen.notes.extend(missing_sentence(wanted, &seen.places, layer));
                }
                Members::EveryNamed | Members::Every => {
                    seen.places = view.open_class(wanted);
                    seen.gaps.extend(view.unseen(wanted, reach).into_iter().map(|gap| (Reason::MissingData, gap)));
                }
            }
            seen.notes.extend(seen.places.iter().filter_map(|place| match &place.sight {
                Sight::Unusable(why, _) => Some(why.clone()),
                _ => None,
            }));
        }
    }
    seen
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

    /// Why features of an open class may be there that are not seen, in sentences.
    fn unseen(&self, wanted: &Places, reach: &Reach) -> Vec<String> {
        let (name, noun, within) = (&self.layer.settings.name, &wanted.noun, self.reach());
        let mut gaps = Vec::new();
        if matches!(wanted.members, Members::EveryNamed) && self.layer.has_no_names() {
            gaps.push(format!(
                "Nothing in layer {name} has a name, and the rule speaks of each {noun} that has one. Say in the layers file which \
                 property holds the names."
            ));
        }
        match reach.covers(self.shape, within) {
            Covered::Yes => {}
            Covered::EndsTooSoon => gaps.push(format!(
                "Layer {name} does not reach far enough: the {within} around the site are not all in its stated coverage, and an \
                 unseen {noun} is never taken for none."
            )),
            Covered::Unstated => {
                gaps.push(format!("Layer {name} does not state its coverage, so a {noun} that is not in it may still be there."));
            }
        }
        gaps
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
