//! `skirmish map new`: maps drawn up from a recipe.

use super::map::line;
use super::value::{ValueError, one_of};
use super::{Ended, Exit, Failure, output};
use crate::battle::Scale;
use crate::board::{Grid, GridKind, Stagger, Symmetry};
use crate::files::{grid_name, spans, write};
use crate::store::disk;
use crate::store::options::drawn_seed;
use crate::survey::generate::{DRAWN, EDITION, EDITIONS, ROUNDS};
use crate::survey::{Recipe, Theme, generate};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Options of `map new`.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// Theme: countryside, forest, village, ruins, dungeon, deck, river or hills
    #[arg(long, value_parser = theme)]
    theme: Theme,
    /// Grid: square, hex-flat or hex-pointy
    #[arg(long, value_parser = grid, default_value = "square")]
    grid: GridKind,
    /// Columns or rows of hexes that are shifted by half a space: even or odd
    #[arg(long, value_parser = ["even", "odd"], default_value = "even")]
    stagger: String,
    /// Size in columns and rows, 8 to 256 each [default: 36x24, or a size that suits --scale]
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = size)]
    size: Option<(u32, u32)>,
    /// Scale of the figures: 4.7mm, 15mm, 28mm, 54mm, 90mm, 180mm or 300mm
    #[arg(long, value_name = "S", value_parser = super::options::scale, default_value = "28mm")]
    scale: Scale,
    /// Size of the table in feet, such as 6x4, instead of a size in spaces
    #[arg(long, value_name = "FEETxFEET", value_parser = size, conflicts_with = "size")]
    table: Option<(u32, u32)>,
    /// Number of rounds of a battle: the more, the further apart zones and objectives lie
    #[arg(long, value_name = "N", default_value_t = ROUNDS, value_parser = clap::value_parser!(u32).range(5..=1000))]
    rounds: u32,
    /// Symmetry: none, mirror, half-turn or fourfold; or more exactly mirror-left-right,
    /// mirror-top-bottom, both-mirrors or quarter-turn
    #[arg(long, value_parser = symmetry, default_value = "half-turn")]
    symmetry: String,
    /// Seed: the same seed gives the same map; without it, a random seed is used and printed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Edition of the map generator, as in the recipe of a map; error if this version does not
    /// support that edition
    #[arg(long, value_name = "N", value_parser = edition, default_value_t = EDITION)]
    edition: u32,
    /// Name of the new map
    #[arg(long)]
    name: Option<String>,
    /// File to write
    #[arg(long, value_name = "FILE", required_unless_present = "trial")]
    out: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
    /// Dry run: try N seeds from --seed on, report how many succeed, and write nothing
    #[arg(long, value_name = "N", conflicts_with_all = ["out", "name", "force"])]
    trial: Option<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl NewArgs {
    /// Columns and rows: as asked for, of a table, or what suits the scale (B13).
    fn spaces(&self) -> (u32, u32) {
        let of_table = |(wide, high): (u32, u32)| {
            let spaces = |feet: u32| feet.saturating_mul(1200) / self.scale.space();
            (spaces(wide), spaces(high))
        };
        let usual = match self.scale {
            Scale::Mm4 | Scale::Mm15 | Scale::Mm28 => (3, 2),
            _ => (6, 4),
        };
        let table = self.table.unwrap_or(usual);
        self.size.unwrap_or_else(|| of_table(table))
    }
}

fn theme(text: &str) -> Result<Theme, ValueError> {
    one_of(text, &Theme::ALL, Theme::name)
}

/// The kind of grid of a name.
pub(super) fn grid(text: &str) -> Result<GridKind, ValueError> {
    one_of(text, &GridKind::ALL, grid_name)
}

fn symmetry(text: &str) -> Result<String, ValueError> {
    let exact = DRAWN.map(Symmetry::name);
    let known: Vec<&str> = Symmetry::LOOSE.iter().chain(&exact).copied().collect();
    one_of(text, &known, |name| name).map(str::to_owned)
}

fn size(text: &str) -> Result<(u32, u32), ValueError> {
    let parts = text.split_once(['x', '×']);
    parts
        .and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)))
        .ok_or(ValueError::Expected("columns and rows, such as 36x24"))
}

/// An edition of the generator that this program has.
fn edition(text: &str) -> Result<u32, ValueError> {
    match text.parse() {
        Ok(number) if EDITIONS.contains(&number) => Ok(number),
        Ok(other) => Err(ValueError::Edition(other)),
        Err(_) => Err(ValueError::NoEdition),
    }
}

/// Runs `skirmish map new`.
///
/// # Errors
/// No map can be had from this recipe, or it cannot be written.
pub fn run(args: &NewArgs) -> Ended {
    let stagger = match args.stagger.as_str() {
        "odd" => Stagger::Odd,
        _ => Stagger::Even,
    };
    let (columns, rows) = args.spaces();
    let grid = Grid {
        kind: args.grid,
        stagger,
        columns,
        rows,
    };
    let symmetry = Symmetry::named(&args.symmetry, &grid).unwrap_or_default();
    if !symmetry.suits(args.grid) {
        return Err(Failure::message(format!(
            "the symmetry {} works on squares only",
            symmetry.name()
        )));
    }
    let recipe = Recipe {
        theme: args.theme,
        kind: args.grid,
        stagger,
        columns,
        rows,
        symmetry,
        scale: args.scale,
        rounds: args.rounds,
        seed: args.seed.unwrap_or_else(drawn_seed),
        edition: args.edition,
    };
    if let Some(count) = args.trial {
        return trial(&recipe, count, args.json);
    }
    let Some(out) = &args.out else {
        return Err(Failure::message(
            "the file to write is missing; add --out FILE",
        ));
    };
    if out.is_file() && !args.force {
        return Err(Failure::message(format!(
            "{} already exists; --force overwrites it",
            out.display()
        )));
    }
    let mut made = generate(&recipe).map_err(Failure::message)?;
    if let Some(name) = args.name.as_ref().filter(|name| !name.trim().is_empty()) {
        made.map.name = name.trim().to_owned();
    }
    disk::write(out, write(&made.map).as_bytes())?;
    let mut trimmed = crate::board::Spaces::new(made.map.grid.len());
    made.trimmed.iter().for_each(|space| {
        trimmed.insert(*space);
    });
    let trimmed = spans(&made.map.grid, &trimmed);
    output::print(&if args.json {
        line(&json!({
            "file": out.display().to_string(), "name": made.map.name, "recipe": recipe.text(),
            "thrown_away": made.thrown_away, "void": trimmed,
        }))
    } else {
        let mut text = format!("{}: {}\n", out.display(), recipe.text());
        if made.thrown_away > 0 {
            text += &format!("{} candidates did not pass the check\n", made.thrown_away);
        }
        if !trimmed.is_empty() {
            text += &format!(
                "spaces without a mirror image, now void: {}\n",
                trimmed.join(", ")
            );
        }
        text
    })?;
    Ok(Exit::Done)
}

/// Draws up the maps of many seeds.
fn trial(recipe: &Recipe, count: u64, json: bool) -> Ended {
    let (mut thrown_away, mut failed) = (0, Vec::new());
    for seed in recipe.seed..recipe.seed.saturating_add(count) {
        match generate(&Recipe { seed, ..*recipe }) {
            Ok(made) => thrown_away += made.thrown_away,
            Err(what) => failed.push((seed, what)),
        }
    }
    let passed = count - failed.len() as u64;
    output::print(&if json {
        let seeds: Vec<u64> = failed.iter().map(|(seed, _)| *seed).collect();
        line(&json!({
            "recipe": recipe.text(), "seeds": count, "passed": passed,
            "thrown_away": thrown_away, "failed": seeds,
        }))
    } else {
        let mut text = format!(
            "{passed} of {count} seeds from {} on give a map that passes the check; {thrown_away} candidates did not pass it\n",
            recipe.seed
        );
        for (seed, what) in &failed {
            text += &format!("seed {seed}: {what}\n");
        }
        text
    })?;
    Ok(if failed.is_empty() {
        Exit::Done
    } else {
        Exit::No
    })
}
