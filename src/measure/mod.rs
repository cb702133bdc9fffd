//! Exact quantities and the evidence for them.

mod along;
mod depth;
mod distance;

pub use along::{Course, Gap, Stretch, ends, length};
pub use depth::{depth, outside};
pub use distance::{Separation, boundary_distance, distance, distance_within};
