"""The environment of Gymnasium."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from cornerwise import _native
from cornerwise._options import Array, Observations, Options, fresh_seed, square
from cornerwise._rendering import FPS, MODES, Rendering


class BlokusEnv(gym.Env[Any, Any]):
    """One game of Blokus.

    Without opponents the learner plays all seats in turn, and each step is one move; the reward is that of who made it.
    With ``opponents`` it has one ``seat``, and a step is its move and all moves of hidden agents until its next turn.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": MODES, "render_fps": FPS}  # type: ignore[misc]

    def __init__(
        self,
        variant: str | _native.Variant = "duo",
        *,
        render_mode: str | None = None,
        theme: str = "light",
        edge: int = 480,
        **options: Any,
    ) -> None:
        options.setdefault("observation", "board")
        options.setdefault("layout", "cells" if options["observation"] == "board" else "placements")
        options.setdefault("reward", "squares" if options["observation"] == "board" else "win")
        self._rendering = Rendering(render_mode, theme, edge)
        self.render_mode = render_mode
        self.options = Options.of(variant, **options)
        self._make()
        self.observation_space = self._observations.space
        self.action_space = spaces.Discrete(self._setup.action_count)

    def _make(self) -> None:
        self._setup = self.options.setup()
        self._observations = Observations(self.options)
        self.game = _native.Environment(self._setup)
        self._is_seeded = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game; after a seed, games without one are the next of its series."""
        super().reset(seed=seed)
        if seed is None and not self._is_seeded:
            seed = fresh_seed(self.np_random)
        self._is_seeded = True
        self.game.reset(seed)
        observation, mask = self._observe()
        if self.render_mode == "human":
            self.render()
        return observation, {"action_mask": mask}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, and all moves of opponents up to the learner's next turn."""
        game = self.game
        game.step(int(action))
        observation, mask = self._observe()
        over = game.is_over
        info: dict[str, Any] = {"action_mask": mask}
        if game.was_illegal:
            info["illegal"] = True
        if over:
            info |= self._result()
        reward = game.rewards()[game.rewarded]
        if self.render_mode == "human":
            self.render()
        return observation, reward, over, False, info

    def _result(self) -> dict[str, Any]:
        game = self.game
        result = {"scores": game.scores, "win_shares": game.win_shares, "seat": game.seat}
        if game.forfeit is not None:
            result["forfeit"] = game.forfeit
        return result

    def _observe(self) -> tuple[Any, Array]:
        data, numbers, mask = self.game.observe()
        return self._observations.make(data, numbers, mask), mask

    def action_masks(self) -> Array:
        """The legal actions as booleans: the method that `sb3-contrib` asks for."""
        return self.game.mask().view(np.bool_)

    def legal_actions(self) -> Array:
        """The legal actions as numbers."""
        return self.game.actions()

    def sample_legal(self) -> int:
        """A random legal action; which one depends on the seed."""
        action = self.game.sample_action()
        if action is None:
            raise _native.IllegalMoveError("the game is over")
        return action

    @property
    def rewards(self) -> list[float]:
        """The rewards of the last step, by player."""
        return self.game.rewards()

    @property
    def board(self) -> _native.Board:
        """The game as a board; changing it does not change the environment."""
        return self.game.board()

    @property
    def player(self) -> int | None:
        """The player whose turn it is."""
        return self.game.to_play

    def action_of(self, move: _native.Move | str) -> int:
        """The action of a move, as the colour to play sees it."""
        return self._setup.action(self.game.colour, _native.Move(move))

    def move_of(self, action: int) -> _native.Move:
        """The move of an action, as the colour to play sees it."""
        return self._setup.mv(self.game.colour, int(action))

    def render(self) -> Any:
        """Draw the board as the render mode says."""
        return self._rendering.render(self.board)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._rendering.close()

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        for name in ("_setup", "_observations", "game"):
            del state[name]
        return {"attributes": state, "game": self.game.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state["attributes"])
        seeded = self._is_seeded
        self._make()
        self._is_seeded = seeded
        self.game.restore(state["game"])


class SquareEnv(BlokusEnv):
    """One game on a square board of any size from 2 to 20, of two to four colours."""

    def __init__(self, size: int = 7, colours: int = 2, **keywords: Any) -> None:
        super().__init__(square(size, colours), **keywords)
