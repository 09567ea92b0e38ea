"""A vector environment of Stable-Baselines3, stepped in Rust: ``pip install cornerwise[sb3]``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from cornerwise import _native
from cornerwise._options import Array, fresh_seed
from cornerwise._rendering import Rendering
from cornerwise.batch import Batch


class BlokusVecEnv(VecEnv):
    """Many games of Blokus for Stable-Baselines3 and `MaskablePPO`.

    ``action_masks`` answers all masks at once, since asking games one by one is slow. Keep in mind that the rollout buffer of
    `MaskablePPO` keeps masks as float32: 8,192 steps of Duo take 450 MB.
    """

    def __init__(
        self,
        variant: str | _native.Variant = "duo",
        num_envs: int = 16,
        *,
        num_threads: int | None = 1,
        seed: int | None = None,
        render_mode: str | None = None,
        theme: str = "light",
        edge: int = 240,
        **options: Any,
    ) -> None:
        options.setdefault("observation", "flat")
        options.setdefault("opponents", "random")
        if options["observation"] == "board":
            options.setdefault("layout", "cells")
        # Before the parent's initialisation, which asks for it.
        self.render_mode = render_mode
        self.batch = Batch(variant, num_envs, num_threads=num_threads, autoreset="same_step", **options)
        if not self.batch.options.opponents:
            raise _native.OptionError("Stable-Baselines3 knows one learner; name its opponents")
        from gymnasium import spaces

        super().__init__(num_envs, self.batch.observations.space, spaces.Discrete(self.batch.num_actions))
        self._rendering = Rendering(render_mode, theme, edge)
        self._actions = np.zeros(num_envs, np.int64)
        self._returns = np.zeros(num_envs)
        self._games = np.arange(num_envs)
        self._next_seed = fresh_seed() if seed is None else seed

    def _observed(self) -> Any:
        observation = self.batch.observe()
        if isinstance(observation, dict):
            return {key: np.array(value) for key, value in observation.items()}
        return observation.copy()

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Set the seeds of the games that begin with the next reset."""
        self._next_seed = fresh_seed() if seed is None else seed
        return [self._next_seed + game for game in range(self.num_envs)]

    def reset(self) -> Any:
        """Begin all games."""
        self.batch.reset(self._next_seed)
        # A further reset is of other games.
        self._next_seed = (self._next_seed + self.num_envs) % 2**63
        self._returns[:] = 0
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return self._observed()

    def step_async(self, actions: Array) -> None:
        """Take note of the actions."""
        self._actions = np.asarray(actions, dtype=np.int64)

    def step_wait(self) -> tuple[Any, Array, Array, list[dict[str, Any]]]:
        """Play the actions."""
        batch = self.batch
        batch.step(self._actions)
        rewards = batch.rewards[self._games, batch.rewarded]
        dones = batch.terminated.copy()
        self._returns += rewards
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = np.flatnonzero(dones)
        if len(ended):
            final = batch.observe_final()
            for game in ended:
                is_dict = isinstance(final, dict)
                infos[game] = {
                    "terminal_observation": {key: np.array(value[game]) for key, value in final.items()}
                    if is_dict
                    else final[game].copy(),
                    "TimeLimit.truncated": False,
                    "episode": {"r": float(self._returns[game]), "l": int(batch.final_lengths[game]), "t": 0.0},
                    "scores": batch.final_scores[game].tolist(),
                }
            self._returns[ended] = 0
        return self._observed(), rewards.copy(), dones, infos

    def action_masks(self) -> Array:
        """The legal actions as booleans, a row for each game."""
        return self.batch.masks.view(np.bool_).copy()

    def close(self) -> None:
        """Close the window, if there is one."""
        self._rendering.close()

    def render(self, mode: str | None = None) -> Any:
        """Draw the first game."""
        return self._rendering.render(self.batch.board(0))

    def get_images(self) -> Sequence[Any]:
        """Pictures of all games."""
        return [
            self.batch.board(game).rgb(self._rendering.theme, self._rendering.edge) for game in range(self.num_envs)
        ]

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """An attribute, which all games have in common."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Games have no attributes of their own."""
        raise _native.OptionError(f"{attr_name} cannot be set game by game")

    def env_method(
        self, method_name: str, *args: Any, indices: int | Iterable[int] | None = None, **keywords: Any
    ) -> list[Any]:
        """What a method answers for each game; there is only ``action_masks``."""
        if method_name != "action_masks":
            raise _native.OptionError(f"games of a batch have no method {method_name}")
        masks = self.action_masks()
        return [masks[game] for game in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: int | Iterable[int] | None = None) -> list[bool]:
        """Games are not wrapped, but they count their episodes as `Monitor` does."""
        from stable_baselines3.common.monitor import Monitor

        return [wrapper_class is Monitor for _ in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        """Whether there is such an attribute or method."""
        return attr_name == "action_masks" or hasattr(self, attr_name)
