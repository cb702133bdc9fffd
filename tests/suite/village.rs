//! The illustrative village is what its generator draws, and shows each situation it is meant to show.

use std::path::Path;
use std::process::Command;

use crate::common::{code, metes, stderr, stdout};

const LAW: [&str; 10] = [
    "check",
    "--law",
    "us/ny/tuckahoe/chapter-19a",
    "--act",
    "lease",
    "--layers",
    "illustrative",
    "--on=2026-11-30",
    "--format",
    "csv",
];

#[test]
fn the_generator_draws_these_very_files() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/layers/us/ny/tuckahoe-illustrative/generate.py");
    match Command::new("python3").arg("-B").arg(&script).arg("--check").output() {
        Err(e) => println!("skipped: python3 cannot be run here ({e}), and the generator is written in it"),
        Ok(output) => assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output)),
    }
}

#[test]
fn each_named_address_shows_its_situation() {
    // distances worked out by the generator in its own plane of feet
    for (address, verdict, reason, feet, exit) in [
        ("12 Mill Row, unit 3", "complies", "", 1346.3, 0),
        ("9 Ferry Lane", "violates", "", 612.4, 1),
        ("31 Larch Street", "undetermined", "too-close", 1002.3, 3),
        ("118 Cooper Street", "complies", "", 1080.3, 0),
        ("70 Hollow Road", "violates", "", 980.0, 1),
    ] {
        let output = metes(&[&LAW[..], &["--address", address]].concat());
        let out = stdout(&output);
        let cells: Vec<&str> = out.lines().nth(1).unwrap_or_else(|| panic!("{}", stderr(&output))).split(',').collect();
        assert_eq!((cells[2], cells[3], code(&output)), (verdict, reason, exit), "{address}: {out}");
        assert!((cells[4].parse::<f64>().expect("feet") - feet).abs() < 0.1, "{address}: {out}");
    }
}

#[test]
fn every_output_made_from_it_says_so() {
    for format in ["text", "csv", "json", "ndjson"] {
        let output = metes(&[&LAW[..8], &["--format", format, "--address", "9 Ferry Lane"]].concat());
        assert!(stdout(&output).to_lowercase().contains("illustrative"), "{format}");
    }
    let parks = "data/layers/us/ny/tuckahoe-illustrative/parks.geojson";
    for args in [
        &["near", "--from", parks, "--to", parks, "--within", "1 ft"][..],
        &["distance", parks, parks],
        &["layers", parks],
    ] {
        let output = metes(args);
        assert!(format!("{}{}", stdout(&output), stderr(&output)).to_lowercase().contains("illustrative"), "{args:?}");
    }
}
