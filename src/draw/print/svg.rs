//! Shapes and labels as SVG text.

use super::raster::{gradient, ground};
use super::{Backdrop, Print, Style};
use crate::board::{Board, GridKind, Space};
use crate::files::png::png;
use crate::look::layout::{Camera, HALF_ROOT_3, Layout};
use crate::look::{Shape, StampKey, Stroke};
use crate::shown::markup;
use base64::Engine;
use ecolor::Color32;
use emath::{Pos2, Rect, Vec2, pos2, vec2};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

/// The beginning of SVG text of this size in millimetres.
pub(super) fn begin((wide, high): (f64, f64)) -> String {
    // a ten-thousandth of a millimetre is close enough, and 927.1 is no 927.0999999999999
    let exact = |mm: f64| (mm * 1e4).round() / 1e4;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{0}mm\" height=\"{1}mm\" viewBox=\"0 0 {0} {1}\" font-family=\"Ubuntu, sans-serif\">",
        exact(wide),
        exact(high)
    )
}

/// Pixels of a point in the picture of the ground: its colours run into each other slowly.
const FINE: f32 = 1.0 / 3.0;

/// Elements and definitions of a drawing.
#[derive(Default)]
pub struct Drawing {
    body: String,
    defs: String,
    /// Pictures that are defined, and referred to where they are drawn.
    stamps: BTreeSet<StampKey>,
    /// Shaded strips that are defined, by their shape around their first corner.
    blends: BTreeMap<String, usize>,
    /// Tells the definitions of several drawings in one file apart.
    pub key: String,
    /// The picture under the grid.
    pub backdrop: Option<Arc<Backdrop>>,
}

fn paint(kind: &str, colour: Color32) -> String {
    let [r, g, b, a] = colour.to_srgba_unmultiplied();
    match a {
        0 => format!(" {kind}=\"none\""),
        255 => format!(" {kind}=\"#{r:02x}{g:02x}{b:02x}\""),
        a => format!(
            " {kind}=\"#{r:02x}{g:02x}{b:02x}\" {kind}-opacity=\"{:.3}\"",
            f32::from(a) / 255.0
        ),
    }
}

fn edge(stroke: Stroke) -> String {
    if stroke.width <= 0.0 || stroke.color.a() == 0 {
        return String::new();
    }
    format!(
        "{} stroke-width=\"{:.2}\"",
        paint("stroke", stroke.color),
        stroke.width
    )
}

fn path(points: &[Pos2], close: bool) -> String {
    let mut d = String::new();
    for (i, p) in points.iter().enumerate() {
        let _ = write!(d, "{}{:.2} {:.2}", if i == 0 { 'M' } else { 'L' }, p.x, p.y);
    }
    if close {
        d.push('Z');
    }
    d
}

impl Drawing {
    /// A drawing whose definitions begin with a key.
    pub fn new(key: &str) -> Self {
        Self {
            key: key.to_owned(),
            ..Self::default()
        }
    }

    /// The drawing as a group of its own; definitions first.
    pub fn done(self) -> String {
        format!("<defs>{}</defs>{}", self.defs, self.body)
    }

    /// Whether nothing was drawn.
    pub fn is_empty(&self) -> bool {
        self.body.is_empty()
    }

    /// Puts shapes down; lines of one kind that follow each other become one element.
    pub fn all(&mut self, shapes: &[Shape], view: Rect) {
        let mut rest = shapes;
        while let Some(first) = rest.first() {
            let alike = |shape: &Shape| match (first, shape) {
                (Shape::Line { stroke: a, .. }, Shape::Line { stroke: b, .. }) => a == b,
                _ => false,
            };
            let run = rest.iter().take_while(|shape| alike(shape)).count();
            if run < 2 {
                self.put(first, view);
                rest = &rest[1..];
                continue;
            }
            let mut d = String::new();
            let mut ink = Stroke::NONE;
            for shape in &rest[..run] {
                if let Shape::Line { points, stroke } = shape {
                    d += &path(points, false);
                    ink = *stroke;
                }
            }
            let _ = writeln!(self.body, "<path d=\"{d}\" fill=\"none\"{}/>", edge(ink));
            rest = &rest[run..];
        }
    }

    /// Puts a shape down.
    fn put(&mut self, shape: &Shape, view: Rect) {
        let body = &mut self.body;
        let _ = match shape {
            Shape::Patch {
                points,
                fill,
                stroke,
            } => writeln!(
                body,
                "<path d=\"{}\"{}{}/>",
                path(points, true),
                paint("fill", *fill),
                edge(*stroke)
            ),
            Shape::Line { points, stroke } => writeln!(
                body,
                "<path d=\"{}\" fill=\"none\"{}/>",
                path(points, false),
                edge(*stroke)
            ),
            Shape::Disc { at, radius, fill } => writeln!(
                body,
                "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"{radius:.2}\"{}/>",
                at.x,
                at.y,
                paint("fill", *fill)
            ),
            Shape::Tiles { tiles } => {
                for (points, fill) in tiles {
                    let _ = writeln!(
                        body,
                        "<path d=\"{}\"{}/>",
                        path(points, true),
                        paint("fill", *fill)
                    );
                }
                Ok(())
            }
            Shape::Blend { corners } => {
                self.blend(corners);
                Ok(())
            }
            Shape::Mesh { corners, triangles } => {
                self.mesh(corners, triangles, view);
                Ok(())
            }
            Shape::Picture {
                at,
                scale,
                opacity,
                within,
            } => match &self.backdrop {
                Some(picture) => writeln!(
                    body,
                    "<svg x=\"{:.3}\" y=\"{:.3}\" width=\"{:.3}\" height=\"{:.3}\"><image x=\"{:.3}\" y=\"{:.3}\" width=\"{:.3}\" height=\"{:.3}\" opacity=\"{opacity:.2}\" preserveAspectRatio=\"none\" xlink:href=\"{}\"/></svg>",
                    within.min.x,
                    within.min.y,
                    within.width(),
                    within.height(),
                    at.x - within.min.x,
                    at.y - within.min.y,
                    picture.size.0 * scale,
                    picture.size.1 * scale,
                    picture.address()
                ),
                None => Ok(()),
            },
            Shape::Stamp { key, at, shapes } => {
                self.stamp(*key, *at, shapes, view);
                Ok(())
            }
        };
    }

    /// Refers to a picture, which is defined once.
    fn stamp(&mut self, key: StampKey, at: Vec2, shapes: &[Shape], view: Rect) {
        let StampKey {
            terrain,
            layer,
            variant,
        } = key;
        let id = format!("{}t{terrain}l{layer}v{variant}", self.key);
        if self.stamps.insert(key) {
            let mut inner = Drawing::new(&id);
            inner.all(shapes, view);
            self.defs += &inner.defs;
            let _ = writeln!(self.defs, "<g id=\"{id}\">{}</g>", inner.body);
        }
        self.refer(&id, at);
    }

    fn refer(&mut self, id: &str, at: Vec2) {
        let _ = writeln!(
            self.body,
            "<use href=\"#{id}\" xlink:href=\"#{id}\" x=\"{:.2}\" y=\"{:.2}\"/>",
            at.x, at.y
        );
    }

    /// A shaded strip: those of one shape and colour are defined once.
    fn blend(&mut self, corners: &[(Pos2, Color32)]) {
        let Some(first) = corners.first().map(|c| c.0.to_vec2()) else {
            return;
        };
        let around: Vec<(Pos2, Color32)> = corners.iter().map(|(p, c)| (*p - first, *c)).collect();
        let Some((points, (a, near), (b, far))) = gradient(&around) else {
            return;
        };
        let stop = |at: u8, [r, g, b, a]: [u8; 4]| {
            format!(
                "<stop offset=\"{at}\" stop-color=\"#{r:02x}{g:02x}{b:02x}\" stop-opacity=\"{:.3}\"/>",
                f32::from(a) / 255.0
            )
        };
        let shape = path(&points, true);
        let known = format!("{shape}{near:?}{far:?}");
        let count = self.blends.len();
        let number = *self.blends.entry(known).or_insert(count);
        let id = format!("{}b{number}", self.key);
        if number == count {
            let _ = write!(
                self.defs,
                "<linearGradient id=\"{id}g\" gradientUnits=\"userSpaceOnUse\" x1=\"{:.2}\" y1=\"{:.2}\" x2=\"{:.2}\" y2=\"{:.2}\">{}{}</linearGradient><path id=\"{id}\" d=\"{shape}\" fill=\"url(#{id}g)\"/>",
                a.x,
                a.y,
                b.x,
                b.y,
                stop(0, near),
                stop(1, far)
            );
        }
        self.refer(&id, first);
    }

    /// The ground, whose colours run into each other in all directions, is a picture.
    fn mesh(&mut self, corners: &[(Pos2, Color32)], triangles: &[[u32; 3]], view: Rect) {
        if triangles.is_empty() {
            return;
        }
        let most = 6000.0;
        let fine = FINE.min(most / view.width()).min(most / view.height());
        let (wide, high, pixels) = ground(corners, triangles, view, fine);
        let file = png(wide as u32, high as u32, &pixels);
        let _ = writeln!(
            self.body,
            "<image x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{:.2}\" preserveAspectRatio=\"none\" style=\"image-rendering:smooth\" href=\"data:image/png;base64,{}\"/>",
            view.left(),
            view.top(),
            wide as f32 / fine,
            high as f32 / fine,
            base64::engine::general_purpose::STANDARD.encode(file)
        );
    }

    /// A text with its middle here, and a seam around it that sets it off from what it lies on.
    pub fn label(&mut self, at: Pos2, size: f32, ink: Color32, seam: Color32, text: &str) {
        let _ = writeln!(
            self.body,
            "<text x=\"{:.2}\" y=\"{:.2}\" font-size=\"{size:.2}\" text-anchor=\"middle\" paint-order=\"stroke\" stroke-width=\"{:.2}\" stroke-linejoin=\"round\"{}{}>{}</text>",
            at.x,
            at.y + size * 0.36,
            size * 0.3,
            paint("fill", ink),
            paint("stroke", seam),
            markup(text)
        );
    }

    /// A text with its middle here.
    pub fn text(&mut self, at: Pos2, size: f32, ink: Color32, anchor: &str, text: &str) {
        let _ = writeln!(
            self.body,
            "<text x=\"{:.2}\" y=\"{:.2}\" font-size=\"{size:.2}\" text-anchor=\"{anchor}\"{}>{}</text>",
            at.x,
            at.y + size * 0.36,
            paint("fill", ink),
            markup(text)
        );
    }
}

/// Names of spaces, and levels.
pub fn labels(drawing: &mut Drawing, board: &Board, camera: &Camera, print: &Print) {
    let layout = Layout::new(*board.grid());
    let window = camera.seen().expand(0.6);
    for space in (0..board.len() as u32).map(Space) {
        let centre = layout.centre(space);
        if !board.exists(space) || !window.contains(centre) {
            continue;
        }
        let [_, r, g, b] = board.terrain(space).colour.to_be_bytes();
        let bright = 3 * u32::from(r) + 6 * u32::from(g) + u32::from(b);
        let dark = print.style == Style::Full && bright < 900;
        let (black, white) = ((20, 18, 12), (240, 238, 230));
        let of = |(r, g, b), alpha| Color32::from_rgba_unmultiplied(r, g, b, alpha);
        let ink = |alpha| of(if dark { white } else { black }, alpha);
        let seam = match (print.style, dark) {
            (Style::Full, true) => of(black, 90),
            (Style::Full, false) => of(white, 90),
            _ => Color32::WHITE,
        };
        if print.coordinates {
            let at = camera.screen(centre - vec2(0.0, 0.34));
            let name = board.grid().name(space);
            drawing.label(at, 0.17 * camera.zoom, ink(200), seam, &name);
        }
        let level = board.level(space);
        if print.marks && level != 0 {
            let at = camera.screen(centre + vec2(0.0, 0.34));
            let text = if level < 0 {
                format!("−{}", -level)
            } else {
                format!("+{level}")
            };
            drawing.label(at, 0.2 * camera.zoom, ink(220), seam, &text);
        }
    }
}

/// Letters of the columns above and below, numbers of the rows at both sides.
pub fn rim(
    drawing: &mut Drawing,
    board: &Board,
    camera: &Camera,
    layout: &Layout,
    ink: Color32,
    size: f32,
) {
    let grid = board.grid();
    let (step_x, step_y) = match grid.kind {
        GridKind::HexFlat => (HALF_ROOT_3, 1.0),
        GridKind::HexPointy => (1.0, HALF_ROOT_3),
        GridKind::Square => (1.0, 1.0),
    };
    let every = |step: f32, room: f32| {
        let steps = [1, 2, 5, 10, 20, 50];
        steps
            .into_iter()
            .find(|n| *n as f32 * step * camera.zoom >= room)
            .unwrap_or(100)
    };
    let (every_x, every_y) = (every(step_x, size * 1.7), every(step_y, size * 1.2));
    let shown = |n: u32, every: u32| n == 0 || (n + 1).is_multiple_of(every);
    let all = Rect::from_min_max(
        camera.screen(layout.bounds().min),
        camera.screen(layout.bounds().max),
    );
    for column in (0..grid.columns).filter(|c| shown(*c, every_x)) {
        let Some((name, first)) = layout.column(column) else {
            continue;
        };
        let x = camera.screen(first).x;
        drawing.text(pos2(x, all.top() - size), size, ink, "middle", &name);
        drawing.text(pos2(x, all.bottom() + size), size, ink, "middle", &name);
    }
    for row in (0..grid.rows).filter(|r| shown(*r, every_y)) {
        let Some(space) = grid.at(0, row.into()) else {
            continue;
        };
        let y = camera.screen(layout.centre(space)).y;
        let name = (row + 1).to_string();
        drawing.text(pos2(all.left() - size, y), size, ink, "middle", &name);
        drawing.text(pos2(all.right() + size, y), size, ink, "middle", &name);
    }
}
