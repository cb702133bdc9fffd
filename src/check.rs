//! Runs the phases in order: law, layers, measure, decide, report. The only file that sees all of them.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::coverage::Reach;
use crate::crs::Crs;
use crate::decide::{Reason, Verdict, decide};
use crate::error::{Error, Result};
use crate::layer::{Layer, Settings};
use crate::report::{Finding, SiteReport, SourceNote};
use crate::rules::{Chapter, Places, Rule};
use crate::units::Accuracy;
use crate::view::{Map, Site, look};

/// A rule with its chapter and the places it measures to.
#[derive(Debug, Clone, Copy)]
pub struct Applied<'a> {
    chapter: &'a Chapter,
    rule: &'a Rule,
    wanted: &'a Places,
}

impl Applied<'_> {
    /// The layer it asks for.
    pub fn layer(&self) -> &str {
        &self.wanted.layer.value
    }
}

/// The law and the layers, bound together and ready for any number of sites.
#[derive(Debug)]
pub struct Checker<'a> {
    rules: Vec<Applied<'a>>,
    layers: BTreeMap<String, (Layer, Reach)>,
    /// Names of layers that were given and no rule asks for.
    unused: Vec<String>,
    on: Date,
}

/// The rules of an act.
///
/// # Errors
/// No act is named and the rules have several; or no rule is of that act.
pub fn rules_of<'a>(chapters: &'a [Chapter], act: Option<&'a str>) -> Result<(&'a str, Vec<Applied<'a>>)> {
    let all: Vec<Applied> = chapters
        .iter()
        .flat_map(|chapter| chapter.rules.iter().map(move |rule| (chapter, rule)))
        .filter_map(|(chapter, rule)| Some(Applied { chapter, rule, wanted: chapter.places_of(rule)? }))
        .collect();
    let mut acts: Vec<&str> = all.iter().flat_map(|a| a.rule.acts.iter().map(String::as_str)).collect();
    acts.sort_unstable();
    acts.dedup();
    let act = match (act, acts.as_slice()) {
        (Some(act), _) => act,
        (None, [only]) => only,
        (None, _) => {
            return Err(Error::new(format!("the rules are about several acts: {}.", acts.join(", ")))
                .hint(format!("Say which is meant: --act {}", acts.first().unwrap_or(&"ACT"))));
        }
    };
    let rules: Vec<Applied> = all.into_iter().filter(|a| a.rule.acts.iter().any(|known| known == act)).collect();
    if rules.is_empty() {
        return Err(Error::new(format!("no rule is about the act \"{act}\"."))
            .hint(format!("The acts are: {}.", acts.join(", "))));
    }
    Ok((act, rules))
}

impl<'a> Checker<'a> {
    /// Loads the layers that the rules speak of. A layer that is not given is not an error
    /// here: it makes findings undetermined.
    ///
    /// # Errors
    /// A layer cannot be read.
    pub fn new(rules: Vec<Applied<'a>>, settings: &[Settings], on: Date) -> Result<Self> {
        let mut layers = BTreeMap::new();
        for Applied { wanted, .. } in &rules {
            let name = &wanted.layer.value;
            if let Some(settings) = settings.iter().find(|s| &s.name == name)
                && !layers.contains_key(name)
            {
                let layer = Layer::load(settings, true)?;
                let reach = Reach::load(settings.stated.coverage.as_ref())?;
                layers.insert(name.clone(), (layer, reach));
            }
        }
        let unused = settings.iter().map(|s| s.name.clone()).filter(|name| !layers.contains_key(name)).collect();
        Ok(Checker { rules, layers, unused, on })
    }

    /// The layers that were loaded.
    pub fn layers(&self) -> impl Iterator<Item = &Layer> {
        self.layers.values().map(|(layer, _)| layer)
    }

    /// Checks one site. The outcome depends on the site, the law and the layers alone.
    pub fn check(&self, site: &Site) -> SiteReport<'a> {
        let findings = self.rules.iter().map(|applied| self.finding(site, *applied)).collect();
        SiteReport { id: site.id.clone(), label: site.label.clone(), reading: site.reading, findings }
    }

    fn finding(&self, site: &Site, Applied { chapter, rule, wanted }: Applied<'a>) -> Finding<'a> {
        if !rule.applies_on(self.on) {
            let gaps = vec![not_on_that_day(rule, self.on)];
            return Finding { chapter, rule, wanted, verdict: Verdict::NotApplicable, places: Vec::new(), gaps };
        }
        let map = match self.layers.get(&wanted.layer.value) {
            Some((layer, reach)) => Map::Given(layer, reach),
            None => Map::Absent(&self.unused),
        };
        let seen = look(site, rule, wanted, map);
        let reasons: Vec<Reason> = seen.gaps.iter().map(|(reason, _)| *reason).collect();
        let verdict = decide(&seen.places, &reasons, rule.require);
        // what could not have changed the answer is not told as if it had
        let in_the_way = verdict.reason().is_some_and(|reason| reason > Reason::TooClose);
        let gaps = seen.gaps.into_iter().filter(|_| in_the_way).map(|(_, sentence)| sentence);
        Finding { chapter, rule, wanted, verdict, places: seen.places, gaps: gaps.chain(seen.notes).collect() }
    }
}

fn not_on_that_day(rule: &Rule, on: Date) -> String {
    match (rule.effective, rule.until) {
        (Some(first), _) if on < first => {
            format!("{} is law from {first} on, and the question is about {on}.", rule.citation)
        }
        (_, Some(end)) => format!("{} is no longer law from {end} on, and the question is about {on}.", rule.citation),
        _ => format!("{} does not apply on {on}.", rule.citation),
    }
}

/// How a report names a layer.
pub fn source_note(settings: &Settings, crs: &Crs, accuracy: &Accuracy, sha256: Option<String>) -> SourceNote {
    let stated = &settings.stated;
    SourceNote {
        layer: settings.name.clone(),
        file: settings.input.name(),
        as_of: stated.as_of,
        publisher: stated.publisher.clone(),
        licence: stated.licence.clone(),
        accuracy: accuracy.to_string(),
        datum: stated.datum.clone(),
        sha256,
        crs: crs.to_string(),
        operation: crs.operation().to_owned(),
        repairs: settings.repairs(),
        illustrative: stated.illustrative,
    }
}
