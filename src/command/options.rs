//! The options that speak of a layer by its name: `--crs`, `--swap-axes`, `--repair`, `--accuracy`.

use crate::cli::LayerOptions;
use crate::crs::Crs;
use crate::error::{Error, Result};
use crate::layer::Settings;
use crate::units::Accuracy;

/// Applies them to the layers of a command.
///
/// # Errors
/// An option names a layer that the command does not have, or a value is not understood.
pub fn apply(options: &LayerOptions, layers: &mut [&mut Settings]) -> Result<()> {
    for (name, code) in pairs("--crs", &options.crs)? {
        find(layers, "--crs", name)?.manner.crs = Some(Crs::from_code(code)?);
    }
    for name in &options.swap_axes {
        find(layers, "--swap-axes", name)?.manner.swap_axes = true;
    }
    for name in &options.repair {
        find(layers, "--repair", name)?.manner.repair = true;
    }
    Ok(())
}

/// Applies `--accuracy` to the layers of a command.
///
/// # Errors
/// As for [`apply`].
pub fn apply_accuracy(given: &[String], layers: &mut [&mut Settings]) -> Result<()> {
    for (name, text) in pairs("--accuracy", given)? {
        find(layers, "--accuracy", name)?.stated.accuracy = Some(Accuracy::parse(text)?);
    }
    Ok(())
}

/// `NAME=VALUE` as its two halves.
///
/// # Errors
/// There is no `=`.
pub fn pairs<'a>(option: &str, given: &'a [String]) -> Result<Vec<(&'a str, &'a str)>> {
    given
        .iter()
        .map(|text| {
            text.split_once('=').ok_or_else(|| {
                Error::new(format!("{option} {text}: the layer is missing."))
                    .hint("Write its name before an equals sign:")
                    .try_this(format!("{option} LAYER='{text}'"))
            })
        })
        .collect()
}

fn find<'a>(layers: &'a mut [&mut Settings], option: &str, name: &str) -> Result<&'a mut Settings> {
    let known: Vec<String> = layers.iter().map(|l| l.name.clone()).collect();
    layers.iter_mut().find(|l| l.name == name).map(|l| &mut **l).ok_or_else(|| {
        Error::new(format!("{option} {name}: there is no layer {name} here."))
            .hint(format!("The layers are: {}.", known.join(", ")))
    })
}
