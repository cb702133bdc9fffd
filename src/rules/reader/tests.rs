//! Each refusal of a page, with its line and caret.

use jiff::civil::date;

use super::chapter;
use crate::document::Document;
use crate::rules::{
    About, Chapter, Comparison, Condition, Demand, FactValue, Gives, Operand, Order, Requirement, StatusKind,
};
use crate::units::Length;

/// A page that loads; the rule's block begins on line 31, the case's on line 40.
const PAGE: &str = r#"# Chapter 9. Trees

```toml chapter
place       = "Nowhere"
source      = "L.L. 1"
time_zone   = "America/New_York"
checked     = 2026-11-30
not_checked = ["the rest"]
status      = { is = "in-force" }
```

## § 9-2. Definitions.

A grove is what is named here.

```toml places
id     = "groves"
layer  = "trees"
noun   = "grove"
plural = "groves"
named  = ["Elm", "Oak"]
```

## § 9-3. Distance from groves.

No hut may stand within
ten feet of a grove.

> "within ten feet"

```toml rule
id      = "9-3"
act     = ["hut", "tree-house"]
measure = { distance = { from = "site.lot", to = "groves" } }
require = { more_than = "10 ft" }
```

Remarks.

```toml case
name     = "At 10 ft"
measured = { "9-3" = "10 ft +- 0 ft" }
expect   = { "9-3" = "violates" }
```
"#;

fn read(page: &str) -> crate::error::Result<Chapter> {
    chapter(&Document::new("chapter-9.md", page), "xx/chapter-9")
}

/// The error of the page with `old` replaced by `new`.
fn refusal(old: &str, new: &str) -> String {
    assert_eq!(PAGE.matches(old).count(), 1, "{old}");
    read(&PAGE.replace(old, new)).expect_err("refused").to_string()
}

#[track_caller]
fn assert_refused(old: &str, new: &str, parts: &[&str]) {
    let error = refusal(old, new);
    for part in parts {
        assert!(error.contains(part), "\n{error}\nlacks\n{part}");
    }
}

#[test]
fn a_page_becomes_a_chapter() {
    let chapter = read(PAGE).expect("loaded");
    assert_eq!((chapter.id.as_str(), chapter.file.as_str()), ("xx/chapter-9", "chapter-9.md"));
    assert_eq!((chapter.citation.as_str(), chapter.title.as_str()), ("Chapter 9", "Trees"));
    assert_eq!((chapter.checked, chapter.status.kind), (date(2026, 11, 30), StatusKind::InForce));
    let rule = &chapter.rules[0];
    assert_eq!(rule.wording.sentence, "No hut may stand within ten feet of a grove.");
    assert_eq!(rule.wording.quote.as_deref(), Some("within ten feet"));
    assert_eq!((rule.wording.title.as_str(), rule.wording.line), ("Distance from groves", 31));
    assert_eq!(rule.acts, ["hut", "tree-house"]);
    let test = rule.test().expect("measured");
    assert_eq!(test.default().require, Requirement::MoreThan(Length::feet(10)));
    assert_eq!(chapter.places[0].layer.spot.line(), 18);
    assert_eq!(chapter.cases[0].measured["9-3"].as_str(), "10 ft +- 0 ft");
    assert_eq!(chapter.cases[0].expect["9-3"], "violates");
}

#[test]
fn a_rule_is_dated_and_may_have_a_status_of_its_own() {
    let more = "require = { more_than = \"10 ft\" }\neffective = 2020-01-01\nuntil = 2021-01-01\n\
                status = { is = \"stayed\", authority = \"a court\", since = 2020-06-01 }\n[next]\nviolates = \"Stop.\"\n";
    let chapter = read(&PAGE.replace("require = { more_than = \"10 ft\" }\n", more)).expect("loaded");
    let rule = &chapter.rules[0];
    assert!(!rule.applies_on(date(2019, 12, 31)) && rule.applies_on(date(2020, 1, 1)));
    assert!(rule.applies_on(date(2020, 12, 31)) && !rule.applies_on(date(2021, 1, 1)));
    assert_eq!(chapter.status_of(rule).kind.word(), "stayed");
    assert_eq!(rule.next.violates, ["Stop."]);
}

#[test]
fn a_misspelt_key_of_a_rule_is_refused_as_one_would_say_it() {
    assert_eq!(
        refusal("measure = {", "mesure  = {"),
        "error: chapter-9.md, line 34: a rule has no key \"mesure\".\n   \
         34 | mesure  = { distance = { from = \"site.lot\", to = \"groves\" } }\n      \
            | ^^^^^^\n       \
         In rule \"9-3\", under the heading \"§ 9-3. Distance from groves.\"\n\
         hint:  Did you mean \"measure\"? A rule may have: id, topic, act, when, measure, require,\n       \
         reading, readings, must, duty, effective, until, checked, status, next,\n       \
         provisions. Nothing was checked."
    );
}

#[test]
fn the_heading_names_the_rule() {
    assert_refused(
        "## § 9-3.",
        "## § 9-4.",
        &[
            "line 32: the heading above names § 9-4, and not § 9-3.\n   32 | id      = \"9-3\"\n      |           ^^^^^\n",
        ],
    );
    assert_refused(
        "## § 9-3. Distance from groves.",
        "## Distance",
        &[
            "line 24: this heading is not a citation, a full stop and a title.\n   24 | ## Distance\n      | ^^^^^^^^^^^",
        ],
    );
    assert_refused(
        "# Chapter 9. Trees\n",
        "",
        &["line 2: there is no heading above this block.\n    2 | ```toml chapter\n"],
    );
    assert_refused("## § 9-2. Definitions.", "## Words", &["line 12: this heading is not a citation"]);
    assert_refused("## § 9-2. Definitions.", "## Words. More.", &["line 12: this heading is not a citation"]);
}

#[test]
fn a_rule_needs_a_sentence() {
    assert_refused(
        "No hut may stand within\nten feet of a grove.\n",
        "",
        &["line 29: no sentence above the rule says what it asks.\n   29 | ```toml rule\n      | ^^^^^^^^^^^^\n"],
    );
}

#[test]
fn what_a_rule_names_must_be_there() {
    assert_refused(
        "to = \"groves\"",
        "to = \"grove\"",
        &[
            "line 34: the page has no places \"grove\".",
            "to = \"grove\" } }\n      |                                                  ^^^^^^^\n",
            "Did you mean \"groves\"? The only choice: groves.",
        ],
    );
    assert_refused(
        "from = \"site.lot\"",
        "from = \"site.lots\"",
        &["line 34: \"site.lots\" is not known here.", "Did you mean \"site.lot\"?", "site.dwelling"],
    );
    assert_refused(
        "\"tree-house\"",
        "\"Tree house\"",
        &[
            "line 33: \"Tree house\" is no name of an act.",
            "   33 | act     = [\"hut\", \"Tree house\"]\n      |                   ^^^^^^^^^^^^\n",
        ],
    );
    assert_refused("[\"hut\", \"tree-house\"]", "[]", &["line 33: \"act\" is an empty list."]);
    assert_refused("distance = { from", "girth = { from", &["line 34: a measure has no key \"girth\"."]);
}

#[test]
fn a_requirement_is_one_length_with_its_unit() {
    assert_refused(
        "more_than = \"10 ft\"",
        "more_than = \"10\"",
        &[
            "line 35: a length needs a unit, and \"10\" has none.\n   35 | require = { more_than = \"10\" }\n      |                         ^^^^\n",
            "In rule \"9-3\"",
            "hint:  Write '10 ft'",
        ],
    );
    assert_refused("more_than = \"10 ft\"", "more_than = 10", &["line 35: \"more_than\" is the number 10."]);
    assert_refused(
        "more_than = \"10 ft\"",
        "more_than = \"10 ft\", at_most = \"20 ft\"",
        &["line 35: a requirement has \"more_than\" and \"at_most\", but may have\n       one of them only."],
    );
    assert_refused(
        "{ more_than = \"10 ft\" }",
        "{}",
        &[
            "line 35: a requirement needs one of the keys more_than, at_least,\n       less_than, at_most, equal.\n   35 | require = {}\n      |           ^^\n",
        ],
    );
}

#[test]
fn dates_and_states_are_sane() {
    let dated = "require = { more_than = \"10 ft\" }\neffective = 2020-01-02\nuntil     = 2020-01-02";
    assert_refused(
        "require = { more_than = \"10 ft\" }",
        dated,
        &[
            "line 37: the rule ends on 2020-01-02, and begins on 2020-01-02.\n   37 | until     = 2020-01-02\n      |             ^^^^^^^^^^\n",
        ],
    );
    assert_refused(
        "is = \"in-force\"",
        "is = \"inforce\"",
        &["line 9: \"inforce\" is not known here.", "Did you mean \"in-force\"?", "pre-empted"],
    );
    assert_refused(
        "is = \"in-force\"",
        "is = \"doubtful\"",
        &[
            "line 9: a status \"doubtful\" needs its authority.\n    9 | status      = { is = \"doubtful\" }\n      |                      ^^^^^^^^^^\n",
        ],
    );
    assert_refused("America/New_York", "America/Tuckahoe", &["line 6: there is no time zone \"America/Tuckahoe\"."]);
    assert_refused("checked     = 2026-11-30\n", "", &["line 4: a chapter needs the key \"checked\"."]);
}

#[test]
fn a_closed_list_is_neither_empty_nor_double() {
    assert_refused("[\"Elm\", \"Oak\"]", "[]", &["line 21: \"named\" is an empty list."]);
    assert_refused(
        "[\"Elm\", \"Oak\"]",
        "[\"Elm\", \"elm\"]",
        &[
            "line 21: \"elm\" is in the list twice.\n   21 | named  = [\"Elm\", \"elm\"]\n      |                  ^^^^^\n",
        ],
    );
    assert_refused("\"Oak\"", "\"Oak \"", &["line 21: the name \"Oak \" begins or ends with a blank."]);
    assert_refused(
        "named  = [\"Elm\", \"Oak\"]\n",
        "",
        &["line 17: a places block needs one of the keys named, every."],
    );
    assert_refused(
        "named  = [\"Elm\", \"Oak\"]",
        "every = \"name\"",
        &["line 21: \"name\" is not known here.", "named, feature, only"],
    );
}

#[test]
fn a_case_names_rules_of_the_page_and_known_answers() {
    assert_refused(
        "measured = { \"9-3\"",
        "measured = { \"9-4\"",
        &[
            "line 42: nothing measured here is called \"9-4\".\n   42 | measured = { \"9-4\" = \"10 ft +- 0 ft\" }\n      |              ^^^^^\n       In the case \"At 10 ft\".\n",
        ],
    );
    assert_refused(
        "expect   = { \"9-3\"",
        "expect   = { \"93\"",
        &["line 43: the page has no rule \"93\".", "Did you mean \"9-3\"?"],
    );
    assert_refused("\"violates\"", "\"violated\"", &["line 43: \"violated\" is no answer.", "too-close"]);
    assert_refused("{ \"9-3\" = \"violates\" }", "{}", &["line 43: this case expects nothing."]);
    assert_refused(
        "measured = { \"9-3\" = \"10 ft +- 0 ft\" }\n",
        "",
        &["line 41: this case has no \"measured\", \"facts\" or \"layers\""],
    );
    assert_refused(
        "measured = { \"9-3\" = \"10 ft +- 0 ft\" }",
        "layers = \"illustrative\"",
        &["a case needs one of the keys address, parcel, sites."],
    );
    assert_refused(
        "expect   =",
        "parcel = \"1\"\nexpect   =",
        &["line 43: \"parcel\" says nothing beside the other keys"],
    );
}

#[test]
fn a_page_has_one_chapter_block_and_it_comes_first() {
    assert!(refusal("toml chapter", "text").contains("chapter-9.md has no block \"toml chapter\""));
    let head = &PAGE[..PAGE.find("## § 9-2").expect("there")];
    let twice = read(&format!("{PAGE}\n{head}")).expect_err("two").to_string();
    assert!(twice.contains("line 48: a second block \"toml chapter\"; the first is on line 3."), "{twice}");
    let late = read(&format!("{}\n{head}", &PAGE[head.len()..])).expect_err("late").to_string();
    assert!(late.contains("must come first; line 5 has"), "{late}");
}

#[test]
fn names_are_given_once() {
    let from = |mark: &str| PAGE[PAGE.find(mark).expect("there")..].to_owned();
    let error = read(&format!("{PAGE}\n{}", from("## § 9-3"))).expect_err("twice").to_string();
    assert!(error.contains("line 54: the rule \"9-3\" is on line 32 already."), "{error}");
    let error = read(&format!("{PAGE}\n{}", from("```toml case"))).expect_err("twice").to_string();
    assert!(error.contains("line 47: the case \"At 10 ft\" is on line 41 already."), "{error}");
    let places = from("## § 9-2");
    let places = &places[..places.find("## § 9-3").expect("there")];
    let error = read(&PAGE.replace(places, &places.repeat(2))).expect_err("twice").to_string();
    assert!(error.contains("line 29: the places \"groves\" is on line 17 already."), "{error}");
}

#[test]
fn a_page_saved_on_windows_is_the_same_chapter() {
    let windows = format!("\u{feff}{}", PAGE.replace('\n', "\r\n"));
    let chapter = read(&windows).expect("loaded");
    let ours = read(PAGE).expect("loaded");
    assert_eq!((&chapter.rules, chapter.cases[0].line), (&ours.rules, ours.cases[0].line));
    let error = read(&windows.replace("measure =", "mesure =")).expect_err("refused").to_string();
    assert!(
        error.contains("   34 | mesure = { distance = { from = \"site.lot\", to = \"groves\" } }\n      | ^^^^^^\n")
    );
}

#[test]
fn no_slip_of_the_pen_brings_the_reader_down() {
    for (at, letter) in PAGE.char_indices() {
        let (before, after) = (&PAGE[..at], &PAGE[at + letter.len_utf8()..]);
        for slip in ["", "\"", "é", "\n", "{", "[", "#", "`", "\0", "= 1\n"] {
            if let Err(error) = read(&format!("{before}{slip}{after}")) {
                assert!(error.to_string().starts_with("error: "));
            }
        }
    }
}

/// What conditions and exemptions stand on, put before the rule of the page.
const FACTS: &str = r#"
```toml fact
id      = "kind"
ask     = "What kind?"
type    = "choice"
choices = [1, 2]
about   = "work"
```

```toml fact
id    = "height"
ask   = "How high?"
type  = "length"
about = "work"
```

```toml fact
id      = "enacted"
ask     = "When was it enacted?"
type    = "date"
about   = "municipality"
between = [2007-01-01, 2008-12-31]
```

```toml fact
id    = "since"
ask   = "Since when?"
type  = "date"
about = "place"
```

```toml condition
id      = "in-the-wood"
yes     = "it stands in the wood"
no      = "it stands outside"
short   = ["in", "out"]
measure = { distance = { from = "site.lot", to = "groves" } }
require = { at_most = "0 ft" }
```
"#;

const EXEMPTION: &str = r#"
## § 9-4. Old huts.

A hut older than the chapter may stay.

```toml exemption
id    = "9-4"
when  = { since = { before = "enacted" }, holds = "in-the-wood" }
lifts = "9-3"
gives = "exempt"
```
"#;

/// The page with facts and with `when` on its rule.
fn conditioned(when: &str) -> String {
    let page = PAGE.replace("A grove is what is named here.\n", "A grove is what is named here.\n\n```toml places\nid = \"x\"\nlayer = \"x\"\nnoun = \"x\"\nplural = \"x\"\nevery = \"feature\"\n```\n");
    let page = page.replace("## § 9-3.", &format!("{FACTS}\n## § 9-3."));
    page.replace("measure = { distance = { from = \"site.lot\", to = \"groves\" } }\nrequire = { more_than = \"10 ft\" }\n```\n\nRemarks", &format!("when = {when}\nmeasure = {{ distance = {{ from = \"site.lot\", to = \"groves\" }} }}\nrequire = {{ more_than = \"10 ft\" }}\n```\n\nRemarks")) + EXEMPTION
}

#[test]
fn conditions_are_read_as_a_typed_tree() {
    let chapter = read(&conditioned("{ kind = { in = [1, 2] }, any = [{ height = { more_than = \"4 ft\" } }, { not = { holds = \"in-the-wood\" } }] }")).expect("loaded");
    let choice = |n: &str| FactValue::Choice(n.to_owned());
    let high = Comparison::Against(Order::More, Operand::Value(FactValue::Length(Length::feet(4))));
    assert_eq!(
        chapter.rules[0].when,
        Condition::All(vec![
            Condition::Fact("kind".to_owned(), Comparison::In(vec![choice("1"), choice("2")])),
            Condition::Any(vec![
                Condition::Fact("height".to_owned(), high),
                Condition::Not(Box::new(Condition::Measured("in-the-wood".to_owned()))),
            ]),
        ])
    );
    let exemption = &chapter.exemptions[0];
    assert_eq!((exemption.gives, exemption.lifts.as_deref()), (Gives::Exempt, Some(&["9-3".to_owned()][..])));
    assert_eq!(exemption.when.measured(), ["in-the-wood"]);
    assert_eq!(
        chapter.fact("enacted").map(|f| (f.about, f.between)),
        Some((About::Municipality, Some([date(2007, 1, 1), date(2008, 12, 31)])))
    );
}

#[test]
fn every_name_type_and_unit_of_a_condition_is_checked_when_the_page_loads() {
    for (when, parts) in [
        ("{ kond = 1 }", &["\"kond\" is no fact of this page.", "Did you mean \"kind\"?"][..]),
        ("{ kind = 3 }", &["this is no choice of the fact \"kind\".", "The choices: 1, 2."]),
        ("{ kind = { more_than = 1 } }", &["\"more_than\" does not compare one of 1 and 2."]),
        ("{ height = { more_than = \"4\" } }", &["a length needs a unit, and \"4\" has none."]),
        ("{ height = { more_than = \"4 lb\" } }", &["lb"]),
        ("{ height = { before = 2020-01-01 } }", &["\"before\" does not compare a length with its unit."]),
        ("{ since = { before = \"height\" } }", &["It must be a day"]),
        ("{ since = { before = \"place.established\" } }", &["this condition is about no single place."]),
        ("{ since = { before = 2020-01-01, after = 2019-01-01 } }", &["a comparison is one key with its value."]),
        ("{ holds = \"in-the-woods\" }", &["the page has no condition \"in-the-woods\".", "Did you mean"]),
        ("{}", &["this condition says nothing."]),
        ("{ all = [{ kind = 1 }, 2] }", &["It must be a table"]),
        ("{ kind = true }", &["this is no choice"]),
        ("{ amount = \"3 * height\" }", &["an amount is compared with nothing."]),
        ("{ amount = \"3 * height\", at_most = \"12\" }", &["the amount is a length, and this is a number."]),
        ("{ amount = \"3 * hight\", at_most = \"12 ft\" }", &["\"hight\" is no fact of this page", "Did you mean"]),
        ("{ amount = \"height\", at_most = \"9 ft\", kind = 1 }", &["an amount is compared once, and alone."]),
        ("{ amount = \"height\", at_most = \"9 ft\", at_least = \"1 ft\" }", &["an amount is compared once"]),
        ("{ amount = 3, at_most = \"9 ft\" }", &["a formula is a text in quotes."]),
    ] {
        let error = read(&conditioned(when)).expect_err(when).to_string();
        let flat = error.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains("chapter-9.md, line ") && flat.contains('^'), "{error}");
        for part in parts {
            assert!(flat.contains(part), "{when}\n{error}\nlacks\n{part}");
        }
    }
}

#[test]
fn readings_say_only_what_differs_from_the_default() {
    let readings = "require = { more_than = \"10 ft\" }\nreading = \"edge\"\nreadings = [{ name = \"centre\", to = \"groves.centroid\" }, \
                    { name = \"hut\", from = \"site.dwelling\", require = { at_least = \"12 ft\" }, weak = true }]";
    let chapter = read(&PAGE.replace("require = { more_than = \"10 ft\" }", readings)).expect("loaded");
    let Demand::Test(test) = &chapter.rules[0].demand else { panic!("measured") };
    let names: Vec<&str> = test.readings.iter().map(|r| r.name.as_str()).collect();
    assert_eq!(names, ["edge", "centre", "hut"]);
    assert_eq!(test.readings[1].quantity.to(), Some("groves"));
    assert_eq!(test.readings[1].require, test.readings[0].require);
    assert_eq!(test.readings[2].require, Requirement::AtLeast(Length::feet(12)));
    assert_eq!(test.readings.iter().map(|r| r.weak).collect::<Vec<_>>(), [false, false, true]);
    assert_eq!(chapter.measurable("9-3/hut").map(|(_, _, i)| i), Some(2));
    assert_refused(
        "require = { more_than = \"10 ft\" }",
        "require = { more_than = \"10 ft\" }\nreadings = [{ name = \"a\", to = \"groves.curve_middle\" }]",
        &["\"groves\" are no corners"],
    );
}
