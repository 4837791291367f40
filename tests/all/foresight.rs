//! An opponent that sees the dice to come, and what its enemy will do: what it cannot win nobody
//! can. Whatever the others lose beyond that they lose by their own play, not by the dice.

use crate::ai::{battle, play_on};
use skirmish::ai::{Agent, View, agent};
use skirmish::battle::{Answer, Side};
use skirmish::rules::{Game, Rules};

/// Other answers that are tried at each question.
const OTHERS: usize = 4;

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
fn who_sees_the_dice_wins_every_battle() {
    let mut turned = 0;
    for rules in Rules::ALL {
        for seed in 0..4 {
            for (side, enemy) in [(Side(0), "random"), (Side(1), "greedy")] {
                let map = ["duel-ground", "crater", "castle"][seed as usize % 3];
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
