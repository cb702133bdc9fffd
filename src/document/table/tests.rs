//! Each refusal with its line and caret.

use jiff::civil::{Date, date};

use crate::document::{Document, Table};
use crate::error::Result;
use crate::units::Length;

const KEYS: &[&str] = &["id", "act", "measure", "require", "on", "open", "size"];

fn table(toml: &str) -> Result<Table> {
    Document::new("x.toml", toml).entries()?.only("a rule", KEYS)
}

fn refusal<T: std::fmt::Debug>(toml: &str, read: impl FnOnce(&mut Table) -> Result<T>) -> String {
    match table(toml) {
        Ok(mut table) => read(&mut table).expect_err("refused").to_string(),
        Err(e) => e.to_string(),
    }
}

#[test]
fn values_of_every_type_are_read() {
    let mut table = table(
        "id = \"1\"\nact = \"one\"\non = 2026-11-30\nopen = true\nsize = -71.5\nrequire = \"4 ft 6 in\"\n[measure]\nid = \"x\"\n",
    )
    .expect("read");
    assert_eq!(table.need::<String>("id").expect("text").value, "1");
    assert_eq!(table.take_list::<String>("act").expect("list").len(), 1);
    assert_eq!(table.need::<Date>("on").expect("date").value, date(2026, 11, 30));
    assert!(table.need::<bool>("open").expect("flag").value);
    assert_eq!(table.need::<f64>("size").expect("number").value, -71.5);
    assert_eq!(Ok(table.need::<Length>("require").expect("length").value), Length::parse("54 in"));
    assert_eq!(table.need_table("measure", "a measure", &["id"]).expect("table").spot().line(), 7);
    assert!(table.take::<String>("id").expect("taken already").is_none());
}

#[test]
fn entries_come_in_the_order_of_the_file() {
    let list = Document::new("x.toml", "[b]\n[a]\n[c.d]\n[c.a]\n").entries().expect("read").into_list();
    let names: Vec<&str> = list.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(names, ["b", "a", "c"]);
}

#[test]
fn an_unknown_key_is_refused_with_the_list_of_known_ones() {
    assert_eq!(
        refusal("id = \"1\"\nmesure   = 1\n", |_| Ok(())),
        "error: x.toml, line 2: a rule has no key \"mesure\".\n    2 | mesure   = 1\n      | ^^^^^^\n\
         hint:  Did you mean \"measure\"? A rule may have: id, act, measure, require, on, open,\n       \
         size. Nothing was checked."
    );
}

#[test]
fn an_unknown_key_of_a_table_within_is_refused_at_itself() {
    let error = refusal("measure = { idd = 1 }\n", |t| t.need_table("measure", "a measure", &["id"]));
    assert!(
        error.contains(
            "line 1: a measure has no key \"idd\".\n    1 | measure = { idd = 1 }\n      |             ^^^\n"
        ),
        "{error}"
    );
    let error = refusal("\n[measure]\nid = 1\n\n[measure.idd]\n", |t| t.need_table("measure", "a measure", &["id"]));
    assert!(
        error.contains("line 5: a measure has no key \"idd\".\n    5 | [measure.idd]\n      |          ^^^\n"),
        "{error}"
    );
}

#[test]
fn a_missing_key_is_missed_at_the_first_line_of_the_table() {
    let error = refusal("\n# a remark\nact = \"x\"\n", |t| t.need::<String>("id"));
    assert!(
        error.starts_with("error: x.toml, line 3: a rule needs the key \"id\".\n    3 | act = \"x\"\n      | ^^^\n"),
        "{error}"
    );
    let error = refusal("  \n", |t| t.need::<String>("id"));
    assert!(error.starts_with("error: x.toml, line 2: a rule needs the key \"id\".\n    2 |\n      | ^\n"), "{error}");
}

#[test]
fn a_value_of_the_wrong_type_says_what_it_is_and_should_be() {
    let error = refusal("id = 5\n", |t| t.need::<String>("id"));
    assert_eq!(
        error,
        "error: x.toml, line 1: \"id\" is the number 5.\n    1 | id = 5\n      |      ^\n\
         hint:  It must be a text in quotes that is not empty. Nothing was checked."
    );
    let error = refusal("on = \"2026-11-30\"\n", |t| t.need::<Date>("on"));
    assert!(error.contains("\"on\" is the text \"2026-11-30\".") && error.contains("2026-11-30."), "{error}");
    let error = refusal("on = 2026-11-30T10:00:00Z\n", |t| t.need::<Date>("on"));
    assert!(
        error.contains("is the date or time 2026-11-30T10:00:00Z") && error.contains("without quotes and time"),
        "{error}"
    );
    let error = refusal("act = [\"one\",\n  true]\n", |t| t.take_list::<String>("act"));
    assert!(error.contains("line 2: \"act\" is the flag true.\n    2 |   true]\n      |   ^^^^\n"), "{error}");
    let error = refusal("measure = [1]\n", |t| t.need_table("measure", "a measure", &["id"]));
    assert!(error.contains("\"measure\" is a list.") && error.contains("must be a table"), "{error}");
    let error = refusal("id = \" \"\n", |t| t.need::<String>("id"));
    assert!(error.contains("is the text \" \"") && error.contains("not empty"), "{error}");
}

#[test]
fn a_length_without_a_unit_is_refused_at_itself() {
    let error = refusal("require = \"1000\"\n", |t| t.need::<Length>("require"));
    assert!(
        error.starts_with(
            "error: x.toml, line 1: a length needs a unit, and \"1000\" has none.\n    1 | require = \"1000\"\n      |           ^^^^^^\nhint:  Write '1000 ft'."
        ),
        "{error}"
    );
    let error = refusal("require = 1000\n", |t| t.need::<Length>("require"));
    assert!(error.contains("is the number 1000.") && error.contains("a length with its unit"), "{error}");
}

#[test]
fn an_empty_list_is_refused_where_one_is_needed() {
    let error = refusal("act = []\n", |t| t.need_list::<String>("act"));
    assert!(
        error.starts_with("error: x.toml, line 1: \"act\" is an empty list.\n    1 | act = []\n      | ^^^\n"),
        "{error}"
    );
    assert!(refusal("id = \"1\"\n", |t| t.need_list::<String>("act")).contains("needs the key \"act\""));
}

#[test]
fn one_of_several_keys_is_neither_none_nor_two() {
    assert_eq!(table("on = 1").expect("read").which(&["id", "on"]), Ok("on"));
    assert!(refusal("open = true\n", |t| t.which(&["id", "on"])).contains("a rule needs one of the keys id, on."));
    let error = refusal("on = 1\nid = 2\n", |t| t.which(&["id", "on"]));
    assert!(error.contains("line 1: a rule has \"id\" and \"on\"") && error.contains("| on = 1"), "{error}");
}

#[test]
fn what_is_not_toml_is_shown_with_line_and_caret() {
    let error = refusal("id = \"1\"\nact = one\n", |_| Ok(()));
    assert!(error.starts_with("error: x.toml, line 2: this is not TOML: "), "{error}");
    assert!(error.contains("\n    2 | act = one\n      |       ^"), "{error}");
    let error = refusal("id = \"1\"\nid = \"2\"\n", |_| Ok(()));
    assert!(error.contains("line 2: this is not TOML: duplicate key"), "{error}");
    let error = refusal("id = \"1", |_| Ok(()));
    assert!(error.contains("line 1: this is not TOML: "), "{error}");
}

#[test]
fn a_slice_of_a_page_is_shown_with_the_line_of_the_page() {
    let page = "# Title\n\n```toml rule\nid = \"1\"\nmesure = 1\n```\n";
    let document = Document::new("page.md", page);
    let range = page.find("id").expect("there")..page.find("```\n").expect("there");
    let range = range.start..range.end.max(page.rfind("```").expect("there"));
    let error = document.entries_in(range).and_then(|e| e.only("a rule", KEYS)).expect_err("a slip").to_string();
    assert!(
        error
            .starts_with("error: page.md, line 5: a rule has no key \"mesure\".\n    5 | mesure = 1\n      | ^^^^^^\n"),
        "{error}"
    );
}

#[test]
fn a_key_that_nothing_asked_for_is_not_skipped() {
    let mut all = table("id = \"1\"\non = 2026-11-30\n").expect("read");
    all.need::<String>("id").expect("text");
    let error = all.finish().expect_err("left over").to_string();
    assert!(error.starts_with("error: x.toml, line 2: \"on\" says nothing beside the other keys"), "{error}");
    assert_eq!(table("").expect("read").finish(), Ok(()));
}
