//! What is written is read again, whatever the format, and what is no file of games is refused.

mod common;

use std::fs;
use std::path::Path;

use common::{game, header, names, read, write};
use cornerwise_core::{Tables, Variant};
use cornerwise_dataset::{COLUMNS, Format, Header, Reader, SearchedGame};
use proptest::prelude::*;

const ODD: &str = "name = \"odd\"\nboard = 6\nscoring = \"area\"\npieces = [\"1\", \"2\", \"I3\", \"V3\"]\n\
                   colours = [{ start = \"c4\" }, { start = \"d2\" }]\n";

fn variants() -> impl Strategy<Value = Variant> {
    let names = ["2x2", "5x5", "6x6-3", "7x7-4", "classic-3", "duo"];
    let odd = Just(Variant::from_toml(ODD).unwrap());
    prop_oneof![
        odd,
        proptest::sample::select(names.to_vec()).prop_map(|name| name.parse().unwrap())
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn games_are_read_as_they_were_written(variant in variants(), seed: u64, count in 0_u64..6) {
        let games: Vec<SearchedGame> = (0..count).map(|number| game(&variant, seed, number)).collect();
        let desk = tempfile::tempdir().unwrap();
        let [lines, table, again] = ["a.jsonl", "b.parquet", "c.jsonl"].map(|name| desk.path().join(name));
        let tables = Tables::new(variant.clone());
        for (path, format) in [(&lines, Format::Jsonl), (&table, Format::Parquet)] {
            write(path, &header(&variant, seed), &games);
            let mut reader = Reader::open(path).unwrap();
            prop_assert_eq!(reader.format(), format);
            prop_assert_eq!(reader.header(), &header(&variant, seed));
            prop_assert_eq!(reader.variant(), &variant);
            let read: Vec<SearchedGame> = reader.by_ref().map(Result::unwrap).collect();
            prop_assert_eq!(&read, &games);
            prop_assert!(count == 0 || reader.progress() == 1.0);
            for game in &read {
                prop_assert_eq!(game.check(&tables), Ok(()));
            }
        }
        // From one format to the other and back, byte for byte.
        write(&again, Reader::open(&table).unwrap().header(), &read(&table).unwrap());
        prop_assert_eq!(fs::read(&lines).unwrap(), fs::read(&again).unwrap());
    }
}

/// More rows than a row group has.
#[test]
fn long_files_have_several_row_groups() {
    let variant: Variant = "5x5".parse().unwrap();
    let few: Vec<SearchedGame> = (0..50).map(|number| game(&variant, 3, number)).collect();
    let games: Vec<SearchedGame> = few.iter().cycle().take(4000).cloned().collect();
    assert!(games.iter().map(|game| game.turns.len()).sum::<usize>() > 20_000);
    let desk = tempfile::tempdir().unwrap();
    let path = desk.path().join("long.parquet");
    write(&path, &header(&variant, 3), &games);
    assert!(read(&path).unwrap() == games);
}

#[test]
fn a_file_that_is_not_finished_is_not_there() {
    let variant: Variant = "5x5".parse().unwrap();
    let desk = tempfile::tempdir().unwrap();
    for name in ["a.jsonl", "b.parquet"] {
        let path = desk.path().join(name);
        let mut writer = cornerwise_dataset::Writer::create(&path, &header(&variant, 1)).unwrap();
        writer.add(&game(&variant, 1, 0)).unwrap();
        drop(writer);
    }
    assert!(names(desk.path()).is_empty());
}

fn refusal(path: &Path) -> String {
    let error = read(path).err().map(|error| error.to_string()).unwrap();
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

#[test]
fn files_of_others_are_refused_in_one_line() {
    let variant: Variant = "5x5".parse().unwrap();
    let desk = tempfile::tempdir().unwrap();
    let path = desk.path().join("file");
    let good = serde_json::to_string(&header(&variant, 1)).unwrap();
    let line = serde_json::to_string(&game(&variant, 1, 0)).unwrap();
    for (text, says) in [
        (String::new(), "file: the file is empty"),
        ("my notes".to_owned(), "file: no file of games: its first line has no end"),
        ("my notes\n".to_owned(), "file:1: no header of a file of games: "),
        ("{\"a\":1}\n".to_owned(), "file:1: no header of a file of games: "),
        (good.replace("cornerwise-games", "chess") + "\n", "file:1: the format is \"chess\""),
        (good.replace("\"version\":1", "\"version\":9") + "\n", "file:1: version 9 of the format"),
        (good.replace("5x5", "5x6") + "\n", "file:1: unknown variant"),
        (format!("{good}\n{{}}\n"), "file:2: missing field"),
        (format!("{good}\n{}\n", line.replacen("\"move\":\"", "\"move\":\"z", 1)), "file:2: \"z"),
        (format!("{good}\n{}\n", line.replace("\"turns\"", "\"terms\"")), "file:2: unknown field"),
        ("PAR1".to_owned(), "file: no whole Parquet file: "),
        ("PAR1 and something else".to_owned(), "file: no whole Parquet file: "),
    ] {
        fs::write(&path, &text).unwrap();
        let told = refusal(&path);
        assert!(told.contains(says), "{told}: {says}");
    }
    assert!(refusal(desk.path()).contains("directory"));
    assert!(refusal(&desk.path().join("nothing")).contains("nothing: "));
    // Half a line at the end is what a killed process leaves behind.
    fs::write(&path, format!("{good}\n{line}\n{}", &line[..40])).unwrap();
    assert_eq!(read(&path).unwrap(), [game(&variant, 1, 0)]);
}

/// Whatever happens to the bytes, there is an answer.
#[test]
fn damaged_parquet_files_are_read_or_refused() {
    let variant: Variant = "5x5".parse().unwrap();
    let games: Vec<SearchedGame> = (0..20).map(|number| game(&variant, 1, number)).collect();
    let desk = tempfile::tempdir().unwrap();
    let path = desk.path().join("file.parquet");
    write(&path, &header(&variant, 1), &games);
    let good = fs::read(&path).unwrap();
    for cut in (4..good.len()).step_by(97) {
        fs::write(&path, &good[..cut]).unwrap();
        assert!(refusal(&path).contains("no whole Parquet file"));
    }
    // Its length is told at the end.
    let end = good.len() - 8;
    let footer = u32::from_le_bytes(good[end..end + 4].try_into().unwrap()) as usize;
    for at in (4..good.len()).step_by(7) {
        let mut bytes = good.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(&path, bytes).unwrap();
        match read(&path) {
            // Something in the metadata that is not used, such as the name of the program.
            Ok(read) => assert!(at >= end - footer && read == games, "byte {at}"),
            Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
        }
    }
}

#[test]
fn wrong_games_are_found() {
    let variant: Variant = "6x6".parse().unwrap();
    let tables = Tables::new(variant.clone());
    let good = game(&variant, 5, 1);
    let at = good.turns.iter().position(|turn| turn.search.visits.len() > 1).unwrap();
    let says = |change: &dyn Fn(&mut SearchedGame), says: &str| {
        let mut game = good.clone();
        change(&mut game);
        let told = game.check(&tables).unwrap_err().to_string();
        assert!(told.contains(says), "{told}: {says}");
    };
    says(&|game| game.turns[1].mv = game.turns[0].mv, "move 2 (");
    says(&|game| drop(game.turns.pop()), "the game is not over after");
    says(&|game| game.opening = 99, "99 of them are the opening");
    says(&|game| game.opening = at + 1, "part of the opening, but was searched");
    says(&|game| game.turns[at].search.visits.swap(0, 1), "not in the order of the moves");
    says(&|game| game.turns[at].search.visits[0].0 = "a1".parse().unwrap(), "visits of a1");
    says(&|game| game.turns[at].search.values = Some(vec![0.5]), "1 values for 2 players");
    says(&|game| game.agents = vec![String::new(); 3], "3 agents for 2 players");
    says(&|game| game.scores[0] += 1, "the scores are not what the moves lead to");
    says(&|game| game.win_shares[1] += 0.5, "the shares of the win are not");
    says(&|game| game.turns[0].player = 1, "who moves is not");
    let empty = String::from(good.board.clone()).replace('2', "1").try_into();
    says(&|game| game.board = empty.clone().unwrap(), "the board is not");
}

/// The page has a row for every column, with its type.
#[test]
fn the_documentation_has_the_columns() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/20-datasets.md");
    let page = fs::read_to_string(page).unwrap();
    let rows = page.lines().skip_while(|line| !line.starts_with("| column |")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let told: Vec<(String, String)> = rows
        .map(|row| {
            let mut cells = row.split('|').skip(1).map(str::trim);
            let name = cells.next().unwrap().trim_matches('`');
            (name.to_owned(), cells.next().unwrap().to_owned())
        })
        .collect();
    let columns = COLUMNS.iter().map(|column| (column.name.to_owned(), column.kind.to_owned()));
    assert_eq!(told, columns.collect::<Vec<_>>());
}

#[test]
fn headers_say_what_was_played() {
    let variant: Variant = "duo".parse().unwrap();
    let text = serde_json::to_string(&header(&variant, 4)).unwrap();
    assert_eq!(
        text,
        r#"{"format":"cornerwise-games","version":1,"variant":"duo","series":[{"agents":["mcts"],"seed":4,"settings":{"random_plies":2}}]}"#
    );
    assert_eq!(serde_json::from_str::<Header>(&text).unwrap(), header(&variant, 4));
}
