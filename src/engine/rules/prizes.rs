//! Points for what is held and guarded (M7, A9): a prize counts for the side that holds it, for as
//! long as it does; a guard loses the same.

use crate::battle::{Battle, Effect, Event, Fig, Goal, HalfPoints, Holder, Log, Ruleset, Side};
use crate::board::Spaces;

/// Records what a prize is worth to a side, and what its guard loses by it. A guard wins and loses
/// nothing by what its own team does.
pub fn score<R: Ruleset, L: Log>(
    b: &mut Battle<R>,
    side: Side,
    points: HalfPoints,
    guard: Option<Side>,
    log: &mut L,
) {
    if guard.is_some_and(|guard| b.team(guard) == b.team(side)) {
        return;
    }
    b.emit(Event::Scored { side, points }, log);
    if let Some(side) = guard {
        let points = -points;
        b.emit(Event::Scored { side, points }, log);
    }
}

/// The side of whoever holds an item.
fn owner<R: Ruleset>(b: &Battle<R>, holder: Holder) -> Option<Side> {
    match holder {
        Holder::Figure(who) => Some(b.figure(who).side),
        Holder::Space(_) => None,
    }
}

/// Records where an item is now, and what that does to the scores.
pub fn moves<R: Ruleset, L: Log>(b: &mut Battle<R>, item: u8, holder: Holder, log: &mut L) {
    let index = usize::from(item);
    let (was, is) = (owner(b, b.state.items[index]), owner(b, holder));
    let spec = &b.setup.brief.items[index];
    let (points, guard) = (spec.points, spec.guard);
    b.emit(Event::Item { item, holder }, log);
    if points == HalfPoints::ZERO || was == is {
        return;
    }
    if let Some(side) = was {
        score(b, side, -points, guard, log);
    }
    if let Some(side) = is {
        score(b, side, points, guard, log);
    }
}

/// Records what it does to the scores that a figure, with all it holds, changes sides.
pub fn follow<R: Ruleset, L: Log>(b: &mut Battle<R>, who: Fig, to: Side, log: &mut L) {
    let from = b.figure(who).side;
    for item in 0..b.state.items.len() {
        let spec = &b.setup.brief.items[item];
        let (points, guard) = (spec.points, spec.guard);
        if points > HalfPoints::ZERO && b.state.items[item] == Holder::Figure(who) {
            score(b, from, -points, guard, log);
            score(b, to, points, guard, log);
        }
    }
}

/// Whether an item counts for somebody.
pub fn any<R: Ruleset>(b: &Battle<R>) -> bool {
    b.setup
        .brief
        .items
        .iter()
        .any(|item| item.points > HalfPoints::ZERO)
}

/// What a side wants by prizes and by what it guards, for opponents. Prizes that it does not hold:
/// wherever they are held they count; its own ones only once an enemy has them. Devices that it
/// guards and that can still be used: they are to be kept from the enemy.
pub fn goals<R: Ruleset>(b: &Battle<R>, side: Side) -> Vec<Goal> {
    let own = |team: Option<Side>| team.is_some_and(|other| b.team(other) == b.team(side));
    let brief = &b.setup.brief;
    let items = brief.items.iter().zip(&b.state.items).enumerate();
    let wanted = items.filter(|(_, (spec, now))| {
        let lost = matches!(now, Holder::Figure(_)) || !own(spec.guard);
        spec.points > HalfPoints::ZERO && lost && !own(owner(b, **now))
    });
    let prizes = wanted.map(|(item, (_, now))| Goal::Carry {
        item: item as u8,
        now: *now,
        to: b.board.standable().clone(),
    });
    let devices = brief.devices.iter().zip(&b.state.devices);
    let guarded = devices.filter(|(spec, used)| {
        own(spec.guard) && !**used && matches!(spec.effect, Effect::Score(_))
    });
    let guarded = guarded.map(|(spec, _)| Goal::Guard {
        object: Spaces::of(b.board.len(), [spec.at]),
        hits: 1,
    });
    prizes.chain(guarded).collect()
}
