//! The board under the mouse: gestures, and the ghost of what they would paint.

use super::{Editor, Ink, Rise, Stroke, Tool};
use crate::board::{Board, BorderKind, Gait, Mover, Space, Spaces, Unseen};
use crate::draft::{Barrier, Clip, Op, Side, area};
use crate::window::board_view::Seen;
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
        if seen.pointer.is_some() && (moved || !self.by_key) {
            self.by_key = false;
            self.cursor = seen.pointer.and_then(|p| seen.layout.space(p));
            self.side = seen
                .pointer
                .zip(self.cursor)
                .and_then(|(p, s)| nearest_side(&seen, &board, p, s));
        } else if self.by_key {
            let side = self.cursor.and_then(|s| {
                let next = area::beside(board.grid(), s).next()?;
                Some((s.0.min(next.0), s.0.max(next.0)))
            });
            self.side = self
                .side
                .filter(|(a, b)| self.cursor.is_some_and(|c| c.0 == *a || c.0 == *b));
            self.side = self.side.or(side);
        } else {
            self.cursor = None;
        }
        let (down, shift, second) = ui.input(|i| {
            (
                i.pointer.primary_down(),
                i.modifiers.shift,
                i.pointer.button_clicked(PointerButton::Secondary),
            )
        });
        let over = seen.response.is_pointer_button_down_on();
        if self.asked.is_none() && !self.by_key {
            match (&self.stroke, self.cursor) {
                (None, Some(space)) if down && over => self.press(space, shift),
                (Some(_), Some(space)) if down => self.drag(space),
                (Some(_), _) if !down => self.release(shift),
                _ => {}
            }
            if second
                && seen.response.contains_pointer()
                && let Some(space) = self.cursor
            {
                self.pick(space);
            }
        }
        self.overlay(&seen);
    }

    /// Begins a gesture.
    pub(super) fn press(&mut self, space: Space, shift: bool) {
        self.message = None;
        if self.tool == Tool::Paste {
            match &self.clip {
                None => {
                    self.message = Some(Err(
                        "nothing has been copied yet: select spaces and press Ctrl+C".to_owned(),
                    ))
                }
                Some(clip) if !clip.fits(self.board.grid().kind) => {
                    let why = super::panels::OTHER_GRID;
                    self.message = Some(Err(why.to_owned()));
                }
                Some(clip) => {
                    let ops = clip.paste(self.draft.sheet(), space, self.symmetry);
                    self.carry_out(&ops);
                }
            }
            return;
        }
        if self.tool == Tool::Walk || self.tool == Tool::Sight {
            return;
        }
        if self.tool == Tool::Place {
            self.on_scene = true;
            self.place(space, shift || self.erase);
        }
        let (spaces, sides) = self.reached(space, space);
        self.stroke = Some(Stroke {
            from: space,
            last: space,
            spaces,
            sides,
            erase: self.erase || (shift && self.tool.paints()),
        });
    }

    /// Goes on with it.
    pub(super) fn drag(&mut self, space: Space) {
        let Some(stroke) = &self.stroke else { return };
        let (from, last) = (stroke.from, stroke.last);
        let brush = self.tool == Tool::Brush;
        if space == last && !(brush && self.ink == Ink::Border) {
            return;
        }
        let (spaces, sides) = self.reached(if brush { last } else { from }, space);
        let Some(stroke) = &mut self.stroke else {
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
        let Some(stroke) = self.stroke.take() else {
            return;
        };
        if self.tool == Tool::Place {
            if stroke.from != stroke.last {
                self.displace(stroke.from, stroke.last);
            }
            return;
        }
        if self.tool == Tool::Select {
            if !shift {
                self.selected.clear();
            }
            self.selected.add(&stroke.spaces);
            return;
        }
        let ops = self.ops(&stroke);
        self.carry_out(&ops);
    }

    /// What a tool takes in between two spaces, without its images.
    fn reached(&self, from: Space, to: Space) -> (Spaces, BTreeSet<Side>) {
        let (sheet, grid) = (self.draft.sheet(), self.board.grid());
        let border = self.ink == Ink::Border && self.tool.paints();
        let spaces = match self.tool {
            Tool::Brush | Tool::Line => area::line(grid, from, to, self.size),
            Tool::Rectangle | Tool::Select => area::rectangle(grid, from, to),
            Tool::Hexagon => area::hexagon(grid, from, to),
            Tool::Fill => area::flood(sheet, to, |s| self.alike(s, to)),
            Tool::Replace => Spaces::of(grid.len(), sheet.spaces().filter(|s| self.alike(*s, to))),
            Tool::Paste | Tool::Sight | Tool::Walk | Tool::Place => Spaces::new(grid.len()),
        };
        let mut spaces = spaces;
        if matches!(self.tool, Tool::Fill | Tool::Replace) && self.selected.contains(to) {
            spaces.keep(&self.selected);
        }
        if !border {
            return (spaces, BTreeSet::new());
        }
        let sides = match self.tool {
            Tool::Brush if self.size == 1 => self.side.into_iter().collect(),
            Tool::Line => area::along(grid, from, to),
            Tool::Replace => {
                let kind = |(a, b): Side| {
                    sheet
                        .borders
                        .get(&(Space(a), Space(b)))
                        .map(|b| (b.kind, b.open))
                };
                let wanted = self.side.and_then(kind);
                let all = sheet.borders.keys().map(|(a, b)| (a.0, b.0));
                all.filter(|s| wanted.is_some() && kind(*s) == wanted)
                    .collect()
            }
            _ => area::outline(grid, &spaces),
        };
        (Spaces::new(grid.len()), sides)
    }

    /// Whether two spaces are alike to what is painted with.
    fn alike(&self, a: Space, b: Space) -> bool {
        let sheet = self.draft.sheet();
        match self.ink {
            Ink::Level => {
                sheet.levels[a.index()] == sheet.levels[b.index()]
                    && sheet.exists(a) == sheet.exists(b)
            }
            Ink::Zone => {
                let within = |s: Space| {
                    sheet
                        .zones
                        .get(self.zone)
                        .is_some_and(|z| z.spaces.contains(s))
                };
                within(a) == within(b) && sheet.ground[a.index()] == sheet.ground[b.index()]
            }
            Ink::Ground | Ink::Border => sheet.ground[a.index()] == sheet.ground[b.index()],
        }
    }

    /// What a gesture does to the map.
    fn ops(&mut self, stroke: &Stroke) -> Vec<Op> {
        let grid = *self.board.grid();
        let on = self.symmetry.spread(&grid, &stroke.spaces);
        let mut ops = match self.ink {
            Ink::Ground => vec![Op::Ground {
                kind: if stroke.erase { "open" } else { &self.kind }.to_owned(),
                on,
            }],
            Ink::Level if stroke.erase => vec![Op::Level { to: 0, on }],
            Ink::Level => vec![match self.rise {
                Rise::Up => Op::Raise { by: 1, on },
                Rise::Down => Op::Raise { by: -1, on },
                Rise::To => Op::Level { to: self.level, on },
            }],
            Ink::Border => {
                let barrier = Barrier::of(self.barrier, self.open);
                let sides = self.symmetry.spread_sides(&grid, &stroke.sides);
                vec![Op::Side {
                    barrier: (!stroke.erase).then_some(barrier),
                    on: sides.into_iter().collect(),
                }]
            }
            Ink::Zone if self.draft.sheet().zones.is_empty() => {
                self.message = Some(Err("add a zone first (Paint: Zone)".to_owned()));
                Vec::new()
            }
            Ink::Zone => {
                let sheet = self.draft.sheet();
                let join = !stroke.erase;
                self.symmetry
                    .zoned(sheet, self.zone, join, &stroke.spaces, self.swap)
            }
        };
        ops.retain(|op| !matches!(op, Op::Side { on, .. } if on.is_empty()));
        ops
    }

    /// Takes up what lies on a space, to paint with it.
    pub(super) fn pick(&mut self, space: Space) {
        let sheet = self.draft.sheet();
        match self.ink {
            Ink::Ground => self.kind = sheet.kind(space).name.clone(),
            Ink::Level => {
                self.level = sheet.levels[space.index()];
                self.rise = Rise::To;
            }
            Ink::Border => {
                let there = self
                    .side
                    .and_then(|(a, b)| sheet.borders.get(&(Space(a), Space(b))));
                if let Some(border) = there {
                    (self.barrier, self.open) = (border.kind, border.open);
                }
            }
            Ink::Zone => {
                let found = sheet.zones.iter().position(|z| z.spaces.contains(space));
                self.zone = found.unwrap_or(self.zone);
            }
        }
    }

    /// What lies over the board: the ghost, the selection, sight and ways.
    fn overlay(&mut self, seen: &Seen) {
        let grid = *self.board.grid();
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        let window = camera.seen().expand(1.0);
        let visible = |s: &Space| window.contains(layout.centre(*s));
        let fill = |spaces: &Spaces, colour: Color32| {
            for space in spaces.iter().filter(visible) {
                table::fill_space(painter, layout, camera, space, colour);
            }
        };
        let frame = |spaces: &Spaces, colour: Color32| {
            table::outline(
                painter,
                layout,
                camera,
                &|s| spaces.contains(s),
                spaces.iter().filter(visible),
                &grid,
                Pen::new(2.0, colour),
            );
        };
        let lines = |sides: &[Side], ink: Color32| {
            for (a, b) in sides.iter().copied() {
                let Some((from, to)) = layout.side(Space(a), Space(b)) else {
                    continue;
                };
                let wide = (camera.zoom * 0.14).clamp(3.0, 9.0);
                let (from, to) = (camera.screen(from), camera.screen(to));
                painter.line_segment([from, to], Pen::new(wide + 2.0, Color32::WHITE));
                painter.line_segment([from, to], Pen::new(wide, ink));
            }
        };
        self.draw_heat(seen);
        if self.on_scene || self.tool == Tool::Place {
            self.draw_scene(seen);
        }
        frame(&self.selected, Color32::WHITE);
        frame(&self.shown, theme::BAD);
        match (self.tool, self.cursor) {
            (Tool::Sight, Some(space)) if self.board.exists(space) => {
                let (hidden, done) = self.hidden_from(space);
                fill(hidden, Color32::from_black_alpha(150));
                if !done {
                    painter.ctx().request_repaint();
                }
                table::ring_space(painter, layout, camera, space, Pen::new(3.0, theme::ACCENT));
                return;
            }
            (Tool::Walk, Some(space)) if self.board.exists(space) => {
                let none = Spaces::new(self.board.len());
                let mover = Mover {
                    size: 1,
                    gait: Gait::Walk,
                    budget: self.walk,
                    closed: &none,
                    taken: &none,
                };
                let mut reach = std::mem::take(&mut self.reach);
                self.board.reach(space, &mover, &mut reach);
                let ends = Spaces::of(grid.len(), reach.ends().iter().map(|(s, _)| *s));
                self.reach = reach;
                fill(&ends, theme::glass(theme::GOOD, 90));
                frame(&ends, theme::GOOD);
                return;
            }
            (Tool::Place, Some(space)) => {
                let ink = match &self.stroke {
                    Some(stroke) if stroke.from != space => theme::GOOD,
                    _ => theme::ACCENT,
                };
                table::ring_space(painter, layout, camera, space, Pen::new(2.0, ink));
                return;
            }
            (Tool::Paste, Some(space)) => {
                let sheet = self.draft.sheet();
                let Some(clip) = self.clip.as_ref().filter(|clip| clip.fits(grid.kind)) else {
                    return;
                };
                let covered = clip.covers(sheet, space);
                let images = self.symmetry.spread(&grid, &covered);
                match clip.len() <= SHOWN_WHOLE {
                    true => self.lay(clip, space, &fill, &lines),
                    false => fill(&images, theme::glass(theme::ACCENT, 70)),
                }
                frame(&images, theme::ACCENT);
                frame(&covered, Color32::WHITE);
                return;
            }
            _ => {}
        }
        let (spaces, sides, erase) = match (&self.stroke, self.cursor) {
            (Some(stroke), _) => (stroke.spaces.clone(), stroke.sides.clone(), stroke.erase),
            // what fills a whole region is shown once it is pressed
            (None, Some(_)) if matches!(self.tool, Tool::Fill | Tool::Replace) => return,
            (None, Some(space)) => {
                let (spaces, sides) = self.reached(space, space);
                (spaces, sides, self.erase)
            }
            (None, None) => return,
        };
        if self.tool == Tool::Select {
            return frame(&spaces, theme::ACCENT);
        }
        let ink = self.ghost_ink(erase);
        let images = self.symmetry.spread(&grid, &spaces);
        fill(
            &images,
            theme::glass(ink, if self.stroke.is_some() { 190 } else { 110 }),
        );
        frame(&spaces, Color32::WHITE);
        let images = self.symmetry.spread_sides(&grid, &sides);
        lines(&Vec::from_iter(images), ink);
    }

    /// What is not seen from a space, and whether that is all; kept while neither the space nor
    /// the board changes. On a large board it comes in over several frames, the near part first.
    fn hidden_from(&mut self, space: Space) -> (&Spaces, bool) {
        let board = &self.board;
        let is_it =
            |(on, kept): &(Arc<Board>, Unseen)| Arc::ptr_eq(on, board) && kept.from() == space;
        let kept = self.hidden.take().filter(is_it);
        let (.., unseen) = self
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
    fn lay(
        &self,
        clip: &Clip,
        space: Space,
        fill: &dyn Fn(&Spaces, Color32),
        lines: &dyn Fn(&[Side], Color32),
    ) {
        let sheet = self.draft.sheet();
        for op in clip.paste(sheet, space, self.symmetry) {
            match op {
                Op::Ground { kind, on } => {
                    let ink = colour(super::panels::colour_of(sheet, &kind));
                    fill(&on, theme::glass(ink, 170));
                }
                Op::Side {
                    barrier: Some(barrier),
                    on,
                } => lines(&on, barrier_ink(barrier.kind)),
                _ => {}
            }
        }
    }

    fn ghost_ink(&self, erase: bool) -> Color32 {
        match self.ink {
            _ if erase => Color32::from_rgb(0xd8, 0x60, 0x50),
            Ink::Ground => colour(super::panels::colour_of(self.draft.sheet(), &self.kind)),
            Ink::Level => Color32::from_rgb(0xdc, 0xc6, 0x8e),
            Ink::Border => barrier_ink(self.barrier),
            Ink::Zone => {
                let zone = self.draft.sheet().zones.get(self.zone);
                let seat = zone.and_then(|z| z.seat).unwrap_or(1);
                theme::side(usize::from(seat.max(1) - 1))
            }
        }
    }
}

/// The ink of a border in the making.
fn barrier_ink(kind: BorderKind) -> Color32 {
    match kind {
        BorderKind::Wall => Color32::from_rgb(0x50, 0x50, 0x50),
        BorderKind::Window => Color32::from_rgb(0x70, 0xa8, 0xd8),
        BorderKind::Hedge => Color32::from_rgb(0x2f, 0x7a, 0x33),
        BorderKind::Fence | BorderKind::Door => Color32::from_rgb(0x5b, 0x40, 0x20),
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
