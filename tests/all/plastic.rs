//! Simple Plastic Wargame, played through answers with scripted dice on squares and hexes.

use crate::drawn::{self, KINDS};
use skirmish::battle::{
    Aim, Answer, Ask, Brief, BriefSide, Event, Fig, How, Menace, Place, Placed, Purpose, Ratio,
    Reason, Role, Scale, Side, Stand, Start, Target, Victory, Who,
};
use skirmish::board::{Board, GridKind, Reach, Sight, Space};
use skirmish::dice::Script;
use skirmish::rules::{Game, Policy, Rules};
use skirmish::source::Source;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A figure in short: `1s` a soldier of squad 1, `2h` a heavy weapon of squad 2, `s`, `h` and `n`
/// a soldier, heavy weapon and sniper alone.
fn words(short: &str) -> String {
    let kind = match short.chars().last() {
        Some('h') => "heavy weapon",
        Some('n') => "sniper",
        _ => "soldier",
    };
    match short.chars().next().filter(char::is_ascii_digit) {
        Some(squad) => format!("{kind}, squad {squad}"),
        None => kind.to_string(),
    }
}

/// A force file.
fn force(units: &[&str]) -> Source {
    let head = "format = \"skirmish-force/1\"\nruleset = \"plastic\"\nname = \"Test\"\n";
    let figure = |short: &&str| {
        format!(
            "[[figure]]\nname = \"{short}\"\nis = \"{}\"\n",
            words(short)
        )
    };
    let figures: String = units.iter().map(figure).collect();
    Source::new("force.toml", format!("{head}{figures}"))
}

/// A brief for these forces on a board.
fn brief(board: Board, forces: &[Vec<&str>]) -> Brief {
    let side = |(i, units): (usize, &Vec<&str>)| BriefSide {
        force: force(units),
        seat: i as u8 + 1,
        team: i as u8 + 1,
        role: Role::Equal,
        budget: None,
        zone: None,
        computer: false,
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
    let head = "format = \"skirmish-rules/1\"\nruleset = \"plastic\"\n";
    Some(Source::new("rules.toml", format!("{head}{lines}\n")))
}

/// A battle with its dice and its log.
struct Fight {
    game: Game,
    dice: Script,
    log: Vec<Event>,
}

impl Fight {
    /// Sides as `"1s A1, 1h B1"`: figures in short, each on its space. The first side has won
    /// the roll and moves; the dice are for what follows.
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
        let figures: Vec<Vec<(&str, &str)>> = sides
            .iter()
            .map(|side| {
                side.split(", ")
                    .map(|f| f.split_once(' ').expect("a figure and a space"))
                    .collect()
            })
            .collect();
        let forces: Vec<Vec<&str>> = figures
            .iter()
            .map(|side| side.iter().map(|(unit, _)| *unit).collect())
            .collect();
        let mut brief = brief(board, &forces);
        for (i, side) in figures.iter().enumerate() {
            for (number, (_, at)) in (1..).zip(side) {
                brief.placed.push(Placed {
                    side: Side(i as u8),
                    unit: number.to_string(),
                    at: Some(drawn::space(&brief.board, at)),
                    facing: None,
                    mounted_on: None,
                    aloft: false,
                    out: false,
                    reserve: false,
                    hits: 0,
                    line: (3, 1),
                });
            }
        }
        brief.start.first = Some(Side(0));
        change(&mut brief);
        let mut fight = Fight {
            game: Rules::Plastic.begin(brief).expect("a good brief"),
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

    /// Dice asked for, and what each must show.
    fn wanted(&self) -> (usize, i8) {
        match self.asked() {
            (
                Who::Chance,
                Ask::Roll {
                    purpose: Purpose::Volley,
                    dice,
                    need,
                    ..
                },
            ) => (dice.len(), need.expect("a need")),
            other => panic!("no volley is rolled: {other:?}"),
        }
    }

    fn fig(&self, label: &str) -> Fig {
        self.game.labelled(label).expect("a figure")
    }

    fn space(&self, name: &str) -> Space {
        drawn::space(self.game.board(), name)
    }

    /// `1.1 to C4`, `1.2 at C5`, `1.1 shoots 2.1`, `done`.
    fn parse(&self, text: &str) -> Answer {
        let words: Vec<&str> = text.split(' ').collect();
        match words.as_slice() {
            ["done"] => Answer::Done,
            [who, "shoots", at] => Answer::Strike {
                who: self.fig(who),
                how: How::Shoot,
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

    /// The name of the space a figure stands on.
    fn at(&self, label: &str) -> String {
        let board = self.game.board();
        board.grid().name(self.game.at(self.fig(label)))
    }

    fn gone(&self, label: &str) -> bool {
        self.game.place(self.fig(label)) == Place::Gone
    }

    /// The phase, and whose turn it is.
    fn turn(&self) -> (&'static str, u8) {
        let status = self.game.status();
        (status.step, status.turn.map_or(0, |s| s.0 + 1))
    }

    /// Whether figures hang together by touching.
    fn together(&self, labels: &[&str]) -> bool {
        let grid = self.game.board().grid();
        let all: Vec<Space> = labels.iter().map(|l| self.game.at(self.fig(l))).collect();
        let mut with = BTreeSet::from([all[0]]);
        for _ in 0..all.len() {
            for space in &all {
                if with.iter().any(|w| grid.distance(*w, *space) <= 1) {
                    with.insert(*space);
                }
            }
        }
        with.len() == all.len()
    }

    fn spent(&self) {
        self.dice.assert_spent();
    }
}

const FIELD: &str = "
    ............
    ............
    ............
    ............
    ............
    ............
    ............
    ............";

#[test]
fn l1_all_move_then_all_attack_side_by_side() {
    for kind in KINDS {
        let mut f = Fight::new(
            kind,
            FIELD,
            &["1s A1, 1s A2", "1s L1, 1s L2"],
            &[1, 1, 1, 1],
        );
        assert_eq!(f.turn(), ("move", 1), "{kind:?}");
        assert_eq!(f.refused("1.1 shoots 2.1"), "squads move now, or are done");
        f.play("1.1 to B1, done");
        assert_eq!(f.turn(), ("move", 2));
        f.play("done");
        assert_eq!(f.turn(), ("attack", 1));
        assert_eq!(f.refused("1.1 to C1"), "squads attack now, or are done");
        f.play("1.1 shoots 2.1");
        assert_eq!(f.turn(), ("attack", 2));
        f.play("2.1 shoots 1.1");
        f.spent();
        assert_eq!(f.game.status().round, 2, "{kind:?}");
        assert_eq!(f.asked().0, Who::Chance, "a new roll-off");
    }
}

#[test]
fn l1_a_side_may_leave_squads_where_they_are() {
    let mut f = Fight::new(GridKind::Square, FIELD, &["1s A1, s A4", "s L1, s L4"], &[]);
    f.play("done, 2.1 to K1, done");
    assert_eq!(f.turn(), ("attack", 1));
    f.play("done, done");
    assert_eq!(f.game.status().round, 2);
}

#[test]
fn l2_a_unit_moves_four_spaces_at_most() {
    for kind in KINDS {
        let mut f = Fight::new(kind, FIELD, &["s A4, s A8", "s L4"], &[]);
        assert!(f.can("1.1 to E4"));
        assert_eq!(f.refused("1.1 to F4"), "F4 is 5 spaces away, a move is 4");
        f.play("1.1 to E4");
        assert_eq!(f.refused("1.1 to E5"), "1.1 has moved in this turn");
    }
    let small = |scale, far: &str, farther: &str| {
        let f = Fight::with(GridKind::Square, FIELD, &["s A4", "s L4"], &[], |b| {
            b.scale = scale
        });
        assert!(f.can(&format!("1.1 to {far}")) && !f.can(&format!("1.1 to {farther}")));
    };
    small(Scale::Mm15, "I4", "J4");
    small(Scale::Mm54, "C4", "D4");
    let mut f = Fight::with(GridKind::Square, FIELD, &["s A4", "s L4"], &[], |b| {
        b.rules = rules("moves = 2");
    });
    assert_eq!(f.refused("1.1 to D4"), "D4 is 3 spaces away, a move is 2");
}

#[test]
fn l2_rough_ground_and_slopes_halve_the_move() {
    let rows = "......\n:::...\n011222";
    for kind in KINDS {
        let f = Fight::new(kind, rows, &["s A2, s A3", "s F1"], &[]);
        let mut reach = Reach::default();
        assert!(f.game.reach(f.fig("1.2"), &mut reach));
        assert_eq!(reach.cost(f.space("B3")), Some(2), "{kind:?}: up");
        assert_eq!(reach.cost(f.space("C3")), Some(3), "{kind:?}: level");
    }
}

#[test]
fn l2_one_answer_moves_the_whole_squad_and_it_hangs_together() {
    for kind in KINDS {
        let squad = "1s C3, 1s B3, 1s B4, 1s C4, 1h B2";
        let labels = ["1.1", "1.2", "1.3", "1.4", "1.5"];
        let f = Fight::new(kind, FIELD, &[squad, "s L8"], &[]);
        for lead in labels {
            let mut reach = Reach::default();
            f.game.reach(f.fig(lead), &mut reach);
            for (to, _) in reach.ends().iter().skip(1) {
                let mut game = f.game.clone();
                let who = f.fig(lead);
                game.answer(&Answer::Move { who, to: *to }, &mut ())
                    .expect("in reach");
                let after = Fight {
                    game,
                    dice: Script::new([]),
                    log: Vec::new(),
                };
                assert_eq!(after.game.at(who), *to);
                assert!(
                    after.together(&labels),
                    "{kind:?}: {lead} to {}",
                    after.at(lead)
                );
                let all: BTreeSet<String> = labels.iter().map(|l| after.at(l)).collect();
                assert_eq!(all.len(), 5, "nobody shares a space");
            }
        }
    }
}

#[test]
fn l2_followers_keep_their_places_beside_the_leader() {
    for (kind, moved) in [
        (GridKind::Square, ["G3", "F3", "F4", "G4"]),
        (GridKind::HexFlat, ["G3", "F3", "F4", "G4"]),
        // Half a hex ahead of the leader before, level with it now.
        (GridKind::HexPointy, ["G3", "F3", "F4", "G5"]),
    ] {
        let mut f = Fight::new(kind, FIELD, &["1s C3, 1s B3, 1s B4, 1s C4", "s L8"], &[]);
        f.play("1.1 to G3");
        let now: Vec<String> = (1..=4).map(|n| f.at(&format!("1.{n}"))).collect();
        assert_eq!(now, moved, "{kind:?}");
    }
}

#[test]
fn l2_followers_run_as_far_as_it_takes() {
    // The way through the gap is long for those who stand on the far side.
    let rows = "....#....\n....#....\n....#....\n.........";
    for kind in KINDS {
        let mut f = Fight::new(kind, rows, &["1s F4, 1s D1", "s I1"], &[]);
        f.play("1.1 to F1");
        assert!(f.together(&["1.1", "1.2"]), "{kind:?}");
        let run = f.log.iter().find_map(|e| match e {
            Event::Moved { who, cost, .. } if *who == f.fig("1.2") => Some(*cost),
            _ => None,
        });
        assert!(run > Some(4), "{kind:?}: {run:?}");
    }
}

#[test]
fn l2_who_finds_no_way_stays_until_the_next_move() {
    let rows = "...#....\n...#....\n...#....";
    let mut f = Fight::new(
        GridKind::Square,
        rows,
        &["1s E1, 1s A1", "s H3, s H1"],
        &[1, 2, 6, 1],
    );
    f.play("1.1 to F1");
    assert_eq!(f.at("1.2"), "A1");
}

#[test]
fn l2_the_owner_names_the_leader_and_nobody_follows_ahead_of_it() {
    for kind in KINDS {
        let mut f = Fight::new(kind, FIELD, &["1s D4, 1s C4, 1s B4", "s L8"], &[]);
        let who = f.fig("1.3");
        f.play("1.3 to F4");
        assert_eq!(f.game.at(who), f.space("F4"));
        let grid = *f.game.board().grid();
        let (from, to) = (f.space("B4"), f.space("F4"));
        for mate in ["1.1", "1.2"] {
            let at = f.game.at(f.fig(mate));
            let square = |a, b| grid.squared_distance(a, b);
            assert!(
                square(from, at) <= square(to, at) + square(from, to),
                "{kind:?}"
            );
        }
    }
}

#[test]
fn l2_followers_can_be_put_elsewhere_as_long_as_the_squad_hangs_together() {
    let mut f = Fight::new(
        GridKind::Square,
        FIELD,
        &["1s C3, 1s B3, 1s A3, s A8", "s L8"],
        &[],
    );
    assert_eq!(
        f.refused("1.2 at B2"),
        "only who has just followed can be put elsewhere"
    );
    f.play("1.1 to G3");
    assert_eq!((f.at("1.2"), f.at("1.3")), ("F3".into(), "E3".into()));
    assert_eq!(f.refused("1.3 at H4"), "H4 is ahead of 1.1");
    assert_eq!(
        f.refused("1.3 at C3"),
        "C3 is too far from the rest of its squad"
    );
    assert_eq!(f.refused("1.2 at G4"), "1.2 holds its squad together");
    assert_eq!(f.refused("1.3 at F3"), "1.2 stands at F3");
    f.play("1.3 at G4");
    assert_eq!(
        f.refused("1.3 at G2"),
        "only who has just followed can be put elsewhere, and once"
    );
    f.play("1.2 at G2");
    assert_eq!((f.at("1.2"), f.at("1.3")), ("G2".into(), "G4".into()));
    // Another squad moves: this one stays as it is.
    f.play("1.4 to B8");
    assert!(!f.can("1.2 at F3"));
    assert_eq!(f.turn(), ("move", 2), "nobody is left to move or to put");
}

#[test]
fn l2_gaps_are_closed_at_the_next_move_and_that_is_no_move() {
    let squad = "1s A4, 1s B4, 1s C4, 1s D4, 1s F4";
    for kind in KINDS {
        // By the answer of the owner, around whom it names.
        let mut f = Fight::new(kind, FIELD, &[squad, "s L4"], &[]);
        assert!(
            f.game
                .shown(f.fig("1.1"))
                .status
                .contains(&"its squad has gaps".into())
        );
        assert!(f.can("1.5 to F4"), "{kind:?}");
        f.play("1.5 to F4");
        assert!(f.together(&["1.1", "1.2", "1.3", "1.4", "1.5"]), "{kind:?}");
        assert_eq!(f.at("1.5"), "F4");
        assert_eq!(f.refused("1.1 to A5"), "1.1 has moved in this turn");
        f.play("done, done");
        f.play("1.1 shoots 2.1");
        assert_eq!(f.wanted(), (5, 3), "{kind:?}: they have not moved");
        // By itself, around the largest part.
        let mut f = Fight::new(kind, FIELD, &[squad, "s L4"], &[]);
        f.play("done");
        assert!(f.together(&["1.1", "1.2", "1.3", "1.4", "1.5"]), "{kind:?}");
        assert_eq!((f.at("1.1"), f.at("1.4")), ("A4".into(), "D4".into()));
        f.play("done, 1.1 shoots 2.1");
        assert_eq!(f.wanted(), (5, 3));
        // A real move is one.
        let mut f = Fight::new(kind, FIELD, &[squad, "s L4"], &[]);
        f.play("1.5 to G4, done, done, 1.1 shoots 2.1");
        assert_eq!(f.wanted(), (5, 4));
    }
    let f = Fight::new(GridKind::Square, FIELD, &["1s A1, 1s B1", "s L4"], &[]);
    assert!(!f.can("1.1 to A1"), "nothing to close");
}

#[test]
fn l2_cohesion_is_a_number_of_the_rules() {
    let wide = |b: &mut Brief| b.rules = rules("cohesion = 2");
    let f = Fight::with(
        GridKind::Square,
        FIELD,
        &["1s A1, 1s C1", "s L4"],
        &[],
        wide,
    );
    assert!(!f.can("1.1 to A1"), "two spaces are no gap");
    let f = Fight::new(GridKind::Square, FIELD, &["1s A1, 1s C1", "s L4"], &[]);
    assert!(f.can("1.1 to A1"));
}

#[test]
fn l3_everybody_who_sees_a_target_rolls_and_fours_kill() {
    for kind in KINDS {
        let mut f = Fight::new(
            kind,
            FIELD,
            &["1s A3, 1s A4, 1s A5", "1s L3, 1s L4, 1s L5, 1s L6"],
            &[3, 4, 6],
        );
        f.play("1.1 to B3, done, done, 1.1 shoots 2.1");
        f.spent();
        let gone = (1..=4).filter(|n| f.gone(&format!("2.{n}"))).count();
        assert_eq!(gone, 2, "{kind:?}: a 3 does not kill");
        assert_eq!(f.game.scores(), [4, 0]);
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
    let mut f = Fight::new(GridKind::Square, rows, &sides, &[]);
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
    assert_eq!(f.refused("1.1 shoots 2.1"), "1.1 has attacked in this turn");
    f.play("1.3 shoots 2.3");
    assert_eq!(f.wanted().0, 1);
}

#[test]
fn l3_there_is_no_limit_of_range_unless_the_rules_set_one() {
    let f = Fight::new(GridKind::Square, FIELD, &["s A1", "s L8"], &[]);
    let mut g = f;
    g.play("done, done");
    assert!(g.can("1.1 shoots 2.1"));
    let near = |b: &mut Brief| b.rules = rules("range = 6");
    let mut f = Fight::with(
        GridKind::Square,
        FIELD,
        &["s A1, s F1", "s L8, s L1"],
        &[],
        near,
    );
    f.play("done, done");
    assert_eq!(f.refused("1.1 shoots 2.1"), "2.1 cannot be seen");
    assert!(f.can("1.2 shoots 2.2"));
}

#[test]
fn l4_what_is_added_to_the_number() {
    let need = |rows: &str, sides: [&str; 2], moves: &str| {
        let mut f = Fight::new(GridKind::Square, rows, &sides, &[]);
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
    let mut f = Fight::new(
        GridKind::Square,
        "200000",
        &["h A1", "s F1, s E1"],
        &[1, 1, 1, 2],
    );
    f.play("done, done, 1.1 shoots 2.2");
    f.spent();
    assert!(f.gone("2.2") && !f.gone("2.1"));
    // Uphill, special, in cover: 4 + 3.
    let mut f = Fight::new(GridKind::Square, "0000..", &["s A1", "s F1"], &[]);
    f.play("1.1 to B1, done");
    assert!(f.can("1.1 shoots 2.1"));
    let mut map = drawn::map(GridKind::Square, ".....o\n......", &[]);
    map.elevation[5] = 1;
    let sides = ["s A1, s A2", "h F1, s F2"];
    let mut f = Fight::on(Board::new(map.clone()), &sides, &[], |_| {});
    f.play("1.1 to B1, done, done");
    assert_eq!(f.refused("1.1 shoots 2.1"), "2.1 is too well protected");
    assert!(f.can("1.2 shoots 2.1"), "who stood still needs 6");
    f.play("1.2 shoots 2.1");
    assert_eq!(f.wanted(), (1, 6));
    let sides = ["s A1", "1h F1, 1s F2"];
    let mut f = Fight::on(Board::new(map), &sides, &[6], |_| {});
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
        let mut f = Fight::new(
            kind,
            FIELD,
            &["1s A4, 1s A5", "1s G4, 1s H4, 1s I4"],
            &[4, 4],
        );
        f.play("1.1 to B4, done, done");
        assert_eq!(f.refused("1.1 shoots 2.2"), "2.1 is closer than 2.2");
        f.play("1.1 shoots 2.1");
        f.spent();
        assert!(f.gone("2.1") && f.gone("2.2") && !f.gone("2.3"), "{kind:?}");
    }
}

#[test]
fn l5_equally_close_the_attacker_chooses() {
    for named in ["2.1", "2.2"] {
        let mut f = Fight::new(GridKind::Square, FIELD, &["s A4", "1s H4, 1s H5"], &[5]);
        f.play("1.1 to B4, done");
        f.play(&format!("1.1 shoots {named}"));
        assert!(f.gone(named));
        assert_eq!(f.game.scores(), [2, 0]);
    }
}

#[test]
fn l5_each_attacker_has_its_own_closest_and_its_own_number() {
    // 1.1 is nearest to the one in the open, 1.2 to the one in the rocks.
    let rows = ".......\n.......\n......o";
    let sides = ["1s A1, 1s A2, 1s A3", "1s G1, 1s G2, 1s G3"];
    let mut f = Fight::new(GridKind::Square, rows, &sides, &[]);
    f.play("1.1 to B1, done, done, 1.1 shoots 2.1");
    assert_eq!(f.wanted(), (3, 4), "equally close: whoever is easiest");
    let sides = ["1s A1, 1s A2, 1s A3", "1s F1, 1s G2, 1s G3"];
    let rows = ".......\n...###.\n......o";
    let mut f = Fight::new(GridKind::Square, rows, &sides, &[4, 4, 6]);
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
        let mut f = Fight::new(kind, ".......", &["1s A1, 1s B1", "1s F1, 1s G1"], &[]);
        f.play("done, done, 1.1 shoots 2.1");
        assert_eq!(f.wanted(), (2, 3), "{kind:?}: through a friend");
        let mut f = Fight::new(kind, ".......", &["s A1", "s F1, s G1"], &[]);
        f.play("done, done");
        assert!(f.can("1.1 shoots 2.2"), "{kind:?}: past an enemy");
        let mut f = Fight::new(kind, "...#...", &["s A1", "s F1"], &[]);
        f.play("done, done");
        assert_eq!(f.game.status().round, 2, "{kind:?}: nobody sees anybody");
    }
    // Past the corner of a wall: seen, in cover.
    let mut f = Fight::new(GridKind::Square, "..\n#.", &["s A1", "s B2"], &[]);
    f.play("done, done, 1.1 shoots 2.1");
    assert_eq!(f.wanted(), (1, 4), "it has not moved");
    let f = Fight::on(
        drawn::board(GridKind::Square, ".....", &["C1|D1 fence"]),
        &["s A1", "s E1"],
        &[],
        |_| {},
    );
    let mut f = f;
    f.play("1.1 to B1, done, 1.1 shoots 2.1");
    assert_eq!(f.wanted(), (1, 5), "a fence covers");
    let mut f = Fight::new(GridKind::Square, "..T..", &["s A1", "s E1"], &[]);
    f.play("1.1 to B1, done, 1.1 shoots 2.1");
    assert_eq!(f.wanted(), (1, 5), "bushes cover");
}

#[test]
fn l6_the_first_player_is_rolled_for_in_every_turn() {
    let none = |b: &mut Brief| b.start = Start::default();
    let sides = ["s A1", "s L8"];
    let mut f = Fight::with(GridKind::Square, FIELD, &sides, &[3, 3, 2, 5], none);
    f.spent();
    assert_eq!(f.turn(), ("move", 2), "equal dice roll again");
    f.dice = Script::new([6, 1]);
    f.play("done, done, done, done");
    assert_eq!((f.game.status().round, f.turn()), (2, ("move", 1)));
    f.spent();
}

#[test]
fn l6_unequal_forces_are_a_warning() {
    let f = Fight::new(GridKind::Square, FIELD, &["s A1, s A2", "s L8"], &[]);
    let findings = f.game.findings();
    assert_eq!(findings[0].what, "the forces have 2 and 1 figures");
    let any = |b: &mut Brief| b.rules = rules("equal_figures = false");
    let f = Fight::with(GridKind::Square, FIELD, &["s A1, s A2", "s L8"], &[], any);
    assert!(f.game.findings().is_empty());
    let f = Fight::new(GridKind::Square, FIELD, &["s A1", "s L8"], &[]);
    assert!(f.game.findings().is_empty());
}

#[test]
fn l7_a_heavy_weapon_rolls_four_dice_alone_or_in_a_squad() {
    let targets = "1s L1, 1s L2, 1s L3, 1s L4, 1s L5";
    let mut f = Fight::new(GridKind::Square, FIELD, &["h A1", targets], &[2, 6, 3, 4]);
    f.play("1.1 to B1, done, 1.1 shoots 2.1");
    f.spent();
    assert_eq!(f.game.scores(), [6, 0], "special: 3 and more kill");
    // In a squad those who need the same roll together.
    let sides = ["1s A1, 1h A2, 1s A3", targets];
    let mut f = Fight::new(GridKind::HexFlat, FIELD, &sides, &[]);
    f.play("1.1 to B1, done, done, 1.1 shoots 2.1");
    assert_eq!(f.wanted(), (4, 3));
    f.dice = Script::new([1, 1, 1, 1, 4, 3]);
    f.roll();
    f.spent();
    assert_eq!(f.game.scores(), [2, 0]);
}

#[test]
fn l7_a_sniper_stands_alone_and_attacks_twice_if_it_has_not_moved() {
    let force = force(&["1n"]);
    let fault = Rules::Plastic.force(&force, None).expect_err("in a squad");
    assert!(
        fault
            .to_string()
            .ends_with("a sniper is never part of a squad"),
        "{fault}"
    );
    for kind in KINDS {
        let sides = ["n A1, s A8", "s L1, s L8"];
        let mut f = Fight::new(kind, FIELD, &sides, &[2, 6]);
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
        let mut f = Fight::new(kind, FIELD, &sides, &[1, 1]);
        f.play("done, done, 1.1 shoots 2.1, 1.1 shoots 2.1");
        assert_eq!(f.refused("1.1 shoots 2.1"), "1.1 has attacked in this turn");
        let mut f = Fight::new(kind, FIELD, &sides, &[]);
        f.play("1.1 to B1, done, done");
        assert_eq!(
            f.refused("1.1 shoots 2.1"),
            "1.1 has moved, and cannot attack in this turn"
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
        Some("the force has 2 heavy weapons and snipers; 1 squads allow 1")
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

#[test]
fn l8_the_last_force_standing_wins() {
    let mut f = Fight::new(GridKind::HexPointy, FIELD, &["s A1", "s L8"], &[6]);
    f.play("done, done, 1.1 shoots 2.1");
    let outcome = f.game.outcome().expect("over");
    assert_eq!((outcome.winners, outcome.reason), (1, Reason::LastStanding));
    assert!(f.game.answers().is_empty());
}

#[test]
fn l8_after_eight_turns_who_has_killed_most_wins() {
    let sides = ["1s A1, 1s A2", "1s L1, 1s L2"];
    let last = |b: &mut Brief| b.start.round = 8;
    let mut f = Fight::with(GridKind::Square, FIELD, &sides, &[6, 1, 1], last);
    f.play("1.1 to B1, done, done, 1.1 shoots 2.1, 2.2 shoots 1.1");
    let outcome = f.game.outcome().expect("over");
    assert_eq!((outcome.winners, outcome.reason), (1, Reason::Points));
    let mut f = Fight::with(GridKind::Square, FIELD, &sides, &[], last);
    f.play("done, done, done, done");
    assert_eq!(
        f.game.outcome().map(|o| o.winners),
        Some(0),
        "equal: a draw"
    );
    let short = |b: &mut Brief| {
        b.rules = rules("turns = 1\nscore = { soldier = 3, heavy = 4, sniper = 5 }")
    };
    let mut f = Fight::with(GridKind::Square, FIELD, &sides, &[1, 1, 6, 6], short);
    f.play("done, done, 1.1 shoots 2.1, 2.1 shoots 1.1");
    assert_eq!(f.game.scores(), [0, 12]);
    assert_eq!(f.game.outcome().map(|o| o.winners), Some(2));
}

#[test]
fn l8_with_points_alone_the_survivor_can_lose() {
    let sides = ["s A1", "s L1"];
    let points = |b: &mut Brief| b.victory = Some(Victory::Points);
    let mut f = Fight::with(GridKind::Square, FIELD, &sides, &[6], points);
    f.play("done, done, 1.1 shoots 2.1");
    assert_eq!(
        f.game.outcome().map(|o| (o.winners, o.reason)),
        Some((1, Reason::Points))
    );
}

#[test]
fn l8_with_three_sides_the_others_fight_on() {
    let sides = ["s A1", "s L1", "s A8"];
    let mut f = Fight::new(GridKind::Square, FIELD, &sides, &[6]);
    f.play("done, done, done, 1.1 shoots 2.1");
    assert!(f.game.outcome().is_none());
    assert_eq!(f.turn(), ("attack", 3));
}

#[test]
fn squads_are_deployed_around_the_figure_that_is_placed() {
    for kind in KINDS {
        let board = drawn::board(kind, FIELD, &[]);
        let forces = [vec!["1s", "1s", "1h", "s"], vec!["1s", "1s", "1s", "s"]];
        let mut game = Rules::Plastic.begin(brief(board, &forces)).expect("good");
        let who = game.labelled("1.2").expect("a figure");
        let to = drawn::space(game.board(), "E8");
        game.answer(&Answer::Place { who, to }, &mut ())
            .expect("in its zone");
        let on: Vec<Fig> = game.on_board().collect();
        assert_eq!(on.len(), 3, "{kind:?}: its squad, not the one alone");
        let grid = *game.board().grid();
        for fig in on {
            assert!(grid.distance(game.at(fig), to) <= 1, "{kind:?}");
        }
        assert_eq!(game.at(who), to);
        let again = Answer::Place { who, to };
        assert!(game.check(&again).is_err());
    }
}

#[test]
fn groups_are_squads_led_by_who_is_nearest_to_the_enemy() {
    for kind in KINDS {
        let f = Fight::new(kind, FIELD, &["1s A4, 1s B4, s A1, 1s C4", "s L4"], &[]);
        let groups = f.game.groups(Side(0));
        assert_eq!(groups.len(), 2);
        assert_eq!(groups[0].lead, f.fig("1.4"), "{kind:?}");
        assert_eq!(groups[0].members.len(), 3);
        let mut seen = Vec::new();
        let to = f.space("E4");
        f.game.formations(groups[0].lead, &[to], &mut |at, all| {
            assert_eq!(at, to);
            seen = all.to_vec();
        });
        let mut after = f.game.clone();
        let who = groups[0].lead;
        after
            .answer(&Answer::Move { who, to }, &mut ())
            .expect("in reach");
        assert_eq!(seen.len(), 3);
        for (who, at) in seen {
            assert_eq!(after.at(who), at, "{kind:?}: what is said is what happens");
        }
    }
}

#[test]
fn menace_knows_who_may_still_move_and_shoot() {
    let mut f = Fight::new(GridKind::Square, FIELD, &["s A4, n A1", "s L4, n L1"], &[1]);
    let (me, soldier, sniper) = (f.fig("1.1"), f.fig("2.1"), f.fig("2.2"));
    assert_eq!(f.game.menace(soldier, me), Menace::Moving);
    f.play("done, 2.2 to K1, done");
    assert_eq!(f.game.menace(soldier, me), Menace::Standing);
    assert_eq!(f.game.menace(sniper, me), Menace::None, "it has moved");
    assert!(!f.game.may_move(me));
    f.play("done, 2.1 shoots 1.1");
    assert_eq!(f.game.status().round, 2);
    assert_eq!(f.game.menace(soldier, me), Menace::Moving);
}

/// The chance of each number of hits with dice that need this and that.
#[test]
fn quick_odds_are_those_of_every_die() {
    let boards = [
        (FIELD, ["1s A3, 1s A4, 1h A5, 1s A6", "1s L3, 1h L4, 1s L5"]),
        (
            "..o.....\n........\n..#..o..\n.....o..\n1122....",
            [
                "1s A1, 1s A2, 1s A3, 1s A4, 1h A5",
                "1s H1, 1s G2, 1s F3, 1h H5",
            ],
        ),
        ("........\n...F....", ["n A1, s A2", "1s H1, 1s H2, s G2"]),
    ];
    for kind in KINDS {
        for (rows, sides) in boards {
            for moves in ["done, done", "1.1 to B2, done, done"] {
                let mut f = Fight::new(kind, rows, &sides, &[]);
                if !f.can(moves.split(',').next().unwrap_or("done")) {
                    continue;
                }
                f.play(moves);
                if f.turn() != ("attack", 1) {
                    continue;
                }
                let mut acts = Vec::new();
                f.game.legal(&mut |answer| {
                    acts.push(answer);
                    true
                });
                for act in acts {
                    let Answer::Strike { who, how, at } = act else {
                        continue;
                    };
                    let sight = Sight::Clear;
                    let odds = f.game.joint(who, how, at, sight);
                    let told = f.game.outcomes(who, how, at, Policy::default());
                    let dead: Ratio = told
                        .iter()
                        .filter(|(what, _)| what.starts_with("defeated"))
                        .map(|(_, p)| *p)
                        .fold(Ratio::from_integer(0), |a, b| a + b);
                    assert_eq!(odds.defeat, dead, "{kind:?} {rows} {act:?}");
                    assert_eq!(
                        odds.defeat + odds.more,
                        kills(&f.game, &act),
                        "{kind:?} {act:?}"
                    );
                }
            }
        }
    }
}

/// Kills on average, by every single combination of dice.
fn kills(game: &Game, act: &Answer) -> Ratio {
    let mut open = vec![(game.clone(), Ratio::from_integer(1))];
    open[0].0.answer(act, &mut ()).expect("legal");
    let mut sum = Ratio::from_integer(0);
    let before: i32 = game.scores().iter().sum();
    while let Some((game, chance)) = open.pop() {
        let volley = match game.decision().ask {
            Ask::Roll {
                purpose: Purpose::Volley,
                dice,
                ..
            } => Some(dice),
            _ => None,
        };
        let Some(dice) = volley else {
            let after: i32 = game.scores().iter().sum();
            sum += chance * Ratio::from_integer((after - before) as u64 / 2);
            continue;
        };
        let ways = 6u64.pow(dice.len() as u32);
        // Equal ends are merged, so that the combinations stay countable.
        let mut ends: Vec<(Game, u64)> = Vec::new();
        for n in 0..ways {
            let mut n = n;
            let faces = dice
                .iter()
                .map(|_| {
                    let face = (n % 6) as u8 + 1;
                    n /= 6;
                    face
                })
                .collect();
            let mut next = game.clone();
            next.settle(&Answer::Faces(faces), &mut ());
            match ends.iter_mut().find(|(e, _)| e.same_state(&next)) {
                Some((_, count)) => *count += 1,
                None => ends.push((next, 1)),
            }
        }
        for (next, count) in ends {
            open.push((next, chance * Ratio::new(count, ways)));
        }
    }
    sum
}

#[test]
fn a_figures_own_odds_count_the_place_it_would_shoot_from() {
    let rows = "2220000\n.......";
    let f = Fight::new(GridKind::Square, rows, &["s A1, n A2", "s G1"], &[]);
    let at = Target::Figure(f.fig("2.1"));
    let from = |who: &str, space: &str| {
        let stand = Stand {
            at: f.space(space),
            facing: None,
            aloft: false,
        };
        let odds = f.game.odds(f.fig(who), stand, How::Shoot, at, Sight::Clear);
        (*odds.hit.numer(), *odds.hit.denom())
    };
    assert_eq!(from("1.1", "A1"), (5, 6), "still, downhill: 2");
    assert_eq!(from("1.1", "C1"), (2, 3), "downhill: 3");
    assert_eq!(from("1.1", "D1"), (1, 2), "4");
    let mut found = 0;
    let mut count = |who: &str, space: &str| {
        let stand = Stand {
            at: f.space(space),
            facing: None,
            aloft: false,
        };
        found = 0;
        f.game.strikes(f.fig(who), stand, &mut |_, _, _| {
            found += 1;
            true
        });
        found
    };
    assert_eq!(count("1.2", "A2"), 1);
    assert_eq!(count("1.2", "B2"), 0, "a sniper that moves does not shoot");
}

#[test]
fn every_number_of_the_rules_is_a_key() {
    let config = Rules::Plastic.config(None).expect("defaults");
    for key in [
        "moves",
        "cohesion",
        "die",
        "to_kill",
        "never",
        "modifiers",
        "dice",
        "attacks",
        "attack_after_move",
        "in_squad",
        "specials_per_squad",
        "squad_least",
        "range",
        "score",
        "equal_figures",
        "turns",
        "longest",
    ] {
        assert!(config.get(key).is_some(), "{key}");
    }
    let wrong = rules("march = 3").expect("some");
    assert!(Rules::Plastic.config(Some(&wrong)).is_err());
    let mut f = Fight::with(GridKind::Square, FIELD, &["s A1", "s L1"], &[], |b| {
        b.rules = rules(
            "die = 8\nto_kill = 6\nmodifiers = { downhill = -1, uphill = 1, special_attacker = -1, \
             special_target = 1, still = -2, cover = 1 }\ndice = { soldier = 2, heavy = 4, sniper = 1 }",
        );
    });
    f.play("done, done, 1.1 shoots 2.1");
    assert_eq!(f.wanted(), (2, 4));
}
