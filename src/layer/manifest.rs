//! Reads a layers file: which layer is which file, how to read it, how good it is.

use std::path::{Path, PathBuf};

use crate::crs::Crs;
use crate::document::{Document, Table, TextOrTable};
use crate::embedded;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::units::Length;

use super::settings::{Coverage, IdField, Settings, Stated};

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
    let text = Input::from_arg(arg).text()?;
    let folder = path.parent().map(Path::to_owned).unwrap_or_default();
    let name = path.file_name().map_or_else(|| arg.to_owned(), |n| n.to_string_lossy().into_owned());
    parse(&name, &text, &|file| Some(Input::Path(join(&folder, file))))
}

fn join(folder: &Path, file: &str) -> PathBuf {
    folder.join(file)
}

fn embedded_input(path: &str) -> Option<Input> {
    embedded::file(path).map(|bytes| Input::Embedded(path.to_owned(), bytes))
}

/// Where the files of a layers file lie.
type Locate<'l> = &'l dyn Fn(&str) -> Option<Input>;

fn parse(name: &str, text: &str, locate: Locate) -> Result<Vec<Settings>> {
    let document = Document { name, text };
    let mut file = Table::parse(document, 0..text.len(), "a layers file", "")?;
    let mut layers = Vec::new();
    for (key, table) in file.tables(|layer| format!("layer {layer}"))? {
        layers.push(layer(&key.value, table, locate)?);
    }
    if layers.is_empty() {
        return Err(Error::new(format!("{name} names no layer.")).hint("A layer begins with its name in brackets, [parks], and has path = \"parks.geojson\"."));
    }
    Ok(layers)
}

fn layer(name: &str, mut table: Table, locate: Locate) -> Result<Settings> {
    let mut settings = source(name, &mut table, locate)?;
    let manner = &mut settings.manner;
    let text = |table: &mut Table, key| table.text(key).map(|t| t.map(|t| t.value));
    manner.name = text(&mut table, "name")?;
    manner.address = text(&mut table, "address")?;
    manner.unit = text(&mut table, "unit")?;
    manner.parcel = text(&mut table, "parcel")?;
    manner.swap_axes = table.flag("swap_axes")?;
    manner.repair = table.flag("repair")?;
    if let Some(mut aliases) = table.table("aliases", "a list of aliases")? {
        for (from, to) in aliases.all_texts()? {
            let [to] = to.value.as_slice() else {
                return Err(aliases.error(&to.at, "an alias stands for one name."));
            };
            manner.aliases.insert(from.value, to.clone());
        }
    }
    settings.stated = Stated {
        publisher: text(&mut table, "publisher")?,
        as_of: table.date("as_of")?.map(|d| d.value),
        licence: text(&mut table, "licence")?,
        accuracy: table.accuracy("accuracy")?.map(|a| a.value),
        datum: text(&mut table, "datum")?,
        coverage: coverage(name, &mut table, locate)?,
        illustrative: table.flag("illustrative")?,
    };
    table.finish()?;
    Ok(settings)
}

/// What finds features in a file: path, id, filter, coordinate system.
fn source(name: &str, table: &mut Table, locate: Locate) -> Result<Settings> {
    let path = table.text("path")?;
    let path = table.need("path", path)?;
    let input = locate(&path.value).ok_or_else(|| table.error(&path.at, format!("there is no file {}.", path.value)))?;
    let mut settings = Settings::new(name, input);
    if let Some(id) = table.text("id")? {
        settings.manner.id = IdField::Property(id.value);
    }
    if let Some(mut filter) = table.table("where", "a filter")? {
        settings.manner.filter = filter.all_texts()?.into_iter().map(|(key, values)| (key.value, values.value)).collect();
    }
    settings.manner.crs = table.parsed("crs", Crs::from_code)?.map(|c| c.value);
    Ok(settings)
}

fn coverage(name: &str, table: &mut Table, locate: Locate) -> Result<Option<Coverage>> {
    match table.text_or_table("coverage", "a coverage")? {
        None => Ok(None),
        Some(TextOrTable::Text(word)) if word.value == "complete" => Ok(Some(Coverage::Complete)),
        Some(TextOrTable::Text(word)) => Err(table.error(&word.at, format!("coverage = \"{}\" is not understood.", word.value)).hint(
            "Write \"complete\" for a closed list, { bbox = [west, south, east, north] }, or { path = \"area.geojson\", where = { NAME = \"...\" }, grown_by = \"1,200 ft\" }.",
        )),
        Some(TextOrTable::Table(mut area)) => {
            let bbox = area.numbers::<4>("bbox")?;
            let grown = area.length("grown_by")?.map_or(Length::ZERO, |l| l.value);
            let found = match bbox {
                Some(bbox) => {
                    let [west, south, east, north] = bbox.value;
                    if !(west < east && south < north && south >= -90.0 && north <= 90.0) {
                        return Err(area.error(&bbox.at, "a bbox is [west, south, east, north] in degrees."));
                    }
                    if grown != Length::ZERO {
                        return Err(area.error(&bbox.at, "a bbox cannot be grown; widen it instead."));
                    }
                    Coverage::Box(bbox.value)
                }
                None => Coverage::Area(Box::new(source(&format!("coverage of {name}"), &mut area, locate)?), grown),
            };
            area.finish()?;
            Ok(Some(found))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Settings>> {
        parse("layers.toml", text, &|file| Some(Input::Path(PathBuf::from(file))))
    }

    #[test]
    fn the_illustrative_village_loads() {
        let layers = layers_file("illustrative").expect("carried");
        let names: Vec<&str> = layers.iter().map(|l| l.name.as_str()).collect();
        assert_eq!(names, ["parcels", "dwellings", "parks", "boundary"]);
        assert!(layers.iter().all(|l| l.stated.illustrative && l.stated.accuracy.is_some()));
        assert!(matches!(layers[2].stated.coverage, Some(Coverage::Complete)));
    }

    #[test]
    fn coverage_aliases_and_filters_are_read() {
        let layers = read(
            "[parks]\npath = \"p.geojson\"\nid = \"ID\"\nwhere = { TYPE = [\"Park\", \"Plaza\"], OPEN = 1 }\naliases = { \"Parkway Oval\" = \"Parkway Oval Park\" }\n\
             coverage = { path = \"n.geojson\", where = { NAME = \"Port\" }, grown_by = \"1,200 ft\" }\naccuracy = \"4.5 ft 95%\"\n",
        )
        .expect("sound");
        let parks = &layers[0];
        assert_eq!(parks.manner.filter["TYPE"], ["Park", "Plaza"]);
        assert_eq!(parks.manner.filter["OPEN"], ["1"]);
        assert_eq!(parks.manner.aliases["Parkway Oval"], "Parkway Oval Park");
        assert!(matches!(&parks.stated.coverage, Some(Coverage::Area(area, grown)) if *grown == Length::feet(1200) && area.manner.filter["NAME"] == ["Port"]));
    }

    #[test]
    fn what_is_not_understood_stops_with_line_and_caret() {
        let refusal = |text: &str| read(text).expect_err(text).to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        let unknown = refusal("[parks]\npath = \"p.geojson\"\nacuracy = \"5 ft rmse\"\n");
        assert!(unknown.contains("layers.toml, line 3: layer parks has no key \"acuracy\"") && unknown.contains("^^^^^^^"), "{unknown}");
        assert!(unknown.contains("Did you mean \"accuracy\"?"), "{unknown}");
        assert!(refusal("[parks]\nname = \"NAME\"\n").contains("layer parks needs a key \"path\""));
        assert!(refusal("[parks]\npath = \"p\"\naccuracy = \"5 ft\"\n").contains("which kind"));
        assert!(refusal("[parks]\npath = \"p\"\ncrs = \"EPSG:1\"\n").contains("EPSG:1"));
        assert!(refusal("[parks]\npath = \"p\"\ncoverage = \"all\"\n").contains("complete"));
        assert!(refusal("[parks]\npath = \"p\"\ncoverage = { bbox = [1, 2, 3] }\n").contains("4 numbers"));
        assert!(refusal("parks = 3\n").contains("must be a table"));
        assert!(refusal("").contains("names no layer"));
    }
}
