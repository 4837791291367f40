//! `skirmish odds`: the exact probabilities of an attack, and the numbers behind them.

use super::{Ended, Exit, Failure, output};
use crate::battle::{Place, Target, Word};
use crate::rules::duel::{self, Duel};
use crate::rules::{Policy, Rules};
use crate::source::Source;
use crate::store::library;
use crate::store::options::{self, BattleOptions};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

/// Which side rerolls a failed roll.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum Rerolls {
    /// The attacker rerolls a miss
    Attacker,
    /// The target rerolls a failed armour roll
    Defender,
}

/// Exact probabilities of one attack, and the numbers behind them
#[derive(Clone, Debug, Args)]
pub struct OddsArgs {
    /// The attacker in words of force files: "hero, distance, automatic fire, Sharpshooter"; a state
    /// may follow, such as "soldier, moved" in plastic
    #[arg(
        long,
        value_name = "WORDS",
        required_unless_present = "on",
        requires = "target"
    )]
    pub attacker: Option<String>,
    /// The target in words of force files: "troop, light armour"; a state may follow, such as "small,
    /// on guard" in violence, and more of its squad: "soldier, squad 1, and 3 more"
    #[arg(long, value_name = "WORDS", requires = "attacker")]
    pub target: Option<String>,
    /// Attack hand to hand from the next space, instead of at a distance
    #[arg(long)]
    pub hand_to_hand: bool,
    /// The target is in cover
    #[arg(long)]
    pub cover: bool,
    /// Distance in spaces; it matters in some rulesets only
    #[arg(long, value_name = "SPACES", default_value_t = duel::APART, value_parser = clap::value_parser!(u32).range(1..=i64::from(duel::FARTHEST)))]
    pub apart: u32,
    /// Ruleset
    #[arg(long, value_name = "R")]
    pub ruleset: Option<String>,
    /// Rules file that changes numbers and switches of the ruleset
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// Change one number or switch of the rules, such as cover_need=5; may be repeated
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    pub changes: Vec<String>,
    /// Side that rerolls a failed roll once; may be given for both sides
    #[arg(long, value_enum)]
    pub reroll: Vec<Rerolls>,
    /// Scenario with placed figures, instead of words
    #[arg(long, value_name = "SCENARIO", conflicts_with_all = ["attacker", "target"], requires_all = ["by", "at"])]
    pub on: Option<String>,
    /// The attacking figure in the scenario, such as 1.3
    #[arg(long, value_name = "FIGURE", requires = "on")]
    pub by: Option<String>,
    /// The figure that is attacked, such as 2.1
    #[arg(long, value_name = "FIGURE", requires = "on")]
    pub at: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

impl OddsArgs {
    /// The rerolls that the options ask for.
    pub fn policy(&self) -> Policy {
        Policy {
            attacker_rerolls: self.reroll.contains(&Rerolls::Attacker),
            target_rerolls: self.reroll.contains(&Rerolls::Defender),
        }
    }
}

/// Runs `skirmish odds`.
///
/// # Errors
/// If the words, the rules or the scenario are wrong.
pub fn run(args: &OddsArgs) -> Ended {
    let (sheet, names) = match &args.on {
        Some(scenario) => on_board(args, scenario)?,
        None => in_words(args)?,
    };
    show(&sheet, &names, args.json, args.policy())
}

/// Attacker and target as a sentence calls them.
struct Names {
    attacker: String,
    target: String,
}

/// The kind of a figure given in words: `hero` of `hero, distance`.
fn kind(rules: Rules, words: &Option<String>) -> Option<String> {
    let parts = rules.sheet().parts;
    let kinds = parts.iter().filter(|part| part.name == "Kind");
    let kinds: Vec<&Word> = kinds.flat_map(|part| &part.words).collect();
    let words = words.as_deref().unwrap_or_default().split(',');
    let named = words.map(str::trim).find_map(|word| {
        let same = |kind: &&&Word| kind.word.eq_ignore_ascii_case(word);
        kinds.iter().find(same).map(|kind| kind.word.clone())
    });
    named.map(|kind| format!("the {kind}"))
}

/// The odds of two figures in words.
fn in_words(args: &OddsArgs) -> Result<(Value, Names), Failure> {
    let rules = match &args.rules {
        None => None,
        Some(name) => Some(library::RULES.open(name)?.source),
    };
    let ruleset = match (&args.ruleset, &rules) {
        (Some(name), _) => options::ruleset(name)?,
        (None, Some(file)) => Rules::of_force(file)?,
        (None, None) => Rules::ALL[0],
    };
    let rules = options::with_changes(ruleset, rules, &args.changes)?;
    let words =
        |option: &str, text: &Option<String>| Source::new(option, text.clone().unwrap_or_default());
    let sheet = ruleset.duel(&Duel {
        attacker: &words("--attacker", &args.attacker),
        target: &words("--target", &args.target),
        hand_to_hand: args.hand_to_hand,
        cover: args.cover,
        apart: args.apart,
        policy: args.policy(),
        rules: rules.as_ref(),
    })?;
    let name = |words, other: &str| kind(ruleset, words).unwrap_or_else(|| other.to_owned());
    let names = Names {
        attacker: name(&args.attacker, "the attacker"),
        target: name(&args.target, "the target"),
    };
    Ok((sheet, names))
}

/// The odds of two figures that a scenario has placed.
fn on_board(args: &OddsArgs, scenario: &str) -> Result<(Value, Names), Failure> {
    let options = BattleOptions {
        scenario: Some(scenario.into()),
        ruleset: args.ruleset.clone(),
        rules: args.rules.clone(),
        changes: args.changes.clone(),
        seed: Some(0),
        ..BattleOptions::default()
    };
    let game = options.setup("random")?.begin()?;
    let figure = |option: &str, name: &Option<String>| {
        let name = name.as_deref().unwrap_or_default();
        let found = game.labelled(name);
        let Some(found) = found.filter(|f| game.place(*f) == Place::On) else {
            let known: Vec<String> = game.on_board().map(|f| game.label(f)).collect();
            return Err(Failure::Message(format!(
                "{option} {name}: there is no such figure on the board; the figures are {}",
                known.join(", ")
            )));
        };
        Ok(found)
    };
    let (by, at) = (figure("--by", &args.by)?, figure("--at", &args.at)?);
    let sheets = game.sheets(by, Target::Figure(at), args.policy());
    let wanted = |sheet: &&Value| sheet["how"] == "fight";
    let sheet = if args.hand_to_hand {
        sheets.iter().find(wanted)
    } else {
        sheets.first()
    };
    let name = |figure| format!("{} ({})", game.name(figure), game.label(figure));
    let names = Names {
        attacker: name(by),
        target: name(at),
    };
    let sheet = sheet.cloned().unwrap_or_else(|| {
        json!({
            "how": null, "need": null, "dice": [], "hit": "0", "armour_need": null,
            "defeat": "0", "defeat_p": 0.0, "flee": "0", "pushed": "0", "lost": "0",
            "lines": [{ "name": "no attack", "value": "not possible from its space" }],
        })
    });
    Ok((sheet, names))
}

/// Prints the odds of an attack: as JSON, or as a sentence and lines.
fn show(sheet: &Value, names: &Names, as_json: bool, policy: Policy) -> Ended {
    let answer = sentence(sheet, names);
    let text = match sheet["ways"].as_array() {
        _ if as_json => {
            let mut sheet = sheet.clone();
            sheet["sentence"] = json!(answer);
            format!("{sheet}\n")
        }
        Some(ways) => {
            let lines = |way: &Value| {
                let how = way["how"].as_str().unwrap_or_default();
                format!("\n{how}\n{}", lines(way, policy))
            };
            let ways: Vec<String> = ways.iter().map(lines).collect();
            format!("{answer}\n{}", ways.concat())
        }
        None => format!("{answer}\n\n{}", lines(sheet, policy)),
    };
    output::print(&text)?;
    Ok(Exit::Done)
}

/// The answer in a sentence: `The hero hits in 1 of 3 attacks and defeats the troop in 2 of 9 (22 %).`
fn sentence(sheet: &Value, names: &Names) -> String {
    let Names { attacker, target } = names;
    let text = match (&sheet["ways"], &sheet["outcomes"], &sheet["how"]) {
        (_, _, Value::Null) if sheet["none"] == "out of reach" => format!(
            "{attacker} cannot attack {target}: it is out of reach, {} spaces away; the reach is {}.",
            sheet["apart"], sheet["reach"]
        ),
        (_, _, Value::Null) => format!("{attacker} cannot attack {target} from its space."),
        (Value::Array(ways), ..) => {
            let each = |way: &Value| {
                let how = way["how"].as_str().unwrap_or_default();
                format!("with a {how} it {}", effects(way, target))
            };
            let ways: Vec<String> = ways.iter().map(each).collect();
            format!("{attacker} attacks: {}.", ways.join("; "))
        }
        (_, Value::Array(_), _) => format!("{attacker} {}.", effects(sheet, target)),
        _ => {
            let [hit, defeat] = ["hit", "defeat"].map(|key| Chance::of(&sheet[key]));
            let hits = match hit.simple() {
                Some(simple) => format!("hits in {simple} attacks"),
                None => hit.says("hits", ""),
            };
            let damage = Chance::of(&sheet["wound"]);
            if damage.share > 0.0 {
                let damages = damage.says("damages", target);
                return capital(format!(
                    "{attacker} {hits}, {damages} and {}.",
                    defeat.says("defeats", "it")
                ));
            }
            format!("{attacker} {hits} and {}.", defeat.says("defeats", target))
        }
    };
    capital(text)
}

/// A sentence with a capital letter at its beginning.
fn capital(text: String) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// The effects of an attack with several outcomes: `defeats the tank in 2 of 3 (67 %)`.
fn effects(way: &Value, target: &str) -> String {
    let sum = |word: &str| {
        let outcomes = way["outcomes"].as_array().into_iter().flatten();
        let of = outcomes.filter(|o| o["outcome"].as_str().is_some_and(|o| o.starts_with(word)));
        of.map(|o| Chance::of(&o["p"])).reduce(Chance::plus)
    };
    let mut parts = Vec::new();
    for (word, verb) in [
        ("wounded", "wounds"),
        ("damaged", "damages"),
        ("defeated", "defeats"),
    ] {
        if let Some(chance) = sum(word) {
            let whom = if parts.is_empty() { target } else { "it" };
            parts.push(chance.says(verb, whom));
        }
    }
    if parts.is_empty() {
        return format!("has no effect on {target}");
    }
    parts.join(" and ")
}

/// A probability: as a fraction if its numbers are small, and as a number.
#[derive(Copy, Clone)]
struct Chance {
    fraction: Option<(u64, u64)>,
    share: f64,
}

impl Chance {
    /// The largest denominator that says something to people.
    const LARGEST: u64 = 36;

    fn of(text: &Value) -> Self {
        let text = text.as_str().unwrap_or_default();
        let (n, d) = text.split_once('/').unwrap_or((text, "1"));
        let number = |text: &str| text.parse::<f64>().unwrap_or(0.0);
        Self {
            fraction: n.parse().ok().zip(d.parse().ok()),
            share: number(n) / number(d).max(1.0),
        }
    }
    fn plus(self, other: Self) -> Self {
        let same = self.fraction.zip(other.fraction);
        let same = same.filter(|(a, b)| a.1 == b.1);
        Self {
            fraction: same.map(|(a, b)| (a.0 + b.0, a.1)),
            share: self.share + other.share,
        }
    }
    /// `1 of 3`, if the fraction is simple.
    fn simple(self) -> Option<String> {
        let (n, d) = self.fraction?;
        (d <= Self::LARGEST && n > 0 && n < d).then(|| format!("{n} of {d}"))
    }
    /// `defeats the troop in 2 of 9 (22 %)`, `never defeats the troop`.
    fn says(self, verb: &str, whom: &str) -> String {
        let done = format!("{verb} {whom}");
        let done = done.trim_end();
        // Half a percent is rounded up.
        let percent = (100.0 * self.share + 0.5).floor();
        match self.simple() {
            _ if self.share <= 0.0 => format!("never {done}"),
            _ if self.share >= 1.0 => format!("always {done}"),
            Some(simple) => format!("{done} in {simple} ({percent} %)"),
            None if self.share < 0.01 => format!("{done} in less than 1 % of attacks"),
            None if self.share > 0.99 => format!("{done} in more than 99 % of attacks"),
            None => format!("{done} in {percent} % of attacks"),
        }
    }
}

/// The odds of one way to attack, as lines.
fn lines(sheet: &Value, policy: Policy) -> String {
    let mut rows: Vec<(String, String)> = Vec::new();
    for line in sheet["lines"].as_array().into_iter().flatten() {
        let word = |key: &str| line[key].as_str().unwrap_or_default().to_string();
        rows.push((word("name"), word("value")));
    }
    let mut text = table(&rows);
    let rerolls = match (policy.attacker_rerolls, policy.target_rerolls) {
        (false, false) => "without rerolls",
        (true, false) => "the attacker rerolls a miss",
        (false, true) => "the target rerolls a failed armour roll",
        (true, true) => "both sides reroll a failure",
    };
    text.push_str(&format!("\n{rerolls}:\n"));
    let mut rows: Vec<(String, String)> = Vec::new();
    for key in ["hit", "wound", "defeat", "flee", "pushed", "lost"] {
        if let Some(chance) = sheet[key].as_str()
            && (chance != "0" || matches!(key, "hit" | "defeat"))
        {
            let name = match key {
                "wound" => "damage",
                "flee" => "attacker flees",
                "lost" => "attacker is lost",
                "pushed" => "target pushed",
                _ => key,
            };
            rows.push((name.into(), share(chance)));
        }
    }
    for outcome in sheet["outcomes"].as_array().into_iter().flatten() {
        let word = |key: &str| outcome[key].as_str().unwrap_or_default();
        rows.push((word("outcome").into(), share(word("p"))));
    }
    text.push_str(&table(&rows));
    text
}

/// A fraction with its percentage: `2/9  22.22 %`.
fn share(fraction: &str) -> String {
    let (n, d) = fraction.split_once('/').unwrap_or((fraction, "1"));
    let (Ok(n), Ok(d)) = (n.parse::<u128>(), d.parse::<u128>()) else {
        return fraction.into();
    };
    let parts = (n * 10_000 + d / 2) / d.max(1);
    // A fraction with long numbers helps nobody.
    let shown = if fraction.len() <= 16 { fraction } else { "" };
    format!("{shown:<9} {}.{:02} %", parts / 100, parts % 100)
}

/// Names and values in two columns.
fn table(rows: &[(String, String)]) -> String {
    let width = rows.iter().map(|r| r.0.chars().count()).max().unwrap_or(0);
    let width = width.min(crate::shown::WIDEST);
    rows.iter()
        .map(|(name, value)| format!("  {name:<width$}  {value}\n"))
        .collect()
}
