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
    assert_eq!(lines.len(), 500);
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
