//! The perft suites in `data/`.

use cornerwise_core::{Generator, Ply, Position, perft};

/// Variant, depth and count, from the start of the game. Made by an independent program.
const STARTS: &str = include_str!("../../../data/perft.csv");
/// Positions from games, with depths and counts.
const POSITIONS: &str = include_str!("../../../data/positions.perft");

/// The largest counts that the slower generators make in a few seconds together.
const CORNER_LIMIT: u64 = 500_000;
const NAIVE_LIMIT: u64 = 20_000;

struct Row {
    /// Where it stands, for the message.
    name: String,
    position: Position,
    depth: usize,
    count: u64,
}

fn start_rows() -> Vec<Row> {
    let rows = STARTS.lines().skip(1).map(|line| {
        let [variant, depth, count] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line}: not three fields");
        };
        Row {
            name: format!("{variant} at depth {depth}"),
            position: Position::start(variant.parse().unwrap()),
            depth: depth.parse().unwrap(),
            count: count.parse().unwrap(),
        }
    });
    rows.collect()
}

fn position_rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let mut id = "";
    let mut position = None;
    for line in POSITIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (key, value) = line.split_once(' ').unwrap();
        match key {
            "id" => id = value,
            "variant" => position = Some(Position::start(value.parse().unwrap())),
            "moves" => {
                let plies: Vec<Ply> = value.split(' ').map(|ply| ply.parse().unwrap()).collect();
                let position = position.as_mut().expect("the variant comes first");
                position.play_plies(&plies).unwrap_or_else(|error| panic!("{id}: {error:?}"));
            }
            "perft" => {
                let (depth, count) = value.split_once(' ').unwrap();
                rows.push(Row {
                    name: format!("{id} at depth {depth}"),
                    position: position.clone().expect("the variant comes first"),
                    depth: depth.parse().unwrap(),
                    count: count.parse().unwrap(),
                });
            }
            _ => panic!("{line}: not a line of a perft suite"),
        }
    }
    rows
}

fn check(rows: &[Row], generator: Generator) {
    for Row { name, position, depth, count } in rows {
        assert_eq!(perft(position, *depth, generator), *count, "{name}, {generator} generator");
    }
}

fn rows_up_to(limit: u64) -> Vec<Row> {
    let rows = start_rows().into_iter().chain(position_rows());
    rows.filter(|row| row.count <= limit).collect()
}

#[test]
fn the_fast_generator_reproduces_the_suite_of_starts() {
    let rows = start_rows();
    assert!(rows.len() >= 47);
    check(&rows, Generator::Fast);
}

#[test]
fn the_fast_generator_reproduces_the_suite_of_positions() {
    let rows = position_rows();
    assert!(rows.len() >= 127);
    check(&rows, Generator::Fast);
}

#[test]
fn the_naive_generator_reproduces_small_rows() {
    check(&rows_up_to(NAIVE_LIMIT), Generator::Naive);
}

#[test]
fn the_corner_generator_reproduces_small_rows() {
    check(&rows_up_to(CORNER_LIMIT), Generator::Corner);
}
