//! Writes the first inputs of every target, made of the files that ship with the program, and a
//! dictionary of their words: `seeds FOLDER`.

#[path = "src/lib.rs"]
#[allow(dead_code)]
mod inputs;

use serde_json::json;
use skirmish::board::{GridKind, Map, Space, Spaces};
use skirmish::draft::{Draft, Journal, Op};
use skirmish::files::{self, tiled, uvtt};
use skirmish::play::external;
use skirmish::rules::Rules;
use skirmish::source::Source;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// The longest text that gives words to the dictionary, and the most words of it.
const MOST_WORDS: usize = 3000;

struct Seeds {
    folder: PathBuf,
    words: BTreeSet<String>,
}

impl Seeds {
    fn put(&mut self, target: &str, name: &str, text: &str) -> io::Result<()> {
        let folder = self.folder.join("corpus").join(target);
        std::fs::create_dir_all(&folder)?;
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
        let words = words.filter(|w| {
            (3..=24).contains(&w.len()) && w.starts_with(|c: char| c.is_ascii_lowercase())
        });
        for word in words {
            if self.words.len() < MOST_WORDS {
                self.words.insert(word.to_owned());
            }
        }
        std::fs::write(folder.join(name), text)
    }

    /// A map in every format of other programs.
    fn foreign(&mut self, name: &str, map: &Map) -> io::Result<()> {
        self.put("tmx", name, &tiled::write(map, "tiles.png"))?;
        if let Ok((text, _)) = uvtt::write(map, None) {
            self.put("uvtt", name, &text)?;
        }
        let (columns, rows) = (map.grid.columns as usize, map.grid.rows as usize);
        let kinds: Vec<usize> = map.terrain.iter().map(|id| usize::from(id.0)).collect();
        let tiles: Vec<_> = map.terrains.iter().enumerate().map(|(id, kind)| {
            json!({"id": id, "properties": [{"name": "terrain", "type": "string", "value": kind.name}]})
        }).collect();
        let tmj = json!({
            "width": columns, "height": rows, "tilewidth": 32, "tileheight": 32, "orientation": "orthogonal",
            "tilesets": [{"firstgid": 1, "name": "own", "tiles": tiles}],
            "layers": [{"type": "tilelayer", "name": "ground", "width": columns, "height": rows,
                "data": kinds.iter().map(|k| k + 1).collect::<Vec<_>>()}],
        });
        self.put("tmj", name, &tmj.to_string())?;
        if map.grid.kind != GridKind::HexFlat {
            return Ok(());
        }
        const CODES: [&str; 6] = ["Gg", "Re", "Hh", "Gg^Fp", "Ww", "Wo"];
        let row = |row: &[usize]| {
            row.iter()
                .map(|k| CODES[k % CODES.len()])
                .collect::<Vec<_>>()
                .join(", ")
        };
        let text = kinds
            .chunks(columns)
            .map(row)
            .collect::<Vec<_>>()
            .join("\n");
        self.put("wesnoth", &format!("{name}.map"), &format!("{text}\n"))?;
        let scenario = format!(
            "[scenario]\nid=1\nname= _ \"{name}\"\nmap_data=\"{text}\n\"\n[side]\nside=1\n[/side]\n[/scenario]\n"
        );
        self.put("wesnoth", &format!("{name}.cfg"), &scenario)?;
        const SORTS: [&str; 5] = [
            "",
            "woods:1",
            "rough:1",
            "water:2",
            "building:2;bldg_elev:2;bldg_cf:40",
        ];
        let mut board = format!("size {columns} {rows}\n");
        for (at, kind) in kinds.iter().enumerate() {
            let (x, y) = (at % columns + 1, at / columns + 1);
            board += &format!(
                "hex {x:02}{y:02} 0 \"{}\" \"\"\n",
                SORTS[kind % SORTS.len()]
            );
        }
        self.put("megamek", name, &(board + "end\n"))
    }

    /// What a program may say: every answer and request at a few questions of each ruleset.
    fn protocol(&mut self) -> io::Result<()> {
        for (number, rules) in Rules::ALL.into_iter().enumerate() {
            // the first letter chooses the ruleset
            let letter = char::from(b'A' + ((number + 5 - usize::from(b'A') % 5) % 5) as u8);
            let game = inputs::begun(rules);
            let decision = game.decision();
            let list = external::list_line(&game, &decision, 1);
            let list: serde_json::Value = serde_json::from_str(&list).expect("JSON");
            let answers = list["answers"].as_array().expect("a list");
            let step = (answers.len() / 20).max(1);
            let said: Vec<String> = answers
                .iter()
                .step_by(step)
                .map(|a| a.to_string())
                .collect();
            for (at, lines) in said.chunks(4).enumerate() {
                let name = format!("{}-{at}", rules.name());
                self.put("protocol", &name, &format!("{letter}{}", lines.join("\n")))?;
            }
            let requests = [
                json!({"do": "list"}),
                json!({"do": "state"}),
                json!({"do": "odds", "queries": [{"figure": "1.1", "how": "shoot", "at": "2.1", "from": "C4"}]}),
                json!({"do": "reach", "figures": ["1.1", "2.1"]}),
                json!({"do": "sight", "pairs": [["A1", "C4"]]}),
            ];
            let lines: Vec<String> = requests.iter().map(|r| r.to_string()).collect();
            let name = format!("{}-requests", rules.name());
            self.put("protocol", &name, &format!("{letter}{}", lines.join("\n")))?;
        }
        Ok(())
    }

    /// Records: the beginnings of those that are kept.
    fn records(&mut self, folder: &Path) -> io::Result<()> {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|e| e == "jsonl") {
                let text = std::fs::read_to_string(&path)?;
                let lines: Vec<&str> = text.split_inclusive('\n').take(40).collect();
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                self.put("record", &name, &lines.concat())?;
            }
        }
        Ok(())
    }
}

impl Seeds {
    /// Maps, the same in other formats, and journals of changes to them.
    fn maps(&mut self) -> io::Result<()> {
        for (name, text) in files::shipped::MAPS {
            self.put("map", name, text)?;
            let map = files::map::read(&Source::new(*name, *text)).expect("a shipped map");
            if map.terrain.len() <= 1000 {
                self.foreign(name, &map)?;
            }
            let mut draft = Draft::new(map.clone());
            let some = |n: usize| Spaces::of(map.terrain.len(), (0..n as u32).map(Space));
            let gestures = [
                Op::Ground {
                    kind: "wood".into(),
                    on: some(3),
                },
                Op::Raise { by: 1, on: some(2) },
            ];
            for op in gestures {
                let _ = draft.gesture(&[op]);
            }
            draft.undo();
            draft.redo();
            let first = Journal::new(&map, None).line();
            let lines = [vec![first], draft.take_lines()].concat().join("\n");
            self.put("journal", name, &(lines + "\n"))?;
        }
        Ok(())
    }

    /// Forces and rules of a ruleset.
    fn rules(&mut self, rules: Rules) -> io::Result<()> {
        for (name, text) in rules.forces() {
            self.put("force", &format!("{}-{name}", rules.name()), text)?;
        }
        let head = format!(
            "format = \"skirmish-rules/1\"\nruleset = \"{}\"\n",
            rules.name()
        );
        let config = rules.config(None).expect("the defaults");
        let keys = config.as_object().expect("keys");
        let lines = keys
            .iter()
            .filter(|(_, value)| !value.is_object() && !value.is_null());
        let lines: Vec<String> = lines
            .map(|(key, value)| format!("{key} = {value}\n"))
            .collect();
        self.put("rules", rules.name(), &(head.clone() + &lines.concat()))?;
        for (at, line) in lines.iter().enumerate() {
            self.put(
                "rules",
                &format!("{}-{at}", rules.name()),
                &(head.clone() + line),
            )?;
        }
        Ok(())
    }

    /// Keys and settings of the window.
    fn window(&mut self) -> io::Result<()> {
        let keys = "format = \"skirmish-keys/1\"\n[keys]\nlog = \"L\"\nundo = [\"Ctrl+Z\", \"Backspace\"]\n";
        self.put("keys", "keys", keys)?;
        self.put(
            "settings",
            "settings",
            "size = 125\ncontrast = true\nstill = false\nspeed = 200\n",
        )?;
        let ladder = "format = \"skirmish-ladder/1\"\nstrength = \"recruit\"\nwins = 2\n";
        self.put("settings", "ladder", ladder)?;
        self.put(
            "keys",
            "all",
            &skirmish::window::keys::Keys::default().text(),
        )?;
        Ok(())
    }
}

fn main() -> io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).expect("seeds FOLDER"));
    let mut seeds = Seeds {
        folder: folder.clone(),
        words: BTreeSet::new(),
    };
    seeds.maps()?;
    for (name, text) in skirmish::scenario::SHIPPED {
        seeds.put("scenario", name, text)?;
    }
    for rules in Rules::ALL {
        seeds.rules(rules)?;
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for entry in std::fs::read_dir(here.join("ai"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "toml") {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            seeds.put("profile", &name, &std::fs::read_to_string(&path)?)?;
        }
    }
    for (name, text) in files::mapping::DEFAULTS {
        seeds.put("mapping", name, text)?;
    }
    seeds.put("results", "row", r#"{"type":"result","winners":[2],"reason":"half lost","rounds":5,"points":[0,6],"lost":[3,0],"digest":"1e24","seed":26,"game":0,"pair":0,"map":"m.toml","scenario":"battle","agents":["random","greedy"],"forces":["a.toml","b.toml"],"titles":{"map":"M","scenario":"Battle","forces":["A","B"]},"lead_changes":0,"replaced":[0,1],"watch":"skirmish watch"}"#)?;
    seeds.window()?;
    seeds.protocol()?;
    seeds.records(&here.join("tests/records"))?;
    let words: Vec<String> = seeds
        .words
        .iter()
        .map(|word| format!("\"{word}\"\n"))
        .collect();
    std::fs::write(folder.join("words.dict"), words.concat())
}
