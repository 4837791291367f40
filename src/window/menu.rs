//! The first screen.

use super::board_view::BoardView;
use super::book::{self, InForce};
use super::choice::Choice;
use super::table::{self, Piece};
use super::{platform, theme, titles};
use crate::battle::{Appearance, Gear, Silhouette, Weapon};
use crate::board::{Board, Facing};
use crate::files::{map, shipped};
use crate::look::Zones;
use crate::look::layout::Layout as Spaces;
use crate::play::Summary;
use crate::rules::Rules;
use crate::source::Source;
use crate::store::{disk, record_file};
use egui::{
    Align, Button, Color32, Label, Layout, Rect, RichText, ScrollArea, Ui, UiBuilder, vec2,
};
use std::path::PathBuf;
use std::sync::Arc;

/// The menu.
pub struct Menu {
    last: Option<(PathBuf, Summary)>,
    /// The button that had the focus last, to which keys come back.
    focus: Option<egui::Id>,
    scene: Option<Arc<Board>>,
    /// How many frames have been drawn: in a page, which may not stand still for long, the menu comes
    /// before the board behind it, and the figures come a few at a time.
    frames: usize,
    /// The board behind it.
    pub view: BoardView,
    /// The last error.
    pub trouble: Option<String>,
}

/// Whether a record has its result; `None`: it cannot be read.
fn is_over(path: &std::path::Path) -> Option<bool> {
    let bytes = record_file::bytes(path).ok()?;
    let end = &bytes[bytes.len().saturating_sub(4096)..];
    Some(String::from_utf8_lossy(end).contains("\"type\":\"result\""))
}

/// The title, and its size.
const TITLE: (&str, f32) = ("skirmish", 52.0);

/// The size of the letters on large buttons.
const LARGE: f32 = 17.0;

/// What is written in larger letters than anywhere else, with its size: a page draws these letters
/// before the menu is shown.
#[cfg(target_arch = "wasm32")]
pub const WRITTEN_LARGE: [(&str, f32); 3] = [
    TITLE,
    ("Quick battle", LARGE),
    ("New Continue last watching", LARGE),
];

/// How many of the newest records are looked at for one to go on with.
const NEWEST: usize = 20;

/// The newest battle that is not over: one that a person plays, else one that is watched.
fn last_battle() -> Option<(PathBuf, Summary)> {
    let open = record_file::all()
        .into_iter()
        .map(|(path, _)| path)
        .take(NEWEST)
        .filter(|path| is_over(path) == Some(false) && !disk::is_in_use(path));
    let mut watched = None;
    for path in open {
        let bytes = record_file::bytes(&path).ok();
        match bytes.and_then(|bytes| Summary::read(&bytes)) {
            Some(about) if about.has_person() => return Some((path, about)),
            Some(about) => watched = watched.or(Some((path, about))),
            None => {}
        }
    }
    watched
}

impl Menu {
    /// The menu, with what went wrong before.
    pub fn new(trouble: Option<String>) -> Self {
        let last = last_battle();
        let scene = shipped::map("ford")
            .and_then(|(name, text)| map::read(&Source::new(name, text)).ok())
            .map(|m| Arc::new(Board::new(m)));
        let mut view = BoardView::default();
        view.zones = Zones::Hidden;
        view.coordinates = false;
        if let Some(board) = &scene {
            let middle = Spaces::new(*board.grid()).bounds().center();
            view.aim(middle + vec2(-1.5, 0.2), 62.0);
        }
        Self {
            last,
            focus: None,
            scene,
            frames: if platform::ON_A_PAGE { 0 } else { SCENE.len() },
            view,
            trouble,
        }
    }

    /// Draws the menu; what was chosen in this frame.
    pub fn show(&mut self, ui: &mut Ui) -> Option<Choice> {
        let mut choice = None;
        egui::CentralPanel::default()
            .frame(egui::Frame::NONE)
            .show(ui, |ui| {
                let whole = ui.max_rect();
                self.backdrop(ui);
                let column = Rect::from_center_size(whole.center(), vec2(400.0, whole.height()));
                ui.painter()
                    .rect_filled(column, 0.0, theme::glass(theme::GROUND, 215));
                let builder = UiBuilder::new()
                    .max_rect(column)
                    .layout(Layout::top_down(Align::Center));
                ui.scope_builder(builder, |ui| {
                    ScrollArea::vertical()
                        .auto_shrink([false, false])
                        .show(ui, |ui| choice = self.column(ui));
                });
            });
        choice
    }

    fn column(&mut self, ui: &mut Ui) -> Option<Choice> {
        let mut choice = None;
        let room = ui.available_height();
        ui.add_space((room * 0.09).min(70.0));
        ui.vertical_centered(|ui| {
            ui.label(RichText::new(TITLE.0).size(TITLE.1).color(theme::ACCENT));
            ui.label(RichText::new("tabletop miniature battles against the computer").weak());
            ui.add_space((room * 0.03).min(24.0));
            let width = ui.available_width().min(330.0);
            let mut pressed = None;
            let mut big = |ui: &mut Ui, name: &str, what: Choice| {
                let text = RichText::new(name).size(LARGE).strong();
                let button = ui.add_sized(vec2(width, 44.0), Button::new(text));
                if button.clicked() {
                    pressed = Some(button.id);
                    choice = Some(what);
                }
                button
            };
            let first = big(ui, "Quick battle", Choice::Quick).id;
            if let Some((path, about)) = &self.last {
                let name = match about.has_person() {
                    true => "Continue last battle",
                    false => "Continue watching",
                };
                big(ui, name, Choice::Resume(path.clone()));
                let text = format!("{}, {}", titles::sides(about), about.stands());
                let text = RichText::new(text).weak();
                ui.add_sized(vec2(width, 18.0), Label::new(text).truncate());
            }
            big(ui, "New battle", Choice::New);
            for (name, what) in [
                ("Watch a battle", Some(Choice::Watch)),
                ("Saved battles", Some(Choice::Saved)),
                ("Maps", Some(Choice::Maps)),
                ("Draw a map", Some(Choice::Draw(None))),
                ("Forces", Some(Choice::Forces)),
                ("Open a file", Some(Choice::TakeIn)),
                ("Rule book", None),
                ("Settings", Some(Choice::Settings)),
                ("Quit", Some(Choice::Quit)),
            ] {
                // nobody quits a page
                if platform::ON_A_PAGE && what == Some(Choice::Quit) {
                    continue;
                }
                let button = ui.add_sized(vec2(width, 32.0), Button::new(name));
                if !button.clicked() {
                    continue;
                }
                pressed = Some(button.id);
                match what {
                    Some(what) => choice = Some(what),
                    None => book::open(ui.ctx(), &InForce::plain(Rules::ALL[0])),
                }
            }
            // a dialog that was closed has taken the focus along
            let over = ui.memory(|m| m.top_modal_layer().is_some());
            match ui.memory(|m| m.focused()) {
                Some(now) if !over => self.focus = Some(now),
                None if !over => {
                    let last = self.focus.unwrap_or(first);
                    ui.memory_mut(|m| m.request_focus(last));
                }
                _ => {}
            }
            self.focus = pressed.or(self.focus);
            if let Some(trouble) = &self.trouble {
                ui.add_space(8.0);
                ui.add(Label::new(RichText::new(trouble).color(theme::BAD)).wrap());
            }
        });
        choice
    }
}

/// How many figures behind the menu are drawn for the first time in one frame of a page.
const FIGURES: usize = 3;

/// Figures on the board behind the menu: column, row, side, kind, letter, words, direction.
const SCENE: [(i64, i64, usize, Appearance, char, u8); 12] = [
    (
        8,
        9,
        0,
        look(Silhouette::Commander, Some(Weapon::Sword)),
        'T',
        2,
    ),
    (
        5,
        10,
        0,
        look(Silhouette::Person, Some(Weapon::Gun)),
        'A',
        1,
    ),
    (
        6,
        12,
        0,
        look(Silhouette::Person, Some(Weapon::Gun)),
        'A',
        1,
    ),
    (8, 13, 0, look(Silhouette::Cavalry, None), 'R', 1),
    (6, 9, 0, shielded(Silhouette::Hero), 'K', 2),
    (9, 7, 0, look(Silhouette::Small, None), 'm', 2),
    (
        19,
        13,
        1,
        look(Silhouette::Hero, Some(Weapon::Sword)),
        'W',
        5,
    ),
    (20, 12, 1, shielded(Silhouette::Person), 'O', 4),
    (20, 8, 1, shielded(Silhouette::Person), 'O', 4),
    (
        21,
        7,
        1,
        look(Silhouette::Person, Some(Weapon::Gun)),
        'G',
        5,
    ),
    (22, 13, 1, look(Silhouette::Cavalry, None), 'R', 4),
    (18, 14, 1, look(Silhouette::Small, None), 'm', 4),
];

const fn look(silhouette: Silhouette, weapon: Option<Weapon>) -> Appearance {
    let gear = Gear {
        weapon,
        shield: false,
        wings: false,
    };
    Appearance { silhouette, gear }
}

/// A figure with sword and shield.
const fn shielded(silhouette: Silhouette) -> Appearance {
    let gear = Gear {
        shield: true,
        ..Gear::of(Weapon::Sword)
    };
    Appearance { silhouette, gear }
}

impl Menu {
    /// A board with figures, behind the menu.
    fn backdrop(&mut self, ui: &mut Ui) {
        let Some(board) = self.scene.clone() else {
            return;
        };
        let before = self.frames;
        if before < SCENE.len() {
            self.frames += 1;
            ui.ctx().request_repaint();
        }
        if before == 0 {
            return;
        }
        let seen = self.view.show(ui, &board, false, false);
        let figures = SCENE.into_iter().take(FIGURES * (before - 1));
        for (column, row, side, appearance, letter, way) in figures {
            let Some(space) = board.grid().at(column, row) else {
                continue;
            };
            let piece = Piece {
                radius: 0.39,
                facing: Some(seen.layout.direction(Facing(way))),
                ..Piece::new(seen.layout.centre(space), side, appearance, letter)
            };
            table::figure(&seen.painter, &seen.camera, &piece);
        }
        seen.painter
            .rect_filled(seen.response.rect, 0.0, Color32::from_black_alpha(40));
    }
}
