//! Points, lines and rings in one plane, flat in memory: what a file draws, before the earth.

use std::fmt;

/// A GeoJSON geometry type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GeometryType {
    /// One position.
    Point,
    /// Several positions.
    MultiPoint,
    /// A line of two positions or more.
    LineString,
    /// Several lines.
    MultiLineString,
    /// A shell and its holes.
    Polygon,
    /// Several polygons.
    MultiPolygon,
    /// Any of these together.
    GeometryCollection,
}

impl GeometryType {
    /// All seven of RFC 7946, section 1.4.
    pub const ALL: [GeometryType; 7] = [
        GeometryType::Point,
        GeometryType::MultiPoint,
        GeometryType::LineString,
        GeometryType::MultiLineString,
        GeometryType::Polygon,
        GeometryType::MultiPolygon,
        GeometryType::GeometryCollection,
    ];

    /// The type of this exact name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.to_string() == name)
    }
}

impl fmt::Display for GeometryType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// What a path is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathKind {
    /// A single position.
    Point,
    /// An open line.
    Line,
    /// The outer ring of a polygon; its holes follow it.
    Shell,
    /// An inner ring.
    Hole,
}

/// A run of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Path {
    /// What it is.
    pub kind: PathKind,
    /// Which part of a multi-part geometry it belongs to, counted from 0 in file order.
    pub part: u32,
    /// First position.
    pub start: u32,
    /// One past the last position; a ring repeats its first one.
    pub end: u32,
}

impl Path {
    /// Whether it bounds an area.
    pub fn is_ring(&self) -> bool {
        matches!(self.kind, PathKind::Shell | PathKind::Hole)
    }
}

/// A geometry as paths over one array of positions `[x, y]`: easting and northing of the
/// file's system, or longitude and latitude in degrees.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Planar {
    /// All positions, path after path.
    pub positions: Vec<[f64; 2]>,
    /// The paths; the holes of a polygon follow its shell.
    pub paths: Vec<Path>,
}

/// A geometry whose positions and paths are held elsewhere; the paths count from the first
/// position of this slice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drawn<'a> {
    /// All positions, path after path.
    pub positions: &'a [[f64; 2]],
    /// The paths; the holes of a polygon follow its shell.
    pub paths: &'a [Path],
}

impl<'a> Drawn<'a> {
    /// The positions of a path.
    pub fn along(&self, path: &Path) -> &'a [[f64; 2]] {
        &self.positions[path.start as usize..path.end as usize]
    }

    /// West, south, east, north of all positions.
    pub fn bounds(&self) -> Bounds {
        Bounds::of(self.positions)
    }

    /// The number of the path that a position, or the edge that begins there, belongs to.
    pub fn path_of(&self, position: usize) -> usize {
        self.paths.partition_point(|path| path.end as usize <= position)
    }

    /// The numbers of the two positions of an edge, which is known by the first; a point is an edge
    /// from itself to itself.
    pub fn ends(&self, edge: usize) -> [usize; 2] {
        let path = &self.paths[self.path_of(edge)];
        [edge, if path.end - path.start == 1 { edge } else { edge + 1 }]
    }

    /// A copy that holds its own.
    pub fn to_planar(&self) -> Planar {
        Planar { positions: self.positions.to_vec(), paths: self.paths.to_vec() }
    }
}

impl Planar {
    /// The same, held here.
    pub fn drawn(&self) -> Drawn<'_> {
        Drawn { positions: &self.positions, paths: &self.paths }
    }

    /// The positions of a path.
    pub fn along(&self, path: &Path) -> &[[f64; 2]] {
        self.drawn().along(path)
    }

    /// Each polygon as its shell and holes.
    pub fn polygons(&self) -> impl Iterator<Item = &[Path]> {
        let mut at = 0;
        std::iter::from_fn(move || {
            while self.paths.get(at).is_some_and(|p| p.kind != PathKind::Shell) {
                at += 1;
            }
            let start = at;
            at += usize::from(at < self.paths.len());
            while self.paths.get(at).is_some_and(|p| p.kind == PathKind::Hole) {
                at += 1;
            }
            (at > start).then(|| &self.paths[start..at])
        })
    }

    /// Appends a path; used by readers and by the cutter of long edges.
    pub fn push_path(&mut self, kind: PathKind, part: u32, positions: impl IntoIterator<Item = [f64; 2]>) {
        let start = self.positions.len() as u32;
        self.positions.extend(positions);
        self.paths.push(Path { kind, part, start, end: self.positions.len() as u32 });
    }

    /// How many parts there are.
    pub fn parts(&self) -> u32 {
        self.paths.iter().map(|p| p.part + 1).max().unwrap_or(0)
    }

    /// Whether every path is a point.
    pub fn only_points(&self) -> bool {
        self.paths.iter().all(|p| p.kind == PathKind::Point)
    }

    /// West, south, east, north of all positions.
    pub fn bounds(&self) -> Bounds {
        self.drawn().bounds()
    }

    /// The same with x and y exchanged.
    pub fn swapped(mut self) -> Self {
        self.positions.iter_mut().for_each(|p| p.swap(0, 1));
        self
    }
}

/// A rectangle `[least, greatest]` in a plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// Least x and y.
    pub least: [f64; 2],
    /// Greatest x and y.
    pub greatest: [f64; 2],
}

impl Bounds {
    /// Holds nothing yet.
    pub const EMPTY: Bounds = Bounds { least: [f64::INFINITY; 2], greatest: [f64::NEG_INFINITY; 2] };

    /// The rectangle about positions.
    pub fn of(positions: &[[f64; 2]]) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        for p in positions {
            bounds.take(*p);
        }
        bounds
    }

    /// The rectangle about a segment.
    pub fn about((a, b): ([f64; 2], [f64; 2])) -> Bounds {
        Bounds { least: [a[0].min(b[0]), a[1].min(b[1])], greatest: [a[0].max(b[0]), a[1].max(b[1])] }
    }

    /// Grows to hold a position.
    pub fn take(&mut self, p: [f64; 2]) {
        for (i, x) in p.into_iter().enumerate() {
            // neither is ever no number
            self.least[i] = if x < self.least[i] { x } else { self.least[i] };
            self.greatest[i] = if x > self.greatest[i] { x } else { self.greatest[i] };
        }
    }

    /// Grows to hold another rectangle.
    pub fn join(&mut self, other: &Bounds) {
        self.take(other.least);
        self.take(other.greatest);
    }

    /// Whether nothing was taken.
    pub fn is_empty(&self) -> bool {
        self.least[0] > self.greatest[0]
    }

    /// Whether the two share a point.
    pub fn meets(&self, other: &Bounds) -> bool {
        (0..2).all(|i| self.least[i] <= other.greatest[i] && other.least[i] <= self.greatest[i])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polygons_are_found_among_points_and_lines() {
        let mut planar = Planar::default();
        let ring = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]];
        planar.push_path(PathKind::Point, 0, [[5.0, 5.0]]);
        planar.push_path(PathKind::Shell, 1, ring);
        planar.push_path(PathKind::Hole, 1, ring);
        planar.push_path(PathKind::Line, 2, [[5.0, 5.0], [6.0, 6.0]]);
        planar.push_path(PathKind::Shell, 3, ring);
        let sizes: Vec<usize> = planar.polygons().map(<[Path]>::len).collect();
        assert_eq!(sizes, [2, 1]);
        assert_eq!(planar.parts(), 4);
    }
}
