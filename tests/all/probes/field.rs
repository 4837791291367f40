//! What all probes see: who can move where, who can be attacked, and where enemies can attack.

use skirmish::ai::View;
use skirmish::battle::{Act, Answer, Fig, How, Menace, Odds, Range, Ratio, Reaches, Stand, Target};
use skirmish::board::{Board, Gait, Reach, Sight, Space, Spaces};
use skirmish::rules::Game;

/// A battle as a side sees it.
pub struct Field<'a> {
    pub game: &'a Game,
    /// The figures of the side on the board.
    pub own: Vec<Fig>,
    /// Those of its enemies.
    pub foes: Vec<Fig>,
    /// Path cost from every space to the nearest enemy.
    pub way: Vec<u32>,
}

/// An attack that is possible from a place.
pub struct Attack {
    pub who: Fig,
    pub how: How,
    pub at: Fig,
    /// The chance that it defeats its target; wounds count by their part.
    pub chance: f64,
}

impl Attack {
    /// The answer that carries it out.
    pub fn answer(&self) -> Answer {
        Answer::Strike {
            who: self.who,
            how: self.how,
            at: Target::Figure(self.at),
        }
    }
}

impl<'a> Field<'a> {
    pub fn of(view: &View<'a>) -> Self {
        let game = view.game;
        let team = game.team(view.side);
        let own = game.on_board().filter(|f| game.side(*f) == view.side);
        let foes = game.on_board().filter(|f| game.team(game.side(*f)) != team);
        let (own, foes): (Vec<Fig>, Vec<Fig>) = (own.collect(), foes.collect());
        let mut goal = Spaces::new(game.board().len());
        for foe in &foes {
            goal.add(&game.board().approach(&game.spaces(*foe)));
        }
        let way = game.board().field(&goal, 1, Gait::Walk);
        Self {
            game,
            own,
            foes,
            way,
        }
    }

    pub fn board(&self) -> &Board {
        self.game.board()
    }

    /// The own figures that can move now, nearest to the enemy first, with all ends; staying is the
    /// first of them. Riders go with their mounts, and nobody mounts.
    pub fn movers(&self) -> Vec<(Fig, Vec<Space>)> {
        let game = self.game;
        let mut known = Reaches::remembering();
        let taken: Vec<Space> = self.own.iter().flat_map(|f| game.spaces(*f)).collect();
        let mut movers = Vec::new();
        for who in &self.own {
            let here = game.at(*who);
            let mut ends = vec![here];
            if game.aboard(*who).is_none() && game.facts(*who).may_move {
                game.moves(*who, &mut known, &mut |to| {
                    if to != here && !taken.contains(&to) {
                        ends.push(to);
                    }
                    true
                });
            }
            if ends.len() > 1 {
                movers.push((*who, ends));
            }
        }
        movers.sort_by_key(|(who, _)| (self.way[game.at(*who).index()], *who));
        movers
    }

    /// What a figure is worth, in points.
    pub fn worth(&self, who: Fig) -> f64 {
        self.game.facts(who).worth.0 as f64 / 1000.0
    }

    /// Every attack on an enemy that a figure could make in this round from a space.
    pub fn attacks(&self, who: Fig, from: Space) -> Vec<Attack> {
        let stand = Stand {
            at: from,
            ..self.game.stand(who)
        };
        let stand = match from == self.game.at(who) {
            true => stand,
            false => Stand {
                facing: None,
                ..stand
            },
        };
        let mut all = Vec::new();
        self.game.strikes(who, stand, &mut |how, at, sight| {
            if let Target::Figure(foe) = at
                && matches!(how, How::Shoot | How::Fight | How::Attack)
                && !self.game.allied(who, foe)
            {
                let act = Act::new(who, stand, how, at, sight);
                let chance = harm(&self.game.odds(&act));
                all.push(Attack {
                    who,
                    how,
                    at: foe,
                    chance,
                });
            }
            true
        });
        all
    }

    /// The likeliest kill of one's own figures among the attacks that are legal now.
    pub fn likeliest_kill(&self) -> Option<Answer> {
        let attacks = self
            .own
            .iter()
            .flat_map(|who| self.attacks(*who, self.game.at(*who)));
        let legal = attacks.filter(|a| a.chance > 0.0 && self.game.check(&a.answer()).is_ok());
        // Of equals the first.
        let mut best: Option<Attack> = None;
        for attack in legal {
            if best.as_ref().is_none_or(|b| attack.chance > b.chance) {
                best = Some(attack);
            }
        }
        best.map(|attack| attack.answer())
    }

    /// Where an enemy can attack in this round before a figure acts again, in ways of these ranges.
    pub fn zone(&self, foe: Fig, who: Fig, of: impl Fn(Range) -> bool) -> Spaces {
        let (game, board) = (self.game, self.board());
        let mut zone = Spaces::new(board.len());
        let mut reach = Reach::default();
        let stands = match game.menace(foe, who) {
            Menace::None => return zone,
            Menace::Moving if game.reach(foe, &mut reach) => {
                reach.ends().iter().map(|(space, _)| *space).collect()
            }
            _ => vec![game.at(foe)],
        };
        for mode in game.modes(foe, false) {
            if !of(mode.range) {
                continue;
            }
            for from in &stands {
                for space in board
                    .grid()
                    .footprint(*from, game.size(foe))
                    .unwrap_or_default()
                {
                    match mode.range {
                        Range::Touch => board.add_within(space, 1, false, &mut zone),
                        Range::Spaces(range) => {
                            board.add_within(space, range.min(63), mode.sight, &mut zone);
                        }
                    }
                }
            }
        }
        zone
    }

    /// The zones of all enemies, one each.
    pub fn zones(&self, who: Fig, of: impl Fn(Range) -> bool) -> Vec<Spaces> {
        let zones = self.foes.iter().map(|foe| self.zone(*foe, who, &of));
        zones.collect()
    }

    /// Whether a figure fights hand to hand only.
    pub fn is_melee(&self, who: Fig) -> bool {
        let modes = self.game.modes(who, true);
        !modes.is_empty() && modes.iter().all(|mode| mode.range == Range::Touch)
    }

    /// How far a space is from the nearest of some figures; far away if there are none.
    pub fn gap(&self, from: Space, figures: &[Fig]) -> u32 {
        let gaps = figures
            .iter()
            .map(|f| self.board().gap(&[from], &self.game.spaces(*f)));
        gaps.min().unwrap_or(1000)
    }

    /// The chance that an attack of an enemy defeats a figure that stands on a space.
    pub fn chance_against(&self, foe: Fig, how: How, who: Fig, at: Space) -> f64 {
        let sight = match self.board().terrain(at).cover {
            true => Sight::Cover,
            false => Sight::Clear,
        };
        harm(
            &self
                .game
                .odds(&self.game.act(foe, how, Target::Figure(who), sight)),
        )
    }
}

/// The chance of a kill; a wound counts by its part.
fn harm(odds: &Odds) -> f64 {
    let real = |ratio: Ratio| *ratio.numer() as f64 / *ratio.denom() as f64;
    real(odds.defeat) + real(odds.wound) * real(odds.part)
}

/// Whether a way of attacking is hand to hand.
pub fn touching(range: Range) -> bool {
    range == Range::Touch
}

/// The end with the smallest key; of equals the first.
pub fn least<K: PartialOrd>(ends: &[Space], key: impl Fn(Space) -> K) -> Space {
    let mut best = (key(ends[0]), ends[0]);
    for end in &ends[1..] {
        let this = key(*end);
        if this < best.0 {
            best = (this, *end);
        }
    }
    best.1
}
