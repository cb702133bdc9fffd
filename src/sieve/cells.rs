//! What the R-tree says of a cell of the map is asked once, and kept.
//!
//! Neighbours ask the same: of 1,000,000 parcels some fifty lie in one cell. A look at a cell's
//! list takes 10 ns where the tree takes 1,500. The tree stays the one index; poles, the
//! antimeridian and what is too wide for a cell go to it directly.

use std::sync::OnceLock;

use crate::earth::degree;
use crate::layer::Layer;
use crate::planar::Bounds;
use crate::shape::rectangle_in_space;
use crate::units::Metres;

/// The most cells in a row.
const MOST: usize = 256;
/// What lies farther is left to the tree, metres.
const FAR: f64 = 100_000.0;
/// A longer list is no help.
const LONG: usize = 200;

/// Which features count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reach {
    /// Those within a length.
    Within(Metres),
    /// The nearest, and all within a length.
    Nearest(Metres),
}

/// A grid of cells over a layer.
#[derive(Debug)]
pub struct Cells {
    reach: Reach,
    /// Its south-western corner and the sides of a cell, degrees.
    origin: [f64; 2],
    side: [f64; 2],
    columns: usize,
    rows: usize,
    cells: Vec<OnceLock<Option<Cell>>>,
}

/// What is near a cell.
#[derive(Debug)]
pub struct Cell {
    /// The shortest and the longest metres of a degree, of longitude and of latitude, on the way to
    /// any of it.
    shortest: [f64; 2],
    longest: [f64; 2],
    /// The nearest to the cell first.
    near: Box<[Neighbour]>,
}

/// A feature near a cell.
#[derive(Debug)]
struct Neighbour {
    /// The rectangle about it, and its diagonal at most, metres.
    bounds: Bounds,
    diagonal: f64,
    /// No place of the cell is nearer, metres.
    least: f64,
    number: u32,
}

/// The square of the distance of two rectangles where degrees are so many metres.
#[inline(always)]
fn square(a: &Bounds, b: &Bounds, metres: [f64; 2]) -> f64 {
    let gap = |k: usize| {
        let (below, above) = (a.least[k] - b.greatest[k], b.least[k] - a.greatest[k]);
        let gap = if below > above { below } else { above };
        if gap > 0.0 { gap * metres[k] } else { 0.0 }
    };
    let (x, y) = (gap(0), gap(1));
    x * x + y * y
}

/// The diagonal of a rectangle where degrees are so many metres.
fn diagonal(bounds: &Bounds, metres: [f64; 2]) -> f64 {
    let side = |k: usize| (bounds.greatest[k] - bounds.least[k]) * metres[k];
    (side(0) * side(0) + side(1) * side(1)).sqrt()
}

impl Cell {
    /// Calls `visit` with each feature that may lie within `limit` of something within these
    /// bounds, and with a length that it is no nearer than; with `nearest`, with those that may be
    /// the nearest.
    #[inline(always)]
    pub fn each(&self, from: &Bounds, limit: Metres, nearest: bool, mut visit: impl FnMut(f64, u32)) {
        let (mut most, mut most_square) = (limit.0, limit.0 * limit.0);
        let own = if nearest { diagonal(from, self.longest) } else { 0.0 };
        for neighbour in &self.near {
            if neighbour.least > most {
                return;
            }
            let least = square(from, &neighbour.bounds, self.shortest);
            if least > most_square {
                continue;
            }
            visit(least.sqrt(), neighbour.number);
            if nearest {
                // no farther than the rectangles and across both; and a metre, for what ties
                let farthest = square(from, &neighbour.bounds, self.longest).sqrt() + own + neighbour.diagonal + 1.0;
                if farthest < most {
                    (most, most_square) = (farthest, farthest * farthest);
                }
            }
        }
    }
}

/// Where to look.
pub enum Look<'c> {
    /// At a cell.
    At(&'c Cell),
    /// Nothing is within reach.
    Nothing,
    /// In the tree.
    Elsewhere,
}

impl Cells {
    /// Over features within these bounds; `None` where no grid can be laid.
    pub fn new(bounds: &Bounds, reach: Reach) -> Option<Self> {
        let (Reach::Within(length) | Reach::Nearest(length)) = reach;
        let highest = bounds.least[1].abs().max(bounds.greatest[1].abs());
        // so that nothing is near by way of the antimeridian
        let is_inland = bounds.least[0] >= -170.0 && bounds.greatest[0] <= 170.0;
        if bounds.is_empty() || !is_inland || highest > 84.0 || length.0 > FAR {
            return None;
        }
        let metres = degree(highest + 1.0); // the shortest degrees of longitude there are
        // what looks for the nearest may stand outside
        let share = if matches!(reach, Reach::Nearest(_)) { 0.25 } else { 0.0 };
        let wide = [0, 1].map(|i| share * (bounds.greatest[i] - bounds.least[i]));
        let pad = [0, 1].map(|i| length.0 / metres[i] * 1.01 + 1e-9 + wide[i]);
        let origin = [0, 1].map(|i| bounds.least[i] - pad[i]);
        let span = [0, 1].map(|i| bounds.greatest[i] + pad[i] - origin[i]);
        let side = [0, 1].map(|i| (span[i] / MOST as f64).max(length.0.max(100.0) / metres[i]));
        let count = [0, 1].map(|i| (span[i] / side[i]).ceil().max(1.0) as usize);
        let cells = (0..count[0] * count[1]).map(|_| OnceLock::new()).collect();
        Some(Cells { reach, origin, side, columns: count[0], rows: count[1], cells })
    }

    /// The features that may count for something within these bounds, and perhaps others.
    pub fn near(&self, bounds: &Bounds, layer: &Layer) -> Look<'_> {
        let middle = [0, 1].map(|i| 0.5 * (bounds.least[i] + bounds.greatest[i]));
        let is_small = (0..2).all(|i| bounds.greatest[i] - bounds.least[i] <= self.side[i]);
        let at = [0, 1].map(|i| (middle[i] - self.origin[i]) / self.side[i]);
        let inside = at[0] >= 0.0 && at[1] >= 0.0 && at[0] < self.columns as f64 && at[1] < self.rows as f64;
        let beyond = (0..2).any(|i| {
            let end = self.origin[i] + self.side[i] * [self.columns, self.rows][i] as f64;
            bounds.greatest[i] < self.origin[i] || bounds.least[i] > end
        });
        match self.reach {
            Reach::Within(_) if beyond => return Look::Nothing,
            _ if !is_small || !inside => return Look::Elsewhere,
            _ => {}
        }
        let [column, row] = at.map(|x| x as usize);
        let cell = &self.cells[row * self.columns + column];
        cell.get_or_init(|| self.cell([column, row], layer)).as_ref().map_or(Look::Elsewhere, Look::At)
    }

    fn cell(&self, cell: [usize; 2], layer: &Layer) -> Option<Cell> {
        let index = layer.index();
        // half a cell more on each side: what belongs to a cell has its middle in it
        let corner = |more: f64| [0, 1].map(|i| self.origin[i] + self.side[i] * (cell[i] as f64 + more));
        let about = Bounds { least: corner(-0.51), greatest: corner(1.51) };
        let extent = rectangle_in_space(&about)?;
        let within = match self.reach {
            Reach::Within(length) => length,
            // and a metre, for what ties
            Reach::Nearest(length) => Metres(length.0.max(index.none_farther(&extent)?.0) + 1.0),
        };
        if within.0 > FAR {
            return None;
        }
        let found = index.within_box(&extent, within);
        if found.len() > LONG {
            return None;
        }
        let highest = about.least[1].abs().max(about.greatest[1].abs()) + within.0 / 110_000.0 * 1.01;
        let lowest = (about.least[1].max(-about.greatest[1]) - within.0 / 110_000.0 * 1.01).max(0.0);
        // of latitude the shortest is at the equator, the longest at the poles
        let shortest = [0.9999 * degree(highest.min(89.0))[0], 0.9999 * 110_574.0];
        let longest = [1.0001 * degree(lowest)[0], 1.0001 * 111_694.0];
        let neighbour = |i: usize| {
            let bounds = *layer.features[i].shape.drawing().bounds();
            let least = square(&about, &bounds, shortest).sqrt();
            Neighbour { bounds, diagonal: diagonal(&bounds, longest), least, number: i as u32 }
        };
        let mut near: Vec<Neighbour> = found.into_iter().map(neighbour).collect();
        near.sort_by(|a, b| a.least.total_cmp(&b.least).then(a.number.cmp(&b.number)));
        Some(Cell { shortest, longest, near: near.into() })
    }
}
