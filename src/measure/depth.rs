//! How deep one shape lies inside another: the reach of a contact beyond doubt.

use super::distance::between_edges;
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

fn deepest(inner: &Shape, outer: &Shape) -> Metres {
    let mut deepest = 0.0f64;
    for position in &inner.drawing().planar().positions {
        let inside = [-360.0, 0.0, 360.0]
            .into_iter()
            .any(|turn| outer.drawing().position([position[0] + turn, position[1]]).0 == Position::Inside);
        let depth =
            inside.then(|| Shape::point(LonLat::new(*position)).ok()).flatten().and_then(|p| between_edges(&p, outer));
        deepest = deepest.max(depth.map_or(0.0, |d| d.distance.0));
    }
    Metres(deepest)
}
