//! Checks one site: its parcel, or a point.

use crate::check::{Checker, source_note};
use crate::cli::{CheckArgs, CheckFormat};
use crate::command::exit::Outcome;
use crate::command::output::{Console, Output};
use crate::earth::LonLat;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::layer::{Layer, Settings, cross_check};
use crate::premises::{self, Lot};
use crate::report::{Context, SourceNote, text};
use crate::shape::Shape;
use crate::units::Accuracy;
use crate::view::Site;

use super::exit_of;
use super::write::{closing, opening, site as write_site};

pub fn run(
    args: &CheckArgs,
    checker: &Checker,
    layers: &[Settings],
    accuracy: Option<Accuracy>,
    mut context: Context,
    console: &Console,
) -> Outcome {
    let parcels =
        layers.iter().find(|l| l.name == "parcels").map(|settings| Layer::load(settings, true)).transpose()?;
    if let Some(parcels) = &parcels {
        console.warn(&parcels.warnings);
        if !context.sources.iter().any(|s| s.layer == parcels.settings.name) {
            let note = source_note(&parcels.settings, &parcels.crs, &parcels.worst_accuracy(), parcels.sha256.clone());
            context.sources.insert(0, note);
        }
    }
    let point = match (&args.at, &parcels) {
        (Some(at), None) => Some(point(at)?),
        _ => None,
    };
    let (site, asked) = match (&parcels, &point) {
        (Some(parcels), _) => lot_site(args, parcels, accuracy)?,
        (None, Some(shape)) => point_site(args, shape, accuracy),
        (None, None) => {
            return Err(Error::new("an address or a parcel needs a layer parcels, and none is given.")
                .hint("Add it:")
                .try_this("--layer parcels=parcels.geojson")
                .try_this("or give many sites with --sites FILE, or a point with --at LON,LAT"));
        }
    };
    context.asked = asked;
    if let Ok(shape) = site.shape {
        let from =
            parcels.as_ref().map_or_else(|| Settings::new("site", Input::from_arg("--at")), |p| p.settings.clone());
        for layer in checker.layers() {
            cross_check((&from, shape.drawing().bounds()), (&layer.settings, layer.bounds()))?;
        }
    }
    let of_layer = parcels.as_ref().is_some_and(|p| p.worst_accuracy().to_string() == site.accuracy.to_string());
    if !of_layer {
        context.sources.insert(0, SourceNote::of_site(&site.accuracy));
    }
    let report = checker.check(&site);
    let mut out = Output::open(args.output.as_deref())?;
    match args.format.unwrap_or(CheckFormat::Text) {
        CheckFormat::Text => out.put(text(&report, &context).as_bytes())?,
        format => {
            opening(format, &context, &mut out)?;
            write_site(format, &report, &context, true, &mut out)?;
            closing(format, &context, &mut out)?;
        }
    }
    out.finish()?;
    Ok(exit_of(&report))
}

/// The lot asked for, and how it was found. A lot named by address or parcel carries what is
/// stated of its layer; one pointed at does not, unless it is given.
fn lot_site<'a>(args: &CheckArgs, parcels: &'a Layer, accuracy: Option<Accuracy>) -> Result<(Site<'a>, String)> {
    let (lot, typed, carries) = match (&args.address, &args.parcel, &args.at) {
        (Some(typed), ..) => (premises::by_address(parcels, typed)?, format!("Typed \"{typed}\"; found"), true),
        (_, Some(id), _) => (premises::by_parcel(parcels, id)?, "Found".to_owned(), true),
        (_, _, at) => {
            let at = at.as_deref().unwrap_or_default();
            (premises::at(parcels, lon_lat(at)?)?, format!("The point {at} lies in"), false)
        }
    };
    let shape = match lot {
        Lot::Sound(feature) => Ok(&feature.shape),
        Lot::Unusable(refused) => Err(refused),
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
    };
    Ok((site, format!("{typed} {found}. No person was named.")))
}

fn point_site<'a>(args: &CheckArgs, shape: &'a Shape, accuracy: Option<Accuracy>) -> (Site<'a>, String) {
    let at = args.at.as_deref().unwrap_or_default();
    let site = Site {
        id: at.to_owned(),
        label: format!("the point {at}"),
        reading: "point",
        shape: Ok(shape),
        accuracy: accuracy.unwrap_or_else(|| Accuracy::assumed(true)),
        datum: None,
    };
    (
        site,
        format!(
            "The point {at} itself, for no layer parcels is given; its lot line may be nearer. No person was named."
        ),
    )
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
