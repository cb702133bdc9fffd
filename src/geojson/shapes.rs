//! The walk over a geometry: positions and paths, straight into the arrays.

use super::digits::number;
use super::habit::{Layout, Run};
use super::quick::Harvest;
use super::walk::{Seen, Walk};
use crate::json::is_white;
use crate::planar::{GeometryType, Path, PathKind};

impl Walk<'_> {
    #[inline(always)]
    pub(super) fn geometry(&mut self, to: &mut Harvest) -> Option<GeometryType> {
        self.pass(b'{')?;
        let mut seen = Seen::default();
        let (mut kind, mut drawn) = (None, None);
        loop {
            match self.key(to)?.0 {
                b"type" => {
                    seen.once(1)?;
                    self.peek();
                    kind = Some(match self.string()? {
                        b"Polygon" => GeometryType::Polygon,
                        b"MultiPolygon" => GeometryType::MultiPolygon,
                        b"Point" => GeometryType::Point,
                        b"LineString" => GeometryType::LineString,
                        b"MultiPoint" => GeometryType::MultiPoint,
                        b"MultiLineString" => GeometryType::MultiLineString,
                        _ => return None,
                    });
                }
                b"coordinates" => {
                    seen.once(2)?;
                    self.peek();
                    // a type that comes later is held to what was read
                    let kind = kind.or_else(|| self.likely_kind())?;
                    self.coordinates(kind, to)?;
                    drawn = Some(kind);
                }
                b"crs" | b"illustrative" | b"geometries" | b"id" | b"properties" | b"geometry" => return None,
                _ => {
                    self.value()?;
                }
            }
            if !self.another(b'}')? {
                return kind.filter(|_| kind == drawn);
            }
        }
    }

    /// The commonest type whose coordinates are nested as deep as those that come next.
    fn likely_kind(&self) -> Option<GeometryType> {
        let opening = self.text[self.at..].iter().take_while(|b| **b == b'[' || is_white(**b));
        match opening.filter(|b| **b == b'[').count() {
            1 => Some(GeometryType::Point),
            2 => Some(GeometryType::LineString),
            3 => Some(GeometryType::Polygon),
            4 => Some(GeometryType::MultiPolygon),
            _ => None,
        }
    }

    #[inline(always)]
    fn coordinates(&mut self, kind: GeometryType, to: &mut Harvest) -> Option<()> {
        match kind {
            GeometryType::Point => {
                self.position(to)?;
                self.path(PathKind::Point, 0, to.positions.len() - 1, to)
            }
            GeometryType::MultiPoint => self.list(to, |walk, i, to| {
                walk.position(to)?;
                walk.path(PathKind::Point, i, to.positions.len() - 1, to)
            }),
            GeometryType::LineString => self.run(PathKind::Line, 0, to),
            GeometryType::MultiLineString => self.list(to, |walk, i, to| walk.run(PathKind::Line, i, to)),
            GeometryType::Polygon => self.rings(0, to),
            GeometryType::MultiPolygon => self.list(to, |walk, i, to| walk.rings(i, to)),
            GeometryType::GeometryCollection => None,
        }
    }

    /// A list that is not empty.
    #[inline(always)]
    fn list(
        &mut self,
        to: &mut Harvest,
        mut each: impl FnMut(&mut Self, u32, &mut Harvest) -> Option<()>,
    ) -> Option<()> {
        self.pass(b'[')?;
        let mut i = 0;
        loop {
            each(self, i, to)?;
            i += 1;
            if !self.another(b']')? {
                return Some(());
            }
        }
    }

    #[inline(always)]
    fn rings(&mut self, part: u32, to: &mut Harvest) -> Option<()> {
        self.pass(b'[')?;
        let mut kind = PathKind::Shell;
        loop {
            self.run(kind, part, to)?;
            kind = PathKind::Hole;
            if !self.another(b']')? {
                return Some(());
            }
        }
    }

    fn path(&self, kind: PathKind, part: u32, start: usize, to: &mut Harvest) -> Option<()> {
        let place = |i: usize| u32::try_from(i - self.kept.0).ok();
        to.paths.push(Path { kind, part, start: place(start)?, end: place(to.positions.len())? });
        Some(())
    }

    /// A list of positions.
    #[inline(always)]
    fn run(&mut self, kind: PathKind, part: u32, to: &mut Harvest) -> Option<()> {
        self.pass(b'[')?;
        let start = to.positions.len();
        loop {
            self.position(to)?;
            // most often the next position is written as this one, and parted from it as it was
            let mut end = self.at;
            while to.between.stands_at(self.text, end) {
                let next = end + to.between.len();
                let Some(position) = to.layout.read(self.text, next) else { break };
                to.positions.push(position);
                self.lines = self.lines.wrapping_add(to.between.lines().wrapping_add(to.layout.lines()));
                end = next + to.layout.len();
            }
            self.at = end;
            if !self.another(b']')? {
                return self.path(kind, part, start, to);
            }
            let white = |b: &&u8| is_white(**b);
            let bracket = self.at + self.text[self.at..].iter().take_while(white).count();
            let next = bracket + 1 + self.text[bracket + 1..].iter().take_while(white).count();
            let lines = self.text[end..next].iter().filter(|b| **b == b'\n').count();
            to.between = Run::of(self.text, end, next, lines as u64);
        }
    }

    /// The numbers of a position; only the first two count (Z and M are ignored).
    #[inline(always)]
    fn position(&mut self, to: &mut Harvest) -> Option<()> {
        self.pass(b'[')?;
        self.peek();
        let start = self.at;
        if let Some(position) = to.layout.read(self.text, start) {
            to.positions.push(position);
            self.at += to.layout.len();
            self.lines += to.layout.lines();
            return Some(());
        }
        let (x, end) = number(self.text, self.at)?;
        self.at = end;
        self.pass(b',')?;
        self.peek();
        let (y, end) = number(self.text, self.at)?;
        self.at = end;
        to.positions.push([x, y]);
        if self.another(b']')? {
            loop {
                self.peek();
                (_, self.at) = number(self.text, self.at)?;
                if !self.another(b']')? {
                    return Some(());
                }
            }
        }
        to.layout = Layout::of(self.text, start, self.at);
        Some(())
    }
}
