//! Makes of a layer what a rule measures to: centres, corners of curbs, ground that roadways share.

use geo::{BooleanOps, Centroid};

use crate::corner::corners;
use crate::crs::Crs;
use crate::earth::LonLat;
use crate::layer::{Feature, Layer};
use crate::places::{Construct, Part};
use crate::planar::{GeometryType, PathKind, Planar};
use crate::shape::Shape;
use crate::units::Metres;
use crate::validity::Notes;

/// The layer as it is measured to; `None` when that is as drawn.
pub fn derived(layer: &Layer, construct: Construct, part: Part) -> Option<Layer> {
    let made = match construct {
        Construct::AsDrawn => None,
        Construct::Corners => Some(layer.made_of(corner_features(layer, part))),
        Construct::Overlaps => Some(layer.made_of(overlaps(layer))),
    };
    match part {
        Part::Centroid => {
            let layer = made.as_ref().unwrap_or(layer);
            Some(layer.made_of(layer.features.iter().filter_map(centre).collect()))
        }
        Part::Whole | Part::Curve | Part::CurveMiddle | Part::CurveStarts => made,
    }
}

fn feature(of: &[&Feature], name: Option<String>, shape: Shape, doubt: Metres) -> Option<Feature> {
    let first = of.first()?;
    Some(Feature {
        ordinal: first.ordinal,
        line: first.line,
        id: of.iter().map(|f| f.id.as_str()).collect::<Vec<_>>().join("+"),
        name,
        properties: "{}".to_owned(),
        shape,
        notes: Notes::default(),
        doubt,
    })
}

/// The centre of area of a polygon, else of its lines, else of its points.
fn centre(drawn: &Feature) -> Option<Feature> {
    let polygons = drawn.shape.polygons();
    let middle = polygons.centroid().map(|p| [p.x(), p.y()]).or_else(|| {
        let positions = &drawn.shape.drawing().planar().positions;
        let n = positions.len() as f64;
        let sum = positions.iter().fold([0.0; 2], |sum, p| [sum[0] + p[0], sum[1] + p[1]]);
        (n > 0.0).then(|| [sum[0] / n, sum[1] / n])
    })?;
    let shape = Shape::point(LonLat::new(middle)).ok()?;
    Some(Feature { shape, ..drawn.clone() })
}

fn corner_features(layer: &Layer, part: Part) -> Vec<Feature> {
    let shapes: Vec<&Shape> = layer.features.iter().map(|f| &f.shape).collect();
    let made = |corner: crate::corner::Corner| {
        let shape = match part {
            Part::Curve => curve(&corner),
            Part::CurveMiddle => Shape::point(corner.middle),
            Part::CurveStarts => Shape::points(&corner.starts),
            Part::Whole | Part::Centroid => Shape::point(corner.point),
        };
        let curbs: Vec<&Feature> = corner.curbs.iter().filter_map(|i| layer.features.get(*i)).collect();
        let mut names: Vec<&str> = curbs.iter().filter_map(|f| f.name.as_deref()).collect();
        names.dedup();
        let name = (!names.is_empty()).then(|| names.join(" / "));
        feature(&curbs, name, shape.ok()?, corner.doubt)
    };
    corners(&shapes).into_iter().filter_map(made).collect()
}

/// Pieces of a drawn curve.
const PIECES: u32 = 32;

/// The rounded curb: the arc of a circle that leaves both curb lines where it starts, drawn
/// through its middle; a sharp corner is its point.
fn curve(corner: &crate::corner::Corner) -> Result<Shape, crate::validity::Defect> {
    let [first, last] = corner.starts;
    if first == last {
        return Shape::point(corner.middle);
    }
    // in a plane about the point, degrees of longitude shortened as there
    let shrink = corner.point.lat.to_radians().cos();
    let flat = |p: LonLat| [(p.lon - corner.point.lon) * shrink, p.lat - corner.point.lat];
    let (a, b, m) = (flat(first), flat(last), flat(corner.middle));
    // the quadratic through both starts and the middle, whose weight makes it that circle's arc
    // (a rational Bezier curve with the point as control: Farin, Curves and Surfaces, section 12.1)
    let half = [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])];
    let reach = (half[0] * half[0] + half[1] * half[1]).sqrt();
    let off = ((m[0] - half[0]).powi(2) + (m[1] - half[1]).powi(2)).sqrt();
    let weight = if reach > off { off / (reach - off) } else { 1.0 };
    let at = |t: f64| {
        let (u, v, w) = ((1.0 - t) * (1.0 - t), t * t, 2.0 * t * (1.0 - t) * weight);
        let sum = u + v + w; // the control is the origin of the plane
        [corner.point.lon + (u * a[0] + v * b[0]) / sum / shrink, corner.point.lat + (u * a[1] + v * b[1]) / sum]
    };
    let mut planar = Planar::default();
    planar.push_path(PathKind::Line, 0, (0..=PIECES).map(|i| at(f64::from(i) / f64::from(PIECES))));
    Shape::new(GeometryType::LineString, planar, &Crs::lon_lat())
}

/// The ground that each two roadways share.
fn overlaps(layer: &Layer) -> Vec<Feature> {
    let mut found = Vec::new();
    for (i, one) in layer.features.iter().enumerate() {
        for j in layer.index().within(&one.shape, Metres(0.0)).into_iter().filter(|j| *j > i) {
            let other = &layer.features[j];
            let Some(shape) = shared(&one.shape, &other.shape) else { continue };
            let name = match (&one.name, &other.name) {
                (Some(a), Some(b)) => Some(format!("{a} / {b}")),
                (a, b) => a.clone().or_else(|| b.clone()),
            };
            found.extend(feature(&[one, other], name, shape, Metres(0.0)));
        }
    }
    found
}

fn shared(a: &Shape, b: &Shape) -> Option<Shape> {
    let common = a.polygons().intersection(&b.polygons());
    let mut planar = Planar::default();
    for (part, polygon) in common.iter().enumerate() {
        let ring = |line: &geo::LineString| line.coords().map(|c| [c.x, c.y]).collect::<Vec<_>>();
        planar.push_path(PathKind::Shell, part as u32, ring(polygon.exterior()));
        for hole in polygon.interiors() {
            planar.push_path(PathKind::Hole, part as u32, ring(hole));
        }
    }
    let is_there = !planar.paths.is_empty();
    is_there.then(|| Shape::new(GeometryType::MultiPolygon, planar, &Crs::lon_lat()).ok()).flatten()
}
