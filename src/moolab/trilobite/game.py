"""The game against the computer: its state, what is seen of it, and the moves that change it.

Moves are texts: the name of a column, ``undo``, ``resign``. The stones of the computer are moves
like yours: one that thinks by the clock would not play the same game twice, so what it chose is
written down, and whatever shows a game, saves it or sends it elsewhere needs nothing but the
setup and these texts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from secrets import randbits
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from moolab.errors import InvalidMove, InvalidPosition, InvalidSetup
from moolab.games.game import Game, GameView, Outcome
from moolab.games.setup import SEED, Option, check
from moolab.support.language import translate
from moolab.support.text import quote
from moolab.support.typed import folded
from moolab.trilobite.board import COLUMNS, STONES, Board, Shape
from moolab.trilobite.drawn import read_board
from moolab.trilobite.player.levels import LEVELS, Advice, LevelName, Player, hint_in_words
from moolab.trilobite.views import MoveScoreView, OfPosition
from moolab.views.base import Answer

if TYPE_CHECKING:
    from moolab.trilobite.solver.exact import Solver

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


def _before(match: Match) -> Match | None:
    """The state before your last stone."""
    before = match.previous
    while before is not None and before.phase != "human":
        before = before.previous
    return before


class TrilobiteView(OfPosition, GameView):
    """A game of trilobite against the computer."""

    schema: Literal["moolab/trilobite/1"] = "moolab/trilobite/1"
    first: Side
    """Who moves first."""
    level: LevelName
    """How well the computer plays."""
    seconds: float
    """How long the computer may think about a move."""
    seed: int | None
    """What chance is decided by; null until the game is over."""
    you: str
    """Your stone: X if you move first, else O."""
    phase: Phase
    """Whose move is due; over at the end."""
    outcome: Outcome | None
    """How the game has ended for you; null until it is over."""
    last: str | None
    """The last move, be it a column, undo or resign; null before the first."""

    @classmethod
    def of(cls, match: Match) -> "TrilobiteView":
        """A game as its player may see it.

        >>> view = TrilobiteView.of(GAME.replay(Setup(level="easy", seed=1), ["4"]))
        >>> view.moves, view.phase, view.seed
        ('4', 'computer', None)
        """
        setup = match.setup
        return cls(
            version=len(match.moves),
            size=setup.size,
            win=setup.win,
            moves=str(match.board),
            first=setup.first,
            level=setup.level,
            seconds=setup.seconds,
            seed=setup.seed if match.phase == "over" else None,
            you=setup.human,
            phase=match.phase,
            outcome=match.outcome,
            last=match.moves[-1] if match.moves else None,
        )


class HintView(Answer):
    """What a perfect player would do in your place."""

    schema: Literal["moolab/trilobite-hint/1"] = "moolab/trilobite-hint/1"
    column: str
    """The name of the column to play."""
    bounds: MoveScoreView | None
    """What is known of the score that it reaches; null if nothing is."""
    said: str
    """The same as a sentence or two."""

    @classmethod
    def of(cls, board: Board, advice: Advice) -> "HintView":
        """Advice as it is shown."""
        return cls(
            column=COLUMNS[advice.column - 1],
            bounds=None if advice.bounds is None else MoveScoreView.of(advice.bounds),
            said=hint_in_words(board, advice),
        )


_MEMORY = 32 << 20
"""Bytes of each table that a process keeps from move to move."""

_PLAYERS, _SOLVERS = 2, 2
"""How many of them a process keeps."""

_ADVISER: LevelName = "perfect"
_ADVICE_SECONDS = 1.5


def parse_opening(shape: Shape, moves: str) -> tuple[str, ...]:
    """The moves that lead to a position from which a game is to be played.

    Raises:
        InvalidPosition: if they are not possible.

    >>> parse_opening(Shape.parse("7x6"), "44")
    ('4', '4')
    """
    try:
        return tuple(read_board(moves, shape).moves)
    except InvalidMove as error:
        # Nothing is in conflict with the state of a game.
        raise InvalidPosition(str(error)) from error


class Trilobite(Game[Setup, Match]):
    """k in a row with gravity, against the computer."""

    name = "trilobite"
    command = "trilobite play"
    travels = True
    setup = Setup
    phases = get_args(Phase)

    def settle(self, **chosen: Any) -> Setup:
        given = {name: value for name, value in chosen.items() if value is not None}
        return Setup(**{"seed": randbits(32)} | given)

    def title(self, setup: Setup) -> str:
        told = {"size": setup.size, "win": setup.win, "level": translate(setup.level)}
        if setup.win == Shape.win:
            return translate("Four in a row, {size}, level {level}", **told)
        return translate("Four in a row, but {win} win, {size}, level {level}", **told)

    def begin(self, setup: Setup) -> Match:
        return Match(setup, (), Board.empty(setup.shape))

    def apply(self, state: Match, _seat: str, move: str) -> Match:
        """The state after a move; a column is played by the player to move.

        Raises:
            InvalidMove: if it is not a move, or not possible now.

        >>> match = GAME.replay(Setup(level="perfect", seed=1), ["4", "5"])
        >>> str(match.board), match.phase
        ('45', 'human')
        >>> match = GAME.apply(match, "player", "undo")
        >>> str(match.board), match.phase, match.moves
        ('', 'human', ('4', '5', 'undo'))
        """
        move = folded(move)
        if state.phase == "over":
            raise InvalidMove(translate("the game is over"))
        if move == "undo":
            if (before := _before(state)) is None:
                raise InvalidMove(translate("there is nothing to undo"))
            return replace(before, moves=(*state.moves, "undo"))
        if move == "resign":
            return replace(state, moves=(*state.moves, move), resigned=True, previous=state)
        column = state.board.column(move)
        moves = (*state.moves, COLUMNS[column - 1])
        return replace(state, moves=moves, board=state.board.play(column), previous=state)

    def without_undone(self, setup: Setup, moves: Sequence[str]) -> Sequence[str]:
        yours = 0 if setup.first == "human" else 1
        left: list[str] = []
        for move in moves:
            # Your last stone, and the answer to it, if there is one.
            undone = 1 if len(left) % 2 != yours else 2
            if move == "undo" and len(left) >= yours + undone and "undo" not in left:
                del left[-undone:]
            else:
                left.append(move)
        return left

    def expected(self, state: Match, _seat: str) -> Mapping[str, Sequence[str]]:
        if state.phase == "over":
            return {}
        columns = state.board.columns if state.phase == "human" else ()
        words = [COLUMNS[column - 1] for column in columns] + ["resign"]
        return dict.fromkeys([*words, "undo"] if state.undoable else words, ("",))

    def auto_move(self, state: Match) -> str | None:
        if state.phase != "computer":
            return None
        column = _player(state.setup).choose(state.board).column
        return COLUMNS[column - 1]

    def outcome(self, state: Match, _seat: str) -> Outcome | None:
        return state.outcome

    def view(self, state: Match, _seat: str) -> TrilobiteView:
        return TrilobiteView.of(state)

    def ask(self, state: Match, _seat: str, question: str) -> HintView:
        if question != "hint":
            raise InvalidMove(f"{quote(question)} is not a question; there is hint")
        if state.phase == "over":
            raise InvalidMove(translate("the game is over"))
        shape = state.setup.shape
        adviser = Player(shape, _ADVISER, None, _ADVICE_SECONDS, _MEMORY, solver(shape))
        return HintView.of(state.board, adviser.choose(state.board))


@lru_cache(_PLAYERS)
def _player(setup: Setup) -> Player:
    shape, level, seconds = setup.shape, setup.level, setup.seconds
    known = solver(shape) if LEVELS[level].solves else None
    return Player(shape, level, setup.seed, seconds, _MEMORY, known, compiled=True)


@lru_cache(_SOLVERS)
def solver(shape: Shape) -> "Solver":
    """A solver that this process keeps, so that asked again it goes on from what it has found."""
    from moolab.trilobite.solver.exact import Solver

    return Solver(shape, _MEMORY)


GAME = Trilobite()
