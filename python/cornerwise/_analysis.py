"""What positions are worth: perfect play, and games move by move."""

from __future__ import annotations

from dataclasses import dataclass

from cornerwise import _native


@dataclass(frozen=True)
class Solution:
    """What perfect play leads to."""

    scores: list[int]
    """The final score of every player."""
    line: list[_native.Move]
    """A perfect line to the end of the game."""

    @property
    def value(self) -> int:
        """The first player's score less the second's."""
        return self.scores[0] - self.scores[1]


def solve(
    board: _native.Board, budget: _native.Budget | None = None, *, table_mib: int = 256, threads: int = 1
) -> Solution | None:
    """Perfect play of both sides; None when the budget ends the search before it is known.

    Square boards up to 7x7 and endgames of large ones are within reach. Ctrl-C ends the search.
    """
    solution = _native.solve(board, budget, table_mib=table_mib, threads=threads)
    return None if solution is None else Solution(*solution)


@dataclass(frozen=True)
class MoveAnalysis:
    """A move of a game, and what an agent would have done."""

    ply: int
    player: int
    move: _native.Move
    decision: _native.Decision
    """What the agent decides in the position before the move."""
    value: float | None
    """The mover's expected share of the win after the move, if the agent has an opinion."""
    loss: float | None
    """How much of it the move gave away against the agent's choice, 0 or more."""


def analyse(
    board: _native.Board,
    agent: str | _native.Agent = "mcts:time=1s",
    budget: _native.Budget | None = None,
    *,
    seed: int = 0,
) -> list[MoveAnalysis]:
    """Every move of a game as an agent sees it, from the first to the last one."""
    if isinstance(agent, str):
        agent = _native.Agent(agent)
    walk = board.copy()
    walk.reset()
    analyses = []
    for ply, move in enumerate(board.moves):
        player = walk.player
        assert player is not None
        agent.new_game(seed)
        decision = agent.decide(walk, budget, seed=seed)
        best = None if decision.values is None else decision.values[player]
        walk.push(move)
        value = best
        if best is not None and move != decision.move:
            if walk.is_over:
                value = walk.win_shares[player]
            else:
                agent.new_game(seed)
                values = agent.decide(walk, budget, seed=seed).values
                value = None if values is None else values[player]
        loss = None if best is None or value is None else max(0.0, best - value)
        analyses.append(MoveAnalysis(ply, player, move, decision, value, loss))
    return analyses
