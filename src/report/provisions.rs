//! How many provisions of a list are decided by the chapters, listed as not decided, or missing.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::{Chapter, Provision};
use crate::text::{count, hanging, listed};

/// What the chapters do of lists of provisions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvisionReport {
    /// By list and class.
    classes: BTreeMap<(String, String), Tally>,
    /// The provisions that no page names, in the order of the lists.
    missing: Vec<String>,
    /// Those that a page names and the lists do not, though they have others of the same list.
    unknown: Vec<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Tally {
    decided: u64,
    listed: u64,
    missing: u64,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.decided += other.decided;
        self.listed += other.listed;
        self.missing += other.missing;
    }

    fn row(&self, list: &str, class: &str) -> String {
        let all = self.decided + self.listed + self.missing;
        format!("{list:<16} {class:<6} {all:>10} {:>8} {:>7} {:>8}\n", self.decided, self.listed, self.missing)
    }
}

impl ProvisionReport {
    /// What the chapters cover of the lists.
    pub fn new(chapters: &[Chapter], provisions: &[Provision]) -> Self {
        let mut named: BTreeMap<&str, bool> = BTreeMap::new();
        for (id, decided) in chapters.iter().flat_map(Chapter::provisions) {
            *named.entry(id).or_default() |= decided;
        }
        let mut report = ProvisionReport { classes: BTreeMap::new(), missing: Vec::new(), unknown: Vec::new() };
        for Provision { id, class } in provisions {
            let tally = report.classes.entry((Provision::of(id).to_owned(), class.clone())).or_default();
            match named.get(id.as_str()) {
                Some(true) => tally.decided += 1,
                Some(false) => tally.listed += 1,
                None => {
                    tally.missing += 1;
                    report.missing.push(id.clone());
                }
            }
        }
        let known: BTreeSet<&str> = provisions.iter().map(|provision| provision.id.as_str()).collect();
        let lists: BTreeSet<&str> = known.iter().map(|id| Provision::of(id)).collect();
        let strays = named.keys().filter(|id| lists.contains(Provision::of(id)) && !known.contains(*id));
        report.unknown = strays.map(|id| (*id).to_owned()).collect();
        report
    }

    /// Whether every provision is named, and nothing else is.
    pub fn is_whole(&self) -> bool {
        self.missing.is_empty() && self.unknown.is_empty()
    }

    /// A table, and the names of what is amiss.
    pub fn text(&self) -> String {
        let mut out = format!(
            "{:<16} {:<6} {:>10} {:>8} {:>7} {:>8}\n",
            "list", "class", "provisions", "decided", "listed", "missing"
        );
        let mut by_class: BTreeMap<&str, Tally> = BTreeMap::new();
        let mut all = Tally::default();
        for ((list, class), tally) in &self.classes {
            out.push_str(&tally.row(list, class));
            by_class.entry(class).or_default().add(*tally);
            all.add(*tally);
        }
        for (class, tally) in by_class {
            out.push_str(&tally.row("all", class));
        }
        out.push_str(&all.row("all", "all"));
        let mut names = |ids: &[String], one: &str, many: &str| {
            if !ids.is_empty() {
                let what = count(ids.len() as u64, one, many);
                out.push_str(&format!("\n{}\n", hanging("", "  ", &format!("{what}: {}.", listed(ids)))));
            }
        };
        names(&self.missing, "provision that no page names", "provisions that no page names");
        names(&self.unknown, "provision on a page that is in no list", "provisions on pages that are in no list");
        out
    }
}
