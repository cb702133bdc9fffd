//! Writes one cell of a CSV table (RFC 4180).

use std::borrow::Cow;

/// A cell, in quotes where its text needs them.
pub fn cell(text: &str) -> Cow<'_, str> {
    if needs_quotes(text) { Cow::Owned(format!("\"{}\"", text.replace('"', "\"\""))) } else { Cow::Borrowed(text) }
}

/// Writes a cell behind what is there.
#[inline]
pub fn put(out: &mut Vec<u8>, text: &str) {
    if needs_quotes(text) {
        out.extend_from_slice(cell(text).as_bytes());
    } else {
        out.extend_from_slice(text.as_bytes());
    }
}

fn needs_quotes(text: &str) -> bool {
    // without branches, so that many bytes are looked at in one step
    text.bytes().fold(false, |found, b| found | (b == b',') | (b == b'"') | (b == b'\n') | (b == b'\r'))
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
