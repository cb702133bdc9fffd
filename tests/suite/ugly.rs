//! Small real files, each with something odd: the right number or the named refusal.

use crate::common::{code, metes, stderr, stdout};
use serde_json::Value;

fn survey(path: &str, options: &[&str]) -> Result<Value, String> {
    let output = metes(&[&["layers", path, "--format", "json"], options].concat());
    match code(&output) {
        0 | 3 => Ok(serde_json::from_str::<Value>(&stdout(&output)).expect("JSON")["layers"][0].clone()),
        _ => Err(stderr(&output).split_whitespace().collect::<Vec<_>>().join(" ")),
    }
}

#[test]
fn each_ugly_file_is_read_or_refused_by_name() {
    let Some(shared) = crate::common::shared() else { return };
    let path = |name: &str| shared.join("data/ugly").join(name).display().to_string();
    let refused = [
        ("cambridge_addresses_bom_no_header.csv", "CSV"),
        ("cambridge_curbs_onepoint_lines.topojson.gz", "TopoJSON"),
        ("cambridge_drainage.topojson", "TopoJSON"),
        ("dc_buildings_in_3d_not_json.geojson", "error message"),
        ("esri_featureset_missing_geometry.json", "Esri JSON"),
        ("kumasi_hydrants_js_variable.geojson", "JavaScript"),
        ("la_esri_featureset_wkid102645.json", "Esri JSON"),
        ("la_trees_esri_wkid102645_as_epsg.json", "ESRI:102645"),
        ("tulsa_hydrants_string_coordinates.geojson", "text in quotes"),
    ];
    for (name, word) in refused {
        let said = survey(&path(name), &[]).expect_err(name);
        assert!(said.contains(word) && said.contains(name) && said.contains("hint:"), "{name}: {said}");
    }
    let read = [
        ("albany_addresspoints_epsg2260_crs.json", 28, 0),
        ("albany_addresspoints_wgs84.geojson", 28, 0),
        ("dc_leed_null_geometry.geojson", 8, 2),
        ("miami_landuse_empty_multipolygon.json", 1, 1),
        ("three_forks_city_boundary_rectangle.geojson", 1, 0),
        ("three_forks_growth_zone_crs_plain_epsg4326.geojson", 1, 0),
    ];
    for (name, features, refused) in read {
        let found = survey(&path(name), &[]).unwrap_or_else(|e| panic!("{name}: {e}"));
        let lost = ["null", "empty", "invalid"].iter().map(|k| found[*k].as_array().map_or(0, Vec::len)).sum::<usize>();
        assert_eq!((found["features"].as_u64(), lost), (Some(features), refused), "{name}: {found}");
    }
    // the Esri number works when it is stated as one
    let trees = survey(
        &path("la_trees_esri_wkid102645_as_epsg.json"),
        &["--crs", "la_trees_esri_wkid102645_as_epsg=ESRI:102645"],
    );
    let bounds = trees.expect("read")["bounds"].clone();
    // each tree carries its own longitude and latitude; the first is -118.1575, 34.1801
    assert!((bounds[0].as_f64().expect("west") + 118.16).abs() < 0.1, "{bounds}");
}

#[test]
fn state_plane_points_land_on_their_wgs84_twins() {
    let Some(shared) = crate::common::shared() else { return };
    let path = |name: &str| shared.join("data/ugly").join(name).display().to_string();
    let (feet, degrees) = (path("albany_addresspoints_epsg2260_crs.json"), path("albany_addresspoints_wgs84.geojson"));
    let out = stdout(&metes(&[
        "near",
        "--quiet",
        "--from",
        &feet,
        "--to",
        &degrees,
        "--within",
        "1 ft",
        "--nearest",
        "--keep-unmatched",
    ]));
    assert_eq!(out.lines().count(), 29);
    for line in out.lines().skip(1) {
        let distance: f64 = line.rsplit(',').next().and_then(|d| d.parse().ok()).unwrap_or(f64::NAN);
        assert!(distance <= 0.001, "{line}");
    }
}
