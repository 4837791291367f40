//! Attacks: who joins in, what the dice must show, closest first (L3–L7).

use super::config::Fire;
use super::ground::Crowd;
use super::{FIRED, Frame, Plastic, Shooter, force, round, squad};
use crate::battle::{Answer, Battle, Event, Fig, How, Log, Purpose, Refused, Roll, Target};
use crate::board::{Sight, Space};
use crate::dice::Faces;
use crate::rules::kit;
use smallvec::SmallVec;

/// Figures that could be hit, in that order, and what a die must show for each.
pub type Order = SmallVec<[(Fig, u8); 12]>;

/// Where a figure is as it attacks, and whether it has moved to get there.
#[derive(Copy, Clone, Debug)]
pub struct Shot {
    at: Space,
    moved: bool,
}

impl Shot {
    /// A figure where it stands, or might stand: then it has moved there.
    pub fn stand(b: &Battle<Plastic>, who: Fig, at: Space) -> Self {
        let figure = b.figure(who);
        Self {
            at,
            moved: figure.mark.moved || figure.at != at,
        }
    }
}

/// What is added to the number a die must show for a target on a space, each part with its name
/// (L4).
pub fn parts(
    b: &Battle<Plastic>,
    who: Fig,
    from: Shot,
    (target, to): (Fig, Space),
    sight: Sight,
) -> SmallVec<[(&'static str, i8); 4]> {
    let modifiers = &b.setup.config.modifiers;
    let (here, there) = (b.board.level(from.at), b.board.level(to));
    let special = |f: Fig| b.unit(f).kind.is_special();
    [
        ("target downhill", there < here, modifiers.downhill),
        ("target uphill", there > here, modifiers.uphill),
        ("special attacker", special(who), modifiers.special_attacker),
        ("special target", special(target), modifiers.special_target),
        ("has not moved", !from.moved, modifiers.still),
        ("cover", sight == Sight::Cover, modifiers.cover),
    ]
    .into_iter()
    .filter(|(_, applies, value)| *applies && *value != 0)
    .map(|(name, _, value)| (name, value))
    .collect()
}

/// What each die must show; none: the target is too well protected (L3, L4).
pub fn need(b: &Battle<Plastic>, who: Fig, from: Shot, target: Fig, sight: Sight) -> Option<u8> {
    need_onto(b, who, from, (target, b.figure(target).at), sight)
}

/// The same for a target on a space.
pub fn need_onto(
    b: &Battle<Plastic>,
    who: Fig,
    from: Shot,
    target: (Fig, Space),
    sight: Sight,
) -> Option<u8> {
    let config = &b.setup.config;
    let sum: i32 = parts(b, who, from, target, sight)
        .iter()
        .map(|(_, value)| i32::from(*value))
        .sum();
    let need = (i32::from(config.to_kill) + sum).max(i32::from(config.never) + 1);
    u8::try_from(need).ok().filter(|n| *n <= config.die.get())
}

/// What a figure sees from a space of a target; figures in the way give cover (L6).
pub fn sight(b: &Battle<Plastic>, crowd: &Crowd, from: Space, target: Fig) -> Sight {
    let at = b.figure(target).at;
    let near = b
        .setup
        .config
        .reach_of_attack(b.setup.brief.scale)
        .is_none_or(|range| b.board.grid().distance(from, at) <= range);
    if near {
        crowd.sight(&b.board, from, at)
    } else {
        Sight::Blocked
    }
}

/// Attacks a figure has left in this turn, if it attacks from there (L7).
pub fn left(b: &Battle<Plastic>, who: Fig, from: Shot) -> u8 {
    let figure = b.figure(who);
    let kind = b.unit(who).kind;
    if !figure.is_on() || from.moved && !b.setup.config.attack_after_move.of(kind) {
        0
    } else {
        figure.mark.attacks
    }
}

/// Those of a squad that a figure can hit, in the order in which its hits would kill: closest
/// first; of those equally close the one that was named, then whoever is easiest to hit, then
/// specials (L3, L5). With what a die must show for each.
pub fn closest(
    b: &Battle<Plastic>,
    who: Fig,
    from: Shot,
    squad: &[Fig],
    named: Option<Fig>,
) -> Order {
    closest_of(b, &Crowd::around(b, who), (who, from), squad, named)
}

/// As [`closest`], with the figures that are in the way.
fn closest_of(
    b: &Battle<Plastic>,
    crowd: &Crowd,
    (who, from): (Fig, Shot),
    squad: &[Fig],
    named: Option<Fig>,
) -> Order {
    let grid = b.board.grid();
    let mut line: Order = squad
        .iter()
        .filter(|f| b.figure(**f).is_on())
        .filter_map(|f| {
            let seen = sight(b, crowd, from.at, *f);
            let need = (seen != Sight::Blocked).then(|| need(b, who, from, *f, seen))??;
            Some((*f, need))
        })
        .collect();
    line.sort_by_cached_key(|(f, need)| {
        let away = grid.distance(from.at, b.figure(*f).at);
        let special = b.unit(*f).kind.is_special();
        (away, named != Some(*f), *need, !special, *f)
    });
    line
}

/// Every enemy a figure could attack from there: of each squad the closest it can hit, and those
/// equally close.
pub fn aims(b: &Battle<Plastic>, who: Fig, from: Shot, each: &mut dyn FnMut(Fig, Sight) -> bool) {
    if left(b, who, from) == 0 {
        return;
    }
    let grid = b.board.grid();
    let crowd = Crowd::around(b, who);
    let away = |f: Fig| grid.distance(from.at, b.figure(f).at);
    for side in (0..b.setup.sides.len() as u8).map(crate::battle::Side) {
        if b.team(side) == b.team(b.figure(who).side) {
            continue;
        }
        for head in squad::heads(b, side) {
            let line = closest_of(b, &crowd, (who, from), &squad::mates(b, head), None);
            let Some((first, _)) = line.first() else {
                continue;
            };
            let near = away(*first);
            for (f, _) in line.iter().take_while(|(f, _)| away(*f) == near) {
                if !each(*f, sight(b, &crowd, from.at, *f)) {
                    return;
                }
            }
        }
    }
}

/// The figures that a die after the other would kill, each with what a die must show for it: the
/// first is where `first` says, the others where they stand. No more than `most`.
pub fn chain(
    b: &Battle<Plastic>,
    (who, from): (Fig, Shot),
    first: (Fig, u8),
    most: usize,
) -> Order {
    let mut squad = squad::mates(b, first.0);
    let mut crowd = Crowd::around(b, who);
    let mut chain = Order::from_slice(&[first]);
    while chain.len() < most {
        let last = chain[chain.len() - 1].0;
        squad.retain(|f| *f != last);
        crowd.without(b.figure(last).at);
        match closest_of(b, &crowd, (who, from), &squad, None).first() {
            Some(next) => chain.push(*next),
            None => break,
        }
    }
    chain
}

/// Everybody who joins in an attack, in the order of rolling: those who need least first, then
/// whoever is closest (L3).
pub fn shooters(b: &Battle<Plastic>, who: Fig, at: Fig) -> SmallVec<[Shooter; 12]> {
    let grid = b.board.grid();
    let targets = squad::mates(b, at);
    let mut all: SmallVec<[Shooter; 12]> = SmallVec::new();
    let together = match b.setup.config.fire {
        Fire::Each => SmallVec::from_slice(&[who]),
        Fire::Squad => squad::mates(b, who),
    };
    for mate in together {
        let from = Shot::stand(b, mate, b.figure(mate).at);
        if left(b, mate, from) == 0 {
            continue;
        }
        if let Some((first, need)) = closest(b, mate, from, &targets, Some(at)).first() {
            let away = grid.distance(from.at, b.figure(*first).at);
            all.push(Shooter {
                who: mate,
                need: *need,
                away,
            });
        }
    }
    all.sort_unstable_by_key(|s| (s.need, s.away, s.who));
    all
}

/// Whether a figure can lead this attack.
///
/// # Errors
/// Why not.
pub fn check(b: &Battle<Plastic>, who: Fig, how: How, at: Target) -> Result<(), Refused> {
    let refuse = |why: String| Err(Refused(why));
    let (How::Shoot, Target::Figure(target)) = (how, at) else {
        return refuse("the target must be a figure".into());
    };
    let figure = kit::own_figure(b, who, b.state.table.side)?;
    let from = Shot::stand(b, who, figure.at);
    if left(b, who, from) == 0 {
        return refuse(if figure.mark.attacks == 0 {
            "it has already attacked in this turn".into()
        } else {
            "it has moved and cannot attack in the same turn".into()
        });
    }
    if !b.all().any(|f| f == target) || !b.figure(target).is_on() {
        return refuse("the target is not on the board".into());
    }
    if b.allied(who, target) {
        return refuse(format!("{} is a friend", b.label_and_name(target)));
    }
    let line = closest(b, who, from, &squad::mates(b, target), Some(target));
    if line.first().is_some_and(|(f, _)| *f == target) {
        return Ok(());
    }
    let seen = sight(b, &Crowd::around(b, who), figure.at, target);
    if seen == Sight::Blocked {
        return refuse(format!("{} is out of sight", b.label_and_name(target)));
    }
    if need(b, who, from, target, seen).is_none() {
        return refuse(format!(
            "no die can kill {}: it is too well protected",
            b.label_and_name(target)
        ));
    }
    let first = line.first().map_or(target, |(f, _)| *f);
    refuse(format!(
        "{} is closer; it must attack the closest figure of the squad",
        b.label_and_name(first)
    ))
}

/// The figures of a squad that can still attack a target's squad, each with its closest target:
/// those who need least first. Attacking with one after the other is firing with the squad.
pub fn fire_of_squad(b: &Battle<Plastic>, who: Fig, at: Fig) -> Vec<(Fig, Fig)> {
    let targets = squad::mates(b, at);
    let mut all: Vec<(u8, Fig, Fig)> = Vec::new();
    for mate in squad::mates(b, who) {
        let from = Shot::stand(b, mate, b.figure(mate).at);
        if left(b, mate, from) == 0 {
            continue;
        }
        if let Some((first, need)) = closest(b, mate, from, &targets, Some(at)).first() {
            all.push((*need, mate, *first));
        }
    }
    all.sort_unstable();
    all.into_iter().map(|(_, who, at)| (who, at)).collect()
}

/// Takes all attacks of this turn that a side has left.
pub fn give_up<L: Log>(b: &mut Battle<Plastic>, side: crate::battle::Side, log: &mut L) {
    let own: Vec<Fig> = b.on_board().filter(|f| b.figure(*f).side == side).collect();
    for who in own {
        for _ in 0..b.figure(who).mark.attacks {
            let note = FIRED;
            b.emit(Event::Noted { who, note }, log);
        }
    }
}

/// Begins an attack: of the figure alone, or of everybody of the squad who can join in.
pub fn begin<L: Log>(b: &mut Battle<Plastic>, who: Fig, at: Fig, log: &mut L) {
    let queue = shooters(b, who, at);
    let target = Target::Figure(at);
    b.emit(
        Event::Struck {
            who,
            how: How::Shoot,
            at: target,
        },
        log,
    );
    for shooter in queue.iter().filter(|s| s.who != who) {
        let note = FIRED;
        b.emit(
            Event::Noted {
                who: shooter.who,
                note,
            },
            log,
        );
    }
    let targets = squad::mates(b, at);
    b.state.frames.push(Frame::Volley { at, targets, queue });
}

/// Those at the head of an attack under way who need the same: they roll together.
pub fn rolling(queue: &[Shooter]) -> &[Shooter] {
    let same = queue.iter().take_while(|s| s.need == queue[0].need).count();
    &queue[..same]
}

/// The dice of some shooters.
pub fn dice_of(b: &Battle<Plastic>, shooters: &[Shooter]) -> usize {
    let dice = &b.setup.config.dice;
    let of = |s: &Shooter| usize::from(dice.of(b.unit(s.who).kind).get());
    shooters.iter().map(of).sum()
}

/// The dice of one figure: each is compared with the number of the closest enemy that is still
/// alive, and kills that one or nobody (L3, L5).
fn resolve_alone<L: Log>(
    b: &mut Battle<Plastic>,
    shooter: Shooter,
    (at, targets): (Fig, &[Fig]),
    faces: &Faces,
    log: &mut L,
) {
    let who = shooter.who;
    let from = Shot::stand(b, who, b.figure(who).at);
    let first = closest(b, who, from, targets, Some(at)).first().copied();
    let line = first.map(|first| chain(b, (who, from), first, faces.len()));
    let mut killed: SmallVec<[Fig; 4]> = SmallVec::new();
    for face in faces {
        match line.iter().flatten().nth(killed.len()) {
            Some((target, need)) if face >= need => killed.push(*target),
            Some(_) => {}
            None => break,
        }
    }
    tell_roll(b, &shooter, faces, !killed.is_empty(), log);
    for target in killed {
        kill(b, who, target, log);
    }
    round::after_attack(b, log);
}

/// Takes a target off the board, with the points for it.
fn kill<L: Log>(b: &mut Battle<Plastic>, by: Fig, who: Fig, log: &mut L) {
    let points = force::value(*b.unit(who), &b.setup.config);
    let at = Target::Figure(who);
    b.emit(Event::Hit { who: by, at }, log);
    kit::defeat(b, (who, by), points, log);
}

/// The dice of an attack. Of a squad that attacks together those who need the same roll together:
/// each die that shows enough kills the closest enemy that its shooter still sees (L3, L5).
pub fn resolve<L: Log>(b: &mut Battle<Plastic>, faces: &Faces, log: &mut L) {
    let Some(Frame::Volley {
        at,
        targets,
        mut queue,
    }) = b.state.frames.pop()
    else {
        return;
    };
    let now: SmallVec<[Shooter; 12]> = rolling(&queue).into();
    queue.drain(..now.len());
    let Some(first) = now.first() else { return };
    if b.setup.config.fire == Fire::Each {
        return resolve_alone(b, *first, (at, &targets), faces, log);
    }
    let need = first.need;
    let hits = faces.iter().filter(|f| **f >= need).count();
    tell_roll(b, first, faces, hits > 0, log);
    let mut shown = faces.iter();
    for shooter in &now {
        let dice = dice_of(b, std::slice::from_ref(shooter));
        let hits = shown.by_ref().take(dice).filter(|f| **f >= need).count();
        let from = Shot::stand(b, shooter.who, b.figure(shooter.who).at);
        for _ in 0..hits {
            let line = closest(b, shooter.who, from, &targets, Some(at));
            let Some((who, _)) = line.first() else { break };
            let who = *who;
            kill(b, shooter.who, who, log);
        }
    }
    // Who has nobody left to hit has shot in vain.
    queue.retain(|s| {
        let from = Shot::stand(b, s.who, b.figure(s.who).at);
        !closest(b, s.who, from, &targets, Some(at)).is_empty()
    });
    if queue.is_empty() {
        round::after_attack(b, log);
    } else {
        b.state.frames.push(Frame::Volley { at, targets, queue });
    }
}

/// Every attack of a side's figures, until `each` says false.
pub fn legal(b: &Battle<Plastic>, each: &mut dyn FnMut(Answer) -> bool) {
    for who in b.on_board() {
        let figure = b.figure(who);
        if figure.side != b.state.table.side {
            continue;
        }
        let mut more = true;
        aims(b, who, Shot::stand(b, who, figure.at), &mut |f, _| {
            let at = Target::Figure(f);
            let how = How::Shoot;
            more = each(Answer::Strike { who, how, at });
            more
        });
        if !more {
            return;
        }
    }
    each(Answer::Done);
}

/// Records what the dice of those who roll together show.
fn tell_roll<L: Log>(
    b: &mut Battle<Plastic>,
    shooter: &Shooter,
    faces: &Faces,
    success: bool,
    log: &mut L,
) {
    let roll = Roll {
        need: i8::try_from(shooter.need).ok(),
        success: Some(success),
        ..b.roll_of(Purpose::Volley, shooter.who, faces)
    };
    b.emit(Event::Rolled(roll), log);
}
