//! How lucky the attacks of a simulated battle were: what they destroyed beyond the expectation.
//!
//! On average that is nothing, so a battle's value without it has the same mean, and less variance:
//! of the differences between two ways to go on, from two fifths to two thirds are left (control
//! variates; Veness, Lanctot and Bowling, 2011).

use crate::ai::model::figure::{sight_of, to_f64};
use crate::battle::{Act, Answer, Ask, Decision, Fig, How, Odds, Place, Side, Target};
use crate::board::Sight;
use crate::rules::Game;
use smallvec::SmallVec;

/// What a point destroyed by luck changes in the value of a battle: itself, and what it would have
/// done until the end. Depending on the ruleset 1.35 to 1.85 leave the least variance.
pub const COUNTS: f64 = 1.5;

/// What figures are worth to a side.
#[derive(Copy, Clone)]
pub struct Scales {
    team: u8,
    /// How many teams it is against.
    others: f64,
}

impl Scales {
    /// For a side of a battle.
    pub fn of(game: &Game, side: Side) -> Self {
        let mut teams: SmallVec<[u8; 8]> = game.all_sides().map(|s| game.team(s)).collect();
        teams.sort_unstable();
        teams.dedup();
        Self {
            team: game.team(side),
            others: (teams.len().max(2) - 1) as f64,
        }
    }
    /// How many teams the side is against.
    pub fn others(self) -> f64 {
        self.others
    }
    /// Whether a figure is of the side's team.
    pub fn own(self, game: &Game, who: Fig) -> bool {
        game.team(game.side(who)) == self.team
    }
    /// Signed points of a figure: below 0 if it is an enemy's, shared among all enemy teams.
    pub fn weigh(self, game: &Game, who: Fig) -> f64 {
        if self.own(game, who) {
            points(game, who)
        } else {
            -points(game, who) / self.others
        }
    }
}

/// Current value of a figure in points; 0 once defeated.
pub fn points(game: &Game, who: Fig) -> f64 {
    match game.place(who) {
        Place::Gone => 0.0,
        _ => game.facts(who).worth.0 as f64 / 1000.0,
    }
}

/// The luck of one imagined battle.
#[derive(Clone)]
pub struct Luck {
    scales: Scales,
    sum: f64,
    /// The attack that is rolled for: whom it may hurt, and what is to be expected of each.
    rolled: SmallVec<[(Fig, f64); 4]>,
}

impl Luck {
    /// Of a battle that begins.
    pub fn new(scales: Scales) -> Self {
        Self {
            scales,
            sum: 0.0,
            rolled: SmallVec::new(),
        }
    }

    /// What figures are worth in it.
    pub fn scales(&self) -> Scales {
        self.scales
    }

    /// Whether all dice that fell have had their effect.
    pub fn is_settled(&self) -> bool {
        self.rolled.is_empty()
    }

    /// Goes on as another battle did that was at the same position and had had no luck before.
    pub fn go_on_as(&mut self, other: &Self) {
        self.sum += other.sum;
        self.rolled.clone_from(&other.rolled);
    }

    /// Told before each question: once a side acts again, the dice of the attack before have fallen.
    pub fn asked(&mut self, game: &Game, decision: &Decision) {
        if matches!(decision.ask, Ask::Act { .. } | Ask::Again { .. }) {
            self.fallen(game);
        }
    }

    /// Told before each answer: it may be an attack.
    pub fn answered(&mut self, game: &Game, answer: &Answer) {
        let Answer::Strike { who, how, at } = *answer else {
            return;
        };
        let (scales, rolled) = (self.scales, &mut self.rolled);
        let mut expect = |hurt, harm: f64| {
            if harm > 0.0 {
                rolled.push((hurt, scales.weigh(game, hurt) * (1.0 - harm)));
            }
        };
        let harm = |odds: &Odds| to_f64(odds.defeat) + to_f64(odds.wound) * to_f64(odds.part);
        let widely = matches!(how, How::Burst | How::Blast);
        if let Target::Figure(foe) = at
            && (widely || matches!(how, How::Shoot | How::Fight | How::Attack))
        {
            let sight = sight_of(game, who, how, at);
            let odds = game.odds(&Act::new(who, game.stand(who), how, at, sight));
            expect(foe, harm(&odds));
            expect(who, to_f64(odds.lost));
        }
        if widely {
            game.spread(
                &Act::new(who, game.stand(who), how, at, Sight::Clear),
                &mut |other, odds| {
                    expect(other, harm(&odds));
                },
            );
        }
    }

    /// What the luck has changed in the value of the battle, which is over.
    pub fn total(mut self, game: &Game) -> f64 {
        self.fallen(game);
        COUNTS * self.sum
    }

    fn fallen(&mut self, game: &Game) {
        for (hurt, expected) in self.rolled.drain(..) {
            self.sum += self.scales.weigh(game, hurt) - expected;
        }
    }
}
