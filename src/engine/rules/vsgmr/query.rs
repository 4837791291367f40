//! What opponents, overlays and reports ask (see [`crate::battle::Ruleset`]).

use super::eyes::{self, Eyes};
use super::numbers::{self, supports};
use super::odds::{Aim, Case, Rerolls, roll_of};
use super::stages::SetupStage;
use super::table::{Frame, Mark, Step};
use super::unit::Trait;
use super::{Skirmish, moving, riding, round, sight, solo, structures, words};
use crate::battle::{
    Act, Choice, EachGroup, Fig, Figure, How, Line, Menace, Milli, Odds, OddsState, Place, Shown,
    Side, Stand, Status, Target,
};
use crate::board::{Footprint, Sight};
use smallvec::SmallVec;

/// A figure with everything aboard, for each that is not aboard itself.
pub fn groups(b: &Skirmish, side: Side, each: &mut EachGroup) {
    let carried = b.on_board().any(|f| b.figure(f).aboard.is_some());
    for lead in b.on_board() {
        if b.figure(lead).side != side || b.figure(lead).aboard.is_some() {
            continue;
        }
        if carried {
            let group: SmallVec<[Fig; 8]> = std::iter::once(lead).chain(b.load(lead)).collect();
            each(&group);
        } else {
            each(&[lead]);
        }
    }
}

/// All that matters about one act from a stand.
pub fn case<'a>(
    b: &'a Skirmish,
    who: Fig,
    (spaces, aloft): (&Footprint, bool),
    how: How,
    at: Target,
    sight: Sight,
) -> Case<'a> {
    let (aim, covered, armour_supports) = match at {
        Target::Figure(target) => (
            Aim::Figure(b.unit(target)),
            sight == Sight::Cover || b.figure(target).aboard.is_some(),
            supports(b, target, &eyes::spaces(b, target), Choice::Armour),
        ),
        Target::Space(_) | Target::Border(..) if how != How::Skill => (Aim::Terrain, false, 0),
        _ => (Aim::Other, false, 0),
    };
    let close = match at {
        Target::Figure(target) if how == How::Shoot => eyes::close(b, who, spaces, aloft, target),
        _ => false,
    };
    let skilled = match at {
        Target::Device(device) => {
            b.setup.config.specific_skills
                && b.setup
                    .brief
                    .devices
                    .get(usize::from(device))
                    .and_then(|spec| spec.skill.as_ref())
                    .is_some_and(|skill| b.unit(who).skills.contains(&skill.to_lowercase()))
        }
        _ => false,
    };
    Case {
        config: &b.setup.config,
        who: b.unit(who),
        how,
        at: aim,
        covered,
        close,
        supports: supports(b, who, spaces, roll_of(how)),
        armour_supports,
        skilled,
        hits: match at {
            Target::Figure(target) => structures::hits_left(b, target),
            Target::Space(_) | Target::Border(..) if how != How::Skill => {
                structures::terrain_hits_left(b, at)
            }
            _ => 1,
        },
    }
}

/// The spaces of a figure at a stand.
pub fn spaces_at(b: &Skirmish, who: Fig, stand: Stand) -> Footprint {
    b.spaces_at(stand.at, b.unit(b.carrier(who)).size)
}

/// The exact odds of one act from a stand, nobody rolling again.
pub fn odds(b: &Skirmish, act: &Act) -> Odds {
    odds_if(b, act, Rerolls::default())
}

/// The exact odds of one act from a stand, failures rolled again once a side.
pub fn odds_if(b: &Skirmish, act: &Act, rerolls: Rerolls) -> Odds {
    let Act {
        who,
        stand,
        how,
        at,
        sight,
        ..
    } = *act;
    let spaces = spaces_at(b, who, stand);
    let mut attack = case(b, who, (&spaces, stand.aloft), how, at, sight);
    attack.close = imagined_close(b, act, &spaces).unwrap_or(attack.close);
    let mut odds = attack.odds_if(rerolls);
    let Target::Figure(target) = at else {
        return odds;
    };
    let unit = b.unit(who);
    match how {
        How::Shoot if unit.has(Trait::AreaEffect) => {
            odds.again = 2;
            odds.again_within = Some(numbers::half(b, who));
        }
        How::Fight if unit.has(Trait::DoubleStrike) => odds.again = 1,
        _ => {}
    }
    let answers = b.unit(target).has(Trait::Revenge)
        && matches!(how, How::Shoot | How::Fight)
        && riding::able(b, target)
        && (how != How::Shoot || b.unit(target).distance);
    if answers {
        let own = eyes::spaces(b, target);
        let back = if how == How::Shoot {
            let within = b.board.grid().gap(&own, &spaces) <= numbers::range(b, target);
            if within {
                Eyes::new(b, target, b.stand(target), false).see(&spaces, stand.aloft)
            } else {
                Sight::Blocked
            }
        } else {
            Sight::Clear
        };
        if back != Sight::Blocked {
            let aloft = b.figure(target).aloft;
            let back = case(b, target, (&own, aloft), how, Target::Figure(who), back);
            odds.lost = attack.avenged(&back, rerolls);
        }
    }
    odds
}

/// Whether an attacker touches its target, where one of them is imagined elsewhere: then no cover
/// counts (S5). `None`: both are where they stand.
fn imagined_close(b: &Skirmish, act: &Act, spaces: &Footprint) -> Option<bool> {
    let Target::Figure(target) = act.at else {
        return None;
    };
    let near = match (act.onto, act.gap) {
        (Some(to), _) => {
            let size = b.unit(b.carrier(target)).size;
            b.board.touching(spaces, &b.spaces_at(to, size))
        }
        (None, gap) => band(act.how, gap?) > 0,
    };
    let fights = !b.setup.config.touching_cover
        && !b.figure(target).aloft
        && !act.stand.aloft
        && !b.unit(act.who).is_building();
    Some(act.how == How::Shoot && near && fights)
}

/// See [`crate::battle::Hints::band`].
pub fn band(how: How, gap: u32) -> u8 {
    u8::from(how == How::Shoot && gap <= 1)
}

/// See [`crate::battle::Hints::odds_state`]: who is in the air or aboard of something, and hits
/// taken. Support and Revenge ask where figures are, and what they have done (T11, T16).
pub fn odds_state(b: &Skirmish) -> Option<OddsState> {
    let mut roster = b.setup.roster.iter();
    if roster.any(|l| l.unit.has(Trait::Support) || l.unit.has(Trait::Revenge)) {
        return None;
    }
    let state = |figure: &Figure<Mark>| {
        u32::from(figure.aloft) << 9
            | u32::from(figure.aboard.is_some()) << 8
            | u32::from(figure.mark.hits)
    };
    Some(b.state.figures.iter().map(state).collect())
}

/// The numbers behind [`odds`], named.
pub fn lines(b: &Skirmish, act: &Act) -> Vec<Line> {
    let spaces = spaces_at(b, act.who, act.stand);
    case(
        b,
        act.who,
        (&spaces, act.stand.aloft),
        act.how,
        act.at,
        act.sight,
    )
    .lines()
}

/// What a figure is worth to its side: its cost, half as much again
/// as commander, and a point for each item it holds.
pub fn worth(b: &Skirmish, who: Fig) -> Milli {
    let unit = b.unit(who);
    let base = numbers::value(b, who).milli().0;
    let office = if unit.commander { base / 2 } else { 0 };
    let items = b
        .state
        .items
        .iter()
        .filter(|holder| **holder == crate::battle::Holder::Figure(who))
        .count();
    Milli(base + office) + Milli::ONE * items as i64
}

/// Whether a side's turn in this step is still to come, or goes on.
fn to_come(b: &Skirmish, side: Side) -> bool {
    let table = &b.state.table;
    if b.setup.config.everyone_acts {
        return table.passed >> side.0 & 1 == 0;
    }
    let n = 8u16;
    let seat = |s: Side| u16::from(b.setup.sides[s.index()].seat);
    let place = |s: Side| (seat(s) + 256 - seat(table.first)) % 256 * n + u16::from(s.0);
    place(side) >= place(table.turn)
}

/// See [`crate::battle::Ruleset::notice`].
pub fn notice(b: &Skirmish, side: Side) -> Option<String> {
    let turns =
        "Sides take turns after each figure. A side that ends the step does nothing more in it.";
    let turns = b.setup.config.everyone_acts.then(|| turns.to_owned());
    let parts: Vec<String> = turns.into_iter().chain(solo::notice(b, side)).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// See [`crate::battle::Hints::menace`].
pub fn menace(b: &Skirmish, enemy: Fig, _who: Fig) -> Menace {
    let figure = b.figure(enemy);
    if !figure.is_on() {
        return Menace::None;
    }
    let new_round = matches!(
        b.state.frames.first(),
        Some(Frame::Initiative { .. } | Frame::First { .. } | Frame::Solo(_) | Frame::Setup(_))
    );
    let ways = sight::ways(b, enemy, new_round);
    let attacks = ways.shoot || ways.fight;
    if new_round {
        let bound = figure.mark.has(Mark::TO_BE_DISABLED);
        return if attacks && !bound {
            Menace::Moving
        } else {
            Menace::None
        };
    }
    let step = b.state.table.step;
    if step == Step::Move && to_come(b, figure.side) && moving::may_move(b, enemy) && attacks {
        return Menace::Moving;
    }
    let later = |own: Step| step < own || step == own && to_come(b, figure.side);
    if ways.shoot && later(Step::Shoot) || ways.fight && !figure.aloft && later(Step::Fight) {
        Menace::Standing
    } else {
        Menace::None
    }
}

/// How far a figure helps its friends by being near (T16); Inspiration helps from anywhere (T9).
#[inline]
pub fn aura(b: &Skirmish, who: Fig) -> u32 {
    let unit = b.unit(who);
    if unit.has(Trait::Support) {
        numbers::half(b, who)
    } else {
        0
    }
}

/// How a figure is shown.
pub fn shown(b: &Skirmish, who: Fig) -> Shown {
    let (figure, unit) = (b.figure(who), b.unit(who));
    let name = b.setup.roster[who.index()].name.clone();
    let mark = figure.mark;
    let mut status: Vec<String> = Vec::new();
    let mut say = |on: bool, what: &str| {
        if on {
            status.push(what.into());
        }
    };
    say(figure.place == Place::Gone, "defeated");
    say(figure.place == Place::Out, "off the board, safe");
    say(figure.place == Place::Reserve, "in reserve");
    if figure.is_on() {
        say(mark.has(Mark::MOVED), "moved");
        say(mark.has(Mark::ATTACKED), "has attacked");
        say(
            mark.has(Mark::ROLLED) && !mark.has(Mark::ATTACKED),
            "has rolled",
        );
        say(mark.has(Mark::DISABLED), "disabled");
        say(mark.has(Mark::TO_BE_DISABLED), "disabled next round");
        say(figure.aloft, "in the air");
        if let Some(mount) = figure.aboard {
            let on = &b.setup.roster[mount.index()].name;
            status.push(format!("aboard {on}"));
        }
        for (index, holder) in b.state.items.iter().enumerate() {
            if *holder == crate::battle::Holder::Figure(who) {
                status.push(format!("carries {}", b.setup.brief.items[index].name));
            }
        }
    }
    let letter = name
        .chars()
        .find(|c| c.is_alphanumeric())
        .unwrap_or('?')
        .to_ascii_uppercase();
    let mut said = unit.clone();
    said.support = mark.support;
    Shown {
        name,
        letter,
        kind: unit.kind.name(),
        size: unit.size,
        words: words::spell(&said),
        appearance: unit.appearance(),
        status,
        health: unit.is_building().then(|| {
            let most = structures::hits_most(&b.setup.config, unit);
            (structures::hits_left(b, who), most)
        }),
        points: unit.cost,
    }
}

/// What [`shown`] says of a figure.
pub const MARKS: &[(&str, &str)] = &[
    (
        "defeated",
        "It is out of the battle, and its points are scored",
    ),
    (
        "off the board, safe",
        "It has left the board and does not come back",
    ),
    ("in reserve", "It is not on the board yet"),
    ("moved", "It has moved in this round"),
    ("has attacked", "It has made its attack of this round"),
    ("has rolled", "It has made its skill roll of this round"),
    (
        "disabled",
        "It does not move, attack or roll for skill in this round",
    ),
    (
        "disabled next round",
        "It will be disabled in the next round",
    ),
    (
        "in the air",
        "It flies: it neither fights hand to hand nor is fought so",
    ),
    (
        "aboard …",
        "It rides on a mount or sits in a vehicle, and moves with it",
    ),
    ("carries …", "It has an object of the scenario with it"),
];

/// Where the battle stands.
pub fn status(b: &Skirmish) -> Status {
    let table = &b.state.table;
    let (step, turn) = match b.state.frames.first() {
        _ if b.state.outcome.is_some() => ("over", None),
        Some(Frame::Setup(SetupStage::Pieces(_))) => ("terrain", None),
        Some(Frame::Setup(_)) => ("deployment", None),
        Some(Frame::Spawn(_)) => ("reserves", Some(table.turn)),
        Some(Frame::Solo(_)) => ("solo", None),
        Some(Frame::Initiative { .. }) => ("initiative", None),
        Some(Frame::First { side }) => ("initiative", Some(*side)),
        _ => (table.step.name(), Some(table.turn)),
    };
    Status {
        round: table.round,
        rounds: round::rounds(b),
        step,
        turn,
        first: (table.round > 0).then_some(table.first),
    }
}
