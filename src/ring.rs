//! Draws the ring at a limit around a place. It is for the eye alone: what is decided is decided
//! by measuring.

use geo::buffer::{Buffer, BufferStyle, LineCap, LineJoin};
use geo::{BooleanOps, LineString, MultiLineString, MultiPoint, MultiPolygon, Point};

use crate::earth::{LonLat, Plane};
use crate::measure;
use crate::planar::PathKind;
use crate::shape::Shape;
use crate::units::Length;

/// A chord of the ring may leave its arc by so much, metres: 0.05 ft.
const SAG: f64 = 0.015;
/// Of a place wider than this a plane would show no true ring, metres.
const WIDEST: f64 = 60_000.0;

/// The outline of all that lies within `limit` of a shape: polygons as rings of longitude and
/// latitude, the shell first. `None` of a shape too wide to be drawn in one plane.
///
/// # Units
/// Degrees; every place of the ring lies within 0.1 ft of the limit.
pub fn ring(shape: &Shape, limit: Length) -> Option<Vec<Vec<Vec<[f64; 2]>>>> {
    let distance = limit.metres().0;
    let planar = shape.drawing().planar();
    if shape.extent().diagonal() > WIDEST || distance > WIDEST || distance <= 0.0 {
        return None;
    }
    let bounds = shape.drawing().bounds();
    let plane = Plane::at(LonLat::new([0, 1].map(|i| 0.5 * (bounds.least[i] + bounds.greatest[i]))));
    let flat = |p: &[f64; 2]| {
        let [x, y] = plane.flat(LonLat::new(*p));
        geo::Coord { x, y }
    };
    // the angle of a chord that leaves its arc by the sag
    let step = 2.0 * (1.0 - (SAG / distance).min(0.5)).acos();
    let style = || BufferStyle::new(distance).line_join(LineJoin::Round(step)).line_cap(LineCap::Round(step));
    let line = |path| LineString::new(planar.along(path).iter().map(flat).collect());
    let areas: MultiPolygon = planar
        .polygons()
        .map(|rings| geo::Polygon::new(line(&rings[0]), rings[1..].iter().map(line).collect()))
        .collect();
    let of_kind = |kind: PathKind| planar.paths.iter().filter(move |path| path.kind == kind);
    let lines: MultiLineString = of_kind(PathKind::Line).map(line).collect();
    let points: MultiPoint =
        of_kind(PathKind::Point).flat_map(|path| planar.along(path).iter().map(|p| Point::from(flat(p)))).collect();
    let mut all = areas.buffer_with_style(style());
    if !lines.0.is_empty() {
        all = all.union(&lines.buffer_with_style(style()));
    }
    if !points.0.is_empty() {
        all = all.union(&points.buffer_with_style(style()));
    }
    let placed = |ring: &LineString| {
        let places: Vec<LonLat> = ring.coords().map(|c| plane.place([c.x, c.y])).collect();
        let mut fine: Vec<[f64; 2]> = places.iter().take(1).map(|p| p.array()).collect();
        for pair in places.windows(2) {
            finer(shape, &plane, distance, [pair[0], pair[1]], 6, &mut fine);
        }
        fine
    };
    let polygon = |polygon: &geo::Polygon| {
        std::iter::once(polygon.exterior()).chain(polygon.interiors()).map(placed).collect::<Vec<_>>()
    };
    Some(all.iter().map(polygon).collect())
}

/// Adds the end of a chord, and before it places of the arc that the chord cuts off.
fn finer(shape: &Shape, plane: &Plane, limit: f64, [a, b]: [LonLat; 2], left: u32, out: &mut Vec<[f64; 2]>) {
    let middle = LonLat { lon: 0.5 * (a.lon + b.lon), lat: 0.5 * (a.lat + b.lat) };
    let found = Shape::point(middle).ok().map(|point| measure::distance(&point, shape));
    if let Some(found) =
        found.filter(|found| left > 0 && (found.distance.0 - limit).abs() > SAG && found.distance.0 > 0.0)
    {
        let ([x, y], [u, v]) = (plane.flat(found.b), plane.flat(middle));
        let out_by = limit / found.distance.0;
        let on_arc = plane.place([x + (u - x) * out_by, y + (v - y) * out_by]);
        finer(shape, plane, limit, [a, on_arc], left - 1, out);
        finer(shape, plane, limit, [on_arc, b], left - 1, out);
    } else {
        out.push(b.array());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crs::Crs;
    use crate::measure::distance;
    use crate::planar::{GeometryType, Planar};

    fn shape(kind: PathKind, positions: &[[f64; 2]]) -> Shape {
        let mut planar = Planar::default();
        planar.push_path(kind, 0, positions.iter().copied());
        Shape::new(GeometryType::GeometryCollection, planar, &Crs::lon_lat()).expect("a shape")
    }

    #[test]
    fn every_place_of_a_ring_is_at_the_limit_and_so_are_the_middles_of_its_chords() {
        let (x, y) = (-73.829, 40.9495);
        let park = [[x, y], [x + 0.001, y], [x + 0.001, y + 0.001], [x, y + 0.001], [x, y]];
        for (shape, feet) in [
            (shape(PathKind::Shell, &park), 1000),
            (shape(PathKind::Point, &[[10.75, 59.91]]), 10),
            (shape(PathKind::Line, &[[-73.83, 40.95], [-73.827, 40.951], [-73.827, 40.953]]), 1000),
        ] {
            let limit = Length::feet(feet);
            let polygons = ring(&shape, limit).expect("a ring");
            assert_eq!(polygons.len(), 1);
            let off = |p: [f64; 2]| {
                let found = distance(&Shape::point(LonLat::new(p)).expect("a point"), &shape).distance;
                (found.feet() - feet as f64).abs()
            };
            for pair in polygons[0][0].windows(2) {
                let middle = [0, 1].map(|i| 0.5 * (pair[0][i] + pair[1][i]));
                assert!(off(pair[0]) < 0.1 && off(middle) < 0.1, "{} {}", off(pair[0]), off(middle));
            }
            assert!(polygons[0][0].len() > 20, "{}", polygons[0][0].len());
        }
    }

    #[test]
    fn what_lies_beyond_or_has_no_width_has_no_ring() {
        let wide = shape(PathKind::Line, &[[0.0, 0.0], [2.0, 0.0]]);
        assert_eq!(ring(&wide, Length::feet(1000)), None);
        assert_eq!(ring(&shape(PathKind::Point, &[[0.0, 0.0]]), Length::ZERO), None);
    }
}
