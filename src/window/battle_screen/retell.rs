//! A record told again.

use super::super::tale::Tale;
use crate::play::record::{Record, Replay};

/// All a record tells, and what does not come out as recorded.
pub(super) fn retell(record: &Record) -> Result<(Tale, Option<String>), String> {
    let mut replay = Replay::new(record).map_err(|f| f.to_string())?;
    let mut tale = Tale::new(replay.game().clone());
    let mut differs = None;
    while let Some(again) = replay.step() {
        let mut again = again.map_err(|d| d.to_string())?;
        if let Some((line, what)) = again.differs {
            if differs.is_none() {
                differs = Some(format!(
                    "{}:{line}: move {} differs from the rules of this version ({what}). From there on the battle is shown as it was saved.",
                    record.file, again.given.number
                ));
            }
            let kept = &record.answers[again.given.number as usize - 1];
            again.given.events = record
                .events(replay.game(), kept)
                .map_err(|d| d.to_string())?;
        }
        tale.push(again.given, replay.game().clone());
        if differs.is_some() {
            replay.as_recorded();
        }
    }
    Ok((tale, differs))
}
