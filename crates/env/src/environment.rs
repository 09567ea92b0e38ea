//! One game as learners see it.

use std::sync::Arc;

use cornerwise_core::{Colour, Generator, Move, Player, Position, game_rng};
use cornerwise_engine::Forfeit;
use rand::{Rng, RngExt};

use crate::error::EnvError;
use crate::illegal::Illegal;
use crate::opponents::Opponents;
use crate::options::SeatChoice;
use crate::reward::{Rewards, scores, shares};
use crate::setup::Setup;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// No colour can move any more.
    Over,
    /// A learner played an illegal action.
    Illegal(Player),
    /// An opponent resigned or broke down.
    Forfeit(Player, Forfeit),
}

impl Ending {
    /// Who lost the game by something else than the score.
    pub fn at_fault(&self) -> Option<Player> {
        match self {
            Ending::Over => None,
            Ending::Illegal(player) | Ending::Forfeit(player, _) => Some(*player),
        }
    }
}

/// One game: learners play actions, hidden opponents answer.
///
/// Without opponents it is always the turn of a learner, and a step is one move. With them a step is the learner's move and all moves
/// of the opponents until it is the learner's turn again or the game is over; after a reset they open the game if their turns come
/// first.
#[derive(Clone)]
pub struct Environment {
    pub(crate) setup: Arc<Setup>,
    pub(crate) position: Position,
    pub(crate) placed: Vec<(Colour, Move)>,
    /// The learner's seat, if it is the only one.
    pub(crate) seat: Option<Player>,
    /// The colour as which the learner saw the last position that it had to play in.
    pub(crate) viewer: Colour,
    pub(crate) ending: Option<Ending>,
    pub(crate) rewards: Rewards,
    /// What opponents earned before the first step.
    pub(crate) opening: Rewards,
    pub(crate) potentials: Rewards,
    pub(crate) was_illegal: bool,
    pub(crate) seed: u64,
    /// Games since the seed was set, from 0; none before the first reset.
    episode: Option<u64>,
    /// What chance in this game depends on.
    game_seed: u64,
    /// How often an action was drawn in this game.
    pub(crate) draws: u64,
}

/// Keeps the chance of drawn actions apart from that of opponents.
const DRAW_CHANCE: u64 = 0x6472_6177;

impl Environment {
    /// A game that is to be reset before anything else.
    #[must_use]
    pub fn new(setup: &Arc<Setup>) -> Environment {
        Environment {
            setup: setup.clone(),
            position: setup.start.clone(),
            placed: Vec::new(),
            seat: None,
            viewer: Colour::from_index(0),
            ending: None,
            rewards: Rewards::default(),
            opening: Rewards::default(),
            potentials: Rewards::default(),
            was_illegal: false,
            seed: 0,
            episode: None,
            game_seed: 0,
            draws: 0,
        }
    }

    /// Begins a game: the first one of a seed, or the next one of the seed before.
    pub fn reset(&mut self, seed: Option<u64>, opponents: &mut Opponents) {
        let episode = match seed {
            Some(seed) => {
                self.seed = seed;
                0
            }
            None => self.episode.map_or(0, |episode| episode + 1),
        };
        self.begin(episode);
        self.let_opponents_play(opponents);
        self.opening = std::mem::take(&mut self.rewards);
    }

    /// The start of a game, before opponents have moved.
    pub(crate) fn begin(&mut self, episode: u64) {
        let mut rng = game_rng(self.seed, episode);
        self.episode = Some(episode);
        self.game_seed = rng.next_u64();
        self.draws = 0;
        let players = self.setup.player_count();
        let seat = match self.setup.options.seat {
            SeatChoice::Fixed(seat) => seat,
            SeatChoice::Random => rng.random_range(0..players),
        };
        self.seat = self.setup.has_opponents().then(|| Player::from_index(seat));
        self.position.clone_from(&self.setup.start);
        self.placed.clear();
        self.ending = None;
        self.viewer = self.seat.map_or(Colour::from_index(0), |player| self.viewer_of(player));
        self.rewards = Rewards::default();
        self.opening = Rewards::default();
        self.potentials = Rewards::default();
        self.was_illegal = false;
        self.note_turn();
    }

    /// Plays a learner's action, and all moves of opponents up to its next turn.
    ///
    /// # Errors
    /// When the game is over, or the action is illegal and that is to be an error. The game then stays as it was.
    pub fn step(&mut self, action: i64, opponents: &mut Opponents) -> Result<(), EnvError> {
        let colour = self.to_play().ok_or(EnvError::Over)?;
        let mover = self.position.player_of(colour);
        let found = self.find(colour, action);
        self.was_illegal = found.is_err();
        let mv = match (found, self.setup.options.illegal) {
            (Ok(mv), _) => mv,
            (Err(error), Illegal::Raise) => return Err(error),
            (Err(_), Illegal::Random) => self.draw_move(colour),
            (Err(_), Illegal::Lose) => {
                self.rewards = std::mem::take(&mut self.opening);
                self.finish(Ending::Illegal(mover));
                return Ok(());
            }
        };
        self.rewards = std::mem::take(&mut self.opening);
        self.play(colour, mv);
        self.let_opponents_play(opponents);
        Ok(())
    }

    /// The legal move of an action.
    ///
    /// # Errors
    /// Says why there is none.
    pub fn find(&self, colour: Colour, action: i64) -> Result<Move, EnvError> {
        let number = usize::try_from(action).map_err(|_| EnvError::Negative(action))?;
        let mv = self.setup.actions.mv(colour, number)?;
        if self.position.is_legal_for(colour, mv) {
            return Ok(mv);
        }
        let broken = self.position.check(colour, mv);
        let error = broken.expect_err("a move that is not in the lanes breaks a rule");
        Err(EnvError::Illegal { action, mv, error })
    }

    pub(crate) fn play(&mut self, colour: Colour, mv: Move) {
        self.position.play_unchecked(mv);
        self.placed.push((colour, mv));
        let reward = self.setup.options.reward;
        reward.add_move(&self.position, colour, mv.piece().size(), &mut self.rewards);
        if self.position.is_over() {
            self.finish(Ending::Over);
        } else {
            self.note_turn();
        }
    }

    /// Lets opponents move until it is a learner's turn or the game is over.
    fn let_opponents_play(&mut self, opponents: &mut Opponents) {
        let Some(seat) = self.seat else { return };
        let players = self.setup.player_count();
        while let Some(colour) = self.to_play() {
            let player = self.position.player_of(colour);
            if player == seat {
                return;
            }
            let after = (player.index() + players - seat.index() - 1) % players;
            match opponents.decide(after, &self.position, &self.placed, self.game_seed) {
                Ok(mv) => self.play(colour, mv),
                Err(forfeit) => self.finish(Ending::Forfeit(player, forfeit)),
            }
        }
    }

    /// Takes note of whose turn it is, and rewards the change of its potential.
    fn note_turn(&mut self) {
        let Some(colour) = self.to_play() else { return };
        let player = self.position.player_of(colour);
        if self.seat.is_some_and(|seat| seat != player) {
            return;
        }
        self.viewer = colour;
        // Before the first turn there is nothing to reward, and the potential of the start is nothing.
        if self.placed.is_empty() {
            return;
        }
        if let Some(shaping) = &self.setup.options.shaping {
            let potential = shaping.potential(&self.position, player);
            let before = std::mem::replace(&mut self.potentials[player.index()], potential);
            self.rewards[player.index()] += shaping.discount * potential - before;
        }
    }

    fn finish(&mut self, ending: Ending) {
        let at_fault = ending.at_fault();
        let options = &self.setup.options;
        options.reward.add_end(&self.position, at_fault, &mut self.rewards);
        if let Some(shaping) = &options.shaping {
            let shares = shares(&self.position, at_fault);
            for player in options.variant.players().map(Player::index) {
                let end = shaping.end(shares[player]);
                self.rewards[player] += shaping.discount * end - self.potentials[player];
            }
        }
        self.ending = Some(ending);
    }

    /// A legal action of who is to play, each with the same probability; `None` when the game is over.
    pub fn sample_action(&mut self) -> Option<i64> {
        let colour = self.to_play()?;
        let mv = self.draw_move(colour);
        Some(self.setup.actions.action(colour, mv) as i64)
    }

    fn draw_move(&mut self, colour: Colour) -> Move {
        let mut rng = game_rng(self.game_seed ^ DRAW_CHANCE, self.draws);
        self.draws += 1;
        let drawn = self.position.sample_move_of(colour, &mut rng);
        drawn.expect("the colour to play has a move").0
    }

    /// The rewards of the last step, by player.
    pub fn rewards(&self) -> &Rewards {
        &self.rewards
    }

    /// Who is rewarded with the last step: the learner, or who played the last action.
    pub fn rewarded(&self) -> Player {
        match (&self.ending, self.seat, self.placed.last()) {
            (_, Some(seat), _) => seat,
            (Some(Ending::Illegal(player)), ..) => *player,
            (_, None, Some(&(colour, _))) => self.owner_of_last(colour),
            (_, None, None) => Player::from_index(0),
        }
    }

    /// Who placed the last piece, which was of this colour.
    fn owner_of_last(&self, colour: Colour) -> Player {
        let variant = &self.setup.options.variant;
        variant.owner(colour).player().unwrap_or_else(|| {
            // Players take turns with a shared colour.
            let earlier = self.position.placed_count(colour) - 1;
            Player::from_index(earlier % variant.player_count())
        })
    }

    /// The learner's seat, if there are opponents and the game was reset.
    pub fn seat(&self) -> Option<Player> {
        self.seat
    }

    /// The colour whose turn it is; `None` when the game is over.
    #[inline]
    pub fn to_play(&self) -> Option<Colour> {
        if self.ending.is_some() { None } else { self.position.to_play() }
    }

    /// The player whose turn it is; `None` when the game is over.
    pub fn player_to_play(&self) -> Option<Player> {
        self.to_play().map(|colour| self.position.player_of(colour))
    }

    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Whether the last action was illegal.
    pub fn was_illegal(&self) -> bool {
        self.was_illegal
    }

    /// The colour as which learners see the position: the one to play, and at the end the one that was last.
    pub fn viewer(&self) -> Colour {
        self.viewer
    }

    /// The colour as which a player sees the position: its next one in turn.
    pub fn viewer_of(&self, player: Player) -> Colour {
        let first = self.to_play().unwrap_or(self.viewer);
        let count = self.setup.options.variant.colour_count();
        let in_turn = (0..count).map(|steps| Colour::from_index((first.index() + steps) % count));
        let mut own = in_turn.filter(|&colour| self.position.player_of(colour) == player);
        let next = own.clone().find(|&colour| self.position.is_active(colour));
        next.or_else(|| own.next()).unwrap_or(first)
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves of the game with their colours.
    pub fn placed(&self) -> &[(Colour, Move)] {
        &self.placed
    }

    /// The final scores, by player, as rewards count them: who is at fault has placed nothing.
    pub fn scores(&self) -> Vec<i32> {
        let at_fault = self.ending.as_ref().and_then(Ending::at_fault);
        scores(&self.position, at_fault)[..self.setup.player_count()].to_vec()
    }

    /// The shares of the win, by player, as rewards count them.
    pub fn shares(&self) -> Vec<f32> {
        let at_fault = self.ending.as_ref().and_then(Ending::at_fault);
        shares(&self.position, at_fault)[..self.setup.player_count()].to_vec()
    }

    /// The seed and the number of the game since it was set, from 0.
    pub fn series(&self) -> (u64, Option<u64>) {
        (self.seed, self.episode)
    }

    /// What is shared with other games.
    pub fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// Replaces the list by the legal moves of who is to play.
    #[inline]
    pub fn list(&self, moves: &mut Vec<Move>) {
        match self.to_play() {
            Some(colour) => Generator::Fast.list(&self.position, colour, moves),
            None => moves.clear(),
        }
    }

    /// Writes what a colour sees.
    ///
    /// # Panics
    /// When there is not room for exactly all bytes.
    #[inline]
    pub fn observe(&self, viewer: Colour, bytes: &mut [u8], numbers: &mut [f32]) {
        self.setup.observer.write(&self.position, &self.placed, viewer, bytes, numbers);
    }

    /// Writes 1 for the legal actions of who is to play and 0 for others; the list is kept for its memory.
    ///
    /// # Panics
    /// When there is not room for all actions.
    #[inline]
    pub fn write_mask(&self, list: &mut Vec<Move>, out: &mut [u8]) {
        self.list(list);
        self.setup.actions.write_mask(self.viewer, list, out);
    }

    /// The same as bits, the lowest of a byte first.
    ///
    /// # Panics
    /// When there is not room for all actions.
    #[inline]
    pub fn write_bits(&self, list: &mut Vec<Move>, out: &mut [u8]) {
        self.list(list);
        self.setup.actions.write_bits(self.viewer, list, out);
    }

    /// The legal actions of who is to play, in the order of their moves; the list is kept for its memory.
    pub fn actions(&self, list: &mut Vec<Move>) -> impl ExactSizeIterator<Item = usize> {
        self.list(list);
        list.iter().map(|&mv| self.setup.actions.action(self.viewer, mv))
    }
}
