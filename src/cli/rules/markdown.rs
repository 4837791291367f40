//! A rule book as Markdown, for web pages.

use super::plain;
use crate::book::{Block, Book, Chapter, Choice, ListKind, Passage, Span, Text};

/// A whole book: contents, chapters and index.
pub fn book(book: &Book) -> String {
    let name = book.rules.name();
    let mut out = format!(
        "# {name}\n\n{}.\n\n```sh\nskirmish rules read {name}\n\
         skirmish watch --ruleset {name} --seed 7\n```\n\n",
        book.rules.about().trim_end_matches('.')
    );
    for chapter in &book.chapters {
        let (title, link) = (&chapter.title, anchor(chapter));
        out.push_str(&format!("{}. [{title}](#{link})\n", chapter.number));
    }
    for one in &book.chapters {
        out.push('\n');
        out.push_str(&chapter(one));
    }
    out.push_str("\n## Index\n\n");
    for (word, chapters) in book.index() {
        let links = chapters.iter().filter_map(|number| {
            let chapter = book.chapters.get(number.checked_sub(1)?)?;
            Some(format!("[{number}](#{})", anchor(chapter)))
        });
        let links: Vec<String> = links.collect();
        out.push_str(&format!("- {word}: {}\n", links.join(", ")));
    }
    out
}

/// The heading of a chapter as a link leads to it.
fn anchor(chapter: &Chapter) -> String {
    let heading = format!("{} {}", chapter.number, chapter.title).to_lowercase();
    let kept = heading
        .chars()
        .filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-');
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// A chapter, one level below the book.
pub fn chapter(chapter: &Chapter) -> String {
    let mut out = format!("## {}. {}\n", chapter.number, chapter.title);
    for passage in &chapter.passages {
        out.push('\n');
        out.push_str(&self::passage(passage));
    }
    out
}

fn passage(passage: &Passage) -> String {
    let lead = lead(passage);
    let text = match &passage.block {
        Block::Heading(heading) => return format!("### {heading}\n"),
        Block::Paragraph(paragraph) => format!("{lead}{}\n", text(paragraph)),
        other => {
            let head = match lead.is_empty() {
                true => String::new(),
                false => format!("{}\n\n", lead.trim_end()),
            };
            head + &block(other)
        }
    };
    match passage.example {
        true => text
            .lines()
            .map(|line| format!("> {line}").trim_end().to_owned() + "\n")
            .collect(),
        false => text,
    }
}

/// What stands before a block: that it is ours or a house rule, or an example.
fn lead(passage: &Passage) -> String {
    let said = |choices: &[Choice]| {
        let each = choices.iter().map(|c| format!("`{} = {}`", c.key, c.value));
        each.collect::<Vec<_>>().join(", ")
    };
    let mut out = String::new();
    if let Some(ours) = &passage.ours {
        out += &match ours.is_empty() {
            true => "*(ours)* ".to_owned(),
            false => format!("*(ours: {})* ", said(ours)),
        };
    }
    if let Some(house) = &passage.house {
        out += &format!("*(house rule: {})* ", said(std::slice::from_ref(house)));
    }
    if passage.example {
        out += "**Example.** ";
    }
    out
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(heading) => format!("### {heading}\n"),
        Block::Paragraph(paragraph) => text(paragraph) + "\n",
        Block::List { ordered, items } => {
            let point = |(number, item): (usize, &Text)| match ordered {
                true => format!("{}. {}\n", number + 1, text(item)),
                false => format!("- {}\n", text(item)),
            };
            items.iter().enumerate().map(point).collect()
        }
        Block::Table { head, rows } => {
            let row = |cells: &[Text]| {
                let cells: Vec<String> = cells.iter().map(text).collect();
                format!("| {} |\n", cells.join(" | "))
            };
            let rule = "|---".repeat(head.len());
            let rows: String = rows.iter().map(|cells| row(cells)).collect();
            format!("{}{rule}|\n{rows}", row(head))
        }
        Block::Diagram(diagram) => {
            format!("```text\n{}```\n", plain::board(diagram, plain::WIDEST))
        }
        Block::Entries { kind, entries } => {
            let keys = *kind == ListKind::Configuration;
            let mut out = match keys {
                true => "| Key | Value | Meaning |\n|---|---|---|\n".to_owned(),
                false => "| Name | What it does |\n|---|---|\n".to_owned(),
            };
            for entry in entries {
                let usual = entry.usual.as_ref().map(|usual| match keys {
                    true => format!(" (house rule; usually `{usual}`)"),
                    false => format!(" (house rule; usually: {})", escaped(usual)),
                });
                let (name, about) = (&entry.name, escaped(&entry.about));
                let usual = usual.unwrap_or_default();
                out += &match &entry.value {
                    Some(value) => format!("| `{name}` | `{value}`{usual} | {about} |\n"),
                    None => format!("| {name} | {about}{usual} |\n"),
                };
            }
            out
        }
    }
}

fn text(text: &Text) -> String {
    let span = |span: &Span| match span {
        Span::Term(term) => format!("**{}**", escaped(term)),
        other => escaped(&other.words()),
    };
    text.0.iter().map(span).collect()
}

/// A text in which no character means anything to Markdown.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '|' | '*' | '_' | '`' | '<' | '#' | '~' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
