"""Matches between agents."""

from __future__ import annotations

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

    def __str__(self) -> str:
        def number(value: float | None, infinite: str) -> str:
            return infinite if value is None else f"{value:+.0f}"

        elo = number(self.elo, "?")
        interval = f"{number(self.low, '-inf')} to {number(self.high, '+inf')}"
        return f"{self.wins}-{self.draws}-{self.losses}, {self.score:.1%}, Elo {elo} ({interval})"


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
    agents = [first, second, *others]
    if threads < 1:
        raise _native.OptionError(f"threads is {threads}; it can be 1 or more")
    if threads > 1 and not all(isinstance(agent, (str, _native.Agent)) for agent in agents):
        raise _native.OptionError("an object in Python plays one game at a time; leave threads at 1")
    with specs_of(agents) as specs:
        result: dict[str, Any] = _native.play_match(
            specs, variant, games=games, seed=seed, openings=openings, budget=budget, threads=threads
        )
    played = [Game(**game) for game in result.pop("games")]
    counts = [0, 0, 0]
    for game in played:
        best = [player for player, rank in enumerate(game.ranks) if rank == 1]
        mine = [player for player in best if game.seats[player] == 0]
        counts[0 if mine == best else 1 if mine else 2] += 1
    # Without a game that was finished there is nothing to compare.
    result = {"score": 0.5, "elo": None, "low": None, "high": None, "superiority": 0.5} | result
    return MatchResult(games=played, wins=counts[0], draws=counts[1], losses=counts[2], **result)
