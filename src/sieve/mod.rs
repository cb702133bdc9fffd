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
mod exact;
mod lanes;
mod outline;
mod stand;
mod tree;
mod visit;

use std::sync::OnceLock;

use crate::crs::Crs;
use crate::earth::LonLat;
use crate::earth::bend;
use crate::earth::close::{is_close, is_short};
use crate::geojson::Sketch;
use crate::layer::{Feature, Gate, Layer};
use crate::measure::distance_within;
use crate::near::{TIE, keep_ties};
use crate::planar::{Bounds, Drawn, GeometryType, Path, PathKind};
use crate::predicates::Position;
use crate::shape::Shape;
use crate::units::Metres;
use crate::validity::is_plain;
use crate::vector::{Work, wide};

pub use cells::Reach;
pub use outline::{Outline, Side};

use cells::{Cells, Look};
use exact::{closely, pairwise};
use lanes::Pair;
use outline::Told;
use stand::Stand;
use tree::Tree;

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
    /// A feature that needs no cleaning and lies in longitude and latitude; `None` when it must go
    /// the ordinary way.
    pub fn of(gate: &Gate, sketch: &Sketch<'s>) -> Option<Self> {
        let (kind, drawn) = sketch.drawn().filter(|(_, drawn)| gate.is_lon_lat() && is_plain(*drawn))?;
        From::new(kind, drawn)
    }

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

/// The rectangle about two; `None` where it is too wide for a plane.
fn together(a: &Bounds, b: &Bounds) -> Option<Bounds> {
    let mut both = *a;
    both.join(b);
    (0..2).all(|i| both.greatest[i] - both.least[i] <= WIDE).then_some(both)
}

impl<'l> Sieve<'l> {
    /// A sieve for what lies within reach.
    pub fn new(layer: &'l Layer, reach: Reach) -> Self {
        let trees = layer.features.iter().map(|_| OnceLock::new()).collect();
        Sieve { layer, cells: Cells::new(layer.bounds(), reach), trees }
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
        let cell = match cells.near(&from.bounds, self.layer) {
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
            keep_ties(&mut scratch.found, |(_, distance)| *distance);
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
        let Some(both) = together(&from.bounds, shape.drawing().bounds()) else { return exactly() };
        let tree = &sifted.tree;
        let (near, least) = tree.look(from, limit, scratch);
        // no edge within the limit tells nothing of what lies inside
        let farther = least.unwrap_or(limit.0 as f32);
        if least.is_none() && !from.bounds.meets(shape.drawing().bounds()) {
            return None;
        }
        if farther <= TOUCH + 2.0 * near.slack {
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
            tree.blocks[block].near(tree.bounds(block, stand.scale), stand, square, |pair| {
                // an end that edges share is looked at once
                if !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            });
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
            let first = |path: &Path| from.drawn.positions[path.start as usize];
            let mut starts = from.drawn.paths.iter().filter(|path| path.kind != PathKind::Hole).map(first);
            let holds = |p: [f64; 2]| is_in(drawing.bounds(), p) && sifted.tree.holds(p);
            if starts.any(holds) {
                return true;
            }
        }
        if from.drawn.paths.iter().any(Path::is_ring) {
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
