"""The pages of trilobite as the house finds them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from moolab.games.setup import decode
from moolab.support.language import marked
from moolab.trilobite.board import COLUMNS, Shape
from moolab.trilobite.game import GAME
from moolab.trilobite.web import games, puzzles, review, setup
from moolab.web.pages.thumbnails import Dot, Thumbnail
from moolab.web.wings import Wing


def thumbnail(setup: Mapping[str, Any], moves: Sequence[str]) -> Thumbnail | None:
    """The stones; a game in which one was taken back is replayed.

    >>> board = {"size": "2x2", "win": 2}
    >>> thumbnail(board, ["1", "1", "resign"])
    Thumbnail(width=2, height=2, first=((0, 1),), second=((0, 0),), rest=((1, 0), (1, 1)), \
board=True)
    """
    shape = Shape.parse(setup["size"], setup["win"])
    columns: Iterable[str] = [move for move in moves if move != "resign"]
    if "undo" in columns:
        columns = GAME.replay(decode(GAME.setup, setup), moves).board.moves
    height = dict.fromkeys(range(shape.width), shape.height)
    stones: tuple[list[Dot], list[Dot]] = ([], [])
    for ply, name in enumerate(columns):
        x = COLUMNS.index(name)
        height[x] -= 1
        stones[ply % 2].append((x, height[x]))
    if not any(stones):
        return None
    free = tuple((x, y) for x, top in height.items() for y in range(top))
    first, second = map(tuple, stones)
    return Thumbnail(shape.width, shape.height, first, second, free, board=True)


WING = Wing(
    # The addresses of puzzles and of boards could be names of games.
    routers=(games.api, review.router, puzzles.router, setup.router, games.router),
    places={"play": "trilobite/card.html", "puzzles": "trilobite/puzzles.html"},
    kinds={"trilobite": marked("Four in a row")},
    reviews={"trilobite": review.stones_page},
    thumbnails={"trilobite": thumbnail},
)
