//! Eight of a kind at a time: plain loops over arrays of eight that the compiler turns into vector
//! code on any machine, with the same bits as without.

#![expect(clippy::needless_range_loop, reason = "eight lanes of several arrays go in step")]

use super::stand::{Edges, One, Stand};

/// How many.
pub const LANES: usize = 8;

/// Up to eight edges in a row, with the boxes of nothing around: `x[k]` to `x[k + 1]`.
#[derive(Debug, Clone)]
pub struct Block {
    x: [f32; LANES + 1],
    y: [f32; LANES + 1],
    /// The position at which the first begins.
    pub first: u32,
    /// How many are edges; the rest have no length and repeat the last position. A point is one.
    pub edges: u32,
    /// How many of the places at which they begin are vertices.
    vertices: u32,
}

/// Eight boxes; those that are not there hold nothing and are infinitely far.
#[derive(Debug, Clone)]
pub struct Lanes {
    pub(super) west: [f32; LANES],
    pub(super) south: [f32; LANES],
    pub(super) east: [f32; LANES],
    pub(super) north: [f32; LANES],
}

/// The edges of a block: where they begin, how far they run, one over the squares of their lengths.
struct Runs {
    x: [f32; LANES],
    dx: [f32; LANES],
    dy: [f32; LANES],
    inverse: [f32; LANES],
}

/// The greater of two, as one instruction: neither is ever no number.
#[inline(always)]
pub(super) fn higher(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The lesser of two.
#[inline(always)]
pub(super) fn lower(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// Whether any is at most `most`: asked of all at once, for most often none is.
#[inline(always)]
fn any_within(squares: &[f32; LANES], most: f32) -> bool {
    squares.iter().fold(false, |any, square| any | (*square <= most))
}

/// The square of no length gives no share of it.
#[inline(always)]
pub fn inverse(squared: f32) -> f32 {
    if squared > 0.0 { 1.0 / squared } else { 0.0 }
}

impl Lanes {
    /// No boxes.
    pub(super) const NOTHING: Lanes = Lanes {
        west: [f32::INFINITY; LANES],
        south: [f32::INFINITY; LANES],
        east: [f32::NEG_INFINITY; LANES],
        north: [f32::NEG_INFINITY; LANES],
    };

    #[inline(always)]
    pub(super) fn put(&mut self, k: usize, [west, south, east, north]: [f32; 4]) {
        (self.west[k], self.south[k], self.east[k], self.north[k]) = (west, south, east, north);
    }

    /// Of up to eight boxes: west, south, east, north.
    pub fn of(boxes: impl Iterator<Item = [f32; 4]>) -> Self {
        let mut lanes = Lanes::NOTHING;
        boxes.take(LANES).enumerate().for_each(|(k, bounds)| lanes.put(k, bounds));
        lanes
    }

    /// One of the boxes.
    pub fn one(&self, k: usize) -> [f32; 4] {
        [self.west[k], self.south[k], self.east[k], self.north[k]]
    }

    /// The box about all.
    pub fn bounds(&self) -> [f32; 4] {
        let least = |of: &[f32; LANES]| of.iter().copied().fold(f32::INFINITY, f32::min);
        let most = |of: &[f32; LANES]| of.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        [least(&self.west), least(&self.south), most(&self.east), most(&self.north)]
    }

    /// The squares of the distances of the boxes, their eastings multiplied by `scale`, from a box.
    #[inline(always)]
    pub fn squares(&self, [west, south, east, north]: [f32; 4], scale: f32) -> [f32; LANES] {
        let mut squares = [0.0; LANES];
        for k in 0..LANES {
            let x = higher(higher(self.west[k] * scale - east, west - self.east[k] * scale), 0.0);
            let y = higher(higher(self.south[k] - north, south - self.north[k]), 0.0);
            squares[k] = x * x + y * y;
        }
        squares
    }

    /// How far the boxes, their eastings multiplied by `scale`, lie along a direction at least.
    #[inline(always)]
    pub fn along(&self, [nx, ny]: [f32; 2], scale: f32) -> [f32; LANES] {
        let (x, y) = (if nx > 0.0 { &self.west } else { &self.east }, if ny > 0.0 { &self.south } else { &self.north });
        let mut along = [0.0; LANES];
        for k in 0..LANES {
            along[k] = x[k] * scale * nx + y[k] * ny;
        }
        along
    }
}

impl Block {
    /// Of points in a row, the first being the position of this number: so many edges, at the
    /// beginnings of which and behind them lie so many vertices.
    pub fn new(points: [[f32; 2]; LANES + 1], first: u32, edges: usize, vertices: usize) -> Self {
        let (x, y) = (points.map(|p| p[0]), points.map(|p| p[1]));
        Block { x, y, first, edges: edges as u32, vertices: vertices as u32 }
    }

    /// West, south, east, north.
    pub fn bounds(&self) -> [f32; 4] {
        let least = |of: &[f32]| of.iter().copied().fold(f32::INFINITY, f32::min);
        let most = |of: &[f32]| of.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        [least(&self.x), least(&self.y), most(&self.x), most(&self.y)]
    }

    /// Whether a ray to the east from a place crosses an odd number of its edges.
    pub fn crosses(&self, x: f32, y: f32) -> bool {
        let mut odd = false;
        for k in 0..self.edges as usize {
            let (ya, yb) = (self.y[k], self.y[k + 1]);
            if (ya > y) != (yb > y) {
                let at = self.x[k] + (y - ya) / (yb - ya) * (self.x[k + 1] - self.x[k]);
                odd ^= at > x;
            }
        }
        odd
    }

    /// The edges with their eastings multiplied by `scale`.
    #[inline(always)]
    fn runs(&self, scale: f32) -> Runs {
        let mut runs = Runs { x: [0.0; LANES], dx: [0.0; LANES], dy: [0.0; LANES], inverse: [0.0; LANES] };
        for k in 0..LANES {
            let x = self.x[k] * scale;
            let (dx, dy) = (self.x[k + 1] * scale - x, self.y[k + 1] - self.y[k]);
            (runs.x[k], runs.dx[k], runs.dy[k], runs.inverse[k]) = (x, dx, dy, inverse(dx * dx + dy * dy));
        }
        runs
    }

    /// The squares of the distances of a place from the edges.
    #[inline(always)]
    fn to_vertex(&self, [px, py]: [f32; 2], Runs { x: xs, dx, dy, inverse }: &Runs) -> [f32; LANES] {
        let mut squares = [0.0; LANES];
        for k in 0..LANES {
            let (x, y) = (px - xs[k], py - self.y[k]);
            let t = lower(higher((x * dx[k] + y * dy[k]) * inverse[k], 0.0), 1.0);
            let (x, y) = (x - t * dx[k], y - t * dy[k]);
            squares[k] = x * x + y * y;
        }
        squares
    }

    /// The squares of the distances of its vertices from an edge.
    #[inline(always)]
    fn to_edge(&self, edges: &Edges, i: usize, runs: &Runs) -> [f32; LANES] {
        let ([ax, ay], [dx, dy], inverse) = (edges.from[i], edges.along[i], edges.inverse[i]);
        let mut squares = [0.0; LANES];
        for k in 0..LANES {
            let (x, y) = (runs.x[k] - ax, self.y[k] - ay);
            let t = lower(higher((x * dx + y * dy) * inverse, 0.0), 1.0);
            let (x, y) = (x - t * dx, y - t * dy);
            squares[k] = x * x + y * y;
        }
        squares
    }

    /// Calls `visit` for each vertex and edge of the stand that may be no farther from the edges,
    /// which lie in `bounds`, than the root of `square`, with the squares of its distances from
    /// them, unless all are more. What lies farther from the box is passed over: most of it, once
    /// something near has been found.
    #[inline(always)]
    fn looks<'s>(
        &self,
        runs: &Runs,
        bounds: [f32; 4],
        stand: &'s Stand,
        square: f32,
        mut visit: impl FnMut(One<'s>, [f32; LANES]),
    ) {
        for vertices in &stand.vertices {
            let far = vertices.boxes.squares(bounds, 1.0);
            for i in (0..vertices.count).filter(|i| far[*i] <= square) {
                let squares = self.to_vertex(vertices.at(i), runs);
                if any_within(&squares, square) {
                    visit(One::Vertex(vertices, i), squares);
                }
            }
        }
        for edges in &stand.edges {
            let far = edges.boxes.squares(bounds, 1.0);
            for i in (0..edges.count).filter(|i| far[*i] <= square) {
                let squares = self.to_edge(edges, i, runs);
                if any_within(&squares, square) {
                    visit(One::Edge(edges, i), squares);
                }
            }
        }
    }

    /// The vertex of a pair from where its edge begins, and how far the edge runs; of one of the
    /// stand and the block's of this number.
    #[inline(always)]
    fn pair(&self, one: One, runs: &Runs, k: usize) -> ([f32; 2], [f32; 2]) {
        match one {
            One::Vertex(vertices, i) => {
                let [x, y] = vertices.at(i);
                ([x - runs.x[k], y - self.y[k]], [runs.dx[k], runs.dy[k]])
            }
            One::Edge(edges, i) => {
                let [x, y] = edges.from[i];
                ([runs.x[k] - x, self.y[k] - y], edges.along[i])
            }
        }
    }

    /// The square of the least distance of its edges, which lie in `bounds`, from those of a
    /// stand; where that is more than `square`, perhaps a greater number.
    #[inline(always)]
    pub fn least(&self, bounds: [f32; 4], stand: &Stand, square: f32) -> f32 {
        let mut least = [f32::INFINITY; LANES];
        self.looks(&self.runs(stand.scale), bounds, stand, square, |_, squares| {
            for k in 0..LANES {
                least[k] = lower(squares[k], least[k]);
            }
        });
        least.into_iter().fold(f32::INFINITY, lower)
    }

    /// The way from the stand to the block where they are nearest, whose square is at most `square`.
    #[inline(always)]
    pub fn way(&self, bounds: [f32; 4], stand: &Stand, square: f32) -> [f32; 2] {
        let runs = self.runs(stand.scale);
        let mut way = [0.0; 2];
        self.looks(&runs, bounds, stand, square, |one, squares| {
            for k in (0..LANES).filter(|k| squares[*k] <= square) {
                let ([x, y], [dx, dy]) = self.pair(one, &runs, k);
                let t = lower(higher((x * dx + y * dy) * inverse(dx * dx + dy * dy), 0.0), 1.0);
                let (x, y) = (x - t * dx, y - t * dy);
                way = if matches!(one, One::Vertex(..)) { [-x, -y] } else { [x, y] };
            }
        });
        way
    }

    /// Whether an edge crosses one of a stand. Of edges no end of which is near another edge, the
    /// signs in single precision are right.
    pub fn crossed(&self, stand: &Stand) -> bool {
        let Runs { x: xs, dx: ex, dy: ey, .. } = self.runs(stand.scale);
        let crosses = |[ax, ay]: [f32; 2], [dx, dy]: [f32; 2]| {
            let mut crossed = [false; LANES];
            for k in 0..LANES {
                let (x, y) = (xs[k] - ax, self.y[k] - ay);
                // the sides of its ends, and of theirs
                let (from, to) = (dx * y - dy * x, dx * (y + ey[k]) - dy * (x + ex[k]));
                let (a, b) = (ey[k] * x - ex[k] * y, ey[k] * (x - dx) - ex[k] * (y - dy));
                crossed[k] = ((from > 0.0) != (to > 0.0)) & ((a > 0.0) != (b > 0.0));
            }
            crossed.contains(&true)
        };
        stand.edges.iter().any(|edges| (0..edges.count).any(|i| crosses(edges.from[i], edges.along[i])))
    }

    /// Calls `visit` for each vertex of the stand and edge of the block, and the other way about,
    /// that are no farther apart than the root of `square`.
    #[inline(always)]
    pub fn near(&self, bounds: [f32; 4], stand: &Stand, square: f32, mut visit: impl FnMut(Pair)) {
        // a plane turns the foot of a perpendicular by far less
        let margin = 0.05 + 0.01 * square.sqrt();
        let runs = self.runs(stand.scale);
        self.looks(&runs, bounds, stand, square, |one, squares| {
            let count = if matches!(one, One::Vertex(..)) { self.edges } else { self.vertices };
            for k in (0..count).filter(|k| squares[*k as usize] <= square) {
                let (off, along) = self.pair(one, &runs, k as usize);
                visit(match (one, end(off, along, margin)) {
                    (One::Vertex(vertices, i), Some(next)) => Pair::Ends(vertices.number[i], self.first + k + next),
                    (One::Vertex(vertices, i), None) => Pair::Vertex(vertices.number[i], self.first + k),
                    (One::Edge(edges, i), Some(next)) => Pair::Ends(edges.number[i] + next, self.first + k),
                    (One::Edge(edges, i), None) => Pair::Edge(edges.number[i], self.first + k),
                });
            }
        });
    }
}

/// The end of an edge that a place so far off its beginning is surely nearest to: 0 where it
/// begins, 1 where it ends; beyond it by more than a margin.
#[inline(always)]
fn end([x, y]: [f32; 2], [dx, dy]: [f32; 2], margin: f32) -> Option<u32> {
    let (along, squared) = (x * dx + y * dy, dx * dx + dy * dy);
    let beyond = margin * squared.sqrt();
    if along < -beyond {
        Some(0)
    } else if along - squared > beyond {
        Some(1)
    } else {
        None
    }
}

/// A vertex and an edge that may be nearest, by the numbers of their positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pair {
    /// A vertex of the stand and one of the block, the nearest of their edges.
    Ends(u32, u32),
    /// A vertex of the stand and an edge of the block.
    Vertex(u32, u32),
    /// An edge of the stand and a vertex of the block.
    Edge(u32, u32),
}
