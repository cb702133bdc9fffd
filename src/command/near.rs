//! `metes near`: joins two layers by distance, streaming the first.

use serde::Serialize;

use crate::cli::{NearArgs, NearFormat};
use crate::csv::{self, cell};
use crate::error::Error;
use crate::geojson::Sketch;
use crate::input::Input;
use crate::layer::{
    Feature, Gate, GoOn, IdField, Layer, Portion, Refused, Settings, Stream, cross_check, duplicate_ids,
};
use crate::measure::Separation;
use crate::near::{GRAIN, Match, Question, matches, put_in_order};
use crate::planar::Bounds;
use crate::sieve::{From, Reach, Scratch, Sieve};
use crate::text::count;
use crate::units::{Length, Metres, put_thousandths};

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
    console.follow(&from.input, &mut stream);
    let mut first = true;
    let mut tally = Tally { bad_places: to.refused.len() as u64, ..Tally::default() };
    let mut out = Output::open(args.output.as_deref())?;
    let mut any = false;
    let noted: Vec<String> = stream.gate().id_field().map(str::to_owned).into_iter().collect();
    let join = Join { to: &to, sieve: Sieve::new(&to, Reach::Within(within.metres())), question, args };
    stream.each(
        &noted,
        |portion| join.rows(portion),
        |mut rows| {
            if std::mem::take(&mut first) {
                cross_check((&from, &rows.bounds), (&to.settings, to.bounds()))?;
                out.put(args.format.opening())?;
            }
            tally.features += rows.features;
            tally.refused += rows.refused.len() as u64;
            rows.refused.iter().for_each(|bad| console.refuse(&from.place(), bad, &from.name));
            if !rows.bytes.is_empty() {
                // between two rows, and the one before the first is of the portion before
                let parted = if std::mem::replace(&mut any, true) { 0 } else { args.format.between().len() };
                out.put(&rows.bytes.split_off(parted))?;
            }
            Ok(if out.is_broken() { GoOn::No } else { GoOn::Yes })
        },
    )?;
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

/// What every portion is joined with.
struct Join<'j> {
    to: &'j Layer,
    sieve: Sieve<'j>,
    question: Question,
    args: &'j NearArgs,
}

/// What comes of a portion.
struct Rows {
    /// Each with what parts it from the one before.
    bytes: Vec<u8>,
    features: u64,
    refused: Vec<Refused>,
    bounds: Bounds,
}

impl Join<'_> {
    fn rows(&self, portion: &Portion) -> Rows {
        let mut rows = Rows { bytes: Vec::new(), features: 0, refused: Vec::new(), bounds: Bounds::EMPTY };
        let mut scratch = Scratch::default();
        for sketch in portion.sketches() {
            if self.quickly(portion.gate, &sketch, &mut scratch, &mut rows) {
                rows.features += 1;
                continue;
            }
            let written = match portion.gate.pass(sketch.whole().into_owned()) {
                Ok(feature) => {
                    rows.features += 1;
                    rows.bounds.join(feature.shape.drawing().bounds());
                    let mut found = matches(&feature.shape, self.to, self.question);
                    if self.args.nearest && !self.args.ties {
                        found.truncate(1);
                    }
                    self.args.format.rows(&feature, &found, self.args.keep_unmatched)
                }
                Err(bad) => {
                    let row = self.args.format.refusal(&bad);
                    rows.refused.push(*bad);
                    row
                }
            };
            for row in written.split_inclusive(|b| *b == b'\n').filter(|row| !row.is_empty()) {
                rows.bytes.extend_from_slice(self.args.format.between());
                rows.bytes.extend_from_slice(row);
            }
        }
        rows
    }

    /// Writes the rows of a feature without making a shape of it: a table has no place for the
    /// points between which it was measured. `false` when the ordinary way must be gone.
    fn quickly(&self, gate: &Gate, sketch: &Sketch, scratch: &mut Scratch, rows: &mut Rows) -> bool {
        let (NearFormat::Csv, Some(from)) = (self.args.format, From::of(gate, sketch)) else { return false };
        let Question { within, nearest } = self.question;
        let reach = Metres(within.metres().0 + GRAIN);
        if !self.sieve.sift(&from, reach, nearest, scratch) {
            return false;
        }
        rows.bounds.join(from.bounds());
        let found = &mut scratch.found;
        found.retain(|(_, distance)| Length::rounded(*distance).is_some_and(|d| d <= within));
        let id = |i: usize| self.to.features[i].id.as_str();
        put_in_order(found, nearest, |(i, distance)| (*distance, id(*i)));
        if nearest && !self.args.ties {
            found.truncate(1);
        }
        let from_id = gate.id_of(sketch);
        if found.is_empty() && self.args.keep_unmatched {
            csv_row(&mut rows.bytes, &from_id, None);
        }
        found.iter().for_each(|(i, distance)| csv_row(&mut rows.bytes, &from_id, Some((id(*i), *distance))));
        true
    }
}

/// The row of a feature and one that was found, or none.
fn csv_row(out: &mut Vec<u8>, from_id: &str, found: Option<(&str, Metres)>) {
    csv::put(out, from_id);
    match found {
        None => out.extend_from_slice(b",0,,"),
        Some((to_id, distance)) => {
            out.extend_from_slice(b",1,");
            csv::put(out, to_id);
            out.push(b',');
            put_thousandths(out, distance.feet());
        }
    }
    out.push(b'\n');
}

impl NearFormat {
    fn opening(self) -> &'static [u8] {
        match self {
            NearFormat::Csv => b"from_id,within,to_id,distance_ft\n",
            NearFormat::Ndjson => b"",
            NearFormat::Geojson => b"{\"type\":\"FeatureCollection\",\"features\":[\n",
        }
    }

    fn between(self) -> &'static [u8] {
        if self == NearFormat::Geojson { b"," } else { b"" }
    }

    fn closing(self) -> &'static [u8] {
        if self == NearFormat::Geojson { b"]}\n" } else { b"" }
    }

    /// The rows of one feature, each ended by a line end.
    fn rows(self, from: &Feature, found: &[Match], keep_unmatched: bool) -> Vec<u8> {
        let mut out = Vec::new();
        if found.is_empty() && keep_unmatched {
            match self {
                NearFormat::Csv => csv_row(&mut out, &from.id, None),
                NearFormat::Ndjson => json_row(&mut out, &Row::unmatched(&from.id)),
                NearFormat::Geojson => {} // no line to draw
            }
        }
        for found in found {
            let row = Row::of(from, found);
            match self {
                NearFormat::Csv => {
                    csv_row(&mut out, &from.id, Some((&found.feature.id, found.separation.distance)));
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
