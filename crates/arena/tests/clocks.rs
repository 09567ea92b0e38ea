//! Games on a clock, on a machine that has more to do than it can.

use std::ops::ControlFlow;

use cornerwise_arena::{Arena, Clock, End, GameResult, Openings, Plan};
use cornerwise_engine::{Registry, Stop};

/// More games at a time than most machines that test have processors: everybody waits for a turn now and then.
const CONCURRENCY: usize = 4;

fn play(variant: &str, entrants: [&str; 2], games: u64, clock: Clock) -> Vec<GameResult> {
    let entrants = entrants.map(str::to_owned);
    let mut plan = Plan::of_match(&variant.parse().unwrap(), &entrants, games).unwrap();
    plan.limits.clock = Some(clock);
    plan.openings = Openings::Random(2);
    let mut arena = Arena::new(plan, &Registry::default(), None).unwrap();
    arena.run(CONCURRENCY, &Stop::default(), |_, _| ControlFlow::Continue(())).unwrap();
    arena.results().to_vec()
}

/// 200 games together.
const MATCHES: [(&str, u64, Clock); 4] = [
    ("duo", 60, Clock { main: 0.3, increment: 0.03 }),
    ("classic-2", 20, Clock { main: 0.3, increment: 0.03 }),
    ("classic-3", 20, Clock { main: 0.3, increment: 0.03 }),
    ("7x7", 100, Clock { main: 0.3, increment: 0.02 }),
];

/// How often a match is played until nobody loses on time. A machine whose processors are taken away for a quarter of a
/// second makes anybody lose the games that are under way, but not in match after match.
const TRIES: usize = 5;

#[test]
fn nobody_loses_on_time() {
    for (variant, games, clock) in MATCHES {
        let entrants = ["mcts:tree-mib=8", "mcts:tree-mib=8,threads=2,endgame=1000"];
        for left in (0..TRIES).rev() {
            let results = play(variant, entrants, games, clock);
            assert_eq!(results.len() as u64, games);
            let forfeits: Vec<&GameResult> =
                results.iter().filter(|game| game.end != End::Played).collect();
            let Some(first) = forfeits.first() else { break };
            let millis: Vec<f64> = first.turns.iter().map(|turn| turn.millis).collect();
            let about =
                format!("{variant}: {} forfeits, {:?}, {millis:?}", forfeits.len(), first.end);
            assert!(forfeits.len() <= CONCURRENCY && left > 0, "{about}");
            println!("once more: {about}");
        }
    }
}
