//! Rust sources as tokens, as far as tests about imports and names need them.

/// A piece of a source text. Comments, character literals and numbers are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A name or keyword.
    Word(String),
    /// The text between quotes.
    Text(String),
    /// `::`
    Path,
    /// Any other sign.
    Sign(char),
}

/// A token and the line it stands in, from 1.
pub type Placed = (usize, Token);

/// The tokens of a text.
pub fn tokens(text: &str) -> Vec<Placed> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    let starts = |at: usize, with: &str| {
        with.chars()
            .enumerate()
            .all(|(i, c)| chars.get(at + i) == Some(&c))
    };
    while at < chars.len() {
        let begun = at;
        let c = chars[at];
        let token = if starts(at, "//") {
            at = end_of(&chars, at, |at| chars[at] == '\n');
            None
        } else if starts(at, "/*") {
            at = comment(&chars, at);
            None
        } else if c == '"' {
            at = quoted(&chars, at + 1);
            Some(Token::Text(chars[begun + 1..at - 1].iter().collect()))
        } else if let Some((inside, end)) = raw(&chars, at) {
            at = end;
            Some(Token::Text(inside))
        } else if c == '\'' {
            at = character(&chars, at);
            None
        } else if c.is_alphabetic() || c == '_' {
            at = end_of(&chars, at, |at| !is_word(chars[at]));
            Some(Token::Word(chars[begun..at].iter().collect()))
        } else if c.is_ascii_digit() {
            at = end_of(&chars, at, |at| !is_word(chars[at]));
            None
        } else if starts(at, "::") {
            at += 2;
            Some(Token::Path)
        } else {
            at += 1;
            (!c.is_whitespace()).then_some(Token::Sign(c))
        };
        found.extend(token.map(|token| (line, token)));
        line += chars[begun..at].iter().filter(|c| **c == '\n').count();
    }
    found
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The first place from `at` on where something ends, else the end of the text.
fn end_of(chars: &[char], at: usize, ends: impl Fn(usize) -> bool) -> usize {
    (at..chars.len())
        .find(|at| ends(*at))
        .unwrap_or(chars.len())
}

/// The place after a comment with an end, which may hold others.
fn comment(chars: &[char], from: usize) -> usize {
    let (mut at, mut depth) = (from, 0);
    while at + 1 < chars.len() {
        match (chars[at], chars[at + 1]) {
            ('/', '*') => depth += 1,
            ('*', '/') => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return at;
        }
    }
    chars.len()
}

/// The place after the closing quote of a text that begins at `from`.
fn quoted(chars: &[char], from: usize) -> usize {
    let mut at = from;
    while at < chars.len() {
        match chars[at] {
            '\\' => at += 2,
            '"' => return at + 1,
            _ => at += 1,
        }
    }
    chars.len()
}

/// A raw text (`r"…"`, `r#"…"#`, also of bytes): what it holds, and the place after it.
fn raw(chars: &[char], at: usize) -> Option<(String, usize)> {
    let mut from = at;
    from += usize::from(chars.get(from) == Some(&'b'));
    if chars.get(from) != Some(&'r') {
        return None;
    }
    let hashes = chars[from + 1..].iter().take_while(|c| **c == '#').count();
    from += 1 + hashes;
    if chars.get(from) != Some(&'"') {
        return None;
    }
    let ends = |at: usize| {
        chars[at] == '"'
            && chars[at + 1..]
                .iter()
                .take(hashes)
                .filter(|c| **c == '#')
                .count()
                == hashes
    };
    let end = end_of(chars, from + 1, ends);
    Some((
        chars[from + 1..end].iter().collect(),
        (end + 1 + hashes).min(chars.len()),
    ))
}

/// The place after a character literal or a lifetime.
fn character(chars: &[char], at: usize) -> usize {
    match (chars.get(at + 1), chars.get(at + 2)) {
        (Some('\\'), _) => end_of(chars, at + 3, |at| chars[at] == '\'') + 1,
        (_, Some('\'')) => at + 3,
        _ => at + 1,
    }
}

/// Every path (`a::b::c`) with its line; groups (`a::{b, c::d}`) are taken apart.
pub fn paths(tokens: &[Placed]) -> Vec<(usize, Vec<&str>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at].1 {
            Token::Word(_) => at = path(tokens, at, &[], &mut found),
            _ => at += 1,
        }
    }
    found
}

/// Reads the path that begins with the word at `at`; returns the place after it.
fn path<'a>(
    tokens: &'a [Placed],
    mut at: usize,
    before: &[&'a str],
    found: &mut Vec<(usize, Vec<&'a str>)>,
) -> usize {
    let mut names = before.to_vec();
    let line = tokens[at].0;
    while let Some((_, Token::Word(word))) = tokens.get(at) {
        names.push(word);
        at += 1;
        if tokens.get(at).map(|t| &t.1) != Some(&Token::Path) {
            break;
        }
        at += 1;
        if tokens.get(at).map(|t| &t.1) == Some(&Token::Sign('{')) {
            return group(tokens, at + 1, &names, found);
        }
    }
    found.push((line, names));
    at
}

/// Reads the paths of a group up to its closing brace; returns the place after it.
fn group<'a>(
    tokens: &'a [Placed],
    mut at: usize,
    before: &[&'a str],
    found: &mut Vec<(usize, Vec<&'a str>)>,
) -> usize {
    while at < tokens.len() {
        match &tokens[at].1 {
            Token::Sign('}') => return at + 1,
            Token::Word(_) => at = path(tokens, at, before, found),
            _ => at += 1,
        }
    }
    at
}
