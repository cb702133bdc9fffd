//! Opens a file, standard input or a gzip of either as one stream of bytes, hashed if asked.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};

use crate::error::{Error, Result};

/// Where bytes come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A file.
    Path(PathBuf),
    /// Standard input, written `-`; it can be read once.
    Stdin,
    /// Bytes that the program carries, under a name.
    Embedded(String, &'static [u8]),
}

/// The SHA-256 of the bytes read so far, as they lie in the file (before gunzip).
#[derive(Debug, Clone, Default)]
pub struct Fingerprint(Arc<Mutex<Sha256>>);

impl Input {
    /// `-` is standard input; anything else is a path.
    pub fn from_arg(arg: &str) -> Self {
        if arg == "-" { Input::Stdin } else { Input::Path(PathBuf::from(arg)) }
    }

    /// The short name for messages: the file's own name without its folder.
    pub fn name(&self) -> String {
        match self {
            Input::Stdin => "standard input".to_owned(),
            Input::Path(path) => file_name(path),
            Input::Embedded(name, _) => file_name(Path::new(name)),
        }
    }

    /// The file name without folder and endings: `parks` for `city/parks.geojson.gz`.
    pub fn stem(&self) -> String {
        let name = self.name();
        name.split('.').next().unwrap_or(&name).to_owned()
    }

    /// How many bytes of text it holds, if that is known beforehand: not of a stream or a gzip.
    pub fn size(&self) -> Option<u64> {
        match self {
            Input::Path(path) if path.extension().is_none_or(|end| end != "gz") => {
                path.metadata().ok().filter(std::fs::Metadata::is_file).map(|file| file.len())
            }
            Input::Path(_) | Input::Stdin => None,
            Input::Embedded(_, bytes) => Some(bytes.len() as u64),
        }
    }

    /// Whether it can be read a second time.
    pub fn can_reopen(&self) -> bool {
        !matches!(self, Input::Stdin)
    }

    /// Opens it for reading; gzip is recognised by its first two bytes.
    ///
    /// # Errors
    /// The file is absent, is a folder, or may not be read.
    pub fn open(&self) -> Result<Box<dyn Read + Send>> {
        self.open_with(None)
    }

    /// As [`Input::open`], with every byte taken into `fingerprint`.
    ///
    /// # Errors
    /// As [`Input::open`].
    pub fn open_hashed(&self, fingerprint: &Fingerprint) -> Result<Box<dyn Read + Send>> {
        self.open_with(Some(fingerprint))
    }

    fn open_with(&self, fingerprint: Option<&Fingerprint>) -> Result<Box<dyn Read + Send>> {
        let raw: Box<dyn Read + Send> = match self {
            Input::Stdin => Box::new(io::stdin()),
            Input::Embedded(_, bytes) => Box::new(Cursor::new(*bytes)),
            Input::Path(path) => Box::new(open_file(path)?),
        };
        let mut raw: Box<dyn Read + Send> = match fingerprint {
            Some(hash) => Box::new(Hashing { inner: raw, hash: hash.clone() }),
            None => raw,
        };
        // a page, so that what is read after it lies evenly in the page cache
        let mut head = [0u8; 4096];
        let mut got = 0;
        while got < 2 {
            match raw.read(&mut head[got..]) {
                Ok(0) => break,
                Ok(n) => got += n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(unreadable(&self.name(), &e)),
            }
        }
        let whole = Cursor::new(head[..got].to_vec()).chain(raw);
        if head[..got].starts_with(&[0x1f, 0x8b]) {
            Ok(Box::new(flate2::read::MultiGzDecoder::new(whole)))
        } else {
            Ok(Box::new(whole))
        }
    }

    /// All of it as text.
    ///
    /// # Errors
    /// It cannot be read, or is not UTF-8.
    pub fn text(&self) -> Result<String> {
        let mut bytes = Vec::new();
        self.open()?.read_to_end(&mut bytes).map_err(|e| unreadable(&self.name(), &e))?;
        String::from_utf8(bytes).map_err(|e| {
            Error::new(format!("{} is not UTF-8 text (byte {}).", self.name(), e.utf8_error().valid_up_to()))
                .hint("Save it as UTF-8.")
        })
    }
}

impl Fingerprint {
    /// The SHA-256 of what was read, in lower-case hexadecimal.
    pub fn hex(&self) -> String {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
            .finalize()
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect()
    }
}

struct Hashing<R> {
    inner: R,
    hash: Fingerprint,
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.hash.0.lock().unwrap_or_else(PoisonError::into_inner).update(&buffer[..n]);
        Ok(n)
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

fn open_file(path: &Path) -> Result<File> {
    let file = File::open(path).map_err(|e| {
        if e.kind() == io::ErrorKind::NotFound {
            Error::new(format!("there is no file {}.", path.display())).hint("Check the path, or give another file.")
        } else {
            unreadable(&path.display().to_string(), &e)
        }
    })?;
    if file.metadata().is_ok_and(|m| m.is_dir()) {
        return Err(Error::new(format!("{} is a folder, not a file.", path.display())).hint("Name one file in it."));
    }
    Ok(file)
}

/// The error of a file that stops being readable.
pub fn unreadable(name: &str, error: &io::Error) -> Error {
    let gzip =
        matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof);
    let hint = if gzip {
        "If it is a .gz file it is damaged or cut short: copy it again."
    } else {
        "Check that it may be read."
    };
    Error::new(format!("{name} cannot be read: {error}.")).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_gzip_is_read_through_and_its_own_bytes_are_hashed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("x.geojson.gz");
        let mut encoder =
            flate2::write::GzEncoder::new(File::create(&path).expect("a file"), flate2::Compression::fast());
        encoder.write_all(b"{\"type\":1}").expect("written");
        encoder.finish().expect("closed");
        let print = Fingerprint::default();
        let mut text = String::new();
        Input::Path(path.clone()).open_hashed(&print).expect("opened").read_to_string(&mut text).expect("read");
        assert_eq!(text, "{\"type\":1}");
        let expected: String =
            Sha256::digest(std::fs::read(&path).expect("read")).iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(print.hex(), expected);
    }

    #[test]
    fn an_absent_file_and_a_folder_are_named() {
        assert!(Input::from_arg("no/such.geojson").open().is_err_and(|e| e.to_string().contains("no/such.geojson")));
        assert!(Input::from_arg("/").open().is_err_and(|e| e.to_string().contains("folder")));
    }
}
