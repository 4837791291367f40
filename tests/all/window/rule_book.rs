//! The rule book over the screen.

use super::*;

#[test]
fn f1_opens_the_rule_book_over_any_screen() {
    let script = "wait 2
key F1
wait 3
see \"Rule book\"
button \"6. Moving\"
wait 3
see \"What a step costs\"
button \"Back\"
wait 3
see \"1. What you need\"
button \"violence\"
wait 3
see \"7. Attacking\"
key Escape
wait 3
button \"Rule book\"
wait 3
type \"Stealth\"
wait 3
see \"Stealth (trait)\"
key Enter
wait 3
see \"Traits\"
button \"Close\"
wait 3
button \"Quick battle\"
";
    rehearse(&mut App::new(Some(7)), script).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn f1_opens_the_rule_book_at_the_ground_that_is_pointed_at() {
    at_first_move(
        "hover C4\nwait 3\nkey F1\nwait 4\nsee \"Rule book\"\nsee \"Terrain\"\nkey Escape\nwait 3\nkey N\nwait 2",
    );
}
