use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use cornerwise_engine::Registry;

use super::*;
use crate::interval::Share;
use crate::plan::Plan;
use crate::result::{End, GameResult};
use crate::schedule::Schedule;

const TINY: &str = r#"
title = "A trial"
work = "Nothing"
year = 2020
variant = "5x5"
quick_time = 0.01

[[matches]]
name = "one"
agents = ["uct", "mc:select=ucb1"]
seconds = [1, 2.5]
games = { quick = 4, full = 40 }
figures = [{ begins = 2, won = [30, 60], left = [10.5, 8] }, { by = "seat", won = [12], of = 16, equal_chances = "p" }]
"#;

fn read(text: &str) -> Result<Experiment, ExperimentError> {
    Experiment::read(text, &Registry::default())
}

#[test]
fn every_file_of_the_directory_is_stored_and_can_be_played() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let files = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let files: BTreeSet<String> =
        files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    assert_eq!(files, stored().map(|(name, _)| name.to_owned()).collect());
    for (name, text) in stored() {
        let experiment = read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(experiment.matches.iter().all(|part| !part.figures.is_empty()), "{name}");
        for scale in [Scale::Quick, Scale::Full] {
            let plan = experiment.plan(&experiment.matches[0], scale).unwrap();
            assert!(Schedule::new(&plan).is_ok(), "{name}");
        }
    }
}

#[test]
fn a_quick_match_has_fewer_games_and_less_time() {
    let experiment = read(TINY).unwrap();
    let plan = |scale| experiment.plan(&experiment.matches[0], scale).unwrap();
    let quick = plan(Scale::Quick);
    assert_eq!(quick.entrants, ["uct:time=10ms", "mc:select=ucb1,time=25ms"]);
    assert_eq!((quick.games, quick.seed), (4, 1));
    let full = plan(Scale::Full);
    assert_eq!(full.entrants, ["uct:time=1000ms", "mc:select=ucb1,time=2500ms"]);
    assert_eq!(full.games, 40);
    let other = TINY.replace("seconds = [1, 2.5]", "quick_agents = [\"largest\", \"random\"]");
    let experiment = read(&other).unwrap();
    let entrants = |scale| experiment.plan(&experiment.matches[0], scale).unwrap().entrants;
    assert_eq!(entrants(Scale::Quick), ["largest", "random"]);
    assert_eq!(entrants(Scale::Full), ["uct", "mc:select=ucb1"]);
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let cases = [
        ("year = 2020", "year = 2020\nday = 3", "line 5: unknown field `day`"),
        ("quick = 4,", "", "line 12: missing field `quick`"),
        ("\"5x5\"", "\"5x\"", "5x"),
        ("quick = 4", "quick = 0", "match \"one\": the number of games is 0"),
        ("\"uct\"", "\"utc\"", "match \"one\": agent \"utc:time=10ms\": unknown name"),
        ("seconds = [1, 2.5]", "seconds = [1]", "match \"one\": 1 times for 2 agents"),
        ("seconds = [1, 2.5]", "seconds = [1, -2]", "match \"one\": -2 seconds"),
        ("seconds = [1, 2.5]", "quick_agents = [\"mc\"]", "1 quick agents for 2 agents"),
        ("quick_time = 0.01", "quick_time = 0", "quick_time is 0"),
        ("name = \"one\"", "name = \"../one\"", "match \"../one\": a name is made of"),
        ("won = [30, 60]", "won = [30, 160]", "match \"one\": won 160 of 100"),
        ("won = [30, 60]", "won = [30, 60, 10]", "match \"one\": won has 3 entries for 2"),
        ("begins = 2", "begins = 3", "match \"one\": agent 3 begins, of 2"),
        ("won = [12], of = 16,", "", "match \"one\": a figure says neither"),
        ("year = 2020", "year = 2020\nopenings = \"some\"", "it can be empty"),
        ("year = 2020", "year = 2020\nopenings = \"balanced\"", "there is no set for 5x5"),
    ];
    for (from, to, says) in cases {
        assert!(TINY.contains(from), "{from}");
        let error = read(&TINY.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(says) && error.lines().count() == 1, "{to}: {error}");
    }
    let (head, part) = TINY.split_at(TINY.find("[[matches]]").unwrap());
    let error = read(&format!("{head}{part}{part}")).unwrap_err().to_string();
    assert_eq!(error, "match \"one\": there are two of this name");
    assert_eq!(read(&format!("{head}matches = []")), Err(ExperimentError::Empty));
}

fn game(number: u64, seats: [usize; 2], ranks: [usize; 2], remaining: [u32; 2]) -> GameResult {
    GameResult {
        game: number,
        round: number / 2,
        seats: seats.to_vec(),
        seed: 0,
        opening: 0,
        moves: Vec::new(),
        ranks: ranks.to_vec(),
        scores: remaining.map(|squares| -(squares as i32)).to_vec(),
        remaining: remaining.to_vec(),
        end: End::Played,
        turns: Vec::new(),
    }
}

#[test]
fn findings_are_of_the_games_and_agents_that_are_meant() {
    let experiment = read(TINY).unwrap();
    let part = &experiment.matches[0];
    let plan: Plan = experiment.plan(part, Scale::Quick).unwrap();
    let games = [
        game(0, [0, 1], [1, 2], [3, 9]),
        game(1, [1, 0], [1, 2], [5, 6]),
        game(2, [0, 1], [1, 1], [4, 4]),
        game(3, [1, 0], [1, 2], [7, 10]),
    ];
    let found = findings(part, &plan, &games);
    assert_eq!(found.len(), 3);
    let [first, second, seat] = [&found[0], &found[1], &found[2]];
    assert_eq!((first.who.as_str(), first.theirs_won), ("uct:time=10ms", Some(30.0)));
    assert_eq!(first.begins.as_deref(), Some("mc:select=ucb1,time=25ms"));
    assert_eq!(first.ours_won, Share { count: 0, of: 2 });
    assert_eq!((first.theirs_left, first.ours_left.unwrap().mean), (Some(10.5), 8.0));
    assert_eq!(second.ours_won, Share { count: 2, of: 2 });
    assert_eq!(second.ours_left.unwrap().mean, 6.0);
    assert!(second.ours_equal.is_none());
    // A draw is nobody's win.
    assert_eq!((seat.who.as_str(), seat.ours_won), ("player 1", Share { count: 3, of: 4 }));
    assert_eq!((seat.theirs_won, seat.theirs_equal.as_deref()), (Some(75.0), Some("p")));
    assert!((seat.ours_equal.unwrap().statistic - 3.0).abs() < 1e-12);
    assert!(findings(part, &plan, &[]).iter().all(|finding| finding.ours_won.of == 0));
}
