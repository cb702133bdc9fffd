//! The real village: its official boundary, and points that stand in for parks nobody has drawn.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::common::{metes, shared, stderr, stdout};

/// Feet of longitude and latitude in degrees at 40.95 N.
const EAST: f64 = 0.003_620_007 / 1000.0;
const NORTH: f64 = 0.002_744_636 / 1000.0;

/// A lot 20 ft square with its middle at a place.
fn lot(id: &str, [lon, lat]: [f64; 2]) -> Value {
    let (x, y) = (10.0 * EAST, 10.0 * NORTH);
    let ring = [[lon - x, lat - y], [lon + x, lat - y], [lon + x, lat + y], [lon - x, lat + y], [lon - x, lat - y]];
    json!({"type": "Feature", "id": id, "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}})
}

fn features(path: PathBuf) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("a layer");
    serde_json::from_str::<Value>(&text).expect("JSON")["features"].as_array().expect("features").clone()
}

fn place(feature: &Value) -> [f64; 2] {
    [0, 1].map(|i| feature["geometry"]["coordinates"][i].as_f64().expect("a number"))
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("written");
    path.display().to_string()
}

/// The finding of § 19A-3 for each of the sites.
fn check(folder: &Path, data: &Path, boundary: &str, sites: &[Value]) -> Vec<Value> {
    let sites = write(folder, "sites.geojson", &json!({"type": "FeatureCollection", "features": sites}).to_string());
    let layers = format!(
        "[boundary]\npath = {:?}\nwhere = {{ NAME = \"Tuckahoe\" }}\naccuracy = \"3 ft rmse\"\n\
         [parks]\npath = {:?}\nname = \"ordinance_park\"\ngeometry = \"stand-in\"\naliases = {{ \"Parkway Oval\" = \"Parkway Oval Park\" }}\n\
         [dwellings]\npath = {sites:?}\naccuracy = \"3 ft rmse\"\n",
        data.join(boundary),
        data.join("park_points.geojson"),
    );
    let layers = write(folder, "layers.toml", &layers);
    let output = metes(&[
        "check",
        "--law",
        "us/ny/tuckahoe/chapter-19a",
        "--act",
        "lease",
        "--layers",
        &layers,
        "--sites",
        &sites,
        "--site-accuracy",
        "3 ft rmse",
        "--on=2026-11-30",
        "--format",
        "json",
        "--quiet",
    ]);
    let document: Value = serde_json::from_str(&stdout(&output)).unwrap_or_else(|e| panic!("{e}\n{}", stderr(&output)));
    document["sites"].as_array().expect("sites").clone()
}

#[test]
fn inside_and_outside_the_official_boundary_are_told_apart_in_every_system() {
    let Some(shared) = shared() else { return };
    let data = shared.join("data/tuckahoe-ny");
    let folder = tempfile::tempdir().expect("a folder");
    let points: Vec<Value> =
        ["park_points.geojson", "place_points.geojson"].iter().flat_map(|name| features(data.join(name))).collect();
    assert_eq!(points.len(), 30);
    let sites: Vec<Value> = points.iter().enumerate().map(|(i, p)| lot(&i.to_string(), place(p))).collect();
    for boundary in
        ["village_boundary.geojson", "village_boundary_epsg26918.geojson", "village_boundary_epsg2260.geojson"]
    {
        let found = check(folder.path(), &data, boundary, &sites);
        let mut outside = 0;
        for (point, site) in points.iter().zip(&found) {
            let inside = point["properties"]["inside_village_boundary"].as_bool().expect("told");
            let holds = if inside { "no" } else { "yes" };
            let condition =
                site["conditions"].as_array().expect("conditions").iter().find(|c| c["condition"] == "outside-village");
            assert_eq!(condition.expect("looked at")["holds"], holds, "{boundary}: {point}");
            let verdict = site["findings"][0]["verdict"].as_str().expect("a verdict");
            assert_eq!(verdict == "not-applicable", !inside, "{boundary}: {verdict} for {point}");
            outside += usize::from(!inside);
        }
        assert_eq!(outside, 3);
    }
}

#[test]
fn a_stand_in_proves_that_a_park_is_near_and_never_that_all_are_far() {
    let Some(shared) = shared() else { return };
    let data = shared.join("data/tuckahoe-ny");
    let folder = tempfile::tempdir().expect("a folder");
    let parks = features(data.join("park_points.geojson"));
    let main =
        parks.iter().find(|p| p["properties"]["ordinance_park"] == "Main Street Park").map(place).expect("there");
    let oval = parks.iter().find(|p| p["properties"]["ordinance_park"] == "Parkway Oval").map(place).expect("there");
    // 300 ft south of one point, 400 ft north of another; and far from all, in the north of the village
    let sites = [
        lot("near-main", [main[0], main[1] - 310.0 * NORTH]),
        lot("near-oval", [oval[0], oval[1] + 410.0 * NORTH]),
        lot("far", [-73.8150, 40.9600]),
    ];
    let found = check(folder.path(), &data, "village_boundary.geojson", &sites);
    let finding = |i: usize| &found[i]["findings"][0];
    assert_eq!([finding(0)["verdict"].clone(), finding(1)["verdict"].clone()], ["violates", "violates"]);
    assert_eq!(finding(1)["places"].as_array().expect("places").iter().filter(|p| p["id"].is_null()).count(), 4);
    // the other point of that name lies 12.9 ft south and 42.4 ft east of the first, so 287.1 ft north
    // and 32.4 ft east of the lot's corner: 288.9 ft
    let feet = finding(0)["measured_ft"].as_f64().expect("feet");
    assert!((feet - 288.9).abs() < 0.2, "{feet}");
    for site in &found {
        assert_ne!(site["findings"][0]["verdict"], "complies");
    }
    assert_eq!((&finding(2)["verdict"], &finding(2)["reason"]), (&json!("undetermined"), &json!("missing-data")));
    let said = finding(2)["gaps"].to_string();
    for name in [
        "6 named, 2 found",
        "Constitution Park and Playground",
        "Fisher Park and Playground",
        "Garrett Park",
        "Union Park",
    ] {
        assert!(said.contains(name), "{said}");
    }
}

#[test]
fn of_several_villages_none_is_taken_for_ours_unless_it_is_named() {
    let Some(shared) = shared() else { return };
    let data = shared.join("data/tuckahoe-ny");
    let folder = tempfile::tempdir().expect("a folder");
    let layers = format!("[boundary]\npath = {:?}\naccuracy = \"3 ft rmse\"\n", data.join("village_boundary.geojson"));
    let layers = write(folder.path(), "layers.toml", &layers);
    let output = metes(&[
        "check",
        "--law",
        "us/ny/tuckahoe/chapter-19a",
        "--act",
        "lease",
        "--layers",
        &layers,
        "--at=-73.8227,40.9490",
        "--on=2026-11-30",
        "--format",
        "json",
        "--quiet",
    ]);
    let document: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let condition = &document["sites"][0]["conditions"][0];
    assert_eq!((&condition["holds"], &condition["reason"]), (&json!("unknown"), &json!("missing-data")));
    assert!(condition["readings"][0]["gaps"].to_string().contains("holds 2 features"), "{condition}");
}
