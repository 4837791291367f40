//! [`Game`]: a battle of whichever ruleset it is.

use super::d8::{self, D8};
use super::plastic::{self, Plastic};
use super::violence::Violence;
use super::vsgmr::{self, Vsgmr};
use super::{Policy, Rules, exact};
use crate::battle::{
    Answer, Battle, Brief, Decision, DeviceSpec, EachFormation, EachGroup, Event, Fig, Finding,
    Goal, Holder, How, ItemSpec, Label, Line, Log, Menace, Mode, Odds, OddsState, Outcome, Place,
    Ratio, Reaches, Refused, Ruleset, Shelter, Shown, Side, SideSetup, Stand, Status, Target,
};
use crate::board::{Board, Facing, Footprint, Reach, Sight, Space, Spaces};
use smallvec::SmallVec;

/// A battle of any ruleset.
#[derive(Clone, Debug)]
pub enum Game {
    /// VSGMR.
    Vsgmr(Battle<Vsgmr>),
    /// VSGMR of 2017: the same rules under another configuration.
    Vsgmr2017(Battle<Vsgmr>),
    /// Very Quick Violence.
    Violence(Battle<Violence>),
    /// Simple Plastic Wargame.
    Plastic(Battle<Plastic>),
    /// d8.
    D8(Battle<D8>),
}

/// Does the same with the battle inside, whichever ruleset it is of.
macro_rules! each {
    ($game:expr, $battle:ident: $R:ident => $do:expr) => {
        match $game {
            Game::Vsgmr($battle) | Game::Vsgmr2017($battle) => {
                #[allow(dead_code)]
                type $R = Vsgmr;
                $do
            }
            Game::Violence($battle) => {
                #[allow(dead_code)]
                type $R = Violence;
                $do
            }
            Game::Plastic($battle) => {
                #[allow(dead_code)]
                type $R = Plastic;
                $do
            }
            Game::D8($battle) => {
                #[allow(dead_code)]
                type $R = D8;
                $do
            }
        }
    };
}

/// Whether something is so of two battles, which it is not of two rulesets.
macro_rules! each_two {
    ($one:expr, $other:expr, $a:ident, $b:ident => $is:expr) => {
        match ($one, $other) {
            (Game::Vsgmr($a), Game::Vsgmr($b)) | (Game::Vsgmr2017($a), Game::Vsgmr2017($b)) => $is,
            (Game::Violence($a), Game::Violence($b)) => $is,
            (Game::Plastic($a), Game::Plastic($b)) => $is,
            (Game::D8($a), Game::D8($b)) => $is,
            _ => false,
        }
    };
}

impl Game {
    /// The ruleset.
    pub fn rules(&self) -> Rules {
        match self {
            Game::Vsgmr(_) => Rules::Vsgmr,
            Game::Vsgmr2017(_) => Rules::Vsgmr2017,
            Game::Violence(_) => Rules::Violence,
            Game::Plastic(_) => Rules::Plastic,
            Game::D8(_) => Rules::D8,
        }
    }
    /// Who must decide what. O(1).
    pub fn decision(&self) -> Decision {
        each!(self, b: R => b.decision())
    }
    /// Makes a recorded fact true without asking the rules: for showing old records.
    pub fn show(&mut self, event: &Event) {
        each!(self, b: R => b.emit(event.clone(), &mut ()));
    }
    /// Checks an answer and carries it out up to the next decision.
    ///
    /// # Errors
    /// Refused: the battle is unchanged, the reason completes a sentence.
    pub fn answer(&mut self, answer: &Answer, log: &mut impl Log) -> Result<(), Refused> {
        each!(self, b: R => b.answer(answer, log))
    }
    /// Carries out an answer known to be legal.
    pub fn settle(&mut self, answer: &Answer, log: &mut impl Log) {
        each!(self, b: R => b.settle(answer, log))
    }
    /// Whether an answer is legal.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, answer: &Answer) -> Result<(), Refused> {
        each!(self, b: R => R::check(b, answer))
    }
    /// Every legal answer to a question to a player, until `each` says false.
    pub fn legal(&self, each: &mut dyn FnMut(Answer) -> bool) {
        each!(self, b: R => R::legal(b, each))
    }
    /// As `legal`, with memory for where figures can go: what is kept in it of this battle's board
    /// is not worked out again.
    pub fn legal_again(&self, known: &mut Reaches, each: &mut dyn FnMut(Answer) -> bool) {
        each!(self, b: R => R::legal_again(b, known, each))
    }
    /// Every space that one figure can be told to move to now; `known` as in `legal_again`.
    pub fn moves(&self, who: Fig, known: &mut Reaches, each: &mut dyn FnMut(Space) -> bool) {
        each!(self, b: R => R::moves(b, who, known, each))
    }
    /// All legal answers, as a list.
    pub fn answers(&self) -> Vec<Answer> {
        let mut all = Vec::new();
        self.legal(&mut |answer| {
            all.push(answer);
            true
        });
        all
    }
    /// A sensible answer to any question to a player.
    pub fn preset(&self) -> Answer {
        each!(self, b: R => R::preset(b))
    }
    /// The battle in which the turn of the side that answers now began, if that was another one:
    /// the first question what to do since chance or another side answered.
    pub fn begun(&self) -> Option<Game> {
        let mut game = self.clone();
        each!(&mut game, b: R => b.rewind()).then_some(game)
    }
    /// A copy to look ahead in, which does not keep where turns begin.
    pub fn imagine(&self) -> Game {
        let mut game = self.clone();
        each!(&mut game, b: R => b.forget());
        game
    }
    /// Whether the turn of the side that answers now began in this battle, as far as that is kept:
    /// imagined battles may have begun anywhere.
    pub fn began_in(&self, begun: &Game) -> bool {
        each_two!(self, begun, a, b => a.began_in(b))
    }
    /// Whether two battles of one setup are in the same state but for where figures look.
    pub fn alike(&self, other: &Game) -> bool {
        each_two!(self, other, a, b => a.alike(b))
    }
    /// Whether two are states of one battle: they share what never changes in it.
    pub fn same_battle(&self, other: &Game) -> bool {
        each_two!(self, other, a, b => std::sync::Arc::ptr_eq(&a.setup, &b.setup))
    }
    /// Whether two battles of one setup are in the same state.
    pub fn same_state(&self, other: &Game) -> bool {
        each_two!(self, other, a, b => a.state == b.state)
    }
    /// A number that is the same for equal states on every machine and build.
    pub fn digest(&self) -> u64 {
        use std::hash::Hash;
        let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
        each!(self, b: R => b.state.hash(&mut hasher));
        hasher.0
    }

    // ---- what is on the table ----

    /// The board with its damage.
    pub fn board(&self) -> &std::sync::Arc<Board> {
        each!(self, b: R => &b.board)
    }
    /// The sides.
    pub fn sides(&self) -> &[SideSetup] {
        each!(self, b: R => &b.setup.sides)
    }
    /// All sides, in order.
    pub fn all_sides(&self) -> impl Iterator<Item = Side> + use<> {
        (0..self.sides().len() as u8).map(Side)
    }
    /// What the battle began with.
    pub fn brief(&self) -> &Brief {
        each!(self, b: R => &b.setup.brief)
    }
    /// The items of the scenario.
    pub fn items(&self) -> &[ItemSpec] {
        &self.brief().items
    }
    /// Where an item is.
    pub fn item(&self, index: u8) -> Holder {
        each!(self, b: R => b.state.items[usize::from(index)])
    }
    /// The devices of the scenario.
    pub fn devices(&self) -> &[DeviceSpec] {
        &self.brief().devices
    }
    /// Whether a device has been used up.
    pub fn device_used(&self, index: u8) -> bool {
        each!(self, b: R => b.state.devices[usize::from(index)])
    }
    /// The rules configuration, every key, as JSON.
    pub fn config(&self) -> serde_json::Value {
        each!(self, b: R => serde_json::to_value(&b.setup.config).expect("a configuration is plain data"))
    }
    /// The number of figures, gone ones included.
    pub fn figures(&self) -> usize {
        each!(self, b: R => b.state.figures.len())
    }
    /// All figures, in roster order, gone ones included.
    pub fn all(&self) -> impl Iterator<Item = Fig> + use<> {
        (0..self.figures() as u16).map(Fig)
    }
    /// The figures on the board, in roster order.
    pub fn on_board(&self) -> impl Iterator<Item = Fig> + '_ {
        self.all().filter(|f| self.place(*f) == Place::On)
    }
    /// Whether a figure is in play.
    pub fn place(&self, who: Fig) -> Place {
        each!(self, b: R => b.figure(who).place)
    }
    /// The side a figure fights for now.
    pub fn side(&self, who: Fig) -> Side {
        each!(self, b: R => b.figure(who).side)
    }
    /// The side a figure began with.
    pub fn first_side(&self, who: Fig) -> Side {
        each!(self, b: R => b.setup.roster[who.index()].side)
    }
    /// The team of a side.
    pub fn team(&self, side: Side) -> u8 {
        self.sides()[side.index()].team
    }
    /// Whether two figures fight for the same team now.
    pub fn allied(&self, a: Fig, b: Fig) -> bool {
        self.team(self.side(a)) == self.team(self.side(b))
    }
    /// Where a figure stands (of its mount, when aboard).
    pub fn stand(&self, who: Fig) -> Stand {
        each!(self, b: R => {
            let figure = b.figure(who);
            Stand { at: figure.at, facing: Some(figure.facing), aloft: figure.aloft }
        })
    }
    /// The anchor space of a figure.
    pub fn at(&self, who: Fig) -> Space {
        each!(self, b: R => b.figure(who).at)
    }
    /// Where a figure looks.
    pub fn facing(&self, who: Fig) -> Facing {
        each!(self, b: R => b.figure(who).facing)
    }
    /// Where a figure looks, if it can shoot only at what lies ahead; none: it looks all around.
    pub fn arc(&self, who: Fig) -> Option<Facing> {
        each!(self, b: R => R::arc(b, who))
    }
    /// Whether a figure is in the air.
    pub fn aloft(&self, who: Fig) -> bool {
        each!(self, b: R => b.figure(who).aloft)
    }
    /// What a figure is aboard of.
    pub fn aboard(&self, who: Fig) -> Option<Fig> {
        each!(self, b: R => b.figure(who).aboard)
    }
    /// The footprint size of a figure.
    pub fn size(&self, who: Fig) -> u8 {
        each!(self, b: R => R::size(b, who))
    }
    /// The spaces of a figure.
    pub fn spaces(&self, who: Fig) -> Footprint {
        each!(self, b: R => b.spaces_at(b.figure(who).at, R::size(b, who)))
    }
    /// A figure's lasting name, `"1.3"`.
    pub fn label(&self, who: Fig) -> String {
        self.named(who).to_string()
    }
    /// A figure's lasting name.
    pub fn named(&self, who: Fig) -> Label {
        each!(self, b: R => b.named(who))
    }
    /// The figure of a lasting name.
    pub fn labelled(&self, label: &str) -> Option<Fig> {
        each!(self, b: R => b.labelled(label))
    }
    /// What a figure is called in its force.
    pub fn name(&self, who: Fig) -> &str {
        each!(self, b: R => &b.setup.roster[who.index()].name)
    }
    /// Half points scored so far, a side each.
    pub fn scores(&self) -> &[i32] {
        each!(self, b: R => &b.state.scores)
    }
    /// The end, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        each!(self, b: R => b.state.outcome)
    }

    /// The sides of the team that has more points than every other: see [`Battle::leading`].
    pub fn leading(&self) -> u8 {
        each!(self, b: R => b.leading())
    }
    /// The sides that drew where others lost by that: see [`Battle::drew`].
    pub fn drew(&self) -> u8 {
        each!(self, b: R => b.drew())
    }

    // ---- what opponents, overlays and odds ask: see [`Ruleset`] ----

    /// The figures of a side on the board, as they act.
    pub fn groups(&self, side: Side, each: &mut EachGroup) {
        each!(self, b: R => R::groups(b, side, each));
    }
    /// Where everybody of a group would stand for each space its lead might go to.
    pub fn formations(&self, lead: Fig, ends: &[Space], each: &mut EachFormation) {
        each!(self, b: R => R::formations(b, lead, ends, each));
    }
    /// Where a figure could move in its next move; false: it cannot.
    pub fn reach(&self, who: Fig, out: &mut Reach) -> bool {
        each!(self, b: R => R::reach(b, who, out))
    }
    /// The ways in which a figure can still attack this round, or could in a fresh one.
    pub fn modes(&self, who: Fig, fresh: bool) -> SmallVec<[Mode; 3]> {
        each!(self, b: R => R::modes(b, who, fresh))
    }
    /// Whether a figure may still move in this round.
    pub fn may_move(&self, who: Fig) -> bool {
        each!(self, b: R => R::may_move(b, who))
    }
    /// Every act the figure could make from a stand, with what it sees.
    pub fn strikes(
        &self,
        who: Fig,
        stand: Stand,
        each: &mut dyn FnMut(How, Target, Sight) -> bool,
    ) {
        each!(self, b: R => R::strikes(b, who, stand, each))
    }
    /// The spaces whose figures block this side's lines of sight.
    pub fn blockers(&self, side: Side) -> Spaces {
        each!(self, b: R => R::blockers(b, side))
    }
    /// The exact odds of a figure's own part in one act.
    pub fn odds(&self, who: Fig, stand: Stand, how: How, at: Target, sight: Sight) -> Odds {
        each!(self, b: R => R::odds(b, who, stand, how, at, sight))
    }
    /// How near a target so many spaces away counts.
    pub fn band(&self, who: Fig, how: How, gap: u32) -> u8 {
        each!(self, b: R => R::band(b, who, how, gap))
    }
    /// As `odds`, from so many spaces away instead of from a stand.
    pub fn odds_from(&self, who: Fig, how: How, at: Target, sight: Sight, gap: u32) -> Odds {
        each!(self, b: R => R::odds_from(b, who, how, at, sight, gap))
    }
    /// What the odds of attacks on figures (`odds_from`) depend on that may change in a battle;
    /// none: on anything.
    pub fn odds_state(&self) -> Option<OddsState> {
        each!(self, b: R => R::odds_state(b))
    }
    /// As `odds` from where the figure stands, if its target stood elsewhere.
    pub fn odds_onto(&self, who: Fig, how: How, at: Fig, to: Space, sight: Sight) -> Odds {
        each!(self, b: R => R::odds_onto(b, who, how, at, to, sight))
    }
    /// Everybody besides its target whom an act may hurt, with the odds of each.
    pub fn spread(
        &self,
        who: Fig,
        stand: Stand,
        how: How,
        at: Target,
        each: &mut dyn FnMut(Fig, Odds),
    ) {
        each!(self, b: R => R::spread(b, who, stand, how, at, each))
    }
    /// How far a figure goes in a move of its own, once it is not carried; 0: it never moves.
    /// `reach`: memory for where it can go.
    pub fn pace(&self, who: Fig, reach: &mut Reach) -> u32 {
        each!(self, b: R => R::pace(b, who, reach))
    }
    /// Whether a figure can attack from where it is: not from inside what carries it, say.
    pub fn serves(&self, who: Fig) -> bool {
        each!(self, b: R => R::serves(b, who))
    }
    /// The figures of a side that act from off the board.
    pub fn away(&self, side: Side) -> Vec<Fig> {
        each!(self, b: R => R::away(b, side))
    }
    /// The figures of a squad that can still attack a target's squad, each with its target, those who
    /// need least first. Firing with the whole squad is attacking with the first of them until none
    /// is left. Empty where figures have no squads.
    pub fn fire_of_squad(&self, who: Fig, at: Fig) -> Vec<(Fig, Fig)> {
        each!(self, b: R => R::fire_of_squad(b, who, at))
    }
    /// Actions of a turn that the figures of a side share; none: each has its own.
    pub fn shared(&self) -> Option<u8> {
        each!(self, b: R => R::shared(b))
    }
    /// Whether the odds of an attack depend on where the attacker stands.
    pub fn odds_by_place(&self) -> bool {
        each!(self, b: R => {
            let _ = b;
            R::ODDS_BY_PLACE
        })
    }
    /// Whether the odds of an attack depend on how far away its target is.
    pub fn odds_by_band(&self) -> bool {
        each!(self, b: R => {
            let _ = b;
            R::ODDS_BY_BAND
        })
    }
    /// Whether the pace of a figure that can move is how far its reach goes.
    pub fn pace_by_reach(&self) -> bool {
        each!(self, b: R => {
            let _ = b;
            R::PACE_BY_REACH
        })
    }
    /// The exact odds of one act from where the figure stands, with everybody who joins in it.
    pub fn joint(&self, who: Fig, how: How, at: Target, sight: Sight) -> Odds {
        each!(self, b: R => R::joint(b, who, how, at, sight))
    }
    /// The numbers behind `odds`, named.
    pub fn lines(&self, who: Fig, stand: Stand, how: How, at: Target, sight: Sight) -> Vec<Line> {
        each!(self, b: R => R::lines(b, who, stand, how, at, sight))
    }
    /// What a figure is worth to its side now, in thousandths of a point.
    pub fn worth(&self, who: Fig) -> i64 {
        each!(self, b: R => R::worth(b, who))
    }
    /// How a figure that is carried could attack once it has left what carries it.
    pub fn afoot(&self, who: Fig, fresh: bool) -> SmallVec<[Mode; 3]> {
        each!(self, b: R => R::afoot(b, who, fresh))
    }
    /// What limits a side in its turn besides what each of its figures may do, for people.
    pub fn notice(&self, side: Side) -> Option<String> {
        each!(self, b: R => R::notice(b, side))
    }
    /// Whether who leads in points when the rounds are over has won.
    pub fn lead_counts(&self) -> bool {
        each!(self, b: R => R::lead_counts(b))
    }
    /// How being on guard changes the harm done to a figure.
    pub fn shelter(&self, who: Fig) -> Shelter {
        each!(self, b: R => R::shelter(b, who))
    }
    /// Whether a figure that its attack on another makes run, from where it might stand, would run
    /// off the board, and be lost.
    pub fn runs_off(&self, who: Fig, at: Space, from: Fig) -> bool {
        each!(self, b: R => R::runs_off(b, who, at, from))
    }
    /// What `enemy` can still do before `who` can act again.
    pub fn menace(&self, enemy: Fig, who: Fig) -> Menace {
        each!(self, b: R => R::menace(b, enemy, who))
    }
    /// How far a figure helps its friends by being near, in spaces; 0: not, or from anywhere.
    pub fn aura(&self, who: Fig) -> u32 {
        each!(self, b: R => R::aura(b, who))
    }
    /// What a side can win besides points.
    pub fn goals(&self, side: Side) -> Vec<Goal> {
        each!(self, b: R => R::goals(b, side))
    }
    /// How a figure is shown.
    pub fn shown(&self, who: Fig) -> Shown {
        each!(self, b: R => R::shown(b, who))
    }
    /// Where the battle stands.
    pub fn status(&self) -> Status {
        each!(self, b: R => R::status(b))
    }
    /// The steps of a round in their order; none where it has no more than one.
    pub fn steps(&self) -> &'static [&'static str] {
        each!(self, b: R => R::steps(b))
    }
    /// What is doubtful about the battle as it was set up: uneven or unspent points, a way that
    /// is too long for the rounds.
    pub fn findings(&self) -> Vec<Finding> {
        match self {
            Game::Vsgmr(b) | Game::Vsgmr2017(b) => vsgmr::zones::findings(b),
            Game::Violence(_) => Vec::new(),
            Game::Plastic(b) => plastic::findings(b),
            Game::D8(b) => d8::findings(b),
        }
    }

    /// Every end of one legal act, by enumeration through all dice, as (what became of the
    /// target and the actor, exact chance), most likely first. The battle must be at a question
    /// that takes this act. Follow-ups go to the same target, else to the best chance.
    pub fn outcomes(&self, who: Fig, how: How, at: Target, policy: Policy) -> Vec<(String, Ratio)> {
        each!(self, b: R => exact::outcomes(b, who, how, at, policy))
    }
}

/// FNV-1a: a hash that is the same everywhere, unlike the standard library's.
struct Fnv(u64);

impl std::hash::Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    // Fixed width and order of bytes, so that the digest does not depend on the machine.
    fn write_u16(&mut self, n: u16) {
        self.write(&n.to_le_bytes());
    }
    fn write_u32(&mut self, n: u32) {
        self.write(&n.to_le_bytes());
    }
    fn write_u64(&mut self, n: u64) {
        self.write(&n.to_le_bytes());
    }
    fn write_usize(&mut self, n: usize) {
        self.write(&(n as u64).to_le_bytes());
    }
    fn write_isize(&mut self, n: isize) {
        self.write(&(n as i64).to_le_bytes());
    }
    fn finish(&self) -> u64 {
        self.0
    }
}
