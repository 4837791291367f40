//! What opponents fear, term by term.

use super::*;

/// What a term of moving or striking is worth, in thousandths of a point.
fn term(
    play: &crate::vsgmr::Play,
    side: Side,
    agent: &mut dyn Agent,
    answer: &Answer,
    name: &str,
) -> f64 {
    let weighed = agent.weigh(&View::new(&play.game, side), answer);
    let terms = weighed.expect("it is weighed").terms;
    let milli = terms.iter().filter(|term| term.name == name);
    milli.map(|term| term.points.0 as f64).sum()
}

/// Going to where a friend stands beside an enemy that has moved: what may be lost there.
fn beside_an_enemy(enemy: &str, agent: &mut dyn Agent) -> f64 {
    let mut play = crate::vsgmr::scene(GridKind::Square, "............\n............")
        .figure(1, "enemy", enemy, "F1")
        .figure(2, "friend", "troop", "G1")
        .figure(2, "going", "troop", "L2")
        .rule("facing = false")
        .step("move")
        .begin(&[4]);
    play.done();
    -term(&play, Side(1), agent, &play.moving("going", "G2"), "loss")
}

/// After a success Double Strike (T5) strikes another.
#[test]
fn attacks_that_follow_a_success_are_feared() {
    let mut utility = agent("utility", 1, Side(1)).unwrap();
    let once = beside_an_enemy("troop", &mut *utility);
    let twice = beside_an_enemy("troop, Double Strike", &mut *utility);
    assert!(once > 0.0 && twice > 1.1 * once, "{once}, {twice}");
}

/// Who keeps away from those who strike first may strike first in the next round.
#[test]
fn being_struck_first_costs_more_while_enemies_come_anyway() {
    let base = profiles()[0].clone().ignoring(&["later"]).unwrap();
    let mut plain = profiled(base, None, "plain", 1).unwrap();
    let mut waits = agent("utility", 1, Side(1)).unwrap();
    let loss = |agent: &mut dyn Agent| beside_an_enemy("troop", agent);
    let ratio = loss(&mut *waits) / loss(&mut *plain);
    assert!((1.7..1.9).contains(&ratio), "{ratio}");
}

/// An enemy kept from acting (T4) is missed the less, the less it could have done.
#[test]
fn keeping_who_is_far_away_from_acting_counts_less() {
    let kept = |at: &str| {
        let play = crate::vsgmr::scene(GridKind::Square, "...............")
            .figure(1, "a", "troop, Disable", "A1")
            .figure(2, "enemy", "hero", at)
            .rule("facing = false")
            .step("fight")
            .begin(&[4]);
        let mut utility = agent("utility", 1, Side(0)).unwrap();
        let disable = play.striking(How::Disable, "a", "enemy");
        term(&play, Side(0), &mut *utility, &disable, "return")
    };
    let (near, far) = (kept("F1"), kept("L1"));
    assert!(far > 0.0 && near > 4.0 * far, "{near}, {far}");
}
