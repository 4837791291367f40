//! A board as SVG text.

use super::{Backdrop, Print, Style};
use crate::board::{Board, GridKind, Space};
use crate::files::png::png;
use crate::look::layout::{Camera, HALF_ROOT_3, Layout};
use crate::look::{self, Shape, Stroke, Zones};
use base64::Engine;
use ecolor::Color32;
use emath::{Pos2, Rect, pos2, vec2};
use std::fmt::Write;
use std::sync::Arc;

/// Points a space in which boards are drawn, whatever their size on paper: all details show.
pub const ZOOM: f32 = 48.0;

/// Text for SVG.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Elements and definitions of a drawing.
#[derive(Default)]
pub struct Drawing {
    pub body: String,
    defs: String,
    count: usize,
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
    /// The drawing as a group of its own; definitions first.
    pub fn done(self) -> String {
        format!("<defs>{}</defs>{}", self.defs, self.body)
    }

    /// Puts a shape down.
    pub fn put(&mut self, shape: &Shape, view: Rect) {
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
                    picture.size.0 as f32 * scale,
                    picture.size.1 as f32 * scale,
                    picture.address
                ),
                None => Ok(()),
            },
        };
    }

    /// From the colour of the first two corners to that of the others, straight away from them.
    fn blend(&mut self, corners: &[(Pos2, Color32)]) {
        let (Some(near), Some(far)) = (corners.first(), corners.last()) else {
            return;
        };
        let points: Vec<Pos2> = corners.iter().map(|c| c.0).collect();
        let along = (points[1] - points[0]).normalized();
        let away = points[points.len() - 1] - points[0];
        let away = away - along * away.dot(along);
        self.count += 1;
        let id = format!("{}{}", self.key, self.count);
        let stop = |at: u8, c: Color32, like: Color32| {
            // what fades to nothing keeps its colour on the way
            let [r, g, b, _] = if c.a() == 0 { like } else { c }.to_srgba_unmultiplied();
            format!(
                "<stop offset=\"{at}\" stop-color=\"#{r:02x}{g:02x}{b:02x}\" stop-opacity=\"{:.3}\"/>",
                f32::from(c.a()) / 255.0
            )
        };
        let (a, b) = (points[0], points[0] + away);
        let _ = write!(
            self.defs,
            "<linearGradient id=\"{id}\" gradientUnits=\"userSpaceOnUse\" x1=\"{:.2}\" y1=\"{:.2}\" x2=\"{:.2}\" y2=\"{:.2}\">{}{}</linearGradient>",
            a.x,
            a.y,
            b.x,
            b.y,
            stop(0, near.1, far.1),
            stop(1, far.1, near.1)
        );
        let _ = writeln!(
            self.body,
            "<path d=\"{}\" fill=\"url(#{id})\"/>",
            path(&points, true)
        );
    }

    /// The ground, whose colours run into each other in all directions, is a picture.
    fn mesh(&mut self, corners: &[(Pos2, Color32)], triangles: &[[u32; 3]], view: Rect) {
        const FINE: f32 = 1.5;
        let most = 6000.0;
        let fine = FINE.min(most / view.width()).min(most / view.height());
        let (wide, high) = (
            (view.width() * fine).ceil() as usize,
            (view.height() * fine).ceil() as usize,
        );
        if wide == 0 || high == 0 {
            return;
        }
        let mut pixels = vec![[0u8; 4]; wide * high];
        for triangle in triangles {
            let [a, b, c] = triangle.map(|i| {
                let (p, colour) = corners[i as usize];
                ((p - view.min) * fine, colour)
            });
            fill(
                &mut pixels,
                (wide, high),
                [
                    (a.0.to_pos2(), a.1),
                    (b.0.to_pos2(), b.1),
                    (c.0.to_pos2(), c.1),
                ],
            );
        }
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
            escape(text)
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
            escape(text)
        );
    }
}

/// Fills a triangle with the colours of its corners.
fn fill(pixels: &mut [[u8; 4]], (wide, high): (usize, usize), [a, b, c]: [(Pos2, Color32); 3]) {
    let cross = |p: Pos2, q: Pos2, r: Pos2| (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    let whole = cross(a.0, b.0, c.0);
    if whole.abs() < 1e-6 {
        return;
    }
    let low = a.0.min(b.0).min(c.0);
    let top = a.0.max(b.0).max(c.0);
    let range = |from: f32, to: f32, most: usize| {
        let from = (from - 0.5).floor().clamp(0.0, most as f32) as usize;
        from..((to + 0.5).ceil().clamp(0.0, most as f32) as usize)
    };
    for y in range(low.y, top.y, high) {
        for x in range(low.x, top.x, wide) {
            let p = pos2(x as f32 + 0.5, y as f32 + 0.5);
            let u = cross(b.0, c.0, p) / whole;
            let v = cross(c.0, a.0, p) / whole;
            let w = 1.0 - u - v;
            if u < -1e-4 || v < -1e-4 || w < -1e-4 {
                continue;
            }
            let part = |i: usize| {
                let at = |colour: Color32| f32::from(colour.to_array()[i]);
                (at(a.1) * u + at(b.1) * v + at(c.1) * w)
                    .round()
                    .clamp(0.0, 255.0) as u8
            };
            pixels[y * wide + x] = [part(0), part(1), part(2), 255];
        }
    }
}

/// The part of a board that a camera sees, in its points.
pub fn board(board: &Board, camera: &Camera, print: &Print, key: &str) -> Drawing {
    let mut drawing = Drawing {
        key: key.to_owned(),
        backdrop: print.backdrop.clone(),
        ..Drawing::default()
    };
    let zones = if print.marks {
        Zones::All
    } else {
        Zones::Hidden
    };
    match print.style {
        Style::Full => {
            for shape in look::board(board, camera, zones) {
                drawing.put(&shape, camera.view);
            }
        }
        Style::Saving => {
            for shape in look::board(board, camera, zones) {
                if let Some(shape) = light(shape) {
                    drawing.put(&shape, camera.view);
                }
            }
        }
        Style::Grid => {
            let mut brush = look::Brush::new(board, Layout::new(*board.grid()), *camera);
            look::ground::grid_lines(&mut brush);
            look::zones::zones(&mut brush, zones);
            look::borders::draw(&mut brush);
            for shape in brush.done() {
                let shape = match shape {
                    Shape::Line { points, stroke } => Some(Shape::Line {
                        points,
                        stroke: Stroke::new(stroke.width, Color32::from_gray(90)),
                    }),
                    other => light(other),
                };
                shape.iter().for_each(|s| drawing.put(s, camera.view));
            }
        }
    }
    labels(&mut drawing, board, camera, print);
    drawing
}

/// The same shape with as little ink as it needs to be known.
fn light(shape: Shape) -> Option<Shape> {
    let grey = |c: Color32| {
        let [r, g, b, _] = c.to_srgba_unmultiplied();
        (u32::from(r) * 3 + u32::from(g) * 6 + u32::from(b)) as f32 / 2550.0
    };
    let pale = |c: Color32| {
        let v = (0.8 + 0.2 * grey(c)) * 255.0;
        let [.., a] = c.to_srgba_unmultiplied();
        let v = v as u8;
        Color32::from_rgba_unmultiplied(v, v, v, a)
    };
    let ink = |stroke: Stroke| {
        Stroke::new(
            stroke.width.max(0.7),
            Color32::from_gray((60.0 + 90.0 * grey(stroke.color)) as u8),
        )
    };
    match shape {
        Shape::Patch {
            points,
            fill,
            stroke,
        } => Some(Shape::Patch {
            points,
            fill: pale(fill),
            stroke: if stroke.width > 0.0 {
                ink(stroke)
            } else {
                stroke
            },
        }),
        Shape::Line { points, stroke } => {
            let v = (90.0 + 100.0 * grey(stroke.color)) as u8;
            let a = stroke.color.a().max(60);
            Some(Shape::Line {
                points,
                stroke: Stroke::new(stroke.width, Color32::from_rgba_unmultiplied(v, v, v, a)),
            })
        }
        // see-through discs are shadows
        Shape::Disc { at, radius, fill } if fill.a() > 100 => Some(Shape::Disc {
            at,
            radius,
            fill: pale(fill),
        }),
        Shape::Disc { .. } | Shape::Blend { .. } | Shape::Picture { .. } => None,
        Shape::Mesh { corners, triangles } => Some(Shape::Mesh {
            corners: corners
                .into_iter()
                .map(|(p, c)| {
                    // paper is light ground enough; only what is dark gets a tint
                    let v = 255.0 - 130.0 * (0.5 - grey(c)).max(0.0);
                    (p, Color32::from_gray(v as u8))
                })
                .collect(),
            triangles,
        }),
    }
}

/// Names of spaces, and for the game master levels.
fn labels(drawing: &mut Drawing, board: &Board, camera: &Camera, print: &Print) {
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

/// A whole board as the window shows it: on its dark ground, with zones, letters and numbers, in
/// points.
pub fn show(whole_board: &Board, most: f32, backdrop: Option<Arc<Backdrop>>) -> Sheet {
    let layout = Layout::new(*whole_board.grid());
    let bounds = layout.bounds();
    let room = 24.0;
    let zoom = ZOOM
        .min((most - 2.0 * room) / bounds.width())
        .min((most - 2.0 * room) / bounds.height())
        .max(1.0);
    let size = vec2(
        bounds.width() * zoom + 2.0 * room,
        bounds.height() * zoom + 2.0 * room,
    );
    let whole = Rect::from_min_size(Pos2::ZERO, size);
    let ink = Color32::from_rgb(0xc8, 0xc4, 0xb8);
    Sheet::of(whole_board, (size.x.into(), size.y.into()), |from, to| {
        let view = Rect::from_min_max(pos2(0.0, from as f32), pos2(size.x, to as f32));
        let camera = Camera {
            centre: bounds.center() + (view.center() - whole.center()) / zoom,
            zoom,
            view,
        };
        let mut drawing = Drawing {
            key: "g".to_owned(),
            backdrop: backdrop.clone(),
            ..Drawing::default()
        };
        for shape in look::board(whole_board, &camera, Zones::All) {
            drawing.put(&shape, view);
        }
        rim(&mut drawing, whole_board, &camera, &layout, ink, 12.0);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{:.0}\" height=\"{:.0}\" viewBox=\"0 0 {:.2} {:.2}\" font-family=\"Ubuntu, sans-serif\"><rect width=\"100%\" height=\"100%\" fill=\"#1d2025\"/>{}</svg>",
            size.x,
            size.y,
            size.x,
            size.y,
            drawing.done()
        )
    })
}

/// A drawing in strips from the top down, so that none has more elements than SVG is read with.
pub struct Sheet {
    /// SVG of the whole size in which one strip is drawn, and where this begins and ends.
    pub strips: Vec<(String, f64, f64)>,
    /// Width and height, in the units of the SVG.
    pub size: (f64, f64),
}

/// Spaces in a strip, about.
const STRIP: usize = 16_384;
/// How many rows more are drawn on either side of a strip: what stands there reaches into it.
const REACH: f64 = 2.0;

impl Sheet {
    /// A drawing of a board, if `draw` draws what lies between two heights.
    pub fn of(board: &Board, size: (f64, f64), mut draw: impl FnMut(f64, f64) -> String) -> Self {
        // a strip is at least a row high: thinner ones would draw the same spaces again
        let rows = board.grid().rows as usize;
        let count = board.len().div_ceil(STRIP).clamp(1, rows.max(1));
        let one = size.1 / count as f64;
        let more = REACH * size.1 / f64::from(board.grid().rows);
        let strips = (0..count).map(|i| {
            let (top, bottom) = (one * i as f64, one * (i + 1) as f64);
            let svg = draw((top - more).max(0.0), (bottom + more).min(size.1));
            (svg, top, bottom)
        });
        Self {
            strips: strips.collect(),
            size,
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
        let Some(space) = grid.at(column.into(), 0) else {
            continue;
        };
        let name: String = grid
            .name(space)
            .chars()
            .filter(char::is_ascii_alphabetic)
            .collect();
        let x = camera.screen(layout.centre(space)).x;
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
