//! A rule book as plain text, in lines of a given width, with diagrams in characters.

use super::super::board_text;
use crate::board::Space;
use crate::book::{Block, Book, Chapter, Diagram, Entry, ListKind, Passage, Text};

/// The widest lines.
pub const WIDEST: usize = 80;

/// The title of a book and its chapters.
pub fn contents(book: &Book, wide: usize) -> String {
    let title = format!("{}: {}", book.rules.name(), book.rules.about());
    let mut out = wrapped(&title, "", "", wide) + "\n";
    for chapter in &book.chapters {
        let (number, title, name) = (chapter.number, &chapter.title, &chapter.name);
        out.push_str(&format!("{number:>3}  {title:<34} {name}\n"));
    }
    out
}

/// The words of the index, each with the chapters that explain it.
pub fn index(book: &Book, wide: usize) -> String {
    let mut out = String::from("INDEX\n\n");
    for (word, chapters) in book.index() {
        let numbers: Vec<String> = chapters.iter().map(ToString::to_string).collect();
        out.push_str(&wrapped(
            &format!("{word}: {}", numbers.join(", ")),
            "",
            "    ",
            wide,
        ));
    }
    out
}

/// A whole book: contents, chapters and index.
pub fn book(book: &Book, wide: usize) -> String {
    let mut out = contents(book, wide);
    for one in &book.chapters {
        out.push('\n');
        out.push_str(&chapter(one, wide));
    }
    out.push('\n');
    out + &index(book, wide)
}

/// A chapter.
pub fn chapter(chapter: &Chapter, wide: usize) -> String {
    let title = format!("{}. {}", chapter.number, chapter.title.to_uppercase());
    let mut out = format!("{title}\n{}\n", "=".repeat(title.chars().count()));
    for passage in &chapter.passages {
        out.push('\n');
        out.push_str(&self::passage(passage, wide));
    }
    out
}

/// A passage with its mark.
pub fn passage(passage: &Passage, wide: usize) -> String {
    let mark = passage.mark().map(|mark| format!("[{mark}] "));
    let example = passage.example.then_some("Example. ");
    let lead = format!(
        "{}{}",
        mark.unwrap_or_default(),
        example.unwrap_or_default()
    );
    let indent = if passage.example { "    " } else { "" };
    match &passage.block {
        Block::Heading(heading) => {
            format!("{heading}\n{}\n", "-".repeat(heading.chars().count()))
        }
        Block::Paragraph(text) => wrapped(&format!("{lead}{}", text.words()), indent, indent, wide),
        other => {
            let head = match lead.is_empty() {
                true => String::new(),
                false => wrapped(lead.trim_end(), indent, indent, wide),
            };
            head + &block(other, indent, wide)
        }
    }
}

/// A block that is no heading and no paragraph.
fn block(block: &Block, indent: &str, wide: usize) -> String {
    match block {
        Block::Heading(text) => format!("{text}\n"),
        Block::Paragraph(text) => wrapped(&text.words(), indent, indent, wide),
        Block::List { ordered, items } => {
            let point = |(number, item): (usize, &Text)| {
                let sign = match ordered {
                    true => format!("{indent}{:>2}. ", number + 1),
                    false => format!("{indent}  - "),
                };
                let next = " ".repeat(sign.chars().count());
                wrapped(&item.words(), &sign, &next, wide)
            };
            items.iter().enumerate().map(point).collect()
        }
        Block::Table { head, rows } => table(head, rows, indent, wide),
        Block::Diagram(diagram) => board(diagram, wide),
        Block::Entries { kind, entries } => {
            let lines = entries.iter().map(|entry| self::entry(*kind, entry, wide));
            lines.collect()
        }
    }
}

/// An entry of a list.
pub fn entry(kind: ListKind, entry: &Entry, wide: usize) -> String {
    let changed = |usual: &String| format!(" (house rule; usually {usual})");
    let usual = entry.usual.as_ref().map(changed).unwrap_or_default();
    let text = match (kind, &entry.value) {
        (ListKind::Configuration, Some(value)) => {
            format!("{} = {value}{usual}. {}", entry.name, entry.about)
        }
        _ => format!("{}: {}{usual}", entry.name, entry.about),
    };
    wrapped(&text, "", "    ", wide)
}

/// A table whose columns have room for their longest cells, the widest ones wrapped.
fn table(head: &[Text], rows: &[Vec<Text>], indent: &str, wide: usize) -> String {
    let all: Vec<Vec<String>> = std::iter::once(head)
        .chain(rows.iter().map(Vec::as_slice))
        .map(|row| row.iter().map(Text::words).collect())
        .collect();
    let longest = |column: usize| {
        let cells = all.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0).max(1)
    };
    let mut widths: Vec<usize> = (0..head.len()).map(longest).collect();
    let room = wide.saturating_sub(indent.len() + 2 * head.len());
    while widths.iter().sum::<usize>() > room {
        match widths.iter_mut().max() {
            Some(widest) if *widest > 8 => *widest -= 1,
            _ => break,
        }
    }
    let mut out = String::new();
    for (number, row) in all.iter().enumerate() {
        let cells: Vec<Vec<String>> = row
            .iter()
            .zip(&widths)
            .map(|(cell, wide)| {
                wrapped(cell, "", "", *wide)
                    .lines()
                    .map(str::to_owned)
                    .collect()
            })
            .collect();
        let high = cells.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..high {
            let mut text = indent.to_owned();
            for (cell, wide) in cells.iter().zip(&widths) {
                let part = cell.get(line).map_or("", String::as_str);
                text.push_str(&format!("{part:<wide$}  "));
            }
            out.push_str(text.trim_end());
            out.push('\n');
        }
        if number == 0 && high > 0 {
            let rule: Vec<String> = widths.iter().map(|wide| "-".repeat(*wide)).collect();
            out.push_str(&format!("{indent}{}\n", rule.join("  ")));
        }
    }
    out
}

/// A diagram in characters: figures by their letters, marks on their spaces, paths as stars; below
/// it what the figures are, what they see, and the note.
pub fn board(diagram: &Diagram, wide: usize) -> String {
    let longest = diagram.marks.iter().map(|(_, text)| text.chars().count());
    let cell = longest.max().unwrap_or(1).clamp(1, 4);
    let on_way = |space: Space| diagram.ways.iter().any(|way| way.contains(&space));
    let words = |space: Space| {
        let mark = diagram.marks.iter().find(|(at, _)| *at == space);
        match (diagram.figure(space), mark) {
            (Some(figure), _) => figure.letter.to_string(),
            (None, Some((_, text))) => text.clone(),
            (None, None) if on_way(space) => "*".to_owned(),
            _ => diagram.board.terrain(space).sign.to_string(),
        }
    };
    let indent = "    ";
    let mut out = String::new();
    for line in board_text::draw_words(&diagram.board, cell, words) {
        out.push_str(&format!("{indent}{line}\n"));
    }
    let mut say = |text: &str| out.push_str(&wrapped(text, indent, indent, wide));
    let key = diagram.key();
    let borders = board_text::border_key(&diagram.board).join(", ");
    let key: Vec<String> = [key, borders]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect();
    say(&key.join("; "));
    say(&diagram.seen().join(" "));
    say(&diagram.note);
    out
}

/// A text in lines of at most `wide` characters: the first begins with `first`, the others with
/// `next`.
pub fn wrapped(text: &str, first: &str, next: &str, wide: usize) -> String {
    let mut out = String::new();
    for paragraph in text.lines() {
        let mut line = if out.is_empty() { first } else { next }.to_owned();
        let mut empty = true;
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            let long = line.chars().count() + usize::from(!empty) + word.chars().count();
            if !empty && long > wide {
                out.push_str(&line);
                out.push('\n');
                line = next.to_owned();
                empty = true;
            }
            if !empty {
                line.push(' ');
            }
            line.push_str(word);
            empty = false;
        }
        if !empty {
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
    out
}
