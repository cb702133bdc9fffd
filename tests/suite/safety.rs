//! Bad or missing data never reads as "complies": each way in which it could, tried on the whole program.

use std::path::Path;

use crate::common::{code, metes, stderr, stdout};
use crate::desk::{Desk, EAST, LAT, LON, point, square};

const COMPLETE: &str = "accuracy = \"0 ft\"\ncoverage = \"complete\"\n";

#[test]
fn a_slip_in_the_layers_file_is_not_taken_for_nothing_there() {
    let desk = Desk::new();
    // a park 450 ft from the site
    desk.layer("parks.geojson", &[square("{\"NAME\":\"Union Park\",\"OPEN\":1.0}", 510.0, 100.0)]);
    let site = desk.layer("site.geojson", &[square("{}", 0.0, 60.0)]);
    let law = desk.parks("every = \"named\"", "");
    let run = |lines: &str| {
        let layers = desk.write("layers.toml", &format!("[parks]\npath = \"parks.geojson\"\n{COMPLETE}{lines}\n"));
        desk.answer(&law, &["--layers", &layers, "--sites", &site, "--site-accuracy", "0 ft"])
    };
    assert_eq!(run("name = \"NAME\""), ("violates".to_owned(), 1));
    assert_eq!(run("name = \"NAME\"\nwhere = { OPEN = 1 }"), ("violates".to_owned(), 1), "1 is 1.0");
    for (lines, word) in [
        ("name = \"NMAE\"", "Did you mean \"NAME\"?"),
        ("where = { OPN = 1 }", "Did you mean \"OPEN\"?"),
        ("where = { OPEN = 2 }", "none of its 1 feature passes the filter"),
        ("id = \"ID\"", "no feature has a property \"ID\""),
    ] {
        let (said, exit) = run(lines);
        assert!(said.contains(word) && exit == 2, "{lines}: {said}");
    }
}

#[test]
fn nothing_named_is_not_nothing_there() {
    let desk = Desk::new();
    desk.layer("parks.geojson", &[square("{\"SITE_NAME\":\"Union Park\"}", 510.0, 100.0)]);
    let site = desk.layer("site.geojson", &[square("{}", 0.0, 60.0)]);
    let layers = desk.write("layers.toml", &format!("[parks]\npath = \"parks.geojson\"\n{COMPLETE}"));
    let args = ["--layers", &layers, "--sites", &site, "--site-accuracy", "0 ft"];
    assert_eq!(desk.answer(&desk.parks("every = \"named\"", ""), &args), ("undetermined missing-data".to_owned(), 3));
    assert_eq!(desk.answer(&desk.parks("every = \"feature\"", ""), &args), ("violates".to_owned(), 1));
}

#[test]
fn a_site_that_is_not_on_the_map_is_not_clear() {
    let desk = Desk::new();
    let parks = desk.layer("parks.geojson", &[square("{\"name\":\"Union Park\"}", 5000.0, 100.0)]);
    let law = desk.parks("named = [\"Union Park\"]", "");
    let layer = format!("parks={parks}");
    let at = |text: &str| desk.answer(&law, &["--layer", &layer, "--at", text]);
    assert_eq!(at("-73.83,40.95"), ("complies".to_owned(), 0));
    for (text, word) in [
        ("40.95,-73.83", "look swapped"),
        ("73.83W,40.95,12", "is not a longitude and a latitude"),
        ("-73.83", "is not a longitude"),
    ] {
        let (said, exit) = at(text);
        assert!(said.contains(word) && exit == 2, "{text}: {said}");
    }
    // a lost minus, and another state
    for text in ["73.83,40.95", "-71.1,42.36"] {
        assert_eq!(at(text), ("undetermined missing-data".to_owned(), 3), "{text}");
    }
    // a repair that was not needed, and both layers exchanged
    let (said, exit) = desk.answer(&law, &["--layer", &layer, "--at", "-73.83,40.95", "--swap-axes", "parks"]);
    assert!(said.contains("exchanged as asked") && said.contains("Leave out --swap-axes parks") && exit == 2, "{said}");
    let swapped = |name: &str, x: f64| {
        desk.layer(
            name,
            &[point("{\"name\":\"Union Park\"}", x, 0.0)
                .replace(&format!("[{},{}]", LON + x * EAST, LAT), &format!("[{},{}]", LAT, LON + x * EAST))],
        )
    };
    let (parks, sites) = (swapped("p.geojson", 900.0), swapped("s.geojson", 0.0));
    let (said, exit) = desk.answer(&law, &["--layer", &format!("parks={parks}"), "--sites", &sites]);
    assert!(said.contains("Antarctica") && exit == 2, "{said}");
}

#[test]
fn a_layer_name_that_no_rule_asks_for_is_not_passed_over() {
    let desk = Desk::new();
    let parks = desk.layer("parks.geojson", &[square("{\"name\":\"Union Park\"}", 5000.0, 100.0)]);
    let law = desk.parks("named = [\"Union Park\"]", "");
    let (said, exit) = desk.answer(&law, &["--layer", &format!("park={parks}"), "--at", "-73.83,40.95"]);
    assert!(said.contains("Did you mean parks?") && exit == 2, "{said}");
    let layers = desk.write("layers.toml", "[park]\npath = \"parks.geojson\"\n");
    assert_eq!(
        desk.answer(&law, &["--layers", &layers, "--at", "-73.83,40.95"]),
        ("undetermined missing-data".to_owned(), 3)
    );
}

#[test]
fn of_several_features_of_one_place_the_one_that_settles_it_decides() {
    let desk = Desk::new();
    let site = desk.layer("site.geojson", &[square("{}", 0.0, 60.0)]);
    let law = desk.parks("named = [\"Union Park\"]", "");
    let run = |features: &[String]| {
        let layer = format!("parks={}", desk.layer("parks.geojson", features));
        desk.answer(&law, &["--layer", &layer, "--sites", &site, "--site-accuracy", "0 ft"])
    };
    let name = "{\"name\":\"Union Park\"}";
    // bands of 10 ft for the polygon and 20 ft for the point
    assert_eq!(run(&[square(name, 1075.0, 100.0)]), ("complies".to_owned(), 0));
    assert_eq!(
        run(&[square(name, 1075.0, 100.0), point(name, 1076.0, 18.0)]),
        ("undetermined too-close".to_owned(), 3)
    );
    assert_eq!(run(&[point(name, 1045.0, 18.0), square(name, 1046.0, 100.0)]), ("violates".to_owned(), 1));
}

#[test]
fn a_rule_speaks_only_of_the_days_on_which_it_is_law() {
    let desk = Desk::new();
    let site = desk.layer("site.geojson", &[square("{}", 0.0, 60.0)]);
    let layer = format!("parks={}", desk.layer("parks.geojson", &[square("{\"name\":\"Union Park\"}", 510.0, 100.0)]));
    for (dates, wanted, exit) in [
        ("effective = 2026-11-30", "violates", 1),
        ("effective = 2026-12-01", "not-applicable", 0),
        ("until = 2026-11-30", "not-applicable", 0),
        ("until = 2026-12-01", "violates", 1),
    ] {
        let law = desk.parks("named = [\"Union Park\"]", dates);
        assert_eq!(desk.answer(&law, &["--layer", &layer, "--sites", &site]), (wanted.to_owned(), exit), "{dates}");
    }
}

#[test]
fn degrees_of_another_datum_turn_with_the_earth() {
    // NZGD2000 (EPSG:4167): a park across 180 degrees, a lot inside it written from the other side
    let desk = Desk::new();
    let crs = "\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"urn:ogc:def:crs:EPSG::4167\"}}";
    let square = |west: f64, south: f64, side: f64| {
        let (east, north) = (west + side, south + side);
        format!(
            "{{\"type\":\"FeatureCollection\",{crs},\"features\":[{{\"type\":\"Feature\",\"id\":\"x\",\"properties\":{{\"name\":\"Union Park\"}},\"geometry\":{{\"type\":\"Polygon\",\"coordinates\":[[[{west},{south}],[{east},{south}],[{east},{north}],[{west},{north}],[{west},{south}]]]}}}}]}}"
        )
    };
    let park = desk.write("park.geojson", &square(179.9, -44.1, 0.2));
    let lot = desk.write("lot.geojson", &square(-179.97, -44.0, 0.001));
    assert_eq!(
        desk.answer(
            &desk.parks("named = [\"Union Park\"]", ""),
            &["--layer", &format!("parks={park}"), "--sites", &lot]
        ),
        ("violates".to_owned(), 1)
    );
}

#[test]
fn nothing_checked_is_not_all_clear_and_a_reader_that_leaves_does_not_change_the_code() {
    let desk = Desk::new();
    let empty = desk.layer("none.geojson", &[]);
    let layer = format!("parks={}", desk.layer("parks.geojson", &[square("{\"name\":\"Union Park\"}", 510.0, 100.0)]));
    let law = desk.parks("named = [\"Union Park\"]", "");
    let (said, exit) = desk.answer(&law, &["--layer", &layer, "--sites", &empty]);
    assert!(said.contains("holds no site") && exit == 2, "{said}");
    let many: Vec<String> = (0..20_000).map(|_| square("{}", 0.0, 60.0)).collect();
    let sites = desk.layer("many.geojson", &many);
    let script = format!(
        "'{}' check --quiet --law '{law}' --layer '{layer}' --sites '{sites}' | head -n 1 >/dev/null; echo ${{PIPESTATUS[0]}}",
        env!("CARGO_BIN_EXE_metes")
    );
    let output = std::process::Command::new("bash").arg("-c").arg(script).output().expect("bash runs");
    assert_eq!(stdout(&output).trim(), "1");
}

#[test]
fn the_program_has_its_own_voice_for_a_wrong_command_line() {
    for (args, words) in [
        (
            &["check", "--law", "us/ny/tuckahoe", "--act", "lease", "--layers", "illustrative"][..],
            "which premises are asked about?",
        ),
        (&["check", "--law", "us/ny/tuckahoe", "--address", "9", "Ferry", "Lane"], "needs quotes"),
        (&["check", "--law", "us/ny/tuckahoe", "--on", "11/30/2026"], "year-month-day"),
        (&["check", "--law", "us/ny/tuckahoe", "--on", "2026-02-30"], "there is no day 30 of month 2 in 2026"),
        (&["letter"], "there is no command \"letter\""),
        (&["chek"], "Did you mean check?"),
        (&["near", "--from", "a", "--too", "b"], "there is no option --too"),
        (
            &["near", "--from", "a", "--to", "b", "--within", "1 ft", "--format", "xml"],
            "It may be: csv, ndjson, geojson.",
        ),
        (
            &["check", "--law", "us/ny/tuckahoe", "--layers", "ilustrative", "--act", "lease", "--at", "-73.83,40.95"],
            "--layers illustrative",
        ),
    ] {
        let output = metes(args);
        let said = stderr(&output);
        let flat = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(words) && flat.contains("error: ") && flat.contains("hint: "), "{args:?}: {said}");
        assert!(said.lines().all(|l| l.chars().count() <= 88), "{said}");
        assert_eq!(code(&output), 2, "{args:?}");
    }
    assert_eq!(code(&metes(&["--help"])), 0);
    assert!(Path::new(env!("CARGO_BIN_EXE_metes")).exists());
}
