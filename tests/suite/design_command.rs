//! What is promised of what `metes check` is given: sites, facts, figures and laws, worked by hand.

use crate::common::{metes, stdout};
use crate::plot::{
    COMPLETE, Plot, collection, dot, exemption, fact, feature, is_near, lot, park, places, point, polygon, position,
    rect, rule,
};

const EVERY: &str = "every = \"feature\"";
const EXACT: &str = "accuracy = \"0 ft\"";

#[test]
fn a_parcel_named_carries_its_layer_s_accuracy_and_datum_and_a_point_or_a_site_does_not() {
    let plot = Plot::new();
    let law = plot.law(EVERY, "");
    plot.layer("parks.geojson", &[park("A", 5000.0)]);
    plot.layer("parcels.geojson", &[polygon("{\"pin\":\"7\",\"address\":\"1 Elm St\"}", 0.0, 60.0)]);
    let sites = plot.layer("sites.geojson", &[lot()]);
    let datum = "datum = \"WGS84\"";
    let parks = format!("coverage = \"complete\"\naccuracy = \"4 ft rmse\"\n{datum}");
    let parcels = format!("id = \"pin\"\naccuracy = \"3 ft rmse\"\n{datum}");
    let with = plot.layers(&[("parks", &parks), ("parcels", &parcels)]);
    let without = plot.write("bare.toml", &format!("[parks]\npath = \"parks.geojson\"\n{parks}\n"));
    let at = format!("--at={}", position((30.0, 30.0)).trim_matches(['[', ']']));
    for (situation, layers, args, band) in [
        // 1.7308 sqrt(3^2 + 4^2) = 8.654
        ("by parcel", &with, &["--parcel", "7"][..], 8.654),
        ("by address", &with, &["--address", "1 elm st"], 8.654),
        ("by address, another accuracy", &with, &["--address", "1 Elm St", "--site-accuracy", "0 ft"], 6.923),
        // a polygon of 10 ft at 95 %, 4 ft rmse, one datum of two: sqrt(100 + 47.93 + 36.70) = 13.588
        ("a point in a parcel", &with, &[&at], 13.588),
        ("a site", &with, &["--sites", &sites], 13.588),
        // 1.7308 sqrt(3^2 + 4^2 + 3.5^2) = 10.564
        ("a point in a parcel, accuracy given", &with, &[&at, "--site-accuracy", "3 ft rmse"], 10.564),
        ("a site, accuracy given", &with, &["--sites", &sites, "--site-accuracy", "3 ft rmse"], 10.564),
        // a point of 20 ft at 95 %: sqrt(400 + 47.93 + 36.70) = 22.014
        ("a point by itself", &without, &[&at], 22.014),
    ] {
        let found = plot.ask(&law, &[&["--layers", layers], args].concat());
        assert_eq!(found.whole(), ("complies".to_owned(), 0), "{situation}");
        assert!(is_near(found.first("band_ft"), band), "{situation}: {}, not {band}", found.first("band_ft"));
    }
}

#[test]
fn a_single_address_with_no_or_several_candidates_ends_in_2_with_the_candidates() {
    let plot = Plot::new();
    let law = plot.law(EVERY, "");
    plot.layer("parks.geojson", &[park("A", 5000.0)]);
    let of = |pin: &str, address: &str, unit: &str, x: f64| {
        polygon(&format!("{{\"pin\":\"{pin}\",\"address\":\"{address}\",\"unit\":\"{unit}\"}}"), x, 60.0)
    };
    plot.layer(
        "parcels.geojson",
        &[of("7", "12 Main St", "1", 0.0), of("8", "12 Main St", "3", 100.0), of("9", "4 Elm St", "", 200.0)],
    );
    let layers = plot.layers(&[("parks", COMPLETE), ("parcels", "id = \"pin\"")]);
    for (args, site, exit, candidates) in [
        (&["--address", "4 elm  ST"][..], "9", 0, &[][..]),
        (&["--address", "12 Main St, unit 3"], "8", 0, &[]),
        (&["--address", "12 Main St #1"], "7", 0, &[]),
        (&["--address", "12 Main St"], "", 2, &["parcel 7", "parcel 8"]),
        (&["--address", "4 Eml St"], "", 2, &["parcel 9"]),
        (&["--address", "12 Main St, unit 4"], "", 2, &["parcel 7", "parcel 8"]),
        (&["--parcel", "77"], "", 2, &[]),
    ] {
        let found = plot.ask(&law, &[&["--layers", &layers], args].concat());
        assert_eq!((found.first("site_id"), found.exit), (site, exit), "{args:?}: {}", found.said);
        assert!(candidates.iter().all(|line| found.said.contains(line)), "{args:?}: {}", found.said);
    }
}

#[test]
fn ids_are_the_named_property_else_the_feature_s_own_else_its_place_and_always_text() {
    let plot = Plot::new();
    let law = plot.law(EVERY, "");
    plot.layer("parks.geojson", &[park("A", 5000.0)]);
    let own = |id: &str, properties: &str| polygon(properties, 0.0, 60.0).replacen('{', &format!("{{\"id\":{id},"), 1);
    let sites = [
        own("7", "{\"pin\":\"x\"}"),
        own("\"007\"", "{\"pin\":12}"),
        polygon("{\"pin\":null}", 0.0, 60.0),
        own("\"a,b\"", "{}"),
    ];
    let sites = plot.layer("sites.geojson", &sites);
    let layers = plot.layers(&[("parks", COMPLETE)]);
    for (args, ids) in [(&[][..], ["7", "007", "#3", "a,b"]), (&["--id", "pin"], ["x", "12", "#3", "a,b"])] {
        let found = plot.ask(&law, &[&["--layers", &layers, "--sites", &sites], args].concat());
        assert_eq!(found.rows.iter().map(|row| row["site_id"].as_str()).collect::<Vec<_>>(), ids);
    }
}

#[test]
fn a_fact_of_the_wrong_type_spoils_its_own_site_and_the_command_line_wins_over_it() {
    let plot = Plot::new();
    let level = fact("level", "\"choice\"\nchoices = [1, 2, 3]", "person");
    let law = plot.page("", &(level + &places(EVERY) + &rule("2", "when = { level = { in = [2, 3] } }")));
    plot.layer("parks.geojson", &[park("A", 400.0)]);
    let layers = plot.layers(&[("parks", COMPLETE)]);
    let of = |level: &str| polygon(&format!("{{\"level\":{level}}}"), 0.0, 60.0);
    let sites = ["2", "\"3\"", "1", "\"high\"", "4", "[2]", "null", "\" \""].map(of);
    let sites = plot.layer("sites.geojson", &sites);
    let (spoilt, open) = ("undetermined invalid-data", "undetermined missing-fact");
    for (args, wanted) in [
        (&[][..], ["violates", "violates", "not-applicable", spoilt, spoilt, spoilt, open, open]),
        (&["--fact", "level=3"], ["violates"; 8]),
        (&["--fact", "level=1"], ["not-applicable"; 8]),
    ] {
        let found =
            plot.ask(&law, &[&["--layers", &layers, "--sites", &sites, "--site-accuracy", "0 ft"], args].concat());
        assert_eq!(found.verdicts(), wanted, "{args:?}");
    }
}

#[test]
fn in_a_batch_only_a_site_fails_alone() {
    let plot = Plot::new();
    let law = plot.law(EVERY, "");
    plot.layer("parks.geojson", &[park("A", 5000.0)]);
    let layers = plot.layers(&[("parks", COMPLETE)]);
    let crossing = crate::plot::ring("{}", &[(0.0, 0.0), (60.0, 60.0), (60.0, 0.0), (0.0, 50.0), (0.0, 0.0)]);
    let sites = [lot(), crossing, feature("{}", "null"), dot("{}", (10.0, 10.0))];
    let sites = plot.layer("sites.geojson", &sites);
    let found = plot.ask(&law, &["--layers", &layers, "--sites", &sites, "--site-accuracy", "0 ft"]);
    let wanted = ["complies", "undetermined invalid-data", "undetermined missing-data", "complies"];
    assert_eq!((found.verdicts(), found.exit), (wanted.map(str::to_owned).to_vec(), 3));
    // one summary line stands beside the rows
    assert!(found.said.contains("4 sites"), "{}", found.said);
    // a bad layer is nobody's site: it stops all
    plot.write("parks.geojson", "{\"type\":\"FeatureCollection\",\"features\":[");
    let found = plot.ask(&law, &["--layers", &layers, "--sites", &sites]);
    assert_eq!((found.exit, found.rows.len()), (2, 0), "{}", found.said);
}

#[test]
fn a_file_that_cannot_be_read_through_stops_the_run() {
    let plot = Plot::new();
    let law = plot.law(EVERY, "");
    let whole = collection("", &[park("A", 400.0), park("B", 500.0)]);
    let (sites, layers) = (plot.layer("sites.geojson", &[lot()]), plot.layers(&[("parks", COMPLETE)]));
    for (parks, exit) in [(whole.as_str(), 1), (&whole[..whole.len() - 50], 2), ("{\"type\":\"Topology\"}", 2), ("", 2)]
    {
        plot.write("parks.geojson", parks);
        let found = plot.ask(&law, &["--layers", &layers, "--sites", &sites]);
        assert_eq!((found.exit, found.rows.len()), (exit, usize::from(exit == 1)), "{}", found.said);
        assert!(exit == 1 || found.said.contains("parks.geojson"), "{}", found.said);
    }
}

#[test]
fn without_layers_nothing_runs_but_what_is_stated() {
    let plot = Plot::new();
    let sites = plot.layer("sites.geojson", &[lot()]);
    let level = fact("level", "\"choice\"\nchoices = [1, 2, 3]", "person");
    let all = "named = [\"A\", \"B\"]";
    let law = plot.page("", &(level + &places(all) + &rule("2", "") + &rule("3", "must = { level = 1 }")));
    let found = plot.ask(&law, &["--sites", &sites]);
    assert!(found.exit == 2 && found.said.contains("hint:") && found.said.contains("illustrative"), "{}", found.said);
    // a whole act by figures and facts alone
    for (args, wanted, exit) in [
        (&["--measured", "T-2=1000.5 ft +- 0.4 ft", "--fact", "level=1"][..], ["complies", "complies"], 0),
        (&["--measured", "T-2=999 ft +- 0.4 ft", "--fact", "level=1"], ["violates", "complies"], 1),
        (&["--measured", "T-2=1000.5 ft +- 0.6 ft", "--fact", "level=1"], ["undetermined too-close", "complies"], 3),
        (&["--measured", "T-2=1000.5 ft +- 0.4 ft"], ["complies", "undetermined missing-fact"], 3),
        (&["--fact", "level=1"], ["undetermined missing-data", "complies"], 3),
        (&["--fact", "level=2"], ["undetermined missing-data", "violates"], 1),
    ] {
        let found = plot.ask(&law, args);
        assert_eq!((found.verdicts(), found.exit), (wanted.map(str::to_owned).to_vec(), exit), "{args:?}");
    }
}

#[test]
fn a_stated_figure_is_recorded_and_printed_as_stated_and_not_as_measured() {
    let plot = Plot::new();
    let law = plot.law("named = [\"A\", \"B\"]", "");
    plot.layer("parks.geojson", &[park("A", 998.0), park("B", 2000.0)]);
    let (sites, layers) = (plot.layer("sites.geojson", &[lot()]), plot.layers(&[("parks", COMPLETE)]));
    let common =
        ["check", "--law", &law, "--on=2026-11-30", "--layers", &layers, "--sites", &sites, "--site-accuracy", "0 ft"];
    let figure = ["--measured", "T-2=1003 ft 6 in +- 0.2 ft", "--measured-by", "survey of 20 November"];
    for format in ["text", "json", "ndjson", "csv"] {
        let output = metes(&[&common[..], &["--format", format], &figure].concat());
        let said = stdout(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains("stated, not measured") && said.contains("998"), "{format}: {said}");
        if format == "text" {
            assert!(said.contains("survey of 20 November"), "{said}");
        }
    }
    let found =
        plot.ask(&law, &["--layers", &layers, "--sites", &sites, "--site-accuracy", "0 ft", figure[0], figure[1]]);
    assert_eq!(found.whole(), ("complies".to_owned(), 0));
    assert!(is_near(found.first("measured_ft"), 1003.5) && is_near(found.first("band_ft"), 0.2));
    // nobody's figure is no figure
    let output = metes(&[&common[..], &figure[..2]].concat());
    assert_eq!(crate::common::code(&output), 2);
}

#[test]
fn a_figure_stands_for_its_own_reading_and_leaves_the_others_to_the_map() {
    let plot = Plot::new();
    let law = plot.law("named = [\"A\", \"B\"]", "readings = [{ name = \"centre\", to = \"parks.centroid\" }]");
    // edges at 998 and 2,000 ft, centres 50 ft farther
    plot.layer("parks.geojson", &[park("A", 998.0), park("B", 2000.0)]);
    let (sites, layers) = (plot.layer("sites.geojson", &[lot()]), plot.layers(&[("parks", COMPLETE)]));
    for (args, verdict) in [
        (&[][..], "undetermined readings-differ"),
        (&["--measured", "T-2=1001 ft +- 0 ft"], "complies"),
        (&["--measured", "T-2/centre=999 ft +- 0 ft"], "violates"),
        (
            &["--measured", "T-2=1001 ft +- 0 ft", "--measured", "T-2/centre=999 ft +- 0 ft"],
            "undetermined readings-differ",
        ),
    ] {
        let found =
            plot.ask(&law, &[&["--layers", &layers, "--sites", &sites, "--site-accuracy", "0 ft"], args].concat());
        assert_eq!(found.verdict(), verdict, "{args:?}");
    }
}

#[test]
fn several_places_of_one_question_are_each_a_row_and_one_that_violates_is_enough() {
    let plot = Plot::new();
    let ordered = fact("ordered", "\"flag\"", "place");
    let law = plot.page(
        "",
        &(ordered + &places(EVERY) + &rule("2", "") + &exemption("3", "{ ordered = true }", "gives = \"exempt\"")),
    );
    plot.layer("parks.geojson", &[park("A", 500.0)]);
    let of = |pin: &str, x: f64| {
        rect(&format!("{{\"pin\":\"{pin}\",\"address\":\"{pin} Elm St\"}}"), (x, 0.0), (60.0, 60.0))
    };
    // 500, 600 and 2,500 ft from the park
    plot.layer("parcels.geojson", &[of("1", 0.0), of("2", -100.0), of("3", -2000.0)]);
    let parcels = format!("{EXACT}\nid = \"pin\"");
    let layers = plot.layers(&[("parks", COMPLETE), ("parcels", &parcels)]);
    let (one, two, three) = (["--address", "1 Elm St"], ["--address", "2 Elm St"], ["--address", "3 Elm St"]);
    let no = ["--fact", "1.ordered=no", "--fact", "2.ordered=no"];
    for (args, wanted, exit) in [
        ([&one[..], &three, &no].concat(), vec!["violates", "complies"], 1),
        ([&three[..], &one, &no].concat(), vec!["complies", "violates"], 1),
        (
            [&one[..], &two, &["--fact", "1.ordered=yes", "--fact", "2.ordered=no"]].concat(),
            vec!["exempt", "violates"],
            1,
        ),
        ([&one[..], &two, &["--fact", "2.ordered=yes"]].concat(), vec!["undetermined missing-fact", "exempt"], 3),
        (
            [&one[..], &two, &["--fact", "1.ordered=yes", "--fact", "2.ordered=yes"]].concat(),
            vec!["exempt", "exempt"],
            0,
        ),
        (
            [&["--parcel", "3"][..], &["--parcel", "1", "--fact", "2.ordered=no"]].concat(),
            vec!["complies", "violates"],
            1,
        ),
    ] {
        let found = plot.ask(&law, &[&["--layers", &layers][..], &args].concat());
        assert_eq!(
            (found.verdicts(), found.exit),
            (wanted.iter().map(|w| (*w).to_owned()).collect(), exit),
            "{args:?}"
        );
    }
}

#[test]
fn keep_carries_properties_along_whatever_they_hold() {
    let plot = Plot::new();
    let law = plot.law(EVERY, "");
    plot.layer("parks.geojson", &[point("{}", 5000.0)]);
    let layers = plot.layers(&[("parks", COMPLETE)]);
    let held = "{\"t\":\"a, \\\"b\\\"\",\"n\":7.50,\"f\":false,\"o\":{\"x\":[1]},\"z\":null}";
    let sites = plot.layer("sites.geojson", &[polygon(held, 0.0, 60.0), feature(held, "null")]);
    let found = plot.ask(&law, &["--layers", &layers, "--sites", &sites, "--keep", "t,n,f,o,z"]);
    for row in &found.rows {
        let kept = ["t", "n", "f", "o", "z"].map(|name| row[name].as_str());
        assert_eq!(kept, ["a, \"b\"", "7.50", "false", "{\"x\":[1]}", ""]);
    }
    assert_eq!(found.rows.len(), 2);
}
