//! What drawing comes down to: a few shapes that any painter can put down.

use ecolor::Color32;
use emath::{Pos2, Rect, Vec2};
use std::sync::Arc;

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
    /// Convex shapes of one colour each that lie side by side.
    Tiles {
        /// Corners and colours.
        tiles: Vec<(Vec<Pos2>, Color32)>,
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
    /// A picture that many spaces share.
    Stamp {
        /// Which picture it is.
        key: StampKey,
        /// Where its origin lies.
        at: Vec2,
        /// Its shapes, around the origin.
        shapes: Arc<[Shape]>,
    },
}

/// Tells the pictures of one drawing apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StampKey {
    /// The terrain it shows, by its place among those of the map.
    pub terrain: u8,
    /// Whether it lies flat (0) or stands up (1).
    pub layer: u8,
    /// Which of the pictures of this terrain it is.
    pub variant: u8,
}

impl Shape {
    /// The same shape at another place.
    pub fn moved(&self, by: Vec2) -> Shape {
        let all = |points: &[Pos2]| points.iter().map(|p| *p + by).collect();
        let coloured =
            |corners: &[(Pos2, Color32)]| corners.iter().map(|(p, c)| (*p + by, *c)).collect();
        match self {
            Shape::Patch {
                points,
                fill,
                stroke,
            } => Shape::Patch {
                points: all(points),
                fill: *fill,
                stroke: *stroke,
            },
            Shape::Line { points, stroke } => Shape::Line {
                points: all(points),
                stroke: *stroke,
            },
            Shape::Disc { at, radius, fill } => Shape::Disc {
                at: *at + by,
                radius: *radius,
                fill: *fill,
            },
            Shape::Blend { corners } => Shape::Blend {
                corners: coloured(corners),
            },
            Shape::Tiles { tiles } => Shape::Tiles {
                tiles: tiles.iter().map(|(points, c)| (all(points), *c)).collect(),
            },
            Shape::Mesh { corners, triangles } => Shape::Mesh {
                corners: coloured(corners),
                triangles: triangles.clone(),
            },
            Shape::Picture {
                at,
                scale,
                opacity,
                within,
            } => Shape::Picture {
                at: *at + by,
                scale: *scale,
                opacity: *opacity,
                within: within.translate(by),
            },
            Shape::Stamp { key, at, shapes } => Shape::Stamp {
                key: *key,
                at: *at + by,
                shapes: shapes.clone(),
            },
        }
    }
}
