//! Each figure attacks by itself, and each die counts for one figure (L3, L6).

use super::*;

#[test]
fn l3_changed_every_figure_attacks_by_itself_and_chooses_its_target() {
    for kind in KINDS {
        let sides = ["1s A3, 1s A4, 1s A5", "1s L1, 1s L2, 2s L6, 2s L7"];
        let mut f = fight(kind, FIELD, &sides, &[3, 3, 2]);
        f.play("done, done");
        f.play("1.1 shoots 2.1");
        assert!(f.gone("2.1"), "{kind:?}: still: 3 kills");
        assert_eq!(
            f.refused("1.1 shoots 2.2"),
            "it has already attacked in this turn"
        );
        f.play("1.2 shoots 2.3");
        assert!(f.gone("2.3") && !f.gone("2.2"), "{kind:?}: another squad");
        f.play("1.3 shoots 2.4");
        assert!(!f.gone("2.4"), "{kind:?}: 2 does not kill");
        f.spent();
        assert_eq!(f.turn(), ("attack", 2), "all three have attacked");
        let rolls: Vec<usize> = f
            .log
            .iter()
            .filter_map(|e| match e {
                Event::Rolled(roll) => Some(roll.faces.len()),
                _ => None,
            })
            .collect();
        assert_eq!(rolls, [1, 1, 1], "a die each");
    }
}

#[test]
fn l3_changed_each_die_is_compared_with_the_number_of_whom_it_would_kill() {
    // The first stands in the open: 3 kills. Those behind are in cover, a special among them.
    let sides = ["h A1", "1s E1, 1s F1, 1h G1"];
    let fall = |dice: &[u8]| {
        let mut f = fight(GridKind::Square, ".......", &sides, dice);
        f.play("1.1 to B1, done, 1.1 shoots 2.1");
        f.spent();
        ["2.1", "2.2", "2.3"].map(|label| f.gone(label))
    };
    assert_eq!(
        fall(&[3, 3, 3, 1]),
        [true, true, false],
        "each is in the open when its turn comes; a special needs 4"
    );
    assert_eq!(fall(&[3, 3, 4, 1]), [true, true, true]);
    let rows = "....oo.";
    let fall = |dice: &[u8]| {
        let mut f = fight(
            GridKind::Square,
            rows,
            &["h A1", "1s D1, 1s E1, 1s F1"],
            dice,
        );
        f.play("1.1 to B1, done, 1.1 shoots 2.1");
        f.spent();
        ["2.1", "2.2", "2.3"].map(|label| f.gone(label))
    };
    assert_eq!(
        fall(&[3, 3, 3, 3]),
        [true, false, false],
        "3 does not reach those in cover"
    );
    assert_eq!(
        fall(&[2, 3, 4, 3]),
        [true, true, false],
        "a die after the other"
    );
    assert_eq!(fall(&[4, 4, 4, 1]), [true, true, true]);
    // Before, all dice of a volley were measured by the first target.
    let mut f = fight_together(
        GridKind::Square,
        rows,
        &["h A1", "1s D1, 1s E1, 1s F1"],
        &[3, 3, 3, 3],
    );
    f.play("1.1 to B1, done, 1.1 shoots 2.1");
    assert!(f.gone("2.3"));
}

#[test]
fn l3_changed_a_squad_fires_one_after_the_other_and_wastes_no_die() {
    for kind in KINDS {
        let sides = ["1s A3, 1s A4, 1s A5, 1h A6", "1s L4, 1s L5, 2s L8"];
        let mut f = fight(kind, FIELD, &sides, &[]);
        f.play("done, done");
        let (who, at) = (f.fig("1.1"), f.fig("2.1"));
        let first = f.game.fire_of_squad(who, at);
        assert_eq!(first.len(), 4, "{kind:?}");
        assert_eq!(first[0].0, f.fig("1.4"), "whoever needs least begins");
        let mut acts = 0;
        while let Some((who, at)) = f.game.fire_of_squad(who, at).first().copied() {
            let (how, at) = (How::Shoot, Target::Figure(at));
            f.game
                .answer(&Answer::Strike { who, how, at }, &mut f.log)
                .expect("it can attack");
            f.dice = Script::new([6, 6, 6, 6]);
            let (Who::Chance, Ask::Roll { dice, .. }) = f.asked() else {
                panic!("dice")
            };
            let faces = f.dice.roll(&dice);
            f.game
                .answer(&Answer::Faces(faces), &mut f.log)
                .expect("dice");
            acts += 1;
        }
        assert!(f.gone("2.1") && f.gone("2.2"));
        assert_eq!(acts, 1, "{kind:?}: the others keep their dice");
        assert!(f.can("1.1 shoots 2.3"));
    }
}

#[test]
fn l6_changed_figures_in_the_way_give_cover_and_never_block() {
    for kind in KINDS {
        let need = |sides: [&str; 2], shot: &str, lines: &str| {
            let mut f = fight_with(kind, ".......", &sides, &[], |b| b.rules = rules(lines));
            f.play("done, done").play(shot);
            f.wanted().1
        };
        let (friend, enemy) = (["s A1, s B1", "s F1"], ["s A1", "s F1, s G1"]);
        assert_eq!(
            need(friend, "1.1 shoots 2.1", ""),
            4,
            "{kind:?}: past a friend"
        );
        assert_eq!(
            need(friend, "1.2 shoots 2.1", ""),
            3,
            "{kind:?}: nobody is in the way"
        );
        assert_eq!(
            need(enemy, "1.1 shoots 2.2", ""),
            4,
            "{kind:?}: past an enemy"
        );
        let old = "figures_cover = false";
        assert_eq!(need(friend, "1.1 shoots 2.1", old), 3, "{kind:?}");
    }
}

#[test]
fn l6_changed_bushes_and_thickets_give_cover_and_never_block() {
    for kind in KINDS {
        for (rows, sign) in [("..F....", 'F'), ("..FFF..", 'F'), ("..TTT..", 'T')] {
            let mut f = fight(kind, rows, &["s A1", "s G1"], &[]);
            f.play("1.1 to B1, done, 1.1 shoots 2.1");
            assert_eq!(f.wanted(), (1, 5), "{kind:?} {sign}");
        }
        let old = |b: &mut Brief| b.rules = rules("bushes_block = true");
        let mut f = fight_with(kind, "..F....", &["s A1", "s G1"], &[], old);
        f.play("1.1 to B1, done");
        assert_eq!(f.game.status().round, 2, "{kind:?}: nobody sees anybody");
        let mut f = fight(kind, "..#....", &["s A1", "s G1"], &[]);
        f.play("1.1 to B1, done");
        assert_eq!(f.game.status().round, 2, "{kind:?}: a wall hides all");
    }
}
