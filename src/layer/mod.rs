//! Reads features and their provenance, in any coordinate system, refusing what is not valid.

mod gate;
mod grid;
mod loaded;
mod manifest;
mod settings;
mod stream;
mod survey;
mod whereabouts;

pub use gate::{Feature, Gate, Refused};
pub use grid::{Grid, GridFinder};
pub use loaded::{Layer, accuracy};
pub use manifest::layers_file;
pub use settings::{Coverage, IdField, Manner, RadiusField, Settings, Stated};
pub use stream::{CrsOrigin, GoOn, Portion, Stream};
pub use survey::{Invalid, Mended, Survey, duplicate_ids};
pub use whereabouts::{cross_check, is_inhabited};

use unicode_normalization::UnicodeNormalization;

/// A name as it is compared: composed (NFC), without the case of its letters, single-spaced.
pub fn folded(name: &str) -> String {
    let composed: String = name.nfc().collect();
    composed.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn names_match_through_case_spacing_and_unicode_form() {
        assert_eq!(folded("  Peña   PARK "), folded("Pen\u{303}a Park"));
        assert_ne!(folded("Garrett Park"), folded("Garret Park"));
    }
}
