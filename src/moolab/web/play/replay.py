"""Games replayed from their moves; these functions run in whichever process has to do the work."""

from collections import OrderedDict
from dataclasses import replace
from threading import Lock
from typing import Any, NamedTuple

from moolab.errors import InvalidMove
from moolab.web.kinds import KINDS
from moolab.web.kinds.base import Kind
from moolab.web.limits import LONG_GAME, MOST_MOVES

_MOST_KEPT = 512 << 20
"""Bytes of states that are kept, in each process, so that a game need not be replayed for its next
move."""


class Game(NamedTuple):
    """A game as it is stored.

    Attributes:
        id: its name.
        kind: what is played.
        setup: all that was settled before the first move.
        moves: the texts of its moves.
    """

    id: str
    kind: str
    setup: dict[str, Any]
    moves: tuple[str, ...]


class Sight(NamedTuple):
    """What a player sees of a game.

    Attributes:
        moves: the texts of its moves.
        view: all that the player may see, as JSON.
        outcome: how it has ended, if it has.
    """

    moves: tuple[str, ...]
    view: dict[str, Any]
    outcome: str | None


class _Last(NamedTuple):
    setup: dict[str, Any]
    state: Any
    size: int


class _Kept:
    """The last states of the games that were played last, up to so many bytes."""

    def __init__(self, most: int) -> None:
        self._left = most
        self._games: OrderedDict[str, _Last] = OrderedDict()
        self._lock = Lock()

    def find(self, game: Game) -> Any:
        """A state on the way to the last one; None if none is known."""
        with self._lock:
            last = self._games.get(game.id)
        # What is not in the database, because another request came first, is kept here as well.
        if last is None or last.setup != game.setup:
            return None
        moves = last.state.moves
        return last.state if moves == game.moves[: len(moves)] else None

    def keep(self, game: Game, state: Any) -> None:
        last = _Last(game.setup, state, KINDS[game.kind].size(state))
        with self._lock:
            if (before := self._games.pop(game.id, None)) is not None:
                self._left += before.size
            self._games[game.id] = last
            self._left -= last.size
            while self._left < 0:
                _, oldest = self._games.popitem(last=False)
                self._left += oldest.size


_kept = _Kept(_MOST_KEPT)


def begin(game: Game, seat: str) -> Sight:
    """What a player sees of a new game, once the computer has moved where it is to.

    Raises:
        MoolabError: if there can be no such game.
    """
    return _sight(game, _answered(KINDS[game.kind], _state(game)), seat)


def see(game: Game, seat: str) -> Sight:
    """What a player sees of a game.

    Raises:
        MoolabError: if the game cannot be replayed.
    """
    return _sight(game, _state(game), seat)


def move(game: Game, seat: str, text: str) -> Sight:
    """What a player sees after a move, and after what the computer answers by itself.

    Raises:
        MoolabError: if the move is not possible.
    """
    kind = KINDS[game.kind]
    state = _state(game)
    unlimited = not kind.ends or text.strip().lower() == "resign"
    if len(game.moves) >= MOST_MOVES and not unlimited and kind.outcome(state) is None:
        raise InvalidMove(f"a game has at most {MOST_MOVES:,} moves here; you can only resign")
    return _sight(game, _answered(kind, kind.apply(state, seat, text)), seat)


def ask(game: Game, seat: str, question: str) -> dict[str, Any]:
    """The answer to a question about a game.

    Raises:
        MoolabError: if there is none.
    """
    return KINDS[game.kind].ask(_state(game), seat, question)


def long(game: Game) -> bool:
    """Whether many moves have to be made again in this process before anybody sees the game."""
    known = _kept.find(game)
    return len(game.moves) - (0 if known is None else len(known.moves)) > LONG_GAME


def _state(game: Game) -> Any:
    kind = KINDS[game.kind]
    state = _kept.find(game)
    if state is None:
        state = kind.begin(game.setup)
    for text in kind.lasting(game.moves[len(state.moves) :]):
        state = kind.redo(state, text)
    return state if state.moves == game.moves else replace(state, moves=game.moves)


def _answered(kind: Kind[Any], state: Any) -> Any:
    while (answer := kind.answer(state)) is not None:
        state = kind.redo(state, answer)
    return state


def _sight(game: Game, state: Any, seat: str) -> Sight:
    kind = KINDS[game.kind]
    _kept.keep(game, state)
    view = kind.view(state, seat) | {"version": len(state.moves)}
    return Sight(state.moves, view, kind.outcome(state))
