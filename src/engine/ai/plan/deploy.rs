//! Where to stand before the battle begins: near to where there is something to do, and seen
//! from as few of the places where enemies are, or may come to be, as possible.

use super::candidate::{Candidate, best, plain};
use super::thinker::Thinker;
use crate::ai::agent::{Thought, View};
use crate::ai::model::goals::Goals;
use crate::ai::model::ground::Ground;
use crate::ai::model::table::Table;
use crate::ai::score::noise::Noise;
use crate::ai::score::profile::Profile;
use crate::ai::score::terms::{Part, Score, Tally, Total};
use crate::battle::{Answer, Fig, How, Milli, Range, Reaches};
use crate::board::{Space, Spaces, evenly};
use crate::rules::Game;
use smallvec::SmallVec;

/// The share of a figure that being seen by everybody costs.
const SEEN: f64 = 0.073;
/// The share of a figure that a space of way costs.
const STEP: f64 = 0.0175;
/// The share of a figure that it costs to stand beside a friend.
const CROWD: f64 = 0.006;
/// From how many places of the enemy it is looked at most.
const LOOKS: usize = 96;
/// Longer ways are as good as this one.
const LONGEST: u32 = 500;

/// The places of a figure that is to be deployed.
struct Places<'a> {
    who: Fig,
    table: Table<'a>,
    goals: Goals<'a>,
    profile: &'a Profile,
    noise: Noise,
    /// How far it goes, in spaces.
    pace: u32,
    /// The share of the enemies that attack from afar.
    shooters: f64,
    /// Friends, and the spaces beside them.
    beside: Spaces,
}

impl Places<'_> {
    /// What it is worth to be put on one.
    fn score<T: Tally>(&self, ground: &mut Ground, to: Space) -> T {
        let mut score = T::default();
        let weight = |part| self.profile.weight(part);
        let worth = self.table.figure(self.who).worth;
        let crowd = if self.beside.contains(to) { CROWD } else { 0.0 };
        let seen = ground.seen(self.table.board, to);
        let risk = worth * (SEEN * self.shooters * seen + crowd);
        score.add(Part::Loss, -weight(Part::Loss) * risk);
        let way = f64::from(ground.ways[to.index()].min(LONGEST));
        score.add(Part::Tempo, -weight(Part::Tempo) * worth * STEP * way);
        if self.goals.any {
            let pull = self.goals.at(&self.table, self.who, to, self.pace);
            score.add(Part::Objective, weight(Part::Objective) * pull);
        }
        self.noise.count(&mut score, self.who, u64::from(to.0));
        score
    }

    /// Being put on one as an offer.
    fn candidate(&self, ground: &mut Ground, to: Space) -> Candidate {
        let (who, table) = (self.who, &self.table);
        Candidate {
            answer: Answer::Place { who, to },
            who: Some(who),
            action: format!("{} on {}", table.game.label(who), table.grid.name(to)).into(),
            score: self.score::<Score>(ground, to),
        }
    }
}

/// Where the figure goes that it would be sensible to place next.
pub fn deploy(thinker: &mut Thinker, view: &View) -> Thought {
    let game = view.game;
    let usual = game.preset();
    let Answer::Place { who, to } = usual else {
        return plain(usual);
    };
    let board = game.board();
    let friends = game.on_board().filter(|f| game.allied(*f, who));
    let friends = Spaces::of(board.len(), friends.flat_map(|f| game.spaces(f)));
    let onto_mount = friends.contains(to);
    if onto_mount || !thinker.depth().threats || company_counts(game) {
        return plain(usual);
    }
    let cache = &mut thinker.work.cache;
    let table = Table::read(view, cache);
    let goals = Goals::read(&table, cache);
    let mut ground = std::mem::take(&mut thinker.ground).of(
        board,
        spots(&table),
        &game.sides()[game.side(who).index()].zone,
    );
    let mut beside = friends.clone();
    board.grow(&mut beside, 1);
    let places = Places {
        who,
        pace: cache.pace(game, who).max(1),
        shooters: shooters(&table),
        beside,
        noise: thinker.noise.now(&table),
        profile: &thinker.profile,
        goals,
        table,
    };
    // Of equals whoever is nearer to the middle, then the first.
    let middle = board.centre();
    let off = |to: Space| middle.map_or(0, |middle| board.grid().distance(to, middle));
    let mut best_two: SmallVec<[(Milli, Space); 3]> = SmallVec::new();
    game.legal(&mut Reaches::default(), &mut |answer| {
        let Answer::Place { who: placed, to } = answer else {
            return true;
        };
        if placed != who {
            // Those of one figure come one after another.
            return best_two.is_empty();
        }
        if !friends.contains(to) {
            let Total(total) = places.score(&mut ground, to);
            let better = |(other, at): &(Milli, Space)| {
                total > *other || total == *other && off(to) < off(*at)
            };
            let place = best_two.iter().position(better);
            if place.is_some() || best_two.len() < 2 {
                best_two.insert(place.unwrap_or(best_two.len()), (total, to));
                best_two.truncate(2);
            }
        }
        true
    });
    let candidates = best_two.iter();
    let candidates = candidates.map(|(_, to)| places.candidate(&mut ground, *to));
    let candidates = candidates.collect();
    thinker.ground = ground;
    best(candidates).unwrap_or_else(|| plain(usual))
}

/// Whether it matters before all who stands beside whom: squads, and what one shell can hit,
/// are best placed as the ruleset does.
fn company_counts(game: &Game) -> bool {
    let shells = |f: Fig| {
        let modes = game.modes(f, true);
        modes
            .iter()
            .any(|m| matches!(m.how, How::Burst | How::Blast))
    };
    game.odds_by_place() || game.all().any(shells)
}

/// The share of the enemies placed that attack from afar, by worth; all, while none is placed.
fn shooters(table: &Table) -> f64 {
    let (mut all, mut shooting) = (0.0, 0.0);
    for figure in table.foes.iter().map(|foe| table.figure(*foe)) {
        all += figure.worth;
        if figure.fresh.iter().any(|mode| mode.range != Range::Touch) {
            shooting += figure.worth;
        }
    }
    if all > 0.0 { shooting / all } else { 1.0 }
}

/// Where enemies stand; while not all do, where they may be placed. Of many only some, evenly.
fn spots(table: &Table) -> Vec<Space> {
    let game = table.game;
    let team = game.team(table.side);
    let foes = game.all().filter(|f| game.team(game.side(*f)) != team);
    let spots: Vec<Space> = if foes.count() == table.foes.len() {
        table.foes.iter().map(|f| table.figure(*f).at).collect()
    } else {
        let mut zones = Spaces::new(table.board.len());
        for (side, setup) in game.all_sides().zip(game.sides()) {
            if game.team(side) != team {
                zones.add(&setup.zone);
            }
        }
        zones.iter().collect()
    };
    evenly(spots, LOOKS)
}
