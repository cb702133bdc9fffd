//! What the quick way to measure two short edges must give: the least geodesic between them, to 1e-4 m.

use metes::earth::close::{nearest, serves};
use metes::earth::{Edge, LonLat, geocentric, geodesic};
use proptest::prelude::*;

/// What the quick way may be off by, metres.
const OFF: f64 = 1e-4;

fn edge(p: [f64; 2], q: [f64; 2]) -> Edge {
    let (from, to) = (LonLat::new(p), LonLat::new(q));
    Edge::new(from, to, [geocentric(from), geocentric(to)])
}

/// The least value of a function with one valley from 0 to 1, by golden sections.
fn least(low: f64, high: f64, f: &dyn Fn(f64) -> f64) -> (f64, f64) {
    const RATIO: f64 = 0.618_033_988_749_894_8;
    let (mut low, mut high) = (low, high);
    for _ in 0..36 {
        let (a, b) = (high - RATIO * (high - low), low + RATIO * (high - low));
        if f(a) < f(b) { high = b } else { low = a }
    }
    let middle = 0.5 * (low + high);
    [low, middle, high]
        .into_iter()
        .map(|s| (s, f(s)))
        .fold((0.0, f64::INFINITY), |best, x| if x.1 < best.1 { x } else { best })
}

/// The least geodesic between two edges that do not cross: from many places of the first, and then
/// about the best of them.
fn searched(e1: &Edge, e2: &Edge) -> f64 {
    let from = |s: f64| least(0.0, 1.0, &|t| geodesic(e1.at(s), e2.at(t)).0).1;
    let many = 48;
    let at = |i: usize| i as f64 / many as f64;
    let values: Vec<f64> = (0..=many).map(|i| from(at(i))).collect();
    let best = (0..=many).min_by(|i, j| values[*i].total_cmp(&values[*j])).expect("some");
    let about = least(at(best.saturating_sub(1)), at((best + 1).min(many)), &from);
    values[best].min(about.1)
}

fn on_earth([lon, lat]: [f64; 2], [east, north]: [f64; 2]) -> [f64; 2] {
    [lon + east / (111_320.0 * lat.to_radians().cos()), lat + north / 111_320.0]
}

fn latitudes() -> impl Strategy<Value = f64> {
    prop_oneof![
        Just(40.95),
        Just(0.0),
        Just(0.0004),
        Just(74.0),
        Just(-74.0),
        Just(74.9),
        73.0..74.99f64,
        -75.0..75.0f64,
    ]
}

/// Directions, the plain ones often: along a parallel, a meridian, between.
fn turns() -> impl Strategy<Value = f64> {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};
    prop_oneof![Just(0.0), Just(FRAC_PI_2), Just(FRAC_PI_4), 0.0..std::f64::consts::TAU]
}

fn held(e1: &Edge, e2: &Edge) -> Result<(), TestCaseError> {
    if !serves(e1, e2) {
        return Ok(());
    }
    let found = nearest(e1, e2);
    let told = format!("{:?} {:?} {:?} {:?}: {found:?}", e1.from, e1.to, e2.from, e2.to);
    let witness = geodesic(found.a, found.b).0;
    prop_assert!((witness - found.distance.0).abs() < 5e-6, "the witness, {witness}, of {told}");
    let wanted = if found.distance.0 == 0.0 { 0.0 } else { searched(e1, e2) };
    prop_assert!((found.distance.0 - wanted).abs() < OFF, "{wanted}, {told}");
    let turned = nearest(e2, e1);
    prop_assert!((turned.distance.0 - found.distance.0).abs() < 1e-7, "the other way: {turned:?}, {told}");
    let general = metes::earth::nearest(e1, e2, metes::units::Metres(f64::INFINITY)).expect("no limit");
    prop_assert_eq!(general, found);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn edges_nearly_side_by_side_are_as_far_apart_as_the_least_geodesic(
        lat in latitudes(), turn in turns(), length in 1.0..500.0f64, share in 0.2..1.5f64, shift in -0.7..0.7f64,
        away in prop_oneof![0.01..3.0f64, 3.0..400.0f64, 400.0..11_000.0f64], skew in prop_oneof![Just(0.0), -1e-6..1e-6f64, -1e-3..1e-3f64],
        bent: bool,
    ) {
        let (s, c) = turn.sin_cos();
        let place = |along: f64, across: f64| on_earth([-73.8, lat], [along * c - across * s, along * s + across * c]);
        let half = length / 2.0;
        let e1 = edge(place(-half, 0.0), place(half, 0.0));
        let middle = shift * length;
        let (low, high) = (middle - share * half, middle + share * half);
        let e2 = edge(place(low, away - skew * share * half), place(high, away + skew * share * half));
        held(&e1, &e2)?;
        // so turned that the ground between them is level at both ends: the middles are nearest if they ever are
        if bent {
            let level = geodesic(e1.from, e2.from).0 - geodesic(e1.to, e2.to).0;
            let e3 = edge(e2.from.array(), place(high, away + skew * share * half + level));
            held(&e1, &e3)?;
        }
    }

    #[test]
    fn edges_anyhow_are_as_far_apart_as_the_least_geodesic(
        lat in latitudes(), a in (-150.0..150.0f64, -150.0..150.0f64), b in (-150.0..150.0f64, -150.0..150.0f64),
        c in (-150.0..150.0f64, -150.0..150.0f64), off in (-1.0..1.0f64, -1.0..1.0f64), far in prop_oneof![Just(0.0), 0.0..300.0f64, 0.0..9_000.0f64],
    ) {
        let place = |(x, y): (f64, f64), k: f64| on_earth([20.0, lat], [x + k * off.0, y + k * off.1]);
        let e1 = edge(place((0.0, 0.0), 0.0), place(a, 0.0));
        held(&e1, &edge(place(b, far), place(c, far)))?;
        held(&e1, &edge(place(b, far), place(b, far)))?; // a point
    }
}

#[test]
fn parallels_one_above_another_at_the_limit_of_what_is_served() {
    // their curvatures differ the most: 0.1 degree apart, as long as may be
    for lat in [-74.95f64, -74.0, 30.0, 60.0, 74.0, 74.9] {
        for metres in [50.0, 120.0, 180.0, 250.0, 350.0] {
            let half = metres / 2.0 / (111_320.0 * lat.to_radians().cos());
            for up in [1e-6, 1e-3, 0.02, 0.05, 0.0999] {
                let (e1, e2) =
                    (edge([5.0 - half, lat], [5.0 + half, lat]), edge([5.0 - half, lat + up], [5.0 + half, lat + up]));
                held(&e1, &e2).unwrap_or_else(|e| panic!("{lat} {metres} {up}: {e}"));
                let crossed = edge([5.0, lat - 1e-4], [5.0 + half / 3.0, lat + 1e-4]);
                if serves(&e1, &crossed) {
                    assert_eq!(nearest(&e1, &crossed).distance.0, 0.0, "they cross");
                }
            }
        }
    }
}
