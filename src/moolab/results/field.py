"""What others have published about games, and what moolab has found of the same.

It is in ``known.toml``, beside our own results; docs/field.md is written from it.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, Literal

from moolab.results.known import Result, content, known_results

QUESTIONS = {
    "total": "the least total of guesses",
    "consistent": "the least total, if each guess can be the secret",
    "worst": "the least total with the fewest guesses for the hardest secret",
    "least-max": "the least total with the fewest secrets that need the most guesses",
    "most": "how many guesses are always enough",
    "places": "how many guesses identify a code, told about each place",
    "value": "the average where both sides leave to chance what they do",
    "words": "the least total with this first word",
    "hard": "the least total with this first word, in hard mode",
    "score": "the score of the empty board, four in a row",
}
"""What is asked about a game, in words. Less is better, but for the last."""

Standing = Literal["better", "equal", "behind", "not held", "other"]


@dataclass(frozen=True)
class Row:
    """A number that others have published, beside ours.

    Args:
        game: the game, a board, or a list and a first word.
        question: what the number answers: a key of ``QUESTIONS``.
        theirs: the number that was published.
        source, url: who has published it, and where, if it has an address.
        proved: whether they have proved that there is no better one.
        ours: our number; None if moolab has none.
        is_ours_proved: whether that is proved.
        command, file: what finds ours, and where it is kept, by its path in the repository.
    """

    game: str
    question: str
    theirs: Fraction
    source: str
    url: str | None
    proved: bool
    ours: Fraction | None = None
    is_ours_proved: bool = False
    command: str | None = None
    file: str | None = None

    @property
    def names(self) -> frozenset[str]:
        """What asks for it: the game, or a part of that, as a word."""
        return frozenset({self.game, *self.game.split(", ")})

    @property
    def standing(self) -> Standing:
        """Whether our number is better than theirs.

        A score is right or wrong, so another one is neither better nor behind.
        """
        if self.ours is None:
            return "not held"
        if self.ours == self.theirs:
            return "equal"
        if self.question == "score":
            return "other"
        return "better" if self.ours < self.theirs else "behind"

    @property
    def is_open(self) -> bool:
        """Whether nothing proves that there is no better number."""
        return not (self.proved or self.is_ours_proved)


@cache
def published() -> tuple[Row, ...]:
    """All that we know others have published, by question and game.

    >>> row = next(row for row in published() if row.game == "ab5x10")
    >>> row.theirs, row.source, row.ours, row.standing, row.is_open
    (Fraction(173016, 1), 'fancidev/mastermind', Fraction(172454, 1), 'better', True)
    """
    order = list(QUESTIONS)
    return tuple(sorted(_rows(content()), key=lambda row: (order.index(row.question), _size(row))))


def best_published(result: Result) -> int | None:
    """The best total that others have published of what is not proved; None if there is none."""
    asked = _question(result)
    totals = (row.theirs for row in published()
              if (row.game, row.question) == (str(result.rules), asked))  # fmt: skip
    return None if result.proved else min(map(int, totals), default=None)


def _rows(known: dict[str, Any]) -> Iterator[Row]:
    ours = {
        (group["question"], game): (Fraction(number), group)
        for group in known["ours"]
        for game, number in group["values"].items()
    }
    for group in known["published"]:
        source, question = known["sources"][group["source"]], group["question"]
        for game, number in group["values"].items():
            row = Row(game, question, Fraction(number), source["name"], source.get("url"),
                      group.get("proved", False))  # fmt: skip
            if (question, game) in ours:
                found, how = ours[question, game]
                command = how["command"].replace("GAME", game).replace("WORD", game.split(", ")[-1])
                yield replace(row, ours=found, is_ours_proved=how.get("proved", False),
                              command=command, file=how.get("file"))  # fmt: skip
            elif result := _ours(game, question):
                yield replace(row, ours=Fraction(result.total), is_ours_proved=result.proved,
                              command=result.command, file=result.tree)  # fmt: skip
            else:
                yield row


def _size(row: Row) -> tuple[int, str, list[int]]:
    """Boards by their cells, games by places and symbols."""
    numbers = list(map(int, re.findall(r"\d+", row.game)))
    return math.prod(numbers) if row.question == "score" else 0, row.game[:2], numbers


def _ours(game: str, question: str) -> Result | None:
    found = (each for each in known_results()
             if (str(each.rules), _question(each)) == (game, question))  # fmt: skip
    return next(found, None)


def _question(result: Result) -> str:
    if result.consistent:
        return "consistent"
    return "total" if result.is_least else result.objective
