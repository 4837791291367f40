//! Where figures stand, what they see and what they touch (S1–S8, A8).

use super::Skirmish;
use crate::battle::{Fig, How, Refused, Side, Stand, Target};
use crate::board::{Cause, Facing, Footprint, Look, Opacity, Sight, Space, Spaces};

/// The spaces a figure occupies: its mount's, when aboard (S2).
#[inline]
pub fn spaces(b: &Skirmish, who: Fig) -> Footprint {
    let carrier = b.carrier(who);
    b.spaces_at(b.figure(carrier).at, b.unit(carrier).size)
}

/// Whether an attacker on some spaces could fight its target hand to hand, so that no cover counts
/// when it shoots (S5).
pub fn close(b: &Skirmish, who: Fig, from: &[Space], aloft: bool, at: Fig) -> bool {
    !b.setup.config.touching_cover
        && !aloft
        && !b.figure(at).aloft
        && !b.unit(who).is_building()
        && b.board.touching(from, &spaces(b, at))
}

/// Where a figure looks, if its facing limits what it shoots at (S8).
#[inline]
pub fn arc(b: &Skirmish, who: Fig) -> Option<Facing> {
    let limited = b.setup.config.facing && !b.unit(who).is_building();
    limited.then_some(b.figure(who).facing)
}

/// The spaces whose figures block this side's lines of sight: landed and opposing (S2).
pub fn blockers(b: &Skirmish, side: Side) -> Spaces {
    let mut set = Spaces::new(b.board.len());
    if !b.setup.config.enemies_block_sight {
        return set;
    }
    let team = b.team(side);
    for who in b.on_board() {
        let figure = b.figure(who);
        // buildings stand on the board as terrain, for friend and foe (E2)
        let hides = figure.aboard.is_none() && !figure.aloft && !b.unit(who).is_building();
        if hides && b.team(figure.side) != team {
            match b.unit(who).size {
                1 => {
                    set.insert(figure.at);
                }
                size => b.spaces_at(figure.at, size).into_iter().for_each(|space| {
                    set.insert(space);
                }),
            }
        }
    }
    set
}

/// Eye level above the ground (S6).
fn eye(b: &Skirmish, aloft: bool) -> u8 {
    if aloft { b.setup.config.fly_height } else { 1 }
}

/// An attacker at a stand, with what is the same for all its targets.
pub struct Eyes<'a> {
    b: &'a Skirmish,
    /// Its spaces there.
    pub from: Footprint,
    aloft: bool,
    facing: Option<Facing>,
    blockers: std::cell::OnceCell<Spaces>,
    side: Side,
    /// Whether it could fight hand to hand what it touches (S5).
    fights: bool,
}

impl<'a> Eyes<'a> {
    /// The eyes of a figure at a stand; `arc`: whether its facing matters (S8).
    pub fn new(b: &'a Skirmish, who: Fig, stand: Stand, arc: bool) -> Self {
        let carrier = b.carrier(who);
        let arc = arc && self::arc(b, who).is_some();
        Self {
            b,
            from: b.spaces_at(stand.at, b.unit(carrier).size),
            aloft: stand.aloft,
            facing: stand.facing.filter(|_| arc),
            blockers: std::cell::OnceCell::new(),
            side: b.figure(who).side,
            fights: !b.setup.config.touching_cover && !b.unit(who).is_building(),
        }
    }
    fn look<'s>(&'s self, to: &'s [Space], aloft: bool) -> Look<'s> {
        Look {
            from: &self.from,
            to,
            eyes: (eye(self.b, self.aloft), eye(self.b, aloft)),
            figures: Some(self.blockers.get_or_init(|| blockers(self.b, self.side))),
        }
    }
    /// How these spaces are seen; blocked: not at all, or not within the arc.
    pub fn see(&self, to: &[Space], aloft: bool) -> Sight {
        let grid = self.b.board.grid();
        let seen = self.b.board.look(&self.look(to, aloft), |a, t| {
            self.facing.is_none_or(|facing| grid.in_arc(facing, a, t))
        });
        match seen.map_or(Sight::Blocked, |seen| seen.sight) {
            Sight::Cover
                if self.fights
                    && !self.aloft
                    && !aloft
                    && self.b.board.gap(&self.from, to) <= 1
                    && self.b.board.touching(&self.from, to) =>
            {
                Sight::Clear
            }
            seen => seen,
        }
    }
    /// How a figure is seen.
    pub fn see_figure(&self, at: Fig) -> Sight {
        self.see(&spaces(self.b, at), self.b.figure(at).aloft)
    }
    /// Whether a border is seen: one of its spaces within range is, the border itself not
    /// counting (A8).
    pub fn see_border(&self, border: (Space, Space), range: u32) -> bool {
        [border.0, border.1].into_iter().any(|end| {
            if self.b.board.gap(&self.from, &[end]) > range {
                return false;
            }
            if self.see(&[end], false) != Sight::Blocked {
                return true;
            }
            let grid = self.b.board.grid();
            let look = self.look(std::slice::from_ref(&end), false);
            self.from.iter().any(|a| {
                self.facing
                    .is_none_or(|facing| grid.in_arc(facing, *a, end))
                    && self
                        .b
                        .board
                        .causes(*a, end, &look)
                        .into_iter()
                        .all(|cause| match cause {
                            Cause::Border(x, y) if (x, y) == border => true,
                            Cause::Border(x, y) => self
                                .b
                                .board
                                .border(x, y)
                                .is_none_or(|other| other.sight != Opacity::Blocking),
                            Cause::Space(space) => {
                                self.b.board.terrain(space).sight == Opacity::Partial
                                    && !look.figures.is_some_and(|f| f.contains(space))
                            }
                        })
            })
        })
    }
    /// What blocks the view of these spaces, for refusals.
    pub fn why_not(&self, to: &[Space], aloft: bool) -> String {
        let b = self.b;
        let free = b.board.look(&self.look(to, aloft), |_, _| true);
        if free.is_some_and(|seen| seen.sight != Sight::Blocked) {
            return "the target is behind it: it shoots only into its front half".into();
        }
        let (a, t) = b.board.grid().nearest_pair(&self.from, to);
        let name = |s: Space| b.board.grid().name(s);
        let look = self.look(to, aloft);
        let causes = b.board.causes(a, t, &look);
        let is_figure = |space| look.figures.is_some_and(|f| f.contains(space));
        let only_covers = |cause: &&Cause| match **cause {
            Cause::Space(space) => {
                b.board.terrain(space).sight == Opacity::Partial && !is_figure(space)
            }
            Cause::Border(x, y) => b
                .board
                .border(x, y)
                .is_some_and(|border| border.sight == Opacity::Partial),
        };
        let first = causes.iter().find(|cause| !only_covers(cause));
        match first.or(causes.first()) {
            Some(Cause::Space(space)) => {
                let what = blocker(b, *space, is_figure(*space));
                format!("{what} blocks the line of sight")
            }
            Some(Cause::Border(x, y)) => {
                let kind = b.board.border(*x, *y).map(|k| format!("{:?}", k.kind));
                let kind = kind.map_or("border".into(), |k| k.to_lowercase());
                let (x, y) = (name(*x), name(*y));
                format!("the {kind} at {x}|{y} blocks the line of sight")
            }
            None => "the target is out of sight".into(),
        }
    }
}

/// What blocks the view on a space, for refusals: the figure that stands there, the terrain, or
/// the height of the ground.
fn blocker(b: &Skirmish, space: Space, figure: bool) -> String {
    let name = b.board.grid().name(space);
    let terrain = b.board.terrain(space);
    let who = b
        .on_board()
        .find(|who| figure && spaces(b, *who).contains(&space));
    match who {
        Some(who) => format!("{} on {name}", b.label_and_name(who)),
        None if terrain.sight == Opacity::Clear => format!("the ground at {name}"),
        None => format!("the {} at {name}", terrain.name),
    }
}

/// The spaces of the board within some distance of a figure's, in reading order.
pub fn near(b: &Skirmish, from: &[Space], distance: u32) -> impl Iterator<Item = Space> {
    let grid = *b.board.grid();
    let d = i64::from(distance);
    let columns = |s: &Space| i64::from(grid.column(*s));
    let rows = |s: &Space| i64::from(grid.row(*s));
    let (left, right) = (
        from.iter().map(columns).min().unwrap_or(0) - d,
        from.iter().map(columns).max().unwrap_or(0) + d,
    );
    // half a row more, for hexes
    let (top, bottom) = (
        from.iter().map(rows).min().unwrap_or(0) - d - 1,
        from.iter().map(rows).max().unwrap_or(0) + d + 1,
    );
    let from: Footprint = from.iter().copied().collect();
    let (left, right) = if grid.kind == crate::board::GridKind::Square {
        (left, right)
    } else {
        (left - 1, right + 1)
    };
    (top..=bottom)
        .flat_map(move |row| (left..=right).filter_map(move |column| grid.at(column, row)))
        .filter(move |s| grid.gap(&from, std::slice::from_ref(s)) <= distance)
}

/// Whether a space or border can be attacked from these eyes in this way (A8).
pub fn ground(b: &Skirmish, eyes: &Eyes, stand: Stand, how: How, range: u32, at: Target) -> bool {
    if let (true, Target::Border(x, y)) = (how != How::Shoot, at) {
        return !stand.aloft && eyes.from.iter().any(|own| [x, y].contains(own));
    }
    let ends = match ends(at) {
        Some(ends) => ends,
        None => return false,
    };
    if how == How::Shoot {
        return b.board.gap(&eyes.from, &ends) <= range
            && match at {
                Target::Border(x, y) => eyes.see_border((x, y), range),
                _ => eyes.see(&ends, false) != Sight::Blocked,
            };
    }
    !stand.aloft && b.board.touching(&eyes.from, &ends)
}

/// The spaces of a part of the board.
fn ends(at: Target) -> Option<Footprint> {
    match at {
        Target::Space(space) => Some(Footprint::from_slice(&[space])),
        Target::Border(x, y) => Some(Footprint::from_slice(&[x, y])),
        _ => None,
    }
}

/// As [`ground`], with the reason why not.
pub fn ground_why(
    b: &Skirmish,
    eyes: &Eyes,
    stand: Stand,
    how: How,
    range: u32,
    at: Target,
) -> Result<(), Refused> {
    if ground(b, eyes, stand, how, range, at) {
        return Ok(());
    }
    let Some(ends) = ends(at) else {
        return Err("that is not on the board".into());
    };
    if how == How::Shoot {
        let gap = b.board.grid().gap(&eyes.from, &ends);
        return Err(Refused(if gap > range {
            format!("the target is {gap} spaces away; it reaches only {range}")
        } else {
            eyes.why_not(&ends, false)
        }));
    }
    Err(if stand.aloft {
        "it is in the air and cannot fight hand to hand".into()
    } else {
        "it must stand next to the target".into()
    })
}

/// The nearest opposing figure that can be seen, else the nearest: its nearest space.
pub fn nearest_enemy(b: &Skirmish, who: Fig) -> Option<Space> {
    let eyes = Eyes::new(b, who, b.stand(who), false);
    let grid = b.board.grid();
    b.on_board()
        .filter(|at| !b.allied(*at, who))
        .map(|at| {
            let to = spaces(b, at);
            let hidden = eyes.see(&to, b.figure(at).aloft) == Sight::Blocked;
            (
                hidden,
                grid.gap(&eyes.from, &to),
                grid.nearest_pair(&eyes.from, &to).1,
            )
        })
        .min()
        .map(|(_, _, space)| space)
}
