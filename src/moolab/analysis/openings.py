"""Proved values of the first positions of a game, where to find them again would take too long.

There is a file for each such game, written by ``python -m benchmarks.openings GAME``: all positions
after one turn and, in ab4x10, after two. Guesses that a symmetry turns into others are left out.
"""

from collections.abc import Iterator
from functools import cache
from importlib import resources

from moolab.codes.listed import ListedRules
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.codes.symmetry import first_image, openings_alike
from moolab.deduction.candidates import Candidates
from moolab.deduction.history import History, Turn, format_history
from moolab.search.best import Best, Exhausted

_EMPTY = "-"
"""The history before the first turn."""


def proved(rules: Rules, history: History) -> Best | None:
    """The best next guess and the value of a position, if that was proved once.

    >>> from moolab.deduction.history import parse_history
    >>> rules = Rules.parse("ab4x10")
    >>> proved(rules, parse_history(rules, "9753=11"))
    Best(value=2992, guess='9501')
    """
    table = _table_of(rules)
    # What was asked before tells nothing more.
    turns = tuple(dict.fromkeys(history))
    if not table or len(turns) > 2:
        return None
    image = first_image(rules, (turn.guess for turn in turns))
    replies = (turn.reply for turn in turns)
    best = table.get(format_history(tuple(map(Turn, image.guesses, replies))) or _EMPTY)
    return best and best._replace(guess=image.original(best.guess))


def _table_of(rules: Rules) -> dict[str, Best]:
    """The proved values of a game, in any alphabet; none of lists, which only look like games."""
    if isinstance(rules, ListedRules):
        return {}
    return _table(str(Rules(rules.family, rules.places, rules.symbols)))


@cache
def _table(game: str) -> dict[str, Best]:
    """The proved values by history, each ``TURN... VALUE GUESS`` in a line of a file."""
    file = resources.files("moolab.analysis") / "proved" / f"{game}.txt"
    if not file.is_file():
        return {}
    lines = (line.rsplit(" ", 2) for line in file.read_text(encoding="ascii").splitlines())
    return {turns: Best(int(value), guess) for turns, value, guess in lines}


class Proved:
    """What was proved of a position, asked as a search is.

    Args:
        known: at least one candidate.
    """

    def __init__(self, known: Candidates) -> None:
        self._known = known

    def parts(self, guess: str) -> dict[Reply, int]:
        """The value of what each reply to a guess would leave; the winning one leaves nothing.

        Raises:
            Exhausted: if some of it is not known.
        """
        return dict(self._parts(guess))

    def _parts(self, guess: str) -> Iterator[tuple[Reply, int]]:
        rules, history = self._known.rules, self._known.history
        # A first look, as counting takes longer.
        if not _table_of(rules):
            raise Exhausted
        split = self._known.split(guess)
        for reply in split:
            if reply == rules.win:
                yield reply, 0
                continue
            best = proved(rules, (*history, Turn(guess, reply)))
            if best is None and len(split) == 1:
                best = proved(rules, history)
            if best is None:
                raise Exhausted
            yield reply, best.value

    def better(self, than: int) -> Best | None:
        """The best guess, if its value is less; None if there is no better one.

        Raises:
            Exhausted: if it is not known.
        """
        rules, history = self._known.rules, self._known.history
        if not history and openings_alike(rules):
            return None
        best = proved(rules, history)
        if best is None:
            raise Exhausted
        return best if best.value < than else None
