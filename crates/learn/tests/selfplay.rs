//! Games of an agent against itself, and the files that they are kept in.

use std::fs;
use std::path::{Path, PathBuf};

use cornerwise_core::{Game, Position, Tables};
use cornerwise_engine::{Registry, Stop, Turn, agent};
use cornerwise_learn::{Dataset, Plan, SearchedGame, SelfPlay};
use tempfile::TempDir;

const AGENT: &str = "mcts:sims=24,tree-mib=1";

fn plan(variant: &str) -> Plan {
    Plan::new(&variant.parse().unwrap(), AGENT, 5)
}

/// A plan that differs.
fn with(variant: &str, change: impl FnOnce(&mut Plan)) -> Plan {
    let mut plan = plan(variant);
    change(&mut plan);
    plan
}

/// Plays until a file has so many games.
fn play(plan: Plan, path: &Path, games: u64, threads: usize) -> Vec<SearchedGame> {
    let mut series = SelfPlay::open(plan, &Registry::default(), path).unwrap();
    let mut seen = Vec::new();
    series.run(games, threads, &Stop::default(), |game| seen.push(game.clone())).unwrap();
    assert_eq!(series.games(), games);
    seen
}

fn refusal(plan: Plan, path: &Path) -> String {
    SelfPlay::open(plan, &Registry::default(), path).err().unwrap().to_string()
}

fn desk() -> (TempDir, PathBuf, PathBuf) {
    let desk = tempfile::tempdir().unwrap();
    let [one, two] = ["one.jsonl", "two.jsonl"].map(|name| desk.path().join(name));
    (desk, one, two)
}

#[test]
fn a_file_is_the_same_on_any_number_of_threads_and_after_interruptions() {
    let (_desk, one, two) = desk();
    let seen = play(plan("6x6"), &one, 12, 1);
    assert!(seen.iter().map(|game| game.game).eq(0..12));
    play(plan("6x6"), &two, 3, 2);
    // What a killed process leaves behind.
    let half = [&fs::read(&two).unwrap()[..], br#"{"game":3,"se"#].concat();
    fs::write(&two, half).unwrap();
    assert!(play(plan("6x6"), &two, 12, 3).iter().map(|game| game.game).eq(3..12));
    assert_eq!(fs::read_to_string(&one).unwrap(), fs::read_to_string(&two).unwrap());
    // Fewer games than there are take nothing away.
    let mut series = SelfPlay::open(plan("6x6"), &Registry::default(), &one).unwrap();
    series.run(2, 1, &Stop::default(), |_| panic!("nothing is missing")).unwrap();
    assert_eq!(series.games(), 12);
}

#[test]
fn a_raised_stop_keeps_whole_games_only() {
    let (_desk, one, _) = desk();
    let mut series = SelfPlay::open(plan("6x6"), &Registry::default(), &one).unwrap();
    let stop = Stop::default();
    series
        .run(1000, 2, &stop, |game| {
            if game.game == 2 {
                stop.raise();
            }
        })
        .unwrap();
    let games = series.games();
    assert!((3..1000).contains(&games), "{games}");
    drop(series);
    assert_eq!(Dataset::read(&[one]).unwrap().lessons().len(), games as usize);
}

#[test]
fn every_variant_is_played_and_read() {
    for variant in ["duo", "classic", "classic-2", "classic-3", "7x7-3", "2x2"] {
        let (_desk, one, _) = desk();
        let games = play(plan(variant), &one, 2, 1);
        let data = Dataset::read(std::slice::from_ref(&one)).unwrap();
        assert_eq!((data.lessons().len(), data.sources()[0].games), (2, 2), "{variant}");
        assert_eq!(data.sources()[0].plan, plan(variant));
        for game in games {
            assert_eq!(game.visits.len(), game.moves.len() - game.opening, "{variant}");
            let total =
                |visits: &Vec<(u16, u32)>| visits.iter().map(|&(_, count)| count).sum::<u32>();
            // Simulations of this turn, and what is left of those of the turn before.
            assert!(game.visits.iter().all(|visits| total(visits) >= 24), "{variant}");
        }
    }
}

#[test]
fn visits_are_those_of_the_agent_by_place_among_the_legal_moves() {
    let (_desk, one, _) = desk();
    let line = play(plan("6x6"), &one, 1, 1).remove(0);
    let mut game = Game::new(Position::new(&Tables::new("6x6".parse().unwrap())));
    for word in &line.moves[..line.opening] {
        game.play(word.parse().unwrap()).unwrap();
    }
    let mut agent = agent(AGENT).unwrap();
    agent.new_game(line.seed.into());
    let stop = Stop::default();
    for (visits, word) in line.visits.iter().zip(&line.moves[line.opening..]) {
        let decision = Turn::new(&game, line.seed.into(), &stop).ask(agent.as_mut()).unwrap();
        let legal = game.position().legal_moves();
        let mut tried = 0;
        for candidate in decision.candidates.iter().filter(|candidate| candidate.visits > 0) {
            let (_, count) = visits[visits
                .binary_search_by_key(&candidate.mv, |&(place, _)| legal[place as usize])
                .unwrap()];
            assert_eq!(u64::from(count), candidate.visits);
            tried += 1;
        }
        assert_eq!((tried, &decision.mv.to_string()), (visits.len(), word));
        game.play(decision.mv).unwrap();
    }
    assert!(game.position().is_over());
}

#[test]
fn games_begin_with_up_to_so_many_drawn_moves() {
    let (_desk, one, two) = desk();
    let plies = |most| with("7x7", |plan| plan.random_plies = most);
    let games = play(plies(3), &one, 40, 2);
    let count = |plies| games.iter().filter(|game| game.opening == plies).count();
    assert!((0..=3).all(|plies| count(plies) > 2), "each number is as likely");
    assert_eq!(count(0) + count(1) + count(2) + count(3), 40);
    let first: std::collections::BTreeSet<_> = games.iter().map(|game| &game.moves[0]).collect();
    assert!(first.len() > 4, "{first:?}");
    let never = play(plies(0), &two, 3, 1);
    assert!(never.iter().all(|game| game.opening == 0));
}

#[test]
fn files_of_others_are_left_alone() {
    let (_desk, one, _) = desk();
    let says = |text: &str, says: &str| {
        fs::write(&one, text).unwrap();
        let error = refusal(plan("5x5"), &one);
        assert!(error.contains(says), "{error}");
        assert_eq!(fs::read_to_string(&one).unwrap(), text);
    };
    says("my notes", "one.jsonl:1: the line has no end");
    says("my notes\nand more", "one.jsonl:1: ");
    says("{\"variant\":\"5x5\"}\n", "one.jsonl:1: missing field `agent`");
    fs::remove_file(&one).unwrap();

    play(plan("5x5"), &one, 1, 1);
    let kept = fs::read_to_string(&one).unwrap();
    for other in [
        plan("6x6"),
        with("5x5", |plan| plan.seed = 6),
        with("5x5", |plan| plan.random_plies = 1),
        with("5x5", |plan| plan.agent = "mcts:sims=25".to_owned()),
    ] {
        assert!(refusal(other, &one).contains("it holds other games"));
    }
    says(&kept.replace("\"game\":0", "\"game\":1"), "one.jsonl:2: game 1, where game 0 is next");
    fs::write(&one, kept).unwrap();
    let open = SelfPlay::open(plan("5x5"), &Registry::default(), &one).unwrap();
    assert!(refusal(plan("5x5"), &one).contains("another process is writing to it"));
    drop(open);
}

#[test]
fn an_agent_that_does_not_search_is_refused() {
    let (_desk, one, _) = desk();
    let says = |agent: &str, says: &str| {
        let plan = with("5x5", |plan| plan.agent = agent.to_owned());
        let series = SelfPlay::open(plan, &Registry::default(), &one);
        let error = series.and_then(|mut series| series.run(1, 1, &Stop::default(), |_| {}));
        let error = error.unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    };
    says("nobody", "unknown name");
    assert!(!one.exists());
    says("random", "agent \"random\" does not tell how often it tried each move");
    // Nothing is there that another plan could not begin with.
    assert_eq!(play(plan("6x6"), &one, 1, 1).len(), 1);
}

#[test]
fn a_damaged_file_is_refused_with_its_line() {
    let (_desk, one, two) = desk();
    play(plan("5x5"), &one, 2, 1);
    let good = fs::read_to_string(&one).unwrap();
    let says = |text: &str, says: &str| {
        fs::write(&two, text).unwrap();
        let error = Dataset::read(std::slice::from_ref(&two)).unwrap_err().to_string();
        assert!(error.contains(says) && error.lines().count() == 1, "{error}");
    };
    let lines: Vec<&str> = good.lines().collect();
    let with = |line: usize, text: String| {
        let mut lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        lines[line] = text;
        lines.join("\n") + "\n"
    };
    says("", "two.jsonl: there is no game in it");
    says(&format!("{}\n", lines[0]), "two.jsonl: there is no game in it");
    says(&with(0, lines[0].replace("5x5", "5x6")), "two.jsonl:1: ");
    says(&with(2, "{".to_owned()), "two.jsonl:3: EOF");
    let game: SearchedGame = serde_json::from_str(lines[2]).unwrap();
    let changed = |change: &dyn Fn(&mut SearchedGame)| {
        let mut game = game.clone();
        change(&mut game);
        with(2, serde_json::to_string(&game).unwrap())
    };
    says(&changed(&|game| game.moves[1] = "c3".into()), "two.jsonl:3: move 2 (c3): ");
    says(&changed(&|game| game.moves[0] = "e9x".into()), "two.jsonl:3: move 1: \"e9x\"");
    says(&changed(&|game| game.opening += 1), "two.jsonl:3: ");
    says(&changed(&|game| game.opening = usize::MAX), "two.jsonl:3: ");
    says(&changed(&|game| game.visits[0] = vec![(3, 1), (3, 2)]), "not in order");
    says(&changed(&|game| game.visits[0] = vec![(999, 1)]), "visits of legal move 999, but");
    says(&changed(&|game| game.moves.push("a1".into())), "two.jsonl:3: ");
    let cut = |game: &mut SearchedGame| drop((game.moves.pop(), game.visits.pop()));
    says(&changed(&cut), "two.jsonl:3: the game is not over after ");
}

#[test]
fn kinds_of_games_are_not_mixed() {
    let (desk, one, two) = desk();
    let three = desk.path().join("three.jsonl");
    play(plan("5x5"), &one, 1, 1);
    play(plan("4x4"), &two, 1, 1);
    play(plan("5x5-3"), &three, 1, 1);
    assert_eq!(Dataset::read(&[one.clone(), two]).unwrap().lessons().len(), 2);
    let error = Dataset::read(&[one, three]).unwrap_err().to_string();
    assert!(
        error.contains("three.jsonl: games of more than two players, after games of two colours"),
        "{error}"
    );
}
