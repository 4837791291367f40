//! A series of many battles on many threads; the result is the same for any number of threads.
//!
//! A [`Plan`] lists the games: a grid of pairings that is repeated. A pair is one seed, map and set
//! of forces, played once for each seating (two sides: sides swapped; more sides: seats rotated).
//! [`run`] plays the games and returns them in order. Every game is one line of JSON, a [`Row`].
//! A [`Counter`] turns rows into a [`Report`], whose size does not depend on the number of games.
//! A report needs nothing but the rows. So a series that was interrupted, or split over machines,
//! gives exactly the same report as one that was not.
//!
//! [`run`] does not know how a battle works: the caller passes a function that plays one game. A
//! [`grid::Grid`] has such a function for all pairings of maps, scenarios, forces and agents.
//!
//! ```
//! use skirmish::arena::grid::{Grid, GridOptions};
//! use skirmish::arena::{Counter, Plan, Row, Stopped, run};
//! use skirmish::store::options::BattleOptions;
//! use skirmish::store::{Failure, opponents};
//! use std::ops::ControlFlow;
//!
//! let battle = BattleOptions {
//!     map: Some("duel-ground".into()),
//!     forces: vec!["dwarves".into(), "orcs".into()],
//!     agents: vec!["greedy".into(), "random".into()],
//!     seed: Some(7),
//!     ..BattleOptions::default()
//! };
//! let grid = Grid::new(&battle, &GridOptions::default())?;
//! let plan = Plan::new(grid.cells.clone(), 4, grid.seed);
//! let mut counter = Counter::new(None);
//! let stopped = run(
//!     &plan,
//!     0,
//!     2,
//!     |job| {
//!         grid.play(job, |setup, name, side| {
//!             opponents::agent(name, setup.seed, side)
//!         })
//!     },
//!     |pair| {
//!         let rows = pair.iter().map(|(_, line)| Row::read(line));
//!         counter.add(&rows.collect::<Result<Vec<_>, _>>()?);
//!         Ok::<_, Failure>(ControlFlow::Continue(()))
//!     },
//!     || true,
//! )?;
//! let report = counter.report(stopped);
//! assert_eq!((stopped, report.all.games), (Stopped::Games, 4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod count;
pub mod grid;
pub mod heat;
pub mod map_battles;
mod plan;
pub mod report;
mod row;
mod run;
pub mod set_pieces;
pub mod spsa;
pub mod stats;
mod style;
pub mod wrappers;

pub use count::{Counter, Matrix, Names, Report, Tally, Venue};
pub use plan::{Cell, Job, Plan};
pub use row::{Made, Row, RowError, Titles};
pub use run::{Stopped, run};
pub use style::PlayingStyle;
