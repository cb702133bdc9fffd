//! Checks many sites, streamed in file order.

use rayon::prelude::*;

use crate::check::{Checker, Site, source_note};
use crate::cli::{CheckArgs, CheckFormat};
use crate::command::exit::{Exit, Failure};
use crate::command::output::{Console, Output, tell_refused, tell_warnings};
use crate::decide::Verdict;
use crate::error::Error;
use crate::geojson::RawGeometry;
use crate::input::Fingerprint;
use crate::layer::{Feature, GridFinder, Refused, Settings, Stream, cross_check};
use crate::planar::Bounds;
use crate::report::{Context, SiteReport, summary};
use crate::shape::Shape;
use crate::units::Accuracy;

use super::exit_of;
use super::write::{closing, opening, site as write_site};

pub fn run(
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
            opening(format, &context, &mut out)?;
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
        opening(format, &context, &mut out)?;
    }
    context.sources.insert(0, source_note(settings, stream.gate().crs(), &accuracy(None), Some(print.hex())));
    closing(format, &context, &mut out)?;
    out.finish()?;
    console.say("check", &format!("{}, on {}, act {}.", summary(tally), context.on, context.act));
    Ok(exit)
}
