//! The state, the battle around it, and the one place that changes it.

use super::{
    Answer, Appearance, Brief, Decision, Event, Fig, Figure, HalfPoints, Label, Log, Place,
    Purpose, Refused, Roll, Ruleset, Side, Sides, Stand, turns::Turns,
};
use crate::board::{Board, Change, Damage, DamagedBoards, Edge, Footprint, Space, Spaces};
use crate::dice::Faces;
use smallvec::smallvec;
use std::sync::Arc;

/// Where an item is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Holder {
    /// On a space.
    Space(Space),
    /// With a figure.
    Figure(Fig),
}

/// Why a battle ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// One team was left.
    LastStanding,
    /// Rounds over or a team gone: points decided, or were equal.
    Points,
    /// Enough figures got across (C2).
    Escaped,
    /// The object came home (C4).
    Carried,
    /// The building fell (C5).
    Fell,
    /// The building was held (C5).
    Held,
    /// Those who had to get across did not (C7).
    Stopped,
    /// Half of the fighters were lost (V8).
    HalfLost,
    /// A device decided it (A9).
    Device,
    /// The longest a battle may last was reached.
    TooLong,
    /// Nobody was left.
    NobodyLeft,
    /// A side gave up.
    Conceded,
    /// An end that only one ruleset has, in its words:
    /// [`Ruleset::REASONS`](super::Ruleset::REASONS).
    Own(&'static str),
}

impl Reason {
    /// All reasons that several rulesets may have.
    pub const ALL: [Reason; 12] = [
        Reason::LastStanding,
        Reason::Points,
        Reason::Escaped,
        Reason::Carried,
        Reason::Fell,
        Reason::Held,
        Reason::Stopped,
        Reason::HalfLost,
        Reason::Device,
        Reason::TooLong,
        Reason::NobodyLeft,
        Reason::Conceded,
    ];
    /// The word used in records.
    pub fn name(self) -> &'static str {
        match self {
            Reason::LastStanding => "last standing",
            Reason::Points => "points",
            Reason::Escaped => "escaped",
            Reason::Carried => "carried home",
            Reason::Fell => "building fell",
            Reason::Held => "building held",
            Reason::Stopped => "stopped",
            Reason::HalfLost => "half lost",
            Reason::Device => "device",
            Reason::TooLong => "too long",
            Reason::NobodyLeft => "nobody left",
            Reason::Conceded => "conceded",
            Reason::Own(words) => words,
        }
    }
}

/// How a battle ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winning sides; none: a draw.
    pub winners: Sides,
    /// Why.
    pub reason: Reason,
    /// Rounds begun.
    pub rounds: u16,
}

impl Outcome {
    /// Whether this side won.
    pub fn won(&self, side: Side) -> bool {
        self.winners.contains(side)
    }
}

/// A side as a battle knows it.
#[derive(Clone, Debug)]
pub struct SideSetup {
    /// The force's name.
    pub name: String,
    /// What its figures are like under fire.
    pub nerve: super::Nerve,
    /// Its seat, from 1.
    pub seat: u8,
    /// Sides of one team are allied.
    pub team: u8,
    /// Its part in the scenario.
    pub role: super::Role,
    /// Where it deploys.
    pub zone: Spaces,
    /// The edge it starts from (B12).
    pub edge: Edge,
    /// Whether the solo table rules it (O4).
    pub solo: bool,
    /// What its force costs.
    pub points: HalfPoints,
}

/// A figure as it was listed at the beginning.
#[derive(Clone, Debug)]
pub struct Listed<U> {
    /// The side it began with.
    pub side: Side,
    /// Its number in force-file order, from 1: with the side, its lasting name `"1.3"`.
    pub number: u16,
    /// What it is called.
    pub name: String,
    /// The mount it begins aboard of.
    pub aboard: Option<Fig>,
    /// The ruleset's own data, shared by like figures.
    pub unit: U,
    /// What it is, in the words of force files.
    pub words: String,
    /// What it looks like.
    pub appearance: Appearance,
    /// What it costs.
    pub points: HalfPoints,
}

/// What never changes in a battle; shared by all copies.
#[derive(Debug)]
pub struct Setup<R: Ruleset> {
    /// The board as the battle began.
    pub board: Arc<Board>,
    /// What damage has made of it.
    pub boards: DamagedBoards,
    /// The sides, in seat order around the table as they were named.
    pub sides: Vec<SideSetup>,
    /// All figures; index = [`Fig`].
    pub roster: Vec<Listed<R::Unit>>,
    /// The rules configuration.
    pub config: R::Config,
    /// What it began with (aim, items, devices, rounds, …).
    pub brief: Brief,
}

impl<R: Ruleset> Setup<R> {
    /// The board with this damage.
    pub fn damaged(&self, damage: &Damage) -> Arc<Board> {
        self.boards.of(&self.board, damage)
    }
}

/// All that can change: flat, comparable, hashable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State<R: Ruleset> {
    /// Index = [`Fig`].
    pub figures: Vec<Figure<R::Mark>>,
    /// Where the items are.
    pub items: Vec<Holder>,
    /// Which devices have been used up.
    pub devices: Vec<bool>,
    /// Points scored, a side each.
    pub scores: Vec<HalfPoints>,
    /// What the board has suffered.
    pub damage: Damage,
    /// The end, once there is one.
    pub outcome: Option<Outcome>,
    /// Round, step, turn, actions left: the ruleset's own words.
    pub table: R::Table,
    /// What is half done, innermost last.
    pub frames: Vec<R::Frame>,
}

/// A battle: what it began with, and its state now.
#[derive(Clone, Debug)]
pub struct Battle<R: Ruleset> {
    /// What never changes.
    pub setup: Arc<Setup<R>>,
    /// What does.
    pub state: State<R>,
    /// The board with the state's damage.
    pub board: Arc<Board>,
    /// Where the turn of who answers now began, and the last ones that are over.
    pub(super) turns: Turns<R>,
}

impl<R: Ruleset> Battle<R> {
    /// A battle at this state.
    pub fn new(setup: Arc<Setup<R>>, state: State<R>) -> Self {
        let board = setup.damaged(&state.damage);
        Self {
            setup,
            state,
            board,
            turns: Turns::default(),
        }
    }

    /// Whether two battles of one setup are in the same state but for where figures look.
    pub fn eq_ignoring_facing(&self, other: &Self) -> bool {
        let (a, b) = (&self.state, &other.state);
        a.table == b.table
            && a.frames == b.frames
            && a.figures.len() == b.figures.len()
            && a.figures
                .iter()
                .zip(&b.figures)
                .all(|(a, b)| a.eq_ignoring_facing(b))
            && (&a.items, &a.devices, &a.scores) == (&b.items, &b.devices, &b.scores)
            && (&a.damage, a.outcome) == (&b.damage, b.outcome)
    }

    /// Who must decide what. O(1): no list inside.
    pub fn decision(&self) -> Decision {
        R::decision(self)
    }

    /// Checks an answer and carries it out up to the next decision.
    ///
    /// # Errors
    /// Refused: the battle is unchanged, the reason completes a sentence.
    pub fn answer(&mut self, answer: &Answer, log: &mut impl Log) -> Result<(), Refused> {
        R::check(self, answer)?;
        self.settle(answer, log);
        Ok(())
    }

    /// Carries out an answer known to be legal (from `legal`, or dice that fit).
    pub fn settle(&mut self, answer: &Answer, log: &mut impl Log) {
        if !self.turns.kept() {
            return R::resolve(self, answer, log);
        }
        let Decision { who, ask } = self.decision();
        self.given(&ask, answer);
        R::resolve(self, answer, log);
        if self.decision().who != who {
            self.turns.over(who);
        }
    }

    /// Records a fact and makes it true: the only way the state (frames apart) changes.
    pub fn emit(&mut self, event: Event, log: &mut impl Log) {
        self.apply(&event);
        log.event(&event);
    }

    fn apply(&mut self, event: &Event) {
        let state = &mut self.state;
        match event {
            Event::Placed {
                who,
                to,
                aboard,
                facing,
            } => {
                let figure = &mut state.figures[who.index()];
                figure.place = Place::On;
                figure.at = *to;
                figure.aboard = *aboard;
                figure.facing = *facing;
                figure.aloft = false;
            }
            Event::TakenBack { who } => {
                let figure = &mut state.figures[who.index()];
                figure.place = Place::Reserve;
                figure.aboard = None;
            }
            Event::Moved { who, path, .. }
            | Event::Fled { who, path }
            | Event::Pushed { who, path } => {
                if let Some(to) = path.last() {
                    Self::carry(state, *who, *to);
                }
            }
            Event::Summoned { who, to, .. } => {
                state.figures[who.index()].aboard = None;
                Self::carry(state, *who, *to);
            }
            Event::Left { who } => state.figures[who.index()].place = Place::Out,
            Event::Boarded { who, mount } => Self::board_mount(state, *who, *mount),
            Event::Alighted { who, to } => {
                let figure = &mut state.figures[who.index()];
                figure.aboard = None;
                figure.aloft = false;
                Self::carry(state, *who, *to);
            }
            Event::Faced { who, facing } => {
                Self::with_load(state, *who, |figure| figure.facing = *facing);
            }
            Event::Flew { who, aloft } => {
                Self::with_load(state, *who, |figure| figure.aloft = *aloft);
            }
            Event::Defeated { who, .. } => {
                let figure = &mut state.figures[who.index()];
                figure.place = Place::Gone;
                figure.aboard = None;
            }
            Event::Recruited { who, side } | Event::Captured { who, side } => {
                state.figures[who.index()].side = *side
            }
            Event::Item { item, holder } => state.items[usize::from(*item)] = *holder,
            Event::Device { device, .. } => {
                let index = usize::from(*device);
                state.devices[index] = !self.setup.brief.devices[index].again;
            }
            Event::Changed(change) => {
                state.damage.add(*change);
                self.board = self.setup.damaged(&state.damage);
            }
            Event::Laid { terrain, spaces } => {
                for space in spaces {
                    state.damage.add(Change::Laid(*space, *terrain));
                }
                self.board = self.setup.damaged(&state.damage);
            }
            Event::Lifted { spaces } => {
                for space in spaces {
                    state.damage.lift(*space);
                }
                self.board = self.setup.damaged(&state.damage);
            }
            Event::Scored { side, points } => state.scores[side.index()] += *points,
            Event::Ended(outcome) => state.outcome = Some(*outcome),
            _ => {}
        }
        R::apply(&self.setup, &mut self.state, event);
    }

    /// Where a figure stands (of its mount, when aboard).
    pub fn stand(&self, who: Fig) -> Stand {
        let figure = self.figure(who);
        Stand {
            at: figure.at,
            facing: Some(figure.facing),
            aloft: figure.aloft,
        }
    }

    /// A roll of a figure: see [`Roll::new`].
    pub fn roll_of(&self, purpose: Purpose, who: Fig, faces: &Faces) -> Roll {
        Roll::new(purpose, Some(who), Some(self.figure(who).side), faces)
    }

    /// Puts a figure and everything aboard of it on an anchor space.
    fn carry(state: &mut State<R>, who: Fig, to: Space) {
        Self::with_load(state, who, |figure| figure.at = to);
    }

    /// Changes a figure and everything aboard of it.
    fn with_load(state: &mut State<R>, who: Fig, change: impl Fn(&mut Figure<R::Mark>)) {
        for i in 0..state.figures.len() {
            if i == who.index() || Self::rides(state, i, who) {
                change(&mut state.figures[i]);
            }
        }
    }

    /// Puts a figure, and everything aboard of it, on a mount.
    fn board_mount(state: &mut State<R>, who: Fig, mount: Fig) {
        let carrier = &state.figures[mount.index()];
        let (at, facing, aloft) = (carrier.at, carrier.facing, carrier.aloft);
        let figure = &mut state.figures[who.index()];
        figure.aboard = Some(mount);
        figure.facing = facing;
        figure.aloft = aloft;
        Self::carry(state, who, at);
    }

    /// Whether figure `i` is aboard of `mount`, directly or through another mount.
    fn rides(state: &State<R>, i: usize, mount: Fig) -> bool {
        let mut at = state.figures[i].aboard;
        while let Some(on) = at {
            if on == mount {
                return true;
            }
            at = state.figures[on.index()].aboard;
        }
        false
    }

    /// A figure.
    #[inline]
    pub fn figure(&self, who: Fig) -> &Figure<R::Mark> {
        &self.state.figures[who.index()]
    }

    /// The ruleset's data of a figure.
    #[inline]
    pub fn unit(&self, who: Fig) -> &R::Unit {
        &self.setup.roster[who.index()].unit
    }

    /// All figures, in roster order.
    #[inline]
    pub fn all(&self) -> impl Iterator<Item = Fig> + use<R> {
        (0..self.state.figures.len() as u16).map(Fig)
    }

    /// The figures on the board, in roster order.
    #[inline]
    pub fn on_board(&self) -> impl Iterator<Item = Fig> + '_ {
        self.all().filter(|f| self.figure(*f).is_on())
    }

    /// The team of a side.
    #[inline]
    pub fn team(&self, side: Side) -> u8 {
        self.setup.sides[side.index()].team
    }

    /// The sides of a team.
    pub fn team_sides(&self, team: u8) -> Sides {
        self.sides_where(|side| self.team(side) == team)
    }

    fn sides_where(&self, is: impl Fn(Side) -> bool) -> Sides {
        let sides = (0..self.setup.sides.len() as u8).map(Side);
        sides.filter(|side| is(*side)).collect()
    }

    /// The sides of the teams that have most points: of several, if these are level.
    fn leaders(&self) -> Sides {
        let sides = || (0..self.setup.sides.len() as u8).map(Side);
        let points = |side: Side| -> HalfPoints {
            let allied = sides().filter(|s| self.team(*s) == self.team(side));
            allied.map(|s| self.state.scores[s.index()]).sum()
        };
        let most = sides().map(points).max();
        self.sides_where(|side| Some(points(side)) == most)
    }

    /// The sides of the team that has more points than every other; none if several are level.
    pub fn leading(&self) -> Sides {
        let leaders = self.leaders();
        let first = leaders.iter().next().map(|side| self.team(side));
        match first {
            Some(team) if leaders == self.team_sides(team) => leaders,
            _ => Sides::NONE,
        }
    }

    /// The sides that drew where others lost by that: points have decided, and several teams have
    /// most, but not all; else none.
    pub fn drew(&self) -> Sides {
        let leaders = self.leaders();
        match self.state.outcome {
            Some(Outcome {
                winners: Sides::NONE,
                reason: Reason::Points,
                ..
            }) if leaders.len() < self.setup.sides.len() => leaders,
            _ => Sides::NONE,
        }
    }

    /// Whether two figures fight for the same team now.
    #[inline]
    pub fn allied(&self, a: Fig, b: Fig) -> bool {
        self.team(self.figure(a).side) == self.team(self.figure(b).side)
    }

    /// The outermost mount a figure is aboard of, or itself.
    #[inline]
    pub fn carrier(&self, who: Fig) -> Fig {
        let mut at = who;
        while let Some(mount) = self.figure(at).aboard {
            at = mount;
        }
        at
    }

    /// Everything aboard of a figure, directly or through another mount, in roster order.
    pub fn load(&self, mount: Fig) -> impl Iterator<Item = Fig> + '_ {
        self.all()
            .filter(move |f| self.figure(*f).is_on() && Self::rides(&self.state, f.index(), mount))
    }

    /// The spaces of a figure of this size at an anchor; the anchor alone if it does not fit.
    #[inline]
    pub fn spaces_at(&self, anchor: Space, size: u8) -> Footprint {
        if size == 1 {
            return smallvec![anchor];
        }
        self.board
            .grid()
            .footprint(anchor, size)
            .unwrap_or_else(|| Footprint::from_slice(&[anchor]))
    }

    /// How many spaces apart two figures of one space stand: 1 if they touch.
    pub fn gap(&self, a: Fig, b: Fig) -> u32 {
        let grid = self.board.grid();
        grid.distance(self.figure(a).at, self.figure(b).at)
    }

    /// A figure's lasting name.
    pub fn named(&self, who: Fig) -> Label {
        let listed = &self.setup.roster[who.index()];
        Label {
            side: listed.side,
            number: listed.number,
        }
    }

    /// A figure's lasting name, `"1.3"`.
    pub fn label(&self, who: Fig) -> String {
        self.named(who).to_string()
    }

    /// A figure for readers: its lasting name and what its force calls it, `"1.3 Spearman"`.
    pub fn label_and_name(&self, who: Fig) -> String {
        let name = &self.setup.roster[who.index()].name;
        format!("{} {name}", self.named(who))
    }

    /// The figure of a lasting name.
    pub fn labelled(&self, label: &str) -> Option<Fig> {
        let (side, number) = label.split_once('.')?;
        let (side, number) = (
            side.parse::<u8>().ok()?.checked_sub(1)?,
            number.parse::<u16>().ok()?,
        );
        self.all().find(|f| {
            let listed = &self.setup.roster[f.index()];
            listed.side.0 == side && listed.number == number
        })
    }
}
