//! Lays text out for a terminal: wrapping, grouped digits, counted words.

/// No line of text is longer than this.
pub const WIDTH: usize = 88;

/// Wraps `text` at [`WIDTH`] columns; the first line opens with `first`, the others with `rest`.
/// Words are never broken, so a long path may stand out; a section sign stays with its number
/// and a number with its unit.
pub fn hanging(first: &str, rest: &str, text: &str) -> String {
    let mut out = String::from(first);
    let mut column = first.chars().count();
    let mut at_start = true;
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let mut unit = word.to_owned();
        while let Some(next) = words.next_if(|next| stays_with(&unit, next)) {
            unit.push(' ');
            unit.push_str(next);
        }
        let width = unit.chars().count();
        if !at_start && column + 1 + width > WIDTH {
            out.push('\n');
            out.push_str(rest);
            column = rest.chars().count();
            at_start = true;
        }
        if !at_start {
            out.push(' ');
            column += 1;
        }
        out.push_str(&unit);
        column += width;
        at_start = false;
    }
    out
}

fn stays_with(unit: &str, next: &str) -> bool {
    let last = unit.rsplit(' ').next().unwrap_or(unit);
    let is_unit =
        |word: &str| matches!(word.trim_end_matches(['.', ',', ';', ':', ')', '"']), "ft" | "feet" | "miles" | "MiB");
    last.ends_with('§')
        || (last.starts_with("--") && !next.starts_with("--") && !last.contains('='))
        || (last.trim_start_matches(['(', '"']).starts_with(|c: char| c.is_ascii_digit()) && is_unit(next))
}

/// A paragraph indented by two columns, as under a heading of a report.
pub fn paragraph(text: &str) -> String {
    hanging("  ", "  ", text)
}

/// `1234567` as `1,234,567`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// `1 feature`, `2 features`: the number and the word agree.
pub fn count(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(n), if n == 1 { one } else { many })
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed<S: AsRef<str>>(items: &[S]) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

/// The one of `allowed` that a typist most likely meant, if any is near enough.
pub fn meant<'a>(typed: &str, allowed: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    allowed
        .into_iter()
        .map(|word| (strsim::damerau_levenshtein(&typed.to_lowercase(), &word.to_lowercase()), word))
        .filter(|(edits, word)| *edits <= 1 + word.chars().count() / 4)
        .min()
        .map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(2_097_152), "2,097,152");
    }

    #[test]
    fn a_slip_of_the_finger_is_understood_and_a_stranger_is_not() {
        let keys = ["measure", "require", "act"];
        assert_eq!(meant("mesure", keys), Some("measure"));
        assert_eq!(meant("requrie", keys), Some("require"));
        assert_eq!(meant("colour", keys), None);
    }

    #[test]
    fn sections_and_lengths_are_not_torn_apart() {
        for at in 60..90 {
            let wrapped = hanging("", "", &format!("{} (§ 19A-5(c)) needs 1,000 ft.", "x".repeat(at)));
            assert!(wrapped.contains("(§ 19A-5(c))") && wrapped.contains("1,000 ft."), "{wrapped}");
        }
    }

    #[test]
    fn wrapping_keeps_words_whole() {
        let wrapped = hanging("", "  ", &"word ".repeat(40));
        assert!(wrapped.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(wrapped.matches("word").count(), 40);
    }
}
