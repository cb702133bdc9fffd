//! What the law says, where it says it, and since when.
//!
//! A chapter is a Markdown page that a lawyer can read top to bottom. Its headings are the
//! citations, its sentences are ours, its block quotes are the law's deciding words; fenced
//! blocks of TOML under them encode what they say.

mod chapter;
mod library;
mod markdown;
mod reader;
mod requirement;

pub use chapter::{
    Case, Chapter, Distance, Members, NextSteps, Outcome, Places, Rule, SiteGeometry, Status, StatusKind,
};
pub use library::load;
pub use requirement::Requirement;
