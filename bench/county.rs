//! Writes an invented county, the same for the same seed: parcels, parks and what stands along the streets.
//!
//! `cargo run --release --example county -- --size small --out DIR`

#[path = "county/conic.rs"]
mod conic;
#[path = "county/lot.rs"]
mod lot;
#[path = "county/order.rs"]
mod order;
#[path = "county/park.rs"]
mod park;
#[path = "county/plan.rs"]
mod plan;
#[path = "county/random.rs"]
mod random;
#[cfg(test)]
#[path = "county/sound.rs"]
mod sound;
#[path = "county/taken.rs"]
mod taken;
#[path = "county/write.rs"]
mod write;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs};

use conic::Conic;
use lot::Part;
use order::{Order, USAGE};
use plan::{District, Ground, Lot, SIDE};
use random::Random;
use taken::Taken;
use write::{Geometry, Layer, Units, Value, units};

/// Of so many parcels one has a hydrant before it, and one a curb cut.
const HYDRANT: usize = 10;
const CUT: usize = 5;

/// The names of the random streams: what is drawn for one thing never shifts another.
const PLAN: u64 = 1;
/// Chosen so that at every size 35 to 45 % of the parcels have a park within 1,000 ft.
const PARKS: u64 = 7;
const SHAPES: u64 = 3;
const STREET: u64 = 4;

const STREETS: [&str; 24] = [
    "Alder", "Beacon", "Birch", "Bridge", "Canal", "Church", "Clover", "Depot", "Fern", "Forge", "Garden", "Harbor",
    "Ivy", "Juniper", "Kiln", "Linden", "Market", "Meadow", "Orchard", "Poplar", "Quarry", "School", "Spring", "Tower",
];
const WAYS: [&str; 5] = ["Street", "Avenue", "Road", "Lane", "Place"];
const CLASSES: [(&str, f64); 6] =
    [("210", 0.55), ("220", 0.15), ("230", 0.06), ("311", 0.08), ("411", 0.09), ("482", 0.07)];
const OWNERS: [(&str, f64); 4] = [("private", 0.76), ("company", 0.17), ("public", 0.04), ("charity", 0.03)];
const KINDS: [&str; 4] = ["playground", "green", "preserve", "ball field"];

fn main() -> ExitCode {
    match Order::read(env::args().skip(1)).and_then(|order| order.write().map_err(|failed| failed.to_string())) {
        Ok(said) => match writeln!(io::stdout(), "{said}") {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(2),
        },
        Err(failed) => {
            let _ = writeln!(io::stderr(), "{failed}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

impl Order {
    /// Writes all layers, and tells what they hold.
    fn write(&self) -> io::Result<String> {
        let begun = Instant::now();
        fs::create_dir_all(&self.out)?;
        let layer = |name| Layer::create(&self.out, name, self.style);
        let county = County::new(self.parcels, self.parks, self.seed);
        let mut parks = layer("parks")?;
        for (place, parts) in county.parks.iter().enumerate() {
            county.park(place, parts, &mut parks)?;
        }
        let mut files = Files {
            parcels: layer("parcels")?,
            hydrants: layer("hydrants")?,
            corners: layer("corners")?,
            cuts: layer("curb_cuts")?,
        };
        county.walk(self.parcels, &mut files)?;
        let layers = [files.parcels, parks, files.hydrants, files.corners, files.cuts];
        let held = layers.each_ref().map(|layer| (layer.features, layer.positions));
        let mut bounds = [i32::MAX, i32::MAX, i32::MIN, i32::MIN];
        for layer in layers {
            let [west, south, east, north] = layer.finish()?;
            bounds = [bounds[0].min(west), bounds[1].min(south), bounds[2].max(east), bounds[3].max(north)];
        }
        self.boundary(bounds)?;
        fs::write(self.out.join("layers.toml"), include_str!("county/layers.toml"))?;
        let [columns, rows] = county.districts.map(|count| count as f64 * SIDE / 5_280.0);
        let [parcels, parks, hydrants, corners, cuts] = held;
        Ok(format!(
            "{} parcels ({} positions), {} parks ({} positions), {} hydrants, {} corner points, {} curb cuts\n\
             {columns:.1} by {rows:.1} miles, written in {:.1} s",
            parcels.0,
            parcels.1,
            parks.0,
            parks.1,
            hydrants.0,
            corners.0,
            cuts.0,
            begun.elapsed().as_secs_f64()
        ))
    }

    /// The boundary is a box a little outside of everything.
    fn boundary(&self, [west, south, east, north]: [i32; 4]) -> io::Result<()> {
        const BEYOND: i32 = 20_000;
        let (west, south, east, north) = (west - BEYOND, south - BEYOND, east + BEYOND, north + BEYOND);
        let ring = vec![[west, south], [east, south], [east, north], [west, north]];
        let mut layer = Layer::create(&self.out, "boundary", self.style)?;
        layer.feature(&[("name", Value::Text("the county"))], &Geometry::Area(&[vec![ring]]))?;
        layer.finish().map(drop)
    }
}

/// The files that are written along the streets.
struct Files {
    parcels: Layer,
    hydrants: Layer,
    corners: Layer,
    cuts: Layer,
}

/// The plan of a county and the parks on it.
struct County {
    seed: u64,
    conic: Conic,
    ground: Ground,
    districts: [usize; 2],
    parks: Vec<Vec<Part<[f64; 2]>>>,
    taken: Taken,
}

impl County {
    /// As many districts as it takes for so many parcels beside the parks.
    fn new(parcels: usize, parks: usize, seed: u64) -> Self {
        let conic = Conic::long_island();
        let columns = (parcels as f64 / 330.0).sqrt().ceil().max(1.0) as usize;
        let mut rows = (parcels / (columns * 400)).max(1);
        loop {
            let districts = [columns, rows];
            let ground = Ground::new(districts, &conic);
            let parks = park::parks(parks, districts, &ground, &mut Random::stream(seed, PARKS, 0));
            let taken = Taken::new(&parks);
            let county = Self { seed, conic: Conic::long_island(), ground, districts, parks, taken };
            let room: usize = (0..columns * rows).map(|section| county.district(section).lots.len()).sum();
            if room >= parcels {
                return county;
            }
            rows += ((parcels - room) / (columns * 400)).max(1);
        }
    }

    /// A district without the lots that a park takes.
    fn district(&self, section: usize) -> District {
        let mut random = Random::stream(self.seed, PLAN, section as u64);
        let mut district =
            District::new(section % self.districts[0], section / self.districts[0], section, &mut random);
        district.lots.retain(|lot| !self.taken.holds(self.ground.at(lot.at([0.5, 0.5]))));
        district
    }

    /// Writes parcels, and what stands before them, district by district.
    fn walk(&self, parcels: usize, files: &mut Files) -> io::Result<()> {
        let mut left = parcels;
        for section in 0..self.districts[0] * self.districts[1] {
            let district = self.district(section);
            let mut shapes = Random::stream(self.seed, SHAPES, section as u64);
            let mut street = Random::stream(self.seed, STREET, section as u64);
            for lot in district.lots.iter().take(left) {
                self.parcel(lot, &mut shapes, &mut files.parcels)?;
                let number = files.parcels.features;
                if number % HYDRANT == HYDRANT / 2 {
                    self.hydrant(lot, &mut street, &mut files.hydrants)?;
                }
                if number % CUT == 1 {
                    self.cut(lot, number, &mut street, &mut files.cuts)?;
                }
            }
            for corner in &district.corners {
                let id = format!("C{:07}", files.corners.features + 1);
                files.corners.feature(&[("corner_id", Value::Text(&id))], &Geometry::Point(self.place(*corner)))?;
            }
            left -= district.lots.len().min(left);
            if left == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Where a point of the plan is.
    fn place(&self, point: [f64; 2]) -> Units {
        self.on_ground(self.ground.at(point))
    }

    fn on_ground(&self, feet: [f64; 2]) -> Units {
        units(self.conic.degrees(feet))
    }

    /// The parts of the parcel on a lot.
    fn outline(&self, lot: &Lot, random: &mut Random) -> Vec<Part<Units>> {
        each_point(&lot::outline(lot, random), |point| self.place(lot.at(point)))
    }

    fn parcel(&self, lot: &Lot, random: &mut Random, layer: &mut Layer) -> io::Result<()> {
        let shape = self.outline(lot, random);
        let [section, block, number] = lot.number;
        let way = section * 7 + block / 3 * 5 + number % 2;
        let address =
            format!("{} {} {}", section % 40 * 100 + number, STREETS[way % STREETS.len()], WAYS[way % WAYS.len()]);
        let properties = [
            ("parcel_id", Value::Text(&format!("P{:07}", layer.features + 1))),
            ("sbl", Value::Text(&format!("{section}.{:02}-{block}-{number}", block % 20 + 1))),
            ("address", Value::Text(&address)),
            ("class", Value::Text(CLASSES[random.weighted(&CLASSES.map(|class| class.1))].0)),
            ("zoning", Value::Text(lot.zone)),
            ("owner", Value::Text(OWNERS[random.weighted(&OWNERS.map(|owner| owner.1))].0)),
            ("year_built", Value::Whole(1_885 + random.below(140))),
            ("acres", Value::Decimal(lot.width * lot.depth / 43_560.0, 3)),
        ];
        layer.feature(&properties, &Geometry::Area(&shape))
    }

    fn park(&self, place: usize, parts: &[Part<[f64; 2]>], layer: &mut Layer) -> io::Result<()> {
        let parts = each_point(parts, |feet| self.on_ground(feet));
        let name = format!("{} Park {}", STREETS[place * 5 % STREETS.len()], place + 1);
        let properties = [
            ("park_id", Value::Text(&format!("K{:05}", place + 1))),
            ("name", Value::Text(&name)),
            ("kind", Value::Text(KINDS[place % KINDS.len()])),
        ];
        layer.feature(&properties, &Geometry::Area(&parts))
    }

    /// It stands between the lot and the curb.
    fn hydrant(&self, lot: &Lot, random: &mut Random, layer: &mut Layer) -> io::Result<()> {
        let place = lot.at([random.unit(), 1.0 + random.between(5.5, 9.0) / lot.depth]);
        let properties = [
            ("hydrant_id", Value::Text(&format!("H{:06}", layer.features + 1))),
            ("flow_gpm", Value::Whole(500 + random.below(1_300))),
        ];
        layer.feature(&properties, &Geometry::Point(self.place(place)))
    }

    /// It runs along the curb.
    fn cut(&self, lot: &Lot, parcel: usize, random: &mut Random, layer: &mut Layer) -> io::Result<()> {
        let width = random.between(9.0, 24.0).min(lot.width * 0.8);
        let start = random.unit() * (1.0 - width / lot.width);
        let ends = [start, start + width / lot.width].map(|along| self.place(lot.at([along, 1.0 + 8.0 / lot.depth])));
        let properties = [
            ("cut_id", Value::Text(&format!("V{:06}", layer.features + 1))),
            ("parcel_id", Value::Text(&format!("P{parcel:07}"))),
            ("width_ft", Value::Decimal(width, 1)),
        ];
        layer.feature(&properties, &Geometry::Line(&ends))
    }
}

/// The same parts with another kind of point.
fn each_point(parts: &[Part<[f64; 2]>], mut point: impl FnMut([f64; 2]) -> Units) -> Vec<Part<Units>> {
    let mut ring = |ring: &Vec<[f64; 2]>| ring.iter().map(|&at| point(at)).collect();
    parts.iter().map(|part| part.iter().map(&mut ring).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_is_sound() {
        let county = County::new(1_000, 12, 7);
        for parts in &county.parks {
            sound::assert_sound(&each_point(parts, |feet| county.on_ground(feet)));
        }
        for section in 0..county.districts[0] * county.districts[1] {
            let mut shapes = Random::stream(county.seed, SHAPES, section as u64);
            for lot in county.district(section).lots {
                sound::assert_sound(&county.outline(&lot, &mut shapes));
            }
        }
    }
}
