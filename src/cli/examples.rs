//! Examples at the end of a command's help. Each line is a command that works as it stands.

/// Of `skirmish play`.
pub const PLAY: &str = "\
Examples:
  skirmish play
  skirmish play --terminal --map castle --force elves --force orcs
  skirmish play --scenario siege --agent human --agent bold:3
  skirmish play --ruleset d8 --seed 7";

/// Of `skirmish watch`.
pub const WATCH: &str = "\
Examples:
  skirmish watch --seed 7
  skirmish watch --map ford --force undead --force elves --why
  skirmish watch --agent greedy --agent greedy --rounds 2 --json";

/// Of `skirmish arena`.
pub const ARENA: &str = "\
Examples:
  skirmish arena --games 100 --agent utility --agent greedy
  skirmish arena --games 2 --agent random --agent random --json -
  skirmish arena --games 20 --force elves --force orcs --map castle";

/// Of `skirmish odds`.
pub const ODDS: &str = "\
Examples:
  skirmish odds --attacker \"hero, distance\" --target \"troop, light armour\"
  skirmish odds --attacker \"hero\" --target \"troop\" --hand-to-hand --json
  skirmish odds --ruleset violence --attacker \"large\" --target \"small, on guard\"
  skirmish odds --ruleset plastic --attacker \"heavy weapon\" --target \"soldier, squad 1, and 3 more\"";

/// Of `skirmish map`.
pub const MAP: &str = "\
Examples:
  skirmish map list
  skirmish map show castle
  skirmish map sight castle --from A1 --to C4
  skirmish map new --theme village --size 36x24 --seed 7 --out village-7.toml
  skirmish map check castle";

/// Of `skirmish force`.
pub const FORCE: &str = "\
Examples:
  skirmish force list
  skirmish force show orcs
  skirmish force check elves orcs
  skirmish force new --ruleset d8 --terminal";
