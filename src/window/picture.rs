//! Pictures that are drawn once and shown in many frames: the board, its figures.

use egui::{Color32, Rect, Shape, TextureId};
use std::sync::atomic::{AtomicU64, Ordering};

/// The most dots a picture can have at a side.
pub const LARGEST: u32 = 4096;

/// The texture under which egui knows the picture of the board.
pub const BOARD: TextureId = TextureId::User(1);

/// The texture under which egui knows what there is of the next picture of the board.
pub const COMING: TextureId = TextureId::User(2);

/// The texture under which egui knows the picture of the whole board.
pub const OVERVIEW: TextureId = TextureId::User(4);

/// The texture under which egui knows the picture of figures, each drawn once.
pub const FIGURES: TextureId = TextureId::User(5);

/// A part of a picture that is drawn over it.
pub struct Patch {
    /// The part, in points from the picture's corner.
    pub rect: Rect,
    /// Its shapes; what they have outside the part is left as it is.
    pub shapes: Vec<Shape>,
}

/// A picture that is drawn once and shown in many frames.
pub struct Picture {
    /// Differs from every other picture's.
    pub revision: u64,
    /// Its background.
    pub ground: Color32,
    /// Its width and height, in points.
    pub size: egui::Vec2,
    /// Its shapes, in points from its corner.
    pub shapes: Vec<Shape>,
    /// Whether its dots are shown as large as they are, so that nothing lies between them.
    pub sharp: bool,
    /// Changes since then, each with its revision.
    pub patches: Vec<(u64, Patch)>,
}

impl Picture {
    /// How many of its patches a revision of it has.
    pub fn place_of(&self, revision: u64) -> Option<usize> {
        let mut all = std::iter::once(self.revision).chain(self.patches.iter().map(|p| p.0));
        all.position(|r| r == revision)
    }
    /// Redraws a part of it.
    pub fn add(&mut self, patch: Patch) {
        self.patches.push((fresh_revision(), patch));
    }
}

/// A number no picture has had.
pub fn fresh_revision() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The parts of a place outside another one.
pub fn without(place: Rect, other: Rect) -> Vec<Rect> {
    let hole = place.intersect(other);
    if !hole.is_positive() {
        return vec![place];
    }
    let beside = place.with_min_y(hole.min.y).with_max_y(hole.max.y);
    let parts = [
        place.with_max_y(hole.min.y),
        place.with_min_y(hole.max.y),
        beside.with_max_x(hole.min.x),
        beside.with_min_x(hole.max.x),
    ];
    parts.into_iter().filter(Rect::is_positive).collect()
}
