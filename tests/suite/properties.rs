//! What must hold for any geometry: symmetry, rotation, winding, order, and index equal to brute force.

use std::io::Write;

use metes::crs::Crs;
use metes::earth::{LonLat, geodesic};
use metes::index::Index;
use metes::input::Input;
use metes::layer::{Layer, Settings};
use metes::measure::{distance, distance_within};
use metes::near::{Question, matches};
use metes::planar::{GeometryType, PathKind, Planar};
use metes::shape::Shape;
use metes::units::{Length, Metres};
use metes::validity::clean;
use proptest::prelude::*;

/// One ten-millionth of a metre: what the kernel's own freedom may change.
const SAME: f64 = 1e-7;

/// Where on the earth a scene is set: mid-latitudes, the equator, the antimeridian, near a pole.
fn places() -> impl Strategy<Value = [f64; 2]> {
    prop_oneof![
        Just([-73.83, 40.95]),
        Just([0.0, 0.0]),
        Just([179.9995, -16.8]),
        Just([-150.0, 61.2]),
        Just([20.0, 89.99]),
        (-179.0..179.0f64, -85.0..85.0f64).prop_map(|(lon, lat)| [lon, lat]),
    ]
}

/// A star-shaped ring of 3 to 12 positions about a centre, in metres across at most.
fn ring(across: f64) -> impl Strategy<Value = Vec<[f64; 2]>> {
    prop::collection::vec(0.2..1.0f64, 3..12).prop_map(move |radii| {
        let n = radii.len() as f64;
        let turn = |i: usize| std::f64::consts::TAU * (i as f64 + 0.5) / n;
        radii.iter().enumerate().map(|(i, r)| [across * r * turn(i).cos(), across * r * turn(i).sin()]).collect()
    })
}

fn on_earth([lon, lat]: [f64; 2], [east, north]: [f64; 2]) -> [f64; 2] {
    let y = (lat + north / 111_000.0).clamp(-89.9999, 89.9999);
    [lon + east / (111_000.0 * lat.to_radians().cos().max(1e-4)), y]
}

fn polygon(place: [f64; 2], offset: [f64; 2], ring: &[[f64; 2]]) -> Option<Shape> {
    let mut planar = Planar::default();
    let at = |p: &[f64; 2]| on_earth(place, [p[0] + offset[0], p[1] + offset[1]]);
    planar.push_path(PathKind::Shell, 0, ring.iter().chain(ring.first()).map(at));
    let (planar, _) = clean(GeometryType::Polygon, planar, false).ok()?;
    Shape::new(GeometryType::Polygon, planar, &Crs::lon_lat()).ok()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn distance_is_symmetric_and_unmoved_by_how_a_ring_is_written(
        place in places(), a in ring(60.0), b in ring(150.0),
        offset in (-400.0..400.0f64, -400.0..400.0f64), turn in 0usize..12, turns in -1i32..=1,
    ) {
        let offset = [offset.0, offset.1];
        let (Some(one), Some(other)) = (polygon(place, [0.0; 2], &a), polygon(place, offset, &b)) else { return Ok(()) };
        let found = distance(&one, &other).distance.0;
        prop_assert!((distance(&other, &one).distance.0 - found).abs() <= SAME);
        let mut turned = b.clone();
        turned.rotate_left(turn % b.len());
        turned.reverse();
        let whole = [place[0] + 360.0 * f64::from(turns), place[1]];
        if let Some(same) = polygon(whole, offset, &turned) {
            // a whole turn of the earth rounds the longitudes anew: 360 needs three more bits
            let rounding = if turns == 0 { SAME } else { 1e-6 };
            prop_assert!((distance(&one, &same).distance.0 - found).abs() <= rounding);
        }
    }

    #[test]
    fn the_order_of_parts_does_not_matter(
        place in places(), rings in prop::collection::vec((ring(60.0), -500.0..500.0f64, -500.0..500.0f64), 2..6), site in ring(40.0),
    ) {
        let parts = |reverse: bool| {
            let mut planar = Planar::default();
            let mut rings = rings.clone();
            if reverse {
                rings.reverse();
            }
            for (part, (ring, x, y)) in rings.iter().enumerate() {
                let at = |p: &[f64; 2]| on_earth(place, [p[0] + x, p[1] + y]);
                planar.push_path(PathKind::Shell, part as u32, ring.iter().chain(ring.first()).map(at));
            }
            Shape::new(GeometryType::MultiPolygon, planar, &Crs::lon_lat()).ok()
        };
        let (Some(site), Some(one), Some(other)) = (polygon(place, [0.0; 2], &site), parts(false), parts(true)) else { return Ok(()) };
        let (found, turned) = (distance(&site, &one), distance(&site, &other));
        prop_assert_eq!(found.distance, turned.distance);
        // the same part is named, counted from the other end, unless two parts tie
        if found.distance.0 > 0.0 {
            let n = rings.len() as u32;
            let again = distance(&site, &polygon(place, [rings[found.parts[1] as usize].1, rings[found.parts[1] as usize].2], &rings[found.parts[1] as usize].0).expect("a part"));
            prop_assert_eq!(again.distance, found.distance);
            prop_assert!(turned.parts[1] == n - 1 - found.parts[1] || again.distance == turned.distance);
        }
    }

    #[test]
    fn near_is_brute_force(
        place in places(), rings in prop::collection::vec((ring(80.0), -900.0..900.0f64, -900.0..900.0f64), 1..30), site in ring(40.0), feet in 1i64..2500,
    ) {
        let Some(site) = polygon(place, [0.0; 2], &site) else { return Ok(()) };
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        for (i, (ring, x, y)) in rings.iter().enumerate() {
            let at = |p: &[f64; 2]| on_earth(place, [p[0] + x, p[1] + y]);
            let positions: Vec<[f64; 2]> = ring.iter().chain(ring.first()).map(at).collect();
            let feature = serde_json::json!({"type": "Feature", "id": i, "properties": null, "geometry": {"type": "Polygon", "coordinates": [positions]}});
            writeln!(file, "{feature}").expect("written");
        }
        let layer = Layer::load(&Settings::new("to", Input::Path(file.path().to_owned())), false).expect("sound");
        let within = Length::feet(feet);
        let mut brute: Vec<(Metres, &str)> = layer.features.iter().map(|f| (distance(&site, &f.shape).distance, f.id.as_str())).collect();
        brute.retain(|(d, _)| Length::rounded(*d).is_some_and(|d| d <= within));
        brute.sort_by(|a, b| a.0.0.total_cmp(&b.0.0).then(a.1.cmp(b.1)));
        let all = matches(&site, &layer, Question { within, nearest: false });
        let found: Vec<(Metres, &str)> = all.iter().map(|m| (m.separation.distance, m.feature.id.as_str())).collect();
        prop_assert_eq!(&found, &brute);
        let nearest = matches(&site, &layer, Question { within, nearest: true });
        let least = brute.first().map_or(f64::INFINITY, |b| b.0.0);
        let mut ties: Vec<&str> = brute.iter().filter(|b| b.0.0 <= least + 0.000_304_8).map(|b| b.1).collect();
        ties.sort_unstable();
        prop_assert_eq!(nearest.iter().map(|m| m.feature.id.as_str()).collect::<Vec<_>>(), ties);
    }

    #[test]
    fn no_pair_of_vertices_is_nearer_and_the_witness_tells_the_truth(
        place in places(), a in ring(60.0), b in ring(150.0), offset in (-400.0..400.0f64, -400.0..400.0f64),
    ) {
        let (Some(one), Some(other)) = (polygon(place, [0.0; 2], &a), polygon(place, [offset.0, offset.1], &b)) else { return Ok(()) };
        let found = distance(&one, &other);
        prop_assert!((geodesic(found.a, found.b).0 - found.distance.0).abs() <= SAME);
        for p in &one.drawing().planar().positions {
            for q in &other.drawing().planar().positions {
                prop_assert!(geodesic(LonLat::new(*p), LonLat::new(*q)).0 >= found.distance.0 - 1e-4);
            }
        }
    }

    #[test]
    fn a_limit_changes_no_bit(
        place in places(), a in ring(60.0), b in ring(150.0), offset in (-400.0..400.0f64, -400.0..400.0f64), limit in 0.0..600.0f64,
    ) {
        let (Some(one), Some(other)) = (polygon(place, [0.0; 2], &a), polygon(place, [offset.0, offset.1], &b)) else { return Ok(()) };
        let whole = distance(&one, &other);
        let capped = distance_within(&one, &other, Metres(limit));
        prop_assert_eq!(capped, (whole.distance.0 <= limit).then_some(whole));
    }

    #[test]
    fn the_index_misses_nothing(
        place in places(), rings in prop::collection::vec((ring(80.0), -900.0..900.0f64, -900.0..900.0f64), 1..25), site in ring(40.0), reach in 1.0..500.0f64,
    ) {
        let shapes: Vec<Shape> = rings.iter().filter_map(|(r, x, y)| polygon(place, [*x, *y], r)).collect();
        let Some(site) = polygon(place, [0.0; 2], &site) else { return Ok(()) };
        let index = Index::new(shapes.iter().enumerate());
        let candidates = index.within(&site, Metres(reach));
        let mut brute = Vec::new();
        for (i, shape) in shapes.iter().enumerate() {
            let d = distance(&site, shape).distance.0;
            if d <= reach {
                prop_assert!(candidates.contains(&i), "feature {} at {} m is missed", i, d);
            }
            brute.push((d, i));
        }
        brute.sort_by(|x, y| x.0.total_cmp(&y.0));
        // the nearest comes before any whose lower bound is greater than its distance
        let mut seen = std::collections::BTreeMap::new();
        for (bound, i) in index.nearest_first(&site) {
            prop_assert!(bound.0 <= distance(&site, &shapes[i]).distance.0 + SAME);
            seen.insert(i, bound);
        }
        prop_assert_eq!(seen.len(), shapes.len());
    }

    #[test]
    fn a_polygon_that_holds_another_is_at_zero_wherever_it_lies(place in places(), inner in ring(20.0)) {
        // a big square about it, with an area that bulges over the box of its edges
        let big = [[-90_000.0, -90_000.0], [90_000.0, -90_000.0], [90_000.0, 90_000.0], [-90_000.0, 90_000.0]];
        prop_assume!(place[1].abs() < 60.0);
        let (Some(inner), Some(outer)) = (polygon(place, [0.0; 2], &inner), polygon(place, [0.0; 2], &big)) else { return Ok(()) };
        prop_assert_eq!(distance(&inner, &outer).distance, Metres(0.0));
        prop_assert!(distance_within(&inner, &outer, Metres(1.0)).is_some());
        let index = Index::new([(0, &outer)].into_iter());
        prop_assert_eq!(index.within(&inner, Metres(1.0)), vec![0]);
    }
}
