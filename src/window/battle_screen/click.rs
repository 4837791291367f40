//! Clicks on the board.

use super::super::board_view::Seen;
use super::super::history;
use super::board::figures_at;
use super::turn::Question;
use super::{AttackMenu, BattleScreen, Tab, Tool, question};
use crate::battle::{Answer, Ask, Fig, How, Target};
use crate::board::Space;
use egui::Pos2;

/// The meaning of a click on the board.
enum Click {
    /// This answer.
    Answer(Answer),
    /// This answer; then that figure is placed.
    Place(Answer, Option<Fig>),
    /// A menu of these ways to act.
    Menu(Fig, Vec<(How, Target)>),
    /// Nothing that is possible: why.
    Refuse(String),
    /// The next figure there.
    Select,
    /// Nothing.
    Nothing,
}

impl BattleScreen {
    /// Carries out a click.
    pub(super) fn click(&mut self, seen: &Seen) {
        if matches!(self.tools.tool(), Tool::Sight | Tool::Ruler | Tool::WhyNot) {
            self.tools.pick(seen.hover);
            return;
        }
        if !self.course.is_settled() {
            self.skip_ahead(seen);
            return;
        }
        // a click beside the menu only closes it
        if self.selection.menu.take().is_some() {
            return;
        }
        let Some(space) = seen.hover else { return };
        match self.meaning(seen, space) {
            Click::Answer(answer) => self.answer(answer, None),
            Click::Place(answer, next) => {
                self.answer(answer, None);
                self.selection.chosen = next;
            }
            Click::Menu(who, ways) => {
                let at = seen.camera.screen(seen.layout.centre(space));
                let at = seen.response.interact_pointer_pos().unwrap_or(at);
                self.open_menu(who, &ways, at);
            }
            Click::Refuse(why) => self.refuse(why),
            Click::Select => {
                let next = cycle(
                    &figures_at(self.course.game(), space),
                    self.selection.chosen,
                );
                self.choose(next);
            }
            Click::Nothing => {}
        }
    }

    /// Opens the menu of several ways in which a figure can act.
    fn open_menu(&mut self, who: Fig, ways: &[(How, Target)], at: Pos2) {
        self.selection.aimed = ways.first().map(|(_, at)| *at);
        self.panels.tab = Tab::Figure;
        self.selection.menu = Some(AttackMenu::new(self.course.newest(), who, ways, at));
    }

    /// Whether the chosen figure can attack a figure in the tray.
    pub fn aims_at(&self, at: Fig) -> bool {
        let (game, chosen) = (self.course.newest(), self.selection.chosen);
        chosen.is_some_and(|who| !self.turn.ways_to(game, who, at).is_empty())
    }

    /// Attacks a figure in the tray with the chosen one, or selects it.
    pub(super) fn click_off(&mut self, at: Fig) {
        if !self.course.is_settled() {
            if self.is_played() {
                self.course.player.skip(&self.course.history);
            }
            self.choose(Some(at));
            return;
        }
        let chosen = self.selection.chosen;
        let ways = match (self.tools.tool(), chosen) {
            (Tool::Play | Tool::Threat, Some(who)) => {
                self.turn.ways_to(self.course.newest(), who, at)
            }
            _ => Vec::new(),
        };
        match (ways.as_slice(), chosen) {
            ([(how, target)], Some(who)) => {
                let (how, at) = (*how, *target);
                self.answer(Answer::Strike { who, how, at }, None);
            }
            ([_, ..], Some(who)) => {
                let place = self.pane.tray.0.get(&at).copied().unwrap_or_default();
                self.open_menu(who, &ways, place);
            }
            _ => self.choose(Some(at)),
        }
    }

    /// Shows at once what is still moving; a click may also choose who acts next.
    fn skip_ahead(&mut self, seen: &Seen) {
        if !self.is_played() {
            return;
        }
        self.course.player.skip(&self.course.history);
        let last = self.course.history.moments.last();
        let placed = last.is_some_and(|m| matches!(m.applied.answer, Answer::Place { .. }));
        self.pointer.place_early(seen.hover.filter(|_| placed));
        let there = seen
            .hover
            .map(|space| figures_at(self.course.game(), space));
        let own = there.into_iter().flatten().find(|who| {
            let side = self.course.game().side(*who);
            self.course.is_person(side)
        });
        if own.is_some() {
            self.choose(own);
        }
    }

    fn meaning(&self, seen: &Seen, space: Space) -> Click {
        let Some(asked) = &self.turn.asked else {
            return Click::Select;
        };
        let game = self.course.newest();
        match asked.decision.ask {
            Ask::Face { who } => {
                let (at, _) = history::base_of(game, &seen.layout, who);
                let way = seen.pointer.map(|pointer| seen.layout.facing(pointer - at));
                way.map_or(Click::Nothing, |way| Click::Answer(Answer::Face(way)))
            }
            Ask::Lay { .. } => {
                let answer = Answer::Lay { to: space };
                match game.check(&answer) {
                    Ok(()) => Click::Answer(answer),
                    Err(why) => {
                        let name = game.board().grid().name(space);
                        Click::Refuse(format!("The piece cannot go to {name}: {why}."))
                    }
                }
            }
            _ => match self.selection.chosen {
                Some(who) => {
                    let wanted = seen.response.ctx.input(|i| i.modifiers.shift);
                    self.with_chosen(asked, who, space, wanted)
                        .unwrap_or_else(|| self.impossible(asked, who, space))
                }
                None => Click::Select,
            },
        }
    }

    /// The action of the chosen figure for a space, if there is one. With `fires` it fires there
    /// rather than move.
    fn with_chosen(&self, asked: &Question, who: Fig, space: Space, fires: bool) -> Option<Click> {
        let game = self.course.newest();
        let legal = &asked.legal;
        if legal.places.get(&who).is_some_and(|p| p.contains(&space)) {
            // on with the next one that waits
            let next = legal.places.keys().copied().find(|f| *f > who);
            return Some(Click::Place(Answer::Place { who, to: space }, next));
        }
        let there = figures_at(self.course.game(), space);
        let strikes = legal.strikes.get(&who).into_iter().flatten().copied();
        let on_enemies: Vec<(How, Target)> = strikes
            .clone()
            .filter(|(_, at)| match at {
                Target::Figure(f) => there.contains(f) && !game.allied(*f, who),
                _ => false,
            })
            .collect();
        match on_enemies.as_slice() {
            [] => {}
            [(how, at)] => {
                let (how, at) = (*how, *at);
                return Some(Click::Answer(Answer::Strike { who, how, at }));
            }
            [_, _, ..] => return Some(Click::Menu(who, on_enemies)),
        }
        let moves = legal.moves.get(&who).is_some_and(|m| m.contains(&space));
        let ground = Target::Space(space);
        let on_ground: Vec<_> = strikes.filter(|(_, at)| *at == ground).collect();
        if (fires || !moves) && !on_ground.is_empty() {
            return Some(Click::Menu(who, on_ground));
        }
        // a click on the figure itself, or a second one too many, does not move it
        (moves && space != game.at(who)).then_some(Click::Answer(Answer::Move { who, to: space }))
    }

    /// Why the chosen figure can do nothing about a space; else another figure is chosen.
    fn impossible(&self, asked: &Question, who: Fig, space: Space) -> Click {
        let game = self.course.newest();
        let there = figures_at(self.course.game(), space);
        if let Some(enemy) = there.iter().find(|f| !game.allied(**f, who)) {
            let attacks = self.preview.attacks().iter();
            let why = attacks
                .filter_map(|p| p.barred.as_ref())
                .next()
                .map_or("it cannot be attacked from here", String::as_str);
            let name = game.name(*enemy);
            return Click::Refuse(format!("{name} cannot be attacked now: {why}."));
        }
        if !there.is_empty() {
            return Click::Select;
        }
        if asked.legal.named().next().is_some() {
            let what = question(game, &asked.decision);
            return Click::Refuse(format!("Please answer this first: {what}"));
        }
        match game.check(&Answer::Move { who, to: space }) {
            Ok(()) => Click::Nothing,
            Err(why) => Click::Refuse(format!(
                "{} cannot move to {}: {why}.",
                game.name(who),
                game.board().grid().name(space)
            )),
        }
    }
}

/// The next of several figures on one space.
fn cycle(there: &[Fig], now: Option<Fig>) -> Option<Fig> {
    let i = now.and_then(|n| there.iter().position(|f| *f == n));
    match i {
        Some(i) => there.get((i + 1) % there.len()).copied(),
        None => there.first().copied(),
    }
}
