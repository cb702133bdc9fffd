//! Directions and lengths in a plane.

/// The length from one place of the plane to another.
pub fn length(a: [f64; 2], b: [f64; 2]) -> f64 {
    (b[0] - a[0]).hypot(b[1] - a[1])
}

/// The direction from one place to another, of length 1.
pub fn direction(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    let long = length(a, b);
    [(b[0] - a[0]) / long, (b[1] - a[1]) / long]
}

/// The angle by which one direction turns into another, radians, to the left positive.
pub fn turn(from: [f64; 2], to: [f64; 2]) -> f64 {
    (from[0] * to[1] - from[1] * to[0]).atan2(from[0] * to[0] + from[1] * to[1])
}

/// The place of a line through `vertices` nearest to `p`, and how far off it is.
pub fn nearest(vertices: &[[f64; 2]], p: [f64; 2]) -> ([f64; 2], f64) {
    let mut best = (vertices[0], length(vertices[0], p));
    for pair in vertices.windows(2) {
        let [a, b] = [pair[0], pair[1]];
        let long2 = (b[0] - a[0]).powi(2) + (b[1] - a[1]).powi(2);
        if long2 == 0.0 {
            continue;
        }
        let t = (((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / long2).clamp(0.0, 1.0);
        let found = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
        let off = length(found, p);
        if off < best.1 {
            best = (found, off);
        }
    }
    best
}
