"""A match of an agent in Python against one of Cornerwise."""

import argparse

import cornerwise
from cornerwise import Board, Budget, Move


class CornerAgent:
    """Plays the move after which it has most corner cells and squares."""

    def choose(self, board: Board, budget: Budget) -> Move:
        colour = board.turn

        def judge(move: Move) -> float:
            after = board.copy()
            after.push(move)
            return 2 * move.size + len(after.corner_cells(colour))

        return max(board.legal_moves[::4] or board.legal_moves, key=judge)


arguments = argparse.ArgumentParser(description=__doc__)
arguments.add_argument("--opponent", default="level:3")
arguments.add_argument("--games", type=int, default=4)
args = arguments.parse_args()

result = cornerwise.play_match(CornerAgent(), args.opponent, games=args.games)
for game in result.games:
    print(f"game {game.game}: seats {game.seats}, scores {game.scores}")
print(f"CornerAgent against {args.opponent}: {result}")
