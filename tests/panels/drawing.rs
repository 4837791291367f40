//! What was drawn and not saved, when the window went: killed, torn off, the file changed meanwhile.

use super::{Table, key, press, see, table_of};
use egui::Key;
use egui_kittest::kittest::Queryable;
use skirmish::board::Space;
use skirmish::cli::open::with_home;
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
        see(&table, &["Reopened where it stopped"]);
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
        see(&table, &["what was drawn last cannot be read"]);
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
        let said = "The file was changed by others since";
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
        let beside = file.with_file_name("heath.toml.bak");
        assert_eq!(fs::read_to_string(beside).unwrap(), other);
        assert!(
            table
                .query_by_label_contains(", changed by others")
                .is_none()
        );
        // and so it is said of one that is changed while it is drawn on
        fs::write(&file, &other).unwrap();
        paint(&mut table, Key::ArrowUp);
        press(&mut table, "Save");
        see(
            &table,
            &["the file before, changed by others, is heath.toml.bak"],
        );
        // saved by the editor itself is not changed by others, whatever came after
        paint(&mut table, Key::ArrowRight);
        drop(table);
        let mut table = opened(&file);
        assert!(table.query_by_label_contains(said).is_none());
        see(&table, &["Reopened"]);
        press(&mut table, "Back");
        press(&mut table, "Leave without saving");
        drop(table);
        let table = opened(&file);
        assert!(table.query_by_label_contains("Reopened").is_none());
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
        let said = table.get_by_label_contains("2 comments could not be kept: # the old wall; #");
        let room = table.ctx.content_rect();
        assert!(room.contains_rect(said.rect()), "{:?}", said.rect());
    });
}
