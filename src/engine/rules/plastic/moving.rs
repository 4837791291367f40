//! Moves of squads by their front figure, followers put elsewhere, gaps closed (L2).

use super::squad::{self, Ground, Places};
use super::{CLOSED, MOVED, PUT, Phase, Plastic, ground, pace};
use crate::battle::{Answer, Battle, EachFormation, Event, Fig, Log, Refused, Side};
use crate::board::{Mover, Reach, Space, Spaces};
use crate::rules::{doors, kit};

/// Where a figure could go as the leader of its squad; false: it cannot move. The spaces of its
/// own squad are free to it: they all move.
pub fn reach(b: &Battle<Plastic>, who: Fig, out: &mut Reach) -> bool {
    let figure = b.figure(who);
    let closed = squad::enemies(b, figure.side);
    let taken = squad::strangers(b, who);
    let mover = Mover {
        size: 1,
        gait: ground::gait(&b.setup.config),
        budget: pace(b),
        closed: &closed,
        taken: &taken,
    };
    let going = ground::going(&b.setup.config);
    b.board.reach_going(&[figure.at], &mover, going, out);
    mover.budget > 0 && figure.is_on()
}

/// Whether a figure's squad has still to move in this phase.
pub fn to_move(b: &Battle<Plastic>, who: Fig) -> Result<(), Refused> {
    let refuse = |why: String| Err(Refused(why));
    let Some(figure) = b.state.figures.get(who.index()) else {
        return refuse("that figure does not exist".into());
    };
    if figure.side != b.state.table.side {
        refuse("it belongs to another side".into())
    } else if !figure.is_on() {
        refuse("it is not on the board".into())
    } else if figure.mark.moved || figure.mark.done {
        let follows = followers(b).any(|f| f == who);
        let but = if follows {
            "; you can still put it elsewhere in its squad"
        } else {
            ""
        };
        refuse(format!("it has already moved in this turn{but}"))
    } else {
        Ok(())
    }
}

/// Followers of the squad that moved last, who may still be put elsewhere.
pub fn followers(b: &Battle<Plastic>) -> impl Iterator<Item = Fig> + '_ {
    let led = b.state.table.leader;
    b.on_board().filter(move |f| {
        led.is_some_and(|lead| *f != lead && squad::together(b, lead, *f)) && !b.figure(*f).mark.put
    })
}

/// Every answer in the phase of moves.
pub fn legal(b: &Battle<Plastic>, each: &mut dyn FnMut(Answer) -> bool) {
    let mut reach_of = Reach::default();
    for who in b.on_board() {
        if to_move(b, who).is_err() {
            continue;
        }
        let at = b.figure(who).at;
        if squad::has_gaps(b, who) && !each(Answer::Move { who, to: at }) {
            return;
        }
        if !reach(b, who, &mut reach_of) {
            continue;
        }
        for (to, _) in reach_of.ends() {
            if *to != at && !each(Answer::Move { who, to: *to }) {
                return;
            }
        }
    }
    if let Some(lead) = b.state.table.leader {
        let ground = Ground::of(b, lead);
        for who in followers(b) {
            for to in around(b, lead, who).iter() {
                if fits(b, &ground, lead, who, to).is_ok() && !each(Answer::Place { who, to }) {
                    return;
                }
            }
        }
    }
    each(Answer::Done);
}

/// The spaces within cohesion of somebody of a leader's squad but one.
fn around(b: &Battle<Plastic>, lead: Fig, but: Fig) -> Spaces {
    let grid = b.board.grid();
    let far = b.setup.config.cohesion.get();
    let mates = squad::mates(b, lead);
    let others = mates.iter().filter(|f| **f != but);
    let mut near = Spaces::of(b.board.len(), others.map(|f| b.figure(*f).at));
    for _ in 0..far {
        let ring: Vec<Space> = near.iter().collect();
        for space in ring {
            for (_, next) in grid.neighbours(space) {
                near.insert(next);
            }
        }
    }
    near
}

/// Whether a follower may be put on a space: free, to be walked to, not ahead of the leader, and
/// leaving nobody behind.
fn fits(
    b: &Battle<Plastic>,
    ground: &Ground,
    lead: Fig,
    who: Fig,
    to: Space,
) -> Result<(), Refused> {
    let refuse = |why: String| Err(Refused(why));
    let name = b.board.grid().name(to);
    if let Some(there) = b.on_board().find(|f| b.figure(*f).at == to) {
        return refuse(format!("{} stands on {name}", b.label_and_name(there)));
    }
    if !ground.has(to) {
        return refuse(format!("no way leads to {name}"));
    }
    let table = &b.state.table;
    if squad::ahead(b, table.from, b.figure(lead).at, to) {
        return refuse(format!(
            "{name} is ahead of the leader {}",
            b.label_and_name(lead)
        ));
    }
    let mut mates = squad::mates(b, lead);
    mates.retain(|f| *f != lead);
    mates.insert(0, lead);
    let before = squad::now(b, &mates);
    let mut after = before.clone();
    for place in &mut after {
        if place.0 == who {
            place.1 = to;
        }
    }
    let with = squad::connected(b, &after);
    let apart = after.iter().zip(&with).any(|(p, with)| p.0 == who && !with);
    if apart {
        return refuse(format!("{name} is too far from the rest of the squad"));
    }
    if squad::joined(b, &after) < squad::joined(b, &before) {
        return refuse("without it there, the squad falls apart".into());
    }
    Ok(())
}

/// Whether a squad can move this way.
///
/// # Errors
/// Why not.
pub fn check_move(b: &Battle<Plastic>, who: Fig, to: Space) -> Result<(), Refused> {
    let refuse = |why: String| Err(Refused(why));
    to_move(b, who)?;
    if to.index() >= b.board.len() || !b.board.exists(to) {
        return refuse("that space is not on the board".into());
    }
    let (grid, from) = (b.board.grid(), b.figure(who).at);
    let name = grid.name(to);
    if to == from {
        return if squad::has_gaps(b, who) {
            Ok(())
        } else {
            refuse(format!("it already stands on {name}"))
        };
    }
    let mut reached = Reach::default();
    if reach(b, who, &mut reached) && reached.cost(to).is_some() {
        return Ok(());
    }
    if let Some(there) = b
        .on_board()
        .find(|f| b.figure(*f).at == to && !squad::together(b, who, *f))
    {
        return refuse(format!("{} stands on {name}", b.label_and_name(there)));
    }
    Err(kit::out_of_reach(b, from, to, pace(b)))
}

/// Whether a follower can be put there.
///
/// # Errors
/// Why not.
pub fn check_place(b: &Battle<Plastic>, who: Fig, to: Space) -> Result<(), Refused> {
    let refuse = |why: String| Err(Refused(why));
    let Some(lead) = b.state.table.leader else {
        return refuse(
            "only figures that have just followed their leader can be put elsewhere".into(),
        );
    };
    if !b.all().any(|f| f == who) || !followers(b).any(|f| f == who) {
        return refuse(
            "only figures that have just followed their leader can be put elsewhere, and only once"
                .into(),
        );
    }
    if to.index() >= b.board.len() || !b.board.exists(to) {
        return refuse("that space is not on the board".into());
    }
    fits(b, &Ground::of(b, lead), lead, who, to)
}

/// Moves a squad by its leader, or closes its gaps around it; the followers follow.
pub fn go<L: Log>(b: &mut Battle<Plastic>, who: Fig, to: Space, log: &mut L) {
    let from = b.figure(who).at;
    let ground = Ground::of(b, who);
    if from == to {
        let places = ground.close(b, who);
        b.emit(Event::Noted { who, note: CLOSED }, log);
        return walk(b, &places, log);
    }
    let places = ground.follow(b, who, to);
    b.emit(Event::Noted { who, note: MOVED }, log);
    walk(b, &places, log);
}

/// Puts a follower elsewhere.
pub fn put<L: Log>(b: &mut Battle<Plastic>, who: Fig, to: Space, log: &mut L) {
    walk(b, &[(who, to)], log);
    b.emit(Event::Noted { who, note: PUT }, log);
}

/// Everybody walks to its place, as far as it takes; within the own squad nobody is in the way.
fn walk<L: Log>(b: &mut Battle<Plastic>, places: &[(Fig, Space)], log: &mut L) {
    let Some((first, _)) = places.first() else {
        return;
    };
    let closed = squad::enemies(b, b.figure(*first).side);
    let taken = Spaces::new(b.board.len());
    let mover = Mover {
        size: 1,
        gait: ground::gait(&b.setup.config),
        budget: u32::MAX / 4,
        closed: &closed,
        taken: &taken,
    };
    for (who, to) in places {
        let from = b.figure(*who).at;
        if from == *to {
            continue;
        }
        let going = ground::going(&b.setup.config);
        if let Some(route) = b.board.route_going(from, *to, &mover, going) {
            let (path, cost) = (route.path, route.cost);
            let who = *who;
            doors::open(b, &path, (mover.gait, going), log);
            b.emit(Event::Moved { who, path, cost }, log);
        }
    }
}

/// Closes the gaps of all squads of a side that have not moved, around the largest part of each.
pub fn close_gaps<L: Log>(b: &mut Battle<Plastic>, side: Side, log: &mut L) {
    debug_assert!(b.state.table.phase == Phase::Move);
    for head in squad::heads(b, side) {
        let mark = &b.figure(head).mark;
        if mark.moved || mark.done || !squad::has_gaps(b, head) {
            continue;
        }
        let mates = squad::mates(b, head);
        let part = |lead: Fig| -> Places {
            let mut order: Places = squad::now(b, &[lead]);
            let rest = mates.iter().copied().filter(|f| *f != lead);
            order.extend(rest.map(|f| (f, b.figure(f).at)));
            order
        };
        let size = |lead: &Fig| squad::joined(b, &part(*lead));
        let most = mates.iter().map(size).max();
        let lead = mates.iter().find(|f| Some(size(f)) == most);
        go(
            b,
            *lead.unwrap_or(&head),
            b.figure(*lead.unwrap_or(&head)).at,
            log,
        );
    }
}

/// Where everybody of a group would stand, for each of some spaces its leader might go to.
pub fn formations(b: &Battle<Plastic>, lead: Fig, ends: &[Space], each: &mut EachFormation) {
    let ground = Ground::of(b, lead);
    let from = b.figure(lead).at;
    let here = squad::now(b, &squad::mates(b, lead));
    for to in ends {
        if *to == from {
            each(*to, &here);
        } else {
            each(*to, &ground.follow(b, lead, *to));
        }
    }
}
