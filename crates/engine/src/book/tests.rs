use cornerwise_core::{Game, game_rng};

use super::*;
use crate::budget::Stop;
use crate::registry::{Registry, agent};
use crate::turn::Turn;

fn made(variant: &str, plies: usize, width: usize) -> Book {
    let recipe =
        Recipe { variant: variant.to_owned(), agent: "mcts:sims=200".to_owned(), width, seed: 3 };
    let mut book = Book::new(recipe, &Tables::new(variant.parse().unwrap()));
    let stop = Stop::default();
    let search = BookSearch { plies, stop: &stop };
    assert!(search.run(&Registry::default(), &mut book, |_| Ok::<_, ()>(())).unwrap());
    book
}

#[test]
fn a_book_is_read_as_it_was_written() {
    for variant in ["7x7", "10x10-3", "classic-3"] {
        let book = made(variant, 2, 3);
        assert!(book.pages().len() >= 2, "{variant}");
        let read = Book::read(&book.to_string()).unwrap();
        assert_eq!(read.recipe(), book.recipe());
        assert_eq!(read.pages(), book.pages());
    }
}

#[test]
fn a_book_goes_on_where_it_was_interrupted() {
    let whole = made("7x7", 3, 2);
    for pages in [0, 1, 3] {
        let mut part = Book::read(&made("7x7", 1, 2).to_string()).unwrap();
        let stop = Stop::default();
        let search = BookSearch { plies: 3, stop: &stop };
        let watch = |book: &Book| {
            if book.pages().len() > pages {
                stop.raise();
            }
            Ok::<_, ()>(())
        };
        assert!(!search.run(&Registry::default(), &mut part, watch).unwrap());
        assert!(part.pages().len() < whole.pages().len());
        stop.reset();
        let search = BookSearch { plies: 3, stop: &stop };
        assert!(search.run(&Registry::default(), &mut part, |_| Ok::<_, ()>(())).unwrap());
        assert_eq!(part.pages(), whole.pages());
    }
}

#[test]
fn no_position_of_a_book_has_two_moves_to_the_same_one() {
    let book = made("7x7", 2, 5);
    for page in book.pages() {
        let total: u32 = page.moves.iter().map(|&(_, weight)| weight).sum();
        assert!((995..=1005).contains(&total) && page.moves.len() <= 5, "{page:?}");
        let mut identities: Vec<u64> = page
            .moves
            .iter()
            .map(|&(mv, _)| book.symmetries.identity(&[&page.line[..], &[mv]].concat()))
            .collect();
        identities.sort_unstable();
        identities.dedup();
        assert_eq!(identities.len(), page.moves.len());
    }
}

#[test]
fn mirrored_games_get_mirrored_moves() {
    let book = made("7x7", 2, 3);
    let tables = book.symmetries.tables();
    let line = &book.pages()[1].line;
    let images: Vec<(Symmetry, u64)> = book.symmetries.images(line).collect();
    assert_eq!(images.len(), 2);
    for (symmetry, _) in images {
        let line: Vec<Move> = line.iter().map(|&mv| symmetry.placement(mv, 7)).collect();
        let mut position = Position::new(tables);
        for &mv in &line {
            position.play(mv).unwrap();
        }
        let moves = book.moves(&position, &line, &mut game_rng(1, 1)).unwrap();
        let expected: Vec<(Move, u32)> = book.pages()[1]
            .moves
            .iter()
            .map(|&(mv, weight)| (symmetry.placement(mv, 7), weight))
            .collect();
        assert_eq!(moves, expected);
        // Nobody knows how it came about, or it did otherwise.
        assert_eq!(book.moves(&position, &[], &mut game_rng(1, 1)), None);
    }
    let other = Position::start("7x7-3".parse().unwrap());
    assert_eq!(book.moves(&other, &[], &mut game_rng(1, 1)), None);
}

#[test]
fn moves_are_drawn_by_their_weights() {
    let moves = Position::start("7x7".parse().unwrap()).legal_moves();
    let choice = [(moves[0], 300), (moves[1], 100)];
    let mut rng = game_rng(1, 2);
    let first = (0..4000).filter(|_| draw(&choice, &mut rng) == moves[0]).count();
    assert!((2880..3120).contains(&first), "{first}");
}

#[test]
fn an_agent_begins_by_its_book_and_goes_on_without() {
    let file = std::env::temp_dir().join(format!("cornerwise-book-{}.txt", std::process::id()));
    let book = made("7x7", 2, 4);
    std::fs::write(&file, book.to_string()).unwrap();
    let spec = format!("mcts:sims=20,book=\"{}\"", file.display());
    let stop = Stop::default();
    let mut openings = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let mut agent = agent(&spec).unwrap();
        let mut game = Game::new(Position::start("7x7".parse().unwrap()));
        for ply in 0..4 {
            let decision = Turn::new(&game, seed, &stop).ask(agent.as_mut()).unwrap();
            assert_eq!(decision.counters.simulations == 0, ply < 2, "{ply}");
            game.play(decision.mv).unwrap();
        }
        openings.insert(game.moves()[..2].to_vec());
    }
    std::fs::remove_file(&file).unwrap();
    assert!(openings.len() > 3, "{openings:?}");
}

#[test]
fn a_wrong_book_is_refused_with_its_line() {
    let head = "# A book.\nvariant 5x5\nagent largest\nwidth 2\nseed 1\n";
    for (text, says) in [
        ("variant 5x5\nagent x", "line 3: expected \"width\" and its value"),
        ("variant 5x5\n\nwidth 2", "line 3: expected \"agent\" and its value"),
        ("variant 1x1\nagent x\nwidth 2\nseed 3", "line 1: "),
        ("variant 5x5\nagent x\nwidth two\nseed 3", "line 3: "),
        ("a5", "line 6: there is no colon"),
        (": a5", "line 6: \"a5\" is not a move and its weight"),
        (": a5 0", "line 6: \"0\" is not a weight from 1 on"),
        (": c3 1", "line 6: c3: "),
        (": a5 1; a5 2", "line 6: a5 is there twice"),
        (": a5 1\na5: e1 1\na5: e1,d1 1", "line 8: the position has a line already"),
        ("a5; a5: e1 1", "line 6: a5: "),
        (": z9 1", "line 6: \"z9\" is not a cell"),
    ] {
        let text = if text.contains("variant") { text.to_owned() } else { format!("{head}{text}") };
        let error = Book::read(&text).err().unwrap_or_else(|| panic!("{text}")).to_string();
        assert!(error.starts_with(says), "{error}");
    }
    assert_eq!(Book::read(head).unwrap().pages().len(), 0);
}

#[test]
fn every_stored_book_is_of_its_variant() {
    for stored in &STORED {
        let variant: Variant = stored.variant.parse().unwrap();
        let book = Book::stored(&variant).unwrap();
        assert_eq!(book.variant(), &variant);
        assert!(!book.pages().is_empty(), "{}", stored.variant);
    }
    assert!(Book::stored(&"7x7".parse().unwrap()).is_none());
}
