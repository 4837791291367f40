//! One figure in words against another: what an attack may lead to, on no board in particular.

use super::{
    Game, Policy, Rules, d8::D8, exact, plastic::Plastic, violence::Violence, vsgmr::Edition,
};
use crate::battle::{
    Aim, Answer, Ask, Brief, BriefSide, Deploy, Fig, How, Placed, Ratio, Role, Ruleset, Scale,
    Side, Stand, Start, Target, Who,
};
use crate::board::{Board, Cost, Grid, GridKind, Map, Opacity, Space, Stagger, Terrain, TerrainId};
use crate::source::{Fault, Source};
use serde_json::{Value, json};
use std::sync::Arc;

/// What is asked about.
#[derive(Copy, Clone, Debug)]
pub struct Duel<'a> {
    /// The attacker, in the words of force files.
    pub attacker: &'a Source,
    /// The target, likewise.
    pub target: &'a Source,
    /// Hand to hand, where the ruleset tells that from other attacks.
    pub hand_to_hand: bool,
    /// The target is in cover.
    pub cover: bool,
    /// Who rolls failures again.
    pub policy: Policy,
    /// The rules file, if one was given.
    pub rules: Option<&'a Source>,
}

impl Rules {
    /// The odds of one figure in words attacking another, as JSON. Fractions are exact and
    /// written as text, `"1/3"`.
    ///
    /// # Errors
    /// What is wrong with the words, or the rules.
    pub fn duel(self, duel: &Duel) -> Result<Value, Fault> {
        match self {
            Rules::Vsgmr => super::vsgmr::duel::duel(duel, Edition::Grid),
            Rules::Vsgmr2017 => super::vsgmr::duel::duel(duel, Edition::Of2017),
            Rules::Violence => staged::<Violence>(duel),
            Rules::D8 => staged::<D8>(duel),
            Rules::Plastic => staged::<Plastic>(duel),
        }
    }
}

impl Game {
    /// The odds of the acts a figure could do to a target from where it stands, one a way of
    /// acting, as JSON; empty if there is none.
    pub fn sheets(&self, who: Fig, at: Target, policy: Policy) -> Vec<Value> {
        let stand = self.stand(who);
        let mut found = Vec::new();
        self.strikes(who, stand, &mut |how, target, sight| {
            if target == at {
                found.push((how, sight));
            }
            true
        });
        found
            .into_iter()
            .map(|(how, sight)| match self {
                Game::Vsgmr(b) | Game::Vsgmr2017(b) => {
                    super::vsgmr::duel::on_board(b, (who, stand), (how, at, sight), policy)
                }
                _ => json!({
                    "how": how.name(),
                    "outcomes": self.outcome_list(who, how, at, policy),
                    "lines": lines(&self.lines(who, stand, how, at, sight)),
                }),
            })
            .collect()
    }

    /// The outcomes of an act, as JSON; empty if it cannot be done now.
    fn outcome_list(&self, who: Fig, how: How, at: Target, policy: Policy) -> Value {
        if self.check(&Answer::Strike { who, how, at }).is_err() {
            return json!([]);
        }
        told(self.outcomes(who, how, at, policy))
    }
}

/// Outcomes as JSON.
fn told(outcomes: Vec<(String, Ratio)>) -> Value {
    outcomes
        .into_iter()
        .map(
            |(outcome, p)| json!({ "outcome": outcome, "p": p.to_string(), "p_float": decimal(p) }),
        )
        .collect()
}

/// Named numbers as JSON.
pub fn lines(lines: &[crate::battle::Line]) -> Value {
    lines
        .iter()
        .map(|l| json!({ "name": l.name, "value": l.value }))
        .collect()
}

/// A chance as a decimal number of four places.
pub fn decimal(chance: Ratio) -> Value {
    let (n, d) = (u128::from(*chance.numer()), u128::from(*chance.denom()));
    let parts = (n * 10_000 + d / 2) / d;
    let digits = format!("{}.{:04}", parts / 10_000, parts % 10_000);
    let short = digits.trim_end_matches('0');
    let short = if short.ends_with('.') {
        &digits[..=short.len()]
    } else {
        short
    };
    serde_json::from_str(short).expect("digits are a number")
}

/// The outcomes of an attack on a small open board, by enumeration.
fn staged<R: Ruleset>(duel: &Duel) -> Result<Value, Fault> {
    // Whoever cannot stand on dry ground may do so in shallow water.
    let battle = R::begin(stage(R::NAME, duel, false))
        .or_else(|fault| R::begin(stage(R::NAME, duel, true)).map_err(|_| fault))?;
    let (who, target) = (Fig(0), Target::Figure(Fig(1)));
    let figure = battle.figure(who);
    let stand = Stand {
        at: figure.at,
        facing: None,
        aloft: false,
    };
    let decision = battle.decision();
    let acting = decision.who == Who::Side(Side(0)) && matches!(decision.ask, Ask::Act { .. });
    let mut how = None;
    R::strikes(&battle, who, stand, &mut |way, at, sight| {
        if at == target {
            how = Some((way, sight));
        }
        how.is_none()
    });
    let (true, Some((how, sight))) = (acting, how) else {
        return Err(duel
            .attacker
            .fault_somewhere("this figure has no way to attack that one"));
    };
    Ok(json!({
        "how": how.name(),
        "outcomes": told(exact::outcomes(&battle, who, how, target, duel.policy)),
        "lines": lines(&R::lines(&battle, who, stand, how, target, sight)),
    }))
}

/// Two figures face to face on open ground or in shallow water, the first about to act.
fn stage(ruleset: &str, duel: &Duel, water: bool) -> Brief {
    let grid = Grid {
        kind: GridKind::Square,
        stagger: Stagger::Even,
        columns: 12,
        rows: 12,
    };
    let len = 144;
    let open = Terrain {
        name: "open".into(),
        sign: '.',
        cost: Cost::Plain,
        water,
        void: false,
        sight: Opacity::Clear,
        height: 0,
        cover: false,
        hits: None,
        becomes: None,
        colour: 0,
    };
    let board = Board::new(Map {
        name: "open ground".into(),
        grid,
        credit: Default::default(),
        space_size: 2540,
        terrains: vec![open],
        terrain: vec![TerrainId(0); len],
        elevation: vec![0; len],
        borders: Vec::new(),
        zones: Vec::new(),
    });
    let side = |seat: u8, words: &Source| {
        let text = format!(
            "format = \"skirmish-force/1\"\nruleset = {ruleset:?}\nname = \"{seat}\"\n\
             [[figure]]\nname = \"A\"\nis = {:?}\n",
            words.text
        );
        BriefSide {
            force: Source::new(words.name.clone(), text),
            seat,
            team: seat,
            role: Role::Equal,
            budget: None,
            zone: None,
            computer: true,
        }
    };
    let placed = |side: u8, column: u32| Placed {
        side: Side(side),
        unit: "1".into(),
        at: Some(Space(5 * 12 + column)),
        facing: None,
        mounted_on: None,
        aloft: false,
        out: false,
        reserve: false,
        hits: 0,
        line: (1, 1),
    };
    Brief {
        board: Arc::new(board),
        sides: vec![side(1, duel.attacker), side(2, duel.target)],
        rules: duel.rules.cloned(),
        aim: Aim::Battle,
        scenario: Source::new("open ground", ""),
        scale: Scale::default(),
        rounds: None,
        victory: None,
        deploy: Some(Deploy::Auto),
        solo: None,
        exits: false,
        items: Vec::new(),
        devices: Vec::new(),
        placed: vec![placed(0, 2), placed(1, 6)],
        start: Start {
            round: 1,
            step: None,
            turn: Some(Side(0)),
            first: Some(Side(0)),
        },
    }
}
