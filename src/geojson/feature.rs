//! Reads the members of one GeoJSON object, in any order, into a feature or a geometry.

use super::coordinates::{self, Misfit, Nest};
use crate::json::{Fault, Scanner, Walk};
use crate::planar::{GeometryType, Planar};

/// A feature as the file has it: coordinates not yet judged, properties as JSON text.
#[derive(Debug, Clone)]
pub struct RawFeature {
    /// 1-based position among the features of the file.
    pub ordinal: u64,
    /// Byte of the file at which it begins.
    pub byte: u64,
    /// 1-based line of the file on which it begins.
    pub line: u64,
    /// The member `id` as text: a string, or a number as it is written.
    pub id: Option<String>,
    /// The member `properties` as JSON text: an object, or `null`.
    pub properties: String,
    /// Its geometry.
    pub geometry: RawGeometry,
}

/// A geometry as the file has it.
#[derive(Debug, Clone, PartialEq)]
pub enum RawGeometry {
    /// `null`, or no geometry member.
    Null,
    /// Of a type, without a single position.
    Empty(GeometryType),
    /// Positions in the plane of the file.
    Shape(GeometryType, Planar),
    /// Sound JSON that is no geometry: at which byte of the file, and why.
    Misfit(u64, String),
}

/// One member of a GeoJSON object.
pub enum Member {
    Kind(Option<String>),
    Id(Option<String>),
    Properties(String),
    Geometry(RawGeometry),
    Coordinates(Result<Nest, Misfit>),
    Geometries(Vec<RawGeometry>),
    Crs(String),
    Illustrative(bool),
    Foreign(String),
}

/// The members of a GeoJSON object met so far.
#[derive(Default)]
pub struct Members {
    pub kind: Option<String>,
    pub id: Option<String>,
    pub properties: Option<String>,
    pub geometry: Option<RawGeometry>,
    pub coordinates: Option<Result<Nest, Misfit>>,
    pub geometries: Option<Vec<RawGeometry>>,
    pub crs: Option<String>,
    pub foreign: Vec<String>,
    seen: Vec<&'static str>,
}

/// Collections of collections deeper than this are refused.
const DEEPEST_COLLECTION: usize = 32;

impl Member {
    /// Reads the value of member `key`.
    pub fn read(key: &str, scanner: &mut Scanner, depth: usize) -> Walk<Member> {
        scanner.peek()?;
        let start = scanner.at();
        Ok(match key {
            "type" if scanner.peek()? == b'"' => Member::Kind(Some(scanner.string()?.into_owned())),
            "type" => {
                scanner.skip_value()?;
                Member::Kind(None)
            }
            "id" => Member::Id(crate::json::as_text(value(scanner)?)),
            "properties" => Member::Properties(value(scanner)?.to_owned()),
            "coordinates" => Member::Coordinates(coordinates::read(scanner)?),
            "geometry" if scanner.pass_null()? => Member::Geometry(RawGeometry::Null),
            "geometry" => Member::Geometry(geometry(scanner, depth)?),
            "geometries" if scanner.peek()? == b'[' => Member::Geometries(geometries(scanner, depth)?),
            "geometries" => {
                scanner.skip_value()?;
                Member::Geometries(vec![RawGeometry::Misfit(start as u64, "\"geometries\" is not a list".to_owned())])
            }
            "crs" => Member::Crs(value(scanner)?.to_owned()),
            "illustrative" => Member::Illustrative(value(scanner)? == "true"),
            _ => {
                scanner.skip_value()?;
                Member::Foreign(key.to_owned())
            }
        })
    }
}

impl Members {
    /// Reads a whole object.
    pub fn read(scanner: &mut Scanner, depth: usize) -> Walk<Members> {
        let mut members = Members::default();
        scanner.expect(b'{')?;
        if scanner.pass(b'}')? {
            return Ok(members);
        }
        loop {
            scanner.peek()?;
            let at = scanner.at();
            let key = scanner.key()?;
            let member = Member::read(&key, scanner, depth)?;
            members
                .put(member)
                .map_err(|name| Fault::Bad(at, format!("the member \"{name}\" stands twice in one object")))?;
            if !scanner.another(b'}')? {
                return Ok(members);
            }
        }
    }

    /// Takes a member in; the name of one that stands twice is refused, since either could be meant.
    pub fn put(&mut self, member: Member) -> Result<(), &'static str> {
        let name = match member {
            Member::Kind(kind) => {
                self.kind = kind;
                "type"
            }
            Member::Id(id) => {
                self.id = id;
                "id"
            }
            Member::Properties(properties) => {
                self.properties = Some(properties);
                "properties"
            }
            Member::Geometry(geometry) => {
                self.geometry = Some(geometry);
                "geometry"
            }
            Member::Coordinates(coordinates) => {
                self.coordinates = Some(coordinates);
                "coordinates"
            }
            Member::Geometries(geometries) => {
                self.geometries = Some(geometries);
                "geometries"
            }
            Member::Illustrative(_) => return Ok(()),
            Member::Crs(json) => {
                self.crs = Some(json);
                return Ok(());
            }
            Member::Foreign(name) => {
                self.foreign.push(name);
                return Ok(());
            }
        };
        if self.seen.contains(&name) {
            return Err(name);
        }
        self.seen.push(name);
        Ok(())
    }

    /// The members as a feature, whose geometry tells of bytes as the slice counts them.
    pub fn into_feature(self, ordinal: u64, byte: u64, line: u64) -> RawFeature {
        RawFeature {
            ordinal,
            byte,
            line,
            id: self.id,
            properties: self.properties.unwrap_or_else(|| "null".to_owned()),
            geometry: self.geometry.unwrap_or(RawGeometry::Null),
        }
    }

    /// Whether a foreign member of this name was met.
    pub fn has(&self, name: &str) -> bool {
        self.foreign.iter().any(|n| n == name)
    }

    /// The members as a geometry; `at` is the byte at which the object begins.
    pub fn into_geometry(self, at: u64) -> RawGeometry {
        // some databases name the system in each geometry; what is not WGS84 must be said once
        if let Some(json) = self.crs.filter(|json| !json.contains("CRS84") && !json.contains("4326")) {
            return RawGeometry::Misfit(
                at,
                format!(
                    "the geometry names a coordinate system of its own ({json}); state it for the layer with --crs"
                ),
            );
        }
        let name = self.kind.as_deref().unwrap_or_default();
        let Some(kind) = GeometryType::named(name) else {
            return RawGeometry::Misfit(at, format!("\"{name}\" is not a type of geometry"));
        };
        let mut planar = Planar::default();
        if kind == GeometryType::GeometryCollection {
            let Some(members) = self.geometries else {
                return RawGeometry::Misfit(at, "a GeometryCollection has no \"geometries\"".to_owned());
            };
            return collection(members, at);
        }
        match self.coordinates {
            None => RawGeometry::Misfit(at, format!("a {kind} has no \"coordinates\"")),
            Some(Err(Misfit(byte, what))) => RawGeometry::Misfit(byte as u64, what),
            Some(Ok(nest)) => match nest.into_planar(kind, 0, &mut planar) {
                Ok(true) => RawGeometry::Shape(kind, planar),
                Ok(false) => RawGeometry::Empty(kind),
                Err(what) => RawGeometry::Misfit(at, what),
            },
        }
    }
}

impl RawGeometry {
    /// Moves the bytes it tells of by `base`, from a slice's count to the file's.
    pub fn shifted(self, base: u64) -> Self {
        match self {
            RawGeometry::Misfit(byte, what) => RawGeometry::Misfit(byte + base, what),
            other => other,
        }
    }
}

/// The geometry of a JSON text that is a geometry or a Feature.
///
/// # Errors
/// The text is not sound JSON: at which byte, and what was expected there.
pub fn geometry_of(json: &str) -> Result<RawGeometry, String> {
    // a space behind the text lets a number at its end be seen to end
    let padded = format!("{json} ");
    let mut scanner = Scanner::new(padded.as_bytes(), 0);
    let members = Members::read(&mut scanner, 0).map_err(|fault| match fault {
        Fault::Ends => "it ends too early".to_owned(),
        Fault::Bad(at, what) => format!("{what} (byte {at})"),
    })?;
    Ok(match members.kind.as_deref() {
        Some("Feature") => members.geometry.unwrap_or(RawGeometry::Null),
        _ => members.into_geometry(0),
    })
}

fn value<'a>(scanner: &mut Scanner<'a>) -> Walk<&'a str> {
    let start = scanner.at();
    scanner.skip_value()?;
    std::str::from_utf8(scanner.since(start)).map_err(|_| Fault::Bad(start, "the text is not UTF-8".to_owned()))
}

fn geometry(scanner: &mut Scanner, depth: usize) -> Walk<RawGeometry> {
    if depth > DEEPEST_COLLECTION {
        return scanner.bad("geometry collections are nested too deep");
    }
    scanner.peek()?;
    let at = scanner.at();
    if scanner.peek()? != b'{' {
        scanner.skip_value()?;
        return Ok(RawGeometry::Misfit(at as u64, "the geometry is not an object".to_owned()));
    }
    Ok(Members::read(scanner, depth + 1)?.into_geometry(at as u64))
}

fn geometries(scanner: &mut Scanner, depth: usize) -> Walk<Vec<RawGeometry>> {
    scanner.expect(b'[')?;
    let mut found = Vec::new();
    if scanner.pass(b']')? {
        return Ok(found);
    }
    loop {
        found.push(geometry(scanner, depth)?);
        if !scanner.another(b']')? {
            return Ok(found);
        }
    }
}

/// One geometry of all members; an empty or null member is a lost part, not nothing.
fn collection(members: Vec<RawGeometry>, at: u64) -> RawGeometry {
    if members.iter().all(|m| matches!(m, RawGeometry::Empty(_) | RawGeometry::Null)) {
        return RawGeometry::Empty(GeometryType::GeometryCollection);
    }
    let mut whole = Planar::default();
    for member in members {
        match member {
            RawGeometry::Shape(_, planar) => {
                let part = whole.parts();
                for path in &planar.paths {
                    whole.push_path(path.kind, part + path.part, planar.along(path).iter().copied());
                }
            }
            RawGeometry::Misfit(..) => return member,
            RawGeometry::Null | RawGeometry::Empty(_) => {
                return RawGeometry::Misfit(at, "a member of the GeometryCollection is empty".to_owned());
            }
        }
    }
    RawGeometry::Shape(GeometryType::GeometryCollection, whole)
}
