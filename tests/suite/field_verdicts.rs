//! The real reports again, as somebody would ask them: each ends in the right verdict.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::{code, metes, stderr, stdout};
use crate::field_case::Case;

#[test]
fn p01_degrees_are_measured_in_feet_and_a_wide_band_refers() {
    let Some(case) = Case::open("P01") else { return };
    assert_eq!(case.hold_sides("every = \"feature\""), 8);
    let sides = |band: &str| {
        let answer = case.check("every = \"feature\"", "dwellings.geojson", "parks.geojson", band, &[]);
        ["d1", "d2", "d3", "d4"].map(|id| answer.side(id))
    };
    assert_eq!(sides("0 ft"), ["within", "within", "outside", "outside"]);
    assert_eq!(sides("14 ft 95%"), ["within", "refer", "refer", "outside"]);
}

#[test]
fn p05_both_of_two_equally_near_parks_are_named_whatever_their_order() {
    let Some(case) = Case::open("P05") else { return };
    assert_eq!(case.hold_sides("every = \"feature\""), 8);
    for kind in ["", "_lonlat"] {
        let csv = |order: &str| {
            let (sites, parks) = (format!("dwellings{kind}.geojson"), format!("parks_{order}{kind}.geojson"));
            case.print("every = \"feature\"", &sites, &parks, "0 ft", &["--format", "csv"]).printed
        };
        let (ab, ba) = (csv("AB"), csv("BA"));
        assert!(ab.contains(",violates,") && ab.contains(",A|B,"), "{ab}");
        assert_eq!(ab, ba);
    }
}

#[test]
fn p06_only_what_the_rule_names_counts_and_what_it_lacks_is_named() {
    let Some(case) = Case::open("P06") else { return };
    assert_eq!(case.hold_sides(&case.names(None)), 1);
    for format in ["text", "csv", "geojson", "ndjson"] {
        let more = ["--format", format];
        let answer = case.print(&case.names(None), "dwellings.geojson", "parks.geojson", "0 ft", &more);
        assert!(answer.printed.contains("Union Park") && answer.exit == 1, "{}", answer.printed);
        assert!(!answer.printed.to_lowercase().contains("plaza"), "{}", answer.printed);
    }
    let refusal = &case.expect["refusals"][0];
    let answer = case.check(&case.names(Some(refusal)), "dwellings.geojson", "parks_five.geojson", "0 ft", &[]);
    assert_eq!((answer.side("d"), answer.exit), ("within", 1));
    assert!(refusal["exit_any_of"].as_array().expect("codes").contains(&Value::from(answer.exit)));
    assert!(answer.printed.contains("6 named, 5 found: Fisher Park and Playground missing"));
}

#[test]
fn p07_a_named_park_without_geometry_is_neither_near_nor_far() {
    let Some(case) = Case::open("P07") else { return };
    let named = case.names(None);
    assert_eq!(case.hold_sides(&named), 6);
    let answer = case.check(&named, "dwellings.geojson", "parks.geojson", "0 ft", &[]);
    let finding = &answer.site("d")["findings"][0];
    assert_eq!((&finding["verdict"], &finding["reason"]), (&Value::from("undetermined"), &Value::from("missing-data")));
    case.hold_mentions(&finding["gaps"].to_string());
}

#[test]
fn p08_a_bow_tie_is_referred_and_repaired_by_request() {
    let Some(case) = Case::open("P08") else { return };
    assert_eq!(case.hold_sides("every = \"feature\""), 1);
    let check = |more: &[&str]| case.check("every = \"feature\"", "dwellings.geojson", "parks.geojson", "0 ft", more);
    let answer = check(&[]);
    assert_eq!((answer.side("d"), answer.exit), ("refer", 3));
    assert_eq!(answer.site("d")["findings"][0]["reason"], "invalid-data");
    case.hold_mentions(&answer.site("d")["findings"][0]["gaps"].to_string());
    let mended = check(&["--repair", "parks"]);
    let pair = case.expect["pairs"].as_array().expect("pairs").iter().find(|p| p["distance_ft"].is_f64());
    let wanted = pair.and_then(|p| p["distance_ft"].as_f64()).expect("28.29 ft");
    assert_eq!((mended.side("d"), mended.exit), ("within", 1));
    let feet = mended.site("d")["findings"][0]["measured_ft"].as_f64().expect("feet");
    assert!((feet - wanted).abs() <= 0.01, "{feet}");
    let layer = mended.document["layers"].as_array().expect("layers").iter().find(|l| l["layer"] == "parks");
    let layer = layer.expect("parks");
    assert!(layer["repairs"].to_string().contains("crossing rings accepted"), "{layer}");
    assert_eq!(layer["sha256"].as_str().map(str::len), Some(64), "{layer}");
    let more = ["--repair", "parks", "--format", "text"];
    let text = case.print("every = \"feature\"", "dwellings.geojson", "parks.geojson", "0 ft", &more).printed;
    assert!(text.contains("28.3 f") && text.contains("Layer parks: crossing rings accepted (--repair)"), "{text}");
}

#[test]
fn p09_a_stack_of_twelve_is_one_unit_when_asked_and_twelve_rows_in_a_batch() {
    let Some(case) = Case::open("P09") else { return };
    assert_eq!(case.hold_sides("every = \"feature\""), 12);
    let strings = |list: &Value| -> Vec<String> {
        list.as_array().expect("ids").iter().map(|id| id.as_str().expect("text").to_owned()).collect()
    };
    let answer = case.check("every = \"feature\"", "parcels.geojson", "parks.geojson", "0 ft", &[]);
    let sites = answer.document["sites"].as_array().expect("sites");
    let ids: Vec<&str> = sites.iter().filter_map(|site| site["site_id"].as_str()).collect();
    assert_eq!(ids, strings(&case.expect["queries"][1]["ids"]));
    let feet: BTreeSet<String> = sites.iter().map(|site| site["findings"][0]["measured_ft"].to_string()).collect();
    assert_eq!(feet.len(), 1, "one lot, one distance: {feet:?}");
    let parcels = format!("parcels={}", case.folder.join("parcels.geojson").display());
    let parks = format!("parks={}", case.folder.join("parks.geojson").display());
    let law = case.law("every = \"feature\"");
    for query in case.expect["queries"].as_array().expect("queries") {
        let typed = query["query"].as_str().expect("an address");
        let args = ["check", "--law", &law, "--layer", &parcels, "--layer", &parks, "--address", typed];
        let output = metes(&[&args[..], &["--on=2026-11-30", "--format", "csv"]].concat());
        let (out, said, ids) = (stdout(&output), stderr(&output), strings(&query["ids"]));
        if query["outcome"] == "one" {
            assert_eq!(code(&output), 1, "{said}");
            assert!(out.lines().nth(1).is_some_and(|row| row.starts_with(&format!("{},T-1,violates,,742.0", ids[0]))));
            assert_eq!(out.lines().count(), 2, "{out}");
        } else {
            assert_eq!((code(&output), out.as_str()), (2, ""));
            let listed = |line: &str| line.split_once("parcel ").map(|(_, id)| id.to_owned());
            let candidates: Vec<String> = said.lines().filter(|l| !l.contains("--")).filter_map(listed).collect();
            assert_eq!(candidates, ids, "{said}");
        }
    }
}

#[test]
fn p10_a_state_plane_in_metres_gets_its_verdict() {
    let Some(case) = Case::open("P10") else { return };
    // the other three files of the case are no GeoJSON
    assert_eq!(case.hold_sides("every = \"feature\""), 1);
    let answer = case.check("every = \"feature\"", "e32115.geojson", "e32115.geojson", "0 ft", &[]);
    assert_eq!((answer.side("lot"), answer.exit), ("within", 1));
}

#[test]
fn p12_the_part_that_is_nearest_decides_and_is_told() {
    let Some(case) = Case::open("P12") else { return };
    assert_eq!(case.hold_sides("every = \"feature\""), 2);
    for (parks, part) in [("parks_far_near.geojson", 2), ("parks_near_far.geojson", 1)] {
        let answer = case.check("every = \"feature\"", "dwellings.geojson", parks, "0 ft", &[]);
        assert_eq!((answer.side("d"), answer.exit), ("within", 1));
        assert_eq!(answer.site("d")["findings"][0]["places"][0]["part"], part);
        let text = case.print("every = \"feature\"", "dwellings.geojson", parks, "0 ft", &["--format", "text"]);
        assert!(text.printed.contains(&format!("(part {part} of 2)")), "{}", text.printed);
    }
}

#[test]
fn p13_the_nearest_point_lies_on_an_edge_and_no_vertex_is_measured_to() {
    let Some(case) = Case::open("P13") else { return };
    assert_eq!(case.hold_sides("every = \"feature\""), 2);
    let answer = case.check("every = \"feature\"", "dwellings.geojson", "parks.geojson", "0 ft", &[]);
    assert_eq!(["point", "lot"].map(|id| answer.side(id)), ["within", "within"]);
    let nearest = &case.expect["pairs"][0]["nearest_to"];
    let point = |name: &str, crs: &str, at: &Value| {
        case.write(name, &format!("{{\"type\":\"Feature\",{crs}\"properties\":{{}},\"geometry\":{{\"type\":\"Point\",\"coordinates\":{at}}}}}"))
    };
    let crs = "\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"urn:ogc:def:crs:EPSG::2260\"}},";
    let wanted = point("wanted.geojson", crs, &nearest["epsg2260"]);
    let found = &answer.site("point")["findings"][0]["places"][0]["nearest_on_place"];
    let found = point("found.geojson", "", found);
    let output = metes(&["distance", &found, &wanted, "--format", "ndjson"]);
    let apart: Value = serde_json::from_str(&stdout(&output)).unwrap_or_else(|e| panic!("{e}: {}", stderr(&output)));
    let feet = apart["distance_m"].as_f64().expect("metres") / 0.3048;
    assert!(feet <= nearest["tol_ft"].as_f64().expect("a tolerance"), "{feet} ft from the nearest point");
}
