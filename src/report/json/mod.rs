//! Renders a check as JSON, in structs of its own so that inner names may change freely.
//!
//! The shape is described by `schemas/check.schema.json`.

mod site;

pub use site::{JsonSite, json_site};

use serde::Serialize;

use super::{Context, SourceNote};
use crate::rules::Chapter;

/// The version of this shape; it rises when a reader could break.
pub const SCHEMA_VERSION: u32 = 1;

/// The document up to its list of sites.
#[derive(Debug, Serialize)]
struct Opening<'a> {
    schema_version: u32,
    made_by: &'static str,
    act: &'a str,
    on: String,
    method: &'static str,
    law: Vec<Law<'a>>,
}

/// What follows the list of sites, when all layers have been read to their end.
#[derive(Debug, Serialize)]
struct Closing<'a> {
    illustrative: bool,
    layers: Vec<Layer<'a>>,
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

/// The document up to and with the bracket that opens its list of sites; the sites follow,
/// parted by commas, then [`json_closing`]. So a county can be written as it is read.
pub fn json_opening(context: &Context) -> String {
    let opening = Opening {
        schema_version: SCHEMA_VERSION,
        made_by: concat!("metes ", env!("CARGO_PKG_VERSION")),
        act: context.act,
        on: context.on.to_string(),
        method: "least geodesic distance on the WGS84 ellipsoid",
        law: context.chapters.iter().map(|c| law(c)).collect(),
    };
    let object = serde_json::to_string(&opening).unwrap_or_default();
    format!("{},\"sites\":[\n", object.strip_suffix('}').unwrap_or_default())
}

/// The end of the document, from the bracket that closes its list of sites.
pub fn json_closing(context: &Context) -> String {
    let closing = Closing {
        illustrative: context.is_illustrative(),
        layers: context.sources.iter().map(|s| layer(s, context)).collect(),
    };
    let object = serde_json::to_string(&closing).unwrap_or_default();
    format!("],{}\n", &object[1..])
}

fn law(chapter: &Chapter) -> Law<'_> {
    Law {
        chapter: &chapter.id,
        place: &chapter.place,
        title: &chapter.title,
        source: &chapter.source,
        checked: chapter.checked.to_string(),
        status: Status {
            is: chapter.status.kind.word(),
            authority: chapter.status.authority.as_deref(),
            since: chapter.status.since.map(|d| d.to_string()),
            note: chapter.status.note.as_deref(),
        },
        not_checked: &chapter.not_checked,
    }
}

fn layer<'a>(source: &'a SourceNote, context: &Context) -> Layer<'a> {
    Layer {
        layer: &source.layer,
        file: &source.file,
        as_of: source.as_of.map(|d| d.to_string()),
        over_a_year_old: source.is_old(context.on),
        publisher: source.publisher.as_deref(),
        licence: source.licence.as_deref(),
        accuracy: &source.accuracy,
        datum: source.datum.as_deref(),
        sha256: source.sha256.as_deref(),
        crs: &source.crs,
        operation: &source.operation,
        repairs: &source.repairs,
    }
}
