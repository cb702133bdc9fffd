//! Finds the shapes that could be near another, in an R-tree over geocentric boxes, and never
//! misses one: no plane, no antimeridian, no pole.

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree, RTreeObject};

use crate::earth::{Box3, Vec3, arc_at_most};
use crate::shape::Shape;
use crate::units::Metres;

/// An R-tree (rstar) over the boxes of shapes, which are known by their place in a list.
#[derive(Debug)]
pub struct Index {
    tree: RTree<GeomWithData<Rectangle<[f64; 3]>, usize>>,
}

impl Index {
    /// Builds the tree over numbered shapes.
    pub fn new<'a>(shapes: impl Iterator<Item = (usize, &'a Shape)>) -> Self {
        let boxes = shapes.map(|(i, shape)| {
            let Box3 { least, greatest } = *shape.extent();
            GeomWithData::new(Rectangle::from_corners(least, greatest), i)
        });
        Index { tree: RTree::bulk_load(boxes.collect()) }
    }

    /// The numbers of all shapes that may lie within `reach` of `shape`, and perhaps others,
    /// in rising order. A chord is never longer than its arc, so none is missed.
    pub fn within(&self, shape: &Shape, reach: Metres) -> Vec<usize> {
        self.within_box(shape.extent(), reach)
    }

    /// The same of all that lies in a box.
    pub fn within_box(&self, extent: &Box3, reach: Metres) -> Vec<usize> {
        let Box3 { least, greatest } = extent.grown(reach.0 * (1.0 + 1e-12) + 1e-6);
        let mut found: Vec<usize> =
            self.tree.locate_in_envelope_intersecting(&AABB::from_corners(least, greatest)).map(|b| b.data).collect();
        found.sort_unstable();
        found
    }

    /// A length that no place of a box is farther than from some shape: to the farthest corner
    /// of the nearest shape's box, as an arc. `None` of no shapes, or too far for a bound.
    pub fn none_farther(&self, extent: &Box3) -> Option<Metres> {
        let Vec3(centre) = extent.centre();
        let nearest = self.tree.nearest_neighbor(&centre)?;
        let envelope = nearest.envelope();
        let farthest = extent.farthest(&Box3 { least: envelope.lower(), greatest: envelope.upper() });
        (farthest < 1e6).then(|| Metres(arc_at_most(farthest)))
    }

    /// All numbers in the order of a lower bound of their distance from `shape`, with it.
    pub fn nearest_first<'a>(&'a self, shape: &Shape) -> impl Iterator<Item = (Metres, usize)> + 'a {
        let Vec3(centre) = shape.extent().centre();
        let radius = shape.extent().diagonal() / 2.0;
        self.tree
            .nearest_neighbor_iter_with_distance_2(&centre)
            .map(move |(found, d2)| (Metres((d2.sqrt() - radius - 1e-6).max(0.0)), found.data))
    }
}
