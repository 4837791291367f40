//! Single steps: which are open, and what they cost (B6, B8).

use super::open_reach::OpenReaches;
use super::{
    Board, Border, BorderKind, Cost, Facing, Footprint, Gait, Going, Grid, Rough, Space, Spaces,
};
use smallvec::SmallVec;
use std::sync::OnceLock;

/// The steps that lead on from an anchor.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Onward {
    /// The directions that are open, a bit each.
    pub open: u8,
    /// Those among them that cost 2.
    pub hard: u8,
}

/// How far on in reading order some steps lead: whole words of 64 spaces, and what is left.
#[derive(Copy, Clone, Debug)]
pub(super) struct Stride {
    pub words: i32,
    pub bits: u32,
}

/// Steps of many anchors at once.
#[derive(Default)]
pub(super) struct Strides {
    /// How far steps lead, each once.
    pub all: Vec<Stride>,
    /// For each word of anchors and each of these: the anchors from which such a step costs 1, and
    /// those from which it costs 2.
    pub costs: Vec<[u64; 2]>,
}

/// The steps of figures of one size and gait.
pub(super) struct Steps {
    /// The steps from each anchor.
    pub onward: Vec<Onward>,
    /// The same steps, many anchors at once.
    pub strides: Strides,
    /// Anchors where such a figure may end its move; `None` if it may end wherever it can step.
    pub rest: Option<Spaces>,
    /// Where such a figure can go that nobody hinders.
    pub open: OpenReaches,
}

/// The steps of all sizes, gaits and ways of going, made when first asked for.
pub(super) type StepTables =
    [[[OnceLock<Steps>; Going::COUNT]; Gait::ALL.len()]; Grid::LARGEST as usize];

/// Shut doors that a step leads through.
pub(super) type Doors = SmallVec<[(Space, Space); 2]>;

/// One way of taking a step past the borders.
struct Crossing {
    /// Over a hedge or the like.
    rough: bool,
    /// Through these shut doors.
    doors: Doors,
}

/// For all sizes, the anchors of figures that would have a closed border inside them; made when
/// first asked for.
pub(super) type SplitTables = [OnceLock<Spaces>; Grid::LARGEST as usize];

impl Board {
    /// What entering this space costs.
    fn entry(&self, space: Space, gait: Gait) -> Option<u32> {
        let kind = self.terrain(space);
        match (gait, kind.cost) {
            _ if kind.void => None,
            (Gait::Fly, _) => Some(1),
            (Gait::Swim | Gait::Sail, _) if kind.water => Some(1),
            (Gait::Sail, _) => None,
            (_, Cost::Plain) | (Gait::March, Cost::Hard) => Some(1),
            (_, Cost::Hard) => Some(2),
            (_, Cost::No) => None,
        }
    }
    /// The cost of a step of a figure of one space: 1 or 2; `None` if it cannot step there (B6, B8).
    pub(super) fn step(
        &self,
        from: Space,
        direction: Facing,
        gait: Gait,
        going: Going,
    ) -> Option<u32> {
        if gait == Gait::Fly {
            return self.entry(self.shape.neighbour(from, direction)?, gait);
        }
        self.crossing(from, direction, gait, going)
            .map(|(cost, _)| cost)
    }
    /// The cheapest way past the borders of a step, with its cost; the first of equals.
    fn crossing(
        &self,
        from: Space,
        direction: Facing,
        gait: Gait,
        going: Going,
    ) -> Option<(u32, Doors)> {
        let to = self.shape.neighbour(from, direction)?;
        let entry = self.entry(to, gait)?;
        let leaves_rough = || self.entry(from, gait) != Some(1);
        let march = gait == Gait::March;
        let rough = !march
            && (entry > 1
                || self.level(from) != self.level(to)
                || going.rough == Rough::Avoid && leaves_rough());
        let low = |border: &Border| matches!(border.kind, BorderKind::Fence | BorderKind::Hedge);
        let side = |a: Space, d: Facing| -> Option<Crossing> {
            let mut crossing = Crossing {
                rough: false,
                doors: Doors::new(),
            };
            match self.border_towards(a, d.0) {
                Some(border) if march && low(border) => {}
                Some(border) if going.doors && border.opens() => {
                    crossing.doors.push(border.between)
                }
                Some(border) if border.closed => return None,
                Some(border) => crossing.rough = border.hard,
                None => {}
            }
            Some(crossing)
        };
        let mut ways: SmallVec<[Crossing; 2]> = SmallVec::new();
        match self.corner(from, direction) {
            None => ways.extend(side(from, direction)),
            Some([left, right]) => {
                let n = self.grid().directions();
                let turned = |turn| Facing((direction.0 + turn) % n);
                let way = |space, first, second| {
                    self.entry(space, gait)?;
                    let (mut one, other) = (side(from, first)?, side(space, second)?);
                    one.rough |= other.rough;
                    one.doors.extend(other.doors);
                    Some(one)
                };
                ways.extend(way(left, turned(n - 1), turned(1)));
                ways.extend(way(right, turned(1), turned(n - 1)));
            }
        }
        let cost = |way: Crossing| {
            let rough = rough || way.rough;
            let slow = match going.rough {
                Rough::Slow => rough,
                Rough::Avoid if rough => return None,
                Rough::Avoid | Rough::Even => false,
            };
            Some((1 + u32::from(slow || !way.doors.is_empty()), way.doors))
        };
        ways.into_iter()
            .filter_map(cost)
            .reduce(|best, next| if next.0 < best.0 { next } else { best })
    }
    /// The shut doors that a figure of one space opens on a step to a neighbour (B8).
    pub fn doors_between(
        &self,
        from: Space,
        to: Space,
        gait: Gait,
        going: Going,
    ) -> SmallVec<[(Space, Space); 2]> {
        let direction = self.grid().direction(from, to);
        let crossing = direction
            .filter(|_| going.doors && gait != Gait::Fly)
            .and_then(|direction| self.crossing(from, direction, gait, going));
        crossing.map(|(_, doors)| doors).unwrap_or_default()
    }
    /// What a step of a figure costs whose anchor is here, ignoring other figures: 1 or 2; none:
    /// there is no way (B6, B8). Each of its spaces takes the same step; it must not end with a
    /// closed border inside it.
    pub fn step_cost(&self, anchor: Space, direction: Facing, size: u8, gait: Gait) -> Option<u32> {
        let table = self.step_table(size, gait, Going::default())?;
        let Onward { open, hard, .. } = table.onward[anchor.index()];
        let bit = |mask: u8| u32::from(mask) >> direction.0 & 1;
        (direction.0 < 8 && bit(open) == 1).then(|| 1 + bit(hard))
    }
    /// The spaces of a figure set down here, if it may stand there, other figures ignored: all
    /// lie on ground it can stand on (fliers: where others can, swimmers also in water, boats
    /// there alone), and no closed border runs through them.
    pub fn fits(&self, anchor: Space, size: u8, gait: Gait) -> Option<Footprint> {
        let footprint = self.grid().footprint(anchor, size)?;
        let stands = |space: &Space| {
            let water = self.terrain(*space).water && self.exists(*space);
            match gait {
                Gait::Sail => water,
                Gait::Swim if water => true,
                _ => self.standable().contains(*space),
            }
        };
        let whole = size == 1 || !self.split(size).contains(anchor);
        (whole && footprint.iter().all(stands)).then_some(footprint)
    }
    /// Anchors of figures of this size that would have a closed border inside them; the size is
    /// one that figures have.
    fn split(&self, size: u8) -> &Spaces {
        self.split_tables[usize::from(size) - 1].get_or_init(|| self.find_split(size))
    }
    fn find_split(&self, size: u8) -> Spaces {
        let (grid, parts) = (self.grid(), self.grid().kind.parts(size));
        let mut split = Spaces::new(self.len());
        for border in self.borders().iter().filter(|border| border.closed) {
            let (a, b) = border.between;
            let side = grid.offset(a, b);
            for from in parts {
                for (to, start, by) in parts.iter().flat_map(|to| [(to, a, 1), (to, b, -1)]) {
                    if (to.0 - from.0, to.1 - from.1) == (by * side.0, by * side.1) {
                        let anchor = grid.shifted(start, (-from.0, -from.1));
                        anchor.map(|anchor| split.insert(anchor));
                    }
                }
            }
        }
        split
    }
    /// The table of steps; `None` if no figure has this size. Figures of several spaces open no
    /// doors.
    pub(super) fn step_table(&self, size: u8, gait: Gait, mut going: Going) -> Option<&Steps> {
        going.doors &= size == 1;
        let row = self.step_tables.get(usize::from(size).checked_sub(1)?)?;
        let table = &row[gait as usize][going.index(gait)];
        Some(table.get_or_init(|| self.make_steps(size, gait, going)))
    }
    fn make_steps(&self, size: u8, gait: Gait, going: Going) -> Steps {
        let (grid, all) = (self.grid(), || (0..self.len() as u32).map(Space));
        if size == 1 {
            let onward = |space| {
                let mut onward = Onward::default();
                for direction in 0..grid.directions() {
                    if let Some(cost) = self.step(space, Facing(direction), gait, going) {
                        onward.open |= 1 << direction;
                        onward.hard |= u8::from(cost > 1) << direction;
                    }
                }
                onward
            };
            let lands = gait == Gait::Fly && !going.hover;
            let rest = lands.then(|| self.standable().clone());
            let onward: Vec<Onward> = all().map(onward).collect();
            return Steps {
                strides: self.strides(&onward),
                onward,
                rest,
                open: OpenReaches::default(),
            };
        }
        let split = self.split(size);
        let single = self
            .step_table(1, gait, going)
            .map_or(&[][..], |steps| &steps.onward);
        let onward = |anchor| {
            let Some(footprint) = grid.footprint(anchor, size) else {
                return Onward::default();
            };
            let mut onward = Onward {
                open: u8::MAX,
                hard: 0,
            };
            for space in footprint {
                onward.open &= single[space.index()].open;
                onward.hard |= single[space.index()].hard;
            }
            if gait != Gait::Fly {
                for (direction, next) in grid.neighbours(anchor) {
                    onward.open &= !(u8::from(split.contains(next)) << direction.0);
                }
            }
            onward.hard &= onward.open;
            onward
        };
        let onward: Vec<Onward> = all().map(onward).collect();
        let rest = (gait == Gait::Fly && !going.hover).then(|| {
            let stands = |anchor: &Space| {
                let whole = grid
                    .footprint(*anchor, size)
                    .filter(|_| !split.contains(*anchor));
                whole.is_some_and(|spaces| spaces.iter().all(|s| self.standable().contains(*s)))
            };
            Spaces::of(self.len(), all().filter(stands))
        });
        Steps {
            strides: self.strides(&onward),
            onward,
            rest,
            open: OpenReaches::default(),
        }
    }
    /// Steps from each anchor, sorted by how far on they lead.
    fn strides(&self, onward: &[Onward]) -> Strides {
        let steps = |anchor: usize| {
            let Onward { open, hard, .. } = onward[anchor];
            let beside = self.shape.neighbours[anchor];
            let open = (0..8).filter(move |d| open >> d & 1 == 1);
            open.map(move |d| (beside[d] as i32 - anchor as i32, hard >> d & 1))
        };
        let mut far: Vec<i32> = Vec::new();
        for (by, _) in (0..onward.len()).flat_map(steps) {
            if !far.contains(&by) {
                far.push(by);
            }
        }
        far.sort_unstable();
        let mut costs = vec![[0; 2]; onward.len().div_ceil(64) * far.len()];
        for anchor in 0..onward.len() {
            for (by, hard) in steps(anchor) {
                let stride = far.partition_point(|known| *known < by);
                costs[anchor / 64 * far.len() + stride][usize::from(hard)] |= 1 << (anchor % 64);
            }
        }
        let stride = |by: i32| Stride {
            words: by.div_euclid(64),
            bits: by.rem_euclid(64) as u32,
        };
        Strides {
            all: far.into_iter().map(stride).collect(),
            costs,
        }
    }
    /// Anchors at which a figure of this size has one of its spaces in the set.
    pub(super) fn anchors(&self, size: u8, set: &Spaces) -> Spaces {
        let (grid, mut anchors) = (self.grid(), Spaces::new(self.len()));
        for space in set.iter() {
            for part in grid.kind.parts(size) {
                if let Some(anchor) = grid.shifted(space, (-part.0, -part.1)) {
                    anchors.insert(anchor);
                }
            }
        }
        anchors
    }
}
