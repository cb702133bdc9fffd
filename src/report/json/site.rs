//! One site in JSON: what was stated, what is asked, and each finding with its readings and places.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::decide::{Measured, Place, Sight};
use crate::report::{Context, Finding, Lift, Origin, PremiseReport, ReadingReport, SiteReport, StatedFact};
use crate::rules::Demand;
use crate::truth::Truth;

/// One site.
#[derive(Debug, Serialize)]
pub struct JsonSite<'a> {
    site_id: &'a str,
    label: &'a str,
    measured_from: &'static str,
    on: String,
    illustrative: bool,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    kept: BTreeMap<&'a str, &'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measured_by: Option<&'a str>,
    facts: Vec<JsonFact<'a>>,
    asks: Vec<JsonAsk<'a>>,
    conditions: Vec<JsonCondition<'a>>,
    findings: Vec<JsonFinding<'a>>,
}

#[derive(Debug, Serialize)]
struct JsonFact<'a> {
    fact: &'a str,
    value: String,
    stated_by: &'static str,
}

#[derive(Debug, Serialize)]
struct JsonAsk<'a> {
    fact: &'a str,
    question: &'a str,
    r#type: String,
}

#[derive(Debug, Serialize)]
struct JsonCondition<'a> {
    condition: &'a str,
    citation: &'a str,
    holds: &'static str,
    reason: Option<&'static str>,
    stated: bool,
    readings: Vec<JsonReading<'a>>,
}

#[derive(Debug, Serialize)]
struct JsonFinding<'a> {
    chapter: &'a str,
    rule: &'a str,
    citation: &'a str,
    topic: &'a str,
    law_status: &'static str,
    status_authority: Option<&'a str>,
    status_since: Option<String>,
    verdict: &'static str,
    reason: Option<&'static str>,
    /// What it would say if nothing lifted it and it applied.
    by_itself: &'static str,
    limit_ft: Option<f64>,
    requirement: Option<String>,
    #[serde(flatten)]
    nearest: JsonNearest<'a>,
    places: Vec<JsonPlace<'a>>,
    readings: Vec<JsonReading<'a>>,
    exemptions: Vec<JsonExemption<'a>>,
    asks: Vec<&'a str>,
    duty: Option<JsonDuty<'a>>,
    gaps: &'a [String],
}

/// What was measured to the places that decide.
#[derive(Debug, Serialize)]
struct JsonNearest<'a> {
    measured_ft: Option<f64>,
    measured_m: Option<f64>,
    band_ft: Option<f64>,
    nearest: Vec<&'a str>,
}

#[derive(Debug, Serialize)]
struct JsonReading<'a> {
    reading: &'a str,
    counted: bool,
    verdict: &'static str,
    reason: Option<&'static str>,
    requirement: String,
    limit_ft: f64,
    #[serde(flatten)]
    nearest: JsonNearest<'a>,
    gaps: &'a [String],
}

#[derive(Debug, Serialize)]
struct JsonExemption<'a> {
    exemption: &'a str,
    citation: &'a str,
    holds: &'static str,
    reason: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct JsonDuty<'a> {
    who: &'a str,
    what: &'a str,
    by: &'a str,
    due: Option<String>,
    unextended: Option<String>,
    amount: Option<String>,
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
    /// Why it cannot be used, or what a reader must know of it.
    why: Option<&'a str>,
    nearest_on_site: Option<[f64; 2]>,
    nearest_on_place: Option<[f64; 2]>,
}

/// One site, as an element of the document or a line of ndjson; `kept` are the properties that
/// are carried along.
pub fn json_site<'a>(
    site: &'a SiteReport<'a>,
    keep: &'a [String],
    kept: &'a [String],
    context: &'a Context,
) -> JsonSite<'a> {
    JsonSite {
        site_id: &site.id,
        label: &site.label,
        measured_from: site.reading,
        on: context.on.to_string(),
        illustrative: context.is_illustrative(),
        kept: keep.iter().map(String::as_str).zip(kept.iter().map(String::as_str)).collect(),
        measured_by: context.measured_by.as_deref(),
        facts: site.facts.iter().map(fact).collect(),
        asks: site
            .asks()
            .into_iter()
            .map(|f| JsonAsk { fact: &f.id, question: &f.ask, r#type: f.type_words() })
            .collect(),
        conditions: site.premises.iter().map(condition).collect(),
        findings: site.findings.iter().map(finding).collect(),
    }
}

fn fact<'a>(stated: &'a StatedFact<'a>) -> JsonFact<'a> {
    let stated_by = match stated.origin {
        Origin::Typed => "command line",
        Origin::Property => "property of the site",
    };
    JsonFact { fact: &stated.fact.id, value: stated.value.to_string(), stated_by }
}

fn condition<'a>(report: &'a PremiseReport<'a>) -> JsonCondition<'a> {
    JsonCondition {
        condition: &report.premise.id,
        citation: &report.premise.wording.citation,
        holds: truth_word(report.truth),
        reason: report.truth.reason().map(|r| r.code()),
        stated: report.stated,
        readings: report.readings.iter().map(reading).collect(),
    }
}

fn truth_word(truth: Truth) -> &'static str {
    match truth {
        Truth::Yes => "yes",
        Truth::No => "no",
        Truth::Unknown(_) => "unknown",
    }
}

fn finding<'a>(finding: &'a Finding<'a>) -> JsonFinding<'a> {
    let default = finding.default();
    let status = finding.chapter.status_of(finding.rule);
    JsonFinding {
        chapter: &finding.chapter.id,
        rule: &finding.rule.id,
        citation: &finding.rule.wording.citation,
        topic: &finding.rule.topic,
        law_status: status.kind.word(),
        status_authority: status.authority.as_deref(),
        status_since: status.since.map(|day| day.to_string()),
        verdict: finding.verdict.word(),
        reason: finding.verdict.reason().map(|r| r.code()),
        by_itself: finding.bare.word(),
        limit_ft: default.map(|r| r.require().limit().metres().feet()),
        requirement: default.map(|r| r.require().words()),
        nearest: nearest(&finding.deciding()),
        places: default.iter().flat_map(|r| r.places.iter()).map(place).collect(),
        readings: finding.readings.iter().map(reading).collect(),
        exemptions: finding.lifts.iter().map(exemption).collect(),
        asks: finding.asks.iter().map(|f| f.id.as_str()).collect(),
        duty: match &finding.rule.demand {
            Demand::Duty(duty) => Some(JsonDuty {
                who: &duty.who,
                what: &duty.what,
                by: &duty.by,
                due: finding.reckoned.due.as_ref().map(|due| due.last.to_string()),
                unextended: finding.reckoned.due.as_ref().and_then(|due| due.unextended).map(|day| day.to_string()),
                amount: finding.reckoned.amount.map(|amount| amount.to_string()),
            }),
            _ => None,
        },
        gaps: &finding.gaps,
    }
}

fn nearest<'a>(deciding: &[(&str, &'a Measured)]) -> JsonNearest<'a> {
    let first = deciding.first().map(|(_, m)| *m);
    JsonNearest {
        measured_ft: first.map(|m| m.separation.distance.feet()),
        measured_m: first.map(|m| m.separation.distance.0),
        band_ft: first.map(|m| m.band.half_width().feet()),
        nearest: deciding.iter().map(|(_, m)| m.feature.as_str()).collect(),
    }
}

fn reading<'a>(report: &'a ReadingReport<'a>) -> JsonReading<'a> {
    JsonReading {
        reading: &report.reading.name,
        counted: report.counted,
        verdict: report.verdict.word(),
        reason: report.verdict.reason().map(|r| r.code()),
        requirement: report.require().words(),
        limit_ft: report.require().limit().metres().feet(),
        nearest: nearest(&report.deciding()),
        gaps: &report.gaps,
    }
}

fn exemption<'a>(lift: &'a Lift<'a>) -> JsonExemption<'a> {
    JsonExemption {
        exemption: &lift.exemption.id,
        citation: &lift.exemption.wording.citation,
        holds: truth_word(lift.holds),
        reason: lift.holds.reason().map(|r| r.code()),
    }
}

fn place(place: &Place) -> JsonPlace<'_> {
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
            why: m.note.as_deref(),
            outcome: match m.met {
                Truth::Yes => "met",
                Truth::No => "not-met",
                Truth::Unknown(reason) => reason.code(),
            },
            nearest_on_site: Some(m.separation.a.array()),
            nearest_on_place: Some(m.separation.b.array()),
            ..empty
        },
    }
}
