//! Cuts a stream of features into pieces of text on a guess that the reading of them proves.
//!
//! A piece ends where, looking back from its end, a `}` and a `,` are followed by a `{` with a key
//! that a Feature may begin with. Inside of properties that can be a decoy; so a piece is believed
//! only when the reading of the one before it has ended exactly where it begins. No look at the
//! whole text, no trust in line ends or in the order of keys; to find the cuts of half a gigabyte
//! takes under a millisecond.

use std::io::Read;

use crate::error::Result;
use crate::input::unreadable;
use crate::json::is_white;

/// Bytes of a piece, about.
pub const PIECE: usize = 256 << 10;

/// Zeros behind a text, so that a few bytes can be taken at its last one. No value of JSON holds one.
pub const PAD: usize = 64;

/// Bytes that are read again and again into the same memory, which is never cleared.
///
/// What is read is put where the memory is even, by cache lines: the kernel copies half as fast to
/// an odd place.
#[derive(Debug, Default)]
pub struct Text {
    room: Vec<u8>,
    start: usize,
    len: usize,
}

/// Bytes of a cache line.
const LINE: usize = 64;

impl Text {
    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.room[self.start..self.start + self.len]
    }

    /// The bytes with zeros behind them, so many that a few can be taken at the last.
    pub fn padded(&mut self) -> &[u8] {
        self.make_room(PAD);
        let end = self.start + self.len;
        self.room[end..end + PAD].fill(0);
        &self.room[self.start..end + PAD]
    }

    /// Empties it.
    pub fn clear(&mut self) {
        (self.start, self.len) = (0, 0);
    }

    /// Adds bytes behind.
    pub fn extend(&mut self, bytes: &[u8]) {
        self.make_room(bytes.len());
        let end = self.start + self.len;
        self.room[end..end + bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
    }

    /// Puts bytes in front.
    pub fn prepend(&mut self, bytes: &[u8]) {
        self.room.truncate(self.start + self.len);
        self.room.splice(self.start..self.start, bytes.iter().copied());
        self.len += bytes.len();
    }

    fn make_room(&mut self, more: usize) {
        let end = self.start + self.len + more;
        if self.room.len() < end {
            self.room.resize(end, 0);
        }
    }

    /// Takes these bytes alone, with room for more behind, at an even place.
    fn begin(&mut self, bytes: &[u8], more: usize) {
        self.clear();
        self.make_room(LINE + bytes.len() + more + PAD);
        self.start = (self.room.as_ptr().addr() + bytes.len()).wrapping_neg() % LINE;
        self.extend(bytes);
    }

    /// Reads so many bytes behind; `false` when the source ended first.
    fn fill(&mut self, source: &mut dyn Read, wanted: usize) -> std::io::Result<bool> {
        self.make_room(wanted);
        let until = self.len + wanted;
        while self.len < until {
            match source.read(&mut self.room[self.start + self.len..self.start + until]) {
                Ok(0) => return Ok(false),
                Ok(n) => self.len += n,
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        Ok(true)
    }
}

/// Takes pieces of text off a source.
pub struct Splitter {
    name: String,
    source: Box<dyn Read + Send>,
    /// What was read and belongs to the next piece.
    carry: Vec<u8>,
    ended: bool,
    size: usize,
}

impl Splitter {
    /// Goes on with `carry` and then with `source`, called `name` in messages; `ended` when the
    /// source holds no more.
    pub fn new(name: String, source: Box<dyn Read + Send>, carry: Vec<u8>, ended: bool, size: usize) -> Self {
        Splitter { name, source, carry, ended, size }
    }

    /// Puts the next piece in `text`; `false` when there is none.
    ///
    /// # Errors
    /// The source cannot be read.
    pub fn next(&mut self, text: &mut Text) -> Result<bool> {
        text.begin(&self.carry, self.size);
        self.carry.clear();
        while !self.ended {
            let wanted = self.size.max(text.len); // a feature longer than a piece doubles it
            self.ended = !text.fill(&mut self.source, wanted).map_err(|e| unreadable(&self.name, &e))?;
            if self.ended {
                break;
            }
            // where features begin with a key of their own, any object behind another may be one
            let any = text.len > 4 * self.size;
            if let Some(cut) = last_cut(text.bytes(), any) {
                self.carry.extend_from_slice(&text.bytes()[cut..]);
                text.len = cut;
                return Ok(true);
            }
        }
        Ok(text.len > 0)
    }

    /// What has not been handed out: bytes, the source behind them, and whether that has ended.
    pub fn rest(self) -> (Vec<u8>, Box<dyn Read + Send>, bool) {
        (self.carry, self.source, self.ended)
    }
}

/// The last place where a feature may begin behind another; with `any`, whatever its first key.
fn last_cut(text: &[u8], any: bool) -> Option<usize> {
    let mut end = text.len();
    while let Some(at) = memchr::memrchr(b'{', &text[..end]) {
        end = at;
        let mut before = text[..at].iter().rev().filter(|b| !is_white(**b));
        if before.next() == Some(&b',') && before.next() == Some(&b'}') {
            let behind = &text[at + 1..];
            let key = &behind[behind.iter().take_while(|b| is_white(**b)).count()..];
            let keys: [&[u8]; 5] = [b"\"type\"", b"\"properties\"", b"\"geometry\"", b"\"id\"", b"\"bbox\""];
            if any || keys.iter().any(|known| key.starts_with(known)) {
                return Some(at);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_is_looked_for_before_a_feature_and_not_before_its_members() {
        let text = br#"[{"type":"Feature","properties":{"a":{"b":1}},"geometry":null} ,
             { "type" : "Feature","properties":{"a":1},"geometry":{"type":"Point""#;
        let cut = last_cut(text, false).expect("a cut");
        assert!(text[cut..].starts_with(br#"{ "type" : "Feature""#));
        assert_eq!(last_cut(&text[..cut], false), None);
    }

    #[test]
    fn pieces_join_to_the_text_whatever_their_size() {
        let text = r#"{"type":"Feature","properties":{"a":[{"id":1},{"id":2}]}},"#.repeat(40);
        for size in [1, 7, 64, 1000, 1 << 20] {
            let source = Box::new(std::io::Cursor::new(text.clone().into_bytes()));
            let mut splitter = Splitter::new("x".to_owned(), source, b"{},".to_vec(), false, size);
            let (mut piece, mut joined) = (Text::default(), Vec::new());
            while splitter.next(&mut piece).expect("read") {
                joined.extend_from_slice(piece.bytes());
            }
            assert_eq!(joined, format!("{{}},{text}").into_bytes(), "{size}");
        }
    }
}
