//! Constructs street corners: where two straight curb lines would meet if they were carried on
//! past the rounded curb that joins them.
//!
//! Surveyors call the meeting point the point of intersection (PI) of a curve, and the two places
//! where the curve leaves the straight lines its points of curvature and of tangency (PC, PT).

mod chain;
mod line;
mod run;
mod vector;

use crate::earth::{LonLat, Plane};
use crate::shape::Shape;
use crate::units::Metres;

use chain::{Chain, chains};
use line::Line;
use run::{Run, runs};

/// A street corner, made of the curb lines that meet there.
#[derive(Debug, Clone, PartialEq)]
pub struct Corner {
    /// Where the two straight curb lines meet when they are carried on.
    pub point: LonLat,
    /// The place of the rounded curb nearest to the point.
    pub middle: LonLat,
    /// Where the curve begins, on either side.
    pub starts: [LonLat; 2],
    /// The radius of the curve; 0 of a sharp corner.
    pub radius: Metres,
    /// Degrees between the two curb lines at the point, on the side of the block.
    pub angle: f64,
    /// How well the lines fix the point: the half-width at 95 %, 0 where they are clean.
    pub doubt: Metres,
    /// The features that it is made of, by their places in the list, rising.
    pub curbs: Vec<usize>,
}

/// A curve longer than this is a bend of the street.
const LONGEST_CURVE: f64 = 36.0;
/// Two lines that turn less than this, or come back nearly on themselves, make no corner; degrees.
const LEAST_TURN: f64 = 25.0;
const GREATEST_TURN: f64 = 150.0;
/// How much of a straight line bears on its direction: the part next to the corner, metres.
const WINDOW: f64 = 12.0;
/// How far the curb may turn back within a corner, as where it is widened for a crossing, degrees.
const BACK: f64 = 75.0;

/// The corners of curb lines, in the order in which the lines come to them. Lines that touch
/// end to end are taken as one; the order and direction in which they are drawn do not matter
/// to the places.
///
/// # Units
/// Metres on WGS84, good to 1e-4 m beside the drawing's own doubt.
pub fn corners(curbs: &[&Shape]) -> Vec<Corner> {
    chains(curbs).iter().flat_map(of_chain).collect()
}

fn of_chain(chain: &Chain) -> Vec<Corner> {
    let Some(first) = chain.places.first() else { return Vec::new() };
    let flat = Plane::at(*first);
    let straight = runs(&flat.all(&chain.places), chain.is_closed());
    let pairs = straight.windows(2).map(|pair| (pair[0], pair[1]));
    let around = match (straight.first(), straight.last()) {
        (Some(first), Some(last)) if chain.is_closed() && straight.len() > 2 => Some((*last, *first)),
        _ => None,
    };
    pairs.chain(around).filter_map(|(a, b)| corner(chain, a, b)).collect()
}

/// The corner between two straight runs that follow one another, if they make one.
fn corner(chain: &Chain, a: Run, b: Run) -> Option<Corner> {
    let between = chain.between(a.last, b.first);
    // a plane of its own, so that a long chain does no harm
    let plane = Plane::at(chain.places[*between.get(between.len() / 2)?]);
    let at = |i: usize| plane.flat(chain.places[i]);
    let curve: Vec<[f64; 2]> = between.iter().map(|i| at(*i)).collect();
    let long: f64 = curve.windows(2).map(|pair| vector::length(pair[0], pair[1])).sum();
    if long > LONGEST_CURVE {
        return None;
    }
    let toward = Line::through(&chain.run(a).iter().rev().map(|i| at(*i)).collect::<Vec<_>>(), WINDOW)?.reversed();
    let away = Line::through(&chain.run(b).iter().map(|i| at(*i)).collect::<Vec<_>>(), WINDOW)?;
    let turn = vector::turn(toward.direction, away.direction);
    if !(LEAST_TURN..=GREATEST_TURN).contains(&turn.to_degrees().abs()) || !turns_one_way(&toward, &curve, &away, turn)
    {
        return None;
    }
    let point = toward.meeting(&away)?;
    let [start, end] = [toward.foot(curve[0]), away.foot(curve[curve.len() - 1])];
    // the lines meet beyond where they end, not behind
    let (ahead, behind) = (toward.along(point) - toward.along(start), away.along(end) - away.along(point));
    if ahead < -0.5 || behind < -0.5 || ahead.max(behind) > LONGEST_CURVE {
        return None;
    }
    let (middle, off) = vector::nearest(&curve, point);
    let half = 0.5 * (std::f64::consts::PI - turn.abs());
    // the curve stands off the point by R (1 / sin(half angle) - 1)
    let radius = off / (1.0 / half.sin() - 1.0);
    let doubt = toward.doubt(point).hypot(away.doubt(point)) / turn.sin().abs();
    let mut curbs: Vec<usize> = chain.features(a.last, b.first);
    curbs.sort_unstable();
    curbs.dedup();
    Some(Corner {
        point: plane.place(point),
        middle: plane.place(middle),
        starts: [plane.place(start), plane.place(end)],
        radius: Metres(if off < 0.01 { 0.0 } else { radius }),
        angle: 180.0 - turn.to_degrees().abs(),
        doubt: Metres(doubt),
        curbs,
    })
}

/// Whether the curb turns to one side from the one line to the other: a jog turns back.
fn turns_one_way(toward: &Line, curve: &[[f64; 2]], away: &Line, turn: f64) -> bool {
    let edges = curve.windows(2).filter(|pair| vector::length(pair[0], pair[1]) > 0.02);
    let steps = edges.map(|pair| vector::direction(pair[0], pair[1])).chain([away.direction]);
    let mut last = toward.direction;
    let mut back = 0.0;
    for step in steps {
        let by = vector::turn(last, step) * turn.signum();
        back -= by.min(0.0);
        last = step;
    }
    back.to_degrees() <= BACK
}

#[cfg(test)]
mod tests;
