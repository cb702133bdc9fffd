//! What the law says, where it says it, and since when.
//!
//! A chapter is a Markdown page that a lawyer can read top to bottom. Its headings are the
//! citations, its sentences are ours, its block quotes are the law's deciding words; fenced
//! blocks of TOML under them encode what they say.

mod chapter;
mod condition;
mod fact;
mod library;
mod markdown;
mod reader;
mod requirement;
mod test;

pub use chapter::{
    Act, Amount, Assumed, Case, CaseSite, Chapter, Construct, Demand, Due, Duty, Exemption, Gives, Members, NextSteps,
    Places, Premise, Rule, Status, StatusKind, Undecided, Wording,
};
pub use condition::{Comparison, Condition, Operand, Order};
pub use fact::{About, Fact, FactKind, FactValue, day};
pub use library::load;
pub use requirement::Requirement;
pub use test::{From, Measure, Part, Reading, Test};
