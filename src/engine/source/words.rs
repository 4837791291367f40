//! What readers of TOML and JSON say, in words that need no knowledge of programs.

/// What a reader expected, by the name it has for it.
const EXPECTED: &[(&str, &str)] = &[
    ("u8", "a whole number from 0 to 255"),
    ("i8", "a whole number from -128 to 127"),
    ("u16", "a whole number from 0 to 65535"),
    ("i16", "a whole number from -32768 to 32767"),
    ("u32", "a whole number from 0 to 4294967295"),
    ("i32", "a whole number from -2147483648 to 2147483647"),
    ("u64", "a whole number, 0 or more"),
    ("usize", "a whole number, 0 or more"),
    ("i64", "a whole number"),
    ("a nonzero u8", "a whole number from 1 to 255"),
    ("a nonzero u16", "a whole number from 1 to 65535"),
    ("f32", "a number"),
    ("f64", "a number"),
    ("a boolean", "true or false"),
    ("a string", "text in quotation marks"),
    ("a sequence", "a list"),
    ("a map", "a table"),
];

/// What a reader found, by the name it has for it, and the same in words.
const FOUND: &[(&str, &str)] = &[
    ("integer", "the number"),
    ("floating point", "the number"),
    ("boolean", "the word"),
    ("string", "the text"),
];

/// Faults in the writing of TOML, and the same in words; what is expected follows them.
const WRITING: &[(&str, &str)] = &[
    ("duplicate key", "this key stands a second time"),
    ("extra comma in array", "there is a comma too many"),
    ("extra comma in inline table", "there is a comma too many"),
    ("invalid basic string", "this text is damaged"),
    ("invalid boolean", "this is no value"),
    ("invalid float", "this is no number"),
    ("invalid literal string", "this text is damaged"),
    ("invalid multi-line basic string", "this text is damaged"),
    ("invalid multi-line literal string", "this text is damaged"),
    ("invalid unquoted key", "this is no key"),
    ("key with no value", "this key has no value"),
    (
        "missing comma between array elements",
        "a comma is missing in this list",
    ),
    (
        "missing opening quote",
        "this text does not begin with a quotation mark",
    ),
    ("missing value for key", "this key has no value"),
    ("invalid key-value pair", "there is no key in this line"),
    ("string values must be quoted", "this is no value"),
    ("unclosed array", "this list is not closed"),
    (
        "unclosed array table",
        "the heading of this table is not closed",
    ),
    ("unclosed inline table", "this table is not closed"),
    ("unclosed table", "the heading of this table is not closed"),
    (
        "unexpected key or value",
        "something stands behind the value",
    ),
    ("unquoted keys cannot be empty", "a key is missing"),
];

/// What is expected in the writing of TOML, and the same in words.
const MARKS: &[(&str, &str)] = &[
    (", `#`", " or a comment"),
    (
        "literal string",
        "text in quotation marks, a number, true or false",
    ),
    ("newline", "the end of the line"),
    ("`", ""),
];

/// A fault in the writing of TOML, in words.
fn writing(said: &str) -> Option<String> {
    let (what, expected) = said.split_once(", expected ").unwrap_or((said, ""));
    let (_, ours) = WRITING.iter().find(|(theirs, _)| *theirs == what)?;
    let expected = match (what, expected) {
        ("duplicate key", _) => "it once".to_owned(),
        (_, "" | "nothing") => return Some((*ours).to_owned()),
        (_, "`\"`") => "text between quotation marks".to_owned(),
        _ if expected.ends_with("characters") => {
            r"it without characters that cannot be seen; write them as \u001b".to_owned()
        }
        _ => MARKS
            .iter()
            .fold(expected.to_owned(), |words, (theirs, ours)| {
                words.replace(theirs, ours)
            }),
    };
    Some(format!("{ours}; expected {expected}"))
}

/// What a reader says, in words.
pub fn in_words(said: String) -> String {
    if said == "wanted string or table" {
        return "this is no word; expected text in quotation marks".to_owned();
    }
    if let Some(ours) = writing(&said) {
        return ours;
    }
    if let Some(key) = super::missing::key(&said) {
        return format!("the key \"{key}\" is missing");
    }
    for (theirs, ours) in [("unknown field `", "key"), ("unknown variant `", "value")] {
        let rest = said.strip_prefix(theirs);
        if let Some((name, known)) = rest.and_then(|rest| rest.split_once("`, ")) {
            let known = known.trim_start_matches("expected ");
            let known = known.trim_start_matches("one of ").replace('`', "");
            let known = match known.starts_with("there are no") {
                true => "none here",
                false => &known,
            };
            return format!("unknown {ours} \"{name}\"; expected {known}");
        }
    }
    for start in ["invalid type: ", "invalid value: "] {
        let rest = said.strip_prefix(start);
        if let Some((found, expected)) = rest.and_then(|rest| rest.rsplit_once(", expected ")) {
            return format!("this is {}; expected {}", thing(found), wanted(expected));
        }
    }
    said
}

/// What was expected, in words.
fn wanted(expected: &str) -> String {
    let known = EXPECTED.iter().find(|(theirs, _)| *theirs == expected);
    match (known, expected.strip_prefix("a tuple of size ")) {
        (Some((_, ours)), _) => (*ours).to_owned(),
        (None, Some(size)) => format!("a list of {size} values"),
        _ if expected.starts_with("struct ") => "a table".to_owned(),
        _ => expected.to_owned(),
    }
}

/// What was found, in words.
fn thing(found: &str) -> String {
    match found {
        "sequence" => return "a list".to_owned(),
        "map" => return "a table".to_owned(),
        "null" | "unit value" => return "null".to_owned(),
        _ => {}
    }
    for (theirs, ours) in FOUND {
        let value = found.strip_prefix(theirs).and_then(|v| v.strip_prefix(' '));
        if let Some(value) = value {
            return format!("{ours} {}", value.trim_matches('`'));
        }
    }
    found.to_owned()
}
