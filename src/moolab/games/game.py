"""The contract of everything that is played: a setup, states, and moves that are texts.

Undo, saved games, sharing, the database and HTTP are made from these methods and nothing else.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import reduce
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

from moolab.errors import InvalidMove
from moolab.support.language import translate
from moolab.support.text import quote
from moolab.views.base import Answer

Outcome = Literal["won", "lost", "drawn", "resigned"]
"""How a game has ended for a seat."""


class State(Protocol):
    """A state of a game: immutable, made by ``begin`` and ``apply`` only."""

    @property
    def setup(self) -> Any:
        """What was settled before the first move."""

    @property
    def moves(self) -> tuple[str, ...]:
        """The texts of all moves so far, as they are stored."""

    @property
    def phase(self) -> str:
        """What is due; ``over`` at the end."""


class GameView(Answer):
    """What a seat may see of a game."""

    version: int
    """How many moves there were, those that were undone and the undoing included."""
    phase: str
    """What is due; over at the end."""


class Said(Answer):
    """An answer in words to a question about a game."""

    schema: Literal["moolab/said/1"] = "moolab/said/1"
    said: str
    """A sentence or two."""


S = TypeVar("S")
T = TypeVar("T", bound=State)


class Game(ABC, Generic[S, T]):
    """Something that can be played.

    Attributes:
        name: what files, paths and databases call it.
        setup: the class of its setups, whose fields are described.
        seats: who may move.
        phases: what can be due; ``over`` is the end.
        ends: whether it comes to an end; a session that does not is never unfinished.
        command: what goes on in the terminal with one that was stopped, after ``moo``; None where
            none is kept.
        travels: whether it can be taken along in a file, and brought to another server.
    """

    name: ClassVar[str]
    setup: type[S]
    seats: ClassVar[tuple[str, ...]] = ("player",)
    phases: ClassVar[tuple[str, ...]]
    ends: ClassVar[bool] = True
    command: ClassVar[str | None] = None
    travels: ClassVar[bool] = False

    def settle(self, **chosen: Any) -> S:
        """A setup in which chance settles what is left open; here, there is nothing for it.

        Args:
            chosen: fields of the setup; a ``seed`` makes chance repeat itself.

        Raises:
            MoolabError: if there can be no such game.
        """
        return self.setup(**{name: value for name, value in chosen.items() if value is not None})

    @abstractmethod
    def title(self, setup: S) -> str:
        """The game in a few words, as a list of games shows it."""

    @abstractmethod
    def begin(self, setup: S) -> T:
        """The state before the first move.

        Raises:
            MoolabError: if there can be no such game.
        """

    @abstractmethod
    def apply(self, state: T, seat: str, move: str) -> T:
        """The state after a move.

        Raises:
            MoolabError: if the move is malformed, or not possible now; nothing has changed then.
        """

    @abstractmethod
    def expected(self, state: T, seat: str) -> Mapping[str, Sequence[str]]:
        """What a seat may move now: the first words of the moves, each with what may follow it.

        A word that takes nothing is followed by the empty text. There can be millions of codes, so
        a sequence need not be listed.
        """

    def without_undone(self, _setup: S, moves: Sequence[str]) -> Sequence[str]:
        """Those moves of a game that alone lead to the same state: not undone, not the undoing.

        An ``undo`` takes back a move, unless a game says otherwise. An ``undo`` that has
        nothing to undo stays, and is not a move.
        """
        left: list[str] = []
        for move in moves:
            if move == "undo" and left and left[-1] != "undo":
                left.pop()
            else:
                left.append(move)
        return left

    def apply_stored(self, state: T, text: str) -> T:
        """The state after a move as it is stored."""
        return self.apply(state, self.seats[0], text)

    def auto_move(self, _state: T) -> str | None:
        """What the computer moves now by itself, as it is stored; None if it is not its turn."""
        return None

    def answered(self, state: T) -> T:
        """The state after all that the computer moves by itself."""
        while (text := self.auto_move(state)) is not None:
            state = self.apply_stored(state, text)
        return state

    def is_timed(self, _setup: S) -> bool:
        """Whether time alone may end it."""
        return False

    def overdue(self, _state: T, _made: Sequence[datetime], _now: datetime) -> str | None:
        """What time has moved, as it is stored; None if it has not run out.

        Args:
            _made: when each move was made.
        """
        return None

    def outcome(self, state: T, _seat: str) -> Outcome | None:
        """How the game has ended for a seat, None while it goes on: here, as its state says."""
        ended: Any = state
        found: Outcome | None = ended.outcome
        return found

    @abstractmethod
    def view(self, state: T, seat: str) -> GameView:
        """All that a seat may see."""

    def ask(self, _state: T, _seat: str, question: str) -> Answer:
        """The answer to a question about the state, such as ``hint``.

        Raises:
            MoolabError: if there is no answer.
        """
        raise InvalidMove(f"{quote(question)} is not a question that this game answers")

    def replay(self, setup: S, moves: Iterable[str]) -> T:
        """The state after moves as they are stored.

        Raises:
            MoolabError: if one of them is not possible.
        """
        return reduce(self.apply_stored, moves, self.begin(setup))


def expect_nothing(text: str) -> None:
    """Refuse what is behind a move that takes no argument.

    Raises:
        InvalidMove: if there is anything.
    """
    if text:
        raise InvalidMove(
            translate("{text} is too much: this move takes no argument", text=quote(text))
        )


def not_a_move(move: object, known: Iterable[str]) -> InvalidMove:
    """The error for a text that does not begin as any move does.

    Args:
        move: what was given.
        known: what there is instead.

    >>> print(not_a_move("gess 1234", ("guess", "undo")))
    'gess 1234' is not a move; there are guess, undo
    """
    return InvalidMove(
        translate(
            "{move} is not a move; there are {known}", move=quote(move), known=", ".join(known)
        )
    )
