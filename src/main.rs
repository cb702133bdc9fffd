//! The `metes` program: reads the command line, runs one command, turns its outcome into an exit code.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use metes::cli::Args;
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
    let args = Args::parse();
    match command::run(&args, jiff::Timestamp::now()) {
        Ok(exit) => exit.into(),
        Err(command::Failure::BrokenPipe) => ExitCode::SUCCESS,
        Err(command::Failure::Error(error)) => {
            // if standard error is gone there is nobody to tell
            let _ = writeln!(std::io::stderr(), "{error}");
            command::Exit::CouldNotRun.into()
        }
    }
}
