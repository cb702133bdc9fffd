//! `metes near`: joins two layers by distance, streaming the first.

use rayon::prelude::*;
use serde::Serialize;

use crate::cli::{NearArgs, NearFormat};
use crate::csv::cell;
use crate::error::Error;
use crate::input::Input;
use crate::layer::{Feature, IdField, Layer, Refused, Settings, Stream, cross_check, duplicate_ids};
use crate::measure::Separation;
use crate::near::{Match, Question, matches};
use crate::planar::Bounds;
use crate::text::count;
use crate::units::{Length, fixed};

use super::exit::{Exit, Outcome};
use super::options;
use super::output::{Console, Output};

pub fn run(args: &NearArgs, console: &Console) -> Outcome {
    let mut from = settings("from", &args.from, args.from_id.as_ref());
    let mut to = settings("to", &args.to, args.to_id.as_ref());
    if from.input == Input::Stdin && to.input == Input::Stdin {
        return Err(Error::new("standard input can be only one of the two layers.").hint("Name a file for the other."));
    }
    options::apply(&args.layers, &mut [&mut from, &mut to])?;
    let within = Length::parse(&args.within).map_err(|e| e.within("--within"))?;
    let question = Question { within, nearest: args.nearest };
    let to = Layer::load(&to, false)?;
    console.tell(&to);
    console.tell_invented(&to.settings);
    let repeated = duplicate_ids(&to);
    if !repeated.is_empty() {
        let some = repeated.iter().take(5).map(|id| format!("\"{id}\"")).collect::<Vec<_>>().join(", ");
        console.say(
            "warning",
            &format!(
                "{}: {} more than once, {some} for one.",
                to.settings.place(),
                count(repeated.len() as u64, "id stands", "ids stand")
            ),
        );
    }
    let mut stream = Stream::open(&from, None)?;
    console.warn(stream.warnings());
    console.tell_invented(stream.settings());
    let mut first = true;
    let mut tally = Tally { bad_places: to.refused.len() as u64, ..Tally::default() };
    let mut out = Output::open(args.output.as_deref())?;
    let mut rows = 0u64;
    loop {
        let batch = stream.next_batch()?;
        if batch.is_empty() || out.is_broken() {
            break;
        }
        let gate = stream.gate();
        let passed: Vec<Result<Feature, Box<Refused>>> = batch.into_par_iter().map(|raw| gate.pass(raw)).collect();
        if std::mem::take(&mut first) {
            let mut bounds = Bounds::EMPTY;
            passed.iter().flatten().for_each(|f| bounds.join(f.shape.drawing().bounds()));
            cross_check((&from, &bounds), (&to.settings, to.bounds()))?;
            out.put(args.format.opening())?;
        }
        let written: Vec<Vec<u8>> = passed
            .par_iter()
            .map(|passed| match passed {
                Ok(feature) => {
                    let mut found = matches(&feature.shape, &to, question);
                    if args.nearest && !args.ties {
                        found.truncate(1);
                    }
                    args.format.rows(feature, &found, args.keep_unmatched)
                }
                Err(bad) => args.format.refusal(bad),
            })
            .collect();
        for (passed, written) in passed.iter().zip(written) {
            match passed {
                Ok(_) => tally.features += 1,
                Err(bad) => {
                    tally.refused += 1;
                    console.refuse(&from.place(), bad, &from.name);
                }
            }
            for row in written.split_inclusive(|b| *b == b'\n').filter(|row| !row.is_empty()) {
                out.put(args.format.between(rows))?;
                out.put(row)?;
                rows += 1;
            }
        }
    }
    if first {
        out.put(args.format.opening())?;
    }
    out.put(args.format.closing())?;
    out.finish()?;
    console.say(
        "near",
        &format!(
            "{} measured against {} within {within}, by the geodesic on WGS84{}.",
            count(tally.features, "feature", "features"),
            count(to.features.len() as u64, "feature", "features"),
            tally.refusals()
        ),
    );
    Ok(if tally.refused + tally.bad_places > 0 { Exit::Undetermined } else { Exit::Clear })
}

#[derive(Default)]
struct Tally {
    features: u64,
    refused: u64,
    bad_places: u64,
}

impl Tally {
    fn refusals(&self) -> String {
        match self.refused + self.bad_places {
            0 => String::new(),
            n => format!("; {} refused, named above", count(n, "feature was", "features were")),
        }
    }
}

fn settings(name: &str, arg: &str, id: Option<&String>) -> Settings {
    let mut settings = Settings::new(name, Input::from_arg(arg));
    if let Some(field) = id {
        settings.manner.id = IdField::Property(field.clone());
    }
    settings
}

#[derive(Serialize)]
struct Row<'a> {
    from_id: &'a str,
    within: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance_ft: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance_m: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest_from: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest_to: Option<[f64; 2]>,
    /// Counted from 1, where the feature has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    from_part: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_part: Option<u32>,
}

impl NearFormat {
    fn opening(self) -> &'static [u8] {
        match self {
            NearFormat::Csv => b"from_id,within,to_id,distance_ft\n",
            NearFormat::Ndjson => b"",
            NearFormat::Geojson => b"{\"type\":\"FeatureCollection\",\"features\":[\n",
        }
    }

    fn between(self, rows: u64) -> &'static [u8] {
        if self == NearFormat::Geojson && rows > 0 { b"," } else { b"" }
    }

    fn closing(self) -> &'static [u8] {
        if self == NearFormat::Geojson { b"]}\n" } else { b"" }
    }

    /// The rows of one feature, each ended by a line end.
    fn rows(self, from: &Feature, found: &[Match], keep_unmatched: bool) -> Vec<u8> {
        let mut out = Vec::new();
        if found.is_empty() && keep_unmatched {
            match self {
                NearFormat::Csv => out.extend(format!("{},0,,\n", cell(&from.id)).bytes()),
                NearFormat::Ndjson => json_row(&mut out, &Row::unmatched(&from.id)),
                NearFormat::Geojson => {} // no line to draw
            }
        }
        for found in found {
            let row = Row::of(from, found);
            match self {
                NearFormat::Csv => {
                    let feet = fixed(found.separation.distance.feet(), 3);
                    out.extend(format!("{},1,{},{feet}\n", cell(&from.id), cell(&found.feature.id)).bytes());
                }
                NearFormat::Ndjson => json_row(&mut out, &row),
                NearFormat::Geojson => {
                    let Separation { a, b, distance, .. } = found.separation;
                    // what touches has no line between
                    let shortest = match distance.0 {
                        0.0 => geojson::GeometryValue::new_point(a.array()),
                        _ => geojson::GeometryValue::new_line_string([a.array(), b.array()]),
                    };
                    let properties = Row { nearest_from: None, nearest_to: None, ..row };
                    let feature = serde_json::json!({"type": "Feature", "properties": properties, "geometry": geojson::Geometry::new(shortest)});
                    json_row(&mut out, &feature);
                }
            }
        }
        out
    }

    /// The row of a feature that was refused.
    fn refusal(self, bad: &Refused) -> Vec<u8> {
        let mut out = Vec::new();
        match self {
            NearFormat::Csv => out.extend(format!("{},,,\n", cell(&bad.id)).bytes()),
            NearFormat::Ndjson => json_row(&mut out, &serde_json::json!({"from_id": bad.id, "error": bad.sentence()})),
            NearFormat::Geojson => {
                let row = serde_json::json!({"from_id": bad.id, "error": bad.sentence()});
                json_row(&mut out, &serde_json::json!({"type": "Feature", "properties": row, "geometry": null}));
            }
        }
        out
    }
}

fn json_row(out: &mut Vec<u8>, row: &impl Serialize) {
    // writing to memory does not fail
    let _ = serde_json::to_writer(&mut *out, row);
    out.push(b'\n');
}

impl<'a> Row<'a> {
    fn unmatched(from_id: &'a str) -> Self {
        Row {
            from_id,
            within: false,
            to_id: None,
            distance_ft: None,
            distance_m: None,
            nearest_from: None,
            nearest_to: None,
            from_part: None,
            to_part: None,
        }
    }

    fn of(from: &'a Feature, found: &Match<'a>) -> Self {
        let Match { feature, separation } = found;
        let part = |f: &Feature, i: usize| (f.shape.drawing().planar().parts() > 1).then(|| separation.parts[i] + 1);
        Row {
            from_id: &from.id,
            within: true,
            to_id: Some(&feature.id),
            distance_ft: Some(separation.distance.feet()),
            distance_m: Some(separation.distance.0),
            nearest_from: Some(separation.a.array()),
            nearest_to: Some(separation.b.array()),
            from_part: part(from, 0),
            to_part: part(feature, 1),
        }
    }
}
