//! Turns any coordinate system into longitude and latitude through PROJ, naming the operation.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::mem::ManuallyDrop;
use std::rc::Rc;
use std::sync::Arc;

use proj::Proj;
use serde_json::Value;

use crate::earth::{LonLat, geodesic};
use crate::error::{Error, Result};
use crate::units::Metres;

/// A coordinate reference system. Coordinates are easting, northing or longitude, latitude in
/// this order, whatever the authority says.
#[derive(Debug, Clone, PartialEq)]
pub struct Crs(Arc<Inner>);

#[derive(Debug, PartialEq)]
struct Inner {
    /// `EPSG:2260`.
    code: String,
    name: String,
    unit: String,
    /// West, south, east, north of the area the system is meant for, in degrees.
    area: Option<[f64; 4]>,
    /// What PROJ does, in its own words; `None` for WGS84 longitude and latitude.
    operation: Option<String>,
    /// How well the change to WGS84 is known, where it moves positions.
    datum_change: Option<Metres>,
}

/// Degrees by which a position may lie outside the area of use: layers reach over the edge.
const MARGIN: f64 = 1.0;

/// What to do about a `crs` member that cannot be used.
const STATE_IT: &str = "If you know the system, state it with --crs LAYER=EPSG:n; that replaces the member.";

impl Crs {
    /// WGS84 longitude and latitude, the system of RFC 7946.
    pub fn lon_lat() -> Self {
        Crs(Arc::new(Inner {
            code: "OGC:CRS84".to_owned(),
            name: "WGS 84 longitude, latitude".to_owned(),
            unit: "degree".to_owned(),
            area: None,
            operation: None,
            datum_change: None,
        }))
    }

    /// The system of a code: `EPSG:2260`, `ESRI:102645`, `OGC:CRS84`.
    ///
    /// # Errors
    /// Not a code, not in PROJ's database, or a system without horizontal coordinates.
    pub fn from_code(typed: &str) -> Result<Self> {
        let code = typed.trim().to_uppercase();
        let well_formed =
            code.split_once(':').is_some_and(|(authority, number)| !authority.is_empty() && !number.is_empty());
        if !well_formed {
            return Err(Error::new(format!("\"{typed}\" is not the code of a coordinate system."))
                .hint("Write its EPSG code: EPSG:2260."));
        }
        if matches!(code.as_str(), "OGC:CRS84" | "EPSG:4326") {
            return Ok(Crs::lon_lat());
        }
        let described = Proj::new(&code).ok().and_then(|p| {
            let area = p.area_of_use().ok().and_then(|(area, _)| area);
            let json = p.to_projjson(None, None, None).ok()?;
            Some((area.map(|a| [a.west, a.south, a.east, a.north]), serde_json::from_str::<Value>(&json).ok()?))
        });
        let unknown = || {
            let number = code.rsplit(':').next().unwrap_or_default();
            let esri = format!("ESRI:{number}");
            let hint = if code.starts_with("EPSG:") && Proj::new(&esri).is_ok() {
                format!(
                    "{number} is an Esri number, not an EPSG one. If the publisher means that, give it outright: {esri}."
                )
            } else {
                "Look the code up at the publisher of the file.".to_owned()
            };
            Error::new(format!("there is no coordinate system {code} in the EPSG registry.")).hint(hint)
        };
        let (area, json) = described.ok_or_else(unknown)?;
        let axis = &json["coordinate_system"]["axis"][0]["unit"];
        let unit = axis.as_str().or_else(|| axis["name"].as_str()).unwrap_or("unknown unit");
        let kind = json["type"].as_str().unwrap_or_default();
        if !matches!(kind, "ProjectedCRS" | "GeographicCRS" | "BoundCRS" | "DerivedProjectedCRS") {
            return Err(Error::new(format!("{code} is a {kind}, which does not say where on the earth a point lies."))
                .hint("Give the horizontal coordinate system of the file."));
        }
        let mut inner = Inner {
            code: code.clone(),
            name: json["name"].as_str().unwrap_or(&code).to_owned(),
            unit: unit.to_owned(),
            area,
            operation: None,
            datum_change: None,
        };
        let proj = transformer(&code).ok_or_else(unknown)?;
        inner.operation = Some(operation(&proj));
        inner.datum_change = datum_change(&code, &json, &proj, area);
        Ok(Crs(Arc::new(inner)))
    }

    /// The system named by a legacy `crs` member; `None` where it names WGS84 in any way, with
    /// which every GeoJSON begins. `null` says that the system is unknown.
    ///
    /// # Errors
    /// A member that names no system, a linked system, or a code PROJ does not know.
    pub fn from_member(json: &str) -> Result<Option<Self>> {
        let value: Value = serde_json::from_str(json).unwrap_or(Value::Null);
        let name = value["properties"]["name"].as_str().or_else(|| value["name"].as_str());
        let Some(name) = name else {
            let short: String = json.chars().take(60).collect();
            return Err(
                Error::new(format!("its \"crs\" member does not name a coordinate system: {short}")).hint(STATE_IT)
            );
        };
        // EPSG:2260, urn:ogc:def:crs:EPSG::2260, http://www.opengis.net/def/crs/EPSG/0/2260, .../epsg.xml#2260
        let parts: Vec<String> =
            name.split([':', '/', '#']).filter(|part| !part.is_empty()).map(str::to_uppercase).collect();
        let last = parts.last().cloned().unwrap_or_default();
        let authority = parts.iter().rev().find_map(|part| match part.as_str() {
            "EPSG" | "EPSG.XML" => Some("EPSG"),
            "ESRI" => Some("ESRI"),
            _ => None,
        });
        let code = match authority {
            _ if last == "CRS84" || parts.ends_with(&["CRS".to_owned(), "84".to_owned()]) => "OGC:CRS84".to_owned(),
            Some(authority) if last.bytes().all(|b| b.is_ascii_digit()) => format!("{authority}:{last}"),
            _ => {
                return Err(Error::new(format!(
                    "its \"crs\" member names \"{name}\", which is no code of a coordinate system."
                ))
                .hint(STATE_IT));
            }
        };
        let crs = Crs::from_code(&code)?;
        Ok((!crs.is_lon_lat()).then_some(crs))
    }

    /// The name a legacy `crs` member gives, for a message; empty if it gives none.
    pub fn member_name(json: &str) -> String {
        let value: Value = serde_json::from_str(json).unwrap_or(Value::Null);
        value["properties"]["name"].as_str().unwrap_or_default().to_owned()
    }

    /// Whether it is WGS84 longitude and latitude, so that nothing needs to be done.
    pub fn is_lon_lat(&self) -> bool {
        self.0.operation.is_none()
    }

    /// `EPSG:2260`.
    pub fn code(&self) -> &str {
        &self.0.code
    }

    /// The unit of its coordinates, as the registry names it.
    pub fn unit(&self) -> &str {
        &self.0.unit
    }

    /// Whether its coordinates are degrees.
    pub fn is_degrees(&self) -> bool {
        self.0.unit.starts_with("degree")
    }

    /// What PROJ does to reach WGS84; empty for WGS84 itself.
    pub fn operation(&self) -> &str {
        self.0.operation.as_deref().unwrap_or_default()
    }

    /// How well the change from its datum to WGS84 is known, at 95 %, where it moves positions
    /// at all: NAD27, for one. NAD83 and its like are taken for WGS84 as they stand.
    pub fn datum_change(&self) -> Option<Metres> {
        self.0.datum_change
    }

    /// The way from this system to WGS84, for many positions on one thread.
    pub fn converter(&self) -> Converter {
        Converter(if self.is_lon_lat() { None } else { Some(transformer(&self.0.code)) })
    }

    /// A position of the file in WGS84; `None` where the system has none.
    pub fn to_lon_lat(&self, xy: [f64; 2]) -> Option<LonLat> {
        self.converter().to_lon_lat(xy)
    }

    /// Whether a position lies where the system is meant to be used, give or take a degree.
    pub fn serves(&self, p: LonLat) -> bool {
        let Some([west, south, east, north]) = self.0.area else { return true };
        let lon = (p.lon - west).rem_euclid(360.0);
        let width = (east - west).rem_euclid(360.0);
        let width = if width == 0.0 { 360.0 } else { width };
        (lon <= width + MARGIN || lon >= 360.0 - MARGIN) && (south - MARGIN..=north + MARGIN).contains(&p.lat)
    }

    /// The area of use for a message: `73.2 W to 75.9 W, 40.9 N to 45.0 N`.
    pub fn area(&self) -> Option<String> {
        let [west, south, east, north] = self.0.area?;
        let lon = |x: f64| format!("{:.1} {}", x.abs(), if x < 0.0 { "W" } else { "E" });
        let lat = |y: f64| format!("{:.1} {}", y.abs(), if y < 0.0 { "S" } else { "N" });
        Some(format!("{} to {}, {} to {}", lon(west), lon(east), lat(south), lat(north)))
    }
}

/// Converts positions of one system to WGS84; see [`Crs::converter`].
pub struct Converter(Option<Option<Rc<ManuallyDrop<Proj>>>>);

impl Converter {
    /// A position of the file in WGS84; `None` where the system has none.
    pub fn to_lon_lat(&self, xy: [f64; 2]) -> Option<LonLat> {
        let Some(proj) = &self.0 else { return Some(LonLat::new(xy)) };
        let (lon, lat) = proj.as_ref()?.convert((xy[0], xy[1])).ok()?;
        (lon.is_finite() && lat.is_finite() && lat.abs() <= 90.0).then_some(LonLat { lon, lat })
    }
}

/// `EPSG:2260, NAD83 / New York East (ftUS), in US survey foot`.
impl fmt::Display for Crs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.0.unit.strip_suffix("foot") {
            Some(kind) => format!("{kind}feet"),
            None => format!("{}s", self.0.unit),
        };
        write!(f, "{}, {}, in {unit}", self.0.code, self.0.name)
    }
}

/// The operation's own description.
fn operation(proj: &Proj) -> String {
    let described = proj.proj_info().description.unwrap_or_default();
    if described.starts_with("unavailable") {
        "the best of several operations that PROJ knows, by place".to_owned()
    } else {
        described
    }
}

/// The accuracy of a change of datum that moves the middle of the area of use by more than a
/// millimetre: as PROJ has it, else 20 m, which is the worst that it has for such a change.
fn datum_change(code: &str, json: &Value, proj: &Proj, area: Option<[f64; 4]>) -> Option<Metres> {
    let base = if json["base_crs"].is_object() { &json["base_crs"]["id"] } else { &json["id"] };
    let base = format!("{}:{}", base["authority"].as_str()?, base["code"]);
    let [west, south, east, north] = area?;
    let middle = LonLat { lon: west + (east - west).rem_euclid(360.0) / 2.0, lat: (south + north) / 2.0 };
    // the middle in the base system's degrees, then by both ways to WGS84
    let degrees = (middle.lon, middle.lat);
    let native =
        if base == code { degrees } else { Proj::new_known_crs(&base, code, None).ok()?.convert(degrees).ok()? };
    let (lon, lat) = proj.convert(native).ok()?;
    let moved = geodesic(middle, LonLat { lon, lat });
    let accuracy = proj.proj_info().accuracy;
    (moved.0 > 0.001).then_some(Metres(if accuracy > 0.0 { accuracy } else { 20.0 }))
}

/// PROJ's transformer from `code` to WGS84, one for each thread. It is never dropped: dropping
/// one cleans up state that all share.
fn transformer(code: &str) -> Option<Rc<ManuallyDrop<Proj>>> {
    thread_local! {
        static KNOWN: RefCell<BTreeMap<String, Option<Rc<ManuallyDrop<Proj>>>>> = const { RefCell::new(BTreeMap::new()) };
    }
    KNOWN.with_borrow_mut(|known| {
        if !known.contains_key(code) {
            let made = Proj::new_known_crs(code, "OGC:CRS84", None).ok().map(|p| Rc::new(ManuallyDrop::new(p)));
            known.insert(code.to_owned(), made);
        }
        known.get(code).cloned().flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(code: &str, xy: [f64; 2], lon: f64, lat: f64) {
        let p = Crs::from_code(code).expect("known").to_lon_lat(xy).expect("inside");
        assert!((p.lon - lon).abs() < 5e-9 && (p.lat - lat).abs() < 5e-9, "{code}: {p:?}");
    }

    #[test]
    fn both_feet_and_the_metre_lead_to_one_place() {
        // one point of the village in four systems, worked with PROJ's own tools
        near("EPSG:2260", [677_741.677_0, 771_694.330_0], -73.828, 40.95);
        near("EPSG:2263", [1_031_763.425, 285_436.170], -73.828, 40.95);
        near("EPSG:32115", [206_576.076, 235_212.902], -73.828, 40.95);
        near("EPSG:26918", [598_642.427, 4_533_867.880], -73.828, 40.95);
    }

    #[test]
    fn the_international_foot_and_the_survey_foot_are_told_apart() {
        // the same grid in metres and in feet: Arizona Central (EPSG:26949, 2223 in international
        // feet), New York Long Island (EPSG:32118, 2263 in US survey feet)
        for (metres, feet, foot) in [("EPSG:26949", "EPSG:2223", 0.3048), ("EPSG:32118", "EPSG:2263", 1200.0 / 3937.0)]
        {
            let xy = [213_360.0, 300_000.0];
            let of_metres = Crs::from_code(metres).expect("known").to_lon_lat(xy).expect("inside");
            near(feet, xy.map(|m| m / foot), of_metres.lon, of_metres.lat);
        }
    }

    #[test]
    fn nad83_degrees_are_not_moved() {
        near("EPSG:4269", [-73.828, 40.95], -73.828, 40.95);
    }

    #[test]
    fn legacy_members_are_understood_in_their_usual_spellings() {
        let member = |name: &str| Crs::from_member(&format!(r#"{{"type":"name","properties":{{"name":"{name}"}}}}"#));
        for name in ["urn:ogc:def:crs:EPSG::2260", "urn:ogc:def:crs:EPSG:9.9:2260", "EPSG:2260", "epsg:2260"] {
            assert!(member(name).is_ok_and(|c| c.is_some_and(|c| c.code() == "EPSG:2260")), "{name}");
        }
        assert!(member("http://www.opengis.net/def/crs/EPSG/0/2260").is_ok_and(|c| c.is_some()));
        for name in [
            "urn:ogc:def:crs:OGC:1.3:CRS84",
            "EPSG:4326",
            "urn:ogc:def:crs:EPSG::4326",
            "CRS:84",
            "http://www.opengis.net/def/crs/OGC/1.3/CRS84",
            "http://www.opengis.net/gml/srs/epsg.xml#4326",
        ] {
            assert!(member(name).is_ok_and(|c| c.is_none()), "{name}");
        }
        let esri = member("urn:ogc:def:crs:EPSG::102645").expect_err("an Esri number").to_string();
        assert!(esri.contains("Esri number") && esri.contains("ESRI:102645"), "{esri}");
        assert!(Crs::from_member("null").is_err());
        assert!(Crs::from_member(r#"{"type":"link","properties":{"href":"x"}}"#).is_err());
    }

    #[test]
    fn a_change_of_datum_that_moves_positions_says_how_well_it_is_known() {
        for code in ["EPSG:2260", "EPSG:26918", "EPSG:4269", "EPSG:3857", "EPSG:32618"] {
            assert_eq!(Crs::from_code(code).expect("known").datum_change(), None, "{code}");
        }
        // NAD27 in New York moves by some 37 m, by parameters good to metres
        for code in ["EPSG:4267", "EPSG:26718", "EPSG:32015"] {
            let change = Crs::from_code(code).expect("known").datum_change().expect("it moves");
            assert!(change.0 >= 4.0 && change.0 <= 44.0, "{code}: {change:?}");
        }
    }

    #[test]
    fn the_operation_and_the_area_are_named() {
        let crs = Crs::from_code("EPSG:2260").expect("known");
        assert!(crs.operation().contains("NAD83 to WGS 84"), "{}", crs.operation());
        assert!(crs.unit().contains("US survey foot"));
        assert!(crs.serves(LonLat { lon: -73.8, lat: 40.95 }) && !crs.serves(LonLat { lon: -118.0, lat: 34.0 }));
        assert!(
            Crs::from_code("EPSG:1").is_err()
                && Crs::from_code("2260").is_err()
                && Crs::from_code("EPSG:5703").is_err()
        );
    }
}
