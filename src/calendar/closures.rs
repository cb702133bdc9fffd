//! The days on which an office is closed, read from data.

use jiff::civil::{Date, Weekday};

use super::holiday::{Holiday, weekday, weekday_name};
use crate::document::{At, Document, Table};
use crate::embedded;
use crate::error::Result;

/// When offices are closed: weekdays and public holidays, from data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closures {
    weekdays: Vec<Weekday>,
    /// Whether a holiday of a fixed day that falls on a Sunday is kept on the Monday after it too.
    sunday_moves: bool,
    /// The law by which a last day on which offices are closed moves on, if there is one.
    last_day_moves_by: Option<String>,
    holidays: Vec<(String, Holiday)>,
}

impl Closures {
    /// Saturdays and Sundays alone; no last day moves.
    pub fn weekends() -> Self {
        Closures {
            weekdays: vec![Weekday::Saturday, Weekday::Sunday],
            sunday_moves: false,
            last_day_moves_by: None,
            holidays: Vec::new(),
        }
    }

    /// Reads a file of closures: `weekdays`, which must be there, `sunday_moves_to_monday`
    /// (a holiday of a fixed day, such as `July 4`; one of a weekday stays), `last_day_moves_by` (the
    /// law by which a last day moves on), and a table `holidays` of names and days.
    ///
    /// # Errors
    /// What is not understood, no weekdays, or all seven; with line and caret.
    ///
    /// # Example
    /// ```
    /// use metes::calendar::Closures;
    /// use metes::document::Document;
    /// let text = "weekdays = [\"Saturday\", \"Sunday\"]\n[holidays]\n\"Memorial Day\" = \"last Monday of May\"";
    /// let closures = Closures::read(&Document::new("closures.toml", text))?;
    /// assert_eq!(closures.why_closed(jiff::civil::date(2026, 5, 25)).as_deref(), Some("Memorial Day"));
    /// # Ok::<(), metes::error::Error>(())
    /// ```
    pub fn read(document: &Document) -> Result<Self> {
        const KEYS: &[&str] = &["weekdays", "sunday_moves_to_monday", "last_day_moves_by", "holidays"];
        let mut table: Table = document.entries()?.only("a file of closures", KEYS)?;
        let mut closures =
            Closures { weekdays: Vec::new(), sunday_moves: false, last_day_moves_by: None, holidays: Vec::new() };
        let spot = table.spot_of("weekdays");
        for name in table.need_list::<String>("weekdays")? {
            let day = weekday(&name).ok_or_else(|| {
                name.spot.error(format!("\"{}\" is no weekday.", name.value)).hint("Write \"Saturday\", \"Sunday\" ...")
            })?;
            if !closures.weekdays.contains(&day) {
                closures.weekdays.push(day);
            }
        }
        if let Some(spot) = spot.filter(|_| closures.weekdays.len() == 7) {
            return Err(spot.error("no weekday is left to be open on.").hint("Name those that are closed alone."));
        }
        closures.sunday_moves = table.take("sunday_moves_to_monday")?.is_some_and(|at: At<bool>| at.value);
        closures.last_day_moves_by = table.take("last_day_moves_by")?.map(|at: At<String>| at.value);
        for (name, item) in table.take_entries("holidays")? {
            closures.holidays.push((name.value, item.read()?.value));
        }
        table.finish()?;
        Ok(closures)
    }

    /// The law by which a last day on which offices are closed moves to the next on which they are
    /// open; `None` where no law says so, and it stays.
    pub fn last_day_moves_by(&self) -> Option<&str> {
        self.last_day_moves_by.as_deref()
    }

    /// Why offices are closed on a day: the weekday or the holiday; `None` when they are open.
    pub fn why_closed(&self, day: Date) -> Option<String> {
        if self.weekdays.contains(&day.weekday()) {
            return Some(weekday_name(day.weekday()).to_owned());
        }
        let sunday = day.yesterday().ok().filter(|day| self.sunday_moves && day.weekday() == Weekday::Sunday);
        let moved = |holiday: &Holiday| holiday.is_fixed() && sunday.is_some_and(|sunday| holiday.is_on(sunday));
        self.holidays.iter().find(|(_, holiday)| holiday.is_on(day) || moved(holiday)).map(|(name, _)| name.clone())
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
    fn the_weekdays_closed_in_a_year_are_those_of_a_printed_calendar() {
        let closures = closures_of("us/ny/tuckahoe/chapter-19a").expect("carried");
        let closed = |year: i16| -> Vec<(i8, i8)> {
            date(year, 1, 1)
                .series(jiff::Span::new().days(1))
                .take_while(|day| day.year() == year)
                .filter(|day| day.weekday().to_monday_zero_offset() < 5 && !closures.is_open(*day))
                .map(|day| (day.month(), day.day()))
                .collect()
        };
        // Juneteenth and Christmas are a Saturday in 2027 and stay there; Flag Day is always a
        // Sunday, and the law leaves it there
        let of_2026 = [(1, 1), (1, 19), (2, 12), (2, 16), (5, 25), (6, 19), (9, 7), (10, 12), (11, 3), (11, 11)];
        assert_eq!(closed(2026), [&of_2026[..], &[(11, 26), (12, 25)]].concat());
        let of_2027 = [(1, 1), (1, 18), (2, 12), (2, 15), (5, 31), (7, 5), (9, 6), (10, 11), (11, 2), (11, 11)];
        assert_eq!(closed(2027), [&of_2027[..], &[(11, 25)]].concat());
    }

    #[test]
    fn a_slip_is_refused_with_its_line() {
        for (text, said) in [
            ("weekdays = [\"Caturday\"]\n", "line 1: \"Caturday\" is no weekday"),
            ("weekdays = \"Sunday\"\n[holidays]\nEaster = \"Easter\"\n", "line 3: \"Easter\" is no day of a year"),
            ("weekdays = \"Sunday\"\n[holidays]\nEaster = 5\n", "line 3: \"Easter\" is the number 5"),
            ("holiday = 1\n", "line 1: a file of closures has no key \"holiday\""),
            ("sunday_moves_to_monday = true\n", "line 1: a file of closures needs the key \"weekdays\""),
            (
                "weekdays = [\"Monday\", \"Tuesday\", \"Wednesday\", \"Thursday\", \"Friday\", \"Saturday\", \"Sunday\"]\n",
                "line 1: no weekday is left to be open on",
            ),
        ] {
            let error = Closures::read(&Document::new("closures.toml", text)).expect_err(text).to_string();
            assert!(error.contains(&format!("closures.toml, {said}")) && error.contains('^'), "{error}");
        }
    }

    #[test]
    fn a_holiday_moves_off_a_sunday_only_where_the_data_say_so() {
        let read = |moves: bool| {
            let text = format!(
                "weekdays = \"Sunday\"\nsunday_moves_to_monday = {moves}\n\
                 [holidays]\n\"the Fourth\" = \"July 4\"\n\"Open House\" = 2027-08-01\n"
            );
            Closures::read(&Document::new("closures.toml", &text)).expect("understood")
        };
        let fourth = date(2027, 7, 5);
        assert_eq!(read(true).why_closed(fourth).as_deref(), Some("the Fourth"));
        assert!(read(false).is_open(fourth));
        assert_eq!(read(true).why_closed(date(2026, 7, 4)).as_deref(), Some("the Fourth")); // a Saturday
        assert!(read(true).is_open(date(2027, 8, 2)), "a single day is that day alone");
    }
}
