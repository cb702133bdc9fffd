//! Reads GeoJSON as it is found, one feature at a time, in the coordinates of the file.

mod coordinates;
mod feature;
mod imposter;
mod reader;

pub use feature::{RawFeature, RawGeometry, geometry_of};
pub use reader::{CrsMember, Reader};
