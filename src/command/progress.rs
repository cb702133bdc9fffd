//! Shows on a terminal how far a long job has come: sites a second and the time that is left.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::geojson::Standing;
use crate::input::Input;
use crate::text::grouped;

/// Jobs shorter than this show nothing.
const PATIENCE: Duration = Duration::from_millis(500);

/// How far a job has come; nothing is shown where standard error is no terminal.
#[derive(Debug, Clone)]
pub struct Progress(ProgressBar);

impl Progress {
    /// Of reading an input whole.
    pub fn of(input: &Input) -> Self {
        let shown = std::io::stderr().is_terminal();
        let target = if shown { ProgressDrawTarget::stderr_with_hz(5) } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(input.size(), target);
        let template = match input.size() {
            Some(_) => "{bar:30} {percent}% {msg}, {eta} left",
            None => "{spinner} {msg}",
        };
        // a template that does not parse would show the library's own
        if let Ok(style) = ProgressStyle::with_template(template) {
            let eta = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
                // there is nobody to tell if it cannot be written
                let _ = write!(out, "{} s", state.eta().as_secs_f64().ceil());
            };
            bar.set_style(style.with_key("eta", eta));
        }
        Progress(bar)
    }

    /// So much has been read.
    pub fn tell(&self, standing: Standing) {
        let passed = self.0.elapsed();
        if self.0.is_hidden() || passed < PATIENCE {
            return;
        }
        let pace = standing.features as f64 / passed.as_secs_f64();
        let text = format!("{} sites, {} a second", grouped(standing.features), grouped(pace as u64));
        self.0.set_message(text);
        self.0.set_position(standing.byte);
    }

    /// Runs `say` with the bar out of the way.
    pub fn aside(&self, say: impl FnOnce()) {
        self.0.suspend(say);
    }

    /// Takes it off the screen.
    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}
