//! `metes distance`: the least distance of two files, or of many pairs of geometries.

use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::Serialize;

use crate::cli::{DistanceArgs, DistanceFormat};
use crate::crs::Crs;
use crate::earth::LonLat;
use crate::error::Error;
use crate::flow::{self, Steps};
use crate::geojson::geometry_of;
use crate::input::{Input, unreadable};
use crate::json;
use crate::layer::{Feature, Gate, Layer, Manner, Settings, cross_check};
use crate::measure::{Separation, distance, distance_within};
use crate::units::{Length, fixed};

use super::exit::{Exit, Outcome};
use super::options;
use super::output::{Console, Output};

/// Lines measured together.
const CHUNK: usize = 4096;

pub fn run(args: &DistanceArgs, console: &Console) -> Outcome {
    match (&args.a, &args.b, &args.pairs) {
        (Some(a), Some(b), _) => two_files(args, a, b, console),
        (_, _, Some(pairs)) => {
            if args.format == Some(DistanceFormat::Text) {
                return Err(Error::new("--pairs answers line by line, so its format is ndjson.")
                    .hint("Leave out --format text."));
            }
            options::apply(&args.layers, &mut [])?;
            many_pairs(pairs, args.output.as_deref())
        }
        _ => Err(Error::new("two files are needed.").hint("metes distance A.geojson B.geojson, or --pairs FILE")),
    }
}

#[derive(Serialize)]
struct Line<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<&'a str>,
    distance_m: f64,
    nearest_a: [f64; 2],
    nearest_b: [f64; 2],
}

fn two_files(args: &DistanceArgs, a: &str, b: &str, console: &Console) -> Outcome {
    let mut settings = [("a", a), ("b", b)].map(|(name, arg)| Settings::new(name, Input::from_arg(arg)));
    let [sa, sb] = &mut settings;
    options::apply(&args.layers, &mut [sa, sb])?;
    let mut exit = Exit::Clear;
    let mut layers = Vec::new();
    for settings in &settings {
        let layer = Layer::load(settings, false)?;
        console.tell(&layer);
        console.tell_invented(&layer.settings);
        if !layer.refused.is_empty() {
            exit = Exit::Undetermined;
        }
        layers.push(layer);
    }
    let (a, b) = (&layers[0], &layers[1]);
    cross_check((&a.settings, a.bounds()), (&b.settings, b.bounds()))?;
    let Some((fa, fb, found)) = least(a, b) else {
        let empty = if a.features.is_empty() { a } else { b };
        return Err(Error::new(format!("{}: there is no feature to measure to.", empty.settings.place()))
            .hint("metes layers FILE lists what a file holds."));
    };
    let mut out = Output::open(args.output.as_deref())?;
    if args.format == Some(DistanceFormat::Ndjson) {
        let line = serde_json::to_string(&line(Some(&fa.id), Some(&fb.id), &found)).unwrap_or_default();
        out.put(format!("{line}\n").as_bytes())?;
    } else {
        let part = |f: &Feature, i: usize| {
            let parts = f.shape.drawing().planar().parts();
            if parts > 1 { format!(", part {} of {parts}", found.parts[i] + 1) } else { String::new() }
        };
        let end = |word: &str, layer: &Layer, f: &Feature, i: usize, p: LonLat| {
            let at = format!("{}, {}", fixed(p.lon, 8), fixed(p.lat, 8));
            format!("  {word:<5} {} \"{}\"{} at {at}\n", layer.settings.input.name(), f.id, part(f, i))
        };
        let feet = found.distance.beside(Length::ZERO);
        let text = format!("{feet} ft ({} m), the geodesic on WGS84\n", fixed(found.distance.0, 4));
        out.put((text + &end("from", a, fa, 0, found.a) + &end("to", b, fb, 1, found.b)).as_bytes())?;
    }
    out.finish()?;
    Ok(exit)
}

/// The nearest pair of features; ties go to the first in file order.
fn least<'a>(a: &'a Layer, b: &'a Layer) -> Option<(&'a Feature, &'a Feature, Separation)> {
    let mut best: Option<(&Feature, &Feature, Separation)> = None;
    for fa in &a.features {
        for (bound, i) in b.index().nearest_first(&fa.shape) {
            if best.as_ref().is_some_and(|(.., s)| bound.0 > s.distance.0) {
                break;
            }
            let fb = &b.features[i];
            let found = match &best {
                None => Some(distance(&fa.shape, &fb.shape)),
                Some((.., s)) => distance_within(&fa.shape, &fb.shape, s.distance),
            };
            let key = |f: &Feature, g: &Feature| (f.ordinal, g.ordinal);
            if let Some(found) = found
                && best.as_ref().is_none_or(|(f, g, s)| {
                    found.distance < s.distance || (found.distance == s.distance && key(fa, fb) < key(f, g))
                })
            {
                best = Some((fa, fb, found));
            }
        }
    }
    best
}

fn line<'a>(a: Option<&'a str>, b: Option<&'a str>, found: &Separation) -> Line<'a> {
    Line { a, b, distance_m: found.distance.0, nearest_a: found.a.array(), nearest_b: found.b.array() }
}

fn many_pairs(arg: &str, output: Option<&Path>) -> Outcome {
    let input = Input::from_arg(arg);
    let mut reader = BufReader::with_capacity(1 << 16, input.open()?);
    let mut out = Output::open(output)?;
    let gate = Gate::new(Crs::lon_lat(), Manner::default());
    let mut exit = Exit::Clear;
    let mut number = 0u64;
    let done = flow::run(
        flow::threads(),
        || Vec::with_capacity(CHUNK),
        Steps {
            take: |lines: &mut Vec<(u64, Vec<u8>)>| {
                lines.clear();
                while lines.len() < CHUNK {
                    let mut bytes = Vec::new();
                    let read = reader.read_until(b'\n', &mut bytes);
                    if read.map_err(|e| Some(unreadable(&input.name(), &e)))? == 0 {
                        break;
                    }
                    number += 1;
                    if !bytes.trim_ascii().is_empty() {
                        lines.push((number, bytes));
                    }
                }
                Ok(!lines.is_empty())
            },
            prepare: |_: &mut Vec<(u64, Vec<u8>)>| {},
            settle: |_: &mut Vec<(u64, Vec<u8>)>| Ok(()),
            work: |lines: &Vec<(u64, Vec<u8>)>| {
                lines.iter().map(|(number, line)| answer(&gate, *number, line)).collect::<Vec<_>>()
            },
            give: |answers: Vec<(bool, String)>| {
                for (sound, answer) in answers {
                    out.put(format!("{answer}\n").as_bytes()).map_err(Some)?;
                    if !sound {
                        exit = Exit::Undetermined;
                    }
                }
                if out.is_broken() { Err(None) } else { Ok(()) } // nobody reads on
            },
        },
    );
    match done {
        Ok(()) | Err(None) => {}
        Err(Some(error)) => return Err(error),
    }
    out.finish()?;
    Ok(exit)
}

/// The answer to one line, and whether it is a distance.
fn answer(gate: &Gate, number: u64, line: &[u8]) -> (bool, String) {
    let Ok(text) = std::str::from_utf8(line) else {
        return (false, format!("{{\"id\":null,\"error\":\"line {number}: this is not UTF-8\"}}"));
    };
    let text = text.trim().trim_start_matches('\u{feff}');
    let id = json::member(text, "id").unwrap_or("null");
    match measure(gate, text) {
        Ok(found) => {
            let body = serde_json::to_string(&self::line(None, None, &found)).unwrap_or_default();
            (true, format!("{{\"id\":{id},{}", &body[1..]))
        }
        Err(what) => {
            let error = serde_json::Value::String(format!("line {number}: {what}"));
            (false, format!("{{\"id\":{id},\"error\":{error}}}"))
        }
    }
}

fn measure(gate: &Gate, text: &str) -> Result<Separation, String> {
    json::sound(text)?;
    let shape = |side: &str| {
        let member = json::member(text, side).ok_or_else(|| format!("there is no geometry \"{side}\""))?;
        let raw = geometry_of(member).map_err(|what| format!("geometry \"{side}\": {what}"))?;
        gate.pass_geometry(raw).map_err(|defect| format!("geometry \"{side}\": {}", defect.what))
    };
    Ok(distance(&shape("a")?, &shape("b")?))
}
