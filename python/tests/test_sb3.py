"""The vector environment of Stable-Baselines3."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import cornerwise

pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import VecMonitor

from cornerwise.sb3 import BlokusVecEnv


@pytest.mark.parametrize("observation", ["flat", "shapes", "planes", "board"])
def test_the_checker_of_environments_has_nothing_to_say(observation: str) -> None:
    env = gym.make("cornerwise/Duo-v0", observation=observation, opponents="random")
    check_env(env.unwrapped, warn=False)


def test_games_are_those_of_gymnasium() -> None:
    vector = BlokusVecEnv("duo", 5, seed=20, reward="squares")
    single = [
        gym.make("cornerwise/Duo-v0", observation="flat", reward="squares", opponents="random").unwrapped
        for _ in range(5)
    ]
    seen = vector.reset()
    for game, env in enumerate(single):
        assert np.array_equal(seen[game], env.reset(seed=20 + game)[0])  # type: ignore[attr-defined]
    assert is_masking_supported(vector)
    totals, lengths, ends = np.zeros(5), np.zeros(5), 0
    for _ in range(40):
        masks = get_action_masks(vector)
        actions = np.array([env.sample_legal() for env in single])  # type: ignore[attr-defined]
        seen, rewards, dones, infos = vector.step(actions)
        totals += rewards
        lengths += 1
        for game, env in enumerate(single):
            assert np.array_equal(masks[game], env.action_masks())  # type: ignore[attr-defined]
            alone, reward, over, _, _ = env.step(actions[game])
            assert (rewards[game], dones[game]) == (reward, over)
            if over:
                ends += 1
                assert np.array_equal(infos[game]["terminal_observation"], alone)
                assert infos[game]["episode"]["r"] == totals[game] and infos[game]["episode"]["l"] == lengths[game]
                totals[game] = lengths[game] = 0
                alone, _ = env.reset()
            assert np.array_equal(seen[game], alone)
    assert ends >= 5 and len(vector.get_images()) == 5


@pytest.mark.parametrize("observation", ["flat", "planes"])
def test_ppo_learns(observation: str) -> None:
    env: Any = VecMonitor(BlokusVecEnv("5x5", 8, seed=1, observation=observation))
    policy = "MlpPolicy" if observation == "flat" else "MultiInputPolicy"
    model = MaskablePPO(policy, env, n_steps=32, batch_size=64, n_epochs=1, seed=1, device="cpu")
    model.learn(512)
    assert model.num_timesteps == 512 and len(model.ep_info_buffer or ()) > 10


def test_wrong_options_are_refused() -> None:
    with pytest.raises(cornerwise.OptionError, match="one learner"):
        BlokusVecEnv("duo", 2, opponents=None)
    env = BlokusVecEnv("duo", 2)
    with pytest.raises(cornerwise.OptionError):
        env.env_method("fly")
    with pytest.raises(cornerwise.OptionError):
        env.set_attr("speed", 1)
    env.close()
