//! The board under the mouse: gestures, and a ghost of the spaces that they would paint.

use super::brush::barrier_ink;
use super::{Editor, Ink, Stroke, Tool};
use crate::board::{Board, Gait, Grid, Mover, Space, Spaces, Unseen};
use crate::draft::{Clip, Op, Side, area};
use crate::window::board_view::Seen;
use crate::window::message::Message;
use crate::window::platform::now;
use crate::window::{table, theme};
use egui::{Color32, PointerButton, Pos2, Stroke as Pen, Ui};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Largest copy whose preview shows every space; a larger copy shows its outline only.
const SHOWN_WHOLE: usize = 4096;

/// Seconds a frame for finding out what is hidden from a space.
const LOOKING: f64 = 0.02;

/// Number of spaces handled before the clock is checked.
const LOOKED_AT: usize = 128;

impl Editor {
    /// Draws the board, and follows the mouse on it.
    pub(super) fn table(&mut self, ui: &mut Ui) {
        let board = self.board.clone();
        let seen = self.view.show(ui, &board, false, false);
        let moved = ui.input(|i| i.pointer.delta() != egui::Vec2::ZERO || i.pointer.any_down());
        if seen.pointer.is_some() && (moved || !self.gesture.by_key) {
            self.gesture.by_key = false;
            self.gesture.cursor = seen.pointer.and_then(|p| seen.layout.space(p));
            self.gesture.side = seen
                .pointer
                .zip(self.gesture.cursor)
                .and_then(|(p, s)| nearest_side(&seen, &board, p, s));
        } else if self.gesture.by_key {
            let side = self.gesture.cursor.and_then(|s| {
                let next = area::beside(board.grid(), s).next()?;
                Some((s.0.min(next.0), s.0.max(next.0)))
            });
            self.gesture.side = self
                .gesture
                .side
                .filter(|(a, b)| self.gesture.cursor.is_some_and(|c| c.0 == *a || c.0 == *b));
            self.gesture.side = self.gesture.side.or(side);
        } else {
            self.gesture.cursor = None;
        }
        let (down, shift, second) = ui.input(|i| {
            (
                i.pointer.primary_down(),
                i.modifiers.shift,
                i.pointer.button_clicked(PointerButton::Secondary),
            )
        });
        let over = seen.response.is_pointer_button_down_on();
        if self.asked.is_none() && !self.gesture.by_key {
            match (&self.gesture.stroke, self.gesture.cursor) {
                (None, Some(space)) if down && over => self.press(space, shift),
                (Some(_), Some(space)) if down => self.drag(space),
                (Some(_), _) if !down => self.release(shift),
                _ => {}
            }
            if second
                && seen.response.contains_pointer()
                && let Some(space) = self.gesture.cursor
            {
                self.brush
                    .pick(self.draft.sheet(), space, self.gesture.side);
            }
        }
        self.overlay(&seen);
    }

    /// Begins a gesture.
    pub(super) fn press(&mut self, space: Space, shift: bool) {
        self.message = None;
        if self.brush.tool == Tool::Paste {
            match &self.selection.clip {
                None => {
                    self.message = Some(Message::Refused(
                        "nothing has been copied yet: select spaces and press Ctrl+C".to_owned(),
                    ))
                }
                Some(clip) if !clip.fits(self.board.grid().kind) => {
                    let why = super::panels::OTHER_GRID;
                    self.message = Some(Message::refused(why));
                }
                Some(clip) => {
                    let ops = clip.paste(self.draft.sheet(), space, self.brush.symmetry);
                    self.carry_out(&ops);
                }
            }
            return;
        }
        if self.brush.tool == Tool::Walk || self.brush.tool == Tool::Sight {
            return;
        }
        if self.brush.tool == Tool::Place {
            self.tabs.on_scene = true;
            self.place(space, shift || self.brush.erase);
        }
        let (spaces, sides) = self.reached(space, space);
        self.gesture.stroke = Some(Stroke {
            from: space,
            last: space,
            spaces,
            sides,
            erase: self.brush.erase || (shift && self.brush.tool.paints()),
        });
    }

    /// Goes on with it.
    pub(super) fn drag(&mut self, space: Space) {
        let Some(stroke) = &self.gesture.stroke else {
            return;
        };
        let (from, last) = (stroke.from, stroke.last);
        let brush = self.brush.tool == Tool::Brush;
        if space == last && !(brush && self.brush.ink == Ink::Border) {
            return;
        }
        let (spaces, sides) = self.reached(if brush { last } else { from }, space);
        let Some(stroke) = &mut self.gesture.stroke else {
            return;
        };
        stroke.last = space;
        match brush {
            true => {
                stroke.spaces.add(&spaces);
                stroke.sides.extend(sides);
            }
            false => (stroke.spaces, stroke.sides) = (spaces, sides),
        }
    }

    /// Ends it: what the ghost shows is painted.
    pub(super) fn release(&mut self, shift: bool) {
        let Some(stroke) = self.gesture.stroke.take() else {
            return;
        };
        if self.brush.tool == Tool::Place {
            if stroke.from != stroke.last {
                self.displace(stroke.from, stroke.last);
            }
            return;
        }
        if self.brush.tool == Tool::Select {
            if !shift {
                self.selection.spaces.clear();
            }
            self.selection.spaces.add(&stroke.spaces);
            return;
        }
        match self
            .brush
            .ops(self.draft.sheet(), self.board.grid(), &stroke)
        {
            Ok(ops) => self.carry_out(&ops),
            Err(why) => self.message = Some(Message::refused(why)),
        }
    }

    /// The spaces and borders that a tool covers between two spaces, without mirror images.
    fn reached(&self, from: Space, to: Space) -> (Spaces, BTreeSet<Side>) {
        let (sheet, grid) = (self.draft.sheet(), self.board.grid());
        let border = self.brush.ink == Ink::Border && self.brush.tool.paints();
        let spaces = match self.brush.tool {
            Tool::Brush | Tool::Line => area::line(grid, from, to, self.brush.size),
            Tool::Rectangle | Tool::Select => area::rectangle(grid, from, to),
            Tool::Hexagon => area::hexagon(grid, from, to),
            Tool::Fill => area::flood(sheet, to, |s| self.brush.alike(sheet, s, to)),
            Tool::Replace => Spaces::of(
                grid.len(),
                sheet.spaces().filter(|s| self.brush.alike(sheet, *s, to)),
            ),
            Tool::Paste | Tool::Sight | Tool::Walk | Tool::Place => Spaces::new(grid.len()),
        };
        let mut spaces = spaces;
        if matches!(self.brush.tool, Tool::Fill | Tool::Replace)
            && self.selection.spaces.contains(to)
        {
            spaces.keep(&self.selection.spaces);
        }
        if !border {
            return (spaces, BTreeSet::new());
        }
        let sides = match self.brush.tool {
            Tool::Brush if self.brush.size == 1 => self.gesture.side.into_iter().collect(),
            Tool::Line => area::along(grid, from, to),
            Tool::Replace => {
                let kind = |(a, b): Side| {
                    sheet
                        .borders
                        .get(&(Space(a), Space(b)))
                        .map(|b| (b.kind, b.open))
                };
                let wanted = self.gesture.side.and_then(kind);
                let all = sheet.borders.keys().map(|(a, b)| (a.0, b.0));
                all.filter(|s| wanted.is_some() && kind(*s) == wanted)
                    .collect()
            }
            _ => area::outline(grid, &spaces),
        };
        (Spaces::new(grid.len()), sides)
    }

    /// Draws over the board: the ghost, the selection, sight and reach.
    fn overlay(&mut self, seen: &Seen) {
        let on = Over::new(seen, *self.board.grid());
        self.fairness.draw(seen, self.board.len());
        let on_scene = self.tabs.on_scene || self.brush.tool == Tool::Place;
        if let Some(plan) = self.plan().filter(|_| on_scene) {
            self.stage.draw(plan, self.board.grid(), seen);
        }
        on.frame(&self.selection.spaces, Color32::WHITE);
        on.frame(&self.checks.shown, theme::BAD);
        match (self.brush.tool, self.gesture.cursor) {
            (Tool::Sight, Some(space)) if self.board.exists(space) => self.show_hidden(&on, space),
            (Tool::Walk, Some(space)) if self.board.exists(space) => self.show_reach(&on, space),
            (Tool::Place, Some(space)) => {
                let ink = match &self.gesture.stroke {
                    Some(stroke) if stroke.from != space => theme::GOOD,
                    _ => theme::ACCENT,
                };
                on.ring(space, Pen::new(2.0, ink));
            }
            (Tool::Paste, Some(space)) => self.show_copy(&on, space),
            _ => self.show_ghost(&on),
        }
    }

    /// Darkens the spaces that are hidden from a space.
    fn show_hidden(&mut self, on: &Over, space: Space) {
        let (hidden, done) = self.hidden_from(space);
        on.fill(hidden, Color32::from_black_alpha(150));
        if !done {
            on.seen.painter.ctx().request_repaint();
        }
        on.ring(space, Pen::new(3.0, theme::ACCENT));
    }

    /// How far a figure gets from a space.
    fn show_reach(&mut self, on: &Over, space: Space) {
        let none = Spaces::new(self.board.len());
        let mover = Mover {
            size: 1,
            gait: Gait::Walk,
            budget: self.tests.budget,
            closed: &none,
            taken: &none,
        };
        self.board.reach(space, &mover, &mut self.tests.reach);
        let ends = self.tests.reach.ends().iter().map(|(s, _)| *s);
        let ends = Spaces::of(self.board.len(), ends);
        on.fill(&ends, theme::glass(theme::GOOD, 90));
        on.frame(&ends, theme::GOOD);
    }

    /// Where the copy would lie.
    fn show_copy(&self, on: &Over, space: Space) {
        let grid = self.board.grid();
        let fits = |clip: &&Clip| clip.fits(grid.kind);
        let Some(clip) = self.selection.clip.as_ref().filter(fits) else {
            return;
        };
        let covered = clip.covers(self.draft.sheet(), space);
        let images = self.brush.symmetry.spread(grid, &covered);
        match clip.len() <= SHOWN_WHOLE {
            true => self.lay(clip, space, on),
            false => on.fill(&images, theme::glass(theme::ACCENT, 70)),
        }
        on.frame(&images, theme::ACCENT);
        on.frame(&covered, Color32::WHITE);
    }

    /// Draws what the gesture would paint.
    fn show_ghost(&self, on: &Over) {
        let brush = &self.brush;
        let (spaces, sides, erase) = match (&self.gesture.stroke, self.gesture.cursor) {
            (Some(stroke), _) => (stroke.spaces.clone(), stroke.sides.clone(), stroke.erase),
            // what fills a whole region is shown once it is pressed
            (None, Some(_)) if matches!(brush.tool, Tool::Fill | Tool::Replace) => return,
            (None, Some(space)) => {
                let (spaces, sides) = self.reached(space, space);
                (spaces, sides, brush.erase)
            }
            (None, None) => return,
        };
        if brush.tool == Tool::Select {
            return on.frame(&spaces, theme::ACCENT);
        }
        let grid = self.board.grid();
        let ink = brush.ghost_ink(self.draft.sheet(), erase);
        let images = brush.symmetry.spread(grid, &spaces);
        let strong = if self.gesture.stroke.is_some() {
            190
        } else {
            110
        };
        on.fill(&images, theme::glass(ink, strong));
        on.frame(&spaces, Color32::WHITE);
        let images = brush.symmetry.spread_sides(grid, &sides);
        on.lines(&Vec::from_iter(images), ink);
    }

    /// What is not seen from a space, and whether that is all; kept while neither the space nor
    /// the board changes. On a large board it comes in over several frames, the near part first.
    fn hidden_from(&mut self, space: Space) -> (&Spaces, bool) {
        let board = &self.board;
        let is_it =
            |(on, kept): &(Arc<Board>, Unseen)| Arc::ptr_eq(on, board) && kept.from() == space;
        let kept = self.tests.hidden.take().filter(is_it);
        let (.., unseen) = self
            .tests
            .hidden
            .insert(kept.unwrap_or_else(|| (board.clone(), Unseen::new(board, space))));
        let until = now() + LOOKING;
        while !unseen.is_done() {
            unseen.go_on(board, LOOKED_AT);
            if now() >= until {
                break;
            }
        }
        (unseen.hidden(), unseen.is_done())
    }

    /// Shows what was copied as it would lie here.
    fn lay(&self, clip: &Clip, space: Space, on: &Over) {
        let sheet = self.draft.sheet();
        for op in clip.paste(sheet, space, self.brush.symmetry) {
            match op {
                Op::Ground { kind, on: spaces } => {
                    let ink = colour(super::panels::colour_of(sheet, &kind));
                    on.fill(&spaces, theme::glass(ink, 170));
                }
                Op::Side {
                    barrier: Some(barrier),
                    on: sides,
                } => on.lines(&sides, barrier_ink(barrier.kind)),
                _ => {}
            }
        }
    }
}

/// Draws over the part of the board that is in view.
struct Over<'a> {
    seen: &'a Seen,
    grid: Grid,
    window: egui::Rect,
}

impl<'a> Over<'a> {
    fn new(seen: &'a Seen, grid: Grid) -> Self {
        Self {
            seen,
            grid,
            window: seen.camera.seen().expand(1.0),
        }
    }

    fn visible(&self, spaces: &Spaces) -> impl Iterator<Item = Space> {
        let centre = |space: &Space| self.seen.layout.centre(*space);
        spaces
            .iter()
            .filter(move |s| self.window.contains(centre(s)))
    }

    fn fill(&self, spaces: &Spaces, colour: Color32) {
        let Seen {
            painter,
            layout,
            camera,
            ..
        } = self.seen;
        for space in self.visible(spaces) {
            table::fill_space(painter, layout, camera, space, colour);
        }
    }

    fn frame(&self, spaces: &Spaces, colour: Color32) {
        let Seen {
            painter,
            layout,
            camera,
            ..
        } = self.seen;
        table::outline(
            painter,
            layout,
            camera,
            &|s| spaces.contains(s),
            self.visible(spaces),
            &self.grid,
            Pen::new(2.0, colour),
        );
    }

    fn ring(&self, space: Space, pen: Pen) {
        let Seen {
            painter,
            layout,
            camera,
            ..
        } = self.seen;
        table::ring_space(painter, layout, camera, space, pen);
    }

    fn lines(&self, sides: &[Side], ink: Color32) {
        let Seen {
            painter,
            layout,
            camera,
            ..
        } = self.seen;
        for (a, b) in sides.iter().copied() {
            let Some((from, to)) = layout.side(Space(a), Space(b)) else {
                continue;
            };
            let wide = (camera.zoom * 0.14).clamp(3.0, 9.0);
            let ends = [camera.screen(from), camera.screen(to)];
            painter.line_segment(ends, Pen::new(wide + 2.0, Color32::WHITE));
            painter.line_segment(ends, Pen::new(wide, ink));
        }
    }
}

/// A colour of a map file.
pub(super) fn colour(c: u32) -> Color32 {
    Color32::from_rgb((c >> 16) as u8, (c >> 8) as u8, c as u8)
}

/// The side of a space nearest to a point.
fn nearest_side(seen: &Seen, board: &crate::board::Board, at: Pos2, space: Space) -> Option<Side> {
    let centre = seen.layout.centre(space);
    let away = |from: Pos2, to: Pos2| (from + (to - from) * 0.5).distance(at);
    let sides = seen.layout.sides().filter_map(|(d, from, to)| {
        let next = board.grid().neighbour(space, d)?;
        Some((away(centre + from, centre + to), next))
    });
    let (_, next) = sides.min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some((space.0.min(next.0), space.0.max(next.0)))
}
