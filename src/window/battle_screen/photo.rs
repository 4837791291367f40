//! A picture of the whole board with its figures, to be kept in a file.

use super::super::table;
use super::course::Course;
use super::stem;
use crate::look::Zones;
use crate::look::layout::{Camera, Layout};
use egui::{Id, LayerId, Order, Painter, Pos2, Rect, Shape, Ui, Vec2, vec2};

/// How many points a space has at most, and a side of the picture.
const SPACE: f32 = 48.0;
const SIDE: f32 = 2000.0;

/// A picture that is to be kept.
pub struct Photo {
    /// Its file in our folder.
    pub file: String,
    /// Its size in points.
    pub size: Vec2,
    /// Its shapes, in points from its corner.
    pub shapes: Vec<Shape>,
}

/// Whether a picture is wanted, and the picture.
#[derive(Default)]
pub(super) enum Request {
    /// None is wanted.
    #[default]
    None,
    /// One is wanted.
    Wanted,
    /// It has been taken.
    Taken(Photo),
}

impl Request {
    /// Asks for a picture.
    pub(super) fn ask(&mut self) {
        *self = Request::Wanted;
    }
    /// The picture, once.
    pub(super) fn take(&mut self) -> Option<Photo> {
        match std::mem::take(self) {
            Request::Taken(photo) => Some(photo),
            other => {
                *self = other;
                None
            }
        }
    }

    /// Takes the picture that was asked for, whatever part of the board is in view; `draw` draws
    /// what stands on the board.
    pub(super) fn take_wanted(
        &mut self,
        ui: &Ui,
        course: &Course,
        zones: Zones,
        draw: impl FnOnce(&Painter, &Camera, &Layout),
    ) {
        if !matches!(self, Request::Wanted) {
            return;
        }
        let board = course.game().board();
        let layout = Layout::new(*board.grid());
        let bounds = layout.bounds();
        let zoom = (SIDE / bounds.size().max_elem()).min(SPACE);
        let edge = vec2(30.0, 26.0);
        let size = bounds.size() * zoom + edge * 2.0;
        let camera = Camera {
            centre: bounds.center(),
            zoom,
            view: Rect::from_min_size(Pos2::ZERO, size),
        };
        let mut shapes = table::board(board, &camera, zones);
        // painted on a layer of its own, which is emptied before anybody sees it
        let layer = LayerId::new(Order::Background, Id::unique("photo"));
        let painter = Painter::new(ui.ctx().clone(), layer, Rect::EVERYTHING);
        table::names(&painter, board, &camera, &layout);
        draw(&painter, &camera, &layout);
        let list = ui
            .ctx()
            .graphics_mut(|all| std::mem::take(all.entry(layer)));
        shapes.extend(list.all_entries().map(|e| e.shape.clone()));
        let file = format!(
            "reports/{}-{}.png",
            stem(&course.setup.map.name),
            course.setup.seed
        );
        *self = Request::Taken(Photo { file, size, shapes });
    }
}
