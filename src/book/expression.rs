//! The expressions between braces in a chapter.
//!
//! | Expression | Printed as |
//! |---|---|
//! | `{rounds}`, `{cost.small}` | the value of a key |
//! | `{shoot_need+}` | `5+` |
//! | `{guy_move / 2}`, `{max(a, b - 1)}` | a number; halves as ½ |
//! | `{signed hero_bonus}`, `{percent share}` | `+1`, `50 %` |
//! | `{chance shoot_need - 1+ d6}` | the chance that a die shows a number or more |
//! | `{const 28}` | a number that no key has |

use super::error::ExpressionError;
use serde_json::Value;

/// What stands at a path of a configuration; numbers lead into lists.
pub fn value<'a>(config: &'a Value, key: &str) -> Option<&'a Value> {
    key.split('.').try_fold(config, |value, part| match value {
        Value::Array(all) => all.get(part.parse::<usize>().ok()?),
        _ => value.get(part),
    })
}

/// A value as words.
pub fn words(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => number.to_string().replace('-', "−"),
        Value::String(text) => text.replace('_', " "),
        Value::Array(all) => joined(all.iter().map(words).collect()),
        Value::Object(keys) => {
            let each = keys.iter().map(|(k, v)| format!("{k} {}", words(v)));
            joined(each.map(|text| text.replace('_', " ")).collect())
        }
    }
}

/// `a, b and c`.
fn joined(mut all: Vec<String>) -> String {
    match all.pop() {
        None => "none".to_owned(),
        Some(last) if all.is_empty() => last,
        Some(last) => format!("{} and {last}", all.join(", ")),
    }
}

/// An expression as it is printed under a configuration.
///
/// # Errors
/// If the text is no expression, or names a key there is not.
pub fn shown(text: &str, config: &Value) -> Result<String, ExpressionError> {
    let text = text.trim();
    if let Some(number) = text.strip_prefix("const ") {
        let plain = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
        return match plain {
            true => Ok(number.to_owned()),
            false => Err(ExpressionError::NotWhole(number.to_owned())),
        };
    }
    if let Some(of) = text.strip_prefix("signed ") {
        let number = number(of, config)?;
        let sign = if number.0 < 0 { "" } else { "+" };
        return Ok(format!("{sign}{}", number.shown()));
    }
    if let Some(of) = text.strip_prefix("percent ") {
        return Ok(format!("{} %", number(of, config)?.shown()));
    }
    if let Some(of) = text.strip_prefix("chance ") {
        let (need, die) = of
            .rsplit_once("+ d")
            .ok_or_else(|| ExpressionError::NotAChance(text.to_owned()))?;
        return chance(number(need, config)?, number(die, config)?);
    }
    if let Some(need) = text.strip_suffix('+') {
        return Ok(format!("{}+", number(need, config)?.shown()));
    }
    if let Some(value) = value(config, text) {
        return Ok(words(value));
    }
    number(text, config).map(Fraction::shown)
}

/// The chance that a die shows a number or more.
fn chance(need: Fraction, die: Fraction) -> Result<String, ExpressionError> {
    let (Fraction(need, 1), Fraction(sides, 1)) = (need, die) else {
        return Err(ExpressionError::BrokenChance);
    };
    if sides < 1 {
        return Err(ExpressionError::NoDie(sides));
    }
    let good = (sides - need + 1).clamp(0, sides);
    // rounded to the nearest
    Ok(format!("{} %", (200 * good + sides) / (2 * sides)))
}

/// A number as a fraction in lowest terms; its denominator is above 0.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Fraction(i64, i64);

impl Fraction {
    fn of(above: i64, below: i64) -> Result<Self, ExpressionError> {
        if below == 0 {
            return Err(ExpressionError::DivisionByZero);
        }
        let (mut a, mut b) = (above.abs(), below.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let sign = below.signum();
        Ok(Self(sign * above / a.max(1), below.abs() / a.max(1)))
    }
    fn shown(self) -> String {
        let Self(above, below) = self;
        let sign = if above < 0 { "−" } else { "" };
        let (whole, rest) = (above.abs() / below, above.abs() % below);
        let part = match (rest, below) {
            (0, _) => return format!("{sign}{whole}"),
            (1, 2) => "½".to_owned(),
            (1, 3) => "⅓".to_owned(),
            (2, 3) => "⅔".to_owned(),
            (1, 4) => "¼".to_owned(),
            (3, 4) => "¾".to_owned(),
            _ if whole > 0 => format!(" {rest}/{below}"),
            _ => format!("{rest}/{below}"),
        };
        match whole {
            0 => format!("{sign}{part}"),
            _ => format!("{sign}{whole}{part}"),
        }
    }
}

/// A sum of keys and whole numbers.
fn number(text: &str, config: &Value) -> Result<Fraction, ExpressionError> {
    let mut reader = Reader {
        text,
        at: 0,
        config,
    };
    let number = reader.sum()?;
    match reader.peek() {
        None => Ok(number),
        Some(found) => Err(ExpressionError::Left {
            found,
            text: text.to_owned(),
        }),
    }
}

/// Reads a sum from the left.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    config: &'a Value,
}

impl<'a> Reader<'a> {
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }
    fn take(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(sign);
        self.at += if found { sign.len_utf8() } else { 0 };
        found
    }
    fn expect(&mut self, sign: char) -> Result<(), ExpressionError> {
        match self.take(sign) {
            true => Ok(()),
            false => Err(ExpressionError::Missing {
                sign,
                text: self.text.to_owned(),
            }),
        }
    }
    fn sum(&mut self) -> Result<Fraction, ExpressionError> {
        let mut sum = self.product()?;
        loop {
            let sign = if self.take('+') {
                1
            } else if self.take('-') {
                -1
            } else {
                return Ok(sum);
            };
            let Fraction(above, below) = self.product()?;
            sum = Fraction::of(sum.0 * below + sign * above * sum.1, sum.1 * below)?;
        }
    }
    fn product(&mut self) -> Result<Fraction, ExpressionError> {
        let mut product = self.atom()?;
        loop {
            if self.take('*') {
                let Fraction(above, below) = self.atom()?;
                product = Fraction::of(product.0 * above, product.1 * below)?;
            } else if self.take('/') {
                let Fraction(above, below) = self.atom()?;
                product = Fraction::of(product.0 * below, product.1 * above)?;
            } else {
                return Ok(product);
            }
        }
    }
    fn atom(&mut self) -> Result<Fraction, ExpressionError> {
        if self.take('(') {
            let sum = self.sum()?;
            self.expect(')')?;
            return Ok(sum);
        }
        let Some(first) = self.peek() else {
            return Err(ExpressionError::Empty(self.text.to_owned()));
        };
        if first.is_ascii_digit() {
            let rest = &self.text[self.at..];
            let end = rest.find(|c: char| !c.is_ascii_digit());
            let digits = &rest[..end.unwrap_or(rest.len())];
            self.at += digits.len();
            let number = digits
                .parse()
                .map_err(|_| ExpressionError::TooLarge(digits.to_owned()))?;
            return Fraction::of(number, 1);
        }
        let name = self.name();
        match name {
            "max" | "min" if self.take('(') => {
                let (a, largest) = (self.sum()?, name == "max");
                self.expect(',')?;
                let b = self.sum()?;
                self.expect(')')?;
                let first_is_larger = a.0 * b.1 >= b.0 * a.1;
                Ok(if first_is_larger == largest { a } else { b })
            }
            _ => match value(self.config, name).and_then(Value::as_i64) {
                Some(number) => Fraction::of(number, 1),
                None if value(self.config, name).is_some() => {
                    Err(ExpressionError::NoNumber(name.to_owned()))
                }
                None => Err(ExpressionError::NoKey(name.to_owned())),
            },
        }
    }
    /// The name of a key from here on. A hyphen can belong to it or stand for minus: the longest
    /// key that exists counts.
    fn name(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
        let mut name = &rest[..rest.find(|c| !part(c)).unwrap_or(rest.len())];
        while value(self.config, name).is_none() {
            match name.rsplit_once('-') {
                Some((shorter, _)) => name = shorter,
                None => break,
            }
        }
        self.at += name.len();
        name
    }
}
