//! The panels beside the board: tools and what they paint with; zones, selection, findings.

use super::board::colour;
use super::{Dialog, Editor, Ink, Rise, Tool};
use crate::board::{BorderKind, Cost, Opacity, Space, Spaces, Symmetry, Use};
use crate::draft::{Clip, Kind, Op, Sheet, Turn, cropped};
use crate::files::builtin::TERRAINS;
use crate::files::use_name;
use crate::rules::Rules;
use crate::survey::Severity;
use crate::window::book::{self, InForce};
use crate::window::message::Message;
use crate::window::{dialog, theme};
use egui::{Button, Color32, RichText, Sense, StrokeKind, Ui, vec2};

/// Said of what was copied from a board of other spaces.
pub(super) const OTHER_GRID: &str =
    "the copy comes from another kind of grid and cannot be pasted here";

/// The borders that can stand between two spaces.
pub(super) const BARRIERS: [(BorderKind, bool, &str); 6] = [
    (BorderKind::Wall, false, "Wall"),
    (BorderKind::Fence, false, "Fence"),
    (BorderKind::Window, false, "Window"),
    (BorderKind::Door, false, "Door, shut"),
    (BorderKind::Door, true, "Door, open"),
    (BorderKind::Hedge, false, "Hedge"),
];

/// The names of all kinds there are: built-ins, then the map's own.
pub(super) fn kinds(sheet: &Sheet) -> Vec<String> {
    let mut all: Vec<String> = TERRAINS.iter().map(|t| t.name.to_owned()).collect();
    let own = sheet.terrains.iter().map(|t| &t.name);
    let own: Vec<String> = own.filter(|n| !all.contains(n)).cloned().collect();
    all.extend(own);
    all
}

/// The colour of a kind.
pub(super) fn colour_of(sheet: &Sheet, kind: &str) -> u32 {
    let known = sheet.terrains.iter().find(|t| t.name == kind);
    let built_in = || TERRAINS.iter().find(|t| t.name == kind);
    known
        .map(|t| t.colour)
        .or_else(|| built_in().map(|t| t.terrain(t.sign, None).colour))
        .unwrap_or(crate::files::map::OWN_COLOUR)
}

/// A spot of colour before a label.
pub(super) fn spot(ui: &mut Ui, fill: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
    ui.painter().rect(
        rect,
        3.0,
        fill,
        (1.0, Color32::from_gray(110)),
        StrokeKind::Inside,
    );
}

pub(super) fn title(ui: &mut Ui, what: &str) {
    ui.add_space(6.0);
    ui.label(RichText::new(what).strong());
}

/// Buttons of which one is chosen, each with its name and its key; whether one was clicked.
fn one_of<T: Copy + PartialEq>(ui: &mut Ui, now: &mut T, all: &[(T, &str, &str)]) -> bool {
    let buttons = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        let mut clicked = false;
        for (value, name, key) in all {
            let button = ui.selectable_label(*now == *value, *name);
            if button.on_hover_text(*key).clicked() {
                *now = *value;
                clicked = true;
            }
        }
        clicked
    };
    ui.horizontal_wrapped(buttons).inner
}

impl Editor {
    /// Tools, and what they paint with.
    pub(super) fn tools(&mut self, ui: &mut Ui) {
        title(ui, "Tool");
        if one_of(ui, &mut self.brush.tool, &Tool::ALL) {
            self.gesture.stroke = None;
        }
        if self.brush.tool == Tool::Walk {
            ui.add(egui::Slider::new(&mut self.tests.budget, 1..=20).text("move"));
        } else if self.brush.tool.paints() {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 1.0;
                ui.label("Size ");
                for size in 1..=5 {
                    let button = ui.selectable_label(self.brush.size == size, size.to_string());
                    if button.clicked() {
                        self.brush.size = size;
                    }
                }
            });
            ui.checkbox(&mut self.brush.erase, "Erase")
                .on_hover_text("E");
        }
        self.symmetries(ui);
        title(ui, "Paint");
        if one_of(ui, &mut self.brush.ink, &Ink::ALL) {
            self.gesture.stroke = None;
        }
        ui.separator();
        match self.brush.ink {
            Ink::Ground => self.grounds(ui),
            Ink::Level => {
                ui.radio_value(&mut self.brush.rise, Rise::Up, "Raise by one level");
                ui.radio_value(&mut self.brush.rise, Rise::Down, "Lower by one level");
                ui.radio_value(&mut self.brush.rise, Rise::To, "Set to a level");
                ui.add_enabled(
                    self.brush.rise == Rise::To,
                    egui::Slider::new(&mut self.brush.level, -9..=9).text("level"),
                );
            }
            Ink::Border => {
                for (kind, open, name) in BARRIERS {
                    let chosen = (self.brush.barrier, self.brush.open) == (kind, open);
                    if ui.radio(chosen, name).clicked() {
                        (self.brush.barrier, self.brush.open) = (kind, open);
                    }
                }
                dialog::note(
                    ui,
                    "The brush paints the nearest border. Larger brushes and areas paint their outline.",
                );
            }
            Ink::Zone => self.zones(ui),
        }
    }

    fn symmetries(&mut self, ui: &mut Ui) {
        title(ui, "Symmetry");
        let kind = self.board.grid().kind;
        let now = self.brush.symmetry;
        let mut wanted = now;
        let combo = egui::ComboBox::from_id_salt("symmetry")
            .selected_text(now.words())
            .width(180.0)
            .height(320.0)
            .show_ui(ui, |ui| {
                for symmetry in Symmetry::ALL.into_iter().filter(|s| s.suits(kind)) {
                    ui.selectable_value(&mut wanted, symmetry, symmetry.words());
                }
            });
        combo
            .response
            .widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Symmetry"));
        if wanted != now {
            self.ask_symmetry(wanted);
        }
        if now != Symmetry::None && self.brush.ink == Ink::Zone {
            ui.checkbox(&mut self.brush.swap, "Swap seats in the mirror image");
        }
    }

    fn grounds(&mut self, ui: &mut Ui) {
        let sheet = self.draft.sheet();
        let mut wanted = None;
        let mut change = None;
        for name in kinds(sheet) {
            let own = !TERRAINS.iter().any(|t| t.name == name);
            ui.horizontal(|ui| {
                spot(ui, colour(colour_of(sheet, &name)));
                let radio = ui.radio(self.brush.kind == name, &name);
                let of = InForce::plain(Rules::ALL[0]);
                if book::explained(radio, &of, &name).clicked() {
                    wanted = Some(name.clone());
                }
                if own && ui.small_button("Change").clicked() {
                    change = Some(name.clone());
                }
            });
        }
        if let Some(name) = wanted {
            self.brush.kind = name;
        }
        if ui.button("New terrain...").clicked() {
            let kind = Kind {
                name: String::new(),
                sign: 'a',
                cost: Cost::Plain,
                water: false,
                sight: Opacity::Clear,
                height: 0,
                cover: false,
                hits: None,
                becomes: None,
                colour: crate::files::map::OWN_COLOUR,
            };
            self.asked = Some(Dialog::kind(kind));
        }
        if let Some(name) = change
            && let Some(id) = self.draft.sheet().named(&name)
        {
            let sheet = self.draft.sheet();
            let t = &sheet.terrains[usize::from(id.0)];
            let left = t
                .becomes
                .map(|b| sheet.terrains[usize::from(b.0)].name.clone());
            self.asked = Some(Dialog::kind(Kind {
                name,
                sign: t.sign,
                cost: t.cost,
                water: t.water,
                sight: t.sight,
                height: t.height,
                cover: t.cover,
                hits: t.hits,
                becomes: left,
                colour: t.colour,
            }));
        }
    }

    fn zones(&mut self, ui: &mut Ui) {
        let zones: Vec<(Use, Option<u8>, usize)> = self
            .draft
            .sheet()
            .zones
            .iter()
            .map(|z| (z.kind, z.seat, z.spaces.count()))
            .collect();
        let mut drop = None;
        for (i, (kind, seat, spaces)) in zones.iter().enumerate() {
            ui.horizontal(|ui| {
                let seat = seat.map_or(String::new(), |s| format!(" {s}"));
                let name = format!("{}{seat} ({spaces})", use_name(*kind));
                if ui.radio(self.brush.zone == i, name).clicked() {
                    self.brush.zone = i;
                }
                if ui
                    .small_button("×")
                    .on_hover_text("Remove this zone")
                    .clicked()
                {
                    drop = Some(i);
                }
            });
        }
        if let Some(zone) = drop {
            self.carry_out(&[Op::DropZone { zone }]);
        }
        let seat = (1..=crate::files::map::MOST_SEATS).find(|s| {
            !zones
                .iter()
                .any(|z| z.0 == Use::Deployment && z.1 == Some(*s))
        });
        for (name, kind, seat) in [
            ("Add deployment zone", Use::Deployment, seat),
            ("Add objective zone", Use::Objective, None),
            ("Add exit zone", Use::Exit, None),
        ] {
            if ui.button(name).clicked() {
                self.brush.zone = zones.len();
                self.carry_out(&[Op::NewZone { kind, seat }]);
            }
        }
    }

    /// The selection and the findings.
    pub(super) fn sides(&mut self, ui: &mut Ui) {
        title(ui, "Selection");
        let many = self.selection.spaces.count();
        ui.label(RichText::new(format!("{} selected", dialog::count(many, "space"))).weak());
        ui.horizontal_wrapped(|ui| {
            ui.add_enabled_ui(many > 0, |ui| {
                if ui.button("Copy").on_hover_text("Ctrl+C").clicked() {
                    self.copy();
                }
                if ui.button("Cut").on_hover_text("Ctrl+X").clicked() {
                    self.cut();
                }
                if ui.button("Crop map to it").clicked()
                    && let Some(op) = cropped(self.board.grid(), &self.selection.spaces)
                {
                    self.carry_out(&[op]);
                }
                if ui.button("Clear").clicked() {
                    self.selection.spaces.clear();
                }
            });
        });
        if let Some(clip) = &self.selection.clip {
            let words = format!("{} copied", dialog::count(clip.len(), "space"));
            ui.label(RichText::new(words).weak());
            if !clip.fits(self.board.grid().kind) {
                ui.label(RichText::new(OTHER_GRID).color(theme::ACCENT));
            }
            let mut turn = None;
            ui.horizontal_wrapped(|ui| {
                let step = if self.board.grid().kind.is_square() {
                    "90°"
                } else {
                    "60°"
                };
                for (name, key, way) in [
                    (format!("Turn right {step}"), ".", Turn::Clockwise),
                    ("Turn left".to_owned(), ",", Turn::Back),
                    ("Mirror left-right".to_owned(), "/", Turn::Flip),
                    ("Mirror top-bottom".to_owned(), "\\", Turn::Upend),
                ] {
                    if ui.button(name).on_hover_text(key).clicked() {
                        turn = Some(way);
                    }
                }
            });
            if let Some(turn) = turn {
                self.selection.clip = Some(clip.turned(turn));
                self.brush.tool = Tool::Paste;
            }
        }
        self.findings(ui);
        if self.fairness.panel(ui, self.draft.steps().0) {
            self.test_battles();
        }
    }

    pub(super) fn findings(&mut self, ui: &mut Ui) {
        title(ui, "Check");
        let mut go = None;
        match &self.checks.findings {
            None => {
                ui.spinner();
            }
            Some(findings) if findings.is_empty() => {
                ui.label(RichText::new("The map is ready to play.").color(theme::GOOD));
            }
            Some(findings) => {
                for finding in findings.iter().take(60) {
                    let (sign, ink) = match finding.severity {
                        Severity::Error => ("×", theme::BAD),
                        Severity::Warning => ("!", theme::ACCENT),
                    };
                    let text = format!("{sign} {}: {}", finding.place, finding.what);
                    let text = RichText::new(text).color(ink);
                    let button = ui.add(Button::new(text).wrap().frame(false));
                    if button.on_hover_text(&finding.mend).clicked() {
                        go = Some((finding.place.clone(), finding.mend.clone()));
                    }
                }
                if findings.len() > 60 {
                    dialog::note(ui, &format!("and {} more", findings.len() - 60));
                }
            }
        }
        if let Some((place, mend)) = go {
            self.show_place(&place);
            self.message = Some(Message::Done(format!("{place}: {mend}")));
        }
    }

    /// Brings what a finding speaks of into view.
    fn show_place(&mut self, place: &str) {
        let grid = *self.board.grid();
        let words = place.split(|c: char| !c.is_ascii_alphanumeric() && c != ':');
        let mut all = Spaces::new(grid.len());
        for word in words {
            let (from, to) = word.split_once(':').unwrap_or((word, word));
            if let (Some(a), Some(b)) = (grid.named(from), grid.named(to)) {
                all.add(&crate::draft::area::rectangle(&grid, a, b));
            }
        }
        // zones are spoken of by their seats
        let seat = place.split_whitespace().find_map(|w| w.parse::<u8>().ok());
        if all.is_empty() {
            let of = |z: &&crate::board::Zone| seat.is_some() && z.seat == seat;
            if let Some(zone) = self.draft.sheet().zones.iter().find(of) {
                all.add(&zone.spaces);
            }
        }
        let first = all.iter().next();
        self.checks.shown = all;
        if let Some(space) = first {
            self.view.look_at(&self.board.clone(), space);
        }
    }

    pub(super) fn copy(&mut self) {
        self.selection.clip = Clip::copy(self.draft.sheet(), &self.selection.spaces);
        if self.selection.clip.is_some() {
            self.brush.tool = Tool::Paste;
        }
    }

    pub(super) fn cut(&mut self) {
        self.copy();
        let on = self.selection.spaces.clone();
        let inside = |s: Space| on.contains(s);
        let borders = self.draft.sheet().borders.keys();
        let bare = borders.filter(|(a, b)| inside(*a) || inside(*b));
        let bare: Vec<(u32, u32)> = bare.map(|(a, b)| (a.0, b.0)).collect();
        self.carry_out(&[
            Op::Side {
                barrier: None,
                on: bare,
            },
            Op::Ground {
                kind: "open".to_owned(),
                on: on.clone(),
            },
            Op::Level { to: 0, on },
        ]);
    }
}
