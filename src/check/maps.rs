//! The layers of a check, each as it was read, as it is measured to, and as a report names it.

use std::collections::BTreeMap;

use super::scope::{Applied, layers_asked, needed};
use crate::coverage::Reach;
use crate::crs::Crs;
use crate::derive::derived;
use crate::error::Result;
use crate::layer::{Layer, Settings};
use crate::places::{Construct, Part};
use crate::report::SourceNote;
use crate::units::Accuracy;
use crate::view::dwelling::DWELLINGS;
use crate::view::{Atlas, Dwellings, Map};

/// Layers by name, and by what is made of them.
#[derive(Debug)]
pub struct Maps {
    layers: BTreeMap<(String, Construct, Part), (Layer, Reach)>,
    dwellings: Option<Dwellings>,
    /// Names of layers that were given and no rule asks for.
    unused: Vec<String>,
}

impl Maps {
    /// Loads the layers that the rules speak of. A layer that is not given is not an error
    /// here: it makes findings undetermined.
    ///
    /// # Errors
    /// A layer cannot be read.
    pub fn load(rules: &[Applied], settings: &[Settings]) -> Result<Self> {
        let (asked, needed) = (layers_asked(rules), needed(rules));
        let is_asked = |settings: &&Settings| asked.contains(&settings.name.as_str());
        let unused = settings.iter().filter(|s| !is_asked(s)).map(|s| s.name.clone()).collect();
        let mut maps = Maps { layers: BTreeMap::new(), dwellings: None, unused };
        for settings in settings.iter().filter(is_asked) {
            let drawn = Layer::load(settings, true)?;
            let reach = || Reach::load(settings.stated.coverage.as_ref());
            for (_, construct, part) in needed.iter().filter(|(name, ..)| *name == settings.name) {
                if let Some(made) = derived(&drawn, *construct, *part) {
                    maps.layers.insert((settings.name.clone(), *construct, *part), (made, reach()?));
                }
            }
            if settings.name == DWELLINGS {
                maps.dwellings = Some(Dwellings::new(drawn));
            } else {
                maps.layers.insert((settings.name.clone(), Construct::AsDrawn, Part::Whole), (drawn, reach()?));
            }
        }
        Ok(maps)
    }

    /// The layers that were loaded, each as it was read.
    pub fn drawn(&self) -> impl Iterator<Item = &Layer> {
        let is_drawn = |key: &(String, Construct, Part)| key.1 == Construct::AsDrawn && key.2 == Part::Whole;
        let loaded = self.layers.iter().filter(move |(key, _)| is_drawn(key)).map(|(_, (layer, _))| layer);
        loaded.chain(self.dwellings.as_ref().map(Dwellings::layer))
    }
}

impl Atlas for Maps {
    fn map(&self, layer: &str, construct: Construct, part: Part) -> Map<'_> {
        match self.layers.get(&(layer.to_owned(), construct, part)) {
            Some((layer, reach)) => Map::Given(layer, reach),
            None => Map::Absent(&self.unused),
        }
    }

    fn dwellings(&self) -> Option<&Dwellings> {
        self.dwellings.as_ref()
    }
}

/// How a report names a layer.
pub fn source_note(settings: &Settings, crs: &Crs, accuracy: &Accuracy, sha256: Option<String>) -> SourceNote {
    let stated = &settings.stated;
    SourceNote {
        layer: settings.name.clone(),
        file: settings.input.name(),
        as_of: stated.as_of,
        publisher: stated.publisher.clone(),
        licence: stated.licence.clone(),
        accuracy: accuracy.to_string(),
        datum: stated.datum.clone(),
        sha256,
        crs: crs.to_string(),
        operation: crs.operation().to_owned(),
        repairs: settings.repairs(),
        illustrative: stated.illustrative,
    }
}
