//! Figure by figure, the best of ten destinations: by what the own attacks are expected to gain, less
//! the best single reply of the enemy.

use super::field::{Field, touching};
use skirmish::battle::{Fig, How, Range};
use skirmish::board::{Space, Spaces};

/// Destinations that are tried for a figure.
const TRIED: usize = 10;

/// Expected points of the best attack of a figure from a space.
fn gain(field: &Field, who: Fig, from: Space) -> f64 {
    let attacks = field.attacks(who, from).into_iter();
    attacks
        .map(|a| a.chance * field.worth(a.at))
        .fold(0.0, f64::max)
}

/// Where an enemy can attack, by the two ways of attacking.
struct Reply {
    foe: Fig,
    by: [(How, Spaces); 2],
}

/// Expected points of the best attack of any enemy on one's own figures, if one of them stands on a
/// space.
fn reply(field: &Field, replies: &[Reply], moved: Fig, to: Space) -> f64 {
    let mut most = 0.0;
    for who in &field.own {
        let at = if *who == moved {
            to
        } else {
            field.game.at(*who)
        };
        for Reply { foe, by } in replies {
            for (how, zone) in by {
                if zone.contains(at) {
                    let chance = field.chance_against(*foe, *how, *who, at);
                    most = f64::max(most, chance * field.worth(*who));
                }
            }
        }
    }
    most
}

/// The destinations that are tried: those with the best attacks, then those nearest to an enemy out
/// of the reach of all, then the nearest.
fn tried(field: &Field, who: Fig, ends: &[Space], replies: &[Reply]) -> Vec<(Space, f64)> {
    let mut all: Vec<(Space, f64)> = ends
        .iter()
        .map(|end| (*end, gain(field, who, *end)))
        .collect();
    let way = |end: Space| field.way[end.index()];
    let reached = |end: Space| {
        let mut zones = replies.iter().flat_map(|reply| &reply.by);
        zones.any(|(_, zone)| zone.contains(end))
    };
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then(way(a.0).cmp(&way(b.0))));
    let mut chosen: Vec<(Space, f64)> = all.iter().copied().take(TRIED / 2).collect();
    all.sort_by_key(|(end, _)| (reached(*end), way(*end)));
    for one in all
        .into_iter()
        .chain([(ends[0], gain(field, who, ends[0]))])
    {
        if chosen.len() < TRIED && !chosen.contains(&one) {
            chosen.push(one);
        }
    }
    chosen
}

/// The destination with the best difference; of equals the nearest to an enemy.
pub fn place(field: &Field, who: Fig, ends: &[Space]) -> Space {
    let reply_of = |foe: &Fig| Reply {
        foe: *foe,
        by: [
            (How::Fight, field.zone(*foe, who, touching)),
            (
                How::Shoot,
                field.zone(*foe, who, |range| range != Range::Touch),
            ),
        ],
    };
    let replies: Vec<Reply> = field.foes.iter().map(reply_of).collect();
    let mut best = (f64::NEG_INFINITY, u32::MAX, ends[0]);
    for (end, gain) in tried(field, who, ends, &replies) {
        let value = gain - reply(field, &replies, who, end);
        let way = field.way[end.index()];
        if value > best.0 || value == best.0 && way < best.1 {
            best = (value, way, end);
        }
    }
    best.2
}
