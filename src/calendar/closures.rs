//! The days on which an office is closed, read from data.

use jiff::civil::{Date, Weekday};

use super::holiday::{Holiday, weekday, weekday_name};
use crate::document::{At, Document, Table};
use crate::embedded;
use crate::error::Result;

/// When offices are closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closures {
    weekdays: Vec<Weekday>,
    /// Whether a holiday on a Sunday is kept on the Monday after it.
    sunday_moves: bool,
    holidays: Vec<(String, Holiday)>,
}

impl Closures {
    /// Saturdays and Sundays alone.
    pub fn weekends() -> Self {
        Closures { weekdays: vec![Weekday::Saturday, Weekday::Sunday], sunday_moves: false, holidays: Vec::new() }
    }

    /// Reads a file of closures: `weekdays`, `sunday_moves_to_monday`, and a table `holidays` of
    /// names and days.
    ///
    /// # Errors
    /// What is not understood, with line and caret.
    pub fn read(document: &Document) -> Result<Self> {
        const KEYS: &[&str] = &["weekdays", "sunday_moves_to_monday", "holidays"];
        let mut table: Table = document.entries()?.only("a file of closures", KEYS)?;
        let mut closures = Closures { weekdays: Vec::new(), sunday_moves: false, holidays: Vec::new() };
        for name in table.take_list::<String>("weekdays")? {
            let day = weekday(&name).ok_or_else(|| {
                name.spot.error(format!("\"{}\" is no weekday.", name.value)).hint("Write \"Saturday\", \"Sunday\" ...")
            })?;
            closures.weekdays.push(day);
        }
        closures.sunday_moves = table.take("sunday_moves_to_monday")?.is_some_and(|at: At<bool>| at.value);
        for (name, item) in table.take_entries("holidays")? {
            let text: At<String> = item.read()?;
            let holiday = Holiday::parse(&text).ok_or_else(|| {
                text.spot.error(format!("\"{}\" is no day of a year.", text.value)).hint(
                    "Write \"January 1\", \"third Monday of January\", \"last Monday of May\", \"Tuesday after the first Monday of November\" or \"2026-07-03\".",
                )
            })?;
            closures.holidays.push((name.value, holiday));
        }
        table.finish()?;
        Ok(closures)
    }

    /// Why offices are closed on a day: the weekday or the holiday; `None` when they are open.
    pub fn why_closed(&self, day: Date) -> Option<String> {
        if self.weekdays.contains(&day.weekday()) {
            return Some(weekday_name(day.weekday()).to_owned());
        }
        let falls = |holiday: &Holiday| holiday.in_year(day.year()) == Some(day);
        let kept = |holiday: &Holiday| {
            // the day before is in this year or the last
            let sunday = day.yesterday().ok().filter(|d| d.weekday() == Weekday::Sunday && self.sunday_moves);
            sunday.is_some_and(|sunday| holiday.in_year(sunday.year()) == Some(sunday))
        };
        self.holidays.iter().find(|(_, holiday)| falls(holiday) || kept(holiday)).map(|(name, _)| name.clone())
    }

    /// Whether offices are open on a day.
    pub fn is_open(&self, day: Date) -> bool {
        self.why_closed(day).is_none()
    }
}

/// The closures for a chapter: the file `closures.toml` nearest above it among the law that is
/// carried along; where there is none, weekends.
///
/// # Errors
/// The file is not understood.
pub fn closures_of(chapter: &str) -> Result<Closures> {
    let mut folder = chapter;
    while let Some((parent, _)) = folder.rsplit_once('/') {
        let path = format!("law/{parent}/closures.toml");
        if let Some(bytes) = embedded::file(&path) {
            return Closures::read(&Document::new(path, &String::from_utf8_lossy(bytes)));
        }
        folder = parent;
    }
    Ok(Closures::weekends())
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn new_york_is_closed_on_the_days_of_its_law() {
        let closures = closures_of("us/ny/tuckahoe/chapter-19a").expect("carried");
        for (day, why) in [
            (date(2026, 5, 25), Some("Memorial Day")),
            (date(2026, 7, 4), Some("Saturday")),
            (date(2026, 7, 3), None),
            (date(2027, 7, 5), Some("Independence Day")), // the 4th is a Sunday
            (date(2026, 11, 3), Some("Election Day")),
            (date(2026, 11, 30), None),
            (date(2028, 1, 1), Some("Saturday")),
            (date(2023, 1, 2), Some("New Year's Day")), // the 1st was a Sunday
        ] {
            assert_eq!(closures.why_closed(day).as_deref(), why, "{day}");
        }
        assert_eq!(closures_of("somewhere/chapter-1"), Ok(Closures::weekends()));
    }

    #[test]
    fn a_slip_is_refused_with_its_line() {
        for (text, said) in [
            ("weekdays = [\"Caturday\"]\n", "is no weekday"),
            ("[holidays]\nEaster = \"Easter\"\n", "is no day of a year"),
            ("holiday = 1\n", "has no key \"holiday\""),
        ] {
            let error = Closures::read(&Document::new("closures.toml", text)).expect_err(text).to_string();
            assert!(error.contains(said) && error.contains("closures.toml, line"), "{error}");
        }
    }
}
