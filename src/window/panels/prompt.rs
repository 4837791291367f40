//! The question, with the answers that are no places on the board.

use super::super::battle_screen::{
    Auto, Automatic, BattleScreen, Command, Question, Shows, Tool, question,
};
use super::super::dialog;
use super::super::keys::Act;
use super::super::message::Message;
use super::super::platform;
use super::super::signs::sign;
use super::super::theme;
use super::super::titles::side_name;
use super::advice::advice;
use super::{card, reasons};
use crate::battle::{Answer, Ask, Topic, Who};
use crate::play::tell;
use egui::{Button, RichText, Ui, vec2};

/// Height of the list of figures that wait to be placed; a longer list scrolls.
const LIST: f32 = 140.0;

/// Number of columns for a long list of choices.
const COLUMNS: usize = 3;

/// How many of the computer's choices are listed.
const CHOICES: usize = 5;

/// Below this height a panel has no room for advice and switches.
const LOW: f32 = 300.0;

/// The question with its answers one below the other, for panels with no room for fixed places.
pub(super) fn flowing(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    unrecorded(ui, screen, commands);
    if !says_something(ui, screen) {
        return;
    }
    // what is looked at needs the room of the instruction, but no button moves
    let plain = screen.turn.hint.is_none() && screen.tools.tool() == Tool::Play;
    let asked = screen.turn.asked.as_ref();
    let buttons = asked.is_some_and(|asked| asked.legal.named().next().is_some());
    let brief = is_low(ui, screen) || !(plain || buttons);
    card(ui, |ui| {
        words(ui, screen, brief);
        answers(ui, screen, commands);
    });
}

/// The question in a box of this height. Words and answers have fixed places, so no button moves
/// under the pointer when another question comes.
pub(super) fn boxed(ui: &mut Ui, screen: &BattleScreen, high: f32, commands: &mut Vec<Command>) {
    unrecorded(ui, screen, commands);
    card(ui, |ui| {
        ui.set_height(high);
        let above = match screen.is_played() {
            true => high * WORDS,
            false => high,
        };
        let part = |name: &str, high: f32| {
            egui::ScrollArea::vertical()
                .id_salt(name)
                .auto_shrink(false)
                .max_height(high)
                .min_scrolled_height(high)
        };
        part("words", above).show(ui, |ui| {
            words(ui, screen, false);
            if !screen.is_played() {
                answers(ui, screen, commands);
            }
        });
        if screen.is_played() {
            let below = ui.available_height();
            part("answers", below).show(ui, |ui| answers(ui, screen, commands));
        }
    });
}

/// The part of the box that the words have.
const WORDS: f32 = 0.58;

/// Whether there is a question, a result or progress to tell of.
fn says_something(ui: &Ui, screen: &BattleScreen) -> bool {
    let waits = screen.is_played() || screen.waits_long(ui.input(|i| i.time));
    screen.turn.asked.is_some()
        || screen.course.outcome().is_some()
        || waits && !screen.course.is_stuck()
}

/// The question, the result, or what is going on.
fn words(ui: &mut Ui, screen: &BattleScreen, brief: bool) {
    if let Some(asked) = &screen.turn.asked {
        asked_words(ui, screen, asked, brief);
    } else if let Some(outcome) = screen.course.outcome() {
        let text = RichText::new(tell::outcome(screen.course.game(), &outcome)).size(15.0);
        ui.label(text.color(theme::ACCENT));
    } else if screen.course.is_stuck() {
        // what is to be done about it has been said above
    } else if says_something(ui, screen) {
        waiting_words(ui, screen);
    } else {
        ui.label(RichText::new("You are watching this battle.").weak());
    }
}

/// The buttons below the words.
fn answers(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    if let Some(asked) = &screen.turn.asked {
        asked_answers(ui, screen, asked, commands);
    } else if screen.course.outcome().is_none()
        && !screen.course.is_stuck()
        && says_something(ui, screen)
    {
        waiting_buttons(ui, screen, commands);
    }
}

/// What is said below the tabs: messages, the tool in use, advice. `advice` is the number of the
/// last advice that has come into view.
pub(super) fn notices(
    ui: &mut Ui,
    screen: &BattleScreen,
    advice: &mut Option<u32>,
    commands: &mut Vec<Command>,
) {
    plays_out(ui, screen, commands);
    said(ui, screen);
    let low = is_low(ui, screen);
    let seen = screen
        .tools
        .sight_words(screen.course.game(), screen.pointer.hover());
    if !(low && seen.is_some()) {
        tool_words(ui, screen);
    }
    if screen.tools.tool() == Tool::Play {
        hint(ui, screen, advice, commands);
    }
    if screen.tools.tool() == Tool::WhyNot {
        why_not(ui, screen);
    }
    if let Some(text) = seen {
        card(ui, |ui| {
            ui.label(text);
        });
    }
}

/// Whose question it is, the question, and what is known about it.
fn asked_words(ui: &mut Ui, screen: &BattleScreen, asked: &Question, brief: bool) {
    let ask = &asked.decision.ask;
    heading(ui, screen, asked, brief);
    // what was rolled is no longer on the board
    let last = screen
        .course
        .history
        .moments
        .last()
        .and_then(|m| m.lines.last());
    if let (Ask::Reroll { .. }, Some(line)) = (ask, last) {
        ui.label(line.text.trim());
    }
    let game = screen.course.newest();
    if let (Ask::Act { .. }, Who::Side(side)) = (ask, asked.decision.who)
        && let Some(words) = game.notice(side)
    {
        ui.label(words);
    }
    let begins = matches!(ask, Ask::Deploy | Ask::First) && game.status().round <= 1;
    if let Some(aim) = screen.aim.as_ref().filter(|_| begins) {
        ui.label(RichText::new(aim).weak());
    }
}

/// The answers to the question that are no places on the board.
fn asked_answers(
    ui: &mut Ui,
    screen: &BattleScreen,
    asked: &Question,
    commands: &mut Vec<Command>,
) {
    let ask = &asked.decision.ask;
    if lays_out(ask) && ui.button("Place everything for me").clicked() {
        commands.push(Command::PlayRest);
    }
    let more = matches!(
        ask,
        Ask::Again { .. } | Ask::Spawn | Ask::Return | Ask::Summon { .. }
    );
    if more || asked.legal.named().next().is_some() {
        ui.horizontal_wrapped(|ui| {
            let answer = named_answers(ui, screen, asked, more);
            commands.extend(answer.map(Command::Answer));
        });
    }
    if matches!(
        ask,
        Ask::Deploy | Ask::Spawn | Ask::Return | Ask::Summon { .. }
    ) {
        who_is_placed(ui, screen, asked, commands);
    }
    if let Ask::Roll { dice, .. } = ask {
        roll(ui, screen.turn.typed(), dice, commands);
        let again = screen.keys.shown(Act::Undo);
        let words = format!(
            "{again} takes back a mistyped die. This still works after \"Confirm\", until the next die is rolled."
        );
        ui.label(RichText::new(words).weak().size(12.0));
    }
}

/// Whose question it is, the question, and a short instruction.
fn heading(ui: &mut Ui, screen: &BattleScreen, asked: &Question, brief: bool) {
    let game = screen.course.newest();
    if let Who::Side(side) = asked.decision.who {
        ui.horizontal(|ui| {
            sign(ui, side, 16.0);
            ui.label(RichText::new(side_name(game, side)).strong());
        });
    }
    let nobody = asked.legal.moves.is_empty() && !asked.legal.aims();
    let title = match asked.decision.ask {
        Ask::Act { only: None } if nobody => "No enemy can be attacked: end the step".to_owned(),
        _ => question(game, &asked.decision),
    };
    let title = ui.label(RichText::new(title).size(16.0).color(theme::ACCENT));
    let words = advice(&asked.decision.ask, &asked.legal);
    if words.is_empty() {
        return;
    }
    match brief {
        true => drop(title.on_hover_text(words)),
        false => drop(ui.label(RichText::new(words).weak())),
    }
}

/// The answers that are no places on the board, as buttons with the numbers of their keys.
fn named_answers(
    ui: &mut Ui,
    screen: &BattleScreen,
    asked: &Question,
    more: bool,
) -> Option<Answer> {
    let game = screen.course.newest();
    let mut answer = None;
    let mut number = 0;
    let mut keyed = |name: String| {
        number += 1;
        format!("{number}  {name}")
    };
    for side in &asked.legal.sides {
        let name = format!("{} first", side_name(game, *side));
        let button = ui.button(keyed(name.clone()));
        named(&button, &name);
        if button.clicked() {
            answer = Some(Answer::Side(*side));
        }
    }
    // many of them stand in columns
    let many = asked.legal.choices.len() > COLUMNS;
    let gaps = ui.spacing().item_spacing.x * (COLUMNS - 1) as f32;
    let wide = (ui.available_width() - gaps) / COLUMNS as f32 - 0.5;
    let least = if many { wide } else { 0.0 };
    for choice in &asked.legal.choices {
        let name = choice.name();
        let button = Button::new(keyed(name.to_owned()));
        let button = ui.add(button.min_size(vec2(least, 0.0)));
        named(&button, name);
        if button.clicked() {
            answer = Some(Answer::Choose(*choice));
        }
    }
    for (plain, name) in [(Answer::Yes, "Yes"), (Answer::No, "No")] {
        if !asked.legal.has(&plain) {
            continue;
        }
        let button = Button::new(keyed(name.to_owned()));
        let button = ui.add(button.min_size(vec2(72.0, 28.0)));
        named(&button, name);
        if button.clicked() {
            answer = Some(plain);
        }
    }
    if more && asked.legal.has(&Answer::Done) && ui.button("Finish").clicked() {
        answer = Some(Answer::Done);
    }
    answer
}

/// The figures that wait to be placed.
fn who_is_placed(
    ui: &mut Ui,
    screen: &BattleScreen,
    asked: &Question,
    commands: &mut Vec<Command>,
) {
    let game = screen.course.newest();
    egui::ScrollArea::vertical()
        .id_salt("who")
        .max_height(LIST)
        .show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                for who in asked.legal.places.keys() {
                    let name = format!("{} {}", game.label(*who), game.name(*who));
                    let chosen = screen.selection.chosen == Some(*who);
                    if ui.add(Button::selectable(chosen, name)).clicked() {
                        commands.push(Command::PlaceNext(*who));
                    }
                }
            });
        });
}

/// For which sides the computer plays to the end.
fn plays_out(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    let (Some(Auto::Battle(sides)), true) = (&screen.turn.auto, screen.turn.asked.is_some()) else {
        return;
    };
    let game = screen.course.newest();
    let names: Vec<String> = sides.iter().map(|s| side_name(game, *s)).collect();
    let words = format!("The computer is playing for {}.", names.join(" and "));
    card(ui, |ui| {
        ui.label(RichText::new(words).weak());
        if ui.button("Stop").clicked() {
            commands.push(Command::Stop);
        }
    });
}

/// Whether the panel is so low that what is chosen needs the room of advice and wishes.
pub(super) fn is_low(ui: &Ui, screen: &BattleScreen) -> bool {
    ui.clip_rect().height() < LOW
        && (screen.selection.chosen.is_some() || screen.tools.tool() != Tool::Play)
}

/// Whether answers can be given without a question.
pub(super) fn has_wishes(screen: &BattleScreen) -> bool {
    screen.is_played() && screen.course.outcome().is_none()
}

/// Switches for answers that are given without a question.
pub(super) fn wishes(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    if has_wishes(screen) {
        ui.separator();
        let Automatic {
            mut faces,
            mut settles,
        } = screen.turn.automatic;
        let mut changed = ui
            .checkbox(&mut faces, "Turn figures automatically")
            .on_hover_text("Otherwise you choose the facing of each figure after its move.")
            .changed();
        changed |= ui
            .checkbox(&mut settles, "Settle clear cases automatically")
            .on_hover_text(
                "A success is kept, and a step ends in which only walls and other objects can be attacked. Otherwise you are asked.",
            )
            .changed();
        if changed {
            commands.push(Command::Automatic(Automatic { faces, settles }));
        }
    }
}

/// A message to the person; a new one is scrolled into view once.
fn said(ui: &mut Ui, screen: &BattleScreen) {
    let id = egui::Id::unique("word");
    let text = screen.message.as_ref().map(|message| match message {
        Message::Done(text) | Message::Refused(text) => text.clone(),
    });
    if let Some(last) = &screen.message {
        let shown = ui.scope(|ui| card(ui, |ui| message(ui, last)));
        if ui
            .data(|data| data.get_temp::<Option<String>>(id))
            .flatten()
            != text
        {
            shown.response.scroll_to_me(None);
        }
    }
    ui.data_mut(|data| data.insert_temp(id, text));
}

/// A button's name without the number of its key.
fn named(button: &egui::Response, name: &str) {
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
}

/// An error of the record, and buttons to deal with it.
fn unrecorded(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    let trouble = screen.course.session.as_ref().and_then(|s| s.trouble());
    let Some((trouble, again)) = trouble else {
        return;
    };
    card(ui, |ui| {
        dialog::wrong(ui, trouble);
        ui.horizontal_wrapped(|ui| {
            if again && ui.button("Try again").clicked() {
                commands.push(Command::TryRecordAgain);
            }
            if ui.button("Play on without saving").clicked() {
                commands.push(Command::PlayUnrecorded);
            }
        });
    });
}

/// The dice that have been typed, and the faces of the next one.
fn roll(ui: &mut Ui, typed: &[u8], dice: &[u8], commands: &mut Vec<Command>) {
    if !typed.is_empty() {
        let faces: Vec<String> = typed.iter().map(u8::to_string).collect();
        ui.label(RichText::new(faces.join("  ")).size(20.0).strong());
    }
    match dice.get(typed.len()) {
        Some(most) => {
            ui.label(format!("Die {} of {}", typed.len() + 1, dice.len()));
            ui.horizontal_wrapped(|ui| {
                for face in 1..=*most {
                    if ui.button(face.to_string()).clicked() {
                        commands.push(Command::TypeFace(face));
                    }
                }
            });
        }
        None => {
            ui.horizontal_wrapped(|ui| {
                if dialog::main_button(ui, "Confirm") {
                    commands.push(Command::ConfirmFaces);
                }
                if ui.button("Type all again").clicked() {
                    commands.push(Command::ClearFaces);
                }
            });
        }
    }
}

/// What is going on, and the progress of the computer.
fn waiting_words(ui: &mut Ui, screen: &BattleScreen) {
    let thinking = screen.course.session.as_ref().and_then(|s| s.thinking);
    let words = match (thinking, &screen.turn.auto) {
        (Some(_), _) => "The computer is thinking.",
        (None, auto) => match (screen.course.shows(), auto) {
            (Shows::Own, Some(_)) => "The computer is playing for you.",
            (Shows::Own, None) => "Your move is shown. \"Skip\" jumps to the result.",
            (Shows::Dice, _) => "The dice are rolling. \"Skip\" jumps to the result.",
            (Shows::Others, _) => "The others are moving. \"Skip\" jumps to the result.",
        },
    };
    ui.label(RichText::new(words).weak());
    if let Some((done, of)) = thinking {
        let part = done as f32 / of.max(1) as f32;
        ui.add(egui::ProgressBar::new(part).text(format!("{done} of {of} trial battles")));
    }
}

/// Buttons to skip what is shown, and to stop the computer.
fn waiting_buttons(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    let skip_words = screen.keys.hint(Act::Skip);
    let stop_words = screen.keys.hint(Act::Stop);
    let thinking = screen.course.session.as_ref().and_then(|s| s.thinking);
    let moving = screen.course.player.is_moving();
    let stoppable = thinking.is_some() || screen.turn.auto.is_some();
    ui.horizontal(|ui| {
        let button = ui.add_enabled(moving, Button::new("Skip"));
        if button.on_hover_text(skip_words).clicked() {
            commands.push(Command::Skip);
        }
        let button = ui.add_enabled(stoppable, Button::new("Stop"));
        if button.on_hover_text(stop_words).clicked() {
            commands.push(Command::Stop);
        }
    });
}

/// The computer's choices, best first, and the reasons of the one that is looked at. `announced` is the
/// number of the last advice that has come into view.
fn hint(
    ui: &mut Ui,
    screen: &BattleScreen,
    announced: &mut Option<u32>,
    commands: &mut Vec<Command>,
) {
    let Some((hint, seen)) = screen.turn.hint.as_ref().and_then(|h| Some((h, h.seen()?))) else {
        return;
    };
    if *announced != Some(hint.number) {
        ui.scroll_to_cursor(Some(egui::Align::Min));
        *announced = Some(hint.number);
    }
    let game = screen.course.newest();
    card(ui, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new("Hint").strong().color(theme::GOOD));
            if ui.button("Do it").clicked() {
                commands.push(Command::Answer(seen.answer.clone()));
            }
        });
        ui.spacing_mut().item_spacing.y = 2.0;
        if !platform::is_touched() {
            ui.spacing_mut().interact_size.y = 20.0;
            ui.spacing_mut().button_padding.y = 2.0;
        }
        for (i, choice) in hint.choices.iter().take(CHOICES).enumerate() {
            let score = choice.why.as_ref().map_or(String::new(), |why| {
                format!("  {:+.2}", why.chosen.score().0 as f64 / 1000.0)
            });
            let text = format!("{}. {}{score}", i + 1, tell::answer(game, &choice.answer));
            let row = Button::selectable(i == hint.seen, RichText::new(text).size(13.0)).wrap();
            if ui.add(row).clicked() {
                commands.push(Command::LookAtHint(i));
            }
        }
        match &seen.why {
            Some(why) => {
                egui::ScrollArea::vertical()
                    .id_salt("hint")
                    .max_height(150.0)
                    .show(ui, |ui| reasons::reasons(ui, "hint", game, why));
            }
            None => {
                let words = "This is the default answer. The computer does not compare answers to this question.";
                ui.label(RichText::new(words).weak().size(13.0));
            }
        }
    });
}

/// A message to the person.
pub(super) fn message(ui: &mut Ui, message: &Message) {
    let (text, ink) = match message {
        Message::Done(text) => (text, theme::GOOD),
        Message::Refused(text) => (text, theme::BAD),
    };
    ui.label(RichText::new(text).color(ink));
}

/// A short instruction for the tool in use.
fn tool_words(ui: &mut Ui, screen: &BattleScreen) {
    let words = match screen.tools.tool() {
        Tool::Play | Tool::WhyNot => return,
        Tool::Sight => {
            "Point at a space to see what is visible from there. Dark spaces are hidden, figures on yellow spaces are in cover. Click to keep the space, then point at another one to see what is in between.".to_owned()
        }
        Tool::Threat => screen.tools.threat_words(screen.subject()),
        Tool::Ruler => "Click a space, then point at another one.".to_owned(),
    };
    card(ui, |ui| {
        ui.label(RichText::new(words).weak());
    });
}

/// Why not there.
fn why_not(ui: &mut Ui, screen: &BattleScreen) {
    card(ui, |ui| {
        let Some(why) = screen.tools.why_not() else {
            ui.label(
                "Why not there? Point at a space to see the reasons. Click to keep that space.",
            );
            return;
        };
        ui.label(RichText::new(&why.title).strong().color(theme::ACCENT));
        for line in &why.lines {
            ui.label(RichText::new(line).size(13.0));
        }
        if let Some(there) = &why.there {
            egui::ScrollArea::vertical()
                .id_salt("why not")
                .max_height(230.0)
                .show(ui, |ui| {
                    reasons::against(ui, screen.course.game(), there, why.chosen.as_ref());
                });
        }
    });
}

/// Whether this is a question of laying out the table, which the computer may do for a person.
fn lays_out(ask: &Ask) -> bool {
    let piece = Ask::Choose {
        topic: Topic::Piece,
        who: None,
    };
    matches!(ask, Ask::Deploy | Ask::Lay { .. }) || *ask == piece
}
