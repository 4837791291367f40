//! The quick odds beside the battle itself, every die enumerated.

use crate::drawn;
use skirmish::battle::{
    Act, Answer, Ask, Battle, Choice, Fig, How, Listed, Place, Purpose, Ratio, Ruleset, Setup,
    Stand, Target, enumerate,
};
use skirmish::board::{GridKind, Sight};
use skirmish::rules::vsgmr::Vsgmr;
use skirmish::rules::vsgmr::odds::Rerolls;
use skirmish::rules::vsgmr::query::odds_if;
use skirmish::rules::vsgmr::unit::{Armour, Edition, Kind, Level, Power, Trait, Unit};
use skirmish::rules::vsgmr::words::{words, words_of};
use skirmish::scenario::{Overrides, Scenario};
use skirmish::source::Source;
use std::sync::Arc;

const LEVELS: [Level; 4] = [Level::None, Level::Minor, Level::Major, Level::Superior];

/// Attacker, its supporter, target, its supporter: the target stands in rubble or in the open.
/// At the largest scale, so that nobody who flees or is pushed leaves the board.
fn battle(how: How, cover: bool) -> Battle<Vsgmr> {
    let mut rows = vec!["...........".to_string(); 20];
    let (row, at) = if how == How::Shoot {
        (7, "F8")
    } else {
        (6, "F7")
    };
    if cover {
        rows[row].replace_range(5..6, ":");
    }
    let board = Arc::new(drawn::board(GridKind::Square, &rows.join("\n"), &[]));
    let step = how.name();
    let text = format!(
        "format = \"skirmish-scenario/1\"\nname = \"T\"\nscale = \"300mm\"\nround = 1\nstep = \"{step}\"\nturn = 1\n\
         [[figure]]\nside = 1\nunit = 1\nat = \"F6\"\n[[figure]]\nside = 1\nunit = 2\nat = \"E5\"\n\
         [[figure]]\nside = 2\nunit = 1\nat = \"{at}\"\n[[figure]]\nside = 2\nunit = 2\nat = \"G8\"\n"
    );
    let force = "format = \"skirmish-force/1\"\nname = \"F\"\n\
                 [[figure]]\nname = \"a\"\nis = \"troop, distance\"\n\
                 [[figure]]\nname = \"s\"\nis = \"troop, Support\"\n";
    let overrides = Overrides {
        rules: Some(Source::new(
            "r",
            "format = \"skirmish-rules/1\"\nfacing = false\n",
        )),
        ..Overrides::default()
    };
    let forces = [Source::new("1", force), Source::new("2", force)];
    let scenario = Scenario::read(&Source::new("t", text)).unwrap();
    Vsgmr::begin(scenario.brief(board, &forces, &overrides).unwrap()).unwrap()
}

/// What a battle began with, but for its figures.
fn with(b: &Battle<Vsgmr>, roster: Vec<Listed<Unit>>) -> Arc<Setup<Vsgmr>> {
    Arc::new(Setup {
        board: b.setup.board.clone(),
        boards: Default::default(),
        sides: b.setup.sides.clone(),
        roster,
        config: b.setup.config.clone(),
        brief: b.setup.brief.clone(),
    })
}

/// The same battle between other units, supported or not.
fn between(b: &Battle<Vsgmr>, who: &Unit, target: &Unit, supported: [Choice; 2]) -> Battle<Vsgmr> {
    let mut roster = b.setup.roster.clone();
    roster[0].unit = Unit {
        size: 1,
        ..who.clone()
    };
    roster[2].unit = Unit {
        size: 1,
        ..target.clone()
    };
    let mut state = b.state.clone();
    state.figures[1].mark.support = supported[0];
    state.figures[3].mark.support = supported[1];
    Battle::new(with(b, roster), state)
}

/// Both supporters inspire as well, so that each side may roll once again.
fn inspired(b: &Battle<Vsgmr>) -> Battle<Vsgmr> {
    let mut roster = b.setup.roster.clone();
    for giver in [1, 3] {
        roster[giver].unit.traits.add(Trait::Inspiration);
    }
    Battle::new(with(b, roster), b.state.clone())
}

/// Plays the attack out through every die and compares.
fn compare(b: &Battle<Vsgmr>, how: How, rerolls: Rerolls) {
    let (who, target) = (Fig(0), Fig(2));
    let at = Target::Figure(target);
    let figure = b.figure(who);
    let stand = Stand {
        at: figure.at,
        facing: Some(figure.facing),
        aloft: false,
    };
    let mut seen = None;
    Vsgmr::strikes(b, who, stand, &mut |way, aim, sight: Sight| {
        if way == how && aim == at {
            seen = Some(sight);
        }
        true
    });
    let sight = seen.expect("a target");
    let act = Act::new(who, stand, how, at, sight);
    let odds = odds_if(b, &act, rerolls);
    if rerolls == Rerolls::default() {
        assert_eq!(odds, Vsgmr::odds(b, &act));
    }
    let mut begun = b.clone();
    begun
        .answer(&Answer::Strike { who, how, at }, &mut ())
        .expect("a legal attack");
    let ends = enumerate(
        begun,
        &mut |b| match b.decision().ask {
            Ask::Revenge { .. } => Answer::Yes,
            Ask::Reroll {
                who: by, success, ..
            } => {
                let wanted = if b.figure(by).side == b.figure(who).side {
                    rerolls.attack
                } else {
                    rerolls.armour
                };
                if wanted && !success {
                    Answer::Yes
                } else {
                    Answer::No
                }
            }
            _ => Answer::Done,
        },
        &|b| match b.decision().ask {
            Ask::Roll { purpose, .. } => purpose == Purpose::Initiative,
            ask => matches!(ask, Ask::Act { .. }),
        },
    );
    let sum = |so: &dyn Fn(&Battle<Vsgmr>) -> bool| -> Ratio {
        ends.iter()
            .filter(|e| so(&e.battle))
            .map(|e| e.chance)
            .sum::<Ratio>()
    };
    let all = sum(&|_| true);
    assert_eq!(all, Ratio::from_integer(1));
    let gone = |e: &Battle<Vsgmr>, f: Fig| e.figure(f).place != Place::On;
    let defeat = sum(&|e| gone(e, target) || e.figure(target).side != b.figure(target).side);
    let lost = sum(&|e| gone(e, who));
    let flee = sum(&|e| !gone(e, who) && e.figure(who).at != b.figure(who).at);
    let pushed = sum(&|e| !gone(e, target) && e.figure(target).at != b.figure(target).at);
    assert_eq!(
        (odds.defeat, odds.lost, odds.flee, odds.pushed),
        (defeat, lost, flee, pushed),
        "{how:?} {rerolls:?} {:?} {:?}",
        b.unit(who),
        b.unit(target)
    );
}

fn unit(kind: Kind) -> Unit {
    match kind {
        Kind::Cavalry | Kind::Vehicle => words(&format!("{}, Independent", kind.name())).unwrap(),
        Kind::Building => words_of("building", Edition::Of2017).unwrap(),
        _ => words(kind.name()).unwrap(),
    }
}

fn attackers() -> Vec<Unit> {
    let mut all = Vec::new();
    for kind in Kind::ALL {
        for bits in 0..16 {
            for level in LEVELS {
                let mut who = unit(kind);
                who.distance = true;
                who.automatic = bits & 1 == 1;
                who.powers[Power::Blast as usize] = level;
                who.powers[Power::Fight as usize] = level;
                for (bit, traits) in [
                    (2, &[Trait::Sharpshooter, Trait::CombatMaster][..]),
                    (4, &[Trait::IgnoresArmor]),
                    (8, &[Trait::Recruit, Trait::AreaEffect, Trait::DoubleStrike]),
                ] {
                    for one in traits.iter().filter(|_| bits & bit == bit) {
                        who.traits.add(*one);
                    }
                }
                all.push(who);
            }
        }
    }
    all
}

fn targets() -> Vec<Unit> {
    let mut all = Vec::new();
    for kind in Kind::ALL {
        for armour in [Armour::None, Armour::Light, Armour::Heavy] {
            for level in LEVELS {
                for bits in 0..16 {
                    let mut target = unit(kind);
                    target.distance = bits & 8 == 8;
                    target.armour = armour;
                    target.powers[Power::Armour as usize] = level;
                    for (bit, one) in [
                        (1, Trait::Tough),
                        (2, Trait::Stealth),
                        (4, Trait::CauseFear),
                        (8, Trait::Revenge),
                    ] {
                        if bits & bit == bit {
                            target.traits.add(one);
                        }
                    }
                    all.push(target);
                }
            }
        }
    }
    all
}

#[test]
#[ignore = "slow"]
fn fast_odds_are_the_odds_of_the_battle_itself() {
    let (attackers, targets) = (attackers(), targets());
    let kinds = [
        Choice::Skill,
        Choice::Shooting,
        Choice::Fighting,
        Choice::Armour,
    ];
    for how in [How::Shoot, How::Fight] {
        for cover in [false, true] {
            let plain = battle(how, cover);
            // Every target meets attackers of every sort, and others in each lap.
            for i in 0..targets.len() * 5 {
                let lap = i / targets.len();
                let who = &attackers[(i * 7 + lap * 53) % attackers.len()];
                let target = &targets[(i * 11 + lap * 37) % targets.len()];
                let supported = [kinds[(i + lap) % 4], kinds[(i / 4 + lap) % 4]];
                if how == How::Fight && who.is_building() {
                    continue;
                }
                compare(
                    &between(&plain, who, target, supported),
                    how,
                    Rerolls::default(),
                );
            }
        }
    }
}

#[test]
fn t9_t11_who_rolls_again_may_still_fall_to_one_last_attack() {
    let (attackers, targets) = (attackers(), targets());
    let avenging: Vec<&Unit> = targets.iter().filter(|t| t.has(Trait::Revenge)).collect();
    let policies = [(true, false), (false, true), (true, true)];
    for how in [How::Shoot, How::Fight] {
        let plain = battle(how, false);
        for i in 0..avenging.len() * 2 {
            let who = &attackers[(i * 7 + i / avenging.len() * 53) % attackers.len()];
            if how == How::Fight && who.is_building() {
                continue;
            }
            let (attack, armour) = policies[i % 3];
            let supported = [Choice::Skill, Choice::Skill];
            let b = between(&plain, who, avenging[i * 11 % avenging.len()], supported);
            compare(&inspired(&b), how, Rerolls { attack, armour });
        }
    }
}
