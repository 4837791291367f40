//! The scenario on the map: its sides, what is fought for, and all that has a place.

mod draw;
mod fields;
mod held;
mod panel;

use super::{Editor, Tool};
use crate::board::Space;
use crate::draft::plan::{Device, Piece, Placed, Plan, Thing, Unit};
use crate::draft::{Op, Scene};
use crate::muster::Muster;
use crate::rules::Rules;
use crate::source::Source;
use crate::store::Failure;
use crate::store::library;
use crate::store::options::{BattleOptions, USUAL};
use crate::survey::{Finding, FindingId, Severity};
use crate::window::message::Message;
use crate::window::titles;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The thing that the next click puts down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Chosen {
    /// A figure of a side, from 0.
    Figure(usize, String),
    /// An object.
    Item,
    /// A device.
    Device,
}

/// Units of a force with their numbers, or why the force cannot be read.
type Units = Result<Vec<(String, u32)>, Rc<Failure>>;

/// State of the scenario panel.
pub(super) struct Stage {
    /// The thing that the next click puts down.
    pub chosen: Chosen,
    /// The thing that was put down or picked up last.
    pub held: Option<Placed>,
    /// The text of the scenario's file as it was read or written last.
    pub text: Option<String>,
    /// The file it was saved in last.
    pub saved: Option<std::path::PathBuf>,
    units: BTreeMap<(Rules, String), Units>,
    titles: BTreeMap<(Rules, String), String>,
}

impl Default for Stage {
    fn default() -> Self {
        Self {
            chosen: Chosen::Item,
            held: None,
            text: None,
            saved: None,
            units: BTreeMap::new(),
            titles: BTreeMap::new(),
        }
    }
}

/// How many figures of a side have a name.
fn figures(plan: &Plan, side: usize, name: &str) -> usize {
    let there = |f: &&Piece| usize::from(f.side) == side + 1 && f.unit.text() == name;
    plan.figure.iter().filter(there).count()
}

impl Editor {
    /// The scenario there is.
    pub(super) fn plan(&self) -> Option<&Plan> {
        self.draft.sheet().scene.as_ref().map(|scene| &scene.plan)
    }

    /// The scenario becomes another, as one step.
    pub(super) fn replan(&mut self, plan: Plan) {
        let file = self.draft.sheet().scene.as_ref();
        let file = file.and_then(|scene| scene.file.clone());
        self.carry_out(&[Op::Scene {
            scene: Some(Box::new(Scene { file, plan })),
        }]);
    }

    fn rules(&self) -> Rules {
        let named = self.plan().and_then(|p| p.ruleset.as_deref());
        named.and_then(Rules::named).unwrap_or(Rules::ALL[0])
    }

    /// The units of a force.
    fn units(&mut self, force: &str) -> &Units {
        let rules = self.rules();
        let read = || -> Units {
            let source = library::force(force, Some(rules));
            let muster = source.and_then(|source| Ok(Muster::read(&source)?))?;
            let all = 0..muster.len();
            Ok(all
                .map(|i| (muster.figure_name(i).to_owned(), muster.count(i)))
                .collect())
        };
        let known = self.stage.units.entry((rules, force.to_owned()));
        known.or_insert_with(read)
    }

    /// The title of a force.
    fn force_title(&mut self, force: &str) -> String {
        let rules = self.rules();
        let read = || match library::force(force, Some(rules)) {
            Ok(source) => titles::of_file(&source, force),
            Err(_) => titles::of_name(force),
        };
        let known = self.stage.titles.entry((rules, force.to_owned()));
        known.or_insert_with(read).clone()
    }

    /// Why no further figure of a name can be placed for a side: its force has no more.
    fn used_up(&mut self, plan: &Plan, side: usize, name: &str) -> Option<String> {
        let force = plan.side.get(side)?.force.clone()?;
        let all = self.units(&force).as_ref().ok()?;
        let count = all.iter().find(|(unit, _)| unit == name)?.1;
        (figures(plan, side, name) >= count as usize).then(|| {
            let side = side + 1;
            format!(
                "all {count} figures called {name} of side {side} are placed: drag one to move it"
            )
        })
    }

    fn choose(&mut self, chosen: Chosen) {
        self.stage.chosen = chosen;
        self.stage.held = None;
        self.brush.tool = Tool::Place;
        self.gesture.stroke = None;
    }

    /// The thing that is placed on a space.
    fn thing_at(&self, space: Space) -> Option<Placed> {
        let (plan, grid) = (self.plan()?, self.board.grid());
        let found = plan.placed().find(|(_, at)| grid.named(at) == Some(space));
        found.map(|(what, _)| what)
    }

    /// Puts down, picks up or takes away.
    pub(super) fn place(&mut self, space: Space, away: bool) {
        let Some(mut plan) = self.plan().cloned() else {
            self.message = Some(Message::Refused(
                "create a scenario first (Scenario: New scenario)".to_owned(),
            ));
            return;
        };
        if !self.board.exists(space) {
            return;
        }
        let there = self.thing_at(space);
        if away {
            self.stage.held = there;
            self.take_held();
            return;
        }
        if there.is_some() {
            self.stage.held = there;
            return;
        }
        if let Chosen::Figure(side, unit) = self.stage.chosen.clone()
            && let Some(why) = self.used_up(&plan, side, &unit)
        {
            self.message = Some(Message::refused(why));
            return;
        }
        let at = self.board.grid().name(space);
        self.stage.held = Some(match &self.stage.chosen {
            Chosen::Figure(side, unit) => {
                plan.figure.push(Piece {
                    side: *side as u8 + 1,
                    unit: Unit::Name(unit.clone()),
                    at: Some(at),
                    facing: None,
                    mounted_on: None,
                    aloft: false,
                    out: false,
                    reserve: false,
                    hits: 0,
                });
                Placed::Figure(plan.figure.len() - 1)
            }
            Chosen::Item => {
                plan.item.push(Thing {
                    name: format!("object {}", plan.item.len() + 1),
                    at: Some(at),
                    ..Thing::default()
                });
                Placed::Item(plan.item.len() - 1)
            }
            Chosen::Device => {
                plan.device.push(Device {
                    name: format!("device {}", plan.device.len() + 1),
                    at,
                    effect: "score 1".to_owned(),
                    ..Device::default()
                });
                Placed::Device(plan.device.len() - 1)
            }
        });
        self.replan(plan);
    }

    /// Moves the thing on one space to another.
    pub(super) fn displace(&mut self, from: Space, to: Space) {
        let (Some(what), Some(plan)) = (self.thing_at(from), self.plan()) else {
            return;
        };
        if !self.board.exists(to) || (self.thing_at(to).is_some() && from != to) {
            return;
        }
        let mut plan = plan.clone();
        plan.put(what, self.board.grid().name(to));
        self.replan(plan);
    }

    /// Findings about the scenario on this map.
    pub(super) fn check_scene(&self) -> Vec<Finding> {
        let Some(plan) = self.plan() else {
            return Vec::new();
        };
        let wrong = |what: String| {
            vec![Finding {
                severity: Severity::Error,
                id: FindingId::ScenarioBroken,
                place: "scenario".to_owned(),
                what,
                mend: "change it in the scenario panel".to_owned(),
            }]
        };
        let source = Source::new("scenario", plan.text());
        let map = Source::new("map", String::new());
        let file = self
            .draft
            .sheet()
            .scene
            .as_ref()
            .and_then(|s| s.file.as_ref());
        let folder = file.and_then(|f| std::path::Path::new(f).parent());
        let setup = BattleOptions::default().setup_of(USUAL, source, folder, Some(map));
        let begun = match setup {
            Ok(setup) => setup.begin_on(self.board.clone()).map_err(|f| f.what),
            Err(failure) => Err(failure.to_string()),
        };
        match begun {
            Ok(game) => crate::scenario::check(&game),
            Err(why) => wrong(why),
        }
    }
}
