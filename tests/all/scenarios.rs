//! Deployment, the six scenarios and the solo table, played out (R7, R8, C1–C6, O1–O4).

mod aims;
mod ambush;
mod deploying;
mod plain;
mod set_pieces;
mod solo;
mod sweep;

use crate::drawn;
use skirmish::battle::{Answer, Ask, Event, Fig, How, Place, Target, Who};
use skirmish::board::{Facing, GridKind, Space};
use skirmish::dice::Faces;
use skirmish::rules::{Game, Rules};
use skirmish::scenario::{Overrides, Scenario};
use skirmish::source::{Fault, Source};
use std::sync::Arc;

/// A battle under way.
pub struct Table {
    pub game: Game,
    pub log: Vec<Event>,
}

/// Begins a battle on a drawing: the scenario's lines, and for each side its figures as
/// `"name: words; name: words"`; further keys of a figure after `|`.
pub fn begun(kind: GridKind, rows: &str, scenario: &str, forces: &[&str]) -> Result<Table, Fault> {
    ruled(kind, rows, scenario, forces, "")
}

/// As [`begun`], with lines of a rules file.
pub fn ruled(
    kind: GridKind,
    rows: &str,
    scenario: &str,
    forces: &[&str],
    rules: &str,
) -> Result<Table, Fault> {
    on_board(
        Arc::new(drawn::board(kind, rows, &[])),
        scenario,
        forces,
        rules,
    )
}

/// As [`ruled`], on a board made before.
pub fn on_board(
    board: Arc<skirmish::board::Board>,
    scenario: &str,
    forces: &[&str],
    rules: &str,
) -> Result<Table, Fault> {
    played_by(Rules::Vsgmr, board, scenario, forces, rules)
}

/// As [`on_board`], by a ruleset.
pub fn played_by(
    ruleset: Rules,
    board: Arc<skirmish::board::Board>,
    scenario: &str,
    forces: &[&str],
    rules: &str,
) -> Result<Table, Fault> {
    let of = match ruleset {
        Rules::Vsgmr => String::new(),
        other => format!("ruleset = \"{}\"\n", other.name()),
    };
    let text = format!("format = \"skirmish-scenario/1\"\nname = \"Test\"\n{scenario}");
    let scenario = Scenario::read(&Source::new("test.toml", text))?;
    let forces: Vec<Source> = forces
        .iter()
        .enumerate()
        .map(|(i, figures)| {
            let mut text = format!("format = \"skirmish-force/1\"\nname = \"Side {}\"\n", i + 1);
            text.push_str(&of);
            for figure in figures.split(';') {
                let (figure, more) = figure.split_once('|').unwrap_or((figure, ""));
                let (name, words) = figure.split_once(':').expect("a name and words");
                text.push_str(&format!(
                    "[[figure]]\nname = \"{}\"\nis = \"{}\"\n{more}\n",
                    name.trim(),
                    words.trim()
                ));
            }
            Source::new(format!("side{}.toml", i + 1), text)
        })
        .collect();
    let rules = format!("format = \"skirmish-rules/1\"\n{of}{rules}");
    let overrides = Overrides {
        rules: Some(Source::new("rules.toml", rules)),
        computer: vec![false, true],
        ..Overrides::default()
    };
    let game = ruleset.begin(scenario.brief(board, &forces, &overrides)?)?;
    Ok(Table { game, log: vec![] })
}

impl Table {
    /// Answers; the answer must be listed.
    pub fn answer(&mut self, answer: Answer) -> &mut Self {
        let listed = self.game.answers();
        assert!(listed.contains(&answer), "{answer:?} to {:?}", self.asks());
        if let Err(refused) = self.game.answer(&answer, &mut self.log) {
            panic!("{answer:?} is refused: {refused}");
        }
        self
    }
    /// What the dice show.
    pub fn roll(&mut self, faces: &[u8]) -> &mut Self {
        let faces = Answer::Faces(Faces::from_slice(faces));
        if let Err(refused) = self.game.answer(&faces, &mut self.log) {
            panic!("{faces:?} to {:?}: {refused}", self.asks());
        }
        self
    }
    /// Presets until this is so; dice are not rolled.
    pub fn until(&mut self, so: impl Fn(&Game) -> bool) -> &mut Self {
        for _ in 0..2000 {
            if so(&self.game) {
                return self;
            }
            assert_ne!(self.game.decision().who, Who::Chance, "{:?}", self.asks());
            let answer = match self.asks() {
                Ask::Act { .. } => Answer::Done,
                _ => self.game.preset(),
            };
            self.answer(answer);
        }
        panic!("it never came");
    }
    /// Deploys by presets.
    pub fn deployed(&mut self) -> &mut Self {
        while let Ask::Deploy | Ask::Choose { .. } = self.asks() {
            let answer = self.game.preset();
            self.answer(answer);
        }
        self
    }
    /// Initiative: these faces, and whoever wins goes first.
    pub fn first(&mut self, faces: &[u8], side: u8) -> &mut Self {
        self.roll(faces);
        if self.asks() == Ask::First {
            self.answer(Answer::Side(skirmish::battle::Side(side - 1)));
        }
        self
    }
    pub fn asks(&self) -> Ask {
        self.game.decision().ask
    }
    /// Which side is asked, from 1; 0: chance.
    pub fn asked(&self) -> u8 {
        match self.game.decision().who {
            Who::Side(side) => side.0 + 1,
            Who::Chance => 0,
        }
    }
    pub fn space(&self, name: &str) -> Space {
        drawn::space(self.game.board(), name)
    }
    pub fn fig(&self, name: &str) -> Fig {
        let found = self.game.all().find(|f| self.game.name(*f) == name);
        found.unwrap_or_else(|| panic!("no figure {name}"))
    }
    pub fn place(&self, who: &str, to: &str) -> Answer {
        Answer::Place {
            who: self.fig(who),
            to: self.space(to),
        }
    }
    pub fn moving(&self, who: &str, to: &str) -> Answer {
        Answer::Move {
            who: self.fig(who),
            to: self.space(to),
        }
    }
    pub fn strike(&self, who: &str, how: How, at: Target) -> Answer {
        let who = self.fig(who);
        Answer::Strike { who, how, at }
    }
    /// Moves, and lets presets answer what follows.
    pub fn go(&mut self, who: &str, to: &str) -> &mut Self {
        self.answer(self.moving(who, to));
        while matches!(
            self.asks(),
            Ask::Face { .. } | Ask::PickUp { .. } | Ask::Land { .. }
        ) {
            let answer = match self.asks() {
                Ask::Face { .. } => Answer::Face(Facing(0)),
                _ => self.game.preset(),
            };
            self.answer(answer);
        }
        self
    }
    /// Whether this may be answered now; listed and allowed are the same.
    pub fn may(&self, answer: &Answer) -> bool {
        let allowed = self.game.check(answer).is_ok();
        assert_eq!(allowed, self.game.answers().contains(answer), "{answer:?}");
        allowed
    }
    /// The names of the spaces where a figure may be placed now.
    pub fn places(&self, who: &str) -> Vec<Space> {
        let who = self.fig(who);
        let mut found: Vec<Space> = self
            .game
            .answers()
            .into_iter()
            .filter_map(|answer| match answer {
                Answer::Place { who: f, to } if f == who => Some(to),
                _ => None,
            })
            .collect();
        found.sort_unstable();
        found
    }
    pub fn at(&self, who: &str) -> String {
        self.game.board().grid().name(self.game.at(self.fig(who)))
    }
    pub fn state(&self, who: &str) -> Place {
        self.game.place(self.fig(who))
    }
    /// The winning sides, from 1, and why.
    pub fn won(&self) -> Option<(Vec<u8>, &'static str)> {
        let outcome = self.game.outcome()?;
        let sides = (0..8).filter(|s| outcome.winners.bits() >> s & 1 == 1);
        Some((sides.map(|s| s + 1).collect(), outcome.reason.name()))
    }
}

/// An open board of so many columns and rows.
pub fn field(columns: usize, rows: usize) -> String {
    vec![".".repeat(columns); rows].join("\n")
}
