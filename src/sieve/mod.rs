//! Sifts the features of a layer for what may be nearest, in planes of their own, and lets the
//! ellipsoid decide among the few that are left.
//!
//! ```text
//!  site ──> cell of the map ──> boxes ──> tree of each feature ──> vertices and edges ──> ellipsoid
//!           R-tree, kept        4 ns      0.3 µs                   1.6 of 4,000           60 ns each
//! ```
//!
//! Every step only prunes, by bounds widened by all that a plane and single precision can be wrong
//! by; so the distances are those of [`crate::near::matches`], bit for bit, and a test holds them
//! to it. What does not fit, near a pole or the antimeridian, in touch or overlapping, goes the
//! ordinary way, feature by feature.

mod cells;
mod lanes;
mod outline;
mod tree;

use std::sync::OnceLock;

use crate::crs::Crs;
use crate::earth::LonLat;
use crate::earth::close::{Frame, is_close, is_short};
use crate::earth::{bend, nearest};
use crate::layer::{Feature, Layer};
use crate::measure::distance_within;
use crate::near::TIE;
use crate::planar::{Bounds, Drawn, GeometryType, PathKind};
use crate::predicates::Position;
use crate::shape::Shape;
use crate::units::Metres;
use crate::vector::{Work, wide};

pub use cells::Reach;
pub use outline::{Outline, Side};

use outline::Told;

use cells::{Cells, Look};
use lanes::{LANES, Pair, Stand};
use tree::{Plane, Tree};

/// Edges nearer than this are looked at for a common point the exact way, metres.
const TOUCH: f32 = 1e-3;
/// What a measured distance may be off by, and more, metres.
const OFF: f64 = 2e-4;
/// Sums of width and height up to this hold no edge longer than the close way serves, degrees:
/// `bend <= 1.01 R (width + height)² / 8`.
const SMALL: f64 = 3.1e-3;
/// Bounds as wide as this are not looked at in a plane, degrees.
const WIDE: f64 = 5.0;

/// A layer to sift.
#[derive(Debug)]
pub struct Sieve<'l> {
    layer: &'l Layer,
    cells: Option<Cells>,
    rectangles: Vec<Bounds>,
    trees: Vec<OnceLock<Option<Box<Sifted>>>>,
}

#[derive(Debug)]
struct Sifted {
    tree: Tree,
    /// Whether the close way serves all its edges.
    short: bool,
    /// How many polygons it has.
    shells: usize,
}

/// Memory that is used again from site to site.
#[derive(Debug, Default)]
pub struct Scratch {
    stand: Stand,
    candidates: Vec<(f64, u32)>,
    groups: Vec<f32>,
    visited: Vec<(u32, f32)>,
    pairs: Vec<Pair>,
    /// Sides that were told lately, by the number of the outline.
    sides: Vec<(usize, Told)>,
    /// What was found: the number of the feature and its distance.
    pub found: Vec<(usize, Metres)>,
}

/// What is looked from.
#[derive(Debug, Clone, Copy)]
pub struct From<'s> {
    kind: GeometryType,
    drawn: Drawn<'s>,
    bounds: Bounds,
}

impl<'s> From<'s> {
    /// A clean geometry in longitude and latitude; `None` when it must go the ordinary way.
    pub fn new(kind: GeometryType, drawn: Drawn<'s>) -> Option<Self> {
        let bounds = drawn.bounds();
        is_ordinary(&bounds).then_some(From { kind, drawn, bounds })
    }

    /// The rectangle about it.
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// It as a shape.
    pub fn shape(&self) -> Option<Shape> {
        Shape::new(self.kind, self.drawn.to_planar(), &Crs::lon_lat()).ok()
    }
}

/// A call of [`Sieve::sift`].
struct Sifting<'a> {
    sieve: &'a Sieve<'a>,
    from: &'a From<'a>,
    limit: Metres,
    nearest: bool,
    scratch: &'a mut Scratch,
}

impl Work for Sifting<'_> {
    type Out = bool;

    #[inline(always)]
    fn run(self) -> bool {
        self.sieve.sifting(self.from, self.limit, self.nearest, self.scratch)
    }
}

/// Away from poles and the antimeridian, and not too wide for a plane.
fn is_ordinary(bounds: &Bounds) -> bool {
    let Bounds { least: [west, south], greatest: [east, north] } = *bounds;
    west >= -178.0 && east <= 178.0 && south >= -85.0 && north <= 85.0 && east - west < WIDE && north - south < WIDE
}

impl<'l> Sieve<'l> {
    /// A sieve for what lies within reach.
    pub fn new(layer: &'l Layer, reach: Reach) -> Self {
        let trees = layer.features.iter().map(|_| OnceLock::new()).collect();
        let rectangles = layer.features.iter().map(|feature| *feature.shape.drawing().bounds()).collect();
        Sieve { layer, cells: Cells::new(layer.bounds(), reach), rectangles, trees }
    }

    /// The features of `found` within `limit`: with `nearest` the least distance and what ties
    /// with it, else all; in no order. `false` when it cannot tell and the ordinary way must be gone.
    pub fn sift(&self, from: &From, limit: Metres, nearest: bool, scratch: &mut Scratch) -> bool {
        wide(Sifting { sieve: self, from, limit, nearest, scratch })
    }

    #[inline(always)]
    fn sifting(&self, from: &From, limit: Metres, nearest: bool, scratch: &mut Scratch) -> bool {
        scratch.found.clear();
        let Some(cells) = &self.cells else { return false };
        let cell = match cells.near(&from.bounds, self.layer.index(), &self.rectangles) {
            Look::At(cell) => cell,
            Look::Nothing => return true,
            Look::Elsewhere => return false,
        };
        let mut candidates = std::mem::take(&mut scratch.candidates);
        candidates.clear();
        cell.each(&from.bounds, limit, nearest, |least, i| candidates.push((least, i)));
        let mut reach = limit;
        // the nearest box first; most often one or two are enough, and no order of all is needed
        while let Some(next) = (0..candidates.len()).min_by(|a, b| candidates[*a].0.total_cmp(&candidates[*b].0)) {
            let (least, i) = candidates.swap_remove(next);
            if least > reach.0 {
                break;
            }
            if let Some(distance) = self.measure(from, i as usize, reach, scratch) {
                scratch.found.push((i as usize, distance));
                if nearest {
                    reach = Metres(reach.0.min(distance.0 + TIE.0));
                }
            }
        }
        scratch.candidates = candidates;
        if nearest {
            let least = scratch.found.iter().map(|(_, d)| d.0).fold(f64::INFINITY, f64::min);
            scratch.found.retain(|(_, d)| d.0 <= least + TIE.0);
        }
        true
    }

    fn sifted(&self, i: usize) -> Option<&Sifted> {
        let sifted = self.trees[i].get_or_init(|| Sifted::new(&self.layer.features[i].shape).map(Box::new));
        sifted.as_deref()
    }

    /// The distance of a feature if it is at most `limit`, as [`distance_within`] gives it.
    #[inline(always)]
    fn measure(&self, from: &From, i: usize, limit: Metres, scratch: &mut Scratch) -> Option<Metres> {
        let Feature { shape, .. } = &self.layer.features[i];
        let exactly = || Some(distance_within(&from.shape()?, shape, limit)?.distance);
        let Some(sifted) = self.sifted(i) else { return exactly() };
        let mut both = from.bounds;
        both.join(shape.drawing().bounds());
        if both.greatest[0] - both.least[0] > WIDE || both.greatest[1] - both.least[1] > WIDE {
            return exactly();
        }
        let tree = &sifted.tree;
        let plane = tree.plane(&from.bounds);
        let slack = tree.slack(scratch.stand.place(&from.bounds, tree, plane));
        let near = Near { stretch: plane.stretch, slack, limit };
        let least = tree.visit(&near, from.drawn, plane, scratch);
        // no edge within the limit tells nothing of what lies inside
        let farther = least.unwrap_or(limit.0 as f32);
        if least.is_none() && !from.bounds.meets(shape.drawing().bounds()) {
            return None;
        }
        if farther <= TOUCH + 2.0 * slack {
            return exactly();
        }
        if self.contains(from, i, sifted) {
            return (0.0 <= limit.0).then_some(Metres(0.0));
        }
        let least = least?;
        let square = near.square(least);
        let Scratch { stand, visited, pairs, .. } = scratch;
        pairs.clear();
        for (block, _) in visited.iter().filter(|(_, lowest)| *lowest <= square) {
            let block = *block as usize;
            tree.blocks[block].near(tree.bounds(block, stand.scale), stand, square, |pair| pairs.push(pair));
        }
        let close = sifted.short
            && from.bounds.greatest[0] - from.bounds.least[0] + from.bounds.greatest[1] - from.bounds.least[1] <= SMALL
            && is_short(0.0, [from.bounds.least[1], from.bounds.greatest[1]])
            && is_close(both.greatest[0] - both.least[0], both.greatest[1] - both.least[1]);
        let best = if close { closely(from.drawn, shape, pairs) } else { pairwise(from, shape, pairs)? };
        (best.0 <= limit.0).then_some(best)
    }

    /// Whether one lies in the other, when no edges are near one another.
    fn contains(&self, from: &From, i: usize, sifted: &Sifted) -> bool {
        let shape = &self.layer.features[i].shape;
        let drawing = shape.drawing();
        let is_in = |bounds: &Bounds, p: [f64; 2]| bounds.meets(&Bounds { least: p, greatest: p });
        if sifted.shells > 0 {
            let first = |path: &crate::planar::Path| from.drawn.positions[path.start as usize];
            let mut starts = from.drawn.paths.iter().filter(|path| path.kind != PathKind::Hole).map(first);
            let holds = |p: [f64; 2]| {
                is_in(drawing.bounds(), p) && sifted.tree.holds(p)
            };
            if starts.any(holds) {
                return true;
            }
        }
        if from.drawn.paths[0].is_ring() || from.drawn.paths.iter().any(crate::planar::Path::is_ring) {
            let theirs = drawing.planar();
            let mut starts = theirs.paths.iter().filter(|path| path.kind != PathKind::Hole);
            let inside = |p: [f64; 2]| {
                is_in(&from.bounds, p)
                    && from.shape().is_some_and(|shape| shape.drawing().position(p).0 != Position::Outside)
            };
            return starts.any(|path| inside(theirs.positions[path.start as usize]));
        }
        false
    }
}

/// How far is near enough.
struct Near {
    stretch: f64,
    slack: f32,
    limit: Metres,
}

impl Near {
    /// The length in the plane up to which something may be as near as what is this near there.
    fn widened(&self, least: f32) -> f32 {
        let most = (f64::from(least + self.slack) * self.stretch).min(self.limit.0);
        ((most + OFF) * self.stretch) as f32 * (1.0 + 1e-6) + self.slack
    }

    /// Its square; what is not there is beyond even the greatest.
    fn square(&self, least: f32) -> f32 {
        self.widened(least).powi(2).min(f32::MAX)
    }
}

impl Tree {
    /// Looks at the blocks that may hold the nearest edge and notes them with the square of their
    /// least distance in the plane; the least of all, or `None` when all lies beyond the limit.
    #[inline(always)]
    fn visit(&self, near: &Near, drawn: Drawn, plane: Plane, scratch: &mut Scratch) -> Option<f32> {
        let Scratch { stand, groups, visited, .. } = scratch;
        visited.clear();
        groups.clear();
        groups.extend(self.groups.iter().flat_map(|lanes| lanes.squares(stand.bounds, stand.scale)));
        let mut best = Best::new(near);
        let first = lowest(groups);
        if groups[first] > best.square {
            return None;
        }
        stand.fill(drawn, self, plane);
        for group in std::iter::once(first).chain((0..groups.len()).filter(|group| *group != first)) {
            let is_far = || self.groups[group / LANES].along(best.way, stand.scale)[group % LANES] > best.front;
            if groups[group] > best.square || is_far() {
                continue;
            }
            let boxes = self.boxes[group].squares(stand.bounds, stand.scale);
            let mut along = self.boxes[group].along(best.way, stand.scale);
            let first = lowest(&boxes);
            for k in std::iter::once(first).chain((0..LANES).filter(|k| *k != first)) {
                if boxes[k] > best.square || along[k] > best.front {
                    continue;
                }
                let at = group * LANES + k;
                let bounds = self.bounds(at, stand.scale);
                let mut found = self.blocks[at].least(bounds, stand, best.square);
                if boxes[k] == 0.0 && self.blocks[at].crossed(stand) {
                    found = 0.0;
                }
                visited.push((at as u32, found));
                if found < best.least {
                    best.take(found, self.blocks[at].way(bounds, stand, found), stand, near);
                    along = self.boxes[group].along(best.way, stand.scale);
                }
            }
        }
        (best.least <= best.square).then(|| best.least.sqrt())
    }
}

/// The nearest so far in the plane.
struct Best {
    /// The square of its distance, and up to which others may be less.
    least: f32,
    square: f32,
    /// The direction to it, and how far along that others may begin.
    ///
    /// All of the site lies behind its farthest vertex along any direction; what begins farther than
    /// that and the distance cannot be nearer. Along the way to the nearest this tells what boxes do
    /// not, for lots do not lie along the axes: of ten blocks that boxes leave it leaves three.
    way: [f32; 2],
    front: f32,
}

impl Best {
    #[inline(always)]
    fn new(near: &Near) -> Self {
        Best { least: f32::INFINITY, square: near.square(f32::INFINITY), way: [0.0; 2], front: f32::INFINITY }
    }

    #[inline(always)]
    fn take(&mut self, square: f32, [x, y]: [f32; 2], stand: &Stand, near: &Near) {
        let length = square.sqrt();
        let limit = near.widened(length);
        (self.least, self.square) = (square, near.square(length));
        if length > 0.0 {
            self.way = [x / length, y / length];
            // for a direction that is not quite of length 1
            self.front = stand.front(self.way) + limit * (1.0 + 1e-5) + near.slack;
        }
    }
}

fn lowest(of: &[f32]) -> usize {
    let mut first = 0;
    for (k, value) in of.iter().enumerate() {
        if *value < of[first] {
            first = k;
        }
    }
    first
}

/// The least distance of the pairs, all of which the close way serves.
fn closely(drawn: Drawn, shape: &Shape, pairs: &[Pair]) -> Metres {
    let theirs = &shape.drawing().planar().positions;
    let place = |p: [f64; 2]| LonLat::new(p);
    let mut best = Metres(f64::INFINITY);
    let mut last: Option<Frame> = None;
    let mut look = |vertex: [f64; 2], a: [f64; 2], b: [f64; 2]| {
        let frame = match last {
            Some(frame) if frame.place() == place(vertex) => frame,
            _ => Frame::at(place(vertex)),
        };
        last = Some(frame);
        let (distance, _) = frame.to_edge(place(a), place(b));
        if distance < best {
            best = distance;
        }
    };
    for pair in pairs {
        match *pair {
            Pair::Vertex(i, e) => {
                let [a, b] = shape.drawing().ends(e as usize);
                look(drawn.positions[i as usize], theirs[a], theirs[b]);
            }
            Pair::Edge(e, i) => {
                let end = if drawn.paths.iter().any(|p| p.start == e && p.end == e + 1) { e } else { e + 1 };
                look(theirs[i as usize], drawn.positions[e as usize], drawn.positions[end as usize]);
            }
        }
    }
    best
}

/// The least distance of the edges that the pairs belong to, each measured as any two are.
fn pairwise(from: &From, shape: &Shape, pairs: &[Pair]) -> Option<Metres> {
    let own = from.shape()?;
    let touching = |drawn: Drawn, i: u32| {
        // the edges that begin and that end at a vertex
        let path = drawn.paths.iter().find(|p| p.start <= i && i < p.end).copied();
        path.into_iter().flat_map(move |path| {
            let last = path.end - 1;
            let closing = path.is_ring() && (i == path.start || i == last);
            let before = if closing { Some(last - 1) } else { (i > path.start).then(|| i - 1) };
            let after = if closing { Some(path.start) } else { (i < last || path.start == last).then_some(i) };
            [before, after].into_iter().flatten()
        })
    };
    let mut edges: Vec<(u32, u32)> = Vec::new();
    let theirs = shape.drawing().planar().drawn();
    for pair in pairs {
        match *pair {
            Pair::Vertex(i, e) => edges.extend(touching(from.drawn, i).map(|m| (m, e))),
            Pair::Edge(e, i) => edges.extend(touching(theirs, i).map(|n| (e, n))),
        }
    }
    edges.sort_unstable();
    edges.dedup();
    let measured = |(m, n): (u32, u32)| {
        Some(nearest(&own.edge(m as usize), &shape.edge(n as usize), Metres(f64::INFINITY))?.distance.0)
    };
    Some(Metres(edges.into_iter().filter_map(measured).fold(f64::INFINITY, f64::min)))
}

impl Sifted {
    fn new(shape: &Shape) -> Option<Self> {
        let (drawing, bounds) = (shape.drawing(), shape.drawing().bounds());
        if !is_ordinary(bounds) {
            return None;
        }
        let planar = drawing.planar();
        let short = drawing.edges().all(|i| {
            let (a, b) = drawing.edge(i);
            // the sum of its sides bounds its bend without a sine
            let small = (a[0] - b[0]).abs() + (a[1] - b[1]).abs() <= SMALL;
            let bend = if small { 0.0 } else { bend(LonLat::new(a), LonLat::new(b)) };
            is_short(bend, [a[1], b[1]])
        });
        let shells = planar.paths.iter().filter(|path| path.kind == PathKind::Shell).count();
        Some(Sifted { tree: Tree::new(planar.drawn(), bounds), short, shells })
    }
}

impl Stand {
    /// Looks from a geometry within these bounds at a tree; how far it is from the tree's middle at
    /// most.
    #[inline(always)]
    fn place(&mut self, bounds: &Bounds, tree: &Tree, plane: Plane) -> f32 {
        self.clear(plane.scale);
        let ([west, south], [east, north]) =
            (tree.flat_in(bounds.least, plane.east), tree.flat_in(bounds.greatest, plane.east));
        self.bounds = [west, south, east, north];
        self.bounds.iter().fold(0.0, |m, x| if x.abs() > m { x.abs() } else { m })
    }

    /// Takes the vertices and edges of the geometry.
    #[inline(always)]
    fn fill(&mut self, drawn: Drawn, tree: &Tree, plane: Plane) {
        for path in drawn.paths {
            let positions = drawn.along(path);
            let mut last = tree.flat_in(positions[0], plane.east);
            for (k, p) in positions.iter().enumerate() {
                let (at, number) = (tree.flat_in(*p, plane.east), path.start + k as u32);
                if k > 0 {
                    self.edge(last, at, number - 1);
                } else if positions.len() == 1 {
                    self.edge(at, at, number);
                }
                if !(path.is_ring() && k + 1 == positions.len()) {
                    self.vertex(at, number);
                }
                last = at;
            }
        }
    }
}
