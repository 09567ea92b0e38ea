"""The native part of Cornerwise; the package exports what is for users."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Literal, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Agent",
    "AgentError",
    "Batch",
    "Board",
    "Budget",
    "Candidate",
    "CornerwiseError",
    "DataError",
    "Decision",
    "Environment",
    "IllegalMoveError",
    "Move",
    "OptionError",
    "RecordError",
    "SampleBatches",
    "Samples",
    "Setup",
    "Variant",
    "VariantError",
    "__version__",
    "agents",
    "check_spec",
    "estimate",
    "forget",
    "instruction_set",
    "merge_games",
    "plan_games",
    "play_games",
    "read_games",
    "register",
    "self_play",
    "solve",
    "standings",
    "variants",
]

__version__: str
instruction_set: str

class CornerwiseError(Exception):
    """Whatever goes wrong in Cornerwise."""

class IllegalMoveError(CornerwiseError):
    """A move or action breaks a rule."""

class VariantError(CornerwiseError):
    """There is no such variant."""

class AgentError(CornerwiseError):
    """There is no such agent, or it has no move."""

class RecordError(CornerwiseError):
    """A text is no record of a game."""

class DataError(CornerwiseError):
    """A file of games cannot be used."""

class OptionError(CornerwiseError):
    """An option is none, or does not fit."""

def variants() -> list[str]:
    """The names of all presets."""

def agents() -> dict[str, tuple[str, list[tuple[str, str, str, str]]]]: ...
def check_spec(spec: str) -> None: ...
def register(name: str, object: object) -> str: ...
def forget(name: str) -> None: ...
def plan_games(plan: Mapping[str, Any]) -> tuple[int, list[str]]: ...
def play_games(plan: Mapping[str, Any], *, first: int, last: int, threads: int) -> list[str]: ...
def read_games(lines: Sequence[str], entrants: int) -> list[dict[str, Any]]: ...
def estimate(
    lines: Sequence[str], entrants: int
) -> tuple[float, float | None, float | None, float | None, float] | None: ...
def standings(
    names: Sequence[str], lines: Sequence[str]
) -> list[tuple[str, int, int, int, int, float, float, float]]: ...
def solve(
    board: Board, budget: Budget | None = None, *, table_mib: int = 256, threads: int = 1
) -> tuple[list[int], list[Move]] | None: ...
def self_play(
    variant: str | Variant,
    agent: str,
    path: str | PathLike[str],
    *,
    games: int,
    seed: int,
    random_plies: int | None,
    threads: int,
) -> int: ...
def merge_games(inputs: Sequence[str | PathLike[str]], out: str | PathLike[str]) -> int: ...

@final
class Samples:
    def __new__(cls, paths: Sequence[str | PathLike[str]], validation: float, seed: int) -> Samples: ...
    @property
    def variant(self) -> Variant: ...
    def counts(self, held_out: bool) -> tuple[int, int, int]: ...
    def epoch(
        self, *, batch_size: int, epoch: int, seed: int, window: int, augment: bool, drop_last: bool
    ) -> SampleBatches: ...
    def held_out(self, batch_size: int) -> SampleBatches: ...

@final
class SampleBatches:
    def __iter__(self) -> SampleBatches: ...
    def __next__(self) -> dict[str, NDArray[Any]]: ...

@final
class Variant:
    """The rules of a game: a preset by name, or a TOML file."""

    def __new__(cls, name: str | Variant) -> Variant: ...
    @classmethod
    def from_toml(cls, text: str) -> Variant: ...
    def to_toml(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def size(self) -> int: ...
    @property
    def colours(self) -> list[str]:
        """The names of the colours, in the order of play."""

    @property
    def players(self) -> int:
        """How many players there are."""

    @property
    def owners(self) -> list[int | None]:
        """Who plays each colour; None for one that is shared."""

    @property
    def starts(self) -> list[str]:
        """The start cells of the colours."""

    @property
    def pieces(self) -> list[str]: ...
    @property
    def scoring(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Move:
    """The placement of a piece, written as its cells: ``f9,e10,f10,g10,f11``."""

    def __new__(cls, text: str | Move) -> Move: ...
    @staticmethod
    def covering(cells: Sequence[tuple[int, int]]) -> Move:
        """The move that covers these columns and rows, which count from 0."""

    @property
    def piece(self) -> str:
        """The piece's name."""

    @property
    def size(self) -> int:
        """How many squares it places."""

    @property
    def orientation(self) -> int:
        """Which of the 91 turned or mirrored forms it has."""

    @property
    def cells(self) -> list[tuple[int, int]]:
        """Columns and rows, which count from 0 at the lower left."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Move, /) -> bool: ...
    def __le__(self, other: Move, /) -> bool: ...
    def __gt__(self, other: Move, /) -> bool: ...
    def __ge__(self, other: Move, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Board:
    """A game: a position and the moves that led to it.

    Colours that cannot move are skipped; when no colour can, the game is over. Colours and players count from 0.
    """

    def __new__(cls, variant: str | Variant | None = None, moves: Sequence[str | Move] | None = None) -> Board: ...
    @property
    def variant(self) -> Variant: ...
    @property
    def size(self) -> int: ...
    @property
    def turn(self) -> int | None:
        """The colour to play; None when the game is over."""

    @property
    def player(self) -> int | None:
        """The player to play; None when the game is over."""

    @property
    def is_over(self) -> bool: ...
    @property
    def ply(self) -> int:
        """How many pieces have been placed."""

    @property
    def moves(self) -> list[Move]:
        """The moves of the game."""

    @property
    def legal_moves(self) -> list[Move]: ...
    def count_moves(self) -> int:
        """How many legal moves there are, without listing them."""

    def is_legal(self, move: str | Move) -> bool: ...
    def push(self, move: str | Move) -> None:
        """Play a move of the colour to play."""

    def pop(self) -> Move:
        """Take the last move back."""

    def reset(self) -> None:
        """Take all moves back."""

    def copy(self) -> Board: ...
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, _memo: Any) -> Board: ...
    @property
    def scores(self) -> list[int]:
        """The scores of the players by the variant's rule."""

    @property
    def ranks(self) -> list[int]:
        """The ranks of the players, 1 for the best; equal scores share a rank."""

    @property
    def win_shares(self) -> list[float]:
        """The players' shares of the win: 1 for a sole winner, equal parts for shared first places."""

    @property
    def areas(self) -> list[int]:
        """The squares that each colour has placed."""

    def occupant(self, cell: str) -> int | None:
        """The colour that occupies a cell such as ``"e10"``."""

    def pieces_left(self, colour: int | None = None) -> list[str]:
        """The pieces that a colour has left, the one to play if none is named."""

    def corner_cells(self, colour: int | None = None) -> list[str]:
        """The free cells where a colour's next piece can connect."""

    def array(self) -> NDArray[np.int8]:
        """The cells by row and column from the lower left: 0 for free ones, the colour's number from 1 for others."""

    def mask(self, layout: str = "placements", perspective: Literal["mover", "board"] = "mover") -> NDArray[np.int8]:
        """1 for each legal action of the colour to play."""

    def action(
        self, move: str | Move, layout: str = "placements", perspective: Literal["mover", "board"] = "mover"
    ) -> int:
        """The action of a move, as the colour to play numbers them."""

    def move(self, action: int, layout: str = "placements", perspective: Literal["mover", "board"] = "mover") -> Move:
        """The move of an action, as the colour to play numbers them."""

    def random_move(self, seed: int = 0) -> Move:
        """A uniformly random legal move, which depends on the seed and the number of moves played."""

    def to_blksgf(self) -> str:
        """The game as the text of a game file."""

    @classmethod
    def from_blksgf(cls, text: str) -> Board:
        """The main line of the first game of a file's text."""

    def to_bytes(self) -> bytes:
        """The game as bytes; they are those of its game file."""

    @classmethod
    def from_bytes(cls, data: bytes) -> Board: ...
    def svg(self, theme: str = "light", edge: int | None = None, *, coordinates: bool = True) -> str:
        """A picture, ``edge`` pixels wide; themes are ``light`` and ``dark``."""

    def png(self, theme: str = "light", edge: int | None = None, *, coordinates: bool = True) -> bytes: ...
    def rgb(self, theme: str = "light", edge: int = 480, *, coordinates: bool = True) -> NDArray[np.uint8]: ...
    def text(self, *, ansi: bool = False) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Budget:
    """Limits of a decision: seconds, simulations, nodes, plies. What is None is not limited."""

    def __new__(
        cls,
        *,
        time: float | None = None,
        sims: int | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> Budget: ...
    @property
    def time(self) -> float | None: ...
    @property
    def sims(self) -> int | None: ...
    @property
    def nodes(self) -> int | None: ...
    @property
    def depth(self) -> int | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Candidate:
    """A move that was considered."""

    @property
    def move(self) -> Move: ...
    @property
    def visits(self) -> int:
        """How often it was tried."""

    @property
    def value(self) -> float:
        """How good it is for who moves; the scale is the agent's own."""

    @property
    def prior(self) -> float | None: ...
    @property
    def win_share(self) -> float | None:
        """The mover's expected share of the win, 0 to 1."""

    @property
    def score(self) -> float | None:
        """The mover's expected final score."""

@final
class Decision:
    """What an agent decides, and why."""

    @property
    def move(self) -> Move: ...
    @property
    def values(self) -> list[float] | None:
        """Every player's expected share of the win, if the agent has an opinion."""

    @property
    def scores(self) -> list[float] | None:
        """Every player's expected final score, if the agent has an opinion."""

    @property
    def candidates(self) -> list[Candidate]:
        """Moves that were considered, the best first."""

    @property
    def line(self) -> list[Move]:
        """The expected line of play."""

    @property
    def nodes(self) -> int: ...
    @property
    def sims(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def seconds(self) -> float: ...

@final
class Agent:
    """An agent of Cornerwise, named by a spec such as ``"mcts:time=1s"``; `agents` lists them."""

    def __new__(cls, spec: str) -> Agent: ...
    @property
    def spec(self) -> str: ...
    def decide(self, board: Board, budget: Budget | None = None, *, seed: int = 0) -> Decision:
        """The decision for the colour to play; Ctrl-C ends it."""

    def choose(self, board: Board, budget: Budget | None = None, *, seed: int = 0) -> Move:
        """The move of the decision."""

    def new_game(self, seed: int) -> None:
        """Forget the game at hand."""

@final
class Setup:
    def __new__(
        cls,
        variant: str | Variant,
        *,
        layout: str,
        perspective: str,
        observation: str,
        reward: str,
        illegal: str,
        opponents: Sequence[str],
        seat: int | None,
        shaping: tuple[str, float, float, Sequence[float]] | None,
    ) -> Setup: ...
    @property
    def variant(self) -> Variant: ...
    @property
    def action_count(self) -> int: ...
    @property
    def observation_shape(self) -> list[int]: ...
    @property
    def number_count(self) -> int: ...
    @property
    def player_count(self) -> int: ...
    def action_rows(self, colour: int) -> NDArray[np.int32]: ...
    def symmetries(self) -> NDArray[np.int64]: ...
    def mv(self, colour: int, action: int) -> Move: ...
    def action(self, colour: int, mv: Move) -> int: ...

@final
class Environment:
    def __new__(cls, setup: Setup) -> Environment: ...
    def reset(self, seed: int | None = None) -> None: ...
    def step(self, action: int) -> None: ...
    def sample_action(self) -> int | None: ...
    def rewards(self) -> list[float]: ...
    @property
    def rewarded(self) -> int: ...
    @property
    def to_play(self) -> int | None: ...
    @property
    def colour(self) -> int: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def was_illegal(self) -> bool: ...
    @property
    def forfeit(self) -> tuple[int, str] | None: ...
    @property
    def scores(self) -> list[int]: ...
    @property
    def win_shares(self) -> list[float]: ...
    @property
    def ply(self) -> int: ...
    def observe(
        self, player: int | None = None, extra: int = 0
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32] | None, NDArray[np.int8]]: ...
    def observe_as(self, setup: Setup) -> tuple[NDArray[np.uint8], NDArray[np.float32] | None]: ...
    def mask(self, player: int | None = None, extra: int = 0) -> NDArray[np.int8]: ...
    def actions(self) -> NDArray[np.int64]: ...
    def board(self) -> Board: ...
    def save(self) -> bytes: ...
    def restore(self, data: bytes) -> None: ...

@final
class Batch:
    def __new__(cls, setup: Setup, games: int, threads: int, autoreset: str) -> Batch: ...
    def __len__(self) -> int: ...
    @property
    def threads(self) -> int: ...
    def reset(self, seeds: Sequence[int] | None, out: Mapping[str, NDArray[Any]] | None = None) -> None: ...
    def reset_some(self, flags: Sequence[bool], out: Mapping[str, NDArray[Any]] | None = None) -> None: ...
    def step(self, actions: NDArray[np.int64], out: Mapping[str, NDArray[Any]] | None = None) -> None: ...
    def look(self, out: Mapping[str, NDArray[Any]]) -> None: ...
    def legal_actions(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]: ...
    def board(self, game: int) -> Board: ...
    def seat(self, game: int) -> int | None: ...
    def save(self) -> list[bytes]: ...
    def restore(self, games: Sequence[bytes]) -> None: ...
