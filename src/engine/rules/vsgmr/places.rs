//! Where a figure may be deployed, and where it best is (R7, R8, C1–C6).

use super::eyes::{self, Eyes};
use super::moving::{Ground, gait};
use super::unit::Kind;
use super::{Skirmish, fortress, numbers, riding, structures};
use crate::battle::{Aim, Fig, Role, Side};
use crate::board::{Footprint, Sight, Space, Spaces};
use std::borrow::Cow;

/// The anchor spaces where a figure can be deployed: by the scenario's rule, or where that
/// leaves none by its lesser one, or else the free place nearest to the zone.
pub fn of(b: &Skirmish, who: Fig) -> Spaces {
    let unit = b.unit(who);
    let side = b.figure(who).side;
    let zone = &b.setup.sides[side.index()].zone;
    let mut free = Ground::new(b, who).within(b, zone);
    if unit.is_building() {
        let around = |at: &Space| {
            let spaces = b.spaces_at(*at, unit.size);
            structures::leaves_a_way(&b.board, &spaces)
        };
        let open = Spaces::of(b.board.len(), free.iter().filter(around));
        if !open.is_empty() {
            free = open;
        }
    }
    let rule = Rule::new(b, side);
    for lesser in [false, true] {
        let found = match rule {
            Rule::Free => free.clone(),
            _ => {
                let allows = |at: &Space| rule.allows(b, &b.spaces_at(*at, unit.size), lesser);
                Spaces::of(b.board.len(), free.iter().filter(allows))
            }
        };
        if !found.is_empty() {
            return found;
        }
    }
    let near: Vec<Space> = zone.iter().collect();
    Spaces::of(b.board.len(), riding::nearest_free(b, who, &near))
}

/// What a scenario demands of the places of a side, besides its zone.
enum Rule<'a> {
    /// So far from everybody else's figures (C1).
    Apart(u32, Vec<Footprint>),
    /// In the open, within so far of one of these (C3).
    Together(u32, Vec<Footprint>),
    /// Not seen in the open by any of these, nor touching them, or else so far away (C3).
    Hidden(u32, Vec<(Eyes<'a>, Footprint)>),
    /// Nothing.
    Free,
}

impl<'a> Rule<'a> {
    fn new(b: &'a Skirmish, side: Side) -> Self {
        let unit = numbers::move_unit(&b.setup.config, Kind::Troop);
        let role = |f: Fig| b.setup.sides[b.figure(f).side.index()].role;
        let spaces = |f: Fig| eyes::spaces(b, f);
        match b.setup.brief.aim {
            Aim::Ambush if b.setup.sides[side.index()].role == Role::Attacker => {
                let targets = b.on_board().filter(|f| role(*f) != Role::Attacker);
                Rule::Hidden(
                    2 * unit,
                    targets
                        .map(|f| (Eyes::new(b, f, b.stand(f), false), spaces(f)))
                        .collect(),
                )
            }
            Aim::Ambush => {
                let targets = b.on_board().filter(|f| role(*f) != Role::Attacker);
                Rule::Together(unit, targets.map(spaces).collect())
            }
            Aim::Fortress => Rule::Free,
            _ if b.setup.brief.sides[side.index()].zone.is_some() => Rule::Free,
            _ => {
                let others = b.on_board().filter(|f| {
                    b.figure(*f).aboard.is_none() && b.team(b.figure(*f).side) != b.team(side)
                });
                Rule::Apart(2 * unit, others.map(spaces).collect())
            }
        }
    }

    fn allows(&self, b: &Skirmish, spaces: &Footprint, lesser: bool) -> bool {
        let board = &b.board;
        match self {
            Rule::Free => true,
            Rule::Apart(far, others) => {
                lesser || others.iter().all(|other| board.gap(other, spaces) >= *far)
            }
            Rule::Together(near, others) => {
                let open = |s: &Space| {
                    let terrain = board.terrain(*s);
                    !terrain.cover && !board.is_hard(*s)
                };
                (lesser || spaces.iter().all(open))
                    && (others.is_empty()
                        || others.iter().any(|other| board.gap(other, spaces) <= *near))
            }
            Rule::Hidden(far, targets) => targets.iter().all(|(eyes, target)| {
                if lesser {
                    board.gap(target, spaces) >= *far
                } else {
                    !board.touching(target, spaces) && eyes.see(spaces, false) != Sight::Clear
                }
            }),
        }
    }
}

/// The place for a figure from which the way to what it is about is shortest.
pub fn best(b: &Skirmish, who: Fig) -> Option<Space> {
    let places = of(b, who);
    if places.is_empty() {
        return None;
    }
    let grid = b.board.grid();
    let side = b.figure(who).side;
    let attacks = b.setup.sides[side.index()].role == Role::Attacker;
    let enemies: Vec<Space> = b
        .on_board()
        .filter(|f| b.team(b.figure(*f).side) != b.team(side))
        .map(|f| b.figure(f).at)
        .collect();
    let centre = b.board.middle();
    if b.setup.brief.aim == Aim::Ambush && attacks && !enemies.is_empty() {
        return places
            .iter()
            .min_by_key(|at| (grid.gap(&enemies, &[*at]), *at));
    }
    let unit = b.unit(who);
    let gait = gait(unit, true);
    let far = match fortress::object(b) {
        Some(object) => {
            let goals = b.board.beside(&object);
            Cow::Owned(b.board.field(&goals, unit.size, gait))
        }
        None => Cow::Borrowed(b.board.to_middle(unit.size, gait)),
    };
    let middle = |at: Space| centre.map_or(0, |centre| grid.squared_distance(at, centre));
    let least = places.iter().map(|at| far[at.index()]).min()?;
    let nearest = places.iter().filter(|at| far[at.index()] == least);
    nearest.min_by_key(|at| (middle(*at), *at))
}

/// Why a free space is not a place to deploy.
pub fn why_not_there(b: &Skirmish, side: Side) -> &'static str {
    let attacks = b.setup.sides[side.index()].role == Role::Attacker;
    match b.setup.brief.aim {
        Aim::Ambush if attacks => "ambushers must begin out of sight of all targets, or in cover",
        Aim::Ambush => "targets must begin in the open, each at most one Move Unit from another",
        Aim::Fortress if attacks => {
            "assaulters must begin at least two Move Units from the building"
        }
        Aim::Fortress => "defenders must begin at most half a Move Unit from the building",
        _ => "that is outside the deployment zone, or too near to others",
    }
}

/// The spaces for an object of the middle, in reading order (C4).
pub fn middles(b: &Skirmish) -> Vec<Space> {
    b.board.grid().all_nearest_to_centre(b.board.standable())
}

/// Sides of the die that decides among so many spaces: a d6, where its faces can be shared out.
pub fn object_die(spaces: usize) -> u8 {
    match spaces {
        2 | 3 | 6 => 6,
        n => u8::try_from(n).unwrap_or(u8::MAX),
    }
}
