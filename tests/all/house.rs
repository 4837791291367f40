//! House rules: every key of every ruleset can be set, said, and read again.

use serde_json::{Value, json};
use skirmish::battle::Choice;
use skirmish::play::words::read_choice;
use skirmish::rules::Rules;
use skirmish::rules::house::{House, SettingKind, changed};

fn house(rules: Rules) -> House {
    House::new(rules).expect("defaults")
}

#[test]
fn every_key_of_every_ruleset_says_what_it_means() {
    for rules in Rules::ALL {
        for setting in house(rules).settings() {
            let name = format!("{} {:?}", rules.name(), setting.path);
            assert!(setting.about.len() > 5, "{name}: {:?}", setting.about);
            assert!(!setting.about.contains("(R"), "{name}: {:?}", setting.about);
            // Lists are changed in the file.
            let list = setting.usual.is_array();
            assert_eq!(setting.kind == SettingKind::Text, list, "{name}");
        }
    }
}

/// Something else than the usual value.
fn other(kind: &SettingKind, usual: &Value) -> Value {
    match kind {
        SettingKind::Switch => json!(!usual.as_bool().unwrap()),
        SettingKind::Number(least, most) => {
            let n = usual.as_i64().unwrap();
            json!(if n < *most { n + 1 } else { *least })
        }
        SettingKind::Choice(all) => {
            let other = all.iter().find(|(word, _)| usual != word);
            json!(other.expect("two choices").0)
        }
        SettingKind::Text => usual.clone(),
    }
}

#[test]
#[ignore = "slow"]
fn every_setting_can_be_changed_written_read_and_taken_back() {
    for rules in Rules::ALL {
        let usual = house(rules);
        assert!(usual.source("x").is_none(), "nothing is changed yet");
        for i in 0..usual.settings().len() {
            let mut house = usual.clone();
            let setting = &usual.settings()[i];
            if setting.kind == SettingKind::Text {
                continue;
            }
            let value = other(&setting.kind, &setting.usual);
            house.set(i, value.clone());
            assert!(house.is_changed(i));
            assert_eq!(house.changed(), 1);
            assert_eq!(house.fault(), None, "{:?} = {value}", setting.path);
            let source = house.source("x").expect("a change");
            let read = House::read(rules, &source).unwrap_or_else(|f| panic!("{f}"));
            assert_eq!(*read.value(i), value, "{:?}", setting.path);
            assert_eq!(read.changed(), 1, "{:?}", setting.path);
            house.reset(i);
            assert_eq!(house.changed(), 0);
        }
    }
}

#[test]
fn what_the_rules_do_not_allow_is_said_at_its_key() {
    let mut house = house(Rules::Vsgmr);
    let i = (0..house.settings().len())
        .find(|i| house.settings()[*i].path == ["shoot_need"])
        .expect("a key");
    house.set(i, json!(99));
    let (key, why) = house.fault().expect("out of range");
    assert_eq!(key.as_deref(), Some("shoot_need"));
    assert!(why.contains("-20 to 20"), "{why}");
}

#[test]
fn armor_is_armour_in_every_key() {
    let mut keys = 0;
    for rules in Rules::ALL {
        for setting in house(rules).settings() {
            let path = setting.path.join(".");
            if !path.contains("armour") {
                continue;
            }
            keys += 1;
            let value = other(&setting.kind, &setting.usual);
            let value = value.as_str().map_or(value.to_string(), str::to_owned);
            let config = |path: &str| {
                let change = format!("{path}={value}");
                let text = changed(rules, None, &[change]).unwrap_or_else(|f| panic!("{f}"));
                rules.config(text.as_ref()).unwrap()
            };
            let there = config(&path.replace("armour", "armor"));
            assert_eq!(there, config(&path), "{path}");
            assert_ne!(there, rules.config(None).unwrap(), "{path}");
            let text = changed(rules, None, &[format!("{path}={value}")]).unwrap();
            let mut file = text.expect("a change");
            file.text = file.text.replace("armour", "armor");
            let read = rules.config(Some(&file)).unwrap_or_else(|f| panic!("{f}"));
            assert_eq!(read, there, "{path}");
        }
    }
    assert!(keys > 10, "{keys}");
    let inside = ["kind={tank={armor=1}}".to_owned()];
    let text = changed(Rules::D8, None, &inside).unwrap();
    let config = Rules::D8.config(text.as_ref()).unwrap();
    assert_eq!(config["kind"]["tank"]["armour"], 1);
    for word in ["armor", "Armour"] {
        assert_eq!(read_choice(word), Ok(Choice::Armour));
    }
}
