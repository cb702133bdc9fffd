//! A piece of a list of features, read: most of them quickly, the odd ones by the ordinary reader.

use std::borrow::Cow;

use super::feature::{Members, RawFeature, RawGeometry};
use super::quick::{Harvest, Span};
use super::reader::{Before, Standing, line_ends};
use super::split::{PAD, Text};
use crate::json::{self, Fault, Scanner};
use crate::planar::{Drawn, GeometryType};
use crate::vector::{Work, wide};

/// Features one after another, with the text that they were read from.
#[derive(Debug, Default)]
pub struct Piece {
    text: Text,
    /// Whether it is read from its text.
    is_text: bool,
    harvest: Harvest,
    /// In the order of the file: read quickly, or the number among the others.
    order: Vec<Option<u32>>,
    others: Vec<RawFeature>,
    end: End,
    /// How much of the text was read, and its line ends.
    read: (usize, u64),
    /// What of the file lies before it.
    standing: Standing,
}

/// Text that was read and belongs to a feature that goes on.
#[derive(Debug, Default)]
pub struct Left {
    /// The text.
    pub text: Vec<u8>,
    /// How much of it was tried in vain.
    tried: usize,
}

/// How the reading of a piece ended.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum End {
    /// Behind a comma, at the end of the text.
    #[default]
    Clean,
    /// A feature goes on beyond the text.
    Cut,
    /// The list ends, or something is wrong with it: the ordinary reader must tell.
    Stopped(Before),
}

/// One feature of a piece, as it was read.
#[derive(Debug, Clone, Copy)]
pub enum Sketch<'p> {
    /// Read quickly: the piece, its number among those, and the features of the file before it.
    Quick(&'p Piece, usize, u64),
    /// Read by the ordinary reader.
    Whole(&'p RawFeature),
}

impl Piece {
    /// A piece that notes the values of these properties.
    pub fn new(wanted: &[String]) -> Self {
        Piece { harvest: Harvest::new(wanted), ..Piece::default() }
    }

    /// The memory for its text, from which it is to be read.
    pub fn text(&mut self) -> &mut Text {
        self.is_text = true;
        &mut self.text
    }

    /// Takes features that the ordinary reader has read.
    pub fn put(&mut self, features: Vec<RawFeature>) {
        self.is_text = false;
        self.end = End::Clean;
        self.harvest.clear();
        self.order = (0..features.len() as u32).map(Some).collect();
        self.others = features;
    }

    /// Reads the text, if it has one, on the guess that a feature begins it.
    pub fn read(&mut self) {
        if self.is_text {
            wide(Reading(self));
        }
    }

    #[inline(always)]
    fn reading(&mut self) {
        self.harvest.clear();
        self.order.clear();
        self.others.clear();
        let padded = self.text.padded();
        let text = &padded[..padded.len() - PAD];
        let mut lines = 0;
        // passes white space
        let white = |mut at: usize, lines: &mut u64| {
            while let Some(byte) = text.get(at).filter(|byte| json::is_white(**byte)) {
                *lines += u64::from(*byte == b'\n');
                at += 1;
            }
            at
        };
        let mut at = white(0, &mut lines);
        self.end = loop {
            match text.get(at) {
                None => break End::Clean,
                Some(b'{') => {}
                Some(_) => break End::Stopped(Before::Comma),
            }
            let end = match self.harvest.take(padded, at, lines) {
                Some((end, passed)) => {
                    self.order.push(None);
                    lines += passed;
                    end
                }
                None => match ordinary(text, at, lines) {
                    Ok((feature, end)) => {
                        self.order.push(Some(self.others.len() as u32));
                        self.others.push(feature);
                        lines += line_ends(&text[at..end]);
                        end
                    }
                    Err(end) => break end,
                },
            };
            let mut beyond = lines;
            let behind = white(end, &mut beyond);
            if text.get(behind) != Some(&b',') {
                at = end;
                break End::Stopped(Before::Feature);
            }
            lines = beyond;
            at = white(behind + 1, &mut lines);
        };
        self.read = (at, lines);
    }

    /// Learns what of the file lies before it, and tells what lies behind it. `left` is text of
    /// the pieces before it that still belongs to a feature; then the guess was wrong, and the
    /// text is read again with that in front. What this one leaves is put there.
    pub fn settle(&mut self, standing: Standing, left: &mut Left) -> Standing {
        if !self.is_text {
            return standing; // the ordinary reader knew
        }
        if !left.text.is_empty() {
            if left.text.len() + self.text.bytes().len() < 2 * left.tried {
                left.text.extend_from_slice(self.text.bytes());
                self.order.clear();
                self.end = End::Cut;
                return standing; // a long feature is not tried again with every piece of it
            }
            self.text.prepend(&left.text);
            left.text.clear();
            self.read();
        }
        let (bytes, lines) = self.read;
        left.text.extend_from_slice(&self.text.bytes()[bytes..]);
        left.tried = if bytes == 0 { left.text.len() } else { 0 };
        for (i, other) in self.order.iter().enumerate() {
            let Some(feature) = other.map(|n| &mut self.others[n as usize]) else { continue };
            feature.ordinal = standing.features + i as u64 + 1;
            feature.line += standing.lines;
            feature.byte += standing.byte;
            let geometry = std::mem::replace(&mut feature.geometry, RawGeometry::Null);
            feature.geometry = geometry.shifted(standing.byte);
        }
        self.standing = standing;
        Standing {
            byte: standing.byte + bytes as u64,
            lines: standing.lines + lines,
            features: standing.features + self.order.len() as u64,
            last: standing.last.then(&self.text.bytes()[..bytes]),
        }
    }

    /// Forgets its features: the list was over before it. Its text is left.
    pub fn drop_features(&mut self) -> &[u8] {
        self.order.clear();
        self.text.bytes()
    }

    /// What the ordinary reader must know to go on behind it, if the list is over or wrong.
    pub fn stopped(&self) -> Option<Before> {
        match self.end {
            End::Stopped(before) => Some(before),
            End::Clean | End::Cut => None,
        }
    }

    /// The features in the order of the file.
    pub fn sketches(&self) -> impl Iterator<Item = Sketch<'_>> {
        let mut quick = 0;
        self.order.iter().enumerate().map(move |(i, other)| match other {
            Some(n) => Sketch::Whole(&self.others[*n as usize]),
            None => {
                quick += 1;
                Sketch::Quick(self, quick - 1, self.standing.features + i as u64)
            }
        })
    }
}

/// The reading of a piece.
struct Reading<'p>(&'p mut Piece);

impl Work for Reading<'_> {
    type Out = ();

    #[inline(always)]
    fn run(self) {
        self.0.reading();
    }
}

/// Reads a feature as the ordinary reader does; its line is counted from the text's first. An
/// error, or what only the ordinary reader may decide, ends the reading.
fn ordinary(text: &[u8], at: usize, lines: u64) -> Result<(RawFeature, usize), End> {
    let mut scanner = Scanner::new(text, at);
    match Members::read(&mut scanner, 0) {
        Ok(members) if members.kind.as_deref() == Some("Feature") && members.crs.is_none() => {
            Ok((members.into_feature(0, at as u64, lines + 1), scanner.at()))
        }
        Err(Fault::Ends) => Err(End::Cut),
        Ok(_) | Err(Fault::Bad(..)) => Err(End::Stopped(Before::Comma)),
    }
}

impl<'p> Sketch<'p> {
    /// Its place among the features of the file, counted from 1.
    pub fn ordinal(&self) -> u64 {
        match self {
            Sketch::Quick(_, _, before) => before + 1,
            Sketch::Whole(raw) => raw.ordinal,
        }
    }

    /// Its geometry, if it has one, in the plane of the file.
    pub fn drawn(&self) -> Option<(GeometryType, Drawn<'p>)> {
        match self {
            Sketch::Quick(piece, i, _) => {
                let head = piece.harvest.head(*i);
                Some((head.kind, piece.harvest.drawn(head)))
            }
            Sketch::Whole(raw) => match &raw.geometry {
                RawGeometry::Shape(kind, planar) => Some((*kind, planar.drawn())),
                _ => None,
            },
        }
    }

    /// The JSON text of a property that the piece notes.
    pub fn noted(&self, name: &str) -> Option<&'p str> {
        match self {
            Sketch::Quick(piece, i, _) => piece.harvest.value(*i, name).map(|span| piece.cut(span)),
            Sketch::Whole(raw) => json::member(&raw.properties, name),
        }
    }

    /// Its properties as JSON text.
    pub fn properties(&self) -> &'p str {
        match self {
            Sketch::Quick(piece, i, _) => piece.harvest.head(*i).properties.map_or("null", |span| piece.cut(span)),
            Sketch::Whole(raw) => &raw.properties,
        }
    }

    /// Its own `id` as text.
    pub fn id(&self) -> Option<Cow<'p, str>> {
        match self {
            Sketch::Quick(piece, i, _) => json::text_of(piece.cut(piece.harvest.head(*i).id?)),
            Sketch::Whole(raw) => raw.id.as_deref().map(Cow::Borrowed),
        }
    }

    /// All of it, as the ordinary reader gives it.
    pub fn whole(&self) -> Cow<'p, RawFeature> {
        let (piece, i) = match self {
            Sketch::Whole(raw) => return Cow::Borrowed(raw),
            Sketch::Quick(piece, i, _) => (piece, *i),
        };
        let head = piece.harvest.head(i);
        Cow::Owned(RawFeature {
            ordinal: self.ordinal(),
            byte: piece.standing.byte + head.start as u64,
            line: piece.standing.lines + head.lines + 1,
            id: self.id().map(Cow::into_owned),
            properties: self.properties().to_owned(),
            geometry: RawGeometry::Shape(head.kind, piece.harvest.drawn(head).to_planar()),
        })
    }
}

impl Piece {
    /// A run of its text, which was held to be UTF-8 when it was read.
    fn cut(&self, span: Span) -> &str {
        std::str::from_utf8(span.of(self.text.bytes())).unwrap_or_default()
    }
}
