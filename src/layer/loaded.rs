//! A whole layer in memory, indexed, with everything that is known of where it came from.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::crs::Crs;
use crate::error::{Error, Result};
use crate::geojson::Sketch;
use crate::index::Index;
use crate::input::Fingerprint;
use crate::json;
use crate::planar::Bounds;
use crate::shape::Shape;
use crate::units::{Accuracy, Metres};

use super::gate::{Feature, Refused};
use super::grid::{Grid, GridFinder};
use super::settings::Settings;
use super::stream::{CrsOrigin, GoOn, Stream, joined};

/// A layer in memory.
#[derive(Debug)]
pub struct Layer {
    /// What is said of it.
    pub settings: Settings,
    /// Its sound features in file order.
    pub features: Vec<Feature>,
    /// Its other features in file order.
    pub refused: Vec<Refused>,
    /// Its coordinate system.
    pub crs: Crs,
    /// How that is known.
    pub crs_origin: CrsOrigin,
    /// SHA-256 of its file, if it was asked for.
    pub sha256: Option<String>,
    /// What the user should know.
    pub warnings: Vec<String>,
    /// The grid of its coordinates.
    pub grid: Option<Grid>,
    bounds: Bounds,
    index: Index,
    worst: OnceLock<Accuracy>,
}

impl Layer {
    /// Reads a layer whole.
    ///
    /// # Errors
    /// As [`Stream::open`] and [`Stream::each`]; bad features are in [`Layer::refused`].
    pub fn load(settings: &Settings, hashed: bool) -> Result<Self> {
        let print = Fingerprint::default();
        let mut stream = Stream::open(settings, hashed.then_some(&print))?;
        let (mut features, mut refused) = (Vec::new(), Vec::new());
        let (mut finder, has_enough) = (GridFinder::default(), AtomicBool::new(false));
        stream.each(
            &[],
            |portion| {
                let looks = !has_enough.load(Ordering::Relaxed);
                let mut seen = Vec::new();
                let pass = |sketch: Sketch| {
                    if let (true, Some((_, drawn))) = (looks, sketch.drawn()) {
                        seen.extend_from_slice(drawn.positions);
                    }
                    portion.gate.pass(sketch.whole().into_owned())
                };
                let passed: Vec<_> = portion.sketches().map(pass).collect();
                (passed, seen)
            },
            |(passed, seen)| {
                has_enough.store(finder.take(&seen), Ordering::Relaxed);
                for passed in passed {
                    match passed {
                        Ok(feature) => features.push(feature),
                        Err(bad) => refused.push(*bad),
                    }
                }
                Ok(GoOn::Yes)
            },
        )?;
        let (bounds, _) = joined(features.iter().map(|f| &f.shape));
        Ok(Layer {
            settings: stream.settings().clone(),
            index: Index::new(features.iter().enumerate().map(|(i, f)| (i, &f.shape))),
            features,
            refused,
            crs: stream.gate().crs().clone(),
            crs_origin: stream.crs_origin().clone(),
            sha256: hashed.then(|| print.hex()),
            warnings: stream.warnings().to_vec(),
            grid: finder.found(stream.gate().crs()),
            bounds,
            worst: OnceLock::new(),
        })
    }

    /// The same layer with other features, made of its own: centres, corners.
    pub fn made_of(&self, features: Vec<Feature>) -> Layer {
        let (bounds, _) = joined(features.iter().map(|f| &f.shape));
        Layer {
            settings: self.settings.clone(),
            index: Index::new(features.iter().enumerate().map(|(i, f)| (i, &f.shape))),
            features,
            refused: self.refused.clone(),
            crs: self.crs.clone(),
            crs_origin: self.crs_origin.clone(),
            sha256: self.sha256.clone(),
            warnings: Vec::new(),
            grid: self.grid,
            bounds,
            worst: OnceLock::new(),
        }
    }

    /// The radius of a round thing drawn as its centre; `None` when the layer or the feature
    /// does not tell.
    pub fn radius(&self, properties: &str) -> Option<Metres> {
        let stated = self.settings.manner.radius.as_ref()?;
        let number: f64 = json::member(properties, &stated.field).and_then(json::as_text)?.trim().parse().ok()?;
        let halved = if stated.diameter { 0.5 } else { 1.0 };
        (number.is_finite() && number > 0.0).then(|| Metres(number * halved * stated.unit.metres().0))
    }

    /// The R-tree over its sound features, numbered as in [`Layer::features`].
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Whether it holds features and none of them has a name.
    pub fn has_no_names(&self) -> bool {
        let mut names = self.features.iter().map(|f| &f.name).chain(self.refused.iter().map(|r| &r.name));
        names.clone().next().is_some() && names.all(Option::is_none)
    }

    /// West, south, east, north of its sound features, in degrees.
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// How well a shape of this layer is placed: as stated, else as assumed.
    pub fn accuracy(&self, shape: &Shape) -> Accuracy {
        accuracy(&self.settings, &self.crs, Some(shape), self.grid.as_ref())
    }

    /// The accuracy that serves for any of its features: as stated, else the widest assumed.
    pub fn worst_accuracy(&self) -> Accuracy {
        self.worst.get_or_init(|| self.widest_accuracy()).clone()
    }

    fn widest_accuracy(&self) -> Accuracy {
        let points = self.features.iter().find(|f| f.shape.drawing().planar().only_points());
        let widest = points.or(self.features.first()).map(|f| &f.shape);
        accuracy(&self.settings, &self.crs, widest, self.grid.as_ref())
    }

    /// What is assumed of a shape of this layer, whatever is stated.
    pub fn assumed(&self, shape: &Shape) -> Accuracy {
        let unstated = Settings::new(self.settings.name.clone(), self.settings.input.clone());
        accuracy(&unstated, &self.crs, Some(shape), self.grid.as_ref())
    }

    /// The refusal of a feature as an error of its own.
    pub fn refusal(&self, bad: &Refused) -> Error {
        Error::new(format!("{}: {}", self.settings.place(), bad.sentence())).hint(bad.advice(&self.settings.name))
    }
}

/// How well a shape is placed: as its layer states, else as assumed by its kind (without a
/// shape, as of a point) with the grid of its coordinates; and with the change of datum that it
/// went through.
pub fn accuracy(settings: &Settings, crs: &Crs, shape: Option<&Shape>, grid: Option<&Grid>) -> Accuracy {
    let own = settings.stated.accuracy.clone().unwrap_or_else(|| {
        let assumed = Accuracy::assumed(shape.is_none_or(|s| s.drawing().planar().only_points()));
        grid.map_or(assumed.clone(), |grid| assumed.with_grid(grid.spacing()))
    });
    match crs.datum_change() {
        Some(doubt) => own.with_datum_change(doubt),
        None => own,
    }
}
