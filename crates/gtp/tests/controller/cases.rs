//! What is tested, by name.

use std::collections::HashSet;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use cornerwise_core::{Game, Player, Position, Tables, game_rng};
use cornerwise_engine::{Agent, Context, Decision, Forfeit, Registry, Stop, Turn};

use super::act::choice;
use super::program;

macro_rules! cases {
    ($($name:ident),* $(,)?) => { &[$((stringify!($name), $name as fn())),*] };
}

pub const ALL: &[(&str, fn())] = cases![
    games_of_every_variant_are_those_of_the_engine,
    the_board_follows_wherever_the_game_goes,
    what_is_sent_is_what_is_needed,
    a_clock_is_told,
    failures_end_the_game_and_not_the_next,
    a_program_that_cannot_start_says_why,
    who_leaves_between_games_is_started_again,
    a_stop_ends_the_wait,
    positions_that_cannot_be_told_are_refused,
    programs_are_agents_in_agents,
    a_program_that_stays_is_killed,
];

/// The spec of this program in a part.
fn spec(part: &str, more: &str) -> String {
    format!("gtp:\"'{}' act {part}\"{more}", program())
}

fn agent(spec: &str) -> Box<dyn Agent> {
    Registry::default().with(cornerwise_gtp::controller::KINDS).agent(spec).unwrap()
}

fn new_game(variant: &str) -> Game {
    Game::new(Position::start(variant.parse().unwrap()))
}

fn ask(agent: &mut dyn Agent, game: &Game, seed: u64) -> Result<Decision, Forfeit> {
    Turn::new(game, seed, &Stop::default()).ask(agent)
}

fn ask_with_clock(agent: &mut dyn Agent, game: &Game, left: &str) -> Result<Decision, Forfeit> {
    let (stop, left) = (Stop::default(), left.parse().unwrap());
    Turn { time_left: Some(left), ..Turn::new(game, 1, &stop) }.ask(agent)
}

/// Lets the agent play the first player, and chance the others, to the end or to its forfeit.
fn play(agent: &mut dyn Agent, game: &mut Game, seed: u64) -> Result<(), Forfeit> {
    agent.new_game(seed);
    let mut rng = game_rng(seed, 1_000_000);
    while let Some(player) = game.position().player_to_play() {
        let position = game.position();
        let mv = if player == Player::from_index(0) {
            ask(agent, game, seed)?.mv
        } else {
            position.sample_move(&mut rng).unwrap()
        };
        game.play(mv).unwrap();
    }
    Ok(())
}

fn games_of_every_variant_are_those_of_the_engine() {
    for part in ["plays", "forgets-ids"] {
        let mut agent = agent(&spec(part, ""));
        for (seed, name) in
            (7..).zip(["duo", "classic", "classic-2", "classic-3", "7x7", "9x9-3", "6x6-4", "duo"])
        {
            let mut game = new_game(name);
            play(agent.as_mut(), &mut game, seed).unwrap();
            for (before, mv) in game.turns() {
                if before.player_to_play() == Some(Player::from_index(0)) {
                    assert_eq!(mv, choice(before, seed), "{name}");
                }
            }
        }
    }
    // An engine that knows nothing but what it needs has no seed.
    play(agent(&spec("knows-little", "")).as_mut(), &mut new_game("duo"), 7).unwrap();
}

fn the_board_follows_wherever_the_game_goes() {
    let mut agent = agent(&spec("plays", ""));
    agent.new_game(3);
    let stop = Stop::default();
    for name in ["duo", "classic-3"] {
        let tables = Tables::new(name.parse().unwrap());
        let mut rng = game_rng(9, 0);
        let mut game = Game::new(Position::new(&tables));
        let mut undone = HashSet::new();
        while game.moves().len() < 23 {
            let position = game.position();
            let mv = position.sample_move(&mut rng).unwrap();
            let expected = choice(position, 3);
            assert_eq!(ask(agent.as_mut(), &game, 3).unwrap().mv, expected);
            // Again, though the engine has that move on its board already, and without the history.
            let mut context = Context::new(&stop, &mut rng);
            assert_eq!(agent.decide(position, &mut context).unwrap().mv, expected);
            game.play(mv).unwrap();
            if game.moves().len().is_multiple_of(5) && undone.insert(game.moves().len()) {
                game.undo();
                game.undo();
            }
        }
    }
}

fn what_is_sent_is_what_is_needed() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let mut agent = agent(&spec("plays", &format!(",send=\"log {}; quite\"", log.display())));
    // What the user wants to be sent has to be understood.
    let error = ask(agent.as_mut(), &new_game("duo"), 1).unwrap_err().to_string();
    assert!(error.ends_with("refuses quite: unknown command"), "{error}");
    agent = self::agent(&spec("plays", &format!(",send=\" ;log {};\"", log.display())));
    agent.new_game(5);
    let mut game = new_game("duo");
    let decision = ask(agent.as_mut(), &game, 5).unwrap();
    assert_eq!(decision.values, Some(vec![0.75, 0.25]));
    assert!(decision.counters.time > Duration::ZERO);
    game.play(decision.mv).unwrap();
    game.play(game.position().legal_moves()[0]).unwrap();
    let second = ask(agent.as_mut(), &game, 5).unwrap().mv;
    agent.new_game(6);
    let third = ask(agent.as_mut(), &new_game("5x5-3"), 6).unwrap();
    assert_eq!(third.values, None);
    drop(agent);
    let sent = fs::read_to_string(&log).unwrap();
    let sent: Vec<&str> = sent.lines().collect();
    let answered = game.moves()[1];
    assert_eq!(
        sent,
        [
            "3 set_game Blokus Duo",
            "4 clear_board",
            "5 set_random_seed 5",
            "6 genmove b",
            "7 get_value",
            &format!("8 play w {answered}"),
            "9 genmove b",
            "10 get_value",
            "11 set_game Blokus 5x5-3",
            "12 clear_board",
            "13 set_random_seed 6",
            "14 genmove 1",
            "quit",
        ]
    );
    assert!(game.position().is_legal(second));
}

fn a_clock_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let mut agent = agent(&spec("plays", &format!(",send=\"log {}\"", log.display())));
    let mut game = new_game("duo");
    for time_left in ["60s+1s", "1500ms"] {
        game.play(ask_with_clock(agent.as_mut(), &game, time_left).unwrap().mv).unwrap();
    }
    let sent = fs::read_to_string(&log).unwrap();
    let times: Vec<&str> = sent.lines().filter(|line| line.contains("time_")).collect();
    let names: Vec<&str> = times.iter().map(|line| line.split_once(' ').unwrap().1).collect();
    let expected =
        ["time_settings 60 0 0", "time_left b 60 0", "time_left w 1.500 0", "time_left w 1 0"];
    assert_eq!(names, expected);
    // It ends a wait, too.
    let mut slow = self::agent(&spec("hangs", ""));
    let begin = Instant::now();
    let mut game = new_game("duo");
    game.play(ask_with_clock(slow.as_mut(), &game, "60s").unwrap().mv).unwrap();
    let error = ask_with_clock(slow.as_mut(), &game, "200ms").unwrap_err().to_string();
    assert!(error.ends_with("no answer to genmove w within 700ms"), "{error}");
    assert!(begin.elapsed() < Duration::from_secs(10));
}

/// Parts, and how the message ends; a text with … has anything in its place.
const FAILURES: [(&str, &str); 16] = [
    ("dies", "died (exit status: 4): out of memory"),
    ("dies-and-leaves-another", "died (exit status: 5)"),
    ("hangs", "no answer to genmove b within 2s"),
    ("floods", "its answer to genmove b has no end"),
    ("floods-lines", "its answer to genmove b has no end"),
    ("floods-blank-lines", "no answer to genmove b within 2s"),
    ("babbles", "answered \"hello world\" to genmove b: not a response"),
    ("plays-illegally", "illegal move …: colour 1 has already used piece …"),
    (
        "answers-nonsense",
        "answered \"xyz\" to genmove b: \"xyz\" is not a cell; cells are a1 to t20",
    ),
    ("answers-nothing", "answered \"\" to genmove b: \"\" is not a cell; cells are a1 to t20"),
    ("refuses-to-move", "refuses genmove b: no mood"),
    ("passes", "passes though it has moves"),
    ("wrong-ids", "answered genmove b, command …, as command …"),
    ("refuses", "refuses play w …: I do not like this move"),
    ("is-slow", ""),
    ("complains", ""),
];

fn failures_end_the_game_and_not_the_next() {
    let limits = ",timeout=2s,start=20s";
    thread::scope(|scope| {
        for (part, end) in FAILURES {
            scope.spawn(move || {
                let mut agent = agent(&spec(part, limits));
                for seed in 0..2 {
                    let begin = Instant::now();
                    let mut game = new_game("duo");
                    let result = play(agent.as_mut(), &mut game, seed);
                    if end.is_empty() {
                        assert_eq!(result, Ok(()), "{part}");
                        continue;
                    }
                    // Its first move was good, in the second game too.
                    assert_eq!(game.moves().len(), 2, "{part}");
                    let Err(Forfeit::Failed(message)) = result else {
                        panic!("{part}: {result:?}")
                    };
                    assert!(
                        message.starts_with(&format!("'{}' act {part}: ", program())),
                        "{message}"
                    );
                    let mut rest = message.as_str();
                    for piece in end.split('…') {
                        let at = rest.find(piece).unwrap_or_else(|| panic!("{part}: {message}"));
                        rest = &rest[at + piece.len()..];
                    }
                    assert!(rest.is_empty() || end.ends_with('…'), "{message}");
                    assert_eq!(message.lines().count(), 1);
                    assert!(begin.elapsed() < Duration::from_secs(20), "{part}");
                }
            });
        }
    });
    let mut agent = agent(&spec("resigns", ""));
    for seed in 0..2 {
        let mut game = new_game("duo");
        assert_eq!(play(agent.as_mut(), &mut game, seed), Err(Forfeit::Resigned));
    }
}

fn a_program_that_cannot_start_says_why() {
    let mut nobody = agent("gtp:\"/no/such/program -x\"");
    let mut dying = agent(&spec("dies-at-once", ""));
    for _ in 0..2 {
        let error = ask(nobody.as_mut(), &new_game("duo"), 1).unwrap_err().to_string();
        assert!(error.starts_with("/no/such/program -x: does not start: "), "{error}");
        let error = ask(dying.as_mut(), &new_game("duo"), 1).unwrap_err().to_string();
        let end = "died (exit status: 3): reading the opening book | there is no book";
        assert!(error.ends_with(end), "{error}");
    }
    // Somebody who never says a word.
    let mut mute = agent(&spec("sleeps", ",start=300ms"));
    let error = ask(mute.as_mut(), &new_game("duo"), 1).unwrap_err().to_string();
    assert!(error.ends_with("no answer to list_commands within 300ms"), "{error}");
}

fn who_leaves_between_games_is_started_again() {
    let mut agent = agent(&spec("leaves-after-a-move", ""));
    for seed in 0..3 {
        agent.new_game(seed);
        assert!(ask(agent.as_mut(), &new_game("duo"), seed).is_ok());
        thread::sleep(Duration::from_millis(500));
    }
    // Within a game it is missed.
    let error = ask(agent.as_mut(), &new_game("duo"), 2).unwrap_err().to_string();
    assert!(error.ends_with("died (exit status: 0)"), "{error}");
}

fn a_stop_ends_the_wait() {
    let mut agent = agent(&spec("hangs", ""));
    let mut game = new_game("duo");
    game.play(ask(agent.as_mut(), &game, 1).unwrap().mv).unwrap();
    let stop = Stop::default();
    let raised = thread::scope(|scope| {
        let stopper = scope.spawn(|| {
            thread::sleep(Duration::from_millis(200));
            stop.raise();
            Instant::now()
        });
        let error = Turn::new(&game, 1, &stop).ask(agent.as_mut()).unwrap_err().to_string();
        assert!(error.ends_with(": interrupted"), "{error}");
        stopper.join().unwrap()
    });
    assert!(raised.elapsed() < Duration::from_secs(2));
    // While the stop is raised nothing is started; afterwards it plays on.
    assert!(Turn::new(&game, 1, &stop).ask(agent.as_mut()).is_err());
    assert!(ask(agent.as_mut(), &game, 1).is_ok());
}

fn positions_that_cannot_be_told_are_refused() {
    let mut agent = agent(&spec("plays", ""));
    let duo: cornerwise_core::Variant = "duo".parse().unwrap();
    let custom = duo.clone().with_scoring(cornerwise_core::Scoring::Area);
    let game = Game::new(Position::start(custom));
    let error = ask(agent.as_mut(), &game, 1).unwrap_err().to_string();
    assert!(error.ends_with("cannot be told of variant duo, which is no preset"), "{error}");
    let tables = Tables::new(duo);
    let first = tables.variant().colours().next().unwrap();
    let apart = [(first, "a1".parse().unwrap())];
    let game = Game::new(Position::set_up(&tables, apart, first).unwrap());
    let error = ask(agent.as_mut(), &game, 1).unwrap_err().to_string();
    assert!(error.ends_with("cannot be told of a position that moves do not lead to"), "{error}");
}

fn programs_are_agents_in_agents() {
    let mixed = format!("mixed:0.5*({})+0.5*random", spec("plays", ",timeout=30s"));
    let mut agent = agent(&mixed);
    for (seed, name) in [(1, "duo"), (2, "classic-2")] {
        play(agent.as_mut(), &mut new_game(name), seed).unwrap();
    }
}

fn a_program_that_stays_is_killed() {
    let mut agent = agent(&spec("stays", ""));
    ask(agent.as_mut(), &new_game("duo"), 1).unwrap();
    let begin = Instant::now();
    drop(agent);
    assert!(begin.elapsed() >= Duration::from_secs(1));
    assert!(begin.elapsed() < Duration::from_secs(5));
}
