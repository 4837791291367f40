//! What opponents expect of the enemies' reply where a side shares its actions.

use super::*;

/// A field with a wall, behind which one can hide.
const WALL: &str = "
..................................
..................................
..................................
......###.........................
..................................
..................................
..................................
..................................
..................................
..................................";

/// What the warlord does first against a rifleman who sees all of them, in words.
fn first_act(kind: GridKind, own: &[&str]) -> String {
    let board = drawn::board(kind, WALL, &[]);
    let fight = Fight::on(board, &[own, &["rifleman @ T5"]], "", &[]);
    let mut warlord = skirmish::ai::agent("warlord", 1, fight.side()).unwrap();
    let view = skirmish::ai::View::new(&fight.game, fight.side());
    let why = warlord.decide(&view, 1).why.expect("it has reasons");
    why.chosen.action.to_string()
}

/// The enemy attacks one of them anyway: only a figure that is alone gains by hiding.
#[test]
fn hiding_one_of_many_targets_gains_little() {
    for kind in KINDS {
        let alone = first_act(kind, &["rifleman @ H5"]);
        assert!(
            alone.contains("attacks 2.1, then moves"),
            "{kind:?}: {alone}"
        );
        let three = ["rifleman @ H5", "rifleman @ H7", "rifleman @ H9"];
        assert_eq!(first_act(kind, &three), "1.1 attacks 2.1", "{kind:?}");
    }
}
