//! The editor's keys.

use super::super::keys::DIGITS;
use super::{Dialog, Editor, Ink, Tool};
use crate::board::Space;
use crate::draft::Turn;
use crate::window::board_view::Steer;
use egui::{Key, Modifiers, Ui};

/// The keys in words, for the list that `?` shows.
pub(super) const KEYS: [(&str, &str); 22] = [
    ("B L R H", "tools: brush, line, rectangle, hexagon"),
    ("G, P", "tools: fill an area, replace everywhere"),
    ("S, V", "tools: select, paste the copy"),
    ("Q, O", "tools: test sight or movement from a space"),
    (
        "Y, Delete",
        "tool: place figures of the scenario; remove one",
    ),
    ("D", "generate the map or the selection"),
    (
        "X",
        "play test battles to see how fair the map is; again: stop",
    ),
    ("T U W Z", "paint terrain, levels, borders, zones"),
    ("E, Shift", "erase instead of painting"),
    (
        "N",
        "choose the next kind to paint (Shift+N: the previous kind)",
    ),
    (
        "[ ]",
        "make the brush smaller or larger; 1 to 9: set its size",
    ),
    ("I, right click", "paint with the kind under the mouse"),
    ("M", "choose the next symmetry"),
    ("arrows", "move the cursor; with Shift: scroll the board"),
    ("Enter", "paint at the cursor; again: end a line or an area"),
    ("Tab", "choose another border of the space at the cursor"),
    (", .", "turn the copy left, right"),
    ("/, \\", "mirror the copy left-right, top-bottom"),
    (
        "Ctrl+C X V A, Esc",
        "copy, cut, paste, select all, clear the selection",
    ),
    ("Ctrl+Z, Ctrl+Y", "undo, redo"),
    ("Ctrl+S", "save"),
    ("F, + -, K", "show the whole board, zoom, check the map"),
];

impl Editor {
    pub(super) fn keys(&mut self, ui: &Ui) {
        if ui.ctx().egui_wants_keyboard_input() {
            return;
        }
        let held = |modifiers: Modifiers, key| ui.input_mut(|i| i.consume_key(modifiers, key));
        let ctrl = |key| held(Modifiers::COMMAND, key);
        // the clipboard's keys come as events of their own
        let (copy, cut, paste) = ui.input(|i| {
            let any = |what: &dyn Fn(&egui::Event) -> bool| i.events.iter().any(what);
            (
                any(&|e| matches!(e, egui::Event::Copy)),
                any(&|e| matches!(e, egui::Event::Cut)),
                any(&|e| matches!(e, egui::Event::Paste(_))),
            )
        });
        if ctrl(Key::S) {
            self.save();
        }
        if held(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z) || ctrl(Key::Y) {
            self.redo();
        }
        if ctrl(Key::Z) {
            self.undo();
        }
        if ctrl(Key::C) || copy {
            self.copy();
        }
        if ctrl(Key::X) || cut {
            self.cut();
        }
        if ctrl(Key::V) || paste {
            self.brush.tool = Tool::Paste;
        }
        if ctrl(Key::A) {
            let all = self.draft.sheet().spaces();
            self.selection.spaces = crate::board::Spaces::of(self.board.len(), all);
        }
        if ui.input(|i| i.modifiers.command || i.modifiers.alt) {
            return;
        }
        let shift = ui.input(|i| i.modifiers.shift);
        self.tool_keys(ui);
        self.brush_keys(ui, shift);
        self.other_keys(ui);
        self.cursor_keys(ui, shift);
        self.put_away(ui);
    }

    /// Tools, and what they paint.
    fn tool_keys(&mut self, ui: &Ui) {
        let pressed = |key| ui.input(|i| i.key_pressed(key));
        for (key, tool) in [
            (Key::B, Tool::Brush),
            (Key::L, Tool::Line),
            (Key::R, Tool::Rectangle),
            (Key::H, Tool::Hexagon),
            (Key::G, Tool::Fill),
            (Key::P, Tool::Replace),
            (Key::S, Tool::Select),
            (Key::V, Tool::Paste),
            (Key::Q, Tool::Sight),
            (Key::O, Tool::Walk),
            (Key::Y, Tool::Place),
        ] {
            if pressed(key) {
                self.brush.tool = tool;
                self.gesture.stroke = None;
            }
        }
        for (key, ink) in [
            (Key::T, Ink::Ground),
            (Key::U, Ink::Level),
            (Key::W, Ink::Border),
            (Key::Z, Ink::Zone),
        ] {
            if pressed(key) {
                self.brush.ink = ink;
                self.gesture.stroke = None;
            }
        }
    }

    /// How the brush paints.
    fn brush_keys(&mut self, ui: &Ui, shift: bool) {
        let pressed = |key| ui.input(|i| i.key_pressed(key));
        if let Some(i) = DIGITS.iter().position(|key| pressed(*key)) {
            self.brush.size = i as u32 + 1;
        }
        if pressed(Key::OpenBracket) {
            self.brush.size = (self.brush.size - 1).max(1);
        }
        if pressed(Key::CloseBracket) {
            self.brush.size = (self.brush.size + 1).min(20);
        }
        if pressed(Key::E) {
            self.brush.erase = !self.brush.erase;
        }
        if pressed(Key::N) {
            self.brush.next_kind(self.draft.sheet(), shift);
        }
        if pressed(Key::I)
            && let Some(space) = self.gesture.cursor
        {
            self.brush
                .pick(self.draft.sheet(), space, self.gesture.side);
        }
        if pressed(Key::M) {
            let kind = self.board.grid().kind;
            self.brush.next_symmetry(self.draft.sheet(), kind);
        }
        if pressed(Key::Y) {
            self.tabs.on_scene = true;
        }
        if pressed(Key::Delete) || pressed(Key::Backspace) {
            self.take_held();
        }
    }

    /// Questions, the copy and the view.
    fn other_keys(&mut self, ui: &Ui) {
        let pressed = |key| ui.input(|i| i.key_pressed(key));
        if pressed(Key::D) {
            self.asked = Some(self.wish());
        }
        if pressed(Key::X) {
            self.test_battles();
        }
        if pressed(Key::K) {
            self.checks.findings = None;
        }
        for (key, turn) in [
            (Key::Comma, Turn::Back),
            (Key::Period, Turn::Clockwise),
            (Key::Slash, Turn::Flip),
            (Key::Backslash, Turn::Upend),
        ] {
            if !pressed(key) {
                continue;
            }
            if self.brush.tool == Tool::Place && self.turn_held(turn == Turn::Back) {
                continue;
            }
            if let Some(clip) = &self.selection.clip {
                self.selection.clip = Some(clip.turned(turn));
                self.brush.tool = Tool::Paste;
            }
        }
        if pressed(Key::Questionmark) {
            self.asked = Some(Dialog::Help);
        }
        if pressed(Key::F) || pressed(Key::Home) {
            self.view.steer_by(Steer::Fit);
        }
        if pressed(Key::Plus) || pressed(Key::Equals) {
            self.view.steer_by(Steer::Zoom(1.25));
        }
        if pressed(Key::Minus) {
            self.view.steer_by(Steer::Zoom(0.8));
        }
    }

    /// Escape puts away what was copied, then the selection, before it leaves the editor.
    fn put_away(&mut self, ui: &Ui) {
        let pasting = self.brush.tool == Tool::Paste;
        let holds = pasting || !self.selection.spaces.is_empty();
        let over = egui::Popup::is_any_open(ui.ctx());
        let escaped = || ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape));
        if over || !holds || !escaped() {
            return;
        }
        match pasting {
            true => self.brush.tool = Tool::Select,
            false => self.selection.spaces.clear(),
        }
        self.message = None;
    }

    fn cursor_keys(&mut self, ui: &Ui, shift: bool) {
        // a control that has the focus keeps Tab and Enter for itself
        let focused = ui.memory(|m| m.focused().is_some());
        let pressed = |key| ui.input(|i| i.key_pressed(key));
        for (key, (dx, dy)) in [
            (Key::ArrowLeft, (-1, 0)),
            (Key::ArrowRight, (1, 0)),
            (Key::ArrowUp, (0, -1)),
            (Key::ArrowDown, (0, 1)),
        ] {
            if !pressed(key) {
                continue;
            }
            if shift {
                let by = egui::vec2(-(dx as f32), -(dy as f32));
                self.view.steer_by(Steer::Pan(by));
                continue;
            }
            let grid = *self.board.grid();
            let middle = Space((grid.rows / 2) * grid.columns + grid.columns / 2);
            let at = self.gesture.cursor.unwrap_or(middle);
            let place = (
                i64::from(grid.column(at)) + dx,
                i64::from(grid.row(at)) + dy,
            );
            let next = grid.at(place.0, place.1).unwrap_or(at);
            self.gesture.by_key = true;
            self.gesture.cursor = Some(next);
            self.gesture.side = None;
            self.view.look_at(&self.board.clone(), next);
            if self.gesture.stroke.is_some() {
                self.drag(next);
            }
        }
        if focused && !self.gesture.by_key {
            return;
        }
        if self.gesture.by_key
            && pressed(Key::Enter)
            && let Some(space) = self.gesture.cursor
        {
            let two = matches!(
                self.brush.tool,
                Tool::Line | Tool::Rectangle | Tool::Hexagon | Tool::Select
            );
            match (&self.gesture.stroke, two) {
                (Some(_), _) => {
                    self.drag(space);
                    self.release(shift);
                }
                (None, true) => self.press(space, shift),
                (None, false) => {
                    self.press(space, shift);
                    self.release(shift);
                }
            }
        }
        if self.gesture.by_key
            && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Tab))
            && let Some(space) = self.gesture.cursor
        {
            let all: Vec<Space> = crate::draft::area::beside(self.board.grid(), space).collect();
            let other = |(a, b): (u32, u32)| if a == space.0 { b } else { a };
            let now = self
                .gesture
                .side
                .and_then(|s| all.iter().position(|n| n.0 == other(s)));
            let next = now.map_or(0, |i| (i + 1) % all.len().max(1));
            self.gesture.side = all.get(next).map(|n| (space.0.min(n.0), space.0.max(n.0)));
        }
        let escaped = || ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape));
        if self.gesture.stroke.is_some() && escaped() {
            self.gesture.stroke = None;
        }
    }
}
