//! `skirmish play`: a battle from the keyboard, in short commands.

use super::drive::{self, Driver, Ending, Manner, Plain, Show, To, by_program, on_terminal};
use super::options::BattleOptions;
use super::record_file::RecordFile;
use super::{Ended, Exit, Failure, input, interrupt, orders, table_text};
use crate::ai::{self, Agent, Why};
use crate::battle::{Answer, Ask, Decision, Fig, Finding, Side, Who};
use crate::play::matches::{self, Given, Match};
use crate::play::record::Replay;
use crate::play::{Setup, external, tell};
use crate::rules::Game;
use clap::Args;
use orders::{Order, Scope};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Play a battle, against the computer or each other
#[derive(Clone, Debug, Args)]
pub struct PlayArgs {
    /// Which battle.
    #[command(flatten)]
    pub battle: BattleOptions,
    /// In the terminal even if there is a display
    #[arg(long)]
    pub terminal: bool,
    /// In a window
    #[arg(long, conflicts_with = "terminal")]
    pub window: bool,
    /// The window.
    #[cfg(feature = "window")]
    #[command(flatten)]
    pub how: super::window::WindowArgs,
    /// Go on with a recorded battle
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "map", "scenario", "ruleset", "rules", "changes", "forces", "solo", "rounds", "scale", "seed", "dice", "record"
    ])]
    pub resume: Option<PathBuf>,
}

/// Runs `skirmish play`.
///
/// # Errors
/// What is wrong with the options or files, or that the battle cannot be recorded.
pub fn run(args: &PlayArgs) -> Ended {
    #[cfg(feature = "window")]
    let asked = args
        .how
        .is_asked(args.window, &[("--terminal", args.terminal)])?;
    #[cfg(feature = "window")]
    if super::window::is_wanted(asked, args.terminal) {
        let instead = "leave --window out, or say --terminal";
        return match &args.resume {
            Some(file) => super::window::run(
                crate::window::App::resume(file).map_err(Failure::said)?,
                &args.how,
                instead,
            ),
            None => super::window::battle(
                args.battle.setup("human")?,
                args.battle.record.as_deref(),
                &args.how,
                instead,
            ),
        };
    }
    #[cfg(not(feature = "window"))]
    if args.window {
        return Err(super::watch::no_window());
    }
    match &args.resume {
        Some(file) => resume(file, &args.battle),
        None => {
            let setup = args.battle.setup("human")?;
            begin(setup, &args.battle)
        }
    }
}

/// Begins a battle and plays it in plain lines.
///
/// # Errors
/// What is wrong with its texts, or that it cannot be recorded.
pub fn begin(setup: Setup, options: &BattleOptions) -> Ended {
    let game = setup.begin()?;
    let record = open_record(&setup, options)?;
    announce(&setup, &game, options);
    let manner = manner(&setup, options);
    finish(Driver::new(setup, game, record, manner)?)
}

/// Opens the record of a battle that is about to begin.
///
/// # Errors
/// When the record that was asked for cannot be written.
pub fn open_record(setup: &Setup, options: &BattleOptions) -> Result<Option<RecordFile>, Failure> {
    let head = crate::play::record::head_line(setup)?;
    match &options.record {
        Some(path) => RecordFile::create(path, &head).map(Some),
        None => {
            let begun = RecordFile::create_default(&setup.map.name, setup.seed, &head);
            if let Err(why) = &begun {
                let _ = writeln!(
                    std::io::stderr(),
                    "notice: the battle is not recorded: {why}; --record FILE names another place"
                );
            }
            Ok(begun.ok())
        }
    }
}

/// Says which seed was drawn, if one was, and what is doubtful about the battle (R8).
pub fn announce(setup: &Setup, game: &Game, options: &BattleOptions) {
    let mut to = std::io::stderr();
    if options.seed.is_none() {
        let _ = writeln!(to, "seed {}", setup.seed);
    }
    for Finding {
        place, what, mend, ..
    } in game.findings()
    {
        let _ = writeln!(to, "warning: {place}: {what}; {mend}");
    }
}

/// Plain lines; where a program reads the output, it gets nothing but JSON.
fn manner(setup: &Setup, options: &BattleOptions) -> Manner {
    let show: Box<dyn Show> = if by_program(setup) {
        Box::new(drive::Both(
            Box::new(drive::End),
            Box::new(Plain::new(To::Errors, options.why)),
        ))
    } else {
        Box::new(Plain::new(To::Output, options.why))
    };
    Manner {
        show,
        why: options.why,
        timing: options.timing,
        limit: options.bot_limit(),
    }
}

/// Goes on with a recorded battle.
///
/// # Errors
/// When the record cannot be read or does not lead where it says.
pub fn resume(file: &Path, options: &BattleOptions) -> Ended {
    let (record_file, record) = RecordFile::open(file)?;
    let mut setup = record.setup.clone();
    for (i, name) in options.agents.iter().enumerate() {
        let Some(agent) = setup.agents.get_mut(i) else {
            return Err(Failure::said(format!(
                "{} agents for {} sides; give --agent at most once for each side",
                options.agents.len(),
                setup.agents.len()
            )));
        };
        super::options::check_agent(name, Side(i as u8))?;
        agent.clone_from(name);
    }
    let mut replay = Replay::new(&record)?;
    let start = replay.game().clone();
    let mut answers = Vec::new();
    let mut missing = String::new();
    while let Some(again) = replay.step() {
        let again = again?;
        if let Some((line, what)) = again.differs {
            let _ = writeln!(
                std::io::stderr(),
                "{}:{line}: answer {}: {what}; so it cannot be gone on with, but shown with `skirmish replay`",
                record.file,
                again.given.number
            );
            return Ok(Exit::No);
        }
        let kept = record.answers[again.given.number as usize - 1].events.len();
        missing.clear();
        for event in again.given.events.iter().skip(kept) {
            missing.push_str(&crate::play::record::event_line(
                replay.game(),
                again.given.number,
                event,
            ));
        }
        answers.push(again.given.answer);
    }
    if record.result.is_some() {
        let game = replay.into_game();
        drive::print(&format!(
            "{}\n",
            game.outcome().map_or_else(
                || "the battle is over".to_owned(),
                |o| tell::outcome(&game, &o)
            )
        ))?;
        return Ok(Exit::Done);
    }
    let mut record_file = record_file;
    if !missing.is_empty() {
        record_file.append(&missing)?;
    }
    let manner = manner(&setup, options);
    let mut driver = Driver::new(setup, start, Some(record_file), manner)?;
    for answer in answers {
        driver.battle.replay(answer);
    }
    let _ = writeln!(
        std::io::stderr(),
        "{} goes on after {} answers",
        record.file,
        record.answers.len()
    );
    finish(driver)
}

/// Plays to the end.
///
/// # Errors
/// When the battle cannot be recorded or shown.
pub fn finish(mut driver: Driver) -> Ended {
    match driver.run()? {
        Ending::Over(_) | Ending::Left => Ok(Exit::Done),
    }
}

/// What a person said to a question.
#[derive(Debug)]
pub enum Reply {
    /// This answer, with reasons where the computer gave it for them.
    Answer(Answer, Option<Why>),
    /// Take the last one back.
    Undo,
    /// Enough for now.
    Quit,
}

/// A person at the keyboard (or a script on the standard input).
pub struct Human {
    seed: u64,
    terminal: bool,
    auto: Option<Scope>,
    last_why: Option<Why>,
    /// Others have acted since the board was drawn.
    stale: bool,
    listed: Vec<Answer>,
    greeted: bool,
}

impl Human {
    /// Somebody whose advisor draws from this seed.
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            terminal: on_terminal(),
            auto: None,
            last_why: None,
            stale: true,
            listed: Vec::new(),
            greeted: false,
        }
    }

    /// Something was answered, by whomever.
    pub fn heard(&mut self, given: &Given) {
        if given.why.is_some() {
            self.last_why.clone_from(&given.why);
        }
        self.stale |= !given.events.is_empty();
    }

    /// Asks until there is an answer that can be given.
    ///
    /// # Errors
    /// When the terminal cannot be read or written.
    pub fn ask(&mut self, battle: &Match, decision: &Decision) -> Result<Reply, Failure> {
        let game = battle.game();
        if let Some(reply) = self.automatic(battle, decision) {
            return Ok(reply);
        }
        self.listed.clear();
        self.introduce(game, decision)?;
        let preset = external::preset(game, decision, self.seed, battle.number());
        let mut stdin = std::io::stdin().lock();
        loop {
            self.prompt(game, decision, preset.as_ref())?;
            let line =
                input::line(&mut stdin, external::LONGEST_LINE).map_err(|error| Failure::Io {
                    what: "the standard input".into(),
                    error,
                })?;
            let text = match line {
                input::Line::End => return Ok(Reply::Quit),
                input::Line::TooLong => {
                    say("that line is too long")?;
                    continue;
                }
                input::Line::Text(text) => text,
            };
            if text.trim().is_empty() {
                match &preset {
                    Some(answer) => return Ok(Reply::Answer(answer.clone(), None)),
                    None => continue,
                }
            }
            match orders::read(game, decision, &self.listed, &text) {
                Ok(Order::Answer(answer)) => match matches::check(game, decision, &answer) {
                    Ok(()) => return Ok(Reply::Answer(answer, None)),
                    Err(refused) => say(&format!("that cannot be done: {refused}"))?,
                },
                Ok(Order::Undo) => return Ok(Reply::Undo),
                Ok(Order::Quit) => return Ok(Reply::Quit),
                Ok(Order::Auto(scope)) => {
                    self.auto = Some(scope.from(game, decision));
                    if let Some(reply) = self.automatic(battle, decision) {
                        return Ok(reply);
                    }
                    self.auto = None;
                    say("the computer throws no real dice for you; type what they show")?;
                }
                Ok(order) => self.inform(battle, decision, order)?,
                Err(error) => say(&error)?,
            }
        }
    }

    /// What the computer answers for the person, while it was told to.
    fn automatic(&mut self, battle: &Match, decision: &Decision) -> Option<Reply> {
        let scope = self.auto.as_ref()?;
        let Who::Side(side) = decision.who else {
            return None;
        };
        if scope.is_over(battle.game(), decision) {
            self.auto = None;
            return None;
        }
        let thought = battle.advice(&mut *self.advisor(side)?)?;
        self.auto = self.auto.take().and_then(|s| s.after(&thought.answer));
        Some(Reply::Answer(thought.answer, thought.why))
    }

    fn advisor(&self, side: Side) -> Option<Box<dyn Agent>> {
        ai::agent(super::options::USUAL, self.seed, side).ok()
    }

    /// The board and the question, before it is asked for the first time.
    fn introduce(&mut self, game: &Game, decision: &Decision) -> Result<(), Failure> {
        if !self.greeted {
            self.greeted = true;
            say("? lists the commands; Enter takes the answer in brackets")?;
        }
        if self.terminal && self.stale && !matches!(decision.ask, Ask::Roll { .. }) {
            self.stale = false;
            say(&board(game, Vec::new(), focus(game, decision)))?;
        }
        Ok(())
    }

    fn prompt(
        &self,
        game: &Game,
        decision: &Decision,
        preset: Option<&Answer>,
    ) -> Result<(), Failure> {
        let preset = match (preset, &decision.ask) {
            (Some(_), Ask::Roll { .. }) => " [the program rolls]".to_owned(),
            (Some(answer), _) => format!(" [{}]", tell::answer(game, answer)),
            (None, _) => String::new(),
        };
        let text = format!("{}{preset}", tell::question(game, decision));
        if self.terminal {
            drive::print(&format!("{text}\n> "))
        } else {
            say(&text)
        }
    }

    /// Answers what a person wants to know.
    fn inform(&mut self, battle: &Match, decision: &Decision, order: Order) -> Result<(), Failure> {
        let game = battle.game();
        match order {
            Order::Help => say(orders::HELP),
            Order::Board => say(&board(game, Vec::new(), focus(game, decision))),
            Order::Figures => say(&figures(game)),
            Order::List(who) => {
                self.listed = orders::legal(game, decision, who);
                say(&listing(game, &self.listed))
            }
            Order::Reach(who) => say(&reach(game, who)),
            Order::Odds(who, at, from) => say(&super::chances::table(game, who, at, from)),
            Order::Why => match &self.last_why {
                Some(why) => say(&tell::why(why).join("\n")),
                None => say("nobody has given reasons yet"),
            },
            Order::Hint => {
                let Who::Side(side) = decision.who else {
                    return say("the dice need no advice");
                };
                let thought = self
                    .advisor(side)
                    .and_then(|mut advisor| battle.advice(&mut *advisor));
                match thought {
                    Some(thought) => {
                        say(&format!("advice: {}", tell::answer(game, &thought.answer)))?;
                        match &thought.why {
                            Some(why) => say(&tell::why(why).join("\n")),
                            None => Ok(()),
                        }
                    }
                    None => say("there is no advice to be had"),
                }
            }
            Order::Save => say(
                "every answer is written down already; quit leaves the battle, \
                                --resume goes on with it",
            ),
            Order::Answer(_) | Order::Undo | Order::Quit | Order::Auto(_) => Ok(()),
        }
    }
}

/// One paragraph to the person.
fn say(text: &str) -> Result<(), Failure> {
    let _line = interrupt::writing();
    let mut out = anstream::stdout();
    writeln!(out, "{text}")
        .and_then(|()| out.flush())
        .map_err(Failure::output)
}

/// Where to look.
fn focus(game: &Game, decision: &Decision) -> Option<Fig> {
    decision.ask.about().or_else(|| match decision.who {
        Who::Side(side) => game.on_board().find(|f| game.side(*f) == side),
        Who::Chance => None,
    })
}

/// Whether colours reach whoever reads the standard output.
pub fn colours() -> bool {
    anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
}

/// Status, board and standings.
pub fn board(game: &Game, costs: Vec<(crate::board::Space, u32)>, focus: Option<Fig>) -> String {
    let room = std::io::stdout()
        .is_terminal()
        .then(|| crossterm::terminal::size().ok())
        .flatten()
        .map(|(wide, high)| (usize::from(wide), usize::from(high).saturating_sub(6)));
    let picture = table_text::Picture {
        costs,
        colour: colours(),
        room,
        focus: focus.map(|f| game.at(f)),
        ..Default::default()
    };
    format!(
        "{}\n{}{}",
        table_text::status(game),
        table_text::draw(game, &picture),
        table_text::standings(game).trim_end()
    )
}

fn figures(game: &Game) -> String {
    use crate::battle::Place;
    let mut lines = Vec::new();
    for figure in game.all() {
        let shown = game.shown(figure);
        let place = match game.place(figure) {
            Place::On => crate::play::words::space(game, game.at(figure)),
            Place::Reserve => "reserve".to_owned(),
            Place::Out => "off the board".to_owned(),
            Place::Gone => "gone".to_owned(),
        };
        let health = shown
            .health
            .map_or_else(String::new, |(left, of)| format!(" {left}/{of}"));
        let status = if shown.status.is_empty() {
            String::new()
        } else {
            format!(" [{}]", shown.status.join(", "))
        };
        lines.push(format!(
            "{:<22} {place:<13}{health} {}{status}",
            tell::figure(game, figure),
            shown.words
        ));
    }
    lines.join("\n")
}

fn listing(game: &Game, answers: &[Answer]) -> String {
    if answers.is_empty() {
        return "there is nothing to choose from".to_owned();
    }
    let lines: Vec<String> = answers
        .iter()
        .enumerate()
        .map(|(i, a)| format!("#{:<4} {}", i + 1, tell::answer(game, a)))
        .collect();
    lines.join("\n")
}

/// Where somebody who has come along with others can be put instead; none: it cannot.
fn elsewhere(game: &Game, who: Fig) -> Option<String> {
    let (mut spaces, mut names) = (Vec::new(), Vec::new());
    game.legal(&mut |answer| {
        if let Answer::Place { who: other, to } = answer
            && other == who
        {
            spaces.push((to, 0));
            names.push(crate::play::words::space(game, to));
        }
        true
    });
    if names.is_empty() {
        return None;
    }
    let label = tell::figure(game, who);
    let mut text = format!("{label} can be put at\n  {}", names.join(" "));
    if std::io::stdout().is_terminal() {
        text = format!("{}\n{text}", board(game, spaces, Some(who)));
    }
    Some(text)
}

fn reach(game: &Game, who: Fig) -> String {
    if let Some(places) = elsewhere(game, who) {
        return places;
    }
    let mut found = crate::board::Reach::default();
    if !game.reach(who, &mut found) {
        return format!("{} cannot move now", tell::figure(game, who));
    }
    let when = match game.may_move(who) {
        true => "can go to",
        false => "could go to in its next move",
    };
    let mut lines = vec![format!("{} {when}", tell::figure(game, who))];
    let mut ends = found.ends().iter().peekable();
    while let Some((_, cost)) = ends.peek() {
        let cost = *cost;
        let mut names = Vec::new();
        while let Some((space, _)) = ends.next_if(|(_, c)| *c == cost) {
            names.push(crate::play::words::space(game, *space));
        }
        lines.push(format!("  {cost}: {}", names.join(" ")));
    }
    if std::io::stdout().is_terminal() {
        lines.insert(0, board(game, found.ends().to_vec(), Some(who)));
    }
    lines.join("\n")
}
