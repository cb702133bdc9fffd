//! How deep one shape lies inside another: the reach of a contact beyond doubt.

use super::distance::{boundary_distance, distance};
use crate::earth::LonLat;
use crate::predicates::Position;
use crate::shape::Shape;
use crate::units::Metres;

/// The greatest depth of any vertex of one shape inside the other's area, 0 when none lies
/// inside; for a point, its distance to the other's boundary.
///
/// # Units
/// Metres on WGS84.
pub fn depth(a: &Shape, b: &Shape) -> Metres {
    let (one, other) = (deepest(a, b).0, deepest(b, a).0);
    Metres(one.max(other))
}

/// How far the farthest vertex of one shape lies outside another; 0 when the other holds all.
///
/// # Units
/// Metres on WGS84.
pub fn outside(a: &Shape, b: &Shape) -> Metres {
    let off = |position: &[f64; 2]| Shape::point(LonLat::new(*position)).map_or(0.0, |p| distance(&p, b).distance.0);
    Metres(a.drawing().planar().positions.iter().map(off).fold(0.0, f64::max))
}

fn deepest(inner: &Shape, outer: &Shape) -> Metres {
    let mut deepest = 0.0f64;
    for position in &inner.drawing().planar().positions {
        let inside = [-360.0, 0.0, 360.0]
            .into_iter()
            .any(|turn| outer.drawing().position([position[0] + turn, position[1]]).0 == Position::Inside);
        let depth = inside
            .then(|| Shape::point(LonLat::new(*position)).ok())
            .flatten()
            .and_then(|p| boundary_distance(&p, outer));
        deepest = deepest.max(depth.map_or(0.0, |d| d.0));
    }
    Metres(deepest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crs::Crs;
    use crate::planar::{GeometryType, PathKind, Planar};

    #[test]
    fn a_point_nine_feet_inside_is_nine_feet_deep() {
        let mut planar = Planar::default();
        let x = |feet: f64| 677_000.0 + feet / 1.000_002; // US survey feet of EPSG:2260
        planar.push_path(
            PathKind::Shell,
            0,
            [[x(0.), 771_000.], [x(100.), 771_000.], [x(100.), 771_100.], [x(0.), 771_100.], [x(0.), 771_000.]],
        );
        let crs = Crs::from_code("EPSG:2260").expect("known");
        let square = Shape::new(GeometryType::Polygon, planar, &crs).expect("a square");
        let at = |feet: f64| Shape::point(crs.to_lon_lat([x(feet), 771_050.0]).expect("inside")).expect("a point");
        // the grid of EPSG:2260 is 61 parts per million short there: 9 ft of grid are 9.0005 ft
        assert!((depth(&at(9.0), &square).feet() - 9.0005).abs() < 2e-4);
        assert_eq!(depth(&at(-9.0), &square), Metres(0.0));
        assert!((outside(&at(-9.0), &square).feet() - 9.0005).abs() < 2e-4);
        assert_eq!(outside(&at(9.0), &square), Metres(0.0));
    }
}
