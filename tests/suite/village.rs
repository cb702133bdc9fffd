//! The illustrative village is what its generator draws, and shows each situation it is meant to show.

use std::path::Path;
use std::process::Command;

use crate::common::{code, metes, stderr, stdout};

const VILLAGE: &str = "data/layers/us/ny/tuckahoe-illustrative";

const LAW: [&str; 8] =
    ["check", "--law", "us/ny/tuckahoe/chapter-19a", "--layers", "illustrative", "--on=2026-11-30", "--format", "csv"];

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
        ("70 Hollow Road", "undetermined", "readings-differ", 980.0, 3),
        ("5 Bramble Court", "not-applicable", "", 311.0, 0),
        ("12 Withy Lane", "undetermined", "readings-differ", 131.5, 3),
        ("14 Withy Lane", "undetermined", "too-close", 226.5, 3),
    ] {
        let output = metes(&[&LAW[..], &["--act", "lease", "--address", address]].concat());
        let out = stdout(&output);
        let cells: Vec<&str> = out.lines().nth(1).unwrap_or_else(|| panic!("{}", stderr(&output))).split(',').collect();
        assert_eq!((cells[2], cells[3], code(&output)), (verdict, reason, exit), "{address}: {out}");
        assert!((cells[4].parse::<f64>().expect("feet") - feet).abs() < 0.1, "{address}: {out}");
    }
}

#[test]
fn every_verdict_and_reason_can_be_seen_on_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let parks = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(VILLAGE).join("parks.geojson"))
        .expect("parks");
    let changed = |name: &str, edit: &dyn Fn(&str) -> Option<String>| {
        let path = folder.path().join(name);
        let lines: Vec<String> = parks.lines().filter_map(edit).collect();
        std::fs::write(&path, lines.join("\n")).expect("written");
        format!("parks={}", path.display())
    };
    let garrett = |line: &str| line.contains("\"garrett\"");
    let without = changed("without.geojson", &|line| (!garrett(line)).then(|| line.to_owned()));
    const BOW_TIE: &str = "{\"type\": \"Feature\", \"id\": \"garrett\", \"properties\": {\"id\": \"garrett\", \"name\": \"Garrett Park\"}, \"geometry\": \
                           {\"type\": \"Polygon\", \"coordinates\": [[[-73.83783617, 40.94236488], [-73.83604072, 40.94330047], [-73.83604072, 40.94236488], \
                           [-73.83783617, 40.94330047], [-73.83783617, 40.94236488]]]}},";
    let spoilt =
        changed("spoilt.geojson", &|line| Some(if garrett(line) { BOW_TIE.to_owned() } else { line.to_owned() }));
    let lease = ["--act", "lease", "--address"];
    let home = ["--act", "residence", "--address", "9 Ferry Lane", "--fact", "level=3"];
    let rows: [(&str, Vec<&str>); 9] = [
        ("complies,", [&lease[..], &["12 Mill Row, unit 3"]].concat()),
        ("violates,", [&lease[..], &["9 Ferry Lane"]].concat()),
        ("exempt,", [&home[..], &["--fact", "domicile_order=yes"]].concat()),
        ("not-applicable,", [&lease[..], &["5 Bramble Court"]].concat()),
        ("undetermined,too-close", [&lease[..], &["31 Larch Street"]].concat()),
        ("undetermined,readings-differ", [&lease[..], &["70 Hollow Road"]].concat()),
        ("undetermined,missing-fact", home.to_vec()),
        ("undetermined,missing-data", [&lease[..], &["12 Mill Row, unit 3", "--layer", &without]].concat()),
        ("undetermined,invalid-data", [&lease[..], &["70 Hollow Road", "--layer", &spoilt]].concat()),
    ];
    for (wanted, args) in rows {
        let output = metes(&[&LAW[..], &args].concat());
        let out = stdout(&output);
        let row = out.lines().nth(1).unwrap_or_else(|| panic!("{}", stderr(&output)));
        assert!(row.contains(&format!(",19A-3,{wanted}")), "{args:?}: {row}");
    }
    let required = stdout(&metes(&[&LAW[..], &lease, &["9 Ferry Lane"]].concat()));
    assert!(required.contains(",19A-10,required,"), "{required}");
    let cut = [
        "check",
        "--law",
        "us/ny/town-code-1966/chapter-32",
        "--act",
        "curb-cut",
        "--format",
        "csv",
        "--on=2026-11-30",
    ];
    let edge = metes(&[&cut[..], &["--measured", "32-4(6)=25 ft +- 0 ft", "--measured-by", "a tape"]].concat());
    assert!(stdout(&edge).contains(",32-4(6),undetermined,on-limit-unclear,"), "{}", stdout(&edge));
}

#[test]
fn every_output_made_from_it_says_so() {
    for format in ["text", "csv", "json", "ndjson", "geojson"] {
        let output = metes(&[&LAW[..6], &["--act", "lease", "--format", format, "--address", "9 Ferry Lane"]].concat());
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
