//! A whole board on one sheet: as SVG text, or strip by strip as pixels.

use super::error::PrintError;
use super::overlay::overlay;
use super::raster::{Raster, Sprites};
use super::svg::{Drawing, begin, labels, rim};
use super::{Backdrop, Print, Style, ZOOM, board, key};
use crate::board::Board;
use crate::look::Shape;
use crate::look::layout::{Camera, Layout};
use ecolor::Color32;
use emath::{Rect, Vec2, pos2, vec2};
use std::sync::Arc;
use tiny_skia::{Color, Pixmap};

/// Room around a board that is shown as in the window, in points.
const ROOM: f32 = 24.0;
/// Spaces in a strip, about.
const STRIP: usize = 8_192;
/// How many rows more are drawn on either side of a strip: what stands there reaches into it.
const REACH: f64 = 2.0;

/// A board on one sheet.
pub struct Sheet<'a> {
    board: &'a Board,
    print: Print,
    /// Size of a space in points of the drawing.
    zoom: f32,
    /// Units of the sheet a point of the drawing.
    unit: f64,
    /// Points around the board.
    room: f32,
    /// Letters and numbers around the board, and its ground.
    rim: Option<(Color32, Color32)>,
    /// The key below the board, and how high it is.
    key: Option<(String, f64)>,
    /// Width and height, in units of the sheet.
    pub size: (f64, f64),
}

/// A board at its true size, in millimetres; with its key if the print has one.
pub fn strips<'a>(board: &'a Board, print: &Print) -> Sheet<'a> {
    let (wide, high) = print.size(board);
    let key = print.key.then(|| key::key(board, print, wide.max(120.0)));
    let below = key.as_ref().map_or(0.0, |(_, high)| *high);
    Sheet {
        board,
        print: print.clone(),
        zoom: ZOOM,
        unit: print.space / f64::from(ZOOM),
        room: 0.0,
        rim: None,
        size: (
            match key.is_some() {
                true => wide.max(120.0),
                false => wide,
            },
            high + below,
        ),
        key,
    }
}

/// A whole board as the window shows it: on its dark ground, with zones, letters and numbers, in
/// points.
pub fn show(board: &Board, most: f32, backdrop: Option<Arc<Backdrop>>) -> Sheet<'_> {
    let bounds = Layout::new(*board.grid()).bounds();
    let zoom = ZOOM
        .min((most - 2.0 * ROOM) / bounds.width())
        .min((most - 2.0 * ROOM) / bounds.height())
        .max(1.0);
    let long = |spaces: f32| f64::from(spaces * zoom + 2.0 * ROOM);
    Sheet {
        board,
        print: Print {
            style: Style::Full,
            marks: true,
            backdrop,
            ..Print::of(board.map())
        },
        zoom,
        unit: 1.0,
        room: ROOM,
        rim: Some((
            Color32::from_rgb(0xc8, 0xc4, 0xb8),
            Color32::from_rgb(0x1d, 0x20, 0x25),
        )),
        key: None,
        size: (long(bounds.width()), long(bounds.height())),
    }
}

impl Sheet<'_> {
    /// How many strips the sheet is drawn in.
    pub fn count(&self) -> usize {
        // a strip is at least a row high: thinner ones would draw the same spaces again
        let rows = self.board.grid().rows as usize;
        self.board.len().div_ceil(STRIP).clamp(1, rows.max(1))
    }

    /// The camera that sees what lies between two heights of the sheet.
    fn camera(&self, from: f64, to: f64) -> Camera {
        let bounds = Layout::new(*self.board.grid()).bounds();
        let points = |length: f64| (length / self.unit) as f32;
        let view = Rect::from_min_max(
            pos2(0.0, points(from)),
            pos2(points(self.size.0), points(to)),
        );
        let corner = Vec2::splat(self.room);
        Camera {
            centre: bounds.min + (view.center().to_vec2() - corner) / self.zoom,
            zoom: self.zoom,
            view,
        }
    }

    /// What is drawn between two heights, and the part of the sheet that it needs.
    fn shapes(&self, from: f64, to: f64) -> (Vec<Shape>, Camera) {
        let more = REACH * f64::from(self.zoom) * self.unit;
        let camera = self.camera((from - more).max(0.0), (to + more).min(self.size.1));
        (board::shapes(self.board, &camera, &self.print), camera)
    }

    /// Texts and the key over what lies between two heights; none if there are none.
    fn over(&self, camera: &Camera) -> Option<String> {
        let mut drawing = Drawing::new("o");
        labels(&mut drawing, self.board, camera, &self.print);
        if let Some((ink, _)) = self.rim {
            let layout = Layout::new(*self.board.grid());
            rim(&mut drawing, self.board, camera, &layout, ink, 12.0);
        }
        let key = self.key.as_ref().filter(|(_, high)| {
            let top = (self.size.1 - high) / self.unit;
            f64::from(camera.view.bottom()) >= top
        });
        if drawing.is_empty() && key.is_none() {
            return None;
        }
        let mut out = format!(
            "<g transform=\"scale({:.7})\">{}</g>",
            self.unit,
            drawing.done()
        );
        if let Some((key, high)) = key {
            out += &format!(
                "<g transform=\"translate(0 {:.3})\">{key}</g>",
                self.size.1 - high
            );
        }
        Some(out)
    }

    /// The whole sheet as SVG text; lengths in millimetres unless it is shown as in the window.
    pub fn svg(&self) -> String {
        let camera = self.camera(0.0, self.size.1);
        let mut drawing = Drawing::new("s");
        drawing.backdrop.clone_from(&self.print.backdrop);
        let shapes = board::shapes(self.board, &camera, &self.print);
        drawing.all(&shapes, camera.view);
        let mut out = begin(self.size);
        let ground = self.rim.map_or(Color32::WHITE, |(_, ground)| ground);
        let [r, g, b, _] = ground.to_array();
        out += &format!(
            "<rect width=\"100%\" height=\"100%\" fill=\"#{r:02x}{g:02x}{b:02x}\"/><g transform=\"scale({:.7})\">{}</g>",
            self.unit,
            drawing.done()
        );
        out += &self.over(&camera).unwrap_or_default();
        out + "</svg>"
    }

    /// Draws the sheet as pixels from the top down, in a number of strips.
    ///
    /// # Errors
    /// There is no memory, or `each` fails.
    pub fn rows(
        &self,
        (wide, high): (u32, u32),
        count: usize,
        mut each: impl FnMut(&Pixmap) -> Result<(), PrintError>,
    ) -> Result<(), PrintError> {
        let ground = self.rim.map_or(Color32::WHITE, |(_, ground)| ground);
        let [r, g, b, _] = ground.to_array();
        let pixels = f64::from(high) / self.size.1;
        let scale = self.unit * f64::from(wide) / self.size.0;
        let mut sprites = Sprites::new();
        for i in 0..count {
            let row = |i: usize| (i * high as usize / count) as u32;
            let (top, bottom) = (row(i), row(i + 1));
            if bottom <= top {
                continue;
            }
            let mut pixmap = Pixmap::new(wide, bottom - top).ok_or(PrintError::NoMemory)?;
            pixmap.fill(Color::from_rgba8(r, g, b, 255));
            let (from, to) = (f64::from(top) / pixels, f64::from(bottom) / pixels);
            let (shapes, camera) = self.shapes(from, to);
            let mut raster = Raster {
                pixmap: &mut pixmap,
                scale: scale as f32,
                shift: vec2(0.0, -(top as f32)),
                sprites: &mut sprites,
                backdrop: self.print.backdrop.as_deref(),
            };
            shapes.iter().for_each(|shape| raster.put(shape));
            if let Some(over) = self.over(&camera) {
                let svg = begin(self.size) + &over + "</svg>";
                overlay(&svg, &mut pixmap, (wide, high), top)?;
            }
            each(&pixmap)?;
        }
        Ok(())
    }
}
