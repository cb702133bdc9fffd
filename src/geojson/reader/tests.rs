//! What the reader takes and what it refuses, by example.

use std::io::Cursor;

use super::super::feature::RawGeometry;
use super::*;

fn reader(text: &str) -> Reader {
    Reader::new("x.geojson", Box::new(Cursor::new(text.as_bytes().to_vec())))
}

fn all(text: &str) -> Result<Vec<RawFeature>> {
    let mut reader = reader(text);
    let mut found = Vec::new();
    while let Some(feature) = reader.next_feature()? {
        found.push(feature);
    }
    Ok(found)
}

fn refusal(text: &str) -> String {
    all(text).expect_err("refused").to_string()
}

const POINT: &str =
    r#"{"type":"Feature","id":7,"properties":{"name":"a]}"},"geometry":{"type":"Point","coordinates":[1,2]}}"#;

#[test]
fn members_come_in_any_order_with_brackets_before_the_features() {
    let text = format!(
        "\u{feff}{{\"name\":\"[x[\",\"bbox\":[1,2,3,4],\"meta\":{{\"features\":[{POINT}]}},\"features\":[{POINT},\n{POINT}],\"crs\":{{\"type\":\"name\"}},\"type\":\"FeatureCollection\"}}\n"
    );
    let mut reader = reader(&text);
    let first = reader.next_feature().expect("sound").expect("one");
    assert_eq!((first.ordinal, first.line, first.id.as_deref()), (1, 1, Some("7")));
    let second = reader.next_feature().expect("sound").expect("two");
    assert_eq!((second.ordinal, second.line), (2, 2));
    assert!(reader.next_feature().expect("sound").is_none());
    assert!(reader.crs_member().is_some_and(|c| c.after_features));
}

#[test]
fn sequences_lines_single_features_and_bare_geometries_are_read() {
    assert_eq!(all(&format!("\u{1e}{POINT}\n\u{1e}{POINT}\n")).map(|f| f.len()), Ok(2));
    assert_eq!(all(&format!("{POINT}\n{POINT}\n{POINT}")).map(|f| f.len()), Ok(3));
    assert_eq!(all(POINT).map(|f| f.len()), Ok(1));
    let bare = all(r#"{"coordinates":[[0,0],[1,1]],"type":"LineString"}"#).expect("sound");
    assert!(matches!(bare[0].geometry, RawGeometry::Shape(crate::planar::GeometryType::LineString, _)));
    assert_eq!(all(r#"{"type":"FeatureCollection","features":[]}"#).map(|f| f.len()), Ok(0));
}

#[test]
fn no_cut_of_a_file_is_accepted() {
    let text = format!("{{\"type\":\"FeatureCollection\",\"features\":[{POINT},{POINT}]}}");
    for cut in 0..text.len() {
        assert!(all(&text[..cut]).is_err(), "cut at {cut}");
    }
    let message = refusal(&text[..text.len() - 30]);
    assert!(message.contains("breaks off in the middle of the 2nd feature"), "{message}");
}

#[test]
fn what_follows_the_end_is_refused() {
    let text = format!("{{\"type\":\"FeatureCollection\",\"features\":[{POINT}]}}");
    for garbage in ["}", "x", "[1]", &text] {
        assert!(refusal(&format!("{text}{garbage}")).contains("after the end"), "{garbage}");
    }
    assert!(refusal(&format!("{POINT}\nnonsense")).contains("after the end"));
}

#[test]
fn imposters_are_called_by_their_name() {
    for (text, word) in [
        ("", "is empty"),
        ("  \n ", "is empty"),
        ("<html><body>404</body></html>", "web page"),
        ("Cannot GET /datasets/x.geojson", "error message"),
        ("var hydrants = {\"type\":\"FeatureCollection\",\"features\":[]}", "JavaScript"),
        ("12,14,,ABERDEEN,AVE\n", "CSV"),
        ("[1,2]", "list"),
        ("PK\u{3}\u{4}xxxx", "ZIP"),
        (r#"{"type":"Topology","objects":{},"arcs":[]}"#, "TopoJSON"),
        (
            r#"{"geometryType":"esriGeometryPoint","features":[{"attributes":{},"geometry":{"x":1,"y":2}}]}"#,
            "Esri JSON",
        ),
        (r#"{"features":[{"attributes":{},"geometry":{"x":1,"y":2}}]}"#, "Esri JSON"),
        (r#"{"type":"FeatureCollection","features":[{"type":"Point","coordinates":[1,2]}]}"#, "not a Feature"),
        (r#"{"a":1}"#, "has no type"),
        (r#"{"type":"FeatureCollection","features":[1]}"#, "a feature is expected"),
        (r#"{"type":"FeatureCollection","type":"Topology","features":[]}"#, "stands twice"),
    ] {
        let message = refusal(text);
        assert!(message.contains(word), "{text}\n{message}");
        assert!(message.contains("x.geojson") && message.contains("hint:"), "{message}");
    }
}

#[test]
fn a_feature_that_is_no_geometry_is_told_apart_from_a_broken_file() {
    let feature = |geometry: &str| format!("{{\"type\":\"Feature\",\"properties\":null,\"geometry\":{geometry}}}");
    for (geometry, word) in [
        (r#"{"type":"Point","coordinates":["1","2"]}"#, "quotes"),
        (r#"{"type":"Circle","coordinates":[1,2]}"#, "Circle"),
        (r#"{"type":"Polygon"}"#, "no \"coordinates\""),
        (
            r#"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"Polygon","coordinates":[]}]}"#,
            "empty",
        ),
        ("[1,2]", "not an object"),
    ] {
        match &all(&feature(geometry)).expect("the file is sound")[0].geometry {
            RawGeometry::Misfit(_, what) => assert!(what.contains(word), "{what}"),
            other => panic!("{geometry} was read as {other:?}"),
        }
    }
    assert_eq!(all(&feature("null")).expect("sound")[0].geometry, RawGeometry::Null);
}

#[test]
fn a_geometry_that_names_its_own_system_is_not_read_as_degrees() {
    let own = |name: &str| {
        let text = format!(
            "{{\"type\":\"Point\",\"crs\":{{\"type\":\"name\",\"properties\":{{\"name\":\"{name}\"}}}},\"coordinates\":[1,2]}}"
        );
        let feature = format!("{{\"type\":\"Feature\",\"properties\":null,\"geometry\":{text}}}");
        all(&feature).expect("sound")[0].geometry.clone()
    };
    assert!(matches!(own("EPSG:2260"), RawGeometry::Misfit(_, what) if what.contains("--crs")));
    assert!(matches!(own("EPSG:4326"), RawGeometry::Shape(..)));
}

#[test]
fn a_collection_without_features_says_what_it_lacks() {
    let text = refusal("\n{\"type\":\"FeatureCollection\"}");
    assert!(text.contains("the FeatureCollection on line 2 has no list \"features\""), "{text}");
}

#[test]
fn a_file_has_one_coordinate_system() {
    let crs = |code: u32| format!("\"crs\":{{\"type\":\"name\",\"properties\":{{\"name\":\"EPSG:{code}\"}}}}");
    let feature = |crs: &str| {
        format!(
            "{{\"type\":\"Feature\",{crs}\"properties\":null,\"geometry\":{{\"type\":\"Point\",\"coordinates\":[1,2]}}}}"
        )
    };
    let with = |code: u32| feature(&format!("{},", crs(code)));
    assert!(all(&format!("{}\n{}", with(26918), with(26918))).is_ok());
    assert!(refusal(&format!("{}\n{}", with(26918), with(26917))).contains("two coordinate systems"));
    assert!(refusal(&format!("{}\n{}", with(26918), feature(""))).contains("names no coordinate system"));
    assert!(refusal(&format!("{}\n{}", feature(""), with(26918))).contains("names no coordinate system"));
    // inside a collection a feature may repeat the system, and not change it
    let collection =
        |first: &str, second: &str| format!("{{\"type\":\"FeatureCollection\",\"features\":[{first},{second}]}}");
    assert!(refusal(&collection(&with(26918), &with(26917))).contains("two coordinate systems"));
    let text = collection(&with(26918), &feature(""));
    let mut reader = reader(&text);
    assert!(reader.next_feature().is_ok_and(|f| f.is_some()));
    assert!(reader.crs_member().is_some_and(|c| c.json.contains("26918") && !c.after_features));
}

#[test]
fn a_feature_longer_than_a_block_is_read() {
    let positions: Vec<String> = (0..200_000).map(|i| format!("[{}.5,{}.25]", i % 180, i % 90)).collect();
    let text = format!("{{\"type\":\"LineString\",\"coordinates\":[{}]}}", positions.join(","));
    assert!(text.len() > 2 * BLOCK);
    match &all(&text).expect("sound")[0].geometry {
        RawGeometry::Shape(_, planar) => assert_eq!(planar.positions.len(), 200_000),
        other => panic!("{other:?}"),
    }
}

#[test]
fn ordinals_have_their_endings() {
    assert_eq!([1, 2, 3, 4, 11, 12, 21, 112, 1204].map(nth).join(" "), "1st 2nd 3rd 4th 11th 12th 21st 112th 1,204th");
}
