//! Declares the command line.

mod usage;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use jiff::civil::Date;

pub use usage::usage_error;

/// May this stand here, under which section, by how many feet, and how sure are we?
#[derive(Debug, Parser)]
#[command(
    name = "metes",
    version,
    about,
    max_term_width = 88,
    after_help = "Exit codes of check: 0 every finding complies, 1 one violates, 2 could not run, 3 undetermined.\n\
                  Of the others: 0 ran, 2 could not run, 3 a row or feature was refused.\n\n\
                  To see it work: metes check --law us/ny/tuckahoe --act lease --layers illustrative --address \"9 Ferry Lane\""
)]
pub struct Args {
    /// Say nothing on standard error but errors
    #[arg(long, global = true, display_order = 900)]
    pub quiet: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check a site, or many, against the rules of an act
    Check(Box<CheckArgs>),
    /// List the rules of chapters and explain them
    Rules(RulesArgs),
    /// Join two layers by distance: all pairs within a length, or the nearest
    Near(NearArgs),
    /// The least distance of two files, or of many pairs of geometries
    Distance(DistanceArgs),
    /// Say what layers hold, their defects, their accuracy
    Layers(LayersArgs),
}

/// Options that speak of a layer by its name.
#[derive(Debug, Default, clap::Args)]
pub struct LayerOptions {
    /// Read a layer's coordinates as this system, whatever its file says
    #[arg(long, value_name = "LAYER=EPSG:n", help_heading = "Layers")]
    pub crs: Vec<String>,
    /// Exchange the two numbers of each position of a layer
    #[arg(long, value_name = "LAYER", help_heading = "Layers")]
    pub swap_axes: Vec<String>,
    /// Accept rings of a layer that cross: inside by even-odd, every edge kept
    #[arg(long, value_name = "LAYER", help_heading = "Layers")]
    pub repair: Vec<String>,
}

/// A day as it is typed: `2026-11-30`.
fn day(text: &str) -> Result<Date, String> {
    let numbers: Vec<i32> = text.split('-').filter_map(|n| n.parse().ok()).collect();
    match (text.len(), numbers.as_slice()) {
        (10, [year, month, day]) => Date::new(*year as i16, *month as i8, *day as i8)
            .map_err(|_| format!("there is no day {day} of month {month} in {year}")),
        _ => Err("a day is written year-month-day, as in 2026-11-30".to_owned()),
    }
}

/// `metes distance`
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["a", "pairs"])))]
pub struct DistanceArgs {
    /// A GeoJSON file (layer name: a)
    #[arg(value_name = "A", requires = "b")]
    pub a: Option<String>,
    /// Another (layer name: b)
    #[arg(value_name = "B")]
    pub b: Option<String>,
    /// Pairs as lines {"id", "a", "b"} of geometries; `-` is standard input
    #[arg(long, value_name = "FILE|-", conflicts_with_all = ["a", "b"])]
    pub pairs: Option<String>,
    /// How to print it [default: text; with --pairs always ndjson]
    #[arg(long, value_enum)]
    pub format: Option<DistanceFormat>,
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Options for the layers a and b
    #[command(flatten)]
    pub layers: LayerOptions,
}

/// How `distance` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DistanceFormat {
    /// A sentence
    Text,
    /// One JSON object a line
    Ndjson,
}

/// `metes near`
#[derive(Debug, clap::Args)]
pub struct NearArgs {
    /// The layer asked about; rows follow its order. `-` is standard input
    #[arg(long, value_name = "FILE|-")]
    pub from: String,
    /// The layer searched
    #[arg(long, value_name = "FILE|-")]
    pub to: String,
    /// How far, with its unit: '1000 ft'
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true)]
    pub within: String,
    /// Only the nearest
    #[arg(long)]
    pub nearest: bool,
    /// With --nearest: also what lies within 0.001 ft of the least, in id order
    #[arg(long, requires = "nearest")]
    pub ties: bool,
    /// A row also where nothing is within reach
    #[arg(long)]
    pub keep_unmatched: bool,
    /// The property of the from layer that holds ids
    #[arg(long, value_name = "NAME")]
    pub from_id: Option<String>,
    /// The property of the to layer that holds ids
    #[arg(long, value_name = "NAME")]
    pub to_id: Option<String>,
    /// How to print it
    #[arg(long, value_enum, default_value = "csv")]
    pub format: NearFormat,
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Options for the layers from and to
    #[command(flatten)]
    pub layers: LayerOptions,
}

/// How `near` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum NearFormat {
    /// from_id,within,to_id,distance_ft
    Csv,
    /// One JSON object a row, with the two nearest points
    Ndjson,
    /// The shortest lines as a FeatureCollection
    Geojson,
}

/// `metes layers`
#[derive(Debug, clap::Args)]
pub struct LayersArgs {
    /// GeoJSON files (layer name: the file's stem), or a layers.toml
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// State a layer's accuracy: '5 ft rmse' or '10 ft 95%'
    #[arg(long, value_name = "LAYER=ACCURACY", help_heading = "Layers")]
    pub accuracy: Vec<String>,
    /// The day from which ages are counted [default: today]
    #[arg(long, value_name = "DATE", value_parser = day)]
    pub on: Option<Date>,
    /// How to print it
    #[arg(long, value_enum, default_value = "text")]
    pub format: LayersFormat,
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Options for the layers; a file's layer name is its stem
    #[command(flatten)]
    pub layers: LayerOptions,
}

/// How `layers` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LayersFormat {
    /// A block a layer
    Text,
    /// One JSON document
    Json,
}

/// `metes check`
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "metes check --law ID|PATH [--act ACT] --layers FILE [--layer LAYER=FILE]\n       \
                      (--address ADDRESS | --parcel ID | --at LON,LAT | --sites FILE|-)\n       \
                      [--fact NAME=VALUE] [--measured RULE=LENGTH --measured-by TEXT] [OPTIONS]",
    after_help = "Exit codes: 0 every finding complies, 1 one violates, 2 could not run, 3 undetermined."
)]
#[command(group(clap::ArgGroup::new("site").args(["address", "parcel", "at", "sites"])))]
pub struct CheckArgs {
    /// A chapter (us/ny/tuckahoe/chapter-19a), a municipality (us/ny/tuckahoe), or a path
    #[arg(long, value_name = "ID|PATH")]
    pub law: String,
    /// What is being done: residence, lease ... [default: the only act of the rules]
    #[arg(long, value_name = "ACT")]
    pub act: Option<String>,
    /// State a fact that no map can know: height='5 ft'; of several places, the second: 2.level=3
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Facts")]
    pub fact: Vec<String>,
    /// State a length of the one site instead of measuring it: 19A-3='1003 ft +- 0.2 ft'
    #[arg(long, value_name = "RULE=LENGTH", requires = "measured_by", help_heading = "Facts")]
    pub measured: Vec<String>,
    /// Who measured it and when: 'survey, 2026-11-20'
    #[arg(long, value_name = "TEXT", requires = "measured", help_heading = "Facts")]
    pub measured_by: Option<String>,
    /// Tell which facts could still change the answer
    #[arg(long, help_heading = "Facts")]
    pub ask: bool,
    /// The layers: a layers.toml, or the word illustrative for the invented village
    #[arg(long = "layers", value_name = "FILE|illustrative", help_heading = "Layers")]
    pub layers_file: Option<String>,
    /// A layer of its own, or another file in place of the one of this name: it is read the
    /// same way, but what was stated of the other file (accuracy, date, coverage) is not taken over
    #[arg(long, value_name = "LAYER=FILE", help_heading = "Layers")]
    pub layer: Vec<String>,
    /// The premises by their address: "12 Main St, unit 3"; may be given for each of several places
    #[arg(long, value_name = "ADDRESS", help_heading = "Site")]
    pub address: Vec<String>,
    /// The premises by their parcel id; may be given for each of several places
    #[arg(long, value_name = "ID", help_heading = "Site")]
    pub parcel: Vec<String>,
    /// The premises by a point: the parcel that holds it; without parcels the point itself
    #[arg(long, value_name = "LON,LAT", allow_hyphen_values = true, help_heading = "Site")]
    pub at: Vec<String>,
    /// Many sites: every feature of a GeoJSON file; `-` is standard input
    #[arg(long, value_name = "FILE|-", help_heading = "Site")]
    pub sites: Option<String>,
    /// With --sites: the property that holds ids
    #[arg(long, value_name = "NAME", requires = "sites", help_heading = "Site")]
    pub id: Option<String>,
    /// With --sites: carry these of their properties along
    #[arg(long, value_name = "FIELD,...", value_delimiter = ',', requires = "sites", help_heading = "Site")]
    pub keep: Vec<String>,
    /// The accuracy of the sites: '5 ft rmse' or '10 ft 95%'
    #[arg(long, value_name = "ACCURACY", help_heading = "Site")]
    pub site_accuracy: Option<String>,
    /// The datum of the sites, as the layers file spells it
    #[arg(long, value_name = "DATUM", help_heading = "Site")]
    pub site_datum: Option<String>,
    /// State a layer's accuracy: '5 ft rmse' or '10 ft 95%'; the sites of --sites are layer sites
    #[arg(long, value_name = "LAYER=ACCURACY", help_heading = "Layers")]
    pub accuracy: Vec<String>,
    /// The day on which it is checked [default: today where the law holds]
    #[arg(long, value_name = "DATE", value_parser = day)]
    pub on: Option<Date>,
    /// How to print it [default: text; csv with --sites]
    #[arg(long, value_enum)]
    pub format: Option<CheckFormat>,
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Exit 0 whatever the findings, as long as the check ran
    #[arg(long)]
    pub exit_zero: bool,
    /// Options for the layers; the sites of --sites are layer sites
    #[command(flatten)]
    pub options: LayerOptions,
}

/// How `check` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// A report for a person
    Text,
    /// One JSON document (schemas/check.schema.json)
    Json,
    /// One JSON object a site
    Ndjson,
    /// One row for each rule and site
    Csv,
    /// The shortest lines as a FeatureCollection, for a map
    Geojson,
}

/// `metes rules`
#[derive(Debug, clap::Args)]
pub struct RulesArgs {
    /// A chapter, a municipality, or a path [default: every chapter that is carried along]
    #[arg(long, value_name = "ID|PATH")]
    pub law: Option<String>,
    /// Only the rules of this act
    #[arg(long, value_name = "ACT")]
    pub act: Option<String>,
    /// How to print it
    #[arg(long, value_enum, default_value = "text")]
    pub format: RulesFormat,
    /// Count how many provisions of these lists (CSV: id, scope) are decided, listed or missing
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["act", "format"])]
    pub coverage: Vec<String>,
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// How `rules` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RulesFormat {
    /// A block a rule
    Text,
    /// One JSON document (schemas/rules.schema.json)
    Json,
}
