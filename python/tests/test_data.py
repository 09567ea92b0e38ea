"""Self-play and datasets as batches."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import cornerwise
from cornerwise import Batch, data


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    assert data.self_play("mcts:sims=12", path, variant="5x5", games=40, seed=3) == 40
    return path


def test_files_depend_on_the_seed_alone(games: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.jsonl"
    assert data.self_play("mcts:sims=12", again, variant="5x5", games=15, seed=3) == 15
    assert data.self_play("mcts:sims=12", again, variant="5x5", games=40, seed=3, threads=2) == 40
    assert again.read_bytes() == games.read_bytes()
    with pytest.raises(cornerwise.DataError, match="other games"):
        data.self_play("mcts:sims=13", again, variant="5x5", games=41, seed=3)
    with pytest.raises(cornerwise.AgentError):
        data.self_play("unknown", tmp_path / "x.jsonl")


def test_batches_are_the_positions_of_the_games(games: Path) -> None:
    dataset = data.Dataset(games, validation=0.2)
    assert dataset.variant.name == "5x5"
    assert dataset.training.games + dataset.held_out.games == 40 and dataset.held_out.games > 0
    seen = 0
    for batch in dataset.batches(16, augment=False, drop_last=False):
        count = len(batch["weights"])
        seen += count
        assert batch["planes"].shape[0] == batch["globals"].shape[0] == count
        assert set(np.unique(batch["planes"])) <= {0, 1}
        assert np.allclose(batch["results"].sum(axis=1), 1) and batch["results"].shape == (count, 2)
        policy, mask = data.dense_policy(batch)
        assert np.allclose(policy.sum(axis=1), batch["policy_known"], atol=1e-5)
        assert (policy[~mask] == 0).all() and mask.sum() == len(batch["moves"])
    assert 0 < seen <= dataset.training.positions
    held = sum(len(batch["weights"]) for batch in dataset.held_out_batches(7))
    assert 0 < held <= dataset.held_out.positions


def test_epochs_have_orders_of_their_own(games: Path) -> None:
    dataset = data.Dataset([games])

    def first(epoch: int, seed: int = 1) -> bytes:
        return next(dataset.batches(32, epoch=epoch, seed=seed))["globals"].tobytes()

    assert first(0) == first(0) and len({first(0), first(1), first(0, 2)}) == 3


def test_what_is_learnt_from_is_what_agents_see(games: Path) -> None:
    """The first positions of a dataset are the observation of an environment at the start."""
    batch = Batch("5x5", 1, observation="planes", layout="planes", opponents=None)
    batch.reset(seed=0)
    start = None
    for samples in data.Dataset(games, validation=0).batches(64, augment=False, drop_last=False):
        for at in np.flatnonzero(samples["globals"][:, -1] == 0):
            start = samples["planes"][at]
            moves = samples["moves"][samples["move_offsets"][at] : samples["move_offsets"][at + 1]]
            assert np.array_equal(np.sort(moves), np.flatnonzero(batch.masks[0]))
            assert np.array_equal(start, batch.observation[0])
    # Random first moves hide the start where they are played.
    assert start is None or start.shape == batch.observation[0].shape


def test_files_are_merged(games: Path, tmp_path: Path) -> None:
    other, both = tmp_path / "other.jsonl", tmp_path / "both.parquet"
    data.self_play("random", other, variant="5x5", games=5, seed=9)
    assert data.merge([games, other], both) == 45
    assert data.Dataset(both, validation=0).training.games == 45
    with pytest.raises(cornerwise.DataError, match="already"):
        data.merge([games, games], tmp_path / "twice.jsonl")


def test_wrong_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(cornerwise.DataError):
        data.Dataset(tmp_path / "none.jsonl")
    broken = tmp_path / "broken.jsonl"
    broken.write_text("nonsense\n")
    with pytest.raises(cornerwise.DataError):
        data.Dataset(broken)
    with pytest.raises(cornerwise.DataError):
        data.Dataset([])
    with pytest.raises(cornerwise.OptionError):
        data.Dataset(broken, validation=1)


def test_batches_as_tensors(games: Path) -> None:
    torch = pytest.importorskip("torch")
    batch = next(data.torch_batches(data.Dataset(games), 8))
    assert batch["planes"].dtype == torch.float32 and batch["policy"].shape == (8, 91 * 25)
    assert batch["mask"].dtype == torch.bool
