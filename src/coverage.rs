//! Whether a layer reaches far enough around a site that what is not in it is not there.

use crate::earth::{LonLat, geodesic};
use crate::error::Result;
use crate::layer::{Coverage, Layer};
use crate::measure::{boundary_distance, distance};
use crate::planar::{GeometryType, PathKind, Planar};
use crate::predicates::Position;
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
                let mut planar = Planar::default();
                let ring = [[*west, *south], [*east, *south], [*east, *north], [*west, *north], [*west, *south]];
                planar.push_path(PathKind::Shell, 0, ring);
                let shape = Shape::new(GeometryType::Polygon, planar, &crate::crs::Crs::lon_lat());
                Reach::Areas(shape.ok().into_iter().collect(), Metres(0.0))
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
    /// is at most the length that the areas are grown by.
    pub fn covers(&self, site: &Shape, reach: Metres) -> Covered {
        let (areas, grown) = match self {
            Reach::Unstated => return Covered::Unstated,
            Reach::Complete => return Covered::Yes,
            Reach::Areas(areas, grown) => (areas, *grown),
        };
        let allowed = grown.0 - reach.0;
        let bounds = site.drawing().bounds();
        let middle = LonLat::new([0, 1].map(|i| 0.5 * (bounds.least[i] + bounds.greatest[i])));
        if signed(areas, middle) + site.extent().diagonal() * 1.0001 <= allowed {
            return Covered::Yes;
        }
        let holed = areas.iter().any(|area| {
            area.drawing().planar().positions.iter().any(|p| site.drawing().position(*p).0 == Position::Inside)
        });
        let edges = 0..site.drawing().edges().len();
        let inside = !holed
            && edges.into_iter().all(|i| {
                let edge = site.edge(i);
                edge_within(areas, allowed, [edge.from, edge.to], [signed(areas, edge.from), signed(areas, edge.to)])
            });
        if inside { Covered::Yes } else { Covered::EndsTooSoon }
    }
}

/// Whether the signed distance stays at most `allowed` along an edge: at its ends it is known,
/// and between them it rises by at most half of what its length leaves.
fn edge_within(areas: &[Shape], allowed: f64, ends: [LonLat; 2], at: [f64; 2]) -> bool {
    if at[0] > allowed || at[1] > allowed {
        return false;
    }
    let length = geodesic(ends[0], ends[1]).0 * 1.0001;
    if (at[0] + at[1] + length) / 2.0 <= allowed {
        return true;
    }
    if length < 0.01 {
        return false;
    }
    let middle = LonLat { lon: 0.5 * (ends[0].lon + ends[1].lon), lat: 0.5 * (ends[0].lat + ends[1].lat) };
    let between = signed(areas, middle);
    edge_within(areas, allowed, [ends[0], middle], [at[0], between])
        && edge_within(areas, allowed, [middle, ends[1]], [between, at[1]])
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
}
