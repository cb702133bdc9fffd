//! Embeds the law pages and the illustrative layers under `data/` in the program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or(io::ErrorKind::NotFound)?).join("data");
    let mut files = Vec::new();
    walk(&root, &mut files)?;
    files.sort();
    let mut out = String::from("pub static FILES: &[(&str, &[u8])] = &[\n");
    for file in &files {
        let inside = file.strip_prefix(&root).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let _ = writeln!(out, "    ({inside:?}, include_bytes!({:?})),", file.display().to_string());
    }
    out.push_str("];\n");
    println!("cargo::rerun-if-changed=data");
    let target = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?).join("embedded.rs");
    fs::write(target, out)
}

/// Law pages and layers; generators and notes for people stay outside.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let wanted = path.extension().is_some_and(|e| e == "md" || e == "toml" || e == "geojson");
        if path.is_dir() {
            walk(&path, files)?;
        } else if wanted && path.file_name().is_some_and(|name| name != "README.md") {
            files.push(path);
        }
    }
    Ok(())
}
