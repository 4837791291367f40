//! Handing a battle on: a copy of its record, and links that open it.

use super::super::error::WindowError;
use super::super::{link, platform};
use super::course::Course;
use super::stem;
use crate::play::record;
use crate::source::Fault;
use crate::store::{Failure, own};

impl Course {
    /// The record of the battle as it stands, without what was taken back.
    ///
    /// # Errors
    /// A text of the battle cannot be written.
    pub fn record_text(&self) -> Result<String, Fault> {
        let mut text = record::head_line(&self.setup)?;
        for moment in &self.history.moments {
            text += &record::lines(&moment.after, &moment.applied);
        }
        let end = self.newest();
        let seed = self.setup.seed;
        if let Some(outcome) = end.outcome() {
            text += &record::result_line(end, &outcome, seed);
        } else if let Some(by) = self.conceded {
            text += &record::conceded_line(end, by, seed);
        }
        Ok(text)
    }

    /// Writes a copy of the record; where it is.
    pub(super) fn export_record(&self) -> Result<String, Failure> {
        let (map, seed) = (stem(&self.setup.map.name), self.setup.seed);
        let name = format!("exports/{map}-{seed}.jsonl");
        let path = own::write(&name, &self.record_text()?)?;
        platform::hand_over(&path);
        Ok(match platform::ON_A_PAGE {
            true => "The battle is downloaded.".to_owned(),
            false => format!("A copy of the battle is in {}.", path.display()),
        })
    }

    /// Copies a link with all answers of the battle; what is said of it.
    pub(super) fn copy_record_link(&self) -> Result<String, WindowError> {
        let link = link::of_record(&self.record_text()?)?;
        platform::take_link(&link);
        Ok("The link is copied: it shows this battle with all its moves.".to_owned())
    }
}
