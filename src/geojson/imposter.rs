//! Tells what a file is that pretends to be GeoJSON, and what to do about it.

use super::feature::Members;
use crate::error::Error;

/// The error of a file whose first bytes cannot begin a GeoJSON text.
pub fn by_first_bytes(name: &str, head: &[u8], byte: u64, line: u64) -> Error {
    let text = String::from_utf8_lossy(&head[..head.len().min(200)]).into_owned();
    let first_line: String = text.lines().next().unwrap_or_default().chars().take(60).collect();
    let lower = text.to_lowercase();
    let script = ["var ", "let ", "const ", "window.", "callback(", "jsonp", "module.exports", "export "]
        .iter()
        .any(|w| lower.starts_with(w));
    let magic = |m: &[u8]| head.starts_with(m);
    let error = |what: &str| Error::new(format!("{name} is not GeoJSON: {what}"));
    if magic(b"PK\x03\x04") {
        error("it is a ZIP archive.").hint("Unpack it, and convert what is inside to GeoJSON if it is a shapefile.")
    } else if magic(b"SQLite format 3") {
        error("it is a GeoPackage (SQLite) file.").hint("Export the layer you need as GeoJSON.")
    } else if magic(&[0x00, 0x00, 0x27, 0x0a]) {
        error("it is a shapefile.").hint("Export it as GeoJSON, and keep its .prj: it names the coordinate system.")
    } else if magic(b"fgb") || magic(b"PAR1") {
        error("it is a binary format (FlatGeobuf or Parquet).").hint("Export it as GeoJSON.")
    } else if magic(&[0xff, 0xfe]) || magic(&[0xfe, 0xff]) {
        error("it is UTF-16 text.").hint("Save it as UTF-8.")
    } else if head.starts_with(b"<") {
        error(&format!(
            "it is a web page or XML that begins \"{first_line}\" (line {line}). Often that is an error page."
        ))
        .hint("Open the download address in a browser, see what it says, and fetch the data again.")
    } else if script
        || (head.first().is_some_and(u8::is_ascii_alphabetic) && lower.contains('=') && lower.contains('{'))
    {
        error(&format!("it is a JavaScript file that begins \"{first_line}\" (line {line})."))
            .hint("Delete everything before the first { and the semicolon at the end, and save it again.")
    } else if head.starts_with(b"[") {
        error("it is a JSON list, and GeoJSON is an object.")
            .hint("The features belong in {\"type\": \"FeatureCollection\", \"features\": [...]}.")
    } else if first_line.matches(',').count() >= 2 {
        error(&format!("it is a table (CSV) that begins \"{first_line}\" (line {line})."))
            .hint("Convert it to GeoJSON points, naming the columns of longitude and latitude.")
    } else {
        error(&format!(
            "it begins \"{first_line}\" (byte {byte}, line {line}), which looks like an error message saved as a file."
        ))
        .hint("Fetch the data again.")
    }
}

/// The error of an object that is not GeoJSON, if its members tell what it is.
pub fn by_members(name: &str, members: &Members, line: u64) -> Option<Error> {
    let kind = members.kind.as_deref();
    if kind == Some("Topology") {
        return Some(Error::new(format!("{name} is TopoJSON, not GeoJSON (line {line}): its lines are shared arcs on a grid.")).hint(
            "Convert it with topojson's topo2geo, or ask for the unquantised original: the grid can move a line by feet.",
        ));
    }
    let esri = ["spatialReference", "geometryType", "objectIdFieldName", "attributes", "fieldAliases"]
        .iter()
        .any(|m| members.has(m));
    if esri && kind.is_none() {
        return Some(
            Error::new(format!(
                "{name} is Esri JSON, not GeoJSON (line {line}): it has attributes and a spatialReference."
            ))
            .hint("Ask the server for GeoJSON (f=geojson), or convert it, keeping its coordinate system."),
        );
    }
    None
}
