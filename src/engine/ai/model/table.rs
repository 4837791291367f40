//! The position as one side sees it, read once a decision: figures, ways to attack, and their
//! chances.

use super::cache::Cache;
use super::figure::{Chance, FigureInfo, Modes, reach_of};
use super::row::Row;
use crate::ai::agent::View;
use crate::battle::{Act, Bands, Fig, How, Place, Side, Stand, Target};
use crate::board::{Board, Footprint, Grid, Sight, Space};
use crate::rules::Game;
use smallvec::{SmallVec, smallvec};

/// How many ways of acting are attacks.
const ATTACKS: usize = 5;

/// Which of these a way of acting is, if it is one.
#[inline]
fn attack(how: How) -> Option<usize> {
    match how {
        How::Shoot => Some(0),
        How::Fight => Some(1),
        How::Attack => Some(2),
        How::Burst => Some(3),
        How::Blast => Some(4),
        _ => None,
    }
}

/// How near a target can count.
const BANDS: usize = 4;
/// The work of one question for odds, in threats to a place.
const ODDS: u64 = 4;

/// How many other teams still have figures on the board.
pub fn rivals(game: &Game, side: Side) -> usize {
    let own = game.team(side);
    let mut teams: SmallVec<[u8; 4]> = SmallVec::new();
    for team in game.on_board().map(|f| game.team(game.side(f))) {
        if team != own && !teams.contains(&team) {
            teams.push(team);
        }
    }
    teams.len()
}

/// The table of one decision.
pub struct Table<'a> {
    /// The battle.
    pub game: &'a Game,
    /// Its board.
    pub board: &'a Board,
    /// Its grid.
    pub grid: &'a Grid,
    /// The own side.
    pub side: Side,
    /// All figures; index = [`Fig`].
    pub figures: Vec<FigureInfo<'a>>,
    /// Enemies on the board.
    pub foes: Vec<Fig>,
    /// Enemies that act from off the board.
    pub afar: Vec<Fig>,
    /// Own and allied figures on the board.
    pub friends: Vec<Fig>,
    /// How many other teams still have figures on the board.
    pub rivals: usize,
    /// Rounds to come after this one; many where there is no limit.
    pub rounds_left: u16,
    /// Whether odds depend on how far away a target is.
    pub by_band: bool,
    /// Whether odds depend on where the attacker or its target is.
    pub by_place: bool,
    /// How far the battle is: 0 at the beginning, 1 in the last round.
    pub late: f64,
}

impl<'a> Table<'a> {
    /// Reads the table.
    pub fn read(view: &View<'a>, cache: &mut Cache) -> Self {
        let game = view.game;
        let board = game.board();
        let by_band = game.bands() != Bands::None;
        let bands = if by_band { BANDS } else { 1 };
        cache.begin(game, game.figures() * game.figures() * ATTACKS * bands * 2);
        let team = game.team(view.side);
        let mut figures: Vec<FigureInfo<'a>> = game
            .all()
            .map(|f| read_figure(game, f, view.side, team))
            .collect();
        let mut foes = Vec::with_capacity(figures.len());
        let mut friends = Vec::with_capacity(figures.len());
        for fig in game.all() {
            let figure = &mut figures[fig.index()];
            if !figure.on {
                continue;
            }
            if figure.friend {
                friends.push(fig);
            } else {
                foes.push(fig);
            }
            figure.far = cache.far(board, figure);
        }
        for side in game.all_sides() {
            game.groups(side, &mut |group| {
                for member in group {
                    figures[member.index()].lead = group[0];
                }
            });
        }
        let mut afar: Vec<Fig> = Vec::new();
        for side in game.all_sides().filter(|side| game.team(*side) != team) {
            for fig in game.off_board_figures(side) {
                let figure = &mut figures[fig.index()];
                arm(game, fig, figure);
                if !figure.fresh.is_empty() {
                    afar.push(fig);
                }
            }
        }
        let status = game.status();
        let rounds_left = status
            .rounds
            .map_or(9, |all| all.saturating_sub(status.round));
        let late = match status.rounds {
            Some(all) if all > 1 => {
                let done = f64::from(status.round.max(1).min(all) - 1);
                done / f64::from(all - 1)
            }
            _ => 0.5,
        };
        Self {
            game,
            board,
            grid: board.grid(),
            side: view.side,
            figures,
            foes,
            afar,
            friends,
            rivals: rivals(game, view.side),
            rounds_left,
            by_band,
            by_place: game.odds_by_place(),
            late,
        }
    }

    /// A figure has gone to these spaces: `game` is the battle after that.
    pub fn moved(&mut self, cache: &mut Cache, game: &Game, who: Fig, spaces: Footprint) {
        let figure = &mut self.figures[who.index()];
        figure.at = game.at(who);
        figure.spaces = spaces;
        figure.arc = game.facts(who).arc;
        figure.aloft = game.aloft(who);
        figure.moves = false;
        arm(game, who, figure);
        figure.far = cache.far(self.board, figure);
    }

    /// Whether somebody's attacks depend on the distance to their target, beyond beside it or not.
    pub fn banded(&self) -> bool {
        let mut figures = self.friends.iter().chain(&self.foes);
        figures.any(|who| self.figure(*who).bands == Bands::Many)
    }

    /// A figure.
    #[inline]
    pub fn figure(&self, fig: Fig) -> &FigureInfo<'a> {
        &self.figures[fig.index()]
    }

    /// What an attack may do from where the attacker is.
    pub fn chance(&self, cache: &mut Cache, who: Fig, at: Fig, how: How, sight: Sight) -> Chance {
        let (figure, target) = (self.figure(who), self.figure(at));
        let gap = if figure.on && self.by_band {
            figure.gap(&target.spaces)
        } else {
            0
        };
        self.chance_at(cache, who, at, how, sight, gap)
    }

    /// What an attack may do from a distance in spaces; cached as long as the odds are the same.
    #[inline]
    pub fn chance_at(
        &self,
        cache: &mut Cache,
        who: Fig,
        at: Fig,
        how: How,
        sight: Sight,
        gap: u32,
    ) -> Chance {
        let Some(way) = attack(how) else {
            return Chance::default();
        };
        let covered = usize::from(sight == Sight::Cover);
        let band = if self.by_band {
            usize::from(self.game.band(who, how, gap)).min(BANDS - 1)
        } else {
            0
        };
        let n = self.figures.len();
        // Pairs innermost: few bands and ways are in use, and theirs lie close together.
        let case = (band * ATTACKS + way) * 2 + covered;
        let cell = (case * n + who.index()) * n + at.index();
        match cache.recall(cell) {
            Some(known) => known,
            None => self.look_up(cache, cell, (who, how, at, sight, gap)),
        }
    }

    /// What the rules say that an attack may do.
    fn asked(&self, cache: &mut Cache, act: &Act) -> Chance {
        cache.weighed += ODDS;
        Chance::of(&self.game.odds(act))
    }

    /// Asks the rules what an attack may do, and remembers it.
    #[cold]
    fn look_up(
        &self,
        cache: &mut Cache,
        cell: usize,
        (who, how, at, sight, gap): (Fig, How, Fig, Sight, u32),
    ) -> Chance {
        let sight = match sight {
            Sight::Cover => Sight::Cover,
            _ => Sight::Clear,
        };
        let target = Target::Figure(at);
        let act = self.game.act(who, how, target, sight).from_afar(gap);
        let chance = self.asked(cache, &act);
        cache.keep_chance(cell, chance);
        chance
    }

    /// What an attack may do from a space where the figure might stand, so far away.
    #[allow(clippy::too_many_arguments)]
    pub fn chance_from(
        &self,
        cache: &mut Cache,
        who: Fig,
        from: Space,
        at: Fig,
        how: How,
        sight: Sight,
        gap: u32,
    ) -> Chance {
        let figure = self.figure(who);
        if from == figure.at || !self.by_place {
            return self.chance_at(cache, who, at, how, sight, gap);
        }
        let stand = Stand {
            at: from,
            facing: None,
            aloft: figure.aloft && how != How::Fight,
        };
        let act = Act::new(who, stand, how, Target::Figure(at), sight);
        self.asked(cache, &act)
    }

    /// What an attack may do from where the attacker is, if its target stood on a space.
    pub fn chance_onto(
        &self,
        cache: &mut Cache,
        who: Fig,
        at: Fig,
        how: How,
        to: Space,
        sight: Sight,
    ) -> Chance {
        if to == self.figure(at).at {
            return self.chance(cache, who, at, how, sight);
        }
        let act = self.game.act(who, how, Target::Figure(at), sight).onto(to);
        self.asked(cache, &act)
    }

    /// What an attack may do now with everybody who joins in it.
    pub fn act(&self, cache: &mut Cache, who: Fig, at: Fig, how: How, sight: Sight) -> Chance {
        let figure = self.figure(who);
        let beside = |f: &Fig| {
            let other = self.figure(*f);
            other.lead == figure.lead && other.at != figure.at
        };
        if !self.friends.iter().any(beside) {
            return self.chance(cache, who, at, how, sight);
        }
        let act = self.game.act(who, how, Target::Figure(at), sight).joint();
        self.asked(cache, &act)
    }

    /// The same chance, with a flight off the board counted as a loss.
    pub fn running(&self, chance: Chance, who: Fig, at: Space, foe: Fig) -> Chance {
        if chance.flee == 0.0 || !self.game.runs_off(who, at, foe) {
            return chance;
        }
        Chance {
            lost: chance.lost + chance.flee,
            flee: 0.0,
            ..chance
        }
    }

    /// What the others of an enemy's group are worth, each on average.
    pub fn beside(&self, foe: Fig) -> f64 {
        let lead = self.figure(foe).lead;
        let (mut sum, mut count) = (0.0, 0);
        for other in &self.foes {
            if *other != foe && self.figure(*other).lead == lead {
                sum += self.figure(*other).worth;
                count += 1;
            }
        }
        sum / f64::from(count.max(1))
    }
    /// The spaces of a figure if it stood at an anchor.
    pub fn spaces_at(&self, figure: &FigureInfo, anchor: Space) -> Footprint {
        if figure.size == 1 {
            return smallvec![anchor];
        }
        self.grid
            .footprint(anchor, figure.size)
            .unwrap_or_else(|| Footprint::from_slice(&[anchor]))
    }
}

fn read_figure<'a>(game: &Game, fig: Fig, side: Side, team: u8) -> FigureInfo<'a> {
    let on = game.place(fig) == Place::On;
    let its = game.side(fig);
    let facts = game.facts(fig);
    let mut figure = FigureInfo {
        friend: game.team(its) == team,
        own: its == side,
        on,
        worth: facts.worth.0 as f64 / 1000.0,
        at: game.at(fig),
        spaces: Footprint::new(),
        size: game.size(fig),
        aloft: game.aloft(fig),
        arc: facts.arc,
        modes: SmallVec::new(),
        fresh: SmallVec::new(),
        on_foot: None,
        bands: Bands::None,
        moves: false,
        aura: 0,
        lead: fig,
        far: Row::Board(&[]),
    };
    if on {
        figure.spaces = game.spaces(fig);
        figure.moves = facts.may_move;
        figure.aura = facts.aura;
        arm(game, fig, &mut figure);
        if figure.fresh.is_empty() && game.aboard(fig).is_some() {
            let modes_on_foot = |fresh| counting(game.modes_after_dismount(fig, fresh));
            figure.on_foot = Some(Box::new([modes_on_foot(false), modes_on_foot(true)]));
        }
    }
    figure
}

/// Reads the ways in which a figure can attack.
fn arm(game: &Game, fig: Fig, figure: &mut FigureInfo) {
    figure.modes = counting(game.modes(fig, false));
    figure.fresh = counting(game.modes(fig, true));
    let bands = game.bands();
    let mut modes = figure.modes.iter().chain(&figure.fresh);
    let banded = modes.any(|mode| {
        let farthest = match bands {
            Bands::None => 1,
            Bands::Beside => 2,
            Bands::Many => reach_of(mode).max(2),
        };
        let band = |gap| game.band(fig, mode.how, gap);
        (2..=farthest).any(|gap| band(gap) != band(1))
    });
    if banded {
        figure.bands = bands;
    }
}

/// The attack modes that count as attacks.
fn counting(mut modes: Modes) -> Modes {
    modes.retain(|mode| attack(mode.how).is_some());
    modes
}
