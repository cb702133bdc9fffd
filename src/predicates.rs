//! Decides sides, meetings and containment in a plane exactly (Shewchuk 1997, crate `robust`).

use std::ops::Range;

use robust::{Coord, orient2d};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use crate::planar::{Bounds, Drawn, Path, PathKind, Planar};

/// From this many pairs of blocks on, a tree finds those that meet.
const MANY: usize = 100_000;
/// Edges in one bounding rectangle of a [`Drawing`].
const BLOCK: usize = 8;

/// A geometry in a plane with its edges and rectangles about runs of them. An edge is known by the
/// number of its first position; a point is an edge from itself to itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    planar: Planar,
    /// Whether some path is a point, so that an edge may end where it begins.
    has_points: bool,
    blocks: Vec<(Range<usize>, Bounds)>,
    bounds: Bounds,
}

/// Which side of the line from `a` to `b` the point `c` lies on: positive left, 0 on it.
pub fn side(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    let coord = |p: [f64; 2]| Coord { x: p[0], y: p[1] };
    orient2d(coord(a), coord(b), coord(c))
}

/// Whether `p` lies on the segment, its ends included.
pub fn on_segment(a: [f64; 2], b: [f64; 2], p: [f64; 2]) -> bool {
    (0..2).all(|i| a[i].min(b[i]) <= p[i] && p[i] <= a[i].max(b[i])) && side(a, b, p) == 0.0
}

/// Whether two segments share a point, their ends included.
pub fn segments_meet(a: [f64; 2], b: [f64; 2], c: [f64; 2], d: [f64; 2]) -> bool {
    let apart = (0..2).any(|i| a[i].max(b[i]) < c[i].min(d[i]) || c[i].max(d[i]) < a[i].min(b[i]));
    if apart {
        return false;
    }
    let (o1, o2) = (side(a, b, c), side(a, b, d));
    let (o3, o4) = (side(c, d, a), side(c, d, b));
    if ((o1 > 0.0 && o2 < 0.0) || (o1 < 0.0 && o2 > 0.0)) && ((o3 > 0.0 && o4 < 0.0) || (o3 < 0.0 && o4 > 0.0)) {
        return true;
    }
    on_segment(a, b, c) || on_segment(a, b, d) || on_segment(c, d, a) || on_segment(c, d, b)
}

/// A point that two meeting segments share, to rounding.
pub fn meeting_point(a: [f64; 2], b: [f64; 2], c: [f64; 2], d: [f64; 2]) -> [f64; 2] {
    for p in [c, d] {
        if on_segment(a, b, p) {
            return p;
        }
    }
    for p in [a, b] {
        if on_segment(c, d, p) {
            return p;
        }
    }
    let (o1, o2) = (side(c, d, a), side(c, d, b));
    let t = (o1 / (o1 - o2)).clamp(0.0, 1.0);
    [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]
}

/// A point that two geometries share.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Common {
    /// The point.
    pub point: [f64; 2],
    /// The part of each geometry that it belongs to, counted from 0.
    pub parts: [u32; 2],
}

/// Where a point lies against an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// In its interior by the even-odd rule.
    Inside,
    /// On one of its rings.
    OnBoundary,
    /// Outside, or in a hole.
    Outside,
}

/// Where `p` lies against the area of these rings (one polygon), by the even-odd rule.
pub fn position(drawn: Drawn, rings: &[Path], p: [f64; 2]) -> Position {
    let mut inside = false;
    for ring in rings {
        for edge in drawn.along(ring).windows(2) {
            let (a, b) = (edge[0], edge[1]);
            if on_segment(a, b, p) {
                return Position::OnBoundary;
            }
            if (a[1] > p[1]) != (b[1] > p[1]) {
                let left = side(a, b, p) > 0.0;
                inside ^= left == (b[1] > a[1]);
            }
        }
    }
    if inside { Position::Inside } else { Position::Outside }
}

impl Drawing {
    /// Takes the geometry over and lays rectangles about its edges.
    pub fn new(planar: Planar) -> Self {
        let mut blocks = Vec::with_capacity(planar.positions.len() / BLOCK + planar.paths.len());
        let mut all = Bounds::EMPTY;
        for path in &planar.paths {
            let (first, last) = (path.start as usize, (path.end as usize).saturating_sub(1));
            for start in (first..last.max(first + 1)).step_by(BLOCK) {
                let end = (start + BLOCK).min(last);
                let bounds = Bounds::of(&planar.positions[start..=end.max(start)]);
                all.join(&bounds);
                blocks.push((start..end.max(start + 1), bounds));
            }
        }
        let has_points = planar.paths.iter().any(|path| path.end - path.start == 1);
        Drawing { planar, has_points, blocks, bounds: all }
    }

    /// The geometry.
    pub fn planar(&self) -> &Planar {
        &self.planar
    }

    /// The rectangle about all of it.
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// The numbers of all edges, in order.
    pub fn edges(&self) -> impl Iterator<Item = usize> {
        self.blocks.iter().flat_map(|(range, _)| range.clone())
    }

    /// The numbers of the two positions of an edge.
    pub fn ends(&self, edge: usize) -> [usize; 2] {
        if self.has_points { self.planar.drawn().ends(edge) } else { [edge, edge + 1] }
    }

    /// The number of the path that an edge belongs to.
    pub fn path_of(&self, edge: usize) -> usize {
        self.planar.drawn().path_of(edge)
    }

    /// Runs of neighbouring edges with the rectangle about each.
    pub fn blocks(&self) -> &[(Range<usize>, Bounds)] {
        &self.blocks
    }

    /// The two ends of an edge.
    pub fn edge(&self, i: usize) -> ([f64; 2], [f64; 2]) {
        let [a, b] = self.ends(i);
        (self.planar.positions[a], self.planar.positions[b])
    }

    /// Calls `visit` with each pair of edges (of `self`, of `other`) whose rectangles of blocks
    /// meet, until it returns something.
    pub fn close_edges<T>(&self, other: &Drawing, mut visit: impl FnMut(usize, usize) -> Option<T>) -> Option<T> {
        let tree = (self.blocks.len() * other.blocks.len() > MANY).then(|| other.block_tree());
        for (mine, box_a) in &self.blocks {
            if !box_a.meets(&other.bounds) {
                continue;
            }
            let near: Vec<usize> = match &tree {
                None => (0..other.blocks.len()).filter(|j| box_a.meets(&other.blocks[*j].1)).collect(),
                Some(tree) => {
                    let envelope = AABB::from_corners(box_a.least, box_a.greatest);
                    let mut found: Vec<usize> =
                        tree.locate_in_envelope_intersecting(&envelope).map(|b| b.data).collect();
                    found.sort_unstable(); // in file order, as without the tree
                    found
                }
            };
            for (theirs, box_b) in near.into_iter().map(|j| &other.blocks[j]) {
                for i in mine.clone().filter(|i| Bounds::about(self.edge(*i)).meets(box_b)) {
                    for j in theirs.clone() {
                        if let Some(found) = visit(i, j) {
                            return Some(found);
                        }
                    }
                }
            }
        }
        None
    }

    /// An R-tree over the rectangles of the blocks, which are known by their place.
    fn block_tree(&self) -> RTree<GeomWithData<Rectangle<[f64; 2]>, usize>> {
        let boxes = self
            .blocks
            .iter()
            .enumerate()
            .map(|(i, (_, b))| GeomWithData::new(Rectangle::from_corners(b.least, b.greatest), i));
        RTree::bulk_load(boxes.collect())
    }

    /// Where `p` lies against the areas of all polygons, and which part of the geometry says
    /// so; inside one is inside.
    pub fn position(&self, p: [f64; 2]) -> (Position, u32) {
        let mut best = (Position::Outside, 0);
        if !(Bounds { least: p, greatest: p }).meets(&self.bounds) {
            return best;
        }
        for rings in self.planar.polygons() {
            match position(self.planar.drawn(), rings, p) {
                Position::Outside => {}
                Position::Inside => return (Position::Inside, rings[0].part),
                Position::OnBoundary => best = (Position::OnBoundary, rings[0].part),
            }
        }
        best
    }

    /// The part of the geometry that an edge belongs to, counted from 0.
    pub fn part_of(&self, edge: usize) -> u32 {
        self.planar.paths[self.path_of(edge)].part
    }

    /// A point that the two share, if they meet or one holds the other; a boundary belongs to
    /// its area, and a hole does not.
    pub fn common_point(&self, other: &Drawing) -> Option<Common> {
        if !self.bounds.meets(&other.bounds) {
            return None;
        }
        let crossing = self.close_edges(other, |i, j| {
            let ((a, b), (c, d)) = (self.edge(i), other.edge(j));
            segments_meet(a, b, c, d)
                .then(|| Common { point: meeting_point(a, b, c, d), parts: [self.part_of(i), other.part_of(j)] })
        });
        // no edges meet: each path lies wholly inside or wholly outside
        let inside = |inner: &Drawing, outer: &Drawing| {
            inner.planar.paths.iter().filter(|p| p.kind != PathKind::Hole).find_map(|path| {
                let point = inner.planar.positions[path.start as usize];
                let (position, part) = outer.position(point);
                (position != Position::Outside).then_some(Common { point, parts: [path.part, part] })
            })
        };
        let turned = |c: Common| Common { parts: [c.parts[1], c.parts[0]], ..c };
        crossing.or_else(|| inside(self, other)).or_else(|| inside(other, self).map(turned))
    }

    /// The same moved east by `dx`, as for a turn of 360 degrees.
    pub fn moved_east(&self, dx: f64) -> Drawing {
        let mut planar = self.planar.clone();
        planar.positions.iter_mut().for_each(|p| p[0] += dx);
        Drawing::new(planar)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(rings: &[&[[f64; 2]]]) -> Drawing {
        let mut planar = Planar::default();
        for (i, ring) in rings.iter().enumerate() {
            planar.push_path(if i == 0 { PathKind::Shell } else { PathKind::Hole }, 0, ring.iter().copied());
        }
        Drawing::new(planar)
    }

    fn square(x: f64, y: f64, side: f64) -> [[f64; 2]; 5] {
        [[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]]
    }

    #[test]
    fn a_hole_is_outside_and_its_edge_belongs_to_the_area() {
        let ring = polygon(&[&square(0.0, 0.0, 10.0), &square(4.0, 4.0, 2.0)]);
        assert_eq!(ring.position([1.0, 1.0]).0, Position::Inside);
        assert_eq!(ring.position([5.0, 5.0]).0, Position::Outside);
        assert_eq!(ring.position([4.0, 5.0]).0, Position::OnBoundary);
        assert_eq!(ring.position([10.0, 10.0]).0, Position::OnBoundary);
        assert_eq!(ring.position([11.0, 5.0]).0, Position::Outside);
        assert_eq!(ring.common_point(&polygon(&[&square(4.5, 4.5, 1.0)])), None);
        assert!(ring.common_point(&polygon(&[&square(1.0, 1.0, 1.0)])).is_some());
        assert!(ring.common_point(&polygon(&[&square(-1.0, -1.0, 20.0)])).is_some());
    }

    #[test]
    fn touching_by_one_rounding_step_is_told_from_missing_by_one() {
        let a = [0.1, 0.1];
        let b = [0.3, 0.3];
        let p = [0.2, 0.2];
        assert!(on_segment(a, b, p));
        assert!(!on_segment(a, b, [0.2, f64::from_bits(0.2f64.to_bits() + 1)]));
    }

    #[test]
    fn all_relations_of_lattice_segments_agree_with_rational_arithmetic() {
        // every pair of segments on a 4 x 4 lattice against an integer test of the same question
        let points: Vec<[i64; 2]> = (0..16).map(|i| [i % 4, i / 4]).collect();
        let orient = |a: [i64; 2], b: [i64; 2], c: [i64; 2]| {
            ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).signum()
        };
        let on = |a: [i64; 2], b: [i64; 2], p: [i64; 2]| {
            orient(a, b, p) == 0 && (0..2).all(|i| a[i].min(b[i]) <= p[i] && p[i] <= a[i].max(b[i]))
        };
        let real = |p: [i64; 2]| [p[0] as f64, p[1] as f64];
        for &a in &points {
            for &b in &points {
                for &c in &points {
                    for &d in &points {
                        let proper = orient(a, b, c) * orient(a, b, d) < 0 && orient(c, d, a) * orient(c, d, b) < 0;
                        let wanted = proper || on(a, b, c) || on(a, b, d) || on(c, d, a) || on(c, d, b);
                        assert_eq!(
                            segments_meet(real(a), real(b), real(c), real(d)),
                            wanted,
                            "{a:?} {b:?} {c:?} {d:?}"
                        );
                    }
                }
            }
        }
    }
}
