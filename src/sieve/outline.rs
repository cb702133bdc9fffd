//! Tells on which side of an area's outline something surely lies, and how far from it at least.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{From, OFF, Scratch, Sifted, together};
use crate::planar::Bounds;
use crate::shape::Shape;
use crate::units::Metres;
use crate::vector::{Work, wide};

/// What is nearer to an outline than this is measured, metres.
const CLEAR: f64 = 1.0;

/// The outline of one polygon, away from poles and the antimeridian.
#[derive(Debug)]
pub struct Outline {
    /// Unlike that of any other.
    number: usize,
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

static NUMBERS: AtomicUsize = AtomicUsize::new(0);

/// What was told of something within these bounds.
#[derive(Debug, Clone, Copy)]
pub struct Told {
    of: Bounds,
    side: Side,
}

impl Told {
    /// The same of what lies within other bounds, if it is near enough.
    fn side_of(&self, bounds: &Bounds) -> Option<Side> {
        // no degree is longer than this many metres
        const DEGREE: f64 = 111_700.0;
        // from a place of the one to the farthest of the other
        let reach = |i: usize| (bounds.greatest[i] - self.of.least[i]).max(self.of.greatest[i] - bounds.least[i]);
        let clear = Metres(self.side.clear.0 - DEGREE * (reach(0).max(0.0) + reach(1).max(0.0)));
        (clear.0 > 0.0).then_some(Side { clear, ..self.side })
    }
}

impl Outline {
    /// Of an area of one part; `None` of anything else, and where no plane serves.
    pub fn new(shape: &Shape) -> Option<Self> {
        let planar = shape.drawing().planar();
        let sifted = Sifted::new(shape).filter(|sifted| sifted.shells == 1)?;
        let all_rings = planar.paths.iter().all(crate::planar::Path::is_ring);
        let starts = planar.paths.iter().map(|path| planar.positions[path.start as usize]).collect();
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        all_rings.then(|| Outline { number, sifted, bounds: *shape.drawing().bounds(), starts })
    }

    /// On which side of it something surely lies; `None` when it is near the outline, or about it.
    ///
    /// What lies near something that was clear of the outline by more than `enough` is clear as
    /// well, by so much less: neighbours need not look again.
    pub fn side(&self, from: &From, enough: Metres, scratch: &mut Scratch) -> Option<Side> {
        let known = scratch.sides.iter().find(|(number, _)| *number == self.number);
        if let Some(side) = known.and_then(|(_, told)| told.side_of(from.bounds()))
            && side.clear.0 > enough.0.max(CLEAR)
        {
            return Some(side);
        }
        let side = wide(Looking(self, from, scratch))?;
        let told = Told { of: *from.bounds(), side };
        match scratch.sides.iter_mut().find(|(number, _)| *number == self.number) {
            Some(known) => known.1 = told,
            None => scratch.sides.push((self.number, told)),
        }
        Some(side)
    }

    #[inline(always)]
    fn looking(&self, from: &From, scratch: &mut Scratch) -> Option<Side> {
        let about = |p: &[f64; 2]| from.bounds().meets(&Bounds { least: *p, greatest: *p });
        together(from.bounds(), &self.bounds)?;
        if self.starts.iter().any(about) {
            return None;
        }
        let tree = &self.sifted.tree;
        let (near, least) = tree.look(from, Metres(f64::INFINITY), scratch);
        let clear = f64::from(least? - near.slack) / near.stretch - OFF;
        if clear <= CLEAR {
            return None;
        }
        // no path crosses the outline, but one may lie on this side and one on that
        let mut sides = from.drawn.paths.iter().map(|path| tree.holds(from.drawn.positions[path.start as usize]));
        let inside = sides.next()?;
        sides.all(|other| other == inside).then_some(Side { inside, clear: Metres(clear) })
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
