//! The real village: its official boundary, and points that stand in for parks nobody has drawn.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::common::{metes, shared, stderr, stdout};

/// Feet of longitude and latitude in degrees at 40.95 N.
const EAST: f64 = 0.003_620_007 / 1000.0;
const NORTH: f64 = 0.002_744_636 / 1000.0;

/// Feet from the lot at each of the 30 points, in the order of the files, to Main Street Park's
/// points, to Parkway Oval's, and to the village: by the oracle.
pub const FEET: [[f64; 3]; 30] = [
    [0.000, 1815.949, 0.000],       // Main Street Playground
    [0.000, 1850.480, 0.000],       // Main Street Park
    [1815.950, 0.000, 0.000],       // Parkway Oval Playground
    [1251.830, 782.391, 0.000],     // Circuit Avenue Park
    [1573.872, 1269.498, 0.000],    // Depot Square
    [2728.418, 2352.317, 0.000],    // Tuckahoe Park
    [3591.113, 3551.439, 796.981],  // Bronx River Park
    [1343.295, 3192.226, 0.000],    // Gifford Park
    [1386.472, 429.741, 0.000],     // Tuckahoe Public Library
    [1364.343, 449.212, 0.000],     // Tuckahoe Public Library
    [1364.111, 485.511, 0.000],     // Tuckahoe Community Center
    [1338.406, 491.352, 0.000],     // Tuckahoe Community Center
    [1414.617, 1098.852, 0.000],    // Tuckahoe Post Office
    [1142.003, 1178.729, 0.000],    // Town of Tuckahoe
    [2049.875, 1885.807, 0.000],    // Tuckahoe station
    [3467.445, 2485.221, 0.000],    // Crestwood station
    [3648.424, 5484.731, 1644.702], // Tuckahoe Middle School
    [3690.970, 5517.153, 1729.516], // Tuckahoe High School
    [1523.771, 1432.106, 0.000],    // Westchester Italian Cultural Center
    [349.954, 2097.269, 0.000],     // Quarry Place at Tuckahoe
    [1146.543, 656.913, 0.000],     // Tower Club
    [1269.475, 1867.703, 0.000],    // Gentry Tenants Cooperative
    [1374.624, 1238.256, 0.000],    // Carvel, 2 Depot Square
    [898.917, 1480.737, 0.000],     // The Burrito Poblano, 85 Main Street
    [1833.874, 1124.269, 0.000],    // Tuck'd Away, 90 Yonkers Avenue
    [1577.214, 1309.040, 0.000],    // Starbucks, 1 Depot Square
    [1339.204, 647.234, 0.000],     // Roma Restaurant
    [1246.051, 970.769, 0.000],     // Pasquale's Deli
    [596.989, 1659.059, 0.000],     // Lunde's Deli
    [1539.383, 874.543, 0.000],     // Growlers
];

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

/// The lots at all points of the two files, and whether each point lies in the village.
fn lots(data: &Path) -> Vec<(Value, bool)> {
    let points = ["park_points.geojson", "place_points.geojson"].iter().flat_map(|name| features(data.join(name)));
    let inside = |point: &Value| point["properties"]["inside_village_boundary"].as_bool().expect("told");
    let all: Vec<_> =
        points.enumerate().map(|(i, point)| (lot(&i.to_string(), place(&point)), inside(&point))).collect();
    assert_eq!(all.len(), FEET.len());
    all
}

/// The finding of § 19A-3 for each of the sites.
fn check(folder: &Path, data: &Path, boundary: &str, sites: &[Value]) -> Vec<Value> {
    check_as(folder, data, boundary, sites, "3 ft rmse")
}

/// The same with the sites as exact as is said.
fn check_as(folder: &Path, data: &Path, boundary: &str, sites: &[Value], accuracy: &str) -> Vec<Value> {
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
        accuracy,
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

/// The one finding, or condition, of this name.
fn one<'v>(list: &'v Value, key: &str, name: &str) -> &'v Value {
    let list = list.as_array().expect("a list");
    list.iter().find(|item| item[key] == name).unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn thirty_real_places_are_as_far_from_the_boundary_and_the_points_as_the_oracle_says() {
    let Some(shared) = shared() else { return };
    let data = shared.join("data/tuckahoe-ny");
    let folder = tempfile::tempdir().expect("a folder");
    let sites: Vec<Value> = lots(&data).into_iter().map(|(lot, _)| lot).collect();
    for (boundary, tolerance) in [("", 0.001), ("_epsg26918", 0.01), ("_epsg2260", 0.01)] {
        let found = check(folder.path(), &data, &format!("village_boundary{boundary}.geojson"), &sites);
        let mut worst = 0f64;
        for (site, [main, oval, village]) in found.iter().zip(FEET) {
            let rule = one(&site["findings"], "rule", "19A-3");
            let condition = one(&site["conditions"], "condition", "outside-village");
            for (measured, wanted) in [
                (&one(&rule["places"], "name", "Main Street Park")["distance_ft"], main),
                (&one(&rule["places"], "name", "Parkway Oval Park")["distance_ft"], oval),
                (&one(&condition["readings"], "reading", "any part of the lot")["measured_ft"], village),
            ] {
                let off = (measured.as_f64().expect("feet") - wanted).abs();
                assert!(off <= tolerance, "{boundary} {}: {measured} and not {wanted}", site["site_id"]);
                worst = worst.max(off);
            }
        }
        println!("{} distances held{boundary}, worst {worst:.6} ft", 3 * found.len());
    }
}

#[test]
fn the_chapter_is_not_applicable_outside_only_beyond_the_doubt() {
    let Some(shared) = shared() else { return };
    let data = shared.join("data/tuckahoe-ny");
    let folder = tempfile::tempdir().expect("a folder");
    let lots = lots(&data);
    let sites: Vec<Value> = lots.iter().map(|(lot, _)| lot.clone()).collect();
    // 797 ft beyond the line is sure under 790 ft of doubt, and is not under 800
    for (doubt, sure) in [(790.0, 3), (800.0, 2)] {
        let found = check_as(folder.path(), &data, "village_boundary.geojson", &sites, &format!("{doubt} ft 95%"));
        let mut outside = 0;
        for ((site, (_, inside)), [.., village]) in found.iter().zip(&lots).zip(FEET) {
            let letter = one(&site["findings"], "rule", "19A-10");
            let rule = one(&site["findings"], "rule", "19A-3");
            let beyond = !inside && village > doubt;
            assert_eq!(letter["verdict"] == "not-applicable", beyond, "{letter}");
            assert_eq!(rule["verdict"] == "not-applicable", beyond, "{rule}");
            if !inside && !beyond {
                assert_eq!((&letter["verdict"], &letter["reason"]), (&json!("undetermined"), &json!("too-close")));
            }
            outside += usize::from(beyond);
        }
        assert_eq!(outside, sure);
    }
}
