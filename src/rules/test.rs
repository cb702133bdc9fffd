//! What a rule measures, in each of the ways its words can be read, and what it requires of that.

use std::sync::Arc;

use crate::document::{At, Entries, Item, Table};
use crate::error::Result;
use crate::quantity::{Named, Quantity, READING_KEYS, read};
use crate::requirement::{KEYS as REQUIREMENT_KEYS, Requirement};

/// A measured requirement with its readings.
#[derive(Debug, Clone, PartialEq)]
pub struct Test {
    /// The first is the default; the others are other ways to read the same words.
    pub readings: Vec<Reading>,
}

/// One defensible way to measure.
#[derive(Debug, Clone)]
pub struct Reading {
    /// `park edge to lot line`.
    pub name: String,
    /// What is measured.
    pub quantity: Arc<dyn Quantity>,
    /// What the measured length must be.
    pub require: Requirement,
    /// Whether it is only printed, and never counted.
    pub weak: bool,
    /// Whether no map shows it: it takes part only where its figure is stated.
    pub by_hand: bool,
}

impl PartialEq for Reading {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, self.require, self.weak, self.by_hand) == (&other.name, other.require, other.weak, other.by_hand)
            && self.quantity.key() == other.quantity.key()
    }
}

impl Reading {
    /// Whether all that is measured must meet the requirement, so that one that does not decides
    /// against; otherwise one that meets it is enough.
    pub fn needs_every(&self) -> bool {
        self.require.keeps_away() || self.quantity.each_must()
    }
}

impl Test {
    /// Reads `measure`, `require`, `reading` and `readings` of a table.
    pub(super) fn read(table: &mut Table, named: Named) -> Result<Test> {
        let quantity = read(table, named)?;
        let require = Requirement::read(table.need_table("require", "a requirement", REQUIREMENT_KEYS)?)?;
        let name = table.take::<String>("reading")?.map_or_else(|| "as drawn".to_owned(), |at| at.value);
        let mut readings = vec![Reading { name, quantity, require, weak: false, by_hand: false }];
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

/// Another reading: it says only what it measures or requires otherwise than the default.
fn other(item: Item, default: &Reading, named: Named) -> Result<At<Reading>> {
    let spot = item.spot().clone();
    let mut table = item.read::<Entries>()?.value.only("a reading", &READING_KEYS)?;
    let name = table.need::<String>("name")?.value;
    let quantity = default.quantity.otherwise(&mut table, named)?;
    let require = table.take_table("require", "a requirement", REQUIREMENT_KEYS)?.map(Requirement::read).transpose()?;
    let weak = table.take("weak")?.is_some_and(|at: At<bool>| at.value);
    let by_hand = table.take("by_hand")?.is_some_and(|at: At<bool>| at.value);
    table.finish()?;
    Ok(At { value: Reading { name, quantity, require: require.unwrap_or(default.require), weak, by_hand }, spot })
}
