//! Pages of law, layers files and drawings in feet, for tables of what is promised.

use std::cell::Cell;
use std::collections::BTreeMap;

use crate::common::{code, metes, stderr, stdout};
use crate::desk::{Desk, EAST, LAT, LON, NORTH, said};

/// A closed list of exact features.
pub const COMPLETE: &str = "accuracy = \"0 ft\"\ncoverage = \"complete\"\n";

/// The top of a page, with its table of acts.
const TOP: &str = "# Chapter T. For tests\n\n```toml chapter\nplace = \"Nowhere\"\nsource = \"nobody's law\"\ntime_zone = \"America/New_York\"\nchecked = 2026-11-30\n\
                   status = { is = \"illustrative\" }\nnot_checked = [\"All else\"]\n";

/// A desk that counts its pages, so that several can be asked beside one another.
pub struct Plot {
    desk: Desk,
    /// How many pages were written.
    pages: Cell<u32>,
}

/// What was answered: the rows of the table, the exit code, and what was said beside it.
pub struct Answer {
    pub rows: Vec<BTreeMap<String, String>>,
    pub exit: i32,
    pub said: String,
}

impl Answer {
    /// A column of the first row; empty without one.
    pub fn first(&self, column: &str) -> &str {
        self.rows.first().map_or("", |row| row[column].as_str())
    }

    /// The verdict and the reason of the first row, or what was said instead.
    pub fn verdict(&self) -> String {
        self.rows.first().map_or_else(|| self.said.clone(), said)
    }

    /// The same with the exit code.
    pub fn whole(&self) -> (String, i32) {
        (self.verdict(), self.exit)
    }

    /// The verdict and the reason of each row.
    pub fn verdicts(&self) -> Vec<String> {
        self.rows.iter().map(said).collect()
    }
}

impl Plot {
    pub fn new() -> Self {
        Plot { desk: Desk::new(), pages: Cell::new(0) }
    }

    pub fn write(&self, name: &str, text: &str) -> String {
        self.desk.write(name, text)
    }

    pub fn layer(&self, name: &str, features: &[String]) -> String {
        self.write(name, &collection("", features))
    }

    /// A layers file with one entry for each name: its file is the name's `.geojson`, and the
    /// lines say the rest.
    pub fn layers(&self, entries: &[(&str, &str)]) -> String {
        let of = |(name, lines): &(&str, &str)| format!("[{name}]\npath = \"{name}.geojson\"\n{lines}\n");
        self.write("layers.toml", &entries.iter().map(of).collect::<String>())
    }

    /// A page of these blocks; `acts` is what its first block says beside the usual.
    pub fn page(&self, acts: &str, blocks: &str) -> String {
        self.pages.set(self.pages.get() + 1);
        let name = format!("law-{}.md", self.pages.get());
        self.write(&name, &format!("{TOP}{acts}\n```\n\n{blocks}"))
    }

    /// A page with one 1,000-ft rule over the places that `members` says.
    pub fn law(&self, members: &str, more: &str) -> String {
        self.page("", &(places(members) + &rule("2", more)))
    }

    /// The verdict and reason of one site, with the exit code; or what was said instead.
    pub fn check(&self, law: &str, args: &[&str]) -> (String, i32) {
        self.ask(law, args).whole()
    }

    /// The whole table.
    pub fn ask(&self, law: &str, args: &[&str]) -> Answer {
        let on: &[&str] = if args.iter().any(|arg| arg.starts_with("--on")) { &[] } else { &["--on=2026-11-30"] };
        let by: &[&str] = if args.contains(&"--measured") { &["--measured-by", "survey, 2026-11-20"] } else { &[] };
        let output = metes(&[&["check", "--law", law, "--format", "csv"], on, by, args].concat());
        let table = stdout(&output);
        let rows = csv::Reader::from_reader(table.as_bytes()).into_deserialize();
        let said = stderr(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        Answer { rows: rows.map(|row| row.expect("a row")).collect(), exit: code(&output), said }
    }
}

/// The places "parks", of layer parks.
pub fn places(members: &str) -> String {
    format!(
        "## § T-1. Definitions.\n\nWhat a park is.\n\n```toml places\nid = \"parks\"\nlayer = \"parks\"\nnoun = \"park\"\nplural = \"parks\"\n{members}\n```\n\n"
    )
}

/// A rule T-number about a residence: more than 1,000 ft from any park, unless `more` asks otherwise.
pub fn rule(number: &str, more: &str) -> String {
    let asks = |key: &str| more.lines().any(|line| line.starts_with(key));
    let measured = !asks("must") && !asks("duty");
    let or = |key: &str, line: &str| if measured && !asks(key) { format!("{line}\n") } else { String::new() };
    let measure = or("measure", "measure = { distance = { from = \"site.lot\", to = \"parks\" } }");
    let require = or("require", "require = { more_than = \"1000 ft\" }");
    format!(
        "## § T-{number}. Distance.\n\nNot within 1,000 feet of a park.\n\n```toml rule\nid = \"T-{number}\"\nact = \"residence\"\n{measure}{require}{more}\n```\n\n"
    )
}

/// A fact.
pub fn fact(id: &str, kind: &str, about: &str) -> String {
    format!(
        "## § T-1. Definitions.\n\nA fact.\n\n```toml fact\nid = \"{id}\"\nask = \"What?\"\ntype = {kind}\nabout = \"{about}\"\n```\n\n"
    )
}

/// An exemption from rule T-2.
pub fn exemption(number: &str, when: &str, more: &str) -> String {
    format!(
        "## § T-{number}. Exemption.\n\nFree.\n\n```toml exemption\nid = \"T-{number}\"\nwhen = {when}\nlifts = \"T-2\"\n{more}\n```\n\n"
    )
}

/// A collection; `members` are other members of it, each with its comma.
pub fn collection(members: &str, features: &[String]) -> String {
    format!("{{\"type\":\"FeatureCollection\",{members}\"features\":[\n{}\n]}}\n", features.join(",\n"))
}

/// A feature of any geometry.
pub fn feature(properties: &str, geometry: &str) -> String {
    format!("{{\"type\":\"Feature\",\"properties\":{properties},\"geometry\":{geometry}}}")
}

/// A position so many feet east and north.
pub fn position((x, y): (f64, f64)) -> String {
    format!("[{},{}]", LON + x * EAST, LAT + y * NORTH)
}

/// A ring through these positions; it is closed when the last is the first.
pub fn ring(properties: &str, positions: &[(f64, f64)]) -> String {
    let all: Vec<String> = positions.iter().map(|p| position(*p)).collect();
    feature(properties, &format!("{{\"type\":\"Polygon\",\"coordinates\":[[{}]]}}", all.join(",")))
}

/// A rectangle with its lower left corner at x, y.
pub fn rect(properties: &str, (x, y): (f64, f64), (w, h): (f64, f64)) -> String {
    ring(properties, &[(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)])
}

/// A square on the line y = 0.
pub fn polygon(properties: &str, feet_east: f64, size: f64) -> String {
    rect(properties, (feet_east, 0.0), (size, size))
}

/// A point some 18 ft north of the line y = 0.
pub fn point(properties: &str, feet_east: f64) -> String {
    dot(properties, (feet_east, 0.000_05 / NORTH))
}

/// A point.
pub fn dot(properties: &str, at: (f64, f64)) -> String {
    feature(properties, &format!("{{\"type\":\"Point\",\"coordinates\":{}}}", position(at)))
}

/// A site 60 ft square whose east side is at x = 60.
pub fn lot() -> String {
    polygon("{}", 0.0, 60.0)
}

/// A park 100 ft square so many feet east of that site.
pub fn park(name: &str, feet: f64) -> String {
    polygon(&format!("{{\"name\":\"{name}\"}}"), 60.0 + feet, 100.0)
}

/// Whether a printed length is this one to a hundredth of a foot.
pub fn is_near(printed: &str, feet: f64) -> bool {
    printed.parse::<f64>().is_ok_and(|found| (found - feet).abs() < 0.01)
}
