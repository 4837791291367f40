//! The edition of 2017: movement, buildings, hits by size, forces, terrain placed by hand.

use super::{Play, Scene, lane, scene};
use crate::drawn::KINDS;
use skirmish::battle::{
    Answer, Ask, Choice, Deploy, Event, How, Odds, Piece, Place, Purpose, Ratio, Scale, Scenery,
    Severity, Side, Target, Topic,
};
use skirmish::board::{GridKind, Reach, Sight};
use skirmish::dice::seeded;
use skirmish::rules::vsgmr::numbers::move_unit;
use skirmish::rules::vsgmr::unit::{Edition, Kind};
use skirmish::rules::vsgmr::{Config, force};
use skirmish::rules::{Game, Rules};
use skirmish::source::Source;

fn drawing(kind: GridKind, rows: &str) -> Scene {
    scene(kind, rows).of_2017()
}

/// How far a figure gets over open ground.
fn farthest(play: &Play, name: &str) -> u32 {
    let mut reach = Reach::default();
    play.game.reach(play.fig(name), &mut reach);
    reach.ends().iter().map(|(_, cost)| *cost).max().unwrap()
}

#[test]
fn e1_guys_move_six_cavalry_ten_vehicles_eighteen() {
    for kind in KINDS {
        let rows = ["........................"; 4].join(" ");
        let play = drawing(kind, &rows)
            .figure(1, "guy", "troop", "A1")
            .figure(1, "horse", "cavalry", "A2")
            .figure(1, "rider", "troop", "on horse")
            .figure(1, "tank", "vehicle", "A3")
            .figure(1, "driver", "troop", "on tank")
            .figure(2, "foe", "troop", "X4")
            .step("move")
            .begin(&[]);
        assert_eq!(farthest(&play, "guy"), 6);
        assert_eq!(farthest(&play, "horse"), 10);
        assert_eq!(farthest(&play, "tank"), 18);
    }
}

#[test]
fn e1_other_scales_keep_the_factors_rounded_down() {
    let moves = |scale: Scale| {
        let config = Config {
            scale,
            ..Config::of(Edition::Of2017)
        };
        [Kind::Troop, Kind::Cavalry, Kind::Vehicle].map(|kind| move_unit(&config, kind))
    };
    let all: Vec<[u32; 3]> = Scale::ALL.into_iter().map(moves).collect();
    let listed = [
        [12, 20, 36],
        [12, 20, 36],
        [6, 10, 18],
        [3, 5, 9],
        [2, 3, 6],
        [2, 3, 6],
        [1, 1, 3],
    ];
    assert_eq!(all, listed);
}

#[test]
fn e1_figures_move_through_others_but_never_end_on_them() {
    for kind in KINDS {
        for through in [true, false] {
            let mut play = lane(kind, "......")
                .of_2017()
                .figure(1, "a", "troop", "A1")
                .figure(2, "b", "troop", "C1")
                .rule(&format!("move_through_enemies = {through}"))
                .step("move")
                .begin(&[]);
            play.refused(play.moving("a", "C1"));
            if through {
                play.go("a", "E1");
            } else {
                play.refused(play.moving("a", "E1"));
            }
        }
    }
}

// ---- buildings (E2) ----

#[test]
fn e2_buildings_never_move_and_never_fight_hand_to_hand() {
    for kind in KINDS {
        let mut play = drawing(kind, "...... ......")
            .figure(1, "hut", "building, small, distance", "A1")
            .figure(1, "c", "troop", "F2")
            .figure(2, "b", "troop", "B1")
            .step("move")
            .begin(&[]);
        assert_eq!(farthest(&play, "hut"), 0);
        let why = play.refused(play.moving("hut", "A2"));
        assert_eq!(why, "buildings never move");
        play.until("shoot", 1);
        assert!(
            play.game
                .check(&play.striking(How::Shoot, "hut", "b"))
                .is_ok()
        );
        play.done().until("fight", 1);
        play.refused(play.striking(How::Fight, "hut", "b"));
    }
}

#[test]
fn e2_armed_buildings_shoot_with_one_more_all_around() {
    for kind in KINDS {
        for words in ["distance", "light armour"] {
            let mut play = lane(kind, "......")
                .of_2017()
                .figure(1, "fort", &format!("building, small, {words}"), "C1")
                .figure(2, "b", "troop", "A1")
                .figure(2, "c", "troop", "F1")
                .step("shoot")
                .begin(&[]);
            for at in ["b", "c"] {
                let shot = play.striking(How::Shoot, "fort", at);
                assert_eq!(play.game.check(&shot).is_ok(), words == "distance");
            }
            if words == "distance" {
                play.shoot("fort", "c");
                assert_eq!(play.need(), 4);
            }
        }
    }
}

#[test]
fn e2_buildings_have_the_armour_bought_and_one_more() {
    for (armour, need) in [
        ("", None),
        (", light armour", Some(5)),
        (", heavy armour", Some(3)),
    ] {
        let mut play = drawing(GridKind::Square, "......")
            .figure(1, "a", "troop, distance", "A1 E")
            .figure(2, "hut", &format!("building, small{armour}"), "E1")
            .figure(2, "b", "troop", "F1")
            .step("shoot")
            .begin(&[5]);
        play.shoot("a", "hut");
        let saves = matches!(
            play.asks(),
            Ask::Roll {
                purpose: Purpose::Armour,
                ..
            }
        );
        assert_eq!(need.is_some(), saves);
        match need {
            Some(need) => assert_eq!(play.need(), need),
            None => assert!(!play.on_board("hut")),
        }
    }
}

#[test]
fn e2_buildings_can_be_struck_hand_to_hand_and_be_in_cover() {
    for kind in KINDS {
        let mut play = lane(kind, "......")
            .of_2017()
            .figure(1, "a", "hero", "A1")
            .figure(2, "hut", "building, small", "B1")
            .figure(2, "b", "troop", "F1")
            .step("fight")
            .begin(&[]);
        play.fight("a", "hut");
        assert_eq!(play.need(), 3);
        play.dice(&[3]);
        assert!(!play.on_board("hut"));
        play.spent();
        let mut play = lane(kind, "..T...")
            .of_2017()
            .figure(1, "a", "troop, distance", "A1")
            .figure(2, "hut", "building, small", "E1")
            .figure(2, "b", "troop", "F1")
            .rule("facing = false")
            .step("shoot")
            .begin(&[]);
        play.shoot("a", "hut");
        assert_eq!(play.need(), 6);
    }
}

#[test]
fn e2_what_stands_behind_a_building_is_covered_or_hidden_for_friend_and_foe() {
    for kind in KINDS {
        for owner in [1, 2] {
            let mut play = lane(kind, "......")
                .of_2017()
                .figure(1, "a", "troop, distance", "A1")
                .figure(owner, "stump", "building, small", "C1")
                .figure(2, "b", "troop", "E1")
                .rule("facing = false")
                .step("shoot")
                .begin(&[]);
            play.shoot("a", "b");
            assert_eq!(play.need(), 6, "owner {owner}");
        }
    }
    let play = drawing(GridKind::Square, "........ ........")
        .figure(1, "a", "troop, distance", "A1 E")
        .figure(1, "hall", "building, medium", "C1")
        .figure(2, "b", "troop", "F1")
        .figure(2, "c", "troop", "B2")
        .step("shoot")
        .begin(&[]);
    assert_eq!(
        play.refused(play.striking(How::Shoot, "a", "b")),
        "its view is blocked at C1"
    );
}

#[test]
fn e2_nobody_walks_through_a_building_and_a_fallen_one_leaves_open_ground() {
    for kind in KINDS {
        for owner in [1, 2] {
            let play = lane(kind, "......")
                .of_2017()
                .figure(1, "a", "troop", "A1")
                .figure(owner, "hut", "building, small", "C1")
                .figure(2, "b", "troop", "F1")
                .step("move")
                .begin(&[]);
            assert_eq!(farthest(&play, "a"), 1);
        }
        let mut play = lane(kind, "......")
            .of_2017()
            .figure(1, "a", "troop, distance", "A1")
            .figure(1, "d", "troop, distance", "B1")
            .figure(2, "hut", "building, small", "C1")
            .figure(2, "b", "troop", "E1")
            .rule("facing = false")
            .step("shoot")
            .begin(&[5]);
        let at = play.space("C1");
        assert_eq!(play.game.board().terrain(at).name, "small building");
        play.shoot("a", "hut");
        assert!(!play.on_board("hut"));
        assert_eq!(play.game.board().terrain(at).name, "open");
        assert_eq!(play.game.scores(), [2, 0]);
        // and d sees through
        play.shoot("d", "b");
        assert_eq!(play.need(), 5);
    }
}

// ---- hits (E3) ----

#[test]
fn e3_buildings_take_one_three_or_five_hits_by_size() {
    for kind in KINDS {
        for (size, hits) in [("small", 1), ("medium", 3), ("large", 5)] {
            let rows = ["..............."; 7].join(" ");
            let mut play = drawing(kind, &rows)
                .figure(1, "a", "troop, distance", "A4")
                .figure(2, "fort", &format!("building, {size}"), "F4")
                .figure(2, "b", "troop", "O1")
                .rule("facing = false")
                .step("shoot")
                .begin(&[]);
            for left in (1..=hits).rev() {
                let shown = play.game.shown(play.fig("fort"));
                assert_eq!(shown.health, Some((left, hits)));
                assert!(play.on_board("fort"));
                play.dice(&[5]).shoot("a", "fort");
                if left > 1 {
                    // a new round
                    play.dice(&[6, 1]);
                    while !matches!(play.asks(), Ask::First) {
                        play.done();
                    }
                    play.answer(Answer::Side(Side(0))).until("shoot", 1);
                }
            }
            assert!(!play.on_board("fort"), "{size}");
            assert_eq!(play.game.scores(), [2, 0]);
            play.spent();
        }
    }
}

#[test]
fn e3_a_building_saves_by_its_armour_and_the_hit_does_not_count() {
    let mut play = drawing(GridKind::Square, "...... ......")
        .figure(1, "a", "troop", "B1")
        .figure(2, "fort", "building, medium, heavy armour", "C1")
        .figure(2, "b", "troop", "F2")
        .step("fight")
        .begin(&[4, 3]);
    play.fight("a", "fort");
    assert_eq!(play.game.shown(play.fig("fort")).health, Some((3, 3)));
    play.spent();
}

#[test]
fn e3_terrain_gets_no_armour_and_takes_hits_by_size() {
    for kind in KINDS {
        // one space of wall: small, gone at the first hit, without a roll
        let mut play = scene(kind, "..#... ......")
            .of_2017()
            .figure(1, "a", "troop, distance", "A1")
            .figure(2, "b", "troop", "F2")
            .rule("facing = false")
            .step("shoot")
            .begin(&[5]);
        let wall = play.space("C1");
        play.act(How::Shoot, "a", Target::Space(wall));
        assert_eq!(play.game.board().terrain(wall).name, "rubble");
        play.spent();
        // two spaces of one building: medium, gone at the third
        let mut play = scene(kind, "..KK.. ......")
            .of_2017()
            .figure(1, "a", "troop, distance", "A1")
            .figure(1, "c", "troop, distance", "B1")
            .figure(1, "d", "troop, distance", "B2")
            .figure(2, "b", "troop", "F2")
            .rule("facing = false")
            .step("shoot")
            .begin(&[5]);
        let keep = play.space("C1");
        play.act(How::Shoot, "a", Target::Space(keep));
        play.dice(&[6]).act(How::Shoot, "c", Target::Space(keep));
        assert_eq!(play.game.board().terrain(keep).name, "keep");
        play.dice(&[5]).act(How::Shoot, "d", Target::Space(keep));
        for space in [keep, play.space("D1")] {
            assert_eq!(play.game.board().terrain(space).name, "rubble");
        }
        play.spent();
    }
}

#[test]
fn e3_odds_of_a_building_wear_it_down() {
    let play = drawing(GridKind::Square, "........ ........")
        .figure(1, "a", "troop, distance", "A1 E")
        .figure(2, "fort", "building, medium, heavy armour", "F1")
        .figure(2, "hut", "building, small, light armour", "D2")
        .step("shoot")
        .begin(&[]);
    let odds = |at: &str| -> Odds {
        let (who, at) = (play.fig("a"), Target::Figure(play.fig(at)));
        let stand = play.game.stand(who);
        play.game.odds(who, stand, How::Shoot, at, Sight::Clear)
    };
    let fort = odds("fort");
    assert_eq!(fort.defeat, Ratio::new(0, 1));
    assert_eq!(
        (fort.wound, fort.part),
        (Ratio::new(1, 9), Ratio::new(1, 3))
    );
    assert_eq!(odds("hut").defeat, Ratio::new(2, 9));
    // as the dice have it
    for (name, what, p) in [
        ("fort", "wounded", Ratio::new(1, 9)),
        ("hut", "defeated", Ratio::new(2, 9)),
    ] {
        let (who, at) = (play.fig("a"), Target::Figure(play.fig(name)));
        let all = play.game.outcomes(who, How::Shoot, at, Default::default());
        let found = all.iter().find(|(words, _)| words.contains(what)).unwrap();
        assert_eq!(found.1, p, "{name}: {all:?}");
    }
}

// ---- forces (E4) ----

fn force(figures: &str) -> Result<Vec<String>, String> {
    let text =
        format!("format = \"skirmish-force/1\"\nruleset = \"vsgmr2017\"\nname = \"F\"\n{figures}");
    match Rules::Vsgmr2017.force(&Source::new("f.toml", text), None) {
        Ok(force) => Ok(force.findings.into_iter().map(|f| f.what).collect()),
        Err(fault) => Err(fault.to_string()),
    }
}

fn figure(name: &str, count: u32, words: &str) -> String {
    format!("[[figure]]\nname = \"{name}\"\ncount = {count}\nis = \"{words}\"\n")
}

#[test]
fn e4_a_force_has_one_hero() {
    let troops = figure("t", 4, "troop");
    let one = force(&format!("{}{troops}", figure("h", 1, "hero")));
    assert_eq!(one, Ok(vec![]));
    let none = force(&troops).unwrap();
    assert_eq!(none, ["nobody in this force is the hero"]);
    let two = force(&format!(
        "{}{}{troops}",
        figure("h", 1, "hero"),
        figure("g", 1, "distance, hero")
    ));
    assert_eq!(
        two,
        Err("f.toml:11:17: a force has at most 1 hero here, this would be one more".into())
    );
}

#[test]
fn e4_four_to_ten_figures_and_as_many_as_the_others_are_only_advised() {
    let counted = |n: u32| {
        let hero = figure("h", 1, "hero");
        force(&format!("{hero}{}", figure("t", n - 1, "troop"))).unwrap()
    };
    assert_eq!(counted(3), ["it has 3 figures; 4 to 10 are usual"]);
    assert_eq!((counted(4), counted(10)), (vec![], vec![]));
    assert_eq!(counted(11), ["it has 11 figures; 4 to 10 are usual"]);
    let play = drawing(GridKind::Square, "........ ........")
        .figure(1, "a", "hero", "A1")
        .figure(1, "c", "troop", "A2")
        .figure(2, "b", "hero", "H1")
        .step("move")
        .begin(&[]);
    let found = play.game.findings();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].severity, Severity::Warning);
    assert_eq!(found[0].what, "it has 1 figures and Side 1 has 2");
}

#[test]
fn e4_no_points_commanders_mooks_traits_or_powers() {
    for (words, wrong) in [
        ("mook", "these rules have no mooks"),
        ("hero, commander", "these rules have no commanders"),
    ] {
        let fault = force(&figure("x", 1, words)).unwrap_err();
        assert!(fault.ends_with(wrong), "{fault}");
    }
    let idle = force(&figure("x", 1, "hero, Flight, Super-Fight minor")).unwrap();
    assert_eq!(idle.len(), 3, "{idle:?}");
    // each figure scores one, whatever it is
    for words in ["troop", "hero, heavy armour", "vehicle, distance"] {
        let mut play = drawing(GridKind::Square, "........ ........")
            .figure(1, "a", "troop", "B1")
            .figure(2, "b", words, "C1")
            .figure(2, "c", "troop", "H2")
            .step("fight")
            .begin(&[]);
        let armoured = words.contains("armour");
        play.dice(if armoured { &[4, 1] } else { &[4] });
        play.fight("a", "b");
        assert_eq!(play.game.scores(), [2, 0], "{words}");
    }
    // no armour comes free, and buildings are of this edition alone
    let config = Config::of(Edition::Of2017);
    let text = "format = \"skirmish-force/1\"\nruleset = \"vsgmr2017\"\nname = \"F\"\n\
                [[figure]]\nname = \"t\"\nis = \"vehicle\"\n";
    let read = force::read(&Source::new("f", text), &config).unwrap();
    assert_eq!(
        read.figures[0].2.armour,
        skirmish::rules::vsgmr::unit::Armour::None
    );
    let old = text
        .replace("vsgmr2017", "vsgmr")
        .replace("vehicle", "building");
    assert!(Rules::Vsgmr.force(&Source::new("f", old), None).is_err());
}

#[test]
fn e4_every_toggle_can_be_switched_back() {
    let rules = Source::new(
        "r",
        "format = \"skirmish-rules/1\"\nruleset = \"vsgmr2017\"\ntraits = true\nheroes = 0\n",
    );
    let config = Rules::Vsgmr2017.config(Some(&rules)).unwrap();
    // what is not said stays as the edition has it
    assert_eq!(
        (&config["traits"], &config["mooks"], &config["heroes"]),
        (&true.into(), &false.into(), &0.into())
    );
    assert_eq!(config["vehicle_move_28mm"], 18);
    let grid = Rules::Vsgmr.config(None).unwrap();
    assert_eq!(grid["vehicle_move_28mm"], 12);
    assert!(Rules::Vsgmr.config(Some(&rules)).is_err());
}

#[test]
fn e4_sample_forces_have_eight_figures_one_hero_and_often_buildings() {
    let forces = Rules::Vsgmr2017.forces();
    let mut built = 0;
    for (stem, text) in forces {
        let force = Rules::Vsgmr2017
            .force(&Source::new(*stem, *text), None)
            .unwrap();
        assert!(force.findings.is_empty(), "{stem}: {:?}", force.findings);
        assert_eq!(force.figures.len(), 8, "{stem}");
        let of = |kind: &str| {
            let is = |f: &&(String, String, i32)| f.1.starts_with(kind);
            force.figures.iter().filter(is).count()
        };
        assert_eq!(of("hero"), 1, "{stem}");
        built += usize::from(of("building") > 0);
    }
    assert!(forces.len() >= 6 && built >= 4);
}

// ---- terrain placed by hand (E5) ----

/// Two forces about to be laid out, sides 1 and 2 across the board.
fn table(kind: GridKind, pieces: u8) -> Play {
    let rows = vec!["........................"; 24].join(" ");
    let mut scene = drawing(kind, &rows)
        .figure(1, "a", "hero", "")
        .figure(2, "b", "hero", "");
    scene.brief.deploy = Some(Deploy::AllAtOnce);
    // side 2 has rolled lower, then the number of pieces
    scene.begin(&[5, 2, pieces])
}

fn choose(play: &mut Play, of: Scenery, size: u8) {
    play.answer(Answer::Choose(Choice::Piece(Piece { of, size })));
}

fn lay(play: &mut Play, at: &str) {
    let to = play.space(at);
    play.answer(Answer::Lay { to });
}

fn terrain(play: &Play, at: &str) -> String {
    let board = play.game.board();
    board.terrain(play.space(at)).name.clone()
}

#[test]
fn e5_a_die_says_how_many_pieces_each_lays_in_turn_before_deployment() {
    for kind in KINDS {
        let mut play = table(kind, 2);
        for (i, at) in ["C12", "H12", "M12", "R12"].into_iter().enumerate() {
            let piece = Ask::Choose {
                topic: Topic::Piece,
                who: None,
            };
            assert_eq!((play.asks(), play.game.status().step), (piece, "terrain"));
            assert_eq!(play.asked(), 1 + i as u8 % 2);
            choose(&mut play, Scenery::Wood, 1);
            assert!(matches!(play.asks(), Ask::Lay { .. }));
            lay(&mut play, at);
            assert_eq!(terrain(&play, at), "small wood");
        }
        assert_eq!(play.asks(), Ask::Deploy);
        play.spent();
    }
}

#[test]
fn e5_pieces_lie_in_the_middle_third_apart_on_open_ground() {
    for kind in KINDS {
        let mut play = table(kind, 3);
        choose(&mut play, Scenery::Rocks, 1);
        let lay_at = |play: &Play, at: &str| Answer::Lay { to: play.space(at) };
        for outside in ["H8", "H17", "A1"] {
            play.refused(lay_at(&play, outside));
        }
        for inside in ["H9", "H16"] {
            assert!(play.game.check(&lay_at(&play, inside)).is_ok());
        }
        lay(&mut play, "H12");
        // the next may be disputed at H12 itself; once it is settled, nobody touches it
        choose(&mut play, Scenery::Wall, 1);
        lay(&mut play, "D12");
        choose(&mut play, Scenery::Rocks, 1);
        play.refused(lay_at(&play, "H12"));
        play.refused(lay_at(&play, "H11"));
        assert!(play.game.check(&lay_at(&play, "H14")).is_ok());
    }
}

#[test]
fn e5_a_disputed_place_goes_to_the_higher_die() {
    for kind in KINDS {
        // side 1 lays, side 2 wants the same place: level dice are rolled again
        let mut play = table(kind, 1);
        choose(&mut play, Scenery::Wood, 2);
        lay(&mut play, "H12");
        assert_eq!(terrain(&play, "H12"), "medium wood");
        choose(&mut play, Scenery::Wall, 1);
        play.dice(&[3, 3, 2, 6]);
        lay(&mut play, "H12");
        assert_eq!(terrain(&play, "H12"), "small wall");
        // side 1 lays its own elsewhere, and cannot dispute what the dice have settled
        assert_eq!(play.asked(), 1);
        choose(&mut play, Scenery::Wood, 1);
        let to = play.space("H12");
        play.refused(Answer::Lay { to });
        lay(&mut play, "D12");
        assert_eq!(play.asks(), Ask::Deploy);
        play.spent();
        // and the other way: who asked loses and lays elsewhere
        let mut play = table(kind, 1);
        choose(&mut play, Scenery::Wood, 2);
        lay(&mut play, "H12");
        choose(&mut play, Scenery::Rocks, 1);
        play.dice(&[4, 1]);
        lay(&mut play, "H12");
        assert_eq!(
            (play.asked(), terrain(&play, "H12")),
            (2, "medium wood".into())
        );
        choose(&mut play, Scenery::Rocks, 1);
        let to = play.space("H12");
        play.refused(Answer::Lay { to });
        lay(&mut play, "M12");
        assert_eq!(play.asks(), Ask::Deploy);
        play.spent();
    }
}

#[test]
fn e5_a_laid_piece_takes_hits_by_size_and_leaves_the_ground_under_it() {
    for kind in KINDS {
        let mut play = table(kind, 1);
        choose(&mut play, Scenery::Wall, 2);
        lay(&mut play, "H12");
        choose(&mut play, Scenery::Wood, 1);
        lay(&mut play, "D12");
        let wall = play.space("H12");
        let object = play.game.board().object(wall);
        assert_eq!(object.len(), if kind == GridKind::Square { 4 } else { 3 });
        assert_eq!(play.game.board().terrain(wall).hits, Some(3));
        let laid = play.log.iter().filter(|e| matches!(e, Event::Laid { .. }));
        assert_eq!(laid.count(), 2);
    }
}

#[test]
fn e5_whatever_is_laid_a_way_is_left() {
    for kind in KINDS {
        for seed in 0..12 {
            let rows = vec!["........................"; 24].join(" ");
            let mut scene = drawing(kind, &rows)
                .figure(1, "a", "hero", "")
                .figure(2, "b", "hero", "");
            scene.brief.deploy = Some(Deploy::Alternating);
            let mut play = scene.begin(&[]);
            through(&mut play.game, seed);
            assert_eq!(play.game.status().round, 1);
            let (a, b) = (play.fig("a"), play.fig("b"));
            let to = skirmish::board::Spaces::of(play.game.board().len(), [play.game.at(b)]);
            let field = play.game.board().field(&to, 1, skirmish::board::Gait::Walk);
            assert_ne!(field[play.game.at(a).index()], u32::MAX, "seed {seed}");
        }
    }
}

/// Answers at random until the first round has begun.
fn through(game: &mut Game, seed: u64) {
    for n in 0..2000u64 {
        let answer = match game.decision().ask {
            Ask::Act { .. } | Ask::First => return,
            Ask::Roll { dice, .. } => Answer::Faces(seeded(seed, n, &dice)),
            _ if n % 5 == 0 => game.preset(),
            _ => {
                let all = game.answers();
                let chance = seeded(seed + 100, n, &[250, 250]);
                let at = usize::from(chance[0]) * 250 + usize::from(chance[1]);
                all[at % all.len()].clone()
            }
        };
        game.answer(&answer, &mut ()).expect("a legal answer");
    }
    panic!("never done");
}

/// The pieces that have been laid: their spaces.
fn pieces(play: &Play) -> Vec<Vec<skirmish::board::Space>> {
    let laid = |event: &Event| match event {
        Event::Laid { spaces, .. } => Some(spaces.to_vec()),
        _ => None,
    };
    play.log.iter().filter_map(laid).collect()
}

#[test]
fn e5_the_program_lays_terrain_too_where_it_places_everybody() {
    for kind in KINDS {
        let rows = vec!["........................"; 24].join(" ");
        let mut scene = drawing(kind, &rows)
            .figure(1, "a", "hero", "")
            .figure(2, "b", "hero", "");
        scene.brief.deploy = Some(Deploy::Auto);
        let play = scene.begin(&[3]);
        assert_eq!(pieces(&play).len(), 6);
        assert!(play.game.all().all(|who| play.game.place(who) == Place::On));
        play.spent();
    }
}

#[test]
fn e5_computers_lay_cover_where_they_come_to_it_first() {
    for kind in KINDS {
        let mut play = table_of(kind, 2, "troop, distance");
        while !matches!(play.asks(), Ask::Deploy) {
            let answer = play.game.preset();
            play.answer(answer);
        }
        let grid = play.game.board().grid();
        // Side 1 begins at the northern edge, side 2 at the southern one; they lay in turn.
        for (i, spaces) in pieces(&play).into_iter().enumerate() {
            let rows: Vec<u32> = spaces.iter().map(|s| grid.row(*s)).collect();
            let south = rows.iter().all(|row| *row >= grid.rows / 2);
            let north = rows.iter().all(|row| *row < grid.rows / 2);
            assert!(if i % 2 == 0 { north } else { south }, "{i}: {rows:?}");
            let name = terrain_at(&play, spaces[0]);
            assert!(
                !name.contains("wall"),
                "{name} stops nobody's shots at them"
            );
        }
    }
}

fn terrain_at(play: &Play, space: skirmish::board::Space) -> String {
    play.game.board().terrain(space).name.clone()
}

/// Two forces about to be laid out, with a shooter each.
fn table_of(kind: GridKind, pieces: u8, words: &str) -> Play {
    let rows = vec!["........................"; 24].join(" ");
    let mut scene = drawing(kind, &rows)
        .figure(1, "a", "hero", "")
        .figure(1, "c", words, "")
        .figure(2, "b", "hero", "")
        .figure(2, "d", words, "");
    scene.brief.deploy = Some(Deploy::AllAtOnce);
    scene.begin(&[5, 2, pieces])
}
