//! What dice decide. An opponent that sees the dice to come, and what its enemy will do, wins battles
//! that others lose: what it cannot win nobody can. One that knows how its enemy chooses, but sees no
//! dice, tells how much of that is to be had without seeing them.

use crate::ai::{battle, play_on};
use skirmish::ai::{Agent, View, agent};
use skirmish::battle::{Answer, Ask, Brief, Side, Status};
use skirmish::board::Board;
use skirmish::rules::{Game, Rules};
use skirmish::source::Source;
use std::sync::Arc;

/// Other answers that are tried at each question.
const OTHERS: usize = 4;

/// Battles that it is not asked to win: ruleset, map, enemy. By the rules of d8 helicopters fight
/// over the castle, and the few answers that are tried at each question have no way to win in them.
const LEFT_OUT: [(Rules, &str, &str); 1] = [(Rules::D8, "castle", "greedy")];

/// Somebody who sees it all, and goes on like an opponent that does not.
struct Seer {
    side: Side,
    agents: [Box<dyn Agent>; 2],
    seed: u64,
    /// The rest of a way that wins.
    winning: Vec<Answer>,
}

impl Seer {
    fn new(own: &str, enemy: &str, side: Side, seed: u64) -> Self {
        let name = |of| if of == side { own } else { enemy };
        Self {
            side,
            agents: [Side(0), Side(1)].map(|of| agent(name(of), seed, of).unwrap()),
            seed,
            winning: Vec::new(),
        }
    }

    /// What it answers from here on until the end, the last first, if it begins so: none if that
    /// is not won.
    fn won(&mut self, from: &Game, number: u64, first: &Answer) -> Option<Vec<Answer>> {
        let (mut game, mut answers, seed) = (from.clone(), vec![first.clone()], self.seed);
        game.answer(first, &mut ()).unwrap();
        let choose = &mut |game: &Game, of, number| {
            let answer = self.plainly(game, of, number);
            if of == self.side {
                answers.push(answer.clone());
            }
            answer
        };
        let (end, _) = play_on(game, number + 1, seed, choose);
        answers.reverse();
        end.outcome().unwrap().won(self.side).then_some(answers)
    }

    fn plainly(&mut self, game: &Game, side: Side, number: u64) -> Answer {
        self.agents[side.index()]
            .decide(&View::new(game, side), number)
            .answer
    }

    /// An answer that wins, if there is one among a few.
    fn answer(&mut self, game: &Game, number: u64) -> Answer {
        if let Some(answer) = self.winning.pop() {
            return answer;
        }
        let plain = self.plainly(game, self.side, number);
        let ranked = self.agents[self.side.index()].ranked(&View::new(game, self.side), number);
        let others = ranked.into_iter().map(|thought| thought.answer);
        let others = others.filter(|answer| *answer != plain).take(OTHERS);
        for answer in std::iter::once(plain.clone()).chain(others.collect::<Vec<_>>()) {
            if let Some(winning) = self.won(game, number, &answer) {
                self.winning = winning;
                return self.winning.pop().unwrap_or(answer);
            }
        }
        plain
    }
}

#[test]
#[ignore = "slow"]
fn who_sees_the_dice_wins_every_battle() {
    let mut turned = 0;
    for rules in Rules::ALL {
        for seed in 0..4 {
            for (side, enemy) in [(Side(0), "random"), (Side(1), "greedy")] {
                let map = ["duel-ground", "crater", "castle"][seed as usize % 3];
                if LEFT_OUT.contains(&(rules, map, enemy)) {
                    continue;
                }
                let game = battle(rules, map, [seed as usize; 2], None);
                let what = format!("{} on {map} against {enemy}, seed {seed}", rules.name());
                let mut seer = Seer::new("utility", enemy, side, seed);
                let mut won = |choose: &mut dyn FnMut(&mut Seer, &Game, u64) -> Answer| {
                    let (end, _) = play_on(game.clone(), 1, seed, &mut |game, of, number| {
                        if of == side {
                            choose(&mut seer, game, number)
                        } else {
                            seer.plainly(game, of, number)
                        }
                    });
                    end.outcome().unwrap().won(side)
                };
                let plainly = won(&mut |seer, game, number| seer.plainly(game, side, number));
                let seeing = won(&mut |seer, game, number| seer.answer(game, number));
                assert!(seeing, "{what}");
                turned += u32::from(!plainly);
            }
        }
    }
    assert!(turned > 3, "{turned} battles would have been lost without");
}

/// Ways to go on that are tried.
const GUIDES: [&str; 6] = ["utility", "bold", "cautious", "raider", "charge", "greedy"];
/// Battles to the end in which each is tried.
const TRIES: u64 = 24;

/// Somebody who knows how its enemy chooses, but neither what it will choose nor the dice. It goes
/// on, turn by turn, like whoever does best in battles that are played to the end with other dice.
struct Knower {
    side: Side,
    enemy: &'static str,
    seed: u64,
    /// The turn it is in, and whom it goes on like.
    turn: Option<Status>,
    guide: Box<dyn Agent>,
}

impl Knower {
    fn new(enemy: &'static str, side: Side, seed: u64) -> Self {
        Self {
            side,
            enemy,
            seed,
            turn: None,
            guide: agent(GUIDES[0], seed, side).unwrap(),
        }
    }

    /// What becomes of it to answer so first, if at all, to go on like a guide until the turn is over
    /// and plainly after that: points of all tries.
    fn tried(&self, game: &Game, number: u64, first: Option<&Answer>, guide: &str) -> f64 {
        let turn = game.status();
        let points = (0..TRIES).map(|n| {
            let seed = (self.seed << 32) + (number << 8) + n;
            let mut guide = agent(guide, seed, self.side).unwrap();
            let mut plain = agent(GUIDES[0], seed, self.side).unwrap();
            let mut enemy = agent(self.enemy, seed, other(self.side)).unwrap();
            let mut first = first.cloned();
            let (end, _) = play_on(game.clone(), number, seed, &mut |game, of, number| {
                let answer = if of == self.side { first.take() } else { None };
                let who = match of == self.side {
                    true if game.status() == turn => &mut guide,
                    true => &mut plain,
                    false => &mut enemy,
                };
                answer.unwrap_or_else(|| who.decide(&View::new(game, of), number).answer)
            });
            points(&end, self.side)
        });
        points.sum()
    }

    fn answer(&mut self, game: &Game, number: u64) -> Answer {
        if matches!(game.decision().ask, Ask::First) {
            let all = game.answers();
            let tried = all
                .iter()
                .map(|answer| self.tried(game, number, Some(answer), GUIDES[0]));
            return all[best(tried)].clone();
        }
        if self.turn.as_ref() != Some(&game.status()) {
            self.turn = Some(game.status());
            let tried = GUIDES.map(|guide| self.tried(game, number, None, guide));
            self.guide = agent(GUIDES[best(tried)], self.seed, self.side).unwrap();
        }
        self.guide
            .decide(&View::new(game, self.side), number)
            .answer
    }
}

fn other(side: Side) -> Side {
    Side(1 - side.0)
}

/// What a battle of two comes to for a side.
fn points(end: &Game, side: Side) -> f64 {
    let outcome = end.outcome().unwrap();
    match [side, other(side)].map(|side| outcome.won(side)) {
        [true, _] => 1.0,
        [_, true] => 0.0,
        _ => 0.5,
    }
}

/// Which of these is the most, the first of equals.
fn best(of: impl IntoIterator<Item = f64>) -> usize {
    let (mut at, mut most) = (0, f64::NEG_INFINITY);
    for (i, value) in of.into_iter().enumerate() {
        if value > most {
            (at, most) = (i, value);
        }
    }
    at
}

/// Mirrored battles of a force against random, twelve on each of four maps: points of who knows
/// that, and of who does not.
fn against_random(rules: &str, force: &str) -> (f64, f64) {
    let rules = Rules::ALL.into_iter().find(|r| r.name() == rules).unwrap();
    let shipped = rules.forces();
    let (name, text) = shipped.iter().find(|(name, _)| *name == force).unwrap();
    let (mut knowing, mut plain, mut battles) = (0.0, 0.0, 0.0);
    for map in ["duel-ground", "village", "castle", "hedgerows"] {
        let (map, drawn) = skirmish::files::shipped::map(map).unwrap();
        let map = skirmish::files::map::read(&Source::new(map, drawn)).unwrap();
        let board = Arc::new(Board::new(map));
        for seed in 0..12 {
            let side = Side((seed % 2) as u8);
            let forces = [0, 1].map(|_| Source::new(*name, *text));
            let game = rules.begin(Brief::new(board.clone(), forces)).unwrap();
            let mut random = agent("random", seed, other(side)).unwrap();
            let mut against = |choose: &mut dyn FnMut(&Game, u64) -> Answer| {
                let (end, _) = play_on(game.clone(), 1, seed, &mut |game, of, number| {
                    if of == side {
                        choose(game, number)
                    } else {
                        random.decide(&View::new(game, of), number).answer
                    }
                });
                points(&end, side)
            };
            let mut knower = Knower::new("random", side, seed);
            knowing += against(&mut |game, number| knower.answer(game, number));
            let mut usual = agent("utility", seed, side).unwrap();
            plain +=
                against(&mut |game, number| usual.decide(&View::new(game, side), number).answer);
            battles += 1.0;
        }
    }
    println!(
        "{force}: who knows {:.1} %, who does not {:.1} % of {battles}",
        100.0 * knowing / battles,
        100.0 * plain / battles
    );
    (knowing / battles, plain / battles)
}

/// Run by hand, in a release build: it prints what it finds.
#[test]
#[ignore = "plays a hundred thousand battles in its head"]
fn who_knows_its_enemy_but_not_the_dice_wins_more_but_not_all() {
    let (knowing, plain) = against_random("vsgmr", "orcs");
    assert!(plain <= knowing && knowing < 0.99);
}
