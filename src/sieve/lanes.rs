//! Eight of a kind at a time: plain loops over arrays of eight that the compiler turns into vector
//! code on any machine, with the same bits as without.

#![expect(clippy::needless_range_loop, reason = "eight lanes of several arrays go in step")]

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
    west: [f32; LANES],
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

/// What is looked from, in groups of eight; those that are not there are infinitely far.
#[derive(Debug, Default)]
pub struct Stand {
    /// West, south, east, north.
    pub bounds: [f32; 4],
    /// What the eastings of the feature are multiplied by.
    pub scale: f32,
    vertices: Vec<Vertices>,
    edges: Vec<Edges>,
}

/// Eight vertices, and which position each is.
#[derive(Debug)]
struct Vertices {
    boxes: Lanes,
    number: [u32; LANES],
    count: usize,
}

/// Eight edges: from, along, one over the square of the length, and the position each begins at.
#[derive(Debug)]
struct Edges {
    boxes: Lanes,
    from: [[f32; 2]; LANES],
    along: [[f32; 2]; LANES],
    inverse: [f32; LANES],
    number: [u32; LANES],
    count: usize,
}

impl Stand {
    /// Forgets all; eastings of the feature are to be multiplied by `scale`.
    pub fn clear(&mut self, scale: f32) {
        self.scale = scale;
        self.vertices.clear();
        self.edges.clear();
    }

    /// Adds a vertex, the position of this number.
    #[inline(always)]
    pub fn vertex(&mut self, [x, y]: [f32; 2], number: u32) {
        if self.vertices.last().is_none_or(|last| last.count == LANES) {
            self.vertices.push(Vertices { boxes: Lanes::NOTHING, number: [0; LANES], count: 0 });
        }
        if let Some(last) = self.vertices.last_mut() {
            last.boxes.put(last.count, [x, y, x, y]);
            last.number[last.count] = number;
            last.count += 1;
        }
    }

    /// Adds an edge, which begins at the position of this number.
    #[inline(always)]
    pub fn edge(&mut self, a: [f32; 2], b: [f32; 2], number: u32) {
        if self.edges.last().is_none_or(|last| last.count == LANES) {
            let (from, along, inverse) = ([[0.0; 2]; LANES], [[0.0; 2]; LANES], [0.0; LANES]);
            self.edges.push(Edges { boxes: Lanes::NOTHING, from, along, inverse, number: [0; LANES], count: 0 });
        }
        if let Some(last) = self.edges.last_mut() {
            let k = last.count;
            last.boxes.put(k, [lower(a[0], b[0]), lower(a[1], b[1]), higher(a[0], b[0]), higher(a[1], b[1])]);
            last.from[k] = a;
            last.along[k] = [b[0] - a[0], b[1] - a[1]];
            last.inverse[k] = inverse(last.along[k][0] * last.along[k][0] + last.along[k][1] * last.along[k][1]);
            last.number[k] = number;
            last.count += 1;
        }
    }
}

/// The greater of two, as one instruction: neither is ever no number.
#[inline(always)]
fn higher(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The lesser of two.
#[inline(always)]
fn lower(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The square of no length gives no share of it.
#[inline(always)]
pub fn inverse(squared: f32) -> f32 {
    if squared > 0.0 { 1.0 / squared } else { 0.0 }
}

impl Lanes {
    /// No boxes.
    const NOTHING: Lanes = Lanes {
        west: [f32::INFINITY; LANES],
        south: [f32::INFINITY; LANES],
        east: [f32::NEG_INFINITY; LANES],
        north: [f32::NEG_INFINITY; LANES],
    };

    #[inline(always)]
    fn put(&mut self, k: usize, [west, south, east, north]: [f32; 4]) {
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
}

impl Lanes {
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

impl Stand {
    /// How far its vertices lie along a direction at most.
    #[inline(always)]
    pub fn front(&self, [nx, ny]: [f32; 2]) -> f32 {
        let mut front = f32::NEG_INFINITY;
        for vertices in &self.vertices {
            for i in 0..vertices.count {
                front = higher(front, vertices.boxes.west[i] * nx + vertices.boxes.south[i] * ny);
            }
        }
        front
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

    /// The square of the least distance of its edges, which lie in `bounds`, from those of a
    /// stand; where that is more than `square`, perhaps a greater number. What of the stand lies
    /// farther from the box is passed over: most of it, once something near has been found.
    #[inline(always)]
    pub fn least(&self, bounds: [f32; 4], stand: &Stand, square: f32) -> f32 {
        let runs = self.runs(stand.scale);
        let mut least = [f32::INFINITY; LANES];
        let mut take = |squares: [f32; LANES]| {
            for k in 0..LANES {
                least[k] = lower(squares[k], least[k]);
            }
        };
        for vertices in &stand.vertices {
            let far = vertices.boxes.squares(bounds, 1.0);
            for i in (0..vertices.count).filter(|i| far[*i] <= square) {
                take(self.to_vertex([vertices.boxes.west[i], vertices.boxes.south[i]], &runs));
            }
        }
        for edges in &stand.edges {
            let far = edges.boxes.squares(bounds, 1.0);
            for i in (0..edges.count).filter(|i| far[*i] <= square) {
                take(self.to_edge(edges, i, &runs));
            }
        }
        least.into_iter().fold(f32::INFINITY, lower)
    }

    /// The way from the stand to the block where they are nearest, whose square is at most `square`.
    #[inline(always)]
    pub fn way(&self, bounds: [f32; 4], stand: &Stand, square: f32) -> [f32; 2] {
        let runs = self.runs(stand.scale);
        let mut way = [0.0; 2];
        for vertices in &stand.vertices {
            let far = vertices.boxes.squares(bounds, 1.0);
            for i in (0..vertices.count).filter(|i| far[*i] <= square) {
                let [px, py] = [vertices.boxes.west[i], vertices.boxes.south[i]];
                let squares = self.to_vertex([px, py], &runs);
                for k in (0..LANES).filter(|k| squares[*k] <= square) {
                    let (x, y) = (px - runs.x[k], py - self.y[k]);
                    let t = lower(higher((x * runs.dx[k] + y * runs.dy[k]) * runs.inverse[k], 0.0), 1.0);
                    way = [t * runs.dx[k] - x, t * runs.dy[k] - y];
                }
            }
        }
        for edges in &stand.edges {
            let far = edges.boxes.squares(bounds, 1.0);
            for i in (0..edges.count).filter(|i| far[*i] <= square) {
                let squares = self.to_edge(edges, i, &runs);
                let ([ax, ay], [dx, dy], inverse) = (edges.from[i], edges.along[i], edges.inverse[i]);
                for k in (0..LANES).filter(|k| squares[*k] <= square) {
                    let (x, y) = (runs.x[k] - ax, self.y[k] - ay);
                    let t = lower(higher((x * dx + y * dy) * inverse, 0.0), 1.0);
                    way = [x - t * dx, y - t * dy];
                }
            }
        }
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
        for vertices in &stand.vertices {
            let far = vertices.boxes.squares(bounds, 1.0);
            for i in (0..vertices.count).filter(|i| far[*i] <= square) {
                let squares = self.to_vertex([vertices.boxes.west[i], vertices.boxes.south[i]], &runs);
                for k in (0..self.edges).filter(|k| squares[*k as usize] <= square) {
                    let (number, l) = (vertices.number[i], k as usize);
                    let off = [vertices.boxes.west[i] - runs.x[l], vertices.boxes.south[i] - self.y[l]];
                    visit(match end(off, [runs.dx[l], runs.dy[l]], margin) {
                        Some(next) => Pair::Ends(number, self.first + k + next),
                        None => Pair::Vertex(number, self.first + k),
                    });
                }
            }
        }
        for edges in &stand.edges {
            let far = edges.boxes.squares(bounds, 1.0);
            for i in (0..edges.count).filter(|i| far[*i] <= square) {
                let squares = self.to_edge(edges, i, &runs);
                for k in (0..self.vertices).filter(|k| squares[*k as usize] <= square) {
                    let (number, l, from) = (edges.number[i], k as usize, edges.from[i]);
                    visit(match end([runs.x[l] - from[0], self.y[l] - from[1]], edges.along[i], margin) {
                        Some(next) => Pair::Ends(number + next, self.first + k),
                        None => Pair::Edge(number, self.first + k),
                    });
                }
            }
        }
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
