//! EPSG:2263 (New York Long Island, US survey feet) to degrees and back: Lambert's conic on GRS80.

/// Metres of the equator's radius.
const AXIS: f64 = 6_378_137.0;
const FLATTENING: f64 = 1.0 / 298.257_222_101;
/// Metres of a US survey foot.
const FOOT: f64 = 1200.0 / 3937.0;
/// Metres added to the easting.
const FALSE_EAST: f64 = 300_000.0;
/// The middle meridian, the southern edge and the two true parallels, in degrees.
const MERIDIAN: f64 = -74.0;
const ORIGIN: f64 = 40.0 + 10.0 / 60.0;
const PARALLELS: [f64; 2] = [40.0 + 40.0 / 60.0, 41.0 + 2.0 / 60.0];

/// A cone, unrolled: how fast it opens, how large it is, and how far its origin lies from the tip.
pub struct Conic {
    eccentricity: f64,
    opening: f64,
    scale: f64,
    origin: f64,
}

impl Conic {
    /// The cone of EPSG:2263.
    pub fn long_island() -> Self {
        let eccentricity = (FLATTENING * (2.0 - FLATTENING)).sqrt();
        let [south, north] = PARALLELS.map(|degrees| degrees.to_radians().sin());
        let radius = |sine: f64| ((1.0 - sine * sine) / (1.0 - (eccentricity * sine).powi(2))).sqrt();
        let (low, high) = (isometric(south, eccentricity), isometric(north, eccentricity));
        let opening = (radius(south) / radius(north)).ln() / (high - low);
        let scale = AXIS * radius(south) * (opening * low).exp() / opening;
        let mut conic = Self { eccentricity, opening, scale, origin: 0.0 };
        conic.origin = conic.tip_to(ORIGIN);
        conic
    }

    /// Metres from the tip to a latitude.
    fn tip_to(&self, latitude: f64) -> f64 {
        self.scale * (-self.opening * isometric(latitude.to_radians().sin(), self.eccentricity)).exp()
    }

    /// Feet east and north of a longitude and latitude.
    pub fn feet(&self, [longitude, latitude]: [f64; 2]) -> [f64; 2] {
        let reach = self.tip_to(latitude);
        let turn = self.opening * (longitude - MERIDIAN).to_radians();
        [(FALSE_EAST + reach * turn.sin()) / FOOT, (self.origin - reach * turn.cos()) / FOOT]
    }

    /// Longitude and latitude of feet east and north.
    pub fn degrees(&self, [east, north]: [f64; 2]) -> [f64; 2] {
        let (x, y) = (east * FOOT - FALSE_EAST, self.origin - north * FOOT);
        let isometric = -(x.hypot(y) / self.scale).ln() / self.opening;
        // Each round brings the sine some 150 times nearer; the fifth is past what an f64 holds.
        let mut sine = isometric.tanh();
        for _ in 0..6 {
            sine = (isometric + self.eccentricity * (self.eccentricity * sine).atanh()).tanh();
        }
        [MERIDIAN + (x.atan2(y) / self.opening).to_degrees(), sine.asin().to_degrees()]
    }
}

/// The isometric latitude of the sine of a latitude.
fn isometric(sine: f64, eccentricity: f64) -> f64 {
    sine.atanh() - eccentricity * (eccentricity * sine).atanh()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked with PROJ: degrees, and feet east and north.
    const WORKED: [([f64; 2], [f64; 2]); 5] = [
        ([-73.83, 40.95], [1_031_210.944_126, 285_435.091_383]),
        ([-74.0, 40.7], [984_250.0, 194_305.338_941]),
        ([-73.5, 41.1], [1_122_057.808_172, 340_435.456_521]),
        ([-72.3, 40.9], [1_454_183.776_491, 271_732.516_245]),
        ([-74.2, 40.55], [928_669.109_370, 139_719.792_223]),
    ];

    #[test]
    fn worked_points_are_met_both_ways() {
        let conic = Conic::long_island();
        for (degrees, feet) in WORKED {
            let found = conic.feet(degrees);
            assert!((found[0] - feet[0]).hypot(found[1] - feet[1]) < 1e-5, "{degrees:?}: {found:?}");
            let back = conic.degrees(feet);
            assert!((back[0] - degrees[0]).hypot(back[1] - degrees[1]) < 1e-11, "{feet:?}: {back:?}");
        }
    }
}
