//! All tests that run the program whole or look at the repository from outside.

#![allow(clippy::print_stdout)] // a test says what it skips and what it held

mod common;

mod architecture;
mod cambridge;
mod chapters;
mod command_line;
mod field_cases;
mod oracle;
mod properties;
mod readme;
mod safety;
mod schema;
mod ugly;
mod village;
