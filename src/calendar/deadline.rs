//! The last day in time: so long after a day that is itself not counted.

use std::fmt;

use jiff::Span;
use jiff::civil::Date;

use super::Closures;
use crate::error::{Error, Result};

/// A length of time as a law states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    /// Calendar days.
    Days(i64),
    /// Days on which offices are open.
    BusinessDays(i64),
    /// Calendar months; a day that the last month lacks is its last one.
    Months(i64),
    /// Years of twelve months each.
    Years(i64),
}

/// The last day in time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deadline {
    /// That day.
    pub last: Date,
    /// The last day before it moved off a day on which offices are closed.
    pub unextended: Option<Date>,
    /// Why it moved: `Sunday`, `Memorial Day`.
    pub because: Option<String>,
    /// The law by which it moved.
    pub by: Option<String>,
}

impl Period {
    /// Reads `60 days`, `5 business days`, `4 months`, `1 year`.
    ///
    /// # Errors
    /// No whole number above 0, or no such unit.
    pub fn parse(text: &str) -> Result<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (number, unit) = words.split_first().map_or(("", String::new()), |(first, rest)| (*first, rest.join(" ")));
        let refuse = || {
            Error::new(format!("\"{text}\" is no length of time."))
                .hint("Write \"60 days\", \"5 business days\", \"4 months\" or \"1 year\".")
        };
        let digits = number.bytes().all(|b| b.is_ascii_digit());
        let number = number.parse::<i64>().ok().filter(|n| digits && *n > 0).ok_or_else(refuse)?;
        match unit.as_str() {
            "day" | "days" => Ok(Period::Days(number)),
            "business day" | "business days" => Ok(Period::BusinessDays(number)),
            "month" | "months" => Ok(Period::Months(number)),
            "year" | "years" => Ok(Period::Years(number)),
            _ => Err(refuse()),
        }
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n, unit) = match self {
            Period::Days(n) => (n, "day"),
            Period::BusinessDays(n) => (n, "business day"),
            Period::Months(n) => (n, "month"),
            Period::Years(n) => (n, "year"),
        };
        write!(f, "{n} {unit}{}", if *n == 1 { "" } else { "s" })
    }
}

/// The last day of a period that begins with `from`. That day is not counted (N.Y. General
/// Construction Law, section 20); months run to the same day of a later month, or its last
/// (section 30), and a year is twelve of them (section 58). With `extends`, a last day on which
/// offices are closed moves to the next on which they are open, where a law of the place says so
/// (in New York section 25-a), and the day that it moved from is told. Business days end on an
/// open day as they are.
///
/// # Errors
/// The period is not above 0, or the day lies beyond the calendar (31 December 9999).
///
/// # Example
/// ```
/// use jiff::civil::date;
/// use metes::calendar::{Period, closures_of, deadline};
/// let new_york = closures_of("us/ny/tuckahoe/chapter-19a")?;
/// // 60 days after 1 April 2026 are 31 May, a Sunday
/// let found = deadline(date(2026, 4, 1), Period::parse("60 days")?, &new_york, true)?;
/// assert_eq!((found.last, found.unextended), (date(2026, 6, 1), Some(date(2026, 5, 31))));
/// # Ok::<(), metes::error::Error>(())
/// ```
pub fn deadline(from: Date, period: Period, closures: &Closures, extends: bool) -> Result<Deadline> {
    let beyond = || Error::new(format!("{period} after {from} lies beyond the calendar."));
    let tomorrow = |day: Date| day.tomorrow().map_err(|_| beyond());
    let (Period::Days(n) | Period::BusinessDays(n) | Period::Months(n) | Period::Years(n)) = period;
    if n < 1 {
        return Err(Error::new(format!("{period} is no length of time.")).hint("It must be above 0."));
    }
    let in_range = |span: std::result::Result<Span, jiff::Error>| {
        span.and_then(|span| from.checked_add(span)).map_err(|_| beyond())
    };
    let first = match period {
        Period::Days(_) => in_range(Span::new().try_days(n))?,
        Period::Months(_) => in_range(Span::new().try_months(n))?,
        Period::Years(_) => in_range(Span::new().try_years(n))?,
        Period::BusinessDays(_) => {
            in_range(Span::new().try_days(n))?; // they take as many days at least
            let (mut day, mut left) = (from, n);
            while left > 0 {
                day = tomorrow(day)?;
                left -= i64::from(closures.is_open(day));
            }
            return Ok(Deadline { last: day, unextended: None, because: None, by: None });
        }
    };
    let law = closures.last_day_moves_by().filter(|_| extends);
    let because = law.and_then(|_| closures.why_closed(first));
    let mut last = first;
    while because.is_some() && !closures.is_open(last) {
        last = tomorrow(last)?;
    }
    let by = law.filter(|_| because.is_some()).map(str::to_owned);
    Ok(Deadline { last, unextended: because.is_some().then_some(first), because, by })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::closures_of;
    use jiff::civil::date;

    fn new_york() -> Closures {
        closures_of("us/ny/tuckahoe/chapter-19a").expect("carried")
    }

    fn last(from: Date, period: &str) -> Date {
        deadline(from, Period::parse(period).expect("a period"), &new_york(), true).expect("in the calendar").last
    }

    #[test]
    fn the_worked_examples_of_the_code() {
        assert_eq!(last(date(2026, 3, 2), "60 days"), date(2026, 5, 1));
        // Monday: 3, 4, 5, 6 and the next Monday
        assert_eq!(last(date(2026, 3, 2), "5 business days"), date(2026, 3, 9));
        // Wednesday, 20 May: 21, 22, then Memorial Day on the 25th, 26, 27, 28
        assert_eq!(last(date(2026, 5, 20), "5 business days"), date(2026, 5, 28));
        assert_eq!(last(date(2026, 10, 31), "4 months"), date(2027, 3, 1)); // 28 February is a Sunday
    }

    #[test]
    fn a_last_day_on_a_closed_day_moves_on_and_the_day_before_is_told() {
        // 60 days after 1 April 2026 are 31 May, a Sunday
        let found = deadline(date(2026, 4, 1), Period::Days(60), &new_york(), true).expect("in the calendar");
        assert_eq!((found.last, found.unextended), (date(2026, 6, 1), Some(date(2026, 5, 31))));
        assert_eq!(found.because.as_deref(), Some("Sunday"));
        let strict = deadline(date(2026, 4, 1), Period::Days(60), &new_york(), false).expect("in the calendar");
        assert_eq!((strict.last, strict.unextended), (date(2026, 5, 31), None));
        // Friday before Memorial Day: Saturday, Sunday and the holiday are passed
        let found = deadline(date(2026, 5, 22), Period::Days(1), &new_york(), true).expect("in the calendar");
        assert_eq!((found.last, found.because.as_deref()), (date(2026, 5, 26), Some("Saturday")));
        // the Monday after Flag Day is open
        assert_eq!(last(date(2026, 6, 14), "1 day"), date(2026, 6, 15));
        // Thursday before a Saturday 4 July: the 3rd is open
        assert_eq!(last(date(2026, 7, 2), "1 day"), date(2026, 7, 3));
    }

    #[test]
    fn months_are_clamped_and_leap_years_kept() {
        let plain = |from, period| deadline(from, period, &Closures::weekends(), false).map(|d| d.last);
        assert_eq!(plain(date(2026, 10, 31), Period::Months(4)), Ok(date(2027, 2, 28)));
        assert_eq!(plain(date(2027, 10, 31), Period::Months(4)), Ok(date(2028, 2, 29)));
        assert_eq!(plain(date(2028, 2, 29), Period::Years(1)), Ok(date(2029, 2, 28)));
        assert_eq!(plain(date(2027, 2, 28), Period::Years(1)), Ok(date(2028, 2, 28)));
        assert_eq!(plain(date(2028, 2, 27), Period::Days(3)), Ok(date(2028, 3, 1)));
    }

    #[test]
    fn what_lies_beyond_the_calendar_is_refused() {
        let all = [Period::Days, Period::BusinessDays, Period::Months, Period::Years];
        for (period, n) in all.iter().flat_map(|period| [0, -1, 60, i64::MAX].map(|n| (period(n), n))) {
            let error = deadline(date(9999, 12, 1), period, &new_york(), true).expect_err("refused").to_string();
            assert_eq!(error.contains("lies beyond the calendar"), n > 0, "{error}");
        }
    }

    #[test]
    fn a_last_day_moves_past_every_closed_day_and_no_further() {
        let closures = new_york();
        let start = date(2026, 1, 1);
        for from in start.series(Span::new().days(1)).take_while(|day| day.year() < 2029) {
            let found = deadline(from, Period::Days(60), &closures, true).expect("in the calendar");
            let (mut plain, mut left) = (from, 60);
            while left > 0 {
                (plain, left) = (plain.tomorrow().expect("in the calendar"), left - 1);
            }
            let moved = found.unextended.unwrap_or(found.last);
            assert_eq!((moved, found.because), (plain, closures.why_closed(plain)), "{from}");
            assert!(closures.is_open(found.last) && (found.last == plain) == closures.is_open(plain), "{from}");
            let between = plain.series(Span::new().days(1)).take_while(|day| *day < found.last);
            assert!(between.into_iter().all(|day| !closures.is_open(day)), "{from}");
        }
    }

    #[test]
    fn business_days_are_those_counted_one_by_one() {
        let closures = new_york();
        let mut from = date(2026, 1, 1);
        while from < date(2027, 1, 1) {
            let end = last(from, "5 business days");
            let (mut day, mut open) = (from, 0);
            while day < end {
                day = day.tomorrow().expect("in the calendar");
                open += u32::from(closures.is_open(day));
            }
            assert!(open == 5 && closures.is_open(end), "{from}");
            from = from.tomorrow().expect("in the calendar");
        }
    }

    #[test]
    fn periods_read_and_print_alike() {
        for text in ["60 days", "1 day", "5 business days", "4 months", "1 year"] {
            assert_eq!(Period::parse(text).map(|p| p.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "days", "0 days", "-1 days", "60", "+5 days", "1.5 days", "5 working days"] {
            assert!(Period::parse(text).is_err(), "{text}");
        }
    }
}
