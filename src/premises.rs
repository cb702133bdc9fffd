//! Finds the lot that is asked about: by parcel id, by address, or by a point on the map.

use crate::earth::LonLat;
use crate::error::{Error, Result};
use crate::json;
use crate::layer::{Feature, Layer, Refused, folded};
use crate::planar::Bounds;
use crate::predicates::Position;

/// The lot asked about.
#[derive(Debug, Clone, Copy)]
pub enum Lot<'a> {
    /// It can be measured.
    Sound(&'a Feature),
    /// It is there, but its shape cannot be used.
    Unusable(&'a Refused),
}

impl<'a> Lot<'a> {
    /// Its parcel id.
    pub fn id(&self) -> &'a str {
        match self {
            Lot::Sound(feature) => &feature.id,
            Lot::Unusable(refused) => &refused.id,
        }
    }

    fn properties(&self) -> &'a str {
        match self {
            Lot::Sound(feature) => &feature.properties,
            Lot::Unusable(refused) => &refused.properties,
        }
    }
}

fn lots(parcels: &Layer) -> impl Iterator<Item = Lot<'_>> {
    parcels.features.iter().map(Lot::Sound).chain(parcels.refused.iter().map(Lot::Unusable))
}

/// The lot with this parcel id, letter by letter.
///
/// # Errors
/// None, or more than one, has this id.
pub fn by_parcel<'a>(parcels: &'a Layer, id: &str) -> Result<Lot<'a>> {
    let found: Vec<Lot> = lots(parcels).filter(|lot| lot.id() == id).collect();
    match found.as_slice() {
        [lot] => Ok(*lot),
        [] => {
            let ids: Vec<&str> = lots(parcels).map(|lot| lot.id()).collect();
            let meant = crate::text::meant(id, ids.iter().copied());
            let hint = match meant {
                Some(m) => format!("Did you mean {m}?"),
                None if id.contains(' ') => format!("That looks like an address: --address \"{id}\""),
                None => "metes layers FILE tells from which property ids may come.".to_owned(),
            };
            Err(Error::new(format!("{}: there is no parcel \"{id}\".", parcels.settings.place())).hint(hint))
        }
        several => Err(Error::new(format!(
            "{}: {} parcels have the id \"{id}\".",
            parcels.settings.place(),
            several.len()
        ))
        .hint("metes does not choose between them. Mend the ids, or name another property as id in the layers file.")),
    }
}

/// The lot at this address, alike in all but case and spacing. A unit may be typed behind it:
/// `12 Mill Row, unit 3`, `12 Mill Row #3`.
///
/// # Errors
/// No lot or several fit: the candidates are listed, and none is chosen.
pub fn by_address<'a>(parcels: &'a Layer, typed: &str) -> Result<Lot<'a>> {
    let manner = &parcels.settings.manner;
    let field = manner.address.as_deref().unwrap_or("address");
    let known: Vec<(Lot, String, Option<String>)> = lots(parcels)
        .filter_map(|lot| {
            let read = |field: &str| {
                json::member(lot.properties(), field).and_then(json::as_text).filter(|v| !v.trim().is_empty())
            };
            Some((lot, read(field)?, read(manner.unit.as_deref().unwrap_or("unit"))))
        })
        .collect();
    if known.is_empty() {
        return Err(Error::new(format!(
            "{}: no parcel has an address in a property \"{field}\".",
            parcels.settings.place()
        ))
        .hint("Name the property in the layers file (address = \"...\"), or give --parcel ID."));
    }
    let (street, unit) = split_unit(typed);
    let fits = |address: &str, its_unit: &Option<String>| {
        let whole = folded(address) == folded(typed);
        let split =
            folded(address) == folded(street) && unit.is_some() && its_unit.as_deref().map(folded) == unit.map(folded);
        whole || split
    };
    let found: Vec<&(Lot, String, Option<String>)> =
        known.iter().filter(|(_, address, its)| fits(address, its)).collect();
    match found.as_slice() {
        [(lot, ..)] => Ok(*lot),
        [] => {
            let near = nearest_addresses(&known, street);
            let mut error = Error::new(format!("there is no address \"{typed}\" in layer parcels."));
            error = near.iter().fold(error, |error, candidate| error.show(candidate_line(candidate)));
            Err(error.hint("Give the address as the layer writes it, or name the parcel: --parcel ID"))
        }
        several => {
            let error =
                Error::new(format!("\"{typed}\" fits {} places. metes does not choose between them.", several.len()));
            let error = several.iter().take(20).fold(error, |error, candidate| error.show(candidate_line(candidate)));
            let (lot, address, its) = several[0];
            let error = match its {
                Some(unit) => error
                    .hint("Add the unit, or name the parcel:")
                    .try_this(format!("--address \"{address}, unit {unit}\"")),
                None => error.hint("Name the parcel:"),
            };
            Err(error.try_this(format!("--parcel {}", lot.id())))
        }
    }
}

fn candidate_line((lot, address, unit): &(Lot, String, Option<String>)) -> String {
    let unit = unit.as_ref().map(|u| format!(", unit {u}")).unwrap_or_default();
    format!("  {:<30} parcel {}", format!("{address}{unit}"), lot.id())
}

/// `12 Mill Row, unit 3`, `12 Mill Row #3` and `12 Mill Row apt 3` as street and unit.
fn split_unit(typed: &str) -> (&str, Option<&str>) {
    let lower = typed.to_ascii_lowercase();
    let before =
        |word: &str| lower.rfind(word).filter(|at| lower[..*at].ends_with([' ', ','])).map(|at| (at, at + word.len()));
    let cut = lower.rfind('#').map(|at| (at, at + 1)).or_else(|| before("unit ")).or_else(|| before("apt "));
    match cut {
        Some((end, start)) if !typed[start..].trim().is_empty() => {
            let street = typed[..end].trim_end();
            // "unit #3" has both
            let street = street.strip_suffix("unit").or_else(|| street.strip_suffix("Unit")).unwrap_or(street);
            (street.trim_end().trim_end_matches(',').trim_end(), Some(typed[start..].trim()))
        }
        _ => (typed, None),
    }
}

/// Up to five addresses that are spelt most like the one typed, or begin as it does.
fn nearest_addresses<'k, 'a>(
    known: &'k [(Lot<'a>, String, Option<String>)],
    street: &str,
) -> Vec<&'k (Lot<'a>, String, Option<String>)> {
    // what stands behind a comma is mostly a town or a state
    let wanted = folded(street.split(',').next().unwrap_or(street));
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut by_likeness: Vec<(usize, usize)> = known
        .iter()
        .enumerate()
        .filter_map(|(i, (_, address, _))| {
            let address = folded(address);
            let edits = strsim::damerau_levenshtein(&wanted, &address);
            (edits <= 4 || address.starts_with(&wanted) || wanted.starts_with(&address)).then_some((edits, i))
        })
        .collect();
    by_likeness.sort_unstable();
    // one slip of the finger is surely meant; farther ones would only distract
    let least = by_likeness.first().map_or(0, |(edits, _)| *edits);
    by_likeness.retain(|(edits, _)| *edits <= least + 1);
    by_likeness.into_iter().take(5).map(|(_, i)| &known[i]).collect()
}

/// How a lot is called: its address with the unit, else its parcel id.
pub fn label(parcels: &Layer, lot: Lot) -> String {
    let manner = &parcels.settings.manner;
    let read =
        |field: &str| json::member(lot.properties(), field).and_then(json::as_text).filter(|v| !v.trim().is_empty());
    let address = read(manner.address.as_deref().unwrap_or("address"));
    let unit = read(manner.unit.as_deref().unwrap_or("unit")).map(|u| format!(", unit {u}")).unwrap_or_default();
    address.map_or_else(|| format!("parcel {}", lot.id()), |a| format!("{a}{unit}"))
}

/// The lot that holds a point, its boundary included.
///
/// # Errors
/// No lot or several hold it.
pub fn at(parcels: &Layer, point: LonLat) -> Result<Lot<'_>> {
    let holds = |feature: &&Feature| {
        [-360.0, 0.0, 360.0]
            .into_iter()
            .any(|turn| feature.shape.drawing().position([point.lon + turn, point.lat]).0 != Position::Outside)
    };
    let found: Vec<&Feature> = parcels.features.iter().filter(holds).collect();
    match found.as_slice() {
        [one] => Ok(Lot::Sound(one)),
        [] => {
            let bounds = parcels.bounds();
            let swapped = [point.lat, point.lon];
            let hint = if (Bounds { least: swapped, greatest: swapped }).meets(bounds) {
                format!("Longitude and latitude look swapped: --at {},{}", point.lat, point.lon)
            } else {
                "Longitude comes first. A point in the street lies in no parcel.".to_owned()
            };
            Err(Error::new(format!(
                "{}: no parcel holds the point {}, {}.",
                parcels.settings.place(),
                point.lon,
                point.lat
            ))
            .hint(hint))
        }
        several => {
            let ids: Vec<&str> = several.iter().take(12).map(|f| f.id.as_str()).collect();
            Err(Error::new(format!(
                "{} parcels hold the point {}, {}: {}.",
                several.len(),
                point.lon,
                point.lat,
                ids.join(", ")
            ))
            .hint(format!("They may be units of one building. Name one: --parcel {}", ids[0])))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::split_unit;

    #[test]
    fn a_unit_is_split_off_in_its_usual_spellings() {
        assert_eq!(split_unit("12 mill row #3"), ("12 mill row", Some("3")));
        assert_eq!(split_unit("12 Mill Row, unit 3"), ("12 Mill Row", Some("3")));
        assert_eq!(split_unit("20 Main St unit 7"), ("20 Main St", Some("7")));
        assert_eq!(split_unit("12 Mill Row"), ("12 Mill Row", None));
        assert_eq!(split_unit("12 Mill Row #"), ("12 Mill Row #", None));
        assert_eq!(split_unit("12 Mill Row, Unit #3"), ("12 Mill Row", Some("3")));
        assert_eq!(split_unit("12 Mill Row Apt 3"), ("12 Mill Row", Some("3")));
        assert_eq!(split_unit("8 Community 2"), ("8 Community 2", None));
    }
}
