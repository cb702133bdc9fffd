//! Whether a layer reaches far enough around a site that what is not in it is not there.

use crate::crs::Crs;
use crate::earth::{LonLat, geodesic};
use crate::error::{Error, Result};
use crate::layer::{Coverage, Layer};
use crate::measure::{boundary_distance, distance};
use crate::planar::{Bounds, GeometryType, PathKind, Planar};
use crate::predicates::{Drawing, Position};
use crate::shape::Shape;
use crate::units::Metres;

/// The ground a layer covers, loaded.
#[derive(Debug)]
pub enum Reach {
    /// Nothing is stated.
    Unstated,
    /// A closed list: there is no other feature anywhere.
    Complete,
    /// Areas, grown by a length.
    Areas(Vec<Shape>, Metres),
}

/// What the coverage of a layer says of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Covered {
    /// It reaches as far as is needed.
    Yes,
    /// It ends too soon.
    EndsTooSoon,
    /// Nothing is stated.
    Unstated,
}

impl Reach {
    /// Loads what is stated.
    ///
    /// # Errors
    /// The file of the areas cannot be read, or none of its features can be used.
    pub fn load(stated: Option<&Coverage>) -> Result<Self> {
        Ok(match stated {
            None => Reach::Unstated,
            Some(Coverage::Complete) => Reach::Complete,
            Some(Coverage::Box([west, south, east, north])) => {
                // with positions along its sides, so that no edge runs half way round the earth
                let along = |i: u32| west + (east - west) * f64::from(i) / 4.0;
                let ring = (0..=4)
                    .map(|i| [along(i), *south])
                    .chain((0..=4).rev().map(|i| [along(i), *north]))
                    .chain([[*west, *south]]);
                let mut planar = Planar::default();
                planar.push_path(PathKind::Shell, 0, ring);
                let shape = Shape::new(GeometryType::Polygon, planar, &Crs::lon_lat());
                Reach::Areas(
                    vec![shape.map_err(|d| Error::new(format!("a coverage box cannot be used: {}.", d.what)))?],
                    Metres(0.0),
                )
            }
            Some(Coverage::Area(settings, grown)) => {
                let layer = Layer::load(settings, false)?;
                if let Some(bad) = layer.refused.first() {
                    return Err(layer.refusal(bad)); // a coverage that is not known whole is not known
                }
                Reach::Areas(layer.features.into_iter().map(|f| f.shape).collect(), grown.metres())
            }
        })
    }

    /// Whether every place within `reach` of the site is covered. Errs on the side of no.
    ///
    /// The signed distance to the areas (negative inside) grows no faster than one moves; so
    /// a place within `reach` of a point at signed distance `s` is covered when `s + reach`
    /// is at most the length that the areas are grown by. The site is looked at in cells, which
    /// are quartered until each is surely covered, surely not, or beside the site.
    pub fn covers(&self, site: &Shape, reach: Metres) -> Covered {
        let (areas, grown) = match self {
            Reach::Unstated => return Covered::Unstated,
            Reach::Complete => return Covered::Yes,
            Reach::Areas(areas, grown) => (areas, *grown),
        };
        let cell = *site.drawing().bounds();
        if cell_is_covered(areas, grown.0 - reach.0, site.drawing(), cell) {
            Covered::Yes
        } else {
            Covered::EndsTooSoon
        }
    }
}

/// The least cell that is still quartered, metres.
const LEAST_CELL: f64 = 0.05;

fn cell_is_covered(areas: &[Shape], allowed: f64, site: &Drawing, cell: Bounds) -> bool {
    let middle = [0, 1].map(|i| 0.5 * (cell.least[i] + cell.greatest[i]));
    let at = signed(areas, LonLat::new(middle));
    // no place of the cell is farther from its middle than the sum of half its sides
    let (Bounds { least: [west, south], greatest: [east, north] }, lat) = (cell, middle[1]);
    let widest = if south <= 0.0 && north >= 0.0 { 0.0 } else { south.abs().min(north.abs()) };
    let side = |a: [f64; 2], b: [f64; 2]| geodesic(LonLat::new(a), LonLat::new(b)).0;
    let across = 0.5 * (east - west).to_radians() * 6_400_000.0 * widest.to_radians().cos();
    let radius = across + side([west, lat], [west, south]).max(side([west, lat], [west, north]));
    if at + radius <= allowed {
        return true;
    }
    if !touches(site, cell) {
        return true; // nothing of the site lies in it
    }
    if radius < LEAST_CELL || (at > allowed && site.position(middle).0 != Position::Outside) {
        return false;
    }
    let quarter = |west, south, east, north| Bounds { least: [west, south], greatest: [east, north] };
    [
        quarter(west, south, middle[0], middle[1]),
        quarter(middle[0], south, east, middle[1]),
        quarter(west, middle[1], middle[0], north),
        quarter(middle[0], middle[1], east, north),
    ]
    .into_iter()
    .all(|part| cell_is_covered(areas, allowed, site, part))
}

fn touches(site: &Drawing, cell: Bounds) -> bool {
    let Bounds { least: [west, south], greatest: [east, north] } = cell;
    let mut planar = Planar::default();
    planar.push_path(PathKind::Shell, 0, [[west, south], [east, south], [east, north], [west, north], [west, south]]);
    site.common_point(&Drawing::new(planar)).is_some()
}

/// Metres from a point to the areas, negative inside.
fn signed(areas: &[Shape], p: LonLat) -> f64 {
    let Ok(point) = Shape::point(p) else { return f64::INFINITY };
    let one = |area: &Shape| match distance(&point, area).distance.0 {
        0.0 => -boundary_distance(&point, area).map_or(0.0, |d| d.0),
        outside => outside,
    };
    areas.iter().map(one).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(west: f64, south: f64, side: f64) -> Shape {
        let mut planar = Planar::default();
        let (east, north) = (west + side, south + side);
        planar.push_path(
            PathKind::Shell,
            0,
            [[west, south], [east, south], [east, north], [west, north], [west, south]],
        );
        Shape::new(GeometryType::Polygon, planar, &crate::crs::Crs::lon_lat()).expect("a square")
    }

    #[test]
    fn coverage_must_reach_around_the_whole_site() {
        // a square of 0.01 degree, some 2,763 ft wide and 3,644 ft high at 40.95 N
        let reach = Reach::Areas(vec![square(-73.84, 40.95, 0.01)], Metres::from_feet(1200.0));
        let thousand = Metres::from_feet(1000.0);
        let lot = |west: f64| square(west, 40.955, 0.0002); // 55 ft wide
        // 1,000 ft around a lot in the middle lie inside; a lot whose west side is 138 ft
        // (0.0005 degree) outside still has 1,062 ft; one 221 ft (0.0008 degree) outside has 979 ft
        assert_eq!(reach.covers(&lot(-73.835), thousand), Covered::Yes);
        assert_eq!(reach.covers(&lot(-73.8405), thousand), Covered::Yes);
        assert_eq!(reach.covers(&lot(-73.8408), thousand), Covered::EndsTooSoon);
        // without growth the reach must lie inside: 1,382 ft from the west edge do, 276 ft do not
        let bare = Reach::Areas(vec![square(-73.84, 40.95, 0.01)], Metres(0.0));
        assert_eq!(bare.covers(&lot(-73.835), thousand), Covered::Yes);
        assert_eq!(bare.covers(&lot(-73.839), thousand), Covered::EndsTooSoon);
        assert_eq!(Reach::Unstated.covers(&lot(-73.835), thousand), Covered::Unstated);
        assert_eq!(Reach::Complete.covers(&lot(0.0), thousand), Covered::Yes);
    }

    #[test]
    fn a_lot_wider_than_a_gap_of_the_coverage_does_not_bridge_it() {
        // a coverage of 0.06 degree with a hole of 0.02 degree (5,527 ft wide), grown by 1,300 ft;
        // a lot that fills the hole up to 100 ft of its sides still has its middle far from it
        let mut planar = Planar::default();
        let ring = |west: f64, south: f64, side: f64| {
            [[west, south], [west + side, south], [west + side, south + side], [west, south + side], [west, south]]
        };
        planar.push_path(PathKind::Shell, 0, ring(-73.86, 40.92, 0.06));
        planar.push_path(PathKind::Hole, 0, ring(-73.84, 40.94, 0.02));
        let area = Shape::new(GeometryType::Polygon, planar, &crate::crs::Crs::lon_lat()).expect("an area");
        let reach = Reach::Areas(vec![area], Metres::from_feet(1300.0));
        assert_eq!(reach.covers(&square(-73.8397, 40.9403, 0.0194), Metres::from_feet(1000.0)), Covered::EndsTooSoon);
        assert_eq!(reach.covers(&square(-73.859, 40.93, 0.0002), Metres::from_feet(1000.0)), Covered::Yes);
    }

    #[test]
    fn a_box_round_the_earth_covers() {
        let reach = Reach::load(Some(&Coverage::Box([-180.0, -80.0, 180.0, 80.0]))).expect("a box");
        assert_eq!(reach.covers(&square(-73.83, 40.95, 0.0002), Metres::from_feet(1000.0)), Covered::Yes);
    }
}
