//! The timeline of a watched battle.

use super::super::battle_screen::{BattleScreen, Command, Tool, Watch};
use super::super::keys::Act;
use super::super::theme::{self, Looks, glass};
use super::super::titles::side_name;
use super::is_short;
use crate::battle::Side;
use egui::{
    Align2, Button, Color32, FontId, Painter, Rect, RichText, Sense, Shape, Stroke, Ui, pos2, vec2,
};

/// How many answers the timeline may tell of: those that have been shown, or all of them.
fn known(screen: &BattleScreen) -> usize {
    match screen.panels.ahead {
        true => screen.course.history.len(),
        false => screen.course.player.shown.min(screen.course.history.len()),
    }
}

/// The log lines of the mark nearest to a place on the timeline. Places are counted in answers.
fn marked(screen: &BattleScreen, at: f32, near: f32) -> String {
    let moments = screen.course.history.moments.iter().enumerate();
    let moments = moments.take(known(screen));
    let marks = moments.filter(|(_, m)| m.lost > 0 || m.goal);
    let away = |i: usize| (i as f32 + 1.0 - at).abs();
    let nearest = marks.min_by(|a, b| away(a.0).total_cmp(&away(b.0)));
    let Some((_, moment)) = nearest.filter(|(i, _)| away(*i) <= near.max(0.5)) else {
        return String::new();
    };
    let lines: Vec<&str> = moment.lines.iter().map(|line| line.text.trim()).collect();
    lines.join("\n")
}

pub(super) fn timeline(
    ui: &mut Ui,
    screen: &BattleScreen,
    looks: &mut Looks,
    commands: &mut Vec<Command>,
) {
    let len = screen.course.history.len();
    let shown = screen.course.player.shown.min(len);
    if let Some(to) = bar(ui, screen, shown) {
        commands.push(Command::Watch(Watch::PauseAt(to)));
    }
    let compact = is_short(ui);
    ui.horizontal_wrapped(|ui| {
        if !compact && tool(ui, "Start") {
            commands.push(Command::Watch(Watch::PauseAt(0)));
        }
        moves(ui, screen, shown, commands);
        if !compact && tool(ui, "End") {
            commands.push(Command::Watch(Watch::Jump(len)));
        }
        ui.menu_button("Round", |ui| rounds(ui, screen, compact, commands));
        if compact {
            ui.menu_button("Tools", |ui| {
                tools(ui, screen, commands);
                ahead(ui, screen, commands);
                speed(ui, looks);
            });
            takes_over(ui, screen, commands);
            return;
        }
        ui.separator();
        tools(ui, screen, commands);
        ui.separator();
        speed(ui, looks);
        takes_over(ui, screen, commands);
        ahead(ui, screen, commands);
        ui.label(RichText::new(format!("{shown} of {len}")).weak());
    });
}

/// The timeline itself; the place to which it was dragged or clicked.
fn bar(ui: &mut Ui, screen: &BattleScreen, shown: usize) -> Option<usize> {
    let len = screen.course.history.len();
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::click_and_drag());
    let painter = ui.painter_at(rect);
    let bar = rect.shrink2(vec2(8.0, 7.0));
    let x = |n: usize| bar.left() + bar.width() * n as f32 / len.max(1) as f32;
    painter.rect_filled(bar, 4.0, theme::shade(theme::CARD, 1.3));
    let done = Rect::from_min_max(bar.min, pos2(x(shown), bar.bottom()));
    painter.rect_filled(done, 4.0, theme::mix(theme::ACCENT, theme::PANEL, 0.35));
    draw_marks(&painter, screen, (rect, bar), &x);
    painter.circle(
        pos2(x(shown), bar.center().y),
        7.0,
        theme::ACCENT,
        Stroke::new(1.5, Color32::BLACK),
    );
    response.widget_info(|| {
        let words = format!("Timeline: {shown} of {len}");
        egui::WidgetInfo::labeled(egui::Role::Slider, true, words)
    });
    let pointed = response.hover_pos().map(|at| {
        let part = ((at.x - bar.left()) / bar.width()).clamp(0.0, 1.0);
        marked(screen, part * len as f32, 6.0 * len as f32 / bar.width())
    });
    let response = match pointed {
        Some(words) if !words.is_empty() => response.on_hover_text_at_pointer(words),
        _ => response,
    };
    if let Some(at) = response.interact_pointer_pos()
        && (response.dragged() || response.clicked())
    {
        let part = ((at.x - bar.left()) / bar.width()).clamp(0.0, 1.0);
        return Some((part * len as f32).round() as usize);
    }
    None
}

/// Draws marks for rounds, lost figures and objectives.
fn draw_marks(
    painter: &Painter,
    screen: &BattleScreen,
    (rect, bar): (Rect, Rect),
    x: &dyn Fn(usize) -> f32,
) {
    for (i, moment) in screen.course.history.moments.iter().enumerate() {
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
        if i >= known(screen) {
            continue;
        }
        if moment.lost > 0 {
            // a cross for lost figures
            let (middle, arm) = (pos2(at, bar.center().y), 3.5);
            let ink = Stroke::new(2.0, theme::BAD);
            for v in [vec2(arm, arm), vec2(arm, -arm)] {
                painter.line_segment([middle - v, middle + v], ink);
            }
        }
        if moment.goal {
            // a diamond for what was fought for
            let (middle, arm) = (pos2(at, bar.top() - 1.0), 4.0);
            painter.add(Shape::convex_polygon(
                vec![
                    middle - vec2(0.0, arm),
                    middle + vec2(arm, 0.0),
                    middle + vec2(0.0, arm),
                    middle - vec2(arm, 0.0),
                ],
                theme::ACCENT,
                Stroke::new(1.0, Color32::BLACK),
            ));
        }
    }
}

fn tool(ui: &mut Ui, name: &str) -> bool {
    ui.add(Button::new(name).min_size(vec2(0.0, HIGH)))
        .clicked()
}

/// The height of the buttons.
const HIGH: f32 = 30.0;

/// Back, play, step.
fn moves(ui: &mut Ui, screen: &BattleScreen, shown: usize, commands: &mut Vec<Command>) {
    let [back, play, step] = [Act::Back, Act::Pause, Act::Step].map(|act| screen.keys.hint(act));
    let playing = screen.course.player.playing && !screen.course.is_at_end();
    let name = if playing { "Pause" } else { "Play" };
    let least = vec2(0.0, HIGH);
    let button = ui.add(Button::new("Back").min_size(least));
    if button.on_hover_text(back).clicked() {
        let before = shown.saturating_sub(1);
        commands.push(Command::Watch(Watch::PauseAt(before)));
    }
    let button = Button::new(RichText::new(name).strong()).min_size(vec2(74.0, HIGH));
    if ui.add(button).on_hover_text(play).clicked() {
        commands.push(Command::Watch(Watch::PlayOrPause));
    }
    let button = ui.add(Button::new("Forward").min_size(least));
    if button.on_hover_text(step).clicked() {
        commands.push(Command::Watch(Watch::Step));
    }
}

/// The rounds to go to, and where there is no room for buttons of their own start and end.
fn rounds(ui: &mut Ui, screen: &BattleScreen, ends: bool, commands: &mut Vec<Command>) {
    if ends && ui.button("Start").clicked() {
        commands.push(Command::Watch(Watch::PauseAt(0)));
    }
    let moments = screen.course.history.moments.iter().enumerate();
    let rounds: Vec<(usize, u16)> = moments
        .filter_map(|(i, m)| m.round.map(|r| (i + 1, r)))
        .collect();
    for (at, round) in &rounds {
        if ui.button(format!("Round {round}")).clicked() {
            commands.push(Command::Watch(Watch::PauseAt(*at)));
        }
    }
    if ends && ui.button("End").clicked() {
        commands.push(Command::Watch(Watch::Jump(screen.course.history.len())));
    }
}

fn tools(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    for (what, name) in [
        (Tool::Sight, "Sight"),
        (Tool::Ruler, "Ruler"),
        (Tool::WhyNot, "Why not?"),
    ] {
        let button =
            Button::selectable(screen.tools.tool() == what, name).min_size(vec2(0.0, HIGH));
        if ui.add(button).clicked() {
            commands.push(Command::Toggle(what));
        }
    }
}

/// A switch for losses and goals on the timeline that have not been shown on the board.
fn ahead(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    let mut ahead = screen.panels.ahead;
    if ui.checkbox(&mut ahead, "Show what is ahead").changed() {
        commands.push(Command::Watch(Watch::ShowAhead(ahead)));
    }
}

fn speed(ui: &mut Ui, looks: &mut Looks) {
    ui.menu_button(format!("Speed {}%", looks.speed), |ui| {
        for speed in [50, 100, 200, 400, 800] {
            ui.selectable_value(&mut looks.speed, speed, format!("{speed}%"));
        }
    });
}

fn takes_over(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    ui.menu_button("Take over", |ui| {
        let sides: Vec<(Side, String)> = screen
            .course
            .history
            .start
            .all_sides()
            .map(|side| (side, side_name(&screen.course.history.start, side)))
            .collect();
        for (side, name) in sides {
            if ui.button(format!("Play {name} from here")).clicked() {
                commands.push(Command::Watch(Watch::TakeOver(side)));
            }
        }
    });
}
