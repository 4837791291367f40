//! Force files: figures in words, their costs, and what is doubtful about them (P1–P6).

use super::unit::{Armour, Edition, Kind, Level, Power, Trait, Traits};
use super::words::{cost, spell, support_named, unknown_support, words_of};
use super::{Config, Unit};
use crate::battle::{Finding, Force, ForceFigure, HalfPoints, Nerve, Samples, Severity};
use crate::source::{Fault, Source};
use serde::Deserialize;
use std::ops::Range;
use toml::Spanned;

/// The most figures a force may have.
pub const MOST_FIGURES: usize = 200;

/// The most seats a figure may have.
pub const MOST_SEATS: u8 = 50;

/// The sample forces (P5): (file stem, text).
pub const FORCES: Samples = samples!["forces":
    "medieval-infantry",
    "dwarves",
    "elves",
    "orcs",
    "undead",
    "fantasy-adventurers",
    "bandits",
    "zombies",
    "survivors",
    "modern-infantry",
    "justice-team",
    "mightiest-heroes",
    "star-soldiers",
    "bug-aliens",
];

/// The sample forces of 2017 (E4): (file stem, text).
pub const FORCES_2017: Samples = samples!["forces2017":
    "border-fort",
    "raiders",
    "castle-guard",
    "siege-train",
    "rifle-section",
    "armoured-column",
    "moon-base",
    "monster-hunters",
];

/// A force file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    format: Spanned<String>,
    ruleset: Option<Spanned<String>>,
    name: Spanned<String>,
    #[serde(rename = "notes")]
    _notes: Option<String>,
    #[serde(default)]
    nerve: Nerve,
    points: Option<Spanned<u32>>,
    #[serde(default)]
    figure: Vec<Spanned<FigureDraft>>,
}

/// A `[[figure]]` as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FigureDraft {
    name: Spanned<String>,
    count: Option<Spanned<u32>>,
    is: Spanned<String>,
    support: Option<Spanned<String>>,
    size: Option<Spanned<u8>>,
    seats: Option<Spanned<u8>>,
    carries: Option<Spanned<bool>>,
    #[serde(default)]
    swims: bool,
    #[serde(default)]
    boat: bool,
    #[serde(default)]
    fearless: bool,
    #[serde(default)]
    summon_waits: bool,
    #[serde(default)]
    skills: Vec<String>,
    mounted_on: Option<Spanned<String>>,
    #[serde(rename = "notes")]
    _notes: Option<String>,
}

/// Reads a force file (P6).
///
/// # Errors
/// What is wrong in it, and where.
pub fn read(source: &Source, config: &Config) -> Result<Force<Unit>, Fault> {
    source.check_format("force", 1)?;
    let draft: Draft = source.parse()?;
    source.version(&draft.format, "force", 1)?;
    let edition = config.edition();
    let said = draft.ruleset.as_ref().map(|r| r.get_ref().as_str());
    if said.unwrap_or(Edition::Grid.name()) != edition.name() {
        let ruleset = draft.ruleset.as_ref().unwrap_or(&draft.name);
        let said = said.unwrap_or(Edition::Grid.name());
        let what = format!(
            "this force is for the ruleset {said:?}, but the battle uses {:?}",
            edition.name()
        );
        return Err(source.fault(ruleset.span(), what));
    }
    if draft.name.get_ref().trim().is_empty() {
        return Err(source.fault(draft.name.span(), "the name of the force is empty"));
    }
    let mut reading = Reading {
        source,
        config,
        figures: Vec::new(),
        findings: Vec::new(),
        commander: false,
    };
    let mut whose: Vec<Range<usize>> = Vec::new();
    for (i, figure) in draft.figure.iter().enumerate() {
        let name = &figure.get_ref().name;
        if draft.figure[..i]
            .iter()
            .any(|f| f.get_ref().name.get_ref() == name.get_ref())
        {
            let what = format!(
                "two figures are named {:?}; use count for equal figures, and another name for different ones",
                name.get_ref()
            );
            return Err(source.fault(name.span(), what));
        }
        reading.figure(figure.get_ref())?;
        whose.resize(reading.figures.len(), name.span());
    }
    if reading.figures.is_empty() {
        return Err(
            source.fault_somewhere("the force has no figures; add a [[figure]] with name and is")
        );
    }
    if config.commander_required
        && let Some((what, mend)) = reading.missing_commander()
    {
        return Err(source.fault(draft.name.span(), format!("{what}; {mend}")));
    }
    reading.mount(&draft)?;
    reading.doubts(&whose);
    let points: HalfPoints = reading.figures.iter().map(|f| f.points).sum();
    if let Some(listed) = &draft.points
        && config.points
    {
        reading.within(listed, points)?;
    }
    Ok(Force {
        name: draft.name.into_inner(),
        nerve: draft.nerve,
        figures: reading.figures,
        points,
        findings: reading.findings,
    })
}

/// A force while it is read.
struct Reading<'a> {
    source: &'a Source,
    config: &'a Config,
    figures: Vec<ForceFigure<Unit>>,
    findings: Vec<Finding>,
    commander: bool,
}

impl Reading<'_> {
    /// Compares what the figures cost with the points that the file allows.
    ///
    /// # Errors
    /// They cost more.
    fn within(&mut self, listed: &Spanned<u32>, points: HalfPoints) -> Result<(), Fault> {
        let listed_points = i32::try_from(*listed.get_ref()).unwrap_or(i32::MAX / 2);
        let budget = HalfPoints::whole(listed_points);
        if points > budget {
            let what = format!(
                "the figures cost {} points, but the force may cost only {}",
                points.written(),
                budget.written()
            );
            return Err(self.source.fault(listed.span(), what));
        }
        if points < budget {
            let left = (budget - points).written();
            let what = format!("{left} of its points are not spent");
            self.doubt(listed.span(), what, "buy something, or lower points");
        }
        Ok(())
    }
    fn doubt(&mut self, span: Range<usize>, what: String, mend: &str) {
        let (line, column) = self.source.line_column(span.start);
        self.findings.push(Finding {
            severity: Severity::Warning,
            place: format!("{}:{line}:{column}", self.source.name),
            what,
            mend: mend.into(),
        });
    }

    /// Reads one `[[figure]]` and adds as many as it says.
    fn figure(&mut self, draft: &FigureDraft) -> Result<(), Fault> {
        let source = self.source;
        if draft.name.get_ref().trim().is_empty() {
            return Err(source.fault(draft.name.span(), "the name of the figure is empty"));
        }
        let edition = self.config.edition();
        let mut unit = words_of(draft.is.get_ref(), edition).map_err(|(byte, what)| {
            let at = place_in(source, &draft.is, byte);
            source.fault(at..at, what)
        })?;
        let count = match &draft.count {
            None => 1,
            Some(count) if *count.get_ref() == 0 => {
                return Err(source.fault(
                    count.span(),
                    "count is 0; it must be at least 1, or remove the figure",
                ));
            }
            Some(count) => *count.get_ref() as usize,
        };
        if self.figures.len() + count > MOST_FIGURES {
            let span = draft
                .count
                .as_ref()
                .map_or(draft.name.span(), Spanned::span);
            let what = format!("a force has at most {MOST_FIGURES} figures");
            return Err(source.fault(span, what));
        }
        if unit.commander && (self.commander || count > 1) {
            let at = word_at(source, &draft.is, "commander");
            return Err(source.fault(
                at..at,
                "a force has only one commander, and this is a second one",
            ));
        }
        self.commander |= unit.commander;
        self.toggles(draft, &mut unit)?;
        self.extras(draft, &mut unit)?;
        let heroes = self
            .figures
            .iter()
            .filter(|f| f.unit.kind == Kind::Hero)
            .count();
        let most = self.config.heroes as usize;
        if unit.kind == Kind::Hero && most > 0 && heroes + count > most {
            let at = word_at(source, &draft.is, "hero");
            let what = format!("too many heroes: these rules allow {most} in a force");
            return Err(source.fault(at..at, what));
        }
        unit.cost = match edition {
            Edition::Of2017 if !self.config.points => HalfPoints::ONE,
            _ => cost(&unit),
        };
        for _ in 0..count {
            self.figures.push(ForceFigure {
                name: draft.name.get_ref().clone(),
                aboard: None,
                words: spell(&unit),
                appearance: unit.appearance(),
                size: unit.size,
                points: unit.cost,
                unit: unit.clone(),
            });
        }
        Ok(())
    }

    /// What the rules leave out of a figure (R11).
    fn toggles(&mut self, draft: &FigureDraft, unit: &mut Unit) -> Result<(), Fault> {
        let name = draft.name.get_ref();
        if unit.kind == Kind::Mook && !self.config.mooks {
            let at = word_at(self.source, &draft.is, "mook");
            return Err(self.source.fault(
                at..at,
                "these rules have no mooks; use troop, or set mooks = true in the rules",
            ));
        }
        if unit.commander && !self.config.commanders {
            let at = word_at(self.source, &draft.is, "commander");
            return Err(self.source.fault(at..at, "these rules have no commanders; remove the word, or set commanders = true in the rules"));
        }
        if unit.traits.count() > 0 && !self.config.traits {
            unit.traits = Traits::default();
            self.doubt(
                draft.is.span(),
                format!("traits of {name} have no effect: these rules do not use traits"),
                "remove the traits, or set traits = true in the rules",
            );
        }
        if unit.powers != [Level::None; 5] && !self.config.super_powers {
            unit.powers = [Level::None; 5];
            self.doubt(
                draft.is.span(),
                format!(
                    "super powers of {name} have no effect: these rules do not use super powers"
                ),
                "remove the super powers, or set super_powers = true in the rules",
            );
        }
        Ok(())
    }

    /// The keys beside the words.
    fn extras(&mut self, draft: &FigureDraft, unit: &mut Unit) -> Result<(), Fault> {
        let source = self.source;
        let name = draft.name.get_ref();
        if let Some(support) = &draft.support {
            unit.support = support_named(support.get_ref())
                .ok_or_else(|| source.fault(support.span(), unknown_support(support.get_ref())))?;
            if self.config.traits && !unit.has(Trait::Support) {
                let what = format!("{name} does not have the trait Support, which this key needs");
                return Err(source.fault(support.span(), what));
            }
        }
        if let Some(size) = &draft.size {
            if !(1..=3).contains(size.get_ref()) {
                return Err(source.fault(size.span(), "size must be 1, 2 or 3"));
            }
            unit.size = *size.get_ref();
            if unit.kind == Kind::Cavalry && unit.size > 1 {
                unit.seats = 2;
            }
        }
        if let Some(seats) = &draft.seats {
            if (unit.kind.is_guy() || unit.is_building()) && *seats.get_ref() > 0 {
                let what = format!(
                    "a {} has no seats; only cavalry and vehicles have",
                    unit.kind.name()
                );
                return Err(source.fault(seats.span(), what));
            }
            if *seats.get_ref() > MOST_SEATS {
                let what = format!("a figure has at most {MOST_SEATS} seats");
                return Err(source.fault(seats.span(), what));
            }
            unit.seats = *seats.get_ref();
        }
        if let Some(carries) = &draft.carries {
            if *carries.get_ref() && unit.kind != Kind::Vehicle {
                let what = "only vehicles can carry cavalry and smaller vehicles";
                return Err(source.fault(carries.span(), what));
            }
            unit.carries_mounts = *carries.get_ref();
        }
        unit.swims |= draft.swims;
        if draft.boat && !matches!(unit.kind, Kind::Cavalry | Kind::Vehicle) {
            let what = format!("{name} cannot be a boat; only cavalry and vehicles can");
            return Err(source.fault(draft.name.span(), what));
        }
        unit.boat |= draft.boat;
        unit.fearless = draft.fearless;
        unit.summon_waits = draft.summon_waits;
        unit.skills = draft
            .skills
            .iter()
            .map(|s| s.trim().to_lowercase())
            .collect();
        Ok(())
    }

    /// Puts those aboard that begin aboard (M2): of several like mounts, the emptiest first.
    fn mount(&mut self, draft: &Draft) -> Result<(), Fault> {
        let source = self.source;
        let mut taken = vec![0u8; self.figures.len()];
        let mut next = 0;
        for figure in draft.figure.iter().map(Spanned::get_ref) {
            let count = figure.count.as_ref().map_or(1, |c| *c.get_ref() as usize);
            let mine = next..next + count;
            next += count;
            let Some(on) = &figure.mounted_on else {
                continue;
            };
            let fault = |what: String| source.fault(on.span(), what);
            let mounts: Vec<usize> = (0..self.figures.len())
                .filter(|i| self.figures[*i].name == *on.get_ref())
                .collect();
            let Some(first) = mounts.first() else {
                return Err(fault(format!(
                    "mounted_on names {:?}, but this force has no such figure",
                    on.get_ref()
                )));
            };
            let (rider, mount) = (&self.figures[mine.start].unit, &self.figures[*first].unit);
            if mount.kind.is_guy() || mount.is_building() {
                return Err(fault(format!(
                    "{} cannot carry other figures",
                    on.get_ref()
                )));
            }
            if !carries(mount, rider) {
                return Err(fault(format!(
                    "{} cannot carry a {}",
                    on.get_ref(),
                    rider.kind.name()
                )));
            }
            for i in mine {
                let free = mounts
                    .iter()
                    .copied()
                    .filter(|m| taken[*m] < self.figures[*m].unit.seats)
                    .min_by_key(|m| (taken[*m], *m));
                let Some(mount) = free else {
                    return Err(fault(format!("{} has no free seat", on.get_ref())));
                };
                taken[mount] += 1;
                self.figures[i].aboard = Some(mount);
            }
        }
        Ok(())
    }

    /// What is wrong if the force has no commander (P4).
    fn missing_commander(&self) -> Option<(&'static str, &'static str)> {
        let guys = self.figures.iter().any(|f| f.unit.kind.is_guy());
        let lacks = self.config.commanders && !self.commander && guys;
        lacks.then_some((
            "the force has no commander",
            "add the word commander to a hero or troop; a hero commander wears heavy armour for free",
        ))
    }

    /// What is doubtful (P6).
    fn doubts(&mut self, whose: &[Range<usize>]) {
        self.doubts_of_figures(whose);
        self.doubts_of_whole(whose);
    }

    /// What is doubtful about single figures: abilities that have no effect.
    fn doubts_of_figures(&mut self, whose: &[Range<usize>]) {
        let mut i = 0;
        while i < self.figures.len() {
            let ForceFigure { name, unit, .. } = self.figures[i].clone();
            let span = whose[i].clone();
            if unit.automatic && !unit.distance {
                self.doubt(
                    span.clone(),
                    format!("{name} has automatic fire, but no distance attack"),
                    "add distance, or remove automatic fire",
                );
            }
            if unit.power(Power::Blast) != Level::None && !unit.distance {
                self.doubt(
                    span.clone(),
                    format!("{name} has Super-Blast, but no distance attack"),
                    "add distance, or remove Super-Blast",
                );
            }
            if unit.armour == Armour::None {
                let what = match (unit.has(Trait::Tough), unit.power(Power::Armour)) {
                    (true, _) => Some("Tough"),
                    (false, Level::None) => None,
                    (false, _) => Some("Super-Armor"),
                };
                if let Some(what) = what {
                    self.doubt(
                        span,
                        format!("{name} has {what}, but no armour"),
                        "add light armour or heavy armour",
                    );
                }
            }
            i += self.figures[i..]
                .iter()
                .take_while(|f| f.name == name)
                .count();
        }
    }

    /// What is doubtful about the force as a whole.
    fn doubts_of_whole(&mut self, whose: &[Range<usize>]) {
        let count = |wanted: &dyn Fn(&Unit) -> bool| {
            self.figures.iter().filter(|f| wanted(&f.unit)).count()
        };
        let mooks = count(&|u| u.kind == Kind::Mook);
        let troops = count(&|u| u.kind == Kind::Troop);
        let riders = count(&|u| u.kind.is_guy());
        let mount = |u: &Unit| matches!(u.kind, Kind::Cavalry | Kind::Vehicle);
        let lead = |u: &Unit| mount(u) && !u.has(Trait::Independent);
        let mounts = count(&|u| lead(u) && u.seats > 0);
        let empty = self
            .figures
            .iter()
            .position(|f| lead(&f.unit) && f.unit.seats == 0);
        let first = |wanted: &dyn Fn(&Unit) -> bool| {
            whose[self
                .figures
                .iter()
                .position(|f| wanted(&f.unit))
                .unwrap_or(0)]
            .clone()
        };
        let heroes = count(&|u| u.kind == Kind::Hero);
        let headless = self.config.heroes > 0 && heroes == 0 && riders > 0;
        let guy_at = first(&|u| u.kind.is_guy());
        let (mook_at, mount_at) = (first(&|u| u.kind == Kind::Mook), first(&lead));
        if let Some(i) = empty {
            let what = format!(
                "{} can never move: it has no seat for a rider and is not Independent",
                self.figures[i].name
            );
            self.doubt(
                whose[i].clone(),
                what,
                "give it a seat, or the trait Independent",
            );
        }
        if mounts > riders {
            self.doubt(
                mount_at,
                format!(
                    "{mounts} mounts need a rider, but there are only {riders} guys; some mounts can never move"
                ),
                "add guys, or give mounts the trait Independent",
            );
        }
        if let Some((what, mend)) = self.missing_commander() {
            self.doubt(guy_at.clone(), what.into(), mend);
        }
        if headless {
            self.doubt(
                guy_at,
                "the force has no hero".into(),
                "make one of its guys the hero",
            );
        }
        let (number, least, most) = (
            self.figures.len(),
            self.config.figures_least as usize,
            self.config.figures_most as usize,
        );
        if number < least || most > 0 && number > most {
            self.doubt(
                whose[0].clone(),
                format!("the force has {number} figures; {least} to {most} are usual"),
                "add or remove figures, or ignore this",
            );
        }
        if mooks > troops {
            self.doubt(
                mook_at,
                format!("the force has more mooks ({mooks}) than troops ({troops})"),
                "take at least as many troops as mooks",
            );
        }
    }
}

/// Whether one can be aboard of the other (M2).
pub fn carries(mount: &Unit, rider: &Unit) -> bool {
    if mount.kind.is_guy() || mount.seats == 0 {
        return false;
    }
    match rider.kind {
        Kind::Building => false,
        kind if kind.is_guy() => true,
        Kind::Cavalry => mount.carries_mounts && mount.size >= rider.size,
        _ => mount.carries_mounts && mount.size > rider.size,
    }
}

/// The byte of the file where a byte of a string's value stands.
fn place_in(source: &Source, value: &Spanned<String>, byte: usize) -> usize {
    let span = value.span();
    let raw = &source.text[span.clone()];
    let mut open = 1;
    if raw.starts_with("\"\"\"") || raw.starts_with("'''") {
        open = 3;
        open += raw[3..].find('\n').map_or(0, |i| {
            if raw[3..3 + i].trim_end_matches('\r').is_empty() {
                i + 1
            } else {
                0
            }
        });
    }
    let same = raw.get(open..open + value.get_ref().len()) == Some(value.get_ref().as_str());
    if same {
        span.start + open + byte
    } else {
        span.start
    }
}

/// The byte of the file where a word of a figure's words begins.
fn word_at(source: &Source, value: &Spanned<String>, word: &str) -> usize {
    let byte = value.get_ref().to_lowercase().find(word).unwrap_or(0);
    place_in(source, value, byte)
}
