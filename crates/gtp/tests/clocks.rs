//! Nobody loses on time.

mod common;

use std::time::{Duration, Instant};

use common::{ask, engine, refusal};
use cornerwise_gtp::engine::Engine;

/// A referee's clock for one player, with Canadian byo-yomi.
#[derive(Clone, Copy, Debug)]
struct Clock {
    main: f64,
    period: f64,
    stones: u32,
    /// What is left of the period at hand, and of its moves.
    at_hand: Option<(f64, u32)>,
}

impl Clock {
    fn of(settings: &str) -> Clock {
        let words: Vec<f64> = settings.split(' ').map(|word| word.parse().unwrap()).collect();
        Clock { main: words[0], period: words[1], stones: words[2] as u32, at_hand: None }
    }

    /// Whether the player was in time.
    fn push(&mut self, mut taken: f64) -> bool {
        if self.at_hand.is_none() {
            let from_main = taken.min(self.main);
            self.main -= from_main;
            taken -= from_main;
            if taken == 0.0 {
                return true;
            }
            self.at_hand = Some((self.period, self.stones));
        }
        let (left, stones) = self.at_hand.unwrap();
        let next =
            if stones <= 1 { (self.period, self.stones) } else { (left - taken, stones - 1) };
        self.at_hand = Some(next);
        taken <= left
    }
}

/// How often a game is played until nobody loses on time. A machine whose processors are taken away for a tenth of a
/// second makes anybody lose, but not in game after game.
const TRIES: usize = 5;

/// Plays a game in which nobody loses on time; answers the clocks at its end.
fn play(variant: &str, agent: &str, settings: &str, tells: bool) -> Vec<Clock> {
    let mut late = String::new();
    for _ in 0..TRIES {
        match play_once(&mut engine(variant, agent), settings, tells) {
            Ok(clocks) => return clocks,
            Err(about) => late = about,
        }
        println!("once more: {late}");
    }
    panic!("{variant}, {agent}, {settings}, {TRIES} times: {late}")
}

/// Plays a game with the engine on all sides; answers the clocks at its end, or how somebody was late.
fn play_once(engine: &mut Engine, settings: &str, tells: bool) -> Result<Vec<Clock>, String> {
    let players = engine.game().position().variant().player_count();
    let mut clocks = vec![Clock::of(settings); players];
    ask(engine, &format!("time_settings {settings}"));
    while let Some(colour) = engine.game().position().to_play() {
        let player = engine.game().position().player_of(colour).index();
        if tells {
            let (time, stones) = clocks[player].at_hand.unwrap_or((clocks[player].main, 0));
            ask(engine, &format!("time_left {colour} {time} {stones}"));
        }
        let begin = Instant::now();
        ask(engine, &format!("genmove {colour}"));
        let taken = begin.elapsed().as_secs_f64();
        let before = clocks[player];
        if !clocks[player].push(taken) {
            return Err(format!("move {}: {before:?}, took {taken}", engine.game().moves().len()));
        }
    }
    Ok(clocks)
}

#[test]
fn whole_games_stay_within_a_fast_clock() {
    for (variant, agent) in [
        ("duo", "uct"),
        ("duo", "alphabeta:endgame=20000"),
        ("duo", "exact"),
        ("classic", "uct"),
        ("classic", "alphabeta"),
        ("classic", "exact"),
        ("classic-2", "uct"),
        ("classic-3", "mc"),
    ] {
        let clocks = play(variant, agent, "1 0 0", agent == "mc");
        if agent == "uct" {
            // What is saved is of no use.
            assert!(clocks.iter().all(|clock| clock.main < 0.7), "{variant}: {clocks:?}");
        }
    }
}

#[test]
fn byo_yomi_is_kept_and_used() {
    for (settings, tells) in
        [("0 0.6 4", false), ("0.3 0.5 3", false), ("0.3 0.5 3", true), ("0.2 0.15 1", false)]
    {
        let clocks = play("8x8", "uct", settings, tells);
        assert!(clocks.iter().all(|clock| clock.main < 0.1), "{settings}: {clocks:?}");
        assert!(clocks.iter().any(|clock| clock.at_hand.is_some()), "{settings}: {clocks:?}");
    }
}

#[test]
fn without_a_clock_the_agent_has_its_own_limits() {
    for settings in ["0 0 0", "0 1 0", "10 5 0"] {
        let mut engine = engine("5x5", "uct:time=150ms");
        ask(&mut engine, "time_settings 0.1 0 0");
        ask(&mut engine, &format!("time_settings {settings}"));
        let begin = Instant::now();
        ask(&mut engine, "g");
        assert!(begin.elapsed() >= Duration::from_millis(145), "{settings}");
    }
}

#[test]
fn another_game_sets_the_clocks_anew() {
    let mut engine = engine("5x5", "uct");
    ask(&mut engine, "time_settings 20 0 0");
    ask(&mut engine, "time_left b 0.001 0");
    let spent = |engine: &mut Engine| {
        let begin = Instant::now();
        ask(engine, "genmove b");
        begin.elapsed()
    };
    // Far from the share of a full clock, however busy the machine is.
    assert!(spent(&mut engine) < Duration::from_secs(1));
    ask(&mut engine, "clear_board");
    assert!(spent(&mut engine) >= Duration::from_secs(1));
}

#[test]
fn wrong_times_are_refused() {
    let mut engine = engine("duo", "largest");
    for line in [
        "time_settings 1 2",
        "time_settings -1 0 0",
        "time_settings nan 0 0",
        "time_settings inf 0 0",
        "time_settings 1e300 0 0",
        "time_settings 1 1 -1",
        "time_left x 1 0",
        "time_left b 1 0.5",
    ] {
        refusal(&mut engine, line);
    }
}
