//! The chosen figure, what it can do, and how that would go.

use super::super::battle_screen::{BattleScreen, Command, piece, things_at, verb};
use super::super::board_words::space_words;
use super::super::book::{self, InForce};
use super::super::table;
use super::super::theme::{self};
use crate::battle::{Answer, Fig, Ratio, Target};
use crate::board::Sight;
use crate::look::layout::Layout;
use crate::play::tell;
use crate::rules::Game;
use egui::{Button, RichText, ScrollArea, Sense, Ui, vec2};

use super::super::chances::{exact, float, percent};
use super::{PART, card};

pub(super) fn figure(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    let settled = screen.course.player.shown == screen.course.history.len()
        && !screen.course.player.is_moving();
    let game = screen.course.game().clone();
    let part = ScrollArea::vertical().id_salt("figure");
    let part = part.min_scrolled_height(PART);
    part.show(ui, |ui| {
        match screen.selection.chosen {
            Some(who) => figure_card(ui, screen, &game, who),
            None => {
                ui.label(RichText::new("No figure is selected.").weak());
            }
        }
        // first what the mouse asks about
        if let Some(space) = screen.pointer.hover() {
            let of = InForce::of(&game);
            let ground = &game.board().terrain(space).name;
            let words = RichText::new(space_words(game.board(), space)).weak();
            book::link(ui, &of, ground, words);
            book::sentence(ui, &of, ground);
            book::point_at(ui.ctx(), &of, ground);
            for thing in things_at(screen.course.game(), space) {
                ui.label(RichText::new(thing).color(theme::ACCENT));
            }
            move_card(ui, screen, &game);
            attack_cards(ui, screen, &game);
            let others: Vec<Fig> = game
                .on_board()
                .filter(|f| game.spaces(*f).contains(&space) && Some(*f) != screen.selection.chosen)
                .collect();
            for who in others {
                figure_card(ui, screen, &game, who);
            }
        } else if let Some(who) = screen
            .pointer
            .off()
            .filter(|f| Some(*f) != screen.selection.chosen)
        {
            attack_cards(ui, screen, &game);
            figure_card(ui, screen, &game, who);
        }
        if settled && screen.turn.asked.is_some() {
            commands.extend(acts(ui, screen, &game).map(Command::Answer));
        }
    });
}

/// Number of actions listed at once.
const LISTED: usize = 6;

/// Actions of the chosen figure besides moving, as buttons.
fn acts(ui: &mut Ui, screen: &BattleScreen, game: &Game) -> Option<Answer> {
    let mut acts = screen.acts();
    // of very many spaces that could be attacked, the one aimed at
    let bare = |act: &Answer| match act {
        Answer::Strike { at, .. } => {
            matches!(at, Target::Space(_)) && screen.selection.aimed != Some(*at)
        }
        _ => false,
    };
    if acts.iter().filter(|act| bare(act)).count() > 12 {
        acts.retain(|act| !bare(act));
    }
    if acts.is_empty() {
        return None;
    }
    let mut answer = None;
    let mut row = |ui: &mut Ui, i: usize, act: &Answer| {
        if let Some(chosen) = act_row(ui, game, i + 1, act, screen.selection.aimed) {
            answer = Some(chosen);
        }
    };
    ui.label(RichText::new("Actions").strong());
    for (i, act) in acts.iter().enumerate().take(LISTED) {
        row(ui, i, act);
    }
    if acts.len() > LISTED {
        ui.collapsing(format!("{} more actions", acts.len() - LISTED), |ui| {
            for (i, act) in acts.iter().enumerate().skip(LISTED) {
                row(ui, i, act);
            }
        });
    }
    answer
}

pub(super) fn act_row(
    ui: &mut Ui,
    game: &Game,
    number: usize,
    act: &Answer,
    aimed: Option<Target>,
) -> Option<Answer> {
    let mut text = tell::answer(game, act);
    let mut strong = false;
    if let Answer::Move { .. } = act {
        text = "Stay here".to_owned();
    }
    if let Answer::Strike { who, how, at } = act {
        let what = match at {
            Target::Nothing => String::new(),
            at => format!(" {}", tell::target(game, *at)),
        };
        text = format!("{}{what}", verb(*how));
        strong = aimed == Some(*at);
        let stand = game.stand(*who);
        game.strikes(*who, stand, &mut |h, t, sight| {
            if (h, t) == (*how, *at) && t != Target::Nothing {
                let odds = game.odds(&game.act(*who, h, t, sight).joint());
                text.push_str(&format!("  {}", percent(odds.defeat)));
                return false;
            }
            true
        });
    }
    let mut label = RichText::new(format!("{number}  {text}"));
    if strong {
        label = label.color(theme::ACCENT).strong();
    }
    ui.add(Button::new(label).wrap())
        .clicked()
        .then(|| act.clone())
}

pub(super) fn figure_card(ui: &mut Ui, screen: &BattleScreen, game: &Game, who: Fig) {
    let shown = game.shown(who);
    let layout = Layout::new(*game.board().grid());
    let piece = piece(game, screen.turn.asked.as_ref(), &layout, who);
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
                    "{}, {}",
                    side.name,
                    shown.points.named()
                )));
            });
        });
        let of = InForce::of(game);
        let words: Vec<&str> = shown.words.split(", ").collect();
        book::links(ui, &of, &words, ui.visuals().weak_text_color());
        let mut status: Vec<String> = shown.status.clone();
        if let Some((left, most)) = shown.health {
            status.insert(0, format!("{left} of {most} damage points left"));
        }
        if !status.is_empty() {
            let status: Vec<&str> = status.iter().map(String::as_str).collect();
            book::links(ui, &of, &status, theme::ACCENT);
        }
    });
}

/// How many enemies are listed.
const MOST: usize = 6;

pub(super) fn move_card(ui: &mut Ui, screen: &BattleScreen, game: &Game) {
    let Some(movement) = screen.preview.movement() else {
        return;
    };
    let space = game.board().grid().name(movement.to);
    card(ui, |ui| {
        let cost = movement
            .cost
            .map_or(String::new(), |c| format!(", cost {c}"));
        ui.label(RichText::new(format!("Move to {space}{cost}")).strong());
        if movement.dangers.is_empty() {
            ui.label(
                RichText::new("No enemy can attack it there before its next move.")
                    .color(theme::GOOD),
            );
        } else {
            ui.label(
                RichText::new(format!(
                    "{:.1}% risk of losing it before its next move ({:.1} points)",
                    movement.lost * 100.0,
                    movement.lost * f64::from(movement.points.0) / 2.0
                ))
                .strong()
                .color(theme::BAD),
            );
            ui.label(
                RichText::new("if every enemy that can reach it attacks it:")
                    .size(12.0)
                    .weak(),
            );
            let grid = game.board().grid();
            for danger in movement.dangers.iter().take(MOST) {
                let from = if danger.from == game.at(danger.enemy) {
                    String::new()
                } else {
                    format!(" from {}", grid.name(danger.from))
                };
                let times = match danger.times {
                    1 => String::new(),
                    n => format!(", {n} times"),
                };
                let cover = match danger.sight {
                    Sight::Cover => ", in cover",
                    _ => "",
                };
                ui.label(format!(
                    "{} {}{from}: {}{times}{cover}",
                    tell::figure(game, danger.enemy),
                    danger.how.name(),
                    exact(danger.odds.defeat)
                ));
            }
            if movement.dangers.len() > MOST {
                ui.label(format!("and {} more", movement.dangers.len() - MOST));
            }
        }
        if let Some((enemy, how, chance)) = movement.targets.first() {
            ui.label(format!(
                "Best attack from there: {} against {}, {} to defeat{}",
                how.name(),
                tell::figure(game, *enemy),
                exact(*chance),
                if movement.targets.len() > 1 {
                    format!("; {} other targets", movement.targets.len() - 1)
                } else {
                    String::new()
                }
            ));
        }
    });
}

pub(super) fn attack_cards(ui: &mut Ui, screen: &BattleScreen, game: &Game) {
    // what can be done now stands first, and leaves little room to what cannot
    let (now, later): (Vec<_>, Vec<_>) = screen
        .preview
        .attacks()
        .iter()
        .partition(|p| p.barred.is_none());
    for (i, attack) in now.iter().chain(&later).enumerate() {
        let short = attack.barred.is_some() && !now.is_empty();
        card(ui, |ui| {
            // all of it is to be seen while the mouse points at the enemy
            close_together(ui);
            ui.label(
                RichText::new(format!(
                    "{} {}",
                    verb(attack.how),
                    tell::target(game, attack.at)
                ))
                .strong(),
            );
            if let Some(why) = &attack.barred {
                ui.label(RichText::new(format!("Not now: {why}")).color(theme::BAD));
            }
            if attack.lines.is_empty() || short {
                return;
            }
            ui.label(
                RichText::new(format!("{} to defeat", exact(attack.odds.defeat)))
                    .size(17.0)
                    .color(theme::ACCENT),
            );
            let odds = &attack.odds;
            egui::Grid::new(("odds", i)).show(ui, |ui| {
                let zero = Ratio::from_integer(0);
                for (name, chance) in [
                    ("hit", odds.hit),
                    ("wound", odds.wound),
                    ("pushed back", odds.pushed),
                    ("attacker flees", odds.flee),
                    ("attacker defeated", odds.lost),
                ] {
                    if chance > zero {
                        ui.label(name);
                        ui.label(exact(chance));
                        ui.end_row();
                    }
                }
                if odds.more > zero {
                    ui.label("other figures hit");
                    ui.label(format!("{:.2} on average", float(odds.more)));
                    ui.end_row();
                }
                let sight = match attack.sight {
                    Sight::Clear => "clear",
                    Sight::Cover => "in cover",
                    Sight::Blocked => "blocked",
                };
                ui.label("sight");
                ui.label(sight);
                ui.end_row();
                for line in &attack.lines {
                    ui.label(RichText::new(&line.name).weak());
                    ui.label(&line.value);
                    ui.end_row();
                }
            });
            ends(ui, "Possible results", &attack.ends);
            ends(
                ui,
                "Possible results if failures are rerolled",
                &attack.again,
            );
        });
    }
}

/// Rows no higher than their letters.
pub(super) fn close_together(ui: &mut Ui) {
    let spacing = ui.spacing_mut();
    spacing.interact_size.y = 0.0;
    spacing.item_spacing.y = 3.0;
}

/// Every end with its exact chance.
fn ends(ui: &mut Ui, title: &str, all: &[(String, Ratio)]) {
    if all.is_empty() {
        return;
    }
    ui.label(RichText::new(title).strong().size(13.0));
    // a line a result, broken where it is too long: a table would be wider than the panel
    for (what, chance) in all {
        let text = format!("{}  {what}", exact(*chance));
        ui.label(RichText::new(text).size(13.0));
    }
}
