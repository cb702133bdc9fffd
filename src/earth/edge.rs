//! The nearest points of two edges that are straight in longitude and latitude (RFC 7946,
//! section 3.1.1), by branch and bound over their pieces.
//!
//! A piece of an edge leaves its chord by at most `max|P''| / 8`, so the chords' distance less
//! the two bounds is a lower bound; pieces are halved until the bounds are below [`BEND`], and
//! what remains is measured by a true geodesic between two true points of the edges. The
//! number depends on the two edges alone. Short edges near one another go the quicker way of
//! [`close`], also for reasons that lie in the two alone.

use super::close;
use super::ellipsoid::{LonLat, geocentric, geodesic};
use super::space::{Vec3, arc_at_least, arc_at_most, segments};
use crate::units::Metres;

/// How far two chords together may leave their edges, metres.
const BEND: f64 = 2e-5;
/// Beyond this the chord no longer tells which of two places is nearer, metres.
const FAR: f64 = 10_000.0;
/// A radius no smaller than any of WGS84, metres.
const RADIUS: f64 = 6_400_000.0;

/// An edge with its ends on the ellipsoid; a point is an edge of no length.
#[derive(Debug, Clone, Copy)]
pub struct Edge {
    /// First end.
    pub from: LonLat,
    /// Second end.
    pub to: LonLat,
    /// The ends in geocentric metres.
    pub ends: [Vec3; 2],
    /// How far the edge leaves its chord at most, metres.
    pub bend: f64,
}

/// Two nearest points and their geodesic distance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest {
    /// The distance.
    pub distance: Metres,
    /// The point of the first shape.
    pub a: LonLat,
    /// The point of the second shape.
    pub b: LonLat,
}

impl Edge {
    /// From its ends, whose geocentric places are known.
    pub fn new(from: LonLat, to: LonLat, ends: [Vec3; 2]) -> Self {
        Edge { from, to, ends, bend: bend(from, to) }
    }

    /// The place so far along it, 0 to 1.
    pub fn at(&self, s: f64) -> LonLat {
        if s <= 0.0 {
            self.from
        } else if s >= 1.0 {
            self.to
        } else {
            LonLat {
                lon: self.from.lon + s * (self.to.lon - self.from.lon),
                lat: self.from.lat + s * (self.to.lat - self.from.lat),
            }
        }
    }
}

/// Bound on `|P''| / 8` of the curve that runs straight in lon/lat between two positions:
/// its second derivative is at most `R (dlat² + 2 |dlat dlon sin| + dlon² cos)`.
pub fn bend(p: LonLat, q: LonLat) -> f64 {
    let (dlon, dlat) = ((q.lon - p.lon).to_radians(), (q.lat - p.lat).to_radians());
    let highest = p.lat.abs().max(q.lat.abs()).to_radians().sin();
    let widest = if p.lat * q.lat <= 0.0 { 1.0 } else { p.lat.abs().min(q.lat.abs()).to_radians().cos() };
    1.01 * RADIUS * (dlat * dlat + 2.0 * (dlat * dlon).abs() * highest + dlon * dlon * widest) / 8.0
}

/// A piece of an edge, from `s[0]` to `s[1]` along it.
#[derive(Clone, Copy)]
struct Piece {
    s: [f64; 2],
    ends: [Vec3; 2],
    bend: f64,
}

impl Piece {
    fn whole(edge: &Edge) -> Self {
        Piece { s: [0.0, 1.0], ends: edge.ends, bend: edge.bend }
    }

    fn halves(&self, edge: &Edge) -> [Piece; 2] {
        let middle = 0.5 * (self.s[0] + self.s[1]);
        let place = geocentric(edge.at(middle));
        // a half has a quarter of the bend
        let bend = self.bend / 4.0;
        [
            Piece { s: [self.s[0], middle], ends: [self.ends[0], place], bend },
            Piece { s: [middle, self.s[1]], ends: [place, self.ends[1]], bend },
        ]
    }
}

struct Pair {
    a: Piece,
    b: Piece,
    s: f64,
    t: f64,
    least: f64,
}

impl Pair {
    fn new(a: Piece, b: Piece) -> Self {
        let (chord, s, t) = segments(a.ends[0], a.ends[1], b.ends[0], b.ends[1]);
        Pair { a, b, s, t, least: arc_at_least((chord - a.bend - b.bend).max(0.0)) }
    }

    /// The pair with the better of two bounds: far apart, the geodesic between the middles
    /// less the two half lengths says more than the chord.
    fn far_bounded(self, e1: &Edge, e2: &Edge) -> Self {
        if self.least <= FAR {
            return self;
        }
        let middle = |piece: &Piece| 0.5 * (piece.s[0] + piece.s[1]);
        let between = geodesic(e1.at(middle(&self.a)), e2.at(middle(&self.b))).0;
        let half = |piece: &Piece| arc_at_most(0.5 * (piece.ends[1] - piece.ends[0]).norm() + piece.bend);
        Pair { least: self.least.max(between - half(&self.a) - half(&self.b)), ..self }
    }
}

/// The nearest points of two edges; `None` when a first bound shows that they are farther
/// than `limit`, which spares the search of edges far apart.
///
/// # Units
/// Metres on WGS84; error below 1e-4 m.
pub fn nearest(e1: &Edge, e2: &Edge, limit: Metres) -> Option<Nearest> {
    if close::serves(e1, e2) {
        return Some(close::nearest(e1, e2));
    }
    let whole = Pair::new(Piece::whole(e1), Piece::whole(e2)).far_bounded(e1, e2);
    if whole.least > limit.0 {
        return None;
    }
    let mut best = Nearest { distance: Metres(f64::INFINITY), a: e1.from, b: e2.from };
    let mut open = vec![whole];
    while let Some(pair) = open.pop() {
        if pair.least >= best.distance.0 {
            continue;
        }
        let far = pair.least > FAR;
        // far apart, pieces need only be so short that each has one nearest place
        let allowed = if far { 1e-4 * pair.least } else { BEND };
        if pair.a.bend + pair.b.bend <= allowed {
            let found = if far { pair.searched(e1, e2) } else { pair.measured(e1, e2) };
            if found.distance < best.distance {
                best = found;
            }
            continue;
        }
        let mut halves = if pair.a.bend >= pair.b.bend {
            pair.a.halves(e1).map(|half| Pair::new(half, pair.b).far_bounded(e1, e2))
        } else {
            pair.b.halves(e2).map(|half| Pair::new(pair.a, half).far_bounded(e1, e2))
        };
        if halves[0].least < halves[1].least {
            halves.swap(0, 1);
        }
        open.extend(halves); // the nearer half is taken first
    }
    Some(best)
}

impl Pair {
    /// The geodesic between the places that the chords say.
    fn measured(&self, e1: &Edge, e2: &Edge) -> Nearest {
        let along =
            |piece: &Piece, s: f64| if s == 1.0 { piece.s[1] } else { piece.s[0] + s * (piece.s[1] - piece.s[0]) };
        let (a, b) = (e1.at(along(&self.a, self.s)), e2.at(along(&self.b, self.t)));
        Nearest { distance: geodesic(a, b), a, b }
    }

    /// The least geodesic between the two pieces: far apart, the nearest chord is not quite
    /// the nearest geodesic.
    fn searched(&self, e1: &Edge, e2: &Edge) -> Nearest {
        let inner = |s: f64| golden(self.b.s, |t| geodesic(e1.at(s), e2.at(t)).0);
        let (s, _) = golden(self.a.s, |s| inner(s).1);
        let (t, _) = inner(s);
        let (a, b) = (e1.at(s), e2.at(t));
        let found = Nearest { distance: geodesic(a, b), a, b };
        let start = self.measured(e1, e2);
        if found.distance < start.distance { found } else { start }
    }
}

/// Golden-section search for the least value on an interval, its ends included.
fn golden([mut low, mut high]: [f64; 2], f: impl Fn(f64) -> f64) -> (f64, f64) {
    const RATIO: f64 = 0.618_033_988_749_894_8;
    if low == high {
        return (low, f(low));
    }
    let ends = [(low, f(low)), (high, f(high))];
    let mut left = (high - RATIO * (high - low), 0.0);
    let mut right = (low + RATIO * (high - low), 0.0);
    (left.1, right.1) = (f(left.0), f(right.0));
    for _ in 0..44 {
        if left.1 < right.1 {
            high = right.0;
            right = left;
            left.0 = high - RATIO * (high - low);
            left.1 = f(left.0);
        } else {
            low = left.0;
            left = right;
            right.0 = low + RATIO * (high - low);
            right.1 = f(right.0);
        }
    }
    let least = |x: (f64, f64), y: (f64, f64)| if y.1 < x.1 { y } else { x };
    least(least(ends[0], ends[1]), least(left, right))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(p: [f64; 2], q: [f64; 2]) -> Edge {
        let (from, to) = (LonLat::new(p), LonLat::new(q));
        Edge::new(from, to, [geocentric(from), geocentric(to)])
    }

    fn found(e1: &Edge, e2: &Edge) -> Nearest {
        nearest(e1, e2, Metres(f64::INFINITY)).expect("no limit")
    }

    #[test]
    fn a_straight_edge_in_lon_lat_is_not_a_geodesic() {
        // a parallel of 1 degree at 60 N bulges 0.1 km south of the geodesic between its ends;
        // its middle lies on the parallel itself, 0.001 degree of meridian from the point
        let parallel = edge([10.0, 60.0], [11.0, 60.0]);
        let point = edge([10.5, 60.001], [10.5, 60.001]);
        let found = found(&parallel, &point);
        let wanted = geodesic(LonLat { lon: 10.5, lat: 60.0 }, LonLat { lon: 10.5, lat: 60.001 });
        assert!((found.distance.0 - wanted.0).abs() < 1e-5, "{found:?}");
    }

    #[test]
    fn the_bend_bounds_what_the_edge_leaves_its_chord() {
        for (p, q) in [
            ([0.0, 0.0], [1.0, 1.0]),
            ([10.0, 60.0], [40.0, 70.0]),
            ([0.0, 89.0], [120.0, 89.5]),
            ([5.0, -10.0], [5.1, 10.0]),
        ] {
            let e = edge(p, q);
            let chord = |s: f64| e.ends[0] + (e.ends[1] - e.ends[0]) * s;
            for i in 0..=100 {
                let s = f64::from(i) / 100.0;
                assert!((geocentric(e.at(s)) - chord(s)).norm() <= e.bend, "{p:?} {q:?} at {s}");
            }
        }
    }

    #[test]
    fn long_edges_side_by_side_are_measured_in_reasonable_time() {
        // parallels of 170 degrees, ten degrees apart: everywhere equally far, along the meridian
        let found = found(&edge([0.0, 10.0], [170.0, 10.0]), &edge([0.0, 20.0], [170.0, 20.0]));
        let wanted = geodesic(LonLat { lon: 0.0, lat: 10.0 }, LonLat { lon: 0.0, lat: 20.0 });
        assert!((found.distance.0 - wanted.0).abs() < 1e-4, "{found:?}");
    }

    #[test]
    fn edges_beyond_the_limit_are_left() {
        // a degree of longitude on the equator is 111,319 m
        let (e1, e2) = (edge([0.0, 0.0], [0.0, 0.001]), edge([1.0, 0.0], [1.0, 0.001]));
        assert_eq!(nearest(&e1, &e2, Metres(110_000.0)), None);
        assert!(nearest(&e1, &e2, Metres(112_000.0)).is_some());
    }

    #[test]
    fn order_does_not_matter() {
        let (e1, e2) = (edge([-73.83, 40.95], [-73.829, 40.951]), edge([-73.82, 40.95], [-73.825, 40.955]));
        assert!((found(&e1, &e2).distance.0 - found(&e2, &e1).distance.0).abs() < 1e-9);
    }
}
