"""Jobs in chunks, on one machine and over Ray."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import cornerwise
from cornerwise.distributed import Job, Match, RoundRobin, SelfPlay


def contents(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(directory.iterdir())}


def games_of(directory: Path) -> list[Any]:
    """All games without the times that moves took."""
    games = []
    for path in sorted(directory.glob("chunk-*")):
        for line in path.read_text().splitlines():
            game = json.loads(line)
            for turn in game.get("turns", []):
                turn.pop("millis", None)
            games.append(game)
    return games


SELF_PLAY = SelfPlay("mcts:sims=8", variant="5x5", games=11, seed=5, chunk_games=4)


def test_chunks_that_are_there_are_kept(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    seen: list[tuple[int, int]] = []
    SELF_PLAY.run(whole, progress=lambda *state: seen.append(state))
    assert seen == [(1, 3), (2, 3), (3, 3)]
    SELF_PLAY.open(parts)
    SELF_PLAY.play_chunk(parts, 1)
    stamp = SELF_PLAY.chunk(parts, 1).stat().st_mtime_ns
    # Half a chunk of somebody who was killed.
    (parts / ".0123-chunk-000000.jsonl").write_text("half")
    SELF_PLAY.run(parts)
    assert SELF_PLAY.chunk(parts, 1).stat().st_mtime_ns == stamp
    (parts / ".0123-chunk-000000.jsonl").unlink()
    assert contents(parts) == contents(whole)
    assert SELF_PLAY.merge(parts, tmp_path / "games.parquet") == 11
    with pytest.raises(cornerwise.DataError, match="another job"):
        SelfPlay("mcts:sims=9", variant="5x5", games=11).run(whole)
    with pytest.raises(cornerwise.AgentError):
        SelfPlay("unknown").run(tmp_path / "unknown")


def test_matches_in_chunks_are_those_in_one_go(tmp_path: Path) -> None:
    job = Match(["largest", "random"], variant="7x7", games=10, seed=3, chunk_games=3)
    result = job.result(job.run(tmp_path / "match"))
    assert result == cornerwise.play_match("largest", "random", variant="7x7", games=10, seed=3)
    agents = ["largest", "random", "corners"]
    robin = RoundRobin(agents, variant="5x5", games=4, seed=2, chunk_games=5)
    tournament = robin.result(robin.run(tmp_path / "robin"))
    assert tournament == cornerwise.play_tournament(agents, variant="5x5", games=4, seed=2)
    assert len(tournament.games) == 12 and len(tournament.standings) == 3 and "Elo" in str(tournament)


@pytest.fixture(scope="module")
def ray() -> Any:
    ray = pytest.importorskip("ray")
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield ray
    ray.shutdown()


@pytest.mark.parametrize(
    "job", [SELF_PLAY, Match(["largest", "random"], variant="5x5", games=6, seed=3, chunk_games=2)]
)
def test_ray_plays_what_one_machine_plays(ray: Any, job: Job, tmp_path: Path) -> None:
    job.run(tmp_path / "here")
    job.run_on_ray(tmp_path / "there")
    assert games_of(tmp_path / "there") == games_of(tmp_path / "here")


def test_a_worker_that_is_killed_loses_nothing(ray: Any, tmp_path: Path) -> None:
    job = SelfPlay("mcts:sims=40", variant="7x7", games=40, seed=5, chunk_games=4)
    job.run(tmp_path / "undisturbed")

    killed: list[int] = []

    def works_on_a_chunk(process: Path) -> bool:
        # Whoever is at work holds a file that is not yet renamed.
        files = [os.readlink(file) for file in (process / "fd").iterdir()]
        return any(file.startswith(str(tmp_path / "disturbed")) for file in files)

    def kill() -> None:
        while not killed:
            time.sleep(0.01)
            for process in Path("/proc").glob("[0-9]*"):
                try:
                    if process.name != str(os.getpid()) and works_on_a_chunk(process):
                        os.kill(int(process.name), signal.SIGKILL)
                        killed.append(int(process.name))
                        return
                except OSError:
                    continue

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    job.run_on_ray(tmp_path / "disturbed")
    thread.join(1)
    assert killed, "no worker was seen at work"
    assert games_of(tmp_path / "disturbed") == games_of(tmp_path / "undisturbed")
