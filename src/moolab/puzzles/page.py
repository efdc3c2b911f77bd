"""A sheet of puzzles as one HTML page, for A4 and Letter, which needs nothing but itself."""

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from moolab.codes.rules import Rules
from moolab.puzzles.puzzle import Puzzle
from moolab.puzzles.sheet import Sheet, difficulty_text, stars


def page(sheet: Sheet) -> str:
    """The text of the page.

    >>> from moolab.puzzles.maker import make
    >>> text = page(Sheet((make(Rules.parse("ab3x6"), 1),), "moo puzzle -r ab3x6"))
    >>> text.startswith("<!doctype html>"), "://" in text
    (True, False)
    """
    template = files("moolab.puzzles").joinpath("page.html").read_text(encoding="utf-8")
    head, title, after = template.split("@@")
    return "".join([head, escape(sheet.title), title, "\n".join(_body(sheet)), after])


def _body(sheet: Sheet) -> Iterator[str]:
    yield f"<header><h1>{escape(sheet.title)}</h1>"
    yield from (f"<p>{escape(line)}</p>" for line in sheet.introduction)
    yield "</header><main>"
    for number, puzzle in enumerate(sheet.puzzles, start=1):
        yield from _puzzle(number, puzzle)
    yield '</main><section class="solutions" aria-labelledby="solutions">'
    yield '<h2 id="solutions">Solutions</h2>'
    yield f"<p>{escape(sheet.again)}</p><ol>"
    for puzzle in sheet.puzzles:
        yield f"<li><code>{escape(puzzle.solution)}</code>, seed {puzzle.seed}"
    yield "</ol></section>"


def _puzzle(number: int, puzzle: Puzzle) -> Iterator[str]:
    places = puzzle.rules.places
    yield f'<section aria-labelledby="p{number}"><h2 id="p{number}">Puzzle {number}</h2>'
    yield f'<p><span aria-hidden="true">{stars(puzzle.difficulty)}</span>'
    yield f"{difficulty_text(puzzle)}"
    yield f'<table><tr><th scope="col">Clue<th scope="colgroup" colspan="{places}">Guess'
    yield '<th scope="col">Bulls<th scope="col">Cows'
    for clue_number, (guess, reply) in enumerate(puzzle.clues, start=1):
        cells = "".join(f"<td>{escape(symbol)}" for symbol in guess)
        counts = "".join(f'<td class="reply">{count}' for count in reply)
        yield f'<tr><th scope="row">{clue_number}{cells}{counts}'
    yield f'<tr class="code"><th scope="row">Code{"<td>" * places}'
    yield f"</table>{_notes(puzzle.rules)}</section>"


def _notes(rules: Rules) -> str:
    """A symbol to cross out for each place, for solving with a pen."""
    symbols = "".join(f"<span>{escape(symbol)}</span>" for symbol in rules.alphabet)
    columns = f"grid-template-columns: repeat({rules.symbols}, auto)"
    return f'<div class="notes" aria-hidden="true" style="{columns}">{symbols * rules.places}</div>'
