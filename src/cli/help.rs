//! The commands of a player, explained: all of them on one screen, or one at length.

/// A command.
struct Topic {
    /// The words that it is typed with; the first one is its name.
    words: &'static [&'static str],
    /// How it is typed.
    usage: &'static str,
    /// Its effect, in sentences.
    about: &'static str,
}

/// All commands on one screen, for `?`.
pub const OVERVIEW: &str = "\
Figures are 1.3 (or 3 for one of yours), spaces C4, borders C4|C5.
To act: 1.3 C4 moves or places 1.3, 1.3 2.2 attacks, 1.3 lists its choices
  m 1.3 C4     move           s 1.1 2.2   shoot          f 1.1 2.2   fight
  a 1.1 2.2    attack         d 1.1       go on guard    leave 1.3   walk off
  burst, blast 1.1 C4         disable 1.1 2.2            summon 1.1
  k 1.1 NAME   use a device   p 1.3 C4    place          lay C4      terrain
  volley 1.1 2.2  the whole squad shoots                 face NE     look there
  y, n         yes, no        side 2      goes first     choose X    of a list
  roll 4 2     real dice      #3          choice 3       e           end step
To look
  b, b 2.2     the board      key         its signs      turn        other side
  i            all figures    what C4     a space        near        enemies
  r 1.3        its reach      o 1.1 2.2   exact odds     score       points
  list         choices        list 1.3    of a figure    list all    and walls
To understand
  aim          how to win     rules       of this step   hint        advice
  why          of the computer's last choice; why 2.6   of a figure's turn
To continue
  auto         the computer answers: auto, auto figure, auto step, auto rest
  u            undo           q           leave, saved   concede     give up
Enter gives the answer in brackets. help o explains o, help auto explains auto.";

const TOPICS: &[Topic] = &[
    Topic {
        words: &["move", "m"],
        usage: "m FIGURE SPACE",
        about: "Moves a figure on the cheapest path. On the space of your mount with a free seat, it gets on the mount. r FIGURE shows where it can go.",
    },
    Topic {
        words: &["leave"],
        usage: "leave FIGURE",
        about: "The figure walks off the board and does not come back.",
    },
    Topic {
        words: &["shoot", "s"],
        usage: "s FIGURE TARGET",
        about: "Shoots at a figure (2.2), a space (C4) or a border (C4|C5). It needs sight and reach; o FIGURE shows the odds.",
    },
    Topic {
        words: &["volley", "v"],
        usage: "volley FIGURE TARGET",
        about: "All figures of the squad that can shoot at the target's squad do so, one after the other, until none of it is left.",
    },
    Topic {
        words: &["fight", "f"],
        usage: "f FIGURE TARGET",
        about: "Fights hand to hand; the two must touch, with no wall between them.",
    },
    Topic {
        words: &["attack", "a"],
        usage: "a FIGURE TARGET",
        about: "Attacks with one action. While one figure acts, a TARGET is enough.",
    },
    Topic {
        words: &["burst"],
        usage: "burst FIGURE TARGET",
        about: "Fires several shots at a figure or space.",
    },
    Topic {
        words: &["blast", "fire"],
        usage: "blast FIGURE TARGET",
        about: "Fires on a figure or space and everything around it.",
    },
    Topic {
        words: &["defend", "guard", "d"],
        usage: "d FIGURE",
        about: "The figure goes on guard: it is harder to harm until it acts again.",
    },
    Topic {
        words: &["skill", "k"],
        usage: "k FIGURE DEVICE",
        about: "Uses a device, by its name. aim lists the devices.",
    },
    Topic {
        words: &["disable"],
        usage: "disable FIGURE TARGET",
        about: "Tries to disable an enemy, which then does nothing in the next round.",
    },
    Topic {
        words: &["summon"],
        usage: "summon FIGURE",
        about: "Tries to call a friend to a place beside the figure.",
    },
    Topic {
        words: &["place", "p"],
        usage: "p FIGURE SPACE",
        about: "Places a figure while you deploy, or puts a follower elsewhere.",
    },
    Topic {
        words: &["lay"],
        usage: "lay SPACE",
        about: "Lays the piece of terrain that is asked about.",
    },
    Topic {
        words: &["face"],
        usage: "face DIRECTION",
        about: "Turns the figure that is asked about, such as face NE.",
    },
    Topic {
        words: &["yes", "y"],
        usage: "y",
        about: "Answers yes.",
    },
    Topic {
        words: &["no", "n"],
        usage: "n",
        about: "Answers no.",
    },
    Topic {
        words: &["end", "e", "done", "pass"],
        usage: "e   or   e STEP",
        about: "Ends the step or activation that the question shows. If a step has just ended by itself, e is asked for a second time, so that it does not end the next step by mistake. e STEP names the step and needs no second time.",
    },
    Topic {
        words: &["choose"],
        usage: "choose NAME",
        about: "Takes one of the choices, such as choose north.",
    },
    Topic {
        words: &["side"],
        usage: "side NUMBER",
        about: "Says which side goes first.",
    },
    Topic {
        words: &["roll"],
        usage: "roll NUMBERS",
        about: "Tells what real dice show, such as roll 4 2.",
    },
    Topic {
        words: &["board", "b"],
        usage: "b   or   b SPACE   or   b FIGURE",
        about: "Shows the board with its key. If it is too large for the terminal, b C4 and b 2.2 show the part around a space or a figure.",
    },
    Topic {
        words: &["key"],
        usage: "key",
        about: "Says what the signs on the board mean.",
    },
    Topic {
        words: &["turn"],
        usage: "turn   or   turn 90",
        about: "Shows the board from the other side, or turned clockwise by 90, 180 or 270 degrees. Boards of hexes are turned by 180. Names of spaces stay.",
    },
    Topic {
        words: &["info", "i", "figures"],
        usage: "i",
        about: "Lists all figures: where they are, what they are, how they are.",
    },
    Topic {
        words: &["list", "l"],
        usage: "list, list all, list FIGURE",
        about: "Lists what can be answered, by figure, with numbers; #3 gives the third. Walls and other terrain are only counted; list all shows them.",
    },
    Topic {
        words: &["reach", "r"],
        usage: "r FIGURE",
        about: "Shows where a figure can go, and what it costs.",
    },
    Topic {
        words: &["odds", "o"],
        usage: "o FIGURE, o FIGURE TARGET, o FIGURE TARGET SPACE",
        about: "The exact odds of all attacks of a figure, of one, or of one from another space.",
    },
    Topic {
        words: &["what"],
        usage: "what SPACE, what SPACE FIGURE, what FIGURE",
        about: "Tells about a space: terrain, level, cover, who stands there, what it costs, and the sight from a figure. Or about a figure.",
    },
    Topic {
        words: &["near"],
        usage: "near   or   near FIGURE",
        about: "Lists the enemies near each of your figures, how far they are, and whom it can attack from where it stands.",
    },
    Topic {
        words: &["score"],
        usage: "score",
        about: "Points and losses of each side, and who leads.",
    },
    Topic {
        words: &["aim"],
        usage: "aim",
        about: "Shows again what the battle is about, how it is won, and who fights.",
    },
    Topic {
        words: &["rules"],
        usage: "rules",
        about: "Short rules of this ruleset and this step.",
    },
    Topic {
        words: &["why", "w"],
        usage: "why   or   why FIGURE",
        about: "The reasons of the computer's last choice, or of what a figure of the computer did in its last turn.",
    },
    Topic {
        words: &["hint", "h"],
        usage: "hint",
        about: "What the computer would do in your place, with its reasons.",
    },
    Topic {
        words: &["auto"],
        usage: "auto, auto figure, auto step, auto rest",
        about: "The computer answers for you: this question, as long as this figure acts, to the end of the step, or to the end of the battle.",
    },
    Topic {
        words: &["undo", "u"],
        usage: "u",
        about: "Takes back your last answer. Answers from before the last die roll stay.",
    },
    Topic {
        words: &["concede", "resign"],
        usage: "concede",
        about: "Gives up the battle: your enemies win. You are asked whether you are sure.",
    },
    Topic {
        words: &["save"],
        usage: "save",
        about: "Says where the battle is saved: every answer is written at once.",
    },
    Topic {
        words: &["quit", "q", "exit"],
        usage: "q",
        about: "Leaves the battle. It is saved, and skirmish play --resume FILE continues it.",
    },
    Topic {
        words: &["help", "?"],
        usage: "?   or   help WORD",
        about: "Lists all commands, or explains one.",
    },
];

/// Explains a command.
///
/// # Errors
/// When there is no such command; with the nearest one.
pub fn about(word: &str) -> Result<String, UnknownCommand> {
    let word = word.to_lowercase();
    let found = TOPICS.iter().find(|t| t.words.contains(&word.as_str()));
    match found {
        Some(topic) => Ok(format!(
            "{} (typed {})\n  {}\n  {}",
            topic.words[0],
            topic.words.join(" or "),
            topic.usage,
            topic.about
        )),
        None => Err(unknown(&word)),
    }
}

/// A word that is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownCommand {
    /// A command is spelt much like it.
    #[error("{word:?} is not a command; did you mean {near}? (? lists all commands)")]
    Near {
        /// The word.
        word: String,
        /// The nearest command.
        near: &'static str,
    },
    /// No command is.
    #[error("{0:?} is not understood; ? lists all commands")]
    Strange(String),
}

/// The error about a word that is no command, with the nearest command.
pub fn unknown(word: &str) -> UnknownCommand {
    let word = word.to_owned();
    match nearest(&word) {
        Some(near) => UnknownCommand::Near { word, near },
        None => UnknownCommand::Strange(word),
    }
}

/// The command that is nearest to a misspelt word, if one is near.
fn nearest(word: &str) -> Option<&'static str> {
    TOPICS
        .iter()
        .flat_map(|t| t.words.iter().copied())
        .filter(|known| known.len() > 2)
        .map(|known| (strsim::damerau_levenshtein(word, known), known))
        .filter(|(off, known)| {
            *off <= known.len().max(word.len()) / 3 + usize::from(known.len() > 3)
        })
        .filter(|(off, known)| off < &known.len())
        .min_by_key(|(off, _)| *off)
        .map(|(_, known)| known)
}
