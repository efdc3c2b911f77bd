"""A result as a picture in which no code is: the pegs of each guess."""

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
    values = {
        "title": title,
        "game": game,
        "found": found,
        "rows": [_pegs(turn.reply, rules) for turn in turns],
        "places": rules.places,
    }
    return Response(render_fragment("card.svg", values), media_type="image/svg+xml")


def _pegs(reply: Reply, rules: Rules) -> list[str]:
    names = {RIGHT: "bull", ELSEWHERE: "cow", ABSENT: "none"}
    return [names[mark] for mark in row_of_marks(rules, reply)]
