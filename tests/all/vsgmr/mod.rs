//! VSGMR played on drawn boards with written-down dice.

mod aboard;
mod attacks;
mod changed;
mod doors;
mod edition2017;
mod fear;
mod flight;
mod inspiration;
mod keys;
mod laws;
mod movement;
mod opponents;
mod pieces;
mod powers;
mod prizes;
mod recruit;
mod rounds;
mod skills;
mod summon;
mod traits;

use crate::drawn;
use skirmish::battle::{
    Answer, Ask, Brief, BriefSide, Deploy, DeviceSpec, Event, Fig, How, ItemSpec, Place, Placed,
    Side, Start, Target, Who,
};
use skirmish::board::{Board, Facing, GridKind, Space};
use skirmish::dice::Script;
use skirmish::rules::{Game, Rules};
use skirmish::source::Source;
use std::fmt::Write;
use std::sync::Arc;

/// A battle to be set up.
pub struct Scene {
    ruleset: Rules,
    board: Arc<Board>,
    turned: bool,
    figures: Vec<(u8, String, String, String)>,
    extra: Vec<String>,
    rules: String,
    /// The parts of the sides, where they are unlike.
    pub roles: Vec<skirmish::battle::Role>,
    /// What can still be changed before it begins.
    pub brief: Brief,
}

/// A scene on a drawing, without borders.
pub fn scene(kind: GridKind, rows: &str) -> Scene {
    walled(kind, rows, &[])
}

/// A scene in a lane along which a straight line runs on any grid: written as a row, and laid
/// down as a column where rows of hexes zigzag.
pub fn lane(kind: GridKind, row: &str) -> Scene {
    fenced_lane(kind, row, &[])
}

/// A lane with borders.
pub fn fenced_lane(kind: GridKind, row: &str, borders: &[&str]) -> Scene {
    if kind != GridKind::HexFlat {
        return walled(kind, row, borders);
    }
    let rows: Vec<String> = row.chars().map(String::from).collect();
    let borders: Vec<String> = borders
        .iter()
        .map(|border| {
            let (between, word) = border.split_once(' ').expect("a side and a kind");
            let (a, b) = between.split_once('|').expect("two spaces");
            format!("{}|{} {word}", turn(a, true), turn(b, true))
        })
        .collect();
    let borders: Vec<&str> = borders.iter().map(String::as_str).collect();
    let mut scene = walled(kind, &rows.join(" "), &borders);
    scene.turned = true;
    scene
}

/// The name of a space of a lane on the board, if the lane is laid down as a column: E1 as A5.
fn turn(name: &str, turned: bool) -> String {
    if !turned {
        return name.to_string();
    }
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let row = letters
        .bytes()
        .fold(0, |n, b| n * 26 + u32::from(b - b'A') + 1);
    format!("A{row}")
}

/// A scene on a drawing with borders.
pub fn walled(kind: GridKind, rows: &str, borders: &[&str]) -> Scene {
    let board = Arc::new(drawn::board(kind, rows, borders));
    Scene {
        ruleset: Rules::Vsgmr,
        board: board.clone(),
        turned: false,
        figures: vec![],
        extra: vec![],
        rules: String::new(),
        roles: vec![],
        brief: Brief {
            deploy: Some(Deploy::Auto),
            ..Brief::new(board, [])
        },
    }
}

impl Scene {
    /// A figure: side, name, words, and where: `"C4"`, `"C4 E"`, `"C4 aloft"`, `"on NAME"`,
    /// `"reserve"`, or nothing where it is still to be deployed.
    pub fn figure(mut self, side: u8, name: &str, words: &str, at: &str) -> Self {
        self.figures
            .push((side, name.into(), words.into(), at.into()));
        self.extra.push(String::new());
        self
    }
    /// A further line about the last figure in its force file.
    pub fn with(mut self, line: &str) -> Self {
        let last = self.extra.last_mut().expect("a figure");
        writeln!(last, "{line}").unwrap();
        self
    }
    /// By the edition of 2017.
    pub fn of_2017(mut self) -> Self {
        self.ruleset = Rules::Vsgmr2017;
        self
    }
    /// A line of the rules file.
    pub fn rule(mut self, line: &str) -> Self {
        writeln!(self.rules, "{line}").unwrap();
        self
    }
    /// Begins in this step of round 1, side 1 first.
    pub fn step(mut self, step: &str) -> Self {
        self.brief.start = Start {
            round: 1,
            step: Some(step.into()),
            turn: Some(Side(0)),
            first: Some(Side(0)),
            at: None,
        };
        self
    }
    /// An item on a space.
    pub fn item(mut self, name: &str, at: &str) -> Self {
        let at = self.board.grid().named(&turn(at, self.turned));
        self.brief.items.push(ItemSpec {
            name: name.into(),
            at,
            points: skirmish::battle::HalfPoints::ZERO,
            guard: None,
        });
        self
    }
    /// A device on a space.
    pub fn device(mut self, at: &str, effect: skirmish::battle::Effect) -> Self {
        let at = self.space(at);
        self.brief.devices.push(DeviceSpec {
            name: "console".into(),
            at,
            effect,
            from_air: false,
            skill: None,
            again: false,
            side: None,
            guard: None,
        });
        self
    }
    /// The space of a name.
    pub fn space(&self, name: &str) -> Space {
        drawn::space(&self.board, &turn(name, self.turned))
    }
    /// Sets the battle up with these dice to come.
    pub fn begin(mut self, dice: &[u8]) -> Play {
        let sides = self.figures.iter().map(|f| f.0).max().unwrap_or(2).max(2);
        let grid = *self.board.grid();
        for side in 1..=sides {
            let mut text = format!(
                "format = \"skirmish-force/1\"\nruleset = {:?}\nname = \"Side {side}\"\n",
                self.ruleset.name()
            );
            for (figure, extra) in self.figures.iter().zip(&self.extra) {
                let (of, name, words, at) = figure;
                if *of != side {
                    continue;
                }
                write!(
                    text,
                    "[[figure]]\nname = \"{name}\"\nis = \"{words}\"\n{extra}"
                )
                .unwrap();
                if at.is_empty() {
                    continue;
                }
                let mut placed = Placed::new(Side(side - 1), name.as_str());
                let mut words = at.split_whitespace();
                match words.next() {
                    Some("on") => placed.mounted_on = words.next().map(String::from),
                    Some("reserve") => placed.reserve = true,
                    Some(at) => placed.at = Some(self.space(at)),
                    None => {}
                }
                for word in words {
                    match word {
                        "aloft" => placed.aloft = true,
                        way => placed.facing = Some(grid.facing_named(way).expect("a facing")),
                    }
                }
                self.brief.placed.push(placed);
            }
            let force = Source::new(format!("side{side}"), text);
            let role = self.roles.get(usize::from(side - 1)).copied();
            self.brief.sides.push(BriefSide {
                role: role.unwrap_or_default(),
                ..BriefSide::new(force, side)
            });
        }
        if !self.rules.is_empty() {
            let text = format!(
                "format = \"skirmish-rules/1\"\nruleset = {:?}\n{}",
                self.ruleset.name(),
                self.rules
            );
            self.brief.rules = Some(Source::new("rules", text));
        }
        let game = self
            .ruleset
            .begin(self.brief)
            .unwrap_or_else(|fault| panic!("{fault}"));
        let mut play = Play {
            turned: self.turned,
            game,
            log: vec![],
            dice: Script::new(dice),
        };
        play.roll();
        play
    }
}

/// A battle under way.
pub struct Play {
    turned: bool,
    /// The battle.
    pub game: Game,
    /// What has happened.
    pub log: Vec<Event>,
    dice: Script,
}

impl Play {
    /// Rolls as long as dice are asked for and written down.
    fn roll(&mut self) {
        while let Ask::Roll { dice, .. } = self.game.decision().ask {
            if self.dice.left() == 0 {
                return;
            }
            let faces = self.dice.roll(&dice);
            self.game
                .answer(&Answer::Faces(faces), &mut self.log)
                .expect("faces that fit");
        }
    }
    /// More dice to come.
    pub fn dice(&mut self, faces: &[u8]) -> &mut Self {
        self.dice.assert_spent();
        self.dice = Script::new(faces);
        self.roll();
        self
    }
    /// A figure by its name.
    pub fn fig(&self, name: &str) -> Fig {
        self.game
            .all()
            .find(|f| self.game.name(*f) == name)
            .unwrap_or_else(|| panic!("no figure {name}"))
    }
    /// A space by its name.
    pub fn space(&self, name: &str) -> Space {
        drawn::space(self.game.board(), &turn(name, self.turned))
    }
    /// Answers, and rolls what follows. The answer must be listed as legal too.
    pub fn answer(&mut self, answer: Answer) -> &mut Self {
        assert!(
            self.game.answers().contains(&answer),
            "{answer:?} is not listed; asked: {:?}",
            self.game.decision()
        );
        if let Err(refused) = self.game.answer(&answer, &mut self.log) {
            panic!("{answer:?} is refused: {refused}");
        }
        self.roll();
        self
    }
    /// Why an answer is refused; it must not be listed either.
    pub fn refused(&self, answer: Answer) -> String {
        assert!(
            !self.game.answers().contains(&answer),
            "{answer:?} is listed"
        );
        match self.game.check(&answer) {
            Ok(()) => panic!("{answer:?} is allowed"),
            Err(refused) => refused.to_string(),
        }
    }
    /// The answer of moving.
    pub fn moving(&self, who: &str, to: &str) -> Answer {
        Answer::Move {
            who: self.fig(who),
            to: self.space(to),
        }
    }
    /// The answer of acting on a figure.
    pub fn striking(&self, how: How, who: &str, at: &str) -> Answer {
        Answer::Strike {
            who: self.fig(who),
            how,
            at: Target::Figure(self.fig(at)),
        }
    }
    /// The answer of acting on something else.
    pub fn on(&self, how: How, who: &str, at: Target) -> Answer {
        Answer::Strike {
            who: self.fig(who),
            how,
            at,
        }
    }
    /// Acts on something else than a figure.
    pub fn act(&mut self, how: How, who: &str, at: Target) -> &mut Self {
        self.answer(self.on(how, who, at))
    }
    /// Moves a figure.
    pub fn go(&mut self, who: &str, to: &str) -> &mut Self {
        self.answer(self.moving(who, to))
    }
    /// Shoots.
    pub fn shoot(&mut self, who: &str, at: &str) -> &mut Self {
        self.answer(self.striking(How::Shoot, who, at))
    }
    /// Fights.
    pub fn fight(&mut self, who: &str, at: &str) -> &mut Self {
        self.answer(self.striking(How::Fight, who, at))
    }
    /// Says yes.
    pub fn yes(&mut self) -> &mut Self {
        self.answer(Answer::Yes)
    }
    /// Says no.
    pub fn no(&mut self) -> &mut Self {
        self.answer(Answer::No)
    }
    /// Says that is all.
    pub fn done(&mut self) -> &mut Self {
        self.answer(Answer::Done)
    }
    /// Says done until this step has begun for this side, or a question is another than acting.
    pub fn until(&mut self, step: &str, side: u8) -> &mut Self {
        for _ in 0..200 {
            let status = self.game.status();
            if status.step == step && status.turn == Some(Side(side - 1)) {
                return self;
            }
            let Ask::Act { .. } = self.game.decision().ask else {
                return self;
            };
            self.done();
        }
        panic!("{step} of side {side} never came");
    }
    /// What is asked.
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
    /// The space a figure is on.
    pub fn at(&self, name: &str) -> String {
        let grid = *self.game.board().grid();
        let at = self.game.at(self.fig(name));
        if self.turned {
            return skirmish::board::Grid {
                columns: grid.rows,
                rows: 1,
                ..grid
            }
            .name(Space(grid.row(at)));
        }
        grid.name(at)
    }
    /// Whether a figure is on the board.
    pub fn on_board(&self, name: &str) -> bool {
        self.game.place(self.fig(name)) == Place::On
    }
    /// The way a figure faces.
    pub fn facing(&self, name: &str) -> &'static str {
        let facing: Facing = self.game.facing(self.fig(name));
        self.game.board().grid().facing_name(facing)
    }
    /// What a figure is aboard of.
    pub fn aboard(&self, name: &str) -> Option<&str> {
        self.game
            .aboard(self.fig(name))
            .map(|mount| self.game.name(mount))
    }
    /// Whether this is what the step asks.
    pub fn acts(&self) -> bool {
        matches!(self.asks(), Ask::Act { .. })
    }
    /// The face the dice asked for need.
    pub fn need(&self) -> i8 {
        match self.asks() {
            Ask::Roll {
                need: Some(need), ..
            } => need,
            other => panic!("no roll with a need: {other:?}"),
        }
    }
    /// The dice asked for.
    pub fn asked_dice(&self) -> Vec<u8> {
        match self.asks() {
            Ask::Roll { dice, .. } => dice.to_vec(),
            other => panic!("no roll: {other:?}"),
        }
    }
    /// Every die written down has been rolled.
    pub fn spent(&self) {
        self.dice.assert_spent();
    }
}
