//! JSON that is printed keeps to the schema in the repository.

use serde_json::Value;

use crate::common::{code, metes, stderr, stdout};

fn schema_of(command: &str) -> Value {
    let path = format!("{}/schemas/{command}.schema.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("the schema")).expect("JSON")
}

fn schema() -> Value {
    schema_of("check")
}

fn hold(schema: &Value, document: &Value) {
    let validator = jsonschema::validator_for(schema).expect("a sound schema");
    let faults: Vec<String> = validator.iter_errors(document).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

const LAW: [&str; 8] =
    ["check", "--law", "us/ny/tuckahoe", "--act", "lease", "--layers", "illustrative", "--on=2026-11-30"];
const PARCELS: &str = "data/layers/us/ny/tuckahoe-illustrative/parcels.geojson";

#[test]
fn one_site_and_many_keep_to_the_schema() {
    let schema = schema();
    for site in [["--address", "9 Ferry Lane"], ["--at", "-73.83,40.95"], ["--sites", PARCELS]] {
        let output = metes(&[&LAW[..], &site, &["--format", "json"]].concat());
        assert_ne!(code(&output), 2, "{}", stderr(&output));
        let document: Value = serde_json::from_str(&stdout(&output)).expect("one JSON document");
        hold(&schema, &document);
        assert_eq!(document["illustrative"], true);
    }
}

#[test]
fn a_document_that_does_not_keep_to_it_is_caught() {
    let output = metes(&[&LAW[..], &["--address", "9 Ferry Lane", "--format", "json"]].concat());
    let mut document: Value = serde_json::from_str(&stdout(&output)).expect("one JSON document");
    document["sites"][0]["findings"][0]["verdict"] = Value::from("fine");
    let validator = jsonschema::validator_for(&schema()).expect("a sound schema");
    assert!(!validator.is_valid(&document));
}

#[test]
fn each_line_of_ndjson_is_a_site_of_the_schema() {
    let mut schema = schema();
    let site = schema["$defs"]["site"].clone();
    let defs = schema["$defs"].take();
    let mut of_line = site;
    of_line["$defs"] = defs;
    let output = metes(&[&LAW[..], &["--sites", PARCELS, "--format", "ndjson"]].concat());
    let out = stdout(&output);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 502);
    for line in lines.iter().step_by(50) {
        hold(&of_line, &serde_json::from_str(line).expect("JSON"));
    }
}

#[test]
fn layers_keep_to_their_schema() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = folder.path().join("bad.geojson");
    let text = "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{\"name\":\" \"},\"geometry\":null},\
                {\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}}]}";
    std::fs::write(&bad, text).expect("written");
    for (file, exit) in [("illustrative", 0), (bad.to_str().expect("a path"), 3)] {
        let output = metes(&["layers", file, "--on=2026-11-30", "--format", "json"]);
        assert_eq!(code(&output), exit, "{}", stderr(&output));
        hold(&schema_of("layers"), &serde_json::from_str(&stdout(&output)).expect("JSON"));
    }
}

#[test]
fn lines_of_near_and_distance_keep_to_their_schemas() {
    let folder = tempfile::tempdir().expect("a folder");
    let point = |x: f64| {
        format!(
            "{{\"type\":\"Feature\",\"properties\":null,\"geometry\":{{\"type\":\"Point\",\"coordinates\":[{x},40.95]}}}}"
        )
    };
    let from = folder.path().join("from.geojson");
    let lines =
        [point(-73.83), point(-73.0), "{\"type\":\"Feature\",\"properties\":null,\"geometry\":null}".to_owned()];
    std::fs::write(&from, lines.join("\n")).expect("written");
    let from = from.to_str().expect("a path");
    let parks = "data/layers/us/ny/tuckahoe-illustrative/parks.geojson";
    let args = ["near", "--quiet", "--from", from, "--to", parks, "--within", "2000 ft", "--keep-unmatched"];
    let near = schema_of("near");
    let output = metes(&[&args[..], &["--format", "ndjson"]].concat());
    let rows: Vec<Value> = stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(rows.len() > 3 && rows.iter().any(|r| r["within"] == false) && rows.iter().any(|r| r["error"].is_string()));
    rows.iter().for_each(|row| hold(&near, row));
    let output = metes(&[&args[..], &["--format", "geojson"]].concat());
    let collection: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    collection["features"].as_array().expect("features").iter().for_each(|f| hold(&near, &f["properties"]));
    let distance = schema_of("distance");
    let pairs = folder.path().join("pairs.ndjson");
    let origin = "{\"type\":\"Point\",\"coordinates\":[0,0]}";
    std::fs::write(&pairs, format!("{{\"id\":7,\"a\":{origin},\"b\":{origin}}}\n{{\"id\":\"x\",\"a\":{origin}}}\n"))
        .expect("written");
    let pairs = pairs.to_str().expect("a path");
    for args in [&["distance", parks, parks, "--format", "ndjson"][..], &["distance", "--pairs", pairs]] {
        let output = metes(args);
        let out = stdout(&output);
        assert!(!out.is_empty(), "{}", stderr(&output));
        out.lines().for_each(|line| hold(&distance, &serde_json::from_str(line).expect("JSON")));
    }
}

#[test]
fn the_rules_keep_to_their_schema_and_name_every_provision_of_their_sections() {
    let output = metes(&["rules", "--format", "json"]);
    let document: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    hold(&schema_of("rules"), &document);
    let Some(shared) = crate::common::shared() else { return };
    let mut decided = std::collections::BTreeMap::new();
    for chapter in document["chapters"].as_array().expect("chapters") {
        for entry in ["rules", "not_decided"].iter().flat_map(|list| chapter[*list].as_array().expect("a list")) {
            for id in entry["provisions"].as_array().expect("ids") {
                decided.insert(id.as_str().expect("an id").to_owned(), entry["decided"].as_bool().expect("told"));
            }
        }
    }
    let mut of_section: std::collections::BTreeMap<&str, (usize, usize)> = std::collections::BTreeMap::new();
    for file in std::fs::read_dir(shared.join("rules")).expect("rules").flatten() {
        if file.path().extension().is_none_or(|e| e != "csv") {
            continue;
        }
        let text = std::fs::read_to_string(file.path()).expect("a table");
        for row in csv::Reader::from_reader(text.as_bytes()).deserialize() {
            let row: std::collections::BTreeMap<String, String> = row.expect("a row");
            let (id, section) = (row["id"].as_str(), row["section"].as_str());
            let wanted = ["19A-", "19-52(b)", "19-54(a)", "§ 32-4"].into_iter().find(|s| section.starts_with(s));
            let Some(wanted) = wanted.filter(|_| id.starts_with("tuckahoe.19") || id.starts_with("town-001.32-4"))
            else {
                continue;
            };
            let is_decided = decided.get(id).unwrap_or_else(|| panic!("{id} is covered by no block"));
            assert_eq!(*is_decided, !row["scope"].starts_with("S4"), "{id}");
            let count = of_section.entry(wanted).or_default();
            if *is_decided { count.0 += 1 } else { count.1 += 1 }
        }
    }
    println!("decided and listed: {of_section:?}");
    assert_eq!(of_section["19A-"], (22, 3));
}
