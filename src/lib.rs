//! metes

#![allow(missing_docs)]
pub mod check;
pub mod cli;
pub mod command;
pub mod coverage;
pub mod crs;
pub mod csv;
pub mod decide;
pub mod document;
pub mod earth;
pub mod embedded;
pub mod error;
pub mod geojson;
pub mod index;
pub mod input;
pub mod json;
pub mod layer;
pub mod measure;
pub mod near;
pub mod planar;
pub mod predicates;
pub mod premises;
pub mod report;
pub mod rules;
pub mod shape;
pub mod text;
pub mod units;
pub mod validity;
