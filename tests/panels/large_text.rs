//! Large text in the smallest window: nothing that matters lies beyond an edge.

use super::{Table, at_home, key, press, see, table_of};
use egui_kittest::kittest::Queryable;
use skirmish::store::options::BattleOptions;
use skirmish::window::App;

/// The rooms there are at the sizes of text that the settings offer: 1024 × 640 and 1280 × 720 dots
/// at 100, 125, 150 and 200 percent.
const ROOMS: [[f32; 2]; 8] = [
    [1024.0, 640.0],
    [819.0, 512.0],
    [683.0, 427.0],
    [512.0, 320.0],
    [1280.0, 720.0],
    [1024.0, 576.0],
    [853.0, 480.0],
    [640.0, 360.0],
];

/// A battle in a window of so many points, the figures in their places.
fn battle_in(room: [f32; 2]) -> Table {
    let options = BattleOptions {
        map: Some("duel-ground".into()),
        forces: ["dwarves", "orcs"].map(String::from).to_vec(),
        agents: vec!["human".into(), "utility".into()],
        seed: Some(7),
        ..BattleOptions::default()
    };
    let setup = options.setup("human").expect("a battle");
    let mut table = table_of(room, App::battle(setup).expect("a battle that begins"));
    press(&mut table, "Place everything for me");
    table
}

/// Fails unless what says this lies within the window.
fn in_reach(table: &Table, label: &str, room: [f32; 2]) {
    let node = table.get_by_label(label);
    let window = table.ctx.content_rect();
    assert!(
        window.contains_rect(node.rect()),
        "{label:?} at {:?} lies beyond {room:?}",
        node.rect()
    );
}

#[test]
fn the_buttons_of_the_end_are_in_reach_and_no_number_is_cut_off() {
    at_home(|| {
        for room in ROOMS {
            let mut table = battle_in(room);
            table.key_press_modifiers(egui::Modifiers::CTRL, egui::Key::P);
            table.run();
            see(&table, &["Result", "Winner: ", "expected", "3.50"]);
            for label in [
                "expected",
                "Play again",
                "Save report",
                "Save picture",
                "Look at the board",
                "Go to the menu",
            ] {
                in_reach(&table, label, room);
            }
            // where it was put is said, and no button moves away under the mouse
            let before = table.get_by_label("Go to the menu").rect();
            press(&mut table, "Save report");
            see(&table, &["The report is in "]);
            let after = table.get_by_label("Go to the menu").rect();
            assert!(before.center().distance(after.center()) < 1.5, "{room:?}");
        }
    });
}

#[test]
fn wishes_can_be_made_in_a_low_panel_too() {
    at_home(|| {
        for room in ROOMS {
            let mut table = battle_in(room);
            key(&mut table, egui::Key::N);
            for wish in [
                "Turn figures automatically",
                "Settle clear cases automatically",
            ] {
                table.get_by_label(wish).scroll_to_me();
                table.run();
                in_reach(&table, wish, room);
            }
        }
    });
}

#[test]
fn a_battle_that_is_watched_leaves_the_board_more_than_half_of_a_low_window() {
    at_home(|| {
        for room in [[512.0, 320.0], [640.0, 360.0]] {
            let mut table = battle_in(room);
            table.key_press_modifiers(egui::Modifiers::CTRL, egui::Key::P);
            table.run();
            press(&mut table, "Look at the board");
            for label in ["Back", "Play", "Forward", "Round", "Tools", "Take over"] {
                in_reach(&table, label, room);
            }
            let bar = table.get_by_label_contains("Timeline").rect();
            assert!(room[1] - bar.top() < 80.0, "{bar:?} in {room:?}");
        }
    });
}
