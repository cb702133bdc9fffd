//! What is promised of layers: coverage, closed lists, defects and repairs, worked by hand.

use crate::common::{metes, stdout};
use crate::plot::{
    Answer, COMPLETE, Plot, collection, dot, feature, is_near, lot, park, places, polygon, position, rect, ring, rule,
};

const EVERY: &str = "every = \"feature\"";
const EXACT: &str = "accuracy = \"0 ft\"";

/// The answer for an exact site 60 ft square and parks of which these lines are said.
fn answer(plot: &Plot, law: &str, parks: &[String], lines: &str, more: &[&str]) -> Answer {
    plot.layer("parks.geojson", parks);
    let (layers, sites) = (plot.layers(&[("parks", lines)]), plot.layer("sites.geojson", &[lot()]));
    plot.ask(law, &[&["--layers", &layers, "--sites", &sites, "--site-accuracy", "0 ft"], more].concat())
}

/// What `metes layers` says of parks.
fn described(plot: &Plot) -> String {
    let output = metes(&["layers", &plot.layers(&[("parks", EXACT)])]);
    stdout(&output).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A box so far west, south, east and north of the corner of the site.
fn bbox(west: f64, south: f64, east: f64, north: f64) -> String {
    let corner = |x, y| position((x, y)).trim_matches(['[', ']']).to_owned();
    format!("{EXACT}\ncoverage = {{ bbox = [{}, {}] }}", corner(west, south), corner(east, north))
}

#[test]
fn an_open_class_must_be_covered_out_to_limit_and_band_around_the_whole_site() {
    let plot = Plot::new();
    let law = plot.law(EVERY, "");
    let far = [park("A", 5000.0)];
    // the site lies from 0 to 60, so that 1,000 ft around it end at -1,000 and 1,060
    for (situation, lines, more, verdict, exit) in [
        ("1 ft more on each side", bbox(-1001.0, -1001.0, 1061.0, 1061.0), &[][..], "complies", 0),
        ("1 ft too little in the west", bbox(-999.0, -1001.0, 1061.0, 1061.0), &[], "undetermined missing-data", 3),
        ("1 ft too little in the south", bbox(-1001.0, -999.0, 1061.0, 1061.0), &[], "undetermined missing-data", 3),
        // enough for the corner of the site at 0, not for the one at 60
        ("too little for the far corner", bbox(-1001.0, -1001.0, 1030.0, 1061.0), &[], "undetermined missing-data", 3),
        // a band of 10 ft needs 1,010 ft
        (
            "1,005 ft for 1,010",
            bbox(-1005.0, -1005.0, 1065.0, 1065.0),
            &["--accuracy", "sites=10 ft 95%"],
            "undetermined missing-data",
            3,
        ),
        (
            "1,011 ft for 1,010",
            bbox(-1011.0, -1011.0, 1071.0, 1071.0),
            &["--accuracy", "sites=10 ft 95%"],
            "complies",
            0,
        ),
    ] {
        plot.layer("parks.geojson", &far);
        let (layers, sites) = (plot.layers(&[("parks", &lines)]), plot.layer("sites.geojson", &[lot()]));
        let own: &[&str] = if more.is_empty() { &["--site-accuracy", "0 ft"] } else { more };
        let found = plot.check(&law, &[&["--layers", &layers, "--sites", &sites], own].concat());
        assert_eq!(found, (verdict.to_owned(), exit), "{situation}");
    }
    // within the limit a park is a park, covered or not
    let found = answer(&plot, &law, &[park("A", 999.0)], &bbox(-10.0, -10.0, 70.0, 70.0), &[]);
    assert_eq!(found.whole(), ("violates".to_owned(), 1));
}

#[test]
fn a_coverage_may_be_the_area_of_a_file_grown_by_a_length() {
    let plot = Plot::new();
    let law = plot.law(EVERY, "");
    // an area 10 ft around the site: its edge is 10 ft away from the site's, and 990 ft are wanting
    let area = |name: &str, at: f64| rect(&format!("{{\"NAME\":\"{name}\"}}"), (at, -10.0), (80.0, 80.0));
    plot.layer("area.geojson", &[area("here", -10.0), area("there", 9000.0)]);
    for (filter, grown, verdict) in [
        ("here", "991 ft", "complies"),
        ("here", "989 ft", "undetermined missing-data"),
        ("here", "0 ft", "undetermined missing-data"),
        ("there", "991 ft", "undetermined missing-data"),
    ] {
        let lines = format!(
            "{EXACT}\ncoverage = {{ path = \"area.geojson\", where = {{ NAME = \"{filter}\" }}, grown_by = \"{grown}\" }}"
        );
        assert_eq!(answer(&plot, &law, &[park("A", 5000.0)], &lines, &[]).verdict(), verdict, "{filter} {grown}");
    }
}

#[test]
fn a_layer_with_no_feature_means_none_there_only_where_it_states_its_coverage() {
    let plot = Plot::new();
    for (members, lines, verdict, exit) in [
        (EVERY, COMPLETE.to_owned(), "complies", 0),
        (EVERY, bbox(-1001.0, -1001.0, 1061.0, 1061.0), "complies", 0),
        (EVERY, bbox(-500.0, -500.0, 560.0, 560.0), "undetermined missing-data", 3),
        (EVERY, EXACT.to_owned(), "undetermined missing-data", 3),
        // a named park is missing however far the layer reaches
        ("named = [\"A\"]", COMPLETE.to_owned(), "undetermined missing-data", 3),
    ] {
        let found = answer(&plot, &plot.law(members, ""), &[], &lines, &[]);
        assert_eq!(found.whole(), (verdict.to_owned(), exit), "{members} {lines}");
    }
}

#[test]
fn a_closed_list_found_complete_needs_no_coverage_whatever_its_names_look_like() {
    let plot = Plot::new();
    let law = plot.law("named = [\"Peña Park\", \"B\"]", "");
    let of = |name: &str| park(name, 1001.0);
    for (situation, name, lines, verdict) in [
        ("letter by letter", "Peña Park", "", "complies"),
        ("another case and spacing", " PEÑA   park ", "", "complies"),
        ("an accent written by itself", "Pen\u{303}a Park", "", "complies"),
        ("without its accent", "Pena Park", "", "undetermined missing-data"),
        ("without its accent, by an alias", "Pena Park", "aliases = { \"Pena Park\" = \"Peña Park\" }", "complies"),
    ] {
        let found = answer(&plot, &law, &[of(name), park("B", 2000.0)], &format!("{EXACT}\n{lines}"), &[]);
        assert_eq!(found.verdict(), verdict, "{situation}");
    }
    // what the law does not name does not count, and what it names twice is one place
    let parks = [of("Peña Park"), park("B", 2000.0), park("B", 3000.0), park("C", 100.0)];
    assert_eq!(answer(&plot, &law, &parks, EXACT, &[]).whole(), ("complies".to_owned(), 0));
}

#[test]
fn a_bad_feature_makes_undetermined_only_the_findings_it_could_change() {
    let plot = Plot::new();
    let law = plot.page("", &(places(EVERY) + &rule("2", "") + &rule("3", "require = { more_than = \"300 ft\" }")));
    let crossing = |feet: f64| {
        let x = 60.0 + feet;
        ring("{}", &[(x, 0.0), (x + 80.0, 80.0), (x + 80.0, 0.0), (x, 80.0), (x, 0.0)])
    };
    let nowhere = || feature("{}", "null");
    let (invalid, missing) = ("undetermined invalid-data", "undetermined missing-data");
    for (situation, parks, wanted, exit) in [
        ("between the two limits", vec![crossing(700.0), park("A", 5000.0)], [invalid, "complies"], 3),
        ("within both", vec![crossing(100.0), park("A", 5000.0)], [invalid, invalid], 3),
        ("beyond both", vec![crossing(1200.0), park("A", 5000.0)], ["complies", "complies"], 0),
        (
            "beside a park within the greater limit",
            vec![crossing(700.0), park("A", 999.0)],
            ["violates", "complies"],
            1,
        ),
        ("no geometry, so anywhere", vec![nowhere(), park("A", 5000.0)], [missing, missing], 3),
        ("no geometry, beside a near park", vec![nowhere(), park("A", 400.0)], ["violates", missing], 1),
    ] {
        let found = answer(&plot, &law, &parks, COMPLETE, &[]);
        assert_eq!((found.verdicts(), found.exit), (wanted.map(str::to_owned).to_vec(), exit), "{situation}");
    }
}

#[test]
fn harmless_defects_are_used_and_noted_and_winding_is_no_defect() {
    let plot = Plot::new();
    let law = plot.law(EVERY, "");
    // each has its west side at x, and is nearest there
    let x = 60.0 + 900.0;
    let box_of = |corners: &[(f64, f64)]| ring("{}", &corners.iter().map(|(a, b)| (x + a, *b)).collect::<Vec<_>>());
    for (situation, drawn, note) in [
        ("counter-clockwise", box_of(&[(0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0), (0.0, 0.0)]), ""),
        ("clockwise", box_of(&[(0.0, 0.0), (0.0, 90.0), (90.0, 90.0), (90.0, 0.0), (0.0, 0.0)]), ""),
        ("open", box_of(&[(0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0)]), "closed"),
        (
            "a position twice",
            box_of(&[(0.0, 0.0), (90.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0), (0.0, 0.0)]),
            "repeated",
        ),
        // the corner at (45, 0) lies on the side from (0, 0) to (90, 0)
        (
            "touching itself",
            box_of(&[(0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (45.0, 0.0), (0.0, 90.0), (0.0, 0.0)]),
            "touch",
        ),
    ] {
        let found = answer(&plot, &law, &[drawn], COMPLETE, &[]);
        assert_eq!(found.whole(), ("violates".to_owned(), 1), "{situation}");
        assert!(is_near(found.first("measured_ft"), 900.0), "{situation}: {}", found.first("measured_ft"));
        let said = described(&plot);
        assert!(said.contains(note), "{situation}: {said}");
        for other in ["closed", "repeated", "touch"].iter().filter(|word| **word != note) {
            assert!(!said.contains(other), "{situation}, {other}: {said}");
        }
    }
}

#[test]
fn a_ring_that_crosses_or_retraces_itself_is_invalid_unless_repaired() {
    let plot = Plot::new();
    let law = plot.law("named = [\"A\"]", "");
    let of = |corners: &[(f64, f64)]| {
        ring("{\"name\":\"A\"}", &corners.iter().map(|(a, b)| (60.0 + 400.0 + a, *b)).collect::<Vec<_>>())
    };
    for (situation, drawn) in [
        ("crossing", of(&[(0.0, 0.0), (80.0, 80.0), (80.0, 0.0), (0.0, 80.0), (0.0, 0.0)])),
        // out to (120, 40) and back along the same line
        (
            "retracing",
            of(&[
                (0.0, 0.0),
                (80.0, 0.0),
                (80.0, 40.0),
                (120.0, 40.0),
                (80.0, 40.0),
                (80.0, 80.0),
                (0.0, 80.0),
                (0.0, 0.0),
            ]),
        ),
    ] {
        let parks = [drawn];
        let found = answer(&plot, &law, &parks, EXACT, &[]);
        assert_eq!(found.whole(), ("undetermined invalid-data".to_owned(), 3), "{situation}");
        let found = answer(&plot, &law, &parks, EXACT, &["--repair", "parks"]);
        assert_eq!(found.whole(), ("violates".to_owned(), 1), "{situation}");
        assert!(is_near(found.first("measured_ft"), 400.0), "{situation}: {}", found.first("measured_ft"));
        let lines = format!("{EXACT}\nrepair = true");
        assert_eq!(answer(&plot, &law, &parks, &lines, &[]).whole(), ("violates".to_owned(), 1), "{situation}");
    }
}

#[test]
fn a_repaired_ring_is_inside_by_even_odd_and_keeps_every_edge() {
    let plot = Plot::new();
    let law = plot.law("named = [\"A\"]", "require = { more_than = \"30 ft\" }");
    // A spiral that crosses itself at (300, 100). A line eastward from (200, 200) meets its sides
    // x = 300 and x = 400, so that is outside, 100 ft from the nearest side; from (350, 200) it
    // meets one, from (40, 200) three: inside both times, and (280, 200) is outside, 20 ft from an edge.
    let spiral = [
        (0.0, 0.0),
        (300.0, 0.0),
        (300.0, 300.0),
        (100.0, 300.0),
        (100.0, 100.0),
        (400.0, 100.0),
        (400.0, 400.0),
        (0.0, 400.0),
        (0.0, 0.0),
    ];
    plot.layer("parks.geojson", &[ring("{\"name\":\"A\"}", &spiral)]);
    let layers = plot.layers(&[("parks", EXACT)]);
    for (x, feet, verdict) in
        [(200.0, 100.0, "complies"), (350.0, 0.0, "violates"), (40.0, 0.0, "violates"), (280.0, 20.0, "violates")]
    {
        let sites = plot.layer("sites.geojson", &[dot("{}", (x, 200.0))]);
        let found =
            plot.ask(&law, &["--layers", &layers, "--sites", &sites, "--site-accuracy", "0 ft", "--repair", "parks"]);
        assert_eq!(found.verdict(), verdict, "{x}");
        assert!(is_near(found.first("measured_ft"), feet), "{x}: {}", found.first("measured_ft"));
    }
}

#[test]
fn a_legacy_crs_member_is_used_with_a_warning() {
    let plot = Plot::new();
    let law = plot.law(EVERY, "");
    // EPSG:2260 (New York East) is in US survey feet: 1,000 of them are 1,000.002 ft; and some
    // 185,000 ft east of the central meridian of EPSG:2260 the grid is 0.00006 short of the ground,
    // so 1,000 ft on it are 1,000.06 ft on the earth
    let crs = "\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"urn:ogc:def:crs:EPSG::2260\"}},";
    let square = |x: f64, size: f64| {
        let (x, y) = (677_500.0 + x, 772_000.0);
        let (e, n) = (x + size, y + size);
        feature(
            "{}",
            &format!("{{\"type\":\"Polygon\",\"coordinates\":[[[{x},{y}],[{e},{y}],[{e},{n}],[{x},{n}],[{x},{y}]]]}}"),
        )
    };
    let layers = plot.layers(&[("parks", COMPLETE)]);
    for (feet, on_earth, verdict) in [(1001.0, 1001.06, "complies"), (998.0, 998.06, "violates")] {
        plot.write("parks.geojson", &collection(crs, &[square(60.0 + feet, 100.0)]));
        let sites = plot.write("sites.geojson", &collection(crs, &[square(0.0, 60.0)]));
        let found = plot.ask(&law, &["--layers", &layers, "--sites", &sites, "--site-accuracy", "0 ft"]);
        assert_eq!(found.verdict(), verdict, "{feet}: {}", found.said);
        assert!(is_near(found.first("measured_ft"), on_earth), "{}", found.first("measured_ft"));
        assert!(found.said.contains("legacy \"crs\" member"), "{}", found.said);
    }
    let found = answer(&plot, &law, &[park("A", 1001.0)], COMPLETE, &[]);
    assert!(!found.said.contains("legacy"), "{}", found.said);
}

#[test]
fn a_layer_older_than_a_year_is_said_to_be() {
    let plot = Plot::new();
    let law = plot.law(EVERY, "");
    plot.layer("parks.geojson", &[polygon("{}", 5000.0, 100.0)]);
    let sites = plot.layer("sites.geojson", &[lot()]);
    for (as_of, on, is_old) in
        [("2025-11-29", "2026-11-30", true), ("2025-11-30", "2026-11-30", false), ("2026-11-01", "2026-11-30", false)]
    {
        let layers = plot.layers(&[("parks", &format!("{COMPLETE}as_of = {as_of}"))]);
        let args = ["check", "--law", &law, "--layers", &layers, "--sites", &sites, "--on", on, "--format", "text"];
        let text = stdout(&metes(&args));
        assert_eq!(text.contains("over a year old"), is_old, "{as_of}: {text}");
        assert!(text.contains(as_of), "{text}");
    }
}
