//! The floor under every reader of a layer: find the coordinates, keep them as numbers, check nothing.
//!
//! `cargo run --release --example floor -- parcels.geojson [THREADS]`. It trusts that each feature is a line.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::process::ExitCode;
use std::{env, thread};

use memchr::memmem::Finder;
use memchr::{memchr, memrchr};

/// Bytes that are read at once.
const BLOCK: usize = 1 << 20;
/// Decimals of a position; it trusts that there are no more.
const PLACES: usize = 7;

/// What a part of the file holds.
#[derive(Default)]
struct Found {
    sites: usize,
    /// Longitudes and latitudes in turn, in units of a ten-millionth of a degree.
    numbers: Vec<i32>,
}

fn main() -> ExitCode {
    let mut words = env::args().skip(1);
    let threads = words.next().zip(Some(words.next().and_then(|word| word.parse().ok()).unwrap_or(2)));
    let said = match threads {
        Some((path, threads)) => scan(&path, threads).map_err(|failed| format!("{path}: {failed}")),
        None => Err("floor FILE [THREADS]".to_owned()),
    };
    let written = match &said {
        Ok(said) => writeln!(io::stdout(), "{said}"),
        Err(failed) => writeln!(io::stderr(), "{failed}"),
    };
    if said.is_ok() && written.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(2) }
}

/// Reads the file in as many parts as there are threads.
fn scan(path: &str, threads: usize) -> io::Result<String> {
    let file = &File::open(path)?;
    let length = file.metadata()?.len();
    let cut = |part: usize| line_start(file, length * part as u64 / threads as u64);
    let parts: Vec<io::Result<Found>> = thread::scope(|scope| {
        let work = |part| scope.spawn(move || read_part(file, cut(part)?, cut(part + 1)?));
        let running: Vec<_> = (0..threads).map(work).collect();
        let gone = |_| Err(io::Error::other("a thread died"));
        running.into_iter().map(|part| part.join().unwrap_or_else(gone)).collect()
    });
    let (mut sites, mut vertices) = (0, 0);
    for part in parts {
        let part = part?;
        sites += part.sites;
        vertices += part.numbers.len() / 2;
    }
    Ok(format!("{sites} sites, {vertices} vertices"))
}

/// Where the first line begins at this byte or after it.
fn line_start(file: &File, byte: u64) -> io::Result<u64> {
    if byte == 0 {
        return Ok(0);
    }
    let mut block = vec![0; BLOCK];
    let mut at = byte - 1;
    loop {
        let got = file.read_at(&mut block, at)?;
        match memchr(b'\n', &block[..got]) {
            Some(end) => return Ok(at + end as u64 + 1),
            None if got == 0 => return Ok(at),
            None => at += got as u64,
        }
    }
}

/// Reads whole lines, from one line's start to another's.
fn read_part(file: &File, mut at: u64, end: u64) -> io::Result<Found> {
    let finder = Finder::new(b"\"coordinates\"");
    let mut found = Found::default();
    let mut block = vec![0; BLOCK];
    let mut held = 0;
    while at < end {
        let room = (block.len() - held).min((end - at) as usize);
        let got = file.read_at(&mut block[held..held + room], at)?;
        if got == 0 {
            break;
        }
        at += got as u64;
        held += got;
        let lines = if at == end { held } else { memrchr(b'\n', &block[..held]).map_or(0, |line| line + 1) };
        take(&block[..lines], &finder, &mut found);
        block.copy_within(lines..held, 0);
        held -= lines;
        if held == block.len() {
            block.resize(held + BLOCK, 0); // a line longer than a block
        }
    }
    Ok(found)
}

/// The coordinates of all features in these lines.
fn take(mut lines: &[u8], finder: &Finder, found: &mut Found) {
    while let Some(place) = finder.find(lines) {
        found.sites += 1;
        lines = &lines[place + finder.needle().len()..];
        let length = memchr(b'}', lines).unwrap_or(lines.len());
        numbers(&lines[..length], &mut found.numbers);
        lines = &lines[length..];
    }
}

/// The numbers among brackets and commas.
fn numbers(text: &[u8], into: &mut Vec<i32>) {
    let mut at = 0;
    while at < text.len() {
        let minus = text[at] == b'-';
        if !minus && !text[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        at += usize::from(minus);
        let whole = digits(text, &mut at, 0);
        let point = at;
        at += usize::from(text.get(at) == Some(&b'.'));
        let value = digits(text, &mut at, whole);
        let places = (at - point).saturating_sub(1).min(PLACES) as u32;
        let value = value.wrapping_mul(10_i32.pow(PLACES as u32 - places));
        into.push(if minus { -value } else { value });
    }
}

/// Goes on with a number, digit by digit.
fn digits(text: &[u8], at: &mut usize, mut value: i32) -> i32 {
    while let Some(digit) = text.get(*at).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10) {
        value = value.wrapping_mul(10).wrapping_add(i32::from(digit));
        *at += 1;
    }
    value
}

#[test]
fn numbers_are_kept_to_seven_decimals() {
    let mut found = Found::default();
    take(
        b"{\"coordinates\": [ [ -73.8351550, 40.5 ], [7,-0.0000001] ] }\n",
        &Finder::new(b"\"coordinates\""),
        &mut found,
    );
    assert_eq!((found.sites, &found.numbers[..]), (1, &[-738_351_550, 405_000_000, 70_000_000, -1][..]));
}
