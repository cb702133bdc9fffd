//! Renders findings as rows of a table, one for each rule and site.

use std::io::{self, Write};

use super::{Context, Finding, SiteReport};
use crate::csv::cell;
use crate::units::{Length, Metres, fixed};

/// The columns.
pub const CSV_HEADER: &str =
    "site_id,rule,verdict,reason,measured_ft,limit_ft,band_ft,nearest_id,nearest_name,law_status,on,remark\n";

/// Writes the rows of one site.
///
/// # Errors
/// The writer's own.
pub fn csv_rows(site: &SiteReport, context: &Context, out: &mut dyn Write) -> io::Result<()> {
    for finding in &site.findings {
        row(site, finding, context, out)?;
    }
    Ok(())
}

fn row(site: &SiteReport, finding: &Finding, context: &Context, out: &mut dyn Write) -> io::Result<()> {
    let limit = finding.rule.require.limit();
    let nearest = finding.deciding();
    let (feet, band) = nearest.first().map_or_else(Default::default, |(_, m)| {
        (beside(m.separation.distance, limit), fixed(m.band.half_width().feet(), 3))
    });
    let join = |texts: Vec<&str>| texts.join("|");
    let mut remark = finding.gaps.clone();
    remark.extend(finding.measured().filter_map(|(name, m)| Some(format!("{name}: {}.", m.note.as_ref()?))));
    remark.extend(context.illustrative_warning());
    writeln!(
        out,
        "{},{},{},{},{feet},{},{band},{},{},{},{},{}",
        cell(&site.id),
        cell(&finding.rule.id),
        finding.verdict.word(),
        finding.verdict.reason().map_or("", |r| r.code()),
        plain(limit),
        cell(&join(nearest.iter().map(|(_, m)| m.feature.as_str()).collect())),
        cell(&join(nearest.iter().map(|(name, _)| *name).collect())),
        finding.chapter.status_of(finding.rule).kind.word(),
        context.on,
        cell(&remark.join(" "))
    )
}

/// Feet with 3 decimals, or as many more as put the number on the right side of the limit.
fn beside(distance: Metres, limit: Length) -> String {
    let side = |d: Metres| Length::rounded(d).map(|d| d.cmp(&limit));
    (3..7)
        .map(|decimals| fixed(distance.feet(), decimals))
        .find(|text| text.parse().is_ok_and(|feet| side(Metres::from_feet(feet)) == side(distance)))
        .unwrap_or_else(|| fixed(distance.feet(), 7))
}

/// A limit in feet without its unit: `1000`, `2.5`.
fn plain(limit: Length) -> String {
    let feet = fixed(limit.metres().feet(), 4);
    feet.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_never_contradicts_its_verdict() {
        let limit = Length::feet(1000);
        assert_eq!(beside(Metres::from_feet(999.9771), limit), "999.977");
        assert_eq!(beside(Metres::from_feet(1000.00031), limit), "1000.0003");
        assert_eq!(beside(Metres::from_feet(1000.0), limit), "1000.000");
        assert_eq!(plain(limit), "1000");
        assert_eq!(plain(Length::parse("30 in").expect("a length")), "2.5");
    }
}
