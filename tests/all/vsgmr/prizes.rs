//! Points for what is held and guarded (M7, A9).

use super::{Play, scene};
use crate::drawn::KINDS;
use crate::halves;
use skirmish::battle::{Effect, Goal, HalfPoints, How, Side, Target};
use skirmish::board::GridKind;

#[test]
fn a9_changed_the_guard_of_a_device_loses_what_its_use_scores() {
    for (user, scores) in [(1, [6, -6]), (2, [0, 0])] {
        let mut scene = scene(GridKind::Square, "......")
            .figure(user, "a", "troop", "A1")
            .figure(3 - user, "b", "troop", "F1")
            .device("B1", Effect::Score(HalfPoints::whole(3)))
            .step("skill");
        scene.brief.devices[0].guard = Some(Side(1));
        let mut play = scene.begin(&[]);
        let kept = |play: &Play, side: u8| {
            let goals = play.game.goals(Side(side));
            goals.iter().any(|goal| matches!(goal, Goal::Guard { .. }))
        };
        assert!(
            kept(&play, 1) && !kept(&play, 0),
            "the guard keeps others away"
        );
        play.until("skill", user);
        play.dice(&[4]).act(How::Skill, "a", Target::Device(0));
        assert!(play.game.device_used(0) && !kept(&play, 1));
        assert_eq!(play.game.scores(), halves(scores), "side {user} uses it");
    }
}

#[test]
fn m7_changed_a_prize_counts_while_it_is_held() {
    for kind in KINDS {
        for guard in [None, Some(Side(1))] {
            let mut scene = scene(kind, "......")
                .figure(1, "a", "troop", "A1")
                .figure(2, "b", "hero, distance", "F1")
                .item("crown", "C1")
                .rule("facing = false")
                .step("move");
            scene.brief.items[0].points = HalfPoints::whole(4);
            scene.brief.items[0].guard = guard;
            let mut play = scene.begin(&[]);
            let wants = |goal: &Goal| matches!(goal, Goal::Carry { .. });
            assert!(play.game.goals(Side(0)).iter().any(wants));
            assert_eq!(play.game.goals(Side(1)).iter().any(wants), guard.is_none());
            play.go("a", "C1").yes();
            let lost = if guard.is_some() { -8 } else { 0 };
            assert_eq!(play.game.scores(), halves([8, lost]));
            assert!(
                play.game.goals(Side(1)).iter().any(wants),
                "it is wanted back"
            );
            assert!(!play.game.goals(Side(0)).iter().any(wants));
            // It lies on the ground again; the fallen troop scores by itself.
            play.until("shoot", 2).shoot("b", "a").dice(&[6]);
            let points = play.game.scores();
            assert_eq!(
                (points[0], points[1] > HalfPoints::ZERO),
                (HalfPoints::ZERO, true)
            );
        }
    }
}
