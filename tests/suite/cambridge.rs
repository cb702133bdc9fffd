//! One real neighbourhood against answers that were worked out apart: distances, verdicts, bands, coverage.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::common::{code, feet, ids, metes, rows, stderr, stdout, table};
use serde_json::Value;

struct Port {
    folder: PathBuf,
    answers: Vec<BTreeMap<String, String>>,
    shared: PathBuf,
}

impl Port {
    fn open() -> Option<Port> {
        let shared = crate::common::shared()?;
        Some(Port {
            folder: shared.join("data/cambridge-ma/cambridgeport"),
            answers: table(shared.join("answers/residency.csv")),
            shared,
        })
    }

    fn layer(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    /// Parcels whose outline is not simple, by id: a refusal is right, and repair gives the key's numbers.
    fn invalid(&self) -> BTreeSet<&str> {
        self.answers.iter().filter(|r| r["valid"] == "no").map(|r| r["id"].as_str()).collect()
    }
}

#[test]
fn every_pair_within_a_thousand_feet_matches_the_key() {
    let Some(port) = Port::open() else { return };
    let (parcels, parks) = (port.layer("parcels_fy2014.geojson"), port.layer("open_space.geojson"));
    let (parcel_ids, park_ids) = (ids(&parcels), ids(&parks));
    let named: BTreeSet<&String> = {
        let all: Value = serde_json::from_str(&std::fs::read_to_string(&parks).expect("parks")).expect("JSON");
        let blank = |f: &Value| f["properties"]["NAME"].as_str().is_none_or(|n| n.trim().is_empty());
        park_ids
            .iter()
            .zip(all["features"].as_array().expect("features"))
            .filter(|(_, f)| !blank(f))
            .map(|(id, _)| id)
            .collect()
    };
    let wanted: BTreeMap<(String, String), f64> = table(port.shared.join("answers/residency_pairs.csv"))
        .iter()
        .map(|r| {
            let at = |column: &str| r[column].parse::<usize>().expect("an index");
            (
                (parcel_ids[at("parcel_index")].clone(), park_ids[at("open_space_index")].clone()),
                feet(&r["distance_ft"]),
            )
        })
        .collect();
    assert_eq!(wanted.len(), 14_942);
    let output =
        metes(&["near", "--quiet", "--from", &parcels, "--to", &parks, "--within", "1000 ft", "--repair", "from"]);
    let mut found = 0;
    for row in rows(&stdout(&output)).iter().filter(|r| named.contains(&r["to_id"])) {
        let key = (row["from_id"].clone(), row["to_id"].clone());
        let truth = wanted.get(&key).unwrap_or_else(|| panic!("{key:?} is not in the key"));
        assert!(
            (feet(&row["distance_ft"]) - truth).abs() <= 0.001 + 1e-9,
            "{key:?}: {} and not {truth}",
            row["distance_ft"]
        );
        found += 1;
    }
    assert_eq!(found, wanted.len());
}

#[test]
fn the_feet_files_give_the_same_answers() {
    let Some(port) = Port::open() else { return };
    let feet_folder = port.shared.join("data/cambridge-ma/cambridgeport-epsg2249");
    let path = |name: &str| feet_folder.join(name).display().to_string();
    let parks = table(port.shared.join("answers/residency.csv"));
    let output = metes(&[
        "near",
        "--quiet",
        "--from",
        &path("parcels_fy2014.geojson"),
        "--to",
        &path("open_space.geojson"),
        "--to-id",
        "NAME",
        "--within",
        "1500 ft",
        "--repair",
        "from",
    ]);
    let all = rows(&stdout(&output));
    let found: BTreeMap<(&str, &str), f64> =
        all.iter().map(|r| ((r["from_id"].as_str(), r["to_id"].as_str()), feet(&r["distance_ft"]))).collect();
    let mut held = 0;
    for row in &parks {
        let nearest = row["nearest"].as_str();
        let Some(distance) = found.get(&(row["id"].as_str(), nearest)) else { continue };
        assert!((distance - feet(&row["distance_ft_epsg2249_file"])).abs() <= 0.01, "{}: {distance}", row["id"]);
        assert!((distance - feet(&row["distance_ft"])).abs() <= 0.01, "{}: {distance}", row["id"]);
        held += 1;
    }
    assert!(held > 2_390, "{held} of {}", parks.len());
}

/// Checks all parcels by one of the fixtures' chapters.
fn check(law: &str, layer: &str, port: &Port, more: &[&str]) -> (i32, Vec<BTreeMap<String, String>>) {
    let parcels = port.layer("parcels_fy2014.geojson");
    let layer = format!("{layer}={}", port.layer("open_space.geojson"));
    let mut args = vec![
        "check",
        "--law",
        law,
        "--layer",
        &layer,
        "--sites",
        &parcels,
        "--format",
        "csv",
        "--on",
        "2026-11-30",
        "--site-accuracy",
        "0 ft",
    ];
    args.extend(more);
    let output = metes(&args);
    assert!(code(&output) != 2, "{}", stderr(&output));
    (code(&output), rows(&stdout(&output)))
}

#[test]
fn six_named_parks_decide_every_parcel_as_the_key_does() {
    let Some(port) = Port::open() else { return };
    for repair in [false, true] {
        let more: &[&str] =
            if repair { &["--accuracy", "parks=0 ft", "--repair", "sites"] } else { &["--accuracy", "parks=0 ft"] };
        let (exit, found) = check("fixtures/law/cambridge.md", "parks", &port, more);
        assert_eq!(exit, 1);
        assert_eq!(found.len(), port.answers.len());
        for (row, key) in found.iter().zip(&port.answers) {
            assert_eq!(row["site_id"], key["id"]);
            if !repair && port.invalid().contains(key["id"].as_str()) {
                assert_eq!((row["verdict"].as_str(), row["reason"].as_str()), ("undetermined", "invalid-data"));
                continue;
            }
            let apart = (feet(&row["measured_ft"]) - feet(&key["six_distance_ft"])).abs();
            assert!(apart <= 0.001 + 1e-9, "{}: {} and not {}", key["id"], row["measured_ft"], key["six_distance_ft"]);
            let wanted = if key["six_within_1000"] == "yes" { "violates" } else { "complies" };
            assert_eq!(row["verdict"], wanted, "{}", key["id"]);
        }
    }
}

#[test]
fn a_band_of_four_and_a_half_feet_makes_exactly_five_too_close() {
    let Some(port) = Port::open() else { return };
    let (_, found) =
        check("fixtures/law/cambridge.md", "parks", &port, &["--accuracy", "parks=4.5 ft 95%", "--repair", "sites"]);
    let found: BTreeSet<&str> =
        found.iter().filter(|r| r["reason"] == "too-close").map(|r| r["site_id"].as_str()).collect();
    let near_limit = |r: &&BTreeMap<String, String>| (feet(&r["six_distance_ft"]) - 1000.0).abs() < 4.5;
    let wanted: BTreeSet<&str> = port.answers.iter().filter(near_limit).map(|r| r["id"].as_str()).collect();
    assert_eq!(found, wanted);
    assert_eq!(found.len(), 5);
}

#[test]
fn a_cut_layer_lets_no_parcel_comply_that_only_the_cut_makes_clear() {
    let Some(port) = Port::open() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let layers = folder.path().join("layers.toml");
    let text = format!(
        "[open_space]\npath = {:?}\nname = \"NAME\"\naccuracy = \"0 ft\"\n\
         coverage = {{ path = {:?}, where = {{ NAME = \"Cambridgeport\" }}, grown_by = \"1,200 ft\" }}\n",
        port.layer("open_space.geojson"),
        port.layer("neighborhoods.geojson")
    );
    std::fs::write(&layers, text).expect("written");
    let parcels = port.layer("parcels_fy2014.geojson");
    let output = metes(&[
        "check",
        "--law",
        "fixtures/law/cambridge-open.md",
        "--layers",
        &layers.display().to_string(),
        "--sites",
        &parcels,
        "--on",
        "2026-11-30",
        "--site-accuracy",
        "0 ft",
        "--repair",
        "sites",
    ]);
    let found = rows(&stdout(&output));
    assert_eq!(found.len(), port.answers.len(), "{}", stderr(&output));
    let mut clear = 0;
    for (row, key) in found.iter().zip(&port.answers) {
        if key["within_1000"] == "yes" {
            assert_eq!(row["verdict"], "violates", "{}", key["id"]);
        } else {
            assert_ne!(row["verdict"], "complies", "{} is clear only in the cut layer", key["id"]);
            assert_eq!(row["reason"], "missing-data", "{}", key["id"]);
            clear += 1;
        }
        let apart = (feet(&row["measured_ft"]) - feet(&key["distance_ft"])).abs();
        assert!(apart <= 0.001 + 1e-9, "{}: {} and not {}", key["id"], row["measured_ft"], key["distance_ft"]);
    }
    assert_eq!(clear, 43);
}
