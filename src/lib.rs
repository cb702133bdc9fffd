//! Decides whether something may stand where it stands: under which section, by how many feet,
//! and how sure that is.
//!
//! ```text
//!  input ──> geojson ──> validity ──> crs ──> shape ──> index ─┐
//!  bytes     features    the gate     PROJ    on earth  R-tree ├──> view ──> quantity ─┐
//!                                            corner, derive ───┘   what is there       │
//!                                                                                      ├──> judge ──> report ──> text json csv
//!  document ──> rules (facts, conditions, exemptions, readings) ───────────────────────┘   one verdict
//! ```
//!
//! The modules below stand in the order in which they may import one another, and a test holds
//! them to it. [`check`] is the only one that sees all phases; [`measure`] has never heard of
//! law, and [`judge`] never of a layer.
//!
//! # Five contracts
//!
//! * **Distances are geodesic**, on the WGS84 ellipsoid; edges are the straight lines that the
//!   source file draws. No plane is chosen, so no place on earth is special.
//! * **Filter, then refine.** [`index`] and [`sieve`] may return too much, never too little; [`measure`]
//!   is exact. What is quick gives the bits of what is slow, and tests hold it to that.
//! * **Unknown is a value.** Conditions are three-valued ([`truth`]); a verdict that hangs on what
//!   nobody stated or drew is undetermined, and says on what.
//! * **Evidence travels.** A measurement carries the two nearest points and the feature it met.
//! * **Uncertainty travels.** The accuracy of the layers reaches [`decide`]; what cannot be known
//!   is undetermined, with the reason, and never a guess.
//!
//! # Glossary
//!
//! | word | meaning |
//! |---|---|
//! | chapter | one page of law under `data/law/`; a [`rules::Chapter`] |
//! | rule | one checkable duty: what is measured, what is required, under which citation |
//! | act | what is being done: a rule speaks of one or several |
//! | layer | features with provenance: publisher, day, coordinate system, accuracy, hash |
//! | site | the thing asked about: premises, a point, a shape |
//! | place | what a rule measures to; several features of one name are one place |
//! | fact | what a map cannot know: stated, typed, asked for only when it matters |
//! | reading | one defensible way to measure what the words of a rule say |
//! | exemption | what lifts rules: for somebody, or because they do not reach the case |
//! | band | the half-width of doubt about a distance, from the accuracy of both layers |
//! | finding | one rule applied to one site: measurements, verdict, reason |
//! | coverage | the ground on which a feature that is not in a layer is not there |

pub mod text;

pub mod error;

pub mod flow;

pub mod vector;

pub mod units;

pub mod truth;

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

pub mod corner;

pub mod ring;

pub mod document;

pub mod embedded;

pub mod calendar;

pub mod layer;

pub mod coverage;

pub mod near;

pub mod sieve;

pub mod premises;

pub mod requirement;

pub mod fact;

pub mod formula;

pub mod places;

pub mod decide;

pub mod derive;

pub mod view;

pub mod quantity;

pub mod rules;

pub mod judge;

pub mod report;

pub mod check;

pub mod cli;

pub mod command;
