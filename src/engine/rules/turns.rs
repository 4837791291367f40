//! Turns for simple rules: one side after the other acts with all its figures, in any order. In a round
//! each figure may move once and strike once.
//!
//! A ruleset that is played so takes [`Turn`] as its table and [`Done`] as its marks.

use super::kit;
use crate::battle::{Battle, Decision, Event, Fig, Log, Mode, Modes, Ruleset, Side, State, Status};

/// The word of events for a turn.
const TURN: &str = "turn";

/// Every word that events have for a step of these turns.
pub const STEP_WORDS: &[&str] = &[TURN];

/// The round, and whose turn it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The round, from 1.
    pub round: u16,
    /// Whose turn it is.
    pub side: Side,
}

/// What a figure has done in this round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Done {
    /// Whether it has moved.
    pub moved: bool,
    /// Whether it has struck.
    pub struck: bool,
}

/// A ruleset that is played in such turns.
pub trait Turns: Ruleset<Mark = Done, Table = Turn> {}

impl<R: Ruleset<Mark = Done, Table = Turn>> Turns for R {}

/// What is asked: what `half_done` asks of the innermost frame, else what the side whose turn it is does.
pub fn decision<R: Turns>(
    b: &Battle<R>,
    half_done: impl FnOnce(&R::Frame) -> Option<Decision>,
) -> Decision {
    kit::decision(b, (b.state.table.side, false), half_done)
}

/// Gives the turn to the first side that has a figure on the board, beginning with this number (from 0).
/// False: all have had their turn in this round.
pub fn begin<R: Turns, L: Log>(b: &mut Battle<R>, from: u8, log: &mut L) -> bool {
    let mut sides = kit::sides(b).skip(from.into());
    let side = sides.find(|side| kit::stands(b, *side));
    if side.is_some() {
        b.emit(Event::Step { side, step: TURN }, log);
    }
    side.is_some()
}

/// Ends the turn of a side, and gives it to the next. False: all have had their turn in this round.
pub fn end<R: Turns, L: Log>(b: &mut Battle<R>, log: &mut L) -> bool {
    let side = b.state.table.side;
    b.emit(Event::Passed { side }, log);
    begin(b, side.0 + 1, log)
}

/// What an event means to the turns, and to what figures have done.
pub fn apply<R: Turns>(state: &mut State<R>, event: &Event) {
    match event {
        Event::Round { number } => {
            state.table.round = *number;
            let figures = state.figures.iter_mut();
            figures.for_each(|figure| figure.mark = Done::default());
        }
        Event::Step {
            side: Some(side), ..
        } => state.table.side = *side,
        Event::Moved { who, .. } => state.figures[who.index()].mark.moved = true,
        Event::Struck { who, .. } => state.figures[who.index()].mark.struck = true,
        _ => {}
    }
}

/// Where a battle of so many rounds stands.
pub fn status<R: Turns>(b: &Battle<R>, rounds: u16) -> Status {
    let Turn { round, side } = b.state.table;
    Status::of((round, rounds), (TURN, Some(side)), Some(Side(0)))
}

/// Whether a figure may still move in this round.
pub fn may_move<R: Turns>(b: &Battle<R>, who: Fig) -> bool {
    let figure = b.figure(who);
    figure.is_on() && !figure.mark.moved
}

/// The only way in which figures strike, unless this one has struck in this round.
pub fn strike_once<R: Turns>(b: &Battle<R>, who: Fig, fresh: bool, mode: Mode) -> Modes {
    let able = fresh || !b.figure(who).mark.struck;
    able.then_some(mode).into_iter().collect()
}
