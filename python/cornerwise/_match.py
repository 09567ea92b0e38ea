"""Matches and tournaments between agents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cornerwise import _native
from cornerwise._agents import AgentLike, specs_of


@dataclass(frozen=True)
class Game:
    """One game of a match."""

    game: int
    """Its number, from 0."""
    round: int
    """Games of one round have the same opening, and everybody takes every seat."""
    seats: list[int]
    """Which agent sits where, by player."""
    seed: int
    opening: int
    """How many of the moves are the opening."""
    moves: list[_native.Move]
    ranks: list[int]
    scores: list[int]
    forfeit: tuple[int, str] | None
    """The player who lost otherwise than on the board, and why."""


@dataclass(frozen=True)
class MatchResult:
    """What a match says of its first agent against the second."""

    games: list[Game] = field(repr=False)
    wins: int
    draws: int
    losses: int
    score: float
    """The first agent's share of the points, 0 to 1."""
    elo: float | None
    """The difference at which this score is expected; None for all or nothing."""
    low: float | None
    """The lower end of the 95 % interval; None if there is none."""
    high: float | None
    """The upper end of the interval; None if there is none."""
    superiority: float
    """The likelihood that the first agent is the stronger one."""

    @staticmethod
    def of(lines: Sequence[str], entrants: int) -> MatchResult:
        """What lines of games say."""
        games = [Game(**game) for game in _native.read_games(lines, entrants)]
        counts = [0, 0, 0]
        for game in games:
            best = [player for player, rank in enumerate(game.ranks) if rank == 1]
            mine = [player for player in best if game.seats[player] == 0]
            counts[0 if mine == best else 1 if mine else 2] += 1
        score, elo, low, high, superiority = _native.estimate(lines, entrants) or (0.5, None, None, None, 0.5)
        wins, draws, losses = counts
        return MatchResult(games, wins, draws, losses, score, elo, low, high, superiority)

    def __str__(self) -> str:
        def number(value: float | None, infinite: str) -> str:
            return infinite if value is None else f"{value:+.0f}"

        elo = number(self.elo, "?")
        interval = f"{number(self.low, '-inf')} to {number(self.high, '+inf')}"
        return f"{self.wins}-{self.draws}-{self.losses}, {self.score:.1%}, Elo {elo} ({interval})"


@dataclass(frozen=True)
class Standing:
    """What a tournament says of one agent."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    elo: float
    margin: float
    """Half of the 95 % interval of the Elo."""


@dataclass(frozen=True)
class TournamentResult:
    """What a tournament says of its agents."""

    games: list[Game] = field(repr=False)
    standings: list[Standing]
    """The best first."""

    @staticmethod
    def of(lines: Sequence[str], names: Sequence[str]) -> TournamentResult:
        """What lines of games say."""
        games = [Game(**game) for game in _native.read_games(lines, len(names))]
        return TournamentResult(games, [Standing(*row) for row in _native.standings(names, lines)])

    def __str__(self) -> str:
        width = max(len(row.name) for row in self.standings)
        return "\n".join(
            f"{row.name:<{width}}  {row.wins}-{row.draws}-{row.losses}  Elo {row.elo:+.0f} ± {row.margin:.0f}"
            for row in self.standings
        )


def _check(agents: Sequence[AgentLike], threads: int) -> None:
    if threads < 1:
        raise _native.OptionError(f"threads is {threads}; it can be 1 or more")
    if threads > 1 and not all(isinstance(agent, (str, _native.Agent)) for agent in agents):
        raise _native.OptionError("an object in Python plays one game at a time; leave threads at 1")


def _play(plan: dict[str, Any], agents: Sequence[AgentLike], threads: int) -> tuple[list[str], list[str]]:
    _check(agents, threads)
    with specs_of(list(agents)) as specs:
        plan = {**plan, "agents": specs}
        count, names = _native.plan_games(plan)
        lines = _native.play_games(plan, first=0, last=count, threads=threads)
    return lines, names


def play_match(
    first: AgentLike,
    second: AgentLike,
    *others: AgentLike,
    variant: str | _native.Variant = "duo",
    games: int = 100,
    seed: int = 1,
    openings: str | None = None,
    budget: _native.Budget | None = None,
    threads: int = 1,
) -> MatchResult:
    """Play a match: rounds of games with the same opening, in which everybody takes every seat.

    Agents are specs, `Agent` objects, or objects with a method ``choose(board, budget)``. With fewer agents than players the
    last one takes the other seats. ``openings`` is ``"balanced"``, ``"empty"``, ``"random"`` or ``"random:N"``; without it they
    are balanced where the variant has a set, else random. Games depend on ``seed`` alone, not on ``threads``, unless agents in
    Python or limits of time are in play. What an agent in Python raises ends the match and is raised here.
    """
    plan = {
        "variant": variant,
        "format": "match",
        "games": games,
        "seed": seed,
        "openings": openings,
        "budget": budget,
    }
    lines, names = _play(plan, [first, second, *others], threads)
    return MatchResult.of(lines, len(names))


def play_tournament(
    agents: Sequence[AgentLike],
    *,
    format: str = "round_robin",
    variant: str | _native.Variant = "duo",
    games: int = 20,
    seed: int = 1,
    openings: str | None = None,
    budget: _native.Budget | None = None,
    threads: int = 1,
) -> TournamentResult:
    """A tournament: ``round_robin``, ``gauntlet`` (the first against all others) or ``ladder`` (each against the one before).

    ``games`` are those of each group that meets; everything else is as in `play_match`.
    """
    plan = {
        "variant": variant,
        "format": format,
        "games": games,
        "seed": seed,
        "openings": openings,
        "budget": budget,
    }
    lines, names = _play(plan, agents, threads)
    return TournamentResult.of(lines, names)
