//! Writes GeoJSON as ogr2ogr spaces it, or without white space: one feature a line, straight to disk.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::lot::Part;

/// Longitude and latitude in units of a ten-millionth of a degree: the seven decimals that are written.
pub type Units = [i32; 2];

/// Rounds degrees to units.
pub fn units(degrees: [f64; 2]) -> Units {
    degrees.map(|degree| (degree * 1e7).round() as i32)
}

/// How JSON is spaced.
#[derive(Clone, Copy, PartialEq)]
pub enum Style {
    /// As ogr2ogr does.
    Spaced,
    /// Only a line break between features.
    Compact,
}

/// The value of a property.
pub enum Value<'v> {
    Text(&'v str),
    Whole(usize),
    /// With so many decimals.
    Decimal(f64, usize),
}

/// Where a feature is.
pub enum Geometry<'g> {
    Point(Units),
    Line(&'g [Units]),
    Area(&'g [Part<Units>]),
}

/// A file that is being written.
pub struct Layer {
    out: BufWriter<File>,
    style: Style,
    line: Vec<u8>,
    /// How many features it has so far.
    pub features: usize,
    /// How many positions they have.
    pub positions: usize,
    /// West, south, east and north of all that was written.
    pub bounds: [i32; 4],
}

impl Layer {
    /// Begins DIR/NAME.geojson.
    pub fn create(folder: &Path, name: &str, style: Style) -> io::Result<Self> {
        let mut out = BufWriter::with_capacity(1 << 20, File::create(folder.join(format!("{name}.geojson")))?);
        let head = format!(
            "{{\n\"type\": \"FeatureCollection\",\n\"name\": \"{name}\",\n\"crs\": {{ \"type\": \"name\", \
             \"properties\": {{ \"name\": \"urn:ogc:def:crs:OGC:1.3:CRS84\" }} }},\n\"features\": ["
        );
        match style {
            Style::Spaced => out.write_all(head.as_bytes())?,
            Style::Compact => out.write_all(head.replace([' ', '\n'], "").as_bytes())?,
        }
        let bounds = [i32::MAX, i32::MAX, i32::MIN, i32::MIN];
        Ok(Self { out, style, line: Vec::new(), features: 0, positions: 0, bounds })
    }

    /// Writes a feature on a line of its own.
    pub fn feature(&mut self, properties: &[(&str, Value)], geometry: &Geometry) -> io::Result<()> {
        self.line.clear();
        self.line.extend_from_slice(if self.features == 0 { b"\n" } else { b",\n" });
        self.features += 1;
        self.text("{ \"type\": \"Feature\", \"properties\": { ");
        for (place, (name, value)) in properties.iter().enumerate() {
            self.text(if place == 0 { "\"" } else { ", \"" });
            self.line.extend_from_slice(name.as_bytes());
            self.text("\": ");
            match value {
                Value::Text(text) => write!(self.line, "\"{text}\"")?,
                Value::Whole(number) => write!(self.line, "{number}")?,
                Value::Decimal(number, places) => write!(self.line, "{number:.places$}")?,
            }
        }
        let (kind, parts) = match geometry {
            Geometry::Point(_) => ("Point", &[][..]),
            Geometry::Line(_) => ("LineString", &[][..]),
            Geometry::Area(parts) => (if parts.len() == 1 { "Polygon" } else { "MultiPolygon" }, *parts),
        };
        self.text(" }, \"geometry\": { \"type\": \"");
        self.text(kind);
        self.text("\", \"coordinates\": ");
        match geometry {
            Geometry::Point(point) => self.position(*point),
            Geometry::Line(line) => self.list(line.iter(), |layer, point| layer.position(*point)),
            Geometry::Area([part]) => self.part(part),
            Geometry::Area(_) => self.list(parts.iter(), |layer, part| layer.part(part)),
        }
        self.text(" } }");
        self.out.write_all(&self.line)
    }

    /// Ends the file.
    pub fn finish(mut self) -> io::Result<[i32; 4]> {
        self.out.write_all(if self.style == Style::Spaced { b"\n]\n}\n" } else { b"\n]}\n" })?;
        self.out.flush()?;
        Ok(self.bounds)
    }

    fn part(&mut self, part: &Part<Units>) {
        self.list(part.iter(), |layer, ring| {
            layer.list(ring.iter().chain(ring.first()), |layer, point| layer.position(*point));
        });
    }

    fn list<T>(&mut self, items: impl Iterator<Item = T>, mut each: impl FnMut(&mut Self, T)) {
        self.text("[ ");
        for (place, item) in items.enumerate() {
            if place > 0 {
                self.text(", ");
            }
            each(self, item);
        }
        self.text(" ]");
    }

    fn position(&mut self, [longitude, latitude]: Units) {
        let [west, south, east, north] = self.bounds;
        self.bounds = [west.min(longitude), south.min(latitude), east.max(longitude), north.max(latitude)];
        self.positions += 1;
        self.text("[ ");
        self.degrees(longitude);
        self.text(", ");
        self.degrees(latitude);
        self.text(" ]");
    }

    fn degrees(&mut self, units: i32) {
        let mut digits = *b"000.0000000";
        let mut left = units.unsigned_abs();
        let mut first = digits.len();
        while left > 0 || first > 2 {
            first -= if first == 4 { 2 } else { 1 };
            digits[first] = b'0' + (left % 10) as u8;
            left /= 10;
        }
        if units < 0 {
            self.line.push(b'-');
        }
        self.line.extend_from_slice(&digits[first..]);
    }

    /// Punctuation and words of our own: in none of them does a blank stand that must stay.
    fn text(&mut self, text: &str) {
        match self.style {
            Style::Spaced => self.line.extend_from_slice(text.as_bytes()),
            Style::Compact => self.line.extend(text.bytes().filter(|&byte| byte != b' ')),
        }
    }
}
