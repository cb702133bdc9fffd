//! Modules import one way: each may name only modules that stand before it in this list.

use std::fs;
use std::path::{Path, PathBuf};

/// The architecture, in the order in which a module may be imported by those after it.
const ORDER: &[&str] = &[
    "text",
    "error",
    "flow",
    "vector",
    "units",
    "truth",
    "input",
    "json",
    "csv",
    "planar",
    "predicates",
    "validity",
    "geojson",
    "earth",
    "crs",
    "shape",
    "index",
    "measure",
    "corner",
    "ring",
    "document",
    "embedded",
    "calendar",
    "layer",
    "coverage",
    "near",
    "sieve",
    "premises",
    "requirement",
    "fact",
    "formula",
    "places",
    "decide",
    "derive",
    "view",
    "quantity",
    "rules",
    "judge",
    "report",
    "check",
    "cli",
    "command",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn place(module: &str) -> Option<usize> {
    ORDER.iter().position(|m| *m == module)
}

#[test]
fn imports_point_backwards() {
    let mut files = Vec::new();
    sources(&root(), &mut files);
    let mut faults = Vec::new();
    for file in &files {
        let inside = file.strip_prefix(root()).expect("inside src");
        let module = inside.iter().next().expect("a name").to_string_lossy().trim_end_matches(".rs").to_owned();
        if matches!(module.as_str(), "lib" | "main") {
            continue;
        }
        let own = place(&module).unwrap_or_else(|| panic!("module {module} is not in ORDER"));
        let text = fs::read_to_string(file).expect("text");
        for (number, line) in text.lines().enumerate() {
            for named in line.split("crate::").skip(1) {
                let name: String = named.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                let allowed = name == module || place(&name).is_some_and(|other| other < own);
                if !allowed {
                    faults.push(format!("{}:{}: {module} must not import {name}", inside.display(), number + 1));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_module_is_in_the_list_and_the_list_names_no_other() {
    let lib = fs::read_to_string(root().join("lib.rs")).expect("lib.rs");
    let declared: Vec<&str> = lib.lines().filter_map(|l| l.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert!(declared.iter().all(|m| place(m).is_some()), "{declared:?}");
    assert!(ORDER.iter().all(|m| declared.contains(m)), "{declared:?}");
}

#[test]
fn every_file_opens_with_its_job() {
    let mut files = Vec::new();
    sources(&root(), &mut files);
    for file in files {
        let text = fs::read_to_string(&file).expect("text");
        let first = text.lines().next().unwrap_or_default();
        assert!(first.starts_with("//! ") && first.len() > 20, "{}: {first}", file.display());
    }
}
