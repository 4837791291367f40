//! Figures, answers, questions, reasons and results in words for people. What happens is told by
//! the [`Teller`].

mod log;
mod reasons;

use super::words;
use crate::ai::{Action, ActionTarget};
use crate::battle::{
    Answer, Ask, Decision, Fig, How, Label, Outcome, Purpose, Reason, Side, Sides, Target, Topic,
    Who,
};
use crate::board::{Cost, Opacity};
use crate::rules::Game;

pub use log::Teller;
pub use reasons::{because, instead, why};

/// A figure by its name, with its number: `Thane (1.3)`.
pub fn figure(game: &Game, who: Fig) -> String {
    format!("{} ({})", game.name(who), game.label(who))
}

/// As [`figure`], of a lasting name.
fn labelled(game: &Game, label: Label) -> String {
    let label = label.to_string();
    match game.labelled(&label) {
        Some(who) => figure(game, who),
        None => label,
    }
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
            let terrain = game.board().terrain(at);
            let bare = terrain.cost == Cost::Plain && terrain.sight == Opacity::Clear;
            let name = if bare { "space" } else { &terrain.name };
            format!("the {name} {}", words::space(game, at))
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

/// What acting this way is called: `shoots at`; and the same with "to": `shoot at`.
fn verb(how: How) -> (&'static str, &'static str) {
    match how {
        How::Shoot => ("shoots at", "shoot at"),
        How::Fight => ("fights", "fight"),
        How::Attack => ("attacks", "attack"),
        How::Skill => ("uses its skill on", "use its skill on"),
        How::Disable => ("tries to disable", "disable"),
        How::Summon => ("tries to summon a friend", "summon a friend"),
        How::Defend => ("goes on guard", "go on guard"),
        How::Burst => ("fires a burst at", "fire a burst at"),
        How::Blast => ("fires on", "fire on"),
    }
}

/// What a figure would do, after "to" or "cannot": `shoot at Orc (2.1)`.
pub fn deed(game: &Game, how: How, at: Target) -> String {
    match at {
        Target::Nothing => verb(how).1.to_owned(),
        at => format!("{} {}", verb(how).1, target(game, at)),
    }
}

fn strike(game: &Game, who: Fig, how: How, at: Target) -> String {
    match at {
        Target::Nothing => format!("{} {}", figure(game, who), verb(how).0),
        at => format!("{} {} {}", figure(game, who), verb(how).0, target(game, at)),
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
        Answer::MoveAndShut { who, to, door } => format!(
            "{} moves to {} and shuts the door {}",
            figure(game, *who),
            words::space(game, *to),
            words::border(game, door.0, door.1)
        ),
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
        Answer::Faces(faces) => format!("the dice show {}", list(faces)),
    }
}

fn list(faces: &[u8]) -> String {
    let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
    faces.join(", ")
}

/// What a die is rolled for, after "rolls": `to hit`.
fn rolled_for(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Initiative => "for initiative",
        Purpose::Deployment => "for deploying first",
        Purpose::Shoot | Purpose::Fight | Purpose::Volley | Purpose::Attack => "to hit",
        Purpose::Armour => "for armour",
        Purpose::Defence => "for defence",
        Purpose::Terrain => "for the strength of the terrain",
        Purpose::Skill => "for skill",
        Purpose::Disable => "to disable",
        Purpose::Summon => "to summon",
        Purpose::Recruit => "to change sides",
        Purpose::Spawn => "for the edge where the reserve comes in",
        Purpose::Solo => "for how many figures may act",
        Purpose::Scatter => "for where the shot comes down",
        Purpose::Pieces => "for the number of pieces of terrain",
        Purpose::Dispute => "for the disputed place",
        Purpose::Object => "for where the object lies",
        Purpose::Own(word) => word,
    }
}

/// What dice are asked for, in words: `1 d6 to hit for Thane (1.3), 5 or more needed`.
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
        (Some(by), [first, second]) => format!(
            " of {}: first the die of {}, then that of {},",
            figure(game, *by),
            side(game, *first),
            side(game, *second)
        ),
        (Some(by), _) => format!(" of {}", figure(game, *by)),
        (None, []) => String::new(),
        (None, sides) => {
            let names: Vec<String> = sides.iter().map(|s| side(game, *s)).collect();
            format!(" of {}", names.join(", then "))
        }
    };
    let need = need.map_or_else(String::new, |n| format!("; {n} or more is needed"));
    format!("{}{whom} {}{need}", kinds.join(" + "), rolled_for(*purpose))
}

/// A question to a player in words.
pub fn question(game: &Game, decision: &Decision) -> String {
    let whose = match decision.who {
        Who::Side(s) => side(game, s),
        Who::Chance => "dice".to_owned(),
    };
    let what = match &decision.ask {
        Ask::Roll { .. } => format!("roll {}", roll_wanted(game, decision)),
        Ask::First => "who goes first?".to_owned(),
        Ask::Choose { topic, who } => {
            let whom = who.map_or_else(String::new, |w| format!(" of {}", figure(game, w)));
            match topic {
                Topic::Support => format!("which kind of roll does the Support{whom} help?"),
                Topic::Edge => "which edge does the reserve come in from?".to_owned(),
                Topic::Piece => "which piece of terrain goes on the board next?".to_owned(),
            }
        }
        Ask::Lay { piece } => format!("where does the {} go?", piece.name()),
        Ask::Deploy => "which figure do you place, and where?".to_owned(),
        Ask::Act { only: Some(who) } => {
            format!("what does {} do? (e: nothing more)", figure(game, *who))
        }
        Ask::Act { only: None } => {
            format!(
                "which figure acts? (e ends the step \"{}\")",
                game.status().step
            )
        }
        Ask::Face { who } => format!("where does {} face?", figure(game, *who)),
        Ask::Land { who } => format!("does {} land?", figure(game, *who)),
        Ask::PickUp { who, item } => format!(
            "does {} pick up {}?",
            figure(game, *who),
            words::item(game, *item)
        ),
        Ask::Again { who, how } => {
            format!(
                "{} may {} once more; at what? (e: no)",
                figure(game, *who),
                how.name()
            )
        }
        Ask::Reroll {
            who,
            purpose,
            success,
        } => format!(
            "does {} roll {} again? The roll is a {} now",
            figure(game, *who),
            rolled_for(*purpose),
            if *success { "success" } else { "failure" }
        ),
        Ask::Revenge { who, at } => format!(
            "does {} take revenge on {} before it leaves the board?",
            figure(game, *who),
            figure(game, *at)
        ),
        Ask::Spawn => "which reserve comes in, and where? (e: none)".to_owned(),
        Ask::Return => "which defeated figure comes back, and where? (e: none)".to_owned(),
        Ask::Summon { who } => format!(
            "which friend does {} summon, and where to? (e: none)",
            figure(game, *who)
        ),
        Ask::Over => "the battle is over".to_owned(),
    };
    format!("{whose}: {what}")
}

/// An action that was weighed, in words: `Orc (2.3) goes to C4`.
fn weighed_action(game: &Game, action: &Action) -> String {
    match action {
        Action::Go(who, to) => format!("{} goes to {to}", labelled(game, *who)),
        Action::Act(who, how, at) => {
            let who = labelled(game, *who);
            let verb = verb(*how).0;
            match at {
                ActionTarget::Figure(at) => format!("{who} {verb} {}", labelled(game, *at)),
                ActionTarget::Space(at) => format!("{who} {verb} {at}"),
                ActionTarget::Device(device) => {
                    format!("{who} {verb} {}", words::device(game, *device))
                }
                ActionTarget::Nothing => format!("{who} {verb}"),
            }
        }
        // The opponents name figures by their numbers alone.
        Action::Words(text) => text
            .split(' ')
            .map(|word| match game.labelled(word) {
                Some(who) => figure(game, who),
                None => word.to_owned(),
            })
            .collect::<Vec<_>>()
            .join(" "),
    }
}

/// Why a battle ended, in words.
fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::LastStanding => "no enemy is left",
        Reason::Points => "points decide",
        Reason::Escaped => "enough figures are across",
        Reason::Carried => "the object is home",
        Reason::Fell => "the building fell",
        Reason::Held => "the building was held",
        Reason::Stopped => "the others did not get across",
        Reason::HalfLost => "the other side lost too many fighters",
        Reason::Device => "a device decides",
        Reason::TooLong => "the rounds are over",
        Reason::NobodyLeft => "nobody is left",
        Reason::Conceded => "the other side gave up",
        Reason::Own(words) => words,
    }
}

/// How a battle ended, in words.
pub fn outcome(game: &Game, outcome: &Outcome) -> String {
    let named = |sides: Sides| -> Vec<String> { sides.iter().map(|s| side(game, s)).collect() };
    let (winners, drew) = (named(outcome.winners), named(game.drew()));
    let scores: Vec<String> = game.scores().iter().map(ToString::to_string).collect();
    let who = match (&winners[..], &drew[..]) {
        ([], []) => "a draw".to_owned(),
        ([], level) => format!("a draw between {}", level.join(" and ")),
        ([one], _) => format!("{one} wins"),
        (several, _) => format!("{} win", several.join(" and ")),
    };
    format!(
        "The battle is over after {} round{}: {who} ({}). Points: {}.",
        outcome.rounds,
        if outcome.rounds == 1 { "" } else { "s" },
        reason(outcome.reason),
        scores.join(" to ")
    )
}
