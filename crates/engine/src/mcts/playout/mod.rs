//! How simulated games are played.

mod last_good_reply;
pub mod move_set;

use rand::RngExt;

use cornerwise_core::{Colour, GameRng, Move, Player, Position, Sampler, Step};

use crate::mcts::options::PlayoutOptions;
use last_good_reply::LastGoodReplies;

/// The moves of a simulation, those shortly before it included.
#[derive(Default)]
pub struct Trail {
    moves: Vec<(Colour, Move)>,
    /// How many of them came before.
    before: usize,
}

impl Trail {
    /// After these moves.
    pub fn new(before: Vec<(Colour, Move)>) -> Trail {
        Trail { before: before.len(), moves: before }
    }

    /// Begins another simulation.
    pub fn restart(&mut self) {
        self.moves.truncate(self.before);
    }

    pub fn push(&mut self, colour: Colour, mv: Move) {
        self.moves.push((colour, mv));
    }

    /// The moves of the simulation.
    pub fn moves(&self) -> &[(Colour, Move)] {
        &self.moves[self.before..]
    }
}

/// How far a simulated game was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It is known who wins.
    Decided,
    /// It is not.
    Open,
}

/// Plays games to their end.
pub struct Playout {
    options: PlayoutOptions,
    replies: LastGoodReplies,
    sampler: Sampler,
}

impl Playout {
    pub fn new(options: PlayoutOptions) -> Playout {
        Playout { options, replies: LastGoodReplies::new(), sampler: Sampler::default() }
    }

    /// Plays from a position until the game is over, its winner is known, or it is time to evaluate it.
    pub fn play(&mut self, position: &mut Position, trail: &mut Trail, rng: &mut GameRng) -> End {
        let players = position.variant().player_count();
        let mut moves_left = self.options.moves(players);
        let mut end = End::Decided;
        position.play_on(|position, colour| {
            if moves_left == 0 {
                end = End::Open;
                return Step::Stop;
            }
            moves_left -= 1;
            if self.options.early_end && players == 2 && is_won(position, colour) {
                return Step::Stop;
            }
            match self.choose(position, colour, trail, rng) {
                Some(mv) => {
                    trail.push(colour, mv);
                    Step::Play(mv)
                }
                None => Step::Pass,
            }
        });
        if position.is_over() { End::Decided } else { end }
    }

    fn choose(
        &mut self,
        position: &Position,
        colour: Colour,
        trail: &Trail,
        rng: &mut GameRng,
    ) -> Option<Move> {
        let PlayoutOptions { local, sizes, last_good_reply, .. } = &self.options;
        let variant = position.variant();
        if *last_good_reply
            && let Some(&(_, last)) = trail.moves.last()
            && let Some(reply) = self.replies.get(colour, last)
            && position.is_legal_for(colour, reply)
        {
            return Some(reply);
        }
        let recent = trail.moves.iter().rev().take(*local);
        for &(_, near) in recent.filter(|(other, _)| !variant.are_allied(colour, *other)) {
            if self.sampler.fill_near(position, colour, near, sizes) {
                return Some(self.sample(position, colour, rng));
            }
        }
        self.sampler.fill(position, colour, sizes).then(|| self.sample(position, colour, rng))
    }

    /// One of a few random moves, likelier the more corner cells it gains.
    fn sample(&self, position: &Position, colour: Colour, rng: &mut GameRng) -> Move {
        let PlayoutOptions { corners, tries, .. } = self.options;
        let mut chosen = self.sampler.sample(position, colour, rng);
        if corners == 1.0 || tries == 1 {
            return chosen;
        }
        let weight = |mv: Move| corners.powi(position.corner_gain(colour, mv));
        let mut total = weight(chosen);
        for _ in 1..tries {
            let other = self.sampler.sample(position, colour, rng);
            let weight = weight(other);
            total += weight;
            if rng.random::<f32>() * total < weight {
                chosen = other;
            }
        }
        chosen
    }

    /// Learns from the end of a game: `won` answers whether a player won it.
    pub fn learn(&mut self, position: &Position, trail: &Trail, won: impl Fn(Player) -> bool) {
        if !self.options.last_good_reply {
            return;
        }
        let first = trail.before.saturating_sub(1);
        for pair in trail.moves[first..].windows(2) {
            let [(_, to), (colour, reply)] = [pair[0], pair[1]];
            if let Some(player) = position.variant().owner(colour).player() {
                self.replies.learn(colour, to, reply, won(player));
            }
        }
    }
}

/// Whether the player of a colour, whose turn it is, has won: the other one is behind and cannot move any more.
fn is_won(position: &Position, colour: Colour) -> bool {
    let variant = position.variant();
    let mut others = variant.colours().filter(|&other| !variant.are_allied(colour, other));
    if others.any(|other| position.is_active(other)) {
        return false;
    }
    let score = |own: bool| -> i32 {
        let colours = variant.colours().filter(|&c| variant.are_allied(colour, c) == own);
        colours.map(|colour| position.score(colour)).sum()
    };
    score(true) > score(false)
}
