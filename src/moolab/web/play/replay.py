"""Games replayed from their moves; these functions run in whichever process has to do the work."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import reduce
from threading import Lock
from typing import Any, NamedTuple

from moolab.errors import InvalidExtension, InvalidMove, InvalidSetup
from moolab.games import game as game_called
from moolab.games.game import Game, GameView, Outcome
from moolab.games.setup import decode
from moolab.support.language import translate
from moolab.views.base import Answer
from moolab.web.costs import cost_of
from moolab.web.limits import LONG_GAME, MOST_MOVES

_CACHE_BYTES = 512 << 20
"""Bytes of states that are kept, in each process, so that a game need not be replayed for its next
move."""

_LAST = ("resign", "reveal")
"""Moves that are possible in any game, however long: others do not follow them."""


class Stored(NamedTuple):
    """A game as it is stored.

    Attributes:
        setup: all that was settled before the first move, as JSON.
        moves: the texts of its moves.
    """

    id: str
    kind: str
    setup: dict[str, Any]
    moves: tuple[str, ...]

    @property
    def game(self) -> Game[Any, Any]:
        """What is played."""
        return game_called(self.kind)

    @property
    def settled(self) -> Any:
        """The setup."""
        known = _cache.of(self)
        return self._decoded() if known is None else known.settled

    def _decoded(self) -> Any:
        try:
            return decode(self.game.setup, self.setup)
        except (InvalidSetup, InvalidExtension) as error:
            # No client can do anything about that.
            raise RuntimeError(f"the setup of game {self.id} is damaged in the database") from error


class PlayerView(NamedTuple):
    """What a player sees of a game.

    Attributes:
        moves: the texts of its moves.
        view: all that the player may see.
        outcome: how it has ended for the first seat, if it has.
    """

    moves: tuple[str, ...]
    view: GameView
    outcome: Outcome | None


class _Cached(NamedTuple):
    setup: dict[str, Any]
    settled: Any
    state: Any
    size: int


class _StateCache:
    """The last states of the games that were played last, up to so many bytes."""

    def __init__(self, most: int) -> None:
        self._left = most
        self._games: OrderedDict[str, _Cached] = OrderedDict()
        self._lock = Lock()

    def of(self, game: Stored) -> _Cached | None:
        """What is kept of a game with this setup, if anything is."""
        with self._lock:
            last = self._games.get(game.id)
        return last if last is not None and last.setup == game.setup else None

    def get(self, game: Stored) -> Any:
        """A state on the way to the last one; None if none is known."""
        last = self.of(game)
        # What is not in the database, because another request came first, is kept here as well.
        if last is None:
            return None
        moves = last.state.moves
        return last.state if moves == game.moves[: len(moves)] else None

    def put(self, game: Stored, state: Any) -> None:
        last = _Cached(game.setup, game.settled, state, cost_of(game.kind).size(state))
        with self._lock:
            if (before := self._games.pop(game.id, None)) is not None:
                self._left += before.size
            self._games[game.id] = last
            self._left -= last.size
            while self._left < 0:
                _, oldest = self._games.popitem(last=False)
                self._left += oldest.size


_cache = _StateCache(_CACHE_BYTES)


def begin(game: Stored, seat: str) -> PlayerView:
    """What a player sees of a new game, once the computer has moved where it is to.

    Raises:
        MoolabError: if there can be no such game.
    """
    return _player_view(game, game.game.answered(_state(game)), seat)


def look(game: Stored, seat: str) -> PlayerView:
    """What a player sees of a game.

    Raises:
        MoolabError: if the game cannot be replayed.
    """
    return _player_view(game, _state(game), seat)


def let_time_pass(game: Stored, made: Sequence[datetime], now: datetime) -> PlayerView | None:
    """The game once time has ended it; None if it has not.

    Args:
        made: when each move was made.
    """
    state = _state(game)
    if (text := game.game.overdue(state, made, now)) is None:
        return None
    return _player_view(game, game.game.apply_stored(state, text), game.game.seats[0])


def move(game: Stored, seat: str, text: str) -> PlayerView:
    """What a player sees after a move, and after what the computer answers by itself.

    Raises:
        MoolabError: if the move is not possible.
    """
    played = game.game
    state = _state(game)
    cost_of(game.kind).check(state, text)
    after = played.answered(played.apply(state, seat, text))
    unlimited = not played.ends or text.split(maxsplit=1)[0] in _LAST
    if len(after.moves) > MOST_MOVES and not unlimited:
        raise InvalidMove(
            translate("a game has at most {most} moves here; you can only resign", most=MOST_MOVES)
        )
    return _player_view(game, after, seat)


def ask(game: Stored, seat: str, question: str) -> Answer:
    """The answer to a question about a game.

    Raises:
        MoolabError: if there is none.
    """
    return game.game.ask(_state(game), seat, question)


def is_long(game: Stored) -> bool:
    """Whether many moves have to be made again in this process before the game is seen."""
    known = _cache.get(game)
    return len(game.moves) - (0 if known is None else len(known.moves)) > LONG_GAME


def _state(game: Stored) -> Any:
    played = game.game
    state = _cache.get(game)
    if state is None:
        state = played.replay(game.settled, played.without_undone(game.settled, game.moves))
    else:
        state = reduce(played.apply_stored, game.moves[len(state.moves) :], state)
    return state if state.moves == game.moves else replace(state, moves=game.moves)


def _player_view(game: Stored, state: Any, seat: str) -> PlayerView:
    _cache.put(game, state)
    view = game.game.view(state, seat)
    return PlayerView(state.moves, view, game.game.outcome(state, game.game.seats[0]))
