//! Renders findings as rows of a table, one for each rule and site.

use super::{Context, Finding, SiteReport};
use crate::csv::{self, cell};
use crate::decide::Verdict;
use crate::units::{Band, Length, Metres, fixed, put_thousandths};

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

/// One row, as its cells.
#[derive(Debug, Clone, Copy)]
pub struct Row<'r> {
    /// The id of the site.
    pub site: &'r str,
    /// The id of the rule.
    pub rule: &'r str,
    /// What the finding says.
    pub verdict: Verdict,
    /// What was measured, and the limit beside which it is printed.
    pub measured: Option<(Metres, Length)>,
    /// The limit, in feet, or nothing.
    pub limit: &'r str,
    /// Half the width of the doubt, in feet, or nothing.
    pub band: &'r str,
    /// The ids of the nearest features, parted by `|`.
    pub nearest_ids: &'r str,
    /// Their names.
    pub nearest_names: &'r str,
    /// The status of the law.
    pub status: &'r str,
    /// The day of the check.
    pub on: &'r str,
    /// What is missing or odd.
    pub remark: &'r str,
}

impl Default for Row<'_> {
    /// A row of nothing.
    fn default() -> Self {
        Row {
            site: "",
            rule: "",
            verdict: Verdict::NotApplicable,
            measured: None,
            limit: "",
            band: "",
            nearest_ids: "",
            nearest_names: "",
            status: "",
            on: "",
            remark: "",
        }
    }
}

impl Row<'_> {
    /// Writes it, with what is carried along.
    pub fn put(&self, kept: &[String], out: &mut Vec<u8>) {
        self.put_in(&self.form(), kept, out);
    }

    /// The cells that do not change from site to site, written once for all.
    pub fn form(&self) -> Form {
        let mut form = Form::default();
        self.head(&mut form.head);
        self.limits(&mut form.limits);
        self.tail(&mut form.tail);
        form
    }

    /// Writes what changes into a form.
    pub fn put_in(&self, form: &Form, kept: &[String], out: &mut Vec<u8>) {
        csv::put(out, self.site);
        out.extend_from_slice(&form.head);
        if let Some((distance, limit)) = self.measured {
            put_beside(out, distance, limit);
        }
        out.extend_from_slice(&form.limits);
        cells([self.nearest_ids, self.nearest_names], out);
        out.extend_from_slice(&form.tail);
        cells(kept.iter().map(String::as_str), out);
        out.push(b'\n');
    }

    fn head(&self, out: &mut Vec<u8>) {
        cells([self.rule, self.verdict.word(), self.verdict.reason().map_or("", |r| r.code())], out);
        out.push(b',');
    }

    fn limits(&self, out: &mut Vec<u8>) {
        cells([self.limit, self.band], out);
    }

    fn tail(&self, out: &mut Vec<u8>) {
        cells([self.status, self.on, self.remark], out);
    }
}

/// Cells, each behind a comma.
fn cells<'t>(texts: impl IntoIterator<Item = &'t str>, out: &mut Vec<u8>) {
    for text in texts {
        out.push(b',');
        csv::put(out, text);
    }
}

/// The cells of a row that are the same for many sites.
#[derive(Debug, Default, Clone)]
pub struct Form {
    head: Vec<u8>,
    limits: Vec<u8>,
    tail: Vec<u8>,
}

/// Several ids or names in one cell.
pub fn joined<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("|")
}

fn row(site: &SiteReport, finding: &Finding, kept: &[String], context: &Context, out: &mut Vec<u8>) {
    let limit = finding.default().map(|reading| reading.require().limit());
    let nearest = finding.deciding();
    let measured = nearest.first().and_then(|(_, m)| Some((m, limit?)));
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
    let row = Row {
        site: &site.id,
        rule: &finding.rule.id,
        verdict: finding.verdict,
        measured: measured.map(|(m, limit)| (m.separation.distance, limit)),
        limit: &limit.map(plain).unwrap_or_default(),
        band: &measured.map(|(m, _)| band(m.band)).unwrap_or_default(),
        nearest_ids: &joined(nearest.iter().map(|(_, m)| m.feature.as_str())),
        nearest_names: &joined(nearest.iter().map(|(name, _)| *name)),
        status: finding.chapter.status_of(finding.rule).kind.word(),
        on: &context.on.to_string(),
        remark: &remark.join(" "),
    };
    row.put(kept, out);
}

/// Half the width of a band in feet.
pub fn band(band: Band) -> String {
    fixed(band.half_width().feet(), 3)
}

/// Writes feet with 3 decimals, or as many more as put the number on the right side of the limit.
fn put_beside(out: &mut Vec<u8>, distance: Metres, limit: Length) {
    /// Farther from the limit than this, three decimals are enough.
    const NEAR: Metres = Metres(0.001);
    if (distance.0 - limit.metres().0).abs() > NEAR.0 {
        put_thousandths(out, distance.feet());
    } else {
        out.extend_from_slice(beside(distance, limit).as_bytes());
    }
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
pub fn plain(limit: Length) -> String {
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
