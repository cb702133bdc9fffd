//! Accuracy, coverage, stand-ins and missing data: a table for each sentence that the design says of them.

use crate::desk::{Desk, bow_tie, nowhere, point, said, square};

const NAMED: &str = "named = [\"Union Park\"]";
const EVERY: &str = "every = \"feature\"";
const UNION: &str = "{\"name\":\"Union Park\"}";

/// One site against parks of one layers entry.
struct Row {
    members: &'static str,
    park: Vec<String>,
    layer: &'static str,
    site: &'static [&'static str],
    wanted: &'static str,
}

/// A site 60 ft square at the beginning, unless a park says otherwise.
fn hold(rows: Vec<Row>) {
    for Row { members, park, layer, site, wanted } in rows {
        let desk = Desk::new();
        desk.layer("parks.geojson", &park);
        let sites = desk.layer("sites.geojson", &[square("{}", 0.0, 60.0)]);
        let layers = desk.write("layers.toml", &format!("[parks]\npath = \"parks.geojson\"\n{layer}\n"));
        let law = desk.parks(members, "");
        let args = [&["--layers", &layers, "--sites", &sites][..], site].concat();
        let (found, exit) = desk.answer(&law, &args);
        assert_eq!(found, wanted, "{layer} {site:?} {park:?}");
        let code = if wanted == "violates" {
            1
        } else if wanted == "complies" {
            0
        } else {
            3
        };
        assert_eq!(exit, code, "{layer}");
    }
}

#[test]
fn the_band_is_the_nssda_factor_times_the_root_of_both_squares() {
    // feet; 1.7308 sqrt(3² + 4²) = 8.654; a datum that one side states alone adds 3.5² under the root
    for (layer, site, band) in [
        ("accuracy = \"4 ft rmse\"", &["--site-accuracy", "3 ft rmse"][..], 8.654),
        ("accuracy = \"0 ft\"", &["--site-accuracy", "5 ft 95%"], 5.0),
        ("accuracy = \"0 ft\"", &["--site-accuracy", "0 ft"], 0.0),
        ("accuracy = \"0 ft\"", &[], 10.0),
        ("", &["--site-accuracy", "0 ft"], 10.0),
        ("accuracy = \"0 ft\"\ndatum = \"WGS84\"", &["--site-accuracy", "0 ft"], 6.058),
        ("accuracy = \"0 ft\"\ndatum = \"WGS84\"", &["--site-accuracy", "0 ft", "--site-datum", "NAD83"], 6.058),
        ("accuracy = \"0 ft\"\ndatum = \"WGS84\"", &["--site-accuracy", "0 ft", "--site-datum", "WGS84"], 0.0),
        // 1.7308 sqrt(3² + 4² + 3.5²) = 10.564
        ("accuracy = \"4 ft rmse\"\ndatum = \"WGS84\"", &["--site-accuracy", "3 ft rmse"], 10.564),
    ] {
        let desk = Desk::new();
        desk.layer("parks.geojson", &[square(UNION, 2060.0, 100.0)]);
        let sites = desk.layer("sites.geojson", &[square("{}", 0.0, 60.0)]);
        let layers = desk.write("layers.toml", &format!("[parks]\npath = \"parks.geojson\"\n{layer}\n"));
        let args = [&["--layers", &layers, "--sites", &sites][..], site].concat();
        let (rows, _) = desk.rows(&desk.parks(NAMED, ""), &args);
        let found: f64 = rows[0]["band_ft"].parse().expect("feet");
        assert!((found - band).abs() < 0.002, "{layer} {site:?}: {found}");
    }
}

#[test]
fn points_that_state_nothing_are_good_to_twenty_feet() {
    let desk = Desk::new();
    desk.layer("parks.geojson", &[point(UNION, 2000.0, 0.0)]);
    let sites = desk.layer("sites.geojson", &[square("{}", 0.0, 60.0)]);
    let layers = desk.write("layers.toml", "[parks]\npath = \"parks.geojson\"\n");
    let (rows, _) =
        desk.rows(&desk.parks(NAMED, ""), &["--layers", &layers, "--sites", &sites, "--site-accuracy", "0 ft"]);
    assert!((rows[0]["band_ft"].parse::<f64>().expect("feet") - 20.0).abs() < 0.002);
}

#[test]
fn an_answer_is_sure_from_half_the_band_on_and_too_close_within() {
    let park = |feet: f64| vec![square(UNION, 60.0 + feet, 100.0)];
    let row = |feet, wanted| Row {
        members: NAMED,
        park: park(feet),
        layer: "accuracy = \"0 ft\"",
        site: &["--site-accuracy", "4.5 ft 95%"],
        wanted,
    };
    hold(vec![
        row(995.0, "violates"),
        row(996.0, "undetermined too-close"),
        row(1000.0, "undetermined too-close"),
        row(1004.0, "undetermined too-close"),
        row(1005.0, "complies"),
    ]);
}

#[test]
fn nine_feet_inside_is_a_sure_contact_under_four_and_a_half_feet_of_doubt() {
    let desk = Desk::new();
    let trees = desk.layer("parks.geojson", &[square("{}", 0.0, 100.0)]);
    let law = desk
        .law(&(crate::desk::places("parks", EVERY) + &crate::desk::rule("T-1", "parks", "more_than = \"2 ft\"", "")));
    for (feet, wanted) in
        [(9.0, "violates"), (1.0, "undetermined too-close"), (-1.0, "undetermined too-close"), (-7.0, "complies")]
    {
        let sites = desk.layer("sites.geojson", &[point("{}", feet, 50.0)]);
        let layers = desk.write(
            "layers.toml",
            &format!("[parks]\npath = {trees:?}\naccuracy = \"0 ft\"\ncoverage = \"complete\"\n"),
        );
        let (found, _) = desk.answer(&law, &["--layers", &layers, "--sites", &sites, "--site-accuracy", "4.5 ft 95%"]);
        assert_eq!(found, wanted, "{feet} ft inside");
    }
}

#[test]
fn a_closed_list_needs_no_coverage_and_an_open_class_does() {
    let far = || vec![square(UNION, 2060.0, 100.0)];
    let near = || vec![square(UNION, 500.0, 100.0)];
    let exact: &[&str] = &["--site-accuracy", "0 ft"];
    let row = |members, park, layer, wanted| Row { members, park, layer, site: exact, wanted };
    // the box reaches 1,105 ft (0.004 degree) west of the site and 1,380 ft (0.005) east of its beginning
    const ENOUGH: &str = "accuracy = \"0 ft\"\ncoverage = { bbox = [-73.834, 40.9465, -73.825, 40.9535] }";
    const SHORT: &str = "accuracy = \"0 ft\"\ncoverage = { bbox = [-73.832, 40.9465, -73.825, 40.9535] }";
    hold(vec![
        row(NAMED, far(), "accuracy = \"0 ft\"", "complies"),
        row(EVERY, far(), "accuracy = \"0 ft\"", "undetermined missing-data"),
        row(EVERY, far(), ENOUGH, "complies"),
        row(EVERY, far(), SHORT, "undetermined missing-data"),
        row(EVERY, far(), "accuracy = \"0 ft\"\ncoverage = \"complete\"", "complies"),
        // none there, and said to be so
        row(EVERY, vec![], ENOUGH, "complies"),
        row(EVERY, vec![], "accuracy = \"0 ft\"", "undetermined missing-data"),
        // a sure violation needs none of it
        row(EVERY, near(), "accuracy = \"0 ft\"", "violates"),
        row(EVERY, near(), SHORT, "violates"),
    ]);
}

#[test]
fn bad_or_missing_data_never_read_as_complies_and_a_sure_violation_stays_one() {
    let exact: &[&str] = &["--site-accuracy", "0 ft"];
    const TWO: &str = "named = [\"Union Park\", \"Garrett Park\"]";
    const GARRETT: &str = "{\"name\":\"Garrett Park\"}";
    let far = || square(UNION, 2060.0, 100.0);
    let near = || square(UNION, 500.0, 100.0);
    let row = |park, wanted| Row { members: TWO, park, layer: "accuracy = \"0 ft\"", site: exact, wanted };
    hold(vec![
        row(vec![far(), square(GARRETT, 3000.0, 100.0)], "complies"),
        // named and not there; there without geometry; there and spoilt, far or near
        row(vec![far()], "undetermined missing-data"),
        row(vec![far(), nowhere(GARRETT)], "undetermined missing-data"),
        row(vec![far(), bow_tie(GARRETT, 3000.0, 100.0)], "complies"),
        row(vec![far(), bow_tie(GARRETT, 900.0, 100.0)], "undetermined invalid-data"),
        row(vec![near()], "violates"),
        row(vec![near(), nowhere(GARRETT)], "violates"),
        row(vec![near(), bow_tie(GARRETT, 900.0, 100.0)], "violates"),
    ]);
}

#[test]
fn a_stand_in_proves_nearness_and_never_distance() {
    let exact: &[&str] = &["--site-accuracy", "0 ft"];
    let row = |feet: f64, wanted| Row {
        members: NAMED,
        park: vec![point(UNION, 60.0 + feet, 0.0)],
        layer: "accuracy = \"0 ft\"\ngeometry = \"stand-in\"",
        site: exact,
        wanted,
    };
    hold(vec![
        row(900.0, "violates"),
        row(1100.0, "undetermined missing-data"),
        row(5000.0, "undetermined missing-data"),
    ]);
}

#[test]
fn a_layer_that_is_absent_is_missing_data() {
    let desk = Desk::new();
    let parks = desk.layer("parks.geojson", &[square("{}", 5000.0, 10.0)]);
    let sites = desk.layer("sites.geojson", &[square("{}", 0.0, 60.0)]);
    let law = desk.law(
        &(crate::desk::places("parks", EVERY)
            + &crate::desk::places("trees", EVERY)
            + &crate::desk::rule("T-1", "trees", "more_than = \"2 ft\"", "")
            + &crate::desk::rule("T-1b", "parks", "more_than = \"2 ft\"", "")),
    );
    let layers = desk.write("layers.toml", &format!("[parks]\npath = {parks:?}\ncoverage = \"complete\"\n"));
    let (rows, exit) = desk.rows(&law, &["--layers", &layers, "--sites", &sites]);
    assert_eq!(
        (said(&rows[0]), said(&rows[1]), exit),
        ("undetermined missing-data".to_owned(), "complies".to_owned(), 3)
    );
    assert!(rows[0]["remark"].contains("No layer trees is given."));
}
