//! Plans the county: districts of blocks, blocks of lots, and where they come to lie on the ground.

use std::f64::consts::TAU;

use crate::conic::Conic;
use crate::random::Random;

/// Feet along the side of a district.
pub const SIDE: f64 = 2_500.0;
/// How far the plan is turned against north, so that no lot lies along the axes.
const TURN: f64 = 0.29;
/// Longitude and latitude of the middle of the county.
const MIDDLE: [f64; 2] = [-73.83, 40.95];
/// Feet from a district's edge to its first lot.
const EDGE: f64 = 35.0;
/// Feet from the corner of a block to the corner point of its curb, each way.
const CURB: f64 = 8.0;

/// A kind of district: its name, usual frontage and depth of a lot in feet, and how common it is.
struct Zone(&'static str, f64, f64, f64);

const ZONES: [Zone; 5] = [
    Zone("R-5", 48.0, 100.0, 0.16),
    Zone("R-8", 70.0, 118.0, 0.27),
    Zone("R-15", 100.0, 150.0, 0.34),
    Zone("R-30", 150.0, 196.0, 0.20),
    Zone("B-2", 32.0, 90.0, 0.03),
];

/// The plan as it is laid on the ground: bent by slow waves, turned, and put in its place.
pub struct Ground {
    half: [f64; 2],
    middle: [f64; 2],
    turn: [f64; 2],
}

impl Ground {
    /// A county of so many districts east and north.
    pub fn new(districts: [usize; 2], conic: &Conic) -> Self {
        let half = districts.map(|count| count as f64 * SIDE / 2.0);
        Self { half, middle: conic.feet(MIDDLE), turn: [TURN.cos(), TURN.sin()] }
    }

    /// Feet of EPSG:2263 of a point of the plan.
    pub fn at(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let wave = |along: f64, length: f64, start: f64| (TAU * along / length + start).sin();
        let east = x - self.half[0] + 150.0 * wave(y, 9_700.0, 0.4) + 42.0 * wave(y + 0.55 * x, 3_450.0, 1.7);
        let north = y - self.half[1] + 125.0 * wave(x, 10_900.0, 2.3) + 38.0 * wave(x - 0.45 * y, 3_900.0, 0.9);
        let [c, s] = self.turn;
        [self.middle[0] + c * east - s * north, self.middle[1] + s * east + c * north]
    }
}

/// A lot in the plan. Its own axes run along the street and from the back to the street, each from 0 to 1.
pub struct Lot {
    back: [f64; 2],
    /// Feet along the street.
    pub width: f64,
    /// Feet from the back to the street.
    pub depth: f64,
    /// 1 where the street is north of it, -1 where it is south and the lot is turned by half a circle.
    facing: f64,
    /// Whether a side street runs at the start, and at the end, of its frontage.
    pub corner: [bool; 2],
    /// The name of its zone.
    pub zone: &'static str,
    /// Section, block and lot, as an assessor numbers them.
    pub number: [usize; 3],
}

impl Lot {
    /// The point of the plan at these shares of the width and the depth.
    pub fn at(&self, [along, out]: [f64; 2]) -> [f64; 2] {
        [self.back[0] + self.facing * along * self.width, self.back[1] + self.facing * out * self.depth]
    }
}

/// A district: its lots, block by block, and the corner points of its curbs.
pub struct District {
    pub lots: Vec<Lot>,
    pub corners: Vec<[f64; 2]>,
}

impl District {
    /// The district in this column and row; the same for the same random stream.
    pub fn new(column: usize, row: usize, section: usize, random: &mut Random) -> Self {
        let Zone(zone, frontage, depth, _) = ZONES[random.weighted(&ZONES.map(|zone| zone.3))];
        let (frontage, depth) = (frontage * random.between(0.9, 1.12), depth * random.between(0.92, 1.12));
        let street = random.between(46.0, 60.0);
        let columns = [3, 4, 5][random.weighted(&[0.45, 0.5, 0.05])];
        let usable = SIDE - 2.0 * EDGE;
        let rows = ((usable + street) / (2.0 * depth + street)) as usize;
        let length = (usable + street) / columns as f64 - street;
        let deep = (usable + street) / rows as f64 - street;
        let origin = [column as f64 * SIDE + EDGE, row as f64 * SIDE + EDGE];
        let mut district = Self { lots: Vec::new(), corners: Vec::new() };
        for block in 0..rows * columns {
            let place = [(block % columns) as f64, (block / columns) as f64];
            let low = [origin[0] + place[0] * (length + street), origin[1] + place[1] * (deep + street)];
            let high = [low[0] + length, low[1] + deep];
            let middle = low[1] + deep * random.between(0.43, 0.57);
            for facing in [-1.0, 1.0] {
                let bounds = cuts((length / frontage) as usize, random);
                let side = usize::from(facing > 0.0);
                for (place, pair) in bounds.windows(2).enumerate() {
                    let start = if facing > 0.0 { low[0] + pair[0] * length } else { high[0] - pair[0] * length };
                    district.lots.push(Lot {
                        back: [start, middle],
                        width: (pair[1] - pair[0]) * length,
                        depth: if facing > 0.0 { high[1] - middle } else { middle - low[1] },
                        facing,
                        corner: [place == 0, place + 2 == bounds.len()],
                        zone,
                        number: [section + 1, block + 1, 2 * place + side + 1],
                    });
                }
            }
            let (west, east, south, north) = (low[0] - CURB, high[0] + CURB, low[1] - CURB, high[1] + CURB);
            district.corners.extend([[west, south], [east, south], [east, north], [west, north]]);
        }
        district
    }
}

/// Where a frontage is cut into so many lots of about the same width, as shares of it, with both ends.
fn cuts(lots: usize, random: &mut Random) -> Vec<f64> {
    let lots = lots.max(2);
    let uneven = |place: usize, random: &mut Random| match place {
        0 => 0.0,
        end if end == lots => 1.0,
        inner => (inner as f64 + random.between(-0.2, 0.2)) / lots as f64,
    };
    (0..=lots).map(|place| uneven(place, random)).collect()
}
