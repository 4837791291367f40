//! `skirmish rules explain`: what the rule books say about a word.

use super::super::{Ended, Exit, Failure, output, paragraphs};
use super::{HouseArgs, plain};
use crate::book::{Book, Explained};
use crate::rules::Rules;
use crate::store::suggest;
use clap::Args;
use serde_json::{Value, json};

/// Options of `rules explain`.
#[derive(Clone, Debug, Args)]
pub struct ExplainArgs {
    /// The word: Stealth, rifle, wood, cover_need, T9
    #[arg(required = true, num_args = 1..)]
    word: Vec<String>,
    /// Only this ruleset
    #[arg(long, value_name = "R")]
    ruleset: Option<String>,
    /// House rules.
    #[command(flatten)]
    house: HouseArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Explains a word by every ruleset that knows it.
///
/// # Errors
/// No book has the word; the message names the nearest ones.
pub fn run(args: &ExplainArgs) -> Ended {
    let word = args.word.join(" ");
    let books = books(args)?;
    let found: Vec<(&Book, Vec<Explained>)> = books
        .iter()
        .map(|book| (book, book.explain(&word)))
        .filter(|(_, found)| !found.is_empty())
        .collect();
    if found.is_empty() {
        let mut names: Vec<String> = Vec::new();
        for name in books.iter().flat_map(Book::names) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        return Err(Failure::message(suggest::unknown("word", &word, &names)));
    }
    if args.json {
        let all = found
            .iter()
            .flat_map(|(book, found)| found.iter().map(|one| object(book.rules, one)));
        let all: Vec<Value> = all.collect();
        output::print(&format!("{}\n", json!({"word": word, "explained": all})))?;
        return Ok(Exit::Done);
    }
    let wide = paragraphs::screen().map_or(plain::WIDEST, |(wide, _)| wide.min(plain::WIDEST));
    let mut out = String::new();
    let mut said: Vec<(String, Vec<&str>)> = Vec::new();
    for (book, found) in &found {
        for one in found {
            let text = entry_text(one, wide);
            match said.iter_mut().find(|(known, _)| *known == text) {
                Some((_, rulesets)) => rulesets.push(book.rules.name()),
                None => said.push((text, vec![book.rules.name()])),
            }
        }
    }
    for (text, rulesets) in said {
        let name = rulesets.join(", ");
        out.push_str(&format!("{name}: {text}\n"));
    }
    output::print(out.trim_end())?;
    output::print("\n")?;
    Ok(Exit::Done)
}

/// The books that are searched: that of the named ruleset, else all.
fn books(args: &ExplainArgs) -> Result<Vec<Book>, Failure> {
    let changed = args.house.file.is_some() || !args.house.changes.is_empty();
    if args.ruleset.is_some() || changed {
        let (rules, house) = args.house.rules(args.ruleset.as_deref())?;
        return Ok(vec![Book::read(rules, house.as_ref())?]);
    }
    let all = Rules::ALL.into_iter().map(|rules| Book::read(rules, None));
    Ok(all.collect::<Result<Vec<_>, _>>()?)
}

/// An explanation in lines; the name of the ruleset stands before it.
fn entry_text(one: &Explained, wide: usize) -> String {
    let value = match &one.value {
        None => String::new(),
        Some((value, None)) => format!(" = {value}"),
        Some((value, Some(usual))) => format!(" = {value} (house rule; usually {usual})"),
    };
    let mut out = format!("{} ({}){value}\n", one.name, one.sort);
    let passage = &one.chapter.passages[one.passage];
    out += &match &one.about {
        Some(about) if one.sort != "term" && one.sort != "rule" => {
            plain::wrapped(about, "  ", "  ", wide)
        }
        _ => {
            let text = plain::passage(passage, wide - 2);
            text.lines()
                .map(|line| format!("  {line}").trim_end().to_owned() + "\n")
                .collect()
        }
    };
    let chapter = format!("Chapter {}, {}", one.chapter.number, one.chapter.title);
    out + &format!("  {chapter}\n")
}

fn object(rules: Rules, one: &Explained) -> Value {
    let passage = &one.chapter.passages[one.passage];
    let about = one
        .about
        .clone()
        .unwrap_or_else(|| plain::passage(passage, plain::WIDEST));
    let mut object = json!({
        "ruleset": rules.name(),
        "name": one.name,
        "sort": one.sort,
        "about": about,
        "chapter": one.chapter.name,
    });
    if let Some((value, usual)) = &one.value {
        object["value"] = json!(value);
        if let Some(usual) = usual {
            object["usual"] = json!(usual);
        }
    }
    if let (Some(mark), "term" | "rule") = (passage.mark(), one.sort) {
        object["mark"] = json!(mark);
    }
    object
}
