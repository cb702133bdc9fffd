//! Says what is wrong with a command line in the program's own voice.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::error::Error;
use crate::text::meant;

/// The words of the program: a stray one of these as an option was meant as a command.
const COMMANDS: [&str; 5] = ["check", "rules", "near", "distance", "layers"];

/// Clap's error as one of ours; `None` when it is help or the version that was asked for.
pub fn usage_error(error: &clap::Error) -> Option<Error> {
    let context = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
        _ => None,
    };
    let argument = context(ContextKind::InvalidArg).unwrap_or_default();
    let found = context(ContextKind::InvalidValue).unwrap_or_default();
    Some(match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            return None;
        }
        ErrorKind::MissingRequiredArgument => {
            Error::new(format!("the command line lacks {}.", argument.replace("> <", "> and <")))
                .hint("metes COMMAND --help lists what a command needs.")
        }
        ErrorKind::UnknownArgument if argument.starts_with('-') => {
            let suggested = context(ContextKind::SuggestedArg).filter(|s| meant(&argument, [s.as_str()]).is_some());
            let hint = suggested
                .map(|s| format!("Did you mean {s}?"))
                .unwrap_or_else(|| "metes COMMAND --help lists the options.".to_owned());
            Error::new(format!("there is no option {argument}.")).hint(hint)
        }
        ErrorKind::UnknownArgument => Error::new(format!("the word \"{argument}\" stands alone."))
            .hint("A value with blanks needs quotes around all of it: --address \"9 Ferry Lane\""),
        ErrorKind::InvalidSubcommand => {
            let typed = context(ContextKind::InvalidSubcommand).unwrap_or_default();
            let likely = meant(&typed, COMMANDS).map(|m| format!("Did you mean {m}? ")).unwrap_or_default();
            Error::new(format!("there is no command \"{typed}\"."))
                .hint(format!("{likely}The commands are: {}.", COMMANDS.join(", ")))
        }
        ErrorKind::InvalidValue => {
            let allowed = context(ContextKind::ValidValue)
                .map(|v| format!("It may be: {v}."))
                .unwrap_or_else(|| "It needs a value.".to_owned());
            Error::new(format!("{argument} may not be \"{found}\".")).hint(allowed)
        }
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
            Error::new(format!("{argument} {found}: {why}.")).hint("metes COMMAND --help says what each option takes.")
        }
        ErrorKind::ArgumentConflict => {
            let other = context(ContextKind::PriorArg).unwrap_or_default();
            Error::new(format!("{argument} and {other} exclude one another.")).hint("Give one of them.")
        }
        _ => {
            let text = error.to_string();
            let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
            Error::new(format!("{first}.")).hint("metes COMMAND --help lists the options.")
        }
    })
}
