"""Trilobite as a game among others; the computer's stones are moves like yours."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from secrets import randbits
from typing import TYPE_CHECKING, Any, get_args

from moolab.errors import InvalidMove, InvalidPosition
from moolab.games.game import Game, Outcome
from moolab.support.language import translate
from moolab.support.text import quote
from moolab.trilobite.board import COLUMNS, Board, Shape
from moolab.trilobite.match import Match, Phase, Setup, apply, begin
from moolab.trilobite.player.levels import LEVELS, Player
from moolab.trilobite.views import HintView, TrilobiteView

if TYPE_CHECKING:
    from moolab.trilobite.solver.exact import Solver

_MEMORY = 32 << 20
"""Bytes of each table that a process keeps from move to move."""

_PLAYERS, _SOLVERS = 2, 2
"""How many of them a process keeps."""

_ADVISER = "perfect"
_ADVICE_SECONDS = 1.5


def parse_opening(shape: Shape, moves: str) -> tuple[str, ...]:
    """The moves that lead to a position from which a game is to be played.

    Raises:
        InvalidPosition: if they are not possible.

    >>> parse_opening(Shape.parse("7x6"), "44")
    ('4', '4')
    """
    try:
        return tuple(Board.parse(moves, shape).moves)
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
        return translate(
            "Trilobite {size}, {win} in a row, level {level}",
            size=setup.size,
            win=setup.win,
            level=translate(setup.level),
        )

    def begin(self, setup: Setup) -> Match:
        return begin(setup)

    def apply(self, state: Match, _seat: str, move: str) -> Match:
        return apply(state, move)

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
