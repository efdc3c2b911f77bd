"""Games as small pictures, in lists and for others: no code is in them."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from starlette.responses import Response

from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.history import History, parse_history
from moolab.deduction.letters import ABSENT, ELSEWHERE, RIGHT, row_of_marks
from moolab.errors import MoolabError
from moolab.games.duel.duel import without_undone
from moolab.games.people.game import opponent
from moolab.web.rendering import render_fragment
from moolab.web.wings import of_kind

Dot = tuple[int, int]
"""Where a dot is, from the left and from the top."""

_MOST_ROWS = 10
"""Replies of a picture: the last ones."""


class Thumbnail(NamedTuple):
    """A picture of dots.

    Attributes:
        width, height: of the picture, in dots.
        first, second: bulls and cows, or the stones of both players.
        board: whether it is a board.
    """

    width: int
    height: int
    first: tuple[Dot, ...]
    second: tuple[Dot, ...]
    rest: tuple[Dot, ...]
    board: bool = False


def thumbnail_of(entry: Mapping[str, Any], moves: Sequence[str]) -> Thumbnail | None:
    """The picture of a game; None before there is anything to see, and of games that have none.

    Args:
        entry: with its ``kind``, ``setup`` and ``seat``.
        moves: the texts of its moves.
    """
    # What cannot be replayed is listed without a picture.
    with suppress(MoolabError, KeyError, ValueError):
        if (drawn := of_kind("thumbnails", entry["kind"])) is not None:
            picture: Thumbnail | None = drawn(entry["setup"], moves)
            return picture
        if entry["kind"] in _REPLIES:
            rules = Rules.parse(entry["setup"]["rules"])
            replies = _REPLIES[entry["kind"]](rules, entry, moves)
            return _of_replies(rules, replies)
    return None


def _of_replies(rules: Rules, replies: Sequence[Reply]) -> Thumbnail | None:
    """Rows of pegs; None where there are no replies.

    >>> _of_replies(Rules.parse("ab3x5"), [Reply(1, 1)])
    Thumbnail(width=3, height=1, first=((0, 0),), second=((1, 0),), rest=((2, 0),), board=False)
    """
    if not replies:
        return None
    shown = replies[-_MOST_ROWS:]
    dots: tuple[list[Dot], list[Dot], list[Dot]] = ([], [], [])
    for y, reply in enumerate(shown):
        for x, mark in enumerate(row_of_marks(rules, reply)):
            dots["gy-".index(mark)].append((x, y))
    first, second, rest = map(tuple, dots)
    return Thumbnail(rules.places, len(shown), first, second, rest)


def _of_duel(rules: Rules, entry: Mapping[str, Any], moves: Sequence[str]) -> Sequence[Reply]:
    """The replies to the player's guesses; where the player has none, those to the computer's.

    Where they follow from no code alone, there are none.
    """
    setup = entry["setup"]
    played = [text.split() for text in without_undone(moves)]
    if setup["role"] == "maker":
        replies: list[Reply] = []
        for verb, *rest in played:
            if verb == "reply":
                replies.append(rules.reply(" ".join(rest)))
            elif verb == "correct":
                replies[int(rest[0]) - 1] = rules.reply(" ".join(rest[1:]))
        return replies
    if setup.get("secret") is None or setup.get("mistakes"):
        return []
    secret = setup["secret"]
    return [rules.reply_rule(rest[0], secret) for verb, *rest in played if verb == "guess"]


def _of_two(rules: Rules, entry: Mapping[str, Any], moves: Sequence[str]) -> Sequence[Reply]:
    played = [text.split() for text in moves]
    secrets = {seat: rest[0] for seat, verb, *rest in played if verb == "secret"}
    sought = secrets.get(opponent(entry["seat"]), "")
    return [
        rules.reply_rule(rest[0], sought)
        for seat, verb, *rest in played
        if verb == "guess" and seat == entry["seat"] and sought
    ]


def _of_turns(rules: Rules, entry: Mapping[str, Any], _moves: Sequence[str]) -> Sequence[Reply]:
    return [turn.reply for turn in parse_history(rules, entry["setup"]["turns"])]


_REPLIES: dict[str, Callable[[Rules, Mapping[str, Any], Sequence[str]], Sequence[Reply]]] = {
    "duel": _of_duel,
    "two": _of_two,
    "solving": _of_turns,
    "training": _of_turns,
}
"""Where the replies of each game are."""


def picture_of(title: str, game: str, turns: History, rules: Rules, *, found: bool) -> Response:
    """The picture, as SVG.

    Args:
        game: what was played, in a word.
        turns: the guesses with their replies.
        found: whether the last guess found the code.
    """
    names = {RIGHT: "bull", ELSEWHERE: "cow", ABSENT: "none"}
    rows = [[names[mark] for mark in row_of_marks(rules, turn.reply)] for turn in turns]
    return rows_picture(title, game, rows, found=found)


def rows_picture(title: str, game: str, rows: Sequence[Sequence[str]], *, found: bool) -> Response:
    """The same for rows of ``bull``, ``cow`` and ``none``."""
    places = max(map(len, rows), default=1)
    values = {"title": title, "game": game, "found": found, "rows": rows, "places": places}
    return _svg("card.svg", values)


def podium_picture(title: str, game: str, rows: Sequence[tuple[str, str]]) -> Response:
    """The table of a race, as SVG.

    Args:
        game: what was played, in a word.
        rows: the first of the table, each with a name and what it has done.
    """
    return _svg("podium.svg", {"title": title, "game": game, "rows": rows})


def _svg(template: str, values: dict[str, Any]) -> Response:
    return Response(render_fragment(template, values), media_type="image/svg+xml")
