//! What was drawn and not saved, when the window went: killed, torn off, the file changed meanwhile.

use super::{Table, key, press, see, table_of};
use egui::Key;
use egui_kittest::kittest::Queryable;
use skirmish::board::Space;
use skirmish::store::disk::with_home;
use skirmish::window::App;
use std::fs;
use std::path::{Path, PathBuf};

const MAP: &str = "format = \"skirmish-map/1\"\nname = \"Heath\"\ngrid = \"square\"\nterrain = \"\"\"\n....\n....\n....\"\"\"\n";

/// Runs a test in a folder that is its data folder too.
fn at_home(run: impl FnOnce(&Path)) {
    let home = tempfile::tempdir().expect("a folder");
    with_home(home.path(), || run(home.path()));
}

fn opened(file: &Path) -> Table {
    let app = App::edit_map(Some(file.to_str().expect("a name"))).expect("a map");
    table_of([1280.0, 720.0], app)
}

/// Paints wood with the keys alone, one space from where the cursor is.
fn paint(table: &mut Table, way: Key) {
    key(table, way);
    key(table, Key::Enter);
}

/// The spaces of wood.
fn wood(table: &Table) -> Vec<u32> {
    let sheet = table.state().draft().expect("an editor").sheet();
    let found = sheet.spaces().filter(|s| sheet.kind(*s).name == "wood");
    found.map(|Space(at)| at).collect()
}

/// The journal of the one map that is drawn.
fn journal(home: &Path) -> PathBuf {
    let all = fs::read_dir(home.join("drafts")).expect("drafts");
    let all = all.map(|entry| entry.expect("a file").path());
    let mut journals = all.filter(|path| path.extension().is_some_and(|e| e == "jsonl"));
    journals.next().expect("a journal")
}

#[test]
fn what_is_drawn_after_a_torn_line_is_kept_too() {
    at_home(|home| {
        let file = home.join("heath.toml");
        fs::write(&file, MAP).unwrap();
        let mut table = opened(&file);
        paint(&mut table, Key::ArrowLeft);
        drop(table);
        // killed while the next line was being written
        let path = journal(home);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}[{{\"op\":\"grou")).unwrap();
        let mut table = opened(&file);
        see(&table, &["Your unsaved changes are restored"]);
        let before = wood(&table);
        assert_eq!(before.len(), 1);
        paint(&mut table, Key::ArrowRight);
        let after = wood(&table);
        assert_eq!(after.len(), 2);
        drop(table);
        let table = opened(&file);
        assert_eq!(wood(&table), after);
        drop(table);
        // a damaged line in the middle ends it, and what came after is put aside
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let damaged = [&lines[..2], &["#!"], &lines[2..]].concat().join("\n") + "\n";
        fs::write(&path, damaged).unwrap();
        let table = opened(&file);
        see(&table, &["after a damaged line"]);
        assert_eq!(wood(&table), before);
        drop(table);
        assert_eq!(wood(&opened(&file)), before);
        // and of one that is no journal at all it is said
        fs::write(&path, "what is this\n").unwrap();
        let table = opened(&file);
        see(&table, &["the unsaved changes cannot be read"]);
        assert_eq!(wood(&table), [] as [u32; 0]);
    });
}

#[test]
fn a_file_that_was_changed_by_others_meanwhile_is_said() {
    at_home(|home| {
        let file = home.join("heath.toml");
        fs::write(&file, MAP).unwrap();
        let mut table = opened(&file);
        paint(&mut table, Key::ArrowLeft);
        drop(table);
        let said = "Another program has changed the file since then";
        let table = opened(&file);
        assert!(table.query_by_label_contains(said).is_none());
        drop(table);
        let other = MAP.replace("\n....\"\"\"", "\n..~~\"\"\"");
        fs::write(&file, &other).unwrap();
        let mut table = opened(&file);
        see(&table, &[said]);
        assert_eq!(wood(&table).len(), 1);
        // saved over it, it lies beside; or it is had by leaving
        press(&mut table, "Save");
        assert!(fs::read_to_string(&file).unwrap().contains('T'));
        see(
            &table,
            &["the previous file, changed by another program, is kept as heath.toml.others.bak"],
        );
        let beside = file.with_file_name("heath.toml.others.bak");
        assert_eq!(fs::read_to_string(beside).unwrap(), other);
        // and so it is said of one that is changed while it is drawn on
        fs::write(&file, &other).unwrap();
        paint(&mut table, Key::ArrowUp);
        press(&mut table, "Save");
        see(
            &table,
            &["the previous file, changed by another program, is kept as heath.toml.others-2.bak"],
        );
        let beside = file.with_file_name("heath.toml.others-2.bak");
        assert_eq!(fs::read_to_string(beside).unwrap(), other);
        // saved by the editor itself is not changed by others, whatever came after
        paint(&mut table, Key::ArrowRight);
        drop(table);
        let mut table = opened(&file);
        assert!(table.query_by_label_contains(said).is_none());
        see(&table, &["Your unsaved changes are restored"]);
        press(&mut table, "Back");
        press(&mut table, "Leave without saving");
        drop(table);
        let table = opened(&file);
        assert!(
            table
                .query_by_label_contains("Your unsaved changes are restored")
                .is_none()
        );
    });
}

#[test]
fn two_editors_of_one_map_keep_a_journal_each() {
    at_home(|home| {
        let file = home.join("heath.toml");
        fs::write(&file, MAP).unwrap();
        let elsewhere = "Another window is editing this map too";
        let mut one = opened(&file);
        assert!(one.query_by_label_contains(elsewhere).is_none());
        let mut two = opened(&file);
        see(&two, &[elsewhere]);
        paint(&mut one, Key::ArrowLeft);
        paint(&mut two, Key::ArrowRight);
        paint(&mut two, Key::ArrowDown);
        let (first, second) = (wood(&one), wood(&two));
        assert_eq!((first.len(), second.len()), (1, 2));
        // both killed: both come up again, in as many windows, or one after the other
        drop(one);
        drop(two);
        let one = opened(&file);
        see(
            &one,
            &[
                "Your unsaved changes are restored",
                "open it again to see them",
            ],
        );
        assert_eq!(wood(&one), first);
        let mut two = opened(&file);
        see(&two, &["Your unsaved changes are restored", elsewhere]);
        assert_eq!(wood(&two), second);
        // one is saved and left, which leaves the other's alone
        press(&mut two, "Save");
        let saved = fs::read_to_string(&file).unwrap();
        paint(&mut two, Key::ArrowUp);
        press(&mut two, "Back");
        press(&mut two, "Leave without saving");
        drop(two);
        drop(one);
        let mut one = opened(&file);
        see(
            &one,
            &[
                "Your unsaved changes are restored",
                "Another program has changed the file since then",
            ],
        );
        assert!(one.query_by_label_contains(elsewhere).is_none());
        assert_eq!(wood(&one), first);
        // what the other saved is never written over, however often this one saves
        press(&mut one, "Save");
        paint(&mut one, Key::ArrowUp);
        press(&mut one, "Save");
        let kept = fs::read_to_string(file.with_file_name("heath.toml.others.bak")).unwrap();
        assert_eq!(kept, saved);
    });
}

#[test]
fn a_new_map_leaves_another_new_map_alone_that_was_not_saved() {
    at_home(|home| {
        let file = home.join("heath.toml");
        fs::write(&file, MAP).unwrap();
        let new = || {
            let app = App::edit_map(None).expect("a new map");
            table_of([1280.0, 720.0], app)
        };
        let mut lost = new();
        press(&mut lost, "Create map");
        paint(&mut lost, Key::ArrowLeft);
        let before = wood(&lost);
        drop(lost);
        // begun from the editor of another map
        let mut other = opened(&file);
        press(&mut other, "New...");
        press(&mut other, "Create map");
        paint(&mut other, Key::ArrowRight);
        paint(&mut other, Key::ArrowRight);
        let after = wood(&other);
        drop(other);
        let one = new();
        see(
            &one,
            &["Your unsaved changes are restored", "open it again"],
        );
        let two = new();
        see(&two, &["Your unsaved changes", "Another window is editing"]);
        let found = [wood(&one), wood(&two)];
        assert!(found.contains(&before) && found.contains(&after));
    });
}

#[test]
fn a_symmetry_ends_when_the_board_is_no_longer_trimmed_for_it() {
    at_home(|home| {
        let file = home.join("heath.toml");
        let hexes = MAP.replace("square", "hex-flat").replace("....", ".....");
        fs::write(&file, hexes).unwrap();
        let mut table = opened(&file);
        let choice = egui::accesskit::Role::ComboBox;
        table.get_by_role_and_label(choice, "Symmetry").click();
        table.run();
        press(&mut table, "half-turn");
        see(&table, &["2 spaces have no mirror image (B3, D3)"]);
        press(&mut table, "Make them void");
        paint(&mut table, Key::ArrowLeft);
        assert_eq!(wood(&table).len(), 2);
        press(&mut table, "Undo");
        assert!(table.query_by_label_contains("no longer exact").is_none());
        press(&mut table, "Undo");
        see(&table, &["\"half-turn\" no longer fits this board"]);
        paint(&mut table, Key::ArrowLeft);
        assert_eq!(wood(&table).len(), 1);
    });
}

#[test]
fn maps_whose_names_are_alike_but_for_strokes_have_journals_of_their_own() {
    at_home(|home| {
        let (one, two) = (home.join("a-b.toml"), home.join("a_b.toml"));
        for file in [&one, &two] {
            fs::write(file, MAP).unwrap();
        }
        let mut table = opened(&one);
        paint(&mut table, Key::ArrowLeft);
        drop(table);
        assert_eq!(wood(&opened(&two)).len(), 0);
        assert_eq!(wood(&opened(&one)).len(), 1);
    });
}

#[test]
fn comments_that_are_lost_are_named_within_the_window() {
    at_home(|home| {
        let folder =
            home.join("a folder whose name is as long as those that people give to folders");
        fs::create_dir(&folder).unwrap();
        let file = folder.join("heath.toml");
        let wall = |comment: &str, between: &str| {
            format!("\n# {comment}\n[[border]]\nbetween = [\"{between}\"]\nkind = \"wall\"")
        };
        let walls = wall("the old wall", "A1|B1") + &wall("the new wall", "C3|D3") + "\n";
        fs::write(&file, format!("{MAP}{walls}")).unwrap();
        let app = App::edit_map(Some(file.to_str().expect("a name"))).expect("a map");
        let mut table = table_of([1024.0, 640.0], app);
        table.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
        table.run();
        press(&mut table, "Cut");
        press(&mut table, "Save");
        let said =
            table.get_by_label_contains("2 comments of the file are lost: # the old wall; #");
        let room = table.ctx.content_rect();
        assert!(room.contains_rect(said.rect()), "{:?}", said.rect());
    });
}
