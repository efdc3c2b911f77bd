"""Plain minimax on the game tree: the oracle that the fast solver is compared with.

Every game that can follow is looked at, to its end: no bound cuts anything off, no symmetry is
used. One thing alone is spared, or a board of 4x4 would take days: the score of a position, which
comes back by other orders of the same moves, is remembered.
"""

from moolab.trilobite.board import Board
from moolab.trilobite.score import final_score
from moolab.trilobite.tree import Node


class Minimax:
    """Exact scores of tiny boards, with all scores it has found.

    >>> from moolab.trilobite.board import Shape
    >>> from moolab.trilobite.tree import tree
    >>> empty = tree(Board.empty(Shape(3, 3, 3)))
    >>> Minimax().score(empty), Minimax().scores(empty)
    (0, {1: 0, 2: 0, 3: 0})
    """

    def __init__(self) -> None:
        self._known: dict[Board, int] = {}

    def score(self, node: Node) -> int:
        """The score for the player whose turn it is, or would be if the game were not over."""
        board = node.board
        if board not in self._known:
            score = final_score(board)
            if score is None:
                score = max(-self.score(child) for _, child in node.moves.iterate())
            self._known[board] = score
        return self._known[board]

    def scores(self, node: Node) -> dict[int, int]:
        """The score of each possible move for the player who makes it, by columns."""
        return {column: -self.score(child) for column, child in node.moves.iterate()}
