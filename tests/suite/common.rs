//! What the tests share: the program, the real layers, and reading what it printed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// The folder of real layers that METES_SHARED names; `None`, said once, when it is not set.
///
/// # Panics
/// It is set and does not exist: then something is wrong with the set-up.
pub fn shared() -> Option<PathBuf> {
    let Some(path) = std::env::var_os("METES_SHARED").map(PathBuf::from) else {
        println!("skipped: METES_SHARED is not set, and this test needs the real layers it names");
        return None;
    };
    assert!(path.is_dir(), "METES_SHARED is set to {}, which is no folder", path.display());
    Some(path)
}

/// Runs `metes` in the folder of the repository.
pub fn metes(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_metes"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("metes runs")
}

/// What a run printed on standard output.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// What a run printed on standard error.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// The exit code of a run.
pub fn code(output: &Output) -> i32 {
    output.status.code().expect("not killed")
}

/// A row of a table, as a map from column to cell.
pub type Row = BTreeMap<String, String>;

/// The rows of a table.
pub fn rows(text: &str) -> Vec<Row> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(|row| row.expect("a row")).collect()
}

/// The rows of a file.
pub fn table(path: PathBuf) -> Vec<Row> {
    rows(&std::fs::read_to_string(path).expect("a table"))
}

/// A number of feet.
pub fn feet(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("\"{text}\" is no number"))
}

/// The ids of a file's features, in file order: their own, else `#` and the place in the file.
pub fn ids(path: impl AsRef<Path>) -> Vec<String> {
    let all: Value = serde_json::from_str(&std::fs::read_to_string(path).expect("a layer")).expect("JSON");
    let id = |(i, f): (usize, &Value)| match &f["id"] {
        Value::String(text) => text.clone(),
        Value::Null => format!("#{}", i + 1),
        number => number.to_string(),
    };
    all["features"].as_array().expect("features").iter().enumerate().map(id).collect()
}

/// A home in the illustrative village, by chapter 19A.
pub const RESIDENCE: [&str; 8] = [
    "check",
    "--law",
    "us/ny/tuckahoe/chapter-19a",
    "--act",
    "residence",
    "--layers",
    "illustrative",
    "--on=2026-11-30",
];
