//! What the program asks of a ruleset before a battle: its name, files, configuration.

use super::duel::{self, Duel};
use super::kit;
use crate::battle::{AnyBattle, Brief, Force, Hints, Samples, Sheet};
use crate::source::{Fault, Source};
use serde_json::Value;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::RwLock;

/// A force file as lists and checks show it.
pub type ForceSummary = Force<()>;

/// A ruleset before the battle, whichever it is.
pub trait Rulebook: Sync {
    /// Its name in files and options.
    fn name(&self) -> &'static str;
    /// One line on what it is and who wrote the game.
    fn about(&self) -> &'static str;
    /// Its short rules, all parts.
    fn short(&self) -> &'static str;
    /// The sample forces that ship with it: (file stem, text).
    fn forces(&self) -> Samples;
    /// Reads a rules file (without one: the defaults) and returns every key, as JSON.
    ///
    /// # Errors
    /// What is wrong in the file, and where.
    fn config(&self, rules: Option<&Source>) -> Result<Value, Fault>;
    /// Every key of its configuration as a JSON schema.
    fn schema(&self) -> Value;
    /// The words and keys of its force files, with what they do under a rules file.
    ///
    /// # Errors
    /// What is wrong in the rules file, and where.
    fn sheet(&self, rules: Option<&Source>) -> Result<Sheet, Fault>;
    /// What can be said of a figure, each with what it means.
    fn marks(&self) -> &'static [(&'static str, &'static str)];
    /// Reads a force file.
    ///
    /// # Errors
    /// What is wrong in the file, and where.
    fn force(&self, source: &Source, rules: Option<&Source>) -> Result<ForceSummary, Fault>;
    /// Sets up a battle, ready for its first decision.
    ///
    /// # Errors
    /// What is wrong with the forces, the rules, the scenario, or how they go together.
    fn begin(&self, brief: Brief) -> Result<Box<dyn AnyBattle>, Fault>;
    /// The odds of one figure in words attacking another.
    ///
    /// # Errors
    /// What is wrong with the words, or the rules.
    fn duel(&self, duel: &Duel) -> Result<Value, Fault>;
}

/// The book of a ruleset: what its type says.
pub(super) struct Book<R>(PhantomData<fn() -> R>);

impl<R: Hints> Book<R> {
    /// The one there is.
    pub const ONE: &'static Book<R> = &Book(PhantomData);
}

impl<R: Hints> Rulebook for Book<R> {
    fn name(&self) -> &'static str {
        R::NAME
    }
    fn about(&self) -> &'static str {
        R::ABOUT
    }
    fn short(&self) -> &'static str {
        R::SHORT
    }
    fn forces(&self) -> Samples {
        R::FORCES
    }
    fn config(&self, rules: Option<&Source>) -> Result<Value, Fault> {
        R::config(rules).map(kit::plain)
    }
    fn schema(&self) -> Value {
        schemars::schema_for!(R::Config).into()
    }
    fn sheet(&self, rules: Option<&Source>) -> Result<Sheet, Fault> {
        Ok(R::sheet(&R::config(rules)?))
    }
    fn marks(&self) -> &'static [(&'static str, &'static str)] {
        R::MARKS
    }
    fn force(&self, source: &Source, rules: Option<&Source>) -> Result<ForceSummary, Fault> {
        R::force(source, &R::config(rules)?).map(Force::summary)
    }
    fn begin(&self, brief: Brief) -> Result<Box<dyn AnyBattle>, Fault> {
        Ok(Box::new(R::begin(brief)?))
    }
    fn duel(&self, duel: &Duel) -> Result<Value, Fault> {
        duel::staged::<R>(duel)
    }
}

/// A ruleset from outside this package.
#[derive(Copy, Clone)]
pub struct Registered(pub(super) &'static dyn Rulebook);

/// Those there are.
static REGISTERED: RwLock<Vec<Registered>> = RwLock::new(Vec::new());

impl Registered {
    /// Makes a ruleset known by its name; a second time, it is the same.
    pub(super) fn new<R: Hints>() -> Self {
        let mut all = REGISTERED.write().expect("nobody panics with the list");
        let book = Registered(Book::<R>::ONE);
        if !all.contains(&book) {
            all.push(book);
        }
        book
    }
    /// The one of a name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let all = REGISTERED.read().expect("nobody panics with the list");
        all.iter()
            .copied()
            .find(|r| r.0.name().eq_ignore_ascii_case(name))
    }
}

impl std::fmt::Debug for Registered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name())
    }
}

impl PartialEq for Registered {
    fn eq(&self, other: &Self) -> bool {
        self.0.name() == other.0.name()
    }
}

impl Eq for Registered {}

impl PartialOrd for Registered {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Registered {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.name().cmp(other.0.name())
    }
}

impl Hash for Registered {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name().hash(state);
    }
}
