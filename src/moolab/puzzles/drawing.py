"""A sheet of puzzles as one SVG picture: A4 pages one below the other, in millimetres."""

from collections.abc import Iterable, Iterator
from html import escape
from textwrap import wrap

from moolab.puzzles.puzzle import Puzzle
from moolab.puzzles.sheet import Sheet, difficulty_text, stars

_PAGE_WIDTH, _PAGE_HEIGHT = 210, 297
_MARGIN = 15
_WIDTH, _HEIGHT = _PAGE_WIDTH - 2 * _MARGIN, _PAGE_HEIGHT - 2 * _MARGIN
_LINE = 5.0
_LETTERS = 95
"""How many of them fit into a line."""
_SOLUTION_WIDTH = 60.0

_GAP = 8.0
"""Between puzzles."""
_NEARLY = 0.75
_NAME_WIDTH = 53.0
"""That of the two lines above a puzzle."""
_NAME_HEIGHT = 15.0
"""From the top of a puzzle to its first clue, the headings of the columns included."""
_NUMBER_WIDTH, _CELL, _REPLY_WIDTH = 9.0, 6.5, 9.0
_CODE_HEIGHT = 9.0
_NOTE_WIDTH, _NOTE_HEIGHT = 4.8, 4.2

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
"""


def drawing(sheet: Sheet) -> str:
    """The text of the picture.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.puzzles.maker import make
    >>> text = drawing(Sheet((make(Rules.parse("ab3x6"), 1),), "moo puzzle -r ab3x6"))
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
            _text(_WIDTH / 2, _HEIGHT + 7, f"{number + 1} of {len(pages)}", "small middle"),
            "</g>",
        ]
    return "\n".join([*parts, "</svg>", ""])


def _puzzle_pages(sheet: Sheet) -> Iterator[list[str]]:
    """Pages of puzzles."""
    rules, most_clues = sheet.rules, max(len(puzzle.clues) for puzzle in sheet.puzzles)
    table_width = _NUMBER_WIDTH + rules.places * _CELL + 2 * _REPLY_WIDTH
    width = max(_NAME_WIDTH, table_width, rules.symbols * _NOTE_WIDTH)
    height = _NAME_HEIGHT + most_clues * _CELL + _CODE_HEIGHT + (rules.places + 1) * _NOTE_HEIGHT
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
            page += [*_puzzle(number, puzzle), "</g>"]
        yield page


def _scale(room: float, size: float) -> float:
    """How small puzzles are drawn, so that one of this size fits, or two if they nearly do."""
    two = (room - _GAP) / 2 / size
    return min(1, two if two > _NEARLY else room / size)


def _puzzle(number: int, puzzle: Puzzle) -> Iterator[str]:
    rules, left = puzzle.rules, _NUMBER_WIDTH
    right = left + rules.places * _CELL
    yield _text(0, 4, f"Puzzle {number}", "name")
    yield _text(0, 8.5, f"{stars(puzzle.difficulty)} {difficulty_text(puzzle)}", "small")
    for heading, x in (
        ("Clue", left / 2),
        ("Guess", (left + right) / 2),
        ("Bulls", right + _REPLY_WIDTH / 2),
        ("Cows", right + _REPLY_WIDTH * 1.5),
    ):
        yield _text(x, _NAME_HEIGHT - 1.5, heading, "small middle")
    y = _NAME_HEIGHT
    for clue, (guess, reply) in enumerate(puzzle.clues, start=1):
        yield _text(left / 2, y + 4.5, str(clue), "small middle")
        for place, symbol in enumerate(guess):
            yield from _cell(left + place * _CELL, y, _CELL, symbol)
        for which, count in enumerate(reply):
            yield from _cell(right + which * _REPLY_WIDTH, y, _REPLY_WIDTH, str(count), "reply")
        y += _CELL
    yield _text(left / 2, y + 6, "Code", "small middle")
    for place in range(rules.places):
        yield _rect(left + place * _CELL, y, _CELL, _CODE_HEIGHT, "code")
    y += _CODE_HEIGHT
    for _ in range(rules.places):
        y += _NOTE_HEIGHT
        for index, symbol in enumerate(rules.alphabet):
            yield _text((index + 0.5) * _NOTE_WIDTH, y + 1, symbol, "note")


def _solution_pages(sheet: Sheet) -> Iterator[list[str]]:
    head, top = _head("Solutions", [sheet.again])
    columns, rows = int(_WIDTH / _SOLUTION_WIDTH), int((_HEIGHT - top) / _LINE)
    numbered = list(enumerate(sheet.puzzles, start=1))
    for first in range(0, len(numbered), columns * rows):
        page = head.copy()
        for index, (number, puzzle) in enumerate(numbered[first : first + columns * rows]):
            column, row = divmod(index, rows)
            text = f"{number}:  {puzzle.solution}  (seed {puzzle.seed})"
            page.append(_text(column * _SOLUTION_WIDTH, top + (row + 1) * _LINE, text))
        yield page


def _head(title: str, paragraphs: Iterable[str]) -> tuple[list[str], float]:
    """What is at the top of a page, and how far down it reaches."""
    texts = [_text(0, 5, title, "title")]
    y = 7.0
    for paragraph in paragraphs:
        for line in wrap(paragraph, _LETTERS, break_on_hyphens=False):
            y += _LINE
            texts.append(_text(0, y, line))
    return texts, y + _LINE


def _cell(x: float, y: float, width: float, symbol: str, kind: str = "") -> Iterator[str]:
    yield _rect(x, y, width, _CELL, kind)
    yield _text(x + width / 2, y + 4.7, symbol, "symbol middle")


def _rect(x: float, y: float, width: float, height: float, kind: str) -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<rect{named} x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:g}" y="{y:g}">{escape(text)}</text>'
