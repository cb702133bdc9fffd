//! The edges of one feature in a plane of its own, in blocks of eight under boxes in groups of
//! eight, in single precision: what tells in some 0.2 µs which edges may be the nearest.
//!
//! The plane is longitude and latitude, each scaled to metres at the feature's middle: edges stay
//! straight in it. How far its lengths can be from true ones is bounded by [`Plane::stretch`], and
//! what single precision adds by [`Tree::slack`]; both only widen what is let through.

use crate::earth::degree;
use crate::planar::{Bounds, Drawn, PathKind};

use super::lanes::{Block, LANES, Lanes};

/// What rounding to single precision can move a length by, for each metre from the middle.
const ROUNDING: f32 = 2e-6;

/// A feature ready to be looked at.
#[derive(Debug)]
pub struct Tree {
    origin: [f64; 2],
    scale: [f64; 2],
    /// Tangent of the latitude of the middle.
    tangent: f64,
    /// Half of its width and height, degrees; half of its greater side, metres.
    half: [f64; 2],
    half_side: f32,
    pub(super) blocks: Vec<Block>,
    /// The boxes of the blocks, in groups.
    pub(super) boxes: Vec<Lanes>,
    /// The boxes of the groups, in groups.
    pub(super) groups: Vec<Lanes>,
    /// The blocks of each polygon.
    areas: Vec<std::ops::Range<usize>>,
}

/// A plane between a tree and something that is looked from.
#[derive(Debug, Clone, Copy)]
pub struct Plane {
    /// Metres of a degree of longitude.
    pub east: f64,
    /// The same as a share of those of the tree's own plane.
    pub scale: f32,
    /// A true length is no more than this times one in the plane, and no less than that divided by
    /// this.
    pub stretch: f64,
}

impl Tree {
    /// The tree of a geometry within these bounds, away from poles and the antimeridian.
    pub fn new(drawn: Drawn, bounds: &Bounds) -> Self {
        let origin = [0, 1].map(|i| 0.5 * (bounds.least[i] + bounds.greatest[i]));
        let scale = degree(origin[1]);
        let half = [0, 1].map(|i| 0.5 * (bounds.greatest[i] - bounds.least[i]));
        let mut tree = Tree {
            origin,
            scale,
            tangent: origin[1].to_radians().tan().abs(),
            half,
            half_side: (half[0] * scale[0]).max(half[1] * scale[1]) as f32,
            blocks: Vec::with_capacity(drawn.positions.len() / LANES + drawn.paths.len()),
            boxes: Vec::new(),
            groups: Vec::new(),
            areas: Vec::new(),
        };
        for path in drawn.paths {
            let start = tree.blocks.len();
            let positions = drawn.along(path);
            // the last position of a ring is its first; that of a line is a vertex of its own
            let starts = if path.is_ring() { positions.len() - 1 } else { positions.len() };
            for first in (0..starts).step_by(LANES) {
                let at = |k: usize| tree.flat(positions[(first + k).min(positions.len() - 1)]);
                let points: [[f32; 2]; LANES + 1] = std::array::from_fn(at);
                let edges = if positions.len() == 1 { 1 } else { (positions.len() - 1 - first).min(LANES) };
                let vertices = (starts - first).min(LANES);
                tree.blocks.push(Block::new(points, path.start + first as u32, edges, vertices));
            }
            match (path.kind, tree.areas.last_mut()) {
                (PathKind::Shell, _) => tree.areas.push(start..tree.blocks.len()),
                (PathKind::Hole, Some(area)) => area.end = tree.blocks.len(),
                _ => {}
            }
        }
        tree.boxes = tree.blocks.chunks(LANES).map(|blocks| Lanes::of(blocks.iter().map(Block::bounds))).collect();
        tree.groups = tree.boxes.chunks(LANES).map(|boxes| Lanes::of(boxes.iter().map(Lanes::bounds))).collect();
        tree
    }

    /// A position in the plane of the tree, metres.
    fn flat(&self, p: [f64; 2]) -> [f32; 2] {
        self.flat_in(p, self.scale[0])
    }

    /// A position in a plane where a degree of longitude is so many metres.
    #[inline(always)]
    pub fn flat_in(&self, p: [f64; 2], east: f64) -> [f32; 2] {
        [((p[0] - self.origin[0]) * east) as f32, ((p[1] - self.origin[1]) * self.scale[1]) as f32]
    }

    /// The box of a block, its eastings multiplied by `scale`.
    #[inline(always)]
    pub fn bounds(&self, block: usize, scale: f32) -> [f32; 4] {
        let [west, south, east, north] = self.boxes[block / LANES].one(block % LANES);
        [west * scale, south, east * scale, north]
    }

    /// The plane between the feature and something within these bounds: longitude as it is scaled
    /// half way between their middles.
    ///
    /// The scale of longitude falls by `tan(lat)` for each radian of latitude, since
    /// `d(N cos) = -M sin`. Along a straight way latitude changes evenly, so that what lies beyond
    /// the half way makes up for what lies before it, but for how far the ends are from the middles.
    /// What is left goes by squares: the curve of the scale, and how far a geodesic bows out to the
    /// pole, which is `dlon² sin(2 lat) / 16` at most; twice that is allowed.
    #[inline(always)]
    pub fn plane(&self, bounds: &Bounds) -> Plane {
        let middle = 0.5 * (bounds.least[1] + bounds.greatest[1]);
        let half_way = 0.5 * (middle + self.origin[1]);
        let [across, _] = degree(half_way);
        let halves = (0.5 * (bounds.greatest[1] - bounds.least[1]) + self.half[1]).to_radians();
        let beyond = (bounds.least[0] - self.origin[0]).abs().max((bounds.greatest[0] - self.origin[0]).abs());
        let wide = (beyond + self.half[0]).to_radians();
        let bow = wide * wide / 8.0;
        let way = (middle - self.origin[1]).abs().to_radians() + halves + bow + 1e-7;
        // tan(x + d) <= tan x + d / cos²(x + d), and cos(86 degrees)^-2 is 206
        let steepest = self.tangent + 206.0 * way;
        let log = steepest * (0.5 * halves + bow) + 0.0102 * way + (1.0 + steepest * steepest) * way * way;
        Plane { east: across, scale: (across / self.scale[0]) as f32, stretch: 1.0 + log * (1.0 + log) + 1e-9 }
    }

    /// What single precision may move a length between the feature and something so far from its
    /// middle by, metres.
    pub fn slack(&self, farthest: f32) -> f32 {
        ROUNDING * self.half_side.max(farthest) + 1e-6
    }

    /// Whether a place, which is not near any edge, lies in one of its polygons by the even-odd rule.
    pub fn holds(&self, p: [f64; 2]) -> bool {
        let [x, y] = self.flat(p);
        let inside = |area: &std::ops::Range<usize>| {
            let crosses = |block: usize| {
                let [_, south, east, north] = self.bounds(block, 1.0);
                south <= y && y <= north && x <= east && self.blocks[block].crosses(x, y)
            };
            area.clone().fold(false, |odd, block| odd ^ crosses(block))
        };
        self.areas.iter().any(inside)
    }
}
