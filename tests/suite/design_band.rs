//! What is promised of accuracy, each with situations worked by hand.

use crate::plot::{COMPLETE, Plot, collection, dot, feature, is_near, lot, park, point, rect};

/// A site of 60 ft, one park, and a rule about every park: more than 1,000 ft, or as `more` asks.
struct Pair {
    desk: Plot,
    law: String,
    site: String,
}

impl Pair {
    fn new(more: &str) -> Self {
        let desk = Plot::new();
        let (law, site) = (desk.law("every = \"feature\"", more), desk.layer("site.geojson", &[lot()]));
        Pair { desk, law, site }
    }

    /// The answer with a layer of these features and these words about it in the layers file;
    /// its verdict, exit code and band.
    fn answer(&self, features: &[String], lines: &str, args: &[&str]) -> (String, i32, String) {
        self.desk.layer("parks.geojson", features);
        let layers = self.desk.layers(&[("parks", &format!("coverage = \"complete\"\n{lines}"))]);
        let answer = self.desk.ask(&self.law, &[&["--layers", &layers, "--sites", &self.site], args].concat());
        let (verdict, exit) = answer.whole();
        (verdict, exit, answer.first("band_ft").to_owned())
    }
}

#[test]
fn the_band_is_the_root_of_both_squares_and_what_lies_off_the_limit_by_at_least_that_is_sure() {
    let pair = Pair::new("");
    for (layer, site, distance, verdict, exit, band) in [
        // 1.7308 sqrt(2^2 + 2^2) = 1.7308 * 2.828427 = 4.895
        ("2 ft rmse", "2 ft rmse", 1004.95, "complies", 0, 4.895),
        ("2 ft rmse", "2 ft rmse", 1004.85, "undetermined too-close", 3, 4.895),
        ("2 ft rmse", "2 ft rmse", 995.15, "undetermined too-close", 3, 4.895),
        ("2 ft rmse", "2 ft rmse", 995.05, "violates", 1, 4.895),
        // 1.7308 sqrt(3^2 + 4^2) = 1.7308 * 5 = 8.654
        ("3 ft rmse", "4 ft rmse", 1008.70, "complies", 0, 8.654),
        ("3 ft rmse", "4 ft rmse", 1008.60, "undetermined too-close", 3, 8.654),
        // 10 ft at 95 % is 10 / 1.7308 ft rmse, so the band with an exact layer is 10
        ("0 ft", "10 ft 95%", 1010.05, "complies", 0, 10.0),
        ("0 ft", "10 ft 95%", 1009.95, "undetermined too-close", 3, 10.0),
        // both at 95 %: sqrt(3^2 + 4^2) = 5
        ("3 ft 95%", "4 ft 95%", 994.95, "violates", 1, 5.0),
        ("3 ft 95%", "4 ft 95%", 995.05, "undetermined too-close", 3, 5.0),
        // "0 ft" is allowed, and leaves no band
        ("0 ft", "0 ft", 1000.05, "complies", 0, 0.0),
        ("0 ft", "0 ft rmse", 999.95, "violates", 1, 0.0),
    ] {
        let lines = format!("accuracy = \"{layer}\"");
        let found = pair.answer(&[park("A", distance)], &lines, &["--site-accuracy", site]);
        assert_eq!((found.0.as_str(), found.1), (verdict, exit), "{layer}, {site}, {distance}");
        assert!(is_near(&found.2, band), "{layer}, {site}: band {}, not {band}", found.2);
    }
}

#[test]
fn what_states_nothing_is_good_to_10_ft_as_a_line_or_polygon_and_to_20_ft_as_a_point() {
    let pair = Pair::new("");
    let line = |x: f64| {
        let (a, b) = (crate::plot::position((x, 0.0)), crate::plot::position((x, 100.0)));
        vec![feature("{}", &format!("{{\"type\":\"LineString\",\"coordinates\":[{a},{b}]}}"))]
    };
    for (what, features, verdict, exit, band) in [
        ("a polygon", vec![park("A", 1009.9)], "undetermined too-close", 3, 10.0),
        ("a polygon", vec![park("A", 1010.1)], "complies", 0, 10.0),
        ("a line", line(60.0 + 1009.9), "undetermined too-close", 3, 10.0),
        ("a line", line(60.0 + 1010.1), "complies", 0, 10.0),
        ("a point", vec![point("{}", 60.0 + 1019.9)], "undetermined too-close", 3, 20.0),
        ("a point", vec![point("{}", 60.0 + 1020.1)], "complies", 0, 20.0),
    ] {
        let found = pair.answer(&features, "", &["--site-accuracy", "0 ft"]);
        assert_eq!((found.0.as_str(), found.1), (verdict, exit), "{what}");
        assert!(is_near(&found.2, band), "{what}: band {}, not {band}", found.2);
    }
    // a site that states nothing as well: sqrt(10^2 + 10^2) = 14.142, and it is said to be assumed
    for (distance, verdict) in [(1014.1, "undetermined too-close"), (1014.2, "complies")] {
        let found = pair.answer(&[park("A", distance)], "", &[]);
        assert_eq!(found.0, verdict, "{distance}");
        assert!(is_near(&found.2, 14.142), "{}", found.2);
    }
    let layers = pair.desk.layers(&[("parks", "coverage = \"complete\"")]);
    let printed = crate::common::metes(&[
        "check",
        "--law",
        &pair.law,
        "--layers",
        &layers,
        "--sites",
        &pair.site,
        "--format",
        "text",
        "--on=2026-11-30",
    ]);
    assert!(crate::common::stdout(&printed).contains("assumed 10.0 ft 95%"), "{}", crate::common::stdout(&printed));
}

#[test]
fn the_grid_of_the_coordinates_is_added_to_what_is_assumed_and_not_to_what_is_stated() {
    let pair = Pair::new("");
    // Points on a grid of 0.0001 degree: 0.0001 / 0.003620007 * 1,000 = 27.624 ft east and
    // 0.0001 / 0.002744636 * 1,000 = 36.435 ft north. g^2 / 6, with g^2 the mean of the two
    // squares, (763.10 + 1327.49) / 2 = 1045.29, is 174.22. Points are good to 20 ft at 95 %:
    // (20 / 1.7308)^2 = 133.52. The band with an exact site: 1.7308 sqrt(307.74) = 30.363.
    // The numbers of steps have no common divisor.
    let steps = [0, 2, 5, 9, 16, 17, 23, 30, 31, 40, 43, 50];
    let dots: Vec<String> = steps
        .iter()
        .map(|n| {
            let (lon, lat) = (-738_100 + n, 409_500 + n);
            feature(
                "{}",
                &format!(
                    "{{\"type\":\"Point\",\"coordinates\":[{}.{:04},{}.{:04}]}}",
                    lon / 10_000,
                    -lon % 10_000,
                    lat / 10_000,
                    lat % 10_000
                ),
            )
        })
        .collect();
    let assumed = pair.answer(&dots, "", &["--site-accuracy", "0 ft"]);
    assert!(is_near(&assumed.2, 30.363), "{}", assumed.2);
    // 1.7308 * 2 = 3.462
    let stated = pair.answer(&dots, "accuracy = \"2 ft rmse\"", &["--site-accuracy", "0 ft"]);
    assert!(is_near(&stated.2, 3.462), "{}", stated.2);
}

#[test]
fn where_the_datums_differ_or_just_one_is_stated_the_square_of_3_5_ft_is_added_once() {
    let pair = Pair::new("");
    let sites = |datum: &str| format!("\n[sites]\npath = \"site.geojson\"\naccuracy = \"0 ft\"\n{datum}");
    let (wgs, nad) = ("datum = \"WGS84\"", "datum = \"NAD83(2011)\"");
    for (parks, site, band) in [
        ("", "", 0.0),
        (wgs, wgs, 0.0),
        // 1.7308 * 3.5 = 6.058
        (wgs, nad, 6.058),
        (wgs, "", 6.058),
        ("", nad, 6.058),
    ] {
        let lines = format!("accuracy = \"0 ft\"\n{parks}\n{}", sites(site));
        for (distance, verdict) in [(1000.0 + band + 0.05, "complies"), (1000.0 - band - 0.05, "violates")] {
            let found = pair.answer(&[park("A", distance)], &lines, &[]);
            assert_eq!(found.0, verdict, "{parks} {site} {distance}");
            assert!(is_near(&found.2, band), "{parks} {site}: band {}, not {band}", found.2);
        }
        if band > 0.0 {
            let found = pair.answer(&[park("A", 1000.0 + band - 0.05)], &lines, &[]);
            assert_eq!((found.0.as_str(), found.1), ("undetermined too-close", 3), "{parks} {site}");
        }
    }
    // under the root, not beside it: 1.7308 sqrt(2^2 + 2^2 + 3.5^2) = 1.7308 * 4.5 = 7.789;
    // also where nothing else is stated: sqrt(10^2 + 10^2 + 6.058^2) = 15.385
    let both = format!("accuracy = \"2 ft rmse\"\n{wgs}\n{}", sites(nad));
    let found = pair.answer(&[park("A", 1050.0)], &both, &["--site-accuracy", "2 ft rmse"]);
    assert!(is_near(&found.2, 7.789), "{}", found.2);
    let found = pair.answer(&[park("A", 1050.0)], wgs, &[]);
    assert!(is_near(&found.2, 15.385), "{}", found.2);
}

#[test]
fn inside_a_shape_the_distance_is_minus_the_depth() {
    let pair = Pair::new("require = { more_than = \"0 ft\" }");
    // the site is 60 ft square from x = 0; the park reaches so deep into it from the east, over
    // more than its height; the deepest vertex of one in the other is that of the site's corners
    let deep = |depth: f64| vec![rect("{}", (60.0 - depth, -200.0), (400.0, 500.0))];
    // a point of a layer: its distance to the site's boundary
    let spot = |x: f64| vec![dot("{}", (x, 30.0))];
    for (what, features, accuracy, verdict, exit) in [
        ("9 ft inside under 4.5 ft of doubt", deep(9.0), "4.5 ft 95%", "violates", 1),
        ("4.6 ft inside", deep(4.6), "4.5 ft 95%", "violates", 1),
        ("4.4 ft inside", deep(4.4), "4.5 ft 95%", "undetermined too-close", 3),
        ("4.4 ft away", deep(-4.4), "4.5 ft 95%", "undetermined too-close", 3),
        ("4.6 ft away", deep(-4.6), "4.5 ft 95%", "complies", 0),
        ("a point 9 ft inside", spot(51.0), "4.5 ft 95%", "violates", 1),
        ("a point 4.4 ft inside", spot(55.6), "4.5 ft 95%", "undetermined too-close", 3),
        ("a point 4.6 ft inside", spot(55.4), "4.5 ft 95%", "violates", 1),
    ] {
        let found = pair.answer(&features, &format!("accuracy = \"{accuracy}\""), &["--site-accuracy", "0 ft"]);
        assert_eq!((found.0.as_str(), found.1), (verdict, exit), "{what}");
    }
    // two bars that cross have no vertex of one inside the other: the depth is 0
    let bar = vec![rect("{}", (-200.0, 20.0), (500.0, 20.0))];
    let found = pair.answer(&bar, "accuracy = \"4.5 ft 95%\"", &["--site-accuracy", "0 ft"]);
    assert_eq!((found.0.as_str(), found.1), ("undetermined too-close", 3));
    // a limit above 0: 1 ft inside is 3 ft past a limit of 2 ft
    let pair = Pair::new("require = { more_than = \"2 ft\" }");
    for (depth, verdict, exit) in [(1.0, "undetermined too-close", 3), (2.6, "violates", 1)] {
        let found = pair.answer(&deep(depth), "accuracy = \"4.5 ft 95%\"", &["--site-accuracy", "0 ft"]);
        assert_eq!((found.0.as_str(), found.1), (verdict, exit), "{depth} ft inside, 2 ft asked");
    }
}

#[test]
fn the_command_line_states_an_accuracy_over_the_layers_file() {
    let pair = Pair::new("");
    let lines = "accuracy = \"5 ft rmse\"\n\n[sites]\npath = \"site.geojson\"\naccuracy = \"3 ft rmse\"";
    for (args, band) in [
        // 1.7308 sqrt(25 + 9) = 10.092
        (&[][..], 10.092),
        // 1.7308 sqrt(16 + 9) = 8.654
        (&["--accuracy", "parks=4 ft rmse"], 8.654),
        // 1.7308 sqrt(25 + 144) = 22.500
        (&["--site-accuracy", "12 ft rmse"], 22.500),
        (&["--accuracy", "sites=12 ft rmse"], 22.500),
        // 1.7308 sqrt(16 + 0) = 6.923
        (&["--accuracy", "parks=4 ft rmse", "--site-accuracy", "0 ft"], 6.923),
    ] {
        let found = pair.answer(&[park("A", 1050.0)], lines, args);
        assert!(is_near(&found.2, band), "{args:?}: band {}, not {band}", found.2);
    }
    for (wrong, words) in [("parks=5 ft", "which kind"), ("park=5 ft rmse", "there is no layer park here")] {
        let (said, exit, _) = pair.answer(&[park("A", 1050.0)], lines, &["--accuracy", wrong]);
        assert!(said.contains(words) && exit == 2, "{wrong}: {said}");
    }
}

#[test]
fn a_stand_in_can_prove_that_a_rule_is_violated_and_never_that_it_is_met() {
    let desk = Plot::new();
    let site = desk.layer("site.geojson", &[lot()]);
    for members in ["every = \"feature\"", "named = [\"A\"]"] {
        let law = desk.law(members, "");
        for (distance, verdict, exit) in
            [(900.0, "violates", 1), (5000.0, "undetermined missing-data", 3), (1000.5, "undetermined missing-data", 3)]
        {
            desk.layer("parks.geojson", &[point("{\"name\":\"A\"}", 60.0 + distance)]);
            let layers = desk.layers(&[("parks", &format!("{COMPLETE}geometry = \"stand-in\""))]);
            let args = ["--layers", &layers, "--sites", &site, "--site-accuracy", "0 ft"];
            assert_eq!(desk.check(&law, &args), (verdict.to_owned(), exit), "{members}, {distance}");
            // the same as an outline
            let layers = desk.layers(&[("parks", &format!("{COMPLETE}geometry = \"outline\""))]);
            let outline = if distance < 1000.0 { "violates" } else { "complies" };
            assert_eq!(desk.ask(&law, &[&["--layers", &layers], &args[2..]].concat()).verdict(), outline);
        }
    }
}

#[test]
fn a_closed_list_of_stand_ins_has_no_centre_to_measure_to() {
    let desk = Plot::new();
    let site = desk.layer("site.geojson", &[lot()]);
    let law = desk.law("named = [\"A\"]", "readings = [{ name = \"centre\", to = \"parks.centroid\" }]");
    desk.write("parks.geojson", &collection("", &[point("{\"name\":\"A\"}", 60.0 + 900.0)]));
    let layers = desk.layers(&[("parks", &format!("{COMPLETE}geometry = \"stand-in\""))]);
    let found = desk.check(&law, &["--layers", &layers, "--sites", &site, "--site-accuracy", "0 ft"]);
    assert_eq!(found, ("violates".to_owned(), 1));
}
