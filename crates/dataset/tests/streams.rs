//! Splits, shuffles, merged files and files of before.

mod common;

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use common::{game, header, names, read, write};
use cornerwise_core::Variant;
use cornerwise_dataset::{
    ConvertError, Format, Reader, SearchedGame, Shuffle, Side, Split, Summary, merge,
};

fn games(variant: &str, seed: u64, count: u64) -> Vec<SearchedGame> {
    let variant: Variant = variant.parse().unwrap();
    (0..count).map(|number| game(&variant, seed, number)).collect()
}

#[test]
fn splits_depend_on_the_game_alone() {
    let games = games("3x3", 1, 2000);
    let side = |validation, seed| {
        let split = Split { validation, seed };
        games.iter().map(|game| split.side(game)).collect::<Vec<_>>()
    };
    let held_out = |sides: &[Side]| sides.iter().filter(|&&side| side == Side::Validation).count();
    let tenth = side(0.1, 1);
    assert!((150..250).contains(&held_out(&tenth)), "{}", held_out(&tenth));
    assert_eq!((held_out(&side(0.0, 1)), held_out(&side(1.0, 1))), (0, 2000));
    assert_ne!(tenth, side(0.1, 2));
    // A larger share holds out the same games and more.
    assert!(
        tenth.iter().zip(side(0.3, 1)).all(|(few, many)| *few == Side::Training || *few == many)
    );
    // It decides what was learnt from: it must not change.
    let first: Vec<usize> = (0..2000).filter(|&at| tenth[at] == Side::Validation).take(4).collect();
    assert_eq!(first, FIRST_HELD_OUT);
}

const FIRST_HELD_OUT: [usize; 4] = [1, 2, 36, 38];

#[test]
fn a_shuffle_has_every_item_once_and_depends_on_the_seed() {
    let shuffled = |length, seed| Shuffle::new(0..1000, length, seed).collect::<Vec<i32>>();
    for length in [0, 1, 10, 1000, 5000] {
        let items = shuffled(length, 1);
        assert_eq!(items.iter().collect::<HashSet<_>>().len(), 1000);
        assert_eq!(items.len(), 1000);
        assert_eq!(items, shuffled(length, 1));
        // Nothing comes earlier than the buffer allows.
        assert!(items.iter().enumerate().all(|(at, &item)| item < (at + length.max(1)) as i32));
    }
    assert!(shuffled(1, 1).is_sorted());
    assert_ne!(shuffled(100, 1), shuffled(100, 2));
    let early: i32 = shuffled(1000, 1)[..100].iter().sum();
    assert!((40_000..60_000).contains(&early), "the mean is the middle: {early}");
}

#[test]
fn files_are_merged_if_they_are_of_one_variant() {
    let desk = tempfile::tempdir().unwrap();
    let at = |name: &str| desk.path().join(name);
    let (one, two, other) = (games("5x5", 1, 3), games("5x5", 2, 4), games("6x6", 1, 1));
    write(&at("one.jsonl"), &header(&"5x5".parse().unwrap(), 1), &one);
    write(&at("two.parquet"), &header(&"5x5".parse().unwrap(), 2), &two);
    write(&at("other.jsonl"), &header(&"6x6".parse().unwrap(), 1), &other);
    let inputs = |names: &[&str]| names.iter().map(|name| at(name)).collect::<Vec<PathBuf>>();
    let both = inputs(&["one.jsonl", "two.parquet"]);
    let mut seen = 0;
    let count = merge(&both, &at("out.parquet"), |_| {
        seen += 1;
        true
    });
    assert_eq!((count.unwrap(), seen), (7, 7));
    assert_eq!(read(&at("out.parquet")).unwrap(), [one, two].concat());
    let merged = Reader::open(&at("out.parquet")).unwrap();
    assert_eq!(merged.header().series.iter().map(|series| series.seed).collect::<Vec<_>>(), [1, 2]);

    let before = names(desk.path());
    let refused = |names: &[&str]| merge(&inputs(names), &at("new.jsonl"), |_| true).unwrap_err();
    assert_eq!(
        refused(&["one.jsonl", "other.jsonl"]).to_string(),
        format!(
            "{}: games of 6x6, after games of 5x5; a file has one variant",
            at("other.jsonl").display()
        )
    );
    let twice = refused(&["one.jsonl", "out.parquet"]).to_string();
    assert!(twice.contains("out.parquet: row 1: game 0 of seed "), "{twice}");
    let stopped = merge(&both, &at("new.jsonl"), |_| false).unwrap_err();
    assert!(matches!(stopped, ConvertError::Interrupted));
    assert_eq!(names(desk.path()), before);
}

#[test]
fn a_summary_counts() {
    let games = games("5x5", 1, 20);
    let mut summary = Summary::new(&header(&"5x5".parse().unwrap(), 1));
    for game in &games {
        summary.add(game);
    }
    let turns = || games.iter().flat_map(|game| &game.turns);
    assert_eq!((summary.games, summary.positions), (20, turns().count() as u64));
    let searched = turns().filter(|turn| !turn.search.visits.is_empty()).count();
    assert_eq!(summary.searched_positions, searched as u64);
    assert!(summary.full_positions < summary.searched_positions);
    assert!((summary.win_shares.iter().sum::<f64>() - 1.0).abs() < 1e-6);
    assert_eq!(summary.agents[0], "mcts");
    assert_eq!(summary.agents.len(), 3);
}

const PLAN: &str = r#"{"variant":"2x2","agent":"mcts","seed":3,"random_plies":0}"#;
const LINE: &str =
    r#"{"game":0,"seed":1,"opening":0,"moves":["a1,a2,b2","b1"],"visits":[[[0,5],[2,1]],[]]}"#;

#[test]
fn files_of_before_are_read() {
    let desk = tempfile::tempdir().unwrap();
    let path = desk.path().join("old.jsonl");
    fs::write(&path, format!("{PLAN}\n{LINE}\n{{\"half")).unwrap();
    let reader = Reader::open(&path).unwrap();
    assert_eq!(reader.format(), Format::Legacy);
    let series = &reader.header().series[0];
    assert_eq!((&series.agents[..], series.seed), (&["mcts".to_owned()][..], 3));
    assert_eq!(series.settings["random_plies"], 0);
    let games = read(&path).unwrap();
    assert_eq!(games.len(), 1);
    let tables = cornerwise_core::Tables::new("2x2".parse().unwrap());
    assert_eq!(games[0].check(&tables), Ok(()));
    let legal = cornerwise_core::Position::new(&tables).legal_moves();
    assert_eq!(games[0].turns[0].search.visits, [(legal[0], 5), (legal[2], 1)]);
    assert_eq!(games[0].turns[1].search.visits, []);
    assert_eq!(games[0].turns[0].search.values, None);

    // Some have what the search thought of every player.
    let line = LINE.replace("]}", r#"],"values":[[0.75,0.25],[]],"scores":[[3.5,-1.25],[]]}"#);
    fs::write(&path, format!("{PLAN}\n{line}\n")).unwrap();
    let game = read(&path).unwrap().remove(0);
    assert_eq!(game.turns[0].search.values, Some(vec![0.75, 0.25]));
    assert_eq!(game.turns[0].search.scores, Some(vec![3.5, -1.25]));
    assert_eq!((&game.turns[1].search.values, &game.turns[1].search.scores), (&None, &None));
}

#[test]
fn damaged_files_of_before_are_refused() {
    let desk = tempfile::tempdir().unwrap();
    let path = desk.path().join("old.jsonl");
    for (line, says) in [
        (LINE.replace("b1", "b9"), "old.jsonl:2: move 2 (b9): "),
        (LINE.replace("b1", "zz"), "old.jsonl:2: move 2: \"zz\" is not a cell"),
        (LINE.replace("[0,5],", "[3,5],"), "the visits are not in order of the legal moves"),
        (LINE.replace("[2,1]", "[99,1]"), "move 1: visits of legal move 99, but there are only "),
        (LINE.replace(",[]", ""), "2 moves, 0 of them not searched, but visits of 1 searches"),
        (LINE.replace("]}", "],\"values\":[[]]}"), "but values of 1 searches"),
        (LINE.replace("]}", "],\"values\":[[1],[]]}"), "move 1: 1 values for 2 players"),
        (
            LINE.replace("\"b1\"", "").replace(",]", "]").replace(",[]", ""),
            "not over after 1 moves",
        ),
        (LINE.replace("\"opening\":0", &format!("\"opening\":{}", usize::MAX)), "old.jsonl:2: "),
    ] {
        fs::write(&path, format!("{PLAN}\n{line}\n")).unwrap();
        let told = read(&path).unwrap_err().to_string();
        assert!(told.contains(says), "{told}: {says}");
    }
}
