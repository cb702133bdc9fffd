//! A geometry on the earth: its edges straight as the file draws them, ready to be measured.

use std::sync::OnceLock;

use crate::crs::Crs;
use crate::earth::{Box3, Edge, LonLat, Vec3, bend, geocentric};
use crate::planar::{Bounds, GeometryType, Planar};
use crate::predicates::Drawing;
use crate::units::Metres;
use crate::validity::{Defect, DefectKind};

/// How far a straight line of the file's plane may leave the straight line in lon/lat that
/// stands for it, metres.
const LEAVE: f64 = 1e-5;
/// Halvings of an edge of the file's plane, at most.
const DEEPEST: usize = 24;

/// A geometry with geocentric places, boxes for pruning, and the plane its file draws it in.
#[derive(Debug, Clone)]
pub struct Shape {
    kind: GeometryType,
    drawing: Drawing,
    native: Option<(Crs, Drawing)>,
    extent: Box3,
    /// Worked out when first asked for: most features of a layer are never measured to.
    solid: OnceLock<Box<Solid>>,
}

/// A geometry in geocentric space.
#[derive(Debug, Clone)]
struct Solid {
    places: Vec<Vec3>,
    /// How far each edge leaves its chord, by its number.
    bends: Vec<f64>,
    /// One box for each block of the drawing; holds the edges with their bends.
    boxes: Vec<Box3>,
}

impl Solid {
    fn new(drawing: &Drawing) -> Self {
        let at = |p: &[f64; 2]| geocentric(LonLat::new(*p));
        let places: Vec<Vec3> = drawing.planar().positions.iter().map(at).collect();
        let mut bends = vec![0.0; places.len()];
        let mut boxes = Vec::with_capacity(drawing.blocks().len());
        for (range, _) in drawing.blocks() {
            let (mut box3, mut widest) = (Box3::EMPTY, 0.0f64);
            for i in range.clone() {
                let (from, to) = drawing.edge(i);
                drawing.ends(i).iter().for_each(|v| box3.take(places[*v]));
                bends[i] = bend(LonLat::new(from), LonLat::new(to));
                widest = widest.max(bends[i]);
            }
            boxes.push(box3.grown(widest));
        }
        Solid { places, bends, boxes }
    }
}

impl Shape {
    /// Places a cleaned geometry, drawn in the plane of `crs`, on the earth. Edges of a
    /// projected plane are cut where needed, so that they stay the lines the file draws.
    ///
    /// # Errors
    /// A position that is not on the earth or far from where the system serves; an edge that
    /// runs more than half way round the earth.
    pub fn new(kind: GeometryType, planar: Planar, crs: &Crs) -> Result<Self, Defect> {
        let (lon_lat, native) = if crs.is_lon_lat() {
            degrees_in_range(&planar)?;
            (planar, None)
        } else {
            (transformed(&planar, crs)?, Some((crs.clone(), Drawing::new(planar))))
        };
        cut_at_antimeridian(&lon_lat)?;
        let drawing = Drawing::new(lon_lat);
        let mut shape = Shape { kind, drawing, native, extent: Box3::EMPTY, solid: OnceLock::new() };
        shape.extent = rectangle_in_space(shape.drawing.bounds()).unwrap_or_else(|| {
            let edges = shape.boxes().iter().fold(Box3::EMPTY, |mut all, b| {
                all.join(b);
                all
            });
            let has_area = shape.drawing.planar().polygons().next().is_some();
            edges.grown(if has_area { bulge(edges.diagonal()) } else { 0.0 })
        });
        Ok(shape)
    }

    fn solid(&self) -> &Solid {
        self.solid.get_or_init(|| Box::new(Solid::new(&self.drawing)))
    }

    /// A single point.
    pub fn point(p: LonLat) -> Result<Self, Defect> {
        Shape::points(&[p])
    }

    /// Several shapes as one, in longitude and latitude; `None` of none.
    pub fn joined(shapes: &[&Shape]) -> Option<Self> {
        let [first, rest @ ..] = shapes else { return None };
        if rest.is_empty() {
            return Some((*first).clone());
        }
        let mut planar = Planar::default();
        let mut parts = 0;
        for shape in shapes {
            let drawn = shape.drawing().planar();
            for path in &drawn.paths {
                planar.push_path(path.kind, parts + path.part, drawn.along(path).iter().copied());
            }
            parts += drawn.parts();
        }
        Shape::new(GeometryType::GeometryCollection, planar, &Crs::lon_lat()).ok()
    }

    /// Several points as one shape.
    pub fn points(points: &[LonLat]) -> Result<Self, Defect> {
        let mut planar = Planar::default();
        for (part, p) in points.iter().enumerate() {
            planar.push_path(crate::planar::PathKind::Point, part as u32, [p.array()]);
        }
        let kind = if points.len() == 1 { GeometryType::Point } else { GeometryType::MultiPoint };
        Shape::new(kind, planar, &Crs::lon_lat())
    }

    /// Its GeoJSON type.
    pub fn kind(&self) -> GeometryType {
        self.kind
    }

    /// The geometry in longitude and latitude.
    pub fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    /// The plane of its file with the geometry in it, if that is not lon/lat.
    pub fn native(&self) -> Option<(&Crs, &Drawing)> {
        self.native.as_ref().map(|(crs, drawing)| (crs, drawing))
    }

    /// A box in geocentric space that holds the geometry, its interior included.
    pub fn extent(&self) -> &Box3 {
        &self.extent
    }

    /// No two places of it are farther apart than this: the greatest chord between its vertices,
    /// and for the bend of its edges 1 mm and 1 in 10,000 more, which is plenty for a lot. Of many
    /// vertices, the diagonal of its box.
    pub fn spread(&self) -> Metres {
        if self.drawing.planar().positions.len() > MANY {
            return Metres(self.extent.diagonal());
        }
        let Solid { places, bends, .. } = self.solid();
        let apart = |i: usize| places[i + 1..].iter().map(move |p| (*p - places[i]).norm());
        let chord = (0..places.len()).flat_map(apart).fold(0.0, f64::max);
        let bend = bends.iter().copied().fold(0.0, f64::max);
        Metres((chord * 1.0001 + 2.0 * bend + 0.001).min(self.extent.diagonal()))
    }

    /// Boxes about the blocks of edges of the drawing, in the same order.
    pub fn boxes(&self) -> &[Box3] {
        &self.solid().boxes
    }

    /// Edge `i` of the drawing.
    pub fn edge(&self, i: usize) -> Edge {
        let (from, to) = self.drawing.edge(i);
        let (a, b, bend) = self.chord(i);
        Edge { from: LonLat::new(from), to: LonLat::new(to), ends: [a, b], bend }
    }

    /// Its polygons as `geo` has them, in longitude and latitude.
    pub fn polygons(&self) -> geo::MultiPolygon {
        let planar = self.drawing.planar();
        let ring = |path| geo::LineString::from(planar.along(path).iter().map(|p| (p[0], p[1])).collect::<Vec<_>>());
        planar
            .polygons()
            .map(|rings| geo::Polygon::new(ring(&rings[0]), rings[1..].iter().map(ring).collect()))
            .collect()
    }

    /// The ends of edge `i` in geocentric metres and how far it leaves its chord at most.
    pub fn chord(&self, i: usize) -> (Vec3, Vec3, f64) {
        let ([a, b], solid) = (self.drawing.ends(i), self.solid());
        (solid.places[a], solid.places[b], solid.bends[i])
    }
}

/// The widest rectangle, in degrees, whose box in space is taken from its corners.
const NARROW: f64 = 0.2;

/// A box in space about a small rectangle of degrees, its interior included: that of its corners,
/// grown by what the surface between them can leave them by. A little wider than the box of the
/// vertices, and much cheaper.
pub fn rectangle_in_space(bounds: &Bounds) -> Option<Box3> {
    let Bounds { least: [west, south], greatest: [east, north] } = *bounds;
    let is_small = east - west <= NARROW && north - south <= NARROW && south.abs().max(north.abs()) <= 85.0;
    is_small.then(|| {
        let mut corners = Box3::EMPTY;
        for p in [[west, south], [east, south], [east, north], [west, north]] {
            corners.take(geocentric(LonLat::new(p)));
        }
        corners.grown(2.0 * bend(LonLat::new([west, south]), LonLat::new([east, north])))
    })
}

/// With more vertices than this, pairs of them are not gone through.
const MANY: usize = 500;

/// How far the interior of an area with this diagonal rises above the box of its boundary:
/// the height of a cap, twice over for safety.
fn bulge(diagonal: f64) -> f64 {
    if diagonal < 4e6 { 2.0 * diagonal * diagonal / (8.0 * 6.33e6) } else { 1.3e7 }
}

fn degrees_in_range(planar: &Planar) -> Result<(), Defect> {
    match planar.positions.iter().find(|p| p[0].abs() > 360.0 || p[1].abs() > 90.0) {
        None => Ok(()),
        Some([x, y]) => Err(Defect::new(
            DefectKind::OutOfRange,
            format!("the position {x}, {y} is out of the range of longitude and latitude in degrees"),
        )),
    }
}

fn cut_at_antimeridian(planar: &Planar) -> Result<(), Defect> {
    let long = planar.paths.iter().flat_map(|path| planar.along(path).windows(2)).find(|edge| {
        let at_pole = edge[0][1].abs() == 90.0 && edge[1][1].abs() == 90.0;
        let span = (edge[0][0] - edge[1][0]).abs();
        span > 180.0 && span != 360.0 && !at_pole // a whole turn is meant: a cap, a belt
    });
    match long {
        None => Ok(()),
        Some(edge) => Err(Defect::new(
            DefectKind::Uncut,
            format!(
                "an edge runs from longitude {} to {}, more than half way round the earth; RFC 7946 (3.1.9) wants it cut at the antimeridian",
                edge[0][0], edge[1][0]
            ),
        )),
    }
}

fn transformed(planar: &Planar, crs: &Crs) -> Result<Planar, Defect> {
    let converter = crs.converter();
    let lon_lat = |xy: [f64; 2]| {
        let found = converter.to_lon_lat(xy).filter(|p| crs.serves(*p)).map(|p| {
            // degrees keep the turn they are written in
            let turns = if crs.is_degrees() { ((xy[0] - p.lon) / 360.0).round() } else { 0.0 };
            LonLat { lon: p.lon + 360.0 * turns, lat: p.lat }
        });
        found.ok_or_else(|| {
            let area = crs.area().map(|a| format!(" ({a})")).unwrap_or_default();
            Defect::new(
                DefectKind::OutOfRange,
                format!("the position {}, {} is out of the area that {} serves{area}", xy[0], xy[1], crs.code()),
            )
        })
    };
    let mut out = Planar::default();
    let mut path_out: Vec<[f64; 2]> = Vec::new();
    for path in &planar.paths {
        let positions = planar.along(path);
        path_out.clear();
        let mut last = lon_lat(positions[0])?;
        path_out.push(last.array());
        for edge in positions.windows(2) {
            let next = lon_lat(edge[1])?;
            cut(&lon_lat, [edge[0], edge[1]], [last, next], DEEPEST, &mut path_out)?;
            path_out.push(next.array());
            last = next;
        }
        out.push_path(path.kind, path.part, path_out.iter().copied());
    }
    Ok(out)
}

/// Adds the positions between two ends that keep an edge straight in the file's plane. It is
/// looked at in three places, for an edge may swing to both sides and pass through its middle.
fn cut(place: Place, ends: [[f64; 2]; 2], at: [LonLat; 2], left: usize, out: &mut Vec<[f64; 2]>) -> Result<(), Defect> {
    let between = |t: f64| [ends[0][0] + t * (ends[1][0] - ends[0][0]), ends[0][1] + t * (ends[1][1] - ends[0][1])];
    let middle = place(between(0.5))?;
    let leaves = |t: f64, found: LonLat| {
        let straight =
            LonLat { lon: at[0].lon + t * (at[1].lon - at[0].lon), lat: at[0].lat + t * (at[1].lat - at[0].lat) };
        (geocentric(found) - geocentric(straight)).norm() > LEAVE
    };
    if left == 0 || !(leaves(0.5, middle) || leaves(0.25, place(between(0.25))?) || leaves(0.75, place(between(0.75))?))
    {
        return Ok(());
    }
    cut(place, [ends[0], between(0.5)], [at[0], middle], left - 1, out)?;
    out.push(middle.array());
    cut(place, [between(0.5), ends[1]], [middle, at[1]], left - 1, out)
}

/// The place on the earth of a position of the file's plane, or the defect of having none.
type Place<'p> = &'p dyn Fn([f64; 2]) -> Result<LonLat, Defect>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planar::PathKind;

    fn line(positions: &[[f64; 2]]) -> Planar {
        let mut planar = Planar::default();
        planar.push_path(PathKind::Line, 0, positions.iter().copied());
        planar
    }

    #[test]
    fn a_long_projected_edge_is_cut_and_a_short_one_is_not() {
        let crs = Crs::from_code("EPSG:2260").expect("known");
        let shape = |to: f64| {
            Shape::new(GeometryType::LineString, line(&[[677_000.0, 771_000.0], [to, 771_000.0]]), &crs)
                .expect("inside")
        };
        assert_eq!(shape(677_020.0).drawing().planar().positions.len(), 2);
        assert!(shape(680_000.0).drawing().planar().positions.len() > 16);
    }

    #[test]
    fn an_edge_that_swings_to_both_sides_is_cut_too() {
        // through the middle of UTM zone 18 at the equator the edge deviates oppositely on both
        // sides, and not at all in its middle
        let crs = Crs::from_code("EPSG:32618").expect("known");
        let ends = [[450_000.0, -50_000.0], [550_000.0, 50_000.0]];
        let shape = Shape::new(GeometryType::LineString, line(&ends), &crs).expect("inside");
        assert!(shape.drawing().planar().positions.len() > 100);
        let quarter = crs.to_lon_lat([475_000.0, -25_000.0]).expect("inside");
        let near = |p: &[f64; 2]| (geocentric(LonLat::new(*p)) - geocentric(quarter)).norm();
        let on_line = shape.drawing().planar().positions.iter().map(near).fold(f64::INFINITY, f64::min);
        assert!(on_line < 1e-6, "{on_line}");
    }

    #[test]
    fn positions_off_the_earth_are_refused() {
        let place = |p: [f64; 2], code: &str| {
            Shape::new(GeometryType::LineString, line(&[p, p]), &Crs::from_code(code).expect("known"))
                .err()
                .map(|d| d.kind)
        };
        assert_eq!(place([677_741.7, 771_694.3], "EPSG:4326"), Some(DefectKind::OutOfRange));
        assert_eq!(place([-73.8, 40.9], "EPSG:2260"), Some(DefectKind::OutOfRange));
        assert_eq!(place([771_694.3, 6_777_741.7], "EPSG:2260"), Some(DefectKind::OutOfRange));
        assert_eq!(place([181.0, -40.0], "EPSG:4326"), None);
        let jump = Shape::new(GeometryType::LineString, line(&[[179.9, 10.0], [-179.9, 10.0]]), &Crs::lon_lat());
        assert_eq!(jump.err().map(|d| d.kind), Some(DefectKind::Uncut));
    }
}
