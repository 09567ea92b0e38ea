"""Thousands of games, stepped together in Rust."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cornerwise import _native
from cornerwise._options import Array, Observations, Options, fresh_seed

MASKS = ("dense", "packed", "none")


class Batch:
    """Games that are stepped together; what they look like is written into arrays that stay the same.

    After `reset` and `step`, for *n* games of *p* players:

    ============= =================== ==================================================================================
    array         shape               what
    ============= =================== ==================================================================================
    rewards       (n, p) float32      the rewards of the step
    terminated    (n,) bool           games that ended with the step
    to_play       (n,) int8           the player whose turn it is, -1 when the game is over
    rewarded      (n,) int8           who made the step: the learner, or without opponents who played the action
    illegal       (n,) bool           games in which the action was illegal
    observation   (n, ...) uint8      what is seen; ``numbers`` (n, k) float32 beside it for ``planes`` and ``board``
    masks         (n, actions) int8   the legal actions; with ``masks="packed"`` bits of uint8, the lowest first
    sampled       (n,) int64          a random legal action for the next step, with ``sample=True``
    final_...                         the last observation, numbers, scores and lengths of games that ended with the step
    ============= =================== ==================================================================================

    Game *i* of a batch that is reset with ``seed`` is the game of an environment that is reset with ``seed + i``.
    """

    def __init__(
        self,
        variant: str | _native.Variant = "duo",
        num_games: int = 1024,
        *,
        num_threads: int | None = None,
        autoreset: str = "next_step",
        masks: str = "dense",
        observe: bool = True,
        sample: bool = False,
        out: Mapping[str, Array] | None = None,
        **options: Any,
    ) -> None:
        if masks not in MASKS:
            raise _native.OptionError(f'unknown masks "{masks}"; there are {", ".join(MASKS)}')
        if num_games < 1:
            raise _native.OptionError("a batch has 1 or more games")
        threads = num_threads if num_threads is not None else os.cpu_count() or 1
        if threads < 1:
            raise _native.OptionError(f"num_threads is {threads}; it can be 1 or more")
        self.options = Options.of(variant, **options)
        self.setup = self.options.setup()
        self.observations = Observations(self.options)
        self._arguments = (num_games, threads, autoreset)
        self._native = _native.Batch(self.setup, *self._arguments)
        self._is_seeded = False
        self.num_games = num_games
        self.num_threads = self._native.threads
        self.num_actions = self.setup.action_count
        self.num_players = self.setup.player_count
        self.arrays = self._arrays(masks, observe, sample)
        for name, array in (out or {}).items():
            if name not in self.arrays:
                raise _native.OptionError(f'out has no "{name}"; it can have {", ".join(self.arrays)}')
            own = self.arrays[name]
            if array.shape != own.shape or array.dtype.itemsize != own.dtype.itemsize:
                raise _native.OptionError(f"out: {name} must be {own.dtype} of shape {own.shape}")
            self.arrays[name] = array.view(own.dtype)

    def _arrays(self, masks: str, observe: bool, sample: bool) -> dict[str, Array]:
        games, players = self.num_games, self.num_players
        arrays: dict[str, Array] = {
            "rewards": np.zeros((games, players), np.float32),
            "terminated": np.zeros(games, np.uint8),
            "to_play": np.zeros(games, np.int8),
            "rewarded": np.zeros(games, np.int8),
            "illegal": np.zeros(games, np.uint8),
            "final_scores": np.zeros((games, players), np.int32),
            "final_lengths": np.zeros(games, np.int32),
        }
        if masks == "dense":
            arrays["masks"] = np.zeros((games, self.num_actions), np.int8)
        elif masks == "packed":
            arrays["packed"] = np.zeros((games, -(-self.num_actions // 8)), np.uint8)
        if sample:
            arrays["sampled"] = np.zeros(games, np.int64)
        if observe:
            for prefix in ("", "final_"):
                arrays[f"{prefix}observation"] = np.zeros((games, *self.setup.observation_shape), np.uint8)
                if self.setup.number_count:
                    arrays[f"{prefix}numbers"] = np.zeros((games, self.setup.number_count), np.float32)
        return arrays

    def __len__(self) -> int:
        return self.num_games

    def __getattr__(self, name: str) -> Array:
        arrays = self.__dict__.get("arrays", {})
        if name == "masks" and "packed" in arrays:
            name = "packed"
        if name not in arrays:
            raise AttributeError(f"{type(self).__name__} has no {name}")
        array: Array = arrays[name]
        return array.view(np.bool_) if name in ("terminated", "illegal") else array

    def reset(self, seed: int | Sequence[int] | None = None) -> None:
        """Begin all games: with seeds ``seed``, ``seed + 1``, ..., or one for each; without seed the next games of the series."""
        if seed is None and not self._is_seeded:
            seed = fresh_seed()
        self._is_seeded = True
        if isinstance(seed, (int, np.integer)):
            first = int(seed)
            seeds: list[int] | None = [(first + game) % 2**64 for game in range(self.num_games)]
        else:
            seeds = None if seed is None else [int(one) for one in seed]
        self._native.reset(seeds, self.arrays)

    def reset_some(self, flags: Sequence[bool] | Array) -> None:
        """Begin the next game where a flag is set."""
        self._native.reset_some([bool(flag) for flag in flags], self.arrays)

    def step(self, actions: Array) -> None:
        """Play an action in each game."""
        self._native.step(np.ascontiguousarray(actions, dtype=np.int64), self.arrays)

    def sample_legal(self, out: Array | None = None) -> Array:
        """A random legal action in each game, 0 where it is over; which one depends on the seed."""
        actions = np.zeros(self.num_games, np.int64) if out is None else out
        self._native.look({"sampled": actions})
        return actions

    def write(self, **arrays: Array) -> None:
        """Write what the games look like now into other arrays, by their names."""
        self._native.look(arrays)

    def legal_actions(self) -> tuple[Array, Array]:
        """Where the legal actions of each game begin, with their number at the end, and the actions of all games."""
        return self._native.legal_actions()

    def observe(self) -> Any:
        """The observations, as the spaces of `Observations` describe them; they share memory with the arrays."""
        arrays = self.arrays
        return self.observations.make(arrays["observation"], arrays.get("numbers"), arrays.get("masks"))  # type: ignore[arg-type]

    def observe_final(self) -> Any:
        """The last observations of games that ended with the step; other rows are of earlier games."""
        arrays = self.arrays
        masks = np.zeros((self.num_games, self.num_actions), np.int8)
        return self.observations.make(arrays["final_observation"], arrays.get("final_numbers"), masks)

    def board(self, game: int) -> _native.Board:
        """A game as a board; changing it does not change the batch."""
        return self._native.board(game)

    def seat(self, game: int) -> int | None:
        """The learner's seat in a game, if there are opponents."""
        return self._native.seat(game)

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        for name in ("setup", "observations", "_native"):
            del state[name]
        return {"attributes": state, "games": self._native.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state["attributes"])
        self.setup = self.options.setup()
        self.observations = Observations(self.options)
        self._native = _native.Batch(self.setup, *self._arguments)
        self._native.restore(state["games"])
