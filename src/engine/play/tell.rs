//! What happens, told in one line each: `1.3 Thane shoots 2.1 Orc: rolled 4 +1, needs 5: hit`.

use super::words;
use crate::ai::{Weighed, Why};
use crate::battle::{
    Answer, Ask, Choice, Decision, Event, Fig, Holder, How, Outcome, Purpose, Roll, Side, Target,
    Topic, Who,
};
use crate::board::{Change, Space};
use crate::rules::Game;

/// A figure with its name: `1.3 Thane`.
pub fn figure(game: &Game, who: Fig) -> String {
    format!("{} {}", game.label(who), game.name(who))
}

/// A side with its force's name: `side 1 (Northmen)`.
pub fn side(game: &Game, side: Side) -> String {
    format!("side {} ({})", side.0 + 1, game.sides()[side.index()].name)
}

/// A target with its name.
pub fn target(game: &Game, at: Target) -> String {
    match at {
        Target::Figure(at) => figure(game, at),
        Target::Space(at) => {
            format!(
                "the {} at {}",
                game.board().terrain(at).name,
                words::space(game, at)
            )
        }
        Target::Border(a, b) => {
            let kind = game.board().border(a, b).map_or("border".to_owned(), |b| {
                format!("{:?}", b.kind).to_lowercase()
            });
            format!("the {kind} {}", words::border(game, a, b))
        }
        Target::Device(index) => words::device(game, index),
        Target::Nothing => "nothing in particular".to_owned(),
    }
}

/// What acting this way is called: `shoots`.
fn verb(how: How) -> &'static str {
    match how {
        How::Shoot => "shoots",
        How::Fight => "fights",
        How::Attack => "attacks",
        How::Skill => "uses its skill on",
        How::Disable => "disables",
        How::Summon => "summons",
        How::Defend => "puts up its guard",
        How::Burst => "fires a burst at",
        How::Blast => "fires on",
    }
}

fn strike(game: &Game, who: Fig, how: How, at: Target) -> String {
    match at {
        Target::Nothing => format!("{} {}", figure(game, who), verb(how)),
        at => format!("{} {} {}", figure(game, who), verb(how), target(game, at)),
    }
}

/// An answer in words: what would be done.
pub fn answer(game: &Game, answer: &Answer) -> String {
    match answer {
        Answer::Side(s) => format!("{} goes first", side(game, *s)),
        Answer::Move { who, to } => {
            format!(
                "{} moves to {}",
                figure(game, *who),
                words::space(game, *to)
            )
        }
        Answer::Leave { who } => format!("{} leaves the board", figure(game, *who)),
        Answer::Face(way) => format!("faces {}", game.board().grid().facing_name(*way)),
        Answer::Strike { who, how, at } => strike(game, *who, *how, *at),
        Answer::Place { who, to } => {
            format!(
                "{} is placed on {}",
                figure(game, *who),
                words::space(game, *to)
            )
        }
        Answer::Lay { to } => format!("lays it on {}", words::space(game, *to)),
        Answer::Choose(choice) => choice.name().to_owned(),
        Answer::Yes => "yes".to_owned(),
        Answer::No => "no".to_owned(),
        Answer::Done => "done".to_owned(),
        Answer::Faces(faces) => format!("rolls {}", list(faces)),
    }
}

fn list(faces: &[u8]) -> String {
    let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
    faces.join(", ")
}

/// What dice are asked for, in words: `d6 for 1.3 Thane (shoot), 5 or more needed`.
pub fn roll_wanted(game: &Game, decision: &Decision) -> String {
    let Ask::Roll {
        purpose,
        dice,
        by,
        sides,
        need,
    } = &decision.ask
    else {
        return String::new();
    };
    let kinds: Vec<String> = dice.iter().map(|d| format!("d{d}")).collect();
    let whom = match (by, sides.as_slice()) {
        (Some(by), _) => figure(game, *by),
        (None, sides) => {
            let names: Vec<String> = sides.iter().map(|s| side(game, *s)).collect();
            names.join(", then ")
        }
    };
    let need = need.map_or_else(String::new, |n| format!(", {n} or more needed"));
    format!(
        "{} for {} ({}){need}",
        kinds.join(" + "),
        whom,
        purpose.name()
    )
}

/// A question to a player in words.
pub fn question(game: &Game, decision: &Decision) -> String {
    let whose = match decision.who {
        Who::Side(s) => side(game, s),
        Who::Chance => "the dice".to_owned(),
    };
    let what = match &decision.ask {
        Ask::Roll { .. } => format!("roll {}", roll_wanted(game, decision)),
        Ask::First => "who goes first?".to_owned(),
        Ask::Choose { topic, who } => {
            let whom = who.map_or_else(String::new, |w| format!(" of {}", figure(game, w)));
            match topic {
                Topic::Support => format!("which kind of roll does the support{whom} help?"),
                Topic::Edge => "which edge does the reserve come in from?".to_owned(),
                Topic::Piece => "which piece of terrain goes on the board next?".to_owned(),
            }
        }
        Ask::Lay { piece } => format!("where does the {} go?", piece.name()),
        Ask::Deploy => "deploy a figure".to_owned(),
        Ask::Act { only: Some(who) } => format!("what does {} do?", figure(game, *who)),
        Ask::Act { only: None } => "act with a figure, or done".to_owned(),
        Ask::Face { who } => format!("where does {} face?", figure(game, *who)),
        Ask::Land { who } => format!("does {} land?", figure(game, *who)),
        Ask::PickUp { who, item } => format!(
            "does {} pick up {}?",
            figure(game, *who),
            words::item(game, *item)
        ),
        Ask::Again { who, how } => {
            format!("a further {} for {}?", how.name(), figure(game, *who))
        }
        Ask::Reroll {
            who,
            purpose,
            success,
        } => format!(
            "roll {} of {} again? It is a {} as it stands",
            purpose.name(),
            figure(game, *who),
            if *success { "success" } else { "failure" }
        ),
        Ask::Revenge { who, at } => format!(
            "does {} take revenge on {} before it goes?",
            figure(game, *who),
            figure(game, *at)
        ),
        Ask::Spawn => "bring in a reserve, or done".to_owned(),
        Ask::Return => "bring back a defeated figure, or done".to_owned(),
        Ask::Summon { who } => format!("whom does {} summon, and where to?", figure(game, *who)),
        Ask::Over => "the battle is over".to_owned(),
    };
    format!("{whose}: {what}")
}

/// The terms of a choice: `kill 1.250  loss -0.300  = 0.950`.
pub fn weighed(weighed: &Weighed) -> String {
    let terms: Vec<String> = weighed
        .terms
        .iter()
        .map(|t| format!("{} {}", t.name, milli(t.milli)))
        .collect();
    format!(
        "{}: {} = {}",
        weighed.what,
        if terms.is_empty() {
            "nothing".to_owned()
        } else {
            terms.join("  ")
        },
        milli(weighed.score())
    )
}

/// The reasons of a choice, a line each.
pub fn why(why: &Why) -> Vec<String> {
    let mut lines = vec![format!("why: {}", weighed(&why.chosen))];
    if let Some(next) = &why.runner_up {
        lines.push(format!("  not: {}", weighed(next)));
    }
    lines
}

/// Thousandths with their sign: `+1.250`.
fn milli(n: i64) -> String {
    let sign = if n < 0 { '-' } else { '+' };
    let n = n.unsigned_abs();
    format!("{sign}{}.{:03}", n / 1000, n % 1000)
}

/// How a battle ended, in words.
pub fn outcome(game: &Game, outcome: &Outcome) -> String {
    let named = |bits: u8| -> Vec<String> {
        let sides = game.all_sides().filter(|s| bits >> s.0 & 1 == 1);
        sides.map(|s| side(game, s)).collect()
    };
    let (winners, drew) = (named(outcome.winners), named(game.drew()));
    let scores: Vec<String> = game
        .scores()
        .iter()
        .map(|h| words::points_text(*h))
        .collect();
    let who = match (&winners[..], &drew[..]) {
        ([], []) => "a draw".to_owned(),
        ([], level) => format!("a draw between {}", level.join(" and ")),
        ([one], _) => format!("{one} wins"),
        (several, _) => format!("{} win", several.join(" and ")),
    };
    format!(
        "The battle is over after {} round{}: {who} ({}); points {}.",
        outcome.rounds,
        if outcome.rounds == 1 { "" } else { "s" },
        outcome.reason.name(),
        scores.join(" to ")
    )
}

/// Tells events in lines; an attack and its roll become one line, so it remembers what is half
/// told.
#[derive(Clone, Debug, Default)]
pub struct Teller {
    open: Option<(Fig, String)>,
}

impl Teller {
    /// What is half told, as a line of its own; before a player is asked something.
    pub fn flush(&mut self) -> Option<String> {
        self.open.take().map(|(_, line)| line)
    }

    /// The lines for an event, after it has happened in `game`.
    pub fn tell(&mut self, game: &Game, event: &Event) -> Vec<String> {
        let mut lines = Vec::new();
        match event {
            Event::Rolled(roll) => {
                let told = rolled(game, roll);
                let line = match self.open.take() {
                    Some((who, open)) if roll.by == Some(who) => format!("{open}: {told}"),
                    other => {
                        lines.extend(other.map(|(_, line)| line));
                        match roll.by {
                            Some(by) => {
                                format!("  {} {}: {told}", figure(game, by), roll.purpose.name())
                            }
                            None => match roll.side {
                                Some(s) => {
                                    format!("{} {}: {told}", side(game, s), roll.purpose.name())
                                }
                                None => format!("{}: {told}", roll.purpose.name()),
                            },
                        }
                    }
                };
                lines.push(line);
            }
            Event::Guarded { who } if self.open.as_ref().is_some_and(|(o, _)| o == who) => {
                lines.extend(self.flush());
            }
            Event::Struck { who, how, at } => {
                lines.extend(self.flush());
                self.open = Some((*who, strike(game, *who, *how, *at)));
            }
            // The roll has said it.
            Event::Hit { .. } | Event::Missed { .. } | Event::Saved { .. } => {}
            other => {
                if let Some(line) = plain(game, other) {
                    lines.extend(self.flush());
                    lines.push(line);
                }
            }
        }
        lines
    }
}

fn rolled(game: &Game, roll: &Roll) -> String {
    let _ = game;
    let faces = if roll.purpose == Purpose::Attack && roll.faces.len() == 2 {
        format!("rolled {} against {}", roll.faces[0], roll.faces[1])
    } else if roll.faces.len() > 1 && roll.by.is_some() && roll.purpose != Purpose::Volley {
        format!("rolled {} of {}", roll.natural, list(&roll.faces))
    } else {
        format!("rolled {}", list(&roll.faces))
    };
    let bonus = if roll.bonus == 0 {
        String::new()
    } else {
        format!(" {:+}", roll.bonus)
    };
    let need = roll
        .need
        .map_or_else(String::new, |n| format!(", needs {n}"));
    let (good, bad) = match roll.purpose {
        Purpose::Shoot | Purpose::Fight | Purpose::Attack | Purpose::Volley => ("hit", "miss"),
        Purpose::Armour | Purpose::Defence | Purpose::Terrain => ("saved", "not saved"),
        _ => ("success", "failure"),
    };
    let end = match roll.success {
        Some(true) if roll.purpose == Purpose::Volley => {
            let hits = |n: &&u8| {
                roll.need
                    .is_some_and(|need| i16::from(**n) >= i16::from(need))
            };
            match roll.faces.iter().filter(hits).count() {
                1 => ": 1 hit".to_owned(),
                n => format!(": {n} hits"),
            }
        }
        Some(true) => format!(": {good}"),
        Some(false) => format!(": {bad}"),
        None => String::new(),
    };
    format!("{faces}{bonus}{need}{end}")
}

fn way(game: &Game, path: &[Space]) -> String {
    match (path.first(), path.last()) {
        (Some(from), Some(to)) if from != to => {
            format!(
                "{} to {}",
                words::space(game, *from),
                words::space(game, *to)
            )
        }
        (Some(at), _) => format!("stays at {}", words::space(game, *at)),
        _ => String::new(),
    }
}

/// An event that stands for itself.
fn plain(game: &Game, event: &Event) -> Option<String> {
    let name = |who: &Fig| figure(game, *who);
    let at = |s: &Space| words::space(game, *s);
    Some(match event {
        Event::Round { number } => format!("== round {number} =="),
        Event::First { side: s } => format!("{} goes first", side(game, *s)),
        Event::Step { side: None, step } => format!("-- {step} --"),
        Event::Step {
            side: Some(s),
            step,
        } => format!("-- {step}: {} --", side(game, *s)),
        Event::Passed { side: s } => format!("{} is done", side(game, *s)),
        Event::Allowed { side: s, figures } => {
            format!("{} may activate {figures} figures", side(game, *s))
        }
        Event::Placed {
            who,
            to,
            aboard: None,
            ..
        } => format!("{} is placed on {}", name(who), at(to)),
        Event::Placed {
            who,
            to,
            aboard: Some(mount),
            ..
        } => format!(
            "{} is placed aboard {} on {}",
            name(who),
            name(mount),
            at(to)
        ),
        Event::Moved { who, path, .. } if path.first() == path.last() => {
            format!("{} {}", name(who), way(game, path))
        }
        Event::Moved { who, path, cost } => {
            format!("{} moves {} (cost {cost})", name(who), way(game, path))
        }
        Event::Left { who } => format!("{} leaves the board", name(who)),
        Event::Boarded { who, mount } => format!("{} boards {}", name(who), name(mount)),
        Event::Alighted { who, to } => format!("{} alights on {}", name(who), at(to)),
        Event::Faced { who, facing } => format!(
            "{} faces {}",
            name(who),
            game.board().grid().facing_name(*facing)
        ),
        Event::Flew { who, aloft: true } => format!("{} takes to the air", name(who)),
        Event::Flew { who, aloft: false } => format!("{} lands", name(who)),
        Event::Wounded { who, left } => format!("  {} is wounded, {left} left", name(who)),
        Event::Defeated { who, by: Some(s) } => {
            format!("  {} is defeated by {}", name(who), side(game, *s))
        }
        Event::Defeated { who, by: None } => format!("  {} is lost", name(who)),
        Event::Disabled { who } => format!("  {} is disabled", name(who)),
        Event::Recruited { who, side: s } => {
            format!("  {} joins {}", name(who), side(game, *s))
        }
        Event::Summoned { who, by, to } => {
            format!("  {} is summoned by {} to {}", name(who), name(by), at(to))
        }
        Event::Fled { who, path } => match path.as_slice() {
            [from] => format!("  {} turns to flee at {}", name(who), at(from)),
            _ => format!("  {} flees {}", name(who), way(game, path)),
        },
        Event::Pushed { who, path } => match path.as_slice() {
            [from] => format!(
                "  {} is knocked back no farther than {}",
                name(who),
                at(from)
            ),
            _ => format!("  {} is knocked back {}", name(who), way(game, path)),
        },
        Event::Rerolled { giver, who } => {
            format!("  {} inspires {} to roll again", name(giver), name(who))
        }
        Event::Guarded { who } => format!("{} is on its guard", name(who)),
        Event::Item { item, holder } => match holder {
            Holder::Figure(who) => {
                format!("  {} has {}", name(who), words::item(game, *item))
            }
            Holder::Space(s) => format!("  {} lies on {}", words::item(game, *item), at(s)),
        },
        Event::Device { device, who } => {
            format!("  {} works {}", name(who), words::device(game, *device))
        }
        Event::Changed(Change::Ruined(s)) => format!("  {} is ruined", at(s)),
        Event::Changed(Change::Hit(s, hits)) => {
            let hits = if *hits == 1 {
                "1 hit".to_owned()
            } else {
                format!("{hits} hits")
            };
            format!("  the building at {} has taken {hits}", at(s))
        }
        Event::Changed(Change::Laid(s, id)) => {
            format!("{} is laid on {}", words::terrain(game, *id), at(s))
        }
        Event::Changed(Change::Removed(a, b)) => {
            format!("  the border {} is gone", words::border(game, *a, *b))
        }
        Event::Changed(Change::Door(a, b, open)) => format!(
            "  the door {} is {}",
            words::border(game, *a, *b),
            if *open { "open" } else { "shut" }
        ),
        Event::Laid { terrain, spaces } => format!(
            "{} is laid on {}",
            words::terrain(game, *terrain),
            words::spaces(game, spaces)
        ),
        Event::Lifted { spaces } => {
            format!("  {} is open ground again", words::spaces(game, spaces))
        }
        Event::Scored { side: s, halves } => {
            format!(
                "  {} scores {}",
                side(game, *s),
                words::points_text(*halves)
            )
        }
        Event::Chosen { who, choice } => {
            let whom = who.map_or_else(String::new, |w| format!("{}: ", name(&w)));
            match choice {
                Choice::Edge(_) => format!("{whom}comes in from the {}", choice.name()),
                _ => format!("{whom}supports {}", choice.name()),
            }
        }
        Event::Ended(end) => outcome(game, end),
        Event::Landed { at: Some(s), .. } => format!("  it comes down at {}", at(s)),
        Event::Landed { at: None, .. } => "  it comes down off the board".to_owned(),
        Event::Activated { .. }
        | Event::Noted { .. }
        | Event::Rolled(_)
        | Event::Struck { .. }
        | Event::Hit { .. }
        | Event::Missed { .. }
        | Event::Saved { .. } => return None,
    })
}
