//! `metes rules`: lists the rules of chapters and explains them.

use crate::cli::{RulesArgs, RulesFormat};
use crate::embedded;
use crate::error::Error;
use crate::input::Input;
use crate::report::{ProvisionReport, law_json, law_text};
use crate::rules::{Chapter, Provision, load};

use super::exit::{Exit, Outcome};
use super::output::Output;

pub fn run(args: &RulesArgs) -> Outcome {
    let chapters: Vec<Chapter> = match &args.law {
        Some(law) => load(law)?,
        None => {
            embedded::chapters().map(|(id, _)| load(id)).collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect()
        }
    };
    let (printed, exit) = if args.coverage.is_empty() {
        (explained(args, &chapters)?, Exit::Clear)
    } else {
        let lists = args.coverage.iter().map(|file| Provision::list(&Input::from_arg(file)));
        let provisions: Vec<Provision> = lists.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
        let report = ProvisionReport::new(&chapters, &provisions);
        (report.text(), if report.is_whole() { Exit::Clear } else { Exit::Undetermined })
    };
    let mut out = Output::open(args.output.as_deref())?;
    out.put(printed.as_bytes())?;
    out.finish()?;
    Ok(exit)
}

/// The rules of an act, or of all, in words or as JSON.
fn explained(args: &RulesArgs, chapters: &[Chapter]) -> Result<String, Error> {
    let act = args.act.as_deref();
    let mut acts: Vec<&str> =
        chapters.iter().flat_map(|c| c.rules.iter().flat_map(|r| r.acts.iter().map(String::as_str))).collect();
    acts.sort_unstable();
    acts.dedup();
    if let Some(act) = act.filter(|act| !acts.contains(act)) {
        let meant =
            crate::text::meant(act, acts.iter().copied()).map(|m| format!("Did you mean {m}? ")).unwrap_or_default();
        return Err(Error::new(format!("no rule is about the act \"{act}\"."))
            .hint(format!("{meant}The acts are: {}.", acts.join(", "))));
    }
    Ok(match args.format {
        RulesFormat::Text => law_text(chapters, act),
        RulesFormat::Json => law_json(chapters, act),
    })
}
