//! What the law says, where it says it, and since when.
//!
//! A chapter is a Markdown page that a lawyer can read top to bottom. Its headings are the
//! citations, its sentences are ours, its block quotes are the law's deciding words; fenced
//! blocks of TOML under them encode what they say.

mod chapter;
mod condition;
mod library;
mod markdown;
mod provisions;
mod reader;
mod test;

pub use chapter::{
    Act, Amount, Assumed, Case, CaseSite, Chapter, Demand, Due, Duty, Exemption, Gives, NextSteps, Premise, Rule,
    Status, StatusKind, Undecided, Wording,
};
pub use condition::{Comparison, Condition, Operand, Order, Reckoning};
pub use library::load;
pub use provisions::Provision;
pub use test::{Reading, Test};

pub use crate::fact::{About, Fact, FactKind, FactValue};
pub use crate::places::{Construct, Members, Part, Places};
pub use crate::requirement::Requirement;
