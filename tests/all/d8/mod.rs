//! d8, played through answers with scripted dice on squares and hexes.

mod doors;
mod fire;
mod keys;
mod readings;
mod replies;
mod turns;
mod vehicles;

use crate::drawn::{self, KINDS};
use crate::staged;
use skirmish::battle::{
    Act, Answer, Ask, Battle, Brief, Deploy, Event, Fig, HalfPoints, How, Menace, Place, Purpose,
    Ratio, Reason, Ruleset, Scale, Side, Stand, Start, Target, Who, enumerate,
};
use skirmish::board::{Board, GridKind, Reach, Sight};
use skirmish::dice::Script;
use skirmish::rules::d8::D8;
use skirmish::rules::d8::config::Config;
use skirmish::rules::{Game, Policy, Rules};
use skirmish::source::Source;

/// Open ground.
const FIELD: &str = "
..................................
..................................
..................................
..................................
..................................
..................................
..................................
..................................
..................................
..................................";

/// A force of these units, in words; `name: words > vehicle` begins aboard.
fn force(units: &[&str]) -> Source {
    let mut text = "format = \"skirmish-force/1\"\nruleset = \"d8\"\nname = \"Test\"\n".to_string();
    for (i, unit) in units.iter().enumerate() {
        let (words, on) = match unit.split_once(" > ") {
            Some((words, on)) => (words, format!("mounted_on = \"U{on}\"\n")),
            None => (*unit, String::new()),
        };
        let number = i + 1;
        text += &format!("[[figure]]\nname = \"U{number}\"\nis = \"{words}\"\n{on}");
    }
    Source::new("force.toml", text)
}

/// A rules file with these lines.
fn rules(lines: &str) -> Option<Source> {
    staged::rules(Rules::D8, lines)
}

/// Sides as lists of `words @ C4`; without a place: in or on what it begins aboard of, or off
/// the map. `@ C4-1`: a wound taken.
fn brief(board: Board, sides: &[&[&str]], rules: Option<Source>) -> Brief {
    let mut placed = Vec::new();
    let mut forces = Vec::new();
    for (s, side) in sides.iter().enumerate() {
        let mut words = Vec::new();
        for (i, unit) in side.iter().enumerate() {
            let (word, at) = match unit.split_once(" @ ") {
                Some((word, at)) => (word, Some(at)),
                None => (*unit, None),
            };
            words.push(word);
            let Some(at) = at else { continue };
            let (at, hits) = at.split_once('-').unwrap_or((at, "0"));
            let hits = hits.parse().unwrap();
            placed.push(staged::placed(&board, s as u8, i + 1, at, hits));
        }
        forces.push(force(&words));
    }
    let start = Start {
        round: 1,
        first: Some(Side(0)),
        ..Start::default()
    };
    Brief {
        rules,
        placed,
        start,
        ..staged::brief(board, forces)
    }
}

/// A battle with its dice and its log.
struct Fight {
    game: Game,
    dice: Script,
    log: Vec<Event>,
}

impl Fight {
    fn on(board: Board, sides: &[&[&str]], config: &str, dice: &[u8]) -> Fight {
        let config = (!config.is_empty()).then(|| rules(config)).flatten();
        let game = Rules::D8
            .begin(brief(board, sides, config))
            .expect("a good brief");
        let mut fight = Fight {
            game,
            dice: Script::new(dice),
            log: Vec::new(),
        };
        fight.roll();
        fight
    }
    /// On open ground; the first side has the initiative.
    fn new(kind: GridKind, sides: &[&[&str]], dice: &[u8]) -> Fight {
        Fight::on(drawn::board(kind, FIELD, &[]), sides, "", dice)
    }
    /// Lets chance answer as long as it is asked and dice are left.
    fn roll(&mut self) {
        while let (Who::Chance, Ask::Roll { dice, .. }) = self.asked() {
            if self.dice.left() == 0 {
                return;
            }
            let faces = self.dice.roll(&dice);
            self.game
                .answer(&Answer::Faces(faces), &mut self.log)
                .unwrap();
        }
    }
    fn asked(&self) -> (Who, Ask) {
        let decision = self.game.decision();
        (decision.who, decision.ask)
    }
    fn fig(&self, label: &str) -> Fig {
        self.game.labelled(label).expect("a figure")
    }
    fn target(&self, at: &str) -> Target {
        match self.game.labelled(at) {
            Some(figure) => Target::Figure(figure),
            None => Target::Space(drawn::space(self.game.board(), at)),
        }
    }
    fn strike(&self, who: &str, how: How, at: &str) -> Answer {
        let (who, at) = (self.fig(who), self.target(at));
        Answer::Strike { who, how, at }
    }
    fn step(&self, who: &str, to: &str) -> Answer {
        let (who, to) = (self.fig(who), drawn::space(self.game.board(), to));
        Answer::Move { who, to }
    }
    fn answer(&mut self, answer: &Answer) {
        self.game
            .answer(answer, &mut self.log)
            .unwrap_or_else(|refused| panic!("{answer:?}: {refused}"));
        self.roll();
    }
    fn attack(&mut self, who: &str, how: How, at: &str) {
        self.answer(&self.strike(who, how, at));
    }
    fn go(&mut self, who: &str, to: &str) {
        self.answer(&self.step(who, to));
    }
    fn refused(&self, answer: &Answer) -> String {
        self.game.check(answer).expect_err("refused").to_string()
    }
    fn done(&mut self) {
        self.answer(&Answer::Done);
    }
    fn side(&self) -> Side {
        match self.asked() {
            (Who::Side(side), _) => side,
            other => panic!("{other:?}"),
        }
    }
    fn lives(&self, who: &str) -> bool {
        self.game.place(self.fig(who)) == Place::On
    }
    fn at(&self, who: &str) -> String {
        self.game.board().grid().name(self.game.at(self.fig(who)))
    }
    fn spent(&self) {
        self.dice.assert_spent();
    }
}
