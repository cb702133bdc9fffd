//! What must not make an answer surer than it is, or less sure: figures, unread facts, exact maps, the size of a lot, other people's places.

use crate::common::{code, metes, stdout};
use crate::plot::{COMPLETE, Plot, fact, lot, park, places, rect, rule};
use serde_json::Value;

const BOTH: &str = "named = [\"A\", \"B\"]";

/// The options for a file of sites, all exact.
fn of<'a>(layers: &'a str, sites: &'a str) -> [&'a str; 6] {
    ["--layers", layers, "--sites", sites, "--site-accuracy", "0 ft"]
}

#[test]
fn a_figure_does_not_fill_what_the_map_leaves_open_and_is_never_passed_over() {
    let plot = Plot::new();
    let sites = plot.layer("sites.geojson", &[lot()]);
    plot.layer("empty.geojson", &[]);
    plot.layer("z.geojson", &[park("Z", 2500.0)]);
    let layers = |file: &str| {
        plot.write(&format!("{file}.toml"), &format!("[parks]\npath = \"{file}.geojson\"\naccuracy = \"0 ft\"\n"))
    };
    let (empty, z) = (layers("empty"), layers("z"));
    let (every, both) = (plot.law("every = \"feature\"", ""), plot.law(BOTH, ""));
    for (law, layers, figure, wanted, exit) in [
        // an open class without coverage: an unseen park may be nearer than the surveyed one
        (&every, &empty, "2000 ft", "undetermined missing-data", 3),
        (&every, &z, "2000 ft", "undetermined missing-data", 3),
        (&every, &empty, "20 ft", "violates", 1),
        // a closed list of which none is found: one of them is 20 ft away, the other unknown
        (&both, &z, "20 ft", "violates", 1),
        (&both, &z, "2000 ft", "undetermined missing-data", 3),
    ] {
        let figure = format!("T-2={figure} +- 1 ft");
        let found = plot.ask(law, &[&of(layers, &sites)[..], &["--measured", &figure]].concat());
        assert_eq!(found.whole(), (wanted.to_owned(), exit), "{layers} {figure}");
        assert!(found.first("remark").contains("stated, not measured"), "{layers} {figure}");
    }
}

#[test]
fn a_figure_for_one_site_is_not_taken_for_another() {
    let plot = Plot::new();
    let sites = plot.layer("sites.geojson", &[lot(), rect("{}", (0.0, 100.0), (60.0, 60.0))]);
    plot.layer("parks.geojson", &[park("A", 400.0), park("B", 9000.0)]);
    let layers = plot.layers(&[("parks", COMPLETE)]);
    let found =
        plot.ask(&plot.law(BOTH, ""), &[&of(&layers, &sites)[..], &["--measured", "T-2=1003 ft +- 1 ft"]].concat());
    assert!(found.exit == 2 && found.rows.is_empty() && found.said.contains("for one site"), "{}", found.said);
}

#[test]
fn nothing_is_assumed_in_the_place_of_a_fact_that_cannot_be_read() {
    let plot = Plot::new();
    let level = fact("level", "\"choice\"\nchoices = [1, 2, 3]", "person");
    let blocks = level + &places(BOTH) + &rule("2", "when = { level = { in = [2, 3] } }");
    let law = plot.page("\n[acts.residence]\nask = \"May one live here?\"\nassume = { level = 2 }\n", &blocks);
    let at = |level: &str| rect(&format!("{{\"level\":{level}}}"), (0.0, 0.0), (60.0, 60.0));
    let sites = plot.layer("sites.geojson", &[at("\"high\""), at("1"), at("3"), lot()]);
    plot.layer("parks.geojson", &[park("A", 400.0), park("B", 9000.0)]);
    let found = plot.ask(&law, &of(&plot.layers(&[("parks", COMPLETE)]), &sites));
    assert_eq!(found.verdicts(), ["undetermined invalid-data", "not-applicable", "violates", "violates"]);
    assert!(found.first("remark").contains("level is \"high\""), "{}", found.first("remark"));
}

#[test]
fn a_lot_wholly_within_the_limit_needs_no_dwelling_and_another_does() {
    let plot = Plot::new();
    let law = plot.law(BOTH, "readings = [{ name = \"dwelling\", from = \"site.dwelling\" }]");
    // 100 by 60 ft: no two places of it are more than 116.62 ft apart
    let sites = plot.layer("sites.geojson", &[rect("{}", (-40.0, 0.0), (100.0, 60.0))]);
    let layers = plot.layers(&[("parks", COMPLETE)]);
    for (feet, wanted) in
        [(870.0, "violates"), (883.0, "violates"), (884.0, "undetermined missing-data"), (1001.0, "complies")]
    {
        plot.layer("parks.geojson", &[park("A", feet), park("B", 9000.0)]);
        assert_eq!(plot.ask(&law, &of(&layers, &sites)).verdict(), wanted, "{feet} ft");
    }
}

#[test]
fn a_lot_all_inside_an_exact_village_needs_no_dwelling_to_be_inside() {
    let plot = Plot::new();
    let village = "## § T-4. Village.\n\nThe line.\n\n```toml places\nid = \"village\"\nlayer = \"boundary\"\nnoun = \"boundary\"\n\
                   plural = \"boundaries\"\nevery = \"only\"\n```\n\n```toml condition\nid = \"outside\"\nyes = \"out\"\nno = \"in\"\n\
                   short = [\"out\", \"in\"]\nmeasure = { distance = { from = \"site.lot\", to = \"village\" } }\nrequire = { more_than = \"0 ft\" }\n\
                   readings = [{ name = \"the dwelling\", from = \"site.dwelling\" }]\n```\n\n";
    let free = crate::plot::exemption("5", "{ holds = \"outside\" }", "gives = \"not-applicable\"");
    let law = plot.page("", &(places(BOTH) + village + &rule("2", "") + &free));
    let sites = plot.layer("sites.geojson", &[lot()]);
    plot.layer("parks.geojson", &[park("A", 400.0), park("B", 9000.0)]);
    plot.layer("boundary.geojson", &[rect("{}", (-2900.0, -1500.0), (3060.0, 3000.0))]);
    for accuracy in ["0 ft", "1 ft rmse"] {
        let line = format!("accuracy = \"{accuracy}\"");
        let layers = plot.layers(&[("parks", COMPLETE), ("boundary", &line)]);
        assert_eq!(plot.check(&law, &of(&layers, &sites)), ("violates".to_owned(), 1), "{accuracy}");
    }
}

#[test]
fn who_halted_a_rule_and_since_when_and_who_measured_are_in_the_record() {
    let plot = Plot::new();
    let law = plot.law(BOTH, "status = { is = \"stayed\", authority = \"Doe v. Roe\", since = 2020-01-02 }");
    let sites = plot.layer("sites.geojson", &[lot()]);
    plot.layer("parks.geojson", &[park("A", 998.0), park("B", 9000.0)]);
    let layers = plot.layers(&[("parks", COMPLETE)]);
    let print = |format: &str| {
        let figure = ["--measured", "T-2=1003 ft +- 1 ft", "--measured-by", "survey of 20 November"];
        let rest = ["--law", &law, "--on=2026-11-30", "--format", format];
        let output = metes(&[&["check"], &rest[..], &of(&layers, &sites), &figure].concat());
        assert_eq!(code(&output), 0);
        stdout(&output)
    };
    let text = print("text");
    assert!(
        text.contains("stayed since 2 January 2020\n  Doe v. Roe.") && text.contains("survey of 20 November"),
        "{text}"
    );
    let site: Value = serde_json::from_str(&print("ndjson")).expect("JSON");
    let finding = &site["findings"][0];
    assert_eq!((&finding["status_authority"], &finding["status_since"]), (&"Doe v. Roe".into(), &"2020-01-02".into()));
    assert_eq!(site["measured_by"], "survey of 20 November");
}

#[test]
fn streets_that_are_not_drawn_are_not_empty() {
    // Mill Row lies in the part of the illustrative village whose streets are not drawn
    let args =
        ["check", "--law", "us/ny/tuckahoe/chapter-19", "--act", "street-obstruction", "--layers", "illustrative"];
    let more = ["--address", "12 Mill Row, unit 3", "--fact", "height=6 ft", "--on=2026-11-30", "--format", "csv"];
    let output = metes(&[&args[..], &more].concat());
    assert_eq!(code(&output), 3);
    let mut rows = crate::common::rows(&stdout(&output));
    // by the rules that look at streets: a corner, and ten kinds of things
    rows.retain(|row| row["rule"].starts_with("19-52") || row["rule"].starts_with("19-54"));
    assert_eq!(rows.len(), 11);
    assert!(rows.iter().all(|row| row["reason"] == "missing-data"), "{rows:?}");
}
