//! Forces while they are made: nothing is lost, and costs are those of the reader.

use skirmish::battle::{HalfPoints, Pick, Severity};
use skirmish::muster::{Muster, Price, roster};
use skirmish::rules::Rules;
use skirmish::source::Source;

fn samples() -> impl Iterator<Item = (Rules, Source)> {
    Rules::ALL.into_iter().flat_map(|rules| {
        rules
            .forces()
            .iter()
            .map(move |(name, text)| (rules, Source::new(*name, *text)))
    })
}

fn muster(source: &Source) -> Muster {
    Muster::read(source).unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn sample_forces_are_kept_as_they_are_and_cost_what_they_cost() {
    for (rules, source) in samples() {
        let muster = muster(&source);
        assert_eq!(muster.text(), source.text, "{}", source.name);
        let judged = muster.judge(None);
        let force = rules.force(&source, None).unwrap();
        assert_eq!(judged.points, force.points, "{}", source.name);
        assert_eq!(judged.figures, force.figures.len(), "{}", source.name);
        assert!(judged.is_sound(), "{}: {judged:?}", source.name);
    }
}

#[test]
fn every_word_of_a_sample_force_is_on_its_sheet() {
    for (_, source) in samples() {
        let muster = muster(&source);
        if muster.sheet().parts.is_empty() {
            continue;
        }
        for figure in 0..muster.len() {
            for word in muster.words(figure) {
                assert!(muster.part_of(&word).is_some(), "{}: {word}", source.name);
            }
        }
    }
}

#[test]
#[ignore = "slow"]
fn a_word_said_and_taken_back_leaves_the_words_as_they_were() {
    for (_, source) in samples() {
        let before = muster(&source);
        for figure in 0..before.len().min(3) {
            for part in before.sheet().parts.clone() {
                let had: Vec<_> = part
                    .words
                    .iter()
                    .filter(|w| before.has(figure, &w.word))
                    .collect();
                for word in &part.words {
                    let mut after = before.clone();
                    after.toggle(figure, &word.word);
                    match (part.pick, had.first()) {
                        (Pick::One, _) => assert!(after.has(figure, &word.word)),
                        (Pick::AtMostOne, Some(old)) if *old != word => {
                            assert!(!after.has(figure, &old.word));
                            after.toggle(figure, &old.word);
                        }
                        _ => after.toggle(figure, &word.word),
                    }
                    if part.pick != Pick::One {
                        let words = |m: &Muster| {
                            let mut words = m.words(figure);
                            words.sort();
                            words
                        };
                        assert_eq!(words(&after), words(&before), "{}: {word:?}", source.name);
                    }
                }
            }
        }
    }
}

#[test]
fn a_price_is_the_difference_it_makes() {
    for (rules, source) in samples() {
        let before = muster(&source);
        let total = rules.force(&source, None).unwrap().points;
        for part in &before.sheet().parts.clone() {
            for word in &part.words {
                if let Price::Costs(price) = before.price(0, &word.word, None) {
                    let mut after = before.clone();
                    after.toggle(0, &word.word);
                    // the budget a file names is not the word's business
                    for key in &before.sheet().head.clone() {
                        after.set_head(key, None);
                    }
                    let now = after.judge(None).points;
                    let many = i32::try_from(before.count(0)).unwrap();
                    assert_eq!(now - total, price * many, "{}: {word:?}", source.name);
                }
            }
        }
    }
}

#[test]
fn every_word_of_a_sheet_can_be_said_by_somebody() {
    for rules in Rules::ALL {
        let mut muster = Muster::new(rules, "Test");
        let figure = muster.add();
        let firsts: Vec<Vec<String>> = muster
            .sheet()
            .parts
            .iter()
            .filter(|p| p.pick == Pick::One)
            .map(|p| p.words.iter().map(|w| w.word.clone()).collect())
            .collect();
        for part in muster.sheet().parts.clone() {
            for word in &part.words {
                let anybody = firsts.iter().flatten().any(|kind| {
                    let mut one = muster.clone();
                    if !one.has(figure, kind) {
                        one.toggle(figure, kind);
                    }
                    if one.has(figure, &word.word) {
                        return one.judge(None).each[0].is_some();
                    }
                    matches!(one.price(figure, &word.word, None), Price::Costs(_))
                });
                assert!(anybody, "{}: {word:?}", rules.name());
            }
        }
    }
}

#[test]
fn a_new_force_begins_with_what_every_figure_needs() {
    for rules in Rules::ALL {
        let mut muster = Muster::new(rules, "Fresh");
        assert!(!muster.judge(None).is_sound(), "nobody is in it");
        let figure = muster.add();
        assert_eq!(figure, 0);
        assert!(muster.judge(None).is_sound(), "{}", rules.name());
        let again = muster.copy(figure);
        assert_eq!((again, muster.len()), (1, 2));
        assert_ne!(muster.figure_name(0), muster.figure_name(1));
        let read = rules.force(&Source::new("x", muster.text()), None).unwrap();
        assert_eq!(read.figures.len(), 2);
    }
}

const COMMENTED: &str = "\
# my force
format = \"skirmish-force/1\"
ruleset = \"vsgmr\"
name = \"Riders\" # of the steppe

# the horse
[[figure]]
name = \"Horse\"
count = 2 # two of them
is = \"cavalry\"

[[figure]]
name = \"Khan\"
is = \"hero, Support\" # he leads
mounted_on = \"Horse\"
notes = \"old\"
";

#[test]
fn editing_keeps_comments_and_what_is_not_known_here() {
    let mut muster = muster(&Source::new("riders", COMMENTED));
    muster.rename_figure(0, "Pony");
    muster.set_count(0, 3);
    muster.toggle(1, "commander");
    muster.toggle(1, "hero");
    let expected = COMMENTED
        .replace("\"Horse\"", "\"Pony\"")
        .replace("count = 2", "count = 3")
        .replace("hero, Support", "hero, commander, Support");
    assert_eq!(muster.text(), expected);
    muster.shift(0, true);
    assert!(muster.text().find("Khan") < muster.text().find("the horse"));
    muster.set_count(1, 1);
    assert!(!muster.text().contains("count"));
    muster.remove(0);
    assert!(!muster.text().contains("Khan"));
}

#[test]
fn faults_and_doubts_stand_at_their_figure() {
    let text = COMMENTED.replace("hero, Support", "troop, Tough, distanse");
    let muster = muster(&Source::new("riders", text));
    let judged = muster.judge(None);
    assert!(judged.about[0].is_empty());
    assert_eq!(judged.about[1].len(), 1, "{judged:?}");
    assert_eq!(judged.about[1][0].severity, Severity::Error);
    assert!(judged.about[1][0].what.contains("distanse"));
    assert_eq!(judged.each, [Some(HalfPoints(4)), None]);
}

#[test]
fn what_a_figure_cannot_be_is_said_with_the_reason() {
    let mut muster = Muster::new(Rules::Vsgmr, "Test");
    muster.add();
    let Price::No(why) = muster.price(0, "Independent", None) else {
        panic!("a troop is no mount");
    };
    assert!(why.contains("Independent"), "{why}");
    assert_eq!(
        muster.price(0, "distance", None),
        Price::Costs(HalfPoints::ONE)
    );
    assert_eq!(muster.price(0, "hero", None), Price::Costs(HalfPoints::ONE));
}

#[test]
fn a_roster_has_a_box_for_every_figure() {
    for (rules, source) in samples() {
        let force = rules.force(&source, None).unwrap();
        let text = roster::text(rules, &force);
        assert_eq!(text.matches("[ ]").count(), force.figures.len());
        let page = roster::page(rules, &force);
        assert_eq!(page.matches("<i></i>").count(), force.figures.len());
    }
}
