//! The prose of a Markdown file: paragraphs, items of lists, cells of tables; no code.

use super::Text;

/// All blocks of prose.
pub fn texts(source: &str) -> Vec<Text> {
    let mut all: Vec<Text> = Vec::new();
    // whether the next line goes on with the last block
    let mut open = false;
    let mut fence: Option<String> = None;
    for (line, row) in (1..).zip(source.lines()) {
        let words = row.trim();
        let marks: String = words
            .chars()
            .take_while(|c| matches!(c, '`' | '~'))
            .collect();
        match &fence {
            Some(begun) => {
                if marks.len() >= begun.len() && marks.starts_with(&begun[..1]) {
                    fence = None;
                }
                continue;
            }
            None if marks.len() >= 3 => {
                fence = Some(marks);
                open = false;
                continue;
            }
            None => {}
        }
        let words = words.trim_start_matches(['>', ' ']);
        let item = item(words);
        let heading = words.starts_with('#');
        let words = words.trim_start_matches('#');
        if words.is_empty() {
            open = false;
            continue;
        }
        if words.starts_with('|') {
            for cell in words.split('|') {
                let mut text = Text {
                    fragment: true,
                    ..Text::default()
                };
                text.push_line(&without_code(cell), line);
                all.push(text);
            }
            open = false;
            continue;
        }
        if !open || heading || item.is_some() {
            all.push(Text {
                fragment: heading,
                ..Text::default()
            });
        }
        let text = all.last_mut().expect("one");
        text.push_line(&without_code(item.unwrap_or(words)), line);
        open = !heading;
    }
    all.retain(Text::is_prose);
    all
}

/// What stands after the mark of a list item.
fn item(words: &str) -> Option<&str> {
    let digits = words.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = digits.len() < words.len();
    match numbered {
        true => digits.strip_prefix(". "),
        false => ["- ", "* ", "+ "]
            .iter()
            .find_map(|m| words.strip_prefix(m)),
    }
}

/// A line with a plain word in the place of each span of code.
fn without_code(words: &str) -> String {
    let mut text = String::new();
    for (i, part) in words.split('`').enumerate() {
        text += if i % 2 == 0 { part } else { "CODE" };
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn prose_is_read_and_code_is_not() {
        let source = "\
# The first heading
One paragraph
of two lines with `none: code`.
- An item
  goes on.
- Another item

```sh
skirmish can be had
```
| One cell | two words |
|---|---|
> A quoted line
2. A numbered one
";
        let all = super::texts(source);
        let found: Vec<(usize, &str)> = all.iter().map(|t| (t.line(0), t.text.trim())).collect();
        let texts = [
            (1, "The first heading"),
            (2, "One paragraph of two lines with CODE."),
            (4, "An item goes on."),
            (6, "Another item"),
            (11, "One cell"),
            (11, "two words"),
            (13, "A quoted line"),
            (14, "A numbered one"),
        ];
        assert_eq!(found, texts);
        assert!(all[0].fragment && !all[1].fragment && all[4].fragment);
    }
}
