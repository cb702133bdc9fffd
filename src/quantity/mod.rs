//! What a rule can measure: each kind in a file of its own, which reads it from a chapter and
//! looks at it from a site.

mod distance;
mod gap;
mod length;
mod stated;

use std::fmt;
use std::sync::{Arc, LazyLock};

use crate::document::{At, Table};
use crate::error::Result;
use crate::fact::Fact;
use crate::places::{Construct, Part, Places};
use crate::requirement::Requirement;
use crate::view::{Atlas, Seen, Site};

/// Every kind of quantity; a new one is a file and a line here.
const KINDS: &[Kind] = &[distance::KIND, gap::KIND, length::KIND, stated::KIND];

/// A kind of quantity, as chapters write it.
struct Kind {
    /// The key of its entry in `measure`.
    name: &'static str,
    /// What another reading of it may say otherwise.
    otherwise: &'static [&'static str],
    /// Reads the entry.
    read: fn(&mut Table, Named) -> Result<Arc<dyn Quantity>>,
}

/// What of a chapter a quantity may name.
#[derive(Debug, Clone, Copy)]
pub struct Named<'a> {
    /// Its places.
    pub places: &'a [Places],
    /// Its facts.
    pub facts: &'a [Fact],
}

/// What is looked at, and from where.
pub struct Look<'l> {
    /// The site.
    pub site: &'l Site<'l>,
    /// What is required.
    pub require: Requirement,
    /// The places that are measured to, if any are.
    pub wanted: Option<&'l Places>,
    /// The days that are read of each place, by the names of their properties.
    pub dates: &'l [&'l str],
    /// Where layers are found.
    pub atlas: &'l dyn Atlas,
}

/// Something that can be measured.
pub trait Quantity: fmt::Debug + Send + Sync {
    /// The id of the places that are measured to, if any are.
    fn to(&self) -> Option<&str> {
        None
    }

    /// What of each place is measured to.
    fn part(&self) -> Part {
        Part::Whole
    }

    /// Layers it needs beside that of its places, as they are drawn.
    fn beside(&self) -> Vec<&str> {
        Vec::new()
    }

    /// The same, but for what another reading says otherwise.
    ///
    /// # Errors
    /// What it says is not understood.
    fn otherwise(&self, table: &mut Table, named: Named) -> Result<Arc<dyn Quantity>>;

    /// Looks at it from a site.
    fn look(&self, look: &Look) -> Seen;

    /// Whether it is the least distance of all of the site from all of each place.
    fn is_whole_distance(&self) -> bool {
        false
    }

    /// Whether each of its lengths must meet the requirement, where of distances one that is short
    /// enough may do.
    fn each_must(&self) -> bool {
        false
    }

    /// What it is measured from, in words, where that is not all of the site.
    fn from(&self) -> Option<&'static str> {
        None
    }

    /// The key of a quantity that is never more than this one: a dwelling is no nearer than the
    /// lot line.
    fn never_less_than(&self) -> Option<String> {
        None
    }

    /// A text that is the same for equal quantities alone.
    fn key(&self) -> String {
        format!("{self:?}")
    }
}

static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| KINDS.iter().map(|kind| kind.name).collect());

/// The keys of a further reading: of every kind what it may say otherwise.
pub static READING_KEYS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut keys = vec!["name", "require", "weak", "by_hand"];
    keys.extend(KINDS.iter().flat_map(|kind| kind.otherwise));
    keys.dedup();
    keys
});

/// Reads the `measure` of a table.
///
/// # Errors
/// It is missing, or no kind of quantity, or names what the chapter does not have.
pub fn read(table: &mut Table, named: Named) -> Result<Arc<dyn Quantity>> {
    let mut measure = table.need_table("measure", "a measure", &NAMES)?;
    let name = measure.which(&NAMES)?;
    let kind = KINDS.iter().find(|kind| kind.name == name);
    let found = match kind {
        Some(kind) => (kind.read)(&mut measure, named)?,
        None => return Err(measure.spot().error("this is nothing that can be measured.")),
    };
    measure.finish()?;
    Ok(found)
}

/// `parks`, or with the part that is measured to, `parks.centroid`.
fn target(to: At<String>, named: Named) -> Result<(String, Part)> {
    const PARTS: &[(&str, Part)] = &[
        ("centroid", Part::Centroid),
        ("curve", Part::Curve),
        ("curve_middle", Part::CurveMiddle),
        ("curve_starts", Part::CurveStarts),
    ];
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
