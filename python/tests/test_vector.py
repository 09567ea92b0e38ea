"""Vector environments and batches: the same games as one by one."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import cornerwise
from cornerwise import Batch

GAMES = 6
MODES = list(AutoresetMode)


def make(mode: AutoresetMode = AutoresetMode.SAME_STEP, **keywords: Any) -> Any:
    return gym.make_vec("cornerwise/Duo-v0", num_envs=GAMES, autoreset_mode=mode, **keywords)


def rows(observation: Any, game: int) -> Any:
    if isinstance(observation, dict):
        return {key: value[game] for key, value in observation.items()}
    return observation[game]


def equal(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(np.array_equal(one[key], other[key]) for key in one)
    return np.array_equal(one, other)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("observation", ["board", "shapes", "flat", "planes"])
@pytest.mark.parametrize("threads", [1, 3])
def test_each_game_is_that_of_a_single_environment(mode: AutoresetMode, observation: str, threads: int) -> None:
    options = {"observation": observation, "opponents": "random", "seat": "random", "reward": "squares"}
    vector = make(mode, num_threads=threads, **options)
    assert vector.metadata["autoreset_mode"] is mode
    single = [gym.make("cornerwise/Duo-v0", **options).unwrapped for _ in range(GAMES)]
    seen, info = vector.reset(seed=10)
    assert vector.observation_space.contains(seen)
    for game, env in enumerate(single):
        alone, _ = env.reset(seed=10 + game)
        assert equal(rows(seen, game), alone)
    over = [False] * GAMES
    ends = 0
    for _ in range(40):
        actions = np.zeros(GAMES, np.int64)
        for game, env in enumerate(single):
            if not over[game]:
                actions[game] = env.sample_legal()
        seen, rewards, terminated, truncated, info = vector.step(actions)
        assert vector.observation_space.contains(seen) and not truncated.any()
        for game, env in enumerate(single):
            if over[game] and mode is not AutoresetMode.DISABLED:
                alone, alone_info = env.reset()
                reward, over[game] = 0.0, False
                assert not terminated[game]
            elif over[game]:
                assert terminated[game] and rewards[game] == 0
                continue
            else:
                alone, reward, over[game], _, alone_info = env.step(actions[game])
                assert terminated[game] == over[game]
                if over[game]:
                    ends += 1
                    final = info["final_info"] if mode is AutoresetMode.SAME_STEP else info
                    assert final["_scores"][game] and final["scores"][game].tolist() == alone_info["scores"]
                if over[game] and mode is AutoresetMode.SAME_STEP:
                    assert info["_final_obs"][game] and equal(info["final_obs"][game], alone)
                    alone, alone_info = env.reset()
                    over[game] = False
            assert rewards[game] == reward
            assert equal(rows(seen, game), alone)
            assert np.array_equal(info["action_mask"][game], alone_info["action_mask"])
        if mode is AutoresetMode.DISABLED and all(over):
            seen, info = vector.reset(options={"reset_mask": np.array(over)})
            for game, env in enumerate(single):
                alone, _ = env.reset()
                assert equal(rows(seen, game), alone)
            over = [False] * GAMES
    assert ends >= GAMES
    vector.close()


def test_turns_alternate_without_opponents() -> None:
    """A batch, PettingZoo, Gymnasium and a board play the same game."""
    batch = Batch("classic-2", 3, num_threads=2, reward="win", observation="shapes", masks="packed")
    batch.reset(seed=5)
    env = gym.make("cornerwise/Classic2-v0", observation="shapes").unwrapped
    env.reset(seed=5)
    aec = cornerwise.classic2_v0.raw_env()
    aec.reset(seed=5)
    board = cornerwise.Board("classic-2")
    while not board.is_over:
        actions = batch.sample_legal()
        assert actions[0] == env.sample_legal() == aec.sample_legal()
        assert batch.to_play[0] == board.player == env.player
        assert aec.agent_selection == f"player_{board.player}"
        mask = np.unpackbits(batch.masks[0], bitorder="little")[: batch.num_actions]
        assert np.array_equal(mask, board.mask())
        seen = aec.observe(aec.agent_selection)
        assert np.array_equal(seen["action_mask"], mask)
        assert np.array_equal(seen["observation"], batch.observation[0])
        board.push(board.move(int(actions[0])))
        batch.step(actions)
        env.step(int(actions[0]))
        aec.step(actions[0])
    assert batch.terminated[0] and batch.final_scores[0].tolist() == board.scores
    assert batch.board(0) == board == env.board == aec.board
    assert batch.rewards[0].tolist() == list(aec.rewards.values())


def test_arrays_stay_and_may_be_the_users() -> None:
    own = {"observation": np.zeros((8, 238), np.int8), "rewards": np.zeros((8, 2), np.float32)}
    batch = Batch("duo", 8, observation="flat", sample=True, masks="none", out=own)
    batch.reset(seed=1)
    addresses = {name: array.ctypes.data for name, array in batch.arrays.items()}
    assert own["observation"].sum() == 8 * 42
    for _ in range(60):
        batch.step(batch.sampled)
    assert {name: array.ctypes.data for name, array in batch.arrays.items()} == addresses
    assert not batch.illegal.any() and batch.final_lengths.min() > 10
    for wrong in (
        {"masks": np.zeros((8, 13_729), np.int8)},
        {"rewards": np.zeros(8, np.float32)},
        {"rewards": np.zeros((8, 2), np.float64)},
    ):
        with pytest.raises(cornerwise.OptionError):
            Batch("duo", 8, observation="flat", masks="none", out=wrong)
    with pytest.raises(cornerwise.OptionError):
        batch.write(masks=np.zeros((8, 5), np.int8))
    with pytest.raises(cornerwise.OptionError):
        batch.write(masks=np.zeros((8, 2 * 13_729), np.int8)[:, ::2])
    with pytest.raises(cornerwise.OptionError):
        batch.write(nothing=np.zeros(8))
    read_only = np.zeros((8, 13_729), np.int8)
    read_only.flags.writeable = False
    with pytest.raises(cornerwise.OptionError):
        batch.write(masks=read_only)


def test_actions_may_be_read_only_and_of_any_width() -> None:
    batch = Batch("7x7", 4, observe=False)
    batch.reset(seed=1)
    actions = batch.sample_legal().astype(np.int32)
    actions.flags.writeable = False
    batch.step(actions)
    assert [batch.board(game).ply for game in range(4)] == [1] * 4
    with pytest.raises(cornerwise.OptionError, match="actions has 3"):
        batch.step(actions[:3])


def test_lists_of_legal_actions() -> None:
    batch = Batch("duo", 5, observe=False)
    batch.reset(seed=3)
    batch.step(batch.sample_legal())
    offsets, actions = batch.legal_actions()
    for game in range(5):
        own = actions[offsets[game] : offsets[game + 1]]
        assert np.array_equal(np.sort(own), np.flatnonzero(batch.masks[game]))


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_copies_go_on_alike(twin: Any) -> None:
    batch = Batch("duo", 4, opponents="random", autoreset="same_step", observation="planes")
    batch.reset(seed=2)
    for _ in range(20):
        batch.step(batch.sample_legal())
    other = twin(batch)
    for _ in range(20):
        batch.step(batch.sample_legal())
        other.step(other.sample_legal())
        assert all(np.array_equal(batch.arrays[name], other.arrays[name]) for name in batch.arrays)


def play_in_process(queue: Any, batch: Batch) -> None:
    for _ in range(5):
        batch.step(batch.sample_legal())
    queue.put([str(batch.board(game).moves) for game in range(3)])


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_other_processes_play_the_same(method: str) -> None:
    batch = Batch("duo", 3, num_threads=2)
    batch.reset(seed=4)
    # The threads are at work before the fork.
    batch.step(batch.sample_legal())
    context = multiprocessing.get_context(method)
    queue = context.Queue()
    process = context.Process(target=play_in_process, args=(queue, batch))
    process.start()
    theirs = queue.get(timeout=60)
    process.join(60)
    assert process.exitcode == 0
    for _ in range(5):
        batch.step(batch.sample_legal())
    assert theirs == [str(batch.board(game).moves) for game in range(3)]


def test_wrong_options_are_refused() -> None:
    for wrong in (
        {"num_games": 0},
        {"num_threads": 0},
        {"masks": "thick"},
        {"autoreset": "never"},
        {"observation": "smell"},
        {"layout": "none"},
        {"reward": "fame"},
        {"seat": "best"},
        {"seat": -1},
        {"seat": 2, "opponents": "random"},
        {"opponents": ["random"] * 3},
        {"perspective": "bird"},
    ):
        with pytest.raises(cornerwise.OptionError) as caught:
            Batch("duo", **{"num_games": 2, **wrong})
        assert "\n" not in str(caught.value)
    with pytest.raises(TypeError):
        Batch("duo", 2, colour="red")
    with pytest.raises(cornerwise.OptionError):
        make(mode="sometimes")  # type: ignore[arg-type]


def test_episode_statistics_of_gymnasium() -> None:
    env = gym.wrappers.vector.RecordEpisodeStatistics(make(observation="flat"))
    env.reset(seed=0)
    lengths = []
    for _ in range(80):
        _, _, terminated, _, info = env.step(env.unwrapped.sample_legal())  # type: ignore[attr-defined]
        if terminated.any():
            lengths.extend(info["episode"]["l"][terminated])
    assert len(lengths) >= GAMES and 15 < np.mean(lengths) < 42
