//! metes

#![allow(missing_docs)]
pub mod text;
pub mod error;
pub mod units;
pub mod input;
pub mod json;
pub mod csv;
pub mod planar;
pub mod predicates;
pub mod validity;
pub mod geojson;
pub mod earth;
pub mod crs;
pub mod shape;
pub mod index;
pub mod measure;
pub mod document;
pub mod embedded;
pub mod layer;
pub mod coverage;
pub mod near;
pub mod premises;
pub mod rules;
pub mod decide;
pub mod report;
pub mod check;
pub mod cli;
pub mod command;
