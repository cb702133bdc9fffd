//! Points known to lie in two real parks: they prove that a place is near one, and never that it is far.

use crate::common::{Row, code, feet, metes, rows, shared, stderr, stdout};
use crate::desk::Desk;
use crate::tuckahoe::FEET;
use serde_json::{Value, json};

/// Just the two parks of which a point is known, so that none is missing.
const PARKS: &str = "named = [\"Main Street Park\", \"Parkway Oval Park\"]";

/// Checks the 22 real places against the points, taken for what `geometry` says they are; with the exit code.
fn check(geometry: &str, accuracy: &str) -> Option<(Vec<Row>, i32)> {
    let data = shared()?.join("data/tuckahoe-ny");
    let desk = Desk::new();
    let layers = format!(
        "[parks]\npath = {:?}\nname = \"ordinance_park\"\naccuracy = \"0 ft\"\ncoverage = \"complete\"\n\
         aliases = {{ \"Parkway Oval\" = \"Parkway Oval Park\" }}\ngeometry = \"{geometry}\"\n",
        data.join("park_points.geojson")
    );
    let (law, layers) = (desk.parks(PARKS, ""), desk.write("layers.toml", &layers));
    let sites = data.join("place_points.geojson").display().to_string();
    let args = ["check", "--law", &law, "--layers", &layers, "--sites", &sites, "--site-accuracy", accuracy];
    let output = metes(&[&args[..], &["--on=2026-11-30", "--format", "csv"]].concat());
    let found = rows(&stdout(&output));
    assert_eq!(found.len(), 22, "{}", stderr(&output));
    Some((found, code(&output)))
}

fn answers(found: &[Row]) -> Vec<(&str, &str)> {
    found.iter().map(|row| (row["verdict"].as_str(), row["reason"].as_str())).collect()
}

#[test]
fn what_is_near_a_stand_in_is_near_its_park_and_what_is_far_may_not_be() {
    // the places are the middles of the oracle's lots, so up to 14.2 ft farther from a park than
    // those; none of its distances lies within that of the limit
    let all: Vec<f64> = FEET[8..].iter().map(|[main, oval, _]| main.min(*oval)).collect();
    assert!(all.iter().all(|feet| (feet - 1000.0).abs() > 14.2));
    for (geometry, far) in [("outline", ("complies", "")), ("stand-in", ("undetermined", "missing-data"))] {
        let Some((found, exit)) = check(geometry, "0 ft") else { return };
        assert_eq!(exit, 1);
        let wanted: Vec<_> = all.iter().map(|feet| if *feet < 1000.0 { ("violates", "") } else { far }).collect();
        assert_eq!(answers(&found), wanted, "{geometry}");
        for row in found.iter().filter(|row| row["verdict"] == "undetermined") {
            assert!(row["remark"].contains("stands in") && row["remark"].contains("may be nearer"), "{row:?}");
        }
    }
}

#[test]
fn a_doubt_takes_sure_violations_away_and_gives_no_clearance() {
    let Some((found, exit)) = check("stand-in", "300 ft 95%") else { return };
    assert_eq!(exit, 1);
    for row in &found {
        let measured = feet(&row["measured_ft"]);
        let wanted = if measured <= 700.0 { "violates" } else { "undetermined" };
        assert_eq!(row["verdict"], wanted, "{measured} ft");
    }
    assert!(found.iter().any(|row| row["verdict"] == "violates"));
    assert!(found.iter().any(|row| row["verdict"] == "undetermined"));
}

#[test]
fn a_layer_of_nothing_but_stand_ins_lets_nobody_comply_though_all_be_a_mile_away() {
    let desk = Desk::new();
    let feature = |id: &str, lon: f64| {
        let at = json!({"type": "Point", "coordinates": [lon, 40.95]});
        json!({"type": "Feature", "id": id, "properties": {"name": id}, "geometry": at})
    };
    let file = |name: &str, features: Vec<Value>| {
        desk.write(name, &json!({"type": "FeatureCollection", "features": features}).to_string())
    };
    file("parks.geojson", vec![feature("Main Street Park", -73.82), feature("Parkway Oval Park", -73.84)]);
    let sites = file("sites.geojson", vec![feature("far", -73.80)]);
    let law = desk.parks(PARKS, "");
    for (geometry, wanted, exit) in [("outline", "complies,", 0), ("stand-in", "undetermined,missing-data", 3)] {
        let text = format!("[parks]\npath = \"parks.geojson\"\naccuracy = \"0 ft\"\ngeometry = \"{geometry}\"\n");
        let layers = desk.write("layers.toml", &text);
        let args = ["check", "--law", &law, "--layers", &layers, "--sites", &sites, "--site-accuracy", "0 ft"];
        let output = metes(&[&args[..], &["--on=2026-11-30", "--format", "csv"]].concat());
        assert_eq!(code(&output), exit, "{geometry}: {}", stderr(&output));
        assert!(stdout(&output).contains(&format!("far,T-1,{wanted}")), "{geometry}: {}", stdout(&output));
    }
}
