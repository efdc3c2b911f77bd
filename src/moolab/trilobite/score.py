"""What a score says, and what is known of a position that can be solved.

Scores are those of Pons: +n says that the player whose turn it is wins with its n-th stone from the
end (1 is the very last one it has), -n that the opponent does, 0 that neither does.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from moolab.errors import InvalidPosition
from moolab.support.language import marked, translate
from moolab.support.text import quote
from moolab.trilobite.board import STONES, Board, Shape
from moolab.trilobite.drawn import read_board

_BOUNDS = re.compile(r"([+-]?\d{1,3})(?:\.\.([+-]?\d{1,3}))?", re.ASCII)


class Bounds(NamedTuple):
    """What is known of a score: it is from ``lower`` to ``upper``.

    >>> Bounds(-3, 5).exact, -Bounds(-3, 5)
    (False, Bounds(lower=-5, upper=3))
    """

    lower: int
    upper: int

    @property
    def exact(self) -> bool:
        """Whether the score is known."""
        return self.lower == self.upper

    def __neg__(self) -> "Bounds":
        """The bounds for the other player."""
        return Bounds(-self.upper, -self.lower)

    def __and__(self, other: "Bounds") -> "Bounds":
        """What follows from both.

        >>> Bounds(-3, 5) & Bounds(-1, 7)
        Bounds(lower=-1, upper=5)
        """
        return Bounds(max(self.lower, other.lower), min(self.upper, other.upper))

    def __str__(self) -> str:
        return str(self.lower) if self.exact else f"{self.lower}..{self.upper}"

    @classmethod
    def parse(cls, text: str) -> "Bounds":
        """Bounds written as a score, or as the lowest and the highest; ``str`` gives it back.

        Raises:
            InvalidPosition: if the text is neither.

        >>> Bounds.parse("2"), Bounds.parse("-1..28")
        (Bounds(lower=2, upper=2), Bounds(lower=-1, upper=28))
        """
        match = _BOUNDS.fullmatch(text)
        if match is None or int(match[1]) > int(match[2] or match[1]):
            raise InvalidPosition(f"{quote(text)} is not a score: 2, or bounds: -1..28")
        return cls(int(match[1]), int(match[2] or match[1]))


def possible(board: Board) -> Bounds:
    """What can be said of the score of a game that goes on without looking where the stones are.

    The winner has as many stones as a line takes.

    >>> possible(Board.empty()), possible(Board.parse("12"))
    (Bounds(lower=-25, upper=25), Bounds(lower=-25, upper=25))
    """
    return Bounds(
        -_soonest(board, board.waiting, board.ply + 1), _soonest(board, board.mover, board.ply)
    )


def _soonest(board: Board, stones: int, ply: int) -> int:
    """The score of the soonest win that a player with these stones may have; 0 if there is none."""
    others = max(0, board.shape.win - 1 - stones.bit_count())
    return max(0, score_of_win(board.shape.cells, ply + 2 * others))


def score_of_win(cells: int, ply: int) -> int:
    """The score of a player who wins with the next stone.

    Args:
        cells: how many cells the board has.
        ply: how many stones have been played.

    >>> score_of_win(56, 52), score_of_win(56, 53), score_of_win(56, 55)
    (2, 2, 1)
    """
    return cells + 1 - ply >> 1


def final_score(board: Board) -> int | None:
    """The score of a finished game, for the player whose turn it would be; None if it goes on.

    >>> final_score(Board.parse("1122334")), final_score(Board.parse("112233"))
    (-25, None)
    """
    if board.winner:
        return -score_of_win(board.shape.cells, board.ply - 1)
    return 0 if board.is_full else None


def outcome(board: Board) -> str | None:
    """How a game ended; None if it goes on.

    >>> outcome(Board.parse("1122334")), outcome(Board.parse("112233"))
    ('X wins', None)
    """
    if board.winner:
        return translate("{player} wins", player=board.winner)
    return translate("draw") if board.is_full else None


def possible_ends(board: Board, bounds: Bounds) -> tuple[str, ...]:
    """The ends with best play of a game that goes on that are not ruled out.

    >>> possible_ends(Board.empty(), Bounds(0, 9)), possible_ends(Board.parse("4"), Bounds(-9, -2))
    (('X wins', 'draw'), ('X wins',))
    """
    mover, other = (f"{STONES[(board.ply + n) % 2]} wins" for n in range(2))
    ends = {mover: bounds.upper > 0, "draw": bounds.lower <= 0 <= bounds.upper}
    ends[other] = bounds.lower < 0
    first, last = f"{STONES[0]} wins", f"{STONES[1]} wins"
    return tuple(end for end in (first, "draw", last) if ends[end])


def last_move(board: Board, score: int) -> int:
    """The number of the move that ends the game with perfect play, 1 for the very first.

    >>> last_move(Board.empty(), 2), last_move(Board.empty(), 0)
    (53, 56)
    """
    cells = board.shape.cells
    if score == 0:
        return cells
    # X has the stones 1, 3, 5, ..., O has 2, 4, 6, ...
    last = cells - (cells + _winner(board, score) + 1) % 2
    return last - 2 * (abs(score) - 1)


def _winner(board: Board, score: int) -> int:
    """Which player wins: 0 for the first, 1 for the second."""
    return board.ply % 2 if score > 0 else (board.ply + 1) % 2


def _ordinal(number: int) -> str:
    """A number as a place in a row; where that has no ending, its translation is the number.

    >>> [_ordinal(number) for number in (2, 3, 4, 11, 12, 13, 21, 102, 112)]
    ['2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '102nd', '112th']
    """
    last = 0 if number // 10 % 10 == 1 else number % 10
    return translate(_ORDINALS.get(last, marked("{number}th")), number=number)


_ORDINALS = {1: marked("{number}st"), 2: marked("{number}nd"), 3: marked("{number}rd")}


def outlook(board: Board, bounds: Bounds, *, counted: bool = True) -> str | None:
    """How a game that goes on must end, as far as is known; None if nothing is.

    Args:
        bounds: what is known of its score.
        counted: whether to say which stone from the end wins, as scores count.

    >>> outlook(Board.empty(), Bounds(2, 9)), outlook(Board.empty(), Bounds(-28, 0))
    ('X wins, on move 53 at the latest', 'draw, or O wins')
    >>> outlook(Board.empty(), Bounds(2, 2), counted=False)
    'X wins on move 53'
    """
    mover, other = STONES[board.ply % 2], STONES[1 - board.ply % 2]
    lower, upper = bounds
    if lower == upper:
        if lower == 0:
            return translate("draw")
        told, nth = {"player": STONES[_winner(board, lower)]}, abs(lower)
        last = last_move(board, lower)
        if not counted:
            return translate("{player} wins on move {move}", move=last, **told)
        if nth == 1:
            return translate("{player} wins with its last stone, on move {move}", move=last, **told)
        text = marked("{player} wins with its {nth} stone from the end, on move {move}")
        return translate(text, nth=_ordinal(nth), move=last, **told)
    if lower > 0 or upper < 0:
        told = {"player": mover if lower > 0 else other}
        latest = last_move(board, lower if lower > 0 else upper)
        if latest >= board.shape.cells - 1:
            return translate("{player} wins", **told)
        return translate("{player} wins, on move {move} at the latest", move=latest, **told)
    if lower == 0 or upper == 0:
        return translate("draw, or {player} wins", player=mover if lower == 0 else other)
    return None


class Solution(NamedTuple):
    """What is known of a position.

    Args:
        score: its score, for the player who moves.
        scores: those of its moves, for the same player.
        nodes: how many positions were searched for that.
        seconds: how long it took.
        book: whether the opening book was believed, of the position or of its moves.
    """

    board: Board
    score: Bounds
    scores: dict[int, Bounds]
    nodes: int
    seconds: float
    book: bool = False

    @property
    def outlook(self) -> str | None:
        """How the game must end, in words, as far as that is known; None if nothing is.

        >>> from moolab.trilobite.score import possible
        >>> gathered(Board.parse("12"), possible)._replace(score=Bounds(0, 27)).outlook
        'draw, or X wins'
        """
        return outlook(self.board, self.score)

    @property
    def best(self) -> list[int]:
        """The columns that are known to reach the score, once that is known."""
        score = self.score
        return [c for c, each in self.scores.items() if score.exact and each.lower == score.lower]


def combined(
    board: Board, score: Bounds, scores: dict[int, Bounds], nodes: int, seconds: float
) -> Solution:
    """A solution of what was found out about a position and about its moves.

    Where time was short, the two know of each other what neither has found alone.

    >>> scores = {1: Bounds(-1, 0), 2: Bounds(-1, 1)}
    >>> combined(Board.parse("12", Shape(2, 2, 2)), Bounds(0, 1), scores, 0, 0.0).score
    Bounds(lower=0, upper=1)
    """
    lower = max(score.lower, *(bounds.lower for bounds in scores.values()))
    upper = min(score.upper, max(bounds.upper for bounds in scores.values()))
    scores = {c: Bounds(each.lower, min(each.upper, upper)) for c, each in scores.items()}
    return Solution(board, Bounds(lower, upper), scores, nodes, seconds)


def gathered(
    board: Board, known: Callable[[Board], Bounds], nodes: int = 0, seconds: float = 0.0
) -> Solution:
    """What is known of a position and of those after it, as a solution.

    Args:
        known: the bounds of a position in which the game goes on.

    >>> from moolab.trilobite.score import possible
    >>> gathered(Board.parse("12"), lambda board: possible(board) & Bounds(-9, 30)).score
    Bounds(lower=-9, upper=9)
    """
    scores = {}
    for column in board.columns:
        after = board.play(column)
        final = final_score(after)
        scores[column] = -(known(after) if final is None else Bounds(final, final))
    return combined(board, known(board), scores, nodes, seconds)


def position(moves: str, shape: Shape, *, sized: bool = True) -> Board:
    """The position after some moves, or of a drawing, in a game that goes on.

    Args:
        sized: whether a drawing is to be of that size; see ``read_board``.

    Raises:
        InvalidMove: if they are not possible.
        InvalidPosition: if the game is over, or no game leads to what is drawn.

    >>> str(position("4453", Shape()))
    '4453'
    """
    board = read_board(moves, shape, sized=sized)
    if end := outcome(board):
        raise InvalidPosition(
            translate("the game is over after {moves}: {end}", moves=quote(board.moves), end=end)
        )
    return board
