"""Blokus for Python: boards, agents, and environments for reinforcement learning.

>>> import cornerwise
>>> board = cornerwise.Board("duo")
>>> len(board.legal_moves)
414
>>> board.push("f9,e10,f10,g10,f11")
>>> cornerwise.Agent("largest").choose(board).size
5

Importing the package adds the ids ``cornerwise/Duo-v0``, ``Classic-v0``, ``Classic2-v0``, ``Classic3-v0`` and ``Square-v0`` to
Gymnasium. Environments of PettingZoo are modules: ``from cornerwise import duo_v0``.
"""

from __future__ import annotations

import importlib as _importlib
from typing import Any as _Any

import gymnasium as _gymnasium

from cornerwise._agents import AgentKind, AgentLike, Chooses, Parameter, agents
from cornerwise._analysis import MoveAnalysis, Solution, analyse, solve
from cornerwise._match import Game, MatchResult, Standing, TournamentResult, play_match, play_tournament
from cornerwise._native import (
    Agent,
    AgentError,
    Board,
    Budget,
    Candidate,
    CornerwiseError,
    DataError,
    Decision,
    IllegalMoveError,
    Move,
    OptionError,
    RecordError,
    Variant,
    VariantError,
    __version__,
    instruction_set,
    variants,
)
from cornerwise._options import Shaping
from cornerwise.batch import Batch

__all__ = [
    "Agent",
    "AgentError",
    "AgentKind",
    "AgentLike",
    "Batch",
    "Board",
    "Budget",
    "Candidate",
    "Chooses",
    "CornerwiseError",
    "DataError",
    "Decision",
    "Game",
    "IllegalMoveError",
    "MatchResult",
    "Move",
    "MoveAnalysis",
    "OptionError",
    "Parameter",
    "RecordError",
    "Shaping",
    "Solution",
    "Standing",
    "TournamentResult",
    "Variant",
    "VariantError",
    "__version__",
    "agents",
    "analyse",
    "instruction_set",
    "play_match",
    "play_tournament",
    "solve",
    "variants",
]


def _register() -> None:
    for name, variant in [
        ("Duo", "duo"),
        ("Classic", "classic"),
        ("Classic2", "classic-2"),
        ("Classic3", "classic-3"),
    ]:
        _gymnasium.register(
            f"cornerwise/{name}-v0",
            entry_point="cornerwise.gym_env:BlokusEnv",
            vector_entry_point="cornerwise.vector_env:BlokusVectorEnv",
            kwargs={"variant": variant},
        )
    _gymnasium.register(
        "cornerwise/Square-v0",
        entry_point="cornerwise.gym_env:SquareEnv",
        vector_entry_point="cornerwise.vector_env:SquareVectorEnv",
    )


_register()

_MODULES = frozenset(
    {
        "aec_env",
        "classic2_v0",
        "classic3_v0",
        "classic_v0",
        "data",
        "distributed",
        "duo_v0",
        "gym_env",
        "sb3",
        "square_v0",
        "vector_env",
        "wrappers",
    }
)
"""Modules that are imported when they are asked for: not everybody has all that they need."""


def __getattr__(name: str) -> _Any:
    if name in _MODULES:
        return _importlib.import_module(f"cornerwise.{name}")
    raise AttributeError(f"module 'cornerwise' has no attribute '{name}'")
