//! Reading the maps of Battle for Wesnoth.
//!
//! Comma-separated rows of codes, one hex a cell, with a border of one hex all round that is not
//! part of the board. A cell is `[start ]Base[^Overlay]`. Older files begin with `border_size=1`
//! and `usage=…` lines and an empty one. Of a scenario [`wml`] finds the map.

use super::input::Input;
use super::mapping::Part;
use super::notes::{Fate, Notes};
use super::sketch::{Sketch, check_size};
use super::wml;
use crate::board::{Cost, GridKind, Map, Space, Stagger, Use};
use crate::source::Fault;
use std::collections::{BTreeMap, BTreeSet};

/// A cell.
struct Cell<'a> {
    start: Option<&'a str>,
    code: &'a str,
    base: &'a str,
    overlay: Option<&'a str>,
}

/// Reads one cell; none if it is damaged.
fn cell(text: &str) -> Option<Cell<'_>> {
    let (start, code) = match text.trim().rsplit_once(char::is_whitespace) {
        Some((start, code)) => (Some(start.trim()), code),
        None => (None, text.trim()),
    };
    let (base, overlay) = match code.split_once('^') {
        Some((base, overlay)) => (base, Some(overlay)),
        None => (code, None),
    };
    let good = |word: &str| {
        word.len() <= 12
            && word
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "_/|\\*".contains(c))
    };
    let letters = code.chars().any(|c| c.is_ascii_alphabetic());
    (good(base) && overlay.is_none_or(good) && letters).then_some(Cell {
        start,
        code,
        base,
        overlay,
    })
}

/// Reads a Wesnoth map.
///
/// # Errors
/// It is damaged or too large.
pub fn read(input: &mut Input) -> Result<(Map, Notes), Fault> {
    let whole = input.text()?;
    let mut notes = Notes::default();
    let found = wml::map(input, whole, &mut notes)?;
    let input = &mut Input {
        file: &found.file,
        name: input.name,
        bytes: input.bytes,
        mapping: input.mapping,
        beside: &mut *input.beside,
    };
    let Cells { border, rows } = cells(input, found.before, &found.text, &mut notes)?;
    let wide = rows.first().map_or(0, |(_, first)| first.len()) as u64;
    let (columns, high) = (
        wide.saturating_sub(2 * border),
        (rows.len() as u64).saturating_sub(2 * border),
    );
    let (columns, high) = check_size(columns, high).map_err(|e| {
        let line = rows.first().map_or(1, |(line, _)| *line);
        input.fault_at(line, 1, format!("{e} (without the border of {border})"))
    })?;
    // columns of the file count the border in: without it, and counted from 0, odd ones lie lower
    let stagger = if border % 2 == 1 {
        Stagger::Even
    } else {
        Stagger::Odd
    };
    let mut sketch = Sketch::new(input.name, GridKind::HexFlat, stagger, columns, high);
    sketch.notes = notes;
    let mut starts: BTreeMap<u32, Space> = BTreeMap::new();
    let mut castle: BTreeSet<Space> = BTreeSet::new();
    let mut ground: BTreeMap<&str, Found> = BTreeMap::new();
    for row in 0..high {
        let (line, cells) = &rows[row as usize + border as usize];
        for column in 0..columns {
            let text = cells[column as usize + border as usize];
            let Some(cell) = cell(text) else {
                let shown: String = text.trim().chars().take(20).collect();
                let what = format!("{shown:?} is not a terrain code; the file is damaged");
                return Err(input.fault_at(*line, 1, what));
            };
            let space = Space(row * columns + column);
            let found = ground.entry(cell.code);
            let found = found.or_insert_with(|| meaning(input, &mut sketch, &cell));
            for (fate, what) in &found.said {
                let place = sketch.place(space);
                sketch.notes.count(*fate, what.clone(), 1, place);
            }
            sketch.ground[space.index()] = found.kind;
            sketch.levels[space.index()] = found.level;
            if let Some(open) = found.gate {
                sketch.doors.insert(space, open);
            }
            if cell.base.starts_with(['C', 'K']) {
                castle.insert(space);
            }
            match cell.start.map(|word| (word, word.parse::<u32>())) {
                Some((_, Ok(seat))) if seat > 0 => {
                    starts.entry(seat).or_insert(space);
                }
                Some((word, _)) => {
                    let place = format!("{} ({word})", sketch.place(space));
                    sketch.notes.lost("named places are not supported", place);
                }
                None => {}
            }
        }
    }
    deploy(&mut sketch, &starts, &castle);
    sketch.finish(input.file)
}

/// The cells of a map, line by line.
struct Cells<'t> {
    /// How many cells at each edge lie outside the board.
    border: u64,
    /// The rows with the lines that they stand on; all have the same length.
    rows: Vec<(usize, Vec<&'t str>)>,
}

/// Reads the header and the rows of cells. `before`: how many lines of the file come first.
fn cells<'t>(
    input: &Input,
    before: usize,
    text: &'t str,
    notes: &mut Notes,
) -> Result<Cells<'t>, Fault> {
    let mut border = 1u64;
    let mut rows: Vec<(usize, Vec<&'t str>)> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let (i, line) = (i + before, line.trim());
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some((key, value)) = line.split_once('=').filter(|_| rows.is_empty()) {
            match key.trim() {
                "border_size" => {
                    border = value
                        .trim()
                        .parse()
                        .ok()
                        .filter(|b| *b <= 16)
                        .ok_or_else(|| {
                            input.fault_at(
                                i + 1,
                                1,
                                "border_size must be a whole number from 0 to 16",
                            )
                        })?;
                }
                "usage" if value.trim() == "map" => {}
                key => notes.lost(
                    format!("the header line {key} is not supported"),
                    value.trim(),
                ),
            }
            continue;
        }
        let cells: Vec<&str> = line.trim_end_matches(',').split(',').collect();
        let wide = rows.first().map_or(cells.len(), |(_, first)| first.len());
        if cells.len() != wide {
            let what = format!(
                "this row has {} cells, the first has {wide}; the file is damaged",
                cells.len()
            );
            return Err(input.fault_at(i + 1, 1, what));
        }
        check_size(wide as u64, rows.len() as u64 + 1).map_err(|e| input.fault_at(i + 1, 1, e))?;
        rows.push((i + 1, cells));
    }
    if let Some((line, [only])) = rows.first().map(|(line, first)| (*line, first.as_slice()))
        && only.len() > 3
        && !only.contains(char::is_whitespace)
    {
        let what = "no commas between the terrains; maps older than Wesnoth 1.3 (one letter a hex) cannot be read";
        return Err(input.fault_at(line, 1, what));
    }
    Ok(Cells { border, rows })
}

/// What cells of one code become.
struct Found {
    kind: u8,
    level: i32,
    /// For gates, whether they stand open.
    gate: Option<bool>,
    /// What is only looks, or unknown.
    said: Vec<(Fate, String)>,
}

/// What a cell becomes.
fn meaning(input: &Input, sketch: &mut Sketch, cell: &Cell) -> Found {
    let overlay = cell.overlay.unwrap_or("");
    let base = input.mapping.find(Part::Terrain, cell.base);
    let above = cell
        .overlay
        .and_then(|o| input.mapping.find(Part::Terrain, &format!("^{o}")));
    let target = above.filter(|t| !t.ignored()).or(base);
    let name = match target {
        Some(t) if t.is_door() => "floor",
        Some(t) if !t.ignored() => t.is.as_str(),
        _ => "open",
    };
    let mut said = Vec::new();
    if !cell.base.is_empty() && base.is_none() {
        let what = format!("terrain {} is unknown and became open ground", cell.base);
        said.push((Fate::Changed, what));
    }
    match above {
        _ if cell.overlay.is_none() => {}
        None => {
            let what = format!("terrain ^{overlay} is unknown and was left out");
            said.push((Fate::Lost, what));
        }
        Some(t) if t.ignored() => {
            let what = format!("decoration ^{overlay} is not supported");
            said.push((Fate::Lost, what));
        }
        Some(_) if overlay.starts_with('B') && cell.base.starts_with(['W', 'Q', 'S']) => {
            let what = "terrain below bridges was left out".to_owned();
            said.push((Fate::Lost, what));
        }
        Some(_) if overlay.starts_with('V') => {
            let what = "villages became terrain that gives cover; they give no income".to_owned();
            said.push((Fate::Changed, what));
        }
        Some(_) => {}
    }
    Found {
        kind: sketch.kind(name, input.mapping),
        level: base.map_or(0, |t| t.level) + above.map_or(0, |t| t.level),
        gate: above
            .filter(|t| t.is_door())
            .map(|_| overlay.ends_with('o')),
        said,
    }
}

/// Castles round the starts become deployment zones; a bare start its surroundings.
fn deploy(sketch: &mut Sketch, starts: &BTreeMap<u32, Space>, castle: &BTreeSet<Space>) {
    let grid = sketch.grid;
    let owner = |space: Space| starts.values().any(|s| *s == space);
    for (&seat, &start) in starts {
        let mut zone = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(space) = open.pop() {
            for (_, next) in grid.neighbours(space) {
                if castle.contains(&next) && !owner(next) && zone.insert(next) {
                    open.push(next);
                }
            }
        }
        for radius in 1..=3 {
            if zone.len() >= 8 {
                break;
            }
            let near = |s: &Space| {
                let t = sketch.terrain(sketch.ground[s.index()]);
                grid.distance(start, *s) <= radius && t.cost != Cost::No && !t.void
            };
            let (column, row) = (i64::from(grid.column(start)), i64::from(grid.row(start)));
            let r = i64::from(radius);
            for c in column - r..=column + r {
                zone.extend(
                    (row - r - 1..=row + r + 1)
                        .filter_map(|y| grid.at(c, y))
                        .filter(near),
                );
            }
        }
        match u8::try_from(seat) {
            Ok(seat) => sketch.zone(Use::Deployment, Some(seat), zone),
            Err(_) => sketch
                .notes
                .lost("start positions beyond 255 are not supported", ""),
        }
    }
}
