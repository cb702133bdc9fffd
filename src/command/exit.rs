//! How a command ends: its exit code, or why it could not run.

use std::io;
use std::process::ExitCode;

use crate::error::Error;

/// The exit codes. Where several hold, the order is: could not run, violates, undetermined, clear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Ran; of `check`, every finding complies.
    Clear = 0,
    /// At least one finding violates.
    Violates = 1,
    /// Could not run.
    CouldNotRun = 2,
    /// None violates, but something is undetermined; of the other commands, a row or feature was refused.
    Undetermined = 3,
}

/// The outcome of a command.
pub type Outcome = Result<Exit, Error>;

impl Exit {
    /// The one that weighs more.
    pub fn and(self, other: Exit) -> Exit {
        let weight = |exit: Exit| match exit {
            Exit::Clear => 0,
            Exit::Undetermined => 1,
            Exit::Violates => 2,
            Exit::CouldNotRun => 3,
        };
        if weight(other) > weight(self) { other } else { self }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// The error of output that cannot be written.
pub fn unwritable(error: io::Error) -> Error {
    Error::new(format!("the output cannot be written: {error}.")).hint("Check the disk and the path after -o.")
}

#[cfg(test)]
mod tests {
    use super::Exit::{self, *};

    #[test]
    fn could_not_run_beats_violates_beats_undetermined_beats_clear() {
        let order = [Clear, Undetermined, Violates, CouldNotRun];
        for (i, a) in order.into_iter().enumerate() {
            for (j, b) in order.into_iter().enumerate() {
                assert_eq!(a.and(b), order[i.max(j)]);
            }
        }
        assert_eq!([Clear, Violates, CouldNotRun, Undetermined].map(|e: Exit| e as u8), [0, 1, 2, 3]);
    }
}
