//! Finds the grid on which a file's coordinates lie: rounded decimals or a quantised export.

use crate::crs::Crs;
use crate::earth::{LonLat, geocentric};
use crate::units::Metres;

/// Gaps of more units than this say little about one unit.
const FEW: f64 = 50.0;
/// The part of a unit that is noise.
const NOISE: f64 = 0.005;
/// Positions looked at, at most.
const LOOKED_AT: usize = 20_000;

/// The spacing of coordinates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// Spacing of the first and second coordinate, in the unit of the file; 0 for none found.
    pub step: [f64; 2],
    /// The same on the ground.
    pub on_ground: [Metres; 2],
}

/// Collects positions and finds their grid.
#[derive(Debug, Default)]
pub struct GridFinder {
    positions: Vec<[f64; 2]>,
}

impl GridFinder {
    /// Takes positions in the plane of the file; whether these are enough.
    pub fn take(&mut self, positions: &[[f64; 2]]) -> bool {
        let room = LOOKED_AT.saturating_sub(self.positions.len());
        self.positions.extend(positions.iter().take(room));
        self.positions.len() >= LOOKED_AT
    }

    /// The grid, if positions enough were seen.
    pub fn found(self, crs: &Crs) -> Option<Grid> {
        let first = *self.positions.first()?;
        let step = [0, 1].map(|axis| step(self.positions.iter().map(|p| p[axis]).collect()));
        let place = |p: [f64; 2]| crs.to_lon_lat(p).map(|LonLat { lon, lat }| geocentric(LonLat { lon, lat }));
        let origin = place(first)?;
        let across = |axis: usize| {
            let mut moved = first;
            moved[axis] += 1e3 * step[axis]; // far enough to be clear of rounding
            place(moved).map(|p| Metres((p - origin).norm() / 1e3))
        };
        Some(Grid { step, on_ground: [across(0)?, across(1)?] })
    }
}

impl Grid {
    /// One spacing that stands for both: the root of their mean square.
    pub fn spacing(&self) -> Metres {
        let [Metres(x), Metres(y)] = self.on_ground;
        Metres(((x * x + y * y) / 2.0).sqrt())
    }
}

/// The spacing of which the gaps between neighbouring values are whole multiples: their
/// greatest common divisor, to rounding. 0 when there is none to speak of.
fn step(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.dedup();
    let rounding = values.iter().fold(0.0f64, |m, v| m.max(v.abs())) * 4.0 * f64::EPSILON;
    let mut gaps: Vec<f64> = values.windows(2).map(|w| w[1] - w[0]).filter(|g| *g > 2.0 * rounding).collect();
    if gaps.len() < 8 {
        return 0.0;
    }
    gaps.sort_by(f64::total_cmp);
    // one grid line printed in two ways is no gap
    let typical = gaps[gaps.len() / 2];
    gaps.retain(|gap| *gap > typical / 100.0);
    let mut unit = gaps[0];
    for gap in gaps {
        // Euclid on gaps of a few units, as long as what is left is more than noise: rounding,
        // or the last decimals of a quantised export
        let mut rest = gap;
        loop {
            let times = (rest / unit).round();
            let left = (rest - times * unit).abs();
            if times > FEW || left <= (rounding * (2.0 + times)).max(NOISE * unit) {
                break;
            }
            (rest, unit) = (unit, left);
        }
    }
    if unit > 64.0 * rounding { unit } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(positions: impl Iterator<Item = [f64; 2]>) -> Option<Grid> {
        let mut finder = GridFinder::default();
        finder.take(&positions.collect::<Vec<_>>());
        finder.found(&Crs::lon_lat())
    }

    #[test]
    fn rounded_and_quantised_coordinates_show_their_grid() {
        let scattered = |i: u32| f64::from(i * 7919 % 997) / 997.0;
        let rounded = grid((0..400).map(|i| {
            let round = |v: f64| (v * 1e6).round() / 1e6;
            [round(-73.8 + 0.01 * scattered(i)), round(40.9 + 0.01 * scattered(i + 400))]
        }));
        let rounded = rounded.expect("a grid");
        assert!((rounded.step[0] - 1e-6).abs() < 1e-8 && (rounded.step[1] - 1e-6).abs() < 1e-8, "{rounded:?}");
        // 1e-6 degree of latitude at 40.9 N is 0.111 m
        assert!((rounded.on_ground[1].0 - 0.111).abs() < 1e-3);
        let quantised = grid((0..400).map(|i| {
            [-71.1 + 8.5e-6 * (1e4 * scattered(i)).round(), 42.36 + 3.7e-6 * (1e4 * scattered(i + 400)).round()]
        }));
        let step = quantised.expect("a grid").step;
        assert!((step[0] % 8.5e-6).min(8.5e-6 - step[0] % 8.5e-6) < 1e-9 && step[0] > 0.0, "{step:?}");
    }

    #[test]
    fn a_quantised_export_printed_to_nine_decimals_shows_the_coarse_grid() {
        let nine = |v: f64| (v * 1e9).round() / 1e9;
        let scattered = |i: u32, n: u32| f64::from(i * 7919 % n);
        let grid = grid((0..3000).map(|i| {
            [nine(-71.1 + 8.539_641_149e-6 * scattered(i, 1009)), nine(42.36 + 3.685_684e-6 * scattered(i, 1013))]
        }));
        let step = grid.expect("a grid").step;
        assert!((step[0] / 8.539_641e-6 - 1.0).abs() < 1e-2 && (step[1] / 3.685_684e-6 - 1.0).abs() < 1e-2, "{step:?}");
    }

    #[test]
    fn full_doubles_show_none_worth_the_name() {
        let fine = grid((0..400).map(|i| {
            [
                -73.8 + 0.01 * (f64::from(i) * 0.618_033_988_749).fract(),
                40.9 + 0.01 * (f64::from(i) * 0.754_877_666).fract(),
            ]
        }));
        assert!(fine.expect("positions").spacing().0 < 0.01);
    }
}
