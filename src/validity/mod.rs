//! The gate that every geometry passes: cleaned of what is harmless, refused for what is not.

mod simple;

pub use simple::is_plain;

use crate::planar::{Bounds, GeometryType, Path, Planar};
use crate::predicates::{Drawing, Position, meeting_point, on_segment, position, segments_meet, side};

/// What kind of fault makes a geometry unusable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DefectKind {
    /// The feature has no geometry.
    Null,
    /// A geometry without a position.
    Empty,
    /// Well-formed JSON that is no geometry: text for numbers, wrong nesting.
    NotCoordinates,
    /// Outside the degrees of the earth, or far from where the coordinate system is meant for.
    OutOfRange,
    /// Too few positions to be what it says.
    TooFew,
    /// A ring crosses or retraces itself or another ring of its polygon.
    Crossing,
    /// A hole lies outside its shell or inside another hole.
    Hole,
    /// An edge runs more than half way round the earth: an outline not cut at the antimeridian.
    Uncut,
}

/// Why a feature cannot be used.
#[derive(Debug, Clone, PartialEq)]
pub struct Defect {
    /// The kind of fault.
    pub kind: DefectKind,
    /// A sentence without a full stop, in lower case: what is wrong and where in the geometry.
    pub what: String,
}

impl Defect {
    /// A defect of this kind.
    pub fn new(kind: DefectKind, what: impl Into<String>) -> Self {
        Defect { kind, what: what.into() }
    }

    /// Whether `--repair` can mend it.
    pub fn can_be_repaired(&self) -> bool {
        matches!(self.kind, DefectKind::Crossing | DefectKind::Hole)
    }
}

/// What the gate found harmless.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Notes {
    /// Rings that were open and have been closed.
    pub closed: usize,
    /// Repeated positions that were dropped.
    pub repeated: usize,
    /// Points at which a ring touches itself; inside is by the even-odd rule.
    pub touches: usize,
    /// A crossing was accepted by `--repair`.
    pub repaired: bool,
}

/// Cleans a geometry in the plane of its file: open rings are closed, repeated positions are
/// dropped; winding does not matter. Then refuses what has no defined shape.
///
/// With `repair`, rings that cross are used as they are: inside by the even-odd rule, every
/// edge kept as boundary.
///
/// # Errors
/// A line of one position, a ring of fewer than three, a ring that crosses or retraces itself
/// or another ring of the polygon, a hole outside its shell.
pub fn clean(kind: GeometryType, raw: Planar, repair: bool) -> Result<(Planar, Notes), Defect> {
    if is_plain(raw.drawn()) { Ok((raw, Notes::default())) } else { cleaned(kind, &raw, repair) }
}

fn cleaned(kind: GeometryType, raw: &Planar, repair: bool) -> Result<(Planar, Notes), Defect> {
    let mut notes = Notes::default();
    let mut planar = Planar::default();
    for path in &raw.paths {
        let positions = raw.along(path);
        let mut kept: Vec<[f64; 2]> = positions.to_vec();
        kept.dedup();
        notes.repeated += positions.len() - kept.len();
        if path.is_ring() {
            if kept.first() != kept.last() {
                kept.push(kept[0]);
                notes.closed += 1;
            }
            if kept.len() < 4 {
                let distinct = kept.len().saturating_sub(1).max(1);
                return Err(Defect::new(
                    DefectKind::TooFew,
                    format!(
                        "a ring of the {kind} has only {distinct} different position{}, and needs three",
                        if distinct == 1 { "" } else { "s" }
                    ),
                ));
            }
        } else if path.kind == crate::planar::PathKind::Line {
            if positions.len() < 2 {
                return Err(Defect::new(
                    DefectKind::TooFew,
                    format!("a line of the {kind} has one position, and needs two"),
                ));
            }
            if kept.len() == 1 {
                kept.push(kept[0]); // a line of no length is a point
            }
        }
        planar.push_path(path.kind, path.part, kept);
    }
    let polygons: Vec<Vec<Path>> = planar.polygons().map(<[Path]>::to_vec).collect();
    for rings in &polygons {
        let found = judge_polygon(&planar, rings, &mut notes);
        match found {
            Err(defect) if repair && defect.can_be_repaired() => notes.repaired = true,
            found => found?,
        }
    }
    Ok((planar, notes))
}

fn judge_polygon(planar: &Planar, rings: &[Path], notes: &mut Notes) -> Result<(), Defect> {
    let mut own = Planar::default();
    for ring in rings {
        own.push_path(ring.kind, 0, planar.along(ring).iter().copied());
    }
    let drawing = Drawing::new(own);
    let mut touches: Vec<[f64; 2]> = Vec::new();
    let crossing =
        drawing.close_edges(&drawing, |i, j| if i < j { contact(&drawing, i, j, &mut touches) } else { None });
    if let Some(defect) = crossing {
        return Err(defect);
    }
    touches.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    touches.dedup();
    notes.touches += touches.len();
    holes_lie_inside(drawing.planar())
}

fn holes_lie_inside(polygon: &Planar) -> Result<(), Defect> {
    let rings = &polygon.paths;
    let bounds: Vec<Bounds> = rings.iter().map(|ring| Bounds::of(polygon.along(ring))).collect();
    // where ring `i` lies against the area of ring `j` alone; rings do not cross here
    let place = |i: usize, j: usize| {
        if !bounds[i].meets(&bounds[j]) {
            return Some(Position::Outside);
        }
        let ring = polygon.along(&rings[i]);
        // where all vertices lie on the other ring, the middles of the edges tell
        let middles = ring.windows(2).map(|e| [0.5 * (e[0][0] + e[1][0]), 0.5 * (e[0][1] + e[1][1])]);
        let mut seen = ring.iter().copied().chain(middles).map(|p| position(polygon.drawn(), &rings[j..=j], p));
        seen.find(|p| *p != Position::OnBoundary)
    };
    for hole in 1..rings.len() {
        let at = polygon.along(&rings[hole])[0];
        if place(hole, 0) == Some(Position::Outside) {
            return Err(Defect::new(
                DefectKind::Hole,
                format!("a hole lies outside its polygon, at {}, {}", at[0], at[1]),
            ));
        }
        if (1..rings.len()).any(|other| other != hole && place(hole, other) == Some(Position::Inside)) {
            return Err(Defect::new(
                DefectKind::Hole,
                format!("a hole lies inside another hole, at {}, {}", at[0], at[1]),
            ));
        }
    }
    Ok(())
}

/// The ring an edge belongs to, its place in it, and how many edges that ring has.
fn place(drawing: &Drawing, edge: usize) -> (usize, u32, u32) {
    let ring = drawing.path_of(edge);
    let path = &drawing.planar().paths[ring];
    (ring, edge as u32 - path.start, path.end - path.start - 1)
}

/// Looks at two edges of one polygon: a defect if the rings cross or run along one another
/// there, a touch if they only meet at a point.
fn contact(drawing: &Drawing, i: usize, j: usize, touches: &mut Vec<[f64; 2]>) -> Option<Defect> {
    let ((a, b), (c, d)) = (drawing.edge(i), drawing.edge(j));
    if !segments_meet(a, b, c, d) {
        return None;
    }
    let ((ring_i, k, n), (ring_j, l, _)) = (place(drawing, i), place(drawing, j));
    let crossing = |how: &str, at: [f64; 2]| {
        let ring = |r: usize| if r == 0 { "outline".to_owned() } else { format!("hole {r}") };
        let what = if ring_i == ring_j {
            format!("its {} {how} itself", ring(ring_i))
        } else {
            format!("its {} {how} its {}", ring(ring_i), ring(ring_j))
        };
        Some(Defect::new(
            DefectKind::Crossing,
            format!(
                "{what}, so its inside is not defined: the edge from point {} to point {} meets the edge from point {} to point {} at {}, {}",
                k + 1,
                k + 2,
                l + 1,
                l + 2,
                at[0],
                at[1]
            ),
        ))
    };
    let collinear = side(a, b, c) == 0.0 && side(a, b, d) == 0.0;
    if ring_i == ring_j && (l == k + 1 || (k == 0 && l == n - 1)) {
        // neighbours share one point; they must not fold back on one another
        let (near, tip, far) = if l == k + 1 { (a, b, d) } else { (b, a, c) };
        return if folds_at(near, tip, far) { crossing("retraces", tip) } else { None };
    }
    if collinear {
        let axis = usize::from((a[0] - b[0]).abs() < (a[1] - b[1]).abs());
        let overlap = a[axis].max(b[axis]).min(c[axis].max(d[axis])) - a[axis].min(b[axis]).max(c[axis].min(d[axis]));
        if overlap > 0.0 {
            return crossing("retraces", meeting_point(a, b, c, d));
        }
    }
    let at = meeting_point(a, b, c, d);
    let apart = |p: f64, q: f64| (p > 0.0 && q < 0.0) || (p < 0.0 && q > 0.0);
    let proper = apart(side(a, b, c), side(a, b, d)) && apart(side(c, d, a), side(c, d, b));
    // a crossing one rounding step from a vertex is still one
    if proper || (![a, b].contains(&at) && ![c, d].contains(&at)) {
        return crossing("crosses", at);
    }
    let (u, w) = pass(drawing, i, at);
    let (x, y) = pass(drawing, j, at);
    match (turn_side(u, at, w, x), turn_side(u, at, w, y)) {
        (s, t) if s * t < 0 => crossing("crosses", at),
        _ => {
            if ring_i == ring_j {
                touches.push(at);
            }
            None
        }
    }
}

/// Whether the edge from `near` to `tip` and the one from there to `far` run back over one another.
fn folds_at(near: [f64; 2], tip: [f64; 2], far: [f64; 2]) -> bool {
    side(near, tip, far) == 0.0 && (on_segment(tip, near, far) || on_segment(tip, far, near))
}

/// How the ring of edge `i` passes through `at`, a point of that edge: from where, to where.
fn pass(drawing: &Drawing, i: usize, at: [f64; 2]) -> ([f64; 2], [f64; 2]) {
    let (a, b) = drawing.edge(i);
    let (ring, k, n) = place(drawing, i);
    let start = drawing.planar().paths[ring].start;
    let vertex = |m: u32| drawing.planar().positions[(start + m % n) as usize];
    if at == a {
        (vertex(k + n - 1), b)
    } else if at == b {
        (a, vertex(k + 2))
    } else {
        (a, b)
    }
}

/// On which side of the turn `u` - `p` - `w` the point `q` lies: 1 left, -1 right, 0 on it.
fn turn_side(u: [f64; 2], p: [f64; 2], w: [f64; 2], q: [f64; 2]) -> i32 {
    let along = |tip: [f64; 2]| side(p, tip, q) == 0.0 && (on_segment(p, tip, q) || on_segment(p, q, tip));
    if along(u) || along(w) {
        return 0;
    }
    let (first, second) = (side(u, p, q) > 0.0, side(p, w, q) > 0.0);
    let left = if side(u, p, w) > 0.0 { first && second } else { first || second };
    if left { 1 } else { -1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planar::PathKind;

    fn judge(rings: &[&[[f64; 2]]]) -> Result<Notes, Defect> {
        let mut planar = Planar::default();
        for (i, ring) in rings.iter().enumerate() {
            planar.push_path(if i == 0 { PathKind::Shell } else { PathKind::Hole }, 0, ring.iter().copied());
        }
        clean(GeometryType::Polygon, planar, false).map(|(_, notes)| notes)
    }

    fn kind(rings: &[&[[f64; 2]]]) -> Option<DefectKind> {
        judge(rings).err().map(|d| d.kind)
    }

    const SQUARE: [[f64; 2]; 5] = [[0., 0.], [100., 0.], [100., 100.], [0., 100.], [0., 0.]];

    #[test]
    fn harmless_oddities_are_cleaned_and_counted() {
        assert_eq!(judge(&[&SQUARE]), Ok(Notes::default()));
        assert_eq!(judge(&[&SQUARE[..4]]).map(|n| n.closed), Ok(1));
        assert_eq!(judge(&[&[[0., 0.], [1., 0.], [1., 0.], [0., 1.], [0., 0.]]]).map(|n| n.repeated), Ok(1));
        let clockwise: Vec<_> = SQUARE.iter().rev().copied().collect();
        assert_eq!(judge(&[&clockwise]), Ok(Notes::default()));
    }

    #[test]
    fn a_bow_tie_is_named_with_the_place_of_its_crossing() {
        let defect = judge(&[&[[0., 0.], [100., 100.], [100., 0.], [0., 100.], [0., 0.]]]).expect_err("a bow-tie");
        assert_eq!(defect.kind, DefectKind::Crossing);
        assert!(defect.what.contains("at 50, 50") && defect.what.contains("crosses itself"), "{}", defect.what);
    }

    #[test]
    fn a_crossing_at_a_shared_vertex_is_found_and_a_touch_there_is_not_one() {
        // the bow-tie with its crossing drawn as a vertex, and two squares joined at a corner
        let tie = [[0., 0.], [50., 50.], [100., 100.], [100., 0.], [50., 50.], [0., 100.], [0., 0.]];
        assert_eq!(kind(&[&tie]), Some(DefectKind::Crossing));
        let touch =
            [[0., 0.], [50., 0.], [50., 50.], [100., 50.], [100., 100.], [50., 100.], [50., 50.], [0., 50.], [0., 0.]];
        assert_eq!(judge(&[&touch]).map(|n| n.touches), Ok(1));
        // a vertex that touches an edge from inside
        let tee = [[0., 0.], [100., 0.], [100., 100.], [50., 0.], [0., 100.], [0., 0.]];
        assert_eq!(judge(&[&tee]).map(|n| n.touches), Ok(1));
    }

    #[test]
    fn spikes_and_retraced_edges_are_refused() {
        assert_eq!(
            kind(&[&[[0., 0.], [100., 0.], [150., 0.], [100., 0.], [100., 100.], [0., 0.]]]),
            Some(DefectKind::Crossing)
        );
        assert_eq!(kind(&[&[[0., 0.], [100., 0.], [0., 0.], [0., 100.], [0., 0.]]]), Some(DefectKind::Crossing));
    }

    #[test]
    fn holes_must_lie_inside_and_may_touch() {
        let hole = |x: f64, y: f64, s: f64| vec![[x, y], [x + s, y], [x + s, y + s], [x, y + s], [x, y]];
        assert_eq!(judge(&[&SQUARE, &hole(10., 10., 20.), &hole(60., 60., 20.)]), Ok(Notes::default()));
        assert_eq!(kind(&[&SQUARE, &hole(200., 10., 20.)]), Some(DefectKind::Hole));
        assert_eq!(kind(&[&SQUARE, &hole(90., 10., 20.)]), Some(DefectKind::Crossing));
        assert_eq!(kind(&[&SQUARE, &hole(10., 10., 50.), &hole(20., 20., 10.)]), Some(DefectKind::Hole));
        assert!(judge(&[&SQUARE, &[[0., 50.], [20., 40.], [20., 60.], [0., 50.]]]).is_ok());
        assert_eq!(kind(&[&SQUARE, &hole(0., 10., 20.)]), Some(DefectKind::Crossing));
    }

    #[test]
    fn a_hole_whose_vertices_all_lie_on_another_ring_is_looked_at_between_them() {
        let notched = [[0., 0.], [9., 0.], [9., 9.], [6., 9.], [5., 3.], [4., 3.], [3., 9.], [0., 9.], [0., 0.]];
        assert_eq!(kind(&[&notched, &[[3., 9.], [6., 9.], [4.5, 3.], [3., 9.]]]), Some(DefectKind::Hole));
        let star = [
            [10., 10.],
            [14., 11.],
            [18., 10.],
            [17., 14.],
            [18., 18.],
            [14., 17.],
            [10., 18.],
            [11., 14.],
            [10., 10.],
        ];
        assert_eq!(
            kind(&[&SQUARE, &star, &[[14., 11.], [17., 14.], [14., 17.], [11., 14.], [14., 11.]]]),
            Some(DefectKind::Hole)
        );
    }

    #[test]
    fn what_has_too_few_positions_is_refused() {
        assert_eq!(kind(&[&[[0., 0.], [1., 1.], [0., 0.]]]), Some(DefectKind::TooFew));
        assert_eq!(kind(&[&[[0., 0.], [0., 0.]]]), Some(DefectKind::TooFew));
        let mut line = Planar::default();
        line.push_path(PathKind::Line, 0, [[0., 0.]]);
        assert_eq!(clean(GeometryType::LineString, line, false).map_err(|d| d.kind), Err(DefectKind::TooFew));
    }

    #[test]
    fn repair_keeps_every_edge() {
        let mut tie = Planar::default();
        tie.push_path(PathKind::Shell, 0, [[0., 0.], [100., 100.], [100., 0.], [0., 100.], [0., 0.]]);
        let (kept, notes) = clean(GeometryType::Polygon, tie.clone(), true).expect("repaired");
        assert!(notes.repaired);
        assert_eq!(kept, tie);
    }
}
