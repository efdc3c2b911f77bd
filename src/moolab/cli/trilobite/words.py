"""What a score means, in words."""

from moolab.trilobite.board import Board
from moolab.words import counted


def outcome(board: Board, lower: int, upper: int) -> str | None:
    """How the game ends for the side to move, if both play well; None if that is not known.

    A score +n is a win with the n-th stone from the end, so it says how many moves that takes:
    of ``(cells + 1 - ply) // 2`` stones that the mover has left, all but the last n - 1.

    Args:
        lower: what the score is at least.
        upper: what the score is at most.

    >>> board = Board.parse("121212")
    >>> outcome(board, 25, 25), outcome(board, -24, -24), outcome(board, 0, 0)
    ('a win in 1 move', 'a loss in 2 moves', 'a draw')
    >>> outcome(board, 20, 25), outcome(board, 0, 25), outcome(board, -1, 1)
    ('a win in at most 6 moves', 'at least a draw', None)
    """
    left = board.shape.cells - board.ply
    exactly = "" if lower == upper else "at most "
    if lower > 0:
        return f"a win in {exactly}{counted((left + 1) // 2 - lower + 1, 'move')}"
    if upper < 0:
        return f"a loss in {exactly}{counted(left // 2 + upper + 1, 'move')}"
    if lower == upper:
        return "a draw"
    return "at least a draw" if lower == 0 else "at most a draw" if upper == 0 else None
