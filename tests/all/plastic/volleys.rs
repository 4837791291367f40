//! Attacks with pooled dice (L3–L7).

use super::*;

#[test]
fn l3_with_the_toggle_a_squad_rolls_together_and_fours_kill() {
    for kind in KINDS {
        let mut f = fight_together(
            kind,
            FIELD,
            &["1s A3, 1s A4, 1s A5", "1s L3, 1s L4, 1s L5, 1s L6"],
            &[3, 4, 6],
        );
        f.play("1.1 to B3, done, done, 1.1 shoots 2.1");
        f.spent();
        let gone = (1..=4).filter(|n| f.gone(&format!("2.{n}"))).count();
        assert_eq!(gone, 2, "{kind:?}: a 3 does not kill");
        assert_eq!(f.game.scores(), crate::halves([4, 0]));
        let rolled = f
            .log
            .iter()
            .filter(|e| matches!(e, Event::Rolled(_)))
            .count();
        assert_eq!(rolled, 1, "one roll of pooled dice");
    }
}

#[test]
fn l3_who_does_not_see_the_target_may_attack_another() {
    // The wall hides one squad from 1.1, the other from 1.3, and all from 1.2.
    let rows = ".....\n.###.\n.....";
    let sides = ["1s A1, 1s A2, 1s A3", "1s D1, 1s E1, 2s E3"];
    let mut f = fight(GridKind::Square, rows, &sides, &[]);
    f.play("done, done");
    let seen = |f: &Fight, who: &str| {
        let mut all = Vec::new();
        f.game
            .strikes(f.fig(who), f.game.stand(f.fig(who)), &mut |_, at, _| {
                all.push(at);
                true
            });
        all
    };
    assert_eq!(seen(&f, "1.1"), [Target::Figure(f.fig("2.1"))]);
    assert_eq!(seen(&f, "1.3"), [Target::Figure(f.fig("2.3"))]);
    f.play("1.1 shoots 2.1");
    assert_eq!(f.wanted().0, 1);
    let faces = Answer::Faces([1].as_slice().into());
    f.game.answer(&faces, &mut f.log).expect("a die");
    assert_eq!(
        f.refused("1.1 shoots 2.1"),
        "it has already attacked in this turn"
    );
    f.play("1.3 shoots 2.3");
    assert_eq!(f.wanted().0, 1);
}

#[test]
fn l3_there_is_no_limit_of_range_unless_the_rules_set_one() {
    let f = fight(GridKind::Square, FIELD, &["s A1", "s L8"], &[]);
    let mut g = f;
    g.play("done, done");
    assert!(g.can("1.1 shoots 2.1"));
    let near = |b: &mut Brief| b.rules = rules("range = 6");
    let mut f = fight_with(
        GridKind::Square,
        FIELD,
        &["s A1, s F1", "s L8, s L1"],
        &[],
        near,
    );
    f.play("done, done");
    assert_eq!(f.refused("1.1 shoots 2.1"), "2.1 s is out of sight");
    assert!(f.can("1.2 shoots 2.2"));
}

#[test]
fn l4_what_is_added_to_the_number() {
    let need = |rows: &str, sides: [&str; 2], moves: &str| {
        let mut f = fight(GridKind::Square, rows, &sides, &[]);
        f.play(moves).play("1.1 shoots 2.1");
        f.wanted().1
    };
    let (flat, stay, go) = ("......", "done, done", "1.1 to B1, done");
    assert_eq!(need(flat, ["s A1", "s F1"], go), 4, "plain");
    assert_eq!(need(flat, ["s A1", "s F1"], stay), 3, "has not moved");
    assert_eq!(need("222000", ["s A1", "s F1"], go), 3, "downhill");
    assert_eq!(need("000002", ["s A1", "s F1"], go), 5, "uphill");
    assert_eq!(need(flat, ["h A1", "s F1"], go), 3, "special");
    assert_eq!(need(flat, ["s A1", "h F1"], go), 5, "at a special");
    assert_eq!(need(".....o", ["s A1", "s F1"], go), 5, "in cover");
    assert_eq!(need("11100o", ["h A1", "s F1"], stay), 2, "all together");
    assert_eq!(
        need("111000", ["h A1", "s F1"], stay),
        2,
        "a natural 1 never kills"
    );
}

#[test]
fn l4_a_one_never_kills_and_more_than_six_cannot_be_attacked() {
    let mut f = fight(
        GridKind::Square,
        "200000",
        &["h A1", "s F1, s E1"],
        &[1, 1, 1, 2],
    );
    f.play("done, done, 1.1 shoots 2.2");
    f.spent();
    assert!(f.gone("2.2") && !f.gone("2.1"));
    // Uphill, special, in cover: 4 + 3.
    let mut f = fight(GridKind::Square, "0000..", &["s A1", "s F1"], &[]);
    f.play("1.1 to B1, done");
    assert!(f.can("1.1 shoots 2.1"));
    let mut map = drawn::map(GridKind::Square, ".....o\n......", &[]);
    map.elevation[5] = 1;
    let sides = ["s A1, s A2", "h F1, s F2"];
    let mut f = fight_on(Board::new(map.clone()), &sides, &[], |_| {});
    f.play("1.1 to B1, done, done");
    assert_eq!(
        f.refused("1.1 shoots 2.1"),
        "no die can kill 2.1 h: it is too well protected"
    );
    assert!(f.can("1.2 shoots 2.1"), "who stood still needs 6");
    f.play("1.2 shoots 2.1");
    assert_eq!(f.wanted(), (1, 6));
    let sides = ["s A1", "1h F1, 1s F2"];
    let mut f = fight_on(Board::new(map), &sides, &[6], |_| {});
    f.play("1.1 to B1, done");
    assert_eq!(f.game.status().step, "attack");
    f.play("1.1 shoots 2.2");
    assert!(
        f.gone("2.2") && !f.gone("2.1"),
        "the protected one is ignored"
    );
}

#[test]
fn l5_the_closest_is_killed_first() {
    for kind in KINDS {
        let mut f = fight(
            kind,
            FIELD,
            &["1s A4, 1s A5", "1s G4, 1s H4, 1s I4"],
            &[4, 5],
        );
        f.play("1.1 to B4, done, done");
        assert_eq!(
            f.refused("1.1 shoots 2.2"),
            "2.1 1s is closer; it must attack the closest figure of the squad"
        );
        f.play("1.1 shoots 2.1, 1.2 shoots 2.2");
        f.spent();
        assert!(f.gone("2.1") && f.gone("2.2") && !f.gone("2.3"), "{kind:?}");
    }
}

#[test]
fn l5_equally_close_the_attacker_chooses() {
    for named in ["2.1", "2.2"] {
        let mut f = fight(GridKind::Square, FIELD, &["s A4", "1s H4, 1s H5"], &[5]);
        f.play("1.1 to B4, done");
        f.play(&format!("1.1 shoots {named}"));
        assert!(f.gone(named));
        assert_eq!(f.game.scores(), crate::halves([2, 0]));
    }
}

#[test]
fn l5_with_the_toggle_each_of_a_squad_has_its_own_closest_and_its_own_number() {
    // 1.1 is nearest to the one in the open, 1.2 to the one in the rocks.
    let rows = ".......\n.......\n......o";
    let sides = ["1s A1, 1s A2, 1s A3", "1s G1, 1s G2, 1s G3"];
    let mut f = fight_together(GridKind::Square, rows, &sides, &[]);
    f.play("1.1 to B1, done, done, 1.1 shoots 2.1");
    assert_eq!(f.wanted(), (3, 4), "equally close: whoever is easiest");
    let sides = ["1s A1, 1s A2, 1s A3", "1s F1, 1s G2, 1s G3"];
    let rows = ".......\n...###.\n......o";
    let mut f = fight_together(GridKind::Square, rows, &sides, &[4, 4, 6]);
    f.play("1.1 to B1, done, done");
    let seen: Vec<bool> = ["1.1", "1.2", "1.3"]
        .map(|l| f.can(&format!("{l} shoots 2.1")))
        .into();
    assert!(seen[0]);
    f.play("1.1 shoots 2.1");
    assert!(f.gone("2.1"));
}

#[test]
fn l6_figures_never_block_and_solid_cover_only_when_all_is_hidden() {
    for kind in KINDS {
        let sides = ["1s A1, 1s B1", "1s F1, 1s G1"];
        let mut f = fight_together(kind, ".......", &sides, &[]);
        f.play("done, done, 1.1 shoots 2.1");
        assert_eq!(f.wanted(), (2, 3), "{kind:?}: through a friend");
        let mut f = fight(kind, ".......", &["s A1", "s F1, s G1"], &[]);
        f.play("done, done");
        assert!(f.can("1.1 shoots 2.2"), "{kind:?}: past an enemy");
        let mut f = fight(kind, "...#...", &["s A1", "s F1"], &[]);
        f.play("done, done");
        assert_eq!(f.game.status().round, 2, "{kind:?}: nobody sees anybody");
    }
    // Past the corner of a wall: seen, in cover.
    let mut f = fight(GridKind::Square, "..\n#.", &["s A1", "s B2"], &[]);
    f.play("done, done, 1.1 shoots 2.1");
    assert_eq!(f.wanted(), (1, 4), "it has not moved");
    let f = fight_on(
        drawn::board(GridKind::Square, ".....", &["C1|D1 fence"]),
        &["s A1", "s E1"],
        &[],
        |_| {},
    );
    let mut f = f;
    f.play("1.1 to B1, done, 1.1 shoots 2.1");
    assert_eq!(f.wanted(), (1, 5), "a fence covers");
    let mut f = fight(GridKind::Square, "..T..", &["s A1", "s E1"], &[]);
    f.play("1.1 to B1, done, 1.1 shoots 2.1");
    assert_eq!(f.wanted(), (1, 5), "bushes cover");
}

#[test]
fn l7_a_heavy_weapon_rolls_four_dice_alone_or_in_a_squad() {
    let targets = "1s L1, 1s L2, 1s L3, 1s L4, 1s L5";
    let mut f = fight(GridKind::Square, FIELD, &["h A1", targets], &[2, 6, 3, 4]);
    f.play("1.1 to B1, done, 1.1 shoots 2.1");
    f.spent();
    assert_eq!(
        f.game.scores(),
        crate::halves([6, 0]),
        "special: 3 and more kill"
    );
    // With the toggle those of a squad who need the same roll together.
    let sides = ["1s A1, 1h A2, 1s A3", targets];
    let mut f = fight_together(GridKind::HexFlat, FIELD, &sides, &[]);
    f.play("1.1 to B1, done, done, 1.1 shoots 2.1");
    assert_eq!(f.wanted(), (4, 3));
    f.dice = Script::new([1, 1, 1, 1, 4, 3]);
    f.roll();
    f.spent();
    assert_eq!(f.game.scores(), crate::halves([2, 0]));
}

#[test]
fn l7_a_sniper_stands_alone_and_attacks_twice_if_it_has_not_moved() {
    let force = force(&["1n"]);
    let fault = Rules::Plastic.force(&force, None).expect_err("in a squad");
    assert!(
        fault
            .to_string()
            .ends_with("a sniper cannot be part of a squad; remove the squad"),
        "{fault}"
    );
    for kind in KINDS {
        let sides = ["n A1, s A8", "s L1, s L8"];
        let mut f = fight(kind, FIELD, &sides, &[2, 6]);
        f.play("done, done, 1.1 shoots 2.1");
        assert!(f.gone("2.1"), "{kind:?}: special and still: 2 kills");
        let status = f.game.shown(f.fig("1.1")).status;
        assert_eq!(status, ["1 of 2 attacks left"]);
        f.play("1.1 shoots 2.2");
        f.spent();
        assert_eq!(
            f.game.outcome().map(|o| o.reason),
            Some(Reason::LastStanding)
        );
        let mut f = fight(kind, FIELD, &sides, &[1, 1]);
        f.play("done, done, 1.1 shoots 2.1, 1.1 shoots 2.1");
        assert_eq!(
            f.refused("1.1 shoots 2.1"),
            "it has already attacked in this turn"
        );
        let mut f = fight(kind, FIELD, &sides, &[]);
        f.play("1.1 to B1, done, done");
        assert_eq!(
            f.refused("1.1 shoots 2.1"),
            "it has moved and cannot attack in the same turn"
        );
        assert!(f.can("1.2 shoots 2.2"));
    }
}

#[test]
fn l7_one_special_for_every_squad() {
    let check = |units: &[&str]| {
        let summary = Rules::Plastic.force(&force(units), None).expect("readable");
        summary.findings.into_iter().next().map(|f| f.what)
    };
    assert_eq!(check(&["1s", "1s", "n"]), None);
    assert_eq!(check(&["1s", "1h", "2s", "2s", "n"]), None);
    assert_eq!(
        check(&["1s", "1h", "n"]).as_deref(),
        Some("the force has 2 heavy weapons and snipers, but its squads (1) allow only 1")
    );
    assert!(check(&["n"]).is_some(), "one figure is no squad");
    assert!(check(&["1s", "n"]).is_some());
    let board = drawn::board(GridKind::Square, FIELD, &[]);
    let fault = Rules::Plastic.begin(brief(board, &[vec!["h"], vec!["s"]]));
    assert_eq!(fault.expect_err("too many").file, "force.toml");
    for (stem, text) in Rules::Plastic.forces() {
        let source = Source::new(*stem, *text);
        let shipped = Rules::Plastic.force(&source, None).expect(stem);
        assert_eq!(
            (shipped.figures.len(), shipped.findings.len()),
            (14, 0),
            "{stem}"
        );
    }
}
