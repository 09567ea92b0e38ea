//! Game records: what they mean, what is refused, and that nothing is lost on the way.

use std::sync::Arc;

use cornerwise_core::record::{NodeId, Problem, ReadError, Record};
use cornerwise_core::{Colour, Game, PlayError, Player, Ply, Position, Tables, Variant, game_rng};
use proptest::prelude::*;
use rand::RngExt;

fn record(text: &str) -> Record {
    let mut records = Record::read(text.as_bytes()).unwrap();
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn problem(text: &str) -> String {
    Record::read(text.as_bytes()).unwrap_err().to_string()
}

fn tables(record: &Record) -> Arc<Tables> {
    Tables::new(record.variant().clone())
}

/// The position at the end of the main line, or what is wrong on the way.
fn end(text: &str) -> Result<Position, String> {
    let record = record(text);
    let node = *record.main_line().last().unwrap();
    record.position_at(&tables(&record), node).map_err(|error| error.to_string())
}

fn colour(number: usize) -> Colour {
    Colour::from_index(number - 1)
}

#[test]
fn the_game_says_the_variant() {
    for (game, name) in [
        ("Blokus Duo", "duo"),
        ("blokus DUO", "duo"),
        ("Blokus", "classic"),
        ("Blokus Two-Player", "classic-2"),
        ("Blokus three-player", "classic-3"),
        ("Blokus 7x7", "7x7"),
        ("BLOKUS 10X10-4", "10x10-4"),
    ] {
        assert_eq!(record(&format!("(;GM[{game}])")).variant().name(), name);
    }
    for name in Variant::preset_names() {
        let empty = Record::new(name.parse().unwrap()).unwrap();
        assert_eq!(record(&empty.to_string()), empty);
    }
}

#[test]
fn user_defined_variants_travel_with_the_record() {
    let rules = "name = \"tiny\"\nboard = 5\nscoring = \"area\"\npieces = [\"1\", \"2\"]\n\
                 colours = [{ start = \"b4\" }, { start = \"d2\" }]\n";
    let variant = Variant::from_toml(rules).unwrap();
    let written = Record::new(variant.clone()).unwrap();
    assert_eq!(record(&written.to_string()).variant(), &variant);

    let area: Variant = "duo".parse().unwrap();
    let area = area.with_scoring(cornerwise_core::Scoring::Area);
    assert!(matches!(Record::new(area), Err(Problem::Variant(_))));
    assert!(problem("(;GM[Blokus Custom])").contains("VARIANT with its rules is missing"));
    assert_eq!(
        problem("(;GM[Blokus Custom]VARIANT[name = 3\\]])"),
        "line 1, node 0: VARIANT: line 1: unexpected key or value, expected newline, `#`"
    );
}

#[test]
fn other_games_are_refused() {
    assert_eq!(
        problem("(;FF[4])"),
        "line 1, node 0: the property GM with the name of the game is missing"
    );
    for game in ["1", "Blokus Trigon", "Blokus 1x1", "Blokus 21x21", "", "Blokusduo", "Blöküs X"]
    {
        let message = problem(&format!("(;GM[{game}])"));
        assert!(message.starts_with(&format!("line 1, node 0: unknown game \"{game}\"")));
    }
}

#[test]
fn moves_are_read_in_every_way_they_are_written() {
    for text in [
        "(;GM[Blokus Duo];B[f9,e10,f10,g10,f11])",
        "(;GM[Blokus Duo];1[F11,g10,f10,e10,f9])",
        "(;GM[Blokus Duo];BLUE[f9][e10][f10][g10][f11])",
        "(;GM[Blokus Duo];BLACK[f9, e10, f10, g10, f11])",
    ] {
        let mut read = record(text);
        let node = read.main_line()[1];
        let (by, ply) = read.ply(node).unwrap();
        assert_eq!((by, ply.to_string().as_str()), (colour(1), "f9,e10,f10,g10,f11"));
        read.normalise();
        assert_eq!(read.to_string(), "(;GM[Blokus Duo]\n;B[f9,e10,f10,g10,f11])\n");
    }
    for (text, colours) in [
        ("(;GM[Blokus];BLUE[a20];YELLOW[t20];RED[t1];GREEN[a1])", 4),
        ("(;GM[Blokus];B[a20];2[t20];3[t1];4[a1])", 4),
        ("(;GM[Blokus Duo];B[e10];GREEN[j5])", 2),
        ("(;GM[Blokus 7x7-3];1[a7];2[g7];3[g1])", 3),
    ] {
        let position = end(text).unwrap();
        assert_eq!(position.moves_played(), colours);
        assert_eq!(position.to_play(), Some(colour(1)));
    }
}

#[test]
fn ill_written_moves_are_refused() {
    assert_eq!(
        problem("(;GM[Blokus Duo]\n;B[e10]\n;W[j5,k6])"),
        "line 3, node 2: W: the cells j5,k6 do not form a piece"
    );
    assert_eq!(
        problem("(;GM[Blokus Duo]\n;B[e10,e21])"),
        "line 2, node 1: B: \"e21\" is not a cell; cells are a1 to t20"
    );
    assert_eq!(
        problem("(;GM[Blokus Duo];3[e10])"),
        "line 1, node 1: 3 names no colour of this game"
    );
    assert_eq!(
        problem("(;GM[Blokus Duo];B[e10]W[j5])"),
        "line 1, node 1: W is a second move in one node"
    );
    assert_eq!(
        problem("(;GM[Blokus Duo]AB[e10][])"),
        "line 1, node 0: AB: \"\" is not a cell; cells are a1 to t20"
    );
    assert_eq!(
        problem("(;GM[Blokus Duo]PL[R])"),
        "line 1, node 0: PL[R] names no colour of this game"
    );
}

#[test]
fn illegal_moves_say_which_node_and_cell() {
    for (moves, message) in [
        (
            ";B[e10]\n;W[j5]\n;B[e11]",
            "line 4, node 3: colour 1, e11: colour 1 has already used piece 1",
        ),
        (
            ";B[e10]\n;W[j5]\n;B[d12,e12]",
            "line 4, node 3: colour 1, d12,e12: at d12 the piece touches no piece of colour 1 at a \
             corner",
        ),
        (
            ";B[e10]\n;B[f11,g11]",
            "line 3, node 2: colour 1, f11,g11: it is colour 2's turn, not colour 1's",
        ),
        (";W[j5]", "line 2, node 1: colour 2, j5: it is colour 1's turn, not colour 2's"),
        (";B[t20]", "line 2, node 1: colour 1, t20: t20 is off the 14x14 board"),
        (";B[]", "line 2, node 1: colour 1, pass: colour 1 has a legal move and may not pass"),
        (";W[pass]", "line 2, node 1: colour 2, pass: it is colour 1's turn, not colour 2's"),
    ] {
        assert_eq!(end(&format!("(;GM[Blokus Duo]\n{moves})")).unwrap_err(), message);
    }
}

#[test]
fn forced_passes_may_be_written_or_left_out() {
    // The second colour walls itself in with its first piece, and the first one plays on alone.
    let game = |first: &str, second: &str| {
        end(&format!("(;GM[Blokus 4x4];B[a4];W[a1,b1,c1,d1];B[b2,b3]{first};B[d3,c4,d4]{second})"))
    };
    let bare = game("", "").unwrap();
    assert!(bare.is_over());
    for passes in [";W[]", ";W[pass]", ";2[Pass]C[oh no]"] {
        assert_eq!(game(passes, "").unwrap(), bare);
        assert_eq!(game(passes, ";W[];B[]").unwrap(), bare);
    }
    assert_eq!(game("", ";B[a2]").unwrap_err(), "line 1, node 5: colour 1, a2: the game is over");
}

#[test]
fn pieces_are_set_up_and_removed() {
    let root = "(;GM[Blokus Duo]AB[a1,a2][c3,c4,c5]AW[n14]PL[W]";
    let position = end(&format!("{root})")).unwrap();
    assert_eq!(position.to_play(), Some(colour(2)));
    assert_eq!(position.placements(colour(1)).len(), 2);
    assert_eq!(position.area(colour(2)), 1);

    let position = end(&format!("{root};W[l13,m13];B[d6];AE[c3,c4,c5]AW[h8,h9,h10])")).unwrap();
    assert_eq!(position.to_play(), Some(colour(2)));
    assert_eq!(position.area(colour(1)), 3);
    assert_eq!(position.area(colour(2)), 6);

    assert_eq!(
        end(&format!("{root}\n;AE[a1])")).unwrap_err(),
        "line 2, node 1: AE: no piece covers exactly a1"
    );
    assert_eq!(
        end("(;GM[Blokus Duo]AB[a1,a2]A2[a2,a3])").unwrap_err(),
        "line 1, node 0: set-up: a2 is occupied by colour 1"
    );
    assert_eq!(end("(;GM[Blokus Duo]PL[W];W[j5])").unwrap().to_play(), Some(colour(1)));
}

#[test]
fn set_up_games_are_no_lists_of_moves() {
    let set_up = record("(;GM[Blokus Duo]AB[a1,a2])");
    let error = set_up.moves(&tables(&set_up)).unwrap_err();
    assert_eq!(error.problem, Problem::HasSetUp);
    // What a variation sets up does not touch the main line.
    let beside = record("(;GM[Blokus Duo](;B[e10])(;AB[a1,a2]))");
    assert_eq!(beside.moves(&tables(&beside)).unwrap().len(), 1);
}

#[test]
fn players_have_names() {
    for (game, identifiers) in [
        ("Blokus Duo", &["PB", "PW"][..]),
        ("Blokus Two-Player", &["PB", "PW"]),
        ("Blokus Three-Player", &["P1", "P2", "P3"]),
        ("Blokus", &["P1", "P2", "P3", "P4"]),
    ] {
        let names: Vec<String> =
            identifiers.iter().map(|id| format!("{id}[the {id}\\]]")).collect();
        let read = record(&format!("(;GM[{game}]{})", names.concat()));
        let mut written = Record::new(read.variant().clone()).unwrap();
        for (player, id) in read.variant().players().zip(identifiers) {
            assert_eq!(read.player_name(player), Some(format!("the {id}]")));
            written.set_player_name(player, &format!("the {id}]"));
        }
        assert_eq!(written, read);
    }
    let numbered = record("(;GM[Blokus Duo]P2[Bob])");
    assert_eq!(numbered.player_name(Player::from_index(1)).as_deref(), Some("Bob"));
}

#[test]
fn the_properties_of_the_game_are_not_set_by_hand() {
    let mut record = record("(;GM[Blokus Duo])");
    for identifier in ["GM", "B", "4", "AB", "A3", "AE", "PL", "VARIANT", "GREEN", "", "D T", "ä"]
    {
        let reserved = Err(Problem::Reserved(identifier.to_owned()));
        assert_eq!(record.set_property(record.root(), identifier, "x"), reserved);
    }
    record.set_property(record.root(), "DT", "2024-02-29").unwrap();
    record.set_property(record.root(), "DT", "2025").unwrap();
    assert_eq!(record.to_string(), "(;GM[Blokus Duo]DT[2025])\n");
}

#[test]
fn nodes_are_found_by_the_number_of_moves() {
    let record =
        record("(;GM[Blokus Duo];C[hello];B[e10];C[well];W[j5](;B[d11,d12])(;B[f11,f12]))");
    let line = record.main_line();
    assert_eq!(record.node_after(0), Some(line[0]));
    assert_eq!(record.node_after(1), Some(line[2]));
    assert_eq!(record.node_after(3), Some(line[5]));
    assert_eq!(record.node_after(4), None);
}

#[test]
fn games_become_records() {
    let tables = Tables::new("10x10-4".parse().unwrap());
    let (moves, position) = random_game(&tables, 3, usize::MAX);
    let record = Record::of_game(&tables, &moves).unwrap();
    assert_eq!(record.moves(&tables).unwrap(), moves);
    let end = *record.main_line().last().unwrap();
    assert_eq!(record.position_at(&tables, end).unwrap(), position);

    let error = Record::of_game(&tables, &[moves[0], moves[0]]).unwrap_err();
    assert_eq!(error.node, 2);
    assert!(matches!(error.problem, Problem::Play { error: PlayError::Occupied { .. }, .. }));
}

#[test]
fn games_are_the_same_after_the_way_through_a_file() {
    for name in ["duo", "classic", "classic-2", "classic-3", "5x5", "7x7-3"] {
        let tables = Tables::new(name.parse().unwrap());
        let mut rng = game_rng(5, 0);
        let mut start = Position::new(&tables);
        for begun in [0, 3] {
            for _ in 0..begun {
                start.play(start.sample_move(&mut rng).unwrap()).unwrap();
            }
            let mut game = Game::new(start.clone());
            for at in 0..6 {
                let first = colour(1 + at % 2);
                let colour = game
                    .position()
                    .with_turn(first)
                    .map_or(game.position().to_play(), |_| Some(first));
                let Some(colour) = colour else { break };
                let (mv, _) = game.position().sample_move_of(colour, &mut rng).unwrap();
                game.play_as(colour, mv).unwrap();
            }
            let text = Record::of(&game).unwrap().to_string();
            let read = record(&text);
            let again = read.game_at(&tables, *read.main_line().last().unwrap()).unwrap();
            assert_eq!(again.position().hash(), game.position().hash(), "{text}");
            assert_eq!(again.start().hash(), game.start().hash(), "{text}");
            assert!(again.placements().eq(game.placements()), "{text}");
        }
    }
}

#[test]
fn absurd_files_are_refused_or_read() {
    let moves = ";B[e10]".repeat(1_000_000);
    assert!(problem(&format!("(;GM[Blokus Duo]{moves})")).ends_with("more than 200000 nodes"));
    let deep = "(;C[x]".repeat(150_000) + &")".repeat(150_000);
    let record = record(&format!("(;GM[Blokus Duo]{deep})"));
    let end = *record.main_line().last().unwrap();
    assert!(record.position_at(&tables(&record), end).is_ok());
    let binary: Vec<u8> = (0..=255).cycle().take(4096).collect();
    assert!(matches!(Record::read(&binary), Err(ReadError::Syntax(_))));
}

/// At most this many random moves from the start.
fn random_game(
    tables: &Arc<Tables>,
    seed: u64,
    most: usize,
) -> (Vec<cornerwise_core::Move>, Position) {
    let (mut position, mut moves) = (Position::new(tables), Vec::new());
    let mut rng = game_rng(seed, 0);
    while moves.len() < most
        && let Some(mv) = position.sample_move(&mut rng)
    {
        position.play(mv).unwrap();
        moves.push(mv);
    }
    (moves, position)
}

fn variants() -> impl Strategy<Value = Variant> {
    let names = ["duo", "classic", "classic-2", "classic-3", "2x2", "5x5", "7x7-3", "9x9-4"];
    let presets = names.map(|name| name.parse().unwrap());
    let custom = Variant::from_toml(
        "name = \"odd\"\nboard = 9\nscoring = \"advanced\"\npieces = [\"1\", \"X\", \"V3\", \"L5\"]\n\
         colours = [{ start = \"b8\" }, { start = \"h2\", owner = 2 }, { start = \"e5\", owner = 2 }]",
    );
    let mut all: Vec<Variant> = presets.to_vec();
    all.push(custom.unwrap());
    proptest::sample::select(all)
}

/// A record grown at random: each step adds a legal move to a node, old or new, and maybe a comment.
fn grow(variant: Variant, seed: u64, comments: &[String]) -> (Record, Vec<(NodeId, Position)>) {
    let mut rng = game_rng(seed, 1);
    let mut record = Record::new(variant.clone()).unwrap();
    let mut nodes = vec![(record.root(), Position::start(variant))];
    for comment in comments {
        let from =
            if rng.random_bool(0.7) { nodes.len() - 1 } else { rng.random_range(0..nodes.len()) };
        let (parent, position) = nodes[from].clone();
        let Some(mv) = position.sample_move(&mut rng) else { continue };
        let node = record.add_ply(parent, position.to_play().unwrap(), Ply::Move(mv));
        if rng.random_bool(0.5) {
            record.set_comment(node, comment);
        }
        if rng.random_bool(0.2) {
            record.set_property(node, "XQ7", comment).unwrap();
        }
        let mut after = position;
        after.play(mv).unwrap();
        nodes.push((node, after));
    }
    (record, nodes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn records_survive_being_written(
        variant in variants(),
        seed: u64,
        comments in prop::collection::vec(any::<String>(), 0..60),
        name: String,
    ) {
        let (mut written, nodes) = grow(variant, seed, &comments);
        written.set_player_name(Player::from_index(1), &name);
        let read = record(&written.to_string());
        prop_assert_eq!(&read, &written);
        prop_assert_eq!(read.to_string(), written.to_string());
        let tables = tables(&written);
        for (node, position) in nodes {
            prop_assert_eq!(written.position_at(&tables, node).unwrap(), position);
        }
        // The same nodes in the order of writing say the same.
        for (read_node, node) in read.tree().nodes().zip(written.tree().nodes()) {
            prop_assert_eq!(read.ply(read_node), written.ply(node));
            prop_assert_eq!(read.comment(read_node), written.comment(node));
            read.position_at(&tables, read_node).unwrap();
        }
        let mut normal = read.clone();
        normal.normalise();
        prop_assert_eq!(normal, read);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = Record::read(&bytes);
    }

    #[test]
    fn damaged_records_are_read_or_refused(
        seed: u64,
        at: prop::sample::Index,
        bytes in prop::collection::vec(any::<u8>(), 0..4),
    ) {
        let (record, _) = grow("7x7-3".parse().unwrap(), seed, &vec!["]\\".to_owned(); 20]);
        let mut text = record.to_string().into_bytes();
        let at = at.index(text.len());
        text.splice(at..(at + 2).min(text.len()), bytes);
        if let Ok(records) = Record::read(&text) {
            prop_assert_eq!(Record::read(Record::write(&records).as_bytes()).unwrap(), records);
        }
    }
}
