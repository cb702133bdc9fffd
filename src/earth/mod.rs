//! The WGS84 ellipsoid: lon/lat to geocentric metres, geodesics, and the nearest points of two
//! edges that are straight in longitude and latitude.

pub mod close;
mod edge;
mod ellipsoid;
mod plane;
mod space;

pub use edge::{Edge, Nearest, bend, nearest};
pub use ellipsoid::{LonLat, degree, geocentric, geodesic};
pub use plane::Plane;
pub use space::{Box3, Vec3, arc_at_least, arc_at_most, segments};
