//! Scenario files: what is fought for, by whom, where from, and figures set beforehand (C7).
//!
//! A scenario is read in two steps: [`Scenario::read`] needs only the file, [`Scenario::brief`]
//! the board and the forces too. How anything is resolved is not its business: it makes the
//! [`Brief`] that a ruleset begins with.

use crate::battle::{
    Aim, Brief, BriefSide, Deploy, DeviceSpec, Effect, ItemSpec, Placed, Role, Scale, Side, Solo,
    Start, Victory,
};
use crate::board::{Board, BorderKind, Facing, Space, Spaces, Use};
use crate::rules::Rules;
use crate::source::{Fault, Source};
use serde::Deserialize;
use std::sync::Arc;
use toml::Spanned;

macro_rules! embedded {
    ($($stem:literal),* $(,)?) => {
        &[$(($stem, include_str!(concat!("../maps/", $stem, ".scenario.toml")))),*]
    };
}

/// The scenarios that ship with the program: (name, text).
pub const SHIPPED: &[(&str, &str)] = embedded![
    "battle",
    "escape",
    "ambush",
    "transport",
    "fortress",
    "spawning",
    "crypt",
    "jailbreak",
    "outbreak",
    "siege",
    "sunken-seal",
];

/// The most seats there are (R3).
pub const MOST_SIDES: usize = 8;

/// A scenario file, checked as far as it can be without a board.
#[derive(Clone, Debug)]
pub struct Scenario {
    source: Source,
    draft: Draft,
    ruleset: Option<Rules>,
    scale: Option<Scale>,
    rounds: Option<Option<u16>>,
}

/// What options say over the scenario's head.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// The rules file.
    pub rules: Option<Source>,
    /// The solo table.
    pub solo: Option<Solo>,
    /// Rounds; `Some(None)`: no limit.
    pub rounds: Option<Option<u16>>,
    /// Figure scale.
    pub scale: Option<Scale>,
    /// Which sides the computer plays; those not listed, it does.
    pub computer: Vec<bool>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    format: Spanned<String>,
    name: Spanned<String>,
    notes: Option<String>,
    map: Option<Spanned<String>>,
    ruleset: Option<Spanned<String>>,
    scale: Option<Spanned<String>>,
    rounds: Option<Spanned<toml::Value>>,
    #[serde(default)]
    aim: Aim,
    victory: Option<Victory>,
    deploy: Option<Deploy>,
    solo: Option<Solo>,
    exits: Option<bool>,
    round: Option<Spanned<u16>>,
    step: Option<Spanned<String>>,
    turn: Option<Spanned<u8>>,
    first: Option<Spanned<u8>>,
    #[serde(default)]
    side: Vec<Spanned<SideDraft>>,
    #[serde(default)]
    item: Vec<ItemDraft>,
    #[serde(default)]
    device: Vec<DeviceDraft>,
    #[serde(default)]
    figure: Vec<Spanned<FigureDraft>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SideDraft {
    seat: Option<Spanned<u8>>,
    team: Option<Spanned<u8>>,
    role: Option<Spanned<String>>,
    budget: Option<Spanned<toml::Value>>,
    force: Option<Spanned<String>>,
    zone: Option<Spanned<Vec<Spanned<String>>>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemDraft {
    name: Spanned<String>,
    at: Option<Spanned<String>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DeviceDraft {
    name: Spanned<String>,
    at: Spanned<String>,
    effect: Spanned<String>,
    #[serde(default)]
    from_air: bool,
    skill: Option<String>,
    again: Option<bool>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FigureDraft {
    side: Spanned<u8>,
    unit: Spanned<toml::Value>,
    at: Option<Spanned<String>>,
    facing: Option<Spanned<String>>,
    mounted_on: Option<Spanned<toml::Value>>,
    #[serde(default)]
    aloft: bool,
    #[serde(default)]
    out: bool,
    #[serde(default)]
    reserve: bool,
    #[serde(default)]
    hits: u8,
}

/// The role of a word; each scenario's own words are known too.
fn role_named(word: &str) -> Option<Role> {
    match word.to_lowercase().as_str() {
        "equal" => Some(Role::Equal),
        "attacker" | "ambusher" | "assaulter" | "spawner" => Some(Role::Attacker),
        "defender" | "target" | "infiltrator" => Some(Role::Defender),
        _ => None,
    }
}

/// Whether an aim sets two unlike parties against each other.
fn has_roles(aim: Aim) -> bool {
    matches!(aim, Aim::Ambush | Aim::Fortress | Aim::Spawning)
}

impl Scenario {
    /// The plain battle, for when no scenario is named.
    pub fn plain() -> Scenario {
        let (name, text) = SHIPPED[0];
        Scenario::read(&Source::new(name, text)).expect("the shipped battle is well written")
    }

    /// Reads a scenario file.
    ///
    /// # Errors
    /// What is wrong in it, and where.
    pub fn read(source: &Source) -> Result<Scenario, Fault> {
        let draft: Draft = source.parse()?;
        source.version(&draft.format, "scenario", 1)?;
        if draft.name.get_ref().trim().is_empty() {
            return Err(source.fault(draft.name.span(), "a scenario needs a name"));
        }
        let ruleset = match &draft.ruleset {
            None => None,
            Some(name) => Some(Rules::named(name.get_ref()).ok_or_else(|| {
                let known: Vec<_> = Rules::ALL.iter().map(|r| r.name()).collect();
                let what = format!(
                    "unknown ruleset {:?}; known: {}",
                    name.get_ref(),
                    known.join(", ")
                );
                source.fault(name.span(), what)
            })?),
        };
        let scale = match &draft.scale {
            None => None,
            Some(name) => Some(Scale::named(name.get_ref()).ok_or_else(|| {
                let known: Vec<_> = Scale::ALL.iter().map(|s| s.name()).collect();
                let what = format!(
                    "unknown scale {:?}; known: {}",
                    name.get_ref(),
                    known.join(", ")
                );
                source.fault(name.span(), what)
            })?),
        };
        let rounds = match &draft.rounds {
            None => None,
            Some(value) => Some(match value.get_ref() {
                toml::Value::String(word) if word == "none" => None,
                toml::Value::Integer(n @ 1..=1000) => Some(*n as u16),
                _ => {
                    let what = "rounds is a number from 1 to 1000, or \"none\"";
                    return Err(source.fault(value.span(), what));
                }
            }),
        };
        let scenario = Scenario {
            source: source.clone(),
            draft,
            ruleset,
            scale,
            rounds,
        };
        scenario.check_sides()?;
        Ok(scenario)
    }

    fn check_sides(&self) -> Result<(), Fault> {
        let (source, sides) = (&self.source, &self.draft.side);
        if sides.len() == 1 || sides.len() > MOST_SIDES {
            let what = format!("a scenario has 2 to {MOST_SIDES} sides, or leaves them open");
            return Err(source.fault(sides[0].span(), what));
        }
        let mut seats = Vec::new();
        for (i, side) in sides.iter().map(Spanned::get_ref).enumerate() {
            let (seat, span) = match &side.seat {
                Some(seat) => (*seat.get_ref(), seat.span()),
                None => (i as u8 + 1, sides[i].span()),
            };
            if !(1..=MOST_SIDES as u8).contains(&seat) {
                return Err(source.fault(span, format!("seats count from 1 to {MOST_SIDES}")));
            }
            if seats.contains(&seat) {
                return Err(source.fault(span, format!("seat {seat} is taken already")));
            }
            seats.push(seat);
            if let Some(team) = &side.team
                && !(1..=MOST_SIDES as u8).contains(team.get_ref())
            {
                let what = format!("teams count from 1 to {MOST_SIDES}");
                return Err(source.fault(team.span(), what));
            }
            if let Some(role) = &side.role
                && role_named(role.get_ref()).is_none()
            {
                let what = format!(
                    "unknown role {:?}; known: equal, attacker, defender",
                    role.get_ref()
                );
                return Err(source.fault(role.span(), what));
            }
            if let Some(budget) = &side.budget {
                self.halves(budget)?;
            }
        }
        Ok(())
    }

    /// Points as half points.
    fn halves(&self, value: &Spanned<toml::Value>) -> Result<i32, Fault> {
        let halves = match value.get_ref() {
            toml::Value::Integer(n) => n.checked_mul(2),
            toml::Value::Float(x) if (x * 2.0).fract() == 0.0 && x.abs() < 1e6 => {
                Some((x * 2.0) as i64)
            }
            _ => None,
        };
        halves
            .and_then(|n| i32::try_from(n).ok())
            .filter(|n| (1..2_000_000).contains(n))
            .ok_or_else(|| {
                let what = "a budget is a number of points above 0, in steps of a half";
                self.source.fault(value.span(), what)
            })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        self.draft.name.get_ref()
    }
    /// What its author says about it.
    pub fn notes(&self) -> Option<&str> {
        self.draft.notes.as_deref()
    }
    /// The map it is for, if it is for one: a shipped name or a path.
    pub fn map(&self) -> Option<&str> {
        self.draft.map.as_ref().map(|m| m.get_ref().as_str())
    }
    /// The ruleset it is for, if it is for one.
    pub fn ruleset(&self) -> Option<Rules> {
        self.ruleset
    }
    /// What is fought for.
    pub fn aim(&self) -> Aim {
        self.draft.aim
    }
    /// The text it was read from.
    pub fn source(&self) -> &Source {
        &self.source
    }
    /// The number of sides, if it says.
    pub fn sides(&self) -> Option<usize> {
        (!self.draft.side.is_empty()).then_some(self.draft.side.len())
    }
    /// The force a side plays unless another is named, by name or path.
    pub fn force(&self, side: usize) -> Option<&str> {
        let force = &self.draft.side.get(side)?.get_ref().force;
        force.as_ref().map(|f| f.get_ref().as_str())
    }
    /// The points a side may spend, in half points, if it says.
    pub fn budget(&self, side: usize) -> Option<i32> {
        let budget = self.draft.side.get(side)?.get_ref().budget.as_ref()?;
        self.halves(budget).ok()
    }
    /// A side's part.
    pub fn role(&self, side: usize) -> Role {
        match self.draft.side.get(side) {
            None if !has_roles(self.aim()) => Role::Equal,
            None if side == 0 => Role::Attacker,
            None => Role::Defender,
            Some(draft) => match &draft.get_ref().role {
                Some(role) => role_named(role.get_ref()).unwrap_or_default(),
                None if !has_roles(self.aim()) => Role::Equal,
                None if side == 0 => Role::Attacker,
                None => Role::Defender,
            },
        }
    }

    /// A battle of this scenario, for a ruleset to begin.
    ///
    /// # Errors
    /// What does not go together with the board or the forces, and where the file says it.
    pub fn brief(
        &self,
        board: Arc<Board>,
        forces: &[Source],
        overrides: &Overrides,
    ) -> Result<Brief, Fault> {
        let wanted = self.sides();
        if wanted.is_some_and(|n| n != forces.len()) || !(2..=MOST_SIDES).contains(&forces.len()) {
            let wanted = wanted.map_or(format!("2 to {MOST_SIDES}"), |n| n.to_string());
            let what = format!(
                "the scenario is for {wanted} sides, and there are {} forces",
                forces.len()
            );
            return Err(self.source.fault_somewhere(what));
        }
        let on = Placing {
            scenario: self,
            board: &board,
            sides: forces.len(),
        };
        let sides = on.sides(forces, overrides)?;
        let items = on.items()?;
        let devices = on.devices()?;
        let placed = on.figures()?;
        let start = on.start()?;
        Ok(Brief {
            sides,
            rules: overrides.rules.clone(),
            aim: self.aim(),
            scenario: self.source.clone(),
            scale: overrides.scale.or(self.scale).unwrap_or_default(),
            rounds: overrides.rounds.or(self.rounds),
            victory: self.draft.victory,
            deploy: self.draft.deploy,
            solo: overrides.solo.or(self.draft.solo),
            exits: self.draft.exits.unwrap_or(self.aim() == Aim::Escape),
            items,
            devices,
            placed,
            start,
            board,
        })
    }
}

/// A scenario on its board.
struct Placing<'a> {
    scenario: &'a Scenario,
    board: &'a Board,
    sides: usize,
}

impl Placing<'_> {
    fn fault(&self, span: std::ops::Range<usize>, what: impl Into<String>) -> Fault {
        self.scenario.source.fault(span, what)
    }

    /// The space of a name, if the board has it.
    fn named(&self, name: &str) -> Option<Space> {
        let space = self.board.grid().named(name.trim())?;
        self.board.exists(space).then_some(space)
    }

    fn space(&self, name: &Spanned<String>) -> Result<Space, Fault> {
        self.named(name.get_ref()).ok_or_else(|| {
            let grid = self.board.grid();
            let last = Space(grid.len() as u32 - 1);
            let what = format!(
                "{:?} is no space of this map; they go from A1 to {}",
                name.get_ref(),
                grid.name(last)
            );
            self.fault(name.span(), what)
        })
    }

    fn side(&self, side: &Spanned<u8>) -> Result<Side, Fault> {
        match *side.get_ref() {
            n @ 1.. if usize::from(n) <= self.sides => Ok(Side(n - 1)),
            n => Err(self.fault(
                side.span(),
                format!("there is no side {n}; sides count from 1 to {}", self.sides),
            )),
        }
    }

    fn sides(&self, forces: &[Source], overrides: &Overrides) -> Result<Vec<BriefSide>, Fault> {
        let scenario = self.scenario;
        let seat = |i: usize| {
            let draft = scenario.draft.side.get(i).map(Spanned::get_ref);
            draft
                .and_then(|d| d.seat.as_ref())
                .map_or(i as u8 + 1, |s| *s.get_ref())
        };
        // The map's deployment zones hold for plain battles on maps that have them for all.
        let maps = scenario.aim() == Aim::Battle
            && (0..self.sides).all(|i| self.board.zone(Use::Deployment, seat(i)).is_some());
        let mut sides = Vec::new();
        for (i, force) in forces.iter().enumerate() {
            let draft = scenario.draft.side.get(i).map(Spanned::get_ref);
            let (seat, role) = (seat(i), scenario.role(i));
            let team = match (draft.and_then(|d| d.team.as_ref()), role) {
                (Some(team), _) => *team.get_ref(),
                (None, Role::Equal) => seat,
                (None, Role::Attacker) => 1,
                (None, Role::Defender) => 2,
            };
            let zone = match draft.and_then(|d| d.zone.as_ref()) {
                Some(names) => Some(self.zone(names)?),
                None if maps => self.board.zone(Use::Deployment, seat).cloned(),
                None => None,
            };
            sides.push(BriefSide {
                force: force.clone(),
                seat,
                team,
                role,
                budget: scenario.budget(i),
                zone,
                computer: overrides.computer.get(i).copied().unwrap_or(true),
            });
        }
        if sides.iter().all(|s| s.team == sides[0].team) {
            let what = "all sides are of one team; somebody has to fight somebody";
            return Err(scenario.source.fault_somewhere(what));
        }
        Ok(sides)
    }

    /// Spaces by name, rectangle (`A1:C2`) or both.
    fn zone(&self, names: &Spanned<Vec<Spanned<String>>>) -> Result<Spaces, Fault> {
        let grid = self.board.grid();
        let mut spaces = Spaces::new(grid.len());
        for name in names.get_ref() {
            match name.get_ref().split_once(':') {
                None => {
                    spaces.insert(self.space(name)?);
                }
                Some((a, b)) => {
                    let corner = |text: &str| {
                        grid.named(text.trim()).ok_or_else(|| {
                            let what = format!("{text:?} is no space of this map");
                            self.fault(name.span(), what)
                        })
                    };
                    let (a, b) = (corner(a)?, corner(b)?);
                    let columns = (grid.column(a), grid.column(b));
                    let rows = (grid.row(a), grid.row(b));
                    for row in rows.0.min(rows.1)..=rows.0.max(rows.1) {
                        for column in columns.0.min(columns.1)..=columns.0.max(columns.1) {
                            let space = Space(row * grid.columns + column);
                            if self.board.exists(space) {
                                spaces.insert(space);
                            }
                        }
                    }
                }
            }
        }
        if spaces.is_empty() {
            let what = "this zone has no spaces; list some, such as \"A1:C2\"";
            return Err(self.fault(names.span(), what));
        }
        Ok(spaces)
    }

    fn items(&self) -> Result<Vec<ItemSpec>, Fault> {
        let drafts = &self.scenario.draft.item;
        if drafts.len() > 100 {
            return Err(self.fault(drafts[100].name.span(), "there can be 100 items at most"));
        }
        drafts
            .iter()
            .map(|item| {
                Ok(ItemSpec {
                    name: item.name.get_ref().clone(),
                    at: item.at.as_ref().map(|at| self.space(at)).transpose()?,
                })
            })
            .collect()
    }

    fn devices(&self) -> Result<Vec<DeviceSpec>, Fault> {
        let drafts = &self.scenario.draft.device;
        if drafts.len() > 100 {
            return Err(self.fault(drafts[100].name.span(), "there can be 100 devices at most"));
        }
        drafts
            .iter()
            .map(|device| {
                let effect = self.effect(&device.effect)?;
                Ok(DeviceSpec {
                    name: device.name.get_ref().clone(),
                    at: self.space(&device.at)?,
                    again: device.again.unwrap_or(matches!(effect, Effect::Door(_, _))),
                    effect,
                    from_air: device.from_air,
                    skill: device.skill.as_ref().map(|s| s.trim().to_lowercase()),
                })
            })
            .collect()
    }

    /// `door A1|A2`, `force A1|A2`, `clear A1`, `score 2`, `win`, `free`.
    fn effect(&self, text: &Spanned<String>) -> Result<Effect, Fault> {
        let fault = |what: String| Err(self.fault(text.span(), what));
        let mut words = text.get_ref().split_whitespace();
        let (verb, of) = (words.next().unwrap_or(""), words.next());
        if words.next().is_some() {
            return fault(format!("too many words in {:?}", text.get_ref()));
        }
        match (verb, of) {
            ("win", None) => Ok(Effect::Win),
            ("free", None) => Ok(Effect::Free),
            ("clear", Some(name)) => match self.named(name) {
                Some(space) if self.board.terrain(space).becomes.is_some() => {
                    Ok(Effect::Clear(space))
                }
                Some(_) => fault(format!("nothing at {name} can be cleared away")),
                None => fault(format!("{name:?} is no space of this map")),
            },
            ("score", Some(points)) => {
                let (whole, half) = match points.split_once('.') {
                    Some((whole, "5")) => (whole, 1),
                    Some((whole, "0")) => (whole, 0),
                    None => (points, 0),
                    _ => return fault(format!("{points:?} is not a number of points")),
                };
                match whole.parse::<i32>() {
                    Ok(n) if (0..=10_000).contains(&n) && n * 2 + half > 0 => {
                        Ok(Effect::Score(n * 2 + half))
                    }
                    _ => fault(format!("{points:?} is not a number of points")),
                }
            }
            ("door" | "force", Some(border)) => {
                let ends = border
                    .split_once('|')
                    .and_then(|(a, b)| Some((self.named(a)?, self.named(b)?)));
                let Some((a, b)) = ends else {
                    return fault(format!("{border:?} is no border; one is written C4|C5"));
                };
                let (a, b) = (a.min(b), a.max(b));
                let Some(standing) = self.board.border(a, b) else {
                    return fault(format!("there is nothing between {border}"));
                };
                match (verb, standing.kind) {
                    ("door", BorderKind::Door) => Ok(Effect::Door(a, b)),
                    ("door", _) => fault(format!("there is no door between {border}")),
                    _ => Ok(Effect::Force(a, b)),
                }
            }
            _ => fault(format!(
                "unknown effect {:?}; known: door A1|A2, force A1|A2, clear A1, score 2, win, free",
                text.get_ref()
            )),
        }
    }

    fn figures(&self) -> Result<Vec<Placed>, Fault> {
        self.scenario
            .draft
            .figure
            .iter()
            .map(|figure| self.figure(figure))
            .collect()
    }

    fn figure(&self, spanned: &Spanned<FigureDraft>) -> Result<Placed, Fault> {
        let figure = spanned.get_ref();
        let at = figure.at.as_ref().map(|at| self.space(at)).transpose()?;
        let away = figure.out || figure.reserve;
        if at.is_none() && figure.mounted_on.is_none() && !away {
            let what = "where is it? say at, mounted_on, out or reserve";
            return Err(self.fault(spanned.span(), what));
        }
        if let Some(place) = &figure.at
            && (away || figure.mounted_on.is_some())
        {
            let what = "at does not go with mounted_on, out or reserve";
            return Err(self.fault(place.span(), what));
        }
        if figure.out && figure.reserve {
            let what = "a figure is out or in reserve, not both";
            return Err(self.fault(spanned.span(), what));
        }
        let facing = match (&figure.facing, at) {
            (None, _) => None,
            (Some(facing), at) => Some(self.facing(facing, at)?),
        };
        Ok(Placed {
            side: self.side(&figure.side)?,
            unit: self.name_or_number(&figure.unit)?,
            at,
            facing,
            mounted_on: figure
                .mounted_on
                .as_ref()
                .map(|on| self.name_or_number(on))
                .transpose()?,
            aloft: figure.aloft,
            out: figure.out,
            reserve: figure.reserve,
            hits: figure.hits,
            line: self.scenario.source.line_column(figure.unit.span().start),
        })
    }

    fn name_or_number(&self, value: &Spanned<toml::Value>) -> Result<String, Fault> {
        match value.get_ref() {
            toml::Value::String(name) => Ok(name.clone()),
            toml::Value::Integer(n @ 1..) => Ok(n.to_string()),
            _ => Err(self.fault(
                value.span(),
                "a name, or a number in the force file's order",
            )),
        }
    }

    /// A direction's name, or a space to look at.
    fn facing(&self, facing: &Spanned<String>, at: Option<Space>) -> Result<Facing, Fault> {
        let (grid, word) = (self.board.grid(), facing.get_ref().as_str());
        if let Some(facing) = grid.facing_named(word) {
            return Ok(facing);
        }
        match (at, self.named(word)) {
            (Some(at), Some(to)) if at != to => Ok(grid.facing_to(at, to)),
            _ => {
                let known: Vec<_> = (0..grid.directions())
                    .map(|d| grid.facing_name(Facing(d)))
                    .collect();
                let what = format!(
                    "{word:?} is no direction; say {}, or another space",
                    known.join(", ")
                );
                Err(self.fault(facing.span(), what))
            }
        }
    }

    fn start(&self) -> Result<Start, Fault> {
        let draft = &self.scenario.draft;
        let side = |side: &Option<Spanned<u8>>| side.as_ref().map(|s| self.side(s)).transpose();
        let start = Start {
            round: draft.round.as_ref().map_or(0, |r| *r.get_ref()),
            step: draft.step.as_ref().map(|s| s.get_ref().clone()),
            turn: side(&draft.turn)?,
            first: side(&draft.first)?,
        };
        if let Some(round) = &draft.round
            && start.round == 0
        {
            return Err(self.fault(round.span(), "rounds count from 1"));
        }
        if let Some(step) = &draft.step
            && start.round == 0
        {
            return Err(self.fault(step.span(), "a step needs a round: say round = 1"));
        }
        if let Some(turn) = &draft.turn
            && start.round == 0
        {
            return Err(self.fault(turn.span(), "a turn needs a round: say round = 1"));
        }
        Ok(start)
    }
}
