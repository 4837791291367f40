//! Scenario files: what is fought for, by whom, where from, and figures set beforehand (C7).
//!
//! A scenario is read in two steps: [`Scenario::read`] needs only the file, [`Scenario::brief`]
//! the board and the forces too. How anything is resolved is not its business: it makes the
//! [`Brief`] that a ruleset begins with.

mod check;
mod draft;
mod placing;

use crate::battle::{Aim, Brief, HalfPoints, Role, Scale, Solo};
use crate::board::Board;
use crate::rules::Rules;
use crate::source::{Fault, Source};
pub use check::check;
use draft::Draft;
use placing::Placing;
use std::sync::Arc;
use toml::Spanned;

macro_rules! embedded {
    ($($stem:literal),* $(,)?) => {
        &[$(($stem, include_str!(concat!("../../../maps/", $stem, ".scenario.toml")))),*]
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
    "landing",
    "narrows",
    "outbreak",
    "siege",
    "sunken-seal",
    "sandpit-war",
    "hill-seven",
    "watchtower",
    "night-raid",
    "guarded-pass",
    "fallen-star",
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
    ///
    /// ```
    /// use skirmish_engine::scenario::Scenario;
    /// use skirmish_engine::source::Source;
    ///
    /// let text = "format = \"skirmish-scenario/1\"\nname = \"Raid\"\nmap = \"ford\"\nrounds = 6\n";
    /// let raid = Scenario::read(&Source::new("raid.scenario.toml", text)).unwrap();
    /// assert_eq!(raid.map(), Some("ford"));
    /// ```
    pub fn read(source: &Source) -> Result<Scenario, Fault> {
        source.check_format("scenario", 1)?;
        let draft: Draft = source.parse()?;
        source.version(&draft.format, "scenario", 1)?;
        if draft.name.get_ref().trim().is_empty() {
            return Err(source.fault(draft.name.span(), "a scenario needs a name"));
        }
        let rules_named = |name: &Spanned<String>| {
            Rules::named(name.get_ref()).ok_or_else(|| {
                let known: Vec<_> = Rules::ALL.iter().map(|r| r.name()).collect();
                let what = format!(
                    "unknown ruleset {:?}; known: {}",
                    name.get_ref(),
                    known.join(", ")
                );
                source.fault(name.span(), what)
            })
        };
        let ruleset = draft.ruleset.as_ref().map(rules_named).transpose()?;
        draft.budgets.as_ref().map(rules_named).transpose()?;
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
                    let what = "rounds must be a number from 1 to 1000, or \"none\"";
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
            let what = format!("a scenario must have 2 to {MOST_SIDES} [[side]] tables, or none");
            return Err(source.fault(sides[0].span(), what));
        }
        let mut seats = Vec::new();
        for (i, side) in sides.iter().map(Spanned::get_ref).enumerate() {
            let (seat, span) = match &side.seat {
                Some(seat) => (*seat.get_ref(), seat.span()),
                None => (i as u8 + 1, sides[i].span()),
            };
            if !(1..=MOST_SIDES as u8).contains(&seat) {
                return Err(
                    source.fault(span, format!("seats are numbered from 1 to {MOST_SIDES}"))
                );
            }
            if seats.contains(&seat) {
                return Err(source.fault(span, format!("seat {seat} is already taken")));
            }
            seats.push(seat);
            if let Some(team) = &side.team
                && !(1..=MOST_SIDES as u8).contains(team.get_ref())
            {
                let what = format!("teams are numbered from 1 to {MOST_SIDES}");
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
                self.points(budget)?;
            }
        }
        Ok(())
    }

    /// Points above 0.
    fn points(&self, value: &Spanned<toml::Value>) -> Result<HalfPoints, Fault> {
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
            .map(HalfPoints)
            .ok_or_else(|| {
                let what = "a budget must be a number of points above 0, in steps of ½";
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
    /// The scale of the figures, if it says.
    pub fn scale(&self) -> Option<Scale> {
        self.scale
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
    /// A fault of the map it names.
    pub fn map_fault(&self, what: impl Into<String>) -> Fault {
        match &self.draft.map {
            Some(map) => self.source.fault(map.span(), what),
            None => self.source.fault_somewhere(what),
        }
    }
    /// A fault of the force it names for a side.
    pub fn force_fault(&self, side: usize, what: impl Into<String>) -> Fault {
        let draft = self.draft.side.get(side);
        match draft.and_then(|d| d.get_ref().force.as_ref()) {
            Some(force) => self.source.fault(force.span(), what),
            None => self.source.fault_somewhere(what),
        }
    }
    /// The points a side may spend, if it says.
    pub fn budget(&self, side: usize) -> Option<HalfPoints> {
        let budget = self.draft.side.get(side)?.get_ref().budget.as_ref()?;
        self.points(budget).ok()
    }
    /// The points a side may spend in a ruleset: none where budgets are points of another.
    pub fn budget_in(&self, rules: Rules, side: usize) -> Option<HalfPoints> {
        let budgets = self.draft.budgets.as_ref();
        let counted_by = budgets.and_then(|name| Rules::named(name.get_ref()));
        match counted_by {
            Some(other) if !rules.plays(other) => None,
            _ => self.budget(side),
        }
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
                "the scenario is for {wanted} sides, but there are {} forces",
                forces.len()
            );
            return Err(self.source.fault_under(&["side"], what));
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
            budgets: self.draft.budgets.as_ref().map(|b| b.get_ref().clone()),
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

/// A scenario with a team for every side, whatever it said before.
///
/// # Errors
/// What is wrong in the file, or with so many sides.
pub fn with_teams(source: &Source, teams: &[u8]) -> Result<Source, Fault> {
    Scenario::read(source)?;
    let mut doc = source.document()?;
    let sides = doc
        .entry("side")
        .or_insert(toml_edit::Item::ArrayOfTables(
            toml_edit::ArrayOfTables::new(),
        ))
        .as_array_of_tables_mut()
        .ok_or_else(|| source.fault_under(&["side"], "side must be a list of tables"))?;
    while sides.len() < teams.len() {
        sides.push(toml_edit::Table::new());
    }
    for (side, team) in sides.iter_mut().zip(teams) {
        side["team"] = toml_edit::value(i64::from(*team));
    }
    let source = Source::new(source.name.clone(), doc.to_string());
    Scenario::read(&source)?;
    Ok(source)
}
