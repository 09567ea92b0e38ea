"""MaskablePPO of sb3-contrib on Duo against random play, as the first player: `pip install cornerwise[sb3]`.

The setting is a published one: actions ((x·14 + y)·21 + piece)·8 + form, 238 observed values, learning rate 0.001, entropy
0.005, a reward of ±1 at the end, 100,000 steps, the library's defaults otherwise. What is ours is the head of the policy: the
logit of an action is the sum of those of its piece, its orientation and its first cell, so that all placements of a piece are
learnt from together. `--head flat` has a logit of its own for every action, as published. The curve goes to a file.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from torch import nn

from cornerwise.sb3 import BlokusVecEnv

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("--variant", default="duo")
arguments.add_argument("--steps", type=int, default=100_000)
arguments.add_argument("--games", type=int, default=200, help="games of each evaluation")
arguments.add_argument("--every", type=int, default=10_000, help="steps between evaluations")
arguments.add_argument("--layout", default="pieces")
arguments.add_argument("--head", choices=["summed", "flat"], default="summed")
arguments.add_argument("--opponent", default="random")
arguments.add_argument("--envs", type=int, default=16)
arguments.add_argument("--seed", type=int, default=1)
arguments.add_argument("--curve", type=Path, default=Path("ppo-curve.jsonl"))
args = arguments.parse_args()


def make(envs: int, seed: int) -> BlokusVecEnv:
    return BlokusVecEnv(args.variant, envs, seed=seed, layout=args.layout, opponents=args.opponent, seat=0)


class SummedHead(nn.Module):
    """Logits of actions as sums of those of pieces, orientations and first cells."""

    def __init__(self, inputs: int, env: BlokusVecEnv) -> None:
        super().__init__()
        size, rows = env.batch.setup.variant.size, env.batch.setup.action_rows(0)
        self.parts = nn.Linear(inputs, 21 + 91 + size * size)
        nn.init.zeros_(self.parts.weight)
        nn.init.zeros_(self.parts.bias)
        # Numbers that are no placement stay with the first ones; they are masked anyway.
        places = np.zeros((3, env.batch.num_actions), np.int64)
        places[:, rows[:, 0]] = rows[:, 1], 21 + rows[:, 2], 112 + rows[:, 3] * size + rows[:, 4]
        self.register_buffer("places", torch.from_numpy(places))

    def forward(self, latent: torch.Tensor) -> torch.Tensor:
        parts = self.parts(latent)
        return sum(parts[:, places] for places in self.places)


class Policy(MaskableActorCriticPolicy):
    """The usual policy with that head."""

    def _build(self, lr_schedule) -> None:
        super()._build(lr_schedule)
        self.action_net = SummedHead(self.mlp_extractor.latent_dim_pi, env)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


class Curve(BaseCallback):
    """Plays games without exploration now and then."""

    def __init__(self) -> None:
        super().__init__()
        self.begin, self.next, self.rows = time.monotonic(), 0, []

    def evaluate(self) -> None:
        env = make(args.games, args.seed + 1_000_000)
        observation, rewards = env.reset(), np.full(args.games, np.nan)
        while np.isnan(rewards).any():
            actions, _ = self.model.predict(observation, action_masks=env.action_masks(), deterministic=True)
            observation, reward, done, _ = env.step(actions)
            ended = done & np.isnan(rewards)
            rewards[ended] = reward[ended]
        wins, draws = float((rewards > 0).mean()), float((rewards == 0).mean())
        steps, minutes = self.num_timesteps, (time.monotonic() - self.begin) / 60
        self.rows.append({"steps": steps, "won": wins, "drawn": draws, "minutes": minutes})
        args.curve.write_text("".join(json.dumps(row) + "\n" for row in self.rows))
        bar = "#" * round(40 * wins)
        print(f"{steps:>8} steps {minutes:6.1f} min  won {wins:6.1%}  drawn {draws:5.1%}  {bar}", flush=True)

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= self.next:
            self.evaluate()
            self.next = self.num_timesteps + args.every

    def _on_step(self) -> bool:
        return True

    def _on_training_end(self) -> None:
        self.evaluate()


torch.manual_seed(args.seed)
steps = max(2048 // args.envs, 1)
env = make(args.envs, args.seed)
model = MaskablePPO(
    Policy if args.head == "summed" else "MlpPolicy",
    env,
    learning_rate=1e-3,
    ent_coef=0.005,
    n_steps=steps,
    seed=args.seed,
    device="cpu",
)
model.learn(args.steps, callback=Curve())
