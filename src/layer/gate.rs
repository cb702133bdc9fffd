//! Turns raw features into shapes on the earth, or refuses them by name.

use std::borrow::Cow;

use crate::crs::Crs;
use crate::geojson::{RawFeature, RawGeometry, Sketch};
use crate::json;
use crate::planar::Planar;
use crate::shape::Shape;
use crate::units::Metres;
use crate::validity::{Defect, DefectKind, Notes, clean, is_plain};

use super::settings::{IdField, Manner};

/// A feature that can be measured.
#[derive(Debug, Clone)]
pub struct Feature {
    /// 1-based place in the file.
    pub ordinal: u64,
    /// 1-based line of the file.
    pub line: u64,
    /// Its id, always text.
    pub id: String,
    /// Its name, unless blank.
    pub name: Option<String>,
    /// Its properties as JSON text.
    pub properties: String,
    /// Its geometry.
    pub shape: Shape,
    /// What was harmless.
    pub notes: Notes,
    /// What making it of other features adds to the doubt about its place, at 95 %.
    pub doubt: Metres,
}

/// A feature that cannot be used, and why.
#[derive(Debug, Clone)]
pub struct Refused {
    /// 1-based place in the file.
    pub ordinal: u64,
    /// 1-based line of the file.
    pub line: u64,
    /// Its id, always text.
    pub id: String,
    /// Its name, unless blank.
    pub name: Option<String>,
    /// Its properties as JSON text.
    pub properties: String,
    /// Why.
    pub defect: Defect,
    /// Where it lies, when at least its edges are known.
    pub whereabouts: Option<Box<Shape>>,
}

/// The one gate of a layer: coordinate system, axes, repair, ids and names.
#[derive(Debug, Clone)]
pub struct Gate {
    crs: Crs,
    manner: Manner,
}

impl Gate {
    /// A gate for coordinates of `crs`.
    pub fn new(crs: Crs, manner: Manner) -> Self {
        Gate { crs, manner }
    }

    /// The coordinate system it reads.
    pub fn crs(&self) -> &Crs {
        &self.crs
    }

    /// Whether coordinates mean what they say: longitude and latitude, in that order.
    pub fn is_lon_lat(&self) -> bool {
        self.crs.is_lon_lat() && !self.manner.swap_axes
    }

    /// The property that holds ids.
    pub fn id_field(&self) -> Option<&str> {
        match &self.manner.id {
            IdField::Own => None,
            IdField::Property(field) => Some(field),
        }
    }

    /// The id of a feature: the named property, else its own id, else `#` and its place.
    pub fn id(&self, raw: &RawFeature) -> String {
        self.id_of(&Sketch::Whole(raw)).into_owned()
    }

    /// The same of a sketch that notes the property.
    pub fn id_of<'s>(&self, sketch: &Sketch<'s>) -> Cow<'s, str> {
        let property = self.id_field().and_then(|field| json::text_of(sketch.noted(field)?));
        let property = property.filter(|id| !id.trim().is_empty());
        property.or_else(|| sketch.id()).unwrap_or_else(|| Cow::Owned(format!("#{}", sketch.ordinal())))
    }

    /// The name of a feature, or the name an alias gives it; `None` when blank or missing.
    pub fn name(&self, raw: &RawFeature) -> Option<String> {
        let value = match &self.manner.name {
            Some(field) => json::member(&raw.properties, field).and_then(json::as_text),
            None => {
                let mut found = None;
                json::members(&raw.properties, |key, value| {
                    if found.is_none() && key.eq_ignore_ascii_case("name") {
                        found = json::as_text(value);
                    }
                });
                found
            }
        };
        let name = value.map(|v| v.trim().to_owned()).filter(|v| !v.is_empty())?;
        let alias = self.manner.aliases.iter().find(|(from, _)| super::folded(from) == super::folded(&name));
        Some(alias.map_or(name, |(_, to)| to.clone()))
    }

    /// Whether the layer has no filter.
    pub fn admits_all(&self) -> bool {
        self.manner.filter.is_empty()
    }

    /// Whether the layer's filter lets a feature with these properties in.
    pub fn admits(&self, properties: &str) -> bool {
        self.manner.filter.iter().all(|(field, values)| {
            let value = json::member(properties, field);
            value.is_some_and(|found| values.iter().any(|wanted| same_value(found, wanted)))
        })
    }

    /// The first fault of its coordinates as such, before any look at rings: no geometry at
    /// all, no numbers, off the earth.
    pub fn misplaced(&self, raw: &RawFeature) -> Option<Defect> {
        match &raw.geometry {
            RawGeometry::Misfit(byte, what) => {
                Some(Defect::new(DefectKind::NotCoordinates, format!("{what} (byte {byte})")))
            }
            RawGeometry::Shape(kind, planar) => {
                let mut first = Planar::default();
                let path = planar.paths.first()?;
                first.push_path(crate::planar::PathKind::Point, 0, planar.along(path).iter().take(1).copied());
                let first = if self.manner.swap_axes { first.swapped() } else { first };
                Shape::new(*kind, first, &self.crs).err()
            }
            RawGeometry::Null | RawGeometry::Empty(_) => None,
        }
    }

    /// Lets a feature through, or refuses it.
    ///
    /// # Errors
    /// The defect with the feature's id and line; the rest of the layer is not affected.
    pub fn pass(&self, raw: RawFeature) -> Result<Feature, Box<Refused>> {
        let (id, name) = (self.id(&raw), self.name(&raw));
        match self.shape(raw.geometry) {
            Ok((shape, notes)) => Ok(Feature {
                ordinal: raw.ordinal,
                line: raw.line,
                id,
                name,
                properties: raw.properties,
                shape,
                notes,
                doubt: Metres(0.0),
            }),
            Err((defect, whereabouts)) => Err(Box::new(Refused {
                ordinal: raw.ordinal,
                line: raw.line,
                id,
                name,
                properties: raw.properties,
                defect,
                whereabouts,
            })),
        }
    }

    /// A bare geometry through the same gate.
    ///
    /// # Errors
    /// Its defect.
    pub fn pass_geometry(&self, geometry: RawGeometry) -> Result<Shape, Defect> {
        self.shape(geometry).map(|(shape, _)| shape).map_err(|(defect, _)| defect)
    }

    fn shape(&self, geometry: RawGeometry) -> Result<(Shape, Notes), Refusal> {
        let refuse = |kind, what: String| Err((Defect::new(kind, what), None));
        let (kind, planar) = match geometry {
            RawGeometry::Null => return refuse(DefectKind::Null, "it has no geometry".to_owned()),
            RawGeometry::Empty(kind) => {
                return refuse(DefectKind::Empty, format!("its {kind} is empty, which is no place"));
            }
            RawGeometry::Misfit(byte, what) => {
                return refuse(DefectKind::NotCoordinates, format!("{what} (byte {byte})"));
            }
            RawGeometry::Shape(kind, planar) => (kind, planar),
        };
        let planar = if self.manner.swap_axes { planar.swapped() } else { planar };
        if is_plain(planar.drawn()) {
            return Shape::new(kind, planar, &self.crs).map(|shape| (shape, Notes::default())).map_err(|d| (d, None));
        }
        match clean(kind, planar.clone(), self.manner.repair) {
            Ok((planar, notes)) => {
                Shape::new(kind, planar, &self.crs).map(|shape| (shape, notes)).map_err(|d| (d, None))
            }
            Err(defect) => {
                let edges = defect.can_be_repaired().then(|| clean(kind, planar, true).ok()).flatten();
                let whereabouts = edges.and_then(|(planar, _)| Shape::new(kind, planar, &self.crs).ok());
                Err((defect, whereabouts.map(Box::new)))
            }
        }
    }
}

/// Whether a JSON value is the one a filter names: numbers are compared as numbers, texts as
/// texts, true and false by their words.
fn same_value(found: &str, wanted: &str) -> bool {
    match (found.parse::<f64>(), wanted.parse::<f64>()) {
        (Ok(a), Ok(b)) => a == b,
        _ => json::as_text(found).as_deref().unwrap_or(found) == wanted,
    }
}

/// Why a geometry is refused, and where its edges lie if they are known.
type Refusal = (Defect, Option<Box<Shape>>);

impl Refused {
    /// Whether there is no geometry at all, rather than a bad one.
    pub fn is_absent(&self) -> bool {
        matches!(self.defect.kind, DefectKind::Null | DefectKind::Empty)
    }

    /// `feature "0117-009" (line 2041): its outline crosses itself ...`
    pub fn sentence(&self) -> String {
        let name = self.name.as_ref().map(|n| format!(", {n}")).unwrap_or_default();
        format!("feature \"{}\"{name} (line {}): {}.", self.id, self.line, self.defect.what)
    }

    /// What to try.
    pub fn advice(&self, layer: &str) -> String {
        match self.defect.kind {
            DefectKind::Null | DefectKind::Empty => {
                "Draw it in the map program, or take the feature out if it does not exist.".to_owned()
            }
            DefectKind::Crossing | DefectKind::Hole => {
                format!("Mend the outline in the map program that made it, or accept it by even-odd: --repair {layer}")
            }
            DefectKind::Uncut => "Cut it at the antimeridian, as RFC 7946 asks.".to_owned(),
            DefectKind::NotCoordinates | DefectKind::OutOfRange | DefectKind::TooFew => {
                "Write the feature again with the program that made it.".to_owned()
            }
        }
    }
}
