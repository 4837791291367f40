//! `skirmish rules read`: the rule book of a ruleset, in pages on a terminal.

use super::super::{Ended, Exit, Failure, output, pager, paragraphs};
use super::{HouseArgs, markdown, plain};
use crate::book::Book;
use crate::store::suggest;
use clap::Args;

/// Options of `rules read`.
#[derive(Clone, Debug, Args)]
pub struct ReadArgs {
    /// Ruleset [default: that of --rules, or vsgmr]
    ruleset: Option<String>,
    /// Chapter, by its name or number; "all" for the whole book, "index" for the index
    chapter: Option<String>,
    /// House rules.
    #[command(flatten)]
    house: HouseArgs,
    /// Print Markdown
    #[arg(long)]
    markdown: bool,
}

/// Shows a book.
///
/// # Errors
/// There is no such ruleset or chapter, or the rules file is wrong.
pub fn run(args: &ReadArgs) -> Ended {
    let (rules, house) = args.house.rules(args.ruleset.as_deref())?;
    let book = Book::read(rules, house.as_ref())?;
    let screen = paragraphs::screen();
    let wide = screen.map_or(plain::WIDEST, |(wide, _)| wide.min(plain::WIDEST));
    let text = match (args.chapter.as_deref(), args.markdown) {
        (None | Some("all"), true) => markdown::book(&book),
        (None, false) if screen.is_none() => {
            let name = rules.name();
            format!(
                "{}\nRead a chapter: skirmish rules read {name} CHAPTER (all: the whole book)\n",
                plain::contents(&book, wide)
            )
        }
        (None | Some("all"), false) => plain::book(&book, wide),
        (Some("index"), false) => plain::index(&book, wide),
        (Some(name), _) => {
            let chapter = book.chapter(name).ok_or_else(|| {
                let known: Vec<&str> = book.chapters.iter().map(|c| c.name.as_str()).collect();
                Failure::message(suggest::unknown("chapter", name, &known))
            })?;
            match args.markdown {
                true => markdown::chapter(chapter),
                false => plain::chapter(chapter, wide),
            }
        }
    };
    match screen {
        Some((_, high)) if text.lines().count() >= high => pager::show(&text, high)?,
        _ => output::print(&text)?,
    }
    Ok(Exit::Done)
}
