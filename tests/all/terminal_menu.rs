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
        let server = format!("skirmish-{name}-{}", std::process::id());
        let program = format!(
            "env -u DISPLAY -u WAYLAND_DISPLAY SKIRMISH_HOME={} {}; sleep 600",
            home.display(),
            env!("CARGO_BIN_EXE_skirmish")
        );
        let begun = Command::new("tmux")
            .args(["-L", &server, "new-session", "-d", "-x", "110", "-y", "60"])
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
