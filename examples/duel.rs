// throw-away: duel RULES A B PAIRS [MAPS,comma] [FORCES,comma] [-v]
use skirmish::ai::{View, agent, Agent};
use skirmish::battle::*;
use skirmish::board::{Board, Use};
use skirmish::rules::{Game, Rules};
use skirmish::source::Source;
use skirmish::dice;
use std::sync::Arc;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let verbose = args.iter().any(|a| a == "-v");
    let args: Vec<String> = args.into_iter().filter(|a| a != "-v").collect();
    let rules = Rules::named(&args[0]).unwrap();
    let names = [args[1].clone(), args[2].clone()];
    let pairs: u64 = args[3].parse().unwrap();
    let maps: Vec<String> = args.get(4).map(|s| s.split(',').map(String::from).collect()).unwrap_or(vec!["duel-ground".into(), "crater".into(), "castle".into()]);
    let forces: Vec<String> = args.get(5).map(|s| s.split(',').map(String::from).collect()).unwrap_or_else(|| rules.forces().iter().map(|(n, _)| n.to_string()).collect());
    let boards: Vec<Arc<Board>> = maps.iter().map(|m| {
        let (n, t) = skirmish::files::shipped::map(m).unwrap();
        Arc::new(Board::new(skirmish::files::map::read(&Source::new(n, t)).unwrap()))
    }).collect();
    let (mut win, mut draw, mut loss) = (0u64, 0u64, 0u64);
    let mut by_map = vec![(0.0f64, 0u32); maps.len()];
    let mut by_force: std::collections::BTreeMap<String, (f64, u32)> = Default::default();
    let mut time = [0f64; 2];
    let mut reasons: std::collections::BTreeMap<String, u32> = Default::default();
    let mut turns = 0u64;
    let mut calls = [0u64; 2];
    let (mut rounds_sum, mut points) = (0u64, [0i64; 2]);
    let mut pairscore: Vec<f64> = Vec::new();
    for p in 0..pairs {
        let mi = (p as usize) % maps.len();
        let force = &forces[(p as usize / maps.len()) % forces.len()];
        let text = rules.forces().iter().find(|(n, _)| n == force).unwrap().1;
        let mut sc = 0.0;
        for swap in 0..2 {
            let board = boards[mi].clone();
            let sides = (1..=2u8).map(|seat| BriefSide {
                force: Source::new(force.clone(), text), seat, team: seat, role: Role::Equal, budget: None,
                zone: board.zone(Use::Deployment, seat).cloned(), computer: true,
            }).collect();
            let brief = Brief { board, sides, rules: None, aim: Aim::Battle, scenario: Source::new("s", ""), scale: Scale::default(), rounds: None, victory: None, deploy: None, solo: None, exits: false, items: vec![], devices: vec![], placed: vec![], start: Start::default() };
            let seed = 1000 + p;
            let mut game = rules.begin(brief).unwrap();
            let mut agents: Vec<Box<dyn Agent>> = (0..2).map(|i| agent(&names[i ^ swap], seed, Side(i as u8)).unwrap()).collect();
            let mut n = 0u64;
            let mut last = 0;
            loop {
                n += 1;
                let d = game.decision();
                let r = game.status().round;
                if r != last { last = r; turns += game.on_board().count() as u64; if verbose { println!("--- round {r} scores {:?} on {}", game.scores(), game.on_board().count()); } }
                if n > 20000 { println!("endless {:?} {:?}", game.status(), d); break; }
                let a = match (d.who, &d.ask) {
                    (_, Ask::Over) => break,
                    (Who::Chance, Ask::Roll { dice, .. }) => Answer::Faces(dice::seeded(seed, n, dice)),
                    (Who::Side(s), _) => {
                        let t = std::time::Instant::now();
                        let th = agents[s.index()].decide(&View::new(&game, s), n);
                        time[s.index() ^ swap] += t.elapsed().as_secs_f64();
                        calls[s.index() ^ swap] += 1;
                        if verbose { if let Some(w) = &th.why {
                            println!("{n} {} [{}] {:?} = {}", names[s.index() ^ swap], w.chosen.what, w.chosen.terms.iter().map(|t| format!("{} {}", t.name, t.milli)).collect::<Vec<_>>(), w.chosen.score());
                        } else { println!("{n} {} {:?} -> {:?}", names[s.index() ^ swap], d.ask, th.answer); } }
                        th.answer
                    }
                    _ => unreachable!(),
                };
                let mut log: Vec<Event> = vec![];
                if let Err(e) = game.answer(&a, &mut log) { println!("REFUSED {a:?} to {:?}: {e}", d.ask); let a = game.preset(); game.answer(&a, &mut log).unwrap(); }
                if verbose { for e in log { if matches!(e, Event::Hit{..}|Event::Missed{..}|Event::Saved{..}|Event::Defeated{..}|Event::Step{..}|Event::First{..}|Event::Fled{..}|Event::Wounded{..}) { println!("      {e:?}"); } } }
            }
            let Some(o) = game.outcome() else { continue };
            rounds_sum += o.rounds as u64;
            *reasons.entry(format!("{:?}", o.reason)).or_default() += 1;
            let mine = Side(swap as u8);
            for i in 0..2 { points[i] += game.scores()[i ^ swap] as i64; }
            let s = if o.winners == 0 { draw += 1; 0.5 } else if o.won(mine) { win += 1; 1.0 } else { loss += 1; 0.0 };
            sc += s;
            by_map[mi].0 += s; by_map[mi].1 += 1;
            let e = by_force.entry(force.clone()).or_default(); e.0 += s; e.1 += 1;
        }
        pairscore.push(sc / 2.0);
        if verbose { break; }
    }
    let games = (win + draw + loss) as f64;
    let share = (win as f64 + draw as f64 / 2.0) / games;
    let var: f64 = pairscore.iter().map(|s| (s - share).powi(2)).sum::<f64>() / (pairscore.len() as f64).max(2.0);
    println!("{} vs {}: share {:.3} ±{:.3} (w {win} d {draw} l {loss}) rounds {:.1} points {:.1}:{:.1} {:?}", names[0], names[1], share, 1.96 * (var / pairscore.len() as f64).sqrt(), rounds_sum as f64 / games, points[0] as f64 / games / 2.0, points[1] as f64 / games / 2.0, reasons);
    for (m, (s, n)) in maps.iter().zip(&by_map) { print!("{m} {:.2} ({n})  ", s / *n as f64); }
    println!();
    for (m, (s, n)) in &by_force { print!("{m} {:.2}  ", s / *n as f64); }
    println!();
    println!("figure-turns {turns}, us/decision {:.1} {:.1} calls {calls:?}, fig-turns/s (agents only) {:.0}", time[0] / calls[0] as f64 * 1e6, time[1] / calls[1] as f64 * 1e6, turns as f64 / (time[0] + time[1]));
}
