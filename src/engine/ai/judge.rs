//! What it is worth for a figure to be somewhere: a sum of terms.

use super::backing::Backing;
use super::goals::Goals;
use super::memory::Memory;
use super::mover::Mover;
use super::peril::Peril;
use super::profile::Profile;
use super::slip::{Slip, Slips};
use super::table::{Table, real};
use super::terms::{Part, Score, Tally};
use super::threat::{Threats, times};
use crate::battle::{Fig, How, Mode, Side, Target};
use crate::board::{Space, Spaces};
use crate::rules::Game;
use smallvec::SmallVec;
use std::cell::{Cell, OnceCell};

/// What an opponent of this level looks at.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Depth {
    /// What enemies can do is seen.
    pub threats: bool,
    /// Attacks already planned are carried along.
    pub chaining: bool,
    /// What others mean to do is asked before anybody goes.
    pub asking: bool,
    /// Places are confirmed with exact sight.
    pub exact: bool,
}

/// Everything needed to weigh a place.
pub(super) struct Judge<'a> {
    pub table: Table<'a>,
    pub threats: Threats,
    pub goals: Goals<'a>,
    pub profile: &'a Profile,
    pub depth: Depth,
    slip: Slip,
    stance: Stance,
    pub(super) backing: Backing,
    /// The spaces of those who stand in the way of a side's sight, once somebody has asked.
    blockers: SmallVec<[OnceCell<Spaces>; 4]>,
    /// Points that still can be had from each figure: chance that it is left. What those of a group
    /// do to each other's chances is counted only while the group is weighed.
    left: Vec<Cell<f64>>,
}

/// How much of what a figure probably destroys is lost to the attacks of those who move after it, or
/// with it: what they have to spare falls on who stands beside it.
const SPENT: f64 = 0.5;

/// How a figure comes to be at a place.
#[derive(Copy, Clone, Debug)]
pub(super) struct Way {
    /// It would move there now.
    pub moving: bool,
    /// Others in the way of sight are seen.
    pub exact: bool,
    /// Attacks it may still make there; none: as many as the rules leave it.
    pub strikes: Option<u8>,
    /// It leaves what carries it.
    pub leaving: bool,
    /// How much of the harm there it takes: more or less than as it is now by being on guard.
    pub open: f64,
}

impl Way {
    /// By moving there.
    pub const GO: Way = Way {
        moving: true,
        exact: false,
        strikes: None,
        leaving: false,
        open: 1.0,
    };
    /// By having stood there.
    pub const STAY: Way = Way {
        moving: false,
        ..Way::GO
    };
    /// How many attacks of a kind it may make there.
    pub fn times(self, mode: &Mode) -> u8 {
        match self.strikes {
            Some(strikes) => strikes.min(mode.times),
            None => times(mode, self.moving),
        }
    }
    /// The same with an exact look.
    pub fn exactly(self) -> Self {
        Self {
            exact: true,
            ..self
        }
    }
}

/// How the score and the time left change what counts.
#[derive(Copy, Clone, Debug)]
struct Stance {
    loss: f64,
    later: f64,
    tempo: f64,
}

/// How far out of where they were placed enemies have come, as a share of half of what they could
/// have: who does not come is less to be feared than who does. 1 while that says nothing.
fn eager(table: &Table, memory: &mut Memory) -> f64 {
    let rounds = f64::from(table.game.status().round.saturating_sub(1));
    let (mut come, mut could) = (0.0, 0.0);
    for foe in &table.foes {
        let side = table.game.side(*foe);
        if rounds == 0.0 || table.game.sides()[side.index()].zone.is_empty() {
            return 1.0;
        }
        let out = memory.out(table.game, side);
        let spaces = table.man(*foe).spaces.iter();
        let out = spaces.map(|at| out[at.index()]).min().unwrap_or(0);
        come += f64::from(out);
        could += 0.5 * rounds * f64::from(memory.pace(table.game, *foe));
    }
    if come < could { come / could } else { 1.0 }
}

/// How much more it costs to be struck by who strikes first: who keeps away from enemies that
/// come anyway may be first in the next round.
const WAITING: f64 = 0.8;

/// How much of the boldness of late rounds is left to who is struck first: the next round may let
/// it strike first.
const STRUCK_FIRST: f64 = 0.6;

impl Stance {
    /// Who is ahead can wait; who is not must go, the later the more. Where there
    /// are several rivals, what is lost is gained by one of them only, and counts half. `later`:
    /// what comes after the figure's next act counts; `first`: some enemy has yet to move, so
    /// that they do not strike first.
    fn of(table: &Table, memory: &mut Memory, later: bool, first: bool) -> Self {
        let share = if table.rivals > 1 { 0.5 } else { 1.0 };
        let struck_first = !first && table.rounds_left > 0;
        let late = table.late * if struck_first { STRUCK_FIRST } else { 1.0 };
        let (loss, tempo) = if !table.game.lead_counts() {
            // Nothing is won by waiting.
            (1.0 - 0.8 * late, 1.0 + 12.0 * late)
        } else if table.ahead() > 0.0 {
            (1.0 + 0.3 * late, 1.0 + late)
        } else {
            (1.0 - 0.8 * late, (1.0 + late) * (1.0 + 6.0 * late))
        };
        // After the last round there is no attack to come.
        let tempo = if table.rounds_left > 0 { tempo } else { 0.0 };
        let eager = if later { eager(table, memory) } else { 0.0 };
        let waiting = if first { 0.0 } else { WAITING * eager * eager };
        Self {
            loss: share * loss * (1.0 + waiting),
            later: share * eager,
            tempo,
        }
    }
}

impl<'a> Judge<'a> {
    /// Reads what is needed for a decision; what enemies can do in the next round only where
    /// somebody may move (`moving`).
    pub(super) fn new(
        mut table: Table<'a>,
        profile: &'a Profile,
        depth: Depth,
        moving: bool,
        memory: &mut Memory,
    ) -> Self {
        if depth.chaining {
            table.stake();
        }
        let later =
            moving && depth.threats && profile.weight(Part::Later) > 0.0 && table.rounds_left > 0;
        let threats = Threats::read(&table, memory, later);
        let goals = Goals::read(&table, memory);
        let left = vec![Cell::new(1.0); table.men.len()];
        let blockers = table.game.all_sides().map(|_| OnceCell::new()).collect();
        let stance = Stance::of(&table, memory, later, threats.first);
        // Of several rivals others may strike back, or nobody.
        let alone = table.rivals == 1;
        let backing = if moving && depth.chaining && alone && table.rounds_left > 0 {
            Backing::read(&table, memory)
        } else {
            Backing::default()
        };
        Self {
            stance,
            backing,
            slip: Slip::NONE,
            table,
            threats,
            goals,
            profile,
            depth,
            blockers,
            left,
        }
    }

    /// Counts on it that a friend that walks alone has gone to a space: `game` is the battle after
    /// that.
    pub(super) fn moved(&mut self, memory: &mut Memory, game: &Game, who: Fig, to: Space) {
        let man = self.table.man(who);
        let from = man.spaces.clone();
        let spaces = self.table.spaces_at(man, to);
        if self.depth.chaining {
            let way = Way::GO.exactly();
            if let Some(aim) = self.aim(memory, who, to, &spaces, way, &Peril::default(), 0) {
                self.take(aim.at, SPENT * aim.gone);
                self.threats.planned(aim.at, aim.how, SPENT * aim.gone);
            }
        }
        self.table.moved(memory, game, who, spaces);
        self.threats.moved(&self.table, memory, game, who, &from);
        let team = game.team(self.table.side);
        for (side, blockers) in game.all_sides().zip(&mut self.blockers) {
            if self.depth.exact && game.team(side) != team {
                *blockers = OnceCell::from(game.blockers(side));
            }
        }
    }

    /// The spaces of those who stand in the way of a side's sight.
    pub(super) fn blockers(&self, side: Side) -> &Spaces {
        self.blockers[side.index()].get_or_init(|| self.table.game.blockers(side))
    }

    /// The same with a weaker opponent's misjudgements.
    pub(super) fn slipping(self, slips: Slips) -> Self {
        let slip = slips.now(&self.table);
        Self { slip, ..self }
    }

    /// Adds how far a weaker opponent misjudges a figure's going to a space.
    pub(super) fn count_slip(&self, score: &mut impl Tally, who: Fig, to: Space) {
        self.slip.count(score, who, u64::from(to.0));
    }

    /// Adds how far a weaker opponent misjudges a figure's act.
    pub(super) fn count_slip_of(&self, score: &mut Score, who: Fig, how: How, at: Target) {
        let at = match at {
            Target::Figure(foe) => foe.index() as u64,
            Target::Space(space) => 0x1_0000 + u64::from(space.0),
            Target::Device(device) => 0x10_0000 + u64::from(device),
            _ => 0x20_0000,
        };
        self.slip.count(score, who, (1 + how as u64) << 32 | at);
    }

    /// The chance that a figure is left to be attacked.
    #[inline]
    pub(super) fn left(&self, who: Fig) -> f64 {
        self.left[who.index()].get()
    }

    /// Counts on it that a figure is gone with this chance; below 0: no longer.
    pub(super) fn take(&self, who: Fig, gone: f64) {
        let left = &self.left[who.index()];
        left.set(left.get() * (1.0 - gone));
    }

    pub(super) fn worth(&self, foe: Fig) -> f64 {
        self.table.man(foe).worth + self.goals.bounty[foe.index()]
    }

    /// What being on guard lets through of the harm that would come now: if a figure acts without
    /// taking guard, and if it can take guard.
    pub(super) fn shelter(&self, who: Fig) -> (f64, Option<f64>) {
        let shelter = self.table.game.shelter(who);
        let stays = real(shelter.stays);
        if stays == 0.0 {
            return (1.0, None);
        }
        let taken = shelter.taken.map(|taken| real(taken) / stays);
        (real(shelter.acting) / stays, taken)
    }

    /// Adds what threatens to be lost.
    pub(super) fn count_peril(&self, score: &mut impl Tally, loss: f64, later: f64, way: Way) {
        let loss = self.stance.loss * loss * way.open;
        let later = self.stance.later * later * way.open;
        score.add(Part::Loss, -self.profile.weight(Part::Loss) * loss);
        score.add(Part::Later, -self.profile.weight(Part::Later) * later);
    }

    /// Whether attacks to come count at all.
    pub(super) fn hastes(&self) -> bool {
        self.stance.tempo > 0.0
    }

    /// Adds the attacks to come.
    pub(super) fn count_tempo(&self, score: &mut impl Tally, tempo: f64) {
        score.add(
            Part::Tempo,
            self.profile.weight(Part::Tempo) * self.stance.tempo * tempo,
        );
    }

    /// Adds what a place brings towards the goals.
    pub(super) fn count_goals(
        &self,
        score: &mut impl Tally,
        mover: &Mover,
        anchor: Space,
        spaces: &[Space],
    ) {
        let weight = self.profile.weight(Part::Objective);
        if !self.goals.objects.is_empty() {
            for (i, who) in mover.members.iter().enumerate() {
                let at = mover.stand(i, anchor);
                let apart = (at != anchor).then(|| self.table.spaces_at(self.table.man(*who), at));
                let own = apart.as_deref().unwrap_or(spaces);
                let siege = self.goals.siege(&self.table, *who, at, own);
                score.add(Part::Objective, weight * siege);
            }
        }
        if self.goals.any {
            let pull = self.goals.at(&self.table, mover.lead, anchor, mover.pace);
            score.add(Part::Objective, weight * pull);
        }
    }

    /// What it is worth for a group to be at a place, if it gets there in this way.
    pub(super) fn place(
        &self,
        memory: &mut Memory,
        mover: &Mover,
        anchor: Space,
        way: Way,
    ) -> Score {
        let table = &self.table;
        let profile = self.profile;
        let mut score = Score::default();
        let lead = table.man(mover.lead);
        let spaces = table.spaces_at(lead, anchor);
        let mut peril = Peril::default();
        if self.depth.threats {
            peril = self.peril(memory, mover, anchor, &spaces, way.exact);
            self.count_peril(&mut score, peril.loss, peril.later, way);
        }
        let mut tempo = 0.0;
        let way = Way {
            leaving: way.moving && mover.lead != lead.lead,
            ..way
        };
        if way.leaving {
            // What carries it stays behind, and is of no more use.
            let mount = lead.lead;
            let (at, its) = (table.man(mount).at, table.man(mount).spaces.clone());
            let still = Way {
                exact: way.exact,
                ..Way::STAY
            };
            if let Some(aim) = self.aim(memory, mount, at, &its, still, &Peril::default(), 0) {
                let mut lost = Score::default();
                aim.count(profile, &mut lost);
                score = score.minus(&lost);
            }
            tempo -= self.tempo(memory, mount, at, &its, mover.pace);
        }
        let joined = self.depth.chaining && !mover.stands.is_empty();
        let mut planned: SmallVec<[(Fig, f64); 8]> = SmallVec::new();
        for (i, who) in mover.members.iter().enumerate() {
            let (at, walked);
            let spaces = match mover.stand(i, anchor) {
                with if with == anchor => {
                    at = anchor;
                    &spaces
                }
                apart => {
                    at = apart;
                    walked = table.spaces_at(table.man(*who), at);
                    &walked
                }
            };
            if let Some(aim) = self.aim(memory, *who, at, spaces, way, &peril, i) {
                aim.count(profile, &mut score);
                if joined {
                    planned.push((aim.at, self.left(aim.at)));
                    self.take(aim.at, SPENT * aim.gone);
                }
            }
            tempo += self.tempo(memory, *who, at, spaces, mover.pace);
        }
        for (foe, left) in planned.into_iter().rev() {
            self.left[foe.index()].set(left);
        }
        self.count_tempo(&mut score, tempo);
        self.count_goals(&mut score, mover, anchor, &spaces);
        if profile.weight(Part::Aura) > 0.0 {
            score.add(
                Part::Aura,
                profile.weight(Part::Aura) * self.aura(mover, &spaces),
            );
        }
        if profile.weight(Part::Cohesion) > 0.0 {
            let alone = self.company(mover).alone(table, anchor);
            score.add(Part::Cohesion, -profile.weight(Part::Cohesion) * alone);
        }
        if way.exact && self.depth.threats && profile.weight(Part::Screen) > 0.0 {
            let screen = self.screen(memory, mover, &spaces);
            score.add(Part::Screen, profile.weight(Part::Screen) * screen);
        }
        self.count_slip(&mut score, mover.lead, anchor);
        score
    }
}
