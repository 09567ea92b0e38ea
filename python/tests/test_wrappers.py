"""Wrappers for environments of Gymnasium."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import cornerwise
from cornerwise.wrappers import Observe, PotentialReward


def make(**keywords: Any) -> Any:
    return gym.make("cornerwise/Duo-v0", opponents="random", **keywords)


def finish(env: Any) -> tuple[float, dict[str, Any]]:
    total, over, info = 0.0, False, {}
    while not over:
        _, reward, over, _, info = env.step(env.unwrapped.sample_legal())
        total += reward
    return total, info


@pytest.mark.parametrize("observation", ["planes", "shapes", "flat", "board"])
def test_another_observation_is_that_of_the_keyword(observation: str) -> None:
    for seat in (0, 1):
        wrapped = Observe(make(seat=seat, perspective="mover"), observation)
        plain = make(seat=seat, perspective="mover", observation=observation, layout="cells")
        (one, _), (other, _) = wrapped.reset(seed=3), plain.reset(seed=3)
        for _ in range(12):
            assert wrapped.observation_space == plain.observation_space
            assert wrapped.observation_space.contains(one)
            if isinstance(one, dict):
                assert all(np.array_equal(one[key], other[key]) for key in other)
            else:
                assert np.array_equal(one, other)
            action = plain.unwrapped.sample_legal()
            one, *_ = wrapped.step(action)
            other, *_ = plain.step(action)
    assert Observe(make()).observation_space.shape == (42, 14, 14)


def test_potentials_of_ones_own() -> None:
    def moves(board: cornerwise.Board, player: int) -> float:
        assert board.player == player
        return 0.1 * board.count_moves()

    def end(board: cornerwise.Board, player: int) -> float:
        return 20 * (2 * board.win_shares[player] - 1)

    plain = PotentialReward(make(reward="win"), moves)
    plain.reset(seed=4)
    total, info = finish(plain)
    assert total == pytest.approx(2 * info["win_shares"][0] - 1)
    ended = PotentialReward(make(reward="win"), moves, end=end, only=True)
    for seed in (4, 5):
        ended.reset(seed=seed)
        total, info = finish(ended)
        assert total == pytest.approx(20 * (2 * info["win_shares"][0] - 1))


def test_videos_are_recorded(tmp_path: Any) -> None:
    pytest.importorskip("moviepy")
    env = gym.wrappers.RecordVideo(make(render_mode="rgb_array", edge=96), str(tmp_path), disable_logger=True)
    env.reset(seed=0)
    finish(env)
    env.close()
    assert [path.suffix for path in tmp_path.iterdir()] == [".mp4"]
