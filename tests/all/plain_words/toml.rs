//! The texts of a TOML file that users read: its comments and its strings.

use super::Text;

/// All comments and strings. Comments on lines of their own that follow one another are one text.
pub fn texts(source: &str) -> Vec<Text> {
    let mut all: Vec<Text> = Vec::new();
    // the line of the last comment that stood alone
    let mut comment = 0;
    let mut open: Option<&str> = None;
    for (line, row) in (1..).zip(source.lines()) {
        let mut left = row;
        if let Some(quotes) = open {
            let end = row.find(quotes);
            let text = all.last_mut().expect("the open string");
            text.push_line(&row[..end.unwrap_or(row.len())], line);
            text.push('\n', line);
            let Some(end) = end else { continue };
            open = None;
            left = &row[end + quotes.len()..];
        }
        let alone = left.trim_start().starts_with('#');
        while let Some(at) = left.find(['"', '\'', '#']) {
            let rest = &left[at..];
            if let Some(words) = rest.strip_prefix('#') {
                if !alone || comment == 0 || comment + 1 != line {
                    all.push(Text::default());
                }
                all.last_mut().expect("one").push_line(words, line);
                if alone {
                    comment = line;
                }
                break;
            }
            let quotes = ["\"\"\"", "'''", "\"", "'"]
                .into_iter()
                .find(|q| rest.starts_with(*q))
                .expect("a quote");
            let inner = &rest[quotes.len()..];
            let end = end_of(inner, quotes);
            let mut text = Text::default();
            text.push_line(&inner[..end.unwrap_or(inner.len())], line);
            all.push(text);
            let Some(end) = end else {
                open = (quotes.len() == 3).then_some(quotes);
                break;
            };
            left = &inner[end + quotes.len()..];
        }
    }
    all.retain(Text::is_prose);
    all
}

/// Where a string ends on its line; escaped quotes are no end.
fn end_of(inner: &str, quotes: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + inner[from..].find(quotes)?;
        let escapes = inner[..at].chars().rev().take_while(|c| *c == '\\').count();
        if quotes != "\"" || escapes % 2 == 0 {
            return Some(at);
        }
        from = at + 1;
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn comments_and_strings_are_read() {
        let source = "\
# A map of
# two lines.
name = \"A # name\" # and why
terrain = \"\"\"
#..#
.#.#\"\"\"
x = 1 # short comment

# Another one.
notes = 'says \"so\" often'
y = \"a \\\"quoted\\\" word\"
";
        let all = super::texts(source);
        let found: Vec<(usize, &str)> = all.iter().map(|t| (t.line(0), t.text.trim())).collect();
        let texts = [
            (1, "A map of two lines."),
            (3, "and why"),
            (7, "short comment"),
            (9, "Another one."),
            (10, "says \"so\" often"),
            (11, "a \\\"quoted\\\" word"),
        ];
        assert_eq!(found, texts);
    }
}
