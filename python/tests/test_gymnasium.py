"""The environment of Gymnasium."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from conftest import games
from gymnasium.utils.env_checker import check_env

import cornerwise
from cornerwise import Board

IDS = ["Duo", "Classic", "Classic2", "Classic3", "Square"]
OBSERVATIONS = ["board", "shapes", "flat", "planes"]


def make(**keywords: Any) -> Any:
    return gym.make("cornerwise/Duo-v0", **keywords).unwrapped


def finish(env: Any) -> tuple[float, dict[str, Any]]:
    total, terminated, info = 0.0, False, {}
    while not terminated:
        _, reward, terminated, truncated, info = env.step(env.sample_legal())
        assert not truncated
        total += reward
    return total, info


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("opponents", [None, "random"])
def test_the_checker_has_nothing_to_say(name: str, opponents: str | None) -> None:
    for observation in OBSERVATIONS:
        env = gym.make(f"cornerwise/{name}-v0", observation=observation, opponents=opponents)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            # Boxes of whole numbers are what networks take, images or not.
            warnings.filterwarnings("ignore", message=".*(image|Box observation space).*")
            check_env(env.unwrapped, skip_render_check=observation != "board")
        env.close()
        env.close()


def test_ids_exist_without_an_import_of_ours() -> None:
    assert gym.make("cornerwise:cornerwise/Square-v0", size=5, colours=3).unwrapped.board.variant.name == "5x5-3"


@pytest.mark.parametrize("name", ["games_duo.jsonl", "games_7x7.jsonl"])
def test_games_of_an_independent_program_replay(name: str) -> None:
    for game in games(name)[:4]:
        for layout in ["placements", "planes", "cells", "pieces"]:
            env = cornerwise.gym_env.BlokusEnv(game["variant"], layout=layout, reward="squares")
            _, info = env.reset(seed=1)
            areas = [0] * len(game["area"])
            over = False
            for move, count in zip(game["moves"], game["legal_counts"], strict=True):
                if move == "pass":
                    continue
                assert info["action_mask"].sum() == len(env.legal_actions()) == count
                colour = env.board.turn
                action = env.action_of(move)
                assert env.move_of(action) == cornerwise.Move(move) and info["action_mask"][action] == 1
                _, reward, over, _, info = env.step(action)
                areas[colour] += int(reward)
            assert over and areas == game["area"] and info["action_mask"].sum() == 0


def test_the_board_observation_is_the_board() -> None:
    env = make()
    observation, info = env.reset(seed=4)
    over = False
    while not over:
        board: Board = env.board
        assert (observation["board"] == board.array()).all()
        assert (observation["action_mask"] == board.mask("cells", "board")).all()
        assert (observation["action_mask"] == info["action_mask"]).all()
        assert observation["steps"] == board.ply and observation["turn"] == board.turn
        assert observation["points"].tolist() == board.scores
        for colour in (0, 1):
            cells = {f"{chr(97 + x)}{y + 1}" for y, x in np.argwhere(observation["corners"][colour])}
            assert cells == set(board.corner_cells(colour))
            assert observation["pieces"][colour].sum() == len(board.pieces_left(colour))
        observation, _, over, _, info = env.step(env.sample_legal())


@pytest.mark.parametrize("reward", ["win", "rank", "score", "margin", "squares", "none"])
def test_rewards(reward: str) -> None:
    for seat in (0, 1):
        env = make(observation="flat", opponents="largest", seat=seat, reward=reward)
        env.reset(seed=7)
        total, info = finish(env)
        (own, other), areas = (info["scores"][seat], info["scores"][1 - seat]), env.board.areas
        sign = float(np.sign(own - other))
        expected = {
            "win": sign,
            "rank": sign,
            "score": own,
            "margin": own - other,
            "squares": areas[seat] - areas[1 - seat],
            "none": 0,
        }
        assert total == expected[reward]
        assert info["seat"] == seat and info["win_shares"][seat] == (sign + 1) / 2


def test_potentials_are_rewarded() -> None:
    shaping = {"of": "moves", "weight": 0.1, "won": 20, "drawn": 5, "lost": -20}
    for keyword in (shaping, cornerwise.Shaping(**shaping)):
        env = make(observation="flat", opponents="random", reward="none", shaping=keyword)
        env.reset(seed=2)
        total, info = finish(env)
        assert total == pytest.approx({1.0: 20, 0.5: 5, 0.0: -20}[info["win_shares"][0]], abs=1e-4)
    assert make(observation="flat", shaping="corners").reset(seed=1)
    with pytest.raises(cornerwise.OptionError, match="beauty"):
        make(shaping="beauty")


def test_illegal_actions() -> None:
    env = make(observation="flat", illegal="lose")
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated) == (-1.0, True, False) and info["illegal"]
    assert info["forfeit"] == (0, "played an illegal action")
    env = make(observation="flat", illegal="raise")
    env.reset(seed=1)
    for action in (0, -1, 10**6):
        with pytest.raises(cornerwise.IllegalMoveError):
            env.step(action)
    assert env.board == Board("duo")
    env = make(observation="flat", illegal="random")
    env.reset(seed=1)
    assert env.step(0)[4]["illegal"] and env.board.ply == 1
    with pytest.raises(cornerwise.OptionError, match="lose, raise, random"):
        make(illegal="cheat")


def test_opponents_open_and_answer() -> None:
    for seat in (0, 1, "random"):
        env = make(observation="flat", opponents="corners", seat=seat)
        seats = set()
        for seed in range(8):
            env.reset(seed=seed)
            assert env.board.ply == env.player
            seats.add(env.player)
        assert seats == ({0, 1} if seat == "random" else {seat})
    env = gym.make("cornerwise/Classic-v0", opponents=["random", "largest", "corners"], seat=2).unwrapped
    env.reset(seed=0)
    assert env.player == 2 and env.board.ply == 2


class First:
    """An opponent in Python."""

    def choose(self, board: Board, budget: object) -> cornerwise.Move:
        return board.legal_moves[0]


def test_opponents_may_be_objects() -> None:
    env = make(observation="flat", opponents=First(), seat=1)
    env.reset(seed=0)
    assert env.board.moves == [Board("duo").legal_moves[0]]
    finish(env)
    with pytest.raises(cornerwise.AgentError):
        make(opponents="unknown")
    with pytest.raises(cornerwise.AgentError):
        make(opponents=5)


class Fails:
    """An opponent that fails at its second turn."""

    turns = 0

    def choose(self, board: Board, budget: object) -> cornerwise.Move:
        self.turns += 1
        if self.turns % 2 == 0:
            raise LookupError("no idea")
        return board.legal_moves[0]


def test_what_an_opponent_raises_is_raised() -> None:
    env = make(observation="flat", opponents=Fails())
    for seed in range(2):
        env.reset(seed=seed)
        env.step(env.sample_legal())
        with pytest.raises(LookupError, match="no idea"):
            env.step(env.sample_legal())
    batch = cornerwise.Batch("duo", 1, opponents=Fails(), observe=False)
    batch.reset(seed=1)
    batch.step(batch.sample_legal())
    with pytest.raises(LookupError, match="no idea"):
        batch.step(batch.sample_legal())


def test_a_seed_is_a_game() -> None:
    env, other = (make(observation="flat", opponents="random", seat="random") for _ in range(2))
    for seed in (3, 4):
        env.reset(seed=seed), other.reset(seed=seed)
        for _ in range(2):
            finish(env), finish(other)
            assert env.board == other.board and env.board.moves == other.board.moves
            first = env.board
            env.reset(), other.reset()
            finish(env), finish(other)
            assert env.board.moves == other.board.moves != first.moves
            env.reset(), other.reset()


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike(twin: Any) -> None:
    env = make(observation="planes", opponents="random", reward="squares")
    env.reset(seed=9)
    for _ in range(4):
        env.step(env.sample_legal())
    other = twin(env)
    assert finish(env)[0] == finish(other)[0] and env.board.moves == other.board.moves
    env.reset(), other.reset()
    finish(env), finish(other)
    assert env.board.moves == other.board.moves


def test_perspectives() -> None:
    mover = make(observation="flat")
    first, _ = mover.reset(seed=0)
    action = mover.sample_legal()
    mover.step(action)
    # The second player sees the first one's piece where it would see its own mirrored one of the opponent.
    board = make(observation="flat", perspective="board")
    board.reset(seed=0)
    observation, *_ = board.step(board.action_of(mover.board.moves[0]))
    assert set(observation[:196]) == {0, 1} and first.sum() == 42
    observation, *_ = mover.step(mover.sample_legal())
    assert mover.board.turn == 0 and set(observation[:196]) == {0, 1, 2}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_rendering(theme: str) -> None:
    env = make(render_mode="rgb_array", theme=theme, edge=96)
    env.reset(seed=0)
    before = env.render()
    env.step(env.sample_legal())
    assert env.render().shape == (96, 96, 3) and (env.render() != before).any()
    env = make(render_mode="ansi")
    env.reset(seed=0)
    assert "\x1b[" in env.render()
    for wrong in ({"render_mode": "pink"}, {"theme": "pink"}, {"edge": 1}):
        with pytest.raises((cornerwise.OptionError, gym.error.Error)):
            make(**wrong)


def test_windows() -> None:
    pytest.importorskip("pygame")
    env = make(render_mode="human", edge=96)
    env.reset(seed=0)
    env.step(env.sample_legal())
    twin = copy.deepcopy(env)
    env.close()
    env.close()
    twin.close()


def test_wrappers_of_gymnasium_work() -> None:
    env = gym.wrappers.RecordEpisodeStatistics(gym.make("cornerwise/Duo-v0", observation="flat", opponents="random"))
    env.reset(seed=0)
    info: dict[str, Any] = {}
    steps = 0
    while "episode" not in info:
        _, _, _, _, info = env.step(env.unwrapped.sample_legal())  # type: ignore[attr-defined]
        steps += 1
    assert info["episode"]["l"] == steps and info["episode"]["r"] in (-1, 0, 1)
