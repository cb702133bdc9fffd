//! How much of a file lies behind, and the last of it, to be shown should what follows be wrong.

/// Bytes that are shown before and after the place of an error.
pub const SHOWN: usize = 30;

/// How much of a file lies behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// Bytes.
    pub byte: u64,
    /// Line ends.
    pub lines: u64,
    /// Features.
    pub features: u64,
    /// The last of the bytes.
    pub last: Last,
}

/// The last bytes before a place of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Last {
    bytes: [u8; SHOWN],
    len: usize,
}

impl Last {
    /// The last bytes before the place behind `text`.
    pub fn then(&self, text: &[u8]) -> Self {
        let text = &text[text.len().saturating_sub(SHOWN)..];
        let kept = self.len.min(SHOWN - text.len());
        let mut last = Last { bytes: [0; SHOWN], len: kept + text.len() };
        last.bytes[..kept].copy_from_slice(&self.bytes()[self.len - kept..]);
        last.bytes[kept..last.len].copy_from_slice(text);
        last
    }

    /// They.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}
