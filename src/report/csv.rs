//! Renders findings as rows of a table, one for each rule and site.

use super::{Context, Finding, SiteReport};
use crate::csv::cell;
use crate::units::{Length, Metres, fixed};

/// The columns of every row.
const COLUMNS: &str =
    "site_id,rule,verdict,reason,measured_ft,limit_ft,band_ft,nearest_id,nearest_name,law_status,on,remark";

/// Writes the rows of one site, with what is carried along from its properties.
pub fn csv_rows(site: &SiteReport, kept: &[String], context: &Context, out: &mut Vec<u8>) {
    site.findings.iter().for_each(|finding| row(site, finding, kept, context, out));
}

/// The line of the columns, with those that are carried along.
pub fn csv_header(keep: &[String]) -> String {
    let kept: String = keep.iter().map(|name| format!(",{}", cell(name))).collect();
    format!("{COLUMNS}{kept}\n")
}

fn row(site: &SiteReport, finding: &Finding, kept: &[String], context: &Context, out: &mut Vec<u8>) {
    let limit = finding.default().map(|reading| reading.require().limit());
    let nearest = finding.deciding();
    let (feet, band) = match (nearest.first(), limit) {
        (Some((_, m)), Some(limit)) => (beside(m.separation.distance, limit), fixed(m.band.half_width().feet(), 3)),
        _ => Default::default(),
    };
    let join = |texts: Vec<&str>| texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("|");
    let mut remark = finding.gaps.clone();
    remark.extend(
        finding
            .default()
            .iter()
            .flat_map(|r| r.measured())
            .filter_map(|(name, m)| Some(format!("{name}: {}.", m.note.as_ref()?))),
    );
    if !finding.asks.is_empty() {
        remark.push(format!(
            "To be asked: {}.",
            finding.asks.iter().map(|f| f.id.as_str()).collect::<Vec<_>>().join(", ")
        ));
    }
    remark.extend(context.illustrative_warning());
    let kept: String = kept.iter().map(|value| format!(",{}", cell(value))).collect();
    let line = format!(
        "{},{},{},{},{feet},{},{band},{},{},{},{},{}{kept}\n",
        cell(&site.id),
        cell(&finding.rule.id),
        finding.verdict.word(),
        finding.verdict.reason().map_or("", |r| r.code()),
        limit.map(plain).unwrap_or_default(),
        cell(&join(nearest.iter().map(|(_, m)| m.feature.as_str()).collect())),
        cell(&join(nearest.iter().map(|(name, _)| *name).collect())),
        finding.chapter.status_of(finding.rule).kind.word(),
        context.on,
        cell(&remark.join(" "))
    );
    out.extend_from_slice(line.as_bytes());
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
