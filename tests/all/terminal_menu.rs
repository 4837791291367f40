//! The menu on a real terminal, by tmux; passed over where there is no tmux.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// A program in a terminal of its own.
struct Terminal {
    server: String,
}

impl Terminal {
    /// None: there is no tmux.
    fn open(home: &Path, name: &str) -> Option<Self> {
        Self::sized(home, name, ("110", "60"), "")
    }
    /// The program with these options in a terminal of this width and height.
    fn sized(home: &Path, name: &str, (wide, high): (&str, &str), options: &str) -> Option<Self> {
        let server = format!("skirmish-{name}-{}", std::process::id());
        let program = format!(
            "env -u DISPLAY -u WAYLAND_DISPLAY SKIRMISH_HOME={} {} {options}; sleep 600",
            home.display(),
            env!("CARGO_BIN_EXE_skirmish")
        );
        let begun = Command::new("tmux")
            .args(["-L", &server, "new-session", "-d", "-x", wide, "-y", high])
            .arg(program)
            .status();
        match begun {
            Ok(status) if status.success() => Some(Self { server }),
            _ => {
                println!("skipped: there is no tmux");
                None
            }
        }
    }
    fn tmux(&self, arguments: &[&str]) -> String {
        let output = Command::new("tmux")
            .args(["-L", &self.server])
            .args(arguments)
            .output()
            .expect("tmux");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
    fn say(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
        self.tmux(&["send-keys", "Enter"]);
    }
    /// Waits until a text is on the screen.
    fn see(&self, text: &str) -> String {
        for _ in 0..600 {
            let screen = self.tmux(&["capture-pane", "-p", "-S", "-300"]);
            if screen.contains(text) {
                return screen;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        let screen = self.tmux(&["capture-pane", "-p", "-S", "-300"]);
        panic!("{text:?} never came:\n{screen}");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

#[test]
fn the_menu_lists_begins_and_goes_on_with_a_battle() {
    let home = tempfile::tempdir().unwrap();
    let Some(terminal) = Terminal::open(home.path(), "menu") else {
        return;
    };
    terminal.see("choose>");
    terminal.say("9");
    terminal.see("\"9\" is not in the menu");
    terminal.say("4");
    terminal.see("There is no unfinished battle.");
    terminal.say("5");
    terminal.see("Opponents");
    terminal.say("3");
    terminal.see("ruleset [Enter: vsgmr]>");
    terminal.say("violence");
    terminal.see("map [Enter: ");
    terminal.say("nowhere");
    terminal.see("\"nowhere\" is not in the list");
    terminal.say("duel-ground");
    terminal.see("your force [");
    terminal.say("1");
    terminal.see("force of your opponent [");
    terminal.say("");
    terminal.see("opponent [Enter: recruit]>");
    terminal.say("charge");
    // a battle is asked about, and left
    terminal.see("side 1");
    terminal.say("quit");
    terminal.see("  q  quit");
    terminal.say("4");
    terminal.see("side 1");
    let records = std::fs::read_dir(home.path().join("records")).unwrap();
    assert_eq!(records.count(), 1);
}

#[test]
fn a_force_is_made_at_the_menu() {
    let home = tempfile::tempdir().unwrap();
    let Some(terminal) = Terminal::open(home.path(), "force") else {
        return;
    };
    terminal.see("choose>");
    terminal.say("6");
    terminal.see("ruleset [Enter: vsgmr]>");
    terminal.say("1");
    terminal.see("force>");
    terminal.say("add Scout: troop, Stealth");
    terminal.see("3 points");
    terminal.say("save scouts");
    terminal.see("saved in");
    terminal.say("quit");
    terminal.see("choose>");
    assert!(home.path().join("forces/scouts.toml").is_file());
}

/// The lines on the screen after this was typed and that came.
fn answered(terminal: &Terminal, typed: &str, comes: &str) -> String {
    terminal.say(typed);
    terminal.see(comes);
    terminal.tmux(&["capture-pane", "-p"])
}

#[test]
fn nothing_scrolls_out_of_a_small_terminal_unseen() {
    let home = tempfile::tempdir().unwrap();
    let options = "play --terminal --force elves --force orcs --seed 1";
    let Some(terminal) = Terminal::sized(home.path(), "small", ("80", "24"), options) else {
        return;
    };
    terminal.see("Enter begins.");
    terminal.say("");
    terminal.see("which kind of roll");
    // what the others did stays until it is read: the board would push it out
    answered(&terminal, "", "-- Enter goes on --");
    terminal.say("");
    // all commands fit, with the question below them
    terminal.see("To place: ");
    let commands = answered(&terminal, "?", "help auto explains auto.");
    assert!(commands.starts_with("Figures are 1.3"), "{commands}");
    // all spaces for seven figures do not: the first page waits
    answered(&terminal, "list all", "more lines: Enter; q: no more");
    let page = answered(&terminal, "", "Sentry (1.3)");
    assert!(page.contains("more lines: Enter"), "{page}");
    answered(&terminal, "q", "which figure do you place");
    // a command typed at a page is done at once
    answered(&terminal, "list all", "more lines: Enter");
    let score = answered(&terminal, "score", "leads in points.");
    assert!(
        score.contains("> score\nside 1 (Elves): 0 points scored"),
        "{score}"
    );
    assert!(score.contains("Before round 1 of 5."), "{score}");
}
