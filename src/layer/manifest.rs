//! Reads a layers file: which layer is which file, how to read it, how good it is.

use std::path::Path;

use jiff::civil::Date;

use crate::crs::Crs;
use crate::document::{At, Document, Entries, Item, Readable, Table};
use crate::embedded;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::units::{Accuracy, Length};

use super::settings::{Coverage, IdField, RadiusField, Settings, Stated};

/// The invented village that the program carries.
const ILLUSTRATIVE: &str = "layers/us/ny/tuckahoe-illustrative";

/// Reads a layers file, or the one of the invented village for the word `illustrative`.
///
/// # Errors
/// It cannot be read, is not TOML, or says something that is not understood; with line and caret.
pub fn layers_file(arg: &str) -> Result<Vec<Settings>> {
    if arg == "illustrative" {
        let path = format!("{ILLUSTRATIVE}/layers.toml");
        let bytes = embedded::file(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(bytes);
        return parse("layers.toml", &text, &|file| embedded_input(&format!("{ILLUSTRATIVE}/{file}")));
    }
    let path = Path::new(arg);
    if !path.exists() && crate::text::meant(arg, ["illustrative"]).is_some() {
        return Err(Error::new(format!("there is no file {arg}.")).hint("Did you mean --layers illustrative?"));
    }
    let text = Input::from_arg(arg).text()?;
    if text.trim_start().starts_with('{') {
        return Err(Error::new(format!("{arg} is a layer itself (GeoJSON), and no layers file (TOML)."))
            .hint("Give it under the name that the rules call it by:")
            .try_this(format!("--layer parks={arg}")));
    }
    let folder = path.parent().map(Path::to_owned).unwrap_or_default();
    let name = path.file_name().map_or_else(|| arg.to_owned(), |n| n.to_string_lossy().into_owned());
    parse(&name, &text, &|file| Some(folder.join(file)).filter(|path| path.is_file()).map(Input::Path))
}

fn embedded_input(path: &str) -> Option<Input> {
    embedded::file(path).map(|bytes| Input::Embedded(path.to_owned(), bytes))
}

/// Where the files of a layers file lie.
type Locate<'l> = &'l dyn Fn(&str) -> Option<Input>;

/// What may be said of a layer.
const KEYS: &[&str] = &[
    "path",
    "id",
    "name",
    "address",
    "unit",
    "parcel",
    "radius",
    "where",
    "aliases",
    "crs",
    "swap_axes",
    "repair",
    "accuracy",
    "datum",
    "publisher",
    "as_of",
    "licence",
    "coverage",
    "geometry",
    "illustrative",
];
/// What may be said of its coverage.
const COVERAGE_KEYS: &[&str] = &["bbox", "path", "where", "crs", "grown_by"];

fn parse(name: &str, text: &str, locate: Locate) -> Result<Vec<Settings>> {
    let mut layers = Vec::new();
    for (layer, item) in Document::new(name, text).entries()?.into_list() {
        layers.push(read(&layer, item.read::<Entries>()?.value.only("a layer", KEYS)?, locate)?);
    }
    if layers.is_empty() {
        return Err(Error::new(format!("{name} names no layer."))
            .hint("A layer begins with its name in brackets, [parks], and has path = \"parks.geojson\"."));
    }
    Ok(layers)
}

fn read(name: &str, mut table: Table, locate: Locate) -> Result<Settings> {
    let mut settings = source(name, &mut table, locate)?;
    let text = |table: &mut Table, key| table.take::<String>(key).map(value);
    if let Some(field) = text(&mut table, "id")? {
        settings.manner.id = IdField::Property(field);
    }
    settings.manner.name = text(&mut table, "name")?;
    settings.manner.address = text(&mut table, "address")?;
    settings.manner.unit = text(&mut table, "unit")?;
    settings.manner.parcel = text(&mut table, "parcel")?;
    settings.manner.radius =
        table.take_table("radius", "a radius", &["field", "unit", "diameter"])?.map(radius).transpose()?;
    settings.manner.swap_axes = table.take("swap_axes")?.is_some_and(|flag: At<bool>| flag.value);
    settings.manner.repair = table.take("repair")?.is_some_and(|flag: At<bool>| flag.value);
    for (from, to) in table.take_entries("aliases")? {
        settings.manner.aliases.insert(from.value, to.read::<String>()?.value);
    }
    settings.stated = Stated {
        publisher: text(&mut table, "publisher")?,
        as_of: value(table.take::<Date>("as_of")?),
        licence: text(&mut table, "licence")?,
        accuracy: value(table.take::<Accuracy>("accuracy")?),
        datum: text(&mut table, "datum")?,
        coverage: match table.take_item("coverage") {
            Some(item) => Some(coverage(name, item, locate)?),
            None => None,
        },
        stand_in: match table.take::<String>("geometry")? {
            Some(word) => word.one_of(&[("outline", false), ("stand-in", true)])?,
            None => false,
        },
        illustrative: table.take("illustrative")?.is_some_and(|flag: At<bool>| flag.value),
    };
    table.finish()?;
    Ok(settings)
}

fn radius(mut table: Table) -> Result<RadiusField> {
    let one = |unit: &str| Length::parse(&format!("1 {unit}"));
    let field = table.need("field")?.value;
    let unit: At<String> = table.need("unit")?;
    let unit = one(&unit).map_err(|_| {
        unit.spot
            .error(format!("\"{}\" is no unit of length.", unit.value))
            .hint("Write \"in\", \"ft\", \"cm\" or \"m\".")
    })?;
    let diameter = table.take("diameter")?.is_some_and(|flag: At<bool>| flag.value);
    table.finish()?;
    Ok(RadiusField { field, unit, diameter })
}

/// What finds features in a file: path, filter, coordinate system.
fn source(name: &str, table: &mut Table, locate: Locate) -> Result<Settings> {
    let path = table.need::<String>("path")?;
    let input = locate(&path).ok_or_else(|| {
        path.spot
            .error(format!("layer {name} is to be read from {}, but there is no such file.", path.value))
            .hint("A path is meant from the folder of the layers file. Nothing was checked.")
    })?;
    let mut settings = Settings::new(name, input);
    for (field, item) in table.take_entries("where")? {
        let values = item.read_list::<Scalar>()?.into_iter().map(|v| v.value.0).collect();
        settings.manner.filter.insert(field.value, values);
    }
    settings.manner.crs = value(table.take::<Crs>("crs")?);
    Ok(settings)
}

fn coverage(name: &str, item: Item, locate: Locate) -> Result<Coverage> {
    if let Some(word) = item.as_text() {
        return match word {
            "complete" => Ok(Coverage::Complete),
            _ => Err(item.spot().error(format!("coverage = \"{word}\" is not understood.")).hint(
                "Write \"complete\" for a closed list, { bbox = [west, south, east, north] }, or { path = \"area.geojson\", where = { NAME = \"...\" }, grown_by = \"1,200 ft\" }.",
            )),
        };
    }
    let mut table = item.read::<Entries>()?.value.only("a coverage", COVERAGE_KEYS)?;
    let spot = table.spot_of("bbox");
    let found = match (spot, table.take_list::<f64>("bbox")?.as_slice()) {
        (None, _) => {
            let grown = value(table.take::<Length>("grown_by")?).unwrap_or(Length::ZERO);
            Coverage::Area(Box::new(source(&format!("coverage of {name}"), &mut table, locate)?), grown)
        }
        (Some(_), [west, south, east, north]) if west.value < east.value && south.value < north.value => {
            Coverage::Box([west.value, south.value, east.value, north.value])
        }
        (Some(spot), _) => {
            return Err(spot.error("a bbox is a list of 4 numbers in degrees: [west, south, east, north]."));
        }
    };
    table.finish()?;
    Ok(found)
}

fn value<T>(found: Option<At<T>>) -> Option<T> {
    found.map(|at| at.value)
}

/// A text or a whole number, as it is compared with a property.
struct Scalar(String);

impl Readable for Scalar {
    const EXPECTED: &'static str = "a text in quotes or a number";

    fn from_item(item: &Item) -> Result<Option<Self>> {
        Ok(item.as_text().or_else(|| item.as_number()).map(|text| Scalar(text.to_owned())))
    }
}

impl Readable for Accuracy {
    const EXPECTED: &'static str = "an accuracy in quotes: \"5 ft rmse\" or \"10 ft 95%\"";

    fn from_item(item: &Item) -> Result<Option<Self>> {
        item.understood(Accuracy::parse)
    }
}

impl Readable for Crs {
    const EXPECTED: &'static str = "the code of a coordinate system in quotes: \"EPSG:2260\"";

    fn from_item(item: &Item) -> Result<Option<Self>> {
        item.understood(Crs::from_code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn manifest(text: &str) -> Result<Vec<Settings>> {
        parse("layers.toml", text, &|file| Some(Input::Path(PathBuf::from(file))))
    }

    #[test]
    fn the_illustrative_village_loads() {
        let layers = layers_file("illustrative").expect("carried");
        let names: Vec<&str> = layers.iter().map(|l| l.name.as_str()).collect();
        assert_eq!(names[..4], ["parcels", "dwellings", "parks", "boundary"]);
        assert_eq!(names.len(), 17);
        assert!(layers.iter().all(|l| l.stated.illustrative && l.stated.accuracy.is_some()));
        assert!(matches!(layers[2].stated.coverage, Some(Coverage::Complete)));
    }

    #[test]
    fn coverage_aliases_and_filters_are_read() {
        let layers = manifest(
            "[parks]\npath = \"p.geojson\"\nid = \"ID\"\nwhere = { TYPE = [\"Park\", \"Plaza\"], OPEN = 1 }\naliases = { \"Parkway Oval\" = \"Parkway Oval Park\" }\n\
             coverage = { path = \"n.geojson\", where = { NAME = \"Port\" }, grown_by = \"1,200 ft\" }\naccuracy = \"4.5 ft 95%\"\n",
        )
        .expect("sound");
        let parks = &layers[0];
        assert_eq!(parks.manner.filter["TYPE"], ["Park", "Plaza"]);
        assert_eq!(parks.manner.filter["OPEN"], ["1"]);
        assert_eq!(parks.manner.aliases["Parkway Oval"], "Parkway Oval Park");
        assert!(
            matches!(&parks.stated.coverage, Some(Coverage::Area(area, grown)) if *grown == Length::feet(1200) && area.manner.filter["NAME"] == ["Port"])
        );
    }

    #[test]
    fn what_is_not_understood_stops_with_line_and_caret() {
        let refusal =
            |text: &str| manifest(text).expect_err(text).to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        let unknown = refusal("[parks]\npath = \"p.geojson\"\nacuracy = \"5 ft rmse\"\n");
        assert!(
            unknown.contains("layers.toml, line 3: a layer has no key \"acuracy\"") && unknown.contains("^^^^^^^"),
            "{unknown}"
        );
        assert!(unknown.contains("Did you mean \"accuracy\"?"), "{unknown}");
        assert!(refusal("[parks]\nname = \"NAME\"\n").contains("a layer needs the key \"path\""));
        assert!(refusal("[parks]\npath = \"p\"\naccuracy = \"5 ft\"\n").contains("which kind"));
        assert!(refusal("[parks]\npath = \"p\"\ncrs = \"EPSG:1\"\n").contains("EPSG:1"));
        assert!(refusal("[parks]\npath = \"p\"\ncoverage = \"all\"\n").contains("complete"));
        assert!(refusal("[parks]\npath = \"p\"\ncoverage = { bbox = [1, 2, 3] }\n").contains("4 numbers"));
        assert!(refusal("parks = 3\n").contains("It must be a table"));
        assert!(refusal("").contains("names no layer"));
    }
}
