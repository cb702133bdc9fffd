//! A thousand real driveways as if they were piles: clearances, bands and corners held to a key
//! that was worked out apart.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::common::{metes, shared, stderr, stdout};

const LAW: &str = "fixtures/law/cambridge-clearance.md";

type Row = BTreeMap<String, String>;

fn rows(text: &str) -> Vec<Row> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(|row| row.expect("a row")).collect()
}

fn feet(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("\"{text}\" is no number"))
}

/// A layers file in `folder` for the layers of one neighbourhood, as exact as the key takes them.
fn layers(folder: &Path, port: &Path) -> String {
    let mut text = String::new();
    for name in ["hydrants", "trees", "street_lights", "utility_poles", "intersections"] {
        let path = port.join(format!("{name}.geojson"));
        text += &format!("[{name}]\npath = {path:?}\naccuracy = \"0 ft\"\ncoverage = \"complete\"\n");
        if name == "trees" {
            text += "where = { SiteType = \"Tree\" }\n";
        }
    }
    let file = folder.join("layers.toml");
    std::fs::write(&file, text).expect("written");
    file.display().to_string()
}

/// What `metes` says of every driveway: rows by rule, in the order of the file.
fn checked(port: &Path, accuracy: &str) -> BTreeMap<String, Vec<Row>> {
    let folder = tempfile::tempdir().expect("a folder");
    let sites = port.join("driveways.geojson").display().to_string();
    let output = metes(&[
        "check",
        "--law",
        LAW,
        "--act",
        "placing",
        "--layers",
        &layers(folder.path(), port),
        "--sites",
        &sites,
        "--site-accuracy",
        accuracy,
        "--repair",
        "sites",
        "--on=2026-11-30",
        "--format",
        "csv",
    ]);
    let out = stdout(&output);
    assert!(out.len() > 1000, "{}", stderr(&output));
    let mut by_rule: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for row in rows(&out) {
        by_rule.entry(row["rule"].clone()).or_default().push(row);
    }
    by_rule
}

/// The row that decides for a class of the key: of lights and poles the nearer.
fn of_class<'r>(found: &'r BTreeMap<String, Vec<Row>>, class: &str, limit: &str, i: usize) -> &'r Row {
    let rules: &[&str] = match (class, limit) {
        ("hydrant", _) => &["L-1"],
        ("tree", _) => &["L-2"],
        ("light_or_pole", _) => &["L-3", "L-4"],
        ("intersection", "10") => &["L-5"],
        _ => &["L-6"],
    };
    let near = |rule: &&&str| feet(&found[**rule][i]["measured_ft"]);
    let rule = rules.iter().min_by(|a, b| near(a).total_cmp(&near(b))).expect("a rule");
    &found[*rule][i]
}

struct Key {
    rows: Vec<Row>,
    data: PathBuf,
}

fn key() -> Option<Key> {
    let shared = shared()?;
    let text = std::fs::read_to_string(shared.join("answers/clearance.csv")).expect("the key");
    Some(Key { rows: rows(&text), data: shared.join("data/cambridge-ma") })
}

/// 0.0002 ft from its limit: nobody who prints three decimals can hold it.
fn is_on_the_edge(row: &Row) -> bool {
    row["driveway_index"] == "686" && row["class"] == "light_or_pole"
}

#[test]
fn every_driveway_is_as_far_from_every_class_as_the_key_says() {
    let Some(key) = key() else { return };
    let mut held = 0;
    for (folder, tolerance) in [("cambridgeport", 0.001), ("cambridgeport-epsg2249", 0.01)] {
        let found = checked(&key.data.join(folder), "0 ft");
        for row in &key.rows {
            let i: usize = row["driveway_index"].parse().expect("a place");
            let ours = of_class(&found, &row["class"], &row["limit_ft"], i);
            let (got, wanted) = (feet(&ours["measured_ft"]), feet(&row["distance_ft"]));
            assert!((got - wanted).abs() <= tolerance, "{folder}: {got} for {row:?}");
            if !is_on_the_edge(row) {
                assert_eq!(ours["verdict"], row["verdict"], "{folder}: {row:?}");
            }
            held += 1;
        }
    }
    assert_eq!(held, 2 * 5560);
    println!("{held} distances and verdicts held");
}

#[test]
fn half_a_foot_and_four_and_a_half_of_doubt_leave_open_what_the_key_says() {
    let Some(key) = key() else { return };
    for (accuracy, column) in [("0.5 ft 95%", "too_close_signed_0.5"), ("4.5 ft 95%", "too_close_signed_4.5")] {
        let found = checked(&key.data.join("cambridgeport"), accuracy);
        let mut open = 0;
        for row in key.rows.iter().filter(|row| !is_on_the_edge(row)) {
            let i: usize = row["driveway_index"].parse().expect("a place");
            let rules: &[&str] = if row["class"] == "light_or_pole" { &["L-3", "L-4"] } else { &[] };
            let ours = of_class(&found, &row["class"], &row["limit_ft"], i);
            let close = match rules {
                [] => ours["reason"] == "too-close",
                // of two classes in one: open when neither violates surely and one is open
                both => {
                    let any = |wanted: &dyn Fn(&Row) -> bool| both.iter().any(|rule| wanted(&found[*rule][i]));
                    any(&|r| r["reason"] == "too-close") && !any(&|r| r["verdict"] == "violates")
                }
            };
            // the key looks at the nearest thing alone; a second one may settle what that leaves open
            let settled = ours["verdict"] == "violates" && row[column] == "yes";
            let wider = close && row[column] == "no";
            if settled || wider {
                let second = feet(&ours["measured_ft"]) > feet(&row["distance_ft"]) + 0.001;
                assert!(second || wider, "{column}: {ours:?} for {row:?}");
            } else {
                assert_eq!(close, row[column] == "yes", "{column}: {ours:?} for {row:?}");
            }
            open += usize::from(close);
        }
        println!("{column}: {open} left open");
        assert!(open > 40);
    }
}

#[test]
fn twenty_five_feet_from_a_corner_point_are_as_the_key_has_them() {
    let Some(shared) = shared() else { return };
    let corners = rows(&std::fs::read_to_string(shared.join("answers/corners.csv")).expect("the corners"));
    let pairs = rows(&std::fs::read_to_string(shared.join("answers/corner_driveways.csv")).expect("the key"));
    let folder = tempfile::tempdir().expect("a folder");
    let mut held = 0;
    for (mark, sites) in [("C", "cambridgeport/driveways.geojson"), ("K", "city/driveways.geojson.gz")] {
        let points: Vec<String> = corners
            .iter()
            .filter(|row| row["corner"].starts_with(mark))
            .map(|row| {
                format!(
                    "{{\"type\":\"Feature\",\"id\":\"{}\",\"properties\":{{}},\"geometry\":{{\"type\":\"Point\",\"coordinates\":[{},{}]}}}}",
                    row["corner"], row["lon"], row["lat"]
                )
            })
            .collect();
        let file = folder.path().join(format!("{mark}.geojson"));
        std::fs::write(&file, format!("{{\"type\":\"FeatureCollection\",\"features\":[\n{}\n]}}", points.join(",\n")))
            .expect("written");
        let toml = folder.path().join("layers.toml");
        std::fs::write(&toml, format!("[corners]\npath = {file:?}\naccuracy = \"0 ft\"\ncoverage = \"complete\"\n"))
            .expect("written");
        let sites = shared.join("data/cambridge-ma").join(sites).display().to_string();
        let output = metes(&[
            "check",
            "--law",
            LAW,
            "--act",
            "driveway",
            "--layers",
            &toml.display().to_string(),
            "--sites",
            &sites,
            "--site-accuracy",
            "0 ft",
            "--repair",
            "sites",
            "--on=2026-11-30",
            "--format",
            "csv",
        ]);
        let found = rows(&stdout(&output));
        assert!(!found.is_empty(), "{}", stderr(&output));
        // the nearest corner of each driveway in the key
        let mut nearest: BTreeMap<usize, &Row> = BTreeMap::new();
        // the key lists driveways within 75 ft; a few rows of it bear the number of one miles away
        let near = |pair: &&Row| pair["corner"].starts_with(mark) && feet(&pair["polygon_distance_ft"]) <= 75.0;
        for pair in pairs.iter().filter(near) {
            let i: usize = pair["driveway_index"].parse().expect("a place");
            let known = nearest.entry(i).or_insert(pair);
            if feet(&pair["polygon_distance_ft"]) < feet(&known["polygon_distance_ft"]) {
                *known = pair;
            }
        }
        for (i, pair) in nearest {
            let (got, wanted) = (feet(&found[i]["measured_ft"]), feet(&pair["polygon_distance_ft"]));
            assert!((got - wanted).abs() <= 0.0015, "{mark}: {got} for {pair:?}");
            let verdict = if pair["polygon_25"] == "within" { "violates" } else { "complies" };
            assert_eq!(found[i]["verdict"], verdict, "{mark}: {pair:?}");
            held += 1;
        }
    }
    println!("{held} driveways held to the nearest corner point");
    assert!(held > 600);
}
