//! A board as shapes, in the style of a print.

use super::{Print, Style};
use crate::board::Board;
use crate::look::layout::{Camera, Layout};
use crate::look::{self, Shape, StampKey, Stroke, Zones};
use ecolor::Color32;
use std::collections::HashMap;
use std::sync::Arc;

/// The part of a board that a camera sees, in its points.
pub fn shapes(board: &Board, camera: &Camera, print: &Print) -> Vec<Shape> {
    let zones = if print.marks {
        Zones::All
    } else {
        Zones::Hidden
    };
    match print.style {
        Style::Full => look::board(board, camera, zones),
        Style::Saving => {
            let mut light = Light::default();
            let all = look::board(board, camera, zones).into_iter();
            all.filter_map(|shape| light.shape(shape)).collect()
        }
        Style::Grid => {
            let mut brush = look::Brush::new(board, Layout::new(*board.grid()), *camera);
            look::ground::grid_lines(&mut brush);
            look::zones::zones(&mut brush, zones);
            look::borders::draw(&mut brush);
            let mut light = Light::default();
            let all = brush.done().into_iter();
            all.filter_map(|shape| match shape {
                Shape::Line { points, stroke } => Some(Shape::Line {
                    points,
                    stroke: Stroke::new(stroke.width, Color32::from_gray(90)),
                }),
                other => light.shape(other),
            })
            .collect()
        }
    }
}

/// Shapes with as little ink as they need to be known.
#[derive(Default)]
struct Light {
    /// Pictures that were lightened already.
    stamps: HashMap<StampKey, Arc<[Shape]>>,
}

fn grey(c: Color32) -> f32 {
    let [r, g, b, _] = c.to_srgba_unmultiplied();
    (u32::from(r) * 3 + u32::from(g) * 6 + u32::from(b)) as f32 / 2550.0
}

fn pale(c: Color32) -> Color32 {
    let v = ((0.8 + 0.2 * grey(c)) * 255.0) as u8;
    Color32::from_rgba_unmultiplied(v, v, v, c.a())
}

/// Paper is light ground enough; only what is dark gets a tint.
fn paper(c: Color32) -> Color32 {
    Color32::from_gray((255.0 - 130.0 * (0.5 - grey(c)).max(0.0)) as u8)
}

impl Light {
    fn shape(&mut self, shape: Shape) -> Option<Shape> {
        match shape {
            Shape::Patch {
                points,
                fill,
                stroke,
            } => Some(Shape::Patch {
                points,
                fill: pale(fill),
                stroke: match stroke.width > 0.0 {
                    true => Stroke::new(
                        stroke.width.max(0.7),
                        Color32::from_gray((60.0 + 90.0 * grey(stroke.color)) as u8),
                    ),
                    false => stroke,
                },
            }),
            Shape::Line { points, stroke } => {
                let v = (90.0 + 100.0 * grey(stroke.color)) as u8;
                let a = stroke.color.a().max(60);
                let ink = Color32::from_rgba_unmultiplied(v, v, v, a);
                Some(Shape::Line {
                    points,
                    stroke: Stroke::new(stroke.width, ink),
                })
            }
            // see-through discs are shadows
            Shape::Disc { at, radius, fill } if fill.a() > 100 => Some(Shape::Disc {
                at,
                radius,
                fill: pale(fill),
            }),
            Shape::Disc { .. } | Shape::Blend { .. } | Shape::Picture { .. } => None,
            Shape::Tiles { tiles } => Some(Shape::Tiles {
                tiles: tiles.into_iter().map(|(p, c)| (p, paper(c))).collect(),
            }),
            Shape::Mesh { corners, triangles } => Some(Shape::Mesh {
                corners: corners.into_iter().map(|(p, c)| (p, paper(c))).collect(),
                triangles,
            }),
            Shape::Stamp { key, at, shapes } => {
                let shapes = match self.stamps.get(&key) {
                    Some(light) => light.clone(),
                    None => {
                        let all = shapes.iter().cloned();
                        let light: Arc<[Shape]> = all.filter_map(|s| self.shape(s)).collect();
                        self.stamps.insert(key, light.clone());
                        light
                    }
                };
                Some(Shape::Stamp { key, at, shapes })
            }
        }
    }
}
