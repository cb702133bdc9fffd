//! Tells layers that lie where they cannot be meant to: axes exchanged, or exchanged for nothing.

use crate::earth::{LonLat, geodesic};
use crate::error::{Error, Result};
use crate::planar::Bounds;
use crate::units::Metres;

use super::settings::Settings;

/// Two layers that lie on different continents as written, and side by side when one has its
/// axes exchanged, were not meant so.
///
/// # Errors
/// The layer that most likely is swapped, by name, with `--swap-axes`.
pub fn cross_check(a: (&Settings, &Bounds), b: (&Settings, &Bounds)) -> Result<()> {
    const APART: Metres = Metres(1_000_000.0);
    const TOGETHER: Metres = Metres(100_000.0);
    if a.1.is_empty() || b.1.is_empty() {
        return Ok(());
    }
    let middle = |bounds: &Bounds| [0, 1].map(|i| 0.5 * (bounds.least[i] + bounds.greatest[i]));
    let swapped = |p: [f64; 2]| [p[1], p[0]];
    let (at_a, at_b) = (middle(a.1), middle(b.1));
    let apart = geodesic(LonLat::new(at_a), LonLat::new(at_b));
    let together = |p: [f64; 2], q: [f64; 2]| {
        p[1].abs() <= 90.0 && q[1].abs() <= 90.0 && geodesic(LonLat::new(p), LonLat::new(q)) < TOGETHER
    };
    if apart < APART || !(together(swapped(at_a), at_b) || together(at_a, swapped(at_b))) {
        return Ok(());
    }
    // the odd one out was exchanged on request, or lies nearer a pole, where there are no villages
    let first_is_odd = match (a.0.manner.swap_axes, b.0.manner.swap_axes) {
        (true, false) => true,
        (false, true) => false,
        _ => at_a[1].abs() > at_b[1].abs(),
    };
    let (odd, at, bounds, other) = if first_is_odd { (a.0, at_a, a.1, b.0) } else { (b.0, at_b, b.1, a.0) };
    let where_to = if at[1] < ANTARCTICA { ", in Antarctica" } else { "" };
    let miles = crate::text::grouped((apart.0 / 1609.344).round() as u64);
    let runs = format!(
        "from {:.2} to {:.2} and from {:.2} to {:.2}",
        bounds.least[0], bounds.greatest[0], bounds.least[1], bounds.greatest[1]
    );
    if odd.manner.swap_axes {
        return Err(Error::new(format!(
            "{}: its axes were exchanged as asked, and now it runs {runs}, far from layer {}{where_to}, some {miles} miles away. \
             Without the exchange it lies beside it.",
            odd.place(),
            other.name
        ))
        .hint(format!("Leave out --swap-axes {}", odd.name)));
    }
    Err(Error::new(format!(
        "{}: longitude and latitude look swapped. The file runs {runs}. Read as written, it lies far from layer {}{where_to}, some \
         {miles} miles away; with its axes exchanged it lies beside it.",
        odd.place(),
        other.name
    ))
    .hint(format!("GeoJSON puts the longitude first. If that is the only fault, write --swap-axes {}", odd.name))
    .try_this("The repair is recorded and printed with every result. Nothing was checked."))
}

/// South of this, in degrees, there is no municipality.
const ANTARCTICA: f64 = -60.0;

/// A layer that a law is applied to does not lie in Antarctica; where its axes exchanged would
/// place it elsewhere, they are.
///
/// # Errors
/// The layer by name, with `--swap-axes`.
pub fn is_inhabited(settings: &Settings, bounds: &Bounds) -> Result<()> {
    let swapped_is_a_place = bounds.least[0] >= ANTARCTICA && bounds.greatest[0] <= 90.0;
    if bounds.is_empty() || bounds.greatest[1] > ANTARCTICA || !swapped_is_a_place {
        return Ok(());
    }
    if settings.manner.swap_axes {
        return Err(Error::new(format!(
            "{}: its axes were exchanged as asked, and now it lies in Antarctica.",
            settings.place()
        ))
        .hint(format!("Leave out --swap-axes {}", settings.name)));
    }
    Err(Error::new(format!(
        "{}: longitude and latitude look swapped. Read as written, it lies in Antarctica (latitude {:.2} to {:.2}).",
        settings.place(),
        bounds.least[1],
        bounds.greatest[1]
    ))
    .hint(format!("GeoJSON puts the longitude first. If that is the only fault, write --swap-axes {}", settings.name))
    .try_this("The repair is recorded and printed with every result. Nothing was checked."))
}
