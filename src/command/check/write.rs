//! Writes a check in its format: what comes before the sites, each site, what comes after.

use std::collections::BTreeSet;

use crate::check::Checker;
use crate::cli::CheckFormat;
use crate::command::output::Output;
use crate::error::Result;
use crate::report::{
    Context, SiteReport, csv_header, csv_rows, geojson_closing, geojson_features, geojson_opening, geojson_ring,
    json_closing, json_opening, json_site, text,
};

/// Writes a site behind others, in a format where each stands for itself, with the names and values
/// of what is carried along. `false` where it must be written in its turn.
pub fn alone(
    format: CheckFormat,
    report: &SiteReport,
    (keep, kept): (&[String], &[String]),
    context: &Context,
    out: &mut Vec<u8>,
) -> bool {
    match format {
        CheckFormat::Csv => csv_rows(report, kept, context, out),
        CheckFormat::Ndjson => {
            let line = serde_json::to_string(&json_site(report, keep, kept, context)).unwrap_or_default();
            out.extend_from_slice(line.as_bytes());
            out.push(b'\n');
        }
        CheckFormat::Text | CheckFormat::Json | CheckFormat::Geojson => return false,
    }
    true
}

/// Writes the sites of a check one after the other.
pub struct Writer<'w> {
    format: CheckFormat,
    /// The properties that are carried along.
    keep: &'w [String],
    out: Output,
    /// Nothing of the list has been written yet.
    first: bool,
    /// The rings that have been drawn, by rule and place: each is drawn once.
    ringed: BTreeSet<(String, String)>,
}

impl<'w> Writer<'w> {
    /// Writes what comes before the sites.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn open(format: CheckFormat, keep: &'w [String], mut out: Output, context: &Context) -> Result<Self> {
        match format {
            CheckFormat::Csv => out.put(csv_header(keep).as_bytes())?,
            CheckFormat::Json => out.put(json_opening(context).as_bytes())?,
            CheckFormat::Geojson => out.put(geojson_opening(context).as_bytes())?,
            CheckFormat::Text | CheckFormat::Ndjson => {}
        }
        Ok(Writer { format, keep, out, first: true, ringed: BTreeSet::new() })
    }

    /// Writes one site, with the values of what is carried along.
    ///
    /// # Errors
    /// As [`Writer::open`].
    pub fn site(&mut self, report: &SiteReport, kept: &[String], context: &Context, checker: &Checker) -> Result<()> {
        let first = std::mem::take(&mut self.first);
        match self.format {
            CheckFormat::Text => {
                if !first {
                    self.out.put(format!("\n{}\n\n", "=".repeat(crate::text::WIDTH)).as_bytes())?;
                }
                self.out.put(text(report, context).as_bytes())
            }
            CheckFormat::Geojson => {
                let mut lines = geojson_features(report, context);
                lines.extend(checker.rings(report, &mut self.ringed).iter().map(geojson_ring));
                self.first = first && lines.is_empty();
                let parted = lines.join(",\n");
                let before = if first || lines.is_empty() { "" } else { ",\n" };
                self.out.put(format!("{before}{parted}").as_bytes())
            }
            CheckFormat::Json => {
                if !first {
                    self.out.put(b",")?;
                }
                let line = serde_json::to_string(&json_site(report, self.keep, kept, context)).unwrap_or_default();
                self.out.put(line.as_bytes())?;
                self.out.put(b"\n")
            }
            CheckFormat::Csv | CheckFormat::Ndjson => {
                let mut row = Vec::new();
                alone(self.format, report, (self.keep, kept), context, &mut row);
                self.rows(&row)
            }
        }
    }

    /// Writes what [`alone`] has written.
    ///
    /// # Errors
    /// As [`Writer::open`].
    pub fn rows(&mut self, rows: &[u8]) -> Result<()> {
        self.out.put(rows)
    }

    /// Writes what comes after the sites.
    ///
    /// # Errors
    /// As [`Writer::open`].
    pub fn close(mut self, context: &Context) -> Result<()> {
        match self.format {
            CheckFormat::Json => self.out.put(json_closing(context).as_bytes())?,
            CheckFormat::Geojson => self.out.put(format!("\n{}", geojson_closing()).as_bytes())?,
            CheckFormat::Text | CheckFormat::Ndjson | CheckFormat::Csv => {}
        }
        self.out.finish()
    }
}
