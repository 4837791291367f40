//! Reading plain forces and assembling a battle of them, for several rulesets.

use super::{aims, deploying, parts};
use crate::battle::{
    Aim, Battle, Brief, Fig, Figure, Force, ForceFigure, HalfPoints, Holder, Listed, Nerve, Place,
    Ruleset, Setup, Side, SideSetup, State,
};
use crate::board::{Board, Damage, DamagedBoards, Facing, Space, Spaces, Use};
use crate::source::{Fault, Source};
use std::fmt::Display;
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;

/// A force file in which a figure has a name, a count and words.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    format: Spanned<String>,
    ruleset: Spanned<String>,
    name: String,
    #[serde(rename = "notes")]
    _notes: Option<String>,
    #[serde(default)]
    nerve: Nerve,
    #[serde(default)]
    figure: Vec<DraftFigure>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftFigure {
    #[serde(rename = "notes")]
    _notes: Option<String>,
    name: Option<Spanned<String>>,
    count: Option<Spanned<u16>>,
    is: Spanned<String>,
}

/// Reads a force file in which a figure has a name, a count and words (`is`). `figure` makes one
/// of its words, with the name it has unless the file gives one; `called` is what one is called.
///
/// # Errors
/// What is wrong in the file, and where.
pub fn force<U: Clone, E: Display>(
    source: &Source,
    ruleset: &str,
    called: &str,
    figure: impl Fn(&str) -> Result<ForceFigure<U>, E>,
) -> Result<Force<U>, Fault> {
    source.check_format("force", 1)?;
    let draft: Draft = source.parse()?;
    source.version(&draft.format, "force", 1)?;
    parts::written_for(source, &draft.ruleset, ruleset)?;
    let all = format!("{called}s");
    let mut figures = Vec::new();
    for line in &draft.figure {
        let span: Range<usize> = line.is.span();
        let mut made =
            figure(line.is.get_ref()).map_err(|e| source.fault(span.clone(), e.to_string()))?;
        let count = parts::count(source, line.count.as_ref(), span, figures.len(), &all)?;
        if let Some(name) = parts::name(source, line.name.as_ref(), &format!("the {called}'s"))? {
            made.name = name;
        }
        figures.extend(std::iter::repeat_n(made, count));
    }
    if figures.is_empty() {
        return Err(source.fault_somewhere(format!(
            "the force has no {all}; add a [[figure]] with name, count and is"
        )));
    }
    Ok(Force {
        name: draft.name,
        nerve: draft.nerve,
        points: figures.iter().map(|f| f.points).sum(),
        figures,
        findings: Vec::new(),
    })
}

/// The brief of a battle with what its aim needs, and its configuration. `steps`: where it may begin;
/// `devices`: whether the rules have devices.
///
/// # Errors
/// What is wrong with the rules file, or what these rules cannot play.
pub fn prepared<R: Ruleset>(
    mut brief: Brief,
    steps: &[&str],
    devices: bool,
) -> Result<(Brief, R::Config), Fault> {
    let config = R::config(brief.rules.as_ref())?;
    aims::check(&brief, R::NAME, steps, devices)?;
    aims::prepare(&mut brief);
    Ok((brief, config))
}

/// Adds the figures of a force to the roster, and returns its side, without a zone yet.
pub fn enlist<U>(
    roster: &mut Vec<Listed<U>>,
    brief: &Brief,
    index: usize,
    force: Force<U>,
) -> SideSetup {
    let base = roster.len();
    for (number, figure) in (1u16..).zip(force.figures) {
        roster.push(Listed {
            side: Side(index as u8),
            number,
            name: figure.name,
            aboard: figure.aboard.map(|mount| Fig((base + mount) as u16)),
            unit: figure.unit,
            words: figure.words,
            appearance: figure.appearance,
            points: figure.points,
        });
    }
    let side = &brief.sides[index];
    SideSetup {
        name: force.name,
        nerve: force.nerve,
        seat: side.seat,
        team: side.team,
        role: side.role,
        zone: Spaces::default(),
        edge: parts::edge_of(side.seat),
        solo: false,
        points: force.points,
    }
}

/// Reads the forces of all sides of a plain battle, each with a zone on this `ground` that holds
/// `room` spaces for each figure. `allowed` refuses a force.
///
/// # Errors
/// What is wrong with a force.
#[allow(clippy::type_complexity)]
pub fn muster<R: Ruleset, E: Display>(
    brief: &Brief,
    config: &R::Config,
    board: &Board,
    (room, ground): (usize, &Spaces),
    allowed: impl Fn(usize, &Force<R::Unit>) -> Result<(), E>,
) -> Result<(Vec<Listed<R::Unit>>, Vec<SideSetup>), Fault> {
    let (mut roster, mut sides) = (Vec::new(), Vec::new());
    for (index, side) in brief.sides.iter().enumerate() {
        let force = R::force(&side.force, config)?;
        allowed(index, &force)
            .map_err(|why| side.force.fault_under(&["figure"], why.to_string()))?;
        let room = room * force.figures.len();
        let mut setup = enlist(&mut roster, brief, index, force);
        if brief.aim != Aim::Battle {
            setup.edge = parts::edges(brief)[index];
        }
        let given = side.zone.as_ref().or_else(|| match brief.aim {
            Aim::Battle => board.zone(Use::Deployment, side.seat),
            _ => None,
        });
        setup.zone = match given {
            Some(zone) => {
                let mut zone = zone.clone();
                zone.keep(ground);
                zone
            }
            None => aims::zone(board, (brief.aim, brief.scale), setup.edge, room, ground),
        };
        sides.push(setup);
    }
    Ok((roster, sides))
}

/// A force that costs too much.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub struct TooDear {
    /// What it costs.
    points: HalfPoints,
    /// What it may cost.
    budget: HalfPoints,
    /// Whether the scenario says so, and not the rules.
    by_scenario: bool,
}

impl TooDear {
    /// A force that costs more than the rules allow.
    pub fn for_rules(points: HalfPoints, budget: HalfPoints) -> Self {
        Self {
            points,
            budget,
            by_scenario: false,
        }
    }

    fn text(&self) -> String {
        let (points, budget) = (self.points, self.budget);
        match self.by_scenario {
            true => format!(
                "the force costs {} points; the scenario allows only {}",
                points.floor(),
                budget.floor()
            ),
            false => {
                format!("the force costs {points} points, but it may cost only {budget}")
            }
        }
    }
}

/// That a force costs no more than the scenario allows.
///
/// # Errors
/// By how much it does.
pub fn within_budget<U>(budget: Option<HalfPoints>, force: &Force<U>) -> Result<(), TooDear> {
    match budget {
        Some(budget) if force.points > budget => Err(TooDear {
            points: force.points,
            budget,
            by_scenario: true,
        }),
        _ => Ok(()),
    }
}

/// A battle before anybody is placed: everybody is in reserve with the `mark` it begins with.
pub fn assemble<R: Ruleset>(
    brief: Brief,
    config: R::Config,
    board: Arc<Board>,
    (roster, sides): (Vec<Listed<R::Unit>>, Vec<SideSetup>),
    mark: impl Fn(&R::Config, &Brief, &R::Unit) -> R::Mark,
    table: R::Table,
) -> Battle<R> {
    let figures = roster.iter().map(|listed| Figure {
        side: listed.side,
        place: Place::Reserve,
        at: Space(0),
        facing: Facing::default(),
        aloft: false,
        aboard: None,
        mark: mark(&config, &brief, &listed.unit),
    });
    let middle = || board.grid().nearest_to_centre(board.standable());
    let items = brief.items.iter().map(|item| item.at.or_else(middle));
    let state = State {
        figures: figures.collect(),
        items: items
            .map(|at| Holder::Space(at.unwrap_or(Space(0))))
            .collect(),
        devices: vec![false; brief.devices.len()],
        scores: vec![HalfPoints::ZERO; sides.len()],
        damage: Damage::default(),
        outcome: None,
        table,
        frames: Vec::new(),
    };
    let setup = Setup {
        board,
        boards: DamagedBoards::default(),
        sides,
        roster,
        config,
        brief,
    };
    Battle::new(Arc::new(setup), state)
}

/// A plain battle in which nobody is asked where figures begin: every figure stands on the board as
/// the first round begins. `called` is what a figure is called; `round` begins a round.
///
/// # Errors
/// What is wrong with the forces, the rules, the scenario, or how they go together.
pub fn begin_plain<R: Ruleset>(
    brief: Brief,
    called: &str,
    round: impl FnOnce(&mut Battle<R>, u16, &mut ()),
) -> Result<Battle<R>, Fault>
where
    R::Mark: Default,
    R::Table: Default,
{
    let (config, first) = (R::config(brief.rules.as_ref())?, brief.start.round.max(1));
    parts::plain_battle(&brief, R::NAME, &[])?;
    let board = brief.board.clone();
    let ground = (1, board.standable());
    let allowed = |_, _: &Force<_>| Ok::<_, TooDear>(());
    let forces = muster::<R, _>(&brief, &config, &board, ground, allowed)?;
    let mark = |_: &R::Config, _: &Brief, _: &R::Unit| R::Mark::default();
    let table = R::Table::default();
    let mut b = assemble(brief, config, board, forces, mark, table);
    deploying::place_everybody(&mut b, called)?;
    round(&mut b, first, &mut ());
    Ok(b)
}

/// Whether figures that the scenario does not name are deployed: if it names none, or says how.
pub fn deploys_others(brief: &Brief) -> bool {
    brief.placed.is_empty() || brief.deploy.is_some()
}
