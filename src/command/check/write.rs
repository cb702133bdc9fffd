//! Writes a check in its format: what comes before the sites, each site, what comes after.

use std::io::{Result, Write};

use crate::cli::CheckFormat;
use crate::command::output::Output;
use crate::report::{CSV_HEADER, Context, SiteReport, csv_rows, json_closing, json_opening, json_site, text};

pub fn opening(format: CheckFormat, context: &Context, out: &mut Output) -> Result<()> {
    match format {
        CheckFormat::Csv => out.write_all(CSV_HEADER.as_bytes()),
        CheckFormat::Json => out.write_all(json_opening(context).as_bytes()),
        CheckFormat::Text | CheckFormat::Ndjson => Ok(()),
    }
}

pub fn site(format: CheckFormat, report: &SiteReport, context: &Context, first: bool, out: &mut Output) -> Result<()> {
    match format {
        CheckFormat::Text => out.write_all(text(report, context).as_bytes()),
        CheckFormat::Csv => csv_rows(report, context, out),
        CheckFormat::Json | CheckFormat::Ndjson => {
            if format == CheckFormat::Json && !first {
                out.write_all(b",")?;
            }
            serde_json::to_writer(&mut *out, &json_site(report, context))?;
            out.write_all(b"\n")
        }
    }
}

pub fn closing(format: CheckFormat, context: &Context, out: &mut Output) -> Result<()> {
    match format {
        CheckFormat::Json => out.write_all(json_closing(context).as_bytes()),
        _ => Ok(()),
    }
}
