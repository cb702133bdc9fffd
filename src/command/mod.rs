//! Runs the commands: what was typed becomes what was meant, and the outcome an exit code.

mod check;
mod distance;
mod exit;
mod layers;
mod near;
mod options;
mod output;
mod progress;
mod rules;

pub use exit::{Exit, Outcome};

use jiff::Timestamp;

use crate::cli::{Args, Command};
use output::Console;

/// Runs one command line; `now` is read by the program alone.
///
/// # Errors
/// The command could not run.
pub fn run(args: &Args, now: Timestamp) -> Outcome {
    let console = Console::new(args.quiet);
    let outcome = match &args.command {
        Command::Distance(args) => distance::run(args, &console),
        Command::Near(args) => near::run(args, &console),
        Command::Layers(args) => layers::run(args, now, &console),
        Command::Rules(args) => rules::run(args),
        Command::Check(args) => check::run(args, now, &console),
    };
    console.done(); // also where something went wrong
    outcome
}
