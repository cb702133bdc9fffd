//! The least distance from a site, or a part of it, to places.

use std::borrow::Cow;
use std::sync::Arc;

use super::{Kind, Look, Named, Quantity, target};
use crate::document::{At, Table};
use crate::error::Result;
use crate::measure::ends;
use crate::places::Part;
use crate::shape::Shape;
use crate::truth::Reason;
use crate::units::{Length, Metres};
use crate::view::{Aim, Map, Seen, Stand, View, absent, dwelling, unseen, whole};

pub const KIND: Kind = Kind {
    name: "distance",
    otherwise: &["from", "outward", "to"],
    read: |table, named| {
        let mut table = table.need_table("distance", "a distance", &["from", "outward", "to"])?;
        let from: At<String> = table.need("from")?;
        let found = Distance { from: from_of(from, &mut table, None)?, to: String::new(), part: Part::Whole };
        let (to, part) = target(table.need("to")?, named)?;
        table.finish()?;
        Ok(Arc::new(Distance { to, part, ..found }))
    },
};

#[derive(Debug, Clone, PartialEq, Eq)]
struct Distance {
    from: From,
    to: String,
    part: Part,
}

/// The part of a site that is measured from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum From {
    /// All of it: the lot up to the lot line, the footprint, the cut.
    Site,
    /// The dwelling on the lot.
    Dwelling,
    /// The two ends of a line, each moved outward along it by a length.
    Ends(Length),
}

/// The part that a word names, with `outward` where it says so; without a word, `default`.
fn from_of(word: impl Into<Option<At<String>>>, table: &mut Table, default: Option<From>) -> Result<From> {
    const WORDS: &[(&str, From)] = &[
        ("site.lot", From::Site),
        ("site.footprint", From::Site),
        ("site.cut", From::Site),
        ("site.dwelling", From::Dwelling),
        ("site.ends", From::Ends(Length::ZERO)),
    ];
    let named = word.into().map(|word| word.one_of(WORDS)).transpose()?;
    let outward: Option<At<Length>> = table.take("outward")?;
    match (named.or(default).unwrap_or(From::Site), outward) {
        (From::Ends(_), Some(outward)) => Ok(From::Ends(outward.value)),
        (_, Some(outward)) => {
            Err(outward.spot.error("only the ends of a site are moved outward.").hint("Write from = \"site.ends\"."))
        }
        (from, None) => Ok(from),
    }
}

impl Quantity for Distance {
    fn to(&self) -> Option<&str> {
        Some(&self.to)
    }

    fn part(&self) -> Part {
        self.part
    }

    fn beside(&self) -> Vec<&str> {
        if self.from == From::Dwelling { vec![dwelling::DWELLINGS] } else { Vec::new() }
    }

    fn otherwise(&self, table: &mut Table, named: Named) -> Result<Arc<dyn Quantity>> {
        let word = table.take("from")?;
        let from = from_of(word, table, Some(self.from))?;
        let (to, part) = match table.take("to")? {
            Some(word) => target(word, named)?,
            None => (self.to.clone(), self.part),
        };
        Ok(Arc::new(Distance { from, to, part }))
    }

    fn look(&self, look: &Look) -> Seen {
        let Some(wanted) = look.wanted else { return Seen::default() };
        let site = match whole(look.site) {
            Ok(stand) => stand,
            Err(seen) => return unseen(seen, look.wanted),
        };
        let (layer, reach) = match look.atlas.map(&wanted.layer, wanted.construct, self.part) {
            Map::Given(layer, reach) => (layer, reach),
            Map::Absent(others) => return absent(wanted, others),
        };
        if self.part == Part::Centroid && layer.settings.stated.stand_in {
            return Seen { not_by_this_map: true, ..Seen::default() };
        }
        let stand = match self.from {
            From::Site => Ok(site),
            From::Dwelling => dwelling::stand(look.site, look.atlas.dwellings()),
            From::Ends(outward) => moved(&site, outward.metres()),
        };
        match stand {
            Ok(stand) => {
                let aim = Aim { wanted, require: look.require, dates: look.dates };
                let seen = View { stand: &stand, layer, aim }.all(reach);
                Seen { spread: stand.shape.spread(), ..seen }
            }
            Err(gap) => gap,
        }
    }

    fn is_whole_distance(&self) -> bool {
        self.from == From::Site && self.part == Part::Whole
    }

    fn from(&self) -> Option<&'static str> {
        match self.from {
            From::Site => None,
            From::Dwelling => Some("the dwelling"),
            From::Ends(_) => Some("the near end of the cut"),
        }
    }

    fn never_less_than(&self) -> Option<String> {
        let from_lot = || Distance { from: From::Site, ..self.clone() }.key();
        (self.from == From::Dwelling && self.part == Part::Whole).then(from_lot)
    }
}

/// The two ends of a line, moved outward; what is drawn as an area has no ends, so all of it is
/// measured from.
fn moved<'a>(whole: &Stand<'a>, outward: Metres) -> std::result::Result<Stand<'a>, Seen> {
    let points = match ends(&whole.shape, outward) {
        Some(points) => Shape::points(&points).ok(),
        None => Some(whole.shape.clone().into_owned()),
    };
    match points {
        Some(shape) => {
            Ok(Stand { shape: Cow::Owned(shape), accuracy: whole.accuracy.clone(), datum: whole.datum.clone() })
        }
        None => Err(Seen::gap(Reason::InvalidData, "The ends of the cut are not on the earth.")),
    }
}
