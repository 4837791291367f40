//! The chosen figure, what it can do, and how that would go.

use super::super::battle_screen::BattleScreen;
use super::super::layout::Layout;
use super::super::maps::space_words;
use super::super::table;
use super::super::theme::{self};
use crate::battle::{Answer, Fig, How, Ratio, Target};
use crate::board::Sight;
use crate::play::{tell, words};
use crate::rules::Game;
use egui::{Button, RichText, ScrollArea, Sense, Ui, vec2};

use super::{card, exact, percent};

pub(super) fn figure(ui: &mut Ui, screen: &mut BattleScreen) {
    let settled = screen.player.shown == screen.tale.len() && !screen.player.is_moving();
    let game = screen.game().clone();
    let mut answer = None;
    ScrollArea::vertical().show(ui, |ui| {
        match screen.chosen {
            Some(who) => figure_card(ui, screen, &game, who),
            None => {
                ui.label(RichText::new("No figure is chosen.").weak());
            }
        }
        if let (Some(who), Some(asked), true) = (screen.chosen, &screen.asked, settled) {
            let mut acts: Vec<Answer> = asked
                .legal
                .strikes
                .get(&who)
                .into_iter()
                .flatten()
                .map(|(how, at)| Answer::Strike {
                    who,
                    how: *how,
                    at: *at,
                })
                .collect();
            if asked.legal.leaves.contains(&who) {
                acts.push(Answer::Leave { who });
            }
            if !acts.is_empty() {
                ui.label(RichText::new("It can do").strong());
                // Of very many spaces that could be attacked, the one aimed at.
                let bare = |act: &Answer| match act {
                    Answer::Strike { at, .. } => {
                        matches!(at, Target::Space(_)) && screen.aimed != Some(*at)
                    }
                    _ => false,
                };
                if acts.iter().filter(|act| bare(act)).count() > 12 {
                    acts.retain(|act| !bare(act));
                }
                acts.truncate(24);
                for act in acts {
                    if let Some(chosen) = act_row(ui, &game, &act, screen.aimed) {
                        answer = Some(chosen);
                    }
                }
            }
        }
        if let Some(space) = screen.hover {
            ui.separator();
            ui.label(RichText::new(space_words(game.board(), space)).weak());
            outlook_card(ui, screen, &game);
            prospect_cards(ui, screen, &game);
            let others: Vec<Fig> = game
                .on_board()
                .filter(|f| game.spaces(*f).contains(&space) && Some(*f) != screen.chosen)
                .collect();
            for who in others {
                figure_card(ui, screen, &game, who);
            }
        }
    });
    if let Some(answer) = answer {
        screen.give(answer, None);
    }
}

pub(super) fn act_row(
    ui: &mut Ui,
    game: &Game,
    act: &Answer,
    aimed: Option<Target>,
) -> Option<Answer> {
    let mut text = tell::answer(game, act);
    let mut strong = false;
    if let Answer::Strike { who, how, at } = act {
        let what = match at {
            Target::Nothing => String::new(),
            at => format!(" {}", tell::target(game, *at)),
        };
        text = format!("{}{what}", verb(*how));
        strong = aimed == Some(*at);
        let stand = game.stand(*who);
        game.strikes(*who, stand, &mut |h, t, sight| {
            if (h, t) == (*how, *at) {
                let odds = game.joint(*who, h, t, sight);
                text.push_str(&format!("  {}", percent(odds.defeat)));
                return false;
            }
            true
        });
    }
    let mut label = RichText::new(text);
    if strong {
        label = label.color(theme::ACCENT).strong();
    }
    ui.add(Button::new(label).wrap())
        .clicked()
        .then(|| act.clone())
}

pub(super) fn verb(how: How) -> &'static str {
    match how {
        How::Shoot => "Shoot",
        How::Fight => "Fight",
        How::Attack => "Attack",
        How::Skill => "Use skill on",
        How::Disable => "Disable",
        How::Summon => "Summon",
        How::Defend => "Put up guard",
        How::Burst => "Burst at",
        How::Blast => "Fire on",
    }
}

pub(super) fn figure_card(ui: &mut Ui, screen: &BattleScreen, game: &Game, who: Fig) {
    let shown = game.shown(who);
    let layout = Layout::new(*game.board().grid());
    let piece = screen.piece(game, &layout, who);
    card(ui, |ui| {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(56.0, 60.0), Sense::hover());
            table::portrait(&ui.painter_at(rect.expand(6.0)), rect, &piece);
            ui.vertical(|ui| {
                ui.label(
                    RichText::new(format!("{} {}", game.label(who), shown.name))
                        .strong()
                        .size(15.0),
                );
                let side = &game.sides()[game.side(who).index()];
                ui.label(RichText::new(format!(
                    "{}, {} points",
                    side.name,
                    words::points_text(shown.points)
                )));
            });
        });
        ui.label(RichText::new(&shown.words).weak());
        let mut status: Vec<String> = shown.status.clone();
        if let Some((left, most)) = shown.health {
            status.insert(0, format!("{left} of {most} damage points left"));
        }
        if !status.is_empty() {
            ui.label(RichText::new(status.join(", ")).color(theme::ACCENT));
        }
    });
}

pub(super) fn outlook_card(ui: &mut Ui, screen: &BattleScreen, game: &Game) {
    let Some(outlook) = &screen.outlook else {
        return;
    };
    let space = game.board().grid().name(outlook.to);
    card(ui, |ui| {
        let cost = outlook
            .cost
            .map_or(String::new(), |c| format!(", cost {c}"));
        ui.label(RichText::new(format!("Move to {space}{cost}")).strong());
        if outlook.dangers.is_empty() {
            ui.label(
                RichText::new("Nobody could attack it there before it acts again.")
                    .color(theme::GOOD),
            );
        } else {
            ui.label(
                RichText::new(format!(
                    "{:.0}% to be lost, if all who can reach it attacked it once:",
                    outlook.lost * 100.0
                ))
                .color(theme::BAD),
            );
            for (enemy, how, chance) in outlook.dangers.iter().take(6) {
                ui.label(format!(
                    "  {}: {} {}",
                    tell::figure(game, *enemy),
                    how.name(),
                    exact(*chance)
                ));
            }
        }
        if let Some((enemy, how, chance)) = outlook.targets.first() {
            ui.label(format!(
                "From there: {} {}, {} to defeat{}",
                how.name(),
                tell::figure(game, *enemy),
                exact(*chance),
                if outlook.targets.len() > 1 {
                    format!(", and {} more", outlook.targets.len() - 1)
                } else {
                    String::new()
                }
            ));
        }
    });
}

pub(super) fn prospect_cards(ui: &mut Ui, screen: &BattleScreen, game: &Game) {
    for prospect in &screen.prospects {
        card(ui, |ui| {
            ui.label(
                RichText::new(format!(
                    "{} {}",
                    verb(prospect.how),
                    tell::target(game, prospect.at)
                ))
                .strong(),
            );
            if let Err(why) = &prospect.legal {
                ui.label(RichText::new(format!("Not now: {why}")).color(theme::BAD));
            }
            if prospect.lines.is_empty() {
                return;
            }
            ui.label(
                RichText::new(format!("{} to defeat", exact(prospect.odds.defeat)))
                    .size(17.0)
                    .color(theme::ACCENT),
            );
            let odds = &prospect.odds;
            egui::Grid::new(("odds", prospect.how)).show(ui, |ui| {
                let zero = Ratio::from_integer(0);
                for (name, chance) in [
                    ("hit", odds.hit),
                    ("wound", odds.wound),
                    ("pushed back", odds.pushed),
                    ("attacker flees", odds.flee),
                    ("attacker lost", odds.lost),
                ] {
                    if chance > zero {
                        ui.label(name);
                        ui.label(exact(chance));
                        ui.end_row();
                    }
                }
                if odds.more > zero {
                    ui.label("others too");
                    ui.label(format!("{:.2} on average", super::float(odds.more)));
                    ui.end_row();
                }
                let sight = match prospect.sight {
                    Sight::Clear => "clear",
                    Sight::Cover => "in cover",
                    Sight::Blocked => "blocked",
                };
                ui.label("sight");
                ui.label(sight);
                ui.end_row();
                for line in &prospect.lines {
                    ui.label(RichText::new(&line.name).weak());
                    ui.label(&line.value);
                    ui.end_row();
                }
            });
        });
    }
}
