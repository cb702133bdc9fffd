//! Formulas by hand: fees of the four codes, and what is refused.

use super::*;
use crate::fact::About;
use crate::units::Length;

fn facts() -> Vec<Fact> {
    let fact = |id: &str, kind: FactKind| Fact {
        id: id.to_owned(),
        citation: String::new(),
        ask: String::new(),
        note: None,
        kind,
        about: About::Work,
        between: None,
        provisions: Vec::new(),
    };
    vec![
        fact("days", FactKind::Count),
        fact("width", FactKind::Length),
        fact("length", FactKind::Length),
        fact("cost", FactKind::Money),
        fact("consent", FactKind::Flag),
    ]
}

fn read(text: &str) -> Formula {
    Formula::parse(text, &facts()).unwrap_or_else(|e| panic!("{e}"))
}

fn of(given: &[(&str, FactValue)], id: &str) -> std::result::Result<FactValue, Reason> {
    given.iter().find(|(known, _)| *known == id).map(|(_, v)| v.clone()).ok_or(Reason::MissingFact)
}

fn value(text: &str, given: &[(&str, FactValue)]) -> std::result::Result<Exact, Reason> {
    read(text).value(&|id| of(given, id))
}

fn money(text: &str, given: &[(&str, FactValue)]) -> String {
    read(text).money(&|id| of(given, id)).expect("money").to_string()
}

fn feet(text: &str) -> FactValue {
    FactValue::Length(Length::parse(text).expect("a length"))
}

fn dollars(text: &str) -> FactValue {
    FactValue::Money(Money::parse(text).expect("money"))
}

#[test]
fn fees_come_out_as_by_hand() {
    let fee = "$25 + $10 * (days - 1)";
    for (days, wanted) in [(1, "$25"), (2, "$35"), (14, "$155")] {
        assert_eq!(money(fee, &[("days", FactValue::Count(days))]), wanted);
    }
    // a curb cut: $5 up to 11 ft, and $1 for each additional foot, a part of one counting as one
    let cut = "$5 + $1 * max(0, rounded_up((width - 11 ft) / 1 ft))";
    for (width, wanted) in [("8 ft", "$5"), ("11 ft", "$5"), ("11 ft 1 in", "$6"), ("12 ft", "$6"), ("15.5 ft", "$10")]
    {
        assert_eq!(money(cut, &[("width", feet(width))]), wanted, "{width}");
    }
    assert_eq!(money("cost * 20 %", &[("cost", dollars("$33.33"))]), "$6.67", "6.666 to the cent");
    assert_eq!(money("cost * 6 % * days / 365", &[("cost", dollars("$1,000")), ("days", FactValue::Count(73))]), "$12");
    assert_eq!(money("max($25, cost + $10)", &[("cost", dollars("$1.50"))]), "$25");
    assert_eq!(money("min($1,000, cost)", &[("cost", dollars("$2,000"))]), "$1,000");
    // the charged area of an opening: (10 + 2) x (3 + 2) = 60 square feet, at $0.50 each
    let opening = "$0.50 * ((length + 2 ft) * (width + 2 ft) / (1 ft * 1 ft))";
    assert_eq!(money(opening, &[("length", feet("10 ft")), ("width", feet("3 ft"))]), "$30");
}

#[test]
fn shares_are_exact() {
    // a third of 36 ft is 12 ft, and nothing less or more
    for (width, wanted) in [("12 ft", true), ("12.0001 ft", false), ("11.9999 ft", true)] {
        let three = value("3 * width", &[("width", feet(width))]).expect("a length");
        let road = value("length", &[("length", feet("36 ft"))]).expect("a length");
        assert_eq!(three.compare(road).map(|order| order.is_le()), Some(wanted), "{width}");
    }
}

#[test]
fn units_that_do_not_fit_are_refused_by_name() {
    let refused = |text: &str| Formula::parse(text, &facts()).expect_err(text).to_string();
    for (text, said) in [
        ("width + cost", "an amount of money is added to a length"),
        ("$5 - 3", "a number is taken from an amount of money"),
        ("max(width, 3)", "a number is compared with a length"),
        ("rounded_up(width)", "a length is rounded, and only a number can be"),
        ("$10 * day", "\"day\" is no fact of this page"),
        ("$10 * day", "Did you mean \"days\"?"),
        ("2 * consent", "the fact \"consent\" is yes or no, and no quantity"),
        ("$25 +", "where a number, an amount or a fact should be, it ends"),
        ("(days", "where a closing parenthesis should be, it ends"),
        ("days days", "where an operator should be, there is \"days\""),
        ("max(days)", "where a comma should be"),
        ("-5", "where a number"),
        ("$2,50", "is no formula"),
        ("", "it ends"),
        (&"(".repeat(40), "too deep"),
    ] {
        assert!(refused(text).contains(said), "{text}: {}", refused(text));
    }
}

#[test]
fn what_is_unknown_stays_unknown() {
    assert_eq!(value("days * 2", &[]), Err(Reason::MissingFact));
    assert_eq!(value("10 / days", &[("days", FactValue::Count(0))]), Err(Reason::InvalidData));
    let most = FactValue::Count(i64::MAX);
    assert_eq!(value("days * days * days", &[("days", most)]), Err(Reason::InvalidData));
    let formula = Formula::parse("$1 * days + cost + $2 * days", &facts()).expect("a formula");
    assert_eq!(formula.facts(), ["days", "cost"]);
    assert_eq!((formula.unit(), formula.to_string()), (Unit::MONEY, "$1 * days + cost + $2 * days".to_owned()));
}
