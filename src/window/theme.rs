//! Colours, fonts and sizes.

use egui::{Color32, CornerRadius, FontFamily, FontId, Stroke, TextStyle, Visuals};

/// Settings of the looks.
#[derive(Copy, Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Looks {
    /// Size of all text and buttons, in percent.
    #[serde(deserialize_with = "size")]
    pub size: u32,
    /// Stronger contrast.
    pub contrast: bool,
    /// No animations.
    pub still: bool,
    /// Whether the view follows moves of others that are out of view.
    pub follow: bool,
    /// How fast figures of the computer move, in percent.
    #[serde(deserialize_with = "speed")]
    pub speed: u32,
}

impl Default for Looks {
    fn default() -> Self {
        Self {
            size: 100,
            contrast: false,
            still: false,
            follow: true,
            speed: 100,
        }
    }
}

/// Reads a number that has to be in a range.
fn within<'de, D: serde::Deserializer<'de>>(
    from: D,
    range: std::ops::RangeInclusive<u32>,
) -> Result<u32, D::Error> {
    let number = <u32 as serde::Deserialize>::deserialize(from)?;
    if range.contains(&number) {
        return Ok(number);
    }
    let (least, most) = range.into_inner();
    let what = format!("{number} is out of range, expected {least} to {most}");
    Err(serde::de::Error::custom(what))
}

fn size<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    within(from, 50..=300)
}

fn speed<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    within(from, 25..=800)
}

/// Behind everything.
pub const GROUND: Color32 = Color32::from_rgb(0x1d, 0x20, 0x25);
/// Panels.
pub const PANEL: Color32 = Color32::from_rgb(0x27, 0x2b, 0x31);
/// Cards in panels.
pub const CARD: Color32 = Color32::from_rgb(0x31, 0x36, 0x3d);
/// Text.
pub const TEXT: Color32 = Color32::from_rgb(0xe6, 0xe3, 0xdb);
/// Text that may be overlooked.
pub const WEAK: Color32 = Color32::from_rgb(0xa5, 0xa8, 0xa9);
/// Colour of things that need attention.
pub const ACCENT: Color32 = Color32::from_rgb(0xe8, 0xb2, 0x4a);
/// Good news.
pub const GOOD: Color32 = Color32::from_rgb(0x7c, 0xc4, 0x8d);
/// Bad news.
pub const BAD: Color32 = Color32::from_rgb(0xe8, 0x7b, 0x62);

pub use crate::look::colour::{glass, mix, shade, side};

/// The least width and height of a control for fingers, in points.
const FINGER: f32 = 40.0;

/// Dresses egui.
pub fn dress(ctx: &egui::Context, looks: &Looks) {
    ctx.set_theme(egui::Theme::Dark);
    ctx.set_visuals_of(egui::Theme::Dark, visuals(looks));
    ctx.all_styles_mut(|style| lay_out(style, looks));
    ctx.set_zoom_factor(looks.size as f32 / 100.0);
}

/// Colours and strokes.
fn visuals(looks: &Looks) -> Visuals {
    let (text, weak, panel, card) = if looks.contrast {
        (
            Color32::WHITE,
            Color32::from_gray(225),
            Color32::BLACK,
            Color32::from_gray(22),
        )
    } else {
        (TEXT, WEAK, PANEL, CARD)
    };
    let mut v = Visuals::dark();
    v.override_text_color = None;
    v.weak_text_color = Some(weak);
    v.panel_fill = panel;
    v.window_fill = panel;
    v.window_corner_radius = CornerRadius::same(8);
    v.menu_corner_radius = CornerRadius::same(6);
    v.extreme_bg_color = shade(panel, 0.72);
    v.faint_bg_color = card;
    v.selection.bg_fill = mix(ACCENT, panel, 0.45);
    v.selection.stroke = Stroke::new(1.0, Color32::WHITE);
    v.hyperlink_color = ACCENT;
    v.text_cursor.blink = false;
    v.slider_trailing_fill = true;
    let line = if looks.contrast {
        Color32::from_gray(150)
    } else {
        shade(card, 1.35)
    };
    let edge = if looks.contrast {
        line
    } else {
        shade(card, 1.5)
    };
    v.window_stroke = Stroke::new(1.0, edge);
    let w = &mut v.widgets;
    w.noninteractive.fg_stroke = Stroke::new(1.0, text);
    w.noninteractive.bg_stroke = Stroke::new(1.0, line);
    w.noninteractive.bg_fill = panel;
    for (state, fill, edge, ink) in [
        (&mut w.inactive, shade(card, 1.22), line, text),
        (&mut w.hovered, shade(card, 1.55), ACCENT, Color32::WHITE),
        (&mut w.active, shade(card, 1.8), ACCENT, Color32::WHITE),
        (&mut w.open, shade(card, 1.4), line, text),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(1.0, edge);
        state.fg_stroke = Stroke::new(1.2, ink);
        state.corner_radius = CornerRadius::same(5);
        state.expansion = 0.0;
    }
    v
}

/// Sizes of text and controls, and how long they move.
fn lay_out(style: &mut egui::Style, looks: &Looks) {
    for (name, size) in [
        (TextStyle::Small, 11.5),
        (TextStyle::Body, 14.0),
        (TextStyle::Button, 14.0),
        (TextStyle::Heading, 20.0),
    ] {
        style
            .text_styles
            .insert(name, FontId::new(size, FontFamily::Proportional));
    }
    style
        .text_styles
        .insert(TextStyle::Monospace, FontId::monospace(12.5));
    style.spacing.button_padding = egui::vec2(10.0, 5.0);
    style.spacing.item_spacing = egui::vec2(8.0, 6.0);
    style.spacing.interact_size.y = 26.0;
    if super::platform::is_touched() {
        style.spacing.interact_size = egui::Vec2::splat(FINGER);
        // a button with one letter is as wide as a finger
        style.spacing.button_padding.x = 0.42 * FINGER;
        style.spacing.icon_width = 24.0;
        style.spacing.icon_width_inner = 14.0;
        style.spacing.slider_rail_height = 12.0;
    }
    style.animation_time = if looks.still { 0.0 } else { 0.08 };
    style.scroll_animation = if looks.still {
        egui::style::ScrollAnimation::none()
    } else {
        egui::style::ScrollAnimation::default()
    };
}
