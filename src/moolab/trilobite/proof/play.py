"""Plays a list of rules against all that the other player can do, compiled.

The player whose rules these are has one reply to each position: it completes a line if it can;
else it stops the other's line, if there is one to stop; else the first rule that applies says where
its stone falls. So there is nothing to search for: what the other can reach is gone through once.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.trilobite.board import COLUMNS, MAX_SIDE, Board, Shape
from moolab.trilobite.solver.bits import kernel, of_bits, split
from moolab.trilobite.solver.cells import WORD, Cells, bit, keep, load, scatter, subroutine
from moolab.trilobite.solver.grid import Grid, completions, in_words, legal_moves

MOST_MET = 1 << 14
"""The most positions that may be met after one that has a list of its own: some milliseconds."""


class Rule(NamedTuple):
    """Says where a stone falls: into a cell, if that is the lowest empty one of its column.

    Args:
        cell: it alone.
        own, other, empty: where stones of one's own have to be, those of the other, and none.
    """

    cell: Cells
    own: Cells = 0
    other: Cells = 0
    empty: Cells = 0


@subroutine
def _slot(table: Any, shift: int, words: int, position: Cells) -> int:
    """Where a position is in a table without gaps, or would be."""
    at = scatter(position, words, shift)
    found = load(table, at * words, position)
    while found and found != position:
        at = (at + 1) % (len(table) // words)
        found = load(table, at * words, position)
    return at * words


@subroutine
def _reply(grid: Grid, own: Cells, filled: Cells, stop: Cells, rules: Any, count: int) -> Cells:
    """The cell that the rules say; none if no rule applies, or there is more than one to stop."""
    other, words, moves = own ^ filled, grid.words, legal_moves(grid, filled)
    if stop:
        return stop & -stop if stop == stop & -stop else stop ^ stop
    for at in range(0, 4 * words * count, 4 * words):
        cell = load(rules, at, filled)
        if (
            cell & moves
            and not load(rules, at + words, filled) & ~own
            and not load(rules, at + 2 * words, filled) & ~other
            and not load(rules, at + 3 * words, filled) & filled
        ):
            return cell
    return stop


@kernel
def _play(
    grid: Any, wins: bool, rules: Any, count: int, known: Any, known_shift: int, seen: Any,
    seen_shift: int, states: Any, parents: Any, replies: Any, waiting: Any, faults: Any,
) -> tuple[int, int]:  # fmt: skip
    """Go through all positions that can come, each of them once; see ``Field.play``.

    Args:
        states: the stones of who has the rules, and all stones; the first is where it begins.
        waiting: what is still to be looked at; at the end, where positions are in ``seen``.
    """
    grid = of_bits(grid)
    words, met, left, wrong = grid.words, 1, 1, 0
    column = bit(grid.full, grid.height) - bit(grid.full, 0)
    size, most = len(parents), len(faults)
    waiting[0], parents[0] = 0, -1
    while left and wrong < most and met <= size - MAX_SIDE:
        left -= 1
        at = waiting[left]
        own = load(states, 2 * words * at, grid.full)
        filled = load(states, 2 * words * at + words, grid.full)
        moves = legal_moves(grid, filled)
        keep(replies, words * at, moves ^ moves)
        if completions(own, grid.width, grid.height, grid.other_win) & moves:
            continue
        threats = completions(own ^ filled, grid.width, grid.height, grid.other_win)
        reply = _reply(grid, own, filled, threats & moves, rules, count)
        keep(replies, words * at, reply)
        own, filled = own | reply, filled | reply
        lost, moves = bool(moves) and not reply, legal_moves(grid, filled)
        if lost or threats & moves or (wins and not moves):
            faults[wrong] = at
            wrong += 1
            continue
        for number in range(grid.width):
            stone = moves & column << number * (grid.height + 1)
            if not stone:
                continue
            position = own + (filled | stone) + grid.bottom
            if load(known, _slot(known, known_shift, words, position), position):
                continue
            slot = _slot(seen, seen_shift, words, position)
            if load(seen, slot, position):
                continue
            keep(seen, slot, position)
            keep(states, 2 * words * met, own)
            keep(states, 2 * words * met + words, filled | stone)
            parents[met], waiting[size + met], waiting[left] = at, slot, met
            met, left = met + 1, left + 1
    for at in range(1, met):
        keep(seen, waiting[size + at], column ^ column)
    return -1 if met > size - MAX_SIDE else met, wrong


class Field:
    """A board on which rules are played, and the positions that need not be gone through again.

    Args:
        wins: whether who has the rules has to win; else, not to lose.
    """

    def __init__(self, shape: Shape, *, wins: bool) -> None:
        self.shape, self.wins = shape, wins
        self._grid = in_words(Grid.of(shape), split)
        words = self._grid.words
        self._seen = np.zeros(2 * MOST_MET * words, np.uint64)
        # What follows one more may still be written down.
        most = MOST_MET + MAX_SIDE
        self._states = np.zeros((most, 2, words), np.uint64)
        self._parents = np.zeros(most, np.int64)
        self._replies = np.zeros((most, words), np.uint64)
        self._waiting = np.zeros(2 * most, np.int64)
        self._form: Callable[..., tuple[int, int]] | None = None
        self._known, self._count = np.zeros(16 * words, np.uint64), 0

    def written(self, rules: Iterable[Rule]) -> NDArray[np.uint64]:
        """Rules as ``play`` takes them."""
        words = self._grid.words
        return np.array([[split(c, words) for c in rule] for rule in rules], np.uint64).ravel()

    def add(self, board: Board) -> None:
        """Take a position and its mirror image for settled."""
        if 4 * self._count >= len(self._known) // self._grid.words:
            old, self._known = self._known, np.zeros(4 * len(self._known), np.uint64)
            words = self._grid.words
            for at in np.flatnonzero(old.reshape(-1, words).any(1)):
                self._insert(tuple(old[words * at : words * (at + 1)]))
        for each in (board, board.mirror):
            self._insert(split(each.mover + each.filled + self.shape.bottom, self._grid.words))
            self._count += 1

    def _insert(self, position: tuple[np.uint64, ...]) -> None:
        words = self._grid.words
        number = sum(int(word) << WORD * n for n, word in enumerate(position))
        at = scatter(number, words, _shift(self._known, words)) * words
        while (
            self._known[at : at + words].any() and tuple(self._known[at : at + words]) != position
        ):
            at = (at + words) % len(self._known)
        self._known[at : at + words] = position

    def play(
        self, board: Board, rules: NDArray[np.uint64], faults: NDArray[np.int64]
    ) -> tuple[int, int]:
        """Play rules from a position on, until the other can reach nothing new.

        Args:
            board: the player who has the rules is to move.
            faults: where to write where they do not keep what they should; as many are sought.

        Returns:
            How many positions were met, or -1 if there are more than ``MOST_MET``; and the number
            of faults: positions in which no rule applies, or after which the other wins, or that
            end in a draw where it should be a win.
        """
        words = self._grid.words
        self._states[0] = split(board.mover, words), split(board.filled, words)
        values = (
            self._grid, self.wins, rules, len(rules) // (4 * words), self._known,
            _shift(self._known, words), self._seen, _shift(self._seen, words), self._states.ravel(),
            self._parents, self._replies.ravel(), self._waiting, faults,
        )  # fmt: skip
        self._form = self._form or _play.form(*values)
        met, wrong = self._form(*values)
        return int(met), int(wrong)

    def way_to(self, number: int) -> list[int]:
        """The positions of the last play that lead to one of them, by their numbers."""
        way = [number]
        while (at := int(self._parents[way[-1]])) >= 0:
            way.append(at)
        return way[::-1]

    def moves_to(self, begin: Board, way: list[int]) -> str:
        """The moves that lead there in the last play, which began with a board."""
        moves, filled = begin.moves, self._cells(self._states[way, 1])
        replies = self._cells(self._replies[way])
        for reply, before, after in zip(replies, filled, filled[1:], strict=False):
            moves += self._name(reply) + self._name(after ^ before ^ reply)
        return moves

    def board(self, number: int, moves: str) -> Board:
        """A position of the last play, to which these moves lead."""
        own, filled = self._cells(self._states[number])
        return Board(self.shape, own, filled, moves)

    def _name(self, stone: Cells) -> str:
        return COLUMNS[(stone.bit_length() - 1) // (self.shape.height + 1)]

    def _cells(self, words: NDArray[np.uint64]) -> list[Cells]:
        """Sets of cells, each from a row of words."""
        first, *more = words.T.tolist()
        for n, row in enumerate(more, start=1):
            first = [one | word << WORD * n for one, word in zip(first, row, strict=True)]
        return list(first)


def _shift(table: NDArray[np.uint64], words: int) -> int:
    return 65 - (len(table) // words).bit_length()
