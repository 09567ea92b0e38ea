//! Samples as what a network is given and what it is to answer.

use std::sync::Arc;

use cornerwise_core::{Cell, Move, Position, Tables};
use cornerwise_engine::evaluator::linear::LinearModel;
use cornerwise_engine::evaluator::{Evaluator, Model, MoveLogit, RecentMoves};
use cornerwise_net::Encoder;

use super::batch::Batch;
use super::sample::Sample;

/// The linear model at first sight, which is what networks add their own logits to: a second look would cost more than a
/// small network.
static FIRST_SIGHT: LinearModel = LinearModel { policy: None, value: None, look: 0 };

/// Shares of the win that are nearer to 1 are a win.
const WINS: f32 = 0.999;

/// Writes samples to batches. Every thread has one.
pub struct SampleEncoder {
    tables: Arc<Tables>,
    encoder: Encoder,
    linear: Box<dyn Evaluator>,
    planes: Vec<f32>,
    moves: Vec<MoveLogit>,
}

impl SampleEncoder {
    /// An encoder of the samples of a variant.
    pub fn new(tables: &Arc<Tables>) -> SampleEncoder {
        let variant = tables.variant();
        let encoder = Encoder::new(variant);
        let planes = vec![0.0; encoder.plane_count() * variant.size() * variant.size()];
        let linear = FIRST_SIGHT.evaluator(variant);
        SampleEncoder { tables: tables.clone(), encoder, linear, planes, moves: Vec::new() }
    }

    /// The position of a sample, with the moves before it.
    pub fn position(&self, sample: &Sample) -> (Position, RecentMoves) {
        let mut position = Position::new(&self.tables);
        let mut recent = RecentMoves::default();
        let size = self.tables.variant().size();
        for turn in &sample.game.turns[..sample.ply] {
            let mv = sample.symmetry.placement(turn.mv, size);
            recent.add(position.to_play().expect("the game goes on"), mv);
            position.play_unchecked(mv);
        }
        (position, recent)
    }

    /// Adds a sample of a game that was checked against the rules.
    pub fn add(&mut self, sample: &Sample, batch: &mut Batch) {
        let (position, recent) = self.position(sample);
        batch.weights.push(sample.weight);
        self.add_input(&position, &recent, batch);
        self.add_policy(sample, &position, &recent, batch);
        self.add_values(sample, &position, &recent, batch);
        self.add_maps(sample, &position, batch);
    }

    fn add_input(&mut self, position: &Position, recent: &RecentMoves, batch: &mut Batch) {
        let colours = self.tables.variant().colours();
        let before: Vec<_> =
            colours.filter_map(|colour| Some((colour, recent.of(colour)?))).collect();
        let encoding = self.encoder.encode(position, &before).expect("the game goes on");
        encoding.write_planes(&mut self.planes);
        batch.planes.extend(self.planes.iter().map(|&is_set| is_set as u8));
        batch.globals.extend(encoding.globals());
    }

    fn add_policy(
        &mut self,
        sample: &Sample,
        position: &Position,
        recent: &RecentMoves,
        batch: &mut Batch,
    ) {
        let size = self.tables.variant().size();
        let frame = self.encoder.frame(position.to_play().expect("the game goes on"));
        let legal = position.legal_moves();
        for mv in &legal {
            let seen = frame.to_frame(*mv);
            let first = seen.first();
            batch.move_cells.push((first.row() * size + first.column()) as u16);
            batch.move_orientations.push(seen.orientation().index() as u8);
        }
        batch.move_ends.push(batch.move_cells.len() as u32);

        self.moves.clear();
        self.moves.extend(legal.iter().map(|&mv| MoveLogit { mv, logit: 0.0 }));
        self.linear.policy(position, recent, None, &mut self.moves);
        batch.linear_policy.extend(self.moves.iter().map(|scored| scored.logit));

        let search = &sample.turn().search;
        let total: f64 = search.visits.iter().map(|&(_, visits)| f64::from(visits)).sum();
        // A quick search only chose the move: its visits are no opinion. Of one move there is nothing to learn.
        let is_known = search.full && total > 0.0 && legal.len() > 1;
        let begin = batch.policy.len();
        batch.policy.resize(begin + legal.len(), 0.0);
        if is_known {
            for &(mv, visits) in &search.visits {
                let mv = sample.symmetry.placement(mv, size);
                let place = legal.binary_search(&mv).expect("visits are of legal moves");
                batch.policy[begin + place] = (f64::from(visits) / total) as f32;
            }
        }
        batch.policy_known.push(f32::from(u8::from(is_known)));
    }

    fn add_values(
        &mut self,
        sample: &Sample,
        position: &Position,
        recent: &RecentMoves,
        batch: &mut Batch,
    ) {
        let game = &sample.game;
        let players = self.tables.variant().player_count();
        let mover = usize::from(sample.turn().player);
        let in_turn = || (0..players).map(|step| (mover + step) % players);
        let expected = sample.turn().search.values.as_ref().unwrap_or(&game.win_shares);
        let linear = self.linear.value(position, recent);
        batch.results.extend(in_turn().map(|player| game.win_shares[player]));
        batch.root_values.extend(in_turn().map(|player| expected[player]));
        batch.linear_values.extend(in_turn().map(|player| linear.shares[player] as f32));
        batch.scores.extend(in_turn().map(|player| game.scores[player] as f32));
        let others = in_turn().skip(1).map(|player| game.scores[player]).max();
        batch.margins.push((game.scores[mover] - others.unwrap_or(0)) as f32);
    }

    fn add_maps(&self, sample: &Sample, position: &Position, batch: &mut Batch) {
        let size = self.tables.variant().size();
        let frame = self.encoder.frame(position.to_play().expect("the game goes on"));
        let place = |cell: Cell| {
            let seen = frame.cell(sample.symmetry.cell(cell, size));
            seen.row() * size + seen.column()
        };

        let begin = batch.ownership.len();
        batch.ownership.resize(begin + size * size, 0);
        for (at, &lies) in sample.game.board.cells().iter().enumerate() {
            let seen = frame.colours().iter().position(|own| own.index() + 1 == usize::from(lies));
            let cell = Cell::new(at % size, at / size);
            batch.ownership[begin + place(cell)] = seen.map_or(0, |colour| colour as u8 + 1);
        }

        let begin = batch.reply.len();
        batch.reply.resize(begin + size * size, 0);
        let reply = reply(sample);
        for cell in reply.iter().flat_map(|mv| mv.cells()) {
            batch.reply[begin + place(cell)] = 1;
        }
        batch.reply_known.push(f32::from(u8::from(reply.is_some())));
    }
}

/// The next move of another player.
fn reply(sample: &Sample) -> Option<Move> {
    let mover = sample.turn().player;
    let later = &sample.game.turns[sample.ply + 1..];
    later.iter().find(|turn| turn.player != mover).map(|turn| turn.mv)
}

/// Who wins, as a class: a player counted from the first of the shares, or their number if the first place is shared.
pub fn winner(shares: &[f32]) -> usize {
    shares.iter().position(|&share| share > WINS).unwrap_or(shares.len())
}
