//! What is fought for, always in view: where to go or bring something, what to bring down, objects
//! and devices.

use super::super::dialog;
use super::super::table::{self, Piece, Token};
use super::super::theme::{self, glass};
use super::super::titles::side_name;
use crate::battle::{Fig, Goal, Holder, Place, Side};
use crate::board::{Space, Spaces, Use};
use crate::look::Zones;
use crate::look::layout::{Camera, Layout};
use crate::rules::Game;
use egui::{Painter, Pos2, Stroke, Vec2, pos2, vec2};

/// A space of so few points has no words over it.
const SMALL: f32 = 12.0;

/// The places that are fought for, under the figures.
pub(super) fn aims(game: &Game, painter: &Painter, camera: &Camera, layout: &Layout) {
    for (side, goal) in all_goals(game) {
        let (spaces, ink) = match &goal {
            Goal::Reach { spaces, .. } | Goal::Carry { to: spaces, .. } => {
                (spaces, theme::side(side.index()))
            }
            Goal::Destroy { object, .. } => (object, theme::ACCENT),
            Goal::Guard { .. } | Goal::Use { .. } | Goal::Fight => continue,
        };
        for space in spaces.iter() {
            table::fill_space(painter, layout, camera, space, glass(ink, 64));
        }
        let (all, grid) = (|s| spaces.contains(s), game.board().grid());
        let ink = Stroke::new(1.8, ink);
        table::outline(painter, layout, camera, &all, spaces.iter(), grid, ink);
    }
}

/// Objects and devices, and what is still to be done, over the figures.
pub(super) fn tokens(
    game: &Game,
    painter: &Painter,
    camera: &Camera,
    layout: &Layout,
    pieces: &[(Fig, Piece)],
) {
    for (i, device) in game.devices().iter().enumerate() {
        let used = game.device_used(i as u8) && !device.again;
        if used {
            continue;
        }
        // beside the figure there
        let at = layout.centre(device.at);
        let covered = pieces.iter().any(|(_, piece)| piece.at.distance(at) < 0.5);
        let aside = if covered {
            vec2(0.36, 0.32)
        } else {
            Vec2::ZERO
        };
        table::token(painter, camera, at + aside, Token::Device);
    }
    for i in 0..game.items().len() {
        let at = match game.item(i as u8) {
            Holder::Space(space) => Some(layout.centre(space)),
            Holder::Figure(who) => {
                let who = game.aboard(who).unwrap_or(who);
                let piece = pieces.iter().find(|(fig, _)| *fig == who);
                // beside its head
                piece.map(|(_, piece)| piece.at + vec2(0.7, -0.55) * piece.radius)
            }
        };
        if let Some(at) = at {
            table::token(painter, camera, at, Token::Object);
        }
    }
    if camera.zoom < SMALL {
        return;
    }
    let mut taken: Vec<Pos2> = Vec::new();
    for (side, goal) in all_goals(game) {
        let (spaces, words) = match &goal {
            Goal::Reach { spaces, need, .. } => (
                spaces,
                format!(
                    "{}: {} more here",
                    side_name(game, side),
                    dialog::count(usize::from(*need), "figure")
                ),
            ),
            Goal::Carry { item, to, .. } => {
                let what = &game.items()[usize::from(*item)].name;
                (to, format!("{}: bring {what} here", side_name(game, side)))
            }
            Goal::Destroy { object, hits } => {
                (object, dialog::count(usize::from(*hits), "more hit"))
            }
            Goal::Guard { .. } | Goal::Use { .. } | Goal::Fight => continue,
        };
        let Some(at) = middle(layout, camera, spaces) else {
            continue;
        };
        // several may go to the same place
        let below = taken.iter().filter(|other| **other == at).count();
        taken.push(at);
        let at = at + vec2(0.0, 18.0 * below as f32);
        table::label(painter, at, &words, 12.0, theme::TEXT);
    }
}

/// Objects and devices on a space, in words.
pub fn things_at(game: &Game, space: Space) -> Vec<String> {
    let items = game.items().iter().enumerate();
    let lies = |i: usize| game.item(i as u8) == Holder::Space(space);
    let items = items
        .filter(|(i, _)| lies(*i))
        .map(|(_, item)| format!("{} lies here", item.name));
    let devices = game.devices().iter().enumerate();
    let devices = devices.filter(|(_, device)| device.at == space);
    let devices = devices.map(|(i, device)| match game.device_used(i as u8) {
        true if !device.again => format!("{}, used", device.name),
        _ => device.name.clone(),
    });
    items.chain(devices).collect()
}

/// What of a map's zones counts in a battle. What its scenario is about is not among them: that is
/// what its sides' goals say.
pub(super) fn zones(start: &Game) -> Zones {
    let starts = start.all_sides().filter(|side| deploys(start, *side));
    let seats = starts.map(|side| start.sides()[side.index()].seat);
    Zones::Battle {
        starts: seats.collect(),
        exits: start.brief().rewards_exits(),
    }
}

/// Whether a side has somebody to place in the map's zone for its seat.
fn deploys(start: &Game, side: Side) -> bool {
    let (of, board) = (&start.sides()[side.index()], start.board());
    let in_zone = board.zone(Use::Deployment, of.seat).is_some_and(|zone| {
        let mut zone = zone.clone();
        zone.keep(board.spaces());
        zone == of.zone
    });
    in_zone
        && start
            .all()
            .any(|who| start.side(who) == side && start.place(who) == Place::Reserve)
}

fn all_goals(game: &Game) -> impl Iterator<Item = (Side, Goal)> + '_ {
    let sides = game.all_sides();
    sides.flat_map(move |side| game.goals(side).into_iter().map(move |goal| (side, goal)))
}

/// The middle of some spaces on the screen; where that is out of view, the edge it lies beyond.
fn middle(layout: &Layout, camera: &Camera, spaces: &Spaces) -> Option<Pos2> {
    let n = spaces.count();
    if n == 0 {
        return None;
    }
    let sum = spaces.iter().fold(vec2(0.0, 0.0), |sum, space| {
        sum + layout.centre(space).to_vec2()
    });
    let at = camera.screen((sum / n as f32).to_pos2());
    let view = camera.view.shrink2(vec2(80.0, 30.0));
    Some(pos2(
        at.x.clamp(view.left(), view.right().max(view.left())),
        at.y.clamp(view.top(), view.bottom().max(view.top())),
    ))
}
