"""How fast the environments are: ``python -m cornerwise.bench``.

Rates are a second of processor time, so that they tell little of what else the machine does. With `blokus-rl` installed its
environment is measured beside ours.
"""

from __future__ import annotations

import argparse
import importlib
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np


def rate(steps: Iterator[int], seconds: float) -> tuple[float, float]:
    """Steps a second of processor time, and a second of the clock; ``steps`` yields how many it has made each time."""
    next(steps)
    count, begin, clock = 0, time.process_time(), time.perf_counter()
    while time.process_time() - begin < seconds:
        count += next(steps)
    return count / (time.process_time() - begin), count / (time.perf_counter() - clock)


def turns(env: Any, sample: Callable[[Any], int]) -> Iterator[int]:
    """``last`` and ``step`` of PettingZoo in turn."""
    while True:
        env.reset(seed=1)
        for turn in range(1_000_000):
            if not env.agents:
                yield turn
                break
            observation, _, terminated, truncated, _ = env.last()
            env.step(None if terminated or truncated else sample(observation))


def drawn(observation: Any) -> int:
    """A random legal action of a mask."""
    legal = np.flatnonzero(observation["action_mask"].view(np.bool_))
    return int(legal[np.random.randint(len(legal))])


def own_draw(env: Any) -> Callable[[Any], int]:
    """A random legal action that is drawn in Rust."""
    return lambda _: int(env.sample_legal())


def singles(variant: str) -> Iterator[int]:
    """Steps of the environment of Gymnasium, without wrappers."""
    from cornerwise.gym_env import BlokusEnv

    env = BlokusEnv(variant, observation="shapes")
    while True:
        env.reset(seed=1)
        over, count = False, 0
        while not over:
            _, _, over, _, _ = env.step(env.sample_legal())
            count += 1
        yield count


def batches(variant: str, games: int, threads: int, masks: str, observe: bool) -> Iterator[int]:
    """Steps of a batch with actions that are drawn in Rust."""
    from cornerwise import Batch

    batch = Batch(
        variant,
        games,
        num_threads=threads,
        autoreset="same_step",
        masks=masks,
        observe=observe,
        observation="planes",
        sample=True,
    )
    batch.reset(seed=1)
    while True:
        batch.step(batch.sampled)
        yield games


def blokus_rl() -> Any:
    """The environment of blokus-rl, if it is there."""
    try:
        return importlib.import_module("blokus_rl")
    except ImportError:
        return None


def rows(games: int) -> Iterator[tuple[str, Iterator[int]]]:
    """What is measured."""
    from cornerwise import classic_v0, duo_v0

    for name, module in (("duo", duo_v0), ("classic", classic_v0)):
        env = module.env()
        yield f"PettingZoo {name}, last + step, own draw", turns(env, own_draw(env.unwrapped))
        yield f"PettingZoo {name}, last + step, draw of the mask", turns(module.env(), drawn)
    yield "Gymnasium duo, step", singles("duo")
    for variant in ("duo", "classic"):
        for threads in (1, 2):
            name = f"batch {variant}, {games} games, {threads} thread{'s' * (threads > 1)}"
            yield name, batches(variant, games, threads, "none", False)
            yield f"{name}, packed masks", batches(variant, games, threads, "packed", False)
            yield f"{name}, dense masks", batches(variant, games, threads, "dense", False)
            yield f"{name}, dense masks and planes", batches(variant, games, threads, "dense", True)
    if (peer := blokus_rl()) is not None:
        yield "blokus-rl classic, last + step, draw of the mask", turns(peer.BlokusEnv(), drawn)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m cornerwise.bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time for each row")
    parser.add_argument("--games", type=int, default=64, help="games of a batch")
    parser.add_argument("--only", default="", help="measure rows whose name has this in it")
    args = parser.parse_args()
    print(f"{'':<52}{'a processor second':>20}{'a second':>14}")
    for name, steps in rows(args.games):
        if args.only in name:
            per_core, per_second = rate(steps, args.seconds)
            print(f"{name:<52}{per_core:>20,.0f}{per_second:>14,.0f}", flush=True)


if __name__ == "__main__":
    main()
