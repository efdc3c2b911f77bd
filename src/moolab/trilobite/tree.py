"""The lazy game tree: every game that can follow, built only where it is looked at.

Nodes are small, because there are many: the stones are two integers, and the children a linked
list of those that were looked at (Knuth's left-child right-sibling trees).
"""

from collections.abc import Iterator

from moolab.support.lazy import LazyItems
from moolab.trilobite.board import COLUMNS, Board


class Node:
    """A position in the game tree; ``tree`` makes the root.

    Args:
        board: the position; only its stones are kept.
        parent: the node one move before; None for a root.
    """

    __slots__ = ("_above", "_child", "_filled", "_mover", "_sibling", "column")

    def __init__(self, board: Board, parent: "Node | None" = None) -> None:
        self._above: Node | Board = parent or board
        self._child: Node | None = None
        self._sibling: Node | None = None
        self._mover = board.mover
        self._filled = board.filled
        self.column = COLUMNS.index(board.moves[-1]) + 1 if board.moves else None
        """The column of the last stone; None on the empty board."""

    def __repr__(self) -> str:
        return f"<node {str(self.board) or 'of the empty board'}>"

    @property
    def board(self) -> Board:
        """The position."""
        names = []
        above: Node | Board = self
        while isinstance(above, Node):
            names.append("" if above.column is None else COLUMNS[above.column - 1])
            above = above._above
        names[-1] = above.moves
        return Board(above.shape, self._mover, self._filled, "".join(reversed(names)))

    @property
    def turn(self) -> str | None:
        """The stone of the player whose turn it is; None once the game is over."""
        board = self.board
        return None if board.is_over else board.turn

    @property
    def moves(self) -> "Moves":
        """The moves that are possible here, each with its node; none once the game is over."""
        return Moves(self)

    @property
    def built(self) -> int:
        """How many nodes there are in memory, from here down."""
        count, waiting = 0, [self]
        while waiting:
            count += 1
            child = waiting.pop()._child
            while child is not None:
                waiting.append(child)
                child = child._sibling
        return count


class Moves(LazyItems[tuple[int, Node]]):
    """The moves of a node from left to right, as pairs of a column and the node that it leads to.

    A node is built once, when it is first looked at, and none of its siblings with it.

    >>> moves = tree().moves
    >>> len(moves), moves[5], moves.find(lambda move: move[0] == 3)
    (8, (6, <node 6>), (3, <node 3>))
    >>> moves
    <moves 1, 2, 3, 4, 5, 6, 7, 8 at <node of the empty board>>
    """

    __slots__ = ("_board", "_columns", "_node")

    def __init__(self, node: Node) -> None:
        self._node = node
        self._board = node.board
        self._columns = self._board.columns

    def __repr__(self) -> str:
        columns = ", ".join(map(str, self._columns))
        return (
            f"<moves {columns} at {self._node!r}>" if columns else f"<no moves at {self._node!r}>"
        )

    def __len__(self) -> int:
        return len(self._columns)

    def __getitem__(self, index: int) -> tuple[int, Node]:
        """The move at ``index``, which counts the possible moves only."""
        column = self._columns[index]
        child = self._known(column)
        if child is None:
            child = self._make_child(column)
            child._sibling, self._node._child = self._node._child, child
        return column, child

    def __iter__(self) -> Iterator[tuple[int, Node]]:
        return map(self.__getitem__, range(len(self)))

    def iterate(self) -> Iterator[tuple[int, Node]]:
        """All moves, keeping no node that is not kept already."""
        for column in self._columns:
            yield column, self._known(column) or self._make_child(column)

    def _known(self, column: int) -> Node | None:
        child = self._node._child
        while child is not None and child.column != column:
            child = child._sibling
        return child

    def _make_child(self, column: int) -> Node:
        return Node(self._board.play(column), self._node)


def tree(board: Board | None = None) -> Node:
    """The root of the tree of all games that go on from a position, the empty board by default.

    >>> root = tree()
    >>> root.turn, root.built
    ('X', 1)
    >>> column, node = root.moves[5]
    >>> column, node.turn, root.built
    (6, 'O', 2)
    >>> tree(Board.parse("11223344")).moves.take(1)
    Traceback (most recent call last):
        ...
    moolab.errors.InvalidMove: move 8 of '11223344' is not possible: the game is over: X has won
    """
    return Node(board or Board.empty())


def walk(node: Node, depth: int | None = None) -> Iterator[tuple[int, Node]]:
    """The nodes of a tree with their depths, in preorder, without keeping what has been passed.

    ``LazySequence(walk(node))`` keeps them.

    Args:
        depth: how many moves deep to go, 0 for the node alone; without it, to the end of all games.

    >>> root = tree(Board.parse("112233"))
    >>> len(list(walk(root, 2)))
    65
    >>> from moolab.support.lazy import LazySequence
    >>> nodes = LazySequence(walk(root, 2)).map(lambda pair: pair[1])
    >>> nodes.find(lambda node: node.board.winner is not None), root.built
    (<node 1122334>, 1)
    """
    yield 0, node
    levels = [node.moves.iterate()] if depth != 0 else []
    while levels:
        move = next(levels[-1], None)
        if move is None:
            levels.pop()
            continue
        yield len(levels), move[1]
        if depth is None or len(levels) < depth:
            levels.append(move[1].moves.iterate())
