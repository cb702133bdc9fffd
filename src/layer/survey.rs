//! Describes a layer before it is used: what it holds, its defects, how good it is.

use std::collections::BTreeMap;

use geo::GeodesicArea;
use jiff::civil::Date;
use serde::Serialize;

use crate::planar::{Path, Planar};
use crate::validity::DefectKind;

use super::gate::Feature;
use super::loaded::Layer;
use super::stream::CrsOrigin;

/// What a layer holds. Serialised as the JSON of `metes layers`.
#[derive(Debug, Serialize)]
pub struct Survey {
    /// The layer's name.
    pub layer: String,
    /// The file's name, without its folder.
    pub file: String,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: Option<String>,
    /// Sound features.
    pub features: usize,
    /// Features that cannot be used.
    pub refused: usize,
    /// Names of the properties, in the order in which they are met.
    pub properties: Vec<String>,
    /// Sound features by GeoJSON type.
    pub types: BTreeMap<String, usize>,
    /// The coordinate system.
    pub crs: String,
    /// How it is known: `default`, `member` or `stated`.
    pub crs_known_by: &'static str,
    /// What PROJ does to reach WGS84; empty when nothing needs to be done.
    pub operation: String,
    /// West, south, east, north in degrees.
    pub bounds: Option<[f64; 4]>,
    /// Area of all polygons on the ellipsoid, acres (43,560 square feet).
    pub area_acres: Option<f64>,
    /// Spacing of the coordinates on the ground in feet, east-west and north-south; 0 where none shows.
    pub grid_ft: Option<[f64; 2]>,
    /// Its accuracy, stated or assumed.
    pub accuracy: String,
    /// Whether it is stated.
    pub accuracy_stated: bool,
    /// Its datum, as stated.
    pub datum: Option<String>,
    /// Its publisher, as stated.
    pub publisher: Option<String>,
    /// The day it speaks of, as stated.
    pub as_of: Option<Date>,
    /// Days from then to the day of the survey.
    pub age_days: Option<i64>,
    /// Its licence, as stated.
    pub licence: Option<String>,
    /// Whether it shows an invented place.
    pub illustrative: bool,
    /// Features without geometry.
    pub null: Vec<String>,
    /// Features with an empty geometry.
    pub empty: Vec<String>,
    /// Features with any other defect.
    pub invalid: Vec<Invalid>,
    /// Ids that stand more than once.
    pub duplicate_ids: Vec<String>,
    /// Ids of features that share one geometry; with different ids on polygons, stacked parcels.
    pub same_geometry: Vec<Vec<String>>,
    /// Whether any feature has a name at all.
    pub named: bool,
    /// Features whose name is missing or blank, where others have one.
    pub nameless: Vec<String>,
    /// What the gate put right.
    pub notes: Mended,
    /// Repairs that were asked for.
    pub repairs: Vec<String>,
    /// What the user should know.
    pub warnings: Vec<String>,
}

/// A feature that cannot be used.
#[derive(Debug, Serialize)]
pub struct Invalid {
    /// Its id.
    pub id: String,
    /// The line it begins on.
    pub line: u64,
    /// Why.
    pub why: String,
}

/// How many features the gate put something right in, or saw something harmless.
#[derive(Debug, Default, Serialize)]
pub struct Mended {
    /// Open rings that were closed.
    pub open_rings: usize,
    /// Repeated positions that were dropped.
    pub repeated_positions: usize,
    /// Features with a ring that touches itself.
    pub touching_rings: usize,
    /// Features with crossing rings accepted by `--repair`.
    pub repaired: usize,
}

impl Survey {
    /// Looks a loaded layer over, on a day.
    pub fn of(layer: &Layer, on: Date) -> Self {
        let mut types: BTreeMap<String, usize> = BTreeMap::new();
        let mut notes = Mended::default();
        for Feature { shape, notes: seen, .. } in &layer.features {
            *types.entry(shape.kind().to_string()).or_default() += 1;
            notes.open_rings += seen.closed;
            notes.repeated_positions += seen.repeated;
            notes.touching_rings += usize::from(seen.touches > 0);
            notes.repaired += usize::from(seen.repaired);
        }
        let of_kind = |kind: DefectKind| {
            layer.refused.iter().filter(|r| r.defect.kind == kind).map(|r| r.id.clone()).collect::<Vec<_>>()
        };
        let named = layer.features.iter().any(|f| f.name.is_some());
        let nameless = layer.features.iter().filter(|f| named && f.name.is_none()).map(|f| f.id.clone()).collect();
        let first = layer.features.first().map(|f| layer.accuracy(&f.shape));
        let stated = &layer.settings.stated;
        let bounds = layer.bounds();
        Survey {
            layer: layer.settings.name.clone(),
            file: layer.settings.input.name(),
            sha256: layer.sha256.clone(),
            features: layer.features.len(),
            refused: layer.refused.len(),
            properties: properties(layer),
            types,
            crs: layer.crs.to_string(),
            crs_known_by: match layer.crs_origin {
                CrsOrigin::Default => "default",
                CrsOrigin::Member(..) => "member",
                CrsOrigin::Stated => "stated",
            },
            operation: layer.crs.operation().to_owned(),
            bounds: (!bounds.is_empty())
                .then(|| [bounds.least[0], bounds.least[1], bounds.greatest[0], bounds.greatest[1]]),
            area_acres: area(&layer.features),
            grid_ft: layer.grid.map(|g| g.on_ground.map(|m| m.feet())),
            accuracy: first
                .as_ref()
                .or(stated.accuracy.as_ref())
                .map_or_else(|| "unknown".to_owned(), ToString::to_string),
            accuracy_stated: stated.accuracy.is_some(),
            datum: stated.datum.clone(),
            publisher: stated.publisher.clone(),
            as_of: stated.as_of,
            age_days: stated.as_of.map(|d| i64::from(d.until(on).map_or(0, |span| span.get_days()))),
            licence: stated.licence.clone(),
            illustrative: stated.illustrative,
            null: of_kind(DefectKind::Null),
            empty: of_kind(DefectKind::Empty),
            invalid: layer
                .refused
                .iter()
                .filter(|r| !matches!(r.defect.kind, DefectKind::Null | DefectKind::Empty))
                .map(|r| Invalid { id: r.id.clone(), line: r.line, why: r.defect.what.clone() })
                .collect(),
            duplicate_ids: duplicate_ids(layer),
            same_geometry: same_geometry(&layer.features),
            named,
            nameless,
            notes,
            repairs: layer.settings.repairs(),
            warnings: layer.warnings.clone(),
        }
    }

    /// Whether a feature of the layer was refused.
    pub fn has_refusals(&self) -> bool {
        !(self.null.is_empty() && self.empty.is_empty() && self.invalid.is_empty())
    }
}

fn properties(layer: &Layer) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for text in layer.features.iter().map(|f| &f.properties).chain(layer.refused.iter().map(|r| &r.properties)) {
        crate::json::members(text, |name, _| {
            if !known.iter().any(|k| k == name) {
                known.push(name.to_owned());
            }
        });
    }
    known
}

fn area(features: &[Feature]) -> Option<f64> {
    // the sign tells the winding, which does not matter
    const ACRE: f64 = 43_560.0 * 0.3048 * 0.3048;
    let square_metres: f64 = features.iter().map(|f| f.shape.polygons().geodesic_area_signed().abs()).sum();
    (square_metres > 0.0).then_some(square_metres / ACRE)
}

/// Ids that stand more than once, refused features included.
pub fn duplicate_ids(layer: &Layer) -> Vec<String> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let ids = layer.features.iter().map(|f| &f.id).chain(layer.refused.iter().map(|r| &r.id));
    ids.for_each(|id| *seen.entry(id).or_default() += 1);
    seen.into_iter().filter(|(_, n)| *n > 1).map(|(id, _)| id.to_owned()).collect()
}

/// Groups of features that draw the same, wherever their rings begin and whichever way they run.
fn same_geometry(features: &[Feature]) -> Vec<Vec<String>> {
    let mut groups: BTreeMap<Vec<Vec<[u64; 2]>>, Vec<&Feature>> = BTreeMap::new();
    for feature in features {
        let drawing = feature.shape.native().map_or(feature.shape.drawing(), |(_, native)| native);
        groups.entry(canonical(drawing.planar())).or_default().push(feature);
    }
    let mut found: Vec<Vec<&Feature>> = groups.into_values().filter(|group| group.len() > 1).collect();
    found.sort_by_key(|group| group[0].ordinal);
    found.into_iter().map(|group| group.into_iter().map(|f| f.id.clone()).collect()).collect()
}

fn canonical(planar: &Planar) -> Vec<Vec<[u64; 2]>> {
    let mut paths: Vec<Vec<[u64; 2]>> = planar.paths.iter().map(|path| canonical_path(planar, path)).collect();
    paths.sort();
    paths
}

fn canonical_path(planar: &Planar, path: &Path) -> Vec<[u64; 2]> {
    let bits: Vec<[u64; 2]> = planar.along(path).iter().map(|p| p.map(f64::to_bits)).collect();
    let reversed: Vec<[u64; 2]> = bits.iter().rev().copied().collect();
    if !path.is_ring() {
        return bits.min(reversed);
    }
    let rotated = |ring: &[[u64; 2]]| {
        let open = &ring[..ring.len() - 1];
        let start = (0..open.len()).min_by_key(|i| open[*i]).unwrap_or(0);
        [&open[start..], &open[..start]].concat()
    };
    rotated(&bits).min(rotated(&reversed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planar::PathKind;

    #[test]
    fn rings_are_the_same_wherever_they_begin_and_whichever_way_they_run() {
        let ring = |positions: &[[f64; 2]]| {
            let mut planar = Planar::default();
            planar.push_path(PathKind::Shell, 0, positions.iter().copied());
            canonical(&planar)
        };
        let one = ring(&[[0., 0.], [1., 0.], [1., 1.], [0., 0.]]);
        assert_eq!(one, ring(&[[1., 0.], [1., 1.], [0., 0.], [1., 0.]]));
        assert_eq!(one, ring(&[[0., 0.], [1., 1.], [1., 0.], [0., 0.]]));
        assert_ne!(one, ring(&[[0., 0.], [1., 0.], [0., 1.], [0., 0.]]));
    }
}
