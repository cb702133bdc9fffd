//! Holds what was drawn to the rules of a polygon, exactly, in the whole numbers that are written.

use crate::lot::Part;
use crate::write::Units;

/// Asserts that rings are simple, turn the right way, and lie as they must among each other.
pub fn assert_sound(parts: &[Part<Units>]) {
    let rings: Vec<&Vec<Units>> = parts.iter().flatten().collect();
    for (place, ring) in rings.iter().enumerate() {
        assert!(ring.len() >= 4 && ring.len() < 2_000, "{} points", ring.len());
        assert!(simple(ring), "a ring meets itself: {ring:?}");
        for other in &rings[..place] {
            assert!(apart(ring, other), "two rings meet: {ring:?} and {other:?}");
        }
    }
    for (place, part) in parts.iter().enumerate() {
        for (hole, ring) in part.iter().enumerate() {
            assert_eq!(area(ring) < 0, hole > 0, "a ring turns the wrong way: {ring:?}");
            assert!(hole == 0 || inside(&part[0], ring[0]), "a hole is outside: {ring:?}");
        }
        for other in &parts[..place] {
            assert!(!inside(&other[0], part[0][0]) && !inside(&part[0], other[0][0]), "a part is in another");
        }
    }
}

fn edges(ring: &[Units]) -> impl Iterator<Item = [Units; 2]> {
    ring.iter().enumerate().map(|(place, &a)| [a, ring[(place + 1) % ring.len()]])
}

/// Twice the area of a triangle: positive where it turns to the left.
fn turn(a: Units, b: Units, c: Units) -> i128 {
    let wide = |from: i32, to: i32| i128::from(to) - i128::from(from);
    wide(a[0], b[0]) * wide(a[1], c[1]) - wide(a[1], b[1]) * wide(a[0], c[0])
}

fn area(ring: &[Units]) -> i128 {
    edges(ring).map(|[a, b]| turn(ring[0], a, b)).sum()
}

/// Whether two edges have a point in common.
fn meet([a, b]: [Units; 2], [c, d]: [Units; 2]) -> bool {
    let overlap =
        |axis: usize| a[axis].max(b[axis]) >= c[axis].min(d[axis]) && c[axis].max(d[axis]) >= a[axis].min(b[axis]);
    let split = |p, q, r, s| turn(p, q, r).signum() * turn(p, q, s).signum() <= 0;
    overlap(0) && overlap(1) && split(a, b, c, d) && split(c, d, a, b)
}

fn simple(ring: &[Units]) -> bool {
    let edges: Vec<[Units; 2]> = edges(ring).collect();
    let count = edges.len();
    (0..count).all(|i| {
        let next = edges[(i + 1) % count];
        let folds = turn(edges[i][0], edges[i][1], next[1]) == 0 && meet(edges[i], [next[1]; 2]);
        let strangers = (i + 2..count).filter(|j| (j + 1) % count != i);
        edges[i][0] != edges[i][1] && !folds && strangers.into_iter().all(|j| !meet(edges[i], edges[j]))
    })
}

fn apart(one: &[Units], other: &[Units]) -> bool {
    edges(one).all(|edge| edges(other).all(|with| !meet(edge, with)))
}

fn inside(ring: &[Units], point: Units) -> bool {
    let crosses = |[a, b]: &[Units; 2]| {
        let up = b[1] > a[1];
        (a[1] > point[1]) != (b[1] > point[1]) && (turn(*a, *b, point) > 0) == up
    };
    edges(ring).filter(crosses).count() % 2 == 1
}

#[test]
fn a_ring_that_crosses_itself_is_seen() {
    assert!(simple(&[[0, 0], [9, 0], [9, 9], [0, 9]]));
    assert!(!simple(&[[0, 0], [9, 9], [9, 0], [0, 9]]));
    assert!(!simple(&[[0, 0], [9, 0], [5, 0], [5, 9]]));
    assert!(!apart(&[[0, 0], [9, 0], [9, 9]], &[[9, 0], [12, 0], [12, 3]]));
    assert!(inside(&[[0, 0], [9, 0], [9, 9], [0, 9]], [4, 5]) && !inside(&[[0, 0], [9, 0], [9, 9], [0, 9]], [10, 5]));
}
