//! Runs every case of every chapter through the whole program, and sees that no rule goes untried.

use std::path::Path;

use metes::rules::{Case, CaseSite, Chapter, load};
use serde_json::Value;

use crate::common::{metes, shared, stderr, stdout};

/// The chapters that the program carries, and those of the fixtures and the bench, each with its id
/// or path.
fn chapters() -> Vec<(String, Chapter)> {
    let carried = metes::embedded::chapters().map(|(id, _)| id.to_owned());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = |folder: &str| {
        let found = std::fs::read_dir(root.join(folder)).expect("a folder of pages");
        found.map(|e| e.expect("a file").path().display().to_string()).collect::<Vec<_>>()
    };
    let fixtures = pages("fixtures/law").into_iter().chain(pages("bench/law"));
    carried
        .chain(fixtures)
        .flat_map(|law| load(&law).unwrap_or_else(|e| panic!("{e}")).into_iter().map(move |c| (law.clone(), c)))
        .collect()
}

#[test]
fn every_case_of_every_chapter_comes_out_as_it_says() {
    let (mut run, mut wrong) = (0, Vec::new());
    for (law, chapter) in chapters() {
        assert!(!chapter.cases.is_empty(), "{law} has no case");
        for case in &chapter.cases {
            let findings = findings(&law, &chapter, case);
            let at = format!("{}, line {}: {}", chapter.file, case.line, case.name);
            for (rule, wanted) in &case.expect {
                let found = of_rule(&findings, rule, &at);
                let word = found["reason"].as_str().or_else(|| found["verdict"].as_str()).unwrap_or_default();
                if word != wanted {
                    wrong.push(format!("{at}: {rule} {word}, and not {wanted}"));
                }
                run += 1;
            }
            for (rule, day) in &case.due {
                let found = of_rule(&findings, rule, &at)["duty"]["due"].clone();
                if found != day.to_string() {
                    wrong.push(format!("{at}: {rule} due {found}, and not {day}"));
                }
            }
            for (rule, amount) in &case.amount {
                let found = of_rule(&findings, rule, &at)["duty"]["amount"].clone();
                if found != amount.to_string() {
                    wrong.push(format!("{at}: {rule} comes to {found}, and not {amount}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{run} expectations held");
    assert!(run >= 60);
}

#[test]
fn every_rule_has_a_case_on_each_side() {
    for (law, chapter) in chapters() {
        let expected = |rule: &str, word: &str| {
            chapter.cases.iter().any(|case| case.expect.get(rule).is_some_and(|found| found == word))
        };
        for rule in &chapter.rules {
            let sides: &[&str] = if rule.is_duty() { &["required"] } else { &["complies", "violates"] };
            for side in sides {
                assert!(expected(&rule.id, side), "{law}: rule {} has no case that {side}", rule.id);
            }
        }
    }
}

fn of_rule<'v>(findings: &'v [Value], rule: &str, at: &str) -> &'v Value {
    findings.iter().find(|f| f["rule"] == rule).unwrap_or_else(|| panic!("{at}: no finding of {rule}"))
}

fn findings(law: &str, chapter: &Chapter, case: &Case) -> Vec<Value> {
    let first = case.expect.keys().next().expect("the loader has seen to it");
    let act =
        case.act.clone().unwrap_or_else(|| chapter.rule(first).expect("the loader has seen to it").acts[0].clone());
    let mut args = ["check", "--format", "json", "--law", law, "--act", &act].map(str::to_owned).to_vec();
    args.push(format!("--on={}", case.on));
    let mut option = |name: &str, value: String| args.extend([name.to_owned(), value]);
    if let Some(layers) = &case.layers {
        option("--layers", layers.clone());
    }
    match &case.site {
        Some(CaseSite::Address(address)) => option("--address", address.clone()),
        Some(CaseSite::Parcel(parcel)) => option("--parcel", parcel.clone()),
        Some(CaseSite::Feature { file, accuracy, datum, .. }) => {
            option("--sites", file.clone());
            option("--site-accuracy", accuracy.clone());
            option("--site-datum", datum.clone());
        }
        None => {}
    }
    for (fact, value) in &case.facts {
        option("--fact", format!("{fact}={value}"));
    }
    for (premise, holds) in &case.premises {
        option("--fact", format!("{premise}={}", if *holds { "yes" } else { "no" }));
    }
    for (target, figure) in &case.measured {
        option("--measured", format!("{target}={}", figure.value));
    }
    if !case.measured.is_empty() {
        option("--measured-by", "a case of the chapter".to_owned());
    }
    let output = metes(&args.iter().map(String::as_str).collect::<Vec<_>>());
    let at = format!("{}, line {}: {}", chapter.file, case.line, case.name);
    let document: Value =
        serde_json::from_str(&stdout(&output)).unwrap_or_else(|e| panic!("{at}: {e}\n{}", stderr(&output)));
    let sites = document["sites"].as_array().expect("sites");
    let site = match &case.site {
        Some(CaseSite::Feature { file, id, .. }) => sites
            .iter()
            .find(|site| site["site_id"] == id.as_str())
            .unwrap_or_else(|| panic!("{at}: no site {id} in {file}")),
        _ => &sites[0],
    };
    site["findings"].as_array().expect("findings").clone()
}

/// A width and a depth that may not exceed 5 ft: one that is small does not make up for the other.
#[test]
fn each_of_several_stated_lengths_must_meet_a_limit() {
    const PAGE: &str = r#"# Chapter 9. Of trenches

```toml chapter
place     = "Nowhere (invented)"
source    = "nobody's law"
time_zone = "America/New_York"
checked   = 2026-11-30
not_checked = ["All that a real law asks"]
status    = { is = "illustrative", note = "Invented." }
```

## § 9-1. Size.

A trench is no wider and no deeper than five feet.

```toml fact
id    = "wide"
ask   = "How wide is it?"
type  = "length"
about = "work"
```

```toml fact
id    = "deep"
ask   = "How deep is it?"
type  = "length"
about = "work"
```

```toml rule
id      = "9-1"
act     = "excavation"
measure = { stated = ["wide", "deep"] }
require = { at_most = "5 ft" }
```

## § 9-2. Planks.

A trench of no more than three feet in width is bridged by planks, or another one is.

```toml fact
id    = "bridged"
ask   = "Is it bridged?"
type  = "flag"
about = "work"
```

```toml condition
id      = "narrow"
yes     = "the trench is narrow"
no      = "the trench is wide"
short   = ["narrow", "wide"]
measure = { stated = ["wide"] }
require = { at_most = "3 ft" }
```

```toml rule
id   = "9-2"
act  = "excavation"
must = { any = [{ holds = "narrow" }, { bridged = true }] }
```
"#;
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("chapter-9.md").display().to_string();
    std::fs::write(&page, PAGE).expect("written");
    let answer = |rule: usize, facts: &[&str]| {
        let facts = facts.iter().flat_map(|fact| ["--fact", fact]);
        let args = ["check", "--law", &page, "--format", "json"].into_iter().chain(facts);
        let output = metes(&args.collect::<Vec<_>>());
        let document: Value =
            serde_json::from_str(&stdout(&output)).unwrap_or_else(|e| panic!("{e}: {}", stderr(&output)));
        let finding = document["sites"][0]["findings"][rule].clone();
        finding["reason"].as_str().or_else(|| finding["verdict"].as_str()).expect("a verdict").to_owned()
    };
    let verdict = |facts: &[&str]| answer(0, facts);
    assert_eq!(verdict(&["wide=4 ft", "deep=5 ft"]), "complies");
    assert_eq!(verdict(&["wide=4 ft", "deep=9 ft"]), "violates");
    assert_eq!(verdict(&["wide=9 ft", "deep=4 ft"]), "violates");
    assert_eq!(verdict(&["wide=4 ft"]), "missing-fact");
    assert_eq!(verdict(&["deep=5.1 ft"]), "violates");

    // what a rule demands may be measured as well
    assert_eq!(answer(1, &["wide=3 ft", "bridged=no"]), "complies");
    assert_eq!(answer(1, &["wide=3.1 ft", "bridged=no"]), "violates");
    assert_eq!(answer(1, &["wide=3.1 ft", "bridged=yes"]), "complies");
    assert_eq!(answer(1, &["bridged=yes"]), "complies");
}

/// Every provision that a page names stands in the lists of the four codes, under the same id.
#[test]
fn no_page_names_a_provision_that_is_in_no_list() {
    let Some(shared) = shared() else { return };
    let lists: Vec<String> = std::fs::read_dir(shared.join("rules"))
        .expect("lists")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|end| end == "csv"))
        .map(|path| path.display().to_string())
        .collect();
    let args = ["rules", "--coverage"].into_iter().chain(lists.iter().map(String::as_str));
    let output = metes(&args.collect::<Vec<_>>());
    let table = stdout(&output);
    assert!(!table.contains("in no list"), "{table}");
    let all = table.lines().find(|line| line.starts_with("all              all")).expect("a sum");
    assert_eq!(all.split_whitespace().nth(2), Some("471"), "{all}");
}
