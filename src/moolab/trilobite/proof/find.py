"""Finds rules that prove who wins a board.

From the exact scores of moves, lists of rules are learned as *decision lists* are (Rivest, Learning
Decision Lists, 1987): a rule is right if it says a good move wherever it applies, among the
positions that no earlier rule applies to; the one that applies to most of them comes next. As long
as the other can reach a position in which a list says a bad move, or none, that is learned, too,
and the list made anew. What has no short list is a move, and what follows it is looked at in the
same way. Nothing here has to be trusted, because what is found is checked.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from moolab.errors import InvalidCommand
from moolab.trilobite.board import STONES, Board
from moolab.trilobite.proof.certificate import Header
from moolab.trilobite.proof.learn import decision_list, example
from moolab.trilobite.proof.play import Field, Rule
from moolab.trilobite.score import Bounds
from moolab.trilobite.solver.cells import Cells
from moolab.trilobite.solver.exact import Solver

_LATE = 34
"""Empty cells: with more, scores of moves take seconds, and no list is looked for; chosen, not
measured."""

_MARGINS = 0, 2
"""How much worse than the best a move may be, in stones, to be a good one. With best moves games
are short and lists, too: of 16 positions of 7x6 with 12 stones 11 have a list then, with all moves
that win 6; with moves that win up to two stones later 7, some of them others."""

_FAULTS, _ROUNDS, _MOST_RULES = 16, 30, 40
"""How many faults are learned from at a time, how often, and the longest list. Lists that were not
found by then, on 7x6, were hardly found with twice as many either."""

_KEPT = 300
"""Lists that are tried elsewhere: of three positions of 7x6 one or two have one of these."""


class Finder:
    """Finds the rules of a player, position by position.

    Args:
        watch: called with the number of positions that are settled.

    Attributes:
        lists: what is found: rules for each position.
    """

    def __init__(
        self, header: Header, solver: Solver, watch: Callable[[int], None] = lambda _: None
    ) -> None:
        self.lists: dict[Board, tuple[Rule, ...]] = {}
        self._shape, self._solver, self._watch = header.shape, solver, watch
        self._goal = 1 if header.claim == "win" else 0
        self._field = Field(header.shape, wins=header.claim == "win")
        self._faults = np.zeros(_FAULTS, np.int64)
        self._scores: dict[Board, dict[Cells, int]] = {}
        self._reaching: dict[str, bool] = {}
        self._tried: dict[Board, tuple[Board, tuple[Rule, ...]] | None] = {}
        self._pool: list[tuple[tuple[Rule, ...], NDArray[np.uint64]]] = []

    def prove(self, board: Board) -> None:
        """Find rules for a position with the player to move, and for what follows."""
        if board in self.lists or board.mirror in self.lists:
            return
        found = self._list(board)
        if found is None:
            move, after = self._move(board)
            while after:
                for each in after:
                    self.prove(each)
                after = self._after(board, move)
            found = board, (Rule(move),)
        board, rules = found
        self.lists[board] = rules
        self._field.add(board)
        self._watch(len(self.lists))

    def _move(self, board: Board) -> tuple[Cells, list[Board]]:
        """The move after which fewest positions have no list, and the positions."""
        best, least = (0, list[Board]()), 1 << 30
        for move in self._good_moves(board):
            after, missing = self._after(board, move), 0
            for each in after:
                missing += self._list(each) is None
                if missing >= least:
                    break
            else:
                best, least = (move, after), missing
            if not least:
                break
        return best

    def _after(self, board: Board, move: Cells) -> list[Board]:
        """The positions with the player to move that follow and are not settled."""
        faults = np.zeros(1 << 10, np.int64)
        _, wrong = self._field.play(board, self._field.written([Rule(move)]), faults)
        ways = [self._field.way_to(int(fault)) for fault in faults[:wrong]]
        return [self._field.board(way[-1], self._field.moves_to(board, way)) for way in ways]

    def _good_moves(self, board: Board) -> list[Cells]:
        """The moves that keep what is claimed, the best ones first."""
        if self._is_late(board):
            [scores] = self._scores_of([board])
            return sorted((m for m in scores if scores[m] >= self._goal), key=lambda m: -scores[m])
        after = {self._shape.column(c) & self._legal(board): board.play(c) for c in board.columns}
        good = [m for m, then in after.items() if self._solver.has_reached(then, self._goal)]
        if len(good) == 1:
            return good
        return sorted(good, key=lambda move: self._solver.score(after[move]).lower)

    def _is_late(self, board: Board) -> bool:
        return self._shape.cells - board.ply <= _LATE

    def _legal(self, board: Board) -> Cells:
        return board.filled + self._shape.bottom & self._shape.full

    def _list(self, board: Board) -> tuple[Board, tuple[Rule, ...]] | None:
        """A list for a position or its mirror image, which is told, too."""
        if not self._is_late(board):
            return None
        board = board.canonical
        if board not in self._tried:
            self._tried[board] = self._kept(board) or self._learned(board)
        return self._tried[board]

    def _kept(self, board: Board) -> tuple[Board, tuple[Rule, ...]] | None:
        """A list that was found for another position, if it is right here, too."""
        for at, (rules, written) in enumerate(self._pool):
            for each in (board, board.mirror):
                if self._is_right(each, written):
                    # What was of use comes earlier.
                    self._pool.insert(at // 2, self._pool.pop(at))
                    return each, rules
        return None

    def _is_right(self, board: Board, written: NDArray[np.uint64]) -> bool:
        met, wrong = self._field.play(board, written, self._faults[:1])
        return met > 0 and not wrong

    def _learned(self, board: Board) -> tuple[Board, tuple[Rule, ...]] | None:
        for margin in _MARGINS:
            rules = self._learn(board, margin)
            if rules is not None:
                for rule in reversed(rules):
                    fewer = tuple(each for each in rules if each is not rule)
                    if self._is_right(board, self._field.written(fewer)):
                        rules = fewer
                self._pool.insert(0, (rules, self._field.written(rules)))
                del self._pool[_KEPT:]
                return board, rules
        return None

    def _learn(self, board: Board, margin: int) -> tuple[Rule, ...] | None:
        rules: tuple[Rule, ...] | None = ()
        examples: dict[Board, bytes] = {}
        for _ in range(_ROUNDS):
            if rules is None:
                return None
            met, wrong = self._field.play(board, self._field.written(rules), self._faults)
            if not wrong:
                return rules if met > 0 else None
            bad = list(dict.fromkeys(self._first_bad(board, int(f)) for f in self._faults[:wrong]))
            for each, scores in zip(bad, self._scores_of(bad), strict=True):
                least = max(max(scores.values()) - margin, self._goal)
                good = sum(move for move in scores if scores[move] >= least)
                examples[each] = example(each, good)
            rules = decision_list(self._shape, examples.values(), _MOST_RULES)
        return None

    def _first_bad(self, board: Board, fault: int) -> Board:
        """The first position on the way to a fault whose reply gave the game away."""
        way = self._field.way_to(fault)
        moves = self._field.moves_to(board, way)
        first, last = 0, len(way)
        while last - first > 1:
            middle = (first + last) // 2
            if self._can_reach_goal(moves[: board.ply + 2 * middle]):
                first = middle
            else:
                last = middle
        return self._field.board(way[first], moves[: board.ply + 2 * first])

    def _can_reach_goal(self, moves: str) -> bool:
        if moves not in self._reaching:
            score = self._solver.score_at_once(moves)
            if score is None:
                board = Board.parse(moves, self._shape)
                score = Bounds(0, 0) if board.is_full else self._solver.score(board)
            self._reaching[moves] = score.lower >= self._goal
        return self._reaching[moves]

    def _scores_of(self, boards: Sequence[Board]) -> list[dict[Cells, int]]:
        """The score of each move."""
        new = [each for each in boards if each not in self._scores]
        found = self._solver.score_moves([each.moves for each in new]).tolist() if new else []
        for each, row in zip(new, found, strict=True):
            legal = self._legal(each)
            moves = (legal & self._shape.column(at) for at in range(1, len(row) + 1))
            self._scores[each] = {m: score for m, score in zip(moves, row, strict=True) if m}
        return [self._scores[each] for each in boards]


def certified(
    solver: Solver, player: str | None = None, watch: Callable[[int], None] = lambda _: None
) -> tuple[Header, dict[Board, tuple[Rule, ...]]]:
    """The most that a player can be sure of on the empty board, and the rules that prove it.

    Args:
        player: X or O; by default the one who wins, or O if none does.
        watch: called with the number of positions that are settled.

    Raises:
        InvalidCommand: if the player loses.
    """
    empty = Board.empty(solver.shape)
    score = next((score for score in (1, 0) if solver.reaches(empty, score)), -1)
    player = player or STONES[score < 1]
    own = score if player == STONES[0] else -score
    if own < 0:
        raise InvalidCommand(f"{player} loses on {solver.shape}: there is nothing to prove")
    header = Header(solver.shape, player, "win" if own else "draw")
    finder = Finder(header, solver, watch)
    for board in header.first_positions:
        finder.prove(board)
    return header, finder.lists
