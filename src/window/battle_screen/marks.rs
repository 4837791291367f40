//! Marks on the board: reach, dangers, sight, ways, hints.

use super::super::board_view::Seen;
use super::super::chances::percent;
use super::super::history::{self};
use super::super::session::Legal;
use super::super::table::{self};
use super::super::theme::{self, Looks, glass};
use crate::battle::{Answer, Ask, Event, Fig, Place, Target};
use crate::board::Space;
use crate::rules::Game;
use egui::{Color32, Pos2, Stroke, Ui, vec2};
use std::sync::Arc;

use super::pane::Flash;
use super::tools::Subject;
use super::{BattleScreen, Tab, Tool};

/// How many of the computer's choices are drawn.
const SHOWN: usize = 5;

impl BattleScreen {
    /// Marks on the ground, under the figures.
    pub(super) fn marks(&mut self, ui: &Ui, seen: &Seen, board: &Arc<crate::board::Board>) {
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        match self.tools.tool() {
            Tool::Sight => {
                let subject = Subject::new(&self.course, &self.turn, self.selection.chosen);
                return self.tools.sight(seen, subject);
            }
            Tool::Threat => {
                let subject = Subject::new(&self.course, &self.turn, self.selection.chosen);
                self.tools.threat(ui, seen, subject);
            }
            Tool::Ruler | Tool::Play => {}
            Tool::WhyNot => {
                if let Some(space) = self.tools.at().or(seen.hover) {
                    self.ask_why_not(space);
                    let ring = Stroke::new(3.0, theme::ACCENT);
                    table::ring_space(painter, layout, camera, space, ring);
                }
            }
        }
        if !self.course.is_settled() || self.turn.asked.is_none() {
            return;
        }
        if let Some(who) = self.selection.chosen {
            self.ways(seen, board, who);
            let asked = self.turn.asked.as_ref();
            let moves = asked.is_some_and(|asked| asked.legal.moves.contains_key(&who));
            if self.tools.tool() == Tool::Play && moves {
                let subject = Subject::new(&self.course, &self.turn, self.selection.chosen);
                self.tools.warn(ui, seen, subject);
            }
        }
        let game = self.course.newest();
        if let Some(asked) = &self.turn.asked {
            self.lays(seen, &asked.legal);
            self.actors(seen, game, &asked.legal);
        }
        self.targets(seen, game);
        if let Some(who) = self
            .selection
            .chosen
            .filter(|w| game.place(*w) == Place::On)
        {
            self.mates(seen, game, who);
            let (at, radius) = history::base_of(game, layout, who);
            let wide = (camera.zoom * 0.1).clamp(2.5, 5.0);
            for (r, ink) in [
                (wide + 2.0, glass(Color32::BLACK, 150)),
                (wide, theme::ACCENT),
            ] {
                painter.circle_stroke(
                    camera.screen(at),
                    radius * camera.zoom * 1.25,
                    Stroke::new(r, ink),
                );
            }
        }
    }

    /// Finds out why not there: for the computer's choice, or for the chosen figure.
    fn ask_why_not(&mut self, space: Space) {
        let of_computer = self.panels.tab == Tab::Why || !self.is_played();
        let reasons = of_computer.then_some(&mut self.reasons);
        let chosen = self.selection.chosen;
        self.tools.ask_why_not(space, &self.course, chosen, reasons);
    }

    /// The spaces to which a figure can go, with their costs, or on which it can be placed.
    fn ways(&mut self, seen: &Seen, board: &crate::board::Board, who: Fig) {
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        let Some(legal) = self.turn.asked.as_ref().map(|asked| &asked.legal) else {
            return;
        };
        let places = legal.places.get(&who);
        let Some(spaces) = legal.moves.get(&who).or(places) else {
            return;
        };
        let threat = self.tools.tool() == Tool::Threat;
        let after = self.course.history.len();
        let reach = match places {
            Some(_) => None,
            None => self
                .preview
                .reach(self.course.history.game(after), after, who),
        };
        let costs_shown = camera.zoom >= 17.0 && !threat;
        for space in spaces {
            if !threat {
                let hard = board.is_hard(*space);
                let fill = if hard {
                    glass(Color32::from_rgb(0xff, 0xb0, 0x3a), 92)
                } else {
                    glass(Color32::from_rgb(0x8f, 0xe0, 0xff), 86)
                };
                table::fill_space(painter, layout, camera, *space, fill);
            }
            let cost = reach.and_then(|reach| reach.cost(*space));
            if let Some(cost) = cost.filter(|_| costs_shown) {
                painter.text(
                    camera.screen(layout.centre(*space) + vec2(0.0, 0.27)),
                    egui::Align2::CENTER_CENTER,
                    cost,
                    egui::FontId::proportional((camera.zoom * 0.4).clamp(8.0, 14.0)),
                    glass(Color32::from_rgb(10, 22, 34), 220),
                );
            }
        }
        self.outline(seen, spaces);
    }

    /// Where the piece of terrain that is asked about can be laid, and what it would cover.
    fn lays(&self, seen: &Seen, legal: &Legal) {
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        for space in &legal.lays {
            let fill = glass(Color32::from_rgb(0xb8, 0xf0, 0xa0), 70);
            table::fill_space(painter, layout, camera, *space, fill);
        }
        self.outline(seen, &legal.lays);
        for space in self.preview.covered() {
            let fill = glass(theme::ACCENT, 120);
            table::fill_space(painter, layout, camera, *space, fill);
            let ring = Stroke::new(2.0, theme::ACCENT);
            table::ring_space(painter, layout, camera, *space, ring);
        }
    }

    /// The figures that can still act: a faint ring.
    fn actors(&self, seen: &Seen, game: &Game, legal: &Legal) {
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        for who in legal.figures() {
            if game.place(who) != Place::On || game.aboard(who).is_some() {
                continue;
            }
            let (at, radius) = history::base_of(game, layout, who);
            // a figure that could only break something is hardly asked about
            let clear = if legal.only_breaks(who) { 45 } else { 120 };
            painter.circle_stroke(
                camera.screen(at),
                radius * camera.zoom * 1.2,
                Stroke::new(2.0, glass(Color32::WHITE, clear)),
            );
        }
    }

    /// Whom the chosen figure can attack: a ring with four strokes, as in a sight.
    fn targets(&self, seen: &Seen, game: &Game) {
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        let (Some(who), Some(asked)) = (self.selection.chosen, &self.turn.asked) else {
            return;
        };
        let strikes = asked.legal.strikes.get(&who).into_iter().flatten();
        let figures = strikes.filter_map(|(_, at)| match at {
            Target::Figure(fig) => Some(*fig),
            _ => None,
        });
        let team = |fig: Fig| game.team(game.side(fig));
        // those off the board are marked in their tray
        let figures = figures.filter(|fig| game.place(*fig) == Place::On);
        let figures = figures.filter(|fig| team(*fig) != team(who));
        let all: std::collections::BTreeSet<Fig> = figures.collect();
        for fig in all {
            let (at, radius) = history::base_of(game, layout, fig);
            let (middle, far) = (camera.screen(at), radius * camera.zoom * 1.2);
            for (wide, ink) in [
                (5.0, glass(Color32::BLACK, 150)),
                (2.5, Color32::from_rgb(0xff, 0x6a, 0x4a)),
            ] {
                let ink = Stroke::new(wide, ink);
                painter.circle_stroke(middle, far, ink);
                for way in [
                    vec2(1.0, 0.0),
                    vec2(0.0, 1.0),
                    vec2(-1.0, 0.0),
                    vec2(0.0, -1.0),
                ] {
                    let ends = [middle + way * far * 0.85, middle + way * far * 1.25];
                    painter.line_segment(ends, ink);
                }
            }
        }
    }

    /// Those who go along with a figure, and where they would stand if it went where the mouse
    /// points.
    fn mates(&self, seen: &Seen, game: &Game, who: Fig) {
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        let mut mates: Vec<Fig> = Vec::new();
        game.groups(game.side(who), &mut |group| {
            if group.contains(&who) {
                mates.extend_from_slice(group);
            }
        });
        let walks = |mate: &&Fig| **mate != who && game.aboard(**mate).is_none();
        let ink = Stroke::new(3.0, glass(theme::ACCENT, 150));
        for mate in mates.iter().filter(walks) {
            let (at, radius) = history::base_of(game, layout, *mate);
            painter.circle_stroke(camera.screen(at), radius * camera.zoom * 1.2, ink);
        }
        let moves = self
            .turn
            .asked
            .as_ref()
            .and_then(|a| a.legal.moves.get(&who));
        let to = seen
            .hover
            .filter(|to| moves.is_some_and(|m| m.contains(to)));
        if let Some(to) = to {
            game.formations(who, &[to], &mut |_, all| {
                for (mate, at) in all.iter().filter(|(f, at)| *f != who && *at != to) {
                    let from = layout.centre(game.at(*mate));
                    let at = layout.centre(*at);
                    let thin = Stroke::new(1.5, glass(theme::ACCENT, 150));
                    painter.line_segment([camera.screen(from), camera.screen(at)], thin);
                    table::dot(painter, camera, at, 0.24, glass(theme::ACCENT, 170));
                }
            });
        }
    }

    /// Marks over the figures.
    pub(super) fn over(&self, seen: &Seen, looks: &Looks) {
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        let game = self.course.game();
        if let Some(space) = seen.hover {
            table::ring_space(
                painter,
                layout,
                camera,
                space,
                Stroke::new(2.0, glass(Color32::WHITE, 170)),
            );
        }
        if let Some((at, left)) = self.pane.flash.at() {
            let grow = if looks.still {
                0.3
            } else {
                1.0 - left / Flash::SECONDS
            };
            painter.circle_stroke(
                camera.screen(layout.centre(at)),
                camera.zoom * (0.5 + 0.6 * grow),
                Stroke::new(4.0, theme::ACCENT.gamma_multiply(1.0 - grow)),
            );
        }
        self.show_preview(seen, game);
        self.show_hint(seen);
        self.show_facing(seen);
        if self.tools.tool() == Tool::Ruler {
            self.tools.ruler(seen, game);
        }
        self.show_strike(seen, game);
        let mut taken = Vec::new();
        for said in self.course.player.said() {
            let Some(spot) = self.pane.tray.spot(said.at, camera, layout) else {
                continue;
            };
            let above = match said.at {
                history::Spot::Space(_) => vec2(0.0, camera.zoom * 0.62 + 12.0),
                // below the tray
                history::Spot::Off(_) => vec2(0.0, -34.0),
            };
            table::said(painter, camera.screen(spot) - above, said, &mut taken);
        }
    }

    /// Draws the preview of a click: the way and its dangers, or the best attack.
    fn show_preview(&self, seen: &Seen, game: &Game) {
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        if let Some(movement) = self
            .preview
            .movement()
            .filter(|_| self.tools.tool() != Tool::Sight)
        {
            let points: Vec<Pos2> = movement.path.iter().map(|s| layout.centre(*s)).collect();
            if points.len() > 1 {
                table::path(
                    painter,
                    camera,
                    &points,
                    Color32::from_rgb(0xf4, 0xfb, 0xff),
                );
            }
            for danger in &movement.dangers {
                let from = history::base_of(game, layout, danger.enemy).0;
                table::arrow(
                    painter,
                    camera,
                    from,
                    layout.centre(movement.to),
                    glass(Color32::from_rgb(0xff, 0x5a, 0x3c), 170),
                );
            }
        }
        if let (Some(who), Some(space)) = (self.selection.chosen, seen.hover)
            && let Some(best) = self
                .preview
                .attacks()
                .iter()
                .filter(|p| p.barred.is_none())
                .max_by_key(|p| p.odds.defeat)
        {
            let from = self.pane.tray.stands((game, camera, layout), who);
            let to = layout.centre(space);
            table::arrow(painter, camera, from, to, theme::ACCENT);
            let text = format!("{} {}", percent(best.odds.defeat), best.how.name());
            table::label(
                painter,
                camera.screen(to) - vec2(0.0, camera.zoom * 0.7 + 8.0),
                &text,
                14.0,
                theme::ACCENT,
            );
        }
    }

    /// The attack that is being shown: an arrow that grows.
    fn show_strike(&self, seen: &Seen, game: &Game) {
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        if let Some((Event::Struck { who, at, .. }, through)) =
            self.course.player.event(&self.course.history)
        {
            let target = match at {
                Target::Figure(f) => Some(self.pane.tray.stands((game, camera, layout), *f)),
                Target::Space(s) => Some(layout.centre(*s)),
                Target::Border(a, b) => layout.side(*a, *b).map(|(p, q)| p + (q - p) * 0.5),
                _ => None,
            };
            if let Some(to) = target {
                let from = self.pane.tray.stands((game, camera, layout), *who);
                let tip = from + (to - from) * through.max(0.35);
                let ink = theme::side(game.side(*who).index());
                table::arrow(
                    painter,
                    camera,
                    from,
                    tip,
                    theme::mix(ink, Color32::WHITE, 0.35),
                );
            }
        }
    }

    /// A line around spaces.
    fn outline(&self, seen: &Seen, spaces: &std::collections::BTreeSet<Space>) {
        let edge = Stroke::new(2.0, glass(Color32::from_rgb(0xd8, 0xf4, 0xff), 190));
        table::outline(
            &seen.painter,
            &seen.layout,
            &seen.camera,
            &|s| spaces.contains(&s),
            spaces.iter().copied(),
            self.course.newest().board().grid(),
            edge,
        );
    }

    /// The computer's choices, the one that is looked at most clearly.
    pub(super) fn show_hint(&self, seen: &Seen) {
        let Some(hint) = self
            .turn
            .hint
            .as_ref()
            .filter(|_| self.tools.tool() == Tool::Play)
        else {
            return;
        };
        let game = self.course.newest();
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        let order = (0..hint.choices.len().min(SHOWN))
            .filter(|i| *i != hint.seen)
            .chain([hint.seen]);
        for i in order {
            let green = if i == hint.seen {
                Color32::from_rgb(0x6d, 0xf0, 0x9a)
            } else {
                glass(Color32::from_rgb(0x6d, 0xf0, 0x9a), 90)
            };
            let end = match &hint.choices[i].answer {
                Answer::Move { who, to } => {
                    let from = history::base_of(game, layout, *who).0;
                    table::arrow(painter, camera, from, layout.centre(*to), green);
                    table::ring_space(painter, layout, camera, *to, Stroke::new(3.0, green));
                    layout.centre(*to)
                }
                Answer::Place { to, .. } | Answer::Lay { to } => {
                    table::ring_space(painter, layout, camera, *to, Stroke::new(3.0, green));
                    layout.centre(*to)
                }
                Answer::Strike {
                    who,
                    at: Target::Figure(at),
                    ..
                } => {
                    let from = self.pane.tray.stands((game, camera, layout), *who);
                    let to = self.pane.tray.stands((game, camera, layout), *at);
                    table::arrow(painter, camera, from, to, green);
                    to
                }
                _ => continue,
            };
            let at = camera.screen(end) + vec2(camera.zoom * 0.3, camera.zoom * 0.3);
            table::label(painter, at, &(i + 1).to_string(), 12.0, green);
        }
    }

    pub(super) fn show_facing(&self, seen: &Seen) {
        let Some(asked) = &self.turn.asked else {
            return;
        };
        let Ask::Face { who } = asked.decision.ask else {
            return;
        };
        let game = self.course.newest();
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        let (at, radius) = history::base_of(game, layout, who);
        let aimed = asked
            .turned
            .or_else(|| seen.pointer.map(|p| layout.facing(p - at)));
        for way in &asked.legal.faces {
            let v = layout.direction(*way);
            let ink = if aimed == Some(*way) {
                theme::ACCENT
            } else if asked.legal.preset == Some(Answer::Face(*way)) {
                Color32::WHITE
            } else {
                glass(Color32::WHITE, 120)
            };
            let from = at + v * (radius + 0.1);
            table::arrow(painter, camera, from, from + v * 1.5, ink);
        }
    }
}
