//! The length of a site that is drawn as a line: a cut along the curb.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Kind, Look, Named, Quantity};
use crate::decide::{Measured, Place, Sight, call};
use crate::document::Table;
use crate::earth::LonLat;
use crate::error::Result;
use crate::measure::{Separation, ends, length};
use crate::truth::Reason;
use crate::units::{Band, Metres};
use crate::view::{Seen, whole};

pub const KIND: Kind = Kind {
    name: "length",
    otherwise: &[],
    read: |table, _| {
        table.need::<String>("length")?.one_of(&[("site.cut", ())])?;
        Ok(Arc::new(Length))
    },
};

#[derive(Debug, Clone, Copy)]
struct Length;

impl Quantity for Length {
    fn otherwise(&self, _: &mut Table, _: Named) -> Result<Arc<dyn Quantity>> {
        Ok(Arc::new(*self))
    }

    fn look(&self, look: &Look) -> Seen {
        let stand = match whole(look.site) {
            Ok(stand) => stand,
            Err(seen) => return seen,
        };
        let long = length(&stand.shape);
        if long.0 == 0.0 {
            let how = "The cut is to be drawn as a line along the curb, from one lowered end to the other.";
            return Seen::gap(Reason::InvalidData, how);
        }
        let band = Band::between(&stand.accuracy, &stand.accuracy, true);
        let at = ends(&stand.shape, Metres(0.0)).unwrap_or_else(|| {
            let first = stand.shape.drawing().planar().positions.first().copied().unwrap_or_default();
            [LonLat::new(first); 2]
        });
        let measured = Measured {
            feature: String::new(),
            part: (1, 1),
            separation: Separation { distance: long, a: at[0], b: at[1], parts: [0, 0] },
            signed: long,
            contact: None,
            band,
            met: call(long, band, look.require),
            note: None,
        };
        let sight = Sight::Measured(measured);
        let place = Place { name: "as drawn".to_owned(), sight, dates: BTreeMap::new(), there_by: None };
        Seen { places: vec![place], ..Seen::default() }
    }
}
