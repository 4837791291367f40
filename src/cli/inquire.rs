//! Requests that a player can make at any question: a space, who is near, the score, the short rules,
//! the figures, where one can go.

use super::board_key;
use crate::battle::{Answer, Fig, How, Place, Reaches, Side, Target, Who};
use crate::board::{Look, Reach, Sight, Space};
use crate::play::{refusal, short, tell, words};
use crate::rules::Game;

/// Terrain, level, cover, who and what is on a space, and what it is to a figure: cost and sight.
pub fn space(game: &Game, at: Space, from: Option<Fig>) -> String {
    let board = game.board();
    let name = words::space(game, at);
    if !board.exists(at) {
        return format!("{name} is not a part of the board.");
    }
    let terrain = board.terrain(at);
    let effects = board_key::effects(terrain);
    let effects = match effects.is_empty() {
        true => "no effect on movement or sight".to_owned(),
        false => effects.join(", "),
    };
    let mut lines = vec![format!(
        "{name}: {}, level {}; {effects}",
        terrain.name,
        board.level(at)
    )];
    let borders: Vec<String> = board
        .borders()
        .iter()
        .filter(|b| b.between.0 == at || b.between.1 == at)
        .map(|b| tell::target(game, Target::Border(b.between.0, b.between.1)))
        .collect();
    if !borders.is_empty() {
        lines.push(format!("  on its sides: {}", borders.join(", ")));
    }
    for figure in game.on_board().filter(|f| game.spaces(*f).contains(&at)) {
        lines.push(format!("  here: {}", described(game, figure)));
    }
    for index in 0..game.items().len() as u8 {
        if game.item(index) == crate::battle::Holder::Space(at) {
            lines.push(format!("  here: {} (item)", words::item(game, index)));
        }
    }
    for (index, device) in game.devices().iter().enumerate() {
        if device.at == at {
            let used = match game.device_used(index as u8) {
                true => ", used",
                false => "",
            };
            let name = words::device(game, index as u8);
            lines.push(format!("  here: {name} (device{used})"));
        }
    }
    match from.filter(|f| game.place(*f) == Place::On) {
        Some(from) => lines.extend(seen_from(game, at, from)),
        None => lines.push(format!(
            "  what {name} 1.3 also tells the cost and the sight for figure 1.3"
        )),
    }
    lines.join("\n")
}

/// Cost and sight of a space for a figure.
fn seen_from(game: &Game, at: Space, from: Fig) -> Vec<String> {
    let board = game.board();
    let who = tell::figure(game, from);
    let own = game.spaces(from);
    if own.contains(&at) {
        return vec![format!("  {who} stands here")];
    }
    let mut reach = Reach::default();
    let cost = match game.reach(from, &mut reach) {
        true => reach.cost(at),
        false => None,
    };
    let cost = match cost {
        Some(cost) => format!("{who} gets there in one move, it costs {cost}"),
        None => format!("{who} does not get there in its next move"),
    };
    let blockers = game.blockers(game.side(from));
    let look = Look {
        from: &own,
        to: &[at],
        eyes: (1, 1),
        figures: Some(&blockers),
    };
    let gap = board.grid().gap(&own, &[at]);
    let sight = match board.look(&look, |_, _| true) {
        None => "no sight".to_owned(),
        Some(seen) => {
            let causes = board.causes(seen.from, seen.to, &look);
            let blocked = causes.iter().find_map(|c| refusal::blocking(game, c));
            match seen.sight {
                Sight::Clear => "clear sight".to_owned(),
                Sight::Cover => "sight, but in cover".to_owned(),
                Sight::Blocked => match blocked {
                    Some(what) => format!("no sight past {what}"),
                    None => "no sight past the ground".to_owned(),
                },
            }
        }
    };
    let behind = game
        .facts(from)
        .arc
        .is_some_and(|facing| !own.iter().any(|own| board.grid().in_arc(facing, *own, at)));
    let behind = if behind { ", behind its back" } else { "" };
    let spaces = if gap == 1 { "space" } else { "spaces" };
    vec![
        format!("  {cost}"),
        format!("  from {who}: {gap} {spaces} away, {sight}{behind}"),
    ]
}

/// A figure with what it is, its health and its state.
pub fn described(game: &Game, figure: Fig) -> String {
    format!("{}: {}", tell::figure(game, figure), state(game, figure))
}

/// What a figure is, its health and its state.
fn state(game: &Game, figure: Fig) -> String {
    let shown = game.shown(figure);
    let health = shown.health.map_or_else(String::new, |(left, of)| {
        format!(", {left} of {of} damage points left")
    });
    let status = match shown.status.is_empty() {
        true => String::new(),
        false => format!(" [{}]", shown.status.join(", ")),
    };
    format!("{}{health}{status}", shown.words)
}

/// Figures of one name, from the first to the last: `Guard (1.3–1.5)`.
pub fn named(game: &Game, first: Fig, last: Fig) -> String {
    let (name, from, to) = (game.name(first), game.label(first), game.label(last));
    format!("{name} ({from}–{to})")
}

/// All figures, side by side, where each is and what it is. Those that follow each other and are
/// alike in all of this share a line: `Guard (1.3–1.5)`.
pub fn figures(game: &Game) -> String {
    let place = |figure| match game.place(figure) {
        Place::On => words::space(game, game.at(figure)),
        Place::Reserve => "reserve".to_owned(),
        Place::Out => "away".to_owned(),
        Place::Gone => "out".to_owned(),
    };
    let alike = |a: Fig, b: Fig| {
        a.0 + 1 == b.0
            && game.name(a) == game.name(b)
            && place(a) == place(b)
            && state(game, a) == state(game, b)
    };
    let mut lines = Vec::new();
    for side in game.all_sides() {
        lines.push(tell::side(game, side));
        let of: Vec<Fig> = game.all().filter(|f| game.side(*f) == side).collect();
        for run in of.chunk_by(|a, b| alike(*a, *b)) {
            let (first, last) = (run[0], run[run.len() - 1]);
            let who = match first == last {
                true => tell::figure(game, first),
                false => named(game, first, last),
            };
            lines.push(format!(
                "  {:<8}{who}: {}",
                place(first),
                state(game, first)
            ));
        }
    }
    lines.join("\n")
}

/// The enemies nearest to each figure of a side, and whom it can attack from where it stands.
pub fn near(game: &Game, side: Side, only: Option<Fig>) -> String {
    const SHOWN: usize = 3;
    let grid = game.board().grid();
    let mut lines = Vec::new();
    let own = game
        .on_board()
        .filter(|f| game.side(*f) == side && only.is_none_or(|only| only == *f));
    for figure in own {
        let mut targets: Vec<(Fig, How)> = Vec::new();
        game.strikes(figure, game.stand(figure), &mut |how, at, _| {
            if let Target::Figure(at) = at {
                targets.push((at, how));
            }
            true
        });
        let spaces = game.spaces(figure);
        let mut enemies: Vec<(u32, Fig)> = game
            .on_board()
            .filter(|f| !game.allied(*f, figure) && game.aboard(*f).is_none())
            .map(|f| (grid.gap(&spaces, &game.spaces(f)), f))
            .collect();
        enemies.sort();
        let attacked = |f: Fig| {
            let hows: Vec<&str> = targets
                .iter()
                .filter(|(at, _)| *at == f)
                .map(|(_, how)| how.name())
                .collect();
            match hows.is_empty() {
                true => String::new(),
                false => format!(" (it can {})", hows.join(" or ")),
            }
        };
        let shown: Vec<String> = enemies
            .iter()
            .enumerate()
            .filter(|(i, (_, f))| *i < SHOWN || targets.iter().any(|(at, _)| at == f))
            .map(|(_, (gap, f))| format!("{} {gap} away{}", tell::figure(game, *f), attacked(*f)))
            .collect();
        let shown = match shown.is_empty() {
            true => "no enemy on the board".to_owned(),
            false => shown.join(", "),
        };
        lines.push(format!(
            "{} on {}: {shown}",
            tell::figure(game, figure),
            words::space(game, game.at(figure))
        ));
    }
    if lines.is_empty() {
        return "None of your figures is on the board.".to_owned();
    }
    lines.join("\n")
}

/// Points and losses of each side, who leads, and how many rounds are left.
pub fn score(game: &Game) -> String {
    let mut lines = Vec::new();
    for side in game.all_sides() {
        let own = || game.all().filter(move |f| game.side(*f) == side);
        let count = |place: Place| own().filter(|f| game.place(*f) == place).count();
        let mut state = vec![format!("{} on the board", count(Place::On))];
        for (place, name) in [
            (Place::Reserve, "in reserve"),
            (Place::Out, "away"),
            (Place::Gone, "out"),
        ] {
            if count(place) > 0 {
                state.push(format!("{} {name}", count(place)));
            }
        }
        lines.push(format!(
            "{}: {} scored; figures: {}",
            tell::side(game, side),
            game.scores()[side.index()].named(),
            state.join(", ")
        ));
    }
    let leading = game.leading();
    let leading: Vec<String> = leading.iter().map(|s| tell::side(game, s)).collect();
    lines.push(match leading.is_empty() {
        _ if !game.lead_counts() => "Points do not decide this battle.".to_owned(),
        true => "Nobody leads in points.".to_owned(),
        false => format!("{} leads in points.", leading.join(" and ")),
    });
    let status = game.status();
    let when = match status.round {
        0 => "Before round 1".to_owned(),
        round => format!("Round {round}"),
    };
    lines.push(match status.rounds {
        Some(of) => format!("{when} of {of}."),
        None => format!("{when}; there is no last round."),
    });
    lines.join("\n")
}

/// The short rules of the step.
pub fn rules(game: &Game) -> String {
    let name = game.rules().name();
    let mut lines = vec![format!("{name}, step {}", game.status().step)];
    lines.extend(short::rules_now(game));
    lines.push(format!(
        "All values of these rules: skirmish rules show {name}"
    ));
    lines.join("\n")
}

/// Where a figure that follows others can be put instead; `None`: it cannot.
pub fn elsewhere(game: &Game, who: Fig) -> Option<(Vec<(Space, u32)>, String)> {
    let mut spaces = Vec::new();
    game.legal(&mut Reaches::default(), &mut |answer| {
        if let Answer::Place { who: other, to } = answer
            && other == who
        {
            spaces.push((to, 0));
        }
        true
    });
    if spaces.is_empty() {
        return None;
    }
    let names: Vec<String> = spaces.iter().map(|(s, _)| words::space(game, *s)).collect();
    let text = format!(
        "{} can be put on\n  {}",
        tell::figure(game, who),
        names.join(" ")
    );
    Some((spaces, text))
}

/// Where a figure can go, with the costs: the spaces for the board, and the text.
pub fn reach(game: &Game, who: Fig) -> (Vec<(Space, u32)>, String) {
    if let Some(found) = elsewhere(game, who) {
        return found;
    }
    let mut found = Reach::default();
    if game.place(who) != Place::On || !game.reach(who, &mut found) {
        return (
            Vec::new(),
            format!("{} cannot move.", tell::figure(game, who)),
        );
    }
    let when = match game.facts(who).may_move {
        true => "can go to",
        false => "has moved; in its next move it could go to",
    };
    let mut lines = vec![format!("{} {when} (cost: spaces)", tell::figure(game, who))];
    let mut ends = found.ends().iter().peekable();
    while let Some((_, cost)) = ends.peek() {
        let cost = *cost;
        let mut names = Vec::new();
        while let Some((space, _)) = ends.next_if(|(_, c)| *c == cost) {
            names.push(words::space(game, *space));
        }
        lines.push(format!("  {cost}: {}", names.join(" ")));
    }
    (found.ends().to_vec(), lines.join("\n"))
}

/// The side that a question is put to; for dice, the first side.
pub fn asked_side(who: Who) -> Side {
    match who {
        Who::Side(side) => side,
        Who::Chance => Side(0),
    }
}
