//! Where the mouse and the keys point, and the gesture that is being made.

use crate::battle::Fig;
use crate::board::{Facing, Space};

/// Where the mouse and the keys point, and the gesture that is being made.
#[derive(Default)]
pub struct Pointer {
    /// The space under the mouse in the last frame.
    hover: Option<Space>,
    /// The figure off the board under the mouse.
    off: Option<Fig>,
    /// Where the arrow keys point.
    cursor: Option<Space>,
    /// Whether a key has clicked where the arrows point.
    pressed: bool,
    /// Whether the button went down on a space the chosen figure can go to, and is still down.
    held: bool,
    /// The space from which the mouse draws where a figure is to look.
    turning: Option<Space>,
    /// How a figure is to look after the move that was drawn with the mouse.
    facing_after_move: Option<(Fig, Facing)>,
    /// Where the next figure is to be placed: a click that came while the last one was placed.
    early: Option<Space>,
}

impl Pointer {
    /// The space under the mouse in the last frame.
    pub fn hover(&self) -> Option<Space> {
        self.hover
    }
    pub(super) fn set_hover(&mut self, space: Option<Space>) {
        self.hover = space;
    }

    /// The figure off the board under the mouse.
    pub fn off(&self) -> Option<Fig> {
        self.off
    }
    pub(super) fn set_off(&mut self, who: Option<Fig>) {
        self.off = who;
    }

    /// Where the arrow keys point.
    pub(super) fn cursor(&self) -> Option<Space> {
        self.cursor
    }
    pub(super) fn set_cursor(&mut self, space: Option<Space>) {
        self.cursor = space;
    }

    /// A key clicks where the arrows point.
    pub(super) fn press(&mut self) {
        self.pressed = true;
    }
    /// Whether a key has clicked, once.
    pub(super) fn take_press(&mut self) -> bool {
        std::mem::take(&mut self.pressed)
    }

    /// Follows the button of the mouse; `on_way`: the chosen figure can go where the mouse is.
    pub(super) fn hold(&mut self, pressed: bool, down: bool, on_way: bool) {
        self.held = down && (self.held || pressed && on_way);
    }
    /// Whether a drag draws where a figure is to look, and does not move the board.
    pub(super) fn draws(&self) -> bool {
        self.held || self.turning.is_some()
    }
    /// The space from which the mouse draws where a figure is to look.
    pub(super) fn turning(&self) -> Option<Space> {
        self.turning
    }
    pub(super) fn set_turning(&mut self, from: Option<Space>) {
        self.turning = from;
    }

    /// How a figure is to look after its move.
    pub(super) fn set_facing_after_move(&mut self, who: Fig, facing: Facing) {
        self.facing_after_move = Some((who, facing));
    }
    /// How this figure is to look, once.
    pub(super) fn take_facing_after_move(&mut self, who: Fig) -> Option<Facing> {
        self.facing_after_move
            .take_if(|(of, _)| *of == who)
            .map(|(_, way)| way)
    }

    /// Remembers where the next figure is to be placed.
    pub(super) fn place_early(&mut self, at: Option<Space>) {
        self.early = at;
    }
    /// Where the next figure is to be placed, once.
    pub(super) fn take_early(&mut self) -> Option<Space> {
        self.early.take()
    }
}
