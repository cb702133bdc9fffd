//! What the sieve must find: the features and the distances, to the last bit, of measuring them all.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use metes::earth::{LonLat, geodesic};
use metes::input::Input;
use metes::layer::{Layer, Settings};
use metes::measure::distance_within;
use metes::near::TIE;
use metes::planar::{GeometryType, PathKind, Planar};
use metes::shape::Shape;
use metes::sieve::{From, Reach, Scratch, Sieve};
use metes::units::Metres;
use metes::validity::clean;
use proptest::prelude::*;
use serde_json::{Value, json};

/// How many questions were asked of the sieve, and how many it told the answer to.
static ASKED: AtomicUsize = AtomicUsize::new(0);
static TOLD: AtomicUsize = AtomicUsize::new(0);

/// Metres of a degree of latitude, about.
const DEGREE: f64 = 111_000.0;

/// A geometry in metres about a place: its type and its paths.
#[derive(Clone)]
struct Figure {
    kind: GeometryType,
    paths: Vec<(PathKind, u32, Vec<[f64; 2]>)>,
}

impl std::fmt::Debug for Figure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {} paths", self.kind, self.paths.len()) // what fails is written as GeoJSON
    }
}

impl Figure {
    fn one(kind: GeometryType, path: PathKind, positions: Vec<[f64; 2]>) -> Self {
        Figure { kind, paths: vec![(path, 0, positions)] }
    }

    fn moved(mut self, [east, north]: [f64; 2]) -> Self {
        let positions = self.paths.iter_mut().flat_map(|path| &mut path.2);
        positions.for_each(|p| *p = [p[0] + east, p[1] + north]);
        self
    }

    /// Its positions in degrees, rings closed; `None` when it is not clean or leaves the earth.
    fn at(&self, place: [f64; 2]) -> Option<(GeometryType, Planar)> {
        let mut planar = Planar::default();
        for (kind, part, positions) in &self.paths {
            let is_ring = matches!(kind, PathKind::Shell | PathKind::Hole);
            let closing = positions.first().filter(|_| is_ring);
            planar.push_path(*kind, *part, positions.iter().chain(closing).map(|p| on_earth(place, *p)));
        }
        if planar.positions.iter().any(|p| p[1].abs() > 89.9 || p[0].abs() > 300.0) {
            return None;
        }
        clean(self.kind, planar, false).ok().map(|(planar, _)| (self.kind, planar))
    }
}

fn on_earth([lon, lat]: [f64; 2], [east, north]: [f64; 2]) -> [f64; 2] {
    [lon + east / (DEGREE * lat.to_radians().cos()), lat + north / DEGREE]
}

/// A geometry as GeoJSON.
fn geometry(kind: GeometryType, planar: &Planar) -> Value {
    let along = |path: &metes::planar::Path| json!(planar.along(path));
    let all = || Value::from_iter(planar.paths.iter().map(along));
    let polygons = || planar.polygons().map(|rings| Value::from_iter(rings.iter().map(along)));
    let coordinates = match kind {
        GeometryType::Point => json!(planar.positions[0]),
        GeometryType::MultiPoint => json!(planar.positions),
        GeometryType::LineString => along(&planar.paths[0]),
        GeometryType::MultiLineString => all(),
        GeometryType::Polygon => polygons().next().expect("a polygon"),
        GeometryType::MultiPolygon => Value::from_iter(polygons()),
        GeometryType::GeometryCollection => {
            let others = planar.paths.iter().filter(|path| !path.is_ring()).map(|path| match path.kind {
                PathKind::Point => json!({"type": "Point", "coordinates": planar.along(path)[0]}),
                _ => json!({"type": "LineString", "coordinates": planar.along(path)}),
            });
            let areas = polygons().map(|rings| json!({"type": "Polygon", "coordinates": rings}));
            return json!({"type": "GeometryCollection", "geometries": Value::from_iter(areas.chain(others))});
        }
    };
    json!({"type": kind.to_string(), "coordinates": coordinates})
}

/// A layer of these geometries.
fn layer(of: &[(GeometryType, Planar)]) -> Layer {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    for (i, (kind, planar)) in of.iter().enumerate() {
        let feature = json!({"type": "Feature", "id": i, "properties": null, "geometry": geometry(*kind, planar)});
        writeln!(file, "{feature}").expect("written");
    }
    let layer = Layer::load(&Settings::new("to", Input::Path(file.path().to_owned())), false).expect("sound");
    assert_eq!((layer.features.len(), layer.refused.len()), (of.len(), 0), "{:?}", layer.refused);
    layer
}

/// The distances of all features within a length, as bits.
fn measured(layer: &Layer, site: &Shape, limit: Metres) -> Vec<(usize, u64)> {
    let features = layer.features.iter().enumerate();
    features.filter_map(|(i, f)| Some((i, distance_within(site, &f.shape, limit)?.distance.0.to_bits()))).collect()
}

/// A length in which the nearest feature and its ties lie: to some vertex of each.
fn enough(layer: &Layer, site: &Planar) -> Metres {
    let from = LonLat::new(site.positions[0]);
    let to = layer.features.iter().map(|f| geodesic(from, LonLat::new(f.shape.drawing().planar().positions[0])).0);
    Metres(to.fold(f64::INFINITY, f64::min) + 1.0)
}

/// Holds the sieve to the measuring of all features; whether it could tell.
fn holds(layer: &Layer, sites: &[(GeometryType, Planar)], reach: Reach, limit: Metres) -> Result<usize, TestCaseError> {
    let sieve = Sieve::new(layer, reach);
    let mut scratch = Scratch::default();
    let mut told = 0;
    for (kind, planar) in sites {
        let Some(from) = From::new(*kind, planar.drawn()) else { continue };
        let Some(site) = from.shape() else { continue };
        let mut all = measured(layer, &site, if limit.0.is_finite() { limit } else { enough(layer, planar) });
        let least = all.iter().map(|(_, d)| f64::from_bits(*d)).fold(f64::INFINITY, f64::min);
        for nearest in [limit.0.is_infinite(), true] {
            if nearest {
                all.retain(|(_, d)| f64::from_bits(*d) <= least + TIE.0);
            }
            if !sieve.sift(&from, limit, nearest, &mut scratch) {
                continue;
            }
            told += 1;
            let mut found: Vec<(usize, u64)> = scratch.found.iter().map(|(i, d)| (*i, d.0.to_bits())).collect();
            found.sort_unstable();
            if found != all {
                let shown = |of: &[(usize, u64)]| of.iter().map(|(i, d)| (*i, f64::from_bits(*d))).collect::<Vec<_>>();
                let odd: Vec<usize> =
                    all.iter().chain(&found).filter(|x| !(all.contains(x) && found.contains(x))).map(|x| x.0).collect();
                prop_assert!(
                    false,
                    "nearest {}, {:?}, {:?}\nfound {:?}\nwanted {:?}\nsite {}\nfeatures {}",
                    nearest,
                    reach,
                    limit,
                    shown(&found),
                    shown(&all),
                    geometry(*kind, planar),
                    Value::from_iter(
                        odd.iter().map(|i| geometry(of_kind(layer, *i), layer.features[*i].shape.drawing().planar()))
                    )
                );
            }
        }
    }
    Ok(told)
}

fn of_kind(layer: &Layer, i: usize) -> GeometryType {
    layer.features[i].shape.kind()
}

/// The same in both ways of reaching.
fn holds_both(
    features: &[(GeometryType, Planar)],
    sites: &[(GeometryType, Planar)],
    limit: f64,
) -> Result<usize, TestCaseError> {
    let layer = layer(features);
    let limit = Metres(limit);
    let within = holds(&layer, sites, Reach::Within(limit), limit)?;
    let both = holds(&layer, sites, Reach::Nearest(limit), limit)?;
    let nearest = holds(&layer, sites, Reach::Nearest(Metres(limit.0.min(100.0))), Metres(f64::INFINITY))?;
    TOLD.fetch_add(within + both + nearest, Ordering::Relaxed);
    ASKED.fetch_add(5 * sites.len(), Ordering::Relaxed);
    Ok(within + both + nearest)
}

// ---- figures ----

/// A star-shaped ring.
fn ring(across: f64, most: usize) -> impl Strategy<Value = Vec<[f64; 2]>> {
    prop::collection::vec(0.25..1.0f64, 3..most).prop_map(move |radii| {
        let n = radii.len() as f64;
        let turn = |i: usize| std::f64::consts::TAU * (i as f64 + 0.5) / n;
        radii.iter().enumerate().map(|(i, r)| [across * r * turn(i).cos(), across * r * turn(i).sin()]).collect()
    })
}

fn polygon(across: f64) -> impl Strategy<Value = Figure> {
    (ring(across, 22), any::<bool>()).prop_map(|(shell, with_hole)| {
        let hole = shell.iter().map(|p| [p[0] * 0.6, p[1] * 0.6]).collect();
        let mut figure = Figure::one(GeometryType::Polygon, PathKind::Shell, shell);
        if with_hole {
            figure.paths.push((PathKind::Hole, 0, hole));
        }
        figure
    })
}

fn line(across: f64) -> impl Strategy<Value = Figure> {
    prop::collection::vec((-1.0..1.0f64, -1.0..1.0f64), 2..20).prop_map(move |positions| {
        let positions = positions.into_iter().map(|(x, y)| [x * across, y * across]).collect();
        Figure::one(GeometryType::LineString, PathKind::Line, positions)
    })
}

/// A line so straight and long that its bend counts, with others beside it.
fn straight(across: f64) -> impl Strategy<Value = Figure> {
    (0.0..std::f64::consts::TAU, 0.3..1.0f64).prop_map(move |(turn, length)| {
        let end = [across * length * turn.cos(), across * length * turn.sin()];
        Figure::one(GeometryType::LineString, PathKind::Line, vec![[-end[0], -end[1]], end])
    })
}

fn point() -> Figure {
    Figure::one(GeometryType::Point, PathKind::Point, vec![[0.0, 0.0]])
}

/// A cross of two bars, of no vertex of which the one lies in the other.
fn bar(across: f64, upright: bool) -> Figure {
    let (long, thin) = (across, across * 0.1);
    let [x, y] = if upright { [thin, long] } else { [long, thin] };
    Figure::one(GeometryType::Polygon, PathKind::Shell, vec![[-x, -y], [x, -y], [x, y], [-x, y]])
}

/// Several figures as one.
fn joined(figures: Vec<Figure>) -> Figure {
    let mut part = 0;
    let mut paths = Vec::new();
    for figure in figures {
        let parts = figure.paths.iter().map(|path| path.1 + 1).max().unwrap_or(0);
        paths.extend(figure.paths.into_iter().map(|(kind, own, positions)| (kind, part + own, positions)));
        part += parts;
    }
    let all = |wanted: fn(PathKind) -> bool| paths.iter().all(|path| wanted(path.0));
    let kind = if all(|kind| kind == PathKind::Point) {
        GeometryType::MultiPoint
    } else if all(|kind| kind == PathKind::Line) {
        GeometryType::MultiLineString
    } else if all(|kind| matches!(kind, PathKind::Shell | PathKind::Hole)) {
        GeometryType::MultiPolygon
    } else {
        // areas first, as they are written
        paths.sort_by_key(|path| !matches!(path.0, PathKind::Shell | PathKind::Hole));
        GeometryType::GeometryCollection
    };
    Figure { kind, paths }
}

fn figure(across: f64) -> BoxedStrategy<Figure> {
    let offset = (-1.0..1.0f64, -1.0..1.0f64).prop_map(move |(x, y)| [2.0 * x * across, 2.0 * y * across]);
    let simple = prop_oneof![
        3 => Just(point()),
        5 => polygon(across),
        2 => line(across),
        2 => straight(across),
        1 => any::<bool>().prop_map(move |upright| bar(across, upright)),
    ]
    .boxed();
    let several = prop::collection::vec((simple.clone(), offset), 2..5)
        .prop_map(|all| joined(all.into_iter().map(|(figure, offset)| figure.moved(offset)).collect()));
    prop_oneof![5 => simple, 1 => several].boxed()
}

/// Where a scene is set.
fn places() -> impl Strategy<Value = [f64; 2]> {
    prop_oneof![
        4 => Just([-73.83, 40.95]),
        1 => Just([0.0, 0.0]),
        1 => Just([9.5, -0.001]),
        2 => (74.0..76.0f64).prop_map(|lat| [20.0, lat]),
        1 => (83.0..85.2f64).prop_map(|lat| [-40.0, -lat]),
        1 => (177.0..179.9f64, -80.0..80.0f64, any::<bool>()).prop_map(|(lon, lat, west)| [if west { -lon } else { lon }, lat]),
        2 => (-179.0..179.0f64, -84.0..84.0f64).prop_map(|(lon, lat)| [lon, lat]),
    ]
}

/// Sizes of things, metres.
fn size() -> impl Strategy<Value = f64> {
    prop_oneof![3 => 5.0..60.0f64, 3 => 60.0..400.0f64, 2 => 400.0..5_000.0f64, 1 => 5_000.0..60_000.0f64]
}

fn limits() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.1), 0.1..50.0f64, 50.0..1_000.0f64, Just(304.8), 1_000.0..8_000.0f64, 8_000.0..50_000.0f64]
}

/// Features of one size, sites of another, some of them at places that the two share.
fn scene() -> impl Strategy<Value = ([f64; 2], Vec<Figure>, Vec<Figure>)> {
    (places(), size(), size(), prop_oneof![3 => 0.5..4.0f64, 1 => 4.0..30.0f64]).prop_flat_map(
        |(place, large, small, spread)| {
            let spread = spread * large.max(small);
            let somewhere = (-1.0..1.0f64, -1.0..1.0f64).prop_map(move |(x, y)| [x * spread, y * spread]);
            let features =
                prop::collection::vec((figure(large), somewhere.clone(), 0usize..8), 1..25).prop_map(|all| {
                    let mut features: Vec<Figure> = Vec::new();
                    for (figure, offset, odd) in all {
                        let last = features.last().cloned();
                        match (odd, last) {
                            (0, Some(last)) => features.push(last),                       // the same again
                            (1, Some(last)) => features.push(last.moved([0.0, 0.000_3])), // a near tie
                            (2, Some(last)) => features.push(last.moved([0.000_5, 0.0])),
                            _ => features.push(figure.moved(offset)),
                        }
                    }
                    features
                });
            let sites = prop::collection::vec((figure(small), somewhere), 1..5)
                .prop_map(|all| all.into_iter().map(|(figure, offset)| figure.moved(offset)).collect::<Vec<_>>());
            (Just(place), features, sites)
        },
    )
}

fn placed(place: [f64; 2], figures: &[Figure]) -> Vec<(GeometryType, Planar)> {
    figures.iter().filter_map(|figure| figure.at(place)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_sifted_is_what_is_measured((place, features, sites) in scene(), limit in limits()) {
        let (features, mut sites) = (placed(place, &features), placed(place, &sites));
        prop_assume!(!features.is_empty());
        // and from the features themselves, and from their corners
        sites.extend(features.iter().take(2).cloned());
        let corner = |(_, planar): &(GeometryType, Planar)| {
            let mut point = Planar::default();
            point.push_path(PathKind::Point, 0, [planar.positions[0]]);
            (GeometryType::Point, point)
        };
        sites.extend(features.iter().take(2).map(corner).collect::<Vec<_>>());
        holds_both(&features, &sites, limit)?;
    }

    #[test]
    fn a_site_about_the_vertices_and_edges_of_one_feature_is_measured_right(
        place in places(), of in size().prop_flat_map(figure), own in size().prop_flat_map(figure), other in figure(40.0),
        edge: prop::sample::Index, share in prop_oneof![Just(0.0), Just(0.5), Just(1.0), 0.0..1.0f64],
        off in prop_oneof![Just(0.0), -0.002..0.002f64, -2.0..2.0f64, -300.0..300.0f64], limit in limits(),
    ) {
        // a site with a vertex on, or a little beside, an edge of the feature; and one edge along it
        let path = &of.paths[0].2;
        let i = edge.index(path.len());
        let (a, b) = (path[i], path[(i + 1) % path.len()]);
        let along = [b[0] - a[0], b[1] - a[1]];
        let length = along[0].hypot(along[1]).max(1e-9);
        let beside = |t: f64, by: f64| [a[0] + t * along[0] - by * along[1] / length, a[1] + t * along[1] + by * along[0] / length];
        let vertex = beside(share, off);
        let start = own.paths[0].2[0];
        let site = own.moved([vertex[0] - start[0], vertex[1] - start[1]]);
        let side = Figure::one(GeometryType::LineString, PathKind::Line, vec![beside(-0.3, off), beside(1.2, off * 1.0001)]);
        let strip = Figure::one(GeometryType::Polygon, PathKind::Shell,
            vec![beside(0.1, off), beside(0.9, off), beside(0.9, off + off.signum() * 30.0), beside(0.1, off + off.signum() * 30.0)]);
        let middle = Figure::one(GeometryType::Point, PathKind::Point, vec![vertex]);
        let sites = placed(place, &[site, side, strip, middle, of.clone()]);
        let other = other.moved([vertex[0] + 70.0, vertex[1] - 50.0]);
        let features = placed(place, &[of, other]);
        prop_assume!(!features.is_empty());
        holds_both(&features, &sites, limit)?;
    }
}

#[test]
fn most_questions_of_the_scenes_are_answered_by_the_sieve_itself() {
    what_is_sifted_is_what_is_measured();
    a_site_about_the_vertices_and_edges_of_one_feature_is_measured_right();
    let (told, asked) = (TOLD.load(Ordering::Relaxed), ASKED.load(Ordering::Relaxed));
    println!("the sieve told {told} of {asked}");
    assert!(told * 3 > asked, "{told} of {asked}");
}

// ---- cases, each with why it went wrong or might ----

fn drawn(kind: GeometryType, paths: &[(PathKind, u32, &[[f64; 2]])]) -> (GeometryType, Planar) {
    let mut planar = Planar::default();
    paths.iter().for_each(|(kind, part, positions)| planar.push_path(*kind, *part, positions.iter().copied()));
    (kind, planar)
}

fn at(p: [f64; 2]) -> (GeometryType, Planar) {
    drawn(GeometryType::Point, &[(PathKind::Point, 0, &[p])])
}

fn square([x, y]: [f64; 2], half: [f64; 2]) -> [[f64; 2]; 5] {
    let [w, s, e, n] = [x - half[0], y - half[1], x + half[0], y + half[1]];
    [[w, s], [e, s], [e, n], [w, n], [w, s]]
}

fn area(centre: [f64; 2], half: [f64; 2]) -> (GeometryType, Planar) {
    drawn(GeometryType::Polygon, &[(PathKind::Shell, 0, &square(centre, half))])
}

fn must_hold(features: &[(GeometryType, Planar)], sites: &[(GeometryType, Planar)], limit: f64) {
    holds_both(features, sites, limit).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn a_site_deep_inside_an_area_is_at_no_distance_however_far_the_edges_are() {
    // nothing was looked at further when no edge was within the limit
    let features = [area([-73.8, 41.0], [0.02, 0.02]), area([-73.8, 41.0], [1.5, 1.0])];
    must_hold(&features, &[at([-73.8, 41.0]), area([-73.8, 41.0], [1e-4, 1e-4])], 100.0);
    must_hold(&[at([-73.8, 41.0])], &[area([-73.8, 41.0], [2e-3, 2e-3])], 1.0);
}

#[test]
fn a_line_in_a_collection_does_not_turn_its_area_inside_out() {
    // a ray to the east that crossed the line was counted as one that leaves the area
    let ring = square([20.0, 50.0], [0.001, 0.001]);
    let features = [drawn(
        GeometryType::GeometryCollection,
        &[(PathKind::Shell, 0, &ring), (PathKind::Line, 1, &[[20.01, 49.99], [20.01, 50.01]])],
    )];
    must_hold(&features, &[at([20.0, 50.0]), at([20.005, 50.0]), at([19.995, 50.0])], 20_000.0);
}

#[test]
fn a_feature_across_the_antimeridian_is_not_lost() {
    // its rectangle seems a whole turn of the earth away
    for lat in [0.0, 70.0, 80.0, 83.5] {
        let features = [at([-179.98, lat]), at([170.0, lat]), at([-178.5, lat]), area([179.5, lat], [0.4, 0.1])];
        for limit in [30_000.0, 50_000.0, 99_000.0] {
            must_hold(&features, &[at([177.99, lat]), at([-177.95, lat]), at([-178.0, lat])], limit);
            must_hold(&features[..2], &[at([177.99, lat])], limit);
        }
    }
}

#[test]
fn a_feature_written_a_turn_further_is_not_lost() {
    // longitudes up to 360 are read
    for turn in [360.0, -360.0] {
        let far = |lon: f64| if turn > 0.0 { lon } else { -lon };
        let features =
            [at([far(-74.0) + turn, 41.0]), at([far(-74.3), 41.0]), area([far(-74.1) + turn, 41.0], [1e-3, 1e-3])];
        must_hold(&features, &[at([far(-74.001), 41.0]), at([far(-74.1), 41.0005])], 20_000.0);
    }
}

#[test]
fn a_geodesic_that_bows_to_the_pole_is_shorter_than_its_parallel() {
    // two places of one parallel: what the plane says was taken for the least there can be
    for lat in [41.0, 60.0, 75.0, -75.0, 83.9] {
        for km in [5.0, 15.0, 30.0, 49.0] {
            let east = km * 1000.0 / (111_320.0 * f64::to_radians(lat).cos());
            let features = [at([10.0 + east, lat]), at([10.0 - east, lat])];
            let site = at([10.0, lat]);
            let shape = From::new(site.0, site.1.drawn()).and_then(|from| from.shape()).expect("a point");
            let true_one = metes::measure::distance(&shape, &layer(&features).features[0].shape).distance.0;
            for more in [1e-6, 1e-3, 0.1, 1.0] {
                must_hold(&features, std::slice::from_ref(&site), true_one + more);
            }
        }
    }
}

#[test]
fn far_away_a_feature_at_a_higher_latitude_may_be_the_nearer_one() {
    // the degrees of longitude by which it was judged are shorter up there
    let features = [at([0.0, 37.5]), at([30.0, 80.0]), at([-40.0, 66.0])];
    must_hold(&features, &[at([0.0, 60.0]), at([1.0, 60.3])], 1_000.0);
    for north in [1.0, 2.0, 3.0, 4.0, 5.0, 6.0] {
        for east in [2.0, 6.0, 10.0, 14.0, 18.0] {
            let other = at([east, 70.0 + north]);
            let shape = |of: &(GeometryType, Planar)| {
                From::new(of.0, of.1.drawn()).and_then(|from| from.shape()).expect("a point")
            };
            let far = metes::measure::distance(&shape(&at([0.0, 70.0])), &shape(&other)).distance.0;
            // and one to the south that is a little farther
            let features = [other, at([0.0, 70.0 - (far + 1000.0) / 111_500.0])];
            must_hold(&features, &[at([0.0, 70.0])], 1_000.0);
        }
    }
}

#[test]
fn bars_that_cross_meet_though_no_vertex_of_one_lies_in_the_other() {
    for place in [[-73.8, 41.0], [20.0, 75.5], [3.0, 0.0]] {
        for across in [8.0, 100.0, 3_000.0, 40_000.0] {
            let (flat, upright) = (bar(across, false), bar(across * 0.7, true));
            let line =
                Figure::one(GeometryType::LineString, PathKind::Line, vec![[0.0, -across], [across * 0.01, across]]);
            let features = placed(place, &[upright, line]);
            must_hold(&features, &placed(place, &[flat.clone(), flat.moved([across * 0.3, 0.0])]), 30.0);
        }
    }
}

#[test]
fn a_site_in_a_hole_is_outside_and_one_about_it_all_is_not() {
    for half in [0.000_2, 0.003, 0.05, 0.8] {
        let centre = [-73.8, 41.0];
        let (shell, hole) = (square(centre, [half, half]), square(centre, [half / 2.0, half / 2.0]));
        let island = square(centre, [half / 20.0, half / 20.0]);
        let ringed = drawn(GeometryType::Polygon, &[(PathKind::Shell, 0, &shell), (PathKind::Hole, 0, &hole)]);
        let with_island = drawn(
            GeometryType::MultiPolygon,
            &[(PathKind::Shell, 0, &shell), (PathKind::Hole, 0, &hole), (PathKind::Shell, 1, &island)],
        );
        let sites = [
            at(centre),
            at([centre[0] + half / 4.0, centre[1]]),
            at([centre[0] + half * 0.75, centre[1]]),
            area(centre, [half / 8.0, half / 8.0]),
            area(centre, [half * 1.3, half * 1.3]),
            drawn(
                GeometryType::MultiPoint,
                &[
                    (PathKind::Point, 0, &[[centre[0] + 2.0 * half, 41.0]]),
                    (PathKind::Point, 1, &[[centre[0] + half * 0.75, 41.0]]),
                ],
            ),
            ringed.clone(),
        ];
        for limit in [10.0, 5_000.0] {
            must_hold(&[ringed.clone(), with_island.clone(), at([centre[0] + half / 100.0, 41.0])], &sites, limit);
        }
    }
}

#[test]
fn of_three_thousand_features_none_is_lost() {
    // a town of lots, some of many corners, and streets through all of it
    let lot = |i: usize| {
        let (x, y) = (-73.85 + 5e-4 * (i % 60) as f64, 40.93 + 4e-4 * (i / 60) as f64);
        let corners = if i.is_multiple_of(40) { 90 } else { 4 + i % 3 };
        let turn = |k: usize| std::f64::consts::TAU * (k % corners) as f64 / corners as f64 + i as f64;
        let ring: Vec<[f64; 2]> =
            (0..=corners).map(|k| [x + 2.2e-4 * turn(k).cos(), y + 1.7e-4 * turn(k).sin()]).collect();
        drawn(GeometryType::Polygon, &[(PathKind::Shell, 0, &ring)])
    };
    let street = |i: usize| {
        let y = 40.93 + 4e-3 * i as f64 + 2e-4;
        let line: Vec<[f64; 2]> =
            (0..30).map(|k| [-73.85 + 1e-3 * f64::from(k), y + 1e-5 * f64::from(k * k % 7)]).collect();
        drawn(GeometryType::LineString, &[(PathKind::Line, 0, &line)])
    };
    let features: Vec<_> = (0..2990).map(lot).chain((0..5).map(street)).chain([at([-73.6, 41.1])]).collect();
    let sites: Vec<_> = (0..40)
        .map(|k| if k % 2 == 0 { lot(k * 71) } else { at([-73.85 + 7.3e-4 * k as f64, 40.93 + 5.1e-4 * k as f64]) })
        .collect();
    for limit in [0.1, 60.0, 304.8] {
        must_hold(&features, &sites, limit);
    }
}
