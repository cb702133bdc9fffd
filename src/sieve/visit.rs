//! Walks a tree from a stand: which blocks may hold the nearest edge, by boxes and by the way to it.

use super::lanes::LANES;
use super::stand::Stand;
use super::tree::{Plane, Tree};
use super::{From, OFF, Scratch};
use crate::planar::Drawn;
use crate::units::Metres;

/// How far is near enough.
pub(super) struct Near {
    pub(super) stretch: f64,
    pub(super) slack: f32,
    limit: Metres,
}

impl Near {
    /// The length in the plane up to which something may be as near as what is this near there.
    fn widened(&self, least: f32) -> f32 {
        let most = (f64::from(least + self.slack) * self.stretch).min(self.limit.0);
        ((most + OFF) * self.stretch) as f32 * (1.0 + 1e-6) + self.slack
    }

    /// Its square; what is not there is beyond even the greatest.
    pub(super) fn square(&self, least: f32) -> f32 {
        self.widened(least).powi(2).min(f32::MAX)
    }
}

impl Tree {
    /// Looks from something at the tree, in a plane between the two: how far is near enough, and the
    /// least distance in the plane; `None` when all edges lie beyond the limit.
    #[inline(always)]
    pub(super) fn look(&self, from: &From, limit: Metres, scratch: &mut Scratch) -> (Near, Option<f32>) {
        let plane = self.plane(&from.bounds);
        let slack = self.slack(scratch.stand.place(&from.bounds, self, plane));
        let near = Near { stretch: plane.stretch, slack, limit };
        let least = self.visit(&near, from.drawn, plane, scratch);
        (near, least)
    }

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
