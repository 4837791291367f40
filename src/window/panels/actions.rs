//! The buttons below the board.

use super::super::battle_screen::{BattleScreen, Command, Tool};
use super::super::keys::Act;
use super::{ROW, SNUG};
use crate::battle::{Answer, Ask};
use egui::containers::menu::MenuButton;
use egui::{Button, RichText, Ui, vec2};

/// The height of the buttons.
const HIGH: f32 = 32.0;

/// The tools, and the keys that switch them on.
const TOOLS: [(Tool, &str, Act); 4] = [
    (Tool::Sight, "Sight", Act::Sight),
    (Tool::Threat, "Threat", Act::Threat),
    (Tool::Ruler, "Ruler", Act::Ruler),
    (Tool::WhyNot, "Why not?", Act::WhyNot),
];

/// The buttons; `tight`: some of them go into menus.
pub(super) fn actions(
    ui: &mut Ui,
    screen: &BattleScreen,
    tight: bool,
    commands: &mut Vec<Command>,
) {
    let room = ui.available_width() + 20.0;
    let snug = room < ROW;
    let narrow = room < SNUG && !tight;
    if snug {
        ui.spacing_mut().button_padding.x = 7.0;
    }
    let mut row = |ui: &mut Ui| {
        turn(ui, screen, snug, commands);
        match tight {
            true => menus(ui, screen, commands),
            false => {
                plays(ui, screen, commands);
                if !snug {
                    ui.separator();
                }
                tools(ui, screen, commands);
            }
        }
    };
    match narrow {
        true => ui.horizontal_wrapped(&mut row),
        false => ui.horizontal_centered(&mut row),
    };
}

/// A button for what a key does; whether it was pressed.
fn button(ui: &mut Ui, screen: &BattleScreen, name: &str, act: Act, on: bool) -> bool {
    ui.add_enabled(on, Button::new(name).min_size(vec2(0.0, HIGH)))
        .on_hover_text(screen.keys.hint(act))
        .clicked()
}

/// Whether a question is asked that has something to choose: dice have not.
fn is_asked(screen: &BattleScreen) -> bool {
    screen.turn.asked.is_some() && !screen.turn.is_rolling()
}

/// Ending, choosing, undoing, advice.
fn turn(ui: &mut Ui, screen: &BattleScreen, snug: bool, commands: &mut Vec<Command>) {
    let asked = screen.turn.asked.as_ref();
    let can_end = asked.is_some_and(|a| a.legal.has(&Answer::Done));
    let acts = asked.is_some_and(|a| matches!(a.decision.ask, Ask::Act { only: None }));
    let choosable = asked.is_some_and(|a| !a.legal.figures().is_empty());
    let end = if acts { "End step" } else { "Done" };
    let least = if snug { 0.0 } else { 96.0 };
    let end = Button::new(RichText::new(end).strong()).min_size(vec2(least, HIGH));
    let end = ui.add_enabled(can_end, end);
    if end.on_hover_text(screen.keys.hint(Act::EndStep)).clicked() {
        commands.push(Command::Done);
    }
    if button(ui, screen, "Next figure", Act::NextFigure, choosable) {
        commands.push(Command::NextFigure);
    }
    if button(ui, screen, "Undo", Act::Undo, true) {
        commands.push(Command::Undo);
    }
    if !snug {
        ui.separator();
    }
    if button(ui, screen, "Hint", Act::Hint, is_asked(screen)) {
        commands.push(Command::Advise);
    }
}

/// Buttons that let the computer play for the person.
fn plays(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    let on = is_asked(screen);
    if button(ui, screen, "Play this for me", Act::PlayOne, on) {
        commands.push(Command::PlayOne);
    }
    if button(ui, screen, "Play rest of step", Act::PlayRest, on) {
        commands.push(Command::PlayRest);
    }
    if button(ui, screen, "Play to the end", Act::PlayOut, on) {
        commands.push(Command::PlayOut);
    }
}

/// The tools, of which one may be in use.
fn tools(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    for (tool, name, act) in TOOLS {
        let on = screen.tools.tool() == tool;
        let button = Button::selectable(on, name).min_size(vec2(0.0, HIGH));
        if ui
            .add(button)
            .on_hover_text(screen.keys.hint(act))
            .clicked()
        {
            commands.push(Command::Toggle(tool));
        }
    }
}

/// The same buttons and the tools in menus.
fn menus(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    let menu = |name: &str| Button::new(name.to_owned()).min_size(vec2(0.0, HIGH));
    MenuButton::from_button(menu("Play...")).ui(ui, |ui| plays(ui, screen, commands));
    let chosen = TOOLS.iter().find(|(tool, ..)| screen.tools.tool() == *tool);
    let name = chosen.map_or("Tools", |(_, name, _)| name);
    MenuButton::from_button(menu(name).selected(chosen.is_some()))
        .ui(ui, |ui| tools(ui, screen, commands));
}
