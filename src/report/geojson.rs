//! Renders a check for a map: the nearest points joined by lines, with what each says, and the
//! rings at the limits.

use serde::Serialize;

use super::{Context, Finding, ReadingReport, SiteReport};
use crate::decide::{Measured, Verdict};
use crate::rules::Requirement;
use crate::units::Length;

/// The collection up to the bracket that opens its features.
pub fn geojson_opening(context: &Context) -> String {
    let illustrative = if context.is_illustrative() { "\"illustrative\":true," } else { "" };
    format!("{{\"type\":\"FeatureCollection\",{illustrative}\"features\":[\n")
}

/// The end of the collection.
pub fn geojson_closing() -> &'static str {
    "]}\n"
}

#[derive(Serialize)]
struct Line<'a> {
    r#type: &'static str,
    geometry: Geometry,
    properties: Properties<'a>,
}

/// A line between two places, or the one place where they meet, since a line of no length is none.
#[derive(Serialize)]
#[serde(tag = "type", content = "coordinates")]
enum Geometry {
    LineString([[f64; 2]; 2]),
    Point([f64; 2]),
}

#[derive(Serialize)]
struct Properties<'a> {
    kind: &'static str,
    site_id: &'a str,
    rule: &'a str,
    reading: &'a str,
    counted: bool,
    verdict: &'static str,
    reason: Option<&'static str>,
    place: &'a str,
    place_id: &'a str,
    met: &'static str,
    law_status: &'static str,
    distance_ft: f64,
    band_ft: f64,
    requirement: String,
    limit_ft: f64,
    on: String,
}

/// The features of one site, one a line: for each rule and reading the shortest line to each
/// place that was measured.
pub fn geojson_features(site: &SiteReport, context: &Context) -> Vec<String> {
    let mut lines = Vec::new();
    for premise in &site.premises {
        for reading in &premise.readings {
            let status = premise.chapter.status.kind.word();
            features(site, (&premise.premise.id, status), Verdict::from(premise.truth), reading, context, &mut lines);
        }
    }
    for finding in &site.findings {
        let Finding { chapter, rule, verdict, readings, .. } = finding;
        let named = (rule.id.as_str(), chapter.status_of(rule).kind.word());
        readings.iter().for_each(|reading| features(site, named, *verdict, reading, context, &mut lines));
    }
    lines
}

fn features(
    site: &SiteReport,
    (rule, law_status): (&str, &'static str),
    verdict: Verdict,
    reading: &ReadingReport,
    context: &Context,
    lines: &mut Vec<String>,
) {
    for (name, m) in reading.measured().filter(|(_, m)| is_drawn(m)) {
        let (a, b) = (m.separation.a.array(), m.separation.b.array());
        let feature = Line {
            r#type: "Feature",
            geometry: if a == b { Geometry::Point(a) } else { Geometry::LineString([a, b]) },
            properties: Properties {
                kind: "witness",
                site_id: &site.id,
                rule,
                reading: &reading.reading.name,
                counted: reading.counted,
                verdict: verdict.word(),
                reason: verdict.reason().map(|r| r.code()),
                place: name,
                place_id: &m.feature,
                met: Verdict::from(m.met).word(),
                law_status,
                distance_ft: m.separation.distance.feet(),
                band_ft: m.band.half_width().feet(),
                requirement: reading.require().words(),
                limit_ft: Requirement::limit(reading.require()).metres().feet(),
                on: context.on.to_string(),
            },
        };
        lines.extend(serde_json::to_string(&feature));
    }
}

/// The outline of all that lies within a rule's limit of a place.
#[derive(Debug, Clone, PartialEq)]
pub struct Ring {
    /// The rule.
    pub rule: String,
    /// The name of the place.
    pub place: String,
    /// The id of its feature.
    pub place_id: String,
    /// How far.
    pub limit: Length,
    /// Polygons as rings of longitude and latitude.
    pub polygons: Vec<Vec<Vec<[f64; 2]>>>,
}

/// A ring as a feature, on one line.
pub fn geojson_ring(ring: &Ring) -> String {
    serde_json::json!({
        "type": "Feature",
        "geometry": { "type": "MultiPolygon", "coordinates": ring.polygons },
        "properties": {
            "kind": "ring",
            "rule": ring.rule,
            "place": ring.place,
            "place_id": ring.place_id,
            "limit_ft": ring.limit.metres().feet(),
            "note": "for drawing: what is decided is measured",
        },
    })
    .to_string()
}

/// Whether a measurement has places on the map; a stated one has none.
fn is_drawn(m: &Measured) -> bool {
    let origin = [0.0, 0.0];
    m.separation.a.array() != origin || m.separation.b.array() != origin
}
