//! Checks one site: its parcel, or a point.

use std::io::Write;

use crate::check::{Checker, Site, source_note};
use crate::cli::{CheckArgs, CheckFormat};
use crate::command::exit::{Exit, Failure};
use crate::command::output::{Console, Output, tell_warnings};
use crate::earth::LonLat;
use crate::error::{Error, Result};
use crate::layer::{Layer, Settings, cross_check};
use crate::premises::{self, Lot};
use crate::report::{Context, text};
use crate::shape::Shape;
use crate::units::Accuracy;

use super::exit_of;
use super::write::{closing, opening, site as write_site};

pub fn run(
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
            context.sources.insert(
                0,
                source_note(&parcels.settings, &parcels.crs, &parcels.worst_accuracy(), parcels.sha256.clone()),
            );
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
            opening(format, &context, &mut out)?;
            write_site(format, &report, &context, true, &mut out)?;
            closing(format, &context, &mut out)?;
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
