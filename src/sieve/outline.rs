//! Tells on which side of an area's outline something surely lies, and how far from it at least.

use super::{From, Near, OFF, Scratch, Sifted, WIDE};
use crate::planar::Bounds;
use crate::shape::Shape;
use crate::units::Metres;
use crate::vector::{Work, wide};

/// What is nearer to an outline than this is measured, metres.
const CLEAR: f64 = 1.0;

/// The outline of one polygon, away from poles and the antimeridian.
#[derive(Debug)]
pub struct Outline {
    sifted: Sifted,
    bounds: Bounds,
    /// A position of each ring.
    starts: Vec<[f64; 2]>,
}

/// Where something lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Side {
    /// All of it inside, or all outside.
    pub inside: bool,
    /// No place of it is nearer to the outline.
    pub clear: Metres,
}

impl Outline {
    /// Of an area of one part; `None` of anything else, and where no plane serves.
    pub fn new(shape: &Shape) -> Option<Self> {
        let planar = shape.drawing().planar();
        let sifted = Sifted::new(shape).filter(|sifted| sifted.simple && sifted.has_area)?;
        let all_rings = planar.paths.iter().all(crate::planar::Path::is_ring);
        let starts = planar.paths.iter().map(|path| planar.positions[path.start as usize]).collect();
        all_rings.then(|| Outline { sifted, bounds: *shape.drawing().bounds(), starts })
    }

    /// On which side of it something surely lies; `None` when it is near the outline, or about it.
    pub fn side(&self, from: &From, scratch: &mut Scratch) -> Option<Side> {
        wide(Looking(self, from, scratch))
    }

    #[inline(always)]
    fn looking(&self, from: &From, scratch: &mut Scratch) -> Option<Side> {
        let mut both = *from.bounds();
        both.join(&self.bounds);
        let about = |p: &[f64; 2]| from.bounds().meets(&Bounds { least: *p, greatest: *p });
        if both.greatest[0] - both.least[0] > WIDE
            || both.greatest[1] - both.least[1] > WIDE
            || self.starts.iter().any(about)
        {
            return None;
        }
        let tree = &self.sifted.tree;
        let slack = tree.slack(scratch.stand.set(from.drawn, tree));
        let stretch = tree.stretch(from.bounds());
        let least = tree.visit(&Near { stretch, slack, limit: Metres(f64::INFINITY) }, scratch)?;
        let clear = f64::from(least - slack) / stretch - OFF;
        let inside = || tree.holds(from.drawn.positions[0]);
        (clear > CLEAR).then(|| Side { inside: inside(), clear: Metres(clear) })
    }
}

/// A call of [`Outline::side`].
struct Looking<'a>(&'a Outline, &'a From<'a>, &'a mut Scratch);

impl Work for Looking<'_> {
    type Out = Option<Side>;

    #[inline(always)]
    fn run(self) -> Option<Side> {
        self.0.looking(self.1, self.2)
    }
}
