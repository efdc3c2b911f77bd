"""A result as a picture in which no code is: the pegs of each guess."""

from collections.abc import Sequence
from typing import Any

from starlette.responses import Response

from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.history import History
from moolab.deduction.letters import ABSENT, ELSEWHERE, RIGHT, row_of_marks
from moolab.web.rendering import render_fragment


def picture_of(title: str, game: str, turns: History, rules: Rules, *, found: bool) -> Response:
    """The picture, as SVG.

    Args:
        title: its first line.
        game: what was played, in a word.
        turns: the guesses with their replies.
        rules: what was played by.
        found: whether the last guess found the code.
    """
    return rows_picture(title, game, [_pegs(turn.reply, rules) for turn in turns], found=found)


def rows_picture(title: str, game: str, rows: Sequence[Sequence[str]], *, found: bool) -> Response:
    """The same for rows of ``bull``, ``cow`` and ``none``."""
    places = max(map(len, rows), default=1)
    values = {"title": title, "game": game, "found": found, "rows": rows, "places": places}
    return _svg("card.svg", values)


def podium_picture(title: str, game: str, rows: Sequence[tuple[str, str]]) -> Response:
    """The table of a race, as SVG.

    Args:
        title: its first line.
        game: what was played, in a word.
        rows: the first of the table, each with a name and what it has done.
    """
    return _svg("podium.svg", {"title": title, "game": game, "rows": rows})


def _svg(template: str, values: dict[str, Any]) -> Response:
    return Response(render_fragment(template, values), media_type="image/svg+xml")


def _pegs(reply: Reply, rules: Rules) -> list[str]:
    names = {RIGHT: "bull", ELSEWHERE: "cow", ABSENT: "none"}
    return [names[mark] for mark in row_of_marks(rules, reply)]
