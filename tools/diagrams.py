"""The diagrams of the documentation, drawn from what they show: ``python -m tools.diagrams``.

``rooms.svg`` has the rooms of docs/architecture.md, ``lazy-tree.svg`` a tree that has been looked
at, ``search.svg`` the guesses of a position with their bounds and values.
"""

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

import numpy as np

from moolab import Game, Node
from moolab.search.bounds import lower_bounds
from moolab.search.position import Position

DOCS = Path(__file__).parents[1] / "docs"

_STYLE = """<style>
  svg { --paper: #ffffff; --ink: #1b2a21; --quiet: #5d6b63; --box: #dcefe2; --edge: #1f6b43;
    --other: #f1f3f1 }
  @media (prefers-color-scheme: dark) { svg { --paper: #131416; --ink: #e8efe9; --quiet: #a4b3a9;
    --box: #1f4a33; --edge: #6cc493; --other: #24292a } }
  .paper { fill: var(--paper) } .box { fill: var(--box); stroke: var(--edge) }
  .other { fill: var(--other); stroke: var(--quiet) }
  .line { fill: none; stroke: var(--quiet) } .best { stroke: var(--edge); stroke-dasharray: 5 4 }
  text { fill: var(--ink) } .quiet { fill: var(--quiet); font-size: 12px }
  .name { font-weight: bold }
  .middle { text-anchor: middle } .end { text-anchor: end }
</style>"""


def _picture(width: float, height: float, title: str, parts: Iterator[str]) -> str:
    """A drawing that has its own paper, light or dark, as whoever looks at it wishes."""
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'font-family="sans-serif" font-size="14" role="img" aria-label="{escape(title)}">\n'
        f"{_STYLE}\n{_box(0, 0, width, height, 'paper', 8)}\n{body}\n</svg>\n"
    )


def _box(x: float, y: float, width: float, height: float, kind: str, round_: float = 5) -> str:
    return (
        f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
        f'rx="{round_:g}"/>'
    )


def _text(x: float, y: float, said: object, kind: str = "") -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(str(said))}</text>'


def _line(x: float, y: float, to_x: float, to_y: float, kind: str = "line") -> str:
    return f'<path class="{kind}" d="M{x:g} {y:g}L{to_x:g} {to_y:g}"/>'


def rooms() -> str:
    """The house: each room stands on those that it may import; on top the annexes, which may go."""
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    house, annexes = (
        re.findall(r"^\*\*`([\w.]+/?)`: (.*?)\.\*\*", half, re.MULTILINE)
        for half in page.split("\n## Annexes\n")
    )
    floor, wall, top = 30, 106, 122
    width = 780 / len(annexes)

    def parts() -> Iterator[str]:
        yield _text(20, 28, "Annexes: each can be taken away", "name")
        for number, (name, subject) in enumerate(annexes):
            x = 20 + width * number
            yield _box(x, 42, width - 8, 50, "other")
            yield _text(x + 12, 62, name, "name")
            yield _text(x + 12, 82, subject, "quiet")
        yield _line(20, wall, 800, wall, "line best")
        yield _text(20, top + 8, "The house: a room imports only rooms below it", "name")
        for number, (name, subject) in enumerate(reversed(house)):
            y = top + 20 + floor * number
            yield _box(20, y, 780, floor - 4, "box")
            yield _text(32, y + 18, name, "name")
            yield _text(160, y + 18, subject)

    return _picture(820, top + 20 + floor * len(house) + 12, "The house and its annexes", parts())


def lazy_tree() -> str:
    """A tree of which two replies have been looked at."""
    root = Game("ab4x10").tree("entropy")
    path = [root, root.after("0123=02"), root.after("0123=02 1435=11")]
    assert path[1].guess == "1435", "or another path is to be shown"

    def parts() -> Iterator[str]:
        yield _text(20, 28, 'Game("ab4x10").tree("entropy").after("0123=02 1435=11")', "name")
        for depth, node in enumerate(path):
            chosen = node.after(path[depth + 1].history[depth:]) if depth < 2 else None
            yield from _level(node, chosen, 50 + 120 * depth)
        yield _text(
            20,
            50 + 120 * len(path) + 12,
            f"{root.built} nodes are in memory. The others are made when somebody looks at them.",
            "quiet",
        )

    return _picture(820, 440, "How a lazy tree grows", parts())


def _level(node: Node, chosen: Node | None, y: float) -> Iterator[str]:
    """A node, and the replies to its guess; the one that has been looked at is filled."""
    replies = [*node.replies]
    step = 780 / len(replies)
    yield _box(330, y, 160, 34, "box")
    yield _text(410, y + 22, f"{node.guess}: {node.candidates.count:,} left", "middle name")
    for number, reply in enumerate(replies):
        x = 20 + step * (number + 0.5)
        looked_at = chosen is not None and reply == chosen.history[-1].reply
        yield _line(410, y + 34, x, y + 66)
        yield _box(x - 18, y + 66, 36, 22, "box" if looked_at else "other")
        yield _text(x, y + 82, reply, "middle")
        if looked_at:
            yield _line(x, y + 88, 410, y + 120, "line best")


def search() -> str:
    """The guesses of one position: what bounds tell, and which of them have to be searched."""
    game, history, shown = Game("ab4x8"), "0123=12", 16
    found = game.measures(history)
    known, values = found.known, Position(found.known).search()
    least = lower_bounds(game.rules, [1] * 9, 1, len(known))
    bounds = len(known) + least[found.sizes].sum(axis=1) - found.can_be_secret
    classes: dict[tuple[int, ...], tuple[str, int]] = {}
    for row in np.lexsort((~found.can_be_secret, bounds)):
        alike = (bool(found.can_be_secret[row]), *sorted(found.sizes[row].tolist()))
        classes.setdefault(alike, (found.guesses[row], int(bounds[row])))
    some = [*classes.values()][:shown]
    top, left, right, low = 78, 90, 560, some[0][1] - 3
    scale = (right - left) / 70

    def parts() -> Iterator[str]:
        yield _text(20, 28, f"{game.rules} after {history}: {len(known)} candidates", "name")
        said = "Each bar begins at the lower bound of a guess and ends at the least total with it."
        yield _text(20, 50, f"{said} The line is the best one so far.", "quiet")
        best = 1 << 30
        for number, (guess, bound) in enumerate(some):
            y, x = top + 26 * number, left + scale * (bound - low)
            yield _text(left - 20, y + 15, guess, "end name")
            if bound >= best:
                yield _box(x, y + 4, 6, 12, "other", 3)
                yield _text(x + 14, y + 15, f"{bound} or more: not searched", "quiet")
                continue
            value = len(known) + sum(values.parts(guess).values())
            yield _box(x, y, scale * (value - bound), 20, "box", 3)
            yield _text(left + scale * (value - low) + 8, y + 15, f"{bound} to {value}")
            if value < best:
                best, since = value, y
                at = left + scale * (best - low)
        yield _line(at, since, at, top + 26 * shown, "line best")

    return _picture(820, top + 26 * shown + 16, "Which guesses a search looks at", parts())


DRAWN = {"rooms.svg": rooms, "lazy-tree.svg": lazy_tree, "search.svg": search}
"""The diagrams, by the names of their files in docs/pictures."""


if __name__ == "__main__":
    for name, draw in DRAWN.items():
        (DOCS / "pictures" / name).write_text(draw(), encoding="utf-8")
