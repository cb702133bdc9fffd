//! All tests that run the program whole or look at the repository from outside.

#![allow(clippy::print_stdout)] // a test says what it skips and what it held

mod common;

mod architecture;
mod cambridge;
mod chapters;
mod clearance;
mod close_edges;
mod command_line;
mod corner_driveways;
mod corners;
mod design;
mod design_accuracy;
mod design_band;
mod design_command;
mod design_layers;
mod design_readings;
mod design_sure;
mod design_verdicts;
mod desk;
mod express;
mod field_case;
mod field_cases;
mod field_verdicts;
mod oracle;
mod pieces;
mod plot;
mod properties;
mod readme;
mod safety;
mod schema;
mod sieve;
mod stand_in;
mod tuckahoe;
mod ugly;
mod village;
