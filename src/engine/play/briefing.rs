//! What a player is told before a battle: what it is about, how it is won, what lies on the
//! board, who fights, and whom the forces favour.

use super::{AgentName, Setup, tell, words};
use crate::battle::{Aim, Effect, HalfPoints, Role, Side, Victory};
use crate::rules::Game;
use crate::scenario::Scenario;

/// A briefing, a part each; every part is one or several plain sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Briefing {
    /// Scenario, map, ruleset and rounds.
    pub title: String,
    /// What the author of the scenario says about it, if anything.
    pub notes: Option<String>,
    /// How it is won.
    pub victory: String,
    /// Items and devices: what they are and do, and where they are.
    pub things: Vec<String>,
    /// One line a side: name, points, figures, who plays it.
    pub sides: Vec<String>,
    /// Whom the forces favour.
    pub balance: String,
}

/// What is told about a battle.
pub fn briefing(game: &Game, setup: &Setup) -> Briefing {
    let scenario = Scenario::read(&setup.scenario).ok();
    let name = scenario
        .as_ref()
        .map_or_else(|| "Battle".to_owned(), |s| s.name().to_owned());
    let map = &game.board().map().name;
    let rounds = match game.status().rounds {
        Some(1) => "1 round".to_owned(),
        Some(n) => format!("{n} rounds"),
        None => "no limit of rounds".to_owned(),
    };
    Briefing {
        title: format!("{name} on {map} ({}, {rounds})", game.rules().name()),
        notes: scenario
            .as_ref()
            .and_then(|s| s.notes())
            .map(|notes| notes.split_whitespace().collect::<Vec<_>>().join(" ")),
        victory: victory(game),
        things: things(game),
        sides: game
            .all_sides()
            .map(|side| side_line(game, side, &setup.agents))
            .collect(),
        balance: balance(game) + &at_home(setup),
    }
}

/// What sides leave at home, as sentences.
fn at_home(setup: &Setup) -> String {
    let handicap = setup.conditions.handicap.iter();
    let left = handicap.flat_map(|handicap| &handicap.at_home);
    left.map(|left| format!(" {}.", left.sentence())).collect()
}

/// Who plays a side, in words.
pub fn player(agents: &[AgentName], side: Side) -> String {
    let people = agents.iter().filter(|a| **a == AgentName::Human).count();
    match agents.get(side.index()) {
        Some(AgentName::Human) if people == 1 => "you".to_owned(),
        Some(AgentName::Human) => "a person".to_owned(),
        Some(AgentName::Stdin) => "a program on the standard input".to_owned(),
        Some(AgentName::Command(program)) => format!("the program {program}"),
        Some(opponent @ AgentName::Opponent { .. }) => format!("the computer ({opponent})"),
        None => "the computer".to_owned(),
    }
}

fn side_line(game: &Game, side: Side, agents: &[AgentName]) -> String {
    let setup = &game.sides()[side.index()];
    let figures = game.all().filter(|f| game.first_side(*f) == side).count();
    let points = match setup.points {
        HalfPoints::ZERO => String::new(),
        points => format!(", {points} points"),
    };
    let role = match setup.role {
        Role::Equal => "",
        Role::Attacker => ", attacks",
        Role::Defender => ", defends",
    };
    let team = if game.sides().iter().any(|s| s.team != setup.team)
        && game.sides().iter().filter(|s| s.team == setup.team).count() > 1
    {
        format!(", team {}", setup.team)
    } else {
        String::new()
    };
    format!(
        "side {}: {}, {figures} figures{points}{role}{team}, played by {}",
        side.0 + 1,
        setup.name,
        player(agents, side)
    )
}

/// How the battle is won, in sentences.
fn victory(game: &Game) -> String {
    let brief = game.brief();
    let own = match brief.aim {
        Aim::Escape => {
            "The first team with more than half of its figures across the far edge wins. "
        }
        Aim::Transport => "The team that carries the object home to its own edge wins. ",
        Aim::Fortress => {
            "The attackers win if the building falls; the defenders win if it still stands. "
        }
        Aim::Ambush => "The attackers lie in wait for the defenders. ",
        Aim::Spawning => "The defenders hold out; the attackers come back in again and again. ",
        Aim::Battle => "",
    };
    let device = if brief.devices.iter().any(|d| d.effect == Effect::Win) {
        "A device decides the battle at once. "
    } else {
        ""
    };
    let last = match (points_decide(game), game.rules().short("win")) {
        (true, _) => "The side with the most points wins when the rounds are over.".to_owned(),
        (false, Some(text)) => text,
        (false, None) => "The last side with figures on the board wins.".to_owned(),
    };
    format!("{own}{device}{}", super::short::filled(&last, game))
}

/// Whether points alone decide.
fn points_decide(game: &Game) -> bool {
    let config = game.config();
    game.brief().victory == Some(Victory::Points)
        || game.brief().victory.is_none()
            && config.get("victory").and_then(|v| v.as_str()) == Some("points")
}

/// Items and devices, a sentence each.
fn things(game: &Game) -> Vec<String> {
    let space = |at| words::space(game, at);
    let lost = |guard: Option<Side>| match guard {
        Some(side) => format!("; {} loses as many", tell::side(game, side)),
        None => String::new(),
    };
    let items = (0..game.items().len()).map(|i| {
        let (index, spec) = (i as u8, &game.items()[i]);
        let counts = match spec.points {
            HalfPoints::ZERO => String::new(),
            points => format!("; counts {} for the side that holds it", points.named()),
        };
        format!(
            "{}, {}: a figure picks it up by ending its move there{counts}{}",
            words::item(game, index),
            super::refusal::item_place(game, index),
            lost(spec.guard)
        )
    });
    let devices = game.devices().iter().enumerate().map(|(i, device)| {
        let does = match &device.effect {
            Effect::Door(a, b) => {
                format!("opens or shuts the door {}", words::border(game, *a, *b))
            }
            Effect::Force(a, b) => {
                format!("takes away the barrier {}", words::border(game, *a, *b))
            }
            Effect::Clear(at) => format!("clears {}", space(*at)),
            Effect::Score(points) => format!("scores {}", points.named()),
            Effect::Win => "wins the battle".to_owned(),
            Effect::Free => "brings a reserve figure onto the board".to_owned(),
        };
        let only = match device.side {
            Some(side) => format!("; only {} can use it", tell::side(game, side)),
            None => String::new(),
        };
        format!(
            "{}, on {}: {does}{}{only}",
            words::device(game, i as u8),
            space(device.at),
            lost(device.guard)
        )
    });
    items.chain(devices).collect()
}

/// Whom the forces favour, in a sentence.
fn balance(game: &Game) -> String {
    let mut teams: Vec<(u8, i64, usize)> = Vec::new();
    for side in game.all_sides() {
        let setup = &game.sides()[side.index()];
        let figures = game.all().filter(|f| game.first_side(*f) == side).count();
        match teams.iter_mut().find(|(team, ..)| *team == setup.team) {
            Some((_, points, many)) => {
                *points += i64::from(setup.points.0);
                *many += figures;
            }
            None => teams.push((setup.team, i64::from(setup.points.0), figures)),
        }
    }
    let unlike = game.sides().iter().any(|s| s.role != Role::Equal);
    let by_points = teams.iter().all(|(_, points, _)| *points > 0);
    let value = |&(_, points, figures): &(u8, i64, usize)| {
        if by_points { points } else { figures as i64 }
    };
    let (Some(best), Some(least)) = (
        teams.iter().max_by_key(|t| value(t)),
        teams.iter().min_by_key(|t| value(t)),
    ) else {
        return String::new();
    };
    let (most, fewest) = (value(best), value(least));
    let shown = |n: i64| {
        if by_points {
            format!("{} points", HalfPoints(n as i32))
        } else {
            format!("{n} figures")
        }
    };
    let whom = || {
        let of: Vec<String> = game
            .all_sides()
            .filter(|s| game.team(*s) == best.0)
            .map(|s| tell::side(game, s))
            .collect();
        of.join(" and ")
    };
    let text = if most == fewest {
        format!("The forces are worth the same ({} each)", shown(most))
    } else if (most - fewest) * 20 <= most {
        format!(
            "The forces are worth about the same ({} and {})",
            shown(most),
            shown(fewest)
        )
    } else {
        format!(
            "By its force, {} is favoured ({} against {})",
            whom(),
            shown(most),
            shown(fewest)
        )
    };
    if unlike {
        format!("{text}; the sides have different tasks, so this tells only a part.")
    } else {
        format!("{text}.")
    }
}
