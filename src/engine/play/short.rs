//! The short rules of a ruleset, as shown while playing: one text a step, with the numbers of the
//! configuration that is played with.

use crate::rules::Game;

/// A text with the values of the configuration in place of `{key}`; a dot leads into a table. A
/// key that does not exist stays as it is written. `{last_round}` is how many rounds or turns this
/// battle has.
pub fn filled(text: &str, game: &Game) -> String {
    let config = game.config();
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((key, behind)) = after.split_once('}') else {
            out.push('{');
            rest = after;
            continue;
        };
        if key == "last_round" {
            match game.status().rounds {
                Some(n) => out.push_str(&n.to_string()),
                None => out.push_str("all"),
            }
            rest = behind;
            continue;
        }
        let value = key
            .split('.')
            .try_fold(&config, |value, part| value.get(part));
        match value {
            Some(serde_json::Value::String(text)) => out.push_str(text),
            Some(value) => out.push_str(&value.to_string()),
            None => {
                out.push('{');
                out.push_str(key);
                out.push('}');
            }
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// The short rules of the step that is played now, and those that hold in every step.
pub fn rules_now(game: &Game) -> Vec<String> {
    let rules = game.rules();
    ["turn", game.status().step, "always", "win"]
        .iter()
        .filter_map(|part| rules.short(part))
        .map(|text| filled(&text, game))
        .collect()
}
