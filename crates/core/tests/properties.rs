//! Invariants of the rules core on random positions of random variants.

use std::collections::BTreeSet;
use std::sync::Arc;

use cornerwise_core::{
    Cell, CellSet, Colour, Generator, Move, Owner, Piece, PieceSet, PlayError, Player, Ply,
    Position, PositionStack, Scoring, Seat, Symmetry, Tables, Variant, game_rng,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// A preset, or a variant of any size, starts, piece set and owners.
fn any_variant() -> impl Strategy<Value = Variant> {
    let presets: Vec<String> = Variant::preset_names().collect();
    let preset = select(presets).prop_map(|name| name.parse().expect("a preset's name"));
    let custom = (2_usize..=20, 2_usize..=4, any::<[Index; 4]>(), 1_u32..1 << Piece::COUNT)
        .prop_filter_map("start cells must differ", |(size, colours, starts, pieces)| {
            let cells: Vec<Cell> = CellSet::board(size).iter().collect();
            let owner = |colour| Owner::Player(Player::from_index(colour));
            let seats = (0..colours)
                .map(|i| Seat { start: *starts[i].get(&cells), owner: owner(i) })
                .collect();
            let pieces: PieceSet = Piece::all().filter(|p| pieces >> p.index() & 1 != 0).collect();
            Variant::new("custom", size, seats, pieces, Scoring::Advanced).ok()
        });
    prop_oneof![preset, custom]
}

/// A position that uniformly random play reaches after up to this many moves.
fn any_position() -> impl Strategy<Value = Position> {
    (any_variant(), any::<u64>(), 0_usize..60).prop_map(|(variant, seed, moves)| {
        let mut position = Position::start(variant);
        let mut rng = game_rng(seed, 0);
        for _ in 0..moves {
            let Some(mv) = position.sample_move(&mut rng) else { break };
            position.play(mv).expect("a sampled move is legal");
        }
        position
    })
}

fn moves_of(position: &Position, colour: Colour, generator: Generator) -> Vec<Move> {
    let mut moves = Vec::new();
    generator.list(position, colour, &mut moves);
    moves
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_generators_agree(position in any_position()) {
        for colour in position.variant().colours() {
            let oracle = moves_of(&position, colour, Generator::Naive);
            for generator in Generator::ALL {
                prop_assert_eq!(&moves_of(&position, colour, generator), &oracle, "{}", generator);
                prop_assert_eq!(generator.count(&position, colour), oracle.len());
            }
            prop_assert_eq!(position.has_move(colour), !oracle.is_empty());
        }
    }

    #[test]
    fn legal_is_what_the_list_holds(position in any_position()) {
        for colour in position.variant().colours() {
            let listed: BTreeSet<Move> =
                moves_of(&position, colour, Generator::Fast).into_iter().collect();
            for &mv in position.tables().placements() {
                prop_assert_eq!(position.is_legal_for(colour, mv), listed.contains(&mv));
                prop_assert_eq!(position.check(colour, mv).is_ok(), listed.contains(&mv));
            }
        }
    }

    #[test]
    fn the_colour_to_play_can_move(position in any_position()) {
        match position.to_play() {
            Some(colour) => prop_assert!(position.has_move(colour)),
            None => {
                for colour in position.variant().colours() {
                    prop_assert!(!position.has_move(colour));
                }
            }
        }
    }

    #[test]
    fn a_refused_move_changes_nothing(position in any_position(), choice in any::<Index>()) {
        let mut tried = position.clone();
        let mv = *choice.get(position.tables().placements());
        let legal = position.is_legal(mv);
        let result = tried.play(mv);
        prop_assert_eq!(result.is_ok(), legal);
        if !legal {
            prop_assert_eq!(tried, position);
        }
    }

    #[test]
    fn going_back_restores_every_field(position in any_position(), seed in any::<u64>()) {
        let mut rng = game_rng(seed, 0);
        let mut line = PositionStack::new(position.clone());
        for _ in 0..2 {
            while let Some(mv) = line.position().sample_move(&mut rng) {
                line.push(mv);
            }
            while line.depth() > 0 {
                line.pop();
            }
            prop_assert_eq!(line.position(), &position);
        }
    }

    #[test]
    fn a_copy_equals_its_original(position in any_position(), other in any_position()) {
        let mut copy = other;
        copy.clone_from(&position);
        prop_assert_eq!(&copy, &position);
        let mut same_tables = Position::new(position.tables());
        same_tables.clone_from(&position);
        prop_assert_eq!(&same_tables, &position);
    }

    /// Everything that moves update step by step is what the pieces on the board say.
    #[test]
    fn incremental_is_from_scratch(position in any_position()) {
        let variant = position.variant();
        let size = variant.size();
        let mut occupied = CellSet::EMPTY;
        for colour in variant.colours() {
            let own = position.cells(colour);
            prop_assert!((occupied & own).is_empty(), "no cell has two owners");
            occupied |= own;
            let placements = position.placements(colour);
            let covered: CellSet = placements.iter().flat_map(|mv| mv.cells()).collect();
            prop_assert_eq!(covered, own);
            let used: PieceSet = placements.iter().map(|mv| mv.piece()).collect();
            prop_assert_eq!(used.len(), placements.len(), "no piece is used twice");
            for piece in variant.pieces().iter() {
                prop_assert_ne!(used.contains(piece), position.pieces(colour).contains(piece));
            }
            prop_assert_eq!(position.area(colour) as usize, own.len());
            prop_assert_eq!(position.placed_count(colour), placements.len());
        }
        prop_assert_eq!(position.occupied(), occupied);
        for colour in variant.colours() {
            let own = position.cells(colour);
            let locked = occupied | own.edge_neighbours(size);
            prop_assert_eq!(position.locked_cells(colour), locked);
            let start: CellSet = [variant.start(colour)].into_iter().collect();
            let near = if own.is_empty() { start } else { own.diagonal_neighbours(size) };
            prop_assert_eq!(position.corner_cells(colour), near - locked);
            let reached = position.influence_cells(colour);
            prop_assert!((reached & locked).is_empty());
            for mv in moves_of(&position, colour, Generator::Fast) {
                prop_assert!((mv.cell_set() - reached).is_empty(), "moves stay within influence");
            }
        }
    }

    /// Setting up the pieces in one go gives the position that the moves gave.
    #[test]
    fn set_up_equals_play(position in any_position()) {
        let variant = position.variant();
        let pieces: Vec<_> = variant
            .colours()
            .flat_map(|c| position.placements(c).into_iter().map(move |mv| (c, mv)))
            .collect();
        let to_play = position.to_play().unwrap_or(Colour::from_index(0));
        let set_up = Position::set_up(position.tables(), pieces, to_play).unwrap();
        prop_assert_eq!(set_up.to_play(), position.to_play());
        for colour in variant.colours() {
            prop_assert_eq!(
                moves_of(&set_up, colour, Generator::Fast),
                moves_of(&position, colour, Generator::Naive)
            );
            prop_assert_eq!(set_up.corner_cells(colour), position.corner_cells(colour));
        }
    }

    #[test]
    fn symmetries_commute_with_play(
        variant in any_variant(),
        seed in any::<u64>(),
        symmetry in (0..Symmetry::COUNT).prop_map(Symmetry::from_index),
    ) {
        let size = variant.size();
        let turned_tables = Tables::new(variant.clone().turned(symmetry));
        let mut position = Position::start(variant);
        let mut turned = Position::new(&turned_tables);
        let mut rng = game_rng(seed, 0);
        while let Some(mv) = position.sample_move(&mut rng) {
            let image = symmetry.placement(mv, size);
            let cells: CellSet = mv.cells().map(|cell| symmetry.cell(cell, size)).collect();
            prop_assert_eq!(image.cell_set(), cells);
            prop_assert_eq!(symmetry.inverse().placement(image, size), mv);
            position.play(mv).unwrap();
            turned.play(image).unwrap();
            prop_assert_eq!(turned.to_play(), position.to_play());
            for colour in position.variant().colours() {
                prop_assert_eq!(turned.count_moves_of(colour), position.count_moves_of(colour));
                prop_assert_eq!(turned.advanced_score(colour), position.advanced_score(colour));
            }
        }
        prop_assert!(turned.is_over());
    }

    /// The hash forgets the order of moves: pieces of different colours are played in another order
    /// by giving each colour its own list and merging them again.
    #[test]
    fn transpositions_have_equal_hashes(seed in any::<u64>()) {
        let mut first = Position::start("duo".parse().unwrap());
        let mut rng = game_rng(seed, 0);
        let mut moves = Vec::new();
        for _ in 0..6 {
            let mv = first.sample_move(&mut rng).expect("a duo game is longer");
            first.play(mv).unwrap();
            moves.push(mv);
        }
        // Swap the second and third move of the first colour, if that is legal.
        let mut other = Position::new(first.tables());
        let swapped = [0, 1, 4, 3, 2, 5].map(|i: usize| Ply::Move(moves[i]));
        if other.play_plies(&swapped).is_ok() {
            prop_assert_eq!(other.hash(), first.hash());
        }
        let mut shorter = Position::new(first.tables());
        let mut seen = BTreeSet::from([shorter.hash()]);
        for mv in moves {
            shorter.play(mv).unwrap();
            prop_assert!(seen.insert(shorter.hash()), "positions of a game differ");
        }
    }

    #[test]
    fn moves_survive_writing_and_reading(position in any_position()) {
        for &mv in position.tables().placements() {
            let text = mv.to_string();
            let json = serde_json::to_string(&mv).unwrap();
            prop_assert_eq!(&json, &format!("\"{text}\""));
            prop_assert_eq!(serde_json::from_str::<Move>(&json).unwrap(), mv);
            prop_assert_eq!(text.parse(), Ok(mv));
            let mut words: Vec<_> = text.split(',').collect();
            words.reverse();
            prop_assert_eq!(words.join(" , ").to_uppercase().parse(), Ok(mv));
            prop_assert_eq!(Move::from_index(mv.index()), Some(mv));
        }
        let placements = position.tables().placements();
        for (number, &mv) in placements.iter().enumerate() {
            prop_assert_eq!(position.tables().placement_number(mv), Some(number));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        let _ = text.parse::<Move>();
        let _ = text.parse::<Cell>();
        let _ = text.parse::<Variant>();
        let _ = Variant::from_toml(&text);
    }
}

#[test]
fn sampling_is_uniform() {
    let mut position = Position::start("duo".parse().unwrap());
    let mut rng = game_rng(3, 0);
    while position.count_moves() > 40 {
        let mv = position.sample_move(&mut rng).unwrap();
        position.play(mv).unwrap();
    }
    let moves = position.legal_moves();
    assert!(moves.len() > 1);
    let draws = 1000 * moves.len();
    let mut counts = vec![0_u32; moves.len()];
    for _ in 0..draws {
        let mv = position.sample_move(&mut rng).unwrap();
        counts[moves.binary_search(&mv).expect("a sampled move is listed")] += 1;
    }
    let chi2: f64 = counts.iter().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
    let freedom = (moves.len() - 1) as f64;
    // Five standard deviations of the χ² distribution.
    assert!(chi2 < freedom + 5.0 * (2.0 * freedom).sqrt(), "χ² is {chi2} for {freedom} degrees");
}

#[test]
fn playouts_are_games() {
    let tables = Tables::new("classic-3".parse().unwrap());
    for seed in 0..20 {
        let mut fast = Position::new(&tables);
        let mut seen = Vec::new();
        let played = fast.playout_counting(&mut game_rng(seed, 0), |count| seen.push(count));
        assert_eq!((seen.len(), fast.moves_played()), (played, played));
        assert!(fast.is_over() && fast.variant().colours().all(|c| !fast.has_move(c)));
        // The same numbers choose the same moves when they are played one by one.
        let mut slow = Position::new(&tables);
        let mut rng = game_rng(seed, 0);
        for count in seen {
            assert_eq!(slow.count_moves(), count);
            let mv = slow.sample_move(&mut rng).unwrap();
            slow.play(mv).unwrap();
        }
        assert_eq!(slow, fast);
    }
}

#[test]
fn first_moves_and_placements_are_as_many_as_known() {
    for (name, first, placements) in [("duo", 414, 13_729), ("classic", 58, 30_433)] {
        let position = Position::start(name.parse().unwrap());
        assert_eq!(position.count_moves(), first);
        assert_eq!(position.tables().placements().len(), placements);
    }
}

#[test]
fn each_broken_rule_is_named() {
    let position = |moves: &str| -> Position {
        let mut position = Position::start("duo".parse().unwrap());
        let plies: Vec<Ply> =
            moves.split(';').filter(|m| !m.is_empty()).map(|m| m.parse().unwrap()).collect();
        position.play_plies(&plies).unwrap();
        position
    };
    let error = |moves: &str, mv: &str| -> String {
        let before = position(moves);
        let mut after = before.clone();
        let error = after.play(mv.parse().unwrap()).unwrap_err();
        assert_eq!(after, before);
        error.to_string()
    };
    let opening = "e9,d10,e10,d11,d12;j4,j5,k5,j6,j7";
    assert_eq!(error("", "n14,o14"), "o14 is off the 14x14 board");
    assert_eq!(error("", "a1"), "colour 1's first piece must cover e10");
    assert_eq!(error(opening, "e10"), "e10 is occupied by colour 1");
    assert_eq!(error(opening, "j4"), "j4 is occupied by colour 2");
    assert_eq!(error(opening, "f10"), "f10 shares an edge with colour 1's own piece");
    assert_eq!(error(opening, "a1"), "at a1 the piece touches no piece of colour 1 at a corner");
    assert_eq!(error(&format!("{opening};f11;k3"), "e13"), "colour 1 has already used piece 1");
    let mut started = position(opening);
    assert_eq!(
        started.play_plies(&[Ply::Pass]),
        Err((0, PlayError::MayNotPass(Colour::from_index(0))))
    );
}

#[test]
fn forced_passes_may_be_written_or_left_out() {
    let tables = Tables::new("5x5".parse().unwrap());
    let mut with_passes = 0;
    for seed in 0..50 {
        let mut rng = game_rng(seed, 0);
        let mut position = Position::new(&tables);
        let (mut bare, mut full) = (Vec::new(), Vec::new());
        while let Some(mv) = position.sample_move(&mut rng) {
            full.extend(vec![Ply::Pass; position.passes_before()]);
            with_passes += position.passes_before();
            full.push(Ply::Move(mv));
            bare.push(Ply::Move(mv));
            position.play(mv).unwrap();
        }
        full.extend([Ply::Pass, Ply::Pass]);
        for plies in [&bare, &full] {
            let mut replayed = Position::new(&tables);
            replayed.play_plies(plies).unwrap();
            assert_eq!(replayed, position);
        }
        full.push(Ply::Pass);
        assert_eq!(
            Position::new(&tables).play_plies(&full),
            Err((full.len() - 1, PlayError::GameOver))
        );
    }
    assert!(with_passes > 0, "some game must have had a forced pass");
}

#[test]
fn the_shared_colour_is_played_in_turn() {
    let mut position = Position::start("classic-3".parse().unwrap());
    let mut rng = game_rng(1, 0);
    let mut players = Vec::new();
    while let Some(colour) = position.to_play() {
        if colour.index() == 3 {
            players.push(position.player_to_play().unwrap().index());
        }
        let mv = position.sample_move(&mut rng).unwrap();
        position.play(mv).unwrap();
    }
    let in_turn: Vec<usize> = (0..players.len()).map(|turn| turn % 3).collect();
    assert_eq!(players, in_turn);
    assert_eq!(position.player_scores().len(), 3);
}

#[test]
fn tables_are_shared_not_copied() {
    let tables = Tables::new("duo".parse().unwrap());
    let position = Position::new(&tables);
    assert!(Arc::ptr_eq(position.clone().tables(), &tables));
}

/// Ending with the single square is a different result, so it is a different hash too.
#[test]
fn the_bonus_for_the_single_square_is_counted_and_hashed() {
    let variant = Variant::from_toml(
        "name='two'\nboard=6\nscoring='advanced'\npieces=['1','2']\n\
         colours=[{start='a1'},{start='f6'}]",
    )
    .unwrap();
    let tables = Tables::new(variant);
    let after = |moves: &str| -> Position {
        let mut position = Position::new(&tables);
        let plies: Vec<Ply> = moves.split(';').map(|m| m.parse().unwrap()).collect();
        position.play_plies(&plies).unwrap();
        position
    };
    let single_last = after("a1,a2;f6;b3;d5,e5");
    let single_first = after("a1;f6;b2,b3;d5,e5");
    assert!(single_last.is_over() && single_first.is_over());
    assert_eq!(single_last.player_scores(), [20, 15]);
    assert_eq!(single_first.player_scores(), [15, 15]);
    assert_eq!((single_last.ranks(), single_first.ranks()), (vec![1, 2], vec![1, 1]));
    assert_eq!(single_first.win_shares(), [0.5, 0.5]);

    let straight = after("a1;f6;b2,b3;d5,e5");
    assert_eq!(straight.hash(), single_first.hash());
    assert_ne!(straight.hash(), single_last.hash());
}

/// On a board of four nobody can place the bar of five: the game is over before it begins.
#[test]
fn a_game_that_nobody_can_begin_is_over() {
    let variant = Variant::from_toml(
        "name='stuck'\nboard=4\nscoring='area'\npieces=['I5']\n\
         colours=[{start='a1'},{start='d4'}]",
    )
    .unwrap();
    let mut position = Position::start(variant);
    assert!(position.is_over() && position.legal_moves().is_empty());
    assert_eq!(position.playout(&mut game_rng(0, 0)), 0);
    assert_eq!(position.player_scores(), [0, 0]);
}

/// The corner cells that are foretold of a move are those that are there when it is played.
#[test]
fn corner_changes_are_foretold() {
    for name in ["2x2", "7x7", "duo", "10x10-3", "classic"] {
        let mut position = Position::start(name.parse().unwrap());
        let mut rng = game_rng(3, 0);
        while let Some(colour) = position.to_play() {
            let before: Vec<_> = position
                .variant()
                .colours()
                .map(|c| position.corner_cells(c).len() as i32)
                .collect();
            for mv in position.legal_moves() {
                let mut after = position.clone();
                after.play(mv).unwrap();
                for (other, before) in position.variant().colours().zip(&before) {
                    let change = after.corner_cells(other).len() as i32 - before;
                    if other == colour {
                        assert_eq!(position.corner_gain(colour, mv), change, "{name} {mv}");
                    } else {
                        assert_eq!(
                            -(position.corner_loss(other, mv) as i32),
                            change,
                            "{name} {mv}"
                        );
                    }
                }
            }
            let mv = position.sample_move(&mut rng).unwrap();
            position.play(mv).unwrap();
        }
    }
}

/// Sampling among pieces finds every move with them and no other, and nothing exactly when there is none.
#[test]
fn sampling_among_pieces_keeps_to_them() {
    let mut position = Position::start("7x7".parse().unwrap());
    let mut rng = game_rng(5, 0);
    while let Some(colour) = position.to_play() {
        for squares in 1..=5 {
            let mut expected = position.legal_moves();
            expected.retain(|mv| mv.piece().size() == squares);
            let draws = 12 * expected.len().max(1);
            let mut drawn: Vec<_> = (0..draws)
                .filter_map(|_| {
                    position.sample_move_among(colour, PieceSet::of_size(squares), &mut rng)
                })
                .collect();
            drawn.sort_unstable();
            drawn.dedup();
            assert_eq!(drawn, expected, "{squares} squares");
        }
        let mv = position.sample_move(&mut rng).unwrap();
        position.play(mv).unwrap();
    }
}
