"""Self-play in PettingZoo: one table of preferences plays all seats and learns which pieces to play early.

The policy has one logit for each piece and is learnt by REINFORCE; that is little, but it finds that large pieces go first.
"""

import argparse

import numpy as np

from cornerwise import Variant, duo_v0

arguments = argparse.ArgumentParser(description=__doc__)
arguments.add_argument("--games", type=int, default=300)
args = arguments.parse_args()

env = duo_v0.env(reward="margin")
env.reset(seed=1)
table = env.unwrapped.action_table()
piece_of = np.zeros(env.action_space("player_0").n, np.int64)
piece_of[table[:, 0]] = table[:, 1]
names = Variant("duo").pieces
generator = np.random.default_rng(1)
logits = np.zeros(21)
for _ in range(args.games):
    env.reset()
    gradients = dict.fromkeys(env.possible_agents, np.zeros(21))
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        actions = np.flatnonzero(observation["action_mask"])
        pieces = np.unique(piece_of[actions])
        chances = np.exp(logits[pieces] - logits[pieces].max())
        chances /= chances.sum()
        piece = generator.choice(pieces, p=chances)
        gradient = gradients[agent].copy()
        gradient[pieces] -= chances
        gradient[piece] += 1
        gradients[agent] = gradient
        env.step(generator.choice(actions[piece_of[actions] == piece]))
    for agent, reward in rewards.items():
        logits += 0.002 * np.clip(reward, -30, 30) * gradients[agent]

order = np.argsort(-logits)
print("pieces that are played early:", ", ".join(names[piece] for piece in order[:8]))
print("pieces that are kept        :", ", ".join(names[piece] for piece in order[-8:]))
