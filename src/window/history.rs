//! The history of a battle, moment by moment, and how much of it has been shown.

use crate::battle::{Answer, Ask, Event, Fig, HalfPoints, Place, Side, Target, Who};
use crate::board::Space;
use crate::look::layout::Layout;
use crate::play::matches::Applied;
use crate::play::tell::Teller;
use crate::rules::Game;
use egui::Pos2;

/// A line of the log.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its text.
    pub text: String,
    /// Where it happened.
    pub at: Option<Space>,
    /// Whether it tells of dice.
    pub rolled: bool,
}

/// An answer, what came of it, and the battle after it.
pub struct Moment {
    /// The answer with its events.
    pub applied: Applied,
    /// The battle after it.
    pub after: Game,
    /// It in words.
    pub lines: Vec<Line>,
    /// How many figures were lost in it.
    pub lost: usize,
    /// Whether something was done that is fought for: points besides those for the lost, items,
    /// devices, objects.
    pub goal: bool,
    /// The round that began in it.
    pub round: Option<u16>,
    /// The dice that were rolled and are luck: whose each is, what it showed, how many sides it has.
    pub dice: Vec<(Side, u8, u8)>,
}

/// All that has happened.
pub struct History {
    /// The battle before the first answer.
    pub start: Game,
    /// The answers.
    pub moments: Vec<Moment>,
    teller: Teller,
}

/// A moment that moved the points.
pub struct Turn {
    /// Number of answers before it.
    pub after: usize,
    /// Round, what happened, and how the points stand.
    pub text: String,
}

/// The side with the most points.
fn leader(scores: &[HalfPoints]) -> Option<usize> {
    let most = *scores.iter().max()?;
    let mut first = (0..scores.len()).filter(|i| scores[*i] == most);
    first.next().filter(|_| first.next().is_none())
}

impl History {
    /// Nothing yet.
    pub fn new(start: Game) -> Self {
        Self {
            start,
            moments: Vec::new(),
            teller: Teller::default(),
        }
    }
    /// How many answers there are.
    pub fn len(&self) -> usize {
        self.moments.len()
    }
    /// The battle after a number of answers.
    pub fn game(&self, after: usize) -> &Game {
        match after {
            0 => &self.start,
            n => &self.moments[n - 1].after,
        }
    }
    /// One more answer.
    pub fn push(&mut self, applied: Applied, after: Game) {
        let asked = self.game(self.len()).decision();
        self.teller.before(&asked);
        let dice = rolled(&asked.ask, &applied.answer);
        let mut lines = Vec::new();
        let mut round = None;
        let mut lost = 0;
        let mut goal = false;
        for event in &applied.events {
            match event {
                Event::Round { number } => round = Some(*number),
                Event::Defeated { .. } => lost += 1,
                Event::Item { .. } | Event::Device { .. } | Event::Left { .. } => goal = true,
                Event::Changed(change) => {
                    use crate::board::Change;
                    goal |= matches!(change, Change::Ruined(_) | Change::Hit(..));
                }
                _ => {}
            }
            let at = place(&after, event);
            let rolled = matches!(event, Event::Rolled(_));
            for text in self.teller.tell(&after, event) {
                lines.push(Line { text, at, rolled });
            }
        }
        if matches!(after.decision().who, Who::Side(_)) {
            lines.extend(self.teller.flush().map(|text| Line {
                text,
                at: None,
                rolled: false,
            }));
        }
        self.moments.push(Moment {
            applied,
            after,
            lines,
            lost,
            goal,
            round,
            dice,
        });
    }
    /// The moments that moved the points most, in the order in which they came.
    pub fn turns(&self, most: usize) -> Vec<Turn> {
        let mut all: Vec<(i64, Turn)> = (0..self.len()).filter_map(|i| self.turn(i)).collect();
        all.sort_by_key(|(weight, turn)| (std::cmp::Reverse(*weight), turn.after));
        all.truncate(most);
        all.sort_by_key(|(_, turn)| turn.after);
        all.into_iter().map(|(_, turn)| turn).collect()
    }
    /// What a moment turned, and how much that weighs; none if nothing.
    fn turn(&self, i: usize) -> Option<(i64, Turn)> {
        let moment = &self.moments[i];
        let (before, after) = (self.game(i).scores(), moment.after.scores());
        let each = before.iter().zip(after);
        let swing: i64 = each.map(|(a, b)| i64::from((*b - *a).abs().0)).sum();
        if moment.lost == 0 && !(moment.goal && swing > 0) {
            return None;
        }
        let tells = |l: &&Line| l.text.contains("defeated") || l.text.contains("lost");
        let line = moment.lines.iter().find(tells).or(moment.lines.first())?;
        let mut text = format!(
            "Round {}: {}",
            self.game(i).status().round,
            line.text.trim()
        );
        let mut weight = 2 * swing + moment.lost as i64;
        let mut stands = Vec::new();
        if swing > 0 {
            let scores: Vec<String> = after.iter().map(ToString::to_string).collect();
            stands.push(scores.join(" : "));
        }
        if let ([_, _], Some(side)) = (after, leader(after))
            && leader(before) != Some(side)
        {
            weight += swing;
            stands.push(format!("{} lead", moment.after.sides()[side].name));
        }
        if !stands.is_empty() {
            text.push_str(&format!(" ({})", stands.join(", ")));
        }
        Some((weight, Turn { after: i + 1, text }))
    }
    /// Takes everything back from this answer on.
    pub fn truncate(&mut self, len: usize) {
        self.moments.truncate(len);
        self.teller = Teller::default();
    }
}

impl History {
    /// The attack that was under way after so many answers and some events of the next one: who
    /// attacks what.
    fn strike(&self, after: usize, past: &[Event]) -> Option<(Fig, Target)> {
        /// How many answers are looked back: an attack asks for rolls and rerolls in between.
        const BACK: usize = 24;
        let struck = |events: &[Event]| {
            events.iter().rev().find_map(|event| match event {
                Event::Struck { who, at, .. } => Some((*who, *at)),
                _ => None,
            })
        };
        let before = self.moments[after.saturating_sub(BACK)..after].iter().rev();
        struck(past).or_else(|| before.into_iter().find_map(|m| struck(&m.applied.events)))
    }
}

/// The figure an event is about.
pub fn figure_of(event: &Event) -> Option<Fig> {
    Some(match event {
        Event::Activated { who }
        | Event::Placed { who, .. }
        | Event::Moved { who, .. }
        | Event::TakenBack { who }
        | Event::Left { who }
        | Event::Boarded { who, .. }
        | Event::Alighted { who, .. }
        | Event::Faced { who, .. }
        | Event::Flew { who, .. }
        | Event::Struck { who, .. }
        | Event::Hit { who, .. }
        | Event::Missed { who, .. }
        | Event::Landed { who, .. }
        | Event::Wounded { who, .. }
        | Event::Defeated { who, .. }
        | Event::Disabled { who }
        | Event::Recruited { who, .. }
        | Event::Captured { who, .. }
        | Event::Summoned { who, .. }
        | Event::Fled { who, .. }
        | Event::Pushed { who, .. }
        | Event::Rerolled { who, .. }
        | Event::Guarded { who } => *who,
        Event::Rolled(roll) => roll.by?,
        _ => return None,
    })
}

fn place(game: &Game, event: &Event) -> Option<Space> {
    if let Event::Changed(change) = event {
        use crate::board::Change;
        return Some(match change {
            Change::Ruined(at) | Change::Hit(at, _) | Change::Laid(at, _) => *at,
            Change::Removed(a, _) | Change::Door(a, _, _) | Change::Worn(a, _, _) => *a,
        });
    }
    if let Event::Laid { spaces, .. } | Event::Lifted { spaces } = event {
        return spaces.first().copied();
    }
    let who = figure_of(event)?;
    (game.place(who) != Place::Reserve).then(|| game.at(who))
}

/// The spaces a figure stands for: their middle, and half their width.
pub fn base_of(game: &Game, layout: &Layout, who: Fig) -> (Pos2, f32) {
    let spaces = game.spaces(who);
    let mut sum = egui::Vec2::ZERO;
    for space in &spaces {
        sum += layout.centre(*space).to_vec2();
    }
    let radius = match game.size(who) {
        1 => 0.41,
        2 if game.board().grid().kind.is_square() => 0.86,
        2 => 0.72,
        _ => 1.22,
    };
    ((sum / spaces.len().max(1) as f32).to_pos2(), radius)
}

/// Whose each die of an answer was, what it showed, how many sides it has.
fn rolled(ask: &Ask, answer: &Answer) -> Vec<(Side, u8, u8)> {
    let (
        Ask::Roll {
            purpose,
            dice,
            sides: rollers,
            ..
        },
        Answer::Faces(faces),
    ) = (ask, answer)
    else {
        return Vec::new();
    };
    if !purpose.is_luck() {
        return Vec::new();
    }
    // opposed dice are of a side each, all others of the one side that rolls
    let opposed = rollers.len() == dice.len();
    let of = |i: usize| rollers.get(if opposed { i } else { 0 });
    let each = faces.iter().zip(dice).enumerate();
    each.filter_map(|(i, (face, sides))| Some((*of(i)?, *face, *sides)))
        .collect()
}

/// Dice of one side: how many, what they showed, what was to be expected.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Luck {
    /// Dice rolled.
    pub dice: u32,
    /// Their sum.
    pub sum: u32,
    /// Twice the sum that was to be expected.
    pub twice_expected: u32,
}

impl History {
    /// The luck of a side in the first `answers` answers.
    pub fn luck(&self, side: Side, until: usize) -> Luck {
        let mut luck = Luck::default();
        for moment in &self.moments[..until.min(self.len())] {
            for (_, face, sides) in moment.dice.iter().filter(|(of, ..)| *of == side) {
                luck.dice += 1;
                luck.sum += u32::from(*face);
                luck.twice_expected += u32::from(*sides) + 1;
            }
        }
        luck
    }
}

/// How much of a history has been shown.
#[derive(Default)]
pub struct Player {
    /// Answers shown to their end.
    pub shown: usize,
    /// Whether it goes on by itself.
    pub playing: bool,
    /// Whether nothing glides: what happens has happened at once, and is shown as long.
    still: bool,
    now: Option<Now>,
}

/// An answer that is being shown.
struct Now {
    event: usize,
    /// From 0 to 1 through the event.
    through: f32,
    game: Game,
    /// What has just been said over a figure or space, and for how long yet.
    said: Vec<Caption>,
}

/// Where a word stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// Over a space.
    Space(Space),
    /// At a figure that acts from off the board.
    Off(Fig),
}

/// A word over the board.
#[derive(Clone, Debug)]
pub struct Caption {
    /// Over whom.
    pub at: Spot,
    /// The word.
    pub text: String,
    /// Faces of dice before it.
    pub faces: Vec<u8>,
    /// Good for who did it.
    pub good: Option<bool>,
    /// How much longer, in seconds.
    pub left: f32,
}

/// How many events from the first on are shown at the same time: walks of several figures.
fn together(events: &[Event]) -> usize {
    let walks = events
        .iter()
        .take_while(|e| matches!(e, Event::Moved { .. }));
    walks.count().max(1).min(events.len())
}

/// How long an event is shown, in seconds at ordinary speed.
fn duration(event: &Event) -> f32 {
    match event {
        Event::Moved { path, .. } | Event::Fled { path, .. } | Event::Pushed { path, .. } => {
            (0.09 * path.len() as f32).min(0.9)
        }
        Event::Struck { .. } => 0.35,
        Event::Rolled(roll) if roll.by.is_some() => 0.6,
        Event::Rolled(_) => 0.3,
        Event::Defeated { .. } => 0.45,
        Event::Hit { .. } | Event::Missed { .. } | Event::Saved { .. } => 0.3,
        Event::Landed { .. } => 0.3,
        Event::Wounded { .. } | Event::Disabled { .. } | Event::Recruited { .. } => 0.35,
        Event::Placed { .. } => 0.08,
        _ => 0.0,
    }
}

impl Player {
    /// At the beginning.
    pub fn new(playing: bool) -> Self {
        Self {
            playing,
            ..Self::default()
        }
    }
    /// Whether something is being shown.
    pub fn is_moving(&self) -> bool {
        self.now.is_some()
    }
    /// The battle as it is shown.
    pub fn game<'a>(&'a self, history: &'a History) -> &'a Game {
        match &self.now {
            Some(now) => &now.game,
            None => history.game(self.shown.min(history.len())),
        }
    }
    /// The event that is being shown, and how far.
    pub fn event<'a>(&'a self, history: &'a History) -> Option<(&'a Event, f32)> {
        let now = self.now.as_ref()?;
        let event = history
            .moments
            .get(self.shown)?
            .applied
            .events
            .get(now.event)?;
        Some((event, self.far(now)))
    }
    /// The events that are being shown together, and how far: those who walk one after the other
    /// in one answer walk at the same time.
    pub fn events<'a>(&'a self, history: &'a History) -> (&'a [Event], f32) {
        let Some(now) = &self.now else {
            return (&[], 0.0);
        };
        let all = history
            .moments
            .get(self.shown)
            .map(|m| &m.applied.events[..]);
        let ahead = all
            .and_then(|events| events.get(now.event..))
            .unwrap_or(&[]);
        (&ahead[..together(ahead)], self.far(now))
    }
    /// How far what is being shown has come.
    fn far(&self, now: &Now) -> f32 {
        if self.still { 1.0 } else { now.through }
    }
    /// The captions over the board.
    pub fn said(&self) -> &[Caption] {
        self.now.as_ref().map_or(&[], |n| &n.said)
    }
    /// Jumps to the state after a number of answers.
    pub fn jump(&mut self, to: usize) {
        self.now = None;
        self.shown = to;
    }
    /// Shows what is left of the answer at once, and everything after it.
    pub fn skip(&mut self, history: &History) {
        self.jump(history.len());
    }
    /// One answer on, at once.
    pub fn step(&mut self, history: &History) {
        self.jump((self.shown + 1).min(history.len()));
    }
    /// Lets time go by. `still`: nothing glides.
    pub fn advance(&mut self, history: &History, seconds: f32, still: bool) {
        self.still = still;
        if self.shown > history.len() {
            self.jump(history.len());
        }
        if !self.playing && self.now.is_none() {
            return;
        }
        let mut left = seconds;
        // what takes no time is shown at once
        for _ in 0..4096 {
            let Some(moment) = history.moments.get(self.shown) else {
                self.now = None;
                return;
            };
            let now = self.now.get_or_insert_with(|| Now {
                event: 0,
                through: 0.0,
                game: history.game(self.shown).clone(),
                said: Vec::new(),
            });
            let Some(event) = moment.applied.events.get(now.event) else {
                let rest = now.said.iter().map(|s| s.left).fold(0.0, f32::max);
                if rest > 0.0 && left > 0.0 {
                    for said in &mut now.said {
                        said.left -= left;
                    }
                    if rest > left {
                        return;
                    }
                    left -= rest;
                }
                self.now = None;
                self.shown += 1;
                if !self.playing || left <= 0.0 {
                    return;
                }
                continue;
            };
            let run = together(&moment.applied.events[now.event..]);
            let run = now.event..now.event + run;
            let whole = moment.applied.events[run.clone()]
                .iter()
                .map(duration)
                .fold(0.0, f32::max);
            if whole > 0.0 {
                let past = &moment.applied.events[..now.event];
                if now.through == 0.0
                    && let Some(said) = word(&now.game, event, history.strike(self.shown, past))
                {
                    now.said.retain(|s| s.at != said.at);
                    now.said.push(said);
                }
                let share = left / whole;
                now.through += share;
                if now.through < 1.0 {
                    for said in &mut now.said {
                        said.left -= left;
                    }
                    now.said.retain(|s| s.left > 0.0);
                    return;
                }
                left = (now.through - 1.0) * whole;
            }
            for event in &moment.applied.events[run.clone()] {
                now.game.show(event);
            }
            now.event = run.end;
            now.through = 0.0;
        }
    }
}

/// Where a word about a figure stands: of one that acts from off the board, at whom it attacks or
/// who attacks it. `strike` is the attack under way.
fn spot(game: &Game, who: Fig, strike: Option<(Fig, Target)>) -> Spot {
    let on = |who: Fig| game.place(who) == Place::On;
    if game.place(who) != Place::Reserve {
        return Spot::Space(game.at(who));
    }
    match strike {
        Some((by, Target::Figure(at))) if by == who && on(at) => Spot::Space(game.at(at)),
        Some((by, Target::Space(at) | Target::Border(at, _))) if by == who => Spot::Space(at),
        Some((by, _)) if by != who && on(by) => Spot::Space(game.at(by)),
        _ => Spot::Off(who),
    }
}

/// The captions over the board for an event.
fn word(game: &Game, event: &Event, strike: Option<(Fig, Target)>) -> Option<Caption> {
    let said = |at: Spot, text: &str, good: Option<bool>| Caption {
        at,
        text: text.to_owned(),
        faces: Vec::new(),
        good,
        left: 0.7,
    };
    let of = |who: Fig| spot(game, who, strike);
    let target = |at: &Target| match at {
        Target::Figure(f) => Some(of(*f)),
        Target::Space(s) => Some(Spot::Space(*s)),
        Target::Border(a, _) => Some(Spot::Space(*a)),
        _ => None,
    };
    Some(match event {
        Event::Rolled(roll) => {
            let mut text = String::new();
            if roll.bonus != 0 {
                text.push_str(&format!("{:+} ", roll.bonus));
            }
            if let Some(need) = roll.need {
                text.push_str(&format!("needs {need}: "));
            }
            text.push_str(match roll.success {
                Some(true) => "success",
                Some(false) => "failure",
                None => "",
            });
            Caption {
                faces: roll.faces.to_vec(),
                left: 1.0,
                ..said(of(roll.by?), text.trim(), roll.success)
            }
        }
        Event::Hit { at, .. } => said(target(at)?, "hit", Some(false)),
        Event::Missed { at, .. } => said(target(at)?, "missed", None),
        Event::Landed { at, .. } => said(Spot::Space((*at)?), "lands here", None),
        Event::Saved { at } => said(target(at)?, "saved by armour", Some(true)),
        Event::Defeated { who, .. } => said(of(*who), "defeated", Some(false)),
        Event::Wounded { who, left } => {
            said(of(*who), &format!("wounded, {left} left"), Some(false))
        }
        Event::Disabled { who } => said(of(*who), "disabled", Some(false)),
        Event::Recruited { who, .. } => said(of(*who), "changes sides", None),
        Event::Captured { who, .. } => said(of(*who), "taken", None),
        Event::Fled { who, .. } => said(of(*who), "flees", Some(false)),
        Event::Pushed { who, .. } => said(of(*who), "knocked back", Some(false)),
        _ => return None,
    })
}
