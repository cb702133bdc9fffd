//! Joins curb lines that touch end to end, since files cut them at arcs and driveways.

use std::collections::HashMap;

use super::run::Run;
use crate::earth::{LonLat, geocentric};
use crate::planar::PathKind;
use crate::shape::Shape;

/// Ends this close are one, metres.
const TOUCH: f64 = 0.05;
/// Vertices this close are one, metres.
const SAME: f64 = 1e-3;

/// Lines joined to one.
#[derive(Debug)]
pub struct Chain {
    /// Its vertices; the last is the first when it is closed.
    pub places: Vec<LonLat>,
    /// The feature that each edge is of.
    edges: Vec<usize>,
}

impl Chain {
    /// Whether it comes back to where it began.
    pub fn is_closed(&self) -> bool {
        self.places.len() > 3 && self.places.first() == self.places.last()
    }

    /// The vertices from one to another in its direction; of a closed chain past its end.
    pub fn between(&self, from: usize, to: usize) -> Vec<usize> {
        let n = self.edges.len();
        if from <= to { (from..=to).collect() } else { (from..n).chain(0..=to).collect() }
    }

    /// The vertices of a straight run.
    pub fn run(&self, run: Run) -> Vec<usize> {
        self.between(run.first, run.last)
    }

    /// The features of the edges from one vertex to another, with those that come to and leave them.
    pub fn features(&self, from: usize, to: usize) -> Vec<usize> {
        let n = self.edges.len();
        let before = if from == 0 { n - 1 } else { from - 1 };
        let within = self.between(from, to);
        let all = std::iter::once(before).chain(within).map(|i| self.edges[i.min(n - 1)]);
        all.collect()
    }
}

/// All lines of the features, those that touch end to end joined; where three or more meet, none is.
pub fn chains(curbs: &[&Shape]) -> Vec<Chain> {
    let mut open: Vec<Option<Chain>> = Vec::new();
    let mut found = Vec::new();
    for (feature, shape) in curbs.iter().enumerate() {
        let planar = shape.drawing().planar();
        for path in planar.paths.iter().filter(|path| path.kind != PathKind::Point) {
            let mut places: Vec<LonLat> = Vec::new();
            for position in planar.along(path) {
                let place = LonLat::new(*position);
                if places.last().is_none_or(|last| apart(*last, place) > SAME) {
                    places.push(place);
                }
            }
            if places.len() < 2 {
                continue;
            }
            let edges = vec![feature; places.len() - 1];
            let chain = Chain { places, edges };
            if chain.is_closed() { found.push(chain) } else { open.push(Some(chain)) }
        }
    }
    found.extend(joined(open));
    found
}

fn apart(a: LonLat, b: LonLat) -> f64 {
    (geocentric(a) - geocentric(b)).norm()
}

/// The ends near each end, by line and which of its two ends.
struct Ends {
    cells: HashMap<[i64; 3], Vec<(usize, usize)>>,
    places: Vec<[LonLat; 2]>,
}

impl Ends {
    fn new(lines: &[Option<Chain>]) -> Self {
        let ends = |chain: &Option<Chain>| {
            let places = chain.as_ref().map(|chain| chain.places.as_slice()).unwrap_or_default();
            let first = places.first().copied().unwrap_or(LonLat { lon: 0.0, lat: 0.0 });
            [first, places.last().copied().unwrap_or(first)]
        };
        let places: Vec<[LonLat; 2]> = lines.iter().map(ends).collect();
        let mut cells: HashMap<[i64; 3], Vec<(usize, usize)>> = HashMap::new();
        for (line, pair) in places.iter().enumerate() {
            for (end, place) in pair.iter().enumerate() {
                cells.entry(Self::cell(*place)).or_default().push((line, end));
            }
        }
        Ends { cells, places }
    }

    fn cell(place: LonLat) -> [i64; 3] {
        geocentric(place).0.map(|x| (x / TOUCH).floor() as i64)
    }

    /// The one other end that touches this one; `None` when there is none or several.
    fn partner(&self, line: usize, end: usize) -> Option<(usize, usize)> {
        let here = self.places[line][end];
        let [x, y, z] = Self::cell(here);
        let mut near = Vec::new();
        for dx in -1..=1 {
            for dy in -1..=1 {
                for dz in -1..=1 {
                    near.extend(self.cells.get(&[x + dx, y + dy, z + dz]).into_iter().flatten());
                }
            }
        }
        let mut others = near
            .into_iter()
            .filter(|(l, e): &(usize, usize)| (*l, *e) != (line, end) && apart(self.places[*l][*e], here) <= TOUCH);
        match (others.next(), others.next()) {
            (Some(one), None) => Some(one),
            _ => None,
        }
    }
}

fn joined(mut lines: Vec<Option<Chain>>) -> Vec<Chain> {
    let ends = Ends::new(&lines);
    let mut found = Vec::new();
    for start in 0..lines.len() {
        let Some(mut chain) = lines[start].take() else { continue };
        // on from the last vertex, then, turned round, on from the first
        for end in [1, 0] {
            let mut at = (start, end);
            while let Some((next, side)) = ends.partner(at.0, at.1) {
                let Some(more) = lines[next].take() else { break };
                chain.append(more, side == 1);
                at = (next, 1 - side);
            }
            chain.turn_round();
        }
        if chain.places.len() > 3
            && chain.places.first().zip(chain.places.last()).is_some_and(|(a, b)| apart(*a, *b) <= TOUCH)
        {
            let first = chain.places[0];
            if let Some(last) = chain.places.last_mut() {
                *last = first;
            }
        }
        found.push(chain);
    }
    found
}

impl Chain {
    fn turn_round(&mut self) {
        self.places.reverse();
        self.edges.reverse();
    }

    fn append(&mut self, mut more: Chain, backward: bool) {
        if backward {
            more.turn_round();
        }
        self.places.extend(more.places.into_iter().skip(1));
        self.edges.extend(more.edges);
    }
}
