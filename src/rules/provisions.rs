//! Lists of provisions, and which of them a chapter covers.

use serde::Deserialize;

use super::Chapter;
use crate::error::{Error, Result};
use crate::input::Input;

/// One provision of a code, as a list names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provision {
    /// `tuckahoe.19-52.b`: what stands before the first point names the list.
    pub id: String,
    /// How it can be decided: `S1` by a map alone, `S2` by facts as well, `S3` by a calendar or by
    /// reckoning, `S4` not by a program.
    pub class: String,
}

#[derive(Deserialize)]
struct Row {
    id: String,
    scope: String,
}

impl Provision {
    /// Reads a list: a CSV table with the columns `id` and `scope`, whose class ends at a colon.
    ///
    /// # Errors
    /// It cannot be read, has not these columns, or names a provision twice.
    pub fn list(input: &Input) -> Result<Vec<Provision>> {
        let text = input.text()?;
        let mut found: Vec<Provision> = Vec::new();
        for row in ::csv::Reader::from_reader(text.as_bytes()).deserialize::<Row>() {
            let Row { id, scope } = row.map_err(|e| {
                Error::new(format!("{} is no list of provisions: {e}.", input.name()))
                    .hint("It is a CSV table with the columns id and scope, as in \"tuckahoe.19-1,S2\".")
            })?;
            if found.iter().any(|known| known.id == id) {
                return Err(Error::new(format!("{} names the provision {id} twice.", input.name()))
                    .hint("Give each row an id of its own."));
            }
            let class = scope.split(':').next().unwrap_or_default().trim().to_owned();
            found.push(Provision { id, class });
        }
        Ok(found)
    }

    /// The list that it belongs to: `tuckahoe`.
    pub fn of(id: &str) -> &str {
        id.split('.').next().unwrap_or(id)
    }
}

impl Chapter {
    /// The provisions that the page names, with whether it decides them.
    pub fn provisions(&self) -> impl Iterator<Item = (&str, bool)> {
        let decided = (self.rules.iter().map(|rule| &rule.provisions))
            .chain(self.exemptions.iter().map(|exemption| &exemption.provisions))
            .chain(self.premises.iter().map(|premise| &premise.provisions))
            .chain(self.places.iter().map(|places| &places.provisions))
            .chain(self.facts.iter().map(|fact| &fact.provisions));
        let listed = self.undecided.iter().map(|undecided| &undecided.provisions);
        let decided = decided.flatten().map(|id| (id.as_str(), true));
        decided.chain(listed.flatten().map(|id| (id.as_str(), false)))
    }
}
