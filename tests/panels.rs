//! The panels of the window, found by what they say: no display, no pictures, the same widgets.
//!
//! The harness also fails a test when a control has no name for who cannot see it, or when a
//! letter is in none of the fonts.

#[path = "panels/board.rs"]
mod board;
#[path = "panels/book.rs"]
mod book;
#[path = "panels/drawing.rs"]
mod drawing;
#[path = "panels/large_text.rs"]
mod large_text;
#[path = "panels/saved.rs"]
mod saved;
#[path = "panels/thinking.rs"]
mod thinking;

use egui::Pos2;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use skirmish::store::disk::with_home;
use skirmish::store::options::BattleOptions;
use skirmish::window::App;

/// The app of a window of 1024 × 640 points, the smallest that is promised.
type Table = Harness<'static, App>;

/// Runs a test with a data folder of its own.
fn at_home(run: impl FnOnce()) {
    let home = tempfile::tempdir().expect("a folder");
    with_home(home.path(), run);
}

fn table(app: App) -> Table {
    table_of([1024.0, 640.0], app)
}

fn table_of(size: [f32; 2], app: App) -> Table {
    let mut table = Harness::builder()
        .with_size(size)
        .with_step_dt(0.1)
        .with_max_steps(2000)
        .build_ui_state(|ui, app: &mut App| app.frame(ui), app);
    table.run();
    table
}

fn menu() -> Table {
    table(App::new(Some(7)))
}

/// A battle of a person against the computer, where the person comes first.
fn battle(map: &str, forces: [&str; 2]) -> Table {
    let options = BattleOptions {
        map: Some(map.into()),
        forces: forces.map(String::from).to_vec(),
        agents: vec!["human".into(), "utility".into()],
        seed: Some(7),
        ..BattleOptions::default()
    };
    let setup = options.setup("human").expect("a battle");
    table(App::battle(setup).expect("a battle that begins"))
}

/// Presses what has this name, and waits until nothing moves.
fn press(table: &mut Table, label: &str) {
    table.get_by_label(label).click();
    table.run();
}

fn key(table: &mut Table, key: egui::Key) {
    table.key_press(key);
    table.run();
}

fn point(table: &mut Table, space: &str) {
    let at: Pos2 = table.state().place_of(space).expect("a space in view");
    table.hover_at(at);
    table.run();
}

/// Turns the wheel where the mouse is.
fn wheel(table: &mut Table, notches: f32) {
    table.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: egui::vec2(0.0, notches),
        phase: egui::TouchPhase::Move,
        modifiers: egui::Modifiers::NONE,
        source: egui::MouseWheelSource::Wheel,
    });
}

/// Where the figures of a side stand, by the list of all figures.
fn places(table: &Table, side: &str) -> Vec<String> {
    let all = table.query_all_by_role(egui::accesskit::Role::Button);
    let labels = all.filter_map(|node| node.accesskit_node().label());
    labels
        .filter_map(|label| {
            let (who, space) = label.split_once(" - ")?;
            let there = who.starts_with(side) && space.chars().any(|c| c.is_ascii_digit());
            there.then(|| space.to_owned())
        })
        .collect()
}

/// Fails unless each of these stands on the screen.
fn see(table: &Table, all: &[&str]) {
    for text in all {
        let found = table.query_all_by_label_contains(text).next().is_some();
        assert!(found, "nothing says {text:?}");
    }
}

/// Fails where a button reaches over the left or right edge of the window; below it there may be
/// more to scroll to.
fn nothing_is_cut_off(table: &Table) {
    let room = table.ctx.content_rect().x_range().expand(1.0);
    for button in table.query_all_by_role(egui::accesskit::Role::Button) {
        let wide = button.rect().x_range();
        assert!(
            room.contains(wide.min) && room.contains(wide.max),
            "{button:?} reaches over the edge"
        );
    }
}

/// Lets frames pass until something is so, however many that takes.
fn until(table: &mut Table, what: &str, so: impl Fn(&Table) -> bool) {
    let began = std::time::Instant::now();
    while !so(table) {
        assert!(began.elapsed().as_secs() < 120, "{what}");
        table.step();
    }
}

#[test]
fn the_menu_leads_everywhere_and_back() {
    at_home(|| {
        let mut table = menu();
        see(&table, &["skirmish", "Quick battle", "New battle", "Quit"]);
        assert!(table.query_by_label("Continue last battle").is_none());
        for (name, says) in [
            ("New battle", "House rules..."),
            ("Saved battles", "There are no saved battles yet"),
            ("Maps", "Play here"),
            ("Forces", "New force"),
        ] {
            press(&mut table, name);
            see(&table, &[says]);
            nothing_is_cut_off(&table);
            press(&mut table, "Back");
            see(&table, &["Quick battle"]);
        }
        press(&mut table, "Settings");
        press(&mut table, "Close");
        press(&mut table, "Quick battle");
        see(&table, &["Dwarves", "Orcs", "Before the battle"]);
        press(&mut table, "Menu");
        see(&table, &["Continue last battle"]);
    });
}

#[test]
fn settings_change_the_size_of_text_and_are_kept() {
    at_home(|| {
        let mut table = menu();
        press(&mut table, "Settings");
        assert_eq!(table.ctx.zoom_factor(), 1.0);
        press(&mut table, "125%");
        assert_eq!(table.ctx.zoom_factor(), 1.25);
        press(&mut table, "High contrast");
        assert_eq!(
            table.ctx.global_style().visuals.panel_fill,
            egui::Color32::BLACK
        );
        press(&mut table, "Reduced motion");
        press(&mut table, "Close");
        drop(table);
        // the next window looks the same
        let table = menu();
        assert_eq!(table.ctx.zoom_factor(), 1.25);
        assert_eq!(
            table.ctx.global_style().visuals.panel_fill,
            egui::Color32::BLACK
        );
    });
}

#[test]
fn settings_that_cannot_be_read_are_told_of_and_never_lost() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("window.toml");
    let damaged = "size = 100\nspeed = \"fast\"\n";
    std::fs::write(&file, damaged).expect("a file");
    with_home(home.path(), || {
        let mut table = menu();
        see(
            &table,
            &["window.toml:2:9", "The default settings are used"],
        );
        assert_eq!(table.ctx.zoom_factor(), 1.0);
        press(&mut table, "Close");
        assert!(table.query_by_label_contains("window.toml").is_none());
        assert_eq!(
            std::fs::read_to_string(&file).ok().as_deref(),
            Some(damaged)
        );
        press(&mut table, "Settings");
        press(&mut table, "125%");
        let aside = std::fs::read_to_string(home.path().join("window.toml.damaged"));
        assert_eq!(aside.ok().as_deref(), Some(damaged));
        drop(table);
        let table = menu();
        assert_eq!(table.ctx.zoom_factor(), 1.25);
        assert!(table.query_by_label_contains("window.toml").is_none());
        // a number that nobody could use a window with
        std::fs::write(&file, "size = 4000\n").expect("a file");
        see(&menu(), &["4000 is out of range, expected 50 to 300"]);
    });
}

#[test]
fn a_new_battle_is_put_together() {
    at_home(|| {
        let mut table = menu();
        // everything in view, without scrolling
        table.set_size([1280.0, 1200.0].into());
        press(&mut table, "New battle");
        press(&mut table, "Squares");
        assert!(table.query_by_label("Crater").is_none());
        assert!(table.query_by_label("Village").is_some());
        press(&mut table, "Hexes");
        press(&mut table, "Crater");
        press(&mut table, "violence");
        see(&table, &["Side 1", "Side 2", "points", "figures"]);
        press(&mut table, "House rules...");
        see(&table, &["House rules", "unchanged", "Use these"]);
        press(&mut table, "Use these");
        press(&mut table, "Add a side");
        see(&table, &["Side 3"]);
        press(&mut table, "Begin");
        see(&table, &["Menu", "Hint", "Play rest of step"]);
    });
}

#[test]
fn c5_changed_a_scenario_that_a_map_or_the_rules_do_not_have_is_not_offered_and_says_why() {
    at_home(|| {
        let mut table = menu();
        table.set_size([1280.0, 1200.0].into());
        press(&mut table, "New battle");
        let offered = |table: &mut Table, scenario: &str| {
            table.get_by_label("Scenario").click();
            table.run();
            let free = {
                let node = table.get_by_label(scenario);
                node.hover();
                !node.accesskit_node().is_disabled()
            };
            table.run();
            table.run_steps(12);
            free
        };
        press(&mut table, "Duel Ground");
        assert!(!offered(&mut table, "Fortress Assault"));
        see(&table, &["has no building and no wall of 4 to 60"]);
        key(&mut table, egui::Key::Escape);
        press(&mut table, "Dockland");
        assert!(offered(&mut table, "Fortress Assault"));
        key(&mut table, egui::Key::Escape);
        press(&mut table, "violence");
        assert!(!offered(&mut table, "Fortress Assault"));
        see(&table, &["violence cannot play the aim"]);
    });
}

#[test]
fn a_battle_says_what_is_asked_and_offers_what_can_be_done() {
    at_home(|| {
        let mut table = battle("duel-ground", ["dwarves", "orcs"]);
        see(
            &table,
            &[
                "Which figure do you place, and where?",
                "Click a space in your zone",
                "1.1 Thane",
            ],
        );
        nothing_is_cut_off(&table);
        press(&mut table, "Place everything for me");
        see(
            &table,
            &["Act with a figure", "Round 1 of 5", "Turn: Dwarves"],
        );
        key(&mut table, egui::Key::N);
        see(&table, &["1.2 Runepriest", "Inspiration"]);
        // where it could go, at what cost and danger
        point(&mut table, "D5");
        see(
            &table,
            &["D5", "Move to D5, cost 1", "before its next move"],
        );
        press(&mut table, "Hint");
        // words first; the numbers are behind a fold that is closed
        see(&table, &["1. ", "2. ", "; the second choice, ", "Numbers"]);
        assert!(table.query_by_label_contains("Chosen: ").is_none());
        press(&mut table, "Do it");
        press(&mut table, "Undo");
        see(&table, &["Act with a figure"]);
        nothing_is_cut_off(&table);
    });
}

#[test]
fn odds_are_exact_and_name_every_number() {
    at_home(|| {
        let mut table = battle("duel-ground", ["elves", "orcs"]);
        // the elves have a question before they are set up
        key(&mut table, egui::Key::Enter);
        press(&mut table, "Place everything for me");
        key(&mut table, egui::Key::N);
        // the usual answers, until somebody may attack an enemy in reach
        let aimed = (0..200).any(|_| {
            key(&mut table, egui::Key::Enter);
            press(&mut table, "Score");
            let enemies = places(&table, "2.");
            key(&mut table, egui::Key::N);
            enemies.iter().any(|space| {
                point(&mut table, space);
                let ends = table.query_all_by_label("Possible results");
                ends.count() > 0
            })
        });
        assert!(aimed, "no enemy ever came into reach");
        see(&table, &["sight", "to defeat", "%  ("]);
    });
}

#[test]
fn the_reasons_of_the_computer_add_up_on_the_screen() {
    at_home(|| {
        let mut table = battle("duel-ground", ["dwarves", "orcs"]);
        press(&mut table, "Place everything for me");
        for _ in 0..3 {
            press(&mut table, "End step");
            if table.query_by_label("End step").is_none() {
                break;
            }
        }
        press(&mut table, "Why");
        see(&table, &[": it "]);
        press(&mut table, "Numbers");
        see(&table, &["Chosen: ", "total "]);
        press(&mut table, "Log");
        see(&table, &["== "]);
        press(&mut table, "Score");
        see(&table, &["2.1 Warlord", "points", "lost"]);
        press(&mut table, "?");
        see(
            &table,
            &[
                "select the next figure",
                "undo, as far as the last dice roll",
            ],
        );
    });
}

#[test]
fn the_log_forgets_what_was_taken_back_while_nobody_looked_at_it() {
    at_home(|| {
        let mut table = battle("duel-ground", ["dwarves", "orcs"]);
        for space in ["D2", "F2"] {
            let at = table.state().place_of(space).expect("a space in view");
            point(&mut table, space);
            table.drag_at(at);
            table.drop_at(at);
            table.run();
            press(&mut table, "Log");
            let said = format!("is placed on {space}");
            let painted = table.output().shapes.iter().any(|clipped| {
                matches!(&clipped.shape, egui::Shape::Text(text) if text.galley.text().contains(&said))
            });
            assert!(painted, "the log does not show {said:?}");
            press(&mut table, "Figure");
            press(&mut table, "Undo");
        }
    });
}

#[test]
fn a_force_is_built_with_its_cost_and_warnings_in_place() {
    at_home(|| {
        let mut table = menu();
        press(&mut table, "Forces");
        press(&mut table, "New force");
        press(&mut table, "hero");
        see(&table, &["2 points"]);
        let mut tough = table.query_all_by_label_contains("Tough");
        tough.next().expect("a trait").click();
        drop(tough);
        table.run();
        see(&table, &["4 points", "but no armour"]);
        nothing_is_cut_off(&table);
        press(&mut table, "Undo");
        press(&mut table, "Undo");
    });
}

#[test]
fn four_sides_find_room_in_the_smallest_window() {
    at_home(|| {
        let options = BattleOptions {
            map: Some("crater".into()),
            forces: ["orcs", "medieval-infantry", "zombies", "mightiest-heroes"]
                .map(String::from)
                .to_vec(),
            agents: ["human", "utility", "charge", "human"]
                .map(Into::into)
                .to_vec(),
            seed: Some(7),
            ..BattleOptions::default()
        };
        let setup = options.setup("human").expect("a battle");
        let table = table(App::battle(setup).expect("a battle that begins"));
        let badges: Vec<egui::Rect> = table
            .query_all_by_label_contains(" points")
            .map(|node| node.rect())
            .filter(|rect| rect.bottom() < 100.0)
            .collect();
        assert_eq!(badges.len(), 4);
        let round = table.get_by_label("Before the battle").rect();
        for (i, one) in badges.iter().enumerate() {
            assert!(table.ctx.content_rect().contains_rect(*one), "{one}");
            assert!(!one.intersects(round), "{one} lies on {round}");
            assert!(badges[i + 1..].iter().all(|other| !one.intersects(*other)));
        }
    });
}

#[test]
fn the_editor_shows_tools_map_and_scenario_in_one_panel_where_there_is_no_room_for_two() {
    at_home(|| {
        let app = App::edit_map(Some("village")).expect("a map");
        // as large as 1280 × 720 with text of twice the size
        let mut table = table_of([640.0, 360.0], app);
        see(&table, &["Symmetry"]);
        press(&mut table, "Map");
        see(&table, &["Check"]);
        press(&mut table, "Scenario");
        nothing_is_cut_off(&table);
        press(&mut table, "Tools");
        see(&table, &["Symmetry"]);
    });
}

#[test]
fn a_force_that_was_not_saved_is_there_again_when_the_window_went() {
    at_home(|| {
        let begun = || {
            let mut table = menu();
            press(&mut table, "Forces");
            press(&mut table, "New force");
            table
        };
        let mut table = begun();
        press(&mut table, "hero");
        see(&table, &["2 points"]);
        // gone without a word, as if it had been killed
        drop(table);
        let mut table = begun();
        see(&table, &["2 points", "Your unsaved changes are restored"]);
        press(&mut table, "Undo");
        assert!(table.query_by_label_contains("2 points").is_none());
        // taken back, so there is nothing to ask about, and nothing to bring back
        press(&mut table, "Back");
        press(&mut table, "New force");
        assert!(
            table
                .query_by_label_contains("Your unsaved changes")
                .is_none()
        );
        press(&mut table, "hero");
        press(&mut table, "Back");
        press(&mut table, "Leave without saving");
        press(&mut table, "New force");
        assert!(
            table
                .query_by_label_contains("Your unsaved changes")
                .is_none()
        );
    });
}

#[test]
fn the_threat_tool_says_what_it_shows_or_why_it_shows_nothing() {
    at_home(|| {
        let mut table = battle("duel-ground", ["dwarves", "orcs"]);
        press(&mut table, "Threat");
        see(&table, &["not on the board, so it is safe"]);
        press(&mut table, "Place everything for me");
        see(
            &table,
            &["the risk of losing the selected figure on each space"],
        );
        // the tool is put away, then the figure
        key(&mut table, egui::Key::Escape);
        key(&mut table, egui::Key::Escape);
        press(&mut table, "Threat");
        see(&table, &["Select a figure with a ring to see"]);
    });
}

#[test]
fn a_list_closes_when_something_is_chosen_from_it_by_key() {
    at_home(|| {
        let mut table = menu();
        press(&mut table, "New battle");
        table.get_by_label("Player 2").focus();
        key(&mut table, egui::Key::Enter);
        table.get_by_label("Greedy").focus();
        key(&mut table, egui::Key::Enter);
        see(&table, &["looks only at the expected damage"]);
        assert!(table.query_by_label("Bold").is_none());
    });
}

#[test]
fn sides_of_one_name_are_told_apart_by_their_numbers() {
    at_home(|| {
        let table = battle("duel-ground", ["orcs", "orcs"]);
        see(&table, &["Orcs (1)", "Orcs (2)"]);
    });
}

#[test]
fn the_timeline_tells_of_losses_to_come_only_if_it_is_asked_to() {
    /// The colour of bad news.
    const BAD: egui::Color32 = egui::Color32::from_rgb(0xe8, 0x7b, 0x62);
    let crosses = |table: &Table| {
        let shapes = table.output().shapes.iter();
        shapes
            .filter(|clipped| {
                matches!(&clipped.shape, egui::Shape::LineSegment { stroke, .. } if stroke.color == BAD)
            })
            .count()
    };
    at_home(|| {
        let mut table = battle("duel-ground", ["dwarves", "orcs"]);
        press(&mut table, "Place everything for me");
        table.key_press_modifiers(egui::Modifiers::CTRL, egui::Key::P);
        table.run();
        press(&mut table, "Look at the board");
        let all = crosses(&table);
        assert!(all > 0, "nobody was lost");
        press(&mut table, "Start");
        assert_eq!(crosses(&table), 0);
        press(&mut table, "Show what is ahead");
        assert_eq!(crosses(&table), all);
    });
}
