"""Searched games as files, and their positions as batches for learning.

What a network sees comes from the same encoders in Rust that the agents of Cornerwise use.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np

from cornerwise import _native
from cornerwise._agents import AgentLike, specs_of
from cornerwise._options import Array

Path = str | PathLike[str]


def self_play(
    agent: AgentLike,
    path: Path,
    *,
    variant: str | _native.Variant = "duo",
    games: int = 100,
    seed: int = 1,
    random_plies: int | None = None,
    threads: int = 1,
) -> int:
    """Let an agent play against itself until a file, ``.jsonl`` or ``.parquet``, has so many games; answer how many it has.

    The file depends on the agent, the seed and the number of random first moves alone, however often it is interrupted.
    """
    if threads < 1:
        raise _native.OptionError(f"threads is {threads}; it can be 1 or more")
    with specs_of([agent]) as specs:
        return _native.self_play(
            variant, specs[0], path, games=games, seed=seed, random_plies=random_plies, threads=threads
        )


def merge(inputs: Sequence[Path], out: Path) -> int:
    """Write the games of several files to one; answer how many there are."""
    return _native.merge_games(inputs, out)


@dataclass(frozen=True)
class Counts:
    """How much there is to learn from."""

    games: int
    positions: int
    distinct: int
    """Positions that differ, also from their mirror images; of those held out, such that do not occur in training."""


class Dataset:
    """Files of searched games of one variant, split by game into training and held-out ones.

    Batches are dictionaries of arrays, everything in the mover's frame:

    ============== ======================= =========================================================================
    array          shape                   what
    ============== ======================= =========================================================================
    planes         (n, planes, N, N) uint8 what a network sees; ``globals`` (n, k) float32 beside it
    moves          (m,) int64              the legal moves of all positions, as actions of the layout ``planes``
    move_offsets   (n + 1,) int64          where those of each position begin
    policy         (m,) float32            the share of each move in the visits; ``policy_known`` (n,) float32 says where
    results        (n, p) float32          the players' shares of the win, from the mover on; ``root_values`` of the search
    scores         (n, p) float32          the final scores; ``margins`` (n,) the mover's less the best other's
    ownership      (n, N, N) uint8         who has each cell at the end: 0 nobody, 1 the mover's colour, ...
    reply          (n, N, N) uint8         the next move of another player; ``reply_known`` (n,) says where there is one
    weights        (n,) float32            how much a position counts
    linear_...     as policy and results   what the linear model of the agents thinks, as a baseline
    ============== ======================= =========================================================================
    """

    def __init__(self, paths: Path | Sequence[Path], *, validation: float = 0.05, split_seed: int = 1) -> None:
        files = [paths] if isinstance(paths, (str, PathLike)) else list(paths)
        self._samples = _native.Samples(files, validation, split_seed)

    @property
    def variant(self) -> _native.Variant:
        """The rules that were played by."""
        return self._samples.variant

    @property
    def training(self) -> Counts:
        """How much there is to learn from."""
        return Counts(*self._samples.counts(False))

    @property
    def held_out(self) -> Counts:
        """How much is held out."""
        return Counts(*self._samples.counts(True))

    def batches(
        self,
        batch_size: int = 256,
        *,
        epoch: int = 0,
        seed: int = 1,
        window: int = 32_768,
        augment: bool = True,
        drop_last: bool = True,
    ) -> Iterator[dict[str, Array]]:
        """The training positions in an order by chance, which differs from epoch to epoch; batches are made ahead by a thread.

        ``window`` positions wait to be drawn; ``augment`` turns and mirrors where the variant allows it.
        """
        return self._samples.epoch(
            batch_size=batch_size, epoch=epoch, seed=seed, window=window, augment=augment, drop_last=drop_last
        )

    def held_out_batches(self, batch_size: int = 256) -> Iterator[dict[str, Array]]:
        """The held-out positions in order, without those that occur in training."""
        return self._samples.held_out(batch_size)


def dense_policy(batch: dict[str, Array]) -> tuple[Array, Array]:
    """The policy target and the mask of legal moves of a batch, both (n, 91 * N * N) in the layout ``planes``."""
    count, size = len(batch["weights"]), batch["planes"].shape[-1]
    rows = np.repeat(np.arange(count), np.diff(batch["move_offsets"]))
    policy = np.zeros((count, 91 * size * size), np.float32)
    mask = np.zeros(policy.shape, np.bool_)
    policy[rows, batch["moves"]] = batch["policy"]
    mask[rows, batch["moves"]] = True
    return policy, mask


def torch_batches(dataset: Dataset, batch_size: int = 256, **keywords: Any) -> Iterator[dict[str, Any]]:
    """The same batches as tensors of PyTorch, with the policy made dense: ``policy`` and ``mask``."""
    import torch

    for batch in dataset.batches(batch_size, **keywords):
        policy, mask = dense_policy(batch)
        arrays = {name: array for name, array in batch.items() if not name.startswith(("move", "linear_policy"))}
        arrays |= {"policy": policy, "mask": mask, "planes": batch["planes"].astype(np.float32)}
        yield {name: torch.from_numpy(array) for name, array in arrays.items()}
