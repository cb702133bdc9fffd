//! What is promised of verdicts, reasons, duties and exit codes, each with situations worked by hand.

use crate::common::{code, metes, stdout};
use crate::plot::{COMPLETE, Plot, collection, exemption, fact, feature, lot, park, places, polygon, rect, ring, rule};

const NAMED: &str = "named = [\"A\", \"B\"]";
const GOOD: &str = "accuracy = \"1 ft rmse\"";
const LEVEL: &str = "\"choice\"\nchoices = [1, 2, 3]";

/// A layers file with exact parks, and the words for it and for exact sites.
fn exact(desk: &Plot, parks: &[String], sites: &[String]) -> [String; 6] {
    desk.layer("parks.geojson", parks);
    let sites = desk.layer("sites.geojson", sites);
    let layers = desk.layers(&[("parks", COMPLETE)]);
    ["--layers".to_owned(), layers, "--sites".to_owned(), sites, "--site-accuracy".to_owned(), "0 ft".to_owned()]
}

fn ask(desk: &Plot, law: &str, args: &[String], more: &[&str]) -> crate::plot::Answer {
    desk.ask(law, &args.iter().map(String::as_str).chain(more.iter().copied()).collect::<Vec<_>>())
}

/// A park whose outline crosses itself, so many feet east of the lot.
fn crossing(name: &str, feet: f64) -> String {
    let x = 60.0 + feet;
    ring(&format!("{{\"name\":\"{name}\"}}"), &[(x, 0.0), (x + 80.0, 90.0), (x + 80.0, 0.0), (x, 80.0), (x, 0.0)])
}

#[test]
fn a_requirement_says_what_happens_exactly_at_the_limit() {
    let desk = Plot::new();
    for (require, below, at, above) in [
        ("{ more_than = \"1000 ft\" }", "violates", "violates", "complies"),
        ("{ at_least = \"1000 ft\" }", "violates", "complies", "complies"),
        ("{ less_than = \"1000 ft\" }", "complies", "violates", "violates"),
        ("{ at_most = \"1000 ft\" }", "complies", "complies", "violates"),
        (
            "{ more_than = \"1000 ft\", at_limit = \"unclear\" }",
            "violates",
            "undetermined on-limit-unclear",
            "complies",
        ),
        // a size of 1,000 ft, give or take half an inch: 999 ft 11 in and 1,000 ft 1 in are off by one
        ("{ equal = \"1000 ft\", give_or_take = \"1/2 in\" }", "violates", "complies", "violates"),
    ] {
        let law = desk.law(NAMED, &format!("require = {require}"));
        for (figure, verdict) in [("999 ft 11 in", below), ("1000 ft", at), ("304.8 m", at), ("1000 ft 1 in", above)] {
            let exit = match verdict {
                "complies" => 0,
                "violates" => 1,
                _ => 3,
            };
            let measured = format!("T-2={figure} +- 0 ft");
            assert_eq!(desk.check(&law, &["--measured", &measured]), (verdict.to_owned(), exit), "{require}, {figure}");
        }
    }
}

#[test]
fn each_reason_of_what_is_undetermined_can_be_met() {
    let desk = Plot::new();
    let level = fact("level", LEVEL, "person");
    let page = |more: &str, others: &str| desk.page("", &(level.clone() + &places(NAMED) + &rule("2", more) + others));
    let both = [park("A", 400.0), park("B", 5000.0)];
    let unclear = exemption("3", "{ unclear = \"It does not say.\" }", "gives = \"exempt\"");
    let bad = [crossing("A", 400.0), park("B", 5000.0)];
    let differs = "readings = [{ name = \"centre\", to = \"parks.centroid\" }]";
    for (situation, law, parks, args, verdict) in [
        ("too close", page("", ""), &both[..], &["--measured", "T-2=1001 ft +- 2 ft"][..], "too-close"),
        // the edge of a park 100 ft square at 980 ft, its centre at 1,030 ft
        ("two ways", page(differs, ""), &[park("A", 980.0), park("B", 5000.0)], &[], "readings-differ"),
        ("words that are not clear", page("", &unclear), &both, &[], "readings-differ"),
        (
            "on the limit",
            page("require = { more_than = \"400 ft\", at_limit = \"unclear\" }", ""),
            &both,
            &["--measured", "T-2=400 ft +- 0 ft"],
            "on-limit-unclear",
        ),
        ("a fact", page("when = { level = 2 }", ""), &both, &[], "missing-fact"),
        ("a named park is not there", page("", ""), &both[1..], &[], "missing-data"),
        ("a bad outline", page("", ""), &bad, &[], "invalid-data"),
        (
            "an officer decides",
            page("when = { officer = \"The Engineer decides.\" }", ""),
            &both,
            &[],
            "no-number-in-the-law",
        ),
    ] {
        let options = exact(&desk, parks, &[lot()]);
        let found = ask(&desk, &law, &options, args);
        assert_eq!(found.whole(), (format!("undetermined {verdict}"), 3), "{situation}");
    }
}

#[test]
fn a_sure_violation_stays_one_even_when_other_data_are_missing() {
    let desk = Plot::new();
    let nowhere = feature("{\"name\":\"B\"}", "null");
    let all = "named = [\"A\", \"B\", \"C\", \"D\", \"E\", \"F\"]";
    let five: Vec<String> = ["B", "C", "D", "E", "F"].map(|name| park(name, 5000.0)).to_vec();
    let with = |first: String| [&[first][..], &five[1..]].concat();
    for (situation, members, parks, verdict, exit) in [
        ("six named, five found, all far", all, five.clone(), "undetermined missing-data", 3),
        ("six named, five found, one near", all, with(park("A", 999.0)), "violates", 1),
        ("a near park and a bad outline", NAMED, vec![park("A", 999.0), crossing("B", 400.0)], "violates", 1),
        (
            "a far park and a bad outline",
            NAMED,
            vec![park("A", 1001.0), crossing("B", 400.0)],
            "undetermined invalid-data",
            3,
        ),
        ("a near park and one without geometry", NAMED, vec![park("A", 999.0), nowhere.clone()], "violates", 1),
        (
            "a far park and one without geometry",
            NAMED,
            vec![park("A", 1001.0), nowhere],
            "undetermined missing-data",
            3,
        ),
        ("all found and far", NAMED, vec![park("A", 1001.0), park("B", 5000.0)], "complies", 0),
    ] {
        let options = exact(&desk, &parks, &[lot()]);
        let found = ask(&desk, &desk.law(members, ""), &options, &[]);
        assert_eq!(found.whole(), (verdict.to_owned(), exit), "{situation}");
        if situation.starts_with("six") {
            let said = if exit == 3 { "6 named, 5 found: A missing." } else { "6 named, 5 found: B missing." };
            assert!(found.first("remark").contains(said), "{}", found.first("remark"));
        }
    }
}

#[test]
fn the_exit_code_is_2_before_1_before_3_before_0() {
    let desk = Plot::new();
    let law = desk.law(NAMED, "");
    let parks = [park("A", 400.0), park("B", 9000.0)];
    // near A; clear of both (2,000 ft west of the first lot); no geometry
    let near = || polygon("{}", 0.0, 60.0);
    let clear = || polygon("{}", -2000.0, 60.0);
    let unknown = || feature("{}", "null");
    for (sites, exit) in [
        (vec![clear()], 0),
        (vec![clear(), unknown()], 3),
        (vec![unknown(), clear(), clear()], 3),
        (vec![clear(), near()], 1),
        (vec![near(), unknown(), clear()], 1),
        (vec![unknown(), near()], 1),
    ] {
        let options = exact(&desk, &parks, &sites);
        let found = ask(&desk, &law, &options, &[]);
        assert_eq!((found.exit, found.rows.len()), (exit, sites.len()), "{:?}", found.verdicts());
        assert_eq!(ask(&desk, &law, &options, &["--exit-zero"]).exit, 0, "--exit-zero");
    }
    // what could not run is 2, whatever the findings before it, also under --exit-zero
    let cut = collection("", &[near(), clear()]);
    desk.layer("parks.geojson", &parks);
    let (layers, sites) = (desk.layers(&[("parks", COMPLETE)]), desk.write("cut.geojson", &cut[..cut.len() - 40]));
    for more in [&[][..], &["--exit-zero"]] {
        let found = desk.ask(&law, &[&["--layers", &layers, "--sites", &sites], more].concat());
        assert_eq!(found.exit, 2, "{}", found.said);
    }
}

#[test]
fn exempt_and_not_applicable_leave_the_exit_code_at_0() {
    let desk = Plot::new();
    let parks = [park("A", 400.0), park("B", 9000.0)];
    for (when, gives, stated, verdict, exit) in [
        ("{ level = 1 }", "exempt", "level=1", "exempt", 0),
        ("{ level = 1 }", "not-applicable", "level=1", "not-applicable", 0),
        ("{ level = 1 }", "exempt", "level=2", "violates", 1),
        ("{ level = { in = [1, 3] } }", "exempt", "level=3", "exempt", 0),
        ("{ not = { level = 1 } }", "exempt", "level=1", "violates", 1),
    ] {
        let lifted = exemption("3", when, &format!("gives = \"{gives}\""));
        let law = desk.page("", &(fact("level", LEVEL, "person") + &places(NAMED) + &rule("2", "") + &lifted));
        let found = ask(&desk, &law, &exact(&desk, &parks, &[lot()]), &["--fact", stated]);
        assert_eq!(found.whole(), (verdict.to_owned(), exit), "{when} {gives} {stated}");
    }
    let law = desk.page("", &(fact("level", LEVEL, "person") + &places(NAMED) + &rule("2", "when = { level = 2 }")));
    for (stated, verdict, exit) in [("level=1", "not-applicable", 0), ("level=2", "violates", 1)] {
        let found = ask(&desk, &law, &exact(&desk, &parks, &[lot()]), &["--fact", stated]);
        assert_eq!(found.whole(), (verdict.to_owned(), exit), "{stated}");
    }
}

#[test]
fn a_duty_answers_required_and_leaves_the_exit_code_alone() {
    let desk = Plot::new();
    let duty = "duty = { who = \"the owner\", what = \"must give notice\", by = \"before work\" }";
    for (distance, when, wanted, exit) in [
        (5000.0, "", ["complies", "required"], 0),
        (400.0, "", ["violates", "required"], 1),
        // whether the duty applies is not known, and still it weighs nothing
        (5000.0, "\nwhen = { level = 2 }", ["complies", "undetermined missing-fact"], 0),
    ] {
        let level = fact("level", LEVEL, "person");
        let law = desk.page("", &(level + &places(NAMED) + &rule("2", "") + &rule("3", &format!("{duty}{when}"))));
        let found = ask(&desk, &law, &exact(&desk, &[park("A", distance), park("B", 9000.0)], &[lot()]), &[]);
        assert_eq!((found.verdicts(), found.exit), (wanted.map(str::to_owned).to_vec(), exit), "{distance}");
    }
    let law = desk.page("", &rule("2", duty));
    let output = metes(&[
        "check",
        "--law",
        &law,
        "--on=2026-11-30",
        "--format",
        "text",
        "--at=-73.83,40.95",
        "--layers",
        "illustrative",
    ]);
    let text = stdout(&output).split_whitespace().collect::<Vec<_>>().join(" ");
    for words in ["the owner", "must give notice", "before work"] {
        assert!(text.to_lowercase().contains(words), "{words}: {text}");
    }
    assert_eq!(code(&output), 0);
}

#[test]
fn a_check_runs_all_rules_of_its_act_and_no_other() {
    let desk = Plot::new();
    let other =
        rule("3", "require = { more_than = \"300 ft\" }").replace("\"residence\"", "[\"residence\", \"lease\"]");
    let third = rule("4", "").replace("\"residence\"", "\"lease\"");
    let law = desk.page("", &(places(NAMED) + &rule("2", "") + &other + &third));
    let options = exact(&desk, &[park("A", 400.0), park("B", 9000.0)], &[lot()]);
    for (act, rules, exit) in
        [("residence", ["T-2 violates", "T-3 complies"], 1), ("lease", ["T-3 complies", "T-4 violates"], 1)]
    {
        let found = ask(&desk, &law, &options, &["--act", act]);
        let answers: Vec<String> = found.rows.iter().map(|row| format!("{} {}", row["rule"], row["verdict"])).collect();
        assert_eq!((answers, found.exit), (rules.map(str::to_owned).to_vec(), exit), "{act}");
    }
    // without --act: the only act, else the list of them
    let said = ask(&desk, &law, &options, &[]);
    assert!(said.exit == 2 && said.said.contains("several acts: lease, residence"), "{}", said.said);
    assert_eq!(ask(&desk, &desk.law(NAMED, ""), &options, &[]).whole(), ("violates".to_owned(), 1));
}

#[test]
fn the_status_of_the_law_and_the_day_of_the_check_stand_in_every_result() {
    let desk = Plot::new();
    let law = desk.page(
        "",
        &(places(NAMED)
            + &rule("2", "")
            + &rule("3", "status = { is = \"stayed\", authority = \"Doe v. Roe\", since = 2020-01-02 }")),
    );
    let options = exact(&desk, &[park("A", 5000.0), park("B", 9000.0)], &[lot()]);
    let found = ask(&desk, &law, &options, &["--on=2025-02-28"]);
    let columns: Vec<_> = found.rows.iter().map(|row| (row["law_status"].as_str(), row["on"].as_str())).collect();
    assert_eq!(columns, [("illustrative", "2025-02-28"), ("stayed", "2025-02-28")]);
    for format in ["text", "json", "ndjson", "geojson"] {
        let args: Vec<&str> = ["check", "--law", &law, "--on=2025-02-28", "--format", format]
            .into_iter()
            .chain(options.iter().map(String::as_str))
            .collect();
        let output = stdout(&metes(&args));
        let day = output.contains("2025-02-28") || output.contains("28 February 2025");
        assert!(day && output.contains("illustrative") && output.contains("stayed"), "{format}: {output}");
    }
}

#[test]
fn a_lot_on_both_sides_of_a_boundary_is_judged_by_its_dwelling() {
    let desk = Plot::new();
    let boundary = "## § T-4. Village.\n\nThe line.\n\n```toml places\nid = \"village\"\nlayer = \"boundary\"\nnoun = \"boundary\"\nplural = \"boundaries\"\nevery = \"only\"\n```\n\n\
                    ```toml condition\nid = \"outside\"\nyes = \"out\"\nno = \"in\"\nshort = [\"out\", \"in\"]\nmeasure = { distance = { from = \"site.lot\", to = \"village\" } }\n\
                    require = { more_than = \"0 ft\" }\nreadings = [{ name = \"the dwelling\", from = \"site.dwelling\" }]\n```\n\n";
    let beyond = exemption("5", "{ holds = \"outside\" }", "gives = \"not-applicable\"");
    let law = desk.page("", &(places(NAMED) + boundary + &rule("2", "") + &beyond));
    let house = |x: f64| vec![rect("{}", (x, 20.0), (10.0, 10.0))];
    // the lot lies from x = 0 to 60, the village west of its line; a park is 400 ft away
    for (situation, line, dwelling, verdict, exit) in [
        ("all inside", 100.0, house(30.0), "violates", 1),
        ("all inside, no dwelling drawn", 100.0, vec![], "violates", 1),
        ("all outside", -40.0, house(30.0), "not-applicable", 0),
        ("all outside, no dwelling drawn", -40.0, vec![], "not-applicable", 0),
        ("on both sides, the dwelling inside", 40.0, house(10.0), "violates", 1),
        ("on both sides, the dwelling outside", 20.0, house(45.0), "undetermined readings-differ", 3),
        ("on both sides, no dwelling drawn", 30.0, vec![], "undetermined missing-data", 3),
    ] {
        desk.layer("parks.geojson", &[park("A", 400.0), park("B", 9000.0)]);
        desk.layer("boundary.geojson", &[rect("{}", (line - 3000.0, -1500.0), (3000.0, 3000.0))]);
        desk.layer("dwellings.geojson", &dwelling);
        let site = desk.layer("site.geojson", &[lot()]);
        let layers = desk.layers(&[("parks", COMPLETE), ("boundary", GOOD), ("dwellings", GOOD)]);
        let found = desk.check(&law, &["--layers", &layers, "--sites", &site, "--site-accuracy", "0 ft"]);
        assert_eq!(found, (verdict.to_owned(), exit), "{situation}");
    }
}
