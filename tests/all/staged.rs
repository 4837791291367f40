//! Battles of any ruleset set up figure by figure and played in short words, with dice that are
//! written down.

use crate::drawn;
use skirmish::battle::{Answer, Ask, Brief, Event, Fig, How, Place, Placed, Side, Target, Who};
use skirmish::board::{Board, Space};
use skirmish::dice::Script;
use skirmish::rules::{Game, Rules};
use skirmish::source::Source;
use std::sync::Arc;

/// A plain battle of these forces.
pub fn brief(board: Board, forces: Vec<Source>) -> Brief {
    Brief {
        scenario: Source::new("scenario.toml", ""),
        ..Brief::new(Arc::new(board), forces)
    }
}

/// A figure put on a space beforehand.
pub fn placed(board: &Board, side: u8, number: usize, at: &str, hits: u8) -> Placed {
    Placed {
        at: Some(drawn::space(board, at)),
        hits,
        line: (3, 1),
        ..Placed::new(Side(side), number.to_string())
    }
}

/// A rules file with these lines.
pub fn rules(of: Rules, lines: &str) -> Option<Source> {
    let head = format!(
        "format = \"skirmish-rules/1\"\nruleset = \"{}\"\n",
        of.name()
    );
    Some(Source::new("rules.toml", format!("{head}{lines}\n")))
}

/// A battle with its dice and its log.
pub struct Fight {
    pub game: Game,
    pub dice: Script,
    pub log: Vec<Event>,
}

impl Fight {
    /// Sides as `"s A1, m B2-1"`: what the figure is, its space, hits taken. The first side has
    /// won the roll; the dice are for what follows. `force` makes a force of what its figures
    /// are.
    pub fn begin(
        of: Rules,
        board: Board,
        sides: &[&str],
        dice: &[u8],
        force: impl Fn(&[&str]) -> Source,
        change: impl Fn(&mut Brief),
    ) -> Fight {
        let figures: Vec<Vec<(&str, &str)>> = sides
            .iter()
            .map(|side| {
                side.split(", ")
                    .map(|f| f.split_once(' ').expect("a figure and a space"))
                    .collect()
            })
            .collect();
        let forces = figures.iter().map(|side| {
            let units: Vec<&str> = side.iter().map(|(unit, _)| *unit).collect();
            force(&units)
        });
        let mut brief = brief(board, forces.collect());
        for (i, side) in figures.iter().enumerate() {
            for (number, (_, at)) in (1..).zip(side) {
                let (at, hits) = at.split_once('-').unwrap_or((at, "0"));
                let hits = hits.parse().expect("a number");
                let one = placed(&brief.board, i as u8, number, at, hits);
                brief.placed.push(one);
            }
        }
        brief.start.first = Some(Side(0));
        change(&mut brief);
        let mut fight = Fight {
            game: of.begin(brief).expect("a good brief"),
            dice: Script::new(dice),
            log: Vec::new(),
        };
        fight.roll();
        fight
    }

    /// Lets chance answer as long as it is asked and dice are left.
    pub fn roll(&mut self) {
        while let (Who::Chance, Ask::Roll { dice, .. }) = self.asked() {
            if self.dice.left() == 0 {
                return;
            }
            let faces = self.dice.roll(&dice);
            self.game
                .answer(&Answer::Faces(faces), &mut self.log)
                .expect("scripted dice fit");
        }
    }

    pub fn asked(&self) -> (Who, Ask) {
        let decision = self.game.decision();
        (decision.who, decision.ask)
    }

    pub fn fig(&self, label: &str) -> Fig {
        self.game.labelled(label).expect("a figure")
    }

    pub fn space(&self, name: &str) -> Space {
        drawn::space(self.game.board(), name)
    }

    /// `1.1 to C4`, `1.2 at C5`, `1.1 shoots 2.1`, `1.1 attacks 2.1`, `1.1 defends`, `done`.
    pub fn parse(&self, text: &str) -> Answer {
        let strike = |who, how, at| Answer::Strike { who, how, at };
        let target = |at| Target::Figure(self.fig(at));
        let words: Vec<&str> = text.split(' ').collect();
        match words.as_slice() {
            ["done"] => Answer::Done,
            [who, "defends"] => strike(self.fig(who), How::Defend, Target::Nothing),
            [who, "attacks", at] => strike(self.fig(who), How::Attack, target(at)),
            [who, "shoots", at] => strike(self.fig(who), How::Shoot, target(at)),
            [who, "to", at] => Answer::Move {
                who: self.fig(who),
                to: self.space(at),
            },
            [who, "at", at] => Answer::Place {
                who: self.fig(who),
                to: self.space(at),
            },
            _ => panic!("unreadable: {text}"),
        }
    }

    /// Plays answers, one a comma, with the dice they take.
    pub fn play(&mut self, text: &str) -> &mut Self {
        for one in text.split(", ") {
            let answer = self.parse(one);
            self.game
                .answer(&answer, &mut self.log)
                .unwrap_or_else(|refused| panic!("{one}: {refused}"));
            self.roll();
        }
        self
    }

    /// Why an answer is refused; nothing has changed.
    pub fn refused(&mut self, text: &str) -> String {
        let (answer, before) = (self.parse(text), self.game.clone());
        let refused = self.game.answer(&answer, &mut self.log);
        assert!(self.game.same_state(&before));
        refused.expect_err(text).to_string()
    }

    pub fn can(&self, text: &str) -> bool {
        self.game.check(&self.parse(text)).is_ok()
    }

    /// The name of the space a figure stands on.
    pub fn at(&self, label: &str) -> String {
        let board = self.game.board();
        board.grid().name(self.game.at(self.fig(label)))
    }

    pub fn gone(&self, label: &str) -> bool {
        self.game.place(self.fig(label)) == Place::Gone
    }

    pub fn spent(&self) {
        self.dice.assert_spent();
    }
}
