"""Agents, matches, perfect play."""

from __future__ import annotations

import pickle
import threading
import time
from collections.abc import Callable

import pytest
from conftest import games

import cornerwise
from cornerwise import Agent, Board, Budget, Move


def test_agents_decide_and_tell_why() -> None:
    board = Board("duo", ["f9,e10,f10,g10,f11"])
    decision = Agent("mcts:sims=200").decide(board, seed=1)
    assert board.is_legal(decision.move) and decision.line[0] == decision.move
    assert decision.values is not None and abs(sum(decision.values) - 1) < 1e-6
    best = decision.candidates[0]
    assert best.move == decision.move and best.visits > 0 and best.prior is not None
    assert decision.sims == 200 and decision.seconds > 0
    assert Agent("mcts").decide(board, Budget(sims=50)).sims == 50
    assert Agent("mcts:sims=200").choose(board, seed=1) == decision.move
    twin = pickle.loads(pickle.dumps(Agent("level:1")))
    assert twin.spec == "level:1" and board.is_legal(twin.choose(board))
    kinds = cornerwise.agents()
    assert {"random", "mcts", "level"} <= set(kinds) and kinds["mcts"].parameters[0].meaning


def test_budgets_are_values() -> None:
    budget = Budget(time=1.5, sims=10)
    assert (budget.time, budget.sims, budget.nodes, budget.depth) == (1.5, 10, None, None)
    assert budget == Budget(sims=10, time=1.5) and repr(budget) == "Budget(time=1.5, sims=10)"
    with pytest.raises(cornerwise.OptionError):
        Budget(time=-1.0)


def test_other_threads_run_while_an_agent_thinks() -> None:
    ticks = []
    stop = threading.Event()

    def tick() -> None:
        while not stop.wait(0.005):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.monotonic()
    Agent("mcts:time=300ms").choose(Board("duo"))
    during = [moment for moment in ticks if moment > begin]
    stop.set()
    thread.join()
    assert len(during) > 5


def test_a_game_that_is_over_is_not_asked_about() -> None:
    board = Board("2x2", ["a2"])
    while not board.is_over:
        board.push(board.legal_moves[0])
    with pytest.raises(cornerwise.IllegalMoveError, match="over"):
        Agent("random").choose(board)


class Largest:
    """Plays the first of its largest pieces."""

    def __init__(self) -> None:
        self.games = 0

    def new_game(self, seed: int) -> None:
        self.games += 1

    def choose(self, board: Board, budget: Budget) -> Move:
        assert board.player is not None and not board.is_over
        return max(board.legal_moves, key=lambda move: move.size)


class Broken:
    def __init__(self, answer: Callable[[Board], object]) -> None:
        self.answer = answer

    def choose(self, board: Board, budget: Budget) -> object:
        return self.answer(board)


def test_objects_in_python_play_matches() -> None:
    agent = Largest()
    result = cornerwise.play_match(agent, "random", variant="7x7", games=20, seed=3)
    assert len(result.games) == agent.games == 20
    assert result.wins + result.draws + result.losses == 20 and result.score > 0.6
    assert result.elo is None or result.elo > 0
    assert str(result).startswith(f"{result.wins}-{result.draws}-{result.losses}, ")
    again = cornerwise.play_match(Largest(), "random", variant="7x7", games=20, seed=3)
    assert [game.moves for game in again.games] == [game.moves for game in result.games]
    four = cornerwise.play_match(agent, "random", variant="5x5-4", games=4)
    assert all(sorted(set(game.seats)) == [0, 1] for game in four.games)


def test_a_spec_and_an_object_are_the_same_to_a_match() -> None:
    one = cornerwise.play_match("largest", Agent("random"), variant="5x5", games=10, threads=2)
    two = cornerwise.play_match("largest", "random", variant="5x5", games=10)
    assert one == two and all(game.forfeit is None for game in one.games)


def test_what_an_object_raises_is_raised() -> None:
    def fail(board: Board) -> object:
        raise ZeroDivisionError("of the agent")

    with pytest.raises(ZeroDivisionError, match="of the agent"):
        cornerwise.play_match(Broken(fail), "random", variant="5x5", games=2)
    with pytest.raises(cornerwise.CornerwiseError):
        cornerwise.play_match(Broken(lambda board: "nonsense"), "random", variant="5x5", games=2)
    with pytest.raises(TypeError):
        cornerwise.play_match(Broken(lambda board: 5), "random", variant="5x5", games=2)
    # An illegal move loses the game and is told with it.
    result = cornerwise.play_match(Broken(lambda board: "a1"), "random", variant="5x5", games=2)
    assert result.losses == 2
    assert all(game.forfeit and "illegal move a1" in game.forfeit[1] for game in result.games)


def test_wrong_matches_are_refused() -> None:
    with pytest.raises(cornerwise.AgentError):
        cornerwise.play_match("random", "unknown")
    with pytest.raises(cornerwise.AgentError, match="choose"):
        cornerwise.play_match("random", object())  # type: ignore[arg-type]
    with pytest.raises(cornerwise.OptionError):
        cornerwise.play_match("random", "largest", "corners")
    with pytest.raises(cornerwise.OptionError, match="one game at a time"):
        cornerwise.play_match(Largest(), "random", threads=2)
    with pytest.raises(cornerwise.OptionError):
        cornerwise.play_match("random", "largest", openings="balanced", variant="7x7")


def test_small_boards_are_solved() -> None:
    solution = cornerwise.solve(Board("5x5"), table_mib=16)
    assert solution is not None and solution.value == 9 - 9 + solution.scores[0] - solution.scores[1]
    board = Board("5x5", solution.line)
    assert board.is_over and board.scores == solution.scores and solution.value > 0
    assert cornerwise.solve(Board("duo"), Budget(time=0.05), table_mib=16) is None
    three = cornerwise.solve(Board("3x3-3"), table_mib=16)
    assert three is not None and len(three.scores) == 3


def test_games_are_analysed_move_by_move() -> None:
    board = Board("7x7", [move for move in games("games_7x7.jsonl")[0]["moves"] if move != "pass"])
    analyses = cornerwise.analyse(board, "mcts:sims=50")
    assert [one.move for one in analyses] == board.moves and board.is_over
    assert all(one.loss is None or 0 <= one.loss <= 1 for one in analyses)
    assert any(one.move != one.decision.move for one in analyses)
