//! Vectors, boxes and segments in geocentric space.

use std::ops::{Add, Mul, Sub};

/// A vector in geocentric metres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vec3(pub [f64; 3]);

impl Vec3 {
    /// Scalar product.
    pub fn dot(self, other: Vec3) -> f64 {
        self.0[0] * other.0[0] + self.0[1] * other.0[1] + self.0[2] * other.0[2]
    }

    /// Length, metres.
    pub fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }
}

impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, o: Vec3) -> Vec3 {
        Vec3([self.0[0] + o.0[0], self.0[1] + o.0[1], self.0[2] + o.0[2]])
    }
}

impl Sub for Vec3 {
    type Output = Vec3;
    fn sub(self, o: Vec3) -> Vec3 {
        Vec3([self.0[0] - o.0[0], self.0[1] - o.0[1], self.0[2] - o.0[2]])
    }
}

impl Mul<f64> for Vec3 {
    type Output = Vec3;
    fn mul(self, k: f64) -> Vec3 {
        Vec3([self.0[0] * k, self.0[1] * k, self.0[2] * k])
    }
}

/// Distance of two segments and the places of their nearest points, 0 to 1 along each.
/// Ericson, "Real-Time Collision Detection" (2005), section 5.1.9.
///
/// # Units
/// Metres.
pub fn segments(p0: Vec3, p1: Vec3, q0: Vec3, q1: Vec3) -> (f64, f64, f64) {
    let (u, v, r) = (p1 - p0, q1 - q0, p0 - q0);
    let (a, e, f) = (u.dot(u), v.dot(v), v.dot(r));
    let (s, t);
    if a <= 0.0 && e <= 0.0 {
        (s, t) = (0.0, 0.0);
    } else if a <= 0.0 {
        (s, t) = (0.0, (f / e).clamp(0.0, 1.0));
    } else {
        let c = u.dot(r);
        if e <= 0.0 {
            (s, t) = ((-c / a).clamp(0.0, 1.0), 0.0);
        } else {
            let b = u.dot(v);
            let denominator = a * e - b * b;
            let s0 = if denominator > 1e-14 * a * e { ((b * f - c * e) / denominator).clamp(0.0, 1.0) } else { 0.0 };
            let t0 = (b * s0 + f) / e;
            if t0 < 0.0 {
                (s, t) = ((-c / a).clamp(0.0, 1.0), 0.0);
            } else if t0 > 1.0 {
                (s, t) = (((b - c) / a).clamp(0.0, 1.0), 1.0);
            } else {
                (s, t) = (s0, t0);
            }
        }
    }
    ((r + u * s - v * t).norm(), s, t)
}

/// Greatest radius of curvature of WGS84, a²/b, metres: no arc on it is flatter.
const FLATTEST: f64 = 6_399_593.626;

/// The least length a geodesic can have over a chord of this length: the arc of the flattest
/// curvature, by the first two terms of its series, a little shortened.
///
/// # Units
/// Metres.
pub fn arc_at_least(chord: f64) -> f64 {
    chord + 0.98 * chord * chord * chord / (24.0 * FLATTEST * FLATTEST)
}

/// The greatest length a geodesic can have over a chord of this length: half a circle at most.
///
/// # Units
/// Metres.
pub fn arc_at_most(chord: f64) -> f64 {
    // an arc of the sharpest curvature; beyond a radius the ratio rises to pi / 2
    if chord < 1e6 { chord * 1.0011 } else { chord * std::f64::consts::FRAC_PI_2 }
}

/// A box in geocentric space, metres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Box3 {
    /// Least coordinates.
    pub least: [f64; 3],
    /// Greatest coordinates.
    pub greatest: [f64; 3],
}

impl Box3 {
    /// Holds nothing yet.
    pub const EMPTY: Box3 = Box3 { least: [f64::INFINITY; 3], greatest: [f64::NEG_INFINITY; 3] };

    /// Grows to hold a point.
    pub fn take(&mut self, Vec3(p): Vec3) {
        for (i, x) in p.into_iter().enumerate() {
            self.least[i] = self.least[i].min(x);
            self.greatest[i] = self.greatest[i].max(x);
        }
    }

    /// Grows to hold another box.
    pub fn join(&mut self, other: &Box3) {
        self.take(Vec3(other.least));
        self.take(Vec3(other.greatest));
    }

    /// Grown by `by` metres on every side.
    pub fn grown(mut self, by: f64) -> Self {
        for i in 0..3 {
            self.least[i] -= by;
            self.greatest[i] += by;
        }
        self
    }

    /// Straight distance between two boxes, 0 when they meet, metres.
    pub fn distance(&self, other: &Box3) -> f64 {
        let gap = |i: usize| (self.least[i] - other.greatest[i]).max(other.least[i] - self.greatest[i]).max(0.0);
        Vec3([gap(0), gap(1), gap(2)]).norm()
    }

    /// The farthest two points of the two boxes can be apart, metres.
    pub fn farthest(&self, other: &Box3) -> f64 {
        let span = |i: usize| (self.greatest[i] - other.least[i]).max(other.greatest[i] - self.least[i]);
        Vec3([span(0), span(1), span(2)]).norm()
    }

    /// Length of the diagonal, metres.
    pub fn diagonal(&self) -> f64 {
        (Vec3(self.greatest) - Vec3(self.least)).norm()
    }

    /// The middle.
    pub fn centre(&self) -> Vec3 {
        (Vec3(self.greatest) + Vec3(self.least)) * 0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_points_of_segments_are_found_in_every_arrangement() {
        let p = |x: f64, y: f64, z: f64| Vec3([x, y, z]);
        // crossing above one another, end to end, end to middle, parallel, both points
        let cases = [
            ((p(-1., 0., 0.), p(1., 0., 0.), p(0., -1., 2.), p(0., 1., 2.)), 2.0),
            ((p(0., 0., 0.), p(1., 0., 0.), p(4., 4., 0.), p(5., 9., 0.)), 5.0),
            ((p(0., 0., 0.), p(10., 0., 0.), p(4., 3., 0.), p(4., 9., 0.)), 3.0),
            ((p(0., 0., 0.), p(10., 0., 0.), p(3., 2., 0.), p(7., 2., 0.)), 2.0),
            ((p(0., 0., 0.), p(0., 0., 0.), p(3., 4., 0.), p(3., 4., 0.)), 5.0),
            ((p(0., 0., 0.), p(10., 0., 0.), p(5., 6., 0.), p(5., 6., 0.)), 6.0),
        ];
        for ((a, b, c, d), wanted) in cases {
            assert!((segments(a, b, c, d).0 - wanted).abs() < 1e-12);
            assert!((segments(c, d, b, a).0 - wanted).abs() < 1e-12);
        }
    }

    #[test]
    fn an_arc_is_never_promised_longer_than_it_is() {
        // a circle of the flattest radius: arc for chord c is 2 R asin(c / 2R)
        for chord in [1.0f64, 1e3, 1e5, 1e6, 1e7] {
            let arc = 2.0 * FLATTEST * (chord / 2.0 / FLATTEST).asin();
            assert!(arc_at_least(chord) <= arc * (1.0 + 1e-12) && arc_at_least(chord) >= chord);
        }
    }
}
