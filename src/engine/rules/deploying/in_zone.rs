//! Deployment of rules in which sides place one figure after the other, each on a free space of their
//! own zone.

use super::{hand_over, next_side, placements, room, step};
use crate::battle::{Answer, Battle, EachAnswer, Fig, Log, Place, Refused, Ruleset, Side};
use crate::board::{Board, Space, Spaces};
use crate::rules::aims;
use crate::source::Fault;

/// Rules whose figures are placed so.
pub trait InZone: Ruleset {
    /// What spaces on which figures can stand, and figures, are called.
    const WORDS: [&'static str; 2];

    /// Whether a figure is still to be placed.
    fn waits(mark: &Self::Mark) -> bool;
    /// Whose turn it is to place.
    fn placing(table: &Self::Table) -> Side;
    /// Why no figure can be placed on a space of the board of this name, besides its zone and who
    /// stands there.
    fn unfit(_board: &Board, _at: Space, _name: &str) -> Option<String> {
        None
    }
    /// Begins the first round, once everybody is placed.
    fn begin_rounds<L: Log>(b: &mut Battle<Self>, log: &mut L);
}

/// Lets deployment begin, as [`super::open`] does.
///
/// # Errors
/// What is wrong with a figure that the scenario places, or a zone that is too small.
pub fn open<R: InZone>(
    b: Battle<R>,
    set_beforehand: impl FnOnce(&mut Battle<R>) -> Result<(), Fault>,
) -> Result<Battle<R>, Fault> {
    super::open(b, set_beforehand, check_room, go_on)
}

/// The figures a side has still to place, in roster order.
pub fn waiting<R: InZone>(b: &Battle<R>, side: Side) -> impl Iterator<Item = Fig> + '_ {
    b.all().filter(move |f| {
        let figure = b.figure(*f);
        figure.side == side && figure.place == Place::Reserve && R::waits(&figure.mark)
    })
}

/// Whether there is room for everybody.
///
/// # Errors
/// When a zone is too small.
fn check_room<R: InZone>(b: &Battle<R>) -> Result<(), Fault> {
    let [ground, figures] = R::WORDS;
    let mut all = Spaces::new(b.board.len());
    let mut everybody = 0;
    for (index, setup) in b.setup.sides.iter().enumerate() {
        let side = Side(index as u8);
        let (count, free) = (waiting(b, side).count(), room(b, side));
        all.add(&free);
        everybody += count;
        // Zones may overlap; each has to hold its own, all together everybody.
        if free.count() < count || all.count() < everybody {
            return Err(b.setup.brief.scenario.fault_under(&["map"], format!(
                "the deployment zone of seat {} is too small: it has {} {ground} for {count} {figures}",
                setup.seat,
                free.count()
            )));
        }
    }
    Ok(())
}

/// Every placement of the side whose turn it is.
pub fn legal<R: InZone>(b: &Battle<R>, each: &mut EachAnswer) {
    let side = R::placing(&b.state.table);
    let room = room(b, side);
    placements(waiting(b, side), |_| room.clone(), each);
}

/// Whether a placement is legal.
///
/// # Errors
/// Why not.
pub fn check<R: InZone>(b: &Battle<R>, answer: &Answer) -> Result<(), Refused> {
    let to = placement(b, answer)?;
    if let Some(why) = R::unfit(&b.board, to, &b.board.grid().name(to)) {
        return Err(Refused(why));
    }
    in_zone(b, to)
}

/// The space of a placement: of a figure that waits, on the board.
///
/// # Errors
/// What it is instead.
fn placement<R: InZone>(b: &Battle<R>, answer: &Answer) -> Result<Space, Refused> {
    let refuse = |why: &str| Err(Refused(why.into()));
    let side = R::placing(&b.state.table);
    let Answer::Place { who, to } = *answer else {
        return refuse("place a figure first");
    };
    if who.index() >= b.state.figures.len() || !waiting(b, side).any(|f| f == who) {
        return refuse("that figure cannot be placed now");
    }
    if to.index() >= b.board.len() {
        return refuse("that space is not on the board");
    }
    Ok(to)
}

/// Whether a space is in the zone of the side whose turn it is, and free.
///
/// # Errors
/// What it is instead.
fn in_zone<R: InZone>(b: &Battle<R>, to: Space) -> Result<(), Refused> {
    let side = R::placing(&b.state.table);
    let name = || b.board.grid().name(to);
    if !b.setup.sides[side.index()].zone.contains(to) {
        return Err(Refused(format!(
            "{} is outside your deployment zone",
            name()
        )));
    }
    if b.on_board().any(|f| b.figure(f).at == to) {
        return Err(Refused(format!("another figure stands on {}", name())));
    }
    if !room(b, side).contains(to) {
        return Err(Refused(aims::why_not_there(b, side).into()));
    }
    Ok(())
}

/// Lets the next side place after one has placed somebody, or the first round begin.
pub fn go_on_after_one<R: InZone, L: Log>(b: &mut Battle<R>, log: &mut L) {
    go_on(b, step(b), log);
}

/// Hands the placing over to the next side that has somebody to place, beginning `next` sides on from
/// the one whose turn it was; the first round begins when nobody has.
fn go_on<R: InZone, L: Log>(b: &mut Battle<R>, next: u8, log: &mut L) {
    let now = R::placing(&b.state.table);
    let places = |side| waiting(b, side).next().is_some();
    let next = next_side(b, now, next, |side| {
        places(side) && !aims::comes_later(b, side, places)
    });
    if !hand_over(b, now, next, log) {
        R::begin_rounds(b, log);
    }
}
