//! What the R-tree says of a cell of the map is asked once, and kept.
//!
//! Neighbours ask the same: of 1,000,000 parcels some fifty lie in one cell. A look at a cell's
//! list takes 10 ns where the tree takes 1,500. The tree stays the one index; poles, the
//! antimeridian and what is too wide for a cell go to it directly.

use std::sync::OnceLock;

use crate::index::Index;
use crate::planar::Bounds;
use crate::shape::rectangle_in_space;
use crate::units::Metres;

use super::tree::degree;

/// The most cells in a row.
const MOST: usize = 256;
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
    cells: Vec<OnceLock<Option<Box<[u32]>>>>,
}

impl Cells {
    /// Over features within these bounds; `None` where no grid can be laid.
    pub fn new(bounds: &Bounds, reach: Reach) -> Option<Self> {
        let (Reach::Within(length) | Reach::Nearest(length)) = reach;
        let highest = bounds.least[1].abs().max(bounds.greatest[1].abs());
        if bounds.is_empty() || highest > 84.0 || length.0 > 100_000.0 {
            return None;
        }
        let metres = degree(highest + 1.0); // the shortest degrees of longitude there are
        let pad = [0, 1].map(|i| length.0 / metres[i] * 1.01 + 1e-9);
        let origin = [0, 1].map(|i| bounds.least[i] - pad[i]);
        let span = [0, 1].map(|i| bounds.greatest[i] + pad[i] - origin[i]);
        let side = [0, 1].map(|i| (span[i] / MOST as f64).max(pad[i]).max(100.0 / metres[i]));
        let count = [0, 1].map(|i| (span[i] / side[i]).ceil().max(1.0) as usize);
        let cells = (0..count[0] * count[1]).map(|_| OnceLock::new()).collect();
        Some(Cells { reach, origin, side, columns: count[0], rows: count[1], cells })
    }

    /// The features that may count for something within these bounds, and perhaps others: `None`
    /// when the tree must be asked.
    pub fn near(&self, bounds: &Bounds, index: &Index) -> Option<&[u32]> {
        let middle = [0, 1].map(|i| 0.5 * (bounds.least[i] + bounds.greatest[i]));
        let is_small = (0..2).all(|i| bounds.greatest[i] - bounds.least[i] <= self.side[i]);
        let at = [0, 1].map(|i| (middle[i] - self.origin[i]) / self.side[i]);
        let inside = at[0] >= 0.0 && at[1] >= 0.0 && at[0] < self.columns as f64 && at[1] < self.rows as f64;
        if !is_small || !inside {
            return None;
        }
        let [column, row] = at.map(|x| x as usize);
        let list = self.cells[row * self.columns + column].get_or_init(|| self.list([column, row], index));
        list.as_deref()
    }

    fn list(&self, cell: [usize; 2], index: &Index) -> Option<Box<[u32]>> {
        // half a cell more on each side: what belongs to a cell has its middle in it
        let corner = |more: f64| [0, 1].map(|i| self.origin[i] + self.side[i] * (cell[i] as f64 + more));
        let about = Bounds { least: corner(-0.51), greatest: corner(1.51) };
        let extent = rectangle_in_space(&about)?;
        let within = match self.reach {
            Reach::Within(length) => length,
            Reach::Nearest(length) => Metres(length.0.max(index.none_farther(&extent)?.0)),
        };
        let found = index.within_box(&extent, within);
        (found.len() <= LONG).then(|| found.into_iter().map(|i| i as u32).collect())
    }
}
