"""What environments are made of: their keywords, spaces and observations."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cornerwise import _native
from cornerwise._agents import spec_of

Array = NDArray[Any]
OPEN = 2**63
"""One more than the largest seed that is drawn."""


@dataclass(frozen=True)
class Shaping:
    """A potential *h* whose changes are rewarded: ``discount * h(s') - h(s)`` from one own turn to the next.

    *h* is 0 before the first turn and one of ``won``, ``drawn`` and ``lost`` at the end.
    """

    of: str = "moves"
    """A feature such as ``moves``, ``corners`` or ``squares``, or an evaluation such as ``influence``: own less opponents'."""
    weight: float = 0.1
    discount: float = 1.0
    won: float = 0.0
    drawn: float = 0.0
    lost: float = 0.0


@dataclass(frozen=True)
class Options:
    """The keywords that all environments have; `Setup` checks them."""

    variant: str | _native.Variant = "duo"
    layout: str = "placements"
    observation: str = "shapes"
    reward: str = "win"
    illegal: str = "lose"
    perspective: str | None = None
    opponents: tuple[str, ...] = ()
    seat: int | None = 0
    shaping: Shaping | None = None

    @staticmethod
    def of(
        variant: str | _native.Variant,
        opponents: object = None,
        seat: int | str | None = 0,
        shaping: Shaping | Mapping[str, Any] | str | None = None,
        **others: Any,
    ) -> Options:
        """Options as users write them: one opponent or several, as specs or objects, and seats as numbers or ``"random"``."""
        if opponents is None:
            opponents = ()
        elif isinstance(opponents, (str, bytes)) or not isinstance(opponents, Sequence):
            opponents = (opponents,)
        if isinstance(shaping, str):
            shaping = Shaping(shaping)
        elif isinstance(shaping, Mapping):
            shaping = Shaping(**shaping)
        if isinstance(seat, str) and seat != "random":
            raise _native.OptionError(f'seat is "{seat}"; it can be a number or "random"')
        return Options(
            variant=variant,
            opponents=tuple(spec_of(opponent) for opponent in opponents),
            seat=None if isinstance(seat, str) else seat,
            shaping=shaping,
            **others,
        )

    def setup(self) -> _native.Setup:
        """What games with these options share; made once in a process."""
        return _setup(self)


@lru_cache(maxsize=64)
def _setup(options: Options) -> _native.Setup:
    # Square boards were published with their cells as they lie, everything else in the mover's frame.
    default = "board" if options.observation == "board" else "mover"
    shaping = options.shaping
    return _native.Setup(
        options.variant,
        layout=options.layout,
        perspective=options.perspective or default,
        observation=options.observation,
        reward=options.reward,
        illegal=options.illegal,
        opponents=list(options.opponents),
        seat=options.seat,
        shaping=None
        if shaping is None
        else (shaping.of, shaping.weight, shaping.discount, [shaping.won, shaping.drawn, shaping.lost]),
    )


def square(size: int = 7, colours: int = 2) -> str:
    """The name of a square variant."""
    if colours not in (2, 3, 4):
        raise _native.OptionError(f"colours is {colours}; it can be 2, 3 or 4")
    return f"{size}x{size}" if colours == 2 else f"{size}x{size}-{colours}"


def fresh_seed(generator: np.random.Generator | None = None) -> int:
    """A seed for those who gave none."""
    return secrets.randbelow(OPEN) if generator is None else int(generator.integers(OPEN))


@dataclass
class Observations:
    """The space of an observation, and how one is made of what the native part writes."""

    options: Options
    space: spaces.Space[Any] = field(init=False)

    def __post_init__(self) -> None:
        self.setup = self.options.setup()
        self.kind = self.options.observation
        variant = self.setup.variant
        self.size, self.colours = variant.size, len(variant.colours)
        self.shape = tuple(self.setup.observation_shape)
        self.space = self._space(self.setup.action_count)

    def _space(self, actions: int) -> spaces.Space[Any]:
        size, colours = self.size, self.colours
        flags = spaces.Box(0, 1, self.shape, np.uint8)
        if self.kind == "shapes":
            return flags
        if self.kind == "flat":
            # Wide numbers, since Stable-Baselines3 adds them up.
            return spaces.MultiDiscrete([colours + 1] * size**2 + [2] * (21 * colours))
        if self.kind == "planes":
            return spaces.Dict(planes=flags, globals=spaces.Box(0, 1, (self.setup.number_count,), np.float32))
        most = 21 * colours
        return spaces.Dict(
            board=spaces.Box(0, colours, (size, size), np.uint8),
            corners=spaces.Box(0, 1, (colours, size, size), np.uint8),
            locked=spaces.Box(0, 1, (colours, size, size), np.uint8),
            pieces=spaces.Box(0, 1, (colours, 21), np.int8),
            points=spaces.Box(-89, 109, (colours,), np.int32),
            steps=spaces.Box(0, most, (1,), np.int32),
            turn=spaces.Box(0, colours - 1, (1,), np.int32),
            action_mask=spaces.Box(0, 1, (actions,), np.int8),
        )

    def make(self, data: Array, numbers: Array | None, mask: Array) -> Any:
        """An observation, or many of them with one more dimension in front."""
        if self.kind == "shapes":
            return data
        if self.kind == "flat":
            return data.astype(np.int64)
        assert numbers is not None
        if self.kind == "planes":
            return {"planes": data, "globals": numbers}
        count = self.colours
        pieces = numbers[..., : 21 * count].astype(np.int8)
        rest = numbers[..., 21 * count :].astype(np.int32)
        return {
            "board": data[..., 0, :, :],
            "corners": data[..., 1 : 1 + count, :, :],
            "locked": data[..., 1 + count :, :, :],
            "pieces": pieces.reshape(*pieces.shape[:-1], count, 21),
            "points": rest[..., :count],
            "steps": rest[..., count : count + 1],
            "turn": rest[..., count + 1 :],
            "action_mask": mask,
        }
