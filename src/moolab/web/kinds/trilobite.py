"""Trilobite against the computer."""

from functools import lru_cache
from secrets import randbits
from typing import TYPE_CHECKING, Any

from moolab.errors import InvalidMove, InvalidPosition
from moolab.support.text import quoted
from moolab.trilobite.board import COLUMNS, Board, Shape
from moolab.trilobite.game import Match, Setup, apply, begin
from moolab.trilobite.player.levels import LEVELS, Player, hint_in_words
from moolab.trilobite.saves import setup_fields
from moolab.trilobite.solution import Solution
from moolab.views.trilobite_game import match_fields
from moolab.web.kinds.base import Kind

if TYPE_CHECKING:
    from moolab.trilobite.solver.exact import Solver

_MEMORY = 32 << 20
"""Bytes of each table that a process keeps from move to move."""

_STATE, _REFERENCE = 1_000, 8
"""More bytes than the state after each stone takes, beside references to the moves until then."""

_PLAYERS, _SOLVERS = 2, 2
"""How many of them a process keeps."""

_ADVISER = "perfect"
_ADVICE_SECONDS = 1.5

_SHARE = 0.3
"""What part of its time an analysis gives to the position itself, before its columns."""


def new_setup(
    size: str = "8x7",
    win: int = 4,
    *,
    first: str = "human",
    level: str = "easy",
    seconds: float = 2,
    seed: int | None = None,
) -> dict[str, Any]:
    """A new game as it is stored.

    Raises:
        MoolabError: if there can be no such game, or not here.

    >>> new_setup("7x6", seed=1)["win"]
    4
    """
    shape = Shape.parse(size, win)
    # A level that does not exist is better refused now than at the first move.
    Player(shape, level)
    return setup_fields(Setup(shape, first, level, seconds, randbits(32) if seed is None else seed))


def shape_of(setup: dict[str, Any]) -> Shape:
    """The board of a game as it is stored."""
    return Shape.parse(setup["size"], setup["win"])


def opening(setup: dict[str, Any], moves: str) -> tuple[str, ...]:
    """The moves that lead to a position from which a game is to be played.

    Raises:
        InvalidPosition: if they are not possible.

    >>> opening(new_setup("7x6"), "44")
    ('4', '4')
    """
    try:
        return tuple(Board.parse(moves, shape_of(setup)).moves)
    except InvalidMove as error:
        # Nothing is in conflict with the state of a game.
        raise InvalidPosition(str(error)) from error


class TrilobiteKind(Kind[Match]):
    """Trilobite against the computer, whose stones are moves like the player's."""

    name = "trilobite"

    def title(self, setup: dict[str, Any]) -> str:
        return f"Trilobite {setup['size']}, {setup['win']} in a row, level {setup['level']}"

    def heavy(self, _setup: dict[str, Any]) -> bool:
        return False

    def heavy_moves(self, setup: dict[str, Any]) -> bool:
        return LEVELS[setup["level"]].thinks

    def heavy_questions(self, _setup: dict[str, Any]) -> bool:
        return True

    def size(self, state: Match) -> int:
        # The state after each stone has the moves until then.
        stone = _STATE + _REFERENCE * len(state.moves)
        return super().size(state) + len(state.board.moves) * stone

    def begin(self, setup: dict[str, Any]) -> Match:
        settled = {name: setup[name] for name in ("first", "level", "seconds", "seed")}
        return begin(Setup(shape_of(setup), **settled))

    def apply(self, state: Match, _seat: str, move: str) -> Match:
        return apply(state, move)

    def answer(self, state: Match) -> str | None:
        if state.phase != "computer":
            return None
        column = _player(state.setup).choose(state.board).column
        return COLUMNS[column - 1]

    def outcome(self, state: Match) -> str | None:
        return state.outcome

    def view(self, state: Match, _seat: str) -> dict[str, Any]:
        return match_fields(state) | {"you": state.setup.human, "last": state.moves[-1:]}

    def ask(self, state: Match, _seat: str, question: str) -> dict[str, Any]:
        if question != "hint":
            raise InvalidMove(f"{quoted(question)} is not a question; there is hint")
        if state.phase == "over":
            raise InvalidMove("the game is over")
        shape = state.setup.shape
        adviser = Player(shape, _ADVISER, None, _ADVICE_SECONDS, _MEMORY, _solver(shape))
        advice = adviser.choose(state.board)
        return {
            "column": COLUMNS[advice.column - 1],
            "bounds": advice.bounds,
            "text": hint_in_words(state.board, advice),
        }


def solution(board: Board, seconds: float) -> Solution:
    """What is found out about a position, where it is slow: in a process of the pool.

    Asked again, the process goes on from what it has found before.

    Raises:
        InvalidMove: if the game is over.
    """
    return _solver(board.shape).solve(board, seconds, share=_SHARE)


@lru_cache(_PLAYERS)
def _player(setup: Setup) -> Player:
    shape, level, seconds = setup.shape, setup.level, setup.seconds
    solver = _solver(shape) if LEVELS[level].solves else None
    return Player(shape, level, setup.seed, seconds, _MEMORY, solver)


@lru_cache(_SOLVERS)
def _solver(shape: Shape) -> "Solver":
    from moolab.trilobite.solver.exact import Solver

    return Solver(shape, _MEMORY)
