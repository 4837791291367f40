//! The timeline of a battle that nobody plays.

use super::super::battle_screen::{BattleScreen, Tool};
use super::super::keys::Act;
use super::super::theme::{self, Looks, glass};
use crate::battle::Side;
use egui::{Align2, Button, Color32, FontId, Rect, RichText, Sense, Shape, Stroke, Ui, pos2, vec2};

/// What is told of what is marked near a place of the timeline, both in answers.
fn marked(screen: &BattleScreen, at: f32, near: f32) -> String {
    let moments = screen.tale.moments.iter().enumerate();
    let marks = moments.filter(|(_, m)| m.lost > 0 || m.goal);
    let away = |i: usize| (i as f32 + 1.0 - at).abs();
    let nearest = marks.min_by(|a, b| away(a.0).total_cmp(&away(b.0)));
    let Some((_, moment)) = nearest.filter(|(i, _)| away(*i) <= near.max(0.5)) else {
        return String::new();
    };
    let lines: Vec<&str> = moment.lines.iter().map(|line| line.text.trim()).collect();
    lines.join("\n")
}

pub(super) fn timeline(ui: &mut Ui, screen: &mut BattleScreen, looks: &mut Looks) {
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
            // a cross for who was lost
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
        screen.player.playing = false;
        screen.jump((part * len as f32).round() as usize);
    }
    let words = |act: Act| format!("{} (key {})", act.what(), screen.keys.shown(act));
    let [back, play, step] = [Act::Back, Act::Pause, Act::Step].map(words);
    ui.horizontal_wrapped(|ui| {
        let playing = screen.player.playing && !screen.is_at_end();
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
            .on_hover_text(back)
            .clicked()
        {
            screen.player.playing = false;
            screen.jump(shown.saturating_sub(1));
        }
        if ui
            .add(Button::new(RichText::new(name).strong()).min_size(size))
            .on_hover_text(play)
            .clicked()
        {
            screen.play_or_pause();
        }
        if ui
            .add(Button::new("Step").min_size(vec2(0.0, 30.0)))
            .on_hover_text(step)
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
        ui.menu_button("Round", |ui| {
            for (at, round) in &rounds {
                if ui.button(format!("Round {round}")).clicked() {
                    screen.player.playing = false;
                    screen.jump(*at);
                }
            }
        });
        ui.separator();
        for (what, name) in [
            (Tool::Sight, "Sight"),
            (Tool::Ruler, "Ruler"),
            (Tool::WhyNot, "Why not?"),
        ] {
            if ui
                .add(Button::selectable(screen.tool == what, name).min_size(vec2(0.0, 30.0)))
                .clicked()
            {
                screen.toggle(what);
            }
        }
        ui.separator();
        ui.menu_button(format!("Speed {}%", looks.speed), |ui| {
            for speed in [50, 100, 200, 400, 800] {
                ui.selectable_value(&mut looks.speed, speed, format!("{speed}%"));
            }
        });
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
                    screen.refuse(error);
                }
            }
        });
        ui.label(RichText::new(format!("{shown} of {len}")).weak());
    });
}
