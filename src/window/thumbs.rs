//! Small pictures of maps: drawn by the table's own code, once, and kept as textures.

use super::board_words::seats;
use super::{platform, table, theme, titles};
use crate::board::Board;
use crate::look::Zones;
use crate::look::layout::{Camera, Layout};
use crate::store::Failure;
use crate::store::library::MAPS;
use egui::{Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, TextureId, Ui, Vec2, vec2};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The first texture of a small picture.
const FIRST: u64 = 100;

/// A map, and its small picture.
struct Thumb {
    /// `None`: not read yet.
    board: Option<Result<Arc<Board>, Failure>>,
    /// The map's title once it is read, else the title for its file name.
    title: String,
    /// For how many sides there are zones.
    seats: usize,
    texture: TextureId,
    /// Dots a point it was drawn for; 0: not yet.
    drawn: f32,
    wanted: bool,
}

/// A small picture that is to be drawn into a texture.
pub struct Wanted {
    /// The texture.
    pub texture: TextureId,
    /// Its size in points.
    pub size: Vec2,
    /// The shapes, in points from its corner.
    pub shapes: Vec<Shape>,
}

impl Thumb {
    fn read(&mut self, name: &str) {
        let board = board(name);
        self.title = title_of(&board, name);
        self.seats = board.as_ref().map_or(0, |board| seats(board));
        self.board = Some(board);
    }
}

/// Small pictures of maps by name.
#[derive(Default)]
pub struct Thumbs {
    all: BTreeMap<String, Thumb>,
    /// The frame in which maps were read last, and how long that took in seconds.
    reading: (u64, f64),
}

/// How long a page may read maps in one frame, in seconds: a list shows the others in the next ones.
const PART: f64 = 0.01;

/// The size of a small picture in points.
pub const SIZE: Vec2 = vec2(132.0, 92.0);

/// Reads a map by name or file.
///
/// # Errors
/// If there is no such map, or it is damaged.
pub fn board(name: &str) -> Result<Arc<Board>, Failure> {
    let found = MAPS.open(name)?;
    let map = crate::files::map::read(&found.source)?;
    Ok(Arc::new(Board::new(map)))
}

/// The title of a map that was read, else the title for its file name.
fn title_of(board: &Result<Arc<Board>, Failure>, name: &str) -> String {
    match board {
        Ok(board) => board.map().name.clone(),
        Err(_) => titles::of_name(name),
    }
}

impl Thumbs {
    /// Forgets a map that may have changed.
    pub fn forget(&mut self, name: &str) {
        if let Some(thumb) = self.all.get_mut(name) {
            thumb.read(name);
            thumb.drawn = 0.0;
        }
    }

    fn thumb(&mut self, name: &str) -> &mut Thumb {
        let next = FIRST + self.all.len() as u64;
        self.all.entry(name.to_owned()).or_insert_with(|| Thumb {
            title: titles::of_name(name),
            seats: 0,
            board: None,
            texture: TextureId::User(next),
            drawn: 0.0,
            wanted: false,
        })
    }

    /// Reads a map that is shown, unless this frame has read enough.
    fn read(&mut self, ctx: &egui::Context, name: &str) {
        if self.thumb(name).board.is_some() {
            return;
        }
        let frame = ctx.cumulative_frame_nr();
        if self.reading.0 != frame {
            self.reading = (frame, 0.0);
        }
        if platform::ON_A_PAGE && self.reading.1 > PART {
            ctx.request_repaint();
            return;
        }
        let began = platform::now();
        self.thumb(name).read(name);
        self.reading.1 += platform::now() - began;
    }

    /// The board of a map; none if it cannot be read.
    pub fn board(&mut self, name: &str) -> Option<&Arc<Board>> {
        let thumb = self.thumb(name);
        if thumb.board.is_none() {
            thumb.read(name);
        }
        thumb.board.as_ref()?.as_ref().ok()
    }

    /// A small picture that can be clicked, with its title under it; `own`: the map is the player's.
    pub fn show(&mut self, ui: &mut Ui, name: &str, own: bool, chosen: bool) -> Response {
        let full = SIZE + vec2(8.0, 26.0);
        let (rect, response) = ui.allocate_exact_size(full, Sense::click());
        self.read(ui.ctx(), name);
        let title = titles::marked(&self.thumb(name).title, own);
        response.widget_info(|| {
            egui::WidgetInfo::selected(egui::Role::RadioButton, true, chosen, &title)
        });
        if !ui.is_rect_visible(rect) {
            return response;
        }
        let style = ui.style().interact_selectable(&response, chosen);
        let painter = ui.painter();
        if chosen || response.hovered() || response.has_focus() {
            painter.rect_filled(rect, 5.0, style.bg_fill);
        }
        let picture = Rect::from_min_size(rect.min + vec2(4.0, 4.0), SIZE);
        self.paint(ui, name, picture);
        let caption = match self.thumb(name).seats {
            0..=2 => title,
            n => format!("{title}, {n} sides"),
        };
        let ring = if chosen || response.has_focus() {
            theme::ACCENT
        } else {
            theme::shade(theme::CARD, 1.3)
        };
        painter.rect_stroke(picture, 2.0, Stroke::new(1.5, ring), StrokeKind::Outside);
        painter.text(
            Pos2::new(rect.center().x, picture.bottom() + 11.0),
            egui::Align2::CENTER_CENTER,
            caption,
            egui::FontId::proportional(12.5),
            style.text_color(),
        );
        response
    }

    /// Paints a small picture into a rectangle of [`SIZE`].
    fn paint(&mut self, ui: &Ui, name: &str, picture: Rect) {
        let dots = ui.ctx().pixels_per_point();
        let painter = ui.painter();
        painter.rect_filled(picture, 2.0, theme::GROUND);
        let thumb = self.thumb(name);
        let Some(board) = &thumb.board else { return };
        if board.is_err() {
            painter.text(
                picture.center(),
                egui::Align2::CENTER_CENTER,
                "cannot be read",
                egui::FontId::proportional(12.0),
                theme::BAD,
            );
            return;
        }
        thumb.wanted |= thumb.drawn != dots;
        if thumb.drawn > 0.0 {
            let uv = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
            painter.image(thumb.texture, picture, uv, egui::Color32::WHITE);
        }
    }

    /// The next small picture to be drawn, if one is wanted; whoever takes it draws it.
    pub fn next(&mut self, ctx: &egui::Context) -> Option<Wanted> {
        let dots = ctx.pixels_per_point();
        let thumb = self.all.values_mut().find(|t| t.wanted)?;
        thumb.wanted = false;
        thumb.drawn = dots;
        let board = thumb.board.as_ref()?.as_ref().ok()?;
        let bounds = Layout::new(*board.grid()).bounds();
        let view = Rect::from_min_size(Pos2::ZERO, SIZE);
        let camera = Camera {
            centre: bounds.center(),
            zoom: (SIZE.x / bounds.width()).min(SIZE.y / bounds.height()) * 0.98,
            view,
        };
        Some(Wanted {
            texture: thumb.texture,
            size: SIZE,
            shapes: table::board(board, &camera, Zones::Hidden),
        })
    }
}
