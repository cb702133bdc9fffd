//! Renders one site for a clerk: the answer in a sentence, why, every place, what to do next.

use jiff::fmt::strtime;

use super::headline::headline;
use super::sources::{sources, statuses};
use super::why::{from_words, why};
use super::{Context, Finding, Origin, SiteReport, tables};
use crate::decide::Verdict;
use crate::rules::{Demand, Fact};
use crate::text::{WIDTH, hanging, paragraph};
use crate::truth::{Reason, Truth};

/// The whole report, ended by a line end.
pub fn text(site: &SiteReport, context: &Context) -> String {
    let Some(gravest) = site.gravest() else { return String::new() };
    let mut lines = vec![hanging("", "", &headline(site, gravest))];
    lines.extend(context.illustrative_warning());
    let mut section = |title: &str, rows: Vec<String>| {
        if !rows.is_empty() {
            lines.push(String::new());
            lines.extend((!title.is_empty()).then(|| title.to_owned()));
            lines.extend(rows);
        }
    };
    let decided: Vec<&Finding> = site.findings.iter().filter(|f| !f.rule.is_duty()).collect();
    section("Why", reasons(site, gravest, &decided));
    if decided.len() == 1 && site.findings.len() > 1 {
        section("Findings", tables::findings(site));
    }
    section("Asked", vec![paragraph(&asked(context))]);
    section("Facts, as stated and not verified", stated(site));
    section("Ask, in this order, and stop as soon as one ends it", to_ask(site, context));
    if let [only] = decided.as_slice() {
        let mut rows = tables::listed(only);
        rows.extend(site.premises.iter().filter_map(tables::premise));
        section("", rows);
        let to = only.deciding().first().filter(|(_, m)| !m.feature.is_empty()).map(|(name, _)| format!(" to {name}"));
        section(&format!("Ways to measure{}", to.unwrap_or_default()), tables::ways(only));
    } else if decided.len() > 1 {
        section("", tables::clearances(site));
        section("Notes", tables::clearance_notes(site));
    }
    let reckons = site.findings.iter().any(|f| f.reckoned != super::Reckoned::default());
    if decided.len() != 1 || reckons {
        section("Duties", duties(site));
    }
    section("Exemptions", exemptions(site, context, &decided));
    for (title, rows) in statuses(site) {
        section(&title, rows);
    }
    section("Sources", sources(context));
    let bullet = |item: &String| hanging("  - ", "    ", item);
    section("Not checked", context.chapters.iter().flat_map(|c| c.not_checked.iter().map(bullet)).collect());
    section("What would settle it", what_would_settle(site, gravest).into_iter().map(|s| paragraph(&s)).collect());
    section("What to do next", next_steps(site));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Why: for one rule all of it; for many a sentence of sums, then each that stands against it, violations first.
fn reasons(site: &SiteReport, gravest: &Finding, decided: &[&Finding]) -> Vec<String> {
    if decided.len() < 2 {
        return vec![paragraph(&why(site, gravest))];
    }
    let mut rows: Vec<String> = Vec::new();
    let count = |wanted: &dyn Fn(Verdict) -> bool| decided.iter().filter(|f| wanted(f.verdict)).count();
    let sums = [
        (count(&|v| v == Verdict::Violates), "violates", "violate"),
        (count(&|v| matches!(v, Verdict::Undetermined(_))), "is undetermined", "are undetermined"),
        (count(&|v| v == Verdict::Complies), "complies", "comply"),
        (count(&|v| v == Verdict::Exempt), "is exempt", "are exempt"),
        (count(&|v| v == Verdict::NotApplicable), "does not apply", "do not apply"),
    ];
    let said = |(n, one, many): &(usize, &str, &str)| crate::text::count(*n as u64, one, many);
    let told: Vec<String> = sums.iter().filter(|(n, ..)| *n > 0).map(said).collect();
    // what is sure stands before what is not
    let mut against: Vec<&&Finding> = decided.iter().filter(|f| !f.verdict.is_clear()).collect();
    against.sort_by_key(|finding| finding.verdict != Verdict::Violates);
    rows.extend(against.into_iter().map(|finding| paragraph(&why(site, finding))));
    rows.push(paragraph(&format!("Of {} rules checked: {}.", decided.len(), told.join(", "))));
    rows
}

fn asked(context: &Context) -> String {
    let day = long_day(context.on);
    let by = context
        .measured_by
        .as_ref()
        .map(|by| format!(" Figures stated instead of measured: {by}."))
        .unwrap_or_default();
    format!("{} On {day}. {}{by}", context.question(), context.asked)
}

fn stated(site: &SiteReport) -> Vec<String> {
    let row = |stated: &super::StatedFact| {
        let by = if stated.origin == Origin::Property { " (by the site's own property)" } else { "" };
        format!("  {:<22} {}{by}", stated.fact.id, stated.value)
    };
    let premises = site
        .premises
        .iter()
        .filter(|p| p.stated)
        .map(|p| format!("  {:<22} {}", p.premise.id, if p.truth == Truth::Yes { "yes" } else { "no" }));
    site.facts.iter().map(row).chain(premises).collect()
}

/// The questions, each with the option that takes its answer.
fn to_ask(site: &SiteReport, context: &Context) -> Vec<String> {
    let asks = site.asks();
    if asks.is_empty() {
        let none = context.asking.then(|| paragraph("Nothing: no fact that is not known could change the answer."));
        return none.into_iter().collect();
    }
    asks.iter().enumerate().flat_map(|(i, fact)| question(i + 1, fact)).collect()
}

fn question(number: usize, fact: &Fact) -> Vec<String> {
    let mut lines: Vec<String> =
        hanging(&format!("  {number}. "), "     ", &fact.ask).lines().map(str::to_owned).collect();
    let option = fact.example();
    // in one column, and farther left what is too long for it
    let column = WIDTH.saturating_sub(option.chars().count() + 2).min(62);
    match lines.last_mut().filter(|last| last.chars().count() <= column) {
        Some(last) => *last = format!("{last:<column$}{}", format!("  {option}").trim_end()),
        None => lines.push(format!("{:<column$}  {option}", "")),
    }
    lines.extend(fact.note.as_ref().map(|note| hanging("     ", "     ", note)));
    lines
}

fn duties(site: &SiteReport) -> Vec<String> {
    let of = |finding: &Finding| match &finding.rule.demand {
        Demand::Duty(duty) if finding.verdict == Verdict::Required => Some(hanging(
            "  - ",
            "    ",
            &format!(
                "{}: {} {}, {}.{}",
                finding.rule.wording.citation,
                duty.who,
                duty.what,
                duty.by,
                reckoned(finding)
            ),
        )),
        _ => None,
    };
    site.findings.iter().filter_map(of).collect()
}

/// ` The last day is Friday, 1 May 2026.` ` That makes $7,500.`
fn reckoned(finding: &Finding) -> String {
    let due = finding.reckoned.due.as_ref().map(|due| {
        let moved = match (&due.unextended, &due.because) {
            (Some(first), Some(why)) => {
                let by = due.by.as_ref().map(|law| format!(": {law}")).unwrap_or_default();
                format!(" ({first}, and later because that is {why}{by})")
            }
            _ => String::new(),
        };
        format!(" The last day is {}{moved}.", long_day(due.last))
    });
    let amount = finding.reckoned.amount.map(|sum| {
        let is_most =
            matches!(&finding.rule.demand, Demand::Duty(duty) if duty.amount.as_ref().is_some_and(|a| a.at_most));
        format!(" That makes {sum}{}.", if is_most { " at most" } else { "" })
    });
    due.into_iter().chain(amount).collect()
}

/// `Monday, 30 November 2026`.
fn long_day(day: jiff::civil::Date) -> String {
    strtime::format("%A, %-d %B %Y", day).unwrap_or_else(|_| day.to_string())
}

/// Which exemptions were considered, and what came of it.
fn exemptions(site: &SiteReport, context: &Context, decided: &[&Finding]) -> Vec<String> {
    let lifts: Vec<_> = decided.iter().flat_map(|f| f.lifts.iter()).collect();
    let places = decided.iter().any(|f| f.chapter.exemptions_of(f.rule).any(|e| e.each_place));
    if lifts.is_empty() && !places {
        return Vec::new();
    }
    if decided.iter().all(|f| f.verdict == Verdict::Complies) {
        return vec![paragraph("None was needed for this answer.")];
    }
    let mut rows: Vec<String> = Vec::new();
    for lift in lifts.iter().filter(|l| l.holds == Truth::Yes) {
        let exemption = lift.exemption;
        let how = if exemption.when.measured().is_empty() { "as stated" } else { "as measured" };
        rows.push(paragraph(&format!("{} holds, {how}: {}", exemption.wording.citation, exemption.wording.sentence)));
        rows.extend(exemption.reach.as_ref().map(|reach| paragraph(reach)));
        if !exemption.proof.is_empty() {
            rows.push(paragraph("Proof to be seen:"));
            rows.extend(
                exemption.proof.iter().enumerate().map(|(i, p)| hanging(&format!("    {}. ", i + 1), "       ", p)),
            );
        }
    }
    let note = context.chapters.iter().find_map(|c| c.acts.get(context.act).and_then(|act| act.note.as_ref()));
    match note.filter(|_| site.facts.is_empty()) {
        Some(note) => rows.push(paragraph(note)),
        None => {
            for (word, wanted) in
                [("does not hold", Truth::No), ("cannot be said", Truth::Unknown(Reason::MissingFact))]
            {
                let mut citations: Vec<&str> = lifts
                    .iter()
                    .filter(|l| if wanted == Truth::No { l.holds == Truth::No } else { l.holds.reason().is_some() })
                    .map(|l| l.exemption.wording.citation.as_str())
                    .collect();
                citations.dedup();
                rows.extend((!citations.is_empty()).then(|| paragraph(&format!("{}: {word}.", citations.join(", ")))));
            }
        }
    }
    rows
}

fn what_would_settle(site: &SiteReport, finding: &Finding) -> Option<String> {
    let reason = finding.verdict.reason()?;
    let reading = finding.readings.iter().find(|r| r.counted && r.verdict.reason() == Some(reason));
    match reason {
        Reason::TooClose => {
            let deciding = reading.map(|r| r.deciding())?;
            let Some((name, m)) = deciding.first() else {
                return Some("A licensed survey of the village line beside the lot.".to_owned());
            };
            let from = from_words(site, reading?);
            let (require, id) = (reading?.require(), &finding.rule.id);
            let edge = if m.feature.is_empty() { String::new() } else { format!(" from {from} to {name}") };
            let others = if finding.readings.iter().any(|r| r.counted && r.verdict == Verdict::Complies) {
                "Surely not: the ways of measuring would differ, and counsel would have to say which one is used."
            } else {
                "Surely not: violates."
            };
            Some(format!(
                "A licensed survey of the distance{edge}. Surely {}: complies. {others} Give the figure with its own accuracy: \
                 --measured '{id}=FEET ft +- FEET ft' --measured-by 'survey, DATE'",
                require.words()
            ))
        }
        Reason::OnLimitUnclear | Reason::ReadingsDiffer => {
            Some("No measuring: the law is open. Ask counsel which reading is used, and record the answer with its date.".to_owned())
        }
        Reason::NoNumber => Some("The officer whom the section names decides.".to_owned()),
        Reason::MissingFact => None,
        Reason::MissingData => Some("What is named above, on a layer that shows it.".to_owned()),
        Reason::InvalidData => Some(
            "The outline mended in the map program that made it; or, if it is right as drawn, the option --repair for its layer."
                .to_owned(),
        ),
    }
}

fn next_steps(site: &SiteReport) -> Vec<String> {
    let mut steps: Vec<&String> = Vec::new();
    for finding in &site.findings {
        let next = &finding.rule.next;
        let of_law: &[String] = match finding.verdict {
            Verdict::Complies => &next.complies,
            Verdict::Violates => &next.violates,
            Verdict::Exempt => &next.exempt,
            Verdict::NotApplicable => &next.not_applicable,
            Verdict::Required => &next.required,
            Verdict::Undetermined(reason) => next.by_reason.get(&reason).unwrap_or(&next.undetermined),
        };
        for step in of_law {
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    match steps.as_slice() {
        [only] => vec![paragraph(only)],
        several => {
            several.iter().enumerate().map(|(i, step)| hanging(&format!("  {}. ", i + 1), "     ", step)).collect()
        }
    }
}
