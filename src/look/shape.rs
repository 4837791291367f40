//! What drawing comes down to: a few shapes that any painter can put down.

use ecolor::Color32;
use emath::{Pos2, Rect};

/// A line's width and colour.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Stroke {
    /// Its width.
    pub width: f32,
    /// Its colour.
    pub color: Color32,
}

impl Stroke {
    /// No line.
    pub const NONE: Stroke = Stroke {
        width: 0.0,
        color: Color32::TRANSPARENT,
    };
    /// A line.
    pub fn new(width: f32, color: Color32) -> Self {
        Self { width, color }
    }
}

/// A shape, in points of the screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled convex shape with an edge.
    Patch {
        /// Its corners.
        points: Vec<Pos2>,
        /// Its colour.
        fill: Color32,
        /// Its edge.
        stroke: Stroke,
    },
    /// A line through points.
    Line {
        /// The points.
        points: Vec<Pos2>,
        /// The line.
        stroke: Stroke,
    },
    /// A filled disc.
    Disc {
        /// Its centre.
        at: Pos2,
        /// Its radius.
        radius: f32,
        /// Its colour.
        fill: Color32,
    },
    /// A convex shape with a colour at each corner; the first two are of one colour, the others
    /// of another.
    Blend {
        /// Corners and colours.
        corners: Vec<(Pos2, Color32)>,
    },
    /// Triangles with a colour at each corner.
    Mesh {
        /// Corners and colours.
        corners: Vec<(Pos2, Color32)>,
        /// Three corners each.
        triangles: Vec<[u32; 3]>,
    },
    /// The picture under the grid of the board. A painter that has none leaves it out.
    Picture {
        /// The corner at its top left.
        at: Pos2,
        /// Points a pixel of the picture.
        scale: f32,
        /// How much of what lies below it hides, from 0 to 1.
        opacity: f32,
        /// The board: nothing beside it is drawn.
        within: Rect,
    },
}
