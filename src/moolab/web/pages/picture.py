"""A result as a picture in which no code is: the pegs of each guess."""

from starlette.responses import Response

from moolab.codes.replies import Reply
from moolab.deduction.history import History
from moolab.web.rendering import render_fragment


def picture_of(title: str, game: str, turns: History, places: int, *, found: bool) -> Response:
    """The picture, as SVG.

    Args:
        title: its first line.
        game: what was played, in a word.
        turns: the guesses with their replies.
        places: of the codes.
        found: whether the last guess found the code.
    """
    values = {
        "title": title,
        "game": game,
        "found": found,
        "rows": [_pegs(turn.reply, places) for turn in turns],
        "places": places,
    }
    return Response(render_fragment("card.svg", values), media_type="image/svg+xml")


def _pegs(reply: Reply, places: int) -> list[str]:
    rest = places - reply.bulls - reply.cows
    return ["bull"] * reply.bulls + ["cow"] * reply.cows + ["none"] * rest
