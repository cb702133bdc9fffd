//! Checks a site, or several one by one: a parcel, a point, or what is stated of one that is not drawn.

use std::collections::BTreeMap;

use crate::check::{Checker, source_note};
use crate::cli::{CheckArgs, CheckFormat};
use crate::command::exit::{Exit, Outcome};
use crate::command::output::{Console, Output};
use crate::earth::LonLat;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::layer::{Layer, Settings, cross_check};
use crate::premises::{self, Lot};
use crate::report::{Context, SiteReport, SourceNote};
use crate::shape::Shape;
use crate::units::Accuracy;
use crate::view::{Absent, Site};

use super::exit_of;
use super::statements::Stating;
use super::write::Writer;

/// One way to name a place.
#[derive(Clone, Copy)]
enum Named<'a> {
    Address(&'a str),
    Parcel(&'a str),
    At(&'a str),
}

pub fn run(
    args: &CheckArgs,
    checker: &Checker,
    stating: &Stating,
    layers: &[Settings],
    accuracy: Option<Accuracy>,
    mut context: Context,
    console: &Console,
) -> Outcome {
    let addresses = args.address.iter().map(|address| Named::Address(address));
    let named: Vec<Named> = addresses
        .chain(args.parcel.iter().map(|id| Named::Parcel(id)))
        .chain(args.at.iter().map(|at| Named::At(at)))
        .collect();
    let is_asked_for = !named.is_empty();
    let parcels = layers
        .iter()
        .find(|l| l.name == "parcels" && is_asked_for)
        .map(|settings| Layer::load(settings, true))
        .transpose()?;
    if let Some(parcels) = &parcels {
        console.warn(&parcels.warnings);
        if !context.sources.iter().any(|s| s.layer == parcels.settings.name) {
            let note = source_note(&parcels.settings, &parcels.crs, &parcels.worst_accuracy(), parcels.sha256.clone());
            context.sources.insert(0, note);
        }
    }
    let mut reports: Vec<(SiteReport, String)> = Vec::new();
    for (i, name) in named.iter().enumerate() {
        let point = match (name, &parcels) {
            (Named::At(at), None) => Some(point(at)?),
            _ => None,
        };
        let (mut site, asked) = match (&parcels, &point, name) {
            (Some(parcels), ..) => lot_site(*name, parcels, accuracy.clone())?,
            (None, Some(shape), Named::At(at)) => point_site(at, shape, accuracy.clone()),
            _ => {
                return Err(Error::new("an address or a parcel needs a layer parcels, and none is given.")
                    .hint("Add it:")
                    .try_this("--layer parcels=parcels.geojson")
                    .try_this("or give many sites with --sites FILE, or a point with --at LON,LAT"));
            }
        };
        if args.site_datum.is_some() {
            site.datum.clone_from(&args.site_datum);
        }
        site.facts = stating.all.facts.clone();
        site.facts.extend(stating.of_place.get(&(i + 1)).cloned().unwrap_or_default());
        held_beside_layers(&site, parcels.as_ref(), checker)?;
        let of_layer = parcels.as_ref().is_some_and(|p| p.worst_accuracy().to_string() == site.accuracy.to_string());
        if !of_layer && !context.sources.iter().any(|s| s.layer == SourceNote::SITE) {
            context.sources.insert(0, SourceNote::of_site(&site.accuracy));
        }
        reports.push((checker.check(&site), asked));
    }
    if reports.is_empty() {
        let site = stated_site(stating, accuracy);
        reports.push((checker.check(&site), "By what was stated alone; nothing is drawn.".to_owned()));
    }
    let format = args.format.unwrap_or(CheckFormat::Text);
    let mut out = Output::open(args.output.as_deref())?;
    let exit = reports.iter().fold(Exit::Clear, |exit, (report, _)| exit.and(exit_of(report)));
    if reports.len() > 1 && format == CheckFormat::Text {
        out.put(format!("{}\n\n", together(&reports)).as_bytes())?;
    }
    let mut writer = Writer::open(format, &[], out, &context)?;
    for (report, asked) in reports {
        context.asked = asked;
        writer.site(&report, &[], &context, checker)?;
    }
    writer.close(&context)?;
    Ok(exit)
}

/// The line above the reports of several places.
fn together(reports: &[(SiteReport, String)]) -> String {
    let mut tally = crate::report::Tally::default();
    reports.iter().for_each(|(report, _)| tally.take(report));
    let told = tally.to_string().replace("sites", "places");
    crate::text::hanging("", "", &format!("{told}. Each place is decided by itself, and one that violates is enough."))
}

fn held_beside_layers(site: &Site, parcels: Option<&Layer>, checker: &Checker) -> Result<()> {
    let Ok(shape) = site.shape else { return Ok(()) };
    let from = parcels.map_or_else(|| Settings::new("site", Input::from_arg("--at")), |p| p.settings.clone());
    for layer in checker.layers() {
        cross_check((&from, shape.drawing().bounds()), (&layer.settings, layer.bounds()))?;
    }
    Ok(())
}

/// The lot asked for, and how it was found. A lot named by address or parcel carries what is
/// stated of its layer; one pointed at does not, unless it is given.
fn lot_site<'a>(named: Named, parcels: &'a Layer, accuracy: Option<Accuracy>) -> Result<(Site<'a>, String)> {
    let (lot, typed, carries) = match named {
        Named::Address(typed) => (premises::by_address(parcels, typed)?, format!("Typed \"{typed}\"; found"), true),
        Named::Parcel(id) => (premises::by_parcel(parcels, id)?, "Found".to_owned(), true),
        Named::At(at) => (premises::at(parcels, lon_lat(at)?)?, format!("The point {at} lies in"), false),
    };
    let shape = match lot {
        Lot::Sound(feature) => Ok(&feature.shape),
        Lot::Unusable(refused) => Err(Absent::Refused(refused)),
    };
    let of_layer = || match shape {
        Ok(shape) if carries => parcels.accuracy(shape),
        Ok(shape) => parcels.assumed(shape),
        Err(_) => parcels.worst_accuracy(),
    };
    let label = premises::label(parcels, lot);
    let parcel = format!("parcel {}", lot.id());
    let found = if label == parcel { parcel } else { format!("{label}, {parcel}") };
    let site = Site {
        id: lot.id().to_owned(),
        label,
        reading: "lot",
        shape,
        accuracy: accuracy.unwrap_or_else(of_layer),
        datum: if carries { parcels.settings.stated.datum.clone() } else { None },
        facts: Default::default(),
        unusable_facts: BTreeMap::new(),
    };
    Ok((site, format!("{typed} {found}. No person was named.")))
}

fn point_site<'a>(at: &str, shape: &'a Shape, accuracy: Option<Accuracy>) -> (Site<'a>, String) {
    let site = Site {
        id: at.to_owned(),
        label: format!("the point {at}"),
        reading: "point",
        shape: Ok(shape),
        accuracy: accuracy.unwrap_or_else(|| Accuracy::assumed(true)),
        datum: None,
        facts: Default::default(),
        unusable_facts: BTreeMap::new(),
    };
    (
        site,
        format!(
            "The point {at} itself, for no layer parcels is given; its lot line may be nearer. No person was named."
        ),
    )
}

/// A site that is not drawn.
fn stated_site(stating: &Stating, accuracy: Option<Accuracy>) -> Site<'static> {
    Site {
        id: "as stated".to_owned(),
        label: "the site as stated".to_owned(),
        reading: "none",
        shape: Err(Absent::NotDrawn),
        accuracy: accuracy.unwrap_or_else(|| Accuracy::assumed(true)),
        datum: None,
        facts: stating.all.facts.clone(),
        unusable_facts: BTreeMap::new(),
    }
}

fn point(at: &str) -> Result<Shape> {
    Shape::point(lon_lat(at)?).map_err(|d| Error::new(format!("--at {at}: {}.", d.what)))
}

/// `-73.83,40.95`: two numbers and nothing else.
fn lon_lat(text: &str) -> Result<LonLat> {
    let numbers: Option<Vec<f64>> =
        text.split(',').map(|n| n.trim().parse().ok().filter(|n: &f64| n.is_finite())).collect();
    match numbers.as_deref() {
        Some([lon, lat]) if lon.abs() <= 180.0 && lat.abs() <= 90.0 => Ok(LonLat { lon: *lon, lat: *lat }),
        Some([lat, lon]) if lon.abs() <= 180.0 && lat.abs() <= 90.0 => {
            Err(Error::new(format!("--at {text}: longitude and latitude look swapped."))
                .hint("Longitude comes first:")
                .try_this(format!("--at {lon},{lat}")))
        }
        _ => Err(Error::new(format!("--at {text} is not a longitude and a latitude in degrees."))
            .hint("Write two numbers, the longitude first, west negative:")
            .try_this("--at -73.83,40.95")),
    }
}
