//! What pieces must give: the features and the refusals of the ordinary reader, whatever the file and the size of a piece.

use std::collections::VecDeque;
use std::io::{Cursor, Read};

use metes::error::Error;
use metes::geojson::{Before, Left, Piece, RawFeature, RawGeometry, Reader, Sketch, Splitter, Standing};
use proptest::prelude::*;

use crate::common::{code, metes, stderr};

/// Sizes of a piece, bytes.
const SIZES: [usize; 5] = [1, 16, 100, 1000, 1 << 20];

/// All that a reader tells of a file.
#[derive(Debug, Clone, PartialEq)]
struct Told {
    features: Vec<Feature>,
    error: Option<Error>,
    crs: Option<metes::geojson::CrsMember>,
    illustrative: bool,
    read: u64,
}

/// A feature, its coordinates to the last bit.
#[derive(Debug, Clone, PartialEq)]
struct Feature {
    ordinal: u64,
    byte: u64,
    line: u64,
    id: Option<String>,
    properties: String,
    geometry: RawGeometry,
    bits: Vec<[u64; 2]>,
}

impl Feature {
    fn of(raw: &RawFeature) -> Self {
        let RawFeature { ordinal, byte, line, id, properties, geometry } = raw.clone();
        let bits = match &geometry {
            RawGeometry::Shape(_, planar) => planar.positions.iter().map(|p| p.map(f64::to_bits)).collect(),
            _ => Vec::new(),
        };
        Feature { ordinal, byte, line, id, properties, geometry, bits }
    }
}

/// Gives its bytes a few at a time, as a pipe may.
struct Drops(Cursor<Vec<u8>>, usize);

impl Read for Drops {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        let most = to.len().min(self.1);
        self.0.read(&mut to[..most])
    }
}

fn reader(text: &[u8]) -> Reader {
    Reader::new("x.geojson", Box::new(Cursor::new(text.to_vec())))
}

/// Reads on to the end, the ordinary way.
fn finish(mut reader: Reader, mut features: Vec<Feature>) -> Told {
    let error = loop {
        match reader.next_feature() {
            Ok(Some(raw)) => features.push(Feature::of(&raw)),
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
    };
    let (crs, illustrative) = (reader.crs_member().cloned(), reader.is_illustrative());
    Told { features, error, crs, illustrative, read: reader.features_read() }
}

fn ordinarily(text: &[u8]) -> Told {
    finish(reader(text), Vec::new())
}

/// Names whose values are noted.
fn wanted() -> Vec<String> {
    ["name", "id", "a\u{e9}", "type"].map(str::to_owned).to_vec()
}

/// A sketch must be what it is a sketch of.
fn whole(sketch: &Sketch) -> Feature {
    let raw = sketch.whole();
    assert_eq!(sketch.ordinal(), raw.ordinal);
    assert_eq!(sketch.properties(), raw.properties);
    assert_eq!(sketch.id().map(|id| id.into_owned()), raw.id);
    for name in &wanted() {
        assert_eq!(sketch.noted(name), metes::json::member(&raw.properties, name), "{name} of {raw:?}");
    }
    match (&raw.geometry, sketch.drawn()) {
        (RawGeometry::Shape(kind, planar), Some((drawn_kind, drawn))) => {
            assert_eq!((*kind, planar.drawn()), (drawn_kind, drawn));
        }
        (RawGeometry::Shape(..), None) | (_, Some(_)) => panic!("{raw:?} is drawn otherwise"),
        _ => {}
    }
    Feature::of(&raw)
}

/// Reads in pieces as a stream does, `ahead` of them taken and read before the first is settled.
fn in_pieces(text: &[u8], size: usize, ahead: usize) -> Told {
    let mut reader = reader(text);
    let mut features = Vec::new();
    match reader.next_feature() {
        Ok(Some(first)) => {
            let mut piece = Piece::new(&wanted());
            piece.put(vec![first]);
            piece.read();
            let mut left = Left::default();
            assert_eq!(piece.settle(Standing::default(), &mut left), Standing::default());
            features.extend(piece.sketches().map(|sketch| whole(&sketch)));
        }
        _ => return ordinarily(text),
    }
    let splitter = match reader.hand_over(size) {
        Ok(Some(splitter)) => splitter,
        Ok(None) => return finish(reader, features),
        Err(error) => {
            let told = finish(reader, features);
            return Told { error: Some(error), ..told };
        }
    };
    // the reader has read ahead a block; it is given back, so that pieces are as small as asked
    let (carry, source, _) = splitter.rest();
    let source = Drops(Cursor::new(read_all(carry, source)), 7);
    let mut splitter = Splitter::new("x.geojson".to_owned(), Box::new(source), Vec::new(), false, size);

    let (mut standing, mut left, mut over) = (reader.standing(), Left::default(), None::<Before>);
    let (mut taken, mut spare, mut is_more) = (VecDeque::new(), Vec::new(), true);
    loop {
        while is_more && over.is_none() && taken.len() < ahead {
            let mut piece = spare.pop().unwrap_or_else(|| Piece::new(&wanted()));
            is_more = splitter.next(piece.text()).expect("memory can be read");
            if is_more {
                piece.read();
                taken.push_back(piece);
            }
        }
        let Some(mut piece): Option<Piece> = taken.pop_front() else { break };
        if over.is_some() {
            left.text.extend_from_slice(piece.drop_features());
        } else {
            standing = piece.settle(standing, &mut left);
            over = piece.stopped();
        }
        features.extend(piece.sketches().map(|sketch| whole(&sketch)));
        spare.push(piece);
    }
    reader.take_back(over.unwrap_or(Before::Comma), standing, left.text, splitter).expect("memory can be read");
    finish(reader, features)
}

fn read_all(mut carry: Vec<u8>, mut source: Box<dyn Read + Send>) -> Vec<u8> {
    source.read_to_end(&mut carry).expect("memory can be read");
    carry
}

/// Holds the pieces of all sizes to the ordinary reading of the text.
fn agree(text: &[u8]) -> Result<(), TestCaseError> {
    let told = ordinarily(text);
    for size in SIZES {
        for ahead in [1, 3] {
            let found = in_pieces(text, size, ahead);
            let shown = String::from_utf8_lossy(text);
            prop_assert_eq!(&found, &told, "pieces of {}, {} ahead, of\n{}", size, ahead, shown);
        }
    }
    Ok(())
}

/// A text in which `~` stands where white space may.
fn spaced(text: &str, style: usize) -> String {
    const RAGGED: [&str; 7] = ["", " ", "\n", "\t\t", "\r\n   ", "", "          "];
    let mut n = 0;
    let mut out = String::new();
    for c in text.chars() {
        match (c, style) {
            ('~', 0) => {}
            ('~', 1) => out.push(' '),
            ('~', 2) => out.push_str("\n  "),
            ('~', 3) => out.push_str("\r\n\t"),
            ('~', _) => {
                out.push_str(RAGGED[n % RAGGED.len()]);
                n += 1 + style % 3;
            }
            _ => out.push(c),
        }
    }
    out
}

fn one_of(texts: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(texts).prop_map(str::to_owned)
}

fn string() -> impl Strategy<Value = String> {
    one_of(&[
        r#""""#,
        r#""plain""#,
        r#""a quote \" in it""#,
        r#""ends in a backslash \\""#,
        r#""\\\\\" },{\"type\":\"Feature\" ""#,
        r#""}, {"#,
        r#""\u0041\u00e9\t\/\b\f\n\r""#,
        r#""\ud83d\ude00 of two halves""#,
        r#""München, Straße, 北京, 😀""#,
        r#""eight by é""#,
        r#""0123456é""#,
        r#""01234567\n""#,
        r#""]}}]}},""#,
        r#""Feature""#,
        r#""\u007f and a real one:""#,
    ])
}

fn broken_string() -> impl Strategy<Value = String> {
    one_of(&[r#""\ud800""#, r#""\x""#, "\"a\nb\"", r#""\u12g4""#, "\"a\tb\"", "'a'", r#""\"#])
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => (-180_000_000i64..180_000_000).prop_map(|n| format!("{:.6}", n as f64 / 1e6)),
        4 => any::<f64>().prop_filter("finite", |x| x.is_finite()).prop_map(|x| format!("{:?}", x % 180.0)),
        3 => (0u64..10_000_000, 0usize..18, any::<u64>()).prop_map(|(whole, n, digits)| {
            if n == 0 { whole.to_string() } else { format!("-{whole}.{}", &format!("{digits:020}")[..n]) }
        }),
        2 => one_of(&[
            "0", "-0", "-0.0", "1e2", "1.5E-3", "1E+2", "-73.83012345678901", "123456789012345678", "0.1234567890123456",
            "1234567", "12345678", "9007199254740993", "5e-324", "0.000000000000001", "2.2250738585072011e-308",
        ]),
    ]
}

/// What is no number and yet may be sound JSON, or not.
fn no_number() -> impl Strategy<Value = String> {
    one_of(&["\"1\"", "null", "1e400", "-1e999", "[]", "{}", "true", "01", "1.", ".5", "+1", "-", "1e", "NaN"])
}

/// A list of positions of a depth.
fn nested(depth: usize) -> BoxedStrategy<String> {
    let list = |of: BoxedStrategy<String>, sizes: std::ops::Range<usize>| {
        prop::collection::vec(of, sizes).prop_map(|all| format!("[~{}~]", all.join("~,~"))).boxed()
    };
    match depth {
        0 => {
            let odd = prop_oneof![200 => number(), 1 => no_number()].boxed();
            prop_oneof![12 => list(odd.clone(), 2..3), 3 => list(odd.clone(), 3..5), 1 => list(odd, 0..2)].boxed()
        }
        1 => prop_oneof![1 => Just("[]".to_owned()), 30 => list(nested(0), 1..9)].boxed(),
        _ => prop_oneof![1 => Just("[~]".to_owned()), 30 => list(nested(depth - 1), 1..4)].boxed(),
    }
}

/// `"coordinates"` and `"type"` of the six plain types, most often as they belong together.
fn geometry() -> impl Strategy<Value = String> {
    let plain = |types: &'static [&'static str], depth: usize| {
        (one_of(types), nested(depth), any::<bool>(), prop::option::weighted(0.15, foreign())).prop_map(
            |(kind, coordinates, type_first, more)| {
                let mut members = vec![format!("\"type\"~:~\"{kind}\""), format!("\"coordinates\"~:~{coordinates}")];
                if !type_first {
                    members.reverse();
                }
                members.splice(1..1, more);
                format!("{{~{}~}}", members.join("~,~"))
            },
        )
    };
    let one = prop_oneof![
        4 => plain(&["Point"], 0),
        2 => plain(&["MultiPoint"], 1),
        4 => plain(&["LineString"], 1),
        4 => plain(&["Polygon"], 2),
        2 => plain(&["MultiLineString"], 2),
        4 => plain(&["MultiPolygon"], 3),
        1 => plain(&["Point", "MultiPoint", "Polygon", "MultiPolygon", "Circle", "GeometryCollection", "Feature"], 2),
    ]
    .boxed();
    let collection = prop::collection::vec(prop_oneof![8 => one.clone(), 1 => Just("null".to_owned())], 0..4)
        .prop_map(|all| format!("{{~\"type\":\"GeometryCollection\",~\"geometries\":[~{}~]~}}", all.join("~,~")));
    prop_oneof![
        30 => one,
        4 => collection,
        3 => one_of(&[
            "null", "{}", "[]", "\"x\"", "7", r#"{"type":"Point"}"#, r#"{"coordinates":[1,2]}"#,
            r#"{"type":"Point","type":"Point","coordinates":[1,2]}"#,
            r#"{"type":"Point","coordinates":[1,2],"coordinates":[1,2]}"#,
            r#"{"ty\u0070e":"Point","coordinates":[1,2]}"#,
            r#"{"type":"Po\u0069nt","coordinates":[1,2]}"#,
            r#"{"type":"Point","coordinates":[1,2],"id":7}"#,
            r#"{"type":"Point","crs":{"type":"name","properties":{"name":"EPSG:2260"}},"coordinates":[1,2]}"#,
            r#"{"type":"Point","crs":{"type":"name","properties":{"name":"EPSG:4326"}},"coordinates":[1,2]}"#,
            r#"{"type":"GeometryCollection","geometries":7}"#,
            r#"{"type":"Point","coordinates":[1,2],}"#,
            r#"{"type":"Point","coordinates":[[[[[[1,2]]]]]]}"#,
        ]),
    ]
}

/// A value that is passed over, some with decoys of features.
fn value() -> BoxedStrategy<String> {
    let decoy = one_of(&[
        r#"[{"type":"Feature","properties":{},"geometry":null},{"type":"Feature","geometry":null,"properties":{}}]"#,
        r#"[{},{"type":"Feature","properties":{"name":"decoy"},"geometry":{"type":"Point","coordinates":[1,2]}},{"id":2}]"#,
        r#"{"features":[{"a":{}},{"type":"Feature","geometry":{"type":"Point","coordinates":[3,4]}},~{~"id"~:1}~]}"#,
        r#"[{"a":{"b":{}},"c":1},{"type":"Feature"}]"#,
        r#"[[{}, {"geometry":{"type":"Point","coordinates":[1,2]},"type":"Feature"}, {"type":"Feature"}]]"#,
    ]);
    let leaf = prop_oneof![
        4 => string(), 4 => number(), 2 => one_of(&["true", "false", "null", "{}", "[]", "[~]", "{~}"]),
    ];
    let value = leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(|all| format!("[~{}~]", all.join("~,~"))),
            prop::collection::vec((key(), inner), 1..4).prop_map(|all| {
                let all: Vec<String> = all.into_iter().map(|(key, value)| format!("{key}~:~{value}")).collect();
                format!("{{~{}~}}", all.join("~,~"))
            }),
        ]
    });
    let deep = (50usize..70).prop_map(|n| format!("{}1{}", "[".repeat(n), "]".repeat(n)));
    prop_oneof![30 => value, 5 => decoy, 1 => deep, 1 => broken_string()].boxed()
}

fn key() -> impl Strategy<Value = String> {
    one_of(&[r#""name""#, r#""id""#, r#""aé""#, r#""a\u00e9""#, r#""n\u0061me""#, r#""type""#, r#""x""#, r#""""#])
}

fn foreign() -> impl Strategy<Value = String> {
    let name = one_of(&["bbox", "title", "geometry_name", "typ", "ids", "Type", "é"]);
    (name, value()).prop_map(|(name, value)| format!("\"{name}\"~:~{value}"))
}

fn properties() -> impl Strategy<Value = String> {
    let members = prop::collection::vec((key(), value()), 0..5).prop_map(|all| {
        let all: Vec<String> = all.into_iter().map(|(key, value)| format!("{key}~:~{value}")).collect();
        format!("{{~{}~}}", all.join("~,~"))
    });
    prop_oneof![20 => members, 2 => Just("null".to_owned()), 1 => value()]
}

/// A feature with its members in any order.
fn feature() -> impl Strategy<Value = String> {
    let kind =
        prop_oneof![80 => Just("\"Feature\""), 1 => Just("\"Featur\\u0065\""), 1 => Just("\"Point\""), 1 => Just("7")];
    let more = prop_oneof![
        12 => Just(None),
        8 => foreign().prop_map(Some),
        1 => one_of(&[
            r#""type":"Feature""#, r#""id":1"#, r#""properties":null"#, r#""geometry":null"#,
            r#""illustrative":true"#, r#""illustrative":true,"illustrative":false"#,
            r#""crs":{"type":"name","properties":{"name":"EPSG:4326"}}"#, r#""crs":null"#,
            r#""coordinates":[1,2]"#, r#""coordinates":"no""#, r#""geometries":[]"#, r#""geometries":7"#,
        ]).prop_map(Some),
    ];
    let id = prop::option::of(prop_oneof![string(), number(), value()]);
    (kind, properties(), prop::option::weighted(0.97, geometry()), id, more)
        .prop_map(|(kind, properties, geometry, id, more)| {
            let mut members = vec![format!("\"type\"~:~{kind}"), format!("\"properties\"~:~{properties}")];
            members.extend(geometry.map(|g| format!("\"geometry\"~:~{g}")));
            members.extend(id.map(|id| format!("\"id\"~:~{id}")));
            members.extend(more);
            members
        })
        .prop_shuffle()
        .prop_map(|members| format!("{{~{}~}}", members.join("~,~")))
}

/// A file with a list of features.
fn file() -> impl Strategy<Value = Vec<u8>> {
    let feature = prop_oneof![60 => feature(), 1 => one_of(&["{}", "1", "null", "[]", "\"x\"", ""])];
    let outer = |place: f64| {
        prop::option::weighted(
            place,
            prop_oneof![
                6 => foreign(),
                1 => one_of(&[
                    r#""crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}}"#, r#""illustrative":true"#,
                    r#""type":"FeatureCollection""#, r#""features":[]"#, r#""coordinates":[1]"#,
                ]),
            ],
        )
    };
    let mark = prop::bool::weighted(0.1);
    let after = prop_oneof![
        12 => Just(""), 3 => Just("\n~"), 1 => Just("}"), 1 => Just("x"), 1 => Just(","),
        1 => Just("\u{1e}{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":null,\"geometry\":null}]}\n"),
        1 => Just("\n{\"type\":\"Feature\",\"properties\":null,\"geometry\":null}"),
        1 => Just("\u{1e}{\"type\":\"Feature\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"EPSG:2260\"}},\"properties\":null,\"geometry\":null}"),
    ];
    let kind = (prop::bool::weighted(0.8), prop::bool::weighted(0.97));
    (kind, outer(0.2), prop::collection::vec(feature, 0..12), outer(0.2), after, 0usize..7, mark).prop_map(
        |((kind_first, is_there), before, features, behind, after, style, mark)| {
            let kind = is_there.then(|| "\"type\"~:~\"FeatureCollection\"".to_owned());
            let (first, last) = if kind_first { (kind, None) } else { (None, kind) };
            let list = format!("\"features\"~:~[~{}~]", features.join("~,~"));
            let members: Vec<String> =
                first.into_iter().chain(before).chain([list]).chain(behind).chain(last).collect();
            let text = spaced(&format!("~{{~{}~}}{after}", members.join("~,~")), style);
            let mark = if mark { "\u{feff}" } else { "" };
            format!("{mark}{text}").into_bytes()
        },
    )
}

/// Something done to one place of a file.
#[derive(Debug, Clone)]
enum Blow {
    Cut,
    Drop,
    Put(u8),
    Set(u8),
    Swap,
}

fn blow() -> impl Strategy<Value = Blow> {
    const BYTES: &[u8] = b" \n\",:{}[]\\0-.eEx\x00\x1e\x7f\x80\xc3\xff";
    let byte = prop::sample::select(BYTES);
    prop_oneof![
        Just(Blow::Cut),
        Just(Blow::Drop),
        byte.clone().prop_map(Blow::Put),
        byte.prop_map(Blow::Set),
        Just(Blow::Swap),
    ]
}

fn struck(mut text: Vec<u8>, blow: &Blow, at: prop::sample::Index) -> Vec<u8> {
    let at = at.index(text.len());
    match blow {
        Blow::Cut => text.truncate(at),
        Blow::Drop => drop(text.remove(at)),
        Blow::Put(byte) => text.insert(at, *byte),
        Blow::Set(byte) => text[at] = *byte,
        Blow::Swap => text.swap(at, at.saturating_sub(1)),
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_file_reads_the_same_in_pieces(text in file()) {
        agree(&text)?;
    }

    #[test]
    fn a_file_that_something_was_done_to_reads_the_same_in_pieces(
        text in file(), blows in prop::collection::vec((blow(), any::<prop::sample::Index>()), 1..3),
    ) {
        let text = blows.iter().fold(text, |text, (blow, at)| if text.is_empty() { text } else { struck(text, blow, *at) });
        agree(&text)?;
    }
}

/// A small file with something of everything.
const SMALL: &str = "{\"type\":\"FeatureCollection\",\"features\":[\
    {\"type\":\"Feature\",\"properties\":{\"name\":\"a\"},\"geometry\":{\"type\":\"Point\",\"coordinates\":[1.5,-2]}},\n\
    {\"type\":\"Feature\",\"id\":\"\\u00e9\",\"properties\":{\"x\":[{\"a\":1},{\"type\":\"Feature\"}]},\"geometry\":{\"coordinates\":[[[0,0],[1,0],[0,1e0],[0,0]]],\"type\":\"Polygon\"}},\r\n \
    {\"id\":7,\"type\":\"Feature\",\"properties\":null,\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[1,2,3],[4,5,6]]}} , \
    {\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"n\":\"\u{e9}\\\"},{\\\"type\\\"\"}}],\"title\":{\"a\":[1]}}\n";

#[test]
fn a_file_cut_off_anywhere_is_refused_in_the_same_words() {
    for cut in 0..=SMALL.len() {
        agree(&SMALL.as_bytes()[..cut]).unwrap_or_else(|e| panic!("cut at {cut}: {e}"));
    }
}

#[test]
fn a_file_with_one_other_byte_reads_the_same() {
    for at in 0..SMALL.len() {
        for byte in *b" \",{}[]\\0e\n\xff" {
            let mut text = SMALL.as_bytes().to_vec();
            text[at] = byte;
            agree(&text).unwrap_or_else(|e| panic!("byte {at} is {byte:#04x}: {e}"));
        }
    }
}

#[test]
fn a_file_longer_than_blocks_and_pieces_reads_the_same() {
    // features of uneven length, some longer than a piece, and a decoy in every tenth
    let mut list = String::new();
    for i in 0..3000 {
        let many = if i % 500 == 499 { 30_000 } else { i % 90 + 4 };
        let positions: Vec<String> = (0..many).map(|k| format!("[{}.{:06},{}.5]", k % 170, i * 7, k % 80)).collect();
        let decoy = if i % 10 == 0 { r#"{"a":[{"b":{}},{"type":"Feature"}]}"# } else { r#"{"name":"é"}"# };
        let comma = if i == 0 { "" } else { ",\n" };
        list.push_str(&format!(
            r#"{comma}{{"type":"Feature","properties":{decoy},"geometry":{{"type":"LineString","coordinates":[{}]}}}}"#,
            positions.join(", ")
        ));
    }
    for end in ["]}", "],\"crs\":null}", ",]}", ",{\"type\":\"Point\"}]}", ""] {
        let text = format!("{{\"type\":\"FeatureCollection\",\"features\":[{list}{end}");
        let told = ordinarily(text.as_bytes());
        assert!(told.features.len() >= 3000);
        for (size, ahead) in [(1000, 2), (256 << 10, 3)] {
            assert!(in_pieces(text.as_bytes(), size, ahead) == told, "{size}, {end}");
        }
    }
}

/// Runs the program with so many threads, a file on standard input.
fn with_threads(threads: &str, args: &[&str], input: &std::path::Path) -> (i32, Vec<u8>, Vec<u8>) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_metes"))
        .args(args)
        .env("METES_THREADS", threads)
        .stdin(std::fs::File::open(input).expect("a file"))
        .output()
        .expect("metes runs");
    (code(&output), output.stdout, output.stderr)
}

#[test]
fn any_number_of_threads_writes_the_same_bytes_from_a_file_and_from_a_pipe() {
    let folder = tempfile::tempdir().expect("a folder");
    let feature = |i: usize, far: f64| {
        let (x, y) = (-73.8 + far * (i % 60) as f64, 40.9 + far * (i / 60) as f64);
        let ring: Vec<String> = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.3, 1.2], [0.0, 0.0]]
            .map(|[a, b]| format!("[{:.7},{:.7}]", x + a * 3e-4, y + b * 3e-4))
            .to_vec();
        let odd = match i % 97 {
            0 => r#"{"type":"Point","coordinates":["x",1]}"#.to_owned(),
            1 => "null".to_owned(),
            2 => format!(r#"{{"type":"Point","coordinates":[{x}e0,{y}]}}"#),
            _ => format!(r#"{{"type":"Polygon","coordinates":[[{}]]}}"#, ring.join(",")),
        };
        let more = "x".repeat(i * 31 % 400);
        format!(
            r#"{{"type":"Feature","properties":{{"pid":"p\u00e9{i}","more":"{more}","a":[{{"b":{{}}}},{{"type":1}}]}},"geometry":{odd}}}"#
        )
    };
    let write = |name: &str, count: usize, far: f64, end: &str| {
        let features: Vec<String> = (0..count).map(|i| feature(i, far)).collect();
        let path = folder.path().join(name);
        let text = format!("{{\"type\":\"FeatureCollection\",\"features\":[\n{}{end}", features.join(",\n"));
        std::fs::write(&path, text).expect("written");
        path
    };
    let to = write("to.geojson", 300, 4e-3, "]}");
    let to = to.to_str().expect("UTF-8");
    for (name, end) in [("sound.geojson", "],\"title\":1}"), ("broken.geojson", ",{\"type\":}]}")] {
        let from = write(name, 9000, 1e-3, end);
        let path = from.to_str().expect("UTF-8");
        let mut runs = Vec::new();
        for threads in ["1", "2", "3"] {
            for more in [&["--keep-unmatched"][..], &["--nearest", "--ties"], &["--nearest", "--format", "ndjson"]] {
                let run = |source: &str| {
                    let args =
                        [&["near", "--from", source, "--to", to, "--within", "1000 ft", "--from-id", "pid"], more]
                            .concat();
                    let (code, out, err) = with_threads(threads, &args, &from);
                    let err = String::from_utf8(err).expect("UTF-8").replace("standard input", name);
                    (code, out, err)
                };
                let (file, pipe) = (run(path), run("-"));
                assert!(file.1 == pipe.1 && file.0 == pipe.0, "{name} {threads} {more:?}\n{}\n{}", file.2, pipe.2);
                runs.push((threads, more, file));
            }
        }
        let (ones, others) = runs.split_at(3);
        for (one, other) in others.iter().enumerate().map(|(i, other)| (&ones[i % 3], other)) {
            assert_eq!(one.1, other.1);
            assert!(one.2 == other.2, "{name} {} {:?}\n{}\n{}", other.0, other.1, one.2.2, other.2.2);
        }
        assert_eq!(ones[0].2.0 == 2, name == "broken.geojson", "{}", ones[0].2.2);
        let survey = |threads: &str| with_threads(threads, &["layers", "--on", "2026-11-30", path], &from);
        let one = survey("1");
        for threads in ["2", "3"] {
            assert!(survey(threads) == one, "{threads}");
        }
        assert_eq!(stderr(&metes(&["layers", "--on", "2026-11-30", path])).as_bytes(), &one.2[..]);
    }
}
