//! The rows that are written without a report are those that a report gives, byte for byte.
//!
//! The same sites are asked about twice: as they are, and with their axes exchanged in the file and
//! back by `--swap-axes`, which always goes the long way.

use std::fmt::Write as _;
use std::path::Path;

use crate::common::{code, metes, rows, stderr, stdout};

/// A plain page: apart from the homes nothing has to be explained.
const LAW: &str = r#"# Test chapter X. Homes near parks

**Invented.**

```toml chapter
place       = "Nowhere (an invented rule, for tests)"
source      = "nobody's law"
time_zone   = "America/New_York"
checked     = 2026-11-30
not_checked = ["Everything"]
status      = { is = "illustrative", note = "Invented." }
```

## § X-0. The town

The page speaks of homes in the town.

```toml places
id     = "town"
layer  = "boundary"
noun   = "town boundary"
plural = "town boundaries"
every  = "only"
```

```toml condition
id      = "inside-town"
yes     = "it lies inside the town"
no      = "it lies outside the town"
short   = ["inside", "outside"]
measure = { distance = { from = "site.lot", to = "town" } }
require = { at_most = "0 ft" }
```

## § X-1. Parks

No home is within 300 feet of a park.

```toml places
id     = "parks"
layer  = "parks"
noun   = "park"
plural = "parks"
every  = "feature"
```

```toml rule
id      = "X-1"
topic   = "distance from parks"
act     = "home"
when    = { holds = "inside-town" }
measure = { distance = { from = "site.lot", to = "parks" } }
require = { more_than = "300 ft" }
```

## § X-2. Far from parks

A home is at least 100 feet from each park.

```toml rule
id      = "X-2"
topic   = "distance from parks"
act     = "home"
measure = { distance = { from = "site.lot", to = "parks" } }
require = { at_least = "100 ft" }
```
"#;

/// Numbers that scatter between 0 and 1, always the same.
struct Scatter(u64);

impl Scatter {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Feet east and north of a place near 40.95 N, in degrees.
fn place([east, north]: [f64; 2]) -> [f64; 2] {
    [-73.83 + east * 0.3048 / 84_290.0, 40.95 + north * 0.3048 / 111_050.0]
}

fn ring(corners: &[[f64; 2]], swapped: bool) -> String {
    let text = |p: &[f64; 2]| {
        let [x, y] = place(*p);
        if swapped { format!("[{y:.7},{x:.7}]") } else { format!("[{x:.7},{y:.7}]") }
    };
    let closed: Vec<String> = corners.iter().chain(corners.first()).map(text).collect();
    format!("[{}]", closed.join(","))
}

fn lot([x, y]: [f64; 2], [w, h]: [f64; 2]) -> [[f64; 2]; 4] {
    // turned a little, as lots are
    let at = |u: f64, v: f64| [x + u - 0.2 * v, y + v + 0.2 * u];
    [at(0.0, 0.0), at(w, 0.0), at(w, h), at(0.0, h)]
}

fn collection(features: &[(String, String, String)]) -> String {
    let one = |(id, geometry, more): &(String, String, String)| {
        format!("{{\"type\":\"Feature\",\"properties\":{{\"id\":\"{id}\"{more}}},\"geometry\":{geometry}}}")
    };
    let features: Vec<String> = features.iter().map(one).collect();
    format!("{{\"type\":\"FeatureCollection\",\"features\":[\n{}\n]}}\n", features.join(",\n"))
}

/// Lots in rows, and between them what is odd: holes, two parts, points, lines, no geometry, crossings,
/// lots in parks, about parks, beside parks, across the boundary and far outside.
fn sites(swapped: bool) -> String {
    let mut scatter = Scatter(3);
    let mut found = Vec::new();
    for i in 0..3000 {
        let at = [scatter.next() * 11_000.0 - 500.0, scatter.next() * 11_000.0 - 500.0];
        let size = [40.0 + 60.0 * scatter.next(), 80.0 + 40.0 * scatter.next()];
        let shell = ring(&lot(at, size), swapped);
        let inner = ring(&lot([at[0] + 12.0, at[1] + 20.0], [10.0, 12.0]), swapped);
        let beside = ring(&lot([at[0] + 300.0, at[1]], size), swapped);
        let geometry = match i % 40 {
            1 => format!("{{\"type\":\"Polygon\",\"coordinates\":[{shell},{inner}]}}"),
            2 => format!("{{\"type\":\"MultiPolygon\",\"coordinates\":[[{shell}],[{beside}]]}}"),
            3 => format!("{{\"type\":\"MultiPoint\",\"coordinates\":{shell}}}"),
            4 => format!("{{\"type\":\"LineString\",\"coordinates\":{inner}}}"),
            5 => "null".to_owned(),
            6 => {
                let [a, b, c, d] = lot(at, size);
                format!("{{\"type\":\"Polygon\",\"coordinates\":[{}]}}", ring(&[a, c, b, d], swapped))
            }
            7 => format!("{{\"type\":\"Polygon\",\"coordinates\":[{}]}}", ring(&lot(at, [2500.0, 2500.0]), swapped)),
            _ => format!("{{\"type\":\"Polygon\",\"coordinates\":[{shell}]}}"),
        };
        let mut more = String::new();
        let _ = write!(more, ",\"zone\":\"R-{}\",\"note\":\"a, \\\"b\\\"\"", i % 7);
        found.push((format!("S{i}"), geometry, more));
    }
    collection(&found)
}

fn scene(folder: &Path) {
    let mut scatter = Scatter(11);
    let mut parks = Vec::new();
    for i in 0..40 {
        let at = [scatter.next() * 10_000.0, scatter.next() * 10_000.0];
        let radius = 60.0 + 300.0 * scatter.next();
        let corner = |k: usize| {
            let (s, c) = (std::f64::consts::TAU * k as f64 / 60.0).sin_cos();
            let r = radius * (0.8 + 0.2 * ((k * 7919 % 13) as f64 / 13.0));
            [at[0] + r * c, at[1] + r * s]
        };
        let outline: Vec<[f64; 2]> = (0..60).map(corner).collect();
        parks.push((
            format!("P{i:02}"),
            format!("{{\"type\":\"Polygon\",\"coordinates\":[{}]}}", ring(&outline, false)),
            format!(",\"name\":\"Park {}, No. {i}\"", i % 5),
        ));
        if i % 8 == 0 {
            parks.push((format!("Q{i:02}"), parks.last().expect("one").1.clone(), String::new())); // a tie
        }
    }
    let town = ring(&[[-200.0, -200.0], [10_300.0, -200.0], [10_300.0, 10_300.0], [-200.0, 10_300.0]], false);
    let town = vec![("T".to_owned(), format!("{{\"type\":\"Polygon\",\"coordinates\":[{town}]}}"), String::new())];
    std::fs::write(folder.join("parks.geojson"), collection(&parks)).expect("written");
    std::fs::write(folder.join("boundary.geojson"), collection(&town)).expect("written");
    std::fs::write(folder.join("plain.geojson"), sites(false)).expect("written");
    std::fs::write(folder.join("swapped.geojson"), sites(true)).expect("written");
    std::fs::write(folder.join("law.md"), LAW).expect("written");
    for (name, accuracy) in [("exact", "0 ft"), ("rough", "2 ft rmse")] {
        let stated = format!("accuracy = \"{accuracy}\"\ndatum = \"WGS84\"\n");
        let text = format!(
            "[parks]\npath = \"parks.geojson\"\nid = \"id\"\nname = \"name\"\n{stated}coverage = {{ path = \"boundary.geojson\", grown_by = \"100 ft\" }}\n\n\
             [boundary]\npath = \"boundary.geojson\"\nid = \"id\"\n{stated}\n"
        );
        std::fs::write(folder.join(format!("{name}.toml")), text).expect("written");
    }
}

#[test]
fn rows_without_a_report_are_those_of_a_report() {
    let folder = tempfile::tempdir().expect("a folder");
    scene(folder.path());
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (layers, accuracy) in [("exact.toml", "0 ft"), ("rough.toml", "2 ft rmse")] {
        let run = |file: &str, more: &[&str]| {
            let (law, layers, sites) = (path("law.md"), path(layers), path(file));
            let mut args = vec!["check", "--law", &law, "--layers", &layers, "--sites", &sites, "--id", "id"];
            args.extend([
                "--site-accuracy",
                accuracy,
                "--site-datum",
                "WGS84",
                "--format",
                "csv",
                "--on",
                "2026-11-30",
            ]);
            args.extend(["--keep", "zone,note,id,zone"]); // one of them is the id, and one stands twice
            args.extend(more);
            metes(&args)
        };
        let (quick, long) = (run("plain.geojson", &[]), run("swapped.geojson", &["--swap-axes", "sites"]));
        assert_eq!(code(&quick), 1, "{}", stderr(&quick));
        assert_eq!(code(&long), 1, "{}", stderr(&long));
        let (quick, long) = (stdout(&quick), stdout(&long));
        for (a, b) in quick.lines().zip(long.lines()) {
            assert_eq!(a, b, "{layers}");
        }
        assert_eq!(quick.lines().count(), 6001);
        let rows = rows(&quick);
        let count = |verdict: &str| rows.iter().filter(|row| row["verdict"] == verdict).count();
        // what the scene is for: many sure both ways, and some of all the rest
        assert!(count("complies") > 1500 && count("violates") > 300 && count("undetermined") > 200);
        assert!(count("not-applicable") > 20 && rows.iter().any(|row| row["nearest_id"].contains('|')));
    }
}

#[test]
fn joined_rows_are_the_same_by_the_quick_way_and_by_the_long() {
    let folder = tempfile::tempdir().expect("a folder");
    scene(folder.path());
    let path = |name: &str| folder.path().join(name).display().to_string();
    for more in [&["--nearest"][..], &["--nearest", "--ties"], &[], &["--keep-unmatched", "--nearest"]] {
        let run = |file: &str, swap: &[&str]| {
            let (from, to) = (path(file), path("parks.geojson"));
            let mut args =
                vec!["near", "--from", &from, "--to", &to, "--within", "500 ft", "--from-id", "id", "--to-id", "id"];
            args.extend(more);
            args.extend(swap);
            let output = metes(&args);
            assert_eq!(code(&output), 3, "{}", stderr(&output)); // two sorts of sites are refused
            stdout(&output)
        };
        let (quick, long) = (run("plain.geojson", &[]), run("swapped.geojson", &["--swap-axes", "from"]));
        assert!(quick.lines().count() > 900, "{more:?}");
        assert_eq!(quick, long, "{more:?}");
    }
}

#[test]
fn a_plain_processor_and_any_number_of_threads_give_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    scene(folder.path());
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (law, layers, sites, parks) =
        (path("law.md"), path("rough.toml"), path("plain.geojson"), path("parks.geojson"));
    let check = ["check", "--law", &law, "--layers", &layers, "--sites", &sites, "--id", "id", "--on", "2026-11-30"];
    let check = [&check[..], &["--site-accuracy", "2 ft rmse", "--format", "csv"]].concat();
    let near = ["near", "--from", &sites, "--to", &parks, "--within", "2000 ft", "--from-id", "id", "--to-id", "id"];
    for args in [&check[..], &near] {
        let run = |plain: bool, threads: &str| {
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_metes"));
            command.args(args).env("METES_THREADS", threads);
            if plain {
                command.env("METES_PLAIN", "1");
            } else {
                command.env_remove("METES_PLAIN");
            }
            stdout(&command.output().expect("metes runs"))
        };
        let wanted = run(true, "1");
        assert!(wanted.lines().count() > 3000);
        for (plain, threads) in [(false, "1"), (false, "3"), (true, "2")] {
            assert!(run(plain, threads) == wanted, "plain {plain}, {threads} threads, {args:?}");
        }
    }
}
