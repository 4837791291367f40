//! Where to stand before the battle begins: near to where there is something to do, and seen
//! from as few of the places where enemies are, or may come to be, as possible.

use super::goals::Goals;
use super::mind::Mind;
use super::offer::{Offer, best, plain};
use super::profile::Profile;
use super::slip::Slip;
use super::table::Table;
use super::terms::{Part, Score, Tally, Total};
use super::{Thought, View};
use crate::battle::{Answer, Fig, How, Range, Reaches};
use crate::board::{Board, Gait, Sight, Space, Spaces};
use crate::rules::Game;
use smallvec::SmallVec;

/// The share of a figure that being seen by everybody costs.
const SEEN: f64 = 0.073;
/// What behind cover counts of that.
const COVERED: f64 = 0.6;
/// The share of a figure that a space of way costs.
const STEP: f64 = 0.0175;
/// The share of a figure that it costs to stand beside a friend.
const CROWD: f64 = 0.006;
/// From how many places of the enemy it is looked at most.
const LOOKS: usize = 96;
/// Longer ways are as good as this one.
const LONGEST: u32 = 500;

/// The ground of a deployment, as long as the enemies' places are the same.
#[derive(Default)]
pub(super) struct Ground {
    /// Where enemies are, or may come to be.
    spots: Vec<Space>,
    /// Path cost to the nearest of them, from everywhere.
    ways: Vec<u32>,
    /// How much each space is seen from them, 0 to 1, where it has been asked for.
    seen: Vec<Option<f64>>,
}

impl Ground {
    /// The ground as it is now, for places in a zone above all.
    fn of(mut self, board: &Board, spots: Vec<Space>, zone: &Spaces) -> Self {
        if self.spots != spots || self.seen.len() != board.len() {
            let goals = Spaces::of(board.len(), spots.iter().copied());
            self.ways = board.field(&goals, 1, Gait::Walk);
            self.seen = vec![None; board.len()];
            self.spots = spots;
            self.look_around(board, zone);
        }
        self
    }

    /// Looks at all places of a zone at once, where the board keeps what is seen from where.
    fn look_around(&mut self, board: &Board, zone: &Spaces) {
        let lines = self.spots.iter().map(|spot| board.kept_lines(*spot));
        let Some(lines) = lines.collect::<Option<Vec<_>>>() else {
            return;
        };
        let all = lines.len().max(1) as f64;
        let mut looks = vec![0.0; board.len()];
        for lines in &lines {
            for (at, covered) in lines.seen(zone) {
                let covered = covered || board.covering().contains(at);
                looks[at.index()] += [1.0, COVERED][usize::from(covered)];
            }
        }
        for at in zone.iter() {
            self.seen[at.index()] = Some(looks[at.index()] / all);
        }
    }

    fn seen(&mut self, board: &Board, at: Space) -> f64 {
        *self.seen[at.index()].get_or_insert_with(|| {
            let looks = self.spots.iter().map(|spot| match board.sight(*spot, at) {
                Sight::Clear => 1.0,
                Sight::Cover => COVERED,
                Sight::Blocked => 0.0,
            });
            looks.sum::<f64>() / self.spots.len().max(1) as f64
        })
    }
}

/// The places of a figure that is to be deployed.
struct Places<'a> {
    who: Fig,
    table: Table<'a>,
    goals: Goals<'a>,
    profile: &'a Profile,
    slip: Slip,
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
        let worth = self.table.man(self.who).worth;
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
        self.slip.count(&mut score, self.who, u64::from(to.0));
        score
    }

    /// Being put on one as an offer.
    fn offer(&self, ground: &mut Ground, to: Space) -> Offer {
        let (who, table) = (self.who, &self.table);
        Offer {
            answer: Answer::Place { who, to },
            who: Some(who),
            what: format!("{} on {}", table.game.label(who), table.grid.name(to)).into(),
            score: self.score::<Score>(ground, to),
        }
    }
}

impl Mind {
    /// Where the figure goes that it would be sensible to place next.
    pub(super) fn deploy(&mut self, view: &View) -> Thought {
        let game = view.game;
        let usual = game.preset();
        let Answer::Place { who, to } = usual else {
            return plain(usual);
        };
        let board = game.board();
        let friends = game.on_board().filter(|f| game.allied(*f, who));
        let friends = Spaces::of(board.len(), friends.flat_map(|f| game.spaces(f)));
        let onto_mount = friends.contains(to);
        if onto_mount || !self.depth().threats || company_counts(game) {
            return plain(usual);
        }
        let mut memory = std::mem::take(&mut self.memory);
        let table = Table::read(view, &mut memory);
        let goals = Goals::read(&table, &mut memory);
        let mut ground = std::mem::take(&mut memory.ground).of(
            board,
            spots(&table),
            &game.sides()[game.side(who).index()].zone,
        );
        let mut beside = friends.clone();
        board.grow(&mut beside, 1);
        let places = Places {
            who,
            pace: memory.pace(game, who).max(1),
            shooters: shooters(&table),
            beside,
            slip: self.slips.now(&table),
            profile: &self.profile,
            goals,
            table,
        };
        // Of equals whoever is nearer to the middle, then the first.
        let middle = board.centre();
        let off = |to: Space| middle.map_or(0, |middle| board.grid().distance(to, middle));
        let mut best_two: SmallVec<[(i64, Space); 3]> = SmallVec::new();
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
                let better = |(other, at): &(i64, Space)| {
                    total > *other || total == *other && off(to) < off(*at)
                };
                let place = best_two.iter().position(better);
                best_two.insert(place.unwrap_or(best_two.len()), (total, to));
                best_two.truncate(2);
            }
            true
        });
        let offers = best_two.iter();
        let offers = offers.map(|(_, to)| places.offer(&mut ground, *to));
        let offers = offers.collect();
        memory.ground = ground;
        self.memory = memory;
        best(offers).unwrap_or_else(|| plain(usual))
    }
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
    for man in table.foes.iter().map(|foe| table.man(*foe)) {
        all += man.worth;
        if man.fresh.iter().any(|mode| mode.range != Range::Touch) {
            shooting += man.worth;
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
        table.foes.iter().map(|f| table.man(*f).at).collect()
    } else {
        let mut zones = Spaces::new(table.board.len());
        for (side, setup) in game.all_sides().zip(game.sides()) {
            if game.team(side) != team {
                zones.add(&setup.zone);
            }
        }
        zones.iter().collect()
    };
    let stride = spots.len().div_ceil(LOOKS).max(1);
    spots.into_iter().step_by(stride).collect()
}
