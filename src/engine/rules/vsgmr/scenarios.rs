//! The six scenarios: how each is won, what its sides are after, and who comes later (C1–C6).

use super::fortress::{self, has_fallen, object, role};
use super::moving::Ground;
use super::stages::SpawnStage;
use super::table::Frame;
use super::unit::Kind;
use super::{Skirmish, eyes, numbers, riding, round, setup};
use crate::battle::{
    Aim, Answer, Ask, Choice, Decision, DeviceSpec, Effect, Event, Fig, Goal, Holder, Log, Outcome,
    Place, Purpose, Reason, Refused, Role, Side, Sides, Topic, Who,
};
use crate::board::{Edge, Space, Spaces};
use crate::dice::Faces;
use crate::rules::{kit, prizes};
use smallvec::smallvec;

// ---- victory ----

/// The scenario's own victory, if it has come (C2, C4, C5). Two at once: points decide (R4).
pub fn victory(b: &Skirmish) -> Option<Outcome> {
    let (winners, reason) = match b.setup.brief.aim {
        Aim::Escape => (won(b, escaped), Reason::Escaped),
        Aim::Transport => (won(b, carried_home), Reason::Carried),
        Aim::Fortress if has_fallen(b) => {
            let standing = |side: Side| b.on_board().any(|f| b.figure(f).side == side);
            let winners = kit::sides(b)
                .filter(|s| role(b, *s) == Role::Attacker && standing(*s))
                .collect();
            (winners, Reason::Fell)
        }
        Aim::Fortress if gone(b, Role::Attacker) && !gone(b, Role::Defender) => {
            (defenders(b), Reason::Held)
        }
        _ => return None,
    };
    if winners.is_empty() {
        return None;
    }
    let mut teams = winners.iter().map(|side| b.team(side));
    let first = teams.next()?;
    if teams.any(|team| team != first) {
        return Some(round::by_points(b));
    }
    Some(Outcome {
        winners: if reason == Reason::Fell {
            winners
        } else {
            b.team_sides(first)
        },
        reason,
        rounds: b.state.table.round,
    })
}

/// The end that the last round brings, where that is the scenario's: the building was held (C5),
/// those who had to get across were stopped (C7).
pub fn at_limit(b: &Skirmish) -> Option<Outcome> {
    let reason = match b.setup.brief.aim {
        Aim::Fortress => Reason::Held,
        Aim::Escape => Reason::Stopped,
        _ => return None,
    };
    (!defenders(b).is_empty()).then(|| Outcome {
        winners: defenders(b),
        reason,
        rounds: b.state.table.round,
    })
}

/// The sides that have done it.
fn won(b: &Skirmish, done: fn(&Skirmish, Side) -> bool) -> Sides {
    kit::sides(b).filter(|s| done(b, *s)).collect()
}

/// Whether nobody of a role is left.
fn gone(b: &Skirmish, role_of: Role) -> bool {
    !b.all().any(|f| {
        let figure = b.figure(f);
        figure.place != Place::Gone && role(b, figure.side) == role_of
    })
}

/// The defending sides that have anybody left, a bit each.
fn defenders(b: &Skirmish) -> Sides {
    kit::sides(b)
        .filter(|s| role(b, *s) == Role::Defender && round::alive(b, *s))
        .collect()
}

/// The figures a side still needs across: more than half of those it began with (C2).
fn missing(b: &Skirmish, side: Side) -> u16 {
    let began = b.setup.roster.iter().filter(|l| l.side == side).count();
    let goal = b.board.grid().edge(far_edge(b, side), 1);
    let across = b
        .all()
        .filter(|f| {
            let figure = b.figure(*f);
            figure.side == side
                && match figure.place {
                    Place::Out => true,
                    Place::On => eyes::spaces(b, *f).iter().any(|s| goal.contains(*s)),
                    _ => false,
                }
        })
        .count();
    (began / 2 + 1).saturating_sub(across) as u16
}

/// Whether a side has got across; who is there to stop others has nowhere to go (C7).
fn escaped(b: &Skirmish, side: Side) -> bool {
    role(b, side) != Role::Defender && missing(b, side) == 0
}

fn far_edge(b: &Skirmish, side: Side) -> Edge {
    b.setup.sides[side.index()].edge.turned(2)
}

/// Whether one of a side's figures holds an item at its own edge (C4).
fn carried_home(b: &Skirmish, side: Side) -> bool {
    let home = || b.board.grid().edge(b.setup.sides[side.index()].edge, 1);
    b.state.items.iter().any(|holder| match holder {
        Holder::Figure(who) => {
            b.figure(*who).side == side
                && b.figure(*who).is_on()
                && eyes::spaces(b, *who).iter().any(|s| home().contains(*s))
        }
        Holder::Space(_) => false,
    })
}

// ---- goals ----

/// What a side can win besides points.
pub fn goals(b: &Skirmish, side: Side) -> Vec<Goal> {
    let grid = b.board.grid();
    let row = |edge: Edge| {
        let mut row = grid.edge(edge, 1);
        row.keep(b.board.standable());
        row
    };
    let mut goals = Vec::new();
    match b.setup.brief.aim {
        Aim::Escape if role(b, side) == Role::Defender => goals.push(Goal::Fight),
        Aim::Escape => goals.push(Goal::Reach {
            spaces: row(far_edge(b, side)),
            need: missing(b, side),
            leave: true,
        }),
        Aim::Transport => {
            let to = row(b.setup.sides[side.index()].edge);
            goals.extend((0..b.state.items.len()).map(|item| Goal::Carry {
                item: item as u8,
                now: b.state.items[item],
                to: to.clone(),
            }));
        }
        Aim::Fortress => {
            let spaces = object(b).unwrap_or_default();
            let hits = fortress::hits(b).saturating_sub(fortress::taken(b));
            let object = Spaces::of(b.board.len(), spaces);
            goals.push(match role(b, side) {
                Role::Attacker => Goal::Destroy { object, hits },
                _ => Goal::Guard { object, hits },
            });
        }
        _ => {
            goals.push(Goal::Fight);
            goals.extend(prizes::goals(b, side));
        }
    }
    for (device, spec) in b.setup.brief.devices.iter().enumerate() {
        let useful = match spec.effect {
            Effect::Win | Effect::Score(_) => true,
            Effect::Free => prisoner(b, side).is_some(),
            _ => false,
        };
        let own = spec.side.is_none_or(|owner| owner == side);
        if useful && own && !b.state.devices[device] {
            goals.push(Goal::Use {
                device: device as u8,
                at: spec.at,
            });
        }
    }
    goals
}

/// Somebody of a side that is still to be freed.
fn prisoner(b: &Skirmish, side: Side) -> Option<Fig> {
    b.all()
        .find(|f| b.figure(*f).place == Place::Reserve && b.figure(*f).side == side)
}

/// Whether those in reserve are prisoners, to be freed by a device (A9).
pub fn prisoners(b: &Skirmish) -> bool {
    let frees = |spec: &DeviceSpec| spec.effect == Effect::Free;
    b.setup.brief.devices.iter().any(frees)
}

// ---- those who come later (C6) ----

/// Whether a side brings its figures in one by one.
pub fn spawns(b: &Skirmish, side: Side) -> bool {
    b.setup.brief.aim == Aim::Spawning && role(b, side) == Role::Attacker
}

/// The figures a side has yet to bring in; those aboard come with their mounts.
fn reserves(b: &Skirmish, side: Side) -> impl Iterator<Item = Fig> + '_ {
    b.all().filter(move |f| {
        let mount = b.setup.roster[f.index()].aboard;
        b.figure(*f).place == Place::Reserve
            && b.figure(*f).side == side
            && mount.is_none_or(|m| b.figure(m).place != Place::Reserve)
    })
}

/// Whether a side's turn to move begins with a reserve coming in.
pub fn spawn_due(b: &Skirmish, side: Side) -> bool {
    spawns(b, side)
        && b.state.table.step == super::table::Step::Move
        && b.state.table.spawned >> side.0 & 1 == 0
        && reserves(b, side).next().is_some()
}

/// Where a reserve can come in at an edge: within its Move Unit of it, or else on the free place
/// nearest to it.
pub fn spawn_places(b: &Skirmish, who: Fig, edge: Edge) -> Spaces {
    let unit = numbers::move_unit(&b.setup.config, b.unit(who).kind);
    let grid = b.board.grid();
    let strip = grid.edge(edge, unit);
    let ground = Ground::new(b, who);
    let near = |at: &Space| {
        ground
            .free(b, *at)
            .is_some_and(|spaces| spaces.iter().any(|s| strip.contains(*s)))
    };
    let found = Spaces::of(b.board.len(), b.board.spaces().iter().filter(near));
    if !found.is_empty() {
        return found;
    }
    let rim: Vec<Space> = grid.edge(edge, 1).iter().collect();
    Spaces::of(b.board.len(), riding::nearest_free(b, who, &rim))
}

/// What is asked.
pub fn decision(_b: &Skirmish, stage: SpawnStage) -> Decision {
    match stage {
        SpawnStage::Roll { side } => Decision {
            who: Who::Chance,
            ask: Ask::Roll {
                purpose: Purpose::Spawn,
                dice: smallvec![6],
                by: None,
                sides: vec![side],
                need: None,
            },
        },
        SpawnStage::Edge { side } => Decision {
            who: Who::Side(side),
            ask: Ask::Choose {
                topic: Topic::Edge,
                who: None,
            },
        },
        SpawnStage::Place { side, .. } => Decision {
            who: Who::Side(side),
            ask: Ask::Spawn,
        },
    }
}

/// Every legal answer.
pub fn legal(b: &Skirmish, stage: SpawnStage, each: &mut dyn FnMut(Answer) -> bool) {
    match stage {
        SpawnStage::Roll { .. } => {}
        SpawnStage::Edge { .. } => {
            let _ = Edge::ALL
                .into_iter()
                .all(|edge| each(Answer::Choose(Choice::Edge(edge))));
        }
        SpawnStage::Place { side, edge } => {
            for who in reserves(b, side) {
                for to in spawn_places(b, who, edge).iter() {
                    if !each(Answer::Place { who, to }) {
                        return;
                    }
                }
            }
            each(Answer::Done);
        }
    }
}

/// Whether an answer is legal.
///
/// # Errors
/// Why not.
pub fn check(b: &Skirmish, stage: SpawnStage, answer: &Answer) -> Result<(), Refused> {
    match (stage, answer) {
        (SpawnStage::Edge { .. }, Answer::Choose(Choice::Edge(_))) => Ok(()),
        (SpawnStage::Edge { .. }, Answer::Choose(_)) => Err("choose an edge of the board".into()),
        (SpawnStage::Place { .. }, Answer::Done) => Ok(()),
        (SpawnStage::Place { side, edge }, Answer::Place { who, to }) => {
            if !reserves(b, side).any(|f| f == *who) {
                Err("this figure is not in reserve".into())
            } else if spawn_places(b, *who, edge).contains(*to) {
                Ok(())
            } else {
                Err("a reserve comes in on a free space at most one Move Unit from the edge".into())
            }
        }
        _ => Err("that does not answer the question".into()),
    }
}

/// Carries out a legal answer.
pub fn resolve<L: Log>(b: &mut Skirmish, stage: SpawnStage, answer: &Answer, log: &mut L) {
    b.state.frames.pop();
    match (stage, answer) {
        (SpawnStage::Roll { side }, Answer::Faces(faces)) => rolled(b, side, faces, log),
        (SpawnStage::Edge { side }, Answer::Choose(choice)) => {
            b.emit(
                Event::Chosen {
                    who: None,
                    choice: *choice,
                },
                log,
            );
            if let Choice::Edge(edge) = *choice {
                come_in(b, side, edge);
            }
        }
        (SpawnStage::Place { .. }, Answer::Place { who, to }) => setup::put(b, *who, *to, log),
        _ => {}
    }
}

/// The die of a reserve: 1 opposite, 2 right, 3 own, 4 left, 5 any, 6 none.
fn rolled<L: Log>(b: &mut Skirmish, side: Side, faces: &Faces, log: &mut L) {
    let natural = round::record_roll(b, Purpose::Spawn, Some(side), faces, log);
    let own = b.setup.sides[side.index()].edge;
    match natural {
        1 => come_in(b, side, own.turned(2)),
        2 => come_in(b, side, own.turned(3)),
        3 => come_in(b, side, own),
        4 => come_in(b, side, own.turned(1)),
        5 => b.state.frames.push(Frame::Spawn(SpawnStage::Edge { side })),
        _ => {}
    }
}

/// Asks who comes in at an edge, if anybody can.
fn come_in(b: &mut Skirmish, side: Side, edge: Edge) {
    let can = |who: Fig| !spawn_places(b, who, edge).is_empty();
    if reserves(b, side).any(can) {
        b.state
            .frames
            .push(Frame::Spawn(SpawnStage::Place { side, edge }));
    }
}

/// A sensible answer: the edge nearest to the enemy; mounts and shooters first, the commander
/// last, as near to the enemy as may be.
pub fn preset(b: &Skirmish, stage: SpawnStage) -> Answer {
    let grid = b.board.grid();
    let enemies = |side: Side| -> Vec<Space> {
        b.on_board()
            .filter(|f| b.team(b.figure(*f).side) != b.team(side))
            .map(|f| b.figure(f).at)
            .collect()
    };
    match stage {
        SpawnStage::Roll { .. } => Answer::Done,
        SpawnStage::Edge { side } => {
            let enemies = enemies(side);
            let far = |edge: Edge| -> u32 {
                let rim: Vec<Space> = grid.edge(edge, 1).iter().collect();
                grid.gap(&rim, &enemies)
            };
            let edge = Edge::ALL.into_iter().min_by_key(|edge| far(*edge));
            Answer::Choose(Choice::Edge(edge.unwrap_or(Edge::North)))
        }
        SpawnStage::Place { side, edge } => {
            let enemies = enemies(side);
            let mut waiting: Vec<Fig> = reserves(b, side).collect();
            waiting.sort_by_key(|f| {
                let unit = b.unit(*f);
                let guy = unit.kind.is_guy() && unit.kind != Kind::Hero;
                (unit.commander, guy, std::cmp::Reverse(unit.cost), *f)
            });
            waiting
                .into_iter()
                .find_map(|who| {
                    let to = spawn_places(b, who, edge)
                        .iter()
                        .min_by_key(|at| (grid.gap(&enemies, &[*at]), *at))?;
                    Some(Answer::Place { who, to })
                })
                .unwrap_or(Answer::Done)
        }
    }
}
