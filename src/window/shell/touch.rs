//! Fingers as a mouse: a tap points and clicks, a finger that stays points, one that moves drags,
//! two pan and zoom.

use egui::{Event, Modifiers, PointerButton, Pos2, Vec2};
use macroquad::miniquad::TouchPhase;

/// How far a finger moves before it drags, in points.
const SLACK: f32 = 10.0;
/// How long a finger stays before it only points, in seconds.
const LONG: f64 = 0.45;
/// The pinch of two fingers, in points, that is one notch of the wheel.
const NOTCH: f32 = 30.0;

#[derive(Copy, Clone, Debug)]
struct Finger {
    id: u64,
    at: Pos2,
}

/// What one finger does.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Gesture {
    /// It came down here then, and has not moved.
    Down(Pos2, f64),
    Drags,
    /// Two fingers move and zoom the board; their middle is here.
    Pans(Pos2),
    /// One of several, or the last of them: it does nothing more.
    Spent,
}

/// The fingers on the screen.
#[derive(Debug)]
pub struct Touch {
    fingers: Vec<Finger>,
    gesture: Gesture,
    pinch: f32,
}

impl Default for Touch {
    fn default() -> Self {
        Self {
            fingers: Vec::new(),
            gesture: Gesture::Spent,
            pinch: 0.0,
        }
    }
}

fn button(button: PointerButton, pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton {
        pos,
        button,
        pressed,
        modifiers: Modifiers::NONE,
    }
}

fn press(pos: Pos2, pressed: bool) -> Event {
    button(PointerButton::Primary, pos, pressed)
}

/// The button with which a mouse moves the board.
fn grab(pos: Pos2, pressed: bool) -> Event {
    button(PointerButton::Middle, pos, pressed)
}

/// Turns of the wheel.
fn wheel(notches: f32) -> Event {
    Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: Vec2::new(0.0, notches),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
        source: egui::MouseWheelSource::Wheel,
    }
}

impl Touch {
    /// The events of a finger that came, moved or left at a time in seconds.
    pub fn event(&mut self, phase: TouchPhase, id: u64, at: Pos2, time: f64) -> Vec<Event> {
        match phase {
            TouchPhase::Started => self.pressed(Finger { id, at }, time),
            TouchPhase::Moved => self.moved(Finger { id, at }),
            TouchPhase::Ended => self.left(id, at, time, true),
            TouchPhase::Cancelled => self.left(id, at, time, false),
        }
    }

    fn pressed(&mut self, finger: Finger, time: f64) -> Vec<Event> {
        self.fingers.push(finger);
        match self.fingers[..] {
            [one] => {
                self.gesture = Gesture::Down(one.at, time);
                vec![Event::PointerMoved(one.at)]
            }
            [first, second] => {
                let middle = first.at + (second.at - first.at) / 2.0;
                let before = std::mem::replace(&mut self.gesture, Gesture::Pans(middle));
                self.pinch = (first.at - second.at).length();
                let mut events = Vec::new();
                if before == Gesture::Drags {
                    events.push(press(first.at, false));
                }
                events.extend([Event::PointerMoved(middle), grab(middle, true)]);
                events
            }
            [_, _, _, ..] => self.let_go(),
            [] => Vec::new(),
        }
    }

    fn moved(&mut self, finger: Finger) -> Vec<Event> {
        let Some(held) = self.fingers.iter_mut().find(|held| held.id == finger.id) else {
            return Vec::new();
        };
        held.at = finger.at;
        match (self.gesture, &self.fingers[..]) {
            (Gesture::Down(start, _), _) if (finger.at - start).length() > SLACK => {
                self.gesture = Gesture::Drags;
                vec![press(start, true), Event::PointerMoved(finger.at)]
            }
            (Gesture::Drags, _) => vec![Event::PointerMoved(finger.at)],
            (Gesture::Pans(_), [first, second]) => {
                let (first, second) = (first.at, second.at);
                let middle = first + (second - first) / 2.0;
                let pinch = (first - second).length();
                let notches = (pinch - self.pinch) / NOTCH;
                (self.pinch, self.gesture) = (pinch, Gesture::Pans(middle));
                vec![Event::PointerMoved(middle), wheel(notches)]
            }
            _ => Vec::new(),
        }
    }

    /// Ends the gesture of two fingers.
    fn let_go(&mut self) -> Vec<Event> {
        match std::mem::replace(&mut self.gesture, Gesture::Spent) {
            Gesture::Pans(middle) => vec![grab(middle, false)],
            _ => Vec::new(),
        }
    }

    fn left(&mut self, id: u64, at: Pos2, time: f64, whole: bool) -> Vec<Event> {
        self.fingers.retain(|held| held.id != id);
        let gesture = std::mem::replace(&mut self.gesture, Gesture::Spent);
        match gesture {
            Gesture::Down(start, since) if whole && time - since < LONG => {
                vec![press(start, true), press(start, false)]
            }
            Gesture::Drags => vec![Event::PointerMoved(at), press(at, false)],
            Gesture::Pans(middle) => vec![grab(middle, false)],
            _ => Vec::new(),
        }
    }
}
