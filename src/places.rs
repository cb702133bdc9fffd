//! The places that rules measure to: which features of which layer they are, and what is made of them.

use crate::document::At;

/// A kind of place that rules measure to.
#[derive(Debug, Clone, PartialEq)]
pub struct Places {
    /// What rules call it.
    pub id: String,
    /// Where the law says which they are: `§ 19A-2`.
    pub citation: String,
    /// The layer that they are found on; it remembers where it is written, so that a layer
    /// nobody brings can be refused there.
    pub layer: At<String>,
    /// One of them: `listed park`.
    pub noun: String,
    /// Several of them: `listed parks`.
    pub plural: String,
    /// Which features of the layer count.
    pub members: Members,
    /// What is made of the features before they are measured to.
    pub construct: Construct,
    /// The fact that tells by which day each of them was there, where the map does not say since when.
    pub there_by: Option<String>,
    /// The provisions it covers, by their ids.
    pub provisions: Vec<String>,
}

/// What is made of the features of a layer before they are measured to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Construct {
    /// Nothing: they are measured to as drawn.
    AsDrawn,
    /// Curb lines: the points where two straight ones meet when they are extended round a corner.
    Corners,
    /// Roadways: the ground that two of them share.
    Overlaps,
}

/// Which features of a layer count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Members {
    /// A closed list of names; each must be on the layer.
    Named(Vec<String>),
    /// An open class: every feature with a name. A blank name is no name.
    EveryNamed,
    /// An open class: every feature.
    Every,
    /// The one feature of a layer that can have no other: a boundary.
    Only,
}

/// The part of a place that is measured to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// All of it, up to its edge.
    Whole,
    /// Its centre of area.
    Centroid,
    /// Of a constructed corner, the rounded curb.
    Curve,
    /// Of a constructed corner, the middle of the rounded curb.
    CurveMiddle,
    /// Of a constructed corner, the two points where the curve begins.
    CurveStarts,
}

impl Places {
    /// The names of a closed list.
    pub fn named(&self) -> Option<&[String]> {
        match &self.members {
            Members::Named(names) => Some(names),
            Members::EveryNamed | Members::Every | Members::Only => None,
        }
    }
}
