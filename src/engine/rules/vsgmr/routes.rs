//! The way a figure takes, and the doors on it (B5, B8, E6, M1).

use super::moving::{
    End, Ground, beside, end, fill, gait, going, may_move, most_on_rough, mount_at, mover, starts,
};
use super::unit::Trait;
use super::{Skirmish, eyes};
use crate::battle::{Fig, Log};
use crate::board::{Border, BorderKind, Going, Mover, Reach, Rough, Route, Space};
use crate::rules::doors::{self, Doors};
use smallvec::SmallVec;

/// A way that a figure could go.
pub struct Way {
    /// The spaces and their cost.
    pub route: Route,
    /// How it goes it.
    pub going: Going,
    /// What it could cost at most.
    pub most: u32,
    /// Whether the figure can go it in one move.
    pub affordable: bool,
}

/// The cheapest way of a figure to a space; of those that are too far, the shortest.
pub fn way(b: &Skirmish, who: Fig, from: Space, to: Space, mover: &Mover) -> Option<Way> {
    let going = going(&b.setup.config, b.unit(who));
    let budget = mover.budget;
    let along = |going, most: u32| {
        let route = b.board.route_going(from, to, mover, going)?;
        // the first step may overspend, and then it is the whole move (B6)
        let affordable = route.cost <= most || most > 0 && route.path.len() == 2;
        Some(Way {
            route,
            going,
            most,
            affordable,
        })
    };
    let Some(half) = most_on_rough(b, who) else {
        return along(going, budget);
    };
    let along = |rough, most| along(Going { rough, ..going }, most);
    let touching = along(Rough::Even, half.min(budget))?;
    if touching.affordable {
        return Some(touching);
    }
    match along(Rough::Avoid, budget) {
        Some(clear) if clear.affordable => Some(clear),
        Some(clear) if clear.route.cost == touching.route.cost => Some(clear),
        _ => Some(touching),
    }
}

/// The way that a figure takes.
pub struct Taken {
    /// Its anchor spaces, both ends included.
    pub path: Vec<Space>,
    /// Its cost.
    pub cost: u32,
    /// How the figure goes it.
    pub going: Going,
}

/// Opens the shut doors that a way leads through (B8).
pub fn open_doors<L: Log>(b: &mut Skirmish, who: Fig, taken: &Taken, log: &mut L) {
    let gait = gait(b.unit(who), true);
    doors::open(b, &taken.path, (gait, taken.going), log);
}

/// The shut doors that a way leads through.
fn doors_on(b: &Skirmish, who: Fig, taken: &Taken) -> Vec<(Space, Space)> {
    let gait = gait(b.unit(who), true);
    doors::on(&b.board, &taken.path, gait, taken.going)
}

/// The way a figure takes to a space, and its cost.
pub fn route(b: &Skirmish, who: Fig, to: Space, ground: &Ground, mount: Option<Fig>) -> Taken {
    let mut free = None;
    if let Some(mount) = mount {
        let set = free.insert(ground.taken.clone());
        for space in eyes::spaces(b, mount) {
            set.remove(space);
        }
    }
    let taken = free.as_ref().unwrap_or(&ground.taken);
    let mover = mover(b, who, ground, taken);
    let best = |to: Space| {
        starts(b, who)
            .iter()
            .filter_map(|from| way(b, who, *from, to, &mover))
            .min_by_key(|way| (!way.affordable, way.route.cost))
    };
    let boarding = || {
        let mount = mount?;
        let mut out = Reach::default();
        fill(b, who, ground, &mut out);
        let (at, _) = beside(b, who, mount, &out)?;
        let mut way = best(at)?;
        way.route.path.push(to);
        way.route.cost += 1;
        Some(way)
    };
    match best(to).or_else(boarding) {
        // the first step may overspend, and then it is the whole move (B6)
        Some(way) if !way.affordable && way.route.path.len() > 2 => Taken {
            path: vec![way.route.path[0], to],
            cost: way.route.cost,
            going: way.going,
        },
        Some(way) => Taken {
            path: way.route.path,
            cost: way.route.cost,
            going: way.going,
        },
        None => Taken {
            path: vec![b.figure(who).at, to],
            cost: 1,
            going: Going::default(),
        },
    }
}

/// The doors that a figure could shut at the end of a move to a space (B8): those beside it that
/// stand open, or that its way leads through.
pub fn shuttable(b: &Skirmish, who: Fig, to: Space) -> SmallVec<[(Space, Space); 2]> {
    let mut found = SmallVec::new();
    let unit = b.unit(who);
    let walks = unit.kind.is_guy() && !unit.has(Trait::Flight);
    if b.setup.config.doors == Doors::Scenario || !walks || mount_at(b, who, to).is_some() {
        return found;
    }
    let spaces = b.spaces_at(to, unit.size);
    let ends = |(x, y): (Space, Space)| spaces.contains(&x) || spaces.contains(&y);
    let mut through = None;
    for border in b.board.borders() {
        if border.kind != BorderKind::Door || !ends(border.between) {
            continue;
        }
        let opened = |through: &mut Option<Vec<(Space, Space)>>| {
            through
                .get_or_insert_with(|| {
                    let taken = route(b, who, to, &Ground::new(b, who), None);
                    doors_on(b, who, &taken)
                })
                .contains(&border.between)
        };
        if border.open || border.opens() && opened(&mut through) {
            found.push(border.between);
        }
    }
    found
}

/// Every move of a figure that ends with shutting a door, until `each` says false; false then.
/// `out`: where it can go.
pub fn each_shut(
    b: &Skirmish,
    who: Fig,
    out: &Reach,
    each: &mut dyn FnMut(Space, (Space, Space)) -> bool,
) -> bool {
    if !may_move(b, who) || b.setup.config.doors == Doors::Scenario {
        return true;
    }
    let is_door =
        |border: &&Border| border.kind == BorderKind::Door && (border.open || border.opens());
    for border in b.board.borders().iter().filter(is_door) {
        let (x, y) = border.between;
        for to in [x, y] {
            // It ends nowhere that it cannot walk to.
            let ends = out.cost(to).is_some() && end(b, who, out, to) == Some(End::On);
            let shuts = ends && shuttable(b, who, to).contains(&border.between);
            if shuts && !each(to, border.between) {
                return false;
            }
        }
    }
    true
}
