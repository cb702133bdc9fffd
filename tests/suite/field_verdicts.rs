//! The real reports again, as somebody would ask them: each ends in the right verdict.

use std::path::PathBuf;

use serde_json::Value;

use crate::common::{code, metes, shared, stderr, stdout};

/// A case with a folder for what is written for it.
struct Case {
    folder: PathBuf,
    expect: Value,
    desk: tempfile::TempDir,
}

/// What `metes check` said.
struct Answer {
    document: Value,
    said: String,
    exit: i32,
}

impl Answer {
    fn site(&self, id: &str) -> &Value {
        let sites = self.document["sites"].as_array().unwrap_or_else(|| panic!("{}", self.said));
        sites.iter().find(|site| site["site_id"] == id).unwrap_or_else(|| panic!("no site {id}"))
    }

    /// The verdict as the cases call it.
    fn side(&self, id: &str) -> &'static str {
        let finding = &self.site(id)["findings"][0];
        match (finding["verdict"].as_str(), finding["reason"].as_str()) {
            (Some("violates"), _) => "within",
            (Some("complies"), _) => "outside",
            (Some("undetermined"), _) => "refer",
            other => panic!("{other:?}"),
        }
    }
}

impl Case {
    fn open(name: &str) -> Option<Case> {
        let folder = shared()?.join("field-cases").join(name);
        let text = std::fs::read_to_string(folder.join("expect.json")).expect("expect.json");
        let expect = serde_json::from_str(&text).expect("JSON");
        Some(Case { folder, expect, desk: tempfile::tempdir().expect("a folder") })
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.desk.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    }

    /// A law of 1,000 ft from the places of `members`.
    fn law(&self, members: &str) -> String {
        self.write("law.md", &format!(
            "# Chapter P. For tests\n\n```toml chapter\nplace = \"Nowhere\"\nsource = \"nobody's law\"\ntime_zone = \"America/New_York\"\n\
             checked = 2026-11-30\nstatus = {{ is = \"illustrative\" }}\nnot_checked = [\"All else\"]\n```\n\n## § P-1. Places.\n\n\
             ```toml places\nid = \"parks\"\nlayer = \"parks\"\nnoun = \"park\"\nplural = \"parks\"\n{members}\n```\n\n## § P-2. Distance.\n\n\
             Not within 1,000 feet of a park.\n\n```toml rule\nid = \"P-2\"\nact = \"residence\"\n\
             measure = {{ distance = {{ from = \"site.lot\", to = \"parks\" }} }}\nrequire = {{ more_than = \"1000 ft\" }}\n```\n"
        ))
    }

    fn names(&self, refusal: Option<&Value>) -> String {
        let list = refusal.unwrap_or(&self.expect)["rule_names"].as_array().expect("names").clone();
        format!("named = {}", Value::Array(list))
    }

    /// Checks a file of sites against a file of parks, both exact but for `band`.
    fn check(&self, members: &str, sites: &str, parks: &str, band: &str, more: &[&str]) -> Answer {
        let law = self.law(members);
        let path = self.folder.join(parks);
        let layers = self
            .write("layers.toml", &format!("[parks]\npath = {path:?}\naccuracy = \"0 ft\"\ncoverage = \"complete\"\n"));
        let sites = self.folder.join(sites).display().to_string();
        let args = [
            "check",
            "--law",
            &law,
            "--layers",
            &layers,
            "--sites",
            &sites,
            "--site-accuracy",
            band,
            "--on=2026-11-30",
            "--format",
            "json",
        ];
        let output = metes(&[&args[..], more].concat());
        Answer {
            document: serde_json::from_str(&stdout(&output)).unwrap_or(Value::Null),
            said: stderr(&output),
            exit: code(&output),
        }
    }

    /// Every pair of the case with these files, its side held, at its band.
    fn hold_sides(&self, members: &str) -> usize {
        let mut held = 0;
        for pair in self.expect["pairs"].as_array().expect("pairs") {
            let text = |end: &str, key: &str| pair[end][key].as_str().expect("text").to_owned();
            let (sites, parks) = (text("from", "file"), text("to", "file"));
            if !(sites.ends_with(".geojson") && parks.ends_with(".geojson"))
                || pair["with"].as_str().is_some_and(|w| w.contains("repair"))
            {
                continue;
            }
            let band = format!("{} ft 95%", pair["band_ft"].as_f64().unwrap_or(0.0));
            let answer = self.check(members, &sites, &parks, &band, &[]);
            let (site, wanted) = (text("from", "id"), pair["side"].as_str().expect("a side"));
            let place = answer.site(&site)["findings"][0]["places"]
                .as_array()
                .expect("places")
                .iter()
                .find(|place| place["id"] == pair["to"]["id"] || wanted == "error")
                .unwrap_or_else(|| panic!("{pair}"))
                .clone();
            if let (Some(feet), Some(got)) = (pair["distance_ft"].as_f64(), place["distance_ft"].as_f64()) {
                assert!((feet - got).abs() <= pair["tol_ft"].as_f64().expect("a tolerance"), "{got} for {pair}");
            }
            let outcome = match place["outcome"].as_str().expect("an outcome") {
                "not-met" => "within",
                "met" => "outside",
                "too-close" => "refer",
                _ if wanted == "error" => "error",
                _ => "refer",
            };
            if wanted != "error" {
                assert_eq!(outcome, wanted, "{pair}");
            }
            held += 1;
        }
        held
    }
}

#[test]
fn p01_degrees_are_measured_in_feet_and_a_wide_band_refers() {
    let Some(case) = Case::open("P01") else { return };
    assert_eq!(case.hold_sides("every = \"feature\""), 8);
    let sides = |band: &str| {
        let answer = case.check("every = \"feature\"", "dwellings.geojson", "parks.geojson", band, &[]);
        ["d1", "d2", "d3", "d4"].map(|id| answer.side(id))
    };
    assert_eq!(sides("0 ft"), ["within", "within", "outside", "outside"]);
    assert_eq!(sides("14 ft 95%"), ["within", "refer", "refer", "outside"]);
}

#[test]
fn p05_both_of_two_equally_near_parks_are_named_whatever_their_order() {
    let Some(case) = Case::open("P05") else { return };
    assert_eq!(case.hold_sides("every = \"feature\""), 8);
    let findings: Vec<Value> = ["parks_AB.geojson", "parks_BA.geojson"]
        .iter()
        .map(|parks| {
            let answer = case.check("every = \"feature\"", "dwellings.geojson", parks, "0 ft", &[]);
            assert_eq!(answer.side("d"), "within");
            answer.site("d")["findings"].clone()
        })
        .collect();
    assert_eq!(findings[0], findings[1]);
    assert_eq!(findings[0][0]["nearest"], serde_json::json!(["A", "B"]));
}

#[test]
fn p06_only_what_the_rule_names_counts_and_what_it_lacks_is_named() {
    let Some(case) = Case::open("P06") else { return };
    let named = case.names(None);
    assert_eq!(case.hold_sides(&named), 1);
    let answer = case.check(&named, "dwellings.geojson", "parks.geojson", "0 ft", &[]);
    assert_eq!((answer.side("d"), answer.exit), ("within", 1));
    assert!(!answer.document.to_string().to_lowercase().contains("plaza"));
    let refusal = &case.expect["refusals"][0];
    let answer = case.check(&case.names(Some(refusal)), "dwellings.geojson", "parks_five.geojson", "0 ft", &[]);
    assert_eq!((answer.side("d"), answer.exit), ("within", 1));
    assert!(answer.document.to_string().contains("6 named, 5 found: Fisher Park and Playground missing"));
}

#[test]
fn p07_a_named_park_without_geometry_is_neither_near_nor_far() {
    let Some(case) = Case::open("P07") else { return };
    let named = case.names(None);
    assert_eq!(case.hold_sides(&named), 6);
    let answer = case.check(&named, "dwellings.geojson", "parks.geojson", "0 ft", &[]);
    let finding = &answer.site("d")["findings"][0];
    assert_eq!((&finding["verdict"], &finding["reason"]), (&Value::from("undetermined"), &Value::from("missing-data")));
    assert!(case.expect["exit_any_of"].as_array().expect("codes").contains(&Value::from(answer.exit)));
    assert!(finding["gaps"].to_string().contains("Garrett Park"), "{finding}");
}

#[test]
fn p08_a_bow_tie_is_referred_and_repaired_by_request() {
    let Some(case) = Case::open("P08") else { return };
    let answer = case.check("every = \"feature\"", "dwellings.geojson", "parks.geojson", "0 ft", &[]);
    assert_eq!(answer.side("d"), "refer");
    assert_eq!(answer.site("d")["findings"][0]["reason"], "invalid-data");
    assert!(case.expect["exit_any_of"].as_array().expect("codes").contains(&Value::from(answer.exit)));
    let mended =
        case.check("every = \"feature\"", "dwellings.geojson", "parks.geojson", "0 ft", &["--repair", "parks"]);
    assert_eq!((mended.side("d"), mended.exit), ("within", 1));
    let feet = mended.site("d")["findings"][0]["measured_ft"].as_f64().expect("feet");
    assert!((feet - 28.29).abs() <= 0.01, "{feet}");
    let layer =
        mended.document["layers"].as_array().expect("layers").iter().find(|l| l["layer"] == "parks").expect("parks");
    assert!(layer["repairs"].to_string().contains("crossing rings accepted") && layer["sha256"].is_string());
}

#[test]
fn p09_a_stack_of_twelve_is_one_unit_when_asked_and_twelve_rows_in_a_batch() {
    let Some(case) = Case::open("P09") else { return };
    let answer = case.check("every = \"feature\"", "parcels.geojson", "parks.geojson", "0 ft", &[]);
    let sites = answer.document["sites"].as_array().expect("sites");
    assert_eq!(sites.len(), 12);
    for site in sites {
        let feet = site["findings"][0]["measured_ft"].as_f64().expect("feet");
        assert!((feet - 742.05).abs() <= 0.01 && site["findings"][0]["verdict"] == "violates", "{site}");
    }
    let (law, parks) = (case.law("every = \"feature\""), case.folder.join("parks.geojson"));
    let layers = case.write(
        "layers.toml",
        &format!(
            "[parks]\npath = {parks:?}\naccuracy = \"0 ft\"\ncoverage = \"complete\"\n[parcels]\npath = {:?}\naccuracy = \"0 ft\"\n",
            case.folder.join("parcels.geojson")
        ),
    );
    for query in case.expect["queries"].as_array().expect("queries") {
        let typed = query["query"].as_str().expect("an address");
        let output = metes(&[
            "check",
            "--law",
            &law,
            "--layers",
            &layers,
            "--address",
            typed,
            "--on=2026-11-30",
            "--format",
            "json",
        ]);
        let ids: Vec<&str> = query["ids"].as_array().expect("ids").iter().filter_map(Value::as_str).collect();
        if query["outcome"] == "one" {
            let document: Value =
                serde_json::from_str(&stdout(&output)).unwrap_or_else(|e| panic!("{e}: {}", stderr(&output)));
            assert_eq!(document["sites"][0]["site_id"], ids[0]);
        } else {
            assert_eq!(code(&output), 2);
            let said = stderr(&output);
            assert!(ids.iter().all(|id| said.contains(id)), "{said}");
        }
    }
}

#[test]
fn p10_p12_p13_measure_right_through_a_check() {
    for (name, pairs) in [("P10", 1), ("P12", 2), ("P13", 2)] {
        let Some(case) = Case::open(name) else { return };
        assert_eq!(case.hold_sides("every = \"feature\""), pairs, "{name}");
    }
    let Some(case) = Case::open("P12") else { return };
    for (parks, part) in [("parks_far_near.geojson", 2), ("parks_near_far.geojson", 1)] {
        let answer = case.check("every = \"feature\"", "dwellings.geojson", parks, "0 ft", &[]);
        assert_eq!(answer.site("d")["findings"][0]["places"][0]["part"], part);
        let sites = case.folder.join("dwellings.geojson").display().to_string();
        let layer = format!("parks={}", case.folder.join(parks).display());
        let law = case.law("every = \"feature\"");
        let output = metes(&[
            "check",
            "--law",
            &law,
            "--layer",
            &layer,
            "--sites",
            &sites,
            "--on=2026-11-30",
            "--format",
            "text",
        ]);
        assert!(stdout(&output).contains(&format!("(part {part} of 2)")), "{}", stdout(&output));
    }
}
