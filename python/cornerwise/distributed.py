"""Self-play, matches and tournaments in chunks: on this machine, or over a cluster with Ray (``pip install cornerwise[ray]``).

A job is a directory. Its ``job.json`` has everything that decides the result; a chunk is a file that is written under another
name and renamed when it is whole. So a chunk that is there is not played again, a worker that is killed loses its chunk alone,
and the result is the same on any number of machines and after any interruption. All nodes must see the directory.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import uuid
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

from cornerwise import _native, data
from cornerwise._match import MatchResult, TournamentResult

Progress = Callable[[int, int], None]
"""Told how many chunks are done, and how many there are."""


def show_progress(done: int, chunks: int) -> None:
    """One line that counts."""
    print(f"\r{done} of {chunks} chunks", end="\n" if done == chunks else "", flush=True)


def _sealed(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file under another name, and rename it when it is whole."""
    passing = path.with_name(f".{uuid.uuid4().hex}-{path.name}")
    try:
        write(passing)
        with open(passing, "rb") as file:
            os.fsync(file.fileno())
        os.replace(passing, path)
    finally:
        passing.unlink(missing_ok=True)


@dataclass(frozen=True)
class Job:
    """What is played, in chunks."""

    kind: ClassVar[str]
    suffix: ClassVar[str] = "jsonl"

    def chunks(self) -> int:
        """How many chunks there are."""
        raise NotImplementedError

    def write_chunk(self, number: int, path: Path) -> None:
        """Play a chunk into a file."""
        raise NotImplementedError

    def describe(self) -> dict[str, Any]:
        """Everything that decides the result."""
        return {"kind": self.kind, "version": _native.__version__, **asdict(self)}

    def chunk(self, directory: Path, number: int) -> Path:
        """The file of a chunk."""
        return directory / f"chunk-{number:06}.{self.suffix}"

    def play_chunk(self, directory: Path, number: int) -> None:
        """Play a chunk, unless it is there."""
        path = self.chunk(directory, number)
        if not path.exists():
            _sealed(path, lambda passing: self.write_chunk(number, passing))

    def open(self, directory: Path) -> None:
        """Begin the directory, or see that it is one of this job."""
        directory.mkdir(parents=True, exist_ok=True)
        file = directory / "job.json"
        mine = json.dumps(self.describe(), indent=2) + "\n"
        if file.exists() and file.read_text() != mine:
            raise _native.DataError(f"{directory}: it holds another job; choose another directory, or see {file}")
        if not file.exists():
            _sealed(file, lambda passing: passing.write_text(mine))

    def run(self, directory: str | Path, progress: Progress | None = None) -> Path:
        """Play all chunks on this machine, one after the other; those that are there are kept."""
        place = Path(directory).absolute()
        self.open(place)
        count = self.chunks()
        for number in range(count):
            self.play_chunk(place, number)
            if progress:
                progress(number + 1, count)
        return place

    def run_on_ray(self, directory: str | Path, progress: Progress | None = None, **options: Any) -> Path:
        """Play all chunks as tasks of Ray, which is started here if it is not yet; ``options`` are those of the tasks.

        Tasks of workers that die are tried again.
        """
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        ray = importlib.import_module("ray")
        place = Path(directory).absolute()
        self.open(place)
        if not ray.is_initialized():
            ray.init(include_dashboard=False, log_to_driver=False)
        task = ray.remote(_play_chunk).options(**{"num_cpus": 1, "max_retries": 5, **options})
        count = self.chunks()
        missing = [number for number in range(count) if not self.chunk(place, number).exists()]
        waiting = [task.remote(self, str(place), number) for number in missing]
        done = count - len(missing)
        if progress:
            progress(done, count)
        while waiting:
            finished, waiting = ray.wait(waiting, num_returns=1)
            ray.get(finished)
            done += len(finished)
            if progress:
                progress(done, count)
        return place

    def lines(self, directory: str | Path) -> list[str]:
        """The lines of all chunks, in order."""
        lines: list[str] = []
        for number in range(self.chunks()):
            lines += self.chunk(Path(directory), number).read_text().splitlines()
        return lines


def _play_chunk(job: Job, directory: str, number: int) -> None:
    job.play_chunk(Path(directory), number)


@dataclass(frozen=True)
class SelfPlay(Job):
    """Games of an agent against itself, as a dataset."""

    kind = "self-play"
    agent: str
    variant: str = "duo"
    games: int = 1000
    seed: int = 1
    random_plies: int | None = None
    chunk_games: int = 20
    """A chunk is to take some seconds."""

    def chunks(self) -> int:
        """How many chunks there are."""
        _native.check_spec(self.agent)
        if self.chunk_games < 1 or self.games < 1:
            raise _native.OptionError("games and chunk_games can be 1 or more")
        return -(-self.games // self.chunk_games)

    def write_chunk(self, number: int, path: Path) -> None:
        """Play a chunk into a file."""
        # Neighbouring seeds of jobs must not share games.
        digest = hashlib.sha256(f"{self.seed}:{number}".encode()).digest()
        games = min(self.chunk_games, self.games - number * self.chunk_games)
        data.self_play(
            self.agent,
            path,
            variant=self.variant,
            games=games,
            seed=int.from_bytes(digest[:4], "little"),
            random_plies=self.random_plies,
        )

    def merge(self, directory: str | Path, out: str | Path) -> int:
        """Write all games to one file, ``.jsonl`` or ``.parquet``; answer how many there are."""
        return data.merge([self.chunk(Path(directory), number) for number in range(self.chunks())], out)


@dataclass(frozen=True)
class _Games(Job):
    """Games between agents."""

    agents: Sequence[str]
    variant: str = "duo"
    games: int = 100
    seed: int = 1
    openings: str | None = None
    sims: int | None = None
    """The most simulations for a move, besides what the specs say."""
    chunk_games: int = 4

    format: ClassVar[str] = "match"

    def plan(self) -> dict[str, Any]:
        """What is played."""
        budget = None if self.sims is None else _native.Budget(sims=self.sims)
        return {
            "agents": list(self.agents),
            "variant": self.variant,
            "format": self.format,
            "games": self.games,
            "seed": self.seed,
            "openings": self.openings,
            "budget": budget,
        }

    def chunks(self) -> int:
        """How many chunks there are."""
        if self.chunk_games < 1:
            raise _native.OptionError("chunk_games can be 1 or more")
        return -(-_native.plan_games(self.plan())[0] // self.chunk_games)

    def write_chunk(self, number: int, path: Path) -> None:
        """Play a chunk into a file."""
        plan = self.plan()
        first, count = number * self.chunk_games, _native.plan_games(plan)[0]
        lines = _native.play_games(plan, first=first, last=min(first + self.chunk_games, count), threads=1)
        path.write_text("".join(line + "\n" for line in lines))

    @property
    def names(self) -> list[str]:
        """What the entrants are called."""
        return _native.plan_games(self.plan())[1]


@dataclass(frozen=True)
class Match(_Games):
    """A match, as `play_match` plays it."""

    kind = "match"

    def result(self, directory: str | Path) -> MatchResult:
        """What the games say."""
        return MatchResult.of(self.lines(directory), len(self.names))


@dataclass(frozen=True)
class RoundRobin(_Games):
    """A tournament of everybody against everybody, as `play_tournament` plays it."""

    kind = "round-robin"
    format = "round_robin"

    def result(self, directory: str | Path) -> TournamentResult:
        """What the games say."""
        return TournamentResult.of(self.lines(directory), self.names)
