//! Games of an agent against itself, and the files that they are kept in.

use std::fs;
use std::path::{Path, PathBuf};

use cornerwise_core::{Game, Position, Tables};
use cornerwise_dataset::{Reader, SearchedGame};
use cornerwise_engine::{Registry, Stop, Turn, agent};
use cornerwise_learn::{Dataset, GameSample, Plan, SelfPlay};
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
    assert_eq!(Dataset::read(&[one]).unwrap().samples().len(), games as usize);
}

#[test]
fn every_variant_is_played_and_read() {
    for variant in ["duo", "classic", "classic-2", "classic-3", "7x7-3", "2x2"] {
        let (_desk, one, _) = desk();
        let games = play(plan(variant), &one, 2, 1);
        let data = Dataset::read(std::slice::from_ref(&one)).unwrap();
        assert_eq!((data.samples().len(), data.sources()[0].games), (2, 2), "{variant}");
        assert_eq!(data.sources()[0].header, plan(variant).header());
        let players = plan(variant).variant.player_count();
        for turn in games.iter().flat_map(SearchedGame::decided) {
            let total: u32 = turn.search.visits.iter().map(|&(_, count)| count).sum();
            // Simulations of this turn, and what is left of those of the turn before.
            assert!(total >= 24, "{variant}");
            let values = turn.search.values.as_ref().unwrap();
            assert!((values.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{variant}: {values:?}");
            assert_eq!(turn.search.scores.as_ref().unwrap().len(), players, "{variant}");
        }
    }
}

#[test]
fn searches_are_those_of_the_agent() {
    let (_desk, one, _) = desk();
    let record = play(plan("6x6"), &one, 1, 1).remove(0);
    let mut game = Game::new(Position::new(&Tables::new("6x6".parse().unwrap())));
    for turn in &record.turns[..record.opening] {
        assert!(turn.search.is_silent());
        game.play(turn.mv).unwrap();
    }
    let mut agent = agent(AGENT).unwrap();
    agent.new_game(record.seed);
    let stop = Stop::default();
    for turn in record.decided() {
        let decision = Turn::new(&game, record.seed, &stop).ask(agent.as_mut()).unwrap();
        let tried = decision.candidates.iter().filter(|candidate| candidate.visits > 0);
        let mut tried: Vec<_> =
            tried.map(|candidate| (candidate.mv, candidate.visits as u32)).collect();
        tried.sort_unstable();
        assert_eq!((&tried, decision.mv), (&turn.search.visits, turn.mv));
        let short = |numbers: Option<Vec<f64>>| {
            numbers.map(|numbers| numbers.into_iter().map(|number| number as f32).collect())
        };
        assert_eq!(short(decision.values), turn.search.values);
        assert_eq!(short(decision.scores), turn.search.scores);
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
    let first: std::collections::BTreeSet<_> = games.iter().map(|game| game.turns[0].mv).collect();
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
    says("{\"variant\":\"5x5\"}\n", "one.jsonl:1: no header of a file of games: ");
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
    let old = r#"{"variant":"5x5","agent":"mcts:sims=24,tree-mib=1","seed":5,"random_plies":2}"#;
    says(&format!("{old}\n"), "its format is an older one, which is read but does not grow");
}

#[test]
fn an_agent_that_does_not_search_plays_too() {
    let (_desk, one, _) = desk();
    let by = |agent: &str| with("5x5", |plan| plan.agent = agent.to_owned());
    assert!(refusal(by("nobody"), &one).contains("unknown name"));
    assert!(!one.exists());
    for game in play(by("random"), &one, 3, 1) {
        assert!(game.turns.iter().all(|turn| turn.search.is_silent()));
    }
    assert_eq!(Dataset::read(&[one]).unwrap().samples().len(), 3);
}

/// An agent that cannot play leaves nothing behind that another plan could not begin with.
#[test]
fn a_file_begins_with_its_first_game() {
    let (_desk, one, _) = desk();
    drop(SelfPlay::open(plan("5x5"), &Registry::default(), &one).unwrap());
    assert_eq!(play(plan("6x6"), &one, 1, 1).len(), 1);
}

#[test]
fn parquet_files_go_on_too() {
    let (desk, one, _) = desk();
    let table = desk.path().join("games.parquet");
    let journal = desk.path().join("games.parquet.jsonl");
    let games = |path: &Path| -> Vec<SearchedGame> {
        Reader::open(path).unwrap().map(Result::unwrap).collect()
    };
    play(plan("6x6"), &one, 9, 1);
    // Interrupted, the games are in the journal.
    let stop = Stop::default();
    let mut series = SelfPlay::open(plan("6x6"), &Registry::default(), &table).unwrap();
    series.run(4, 1, &stop, |_| stop.raise()).unwrap();
    // The next game may be over before the stop is seen.
    let kept = series.games() as usize;
    assert!((1..=4).contains(&kept) && series.path() == journal);
    drop(series);
    assert!(!table.exists());
    assert_eq!(play(plan("6x6"), &table, 4, 2).len(), 4 - kept);
    assert!(table.exists() && !journal.exists());
    assert_eq!(games(&table), games(&one)[..4]);
    // A whole file is left alone until more games are wanted.
    let bytes = fs::read(&table).unwrap();
    assert!(play(plan("6x6"), &table, 4, 1).is_empty());
    assert!(fs::read(&table).unwrap() == bytes && !journal.exists());
    assert!(refusal(plan("5x5"), &table).contains("it holds other games"));
    let mut open = SelfPlay::open(plan("6x6"), &Registry::default(), &table).unwrap();
    assert!(refusal(plan("6x6"), &table).contains("another process is writing to it"));
    let stop = Stop::default();
    open.run(9, 1, &stop, |_| stop.raise()).unwrap();
    drop(open);
    // Killed before the journal was written over: what was whole is still there.
    assert!(fs::read(&table).unwrap() == bytes && journal.exists());
    assert_eq!(play(plan("6x6"), &table, 9, 1).len(), 4);
    // Stopped while the file is written, the journal stays until the next time.
    let mut open = SelfPlay::open(plan("6x6"), &Registry::default(), &table).unwrap();
    let stop = Stop::default();
    open.run(10, 1, &stop, |game| {
        if game.game == 9 {
            stop.raise();
        }
    })
    .unwrap();
    assert_eq!((open.games(), open.path()), (10, &journal as &Path));
    drop(open);
    assert_eq!(games(&table).len(), 9);
    play(plan("6x6"), &one, 10, 1);
    assert!(play(plan("6x6"), &table, 10, 1).is_empty());
    assert_eq!(games(&table), games(&one));
    assert!(!journal.exists());
}

#[test]
fn visits_of_quick_searches_are_not_learnt_from() {
    let (_desk, one, _) = desk();
    let mut game = play(plan("6x6"), &one, 1, 1).remove(0);
    let tables = Tables::new("6x6".parse().unwrap());
    let quick = game.opening + 1;
    game.turns[quick].search.full = false;
    let mut seen = Vec::new();
    let sample = GameSample::new(&tables, &game).unwrap();
    sample.replay(|_, _, visits| seen.push(visits.map(<[_]>::len)));
    assert_eq!(seen[quick], Some(0));
    assert!(seen[quick - 1] > Some(0));
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
    says("", "two.jsonl: the file is empty");
    says(&format!("{}\n", lines[0]), "two.jsonl: there is no game in it");
    says(&with(0, lines[0].replace("5x5", "5x6")), "two.jsonl:1: ");
    says(&with(2, "{".to_owned()), "two.jsonl:3: EOF");
    let game: SearchedGame = serde_json::from_str(lines[2]).unwrap();
    let changed = |change: &dyn Fn(&mut SearchedGame)| {
        let mut game = game.clone();
        change(&mut game);
        with(2, serde_json::to_string(&game).unwrap())
    };
    let cell = |text: &str| text.parse().unwrap();
    says(&changed(&|game| game.turns[1].mv = cell("c3")), "two.jsonl:3: move 2 (c3): ");
    says(&changed(&|game| game.opening = usize::MAX), "two.jsonl:3: ");
    says(&changed(&|game| drop(game.turns.pop())), "two.jsonl:3: the game is not over after ");
    says(&changed(&|game| game.scores[0] += 1), "two.jsonl:3: the scores are not ");
}

#[test]
fn kinds_of_games_are_not_mixed() {
    let (desk, one, two) = desk();
    let three = desk.path().join("three.jsonl");
    play(plan("5x5"), &one, 1, 1);
    play(plan("4x4"), &two, 1, 1);
    play(plan("5x5-3"), &three, 1, 1);
    assert_eq!(Dataset::read(&[one.clone(), two]).unwrap().samples().len(), 2);
    let error = Dataset::read(&[one, three]).unwrap_err().to_string();
    assert!(
        error.contains("three.jsonl: games of more than two players, after games of two colours"),
        "{error}"
    );
}
