//! Where results and talk go: results to standard output or a file made whole, talk to standard error.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::error::Error;
use crate::layer::{Layer, Refused};
use crate::text::hanging;

use super::exit::Failure;

/// Talk to the user, unless told to be quiet.
pub struct Console {
    quiet: bool,
}

impl Console {
    /// A console.
    pub fn new(quiet: bool) -> Self {
        Console { quiet }
    }

    /// One piece of news, wrapped, on standard error.
    pub fn say(&self, kind: &str, text: &str) {
        if !self.quiet {
            self.insist(&crate::text::hanging(&format!("{kind}: "), "  ", text));
        }
    }

    /// Something that must be said even when quiet: a feature that was refused.
    pub fn insist(&self, text: &str) {
        // if standard error is gone there is nobody to tell
        let _ = writeln!(io::stderr(), "{text}");
    }
}

/// The place of the results.
pub enum Output {
    /// Standard output.
    Stdout(BufWriter<io::StdoutLock<'static>>),
    /// A file written beside its place and renamed when whole.
    File(BufWriter<NamedTempFile>, PathBuf),
}

impl Output {
    /// Standard output, or the file named.
    ///
    /// # Errors
    /// The folder of the file cannot be written.
    pub fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path.filter(|p| *p != Path::new("-")) else {
            return Ok(Output::Stdout(BufWriter::with_capacity(1 << 16, io::stdout().lock())));
        };
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = NamedTempFile::new_in(folder).map_err(|e| {
            Error::new(format!("nothing can be written to {}: {e}.", folder.display()))
                .hint("Name a folder that exists and may be written.")
        })?;
        Ok(Output::File(BufWriter::with_capacity(1 << 16, file), path.to_owned()))
    }

    /// Writes all that is left and gives the file its name.
    ///
    /// # Errors
    /// The disk is full, or the file cannot be renamed.
    pub fn finish(self) -> Result<(), Failure> {
        match self {
            Output::Stdout(mut out) => out.flush()?,
            Output::File(out, path) => {
                let file = out.into_inner().map_err(|e| Failure::from(e.into_error()))?;
                #[cfg(unix)]
                {
                    use std::os::unix::fs::PermissionsExt;
                    let mode = std::fs::metadata(&path).map_or(0o644, |m| m.permissions().mode());
                    file.as_file().set_permissions(std::fs::Permissions::from_mode(mode))?;
                }
                file.as_file().sync_all()?;
                file.persist(&path).map_err(|e| Failure::from(e.error))?;
            }
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Stdout(out) => out.write(bytes),
            Output::File(out, _) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Stdout(out) => out.flush(),
            Output::File(out, _) => out.flush(),
        }
    }
}

/// Says what the user should know of a layer that was read: warnings, and each refused feature.
pub fn tell_layer(console: &Console, layer: &Layer) {
    tell_warnings(console, &layer.warnings);
    for bad in &layer.refused {
        tell_refused(console, &layer.settings.place(), bad, &layer.settings.name);
    }
}

/// Says the warnings of a layer.
pub fn tell_warnings(console: &Console, warnings: &[String]) {
    warnings.iter().for_each(|warning| console.say("warning", warning));
}

/// Names a feature that was refused; this is said even when quiet.
pub fn tell_refused(console: &Console, place: &str, bad: &Refused, layer: &str) {
    console.insist(&hanging("refused: ", "  ", &format!("{place}: {} {}", bad.sentence(), bad.advice(layer))));
}
