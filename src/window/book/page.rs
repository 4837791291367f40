//! A chapter on the screen.

use super::super::theme;
use super::picture;
use crate::book::{Block, Chapter, Entry, Passage, Span, Text};
use egui::text::LayoutJob;
use egui::{Align, FontId, Label, RichText, TextFormat, Ui};

/// Size of letters.
const LETTERS: f32 = 15.0;
/// Room before examples and points.
const INDENT: f32 = 18.0;

/// Draws a chapter. `moved`: the passage that comes into view now; `shown`: the one that stands out.
pub fn chapter(ui: &mut Ui, chapter: &Chapter, moved: Option<usize>, shown: Option<usize>) {
    ui.spacing_mut().item_spacing.y = 8.0;
    ui.heading(format!("{}. {}", chapter.number, chapter.title));
    for (number, one) in chapter.passages.iter().enumerate() {
        let drawn = ui.scope(|ui| passage(ui, one, number)).response;
        if shown == Some(number) {
            let line = [drawn.rect.left_top(), drawn.rect.left_bottom()];
            let line = line.map(|at| at - egui::vec2(5.0, 0.0));
            ui.painter()
                .line_segment(line, egui::Stroke::new(3.0, theme::ACCENT));
        }
        if moved == Some(number) {
            ui.scroll_to_rect(drawn.rect, Some(Align::Center));
        }
    }
    ui.add_space(30.0);
}

fn passage(ui: &mut Ui, passage: &Passage, number: usize) {
    match passage.example {
        true => drop(ui.indent(("example", number), |ui| inside(ui, passage, number))),
        false => inside(ui, passage, number),
    }
}

fn inside(ui: &mut Ui, passage: &Passage, number: usize) {
    let mut lead = LayoutJob::default();
    if let Some(mark) = passage.mark() {
        put(&mut lead, &format!("{mark}  "), theme::WEAK, 12.5);
    }
    if passage.example {
        put(&mut lead, "Example. ", theme::ACCENT, LETTERS);
    }
    match &passage.block {
        Block::Paragraph(text) => {
            spans(&mut lead, text);
            ui.add(Label::new(lead).wrap());
        }
        other => {
            if !lead.text.is_empty() {
                ui.add(Label::new(lead).wrap());
            }
            block(ui, other, number);
        }
    }
}

fn block(ui: &mut Ui, block: &Block, number: usize) {
    match block {
        Block::Heading(heading) => {
            ui.add_space(8.0);
            ui.label(RichText::new(heading).size(18.0).strong());
        }
        Block::Paragraph(text) => drop(ui.add(Label::new(job(text)).wrap())),
        Block::List { ordered, items } => {
            for (at, item) in items.iter().enumerate() {
                ui.horizontal_top(|ui| {
                    let sign = match ordered {
                        true => format!("{}.", at + 1),
                        false => "•".to_owned(),
                    };
                    ui.add_sized(
                        [INDENT, LETTERS],
                        Label::new(RichText::new(sign).size(LETTERS)),
                    );
                    ui.add(Label::new(job(item)).wrap());
                });
            }
        }
        Block::Table { head, rows } => table(ui, head, rows, number),
        Block::Diagram(diagram) => picture::diagram(ui, diagram),
        Block::Entries { entries, .. } => {
            for one in entries {
                ui.add(Label::new(entry(one)).wrap());
            }
        }
    }
}

/// A table whose columns share the room by what stands in them.
fn table(ui: &mut Ui, head: &[Text], rows: &[Vec<Text>], number: usize) {
    let room = (ui.available_width() - 12.0 * head.len() as f32).max(60.0);
    let longest = |column: usize| {
        let cells = std::iter::once(head).chain(rows.iter().map(Vec::as_slice));
        let long = cells.map(|row| row[column].words().chars().count()).max();
        (long.unwrap_or(1).clamp(3, 60) * 9) as f32
    };
    let wanted: Vec<f32> = (0..head.len()).map(longest).collect();
    let share = (room / wanted.iter().sum::<f32>()).min(1.0);
    egui::Grid::new(("table", number))
        .striped(true)
        .show(ui, |ui| {
            for (at, row) in std::iter::once(head)
                .chain(rows.iter().map(Vec::as_slice))
                .enumerate()
            {
                for (cell, wide) in row.iter().zip(&wanted) {
                    ui.vertical(|ui| {
                        ui.set_width(wide * share);
                        let mut text = job(cell);
                        if at == 0 {
                            for section in &mut text.sections {
                                section.format.color = theme::ACCENT;
                            }
                        }
                        ui.add(Label::new(text).wrap());
                    });
                }
                ui.end_row();
            }
        });
}

/// An entry of a list: its name, its value, what it does.
fn entry(entry: &Entry) -> LayoutJob {
    let mut out = LayoutJob::default();
    put(&mut out, &entry.name, theme::ACCENT, LETTERS);
    if let Some(value) = &entry.value {
        put(&mut out, &format!(" = {value}"), strong(), LETTERS);
    }
    put(
        &mut out,
        &format!(": {}", entry.about),
        theme::TEXT,
        LETTERS,
    );
    if let Some(usual) = &entry.usual {
        put(
            &mut out,
            &format!(" (house rule; usually {usual})"),
            theme::GOOD,
            LETTERS,
        );
    }
    out
}

fn strong() -> egui::Color32 {
    egui::Color32::WHITE
}

fn job(text: &Text) -> LayoutJob {
    let mut out = LayoutJob::default();
    spans(&mut out, text);
    out
}

fn spans(out: &mut LayoutJob, text: &Text) {
    for span in &text.0 {
        let colour = match span {
            Span::Plain(_) => theme::TEXT,
            Span::Term(_) => strong(),
            Span::Changed { .. } => theme::GOOD,
        };
        put(out, &span.words(), colour, LETTERS);
    }
}

fn put(out: &mut LayoutJob, text: &str, colour: egui::Color32, size: f32) {
    out.append(
        text,
        0.0,
        TextFormat::simple(FontId::proportional(size), colour),
    );
}
