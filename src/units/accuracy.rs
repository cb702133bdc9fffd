//! How good a layer is, and the band of doubt that follows for a distance.

use std::fmt;

use super::{Length, Metres};
use crate::error::{Error, Result};

/// Accuracy at 95 % over RMSE for a circular error: NSSDA, FGDC-STD-007.3-1998, section 3-A.
pub const NSSDA_95: f64 = 1.7308;

/// The root mean square of a datum that is not known to be shared, in metres: 3.5 ft.
const UNKNOWN_DATUM: f64 = 3.5 * 0.3048;

/// A layer's horizontal accuracy, as stated or as assumed.
#[derive(Debug, Clone, PartialEq)]
pub struct Accuracy {
    rmse: f64,
    stated: Option<String>,
    changed: bool,
}

impl Accuracy {
    /// Reads `5 ft rmse` or `10 ft 95%`; a bare `0 ft` may stand for an exact layer.
    ///
    /// # Errors
    /// Not a length, or a length without `rmse` or `95%`.
    pub fn parse(text: &str) -> Result<Self> {
        let trimmed = text.trim();
        let (length, divisor) = match trimmed.strip_suffix("rmse") {
            Some(length) => (length, 1.0),
            None => match trimmed.strip_suffix("95%").or_else(|| trimmed.strip_suffix("95 %")) {
                Some(length) => (length, NSSDA_95),
                None if Length::parse(trimmed).is_ok_and(|l| l == Length::ZERO) => (trimmed, 1.0),
                None => {
                    return Err(Error::new(format!("the accuracy \"{text}\" does not say which kind it is."))
                        .hint("Write '5 ft rmse' (root mean square error) or '10 ft 95%' (NSSDA, 95 % of points)."));
                }
            },
        };
        let Metres(metres) = Length::parse(length)?.metres();
        Ok(Accuracy { rmse: metres / divisor, stated: Some(trimmed.to_owned()), changed: false })
    }

    /// What is assumed of a layer that states nothing: 10 ft at 95 % for lines and polygons,
    /// 20 ft for points.
    pub fn assumed(points: bool) -> Self {
        let feet = if points { 20.0 } else { 10.0 };
        Accuracy { rmse: Metres::from_feet(feet).0 / NSSDA_95, stated: None, changed: false }
    }

    /// Whether the layer states it.
    pub fn is_stated(&self) -> bool {
        self.stated.is_some()
    }

    /// The same with a change of datum, good to `doubt` at 95 %, that every position went through.
    pub fn with_datum_change(mut self, doubt: Metres) -> Self {
        let added = doubt.0 / NSSDA_95;
        self.rmse = (self.rmse * self.rmse + added * added).sqrt();
        self.changed = true;
        self
    }

    /// Root mean square error.
    pub fn rmse(&self) -> Metres {
        Metres(self.rmse)
    }

    /// The same, with the rounding of a coordinate grid of spacing `grid` added (g²/6 to the
    /// square); a stated accuracy is whole and stays as it is.
    pub fn with_grid(mut self, grid: Metres) -> Self {
        if self.stated.is_none() {
            self.rmse = (self.rmse * self.rmse + grid.0 * grid.0 / 6.0).sqrt();
        }
        self
    }
}

/// `2.0 ft rmse`, `10 ft 95%`, `assumed 10.0 ft 95%`, `33.1 ft 95% with datum`.
impl fmt::Display for Accuracy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.stated {
            _ if self.changed => write!(f, "{} 95% with datum", Metres(self.rmse * NSSDA_95)),
            Some(stated) => f.write_str(stated),
            None => write!(f, "assumed {} 95%", Metres(self.rmse * NSSDA_95)),
        }
    }
}

/// The half-width of the band of doubt about a measured distance:
/// `b = 1.7308 * sqrt(rmse_from² + rmse_to²)`, with (3.5 ft)² under the root where the two
/// layers do not state one datum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Band(Metres);

impl Band {
    /// No doubt at all.
    pub const NONE: Band = Band(Metres(0.0));

    /// The band between two layers. `one_datum` is whether their datums are known to agree,
    /// or are both unstated.
    pub fn between(from: &Accuracy, to: &Accuracy, one_datum: bool) -> Self {
        let datum = if one_datum { 0.0 } else { UNKNOWN_DATUM };
        Band(Metres(NSSDA_95 * (from.rmse * from.rmse + to.rmse * to.rmse + datum * datum).sqrt()))
    }

    /// A band stated outright, as by a surveyor.
    pub fn stated(half_width: Length) -> Self {
        Band(half_width.metres())
    }

    /// The same with a further, independent doubt of this half-width.
    pub fn with(self, doubt: Metres) -> Self {
        Band(Metres(self.0.0.hypot(doubt.0)))
    }

    /// Half of its width.
    pub fn half_width(self) -> Metres {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_band_of_two_layers_good_to_two_feet_is_4_9_ft() {
        let two = Accuracy::parse("2 ft rmse").expect("stated");
        let band = Band::between(&two, &two, true);
        // 1.7308 * sqrt(8) = 4.89544
        assert!((band.half_width().feet() - 4.89544).abs() < 1e-4);
    }

    #[test]
    fn ninety_five_percent_and_rmse_differ_by_the_nssda_factor() {
        let p95 = Accuracy::parse("4.5 ft 95%").expect("stated");
        let zero = Accuracy::parse("0 ft").expect("exact");
        assert!((Band::between(&p95, &zero, true).half_width().feet() - 4.5).abs() < 1e-12);
        assert!(Accuracy::parse("5 ft").is_err());
        assert!(Accuracy::parse("5 rmse").is_err());
    }

    #[test]
    fn an_unknown_datum_adds_its_square_once() {
        let zero = Accuracy::parse("0 ft rmse").expect("exact");
        let band = Band::between(&zero, &zero, false);
        assert!((band.half_width().feet() - 1.7308 * 3.5).abs() < 1e-9);
    }

    #[test]
    fn unstated_accuracy_takes_the_grid_in() {
        let assumed = Accuracy::assumed(false).with_grid(Metres::from_feet(6.0));
        // (10/1.7308)² + 36/6 = 39.382
        assert!((assumed.rmse().feet() - 39.3817_f64.sqrt()).abs() < 1e-3);
        let stated = Accuracy::parse("1 ft rmse").expect("stated").with_grid(Metres::from_feet(6.0));
        assert!((stated.rmse().feet() - 1.0).abs() < 1e-12);
    }
}
