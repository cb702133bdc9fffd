//! Lengths that are stated and not measured, each of which must meet the requirement.

use std::sync::Arc;

use super::{Kind, Look, Named, Quantity};
use crate::decide::Place;
use crate::document::{At, Table};
use crate::error::Result;
use crate::fact::{FactKind, FactValue};
use crate::truth::Reason;
use crate::units::{Band, Stated as Figure};
use crate::view::Seen;

pub const KIND: Kind = Kind {
    name: "stated",
    otherwise: &[],
    read: |table, named| {
        let ids: Vec<At<String>> = table.need_list("stated")?;
        let lengths: Vec<&str> =
            named.facts.iter().filter(|f| f.kind == FactKind::Length).map(|f| f.id.as_str()).collect();
        for id in &ids {
            if !lengths.contains(&id.as_str()) {
                return Err(id.not_among(&format!("\"{}\" is no length among the facts.", id.value), &lengths));
            }
        }
        Ok(Arc::new(Stated { facts: ids.into_iter().map(|at| at.value).collect() }))
    },
};

#[derive(Debug, Clone)]
struct Stated {
    facts: Vec<String>,
}

impl Quantity for Stated {
    fn otherwise(&self, _: &mut Table, _: Named) -> Result<Arc<dyn Quantity>> {
        Ok(Arc::new(self.clone()))
    }

    fn each_must(&self) -> bool {
        true
    }

    fn look(&self, look: &Look) -> Seen {
        let mut seen = Seen::default();
        for id in &self.facts {
            match look.site.facts.get(id) {
                Some(FactValue::Length(length)) => {
                    let one = Seen::default().stated(Figure { length: *length, band: Band::NONE }, look.require);
                    seen.places.extend(one.places.into_iter().map(|place| Place { name: id.clone(), ..place }));
                }
                _ => seen.gaps.push((Reason::MissingFact, format!("{id} was not stated."))),
            }
        }
        seen
    }
}
