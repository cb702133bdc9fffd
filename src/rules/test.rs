//! What a rule measures, in each of the ways its words can be read, and what it requires of that.

use super::Requirement;
use super::chapter::{Construct, Places};
use super::fact::{Fact, FactKind};
use super::requirement::KEYS as REQUIREMENT_KEYS;
use crate::document::{At, Entries, Item, Table};
use crate::error::Result;
use crate::units::Length;

/// A measured requirement with its readings.
#[derive(Debug, Clone, PartialEq)]
pub struct Test {
    /// The first is the default; the others are other ways to read the same words.
    pub readings: Vec<Reading>,
}

/// One defensible way to measure.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// `park edge to lot line`.
    pub name: String,
    /// What is measured.
    pub measure: Measure,
    /// What the measured length must be.
    pub require: Requirement,
    /// Whether it is only printed, and never counted.
    pub weak: bool,
    /// Whether no map shows it: it takes part only where its figure is stated.
    pub by_hand: bool,
}

/// Something to be measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measure {
    /// The least distance to places.
    Distance {
        /// From what of the site.
        from: From,
        /// To which places, by their id.
        to: String,
        /// To what of each place.
        part: Part,
    },
    /// The length of curb that is left between the site and each of other places on the same curb line.
    Gap {
        /// To which places, by their id.
        to: String,
        /// The layer of the curb lines.
        along: At<String>,
        /// What is taken off each gap, as for two transitions.
        less: Length,
    },
    /// The length of the site, drawn as a line.
    Length,
    /// Lengths that are stated, by the ids of their facts; each must meet the requirement.
    Stated(Vec<String>),
}

/// The part of a site that is measured from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// All of it: the lot up to the lot line, the footprint, the cut.
    Site,
    /// The dwelling on the lot.
    Dwelling,
    /// The two ends of a line, each moved outward along it by a length.
    Ends(Length),
}

/// The part of a place that is measured to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// All of it, up to its edge.
    Whole,
    /// Its centre of area.
    Centroid,
    /// Of a constructed corner, the rounded curb.
    Curve,
    /// Of a constructed corner, the middle of the rounded curb.
    CurveMiddle,
    /// Of a constructed corner, the two points where the curve begins.
    CurveStarts,
}

const FROM: &[(&str, From)] = &[
    ("site.lot", From::Site),
    ("site.footprint", From::Site),
    ("site.cut", From::Site),
    ("site.dwelling", From::Dwelling),
    ("site.ends", From::Ends(Length::ZERO)),
];

const PARTS: &[(&str, Part)] = &[
    ("centroid", Part::Centroid),
    ("curve", Part::Curve),
    ("curve_middle", Part::CurveMiddle),
    ("curve_starts", Part::CurveStarts),
];

/// What of a chapter a test may name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Named<'a> {
    pub places: &'a [Places],
    pub facts: &'a [Fact],
}

impl Test {
    /// Reads `measure`, `require`, `reading` and `readings` of a table.
    pub(super) fn read(table: &mut Table, named: Named) -> Result<Test> {
        let measure = measure(table.need_table("measure", "a measure", MEASURES)?, named)?;
        let require = Requirement::read(table.need_table("require", "a requirement", REQUIREMENT_KEYS)?)?;
        let name = table.take::<String>("reading")?.map_or_else(|| "as drawn".to_owned(), |at| at.value);
        let mut readings = vec![Reading { name, measure, require, weak: false, by_hand: false }];
        for item in table.take_item("readings").map(Item::items).unwrap_or_default() {
            let reading = other(item, &readings[0], named)?;
            if let Some(known) = readings.iter().find(|known| known.name == reading.value.name) {
                return Err(reading
                    .spot
                    .error(format!("there is a reading \"{}\" already.", known.name))
                    .hint("Give it another name. Nothing was checked."));
            }
            readings.push(reading.value);
        }
        Ok(Test { readings })
    }

    /// The default reading.
    pub fn default(&self) -> &Reading {
        &self.readings[0]
    }
}

const MEASURES: &[&str] = &["distance", "gap", "length", "stated"];
const DISTANCE: &[&str] = &["from", "outward", "to"];
const GAP: &[&str] = &["to", "along", "less"];

fn measure(mut table: Table, named: Named) -> Result<Measure> {
    let key = table.which(MEASURES)?;
    let found = match key {
        "distance" => distance(table.need_table(key, "a distance", DISTANCE)?, named)?,
        "gap" => {
            let mut gap = table.need_table(key, "a gap", GAP)?;
            let (to, _) = target(gap.need("to")?, named)?;
            let along = gap.need("along")?;
            let less = gap.take("less")?.map_or(Length::ZERO, |at: At<Length>| at.value);
            gap.finish()?;
            Measure::Gap { to, along, less }
        }
        "length" => {
            table.need::<String>(key)?.one_of(&[("site.cut", ())])?;
            Measure::Length
        }
        _ => {
            let ids: Vec<At<String>> = table.need_list(key)?;
            let lengths: Vec<&str> =
                named.facts.iter().filter(|f| f.kind == FactKind::Length).map(|f| f.id.as_str()).collect();
            for id in &ids {
                if !lengths.contains(&id.as_str()) {
                    return Err(id.not_among(&format!("\"{}\" is no length among the facts.", id.value), &lengths));
                }
            }
            Measure::Stated(ids.into_iter().map(|at| at.value).collect())
        }
    };
    table.finish()?;
    Ok(found)
}

fn distance(mut table: Table, named: Named) -> Result<Measure> {
    let from = table.need::<String>("from")?.one_of(FROM)?;
    let outward: Option<At<Length>> = table.take("outward")?;
    let from = match (from, outward) {
        (From::Ends(_), Some(outward)) => From::Ends(outward.value),
        (_, Some(outward)) => {
            return Err(outward
                .spot
                .error("only the ends of a site are moved outward.")
                .hint("Write from = \"site.ends\"."));
        }
        (from, None) => from,
    };
    let (to, part) = target(table.need("to")?, named)?;
    table.finish()?;
    Ok(Measure::Distance { from, to, part })
}

/// `parks`, or with the part that is measured to, `parks.centroid`.
fn target(to: At<String>, named: Named) -> Result<(String, Part)> {
    let (id, part) = match to.value.split_once('.') {
        None => (to.value.clone(), Part::Whole),
        Some((id, word)) => {
            let word = At { value: word.to_owned(), spot: to.spot.clone() };
            (id.to_owned(), word.one_of(PARTS)?)
        }
    };
    let Some(places) = named.places.iter().find(|known| known.id == id) else {
        let ids: Vec<&str> = named.places.iter().map(|known| known.id.as_str()).collect();
        return Err(if ids.is_empty() {
            to.spot
                .error(format!("\"{id}\" is to be measured to, and the page has no places."))
                .hint("Add a block \"toml places\" with this id. Nothing was checked.")
        } else {
            to.not_among(&format!("the page has no places \"{id}\"."), &ids)
        });
    };
    let of_corner = matches!(part, Part::Curve | Part::CurveMiddle | Part::CurveStarts);
    if of_corner && places.construct != Construct::Corners {
        return Err(to
            .spot
            .error(format!("\"{id}\" are no corners, so there is no curve to measure to."))
            .hint("Only places with construct = \"corners\" have one. Nothing was checked."));
    }
    Ok((id, part))
}

/// Another reading: it says only what it measures or requires otherwise than the default.
fn other(item: Item, default: &Reading, named: Named) -> Result<At<Reading>> {
    const READING: &[&str] = &["name", "from", "outward", "to", "less", "require", "weak", "by_hand"];
    let spot = item.spot().clone();
    let mut table = item.read::<Entries>()?.value.only("a reading", READING)?;
    let name = table.need::<String>("name")?.value;
    let measure = match &default.measure {
        Measure::Distance { from, to, part } => {
            let from = match table.take::<String>("from")? {
                Some(word) => word.one_of(FROM)?,
                None => *from,
            };
            let from = match (from, table.take::<Length>("outward")?) {
                (From::Ends(_), Some(outward)) => From::Ends(outward.value),
                (from, _) => from,
            };
            let (to, part) = match table.take("to")? {
                Some(word) => target(word, named)?,
                None => (to.clone(), *part),
            };
            Measure::Distance { from, to, part }
        }
        Measure::Gap { to, along, less } => {
            let less = table.take::<Length>("less")?.map_or(*less, |at| at.value);
            Measure::Gap { to: to.clone(), along: along.clone(), less }
        }
        same => same.clone(),
    };
    let require = table.take_table("require", "a requirement", REQUIREMENT_KEYS)?.map(Requirement::read).transpose()?;
    let weak = table.take("weak")?.is_some_and(|at: At<bool>| at.value);
    let by_hand = table.take("by_hand")?.is_some_and(|at: At<bool>| at.value);
    table.finish()?;
    Ok(At { value: Reading { name, measure, require: require.unwrap_or(default.require), weak, by_hand }, spot })
}
