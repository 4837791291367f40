//! What a ruleset says about a force that is being made.

use super::Muster;
use crate::battle::{Appearance, Finding, HalfPoints, KeyKind, Severity};
use crate::rules::ForceSummary;
use crate::source::{Fault, Source};
use toml_edit::{DocumentMut, Item};

/// The name under which faults are reported.
const NAME: &str = "force";

/// What is wrong or doubtful.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How bad.
    pub severity: Severity,
    /// What, a sentence.
    pub what: String,
}

/// What a ruleset says about a force.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// What all of it costs, as far as it can be read.
    pub points: HalfPoints,
    /// How many figures it has.
    pub figures: usize,
    /// What one of each `[[figure]]` costs; `None`: it cannot be read.
    pub each: Vec<Option<HalfPoints>>,
    /// What one of each `[[figure]]` looks like; a plain person where it cannot be read.
    pub looks: Vec<Appearance>,
    /// What is wrong or doubtful about each `[[figure]]`.
    pub about: Vec<Vec<Verdict>>,
    /// What is wrong or doubtful about the whole.
    pub whole: Vec<Verdict>,
}

impl Judged {
    /// Whether a battle could be fought with it.
    pub fn is_sound(&self) -> bool {
        let mut all = self.about.iter().flatten().chain(&self.whole);
        !all.any(|v| v.severity == Severity::Error)
    }
}

/// What a word costs a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Price {
    /// So many points more (or fewer).
    Costs(HalfPoints),
    /// It cannot be said, and why not.
    No(String),
}

impl Muster {
    fn ask(&self, text: String, rules: Option<&Source>) -> Result<ForceSummary, Fault> {
        self.rules.force(&Source::new(NAME, text), rules)
    }

    /// The file with one figure alone, without what ties it to the others or to a budget.
    fn alone(&self, figure: usize, words: Option<&str>) -> String {
        let mut doc = self.without_budget();
        if let Some(tables) = doc.get_mut("figure").and_then(Item::as_array_of_tables_mut) {
            let mut table = tables.get(figure).cloned().unwrap_or_default();
            table.remove("count");
            for key in self.sheet.keys.iter().filter(|k| k.kind == KeyKind::Figure) {
                table.remove(key.name);
            }
            if let Some(words) = words {
                table["is"] = toml_edit::value(words);
            }
            tables.clear();
            tables.push(table);
        }
        doc.to_string()
    }

    fn without_budget(&self) -> DocumentMut {
        let mut doc = self.doc.clone();
        for key in &self.sheet.head {
            doc.remove(key.name);
        }
        doc
    }

    /// A figure's words as the ruleset spells them.
    pub(super) fn spelled(&self, figure: usize) -> Option<String> {
        let alone = self.ask(self.alone(figure, None), None).ok()?;
        alone.figures.into_iter().next().map(|f| f.words)
    }

    /// What changing a word would cost a figure, each of as many as there are of it.
    pub fn price(&self, figure: usize, word: &str, rules: Option<&Source>) -> Price {
        let words = self.toggled(figure, word);
        let mut after = self.clone();
        after.set_words(figure, &words);
        let total = |muster: &Muster| muster.ask(muster.without_budget().to_string(), rules);
        if let Ok(before) = total(self) {
            let many = i32::try_from(self.count(figure)).unwrap_or(1).max(1);
            return match total(&after) {
                Ok(after) => Price::Costs(HalfPoints((after.points - before.points).0 / many)),
                Err(fault) => Price::No(fault.what),
            };
        }
        // something else is wrong with the force: the figure by itself tells
        let before = self.ask(self.alone(figure, None), rules);
        match (before, self.ask(self.alone(figure, Some(&words)), rules)) {
            (Ok(before), Ok(after)) => Price::Costs(after.points - before.points),
            (Err(_), Ok(after)) => Price::Costs(after.points),
            (_, Err(fault)) => Price::No(fault.what),
        }
    }

    /// What the ruleset says about the force.
    pub fn judge(&self, rules: Option<&Source>) -> Judged {
        let text = self.text();
        let starts = starts(&text);
        let mut judged = Judged {
            each: vec![None; self.len()],
            looks: vec![Appearance::default(); self.len()],
            about: vec![Vec::new(); self.len()],
            ..Judged::default()
        };
        for figure in 0..self.len() {
            let many = self.count(figure);
            match self.ask(self.alone(figure, None), rules) {
                Ok(alone) => {
                    if let Some(one) = alone.figures.first() {
                        judged.each[figure] = Some(one.points);
                        judged.looks[figure] = one.appearance;
                    }
                    judged.points += alone.points * i32::try_from(many).unwrap_or(0);
                }
                Err(fault) => judged.about[figure].push(Verdict {
                    severity: Severity::Error,
                    what: fault.what,
                }),
            }
            judged.figures += many as usize;
        }
        match self.ask(text, rules) {
            Ok(force) => {
                judged.points = force.points;
                judged.figures = force.figures.len();
                for finding in &force.findings {
                    let verdict = Verdict {
                        severity: finding.severity,
                        what: format!("{}: {}", finding.what, finding.mend),
                    };
                    judged.place(line_of(finding), &starts, verdict);
                }
            }
            Err(fault) => {
                let verdict = Verdict {
                    severity: Severity::Error,
                    what: fault.what,
                };
                judged.place(fault.at.map(|at| at.0), &starts, verdict);
            }
        }
        judged
    }
}

impl Judged {
    /// Puts a verdict where it belongs.
    fn place(&mut self, line: Option<usize>, starts: &[usize], verdict: Verdict) {
        let figure = line.and_then(|line| starts.iter().rposition(|start| *start <= line));
        let list = match figure.and_then(|i| self.about.get_mut(i)) {
            Some(list) => list,
            None => &mut self.whole,
        };
        if !list.contains(&verdict) {
            list.push(verdict);
        }
    }
}

/// The lines on which the figures begin.
fn starts(text: &str) -> Vec<usize> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| line.trim_start().starts_with("[[figure]]"))
        .map(|(i, _)| i + 1)
        .collect()
}

/// The line a finding is about: of `file:line:column`.
fn line_of(finding: &Finding) -> Option<usize> {
    let rest = finding.place.strip_prefix(NAME)?.strip_prefix(':')?;
    rest.split(':').next()?.parse().ok()
}
