"""What all that can be played has in common: a setup in JSON, and moves that are texts."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

STATE_BYTES, MOVE_BYTES = 10_000, 1_000
"""More than a state takes without its moves, and a move with what is kept so that it can be undone;
a test measures them."""


class Played(Protocol):
    """A state of a game, immutable."""

    @property
    def moves(self) -> tuple[str, ...]:
        """The texts of all moves so far, as they are stored."""


State = TypeVar("State", bound=Played)


class Kind(ABC, Generic[State]):
    """A kind of game.

    Attributes:
        name: what it is called in paths and in the database.
        seats: who may move.
        ends: whether it comes to an end; what does not is no unfinished game.
    """

    name: ClassVar[str]
    seats: ClassVar[tuple[str, ...]] = ("player",)
    ends: ClassVar[bool] = True

    @abstractmethod
    def title(self, setup: dict[str, Any]) -> str:
        """The game in a few words, as a list of games names it."""

    @abstractmethod
    def heavy(self, setup: dict[str, Any]) -> bool:
        """Whether it may take long to reach a state, so that other processes have to do it."""

    def heavy_moves(self, setup: dict[str, Any]) -> bool:
        """Whether the computer may think long about what it answers to a move."""
        return self.heavy(setup)

    def heavy_questions(self, setup: dict[str, Any]) -> bool:
        """Whether it may take long to answer a question."""
        return self.heavy(setup)

    def size(self, state: State) -> int:
        """About how many bytes a state takes, with those before it."""
        return STATE_BYTES + MOVE_BYTES * len(state.moves)

    @abstractmethod
    def begin(self, setup: dict[str, Any]) -> State:
        """The state before the first move.

        Args:
            setup: all that is settled, secrets included, as it is stored.

        Raises:
            MoolabError: if there can be no such game.
        """

    @abstractmethod
    def apply(self, state: State, seat: str, move: str) -> State:
        """The state after a move.

        Raises:
            MoolabError: if the move is malformed, or not possible now.
        """

    def lasting(self, moves: Sequence[str]) -> Sequence[str]:
        """Those of the moves of a game that alone lead to the same state, but for its moves."""
        return moves

    def redo(self, state: State, text: str) -> State:
        """The state after a move as it is stored."""
        return self.apply(state, self.seats[0], text)

    def answer(self, _state: State) -> str | None:
        """What the computer moves now by itself, as it is stored; None if it is not its turn."""
        return None

    @abstractmethod
    def outcome(self, state: State) -> str | None:
        """How the game has ended, in a word or two; None while it goes on."""

    def outcome_for(self, outcome: str, _seat: str) -> str:
        """What an outcome is for a seat: won, lost, drawn or resigned."""
        return outcome

    @abstractmethod
    def view(self, state: State, seat: str) -> dict[str, Any]:
        """All that a player may see, as JSON; ``phase``, ``over`` at the end, is always there."""

    def unsaid(self, _view: dict[str, Any]) -> str | None:
        """The question whose answer belongs into a view, but takes long to be found; None if none.

        It is asked in another process, even where nothing else is.
        """
        return None

    @abstractmethod
    def ask(self, state: State, seat: str, question: str) -> dict[str, Any]:
        """The answer to a question about the state, such as ``hint``, as JSON.

        Raises:
            MoolabError: if there is no answer.
        """
