//! Checks many sites, streamed in file order.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::check::{Checker, source_note};
use crate::cli::{CheckArgs, CheckFormat};
use crate::command::exit::{Exit, Outcome};
use crate::command::output::{Console, Output};
use crate::error::Error;
use crate::geojson::RawGeometry;
use crate::input::Fingerprint;
use crate::json;
use crate::layer::{Feature, GridFinder, Refused, Settings, Stream, accuracy, cross_check};
use crate::planar::Bounds;
use crate::report::{Context, SiteReport, Tally};
use crate::rules::FactValue;
use crate::shape::Shape;
use crate::units::Accuracy;
use crate::view::{Absent, Site};

use super::exit_of;
use super::write::Writer;

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
    let mut out = Some(Output::open(args.output.as_deref())?);
    let mut writer: Option<Writer> = None;
    let mut exit = Exit::Clear;
    let mut tally = Tally::default();
    loop {
        let batch = stream.next_batch()?;
        if batch.is_empty() {
            break;
        }
        let gate = stream.gate();
        let passed: Vec<Result<Feature, Box<Refused>>> = batch.into_par_iter().map(|raw| gate.pass(raw)).collect();
        if tally.sites + passed.len() as u64 > 1 && !checker.statements().measured.is_empty() {
            return Err(Error::new(format!("{}: --measured is for one site, and it holds more.", settings.place()))
                .hint("Check that site alone: --sites with its feature only, --parcel or --address."));
        }
        if tally.sites == 0 {
            let mut bounds = Bounds::EMPTY;
            passed.iter().flatten().for_each(|f| bounds.join(f.shape.drawing().bounds()));
            for layer in checker.layers() {
                cross_check((settings, &bounds), (&layer.settings, layer.bounds()))?;
            }
            if let Some(out) = out.take() {
                writer = Some(Writer::open(format, &args.keep, out, &context)?);
            }
        }
        let reports: Vec<SiteReport> = passed
            .par_iter()
            .map(|passed| {
                let (id, shape, properties) = match passed {
                    Ok(feature) => (&feature.id, Ok(&feature.shape), &feature.properties),
                    Err(bad) => (&bad.id, Err(Absent::Refused(bad)), &bad.properties),
                };
                let (facts, unusable_facts) = facts_of(properties, checker);
                let site = Site {
                    id: id.clone(),
                    label: id.clone(),
                    reading: "shape",
                    shape,
                    accuracy: accuracy(shape.ok()),
                    datum: settings.stated.datum.clone(),
                    facts,
                    unusable_facts,
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
            if let Some(writer) = &mut writer {
                let properties = passed.as_ref().map_or_else(|bad| &bad.properties, |feature| &feature.properties);
                writer.site(report, &kept(properties, &args.keep), &context, checker)?;
            }
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
    if let Some(writer) = writer {
        writer.close(&context)?;
    }
    console.say("check", &format!("{tally}, on {}, act {}.", context.on, context.act));
    Ok(exit)
}

/// The facts that a site's properties state, overlaid by those of the command line; and why those
/// that cannot be used cannot be.
fn facts_of(properties: &str, checker: &Checker) -> (BTreeMap<String, FactValue>, BTreeMap<String, String>) {
    let mut facts = BTreeMap::new();
    let mut unusable = BTreeMap::new();
    let typed = &checker.statements().facts;
    for fact in checker.facts().filter(|fact| !typed.contains_key(&fact.id)) {
        match json::member(properties, &fact.id).map(|value| fact.property(value)) {
            Some(Ok(Some(value))) => {
                facts.insert(fact.id.clone(), value);
            }
            Some(Err(what)) => {
                unusable.insert(fact.id.clone(), format!("{}.", crate::report::capitalised(&what)));
            }
            Some(Ok(None)) | None => {}
        }
    }
    facts.extend(typed.clone());
    (facts, unusable)
}

/// The values of the properties that are carried along; none is empty.
fn kept(properties: &str, keep: &[String]) -> Vec<String> {
    let value = |name: &String| {
        json::member(properties, name)
            .filter(|v| *v != "null")
            .map(|v| json::as_text(v).unwrap_or_else(|| v.to_owned()))
    };
    keep.iter().map(|name| value(name).unwrap_or_default()).collect()
}
