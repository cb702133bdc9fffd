//! Finds the shapes that could be near another, in an R-tree over geocentric boxes, and never
//! misses one: no plane, no antimeridian, no pole.

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use crate::earth::{Box3, Vec3};
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
        let Box3 { least, greatest } = shape.extent().grown(reach.0 * (1.0 + 1e-12) + 1e-6);
        let mut found: Vec<usize> =
            self.tree.locate_in_envelope_intersecting(&AABB::from_corners(least, greatest)).map(|b| b.data).collect();
        found.sort_unstable();
        found
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
