//! Reads what is stated on the command line: `--fact`, `--measured`, for all sites or for one of several.

use std::collections::BTreeMap;

use crate::check::{Applied, Statements};
use crate::cli::CheckArgs;
use crate::command::options;
use crate::error::{Error, Result};
use crate::rules::{About, Chapter, Fact, FactValue};
use crate::units::Stated;

/// What is stated: for every site, and beside that for each of several places.
#[derive(Debug, Default)]
pub struct Stating {
    /// For every site.
    pub all: Statements,
    /// For the places in the order of their options, the first is 1.
    pub of_place: BTreeMap<usize, BTreeMap<String, FactValue>>,
}

/// Reads `--fact`, `--measured` and `--measured-by`; `places` is how many places are asked about
/// one by one, 1 for a batch.
///
/// # Errors
/// A name that no rule of the act knows, a value of the wrong type, a fact about one place
/// stated for several at once.
pub fn read(args: &CheckArgs, rules: &[Applied], places: usize) -> Result<Stating> {
    let mut chapters: Vec<&Chapter> = rules.iter().map(|applied| applied.chapter).collect();
    chapters.dedup_by_key(|chapter| chapter.id.as_str());
    let mut stating = Stating::default();
    for (name, typed) in options::pairs("--fact", &args.fact)? {
        fact(name, typed, &chapters, places, &mut stating)?;
    }
    for (name, typed) in options::pairs("--measured", &args.measured)? {
        if !chapters.iter().any(|chapter| chapter.measurable(name).is_some()) {
            let known: Vec<String> = chapters.iter().flat_map(|chapter| chapter.measurables()).collect();
            return Err(unknown("--measured", name, "nothing measured here is called so.", &known));
        }
        let figure = Stated::parse(typed).map_err(|e| e.within(&format!("--measured {name}")))?;
        stating.all.measured.insert(name.to_owned(), figure);
    }
    stating.all.measured_by = args.measured_by.clone();
    Ok(stating)
}

fn fact(name: &str, typed: &str, chapters: &[&Chapter], places: usize, stating: &mut Stating) -> Result<()> {
    let numbered = name.split_once('.').and_then(|(number, rest)| Some((number.parse::<usize>().ok()?, rest)));
    let (place, name) = numbered.map_or((None, name), |(number, rest)| (Some(number), rest));
    if let Some(number) = place.filter(|number| !(1..=places).contains(number)) {
        return Err(Error::new(format!("--fact {number}.{name}: there is no place {number}."))
            .hint(format!("The places are counted from 1 in the order of their options; {places} were given.")));
    }
    if let Some(found) = chapters.iter().find_map(|chapter| chapter.fact(name)) {
        let value = found.parse(typed)?;
        if place.is_none() && places > 1 && found.about == About::Place {
            return Err(Error::new(format!(
                "--fact {name}={typed}: {places} places are asked about, and this is about one of them."
            ))
            .hint("Say of which, counted in the order of their options:")
            .try_this(format!("--fact 1.{name}={typed}")));
        }
        match place {
            Some(number) => stating.of_place.entry(number).or_default().insert(name.to_owned(), value),
            None => stating.all.facts.insert(name.to_owned(), value),
        };
        return Ok(());
    }
    if chapters.iter().any(|chapter| chapter.premise(name).is_some()) {
        let holds = match typed.to_lowercase().as_str() {
            "yes" | "true" => true,
            "no" | "false" => false,
            _ => {
                return Err(Error::new(format!("--fact {name}={typed}: it is answered by yes or no."))
                    .hint(format!("Write --fact {name}=no.")));
            }
        };
        stating.all.premises.insert(name.to_owned(), holds);
        return Ok(());
    }
    let known: Vec<String> = chapters
        .iter()
        .flat_map(|chapter| {
            let facts = chapter.facts.iter().map(|fact: &Fact| fact.id.clone());
            facts.chain(chapter.premises.iter().map(|premise| premise.id.clone()))
        })
        .collect();
    Err(unknown("--fact", name, "no rule here asks for it.", &known))
}

fn unknown(option: &str, name: &str, what: &str, known: &[String]) -> Error {
    let meant = crate::text::meant(name, known.iter().map(String::as_str));
    let meant = meant.map(|m| format!("Did you mean {m}? ")).unwrap_or_default();
    let error = Error::new(format!("{option} {name}: {what}"));
    if known.is_empty() {
        return error.hint("These rules take none.");
    }
    error.hint(format!("{meant}Known: {}.", known.join(", ")))
}
