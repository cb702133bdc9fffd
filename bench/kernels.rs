//! Times the kernels one by one: reading, the gate, the index, distances of shapes, the band.
//!
//! `cargo bench --bench kernels`. For the job as a whole see `bench/run`.

use std::f64::consts::TAU;
use std::io::Cursor;

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use metes::crs::Crs;
use metes::geojson::{Piece, Reader};
use metes::index::Index;
use metes::measure::{distance, distance_within};
use metes::planar::{GeometryType, PathKind, Planar};
use metes::shape::Shape;
use metes::units::{Accuracy, Band, Metres};
use metes::validity::is_plain;

fn main() {
    divan::main();
}

/// A ring of so many corners, in metres about a place so far east and north of the middle.
fn ring(corners: usize, radius: f64, [east, north]: [f64; 2]) -> Planar {
    let mut planar = Planar::default();
    let at = |i: usize| {
        let turn = TAU * (i % corners) as f64 / corners as f64;
        let wave = radius * (1.0 + 0.1 * (7.0 * turn).sin());
        [-73.83 + (east + wave * turn.cos()) / 84_300.0, 40.95 + (north + wave * turn.sin()) / 111_050.0]
    };
    planar.push_path(PathKind::Shell, 0, (0..=corners).map(at));
    planar
}

fn shape(planar: Planar) -> Shape {
    Shape::new(GeometryType::Polygon, planar, &Crs::lon_lat()).expect("on the earth")
}

/// Features as a file has them, each behind a comma.
fn text(features: usize) -> String {
    let one = |i: usize| {
        let positions: Vec<String> = ring(8, 20.0, [10.0 * i as f64, 0.0])
            .positions
            .iter()
            .map(|p| format!("[ {:.7}, {:.7} ]", p[0], p[1]))
            .collect();
        format!(
            "{{ \"type\": \"Feature\", \"properties\": {{ \"parcel_id\": \"P{i:07}\", \"address\": \"{i} Elm St\", \"class\": \"210\", \
             \"year_built\": {}, \"acres\": 0.215 }}, \"geometry\": {{ \"type\": \"Polygon\", \"coordinates\": [ [ {} ] ] }} }},\n",
            1900 + i % 100,
            positions.join(", ")
        )
    };
    (0..features).map(one).collect()
}

#[divan::bench]
fn read_a_piece(bencher: Bencher) {
    let text = text(500);
    let mut piece = Piece::new(&["parcel_id".to_owned()]);
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| {
        piece.text().clear();
        piece.text().extend(text.as_bytes());
        piece.read();
        piece.sketches().count()
    });
}

#[divan::bench]
fn read_ordinarily(bencher: Bencher) {
    let text =
        format!("{{\"type\":\"FeatureCollection\",\"features\":[{}]}}", text(500).trim_end().trim_end_matches(','));
    bencher.counter(BytesCount::of_str(&text)).bench(|| {
        let mut reader = Reader::new("bench", Box::new(Cursor::new(text.clone().into_bytes())));
        let mut found = 0;
        while reader.next_feature().expect("sound").is_some() {
            found += 1;
        }
        found
    });
}

#[divan::bench(args = [5, 12, 200, 2000])]
fn gate(bencher: Bencher, corners: usize) {
    let planar = ring(corners, 200.0, [0.0, 0.0]);
    bencher.bench(|| is_plain(black_box(&planar).drawn()));
}

#[divan::bench(args = [300, 3000])]
fn index(bencher: Bencher, features: usize) {
    let side = (features as f64).sqrt();
    let shapes: Vec<Shape> = (0..features)
        .map(|i| shape(ring(20, 80.0, [400.0 * (i as f64 % side), 400.0 * (i as f64 / side).floor()])))
        .collect();
    let index = Index::new(shapes.iter().enumerate());
    let site = shape(ring(6, 15.0, [2_000.0, 2_000.0]));
    bencher.counter(ItemsCount::new(1usize)).bench(|| index.within(black_box(&site), Metres(304.8)));
}

#[divan::bench(args = [20, 200, 2000])]
fn distance_of_shapes(bencher: Bencher, corners: usize) {
    let (site, park) = (shape(ring(6, 15.0, [400.0, 30.0])), shape(ring(corners, 150.0, [0.0, 0.0])));
    let _ = distance(&site, &park); // what is worked out once
    bencher.bench(|| distance_within(black_box(&site), black_box(&park), Metres(304.8)));
}

#[divan::bench]
fn band(bencher: Bencher) {
    let two = Accuracy::parse("2 ft rmse").expect("stated");
    bencher.bench(|| Band::between(black_box(&two), black_box(&two), true));
}
