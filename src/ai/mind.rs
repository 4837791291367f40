//! The opponent that weighs what it does: a sum of named terms, all in points.

use super::plan::{Aim, Depth, Judge, Mover, Plan};
use super::profile::Profile;
use super::table::{Memory, Table};
use super::terms::{Part, Score};
use super::{Agent, Progress, Thought, View, Weighed, Why};
use crate::battle::{Answer, Ask, Fig, Holder, How, Purpose, Range, Target};
use crate::board::{Facing, Sight, Space};
use crate::rules::Game;
use smallvec::SmallVec;

/// How widely choices are compared.
#[derive(Copy, Clone, Debug)]
struct Breadth {
    /// How many figures that gain by going are compared before one goes.
    figures: usize,
    /// How many places of each are offered.
    places: usize,
}

/// To decide.
const NARROW: Breadth = Breadth {
    figures: 3,
    places: 1,
};

/// To show what else there is.
const WIDE: Breadth = Breadth {
    figures: usize::MAX,
    places: 2,
};

/// Weighs every place and every attack by a profile.
pub(super) struct Mind {
    profile: Profile,
    name: String,
    level: u8,
    memory: Memory,
}

/// Something that could be answered.
struct Offer {
    answer: Answer,
    who: Option<Fig>,
    what: String,
    score: Score,
}

impl Mind {
    /// An opponent of a profile and level.
    pub(super) fn new(profile: Profile, level: u8, name: String) -> Self {
        // Who looks no farther than its own reach does not see what may hit it.
        let profile = match level {
            1 => profile.without(&[
                Part::Loss,
                Part::Later,
                Part::Return,
                Part::Aura,
                Part::Cohesion,
                Part::Screen,
            ]),
            2 => profile.without(&[Part::Later, Part::Return, Part::Cohesion, Part::Screen]),
            _ => profile,
        };
        Self {
            profile,
            name,
            level,
            memory: Memory::default(),
        }
    }

    fn depth(&self) -> Depth {
        Depth {
            threats: self.level >= 2 && self.profile.weight(Part::Loss) > 0.0,
            chaining: self.level >= 3 && self.profile.weight(Part::Loss) > 0.0,
            exact: self.level >= 4,
        }
    }

    fn act(&mut self, view: &View, only: Option<Fig>) -> Thought {
        let offers = self.offers(view, only, NARROW);
        best(offers).unwrap_or_else(|| {
            let done = view.game.check(&Answer::Done).is_ok();
            plain(if done {
                Answer::Done
            } else {
                view.game.preset()
            })
        })
    }

    fn offers(&mut self, view: &View, only: Option<Fig>, breadth: Breadth) -> Vec<Offer> {
        let game = view.game;
        let mut memory = std::mem::take(&mut self.memory);
        let table = Table::read(view, &mut memory);
        let options = Options::read(&table, game);
        let judge = Judge::new(
            table,
            &self.profile,
            self.depth(),
            !options.movers.is_empty(),
            &mut memory,
        );
        let offers = act(judge, &mut memory, options, only, breadth);
        self.memory = memory;
        offers
    }

    fn judge<'a>(&'a self, view: &View<'a>, memory: &mut Memory) -> Judge<'a> {
        let table = Table::read(view, memory);
        Judge::new(table, &self.profile, self.depth(), false, memory)
    }

    /// A further attack, or none.
    fn again(&mut self, view: &View) -> Thought {
        best(self.more(view)).unwrap_or_else(|| plain(view.game.preset()))
    }

    fn more(&mut self, view: &View) -> Vec<Offer> {
        let mut memory = std::mem::take(&mut self.memory);
        let judge = self.judge(view, &mut memory);
        let mut offers = Vec::new();
        let mut done = false;
        view.game.legal(&mut |answer| {
            match answer {
                Answer::Strike { who, how, at } => {
                    let sight = sight_of(view.game, who, how, at);
                    if let Some(offer) = strike(&judge, &mut memory, who, how, at, sight) {
                        offers.push(offer);
                    }
                }
                Answer::Done => done = true,
                _ => {}
            }
            true
        });
        self.memory = memory;
        if done {
            offers.push(nothing());
        }
        offers
    }

    /// A move or strike as it weighs it; none where it weighs nothing like it.
    fn weigh_one(&mut self, view: &View, answer: &Answer) -> Option<Weighed> {
        let mut memory = std::mem::take(&mut self.memory);
        let table = Table::read(view, &mut memory);
        let offer = match answer {
            Answer::Move { who, to } => {
                let options = Options::read(&table, view.game);
                let mut judge = Judge::new(table, &self.profile, self.depth(), true, &mut memory);
                judge.settle(&mut memory, &options.movers);
                let mover = options.movers.iter().find(|m| m.lead == *who);
                mover
                    .and_then(|mover| judge.one(&mut memory, mover, *to))
                    .map(|score| going_to(&judge, *who, *to, score))
            }
            Answer::Strike { who, how, at } => {
                let judge = Judge::new(table, &self.profile, self.depth(), false, &mut memory);
                let sight = sight_of(view.game, *who, *how, *at);
                strike(&judge, &mut memory, *who, *how, *at, sight)
            }
            _ => None,
        };
        self.memory = memory;
        offer.map(|offer| offer.score.weighed(offer.what))
    }

    /// The way to look that keeps most of what could be attacked, and of what attacks, in view.
    fn face(&mut self, view: &View, who: Fig) -> Thought {
        let mut memory = std::mem::take(&mut self.memory);
        let table = Table::read(view, &mut memory);
        let man = table.man(who);
        let grid = table.grid;
        let mut seen: Vec<(Space, f64)> = Vec::new();
        for foe in &table.foes {
            let target = table.man(*foe);
            let mut worth: f64 = 0.0;
            for mode in man.fresh.iter().filter(|m| m.range != Range::Touch) {
                let gap = grid.gap(&man.spaces, &target.spaces);
                let Range::Spaces(range) = mode.range else {
                    continue;
                };
                let sight = man
                    .spaces
                    .iter()
                    .flat_map(|a| target.spaces.iter().map(|b| table.board.sight(*a, *b)))
                    .max()
                    .unwrap_or(Sight::Blocked);
                let harm = table
                    .chance(&mut memory, who, *foe, mode.how, Sight::Clear)
                    .harm();
                let near = if gap <= range && sight != Sight::Blocked {
                    if sight == Sight::Clear { 1.0 } else { 0.5 }
                } else if gap <= range {
                    0.1
                } else {
                    0.02 + 0.5 / f64::from(1 + gap)
                };
                let still = if man.modes.is_empty() { 0.5 } else { 1.0 };
                worth = worth.max(target.worth * harm * near * still);
            }
            if worth == 0.0 {
                worth = 0.01 * target.worth / f64::from(1 + grid.gap(&man.spaces, &target.spaces));
            }
            seen.push((target.at, worth));
        }
        let mut options = Vec::new();
        view.game.legal(&mut |answer| {
            if let Answer::Face(facing) = answer {
                options.push(facing);
            }
            true
        });
        let value = |facing: Facing| -> i64 {
            let mut best: f64 = 0.0;
            let mut all = 0.0;
            for (at, worth) in &seen {
                let inside = man.spaces.iter().any(|s| grid.in_arc(facing, *s, *at));
                if inside {
                    best = best.max(*worth);
                    all += worth;
                    // Right ahead rather than just inside: it may move on.
                    if grid.facing_to(man.at, *at) == facing {
                        all += 0.1 * worth;
                    }
                }
            }
            ((best + 0.5 * all) * 1000.0) as i64
        };
        let answer = options
            .iter()
            .map(|f| (value(*f), *f))
            .max_by_key(|(value, facing)| (*value, std::cmp::Reverse(*facing)))
            .map_or_else(|| view.game.preset(), |(_, facing)| Answer::Face(facing));
        self.memory = memory;
        plain(answer)
    }

    /// Down to fight or carry; up where blows threaten.
    fn land(&mut self, view: &View, who: Fig) -> Thought {
        let game = view.game;
        let mut memory = std::mem::take(&mut self.memory);
        let table = Table::read(view, &mut memory);
        let man = table.man(who);
        let touching = |foe: &&Fig| {
            let target = table.man(**foe);
            !target.aloft && table.board.touching(&man.spaces, &target.spaces)
        };
        let fights = man.modes.iter().any(|m| m.how == How::Fight);
        let shoots = man.modes.iter().any(|m| m.how == How::Shoot);
        let mut gain = 0.0;
        let mut loss = 0.0;
        for foe in table.foes.iter().filter(touching) {
            let worth = table.man(*foe).worth;
            let harm = table
                .chance(&mut memory, who, *foe, How::Fight, Sight::Clear)
                .harm();
            if fights && worth * harm > gain {
                gain = worth * harm;
            }
            let back = table
                .chance(&mut memory, *foe, who, How::Fight, Sight::Clear)
                .harm();
            loss += man.worth * back;
        }
        if shoots {
            // It could shoot instead.
            gain *= 0.4;
        }
        let item = (0..game.items().len() as u8).any(|i| match game.item(i) {
            Holder::Space(space) => man.spaces.contains(&space),
            Holder::Figure(_) => false,
        });
        let armed = man.fresh.iter().any(|m| m.how == How::Shoot);
        let down = item || gain > loss * 0.6 || (gain > 0.0 && !armed);
        let answer = if down { Answer::Yes } else { Answer::No };
        self.memory = memory;
        plain(if game.check(&answer).is_ok() {
            answer
        } else {
            game.preset()
        })
    }

    /// Whether a failed roll is worth the reroll.
    fn reroll(&self, view: &View, who: Fig, purpose: Purpose, success: bool) -> Thought {
        if success {
            return plain(Answer::No);
        }
        let game = view.game;
        // The most that could be saved for: the dearest own figure.
        let dearest = game
            .on_board()
            .filter(|f| game.side(*f) == view.side)
            .map(|f| game.worth(f))
            .max()
            .unwrap_or(0);
        let use_it = match purpose {
            // An armour roll saves the figure that makes it.
            Purpose::Armour => 3 * game.worth(who) >= dearest,
            _ => true,
        };
        plain(if use_it { Answer::Yes } else { Answer::No })
    }
}

impl Agent for Mind {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn think(&mut self, view: &View, _number: u64, _budget: u32) -> Progress {
        let game = view.game;
        let thought = match game.decision().ask {
            Ask::Act { only } => self.act(view, only),
            Ask::Again { .. } => self.again(view),
            Ask::Face { who } => self.face(view, who),
            Ask::Land { who } => self.land(view, who),
            Ask::PickUp { .. } | Ask::Revenge { .. } => plain(Answer::Yes),
            Ask::Reroll {
                who,
                purpose,
                success,
            } => self.reroll(view, who, purpose, success),
            _ => plain(game.preset()),
        };
        // Acts come from the list of what is legal, or have been checked one by one.
        let listed = thought.why.is_some();
        let thought = if listed || game.check(&thought.answer).is_ok() {
            thought
        } else {
            plain(game.preset())
        };
        Progress::Decided(thought)
    }

    fn ranked(&mut self, view: &View, number: u64) -> Vec<Thought> {
        let mut offers = match view.game.decision().ask {
            Ask::Act { only } => self.offers(view, only, WIDE),
            Ask::Again { .. } => self.more(view),
            _ => return vec![self.decide(view, number)],
        };
        if offers.is_empty() {
            return vec![self.decide(view, number)];
        }
        offers.sort_by_key(|offer| -offer.score.total());
        offers
            .into_iter()
            .map(|offer| chosen(vec![offer]))
            .collect()
    }

    fn weigh(&mut self, view: &View, answer: &Answer) -> Option<Weighed> {
        self.weigh_one(view, answer)
    }
}

/// What can be done now.
struct Options {
    /// Who can move, and where.
    movers: Vec<Mover>,
    /// Strikes that were listed before anything could move.
    strikes: bool,
    leaves: Vec<Fig>,
    done: bool,
}

impl Options {
    /// Reads the legal answers. Where figures only strike, they are looked up one by one later.
    fn read(table: &Table, game: &Game) -> Self {
        let mut options = Options {
            movers: Vec::new(),
            strikes: false,
            leaves: Vec::new(),
            done: false,
        };
        game.legal(&mut |answer| {
            match answer {
                Answer::Move { who, to } => {
                    match options.movers.last_mut() {
                        Some(mover) if mover.lead == who => mover.ends.push(to),
                        _ => options.movers.push(Mover {
                            lead: who,
                            members: members(table, who),
                            ends: vec![to],
                            pace: 0,
                        }),
                    };
                }
                Answer::Strike { how, .. } => {
                    options.strikes = true;
                    // In a step of shots, blows or skills nothing moves.
                    if !matches!(how, How::Attack | How::Defend) {
                        return false;
                    }
                }
                Answer::Leave { who } => options.leaves.push(who),
                Answer::Done => options.done = true,
                _ => {}
            }
            true
        });
        for mover in &mut options.movers {
            let at = table.man(mover.lead).at;
            let far = mover.ends.iter().map(|to| table.grid.distance(at, *to));
            mover.pace = far.max().unwrap_or(0);
        }
        if !options.done {
            options.done = game.check(&Answer::Done).is_ok();
        }
        options
    }
}

/// Everyone who goes where a figure goes, that figure first.
fn members(table: &Table, lead: Fig) -> SmallVec<[Fig; 4]> {
    let mut members: SmallVec<[Fig; 4]> = SmallVec::new();
    members.push(lead);
    if table.man(lead).lead == lead {
        for fig in &table.friends {
            if *fig != lead && table.man(*fig).lead == lead {
                members.push(*fig);
            }
        }
    }
    members
}

fn act(
    mut judge: Judge,
    memory: &mut Memory,
    options: Options,
    only: Option<Fig>,
    breadth: Breadth,
) -> Vec<Offer> {
    let game = judge.table.game;
    if let (Some(value), Some(who)) = (judge.goals.leaving, options.leaves.first()) {
        let mut score = Score::default();
        score.add(Part::Objective, value);
        let offer = Offer {
            answer: Answer::Leave { who: *who },
            who: Some(*who),
            what: format!("{} leaves", game.label(*who)),
            score,
        };
        return vec![offer];
    }
    let mut offers = Vec::new();
    if options.movers.is_empty() {
        strikes(&judge, memory, only, &mut offers);
    } else {
        judge.settle(memory, &options.movers);
        moves(&judge, memory, &options, only, breadth, &mut offers);
    }
    if options.done {
        offers.push(nothing());
    }
    offers
}

/// The moves worth making, most urgent first; strikes where they compete with moves.
fn moves(
    judge: &Judge,
    memory: &mut Memory,
    options: &Options,
    only: Option<Fig>,
    breadth: Breadth,
    offers: &mut Vec<Offer>,
) {
    let game = judge.table.game;
    let solo = game.sides()[judge.table.side.index()].solo;
    let mut now = Vec::new();
    if options.strikes {
        strikes(judge, memory, only, &mut now);
    }
    // Who can strike more than once strikes first: it can still go afterwards.
    let engaged = |who: Fig| {
        let more = |m: &crate::battle::Mode| m.how == How::Attack && m.times > 1;
        let strikes = |o: &Offer| matches!(o.answer, Answer::Strike { who: by, how: How::Attack, .. } if by == who);
        judge.table.man(who).modes.iter().any(more) && now.iter().any(strikes)
    };
    // Where all will move in turn, whoever is nearest to the enemy is looked at first, and only
    // as many as seem to gain by going.
    let all = options.strikes || solo;
    let mut waiting = options.movers.iter().enumerate().collect::<Vec<_>>();
    if !all {
        waiting.sort_by_cached_key(|(index, mover)| (nearest(&judge.table, mover.lead), *index));
    }
    let mut waiting = waiting.into_iter();
    let mut plans: Vec<Plan> = Vec::with_capacity(options.movers.len());
    loop {
        let begun = plans.len();
        let mut promising = 0;
        for (index, mover) in waiting.by_ref() {
            let plan = judge.plan(memory, index, mover);
            promising += usize::from(plan.gain() > 0);
            plans.push(plan);
            if !all && promising == breadth.figures {
                break;
            }
        }
        if plans.len() == begun {
            break;
        }
        // The most promising first: whoever still gains after a closer look goes.
        plans[begun..].sort_by_key(|plan| -plan.gain());
        going(
            judge,
            memory,
            options,
            &mut plans[begun..],
            &engaged,
            breadth.places,
            offers,
        );
        if !offers.is_empty() {
            break;
        }
    }
    if options.strikes {
        let staying = |who: Fig| {
            engaged(who)
                || plans
                    .iter()
                    .find(|p| options.movers[p.mover].members.contains(&who))
                    .is_none_or(|p| p.gain() <= 0)
        };
        let kept: Vec<bool> = now.iter().map(|o| o.who.is_none_or(staying)).collect();
        let kept = now.into_iter().zip(kept).filter(|(_, kept)| *kept);
        offers.extend(kept.map(|(offer, _)| offer));
    }
}

/// How near the nearest enemy is to a figure.
fn nearest(table: &Table, who: Fig) -> u32 {
    let man = table.man(who);
    let gaps = table
        .foes
        .iter()
        .map(|f| table.grid.gap(&man.spaces, &table.man(*f).spaces));
    gaps.min().unwrap_or(0)
}

/// Those of some plans that still gain after a closer look, as offers.
fn going(
    judge: &Judge,
    memory: &mut Memory,
    options: &Options,
    plans: &mut [Plan],
    engaged: &dyn Fn(Fig) -> bool,
    places: usize,
    offers: &mut Vec<Offer>,
) {
    let game = judge.table.game;
    let solo = game.sides()[judge.table.side.index()].solo;
    let mut sure: i64 = 0;
    for plan in plans {
        let mover = &options.movers[plan.mover];
        let who = mover.lead;
        if engaged(who) {
            continue;
        }
        let rough = plan.gain();
        if judge.depth.exact && (rough > sure || options.strikes) {
            judge.confirm(memory, mover, plan);
        }
        let mut gain = plan.gain();
        let at = judge.table.man(who).at;
        let (mut to, mut score) = match plan.places.first() {
            Some(best) => (best.to, best.score.minus(&plan.stay)),
            None => continue,
        };
        if !options.strikes && solo && gain <= 0 && mover.ends.contains(&at) {
            // An activation is kept for who attacks from where it stands.
            let attack = plan.stay.part(Part::Kill) + plan.stay.part(Part::Wound);
            if attack > 0 {
                (to, score) = (at, plan.stay);
                gain = score.total().max(1);
            }
        }
        if gain <= 0 || score.total() <= 0 {
            continue;
        }
        sure = sure.max(gain);
        offers.push(going_to(judge, who, to, score));
        for next in plan.places.iter().skip(1).take(places - 1) {
            let score = next.score.minus(&plan.stay);
            if next.to != to && score.total() > 0 {
                offers.push(going_to(judge, who, next.to, score));
            }
        }
    }
}

/// A move as an offer.
fn going_to(judge: &Judge, who: Fig, to: Space, score: Score) -> Offer {
    let what = format!(
        "{} to {}",
        judge.table.game.label(who),
        judge.table.grid.name(to)
    );
    Offer {
        answer: Answer::Move { who, to },
        who: Some(who),
        what,
        score,
    }
}

/// The strikes worth making now, each figure's best.
fn strikes(judge: &Judge, memory: &mut Memory, only: Option<Fig>, offers: &mut Vec<Offer>) {
    let table = &judge.table;
    let game = table.game;
    for who in &table.friends {
        if !table.man(*who).own || only.is_some_and(|o| o != *who) {
            continue;
        }
        let mut found: SmallVec<[(How, Target, Sight); 16]> = SmallVec::new();
        game.strikes(*who, game.stand(*who), &mut |how, at, sight| {
            found.push((how, at, sight));
            true
        });
        let mut own: Vec<Offer> = Vec::new();
        let mut kept = 0;
        for (how, at, sight) in found {
            let Some(offer) = strike(judge, memory, *who, how, at, sight) else {
                continue;
            };
            if game.check(&offer.answer).is_ok() {
                own.push(offer);
            } else if matches!(how, How::Shoot | How::Fight) {
                // Still to come in this round, instead of what could be done now.
                let later = offer.score.total() * 4 / 5;
                if later > kept {
                    kept = later;
                }
            }
        }
        own.retain(|offer| {
            let skill = matches!(
                offer.answer,
                Answer::Strike {
                    how: How::Skill,
                    ..
                }
            );
            skill || offer.score.total() > kept
        });
        own.sort_by_key(|offer| (-offer.score.total(), offer.answer.clone()));
        // Who has no good second target comes first.
        if own.len() > 1 {
            own.truncate(2);
        }
        offers.extend(own);
    }
}

/// A strike as an offer, if it is one worth weighing.
fn strike(
    judge: &Judge,
    memory: &mut Memory,
    who: Fig,
    how: How,
    at: Target,
    sight: Sight,
) -> Option<Offer> {
    let table = &judge.table;
    let game = table.game;
    let profile = judge.profile;
    let mut score = Score::default();
    let target = match at {
        Target::Figure(foe) => {
            let man = table.man(foe);
            match how {
                How::Shoot | How::Fight | How::Attack if !man.friend => {
                    let chance = table.chance(memory, who, foe, how, sight);
                    let aim: Aim = judge.value(who, foe, how, &chance, 1, 1.0);
                    aim.count(profile, &mut score);
                }
                How::Disable if !man.friend => {
                    let works = works(game, who, how, at, sight);
                    let rest = if table.rounds_left > 0 { 0.3 } else { 0.0 };
                    score.add(
                        Part::Return,
                        profile.weight(Part::Kill) * works * rest * man.worth,
                    );
                }
                _ => {}
            }
            game.label(foe)
        }
        Target::Space(space) => {
            let object = judge
                .goals
                .objects
                .iter()
                .find(|o| o.spaces.contains(&space));
            if let Some(object) = object {
                let works = works(game, who, how, at, sight);
                score.add(
                    Part::Objective,
                    profile.weight(Part::Objective) * works * object.value,
                );
            }
            table.grid.name(space)
        }
        Target::Device(device) => {
            let value = judge
                .goals
                .devices
                .get(usize::from(device))
                .copied()
                .unwrap_or(0.0);
            if value > 0.0 {
                let works = works(game, who, how, at, sight);
                score.add(
                    Part::Objective,
                    profile.weight(Part::Objective) * works * value,
                );
            }
            format!("device {}", device + 1)
        }
        Target::Border(..) => return None,
        Target::Nothing => {
            if how == How::Summon {
                let works = works(game, who, how, at, sight);
                score.add(Part::Tempo, works * judge.calling(who));
            }
            if how == How::Defend {
                score.add(Part::Loss, judge.guarded(memory, who));
            }
            String::new()
        }
    };
    if score.total() <= 0 {
        return None;
    }
    let what = format!("{} {} {target}", game.label(who), how.name());
    Some(Offer {
        answer: Answer::Strike { who, how, at },
        who: Some(who),
        what: what.trim_end().to_string(),
        score,
    })
}

/// The chance that an act that is no attack on a figure works.
fn works(game: &Game, who: Fig, how: How, at: Target, sight: Sight) -> f64 {
    let odds = game.odds(who, game.stand(who), how, at, sight);
    *odds.defeat.numer() as f64 / *odds.defeat.denom() as f64
}

/// What a figure sees of what it can strike.
fn sight_of(game: &Game, who: Fig, how: How, at: Target) -> Sight {
    let mut found = Sight::Clear;
    game.strikes(who, game.stand(who), &mut |h, a, sight| {
        if h == how && a == at {
            found = sight;
            return false;
        }
        true
    });
    found
}

/// Doing nothing more.
fn nothing() -> Offer {
    Offer {
        answer: Answer::Done,
        who: None,
        what: "nothing more".into(),
        score: Score::default(),
    }
}

/// The best of the offers; ties to the earlier.
fn best(mut offers: Vec<Offer>) -> Option<Thought> {
    if offers.is_empty() {
        return None;
    }
    offers.sort_by_key(|offer| -offer.score.total());
    Some(chosen(offers))
}

/// The first offer, with the second as the next best.
fn chosen(offers: Vec<Offer>) -> Thought {
    let mut offers = offers.into_iter();
    let first = offers.next().expect("there is an offer");
    let weighed = |offer: Offer| -> Weighed { offer.score.weighed(offer.what) };
    let answer = first.answer.clone();
    let who = first.who;
    Thought {
        answer,
        why: Some(Why {
            who,
            chosen: weighed(first),
            runner_up: offers.next().map(weighed),
        }),
    }
}

fn plain(answer: Answer) -> Thought {
    Thought { answer, why: None }
}
