//! What happens, told in one line each: `Thane (1.3) shoots at Orc (2.1): rolls 4, +1 makes 5,
//! needs 5 or more: hit`.

use super::{figure, list, outcome, rolled_for, side, strike};
use crate::battle::{
    Allowance, Ask, Choice, Decision, Event, Fig, HalfPoints, Holder, Purpose, Roll, Side, Who,
};
use crate::board::{Change, Space};
use crate::play::words;
use crate::rules::Game;

/// Tells events in lines; an attack and its roll become one line, so it remembers what is half
/// told.
#[derive(Clone, Debug, Default)]
pub struct Teller {
    open: Option<(Fig, String)>,
    /// The sides that roll a die each at the question that is answered now.
    rollers: Vec<Side>,
    /// The side that chooses who goes first, if that is asked now.
    chooser: Option<Side>,
    /// The figure whose end is told next is driven off the board.
    driven_off: bool,
}

/// What a note says of a figure that is driven off the board.
const DRIVEN_OFF: &str = "it is driven off the board";

/// The kind of a border, for people.
fn border_word(game: &Game, a: Space, b: Space) -> &'static str {
    let kind = game.board().border(a, b).map(|border| border.kind);
    kind.map_or("wall", crate::files::builtin::border_name)
}

impl Teller {
    /// Hears the question whose answer is told next, to say who rolls or chooses.
    pub fn before(&mut self, decision: &Decision) {
        self.rollers.clear();
        self.chooser = None;
        match (&decision.ask, decision.who) {
            (
                Ask::Roll {
                    sides, by: None, ..
                },
                _,
            ) => self.rollers.clone_from(sides),
            (Ask::First, Who::Side(side)) => self.chooser = Some(side),
            _ => {}
        }
    }

    /// What is half told, as a line of its own; before a player is asked something.
    pub fn flush(&mut self) -> Option<String> {
        self.open.take().map(|(_, line)| line)
    }

    /// The lines for an event, after it has happened in `game`.
    pub fn tell(&mut self, game: &Game, event: &Event) -> Vec<String> {
        let mut lines = Vec::new();
        match event {
            Event::Rolled(roll) => {
                let line = match self.open.take() {
                    Some((who, open)) if roll.by == Some(who) => {
                        format!("{open}: {}", rolled(roll, "rolls "))
                    }
                    other => {
                        lines.extend(other.map(|(_, line)| line));
                        self.roll_alone(game, roll)
                    }
                };
                lines.push(line);
            }
            Event::Noted { note, .. } if note.about == DRIVEN_OFF => {
                self.driven_off = true;
            }
            Event::Defeated { who, by: Some(by) } if self.driven_off => {
                self.driven_off = false;
                lines.extend(self.flush());
                lines.push(format!(
                    "  {} is driven off the board by {}",
                    figure(game, *who),
                    side(game, *by)
                ));
            }
            Event::Guarded { who } if self.open.as_ref().is_some_and(|(o, _)| o == who) => {
                lines.extend(self.flush());
            }
            Event::Struck { who, how, at } => {
                lines.extend(self.flush());
                self.open = Some((*who, strike(game, *who, *how, *at)));
            }
            Event::First { side: first } if self.chooser.is_some() => {
                lines.extend(self.flush());
                lines.extend(self.chooser.map(|by| match by == *first {
                    true => format!("{} chooses to go first", side(game, by)),
                    false => format!(
                        "{} chooses that {} goes first",
                        side(game, by),
                        side(game, *first)
                    ),
                }));
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

    /// A roll that does not belong to an attack told just before.
    fn roll_alone(&self, game: &Game, roll: &Roll) -> String {
        let what = rolled_for(roll.purpose);
        match (roll.by, roll.side) {
            (Some(by), _) => {
                format!("  {} rolls {what}: {}", figure(game, by), rolled(roll, ""))
            }
            (None, Some(s)) => {
                format!("{} rolls {what}: {}", side(game, s), rolled(roll, ""))
            }
            (None, None) if self.rollers.len() == roll.faces.len() => {
                self.roll_off(game, roll, what)
            }
            (None, None) => format!("Roll {what}: {}", rolled(roll, "")),
        }
    }

    /// A roll of several sides against each other: who rolled what.
    fn roll_off(&self, game: &Game, roll: &Roll, what: &str) -> String {
        let each: Vec<String> = self
            .rollers
            .iter()
            .zip(&roll.faces)
            .map(|(s, face)| format!("{} rolls {face}", side(game, *s)))
            .collect();
        let bonus = match roll.bonus {
            0 => String::new(),
            bonus => format!(
                " (with {bonus:+} the best result is {})",
                i16::from(roll.natural) + i16::from(bonus)
            ),
        };
        format!("Roll {what}: {}{bonus}", each.join(", "))
    }
}

/// What the dice show, what is added, what is needed, and what comes of it. `verb` stands before
/// the faces.
fn rolled(roll: &Roll, verb: &str) -> String {
    let faces = if roll.purpose == Purpose::Attack && roll.faces.len() == 2 {
        format!("{verb}{} against {}", roll.faces[0], roll.faces[1])
    } else if roll.faces.len() > 1 && roll.by.is_some() && roll.purpose != Purpose::Volley {
        format!(
            "{verb}{}, of which {} counts",
            list(&roll.faces),
            roll.natural
        )
    } else {
        format!("{verb}{}", list(&roll.faces))
    };
    let bonus = if roll.bonus == 0 {
        String::new()
    } else {
        let makes = i16::from(roll.natural) + i16::from(roll.bonus);
        format!(", {:+} makes {makes}", roll.bonus)
    };
    let need = roll
        .need
        .map_or_else(String::new, |n| format!(", needs {n} or more"));
    let (good, bad) = match roll.purpose {
        Purpose::Shoot | Purpose::Fight | Purpose::Attack | Purpose::Volley => ("hit", "missed"),
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
                "from {} to {}",
                words::space(game, *from),
                words::space(game, *to)
            )
        }
        (Some(at), _) => format!("stays on {}", words::space(game, *at)),
        _ => String::new(),
    }
}

/// An event that stands for itself.
#[expect(clippy::too_many_lines, reason = "a table")]
fn plain(game: &Game, event: &Event) -> Option<String> {
    let name = |who: &Fig| figure(game, *who);
    let at = |s: &Space| words::space(game, *s);
    Some(match event {
        Event::Round { number } => format!("== Round {number} =="),
        Event::First { side: s } => format!("{} goes first", side(game, *s)),
        Event::Step { side: None, step } => format!("-- Step: {step} --"),
        Event::Step {
            side: Some(s),
            step,
        } => format!("-- Step: {step}, {} --", side(game, *s)),
        Event::Passed { side: s } => {
            format!("{} has nothing more to do in this step", side(game, *s))
        }
        Event::Allowed { side: s, figures } => {
            let many = match *figures {
                Allowance::All => "all figures".to_owned(),
                Allowance::One => "one figure".to_owned(),
                Allowance::Figures(n) if game.config()["solo_half"] == "points" => {
                    let points = HalfPoints(i32::from(n));
                    format!("half: figures worth {}", points.named())
                }
                Allowance::Figures(1) => "half: 1 figure".to_owned(),
                Allowance::Figures(n) => format!("half: {n} figures"),
            };
            format!("{} may act with {many}", side(game, *s))
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
            format!("{} moves {} (it costs {cost})", name(who), way(game, path))
        }
        Event::TakenBack { who } => {
            format!(
                "{} is taken off the board, to be placed elsewhere",
                name(who)
            )
        }
        Event::Left { who } => format!("{} leaves the board", name(who)),
        Event::Boarded { who, mount } => format!("{} gets on {}", name(who), name(mount)),
        Event::Alighted { who, to } => format!("{} gets off at {}", name(who), at(to)),
        Event::Faced { who, facing } => format!(
            "{} faces {}",
            name(who),
            game.board().grid().facing_name(*facing)
        ),
        Event::Flew { who, aloft: true } => format!("{} takes to the air", name(who)),
        Event::Flew { who, aloft: false } => format!("{} lands", name(who)),
        Event::Wounded { who, left } => {
            format!("  {} is wounded; damage points left: {left}", name(who))
        }
        Event::Defeated { who, by: Some(s) } => {
            format!("  {} is defeated by {}", name(who), side(game, *s))
        }
        Event::Defeated { who, by: None } => format!("  {} is out of the battle", name(who)),
        Event::Disabled { who } => format!("  {} is disabled", name(who)),
        Event::Recruited { who, side: s } => {
            format!("  {} joins {}", name(who), side(game, *s))
        }
        Event::Captured { who, side: s } => {
            format!("{} now belongs to {}", name(who), side(game, *s))
        }
        Event::Summoned { who, by, to } => {
            format!("  {} is summoned by {} to {}", name(who), name(by), at(to))
        }
        Event::Fled { who, path } => match path.as_slice() {
            [from] => format!("  {} wants to flee, but stays on {}", name(who), at(from)),
            _ => format!("  {} flees {}", name(who), way(game, path)),
        },
        Event::Pushed { who, path } => match path.as_slice() {
            [from] => format!("  {} is knocked back, but stays on {}", name(who), at(from)),
            _ => format!("  {} is knocked back {}", name(who), way(game, path)),
        },
        Event::Rerolled { giver, who } => {
            format!(
                "  {} inspires {}, which rolls again",
                name(giver),
                name(who)
            )
        }
        Event::Guarded { who } => format!("{} is on guard", name(who)),
        Event::Item { item, holder } => match holder {
            Holder::Figure(who) => {
                format!("  {} picks up {}", name(who), words::item(game, *item))
            }
            Holder::Space(s) => format!("  {} lies on {}", words::item(game, *item), at(s)),
        },
        Event::Device { device, who } => {
            format!(
                "  {} uses {} with success",
                name(who),
                words::device(game, *device)
            )
        }
        Event::Changed(Change::Ruined(s)) => format!("  what stood on {} is destroyed", at(s)),
        Event::Changed(Change::Hit(s, hits)) => {
            let hits = if *hits == 1 {
                "1 hit".to_owned()
            } else {
                format!("{hits} hits")
            };
            format!("  the building at {} has now taken {hits}", at(s))
        }
        Event::Changed(Change::Worn(a, b, hits)) => format!(
            "  the {} at {} has now taken {}",
            border_word(game, *a, *b),
            words::border(game, *a, *b),
            if *hits == 1 {
                "1 hit".to_owned()
            } else {
                format!("{hits} hits")
            }
        ),
        Event::Changed(Change::Laid(s, id)) => {
            format!("Terrain laid: {} on {}", words::terrain(game, *id), at(s))
        }
        Event::Changed(Change::Removed(a, b)) => {
            format!("  the barrier {} is gone", words::border(game, *a, *b))
        }
        Event::Changed(Change::Door(a, b, open)) => format!(
            "  the door {} is now {}",
            words::border(game, *a, *b),
            if *open { "open" } else { "shut" }
        ),
        Event::Laid { terrain, spaces } => format!(
            "Terrain laid: {} on {}",
            words::terrain(game, *terrain),
            words::spaces(game, spaces)
        ),
        Event::Lifted { spaces } => {
            format!("  {} is open ground again", words::spaces(game, spaces))
        }
        Event::Scored { side: s, points } => {
            format!(
                "  {} {} {}",
                side(game, *s),
                if *points < HalfPoints::ZERO {
                    "loses"
                } else {
                    "scores"
                },
                points.abs().named()
            )
        }
        Event::Chosen { who, choice } => {
            let whom = who.map_or_else(String::new, |w| format!("{}: ", name(&w)));
            match choice {
                Choice::Edge(_) => format!("{whom}the reserve comes in from the {}", choice.name()),
                _ => format!("{whom}it supports {}", choice.name()),
            }
        }
        Event::Ended(end) => outcome(game, end),
        Event::Landed { at: Some(s), .. } => format!("  the shot comes down on {}", at(s)),
        Event::Landed { at: None, .. } => "  the shot comes down off the board".to_owned(),
        Event::Activated { .. }
        | Event::Noted { .. }
        | Event::Rolled(_)
        | Event::Struck { .. }
        | Event::Hit { .. }
        | Event::Missed { .. }
        | Event::Saved { .. } => return None,
    })
}
