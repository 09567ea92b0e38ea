//! Samples of searched games.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cornerwise_core::{Position, Symmetries, Tables, game_rng};
use cornerwise_dataset::samples::{
    Batch, Epoch, GameFiles, HeldOut, Sample, SampleEncoder, Sampling, Shape, SourceError, Survey,
};
use cornerwise_dataset::{Header, Played, Search, SearchedGame, Series, Side, Split, Writer};
use cornerwise_net::Encoder;

/// A game whose moves are drawn from the first so many legal ones, so that few make games alike.
fn game(tables: &Arc<Tables>, number: u64, first: usize) -> SearchedGame {
    use rand::RngExt;
    let mut rng = game_rng(11, number);
    let mut position = Position::new(tables);
    let players = tables.variant().player_count();
    let mut moves = Vec::new();
    while !position.is_over() {
        let legal = position.legal_moves();
        let visits = legal.iter().take(4).map(|&mv| (mv, rng.random_range(1..9))).collect();
        let values = (moves.len() % 3 > 0).then(|| vec![1.0 / players as f32; players]);
        let full = moves.len() % 4 > 0;
        let mv = legal[rng.random_range(0..legal.len().min(first))];
        moves.push((mv, Search { visits, values, full, ..Search::default() }));
        position.play(mv).unwrap();
    }
    let agents = vec!["nobody".to_owned()];
    Played { game: number, seed: 3, agents, opening: 0, moves }.record(tables).unwrap()
}

fn write(
    path: PathBuf,
    variant: &str,
    numbers: impl Iterator<Item = u64>,
    first: usize,
) -> PathBuf {
    let tables = Tables::new(variant.parse().unwrap());
    let series =
        Series { agents: vec!["nobody".to_owned()], seed: 0, settings: serde_json::Map::default() };
    let mut writer = Writer::create(&path, &Header::new(tables.variant(), vec![series])).unwrap();
    numbers.for_each(|number| writer.add(&game(&tables, number, first)).unwrap());
    writer.finish().unwrap();
    path
}

fn sampling(window: usize) -> Sampling {
    let split = Split { validation: 0.3, seed: 1 };
    Sampling { split, window, ..Sampling::default() }
}

fn key(sample: &Sample) -> (u64, usize) {
    (sample.game.game, sample.ply)
}

#[test]
fn batches_are_what_the_games_say() {
    for variant in ["duo", "classic", "classic-3", "5x5-3", "7x7"] {
        let tables = Tables::new(variant.parse().unwrap());
        let game = Arc::new(game(&tables, 1, 1000));
        let encoder = Encoder::new(tables.variant());
        let symmetries = Symmetries::new(&tables);
        let mut samples = SampleEncoder::new(&tables);
        let mut batch = Batch::new(tables.variant());
        let mut list = Vec::new();
        for ply in 0..game.turns.len() {
            for &symmetry in symmetries.all() {
                list.push(Sample { game: game.clone(), ply, symmetry, weight: 0.5 });
            }
        }
        for sample in &list {
            samples.add(sample, &mut batch);
        }
        assert_eq!(batch.len(), list.len());
        let Shape { size, players, .. } = batch.shape;
        let area = size * size;
        for (number, sample) in list.iter().enumerate() {
            let (position, _) = samples.position(sample);
            let turn = sample.turn();
            let frame = encoder.frame(position.to_play().unwrap());
            let place = |cell: cornerwise_core::Cell| cell.row() * size + cell.column();
            // Stones are the first plane of each colour.
            let planes = batch.part(number, batch.shape.planes * area);
            let stones = position.cells(position.to_play().unwrap());
            let own: usize = batch.planes[planes][..area].iter().map(|&set| usize::from(set)).sum();
            assert_eq!(own, stones.len());

            let range = batch.moves(number);
            assert_eq!(range.len(), position.legal_moves().len());
            for (mv, at) in position.legal_moves().into_iter().zip(range.clone()) {
                let seen = frame.to_frame(mv);
                assert_eq!(usize::from(batch.move_cells[at]), place(seen.first()));
                assert_eq!(usize::from(batch.move_orientations[at]), seen.orientation().index());
            }
            let shares = &batch.policy[range.clone()];
            let total: u32 = turn.search.visits.iter().map(|visits| visits.1).sum();
            let is_known = turn.search.full && range.len() > 1;
            assert_eq!(batch.policy_known[number], f32::from(u8::from(is_known)));
            assert!((shares.iter().sum::<f32>() - batch.policy_known[number]).abs() < 1e-5);
            for &(mv, visits) in turn.search.visits.iter().filter(|_| is_known) {
                let mv = sample.symmetry.placement(mv, size);
                let at = position.legal_moves().binary_search(&mv).unwrap();
                assert!((shares[at] - visits as f32 / total as f32).abs() < 1e-6);
            }

            let mover = usize::from(turn.player);
            let part = batch.part(number, players);
            assert_eq!(batch.scores[part.clone()][0], game.scores[mover] as f32);
            assert_eq!(batch.results[part.clone()][1], game.win_shares[(mover + 1) % players]);
            let root = turn.search.values.as_ref().unwrap_or(&game.win_shares);
            assert_eq!(batch.root_values[part.clone()][0], root[mover]);
            let others = (0..players).filter(|&player| player != mover);
            let best = others.map(|player| game.scores[player]).max().unwrap();
            assert_eq!(batch.margins[number], (game.scores[mover] - best) as f32);

            // At the end every stone of the board still lies where it is.
            let owners = &batch.ownership[batch.part(number, area)];
            for (step, &colour) in frame.colours().iter().enumerate() {
                for cell in position.cells(colour).iter() {
                    assert_eq!(usize::from(owners[place(frame.cell(cell))]), step + 1);
                }
            }
            let reply = &batch.reply[batch.part(number, area)];
            let answer = game.turns[sample.ply..].iter().find(|later| later.player != turn.player);
            assert_eq!(batch.reply_known[number], f32::from(u8::from(answer.is_some())));
            let cells: usize = reply.iter().map(|&set| usize::from(set)).sum();
            assert_eq!(cells, answer.map_or(0, |turn| turn.mv.piece().size()));
        }
        // Room that is used again holds the same.
        let before = batch.clone();
        batch.clear();
        for sample in &list {
            samples.add(sample, &mut batch);
        }
        assert!(batch == before);
    }
}

/// The mirror images of Duo show every cell and move somewhere else, and nothing else changes.
#[test]
fn mirrored_samples_are_mirrored_everywhere() {
    let tables = Tables::new("duo".parse().unwrap());
    let game = Arc::new(game(&tables, 4, 1000));
    let mut encoder = SampleEncoder::new(&tables);
    let symmetries = Symmetries::new(&tables);
    let mirror = symmetries.all()[1];
    for ply in [4, 9] {
        let [plain, mirrored] = [symmetries.all()[0], mirror].map(|symmetry| {
            let mut batch = Batch::new(tables.variant());
            let sample = Sample { game: game.clone(), ply, symmetry, weight: 1.0 };
            encoder.add(&sample, &mut batch);
            batch
        });
        let turned = |cells: &[u8]| -> Vec<u8> {
            let mut out = vec![0; cells.len()];
            for (at, &cell) in cells.iter().enumerate() {
                let image = mirror.cell(cornerwise_core::Cell::new(at % 14, at / 14), 14);
                out[image.row() * 14 + image.column()] = cell;
            }
            out
        };
        for (plane, image) in plain.planes.chunks(196).zip(mirrored.planes.chunks(196)) {
            assert_eq!(turned(plane), image);
        }
        assert_eq!(turned(&plain.ownership), mirrored.ownership);
        assert_eq!(turned(&plain.reply), mirrored.reply);
        assert_eq!(plain.globals, mirrored.globals);
        let sorted = |shares: &[f32]| {
            let mut shares: Vec<f32> = shares.to_vec();
            shares.sort_by(f32::total_cmp);
            shares
        };
        assert_ne!(plain.move_cells, mirrored.move_cells);
        assert_eq!(sorted(&plain.policy), sorted(&mirrored.policy));
        assert_eq!(plain.linear_values, mirrored.linear_values);
    }
}

#[test]
fn every_epoch_has_each_position_once_in_another_order() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let files = GameFiles::open(&[
        write(path("one.jsonl"), "5x5", 0..40, 1000),
        write(path("two.parquet"), "5x5", 40..60, 1000),
    ])
    .unwrap();
    assert_eq!(files.sources()[1].1, 20);
    let sampling = sampling(50);
    let survey = Survey::of(&files, sampling.split).unwrap();
    assert_eq!(survey.games(Side::Training) + survey.games(Side::Validation), 60);
    let epoch = |number| -> Vec<Sample> {
        Epoch::new(&files, &survey, sampling, number).unwrap().map(Result::unwrap).collect()
    };
    let (first, again, second) = (epoch(0), epoch(0), epoch(1));
    let keys = |samples: &[Sample]| samples.iter().map(key).collect::<Vec<_>>();
    assert_eq!(keys(&first), keys(&again));
    assert_ne!(keys(&first), keys(&second));
    for sample in &first {
        assert_eq!(sampling.split.side(&sample.game), Side::Training);
    }
    let mut sorted = keys(&first);
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), first.len());

    // All starts are the same position: together they count about once in an epoch.
    let starts: usize = (0..40).map(|n| epoch(n).iter().filter(|s| s.ply == 0).count()).sum();
    assert!((20..=65).contains(&starts), "{starts} in 40 epochs");
    let mean = (0..20).map(|number| epoch(number).len()).sum::<usize>() as f64 / 20.0;
    let distinct = survey.distinct(Side::Training) as f64;
    assert!((mean / distinct - 1.0).abs() < 0.02, "{mean} samples of {distinct} positions");
    assert!(survey.positions(Side::Training) > survey.distinct(Side::Training));
}

#[test]
fn held_out_positions_are_new_and_count_once() {
    let directory = tempfile::tempdir().unwrap();
    // Few moves to choose from: games share many positions.
    let file = write(directory.path().join("games.jsonl"), "5x5", 0..80, 2);
    let files = GameFiles::open(&[file]).unwrap();
    let sampling = Sampling { augment: false, ..sampling(10) };
    let survey = Survey::of(&files, sampling.split).unwrap();
    let tables = files.tables();
    let symmetries = Symmetries::new(tables);
    let identity = |sample: &Sample| {
        let moves: Vec<_> = sample.game.turns[..sample.ply].iter().map(|turn| turn.mv).collect();
        symmetries.identity(&moves)
    };
    let mut learnt = std::collections::HashSet::new();
    for number in 0..60 {
        let epoch = Epoch::new(&files, &survey, sampling, number).unwrap();
        learnt.extend(epoch.map(|sample| identity(&sample.unwrap())));
    }
    let mut weights: HashMap<u64, f32> = HashMap::new();
    for sample in HeldOut::new(&files, &survey).unwrap() {
        let sample = sample.unwrap();
        assert_eq!(sampling.split.side(&sample.game), Side::Validation);
        assert!(!learnt.contains(&identity(&sample)));
        *weights.entry(identity(&sample)).or_default() += sample.weight;
    }
    assert_eq!(weights.len() as u64, survey.distinct(Side::Validation));
    assert!(weights.values().all(|weight| (weight - 1.0).abs() < 1e-5));
    assert!(survey.positions(Side::Validation) > survey.distinct(Side::Validation));
}

#[test]
fn files_that_do_not_fit_together_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let five = write(path("five.jsonl"), "5x5", 0..3, 9);
    let seven = write(path("seven.jsonl"), "7x7", 0..1, 9);
    let none = write(path("none.jsonl"), "5x5", 0..0, 9);
    let open = |paths: &[&Path]| {
        GameFiles::open(&paths.iter().map(|path| path.to_path_buf()).collect::<Vec<_>>())
    };
    assert!(matches!(open(&[&five, &seven]), Err(SourceError::Mixed { .. })));
    assert!(matches!(open(&[&five, &none]), Err(SourceError::Empty(_))));
    assert!(matches!(open(&[]), Err(SourceError::None)));
    assert!(matches!(open(&[&path("nowhere")]), Err(SourceError::File(_))));
    let files = open(&[&five]).unwrap();
    assert!(matches!(files.clone().limited(&[4]), Err(SourceError::Shorter { .. })));
    let two = files.limited(&[2]).unwrap();
    assert_eq!(two.games(1).unwrap().map(Result::unwrap).count(), 2);
}
