//! What a program may ask about a position: odds, reach and sight, many at once.

use super::super::words::{self, Object};
use crate::battle::{Act, Fig, How, Odds, Place, Range, Ratio, Side, Stand, Target, Who};
use crate::board::{Look, Reach, Sight, Space};
use crate::rules::{Game, duel};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

/// The most queries on one line.
pub const MOST_QUERIES: usize = 4096;

/// An attack or other act whose odds are asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddsQuery {
    /// The figure that acts.
    pub who: Fig,
    /// How it acts; none: in the way that defeats its target most often.
    pub how: Option<How>,
    /// The target.
    pub at: Target,
    /// Where the figure would stand; none: where it stands.
    pub from: Option<Space>,
}

/// A request that leaves the question open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// What is legal?
    List,
    /// What is the position?
    State,
    /// What may come of these acts?
    Odds(Vec<OddsQuery>),
    /// Where can these figures move?
    Reach(Vec<Fig>),
    /// Which of these pairs of spaces see each other?
    Sight(Vec<(Space, Space)>),
}

impl Request {
    /// The values of `do` that are requests and no answers.
    pub const NAMES: [&str; 5] = ["list", "state", "odds", "reach", "sight"];

    /// Reads a request. None: the line is something else.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(game: &Game, value: &Value) -> Result<Option<Self>, QueryFault> {
        Ok(Some(match value.get("do").and_then(Value::as_str) {
            Some("list") => Self::List,
            Some("state") => Self::State,
            Some("odds") => Self::Odds(each(value, "queries", |query| odds_query(game, query))?),
            Some("reach") => Self::Reach(each(value, "figures", |figure| {
                Ok(words::read_figure(
                    game,
                    string(figure, "a figure such as \"1.3\"")?,
                )?)
            })?),
            Some("sight") => Self::Sight(each(value, "pairs", |pair| {
                let two = "two spaces such as [\"A1\",\"C4\"]";
                match pair.as_array().map(Vec::as_slice) {
                    Some([from, to]) => Ok((
                        words::read_space(game, string(from, two)?)?,
                        words::read_space(game, string(to, two)?)?,
                    )),
                    _ => Err(not(pair, two)),
                }
            })?),
            _ => return Ok(None),
        }))
    }
}

/// What is wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueryFault {
    /// A value, and what must stand in its place.
    #[error("{0} must be {1}")]
    Not(Value, String),
    /// A key that is missing, and what must stand there.
    #[error("\"{0}\" is missing; it must be {1}")]
    Missing(&'static str, &'static str),
    /// A key without a list.
    #[error("\"{0}\" must be a list")]
    NoList(&'static str),
    /// A key whose list is too long, and the number of its entries.
    #[error("\"{0}\" has {1} entries; a line may have at most {MOST_QUERIES}")]
    TooMany(&'static str, usize),
    /// A way of acting that is not known, and the known ones.
    #[error("unknown act {0:?}; \"how\" must be {1}")]
    UnknownAct(String, String),
    /// A figure, space or target that the battle does not have.
    #[error("{0}")]
    Unread(words::Unread),
    /// An entry of a list: its key and index, and what is wrong with it.
    #[error("{0}[{1}]: {2}")]
    Entry(&'static str, usize, Box<QueryFault>),
}

impl From<words::Unread> for QueryFault {
    fn from(why: words::Unread) -> Self {
        QueryFault::Unread(why)
    }
}

fn not(value: &Value, what: &str) -> QueryFault {
    QueryFault::Not(value.clone(), what.to_owned())
}

fn string<'v>(value: &'v Value, what: &str) -> Result<&'v str, QueryFault> {
    value.as_str().ok_or_else(|| not(value, what))
}

/// Reads every entry of a list.
fn each<T>(
    value: &Value,
    key: &'static str,
    read: impl Fn(&Value) -> Result<T, QueryFault>,
) -> Result<Vec<T>, QueryFault> {
    let list = value.get(key).and_then(Value::as_array);
    let list = list.ok_or(QueryFault::NoList(key))?;
    if list.len() > MOST_QUERIES {
        return Err(QueryFault::TooMany(key, list.len()));
    }
    let numbered = list.iter().enumerate();
    numbered
        .map(|(i, entry)| read(entry).map_err(|why| QueryFault::Entry(key, i, Box::new(why))))
        .collect()
}

fn odds_query(game: &Game, query: &Value) -> Result<OddsQuery, QueryFault> {
    let needed = |key: &'static str, what: &'static str| match query.get(key) {
        Some(value) => string(value, what),
        None => Err(QueryFault::Missing(key, what)),
    };
    let how = match query.get("how") {
        None | Some(Value::Null) => None,
        Some(value) => {
            let known: Vec<_> = How::ALL.iter().map(|h| h.name()).collect();
            let what = format!("one of {}", known.join(", "));
            let name = string(value, &what)?;
            let how = How::ALL.into_iter().find(|h| h.name() == name);
            Some(how.ok_or_else(|| QueryFault::UnknownAct(name.to_owned(), what))?)
        }
    };
    Ok(OddsQuery {
        who: words::read_figure(game, needed("figure", "a figure such as \"1.3\"")?)?,
        how,
        at: words::read_target(game, needed("at", "a target such as \"2.1\" or \"C4\"")?)?,
        from: match query.get("from") {
            None | Some(Value::Null) => None,
            Some(from) => Some(words::read_space(
                game,
                string(from, "a space such as \"C4\"")?,
            )?),
        },
    })
}

/// All acts of a figure from a stand.
type Strikes = Vec<(How, Target, Sight)>;

/// The answers to queries about odds; none when `go_on` says that time is over.
pub fn odds(game: &Game, queries: &[OddsQuery], go_on: &dyn Fn() -> bool) -> Option<Value> {
    let mut known: FxHashMap<(Fig, Stand), Strikes> = FxHashMap::default();
    let mut answers = Vec::with_capacity(queries.len());
    for query in queries {
        if !go_on() {
            return None;
        }
        answers.push(odds_of(game, query, &mut known));
    }
    Some(answers.into())
}

fn odds_of(game: &Game, query: &OddsQuery, known: &mut FxHashMap<(Fig, Stand), Strikes>) -> Value {
    let none = |why: &str| json!({ "none": why });
    if game.place(query.who) != Place::On {
        return none("the figure is not on the board");
    }
    if let Target::Figure(at) = query.at
        && game.place(at) != Place::On
    {
        return none("the target is not on the board");
    }
    let mut stand = game.stand(query.who);
    if let Some(from) = query.from.filter(|from| *from != stand.at) {
        if !game.board().exists(from) {
            return none("no figure can stand there");
        }
        // After a move it faces as suits it best.
        stand = Stand {
            at: from,
            facing: None,
            ..stand
        };
    }
    let strikes = known.entry((query.who, stand)).or_insert_with(|| {
        let mut all = Strikes::new();
        game.strikes(query.who, stand, &mut |how, at, sight| {
            all.push((how, at, sight));
            true
        });
        all
    });
    let fitting = strikes
        .iter()
        .filter(|(how, at, _)| *at == query.at && query.how.is_none_or(|asked| asked == *how));
    let best = fitting
        .map(|(how, at, sight)| {
            (
                *how,
                game.odds(&Act::new(query.who, stand, *how, *at, *sight)),
            )
        })
        .reduce(|a, b| if b.1.defeat > a.1.defeat { b } else { a });
    match best {
        Some((how, odds)) => odds_object(how, &odds).into(),
        None => none(why_not(game, query, stand)),
    }
}

fn odds_object(how: How, odds: &Odds) -> Object {
    let mut out = words::object([
        ("hit", json!(odds.hit.to_string())),
        ("defeat", json!(odds.defeat.to_string())),
        ("defeat_p", duel::decimal(odds.defeat)),
        ("how", json!(how.name())),
    ]);
    for (name, chance) in [
        ("wound", odds.wound),
        ("flee", odds.flee),
        ("pushed", odds.pushed),
        ("lost", odds.lost),
    ] {
        if chance > Ratio::from_integer(0) {
            out.insert(name.to_owned(), json!(chance.to_string()));
        }
    }
    out
}

/// Why a figure cannot act like that from there.
fn why_not(game: &Game, query: &OddsQuery, stand: Stand) -> &'static str {
    let modes = game.modes(query.who, false);
    let mut modes = modes
        .iter()
        .filter(|m| query.how.is_none_or(|how| how == m.how))
        .peekable();
    if modes.peek().is_none() {
        return "the figure cannot do this now";
    }
    let Target::Figure(target) = query.at else {
        return "not possible from there";
    };
    if game.allied(query.who, target) {
        return "the target is an ally";
    }
    let board = game.board();
    let Some(own) = board.grid().footprint(stand.at, game.size(query.who)) else {
        return "no figure can stand there";
    };
    let gap = board.gap(&own, &game.spaces(target));
    let within = |range: Range| match range {
        Range::Touch => gap <= 1,
        Range::Spaces(most) => gap <= most,
    };
    match modes.any(|mode| within(mode.range)) {
        false => "out of reach",
        true => "out of sight, or something stands between",
    }
}

/// Where figures can move, with costs; none when time is over.
pub fn reach(game: &Game, figures: &[Fig], go_on: &dyn Fn() -> bool) -> Option<Value> {
    let mut reach = Reach::default();
    let mut answers = Vec::with_capacity(figures.len());
    for who in figures {
        if !go_on() {
            return None;
        }
        let spaces: Vec<Value> = match game.place(*who) {
            Place::On => {
                game.reach(*who, &mut reach);
                let ends = reach.ends().iter();
                ends.map(|(at, cost)| json!([words::space(game, *at), cost]))
                    .collect()
            }
            _ => Vec::new(),
        };
        answers.push(json!({"figure": game.label(*who), "spaces": spaces}));
    }
    Some(answers.into())
}

/// The word for what is seen.
pub const SIGHTS: [&str; 3] = ["clear", "cover", "blocked"];

/// What is seen along lines between spaces, by figures on the ground of the side that is asked;
/// none when time is over.
pub fn sight(
    game: &Game,
    who: Who,
    pairs: &[(Space, Space)],
    go_on: &dyn Fn() -> bool,
) -> Option<Value> {
    let side = match who {
        Who::Side(side) => side,
        Who::Chance => Side(0),
    };
    let blockers = game.blockers(side);
    let mut answers = Vec::with_capacity(pairs.len());
    for (from, to) in pairs {
        if !go_on() {
            return None;
        }
        let look = Look {
            from: &[*from],
            to: &[*to],
            eyes: (1, 1),
            figures: Some(&blockers),
        };
        let seen = game.board().look(&look, |_, _| true);
        answers.push(json!(
            match seen.map_or(Sight::Blocked, |seen| seen.sight) {
                Sight::Clear => SIGHTS[0],
                Sight::Cover => SIGHTS[1],
                Sight::Blocked => SIGHTS[2],
            }
        ));
    }
    Some(answers.into())
}
