//! Joins two layers by distance: all pairs within a length, or the nearest with its ties.

use crate::layer::{Feature, Layer};
use crate::measure::{Separation, distance_within};
use crate::shape::Shape;
use crate::units::{Length, Metres};

/// Distances this close to the least are ties: 0.001 ft.
pub const TIE: Metres = Metres(0.000_304_8);

/// What rounding to the grain of exact lengths may take off a distance, metres.
pub const GRAIN: f64 = 1e-7;

/// What is asked of each feature.
#[derive(Debug, Clone, Copy)]
pub struct Question {
    /// Pairs at most this far apart count.
    pub within: Length,
    /// Only the nearest counts, and what ties with it.
    pub nearest: bool,
}

/// One feature within reach.
#[derive(Debug, Clone, Copy)]
pub struct Match<'a> {
    /// The feature of the other layer.
    pub feature: &'a Feature,
    /// How far, and between which points; the first point is the asking shape's.
    pub separation: Separation,
}

/// The features of `to` within reach of `shape`: the nearest first, equal distances by id
/// (bytewise). With `nearest`, only those that tie with the least, by id. The order of the
/// features in their file does not matter.
pub fn matches<'a>(shape: &Shape, to: &'a Layer, question: Question) -> Vec<Match<'a>> {
    let limit = question.within.metres();
    let mut reach = Metres(limit.0 + GRAIN);
    let mut found: Vec<Match> = Vec::new();
    let mut candidates: Vec<(f64, usize)> = to
        .index()
        .within(shape, reach)
        .into_iter()
        .map(|i| (shape.extent().distance(to.features[i].shape.extent()), i))
        .collect();
    candidates.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    for (_, i) in candidates {
        let feature = &to.features[i];
        if let Some(separation) = distance_within(shape, &feature.shape, reach)
            && Length::rounded(separation.distance).is_some_and(|d| d <= question.within)
        {
            found.push(Match { feature, separation });
            if question.nearest {
                reach = Metres(reach.0.min(separation.distance.0 + TIE.0));
            }
        }
    }
    if question.nearest {
        keep_ties(&mut found, |m| m.separation.distance);
    }
    put_in_order(&mut found, question.nearest, |m| (m.separation.distance, m.feature.id.as_str()));
    found
}

/// Keeps the least distance and what ties with it.
pub fn keep_ties<T>(found: &mut Vec<T>, distance: impl Fn(&T) -> Metres) {
    let least = found.iter().map(|one| distance(one).0).fold(f64::INFINITY, f64::min);
    found.retain(|one| distance(one).0 <= least + TIE.0);
}

/// The order in which matches are told, by their distances and ids: ties by id (bytewise), others
/// the nearest first.
pub fn put_in_order<'i, T>(found: &mut [T], ties: bool, of: impl Fn(&T) -> (Metres, &'i str)) {
    found.sort_by(|a, b| {
        let ((da, a), (db, b)) = (of(a), of(b));
        let (by_id, by_distance) = (a.cmp(b), da.0.total_cmp(&db.0));
        if ties { by_id.then(by_distance) } else { by_distance.then(by_id) }
    });
}
