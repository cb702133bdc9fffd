//! Public holidays as a list of law states them: a day of the year, or a weekday of a month.

use std::str::FromStr;

use jiff::civil::{Date, Weekday};

use crate::document::{Item, Readable};
use crate::error::{Error, Result};

/// When a holiday falls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Holiday {
    /// `January 1`
    Fixed(i8, i8),
    /// `third Monday of January`: which one, which weekday, which month; the last one is -1.
    Nth(i8, Weekday, i8),
    /// `Tuesday after the first Monday of November`: the first such weekday later than that day.
    After(Weekday, Box<Holiday>),
    /// One day of one year.
    Once(Date),
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const WEEKDAYS: [(&str, Weekday); 7] = [
    ("Monday", Weekday::Monday),
    ("Tuesday", Weekday::Tuesday),
    ("Wednesday", Weekday::Wednesday),
    ("Thursday", Weekday::Thursday),
    ("Friday", Weekday::Friday),
    ("Saturday", Weekday::Saturday),
    ("Sunday", Weekday::Sunday),
];
const WHICH: [(&str, i8); 5] = [("first", 1), ("second", 2), ("third", 3), ("fourth", 4), ("last", -1)];

/// The weekday of this name.
pub fn weekday(name: &str) -> Option<Weekday> {
    WEEKDAYS.iter().find(|(known, _)| *known == name).map(|(_, day)| *day)
}

/// The name of a weekday.
pub fn weekday_name(day: Weekday) -> &'static str {
    WEEKDAYS.iter().find(|(_, known)| *known == day).map_or("", |(name, _)| name)
}

fn month(name: &str) -> Option<i8> {
    MONTHS.iter().position(|known| *known == name).and_then(|i| i8::try_from(i + 1).ok())
}

impl Holiday {
    /// Reads `January 1`, `third Monday of January`, `last Monday of May`,
    /// `Tuesday after the first Monday of November`, `2026-07-03`.
    pub fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            [day] => written(day).map(Holiday::Once),
            [name, day] => {
                let (month, day) = (month(name)?, written(day)?);
                Date::new(2024, month, day).ok().map(|_| Holiday::Fixed(month, day)) // of a leap year
            }
            [which, day, "of", name] => {
                let (_, which) = WHICH.iter().find(|(known, _)| known == which)?;
                Some(Holiday::Nth(*which, weekday(day)?, month(name)?))
            }
            [day, "after", "the", rest @ ..] => {
                Some(Holiday::After(weekday(day)?, Box::new(Holiday::parse(&rest.join(" "))?)))
            }
            _ => None,
        }
    }

    /// The day it falls on in a year, if it does.
    pub fn in_year(&self, year: i16) -> Option<Date> {
        match self {
            Holiday::Fixed(month, day) => Date::new(year, *month, *day).ok(),
            Holiday::Nth(which, weekday, month) => {
                Date::new(year, *month, 1).ok()?.nth_weekday_of_month(*which, *weekday).ok()
            }
            Holiday::After(weekday, first) => first.in_year(year)?.nth_weekday(1, *weekday).ok(),
            Holiday::Once(day) => (day.year() == year).then_some(*day),
        }
    }

    /// Whether it falls on a day.
    pub fn is_on(&self, day: Date) -> bool {
        // a weekday after a day of December may be in January
        [day.year(), day.year() - 1].into_iter().any(|year| self.in_year(year) == Some(day))
    }

    /// Whether it is the same day of every year, on whatever weekday that falls.
    pub fn is_fixed(&self) -> bool {
        matches!(self, Holiday::Fixed(..))
    }
}

impl Readable for Holiday {
    const EXPECTED: &'static str = "a day of a year: \"January 1\", \"last Monday of May\", 2026-07-03";

    fn from_item(item: &Item) -> Result<Option<Self>> {
        let text = item.understood(|text| {
            Holiday::parse(text).ok_or_else(|| {
                Error::new(format!("\"{text}\" is no day of a year.")).hint(
                    "Write \"January 1\", \"third Monday of January\", \"last Monday of May\", \
                     \"Tuesday after the first Monday of November\" or 2026-07-03.",
                )
            })
        })?;
        Ok(text.or(Date::from_item(item)?.map(Holiday::Once)))
    }
}

/// The value of a text that is written as it would be printed: no sign, no leading zero, no time.
fn written<T: FromStr + ToString>(text: &str) -> Option<T> {
    text.parse().ok().filter(|value: &T| value.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn holidays_fall_where_the_calendar_of_2026_has_them() {
        for (text, day) in [
            ("January 1", date(2026, 1, 1)),
            ("third Monday of January", date(2026, 1, 19)),
            ("last Monday of May", date(2026, 5, 25)),
            ("second Sunday of June", date(2026, 6, 14)),
            ("first Monday of September", date(2026, 9, 7)),
            ("Tuesday after the first Monday of November", date(2026, 11, 3)),
            ("fourth Thursday of November", date(2026, 11, 26)),
            ("2026-07-03", date(2026, 7, 3)),
        ] {
            let holiday = Holiday::parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(holiday.in_year(2026), Some(day), "{text}");
        }
        assert_eq!(Holiday::parse("2026-07-03").and_then(|h| h.in_year(2027)), None);
        let leap = Holiday::parse("February 29").expect("a day of leap years");
        assert_eq!([leap.in_year(2027), leap.in_year(2028)], [None, Some(date(2028, 2, 29))]);
        // the Sunday is 27 December, so the Friday after it is New Year's Day
        let late = Holiday::parse("Friday after the last Sunday of December").expect("understood");
        assert!(late.is_on(date(2027, 1, 1)) && !late.is_on(date(2026, 1, 1)));
    }

    #[test]
    fn what_is_no_holiday_is_not_understood() {
        let slips = ["", "Easter", "January", "January 32", "January +1", "January 01", "February 30"];
        let more = ["fifth Monday of May", "third Mond of May", "Monday after May", "20260703", "2026-07-03T10:00"];
        for text in slips.into_iter().chain(more) {
            assert_eq!(Holiday::parse(text), None, "{text}");
        }
    }
}
