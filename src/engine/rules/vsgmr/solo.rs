//! The solo table: dice say how many figures act, and bring one back (O1–O4).

use super::moving::Ground;
use super::stages::SoloStage;
use super::table::{Frame, Mark};
use super::toggles::SoloHalf;
use super::unit::{Kind, Trait};
use super::{Skirmish, allowance, eyes, numbers, round, setup};
use crate::battle::{
    Allowance, Answer, Ask, Decision, Event, Fig, HalfPoints, Log, Place, Purpose, Refused, Side,
    Who,
};
use crate::board::{Space, Spaces};
use crate::dice::Faces;
use crate::rules::{deploying, kit};
use smallvec::smallvec;

/// Whether the table rules any side (O4).
pub fn on(b: &Skirmish) -> bool {
    b.setup.sides.iter().any(|s| s.solo)
}

/// How many figures of a side the table still lets act in this round, in words.
pub fn notice(b: &Skirmish, side: Side) -> Option<String> {
    let left = b.state.table.left[side.index()];
    if !b.setup.sides[side.index()].solo {
        return None;
    }
    use Allowance::{All, Figures, One};
    let who = match (left, b.setup.config.solo_half) {
        (All, _) => return None,
        (Figures(0), _) => {
            return Some("The solo table lets no more figures act in this round.".to_owned());
        }
        (Figures(1), SoloHalf::Figures) | (One, _) => "one more figure".to_owned(),
        (Figures(n), SoloHalf::Figures) => format!("{n} more figures"),
        (Figures(halves), SoloHalf::Points) => {
            let points = HalfPoints(halves.into()).written();
            format!("more figures worth {points} points together")
        }
    };
    Some(format!("The solo table lets {who} act in this round."))
}

/// A figure is about to act for the first time this round: it and whoever is aboard count as
/// one, and so do a guy and the mount it boards (O3).
pub fn activate<L: Log>(b: &mut Skirmish, answer: &Answer, log: &mut L) {
    let (Answer::Move { who, .. }
    | Answer::MoveAndShut { who, .. }
    | Answer::Leave { who }
    | Answer::Strike { who, .. }) = *answer
    else {
        return;
    };
    if allowance::ruled(b, who) && !b.figure(who).mark.has(Mark::ACTIVATED) {
        b.emit(Event::Activated { who }, log);
    }
}

/// A new round: nobody rolls for initiative again, the table is asked instead (O1, O2).
pub fn new_round<L: Log>(b: &mut Skirmish, log: &mut L) {
    let number = b.state.table.round + 1;
    b.emit(Event::Round { number }, log);
    let mut first = b.state.table.first;
    for _ in 0..b.setup.sides.len() {
        if round::alive(b, first) {
            break;
        }
        first = round::left_of(b, first);
    }
    begin(b, first, log);
}

/// It is known who goes first: the table rolls for each of its sides, in order.
pub fn begin<L: Log>(b: &mut Skirmish, first: Side, log: &mut L) {
    match next_to_roll(b, None) {
        Some(side) => b
            .state
            .frames
            .push(Frame::Solo(SoloStage::Roll { side, first })),
        None => round::begin(b, first, log),
    }
}

fn next_to_roll(b: &Skirmish, after: Option<Side>) -> Option<Side> {
    kit::sides(b)
        .filter(|s| after.is_none_or(|after| *s > after))
        .find(|s| b.setup.sides[s.index()].solo && b.on_board().any(|f| b.figure(f).side == *s))
}

/// The round's last step is over: sides that rolled a 6 may bring somebody back (O2). Whether
/// any was asked.
pub fn end_of_round(b: &mut Skirmish) -> bool {
    let sides = able_to_return(b, b.state.table.returns);
    if sides != 0 {
        b.state
            .frames
            .push(Frame::Solo(SoloStage::Return { sides }));
    }
    sides != 0
}

/// Which of these sides have somebody to bring back, and a place for it.
fn able_to_return(b: &Skirmish, sides: u8) -> u8 {
    round::rollers(sides)
        .into_iter()
        .filter(|s| s.index() < b.setup.sides.len())
        .filter(|s| {
            round::alive(b, *s) && returning(b, *s).any(|f| !return_places(b, f).is_empty())
        })
        .fold(0, |bits, s| bits | 1 << s.0)
}

/// The defeated figures a side may bring back: those it last commanded. A mount that needs a
/// rider comes with one.
fn returning(b: &Skirmish, side: Side) -> impl Iterator<Item = Fig> + '_ {
    b.all().filter(move |f| {
        let figure = b.figure(*f);
        let lead = b.unit(*f).kind.is_guy() || b.unit(*f).has(Trait::Independent);
        figure.side == side
            && figure.place == Place::Gone
            && !figure.mark.has(Mark::DRIVEN_OFF)
            && (lead || b.setup.config.lone_mounts_return || rider(b, *f).is_some())
    })
}

/// The defeated guy that comes back with a mount: whoever began aboard, else the first.
fn rider(b: &Skirmish, mount: Fig) -> Option<Fig> {
    let side = b.figure(mount).side;
    let guys = || {
        b.all().filter(move |f| {
            let figure = b.figure(*f);
            figure.side == side
                && figure.place == Place::Gone
                && !figure.mark.has(Mark::DRIVEN_OFF)
                && b.unit(*f).kind.is_guy()
        })
    };
    if b.unit(mount).seats == 0 || b.unit(mount).kind.is_guy() {
        return None;
    }
    guys()
        .find(|f| b.setup.roster[f.index()].aboard == Some(mount))
        .or_else(|| guys().next())
}

/// Where a defeated figure may come back: within its Move Unit of the zone where it began, more
/// than one from every enemy.
pub fn return_places(b: &Skirmish, who: Fig) -> Spaces {
    let unit = numbers::move_unit(&b.setup.config, b.unit(who).kind);
    let side = b.figure(who).side;
    let zone: Vec<Space> = b.setup.sides[side.index()].zone.iter().collect();
    let enemies: Vec<_> = b
        .on_board()
        .filter(|f| b.team(b.figure(*f).side) != b.team(side))
        .map(|f| eyes::spaces(b, f))
        .collect();
    let ground = Ground::new(b, who);
    let grid = b.board.grid();
    let inside = &b.setup.sides[side.index()].zone;
    let good = |at: &Space| {
        ground.free(b, *at).is_some_and(|spaces| {
            let near =
                spaces.iter().any(|s| inside.contains(*s)) || grid.gap(&zone, &spaces) <= unit;
            near && enemies.iter().all(|e| grid.gap(e, &spaces) > unit)
        })
    };
    Spaces::of(b.board.len(), b.board.spaces().iter().filter(good))
}

/// What is asked.
pub fn decision(_b: &Skirmish, stage: SoloStage) -> Decision {
    match stage {
        SoloStage::Roll { side, .. } => Decision {
            who: Who::Chance,
            ask: Ask::Roll {
                purpose: Purpose::Solo,
                dice: smallvec![6],
                by: None,
                sides: vec![side],
                need: None,
            },
        },
        SoloStage::Return { sides } => Decision {
            who: Who::Side(asked(sides)),
            ask: Ask::Return,
        },
    }
}

fn asked(sides: u8) -> Side {
    Side(sides.trailing_zeros() as u8)
}

/// Every legal answer.
pub fn legal(b: &Skirmish, stage: SoloStage, each: &mut dyn FnMut(Answer) -> bool) {
    let SoloStage::Return { sides } = stage else {
        return;
    };
    for who in returning(b, asked(sides)) {
        for to in return_places(b, who).iter() {
            if !each(Answer::Place { who, to }) {
                return;
            }
        }
    }
    each(Answer::Done);
}

/// Whether an answer is legal.
///
/// # Errors
/// Why not.
pub fn check(b: &Skirmish, stage: SoloStage, answer: &Answer) -> Result<(), Refused> {
    match (stage, answer) {
        (SoloStage::Return { .. }, Answer::Done) => Ok(()),
        (SoloStage::Return { sides }, Answer::Place { who, to }) => {
            if !returning(b, asked(sides)).any(|f| f == *who) {
                Err("this figure cannot come back".into())
            } else if return_places(b, *who).contains(*to) {
                Ok(())
            } else {
                Err("it comes back near its zone, on a free space away from enemies".into())
            }
        }
        _ => Err("that does not answer the question".into()),
    }
}

/// Carries out a legal answer.
pub fn resolve<L: Log>(b: &mut Skirmish, stage: SoloStage, answer: &Answer, log: &mut L) {
    b.state.frames.pop();
    match (stage, answer) {
        (SoloStage::Roll { side, first }, Answer::Faces(faces)) => {
            rolled(b, side, faces, log);
            match next_to_roll(b, Some(side)) {
                Some(side) => b
                    .state
                    .frames
                    .push(Frame::Solo(SoloStage::Roll { side, first })),
                None => round::begin(b, first, log),
            }
        }
        (SoloStage::Return { sides }, answer) => {
            let side = asked(sides);
            if let Answer::Place { who, to } = answer {
                come_back(b, *who, *to, log);
            }
            let rest = able_to_return(b, sides & !(1 << side.0));
            if rest != 0 {
                b.state
                    .frames
                    .push(Frame::Solo(SoloStage::Return { sides: rest }));
            } else {
                round::new_round(b, log);
            }
        }
        _ => {}
    }
}

/// The table has said how many of a side act (O2).
fn rolled<L: Log>(b: &mut Skirmish, side: Side, faces: &Faces, log: &mut L) {
    let natural = round::record_roll(b, Purpose::Solo, Some(side), faces, log);
    let prices: Vec<u16> = b
        .on_board()
        .filter(|f| b.figure(*f).side == side && b.figure(*f).aboard.is_none())
        .map(|f| allowance::price(b, f))
        .collect();
    let sum: u32 = prices.iter().map(|p| u32::from(*p)).sum();
    let half = u16::try_from(sum.div_ceil(2)).unwrap_or(Allowance::MOST);
    let points = b.setup.config.solo_half == SoloHalf::Points;
    let figures = match natural {
        4.. => Allowance::All,
        // Half the points are enough for one figure at least.
        2 | 3 if points => Allowance::Figures(half.max(prices.iter().copied().min().unwrap_or(0))),
        2 | 3 => Allowance::Figures(half),
        _ => Allowance::One,
    };
    b.emit(Event::Allowed { side, figures }, log);
}

/// A defeated figure comes back, a mount with its rider; the round is over, it acts in the next.
fn come_back<L: Log>(b: &mut Skirmish, who: Fig, to: Space, log: &mut L) {
    let facing = setup::facing_at(b, who, to);
    let rider = rider(b, who).filter(|_| b.unit(who).kind != Kind::Troop);
    for (who, aboard) in [(Some(who), None), (rider, Some(who))] {
        if let Some(who) = who {
            deploying::place_facing(b, who, (to, facing), aboard, log);
        }
    }
}

/// A sensible answer: the figure worth most, as near to the enemy as may be.
pub fn preset(b: &Skirmish, stage: SoloStage) -> Answer {
    let SoloStage::Return { sides } = stage else {
        return Answer::Done;
    };
    let best = returning(b, asked(sides))
        .filter_map(|who| {
            let places = return_places(b, who);
            let grid = b.board.grid();
            let centre = grid.nearest_to_centre(b.board.standable())?;
            let to = places
                .iter()
                .min_by_key(|at| (grid.distance(*at, centre), *at))?;
            Some((numbers::value(b, who), std::cmp::Reverse(who), to))
        })
        .max();
    best.map_or(Answer::Done, |(_, who, to)| Answer::Place {
        who: who.0,
        to,
    })
}
