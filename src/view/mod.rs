//! Looks from one site at what a reading measures, and says what is there, missing or unusable.

mod curb;
mod dwelling;
mod places;

use std::borrow::Cow;
use std::collections::BTreeMap;

pub use dwelling::Dwellings;
pub use places::{Aim, rank};

use crate::coverage::Reach;
use crate::decide::{Measured, Place, Sight, call};
use crate::layer::{Layer, Refused};
use crate::measure::{Separation, ends, length};
use crate::rules::{Construct, FactValue, From, Measure, Part, Places, Reading, Requirement};
use crate::shape::Shape;
use crate::truth::Reason;
use crate::units::{Accuracy, Band, Metres, Stated};

/// What is asked about.
#[derive(Debug)]
pub struct Site<'a> {
    /// Its id.
    pub id: String,
    /// How it is called.
    pub label: String,
    /// What is measured from: `lot`, `point`, `shape`; `none` where nothing is drawn.
    pub reading: &'static str,
    /// Its shape, or why it has none.
    pub shape: Result<&'a Shape, Absent<'a>>,
    /// How well it is placed.
    pub accuracy: Accuracy,
    /// The datum of its layer, as stated.
    pub datum: Option<String>,
    /// What is stated of it.
    pub facts: BTreeMap<String, FactValue>,
    /// What is stated of it and cannot be used, in sentences.
    pub unusable_facts: Vec<String>,
}

/// Why a site has no shape.
#[derive(Debug, Clone, Copy)]
pub enum Absent<'a> {
    /// It cannot be used.
    Refused(&'a Refused),
    /// Nothing is drawn: the check goes by stated figures alone.
    NotDrawn,
}

/// The layer that a reading asks for.
#[derive(Debug, Clone, Copy)]
pub enum Map<'a> {
    /// It is there, and reaches so far.
    Given(&'a Layer, &'a Reach),
    /// It is not; these layers are, and no rule asks for them.
    Absent(&'a [String]),
}

/// Where layers are found, and what is made of them.
pub trait Atlas {
    /// A layer, with its features as they are measured to.
    fn map(&self, layer: &str, construct: Construct, part: Part) -> Map<'_>;
    /// The dwellings, if there is such a layer.
    fn dwellings(&self) -> Option<&Dwellings>;
}

/// The name of the layer of dwellings.
pub const DWELLINGS: &str = "dwellings";

/// Where it is measured from.
#[derive(Debug)]
pub struct Stand<'a> {
    /// The shape.
    pub shape: Cow<'a, Shape>,
    /// How well it is placed.
    pub accuracy: Accuracy,
    /// The datum of its layer, as stated.
    pub datum: Option<String>,
}

/// What is seen from a site.
#[derive(Debug, Clone)]
pub struct Seen {
    /// The places, the nearest first.
    pub places: Vec<Place>,
    /// What keeps the places from being all there are: with the reason, in a sentence.
    pub gaps: Vec<(Reason, String)>,
    /// What is missing or unusable among the places, in sentences.
    pub notes: Vec<String>,
    /// Whether there is no map of these places at all.
    pub no_map: bool,
    /// Whether the map cannot answer by this reading, so that the others decide alone: points
    /// that stand in for outlines have no centre of area.
    pub not_by_this_map: bool,
    /// No two places of the site are farther apart than this.
    pub spread: Metres,
}

impl Default for Seen {
    fn default() -> Self {
        Seen {
            places: Vec::new(),
            gaps: Vec::new(),
            notes: Vec::new(),
            no_map: false,
            not_by_this_map: false,
            spread: Metres(0.0),
        }
    }
}

impl Seen {
    fn gap(reason: Reason, sentence: impl Into<String>) -> Seen {
        Seen { gaps: vec![(reason, sentence.into())], ..Seen::default() }
    }

    /// Puts a stated figure in the place of the nearest measured one, or where there is no map,
    /// in the place of all.
    pub fn stated(mut self, figure: Stated, require: Requirement) -> Seen {
        let measured = call(figure.length.metres(), figure.band, require);
        let nowhere = crate::earth::LonLat { lon: 0.0, lat: 0.0 };
        let bare = || Measured {
            feature: String::new(),
            part: (1, 1),
            separation: Separation { distance: figure.length.metres(), a: nowhere, b: nowhere, parts: [0, 0] },
            signed: figure.length.metres(),
            contact: None,
            band: figure.band,
            met: measured,
            note: Some("stated, not measured".to_owned()),
        };
        if self.no_map || self.places.is_empty() {
            let place = Place {
                name: "as stated".to_owned(),
                sight: Sight::Measured(bare()),
                dates: BTreeMap::new(),
                there_by: None,
            };
            return Seen { places: vec![place], ..Seen::default() };
        }
        let nearest = self.places.iter_mut().find_map(|place| match &mut place.sight {
            Sight::Measured(found) => Some(found),
            _ => None,
        });
        if let Some(found) = nearest {
            let by_map = found.separation.distance;
            let note = Some(format!("stated, not measured; by the map it is {by_map}"));
            let separation = Separation { distance: figure.length.metres(), ..found.separation };
            *found = Measured { note, feature: found.feature.clone(), part: found.part, separation, ..bare() };
        }
        self.places.sort_by(|a, b| rank(a).total_cmp(&rank(b)).then_with(|| a.name.cmp(&b.name)));
        self
    }
}

/// Looks at all that a reading measures. `dates` are the days that are read of each place.
pub fn look(site: &Site, reading: &Reading, wanted: Option<&Places>, dates: &[&str], atlas: &dyn Atlas) -> Seen {
    let (require, part) = (reading.require, part_of(&reading.measure));
    if let Measure::Stated(ids) = &reading.measure {
        return stated(site, ids, require);
    }
    let whole = match stand(site) {
        Ok(stand) => stand,
        Err(seen) => return unseen(seen, wanted),
    };
    match (&reading.measure, wanted) {
        (Measure::Length, _) => drawn(&whole, require),
        (Measure::Stated(_), _) | (_, None) => Seen::default(), // done above; places the loader has seen to
        (Measure::Distance { from, .. }, Some(wanted)) => {
            let (layer, reach) = match atlas.map(&wanted.layer, wanted.construct, part) {
                Map::Given(layer, reach) => (layer, reach),
                Map::Absent(others) => return absent(wanted, others),
            };
            if part == Part::Centroid && layer.settings.stated.stand_in {
                return Seen { not_by_this_map: true, ..Seen::default() };
            }
            let stand = match from {
                From::Site => Ok(whole),
                From::Dwelling => dwelling::stand(site, atlas.dwellings()),
                From::Ends(outward) => moved(&whole, outward.metres()),
            };
            match stand {
                Ok(stand) => {
                    let seen = places::View { stand: &stand, layer, aim: Aim { wanted, require, dates } }.all(reach);
                    Seen { spread: Metres(stand.shape.extent().diagonal()), ..seen }
                }
                Err(gap) => gap,
            }
        }
        (Measure::Gap { along, less, .. }, Some(wanted)) => {
            let (layer, reach) = match atlas.map(&wanted.layer, wanted.construct, Part::Whole) {
                Map::Given(layer, reach) => (layer, reach),
                Map::Absent(others) => return absent(wanted, others),
            };
            match atlas.map(along, Construct::AsDrawn, Part::Whole) {
                Map::Given(curbs, _) => {
                    let view = places::View { stand: &whole, layer, aim: Aim { wanted, require, dates } };
                    curb::gaps(&view, &site.id, curbs, less.metres(), reach)
                }
                Map::Absent(others) => not_given(along, others),
            }
        }
    }
}

fn part_of(measure: &Measure) -> Part {
    if let Measure::Distance { part, .. } = measure { *part } else { Part::Whole }
}

fn stand<'a>(site: &Site<'a>) -> Result<Stand<'a>, Seen> {
    match &site.shape {
        Ok(shape) => {
            Ok(Stand { shape: Cow::Borrowed(shape), accuracy: site.accuracy.clone(), datum: site.datum.clone() })
        }
        Err(Absent::Refused(refused)) => {
            Err(Seen::gap(places::reason_of(refused), format!("The site cannot be measured: {}", refused.sentence())))
        }
        Err(Absent::NotDrawn) => {
            Err(Seen { no_map: true, ..Seen::gap(Reason::MissingData, "Nothing is drawn, and no figure is stated.") })
        }
    }
}

/// What is seen where nothing can be: of a closed list, that all of it is missing.
fn unseen(mut seen: Seen, wanted: Option<&Places>) -> Seen {
    if seen.no_map {
        seen.places.extend(wanted.and_then(Places::named).unwrap_or_default().iter().map(|name| missing(name)));
    }
    seen
}

fn missing(name: &str) -> Place {
    Place { name: name.to_owned(), sight: Sight::Missing, dates: BTreeMap::new(), there_by: None }
}

fn not_given(name: &str, others: &[String]) -> Seen {
    let meant = crate::text::meant(name, others.iter().map(String::as_str));
    let meant = meant.map(|m| format!(" A layer {m} is given; did you mean that?")).unwrap_or_default();
    Seen { no_map: true, ..Seen::gap(Reason::MissingData, format!("No layer {name} is given.{meant}")) }
}

fn absent(wanted: &Places, others: &[String]) -> Seen {
    let seen = not_given(&wanted.layer, others);
    unseen(seen, Some(wanted))
}

/// The lengths that are stated, each as a place of its own.
fn stated(site: &Site, ids: &[String], require: Requirement) -> Seen {
    let mut seen = Seen::default();
    for id in ids {
        match site.facts.get(id) {
            Some(FactValue::Length(length)) => {
                let figure = Stated { length: *length, band: Band::NONE };
                let one = Seen::default().stated(figure, require);
                seen.places.extend(one.places.into_iter().map(|place| Place { name: id.clone(), ..place }));
            }
            _ => seen.gaps.push((Reason::MissingFact, format!("{id} was not stated."))),
        }
    }
    seen
}

/// The length of the site as it is drawn.
fn drawn(stand: &Stand, require: Requirement) -> Seen {
    let long = length(&stand.shape);
    if long.0 == 0.0 {
        return Seen::gap(
            Reason::InvalidData,
            "The cut is to be drawn as a line along the curb, from one lowered end to the other.",
        );
    }
    let band = Band::between(&stand.accuracy, &stand.accuracy, true);
    let at = ends(&stand.shape, Metres(0.0)).unwrap_or_else(|| {
        let first = stand.shape.drawing().planar().positions.first().copied().unwrap_or_default();
        [crate::earth::LonLat::new(first); 2]
    });
    let measured = Measured {
        feature: String::new(),
        part: (1, 1),
        separation: Separation { distance: long, a: at[0], b: at[1], parts: [0, 0] },
        signed: long,
        contact: None,
        band,
        met: call(long, band, require),
        note: None,
    };
    let place =
        Place { name: "as drawn".to_owned(), sight: Sight::Measured(measured), dates: BTreeMap::new(), there_by: None };
    Seen { places: vec![place], ..Seen::default() }
}

/// The two ends of a line, moved outward.
fn moved<'a>(whole: &Stand<'a>, outward: Metres) -> Result<Stand<'a>, Seen> {
    let points = match ends(&whole.shape, outward) {
        Some(points) => Shape::points(&points).ok(),
        // what is drawn as an area has no ends, so all of it is measured from
        None => Some(whole.shape.clone().into_owned()),
    };
    match points {
        Some(shape) => {
            Ok(Stand { shape: Cow::Owned(shape), accuracy: whole.accuracy.clone(), datum: whole.datum.clone() })
        }
        None => Err(Seen::gap(Reason::InvalidData, "The ends of the cut are not on the earth.")),
    }
}
