//! Frames of the window: how input is shared out to them, and what of one is drawn anew.

use skirmish::battle::Appearance;
use skirmish::look::layout::Camera;
use skirmish::window::{Piece, Sprites, apart, at_once, changes, marks, next_frame};

#[test]
fn what_is_quicker_than_frames_is_shared_out_to_several() {
    use egui::{Event, Key, Modifiers, PointerButton, pos2};
    let button = |x: f32, pressed| Event::PointerButton {
        pos: pos2(x, 5.0),
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let key = |key, pressed| Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    let frames = |mut events: Vec<Event>| -> Vec<usize> {
        std::iter::repeat_with(|| next_frame(&mut events).len())
            .take_while(|n| *n > 0)
            .collect()
    };
    // two clicks, and the mouse is elsewhere already
    let mut clicks = Vec::new();
    for x in [10.0, 40.0] {
        let moved = Event::PointerMoved(pos2(x, 5.0));
        clicks.extend([moved, button(x, true), button(x, false)]);
    }
    clicks.push(Event::PointerMoved(pos2(90.0, 5.0)));
    // whoever asks in a frame whether the button is down has seen it so
    assert_eq!(frames(clicks), [2, 1, 2, 1, 1]);
    let both = |k| [key(k, true), key(k, false)];
    assert_eq!(
        frames([Key::N, Key::N].into_iter().flat_map(both).collect()),
        [2, 2]
    );
    assert_eq!(
        frames([Key::A, Key::B].into_iter().flat_map(both).collect()),
        [4]
    );
    // what is held beside a key is still held when its frame looks for it
    let held = Event::ModifiersChanged;
    let [press, lift] = both(Key::N);
    let struck = vec![
        held(Modifiers::SHIFT),
        press,
        lift,
        held(Modifiers::NONE),
        Event::PointerMoved(pos2(90.0, 5.0)),
    ];
    assert_eq!(frames(struck), [3, 2]);
}

#[test]
fn where_nothing_is_to_glide_a_turn_of_the_wheel_does_all_in_one_frame() {
    use egui::{Event, Modifiers, MouseWheelSource, MouseWheelUnit, TouchPhase, vec2};
    let turned = |still: bool| {
        let notches = Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: vec2(0.0, -3.0),
            phase: TouchPhase::Move,
            modifiers: Modifiers::NONE,
            source: MouseWheelSource::Wheel,
        };
        let mut events = vec![Event::PointerMoved(egui::pos2(5.0, 5.0)), notches];
        if still {
            events = at_once(events, 40.0);
        }
        let ctx = egui::Context::default();
        [events, Vec::new()].map(|events| {
            let input = egui::RawInput {
                events,
                ..egui::RawInput::default()
            };
            let mut by = 0.0;
            let mut output = ctx.run_ui(input, |ui| by = ui.input(|i| i.smooth_scroll_delta().y));
            output.textures_delta.clear();
            by
        })
    };
    let [first, then] = turned(true);
    assert!(
        (first + 120.0).abs() < 0.01 && then == 0.0,
        "{first} {then}"
    );
    let [first, then] = turned(false);
    assert!(first > -110.0 && then < 0.0, "{first} {then}");
}

/// Triangles of even squares, as they come from the panels.
fn squares(all: &[(f32, egui::Color32)]) -> Vec<egui::ClippedPrimitive> {
    let square = |(x, fill): &(f32, egui::Color32)| egui::epaint::ClippedShape {
        clip_rect: egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(400.0, 100.0)),
        shape: egui::Shape::rect_filled(
            egui::Rect::from_min_size(egui::pos2(*x, 10.0), egui::vec2(20.0, 20.0)),
            0.0,
            *fill,
        ),
        transform_after_tessellation: egui::emath::TSTransform::IDENTITY,
    };
    let ctx = egui::Context::default();
    let mut output = ctx.run_ui(egui::RawInput::default(), |_| {});
    output.textures_delta.clear();
    ctx.tessellate(all.iter().map(square).collect(), 1.0)
}

#[test]
fn only_what_has_changed_in_a_frame_is_drawn_again() {
    use egui::{Color32, Rect, pos2};
    let (red, blue) = (Color32::RED, Color32::BLUE);
    let before = marks(&squares(&[(10.0, red), (100.0, red), (300.0, red)]), |_| 0);
    assert_eq!(changes(&before, &before), []);
    // one has moved: where it was and where it is, and neither of the others
    let after = marks(&squares(&[(10.0, red), (200.0, red), (300.0, red)]), |_| 0);
    let places = changes(&before, &after);
    let touched = |x: f32| places.iter().any(|place| place.contains(pos2(x, 20.0)));
    assert!(touched(110.0) && touched(210.0), "{places:?}");
    assert!(!touched(20.0) && !touched(310.0), "{places:?}");
    // one has another colour, one has gone, one has come
    for other in [
        vec![(10.0, red), (100.0, blue), (300.0, red)],
        vec![(10.0, red), (300.0, red)],
        vec![(10.0, red), (100.0, red), (105.0, blue), (300.0, red)],
    ] {
        let places = changes(&before, &marks(&squares(&other), |_| 0));
        let near = Rect::from_min_max(pos2(95.0, 0.0), pos2(130.0, 40.0));
        assert!(
            !places.is_empty() && places.iter().all(|p| near.contains_rect(*p)),
            "{places:?}"
        );
    }
    // what a texture shows is not what it showed
    let other = marks(&squares(&[(10.0, red), (100.0, red), (300.0, red)]), |_| 1);
    let places = changes(&before, &other);
    let touched = |x: f32| places.iter().any(|place| place.contains(pos2(x, 20.0)));
    assert!([15.0, 105.0, 305.0].into_iter().all(touched), "{places:?}");
    // what lay over another lies under it now
    let over = marks(&squares(&[(100.0, red), (110.0, blue)]), |_| 0);
    let under = marks(&squares(&[(110.0, blue), (100.0, red)]), |_| 0);
    let places = changes(&over, &under);
    assert!(
        places.iter().any(|place| place.contains(pos2(115.0, 20.0))),
        "{places:?}"
    );
}

#[test]
fn places_that_are_mended_have_nothing_in_common() {
    use egui::{Rect, pos2};
    let place = |l: f32, t: f32, r: f32, b: f32| Rect::from_min_max(pos2(l, t), pos2(r, b));
    let all = [
        place(0.0, 0.0, 20.0, 20.0),
        place(10.0, 10.0, 30.0, 30.0),
        place(5.0, 15.0, 40.0, 18.0),
        place(2.0, 2.0, 4.0, 4.0),
    ];
    let parts = apart(&all);
    for x in 0..45 {
        for y in 0..35 {
            let at = pos2(x as f32 + 0.5, y as f32 + 0.5);
            let wanted = usize::from(all.iter().any(|p| p.contains(at)));
            assert_eq!(
                parts.iter().filter(|p| p.contains(at)).count(),
                wanted,
                "{at}"
            );
        }
    }
}

/// Frames until nothing is left to draw, of so many figures of all kinds of looks, large on the
/// screen; none: it never rests.
fn frames_until_rest(sprites: &mut Sprites, figures: u8, begun: u32) -> Option<u32> {
    let ctx = egui::Context::default();
    let view = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(3000.0, 3000.0));
    let camera = Camera {
        centre: egui::pos2(6.0, 6.0),
        zoom: 160.0,
        view,
    };
    let pieces = Vec::from_iter((0..figures).map(|i| Piece {
        at: egui::pos2(f32::from(i % 12), f32::from(i / 12)),
        radius: 0.45,
        side: usize::from(i % 2),
        appearance: Appearance::default(),
        letter: 'A',
        facing: None,
        aloft: false,
        health: Some((i, figures)),
        spent: false,
        disabled: false,
        presence: 1.0,
        riders: Vec::new(),
    }));
    (0..100).find(|frame| {
        let input = egui::RawInput {
            time: Some(f64::from(begun + frame)),
            screen_rect: Some(view),
            ..egui::RawInput::default()
        };
        let mut waits = false;
        let mut output = ctx.run_ui(input, |ui| {
            sprites.show(ui, &ui.painter().clone(), &camera, pieces.iter());
            waits = ui.ctx().has_requested_repaint();
        });
        output.textures_delta.clear();
        *frame > 2 && !waits
    })
}

#[test]
fn more_figures_than_there_is_room_for_come_to_rest() {
    let mut sprites = Sprites::default();
    assert!(frames_until_rest(&mut sprites, 10, 0).is_some());
    assert!(frames_until_rest(&mut sprites, 100, 1000).is_some());
    // others stand there now: those that have gone make room
    assert!(frames_until_rest(&mut sprites, 20, 2000).is_some());
}
