//! Checks many sites, streamed in file order.

use rayon::prelude::*;

use crate::check::{Checker, source_note};
use crate::cli::{CheckArgs, CheckFormat};
use crate::command::exit::{Exit, Outcome};
use crate::command::output::{Console, Output};
use crate::error::Error;
use crate::geojson::RawGeometry;
use crate::input::Fingerprint;
use crate::layer::{Feature, GridFinder, Refused, Settings, Stream, accuracy, cross_check};
use crate::planar::Bounds;
use crate::report::{Context, SiteReport, Tally};
use crate::shape::Shape;
use crate::units::Accuracy;
use crate::view::Site;

use super::exit_of;
use super::write::{closing, opening, site as write_site};

pub fn run(
    args: &CheckArgs,
    checker: &Checker,
    settings: &Settings,
    mut context: Context,
    console: &Console,
) -> Outcome {
    let format = args.format.unwrap_or(CheckFormat::Csv);
    let print = Fingerprint::default();
    let mut stream = Stream::open(settings, Some(&print))?;
    console.warn(stream.warnings());
    let mut finder = GridFinder::default();
    for raw in stream.first_batch() {
        if let RawGeometry::Shape(_, planar) = &raw.geometry {
            finder.take(planar);
        }
    }
    let grid = finder.found(stream.gate().crs());
    let crs = stream.gate().crs().clone();
    let accuracy = |shape: Option<&Shape>| accuracy(settings, &crs, shape, grid.as_ref());
    let mut widest: Option<Accuracy> = None;
    let mut out = Output::open(args.output.as_deref())?;
    let (mut exit, mut first) = (Exit::Clear, true);
    let mut tally = Tally::default();
    loop {
        let batch = stream.next_batch()?;
        if batch.is_empty() {
            break;
        }
        let gate = stream.gate();
        let passed: Vec<Result<Feature, Box<Refused>>> = batch.into_par_iter().map(|raw| gate.pass(raw)).collect();
        if tally.sites == 0 {
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
            match passed {
                Ok(feature) => {
                    let its = accuracy(Some(&feature.shape));
                    if widest.as_ref().is_none_or(|w| w.rmse() < its.rmse()) {
                        widest = Some(its);
                    }
                }
                Err(bad) => console.refuse(&settings.place(), bad, &settings.name),
            }
            exit = exit.and(exit_of(report));
            tally.take(report);
            write_site(format, report, &context, std::mem::take(&mut first), &mut out)?;
        }
    }
    if tally.sites == 0 {
        return Err(Error::new(format!("{}: it holds no site, so nothing was checked.", settings.place()))
            .hint("metes layers FILE tells what a file holds."));
    }
    let widest = widest.unwrap_or_else(|| accuracy(None));
    if !widest.is_stated() {
        console.say(
            "check",
            &format!("the sites state no accuracy: {widest} at worst. State it: --site-accuracy '5 ft rmse'"),
        );
    }
    context.sources.insert(0, source_note(stream.settings(), stream.gate().crs(), &widest, Some(print.hex())));
    closing(format, &context, &mut out)?;
    out.finish()?;
    console.say("check", &format!("{tally}, on {}, act {}.", context.on, context.act));
    Ok(exit)
}
