//! Streams a layer: batches of raw features and the gate they go through, the coordinate system settled first.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::crs::Crs;
use crate::earth::Box3;
use crate::error::{Error, Result};
use crate::geojson::{RawFeature, RawGeometry, Reader, Standing};
use crate::input::Fingerprint;
use crate::json;
use crate::planar::Bounds;
use crate::validity::{Defect, DefectKind};

mod each;

pub use each::{GoOn, Portion};

use super::gate::Gate;
use super::settings::Settings;

/// Features judged together; the first batch shows whether a file is sound as a whole.
const BATCH: usize = 1024;
/// Bytes after which fewer features are enough.
const ENOUGH: u64 = 256 << 10;

/// How the coordinate system of a layer is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CrsOrigin {
    /// RFC 7946: nothing is said, so it is WGS84.
    Default,
    /// A legacy `crs` member: the name it gives, on this line.
    Member(String, u64),
    /// `--crs`, or `crs` in the layers file.
    Stated,
}

/// A layer being read.
pub struct Stream {
    settings: Settings,
    reader: Reader,
    gate: Gate,
    origin: CrsOrigin,
    first: Option<Vec<RawFeature>>,
    admitted: AtomicU64,
    warnings: Vec<String>,
    watch: Option<Watch>,
}

/// Who is told how much of a file has been read.
type Watch = Box<dyn FnMut(Standing) + Send>;

impl Stream {
    /// Opens a layer, reads its first batch and settles its coordinate system.
    ///
    /// # Errors
    /// The file cannot be read as GeoJSON; no feature of its first batch has coordinates
    /// that its system knows; a named id property that none of them has.
    pub fn open(settings: &Settings, fingerprint: Option<&Fingerprint>) -> Result<Self> {
        let source = match fingerprint {
            Some(print) => settings.input.open_hashed(print)?,
            None => settings.input.open()?,
        };
        let mut reader = Reader::new(settings.place(), source);
        let first = batch(&mut reader)?;
        let mut warnings = Vec::new();
        let (crs, origin) =
            settle(settings, &reader, &first, &mut warnings).map_err(|e| e.within(&settings.place()))?;
        let gate = Gate::new(crs, settings.manner.clone());
        let mut settings = settings.clone();
        settings.stated.illustrative |= reader.is_illustrative();
        let stream = Stream {
            settings,
            reader,
            gate,
            origin,
            first: Some(first),
            admitted: AtomicU64::new(0),
            warnings,
            watch: None,
        };
        stream.first_batch_is_sound()?;
        Ok(stream)
    }

    /// Tells `watch` from time to time how much has been read.
    pub fn watched(&mut self, watch: impl FnMut(Standing) + Send + 'static) {
        self.watch = Some(Box::new(watch));
    }

    /// What is said of the layer.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The gate for its features.
    pub fn gate(&self) -> &Gate {
        &self.gate
    }

    /// How its coordinate system is known.
    pub fn crs_origin(&self) -> &CrsOrigin {
        &self.origin
    }

    /// What the user should know of it, for standard error.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The features of the first batch, before any filter, until [`Stream::each`] hands
    /// them out.
    pub fn first_batch(&self) -> &[RawFeature] {
        self.first.as_deref().unwrap_or_default()
    }

    fn filter_let_something_through(&self) -> Result<()> {
        let filter = &self.settings.manner.filter;
        if filter.is_empty() || self.admitted.load(Ordering::Relaxed) > 0 || self.reader.features_read() == 0 {
            return Ok(());
        }
        let wanted: Vec<String> =
            filter.iter().map(|(field, values)| format!("{field} = {}", values.join(" or "))).collect();
        Err(Error::new(format!(
            "{}: none of its {} passes the filter where {}.",
            self.settings.place(),
            crate::text::count(self.reader.features_read(), "feature", "features"),
            wanted.join(" and ")
        ))
        .hint("A layer of which nothing is taken must not pass for a place where nothing is. Correct the filter, or leave it out."))
    }

    fn crs_came_in_time(&self) -> Result<()> {
        let late = self.reader.crs_member().filter(|member| member.after_features && self.origin == CrsOrigin::Default);
        let Some(member) = late else { return Ok(()) };
        match Crs::from_member(&member.json).map_err(|e| e.within(&self.settings.place()))? {
            None => Ok(()),
            Some(crs) => Err(Error::new(format!(
                "{}: the file names its coordinate system ({}) only after its features (line {}), when they had been read as degrees.",
                self.settings.place(),
                crs.code(),
                member.line
            ))
            .hint(format!("State it: --crs {}={}", self.settings.name, crs.code()))),
        }
    }

    /// A fault that every located feature of the first batch shows is the file's, not theirs.
    fn first_batch_is_sound(&self) -> Result<()> {
        let first = self.first_batch();
        let mut fault: Option<(&RawFeature, Defect)> = None;
        for raw in first.iter().filter(|raw| !matches!(raw.geometry, RawGeometry::Null | RawGeometry::Empty(_))) {
            match self.gate.misplaced(raw) {
                None => {
                    fault = None;
                    break;
                }
                Some(defect) => fault = fault.or(Some((raw, defect))),
            }
        }
        if !self.gate.crs().is_degrees()
            && fault.is_none()
            && first.iter().any(is_located)
            && first.iter().all(could_be_degrees)
        {
            return Err(Error::new(format!(
                "{}: its system is {}, but its coordinates look like degrees.",
                self.settings.place(),
                self.gate.crs()
            ))
            .hint(format!(
                "If they are degrees, state it: --crs {}=EPSG:4326. Nothing was checked.",
                self.settings.name
            )));
        }
        if let Some((raw, defect)) = fault {
            return Err(self.whole_file_is_wrong(raw, &defect));
        }
        for (what, field) in self.settings.manner.fields() {
            let has = |raw: &RawFeature| json::member(&raw.properties, field).is_some();
            if !first.is_empty() && !first.iter().any(has) {
                return Err(self.no_such_field(what, field));
            }
        }
        Ok(())
    }

    /// A property that the layer is said to have and no feature has: a slip, and not "none there".
    fn no_such_field(&self, what: &str, field: &str) -> Error {
        let mut known: Vec<String> = Vec::new();
        for raw in self.first_batch() {
            known.extend(
                json::names(&raw.properties).into_iter().filter(|name| !known.contains(name)).collect::<Vec<_>>(),
            );
        }
        let meant = crate::text::meant(field, known.iter().map(String::as_str));
        let meant = meant.map(|m| format!("Did you mean \"{m}\"? ")).unwrap_or_default();
        let have = if known.is_empty() {
            "The features have no properties.".to_owned()
        } else {
            format!("They have: {}.", known.join(", "))
        };
        Error::new(format!("{}: no feature has a property \"{field}\" to take {what} from.", self.settings.place()))
            .hint(format!("{meant}{have}"))
    }

    fn whole_file_is_wrong(&self, raw: &RawFeature, defect: &Defect) -> Error {
        let (place, name) = (self.settings.place(), &self.settings.name);
        let found = format!("First found in feature \"{}\", line {}", self.gate.id(raw), raw.line);
        if defect.kind != DefectKind::OutOfRange {
            return Error::new(format!("{place}: {}, and so in every feature that was read.", defect.what))
                .more(format!("{found}."))
                .hint("GeoJSON writes a position as two numbers, longitude first: [-73.83, 40.95]. Write the file again with the program that made it. Nothing was checked.");
        }
        let at = match &raw.geometry {
            RawGeometry::Shape(_, planar) => planar.positions[0],
            _ => [f64::NAN; 2],
        };
        let found = format!("{found}: {}, {}", at[0], at[1]);
        let crs = self.gate.crs();
        let swapped = crs
            .to_lon_lat([at[1], at[0]])
            .is_some_and(|p| p.lat.abs() <= 90.0 && p.lon.abs() <= 180.0 && crs.serves(p));
        let swap = format!("If the two numbers of each position are exchanged, write --swap-axes {name}");
        let error = match (&self.origin, crs.is_degrees()) {
            (CrsOrigin::Default, _) if swapped => Error::new(format!(
                "{place}: longitude and latitude look swapped: the second number of a position, its latitude, is out of the range of -90 to 90 degrees."
            ))
            .hint(format!("GeoJSON puts the longitude first. {swap}")),
            (CrsOrigin::Default, _) => Error::new(format!(
                "{place}: the coordinates are not degrees of longitude and latitude, and the file does not say which coordinate system they are in."
            ))
            .hint("If the publisher names the system, state it. New York State Plane East in US survey feet, for one, is")
            .try_this(format!("--crs {name}=EPSG:2260"))
            .try_this("If nobody knows, ask the publisher. metes does not guess: a wrong system can move a")
            .try_this("lot by miles. Nothing was checked."),
            (origin, degrees) => {
                let said = match origin {
                    CrsOrigin::Member(name, line) => format!("the \"crs\" member of the file (line {line}) says {name}"),
                    _ => format!("the coordinate system is stated to be {}", crs.code()),
                };
                let wrong = if degrees {
                    "are out of the range of longitude and latitude in degrees".to_owned()
                } else {
                    format!("lie outside the area that it serves ({})", crs.area().unwrap_or_default())
                };
                let hint = if swapped { swap } else { format!("If the publisher names another system, state it: --crs {name}=EPSG:n. Nothing was checked.") };
                Error::new(format!("{place}: {said}, but the coordinates {wrong}.")).hint(hint)
            }
        };
        error.more(found)
    }
}

fn is_located(raw: &RawFeature) -> bool {
    matches!(raw.geometry, RawGeometry::Shape(..))
}

/// Whether nothing speaks against a feature being in degrees.
fn could_be_degrees(raw: &RawFeature) -> bool {
    match &raw.geometry {
        RawGeometry::Shape(_, planar) => planar.positions.iter().all(|p| p[0].abs() <= 180.0 && p[1].abs() <= 90.0),
        _ => true,
    }
}

fn batch(reader: &mut Reader) -> Result<Vec<RawFeature>> {
    let mut found = Vec::with_capacity(BATCH);
    let start = reader.standing().byte;
    while found.len() < BATCH && reader.standing().byte - start < ENOUGH {
        match reader.next_feature()? {
            Some(raw) => found.push(raw),
            None => break,
        }
    }
    Ok(found)
}

/// The coordinate system: stated, else of the `crs` member, else WGS84. When the first
/// features cannot be degrees and no member was met yet, the file is searched to its end for one.
fn settle(
    settings: &Settings,
    reader: &Reader,
    first: &[RawFeature],
    warnings: &mut Vec<String>,
) -> Result<(Crs, CrsOrigin)> {
    if let Some(crs) = &settings.manner.crs {
        return Ok((crs.clone(), CrsOrigin::Stated));
    }
    let mut member = reader.crs_member().cloned();
    let degrees = Gate::new(Crs::lon_lat(), settings.manner.clone());
    let located = first.iter().find(|raw| is_located(raw));
    if member.is_none() && located.is_some_and(|raw| degrees.misplaced(raw).is_some()) && settings.input.can_reopen() {
        let mut again = Reader::new(settings.input.name(), settings.input.open()?);
        while again.next_feature()?.is_some() {}
        member = again.crs_member().cloned();
    }
    let Some(member) = member else { return Ok((Crs::lon_lat(), CrsOrigin::Default)) };
    let found = Crs::from_member(&member.json)?;
    if found.is_some() || !member.json.contains("CRS84") {
        let used =
            found.as_ref().map_or_else(|| "longitude and latitude (WGS84), longitude first".to_owned(), Crs::to_string);
        warnings.push(format!(
            "{}: a legacy \"crs\" member (line {}) is used: {used}. RFC 7946 has dropped this member.",
            settings.place(),
            member.line
        ));
    }
    Ok((found.unwrap_or_else(Crs::lon_lat), CrsOrigin::Member(Crs::member_name(&member.json), member.line)))
}

/// The lon/lat bounds of shapes, and the box about them in space.
pub(super) fn joined<'a>(shapes: impl Iterator<Item = &'a crate::shape::Shape>) -> (Bounds, Box3) {
    let (mut bounds, mut extent) = (Bounds::EMPTY, Box3::EMPTY);
    for shape in shapes {
        bounds.join(shape.drawing().bounds());
        extent.join(shape.extent());
    }
    (bounds, extent)
}
