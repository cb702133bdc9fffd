//! Every driveway of a real neighbourhood as a pile's footprint, against an answer key for hydrants, trees, lights, poles and intersections.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::common::{Row, code, feet, ids, metes, rows, stderr, stdout, table};

const LAW: &str = "fixtures/law/cambridge-clearance.md";
const LAYERS: [&str; 5] = ["hydrants", "trees", "street_lights", "utility_poles", "intersections"];

/// The rules that together decide a row of the key.
fn rules(class: &str, limit: &str) -> &'static [&'static str] {
    match (class, limit) {
        ("hydrant", "10") => &["L-1"],
        ("tree", "2") => &["L-2"],
        ("light_or_pole", "4") => &["L-3", "L-4"],
        ("intersection", "10") => &["L-5"],
        ("intersection", "25") => &["L-6"],
        other => panic!("no rule for {other:?}"),
    }
}

/// The driveway that stands 4.00018 ft from a street light: the key leaves its verdict out.
fn on_the_limit(key: &Row) -> bool {
    key["driveway_index"] == "686" && key["class"] == "light_or_pole"
}

struct Port {
    data: PathBuf,
    key: Vec<Row>,
}

impl Port {
    fn open() -> Option<Port> {
        let shared = crate::common::shared()?;
        let key = table(shared.join("answers/clearance.csv"));
        assert_eq!(key.len(), 5_560);
        Some(Port { data: shared.join("data/cambridge-ma"), key })
    }

    /// Checks all driveways of a folder against all of its layers, and gives the findings of each by rule.
    fn check(&self, folder: &str, accuracy: &str, more: &[&str]) -> BTreeMap<(String, String), Row> {
        let folder = self.data.join(folder);
        let home = tempfile::tempdir().expect("a folder");
        let layers = home.path().join("layers.toml");
        std::fs::write(&layers, layers_file(&folder)).expect("written");
        let (layers, sites) = (layers.display().to_string(), folder.join("driveways.geojson").display().to_string());
        let mut args = vec!["check", "--law", LAW, "--act", "placing", "--layers", &layers, "--sites", &sites];
        args.extend(["--site-accuracy", accuracy, "--format", "csv", "--on", "2026-11-30"]);
        args.extend(more);
        let output = metes(&args);
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        let found = rows(&stdout(&output));
        assert_eq!(found.len(), 1_112 * 6);
        found.into_iter().map(|row| ((row["site_id"].clone(), row["rule"].clone()), row)).collect()
    }
}

/// A layers file for a folder: all layers exact, and complete, as the key takes them to be.
fn layers_file(folder: &Path) -> String {
    let mut text = String::new();
    for layer in LAYERS {
        let path = folder.join(format!("{layer}.geojson"));
        let filter = if layer == "trees" { "where = { SiteType = \"Tree\" }\n" } else { "" };
        writeln!(text, "[{layer}]\npath = {path:?}\naccuracy = \"0 ft\"\ncoverage = \"complete\"\n{filter}")
            .expect("text");
    }
    text
}

/// What the rules of one row of the key found together: the lesser distance with what is
/// nearest, and the graver verdict with its reason.
struct Together<'f> {
    distance: f64,
    nearest: BTreeSet<(&'f str, &'f str)>,
    verdict: &'f str,
    reason: &'f str,
}

fn together<'f>(found: &'f BTreeMap<(String, String), Row>, key: &Row) -> Together<'f> {
    let all: Vec<&Row> = rules(&key["class"], &key["limit_ft"])
        .iter()
        .map(|rule| &found[&(key["driveway_id"].clone(), (*rule).to_owned())])
        .collect();
    let least = all.iter().map(|row| feet(&row["measured_ft"])).fold(f64::INFINITY, f64::min);
    let near = all.iter().filter(|row| feet(&row["measured_ft"]) <= least + 0.001);
    let nearest = near.flat_map(|row| row["nearest_id"].split('|').map(|id| (row["rule"].as_str(), id))).collect();
    let rank = |verdict: &str| ["complies", "undetermined", "violates"].iter().position(|v| *v == verdict);
    let gravest = all.iter().max_by_key(|row| rank(&row["verdict"]).expect("one of three")).expect("a rule");
    Together { distance: least, nearest, verdict: &gravest["verdict"], reason: &gravest["reason"] }
}

/// The features that the key names as nearest, as the rule that meets them and their ids.
fn named_by_key<'i>(key: &Row, ids: &'i BTreeMap<&str, Vec<String>>) -> BTreeSet<(&'static str, &'i str)> {
    let one = |text: &str| {
        let (layer, index) = text.trim_end_matches(']').split_once('[').expect("layer[index]");
        let rules = rules(&key["class"], &key["limit_ft"]);
        let rule = if layer == "utility_poles" { rules[1] } else { rules[0] };
        (rule, ids[layer][index.parse::<usize>().expect("an index")].as_str())
    };
    key["nearest"].split('|').map(one).collect()
}

#[test]
fn every_distance_verdict_and_nearest_feature_is_that_of_the_key() {
    let Some(port) = Port::open() else { return };
    let folder = port.data.join("cambridgeport");
    let ids: BTreeMap<&str, Vec<String>> =
        LAYERS.map(|layer| (layer, ids(folder.join(format!("{layer}.geojson"))))).into();
    let found = port.check("cambridgeport", "0 ft", &["--repair", "sites"]);
    let (mut worst, mut verdicts) = (0f64, BTreeMap::<(&str, &str, &str), u32>::new());
    for key in &port.key {
        let what = format!("driveway {} to {} {}", key["driveway_index"], key["class"], key["limit_ft"]);
        let got = together(&found, key);
        let off = (got.distance - feet(&key["distance_ft"])).abs();
        assert!(off <= 0.001 + 1e-9, "{what}: {} and not {}", got.distance, key["distance_ft"]);
        assert_eq!(got.nearest, named_by_key(key, &ids), "{what}");
        worst = worst.max(off);
        if !on_the_limit(key) {
            assert_eq!((got.verdict, got.reason), (key["verdict"].as_str(), ""), "{what}");
        }
        *verdicts.entry((&key["class"], &key["limit_ft"], got.verdict)).or_default() += 1;
    }
    println!("{} rows held, worst {worst:.6} ft", port.key.len());
    let violations = [("hydrant", "10", 21), ("tree", "2", 13), ("light_or_pole", "4", 61), ("intersection", "10", 17)];
    for (class, limit, count) in violations.into_iter().chain([("intersection", "25", 73)]) {
        assert_eq!(verdicts[&(class, limit, "violates")], count, "{class} {limit}");
    }
}

#[test]
fn a_driveway_whose_outline_crosses_itself_is_refused_unless_repaired() {
    let Some(port) = Port::open() else { return };
    let found = port.check("cambridgeport", "0 ft", &[]);
    let mut refused = BTreeMap::<&str, u32>::new();
    for key in &port.key {
        let got = rules(&key["class"], &key["limit_ft"])
            .iter()
            .map(|rule| &found[&(key["driveway_id"].clone(), (*rule).to_owned())]);
        for row in got {
            if row["reason"] == "invalid-data" {
                assert_eq!(key["valid"], "no", "driveway {} is sound", key["driveway_index"]);
                assert_eq!((row["verdict"].as_str(), row["measured_ft"].as_str()), ("undetermined", ""));
                assert!(row["remark"].contains("crosses") || row["remark"].contains("retraces"), "{}", row["remark"]);
                *refused.entry(&key["driveway_index"]).or_default() += 1;
            } else {
                assert_eq!(row["reason"], "", "driveway {}", key["driveway_index"]);
            }
        }
        if !refused.contains_key(key["driveway_index"].as_str()) {
            let off = (together(&found, key).distance - feet(&key["distance_ft"])).abs();
            assert!(off <= 0.001 + 1e-9, "driveway {}", key["driveway_index"]);
        }
    }
    println!("refused: {refused:?}");
    assert!(!refused.is_empty() && refused.values().all(|rules| *rules == 6), "all rules or none");
}

#[test]
fn a_doubt_makes_too_close_just_what_lies_within_it_with_depth_counted() {
    let Some(port) = Port::open() else { return };
    for (doubt, wanted) in [("0.5", 53), ("4.5", 383)] {
        let found = port.check("cambridgeport", &format!("{doubt} ft 95%"), &["--repair", "sites"]);
        let mut close = 0;
        for key in &port.key {
            let what = format!("driveway {} to {} {}", key["driveway_index"], key["class"], key["limit_ft"]);
            let got = together(&found, key);
            if key[&format!("too_close_signed_{doubt}")] == "yes" {
                assert_eq!((got.verdict, got.reason), ("undetermined", "too-close"), "{what}, {doubt} ft");
                close += 1;
            } else {
                assert_eq!((got.verdict, got.reason), (key["verdict"].as_str(), ""), "{what}, {doubt} ft");
            }
        }
        println!("{close} too close under {doubt} ft");
        assert_eq!(close, wanted);
    }
}

#[test]
fn the_files_in_feet_give_the_same_answers() {
    let Some(port) = Port::open() else { return };
    let found = port.check("cambridgeport-epsg2249", "0 ft", &["--repair", "sites"]);
    let mut worst = 0f64;
    for key in &port.key {
        let what = format!("driveway {} to {} {}", key["driveway_index"], key["class"], key["limit_ft"]);
        let got = together(&found, key);
        let off = (got.distance - feet(&key["distance_ft"])).abs();
        assert!(off <= 0.01, "{what}: {} and not {}", got.distance, key["distance_ft"]);
        worst = worst.max(off);
        if !on_the_limit(key) {
            assert_eq!(got.verdict, key["verdict"], "{what}");
        }
    }
    println!("{} rows held, worst {worst:.6} ft", port.key.len());
}
