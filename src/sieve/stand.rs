//! What is looked from, in the plane between it and a tree: its box, and then its vertices and edges.

use super::lanes::{LANES, Lanes, higher, inverse, lower};
use super::tree::{Plane, Tree};
use crate::planar::{Bounds, Drawn};

/// What is looked from, in groups of eight; those that are not there are infinitely far.
#[derive(Debug, Default)]
pub struct Stand {
    /// West, south, east, north.
    pub bounds: [f32; 4],
    /// What the eastings of the feature are multiplied by.
    pub scale: f32,
    pub(super) vertices: Vec<Vertices>,
    pub(super) edges: Vec<Edges>,
}

/// Eight vertices, and which position each is.
#[derive(Debug)]
pub(super) struct Vertices {
    pub(super) boxes: Lanes,
    pub(super) number: [u32; LANES],
    pub(super) count: usize,
}

/// Eight edges: from, along, one over the square of the length, and the position each begins at.
#[derive(Debug)]
pub(super) struct Edges {
    pub(super) boxes: Lanes,
    pub(super) from: [[f32; 2]; LANES],
    pub(super) along: [[f32; 2]; LANES],
    pub(super) inverse: [f32; LANES],
    pub(super) number: [u32; LANES],
    pub(super) count: usize,
}

impl Vertices {
    #[inline(always)]
    pub(super) fn at(&self, i: usize) -> [f32; 2] {
        [self.boxes.west[i], self.boxes.south[i]]
    }
}

/// One vertex or edge of a stand.
#[derive(Clone, Copy)]
pub(super) enum One<'s> {
    Vertex(&'s Vertices, usize),
    Edge(&'s Edges, usize),
}

impl Stand {
    /// Forgets all; eastings of the feature are to be multiplied by `scale`.
    fn clear(&mut self, scale: f32) {
        self.scale = scale;
        self.vertices.clear();
        self.edges.clear();
    }

    /// Adds a vertex, the position of this number.
    #[inline(always)]
    fn vertex(&mut self, [x, y]: [f32; 2], number: u32) {
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
    fn edge(&mut self, a: [f32; 2], b: [f32; 2], number: u32) {
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

    /// How far its vertices lie along a direction at most.
    #[inline(always)]
    pub fn front(&self, [nx, ny]: [f32; 2]) -> f32 {
        let mut front = f32::NEG_INFINITY;
        for vertices in &self.vertices {
            for i in 0..vertices.count {
                let [x, y] = vertices.at(i);
                front = higher(front, x * nx + y * ny);
            }
        }
        front
    }

    /// Looks from a geometry within these bounds at a tree; how far it is from the tree's middle at
    /// most.
    #[inline(always)]
    pub(super) fn place(&mut self, bounds: &Bounds, tree: &Tree, plane: Plane) -> f32 {
        self.clear(plane.scale);
        let ([west, south], [east, north]) =
            (tree.flat_in(bounds.least, plane.east), tree.flat_in(bounds.greatest, plane.east));
        self.bounds = [west, south, east, north];
        self.bounds.iter().fold(0.0, |m, x| if x.abs() > m { x.abs() } else { m })
    }

    /// Takes the vertices and edges of the geometry.
    #[inline(always)]
    pub(super) fn fill(&mut self, drawn: Drawn, tree: &Tree, plane: Plane) {
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
