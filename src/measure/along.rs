//! Lengths along a line: the curb that is left between two cuts in it.

use crate::earth::{Edge, LonLat, geocentric, geodesic, nearest};
use crate::planar::PathKind;
use crate::shape::Shape;
use crate::units::Metres;

/// A stretch of a line, by its stations: lengths along it from its first vertex.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stretch {
    /// The stations of its two ends; the second is not less. Where a closed line is passed
    /// through its first vertex, one may be negative or more than the whole length.
    pub ends: [Metres; 2],
    /// The two places.
    pub places: [LonLat; 2],
}

/// What is left of a line between two stretches of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gap {
    /// Its length, 0 when they meet or overlap.
    pub length: Metres,
    /// The facing ends of the two stretches.
    pub ends: [LonLat; 2],
}

/// A line with the lengths along it.
#[derive(Debug, Clone)]
pub struct Course {
    vertices: Vec<LonLat>,
    stations: Vec<f64>,
    closed: bool,
}

impl Course {
    /// The lines and rings of a shape, each as a course of its own.
    pub fn of(shape: &Shape) -> Vec<Course> {
        let planar = shape.drawing().planar();
        let lines = planar.paths.iter().filter(|path| path.kind != PathKind::Point);
        lines.map(|path| Course::along(planar.along(path).iter().map(|p| LonLat::new(*p)).collect())).collect()
    }

    /// Through these vertices; closed when the last is the first.
    pub fn along(vertices: Vec<LonLat>) -> Course {
        let mut stations = vec![0.0];
        for pair in vertices.windows(2) {
            stations.push(stations.last().copied().unwrap_or(0.0) + geodesic(pair[0], pair[1]).0);
        }
        let closed = vertices.len() > 3 && vertices.first() == vertices.last();
        Course { vertices, stations, closed }
    }

    /// All of its length.
    pub fn length(&self) -> Metres {
        Metres(self.stations.last().copied().unwrap_or(0.0))
    }

    /// The station of the place on it nearest to `p`, and how far off `p` is.
    fn station(&self, p: LonLat) -> Option<(f64, Metres)> {
        let point = Edge::new(p, p, [geocentric(p); 2]);
        let mut best: Option<(f64, Metres)> = None;
        for (i, pair) in self.vertices.windows(2).enumerate() {
            let edge = Edge::new(pair[0], pair[1], pair_of(pair));
            let limit = best.map_or(Metres(f64::INFINITY), |(_, off)| off);
            let Some(found) = nearest(&point, &edge, limit) else { continue };
            if best.is_none_or(|(_, off)| found.distance < off) {
                best = Some((self.stations[i] + geodesic(pair[0], found.b).0, found.distance));
            }
        }
        best
    }

    /// The stretch that a shape takes up, if all of its vertices lie within `reach` of the line.
    pub fn stretch(&self, shape: &Shape, reach: Metres) -> Option<Stretch> {
        let whole = self.length().0;
        let mut found: Option<[(f64, LonLat); 2]> = None;
        for position in &shape.drawing().planar().positions {
            let place = LonLat::new(*position);
            let (station, off) = self.station(place)?;
            if off.0 > reach.0 {
                return None;
            }
            let [low, high] = found.unwrap_or([(station, place); 2]);
            // on a closed line the same place may be counted from the other side
            let turns = if self.closed { ((low.0 - station) / whole).round() } else { 0.0 };
            let at = (station + turns * whole, place);
            found = Some([if at.0 < low.0 { at } else { low }, if at.0 > high.0 { at } else { high }]);
        }
        found.map(|[low, high]| Stretch { ends: [Metres(low.0), Metres(high.0)], places: [low.1, high.1] })
    }

    /// What is left between two stretches of it; of a closed line the shorter way round.
    pub fn gap(&self, a: &Stretch, b: &Stretch) -> Gap {
        let whole = self.length().0;
        let turns: &[f64] = if self.closed { &[-1.0, 0.0, 1.0] } else { &[0.0] };
        let mut best = Gap { length: Metres(f64::INFINITY), ends: [a.places[0], b.places[0]] };
        for turn in turns {
            let [start, end] = b.ends.map(|station| station.0 + turn * whole);
            for (length, ends) in
                [(start - a.ends[1].0, [a.places[1], b.places[0]]), (a.ends[0].0 - end, [a.places[0], b.places[1]])]
            {
                if length >= 0.0 && length < best.length.0 {
                    best = Gap { length: Metres(length), ends };
                }
            }
            if start <= a.ends[1].0 && end >= a.ends[0].0 {
                return Gap { length: Metres(0.0), ends: [a.places[0], a.places[0]] };
            }
        }
        best
    }
}

fn pair_of(pair: &[LonLat]) -> [crate::earth::Vec3; 2] {
    [geocentric(pair[0]), geocentric(pair[1])]
}

/// All of the length of a shape's lines, on the earth.
pub fn length(shape: &Shape) -> Metres {
    Metres(Course::of(shape).iter().map(|course| course.length().0).sum())
}

/// A line's two ends, each moved outward by `by` in the direction in which the line ends;
/// `None` of a shape that is not one line.
pub fn ends(shape: &Shape, by: Metres) -> Option<[LonLat; 2]> {
    let courses = Course::of(shape);
    let [course] = courses.as_slice() else { return None };
    let [first, second, ..] = course.vertices.as_slice() else { return None };
    let [.., before, last] = course.vertices.as_slice() else { return None };
    let beyond = |from: LonLat, to: LonLat| {
        let share = by.0 / geodesic(from, to).0;
        LonLat { lon: to.lon + share * (to.lon - from.lon), lat: to.lat + share * (to.lat - from.lat) }
    };
    (!course.closed).then(|| [beyond(*second, *first), beyond(*before, *last)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crs::Crs;
    use crate::planar::{GeometryType, Planar};

    /// A line in feet of EPSG:2260 (US survey feet, 61 parts per million short there).
    fn line(positions: &[[f64; 2]]) -> Shape {
        let crs = Crs::from_code("EPSG:2260").expect("known");
        let mut planar = Planar::default();
        let place = |p: &[f64; 2]| [677_000.0 + p[0] / 1.000_002, 771_000.0 + p[1] / 1.000_002];
        planar.push_path(PathKind::Line, 0, positions.iter().map(place));
        Shape::new(GeometryType::LineString, planar, &crs).expect("a line")
    }

    fn assert_feet(found: Metres, feet: f64) {
        // the grid is 6.1e-5 short
        assert!((found.feet() - feet).abs() < 0.001 + feet * 7e-5, "{} is not {feet}", found.feet());
    }

    fn gap(curb: &Shape, a: &Shape, b: &Shape) -> Option<Gap> {
        let course = Course::of(curb).remove(0);
        let reach = Metres::from_feet(1.0);
        Some(course.gap(&course.stretch(a, reach)?, &course.stretch(b, reach)?))
    }

    #[test]
    fn a_gap_runs_round_the_bend_of_the_curb_and_not_across() {
        // 30 ft along one side, a right angle, 20 ft along the other
        let curb = line(&[[0.0, 0.0], [100.0, 0.0], [100.0, 100.0]]);
        let (a, b) = (line(&[[58.0, 0.0], [70.0, 0.0]]), line(&[[100.0, 20.0], [100.0, 32.0]]));
        let found = gap(&curb, &a, &b).expect("both on the curb");
        assert_feet(found.length, 50.0);
        assert_feet(gap(&curb, &b, &a).expect("both on the curb").length, 50.0);
        assert_feet(length(&a), 12.0);
    }

    #[test]
    fn round_a_block_the_shorter_way_counts_also_over_the_first_vertex() {
        let curb = line(&[[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0], [0.0, 0.0]]);
        let (a, b) = (line(&[[10.0, 0.0], [22.0, 0.0]]), line(&[[0.0, 30.0], [0.0, 42.0]]));
        assert_feet(gap(&curb, &a, &b).expect("both on the curb").length, 40.0);
        // a cut through the first vertex itself
        let c = line(&[[0.0, 6.0], [0.0, 0.0], [6.0, 0.0]]);
        assert_feet(gap(&curb, &c, &a).expect("both on the curb").length, 4.0);
        assert_feet(gap(&curb, &c, &b).expect("both on the curb").length, 24.0);
    }

    #[test]
    fn cuts_that_overlap_leave_nothing_and_one_across_the_street_is_not_on_the_curb() {
        let curb = line(&[[0.0, 0.0], [100.0, 0.0]]);
        let (a, b) = (line(&[[10.0, 0.0], [22.0, 0.0]]), line(&[[20.0, 0.0], [32.0, 0.0]]));
        assert_feet(gap(&curb, &a, &b).expect("both on the curb").length, 0.0);
        assert!(gap(&curb, &a, &line(&[[40.0, 30.0], [52.0, 30.0]])).is_none());
    }

    #[test]
    fn ends_are_moved_outward_along_the_line() {
        let cut = line(&[[10.0, 0.0], [22.0, 0.0]]);
        let [first, last] = ends(&cut, Metres::from_feet(1.5)).expect("a line");
        assert_feet(geodesic(first, last), 15.0);
        assert!(ends(&line(&[[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 0.0]]), Metres(0.0)).is_none());
    }
}
