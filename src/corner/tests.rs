//! Corners worked by hand: right, skewed, at a T, sharp; and what is no corner.

use super::*;
use crate::crs::Crs;
use crate::earth::{Plane, geodesic};
use crate::planar::{GeometryType, PathKind, Planar};

/// A line through places so many feet east and north of `at`.
fn line(at: LonLat, feet: &[[f64; 2]]) -> Shape {
    let plane = Plane::at(at);
    let mut planar = Planar::default();
    let place = |p: &[f64; 2]| plane.place([p[0] * 0.3048, p[1] * 0.3048]).array();
    planar.push_path(PathKind::Line, 0, feet.iter().map(place));
    Shape::new(GeometryType::LineString, planar, &Crs::lon_lat()).expect("a line")
}

const HERE: LonLat = LonLat { lon: -73.83, lat: 40.95 };

/// East along the first line to the origin, round an arc of radius `r` that turns left by
/// `turn` degrees, and 90 ft on.
fn bend(turn: f64, r: f64, step: f64) -> Vec<[f64; 2]> {
    let tangent = r * (0.5 * turn.to_radians()).tan();
    let mut feet = vec![[-90.0, 0.0], [-tangent, 0.0]];
    let n = (r * turn.to_radians() / step).ceil().max(1.0) as i32;
    for i in 1..=n {
        let a = turn.to_radians() * f64::from(i) / f64::from(n);
        feet.push([-tangent + r * a.sin(), r * (1.0 - a.cos())]);
    }
    let (s, c) = turn.to_radians().sin_cos();
    feet.push([90.0 * c, 90.0 * s]);
    feet
}

#[track_caller]
fn assert_feet(found: Metres, feet: f64) {
    assert!((found.feet() - feet).abs() < 2e-3, "{} is not {feet}", found.feet());
}

fn only(shapes: &[&Shape]) -> Corner {
    let found = corners(shapes);
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].clone()
}

#[test]
fn a_right_angle_with_a_radius_of_15_ft() {
    for at in [HERE, LonLat { lon: 10.75, lat: 59.91 }, LonLat { lon: 179.9999, lat: -16.5 }] {
        let curb = line(at, &bend(90.0, 15.0, 1.0));
        let found = only(&[&curb]);
        assert_feet(geodesic(found.point, at), 0.0);
        // the arc stands off by 15 (sqrt 2 - 1) ft, its ends by 15 ft; chords of 1 ft lie 0.008 ft inside
        assert!((geodesic(found.point, found.middle).feet() - 6.213).abs() < 0.01);
        found.starts.iter().for_each(|start| assert_feet(geodesic(found.point, *start), 15.0));
        assert!((found.radius.feet() - 15.0).abs() < 0.03 && (found.angle - 90.0).abs() < 1e-3, "{found:?}");
        assert!(found.doubt.feet() < 1e-3, "{found:?}");
    }
}

#[test]
fn a_skewed_corner_of_60_degrees() {
    // the curb turns by 120 degrees, so the lines stand at 60: tangent 15 / tan 30 = 25.981 ft,
    // the arc 15 (1 / sin 30 - 1) = 15 ft off the point
    let curb = line(HERE, &bend(120.0, 15.0, 1.0));
    let found = only(&[&curb]);
    assert_feet(geodesic(found.point, HERE), 0.0);
    found.starts.iter().for_each(|start| assert_feet(geodesic(found.point, *start), 25.981));
    assert!((geodesic(found.point, found.middle).feet() - 15.0).abs() < 0.01);
    assert!((found.angle - 60.0).abs() < 1e-3);
}

#[test]
fn a_sharp_corner_is_its_own_point() {
    let found = only(&[&line(HERE, &[[-60.0, 0.0], [0.0, 0.0], [0.0, 60.0]])]);
    assert_feet(geodesic(found.point, HERE), 0.0);
    assert_feet(geodesic(found.middle, HERE), 0.0);
    assert_eq!(found.radius, Metres(0.0));
}

#[test]
fn a_t_has_two_corners_and_a_crossing_four() {
    // of a crossing of two streets 30 ft wide: the block in the north-west, and its mirror images
    let mirrored = |feet: Vec<[f64; 2]>, x: f64, y: f64| {
        feet.into_iter().map(|p| [x * (p[0] - 15.0), y * (p[1] + 15.0)]).collect::<Vec<_>>()
    };
    let quarter = |x, y| line(HERE, &mirrored(bend(90.0, 12.0, 1.0), x, y));
    let four = [quarter(1.0, 1.0), quarter(-1.0, 1.0), quarter(1.0, -1.0), quarter(-1.0, -1.0)];
    let far_side = line(HERE, &[[-120.0, 15.0], [120.0, 15.0]]);
    assert_eq!(corners(&four.iter().collect::<Vec<_>>()).len(), 4);
    assert_eq!(corners(&[&four[0], &four[1], &far_side]).len(), 2);
}

#[test]
fn what_is_drawn_in_pieces_backwards_or_as_a_ring_is_the_same_corner() {
    let feet = bend(90.0, 15.0, 1.0);
    let whole = only(&[&line(HERE, &feet)]);
    let pieces = [line(HERE, &feet[..2]), line(HERE, &feet[1..12]), line(HERE, &feet[11..])];
    let found = only(&[&pieces[2], &pieces[0], &pieces[1]]);
    assert_feet(geodesic(found.point, whole.point), 0.0);
    assert_eq!(found.curbs, [0, 1, 2]);
    let backwards: Vec<[f64; 2]> = feet.iter().rev().copied().collect();
    assert_feet(geodesic(only(&[&line(HERE, &backwards)]).point, whole.point), 0.0);

    let block = |start: usize| {
        let mut ring = Vec::new();
        for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            let corner = bend(90.0, 15.0, 1.0);
            let inner = &corner[1..corner.len() - 1];
            for p in inner {
                // turn each quarter into its corner of a block of 200 ft by 200 ft
                ring.push(match (x, y) {
                    (1.0, -1.0) => [100.0 + p[0], -100.0 + p[1]],
                    (1.0, 1.0) => [100.0 - p[1], 100.0 + p[0]],
                    (-1.0, 1.0) => [-100.0 - p[0], 100.0 - p[1]],
                    _ => [-100.0 + p[1], -100.0 - p[0]],
                });
            }
        }
        ring.rotate_left(start);
        ring.push(ring[0]);
        line(HERE, &ring)
    };
    for start in [0, 7, 24, 25, 26, 60] {
        let found = corners(&[&block(start)]);
        assert_eq!(found.len(), 4, "{start}");
        let plane = Plane::at(HERE);
        for corner in found {
            let at = plane.flat(corner.point).map(|x| Metres(x.abs()).feet());
            assert!((at[0] - 100.0).abs() < 1e-3 && (at[1] - 100.0).abs() < 1e-3, "{start}: {at:?}");
        }
    }
}

#[test]
fn a_jog_and_a_bend_of_the_street_are_no_corners() {
    let none = |feet: &[[f64; 2]]| assert_eq!(corners(&[&line(HERE, feet)]), [], "{feet:?}");
    none(&[[0.0, 0.0], [200.0, 0.0]]);
    // a driveway apron: back 3 ft and on, and a bus bay of 8 ft with square ends
    none(&[[0.0, 0.0], [60.0, 0.0], [63.0, 3.0], [75.0, 3.0], [78.0, 0.0], [140.0, 0.0]]);
    none(&[[0.0, 0.0], [60.0, 0.0], [60.0, 8.0], [110.0, 8.0], [110.0, 0.0], [170.0, 0.0]]);
    // the street itself turns by 90 degrees on a radius of 200 ft
    none(&bend(90.0, 200.0, 1.0));
    // and bends by 15 degrees
    none(&bend(15.0, 20.0, 1.0));
}
