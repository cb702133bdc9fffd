//! Verdicts, readings, facts and exit codes: a table for each sentence that the design says of them.

use crate::common::{RESIDENCE, code, metes, stderr, stdout};
use crate::desk::{Desk, places, point, rule, said, square};

const EVERY: &str = "every = \"feature\"";
const EXACT: &str = "accuracy = \"0 ft\"\ncoverage = \"complete\"\n";

/// A desk with one park so many feet east of a lot that is `deep` feet square, and dwellings.
struct Lot {
    desk: Desk,
    args: Vec<String>,
}

impl Lot {
    fn new(feet: f64, deep: f64, dwellings: Option<Vec<String>>, manner: &str) -> Lot {
        let desk = Desk::new();
        desk.layer("parks.geojson", &[square("{\"name\":\"Union Park\"}", deep + feet, 100.0)]);
        let sites = desk.layer("sites.geojson", &[square("{\"pin\":\"7\"}", 0.0, deep)]);
        let mut text = format!("[parks]\npath = \"parks.geojson\"\n{EXACT}");
        if let Some(dwellings) = dwellings {
            desk.layer("dwellings.geojson", &dwellings);
            text += &format!("[dwellings]\npath = \"dwellings.geojson\"\naccuracy = \"0 ft\"\n{manner}\n");
        }
        let layers = desk.write("layers.toml", &text);
        let args = ["--layers", &layers, "--sites", &sites, "--id", "pin", "--site-accuracy", "0 ft"];
        Lot { desk, args: args.map(str::to_owned).to_vec() }
    }

    fn answer(&self, readings: &str) -> String {
        let law = self.desk.parks(EVERY, readings);
        self.desk.answer(&law, &self.args.iter().map(String::as_str).collect::<Vec<_>>()).0
    }
}

const DWELLING: &str = "readings = [{ name = \"dwelling\", from = \"site.dwelling\" }]";

#[test]
fn a_lot_beyond_the_limit_settles_its_dwelling_and_one_within_it_needs_a_map_of_dwellings() {
    // the lot is 100 ft deep, so a dwelling on it may be anything up to 140 ft farther than the lot line
    let house = |west: f64| Some(vec![square("{\"parcel\":\"7\"}", west, 20.0)]);
    for (feet, dwellings, wanted) in [
        (1100.0, None, "complies"),
        (980.0, None, "undetermined missing-data"),
        (600.0, None, "violates"),
        // 980 ft from the lot line; the house's east side stands 90, 80 or 10 ft back from it
        (980.0, house(0.0), "undetermined readings-differ"),
        (980.0, house(70.0), "violates"),
        (980.0, Some(vec![]), "undetermined missing-data"),
    ] {
        let lot = Lot::new(feet, 100.0, dwellings, "");
        assert_eq!(lot.answer(DWELLING), wanted, "{feet} ft");
    }
}

#[test]
fn dwellings_are_found_by_their_parcel_or_by_where_they_stand_and_the_nearest_counts() {
    let of = |parcel: &str, west: f64| square(&format!("{{\"parcel\":\"{parcel}\"}}"), west, 20.0);
    for (dwellings, manner, wanted) in [
        // by the field: the one of another parcel does not count, though it stands on the lot
        (vec![of("7", 0.0), of("8", 70.0)], "parcel = \"parcel\"", "undetermined readings-differ"),
        (vec![of("7", 0.0), of("8", 70.0)], "", "violates"),
        (vec![of("7", 0.0), of("7", 70.0)], "parcel = \"parcel\"", "violates"),
        (vec![of("8", 0.0)], "parcel = \"parcel\"", "undetermined missing-data"),
        // off the lot altogether
        (vec![of("7", -300.0)], "", "undetermined missing-data"),
    ] {
        let lot = Lot::new(980.0, 100.0, Some(dwellings), manner);
        assert_eq!(lot.answer(DWELLING), wanted, "{manner}");
    }
}

#[test]
fn a_weak_reading_is_printed_and_never_counts() {
    let lot = Lot::new(980.0, 100.0, None, "");
    assert_eq!(lot.answer("readings = [{ name = \"dwelling\", from = \"site.dwelling\", weak = true }]"), "violates");
    // 980 ft to the edge of a park of 100 ft are 1,030 ft to its centre
    assert_eq!(
        lot.answer("readings = [{ name = \"centre\", to = \"parks.centroid\" }]"),
        "undetermined readings-differ"
    );
    assert_eq!(lot.answer("readings = [{ name = \"centre\", to = \"parks.centroid\", weak = true }]"), "violates");
}

#[test]
fn of_several_reasons_the_worst_is_told() {
    let lot = Lot::new(980.0, 100.0, None, "");
    // readings differ by the centre, and the dwelling is missing
    let both = "readings = [{ name = \"centre\", to = \"parks.centroid\" }, { name = \"dwelling\", from = \"site.dwelling\" }]";
    assert_eq!(lot.answer(both), "undetermined missing-data");
}

const FACTS: &str = "```toml fact\nid = \"height\"\nask = \"?\"\ntype = \"length\"\nabout = \"work\"\n```\n\n\
                     ```toml fact\nid = \"waived\"\nask = \"?\"\ntype = \"flag\"\nabout = \"work\"\n```\n\n";
const WAIVER: &str =
    "```toml exemption\nid = \"T-1-w\"\nwhen = { waived = true }\nlifts = \"chapter\"\ngives = \"exempt\"\n```\n";

/// Sites near a park with these properties, against a rule for what is higher than 4 ft.
fn high(properties: &[&str], more: &[&str]) -> (Vec<String>, i32) {
    let desk = Desk::new();
    desk.layer("parks.geojson", &[square("{}", 110.0, 100.0)]);
    let sites: Vec<String> = properties.iter().map(|text| square(text, 0.0, 100.0)).collect();
    let sites = desk.layer("sites.geojson", &sites);
    let layers = desk.write("layers.toml", &format!("[parks]\npath = \"parks.geojson\"\n{EXACT}"));
    let law = desk.law(
        &(FACTS.to_owned()
            + &places("parks", EVERY)
            + &rule("T-1", "parks", "more_than = \"25 ft\"", "when = { height = { more_than = \"4 ft\" } }")
            + WAIVER),
    );
    let args = [&["--layers", &layers, "--sites", &sites, "--site-accuracy", "0 ft"][..], more].concat();
    let (rows, exit) = desk.rows(&law, &args);
    (rows.iter().map(said).collect(), exit)
}

#[test]
fn facts_come_from_properties_and_the_command_line_wins() {
    for (properties, more, wanted, exit) in [
        ("{\"height\":\"5 ft\"}", &[][..], "undetermined missing-fact", 3), // whether it is waived
        ("{\"height\":\"5 ft\",\"waived\":false}", &[], "violates", 1),
        ("{\"height\":\"4 ft\"}", &[], "not-applicable", 0), // exactly at the limit of the guard
        ("{\"height\":\"4 ft 1/8 in\",\"waived\":\"no\"}", &[], "violates", 1),
        ("{\"height\":\"5 ft\",\"waived\":true}", &[], "exempt", 0),
        ("{\"height\":\"3 ft\"}", &["--fact", "height=5 ft", "--fact", "waived=no"], "violates", 1),
        ("{\"height\":null}", &["--fact", "waived=no"], "undetermined missing-fact", 3),
        ("{}", &["--fact", "waived=yes"], "exempt", 0),
    ] {
        assert_eq!(high(&[properties], more), (vec![wanted.to_owned()], exit), "{properties} {more:?}");
    }
}

#[test]
fn a_property_of_the_wrong_type_is_invalid_data_for_that_site_alone() {
    let (found, exit) =
        high(&["{\"height\":5,\"waived\":false}", "{\"height\":\"3 ft\"}", "{\"height\":\"tall\"}"], &[]);
    assert_eq!(found, ["undetermined invalid-data", "not-applicable", "undetermined invalid-data"]);
    assert_eq!(exit, 3);
}

#[test]
fn could_not_run_beats_violates_beats_undetermined_beats_clear() {
    let violates = "{\"height\":\"5 ft\",\"waived\":false}";
    let open = "{\"waived\":false}";
    let clear = "{\"height\":\"3 ft\"}";
    for (sites, more, exit) in [
        (&[clear][..], &[][..], 0),
        (&[clear, open], &[], 3),
        (&[open, violates, clear], &[], 1),
        (&[open, violates, clear], &["--exit-zero"], 0),
    ] {
        assert_eq!(high(sites, more).1, exit, "{sites:?}");
    }
    let output =
        metes(&["check", "--law", "us/ny/tuckahoe/chapter-19", "--layers", "absent.toml", "--at=-73.83,40.95"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{}", stderr(&output));
}

#[test]
fn a_duty_is_required_and_leaves_the_exit_code_alone() {
    let desk = Desk::new();
    desk.layer("parks.geojson", &[square("{}", 5000.0, 100.0)]);
    let sites = desk.layer("sites.geojson", &[square("{}", 0.0, 100.0)]);
    let layers = desk.write("layers.toml", &format!("[parks]\npath = \"parks.geojson\"\n{EXACT}"));
    let duty = "```toml rule\nid = \"T-1-d\"\nact = \"residence\"\nWHENduty = { who = \"the owner\", what = \"must ask\", by = \"before\" }\n```\n\n";
    for (when, wanted) in [("", "required"), ("when = { waived = true }\n", "undetermined missing-fact")] {
        let law = desk.law(
            &(FACTS.to_owned()
                + &places("parks", EVERY)
                + &rule("T-1", "parks", "more_than = \"25 ft\"", "")
                + &duty.replace("WHEN", when)),
        );
        let (rows, exit) = desk.rows(&law, &["--layers", &layers, "--sites", &sites, "--site-accuracy", "0 ft"]);
        assert_eq!((said(&rows[0]).as_str(), said(&rows[1]).as_str(), exit), ("complies", wanted, 0));
    }
}

#[test]
fn a_point_is_its_parcel_where_there_are_parcels_and_else_itself() {
    let desk = Desk::new();
    desk.layer("parks.geojson", &[square("{}", 1050.0, 100.0)]);
    desk.layer("parcels.geojson", &[square("{\"id\":\"7\"}", 0.0, 100.0)]);
    let parks = format!("[parks]\npath = \"parks.geojson\"\n{EXACT}");
    let alone = desk.write("alone.toml", &parks);
    let both = desk.write("both.toml", &format!("{parks}[parcels]\npath = \"parcels.geojson\"\nid = \"id\"\n"));
    let law = desk.parks(EVERY, "");
    // a point 10 ft into the lot: 1,040 ft from the park, its lot line 950 ft
    let at = format!(
        "--at={},{}",
        crate::desk::LON + 10.0 * crate::desk::EAST,
        crate::desk::LAT + 10.0 * crate::desk::NORTH
    );
    for (layers, feet, wanted) in [(&alone, 1040.0, "complies"), (&both, 950.0, "violates")] {
        let (rows, _) = desk.rows(&law, &["--layers", layers, &at, "--site-accuracy", "0 ft"]);
        assert_eq!(said(&rows[0]), wanted);
        assert!((rows[0]["measured_ft"].parse::<f64>().expect("feet") - feet).abs() < 0.1, "{rows:?}");
    }
}

#[test]
fn a_stated_figure_takes_the_place_of_the_nearest_and_of_no_other() {
    let desk = Desk::new();
    let park = |name: &str, feet: f64| square(&format!("{{\"name\":\"{name}\"}}"), 100.0 + feet, 50.0);
    let sites = desk.layer("sites.geojson", &[square("{}", 0.0, 100.0)]);
    let law = desk.parks("named = [\"A\", \"B\", \"C\"]", "");
    let stated = |figure: &str| format!("T-1={figure}");
    for (parks, figure, wanted) in [
        // A at 998 ft by the map, good to 5 ft
        (vec![park("A", 998.0), park("B", 1100.0), park("C", 2000.0)], "1001 ft +- 0.5 ft", "complies"),
        (vec![park("A", 998.0), park("B", 1100.0), park("C", 2000.0)], "999 ft +- 0.5 ft", "violates"),
        (vec![park("A", 998.0), park("B", 1100.0), park("C", 2000.0)], "1000.2 ft +- 0.5 ft", "undetermined too-close"),
        // the second is too close as well, and was not surveyed
        (vec![park("A", 998.0), park("B", 1002.0), park("C", 2000.0)], "1001 ft +- 0.5 ft", "undetermined too-close"),
        // a third is missing, and no survey of the first finds it
        (vec![park("A", 998.0), park("B", 1100.0)], "1001 ft +- 0.5 ft", "undetermined missing-data"),
    ] {
        desk.layer("parks.geojson", &parks);
        let layers = desk.write("layers.toml", "[parks]\npath = \"parks.geojson\"\naccuracy = \"0 ft\"\n");
        let figure = stated(figure);
        let args = [
            "--layers",
            &layers,
            "--sites",
            &sites,
            "--site-accuracy",
            "5 ft 95%",
            "--measured",
            &figure,
            "--measured-by",
            "survey",
        ];
        assert_eq!(desk.answer(&law, &args).0, wanted, "{figure} {parks:?}");
    }
}

#[test]
fn several_places_are_decided_one_by_one_and_facts_about_one_are_numbered() {
    let two = ["--address", "9 Ferry Lane", "--address", "12 Mill Row, unit 3", "--fact", "level=3"];
    let numbered = ["--fact", "1.domicile_order=yes"];
    let output = metes(&[&RESIDENCE[..], &two, &numbered, &["--format", "csv"]].concat());
    let out = stdout(&output);
    let verdicts: Vec<&str> = out.lines().skip(1).filter_map(|row| row.split(',').nth(2)).collect();
    assert_eq!((verdicts.as_slice(), code(&output)), (&["exempt", "complies"][..], 0), "{}", stderr(&output));
    // an order for one place frees no other bed: 9 Ferry Lane is now the second place
    let swapped = [
        "--address",
        "12 Mill Row, unit 3",
        "--address",
        "9 Ferry Lane",
        "--fact",
        "level=3",
        "--fact",
        "2.since=2026-03-01",
    ];
    let facts = ["--fact", "1.domicile_order=yes", "--fact", "2.domicile_order=no", "--fact", "2.minor_at_home=no"];
    let output = metes(&[&RESIDENCE[..], &swapped, &facts, &["--format", "csv"]].concat());
    assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
    for (facts, said) in [
        (&["--fact", "domicile_order=yes"][..], "this is about one of them"),
        (&["--fact", "3.level=2"], "there is no place 3"),
        (&["--fact", "levle=2"], "Did you mean level?"),
        (&["--fact", "level=4"], "it is one of 1, 2, 3"),
        (&["--fact", "since=yesterday"], "it is a day, year first"),
        (&["--fact", "outside-village=maybe"], "answered by yes or no"),
        (&["--measured", "19A-33=9 ft +- 1 ft", "--measured-by", "x"], "Did you mean 19A-3?"),
        (&["--measured", "19A-3=9 ft", "--measured-by", "x"], "how far off it may be"),
    ] {
        let output = metes(&[&RESIDENCE[..], &two, facts].concat());
        let flat = stderr(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(said) && code(&output) == 2, "{facts:?}: {flat}");
    }
}

#[test]
fn what_is_kept_travels_along_and_the_order_of_the_file_stays() {
    let desk = Desk::new();
    desk.layer("parks.geojson", &[square("{}", 5000.0, 100.0)]);
    let sites: Vec<String> = (0..2100)
        .map(|i| {
            point(&format!("{{\"pin\":\"{i}\",\"ward\":\"w, {}\",\"none\":null}}", i % 7), f64::from(i) / 10.0, 0.0)
        })
        .collect();
    let sites = desk.layer("sites.geojson", &sites);
    let layers = desk.write("layers.toml", &format!("[parks]\npath = \"parks.geojson\"\n{EXACT}"));
    let args =
        ["--layers", &layers, "--sites", &sites, "--id", "pin", "--keep", "ward,none", "--site-accuracy", "0 ft"];
    let (rows, exit) = desk.rows(&desk.parks(EVERY, ""), &args);
    assert_eq!((rows.len(), exit), (2100, 0));
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(
            (row["site_id"].as_str(), row["ward"].as_str(), row["none"].as_str()),
            (&*i.to_string(), &*format!("w, {}", i % 7), "")
        );
    }
}

#[test]
fn where_the_law_gives_no_number_or_is_not_clear_nobody_decides_for_it() {
    let desk = Desk::new();
    for (must, wanted) in [
        ("{ waived = true, officer = \"the superintendent\" }", "undetermined no-number-in-the-law"),
        ("{ waived = true, unclear = \"The text does not say.\" }", "undetermined readings-differ"),
        // a fact that settles it leaves the officer nothing to decide
        ("{ any = [{ waived = true }, { officer = \"the superintendent\" }] }", "complies"),
    ] {
        let law = desk.law(&format!("{FACTS}```toml rule\nid = \"T-1\"\nact = \"residence\"\nmust = {must}\n```\n"));
        assert_eq!(desk.answer(&law, &["--fact", "waived=yes"]).0, wanted, "{must}");
    }
}
