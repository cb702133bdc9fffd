//! Finds the straight runs of a curb, whatever lies between their vertices.

use super::line::Line;
use super::vector::{direction, length, turn};

/// A shorter straight piece does not tell a street's direction: 20 ft.
const SHORTEST: f64 = 20.0 * 0.3048;
/// Vertices of a straight run lie this close to its chord, metres.
const WAVE: f64 = 0.08;
/// The ends of a run are taken off while they lie this far beside its line: the curve has begun.
const OFF: f64 = 0.01;

/// So are edges at its ends that turn from its line by more, degrees.
const SKEW: f64 = 0.75;

/// Edges this long are no part of a curve, metres.
const PIECE: f64 = 3.0;

/// A straight run, from one vertex to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Its first vertex.
    pub first: usize,
    /// Its last vertex; less than the first where it passes the end of a closed chain.
    pub last: usize,
}

/// The straight runs of a chain in their order. A closed one is begun at its longest edge, so
/// that no run is cut where it closes.
pub fn runs(vertices: &[[f64; 2]], closed: bool) -> Vec<Run> {
    if !closed {
        return straight(vertices);
    }
    let n = vertices.len() - 1;
    let edge = |i: usize| length(vertices[i], vertices[i + 1]);
    let start = (0..n).max_by(|a, b| edge(*a).total_cmp(&edge(*b))).unwrap_or(0);
    // once round, and over the longest edge again
    let turned: Vec<[f64; 2]> = (0..=n + 1).map(|i| vertices[(start + i) % n]).collect();
    let mut found = straight(&turned);
    // the run at the end goes on in the one at the start
    if found.len() > 1
        && let (Some(first), Some(last)) = (found.first().copied(), found.last().copied())
        && last.last == n + 1
    {
        found[0].first = last.first;
        found.pop();
        found[0].last = first.last;
    }
    found.into_iter().map(|run| Run { first: (run.first + start) % n, last: (run.last + start) % n }).collect()
}

fn straight(vertices: &[[f64; 2]]) -> Vec<Run> {
    let mut found = Vec::new();
    let mut first = 0;
    while first + 1 < vertices.len() {
        match from(vertices, first) {
            Some(last) => {
                found.extend(trimmed(vertices, first, last));
                first = last;
            }
            None => first += 1,
        }
    }
    found
}

/// The last vertex of the longest straight run that begins here, if one does.
fn from(vertices: &[[f64; 2]], first: usize) -> Option<usize> {
    let mut long = 0.0;
    let mut best = None;
    for last in first + 1..vertices.len() {
        long += length(vertices[last - 1], vertices[last]);
        if !is_straight(&vertices[first..=last]) {
            // a single step may be out of line before the run is long enough to tell
            if best.is_some() || long > SHORTEST {
                break;
            }
        } else if long >= SHORTEST {
            best = Some(last);
        }
    }
    best
}

fn is_straight(vertices: &[[f64; 2]]) -> bool {
    let (first, last) = (vertices[0], vertices[vertices.len() - 1]);
    let long = length(first, last);
    if long == 0.0 {
        return false;
    }
    let beside = |p: &[f64; 2]| {
        ((last[0] - first[0]) * (p[1] - first[1]) - (last[1] - first[1]) * (p[0] - first[0])).abs() / long
    };
    vertices.iter().all(|p| beside(p) <= WAVE)
}

/// A run without the vertices at its ends that already lie on the curves beside it.
fn trimmed(vertices: &[[f64; 2]], first: usize, last: usize) -> Option<Run> {
    let (mut first, mut last) = (first, last);
    // the longest edge surely is straight; of many short ones the middle is
    let core = core(vertices, first, last);
    let line = Line::through(&vertices[core.0..=core.1], f64::INFINITY)?;
    let off = OFF + 2.0 * rms(&line, &vertices[core.0..=core.1]);
    let leaves = |end: usize, inward: usize| {
        let skew = turn(line.direction, direction(vertices[end.min(inward)], vertices[end.max(inward)]));
        let is_off = line.beside(vertices[end]).abs() > off || skew.abs().to_degrees() > SKEW;
        is_off && length(vertices[end], vertices[inward]) < PIECE
    };
    while first < core.0 && leaves(first, first + 1) {
        first += 1;
    }
    while last > core.1 && leaves(last, last - 1) {
        last -= 1;
    }
    let long: f64 = vertices[first..=last].windows(2).map(|pair| length(pair[0], pair[1])).sum();
    (long >= 0.9 * SHORTEST).then_some(Run { first, last })
}

fn rms(line: &Line, vertices: &[[f64; 2]]) -> f64 {
    (vertices.iter().map(|p| line.beside(*p).powi(2)).sum::<f64>() / vertices.len() as f64).sqrt()
}

/// The part of a run that no curve touches: from a quarter of its length to three quarters,
/// widened to whole edges.
fn core(vertices: &[[f64; 2]], first: usize, last: usize) -> (usize, usize) {
    let whole: f64 = vertices[first..=last].windows(2).map(|pair| length(pair[0], pair[1])).sum();
    let (mut at, mut from, mut to) = (0.0, first, last);
    for i in first..last {
        let next = at + length(vertices[i], vertices[i + 1]);
        if at <= 0.25 * whole {
            from = i;
        }
        if at < 0.75 * whole && next >= 0.75 * whole {
            to = i + 1;
        }
        at = next;
    }
    (from, to.max(from + 1))
}
