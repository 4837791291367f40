//! Very Quick Violence, played through answers with scripted dice on squares and hexes.

use crate::drawn::{self, Chance, KINDS};
use skirmish::battle::{
    Aim, Answer, Ask, Brief, BriefSide, Deploy, Event, Fig, How, Menace, Place, Placed, Purpose,
    Ratio, Reason, Role, Scale, Side, Solo, Stand, Start, Target, Victory, Who,
};
use skirmish::board::{Board, GridKind, Reach, Sight, Space};
use skirmish::dice::Script;
use skirmish::rules::{Game, Policy, Rules};
use skirmish::source::{Fault, Source};
use std::sync::Arc;

/// A brief for these forces (sizes, one letter a fighter: `s`, `m`, `l`) on a drawn board.
fn brief(board: Board, forces: &[&str]) -> Brief {
    let side = |(i, sizes): (usize, &&str)| {
        let mut text =
            "format = \"skirmish-force/1\"\nruleset = \"violence\"\nname = \"Test\"\n".to_string();
        for sign in sizes.chars() {
            let size = match sign {
                's' => "small",
                'm' => "medium",
                _ => "large",
            };
            text += &format!("[[figure]]\nname = \"{size}\"\nis = \"{size}\"\n");
        }
        BriefSide {
            force: Source::new("force.toml", text),
            seat: i as u8 + 1,
            team: i as u8 + 1,
            role: Role::Equal,
            budget: Some(10_000),
            zone: None,
            computer: false,
        }
    };
    Brief {
        board: Arc::new(board),
        sides: forces.iter().enumerate().map(side).collect(),
        rules: None,
        aim: Aim::Battle,
        scenario: Source::new("scenario.toml", ""),
        scale: Scale::Mm28,
        rounds: None,
        victory: None,
        deploy: None,
        solo: None,
        exits: false,
        items: Vec::new(),
        devices: Vec::new(),
        placed: Vec::new(),
        start: Start::default(),
    }
}

/// A rules file with these lines.
fn rules(lines: &str) -> Option<Source> {
    let head = "format = \"skirmish-rules/1\"\nruleset = \"violence\"\n";
    Some(Source::new("rules.toml", format!("{head}{lines}\n")))
}

/// Puts a fighter on a space beforehand.
fn placed(board: &Board, side: u8, number: usize, at: &str, hits: u8) -> Placed {
    Placed {
        side: Side(side),
        unit: number.to_string(),
        at: Some(drawn::space(board, at)),
        facing: None,
        mounted_on: None,
        aloft: false,
        out: false,
        reserve: false,
        hits,
        line: (3, 1),
    }
}

/// A battle with its dice and its log.
struct Fight {
    game: Game,
    dice: Script,
    log: Vec<Event>,
}

impl Fight {
    /// Sides as `"s A1, m B2-1"`: size, space, damage points lost. The first side has won the
    /// roll, the dice are for what follows.
    fn new(kind: GridKind, rows: &str, sides: &[&str], dice: &[u8]) -> Fight {
        Fight::with(kind, rows, sides, dice, |_| {})
    }

    fn with(
        kind: GridKind,
        rows: &str,
        sides: &[&str],
        dice: &[u8],
        change: impl Fn(&mut Brief),
    ) -> Fight {
        Fight::on(drawn::board(kind, rows, &[]), sides, dice, change)
    }

    fn on(board: Board, sides: &[&str], dice: &[u8], change: impl Fn(&mut Brief)) -> Fight {
        let fighters: Vec<Vec<(&str, &str)>> = sides
            .iter()
            .map(|side| {
                side.split(", ")
                    .map(|f| f.split_once(' ').expect("a size and a space"))
                    .collect()
            })
            .collect();
        let forces: Vec<String> = fighters
            .iter()
            .map(|side| side.iter().map(|(size, _)| *size).collect())
            .collect();
        let forces: Vec<&str> = forces.iter().map(String::as_str).collect();
        let mut brief = brief(board, &forces);
        for (i, side) in fighters.iter().enumerate() {
            for (number, (_, at)) in (1..).zip(side) {
                let (at, hits) = at.split_once('-').unwrap_or((at, "0"));
                let hits = hits.parse().expect("a number");
                let one = placed(&brief.board, i as u8, number, at, hits);
                brief.placed.push(one);
            }
        }
        brief.start.first = Some(Side(0));
        change(&mut brief);
        let mut fight = Fight {
            game: Rules::Violence.begin(brief).expect("a good brief"),
            dice: Script::new(dice),
            log: Vec::new(),
        };
        fight.roll();
        fight
    }

    /// Lets chance answer as long as it is asked and dice are left.
    fn roll(&mut self) {
        while let (Who::Chance, Ask::Roll { dice, .. }) = self.asked() {
            if self.dice.left() == 0 {
                return;
            }
            let faces = self.dice.roll(&dice);
            self.game
                .answer(&Answer::Faces(faces), &mut self.log)
                .expect("scripted dice fit");
        }
    }

    fn asked(&self) -> (Who, Ask) {
        let decision = self.game.decision();
        (decision.who, decision.ask)
    }

    fn fig(&self, label: &str) -> Fig {
        self.game.labelled(label).expect("a figure")
    }

    fn space(&self, name: &str) -> Space {
        drawn::space(self.game.board(), name)
    }

    /// `1.1 to C4`, `1.1 attacks 2.1`, `1.1 defends`, `done`.
    fn parse(&self, text: &str) -> Answer {
        let words: Vec<&str> = text.split(' ').collect();
        match words.as_slice() {
            ["done"] => Answer::Done,
            [who, "defends"] => Answer::Strike {
                who: self.fig(who),
                how: How::Defend,
                at: Target::Nothing,
            },
            [who, "attacks", at] => Answer::Strike {
                who: self.fig(who),
                how: How::Attack,
                at: Target::Figure(self.fig(at)),
            },
            [who, "to", at] => Answer::Move {
                who: self.fig(who),
                to: self.space(at),
            },
            [who, "at", at] => Answer::Place {
                who: self.fig(who),
                to: self.space(at),
            },
            _ => panic!("unreadable: {text}"),
        }
    }

    /// Plays answers, one a comma, with the dice they take.
    fn play(&mut self, text: &str) -> &mut Self {
        for one in text.split(", ") {
            let answer = self.parse(one);
            self.game
                .answer(&answer, &mut self.log)
                .unwrap_or_else(|refused| panic!("{one}: {refused}"));
            self.roll();
        }
        self
    }

    /// Why an answer is refused; nothing has changed.
    fn refused(&mut self, text: &str) -> String {
        let (answer, before) = (self.parse(text), self.game.clone());
        let refused = self.game.answer(&answer, &mut self.log);
        assert!(self.game.same_state(&before));
        refused.expect_err(text).to_string()
    }

    fn can(&self, text: &str) -> bool {
        self.game.check(&self.parse(text)).is_ok()
    }

    /// Damage points left.
    fn left(&self, label: &str) -> u8 {
        let who = self.fig(label);
        match self.game.shown(who).health {
            Some((left, _)) => left,
            None => u8::from(self.game.place(who) == Place::On),
        }
    }

    fn turn(&self) -> u16 {
        self.game.status().round
    }

    fn spent(&self) {
        self.dice.assert_spent();
    }
}

const FIELD: &str = "
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........";

#[test]
fn v1_a_force_has_ten_points_of_fighters_for_two_three_and_four() {
    let force = |figures: &str| {
        let text = format!(
            "format = \"skirmish-force/1\"\nruleset = \"violence\"\nname = \"F\"\n{figures}"
        );
        Rules::Violence.force(&Source::new("f.toml", text), None)
    };
    let one = |size, count| format!("[[figure]]\nname = \"x\"\ncount = {count}\nis = \"{size}\"\n");
    for (size, halves) in [("small", 4), ("medium", 6), ("large", 8)] {
        let summary = force(&one(size, 2)).expect("a good force");
        assert_eq!(summary.points, 2 * halves);
        assert_eq!(summary.figures[1], ("x".into(), size.into(), halves));
    }
    assert!(
        force(&one("small", 5))
            .expect("10 points")
            .findings
            .is_empty()
    );
    let dear = force(&one("large", 3)).expect("readable");
    assert_eq!(
        dear.findings[0].what,
        "the force costs 12 points and may cost 10"
    );
    assert_eq!(
        force(&one("huge", 1)).expect_err("unknown").to_string(),
        "f.toml:7:6: unknown size \"huge\"; known: small, medium, large"
    );
    let odd = force("[[figure]]\nname = \"x\"\nis = \"small\"\narms = 2\n");
    assert_eq!(odd.expect_err("unknown key").at, Some((7, 1)));
    for (stem, text) in Rules::Violence.forces() {
        let source = Source::new(*stem, *text);
        let shipped = Rules::Violence.force(&source, None).expect(stem);
        assert_eq!((shipped.points, shipped.findings.len()), (20, 0), "{stem}");
    }
    let mut dear = brief(drawn::board(GridKind::Square, FIELD, &[]), &["lll", "s"]);
    dear.sides[0].budget = None;
    let fault = Rules::Violence.begin(dear).expect_err("over its points");
    assert_eq!(fault.file, "force.toml");
}

#[test]
fn v2_small_medium_and_large_have_three_two_and_one_actions() {
    for kind in KINDS {
        let mut f = Fight::new(kind, FIELD, &["s A1, m A3, l A5", "s J1, s J3, s J5"], &[]);
        f.play("1.1 to B1, 1.1 to C1, 1.1 to D1, done");
        assert_eq!(
            f.asked().0,
            Who::Side(Side(0)),
            "{kind:?}: all three are spent"
        );
        let mut f = Fight::new(kind, FIELD, &["s A1, m A3, l A5", "s J1, s J3, s J5"], &[]);
        f.play("1.2 to B3, 1.2 to C3");
        assert_eq!(f.asked().0, Who::Side(Side(1)));
        let mut f = Fight::new(kind, FIELD, &["s A1, m A3, l A5", "s J1, s J3, s J5"], &[]);
        f.play("1.3 to B5");
        assert_eq!(f.asked().0, Who::Side(Side(1)));
    }
}

#[test]
fn v2_an_activation_may_end_early() {
    let mut f = Fight::new(GridKind::Square, FIELD, &["s A1, m A3", "s J1, s J3"], &[]);
    f.play("1.1 to B1");
    assert_eq!(
        f.asked().1,
        Ask::Act {
            only: Some(f.fig("1.1"))
        }
    );
    assert_eq!(f.refused("1.2 to B3"), "it is 1.1's activation");
    f.play("done");
    assert_eq!(f.asked(), (Who::Side(Side(1)), Ask::Act { only: None }));
}

#[test]
fn v2_one_two_or_three_hits_remove_a_fighter() {
    for (size, points) in [("s", 1), ("m", 2), ("l", 3)] {
        let target = format!("{size} D1, s J6, s J5");
        let dice = [6, 1].repeat(points);
        let mut f = Fight::new(GridKind::HexFlat, FIELD, &["s C1, s A6", &target], &dice);
        assert_eq!(usize::from(f.left("2.1")), points);
        for hit in 1..=points {
            f.play("1.1 attacks 2.1");
            assert_eq!(usize::from(f.left("2.1")), points - hit);
        }
        assert_eq!(f.game.place(f.fig("2.1")), Place::Gone);
        f.spent();
    }
}

#[test]
fn v3_the_highest_die_goes_first_and_equal_dice_roll_again() {
    let roll = |dice: &[u8]| {
        Fight::with(
            GridKind::Square,
            FIELD,
            &["s A1", "s J1", "s J6"],
            dice,
            |b| {
                b.start.first = None;
            },
        )
    };
    let f = roll(&[2, 3, 5]);
    assert_eq!(f.asked().0, Who::Side(Side(2)));
    f.spent();
    let f = roll(&[4, 1, 4, 3, 3, 2, 6]);
    assert_eq!(f.asked().0, Who::Side(Side(2)));
    f.spent();
    let f = roll(&[4, 1, 4]);
    let Ask::Roll {
        purpose,
        dice,
        sides,
        ..
    } = f.asked().1
    else {
        panic!("the two who are equal roll again")
    };
    assert_eq!((purpose, dice.len()), (Purpose::Initiative, 2));
    assert_eq!(sides, [Side(0), Side(2)]);
}

#[test]
fn v3_sides_alternate_and_half_rounded_up_may_act() {
    let mut f = Fight::new(
        GridKind::HexPointy,
        FIELD,
        &["l A1, l A2, l A3, l A4, l A5", "l J1, l J2"],
        &[1, 6],
    );
    f.play("1.1 to B1");
    assert_eq!(f.refused("1.2 to B2"), "1.2 belongs to another side");
    f.play("2.1 to I1, 1.2 to B2");
    assert_eq!(
        f.asked().0,
        Who::Side(Side(0)),
        "one of two is the other side's half"
    );
    assert_eq!(f.refused("1.1 to C1"), "1.1 has acted in this turn");
    f.play("1.3 to B3");
    assert_eq!((f.turn(), f.asked().0), (2, Who::Side(Side(1))));
    assert!(
        f.can("2.1 to H1"),
        "a new turn, and everybody may act again"
    );
    f.spent();
}

#[test]
fn v3_half_is_of_those_living_when_the_turn_begins() {
    // Two of four act although one is lost before the second of them; then two of three.
    let sides = ["l A1, l A2, l A3, l A4", "s D2-0, l J1, l J2, l J3, l J4"];
    let sides = [sides[1], sides[0]];
    let mut f = Fight::new(GridKind::Square, FIELD, &sides, &[1, 6, 1, 6, 6, 1, 6, 1]);
    f.play("1.1 attacks 2.1, 1.1 attacks 2.1, done, 2.1 attacks 1.1");
    assert_eq!(f.game.place(f.fig("1.1")), Place::Gone);
    f.play("1.2 to I1, 2.2 to B2, 1.3 to I2");
    assert_eq!(f.turn(), 2);
    f.play("1.2 to H1, 2.1 to A5, 1.3 to H2, 2.2 to B3");
    assert_eq!(f.asked().1.name(), "roll", "two of the four left");
    f.spent();
}

#[test]
fn v3_passing_ends_the_side_s_turn() {
    let mut f = Fight::new(
        GridKind::Square,
        FIELD,
        &["l A1, l A2, l A3", "l J1, l J2, l J3"],
        &[5, 2],
    );
    f.play("1.1 to B1, done, 1.2 to B2");
    assert_eq!(f.turn(), 2);
    f.spent();
}

#[test]
fn v4_moves_are_four_six_and_seven_spaces_in_any_direction() {
    let rows = ".................\n".repeat(17);
    for kind in KINDS {
        for (size, spaces) in [("s", 4), ("m", 6), ("l", 7)] {
            let me = format!("{size} I9");
            let f = Fight::new(kind, &rows, &[&me, "s A1"], &[]);
            let (mut reach, who) = (Reach::default(), f.fig("1.1"));
            assert!(f.game.reach(who, &mut reach));
            for space in f.game.board().spaces().iter() {
                let away = f.game.board().grid().distance(f.game.at(who), space);
                let there = away > 0 && away <= spaces && space != f.space("A1");
                let answer = Answer::Move { who, to: space };
                assert_eq!(
                    f.game.check(&answer).is_ok(),
                    there,
                    "{kind:?} {size} {space:?}"
                );
            }
        }
    }
    let mut f = Fight::new(GridKind::Square, FIELD, &["s A1", "s J1"], &[]);
    assert_eq!(f.refused("1.1 to F1"), "F1 is 5 spaces away, a move is 4");
}

#[test]
fn v4_other_scales_move_in_proportion() {
    for (scale, moves, range) in [
        (Scale::Mm15, [8, 12, 14], 12),
        (Scale::Mm54, [2, 3, 3], 3),
        (Scale::Mm300, [1, 1, 1], 1),
    ] {
        for (size, spaces) in ["s", "m", "l"].into_iter().zip(moves) {
            let rows = "..................\n".repeat(2);
            let me = format!("{size} A1");
            let f = Fight::with(GridKind::Square, &rows, &[&me, "s R2"], &[], |b| {
                b.scale = scale;
            });
            let mut reach = Reach::default();
            f.game.reach(f.fig("1.1"), &mut reach);
            let far = reach.ends().iter().map(|(_, cost)| *cost).max();
            assert_eq!(far, Some(spaces), "{scale:?} {size}");
            let mode = f.game.modes(f.fig("1.1"), true)[0];
            assert_eq!(mode.range, skirmish::battle::Range::Spaces(range));
        }
    }
}

#[test]
fn v5_only_a_higher_attacker_does_damage() {
    for kind in KINDS {
        for (mine, theirs) in (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))) {
            let sides = ["s A1, s A2, s A3", "l B1, s J1, s J2"];
            let mut f = Fight::new(kind, FIELD, &sides, &[mine, theirs]);
            f.play("1.1 attacks 2.1");
            assert_eq!(f.left("2.1"), if mine > theirs { 2 } else { 3 });
            assert_eq!(f.left("1.1"), 1, "a higher target does nothing");
            f.spent();
        }
    }
}

#[test]
fn v5_any_number_of_the_actions_may_attack_whom_it_likes() {
    let sides = ["s A1, s A2, s A3", "l B1, m C1, s D1, s D2"];
    let mut f = Fight::new(GridKind::Square, FIELD, &sides, &[6, 1, 1, 6, 3, 2]);
    f.play("1.1 attacks 2.1, 1.1 attacks 2.3, 1.1 attacks 2.2");
    assert_eq!((f.left("2.1"), f.left("2.2"), f.left("2.3")), (2, 1, 1));
    assert_eq!(f.asked().0, Who::Side(Side(1)));
    f.spent();
}

#[test]
fn v5_range_is_six_spaces_and_walls_do_not_matter() {
    let rows = ".#......\n.#......";
    let mut f = Fight::new(
        GridKind::Square,
        rows,
        &["s A1, s A2", "s G1, s H1"],
        &[6, 1],
    );
    assert_eq!(
        f.refused("1.1 attacks 2.2"),
        "the target is 7 spaces away, reach is 6"
    );
    f.play("1.1 attacks 2.1");
    assert_eq!(f.game.place(f.fig("2.1")), Place::Gone);
    f.spent();
}

#[test]
fn v5_with_the_toggle_an_attack_needs_sight() {
    for kind in KINDS {
        let sides = ["s A1, s H1", "s E1, s F3"];
        let rows = "..##....\n..##....\n........";
        let open = Fight::new(kind, rows, &sides, &[]);
        assert!(open.can("1.1 attacks 2.1"));
        let f = Fight::with(kind, rows, &sides, &[], |b| b.rules = rules("sight = true"));
        assert!(!f.can("1.1 attacks 2.1"), "{kind:?}");
        assert!(f.can("1.2 attacks 2.1"), "{kind:?}");
        let stand = Stand {
            at: f.game.at(f.fig("1.1")),
            facing: None,
            aloft: false,
        };
        f.game.strikes(f.fig("1.1"), stand, &mut |how, at, _| {
            assert!(how == How::Defend || at == Target::Figure(f.fig("2.2")));
            true
        });
    }
    // An enemy in the way blocks, a friend does not.
    let sides = ["s A1, s B1, s A2", "s C1, s D1, s D2"];
    let f = Fight::with(GridKind::Square, "....\n....", &sides, &[], |b| {
        b.rules = rules("sight = true");
    });
    assert!(f.can("1.1 attacks 2.1") && !f.can("1.1 attacks 2.2") && f.can("1.3 attacks 2.3"));
    assert_eq!(f.game.blockers(Side(0)).count(), 3);
}

#[test]
fn v5_friends_and_allies_are_no_targets() {
    let sides = ["s A1, s A2", "s B1", "s C1"];
    let mut f = Fight::with(GridKind::Square, FIELD, &sides, &[], |b| {
        b.sides[1].team = 1
    });
    assert_eq!(f.refused("1.1 attacks 1.2"), "1.2 is on the same side");
    assert_eq!(f.refused("1.1 attacks 2.1"), "2.1 is on the same side");
    assert!(f.can("1.1 attacks 3.1"));
}

#[test]
fn v6_a_guard_adds_three_two_or_one_to_the_target_s_die() {
    for (size, guard) in [("s", 3), ("m", 2), ("l", 1)] {
        let me = format!("{size} A1, s A2, s A3");
        let dice = [2 + guard, 2, 2 + guard + 1, 2];
        // The attacker's die is at most 6.
        let dice: Vec<u8> = dice.iter().map(|d| (*d).min(6)).collect();
        let mut f = Fight::new(GridKind::Square, FIELD, &[&me, "s B1, s J1, s J2"], &dice);
        f.play("1.1 defends");
        if size != "l" {
            f.play("done");
        }
        let before = f.left("1.1");
        f.play("2.1 attacks 1.1");
        assert_eq!(f.left("1.1"), before, "{size}: equal with the guard");
        f.play("2.1 attacks 1.1");
        assert_eq!(
            f.left("1.1"),
            before - 1,
            "{size}: higher than with the guard"
        );
        f.spent();
    }
}

#[test]
fn v6_a_guard_is_the_first_action_or_none_and_takes_one() {
    let sides = ["m A1, s A2", "s J1, s J2"];
    let mut f = Fight::new(GridKind::Square, FIELD, &sides, &[]);
    f.play("1.1 to B1");
    assert_eq!(
        f.refused("1.1 defends"),
        "defending is the first action or none"
    );
    let mut f = Fight::new(GridKind::Square, FIELD, &sides, &[]);
    f.play("1.1 defends, 1.1 to B1");
    assert_eq!(
        f.asked().0,
        Who::Side(Side(1)),
        "one action was left, not two"
    );
}

#[test]
fn v6_a_guard_lasts_until_the_next_activation_or_the_end_of_the_next_turn() {
    let guarded = |f: &Fight| {
        f.game
            .shown(f.fig("1.1"))
            .status
            .iter()
            .any(|s| s.starts_with("on guard"))
    };
    let sides = ["l A1, l A2, l A3", "l J1, l J2, l J3"];
    let mut f = Fight::new(GridKind::Square, FIELD, &sides, &[6, 1, 6, 1]);
    f.play("1.1 defends, done, done");
    assert!(guarded(&f) && f.turn() == 2);
    f.play("1.2 to B2");
    assert!(guarded(&f), "another's activation is not its own");
    f.play("done, done");
    assert!(!guarded(&f) && f.turn() == 3, "the next turn is over");
    f.spent();
    let mut f = Fight::new(GridKind::Square, FIELD, &sides, &[6, 1]);
    f.play("1.1 defends, done, done, 1.1 to B1");
    assert!(!guarded(&f), "its next activation");
    f.spent();
}

#[test]
fn v6_with_the_toggle_the_guard_counts_for_attacks_too() {
    for (toggle, left) in [("defence", 3), ("all", 2)] {
        let sides = ["m A1, s A2, s A3", "l B1, s J1, s J2"];
        let mut f = Fight::with(GridKind::Square, FIELD, &sides, &[3, 4], |b| {
            b.rules = rules(&format!("defend_dice = \"{toggle}\""));
        });
        f.play("1.1 defends, 1.1 attacks 2.1");
        assert_eq!(f.left("2.1"), left, "{toggle}");
        f.spent();
    }
}

#[test]
fn v7_nobody_moves_through_a_fighter_friend_or_foe() {
    for other in ["s A1, s D1", "s A1, s J1"] {
        let enemy = if other.ends_with("D1") {
            "s J1, s I1"
        } else {
            "s D1, s I1"
        };
        let mut f = Fight::new(GridKind::Square, "..........", &[other, enemy], &[]);
        assert!(f.can("1.1 to C1") && !f.can("1.1 to E1"));
        assert_eq!(f.refused("1.1 to E1"), "no way of 4 spaces leads to E1");
        assert!(f.refused("1.1 to D1").ends_with("stands at D1"));
    }
}

#[test]
fn v7_all_but_flat_ground_is_an_obstacle() {
    for sign in [':', '"', 'o', 'T', 'F', '~', 'w', '#', 'B', '1', '_'] {
        for kind in KINDS {
            let rows = format!("..{sign}......\n..{sign}......");
            let f = Fight::new(kind, &rows, &["m A1, s A2", "s I1, s I2"], &[]);
            assert!(f.can("1.1 to B2"));
            assert!(
                !f.can("1.1 to C1") && !f.can("1.1 to D1"),
                "{sign} {kind:?}"
            );
        }
    }
    for side in ["hedge", "fence", "wall", "window", "door"] {
        let border = format!("B1|C1 {side}");
        let board = drawn::board(GridKind::Square, ".....", &[&border]);
        let f = Fight::on(board, &["m A1", "s E1"], &[], |_| {});
        assert!(!f.can("1.1 to C1"), "{side}");
        let mut reach = Reach::default();
        f.game.reach(f.fig("1.1"), &mut reach);
        assert_eq!(reach.ends().len(), 2, "{side}");
    }
}

#[test]
fn v7_moves_stay_on_flat_ground_on_random_boards() {
    let mut chance = Chance(7);
    for round in 0..300 {
        let map = drawn::random(KINDS[round % 3], true, &mut chance);
        let mut b = brief(Board::new(map), &["sm", "ls"]);
        b.deploy = Some(Deploy::Auto);
        let Ok(mut game) = Rules::Violence.begin(b) else {
            continue;
        };
        let mut log: Vec<Event> = Vec::new();
        for _ in 0..60 {
            step(&mut game, &mut chance, &mut log);
        }
        let board = game.board().clone();
        let levels: Vec<i8> = game
            .all()
            .filter(|f| game.place(*f) == Place::On)
            .map(|f| board.level(game.at(f)))
            .collect();
        assert!(levels.windows(2).all(|w| w[0] == w[1]), "one level");
        for event in log {
            if let Event::Moved { path, cost, .. } = event {
                assert_eq!(path.len() as u32, cost + 1, "every step costs 1");
                assert!(path.iter().all(|s| board.standable().contains(*s)));
            }
        }
    }
}

#[test]
fn v8_who_first_loses_half_loses() {
    for (force, hits) in [("s", 1), ("s, s", 1), ("s, s, s", 2), ("s, s, s, s, s", 3)] {
        let spots = ["B1", "B2", "B3", "B4", "B5"];
        let enemy: Vec<String> = spots
            .iter()
            .zip(force.split(", "))
            .map(|(at, size)| format!("{size} {at}"))
            .collect();
        let dice = [6, 1].repeat(hits);
        let me = "s A1, s A6, s J6";
        let mut f = Fight::new(GridKind::Square, FIELD, &[me, &enemy.join(", ")], &dice);
        for hit in 1..=hits {
            assert!(f.game.outcome().is_none(), "{force}: {hit}");
            f.play(&format!("1.1 attacks 2.{hit}"));
        }
        let outcome = f.game.outcome().expect("half is lost");
        assert_eq!((outcome.winners, outcome.reason), (0b01, Reason::HalfLost));
        assert_eq!(f.asked().1, Ask::Over);
        assert_eq!(f.game.scores(), [4 * hits as i32, 0]);
        f.spent();
    }
}

#[test]
fn v8_of_three_sides_who_is_out_leaves_and_play_goes_on() {
    let sides = ["s A1, s A2", "s B1, m B2", "s A3, s A4"];
    let mut f = Fight::new(GridKind::Square, FIELD, &sides, &[6, 1, 6, 1]);
    f.play("1.1 attacks 2.1");
    assert!(f.game.outcome().is_none());
    assert_eq!(f.game.place(f.fig("2.2")), Place::Out);
    f.play("done");
    assert_eq!(f.asked().0, Who::Side(Side(2)));
    f.play("3.1 attacks 1.1");
    let outcome = f.game.outcome().expect("one is left");
    assert_eq!((outcome.winners, outcome.reason), (0b100, Reason::HalfLost));
    assert_eq!(f.game.scores(), [4, 0, 4]);
    f.spent();
}

#[test]
fn v8_allies_win_together() {
    let sides = ["s A1, s A2", "s B1, m B2", "s A3, s A4"];
    let mut f = Fight::with(GridKind::Square, FIELD, &sides, &[6, 1], |b| {
        b.sides[2].team = 1
    });
    f.play("1.1 attacks 2.1");
    assert_eq!(f.game.outcome().expect("over").winners, 0b101);
    f.spent();
}

#[test]
fn v8_after_twenty_turns_it_is_a_draw() {
    let sides = ["s A1, s A2", "s J1, s J2"];
    let mut f = Fight::new(GridKind::Square, FIELD, &sides, &[6, 1].repeat(19));
    for turn in 1..=20 {
        assert_eq!(f.turn(), turn);
        f.play("done, done");
    }
    let outcome = f.game.outcome().expect("twenty turns");
    assert_eq!(
        (outcome.winners, outcome.reason, outcome.rounds),
        (0, Reason::TooLong, 20)
    );
    f.spent();
    for (victory, winners, reason) in [
        (None, 0, Reason::TooLong),
        (Some(Victory::Points), 1, Reason::Points),
    ] {
        let sides = ["s A1, s A2, s A3", "s B1, s J2, s J3"];
        let mut f = Fight::with(GridKind::Square, FIELD, &sides, &[6, 1], |b| {
            b.rounds = Some(Some(1));
            b.victory = victory;
        });
        f.play("1.1 attacks 2.1, done, done, done");
        let outcome = f.game.outcome().expect("one turn");
        assert_eq!((outcome.winners, outcome.reason), (winners, reason));
        f.spent();
    }
}

/// One random legal answer or roll; false when it is over.
fn step(game: &mut Game, chance: &mut Chance, log: &mut Vec<Event>) -> bool {
    let answer = match game.decision().ask {
        Ask::Over => return false,
        Ask::Roll { dice, .. } => Answer::Faces(
            dice.iter()
                .map(|d| 1 + chance.below(u64::from(*d)) as u8)
                .collect(),
        ),
        _ => {
            let all = game.answers();
            all[chance.below(all.len() as u64) as usize].clone()
        }
    };
    game.answer(&answer, log).expect("legal");
    true
}

#[test]
fn what_is_listed_is_legal_and_what_is_legal_is_listed() {
    let rows = ".....\n..#..\n.:...\n.....";
    let mut chance = Chance(11);
    for round in 0..12 {
        let mut b = brief(
            drawn::board(KINDS[round % 3], rows, &["A1|B1 hedge"]),
            &["sm", "ls"],
        );
        b.deploy = Some([Deploy::Alternating, Deploy::AllAtOnce][round % 2]);
        b.rules = rules(["sight = true", "sight = false"][round / 6]);
        let mut game = Rules::Violence.begin(b).expect("a good brief");
        for _ in 0..80 {
            let listed = game.answers();
            let figs: Vec<Fig> = (0..game.figures() as u16 + 1).map(Fig).collect();
            let spaces: Vec<Space> = (0..game.board().len() as u32 + 1).map(Space).collect();
            let mut every = vec![Answer::Done, Answer::Yes, Answer::No, Answer::Side(Side(0))];
            for who in figs.iter().copied() {
                every.push(Answer::Leave { who });
                for to in spaces.iter().copied() {
                    every.extend([Answer::Move { who, to }, Answer::Place { who, to }]);
                }
                for how in How::ALL {
                    let targets = figs.iter().map(|f| Target::Figure(*f));
                    for at in targets.chain([Target::Nothing, Target::Space(Space(0))]) {
                        every.push(Answer::Strike { who, how, at });
                    }
                }
            }
            for answer in every {
                let legal = game.check(&answer).is_ok();
                let count = listed.iter().filter(|a| **a == answer).count();
                assert_eq!(
                    count,
                    usize::from(legal),
                    "{answer:?} at {:?}",
                    game.decision()
                );
            }
            if game.decision().who != Who::Chance {
                assert!(listed.contains(&game.preset()), "{:?}", game.preset());
            }
            if !step(&mut game, &mut chance, &mut Vec::new()) {
                break;
            }
        }
    }
}

#[test]
fn random_and_preset_battles_end_and_are_the_same_again() {
    let forces = Rules::Violence.forces();
    for round in 0..90 {
        let play = || {
            let mut chance = Chance(round as u64);
            let map = drawn::board(KINDS[round % 3], &".......\n".repeat(16), &[]);
            let mut b = brief(map, &["s", "s"]);
            b.sides[0].force.text = forces[round % forces.len()].1.into();
            b.sides[1].force.text = forces[round / 3 % forces.len()].1.into();
            let mut game = Rules::Violence.begin(b).expect("a good brief");
            let mut log = Vec::new();
            for n in 0..20_000 {
                let preset = round % 2 == 0 && game.decision().who != Who::Chance;
                if preset {
                    let answer = game.preset();
                    game.answer(&answer, &mut log).expect("the preset is legal");
                } else if !step(&mut game, &mut chance, &mut log) {
                    return (game.digest(), game.outcome(), log, n);
                }
            }
            panic!("endless");
        };
        let (digest, outcome, log, answers) = play();
        assert_eq!(play(), (digest, outcome, log, answers));
        if round % 2 == 0 {
            let outcome = outcome.expect("over");
            assert!(outcome.winners != 0 && outcome.rounds < 15, "{outcome:?}");
        }
    }
}

#[test]
fn fast_odds_are_those_of_playing_every_face() {
    for kind in KINDS {
        for (mine, theirs) in ["s", "m", "l"]
            .iter()
            .flat_map(|a| ["s", "m", "l"].map(|b| (a, b)))
        {
            for (guards, toggle) in [(0, "defence"), (1, "defence"), (2, "all"), (3, "all")] {
                for lost in 0..(match theirs {
                    "s" => 1,
                    "m" => 2,
                    _ => 3,
                }) {
                    let sides = [
                        format!("{mine} A1, s A2, s A3"),
                        format!("{theirs} B1-{lost}, s J1, s J2"),
                    ];
                    let sides = [sides[0].as_str(), sides[1].as_str()];
                    let mut f = Fight::with(kind, FIELD, &sides, &[], |b| {
                        b.start.first = Some(Side(u8::from(guards & 1 == 1)));
                        b.rules = rules(&format!(
                            "defend_dice = \"{toggle}\"\nactions = {{ small = 3, medium = 2, large = 2 }}"
                        ));
                    });
                    if guards & 1 == 1 {
                        f.play("2.1 defends, done");
                    }
                    if guards & 2 == 2 {
                        f.play("1.1 defends");
                    }
                    let (who, at) = (f.fig("1.1"), Target::Figure(f.fig("2.1")));
                    let stand = f.game.stand(who);
                    let odds = f.game.odds(who, stand, How::Attack, at, Sight::Clear);
                    let outcomes = f.game.outcomes(who, How::Attack, at, Policy::default());
                    let chance = |word: &str| {
                        outcomes
                            .iter()
                            .filter(|(what, _)| what == word)
                            .map(|(_, p)| *p)
                            .sum::<Ratio>()
                    };
                    assert_eq!(chance("defeated"), odds.defeat);
                    assert_eq!(chance("wounded"), odds.wound);
                    assert_eq!(chance("nothing"), Ratio::from_integer(1) - odds.hit);
                    assert_eq!(odds.hit, odds.defeat + odds.wound);
                    if guards == 0 {
                        assert_eq!(odds.hit, Ratio::new(15, 36));
                    }
                    let lines = f.game.lines(who, stand, How::Attack, at, Sight::Clear);
                    assert_eq!(
                        lines.iter().filter(|l| l.name.ends_with("guard")).count() as u32,
                        {
                            let guards: u32 = guards;
                            guards.count_ones()
                        }
                    );
                }
            }
        }
    }
}

#[test]
fn deployment_is_in_turn_or_all_at_once_or_done_by_the_program() {
    let board = || drawn::board(GridKind::HexFlat, FIELD, &[]);
    let order = |deploy| {
        let mut b = brief(board(), &["ss", "sss"]);
        b.deploy = deploy;
        let mut game = Rules::Violence.begin(b).expect("a good brief");
        let mut order = String::new();
        while let Who::Side(side) = game.decision().who {
            if game.decision().ask != Ask::Deploy {
                break;
            }
            order += &(side.0 + 1).to_string();
            let answer = game.preset();
            game.answer(&answer, &mut ()).expect("legal");
        }
        assert_eq!(game.on_board().count(), 5);
        assert_eq!(game.decision().ask.name(), "roll");
        order
    };
    assert_eq!(order(None), "11222");
    assert_eq!(order(Some(Deploy::AllAtOnce)), "11222");
    assert_eq!(order(Some(Deploy::Alternating)), "12122");
    assert_eq!(order(Some(Deploy::Auto)), "");
}

#[test]
fn set_positions_hold_and_begin_in_the_middle() {
    let mut f = Fight::with(
        GridKind::Square,
        FIELD,
        &["s A1, m A2-1, l A3", "s J1, s J2, s J3"],
        &[],
        |b| {
            b.placed[2].out = true;
            b.placed[5].reserve = true;
            b.start = Start {
                round: 7,
                step: Some("act".into()),
                turn: Some(Side(1)),
                first: None,
            };
        },
    );
    assert_eq!((f.turn(), f.asked().0), (7, Who::Side(Side(1))));
    assert_eq!(f.left("1.2"), 1);
    assert_eq!(f.game.place(f.fig("1.3")), Place::Gone);
    assert_eq!(f.game.place(f.fig("2.3")), Place::Reserve);
    f.play("2.1 to I1, done");
    assert_eq!(f.game.menace(f.fig("2.1"), f.fig("1.1")), Menace::Moving);
}

#[test]
fn what_cannot_be_is_refused_with_its_place() {
    let begin = |change: &dyn Fn(&mut Brief)| -> Fault {
        let mut b = brief(
            drawn::board(GridKind::Square, ".#1.\n....", &[]),
            &["s", "m"],
        );
        change(&mut b);
        Rules::Violence.begin(b).expect_err("refused")
    };
    let place = |at: &str, hits: u8| {
        let board = drawn::board(GridKind::Square, ".#1.\n....", &[]);
        placed(&board, 1, 1, at, hits)
    };
    let says = |fault: Fault, text: &str| assert_eq!(fault.to_string(), text);
    says(
        begin(&|b| b.aim = Aim::Escape),
        "scenario.toml: violence is not played as \"escape\"; supported: \"battle\"",
    );
    says(
        begin(&|b| b.solo = Some(Solo::Both)),
        "scenario.toml: violence has no solo table",
    );
    says(
        begin(&|b| b.placed.push(place("B1", 0))),
        "scenario.toml:3:1: B1 is not flat ground",
    );
    says(
        begin(&|b| b.placed.push(place("C1", 0))),
        "scenario.toml:3:1: C1 is not flat ground",
    );
    says(
        begin(&|b| b.placed.push(place("A1", 2))),
        "scenario.toml:3:1: medium has 2 damage points and cannot have lost 2; say out = true",
    );
    says(
        begin(&|b| b.placed.extend([place("A1", 0), place("A1", 0)])),
        "scenario.toml:3:1: side 2 has no further fighter \"1\"",
    );
    says(
        begin(&|b| b.start.step = Some("fight".into())),
        "scenario.toml: unknown step \"fight\"; known: roll, act",
    );
    says(
        begin(&|b| b.sides[1].team = 1),
        "scenario.toml: all sides are of one team, so there is nobody to fight",
    );
}

#[test]
fn every_number_is_a_key_of_the_rules_file() {
    let all = Rules::Violence.config(None).expect("defaults");
    let text = toml::to_string(&all).expect("plain data");
    let again = Rules::Violence
        .config(Some(&Source::new("r.toml", text)))
        .expect("readable");
    assert_eq!(all, again);
    let read = |lines: &str| Rules::Violence.config(rules(lines).as_ref());
    assert_eq!(read("range = 8").expect("good")["range"], 8);
    for (line, at, what) in [
        ("rage = 8", (3, 1), "unknown field `rage`"),
        ("range = -1", (3, 9), "expected u8"),
        ("turns = 0", (3, 9), "nonzero u16"),
        (
            "actions = { small = 0, medium = 2, large = 1 }",
            (3, 21),
            "nonzero u8",
        ),
        ("cost = { small = 1 }", (3, 8), "missing field `medium`"),
        ("loss_percent = 0", (3, 16), "expected 1 to 100"),
        (
            "defend_dice = \"some\"",
            (3, 15),
            "expected `defence` or `all`",
        ),
    ] {
        let fault = read(line).expect_err(line);
        assert_eq!(fault.at, Some(at), "{fault}");
        assert!(fault.what.contains(what), "{fault}");
    }
    let wrong = Source::new(
        "r.toml",
        "format = \"skirmish-rules/1\"\nruleset = \"vsgmr\"\n",
    );
    assert_eq!(
        Rules::Violence.config(Some(&wrong)).expect_err("wrong").at,
        Some((2, 11))
    );
    let newer = Source::new(
        "r.toml",
        "format = \"skirmish-rules/9\"\nruleset = \"violence\"\n",
    );
    assert!(
        Rules::Violence
            .config(Some(&newer))
            .expect_err("newer")
            .what
            .contains("newer")
    );
}
