//! Why something cannot be done, for players: how much too far, what stands in the way, what the
//! figure has already done. It asks the battle only what any ruleset answers; where that gives no
//! reason, the words of the ruleset itself stand.

use super::{tell, words};
use crate::battle::{
    Answer, Ask, Decision, Fig, Holder, How, Mode, Place, Range, Refused, Target, Who,
};
use crate::board::{Cause, Facing, Footprint, Look, Opacity, Sight, Space};
use crate::rules::Game;

/// What kind of reason it is; bots read its [`Kind::code`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The figure is defeated, in reserve or off the board.
    NotOnBoard,
    /// The figure belongs to another side.
    OtherSide,
    /// Another figure acts now.
    OtherFigure,
    /// The target is defeated, in reserve or off the board.
    TargetGone,
    /// The target fights for the same team.
    SameTeam,
    /// The figure has done this, or something in its place, already.
    UsedUp,
    /// This is done in another step.
    WrongStep,
    /// The target is too far away.
    TooFar,
    /// Something between the two stops a hand to hand attack.
    Separated,
    /// The target is not in the half that the figure looks at.
    FacingAway,
    /// Something blocks the line of sight.
    NoSight,
    /// Another question is open.
    OtherQuestion,
    /// The ruleset says why.
    Rules,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 13] = [
        Kind::NotOnBoard,
        Kind::OtherSide,
        Kind::OtherFigure,
        Kind::TargetGone,
        Kind::SameTeam,
        Kind::UsedUp,
        Kind::WrongStep,
        Kind::TooFar,
        Kind::Separated,
        Kind::FacingAway,
        Kind::NoSight,
        Kind::OtherQuestion,
        Kind::Rules,
    ];
    /// Its word in protocols.
    pub fn code(self) -> &'static str {
        match self {
            Kind::NotOnBoard => "not-on-board",
            Kind::OtherSide => "other-side",
            Kind::OtherFigure => "other-figure",
            Kind::TargetGone => "target-gone",
            Kind::SameTeam => "same-team",
            Kind::UsedUp => "used-up",
            Kind::WrongStep => "wrong-step",
            Kind::TooFar => "too-far",
            Kind::Separated => "separated",
            Kind::FacingAway => "facing-away",
            Kind::NoSight => "no-sight",
            Kind::OtherQuestion => "other-question",
            Kind::Rules => "rules",
        }
    }
}

/// Why an answer was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What kind of reason it is.
    pub kind: Kind,
    /// The reason: completes "it cannot: …", without a full stop.
    pub text: String,
}

fn refusal(kind: Kind, text: impl Into<String>) -> Refusal {
    Refusal {
        kind,
        text: text.into(),
    }
}

/// Why an answer to the question asked now was refused; `refused` is what the rules said.
pub fn explain(game: &Game, answer: &Answer, refused: &Refused) -> Refusal {
    let decision = game.decision();
    if !fits(&decision.ask, answer) {
        return refusal(
            Kind::OtherQuestion,
            "the question that is open must be answered first",
        );
    }
    let found = match answer {
        Answer::Move { who, .. } | Answer::MoveAndShut { who, .. } | Answer::Leave { who } => {
            actor(game, &decision, *who).or_else(|| wrong_step(game, &decision, answer))
        }
        Answer::Strike { who, how, at } => actor(game, &decision, *who)
            .or_else(|| target_gone(game, *who, *at))
            .or_else(|| strike(game, &decision, answer, (*who, *how, *at))),
        _ => None,
    };
    found.unwrap_or_else(|| refusal(Kind::Rules, refused.to_string()))
}

/// Whether an answer is of a kind that a question takes.
fn fits(ask: &Ask, answer: &Answer) -> bool {
    match answer {
        Answer::Side(_) => matches!(ask, Ask::First),
        Answer::Move { .. } | Answer::MoveAndShut { .. } | Answer::Leave { .. } => {
            matches!(ask, Ask::Act { .. })
        }
        Answer::Strike { .. } => matches!(ask, Ask::Act { .. } | Ask::Again { .. }),
        Answer::Face(_) => matches!(ask, Ask::Face { .. }),
        // Some rulesets put figures elsewhere while others act.
        Answer::Place { .. } => matches!(
            ask,
            Ask::Deploy | Ask::Spawn | Ask::Return | Ask::Summon { .. } | Ask::Act { .. }
        ),
        Answer::Lay { .. } => matches!(ask, Ask::Lay { .. }),
        Answer::Choose(_) => matches!(ask, Ask::Choose { .. }),
        Answer::Yes | Answer::No => matches!(
            ask,
            Ask::Land { .. } | Ask::PickUp { .. } | Ask::Reroll { .. } | Ask::Revenge { .. }
        ),
        Answer::Done => !matches!(
            ask,
            Ask::First | Ask::Face { .. } | Ask::Choose { .. } | Ask::Lay { .. } | Ask::Roll { .. }
        ),
        Answer::Faces(_) => matches!(ask, Ask::Roll { .. }),
    }
}

/// A sentence for players: what cannot be done, and why.
pub fn sentence(game: &Game, answer: &Answer, refused: &Refused) -> String {
    let why = explain(game, answer, refused).text;
    match answer {
        Answer::Strike { who, how, at } => format!(
            "{} cannot {}: {why}.",
            tell::figure(game, *who),
            tell::deed(game, *how, *at)
        ),
        Answer::Move { who, to } | Answer::MoveAndShut { who, to, .. } => format!(
            "{} cannot move to {}: {why}.",
            tell::figure(game, *who),
            words::space(game, *to)
        ),
        Answer::Leave { who } => {
            format!(
                "{} cannot leave the board: {why}.",
                tell::figure(game, *who)
            )
        }
        Answer::Place { who, to } => format!(
            "{} cannot be placed on {}: {why}.",
            tell::figure(game, *who),
            words::space(game, *to)
        ),
        _ => format!("That cannot be done: {why}."),
    }
}

/// Where a figure is that is not on the board; `None`: it is on the board.
fn gone(game: &Game, who: Fig) -> Option<&'static str> {
    Some(match game.place(who) {
        Place::On => return None,
        Place::Reserve => "in reserve",
        Place::Out => "off the board",
        Place::Gone => "defeated",
    })
}

/// Whether this figure may act at all for the side that is asked.
fn actor(game: &Game, decision: &Decision, who: Fig) -> Option<Refusal> {
    if who.index() >= game.figures() {
        return None;
    }
    if let Who::Side(side) = decision.who
        && game.side(who) != side
    {
        let owner = tell::side(game, game.side(who));
        return Some(refusal(
            Kind::OtherSide,
            format!("it belongs to {owner}, and {} acts", tell::side(game, side)),
        ));
    }
    // Some figures act from off the board.
    if let Some(place) = gone(game, who)
        && !game.off_board_figures(game.side(who)).contains(&who)
    {
        return Some(refusal(Kind::NotOnBoard, format!("it is {place}")));
    }
    match decision.ask {
        Ask::Act { only: Some(only) } if only != who => Some(refusal(
            Kind::OtherFigure,
            format!(
                "{} acts now, until it is done (command: e)",
                tell::figure(game, only)
            ),
        )),
        _ => None,
    }
}

fn target_gone(game: &Game, who: Fig, at: Target) -> Option<Refusal> {
    let Target::Figure(at) = at else {
        return None;
    };
    if at.index() >= game.figures() || who.index() >= game.figures() {
        return None;
    }
    if let Some(place) = gone(game, at) {
        return Some(refusal(Kind::TargetGone, format!("the target is {place}")));
    }
    (game.allied(who, at)).then(|| refusal(Kind::SameTeam, "the target is on the same team"))
}

/// Why a figure that may act cannot do this to a target that is there.
fn strike(
    game: &Game,
    decision: &Decision,
    answer: &Answer,
    (who, how, at): (Fig, How, Target),
) -> Option<Refusal> {
    if who.index() >= game.figures() {
        return None;
    }
    let now = game.modes(who, false);
    let fresh = game.modes(who, true);
    let Some(mode) = fresh.iter().find(|mode| mode.how == how) else {
        return None; // it has no such attack: the rules say why
    };
    let again = matches!(decision.ask, Ask::Again { .. });
    if !again && !now.iter().any(|mode| mode.how == how) {
        let status = game.shown(who).status;
        return status
            .iter()
            .any(|word| word.contains("attacked"))
            .then(|| refusal(Kind::UsedUp, "it has attacked already"));
    }
    if let Some(wrong) = wrong_step(game, decision, answer) {
        return Some(wrong);
    }
    let to = spaces_of(game, at)?;
    let from = game.spaces(who);
    out_of_reach(game, mode, &from, &to).or_else(|| {
        if !mode.sight {
            return None;
        }
        facing_away(game, who, &from, &to).or_else(|| no_sight(game, who, &from, &to))
    })
}

/// The spaces that a target covers; `None`: it has none.
fn spaces_of(game: &Game, at: Target) -> Option<Footprint> {
    Some(match at {
        Target::Figure(at) => game.spaces(at),
        Target::Space(at) => Footprint::from_slice(&[at]),
        Target::Border(..) | Target::Device(_) | Target::Nothing => return None,
    })
}

/// Whether no figure can do such a thing now, because another step is under way.
fn wrong_step(game: &Game, decision: &Decision, answer: &Answer) -> Option<Refusal> {
    if !matches!(decision.ask, Ask::Act { only: None }) {
        return None;
    }
    let word = match answer {
        Answer::Move { .. } | Answer::MoveAndShut { .. } | Answer::Leave { .. } => "move",
        Answer::Strike { how, .. } => how.name(),
        _ => return None,
    };
    let steps = game.steps();
    let now = game.status().step;
    // A ruleset may call all attacks of a step by one name.
    let wanted = [word, "attack"]
        .into_iter()
        .find(|word| steps.contains(word))?;
    if wanted == now || !steps.contains(&now) {
        return None;
    }
    let order = if steps.iter().position(|s| *s == wanted) < steps.iter().position(|s| *s == now) {
        "that step of this turn is over"
    } else {
        "that step comes later; e ends this one"
    };
    Some(refusal(
        Kind::WrongStep,
        format!("this is the step \"{now}\", and that is done in the step \"{wanted}\"; {order}"),
    ))
}

fn out_of_reach(game: &Game, mode: &Mode, from: &[Space], to: &[Space]) -> Option<Refusal> {
    let board = game.board();
    let gap = board.grid().gap(from, to);
    match mode.range {
        Range::Spaces(reach) if gap > reach => Some(refusal(
            Kind::TooFar,
            format!(
                "the target is {gap} spaces away and the reach is {reach}, so it is too far by {}",
                gap - reach
            ),
        )),
        Range::Touch if gap > 1 => Some(refusal(
            Kind::TooFar,
            format!(
                "the target is {gap} spaces away, so it is too far by {}; they must touch",
                gap - 1
            ),
        )),
        Range::Touch if gap == 1 && !board.touching(from, to) => {
            let between = from
                .iter()
                .flat_map(|a| to.iter().map(|b| (*a, *b)))
                .find_map(|(a, b)| board.border(a, b));
            let what = between.map_or_else(
                || "something closed".to_owned(),
                |border| {
                    let (a, b) = border.between;
                    tell::target(game, Target::Border(a, b))
                },
            );
            Some(refusal(
                Kind::Separated,
                format!("{what} is between the two"),
            ))
        }
        _ => None,
    }
}

fn facing_away(game: &Game, who: Fig, from: &[Space], to: &[Space]) -> Option<Refusal> {
    let facing: Facing = game.facts(who).arc?;
    let grid = game.board().grid();
    let ahead = from
        .iter()
        .any(|a| to.iter().any(|b| grid.in_arc(facing, *a, *b)));
    (!ahead).then(|| {
        refusal(
            Kind::FacingAway,
            format!(
                "it looks {}, and the target is behind it",
                grid.facing_name(facing)
            ),
        )
    })
}

/// Why there is no line of sight; `None`: there is one, or the figure looks from the air.
fn no_sight(game: &Game, who: Fig, from: &[Space], to: &[Space]) -> Option<Refusal> {
    if game.aloft(who) {
        return None;
    }
    let board = game.board();
    let grid = board.grid();
    let blockers = game.blockers(game.side(who));
    let look = Look {
        from,
        to,
        eyes: (1, 1),
        figures: Some(&blockers),
    };
    let arc = game.facts(who).arc;
    let seen = board.look(&look, |a, b| arc.is_none_or(|f| grid.in_arc(f, a, b)))?;
    if seen.sight != Sight::Blocked {
        return None;
    }
    let causes = board.causes(seen.from, seen.to, &look);
    let what = causes
        .iter()
        .find_map(|cause| blocking(game, cause))
        .unwrap_or_else(|| "the ground".to_owned());
    Some(refusal(
        Kind::NoSight,
        format!("it does not see the target past {what}"),
    ))
}

/// What blocks a line of sight, if this cause does.
pub fn blocking(game: &Game, cause: &Cause) -> Option<String> {
    let board = game.board();
    match cause {
        Cause::Border(a, b) => {
            let border = board.border(*a, *b)?;
            (border.sight == Opacity::Blocking).then(|| tell::target(game, Target::Border(*a, *b)))
        }
        Cause::Space(at) => {
            if let Some(figure) = game
                .on_board()
                .find(|f| game.aboard(*f).is_none() && game.spaces(*f).contains(at))
            {
                return Some(tell::figure(game, figure));
            }
            match board.terrain(*at).sight {
                Opacity::Blocking => Some(tell::target(game, Target::Space(*at))),
                _ if board.level(*at) != 0 => {
                    Some(format!("the ground at {}", words::space(game, *at)))
                }
                _ => None,
            }
        }
    }
}

/// Where an item is, in words: `on C4`, `with Thane (1.1)`.
pub fn item_place(game: &Game, index: u8) -> String {
    match game.item(index) {
        Holder::Space(at) => format!("on {}", words::space(game, at)),
        Holder::Figure(who) => format!("with {}", tell::figure(game, who)),
    }
}
