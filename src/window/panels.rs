//! The panels around the board of a battle.

use super::battle_screen::{BattleScreen, Leave, Tool, question};
use super::layout::Layout;
use super::maps::space_words;
use super::table;
use super::tale::Said;
use super::theme::{self, Looks, glass};
use crate::ai::{Weighed, Why};
use crate::battle::{Answer, Ask, Fig, How, Place, Ratio, Side, Target, Who};
use crate::board::Sight;
use crate::play::{tell, words};
use crate::rules::Game;
use egui::{
    Align, Align2, Button, Color32, FontId, Frame, Key, Painter, Pos2, Rect, RichText, ScrollArea,
    Sense, Shape, Stroke, Ui, pos2, vec2,
};

/// The parts of the right panel.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tab {
    /// The chosen figure, and what it can do.
    Figure,
    /// What has happened.
    Log,
    /// Why the computer did what it did.
    Why,
    /// Points, losses, luck.
    Score,
}

/// A chance as a number.
pub fn float(chance: Ratio) -> f64 {
    *chance.numer() as f64 / *chance.denom() as f64
}

/// A chance as a percentage.
pub fn percent(chance: Ratio) -> String {
    format!("{:.0}%", float(chance) * 100.0)
}

/// A chance as percentage and fraction.
fn exact(chance: Ratio) -> String {
    if *chance.denom() <= 100_000 {
        format!(
            "{:.1}%  ({}/{})",
            float(chance) * 100.0,
            chance.numer(),
            chance.denom()
        )
    } else {
        format!("{:.2}%", float(chance) * 100.0)
    }
}

fn card(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    Frame::new()
        .fill(ui.visuals().faint_bg_color)
        .corner_radius(6)
        .inner_margin(8)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            add(ui);
        });
}

/// A side's sign: its colour in its shape.
pub fn sign(ui: &mut Ui, side: Side, size: f32) {
    let (rect, _) = ui.allocate_exact_size(vec2(size, size), Sense::hover());
    let painter = ui.painter();
    let (at, r) = (rect.center(), size * 0.45);
    let fill = theme::side(side.index());
    let edge = Stroke::new(1.5, glass(Color32::WHITE, 170));
    match side.index() % 4 {
        0 => {
            painter.circle(at, r, fill, edge);
        }
        1 => {
            let rect = Rect::from_center_size(at, vec2(r, r) * 1.8);
            painter.rect(rect, 2.0, fill, edge, egui::StrokeKind::Inside);
        }
        n => {
            let corners = if n == 2 { 6 } else { 4 };
            let points = (0..corners)
                .map(|i| {
                    let a = i as f32 / corners as f32 * std::f32::consts::TAU;
                    at + vec2(a.sin(), -a.cos()) * r * 1.1
                })
                .collect();
            painter.add(Shape::convex_polygon(points, fill, edge));
        }
    }
}

/// Round, step, turn and points, and the way back.
pub fn top(ui: &mut Ui, screen: &mut BattleScreen) {
    egui::Panel::top("top").exact_size(38.0).show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            if ui.button("Menu").clicked() {
                screen.go(Leave::Menu);
            }
            let game = screen.game();
            let status = game.status();
            let rounds = status.rounds.map_or(String::new(), |n| format!(" of {n}"));
            let round = if status.round == 0 {
                "Before the battle".to_owned()
            } else {
                format!("Round {}{rounds}", status.round)
            };
            ui.label(RichText::new(round).strong().size(16.0));
            if !status.step.is_empty() {
                ui.label(RichText::new(status.step).color(theme::ACCENT).size(16.0));
            }
            if let Some(side) = status.turn {
                sign(ui, side, 16.0);
                ui.label(format!("Turn of the {}", game.sides()[side.index()].name));
            }
            ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
                let mut help = false;
                if ui.button("?").on_hover_text("Keys and help").clicked() {
                    help = true;
                }
                let game = screen.game();
                for side in game.all_sides().collect::<Vec<_>>().into_iter().rev() {
                    let alive = game
                        .all()
                        .filter(|f| game.side(*f) == side && !matches!(game.place(*f), Place::Gone))
                        .count();
                    let score = words::points_text(game.scores()[side.index()]);
                    ui.label(format!("{alive} figures, {score} points"));
                    ui.label(RichText::new(&game.sides()[side.index()].name).strong());
                    sign(ui, side, 16.0);
                    ui.add_space(10.0);
                }
                if help {
                    screen.help = !screen.help;
                }
            });
        });
    });
}

/// What can be done, as buttons; a timeline where nobody plays.
pub fn bottom(ui: &mut Ui, screen: &mut BattleScreen, looks: &Looks) {
    let _ = looks;
    egui::Panel::bottom("bottom")
        .exact_size(if screen.is_played() { 46.0 } else { 74.0 })
        .show(ui, |ui| {
            if screen.is_played() {
                actions(ui, screen);
            } else {
                ui.add_space(4.0);
                timeline(ui, screen);
            }
        });
}

fn actions(ui: &mut Ui, screen: &mut BattleScreen) {
    ui.horizontal_centered(|ui| {
        let asked = screen.asked.is_some();
        let can_end = screen
            .asked
            .as_ref()
            .is_some_and(|a| a.legal.has(&Answer::Done));
        let acts = screen
            .asked
            .as_ref()
            .is_some_and(|a| matches!(a.decision.ask, Ask::Act { only: None }));
        let end = if acts { "End step" } else { "Done" };
        let button = Button::new(RichText::new(end).strong()).min_size(vec2(96.0, 32.0));
        if ui
            .add_enabled(can_end, button)
            .on_hover_text("Nothing more to do now (E)")
            .clicked()
        {
            screen.done();
        }
        let tool = |ui: &mut Ui, name: &str, key: &str, on: bool| {
            ui.add_enabled(on, Button::new(name).min_size(vec2(0.0, 32.0)))
                .on_hover_text(format!("Key {key}"))
                .clicked()
        };
        if tool(ui, "Next figure", "N", asked) {
            screen.next_figure(false);
        }
        if tool(ui, "Undo", "U", true) {
            screen.undo();
        }
        ui.separator();
        if tool(ui, "Hint", "H", asked) {
            screen.advise();
        }
        if tool(ui, "Play this for me", "P", asked) {
            screen.play_one();
        }
        if tool(ui, "Play the rest", "Shift+P", asked) {
            screen.play_rest();
        }
        ui.separator();
        for (what, name, key) in [
            (Tool::Sight, "Sight", "S"),
            (Tool::Threat, "Threat", "T"),
            (Tool::Ruler, "Ruler", "R"),
        ] {
            let button = Button::selectable(screen.tool == what, name).min_size(vec2(0.0, 32.0));
            if ui.add(button).on_hover_text(format!("Key {key}")).clicked() {
                screen.toggle(what);
            }
        }
        if screen.player.is_moving() && tool(ui, "Skip", "Space", true) {
            screen.player.skip(&screen.tale);
        }
        if let Some((done, of)) = screen.session.as_ref().and_then(|s| s.thinking) {
            ui.label(format!("thinking {done}/{of}"));
        }
    });
}

fn timeline(ui: &mut Ui, screen: &mut BattleScreen) {
    let len = screen.tale.len();
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::click_and_drag());
    let painter = ui.painter_at(rect);
    let bar = rect.shrink2(vec2(8.0, 7.0));
    let x = |n: usize| bar.left() + bar.width() * n as f32 / len.max(1) as f32;
    painter.rect_filled(bar, 4.0, theme::shade(theme::CARD, 1.3));
    let shown = screen.player.shown.min(len);
    let done = Rect::from_min_max(bar.min, pos2(x(shown), bar.bottom()));
    painter.rect_filled(done, 4.0, theme::mix(theme::ACCENT, theme::PANEL, 0.35));
    for (i, moment) in screen.tale.moments.iter().enumerate() {
        let at = x(i + 1);
        if let Some(round) = moment.round {
            painter.line_segment(
                [pos2(at, rect.top() + 1.0), pos2(at, rect.bottom() - 1.0)],
                Stroke::new(1.0, glass(Color32::WHITE, 130)),
            );
            painter.text(
                pos2(at + 3.0, rect.top() + 1.0),
                Align2::LEFT_TOP,
                round,
                FontId::proportional(10.0),
                theme::WEAK,
            );
        }
        if moment.lost > 0 {
            painter.circle_filled(pos2(at, bar.center().y), 3.5, theme::BAD);
        }
    }
    painter.circle(
        pos2(x(shown), bar.center().y),
        7.0,
        theme::ACCENT,
        Stroke::new(1.5, Color32::BLACK),
    );
    if let Some(at) = response.interact_pointer_pos()
        && (response.dragged() || response.clicked())
    {
        let part = ((at.x - bar.left()) / bar.width()).clamp(0.0, 1.0);
        screen.player.playing = false;
        screen.jump((part * len as f32).round() as usize);
    }
    ui.horizontal(|ui| {
        let playing = screen.player.playing;
        let name = if playing { "Pause" } else { "Play" };
        let size = vec2(74.0, 30.0);
        if ui
            .add(Button::new("Start").min_size(vec2(0.0, 30.0)))
            .clicked()
        {
            screen.player.playing = false;
            screen.jump(0);
        }
        if ui
            .add(Button::new("Back").min_size(vec2(0.0, 30.0)))
            .on_hover_text("Key ,")
            .clicked()
        {
            screen.player.playing = false;
            screen.jump(shown.saturating_sub(1));
        }
        if ui
            .add(Button::new(RichText::new(name).strong()).min_size(size))
            .on_hover_text("Key Space")
            .clicked()
        {
            screen.player.playing = !playing;
        }
        if ui
            .add(Button::new("Step").min_size(vec2(0.0, 30.0)))
            .on_hover_text("Key .")
            .clicked()
        {
            screen.player.playing = false;
            screen.player.step(&screen.tale);
        }
        if ui
            .add(Button::new("End").min_size(vec2(0.0, 30.0)))
            .clicked()
        {
            screen.jump(len);
        }
        let rounds: Vec<(usize, u16)> = screen
            .tale
            .moments
            .iter()
            .enumerate()
            .filter_map(|(i, m)| m.round.map(|r| (i + 1, r)))
            .collect();
        if ui
            .add(Button::new("Next round").min_size(vec2(0.0, 30.0)))
            .clicked()
            && let Some((at, _)) = rounds.iter().find(|(at, _)| *at > shown)
        {
            screen.jump(*at);
        }
        ui.separator();
        for (what, name) in [(Tool::Sight, "Sight"), (Tool::Ruler, "Ruler")] {
            if ui
                .add(Button::selectable(screen.tool == what, name).min_size(vec2(0.0, 30.0)))
                .clicked()
            {
                screen.toggle(what);
            }
        }
        ui.separator();
        ui.menu_button("Take over", |ui| {
            let sides: Vec<(Side, String)> = screen
                .tale
                .start
                .all_sides()
                .map(|s| (s, screen.tale.start.sides()[s.index()].name.clone()))
                .collect();
            for (side, name) in sides {
                if ui.button(format!("Play {name} from here")).clicked()
                    && let Err(error) = screen.take_over(side)
                {
                    screen.message = Some(error);
                }
            }
        });
        ui.label(RichText::new(format!("{shown} of {len}")).weak());
    });
}

/// The right panel: the question, and one of its parts.
pub fn side(ui: &mut Ui, screen: &mut BattleScreen) {
    egui::Panel::right("side").exact_size(336.0).show(ui, |ui| {
        ui.add_space(6.0);
        prompt(ui, screen);
        ui.horizontal(|ui| {
            for (tab, name) in [
                (Tab::Figure, "Figure"),
                (Tab::Log, "Log"),
                (Tab::Why, "Why"),
                (Tab::Score, "Score"),
            ] {
                if ui
                    .add(Button::selectable(screen.tab == tab, name))
                    .clicked()
                {
                    screen.tab = tab;
                }
            }
        });
        ui.separator();
        match screen.tab {
            Tab::Figure => figure(ui, screen),
            Tab::Log => log(ui, screen),
            Tab::Why => why(ui, screen),
            Tab::Score => score(ui, screen),
        }
    });
}

fn prompt(ui: &mut Ui, screen: &mut BattleScreen) {
    let mut answer = None;
    if let Some(asked) = &screen.asked {
        let game = screen.tale.game(screen.tale.len());
        card(ui, |ui| {
            ui.horizontal(|ui| {
                if let Who::Side(side) = asked.decision.who {
                    sign(ui, side, 16.0);
                    ui.label(RichText::new(&game.sides()[side.index()].name).strong());
                }
            });
            ui.label(
                RichText::new(question(game, &asked.decision))
                    .size(16.0)
                    .color(theme::ACCENT),
            );
            let words = advice(&asked.decision.ask);
            if !words.is_empty() {
                ui.label(RichText::new(words).weak());
            }
            let plain = asked.legal.has(&Answer::Yes) || asked.legal.has(&Answer::No);
            let more = matches!(
                asked.decision.ask,
                Ask::Again { .. } | Ask::Spawn | Ask::Return | Ask::Summon { .. }
            );
            let any = !asked.legal.sides.is_empty() || !asked.legal.choices.is_empty();
            if plain || more || any {
                ui.horizontal_wrapped(|ui| {
                    for side in &asked.legal.sides {
                        if ui
                            .button(format!("{} first", game.sides()[side.index()].name))
                            .clicked()
                        {
                            answer = Some(Answer::Side(*side));
                        }
                    }
                    for choice in &asked.legal.choices {
                        if ui.button(choice.name()).clicked() {
                            answer = Some(Answer::Choose(*choice));
                        }
                    }
                    for (plain, name) in [(Answer::Yes, "Yes"), (Answer::No, "No")] {
                        if asked.legal.has(&plain)
                            && ui
                                .add(Button::new(name).min_size(vec2(72.0, 28.0)))
                                .clicked()
                        {
                            answer = Some(plain);
                        }
                    }
                    if more && asked.legal.has(&Answer::Done) && ui.button("No more").clicked() {
                        answer = Some(Answer::Done);
                    }
                });
            }
            if matches!(
                asked.decision.ask,
                Ask::Deploy | Ask::Spawn | Ask::Return | Ask::Summon { .. }
            ) {
                ui.horizontal_wrapped(|ui| {
                    let mut pick = None;
                    for who in asked.legal.places.keys() {
                        let name = format!("{} {}", game.label(*who), game.name(*who));
                        if ui
                            .add(Button::selectable(screen.chosen == Some(*who), name))
                            .clicked()
                        {
                            pick = Some(*who);
                        }
                    }
                    if let Some(who) = pick {
                        screen.chosen = Some(who);
                    }
                });
            }
            if let Ask::Roll { dice, .. } = &asked.decision.ask {
                let typed = screen.typed.len();
                ui.label(format!("Die {} of {}", typed + 1, dice.len()));
                ui.horizontal_wrapped(|ui| {
                    for face in 1..=dice.get(typed).copied().unwrap_or(6) {
                        if ui.button(face.to_string()).clicked() {
                            screen.typed.push(face);
                        }
                    }
                });
                if screen.typed.len() == dice.len() {
                    answer = Some(Answer::Faces(screen.typed.iter().copied().collect()));
                }
            }
        });
    } else if let Some(outcome) = screen.game().outcome() {
        card(ui, |ui| {
            ui.label(
                RichText::new(tell::outcome(screen.game(), &outcome))
                    .size(15.0)
                    .color(theme::ACCENT),
            );
        });
    } else if screen.is_played() {
        card(ui, |ui| {
            ui.label(RichText::new("The other side acts").weak());
        });
    }
    let mut deploy = false;
    if screen
        .asked
        .as_ref()
        .is_some_and(|a| matches!(a.decision.ask, Ask::Deploy))
    {
        deploy = ui.button("Place everything for me").clicked();
    }
    if deploy {
        screen.play_rest();
    }
    if screen.is_played() {
        ui.checkbox(&mut screen.face_itself, "Figures face by themselves");
    }
    if let Some(message) = screen.message.clone() {
        card(ui, |ui| {
            ui.label(RichText::new(message).color(theme::BAD));
        });
    }
    if let Some(thought) = screen.hint.clone() {
        let game = screen.tale.game(screen.tale.len()).clone();
        card(ui, |ui| {
            ui.label(RichText::new("Hint").strong().color(theme::GOOD));
            ui.label(tell::answer(&game, &thought.answer));
            if let Some(why) = &thought.why {
                reasons(ui, why);
            }
            if ui.button("Do it").clicked() {
                answer = Some(thought.answer.clone());
            }
        });
    }
    if let Some(answer) = answer {
        screen.give(answer, None);
    }
}

/// A few words for somebody who does not know the rules.
fn advice(ask: &Ask) -> &'static str {
    match ask {
        Ask::Act { .. } => {
            "Click a figure, then a blue space to move there, or an enemy to attack it. Point at either to see what would follow."
        }
        Ask::Face { .. } => "Click around the figure; Enter takes the white arrow.",
        Ask::Deploy => "Click a space of your zone. Enter places it where the computer would.",
        Ask::First => "Who goes first acts first in every step.",
        Ask::Reroll { success: true, .. } => {
            "It succeeded as it stands; the new roll counts, whatever it is."
        }
        Ask::Reroll { success: false, .. } => {
            "It failed as it stands; the new roll counts, whatever it is."
        }
        Ask::Again { .. } => "Click another enemy, or leave it.",
        Ask::Roll { .. } => "Roll your dice and click what they show.",
        _ => "",
    }
}

fn figure(ui: &mut Ui, screen: &mut BattleScreen) {
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

fn act_row(ui: &mut Ui, game: &Game, act: &Answer, aimed: Option<Target>) -> Option<Answer> {
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
                let odds = game.odds(*who, stand, h, t, sight);
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

fn verb(how: How) -> &'static str {
    match how {
        How::Shoot => "Shoot",
        How::Fight => "Fight",
        How::Attack => "Attack",
        How::Skill => "Use skill on",
        How::Disable => "Disable",
        How::Summon => "Summon",
        How::Defend => "Put up guard",
    }
}

fn figure_card(ui: &mut Ui, screen: &BattleScreen, game: &Game, who: Fig) {
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

fn outlook_card(ui: &mut Ui, screen: &BattleScreen, game: &Game) {
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

fn prospect_cards(ui: &mut Ui, screen: &BattleScreen, game: &Game) {
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

fn log(ui: &mut Ui, screen: &mut BattleScreen) {
    let shown = screen.player.shown.min(screen.tale.len());
    let lines: Vec<(String, Option<crate::board::Space>)> = screen.tale.moments[..shown]
        .iter()
        .flat_map(|m| m.lines.iter().map(|l| (l.text.clone(), l.at)))
        .collect();
    let mut flash = None;
    ScrollArea::vertical()
        .auto_shrink(false)
        .stick_to_bottom(true)
        .show_rows(ui, 18.0, lines.len(), |ui, rows| {
            for (text, at) in &lines[rows] {
                let ink = if text.starts_with("==") {
                    theme::ACCENT
                } else if text.starts_with("--") {
                    theme::WEAK
                } else if text.contains("defeated") || text.contains(" lost") {
                    theme::BAD
                } else {
                    theme::TEXT
                };
                let label = RichText::new(text).size(13.0).color(ink);
                let label = egui::Label::new(label).truncate().sense(Sense::click());
                if ui.add(label).on_hover_text(text).clicked() {
                    flash = *at;
                }
            }
        });
    if let Some(at) = flash {
        screen.flash(at);
    }
}

fn why(ui: &mut Ui, screen: &mut BattleScreen) {
    let shown = screen.player.shown.min(screen.tale.len());
    let last = screen.tale.moments[..shown]
        .iter()
        .rev()
        .find(|m| m.given.why.is_some());
    match last.and_then(|m| m.given.why.as_ref().map(|w| (m, w))) {
        Some((moment, why)) => {
            let text = tell::answer(&moment.after, &moment.given.answer);
            ScrollArea::vertical().show(ui, |ui| {
                ui.label(RichText::new(text).strong());
                reasons(ui, why);
            });
        }
        None => {
            ui.label(RichText::new("The computer has not chosen anything yet.").weak());
        }
    }
}

/// The terms of a choice as bars, the runner-up, and what tipped it.
fn reasons(ui: &mut Ui, why: &Why) {
    let most = why
        .chosen
        .terms
        .iter()
        .chain(why.runner_up.iter().flat_map(|r| &r.terms))
        .map(|t| t.milli.abs())
        .max()
        .unwrap_or(1)
        .max(1);
    bars(ui, "Chosen", &why.chosen, most);
    if let Some(next) = &why.runner_up {
        bars(ui, "Next best", next, most);
        let mut names: Vec<&str> = why
            .chosen
            .terms
            .iter()
            .chain(&next.terms)
            .map(|t| t.name)
            .collect();
        names.sort_unstable();
        names.dedup();
        let value = |w: &Weighed, name: &str| -> i64 {
            w.terms
                .iter()
                .filter(|t| t.name == name)
                .map(|t| t.milli)
                .sum()
        };
        let tipped = names
            .into_iter()
            .map(|n| (value(&why.chosen, n) - value(next, n), n))
            .max();
        if let Some((by, name)) = tipped.filter(|(by, _)| *by > 0) {
            ui.label(format!(
                "What tipped it: {name} ({:+.2})",
                by as f64 / 1000.0
            ));
        }
    }
}

fn bars(ui: &mut Ui, title: &str, weighed: &Weighed, most: i64) {
    ui.label(RichText::new(format!("{title}: {}", weighed.what)).weak());
    for term in &weighed.terms {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(110.0, 12.0), Sense::hover());
            let middle = rect.center().x;
            let long = (term.milli as f32 / most as f32) * rect.width() / 2.0;
            let bar =
                Rect::from_two_pos(pos2(middle, rect.top()), pos2(middle + long, rect.bottom()));
            let fill = if term.milli >= 0 {
                theme::GOOD
            } else {
                theme::BAD
            };
            ui.painter()
                .rect_filled(rect, 2.0, theme::shade(theme::CARD, 0.8));
            ui.painter().rect_filled(bar, 2.0, fill);
            ui.label(
                RichText::new(format!("{:+.2} {}", term.milli as f64 / 1000.0, term.name))
                    .size(12.0),
            );
        });
    }
    ui.label(RichText::new(format!("together {:+.3}", weighed.score() as f64 / 1000.0)).strong());
}

fn score(ui: &mut Ui, screen: &mut BattleScreen) {
    let game = screen.game().clone();
    let shown = screen.player.shown.min(screen.tale.len());
    score_table(ui, screen, &game, shown);
    ui.separator();
    ui.label(RichText::new("Figures").strong());
    ScrollArea::vertical().show(ui, |ui| {
        for who in game.all() {
            ui.horizontal(|ui| {
                sign(ui, game.side(who), 12.0);
                let place = match game.place(who) {
                    Place::On => game.board().grid().name(game.at(who)),
                    Place::Reserve => "in reserve".to_owned(),
                    Place::Out => "has left".to_owned(),
                    Place::Gone => "lost".to_owned(),
                };
                let text = format!("{} {} - {place}", game.label(who), game.name(who));
                let mut text = RichText::new(text).size(13.0);
                if game.place(who) == Place::Gone {
                    text = text.weak().strikethrough();
                }
                if ui.add(Button::selectable(false, text)).clicked() {
                    screen.choose(Some(who));
                    if game.place(who) == Place::On {
                        screen.flash(game.at(who));
                    }
                }
            });
        }
    });
}

fn score_table(ui: &mut Ui, screen: &BattleScreen, game: &Game, shown: usize) {
    egui::Grid::new("score").striped(true).show(ui, |ui| {
        for name in ["", "points", "lost", "dice", "mean", "due"] {
            ui.label(RichText::new(name).weak());
        }
        ui.end_row();
        for side in game.all_sides() {
            ui.horizontal(|ui| {
                sign(ui, side, 12.0);
                ui.label(&game.sides()[side.index()].name);
            });
            ui.label(words::points_text(game.scores()[side.index()]));
            let lost = game
                .all()
                .filter(|f| game.first_side(*f) == side && game.place(*f) == Place::Gone)
                .count();
            ui.label(lost.to_string());
            let luck = screen.tale.luck(side, shown);
            ui.label(luck.dice.to_string());
            let dice = f64::from(luck.dice.max(1));
            ui.label(format!("{:.2}", f64::from(luck.sum) / dice));
            ui.label(format!(
                "{:.2}",
                f64::from(luck.twice_expected) / 2.0 / dice
            ));
            ui.end_row();
        }
    });
}

/// Windows over everything: keys, and the end.
pub fn windows(ui: &mut Ui, screen: &mut BattleScreen) {
    if screen.help {
        help(ui, screen);
    }
    let over = screen.game().outcome().is_some()
        && screen.player.shown == screen.tale.len()
        && !screen.player.is_moving();
    if over && !screen.end_seen {
        end(ui, screen);
    }
}

const KEYS: [(&str, &str); 18] = [
    ("click", "choose a figure, move it, attack"),
    ("drag, arrows", "move the board"),
    ("wheel, + -", "nearer, further"),
    ("F", "all of the board"),
    ("N, Tab", "next figure (Shift: the one before)"),
    ("E", "end the step, done"),
    ("Enter", "the usual answer"),
    ("Y, N", "yes, no"),
    ("U", "undo, back to the last die"),
    ("H", "hint"),
    ("P", "the computer plays this for you"),
    ("Shift+P", "the computer plays the rest of the step"),
    ("Space", "skip; pause where nobody plays"),
    (", .", "back and on where nobody plays"),
    ("S, T, R", "sight, threat, ruler"),
    ("L, W", "log, why"),
    ("Esc", "choose nothing"),
    ("?", "these keys"),
];

fn help(ui: &mut Ui, screen: &mut BattleScreen) {
    let mut open = true;
    egui::Window::new("Keys")
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .show(ui.ctx(), |ui| {
            egui::Grid::new("keys").striped(true).show(ui, |ui| {
                for (key, what) in KEYS {
                    ui.label(RichText::new(key).strong().color(theme::ACCENT));
                    ui.label(what);
                    ui.end_row();
                }
            });
        });
    screen.help = open && !ui.input(|i| i.key_pressed(Key::Enter));
}

fn end(ui: &mut Ui, screen: &mut BattleScreen) {
    let game = screen.game().clone();
    let Some(outcome) = game.outcome() else {
        return;
    };
    let mut open = true;
    egui::Window::new("The end")
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .default_width(460.0)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .show(ui.ctx(), |ui| {
            ui.horizontal(|ui| {
                for side in game.all_sides().filter(|s| outcome.won(*s)) {
                    sign(ui, side, 26.0);
                    ui.label(
                        RichText::new(format!("{} wins", game.sides()[side.index()].name))
                            .size(24.0)
                            .color(theme::ACCENT),
                    );
                }
                if outcome.winners == 0 {
                    ui.label(RichText::new("A draw").size(24.0).color(theme::ACCENT));
                }
            });
            ui.label(tell::outcome(&game, &outcome));
            ui.add_space(6.0);
            score_table(ui, screen, &game, screen.tale.len());
            ui.add_space(6.0);
            ui.label(RichText::new("Turning points").strong());
            let mut turns: Vec<(usize, usize)> = screen
                .tale
                .moments
                .iter()
                .enumerate()
                .filter(|(_, m)| m.lost > 0)
                .map(|(i, m)| (m.lost, i))
                .collect();
            turns.sort_by_key(|(lost, i)| (std::cmp::Reverse(*lost), *i));
            turns.truncate(5);
            turns.sort_by_key(|(_, i)| *i);
            for (_, i) in turns {
                let line = screen.tale.moments[i]
                    .lines
                    .iter()
                    .find(|l| l.text.contains("defeated") || l.text.contains("lost"));
                if let Some(line) = line {
                    let text = line.text.trim().to_owned();
                    if ui.link(text).clicked() {
                        screen.player.playing = false;
                        screen.jump(i + 1);
                        screen.end_seen = true;
                    }
                }
            }
            ui.add_space(8.0);
            ui.horizontal_wrapped(|ui| {
                if ui.button("Again with other dice").clicked() {
                    screen.go(Leave::Again(Box::new(screen.setup.clone())));
                }
                if ui.button("Save report").clicked() {
                    screen.message = Some(match screen.save_report() {
                        Ok(path) => format!("The report is in {path}"),
                        Err(error) => error,
                    });
                }
                if ui.button("Save picture").clicked() {
                    screen.want_picture();
                }
                if ui.button("Look around").clicked() {
                    screen.end_seen = true;
                }
                if ui.button("To the menu").clicked() {
                    screen.go(Leave::Menu);
                }
            });
            if let Some(message) = &screen.message {
                ui.label(RichText::new(message).weak());
            }
        });
    if !open {
        screen.end_seen = true;
    }
}

/// A word over the board, with dice before it.
pub fn said(painter: &Painter, at: Pos2, said: &Said) {
    let ink = match said.good {
        Some(true) => theme::GOOD,
        Some(false) => theme::BAD,
        None => theme::TEXT,
    };
    let die = 22.0;
    let galley = painter.layout_no_wrap(said.text.clone(), FontId::proportional(14.0), ink);
    let dice = said.faces.len() as f32 * (die + 4.0);
    let gap = if said.faces.is_empty() || said.text.is_empty() {
        0.0
    } else {
        4.0
    };
    let size = vec2(
        dice + gap + galley.size().x,
        galley.size().y.max(if dice > 0.0 { die } else { 0.0 }),
    );
    let rect = Align2::CENTER_BOTTOM.anchor_size(at, size);
    painter.rect_filled(
        rect.expand2(vec2(7.0, 4.0)),
        6.0,
        glass(Color32::from_rgb(16, 16, 20), 220),
    );
    for (i, face) in said.faces.iter().enumerate() {
        let corner = pos2(
            rect.left() + i as f32 * (die + 4.0),
            rect.center().y - die / 2.0,
        );
        draw_die(painter, Rect::from_min_size(corner, vec2(die, die)), *face);
    }
    painter.galley(
        pos2(
            rect.right() - galley.size().x,
            rect.center().y - galley.size().y / 2.0,
        ),
        galley,
        ink,
    );
}

fn draw_die(painter: &Painter, rect: Rect, face: u8) {
    painter.rect(
        rect,
        4.0,
        Color32::from_rgb(0xfa, 0xf6, 0xea),
        Stroke::new(1.0, Color32::BLACK),
        egui::StrokeKind::Inside,
    );
    let ink = Color32::from_rgb(0x22, 0x1c, 0x18);
    if face > 6 {
        painter.text(
            rect.center(),
            Align2::CENTER_CENTER,
            face,
            FontId::proportional(14.0),
            ink,
        );
        return;
    }
    let step = rect.width() * 0.26;
    let spots: &[(f32, f32)] = match face {
        1 => &[(0.0, 0.0)],
        2 => &[(-1.0, -1.0), (1.0, 1.0)],
        3 => &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
        4 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
        5 => &[
            (-1.0, -1.0),
            (1.0, -1.0),
            (0.0, 0.0),
            (-1.0, 1.0),
            (1.0, 1.0),
        ],
        _ => &[
            (-1.0, -1.0),
            (1.0, -1.0),
            (-1.0, 0.0),
            (1.0, 0.0),
            (-1.0, 1.0),
            (1.0, 1.0),
        ],
    };
    for (x, y) in spots {
        painter.circle_filled(
            rect.center() + vec2(*x, *y) * step,
            rect.width() * 0.095,
            ink,
        );
    }
}
