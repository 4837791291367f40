//! Paper figures, and the pages that say what they are.

use super::*;

#[test]
fn paper_figures_come_with_their_odds() {
    let home = TempDir::new().unwrap();
    let file = home.path().join("a.pdf").display().to_string();
    for scale in ["15mm", "28mm", "300mm"] {
        let (code, said) = run(&[
            "print",
            "duel-ground",
            "--figures-only",
            "--scale",
            scale,
            "--force",
            "elves",
            "--force",
            "orcs",
            "--out",
            &file,
        ]);
        assert_eq!(code, 0, "{scale}: {said}");
        assert!(read_pdf(&fs::read(&file).unwrap()).pages.len() >= 2);
    }
}

/// How wide letters of the program's font are, by what draws it.
#[derive(Default)]
struct Letters(std::collections::BTreeMap<char, f64>);

impl Letters {
    /// How wide a text is, in heights of its letters.
    fn wide(&mut self, text: &str) -> f64 {
        text.chars().map(|c| self.letter(c)).sum()
    }

    fn letter(&mut self, c: char) -> f64 {
        *self.0.entry(c).or_insert_with(|| {
            let mut options = usvg::Options::default();
            let fonts = std::sync::Arc::make_mut(&mut options.fontdb);
            fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
            let family = fonts.faces().next().unwrap().families[0].0.clone();
            // between two letters, which are taken off again
            let measure = |text: &str| {
                let text = text.replace('&', "&amp;").replace('<', "&lt;");
                let svg = format!(
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"500\" height=\"200\"><text xml:space=\"preserve\" x=\"50\" y=\"100\" font-size=\"100\" font-family=\"{family}\">{text}</text></svg>"
                );
                let tree = usvg::Tree::from_str(&svg, &options).unwrap();
                f64::from(tree.root().abs_bounding_box().width())
            };
            (measure(&format!("H{c}H")) - measure("H") * 2.0) / 100.0
        })
    }
}

/// Figures of every size with much to be said about them.
fn cards() -> Vec<Card> {
    (0..40)
        .map(|i| Card {
            label: format!("1.{}", i + 1),
            name: format!("Somebody of the Very Long Name {i}"),
            words: "hero, distance, automatic fire, Sharpshooter, ".repeat(1 + i % 5),
            side: 0,
            size: (1 + i % 3) as u8,
            points: "1".to_owned(),
            aboard: (i % 3 == 1).then(|| i - 1),
            odds: (0..i % 7)
                .map(|k| {
                    (
                        format!("at {k}"),
                        "shot hits 1/2, defeats 3/7 · ".repeat(1 + k),
                    )
                })
                .collect(),
        })
        .collect()
}

#[test]
fn nothing_of_paper_figures_lies_outside_the_page() {
    let mut fonts = Letters::default();
    for paper in Paper::ALL {
        for scale in Scale::ALL {
            let space = f64::from(scale.space()) * 0.254;
            let (pages, left_out) = sheets(&cards(), (GridKind::Square, space), paper, "A & B");
            let (wide, high) = paper.size();
            let mut figures = 0;
            for (svg, size) in &pages {
                assert_eq!(*size, (wide, high));
                let page = roxmltree::Document::parse(svg).unwrap();
                for node in page.descendants().filter(|n| n.has_tag_name("text")) {
                    let number = |key: &str| node.attribute(key).unwrap().parse::<f64>().unwrap();
                    let (x, y) = (number("x"), number("y"));
                    let long = fonts.wide(node.text().unwrap_or_default()) * number("font-size");
                    let (from, to) = match node.attribute("text-anchor") {
                        Some("middle") => (x - long / 2.0, x + long / 2.0),
                        Some("end") => (x - long, x),
                        _ => (x, x + long),
                    };
                    let words = node.text().unwrap_or_default();
                    assert!(
                        from >= 5.0 && to <= wide - 5.0 && y <= high - 5.0,
                        "{words}"
                    );
                    figures += usize::from(words.starts_with("1.") && !words.contains(' '));
                }
                for node in page.descendants().filter(|n| n.has_tag_name("circle")) {
                    let number = |key: &str| node.attribute(key).unwrap().parse::<f64>().unwrap();
                    let (x, y, r) = (number("cx"), number("cy"), number("r"));
                    assert!(x - r > 5.0 && x + r < wide - 5.0 && y - r > 5.0 && y + r < high - 5.0);
                }
            }
            // small paper has no room for figures of 300 mm
            let small = match paper == Paper::A5 && scale == Scale::Mm300 {
                true => 0,
                false => (0..40).filter(|i| i % 3 == 0).count(),
            };
            // who begins on a mount of one space is printed once more, with it: 1.2+1.1
            let both = |words: &&String| words.split(' ').next().unwrap().contains('+');
            let pairs = left_out.iter().filter(both).count();
            let riders = (0..40).filter(|i| i % 3 == 1).count();
            assert!(
                figures + left_out.len() >= 40 + riders,
                "{figures} {left_out:?}"
            );
            assert!(left_out.len() - pairs <= 40 - small, "{left_out:?}");
            assert_eq!(pairs, if small == 0 { riders } else { 0 }, "{left_out:?}");
        }
    }
}

#[test]
fn who_begins_on_a_mount_is_printed_with_it_and_without() {
    let card = |label: &str, name: &str, aboard, size| Card {
        label: label.to_owned(),
        name: name.to_owned(),
        aboard,
        size,
        ..Card::default()
    };
    let cards = [
        card("1.1", "Scout", Some(1), 1),
        card("1.2", "Horse", None, 1),
        card("1.3", "Driver", Some(3), 1),
        card("1.4", "Wagon", None, 2),
    ];
    let (pages, _) = sheets(&cards, (GridKind::Square, 25.4), Paper::A4, "");
    let texts: Vec<String> = pages
        .iter()
        .flat_map(|(svg, _)| {
            let page = roxmltree::Document::parse(svg).unwrap();
            let texts = page.descendants().filter(|n| n.has_tag_name("text"));
            texts
                .filter_map(|n| Some(n.text()?.to_owned()))
                .collect::<Vec<_>>()
        })
        .collect();
    let count = |text: &str| texts.iter().filter(|t| *t == text).count();
    // both faces of each
    assert_eq!((count("1.1"), count("1.2"), count("1.1+1.2")), (2, 2, 2));
    assert_eq!((count("Scout"), count("on Horse")), (4, 2), "{texts:?}");
    // in a large one there is room
    assert_eq!((count("1.3"), count("1.4"), count("1.3+1.4")), (2, 1, 0));
    assert_eq!(
        count("Begins the battle aboard: 1.1 on 1.2 Horse"),
        1,
        "{texts:?}"
    );
    assert_eq!(
        count("Begins the battle aboard: 1.3 on 1.4 Wagon"),
        1,
        "{texts:?}"
    );
}

/// How wide the tokens of sizes 2 and 3 are, in millimetres, on spaces of an inch.
fn tokens(grid: GridKind) -> [f64; 2] {
    [2, 3].map(|size| {
        let card = Card {
            label: "1.1".to_owned(),
            size,
            ..Card::default()
        };
        let (pages, _) = sheets(&[card], (grid, 25.4), Paper::A4, "");
        let page = roxmltree::Document::parse(&pages[0].0).unwrap();
        let radius = |n: roxmltree::Node| n.attribute("r")?.parse::<f64>().ok();
        2.0 * page.descendants().filter_map(radius).fold(0.0, f64::max)
    })
}

#[test]
fn tokens_stand_side_by_side_on_their_footprints() {
    let [two, three] = tokens(GridKind::Square);
    assert!(44.0 < two && two < 50.8 && 66.0 < three && three < 76.2);
    for grid in [GridKind::HexFlat, GridKind::HexPointy] {
        let [two, three] = tokens(grid);
        // the middles of two triangles are this far apart, and of two flowers
        let (triangles, flowers) = (25.4 * 3.0_f64.sqrt(), 25.4 * 7.0_f64.sqrt());
        assert!(38.0 < two && two < triangles && 58.0 < three && three < flowers);
    }
}
