//! The board on the screen: its view and figures. The view follows what others do outside of it, and
//! returns when it is the person's turn.

use super::course::Course;
use super::tray::Tray;
use crate::battle::{Event, Fig, Place, Target, Who};
use crate::board::{Board, Space};
use crate::look::layout::{Camera, Layout};
use crate::rules::Game;
use crate::window::board_view::BoardView;
use crate::window::table::Sprites;
use crate::window::theme::Looks;
use egui::{Pos2, Ui};

/// How much of the view at its edges counts as outside, as a part of its width and height.
const EDGE: f32 = 0.03;

/// How long the view takes to get nearly there, in seconds.
const GLIDE: f32 = 0.12;

/// The distance, in points of the screen, from which a glide has arrived.
const NEAR: f32 = 1.5;

/// The board on the screen.
#[derive(Default)]
pub struct Pane {
    /// Its view.
    pub view: BoardView,
    /// Its figures, drawn once.
    pub sprites: Sprites,
    /// Where figures that act from off the board are shown.
    pub tray: Tray,
    pub(super) flash: Flash,
    follow: Follow,
}

/// A space that is pointed out for a moment.
#[derive(Default)]
pub(super) struct Flash(Option<(Space, f32)>);

impl Flash {
    /// How long it lasts, in seconds.
    pub(super) const SECONDS: f32 = 1.6;

    fn begin(&mut self, at: Space) {
        self.0 = Some((at, Self::SECONDS));
    }
    /// The space, and for how many seconds more.
    pub(super) fn at(&self) -> Option<(Space, f32)> {
        self.0
    }
    pub(super) fn pass(&mut self, seconds: f32) {
        let left = self.0.map(|(at, left)| (at, left - seconds));
        self.0 = left.filter(|(_, left)| *left > 0.0);
    }
}

/// Where the view is to go and to return.
#[derive(Default)]
struct Follow {
    /// How the person saw the board before.
    home: Option<Camera>,
    /// What is to be in the middle.
    to: Option<Pos2>,
}

impl Pane {
    /// Whether the view is on its way.
    pub(super) fn is_gliding(&self) -> bool {
        self.follow.to.is_some()
    }

    /// Shows where something happened.
    pub(super) fn flash(&mut self, board: &Board, at: Space) {
        self.view.look_at(board, at);
        self.flash.begin(at);
    }

    /// Moves the view to what others do, and back; `waits`: the battle waits for the person.
    pub(super) fn follow(&mut self, ui: &Ui, looks: &Looks, course: &Course, waits: bool) {
        if self.view.take_steered() || self.view.is_fitted() || !looks.follow {
            // a person who moves the board looks where they want; a whole board needs no moves
            self.follow = Follow::default();
            return;
        }
        let Some(camera) = self.view.camera() else {
            return;
        };
        if waits {
            if let Some(home) = self.follow.home.take() {
                self.follow.to = Some(home.centre);
            }
        } else if let Some(at) = out_of_view(course, &camera) {
            self.follow.home.get_or_insert(camera);
            self.follow.to = Some(at);
        }
        let Some(to) = self.follow.to else { return };
        let seconds = ui.input(|i| i.stable_dt).min(0.1);
        if glide(&mut self.view, to, seconds, looks.still) {
            self.follow.to = None;
        }
        ui.ctx().request_repaint();
    }
}

/// Where others act now, if that is out of view.
fn out_of_view(course: &Course, camera: &Camera) -> Option<Pos2> {
    let moment = course.history.moments.get(course.player.shown)?;
    if let Who::Side(side) = moment.applied.by
        && course.is_person(side)
    {
        return None;
    }
    let (event, _) = course.player.event(&course.history)?;
    let layout = Layout::new(*course.game().board().grid());
    let inner = camera.view.shrink2(camera.view.size() * EDGE);
    let places = places(course.game(), &layout, event);
    places
        .into_iter()
        .find(|at| !inner.contains(camera.screen(*at)))
}

/// Goes a part of the way; whether it has arrived.
fn glide(view: &mut BoardView, to: Pos2, seconds: f32, at_once: bool) -> bool {
    let Some(camera) = view.camera() else {
        return true;
    };
    let left = to - camera.centre;
    if at_once || left.length() * camera.zoom < NEAR {
        view.centre_on(to);
        return true;
    }
    view.centre_on(camera.centre + left * (1.0 - (-seconds / GLIDE).exp()));
    false
}

/// The places that an event is about, the most important first.
fn places(game: &Game, layout: &Layout, event: &Event) -> Vec<Pos2> {
    let of = |who: Fig| (game.place(who) == Place::On).then(|| layout.centre(game.at(who)));
    let found = match event {
        Event::Moved { path, .. } | Event::Fled { path, .. } | Event::Pushed { path, .. } => {
            vec![path.last().map(|at| layout.centre(*at))]
        }
        Event::Struck { who, at, .. } => {
            let target = match at {
                Target::Figure(who) => of(*who),
                Target::Space(at) | Target::Border(at, _) => Some(layout.centre(*at)),
                _ => None,
            };
            vec![target, of(*who)]
        }
        Event::Placed { to, .. } => vec![Some(layout.centre(*to))],
        Event::Defeated { who, .. } | Event::Wounded { who, .. } => vec![of(*who)],
        _ => Vec::new(),
    };
    found.into_iter().flatten().collect()
}
