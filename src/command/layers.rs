//! `metes layers`: what each layer holds, its defects, how good it is.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::Serialize;

use crate::cli::{LayersArgs, LayersFormat};
use crate::input::Input;
use crate::layer::{Layer, Settings, Survey};
use crate::text::{count, grouped, hanging, listed};
use crate::units::fixed;

use super::exit::{Exit, Outcome};
use super::options;
use super::output::{Console, Output};

#[derive(Serialize)]
struct Document {
    schema_version: u32,
    on: Date,
    layers: Vec<Survey>,
}

pub fn run(args: &LayersArgs, now: Timestamp, console: &Console) -> Outcome {
    let mut settings = Vec::new();
    for file in &args.files {
        if file.ends_with(".toml") || file == "illustrative" {
            settings.extend(crate::layer::layers_file(file)?);
        } else {
            let input = Input::from_arg(file);
            settings.push(Settings::new(input.stem(), input));
        }
    }
    options::apply(&args.layers, &mut settings.iter_mut().collect::<Vec<_>>())?;
    options::apply_accuracy(&args.accuracy, &mut settings.iter_mut().collect::<Vec<_>>())?;
    let on = args.on.unwrap_or_else(|| now.to_zoned_datetime(TimeZone::system()).date());
    let mut exit = Exit::Clear;
    let mut surveys = Vec::new();
    for settings in &settings {
        let layer = Layer::load(settings, true)?;
        let survey = Survey::of(&layer, on);
        if survey.has_refusals() {
            exit = Exit::Undetermined;
        }
        surveys.push(survey);
    }
    let mut out = Output::open(args.output.as_deref())?;
    match args.format {
        LayersFormat::Json => {
            let document =
                serde_json::to_string_pretty(&Document { schema_version: 1, on, layers: surveys }).unwrap_or_default();
            out.put(format!("{document}\n").as_bytes())?;
        }
        LayersFormat::Text => {
            for (i, survey) in surveys.iter().enumerate() {
                console.warn(&survey.warnings);
                out.put(format!("{}{}", if i > 0 { "\n" } else { "" }, text(survey)).as_bytes())?;
            }
        }
    }
    out.finish()?;
    Ok(exit)
}

/// One layer as a person reads it.
fn text(survey: &Survey) -> String {
    let mut rows: Vec<(&str, String)> = Vec::new();
    let types: Vec<String> = survey.types.iter().map(|(kind, n)| format!("{} {kind}", grouped(*n as u64))).collect();
    let types = if types.is_empty() { String::new() } else { format!(": {}", listed(&types)) };
    let of = if survey.refused > 0 {
        format!(" of {}", grouped((survey.features + survey.refused) as u64))
    } else {
        String::new()
    };
    rows.push(("holds", format!("{}{of}{types}", count(survey.features as u64, "sound feature", "sound features"))));
    if survey.illustrative {
        rows.push(("", "Illustrative: an invented place. Not for a real decision.".to_owned()));
    }
    if !survey.properties.is_empty() {
        rows.push(("properties", survey.properties.join(", ")));
    }
    let known = match survey.crs_known_by {
        "default" => "as GeoJSON has it where a file says nothing",
        "member" => "named by a legacy crs member",
        _ => "as stated, whatever the file says",
    };
    rows.push(("system", format!("{} ({known})", survey.crs)));
    if !survey.operation.is_empty() {
        rows.push(("operation", survey.operation.clone()));
    }
    if let Some([west, south, east, north]) = survey.bounds {
        rows.push((
            "bounds",
            format!("{} to {}, {} to {} degrees", fixed(west, 6), fixed(east, 6), fixed(south, 6), fixed(north, 6)),
        ));
        if north < -60.0 {
            rows.push((
                "",
                "It lies in Antarctica. If that is wrong, its axes may be exchanged: --swap-axes".to_owned(),
            ));
        }
    }
    if let Some(acres) = survey.area_acres {
        rows.push(("area", format!("{} acres in all", fixed(acres, if acres < 100.0 { 2 } else { 0 }))));
    }
    if let Some([x, y]) = survey.grid_ft {
        let grid = if x == 0.0 && y == 0.0 {
            "none shows".to_owned()
        } else {
            format!("{} east-west, {} north-south", step(x), step(y))
        };
        rows.push(("grid", grid));
    }
    rows.push(("accuracy", survey.accuracy.clone()));
    rows.push(("datum", survey.datum.clone().unwrap_or_else(|| "not stated".to_owned())));
    let age = survey.age_days.map(|days| {
        if days > 365 { format!(", {} days ago, over a year", grouped(days as u64)) } else { String::new() }
    });
    rows.push((
        "as of",
        survey.as_of.map_or_else(|| "not stated".to_owned(), |d| format!("{d}{}", age.unwrap_or_default())),
    ));
    if let Some(publisher) = &survey.publisher {
        rows.push(("publisher", publisher.clone()));
    }
    for (title, ids) in [
        ("null", &survey.null),
        ("empty", &survey.empty),
        ("same id", &survey.duplicate_ids),
        ("no name", &survey.nameless),
    ] {
        if !ids.is_empty() {
            rows.push((title, format!("{}: {}", grouped(ids.len() as u64), shortened(ids))));
        }
    }
    for bad in survey.invalid.iter().take(20) {
        rows.push(("invalid", format!("\"{}\" (line {}): {}", bad.id, grouped(bad.line), bad.why)));
    }
    if survey.invalid.len() > 20 {
        rows.push((
            "invalid",
            format!("and {} more; --format json lists all", grouped(survey.invalid.len() as u64 - 20)),
        ));
    }
    for group in survey.same_geometry.iter().take(20) {
        rows.push((
            "stacked",
            format!("{} share one geometry: {}", count(group.len() as u64, "feature", "features"), shortened(group)),
        ));
    }
    if survey.same_geometry.len() > 20 {
        rows.push(("stacked", format!("and {} more groups", grouped(survey.same_geometry.len() as u64 - 20))));
    }
    let notes = &survey.notes;
    for (n, what) in [
        (notes.open_rings, "open rings were closed"),
        (notes.repeated_positions, "repeated positions were dropped"),
        (notes.touching_rings, "features have a ring that touches itself; inside is by even-odd"),
        (notes.repaired, "features with crossing rings were accepted by --repair"),
    ] {
        if n > 0 {
            rows.push(("note", format!("{} {what}", grouped(n as u64))));
        }
    }
    rows.extend(survey.repairs.iter().map(|r| ("repair", r.clone())));
    rows.push(("sha256", survey.sha256.clone().unwrap_or_default()));
    let mut out = format!("{}  ({})\n", survey.layer, survey.file);
    for (title, value) in rows {
        out.push_str(&hanging(&format!("  {title:<10} "), &" ".repeat(13), &value));
        out.push('\n');
    }
    out
}

fn step(feet: f64) -> String {
    match feet {
        ..0.000_05 => "none".to_owned(),
        _ => format!("{} ft", fixed(feet, if feet < 0.1 { 4 } else { 2 })),
    }
}

/// Up to twelve ids, and how many more.
fn shortened(ids: &[String]) -> String {
    let shown = ids.iter().take(12).cloned().collect::<Vec<_>>().join(", ");
    if ids.len() > 12 { format!("{shown} and {} more", grouped(ids.len() as u64 - 12)) } else { shown }
}
