"""Agents: those of Cornerwise by spec, and objects in Python."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Protocol, runtime_checkable

from cornerwise import _native


@runtime_checkable
class Chooses(Protocol):
    """Whoever can play: an object with a method that chooses a legal move of a board whose game is not over.

    A method ``new_game(seed)`` is called before each game, if there is one.
    """

    def choose(self, board: _native.Board, budget: _native.Budget, /) -> _native.Move | str: ...


AgentLike = str | _native.Agent | Chooses
"""A spec such as ``"mcts:time=1s"``, an `Agent`, or an object that `Chooses`."""


@dataclass(frozen=True)
class Parameter:
    """A row of an agent's parameters."""

    name: str
    kind: str
    default: str
    meaning: str


@dataclass(frozen=True)
class AgentKind:
    """What can be said of all agents with one name."""

    name: str
    summary: str
    parameters: tuple[Parameter, ...]


def agents() -> dict[str, AgentKind]:
    """The agents that specs can name, with their parameters."""
    return {
        name: AgentKind(name, summary, tuple(Parameter(*row) for row in rows))
        for name, (summary, rows) in _native.agents().items()
    }


_numbers = count(1)


def _register(agent: object) -> tuple[str, str]:
    if not isinstance(agent, Chooses):
        raise _native.AgentError(
            f"{type(agent).__name__} is neither a spec nor an object with a method choose(board, budget)"
        )
    name = f"{type(agent).__name__}-{next(_numbers)}"
    return name, _native.register(name, agent)


_lasting: weakref.WeakKeyDictionary[object, str] = weakref.WeakKeyDictionary()


def spec_of(agent: object) -> str:
    """The spec of an agent; objects in Python get one that lasts as long as the process."""
    if isinstance(agent, str):
        return agent
    if isinstance(agent, _native.Agent):
        return agent.spec
    try:
        known = _lasting.get(agent)
    except TypeError:
        # Numbers and the like cannot be remembered, and cannot choose either.
        known = None
    if known is None:
        known = _register(agent)[1]
        _lasting[agent] = known
    return known


@contextmanager
def specs_of(agents: list[AgentLike]) -> Iterator[list[str]]:
    """The specs of agents while something is played; what an object raised is raised in the end."""
    specs: list[str] = []
    names: dict[int, tuple[str, str]] = {}
    try:
        for agent in agents:
            if isinstance(agent, (str, _native.Agent)):
                specs.append(spec_of(agent))
                continue
            if id(agent) not in names:
                names[id(agent)] = _register(agent)
            specs.append(names[id(agent)][1])
        yield specs
    finally:
        raised: BaseException | None = None
        for name, _ in names.values():
            try:
                _native.forget(name)
            except BaseException as error:
                raised = raised or error
        if raised is not None:
            raise raised
