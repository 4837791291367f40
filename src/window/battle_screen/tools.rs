//! Tools on the board: sight, threat, ruler, why not.

use super::super::board_view::Seen;
use super::super::board_words::space_words;
use super::super::dialog;
use super::super::table;
use super::super::theme::{self, glass};
use super::board::figures_at;
use super::course::Course;
use super::forecast::move_preview;
use super::turn::Turn;
use super::why_not::WhyNot;
use crate::battle::{Fig, Place};
use crate::board::{Cause, Look, Sight, Space, Spaces};
use crate::play::danger;
use crate::rules::Game;
use egui::{Color32, Stroke, Ui, vec2};
use std::collections::BTreeMap;

/// A space of so few points has no warning on it.
const SMALL: f32 = 17.0;

/// How long danger is worked out between two frames, in seconds.
const SLICE: f64 = 0.008;

/// The largest board whose sight is worked out at once.
const LARGEST: usize = 40_000;

/// Sight from a space.
struct View {
    from: Space,
    after: usize,
    blockers: Option<Spaces>,
    all: Vec<(Space, Sight)>,
}

/// Danger of spaces.
struct Threat {
    after: usize,
    who: Fig,
    /// The chance to be lost there.
    known: BTreeMap<Space, f64>,
    /// Not yet worked out.
    open: Vec<Space>,
}

/// The tool that the mouse uses on the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum Tool {
    /// Nothing: it plays.
    #[default]
    Play,
    /// Sight from a space.
    Sight,
    /// How dangerous the spaces are that the chosen figure reaches.
    Threat,
    /// How far spaces are apart.
    Ruler,
    /// Why not there.
    WhyNot,
}

/// The tool in use, and what it has found out.
#[derive(Default)]
pub struct Tools {
    tool: Tool,
    /// Where it starts.
    at: Option<Space>,
    /// Danger of spaces.
    danger: Option<Threat>,
    /// Sight from a space.
    view: Option<View>,
    /// Why not there.
    pub(super) why_not: Option<WhyNot>,
}

impl Tools {
    /// The tool in use.
    pub fn tool(&self) -> Tool {
        self.tool
    }
    /// Where it starts.
    pub(super) fn at(&self) -> Option<Space> {
        self.at
    }
    /// Why not there, as far as it has been found out.
    pub fn why_not(&self) -> Option<&WhyNot> {
        self.why_not.as_ref()
    }
    /// Switches a tool on or off.
    pub(super) fn toggle(&mut self, tool: Tool) {
        self.tool = if self.tool == tool { Tool::Play } else { tool };
        self.at = None;
        self.why_not = None;
    }
    /// A click: picks the space where the tool starts, or lets it go.
    pub(super) fn pick(&mut self, space: Option<Space>) {
        self.at = match self.at {
            Some(_) => None,
            None => space,
        };
    }
}

/// What the tools look at.
#[derive(Copy, Clone)]
pub struct Subject<'a> {
    course: &'a Course,
    turn: &'a Turn,
    chosen: Option<Fig>,
}

impl<'a> Subject<'a> {
    /// A question in a battle, and the chosen figure.
    pub fn new(course: &'a Course, turn: &'a Turn, chosen: Option<Fig>) -> Self {
        Self {
            course,
            turn,
            chosen,
        }
    }
}

impl Tools {
    /// Whether a tool is still at work.
    pub(super) fn is_working(&self, of: Subject) -> bool {
        self.tool == Tool::Threat
            && of.turn.asked.is_some()
            && !of.turn.is_rolling()
            && self
                .danger
                .as_ref()
                .is_some_and(|d| of.chosen == Some(d.who) && !d.open.is_empty())
    }

    /// Everything seen from the space under the mouse, or from the one that was picked.
    pub(super) fn sight(&mut self, seen: &Seen, of: Subject) {
        let Some(from) = self.at.or(seen.hover) else {
            return;
        };
        let after = of.course.player.shown;
        let fresh = self
            .view
            .as_ref()
            .is_some_and(|v| (v.from, v.after) == (from, after));
        if !fresh {
            self.view = look_from(of, from);
        }
        let Some(view) = &self.view else { return };
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        let shown = camera.seen().expand(1.0);
        for (space, sight) in &view.all {
            if !shown.contains(layout.centre(*space)) {
                continue;
            }
            if *sight == Sight::Cover {
                let fill = glass(Color32::from_rgb(0xff, 0xc2, 0x3a), 78);
                table::fill_space(painter, layout, camera, *space, fill);
                table::hatch(painter, layout, camera, *space, 1);
            } else {
                let fill = glass(Color32::from_rgb(0x08, 0x08, 0x12), 165);
                table::fill_space(painter, layout, camera, *space, fill);
            }
        }
        table::ring_space(
            painter,
            layout,
            camera,
            from,
            Stroke::new(3.0, theme::ACCENT),
        );
        if let (Some(from), Some(to)) = (self.at, seen.hover.filter(|to| *to != from)) {
            let board = of.course.game().board();
            let look = Look {
                from: &[from],
                to: &[to],
                eyes: (1, 1),
                figures: view.blockers.as_ref(),
            };
            for cause in board.causes(from, to, &look) {
                let red = Stroke::new(3.0, theme::BAD);
                match cause {
                    Cause::Space(at) => table::ring_space(painter, layout, camera, at, red),
                    Cause::Border(a, b) => {
                        if let Some((p, q)) = layout.side(a, b) {
                            let ends = [camera.screen(p), camera.screen(q)];
                            painter.line_segment(ends, Stroke::new(6.0, theme::BAD));
                        }
                    }
                }
            }
            let (a, b) = (layout.centre(from), layout.centre(to));
            painter.line_segment(
                [camera.screen(a), camera.screen(b)],
                Stroke::new(2.0, glass(Color32::WHITE, 200)),
            );
        }
    }

    /// The sight tool's sentence about the space under the mouse.
    pub fn sight_words(&self, game: &Game, hover: Option<Space>) -> Option<String> {
        let (from, to) = (self.at?, hover?);
        let view = self.view.as_ref()?;
        if self.tool != Tool::Sight || from == to {
            return None;
        }
        let look = Look {
            from: &[from],
            to: &[to],
            eyes: (1, 1),
            figures: view.blockers.as_ref(),
        };
        let grid = game.board().grid();
        let sight = view.all.iter().find(|(at, _)| *at == to).map(|(_, s)| *s);
        let by: Vec<String> = game
            .board()
            .causes(from, to, &look)
            .into_iter()
            .map(|cause| match cause {
                Cause::Space(at) => match figures_at(game, at).first() {
                    Some(who) => format!("{} on {}", game.name(*who), grid.name(at)),
                    None => space_words(game.board(), at),
                },
                Cause::Border(a, b) => {
                    let kind = game
                        .board()
                        .border(a, b)
                        .map_or("border", |b| crate::files::builtin::border_name(b.kind));
                    format!("{kind} {}|{}", grid.name(a), grid.name(b))
                }
            })
            .collect();
        let what = match sight {
            None => "is visible",
            Some(Sight::Cover) => "is visible, in cover",
            Some(_) => "is hidden",
        };
        let by = if by.is_empty() || sight.is_none() {
            String::new()
        } else {
            format!(": {}", by.join(", "))
        };
        let n = grid.distance(from, to);
        Some(format!(
            "{} {what} from {}, at a distance of {n}{by}.",
            grid.name(to),
            grid.name(from)
        ))
    }

    /// The threat tool's sentence: its meaning, or the reason why it shows nothing.
    pub fn threat_words(&self, of: Subject) -> String {
        let (Some(asked), false) = (&of.turn.asked, of.turn.is_rolling()) else {
            return "The danger is shown when it is your turn again.".to_owned();
        };
        let moves = &asked.legal.moves;
        let words = match of.chosen {
            None if moves.is_empty() => {
                "No figure can move now. Select a figure to see its risk where it stands."
            }
            None => "Select a figure with a ring to see its risk on each space that it can reach.",
            Some(who) if moves.contains_key(&who) => {
                "The numbers show the risk of losing the selected figure on each space, before its next move."
            }
            Some(who) => match of.course.newest().place(who) {
                Place::On => return self.standing_words(who),
                _ => "The selected figure is not on the board, so it is safe.",
            },
        };
        words.to_owned()
    }

    /// How likely a figure is lost that cannot move.
    fn standing_words(&self, who: Fig) -> String {
        let known = self.danger.as_ref().filter(|d| d.who == who);
        let lost = match known.and_then(|d| d.known.values().next()) {
            Some(lost) if *lost < 0.0005 => "no enemy can defeat it".to_owned(),
            Some(lost) => format!("{:.0}% risk of losing it", lost * 100.0),
            None => "its risk is being calculated".to_owned(),
        };
        format!("The selected figure cannot move now. Before its next move: {lost}.")
    }

    /// Finds out how likely the chosen figure is lost on each space it can reach, a few of them
    /// in each frame.
    fn find_danger(&mut self, ui: &Ui, of: Subject) -> Option<&Threat> {
        let who = of.chosen?;
        if of.turn.asked.is_none() || of.turn.is_rolling() {
            return None;
        }
        let after = of.course.history.len();
        let stale = self
            .danger
            .as_ref()
            .is_none_or(|d| (d.after, d.who) != (after, who));
        if stale {
            self.danger = Some(Threat {
                after,
                who,
                known: BTreeMap::new(),
                open: threatened(of, who),
            });
        }
        let game = of.course.history.game(after);
        let moves = of.turn.asked.as_ref().map(|a| &a.legal.moves);
        let moves = moves.is_some_and(|m| m.contains_key(&who));
        let danger = self.danger.as_mut()?;
        let until = super::super::platform::now() + SLICE;
        // what is found out is told in the next frame
        if !danger.open.is_empty() {
            ui.ctx().request_repaint();
        }
        while let Some(space) = danger.open.pop() {
            let lost = match moves {
                true => move_preview(game, who, space).lost,
                false => danger::dangers(game, who).lost,
            };
            danger.known.insert(space, lost);
            if super::super::platform::now() > until {
                break;
            }
        }
        Some(danger)
    }

    /// Marks the spaces on which the chosen figure may be lost, the larger the likelier.
    pub(super) fn warn(&mut self, ui: &Ui, seen: &Seen, of: Subject) {
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        let Some(danger) = self.find_danger(ui, of).filter(|_| camera.zoom >= SMALL) else {
            return;
        };
        for (space, lost) in danger.known.iter().filter(|(_, lost)| **lost >= 0.0005) {
            let at = layout.centre(*space) + vec2(0.27, -0.27);
            table::warning(painter, camera, at, *lost as f32);
        }
    }

    /// How likely the chosen figure is lost on each space it can reach.
    pub(super) fn threat(&mut self, ui: &Ui, seen: &Seen, of: Subject) {
        let Some(who) = self.find_danger(ui, of).map(|danger| danger.who) else {
            return;
        };
        let game = of.course.newest();
        let Some(danger) = &self.danger else {
            return;
        };
        let worth = game.facts(who).worth.0 as f64 / 1000.0;
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        for (space, lost) in &danger.known {
            let tone = theme::mix(
                Color32::from_rgb(0x4f, 0xb8, 0x7a),
                Color32::from_rgb(0xe0, 0x3c, 0x28),
                (*lost as f32 * 1.6).min(1.0),
            );
            table::fill_space(painter, layout, camera, *space, glass(tone, 150));
            if camera.zoom < 22.0 {
                continue;
            }
            let centre = camera.screen(layout.centre(*space));
            let size = (camera.zoom * 0.3).clamp(8.0, 13.0);
            let text = |up: f32, text: String, ink: Color32| {
                let font = egui::FontId::proportional(size);
                let at = centre - vec2(0.0, up * size);
                painter.text(at, egui::Align2::CENTER_CENTER, text, font, ink);
            };
            if *lost < 0.0005 {
                text(0.0, "safe".to_owned(), glass(Color32::WHITE, 200));
            } else if camera.zoom >= 36.0 {
                text(0.6, format!("{:.0}%", lost * 100.0), Color32::WHITE);
                text(-0.6, format!("-{:.1}", lost * worth), Color32::WHITE);
            } else {
                text(0.0, format!("{:.0}%", lost * 100.0), Color32::WHITE);
            }
        }
    }

    /// How far the spaces are apart.
    pub(super) fn ruler(&self, seen: &Seen, game: &Game) {
        let (Some(from), Some(to)) = (self.at, seen.hover) else {
            return;
        };
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        let (a, b) = (layout.centre(from), layout.centre(to));
        table::arrow(painter, camera, a, b, Color32::WHITE);
        let n = game.board().grid().distance(from, to);
        let text = dialog::count(n as usize, "space");
        let at = camera.screen(b) - vec2(0.0, 24.0);
        table::label(painter, at, &text, 14.0, Color32::WHITE);
    }
}

/// Sight from a space.
fn look_from(of: Subject, from: Space) -> Option<View> {
    let game = of.course.game();
    let board = game.board();
    if board.len() > LARGEST {
        return None;
    }
    // a figure there, or the selected one, does not see through its enemies
    let who = figures_at(game, from).first().copied().or(of.chosen);
    let blockers = who.map(|who| game.blockers(game.side(who)));
    let mut all = Vec::new();
    for to in board.spaces().iter().filter(|to| *to != from) {
        let look = Look {
            from: &[from],
            to: &[to],
            eyes: (1, 1),
            figures: blockers.as_ref(),
        };
        let sight = board
            .look(&look, |_, _| true)
            .map_or(Sight::Blocked, |s| s.sight);
        if sight != Sight::Clear {
            all.push((to, sight));
        }
    }
    Some(View {
        from,
        after: of.course.player.shown,
        blockers,
        all,
    })
}

/// The spaces whose danger is asked for: those the chosen figure can reach; where it cannot
/// move now, the one on which it stands.
fn threatened(of: Subject, who: Fig) -> Vec<Space> {
    let moves = of.turn.asked.as_ref().and_then(|a| a.legal.moves.get(&who));
    match moves {
        Some(spaces) => spaces.iter().copied().collect(),
        None => {
            let game = of.course.newest();
            let stands = game.place(who) == Place::On;
            stands.then(|| game.at(who)).into_iter().collect()
        }
    }
}
