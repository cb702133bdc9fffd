//! What is promised of how readings combine, how reasons rank and how facts free, worked by hand.

use crate::common::{metes, stdout};
use crate::plot::{Answer, COMPLETE, Plot, exemption, fact, lot, park, places, polygon, rect, ring, rule};

const LEVEL: &str = "\"choice\"\nchoices = [1, 2, 3]";
const NAMED: &str = "named = [\"A\", \"B\"]";
const DWELLING: &str = "readings = [{ name = \"dwelling\", from = \"site.dwelling\" }]";
const EXACT: &str = "accuracy = \"0 ft\"";

/// The answer for one exact site, exact parks (a closed list), and exact dwellings if any are given.
fn answer(plot: &Plot, law: &str, site: &str, parks: &[String], dwellings: Option<&[String]>, more: &[&str]) -> Answer {
    plot.layer("parks.geojson", parks);
    let layers = match dwellings {
        Some(dwellings) => {
            plot.layer("dwellings.geojson", dwellings);
            plot.layers(&[("parks", COMPLETE), ("dwellings", EXACT)])
        }
        None => plot.layers(&[("parks", COMPLETE)]),
    };
    let sites = plot.layer("sites.geojson", &[site.to_owned()]);
    plot.ask(law, &[&["--layers", &layers, "--sites", &sites, "--site-accuracy", "0 ft"], more].concat())
}

/// A house 10 ft square whose east side is at x.
fn house(x: f64) -> String {
    rect("{}", (x - 10.0, 20.0), (10.0, 10.0))
}

#[test]
fn all_readings_violate_or_all_comply_or_they_differ() {
    let plot = Plot::new();
    // the east side of the lot is at x = 60, the park's west side at 60 + d, its centre 50 ft farther
    let law = plot.law(NAMED, "readings = [{ name = \"centre\", to = \"parks.centroid\" }]");
    for (distance, verdict, exit) in [
        (1001.0, "complies", 0),
        // 999 + 50 = 1,049; 951 + 50 = 1,001; 949 + 50 = 999
        (999.0, "undetermined readings-differ", 3),
        (951.0, "undetermined readings-differ", 3),
        (949.0, "violates", 1),
    ] {
        let parks = [park("A", distance), park("B", 9000.0)];
        assert_eq!(answer(&plot, &law, &lot(), &parks, None, &[]).whole(), (verdict.to_owned(), exit), "{distance}");
    }
}

#[test]
fn a_lot_beyond_the_limit_settles_the_dwelling_and_so_does_one_that_lies_within_it_with_all_it_holds() {
    let plot = Plot::new();
    let law = plot.law(NAMED, DWELLING);
    let spoilt = ring("{}", &[(10.0, 10.0), (30.0, 30.0), (30.0, 10.0), (10.0, 30.0), (10.0, 10.0)]);
    for (situation, distance, dwellings, verdict, exit) in [
        ("at 1,001 ft, without dwellings", 1001.0, None, "complies", 0),
        ("at 1,100 ft, none on the lot", 1100.0, Some(vec![]), "complies", 0),
        // a lot 100 ft deep and 60 ft wide reaches to 1,080 ft, or 800 + sqrt(100^2 + 60^2) = 917 ft
        ("at 980 ft, without dwellings", 980.0, None, "undetermined missing-data", 3),
        ("at 980 ft, none on the lot", 980.0, Some(vec![]), "undetermined missing-data", 3),
        ("at 980 ft, only a neighbour's", 980.0, Some(vec![house(75.0)]), "undetermined missing-data", 3),
        ("at 800 ft, without dwellings", 800.0, None, "violates", 1),
        ("at 800 ft, none on the lot", 800.0, Some(vec![]), "violates", 1),
        // the house stands 60 - x back from the lot line: 990, 1,010 and 995 ft
        ("the house is within the limit as well", 980.0, Some(vec![house(50.0)]), "violates", 1),
        ("the house is beyond it", 980.0, Some(vec![house(30.0)]), "undetermined readings-differ", 3),
        ("the nearest of two counts", 980.0, Some(vec![house(30.0), house(45.0)]), "violates", 1),
        ("a spoilt one is not argued away", 980.0, Some(vec![spoilt]), "undetermined invalid-data", 3),
    ] {
        let parks = [park("A", distance), park("B", 9000.0)];
        let wide = rect("{}", (-40.0, 0.0), (100.0, 60.0));
        let found = answer(&plot, &law, &wide, &parks, dwellings.as_deref(), &[]);
        assert_eq!(found.whole(), (verdict.to_owned(), exit), "{situation}");
        if verdict.ends_with("missing-data") {
            assert!(found.first("remark").contains("dwelling"), "{situation}: {}", found.first("remark"));
        }
    }
}

#[test]
fn the_dwellings_of_a_parcel_are_those_that_name_it_also_by_a_number() {
    let plot = Plot::new();
    let law = plot.law(NAMED, DWELLING);
    plot.layer("parks.geojson", &[park("A", 980.0), park("B", 9000.0)]);
    plot.layer("parcels.geojson", &[rect("{\"pin\":\"7\"}", (-40.0, 0.0), (100.0, 60.0))]);
    let of = |pin: &str, x: f64| rect(&format!("{{\"lot\":{pin}}}"), (x - 10.0, 20.0), (10.0, 10.0));
    for (situation, dwellings, field, verdict) in [
        ("inside, whosoever it is", vec![of("\"8\"", 50.0)], "", "violates"),
        ("inside, of another parcel", vec![of("\"8\"", 50.0)], "parcel = \"lot\"", "undetermined missing-data"),
        ("a number names it", vec![of("7", 50.0)], "parcel = \"lot\"", "violates"),
        ("beyond", vec![of("7", 30.0), of("8", 50.0)], "parcel = \"lot\"", "undetermined readings-differ"),
    ] {
        plot.layer("dwellings.geojson", &dwellings);
        let dwellings = format!("{EXACT}\n{field}");
        let parcels = format!("{EXACT}\nid = \"pin\"");
        let layers = plot.layers(&[("parks", COMPLETE), ("dwellings", &dwellings), ("parcels", &parcels)]);
        assert_eq!(plot.ask(&law, &["--layers", &layers, "--parcel", "7"]).verdict(), verdict, "{situation}");
    }
}

#[test]
fn a_weak_reading_is_printed_and_never_counted() {
    let plot = Plot::new();
    // the edge at 980 ft, the centre at 1,030 ft
    let parks = [park("A", 980.0), park("B", 9000.0)];
    for (weak, verdict, exit) in [("", "undetermined readings-differ", 3), (", weak = true", "violates", 1)] {
        let law =
            plot.law(NAMED, &format!("readings = [{{ name = \"middle of it\", to = \"parks.centroid\"{weak} }}]"));
        assert_eq!(answer(&plot, &law, &lot(), &parks, None, &[]).whole(), (verdict.to_owned(), exit), "{weak}");
        let (sites, layers) = (plot.layer("sites.geojson", &[lot()]), plot.layers(&[("parks", COMPLETE)]));
        let text = metes(&["check", "--law", &law, "--layers", &layers, "--sites", &sites, "--format", "text"]);
        assert!(stdout(&text).to_lowercase().contains("middle of it"), "{weak}: {}", stdout(&text));
    }
    // one that knows nothing is no hindrance either
    let law = plot.law(NAMED, "readings = [{ name = \"dwelling\", from = \"site.dwelling\", weak = true }]");
    assert_eq!(answer(&plot, &law, &lot(), &parks, None, &[]).whole(), ("violates".to_owned(), 1));
}

#[test]
fn each_reading_is_first_decided_over_all_features_and_then_the_readings_combine() {
    let plot = Plot::new();
    let law = plot.law(NAMED, DWELLING);
    // The lot reaches from x = -40 to 60, its house from -40 to -30. A, in the east, is 950 ft from
    // the lot and 950 + 90 = 1,040 ft from the house. B, in the west, is 998 ft from both, which
    // 2 ft rmse on each side (a band of 4.9 ft) leave open. By the lot, A decides: it violates. By
    // the house, B does: too close. Had the readings of each park been combined first, those of A
    // would differ, which is the graver reason.
    let wide = rect("{}", (-40.0, 0.0), (100.0, 60.0));
    let west = rect("{\"name\":\"B\"}", (-40.0 - 998.0 - 100.0, 0.0), (100.0, 100.0));
    let accuracy = ["--accuracy", "parks=2 ft rmse", "--accuracy", "dwellings=2 ft rmse"];
    for (other, verdict) in [(west, "undetermined too-close"), (park("B", 9000.0), "undetermined readings-differ")] {
        let parks = [park("A", 950.0), other];
        let more = [&accuracy[..], &["--accuracy", "sites=2 ft rmse"]].concat();
        plot.layer("parks.geojson", &parks);
        plot.layer("dwellings.geojson", &[house(-30.0)]);
        let sites = plot.layer("sites.geojson", std::slice::from_ref(&wide));
        let layers = plot.layers(&[("parks", COMPLETE), ("dwellings", EXACT)]);
        let args = [&["--layers", &layers, "--sites", &sites][..], &more].concat();
        assert_eq!(plot.check(&law, &args), (verdict.to_owned(), 3));
    }
}

#[test]
fn of_several_reasons_the_worst_is_told() {
    let plot = Plot::new();
    let spoilt = ring("{\"name\":\"A\"}", &[(460.0, 0.0), (540.0, 90.0), (540.0, 0.0), (460.0, 80.0), (460.0, 0.0)]);
    let page = |rule_says: &str, freed: &str| {
        let freed = if freed.is_empty() { String::new() } else { exemption("3", freed, "gives = \"exempt\"") };
        plot.page("", &(fact("level", LEVEL, "person") + &places(NAMED) + &rule("2", rule_says) + &freed))
    };
    let (level, officer) = ("when = { level = 2 }", "when = { officer = \"The Engineer.\" }");
    let unclear = "{ unclear = \"It does not say.\" }";
    let near = [park("A", 400.0), park("B", 9000.0)];
    let close: &[&str] = &["--measured", "T-2=1001 ft +- 2 ft"];
    let by_hand = "require = { more_than = \"1000 ft\", at_limit = \"unclear\" }\nreadings = [{ name = \"other\", by_hand = true }]";
    let on_limit = |other: &'static str| vec!["--measured", "T-2=1000 ft +- 0 ft", "--measured", other];
    for (pair, law, parks, args, verdict) in [
        ("invalid-data, missing-data", page("", ""), vec![spoilt.clone()], vec![], "invalid-data"),
        ("invalid-data, missing-fact", page(level, ""), vec![spoilt, near[1].clone()], vec![], "invalid-data"),
        ("missing-data, missing-fact", page(level, ""), near[1..].to_vec(), vec![], "missing-data"),
        ("missing-data, readings-differ", page("", unclear), near[1..].to_vec(), vec![], "missing-data"),
        (
            "missing-fact, no number",
            page("when = { officer = \"O.\", level = 2 }", ""),
            near.to_vec(),
            vec![],
            "missing-fact",
        ),
        ("missing-fact, too-close", page(level, ""), near.to_vec(), close.to_vec(), "missing-fact"),
        ("no number, readings-differ", page(officer, unclear), near.to_vec(), vec![], "no-number-in-the-law"),
        ("no number, too-close", page(officer, ""), near.to_vec(), close.to_vec(), "no-number-in-the-law"),
        ("readings-differ, too-close", page("", unclear), near.to_vec(), close.to_vec(), "readings-differ"),
        (
            "too-close, on the limit",
            page(by_hand, ""),
            near.to_vec(),
            on_limit("T-2/other=1001 ft +- 2 ft"),
            "too-close",
        ),
        (
            "on the limit alone",
            page(by_hand, ""),
            near.to_vec(),
            on_limit("T-2/other=1003 ft +- 2 ft"),
            "on-limit-unclear",
        ),
    ] {
        let found = answer(&plot, &law, &lot(), &parks, None, &args);
        assert_eq!(found.whole(), (format!("undetermined {verdict}"), 3), "{pair}");
    }
}

#[test]
fn a_fact_is_asked_for_when_some_value_of_it_would_change_the_verdict() {
    let plot = Plot::new();
    let free = "gives = \"exempt\"";
    let freed = exemption("3", "{ level = 1 }", free) + &exemption("4", "{ ordered = true }", free);
    let facts = fact("level", LEVEL, "person") + &fact("ordered", "\"flag\"", "place");
    let law = plot.page("", &(facts + &places(NAMED) + &rule("2", "") + &freed));
    for (situation, distance, args, verdict, asked) in [
        ("far away nothing matters", 1300.0, &[][..], "complies", ""),
        ("near, both do", 900.0, &[], "undetermined missing-fact", "To be asked: level, ordered."),
        ("one is answered", 900.0, &["--fact", "level=2"], "undetermined missing-fact", "To be asked: ordered."),
        ("one frees", 900.0, &["--fact", "level=1"], "exempt", ""),
        ("both are answered", 900.0, &["--fact", "level=2", "--fact", "ordered=no"], "violates", ""),
    ] {
        let parks = [park("A", distance), park("B", 9000.0)];
        let found = answer(&plot, &law, &lot(), &parks, None, args);
        assert_eq!(found.verdict(), verdict, "{situation}");
        let remark = found.first("remark");
        assert!(remark.contains(asked) && (!asked.is_empty() || !remark.contains("asked")), "{situation}: {remark}");
    }
}

#[test]
fn a_municipality_s_day_that_is_known_between_two_days_is_missing_data_only_between_them() {
    let plot = Plot::new();
    let enacted = fact("enacted", "\"date\"\nbetween = [2007-01-01, 2008-12-31]", "municipality");
    let prior = exemption("3", "{ since = { before = \"enacted\" } }", "gives = \"exempt\"");
    let facts = fact("since", "\"date\"", "place") + &enacted;
    let law = plot.page("", &(facts + &places(NAMED) + &rule("2", "") + &prior));
    let parks = [park("A", 400.0), park("B", 9000.0)];
    for (since, stated, verdict, exit) in [
        ("2006-12-31", "", "exempt", 0),
        // it may have been enacted on that very day, or later
        ("2007-01-01", "", "undetermined missing-data", 3),
        ("2008-12-30", "", "undetermined missing-data", 3),
        // the last day is not before itself
        ("2008-12-31", "", "violates", 1),
        ("2007-11-30", "enacted=2007-12-01", "exempt", 0),
        ("2007-12-01", "enacted=2007-12-01", "violates", 1),
    ] {
        let since = format!("since={since}");
        let stated: &[&str] = if stated.is_empty() { &[] } else { &["--fact", stated] };
        let found = answer(&plot, &law, &lot(), &parks, None, &[&["--fact", &since], stated].concat());
        assert_eq!(found.whole(), (verdict.to_owned(), exit), "{since} {stated:?}");
    }
    // whoever asks is asked for the other day only
    let found = answer(&plot, &law, &lot(), &parks, None, &[]);
    assert!(found.first("remark").contains("To be asked: since."), "{}", found.first("remark"));
}

#[test]
fn an_exemption_park_by_park_leaves_an_older_park_in_the_way() {
    let plot = Plot::new();
    let later =
        exemption("3", "{ since = { before = \"place.established\" } }", "each_place = true\ngives = \"exempt\"");
    let law = plot.page("", &(fact("since", "\"date\"", "place") + &places(NAMED) + &rule("2", "") + &later));
    let of = |name: &str, feet: f64, day: &str| {
        polygon(&format!("{{\"name\":\"{name}\",\"established\":{day}}}"), 60.0 + feet, 100.0)
    };
    for (situation, a, b, verdict, exit) in [
        ("the only near park is younger", (400.0, "\"2020-05-01\""), (9000.0, "null"), "exempt", 0),
        ("it is of the very day", (400.0, "\"2019-05-01\""), (9000.0, "null"), "violates", 1),
        ("a younger and an older one", (400.0, "\"2020-05-01\""), (600.0, "\"1990-01-01\""), "violates", 1),
        ("both are younger", (400.0, "\"2020-05-01\""), (600.0, "\"2021-01-01\""), "exempt", 0),
        ("its day is not on the map", (400.0, "null"), (9000.0, "null"), "undetermined missing-data", 3),
        ("none is near", (1001.0, "null"), (9000.0, "null"), "complies", 0),
    ] {
        let parks = [of("A", a.0, a.1), of("B", b.0, b.1)];
        let found = answer(&plot, &law, &lot(), &parks, None, &["--fact", "since=2019-05-01"]);
        assert_eq!(found.whole(), (verdict.to_owned(), exit), "{situation}");
    }
}
