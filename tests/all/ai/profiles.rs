//! Profiles of opponents as files, and their names.

use super::*;

#[test]
fn shipped_profiles_load_and_differ() {
    let all = profiles();
    assert!(all.len() >= 5);
    assert_eq!(all[0].name, "utility");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("ai");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let profile = Profile::read(&Source::new("profile", text)).unwrap();
        assert!(all.contains(&profile), "{path:?} is shipped as it is");
        assert_eq!(path.file_stem().unwrap().to_str().unwrap(), profile.name);
    }
    for (i, one) in all.iter().enumerate() {
        for other in &all[i + 1..] {
            assert_ne!(one.name, other.name);
            let differences = |profile: &Profile| {
                let text = profile.text();
                let named = |line: &&str| line.starts_with("name") || line.starts_with("about");
                text.lines().filter(|line| !named(line)).collect::<String>()
            };
            assert_ne!(differences(one), differences(other));
        }
    }
}

/// The fault in a changed `utility` profile.
fn fault(from: &str, to: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("ai/utility.toml");
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains(from));
    let source = Source::new("mine.toml", text.replacen(from, to, 1));
    Profile::read(&source).unwrap_err().to_string()
}

#[test]
fn faults_in_profiles_are_pointed_at() {
    let unknown = fault("kill = ", "slay = 2\nkill = ");
    assert!(unknown.starts_with("mine.toml:7:1: "), "{unknown}");
    assert!(
        unknown.contains("slay") && unknown.contains("kill"),
        "{unknown}"
    );
    let missing = fault("hazard = ", "# ");
    assert!(missing.contains("hazard"), "{missing}");
    let negative = fault("kill = 1.0", "kill = -1.0");
    assert!(negative.starts_with("mine.toml:7:8: "), "{negative}");
    let word = fault("kill = 1.0", "kill = \"much\"");
    assert!(word.starts_with("mine.toml:7:8: "), "{word}");
    let newer = fault("profile/1", "profile/9");
    assert!(newer.contains("newer"), "{newer}");
    let name = fault("\"utility\"", "\"My Bot\"");
    assert!(name.starts_with("mine.toml:2:8: "), "{name}");
}

#[test]
fn unknown_opponents_and_levels_are_refused_with_those_there_are() {
    let error = |name: &str| agent(name, 0, Side(0)).map(|a| a.name()).unwrap_err();
    for known in everybody() {
        assert!(error("nobody").contains(&known));
        assert_eq!(agent(&known, 0, Side(0)).unwrap().name(), known);
    }
    assert!(error("utility:9").contains("1 to 5"));
    assert!(error("utility:").contains("1 to 5"));
    assert!(error("charge:2").contains("no levels"));
    for level in 1..=5 {
        let name = format!("bold:{level}");
        assert_eq!(agent(&name, 0, Side(0)).unwrap().name(), name);
    }
}

#[test]
fn the_judgement_of_a_profile_is_read_and_written() {
    let text = profiles()[0].text();
    assert!(!text.contains("[judgement]"), "{text}");
    let mine = format!("{text}\n[judgement]\ndeterrence = 0.25\n");
    let read = |text: &str| Profile::read(&Source::new("mine.toml", text.to_owned()));
    let written = read(&mine).unwrap().text();
    assert!(
        written.contains("strike_first = 0.435\ndeterrence = 0.25\nreply = 0.0\n"),
        "{written}"
    );
    assert_eq!(read(&written).unwrap().text(), written);
    let refused = read(&mine.replace("0.25", "1.5")).unwrap_err().to_string();
    assert!(
        refused.contains("deterrence is 1.5; it must be from 0 to 1"),
        "{refused}"
    );
}

#[test]
fn how_far_playouts_go_is_read_and_written() {
    let read = |text: &str| Profile::read(&Source::new("mine.toml", text.to_owned()));
    let text = profiles()[0].text();
    assert!(!text.contains("[playouts]"), "{text}");
    let mine = format!("{text}\n[playouts]\nrounds = 2\n");
    let written = read(&mine).unwrap().text();
    assert!(written.contains("[playouts]\nrounds = 2\n"), "{written}");
    assert_eq!(read(&written).unwrap().text(), written);
    let refused = read(&mine.replace("rounds = 2", "rounds = 9")).unwrap_err();
    let refused = refused.to_string();
    assert!(
        refused.contains("rounds is 9; it must be from 1 to 3"),
        "{refused}"
    );
}

/// How often a side of this opponent chose to go first, and how often it let the enemy, in a
/// battle of every force of vsgmr against itself.
fn choices_of_who_goes_first(name: &str) -> [u32; 2] {
    let rules = Rules::ALL[0];
    let mut choices = [0; 2];
    for force in 0..rules.forces().len() {
        let game = battle(rules, "duel-ground", [force; 2], None);
        let mut agents = pair([name; 2], 3);
        play(game, 5, &mut |game, side, number| {
            let thought = agents[side.index()].decide(&View::new(game, side), number);
            if let (Ask::First, Answer::Side(first)) = (game.decision().ask, &thought.answer) {
                choices[usize::from(*first != side)] += 1;
            }
            thought
        });
    }
    choices
}

#[test]
fn the_warlord_moves_last_and_utility_first_where_blows_are_deadly() {
    let [first, last] = choices_of_who_goes_first("warlord");
    assert!(first == 0 && last > 20, "{first} : {last}");
    let [first, last] = choices_of_who_goes_first("utility");
    assert!(first > 5 && last > 5, "{first} : {last}");
}
