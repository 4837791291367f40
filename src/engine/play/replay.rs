//! A record played again: step by step, or to its end to see whether it comes out the same.

use super::matches::Applied;
use super::record::{ADDED, Damaged, Record, RecordedAnswer, conceded};
use super::{DiceSource, words};
use crate::battle::{Answer, Ask, Who};
use crate::rules::Game;
use crate::source::Fault;
use serde_json::Value;

/// What verifying a record found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every answer leads to what was recorded.
    Same {
        /// Answers checked.
        answers: u64,
        /// Digest of the end.
        digest: String,
    },
    /// So does every answer, but the battle has not ended.
    Unfinished {
        /// Answers checked.
        answers: u64,
    },
    /// One does not.
    Differs {
        /// The answer's number.
        number: u64,
        /// Its line, or that of the event that differs.
        line: usize,
        /// How.
        what: String,
    },
}

/// Plays the answers of a record again, one at a time, and compares what comes of them.
#[derive(Debug)]
pub struct Replay<'a> {
    record: &'a Record,
    game: Game,
    next: usize,
    recorded_only: bool,
}

/// An answer that was played again.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The answer with what came of it now.
    pub applied: Applied,
    /// Where that is not what the record says: the line, and how.
    pub differs: Option<(usize, String)>,
}

impl<'a> Replay<'a> {
    /// Stands before the first answer.
    ///
    /// # Errors
    /// When the battle cannot be set up from the record's texts.
    pub fn new(record: &'a Record) -> Result<Self, Fault> {
        // The texts stand in the first line.
        let game = record.setup.begin().map_err(|fault| Fault {
            file: format!("{}:1:1: {}", record.file, fault.file),
            ..fault
        })?;
        Ok(Self {
            record,
            game,
            next: 0,
            recorded_only: false,
        })
    }

    /// The battle as far as it is played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The battle as far as it is played, for whoever goes on with it.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// From here on makes true what was recorded, without asking the rules.
    pub fn as_recorded(&mut self) {
        self.recorded_only = true;
    }

    /// Plays the next answer; none if there is no more. After an answer that is refused there is
    /// no going on by the rules.
    ///
    /// # Errors
    /// A line that is not in this battle's words.
    pub fn step(&mut self) -> Option<Result<Replayed, Damaged>> {
        let kept = self.record.answers.get(self.next)?;
        Some(self.play(kept))
    }

    fn play(&mut self, kept: &RecordedAnswer) -> Result<Replayed, Damaged> {
        let number = self.next as u64 + 1;
        let answer = self.record.answer(&self.game, kept)?;
        let decision = self.game.decision();
        let mut applied = Applied {
            number,
            by: decision.who,
            needed: decision.needed(),
            answer,
            events: Vec::new(),
            why: None,
        };
        let mut differs = None;
        if self.recorded_only {
            applied.events = self.record.events(&self.game, kept)?;
            for event in &applied.events {
                self.game.show(event);
            }
        } else if let Err(refused) = super::matches::check(&self.game, &decision, &applied.answer) {
            differs = Some((
                kept.line,
                format!("the rules now refuse this answer: {refused}"),
            ));
            applied.events = self.record.events(&self.game, kept)?;
            for event in &applied.events {
                self.game.show(event);
            }
        } else {
            differs = differs.or_else(|| self.other_dice(number, kept, &applied.answer));
            self.game.settle(&applied.answer, &mut applied.events);
            differs = differs.or_else(|| self.other_events(number, kept, &applied));
        }
        self.next += 1;
        Ok(Replayed { applied, differs })
    }

    /// Whether seeded dice show something else now, or somebody else was asked.
    fn other_dice(
        &self,
        number: u64,
        kept: &RecordedAnswer,
        answer: &Answer,
    ) -> Option<(usize, String)> {
        let decision = self.game.decision();
        let by = words::who(decision.who);
        if kept.answer.get("by").is_some_and(|was| *was != by) {
            return Some((
                kept.line,
                format!(
                    "the record has this answer by {}, but now {by} must answer",
                    kept.answer["by"]
                ),
            ));
        }
        if self.record.setup.dice != DiceSource::Seeded || decision.who != Who::Chance {
            return None;
        }
        let Ask::Roll { dice, .. } = &decision.ask else {
            return None;
        };
        let due = crate::dice::seeded(self.record.setup.seed, number, dice);
        let Answer::Faces(faces) = answer else {
            return None;
        };
        (due != *faces).then(|| {
            (
                kept.line,
                format!("the record has the dice {faces:?}, but its seed gives {due:?}"),
            )
        })
    }

    /// The first event that is not what the record says. After the last answer of a battle that
    /// was cut off, events may be missing.
    fn other_events(
        &self,
        number: u64,
        kept: &RecordedAnswer,
        applied: &Applied,
    ) -> Option<(usize, String)> {
        let cut_off = self.record.result.is_none() && number == self.record.answers.len() as u64;
        for (i, event) in applied.events.iter().enumerate() {
            let now = words::event_of(&self.game, applied, event);
            match kept.events.get(i) {
                Some((line, was)) => {
                    let same = now.iter().all(|(key, value)| match was.get(key) {
                        Some(was) => was == value,
                        None => ADDED.contains(&key.as_str()),
                    });
                    if !same {
                        let mut was = was.clone();
                        was.retain(|key, _| key != "type" && key != "n");
                        return Some((
                            *line,
                            format!(
                                "the record has the event {}, but now {} happens",
                                Value::Object(was),
                                Value::Object(now)
                            ),
                        ));
                    }
                }
                None if cut_off => return None,
                None => {
                    return Some((
                        kept.line,
                        format!(
                            "the event {} happens now, but the record does not have it",
                            Value::Object(now)
                        ),
                    ));
                }
            }
        }
        kept.events.get(applied.events.len()).map(|(line, was)| {
            (
                *line,
                format!(
                    "the record has the event {}, but now nothing more happens",
                    was["event"]
                ),
            )
        })
    }
}

/// Plays a record again and says whether everything comes out as recorded.
///
/// # Errors
/// A fault in one of the record's texts, or a line that is not in this battle's words.
pub fn verify(record: &Record) -> Result<Verdict, Unverified> {
    let mut replay = Replay::new(record)?;
    let mut answers = 0;
    while let Some(again) = replay.step() {
        let again = again?;
        answers = again.applied.number;
        if let Some((line, what)) = again.differs {
            return Ok(Verdict::Differs {
                number: answers,
                line,
                what,
            });
        }
    }
    let Some(result) = &record.result else {
        return Ok(Verdict::Unfinished { answers });
    };
    let game = replay.game();
    let now = match (game.outcome(), record.conceded()) {
        (Some(outcome), _) => words::result(game, &outcome, record.setup.seed),
        (None, Some(by)) => conceded(game, by, record.setup.seed),
        (None, None) => {
            return Ok(Verdict::Differs {
                number: answers,
                line: last_line(record),
                what: "the record has a result, but now the battle is not over".to_owned(),
            });
        }
    };
    for (key, value) in &now {
        if result.get(key) != Some(value) {
            return Ok(Verdict::Differs {
                number: answers,
                line: last_line(record),
                what: format!(
                    "the record has the result {key} = {}, but now it is {value}",
                    result.get(key).unwrap_or(&Value::Null)
                ),
            });
        }
    }
    Ok(Verdict::Same {
        answers,
        digest: words::digest(game),
    })
}

fn last_line(record: &Record) -> usize {
    record
        .answers
        .last()
        .map_or(1, |kept| kept.events.last().map_or(kept.line, |e| e.0))
        + usize::from(record.result.is_some())
}

/// Why a record cannot be verified at all.
#[derive(Debug, thiserror::Error)]
pub enum Unverified {
    /// A fault in one of its texts.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A line that cannot be read.
    #[error(transparent)]
    Damaged(#[from] Damaged),
}
