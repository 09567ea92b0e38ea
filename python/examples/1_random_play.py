"""Random play: a board, its legal moves, and its end. Needs nothing but `pip install cornerwise`."""

import cornerwise

board = cornerwise.Board("duo")
while not board.is_over:
    board.push(board.random_move(seed=1))

print(board)
print("moves ", board.ply)
print("scores", board.scores)
print("first ", ", ".join(str(move) for move in board.moves[:2]))
