//! How a text of a file, a name or an unknown word is shown to people: without anything that a
//! terminal or a page would obey, and cut if it is too long to read.

use std::borrow::Cow;

/// A word longer than this is cut in messages, in characters.
pub const LONGEST_WORD: usize = 200;

/// A word with a slash longer than this is cut in messages: paths may be long.
const LONGEST_PATH: usize = 1000;

/// The widest column of names in a table; longer names stand out of it. (Widths above 65,535 would
/// make the formatting of the standard library panic.)
pub const WIDEST: usize = 100;

/// Whether a character could change what a terminal shows elsewhere: control characters (C0 and
/// C1), marks that turn the direction of writing, separators of lines, and the byte order mark.
/// Line ends and tabs are harmless.
pub fn is_unsafe(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' => true,
        '\u{2066}'..='\u{2069}' | '\u{feff}' => true,
        c => c.is_control(),
    }
}

/// A text in which every unsafe character is written as an escape, such as `\u{1b}`.
///
/// ```
/// use skirmish_engine::shown::escaped;
/// assert_eq!(escaped("Ford"), "Ford");
/// assert_eq!(escaped("\x1b[2J\u{9b}1m\u{202e}"), r"\u{1b}[2J\u{9b}1m\u{202e}");
/// ```
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        match is_unsafe(c) {
            // the line end of another system
            true if c == '\r' && letters.peek() == Some(&'\n') => {}
            true => out.extend(c.escape_unicode()),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// A text as it stands in XML, SVG or HTML: between tags, or in a value between double quotation
/// marks. Control characters, which XML cannot hold, become spaces.
///
/// ```
/// use skirmish_engine::shown::markup;
/// assert_eq!(markup("Tom & \"Jerry\" <3"), "Tom &amp; &quot;Jerry&quot; &lt;3");
/// assert_eq!(markup("a\tb\u{1}"), "a&#9;b ");
/// ```
pub fn markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push_str(&format!("&#{};", u32::from(c))),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A name between quotation marks, escaped; a long one is cut and its length told.
pub fn quoted(name: &str) -> String {
    cut(name, LONGEST_WORD).unwrap_or_else(|| format!("\"{}\"", on_one_line(name)))
}

/// As [`quoted`], without quotation marks around a short name.
pub fn short(name: &str) -> String {
    cut(name, LONGEST_WORD).unwrap_or_else(|| on_one_line(name))
}

/// A name, escaped, without line ends and tabs.
///
/// ```
/// assert_eq!(skirmish_engine::shown::on_one_line("two\nlines"), r"two\nlines");
/// ```
pub fn on_one_line(name: &str) -> String {
    escaped(name).replace('\n', "\\n").replace('\t', "\\t")
}

/// A whole message: escaped, and words without end are cut.
pub fn message(text: &str) -> String {
    let words = text.split_inclusive([' ', '\n']);
    words
        .map(|word| {
            let most = match word.contains(['/', '\\']) {
                true => LONGEST_PATH,
                false => LONGEST_WORD,
            };
            let end = word.len() - word.trim_end_matches([' ', '\n']).len();
            let (word, end) = word.split_at(word.len() - end);
            cut(word, most).unwrap_or_else(|| escaped(word).into_owned()) + end
        })
        .collect()
}

/// Both ends of a text that is longer than it may be, with its length. None: it is short enough.
fn cut(text: &str, most: usize) -> Option<String> {
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= most {
        return None;
    }
    let (head, tail) = (most / 2, most / 4);
    let part = |part: &[char]| on_one_line(&part.iter().collect::<String>());
    Some(format!(
        "\"{}…{}\" ({} characters)",
        part(&characters[..head]),
        part(&characters[characters.len() - tail..]),
        characters.len()
    ))
}
