//! `skirmish map print`: maps, paper figures and reference sheets on paper.

use super::{Ended, Exit, Failure, ValueError, output};
use crate::battle::{ForceFigure, Scale};
use crate::board::{Board, Map};
use crate::print::{self, Card, Paper, Print, Style};
use crate::rules::duel::{APART, Duel};
use crate::rules::{Policy, Rules};
use crate::source::Source;
use crate::store::disk::write;
use crate::store::export::backdrop_of;
use crate::store::import::{self, How};
use crate::store::library;
use crate::survey;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// The amount of ink.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum StyleOption {
    /// Full colours, as in the window
    Full,
    /// Outlines on white
    Saving,
    /// Only the grid and the borders
    Grid,
}

/// Options of `map print`.
#[derive(Debug, Args)]
pub struct PrintArgs {
    /// Map (name, or file in any format that can be read)
    map: String,
    /// File to write: .pdf (pages), .svg or .png (one sheet)
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Paper size: a5, a4, a3, a2, a1, a0, letter, legal or tabloid
    #[arg(long, default_value = "a4", value_parser = paper)]
    paper: Paper,
    /// Size of the figures: 4.7mm, 15mm, 28mm, 54mm, 90mm, 180mm or 300mm
    #[arg(long, value_name = "S", conflicts_with = "space", value_parser = super::options::scale)]
    scale: Option<Scale>,
    /// Size of a space, such as 25.4mm, 30, 1in or 1.5"
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    space: Option<f64>,
    /// Overlap of neighbouring pages
    #[arg(long, value_name = "LENGTH", default_value = "10mm", value_parser = length_or_none)]
    overlap: f64,
    /// Amount of ink
    #[arg(long, value_enum, default_value = "full")]
    style: StyleOption,
    /// Write the name of each space into it
    #[arg(long)]
    coordinates: bool,
    /// Leave out zones and levels
    #[arg(long)]
    plain: bool,
    /// Zones and levels, which are drawn anyway
    #[arg(long, hide = true, conflicts_with = "plain")]
    gm: bool,
    /// Leave out the key of terrain, borders and zones
    #[arg(long)]
    no_key: bool,
    /// Say how many pages it takes, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Resolution of .png files in dots per inch
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = clap::value_parser!(u32).range(20..=1200))]
    dpi: u32,
    /// Add paper figures of a force, with their abilities; give it once for each side
    #[arg(long = "force", value_name = "NAME|FILE")]
    forces: Vec<String>,
    /// Print only the figures, not the map
    #[arg(long, requires = "forces")]
    figures_only: bool,
}

/// The paper of a name.
pub(super) fn paper(name: &str) -> Result<Paper, ValueError> {
    Paper::named(&name.to_ascii_lowercase()).ok_or_else(|| ValueError::Unknown {
        given: name.to_owned(),
        known: Paper::ALL.into_iter().map(Paper::name).collect(),
    })
}

/// Millimetres, or inches with a mark.
fn length_or_none(text: &str) -> Result<f64, ValueError> {
    let text = text.trim();
    let inch = ["in", "inch", "inches", "\"", "″"]
        .iter()
        .find_map(|end| text.strip_suffix(end));
    let (number, unit) = match (inch, text.strip_suffix("cm")) {
        (Some(number), _) => (number, 25.4),
        (None, Some(number)) => (number, 10.0),
        (None, None) => (text.strip_suffix("mm").unwrap_or(text), 1.0),
    };
    match number.trim().parse::<f64>() {
        Ok(n) if (0.0..=1000.0).contains(&(n * unit)) => Ok(n * unit),
        _ => Err(ValueError::Expected(
            "a length such as 25.4mm or 1in, at most 1000 mm",
        )),
    }
}

fn length(text: &str) -> Result<f64, ValueError> {
    length_or_none(text).and_then(|mm| match mm {
        mm if mm >= 1.0 => Ok(mm),
        _ => Err(ValueError::SmallSpace),
    })
}

/// The ending of a page's file, which decides its format: pdf, svg or png.
///
/// # Errors
/// It is another one.
pub(super) fn ending(out: &Path) -> Result<&'static str, Failure> {
    let ending = out.extension().unwrap_or_default().to_ascii_lowercase();
    ["pdf", "svg", "png"]
        .into_iter()
        .find(|known| ending == *known)
        .ok_or_else(|| {
            Failure::message(format!(
                "{}: the ending of the file name decides the format; use .pdf, .svg or .png",
                out.display()
            ))
        })
}

/// Prints a map.
///
/// # Errors
/// It cannot be read, is too large for the paper, or cannot be written.
pub fn run(args: &PrintArgs) -> Ended {
    let ending = ending(&args.out)?;
    if ending != "pdf" && !args.forces.is_empty() {
        return Err(Failure::message(
            "paper figures need pages; write a .pdf file",
        ));
    }
    let opened = import::open(&args.map, &How::default())?;
    let picture = opened.picture()?;
    let map = opened.map;
    let title = map.name.clone();
    let mut how = how(args, &map)?;
    how.backdrop = backdrop_of(&map, picture.as_deref());
    let board = Board::new(map);
    if ending == "pdf" {
        let pages = pages(args, &board, &how, &title)?;
        if args.dry_run {
            return Ok(Exit::Done);
        }
        write(&args.out, &print::pdf(&pages)?)?;
    } else {
        let sheet = print::strips(&board, &how);
        let (wide, high) = sheet.size;
        let pixels = |mm: f64| mm * f64::from(args.dpi) / 25.4;
        output::note(match ending {
            "png" => format!(
                "1 sheet of {wide:.0} × {high:.0} mm, {:.0} × {:.0} pixels",
                pixels(wide),
                pixels(high)
            ),
            _ => format!("1 sheet of {wide:.0} × {high:.0} mm"),
        });
        if args.dry_run {
            return Ok(Exit::Done);
        }
        let bytes = match ending {
            "svg" => sheet.svg().into_bytes(),
            _ => print::png_with_size(&sheet, f64::from(args.dpi))?,
        };
        write(&args.out, &bytes)?;
    }
    output::print(&format!("{}\n", args.out.display()))?;
    Ok(Exit::Done)
}

/// How a map is printed, by the options and the map itself.
fn how(args: &PrintArgs, map: &Map) -> Result<Print, Failure> {
    let mut how = Print::of(map);
    how.space = match (args.scale, args.space) {
        (Some(scale), _) => f64::from(scale.space()) * 0.254,
        (None, Some(space)) => space,
        (None, None) => how.space,
    };
    how.style = match args.style {
        StyleOption::Full => Style::Full,
        StyleOption::Saving => Style::Saving,
        StyleOption::Grid => Style::Grid,
    };
    how.coordinates = args.coordinates;
    how.marks = !args.plain;
    how.key = !args.no_key;
    how.overlap = args.overlap;
    if how.overlap > 100.0 {
        return Err(Failure::message("--overlap must be at most 100 mm"));
    }
    let (wide, high) = args.paper.size();
    if how.overlap > wide.min(high) / 3.0 {
        return Err(Failure::message(format!(
            "--overlap must be at most {:.0} mm on {} paper",
            wide.min(high) / 3.0,
            args.paper.name()
        )));
    }
    Ok(how)
}

/// All pages of a PDF; says how many there are before they are drawn.
fn pages(
    args: &PrintArgs,
    board: &Board,
    how: &Print,
    title: &str,
) -> Result<Vec<print::Page>, Failure> {
    let mut pages = Vec::new();
    if !args.figures_only {
        let plan = print::plan(board, how, args.paper);
        let (columns, rows) = plan.pages;
        output::note(format!(
            "{} of {} paper ({columns} × {rows}) for a map of {:.0} × {:.0} mm{}",
            survey::counted(plan.total() as usize, "page"),
            args.paper.name(),
            plan.board.0,
            plan.board.1,
            if how.key { ", and its key" } else { "" }
        ));
        if !args.dry_run {
            pages = print::pages(board, how, args.paper, title)?;
        }
    }
    if !args.forces.is_empty() {
        let (cards, names) = cards(&args.forces)?;
        let spaces = (board.grid().kind, how.space);
        let (more, left_out) = print::sheets(&cards, spaces, args.paper, &names);
        output::note(format!(
            "{} of paper figures",
            survey::counted(more.len(), "page")
        ));
        pages.extend(more.into_iter().map(print::Page::from));
        if !left_out.is_empty() {
            output::note(format!(
                "left out, because larger than the paper: {}",
                left_out.join(", ")
            ));
        }
    }
    Ok(pages)
}

/// The figures of the forces, with their odds against each other; and what the forces are called.
fn cards(names: &[String]) -> Result<(Vec<Card>, String), Failure> {
    let mut sides = Vec::new();
    for name in names {
        let source = library::force(name, None)?;
        let rules = Rules::of_force(&source)?;
        let force = rules.force(&source, None)?;
        sides.push((rules, force));
    }
    let mut cards = Vec::new();
    for (side, (rules, force)) in sides.iter().enumerate() {
        let first = cards.len();
        // against the next side, or its own kind where there is none
        let against = sides
            .iter()
            .enumerate()
            .find(|(i, (r, _))| *i != side && r == rules);
        let targets = against.map_or(&force.figures, |(_, (_, f))| &f.figures);
        for (number, figure) in (1..).zip(&force.figures) {
            cards.push(Card {
                label: format!("{}.{number}", side + 1),
                name: figure.name.clone(),
                words: figure.words.clone(),
                side,
                size: figure.size,
                points: figure.points.written(),
                aboard: figure.aboard.map(|mount| first + mount),
                odds: odds(*rules, &figure.words, targets),
            });
        }
    }
    let called: Vec<&str> = sides.iter().map(|(_, f)| f.name.as_str()).collect();
    Ok((cards, called.join(" · ")))
}

/// A fraction as it is, or where it takes too many digits in percent.
fn short(fraction: &str) -> String {
    if fraction.len() <= 9 {
        return fraction.to_owned();
    }
    let parts = fraction.split_once('/');
    let number = |digits: &str| digits.parse::<f64>().ok();
    match parts.and_then(|(a, b)| Some(100.0 * number(a)? / number(b)?)) {
        Some(percent) if percent < 0.1 => "under 0.1\u{a0}%".to_owned(),
        Some(percent) if percent > 99.9 => "over 99.9\u{a0}%".to_owned(),
        Some(percent) => format!("{percent:.1}\u{a0}%"),
        None => fraction.to_owned(),
    }
}

/// The odds of one figure against every kind of target; those with the same odds together.
fn odds(rules: Rules, words: &str, targets: &[ForceFigure<()>]) -> Vec<(String, String)> {
    let mut out: Vec<(Vec<&str>, String)> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for ForceFigure {
        name,
        words: target,
        ..
    } in targets
    {
        if seen.contains(&target.as_str()) {
            continue;
        }
        seen.push(target);
        let mut parts = Vec::new();
        for (how, hand_to_hand, cover) in [
            ("shot", false, false),
            ("in cover", false, true),
            ("hand to hand", true, false),
        ] {
            let sheet = rules.duel(&Duel {
                attacker: &Source::new("attacker", words),
                target: &Source::new("target", target.as_str()),
                hand_to_hand,
                cover,
                apart: APART,
                policy: Policy::default(),
                rules: None,
            });
            let Ok(sheet) = sheet else { continue };
            let text = |key: &str| sheet[key].as_str().filter(|t| *t != "0").map(str::to_owned);
            if let Some(defeat) = text("defeat") {
                let (hit, defeat) = (text("hit").unwrap_or_else(|| "0".into()), short(&defeat));
                let hit = short(&hit);
                parts.push(format!("{how} hits {hit}, defeats {defeat}"));
            } else if let Some(list) = sheet["outcomes"]
                .as_array()
                .filter(|_| !hand_to_hand && !cover)
            {
                let each = list.iter().filter_map(|o| {
                    Some(format!(
                        "{} {}",
                        o["outcome"].as_str()?,
                        short(o["p"].as_str()?)
                    ))
                });
                parts.push(each.collect::<Vec<_>>().join(" · "));
            }
        }
        if parts.is_empty() {
            continue;
        }
        let odds = parts.join(" · ");
        match out.iter_mut().find(|(_, same)| *same == odds) {
            Some((names, _)) if names.contains(&name.as_str()) => {}
            Some((names, _)) => names.push(name),
            None => out.push((vec![name], odds)),
        }
    }
    out.into_iter()
        .map(|(names, odds)| (format!("at {}", names.join(", ")), odds))
        .collect()
}
