//! `metes check`: one site or many against the rules of an act.

use std::io::Write;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use rayon::prelude::*;

use crate::check::{Checker, Site, rules_of, source_note};
use crate::cli::{CheckArgs, CheckFormat};
use crate::decide::Verdict;
use crate::earth::LonLat;
use crate::error::{Error, Result};
use crate::geojson::RawGeometry;
use crate::input::{Fingerprint, Input};
use crate::layer::{Feature, GridFinder, IdField, Layer, Refused, Settings, Stream, cross_check};
use crate::planar::Bounds;
use crate::premises::{self, Lot};
use crate::report::{
    CSV_HEADER, Context, SiteReport, SourceNote, csv_rows, json_closing, json_opening, json_site, summary, text,
};
use crate::rules::{self, Chapter};
use crate::shape::Shape;
use crate::units::Accuracy;

use super::exit::{Exit, Failure, Outcome};
use super::options;
use super::output::{Console, Output, tell_refused, tell_warnings};

pub fn run(args: &CheckArgs, now: Timestamp, console: &Console) -> Outcome {
    let chapters = rules::load(&args.law)?;
    let (act, rules) = rules_of(&chapters, args.act.as_deref())?;
    let on = args.on.unwrap_or_else(|| today(&chapters, now));
    let mut layers = layer_settings(args)?;
    let mut sites = site_settings(args, &mut layers);
    options::apply(&args.options, &mut layers.iter_mut().chain(sites.iter_mut()).collect::<Vec<_>>())?;
    let site_accuracy = args.site_accuracy.as_deref().map(Accuracy::parse).transpose()?;
    let checker = Checker::new(rules, &layers)?;
    for layer in checker.layers() {
        tell_warnings(console, &layer.warnings);
        for bad in &layer.refused {
            console.say(
                "warning",
                &format!("{}: {} {}", layer.settings.place(), bad.sentence(), bad.advice(&layer.settings.name)),
            );
        }
    }
    let context = Context {
        chapters: chapters.iter().collect(),
        act,
        on,
        sources: checker.layers().map(source_note).collect(),
        asked: String::new(),
    };
    let exit = match sites {
        Some(mut sites) => {
            if site_accuracy.is_some() {
                sites.stated.accuracy = site_accuracy;
            }
            many(args, &checker, &sites, context, console)?
        }
        None => one(args, &checker, &layers, site_accuracy, context, console)?,
    };
    Ok(if args.exit_zero { Exit::Clear } else { exit })
}

/// Today where the law holds.
fn today(chapters: &[Chapter], now: Timestamp) -> Date {
    let zone = chapters.first().and_then(|c| TimeZone::get(&c.time_zone).ok()).unwrap_or(TimeZone::UTC);
    now.to_zoned_datetime(zone).date()
}

/// The layers file with `--layer` over it.
fn layer_settings(args: &CheckArgs) -> Result<Vec<Settings>> {
    let mut layers = match &args.layers_file {
        Some(file) => crate::layer::layers_file(file)?,
        None => Vec::new(),
    };
    for (name, file) in options::pairs("--layer", &args.layer)? {
        let input = Input::from_arg(file);
        match layers.iter_mut().find(|l| l.name == name) {
            // how to read it stays; what was stated of another file's quality does not
            Some(layer) => *layer = Settings { manner: layer.manner.clone(), ..Settings::new(name, input) },
            None => layers.push(Settings::new(name, input)),
        }
    }
    if layers.is_empty() {
        return Err(Error::new("no layers are given, so there is nothing to measure to.")
            .hint("Give the village's layers: --layers village/layers.toml, or --layer parks=parks.geojson")
            .try_this("To see how it works on an invented village: --layers illustrative"));
    }
    Ok(layers)
}

/// What is said of `--sites`: the entry `sites` of the layers file, if it has one.
fn site_settings(args: &CheckArgs, layers: &mut Vec<Settings>) -> Option<Settings> {
    let input = Input::from_arg(args.sites.as_ref()?);
    let entry = layers.iter().position(|l| l.name == "sites").map(|i| layers.remove(i));
    let mut sites = entry.unwrap_or_else(|| Settings::new("sites", input.clone()));
    sites.input = input;
    if let Some(field) = &args.id {
        sites.manner.id = IdField::Property(field.clone());
    }
    Some(sites)
}

/// One site: its parcel, or a point.
fn one(
    args: &CheckArgs,
    checker: &Checker,
    layers: &[Settings],
    accuracy: Option<Accuracy>,
    mut context: Context,
    console: &Console,
) -> std::result::Result<Exit, Failure> {
    let parcels = layers.iter().find(|l| l.name == "parcels");
    let loaded = parcels.map(|settings| Layer::load(settings, true)).transpose()?;
    if let Some(parcels) = &loaded {
        tell_warnings(console, &parcels.warnings);
        if !context.sources.iter().any(|s| s.layer == parcels.settings.name) {
            context.sources.insert(0, source_note(parcels));
        }
    }
    let need = |option: &str| {
        Error::new(format!("{option} needs a layer parcels, and none is given.")).hint(
            "Add it: --layer parcels=parcels.geojson, or give many sites with --sites, or a point with --at LON,LAT",
        )
    };
    let point: Shape;
    let site = match (&args.address, &args.parcel, &args.at) {
        (Some(typed), ..) => {
            let parcels = loaded.as_ref().ok_or_else(|| need("--address"))?;
            let lot = premises::by_address(parcels, typed)?;
            context.asked = format!("Typed \"{typed}\"; found {}, parcel {}.", premises::label(parcels, lot), lot.id());
            lot_site(parcels, lot, accuracy, true)
        }
        (_, Some(id), _) => {
            let parcels = loaded.as_ref().ok_or_else(|| need("--parcel"))?;
            let lot = premises::by_parcel(parcels, id)?;
            context.asked = format!("Parcel {id}: {}.", premises::label(parcels, lot));
            lot_site(parcels, lot, accuracy, true)
        }
        (_, _, Some(at)) => {
            let place = lon_lat(at)?;
            match &loaded {
                Some(parcels) => {
                    let lot = premises::at(parcels, place)?;
                    context.asked =
                        format!("The point {at} lies in parcel {}, {}.", lot.id(), premises::label(parcels, lot));
                    lot_site(parcels, lot, accuracy, false)
                }
                None => {
                    point = Shape::point(place).map_err(|d| Error::new(format!("--at {at}: {}.", d.what)))?;
                    context.asked = format!("The point {at} itself; no layer parcels is given.");
                    let accuracy = accuracy.unwrap_or_else(|| Accuracy::assumed(true));
                    Site {
                        id: at.clone(),
                        label: format!("the point {at}"),
                        reading: "point",
                        shape: Ok(&point),
                        accuracy,
                        datum: None,
                    }
                }
            }
        }
        _ => return Err(Error::new("no site is named.").hint("--address, --parcel, --at or --sites").into()),
    };
    if let (Ok(shape), Some(parcels)) = (site.shape, parcels) {
        for layer in checker.layers() {
            cross_check((parcels, shape.drawing().bounds()), (&layer.settings, layer.bounds()))?;
        }
    }
    let report = checker.check(&site);
    let mut out = Output::open(args.output.as_deref())?;
    match args.format.unwrap_or(CheckFormat::Text) {
        CheckFormat::Text => out.write_all(text(&report, &context).as_bytes())?,
        format => {
            write_opening(format, &context, &mut out)?;
            write_site(format, &report, &context, true, &mut out)?;
            write_closing(format, &context, &mut out)?;
        }
    }
    out.finish()?;
    Ok(exit_of(&report))
}

fn lot_site<'a>(parcels: &'a Layer, lot: Lot<'a>, accuracy: Option<Accuracy>, carries: bool) -> Site<'a> {
    let shape = match lot {
        Lot::Sound(feature) => Ok(&feature.shape),
        Lot::Unusable(refused) => Err(refused),
    };
    let of_layer = || match (shape, carries) {
        (Ok(shape), true) => parcels.accuracy(shape),
        (Err(_), true) => parcels.worst_accuracy(),
        (_, false) => Accuracy::assumed(false),
    };
    Site {
        id: lot.id().to_owned(),
        label: premises::label(parcels, lot),
        reading: "lot",
        shape,
        accuracy: accuracy.unwrap_or_else(of_layer),
        datum: if carries { parcels.settings.stated.datum.clone() } else { None },
    }
}

fn lon_lat(text: &str) -> Result<LonLat> {
    let numbers: Vec<f64> = text.split(',').filter_map(|n| n.trim().parse().ok()).collect();
    match numbers.as_slice() {
        [lon, lat] if lon.abs() <= 180.0 && lat.abs() <= 90.0 => Ok(LonLat { lon: *lon, lat: *lat }),
        [lat, lon] if lon.abs() <= 180.0 && lat.abs() <= 90.0 => {
            Err(Error::new(format!("--at {text}: longitude and latitude look swapped."))
                .hint(format!("Longitude comes first: --at {lon},{lat}")))
        }
        _ => Err(Error::new(format!("--at {text} is not a longitude and a latitude in degrees."))
            .hint("Write --at -73.83,40.95")),
    }
}

/// Many sites, streamed in file order.
fn many(
    args: &CheckArgs,
    checker: &Checker,
    settings: &Settings,
    mut context: Context,
    console: &Console,
) -> std::result::Result<Exit, Failure> {
    let format = args.format.unwrap_or(CheckFormat::Csv);
    if format == CheckFormat::Text {
        return Err(Error::new("text is for one site.").hint("With --sites use --format csv, json or ndjson.").into());
    }
    let print = Fingerprint::default();
    let mut stream = Stream::open(settings, Some(&print))?;
    tell_warnings(console, stream.warnings());
    let mut finder = GridFinder::default();
    for raw in stream.first_batch() {
        if let RawGeometry::Shape(_, planar) = &raw.geometry {
            finder.take(planar);
        }
    }
    let grid = finder.found(stream.gate().crs());
    let accuracy = |shape: Option<&Shape>| {
        settings.stated.accuracy.clone().unwrap_or_else(|| {
            let assumed = Accuracy::assumed(shape.is_some_and(|s| s.drawing().planar().only_points()));
            grid.map_or(assumed.clone(), |grid| assumed.with_grid(grid.spacing()))
        })
    };
    let mut out = Output::open(args.output.as_deref())?;
    let (mut exit, mut first) = (Exit::Clear, true);
    let mut tally = [0u64; 4];
    loop {
        let batch = stream.next_batch()?;
        if batch.is_empty() {
            break;
        }
        let gate = stream.gate();
        let passed: Vec<std::result::Result<Feature, Box<Refused>>> =
            batch.into_par_iter().map(|raw| gate.pass(raw)).collect();
        if tally[0] == 0 {
            let mut bounds = Bounds::EMPTY;
            passed.iter().flatten().for_each(|f| bounds.join(f.shape.drawing().bounds()));
            for layer in checker.layers() {
                cross_check((settings, &bounds), (&layer.settings, layer.bounds()))?;
            }
            write_opening(format, &context, &mut out)?;
        }
        let reports: Vec<SiteReport> = passed
            .par_iter()
            .map(|passed| {
                let (id, shape) = match passed {
                    Ok(feature) => (&feature.id, Ok(&feature.shape)),
                    Err(bad) => (&bad.id, Err(&**bad)),
                };
                let site = Site {
                    id: id.clone(),
                    label: id.clone(),
                    reading: "shape",
                    shape,
                    accuracy: accuracy(shape.ok()),
                    datum: settings.stated.datum.clone(),
                };
                checker.check(&site)
            })
            .collect();
        for (passed, report) in passed.iter().zip(&reports) {
            if let Err(bad) = passed {
                tell_refused(console, &settings.place(), bad, &settings.name);
            }
            exit = exit.and(exit_of(report));
            tally[0] += 1;
            tally[match report.gravest().map(|f| f.verdict) {
                Some(Verdict::Complies) | None => 1,
                Some(Verdict::Violates) => 2,
                Some(Verdict::Undetermined(_)) => 3,
            }] += 1;
            write_site(format, report, &context, std::mem::take(&mut first), &mut out)?;
        }
    }
    if tally[0] == 0 {
        write_opening(format, &context, &mut out)?;
    }
    context.sources.insert(0, site_note(settings, &stream, accuracy(None), &print));
    write_closing(format, &context, &mut out)?;
    out.finish()?;
    console.say("check", &format!("{}, on {}, act {}.", summary(tally), context.on, context.act));
    Ok(exit)
}

fn site_note(settings: &Settings, stream: &Stream, accuracy: Accuracy, print: &Fingerprint) -> SourceNote {
    SourceNote {
        layer: settings.name.clone(),
        file: settings.input.name(),
        as_of: settings.stated.as_of,
        publisher: settings.stated.publisher.clone(),
        licence: settings.stated.licence.clone(),
        accuracy: accuracy.to_string(),
        datum: settings.stated.datum.clone(),
        sha256: Some(print.hex()),
        crs: stream.gate().crs().to_string(),
        operation: stream.gate().crs().operation().to_owned(),
        repairs: settings.repairs(),
        illustrative: settings.stated.illustrative,
    }
}

fn exit_of(report: &SiteReport) -> Exit {
    report.findings.iter().fold(Exit::Clear, |exit, finding| {
        exit.and(match finding.verdict {
            Verdict::Complies => Exit::Clear,
            Verdict::Violates => Exit::Violates,
            Verdict::Undetermined(_) => Exit::Undetermined,
        })
    })
}

fn write_opening(format: CheckFormat, context: &Context, out: &mut Output) -> std::io::Result<()> {
    match format {
        CheckFormat::Csv => out.write_all(CSV_HEADER.as_bytes()),
        CheckFormat::Json => out.write_all(json_opening(context).as_bytes()),
        CheckFormat::Text | CheckFormat::Ndjson => Ok(()),
    }
}

fn write_site(
    format: CheckFormat,
    report: &SiteReport,
    context: &Context,
    first: bool,
    out: &mut Output,
) -> std::io::Result<()> {
    match format {
        CheckFormat::Text => out.write_all(text(report, context).as_bytes()),
        CheckFormat::Csv => csv_rows(report, context, out),
        CheckFormat::Json | CheckFormat::Ndjson => {
            if format == CheckFormat::Json && !first {
                out.write_all(b",")?;
            }
            serde_json::to_writer(&mut *out, &json_site(report, context))?;
            out.write_all(b"\n")
        }
    }
}

fn write_closing(format: CheckFormat, context: &Context, out: &mut Output) -> std::io::Result<()> {
    match format {
        CheckFormat::Json => out.write_all(json_closing(context).as_bytes()),
        _ => Ok(()),
    }
}
