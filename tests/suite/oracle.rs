//! Holds distances to vectors whose truth was worked out apart: ours always, a larger set where it is at hand.

use std::io::Read;

use metes::crs::Crs;
use metes::earth::{LonLat, geodesic};
use metes::geojson::geometry_of;
use metes::layer::{Gate, Manner};
use metes::measure::distance;
use metes::units::Metres;
use serde_json::Value;

/// No distance may be off by more, feet.
const TOLERANCE: f64 = 0.001;
/// The limits at which no verdict may flip, feet.
const LIMITS: [f64; 6] = [1000.0, 25.0, 20.0, 10.0, 4.0, 2.0];

struct Tally {
    judged: usize,
    refused: Vec<String>,
    worst: f64,
}

fn hold(cases: &[Value]) -> Tally {
    let gate = Gate::new(Crs::lon_lat(), Manner::default());
    let mut tally = Tally { judged: 0, refused: Vec::new(), worst: 0.0 };
    for case in cases {
        let id = case["id"].as_str().expect("an id");
        let shape = |side: &str| gate.pass_geometry(geometry_of(&case[side].to_string()).expect("sound JSON"));
        let (Ok(a), Ok(b)) = (shape("a"), shape("b")) else {
            assert_ne!(case["validity"], "valid", "{id} is valid and was refused");
            tally.refused.push(id.to_owned());
            continue;
        };
        let truth = Metres(case["metres"].as_f64().expect("metres"));
        let found = distance(&a, &b);
        let error = (found.distance.feet() - truth.feet()).abs();
        assert!(error <= TOLERANCE, "{id}: {} ft, truth {} ft", found.distance.feet(), truth.feet());
        for limit in LIMITS {
            for foot in [0.3048, 1200.0 / 3937.0] {
                let at = limit * foot;
                if (truth.0 - at).abs() > 1e-6 {
                    assert_eq!(found.distance.0 <= at, truth.0 <= at, "{id}: the verdict at {limit} ft flips");
                }
            }
        }
        // the witness points lie that far apart
        let apart = geodesic(found.a, found.b);
        assert!((apart.0 - found.distance.0).abs() < 1e-6, "{id}: its nearest points are {} m apart", apart.0);
        assert_eq!((truth.0 == 0.0), (found.distance.0 == 0.0), "{id}: touching is exact");
        // and the other way round
        assert!((distance(&b, &a).distance.0 - found.distance.0).abs() < 1e-6, "{id}: order matters");
        tally.judged += 1;
        tally.worst = tally.worst.max(error);
    }
    tally
}

fn cases(text: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(text).expect("JSON");
    all["cases"].as_array().expect("cases").clone()
}

#[test]
fn our_own_vectors_hold() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/oracle/vectors.json");
    let cases = cases(&std::fs::read_to_string(path).expect("the vectors"));
    assert!(cases.len() >= 200);
    let tally = hold(&cases);
    println!("{} judged, worst {:.7} ft, refused {:?}", tally.judged, tally.worst, tally.refused);
    assert!(tally.judged >= cases.len() - 8);
}

#[test]
fn the_larger_set_holds() {
    let Some(shared) = crate::common::shared() else { return };
    let file = std::fs::File::open(shared.join("oracle/vectors-public.json.gz")).expect("the vectors");
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("gzip");
    // cases with more than one defensible reading are not counted
    let cases: Vec<Value> = cases(&text).into_iter().filter(|c| c["advisory"] != true).collect();
    let tally = hold(&cases);
    println!("{} judged, worst {:.7} ft, {} refused", tally.judged, tally.worst, tally.refused.len());
    assert!(tally.judged > 1400);
}

#[test]
fn karney_and_the_place_of_a_point_agree_with_the_field_case() {
    // 905.28 ft between two points of the village, worked with GeographicLib
    let crs = Crs::from_code("EPSG:2260").expect("known");
    let at = |xy| crs.to_lon_lat(xy).expect("inside");
    let found = geodesic(at([677_741.677, 771_694.330]), at([678_567.515, 772_065.028]));
    assert!((found.feet() - 905.28).abs() < 0.01, "{}", found.feet());
    let _: LonLat = at([677_741.677, 771_694.330]);
}
