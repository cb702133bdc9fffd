//! `metes check`: one site or many against the rules of an act.

mod many;
mod one;
mod statements;
mod write;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::check::{Applied, Checker, layers_asked, rules_of, source_note};
use crate::cli::CheckArgs;
use crate::decide::Verdict;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::layer::{IdField, Settings, is_inhabited};
use crate::report::{Context, SiteReport};
use crate::rules::{self, Chapter};
use crate::units::Accuracy;

use super::exit::{Exit, Outcome};
use super::options;
use super::output::Console;

pub fn run(args: &CheckArgs, now: Timestamp, console: &Console) -> Outcome {
    let chapters = rules::load(&args.law)?;
    let (act, rules) = rules_of(&chapters, args.act.as_deref())?;
    let on = args.on.unwrap_or_else(|| today(&chapters, now));
    let places = args.address.len() + args.parcel.len() + args.at.len();
    let stating = statements::read(args, &rules, places.max(1))?;
    let by_figures_alone = places == 0 && args.sites.is_none();
    if by_figures_alone && args.fact.is_empty() && args.measured.is_empty() {
        return Err(Error::new("which premises are asked about?")
            .hint("Give one of --address \"12 Main St\", --parcel ID, --at LON,LAT or --sites FILE; or what was measured: --measured RULE='9 ft +- 0.1 ft'."));
    }
    let mut layers = layer_settings(args, &rules, by_figures_alone)?;
    let mut sites = site_settings(args, &mut layers);
    options::apply(&args.options, &mut layers.iter_mut().chain(sites.iter_mut()).collect::<Vec<_>>())?;
    options::apply_accuracy(&args.accuracy, &mut layers.iter_mut().chain(sites.iter_mut()).collect::<Vec<_>>())?;
    let site_accuracy = args.site_accuracy.as_deref().map(Accuracy::parse).transpose()?;
    let applied: Vec<&str> = rules.iter().map(|applied| applied.chapter.id.as_str()).collect();
    let chapters_used = chapters.iter().filter(|chapter| applied.contains(&chapter.id.as_str())).collect();
    let measured_by = stating.all.measured_by.clone();
    let checker = Checker::new(act, rules, &layers, stating.all.clone(), on)?;
    checker.layers().for_each(|layer| console.tell(layer));
    for layer in checker.layers() {
        is_inhabited(&layer.settings, layer.bounds())?;
    }
    let context = Context {
        chapters: chapters_used,
        act,
        on,
        sources: checker
            .layers()
            .map(|l| source_note(&l.settings, &l.crs, &l.worst_accuracy(), l.sha256.clone()))
            .collect(),
        asked: String::new(),
        measured_by,
        asking: args.ask,
    };
    let exit = match sites {
        Some(mut sites) => {
            if site_accuracy.is_some() {
                sites.stated.accuracy = site_accuracy;
            }
            if args.site_datum.is_some() {
                sites.stated.datum.clone_from(&args.site_datum);
            }
            many::run(args, &checker, &sites, context, console)?
        }
        None => one::run(args, &checker, &stating, &layers, site_accuracy, context, console)?,
    };
    Ok(if args.exit_zero { Exit::Clear } else { exit })
}

/// Today where the law holds.
fn today(chapters: &[Chapter], now: Timestamp) -> Date {
    let zone = chapters.first().and_then(|c| TimeZone::get(&c.time_zone).ok()).unwrap_or(TimeZone::UTC);
    now.to_zoned_datetime(zone).date()
}

/// The layers file with `--layer` over it.
fn layer_settings(args: &CheckArgs, rules: &[Applied], by_figures_alone: bool) -> Result<Vec<Settings>> {
    let mut layers = match &args.layers_file {
        Some(file) => crate::layer::layers_file(file)?,
        None => Vec::new(),
    };
    for (name, file) in options::pairs("--layer", &args.layer)? {
        let input = Input::from_arg(file);
        match layers.iter_mut().find(|l| l.name == name) {
            // how to read it stays; what was stated of another file's quality does not
            Some(layer) => *layer = Settings { manner: layer.manner.clone(), ..Settings::new(name, input) },
            None => {
                let mut known: Vec<&str> = layers_asked(rules).into_iter().chain(["parcels"]).collect();
                known.sort_unstable();
                known.dedup();
                if !known.contains(&name) {
                    let meant = crate::text::meant(name, known.iter().copied())
                        .map(|m| format!("Did you mean {m}? "))
                        .unwrap_or_default();
                    return Err(Error::new(format!("--layer {name}: no rule here asks for a layer {name}."))
                        .hint(format!("{meant}What is asked for: {}.", known.join(", "))));
                }
                layers.push(Settings::new(name, input));
            }
        }
    }
    if layers.is_empty() && !by_figures_alone {
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
    let mut sites = match entry {
        // what is stated of a file holds for that file alone
        Some(entry) if entry.input.name() == input.name() => Settings { input, ..entry },
        Some(entry) => Settings { manner: entry.manner, ..Settings::new("sites", input) },
        None => Settings::new("sites", input),
    };
    if let Some(field) = &args.id {
        sites.manner.id = IdField::Property(field.clone());
    }
    Some(sites)
}

/// What a site's findings come to; a duty leaves the exit code alone.
fn exit_of(report: &SiteReport) -> Exit {
    report.findings.iter().filter(|finding| !finding.rule.is_duty()).fold(Exit::Clear, |exit, finding| {
        exit.and(match finding.verdict {
            Verdict::Complies | Verdict::Exempt | Verdict::NotApplicable | Verdict::Required => Exit::Clear,
            Verdict::Violates => Exit::Violates,
            Verdict::Undetermined(_) => Exit::Undetermined,
        })
    })
}
