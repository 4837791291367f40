//! How lucky the attacks of an imagined battle were: what they destroyed beyond what was to be
//! expected of them.
//!
//! On average that is nothing, so a battle's value without it has the same mean, and less variance:
//! of the differences between two ways to go on, from two fifths to two thirds are left (control
//! variates; Veness, Lanctot and Bowling, 2011).

use super::offer::sight_of;
use super::table::real;
use crate::battle::{Answer, Ask, Decision, Fig, How, Odds, Place, Side, Target};
use crate::rules::Game;
use smallvec::SmallVec;

/// What a point destroyed by luck changes in the value of a battle: itself, and what it would have
/// done until the end. Depending on the ruleset 1.35 to 1.85 leave the least variance.
const COUNTS: f64 = 1.5;

/// What figures are worth to a side.
#[derive(Copy, Clone)]
pub(super) struct Scales {
    team: u8,
    /// How many teams it is against.
    others: f64,
}

impl Scales {
    /// For a side of a battle.
    pub(super) fn of(game: &Game, side: Side) -> Self {
        let mut teams: SmallVec<[u8; 8]> = game.all_sides().map(|s| game.team(s)).collect();
        teams.sort_unstable();
        teams.dedup();
        Self {
            team: game.team(side),
            others: (teams.len().max(2) - 1) as f64,
        }
    }
    /// How many teams the side is against.
    pub(super) fn others(self) -> f64 {
        self.others
    }
    /// Whether a figure is of the side's team.
    pub(super) fn own(self, game: &Game, who: Fig) -> bool {
        game.team(game.side(who)) == self.team
    }
    /// Points of a figure: below 0 if it is an enemy's, and shared among those.
    fn weigh(self, game: &Game, who: Fig) -> f64 {
        if self.own(game, who) {
            points(game, who)
        } else {
            -points(game, who) / self.others
        }
    }
}

/// Points of a figure, as far as it is left.
pub(super) fn points(game: &Game, who: Fig) -> f64 {
    match game.place(who) {
        Place::Gone => 0.0,
        _ => game.worth(who) as f64 / 1000.0,
    }
}

/// The luck of one imagined battle.
#[derive(Clone)]
pub(super) struct Luck {
    scales: Scales,
    sum: f64,
    /// The attack that is rolled for: whom it may hurt, and what is to be expected of each.
    rolled: SmallVec<[(Fig, f64); 4]>,
}

impl Luck {
    /// Of a battle that begins.
    pub(super) fn new(scales: Scales) -> Self {
        Self {
            scales,
            sum: 0.0,
            rolled: SmallVec::new(),
        }
    }

    /// What figures are worth in it.
    pub(super) fn scales(&self) -> Scales {
        self.scales
    }

    /// What is asked next: the dice of the attack before it have fallen, once somebody acts again.
    pub(super) fn asked(&mut self, game: &Game, decision: &Decision) {
        if matches!(decision.ask, Ask::Act { .. } | Ask::Again { .. }) {
            self.fallen(game);
        }
    }

    /// What is answered next: it may be an attack.
    pub(super) fn answered(&mut self, game: &Game, answer: &Answer) {
        let Answer::Strike { who, how, at } = *answer else {
            return;
        };
        let (scales, rolled) = (self.scales, &mut self.rolled);
        let mut expect = |hurt, harm: f64| {
            if harm > 0.0 {
                rolled.push((hurt, scales.weigh(game, hurt) * (1.0 - harm)));
            }
        };
        let harm = |odds: &Odds| real(odds.defeat) + real(odds.wound) * real(odds.part);
        let widely = matches!(how, How::Burst | How::Blast);
        if let Target::Figure(foe) = at
            && (widely || matches!(how, How::Shoot | How::Fight | How::Attack))
        {
            let sight = sight_of(game, who, how, at);
            let odds = game.odds(who, game.stand(who), how, at, sight);
            expect(foe, harm(&odds));
            expect(who, real(odds.lost));
        }
        if widely {
            game.spread(who, game.stand(who), how, at, &mut |other, odds| {
                expect(other, harm(&odds));
            });
        }
    }

    /// What the luck has changed in the value of the battle, which is over.
    pub(super) fn total(mut self, game: &Game) -> f64 {
        self.fallen(game);
        COUNTS * self.sum
    }

    fn fallen(&mut self, game: &Game) {
        for (hurt, expected) in self.rolled.drain(..) {
            self.sum += self.scales.weigh(game, hurt) - expected;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Luck, Scales};
    use crate::ai::{View, agent};
    use crate::battle::{Answer, Ask, Brief, Side, Who};
    use crate::board::Board;
    use crate::dice;
    use crate::rules::{Game, Rules};
    use crate::source::Source;
    use std::sync::Arc;

    const BATTLES: u64 = 160;

    /// A battle between two equal forces.
    fn battle(rules: Rules, board: &Arc<Board>) -> Game {
        let (name, text) = rules.forces()[0];
        let force = || Source::new(name, text);
        let brief = Brief::new(board.clone(), [force(), force()]);
        rules.begin(brief).expect("the battle can begin")
    }

    /// What figures are worth in the end, and how much of that was luck.
    fn played(mut game: Game, seed: u64) -> (f64, f64) {
        let scales = Scales::of(&game, Side(0));
        let mut luck = Luck::new(scales);
        let mut agents = [0, 1].map(|side| agent("greedy", seed, Side(side)).expect("it is known"));
        for number in 1.. {
            let decision = game.decision();
            luck.asked(&game, &decision);
            let answer = match (decision.who, &decision.ask) {
                (_, Ask::Over) => break,
                (Who::Side(side), _) => {
                    let seen = View::new(&game, side);
                    agents[side.index()].decide(&seen, number).answer
                }
                (_, Ask::Roll { dice, .. }) => Answer::Faces(dice::seeded(seed, number, dice)),
                other => panic!("{other:?}"),
            };
            luck.answered(&game, &answer);
            game.settle(&answer, &mut ());
        }
        let worth = game.all().map(|who| scales.weigh(&game, who)).sum();
        (worth, luck.total(&game) / super::COUNTS)
    }

    fn mean(all: impl ExactSizeIterator<Item = f64>) -> f64 {
        let count = all.len() as f64;
        all.sum::<f64>() / count
    }

    fn variance(all: &[f64]) -> f64 {
        let middle = mean(all.iter().copied());
        mean(all.iter().map(|x| (x - middle) * (x - middle)))
    }

    /// Checks the battles of a ruleset.
    fn told(rules: Rules, board: &Arc<Board>) {
        let seeds = 0..BATTLES;
        let (worth, luck): (Vec<f64>, Vec<f64>) =
            seeds.map(|seed| played(battle(rules, board), seed)).unzip();
        let (of_luck, error) = (
            mean(luck.iter().copied()),
            (variance(&luck) / BATTLES as f64).sqrt(),
        );
        assert!(
            of_luck.abs() < 3.5 * error,
            "{}: on average there is no luck, and not {of_luck:.3} ± {error:.3}",
            rules.name()
        );
        let without: Vec<f64> = worth.iter().zip(&luck).map(|(w, l)| w - l).collect();
        let (all, left) = (variance(&worth), variance(&without));
        assert!(
            left < 0.95 * all,
            "{}: {left:.2} of {all:.2} are left",
            rules.name()
        );
    }

    #[test]
    fn without_luck_battles_have_the_same_mean_and_less_variance() {
        let (name, text) = crate::files::shipped::map("village").expect("the map is shipped");
        let map = crate::files::map::read(&Source::new(name, text)).expect("the map is right");
        let board = Arc::new(Board::new(map));
        for rules in Rules::ALL {
            told(rules, &board);
        }
    }
}
