"""The exact values of a position, from whichever finds them first."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Protocol, TypeVar

from moolab.analysis.openings import Proved
from moolab.codes.replies import Reply
from moolab.deduction.candidates import Candidates
from moolab.search.best import Best, Exhausted

T = TypeVar("T")


class Search(Protocol):
    """What finds the values of a position, or raises ``Exhausted``."""

    def parts(self, guess: str) -> dict[Reply, int]:
        """The value of what each reply to a guess would leave; the winning one leaves nothing."""

    def better(self, than: int) -> Best | None:
        """The best guess, if its value is less; None if there is no better one."""


class ExactSearch:
    """All that finds exact values, asked in turn: proved tables, bit sets, kernels.

    They agree to the last guess, and each gives up by what the position is, never by the time: so
    it makes no difference to a result which of them a machine has to wait for.

    Args:
        known: at least one candidate.
        kernels: a search with kernels; called only where the others give up.
    """

    def __init__(self, known: Candidates, kernels: Callable[[], Search]) -> None:
        def bit_search() -> Search:
            # NumPy is imported only where it is needed.
            from moolab.search.bitsets import BitSearch

            return BitSearch(known)

        self._searches: list[Callable[[], Search]] = [
            lambda: Proved(known),
            cache(bit_search),
            cache(kernels),
        ]

    def parts(self, guess: str) -> dict[Reply, int]:
        """The value of what each reply to a guess would leave; the winning one leaves nothing.

        Raises:
            Exhausted: if nothing finds it.
        """
        return self._first(lambda search: search.parts(guess))

    def better(self, than: int) -> Best | None:
        """The best guess, if its value is less; None if there is no better one.

        Raises:
            Exhausted: if nothing finds it.
        """
        return self._first(lambda search: search.better(than))

    def _first(self, ask: Callable[[Search], T]) -> T:
        for search in self._searches:
            with suppress(Exhausted):
                return ask(search())
        raise Exhausted
