//! Turns miniquad's events into egui's.

use super::touch::Touch;
use egui::{Event, Key, Modifiers, Pos2, pos2, vec2};
use macroquad::miniquad::{self, EventHandler, KeyCode, KeyMods, MouseButton};

/// Turns miniquad's events into egui's.
#[derive(Default)]
pub(super) struct Input {
    pub(super) ppp: f32,
    pub(super) events: Vec<Event>,
    modifiers: Modifiers,
    pointer: Pos2,
    touch: Touch,
}

fn modifiers(keys: KeyMods) -> Modifiers {
    Modifiers {
        alt: keys.alt,
        ctrl: keys.ctrl,
        shift: keys.shift,
        mac_cmd: false,
        command: keys.ctrl || keys.logo,
    }
}

fn button(button: MouseButton) -> Option<egui::PointerButton> {
    Some(match button {
        MouseButton::Left => egui::PointerButton::Primary,
        MouseButton::Right => egui::PointerButton::Secondary,
        MouseButton::Middle => egui::PointerButton::Middle,
        _ => return None,
    })
}

/// A key by its place on the keyboard; signs that keyboards have in different places come as
/// letters ([`sign`]).
fn key(code: KeyCode, shift: bool) -> Option<Key> {
    Some(match code {
        KeyCode::Space => Key::Space,
        KeyCode::Enter | KeyCode::KpEnter => Key::Enter,
        KeyCode::Escape => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Right => Key::ArrowRight,
        KeyCode::Left => Key::ArrowLeft,
        KeyCode::Down => Key::ArrowDown,
        KeyCode::Up => Key::ArrowUp,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::Minus | KeyCode::KpSubtract => Key::Minus,
        KeyCode::KpAdd => return None,
        KeyCode::Equal | KeyCode::Slash if shift => return None,
        KeyCode::Equal => Key::Equals,
        KeyCode::Comma => Key::Comma,
        KeyCode::Period => Key::Period,
        KeyCode::Slash => Key::Slash,
        KeyCode::LeftBracket => Key::OpenBracket,
        KeyCode::RightBracket => Key::CloseBracket,
        other => return Key::from_name(format!("{other:?}").trim_start_matches("Key")),
    })
}

/// The key of a sign, wherever the keyboard has it.
fn sign(letter: char) -> Option<Key> {
    match letter {
        '?' => Some(Key::Questionmark),
        '+' => Some(Key::Plus),
        _ => None,
    }
}

impl EventHandler for Input {
    fn touch_event(&mut self, phase: miniquad::TouchPhase, id: u64, x: f32, y: f32) {
        let at = pos2(x / self.ppp, y / self.ppp);
        let events = self.touch.event(phase, id, at, miniquad::date::now());
        self.events.extend(events);
    }
    fn update(&mut self) {}
    fn draw(&mut self) {}
    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        self.pointer = pos2(x / self.ppp, y / self.ppp);
        self.events.push(Event::PointerMoved(self.pointer));
    }
    fn mouse_wheel_event(&mut self, x: f32, y: f32) {
        self.events.push(Event::MouseWheel {
            unit: egui::MouseWheelUnit::Line,
            delta: vec2(x.clamp(-3.0, 3.0), y.clamp(-3.0, 3.0)),
            phase: egui::TouchPhase::Move,
            modifiers: self.modifiers,
            source: egui::MouseWheelSource::Wheel,
        });
    }
    fn mouse_button_down_event(&mut self, which: MouseButton, x: f32, y: f32) {
        self.press(which, x, y, true);
    }
    fn mouse_button_up_event(&mut self, which: MouseButton, x: f32, y: f32) {
        self.press(which, x, y, false);
    }
    fn char_event(&mut self, character: char, keys: KeyMods, _repeat: bool) {
        if !character.is_control() && !keys.ctrl && !keys.logo {
            self.events.push(Event::Text(character.to_string()));
            for pressed in [true, false] {
                self.events.extend(sign(character).map(|key| Event::Key {
                    key,
                    physical_key: None,
                    pressed,
                    repeat: false,
                    modifiers: Modifiers::NONE,
                }));
            }
        }
    }
    fn key_down_event(&mut self, code: KeyCode, keys: KeyMods, repeat: bool) {
        self.hold(code, keys, true);
        match (keys.ctrl, code) {
            (true, KeyCode::C) => self.events.push(Event::Copy),
            (true, KeyCode::X) => self.events.push(Event::Cut),
            (true, KeyCode::V) => {
                if let Some(text) = miniquad::window::clipboard_get() {
                    self.events.push(Event::Paste(text));
                }
            }
            _ => self.strike(code, keys, true, repeat),
        }
    }
    fn key_up_event(&mut self, code: KeyCode, keys: KeyMods) {
        self.strike(code, keys, false, false);
        self.hold(code, keys, false);
    }
}

impl Input {
    /// Takes note of the keys that are held beside others, and says so where they are others now.
    /// The event of such a key itself tells how it was before.
    fn hold(&mut self, code: KeyCode, keys: KeyMods, pressed: bool) {
        let mut keys = keys;
        match code {
            KeyCode::LeftShift | KeyCode::RightShift => keys.shift = pressed,
            KeyCode::LeftControl | KeyCode::RightControl => keys.ctrl = pressed,
            KeyCode::LeftAlt | KeyCode::RightAlt => keys.alt = pressed,
            KeyCode::LeftSuper | KeyCode::RightSuper => keys.logo = pressed,
            _ => {}
        }
        let held = modifiers(keys);
        if held != self.modifiers {
            self.modifiers = held;
            self.events.push(Event::ModifiersChanged(held));
        }
    }
    fn press(&mut self, which: MouseButton, x: f32, y: f32, pressed: bool) {
        self.pointer = pos2(x / self.ppp, y / self.ppp);
        if let Some(button) = button(which) {
            self.events.push(Event::PointerMoved(self.pointer));
            self.events.push(Event::PointerButton {
                pos: self.pointer,
                button,
                pressed,
                modifiers: self.modifiers,
            });
        }
    }
    fn strike(&mut self, code: KeyCode, keys: KeyMods, pressed: bool, repeat: bool) {
        if let Some(key) = key(code, keys.shift) {
            self.events.push(Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat,
                modifiers: modifiers(keys),
            });
        }
    }
}

/// Takes the events of the next frame from those that have come: a button goes down in one and up
/// in another, no key comes twice, and what is held beside a key stays so for its frame, so that
/// whatever is quicker than frames is neither lost nor taken for something else.
pub fn next_frame(events: &mut Vec<Event>) -> Vec<Event> {
    let mut keys: Vec<Key> = Vec::new();
    let mut end = events.len();
    for (i, event) in events.iter().enumerate() {
        match event {
            Event::PointerButton { .. } => {
                end = i + 1;
                break;
            }
            Event::Key { key, pressed, .. } if *pressed => {
                if keys.contains(key) {
                    end = i;
                    break;
                }
                keys.push(*key);
            }
            Event::ModifiersChanged(_) if !keys.is_empty() => {
                end = i;
                break;
            }
            _ => {}
        }
    }
    let rest = events.split_off(end);
    std::mem::replace(events, rest)
}

/// What a touchpad sends at once is less than this, in points; egui lets what is more glide.
const GLIDES: f32 = 7.0;

/// Turns of the wheel, a notch of so many points, so that they do all that they do in their frame
/// and nothing glides after them.
pub fn at_once(events: Vec<Event>, line: f32) -> Vec<Event> {
    let mut all = Vec::with_capacity(events.len());
    for event in events {
        match event {
            Event::MouseWheel {
                unit: egui::MouseWheelUnit::Line,
                delta,
                phase,
                modifiers,
                source,
            } => {
                let delta = delta * line;
                let parts = (delta.length() / GLIDES).ceil().max(1.0);
                all.extend((0..parts as usize).map(|_| Event::MouseWheel {
                    unit: egui::MouseWheelUnit::Point,
                    delta: delta / parts,
                    phase,
                    modifiers,
                    source,
                }));
            }
            other => all.push(other),
        }
    }
    all
}

/// The mouse cursor egui asks for.
pub(super) fn cursor(icon: egui::CursorIcon) -> miniquad::CursorIcon {
    use egui::CursorIcon as E;
    use miniquad::CursorIcon as M;
    match icon {
        E::PointingHand => M::Pointer,
        E::Text => M::Text,
        E::Grab | E::Grabbing | E::Move | E::AllScroll => M::Move,
        E::Crosshair => M::Crosshair,
        E::NotAllowed | E::NoDrop => M::NotAllowed,
        E::ResizeHorizontal | E::ResizeEast | E::ResizeWest | E::ResizeColumn => M::EWResize,
        E::ResizeVertical | E::ResizeNorth | E::ResizeSouth | E::ResizeRow => M::NSResize,
        E::Wait | E::Progress => M::Wait,
        E::Help => M::Help,
        _ => M::Default,
    }
}
