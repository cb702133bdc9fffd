//! A measurement that somebody states instead of the map: a surveyor's figure with its accuracy.

use super::{Band, Length};
use crate::error::{Error, Result};

/// A stated length and how far off it may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stated {
    /// The figure.
    pub length: Length,
    /// Its band of doubt.
    pub band: Band,
}

impl Stated {
    /// Reads `9 ft 6 in +- 0.1 ft`; the sign may be `±`.
    ///
    /// # Errors
    /// No accuracy is stated, or one of the two is no length.
    pub fn parse(text: &str) -> Result<Self> {
        let Some((length, half_width)) = text.split_once("+-").or_else(|| text.split_once('±')) else {
            return Err(Error::new(format!("\"{text}\" does not say how far off it may be."))
                .hint("Write the figure with its accuracy: '9 ft 6 in +- 0.1 ft'."));
        };
        Ok(Stated { length: Length::parse(length)?, band: Band::stated(Length::parse(half_width)?) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_surveyors_figure_is_read_with_its_accuracy() {
        let stated = Stated::parse("9 ft 6 in +- 0.1 ft").expect("a figure");
        assert_eq!(stated.length, Length::parse("114 in").expect("a length"));
        assert!((stated.band.half_width().feet() - 0.1).abs() < 1e-12);
        assert_eq!(Stated::parse("1000 ft ± 0 ft").map(|s| s.length), Ok(Length::feet(1000)));
        assert!(Stated::parse("9 ft").is_err() && Stated::parse("9 +- 1 ft").is_err());
    }
}
