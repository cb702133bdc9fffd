//! Where results and talk go: results to standard output or a file made whole, talk to standard error.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

use crate::error::{Error, Result};
use crate::input::Input;
use crate::layer::{Layer, Refused, Settings, Stream};
use crate::text::hanging;

use super::exit::unwritable;
use super::progress::Progress;

/// Talk to the user, unless told to be quiet.
pub struct Console {
    quiet: bool,
    /// Hints that were given; each is given once.
    hinted: Mutex<Vec<String>>,
    progress: Mutex<Option<Progress>>,
}

impl Console {
    /// A console.
    pub fn new(quiet: bool) -> Self {
        Console { quiet, hinted: Mutex::default(), progress: Mutex::default() }
    }

    /// Shows how far the reading of a stream has come, until [`Console::done`].
    pub fn follow(&self, input: &Input, stream: &mut Stream) {
        if !self.quiet {
            let progress = Progress::of(input);
            *self.shown() = Some(progress.clone());
            stream.watched(move |standing| progress.tell(standing));
        }
    }

    /// Takes what shows the progress off the screen.
    pub fn done(&self) {
        if let Some(progress) = self.shown().take() {
            progress.clear();
        }
    }

    fn shown(&self) -> MutexGuard<'_, Option<Progress>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One piece of news, wrapped, on standard error.
    pub fn say(&self, kind: &str, text: &str) {
        self.line(&hanging(&format!("{kind}: "), "  ", text));
    }

    /// Says the warnings of a layer.
    pub fn warn(&self, warnings: &[String]) {
        warnings.iter().for_each(|warning| self.say("warning", warning));
    }

    /// Names a feature that was refused, on one line; what to try is said once for its kind.
    pub fn refuse(&self, place: &str, bad: &Refused, layer: &str) {
        self.line(&format!("refused: {place}: {}", bad.sentence()));
        let advice = bad.advice(layer);
        let mut hinted = self.hinted.lock().unwrap_or_else(PoisonError::into_inner);
        if !hinted.contains(&advice) {
            self.line(&hanging("hint: ", "  ", &advice));
            hinted.push(advice);
        }
    }

    /// Says that a layer shows an invented place, if it does.
    pub fn tell_invented(&self, settings: &Settings) {
        if settings.stated.illustrative {
            let place = settings.place();
            self.say(
                "warning",
                &format!("{place} is illustrative: it shows an invented place. Not for a real decision."),
            );
        }
    }

    /// Says what the user should know of a layer that was read: warnings, and each refused feature.
    pub fn tell(&self, layer: &Layer) {
        self.warn(&layer.warnings);
        layer.refused.iter().for_each(|bad| self.refuse(&layer.settings.place(), bad, &layer.settings.name));
    }

    fn line(&self, text: &str) {
        // if standard error is gone there is nobody to tell
        let say = || drop(writeln!(io::stderr(), "{text}"));
        match self.shown().as_ref() {
            _ if self.quiet => {}
            Some(progress) => progress.aside(say),
            None => say(),
        }
    }
}

/// The place of the results. A reader that goes away early is no fault: what is written after
/// that is dropped, so that a command can still come to its end and its exit code.
pub struct Output {
    to: Sink,
    broken: bool,
}

enum Sink {
    /// Standard output.
    Stdout(BufWriter<io::Stdout>),
    /// A file written beside its place and renamed when whole.
    File(BufWriter<NamedTempFile>, PathBuf),
}

impl Output {
    /// Standard output, or the file named.
    ///
    /// # Errors
    /// The folder of the file cannot be written, or the path is a folder.
    pub fn open(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path.filter(|p| *p != Path::new("-")) else {
            return Ok(Output { to: Sink::Stdout(BufWriter::with_capacity(1 << 16, io::stdout())), broken: false });
        };
        if path.is_dir() {
            return Err(Error::new(format!("-o {}: this is a folder.", path.display())).hint("Name a file in it."));
        }
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = NamedTempFile::new_in(folder).map_err(|_| {
            Error::new(format!("-o {}: nothing can be written in its folder.", path.display()))
                .hint("Name a file in a folder that exists and may be written.")
        })?;
        Ok(Output { to: Sink::File(BufWriter::with_capacity(1 << 16, file), path.to_owned()), broken: false })
    }

    /// Whether nobody reads it any more.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Writes `bytes`.
    ///
    /// # Errors
    /// The disk is full.
    pub fn put(&mut self, bytes: &[u8]) -> Result<()> {
        self.write_all(bytes).map_err(unwritable)
    }

    /// Writes all that is left and gives the file its name.
    ///
    /// # Errors
    /// The disk is full, or the file cannot be renamed.
    pub fn finish(mut self) -> Result<()> {
        self.flush().map_err(unwritable)?;
        let Sink::File(out, path) = self.to else { return Ok(()) };
        let file = out.into_inner().map_err(|e| unwritable(e.into_error()))?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(&path).map_or(0o644, |m| m.permissions().mode());
            file.as_file().set_permissions(std::fs::Permissions::from_mode(mode)).map_err(unwritable)?;
        }
        file.as_file().sync_all().map_err(unwritable)?;
        file.persist(&path).map_err(|e| unwritable(e.error))?;
        Ok(())
    }

    fn unless_broken<T>(&mut self, done: io::Result<T>, instead: T) -> io::Result<T> {
        match done {
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => {
                self.broken = true;
                Ok(instead)
            }
            done => done,
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.broken {
            return Ok(bytes.len());
        }
        let done = match &mut self.to {
            Sink::Stdout(out) => out.write(bytes),
            Sink::File(out, _) => out.write(bytes),
        };
        self.unless_broken(done, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.broken {
            return Ok(());
        }
        let done = match &mut self.to {
            Sink::Stdout(out) => out.flush(),
            Sink::File(out, _) => out.flush(),
        };
        self.unless_broken(done, ())
    }
}
