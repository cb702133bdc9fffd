//! Writes a check in its format: what comes before the sites, each site, what comes after.

use crate::cli::CheckFormat;
use crate::command::exit::unwritable;
use crate::command::output::Output;
use crate::error::Result;
use crate::report::{CSV_HEADER, Context, SiteReport, csv_rows, json_closing, json_opening, json_site, text};

pub fn opening(format: CheckFormat, context: &Context, out: &mut Output) -> Result<()> {
    match format {
        CheckFormat::Csv => out.put(CSV_HEADER.as_bytes()),
        CheckFormat::Json => out.put(json_opening(context).as_bytes()),
        CheckFormat::Text | CheckFormat::Ndjson => Ok(()),
    }
}

pub fn site(format: CheckFormat, report: &SiteReport, context: &Context, first: bool, out: &mut Output) -> Result<()> {
    match format {
        CheckFormat::Text => out.put(text(report, context).as_bytes()),
        CheckFormat::Csv => csv_rows(report, context, out).map_err(unwritable),
        CheckFormat::Json | CheckFormat::Ndjson => {
            if format == CheckFormat::Json && !first {
                out.put(b",")?;
            }
            let line = serde_json::to_string(&json_site(report, context)).unwrap_or_default();
            out.put(line.as_bytes())?;
            out.put(b"\n")
        }
    }
}

pub fn closing(format: CheckFormat, context: &Context, out: &mut Output) -> Result<()> {
    match format {
        CheckFormat::Json => out.put(json_closing(context).as_bytes()),
        _ => Ok(()),
    }
}
