//! Looks from a site into layers, and says what is there, missing or unusable.

pub mod dwelling;
mod places;

use std::borrow::Cow;
use std::collections::BTreeMap;

pub use dwelling::Dwellings;
pub use places::{Aim, View, rank, reason_of};

use crate::coverage::Reach;
use crate::decide::{Measured, Place, Sight, call};
use crate::fact::FactValue;
use crate::layer::{Layer, Refused};
use crate::measure::Separation;
use crate::places::{Construct, Part, Places};
use crate::requirement::Requirement;
use crate::shape::Shape;
use crate::truth::Reason;
use crate::units::{Accuracy, Metres, Stated};

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
    /// What is stated of it and cannot be used: by the ids of the facts, in sentences.
    pub unusable_facts: BTreeMap<String, String>,
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
    /// Whether it could not be looked from where this reading measures, or into what it measures
    /// to: a stated figure then stands for the whole look.
    pub unmeasured: bool,
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
            unmeasured: false,
            not_by_this_map: false,
            spread: Metres(0.0),
        }
    }
}

impl Seen {
    /// Nothing but a gap.
    pub fn gap(reason: Reason, sentence: impl Into<String>) -> Seen {
        Seen { gaps: vec![(reason, sentence.into())], unmeasured: true, ..Seen::default() }
    }

    /// Puts a stated figure in the place of the nearest measured one, or beside what is missing;
    /// where there is no map or no view, in the place of all. What the map leaves open stays so.
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
        let alone = || Place {
            name: "as stated".to_owned(),
            sight: Sight::Measured(bare()),
            dates: BTreeMap::new(),
            there_by: None,
        };
        if self.no_map || self.unmeasured {
            return Seen { places: vec![alone()], ..Seen::default() };
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
        } else {
            self.places.push(alone());
        }
        self.places.sort_by(|a, b| rank(a).total_cmp(&rank(b)).then_with(|| a.name.cmp(&b.name)));
        self
    }
}

/// All of a site to measure from, or what is seen in its place.
///
/// # Errors
/// It has no shape; the gap that follows.
pub fn whole<'a>(site: &Site<'a>) -> Result<Stand<'a>, Seen> {
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
pub fn unseen(mut seen: Seen, wanted: Option<&Places>) -> Seen {
    if seen.no_map {
        seen.places.extend(wanted.and_then(Places::named).unwrap_or_default().iter().map(|name| missing(name)));
    }
    seen
}

fn missing(name: &str) -> Place {
    Place { name: name.to_owned(), sight: Sight::Missing, dates: BTreeMap::new(), there_by: None }
}

/// What is seen of a layer that is not given; `others` are given and nobody asks for them.
pub fn not_given(name: &str, others: &[String]) -> Seen {
    let meant = crate::text::meant(name, others.iter().map(String::as_str));
    let meant = meant.map(|m| format!(" A layer {m} is given; did you mean that?")).unwrap_or_default();
    Seen { no_map: true, ..Seen::gap(Reason::MissingData, format!("No layer {name} is given.{meant}")) }
}

/// What is seen of places whose layer is not given.
pub fn absent(wanted: &Places, others: &[String]) -> Seen {
    let seen = not_given(&wanted.layer, others);
    unseen(seen, Some(wanted))
}
