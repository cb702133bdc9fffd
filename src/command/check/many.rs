//! Checks many sites, streamed in file order.

use std::collections::BTreeMap;

use crate::check::{Checker, Express, source_note};
use crate::cli::{CheckArgs, CheckFormat};
use crate::command::exit::{Exit, Outcome};
use crate::command::output::{Console, Output};
use crate::decide::Verdict;
use crate::error::Error;
use crate::geojson::{RawGeometry, Sketch};
use crate::input::Fingerprint;
use crate::json;
use crate::layer::{Gate, GoOn, GridFinder, Portion, Refused, Settings, Stream, accuracy, cross_check};
use crate::planar::Bounds;
use crate::report::{Context, SiteReport, Tally};
use crate::rules::FactValue;
use crate::shape::Shape;
use crate::sieve::{From, Scratch};
use crate::units::Accuracy;
use crate::view::{Absent, Site};

use super::exit_of;
use super::write::{Writer, alone};

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
            finder.take(&planar.positions);
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
    let place = settings.place();
    let datum = &settings.stated.datum;
    let express = match format {
        CheckFormat::Csv => Express::new(checker, &accuracy(None), datum.as_ref(), &context),
        _ => None,
    };
    let batch = Batch { checker, context: &context, accuracy: &accuracy, express, datum, args, format };
    let id = stream.gate().id_field().map(str::to_owned);
    let noted: Vec<String> = id.into_iter().chain(args.keep.iter().cloned()).collect();
    console.follow(&settings.input, &mut stream);
    stream.each(
        &noted,
        |portion| batch.checked(portion),
        |checked| {
            if tally.sites + checked.tally.sites > 1 && !checker.statements().measured.is_empty() {
                return Err(Error::new(format!("{place}: --measured is for one site, and it holds more."))
                    .hint("Check that site alone: --sites with its feature only, --parcel or --address."));
            }
            if let Some(out) = out.take() {
                for layer in checker.layers() {
                    cross_check((settings, &checked.bounds), (&layer.settings, layer.bounds()))?;
                }
                writer = Some(Writer::open(format, &args.keep, out, &context)?);
            }
            checked.refused.iter().for_each(|bad| console.refuse(&place, bad, &settings.name));
            if widest.as_ref().is_none_or(|w| checked.widest.as_ref().is_some_and(|c| w.rmse() < c.rmse())) {
                widest = checked.widest.or(widest.take());
            }
            exit = exit.and(checked.exit);
            tally.join(&checked.tally);
            if let Some(writer) = &mut writer {
                writer.rows(&checked.rows)?;
                for (report, kept) in &checked.reports {
                    writer.site(report, kept, &context, checker)?;
                }
            }
            Ok(GoOn::Yes)
        },
    )?;
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

/// What every portion of the sites is checked with.
struct Batch<'b, 'c> {
    checker: &'b Checker<'c>,
    context: &'b Context<'c>,
    accuracy: &'b (dyn Fn(Option<&Shape>) -> Accuracy + Sync),
    express: Option<Express<'b>>,
    datum: &'b Option<String>,
    args: &'b CheckArgs,
    format: CheckFormat,
}

/// What comes of a portion.
struct Checked<'c> {
    bounds: Bounds,
    refused: Vec<Refused>,
    widest: Option<Accuracy>,
    exit: Exit,
    tally: Tally,
    /// What is written of its sites, in a format where each stands for itself.
    rows: Vec<u8>,
    /// Its sites and what of their properties is carried along, in the other formats.
    reports: Vec<(SiteReport<'c>, Vec<String>)>,
}

impl<'c> Batch<'_, 'c> {
    fn checked(&self, portion: &Portion) -> Checked<'c> {
        let mut checked = Checked {
            bounds: Bounds::EMPTY,
            refused: Vec::new(),
            widest: None,
            exit: Exit::Clear,
            tally: Tally::default(),
            rows: Vec::new(),
            reports: Vec::new(),
        };
        let mut scratch = Scratch::default();
        for sketch in portion.sketches() {
            if self.quickly(portion.gate, &sketch, &mut scratch, &mut checked).is_some() {
                continue;
            }
            match portion.gate.pass(sketch.whole().into_owned()) {
                Ok(feature) => {
                    checked.bounds.join(feature.shape.drawing().bounds());
                    let its = (self.accuracy)(Some(&feature.shape));
                    if checked.widest.as_ref().is_none_or(|w| w.rmse() < its.rmse()) {
                        checked.widest = Some(its);
                    }
                    self.report(&feature.id, Ok(&feature.shape), &feature.properties, &mut checked);
                }
                Err(bad) => {
                    self.report(&bad.id, Err(Absent::Refused(&bad)), &bad.properties, &mut checked);
                    checked.refused.push(*bad);
                }
            }
        }
        checked
    }

    /// Writes the rows of a site without a report; `None` when it must go the long way.
    fn quickly(&self, gate: &Gate, sketch: &Sketch, scratch: &mut Scratch, checked: &mut Checked) -> Option<()> {
        let express = self.express.as_ref()?;
        let from = From::of(gate, sketch)?;
        let kept: Vec<String> = self.args.keep.iter().map(|name| shown(sketch.noted(name))).collect();
        let gravest = express.rows(&from, &gate.id_of(sketch), &kept, scratch, &mut checked.rows)?;
        checked.bounds.join(from.bounds());
        // it is stated, and so the same for all
        checked.widest.get_or_insert_with(|| (self.accuracy)(None));
        checked.exit = checked.exit.and(if gravest == Verdict::Violates { Exit::Violates } else { Exit::Clear });
        checked.tally.count(Some(gravest));
        Some(())
    }

    fn report(&self, id: &str, shape: Result<&Shape, Absent>, properties: &str, checked: &mut Checked<'c>) {
        let (facts, unusable_facts) = facts_of(properties, self.checker);
        let site = Site {
            id: id.to_owned(),
            label: id.to_owned(),
            reading: "shape",
            shape,
            accuracy: (self.accuracy)(shape.ok()),
            datum: self.datum.clone(),
            facts,
            unusable_facts,
        };
        let report = self.checker.check(&site);
        checked.exit = checked.exit.and(exit_of(&report));
        checked.tally.take(&report);
        let kept = kept(properties, &self.args.keep);
        if !alone(self.format, &report, (&self.args.keep, &kept), self.context, &mut checked.rows) {
            checked.reports.push((report, kept));
        }
    }
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
    keep.iter().map(|name| shown(json::member(properties, name))).collect()
}

/// A value as a cell shows it.
fn shown(value: Option<&str>) -> String {
    let value = value.filter(|value| *value != "null");
    value.map(|value| json::as_text(value).unwrap_or_else(|| value.to_owned())).unwrap_or_default()
}
