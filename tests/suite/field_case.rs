//! A field case as somebody would ask it of `metes check`: a law of one rule, its files, and what is expected.

use std::path::PathBuf;

use serde_json::Value;

use crate::common::{code, metes, shared, stderr, stdout};
use crate::desk::Desk;

/// A case with a folder for what is written for it.
pub struct Case {
    pub folder: PathBuf,
    pub expect: Value,
    desk: Desk,
}

/// What `metes check` said.
pub struct Answer {
    pub document: Value,
    pub printed: String,
    said: String,
    pub exit: i32,
}

impl Answer {
    pub fn site(&self, id: &str) -> &Value {
        let sites = self.document["sites"].as_array().unwrap_or_else(|| panic!("{}", self.said));
        sites.iter().find(|site| site["site_id"] == id).unwrap_or_else(|| panic!("no site {id}"))
    }

    /// The verdict as the cases call it.
    pub fn side(&self, id: &str) -> &'static str {
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
    pub fn open(name: &str) -> Option<Case> {
        let folder = shared()?.join("field-cases").join(name);
        let text = std::fs::read_to_string(folder.join("expect.json")).expect("expect.json");
        let expect = serde_json::from_str(&text).expect("JSON");
        Some(Case { folder, expect, desk: Desk::new() })
    }

    pub fn write(&self, name: &str, text: &str) -> String {
        self.desk.write(name, text)
    }

    /// A law of 1,000 ft from the places of `members`.
    pub fn law(&self, members: &str) -> String {
        self.desk.parks(members, "")
    }

    pub fn names(&self, refusal: Option<&Value>) -> String {
        let list = refusal.unwrap_or(&self.expect)["rule_names"].as_array().expect("names").clone();
        format!("named = {}", Value::Array(list))
    }

    /// Checks a file of sites against a file of parks, both exact but for `band`.
    pub fn check(&self, members: &str, sites: &str, parks: &str, band: &str, more: &[&str]) -> Answer {
        self.print(members, sites, parks, band, &[more, &["--format", "json"]].concat())
    }

    /// The same with the format among the options.
    pub fn print(&self, members: &str, sites: &str, parks: &str, band: &str, more: &[&str]) -> Answer {
        let law = self.law(members);
        let path = self.folder.join(parks);
        let layers = format!("[parks]\npath = {path:?}\naccuracy = \"0 ft\"\ncoverage = \"complete\"\n");
        let layers = self.write("layers.toml", &layers);
        let sites = self.folder.join(sites).display().to_string();
        let args = ["check", "--law", &law, "--layers", &layers, "--sites", &sites, "--site-accuracy", band];
        let output = metes(&[&args[..], &["--on=2026-11-30"], more].concat());
        Answer {
            document: serde_json::from_str(&stdout(&output)).unwrap_or(Value::Null),
            printed: stdout(&output),
            said: stderr(&output),
            exit: code(&output),
        }
    }

    /// Every pair of GeoJSON files whose `with` needs no repair: its distance, and what the check
    /// makes of that one place at the pair's band. Nothing printed may be what is never to be.
    pub fn hold_sides(&self, members: &str) -> usize {
        let mut held = 0;
        for pair in self.expect["pairs"].as_array().expect("pairs") {
            let text = |end: &str, key: &str| pair[end][key].as_str().expect("text").to_owned();
            let (sites, parks) = (text("from", "file"), text("to", "file"));
            let with = pair["with"].as_str().expect("a setting");
            if !(sites.ends_with(".geojson") && parks.ends_with(".geojson")) || with.contains("repair") {
                continue;
            }
            let band = format!("{} ft 95%", pair["band_ft"].as_f64().unwrap_or(0.0));
            let answer = self.check(members, &sites, &parks, &band, &[]);
            let finding = &answer.site(&text("from", "id"))["findings"][0];
            let places = finding["places"].as_array().expect("places");
            let id = pair["to"]["id"].as_str().expect("an id");
            // what cannot be used has no id of its own in the list, and is called by it in the reason
            let told = |place: &Value| place["why"].as_str().is_some_and(|w| w.contains(&format!("feature \"{id}\"")));
            let named = |place: &&Value| place["id"] == id || (place["id"].is_null() && told(place));
            let place = places.iter().find(named).unwrap_or_else(|| panic!("{pair} is not in {finding}"));
            let outcome = place["outcome"].as_str().expect("an outcome");
            let side = match (outcome, place["distance_ft"].as_f64()) {
                ("not-met", Some(_)) => "within",
                ("met", Some(_)) => "outside",
                ("too-close", Some(_)) | ("invalid-data", None) => "refer",
                ("missing-data", None) => "error",
                other => panic!("{other:?} for {pair}"),
            };
            assert_eq!(side, pair["side"], "{pair}");
            assert_eq!(place["distance_ft"].is_null(), pair["distance_ft"].is_null(), "{pair}");
            if let (Some(wanted), Some(got)) = (pair["distance_ft"].as_f64(), place["distance_ft"].as_f64()) {
                assert!((wanted - got).abs() <= pair["tol_ft"].as_f64().expect("a tolerance"), "{got} for {pair}");
            }
            let nevers = ["never_print", "never_a_reason"].map(|key| self.expect[key].as_array().cloned());
            for never in nevers.into_iter().flatten().flatten() {
                let never = never.as_str().expect("text");
                assert!(!answer.printed.to_lowercase().contains(never), "{never}: {}", answer.printed);
            }
            held += 1;
        }
        self.hold_overall(members);
        held
    }

    /// What the case's refusal must mention, each in one of its spellings.
    pub fn hold_mentions(&self, finding: &str) {
        let finding = finding.to_lowercase();
        let wanted = self.expect["refusals"][0]["must_mention"].as_array().expect("must_mention");
        for wanted in wanted.iter().map(|w| w.as_str().expect("text").to_lowercase()) {
            assert!(wanted.split('|').any(|w| finding.contains(w)), "{wanted}: {finding}");
        }
    }

    /// Each `overall` of the case: the verdict over all places, the exit code, and what is nearest.
    fn hold_overall(&self, members: &str) {
        for overall in self.expect["overall"].as_array().into_iter().flatten() {
            let file = |key: &Value| key.as_str().expect("a file").to_owned();
            let (sites, parks) = (file(&overall["from"]["file"]), file(&overall["to_file"]));
            let answer = self.check(members, &sites, &parks, "0 ft", &[]);
            let site = overall["from"]["id"].as_str().expect("an id");
            assert_eq!(answer.side(site), overall["side"], "{overall}");
            let any = self.expect["exit_any_of"].as_array().cloned();
            let code = if overall["side"] == "within" { 1 } else { 3 };
            assert!(any.unwrap_or_else(|| vec![Value::from(code)]).contains(&Value::from(answer.exit)), "{overall}");
            if overall["listed"].is_array() {
                assert_eq!(answer.site(site)["findings"][0]["nearest"], overall["listed"], "{overall}");
            }
        }
    }
}
