//! Draws parks: star-shaped rings about a centre, some in several parts, some with a hole.

use std::f64::consts::{PI, TAU};

use crate::lot::Part;
use crate::plan::{Ground, SIDE};
use crate::random::Random;

type Point = [f64; 2];

/// How much a ring's radius differs from its mean at the most.
const UNEVEN: f64 = 0.42;
/// The waves that make it uneven.
const WAVES: usize = 6;

/// The parks of a county, in feet of EPSG:2263.
pub fn parks(count: usize, districts: [usize; 2], ground: &Ground, random: &mut Random) -> Vec<Vec<Part<Point>>> {
    let area = districts.map(|count| count as f64 * SIDE);
    let anywhere = |random: &mut Random| area.map(|side| random.between(0.0, side));
    let towns: Vec<Point> = (0..count.div_ceil(12)).map(|_| anywhere(random)).collect();
    let place = |random: &mut Random| {
        if random.chance(0.75) {
            let town = towns[random.below(towns.len())];
            [0, 1].map(|axis| (town[axis] + 1_100.0 * random.normal()).clamp(0.0, area[axis]))
        } else {
            anywhere(random)
        }
    };
    (0..count)
        .map(|_| {
            let centre = ground.at(place(random));
            park(centre, random)
        })
        .collect()
}

fn park(centre: Point, random: &mut Random) -> Vec<Part<Point>> {
    let radius = (150.0 * (0.75 * random.normal()).exp()).clamp(45.0, 2_500.0);
    let points = random.between(22.0_f64.ln(), 2_000.0_f64.ln()).exp();
    let main = Star::new(centre, radius, random.between(0.35, 1.0));
    let mut parts = vec![vec![main.ring(points, random)]];
    if random.chance(0.12) {
        let (sine, cosine) = random.between(0.0, TAU).sin_cos();
        let mut away = main.reach();
        for _ in 0..=random.below(3) {
            let mut part = Star::new(centre, radius * random.between(0.25, 0.7), random.between(0.5, 1.0));
            away += part.reach() + random.between(20.0, 90.0);
            part.centre = [centre[0] + away * cosine, centre[1] + away * sine];
            away += part.reach();
            parts.push(vec![part.ring(points / 3.0, random)]);
        }
    }
    if random.chance(0.10) {
        let round = random.between(0.6, 1.0);
        let pond = Star::new(centre, main.room() * random.between(0.3, 0.95) / (1.0 + UNEVEN), round);
        let mut hole = pond.ring((points / 8.0).min(80.0), random);
        hole.reverse();
        parts[0].push(hole);
    }
    parts
}

/// A ring that each ray from its centre meets once: drawn like that, it cannot cross itself.
struct Star {
    centre: Point,
    radius: f64,
    /// Its width as a share of its length.
    round: f64,
}

impl Star {
    fn new(centre: Point, radius: f64, round: f64) -> Self {
        Self { centre, radius, round }
    }

    /// No point is farther from the centre.
    fn reach(&self) -> f64 {
        self.radius * (1.0 + UNEVEN)
    }

    /// No point of an edge is nearer to the centre, for 12 points and more.
    fn room(&self) -> f64 {
        self.radius * self.round * (1.0 - UNEVEN) * (PI / 12.0).cos()
    }

    /// About so many points, but at least 20, and no closer than rounding could undo.
    fn ring(&self, points: f64, random: &mut Random) -> Vec<Point> {
        let room = TAU * self.radius * self.round * (1.0 - UNEVEN) / 0.15;
        let points = points.min(room).round().clamp(19.0, 1_999.0) as usize;
        let jitter = 0.02_f64.min(2.0 / points as f64);
        let mut waves = [(0.0, 0.0); WAVES];
        for (place, wave) in waves.iter_mut().enumerate() {
            *wave = (random.between(0.0, 0.3) / (place + 2) as f64, random.between(0.0, TAU));
        }
        let (sine, cosine) = random.between(0.0, PI).sin_cos();
        let mut ring = Vec::with_capacity(points);
        for point in 0..points {
            let angle = TAU * point as f64 / points as f64;
            let uneven: f64 = waves
                .iter()
                .enumerate()
                .map(|(place, (high, from))| high * (angle * (place + 2) as f64 + from).sin())
                .sum();
            let reach =
                self.radius * (1.0 + uneven.clamp(0.02 - UNEVEN, UNEVEN - 0.02) + random.between(-jitter, jitter));
            let (x, y) = (reach * angle.cos(), reach * self.round * angle.sin());
            ring.push([self.centre[0] + cosine * x - sine * y, self.centre[1] + sine * x + cosine * y]);
        }
        ring
    }
}
