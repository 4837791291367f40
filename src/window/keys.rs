//! Which key does what: the default keys, and those of the player's own file.

use crate::source::{Fault, Source};
use crate::store::{Failure, own};
use egui::{Key, Modifiers};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// The file in the data folder.
const FILE: &str = "keys.toml";

/// The keys 1 to 9.
pub const DIGITS: [Key; 9] = [
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
    Key::Num8,
    Key::Num9,
];

macro_rules! acts {
    ($($act:ident $name:literal $usual:literal $what:literal),* $(,)?) => {
        /// What a key can do on the battle screen. Where a key does several things, the first
        /// that can be done is done.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Act {
            $(#[doc = $what] $act,)*
        }
        impl Act {
            /// All, in the order in which they are tried.
            pub const ALL: &[Act] = &[$(Act::$act),*];
            /// Its name in the file.
            pub fn name(self) -> &'static str {
                match self { $(Act::$act => $name,)* }
            }
            /// Its effect, for people.
            pub fn what(self) -> &'static str {
                match self { $(Act::$act => $what,)* }
            }
            /// Its keys unless the file says otherwise.
            fn usual(self) -> &'static str {
                match self { $(Act::$act => $usual,)* }
            }
        }
    };
}

acts! {
    Yes "yes" "Y" "answer yes",
    No "no" "X" "answer no",
    NextFigure "next-figure" "N" "select the next figure",
    PreviousFigure "previous-figure" "Shift+N" "select the previous figure",
    EndStep "end-step" "E" "finish the step or the choice",
    Usual "usual-answer" "Enter" "give the default answer",
    Undo "undo" "U" "undo, as far as the last dice roll",
    Hint "hint" "H" "hint: show what the computer would do",
    PlayOne "play-this" "P" "let the computer play one figure for you",
    PlayRest "play-rest" "Shift+P" "let the computer play the rest of the step",
    PlayOut "play-out" "Ctrl+P" "let the computer play the rest of the battle",
    Stop "stop" "Backspace" "stop the computer",
    Skip "skip" "Space" "skip the animation",
    Pause "pause" "Space" "watching: play or pause",
    Press "press" "Space" "click the space under the arrow-key cursor",
    CursorLeft "cursor-left" "Left" "move the cursor one space left",
    CursorRight "cursor-right" "Right" "move the cursor one space right",
    CursorUp "cursor-up" "Up" "move the cursor one space up",
    CursorDown "cursor-down" "Down" "move the cursor one space down",
    PanLeft "pan-left" "Shift+Left" "scroll the board left",
    PanRight "pan-right" "Shift+Right" "scroll the board right",
    PanUp "pan-up" "Shift+Up" "scroll the board up",
    PanDown "pan-down" "Shift+Down" "scroll the board down",
    ZoomIn "zoom-in" "+, =" "zoom in",
    ZoomOut "zoom-out" "-" "zoom out",
    Fit "fit" "F, Home" "show the whole board",
    TurnLeft "turn-left" "OpenBracket" "turn the figure left",
    TurnRight "turn-right" "CloseBracket" "turn the figure right",
    Do1 "do-1" "1" "first button or action; 1 on a typed die",
    Do2 "do-2" "2" "second button or action; 2 on a typed die",
    Do3 "do-3" "3" "third button or action; 3 on a typed die",
    Do4 "do-4" "4" "fourth button or action; 4 on a typed die",
    Do5 "do-5" "5" "fifth button or action; 5 on a typed die",
    Do6 "do-6" "6" "sixth button or action; 6 on a typed die",
    Do7 "do-7" "7" "seventh button or action; 7 on a typed die",
    Do8 "do-8" "8" "eighth button or action; 8 on a typed die",
    Do9 "do-9" "9" "ninth button or action; 9 on a typed die",
    Do10 "do-10" "0" "tenth action; 10 on a typed die",
    Do11 "do-11" "Shift+1" "eleventh action; 11 on a typed die",
    Do12 "do-12" "Shift+2" "twelfth action; 12 on a typed die",
    Sight "sight" "S" "sight: show what can be seen from a space",
    Threat "threat" "T" "threat: show how dangerous each space is",
    Ruler "ruler" "R" "ruler: measure a distance",
    WhyNot "why-not" "Q" "why not: reasons against a space",
    ShowFigure "show-figure" "G" "show the selected figure",
    Log "log" "L" "show the log",
    Why "why" "W" "show the reasons of the computer",
    Score "score" "C" "show points, losses and luck",
    Step "step" "." "watching: one move forward",
    Back "back" "," "watching: one move back",
    NextRound "next-round" "CloseBracket" "watching: go to the next round",
    LastRound "last-round" "OpenBracket" "watching: go to the previous round",
    Faster "faster" "PageUp" "show moves faster",
    Slower "slower" "PageDown" "show moves slower",
    FaceItself "face-itself" "A" "turn figures automatically, or ask",
    KeepSuccess "keep-success" "Shift+A" "keep successes and end empty steps automatically, or ask",
    Cancel "cancel" "Escape" "deselect; close a tool or window",
    Menu "menu" "M" "go to the menu (the battle is saved)",
    Help "help" "?" "show these keys",
}

impl Act {
    /// Which of the answers in a list this gives, from 0.
    pub fn nth(self) -> Option<usize> {
        let all = [
            Act::Do1,
            Act::Do2,
            Act::Do3,
            Act::Do4,
            Act::Do5,
            Act::Do6,
            Act::Do7,
            Act::Do8,
            Act::Do9,
            Act::Do10,
            Act::Do11,
            Act::Do12,
        ];
        all.iter().position(|act| *act == self)
    }
}

/// A key with what is held beside it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Chord {
    key: Key,
    shift: bool,
    ctrl: bool,
    alt: bool,
}

/// Why a text is no key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChordError {
    /// This word before a plus sign is no key that is held.
    #[error("{0:?} cannot be combined with a key; use Shift, Ctrl or Alt")]
    NotHeld(String),
    /// There is no key of this name.
    #[error(
        "there is no key {0:?}; keys are A to Z, 0 to 9, F1 to F12, Enter, Space, \
         Escape, Tab, Backspace, Delete, Home, End, PageUp, PageDown, Left, Right, Up, \
         Down, and signs like ? + - . , [ ]"
    )]
    NoKey(String),
}

impl Chord {
    /// A key as it was pressed.
    pub fn pressed(key: Key, held: Modifiers) -> Self {
        // what a keyboard needs Shift for is a key of its own
        let (key, shift) = match (key, held.shift) {
            (Key::Slash, true) => (Key::Questionmark, false),
            (Key::Equals, true) => (Key::Plus, false),
            (Key::Questionmark | Key::Plus, _) => (key, false),
            (key, shift) => (key, shift),
        };
        Self {
            key,
            shift,
            ctrl: held.ctrl || held.command,
            alt: held.alt,
        }
    }

    /// The key, and what is held beside it.
    pub fn parts(self) -> (Key, Modifiers) {
        let held = Modifiers {
            alt: self.alt,
            ctrl: self.ctrl,
            shift: self.shift,
            mac_cmd: false,
            command: self.ctrl,
        };
        (self.key, held)
    }

    /// Reads `N`, `Shift+N`, `Ctrl+Enter`, `?`.
    ///
    /// # Errors
    /// The right form.
    pub fn read(text: &str) -> Result<Self, ChordError> {
        let mut held = Modifiers::NONE;
        let mut rest = text.trim();
        while let Some((before, after)) = rest.split_once('+').filter(|(_, a)| !a.is_empty()) {
            match before.to_ascii_lowercase().as_str() {
                "shift" => held.shift = true,
                "ctrl" => held.ctrl = true,
                "alt" => held.alt = true,
                _ => return Err(ChordError::NotHeld(before.to_owned())),
            }
            rest = after;
        }
        let named = Key::from_name(rest).or_else(|| Key::from_name(&capital(rest)));
        match named {
            Some(key) => Ok(Self::pressed(key, held)),
            None => Err(ChordError::NoKey(rest.to_owned())),
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|c| c.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

impl Chord {
    /// Whether this key is for a button or slider that has the focus, where one has.
    pub fn is_for_controls(self) -> bool {
        matches!(
            self.key,
            Key::Enter
                | Key::Space
                | Key::Tab
                | Key::Escape
                | Key::ArrowLeft
                | Key::ArrowRight
                | Key::ArrowUp
                | Key::ArrowDown
        )
    }
}

impl std::fmt::Display for Chord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (held, name) in [
            (self.ctrl, "Ctrl+"),
            (self.alt, "Alt+"),
            (self.shift, "Shift+"),
        ] {
            if held {
                f.write_str(name)?;
            }
        }
        f.write_str(match self.key {
            Key::Questionmark => "?",
            Key::Plus => "+",
            Key::Minus => "-",
            Key::Equals => "=",
            Key::Period => ".",
            Key::Comma => ",",
            Key::OpenBracket => "[",
            Key::CloseBracket => "]",
            Key::ArrowLeft => "Left",
            Key::ArrowRight => "Right",
            Key::ArrowUp => "Up",
            Key::ArrowDown => "Down",
            Key::Escape => "Esc",
            key => key.name(),
        })
    }
}

/// All keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    of: BTreeMap<Act, Vec<Chord>>,
}

/// A file of keys as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    format: Spanned<String>,
    #[serde(default)]
    keys: BTreeMap<Spanned<String>, Spanned<Written>>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a key, or a list of keys")]
enum Written {
    One(String),
    Several(Vec<String>),
}

impl Default for Keys {
    fn default() -> Self {
        let of = Act::ALL
            .iter()
            .map(|act| {
                let chords = act.usual().split(", ").filter_map(|k| Chord::read(k).ok());
                (*act, chords.collect())
            })
            .collect();
        Self { of }
    }
}

impl Keys {
    /// The usual keys, changed by a file.
    ///
    /// # Errors
    /// The first thing that is wrong with the file, and where.
    pub fn read(source: &Source) -> Result<Self, Fault> {
        source.check_format("keys", 1)?;
        let draft: Draft = source.parse()?;
        source.version(&draft.format, "keys", 1)?;
        let mut keys = Self::default();
        for (name, written) in draft.keys {
            let Some(act) = Act::ALL.iter().find(|a| a.name() == name.get_ref()) else {
                let known: Vec<&str> = Act::ALL.iter().map(|a| a.name()).collect();
                return Err(source.fault(
                    name.span(),
                    format!(
                        "there is no action {:?}; known: {}",
                        name.get_ref(),
                        known.join(", ")
                    ),
                ));
            };
            let span = written.span();
            let texts = match written.into_inner() {
                Written::One(text) => vec![text],
                Written::Several(texts) => texts,
            };
            let chords: Result<_, ChordError> = texts.iter().map(|t| Chord::read(t)).collect();
            let chords = chords.map_err(|why| source.fault(span, why.to_string()))?;
            keys.of.insert(*act, chords);
        }
        Ok(keys)
    }

    /// The keys of the file in the data folder, else the usual ones; with what is wrong with
    /// the file.
    pub fn load() -> (Self, Option<String>) {
        let read = own::read(FILE).and_then(|found| match found {
            None => Ok(Self::default()),
            Some(source) => Ok(Self::read(&source)?),
        });
        match read {
            Ok(keys) => (keys, None),
            Err(why) => (
                Self::default(),
                Some(format!(
                    "The default keys are used, because the key file cannot be read: {why}."
                )),
            ),
        }
    }

    /// Writes these keys to the file in the data folder, to be changed there; where it is. A
    /// file that is there already has been changed: it stays.
    ///
    /// # Errors
    /// The system's error.
    pub fn store(&self) -> Result<String, Failure> {
        if let Some(kept) = own::read(FILE)? {
            return Ok(kept.name);
        }
        Ok(own::write(FILE, &self.text())?.display().to_string())
    }

    /// These keys as a file.
    pub fn text(&self) -> String {
        let mut text = String::from(
            "# Keys on the battle screen. Delete a line to get its default key back.\n\
             format = \"skirmish-keys/1\"\n\n[keys]\n",
        );
        for (act, chords) in &self.of {
            let chords: Vec<String> = chords
                .iter()
                .map(|chord| format!("{:?}", chord.to_string()))
                .collect();
            text.push_str(&format!(
                "{} = [{}]  # {}\n",
                act.name(),
                chords.join(", "),
                act.what()
            ));
        }
        text
    }

    /// The actions of a key, in the order in which they are tried.
    pub fn acts(&self, chord: Chord) -> impl Iterator<Item = Act> + '_ {
        self.of
            .iter()
            .filter(move |(_, chords)| chords.contains(&chord))
            .map(|(act, _)| *act)
    }

    /// The effect of an action and its keys, for the tooltip of a button.
    pub fn hint(&self, act: Act) -> String {
        let what = capital(act.what());
        match self.shown(act) {
            keys if keys.is_empty() => what,
            keys => format!("{what} (key {keys})"),
        }
    }

    /// The keys of an act, for people: `F, Home`; nothing where it has none.
    pub fn shown(&self, act: Act) -> String {
        let chords: Vec<String> = self
            .of
            .get(&act)
            .into_iter()
            .flatten()
            .map(Chord::to_string)
            .collect();
        chords.join(", ")
    }
}
