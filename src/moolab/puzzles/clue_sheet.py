"""Clues from which codes follow, for print."""

from collections.abc import Iterator
from html import escape
from typing import ClassVar

from moolab.codes.replies import standard
from moolab.codes.rules import Rules
from moolab.puzzles.maker import Puzzle
from moolab.puzzles.sheet import Sheet, rect, text
from moolab.support.text import count_noun

_HEADING = 5.0
"""How high the headings of the columns are."""
_NUMBER_WIDTH, _CELL, _REPLY_WIDTH = 9.0, 6.5, 9.0
_CODE_HEIGHT = 9.0
_NOTE_WIDTH, _NOTE_HEIGHT = 4.8, 4.2


class ClueSheet(Sheet[Puzzle]):
    """Puzzles of one game."""

    solution_width: ClassVar[float] = 60.0

    @property
    def rules(self) -> Rules:
        """The game of all puzzles."""
        return self.puzzles[0].rules

    @property
    def title(self) -> str:
        return f"Bulls & Cows: {count_noun(len(self.puzzles), 'puzzle')}"

    @property
    def introduction(self) -> tuple[str, ...]:
        rules = self.rules
        cows = "cows are right symbols in wrong places"
        if rules.reply_rule is not standard:
            cows = (
                "cows are all other symbols of the guess which are among the code's other symbols"
            )
        elif rules.repeats:
            cows += "; each symbol of the code counts once"
        return (
            f"Find the code: {rules.words}. Just one fits all clues.",
            f"A clue is a guess with its reply. Bulls are right symbols in right places; {cows}.",
            "The rows below each puzzle are for notes: all symbols for each place, to cross out.",
        )

    def solution(self, puzzle: Puzzle) -> str:
        return puzzle.solution

    def marked_up(self, puzzle: Puzzle) -> Iterator[str]:
        places = puzzle.rules.places
        yield f'<table><tr><th scope="col">Clue<th scope="colgroup" colspan="{places}">Guess'
        yield '<th scope="col">Bulls<th scope="col">Cows'
        for number, (guess, reply) in enumerate(puzzle.clues, start=1):
            cells = "".join(f"<td>{escape(symbol)}" for symbol in guess)
            counts = "".join(f'<td class="reply">{count}' for count in reply)
            yield f'<tr><th scope="row">{number}{cells}{counts}'
        yield f'<tr class="code"><th scope="row">Code{"<td>" * places}'
        yield f"</table>{_notes(puzzle.rules)}"

    @property
    def size(self) -> tuple[float, float]:
        rules, most = self.rules, max(len(puzzle.clues) for puzzle in self.puzzles)
        table = _NUMBER_WIDTH + rules.places * _CELL + 2 * _REPLY_WIDTH
        notes = (rules.places + 1) * _NOTE_HEIGHT
        height = _HEADING + most * _CELL + _CODE_HEIGHT + notes
        return max(table, rules.symbols * _NOTE_WIDTH), height

    def drawn(self, puzzle: Puzzle) -> Iterator[str]:
        rules, left = puzzle.rules, _NUMBER_WIDTH
        right = left + rules.places * _CELL
        for heading, x in (
            ("Clue", left / 2),
            ("Guess", (left + right) / 2),
            ("Bulls", right + _REPLY_WIDTH / 2),
            ("Cows", right + _REPLY_WIDTH * 1.5),
        ):
            yield text(x, _HEADING - 1.5, heading, "small middle")
        y = _HEADING
        for clue, (guess, reply) in enumerate(puzzle.clues, start=1):
            yield text(left / 2, y + 4.5, str(clue), "small middle")
            for place, symbol in enumerate(guess):
                yield from _cell(left + place * _CELL, y, _CELL, symbol)
            for which, count in enumerate(reply):
                yield from _cell(right + which * _REPLY_WIDTH, y, _REPLY_WIDTH, str(count), "reply")
            y += _CELL
        yield text(left / 2, y + 6, "Code", "small middle")
        for place in range(rules.places):
            yield rect(left + place * _CELL, y, _CELL, _CODE_HEIGHT, "code")
        y += _CODE_HEIGHT
        for _ in range(rules.places):
            y += _NOTE_HEIGHT
            for index, symbol in enumerate(rules.alphabet):
                yield text((index + 0.5) * _NOTE_WIDTH, y + 1, symbol, "note")


def _notes(rules: Rules) -> str:
    """A symbol to cross out for each place, for solving with a pen."""
    symbols = "".join(f"<span>{escape(symbol)}</span>" for symbol in rules.alphabet)
    columns = f"grid-template-columns: repeat({rules.symbols}, auto)"
    return f'<div class="notes" aria-hidden="true" style="{columns}">{symbols * rules.places}</div>'


def _cell(x: float, y: float, width: float, symbol: str, kind: str = "") -> Iterator[str]:
    yield rect(x, y, width, _CELL, kind)
    yield text(x + width / 2, y + 4.7, symbol, "symbol middle")
