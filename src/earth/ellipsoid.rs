//! Positions on the WGS84 ellipsoid and the geodesic between two of them.

use std::sync::OnceLock;

use geographiclib_rs::{Geodesic, InverseGeodesic};

use super::space::Vec3;
use crate::units::Metres;

/// Equatorial radius, metres (EPSG:7030).
pub(super) const A: f64 = 6_378_137.0;
/// Flattening (EPSG:7030).
const F: f64 = 1.0 / 298.257_223_563;
/// First eccentricity squared.
pub(super) const E2: f64 = F * (2.0 - F);

/// A position: longitude (any turn) and latitude, in degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LonLat {
    /// Degrees east of Greenwich.
    pub lon: f64,
    /// Degrees north of the equator, -90 to 90.
    pub lat: f64,
}

impl LonLat {
    /// From `[longitude, latitude]`.
    pub fn new([lon, lat]: [f64; 2]) -> Self {
        LonLat { lon, lat }
    }

    /// As `[longitude, latitude]`.
    pub fn array(self) -> [f64; 2] {
        [self.lon, self.lat]
    }
}

/// Sine and cosine of an angle in degrees, exact at the quarter turns and the same for angles
/// that differ by whole turns (Karney, GeographicLib `sincosd`).
fn sin_cos(degrees: f64) -> (f64, f64) {
    let turn = degrees % 360.0;
    let quarter = (turn / 90.0).round();
    let (s, c) = (turn - 90.0 * quarter).to_radians().sin_cos();
    match (quarter as i64).rem_euclid(4) {
        0 => (s, c),
        1 => (c, -s),
        2 => (-s, -c),
        _ => (-c, s),
    }
}

/// Geocentric coordinates of a position on the ellipsoid.
///
/// # Units
/// Metres; x through Greenwich, z through the north pole (EPSG:4978).
pub fn geocentric(p: LonLat) -> Vec3 {
    let (sin_lat, cos_lat) = sin_cos(p.lat);
    let (sin_lon, cos_lon) = sin_cos(p.lon);
    let n = A / (1.0 - E2 * sin_lat * sin_lat).sqrt();
    Vec3([n * cos_lat * cos_lon, n * cos_lat * sin_lon, n * (1.0 - E2) * sin_lat])
}

/// Metres of a degree of longitude and of latitude at a latitude: the radius of its parallel, and
/// the radius of curvature in the meridian, over a radian.
pub fn degree(lat: f64) -> [f64; 2] {
    let (sin, cos) = lat.to_radians().sin_cos();
    let w = 1.0 - E2 * sin * sin;
    let across = A / w.sqrt();
    [(across * cos).to_radians(), (across * (1.0 - E2) / w).to_radians()]
}

/// Length of the shortest geodesic between two positions: Karney, "Algorithms for geodesics",
/// J. Geodesy 87 (2013). The same bits whichever comes first.
pub fn geodesic(p: LonLat, q: LonLat) -> Metres {
    static WGS84: OnceLock<Geodesic> = OnceLock::new();
    let (p, q) = if (p.lat, p.lon) <= (q.lat, q.lon) { (p, q) } else { (q, p) };
    if p == q {
        return Metres(0.0);
    }
    Metres(WGS84.get_or_init(Geodesic::wgs84).inverse(p.lat, p.lon, q.lat, q.lon))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(lon: f64, lat: f64) -> LonLat {
        LonLat { lon, lat }
    }

    #[test]
    fn a_turn_of_the_earth_changes_nothing() {
        assert_eq!(geocentric(at(181.0, 10.0)), geocentric(at(-179.0, 10.0)));
        assert_eq!(geocentric(at(12.0, 90.0)), geocentric(at(-160.0, 90.0)));
        assert_eq!(geocentric(at(0.0, 90.0)).0[2], A * (1.0 - F));
        assert_eq!(geocentric(at(90.0, 0.0)).0, [0.0, A, 0.0]);
    }

    #[test]
    fn the_worked_geodesics_hold() {
        // 1,000 ft east and north of the village, worked with GeographicLib
        let v = at(-73.828, 40.95);
        assert!((geodesic(v, at(-73.828 + 0.003620007, 40.95)).feet() - 1000.0).abs() < 2e-3);
        assert!((geodesic(v, at(-73.828, 40.95 + 0.002744636)).feet() - 1000.0).abs() < 2e-3);
        // Karney 2013, table 2: the quarter meridian of WGS84 is 10,001,965.729 m
        assert!((geodesic(at(0.0, 0.0), at(0.0, 90.0)).0 - 10_001_965.729).abs() < 1e-3);
        assert_eq!(geodesic(v, v), Metres(0.0));
    }
}
