//! One figure in words against another: what an attack may lead to, on no board in particular.

use super::Policy;
use crate::battle::{
    Act, AnyBattle, Ask, Battle, Brief, Deploy, Fig, Hints, Mode, Placed, Pose, Range, Ratio, Side,
    Stand, Start, Target, Who,
};
use crate::board::{Board, Cost, Grid, GridKind, Map, Opacity, Space, Stagger, Terrain, TerrainId};
use crate::source::{Fault, Source};
use serde_json::{Value, json};
use std::sync::Arc;

/// How far two figures are apart unless it is said.
pub const APART: u32 = 4;

/// The farthest they can be.
pub const FARTHEST: u32 = 200;

/// As many figures may stand behind a target.
const MOST_MORE: u16 = 6;

/// What is asked about.
#[derive(Copy, Clone, Debug)]
pub struct Duel<'a> {
    /// The attacker, in the words of force files.
    pub attacker: &'a Source,
    /// The target, likewise.
    pub target: &'a Source,
    /// Hand to hand, where the ruleset tells that from other attacks.
    pub hand_to_hand: bool,
    /// The target is in cover.
    pub cover: bool,
    /// How many spaces they are apart, where that matters and they do not touch.
    pub apart: u32,
    /// Who rolls failures again.
    pub policy: Policy,
    /// The rules file, if one was given.
    pub rules: Option<&'a Source>,
}

/// Outcomes as JSON.
pub fn outcomes_json(outcomes: Vec<(String, Ratio)>) -> Value {
    outcomes
        .into_iter()
        .map(
            |(outcome, p)| json!({ "outcome": outcome, "p": p.to_string(), "p_float": decimal(p) }),
        )
        .collect()
}

/// Named numbers as JSON.
pub fn lines(lines: &[crate::battle::Line]) -> Value {
    lines
        .iter()
        .map(|l| json!({ "name": l.name, "value": l.value }))
        .collect()
}

/// A chance as a decimal number of four places.
pub fn decimal(chance: Ratio) -> Value {
    let (n, d) = (u128::from(*chance.numer()), u128::from(*chance.denom()));
    let parts = (n * 10_000 + d / 2) / d;
    let digits = format!("{}.{:04}", parts / 10_000, parts % 10_000);
    let short = digits.trim_end_matches('0');
    let short = if short.ends_with('.') {
        &digits[..=short.len()]
    } else {
        short
    };
    serde_json::from_str(short).expect("digits are a number")
}

/// The odds of an attack on a target that is farther away than the attacker reaches, as JSON.
pub fn out_of_reach(reach: u32, apart: u32) -> Value {
    json!({
        "how": null, "none": "out of reach", "reach": reach, "apart": apart,
        "need": null, "dice": [], "hit": "0", "armour_need": null, "wound": "0", "defeat": "0",
        "defeat_p": 0.0, "flee": "0", "pushed": "0", "lost": "0",
        "lines": [
            { "name": "reach", "value": format!("{reach} spaces") },
            { "name": "distance", "value": format!("{apart} spaces") },
        ],
    })
}

/// How far a figure reaches in any way.
fn reach_of<R: Hints>(battle: &Battle<R>, who: Fig) -> Option<u32> {
    let range = |mode: &Mode| match mode.range {
        Range::Touch => 1,
        Range::Spaces(range) => range,
    };
    R::modes(battle, who, true).iter().map(range).max()
}

/// Puts a figure into a state.
type Posing<R> = fn(&mut Battle<R>, Fig);

/// The words of a figure without the states at their end, and these states.
fn posed<R: Hints>(words: &Source) -> (Source, Vec<Posing<R>>) {
    let (mut text, mut found) = (words.text.as_str(), Vec::new());
    while let Some((before, last)) = text.rsplit_once(',') {
        let said = |pose: &&Pose<R>| pose.0.eq_ignore_ascii_case(last.trim());
        let Some((_, pose)) = R::POSES.iter().find(said) else {
            break;
        };
        found.push(*pose);
        text = before;
    }
    (Source::new(words.name.clone(), text), found)
}

/// The words of a target without `and 3 more` at their end, and how many more there are.
fn with_more(words: &Source) -> (Source, u16) {
    let more = words.text.rsplit_once(',').and_then(|(before, last)| {
        let count = last.trim().strip_prefix("and ")?.strip_suffix(" more")?;
        Some((
            before,
            count.parse::<u16>().ok().filter(|n| *n <= MOST_MORE)?,
        ))
    });
    match more {
        Some((before, count)) => (Source::new(words.name.clone(), before), count),
        None => (words.clone(), 0),
    }
}

/// The outcomes of an attack on a small open board, by enumeration: of the way that defeats most
/// surely, with all others beside it.
pub(super) fn staged<R: Hints>(duel: &Duel) -> Result<Value, Fault> {
    let (attacker, own) = posed::<R>(duel.attacker);
    let (target, others) = posed::<R>(duel.target);
    let (target, more) = with_more(&target);
    let said = Duel {
        attacker: &attacker,
        target: &target,
        ..*duel
    };
    let mut battle = set_up::<R>(&said, more)?;
    for (who, poses) in [(Fig(0), own), (Fig(1), others)] {
        poses.iter().for_each(|pose| pose(&mut battle, who));
    }
    let (who, target) = (Fig(0), Target::Figure(Fig(1)));
    let figure = battle.figure(who);
    let stand = Stand {
        at: figure.at,
        facing: None,
        aloft: false,
    };
    let decision = battle.decision();
    let acting = decision.who == Who::Side(Side(0)) && matches!(decision.ask, Ask::Act { .. });
    let mut found = Vec::new();
    R::strikes(&battle, who, stand, &mut |how, at, sight| {
        if at == target {
            found.push((how, sight));
        }
        true
    });
    let mut ways = Vec::new();
    let mut best: Option<(Ratio, usize)> = None;
    for (how, sight) in found.into_iter().filter(|_| acting) {
        let act = Act::new(who, stand, how, target, sight);
        let chance = R::odds(&battle, &act).defeat;
        if best.is_none_or(|(most, _)| chance > most) {
            best = Some((chance, ways.len()));
        }
        ways.push(json!({
            "how": how.name(),
            "outcomes": outcomes_json(battle.outcomes(who, how, target, duel.policy)),
            "lines": lines(&R::lines(&battle, &act)),
        }));
    }
    let reach = reach_of(&battle, who).filter(|reach| *reach < duel.apart);
    if let (None, Some(reach), false) = (best, reach, duel.hand_to_hand) {
        return Ok(out_of_reach(reach, duel.apart));
    }
    let Some((_, best)) = best else {
        return Err(duel
            .attacker
            .fault_of_words("the attacker cannot attack this target in any way"));
    };
    let mut sheet = ways[best].clone();
    if ways.len() > 1 {
        sheet["ways"] = Value::Array(ways);
    }
    Ok(sheet)
}

/// Two figures as far apart as was asked for.
fn set_up<R: Hints>(duel: &Duel, more: u16) -> Result<Battle<R>, Fault> {
    let apart = match duel.hand_to_hand {
        true => 1,
        false => duel.apart.clamp(1, FARTHEST),
    };
    let mut trouble = None;
    // Whoever cannot stand on dry ground may do so in shallow water; and some take more room.
    for water in [false, true] {
        for room in 0..4 {
            match R::begin(stage(R::NAME, duel, more, water, apart + room)) {
                Ok(battle) => {
                    let spaces =
                        |who: Fig| battle.spaces_at(battle.figure(who).at, R::size(&battle, who));
                    let gap = battle.board.grid().gap(&spaces(Fig(0)), &spaces(Fig(1)));
                    if gap >= apart || !battle.figure(Fig(0)).is_on() {
                        return Ok(battle);
                    }
                }
                Err(fault) => {
                    trouble.get_or_insert(fault);
                }
            }
        }
    }
    let trouble = trouble.unwrap_or_else(|| {
        duel.attacker
            .fault_of_words("there is not enough room for these two figures")
    });
    Err(in_words(duel, trouble))
}

/// What the line of a force is written around the words of a figure.
const BEFORE: &str = "is = \"";

/// A fault in the words themselves, where it is one of them.
fn in_words(duel: &Duel, fault: Fault) -> Fault {
    let said = [duel.attacker, duel.target];
    let words = said.into_iter().find(|words| words.name == fault.file);
    match (words, fault.at) {
        (Some(words), Some((_, column))) if column > BEFORE.len() => {
            let at = column - 1 - BEFORE.len();
            Fault {
                at: Some((1, at + 1)),
                ..words.fault_of_words(fault.what)
            }
        }
        _ => fault,
    }
}

/// Two figures face to face on open ground or in shallow water, the first about to act; behind the
/// target `more` like it in a row.
fn stage(ruleset: &str, duel: &Duel, more: u16, water: bool, apart: u32) -> Brief {
    let grid = Grid {
        kind: GridKind::Square,
        stagger: Stagger::Even,
        columns: apart + 10,
        rows: 12,
    };
    let len = grid.len();
    let target = 2 + apart;
    let open = Terrain {
        name: "open".into(),
        sign: '.',
        cost: Cost::Plain,
        water,
        void: false,
        sight: Opacity::Clear,
        height: 0,
        cover: false,
        hits: None,
        becomes: None,
        colour: 0,
    };
    let bushes = Terrain {
        name: "bushes".into(),
        cover: true,
        ..open.clone()
    };
    // The target and all behind it is in cover, if it is to be.
    let hidden = |space: u32| duel.cover && space % grid.columns >= target;
    let terrain = (0..len as u32).map(|space| TerrainId(hidden(space).into()));
    let terrain = terrain.collect();
    let columns = grid.columns;
    let board = Board::new(Map {
        name: "open ground".into(),
        grid,
        credit: Default::default(),
        space_size: 2540,
        terrains: vec![open, bushes],
        terrain,
        elevation: vec![0; len],
        borders: Vec::new(),
        zones: Vec::new(),
    });
    let force = |seat: u8, words: &Source, count: u16| {
        let text = format!(
            "format = \"skirmish-force/1\"\nruleset = {ruleset:?}\nname = \"{seat}\"\n\
             [[figure]]\nname = \"A\"\nis = {:?}\ncount = {count}\n",
            words.text
        );
        Source::new(words.name.clone(), text)
    };
    let placed = |side: u8, number: u16, column: u32| Placed {
        at: Some(Space(5 * columns + column)),
        ..Placed::new(Side(side), number.to_string())
    };
    let behind = (1..=more).map(|n| placed(1, n + 1, target + u32::from(n)));
    let forces = [force(1, duel.attacker, 1), force(2, duel.target, 1 + more)];
    Brief {
        rules: duel.rules.cloned(),
        scenario: Source::new("open ground", ""),
        deploy: Some(Deploy::Auto),
        placed: [placed(0, 1, 2), placed(1, 1, target)]
            .into_iter()
            .chain(behind)
            .collect(),
        start: Start {
            round: 1,
            step: None,
            turn: Some(Side(0)),
            first: Some(Side(0)),
            at: None,
        },
        ..Brief::new(Arc::new(board), forces)
    }
}
