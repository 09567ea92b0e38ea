"""A loop of Gymnasium: a learner against a hidden opponent, with masks of legal actions.

The learner here only knows that large pieces are good.
"""

import argparse

import gymnasium as gym
import numpy as np

import cornerwise  # noqa: F401, for the ids

arguments = argparse.ArgumentParser(description=__doc__)
arguments.add_argument("--games", type=int, default=20)
arguments.add_argument("--opponent", default="random")
args = arguments.parse_args()

env = gym.make("cornerwise/Duo-v0", observation="flat", opponents=args.opponent, seat="random", reward="win")
env = gym.wrappers.RecordEpisodeStatistics(env)
generator = np.random.default_rng(1)
results = []
_, info = env.reset(seed=1)
while len(results) < args.games:
    actions = np.flatnonzero(info["action_mask"])
    sizes = np.array([env.unwrapped.move_of(action).size for action in actions])
    action = generator.choice(actions[sizes == sizes.max()])
    _, reward, terminated, _, info = env.step(action)
    if terminated:
        results.append(reward)
        print(f"game {len(results)}: reward {reward:+.0f} in {info['episode']['l']} turns, scores {info['scores']}")
        _, info = env.reset()
print(f"mean reward {np.mean(results):+.2f}")
