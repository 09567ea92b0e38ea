"""The environments of PettingZoo."""

from __future__ import annotations

import copy
import importlib
import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

import cornerwise

NAMES = ["duo_v0", "classic_v0", "classic2_v0", "classic3_v0", "square_v0"]


@pytest.fixture(params=NAMES)
def module(request: pytest.FixtureRequest) -> Any:
    return importlib.import_module(f"cornerwise.{request.param}")


def play(env: Any) -> dict[str, float]:
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        mask = observation["action_mask"]
        action = env.unwrapped.sample_legal()
        assert mask[action] == 1 and mask.dtype == np.int8
        env.step(action)
    return totals


@pytest.mark.parametrize("observation", ["shapes", "flat", "planes", "board"])
def test_the_checkers_have_nothing_to_say(module: Any, observation: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Observations in dictionaries are what masks need, and nothing lies on the board at the start.
        expected = "not a NumPy array|all zeros|should be gymnasium.spaces|more than 3 dim"
        warnings.filterwarnings("ignore", message=f".*({expected}).*")
        # PettingZoo's own.
        warnings.filterwarnings("ignore", category=DeprecationWarning)
        api_test(module.env(observation=observation), num_cycles=200)
        parallel_api_test(module.parallel_env(observation=observation), num_cycles=100)


def test_seeds_decide(module: Any) -> None:
    seed_test(module.env, num_cycles=100)


def test_all_render_modes(module: Any) -> None:
    pytest.importorskip("pygame")
    render_test(lambda **keywords: module.env(edge=64, **keywords))


def test_all_end_together_with_the_final_rewards(module: Any) -> None:
    for reward in ("win", "squares"):
        env = module.env(reward=reward)
        for seed in range(3):
            env.reset(seed=seed)
            totals = play(env)
            raw = env.unwrapped
            assert raw.board.is_over and not env.agents
            shares, players = raw.board.win_shares, len(env.possible_agents)
            if reward == "win":
                expected = [(players * share - 1) / (players - 1) for share in shares]
            else:
                owners = raw.board.variant.owners
                areas = [0] * players
                for owner, area in zip(owners, raw.board.areas, strict=True):
                    if owner is not None:
                        areas[owner] += area
                expected = [2 * area - sum(areas) for area in areas]
            assert list(totals.values()) == pytest.approx(expected, abs=1e-6)


def test_who_waits_has_no_action_in_turns_and_one_at_once() -> None:
    env = cornerwise.duo_v0.raw_env()
    env.reset(seed=0)
    assert env.observe("player_0")["action_mask"].sum() == 414
    assert env.observe("player_1")["action_mask"].sum() == 0
    parallel = cornerwise.duo_v0.parallel_env()
    observations, _ = parallel.reset(seed=0)
    masks = [observations[agent]["action_mask"] for agent in parallel.agents]
    assert masks[0].sum() == 414 and masks[0][parallel.noop] == 0
    assert masks[1].sum() == 1 and masks[1][parallel.noop] == 1
    observations, rewards, terminations, _, _ = parallel.step({"player_0": parallel.noop, "player_1": parallel.noop})
    assert rewards == {"player_0": -1.0, "player_1": 1.0} and all(terminations.values())


@pytest.mark.parametrize("layout", ["placements", "planes", "cells", "pieces"])
def test_action_tables(layout: str) -> None:
    env = cornerwise.duo_v0.raw_env(layout=layout)
    rows = env.action_table()
    assert rows.shape == (13_729, 5) and len(np.unique(rows[:, 0])) == 13_729
    env.reset(seed=0)
    legal = np.flatnonzero(env.observe("player_0")["action_mask"])
    assert set(legal) <= set(rows[:, 0])
    if layout == "pieces":
        assert env.action_space("player_0").n == 32_928
        forms = rows[:, 0] % 8
        expected = ((rows[:, 3] * 14 + rows[:, 4]) * 21 + rows[:, 1]) * 8 + forms
        assert (rows[:, 0] == expected).all() and forms.max() == 7
    if layout == "cells":
        assert (rows[:, 0] == (rows[:, 3] * 14 + rows[:, 4]) * 91 + rows[:, 2]).all()
    if layout == "planes":
        assert (rows[:, 0] == rows[:, 2] * 196 + rows[:, 4] * 14 + rows[:, 3]).all()


def test_symmetries_keep_the_legal_actions() -> None:
    env = cornerwise.duo_v0.raw_env()
    identity, mirror = env.symmetry_permutations()
    assert (identity == np.arange(len(identity))).all() and (mirror[mirror] == identity).all()
    env.reset(seed=5)
    twin = cornerwise.duo_v0.raw_env()
    twin.reset(seed=5)
    while env.agents and not env.terminations[env.agent_selection]:
        mask = env.observe(env.agent_selection)["action_mask"]
        turned = np.zeros_like(mask)
        turned[mirror[np.flatnonzero(mask)]] = 1
        assert (twin.observe(twin.agent_selection)["action_mask"] == turned).all()
        action = env.sample_legal()
        env.step(action)
        twin.step(mirror[action])


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("make", ["env", "raw_env"])
def test_copies_go_on_alike(twin: Any, make: str) -> None:
    env = getattr(cornerwise.duo_v0, make)(reward="squares")
    env.reset(seed=1)
    for _ in range(5):
        env.step(env.unwrapped.sample_legal())
    other = twin(env)
    assert play(env) == play(other)
    assert env.unwrapped.board.moves == other.unwrapped.board.moves


def test_wrong_steps_are_refused() -> None:
    env = cornerwise.duo_v0.raw_env(illegal="raise")
    env.reset(seed=1)
    for action in (None, 0, -1):
        with pytest.raises(cornerwise.IllegalMoveError):
            env.step(action)
    with pytest.raises(cornerwise.OptionError, match="hidden opponents"):
        cornerwise.duo_v0.env(opponents="random")
    with pytest.raises(cornerwise.OptionError, match="2, 3 or 4"):
        cornerwise.square_v0.env(colours=5)
    parallel = cornerwise.duo_v0.parallel_env()
    parallel.reset(seed=1)
    with pytest.raises(cornerwise.IllegalMoveError, match="player_0 is to play"):
        parallel.step({"player_1": 0})
