//! The texts of a Rust source that reach users: string literals, and the doc comments of types
//! whose help or schema is made of them.

use super::Text;

/// Derives that turn doc comments into texts for users.
const SHOWN: &[&str] = &["Parser", "Args", "Subcommand", "ValueEnum", "JsonSchema"];

/// What a source is made of, as far as it matters here.
enum Token {
    /// The line of a `///` comment.
    Doc(usize, String),
    Literal(Text),
    Word(String),
    Sign(char),
}

impl Token {
    fn is(&self, sign: char) -> bool {
        matches!(self, Token::Sign(c) if *c == sign)
    }
    fn word(&self) -> &str {
        match self {
            Token::Word(word) => word,
            _ => "",
        }
    }
}

/// A source, and how far it has been read.
struct Scanner<'a> {
    left: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
    found: Vec<Token>,
}

impl Scanner<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.left.next();
        self.line += usize::from(c == Some('\n'));
        c
    }
    fn peek(&mut self) -> Option<char> {
        self.left.peek().copied()
    }

    fn all(mut self) -> Vec<Token> {
        while let Some(c) = self.next() {
            match c {
                '/' if self.peek() == Some('/') => self.line_comment(),
                '/' if self.peek() == Some('*') => self.block_comment(),
                '"' => self.literal(),
                '\'' => self.quote(),
                c if c.is_alphanumeric() || c == '_' => self.word(c),
                c if c.is_whitespace() => {}
                c => self.found.push(Token::Sign(c)),
            }
        }
        self.found
    }

    fn line_comment(&mut self) {
        let (line, mut text) = (self.line, String::from("/"));
        while let Some(c) = self.peek().filter(|c| *c != '\n') {
            text.push(c);
            self.next();
        }
        let doc = text.strip_prefix("///").filter(|t| !t.starts_with('/'));
        if let Some(doc) = doc {
            self.found.push(Token::Doc(line, doc.trim().to_owned()));
        }
    }

    /// Block comments lie in one another.
    fn block_comment(&mut self) {
        self.next();
        let mut depth = 1;
        while depth > 0 {
            match (self.next(), self.peek()) {
                (Some('/'), Some('*')) => {
                    self.next();
                    depth += 1;
                }
                (Some('*'), Some('/')) => {
                    self.next();
                    depth -= 1;
                }
                (None, _) => return,
                _ => {}
            }
        }
    }

    /// A literal whose opening quote has been read.
    fn literal(&mut self) {
        let mut text = Text::default();
        while let Some(c) = self.next().filter(|c| *c != '"') {
            let line = self.line;
            if c != '\\' {
                text.push(c, line);
                continue;
            }
            match self.next() {
                Some('n') => text.push('\n', line),
                Some('t' | 'r') => text.push(' ', line),
                Some('u') => self.code_point(&mut text),
                // the text goes on at the first letter of a later line
                Some('\n') => {
                    while self.peek().is_some_and(char::is_whitespace) {
                        self.next();
                    }
                }
                Some('x') => {
                    self.next();
                    self.next();
                }
                Some(c) => text.push(c, line),
                None => break,
            }
        }
        self.found.push(Token::Literal(text));
    }

    /// The rest of `\u{…}`.
    fn code_point(&mut self, text: &mut Text) {
        let mut digits = String::new();
        while let Some(c) = self.next().filter(|c| *c != '}') {
            digits.extend(Some(c).filter(char::is_ascii_hexdigit));
        }
        let c = u32::from_str_radix(&digits, 16).ok();
        if let Some(c) = c.and_then(char::from_u32) {
            text.push(c, self.line);
        }
    }

    /// A raw literal after its `r` and so many `#`; its quote has been read.
    fn raw(&mut self, marks: usize) {
        let mut text = Text::default();
        'all: while let Some(c) = self.next() {
            let line = self.line;
            if c == '"' {
                let mut seen = 0;
                while seen < marks && self.peek() == Some('#') {
                    self.next();
                    seen += 1;
                }
                if seen == marks {
                    break 'all;
                }
                text.push('"', line);
                (0..seen).for_each(|_| text.push('#', line));
            } else {
                text.push(c, line);
            }
        }
        self.found.push(Token::Literal(text));
    }

    /// A character or a lifetime.
    fn quote(&mut self) {
        let first = self.next();
        if first == Some('\\') {
            self.next();
            while self.next().is_some_and(|c| c != '\'') {}
        } else if self.peek() == Some('\'') {
            self.next();
        }
    }

    /// A name or number, or the beginning of a raw or byte literal.
    fn word(&mut self, first: char) {
        let mut word = String::from(first);
        while let Some(c) = self.peek().filter(|c| c.is_alphanumeric() || *c == '_') {
            word.push(c);
            self.next();
        }
        let raw = matches!(word.as_str(), "r" | "br" | "cr");
        let mut marks = 0;
        while raw && self.peek() == Some('#') {
            self.next();
            marks += 1;
        }
        if raw && self.peek() == Some('"') {
            self.next();
            self.raw(marks);
        } else if marks == 0 {
            self.found.push(Token::Word(word));
        }
    }
}

/// Where what begins with an opening bracket at a place ends.
fn end_of(tokens: &[Token], from: usize) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(from) {
        match token {
            Token::Sign('(' | '[' | '{') => depth += 1,
            Token::Sign(')' | ']' | '}') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    tokens.len()
}

/// Where the item ends that begins at a place: after its body, or after a semicolon.
fn end_of_item(tokens: &[Token], from: usize) -> usize {
    let mut i = from;
    while i < tokens.len() {
        match &tokens[i] {
            Token::Sign(';') => return i + 1,
            Token::Sign('{') => return end_of(tokens, i),
            Token::Sign('(' | '[') => i = end_of(tokens, i),
            _ => i += 1,
        }
    }
    i
}

/// What the attributes say of the item that follows them.
#[derive(Default)]
struct Head {
    docs: Vec<(usize, String)>,
    shown: bool,
    test: bool,
}

/// Everything in a source that users may read.
pub fn texts(source: &str) -> Vec<Text> {
    let scanner = Scanner {
        left: source.chars().peekable(),
        line: 1,
        found: Vec::new(),
    };
    let mut tokens = scanner.all();
    let mut docs = Vec::new();
    let mut tests = Vec::new();
    let mut head = Head::default();
    let mut i = 0;
    while i < tokens.len() {
        match &tokens[i] {
            Token::Doc(line, text) => {
                head.docs.push((*line, text.clone()));
                i += 1;
            }
            Token::Sign('#') if tokens.get(i + 1).is_some_and(|t| t.is('[')) => {
                let end = end_of(&tokens, i + 1);
                let words: Vec<&str> = tokens[i + 2..end].iter().map(Token::word).collect();
                head.shown |= words[0] == "derive" && words.iter().any(|w| SHOWN.contains(w));
                head.test |= words[0] == "cfg" && words.contains(&"test") || words[0] == "test";
                i = end;
            }
            _ => {
                let head = std::mem::take(&mut head);
                let end = end_of_item(&tokens, i);
                if head.test {
                    tests.push(i..end);
                    i = end;
                } else if head.shown {
                    docs.push(head.docs);
                    docs.push(docs_of(&tokens[i..end]));
                    i = end;
                } else {
                    i += 1;
                }
            }
        }
    }
    for range in tests.into_iter().rev() {
        tokens.drain(range);
    }
    let docs = docs.iter().flat_map(|lines| paragraphs(lines));
    let literals = tokens.into_iter().filter_map(|token| match token {
        Token::Literal(text) => Some(text),
        _ => None,
    });
    literals.chain(docs).filter(Text::is_prose).collect()
}

fn docs_of(tokens: &[Token]) -> Vec<(usize, String)> {
    let docs = tokens.iter().filter_map(|token| match token {
        Token::Doc(line, text) => Some((*line, text.clone())),
        _ => None,
    });
    docs.collect()
}

/// Lines that follow one another are one text; an empty one ends it.
fn paragraphs(lines: &[(usize, String)]) -> Vec<Text> {
    let mut all = Vec::new();
    let mut last = 0;
    for (line, text) in lines {
        if text.is_empty() {
            continue;
        }
        if *line != last + 1 || all.is_empty() {
            all.push(Text::default());
        }
        all.last_mut().expect("one").push_line(text, *line);
        last = *line;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::texts;

    fn found(source: &str) -> Vec<(usize, String)> {
        let all = texts(source);
        let place = |t: &super::Text| (t.line(0), t.text.trim().to_owned());
        all.iter().map(place).collect()
    }

    #[test]
    fn literals_of_every_form_are_read() {
        let source = r####"
            // "not this one" and 'nor this
            /* "nor this" /* "or this" */ "or even this" */
            const A: &str = "first \"quoted\" text";
            const B: &str = r#"a raw "text" with \n"#; const C: char = '"';
            fn d<'a>(x: &'a str) -> char { '\'' }
            const E: &str = "goes on \
                             below\nand \u{41}fter";
            const F: &[u8] = b"bytes too here"; const ONE: &str = "word";
            const R: r#type = r##"two "# marks"##;
        "####;
        let texts = [
            (4, "first \"quoted\" text"),
            (5, r#"a raw "text" with \n"#),
            (7, "goes on below\nand After"),
            (9, "bytes too here"),
            (10, "two \"# marks"),
        ];
        assert_eq!(found(source), texts.map(|(l, t)| (l, t.to_owned())));
        let all = texts_of(source);
        let second = all[2].text.find("below").expect("there");
        assert_eq!((all[2].line(0), all[2].line(second)), (7, 8));
    }

    fn texts_of(source: &str) -> Vec<super::Text> {
        texts(source)
    }

    #[test]
    fn only_doc_comments_that_are_shown_are_read() {
        let source = r#"
            //! Not this one.
            /// Nor this one.
            fn a() {}
            /// All the options
            /// of a command.
            ///
            /// More of it.
            #[derive(Debug, Args)]
            #[command(about = "an about text")]
            pub struct Options {
                /// The only option
                #[arg(long, value_parser = ["a", "b"])]
                one: [u8; 2], // not this
            }
            /// Nor this one either.
            #[derive(Debug)]
            struct Other {
                /// Nor that one.
                x: u8,
            }
            #[derive(JsonSchema)]
            enum Kind {
                /// A kind of thing
                A,
            }
            #[cfg(test)]
            mod tests {
                const X: &str = "no text of the program";
            }
        "#;
        let texts = [
            (10, "an about text"),
            (5, "All the options of a command."),
            (8, "More of it."),
            (12, "The only option"),
            (24, "A kind of thing"),
        ];
        assert_eq!(found(source), texts.map(|(l, t)| (l, t.to_owned())));
    }
}
