"""What the documentation shows works."""

from __future__ import annotations

import doctest
import re
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

import cornerwise

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "python" / "examples"


def test_the_page_runs_from_top_to_bottom() -> None:
    page = (ROOT / "docs" / "23-python.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) >= 6
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "docs/23-python.md", "exec"), names)


def test_the_example_of_the_package() -> None:
    result = doctest.testmod(cornerwise)
    assert result.attempted > 3 and result.failed == 0


def run(name: str, *words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = EXAMPLES / name
    assert len(path.read_text().splitlines()) < 120
    monkeypatch.setattr(sys, "argv", [name, *words])
    runpy.run_path(str(path), run_name="__main__")


@pytest.mark.parametrize(
    ("name", "words", "expected"),
    [
        ("1_random_play.py", [], "scores"),
        ("2_gymnasium.py", ["--games", "3"], "mean reward"),
        ("3_pettingzoo_selfplay.py", ["--games", "4"], "pieces that are played early"),
        ("7_match.py", ["--opponent", "random", "--games", "2"], "CornerAgent against random"),
        ("8_ray_selfplay.py", ["--here", "--games", "4", "--chunk", "2", "--agent", "random"], "4 games in"),
    ],
)
def test_examples_run(
    name: str,
    words: list[str],
    expected: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    run(name, *words, monkeypatch=monkeypatch)
    assert expected in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "words", "module", "expected"),
    [
        (
            "4_maskable_ppo.py",
            ["--variant", "5x5", "--steps", "512", "--games", "8", "--every", "400"],
            "sb3_contrib",
            "steps",
        ),
        ("5_dqn.py", ["--size", "4", "--steps", "2000"], "torch", "after 2000 steps"),
        ("6_dataset.py", ["--variant", "5x5", "--agent", "mcts:sims=8", "--games", "60"], "torch", "epoch 2"),
        ("8_ray_selfplay.py", ["--games", "4", "--chunk", "2", "--agent", "random"], "ray", "4 games in"),
    ],
)
def test_examples_with_extras_run(
    name: str,
    words: list[str],
    module: str,
    expected: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    pytest.importorskip(module)
    monkeypatch.chdir(tmp_path)
    run(name, *words, monkeypatch=monkeypatch)
    assert expected in capsys.readouterr().out
