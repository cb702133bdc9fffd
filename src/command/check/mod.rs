//! `metes check`: one site or many against the rules of an act.

mod many;
mod one;
mod write;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::check::{Checker, rules_of, source_note};
use crate::cli::CheckArgs;
use crate::decide::Verdict;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::layer::{IdField, Settings};
use crate::report::{Context, SiteReport};
use crate::rules::{self, Chapter};
use crate::units::Accuracy;

use super::exit::{Exit, Outcome};
use super::options;
use super::output::{Console, tell_warnings};

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
        sources: checker
            .layers()
            .map(|l| source_note(&l.settings, &l.crs, &l.worst_accuracy(), l.sha256.clone()))
            .collect(),
        asked: String::new(),
    };
    let exit = match sites {
        Some(mut sites) => {
            if site_accuracy.is_some() {
                sites.stated.accuracy = site_accuracy;
            }
            many::run(args, &checker, &sites, context, console)?
        }
        None => one::run(args, &checker, &layers, site_accuracy, context, console)?,
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

fn exit_of(report: &SiteReport) -> Exit {
    report.findings.iter().fold(Exit::Clear, |exit, finding| {
        exit.and(match finding.verdict {
            Verdict::Complies => Exit::Clear,
            Verdict::Violates => Exit::Violates,
            Verdict::Undetermined(_) => Exit::Undetermined,
        })
    })
}
