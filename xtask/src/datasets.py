"""Compares games.parquet, as Polars reads it, with games.jsonl, row for row. The number of games is the argument."""

import json
import sys

import polars as pl

TYPES = {
    "game": pl.UInt64,
    "seed": pl.UInt64,
    "agents": pl.List(pl.String),
    "ply": pl.UInt16,
    "opening": pl.Boolean,
    "colour": pl.UInt8,
    "player": pl.UInt8,
    "move": pl.String,
    "action": pl.UInt16,
    "visit_actions": pl.List(pl.UInt16),
    "visit_counts": pl.List(pl.UInt32),
    "values": pl.List(pl.Float32),
    "scores": pl.List(pl.Float32),
    "full": pl.Boolean,
    "settings": pl.String,
    "final_scores": pl.List(pl.Int16),
    "win_shares": pl.List(pl.Float32),
    "final_board": pl.List(pl.UInt8),
}


def near(one, other):
    """Whether lists of numbers are the same but for the width of floats; both may be missing."""
    if one is None or other is None:
        return one is other
    return len(one) == len(other) and all(abs(a - b) <= 1e-6 * (1 + abs(b)) for a, b in zip(one, other))


def rows(game):
    """The rows that a line of JSON should be; visits as moves and counts."""
    for ply, turn in enumerate(game["turns"]):
        search = turn.get("search", {})
        visits = search.get("visits", [])
        yield (
            {
                "game": game["game"],
                "seed": game["seed"],
                "agents": game["agents"],
                "ply": ply,
                "opening": ply < game["opening"],
                "colour": turn["colour"],
                "player": turn["player"],
                "move": turn["move"],
                "visit_counts": [count for _, count in visits],
                "full": search.get("full", True),
                "settings": search.get("settings", game["agents"][turn["player"] % len(game["agents"])]),
                "final_scores": game["scores"],
                "final_board": [int(cell) for cell in game["board"]],
            },
            visits,
            search,
            game,
        )


table = pl.read_parquet("games.parquet")
assert dict(table.schema) == TYPES, table.schema
about = pl.read_parquet_metadata("games.parquet")
with open("games.jsonl") as lines:
    header = json.loads(next(lines))
    games = [json.loads(line) for line in lines]
assert json.loads(about["cornerwise"]) == header and about["variant"] == header["variant"], about
assert about["games"] == sys.argv[1] and len(games) == int(sys.argv[1])
assert table.select(pl.struct("game", "seed").n_unique()).item() == len(games)

# What is played has both its text and its number: visits are compared by the numbers that are so known.
names = dict(table.select("action", "move").unique().iter_rows())
assert len(set(names.values())) == len(names)
expected = [row for game in games for row in rows(game)]
assert len(expected) == len(table) > 0
known = 0
for found, (row, visits, search, game) in zip(table.iter_rows(named=True), expected):
    assert {name: found[name] for name in row} == row, (found, row)
    assert near(found["values"], search.get("values")) and near(found["scores"], search.get("scores")), found
    assert near(found["win_shares"], game["win_shares"]), found
    assert len(found["visit_actions"]) == len(visits), found
    for action, (move, _) in zip(found["visit_actions"], visits):
        if action in names:
            assert names[action] == move, found
            known += 1
assert known > len(table)
print(f"{len(games)} games, {len(table)} positions, {known} visited moves compared")
