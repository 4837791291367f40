//! The rulesets, and [`Game`]: a battle of whichever it is.
//!
//! A ruleset is one folder, readable from top to bottom like its rulebook. No ruleset knows
//! another. Everything to the right of this layer sees only [`Game`] and never a ruleset's name.

/// The texts of sample forces in a folder beside the file: (file stem, text).
macro_rules! samples {
    ($folder:literal: $($stem:literal),* $(,)?) => {
        &[$(($stem, include_str!(concat!($folder, "/", $stem, ".toml")))),*]
    };
}

/// What rulesets say of themselves in the same way: their name, types and short rules, how a force is
/// read and described, how a battle begins, what is asked, and the usual answer.
macro_rules! ruleset_parts {
    (name: $name:literal, unit: $unit:ty, force: $force:path, sheet: $sheet:path $(,)?) => {
        type Config = Config;
        type Unit = $unit;
        type Mark = Mark;
        type Table = Table;
        type Frame = Frame;
        const NAME: &'static str = $name;
        const SHORT: &'static str = include_str!("short.txt");

        fn force(
            source: &crate::source::Source,
            config: &Config,
        ) -> Result<crate::battle::Force<$unit>, crate::source::Fault> {
            $force(source, config)
        }
        fn sheet(config: &Config) -> crate::battle::Sheet {
            $sheet(config)
        }
        fn begin(brief: crate::battle::Brief) -> Result<Battle<Self>, crate::source::Fault> {
            begin::begin(brief)
        }
        fn decision(b: &Battle<Self>) -> crate::battle::Decision {
            let table = &b.state.table;
            let now = (table.side, table.phase == Phase::Deploy);
            kit::decision(b, now, |frame| half_done(b, frame))
        }
        fn preset(b: &Battle<Self>) -> crate::battle::Answer {
            preset::preset(b)
        }
    };
}

/// The phases of rules in which figures are placed first and each round begins with a roll for who goes
/// first: these two, then those of the game, each with its word for people.
macro_rules! phases {
    ($($(#[$about:meta])* $phase:ident: $word:literal),+ $(,)?) => {
        /// What the table is about.
        #[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Phase {
            /// Figures are placed.
            #[default]
            Deploy,
            /// Who goes first is rolled for.
            Roll,
            $($(#[$about])* $phase,)+
        }

        impl Phase {
            /// Its word for people, and whose turn it is if the table says this side: nobody's while
            /// who goes first is rolled for.
            fn now(
                self,
                side: crate::battle::Side,
            ) -> (&'static str, Option<crate::battle::Side>) {
                match self {
                    Phase::Deploy => ("deploy", Some(side)),
                    Phase::Roll => ("roll", None),
                    $(Phase::$phase => ($word, Some(side)),)+
                }
            }
        }
    };
}

/// Legal answers that a ruleset keeps in its module `legal`.
macro_rules! legal_parts {
    () => {
        fn legal(
            b: &Battle<Self>,
            _: &mut crate::battle::Reaches,
            each: &mut crate::battle::EachAnswer,
        ) {
            legal::legal(b, each);
        }
        fn check(
            b: &Battle<Self>,
            answer: &crate::battle::Answer,
        ) -> Result<(), crate::battle::Refused> {
            legal::check(b, answer)
        }
    };
}

pub mod aims;
mod assemble;
mod book;
pub mod d8;
pub mod deploying;
pub mod devices;
pub mod doors;
pub mod duel;
mod game;
pub mod house;
pub mod kit;
pub mod parts;
pub mod plastic;
pub mod prizes;
mod sheets;
pub mod turns;
pub mod violence;
pub mod vsgmr;

use crate::battle::{Aim, Brief, Hints, Ruleset, Samples, Sheet};
use crate::source::{Fault, Source};
use book::{Book, Rulebook};
use d8::D8;
use plastic::Plastic;
use violence::Violence;
use vsgmr::{Edition, EditionBook, Vsgmr};

pub use crate::battle::Policy;
pub use book::{ForceSummary, Registered};
pub use game::{Game, PastTurn};

/// The rulesets there are.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rules {
    /// VSGMR, the grid variant for every scale.
    Vsgmr,
    /// VSGMR, the edition of 2017.
    Vsgmr2017,
    /// Very Quick Violence.
    Violence,
    /// Simple Plastic Wargame.
    Plastic,
    /// d8.
    D8,
    /// A ruleset from outside this package: see [`Rules::register`].
    Open(Registered),
}

impl Rules {
    /// All rulesets that ship with the program; the first is the default.
    pub const ALL: [Rules; 5] = [
        Rules::Vsgmr,
        Rules::Vsgmr2017,
        Rules::Violence,
        Rules::Plastic,
        Rules::D8,
    ];

    /// Makes a ruleset from outside this package known, for as long as the program runs: from
    /// then on files and options can name it.
    ///
    /// # Panics
    /// If a ruleset that ships with the program has its name.
    pub fn register<R: Hints>() -> Rules {
        let taken = Rules::ALL.into_iter().any(|rules| rules.name() == R::NAME);
        assert!(!taken, "the name {:?} belongs to another ruleset", R::NAME);
        Rules::Open(Registered::new::<R>())
    }

    /// What is asked of it before a battle.
    fn book(self) -> &'static dyn Rulebook {
        match self {
            Rules::Vsgmr => &EditionBook(Edition::Grid),
            Rules::Vsgmr2017 => &EditionBook(Edition::Of2017),
            Rules::Violence => Book::<Violence>::ONE,
            Rules::Plastic => Book::<Plastic>::ONE,
            Rules::D8 => Book::<D8>::ONE,
            Rules::Open(registered) => registered.0,
        }
    }

    /// Its name in files and options.
    pub fn name(self) -> &'static str {
        self.book().name()
    }

    /// The ruleset of a name.
    pub fn named(name: &str) -> Option<Rules> {
        Rules::ALL
            .into_iter()
            .find(|r| r.name().eq_ignore_ascii_case(name))
            .or_else(|| Registered::named(name).map(Rules::Open))
    }

    /// Whether it plays scenarios written for another: its own, and those of other editions.
    pub fn plays(self, written_for: Rules) -> bool {
        let edition = |rules| matches!(rules, Rules::Vsgmr | Rules::Vsgmr2017);
        self == written_for || (edition(self) && edition(written_for))
    }

    /// Whether its battles can be fought for an aim.
    pub fn plays_aim(self, aim: Aim) -> bool {
        match self {
            Rules::Vsgmr | Rules::Vsgmr2017 | Rules::Open(_) => true,
            _ => aims::refusal(aim, self.name()).is_none(),
        }
    }

    /// One line on what it is and who wrote the game.
    pub fn about(self) -> &'static str {
        self.book().about()
    }

    /// A part of its short rules, for players: of a step by its name, of the `turn`, what `always`
    /// holds, how to `win`. Values of the configuration stand as `{key}`.
    pub fn short(self, part: &str) -> Option<String> {
        let head = format!("[{part}]\n");
        let (_, rest) = self.book().short().split_once(&head)?;
        let end = rest.find("\n[").unwrap_or(rest.len());
        Some(rest[..end].trim().to_owned())
    }

    /// The sample forces that ship with it: (file stem, text).
    pub fn forces(self) -> Samples {
        self.book().forces()
    }

    /// Reads a rules file (none: the defaults) and gives it back with every key, as JSON.
    ///
    /// # Errors
    /// What is wrong in the file, and where.
    pub fn config(self, rules: Option<&Source>) -> Result<serde_json::Value, Fault> {
        self.book().config(rules)
    }

    /// Whether it uses a key of its configuration as it is written: editions share their keys.
    pub fn uses(self, key: &str) -> bool {
        self != Rules::Vsgmr || !vsgmr::toggles::ONLY_2017.contains(&key)
    }

    /// A configuration that was written with every key there was: keys that came later are as they
    /// were played before.
    pub fn as_before(self, config: &serde_json::Value) -> serde_json::Value {
        let mut config = config.clone();
        let before = match self {
            Rules::Vsgmr | Rules::Vsgmr2017 => vsgmr::toggles::before(),
            Rules::Violence => older(violence::config::BEFORE),
            Rules::Plastic => older(plastic::config::BEFORE),
            Rules::D8 => older(d8::config::BEFORE),
            Rules::Open(_) => serde_json::Value::Null,
        };
        if let (Some(config), Some(before)) = (config.as_object_mut(), before.as_object()) {
            complete(config, before);
        }
        config
    }

    /// Every key of its configuration as a JSON schema: what it means, what it can be, and what
    /// it is unless a rules file says otherwise.
    pub fn schema(self) -> serde_json::Value {
        self.book().schema()
    }

    /// What its figures can be, in the words and keys of its force files.
    ///
    /// # Panics
    /// If a ruleset cannot read its own defaults.
    pub fn sheet(self) -> Sheet {
        self.book().sheet(None).expect("defaults are in order")
    }

    /// The same with what the words do under a rules file.
    ///
    /// # Errors
    /// What is wrong in the rules file, and where.
    pub fn sheet_of(self, rules: Option<&Source>) -> Result<Sheet, Fault> {
        self.book().sheet(rules)
    }

    /// What can be said of a figure while it plays, each with what it means; `…` stands for a name
    /// or a number.
    pub fn marks(self) -> &'static [(&'static str, &'static str)] {
        self.book().marks()
    }

    /// Reads a force file.
    ///
    /// # Errors
    /// What is wrong in the file, and where.
    pub fn force(self, source: &Source, rules: Option<&Source>) -> Result<ForceSummary, Fault> {
        self.book().force(source, rules)
    }

    /// The odds of one figure in words attacking another, as JSON. Fractions are exact and
    /// written as text, `"1/3"`.
    ///
    /// # Errors
    /// What is wrong with the words, or the rules.
    pub fn duel(self, duel: &duel::Duel) -> Result<serde_json::Value, Fault> {
        self.book().duel(duel)
    }

    /// The ruleset a force file is written for.
    ///
    /// # Errors
    /// When the file is not TOML or names none that exists.
    pub fn of_force(source: &Source) -> Result<Rules, Fault> {
        #[derive(serde::Deserialize)]
        struct Head {
            ruleset: Option<toml::Spanned<String>>,
        }
        // a rules file names its ruleset in the same way
        let kind = match source.text.contains("\"skirmish-rules/") {
            true => "rules",
            false => "force",
        };
        source.check_version(kind, 1)?;
        match source.parse::<Head>()?.ruleset {
            None => Ok(Rules::Vsgmr),
            Some(name) => Rules::named(name.get_ref()).ok_or_else(|| {
                let known: Vec<_> = Rules::ALL.iter().map(|r| r.name()).collect();
                source.fault(
                    name.span(),
                    format!(
                        "unknown ruleset {:?}; the rulesets are {}",
                        name.get_ref(),
                        known.join(", ")
                    ),
                )
            }),
        }
    }

    /// Sets up a battle, ready for its first decision.
    ///
    /// # Errors
    /// What is wrong with the forces, the rules, the scenario, or how they go together.
    pub fn begin(self, mut brief: Brief) -> Result<Game, Fault> {
        // Budgets of a scenario for several rulesets are points of one of them.
        let counted_by = brief.budgets.as_deref().and_then(Rules::named);
        if counted_by.is_some_and(|rules| !self.plays(rules)) {
            brief.sides.iter_mut().for_each(|side| side.budget = None);
        }
        Ok(match self {
            Rules::Vsgmr => Game::Vsgmr(Vsgmr::begin(brief)?),
            Rules::Vsgmr2017 => Game::Vsgmr2017(vsgmr::begin::begin(brief, Edition::Of2017)?),
            Rules::Violence => Game::Violence(Violence::begin(brief)?),
            Rules::Plastic => Game::Plastic(Plastic::begin(brief)?),
            Rules::D8 => Game::D8(D8::begin(brief)?),
            Rules::Open(rules) => Game::Open(rules, rules.0.begin(brief)?),
        })
    }
}

/// What keys meant before they existed, from TOML.
fn older(text: &str) -> serde_json::Value {
    let table: toml::Table = toml::from_str(text).expect("our own text");
    kit::plain(table)
}

/// Adds values for keys that are missing, inside tables too.
fn complete(
    into: &mut serde_json::Map<String, serde_json::Value>,
    values: &serde_json::Map<String, serde_json::Value>,
) {
    for (key, value) in values {
        match (into.get_mut(key), value.as_object()) {
            (Some(serde_json::Value::Object(inside)), Some(values)) => complete(inside, values),
            (Some(_), _) => {}
            (None, _) => {
                into.insert(key.clone(), value.clone());
            }
        }
    }
}
