//! Reads from the command line which county is to be written, and where.

use std::path::PathBuf;

use crate::write::Style;

/// How it is called.
pub const USAGE: &str = "county [--size tiny|small|medium|large|huge] [--seed N] [--style ogr|compact] --out DIR";

/// The sizes by name, with how many parcels and parks they have.
const SIZES: [(&str, usize, usize); 5] = [
    ("tiny", 1_000, 6),
    ("small", 20_000, 60),
    ("medium", 200_000, 600),
    ("large", 1_000_000, 3_000),
    ("huge", 4_000_000, 12_000),
];

/// What is to be written, and where.
pub struct Order {
    pub parcels: usize,
    pub parks: usize,
    pub seed: u64,
    pub style: Style,
    pub out: PathBuf,
}

impl Order {
    /// Reads it from the command line.
    pub fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut order = Self { parcels: 20_000, parks: 60, seed: 1, style: Style::Spaced, out: PathBuf::new() };
        while let Some(name) = words.next() {
            let value = words.next().ok_or_else(|| format!("{name} needs a value."))?;
            let unknown = || format!("{name} {value} is not understood.");
            match name.as_str() {
                "--size" => {
                    let size = SIZES.iter().find(|size| size.0 == value).ok_or_else(unknown)?;
                    (order.parcels, order.parks) = (size.1, size.2);
                }
                "--seed" => order.seed = value.parse().map_err(|_| unknown())?,
                "--style" if value == "ogr" => order.style = Style::Spaced,
                "--style" if value == "compact" => order.style = Style::Compact,
                "--out" => order.out = PathBuf::from(&value),
                _ => return Err(unknown()),
            }
        }
        match order.out.as_os_str().is_empty() {
            true => Err("--out says where to write.".to_owned()),
            false => Ok(order),
        }
    }
}
