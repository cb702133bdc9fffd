//! Writes the list of the law pages and sample layers that the program carries.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=data");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or(io::ErrorKind::NotFound)?).join("data");
    let mut paths = Vec::new();
    walk(&root, "", &mut paths)?;
    paths.sort();

    let mut list = String::from("static FILES: &[(&str, &[u8])] = &[\n");
    for path in &paths {
        let from_root = format!("/data/{path}");
        let _ = writeln!(list, "    ({path:?}, include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {from_root:?}))),");
    }
    list.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    fs::write(out.join("embedded.rs"), list)
}

/// Gathers the paths below `folder` that are carried, with forward slashes.
fn walk(folder: &Path, prefix: &str, paths: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}/{name}") };
        if entry.path().is_dir() {
            walk(&entry.path(), &path, paths)?;
        } else if is_carried(&path, &name) {
            paths.push(path);
        }
    }
    Ok(())
}

/// Chapters of law, and layers with their description; not what explains or draws them.
fn is_carried(path: &str, name: &str) -> bool {
    let page = name.ends_with(".md") && name != "README.md";
    let law = path.starts_with("law/") && (page || name == "closures.toml");
    let layer = path.starts_with("layers/") && (name.ends_with(".toml") || name.ends_with(".geojson"));
    law || layer
}
