//! The window itself, with a display; without one these say that they were skipped.

use skirmish::play::record::{Record, Verdict, verify};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Whether there is a display; says so where there is none.
fn display(test: &str) -> bool {
    let there = skirmish::window::display();
    if let Err(why) = &there {
        // to the error output itself: what a test that passes prints is not shown
        let _ = writeln!(std::io::stderr(), "skipped: {test}: {why}");
    }
    there.is_ok()
}

/// The program with a home, a script and a record of its own.
fn program(home: &Path, script: &str) -> Command {
    let file = home.join("script.txt");
    std::fs::write(&file, script).expect("a script");
    let mut command = Command::new(env!("CARGO_BIN_EXE_skirmish"));
    command
        .env("SKIRMISH_HOME", home)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
        .args([
            "play",
            "--window",
            "--map",
            "duel-ground",
            "--force",
            "dwarves",
        ])
        .args(["--force", "orcs", "--agent", "human", "--agent", "utility"])
        .args(["--seed", "7", "--size", "1024x640", "--record"])
        .arg(home.join("battle.jsonl"))
        .arg("--script")
        .arg(&file)
        .arg("--shots")
        .arg(home.join("shots"));
    command
}

/// A battle played by the usual answers, to its end or near it.
fn usual(turns: usize) -> String {
    let mut script = String::from("wait idle\nbutton \"Place everything for me\"\nwait idle\n");
    for _ in 0..turns {
        script.push_str("key Enter\nkey Space\nwait idle\n");
    }
    script
}

#[test]
fn a_quick_battle_through_the_window_is_the_one_played_without_it() {
    if !display("a quick battle through the window") {
        return;
    }
    let home = tempfile::tempdir().expect("a folder");
    let script = format!("{}shot end\nquit\n", usual(60));
    let output = program(home.path(), &script).output().expect("it runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let shot = std::fs::metadata(home.path().join("shots/end.png")).expect("a picture");
    assert!(shot.len() > 10_000, "{} bytes", shot.len());
    let bytes = std::fs::read(home.path().join("battle.jsonl")).expect("a record");
    let record = Record::read("battle.jsonl", &bytes).expect("a whole record");
    assert!(
        record.answers.len() > 60,
        "{} answers",
        record.answers.len()
    );
    let verdict = verify(&record).expect("a record that can be played");
    assert!(!matches!(verdict, Verdict::Differs { .. }), "{verdict:?}");
    // the same script on the same frames without a window
    let other = home.path().join("headless.jsonl");
    let mut app = skirmish::window::App::recorded(record.setup.clone(), &other).expect("begins");
    skirmish::window::rehearse(&mut app, &usual(60)).expect("every line can be done");
    app.close();
    let headless = std::fs::read(&other).expect("a record");
    assert_eq!(
        String::from_utf8_lossy(&bytes),
        String::from_utf8_lossy(&headless)
    );
}

/// The pictures of an animated PNG as a browser shows them, each with how many milliseconds.
fn pictures(file: &Path) -> Vec<(Vec<u8>, u32)> {
    let bytes = std::fs::read(file).expect("a film");
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .expect("a PNG");
    let frames = reader.info().animation_control().expect("animated");
    assert_eq!(frames.num_plays, 0, "it repeats for ever");
    let width = reader.info().width as usize;
    let mut shown = vec![0; width * reader.info().height as usize * 4];
    let mut all = Vec::new();
    for _ in 0..frames.num_frames {
        let mut part = vec![0; shown.len()];
        reader.next_frame(&mut part).expect("a frame");
        let control = *reader.info().frame_control().expect("a frame's place");
        let (wide, high) = (control.width as usize, control.height as usize);
        for (i, dot) in part[..wide * high * 4].chunks_exact(4).enumerate() {
            let x = control.x_offset as usize + i % wide;
            let y = control.y_offset as usize + i / wide;
            if dot[3] == 255 {
                let at = (y * width + x) * 4;
                shown[at..at + 4].copy_from_slice(dot);
            }
        }
        let delay = u32::from(control.delay_num) * 1000 / u32::from(control.delay_den);
        all.push((shown.clone(), delay));
    }
    all
}

/// The pixels of a PNG file.
fn picture(file: &Path) -> Vec<u8> {
    let bytes = std::fs::read(file).expect("a shot");
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .expect("a PNG");
    let mut dots = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut dots).expect("a picture");
    dots
}

#[test]
fn a_film_shows_what_the_shots_show_and_lasts_as_long() {
    if !display("a film") {
        return;
    }
    let home = tempfile::tempdir().expect("a folder");
    let script = "wait idle\nshot first\nfilm begin every 200 ms\nwait 30\nkey ?\nwait 30\n\
                  shot second\nkey Escape\nwait 30\nfilm move\nquit\n";
    let output = program(home.path(), script).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let shots = home.path().join("shots");
    let film = pictures(&shots.join("move.png"));
    let (first, second) = (
        picture(&shots.join("first.png")),
        picture(&shots.join("second.png")),
    );
    assert!(first == film[0].0, "it begins with what there was");
    assert!(film.iter().any(|(dots, _)| *dots == second), "the keys");
    assert!(
        first != second && film.len() < 10,
        "{} pictures",
        film.len()
    );
    let milliseconds: u32 = film.iter().map(|(_, ms)| ms).sum();
    assert!((3_000..4_500).contains(&milliseconds), "{milliseconds} ms");
}

#[test]
fn a_window_that_is_killed_has_lost_nothing() {
    if !display("a window that is killed") {
        return;
    }
    for after in [8, 40, 90] {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("battle.jsonl");
        let mut child = program(home.path(), &usual(500)).spawn().expect("it runs");
        // killed as soon as so many lines are written, wherever it is then
        let mut written = 0;
        for _ in 0..6_000 {
            written = std::fs::read(&path).map_or(0, |b| b.split(|b| *b == b'\n').count());
            if written > after || child.try_wait().expect("a child").is_some() {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(written > after, "{written} lines");
        child.kill().expect("it can be killed");
        child.wait().expect("it is gone");
        let bytes = std::fs::read(&path).expect("a record");
        let kept = Record::read("battle.jsonl", &bytes).expect("all but a torn last line");
        let script = home.path().join("on.txt");
        std::fs::write(
            &script,
            "wait idle\n".to_owned() + &"key Enter\nwait idle\n".repeat(12),
        )
        .expect("a script");
        let output = Command::new(env!("CARGO_BIN_EXE_skirmish"))
            .env("SKIRMISH_HOME", home.path())
            .args(["play", "--window", "--resume"])
            .arg(&path)
            .arg("--script")
            .arg(&script)
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        let after = std::fs::read(&path).expect("a record");
        assert!(after.starts_with(&bytes[..kept.whole]));
        let record = Record::read("battle.jsonl", &after).expect("a whole record");
        assert!(record.answers.len() > kept.answers.len());
        let verdict = verify(&record).expect("a record that can be played");
        assert!(!matches!(verdict, Verdict::Differs { .. }), "{verdict:?}");
    }
}

#[test]
fn an_unknown_control_ends_the_program_with_one() {
    if !display("an unknown control") {
        return;
    }
    let home = tempfile::tempdir().expect("a folder");
    let output = program(home.path(), "wait 3\nbutton \"Elephant\"\n").output();
    let output = output.expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("script.txt:2:8: there is no control \"Elephant\""),
        "{said}"
    );
}

#[test]
fn a_script_that_makes_no_sense_ends_the_program_with_two() {
    if !display("a script that makes no sense") {
        return;
    }
    for (script, fault) in [
        ("jump C4\n", "script.txt:1:1: unknown command \"jump\""),
        (
            "film begin every 5 ms\n",
            "script.txt:1:6: film takes a picture every 33 to 10000 ms, not every 5 ms",
        ),
        (
            "film begin slowly\n",
            "script.txt:1:6: film begin \"slowly\" is not understood",
        ),
        (
            "wait 3\nfilm a\n",
            "script.txt:2:1: no film has begun: film begin starts one",
        ),
        (
            "film begin\nfilm begin\n",
            "script.txt:2:1: a film has begun already",
        ),
        (
            "wait 3\nfilm begin\nquit\nfilm a\n",
            "script.txt:2:1: this film is never written",
        ),
        ("film begin\nwait 3\nfilm a\n", "script.txt:3:6: "),
        (
            "wait 3\nclick ZZ99\n",
            "script.txt:2:7: the board has no space ZZ99",
        ),
        ("wait 3\nshot a\n", "shots/a.png"),
    ] {
        let home = tempfile::tempdir().expect("a folder");
        // where shots are to go there is a file
        std::fs::write(home.path().join("shots"), "").expect("a file");
        let output = program(home.path(), script).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(fault), "{said}");
    }
}

#[test]
fn keys_of_ones_own_are_shown_and_wrong_ones_are_named() {
    if !display("keys of one's own") {
        return;
    }
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("keys.toml");
    std::fs::write(
        &file,
        "format = \"skirmish-keys/1\"\n[keys]\nhelp = \"F1\"\nhint = \"F7\"\n",
    )
    .expect("a file");
    let script = "wait idle\nkey F1\nsee \"F7\"\nquit\n";
    let output = program(home.path(), script).output().expect("it runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    std::fs::write(
        &file,
        "format = \"skirmish-keys/1\"\n[keys]\nfly = \"F1\"\n",
    )
    .expect("a file");
    std::fs::remove_file(home.path().join("battle.jsonl")).expect("the last record");
    let script = "wait 5\nsee \"there is no action \\\"fly\\\"\"\nkey ?\nsee \"hint\"\nquit\n";
    let script = script.replace("\\\"", "\"");
    let output = program(home.path(), &script).output().expect("it runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
#[cfg(all(unix, not(target_os = "macos")))]
fn a_display_that_is_named_but_not_there_leads_to_what_there_is_without_one() {
    let home = tempfile::tempdir().expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .env("SKIRMISH_HOME", home.path())
        .env("DISPLAY", ":4095")
        .env_remove("WAYLAND_DISPLAY")
        .args(["--seed", "7"])
        .stdin(std::process::Stdio::null())
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("a quick battle of the computer"), "{said}");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("wins") || told.contains("draw"), "{told}");
}

#[test]
#[cfg(all(unix, not(target_os = "macos")))]
fn a_display_that_hangs_up_is_asked_again() {
    // where X servers listen; one that begins anew when its last window has gone hangs up
    let at = std::path::PathBuf::from("/tmp/.X11-unix/X4094");
    let _ = std::fs::remove_file(&at);
    let Ok(server) = std::os::unix::net::UnixListener::bind(&at) else {
        let _ = writeln!(std::io::stderr(), "skipped: no place for a display");
        return;
    };
    let asked = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let count = asked.clone();
    std::thread::spawn(move || {
        for caller in server.incoming() {
            drop(caller);
            count.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        }
    });
    let home = tempfile::tempdir().expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .env("SKIRMISH_HOME", home.path())
        .env("DISPLAY", ":4094")
        .env_remove("WAYLAND_DISPLAY")
        .args(["watch", "--window", "--seed", "7"])
        .stdin(std::process::Stdio::null())
        .output()
        .expect("it runs");
    let _ = std::fs::remove_file(&at);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot open the window"), "{said}");
    let asked = asked.load(std::sync::atomic::Ordering::SeqCst);
    assert!(asked > 1, "asked {asked} times");
}

#[test]
#[cfg(all(unix, not(target_os = "macos")))]
fn a_driver_that_refuses_the_window_leads_to_what_there_is_without_one() {
    if !display("a_driver_that_refuses_the_window_leads_to_what_there_is_without_one") {
        return;
    }
    let home = tempfile::tempdir().expect("a folder");
    let refused = |args: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_skirmish"))
            .env("SKIRMISH_HOME", home.path())
            // Mesa makes no context of its own then
            .env("LIBGL_ALWAYS_INDIRECT", "1")
            .env("MESA_GL_VERSION_OVERRIDE", "1.1")
            .args(args)
            .stdin(std::process::Stdio::null())
            .output()
            .expect("it runs")
    };
    let output = refused(&["--seed", "7"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("a quick battle of the computer"), "{said}");
    assert!(said.contains("the graphics driver failed"), "{said}");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("wins") || told.contains("draw"), "{told}");
    // asked for by name, the window is not replaced by something else
    let output = refused(&["watch", "--window", "--seed", "7"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("in a terminal: "), "{said}");
}

#[test]
fn options_of_the_window_are_refused_beside_what_goes_without_it() {
    let home = tempfile::tempdir().expect("a folder");
    let script = home.path().join("script.txt");
    std::fs::write(&script, "quit\n").expect("a script");
    let script = script.display().to_string();
    let beside = "--script needs the window, but --json does not use it";
    for (words, says) in [
        (
            vec!["play", "--terminal", "--size", "1024x640"],
            "--size needs the window, but --terminal does not use it",
        ),
        (vec!["watch", "--json", "--script", &script], beside),
        (
            vec!["--script", &script, "watch"],
            "options stand behind the command: skirmish watch --script",
        ),
        (vec!["watch", "--shots", "shots"], "--script <FILE>"),
    ] {
        let done = Command::new(env!("CARGO_BIN_EXE_skirmish"))
            .env("SKIRMISH_HOME", home.path())
            .args(&words)
            .stdin(Stdio::null())
            .output()
            .expect("the program");
        let error = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(2), "{words:?}: {error}");
        assert!(error.contains(says), "{words:?}: {error}");
    }
}
