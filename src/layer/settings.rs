//! What is said of a layer before it is read: where it lies, how to read it, how good it is.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::crs::Crs;
use crate::input::Input;
use crate::units::{Accuracy, Length};

/// Everything said of one layer, in the layers file and on the command line.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The layer's name: `parks`.
    pub name: String,
    /// Where its features are.
    pub input: Input,
    /// How to read it.
    pub manner: Manner,
    /// What its publisher and the layers file state of it.
    pub stated: Stated,
}

/// How a file is read.
#[derive(Debug, Clone, Default)]
pub struct Manner {
    /// Where ids come from.
    pub id: IdField,
    /// The property that holds names; without it, a property called `name` in any case.
    pub name: Option<String>,
    /// The property that holds street addresses.
    pub address: Option<String>,
    /// The property that holds unit numbers.
    pub unit: Option<String>,
    /// The property that holds the id of the parcel a feature belongs to.
    pub parcel: Option<String>,
    /// The property that tells how thick a feature is that is drawn as a point.
    pub radius: Option<RadiusField>,
    /// Only features whose properties have one of these values are taken.
    pub filter: BTreeMap<String, Vec<String>>,
    /// Names in the file and the names of the law they stand for.
    pub aliases: BTreeMap<String, String>,
    /// The coordinate system, stated over whatever the file says.
    pub crs: Option<Crs>,
    /// Exchange the two numbers of each position.
    pub swap_axes: bool,
    /// Accept rings that cross.
    pub repair: bool,
}

/// Where the radius of a round thing, drawn as its centre, comes from: a tree's trunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RadiusField {
    /// The property, a number.
    pub field: String,
    /// One of its unit.
    pub unit: Length,
    /// Whether it is the diameter.
    pub diameter: bool,
}

/// Where the id of a feature comes from; without it, the feature's own `id`, else `#` and its
/// place in the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum IdField {
    /// The feature's own `id`.
    #[default]
    Own,
    /// A property.
    Property(String),
}

/// What is stated of a layer's quality.
#[derive(Debug, Clone, Default)]
pub struct Stated {
    /// Who published it.
    pub publisher: Option<String>,
    /// The day it speaks of.
    pub as_of: Option<Date>,
    /// Its licence.
    pub licence: Option<String>,
    /// Its horizontal accuracy.
    pub accuracy: Option<Accuracy>,
    /// Its datum, as it is spelt there.
    pub datum: Option<String>,
    /// How far it reaches.
    pub coverage: Option<Coverage>,
    /// Its features only stand in for others: points known to lie inside places whose outlines
    /// nobody has. A place is no farther than its stand-in.
    pub stand_in: bool,
    /// It shows an invented place.
    pub illustrative: bool,
}

/// How far a layer reaches: the ground on which a feature that is not in it is not there.
#[derive(Debug, Clone)]
pub enum Coverage {
    /// A closed list: there is no other.
    Complete,
    /// West, south, east, north in degrees.
    Box([f64; 4]),
    /// The areas of another file, grown by a length.
    Area(Box<Settings>, Length),
}

impl Manner {
    /// The properties that the features are said to have, each with what is taken from it.
    pub fn fields(&self) -> Vec<(&'static str, &str)> {
        let id = match &self.id {
            IdField::Own => None,
            IdField::Property(field) => Some(field),
        };
        let stated = [
            ("its id", id),
            ("its name", self.name.as_ref()),
            ("its address", self.address.as_ref()),
            ("its unit", self.unit.as_ref()),
            ("its parcel", self.parcel.as_ref()),
            ("its radius", self.radius.as_ref().map(|radius| &radius.field)),
        ];
        let filter = self.filter.keys().map(|field| ("what the filter asks", field.as_str()));
        stated.into_iter().filter_map(|(what, field)| Some((what, field?.as_str()))).chain(filter).collect()
    }
}

impl Settings {
    /// A file of which nothing is said.
    pub fn new(name: impl Into<String>, input: Input) -> Self {
        Settings { name: name.into(), input, manner: Manner::default(), stated: Stated::default() }
    }

    /// How messages call it: `layer parks, file parks.geojson`.
    pub fn place(&self) -> String {
        format!("layer {}, file {}", self.name, self.input.name())
    }

    /// The repairs asked for, as they are printed with every result.
    pub fn repairs(&self) -> Vec<String> {
        let mut repairs = Vec::new();
        if let Some(crs) = &self.manner.crs {
            repairs.push(format!("stated to be in {}, whatever its file says", crs.code()));
        }
        if self.manner.swap_axes {
            repairs.push("axes exchanged (--swap-axes)".to_owned());
        }
        if self.manner.repair {
            repairs.push("crossing rings accepted (--repair)".to_owned());
        }
        repairs
    }
}
