//! Battles that test a map.

use crate::arena::map_battles::{self, MapResult};
use crate::play::{AgentName, Setup};
use crate::store::Failure;
use crate::store::options::{BattleOptions, USUAL};
use crate::store::{opponents, own};
use crate::window::platform::{self, Work};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

/// Plays battles on a map. It tells the results so far after every pair of battles.
#[derive(Serialize, Deserialize)]
pub struct TestBattles {
    /// Name in the data folder and text of the map.
    pub map: (String, String),
    /// The same of its scenario, if it has one.
    pub scenario: Option<(String, String)>,
    /// How many spaces the map has.
    pub spaces: usize,
    /// How many battles there are.
    pub battles: u64,
    /// The seed of the battles.
    pub seed: u64,
}

impl Work for TestBattles {
    type Output = MapResult;
    const NAME: &'static str = "battles";

    fn run(self, report: &mut dyn FnMut(Option<MapResult>) -> bool) -> Result<(), Failure> {
        let written = |(name, text): &(String, String)| -> Result<String, Failure> {
            Ok(own::write(name, text)?.display().to_string())
        };
        let battle = BattleOptions {
            map: Some(written(&self.map)?),
            scenario: self.scenario.as_ref().map(written).transpose()?,
            agents: vec![USUAL.into()],
            seed: Some(self.seed),
            ..BattleOptions::default()
        };
        let agent =
            |setup: &Setup, name: &AgentName, side| opponents::agent(name, setup.seed, side);
        let report = RefCell::new(report);
        map_battles::play(
            battle,
            self.spaces,
            self.battles,
            platform::spare_threads(),
            agent,
            |now| {
                (report.borrow_mut())(Some(now.clone()));
            },
            || (report.borrow_mut())(None),
        )?;
        Ok(())
    }
}
