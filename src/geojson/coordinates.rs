//! Reads a `coordinates` array of any depth into flat positions, and gives them a type.

use crate::json::{Fault, Scanner, Walk};
use crate::planar::{GeometryType, PathKind, Planar};

/// Nested position arrays, flattened: `ends[0]` closes lists of positions, `ends[1]` lists of
/// those, `ends[2]` lists of those.
#[derive(Debug, Default)]
pub struct Nest {
    positions: Vec<[f64; 2]>,
    ends: [Vec<u32>; 3],
    empties: usize,
    depth: Option<usize>,
}

/// Why well-formed JSON is not a geometry: at which byte, and what is wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct Misfit(pub usize, pub String);

/// A fault of the JSON, or a misfit inside sound JSON.
pub enum Trouble {
    Fault(Fault),
    Misfit(Misfit),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Trouble::Fault(fault)
    }
}

/// Reads a `coordinates` value. Sound JSON that is not coordinates is passed over whole and
/// told as a misfit.
pub fn read(scanner: &mut Scanner) -> Walk<Result<Nest, Misfit>> {
    scanner.peek()?;
    let start = scanner.at();
    let mut nest = Nest::default();
    match nest.array(scanner, 1) {
        Ok(depth) => {
            nest.depth = depth;
            Ok(Ok(nest))
        }
        Err(Trouble::Fault(fault)) => Err(fault),
        Err(Trouble::Misfit(misfit)) => {
            scanner.rewind(start);
            scanner.skip_value()?;
            Ok(Err(misfit))
        }
    }
}

impl Nest {
    /// Reads one array; its depth, or `None` when it holds nothing.
    fn array(&mut self, scanner: &mut Scanner, level: usize) -> Result<Option<usize>, Trouble> {
        if scanner.peek()? != b'[' {
            return misfit(scanner, "a list of coordinates is expected here");
        }
        if level > 5 {
            return misfit(scanner, "the coordinates are nested too deep");
        }
        scanner.expect(b'[')?;
        if scanner.pass(b']')? {
            self.empties += 1;
            return Ok(None);
        }
        if scanner.peek()? != b'[' {
            self.position(scanner)?;
            return Ok(Some(1));
        }
        let mut depth = None;
        loop {
            let at = scanner.at();
            let child = self.array(scanner, level + 1)?;
            match (depth, child) {
                (Some(d), Some(c)) if d != c => {
                    return Err(Trouble::Misfit(Misfit(at, "positions and lists of positions are mixed".to_owned())));
                }
                _ => depth = depth.or(child),
            }
            if !scanner.another(b']')? {
                break;
            }
        }
        match depth {
            Some(depth @ 1..=3) => {
                let len = if depth == 1 { self.positions.len() } else { self.ends[depth - 2].len() };
                self.ends[depth - 1].push(len as u32);
                Ok(Some(depth + 1))
            }
            Some(_) => misfit(scanner, "the coordinates are nested too deep"),
            None => {
                self.empties += 1;
                Ok(None)
            }
        }
    }

    /// Reads the numbers of a position; only the first two count (Z and M are ignored).
    fn position(&mut self, scanner: &mut Scanner) -> Result<(), Trouble> {
        let mut position = [0.0; 2];
        let start = scanner.at();
        let mut n = 0;
        loop {
            match scanner.peek()? {
                b'-' | b'0'..=b'9' => {}
                b'"' => return misfit(scanner, "a coordinate is text in quotes, not a number"),
                b'n' => return misfit(scanner, "a coordinate is null"),
                _ => return misfit(scanner, "a coordinate is not a number"),
            }
            let at = scanner.at();
            let (value, text) = scanner.number()?;
            if !value.is_finite() {
                return Err(Trouble::Misfit(Misfit(at, format!("the coordinate {text} is too large for a number"))));
            }
            if n < 2 {
                position[n] = value;
            }
            n += 1;
            if !scanner.another(b']')? {
                break;
            }
        }
        if n < 2 {
            return Err(Trouble::Misfit(Misfit(start, "a position has one number, and needs two".to_owned())));
        }
        self.positions.push(position);
        Ok(())
    }

    /// Adds what was read to `planar` as a geometry of `kind`, whose first part is `part`.
    /// `Ok(false)` when it is empty.
    ///
    /// # Errors
    /// The depth does not belong to the type, or a part is empty.
    pub fn into_planar(self, kind: GeometryType, part: u32, planar: &mut Planar) -> Result<bool, String> {
        let wanted = match kind {
            GeometryType::Point => 1,
            GeometryType::MultiPoint | GeometryType::LineString => 2,
            GeometryType::Polygon | GeometryType::MultiLineString => 3,
            GeometryType::MultiPolygon => 4,
            GeometryType::GeometryCollection => {
                return Err("a GeometryCollection has geometries, not coordinates".to_owned());
            }
        };
        let Some(depth) = self.depth else { return Ok(false) };
        if depth != wanted {
            return Err(format!("the coordinates of a {kind} are lists {wanted} deep, and these are {depth} deep"));
        }
        if self.empties > 0 {
            return Err(format!("a part of the {kind} is empty"));
        }
        let run = |ends: &[u32], i: usize| (if i == 0 { 0 } else { ends[i - 1] }) as usize..ends[i] as usize;
        let positions = |i: usize| self.positions[run(&self.ends[0], i)].iter().copied();
        match kind {
            GeometryType::Point | GeometryType::MultiPoint => {
                for (i, position) in self.positions.iter().enumerate() {
                    planar.push_path(PathKind::Point, part + i as u32, [*position]);
                }
            }
            GeometryType::LineString | GeometryType::MultiLineString => {
                for i in 0..self.ends[0].len() {
                    planar.push_path(PathKind::Line, part + i as u32, positions(i));
                }
            }
            _ => {
                for polygon in 0..self.ends[1].len() {
                    for (i, ring) in run(&self.ends[1], polygon).enumerate() {
                        let kind = if i == 0 { PathKind::Shell } else { PathKind::Hole };
                        planar.push_path(kind, part + polygon as u32, positions(ring));
                    }
                }
            }
        }
        Ok(true)
    }
}

fn misfit<T>(scanner: &Scanner, what: &str) -> Result<T, Trouble> {
    Err(Trouble::Misfit(Misfit(scanner.at(), what.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planar(kind: GeometryType, text: &str) -> Result<(bool, Planar), String> {
        let mut scanner = Scanner::new(text.as_bytes(), 0);
        let nest = read(&mut scanner).expect("sound JSON").map_err(|m| m.1)?;
        assert_eq!(scanner.at(), text.len(), "all of it is passed");
        let mut planar = Planar::default();
        nest.into_planar(kind, 0, &mut planar).map(|some| (some, planar))
    }

    #[test]
    fn each_type_has_its_depth() {
        use GeometryType::*;
        assert_eq!(planar(Point, "[1,2,3,4]").map(|(_, p)| p.positions), Ok(vec![[1.0, 2.0]]));
        let (_, multi) = planar(
            MultiPolygon,
            "[[[[0,0],[1,0],[0,1],[0,0]],[[0.1,0.1],[0.2,0.1],[0.1,0.2],[0.1,0.1]]],[[[5,5],[6,5],[5,6],[5,5]]]]",
        )
        .expect("sound");
        assert_eq!(
            multi.paths.iter().map(|p| (p.kind, p.part)).collect::<Vec<_>>(),
            [(PathKind::Shell, 0), (PathKind::Hole, 0), (PathKind::Shell, 1)]
        );
        assert!(planar(Polygon, "[[0,0],[1,0],[0,1],[0,0]]").is_err_and(|e| e.contains("3 deep")));
        assert!(planar(Point, "[[1,2]]").is_err());
    }

    #[test]
    fn emptiness_is_told_from_a_lost_part() {
        use GeometryType::*;
        assert_eq!(planar(MultiPolygon, "[]").map(|(some, _)| some), Ok(false));
        assert_eq!(planar(MultiPolygon, "[[]]").map(|(some, _)| some), Ok(false));
        assert!(planar(MultiLineString, "[[[0,0],[1,1]],[]]").is_err_and(|e| e.contains("empty")));
    }

    #[test]
    fn ordinates_that_are_no_numbers_are_named() {
        use GeometryType::*;
        assert!(planar(Point, r#"["-95.8","36.0"]"#).is_err_and(|e| e.contains("quotes")));
        assert!(planar(Point, "[null,36.0]").is_err_and(|e| e.contains("null")));
        assert!(planar(Point, "[36.0]").is_err_and(|e| e.contains("one number")));
        assert!(planar(Point, "[1e999,0]").is_err_and(|e| e.contains("1e999")));
        assert!(planar(LineString, "[[0,0],[[1,1],[2,2]]]").is_err_and(|e| e.contains("mixed")));
        assert!(planar(Point, "{\"x\":1}").is_err());
    }
}
