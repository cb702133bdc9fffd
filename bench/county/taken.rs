//! Tells whether a park takes a point: a grid of squares, each with the outer rings that reach into it.

use std::collections::HashMap;

use crate::lot::Part;

type Point = [f64; 2];

/// Feet along the side of a square.
const SQUARE: f64 = 1_000.0;

/// The outer rings of all parks, found by place.
pub struct Taken {
    rings: Vec<Vec<Point>>,
    squares: HashMap<[i64; 2], Vec<usize>>,
}

impl Taken {
    /// The ground that these parks take.
    pub fn new(parks: &[Vec<Part<Point>>]) -> Self {
        let rings: Vec<Vec<Point>> = parks.iter().flatten().filter_map(|part| part.first().cloned()).collect();
        let mut squares = HashMap::<[i64; 2], Vec<usize>>::new();
        for (place, ring) in rings.iter().enumerate() {
            let ends = |axis: usize| {
                let fold = |with: fn(f64, f64) -> f64, from| ring.iter().map(|at| at[axis]).fold(from, with);
                square(fold(f64::min, f64::MAX))..=square(fold(f64::max, f64::MIN))
            };
            for x in ends(0) {
                for y in ends(1) {
                    squares.entry([x, y]).or_default().push(place);
                }
            }
        }
        Self { rings, squares }
    }

    /// Whether a point lies in a park.
    pub fn holds(&self, point: Point) -> bool {
        let near = self.squares.get(&point.map(square));
        near.is_some_and(|rings| rings.iter().any(|&ring| inside(&self.rings[ring], point)))
    }
}

fn square(feet: f64) -> i64 {
    (feet / SQUARE).floor() as i64
}

/// A ray to the east crosses the ring an odd number of times.
fn inside(ring: &[Point], [x, y]: Point) -> bool {
    let mut odd = false;
    for (place, a) in ring.iter().enumerate() {
        let b = ring[(place + 1) % ring.len()];
        if (a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) {
            odd = !odd;
        }
    }
    odd
}
