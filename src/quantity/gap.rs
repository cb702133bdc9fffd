//! The curb that is left between a site and each other cut on the same curb line, along the curb.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Kind, Look, Named, Quantity, target};
use crate::coverage::Reach;
use crate::decide::{Measured, Place, Sight, call};
use crate::document::{At, Table};
use crate::error::Result;
use crate::layer::Layer;
use crate::measure::{Course, Separation};
use crate::places::{Construct, Part};
use crate::truth::Reason;
use crate::units::{Band, Length, Metres};
use crate::view::{Aim, Map, Seen, View, absent, not_given, rank, reason_of, unseen, whole};

pub const KIND: Kind = Kind {
    name: "gap",
    otherwise: &["less"],
    read: |table, named| {
        let mut table = table.need_table("gap", "a gap", &["to", "along", "less"])?;
        let (to, _) = target(table.need("to")?, named)?;
        let along = table.need::<String>("along")?.value;
        let less = table.take("less")?.map_or(Length::ZERO, |at: At<Length>| at.value);
        table.finish()?;
        Ok(Arc::new(Gap { to, along, less }))
    },
};

#[derive(Debug, Clone)]
struct Gap {
    /// The other cuts.
    to: String,
    /// The layer of the curb lines.
    along: String,
    /// What is taken off each gap, as for two transitions.
    less: Length,
}

/// How far beside its curb a cut may be drawn, beyond the accuracy of both.
const BESIDE: Metres = Metres(3.0 * 0.3048);

/// The next cut is shown when it lies this near, also where the rule does not reach so far.
const SHOWN: Metres = Metres(100.0 * 0.3048);

impl Quantity for Gap {
    fn to(&self) -> Option<&str> {
        Some(&self.to)
    }

    fn beside(&self) -> Vec<&str> {
        vec![&self.along]
    }

    fn otherwise(&self, table: &mut Table, _: Named) -> Result<Arc<dyn Quantity>> {
        let less = table.take::<Length>("less")?.map_or(self.less, |at| at.value);
        Ok(Arc::new(Gap { less, ..self.clone() }))
    }

    fn look(&self, look: &Look) -> Seen {
        let Some(wanted) = look.wanted else { return Seen::default() };
        let stand = match whole(look.site) {
            Ok(stand) => stand,
            Err(seen) => return unseen(seen, look.wanted),
        };
        let (layer, reach) = match look.atlas.map(&wanted.layer, wanted.construct, Part::Whole) {
            Map::Given(layer, reach) => (layer, reach),
            Map::Absent(others) => return absent(wanted, others),
        };
        match look.atlas.map(&self.along, Construct::AsDrawn, Part::Whole) {
            Map::Given(curbs, _) => {
                let aim = Aim { wanted, require: look.require, dates: look.dates };
                gaps(&View { stand: &stand, layer, aim }, &look.site.id, curbs, self.less.metres(), reach)
            }
            Map::Absent(others) => not_given(&self.along, others),
        }
    }
}

/// The gaps between the site and each other cut on the same curb line, less `less`.
fn gaps(view: &View, site_id: &str, curbs: &Layer, less: Metres, reach: &Reach) -> Seen {
    let band_to = |layer: &Layer| {
        let one_datum = view.stand.datum == layer.settings.stated.datum;
        Band::between(&view.stand.accuracy, &layer.worst_accuracy(), one_datum)
    };
    let beside = Metres(BESIDE.0 + band_to(curbs).half_width().0.max(band_to(view.layer).half_width().0));
    let site = &*view.stand.shape;
    let courses: Vec<Course> =
        curbs.index().within(site, beside).into_iter().flat_map(|i| Course::of(&curbs.features[i].shape)).collect();
    let on = courses.iter().find_map(|course| Some((course, course.stretch(site, beside)?)));
    let Some((course, own)) = on else {
        return Seen::gap(
            Reason::MissingData,
            format!(
                "The cut does not lie along any curb of layer {}, so nothing can be measured along it.",
                curbs.settings.name
            ),
        );
    };
    let mut seen = Seen::default();
    let within = Metres(view.reach().0 + less.0);
    for i in view.layer.index().within(site, Metres(within.0.max(SHOWN.0))) {
        let feature = &view.layer.features[i];
        if feature.id == site_id {
            continue; // a cut that is to be altered does not stand in its own way
        }
        let Some(other) = course.stretch(&feature.shape, beside) else { continue };
        let gap = course.gap(&own, &other);
        let left = Metres(gap.length.0 - less.0);
        let band = view.band(&view.layer.accuracy(&feature.shape));
        let measured = Measured {
            feature: feature.id.clone(),
            part: (1, 1),
            separation: Separation { distance: left, a: gap.ends[0], b: gap.ends[1], parts: [0, 0] },
            signed: left,
            contact: None,
            band,
            met: call(left, band, view.aim.require),
            note: None,
        };
        let name = feature.name.clone().unwrap_or_else(|| feature.id.clone());
        seen.places.push(Place { name, sight: Sight::Measured(measured), dates: BTreeMap::new(), there_by: None });
    }
    seen.places.sort_by(|a, b| rank(a).total_cmp(&rank(b)).then_with(|| a.name.cmp(&b.name)));
    for bad in &view.layer.refused {
        let near = bad.whereabouts.as_ref().is_none_or(|edges| site.extent().distance(edges.extent()) <= within.0);
        if near {
            let sentence = format!("Layer {}, {}", view.layer.settings.name, bad.sentence());
            seen.gaps.push((reason_of(bad), sentence));
        }
    }
    seen.gaps.extend(view.unseen(reach, within).into_iter().map(|gap| (Reason::MissingData, gap)));
    seen
}
