//! Counts how the sites of a batch came out, for one line on standard error.

use std::collections::BTreeMap;
use std::fmt;

use super::SiteReport;
use crate::decide::Verdict;
use crate::text::count;

/// How many sites of a batch came out how, for one line on standard error.
#[derive(Debug, Default)]
pub struct Tally {
    /// Sites.
    pub sites: u64,
    outcomes: BTreeMap<&'static str, u64>,
    reasons: BTreeMap<&'static str, u64>,
}

impl Tally {
    /// Counts one site by its gravest finding.
    pub fn take(&mut self, site: &SiteReport) {
        self.count(site.gravest().map(|finding| finding.verdict));
    }

    /// Counts one site by the verdict of that finding.
    pub fn count(&mut self, gravest: Option<Verdict>) {
        self.sites += 1;
        if let Some(verdict) = gravest {
            *self.outcomes.entry(verdict.word()).or_default() += 1;
            if let Some(reason) = verdict.reason() {
                *self.reasons.entry(reason.code()).or_default() += 1;
            }
        }
    }

    /// Counts what another has counted.
    pub fn join(&mut self, other: &Tally) {
        self.sites += other.sites;
        other.outcomes.iter().for_each(|(word, n)| *self.outcomes.entry(word).or_default() += n);
        other.reasons.iter().for_each(|(code, n)| *self.reasons.entry(code).or_default() += n);
    }
}

/// `2,407 sites: 701 complies, 1,700 violates, 6 undetermined (6 too-close)`
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = |counts: &BTreeMap<&str, u64>| {
            counts.iter().map(|(word, n)| format!("{} {word}", crate::text::grouped(*n))).collect::<Vec<_>>().join(", ")
        };
        write!(f, "{}: {}", count(self.sites, "site", "sites"), parts(&self.outcomes))?;
        if !self.reasons.is_empty() {
            write!(f, " ({})", parts(&self.reasons))?;
        }
        Ok(())
    }
}
