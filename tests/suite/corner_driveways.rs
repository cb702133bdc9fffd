//! Driveways near street corners that were constructed apart: every distance and every verdict of a rule of 25 feet.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::common::{Row, code, feet, metes, rows, stderr, stdout, table};
use serde_json::json;

/// How far the key's rows of the rest of the city reach, in feet.
const REACH: f64 = 45.0;

/// Rows that the key has wrong, with the distances that its own oracle gives for the driveway
/// they name. The key's script remembers a polygon by its index alone, so where Cambridgeport had
/// used an index already, the distance is the one to that other driveway, some miles away.
const MISPRINTED: [(&str, &str, &str); 13] = [
    ("K013", "6244", "36.116"),
    ("K026", "6156", "44.454"),
    ("K035", "6694", "38.511"),
    ("K036", "5897", "40.425"),
    ("K037", "5878", "30.261"),
    ("K095", "4790", "36.372"),
    ("K108", "35", "12.249"),
    ("K186", "3567", "41.748"),
    ("K188", "3432", "42.967"),
    ("K220", "2744", "37.142"),
    ("K256", "1680", "43.352"),
    ("K321", "1945", "15.024"),
    ("K323", "1920", "44.265"),
];

/// A row of the key, set right where it contradicts the key's own reach.
fn set_right(mut row: Row) -> Row {
    if row["corner"].starts_with('K') && feet(&row["polygon_distance_ft"]) > REACH {
        let right = MISPRINTED
            .iter()
            .find(|(corner, id, _)| (row["corner"].as_str(), row["driveway_id"].as_str()) == (*corner, *id));
        let (_, _, distance) = right.unwrap_or_else(|| panic!("{row:?} lies beyond the reach of the key"));
        let side = if feet(distance) <= 25.0 { "within" } else { "beyond" };
        row.insert("polygon_distance_ft".to_owned(), (*distance).to_owned());
        row.insert("polygon_25".to_owned(), side.to_owned());
    }
    row
}

/// The corners of one source (C or K), written as a layer of points, and the key's rows of them.
struct Corners {
    home: tempfile::TempDir,
    driveways: String,
    key: Vec<Row>,
}

impl Corners {
    fn open(source: char, driveways: &str) -> Option<Corners> {
        let shared = crate::common::shared()?;
        let points: Vec<_> = table(shared.join("answers/corners.csv"))
            .into_iter()
            .filter(|row| row["corner"].starts_with(source))
            .map(|row| {
                let at = json!({"type": "Point", "coordinates": [feet(&row["lon"]), feet(&row["lat"])]});
                json!({"type": "Feature", "id": row["corner"], "properties": {}, "geometry": at})
            })
            .collect();
        let home = tempfile::tempdir().expect("a folder");
        let layer = json!({"type": "FeatureCollection", "features": points});
        std::fs::write(home.path().join("corners.geojson"), layer.to_string()).expect("written");
        let settings = "[corners]\npath = \"corners.geojson\"\naccuracy = \"0 ft\"\ncoverage = \"complete\"\n";
        std::fs::write(home.path().join("layers.toml"), settings).expect("written");
        let key = table(shared.join("answers/corner_driveways.csv"));
        let key = key.into_iter().filter(|row| row["corner"].starts_with(source)).map(set_right).collect();
        let driveways = shared.join("data/cambridge-ma").join(driveways).display().to_string();
        Some(Corners { home, driveways, key })
    }

    fn path(&self, file: &str) -> String {
        Path::new(self.home.path()).join(file).display().to_string()
    }

    /// Holds `near` to every pair of the key within `reach` feet, both ways. Returns the worst error.
    fn hold_distances(&self, reach: &str) -> f64 {
        let within = format!("{reach} ft");
        let corners = self.path("corners.geojson");
        let args =
            ["near", "--quiet", "--from", &corners, "--to", &self.driveways, "--within", &within, "--repair", "to"];
        let output = metes(&args);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let found = rows(&stdout(&output));
        let found: BTreeMap<(&str, &str), f64> = found
            .iter()
            .map(|row| ((row["from_id"].as_str(), row["to_id"].as_str()), feet(&row["distance_ft"])))
            .collect();
        let wanted: BTreeMap<(&str, &str), f64> = self
            .key
            .iter()
            .map(|row| ((row["corner"].as_str(), row["driveway_id"].as_str()), feet(&row["polygon_distance_ft"])))
            .collect();
        assert_eq!(found.keys().collect::<Vec<_>>(), wanted.keys().collect::<Vec<_>>());
        wanted.iter().fold(0f64, |worst, (pair, wanted)| {
            let off = (found[pair] - wanted).abs();
            assert!(off <= 0.001 + 1e-9, "{pair:?}: {} and not {wanted}", found[pair]);
            worst.max(off)
        })
    }

    /// Holds `check` to the key: a driveway violates just when one of its corners is within 25 ft.
    fn hold_verdicts(&self) -> BTreeSet<String> {
        let layers = self.path("layers.toml");
        let mut args = vec!["check", "--law", "fixtures/law/cambridge-clearance.md", "--act", "driveway"];
        args.extend(["--layers", &layers, "--sites", &self.driveways, "--site-accuracy", "0 ft", "--repair", "sites"]);
        args.extend(["--format", "csv", "--on", "2026-11-30", "--quiet"]);
        let output = metes(&args);
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        let mut nearest = BTreeMap::<&str, &Row>::new();
        for row in &self.key {
            let seen = nearest.entry(&row["driveway_id"]).or_insert(row);
            if feet(&row["polygon_distance_ft"]) < feet(&seen["polygon_distance_ft"]) {
                *seen = row;
            }
        }
        let (mut violating, mut held) = (BTreeSet::new(), 0);
        for row in rows(&stdout(&output)) {
            let id = row["site_id"].as_str();
            let wanted = match nearest.get(id) {
                Some(key) if key["polygon_25"] == "within" => "violates",
                _ => "complies", // what is in no row of the key lies beyond its reach
            };
            assert_eq!(row["verdict"], wanted, "driveway {id}");
            if let Some(key) = nearest.get(id) {
                let (found, wanted) = (feet(&row["measured_ft"]), feet(&key["polygon_distance_ft"]));
                assert!((found - wanted).abs() <= 0.001 + 1e-9, "driveway {id}: {found} and not {wanted}");
                assert!(row["nearest_id"].split('|').any(|corner| corner == key["corner"]), "driveway {id}");
                held += 1;
            }
            if wanted == "violates" {
                violating.insert(row["site_id"].clone());
            }
        }
        assert_eq!(held, nearest.len());
        violating
    }

    /// The driveways that the key has within 25 ft of a corner.
    fn within(&self) -> BTreeSet<String> {
        let within = self.key.iter().filter(|row| row["polygon_25"] == "within");
        within.map(|row| row["driveway_id"].clone()).collect()
    }
}

#[test]
fn driveways_of_one_neighbourhood_keep_their_distance_from_its_corners_as_the_key_says() {
    let Some(corners) = Corners::open('C', "cambridgeport/driveways.geojson") else { return };
    assert_eq!(corners.key.len(), 467);
    let worst = corners.hold_distances("75");
    println!("467 rows held, worst {worst:.6} ft");
    assert_eq!(corners.hold_verdicts(), corners.within());
}

#[test]
fn driveways_of_the_rest_of_the_city_do_so_too() {
    let Some(corners) = Corners::open('K', "city/driveways.geojson.gz") else { return };
    assert_eq!(corners.key.len(), 511);
    let worst = corners.hold_distances("45");
    println!("511 rows held, worst {worst:.6} ft");
    assert_eq!(corners.hold_verdicts(), corners.within());
}
