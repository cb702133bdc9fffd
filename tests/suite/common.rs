//! What the tests share: the program, the real layers, and reading what it printed.

use std::path::PathBuf;
use std::process::{Command, Output};

/// The folder of real layers that METES_SHARED names; `None`, said once, when it is not set.
///
/// # Panics
/// It is set and does not exist: then something is wrong with the set-up.
pub fn shared() -> Option<PathBuf> {
    let Some(path) = std::env::var_os("METES_SHARED").map(PathBuf::from) else {
        println!("skipped: METES_SHARED is not set, and this test needs the real layers it names");
        return None;
    };
    assert!(path.is_dir(), "METES_SHARED is set to {}, which is no folder", path.display());
    Some(path)
}

/// Runs `metes` in the folder of the repository.
pub fn metes(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_metes"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("metes runs")
}

/// What a run printed on standard output.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// What a run printed on standard error.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// The exit code of a run.
pub fn code(output: &Output) -> i32 {
    output.status.code().expect("not killed")
}
