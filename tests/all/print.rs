//! Maps on paper: sizes, pages, pictures.

mod figures;

use assert_cmd::Command;
use skirmish::battle::Scale;
use skirmish::board::GridKind;
use skirmish::print::{Card, Paper, sheets};
use std::fs;
use std::io::Read;
use tempfile::TempDir;

fn run(words: &[&str]) -> (i32, String) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
    let output = command.arg("map").args(words).output().unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (output.status.code().unwrap(), said)
}

/// What a PDF says of itself: its pages' sizes and its straight lines, in millimetres.
struct Pdf {
    pages: Vec<(f64, f64)>,
    lines: Vec<[f64; 4]>,
}

const MM: f64 = 25.4 / 72.0;

/// All places where a text stands in bytes.
fn find(bytes: &[u8], text: &str) -> Vec<usize> {
    let text = text.as_bytes();
    (0..bytes.len().saturating_sub(text.len()))
        .filter(|i| bytes[*i..].starts_with(text))
        .collect()
}

fn read_pdf(bytes: &[u8]) -> Pdf {
    assert!(bytes.starts_with(b"%PDF-"));
    let mut texts = vec![String::from_utf8_lossy(bytes).into_owned()];
    for at in find(bytes, "stream\n")
        .into_iter()
        .filter(|at| !bytes[..*at].ends_with(b"end"))
    {
        let mut text = Vec::new();
        let _ = flate2::read::ZlibDecoder::new(&bytes[at + 7..]).read_to_end(&mut text);
        texts.push(String::from_utf8_lossy(&text).into_owned());
    }
    let numbers = |text: &str| -> Vec<f64> {
        text.split_whitespace()
            .filter_map(|n| n.parse().ok())
            .collect()
    };
    let mut pages = Vec::new();
    let mut lines = Vec::new();
    for text in &texts {
        for (at, _) in text.match_indices("/MediaBox") {
            let inside = text[at..].split(['[', ']']).nth(1).unwrap();
            let n = numbers(inside);
            pages.push(((n[2] - n[0]) * MM, (n[3] - n[1]) * MM));
        }
        lines.extend(drawn(text));
    }
    Pdf { pages, lines }
}

/// The straight lines of a content stream.
fn drawn(text: &str) -> Vec<[f64; 4]> {
    let mut lines = Vec::new();
    let mut stack = Vec::new();
    let mut matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let mut numbers: Vec<f64> = Vec::new();
    let mut last = (0.0, 0.0);
    for word in text.split_whitespace() {
        if let Ok(n) = word.parse() {
            numbers.push(n);
            continue;
        }
        let [a, b, c, d, e, f] = matrix;
        let n = std::mem::take(&mut numbers);
        let at = |n: &[f64]| {
            (
                (a * n[0] + c * n[1] + e) * MM,
                (b * n[0] + d * n[1] + f) * MM,
            )
        };
        match (word, n.len()) {
            ("q", _) => stack.push(matrix),
            ("Q", _) => matrix = stack.pop().unwrap_or(matrix),
            ("cm", 6) => {
                let [g, h, i, j, k, l] = n[..] else { continue };
                matrix = [
                    g * a + h * c,
                    g * b + h * d,
                    i * a + j * c,
                    i * b + j * d,
                    k * a + l * c + e,
                    k * b + l * d + f,
                ];
            }
            ("m", 2) => last = at(&n),
            ("l", 2) => {
                let to = at(&n);
                lines.push([last.0, last.1, to.0, to.1]);
                last = to;
            }
            _ => {}
        }
    }
    lines
}

/// Whether two lengths are the same to 0.1 mm.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.1
}

#[test]
fn sizes_in_pdf_are_true() {
    let home = TempDir::new().unwrap();
    let file = home.path().join("a.pdf").display().to_string();
    for (words, space, paper) in [
        (["--scale", "28mm", "--paper", "a4"], 25.4, (210.0, 297.0)),
        (
            ["--scale", "54mm", "--paper", "letter"],
            50.8,
            (215.9, 279.4),
        ),
        (["--space", "1.5in", "--paper", "a4"], 38.1, (210.0, 297.0)),
        (
            ["--space", "30mm", "--paper", "letter"],
            30.0,
            (215.9, 279.4),
        ),
    ] {
        let (code, said) = run(&[
            &["print", "dungeon", "--style", "grid", "--out", &file],
            &words[..],
        ]
        .concat());
        assert_eq!(code, 0, "{said}");
        let pdf = read_pdf(&fs::read(&file).unwrap());
        assert!(!pdf.pages.is_empty());
        for page in &pdf.pages {
            let upright = same(page.0, paper.0) && same(page.1, paper.1);
            let across = same(page.1, paper.0) && same(page.0, paper.1);
            assert!(upright || across, "{page:?}");
        }
        // the ruler, and the sides of squares
        let long = |l: &[f64; 4]| (l[0] - l[2]).hypot(l[1] - l[3]);
        assert!(pdf.lines.iter().any(|l| same(long(l), 100.0)), "no ruler");
        let sides = pdf
            .lines
            .iter()
            .filter(|l| (long(l) - space).abs() < 0.02)
            .count();
        assert!(sides > 200, "{sides} sides of {space} mm");
    }
}

#[test]
fn pages_cover_the_map_whichever_way_takes_fewer() {
    let home = TempDir::new().unwrap();
    let file = home.path().join("a.pdf").display().to_string();
    let small = [
        "print", "dungeon", "--space", "3mm", "--out", &file, "--style", "grid",
    ];
    for (more, pages) in [(vec![], 2), (vec!["--no-key"], 1)] {
        run(&[&small[..], &more[..]].concat());
        assert_eq!(read_pdf(&fs::read(&file).unwrap()).pages.len(), pages);
    }
    let (code, said) = run(&["print", "dungeon", "--space", "900mm", "--out", &file]);
    assert_eq!(code, 2);
    assert!(said.contains("pages; the limit is"), "{said}");
}

#[test]
fn pictures_say_their_true_size() {
    let home = TempDir::new().unwrap();
    let file = home.path().join("a.png").display().to_string();
    let (code, said) = run(&[
        "print",
        "duel-ground",
        "--space",
        "10mm",
        "--dpi",
        "50",
        "--coordinates",
        "--gm",
        "--out",
        &file,
    ]);
    assert_eq!(code, 0, "{said}");
    let bytes = fs::read(&file).unwrap();
    assert!(bytes.starts_with(b"\x89PNG"));
    let at = find(&bytes, "pHYs")[0] + 4;
    assert_eq!(bytes[at..at + 4], 1969u32.to_be_bytes());
    let svg = home.path().join("a.svg").display().to_string();
    assert_eq!(
        run(&["print", "duel-ground", "--style", "saving", "--out", &svg]).0,
        0
    );
    let text = fs::read_to_string(&svg).unwrap();
    assert!(text.starts_with("<svg ") && text.contains("mm\" viewBox"));
    roxmltree::Document::parse(&text).unwrap();
}

#[test]
#[ignore = "slow"]
fn show_draws_every_grid_into_a_picture() {
    let home = TempDir::new().unwrap();
    for map in ["village", "ford", "crater"] {
        let file = home.path().join("a.png").display().to_string();
        let (code, said) = run(&["show", map, "--png", &file]);
        assert_eq!(code, 0, "{said}");
        assert!(fs::read(&file).unwrap().starts_with(b"\x89PNG"));
    }
}

#[test]
fn what_cannot_be_printed_is_said() {
    let home = TempDir::new().unwrap();
    let path = |name: &str| home.path().join(name).display().to_string();
    std::fs::write(path("no-folder"), "").unwrap();
    for (words, why) in [
        (vec!["--out", &path("a.gif")], "use .pdf, .svg or .png"),
        (
            vec!["--out", &path("a.pdf"), "--space", "0mm"],
            "at least 1 mm",
        ),
        (
            vec!["--out", &path("a.pdf"), "--scale", "large"],
            "expected one of",
        ),
        (
            vec!["--out", &path("a.svg"), "--force", "elves"],
            "write a .pdf",
        ),
        (
            vec!["--out", &path("no-folder/a.pdf")],
            "there is no folder",
        ),
    ] {
        let (code, said) = run(&[&["print", "duel-ground"], &words[..]].concat());
        assert_eq!(code, 2, "{said}");
        assert!(said.contains(why), "{said}");
    }
    // a scale that is not in the table is printed as the nearest one, and this is said
    let file = path("a.pdf");
    let words = ["print", "duel-ground", "--out", &file, "--scale"];
    let (code, said) = run(&[&words[..], &["29mm"]].concat());
    assert_eq!(code, 0, "{said}");
    let note = "the scale 29mm is not in the table; the nearest row is 28mm";
    assert!(said.contains(note), "{said}");
    let exact = run(&[&words[..], &["28mm"]].concat());
    assert_eq!(exact, (0, said.replace(&format!("{note}\n"), "")));
}

#[test]
fn a_large_sheet_is_drawn_in_strips_without_a_seam() {
    use skirmish::print::{Print, Style, png_in, strips};
    let row = ".".repeat(130) + "\n";
    let text = format!(
        "format = \"skirmish-map/1\"\nname = \"Large\"\ngrid = \"square\"\nterrain = \"\"\"\n{}\"\"\"\n\
         [[border]]\nbetween = [\"C63|C64\", \"D64|D65\", \"A2|B2\"]\nkind = \"wall\"\n",
        row.repeat(128)
    );
    let map = skirmish::files::map::read(&skirmish::source::Source::new("large.toml", text))
        .expect("a map");
    let print = Print {
        style: Style::Grid,
        space: 4.0,
        ..Print::of(&map)
    };
    let board = skirmish::board::Board::new(map);
    let parts = strips(&board, &print);
    assert_eq!(parts.count(), 3);
    let (wide, high) = parts.size;
    let pixels = |count: usize| {
        let png = png_in(&parts, (wide, high), count).expect("a picture");
        resvg::tiny_skia::Pixmap::decode_png(&png)
            .expect("a picture")
            .data()
            .to_vec()
    };
    let (one, two) = (pixels(1), pixels(parts.count()));
    assert_eq!(one.len(), two.len());
    let off = one.iter().zip(&two).filter(|(a, b)| a.abs_diff(**b) > 8);
    assert_eq!(off.count(), 0);
}

#[test]
fn of_a_maps_zones_only_those_that_count_in_a_battle_are_drawn() {
    use skirmish::look::layout::{Camera, Layout};
    use skirmish::look::{Zones, board as shapes};
    let zone = |kind: &str, seat: &str, spaces: &str| {
        format!("[[zone]]\nkind = \"{kind}\"\n{seat}spaces = [\"{spaces}\"]\n")
    };
    let text = format!(
        "format = \"skirmish-map/1\"\nname = \"Field\"\ngrid = \"square\"\nterrain = \"\"\"\n{}\"\"\"\n{}{}{}{}",
        "........\n".repeat(8),
        zone("deployment", "seat = 1\n", "A1:H1"),
        zone("deployment", "seat = 2\n", "A8:H8"),
        zone("objective", "", "D4:E5"),
        zone("exit", "", "A4:A5"),
    );
    let source = skirmish::source::Source::new("field.toml", text);
    let map = skirmish::files::map::read(&source).expect("a map");
    let board = skirmish::board::Board::new(map);
    let bounds = Layout::new(*board.grid()).bounds();
    let view = emath::Rect::from_min_size(emath::Pos2::ZERO, emath::vec2(640.0, 640.0));
    let camera = Camera::fit(bounds, view);
    let drawn = |zones| shapes(&board, &camera, zones).len();
    let battle = |seats: &[u8], exits| {
        let starts = seats.iter().copied().collect();
        drawn(Zones::Battle { starts, exits }) - drawn(Zones::Hidden)
    };
    assert_eq!(battle(&[], false), 0);
    let (first, second) = (battle(&[1], false), battle(&[2], false));
    assert!(first > 0 && second > 0);
    assert_eq!(battle(&[1, 2, 3], false), first + second);
    let exit = battle(&[], true);
    assert!(exit > 0);
    // what is left is the star
    assert!(drawn(Zones::All) - drawn(Zones::Hidden) > first + second + exit);
}

#[test]
fn every_paper_takes_a_map_and_the_pages_are_told_before_they_are_written() {
    use skirmish::print::{Print, plan};
    let text = skirmish::files::shipped::map("dungeon").unwrap().1;
    let map = skirmish::files::map::read(&skirmish::source::Source::new("dungeon", text)).unwrap();
    let print = Print::of(&map);
    let board = skirmish::board::Board::new(map);
    let mut before = u32::MAX;
    for paper in [
        Paper::A5,
        Paper::A4,
        Paper::A3,
        Paper::A2,
        Paper::A1,
        Paper::A0,
    ] {
        let total = plan(&board, &print, paper).total();
        assert!(total < before, "{paper:?}: {total}");
        before = total;
        assert_eq!(Paper::named(paper.name()), Some(paper));
    }
    let home = TempDir::new().unwrap();
    let file = home.path().join("a.pdf").display().to_string();
    let (code, said) = run(&[
        "print",
        "dungeon",
        "--paper",
        "tabloid",
        "--dry-run",
        "--out",
        &file,
    ]);
    let planned = plan(&board, &print, Paper::Tabloid);
    let (columns, rows) = planned.pages;
    assert_eq!(code, 0, "{said}");
    let told = format!(
        "{} pages of tabloid paper ({columns} × {rows})",
        planned.total()
    );
    assert!(said.contains(&told), "{said}");
    assert!(!std::path::Path::new(&file).exists());
    let (code, said) = run(&["print", "dungeon", "--paper", "a6", "--out", &file]);
    assert!(code == 2 && said.contains("tabloid"), "{said}");
}

/// The texts of an SVG file.
fn texts(file: &str) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let page = roxmltree::Document::parse(&text).unwrap();
    let texts = page.descendants().filter(|n| n.has_tag_name("text"));
    texts.filter_map(|n| Some(n.text()?.to_owned())).collect()
}

#[test]
fn a_printed_sheet_has_a_key_of_what_is_on_it() {
    let home = TempDir::new().unwrap();
    let file = home.path().join("a.svg").display().to_string();
    let print = |more: &[&str]| {
        let words = [&["print", "village", "--out", &file], more].concat();
        let (code, said) = run(&words);
        assert_eq!(code, 0, "{said}");
        texts(&file)
    };
    let full = print(&[]);
    let said = |words: &str| full.iter().any(|text| text == words);
    for words in [
        "open",
        "wood",
        "hedge",
        "door, open",
        "deployment zone",
        "of seat 1",
        "objective",
    ] {
        assert!(said(words), "{words}: {full:?}");
    }
    assert!(
        said("costs 2, cover, leaves open") && said("partly blocks sight, 2 levels high"),
        "{full:?}"
    );
    assert!(print(&["--no-key"]).is_empty());
    let plain = print(&["--plain"]);
    assert!(!plain.iter().any(|text| text == "deployment zone"));
}

/// A map of one terrain of its own.
fn own(name: &str, more: &str) -> skirmish::board::Board {
    let text = format!(
        "format = \"skirmish-map/1\"\nname = \"Own\"\ngrid = \"square\"\nterrain = \"\"\"\n{}\"\"\"\n[legend]\n\"x\" = {{ name = \"{name}\", {more} }}\n",
        "xxxxxxxx\n".repeat(8)
    );
    let source = skirmish::source::Source::new("own.toml", text);
    skirmish::board::Board::new(skirmish::files::map::read(&source).expect("a map"))
}

#[test]
fn terrain_of_a_maps_own_is_no_meadow() {
    use skirmish::look::Brush;
    use skirmish::look::brush::Look;
    use skirmish::look::layout::{Camera, Layout};
    use skirmish::print::{Print, Style, strips};
    let saving = |board: &skirmish::board::Board| {
        let print = Print {
            style: Style::Saving,
            ..Print::of(board.map())
        };
        strips(board, &print).svg()
    };
    let marks = |svg: &str| svg.matches("<use").count();
    for (name, more) in [
        ("lava", "cost = \"no\", colour = \"#c03010\""),
        ("ice", "cost = 2, colour = \"#cfe8f0\""),
        ("snow", "colour = \"#f0f4f6\""),
        ("mud", "cost = 2, colour = \"#6a5a3a\""),
    ] {
        let board = own(name, more);
        let svg = saving(&board);
        assert!(marks(&svg) >= 64, "{name}: {}", marks(&svg));
        let layout = Layout::new(*board.grid());
        let view = emath::Rect::from_min_size(emath::Pos2::ZERO, emath::vec2(400.0, 400.0));
        let brush = Brush::new(&board, layout, Camera::fit(layout.bounds(), view));
        let looks: Vec<Look> = board.spaces().iter().map(|s| brush.look(s)).collect();
        assert!(looks.iter().all(|look| *look != Look::Open), "{name}");
    }
    let grass = own("grass", "colour = \"#7fae4d\"");
    assert!(marks(&saving(&grass)) < 64);
}

#[test]
#[ignore = "slow"]
fn each_kind_of_picture_is_drawn_once_and_referred_to() {
    use skirmish::print::{Print, strips};
    let text = format!(
        "format = \"skirmish-map/1\"\nname = \"Wood\"\ngrid = \"square\"\nterrain = \"\"\"\n{}\"\"\"\n",
        format!("{}\n", "T~o=#".repeat(12)).repeat(60)
    );
    let source = skirmish::source::Source::new("wood.toml", text);
    let map = skirmish::files::map::read(&source).expect("a map");
    let print = Print::of(&map);
    let board = skirmish::board::Board::new(map);
    let svg = strips(&board, &print).svg();
    let (defined, used) = (svg.matches("<g id=").count(), svg.matches("<use").count());
    assert!(defined <= 16 * 6 && used >= 3600, "{defined} {used}");
    // one PDF as well
    let pages = skirmish::print::pages(&board, &print, Paper::A0, "Wood").expect("pages");
    let pdf = skirmish::print::pdf(&pages).expect("a file");
    let forms = find(&pdf, "/Subtype/Form").len();
    assert!(forms < 400, "{forms}");
}
