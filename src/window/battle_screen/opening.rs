//! Beginning a battle, and opening a recorded one to play on or to watch.

use super::super::backdrop;
use super::super::error::{Differs, WindowError};
use super::super::history::History;
use super::super::message::Message;
use super::super::session::Session;
use super::BattleScreen;
use crate::play::Setup;
use crate::play::record::{Record, Replay};
use crate::store::Failure;
use crate::store::record_file::{self, RecordFile};
use std::path::Path;

impl BattleScreen {
    /// Begins a battle.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn begin(setup: Setup) -> Result<Self, WindowError> {
        Self::recorded(setup, None)
    }

    /// Begins a battle that is recorded in this file, or in the data folder.
    ///
    /// # Errors
    /// What is wrong with it or the file.
    pub fn recorded(setup: Setup, path: Option<&Path>) -> Result<Self, WindowError> {
        let session = Session::begin(setup.clone(), path)?;
        let history = History::new(session.game().clone());
        let mut screen = Self::new(setup, Some(session), history);
        screen.take_picture();
        Ok(screen)
    }

    /// Opens a record to go on with it.
    ///
    /// # Errors
    /// If it cannot be resumed.
    pub fn open(path: &Path) -> Result<Self, WindowError> {
        let (file, record) = RecordFile::open(path)?;
        if record.result.is_some() {
            return Self::replay(&record);
        }
        record_file::refuse_programs(&record, &[])?;
        Self::resume(&record, Some(file))
    }

    /// Opens a record to watch it.
    ///
    /// # Errors
    /// When it cannot be shown.
    pub fn watch(path: &Path) -> Result<Self, WindowError> {
        let record = record_file::read(path)?;
        Self::replay(&record)
    }

    /// Goes on with a recorded battle.
    ///
    /// # Errors
    /// If it cannot be resumed.
    pub fn resume(record: &Record, file: Option<RecordFile>) -> Result<Self, WindowError> {
        let setup = record.setup.clone();
        let start = setup.begin()?;
        let (history, differs) = retell(record)?;
        if let Some(differs) = differs {
            return Err(differs.into());
        }
        let answers = history
            .moments
            .iter()
            .map(|m| m.applied.answer.clone())
            .collect();
        let mut session = Session::with(setup.clone(), start, file)?;
        session.replay(answers);
        let mut screen = Self::new(setup, Some(session), history);
        screen.course.player.jump(screen.course.history.len());
        screen.take_picture();
        screen.tell_if_torn(record);
        Ok(screen)
    }

    /// Reads the picture under the grid, and says if it cannot be read.
    fn take_picture(&mut self) {
        let map = self.course.game().board().map();
        if let Err(why) = backdrop::load(&self.course.setup.map.name, map) {
            self.message = Some(Message::refused(why));
        }
    }

    /// Shows a record from its beginning.
    ///
    /// # Errors
    /// When it cannot be shown.
    pub fn replay(record: &Record) -> Result<Self, WindowError> {
        let (history, differs) = retell(record)?;
        let mut screen = Self::new(record.setup.clone(), None, history);
        screen.course.conceded = record.conceded();
        screen.course.player.playing = true;
        screen.take_picture();
        if let Some(differs) = differs {
            screen.message = Some(Message::refused(differs));
        }
        screen.tell_if_torn(record);
        Ok(screen)
    }

    /// Says that the record ends in the middle of a line, unless there is worse to say.
    fn tell_if_torn(&mut self, record: &Record) {
        let torn = "The last line of this saved battle is incomplete and was left out.";
        if record.torn && self.message.is_none() {
            self.message = Some(Message::Done(torn.to_owned()));
        }
    }
}

/// All a record tells, and where it first differs from the rules of this version.
fn retell(record: &Record) -> Result<(History, Option<Differs>), Failure> {
    let mut replay = Replay::new(record)?;
    let mut history = History::new(replay.game().clone());
    let mut differs = None;
    while let Some(again) = replay.step() {
        let mut again = again?;
        let number = again.applied.number;
        if let Some((line, what)) = again.differs {
            differs.get_or_insert_with(|| Differs {
                file: record.file.clone(),
                line,
                number,
                what,
            });
            let kept = &record.answers[number as usize - 1];
            again.applied.events = record.events(replay.game(), kept)?;
        }
        history.push(again.applied, replay.game().clone());
        if differs.is_some() {
            replay.as_recorded();
        }
    }
    Ok((history, differs))
}
