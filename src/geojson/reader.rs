//! Streams the features of a GeoJSON text, text sequence or newline-delimited file.

use std::io::Read;

use super::feature::{Member, Members, RawFeature};
use super::imposter;
use super::split::Splitter;
use crate::error::{Error, Result};
use crate::input::unreadable;
use crate::json::{Fault, Scanner, Walk, is_white};
use crate::text::grouped;

mod refusal;
mod standing;

use refusal::nth;
use standing::{Last, SHOWN};

pub use standing::Standing;

/// Bytes asked for at a time.
const BLOCK: usize = 1 << 20;
/// The record separator of RFC 8142.
const RECORD: u8 = 0x1e;

/// A legacy `crs` member (GeoJSON 2008, dropped by RFC 7946), as JSON text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrsMember {
    /// Its value.
    pub json: String,
    /// The line it stands on.
    pub line: u64,
    /// Whether features were read before it was met.
    pub after_features: bool,
}

/// Reads features one after another; memory holds one block and one feature.
///
/// Takes FeatureCollections with members in any order, single Features, bare geometries, text
/// sequences (RFC 8142) and newline-delimited features; a byte-order mark is passed over.
pub struct Reader {
    name: String,
    source: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    at: usize,
    /// Bytes of the file before `buffer[0]`.
    base: u64,
    /// The last of them.
    last: Last,
    /// Line ends of the file before `buffer[counted]`.
    lines: u64,
    counted: usize,
    ended: bool,
    state: State,
    top: Members,
    top_line: u64,
    ordinal: u64,
    crs: Option<CrsMember>,
    text_has_crs: bool,
    /// The line of the first text that ended without naming a system.
    bare_text: Option<u64>,
    illustrative: bool,
}

/// What stands before the next feature of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Before {
    /// The bracket that opens the list.
    Bracket,
    /// The feature before it; a comma must come.
    Feature,
    /// The comma behind the feature before it.
    Comma,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    /// Before a text; `sequel` once one was read, `garbage` when nothing may follow but a record separator.
    Start {
        sequel: bool,
        garbage: bool,
    },
    /// Inside the top object, at a member.
    Members {
        first: bool,
    },
    /// Inside the `features` list.
    Features(Before),
    /// After the `features` list.
    AfterFeatures,
    Done,
}

/// What one step inside the top object found.
enum Step {
    Member(usize, Member),
    Features,
    Close,
}

impl Reader {
    /// Starts reading `source`, called `name` in messages.
    pub fn new(name: impl Into<String>, source: Box<dyn Read + Send>) -> Self {
        Reader {
            name: name.into(),
            source,
            buffer: Vec::new(),
            at: 0,
            base: 0,
            last: Last::default(),
            lines: 0,
            counted: 0,
            ended: false,
            state: State::Start { sequel: false, garbage: false },
            top: Members::default(),
            top_line: 1,
            ordinal: 0,
            crs: None,
            text_has_crs: false,
            bare_text: None,
            illustrative: false,
        }
    }

    /// The legacy `crs` member, once it was met.
    pub fn crs_member(&self) -> Option<&CrsMember> {
        self.crs.as_ref()
    }

    /// Whether the text says of itself that it shows an invented place: a member
    /// `"illustrative": true` of its top object, met so far.
    pub fn is_illustrative(&self) -> bool {
        self.illustrative
    }

    /// How many features were read.
    pub fn features_read(&self) -> u64 {
        self.ordinal
    }

    /// The next feature, or `None` at the sound end of the file.
    ///
    /// # Errors
    /// The file cannot be read, is not GeoJSON, is cut short, or goes on after its end; each
    /// with the byte and line. A feature that is sound JSON but no geometry is not an error:
    /// it comes with [`super::RawGeometry::Misfit`].
    pub fn next_feature(&mut self) -> Result<Option<RawFeature>> {
        loop {
            match self.state {
                State::Done => return Ok(None),
                State::Start { sequel, garbage } => self.start(sequel, garbage)?,
                State::Members { first } => {
                    if let Some(feature) = self.member(first)? {
                        return Ok(Some(feature));
                    }
                }
                State::Features(before) => {
                    if let Some(feature) = self.element(before)? {
                        return Ok(Some(feature));
                    }
                    self.state = State::AfterFeatures;
                }
                State::AfterFeatures => self.after_features()?,
            }
        }
    }

    /// Where it stands in the file: bytes, line ends and features before that.
    pub fn standing(&mut self) -> Standing {
        self.count_lines(self.at);
        Standing {
            byte: self.base + self.at as u64,
            lines: self.lines,
            features: self.ordinal,
            last: self.last.then(&self.buffer[..self.at]),
        }
    }

    /// Hands the rest of the list of features over to be cut into pieces, the first of which
    /// begins with a feature; `None` where no list goes on.
    ///
    /// # Errors
    /// As [`Reader::next_feature`].
    pub fn hand_over(&mut self, size: usize) -> Result<Option<Splitter>> {
        if self.state != State::Features(Before::Feature) {
            return Ok(None);
        }
        if !self.parse(|scanner| scanner.another(b']'))? {
            self.state = State::AfterFeatures;
            return Ok(None);
        }
        self.state = State::Features(Before::Comma);
        self.drop_consumed();
        let carry = std::mem::take(&mut self.buffer);
        let source = std::mem::replace(&mut self.source, Box::new(std::io::empty()));
        Ok(Some(Splitter::new(self.name.clone(), source, carry, self.ended, size)))
    }

    /// Takes back what was handed over: it goes on behind `standing`, with `unread` and then with
    /// what the splitter has left.
    ///
    /// # Errors
    /// The source cannot be read.
    pub fn take_back(
        &mut self,
        before: Before,
        standing: Standing,
        mut unread: Vec<u8>,
        splitter: Splitter,
    ) -> Result<()> {
        let (carry, source, ended) = splitter.rest();
        unread.extend_from_slice(&carry);
        (self.buffer, self.source, self.ended) = (unread, source, ended);
        (self.at, self.counted) = (0, 0);
        (self.base, self.lines, self.ordinal) = (standing.byte, standing.lines, standing.features);
        self.last = standing.last;
        self.state = State::Features(before);
        if self.ended { Ok(()) } else { self.fill() }
    }

    fn start(&mut self, sequel: bool, garbage: bool) -> Result<()> {
        let mut record = false;
        loop {
            while self.at == self.buffer.len() && !self.ended {
                self.fill()?;
            }
            match self.buffer.get(self.at) {
                Some(byte) if is_white(*byte) => self.at += 1,
                Some(&RECORD) => {
                    record = true;
                    self.at += 1;
                }
                Some(0xef) if self.base == 0 && self.at == 0 => {
                    while self.buffer.len() < 3 && !self.ended {
                        self.fill()?;
                    }
                    if !self.buffer.starts_with(&[0xef, 0xbb, 0xbf]) {
                        return Err(self.imposter());
                    }
                    self.at = 3;
                }
                None if sequel => {
                    self.state = State::Done;
                    return Ok(());
                }
                None => {
                    return Err(Error::new(format!("{} is empty.", self.name)).hint("Fetch it again: a layer without features is written {\"type\": \"FeatureCollection\", \"features\": []}."));
                }
                Some(b'{') if !garbage || record => break,
                Some(_) if sequel => return Err(self.trailing()),
                Some(_) => {
                    while self.buffer.len() < self.at + 200 && !self.ended {
                        self.fill()?;
                    }
                    return Err(self.imposter());
                }
            }
        }
        self.top = Members::default();
        self.text_has_crs = false;
        self.top_line = self.line_at(self.at);
        self.at += 1;
        self.state = State::Members { first: true };
        Ok(())
    }

    /// One member of the top object; a single feature or bare geometry when the object closes.
    fn member(&mut self, first: bool) -> Result<Option<RawFeature>> {
        let step = self.parse(|scanner| {
            if first && scanner.pass(b'}')? || !first && !scanner.another(b'}')? {
                return Ok(Step::Close);
            }
            scanner.peek()?;
            let at = scanner.at();
            let key = scanner.key()?;
            if key == "features" && scanner.peek()? == b'[' {
                scanner.expect(b'[')?;
                return Ok(Step::Features);
            }
            Ok(Step::Member(at, Member::read(&key, scanner, 0)?))
        })?;
        self.state = State::Members { first: false };
        match step {
            Step::Features => self.state = State::Features(Before::Bracket),
            Step::Member(at, member) => self.take(at, member)?,
            Step::Close => return self.single().map(Some),
        }
        Ok(None)
    }

    fn after_features(&mut self) -> Result<()> {
        let step = self.parse(|scanner| {
            if !scanner.another(b'}')? {
                return Ok(Step::Close);
            }
            scanner.peek()?;
            let at = scanner.at();
            let key = scanner.key()?;
            if key == "features" {
                return Err(Fault::Bad(at, "the member \"features\" stands twice in one object".to_owned()));
            }
            Ok(Step::Member(at, Member::read(&key, scanner, 0)?))
        })?;
        match step {
            Step::Member(at, member) => self.take(at, member),
            _ if self.top.kind.as_deref() == Some("FeatureCollection") => {
                self.one_system()?;
                self.state = State::Start { sequel: true, garbage: true };
                Ok(())
            }
            _ => Err(self.not_geojson()),
        }
    }

    fn take(&mut self, at: usize, member: Member) -> Result<()> {
        if let Member::Crs(json) = member {
            self.text_has_crs = true;
            return self.take_crs(json, at, self.ordinal > 0);
        }
        if let Member::Illustrative(is_it) = member {
            self.illustrative |= is_it;
            return Ok(());
        }
        self.top
            .put(member)
            .map_err(|name| self.syntax(at, &format!("the member \"{name}\" stands twice in one object")))
    }

    /// A file has one coordinate system; a second name for it is refused.
    fn take_crs(&mut self, json: String, at: usize, after_features: bool) -> Result<()> {
        let line = self.line_at(at);
        match &self.crs {
            Some(known) if known.json != json => Err(Error::new(format!(
                "{}: it names two coordinate systems, in the \"crs\" members on lines {} and {}.",
                self.name,
                grouped(known.line),
                grouped(line)
            ))
            .hint("A layer has one. Part the file, or state the one that is meant for all of it with --crs.")),
            Some(_) => Ok(()),
            None if self.bare_text.is_some() => Err(self.half_named(line)),
            None => {
                self.crs = Some(CrsMember { json, line, after_features });
                Ok(())
            }
        }
    }

    /// At the end of a text: of a sequence, either all texts name the system or none does.
    fn one_system(&mut self) -> Result<()> {
        if self.text_has_crs {
            return Ok(());
        }
        match &self.crs {
            Some(known) => Err(self.half_named(known.line)),
            None => {
                self.bare_text = self.bare_text.or(Some(self.top_line));
                Ok(())
            }
        }
    }

    fn half_named(&self, named: u64) -> Error {
        Error::new(format!(
            "{}: the text on line {} names no coordinate system, and another (line {}) does.",
            self.name,
            grouped(self.bare_text.unwrap_or(self.top_line)),
            grouped(named)
        ))
        .hint("State the one that is meant for all of it with --crs.")
    }

    /// The feature of a text that is a Feature or a geometry.
    fn single(&mut self) -> Result<RawFeature> {
        let members = std::mem::take(&mut self.top);
        let line = self.top_line;
        self.state = State::Start { sequel: true, garbage: false };
        self.ordinal += 1;
        self.one_system()?;
        match members.kind.as_deref() {
            Some("Feature") => Ok(self.finish(members, self.base, line)),
            Some(name) if crate::planar::GeometryType::named(name).is_some() => Ok(RawFeature {
                ordinal: self.ordinal,
                byte: self.base,
                line,
                id: None,
                properties: "null".to_owned(),
                geometry: members.into_geometry(self.base),
            }),
            _ => {
                self.top = members;
                Err(self.not_geojson())
            }
        }
    }

    /// The next element of `features`, or `None` at its end.
    fn element(&mut self, before: Before) -> Result<Option<RawFeature>> {
        let found = self.parse(|scanner| {
            let over = match before {
                Before::Bracket => scanner.pass(b']')?,
                Before::Feature => !scanner.another(b']')?,
                Before::Comma if scanner.peek()? == b']' => {
                    return scanner.bad("a value is expected after the comma");
                }
                Before::Comma => false,
            };
            if over {
                return Ok(None);
            }
            scanner.peek()?;
            let at = scanner.at();
            if scanner.peek()? != b'{' {
                return scanner.bad("a feature is expected here");
            }
            Ok(Some((at, Members::read(scanner, 0)?)))
        })?;
        self.state = State::Features(Before::Feature);
        let Some((at, members)) = found else { return Ok(None) };
        self.ordinal += 1;
        self.count_lines(at);
        let line = self.line_at(at);
        if members.kind.as_deref() != Some("Feature") {
            self.top.foreign.extend(members.foreign.iter().cloned());
            if let Some(error) = imposter::by_members(&self.name, &self.top, line) {
                return Err(error);
            }
            return Err(Error::new(format!(
                "{}: the {} member of \"features\" (byte {}, line {line}) is not a Feature: its type is {}.",
                self.name,
                nth(self.ordinal),
                self.base + at as u64,
                members.kind.as_deref().map_or_else(|| "missing".to_owned(), |k| format!("\"{k}\""))
            ))
            .hint("Each member of \"features\" is written {\"type\": \"Feature\", \"geometry\": ..., \"properties\": ...}."));
        }
        if let Some(json) = &members.crs {
            self.text_has_crs = true;
            self.take_crs(json.clone(), at, self.ordinal > 1)?;
        }
        Ok(Some(self.finish(members, self.base + at as u64, line)))
    }

    fn finish(&self, members: Members, byte: u64, line: u64) -> RawFeature {
        let feature = members.into_feature(self.ordinal, byte, line);
        RawFeature { geometry: feature.geometry.shifted(self.base), ..feature }
    }

    /// Runs `step` on the bytes at hand, and again with more of them while it ends too early.
    fn parse<T>(&mut self, step: impl Fn(&mut Scanner) -> Walk<T>) -> Result<T> {
        loop {
            let mut scanner = Scanner::new(&self.buffer, self.at);
            match step(&mut scanner) {
                Ok(found) => {
                    self.at = scanner.at();
                    return Ok(found);
                }
                Err(Fault::Ends) if self.ended => return Err(self.truncated()),
                Err(Fault::Ends) => self.fill()?,
                // so that what follows the place can be shown
                Err(Fault::Bad(at, _)) if self.buffer.len() < at + SHOWN && !self.ended => self.fill()?,
                Err(Fault::Bad(at, what)) => return Err(self.syntax(at, &what)),
            }
        }
    }

    /// Drops what was consumed.
    fn drop_consumed(&mut self) {
        self.count_lines(self.at);
        self.counted -= self.at;
        self.base += self.at as u64;
        self.last = self.last.then(&self.buffer[..self.at]);
        self.buffer.drain(..self.at);
        self.at = 0;
    }

    /// Drops what was consumed and reads on.
    fn fill(&mut self) -> Result<()> {
        self.drop_consumed();
        let had = self.buffer.len();
        let wanted = BLOCK.max(had); // a feature longer than a block doubles the buffer
        let read = (&mut self.source)
            .take(wanted as u64)
            .read_to_end(&mut self.buffer)
            .map_err(|e| unreadable(&self.name, &e))?;
        self.ended = read < wanted;
        Ok(())
    }

    /// Counts line ends on to `at`, so that no byte is looked at twice.
    fn count_lines(&mut self, at: usize) {
        if at > self.counted {
            self.lines += line_ends(&self.buffer[self.counted..at]);
            self.counted = at;
        }
    }

    fn line_at(&self, at: usize) -> u64 {
        if at >= self.counted {
            self.lines + line_ends(&self.buffer[self.counted..at]) + 1
        } else {
            self.lines - line_ends(&self.buffer[at..self.counted]) + 1
        }
    }
}

pub fn line_ends(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}

#[cfg(test)]
mod tests;
