//! The games of a plan: who sits where, and how each begins.

use std::sync::Arc;

use cornerwise_core::{Move, Position, Tables, game_rng};
use rand::RngExt;
use rand::seq::SliceRandom;

use crate::plan::{Format, Openings, Plan, PlanError};

/// Numbers that keep the chance of openings and of games apart.
const OPENING_CHANCE: u64 = 0x6f70_656e;
const LIST_CHANCE: u64 = 0x6c69_7374;
const GAME_CHANCE: u64 = 0x6761_6d65;

/// One game that is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number. It stays the same when the plan gets more games.
    pub game: u64,
    /// The same opening and entrants in all seatings are a round.
    pub round: u64,
    /// By player: which entrant sits there.
    pub seats: Vec<usize>,
    /// What chance in the game depends on.
    pub seed: u32,
    /// The moves that begin it.
    pub opening: Vec<Move>,
}

/// All games of a plan.
pub struct Schedule {
    plan: Plan,
    tables: Arc<Tables>,
    /// Who meets, as seats of the first game of a round.
    groups: Vec<Vec<usize>>,
    /// How many games have the same opening and entrants: all turns of a group around the table.
    seatings: u64,
    /// The lines of a list in the order in which they are played.
    lines: Vec<Vec<Move>>,
}

impl Schedule {
    /// Makes the schedule of a plan.
    ///
    /// # Errors
    /// When the plan cannot be carried out.
    pub fn new(plan: &Plan) -> Result<Schedule, PlanError> {
        let tables = Tables::new(plan.variant()?);
        if plan.games == 0 {
            return Err(PlanError::NoGames);
        }
        if let Some(rule) = plan.adjudication
            && !(rule.share > 0.5 && rule.share <= 1.0 && rule.moves > 0)
        {
            return Err(PlanError::Adjudication { share: rule.share, moves: rule.moves });
        }
        let groups = groups(plan, tables.variant().player_count())?;
        let seatings = groups.iter().map(|group| period(group)).max().unwrap_or(1) as u64;
        let lines = match &plan.openings {
            Openings::List(lines) => shuffled(lines, &tables, plan.seed)?,
            Openings::Empty | Openings::Random(_) => Vec::new(),
        };
        Ok(Schedule { plan: plan.clone(), tables, groups, seatings, lines })
    }

    /// The tables of the variant.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// Who meets, as entrants by seat.
    pub fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// How many agents of each of so many entrants sit at the table together.
    pub(crate) fn copies(&self, entrants: usize) -> Vec<usize> {
        let count = |seats: &[usize], who| seats.iter().filter(|&&seat| seat == who).count();
        let most = |who| self.groups.iter().map(|seats| count(seats, who)).max().unwrap_or(0);
        (0..entrants).map(most).collect()
    }

    /// How many games a whole round has.
    pub fn round_length(&self) -> u64 {
        self.seatings
    }

    /// How many games there are.
    pub fn len(&self) -> u64 {
        self.plan.games * self.groups.len() as u64
    }

    /// Whether there is nothing to play; never, since a plan has games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The games in order: every group plays a round, then the next.
    pub fn fixtures(&self) -> impl Iterator<Item = Fixture> + '_ {
        let (groups, seatings) = (self.groups.len() as u64, self.seatings);
        let turns = self.plan.games.div_ceil(seatings);
        (0..turns).flat_map(move |turn| {
            (0..groups).flat_map(move |group| {
                let within = move |seating: &u64| turn * seatings + seating < self.plan.games;
                (0..seatings).filter(within).map(move |seating| self.fixture(turn, group, seating))
            })
        })
    }

    fn fixture(&self, turn: u64, group: u64, seating: u64) -> Fixture {
        let round = turn * self.groups.len() as u64 + group;
        let game = round * self.seatings + seating;
        let mut seats = self.groups[group as usize].clone();
        let players = seats.len();
        // Everybody moves up by one seat, so that nobody keeps the first.
        seats.rotate_left(seating as usize % players);
        let seed = game_rng(self.plan.seed ^ GAME_CHANCE, game).random();
        Fixture { game, round, seats, seed, opening: self.opening(turn) }
    }

    /// All groups begin a turn with the same opening.
    fn opening(&self, turn: u64) -> Vec<Move> {
        match &self.plan.openings {
            Openings::Empty => Vec::new(),
            Openings::List(_) => self.lines[(turn % self.lines.len() as u64) as usize].clone(),
            Openings::Random(plies) => {
                let mut rng = game_rng(self.plan.seed ^ OPENING_CHANCE, turn);
                let mut position = Position::new(&self.tables);
                let moves = (0..*plies).map_while(|_| {
                    let mv = position.sample_move(&mut rng)?;
                    position.play_unchecked(mv);
                    Some(mv)
                });
                moves.collect()
            }
        }
    }
}

/// Who meets whom, as entrants by seat.
fn groups(plan: &Plan, players: usize) -> Result<Vec<Vec<usize>>, PlanError> {
    let entrants = plan.entrants.len();
    Ok(match &plan.format {
        Format::Match(seats) => {
            let variant = plan.variant()?.name().to_owned();
            if seats.len() != players {
                return Err(PlanError::TooMany { agents: seats.len(), players, variant });
            }
            if let Some(&missing) = seats.iter().find(|&&seat| seat >= entrants) {
                return Err(PlanError::NoSuchEntrant(missing));
            }
            vec![seats.clone()]
        }
        Format::RoundRobin => {
            let mut groups = combinations(entrants, players.min(entrants));
            for group in &mut groups {
                // Too few for all seats take turns in them.
                *group = group.iter().copied().cycle().take(players).collect();
            }
            groups
        }
        Format::Gauntlet => (1..entrants).map(|other| one_against(0, other, players)).collect(),
        Format::Ladder => (1..entrants).map(|one| one_against(one, one - 1, players)).collect(),
    })
}

/// One entrant at a table of others that are all alike.
fn one_against(one: usize, others: usize, players: usize) -> Vec<usize> {
    let mut group = vec![others; players];
    group[0] = one;
    group
}

/// All ways to choose so many of the first numbers, in order.
fn combinations(of: usize, size: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for _ in 0..size {
        let longer = found.iter().flat_map(|start: &Vec<usize>| {
            let next = start.last().map_or(0, |last| last + 1);
            (next..of).map(move |number| [start.as_slice(), &[number]].concat())
        });
        found = longer.collect();
    }
    found
}

/// After how many steps around the table a group sits as before.
pub(crate) fn period(group: &[usize]) -> usize {
    let players = group.len();
    (1..=players)
        .find(|&step| (0..players).all(|seat| group[seat] == group[(seat + step) % players]))
        .unwrap_or(players)
}

/// The lines in an order that depends on the seed, if they are openings.
fn shuffled(
    lines: &[Vec<Move>],
    tables: &Arc<Tables>,
    seed: u64,
) -> Result<Vec<Vec<Move>>, PlanError> {
    if lines.is_empty() {
        return Err(PlanError::NoOpenings);
    }
    for (number, line) in (1..).zip(lines) {
        let error = |reason: String| PlanError::Opening { number, reason };
        let mut position = Position::new(tables);
        for (ply, &mv) in (1..).zip(line) {
            let played = position.play(mv);
            played.map_err(|problem| error(format!("move {ply} ({mv}): {problem}")))?;
        }
        if position.is_over() {
            return Err(error("the game is over after it".to_owned()));
        }
    }
    let mut lines = lines.to_vec();
    lines.shuffle(&mut game_rng(seed, LIST_CHANCE));
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn specs(count: usize) -> Vec<String> {
        (0..count).map(|number| format!("agent{number}")).collect()
    }

    fn fixtures(plan: &Plan) -> Vec<Fixture> {
        Schedule::new(plan).unwrap().fixtures().collect()
    }

    #[test]
    fn pairs_have_one_opening_and_swapped_seats() {
        let mut plan = Plan::of_match(&"duo".parse().unwrap(), &specs(2), 10).unwrap();
        plan.openings = Openings::Random(4);
        let fixtures = fixtures(&plan);
        assert_eq!(fixtures.len(), 10);
        for pair in fixtures.chunks(2) {
            assert_eq!((&pair[0].seats[..], &pair[1].seats[..]), (&[0, 1][..], &[1, 0][..]));
            assert_eq!((pair[0].round, &pair[0].opening), (pair[1].round, &pair[1].opening));
            assert_eq!(pair[0].opening.len(), 4);
            assert_ne!(pair[0].seed, pair[1].seed);
        }
        let openings: BTreeSet<_> = fixtures.iter().map(|fixture| &fixture.opening).collect();
        assert_eq!(openings.len(), 5);
    }

    #[test]
    fn one_against_three_sits_everywhere() {
        let plan = Plan::of_match(&"classic".parse().unwrap(), &specs(2), 8).unwrap();
        let seats: Vec<_> = fixtures(&plan).into_iter().map(|fixture| fixture.seats).collect();
        assert_eq!(seats[..4], [[0, 1, 1, 1], [1, 1, 1, 0], [1, 1, 0, 1], [1, 0, 1, 1]]);
        assert_eq!(seats[..4], seats[4..]);
    }

    #[test]
    fn two_against_two_are_two_entrants() {
        let specs: Vec<String> = ["a", "a", "b", "b"].map(str::to_owned).to_vec();
        let plan = Plan::of_match(&"classic".parse().unwrap(), &specs, 4).unwrap();
        assert_eq!(plan.entrants, ["a", "b"]);
        assert_eq!(Schedule::new(&plan).unwrap().round_length(), 4);
        let same: Vec<String> = vec!["a".to_owned(); 2];
        assert_eq!(Plan::of_match(&"duo".parse().unwrap(), &same, 4).unwrap().entrants.len(), 2);
    }

    #[test]
    fn in_a_round_robin_everybody_meets_everybody_in_every_seat() {
        for (name, entrants, groups) in [("duo", 5, 10), ("5x5-3", 4, 4), ("classic", 2, 1)] {
            let format = Format::RoundRobin;
            let plan =
                Plan::of_tournament(&name.parse().unwrap(), specs(entrants), format, 12).unwrap();
            let fixtures = fixtures(&plan);
            assert_eq!(fixtures.len(), groups * 12, "{name}");
            let mut places = BTreeSet::new();
            for fixture in &fixtures {
                places.extend(fixture.seats.iter().enumerate().map(|(seat, &who)| (who, seat)));
            }
            assert_eq!(places.len(), entrants * fixtures[0].seats.len(), "{name}");
            let numbers: BTreeSet<_> = fixtures.iter().map(|fixture| fixture.game).collect();
            assert_eq!(numbers.len(), fixtures.len(), "{name}");
        }
    }

    #[test]
    fn on_a_ladder_everybody_meets_the_next() {
        for (name, groups) in
            [("duo", vec![vec![1, 0], vec![2, 1]]), ("10x10-3", vec![vec![1, 0, 0], vec![2, 1, 1]])]
        {
            let variant = name.parse().unwrap();
            let plan = Plan::of_tournament(&variant, specs(3), Format::Ladder, 6).unwrap();
            let schedule = Schedule::new(&plan).unwrap();
            assert_eq!(schedule.groups(), groups, "{name}");
            assert_eq!(schedule.round_length() as usize, groups[0].len(), "{name}");
        }
    }

    #[test]
    fn more_games_leave_the_first_ones_as_they_were() {
        for games in [3, 10] {
            let plan = |games| {
                let variant = "duo".parse().unwrap();
                let mut plan =
                    Plan::of_tournament(&variant, specs(4), Format::Gauntlet, games).unwrap();
                plan.openings = Openings::Random(2);
                plan
            };
            let longer = fixtures(&plan(20));
            for fixture in fixtures(&plan(games)) {
                assert!(longer.contains(&fixture));
            }
            assert!(plan(games).continues(&plan(20)));
        }
    }

    #[test]
    fn a_plan_that_cannot_be_is_refused() {
        let duo = "duo".parse().unwrap();
        assert!(Plan::of_match(&duo, &specs(1), 1).is_err());
        assert!(Plan::of_match(&duo, &specs(3), 1).is_err());
        let plan = Plan::of_match(&duo, &specs(2), 0).unwrap();
        assert_eq!(Schedule::new(&plan).err(), Some(PlanError::NoGames));
        for (line, says) in [("", "there is no opening"), ("a1", "opening 1: move 1 (a1):")] {
            let mut plan = Plan::of_match(&duo, &specs(2), 1).unwrap();
            let lines = if line.is_empty() { vec![] } else { vec![vec![line.parse().unwrap()]] };
            plan.openings = Openings::List(lines);
            let error = Schedule::new(&plan).err().unwrap().to_string();
            assert!(error.starts_with(says), "{error}");
        }
    }
}
