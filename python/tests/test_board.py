"""Boards, moves and variants."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from conftest import DATA, games

import cornerwise
from cornerwise import Board, Move, Variant

FILES = ["games_duo.jsonl", "games_7x7.jsonl", "games_10x10-4.jsonl", "games_classic.jsonl"]


def replay(game: dict[str, Any]) -> Board:
    board = Board(game["variant"])
    for move, count in zip(game["moves"], game["legal_counts"], strict=True):
        if move == "pass":
            assert count == 0
        else:
            assert board.count_moves() == len(board.legal_moves) == count
            board.push(move)
    return board


@pytest.mark.parametrize("name", FILES)
def test_games_of_an_independent_program_replay(name: str) -> None:
    for game in games(name)[:10]:
        board = replay(game)
        assert board.is_over and board.turn is None and board.legal_moves == []
        assert board.areas == game["area"]
        if board.variant.scoring == "advanced" and board.variant.players == len(game["advanced"]):
            assert board.scores == game["advanced"]
        assert [str(move) for move in board.moves] == [move for move in game["moves"] if move != "pass"]


def test_moves_are_taken_back() -> None:
    board = replay(games("games_duo.jsonl")[0])
    moves = board.moves
    assert [board.pop() for _ in moves] == moves[::-1]
    assert board == Board("duo") and board.ply == 0
    with pytest.raises(IndexError):
        board.pop()


def test_copies_are_boards_of_their_own() -> None:
    board = replay(games("games_7x7.jsonl")[0])
    board.pop()
    for twin in (
        board.copy(),
        copy.copy(board),
        copy.deepcopy(board),
        pickle.loads(pickle.dumps(board)),
        Board.from_bytes(board.to_bytes()),
        Board.from_blksgf(board.to_blksgf()),
        eval(repr(board), {"Board": Board}),
    ):
        assert twin == board and hash(twin) == hash(board) and twin.moves == board.moves
        twin.pop()
        assert twin != board


def test_actions_are_moves() -> None:
    board = Board("duo")
    board.push("f9,e10,f10,g10,f11")
    for layout, count in {"placements": 13_729, "planes": 17_836, "cells": 17_836, "pieces": 32_928}.items():
        for perspective in ("mover", "board"):
            mask = board.mask(layout, perspective)
            assert mask.dtype == np.int8 and mask.shape == (count,)
            actions = np.flatnonzero(mask)
            moves = {board.move(int(action), layout, perspective) for action in actions}
            assert moves == set(board.legal_moves)
            assert all(board.action(move, layout, perspective) in actions for move in moves)


def test_both_players_number_symmetric_moves_alike() -> None:
    board = Board("duo")
    first = board.mask()
    move = board.legal_moves[0]
    action = board.action(move)
    board.push(move)
    assert (board.mask() == first).all()
    turned = board.move(action)
    assert sorted((13 - x, 13 - y) for x, y in turned.cells) == sorted(move.cells)


def test_moves_are_values() -> None:
    move = Move("G10, f9,e10,F10,f11")
    assert str(move) == "f9,e10,f10,g10,f11" and repr(move) == "Move('f9,e10,f10,g10,f11')"
    assert move == Move.covering([(5, 8), (4, 9), (5, 9), (6, 9), (5, 10)]) == pickle.loads(pickle.dumps(move))
    assert (move.piece, move.size) == ("X", 5) and len({move, Move(move)}) == 1
    assert Move("a1") < Move("b1")
    for wrong in ["", "a1,b2", "z99", "a1,a1", "pass"]:
        with pytest.raises(cornerwise.IllegalMoveError):
            Move(wrong)


def test_variants_are_data() -> None:
    assert {"duo", "classic", "classic-3", "7x7", "20x20-4"} <= set(cornerwise.variants())
    duo = Variant("duo")
    assert (duo.name, duo.size, duo.players, duo.colours) == ("duo", 14, 2, ["black", "white"])
    assert duo.starts == ["e10", "j5"] and len(duo.pieces) == 21 and duo.scoring == "advanced"
    assert Variant("classic-3").owners == [0, 1, 2, None]
    own = Variant.from_toml((DATA / "mini-duo.toml").read_text())
    for one in (duo, own):
        assert pickle.loads(pickle.dumps(one)) == one == Variant.from_toml(one.to_toml())
        board = Board(one)
        board.push(board.legal_moves[0])
        assert pickle.loads(pickle.dumps(board)) == board
    assert len({duo, own, Variant("duo")}) == 2
    for wrong in ["", "Duo ", "21x21"]:
        with pytest.raises(cornerwise.VariantError):
            Variant(wrong)
    with pytest.raises(cornerwise.VariantError):
        Variant.from_toml("name = 1")


def test_the_position_is_told() -> None:
    board = Board("duo")
    board.push("f9,e10,f10,g10,f11")
    assert (board.turn, board.player, board.ply, board.size) == (1, 1, 1, 14)
    assert board.occupant("e10") == 0 and board.occupant("a1") is None
    assert "X" not in board.pieces_left(0) and len(board.pieces_left()) == 21
    assert board.corner_cells() == ["j5"] and len(board.corner_cells(0)) == 8
    cells = board.array()
    assert cells.shape == (14, 14) and cells.sum() == 5 and cells[9, 4] == 1
    assert (board.scores, board.areas) == ([-84, -89], [5, 0])
    assert board.random_move(1) == board.random_move(1) and board.is_legal(board.random_move(2))


def test_pictures() -> None:
    board = Board("7x7", ["a7,b7"])
    assert board._repr_svg_().startswith("<svg") and board.svg("dark", 200) != board.svg("light", 200)
    assert board.png(edge=64).startswith(b"\x89PNG")
    pixels = board.rgb(edge=100)
    assert pixels.shape == (100, 100, 3) and pixels.dtype == np.uint8 and len(np.unique(pixels)) > 3
    assert "a b c" in str(board) and "\x1b[" in board.text(ansi=True)
    with pytest.raises(cornerwise.OptionError, match="light and dark"):
        board.svg("pink")
    with pytest.raises(cornerwise.OptionError, match="16 to 4096"):
        board.rgb(edge=5)


def test_errors_are_ours_and_one_line() -> None:
    board = Board("duo")
    for wrong in [
        lambda: board.push("a1"),
        lambda: board.push("nonsense\nin two lines"),
        lambda: board.move(99_999),
        lambda: board.move(-1),
        lambda: board.action("t20"),
        lambda: board.mask("other"),
        lambda: board.mask("planes", "other"),
        lambda: board.pieces_left(2),
        lambda: board.occupant("z"),
        lambda: Board("unknown"),
        lambda: Board.from_blksgf("(;GM[Go])"),
        lambda: Board.from_bytes(b"\xff"),
        lambda: cornerwise.Agent("unknown"),
        lambda: cornerwise.Agent("mcts:sims=-1"),
    ]:
        with pytest.raises(cornerwise.CornerwiseError) as caught:
            wrong()
        assert "\n" not in str(caught.value) and len(str(caught.value)) < 400
    assert board == Board("duo")
