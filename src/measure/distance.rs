//! The least geodesic distance of two shapes, with the two nearest points as witness.

use crate::earth::{LonLat, Nearest, arc_at_least, nearest, segments};
use crate::predicates::Common;
use crate::shape::Shape;
use crate::units::Metres;

/// The distance of two shapes and the evidence for it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Separation {
    /// Least geodesic distance; 0 when they meet or one holds the other.
    pub distance: Metres,
    /// Nearest point of the first shape.
    pub a: LonLat,
    /// Nearest point of the second shape.
    pub b: LonLat,
    /// The part of each shape that it lies on, counted from 0.
    pub parts: [u32; 2],
}

/// The least geodesic distance of two shapes.
///
/// # Units
/// Metres on WGS84.
pub fn distance(a: &Shape, b: &Shape) -> Separation {
    match common(a, b) {
        Some(common) => common,
        None => apart(a, b, f64::INFINITY).unwrap_or(Separation {
            distance: Metres(f64::INFINITY),
            a: LonLat::new([0.0; 2]),
            b: LonLat::new([0.0; 2]),
            parts: [0, 0],
        }),
    }
}

/// The distance if it is at most `limit`; the same bits as [`distance`] gives.
pub fn distance_within(a: &Shape, b: &Shape, limit: Metres) -> Option<Separation> {
    if arc_at_least(a.extent().distance(b.extent())) > limit.0 {
        return None;
    }
    common(a, b).or_else(|| apart(a, b, limit.0))
}

/// The least distance between the edges of two shapes, areas left out of account: from a
/// point, its distance to the other's boundary.
pub fn boundary_distance(a: &Shape, b: &Shape) -> Option<Metres> {
    apart(a, b, f64::INFINITY).map(|found| found.distance)
}

/// A shared point: decided exactly in the plane that the two files share, else in lon/lat.
fn common(a: &Shape, b: &Shape) -> Option<Separation> {
    let meeting = |at: LonLat, parts| Separation { distance: Metres(0.0), a: at, b: at, parts };
    // degrees of another datum turn as those of WGS84 do, so they go the way below
    if let (Some((crs, mine)), Some((other, theirs))) = (a.native(), b.native())
        && crs == other
        && !crs.is_degrees()
    {
        let Common { point, parts } = mine.common_point(theirs)?;
        // a point of the plane that has edges through it has a place on the earth
        return crs.to_lon_lat(point).map(|at| meeting(at, parts));
    }
    let (mine, theirs) = (a.drawing(), b.drawing());
    (-2..=2).find_map(|turns: i32| {
        let dx = 360.0 * f64::from(turns);
        let gap = theirs.bounds().least[0] + dx > mine.bounds().greatest[0]
            || theirs.bounds().greatest[0] + dx < mine.bounds().least[0];
        let found = match turns {
            _ if gap => None,
            0 => mine.common_point(theirs),
            _ => mine.common_point(&theirs.moved_east(dx)),
        };
        found.map(|Common { point, parts }| meeting(LonLat::new(point), parts))
    })
}

/// The least distance of the edges, if at most `limit` metres.
///
/// Blocks of edges are taken in the order of their least possible distance, and left when
/// that passes the best found; equal distances go to the first edges in file order.
fn apart(a: &Shape, b: &Shape, limit: f64) -> Option<Separation> {
    let mut reach = limit;
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for (i, box_a) in a.boxes().iter().enumerate() {
        for (j, box_b) in b.boxes().iter().enumerate() {
            let least = box_a.distance(box_b);
            if arc_at_least(least) <= reach {
                pairs.push((least, i, j));
                // the edges are no farther apart than the boxes' corners; an arc is at most pi/2 chords
                reach = reach.min(box_a.farthest(box_b) * std::f64::consts::FRAC_PI_2);
            }
        }
    }
    pairs.sort_unstable_by(|x, y| x.partial_cmp(y).unwrap_or(std::cmp::Ordering::Equal));
    let mut best: Option<(f64, usize, usize, Nearest)> = None;
    for (least, i, j) in pairs {
        if arc_at_least(least) > best.map_or(reach, |b| b.0) {
            break;
        }
        for m in a.drawing().blocks()[i].0.clone() {
            let (p0, p1, bend_a) = a.chord(m);
            for n in b.drawing().blocks()[j].0.clone() {
                let (q0, q1, bend_b) = b.chord(n);
                let chord = (segments(p0, p1, q0, q1).0 - bend_a - bend_b).max(0.0);
                let bound = best.map_or(limit, |b| b.0);
                if arc_at_least(chord) > bound {
                    continue;
                }
                let Some(found) = nearest(&a.edge(m), &b.edge(n), Metres(bound)) else { continue };
                let d = found.distance.0;
                if d <= limit && best.is_none_or(|(least, i, j, _)| d < least || (d == least && (m, n) < (i, j))) {
                    best = Some((d, m, n, found));
                }
            }
        }
    }
    best.map(|(_, m, n, found)| Separation {
        distance: found.distance,
        a: found.a,
        b: found.b,
        parts: [a.drawing().part_of(m), b.drawing().part_of(n)],
    })
}
