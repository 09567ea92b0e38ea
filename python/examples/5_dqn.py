"""DQN in a single file, in the style of CleanRL: vector environment, replay buffer, masked maximum. Needs PyTorch.

Small boards learn in minutes: `python 5_dqn.py --size 5`.
"""

import argparse
import time

import gymnasium as gym
import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from torch import nn

import cornerwise  # noqa: F401, for the ids

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("--size", type=int, default=5)
arguments.add_argument("--steps", type=int, default=60_000)
arguments.add_argument("--envs", type=int, default=32)
arguments.add_argument("--buffer", type=int, default=20_000)
arguments.add_argument("--batch", type=int, default=128)
arguments.add_argument("--gamma", type=float, default=0.99)
arguments.add_argument("--rate", type=float, default=5e-4)
arguments.add_argument("--target-every", type=int, default=50, help="updates between copies of the network")
arguments.add_argument("--opponent", default="random")
arguments.add_argument("--seed", type=int, default=1)
args = arguments.parse_args()
torch.manual_seed(args.seed)
torch.set_num_threads(1)
generator = np.random.default_rng(args.seed)


def make(envs: int) -> gym.vector.VectorEnv:
    return gym.make_vec(
        "cornerwise/Square-v0",
        num_envs=envs,
        size=args.size,
        observation="shapes",
        opponents=args.opponent,
        reward="win",
        autoreset_mode=AutoresetMode.SAME_STEP,
        num_threads=1,
    )


class QNetwork(nn.Sequential):
    """The value of every action at once."""

    def __init__(self, env: gym.vector.VectorEnv) -> None:
        inputs = int(np.prod(env.single_observation_space.shape))
        actions = int(env.single_action_space.n)
        super().__init__(nn.Flatten(), nn.Linear(inputs, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.append(nn.Linear(256, actions))


def best(values: torch.Tensor, mask: np.ndarray) -> torch.Tensor:
    """The values of legal actions; others are as low as can be."""
    return values.masked_fill(~torch.from_numpy(mask.astype(bool)), -1e9)


def evaluate(network: nn.Module, games: int = 200) -> float:
    """The share of games that are won without exploration."""
    env = make(games)
    seen, info = env.reset(seed=1_000_000)
    results = np.full(games, np.nan)
    while np.isnan(results).any():
        with torch.no_grad():
            values = best(network(torch.from_numpy(seen).float()), info["action_mask"])
        seen, reward, done, _, info = env.step(values.argmax(1).numpy())
        ended = done & np.isnan(results)
        results[ended] = reward[ended]
    return float((results > 0).mean())


env = make(args.envs)
network, target = QNetwork(env), QNetwork(env)
target.load_state_dict(network.state_dict())
optimiser = torch.optim.Adam(network.parameters(), lr=args.rate)
shape, actions = env.single_observation_space.shape, int(env.single_action_space.n)
states = np.zeros((args.buffer, *shape), np.uint8)
successors, masks = np.zeros_like(states), np.zeros((args.buffer, actions), np.bool_)
chosen, rewards, dones = (np.zeros(args.buffer, kind) for kind in (np.int64, np.float32, np.float32))
filled = updates = 0
seen, info = env.reset(seed=args.seed)
begin = time.monotonic()
print(f"before learning: won {evaluate(network):.1%}", flush=True)
for step in range(0, args.steps, args.envs):
    epsilon = max(0.05, 1 - step / (0.5 * args.steps))
    action = env.unwrapped.sample_legal()
    with torch.no_grad():
        greedy = best(network(torch.from_numpy(seen).float()), info["action_mask"]).argmax(1).numpy()
    action = np.where(generator.random(args.envs) < epsilon, action, greedy)
    after, reward, done, _, info = env.step(action)
    successor = after.copy()
    for game in np.flatnonzero(done):
        successor[game] = info["final_obs"][game]
    at = np.arange(filled, filled + args.envs) % args.buffer
    states[at], chosen[at], rewards[at], dones[at] = seen, action, reward, done
    successors[at], masks[at] = successor, info["action_mask"]
    filled, seen = filled + args.envs, after
    if filled < 1000:
        continue
    drawn = generator.integers(0, min(filled, args.buffer), args.batch)
    with torch.no_grad():
        future = best(target(torch.from_numpy(successors[drawn]).float()), masks[drawn]).amax(1)
        goal = torch.from_numpy(rewards[drawn]) + args.gamma * future * torch.from_numpy(1 - dones[drawn])
    value = network(torch.from_numpy(states[drawn]).float()).gather(1, torch.from_numpy(chosen[drawn])[:, None])
    loss = nn.functional.smooth_l1_loss(value[:, 0], goal)
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
    updates += 1
    if updates % args.target_every == 0:
        target.load_state_dict(network.state_dict())
print(f"after {args.steps} steps and {time.monotonic() - begin:.0f} s: won {evaluate(network):.1%}")
