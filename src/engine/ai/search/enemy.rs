//! Kinds of enemy, and which of them a side resembles by its last turns.
//!
//! Each kind plays the last turns of the side again, from where they began. The more figures of the side
//! it moves as they did move, the likelier it is.

use super::stretch::LONGEST;
use crate::ai::agent::{Agent, View};
use crate::battle::{Fig, Place, Side, Who};
use crate::rules::{Game, PastTurn};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// A kind of enemy.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One like the side that expects it.
    Like,
    /// Runs to the nearest enemy and attacks it.
    Charging,
    /// Looks only at the expected damage of its next action.
    Greedy,
    /// Waits for others to come.
    Waiting,
}

/// Something for each kind.
pub type EachKind<T> = [T; Kind::ALL.len()];

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [Kind::Like, Kind::Charging, Kind::Greedy, Kind::Waiting];
}

/// How likely each kind is before anything is known, as a share of the sum. Against an enemy that always
/// charges it would learn to wait.
const LIKELY: EachKind<u64> = [12, 1, 1, 1];
/// The same as long as nobody has won a point: an enemy that waits has to be sought out, and whoever
/// counts on others to come waits too.
const LIKELY_AT_FIRST: EachKind<u64> = [4, 1, 1, 54];
/// A kind that explains one figure less than another is half as likely; so much less and it is ruled out.
const RULED_OUT: u32 = 40;
/// Playouts after which kinds come again in the same order.
const CYCLE: usize = 15;
/// Most turns whose readings are kept.
const MOST: usize = 500;

/// The kinds that are expected of each side, in the order in which playouts expect them.
#[derive(Clone, Debug, Default)]
pub struct Expected(SmallVec<[[Kind; CYCLE]; 4]>);

/// The kind of each side in one playout. Sides of the own team are like it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Enemies(SmallVec<[Kind; 8]>);

impl Expected {
    /// Those of a playout.
    pub fn in_playout(&self, number: u64) -> Enemies {
        let at = (number % CYCLE as u64) as usize;
        Enemies(self.0.iter().map(|order| order[at]).collect())
    }
}

impl Enemies {
    /// The kind of a side.
    pub fn kind(&self, side: Side) -> Kind {
        self.0[side.index()]
    }
}

/// Tells kinds of enemy apart by the last turns of each side.
#[derive(Default)]
pub struct Readings {
    /// The number of figures that each kind explains in a turn, by the digests of the battles in which that
    /// began and ended: after an undo the same beginning may lead elsewhere.
    known: FxHashMap<(u64, u64), EachKind<u32>>,
}

impl Readings {
    /// The kinds that a side has to expect in a battle. `players`: one of each kind.
    pub fn read(
        &mut self,
        game: &Game,
        side: Side,
        players: &mut EachKind<Box<dyn Agent>>,
    ) -> Expected {
        let enemy = |of: Side| game.team(of) != game.team(side);
        let sides = game.all_sides();
        let mut explained: SmallVec<[EachKind<u32>; 4]> = sides.map(|_| [0; _]).collect();
        for turn in game.past_turns().filter(|turn| enemy(turn.side)) {
            let here = self.explained(&turn, players);
            let sums = explained[turn.side.index()].iter_mut();
            sums.zip(here).for_each(|(sum, figures)| *sum += figures);
        }
        let nobody_leads = game.scores().iter().all(|score| score.0 == 0);
        let waits = game.lead_counts() && game.shared_actions().is_none() && nobody_leads;
        let likely = if waits { LIKELY_AT_FIRST } else { LIKELY };
        let order = |of: Side| match enemy(of) {
            true => ordered(likelier(likely, &explained[of.index()])),
            false => [Kind::Like; CYCLE],
        };
        Expected(game.all_sides().map(order).collect())
    }

    /// The number of figures of a turn that each kind explains: it would have moved them to the same space.
    fn explained(
        &mut self,
        turn: &PastTurn,
        players: &mut EachKind<Box<dyn Agent>>,
    ) -> EachKind<u32> {
        let mut then = turn.begun.clone();
        for answer in turn.answers.iter() {
            then.settle(answer, &mut ());
        }
        let key = (turn.begun.digest(), then.digest());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let explained = players.each_mut().map(|player| {
            let other = played(turn, &mut **player);
            let same = |who: &Fig| {
                let own = then.side(*who) == turn.side && then.place(*who) == Place::On;
                own && then.at(*who) == other.at(*who)
            };
            then.all().filter(same).count() as u32
        });
        if self.known.len() == MOST {
            self.known.clear();
        }
        self.known.insert(key, explained);
        explained
    }
}

/// The battle at the end of a turn, if this player had played it.
fn played(turn: &PastTurn, player: &mut dyn Agent) -> Game {
    let mut game = turn.begun.clone();
    // Nothing that was thought of another battle decides.
    player.forget();
    for number in 0..LONGEST {
        if game.decision().who != Who::Side(turn.side) {
            break;
        }
        let seen = View::new(&game, turn.side);
        let answer = player.decide(&seen, u64::from(number)).answer;
        game.settle(&answer, &mut ());
    }
    game
}

/// The likelihood of each kind, given the number of figures that it explains.
fn likelier(likely: EachKind<u64>, explained: &EachKind<u32>) -> EachKind<u64> {
    let most = explained.iter().max().copied().unwrap_or(0);
    std::array::from_fn(|kind| {
        let fewer = (most - explained[kind]).min(RULED_OUT);
        (likely[kind] << RULED_OUT) >> fewer
    })
}

/// Kinds as often as they are likely, each as evenly spread as can be.
fn ordered(likely: EachKind<u64>) -> [Kind; CYCLE] {
    let all: i64 = likely.iter().map(|likely| *likely as i64).sum();
    let mut due: EachKind<i64> = [0; _];
    std::array::from_fn(|_| {
        for (due, likely) in due.iter_mut().zip(likely) {
            *due += likely as i64;
        }
        let next = (0..due.len()).max_by_key(|kind| (due[*kind], Reverse(*kind)));
        let next = next.expect("there are kinds");
        due[next] -= all;
        Kind::ALL[next]
    })
}
