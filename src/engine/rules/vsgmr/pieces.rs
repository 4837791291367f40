//! Placing terrain after the forces have deployed, or before (E5): how many pieces, which, where, and who gets a
//! place that two players want.

use super::setup::{self, rolled_off};
use super::stages::{Laying, PiecesStage, SetupStage};
use super::table::Frame;
use super::unit::Kind;
use super::{Skirmish, eyes, numbers, round, structures};
use crate::battle::{
    Answer, Ask, Choice, Decision, Event, Holder, Log, Piece, Purpose, Refused, Scenery, Side,
    Topic, Who,
};
use crate::board::{Cost, Edge, Facing, Footprint, Gait, Grid, Opacity, Space, Spaces};
use crate::dice::Faces;
use smallvec::{SmallVec, smallvec};

impl Laying {
    /// Whose turn it is.
    fn side(&self) -> Side {
        self.order[usize::from(self.turn)]
    }
    /// The last piece, if the side whose turn it is may dispute its place: (whose, where).
    fn disputable(&self, b: &Skirmish) -> Option<(u8, &Footprint)> {
        let (whose, spaces) = self.last.as_ref()?;
        let owner = self.order[usize::from(*whose)];
        let may = b.setup.config.terrain_disputes && b.team(owner) != b.team(self.side());
        may.then_some((*whose, spaces))
    }
}

/// Whether the players place terrain in this battle: not where a scenario has set its figures.
pub fn wanted(b: &Skirmish) -> bool {
    let brief = &b.setup.brief;
    b.setup.config.terrain_die > 0 && brief.placed.is_empty() && brief.start.round == 0
}

// ---- where pieces may lie ----

/// The middle third of the board, between the edges from which the sides start.
pub fn middle(b: &Skirmish) -> Spaces {
    let grid = b.board.grid();
    let starts = |edges: [Edge; 2]| b.setup.sides.iter().any(|s| edges.contains(&s.edge));
    let (rows, columns) = (
        starts([Edge::North, Edge::South]),
        starts([Edge::East, Edge::West]),
    );
    let third = |n: u32, size: u32| (size / 3..size - size / 3).contains(&n);
    let inside = |s: &Space| {
        (!rows || third(grid.row(*s), grid.rows))
            && (!columns || third(grid.column(*s), grid.columns))
    };
    Spaces::of(b.board.len(), b.board.spaces().iter().filter(inside))
}

/// The spaces of pieces that lie on the board, without these.
fn laid(b: &Skirmish, without: &[Space]) -> Spaces {
    let laid = |s: &Space| b.state.damage.is_laid(*s) && !without.contains(s);
    Spaces::of(b.board.len(), b.board.spaces().iter().filter(laid))
}

/// What all pieces have in common: open ground in the middle, away from other pieces.
struct Ground {
    /// Where a piece may lie.
    open: Spaces,
    /// How a line of wall runs, step by step, over and over; none: walls are blocks.
    line: Option<[Facing; 2]>,
    /// Spaces whose ground was open before the pieces came.
    board: std::sync::Arc<crate::board::Board>,
}

impl Ground {
    /// The ground as if the piece on these spaces did not lie there.
    fn new(b: &Skirmish, without: &[Space]) -> Self {
        let board = if without.is_empty() {
            b.board.clone()
        } else {
            let mut damage = b.state.damage.clone();
            without.iter().for_each(|space| damage.lift(*space));
            b.setup.damaged(&damage)
        };
        let grid = board.grid();
        let mut near = laid(b, without);
        for space in laid(b, without).iter() {
            for (_, beside) in grid.neighbours(space) {
                near.insert(beside);
            }
        }
        for device in &b.setup.brief.devices {
            near.insert(device.at);
            for (_, beside) in grid.neighbours(device.at) {
                near.insert(beside);
            }
        }
        for item in &b.state.items {
            if let Holder::Space(space) = item {
                near.insert(*space);
            }
        }
        let mut open = middle(b);
        open.subtract(&near);
        for who in b.on_board() {
            for space in eyes::spaces(b, who) {
                open.remove(space);
            }
        }
        let plain = |s: &Space| {
            let terrain = board.terrain(*s);
            terrain.cost == Cost::Plain && terrain.sight == Opacity::Clear && !terrain.cover
        };
        Self {
            open: Spaces::of(board.len(), open.iter().filter(plain)),
            line: line(b),
            board,
        }
    }

    /// The spaces of a piece laid at an anchor, if it may lie there: on level ground, and walls
    /// only where a way round is left.
    fn fits(&self, piece: Piece, at: Space) -> Option<Footprint> {
        if !self.open.contains(at) {
            return None;
        }
        let spaces = shape(self.board.grid(), self.line, piece, at)?;
        let level = self.board.level(at);
        let good = spaces
            .iter()
            .all(|s| self.open.contains(*s) && self.board.level(*s) == level);
        let passable = piece.of != Scenery::Wall || structures::leaves_a_way(&self.board, &spaces);
        (good && passable).then_some(spaces)
    }

    fn places(&self, piece: Piece) -> impl Iterator<Item = Space> + '_ {
        self.open
            .iter()
            .filter(move |at| self.fits(piece, *at).is_some())
    }
}

/// How walls that players lay run: across the way between the sides, one space wide (E5).
fn line(b: &Skirmish) -> Option<[Facing; 2]> {
    if !b.setup.config.wall_lines {
        return None;
    }
    let grid = b.board.grid();
    let upright = |edge: Edge| matches!(edge, Edge::East | Edge::West);
    let sides = &b.setup.sides;
    let names = match sides.first().is_some_and(|side| upright(side.edge)) {
        true => [["S", "S"], ["SE", "SW"]],
        false => [["E", "E"], ["SE", "NE"]],
    };
    names
        .into_iter()
        .find_map(|[one, other]| Some([grid.facing_named(one)?, grid.facing_named(other)?]))
}

/// The spaces of a piece laid at an anchor: a block, or walls in a line of 2, 4 or 6 spaces.
fn shape(grid: &Grid, line: Option<[Facing; 2]>, piece: Piece, at: Space) -> Option<Footprint> {
    let Some(line) = line.filter(|_| piece.of == Scenery::Wall) else {
        return grid.footprint(at, piece.size);
    };
    let mut spaces = Footprint::from_slice(&[at]);
    let mut last = at;
    for step in 1..2 * usize::from(piece.size) {
        last = grid.neighbour(last, line[(step + 1) % 2])?;
        spaces.push(last);
    }
    Some(spaces)
}

/// The ground of a side's turn: as it is, and as if the piece that may be disputed were gone.
fn grounds(b: &Skirmish, laying: &Laying) -> (Ground, Option<Ground>) {
    let disputed = laying
        .disputable(b)
        .map(|(_, spaces)| Ground::new(b, spaces));
    (Ground::new(b, &[]), disputed)
}

/// Where a piece may be laid, disputed places included.
fn places(b: &Skirmish, laying: &Laying, piece: Piece) -> Spaces {
    let (free, disputed) = grounds(b, laying);
    let mut all = Spaces::of(b.board.len(), free.places(piece));
    if let Some(ground) = disputed {
        for at in ground.places(piece) {
            all.insert(at);
        }
    }
    all
}

// ---- the course of it ----

/// Begins the placing, in this order of sides.
pub fn begin(b: &mut Skirmish, order: SmallVec<[Side; 8]>) {
    b.state
        .frames
        .push(Frame::Setup(SetupStage::Pieces(PiecesStage::Count {
            order,
        })));
}

/// Goes on to the next side that has a piece to place, or to the deployment.
fn go_on(b: &mut Skirmish, mut laying: Laying) {
    let sides = laying.order.len() as u8;
    let next = (0..sides)
        .map(|i| (laying.turn + i) % sides)
        .find(|turn| laying.left[usize::from(*turn)] > 0);
    let ground = Ground::new(b, &[]);
    let room = Piece::ALL
        .into_iter()
        .any(|piece| ground.places(piece).next().is_some());
    match next.filter(|_| room) {
        Some(turn) => {
            laying.turn = turn;
            let stage = SetupStage::Pieces(PiecesStage::Which(laying));
            b.state.frames.push(Frame::Setup(stage));
        }
        None if b.setup.config.terrain_first => setup::deploying(b, laying.order),
        None => {}
    }
}

/// What is asked.
pub fn decision(b: &Skirmish, stage: &PiecesStage) -> Decision {
    let roll = |purpose, dice, sides| Decision {
        who: Who::Chance,
        ask: Ask::Roll {
            purpose,
            dice,
            by: None,
            sides,
            need: None,
        },
    };
    match stage {
        PiecesStage::Count { .. } => roll(
            Purpose::Pieces,
            smallvec![b.setup.config.terrain_die],
            Vec::new(),
        ),
        PiecesStage::Which(laying) => Decision {
            who: Who::Side(laying.side()),
            ask: Ask::Choose {
                topic: Topic::Piece,
                who: None,
            },
        },
        PiecesStage::Where(laying, piece) => Decision {
            who: Who::Side(laying.side()),
            ask: Ask::Lay { piece: *piece },
        },
        PiecesStage::Dispute(laying, ..) => roll(
            Purpose::Dispute,
            smallvec![6, 6],
            rivals(laying).into_iter().collect(),
        ),
    }
}

/// The two sides that want a place: in the order of the sides, as roll-offs are.
fn rivals(laying: &Laying) -> [Side; 2] {
    let owner = laying.last.as_ref().map_or(0, |(whose, _)| *whose);
    let (a, b) = (laying.side(), laying.order[usize::from(owner)]);
    [a.min(b), a.max(b)]
}

/// Every legal answer.
pub fn legal(b: &Skirmish, stage: &PiecesStage, each: &mut dyn FnMut(Answer) -> bool) {
    match stage {
        PiecesStage::Which(laying) => {
            let (free, disputed) = grounds(b, laying);
            for piece in Piece::ALL {
                let room = free.places(piece).next().is_some()
                    || disputed
                        .as_ref()
                        .is_some_and(|ground| ground.places(piece).next().is_some());
                if room && !each(Answer::Choose(Choice::Piece(piece))) {
                    return;
                }
            }
        }
        PiecesStage::Where(laying, piece) => {
            let _ = places(b, laying, *piece)
                .iter()
                .all(|to| each(Answer::Lay { to }));
        }
        PiecesStage::Count { .. } | PiecesStage::Dispute(..) => {}
    }
}

/// Whether an answer is legal.
///
/// # Errors
/// Why not.
pub fn check(b: &Skirmish, stage: &PiecesStage, answer: &Answer) -> Result<(), Refused> {
    match (stage, answer) {
        (PiecesStage::Which(laying), Answer::Choose(Choice::Piece(piece))) => {
            if Piece::ALL.contains(piece) && !places(b, laying, *piece).is_empty() {
                Ok(())
            } else {
                Err("there is no room left for this piece of terrain".into())
            }
        }
        (PiecesStage::Which(_), Answer::Choose(_)) => {
            Err("choose a piece of terrain from the list".into())
        }
        (PiecesStage::Where(laying, piece), Answer::Lay { to }) => {
            if places(b, laying, *piece).contains(*to) {
                Ok(())
            } else {
                Err(
                    "terrain goes on open, level ground in the middle third of the board, without \
                     touching other terrain; walls must leave a way round"
                        .into(),
                )
            }
        }
        _ => Err("that does not answer the question".into()),
    }
}

/// Carries out a legal answer.
pub fn resolve<L: Log>(b: &mut Skirmish, stage: PiecesStage, answer: &Answer, log: &mut L) {
    match (stage, answer) {
        (PiecesStage::Count { order }, Answer::Faces(faces)) => {
            b.state.frames.pop();
            let natural = round::record_roll(b, Purpose::Pieces, None, faces, log);
            let left = order.iter().map(|_| natural).collect();
            let laying = Laying {
                order,
                turn: 0,
                left,
                laid: 0,
                last: None,
            };
            go_on(b, laying);
        }
        (PiecesStage::Which(laying), Answer::Choose(Choice::Piece(piece))) => {
            b.state.frames.pop();
            let stage = SetupStage::Pieces(PiecesStage::Where(laying, *piece));
            b.state.frames.push(Frame::Setup(stage));
        }
        (PiecesStage::Where(laying, piece), Answer::Lay { to }) => {
            b.state.frames.pop();
            match Ground::new(b, &[]).fits(piece, *to) {
                Some(spaces) => {
                    let last = Some((laying.turn, spaces.clone()));
                    put(b, laying, piece, spaces, last, log);
                }
                None => {
                    let stage = SetupStage::Pieces(PiecesStage::Dispute(laying, piece, *to));
                    b.state.frames.push(Frame::Setup(stage));
                }
            }
        }
        (PiecesStage::Dispute(laying, piece, to), Answer::Faces(faces)) => {
            disputed(b, laying, piece, to, faces, log);
        }
        _ => {}
    }
}

/// Lays a piece for the side whose turn it is; the next one goes on.
fn put<L: Log>(
    b: &mut Skirmish,
    mut laying: Laying,
    piece: Piece,
    spaces: Footprint,
    last: Option<(u8, Footprint)>,
    log: &mut L,
) {
    if let Some(terrain) = structures::terrain_of(&b.board, piece) {
        b.emit(Event::Laid { terrain, spaces }, log);
    }
    laying.left[usize::from(laying.turn)] -= 1;
    laying.laid += 1;
    laying.turn = (laying.turn + 1) % laying.order.len() as u8;
    laying.last = last;
    go_on(b, laying);
}

/// Both have rolled for a place: the higher one's piece stands there, the other goes elsewhere.
fn disputed<L: Log>(
    b: &mut Skirmish,
    mut laying: Laying,
    piece: Piece,
    to: Space,
    faces: &Faces,
    log: &mut L,
) {
    let rolling = rivals(&laying).iter().fold(0, |bits, s| bits | 1 << s.0);
    let highest = round::highest(b, Purpose::Dispute, rolling, faces, log);
    if highest.count_ones() > 1 {
        // level: the same question again
        return;
    }
    b.state.frames.pop();
    let Some((whose, spaces)) = laying.last.take() else {
        return;
    };
    if rolled_off(highest) != laying.side() {
        let stage = SetupStage::Pieces(PiecesStage::Which(laying));
        b.state.frames.push(Frame::Setup(stage));
        return;
    }
    b.emit(Event::Lifted { spaces }, log);
    laying.left[usize::from(whose)] += 1;
    laying.laid -= 1;
    match Ground::new(b, &[]).fits(piece, to) {
        Some(spaces) => put(b, laying, piece, spaces, None, log),
        None => go_on(b, laying),
    }
}

/// A sensible answer: what helps the side most where it lies.
pub fn preset(b: &Skirmish, stage: &PiecesStage) -> Answer {
    match stage {
        PiecesStage::Which(laying) => {
            let ground = Ground::new(b, &[]);
            let wishes = Wishes::new(b, laying.side());
            let best = |piece: &Piece| {
                let (worth, _) = wishes.best(b, *piece, ground.places(*piece))?;
                Some((worth, *piece))
            };
            // The first of those that are worth the same.
            Piece::ALL
                .iter()
                .filter_map(best)
                .reduce(|best, next| if next.0 > best.0 { next } else { best })
                .map_or(Answer::Done, |(_, piece)| {
                    Answer::Choose(Choice::Piece(piece))
                })
        }
        PiecesStage::Where(laying, piece) => {
            let (free, disputed) = grounds(b, laying);
            let wishes = Wishes::new(b, laying.side());
            let at = wishes.best(b, *piece, free.places(*piece)).or_else(|| {
                let ground = disputed?;
                wishes.best(b, *piece, ground.places(*piece))
            });
            at.map_or(Answer::Done, |(_, to)| Answer::Lay { to })
        }
        PiecesStage::Count { .. } | PiecesStage::Dispute(..) => Answer::Done,
    }
}

/// What a side wants of the ground between it and its enemies.
struct Wishes {
    /// The way from its own zone, and from its enemies', to every space.
    ways: [Vec<u32>; 2],
    /// The shortest way between them.
    across: u32,
    /// How many can shoot, and how many can only fight hand to hand: own, enemies.
    guns: [i64; 2],
    blades: [i64; 2],
    /// A Move Unit of a guy.
    unit: i64,
    /// Pieces that lie already.
    laid: Vec<Space>,
    /// How walls run.
    line: Option<[Facing; 2]>,
}

impl Wishes {
    fn new(b: &Skirmish, side: Side) -> Self {
        let mut zones = [(); 2].map(|()| Spaces::new(b.board.len()));
        let (mut guns, mut blades) = ([0; 2], [0; 2]);
        let whose = |other: Side| usize::from(b.team(other) != b.team(side));
        for (index, setup) in b.setup.sides.iter().enumerate() {
            zones[whose(Side(index as u8))].add(&setup.zone);
        }
        for who in b.all() {
            let (whose, unit) = (whose(b.figure(who).side), b.unit(who));
            guns[whose] += i64::from(unit.distance);
            blades[whose] += i64::from(!unit.distance && !unit.is_building());
        }
        let ways = zones.map(|zone| b.board.field(&zone, 1, Gait::Walk));
        let across = (0..b.board.len())
            .map(|i| ways[0][i].saturating_add(ways[1][i]))
            .min()
            .unwrap_or(0);
        Self {
            ways,
            across,
            guns,
            blades,
            unit: i64::from(numbers::move_unit(&b.setup.config, Kind::Troop)),
            laid: laid(b, &[]).iter().collect(),
            line: line(b),
        }
    }

    /// The best of some places for a piece, and what it is worth there; the first of equals.
    fn best(
        &self,
        b: &Skirmish,
        piece: Piece,
        places: impl Iterator<Item = Space>,
    ) -> Option<(i64, Space)> {
        let alike = |s: &&Space| b.board.terrain(**s).name == piece.name();
        let tired = 3 * self.laid.iter().filter(alike).count() as i64;
        let worth = |at: Space| Some((self.worth(b, piece, at)? - tired, at));
        places
            .filter_map(worth)
            .reduce(|best, next| if next.0 > best.0 { next } else { best })
    }

    /// What a piece is worth to the side at a place: cover that it reaches before its enemies do,
    /// what hides it from more guns than it has, and no way of its own made longer.
    fn worth(&self, b: &Skirmish, piece: Piece, at: Space) -> Option<i64> {
        let grid = b.board.grid();
        let spaces = shape(grid, self.line, piece, at)?;
        let mut sum = 0;
        for space in &spaces {
            let [own, foe] = [0, 1].map(|i| self.ways[i][space.index()]);
            let slack = i64::from(own.saturating_add(foe).saturating_sub(self.across).min(99));
            let (own, foe) = (i64::from(own.min(99)), i64::from(foe.min(99)));
            // Nearer to whom it is of use to: in cover there, or held up on the way.
            let ahead = (foe - own).clamp(-6, 6);
            let soft = piece.of != Scenery::Wall;
            if soft {
                let shooters = if ahead > 0 {
                    self.guns[1]
                } else {
                    self.guns[0]
                };
                sum += ahead * shooters - (own - self.unit).abs() / 2;
            } else if slack <= 6 {
                sum += 2 * (self.guns[1] - self.guns[0]);
            }
            if slack <= 2 {
                let held = if soft { 1 } else { 2 };
                sum += held * (self.blades[1] - self.blades[0]);
            }
        }
        // Cover for as many, but not all in one heap.
        let apart = match self.laid.as_slice() {
            [] => 6,
            laid => i64::from(grid.gap(laid, &[at]).min(6)),
        };
        Some(sum + 2 * apart)
    }
}
