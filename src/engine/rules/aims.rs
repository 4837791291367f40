//! What is fought for in rulesets whose own texts know plain battles only: escape, ambush and
//! transport (C2–C4). Where each side begins, what is carried, who has won, what opponents are after.

use super::{parts, prizes};
use crate::battle::{
    Aim, Battle, Brief, Fig, Goal, HalfPoints, Holder, ItemSpec, Log, Place, Reason, Role, Ruleset,
    Scale, Side, Sides,
};
use crate::board::{Board, Edge, Sight, Space, Spaces};
use crate::source::Fault;

/// Refuses what a scenario may ask for and a ruleset of this kind does not have. `steps` are those in
/// which a battle of it may begin; `devices`: whether its figures can use any.
///
/// # Errors
/// What it asks for, and why it cannot be played.
pub fn check(brief: &Brief, ruleset: &str, steps: &[&str], devices: bool) -> Result<(), Fault> {
    let fault = |key: &str, what: String| Err(brief.scenario.fault_under(&[key], what));
    if let Some(why) = refusal(brief.aim, ruleset) {
        let played: Vec<&str> = Aim::ALL
            .into_iter()
            .filter(|aim| refusal(*aim, ruleset).is_none())
            .map(Aim::name)
            .collect();
        return fault(
            "aim",
            format!(
                "{ruleset} cannot play the aim \"{}\": {why}; it plays {}",
                brief.aim.name(),
                played.join(", ")
            ),
        );
    }
    if !devices && !brief.devices.is_empty() {
        return fault(
            "device",
            format!("{ruleset} has no skill rolls, so nobody can use a device; remove it"),
        );
    }
    parts::sides_and_start(brief, ruleset, steps)
}

/// Why a ruleset cannot play an aim, as the end of a sentence; none: it can.
pub fn refusal(aim: Aim, ruleset: &str) -> Option<String> {
    match (aim, ruleset) {
        (Aim::Fortress, _) => Some(format!(
            "by the rules of {ruleset} no attack destroys a building, so nobody could win it"
        )),
        (Aim::Spawning, "violence") => Some(
            "a side loses when half of its fighters are lost, so they cannot come one by one"
                .to_owned(),
        ),
        (Aim::Spawning, _) => Some(format!(
            "{ruleset} has no rule for figures that come in after the battle has begun"
        )),
        _ => None,
    }
}

/// Adds what the aim needs and the scenario does not name: something to carry.
pub fn prepare(brief: &mut Brief) {
    if brief.aim == Aim::Transport && brief.items.is_empty() {
        brief.items.push(ItemSpec {
            name: "the object".into(),
            at: None,
            points: HalfPoints::ZERO,
            guard: None,
        });
    }
}

/// A Move Unit of a figure on foot, in spaces.
fn unit(scale: Scale) -> u32 {
    scale.move_unit()
}

// ---- where sides begin ----

/// The zone of a side that neither the scenario nor, in a plain battle, the map gives: everywhere in
/// an ambush; else a strip along its edge, a Move Unit deep, or as deep as `room` spaces need.
pub fn zone(
    board: &Board,
    (aim, scale): (Aim, Scale),
    edge: Edge,
    room: usize,
    ground: &Spaces,
) -> Spaces {
    if aim == Aim::Ambush {
        return ground.clone();
    }
    let least = match aim {
        Aim::Battle => 3,
        _ => unit(scale).max(2),
    };
    parts::strip(board, edge, (least, room), ground)
}

/// Whether a side still waits for others to be placed: ambushers come after their targets (C3).
pub fn comes_later<R: Ruleset>(b: &Battle<R>, side: Side, waits: impl Fn(Side) -> bool) -> bool {
    let ambusher = |side: Side| b.setup.sides[side.index()].role == Role::Attacker;
    b.setup.brief.aim == Aim::Ambush
        && ambusher(side)
        && parts::sides(b).any(|other| !ambusher(other) && waits(other))
}

/// The spaces of `room` that an ambush leaves to a side: in the open and near each other for its
/// targets, hidden from them for the ambushers. Where that leaves none: far from them, or all.
pub fn allowed<R: Ruleset>(b: &Battle<R>, side: Side, room: Spaces) -> Spaces {
    if b.setup.brief.aim != Aim::Ambush {
        return room;
    }
    let role = |side: Side| b.setup.sides[side.index()].role;
    let targets: Vec<Space> = b
        .on_board()
        .filter(|f| role(b.figure(*f).side) != Role::Attacker)
        .map(|f| b.figure(f).at)
        .collect();
    let (board, unit) = (&b.board, unit(b.setup.brief.scale));
    let gap = |space: Space| {
        let all = targets.iter().map(|t| board.grid().distance(space, *t));
        all.min()
    };
    let open = |space: Space| {
        let terrain = board.terrain(space);
        !terrain.cover && !board.is_hard(space)
    };
    let near = |space: Space| gap(space).is_none_or(|gap| gap <= unit);
    let hidden = |space: Space| {
        let seen = |target: &Space| {
            board.grid().distance(space, *target) <= 1
                || board.sight(*target, space) == Sight::Clear
        };
        !targets.iter().any(seen)
    };
    let far = |space: Space| gap(space).is_none_or(|gap| gap >= 2 * unit);
    let keep = |wanted: &dyn Fn(Space) -> bool| {
        let spaces = room.iter().filter(|space| wanted(*space));
        Some(Spaces::of(board.len(), spaces)).filter(|spaces| !spaces.is_empty())
    };
    let kept = match role(side) {
        Role::Attacker => keep(&hidden).or_else(|| keep(&far)),
        _ => keep(&|s| open(s) && near(s)).or_else(|| keep(&near)),
    };
    kept.unwrap_or(room)
}

/// Why a free space of its zone is not a place for a side (C3).
pub fn why_not_there<R: Ruleset>(b: &Battle<R>, side: Side) -> &'static str {
    match b.setup.sides[side.index()].role {
        Role::Attacker => "ambushers must begin out of sight of all targets, or in cover",
        _ => "targets must begin in the open, each at most one Move Unit from another",
    }
}

/// What is added to a side's roll for who goes first: ambushers have the surprise (C3).
pub fn initiative<R: Ruleset>(b: &Battle<R>, side: Side) -> u8 {
    let ambusher = b.setup.sides[side.index()].role == Role::Attacker;
    u8::from(b.setup.brief.aim == Aim::Ambush && ambusher)
}

// ---- what is carried, and who has won ----

/// After an answer was carried out: figures pick up what they stand on, whoever is gone drops
/// what it held (M7), and the battle ends if an aim is reached (C2, C4).
pub fn settle<R: Ruleset, L: Log>(b: &mut Battle<R>, round: u16, log: &mut L) {
    let fights_only = b.setup.brief.aim == Aim::Battle && b.state.items.is_empty();
    if fights_only || round == 0 || b.state.outcome.is_some() {
        return;
    }
    for item in 0..b.state.items.len() {
        let now = b.state.items[item];
        let holder = match now {
            Holder::Figure(who) if !b.figure(who).is_on() => Holder::Space(b.figure(who).at),
            Holder::Figure(_) => continue,
            Holder::Space(_) => now,
        };
        let picked = match holder {
            Holder::Space(space) => b
                .on_board()
                .find(|f| b.figure(*f).aboard.is_none() && stands_in(b, *f, |s| s == space)),
            Holder::Figure(_) => None,
        };
        let holder = picked.map_or(holder, Holder::Figure);
        if holder != now {
            prizes::moves(b, item as u8, holder, log);
        }
    }
    if let Some((winners, reason)) = won(b) {
        parts::end(b, (winners, reason), round, log);
    }
}

/// Whether one of a figure's spaces is such.
fn stands_in<R: Ruleset>(b: &Battle<R>, who: Fig, wanted: impl Fn(Space) -> bool) -> bool {
    let spaces = b.spaces_at(b.figure(who).at, R::size(b, who));
    spaces.iter().any(|space| wanted(*space))
}

/// The aim's own victory, if it has come (C2, C4). Several teams at once: most points win.
fn won<R: Ruleset>(b: &Battle<R>) -> Option<(Sides, Reason)> {
    let aim = b.setup.brief.aim;
    let reason = match aim {
        Aim::Escape => Reason::Escaped,
        Aim::Transport => Reason::Carried,
        _ => return None,
    };
    let reached = |side: Side| match aim {
        Aim::Escape => missing(b, side) == Some(0),
        _ => carried_home(b, side),
    };
    let mut teams: Vec<u8> = parts::sides(b)
        .filter(|side| reached(*side))
        .map(|side| b.team(side))
        .collect();
    teams.dedup();
    match teams.as_slice() {
        [] => None,
        [team] => Some((b.team_sides(*team), reason)),
        _ => Some((b.leading(), Reason::Points)),
    }
}

/// How a battle ends when its rounds are over, where the aim says so: those who had to get across
/// were stopped (C7).
pub fn at_limit<R: Ruleset>(b: &Battle<R>) -> Option<(Sides, Reason)> {
    let stops = |side: &Side| b.setup.sides[side.index()].role == Role::Defender;
    let winners: Sides = parts::sides(b)
        .filter(|side| b.setup.brief.aim == Aim::Escape && stops(side) && parts::stands(b, *side))
        .collect();
    (!winners.is_empty()).then_some((winners, Reason::Stopped))
}

/// The edge opposite to that of a side.
fn far_edge<R: Ruleset>(b: &Battle<R>, side: Side) -> Spaces {
    let edge = b.setup.sides[side.index()].edge.turned(2);
    b.board.grid().edge(edge, 1)
}

/// The figures that a side still needs across: more than half of those it began with (C2). None:
/// the side is there to stop others.
fn missing<R: Ruleset>(b: &Battle<R>, side: Side) -> Option<u16> {
    if b.setup.sides[side.index()].role == Role::Defender {
        return None;
    }
    let goal = far_edge(b, side);
    let own = |f: &Fig| b.figure(*f).side == side;
    let began = b.setup.roster.iter().filter(|l| l.side == side).count();
    let across = b
        .on_board()
        .filter(own)
        .filter(|f| stands_in(b, *f, |s| goal.contains(s)))
        .count();
    Some((began / 2 + 1).saturating_sub(across) as u16)
}

/// Whether a figure of a side holds an item at its own edge (C4).
fn carried_home<R: Ruleset>(b: &Battle<R>, side: Side) -> bool {
    let edge = b.setup.sides[side.index()].edge;
    let home = b.board.grid().edge(edge, 1);
    b.state.items.iter().any(|holder| match holder {
        Holder::Figure(who) => {
            let figure = b.figure(*who);
            figure.side == side
                && figure.place == Place::On
                && stands_in(b, *who, |s| home.contains(s))
        }
        Holder::Space(_) => false,
    })
}

/// What a side can win by the aim and by prizes, for opponents.
pub fn goals<R: Ruleset>(b: &Battle<R>, side: Side) -> Vec<Goal> {
    let row = |mut row: Spaces| {
        row.keep(b.board.standable());
        row
    };
    match b.setup.brief.aim {
        Aim::Escape => missing(b, side)
            .map(|need| Goal::Reach {
                spaces: row(far_edge(b, side)),
                need,
                leave: false,
            })
            .into_iter()
            .collect(),
        Aim::Transport => {
            let to = row(b.board.grid().edge(b.setup.sides[side.index()].edge, 1));
            let items = b.state.items.iter().enumerate();
            items
                .map(|(item, now)| Goal::Carry {
                    item: item as u8,
                    now: *now,
                    to: to.clone(),
                })
                .collect()
        }
        _ => prizes::goals(b, side),
    }
}
