//! Real reports, re-cast as files with their right answers: each ends in the right number or a named refusal.

use std::path::{Path, PathBuf};

use crate::common::{code, metes, stderr, stdout};
use serde_json::Value;

/// A case: its folder, and what is expected of it.
struct Case {
    folder: PathBuf,
    expect: Value,
}

impl Case {
    fn open(name: &str) -> Option<Case> {
        let folder = crate::common::shared()?.join("field-cases").join(name);
        let text = std::fs::read_to_string(folder.join("expect.json")).expect("expect.json");
        Some(Case { folder, expect: serde_json::from_str(&text).expect("JSON") })
    }

    fn path(&self, file: &str) -> String {
        self.folder.join(file).display().to_string()
    }

    /// Whether a file is of a format that is read here.
    fn is_geojson(file: &Value) -> bool {
        Path::new(file.as_str().unwrap_or_default()).extension().is_some_and(|e| e == "geojson")
    }

    /// Runs `near` for every pair of the case whose `with` is taken, and holds the distance to
    /// the one expected. Returns how many were held.
    fn hold_pairs(&self, options: &[&str], taken: impl Fn(&str) -> bool) -> usize {
        let mut held = 0;
        for pair in self.expect["pairs"].as_array().expect("pairs") {
            let (from, to) = (&pair["from"], &pair["to"]);
            let with = pair["with"].as_str().unwrap_or_default();
            let Some(wanted) = pair["distance_ft"].as_f64().filter(|_| taken(with)) else { continue };
            if !Case::is_geojson(&from["file"]) || !Case::is_geojson(&to["file"]) {
                continue;
            }
            let (a, b) =
                (self.path(from["file"].as_str().expect("a file")), self.path(to["file"].as_str().expect("a file")));
            let mut args = vec!["near", "--quiet", "--from", &a, "--to", &b, "--within", "10000 ft"];
            args.extend(options);
            let out = stdout(&metes(&args));
            let start = format!("{},1,{},", from["id"].as_str().expect("an id"), to["id"].as_str().expect("an id"));
            let row = out.lines().find_map(|line| line.strip_prefix(start.as_str()));
            let found: f64 = row.unwrap_or_else(|| panic!("no row {start} in\n{out}")).parse().expect("feet");
            let tolerance = pair["tol_ft"].as_f64().expect("a tolerance");
            assert!((found - wanted).abs() <= tolerance, "{start} {found}, wanted {wanted}");
            for never in self.expect["never_print"].as_array().unwrap_or(&Vec::new()) {
                assert!(!out.contains(never.as_str().expect("text")), "{never} is printed:\n{out}");
            }
            held += 1;
        }
        held
    }

    /// A refusal must be exit 2 (or one of the case's codes) and name what the case asks for.
    fn hold_refusals(&self, args: impl Fn(&str) -> Vec<String>) {
        let any = self.expect["exit_any_of"].as_array().cloned().unwrap_or_else(|| vec![Value::from(2)]);
        for refusal in self.expect["refusals"].as_array().expect("refusals") {
            let args = args(&self.path(refusal["file"].as_str().expect("a file")));
            let output = metes(&args.iter().map(String::as_str).collect::<Vec<_>>());
            assert!(any.contains(&Value::from(code(&output))), "exit {} is none of {any:?}", code(&output));
            let said = stderr(&output).split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
            for wanted in refusal["must_mention"].as_array().expect("must_mention") {
                let wanted = wanted.as_str().expect("text").to_lowercase();
                assert!(wanted.split('|').any(|w| said.contains(w)), "{wanted} is not said in: {said}");
            }
        }
    }

    fn near(&self, from: &str, to: &str) -> Vec<String> {
        ["near", "--from", from, "--to", to, "--within", "1000 ft"].map(str::to_owned).to_vec()
    }
}

#[test]
fn p01_distance_in_degrees() {
    let Some(case) = Case::open("P01") else { return };
    assert_eq!(case.hold_pairs(&[], |with| with == "zero band"), 4);
}

#[test]
fn p02_swapped_axes() {
    let Some(case) = Case::open("P02") else { return };
    case.hold_refusals(|parks| case.near(&case.path("dwellings.geojson"), parks));
    assert_eq!(case.hold_pairs(&["--swap-axes", "to"], |_| true), 4);
    let said = stderr(&metes(&["distance", &case.path("dwellings.geojson"), &case.path("parks.geojson")]));
    assert!(said.contains("--swap-axes b"), "{said}");
}

#[test]
fn p04_web_mercator_is_read_but_not_measured_in() {
    let Some(case) = Case::open("P04") else { return };
    assert!(case.hold_pairs(&[], |_| true) >= 2);
    let said = stderr(&metes(
        &case
            .near(&case.path("dwellings.geojson"), &case.path("parks.geojson"))
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>(),
    ));
    assert!(said.contains("geodesic on WGS84") || said.replace("\n  ", " ").contains("geodesic on WGS84"), "{said}");
}

#[test]
fn p05_ties_are_all_listed_by_id_whatever_the_order_of_the_file() {
    let Some(case) = Case::open("P05") else { return };
    assert!(case.hold_pairs(&[], |_| true) > 0);
    let run = |parks: &str| {
        let out = metes(&[
            "near",
            "--quiet",
            "--from",
            &case.path("dwellings.geojson"),
            "--to",
            &case.path(parks),
            "--within",
            "1000 ft",
            "--nearest",
            "--ties",
        ]);
        stdout(&out)
    };
    let (ab, ba) = (run("parks_AB.geojson"), run("parks_BA.geojson"));
    assert_eq!(ab, ba);
    let ids: Vec<&str> = ab.lines().skip(1).filter_map(|l| l.split(',').nth(2)).collect();
    assert_eq!(ids, ["A", "B"]);
}

#[test]
fn p06_p13_edges_and_classes_measure_right() {
    for name in ["P06", "P13"] {
        let Some(case) = Case::open(name) else { return };
        assert!(case.hold_pairs(&[], |_| true) > 0, "{name}");
    }
}

#[test]
fn p07_an_empty_park_is_neither_near_nor_clear() {
    let Some(case) = Case::open("P07") else { return };
    assert_eq!(case.hold_pairs(&[], |_| true), 5);
    case.hold_refusals(|parks| case.near(&case.path("dwellings.geojson"), parks));
}

#[test]
fn p08_a_bow_tie_is_refused_or_repaired() {
    let Some(case) = Case::open("P08") else { return };
    case.hold_refusals(|parks| case.near(&case.path("dwellings.geojson"), parks));
    assert_eq!(case.hold_pairs(&["--repair", "to"], |with| with.contains("repair")), 1);
}

#[test]
fn p09_a_stack_of_twelve_gives_twelve_rows() {
    let Some(case) = Case::open("P09") else { return };
    assert_eq!(case.hold_pairs(&[], |_| true), 12);
    let survey = stdout(&metes(&["layers", &case.path("parcels.geojson"), "--format", "json"]));
    let survey: Value = serde_json::from_str(&survey).expect("JSON");
    assert_eq!(survey["layers"][0]["same_geometry"][0].as_array().map(Vec::len), Some(12));
}

#[test]
fn p10_a_state_plane_in_metres() {
    let Some(case) = Case::open("P10") else { return };
    assert_eq!(case.hold_pairs(&[], |_| true), 1);
}

#[test]
fn p12_no_part_is_dropped_and_the_nearest_is_named() {
    let Some(case) = Case::open("P12") else { return };
    assert_eq!(case.hold_pairs(&[], |_| true), 2);
    for pair in case.expect["pairs"].as_array().expect("pairs").iter().filter(|p| Case::is_geojson(&p["to"]["file"])) {
        let parks = case.path(pair["to"]["file"].as_str().expect("a file"));
        let out = metes(&[
            "near",
            "--quiet",
            "--from",
            &case.path("dwellings.geojson"),
            "--to",
            &parks,
            "--within",
            "1000 ft",
            "--format",
            "ndjson",
        ]);
        let row: Value = serde_json::from_str(&stdout(&out)).expect("one row");
        assert_eq!(row["to_part"], pair["nearest_part"]);
    }
}

#[test]
fn p15_projected_coordinates_need_their_system() {
    let Some(case) = Case::open("P15") else { return };
    assert_eq!(case.hold_pairs(&[], |_| true), 1);
    case.hold_refusals(|file| case.near(file, file));
    let file = case.path("a_member_2260.geojson");
    let said = stderr(&metes(&["near", "--from", &file, "--to", &file, "--within", "1 ft"]));
    assert!(said.contains("warning") && said.contains("crs") && said.contains("2260"), "{said}");
}
