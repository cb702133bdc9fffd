//! Runs every case of every chapter: by a stated figure, or on layers through the whole program.

use std::path::Path;

use metes::decide::{Call, call};
use metes::rules::{Case, Chapter, Outcome, load};
use metes::units::Stated;
use serde_json::Value;

use crate::common::{metes, stderr, stdout};

/// The chapters that the program carries, and those of the fixtures.
fn chapters() -> Vec<(String, Chapter)> {
    let carried = metes::embedded::chapters().map(|(id, _)| id.to_owned());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let fixtures = std::fs::read_dir(root.join("fixtures/law"))
        .expect("fixtures")
        .map(|e| e.expect("a file").path().display().to_string());
    carried
        .chain(fixtures)
        .flat_map(|law| load(&law).unwrap_or_else(|e| panic!("{e}")).into_iter().map(move |c| (law.clone(), c)))
        .collect()
}

#[test]
fn every_case_of_every_chapter_comes_out_as_it_says() {
    let mut run = 0;
    for (law, chapter) in chapters() {
        assert!(!chapter.cases.is_empty(), "{law} has no case");
        for case in &chapter.cases {
            let at = format!("{}, line {}: {}", chapter.file, case.line, case.name);
            for (rule, wanted) in &case.expect {
                let found = match case.measured.get(rule) {
                    Some(figure) => stated(&chapter, rule, figure).to_owned(),
                    None => on_layers(&law, &chapter, case, rule),
                };
                assert_eq!(found, wanted.word(), "{at}");
                run += 1;
            }
        }
        for rule in &chapter.rules {
            let asserted = |outcome: Outcome| chapter.cases.iter().any(|c| c.expect.get(&rule.id) == Some(&outcome));
            assert!(
                asserted(Outcome::Complies) && asserted(Outcome::Violates),
                "{law}: rule {} lacks a case on one side",
                rule.id
            );
        }
    }
    println!("{run} expectations held");
    assert!(run >= 8);
}

fn stated(chapter: &Chapter, rule: &str, figure: &str) -> &'static str {
    let stated = Stated::parse(figure).unwrap_or_else(|e| panic!("{e}"));
    let rule = chapter.rule(rule).expect("the loader has seen to it");
    match call(stated.length.metres(), stated.band, rule.require) {
        Call::Met => "complies",
        Call::NotMet => "violates",
        Call::TooClose => "too-close",
    }
}

fn on_layers(law: &str, chapter: &Chapter, case: &Case, rule: &str) -> String {
    let layers = case.layers.as_deref().expect("the loader has seen to it");
    let act = &chapter.rule(rule).expect("the loader has seen to it").acts[0];
    let on = case.on.map_or_else(|| "2026-11-30".to_owned(), |d| d.to_string());
    let mut args = vec!["check", "--law", law, "--act", act, "--layers", layers, "--on", &on, "--format", "json"];
    match (&case.address, &case.parcel) {
        (Some(address), _) => args.extend(["--address", address]),
        (_, Some(parcel)) => args.extend(["--parcel", parcel]),
        _ => panic!("the loader has seen to it"),
    }
    let output = metes(&args);
    let document: Value = serde_json::from_str(&stdout(&output)).unwrap_or_else(|e| panic!("{e}\n{}", stderr(&output)));
    let findings = document["sites"][0]["findings"].as_array().expect("findings");
    let finding = findings.iter().find(|f| f["rule"] == rule).expect("a finding of the rule");
    finding["reason"].as_str().or_else(|| finding["verdict"].as_str()).expect("a verdict").to_owned()
}
