//! Real dice, whose faces are typed.

use super::*;

/// A battle in which a person rolls real dice, at the roll of
/// two dice that says who goes first.
fn rolled(script: &str) {
    let home = tempfile::tempdir().expect("a folder");
    let record = home.path().join("battle.jsonl");
    let options = BattleOptions {
        map: Some("duel-ground".into()),
        ruleset: Some("d8".into()),
        forces: vec!["commandos".into(), "commandos".into()],
        ..BattleOptions::default()
    };
    let mut app = by_hand(options, &record);
    let second = "button \"Place everything for me\"\nwait idle\n";
    rehearse(&mut app, &format!("{BEGUN}{second}{script}")).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn a_mistyped_die_is_taken_back_even_after_it_was_said_to_be_right() {
    rolled(
        "key 8
key 7
button \"Confirm\"
wait idle
see \"Commandos (1)\"
key U
see \"The last die is taken back. Type it again.\"
see \"Die 1 of 2\"
key U
see \"Dice rolls and the moves of others cannot be undone.\"
key 2
key 7
key Enter
wait idle
see \"Commandos (2)\"",
    );
}

#[test]
fn every_face_of_a_die_with_eight_sides_has_a_key_and_no_other_is_taken() {
    rolled(
        "see \"Die 1 of 2\"
key 9
see \"Die 1 has the faces 1 to 8, so it cannot show 9.\"
key 8
see \"Die 2 of 2\"
key 7
see \"8  7\"
key 1
see \"All dice are typed. Enter confirms them, U takes back the last one.\"
key U
see \"Die 2 of 2\"
key 3
see \"8  3\"
button \"Confirm\"",
    );
}
