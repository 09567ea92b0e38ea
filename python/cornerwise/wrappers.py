"""Wrappers for environments of Gymnasium."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import gymnasium as gym

from cornerwise import _native
from cornerwise._options import Observations


class PotentialReward(gym.Wrapper[Any, Any, Any, Any]):
    """Reward the change of a potential of one's own: ``discount * h(s') - h(s)``, with h of the start 0.

    ``potential(board, player)`` is asked at each turn of the learner, and ``end(board, player)`` when the game is over; without
    it the end is worth 0. Potentials that Cornerwise knows are faster with the keyword ``shaping`` of the environment.
    """

    def __init__(
        self,
        env: gym.Env[Any, Any],
        potential: Callable[[_native.Board, int], float],
        *,
        end: Callable[[_native.Board, int], float] | None = None,
        discount: float = 1.0,
        only: bool = False,
    ) -> None:
        super().__init__(env)
        self._potential, self._end = potential, end
        self._discount, self._only = discount, only
        self._before: dict[int, float] = {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game."""
        self._before = {}
        return super().reset(seed=seed, options=options)

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Play an action, and add the change of the mover's potential."""
        env: Any = self.env.unwrapped
        player = env.player
        observation, reward, terminated, truncated, info = super().step(action)
        board = env.board
        judge = self._end if terminated else self._potential
        potential = 0.0 if judge is None else judge(board, player)
        shaped = self._discount * potential - self._before.get(player, 0.0)
        self._before[player] = potential
        reward = shaped if self._only else float(reward) + shaped
        return observation, reward, terminated, truncated, info


class Observe(gym.ObservationWrapper[Any, Any, Any]):
    """Another observation than that of the environment: ``planes``, ``shapes``, ``flat`` or ``board``.

    ``shapes`` is a plane for each colour and piece, 42 on Duo. The keyword ``observation`` of the environment does the same
    without a wrapper.
    """

    def __init__(self, env: gym.Env[Any, Any], observation: str = "shapes") -> None:
        super().__init__(env)
        base: Any = env.unwrapped
        self._observations = Observations(replace(base.options, observation=observation))
        self.observation_space = self._observations.space

    def observation(self, observation: Any) -> Any:
        """The other observation."""
        base: Any = self.env.unwrapped
        data, numbers = base.game.observe_as(self._observations.setup)
        mask = base.game.mask() if self._observations.kind == "board" else data
        return self._observations.make(data, numbers, mask)
