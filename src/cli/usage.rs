//! Wrong command lines as one sentence: what is wrong, and what would be right.

use crate::shown::quoted;
use crate::store::suggest;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};

/// The sentence about a command line that could not be read. `command` is the program with all its
/// commands, and `words` what was typed behind its name.
pub fn message(error: &Error, command: &Command, words: &[String]) -> String {
    let (at, path) = reached(command, words);
    let help = |does: &str| format!("({} --help {does})", path.join(" "));
    let option = option(error);
    let value = text(error, ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let kind = [&path[1..], &["command"]].concat().join(" ");
            let known: Vec<&str> = at.get_subcommands().map(Command::get_name).collect();
            let word = text(error, ContextKind::InvalidSubcommand);
            let unknown = suggest::unknown(&kind, word, &known);
            format!("{unknown} {}", help("shows all"))
        }
        ErrorKind::UnknownArgument if option.starts_with('-') => {
            let shown = at.get_arguments().filter(|known| !known.is_hide_set());
            let known: Vec<String> = shown
                .filter_map(|known| Some(format!("--{}", known.get_long()?)))
                .collect();
            let unknown = suggest::unknown("option", &option, &known);
            format!("{unknown} {}", help("shows all"))
        }
        ErrorKind::UnknownArgument => {
            let word = quoted(text(error, ContextKind::InvalidArg));
            format!(
                "{word} is a word too many {}",
                help("shows what is expected")
            )
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("{option} needs a value {}", help("explains it"))
        }
        ErrorKind::InvalidValue => {
            let known = texts(error, ContextKind::ValidValue);
            let choices = suggest::choices(value, &known);
            format!("{option} is {}: {choices}", quoted(value))
        }
        ErrorKind::ValueValidation => {
            let source = std::error::Error::source(error);
            let why = source.map_or(String::new(), |source| in_words(&source.to_string()));
            format!("{option} is {}: {why}", quoted(value))
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = texts(error, ContextKind::InvalidArg).join(" and ");
            let missing = missing.replace("...", "");
            format!(
                "{} needs {missing} {}",
                path[1..].join(" "),
                help("explains it")
            )
        }
        ErrorKind::ArgumentConflict => conflict(error, &option),
        ErrorKind::InvalidUtf8 => "a word of the command is not text in UTF-8".to_owned(),
        _ => {
            let said = error.to_string();
            let first = said.lines().next().unwrap_or_default();
            let first = first.strip_prefix("error: ").unwrap_or(first);
            format!("{first} {}", help("shows what is expected"))
        }
    }
}

/// The command that the words reach, and its name with the names of those before it.
fn reached<'a>(command: &'a Command, words: &[String]) -> (&'a Command, Vec<&'a str>) {
    let (mut at, mut path) = (command, vec![command.get_name()]);
    for word in words {
        match at.find_subcommand(word) {
            Some(below) => {
                at = below;
                path.push(below.get_name());
            }
            None if word.starts_with('-') && path.len() == 1 => {}
            None => break,
        }
    }
    (at, path)
}

/// Two options, or an option and a command, that exclude each other.
fn conflict(error: &Error, option: &str) -> String {
    let prior: Vec<String> = texts(error, ContextKind::PriorArg)
        .iter()
        .map(|prior| bare(prior))
        .collect();
    match text(error, ContextKind::InvalidSubcommand) {
        "" if prior.is_empty() || prior == [option] => format!("{option} can be given only once"),
        "" => format!("{option} and {} cannot go together", prior.join(", ")),
        word => format!(
            "options stand behind the command: skirmish {word} {}",
            prior.join(" ")
        ),
    }
}

/// The option or word at fault, without the name of its value.
fn option(error: &Error) -> String {
    bare(text(error, ContextKind::InvalidArg))
}

/// An option without the name of its value: `--seed` of `--seed <N>`.
fn bare(option: &str) -> String {
    let end = option.find([' ', '=', '[']).filter(|end| *end > 0);
    let option = end.map_or(option, |end| &option[..end]);
    crate::shown::short(option)
}

/// One text that belongs to an error; empty if it has none.
fn text(error: &Error, kind: ContextKind) -> &str {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text,
        _ => "",
    }
}

/// All texts that belong to an error.
fn texts(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}

/// The message of a reader of numbers, in words; sentences of our own stay.
fn in_words(why: &str) -> String {
    let range = why.split_once(" is not in ").map(|(_, range)| range);
    let range = range.and_then(|range| range.split_once("..="));
    match (range, why) {
        (Some((least, most)), _) => format!("expected a whole number from {least} to {most}"),
        (None, "invalid digit found in string" | "cannot parse integer from empty string") => {
            "expected a whole number".to_owned()
        }
        (None, "number too large to fit in target type") => "the number is too large".to_owned(),
        (None, "number too small to fit in target type") => "the number is too small".to_owned(),
        (None, "invalid float literal" | "cannot parse float from empty string") => {
            "expected a number".to_owned()
        }
        _ => why.to_owned(),
    }
}
