//! Inspiration (T9).

use super::scene;
use skirmish::battle::{Answer, Ask, Event, HalfPoints, How, Purpose, Target};
use skirmish::board::GridKind;

#[test]
fn t9_inspiration_rolls_again_once_a_round_and_the_second_stands() {
    let mut play = scene(GridKind::Square, ".....")
        .figure(1, "a", "troop", "B1")
        .figure(1, "c", "troop", "D1")
        .figure(1, "banner", "troop, Inspiration", "A1")
        .figure(2, "b", "troop", "C1")
        .figure(2, "z", "troop", "E1")
        .step("fight")
        .begin(&[3]);
    play.fight("a", "b");
    assert_eq!(
        play.asks(),
        Ask::Reroll {
            who: play.fig("a"),
            purpose: Purpose::Fight,
            success: false
        }
    );
    play.yes().dice(&[2]);
    assert!(play.on_board("b"));
    // used up
    play.dice(&[3]).fight("c", "b");
    assert!(play.acts());
    play.spent();
}

#[test]
fn t9_not_for_a_teammate_and_not_for_the_dead() {
    let mut scene_ = scene(GridKind::Square, ".....")
        .figure(1, "a", "troop", "B1")
        .figure(2, "b", "troop", "C1")
        .figure(3, "banner", "troop, Inspiration", "E1")
        .step("fight");
    scene_.brief.aim = skirmish::battle::Aim::Battle;
    let mut play = scene_.begin(&[3]);
    play.fight("a", "b");
    assert!(!matches!(play.asks(), Ask::Reroll { .. }));
}

#[test]
fn t9_armour_rolls_on_any_turn_or_the_owners() {
    for (rule, asked) in [("any_turn", true), ("own_turn", false)] {
        let mut play = scene(GridKind::Square, ".....")
            .figure(1, "a", "troop", "A1")
            .figure(2, "b", "troop, light armour, Inspiration", "B1")
            .figure(2, "z", "troop", "E1")
            .rule(&format!("inspiration_armour = \"{rule}\""))
            .step("fight")
            .begin(&[4, 1]);
        play.fight("a", "b");
        assert_eq!(matches!(play.asks(), Ask::Reroll { .. }), asked, "{rule}");
        if asked {
            assert_eq!(play.asked(), 2);
            play.yes().dice(&[6]);
            assert!(play.on_board("b"));
        }
        play.spent();
    }
}

#[test]
fn t9_all_dice_of_the_roll_and_before_fear() {
    let mut play = scene(GridKind::Square, ".........")
        .figure(
            1,
            "a",
            "troop, distance, automatic fire, Inspiration",
            "D1 E",
        )
        .figure(2, "b", "troop, Cause Fear", "H1")
        .step("shoot")
        .begin(&[1, 2]);
    play.shoot("a", "b");
    assert_eq!(play.at("a"), "D1");
    play.yes();
    assert_eq!(play.asked_dice(), [6, 6]);
    play.dice(&[5, 1]);
    assert!(!play.on_board("b"));
    play.spent();
}

#[test]
fn t9_a_success_may_be_rolled_again_too_and_skill_rolls() {
    let mut play = scene(GridKind::Square, "...")
        .figure(1, "a", "troop, Inspiration", "A1")
        .figure(2, "b", "troop", "C1")
        .device("B1", skirmish::battle::Effect::Score(HalfPoints(2)))
        .step("skill")
        .begin(&[4]);
    play.act(How::Skill, "a", Target::Device(0));
    assert_eq!(
        play.asks(),
        Ask::Reroll {
            who: play.fig("a"),
            purpose: Purpose::Skill,
            success: true
        }
    );
    assert_eq!(play.game.preset(), Answer::No);
    play.no();
    assert_eq!(play.game.scores(), crate::halves([2, 0]));
    play.spent();
}

#[test]
fn t9_its_own_armour_uses_its_own_inspiration_first() {
    let mut play = scene(GridKind::Square, "....")
        .figure(1, "a", "troop", "A1")
        .figure(2, "x", "troop, Inspiration", "D1")
        .figure(2, "b", "troop, light armour, Inspiration", "B1")
        .step("fight")
        .begin(&[4, 1]);
    play.fight("a", "b").yes();
    assert!(play.log.contains(&Event::Rerolled {
        giver: play.fig("b"),
        who: play.fig("b")
    }));
}
