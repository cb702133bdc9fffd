//! Counts days as statutes do: which days offices are closed, and which is the last in time.

mod closures;
mod deadline;
mod holiday;

pub use closures::{Closures, closures_of};
pub use deadline::{Deadline, Period, deadline};
