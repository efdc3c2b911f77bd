"""Puzzles for print: what is on any sheet, as an HTML page and as one SVG picture.

The page is for A4 and Letter, and needs nothing but itself; the picture has A4 pages one below the
other, in millimetres.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from textwrap import wrap
from typing import ClassVar, Generic, Protocol, TypeVar

from moolab.puzzles.reasoning import LEVELS, in_words


class Printable(Protocol):
    """A puzzle that can be on a sheet."""

    @property
    def difficulty(self) -> int:
        """A key of ``reasoning.LEVELS``."""

    @property
    def seed(self) -> int:
        """What makes the same puzzle again, with the same wishes."""


P = TypeVar("P", bound=Printable)


@dataclass(frozen=True)
class Sheet(ABC, Generic[P]):
    """Puzzles of one kind.

    Args:
        puzzles: one or more.
        command: what makes them again, but for the seed: ``moo puzzle -r mm4x6``.

    Attributes:
        solution_width: millimetres for a solution with its number and its seed.
    """

    puzzles: tuple[P, ...]
    command: str

    solution_width: ClassVar[float]

    @property
    @abstractmethod
    def title(self) -> str:
        """What the sheet is called."""

    @property
    @abstractmethod
    def introduction(self) -> tuple[str, ...]:
        """The instructions for a reader who has never seen such a puzzle."""

    @property
    def explanation(self) -> tuple[str, ...]:
        """What is above the solutions."""
        return (f"Each puzzle can be made again by its seed: {self.command} --seed SEED",)

    @abstractmethod
    def solution(self, puzzle: P) -> str:
        """What is looked for."""

    @abstractmethod
    def marked_up(self, puzzle: P) -> Iterator[str]:
        """A puzzle without its name, as HTML."""

    @property
    @abstractmethod
    def size(self) -> tuple[float, float]:
        """How many millimetres the largest puzzle is wide and high, without its name."""

    @abstractmethod
    def drawn(self, puzzle: P) -> Iterator[str]:
        """A puzzle without its name, as elements of SVG, in millimetres."""


def stars(level: int) -> str:
    """A level of difficulty for the eye; it is always said in words, too.

    >>> stars(4)
    '★★★★☆'
    """
    return "★" * level + "☆" * (max(LEVELS) - level)


def difficulty_text(puzzle: Printable) -> str:
    """How hard a puzzle is, and its seed."""
    return f"{in_words(puzzle.difficulty)}; seed {puzzle.seed}"


def page(sheet: Sheet[P]) -> str:
    """The text of the page.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.puzzles.clue_sheet import ClueSheet
    >>> from moolab.puzzles.maker import make
    >>> text = page(ClueSheet((make(Rules.parse("ab3x6"), 1),), "moo puzzle -r ab3x6"))
    >>> text.startswith("<!doctype html>"), "://" in text
    (True, False)
    """
    template = files("moolab.puzzles").joinpath("page.html").read_text(encoding="utf-8")
    head, title, after = template.split("@@")
    return "".join([head, escape(sheet.title), title, "\n".join(_body(sheet)), after])


def _body(sheet: Sheet[P]) -> Iterator[str]:
    yield f"<header><h1>{escape(sheet.title)}</h1>"
    yield from (f"<p>{escape(line)}</p>" for line in sheet.introduction)
    yield "</header><main>"
    for number, puzzle in enumerate(sheet.puzzles, start=1):
        yield f'<section aria-labelledby="p{number}"><h2 id="p{number}">Puzzle {number}</h2>'
        yield f'<p><span aria-hidden="true">{stars(puzzle.difficulty)}</span>'
        yield f"{difficulty_text(puzzle)}"
        yield from sheet.marked_up(puzzle)
        yield "</section>"
    yield '</main><section class="solutions" aria-labelledby="solutions">'
    yield '<h2 id="solutions">Solutions</h2>'
    yield from (f"<p>{escape(line)}</p>" for line in sheet.explanation)
    yield f'<ol style="columns: {sheet.solution_width:g}mm">'
    for puzzle in sheet.puzzles:
        yield f"<li><code>{escape(sheet.solution(puzzle))}</code>, seed {puzzle.seed}"
    yield "</ol></section>"


_PAGE_WIDTH, _PAGE_HEIGHT = 210, 297
_MARGIN = 15
_WIDTH, _HEIGHT = _PAGE_WIDTH - 2 * _MARGIN, _PAGE_HEIGHT - 2 * _MARGIN
_LINE = 5.0
_LETTERS = 95
"""How many of them fit into a line."""

_GAP = 8.0
"""Between puzzles."""
_NEARLY = 0.75
_NAME_WIDTH = 53.0
"""That of the two lines above a puzzle."""
_NAME_HEIGHT = 10.0
"""From the top of a puzzle to what is below them."""

_STYLE = """
@page { size: A4; margin: 0 }
text { font: 3.9px sans-serif }
.title { font-size: 5.6px; font-weight: bold }
.name { font-size: 4.2px; font-weight: bold }
.small { font-size: 3.1px }
.symbol { font: 4px monospace }
.middle { text-anchor: middle }
.note { font-size: 3.1px; fill: #666; text-anchor: middle }
rect { fill: none; stroke: #000; stroke-width: .2 }
rect.page { fill: #fff; stroke: #bbb }
rect.reply { stroke-dasharray: .5 }
rect.code { stroke-width: .6 }
.ring { fill: none; stroke: #000; stroke-width: .9 }
.cross { fill: none; stroke: #fff; stroke-width: .9; stroke-linecap: round }
"""


def drawing(sheet: Sheet[P]) -> str:
    """The text of the picture.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.puzzles.clue_sheet import ClueSheet
    >>> from moolab.puzzles.maker import make
    >>> text = drawing(ClueSheet((make(Rules.parse("ab3x6"), 1),), "moo puzzle -r ab3x6"))
    >>> text.startswith("<svg "), text.count('class="page"')
    (True, 2)
    """
    pages = [*_puzzle_pages(sheet), *_solution_pages(sheet)]
    height = _PAGE_HEIGHT * len(pages)
    size = f'width="{_PAGE_WIDTH}mm" height="{height}mm" viewBox="0 0 {_PAGE_WIDTH} {height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f"<title>{escape(sheet.title)}</title><style>{_STYLE}</style>",
    ]
    for number, page in enumerate(pages):
        y = _PAGE_HEIGHT * number
        parts += [
            f'<rect class="page" y="{y}" width="{_PAGE_WIDTH}" height="{_PAGE_HEIGHT}"/>',
            f'<g transform="translate({_MARGIN} {y + _MARGIN})">',
            *page,
            text(_WIDTH / 2, _HEIGHT + 7, f"{number + 1} of {len(pages)}", "small middle"),
            "</g>",
        ]
    return "\n".join([*parts, "</svg>", ""])


def _puzzle_pages(sheet: Sheet[P]) -> Iterator[list[str]]:
    width, height = sheet.size
    width, height = max(_NAME_WIDTH, width), _NAME_HEIGHT + height
    head, top = _head(sheet.title, sheet.introduction)
    scale = min(_scale(_WIDTH, width), _scale(_HEIGHT - top, height))
    across, down = width * scale + _GAP, height * scale + _GAP
    columns, rows = int((_WIDTH + _GAP) / across), int((_HEIGHT - top + _GAP) / down)
    numbered = list(enumerate(sheet.puzzles, start=1))
    for first in range(0, len(numbered), columns * rows):
        page = head.copy()
        for index, (number, puzzle) in enumerate(numbered[first : first + columns * rows]):
            x, y = index % columns * across, top + index // columns * down
            page.append(f'<g transform="translate({x:g} {y:g}) scale({scale:g})">')
            page += [
                text(0, 4, f"Puzzle {number}", "name"),
                text(0, 8.5, f"{stars(puzzle.difficulty)} {difficulty_text(puzzle)}", "small"),
                f'<g transform="translate(0 {_NAME_HEIGHT:g})">',
                *sheet.drawn(puzzle),
                "</g></g>",
            ]
        yield page


def _scale(room: float, size: float) -> float:
    """How small puzzles are drawn, so that one of this size fits, or two if they nearly do."""
    two = (room - _GAP) / 2 / size
    return min(1, two if two > _NEARLY else room / size)


def _solution_pages(sheet: Sheet[P]) -> Iterator[list[str]]:
    head, top = _head("Solutions", sheet.explanation)
    columns, rows = int(_WIDTH / sheet.solution_width), int((_HEIGHT - top) / _LINE)
    numbered = list(enumerate(sheet.puzzles, start=1))
    for first in range(0, len(numbered), columns * rows):
        page = head.copy()
        for index, (number, puzzle) in enumerate(numbered[first : first + columns * rows]):
            column, row = divmod(index, rows)
            line = f"{number}:  {sheet.solution(puzzle)}  (seed {puzzle.seed})"
            page.append(text(column * sheet.solution_width, top + (row + 1) * _LINE, line))
        yield page


def _head(title: str, paragraphs: Iterable[str]) -> tuple[list[str], float]:
    """What is at the top of a page, and how far down it reaches."""
    texts = [text(0, 5, title, "title")]
    y = 7.0
    for paragraph in paragraphs:
        for line in wrap(paragraph, _LETTERS, break_on_hyphens=False):
            y += _LINE
            texts.append(text(0, y, line))
    return texts, y + _LINE


def rect(x: float, y: float, width: float, height: float, kind: str = "") -> str:
    """A rectangle; its class can be ``reply`` or ``code``."""
    named = f' class="{kind}"' if kind else ""
    return f'<rect{named} x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'


def text(x: float, y: float, said: str, kind: str = "") -> str:
    """A text from a point of its base line on; its class says how large it is, and what it is."""
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:g}" y="{y:g}">{escape(said)}</text>'
