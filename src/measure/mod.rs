//! Exact quantities and the evidence for them.

mod depth;
mod distance;

pub use depth::depth;
pub use distance::{Separation, boundary_distance, distance, distance_within};
