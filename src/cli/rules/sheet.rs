//! `skirmish rules sheet`: a quick reference of one page, with the numbers of the rules in force.

use super::super::{Ended, Exit, output};
use super::HouseArgs;
use crate::book::{Block, Book, ListKind, Text};
use crate::print::{self, Page, Paper, Piece};
use crate::store::disk::write;
use clap::Args;
use std::path::PathBuf;

/// Options of `rules sheet`.
#[derive(Clone, Debug, Args)]
pub struct SheetArgs {
    /// Ruleset [default: that of --rules, or vsgmr]
    ruleset: Option<String>,
    /// File to write: .pdf, .svg or .png
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Paper size: a5, a4, a3, a2, a1, a0, letter, legal or tabloid
    #[arg(long, default_value = "a4", value_parser = super::super::print::paper)]
    paper: Paper,
    /// House rules.
    #[command(flatten)]
    house: HouseArgs,
}

/// Resolution of .png files in dots per inch.
const DPI: f64 = 150.0;

/// Writes the quick reference of a ruleset.
///
/// # Errors
/// The rules file is wrong, the page is too small, or the file cannot be written.
pub fn run(args: &SheetArgs) -> Ended {
    let ending = super::super::print::ending(&args.out)?;
    let (rules, house) = args.house.rules(args.ruleset.as_deref())?;
    let book = Book::read(rules, house.as_ref())?;
    let page = page(&book, args.paper)?;
    let bytes = match ending {
        "pdf" => print::pdf(&[page])?,
        "svg" => page.svg.into_bytes(),
        _ => print::png_of_page(&page, DPI)?,
    };
    write(&args.out, &bytes)?;
    output::print(&format!("{}\n", args.out.display()))?;
    Ok(Exit::Done)
}

/// The quick reference of a book as a page.
///
/// # Errors
/// It does not fit on one page.
pub fn page(book: &Book, paper: Paper) -> Result<Page, print::PrintError> {
    let name = book.rules.name();
    let title = match book.is_changed() {
        true => format!("{name}: quick reference, with house rules"),
        false => format!("{name}: quick reference"),
    };
    print::quick(&title, &pieces(book), paper)
}

/// What stands on the page.
fn pieces(book: &Book) -> Vec<Piece> {
    let plain = |text: &Text| Piece::Text(String::new(), text.words());
    let mut pieces = Vec::new();
    for passage in book.sheet.iter().flat_map(|sheet| &sheet.passages) {
        match &passage.block {
            Block::Heading(heading) => pieces.push(Piece::Heading(heading.clone())),
            Block::Paragraph(text) => pieces.push(named(text)),
            Block::List {
                ordered: true,
                items,
            } => {
                let number =
                    |(at, item): (usize, &Text)| Piece::Text(format!("{}.", at + 1), item.words());
                pieces.extend(items.iter().enumerate().map(number));
            }
            Block::List { items, .. } => pieces.extend(items.iter().map(plain)),
            Block::Table { head, rows } => {
                let row = |row: &[Text]| row.iter().map(Text::words).collect::<Vec<String>>();
                let all = std::iter::once(row(head)).chain(rows.iter().map(|r| row(r)));
                pieces.push(Piece::Rows(all.collect()));
            }
            Block::Entries { kind, entries } if *kind != ListKind::Configuration => {
                let entry = |entry: &crate::book::Entry| {
                    Piece::Text(entry.name.clone(), entry.about.clone())
                };
                pieces.extend(entries.iter().map(entry));
            }
            Block::Entries { .. } | Block::Diagram(_) => {}
        }
    }
    pieces
}

/// A paragraph; a term at its beginning stands out.
fn named(text: &Text) -> Piece {
    let whole = text.words();
    match text.terms().next() {
        Some(term) if whole.starts_with(term) => {
            let rest = whole[term.len()..].trim_start_matches([':', ' ']);
            Piece::Text(term.to_owned(), rest.to_owned())
        }
        _ => Piece::Text(String::new(), whole),
    }
}
