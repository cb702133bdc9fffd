//! The `metes` program: reads the command line, runs one command, turns its outcome into an exit code.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use metes::cli::{Args, usage_error};
use metes::command;

fn main() -> ExitCode {
    // SAFETY: nothing else runs yet, so no other thread can be reading the environment.
    // A PROJ data folder from outside would change results, and PROJ's own log is not for users.
    #[allow(unsafe_code)]
    unsafe {
        std::env::remove_var("PROJ_DATA");
        std::env::remove_var("PROJ_LIB");
        std::env::set_var("PROJ_DEBUG", "0");
    }
    let outcome = match Args::try_parse() {
        Ok(args) => command::run(&args, jiff::Timestamp::now()),
        Err(error) => match usage_error(&error) {
            Some(error) => Err(error),
            None => {
                // help that nobody reads is no fault
                let _ = error.print();
                return ExitCode::SUCCESS;
            }
        },
    };
    match outcome {
        Ok(exit) => exit.into(),
        Err(error) => {
            // if standard error is gone there is nobody to tell
            let _ = writeln!(std::io::stderr(), "{error}");
            command::Exit::CouldNotRun.into()
        }
    }
}
