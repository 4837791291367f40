//! Attack, defence, wounds, fire on spaces (D3–D6, D8).

use super::*;
use skirmish::rules::d8::unit::Kind;

/// Whether a rifleman hits an undefended rifleman so far away with this face.
fn hits(kind: GridKind, at: &str, words: &str, face: u8) -> bool {
    let unit = format!("{words} @ C5");
    let sides: [&[&str]; 2] = [&[&unit], &[&format!("rifleman @ {at}"), "rifleman @ AH1"]];
    let mut fight = Fight::new(kind, &sides, &[face]);
    fight.attack("1.1", How::Attack, "2.1");
    fight.spent();
    fight.log.iter().any(|e| matches!(e, Event::Hit { .. }))
}

#[test]
fn d3_attacks_need_two_four_or_six_by_distance() {
    for kind in KINDS {
        for (at, need) in [("C6", 2), ("C8", 4), ("M5", 4), ("N5", 6), ("AB5", 6)] {
            for face in 1..=8 {
                assert_eq!(
                    hits(kind, at, "rifleman", face),
                    face >= need,
                    "{at} {face}"
                );
            }
        }
        let fight = Fight::new(kind, &[&["rifleman @ A5"], &["rifleman @ AB5"]], &[]);
        let why = fight.refused(&fight.strike("1.1", How::Attack, "2.1"));
        assert!(why.contains("27 spaces away; long range is 25"), "{why}");
    }
}

#[test]
fn d3_accuracy_morale_and_the_boat_change_the_roll() {
    for face in 1..=8 {
        // Accuracy alone: 5+ at long range; with its own morale 4+; a natural 1 never hits.
        let accurate = hits(GridKind::HexFlat, "N5", "hero, accuracy", face);
        assert_eq!(accurate, face >= 5);
        let both = hits(GridKind::HexFlat, "N5", "hero, accuracy, morale", face);
        assert_eq!(both, face >= 4);
        let near = hits(GridKind::HexFlat, "C6", "hero, accuracy, morale", face);
        assert_eq!(near, face >= 2);
    }
    let water = "
wwww..............
wwww..............
..................";
    for face in 1..=8 {
        let board = drawn::board(GridKind::Square, water, &[]);
        let sides: [&[&str]; 2] = [
            &["squad boat @ A1", "rifleman > 1"],
            &["rifleman @ H1", "rifleman @ R3"],
        ];
        let mut fight = Fight::on(board, &sides, "", &[face]);
        fight.attack("1.2", How::Attack, "2.1");
        let hit = fight.log.iter().any(|e| matches!(e, Event::Hit { .. }));
        assert_eq!(hit, face >= 6, "two less from aboard");
    }
}

#[test]
fn d4_eight_defends_less_with_armour_agility_and_cover() {
    let saves = |words: &str, rows: &str, face: u8| {
        let board = drawn::board(GridKind::Square, rows, &[]);
        let target = format!("{words} @ E1");
        let sides: [&[&str]; 2] = [&["rifleman @ B1"], &[&target, "rifleman @ A2"]];
        let mut fight = Fight::on(board, &sides, "", &[4, face]);
        fight.attack("1.1", How::Attack, "2.1");
        fight.spent();
        fight.log.iter().any(|e| matches!(e, Event::Saved { .. }))
    };
    for (words, rows, need) in [
        ("rifleman", ".......\n.......", 8),
        ("rifleman", "....\"..\n.......", 6),
        ("hero, armour 1", ".......\n.......", 7),
        ("hero, armour 2", ".......\n.......", 6),
        ("hero, agility 2", "....\"..\n.......", 4),
        ("hero, morale", ".......\n.......", 7),
    ] {
        for face in 1..=8 {
            assert_eq!(saves(words, rows, face), face >= need, "{words} {face}");
        }
    }
}

#[test]
fn d4_nobody_defends_against_a_critical() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &["rifleman @ C5"],
            &["hero, armour 2 @ F5", "tank @ L5", "rifleman @ A1"],
        ];
        let mut fight = Fight::new(kind, &sides, &[8, 8]);
        fight.attack("1.1", How::Attack, "2.1");
        fight.attack("1.1", How::Attack, "2.2");
        fight.spent();
        assert!(!fight.lives("2.1") && !fight.lives("2.2"));
        assert_eq!(fight.game.scores()[0], HalfPoints::whole(7 + 10));
    }
}

#[test]
fn d5_heroes_are_wounded_first_and_vehicles_shrug_small_arms_off() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &["rifleman @ C5", "rifleman @ C6"],
            &["hero @ F5", "tank @ L5"],
        ];
        let mut fight = Fight::new(kind, &sides, &[5, 1, 5, 1]);
        fight.attack("1.1", How::Attack, "2.1");
        assert_eq!(fight.game.shown(fight.fig("2.1")).health, Some((1, 2)));
        assert!(fight.game.facts(fight.fig("2.1")).worth.0 < 5000);
        fight.attack("1.2", How::Attack, "2.1");
        fight.spent();
        assert!(!fight.lives("2.1"));
        // A hit on a vehicle: no defence is even rolled.
        let sides: [&[&str]; 2] = [&["rifleman @ C5"], &["tank @ F5"]];
        let mut fight = Fight::new(kind, &sides, &[7]);
        fight.attack("1.1", How::Attack, "2.1");
        fight.spent();
        assert!(fight.lives("2.1"));
    }
}

#[test]
fn d5_direct_area_hits_defeat_all_and_splash_spares_vehicles() {
    for kind in KINDS {
        // Around the target at P5: a rifleman beside it, a hero beside it, an APC beside it.
        let sides: [&[&str]; 2] = [
            &["support, rocket launcher @ H5"],
            &[
                "hero, armour 2 @ P5",
                "rifleman @ P4",
                "hero @ P6",
                "APC @ Q5",
                "rifleman @ A1",
            ],
        ];
        let mut fight = Fight::new(kind, &sides, &[4, 1, 1, 1]);
        fight.attack("1.1", How::Blast, "2.1");
        fight.spent();
        assert!(!fight.lives("2.1"), "direct: even a hero falls at once");
        assert!(!fight.lives("2.2"), "splash defeats a normal unit");
        assert!(fight.lives("2.3"), "splash wounds a hero");
        assert_eq!(fight.game.shown(fight.fig("2.3")).health, Some((1, 2)));
        assert!(fight.lives("2.4"), "splash does nothing to a vehicle");
        let sides: [&[&str]; 2] = [&["grenadier @ H5"], &["tank @ P5", "rifleman @ A1"]];
        let mut fight = Fight::new(kind, &sides, &[4]);
        fight.attack("1.1", How::Blast, "2.1");
        fight.spent();
        assert!(fight.lives("2.1"), "a grenade is for infantry");
        let board = drawn::board(kind, FIELD, &[]);
        let config = "anti_infantry_spares_vehicles = false";
        let mut fight = Fight::on(board, &sides, config, &[4, 4]);
        fight.attack("1.1", How::Blast, "2.1");
        fight.spent();
        assert!(!fight.lives("2.1"), "a direct hit defeats a vehicle");
    }
}

#[test]
fn d6_a_miss_scatters_in_eight_directions_on_squares_and_six_on_hexes() {
    // d8 × 2 ÷ 5, rounded up.
    let config = Config::default();
    let far: Vec<u32> = (1..=8).map(|f| config.astray(f, Scale::Mm28)).collect();
    assert_eq!(far, [1, 1, 2, 2, 2, 3, 3, 4]);
    for kind in KINDS {
        let directions = if kind.is_square() { 8 } else { 6 };
        let sides: [&[&str]; 2] = [&["grenadier @ A5"], &["rifleman @ K5", "rifleman @ AH10"]];
        let mut seen = std::collections::BTreeSet::new();
        for direction in 1..=directions {
            let mut fight = Fight::new(kind, &sides, &[2, direction, 8]);
            fight.attack("1.1", How::Blast, "2.1");
            fight.spent();
            let landed = fight.log.iter().find_map(|e| match e {
                Event::Landed { at, .. } => *at,
                _ => None,
            });
            let landed = landed.expect("on the board");
            let grid = fight.game.board().grid();
            let aimed = fight.game.at(fight.fig("2.1"));
            assert_eq!(grid.distance(aimed, landed), 4);
            assert!(seen.insert(landed));
        }
        let fight = Fight::new(kind, &sides, &[]);
        let mut trial = fight.game.clone();
        trial
            .answer(&fight.strike("1.1", How::Blast, "2.1"), &mut ())
            .unwrap();
        trial
            .answer(&Answer::Faces([1].into_iter().collect()), &mut ())
            .unwrap();
        let Ask::Roll { purpose, dice, .. } = trial.decision().ask else {
            panic!("a roll")
        };
        assert_eq!(
            (purpose, dice.as_slice()),
            (Purpose::Scatter, &[directions, 8][..])
        );
    }
}

#[test]
fn d6_off_the_map_only_splash_reaches_the_board() {
    for kind in KINDS {
        // Straight north from the first row: the shell lands one beyond it.
        let sides: [&[&str]; 2] = [&["grenadier @ A5"], &["rifleman @ K1", "rifleman @ AH10"]];
        let mut fight = Fight::new(kind, &sides, &[2, 1, 1, 1]);
        fight.attack("1.1", How::Blast, "2.1");
        fight.spent();
        assert!(
            fight
                .log
                .iter()
                .any(|e| matches!(e, Event::Landed { at: None, .. }))
        );
        assert!(!fight.lives("2.1"), "splash from beyond the edge");
        let mut fight = Fight::new(kind, &sides, &[2, 1, 8]);
        fight.attack("1.1", How::Blast, "2.1");
        fight.spent();
        assert!(fight.lives("2.1"));
    }
}

#[test]
fn d6_fire_may_be_aimed_at_a_free_space_and_hurts_friends_too() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &["grenadier @ A5", "rifleman @ K4"],
            &["rifleman @ K6", "rifleman @ AH10"],
        ];
        let mut fight = Fight::new(kind, &sides, &[6, 1, 1]);
        fight.attack("1.1", How::Blast, "K5");
        fight.spent();
        assert!(!fight.lives("1.2") && !fight.lives("2.1"));
        assert_eq!(
            fight.game.scores(),
            crate::halves([2, 0]),
            "no points for one's own"
        );
        let why = fight.refused(&fight.strike("1.1", How::Blast, "A5"));
        assert!(why.contains("stands there"), "{why}");
        let mut told = Vec::new();
        let fight = Fight::new(kind, &sides, &[]);
        let who = fight.fig("1.1");
        let stand = fight.game.stand(who);
        fight.game.spread(
            &Act::new(who, stand, How::Blast, fight.target("K5"), Sight::Clear),
            &mut |f, odds| {
                told.push((f, odds.defeat));
            },
        );
        assert_eq!(told.len(), 2);
        assert!(told[0].1 == told[1].1 && told[0].1 > Ratio::new(1, 2));
    }
}

#[test]
fn d8_machine_guns_fire_five_rounds_without_splash() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &["support, heavy machine gun @ C5"],
            &["hero @ H5", "rifleman @ H6", "rifleman @ AH10"],
        ];
        // A hit defended, a miss one space off (south) on the rifleman who is defeated, a hit
        // that defeats the hero at once, two that find nobody.
        let south = if kind.is_square() { 5 } else { 4 };
        let south = if kind == GridKind::HexPointy {
            3
        } else {
            south
        };
        let dice = [4, 8, 2, south, 1, 1, 4, 1, 5, 8];
        let mut fight = Fight::new(kind, &sides, &dice);
        fight.attack("1.1", How::Burst, "2.1");
        fight.spent();
        assert!(!fight.lives("2.1"));
        let rolls = |purpose| {
            let is = |e: &&Event| matches!(e, Event::Rolled(r) if r.purpose == purpose);
            fight.log.iter().filter(is).count()
        };
        assert_eq!(rolls(Purpose::Attack), 5);
        if kind != GridKind::HexPointy {
            assert!(!fight.lives("2.2"));
        }
    }
}

#[test]
fn d8_small_arms_do_not_reach_as_far_as_rifles() {
    let sides: [&[&str]; 2] = [
        &["rifleman, sub-machine gun @ A5", "rifleman @ A6"],
        &["rifleman @ L5"],
    ];
    let long = "[weapon.sub-machine-gun]\nreach = \"long\"";
    for (config, reaches) in [("", false), (long, true)] {
        let board = drawn::board(GridKind::Square, FIELD, &[]);
        let fight = Fight::on(board, &sides, config, &[]);
        let shot = |who: &str, how| fight.game.check(&fight.strike(who, how, "2.1"));
        assert_eq!(shot("1.1", How::Attack).is_ok(), reaches);
        assert!(shot("1.2", How::Attack).is_ok());
        if !reaches {
            let why = fight.refused(&fight.strike("1.1", How::Attack, "2.1"));
            assert!(why.contains("reaches so far"), "{why}");
        }
        let why = fight.refused(&fight.strike("1.2", How::Blast, "2.1"));
        assert!(
            why.contains("no weapon that fires on a whole space"),
            "{why}"
        );
    }
}

#[test]
fn d8_changed_a_tank_has_one_weapon_and_vehicles_have_little_armour() {
    let config = Config::default();
    let tank = config.kind(Kind::Tank);
    assert_eq!((tank.arms, tank.heavy, tank.armour), (1, 1, 2));
    assert_eq!(config.kind(Kind::Apc).armour, 2);
    assert_eq!(config.kind(Kind::Helicopter).armour, 1);
    // A hit by rockets is defended with 8 less the armour.
    for kind in KINDS {
        for (words, need) in [("tank @ H5", 6), ("APC @ H5", 6), ("helicopter @ H5", 7)] {
            let sides: [&[&str]; 2] = [&["support, rocket launcher @ C5"], &[words]];
            let mut fight = Fight::new(kind, &sides, &[4]);
            fight.attack("1.1", How::Blast, "2.1");
            let asked = fight.game.decision().ask;
            assert!(
                matches!(asked, Ask::Roll { need: Some(n), .. } if n == need),
                "{kind:?} {words}: {asked:?}"
            );
        }
    }
}

#[test]
fn d10_figures_do_not_block_sight() {
    let sides: [&[&str]; 2] = [&["rifleman @ A5"], &["tank @ C5", "rifleman @ H5"]];
    for kind in KINDS {
        let fight = Fight::new(kind, &sides, &[]);
        assert!(
            fight
                .game
                .check(&fight.strike("1.1", How::Attack, "2.2"))
                .is_ok()
        );
        assert!(fight.game.blockers(Side(0)).is_empty());
    }
    let board = drawn::board(GridKind::Square, "...#....\n........", &[]);
    let sides: [&[&str]; 2] = [&["rifleman @ A1"], &["rifleman @ H1"]];
    let fight = Fight::on(board, &sides, "", &[]);
    let why = fight.refused(&fight.strike("1.1", How::Attack, "2.1"));
    assert!(why.contains("out of sight"), "{why}");
}

/// Plays an attack out through every die, and compares with the quick odds.
fn compare(kind: GridKind, words: &str, how: How, target: &str, at: &str, rows: &str) {
    let (who, aim) = (format!("{words} @ C3"), format!("{target} @ {at}"));
    let board = drawn::board(kind, rows, &[]);
    let brief = brief(
        board,
        &[&[&who, "rifleman @ A1"], &[&aim, "rifleman @ A5"]],
        None,
    );
    let b: Battle<D8> = D8::begin(brief).unwrap();
    let (who, target) = (Fig(0), Fig(2));
    let stand = Stand {
        at: b.figure(who).at,
        facing: None,
        aloft: false,
    };
    let mut seen = None;
    D8::strikes(&b, who, stand, &mut |way, at, sight: Sight| {
        if way == how && at == Target::Figure(target) {
            seen = Some(sight);
        }
        true
    });
    let what = format!("{words} {how:?} {aim} {kind:?}");
    let sight = seen.expect(&what);
    let at = Target::Figure(target);
    let act = Act::new(who, stand, how, at, sight);
    let odds = D8::odds(&b, &act);
    let gap = b.board.grid().gap(
        &[b.figure(who).at],
        &b.spaces_at(b.figure(target).at, D8::size(&b, target)),
    );
    assert_eq!(odds, D8::odds(&b, &act.from_afar(gap)), "{what}");
    let mut begun = b.clone();
    begun
        .answer(&Answer::Strike { who, how, at }, &mut ())
        .unwrap();
    let ends = enumerate(begun, &mut |_| Answer::Done, &|b| {
        matches!(b.decision().ask, Ask::Act { .. })
    });
    let sum = |so: &dyn Fn(&Battle<D8>) -> bool| {
        let chosen = ends.iter().filter(|e| so(&e.battle)).map(|e| e.chance);
        chosen.fold(Ratio::from_integer(0), skirmish::battle::either)
    };
    let gone = |e: &Battle<D8>| e.figure(target).place != Place::On;
    let hurt = |e: &Battle<D8>| !gone(e) && e.figure(target).mark.left < b.figure(target).mark.left;
    assert_eq!(
        (odds.defeat, odds.wound),
        (sum(&gone), sum(&hurt)),
        "{what}"
    );
}

#[test]
fn d3_to_d6_fast_odds_are_the_odds_of_the_battle_itself() {
    let open = "
..............................
..............................
..............................
..............................
..............................";
    let covered = open.replacen("..............................\n..............................\n..............................", "..............................\n..............................\n...............\"..............", 1);
    for kind in KINDS {
        for target in [
            "rifleman",
            "hero, armour 1",
            "hero, morale",
            "hero, agility 2 ",
        ] {
            for at in ["D3", "H3", "P3"] {
                for rows in [open, &covered] {
                    compare(kind, "rifleman", How::Attack, target, at, rows);
                    compare(kind, "sniper", How::Attack, target, at, rows);
                    compare(
                        kind,
                        "hero, accuracy, morale",
                        How::Attack,
                        target,
                        at,
                        rows,
                    );
                    compare(kind, "grenadier", How::Blast, target, at, rows);
                    compare(
                        kind,
                        "support, heavy machine gun",
                        How::Burst,
                        target,
                        at,
                        rows,
                    );
                }
            }
        }
        compare(
            kind,
            "support, rocket launcher",
            How::Blast,
            "tank",
            "H3",
            open,
        );
        compare(kind, "support", How::Burst, "APC", "H3", open);
        compare(kind, "support", How::Burst, "hero, armour 1", "H3", open);
        let heavy = "support, heavy machine gun";
        compare(kind, heavy, How::Burst, "APC", "H3", open);
        compare(kind, heavy, How::Burst, "tank", "D3", open);
        compare(
            kind,
            "hero, heavy machine gun",
            How::Burst,
            "hero",
            "D3",
            open,
        );
        compare(kind, "rifleman", How::Attack, "tank", "P3", open);
    }
}
