//! A scenario on its board: spaces, sides, items, devices and figures set beforehand.

use super::Overrides;
use super::Scenario;
use super::draft::FigureDraft;
use crate::battle::{Aim, HalfPoints};
use crate::battle::{BriefSide, DeviceSpec, Effect, ItemSpec, Placed, Role, Side, Start};
use crate::board::{Board, BorderKind, Facing, Space, Spaces, Use};
use crate::source::{Fault, Source};
use toml::Spanned;

/// A scenario on its board.
pub(super) struct Placing<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) board: &'a Board,
    pub(super) sides: usize,
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
                "{:?} is not a space of this map (A1 to {})",
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
                format!(
                    "there is no side {n}; sides are numbered from 1 to {}",
                    self.sides
                ),
            )),
        }
    }

    pub(super) fn sides(
        &self,
        forces: &[Source],
        overrides: &Overrides,
    ) -> Result<Vec<BriefSide>, Fault> {
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
            let what = "all sides are in one team; a battle needs at least two teams";
            return Err(scenario.source.fault_under(&["side"], what));
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
                            let what = format!("{text:?} is not a space of this map");
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

    pub(super) fn items(&self) -> Result<Vec<ItemSpec>, Fault> {
        let drafts = &self.scenario.draft.item;
        if drafts.len() > 100 {
            return Err(self.fault(
                drafts[100].name.span(),
                "a scenario can have at most 100 items",
            ));
        }
        drafts
            .iter()
            .map(|item| {
                Ok(ItemSpec {
                    name: item.name.get_ref().clone(),
                    at: item.at.as_ref().map(|at| self.space(at)).transpose()?,
                    points: HalfPoints::whole(item.points),
                    guard: item.guard.as_ref().map(|s| self.side(s)).transpose()?,
                })
            })
            .collect()
    }

    pub(super) fn devices(&self) -> Result<Vec<DeviceSpec>, Fault> {
        let drafts = &self.scenario.draft.device;
        if drafts.len() > 100 {
            return Err(self.fault(
                drafts[100].name.span(),
                "a scenario can have at most 100 devices",
            ));
        }
        for (i, device) in drafts.iter().enumerate() {
            let name = device.name.get_ref();
            if drafts[..i].iter().any(|d| d.name.get_ref() == name) {
                let what =
                    format!("there is already a device {name:?}; each device needs its own name");
                return Err(self.fault(device.name.span(), what));
            }
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
                    side: device.side.as_ref().map(|s| self.side(s)).transpose()?,
                    guard: device.guard.as_ref().map(|s| self.side(s)).transpose()?,
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
                Some(_) => fault(format!(
                    "the terrain at {name} cannot be cleared; it needs a becomes in the map's legend"
                )),
                None => fault(format!("{name:?} is not a space of this map")),
            },
            ("score", Some(points)) => {
                let (whole, half) = match points.split_once('.') {
                    Some((whole, "5")) => (whole, 1),
                    Some((whole, "0")) => (whole, 0),
                    None => (points, 0),
                    _ => {
                        return fault(format!(
                            "{points:?} is not a number of points above 0 in steps of ½"
                        ));
                    }
                };
                match whole.parse::<i32>() {
                    Ok(n) if (0..=10_000).contains(&n) && n * 2 + half > 0 => {
                        Ok(Effect::Score(HalfPoints::whole(n) + HalfPoints(half)))
                    }
                    _ => fault(format!(
                        "{points:?} is not a number of points above 0 in steps of ½"
                    )),
                }
            }
            ("door" | "force", Some(border)) => {
                let ends = border
                    .split_once('|')
                    .and_then(|(a, b)| Some((self.named(a)?, self.named(b)?)));
                let Some((a, b)) = ends else {
                    return fault(format!(
                        "{border:?} is not a border; write two spaces, such as C4|C5"
                    ));
                };
                let (a, b) = (a.min(b), a.max(b));
                let Some(standing) = self.board.border(a, b) else {
                    return fault(format!("there is no border at {border}"));
                };
                match (verb, standing.kind) {
                    ("door", BorderKind::Door) => Ok(Effect::Door(a, b)),
                    ("door", _) => fault(format!("the border at {border} is not a door")),
                    _ => Ok(Effect::Force(a, b)),
                }
            }
            _ => fault(format!(
                "unknown effect {:?}; known: door A1|A2, force A1|A2, clear A1, score 2, win, free",
                text.get_ref()
            )),
        }
    }

    pub(super) fn figures(&self) -> Result<Vec<Placed>, Fault> {
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
            let what = "this figure has no place; add at, mounted_on, out or reserve";
            return Err(self.fault(spanned.span(), what));
        }
        if let Some(place) = &figure.at
            && (away || figure.mounted_on.is_some())
        {
            let what = "at cannot be used together with mounted_on, out or reserve";
            return Err(self.fault(place.span(), what));
        }
        if figure.out && figure.reserve {
            let what = "a figure cannot be both out and in reserve";
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
                "expected a figure's name or its number in the force file",
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
                    "{word:?} is not a direction; write {}, or another space",
                    known.join(", ")
                );
                Err(self.fault(facing.span(), what))
            }
        }
    }

    pub(super) fn start(&self) -> Result<Start, Fault> {
        let draft = &self.scenario.draft;
        let side = |side: &Option<Spanned<u8>>| side.as_ref().map(|s| self.side(s)).transpose();
        let start = Start {
            round: draft.round.as_ref().map_or(0, |r| *r.get_ref()),
            step: draft.step.as_ref().map(|s| s.get_ref().clone()),
            turn: side(&draft.turn)?,
            first: side(&draft.first)?,
            at: draft
                .step
                .as_ref()
                .map(|step| self.scenario.source.line_column(step.span().start)),
        };
        if let Some(round) = &draft.round
            && start.round == 0
        {
            return Err(self.fault(round.span(), "rounds are numbered from 1"));
        }
        if let Some(step) = &draft.step
            && start.round == 0
        {
            return Err(self.fault(step.span(), "a step needs a round; add round = 1"));
        }
        if let Some(turn) = &draft.turn
            && start.round == 0
        {
            return Err(self.fault(turn.span(), "a turn needs a round; add round = 1"));
        }
        Ok(start)
    }
}
