//! A tangent plane of the ellipsoid: east and north of a place, in metres.

use super::ellipsoid::{LonLat, geocentric};
use super::space::Vec3;

/// The plane that touches the ellipsoid at a place, and on which others are dropped square.
/// Within 100 m it keeps lengths to 1 part in 10^10.
#[derive(Debug, Clone, Copy)]
pub struct Plane {
    origin: Vec3,
    at: LonLat,
    east: Vec3,
    north: Vec3,
}

impl Plane {
    /// The plane at a place.
    pub fn at(at: LonLat) -> Self {
        let (lon, lat) = (at.lon.to_radians(), at.lat.to_radians());
        let east = Vec3([-lon.sin(), lon.cos(), 0.0]);
        let north = Vec3([-lat.sin() * lon.cos(), -lat.sin() * lon.sin(), lat.cos()]);
        Plane { origin: geocentric(at), at, east, north }
    }

    /// East and north of a place.
    pub fn flat(&self, place: LonLat) -> [f64; 2] {
        let from = geocentric(place) - self.origin;
        [from.dot(self.east), from.dot(self.north)]
    }

    /// East and north of several places.
    pub fn all(&self, places: &[LonLat]) -> Vec<[f64; 2]> {
        places.iter().map(|place| self.flat(*place)).collect()
    }

    /// The place at so much east and north: guessed, dropped on the plane, and mended.
    pub fn place(&self, wanted: [f64; 2]) -> LonLat {
        let degree = |metres: f64| (metres / 6_371_000.0).to_degrees();
        let shrink = self.at.lat.to_radians().cos().max(1e-9);
        let mut guess = self.at;
        for _ in 0..4 {
            let found = self.flat(guess);
            guess.lon += degree(wanted[0] - found[0]) / shrink;
            guess.lat += degree(wanted[1] - found[1]);
        }
        guess
    }
}
