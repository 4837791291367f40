//! Where units stand and go, what they see, and what carries them.

use super::Battle8;
use super::config::Sort;
use super::unit::Kind;
use crate::battle::{Fig, Place, Side, Stand};
use crate::board::{Footprint, Gait, Going, Look, Mover, Reach, Route, Sight, Space, Spaces};
use crate::rules::doors::Doors;

/// What the rules say of a unit's kind.
pub fn sort(b: &Battle8, who: Fig) -> &Sort {
    b.setup.config.kind(b.unit(who).kind)
}

/// Whether a unit acts from off the map for all of the battle (D9).
pub fn stays_off(b: &Battle8, who: Fig) -> bool {
    sort(b, who).off_map
}

/// Whether a unit is off the map now and can act from there.
pub fn is_off(b: &Battle8, who: Fig) -> bool {
    stays_off(b, who) && b.figure(who).place == Place::Reserve
}

/// A unit's footprint size; aboard, that of what carries it.
pub fn size(b: &Battle8, who: Fig) -> u8 {
    sort(b, b.carrier(who)).size
}

/// The spaces a unit takes.
pub fn spaces(b: &Battle8, who: Fig) -> Footprint {
    b.spaces_at(b.figure(who).at, size(b, who))
}

/// The spaces of a unit at a stand; aboard, those of what carries it.
pub fn spaces_from(b: &Battle8, who: Fig, stand: Stand) -> Footprint {
    b.spaces_at(stand.at, size(b, who))
}

/// How a unit moves (D2, D9).
pub fn gait(b: &Battle8, who: Fig) -> Gait {
    match b.unit(who).kind {
        kind if kind.sails() => Gait::Sail,
        Kind::Helicopter if b.setup.config.helicopters_fly => Gait::Fly,
        _ => Gait::Walk,
    }
}

/// How a unit goes its way, besides its gait: infantry opens shut doors (B8).
pub fn going(b: &Battle8, who: Fig) -> Going {
    let sort = sort(b, who);
    let opens = !b.unit(who).kind.is_vehicle() && sort.size == 1;
    Going {
        doors: opens && b.setup.config.doors == Doors::Move,
        ..Going::default()
    }
}

/// Spaces of one move (D2): movement points times 10 cm. None off the map, aboard, or without
/// the crew.
pub fn movement(b: &Battle8, who: Fig) -> u32 {
    let figure = b.figure(who);
    if !figure.is_on() || figure.aboard.is_some() || !manned(b, who) {
        return 0;
    }
    pace(b, who)
}

/// Spaces of one move of a unit's own (D2).
pub fn pace(b: &Battle8, who: Fig) -> u32 {
    let points = u32::from(sort(b, who).movement) + u32::from(b.unit(who).agility);
    points * b.setup.config.point_of(b.setup.brief.scale)
}

/// Those aboard of a vehicle.
pub fn seated(b: &Battle8, vehicle: Fig) -> impl Iterator<Item = Fig> + '_ {
    b.on_board()
        .filter(move |f| b.figure(*f).aboard == Some(vehicle))
}

/// Whether a vehicle has the crew it needs (D9).
pub fn manned(b: &Battle8, who: Fig) -> bool {
    let crew = usize::from(sort(b, who).crew);
    let infantry = seated(b, who).filter(|f| !b.unit(*f).kind.is_vehicle());
    crew == 0 || infantry.count() >= crew
}

/// Whether a vehicle has room for one more unit of a kind (D9): seats for infantry, places for
/// boats.
pub fn has_room(b: &Battle8, vehicle: Fig, kind: Kind) -> bool {
    let boat = kind == Kind::SquadBoat;
    if kind.is_vehicle() && !boat {
        return false;
    }
    let spec = sort(b, vehicle);
    let room = if boat { spec.hangar } else { spec.seats };
    let like = seated(b, vehicle).filter(|f| b.unit(*f).kind.is_vehicle() == boat);
    like.count() < usize::from(room)
}

/// Whether a unit could get on a vehicle (D9): on its own, room for it, touching, and not where
/// it has been in these free actions.
pub fn can_board(b: &Battle8, who: Fig, vehicle: Fig) -> bool {
    let (own, other) = (b.figure(who), b.figure(vehicle));
    who != vehicle
        && own.is_on()
        && other.is_on()
        && own.aboard.is_none()
        && other.aboard.is_none()
        && own.side == other.side
        && !own.mark.boarded.contains(&vehicle)
        && has_room(b, vehicle, b.unit(who).kind)
        && b.board.touching(&spaces(b, who), &spaces(b, vehicle))
}

/// The spaces on which a boat can leave what carries it: where it fits, beside it.
fn berths(b: &Battle8, who: Fig, vehicle: Fig) -> Vec<Space> {
    let (own, taken) = (spaces(b, vehicle), taken(b, None));
    let (size, far) = (sort(b, who).size, u32::from(sort(b, who).size));
    let near = |at: &Space| b.board.grid().gap(&[*at], &own) <= far;
    let fits = |at: &Space| {
        let spaces = b.board.fits(*at, size, gait(b, who));
        spaces.is_some_and(|spaces| {
            spaces.iter().all(|s| !taken.contains(*s)) && b.board.touching(&spaces, &own)
        })
    };
    b.board.spaces().iter().filter(near).filter(fits).collect()
}

/// The spaces on which a unit can get off what carries it: free ones that touch it. Nobody gets off
/// what is itself aboard of something.
pub fn exits(b: &Battle8, who: Fig) -> Vec<Space> {
    let Some(vehicle) = b.figure(who).aboard else {
        return Vec::new();
    };
    if b.figure(vehicle).aboard.is_some() {
        return Vec::new();
    }
    if b.unit(who).kind.is_vehicle() {
        return berths(b, who, vehicle);
    }
    let (own, taken) = (spaces(b, vehicle), taken(b, None));
    let mut out: Vec<Space> = Vec::new();
    for space in &own {
        for (_, next) in b.board.grid().neighbours(*space) {
            if !out.contains(&next)
                && b.board.standable().contains(next)
                && !taken.contains(next)
                && b.board.touching(&[next], &own)
            {
                out.push(next);
            }
        }
    }
    out.sort_unstable();
    out
}

/// The spaces somebody stands on, but for one unit.
pub fn taken(b: &Battle8, but: Option<Fig>) -> Spaces {
    let mut taken = Spaces::new(b.board.len());
    for who in b.on_board().filter(|f| Some(*f) != but) {
        if b.figure(who).aboard.is_none() {
            for space in spaces(b, who) {
                taken.insert(space);
            }
        }
    }
    taken
}

/// The unit that stands on a space, not in or on something else.
pub fn standing(b: &Battle8, space: Space) -> Option<Fig> {
    b.on_board()
        .find(|f| b.figure(*f).aboard.is_none() && spaces(b, *f).contains(&space))
}

/// The spaces of a unit's enemies: nobody moves through them.
fn closed(b: &Battle8, who: Fig) -> Spaces {
    let mut closed = Spaces::new(b.board.len());
    for enemy in b.on_board().filter(|f| !b.allied(who, *f)) {
        for space in spaces(b, enemy) {
            closed.insert(space);
        }
    }
    closed
}

/// Whether an enemy stands beside a space: fire with splash may be aimed there (D6).
pub fn beside_enemy(b: &Battle8, who: Fig, space: Space) -> bool {
    let grid = b.board.grid();
    b.on_board().any(|f| {
        b.figure(f).aboard.is_none() && !b.allied(who, f) && grid.gap(&spaces(b, f), &[space]) == 1
    })
}

/// Fills `out` with where a unit can go in one move (D2): not through its enemies, not onto
/// anybody. False: it cannot move.
pub fn reach(b: &Battle8, who: Fig, out: &mut Reach) -> bool {
    let budget = movement(b, who);
    let mover = Mover {
        size: size(b, who),
        gait: gait(b, who),
        budget,
        closed: &closed(b, who),
        taken: &taken(b, Some(who)),
    };
    let from = [b.figure(who).at];
    b.board.reach_going(&from, &mover, going(b, who), out);
    budget > 0
}

/// The way of one move.
pub fn route(b: &Battle8, who: Fig, to: Space) -> Option<Route> {
    let mover = Mover {
        size: size(b, who),
        gait: gait(b, who),
        budget: movement(b, who),
        closed: &closed(b, who),
        taken: &taken(b, Some(who)),
    };
    let from = b.figure(who).at;
    b.board.route_going(from, to, &mover, going(b, who))
}

/// What is seen from some spaces of others; figures do not block (D10).
pub fn sight(b: &Battle8, from: &[Space], to: &[Space]) -> Sight {
    if let ([from], [to]) = (from, to) {
        return b.board.sight(*from, *to);
    }
    let look = Look {
        from,
        to,
        eyes: (1, 1),
        figures: None,
    };
    b.board
        .look(&look, |_, _| true)
        .map_or(Sight::Blocked, |seen| seen.sight)
}

/// Whether a friend's morale reaches a unit on these spaces (D7).
pub fn cheered(b: &Battle8, who: Fig, own: &[Space]) -> bool {
    let within = b.setup.config.point_of(b.setup.brief.scale);
    b.on_board().any(|hero| {
        b.unit(hero).morale > 0
            && b.allied(hero, who)
            && (hero == who || b.board.grid().gap(&spaces(b, hero), own) <= within)
    })
}

/// The free anchor nearest to some spaces where a unit can stand, at most so far away.
pub fn nearest_free(b: &Battle8, who: Fig, near: &[Space], within: u32) -> Option<Space> {
    let taken = taken(b, Some(who));
    let grid = b.board.grid();
    b.board
        .spaces()
        .iter()
        .filter_map(|at| {
            let own = b.board.fits(at, sort(b, who).size, gait(b, who))?;
            let free = own.iter().all(|s| !taken.contains(*s));
            free.then(|| (grid.gap(near, &own), at))
        })
        .filter(|(gap, _)| *gap <= within)
        .min()
        .map(|(_, s)| s)
}

/// Whether a side has anybody left on the board.
pub fn stands(b: &Battle8, side: Side) -> bool {
    b.on_board().any(|f| b.figure(f).side == side)
}
