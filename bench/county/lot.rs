//! Draws the outline of a parcel on its lot: a rectangle, a bent street line, a notch, parts, a hole.

use std::f64::consts::FRAC_PI_2;

use crate::plan::Lot;
use crate::random::Random;

/// Rings without the closing point, the outer one first and counter-clockwise, holes clockwise.
pub type Part<T> = Vec<Vec<T>>;

type Point = [f64; 2];

/// The most points a street line has between its ends.
const MOST: usize = 26;

/// The parts of a parcel, in shares of its lot's width and depth.
pub fn outline(lot: &Lot, random: &mut Random) -> Vec<Part<Point>> {
    let whole = || rectangle([0.0, 0.0], [1.0, 1.0]);
    match random.unit() {
        ..0.009 => {
            let yard = hole([random.between(0.2, 0.4), random.between(0.2, 0.4)], random.between(0.55, 0.8));
            vec![vec![whole(), yard]]
        }
        ..0.028 => {
            // a lane runs between the parts
            let lane = random.between(0.3, 0.5);
            let beyond = lane + random.between(0.08, 0.2);
            vec![vec![rectangle([0.0, 0.0], [1.0, lane])], vec![rectangle([0.0, beyond], [1.0, 1.0])]]
        }
        ..0.030 => {
            let front = rectangle([0.0, 0.5], [1.0, 1.0]);
            vec![vec![rectangle([0.0, 0.0], [1.0, 0.4])], vec![front, hole([0.3, 0.6], 0.85)]]
        }
        ..0.115 => vec![vec![notched(random)]],
        ..0.400 => vec![vec![bent(random)]],
        ..0.475 => vec![vec![uneven(whole(), random)]],
        _ => match lot.corner {
            [false, false] => vec![vec![whole()]],
            _ if random.chance(0.4) => vec![vec![whole()]],
            [_, at_end] => vec![vec![rounded(lot, at_end, random.between(8.0, 20.0))]],
        },
    }
}

fn rectangle(low: Point, high: Point) -> Vec<Point> {
    vec![low, [high[0], low[1]], high, [low[0], high[1]]]
}

fn hole(low: Point, high: f64) -> Vec<Point> {
    let mut ring = rectangle(low, [high, high]);
    ring.reverse();
    ring
}

/// A corner of the back is another's.
fn notched(random: &mut Random) -> Vec<Point> {
    let (along, out) = (random.between(0.3, 0.7), random.between(0.3, 0.6));
    vec![[0.0, 0.0], [along, 0.0], [along, out], [1.0, out], [1.0, 1.0], [0.0, 1.0]]
}

/// The street line has many points, as a curve has that was drawn by hand.
fn bent(random: &mut Random) -> Vec<Point> {
    let mut between = 1;
    while between < MOST && random.chance(0.86) {
        between += 1;
    }
    let mut ring = vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]];
    for place in (1..=between).rev() {
        ring.push([place as f64 / (between + 1) as f64, 1.0 + random.between(-0.004, 0.004)]);
    }
    ring.push([0.0, 1.0]);
    ring
}

/// The middle of each side is pushed in or out.
fn uneven(ring: Vec<Point>, random: &mut Random) -> Vec<Point> {
    let mut all = Vec::with_capacity(2 * ring.len());
    for (place, &[x, y]) in ring.iter().enumerate() {
        let next = ring[(place + 1) % ring.len()];
        all.push([x, y]);
        let mut push = || random.between(-0.03, 0.03);
        all.push([(x + next[0]) / 2.0 + push(), (y + next[1]) / 2.0 + push()]);
    }
    all
}

/// The corner of two streets is an arc of this radius in feet.
fn rounded(lot: &Lot, at_end: bool, radius: f64) -> Vec<Point> {
    const STEPS: usize = 5;
    let radius = radius.min(0.4 * lot.width.min(lot.depth));
    let mut ring = vec![[0.0, 0.0], [1.0, 0.0]];
    for step in 0..=STEPS {
        let (s, c) = (FRAC_PI_2 * step as f64 / STEPS as f64).sin_cos();
        ring.push([1.0 - (1.0 - c) * radius / lot.width, 1.0 - (1.0 - s) * radius / lot.depth]);
    }
    ring.push([0.0, 1.0]);
    if !at_end {
        ring.iter_mut().for_each(|point| point[0] = 1.0 - point[0]);
        ring.reverse();
    }
    ring
}
