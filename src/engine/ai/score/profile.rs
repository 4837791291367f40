//! Profiles: what an opponent cares about, from `ai/*.toml`.

use super::habits::Habits;
use super::judgement::Judgement;
use super::terms::Part;
use crate::ai::agent::View;
use crate::battle::Nerve;
use crate::source::{Fault, Source};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// The profiles that ship with the program: (name, text). The first is the one the others vary.
const SHIPPED: [(&str, &str); 11] = [
    ("utility", include_str!("../../../../ai/utility.toml")),
    ("recruit", include_str!("../../../../ai/recruit.toml")),
    ("veteran", include_str!("../../../../ai/veteran.toml")),
    ("captain", include_str!("../../../../ai/captain.toml")),
    ("warlord", include_str!("../../../../ai/warlord.toml")),
    ("search", include_str!("../../../../ai/search.toml")),
    ("bold", include_str!("../../../../ai/bold.toml")),
    ("cautious", include_str!("../../../../ai/cautious.toml")),
    ("guardian", include_str!("../../../../ai/guardian.toml")),
    ("marksman", include_str!("../../../../ai/marksman.toml")),
    ("raider", include_str!("../../../../ai/raider.toml")),
];

/// The character of an opponent: how much each part of a score counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Its name, as options say it.
    pub name: String,
    /// What it is like, one line.
    pub about: String,
    /// How it was tuned and measured, if it was.
    pub meta: Option<Meta>,
    weights: [f64; Part::WEIGHED],
    /// The level that a name without a number means.
    pub level: Option<u8>,
    /// How it errs.
    pub(in crate::ai) habits: Habits,
    /// Its assumptions about fights.
    pub(in crate::ai) judgement: Judgement,
    /// For how many rounds after this one its playouts go on.
    pub(in crate::ai) playout_rounds: u16,
    /// Whether it heeds the nerve of its force.
    nerve: bool,
}

/// How a profile came about: the battles against the one it was tuned from, on maps and with
/// forces that had no part in the tuning.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Meta {
    /// What it was tuned from.
    pub from: String,
    /// Battles it was tuned by.
    pub tuned_by: u64,
    /// Battles it was measured in.
    pub games: u64,
    /// Elo difference.
    pub elo: f64,
    /// Its 95 % interval.
    pub elo95: (f64, f64),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    format: toml::Spanned<String>,
    name: toml::Spanned<String>,
    about: String,
    level: Option<toml::Spanned<u8>>,
    #[serde(default)]
    nerve: bool,
    habits: Option<DraftHabits>,
    judgement: Option<DraftJudgement>,
    playouts: Option<DraftPlayouts>,
    weights: DraftWeights,
    meta: Option<Meta>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftWeights {
    kill: Weight,
    wound: Weight,
    loss: Weight,
    later: Weight,
    r#return: Weight,
    objective: Weight,
    deny: Weight,
    tempo: Weight,
    aura: Weight,
    cohesion: Weight,
    screen: Weight,
    hazard: Weight,
    engage: Option<Weight>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftHabits {
    overlooks: Option<Weight>,
    nearest: Option<Weight>,
    forgets: Option<Weight>,
    fixates: Option<Weight>,
    neglects: Option<Weight>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftJudgement {
    strike_first: Option<Weight>,
    deterrence: Option<Weight>,
    reply: Option<Weight>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftPlayouts {
    rounds: toml::Spanned<u16>,
}

type Weight = toml::Spanned<f64>;

/// The highest level.
pub const HIGHEST: u8 = 5;

/// For how many rounds after this one playouts go on, if a profile says nothing else, and at most.
const PLAYOUT_ROUNDS: (u16, u16) = (1, 3);

/// The largest weight a profile may give.
const HEAVIEST: f64 = 100.0;

/// A number from 0 to 1 that a profile names, or what it is otherwise.
fn share(source: &Source, name: &str, share: Option<Weight>, usual: f64) -> Result<f64, Fault> {
    let Some(share) = share else {
        return Ok(usual);
    };
    let value = *share.get_ref();
    if (0.0..=1.0).contains(&value) {
        return Ok(value);
    }
    Err(source.fault(
        share.span(),
        format!("{name} is {value}; it must be from 0 to 1"),
    ))
}

impl DraftJudgement {
    fn read(self, source: &Source) -> Result<Judgement, Fault> {
        let usual = Judgement::USUAL;
        let share = |name, value, usual| share(source, name, value, usual);
        Ok(Judgement {
            strike_first: share("strike_first", self.strike_first, usual.strike_first)?,
            deterrence: share("deterrence", self.deterrence, usual.deterrence)?,
            reply: share("reply", self.reply, usual.reply)?,
        })
    }
}

impl DraftPlayouts {
    fn read(self, source: &Source) -> Result<u16, Fault> {
        let (usual, most) = PLAYOUT_ROUNDS;
        let rounds = *self.rounds.get_ref();
        if (usual..=most).contains(&rounds) {
            return Ok(rounds);
        }
        Err(source.fault(
            self.rounds.span(),
            format!("rounds is {rounds}; it must be from {usual} to {most}"),
        ))
    }
}

impl DraftHabits {
    fn read(self, source: &Source) -> Result<Habits, Fault> {
        let share = |name, value| share(source, name, value, 0.0);
        Ok(Habits {
            overlooks: share("overlooks", self.overlooks)?,
            nearest: share("nearest", self.nearest)?,
            forgets: share("forgets", self.forgets)?,
            fixates: share("fixates", self.fixates)?,
            neglects: share("neglects", self.neglects)?,
        })
    }
}

impl Profile {
    /// Reads a profile.
    ///
    /// # Errors
    /// What is wrong in it, and where.
    pub fn read(source: &Source) -> Result<Profile, Fault> {
        source.check_format("profile", 1)?;
        let draft: Draft = source.parse()?;
        source.version(&draft.format, "profile", 1)?;
        let name = draft.name.get_ref();
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
        if name.is_empty() || !name.chars().all(plain) {
            return Err(source.fault(
                draft.name.span(),
                format!("name {name:?} may have only lower-case letters, digits, - and _"),
            ));
        }
        let w = draft.weights;
        // In the order of `Part`.
        let listed = [
            w.kill,
            w.wound,
            w.loss,
            w.later,
            w.r#return,
            w.objective,
            w.deny,
            w.tempo,
            w.aura,
            w.cohesion,
            w.screen,
            w.hazard,
            w.engage.unwrap_or_else(|| toml::Spanned::new(0..0, 0.0)),
        ];
        let mut weights = [0.0; Part::WEIGHED];
        for ((to, from), part) in weights.iter_mut().zip(&listed).zip(Part::NAMES) {
            let value = *from.get_ref();
            if !(0.0..=HEAVIEST).contains(&value) {
                return Err(source.fault(
                    from.span(),
                    format!("the weight {part} is {value}; it must be from 0 to {HEAVIEST}"),
                ));
            }
            *to = value;
        }
        let level = match draft.level {
            Some(level) if !(1..=HIGHEST).contains(level.get_ref()) => {
                return Err(source.fault(
                    level.span(),
                    format!(
                        "the level is {}; it must be from 1 to {HIGHEST}",
                        level.get_ref()
                    ),
                ));
            }
            level => level.map(toml::Spanned::into_inner),
        };
        Ok(Profile {
            level,
            nerve: draft.nerve,
            habits: draft
                .habits
                .map_or(Ok(Habits::NONE), |habits| habits.read(source))?,
            judgement: draft
                .judgement
                .map_or(Ok(Judgement::USUAL), |judgement| judgement.read(source))?,
            playout_rounds: draft
                .playouts
                .map_or(Ok(PLAYOUT_ROUNDS.0), |playouts| playouts.read(source))?,
            name: draft.name.into_inner(),
            about: draft.about,
            meta: draft.meta,
            weights,
        })
    }

    /// The weights with their names, in the order of the terms.
    pub fn weights(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        Part::NAMES.into_iter().zip(self.weights)
    }

    /// Which terms have these names, in the order of the terms given.
    ///
    /// # Errors
    /// A term there is not; says which there are.
    pub fn terms(names: &[impl AsRef<str>]) -> Result<Vec<usize>, String> {
        let known = &Part::NAMES[..Part::WEIGHED];
        let of = |name: &str| {
            let at = known.iter().position(|term| *term == name);
            at.ok_or_else(|| format!("unknown term {name:?}; the terms are {}", known.join(", ")))
        };
        names.iter().map(|name| of(name.as_ref())).collect()
    }

    /// The same character that does not care about these terms.
    ///
    /// # Errors
    /// A term there is not; says which there are.
    pub fn ignoring(self, terms: &[&str]) -> Result<Profile, String> {
        let mut weights = self.weights;
        for at in Self::terms(terms)? {
            weights[at] = 0.0;
        }
        Ok(Profile { weights, ..self })
    }

    /// The same character with other weights, in the order of the terms; each is kept within
    /// what a file may say, and to four digits, so that what is written is what played.
    ///
    /// # Panics
    /// When there are not as many as there are terms.
    pub fn weighing(self, weights: &[f64]) -> Profile {
        assert_eq!(weights.len(), Part::WEIGHED, "a weight a term");
        let mut kept = [0.0; Part::WEIGHED];
        for (to, from) in kept.iter_mut().zip(weights) {
            *to = (from.clamp(0.0, HEAVIEST) * 10_000.0).round() / 10_000.0;
        }
        Profile {
            weights: kept,
            ..self
        }
    }

    /// The same character with other assumptions about fights.
    pub fn judging(self, judgement: Judgement) -> Profile {
        Profile { judgement, ..self }
    }

    /// The same character to whom these parts count so many times as much.
    pub fn scaled(mut self, factors: &[(Part, f64)]) -> Profile {
        for (part, factor) in factors {
            self.weights[*part as usize] *= factor;
        }
        self
    }

    /// Its file.
    pub fn text(&self) -> String {
        let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
        let mut text = format!(
            "format = \"skirmish-profile/1\"\nname = {}\nabout = {}\n{}{}\n# How much each term of the score counts. All terms are in points; 1 is the normal weight.\n[weights]\n",
            quoted(&self.name),
            quoted(&self.about),
            self.level
                .map_or(String::new(), |level| format!("level = {level}\n")),
            if self.nerve { "nerve = true\n" } else { "" }
        );
        for (name, weight) in self.weights() {
            text += &format!("{name} = {weight:?}\n");
        }
        text += &self.habits.text();
        text += &self.judgement.text();
        if self.playout_rounds != PLAYOUT_ROUNDS.0 {
            text += &format!("\n[playouts]\nrounds = {}\n", self.playout_rounds);
        }
        if let Some(meta) = &self.meta {
            text += &format!(
                "\n[meta]\nfrom = {}\ntuned_by = {}\ngames = {}\nelo = {:?}\nelo95 = [{:?}, {:?}]\n",
                quoted(&meta.from),
                meta.tuned_by,
                meta.games,
                meta.elo,
                meta.elo95.0,
                meta.elo95.1
            );
        }
        text
    }

    /// The nerve of the force that it plays; steady if it does not heed it.
    pub(in crate::ai) fn nerve_of(&self, view: &View) -> Nerve {
        match self.nerve {
            true => view.game.sides()[view.side.index()].nerve,
            false => Nerve::Steady,
        }
    }

    /// How much a part counts.
    pub fn weight(&self, part: Part) -> f64 {
        self.weights[part as usize]
    }

    /// The same character that does not care about a part.
    pub fn without(mut self, parts: &[Part]) -> Self {
        for part in parts {
            self.weights[*part as usize] = 0.0;
        }
        self
    }

    /// Only damage counts, and getting where damage can be done.
    pub fn greedy() -> Self {
        let mut weights = [0.0; Part::WEIGHED];
        weights[Part::Kill as usize] = 1.0;
        weights[Part::Wound as usize] = 1.0;
        weights[Part::Tempo as usize] = 0.25;
        Profile {
            name: "greedy".into(),
            about: "looks only at the expected damage of its next action".into(),
            meta: None,
            weights,
            level: None,
            habits: Habits::NONE,
            judgement: Judgement::USUAL,
            playout_rounds: PLAYOUT_ROUNDS.0,
            nerve: false,
        }
    }
}

/// The profiles that ship with the program.
///
/// # Panics
/// When one of them is not a profile, which a test rules out.
pub fn profiles() -> &'static [Profile] {
    static READ: LazyLock<Vec<Profile>> = LazyLock::new(|| {
        let read = |(name, text): &(&str, &str)| {
            Profile::read(&Source::new(format!("ai/{name}.toml"), *text))
                .unwrap_or_else(|fault| panic!("{fault}"))
        };
        SHIPPED.iter().map(read).collect()
    });
    &READ
}
