//! What the README shows is what the program prints.

use std::path::Path;

use crate::common::{code, metes, stdout};

fn readme() -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("the README")
}

#[test]
fn the_worked_example_is_what_is_printed() {
    let readme = readme();
    let line = readme.lines().find_map(|l| l.trim().strip_prefix("sh scripts/run ")).expect("the first command");
    // words in quotes are one
    let mut args: Vec<String> = Vec::new();
    for (i, part) in line.split('"').enumerate() {
        if i % 2 == 1 {
            args.push(part.to_owned());
        } else {
            args.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let output = metes(&args);
    let printed = stdout(&output);
    let mut shown = 0;
    let example = readme
        .lines()
        .skip_while(|l| !l.trim().starts_with("Violates: "))
        .take_while(|l| !l.starts_with("The exit code"));
    for line in example.map(str::trim_end).filter(|l| !l.is_empty() && l.trim() != "...") {
        let wanted = line.strip_prefix("    ").expect("an indented line");
        assert!(printed.lines().any(|l| l == wanted), "the README shows a line that is not printed: {wanted}");
        shown += 1;
    }
    assert!(shown >= 10, "{shown}");
    assert_eq!(code(&output), 1);
}

#[test]
fn the_files_it_names_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = readme();
    let links: Vec<&str> = readme
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|l| !l.starts_with("http"))
        .collect();
    assert!(links.len() >= 3);
    for link in links {
        assert!(root.join(link).exists(), "{link}");
    }
}
