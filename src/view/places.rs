//! Looks from one stand at the places of a layer: what is measured, missing, unusable, out of reach.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{Seen, Stand};
use crate::coverage::{Covered, Reach};
use crate::decide::{Contact, Measured, Place, Sight, call};
use crate::json;
use crate::layer::{Feature, Layer, Refused, folded};
use crate::measure::{boundary_distance, depth, distance, outside};
use crate::places::{Members, Places};
use crate::requirement::Requirement;
use crate::shape::Shape;
use crate::truth::{Reason, Truth};
use crate::units::{Accuracy, Band, Length, Metres};

/// What is looked for.
#[derive(Debug, Clone, Copy)]
pub struct Aim<'v> {
    /// The places, as the law has them.
    pub wanted: &'v Places,
    /// What their distance must be.
    pub require: Requirement,
    /// The days that are read of each, by the names of their properties.
    pub dates: &'v [&'v str],
}

/// One view from a stand into one layer.
pub struct View<'v> {
    /// Where it is looked from.
    pub stand: &'v Stand<'v>,
    /// What is looked into.
    pub layer: &'v Layer,
    /// What is looked for.
    pub aim: Aim<'v>,
}

impl View<'_> {
    /// Everything that is seen.
    pub fn all(&self, reach: &Reach) -> Seen {
        let mut seen = Seen::default();
        let wanted = self.aim.wanted;
        seen.gaps.extend(self.elsewhere().map(|gap| (Reason::MissingData, gap)));
        match &wanted.members {
            Members::Named(names) => {
                seen.places = self.named(names);
                seen.notes.extend(missing_sentence(wanted, &seen.places, self.layer));
            }
            Members::Only => match self.not_the_only_one() {
                Some(gap) => {
                    seen.gaps.push((Reason::MissingData, gap));
                    seen.unmeasured = true;
                }
                None => seen.places = self.open_class(wanted),
            },
            Members::EveryNamed | Members::Every => {
                seen.places = self.open_class(wanted);
                seen.gaps.extend(self.unseen(reach, self.reach()).into_iter().map(|gap| (Reason::MissingData, gap)));
            }
        }
        seen.notes.extend(seen.places.iter().filter_map(|place| match &place.sight {
            Sight::Unusable(why, _) => Some(why.clone()),
            _ => None,
        }));
        seen
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

/// A feature without geometry is missing; one with a bad geometry is invalid.
pub fn reason_of(bad: &Refused) -> Reason {
    if bad.is_absent() { Reason::MissingData } else { Reason::InvalidData }
}

/// What is said of a place of which only a point inside it is known.
const STAND_IN: &str = "measured to a point inside it that stands in for its outline; it may be nearer";

/// Farther than 50 miles from everything in a layer, a site is not on that map.
const ELSEWHERE: Metres = Metres(50.0 * 1609.344);

impl View<'_> {
    /// A sentence if everything in the layer lies so far away that it cannot be meant for this
    /// place: swapped coordinates, a lost sign, another town's file.
    fn elsewhere(&self) -> Option<String> {
        let (nearest, _) = self.layer.index().nearest_first(&self.stand.shape).next()?;
        (nearest.0 > ELSEWHERE.0).then(|| {
            format!(
                "Layer {} does not show this place: everything in it is some {} miles away. Check the coordinates of both, and whose map it is.",
                self.layer.settings.name,
                crate::text::grouped((nearest.0 / 1609.344) as u64)
            )
        })
    }

    /// A sentence if a layer that must hold one feature holds none or several.
    fn not_the_only_one(&self) -> Option<String> {
        let held = self.layer.features.len() + self.layer.refused.len();
        (held != 1).then(|| {
            let name = &self.layer.settings.name;
            format!(
                "Layer {name} holds {held} features, and the {} is one: say which in the layers file (where = {{ NAME = \"...\" }}).",
                self.aim.wanted.noun
            )
        })
    }

    /// How far a feature can lie and still matter: the limit and the widest band.
    pub fn reach(&self) -> Metres {
        let band = self.band(&self.layer.worst_accuracy());
        Metres(self.aim.require.limit().metres().0 + band.half_width().0)
    }

    /// The band of doubt about a length to something placed so well.
    pub fn band(&self, accuracy: &Accuracy) -> Band {
        let one_datum = self.stand.datum == self.layer.settings.stated.datum;
        Band::between(&self.stand.accuracy, accuracy, one_datum)
    }

    /// Why features of an open class may be there that are not seen, in sentences.
    pub fn unseen(&self, reach: &Reach, within: Metres) -> Vec<String> {
        let wanted = self.aim.wanted;
        let (name, noun) = (&self.layer.settings.name, &wanted.noun);
        let mut gaps = Vec::new();
        if matches!(wanted.members, Members::EveryNamed) && self.layer.has_no_names() {
            gaps.push(format!(
                "Nothing in layer {name} has a name, and the rule speaks of each {noun} that has one. Say in the layers file which \
                 property holds the names."
            ));
        }
        match reach.covers(&self.stand.shape, within) {
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
        let sound: Vec<&Feature> = self.layer.features.iter().filter(|f| is_it(&f.name)).collect();
        let seen: Vec<Measured> =
            sound.iter().map(|f| self.measured(f)).chain(bad.iter().filter_map(|bad| self.beyond(bad))).collect();
        let in_doubt = bad.into_iter().find(|bad| self.beyond(bad).is_none());
        let sight = match (self.deciding(seen), in_doubt) {
            (Some(measured), None) => Sight::Measured(measured),
            // a sure answer about one feature of the place is not lost for another that is bad
            (Some(measured), Some(_)) if self.is_decisive(&measured) => Sight::Measured(measured),
            (_, Some(bad)) => self.unusable(bad),
            (None, None) => Sight::Missing,
        };
        Place {
            name: name.to_owned(),
            sight,
            dates: self.dates(sound.iter().map(|f| f.properties.as_str())),
            there_by: None,
        }
    }

    /// The days asked for, of several features the earliest; a day that one of them lacks is none.
    fn dates<'p>(&self, properties: impl Iterator<Item = &'p str> + Clone) -> BTreeMap<String, Date> {
        let of = |name: &str| {
            let days = properties.clone().map(|p| crate::fact::day(&json::as_text(json::member(p, name)?)?));
            days.min().flatten() // None is less than any day
        };
        self.aim.dates.iter().filter_map(|name| Some(((*name).to_owned(), of(name)?))).collect()
    }

    /// The measurement that decides for a place of several features: one that settles the
    /// matter, else one that is too close, else the nearest; among equals the nearest.
    fn deciding(&self, seen: Vec<Measured>) -> Option<Measured> {
        let weight = |m: &Measured| match m.met {
            _ if self.is_decisive(m) => 0,
            Truth::Unknown(_) => 1,
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
        for (bound, i) in self.layer.index().nearest_first(&self.stand.shape) {
            if bound.0 > reach.0 && bound.0 > best {
                break;
            }
            let feature = &self.layer.features[i];
            if !belongs(&feature.name) {
                continue;
            }
            let measured = self.measured(feature);
            best = best.min(measured.separation.distance.0);
            let name = feature.name.clone().unwrap_or_else(|| feature.id.clone());
            let dates = self.dates(std::iter::once(feature.properties.as_str()));
            places.push(Place { name, sight: Sight::Measured(measured), dates, there_by: None });
        }
        let far = |p: &Place| matches!(&p.sight, Sight::Measured(m) if m.separation.distance.0 > reach.0.max(best + crate::near::TIE.0));
        places.retain(|p| !far(p));
        places.sort_by(|a, b| rank(a).total_cmp(&rank(b)).then_with(|| a.name.cmp(&b.name)));
        for bad in self.layer.refused.iter().filter(|r| belongs(&r.name) && self.beyond(r).is_none()) {
            let name = bad.name.clone().unwrap_or_else(|| bad.id.clone());
            places.push(Place { name, sight: self.unusable(bad), dates: BTreeMap::new(), there_by: None });
        }
        places
    }

    fn measured(&self, feature: &Feature) -> Measured {
        let mut found = self.measured_to(&feature.id, &feature.shape, feature.doubt);
        let Some(radius) = self.layer.radius(&feature.properties) else { return found };
        found.signed = Metres(found.separation.distance.0 - radius.0);
        found.separation.distance = Metres(found.signed.0.max(0.0));
        found.met = self.called(found.signed, found.band);
        found.note = Some(format!("measured to its face, {} from its centre", radius.short()));
        found
    }

    /// What a measured length means: a place is no farther than what stands in for it, so that
    /// proves nearness and never distance.
    fn called(&self, signed: Metres, band: Band) -> Truth {
        let met = call(signed, band, self.aim.require);
        let sure_of_nearness = met == Truth::from(!self.aim.require.keeps_away());
        if self.layer.settings.stated.stand_in && !sure_of_nearness { Truth::Unknown(Reason::MissingData) } else { met }
    }

    fn measured_to(&self, id: &str, shape: &Shape, doubt: Metres) -> Measured {
        let separation = distance(&self.stand.shape, shape);
        let band = self.band(&self.layer.accuracy(shape)).with(doubt);
        let mut signed = separation.distance;
        let mut contact = None;
        // depth only matters where a contact could be doubted
        if signed.0 == 0.0 && self.aim.require.limit().metres().0 <= band.half_width().0 {
            signed = Metres(-depth(&self.stand.shape, shape).0);
            let contact_decides = self.aim.require.limit() == Length::ZERO;
            contact = contact_decides.then(|| Contact {
                outside: outside(&self.stand.shape, shape),
                edge: boundary_distance(&self.stand.shape, shape).unwrap_or(Metres(0.0)),
            });
        }
        Measured {
            feature: id.to_owned(),
            part: (separation.parts[1] + 1, shape.drawing().planar().parts()),
            separation,
            signed,
            contact,
            band,
            met: self.called(signed, band),
            note: self.layer.settings.stated.stand_in.then(|| STAND_IN.to_owned()),
        }
    }

    fn is_decisive(&self, measured: &Measured) -> bool {
        measured.met == Truth::from(!self.aim.require.keeps_away())
    }

    /// A bad feature whose edges are known and lie beyond reach cannot change the answer, and
    /// wherever its inside may be, its distance is that of its edges.
    fn beyond(&self, bad: &Refused) -> Option<Measured> {
        let edges = bad.whereabouts.as_ref()?;
        let is_beyond = self.stand.shape.extent().distance(edges.extent()) > self.reach().0;
        let note = || Some(format!("{}; it lies beyond reach, and was measured to its edges", bad.defect.what));
        is_beyond.then(|| Measured { note: note(), ..self.measured_to(&bad.id, edges, Metres(0.0)) })
    }

    fn unusable(&self, bad: &Refused) -> Sight {
        let reason = reason_of(bad);
        Sight::Unusable(format!("Layer {}, {}", self.layer.settings.name, bad.sentence()), reason)
    }
}

/// Measured places by distance, then the others.
pub fn rank(place: &Place) -> f64 {
    match &place.sight {
        Sight::Measured(m) => m.separation.distance.0,
        _ => f64::INFINITY,
    }
}
