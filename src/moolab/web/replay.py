"""Games replayed from their moves; these functions run in whichever process has to do the work."""

from collections import OrderedDict
from threading import Lock
from typing import Any, NamedTuple

from moolab.web.kinds import KINDS
from moolab.web.kinds.base import Kind

_MOST_KEPT, _MOST_HEAVY = 4096, 16
"""States that are kept so that a game need not be replayed for its next move; those of heavy games
may hold millions of codes."""


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


class _Kept:
    """The states seen last, up to so many."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._states: OrderedDict[tuple[str, tuple[str, ...]], Any] = OrderedDict()
        self._lock = Lock()

    def find(self, game: str, moves: tuple[str, ...]) -> Any:
        with self._lock:
            return self._states.get((game, moves))

    def keep(self, game: str, state: Any) -> None:
        with self._lock:
            self._states[game, state.moves] = state
            self._states.move_to_end((game, state.moves))
            while len(self._states) > self._most:
                self._states.popitem(last=False)


_kept = {False: _Kept(_MOST_KEPT), True: _Kept(_MOST_HEAVY)}


def begin(game: Game, seat: str) -> Sight:
    """What a player sees of a new game, once the computer has moved where it is to.

    Raises:
        MoolabError: if there can be no such game.
    """
    kind = KINDS[game.kind]
    return _sight(game, _answered(kind, _state(game)), seat)


def see(game: Game, seat: str) -> Sight:
    """What a player sees of a game.

    Raises:
        MoolabError: if the game cannot be replayed.
    """
    state = _state(game)
    _kept_for(game).keep(game.id, state)
    return _sight(game, state, seat)


def move(game: Game, seat: str, text: str) -> Sight:
    """What a player sees after a move, and after what the computer answers by itself.

    Raises:
        MoolabError: if the move is not possible.
    """
    kind = KINDS[game.kind]
    state = _answered(kind, kind.apply(_state(game), seat, text))
    _kept_for(game).keep(game.id, state)
    return _sight(game, state, seat)


def ask(game: Game, seat: str, question: str) -> dict[str, Any]:
    """The answer to a question about a game.

    Raises:
        MoolabError: if there is none.
    """
    return KINDS[game.kind].ask(_state(game), seat, question)


def _state(game: Game) -> Any:
    kind, kept = KINDS[game.kind], _kept_for(game)
    known = len(game.moves)
    while (state := kept.find(game.id, game.moves[:known])) is None and known:
        known -= 1
    if state is None:
        state = kind.begin(game.setup)
    for text in game.moves[known:]:
        state = kind.redo(state, text)
    return state


def _answered(kind: Kind[Any], state: Any) -> Any:
    while (answer := kind.answer(state)) is not None:
        state = kind.redo(state, answer)
    return state


def _sight(game: Game, state: Any, seat: str) -> Sight:
    kind = KINDS[game.kind]
    view = kind.view(state, seat) | {"version": len(state.moves)}
    return Sight(state.moves, view, kind.outcome(state))


def _kept_for(game: Game) -> _Kept:
    return _kept[KINDS[game.kind].heavy(game.setup)]
