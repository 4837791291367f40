//! The pictures of the board: drawn part by part, and kept as long as they are seen.

use super::{Table, at_home, battle, key, point, press, until, wheel};
use skirmish::window::{FIGURES, OVERVIEW};

#[test]
fn after_zooming_the_board_is_drawn_anew_part_by_part_while_it_stays_in_view() {
    at_home(|| {
        let mut table = battle("village", ["dwarves", "orcs"]);
        let shown = |table: &Table| table.state().picture().expect("a board").revision;
        let before = shown(&table);
        point(&mut table, "M12");
        wheel(&mut table, 3.0);
        let parts = |table: &Table| table.state().coming().map(|p| p.patches.len());
        let mut frames = 0;
        while parts(&table).is_none() {
            table.step();
            frames += 1;
            assert!(frames < 60, "it never becomes sharp");
        }
        let mut drawn = Vec::new();
        while let Some(there) = parts(&table) {
            assert_eq!(shown(&table), before, "what there was stays");
            drawn.push(there);
            // a slow machine: then there is one part in each frame
            table.state().drew(10.0, 0.0);
            table.step();
            assert!(drawn.len() < 500, "it never ends");
        }
        assert_ne!(shown(&table), before);
        assert!(drawn.len() > 8, "{drawn:?}");
        assert!(drawn[1..].windows(2).all(|w| w[1] == w[0] + 1), "{drawn:?}");
    });
}

#[test]
fn figures_are_drawn_once_and_the_whole_board_is_kept_while_a_part_of_it_is_seen() {
    at_home(|| {
        let mut table = battle("duel-ground", ["dwarves", "orcs"]);
        press(&mut table, "Place everything for me");
        let drawn = |table: &Table, what| {
            let all = table.state().pictures();
            let picture = all.iter().find(|(id, _)| *id == what);
            picture.map(|(_, picture)| picture.patches.len())
        };
        // who looks the same is drawn once
        let figures = drawn(&table, FIGURES).expect("figures");
        assert!((4..12).contains(&figures), "{figures}");
        assert_eq!(drawn(&table, OVERVIEW), None, "all of the board is seen");
        point(&mut table, "J12");
        wheel(&mut table, 4.0);
        table.step();
        assert_eq!(drawn(&table, FIGURES), Some(figures), "while it zooms");
        until(&mut table, "figures stay as they were", |table| {
            drawn(table, FIGURES) > Some(figures)
        });
        until(&mut table, "there is no picture of the whole", |table| {
            drawn(table, OVERVIEW).is_some()
        });
        table.run();
        let larger = drawn(&table, FIGURES);
        key(&mut table, egui::Key::F);
        until(&mut table, "the picture of the whole is kept", |table| {
            drawn(table, OVERVIEW).is_none()
        });
        table.run();
        assert!(drawn(&table, FIGURES) > larger);
    });
}
