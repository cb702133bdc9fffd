//! Which rules an act has, and which layers, conditions and days they lean on.

use crate::error::{Error, Result};
use crate::places::{Construct, Part, Places};
use crate::rules::{Chapter, Comparison, Condition, Operand, Premise, Reading, Rule, Test};

/// A rule with its chapter.
#[derive(Debug, Clone, Copy)]
pub struct Applied<'a> {
    /// The chapter it stands in.
    pub chapter: &'a Chapter,
    /// The rule.
    pub rule: &'a Rule,
}

/// The rules of an act.
///
/// # Errors
/// No act is named and the rules have several; or no rule is of that act.
pub fn rules_of<'a>(chapters: &'a [Chapter], act: Option<&'a str>) -> Result<(&'a str, Vec<Applied<'a>>)> {
    let all = chapters.iter().flat_map(|chapter| chapter.rules.iter().map(move |rule| Applied { chapter, rule }));
    let mut acts: Vec<&str> = all.clone().flat_map(|a| a.rule.acts.iter().map(String::as_str)).collect();
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
    let rules: Vec<Applied> = all.filter(|a| a.rule.acts.iter().any(|known| known == act)).collect();
    if rules.is_empty() {
        let meant =
            crate::text::meant(act, acts.iter().copied()).map(|m| format!("Did you mean {m}? ")).unwrap_or_default();
        return Err(Error::new(format!("no rule is about the act \"{act}\"."))
            .hint(format!("{meant}The acts are: {}.", acts.join(", "))));
    }
    Ok((act, rules))
}

/// The names of all layers that the rules of an act ask for.
pub fn layers_asked<'a>(rules: &[Applied<'a>]) -> Vec<&'a str> {
    let mut names = Vec::new();
    each_test(rules, &mut |chapter, test| {
        for reading in &test.readings {
            names.extend(wanted(chapter, reading).map(|places| places.layer.value.as_str()));
            names.extend(reading.quantity.beside());
        }
    });
    names.sort_unstable();
    names.dedup();
    names
}

/// Calls `visit` for every test that the rules lean on: their own, and those of conditions.
fn each_test<'a>(rules: &[Applied<'a>], visit: &mut dyn FnMut(&'a Chapter, &'a Test)) {
    for Applied { chapter, rule } in rules {
        rule.test().into_iter().for_each(|test| visit(chapter, test));
        for premise in premises_of(chapter, rule) {
            visit(chapter, &premise.test);
        }
    }
}

/// The measured conditions that a rule leans on.
pub fn premises_of<'a>(chapter: &'a Chapter, rule: &'a Rule) -> Vec<&'a Premise> {
    let named: Vec<&str> = chapter.conditions_of(rule).flat_map(Condition::measured).collect();
    chapter.premises.iter().filter(|premise| named.contains(&premise.id.as_str())).collect()
}

/// The places that a reading measures to, if it does.
pub fn wanted<'a>(chapter: &'a Chapter, reading: &Reading) -> Option<&'a Places> {
    chapter.places(reading.quantity.to()?)
}

/// The days that the exemptions of single places read, by the names of their properties.
pub fn dates_of<'a>(chapter: &'a Chapter, rule: &'a Rule) -> Vec<&'a str> {
    let mut names = Vec::new();
    for exemption in chapter.exemptions_of(rule).filter(|exemption| exemption.each_place) {
        exemption.when.each_fact(&mut |_, comparison| {
            if let Comparison::Against(_, Operand::Place(name)) = comparison {
                names.push(name.as_str());
            }
        });
    }
    names
}

/// The layers that the rules need as places, with what is made of each.
pub fn needed<'a>(rules: &[Applied<'a>]) -> Vec<(&'a str, Construct, Part)> {
    let mut needed = Vec::new();
    each_test(rules, &mut |chapter, test| {
        for reading in &test.readings {
            let part = reading.quantity.part();
            needed.extend(wanted(chapter, reading).map(|p| (p.layer.as_str(), p.construct, part)));
        }
    });
    needed
}
