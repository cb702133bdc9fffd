//! The nearest points of two short edges that are not far apart, on the ellipsoid itself: no
//! pieces, and one formula for the place of a vertex against an edge.
//!
//! Two edges that do not cross are nearest at an end of one of them, so four looks from a vertex
//! to an edge settle a pair. That holds in a plane; edges straight in longitude and latitude are
//! curves on the ground, and two that run side by side leave one another by the difference of
//! their curvatures, `d tan'(lat) / R²`, over an eighth of their squared length. [`serves`] lets
//! pass what keeps this below 1e-4 m (at 40 degrees and 1,000 ft it is some 1e-7 m).

use super::edge::{Edge, Nearest};
use super::ellipsoid::{A, E2, LonLat};
use crate::predicates::{meeting_point, segments_meet};
use crate::units::Metres;

/// The greatest bend of an edge that this serves, metres: some 350 m of length.
const SHORT: f64 = 2.5e-3;
/// The greatest latitude, degrees.
const HIGHEST: f64 = 75.0;
/// The greatest difference of the ends in longitude and in latitude, degrees.
const WIDEST: f64 = 0.1;

/// Whether an edge of this bend between these latitudes is short enough.
pub fn is_short(bend: f64, lats: [f64; 2]) -> bool {
    bend <= SHORT && lats[0].abs() <= HIGHEST && lats[1].abs() <= HIGHEST
}

/// Whether a rectangle so wide and so high is small enough for all that lies in it.
pub fn is_close(width: f64, height: f64) -> bool {
    width <= WIDEST && height <= WIDEST
}

/// Whether two edges are short and close enough; the answer depends on the two alone.
pub fn serves(e1: &Edge, e2: &Edge) -> bool {
    let lats = |e: &Edge| [e.from.lat, e.to.lat];
    let ends = [e1.from, e1.to, e2.from, e2.to];
    let span = |of: fn(&LonLat) -> f64| {
        let (low, high) =
            ends.iter().map(of).fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)));
        high - low
    };
    is_short(e1.bend, lats(e1)) && is_short(e2.bend, lats(e2)) && is_close(span(|p| p.lon), span(|p| p.lat))
}

/// The nearest points of two edges that [`serves`] lets pass.
pub fn nearest(e1: &Edge, e2: &Edge) -> Nearest {
    let (a, b, c, d) = (e1.from.array(), e1.to.array(), e2.from.array(), e2.to.array());
    if segments_meet(a, b, c, d) {
        let at = LonLat::new(meeting_point(a, b, c, d));
        return Nearest { distance: Metres(0.0), a: at, b: at };
    }
    let mut best = Nearest { distance: Metres(f64::INFINITY), a: e1.from, b: e2.from };
    for p in [e1.from, e1.to] {
        let (distance, at) = Frame::at(p).to_edge(e2.from, e2.to);
        if distance < best.distance {
            best = Nearest { distance, a: p, b: e2.at(at) };
        }
    }
    for q in [e2.from, e2.to] {
        let (distance, at) = Frame::at(q).to_edge(e1.from, e1.to);
        if distance < best.distance {
            best = Nearest { distance, a: e1.at(at), b: q };
        }
    }
    best
}

/// A place on the ellipsoid from which others near it are seen: x to the east, y outward from the
/// axis in its meridian, z to the north along the axis.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    at: LonLat,
    sin: f64,
    cos: f64,
    /// Radius of curvature in the prime vertical, and in the meridian, metres.
    across: f64,
    along: f64,
    /// 1 / (1 - e² sin²).
    inverse: f64,
}

/// Where another place lies.
struct Offset {
    x: f64,
    y: f64,
    z: f64,
    /// The distance of the place from the axis, metres, and the sine of its latitude.
    axis: f64,
    sin: f64,
    /// The sine and cosine of the difference of longitudes.
    turn: (f64, f64),
    /// Its radius of curvature in the meridian, metres.
    along: f64,
}

impl Frame {
    /// The frame at a place, whose latitude is not above the highest that is served.
    pub fn at(at: LonLat) -> Self {
        let (sin, cos) = at.lat.to_radians().sin_cos();
        let inverse = 1.0 / (1.0 - E2 * sin * sin);
        let across = A * inverse.sqrt();
        Frame { at, sin, cos, across, along: across * (1.0 - E2) * inverse, inverse }
    }

    /// The place of which it is the frame.
    pub fn place(&self) -> LonLat {
        self.at
    }

    /// A place so many radians east and north. Every difference is built from differences, so
    /// that nothing of the earth's size cancels: relative error some 1e-15.
    fn offset(&self, east: f64, north: f64) -> Offset {
        let n2 = north * north;
        let sin_north = north * (1.0 - n2 / 6.0 * (1.0 - n2 / 20.0));
        let less_one = -0.5 * n2 * (1.0 - n2 / 12.0 * (1.0 - n2 / 30.0)); // cos(north) - 1
        let d_sin = self.sin * less_one + self.cos * sin_north;
        let d_cos = self.cos * less_one - self.sin * sin_north;
        let u = -E2 * d_sin * (2.0 * self.sin + d_sin) * self.inverse;
        let d_across = self.across * u * (-0.5 + u * (0.375 - 0.3125 * u));
        let across = self.across + d_across;
        let d_axis = across * d_cos + d_across * self.cos;
        let axis = self.across * self.cos + d_axis;
        let e2 = east * east;
        let sin_east = east * (1.0 - e2 / 6.0 * (1.0 - e2 / 20.0 * (1.0 - e2 / 42.0)));
        let versine = 0.5 * e2 * (1.0 - e2 / 12.0 * (1.0 - e2 / 30.0)); // 1 - cos(east)
        Offset {
            x: axis * sin_east,
            y: d_axis - axis * versine,
            z: (1.0 - E2) * (across * d_sin + d_across * self.sin),
            axis,
            sin: self.sin + d_sin,
            turn: (sin_east, 1.0 - versine),
            along: self.along * (1.0 - 1.5 * u),
        }
    }

    /// The distance of the place from an edge, and where on the edge its foot is, 0 to 1.
    pub fn to_edge(&self, from: LonLat, to: LonLat) -> (Metres, f64) {
        let radians = |p: LonLat| [(p.lon - self.at.lon).to_radians(), (p.lat - self.at.lat).to_radians()];
        let ([e0, n0], [e1, n1]) = (radians(from), radians(to));
        let (de, dn) = (e1 - e0, n1 - n0);
        // the foot in the tangent plane, then one step of Newton's on the ellipsoid
        let (ke, kn) = (self.across * self.cos, self.along);
        let (x, y, ux, uy) = (ke * e0, kn * n0, ke * de, kn * dn);
        let squared = ux * ux + uy * uy;
        let mut at = if squared > 0.0 { (-(x * ux + y * uy) / squared).clamp(0.0, 1.0) } else { 0.0 };
        // the ends are themselves, to the last bit, whichever edge they end
        let seen = |at: f64| match at {
            1.0 => (e1, n1, self.offset(e1, n1)),
            _ => (e0 + at * de, n0 + at * dn, self.offset(e0 + at * de, n0 + at * dn)),
        };
        let (_, mut north, mut found) = seen(at);
        if squared > 0.0 {
            // along the edge: what longitude turns, and what latitude raises
            let (sin, cos) = found.turn;
            let rise = found.along * dn;
            let outward = -rise * found.sin;
            let run = found.axis * de;
            let (vx, vy) = (run * cos + outward * sin, outward * cos - run * sin);
            let vz = rise * (self.cos - self.sin * north);
            let step = (found.x * vx + found.y * vy + found.z * vz) / (vx * vx + vy * vy + vz * vz);
            let mended = (at - step).clamp(0.0, 1.0);
            if mended != at {
                at = mended;
                (_, north, found) = seen(at);
            }
        }
        (self.arc(&found, north), at)
    }

    /// The geodesic over the chord to a place: `c + c³ / 24 R²`, R the radius of curvature in
    /// that direction by Euler's theorem.
    fn arc(&self, found: &Offset, north: f64) -> Metres {
        let Offset { x, y, z, .. } = *found;
        let squared = x * x + y * y + z * z;
        if squared == 0.0 {
            return Metres(0.0);
        }
        let up = self.along * north;
        let curvature = (up * up / self.along + x * x / self.across) / squared;
        let chord = squared.sqrt();
        Metres(chord + chord * squared * curvature * curvature / 24.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ellipsoid::{geocentric, geodesic};
    use super::*;

    fn edge(p: [f64; 2], q: [f64; 2]) -> Edge {
        let (from, to) = (LonLat::new(p), LonLat::new(q));
        Edge::new(from, to, [geocentric(from), geocentric(to)])
    }

    /// The least geodesic from a point to an edge, by halving the interval of the least of many.
    fn searched(p: LonLat, e: &Edge) -> f64 {
        let (mut low, mut high) = (0.0f64, 1.0f64);
        for _ in 0..40 {
            let at = |i: i32| low + (high - low) * f64::from(i) / 16.0;
            let best = (0..=16).min_by(|i, j| {
                let d = |i: &i32| geodesic(p, e.at(at(*i))).0;
                d(i).total_cmp(&d(j))
            });
            let best = best.expect("seventeen");
            (low, high) = (at((best - 1).max(0)), at((best + 1).min(16)));
        }
        geodesic(p, e.at(0.5 * (low + high))).0
    }

    #[test]
    fn a_vertex_and_an_edge_are_as_far_apart_as_the_geodesic_says() {
        // latitudes, distances from a foot to 10 km, edges in all directions
        let mut worst = 0.0f64;
        for lat in [-74.0, -41.0, 0.0, 12.5, 40.95, 60.0, 74.5] {
            for (i, reach) in [1e-6, 1e-4, 3e-3, 0.04, 0.09].into_iter().enumerate() {
                for turn in 0..8 {
                    let (s, c) = (f64::from(turn) * 0.8 + lat).sin_cos();
                    let p = LonLat { lon: -73.83, lat };
                    let from = [p.lon + reach * c, lat + reach * s / 2.0];
                    let to = [from[0] + 1e-3 * (c + 0.3 * s), from[1] + 1e-3 * (s - 0.5 * c)];
                    let e = edge(from, to);
                    let (found, at) = Frame::at(p).to_edge(e.from, e.to);
                    let wanted = searched(p, &e);
                    let error = (found.0 - wanted).abs();
                    worst = worst.max(error);
                    assert!(error < 3e-7, "{lat} {i} {turn}: {found:?} {wanted}");
                    assert!((geodesic(p, e.at(at)).0 - wanted).abs() < 3e-7);
                }
            }
        }
        assert!(worst > 0.0);
    }

    #[test]
    fn an_end_is_the_same_place_on_both_edges_that_share_it() {
        let frame = Frame::at(LonLat { lon: -73.83, lat: 40.95 });
        let corner = LonLat { lon: -73.8291, lat: 40.9507 };
        let (first, at) = frame.to_edge(LonLat { lon: -73.8285, lat: 40.9509 }, corner);
        let (second, start) = frame.to_edge(corner, LonLat { lon: -73.8284, lat: 40.9512 });
        assert_eq!((first, at, start), (second, 1.0, 0.0));
        assert_eq!(frame.to_edge(corner, corner).0, first);
        assert_eq!(Frame::at(corner).to_edge(corner, corner).0, Metres(0.0));
    }

    #[test]
    fn edges_that_cross_are_at_no_distance() {
        let (e1, e2) = (edge([0.0, 40.0], [0.001, 40.001]), edge([0.0, 40.001], [0.001, 40.0]));
        assert!(serves(&e1, &e2));
        assert_eq!(nearest(&e1, &e2).distance, Metres(0.0));
        assert!(!serves(&e1, &edge([0.2, 40.0], [0.201, 40.0])), "too far");
        assert!(!serves(&e1, &edge([0.0, 40.0], [0.01, 40.0])), "too long");
    }
}
