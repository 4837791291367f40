//! Fields of the scenario's panel.

use egui::{ComboBox, Id, TextEdit, Ui};

/// A line of text; what it was changed to, once the person is done with it.
pub(super) fn typed(ui: &mut Ui, name: &str, id: &str, value: &str, width: f32) -> Option<String> {
    let id = Id::unique(("typed", id));
    let kept = ui.data(|d| d.get_temp::<String>(id));
    let mut text = kept.unwrap_or_else(|| value.to_owned());
    let label = ui.label(name);
    let field = ui
        .add(TextEdit::singleline(&mut text).desired_width(width))
        .labelled_by(label.id);
    if field.has_focus() {
        ui.data_mut(|d| d.insert_temp(id, text));
        return None;
    }
    ui.data_mut(|d| d.remove::<String>(id));
    (field.lost_focus() && text != value).then_some(text)
}

/// One of some values, or none of them; `shown` gives a value's title.
pub(super) fn choice(
    ui: &mut Ui,
    name: &str,
    id: &str,
    now: &Option<String>,
    none: &str,
    all: &[&str],
    shown: &dyn Fn(&str) -> String,
) -> Option<Option<String>> {
    let mut wanted = None;
    let label = ui.label(name);
    let list = ComboBox::from_id_salt(id)
        .selected_text(now.as_deref().map_or_else(|| none.to_owned(), shown))
        .width(131.0)
        .truncate()
        .show_ui(ui, |ui| {
            if !none.is_empty() && ui.selectable_label(now.is_none(), none).clicked() {
                wanted = Some(None);
            }
            for word in all {
                let here = now.as_deref() == Some(*word);
                if ui.selectable_label(here, shown(word)).clicked() {
                    wanted = Some(Some((*word).to_owned()));
                }
            }
        });
    list.response.labelled_by(label.id);
    wanted.filter(|w| w != now)
}

/// A text, unless there is nothing in it.
pub(super) fn some(text: String) -> Option<String> {
    Some(text.trim().to_owned()).filter(|t| !t.is_empty())
}
