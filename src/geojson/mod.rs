//! Reads GeoJSON as it is found, one feature at a time, in the coordinates of the file.

mod coordinates;
mod digits;
mod feature;
mod habit;
mod imposter;
mod piece;
mod quick;
mod reader;
mod shapes;
mod split;
mod walk;

pub use feature::{RawFeature, RawGeometry, geometry_of};
pub use piece::{Left, Piece, Sketch};
pub use reader::{Before, CrsMember, Reader, Standing};
pub use split::{PIECE, Splitter, Text};
