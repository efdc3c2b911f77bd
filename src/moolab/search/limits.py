"""What a search can afford: memory, and games for which it ends."""

import os

import numpy as np

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import check_listable
from moolab.codes.rules import Rules
from moolab.codes.symmetry import openings
from moolab.errors import SpaceTooLarge
from moolab.search.bounds import MOST_REPLIES
from moolab.search.tables import listed_size, score_all, workspace_size
from moolab.search.workspace import ENTRY

_MOST_ENTRIES, _MORE_ENTRIES = 1 << 22, 1 << 25
"""The largest transposition table, and that of large games: 96 and 768 MiB. With a quarter of it,
ab4x10 takes 3% more guesses; with the smaller one, ab4x11 takes 15% more."""

_LARGE = 6000
"""The codes of a large game: those of mm4x9, ab5x8 and ab4x11 are more, those of ab4x10 fewer."""

_FEWEST_ENTRIES = 1 << 14
"""The smallest, 384 KiB: a search that cannot have it is refused."""

_EXACT = 17_000
"""The most codes of a game that is searched without a limit: mm5x7, of 16,807, takes 21 minutes of
processor time, and mm6x5, of 15,625, less than two hours."""

VAST = 1 << 29
"""With more pairs of candidate and guess than this, a beam chooses its guesses by the sizes of
their parts alone, and searches each part by itself. The tables of all would take 4 GiB, or 7
with 33 replies or more. The largest part of mm6x6 after a first guess has two thirds of that."""

_MIB = 1 << 20

_UNKNOWN_MEMORY = 2 << 30
"""Half of the memory of a machine that does not say how much it has."""


def affordable(
    rules: Rules,
    memory: int | None,
    workers: int,
    *,
    endless: bool,
    first: str | None = None,
    beam: bool = False,
) -> int:
    """The size of the transposition table that workers can share, and of the largest of their own.

    Args:
        memory: a ceiling for the tables of all workers, in bytes; half of what the machine has
            unless given.
        endless: whether the search goes on until it has proved its result.
        first: the guess with which every tree begins; the best one if it is None.
        beam: whether nothing is to be proved, so that no vast part is searched as a whole.

    Raises:
        SpaceTooLarge: if the tables alone need more, the proof would take days, or there are too
            many replies.

    >>> affordable(Rules.parse("ab4x10"), 1 << 30, 2, endless=True)
    4194304
    >>> affordable(Rules.parse("ab4x10"), 40 << 20, 1, endless=True)
    65536
    """
    check_listable(rules)
    if len(rules.replies) > MOST_REPLIES and not isinstance(rules, ListedRules):
        raise SpaceTooLarge(
            f"{rules} has {len(rules.replies)} replies, and best play is found for "
            f"{MOST_REPLIES} at most: 9 places"
        )
    if endless and rules.size > _EXACT:
        raise SpaceTooLarge(
            f"{rules} has {rules.size:,} codes, and a proof for more than {_EXACT:,} takes days: "
            "with --checkpoint FILE it can be stopped and gone on with, --beam N finds a good tree "
            "without a proof, --time-limit S the best one until then"
        )
    memory = _half_of_memory() if memory is None else memory
    # To find the largest part takes memory and time itself; it has its share of the codes at least.
    most = VAST // rules.size if beam and not rules.listed else rules.size
    likely = min(most, rules.size // len(rules.replies))
    _check_fits(rules, likely, memory, workers, "at least ")
    largest = max(_largest_part(rules, guess) for guess in ([first] if first else openings(rules)))
    largest = min(largest, most)
    _check_fits(rules, largest, memory, workers)
    large = not beam and rules.size > _LARGE
    entries = _MORE_ENTRIES if large else _MOST_ENTRIES
    while entries > _FEWEST_ENTRIES and _size(rules, largest, workers, entries) > memory:
        entries //= 2
    return entries


def _check_fits(rules: Rules, largest: int, memory: int, workers: int, bound: str = "") -> None:
    """See that there is room for the tables of the largest part."""
    needed = _size(rules, largest, workers, _FEWEST_ENTRIES)
    if needed > memory:
        more = "" if workers == 1 else f" for {workers} workers"
        raise SpaceTooLarge(
            f"a search of {rules} needs {bound}{needed // _MIB + 1:,} MiB{more}, "
            f"but may take {memory // _MIB:,} MiB (--memory)"
        )


def _size(rules: Rules, largest: int, workers: int, entries: int) -> int:
    """The bytes that workers take.

    Each has a table of its own; they share one, and as much again for what stays of earlier tasks,
    and the replies of all lists.
    """
    shared = 2 * entries * ENTRY.itemsize + listed_size(rules)
    return workers * workspace_size(rules, largest, entries) + shared


def _largest_part(rules: Rules, guess: str) -> int:
    """The most candidates that one reply to a first guess leaves."""
    return int(np.bincount(score_all(rules, guess)).max())


def _half_of_memory() -> int:
    if not hasattr(os, "sysconf"):
        return _UNKNOWN_MEMORY  # Windows would have to be asked by other means
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
