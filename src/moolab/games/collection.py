"""Finished games as one text: what a player takes home, and from one server to another."""

import json
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any, NamedTuple, get_args

from moolab.errors import InvalidGame, MoolabError
from moolab.games import game as game_called
from moolab.games import playable
from moolab.games.game import Outcome
from moolab.games.setup import decode
from moolab.support.foreign import parsing
from moolab.support.language import translate

FORMAT = "moolab-games"
VERSION = 1


def travelling() -> tuple[str, ...]:
    """The names of the games that are taken along."""
    return tuple(each.name for each in playable() if each.travels)


MOST_GAMES = 2_000
"""Games of a text."""

MOST_BYTES = 2_000_000
"""The longest text that is written: some 3,700 games; a server takes 2 MiB, with the form around
it."""

_MOST_MOVES = 1_002
"""Moves of a game: what a server allows, giving up, and revealing what was sealed."""

_LONGEST_MOVE, _LONGEST_SETUP = 400, 4_000


class Finished(NamedTuple):
    """A finished game of a player.

    Attributes:
        setup: its fields, as JSON has them.
        moves: the texts of its moves.
        outcome: how it has ended, for the first seat.
    """

    game: str
    setup: dict[str, Any]
    moves: tuple[str, ...]
    seat: str
    begun: datetime
    outcome: Outcome

    @property
    def fields(self) -> dict[str, Any]:
        """The game as JSON."""
        return self._asdict() | {"moves": list(self.moves), "begun": self.begun.isoformat()}


def write(games: Iterable[Finished]) -> str:
    """The text; ``read`` and this are a pair.

    What could not be read is left out: games that are too long, and the rest once the text is full.
    """
    whole: dict[str, Any] = {"format": FORMAT, "version": VERSION, "games": []}
    kept, room = whole["games"], MOST_BYTES - len(json.dumps(whole))
    for fields in (game.fields for game in games):
        if not _is_sound(fields):
            continue
        room -= len(json.dumps(fields)) + len(", ")
        if room < 0 or len(kept) == MOST_GAMES:
            break
        kept.append(fields)
    return json.dumps(whole)


def read(text: str | bytes) -> list[Finished]:
    """The games of a text from a stranger; ``check`` says whether they are possible.

    Raises:
        InvalidGame: if it is not such a text, or more is in it, or less.

    >>> read('{"format": "moolab-games", "version": 1, "games": []}')
    []
    """
    foreign = InvalidGame(translate("this is not a file of games that was downloaded here"))
    with parsing(foreign):
        whole = json.loads(text)
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise foreign
    if whole.get("version") != VERSION:
        raise InvalidGame(translate("this file was written by a newer version of moolab"))
    games = whole.get("games")
    if whole.keys() != {"format", "version", "games"} or not isinstance(games, list):
        raise InvalidGame(translate("this file of games is damaged"))
    if len(games) > MOST_GAMES:
        raise InvalidGame(
            translate(
                "a file has at most {most} games, and this one {number}",
                most=MOST_GAMES,
                number=len(games),
            )
        )
    return [_read(number, game) for number, game in enumerate(games, start=1)]


def _read(number: int, fields: Any) -> Finished:
    if not isinstance(fields, dict) or fields.keys() != set(Finished._fields):
        raise InvalidGame(
            translate("game {number} of the file has other fields than a game", number=number)
        )
    if fields["game"] not in travelling():
        raise InvalidGame(
            translate("game {number} of the file is none that can be taken along", number=number)
        )
    if not _is_sound(fields):
        raise InvalidGame(translate("game {number} of the file is damaged", number=number))
    moves, begun = tuple(fields["moves"]), _moment(fields["begun"])
    return Finished(**fields | {"moves": moves, "begun": begun})


def _is_sound(fields: dict[str, Any]) -> bool:
    """Whether all fields of a game are of their kind, and not too long."""
    game, setup, moves, seat, begun, outcome = (fields[name] for name in Finished._fields)
    return (
        isinstance(setup, dict)
        and _is_plain(json.dumps(setup, ensure_ascii=False), _LONGEST_SETUP)
        and isinstance(moves, list)
        and len(moves) <= _MOST_MOVES
        and all(isinstance(move, str) and _is_plain(move, _LONGEST_MOVE) for move in moves)
        and seat in game_called(game).seats
        and outcome in get_args(Outcome)
        and _moment(begun) is not None
    )


def _is_plain(text: str, longest: int) -> bool:
    # What can be printed has no NUL, and no half of a character, which no database can hold.
    return len(text) <= longest and text.isprintable()


def _moment(text: Any) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
        return moment.astimezone(UTC) if moment.tzinfo else None
    except (TypeError, ValueError, OverflowError):
        return None


def check(number: int, finished: Finished, accept: Callable[[Any], None]) -> None:
    """Make sure that a game could be played like this: by playing it again.

    Args:
        number: of the game in its text, from 1.
        accept: refuses setups that are not played here, as they take too much.

    Raises:
        InvalidGame: if it cannot.
    """
    try:
        game = game_called(finished.game)
        setup = decode(game.setup, finished.setup)
        accept(setup)
        state = game.replay(setup, game.without_undone(setup, finished.moves))
        outcome = game.outcome(state, game.seats[0])
    except MoolabError as error:
        raise InvalidGame(
            translate("game {number} of the file cannot be: {error}", number=number, error=error)
        ) from error
    if outcome != finished.outcome:
        raise InvalidGame(
            translate("game {number} of the file has not ended as it says", number=number)
        )
