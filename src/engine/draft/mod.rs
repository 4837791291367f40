//! A map in the making: what can be done to it, taken back, done again and written down.
//!
//! A [`Sheet`] is a map as plain data. An [`Op`] is one thing done to it, a gesture is a list of
//! them and one step to take back. A [`Draft`] keeps the steps and writes each into a journal from
//! which the same draft can be made again. It knows no window, opens no file.
//!
//! ```
//! use skirmish_engine::board::{Space, Spaces};
//! use skirmish_engine::draft::{Draft, Op};
//! use skirmish_engine::files::{map, shipped};
//! use skirmish_engine::source::Source;
//!
//! let (name, text) = shipped::map("duel-ground").expect("a shipped map");
//! let mut draft = Draft::new(map::read(&Source::new(name, text))?);
//! let on = Spaces::of(draft.sheet().map().terrain.len(), [Space(0), Space(1)]);
//! draft.gesture(&[Op::Raise { by: 2, on }])?;
//! assert_eq!(draft.sheet().map().elevation[1], 2);
//! draft.undo();
//! assert_eq!(draft.sheet().map().elevation[1], 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod area;
mod barrier;
mod clip;
mod journal;
mod keep;
mod op;
pub mod plan;
mod regrid;
mod runs;
mod sheet;
mod size;
mod symmetry;
mod whole;

pub use barrier::{Barrier, Side};
pub use clip::{Clip, Turn};
pub use journal::{Journal, JournalFault, Retold, replay};
pub use keep::{kept, kept_plan};
pub use op::{Kind, Op, OpFault};
pub use plan::{Plan, Scene};
pub use regrid::regridded;
pub use sheet::{Head, Sheet};
pub use size::{Anchor, cropped, resized};
pub use whole::{part_of, whole_of};

use crate::board::{Map, Spaces};
use op::Change;

/// What an edit has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Touched {
    /// Nothing that is seen.
    Nothing,
    /// Nothing of the map, but its scenario.
    Scene,
    /// These spaces, or their sides.
    Some(Spaces),
    /// Perhaps everything.
    All,
}

/// A step: what one gesture changed.
struct Step(Vec<Change>);

/// A map in the making.
pub struct Draft {
    sheet: Sheet,
    done: Vec<Step>,
    undone: Vec<Step>,
    /// Lines for the journal that nobody has taken yet.
    lines: Vec<String>,
    /// Number of steps at the last save; `None` if undo and redo cannot lead back to that state.
    saved: Option<usize>,
}

/// What a recipe ends with once the map was changed by hand.
const CHANGED: &str = " (changed since)";

impl Draft {
    /// A draft that begins as a map.
    pub fn new(map: Map) -> Self {
        Self::with(map, None)
    }
    /// A draft that begins as a map with a scenario on it.
    pub fn with(map: Map, scene: Option<Scene>) -> Self {
        Self {
            sheet: Sheet {
                scene,
                ..Sheet::of(map)
            },
            done: Vec::new(),
            undone: Vec::new(),
            lines: Vec::new(),
            saved: Some(0),
        }
    }
    /// The map as it is now.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }
    /// How many steps can be taken back, and done again.
    pub fn steps(&self) -> (usize, usize) {
        (self.done.len(), self.undone.len())
    }
    /// Whether it is as it was saved.
    pub fn is_saved(&self) -> bool {
        self.saved == Some(self.done.len())
    }
    /// It has been saved as it is.
    pub fn mark_saved(&mut self) {
        self.saved = Some(self.done.len());
        self.lines.push(journal::SAVED.to_owned());
    }
    /// It differs from everything that was saved.
    pub fn mark_new(&mut self) {
        self.saved = None;
    }
    /// The lines for the journal since the last time.
    pub fn take_lines(&mut self) -> Vec<String> {
        std::mem::take(&mut self.lines)
    }

    /// Does one thing after the other, as one step.
    ///
    /// # Errors
    /// Why one of them cannot be done; then nothing has changed.
    pub fn gesture(&mut self, ops: &[Op]) -> Result<Touched, OpFault> {
        let mut changes = Vec::new();
        for op in ops {
            match op.on(&self.sheet) {
                Ok(made) => {
                    for change in made {
                        change.put(&mut self.sheet, true);
                        changes.push(change);
                    }
                }
                Err(why) => {
                    for change in changes.iter().rev() {
                        change.put(&mut self.sheet, false);
                    }
                    return Err(why);
                }
            }
        }
        if changes.is_empty() {
            return Ok(Touched::Nothing);
        }
        if !ops.iter().any(|op| matches!(op, Op::Head(_))) {
            for change in self.mark_recipe(&changes) {
                change.put(&mut self.sheet, true);
                changes.push(change);
            }
        }
        if self.saved.is_some_and(|saved| saved > self.done.len()) {
            self.saved = None;
        }
        self.undone.clear();
        let touched = self.touched(&changes);
        self.done.push(Step(changes));
        self.lines.push(journal::step(ops));
        Ok(touched)
    }
    /// Takes the last step back.
    pub fn undo(&mut self) -> Touched {
        let Some(step) = self.done.pop() else {
            return Touched::Nothing;
        };
        for change in step.0.iter().rev() {
            change.put(&mut self.sheet, false);
        }
        let touched = self.touched(&step.0);
        self.undone.push(step);
        self.lines.push(journal::UNDO.to_owned());
        touched
    }
    /// Does the step again that was taken back last.
    pub fn redo(&mut self) -> Touched {
        let Some(step) = self.undone.pop() else {
            return Touched::Nothing;
        };
        for change in &step.0 {
            change.put(&mut self.sheet, true);
        }
        let touched = self.touched(&step.0);
        self.done.push(step);
        self.lines.push(journal::REDO.to_owned());
        touched
    }

    /// What makes the map say that its recipe no longer gives it, after these changes to it.
    fn mark_recipe(&self, changes: &[Change]) -> Vec<Change> {
        let recipe = self.sheet.head.recipe.as_ref();
        let Some(recipe) = recipe.filter(|text| !text.ends_with(CHANGED)) else {
            return Vec::new();
        };
        if changes.iter().all(|c| matches!(c, Change::Scene(_))) {
            return Vec::new();
        }
        let head = Head {
            recipe: Some(format!("{recipe}{CHANGED}")),
            ..self.sheet.head.clone()
        };
        Op::Head(head).on(&self.sheet).unwrap_or_default()
    }

    fn touched(&self, changes: &[Change]) -> Touched {
        // spaces of a board of another size have no place here
        if changes.iter().any(|c| matches!(c, Change::Whole(_))) {
            return Touched::All;
        }
        if changes.iter().all(|c| matches!(c, Change::Scene(_))) {
            return Touched::Scene;
        }
        let mut spaces = Spaces::new(self.sheet.grid.len());
        for change in changes {
            match change {
                Change::Ground(all) => all.iter().for_each(|(s, ..)| {
                    spaces.insert(*s);
                }),
                Change::Level(all) => all.iter().for_each(|(s, ..)| {
                    spaces.insert(*s);
                }),
                Change::Side(all) => all.iter().for_each(|((a, b), ..)| {
                    spaces.insert(*a);
                    spaces.insert(*b);
                }),
                Change::Scene(_) => {}
                // a new kind of terrain is not seen before it is used
                Change::Kinds(before, now)
                    if now.starts_with(before) || before.starts_with(now) => {}
                _ => return Touched::All,
            }
        }
        Touched::Some(spaces)
    }
}
