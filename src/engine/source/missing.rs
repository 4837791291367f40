//! Keys that a TOML file lacks: which one, and a line with it that would be right.

/// A line for each key that some file must have: the table in which it stands ("" for any), the key,
/// and the line.
const LINES: &[(&str, &str, &str)] = &[
    ("", "name", "name = \"A name of your own\""),
    (
        "",
        "ruleset",
        "ruleset = \"…\" (skirmish rules list shows all)",
    ),
    (
        "",
        "grid",
        "grid = \"square\" (or \"hex-flat\", \"hex-pointy\")",
    ),
    (
        "",
        "terrain",
        "terrain = \"\"\"…\"\"\" with one line a row and one character a space",
    ),
    ("", "between", "between = [\"C4|C5\"]"),
    (
        "border",
        "kind",
        "kind = \"wall\" (or \"fence\", \"window\", \"door\", \"hedge\")",
    ),
    (
        "zone",
        "kind",
        "kind = \"deployment\" (or \"objective\", \"exit\")",
    ),
    ("", "spaces", "spaces = [\"A1:C2\", \"D4\"]"),
    ("", "file", "file = \"picture.png\""),
    ("", "pixels_per_space", "pixels_per_space = 70"),
    (
        "",
        "is",
        "is = \"…\" with words of the ruleset that say what the figure is",
    ),
    ("", "at", "at = \"C4\""),
    (
        "",
        "effect",
        "effect = \"door C4|C5\" (or \"clear C4\", \"score 2\", \"win\", \"free\")",
    ),
    ("", "side", "side = 1"),
    (
        "",
        "unit",
        "unit = \"Captain\" (a name or a number of the force)",
    ),
    ("", "about", "about = \"a few words about the opponent\""),
    (
        "",
        "weights",
        "the table [weights] with a number for each term",
    ),
    (
        "weights",
        "",
        "KEY = 1.0 (skirmish ai show utility prints all weights)",
    ),
    ("", "keys", "the table [keys] with a line for each action"),
];

/// The key that is missing, if that is what a reader of TOML says.
pub(super) fn key(said: &str) -> Option<&str> {
    said.strip_prefix("missing field `")?.strip_suffix('`')
}

/// What is missing in the table that begins at a byte of a text, and what would be right.
pub(super) fn sentence(text: &str, at: usize, key: &str) -> String {
    let table = table(text, at);
    let fits = |of: &str, known: &str| (of == table || of.is_empty()) && known == key;
    let line = LINES.iter().find(|(of, known, _)| fits(of, known));
    let line = line.or_else(|| {
        LINES
            .iter()
            .find(|(of, known, _)| of == &table && known.is_empty())
    });
    let line = match line {
        Some((_, _, line)) => line.replace("KEY", key),
        None => format!("{key} = …, as the keys beside it"),
    };
    format!("the key \"{key}\" is missing; expected {line}")
}

/// The last name of the table that begins at a byte of a text: `zone` of `[[zone]]`, of
/// `zone = [{ … }]`, and of `zone = { … }`. Empty for the whole file.
fn table(text: &str, at: usize) -> &str {
    let at = text.floor_char_boundary(at.min(text.len()));
    let name = match text[at..].strip_prefix('[') {
        Some(head) => head.trim_start_matches('[').split(']').next(),
        None if text[at..].starts_with('{') => text[..at].rsplit_once('=').map(|(key, _)| {
            let key = key.trim_end();
            key.rsplit(['\n', '{', ',', ' ']).next().unwrap_or(key)
        }),
        None => None,
    };
    let name = name.unwrap_or_default().trim();
    name.rsplit('.')
        .next()
        .unwrap_or(name)
        .trim_matches(['"', '\''])
}
