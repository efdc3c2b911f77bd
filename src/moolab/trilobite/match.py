"""The state of a game against the computer, and the moves that lead from one state to the next.

Moves are texts: the name of a column, ``undo``, ``resign``. The stones of the computer are moves
like yours: one that thinks by the clock would not play the same game twice, so what it chose is
written down, and whatever shows a game, saves it or sends it elsewhere needs nothing but the
setup and these texts.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal, get_args

from moolab.errors import InvalidMove, InvalidSetup
from moolab.games.game import Outcome
from moolab.games.setup import SEED, Option, check
from moolab.support.language import translate
from moolab.trilobite.board import COLUMNS, STONES, Board, Shape
from moolab.trilobite.player.levels import LevelName

Side = Literal["human", "computer"]
"""Who plays."""

Phase = Literal["human", "computer", "over"]
"""Whose move is due."""

_SIDES = get_args(Side)

MAX_SECONDS = 24 * 60 * 60
"""The longest time for a move."""


@dataclass(frozen=True, kw_only=True)
class Setup:
    """All that is settled before the first move.

    Raises:
        InvalidBoard: if there is no such board.
        InvalidSetup: if another value is not possible.

    >>> Setup(first="computer", level="perfect", seconds=5, seed=1).human
    'O'
    """

    size: Annotated[str, Option("The board, as WIDTHxHEIGHT.")] = str(Shape())
    win: Annotated[int, Option("How many stones in a row win.")] = Shape.win
    first: Annotated[Side, Option("Who moves first.")] = "human"
    level: Annotated[LevelName, Option("How well the computer plays.")] = "perfect"
    seconds: Annotated[float, Option("How long the computer may think about a move.")] = 5
    seed: Annotated[int, SEED]

    def __post_init__(self) -> None:
        check(self)
        if not 0 < self.seconds <= MAX_SECONDS:
            raise InvalidSetup(
                translate("the time to think has to be more than 0 seconds, and at most a day")
            )
        # The notation of a board has several spellings.
        object.__setattr__(self, "size", str(self.shape))

    @property
    def shape(self) -> Shape:
        """The board, and what wins on it."""
        return Shape.parse(self.size, self.win)

    @property
    def human(self) -> str:
        """The human's stone."""
        return STONES[_SIDES.index(self.first)]

    @property
    def computer(self) -> str:
        """The computer's stone."""
        return STONES[1 - _SIDES.index(self.first)]


@dataclass(frozen=True)
class Match:
    """A state of the game; made by ``begin`` and ``apply`` only.

    Args:
        moves: the texts of all moves so far, those undone and the undoing included.
        resigned: whether you gave up.
        previous: the state before the last move that counts.
    """

    setup: Setup
    moves: tuple[str, ...]
    board: Board
    resigned: bool = False
    previous: "Match | None" = field(default=None, repr=False, compare=False)

    @property
    def phase(self) -> Phase:
        """Whose move is due, ``human`` or ``computer``; ``over`` at the end."""
        if self.resigned or self.board.is_over:
            return "over"
        return "human" if self.board.turn == self.setup.human else "computer"

    @property
    def outcome(self) -> Outcome | None:
        """``won``, ``lost``, ``drawn`` or ``resigned`` once over; ``won`` is for you."""
        if self.phase != "over":
            return None
        if self.resigned:
            return "resigned"
        if self.board.winner is None:
            return "drawn"
        return "won" if self.board.winner == self.setup.human else "lost"

    @property
    def own_last(self) -> tuple[Board, int] | None:
        """The position before your last stone, and the column of that; None if there is none."""
        before = _before(self)
        if before is None:
            return None
        name = str(self.board)[before.board.ply]
        return before.board, before.board.column(name)

    @property
    def undoable(self) -> bool:
        """Whether you have a stone to take back."""
        return _before(self) is not None


def begin(setup: Setup) -> Match:
    """The state before the first move.

    >>> begin(Setup(first="computer", level="perfect", seconds=5, seed=1)).phase
    'computer'
    """
    return Match(setup, (), Board.empty(setup.shape))


def apply(match: Match, move: str) -> Match:
    """The state after a move; a column is played by the player to move.

    Raises:
        InvalidMove: if it is not a move, or not possible now.

    >>> match = begin(Setup(first="human", level="perfect", seconds=5, seed=1))
    >>> match = apply(apply(match, "4"), "5")
    >>> str(match.board), match.phase
    ('45', 'human')
    >>> match = apply(match, "undo")
    >>> str(match.board), match.phase, match.moves
    ('', 'human', ('4', '5', 'undo'))
    """
    move = move.strip().lower()
    if match.phase == "over":
        raise InvalidMove(translate("the game is over"))
    return MOVES[move](match) if move in MOVES else _drop(match, move)


def _drop(match: Match, name: str) -> Match:
    column = match.board.column(name)
    moves = (*match.moves, COLUMNS[column - 1])
    return replace(match, moves=moves, board=match.board.play(column), previous=match)


def _before(match: Match) -> Match | None:
    """The state before your last stone."""
    before = match.previous
    while before is not None and before.phase != "human":
        before = before.previous
    return before


def _undo(match: Match) -> Match:
    """Take back your last stone, and the computer's answer if there is one."""
    before = _before(match)
    if before is None:
        raise InvalidMove(translate("there is nothing to undo"))
    return replace(before, moves=(*match.moves, "undo"))


def _resign(match: Match) -> Match:
    return replace(match, moves=(*match.moves, "resign"), resigned=True, previous=match)


MOVES: dict[str, Callable[[Match], Match]] = {"undo": _undo, "resign": _resign}
"""What each move does that is not a column."""
