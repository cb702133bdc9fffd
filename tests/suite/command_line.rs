//! What a person sees: reports and errors as snapshots, exit codes, pipes and files.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{RESIDENCE, code, metes, stderr, stdout};

const LAW: [&str; 8] =
    ["check", "--law", "us/ny/tuckahoe/chapter-19a", "--act", "lease", "--layers", "illustrative", "--on=2026-11-30"];
const VILLAGE: &str = "data/layers/us/ny/tuckahoe-illustrative";

/// A folder for files of one test.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("written");
    path.display().to_string()
}

/// What a run printed, in one text for a snapshot.
fn whole(args: &[&str]) -> String {
    let output = metes(args);
    format!("exit {}\n--- out\n{}--- err\n{}", code(&output), stdout(&output), stderr(&output))
}

fn check(more: &[&str]) -> String {
    let text = whole(&[&LAW[..], more].concat());
    let prose = text.lines().filter(|line| !line.starts_with("refused: ")); // one line each, for grep
    let widest = prose.max_by_key(|line| line.chars().count()).unwrap_or_default();
    assert!(widest.chars().count() <= 88, "too wide: {widest}");
    text
}

/// The parks of the village, changed by `edit` line by line.
fn parks(folder: &Path, edit: impl Fn(&str) -> Option<String>) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(VILLAGE).join("parks.geojson");
    let text = std::fs::read_to_string(path).expect("parks");
    let lines: Vec<String> = text.lines().filter_map(edit).collect();
    write(folder, "parks-2026.geojson", &lines.join("\n"))
}

#[test]
fn reports_read_as_they_should() {
    insta::assert_snapshot!("complies", check(&["--address", "12 mill row #3"]));
    insta::assert_snapshot!("violates", check(&["--address", "9 Ferry Lane"]));
    insta::assert_snapshot!("too_close", check(&["--parcel", "0117-008"]));
    insta::assert_snapshot!("at_a_point", check(&["--at", "-73.83,40.95"]));
}

#[test]
fn a_named_park_that_is_missing_is_never_clear_and_a_sure_violation_stays() {
    let folder = folder();
    let five = parks(folder.path(), |line| (!line.contains("\"garrett\"")).then(|| line.to_owned()));
    let layer = format!("parks={five}");
    insta::assert_snapshot!("park_missing", check(&["--address", "12 Mill Row, unit 3", "--layer", &layer]));
    let output = metes(&[&LAW[..], &["--address", "9 Ferry Lane", "--layer", &layer, "--format", "csv"]].concat());
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("violates") && stdout(&output).contains("6 named, 5 found: Garrett Park missing"));
}

#[test]
fn a_bad_park_makes_undetermined_only_what_it_could_change() {
    let folder = folder();
    // Garrett Park drawn as a bow-tie where it lies: near 70 Hollow Road, 4,489 ft from 12 Mill Row
    let bow_tie = "{\"type\": \"Feature\", \"id\": \"garrett\", \"properties\": {\"id\": \"garrett\", \"name\": \"Garrett Park\"}, \"geometry\": {\"type\": \"Polygon\", \"coordinates\": \
                   [[[-73.83783617, 40.94236488], [-73.83604072, 40.94330047], [-73.83604072, 40.94236488], [-73.83783617, 40.94330047], [-73.83783617, 40.94236488]]]}},";
    let crossing = parks(folder.path(), |line| {
        Some(if line.contains("\"garrett\"") { bow_tie.to_owned() } else { line.to_owned() })
    });
    let layer = format!("parks={crossing}");
    insta::assert_snapshot!("crossing_park", check(&["--address", "70 Hollow Road", "--layer", &layer]));
    let far = metes(&[&LAW[..], &["--address", "12 Mill Row, unit 3", "--layer", &layer, "--format", "csv"]].concat());
    assert!(stdout(&far).contains(",complies,"), "{}", stdout(&far));
    let repaired = metes(
        &[&LAW[..], &["--address", "70 Hollow Road", "--layer", &layer, "--repair", "parks", "--format", "text"]]
            .concat(),
    );
    assert!(stdout(&repaired).contains("crossing rings accepted (--repair)"), "{}", stdout(&repaired));
}

#[test]
fn errors_read_as_they_should() {
    let folder = folder();
    let path = |name: &str, text: &str| write(folder.path(), name, text);
    let near = |from: &str, to: &str| whole(&["near", "--from", from, "--to", to, "--within", "1000 ft"]);
    let feature = |id: &str, geometry: &str| {
        format!("{{\"type\":\"Feature\",\"id\":\"{id}\",\"properties\":{{}},\"geometry\":{geometry}}}")
    };
    let collection = |features: &[String]| {
        format!("{{\"type\":\"FeatureCollection\",\"features\":[\n{}\n]}}\n", features.join(",\n"))
    };
    let point = |id: &str, x: f64, y: f64| feature(id, &format!("{{\"type\":\"Point\",\"coordinates\":[{x},{y}]}}"));
    let good = path("good.geojson", &collection(&[point("a", -73.83, 40.95)]));

    let unknown_key = path("layers.toml", "[parks]\npath = \"parks.geojson\"\nacuracy = \"5 ft rmse\"\n");
    insta::assert_snapshot!(
        "unknown_key",
        whole(&[&LAW[..6], &[&unknown_key, "--on=2026-11-30", "--address", "x"]].concat())
    );
    let no_crs = path("feet.geojson", &collection(&[point("0104-015", 677_741.68, 771_694.33)]));
    insta::assert_snapshot!("no_crs", near(&good, &no_crs));
    let swapped = path("swapped.geojson", &collection(&[point("union", 40.95121, -73.8331)]));
    insta::assert_snapshot!("swapped_axes", near(&good, &swapped));
    let whole_text = collection(&[point("a", -73.83, 40.95), point("b", -73.83, 40.96)]);
    let cut = path("cut.geojson", &whole_text[..whole_text.len() - 40]);
    insta::assert_snapshot!("truncated", near(&good, &cut));
    insta::assert_snapshot!("no_unit", whole(&["near", "--from", &good, "--to", &good, "--within", "1000"]));
    insta::assert_snapshot!("ambiguous_address", check(&["--address", "12 Mill Row"]));
    insta::assert_snapshot!("no_such_address", check(&["--address", "9 Fery Lane"]));
    insta::assert_snapshot!(
        "several_acts",
        whole(&[&LAW[..3], &["--layers", "illustrative", "--address", "9 Ferry Lane"]].concat())
    );
    insta::assert_snapshot!("no_layers", whole(&[&LAW[..5], &["--address", "9 Ferry Lane"]].concat()));
    insta::assert_snapshot!("no_such_layer", check(&["--address", "9 Ferry Lane", "--crs", "park=EPSG:2260"]));
    let text_ids =
        path("props.geojson", &collection(&[point("a", -73.83, 40.95).replace("{}", "{\"parcel_id\":\"7\"}")]));
    insta::assert_snapshot!(
        "no_such_id",
        whole(&["near", "--from", &text_ids, "--to", &good, "--within", "1 ft", "--from-id", "parcelid"])
    );
}

#[test]
fn rules_are_explained() {
    insta::assert_snapshot!("rules", whole(&["rules", "--law", "us/ny/tuckahoe/chapter-19a"]));
    insta::assert_snapshot!("no_such_act", whole(&["rules", "--law", "us/ny/tuckahoe", "--act", "lese"]));
}

#[test]
fn provisions_of_a_list_are_decided_listed_or_missing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).expect("written");
        file.display().to_string()
    };
    // of Tuckahoe the chapter decides 19A-4, lists 19A-1 as not decided, and has many that this list has not;
    // the other list is nobody's, and what stands in no list is only told of lists that were given
    let list = path(
        "list.csv",
        "id,scope\ntuckahoe.19A-4,S3\ntuckahoe.19-1,S2\ntuckahoe.19A-1,S4\nnobody.1,\"S4: \"\"no\"\" number\"\n",
    );
    let output = metes(&["rules", "--law", "us/ny/tuckahoe/chapter-19a", "--coverage", &list]);
    let table = stdout(&output);
    let row = |start: &str| -> Vec<String> {
        let row = table.lines().find(|line| line.starts_with(start)).expect("a row");
        row.split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(row("tuckahoe         S3"), ["tuckahoe", "S3", "1", "1", "0", "0"]);
    assert_eq!(row("tuckahoe         S2"), ["tuckahoe", "S2", "1", "0", "0", "1"]);
    assert_eq!(row("tuckahoe         S4"), ["tuckahoe", "S4", "1", "0", "1", "0"]);
    assert_eq!(row("nobody"), ["nobody", "S4", "1", "0", "0", "1"]);
    assert_eq!(row("all              all"), ["all", "all", "4", "1", "1", "2"]);
    assert!(table.contains("2 provisions that no page names: tuckahoe.19-1 and nobody.1."), "{table}");
    assert!(table.contains("provisions on pages that are in no list: tuckahoe.19A-10.days"), "{table}");
    assert_eq!(code(&output), 3);

    let twice = path("twice.csv", "id,scope\na.1,S1\na.1,S2\n");
    let output = metes(&["rules", "--coverage", &twice]);
    assert!(stderr(&output).contains("twice.csv names the provision a.1 twice."), "{}", stderr(&output));
    assert_eq!(code(&output), 2);
    let output = metes(&["rules", "--coverage", &path("bare.csv", "id\na.1\n")]);
    assert!(stderr(&output).contains("bare.csv is no list of provisions"), "{}", stderr(&output));
}

/// A check of one of the sites that the generator draws.
fn desk(law: &str, act: &str, site: &str, accuracy: &str, more: &[&str]) -> String {
    let file = format!("fixtures/sites/{site}.geojson");
    let args = [
        "check",
        "--law",
        law,
        "--act",
        act,
        "--layers",
        "illustrative",
        "--sites",
        &file,
        "--site-accuracy",
        accuracy,
        "--site-datum",
        "WGS84",
        "--format",
        "text",
        "--on=2026-11-30",
    ];
    let text = whole(&[&args[..], more].concat());
    assert!(text.lines().all(|line| line.chars().count() <= 88), "{text}");
    text
}

#[test]
fn reports_of_the_permit_desk_read_as_they_should() {
    let bricks = desk("us/ny/tuckahoe/chapter-19", "street-obstruction", "bricks", "0.2 ft rmse", &[]);
    insta::assert_snapshot!("bricks", bricks);
    let more = ["--fact", "spacing_waived=no", "--fact", "runs_through=no"];
    insta::assert_snapshot!(
        "curb_cut",
        desk("us/ny/town-code-1966/chapter-32", "curb-cut", "curb-cut", "0.1 ft rmse", &more)
    );
}

#[test]
fn reports_on_persons_read_as_they_should() {
    let home = ["--address", "9 Ferry Lane"];
    let residence = |more: &[&str]| {
        let text = whole(&[&RESIDENCE[..], &home, more].concat());
        assert!(text.lines().all(|line| line.chars().count() <= 88), "{text}");
        text
    };
    insta::assert_snapshot!("ask", residence(&["--ask"]));
    insta::assert_snapshot!("exempt", residence(&["--fact", "level=3", "--fact", "domicile_order=yes"]));
    insta::assert_snapshot!("readings_differ", check(&["--address", "70 Hollow Road"]));
    insta::assert_snapshot!("outside", check(&["--address", "5 Bramble Court"]));
    insta::assert_snapshot!("straddles", check(&["--address", "12 Withy Lane"]));
}

#[test]
fn layers_are_described() {
    insta::assert_snapshot!("layers", whole(&["layers", &format!("{VILLAGE}/parks.geojson"), "--on=2026-11-30"]));
}

/// A page of law with the distance from the six parks and nothing else.
fn one_reading(folder: &Path) -> String {
    let real = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/law/cambridge.md"))
        .expect("a page");
    let six = [
        "Main Street Park",
        "Constitution Park and Playground",
        "Fisher Park and Playground",
        "Garrett Park",
        "Union Park",
        "Parkway Oval Park",
    ];
    let names =
        ["Alberico Park", "Dana Park", "Fort Washington Park", "Hastings Square", "Hoyt Park", "Lopez Street Park"];
    let page = names.iter().zip(six).fold(real, |page, (name, ours)| page.replace(name, ours));
    write(folder, "law.md", &page.replace("C-1", "T-1").replace("C-0", "T-0"))
}

#[test]
fn one_bad_site_fails_alone_and_the_code_remembers() {
    let folder = folder();
    let ring =
        |x: f64| format!("[[[{x},40.95],[{},40.95],[{},40.9502],[{x},40.9502],[{x},40.95]]]", x + 0.0002, x + 0.0002);
    let polygon = |id: usize, coordinates: &str| {
        format!(
            "{{\"type\":\"Feature\",\"properties\":{{\"pin\":\"{id:05}\"}},\"geometry\":{{\"type\":\"Polygon\",\"coordinates\":{coordinates}}}}}"
        )
    };
    let mut features: Vec<String> = (0..10_000).map(|i| polygon(i, &ring(-73.84 + 0.000_001 * i as f64))).collect();
    features[17] = "{\"type\":\"Feature\",\"properties\":{\"pin\":\"00017\"},\"geometry\":null}".to_owned();
    features[5000] =
        polygon(5000, "[[[-73.83,40.95],[-73.829,40.951],[-73.829,40.95],[-73.83,40.951],[-73.83,40.95]]]");
    features[9999] = polygon(9999, "[[[\"-73.83\",\"40.95\"]]]");
    let sites = write(
        folder.path(),
        "sites.geojson",
        &format!("{{\"type\":\"FeatureCollection\",\"features\":[{}]}}", features.join(",\n")),
    );
    let law = one_reading(folder.path());
    let batch =
        ["check", "--law", &law, "--layers", "illustrative", "--on=2026-11-30", "--sites", &sites, "--id", "pin"];
    let output = metes(&batch);
    assert_eq!(code(&output), 1, "violations outrank what is undetermined");
    let out = stdout(&output);
    let rows: Vec<&str> = out.lines().skip(1).collect();
    assert_eq!(rows.len(), 10_000);
    let decided = rows.iter().filter(|row| row.contains(",complies,,") || row.contains(",violates,,")).count();
    let close = rows.iter().filter(|row| row.contains(",too-close,")).count();
    assert_eq!(decided + close, 9_997);
    for (i, row) in rows.iter().enumerate() {
        assert!(row.starts_with(&format!("{i:05},T-1,")), "row {i}: {row}");
        // no geometry is missing; a crossing ring and text for numbers are invalid
        let wanted = match i {
            17 => ",undetermined,missing-data,",
            5000 | 9999 => ",undetermined,invalid-data,",
            _ => "",
        };
        assert!(row.contains(wanted) && row.contains("cannot be measured") != wanted.is_empty(), "row {i}: {row}");
    }
    let said = stderr(&output);
    assert_eq!(said.matches("refused: ").count(), 3, "{said}");
    assert!(said.contains("10,000 sites"), "{said}");
    // the same bytes whatever the number of threads
    let one = Command::new(env!("CARGO_BIN_EXE_metes"))
        .args(batch)
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .expect("metes runs");
    assert_eq!(one.stdout, output.stdout);
    assert_eq!(code(&metes(&[&LAW[..], &["--sites", &sites, "--exit-zero", "--quiet"]].concat())), 0);
}

#[test]
fn near_gives_the_same_bytes_whatever_the_threads_and_the_order_of_the_file() {
    let folder = folder();
    let reversed = parks(folder.path(), |line| Some(line.to_owned()));
    let text = std::fs::read_to_string(&reversed).expect("parks");
    let mut lines: Vec<String> = text.lines().map(|l| l.trim_end_matches(',').to_owned()).collect();
    let last = lines.len() - 1;
    lines[1..last].reverse();
    let body = lines[1..last].join(",\n");
    let reversed = write(folder.path(), "reversed.geojson", &format!("{}\n{body}\n{}", lines[0], lines[last]));
    let run = |to: &str, threads: &str, format: &str| {
        Command::new(env!("CARGO_BIN_EXE_metes"))
            .args([
                "near",
                "--quiet",
                "--from",
                &format!("{VILLAGE}/parcels.geojson"),
                "--to",
                to,
                "--within",
                "1500 ft",
                "--format",
                format,
            ])
            .env("RAYON_NUM_THREADS", threads)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("metes runs")
            .stdout
    };
    for format in ["csv", "ndjson", "geojson"] {
        let parks = format!("{VILLAGE}/parks.geojson");
        let first = run(&parks, "1", format);
        assert!(first.len() > 10_000);
        assert_eq!(first, run(&parks, "3", format));
        assert_eq!(first, run(&reversed, "2", format));
    }
    let lines = run(&format!("{VILLAGE}/parks.geojson"), "2", "geojson");
    let collection: geojson::FeatureCollection = String::from_utf8(lines).expect("UTF-8").parse().expect("GeoJSON");
    assert!(collection.features.len() > 500);
}

#[test]
fn standard_input_a_file_and_a_gzip_read_alike() {
    let folder = folder();
    let parcels = Path::new(env!("CARGO_MANIFEST_DIR")).join(VILLAGE).join("parcels.geojson");
    let parks = format!("{VILLAGE}/parks.geojson");
    let args = ["near", "--quiet", "--to", &parks, "--within", "1000 ft", "--nearest", "--keep-unmatched", "--from"];
    let plain = metes(&[&args[..], &[&format!("{VILLAGE}/parcels.geojson")]].concat()).stdout;
    let mut child = Command::new(env!("CARGO_BIN_EXE_metes"))
        .args([&args[..], &["-"]].concat())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("metes runs");
    child.stdin.take().expect("a pipe").write_all(&std::fs::read(&parcels).expect("parcels")).expect("written");
    assert_eq!(child.wait_with_output().expect("it ends").stdout, plain);
    let packed: PathBuf = folder.path().join("parcels.geojson.gz");
    let mut encoder =
        flate2::write::GzEncoder::new(std::fs::File::create(&packed).expect("a file"), flate2::Compression::fast());
    encoder.write_all(&std::fs::read(&parcels).expect("parcels")).expect("packed");
    encoder.finish().expect("closed");
    assert_eq!(metes(&[&args[..], &[&packed.display().to_string()]].concat()).stdout, plain);
    assert_eq!(plain.iter().filter(|b| **b == b'\n').count(), 503);
}

#[test]
fn an_output_file_is_whole_or_not_there() {
    let folder = folder();
    let out = folder.path().join("out.csv");
    let parks = format!("{VILLAGE}/parks.geojson");
    let (arg, to) = (out.display().to_string(), folder.path().join("absent.geojson").display().to_string());
    assert_eq!(code(&metes(&["near", "--from", &parks, "--to", &to, "--within", "1 ft", "-o", &arg])), 2);
    assert!(!out.exists());
    // a from file that breaks off leaves nothing either, and an older file as it was
    std::fs::write(&out, "older").expect("written");
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&parks)).expect("parks");
    let cut = write(folder.path(), "cut.geojson", &text[..text.len() / 2]);
    assert_eq!(code(&metes(&["near", "--from", &cut, "--to", &parks, "--within", "1 ft", "-o", &arg])), 2);
    assert_eq!(std::fs::read_to_string(&out).expect("there"), "older");
    assert_eq!(code(&metes(&["near", "--from", &parks, "--to", &parks, "--within", "1 ft", "-o", &arg])), 0);
    assert!(std::fs::read_to_string(&out).expect("there").starts_with("from_id,within,to_id,distance_ft\n"));
    let only: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(only.len(), 2, "no half file is left behind: {only:?}");
}

#[test]
fn a_reader_that_stops_early_is_no_fault() {
    let script = format!(
        "set -o pipefail; '{}' near --quiet --from '{VILLAGE}/parcels.geojson' --to '{VILLAGE}/parcels.geojson' --within '5000 ft' | head -n 1",
        env!("CARGO_BIN_EXE_metes")
    );
    let output =
        Command::new("bash").arg("-c").arg(script).current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("bash runs");
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""), "{}", stdout(&output));
}

#[test]
fn pairs_are_answered_line_by_line() {
    let folder = folder();
    let pairs = write(
        folder.path(),
        "pairs.ndjson",
        "{\"id\":1,\"a\":{\"type\":\"Point\",\"coordinates\":[0,0]},\"b\":{\"type\":\"Point\",\"coordinates\":[0,90]}}\n\n\
         {\"id\":\"x\",\"a\":{\"type\":\"Point\",\"coordinates\":[]},\"b\":{\"type\":\"Point\",\"coordinates\":[0,90]}}\nnonsense\n",
    );
    insta::assert_snapshot!("pairs", whole(&["distance", "--pairs", &pairs]));
}

#[test]
fn proj_data_from_outside_changes_nothing() {
    let folder = folder();
    let file = write(
        folder.path(),
        "a.geojson",
        "{\"type\":\"FeatureCollection\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"EPSG:2260\"}},\"features\":[{\"type\":\"Feature\",\"id\":\"a\",\"properties\":{},\"geometry\":{\"type\":\"Point\",\"coordinates\":[677741.677,771694.33]}}]}",
    );
    let output = Command::new(env!("CARGO_BIN_EXE_metes"))
        .args(["layers", &file, "--quiet"])
        .env("PROJ_DATA", folder.path())
        .env("PROJ_LIB", folder.path())
        .output()
        .expect("metes runs");
    assert!(
        stdout(&output).contains("-73.828000 to -73.828000, 40.950000 to 40.950000"),
        "{}{}",
        stdout(&output),
        stderr(&output)
    );
}
