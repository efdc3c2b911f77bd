"""A sheet of puzzles as one HTML page, for A4 and Letter, which needs nothing but itself."""

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from moolab.puzzles.sheet import P, Sheet, difficulty_text, stars


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
