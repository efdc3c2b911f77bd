"""What games cost on this server: which of them are worked out elsewhere, and how much they take.

What a game is says ``moolab.games``; this is about where it is played.
"""

from collections.abc import Iterator
from typing import Any, Literal

from moolab.annexes import annexes, parts
from moolab.errors import InvalidMove, InvalidSetup
from moolab.games.boards.game import Boards
from moolab.games.boards.game import Setup as BoardsSetup
from moolab.games.duel.duel import Duel, without_undone
from moolab.games.duel.duel import Setup as DuelSetup
from moolab.games.duel.maker import MAKERS
from moolab.games.duel.view import DuelView
from moolab.games.solving.game import Setup as SolvingSetup
from moolab.games.training.game import Setup as TrainingSetup
from moolab.games.training.game import Training
from moolab.support.language import translate
from moolab.support.text import quote
from moolab.web import limits

Use = Literal["look", "move", "ask"]
"""What is done with a game: its state is looked at, a move is made, a question is answered."""

STATE_BYTES, MOVE_BYTES = 16_000, 1_000
"""More than a state takes without its moves, and a move with what is kept so that it can be undone;
a test measures them."""


class Cost:
    """What a game costs; this one is worked out where it is asked for."""

    def accept(self, _setup: Any) -> None:
        """Make sure that a game does not cost too much from the beginning.

        Raises:
            MoolabError: if it would.
        """

    def is_expensive(self, _setup: Any, _use: Use) -> bool:
        """Whether something may take long, so that another process has to do it."""
        return False

    def size(self, state: Any) -> int:
        """About how many bytes a state takes, with those before it."""
        return STATE_BYTES + MOVE_BYTES * len(state.moves)

    def check(self, _state: Any, _move: str) -> None:
        """Make sure that the game does not come to cost too much by a move.

        Raises:
            InvalidMove: if it would.
        """

    def deferred(self, _view: Any) -> str | None:
        """The question whose answer is the whole of a view that takes long; None if there is none.

        It is asked in another process, even where nothing else is.
        """
        return None


class _DuelCost(Cost):
    def accept(self, setup: DuelSetup) -> None:
        limits.playable(setup.rules)
        limits.check_strategy(setup.strategy, setup.rules)
        if setup.maker not in MAKERS:
            raise InvalidSetup(f"{quote(setup.maker)} is not a maker; there are honest and evil")

    def is_expensive(self, setup: DuelSetup, use: Use) -> bool:
        # A hint compares guesses, whatever the computer's strategy.
        return use == "ask" or limits.is_expensive(setup.rules, setup.strategy)

    def size(self, state: Duel) -> int:
        return super().size(state) + state.known.nbytes

    def check(self, state: Duel, move: str) -> None:
        if move.split(maxsplit=1)[:1] != ["correct"]:
            return
        standing = sum(text.startswith("correct") for text in without_undone(state.moves))
        if standing >= limits.MOST_CORRECTIONS:
            raise InvalidMove(
                translate(
                    "a game has at most {most} corrections here; undo as far as the wrong reply "
                    "instead",
                    most=limits.MOST_CORRECTIONS,
                )
            )

    def deferred(self, view: DuelView) -> str | None:
        return "contradiction" if view.phase == "contradiction" else None


class _ComparedCost(Cost):
    def accept(self, setup: BoardsSetup | SolvingSetup | TrainingSetup) -> None:
        limits.playable(setup.rules, limits.MOST_CODES_COMPARED)

    def is_expensive(self, _setup: Any, _use: Use) -> bool:
        # A hard puzzle is explained in a second or two; a game to train with is analysed, and each
        # try is judged.
        return True


class _BoardsCost(_ComparedCost):
    def is_expensive(self, setup: BoardsSetup, use: Use) -> bool:
        return use == "ask" or limits.is_expensive(setup.rules)

    def size(self, state: Boards) -> int:
        return super().size(state) + sum(known.nbytes for known in state.known)


class _TrainingCost(_ComparedCost):
    def size(self, state: Training) -> int:
        return super().size(state) + sum(turn.before.nbytes for turn in state.turns)


_COSTS: dict[str, Cost] = {
    "duel": _DuelCost(),
    "two": Cost(),
    "solving": _ComparedCost(),
    "boards": _BoardsCost(),
    "training": _TrainingCost(),
}
"""The cost of each game of the house."""


def kinds() -> Iterator[str]:
    """The names of all games that are played here."""
    yield from _COSTS
    for annex in annexes().values():
        if (annex.folder / "web").is_dir():
            yield from annex.games


def cost_of(kind: str) -> Cost:
    """What a game costs.

    Args:
        kind: one of ``kinds()``.
    """
    if kind in _COSTS:
        return _COSTS[kind]
    found = (part.COSTS[kind] for part in parts("web.costs") if kind in part.COSTS)
    return next(found, Cost())
