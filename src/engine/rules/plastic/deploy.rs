//! Deployment (R7): squad by squad, each around the figure that is placed.

use super::{Mark, Plastic, Table, ground, round};
use crate::battle::{Answer, Battle, Fig, Log, Side};
use crate::board::{Sight, Space, Spaces, evenly};
use crate::rules::deploying::in_zone::{self, InZone, waiting};
use crate::rules::deploying::{self, room};
use smallvec::SmallVec;

impl InZone for Plastic {
    const WORDS: [&'static str; 2] = ["spaces", "figures"];

    fn waits(mark: &Mark) -> bool {
        mark.waits
    }
    fn placing(table: &Table) -> Side {
        table.side
    }
    fn begin_rounds<L: Log>(b: &mut Battle<Self>, log: &mut L) {
        round::open(b, log);
    }
}

/// The figures that are placed together with one: its squad, as far as it waits.
fn squad(b: &Battle<Plastic>, who: Fig) -> SmallVec<[Fig; 12]> {
    let squad = b.unit(who).squad;
    let mut all: SmallVec<[Fig; 12]> = SmallVec::from_slice(&[who]);
    if squad.is_some() {
        let mates = waiting(b, b.figure(who).side);
        all.extend(mates.filter(|f| *f != who && b.unit(*f).squad == squad));
    }
    all
}

/// Places a figure and its squad around it, and lets the next side place, or the first turn
/// begin.
pub fn resolve<L: Log>(b: &mut Battle<Plastic>, answer: &Answer, log: &mut L) {
    let Answer::Place { who, to } = *answer else {
        return;
    };
    let mut room = room(b, b.state.table.side);
    let mut around: Vec<Space> = vec![to];
    for who in squad(b, who) {
        let at = beside(b, &room, &around, to);
        room.remove(at);
        around.push(at);
        deploying::place(b, who, at, None, log);
    }
    in_zone::go_on_after_one(b, log);
}

/// The free space nearest to where a squad is placed, beside somebody of it if there is one.
fn beside(b: &Battle<Plastic>, room: &Spaces, around: &[Space], to: Space) -> Space {
    let grid = b.board.grid();
    if room.contains(to) {
        return to;
    }
    let near = room.iter().min_by_key(|s| {
        let apart = around.iter().map(|a| grid.distance(*a, *s)).min();
        (apart, grid.squared_distance(to, *s), *s)
    });
    near.unwrap_or(to)
}

/// So many spaces of a way are worth not being seen by anybody.
const HIDE: u64 = 120;

/// From how many places of the enemy it is looked at most.
const LOOKS: usize = 128;

/// From where enemies may shoot in the first turn: a move from where they stand, or while nobody
/// does, from where they may be placed; of many only some, evenly.
fn spots(b: &Battle<Plastic>, side: Side) -> Vec<Space> {
    let team = b.team(side);
    let foes = b.on_board().filter(|f| b.team(b.figure(*f).side) != team);
    let mut from = Spaces::of(b.board.len(), foes.map(|f| b.figure(f).at));
    if from.is_empty() {
        from = deploying::enemy_zones(b, side);
    }
    let ways = b.board.field(&from, 1, ground::gait(&b.setup.config));
    let far = b.setup.config.pace(b.setup.brief.scale);
    let near = b.board.spaces().iter().filter(|s| ways[s.index()] <= far);
    let spots: Vec<Space> = near.collect();
    evenly(spots, LOOKS)
}

/// The place in the zone from where the way to the enemy is shortest, with some room between
/// squads, out of sight of the enemy where that is not far behind.
pub fn preset(b: &Battle<Plastic>) -> Answer {
    let side = b.state.table.side;
    let who = waiting(b, side).next().unwrap_or(Fig(0));
    let grid = b.board.grid();
    let goals = deploying::enemy_zones(b, side);
    let ways = b.board.field(&goals, 1, ground::gait(&b.setup.config));
    let middle = grid.nearest_to_centre(b.board.spaces());
    let friends = deploying::placed(b, side);
    let crowd = squad(b, who).len();
    let want: u32 = if crowd > 3 { 4 } else { 2 };
    let (room, spots) = (room(b, side), spots(b, side));
    let exposure = b.board.exposure(&room, &spots, |sight| match sight {
        Sight::Clear => 3,
        Sight::Cover => 2,
        Sight::Blocked => 0,
    });
    let most = 3 * spots.len().max(1) as u64;
    let to = room.iter().min_by_key(|space| {
        let apart = friends.iter().map(|f| grid.distance(*space, *f)).min();
        let short = apart.map_or(0, |a| want.saturating_sub(a));
        let off = middle.map_or(0, |m| grid.distance(*space, m));
        // The others of a squad stand around.
        let (mut seen, mut count) = (exposure[space.index()], 1);
        let around = grid.neighbours(*space).map(|(_, s)| s);
        for beside in around.filter(|s| crowd > 1 && room.contains(*s)) {
            seen += exposure[beside.index()];
            count += 1;
        }
        // In thousandths of a space.
        let way = 1000 * u64::from(ways[space.index()]) + 1000 * HIDE * seen / (count * most);
        (short, way, off, *space)
    });
    Answer::Place {
        who,
        to: to.unwrap_or(Space(0)),
    }
}
