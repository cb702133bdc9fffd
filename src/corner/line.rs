//! The straight line that runs best through the vertices of a curb, and how sure it is.

use super::vector::{direction, length};

/// A line fitted by total least squares, each stretch weighing as long as it is.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    /// The middle of what it is fitted to.
    middle: [f64; 2],
    /// Its direction, of length 1.
    pub direction: [f64; 2],
    /// How far the vertices lie beside it, root mean square.
    rms: f64,
    /// How long the part is that it is fitted to.
    long: f64,
    /// How many vertices.
    vertices: usize,
}

impl Line {
    /// The line through the first `window` metres of `vertices`, in their direction; `None`
    /// when they are no two places.
    pub fn through(vertices: &[[f64; 2]], window: f64) -> Option<Line> {
        let mut used: Vec<[f64; 2]> = vertices.iter().take(1).copied().collect();
        let mut long = 0.0;
        for pair in vertices.windows(2) {
            if long >= window {
                break;
            }
            long += length(pair[0], pair[1]);
            used.push(pair[1]);
        }
        let (first, last) = (*used.first()?, *used.last()?);
        if long == 0.0 || length(first, last) == 0.0 {
            return None;
        }
        // moments of the drawn line itself, stretch by stretch
        let mut middle = [0.0; 2];
        for pair in used.windows(2) {
            let w = length(pair[0], pair[1]) / long;
            middle = [0, 1].map(|k| middle[k] + w * 0.5 * (pair[0][k] + pair[1][k]));
        }
        let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
        for pair in used.windows(2) {
            let w = length(pair[0], pair[1]) / long;
            let m = [0, 1].map(|k| 0.5 * (pair[0][k] + pair[1][k]) - middle[k]);
            let h = [0, 1].map(|k| 0.5 * (pair[1][k] - pair[0][k]));
            xx += w * (m[0] * m[0] + h[0] * h[0] / 3.0);
            xy += w * (m[0] * m[1] + h[0] * h[1] / 3.0);
            yy += w * (m[1] * m[1] + h[1] * h[1] / 3.0);
        }
        let angle = 0.5 * (2.0 * xy).atan2(xx - yy);
        let forward = direction(first, last);
        let mut found = [angle.cos(), angle.sin()];
        if found[0] * forward[0] + found[1] * forward[1] < 0.0 {
            found = [-found[0], -found[1]];
        }
        let mut line = Line { middle, direction: found, rms: 0.0, long, vertices: used.len() };
        let squares: f64 = used.iter().map(|p| line.beside(*p).powi(2)).sum();
        line.rms = (squares / used.len() as f64).sqrt();
        Some(line)
    }

    /// The same line, run the other way.
    pub fn reversed(self) -> Line {
        Line { direction: [-self.direction[0], -self.direction[1]], ..self }
    }

    /// How far along the line a place lies, from its middle.
    pub fn along(&self, p: [f64; 2]) -> f64 {
        (p[0] - self.middle[0]) * self.direction[0] + (p[1] - self.middle[1]) * self.direction[1]
    }

    /// How far beside the line a place lies, to its left positive.
    pub fn beside(&self, p: [f64; 2]) -> f64 {
        self.direction[0] * (p[1] - self.middle[1]) - self.direction[1] * (p[0] - self.middle[0])
    }

    /// The place of the line square to another place.
    pub fn foot(&self, p: [f64; 2]) -> [f64; 2] {
        let along = self.along(p);
        [0, 1].map(|k| self.middle[k] + along * self.direction[k])
    }

    /// Where two lines meet; `None` when they run side by side.
    pub fn meeting(&self, other: &Line) -> Option<[f64; 2]> {
        let cross = self.direction[0] * other.direction[1] - self.direction[1] * other.direction[0];
        let away = other.beside(self.middle);
        (cross.abs() > 1e-3).then(|| [0, 1].map(|k| self.middle[k] + away / cross * self.direction[k]))
    }

    /// How far beside the line its true place may be at a place on it, at 95 %: the doubt of a
    /// fitted line grows with the distance from what it is fitted to.
    pub fn doubt(&self, p: [f64; 2]) -> f64 {
        let spread = self.long / 12f64.sqrt();
        let n = self.vertices as f64;
        1.96 * self.rms * (1.0 / n + self.along(p).powi(2) / (n * spread * spread)).sqrt()
    }
}
