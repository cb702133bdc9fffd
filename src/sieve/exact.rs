//! Measures on the ellipsoid what the planes have left: a few vertices and edges.

use super::From;
use super::lanes::Pair;
use crate::earth::close::Frame;
use crate::earth::{LonLat, nearest};
use crate::planar::Drawn;
use crate::shape::Shape;
use crate::units::Metres;

/// The least distance of the pairs, all of which the close way serves.
pub(super) fn closely(drawn: Drawn, shape: &Shape, pairs: &[Pair]) -> Metres {
    let theirs = &shape.drawing().planar().positions;
    let place = |p: [f64; 2]| LonLat::new(p);
    let mut best = Metres(f64::INFINITY);
    let mut last: Option<Frame> = None;
    let mut look = |vertex: [f64; 2], a: [f64; 2], b: [f64; 2]| {
        let frame = match last {
            Some(frame) if frame.place() == place(vertex) => frame,
            _ => Frame::at(place(vertex)),
        };
        last = Some(frame);
        let (distance, _) = frame.to_edge(place(a), place(b));
        if distance < best {
            best = distance;
        }
    };
    for pair in pairs {
        match *pair {
            Pair::Ends(i, j) => {
                let (p, q) = (drawn.positions[i as usize], theirs[j as usize]);
                look(p, q, q);
                look(q, p, p);
            }
            Pair::Vertex(i, e) => {
                let [a, b] = shape.drawing().ends(e as usize);
                look(drawn.positions[i as usize], theirs[a], theirs[b]);
            }
            Pair::Edge(e, i) => {
                let [a, b] = drawn.ends(e as usize);
                look(theirs[i as usize], drawn.positions[a], drawn.positions[b]);
            }
        }
    }
    best
}

/// The least distance of the edges that the pairs belong to, each measured as any two are.
pub(super) fn pairwise(from: &From, shape: &Shape, pairs: &[Pair]) -> Option<Metres> {
    let own = from.shape()?;
    let touching = |drawn: Drawn, i: u32| {
        // the edges that begin and that end at a vertex
        let path = drawn.paths[drawn.path_of(i as usize)];
        let last = path.end - 1;
        let closing = path.is_ring() && (i == path.start || i == last);
        let before = if closing { Some(last - 1) } else { (i > path.start).then(|| i - 1) };
        let after = if closing { Some(path.start) } else { (i < last || path.start == last).then_some(i) };
        [before, after].into_iter().flatten()
    };
    let mut edges: Vec<(u32, u32)> = Vec::new();
    let theirs = shape.drawing().planar().drawn();
    for pair in pairs {
        match *pair {
            Pair::Ends(i, j) => {
                for m in touching(from.drawn, i) {
                    edges.extend(touching(theirs, j).map(|n| (m, n)));
                }
            }
            Pair::Vertex(i, e) => edges.extend(touching(from.drawn, i).map(|m| (m, e))),
            Pair::Edge(e, i) => edges.extend(touching(theirs, i).map(|n| (e, n))),
        }
    }
    edges.sort_unstable();
    edges.dedup();
    let measured = |(m, n): (u32, u32)| {
        Some(nearest(&own.edge(m as usize), &shape.edge(n as usize), Metres(f64::INFINITY))?.distance.0)
    };
    Some(Metres(edges.into_iter().filter_map(measured).fold(f64::INFINITY, f64::min)))
}
