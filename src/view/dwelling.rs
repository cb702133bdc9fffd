//! Finds the dwelling on a lot: by the parcel it names, else by where it stands.

use std::borrow::Cow;
use std::collections::HashMap;

use geo::{Centroid, InteriorPoint};

use super::{Absent, Seen, Site, Stand};
use crate::json;
use crate::layer::Layer;
use crate::predicates::Position;
use crate::shape::Shape;
use crate::truth::Reason;
use crate::units::Metres;

/// The name of the layer of dwellings.
pub const DWELLINGS: &str = "dwellings";

/// The layer of dwellings, with each parcel's own at hand.
#[derive(Debug)]
pub struct Dwellings {
    layer: Layer,
    by_parcel: Option<HashMap<String, Vec<usize>>>,
}

impl Dwellings {
    /// Takes the layer in; where it names the property that holds parcels, they are sorted by it.
    pub fn new(layer: Layer) -> Self {
        let by_parcel = layer.settings.manner.parcel.clone().map(|field| {
            let mut sorted: HashMap<String, Vec<usize>> = HashMap::new();
            for (i, feature) in layer.features.iter().enumerate() {
                if let Some(parcel) = json::member(&feature.properties, &field).and_then(json::as_text) {
                    sorted.entry(parcel).or_default().push(i);
                }
            }
            sorted
        });
        Dwellings { layer, by_parcel }
    }

    /// The layer.
    pub fn layer(&self) -> &Layer {
        &self.layer
    }

    /// The dwellings of a lot.
    fn of(&self, id: &str, lot: &Shape) -> Vec<&Shape> {
        let found: Vec<usize> = match &self.by_parcel {
            Some(sorted) => sorted.get(id).cloned().unwrap_or_default(),
            None => {
                let near = self.layer.index().within(lot, Metres(0.0));
                near.into_iter().filter(|i| stands_on(&self.layer.features[*i].shape, lot)).collect()
            }
        };
        found.into_iter().map(|i| &self.layer.features[i].shape).collect()
    }

    /// The id of a refused dwelling that belongs, or may belong, to the lot.
    fn spoilt(&self, id: &str, lot: &Shape) -> Option<&str> {
        let field = self.layer.settings.manner.parcel.as_deref();
        let belongs = |refused: &&crate::layer::Refused| match field {
            Some(field) => json::member(&refused.properties, field).and_then(json::as_text).as_deref() == Some(id),
            None => refused.whereabouts.as_ref().is_some_and(|edges| stands_on(edges, lot)),
        };
        self.layer.refused.iter().find(belongs).map(|refused| refused.id.as_str())
    }
}

/// Whether the middle of a building lies on a lot.
fn stands_on(building: &Shape, lot: &Shape) -> bool {
    let polygons = building.polygons();
    let middle = polygons.interior_point().or_else(|| polygons.centroid()).map(|p| [p.x(), p.y()]);
    let middle = middle.or_else(|| building.drawing().planar().positions.first().copied());
    middle.is_some_and(|middle| lot.drawing().position(middle).0 != Position::Outside)
}

/// The dwelling of a site to measure from, or the gap in its place.
pub fn stand<'a>(site: &Site, dwellings: Option<&Dwellings>) -> Result<Stand<'a>, Seen> {
    let missing = |sentence: String| Err(Seen::gap(Reason::MissingData, sentence));
    if let Ok(spot) = site.shape
        && spot.drawing().planar().only_points()
    {
        // what is asked about is a spot, where somebody sleeps: it has no lot line to stand back from
        return Ok(Stand {
            shape: Cow::Owned(spot.clone()),
            accuracy: site.accuracy.clone(),
            datum: site.datum.clone(),
        });
    }
    let Some(dwellings) = dwellings else {
        return missing(format!("No layer {DWELLINGS} is given, so it cannot be measured from the dwelling."));
    };
    let lot = match site.shape {
        Ok(lot) => lot,
        Err(Absent::NotDrawn | Absent::Refused(_)) => {
            return missing("There is no lot to find a dwelling on.".to_owned());
        }
    };
    if let Some(spoilt) = dwellings.spoilt(&site.id, lot) {
        return Err(Seen::gap(
            Reason::InvalidData,
            format!("Layer {DWELLINGS}: the outline of \"{spoilt}\", which stands on this lot, cannot be used."),
        ));
    }
    match Shape::joined(&dwellings.of(&site.id, lot)) {
        Some(shape) => {
            let accuracy = dwellings.layer.accuracy(&shape);
            let datum = dwellings.layer.settings.stated.datum.clone();
            Ok(Stand { shape: Cow::Owned(shape), accuracy, datum })
        }
        None => missing(format!("No dwelling stands on {} by layer {DWELLINGS}.", site.label)),
    }
}
