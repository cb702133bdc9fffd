//! Corners constructed from a real survey of curbs, held to a key that was worked out apart.

use metes::corner::{Corner, corners};
use metes::earth::{LonLat, geodesic};
use metes::input::Input;
use metes::layer::{Layer, Settings};
use metes::shape::Shape;

use crate::common::shared;

#[test]
fn every_corner_of_somerville_lies_where_the_key_has_it() {
    let Some(shared) = shared() else { return };
    let settings = Settings::new("curbs", Input::Path(shared.join("data/somerville-ma/curbs.geojson")));
    let layer = Layer::load(&settings, false).unwrap_or_else(|e| panic!("{e}"));
    let shapes: Vec<&Shape> = layer.features.iter().map(|f| &f.shape).collect();
    let found = corners(&shapes);
    let key = std::fs::read_to_string(shared.join("answers/corners.csv")).expect("the key");
    let mut reader = csv::Reader::from_reader(key.as_bytes());
    let headers = reader.headers().expect("headers").clone();
    let column = |name: &str| headers.iter().position(|h| h == name).expect("a column");
    let (mut held, mut worst, mut wrong) = (0, 0.0f64, Vec::new());
    for row in reader.records().map(|row| row.expect("a row")).filter(|row| &row[column("source")] == "somerville") {
        let number = |name: &str| row[column(name)].parse::<f64>().expect("a number");
        let at = LonLat { lon: number("lon"), lat: number("lat") };
        let off = |corner: &&Corner| geodesic(corner.point, at).feet();
        let nearest = found.iter().min_by(|a, b| off(a).total_cmp(&off(b))).expect("corners");
        let (apart, allowed) = (off(&nearest), 2.0 * number("tolerance_ft"));
        let angle = (nearest.angle - number("angle_deg")).abs();
        let to_return = (geodesic(nearest.point, nearest.middle).feet() - number("point_to_return_ft")).abs();
        if apart > allowed || angle > 1.0 || to_return > allowed + 0.05 {
            wrong.push(format!(
                "{}: {apart:.2} ft off (allowed {allowed:.1}), angle off {angle:.2}, return off {to_return:.2}",
                &row[0]
            ));
        } else {
            held += 1;
            worst = worst.max(apart);
        }
    }
    println!("{held} corners of the key held, worst {worst:.3} ft; {} constructed", found.len());
    assert!(wrong.is_empty(), "{}\n{held} held of {}", wrong.join("\n"), held + wrong.len());
    assert_eq!(held, 336);
}
