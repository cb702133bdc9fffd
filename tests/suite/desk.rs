//! A desk for tests that ask the whole program: laws, layers and sites drawn by hand near 40.95 N.

use std::collections::BTreeMap;

use crate::common::{code, metes, stderr, stdout};

/// Where the ground of the tests begins.
pub const LON: f64 = -73.83;
pub const LAT: f64 = 40.95;
/// Degrees for a foot there, worked with GeographicLib (1,000 ft = 0.003620007 east, 0.002744636 north).
pub const EAST: f64 = 0.003_620_007 / 1000.0;
pub const NORTH: f64 = 0.002_744_636 / 1000.0;

/// A folder for the files of one test.
pub struct Desk {
    folder: tempfile::TempDir,
}

/// One row of what was found, by the name of the column.
pub type Row = BTreeMap<String, String>;

impl Desk {
    pub fn new() -> Self {
        Desk { folder: tempfile::tempdir().expect("a folder") }
    }

    pub fn write(&self, name: &str, text: &str) -> String {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    }

    /// A layer of these features.
    pub fn layer(&self, name: &str, features: &[String]) -> String {
        self.write(name, &format!("{{\"type\":\"FeatureCollection\",\"features\":[\n{}\n]}}\n", features.join(",\n")))
    }

    /// A page of law with these blocks after its chapter block.
    pub fn law(&self, blocks: &str) -> String {
        self.write(
            "law.md",
            &format!(
                "# Chapter T. For tests\n\n```toml chapter\nplace = \"Nowhere\"\nsource = \"nobody's law\"\ntime_zone = \"America/New_York\"\n\
                 checked = 2026-11-30\nstatus = {{ is = \"illustrative\" }}\nnot_checked = [\"All else\"]\n```\n\n## § T-1. Definitions.\n\nWords.\n\n{blocks}\n"
            ),
        )
    }

    /// Parks as `members` says, and a rule of 1,000 ft with `more` lines.
    pub fn parks(&self, members: &str, more: &str) -> String {
        self.law(&(places("parks", members) + &rule("T-1", "parks", "more_than = \"1000 ft\"", more)))
    }

    /// The rows of a check, and its exit code.
    pub fn rows(&self, law: &str, args: &[&str]) -> (Vec<Row>, i32) {
        let output = self.check(law, args);
        let out = stdout(&output);
        let rows: Vec<Row> =
            csv::Reader::from_reader(out.as_bytes()).deserialize().map(|row| row.expect("a row")).collect();
        assert!(!rows.is_empty(), "{}", stderr(&output));
        (rows, code(&output))
    }

    /// Verdict and reason of the first row, in one text, or what was said instead; and the exit code.
    pub fn answer(&self, law: &str, args: &[&str]) -> (String, i32) {
        let output = self.check(law, args);
        let out = stdout(&output);
        let row = csv::Reader::from_reader(out.as_bytes()).deserialize().next().map(|row| said(&row.expect("a row")));
        (row.unwrap_or_else(|| stderr(&output).split_whitespace().collect::<Vec<_>>().join(" ")), code(&output))
    }

    fn check(&self, law: &str, args: &[&str]) -> std::process::Output {
        metes(&[&["check", "--law", law, "--on=2026-11-30", "--format", "csv"], args].concat())
    }
}

/// `undetermined too-close`, `complies`.
pub fn said(row: &Row) -> String {
    format!("{} {}", row["verdict"], row["reason"]).trim().to_owned()
}

/// A block of places on the layer of the same name.
pub fn places(id: &str, members: &str) -> String {
    format!("```toml places\nid = \"{id}\"\nlayer = \"{id}\"\nnoun = \"park\"\nplural = \"parks\"\n{members}\n```\n\n")
}

/// A rule about the distance from the lot to places.
pub fn rule(id: &str, to: &str, require: &str, more: &str) -> String {
    format!(
        "```toml rule\nid = \"{id}\"\nact = \"residence\"\nmeasure = {{ distance = {{ from = \"site.lot\", to = \"{to}\" }} }}\n\
         require = {{ {require} }}\n{more}\n```\n\n"
    )
}

fn feature(properties: &str, geometry: &str) -> String {
    format!("{{\"type\":\"Feature\",\"properties\":{properties},\"geometry\":{geometry}}}")
}

/// A square, its west side so many feet east of the beginning.
pub fn square(properties: &str, feet_east: f64, size: f64) -> String {
    let (west, east) = (LON + feet_east * EAST, LON + (feet_east + size) * EAST);
    let north = LAT + size * NORTH;
    feature(
        properties,
        &format!(
            "{{\"type\":\"Polygon\",\"coordinates\":[[[{west},{LAT}],[{east},{LAT}],[{east},{north}],[{west},{north}],[{west},{LAT}]]]}}"
        ),
    )
}

/// A point so many feet east and north of the beginning.
pub fn point(properties: &str, feet_east: f64, feet_north: f64) -> String {
    let (x, y) = (LON + feet_east * EAST, LAT + feet_north * NORTH);
    feature(properties, &format!("{{\"type\":\"Point\",\"coordinates\":[{x},{y}]}}"))
}

/// A square whose outline crosses itself.
pub fn bow_tie(properties: &str, feet_east: f64, size: f64) -> String {
    let (west, east) = (LON + feet_east * EAST, LON + (feet_east + size) * EAST);
    let north = LAT + size * NORTH;
    feature(
        properties,
        &format!(
            "{{\"type\":\"Polygon\",\"coordinates\":[[[{west},{LAT}],[{east},{north}],[{east},{LAT}],[{west},{north}],[{west},{LAT}]]]}}"
        ),
    )
}

/// A feature without geometry.
pub fn nowhere(properties: &str) -> String {
    feature(properties, "null")
}
