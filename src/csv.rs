//! Writes one cell of a CSV table (RFC 4180).

use std::borrow::Cow;

/// A cell, in quotes where its text needs them.
pub fn cell(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn only_cells_that_need_quotes_get_them() {
        assert_eq!(cell("35.10-1-5./101"), "35.10-1-5./101");
        assert_eq!(cell("a,b"), "\"a,b\"");
        assert_eq!(cell("5'6\""), "\"5'6\"\"\"");
    }
}
