//! Questions to a map: who sees whom, who gets where, by which way.

use super::input::{self, Line};
use super::map::{board, line};
use super::{Ended, Exit, Failure, output};
use crate::board::{
    Board, Cause, Footprint, Gait, Going, Look, Mover, Reach, Sight, Space, Spaces,
};
use crate::store::disk;
use clap::Args;
use serde::Serialize;
use std::io::{BufReader, Read};

/// Options of all questions.
#[derive(Debug, Args)]
pub struct Query {
    /// Map (name or file)
    map: String,
    /// File with one question a line (- for standard input); each answer is one JSON line
    #[arg(long, value_name = "FILE")]
    pairs: Option<String>,
    /// The figure flies
    #[arg(long)]
    flying: bool,
    /// Size of the figure: squares N × N, hexes 1, 3 or 7 spaces
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=3))]
    footprint: u8,
    /// Another figure on the board: SPACE:own or SPACE:enemy; may be repeated
    #[arg(long, value_name = "SPACE:own|enemy")]
    figure: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Options of `map sight`.
#[derive(Debug, Args)]
pub struct SightArgs {
    #[command(flatten)]
    query: Query,
    /// Height of a flying figure's eyes above its ground, in levels; fly_height of the rules sets
    /// it in a battle
    #[arg(long, value_name = "LEVELS", default_value_t = 1, requires = "flying", value_parser = clap::value_parser!(u8).range(1..=100))]
    fly_height: u8,
    /// Space from which the figure looks
    #[arg(long, value_name = "SPACE", required_unless_present = "pairs")]
    from: Option<String>,
    /// Space at which the figure looks
    #[arg(long, value_name = "SPACE", required_unless_present = "pairs")]
    to: Option<String>,
}

/// Options of `map reach`.
#[derive(Debug, Args)]
pub struct ReachArgs {
    #[command(flatten)]
    query: Query,
    /// Space where the figure starts
    #[arg(long, value_name = "SPACE", required_unless_present = "pairs")]
    from: Option<String>,
    /// Movement, in spaces
    #[arg(
        long = "move",
        value_name = "N",
        required_unless_present = "pairs",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    movement: Option<u32>,
}

/// Options of `map route`.
#[derive(Debug, Args)]
pub struct RouteArgs {
    #[command(flatten)]
    query: Query,
    /// Space where the figure starts
    #[arg(long, value_name = "SPACE", required_unless_present = "pairs")]
    from: Option<String>,
    /// Space that the figure moves to
    #[arg(long, value_name = "SPACE", required_unless_present = "pairs")]
    to: Option<String>,
}

#[derive(Serialize)]
struct Seen {
    from: String,
    to: String,
    distance: u32,
    sight: &'static str,
    by: Vec<String>,
}

#[derive(Serialize)]
struct Reached {
    from: String,
    #[serde(rename = "move")]
    movement: u32,
    reach: Vec<End>,
}

#[derive(Serialize)]
struct End {
    space: String,
    cost: u32,
}

#[derive(Serialize)]
struct Routed {
    from: String,
    to: String,
    cost: Option<u32>,
    path: Vec<String>,
}

#[derive(Serialize)]
struct BadLine {
    line: usize,
    error: String,
}

/// Why a question to a map has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum QueryError {
    /// The space is in the grid, but not part of the board.
    #[error("{0} is void, not part of the board")]
    Void(String),
    /// The grid has no such space.
    #[error("{name:?} is not a space of this map (A1 to {last})")]
    NoSpace {
        name: String,
        /// The last space of the map.
        last: String,
    },
    /// The figure is too large to stand there.
    #[error("a figure of size {size} at {at} would stand outside the board")]
    Outside { size: u8, at: String },
    /// A distance to move that is none.
    #[error("movement is {0:?}, expected a whole number from 1 to 1000000")]
    Movement(String),
    /// A line that is too long to be a question.
    #[error("the line is longer than {most} bytes", most = LONGEST)]
    TooLong,
    /// A line of more or fewer than two words.
    #[error("{0:?} is not a question, expected two words such as A1 C4")]
    NotTwoWords(String),
}

impl From<QueryError> for Failure {
    fn from(error: QueryError) -> Self {
        Failure::of(error)
    }
}

impl SightArgs {
    /// Answers.
    ///
    /// # Errors
    /// Unknown maps and spaces.
    pub fn run(&self) -> Ended {
        let position = self.query.begin()?;
        if let Some(pairs) = &self.query.pairs {
            return many(pairs, |from, to| position.sight(from, to, self.fly_height));
        }
        let seen = position.sight(said(&self.from), said(&self.to), self.fly_height)?;
        if self.query.json {
            output::print(&line(&seen))?;
        } else {
            let by = if seen.by.is_empty() {
                String::new()
            } else {
                format!(" by {}", seen.by.join(", "))
            };
            output::print(&format!(
                "{} to {}: {}{by}, distance {}\n",
                seen.from, seen.to, seen.sight, seen.distance
            ))?;
        }
        Ok(Exit::Done)
    }
}

impl ReachArgs {
    /// Answers.
    ///
    /// # Errors
    /// Unknown maps and spaces.
    pub fn run(&self) -> Ended {
        let position = self.query.begin()?;
        if let Some(pairs) = &self.query.pairs {
            return many(pairs, |from, movement| match movement.parse() {
                Ok(points @ 1..=1_000_000) => position.reach(from, points),
                _ => Err(QueryError::Movement(movement.to_owned())),
            });
        }
        let reached = position.reach(said(&self.from), self.movement.unwrap_or(1))?;
        if self.query.json {
            output::print(&line(&reached))?;
        } else {
            let mut text = String::new();
            for ends in reached.reach.chunk_by(|a, b| a.cost == b.cost) {
                let names: Vec<&str> = ends.iter().map(|end| end.space.as_str()).collect();
                text += &format!("{:>2}: {}\n", ends[0].cost, names.join(" "));
            }
            output::print(&text)?;
        }
        Ok(Exit::Done)
    }
}

impl RouteArgs {
    /// Answers.
    ///
    /// # Errors
    /// Unknown maps and spaces.
    pub fn run(&self) -> Ended {
        let position = self.query.begin()?;
        if let Some(pairs) = &self.query.pairs {
            return many(pairs, |from, to| position.route(from, to));
        }
        let routed = position.route(said(&self.from), said(&self.to))?;
        if self.query.json {
            output::print(&line(&routed))?;
        } else {
            output::print(&match routed.cost {
                Some(cost) => format!("cost {cost}: {}\n", routed.path.join(" ")),
                None => format!("there is no path from {} to {}\n", routed.from, routed.to),
            })?;
        }
        Ok(Exit::Done)
    }
}

fn said(option: &Option<String>) -> &str {
    option.as_deref().unwrap_or_default()
}

/// A board with the figures on it, ready for questions.
struct Position {
    board: Board,
    size: u8,
    gait: Gait,
    /// Spaces of enemies.
    enemies: Spaces,
    /// Spaces of all figures.
    figures: Spaces,
}

impl Query {
    fn begin(&self) -> Result<Position, Failure> {
        let board = board(&self.map)?;
        let (mut enemies, mut figures) = (Spaces::new(board.len()), Spaces::new(board.len()));
        for figure in &self.figure {
            let (name, side) = figure.rsplit_once(':').unwrap_or((figure, ""));
            if side != "own" && side != "enemy" {
                let what = format!(
                    "--figure is {figure:?}, expected a space and a side, such as C4:own or C4:enemy"
                );
                return Err(Failure::Message(what));
            }
            let space = space(&board, name)?;
            figures.insert(space);
            if side == "enemy" {
                enemies.insert(space);
            }
        }
        let gait = if self.flying { Gait::Fly } else { Gait::Walk };
        Ok(Position {
            board,
            size: self.footprint,
            gait,
            enemies,
            figures,
        })
    }
}

/// The space of a name, if it is part of the board.
fn space(board: &Board, name: &str) -> Result<Space, QueryError> {
    let grid = board.grid();
    match grid.named(name) {
        Some(space) if board.exists(space) => Ok(space),
        Some(_) => Err(QueryError::Void(name.to_owned())),
        None => Err(QueryError::NoSpace {
            name: name.to_owned(),
            last: grid.name(Space(grid.columns * grid.rows - 1)),
        }),
    }
}

impl Position {
    fn name(&self, space: Space) -> String {
        self.board.grid().name(space)
    }

    /// The spaces of the figure asked about.
    fn footprint(&self, anchor: Space) -> Result<Footprint, QueryError> {
        let spaces = self.board.grid().footprint(anchor, self.size);
        let on_board = spaces.filter(|spaces| spaces.iter().all(|s| self.board.exists(*s)));
        on_board.ok_or_else(|| QueryError::Outside {
            size: self.size,
            at: self.name(anchor),
        })
    }

    /// What is seen by eyes so many levels above the ground.
    fn sight(&self, from: &str, to: &str, eyes: u8) -> Result<Seen, QueryError> {
        let (from, to) = (space(&self.board, from)?, space(&self.board, to)?);
        let mine = self.footprint(from)?;
        let look = Look {
            from: &mine,
            to: &[to],
            eyes: (eyes, 1),
            figures: Some(&self.enemies),
        };
        let best = self
            .board
            .look(&look, |_, _| true)
            .expect("every pair is admitted");
        let mut by = Vec::new();
        if best.sight != Sight::Clear {
            for cause in self.board.causes(best.from, best.to, &look) {
                by.push(match cause {
                    Cause::Space(space) => self.name(space),
                    Cause::Border(a, b) => format!("{}|{}", self.name(a), self.name(b)),
                });
            }
        }
        Ok(Seen {
            from: self.name(from),
            to: self.name(to),
            distance: self.board.grid().gap(&mine, &[to]),
            sight: match best.sight {
                Sight::Clear => "clear",
                Sight::Cover => "cover",
                Sight::Blocked => "blocked",
            },
            by,
        })
    }

    /// Asks about the figure at an anchor as a mover; its own spaces hinder nobody, and nobody
    /// hinders one that flies, but where it ends (T7).
    fn moving<T>(
        &self,
        from: Space,
        budget: u32,
        ask: impl FnOnce(&Mover) -> T,
    ) -> Result<T, QueryError> {
        let own = self.footprint(from)?;
        let (mut closed, mut taken) = (self.enemies.clone(), self.figures.clone());
        if self.gait == Gait::Fly {
            closed = Spaces::new(self.board.len());
        }
        for space in &own {
            closed.remove(*space);
            taken.remove(*space);
        }
        Ok(ask(&Mover {
            size: self.size,
            gait: self.gait,
            budget,
            closed: &closed,
            taken: &taken,
        }))
    }

    fn reach(&self, from: &str, movement: u32) -> Result<Reached, QueryError> {
        let from = space(&self.board, from)?;
        let mut reach = Reach::default();
        self.moving(from, movement, |mover| {
            self.board
                .reach_going(&[from], mover, Going::THROUGH_DOORS, &mut reach)
        })?;
        let ends = reach.ends().iter().map(|(space, cost)| End {
            space: self.name(*space),
            cost: *cost,
        });
        Ok(Reached {
            from: self.name(from),
            movement,
            reach: ends.collect(),
        })
    }

    fn route(&self, from: &str, to: &str) -> Result<Routed, QueryError> {
        let (from, to) = (space(&self.board, from)?, space(&self.board, to)?);
        let route = self.moving(from, u32::MAX, |mover| {
            self.board
                .route_going(from, to, mover, Going::THROUGH_DOORS)
        })?;
        Ok(Routed {
            from: self.name(from),
            to: self.name(to),
            cost: route.as_ref().map(|route| route.cost),
            path: route.map_or(Vec::new(), |route| {
                route.path.iter().map(|s| self.name(*s)).collect()
            }),
        })
    }
}

/// The longest line of questions, in bytes.
const LONGEST: usize = 4096;

/// Answers are written together once they are this long, in bytes.
const TOGETHER: usize = 8192;

/// Answers a line a question; lines that are none get an error line, and the whole fails.
fn many<T: Serialize>(file: &str, ask: impl Fn(&str, &str) -> Result<T, QueryError>) -> Ended {
    let failed = |error| Failure::Io {
        what: format!("cannot read {file}"),
        error,
    };
    let input: Box<dyn Read> = match file {
        "-" => Box::new(std::io::stdin()),
        _ => Box::new(disk::file(std::path::Path::new(file))?),
    };
    let mut out = String::new();
    let (mut number, mut bad) = (0, 0);
    let mut input = BufReader::new(input);
    loop {
        let text = match input::line(&mut input, LONGEST).map_err(failed)? {
            Line::End => break,
            Line::TooLong => None,
            Line::Text(text) => Some(text),
        };
        number += 1;
        let words: Option<Vec<&str>> = text.as_deref().map(|t| t.split_whitespace().collect());
        let answer = match words.as_deref() {
            Some([]) => continue,
            Some([a, b]) => ask(a, b),
            None => Err(QueryError::TooLong),
            Some(words) => Err(QueryError::NotTwoWords(words.join(" "))),
        };
        let answer = match answer {
            Ok(answer) => line(&answer),
            Err(error) => {
                bad += 1;
                line(&BadLine {
                    line: number,
                    error: error.to_string(),
                })
            }
        };
        out.push_str(&answer);
        if out.len() >= TOGETHER {
            output::print(&out)?;
            out.clear();
        }
    }
    output::print(&out)?;
    match bad {
        0 => Ok(Exit::Done),
        _ => Err(Failure::Message(format!(
            "{bad} of {number} lines of {file} could not be answered"
        ))),
    }
}
