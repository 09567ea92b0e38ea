"""What all tests have in common."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

# Windows are drawn in memory.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

DATA = Path(__file__).parents[2] / "data"
VARIANTS = ["duo", "classic", "classic-2", "classic-3", "7x7", "5x5-3"]


def games(name: str) -> list[dict[str, Any]]:
    """Recorded games of an independent program."""
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


@pytest.fixture(params=VARIANTS)
def variant(request: pytest.FixtureRequest) -> str:
    """Every kind of variant."""
    return str(request.param)
