"""The vector environment of Gymnasium."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from cornerwise import _native
from cornerwise._options import Array, fresh_seed, square
from cornerwise._rendering import FPS, Rendering
from cornerwise.batch import Batch

_MODES = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


def _copied(observation: Any) -> Any:
    if isinstance(observation, dict):
        return {key: np.array(value) for key, value in observation.items()}
    return np.array(observation)


class BlokusVectorEnv(VectorEnv[Any, Array, Array]):
    """Many games of Blokus, stepped in Rust; each is the game of `BlokusEnv` with the same seed.

    Masks of legal actions are in ``info["action_mask"]``: dense, as packed bits with ``masks="packed"``, or none. With
    ``copy=False`` observations and masks are written over with the next step.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["rgb_array", "ansi"],
        "render_fps": FPS,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        variant: str | _native.Variant = "duo",
        num_envs: int = 1,
        *,
        num_threads: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        masks: str = "dense",
        copy: bool = True,
        render_mode: str | None = None,
        theme: str = "light",
        edge: int = 240,
        **options: Any,
    ) -> None:
        options.setdefault("observation", "board")
        is_board = options["observation"] == "board"
        options.setdefault("layout", "cells" if is_board else "placements")
        options.setdefault("reward", "squares" if is_board else "win")
        if is_board and masks != "dense":
            raise _native.OptionError('observation "board" has dense masks in it')
        mode = self._mode(autoreset_mode)
        self.batch = Batch(
            variant,
            num_envs,
            num_threads=num_threads,
            autoreset=_MODES[mode],
            masks=masks,
            **options,
        )
        self.metadata = {**self.metadata, "autoreset_mode": mode}  # type: ignore[misc]
        self.num_envs = num_envs
        self.single_observation_space = self.batch.observations.space
        self.single_action_space = spaces.Discrete(self.batch.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copies, self._masks, self._autoreset = copy, masks, mode
        self.render_mode = render_mode
        self._renderings = [Rendering(render_mode, theme, edge) for _ in range(num_envs)]
        self._seeds_given = False

    @staticmethod
    def _mode(mode: AutoresetMode | str) -> AutoresetMode:
        for known, word in _MODES.items():
            if mode in (known, known.value, word):
                return known
        raise _native.OptionError(f'unknown autoreset mode "{mode}"; there are {", ".join(_MODES.values())}')

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin all games, or with ``options={"reset_mask": flags}`` those whose flag is set."""
        flags = (options or {}).get("reset_mask")
        if flags is not None:
            self.batch.reset_some(flags)
            return self._observed(), self._info()
        if seed is None and not self._seeds_given:
            seed = fresh_seed()
        if seed is not None and not isinstance(seed, (int, np.integer)):
            # None in a list stands for any seed.
            seed = [fresh_seed() if one is None else one for one in seed]
        super().reset(seed=seed if isinstance(seed, int) and seed < 2**63 else None)
        self._seeds_given = True
        self.batch.reset(seed)
        return self._observed(), self._info()

    def step(self, actions: Array) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        """Play an action in each game."""
        batch = self.batch
        batch.step(actions)
        rewards = batch.rewards[np.arange(self.num_envs), batch.rewarded].astype(np.float64)
        terminated = batch.terminated.copy()
        info = self._info()
        if terminated.any():
            self._add_final(info, terminated)
        return self._observed(), rewards, terminated, np.zeros(self.num_envs, np.bool_), info

    def _observed(self) -> Any:
        observation = self.batch.observe()
        return _copied(observation) if self._copies else observation

    def _info(self) -> dict[str, Any]:
        if self._masks == "none":
            return {}
        mask = self.batch.masks
        return {"action_mask": mask.copy() if self._copies else mask}

    def _add_final(self, info: dict[str, Any], ended: Array) -> None:
        batch = self.batch
        final = {
            "scores": batch.final_scores.copy(),
            "lengths": batch.final_lengths.copy(),
            "_scores": ended,
            "_lengths": ended,
        }
        if self._autoreset is not AutoresetMode.SAME_STEP:
            info |= final
            return
        observations = np.full(self.num_envs, None, dtype=object)
        rows = _copied(batch.observe_final())
        for game in np.flatnonzero(ended):
            is_dict = isinstance(rows, dict)
            observations[game] = {key: value[game] for key, value in rows.items()} if is_dict else rows[game]
        info |= {"final_obs": observations, "_final_obs": ended, "final_info": final, "_final_info": ended}

    def action_masks(self) -> Array:
        """The legal actions as booleans, a row for each game."""
        if self._masks == "dense":
            return self.batch.masks.view(np.bool_).copy()
        masks = np.zeros((self.num_envs, self.batch.num_actions), np.int8)
        self.batch.write(masks=masks)
        return masks.view(np.bool_)

    def sample_legal(self, out: Array | None = None) -> Array:
        """A random legal action in each game; which one depends on the seed."""
        return self.batch.sample_legal(out)

    def render(self) -> tuple[Any, ...] | None:
        """A picture or text of each game."""
        if self.render_mode is None:
            return None
        boards = (self.batch.board(game) for game in range(self.num_envs))
        return tuple(rendering.render(board) for rendering, board in zip(self._renderings, boards, strict=True))


class SquareVectorEnv(BlokusVectorEnv):
    """Many games on square boards of any size from 2 to 20, of two to four colours."""

    def __init__(self, size: int = 7, colours: int = 2, num_envs: int = 1, **keywords: Any) -> None:
        super().__init__(square(size, colours), num_envs, **keywords)
