//! Renders a check as JSON, in structs of its own so that inner names may change freely.
//!
//! The shape is described by `schemas/check.schema.json`.

use serde::Serialize;

use super::{Context, Finding, SiteReport};
use crate::decide::{Call, Sight};

/// The version of this shape; it rises when a reader could break.
pub const SCHEMA_VERSION: u32 = 1;

/// The whole document.
#[derive(Debug, Serialize)]
pub struct JsonDocument<'a> {
    schema_version: u32,
    made_by: &'static str,
    act: &'a str,
    on: String,
    illustrative: bool,
    method: &'static str,
    law: Vec<Law<'a>>,
    layers: Vec<Layer<'a>>,
    sites: Vec<JsonSite<'a>>,
}

#[derive(Debug, Serialize)]
struct Law<'a> {
    chapter: &'a str,
    place: &'a str,
    title: &'a str,
    source: &'a str,
    checked: String,
    status: Status<'a>,
    not_checked: &'a [String],
}

#[derive(Debug, Serialize)]
struct Status<'a> {
    is: &'static str,
    authority: Option<&'a str>,
    since: Option<String>,
    note: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct Layer<'a> {
    layer: &'a str,
    file: &'a str,
    as_of: Option<String>,
    over_a_year_old: bool,
    publisher: Option<&'a str>,
    licence: Option<&'a str>,
    accuracy: &'a str,
    datum: Option<&'a str>,
    sha256: Option<&'a str>,
    crs: &'a str,
    operation: &'a str,
    repairs: &'a [String],
}

/// One site.
#[derive(Debug, Serialize)]
pub struct JsonSite<'a> {
    site_id: &'a str,
    label: &'a str,
    measured_from: &'static str,
    findings: Vec<JsonFinding<'a>>,
}

#[derive(Debug, Serialize)]
struct JsonFinding<'a> {
    chapter: &'a str,
    rule: &'a str,
    citation: &'a str,
    law_status: &'static str,
    verdict: &'static str,
    reason: Option<&'static str>,
    limit_ft: f64,
    requirement: String,
    measured_ft: Option<f64>,
    measured_m: Option<f64>,
    band_ft: Option<f64>,
    nearest: Vec<&'a str>,
    places: Vec<JsonPlace<'a>>,
    gaps: &'a [String],
}

#[derive(Debug, Serialize)]
struct JsonPlace<'a> {
    name: &'a str,
    id: Option<&'a str>,
    part: Option<u32>,
    distance_ft: Option<f64>,
    distance_m: Option<f64>,
    depth_m: Option<f64>,
    band_ft: Option<f64>,
    outcome: &'static str,
    why: Option<&'a str>,
    nearest_on_site: Option<[f64; 2]>,
    nearest_on_place: Option<[f64; 2]>,
}

/// The document of some sites.
pub fn json_document<'a>(context: &'a Context<'a>, sites: &'a [SiteReport<'a>]) -> JsonDocument<'a> {
    JsonDocument {
        schema_version: SCHEMA_VERSION,
        made_by: concat!("metes ", env!("CARGO_PKG_VERSION")),
        act: context.act,
        on: context.on.to_string(),
        illustrative: context.is_illustrative(),
        method: "least geodesic distance on the WGS84 ellipsoid",
        law: context
            .chapters
            .iter()
            .map(|c| Law {
                chapter: &c.id,
                place: &c.place,
                title: &c.title,
                source: &c.source,
                checked: c.checked.to_string(),
                status: Status {
                    is: c.status.kind.code(),
                    authority: c.status.authority.as_deref(),
                    since: c.status.since.map(|d| d.to_string()),
                    note: c.status.note.as_deref(),
                },
                not_checked: &c.not_checked,
            })
            .collect(),
        layers: context
            .sources
            .iter()
            .map(|s| Layer {
                layer: &s.layer,
                file: &s.file,
                as_of: s.as_of.map(|d| d.to_string()),
                over_a_year_old: s.is_old(context.on),
                publisher: s.publisher.as_deref(),
                licence: s.licence.as_deref(),
                accuracy: &s.accuracy,
                datum: s.datum.as_deref(),
                sha256: s.sha256.as_deref(),
                crs: &s.crs,
                operation: &s.operation,
                repairs: &s.repairs,
            })
            .collect(),
        sites: sites.iter().map(json_site).collect(),
    }
}

/// One site, as an element of the document or a line of ndjson.
pub fn json_site<'a>(site: &'a SiteReport<'a>) -> JsonSite<'a> {
    JsonSite {
        site_id: &site.id,
        label: &site.label,
        measured_from: site.reading,
        findings: site.findings.iter().map(finding).collect(),
    }
}

fn finding<'a>(finding: &'a Finding<'a>) -> JsonFinding<'a> {
    let nearest = finding.nearest();
    let first = nearest.first().map(|(_, m)| *m);
    JsonFinding {
        chapter: &finding.chapter.id,
        rule: &finding.rule.id,
        citation: &finding.rule.citation,
        law_status: finding.rule.status_in(finding.chapter).kind.code(),
        verdict: finding.verdict.word(),
        reason: finding.verdict.reason().map(|r| r.code()),
        limit_ft: finding.rule.require.limit().metres().feet(),
        requirement: finding.rule.require.words(),
        measured_ft: first.map(|m| m.separation.distance.feet()),
        measured_m: first.map(|m| m.separation.distance.0),
        band_ft: first.map(|m| m.band.half_width().feet()),
        nearest: nearest.iter().map(|(_, m)| m.feature.as_str()).collect(),
        places: finding.places.iter().map(place).collect(),
        gaps: &finding.gaps,
    }
}

fn place(place: &crate::decide::Place) -> JsonPlace<'_> {
    let empty = JsonPlace {
        name: &place.name,
        id: None,
        part: None,
        distance_ft: None,
        distance_m: None,
        depth_m: None,
        band_ft: None,
        outcome: "missing-data",
        why: None,
        nearest_on_site: None,
        nearest_on_place: None,
    };
    match &place.sight {
        Sight::Missing => empty,
        Sight::Unusable(why, reason) => JsonPlace { outcome: reason.code(), why: Some(why), ..empty },
        Sight::Measured(m) => JsonPlace {
            id: Some(&m.feature),
            part: (m.part.1 > 1).then_some(m.part.0),
            distance_ft: Some(m.separation.distance.feet()),
            distance_m: Some(m.separation.distance.0),
            depth_m: (m.signed.0 < 0.0).then_some(-m.signed.0),
            band_ft: Some(m.band.half_width().feet()),
            outcome: match m.call {
                Call::Met => "met",
                Call::NotMet => "not-met",
                Call::TooClose => "too-close",
            },
            nearest_on_site: Some(m.separation.a.array()),
            nearest_on_place: Some(m.separation.b.array()),
            ..empty
        },
    }
}
