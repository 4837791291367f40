//! What a player in the terminal asks and is told, typed as people type it.

use crate::cli_play::run;
use std::fs;
use std::path::Path;

/// What is said to these lines.
fn said(options: &[&str], input: &str) -> String {
    let home = tempfile::tempdir().unwrap();
    said_in(home.path(), options, input)
}

fn said_in(home: &Path, options: &[&str], input: &str) -> String {
    let gave = run(home, &[&["play"], options].concat(), input);
    assert_eq!(gave.code, 0, "{}", gave.err);
    gave.out
}

/// All of these are said.
fn holds(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} in {text}");
    }
}

/// A row of squares with a wall between J and K, archers of side 1 on A1 (it looks east), B1 (west),
/// J1 (east), and side 2 on T1, C1 and K1; the last of side 2 is defeated. The step is `step`.
fn archers(home: &Path, step: &str) -> String {
    let file = |name: &str, text: &str| {
        let path = home.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    file(
        "row.toml",
        &format!(
            "format = \"skirmish-map/1\"\nname = \"Row\"\ngrid = \"square\"\nterrain = \"\"\"\n{0}\n{0}\n\"\"\"\n\
             [[border]]\nbetween = [\"J1|K1\", \"J2|K2\"]\nkind = \"wall\"\n",
            ".".repeat(20)
        ),
    );
    let force = |name: &str, many: usize| {
        file(
            &format!("{name}.toml"),
            &format!(
                "format = \"skirmish-force/1\"\nruleset = \"vsgmr\"\nname = \"{name}\"\n[[figure]]\nname = \"Archer\"\nis = \"troop, distance\"\ncount = {many}\n"
            ),
        );
    };
    force("Elves", 3);
    force("Orcs", 4);
    let figure = |side: u8, unit: u8, more: &str| {
        format!("[[figure]]\nside = {side}\nunit = \"{unit}\"\n{more}\n")
    };
    let figures = [
        figure(1, 1, "at = \"A1\"\nfacing = \"E\""),
        figure(1, 2, "at = \"B1\"\nfacing = \"W\""),
        figure(1, 3, "at = \"J1\"\nfacing = \"E\""),
        figure(2, 1, "at = \"T1\"\nfacing = \"W\""),
        figure(2, 2, "at = \"C1\"\nfacing = \"W\""),
        figure(2, 3, "at = \"K1\"\nfacing = \"W\""),
        figure(2, 4, "out = true"),
    ];
    file(
        "row.scenario.toml",
        &format!(
            "format = \"skirmish-scenario/1\"\nname = \"Row\"\nmap = \"row.toml\"\nruleset = \"vsgmr\"\n\
             round = 1\nstep = \"{step}\"\nturn = 1\nfirst = 1\n[[side]]\nforce = \"Elves.toml\"\n[[side]]\nforce = \"Orcs.toml\"\n{}",
            figures.concat()
        ),
    )
}

#[test]
fn a_battle_begins_with_a_briefing_that_aim_shows_again() {
    let text = said(&["--scenario", "crypt", "--seed", "1"], "aim\nquit\n");
    holds(
        &text,
        &[
            "Night in the Crypt on Graveyard (vsgmr, 10 rounds)",
            "Four survivors have reached the crypt.",
            "To win: ",
            "the iron door, on U9: opens or shuts the door T9|U9; only side 1",
            "the radio, on V9: scores 5 points; only side 1",
            "side 1: Horror Film Survivors, ",
            "played by you.",
            "played by the computer (captain).",
            "To begin with: hint (advice), list (your choices), ? (all commands).",
        ],
    );
    assert_eq!(text.matches("Night in the Crypt on").count(), 2);
    let fair = said(&["--ruleset", "violence", "--seed", "1"], "quit\n");
    holds(&fair, &["The forces are worth the same (10 points each)."]);
}

#[test]
fn a_refused_attack_says_why() {
    let home = tempfile::tempdir().unwrap();
    let scenario = archers(home.path(), "shoot");
    let text = said_in(
        home.path(),
        &["--scenario", &scenario, "--seed", "1"],
        "s 1.1 2.1\ns 1.2 2.2\ns 1.3 2.3\ns 1.1 2.4\ns 1.1 1.2\nf 1.1 2.2\ns 2.1 1.1\nm 1.1 A2\n\
         y\ns 1.1 2.2\ns 1.1 2.2\nquit\n",
    );
    holds(
        &text,
        &[
            "Archer (1.1) cannot shoot at Archer (2.1): the target is 19 spaces away and the reach is 12, so it is too far by 7.",
            "Archer (1.2) cannot shoot at Archer (2.2): it looks W, and the target is behind it.",
            "Archer (1.3) cannot shoot at Archer (2.3): it does not see the target past the wall J1|K1.",
            "Archer (1.1) cannot shoot at Archer (2.4): the target is defeated.",
            "Archer (1.1) cannot shoot at Archer (1.2): the target is on the same team.",
            "Archer (1.1) cannot fight Archer (2.2): this is the step \"shoot\", and that is done in the step \"fight\"",
            "Archer (2.1) cannot shoot at Archer (1.1): it belongs to side 2 (Orcs)",
            "Archer (1.1) cannot move to A2: this is the step \"shoot\", and that is done in the step \"move\"; that step of this turn is over.",
            "That cannot be done: the question that is open must be answered first.",
            "Archer (1.1) shoots at Archer (2.2): rolls ",
            "Archer (1.1) cannot shoot at Archer (2.2): it has attacked already.",
        ],
    );
}

#[test]
fn a_refused_fight_says_how_far_it_is_or_what_is_between() {
    let home = tempfile::tempdir().unwrap();
    let scenario = archers(home.path(), "fight");
    let text = said_in(
        home.path(),
        &["--scenario", &scenario, "--seed", "1"],
        "f 1.1 2.2\nf 1.3 2.3\nquit\n",
    );
    holds(
        &text,
        &[
            "Archer (1.1) cannot fight Archer (2.2): the target is 2 spaces away, so it is too far by 1; they must touch.",
            "Archer (1.3) cannot fight Archer (2.3): the wall J1|K1 is between the two.",
        ],
    );
}

#[test]
fn a_space_the_neighbours_the_score_and_the_rules_are_asked_for() {
    let home = tempfile::tempdir().unwrap();
    let scenario = archers(home.path(), "shoot");
    let text = said_in(
        home.path(),
        &["--scenario", &scenario, "--seed", "1"],
        "what C1 1.1\nwhat K2 1.3\nwhat 2.3\nnear\nscore\nrules\nhelp odds\nreahc 1.1\nkey\nquit\n",
    );
    holds(
        &text,
        &[
            "C1: open, level 0",
            "here: Archer (2.2): ",
            "from Archer (1.1): 2 spaces away, clear sight",
            "from Archer (1.3): 1 space away, no sight past the wall J1|K1",
            "Archer (1.1) on A1: Archer (2.2) 2 away (it can shoot), ",
            "side 1 (Elves): 0 points scored; figures: 3 on the board",
            "figures: 3 on the board, 1 out",
            "vsgmr, step shoot",
            "It needs 5 or more on a",
            "skirmish rules show vsgmr",
            "o FIGURE TARGET SPACE",
            "\"reahc\" is not a command; did you mean reach?",
            "│ ─ wall",
            "1.2 figure 2 of side 1",
        ],
    );
}

#[test]
fn lists_are_grouped_by_figure_and_put_walls_last() {
    let home = tempfile::tempdir().unwrap();
    let scenario = archers(home.path(), "shoot");
    let text = said_in(
        home.path(),
        &["--scenario", &scenario, "--seed", "1"],
        "list\nlist all\n#99999\nquit\n",
    );
    holds(
        &text,
        &[
            "Archer (1.1): #1 shoot at Archer (2.2)",
            "Archer (1.1)\n  #1    shoot at Archer (2.2)\n",
            "there is no choice #99999",
        ],
    );
    if text.contains("Walls and other terrain to attack") {
        holds(&text, &["list all shows all of them.", "shoot wall:"]);
    }
}

#[test]
fn an_e_for_a_step_that_ended_by_itself_does_not_end_the_next_one() {
    let home = tempfile::tempdir().unwrap();
    let scenario = archers(home.path(), "move");
    let options = ["--scenario", &scenario, "--seed", "1"];
    // Every figure moves; the step ends by itself; the `e` was meant for it.
    let moves = "m 1.1 A2\nface E\nm 1.2 B2\nface E\nm 1.3 J2\nface E\n";
    let text = said_in(home.path(), &options, &format!("{moves}e\nrules\nquit\n"));
    holds(
        &text,
        &[
            "The step \"move\" ended by itself after your last answer. This is the step \"shoot\" of round 1: type e again to end it.",
            "vsgmr, step shoot",
        ],
    );
    let again = said_in(home.path(), &options, &format!("{moves}e\ne\nquit\n"));
    assert!(again.contains("-- Step: fight"), "{again}");
    // With its name it needs no second time; another name ends nothing.
    let named = said_in(
        home.path(),
        &options,
        &format!("{moves}e move\ne shoot\nquit\n"),
    );
    holds(
        &named,
        &[
            "This is the step \"shoot\", not \"move\"; nothing was ended.",
            "-- Step: fight",
        ],
    );
    // Where a player ends a step, the next `e` is the next step's.
    let typed = said_in(home.path(), &options, "e\ne\nquit\n");
    assert!(!typed.contains("ended by itself"), "{typed}");
}

#[test]
fn dice_say_whose_they_are_and_what_for() {
    let text = said(&["--seed", "5"], "auto step\nquit\n");
    holds(
        &text,
        &[
            "Roll for deploying first: side 1 (",
            "Roll for initiative: side 1 (",
            " chooses that side 1 (Medieval Infantry) goes first",
        ],
    );
    let violence = said(&["--seed", "3", "--ruleset", "violence"], "auto rest\n");
    holds(
        &violence,
        &[
            " attacks ",
            ": rolls ",
            " against ",
            " or more: ",
            " goes first",
        ],
    );
}

#[test]
fn reasons_are_kept_for_each_figure_of_the_computer() {
    let text = said(
        &["--seed", "6"],
        "why 1.1\nauto step\n#2\nwhy 2.1\nwhy\nhint\nquit\n",
    );
    holds(
        &text,
        &[
            "There are no reasons for Captain of the Regiment (1.1): ",
            "Thane (2.1), round 1\nwhy: Thane (2.1) goes to ",
            "  next best: Thane (2.1) goes to ",
            "  tempo: progress towards the next attack",
            "advice: ",
        ],
    );
}

#[test]
fn the_board_is_turned_and_stays_so() {
    let text = said(
        &["--seed", "5", "--map", "duel-ground"],
        "turn\nb\nturn 45\nturn 180\nb\nquit\n",
    );
    holds(
        &text,
        &[
            "The top is south.",
            "The top is north.",
            "turned by 90, 180 or 270 degrees",
        ],
    );
}

#[test]
fn the_commands_fit_a_small_terminal() {
    let text = said(&["--ruleset", "violence", "--seed", "1"], "\n?\nquit\n");
    let (_, help) = text.split_once("Figures are 1.3").unwrap();
    let help: Vec<&str> = help
        .lines()
        .take_while(|line| !line.starts_with("Enter gives"))
        .collect();
    // its last line, a question of two lines and the line that is typed stand below
    assert!(help.len() <= 20, "{help:?}");
    assert!(
        help.iter().all(|line| line.chars().count() < 80),
        "{help:?}"
    );
}
