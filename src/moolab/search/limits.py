"""What a search can afford, and what can be searched for in which game."""

import os
import pickle
from array import array
from dataclasses import replace

import numpy as np

from moolab.codes.listed import ListedRules
from moolab.codes.listed_table import reply_table
from moolab.codes.numbering import check_first, check_listable, guess_count
from moolab.codes.rules import Rules
from moolab.codes.scorer import number_type
from moolab.codes.symmetry import openings
from moolab.codes.tables import Cells
from moolab.deduction.letters import check_marks
from moolab.errors import SearchFailed, SpaceTooLarge
from moolab.search.bounds import INFINITE, MOST_REPLIES
from moolab.search.objective import OBJECTIVES, Objective, tail_weight
from moolab.search.tables import row_size, score_all
from moolab.search.task import own_entries, staying
from moolab.search.transpositions import ENTRY
from moolab.support.checks import check_count
from moolab.support.text import quote

_MOST_ENTRIES, _MORE_ENTRIES = 1 << 22, 1 << 25
"""The slots of the largest transposition table, and of that of large games: up to 96 and 768 MiB,
as the search fills them. With a quarter of them, ab4x10 takes 3% more guesses; with the smaller
number, ab4x11 takes 15% more."""

_LARGE = 6000
"""The codes of a large game: those of mm4x9, ab5x8 and ab4x11 are more, those of ab4x10 fewer."""

_FEWEST_ENTRIES = 1 << 14
"""Those of the smallest, 384 KiB: a search that cannot have it is refused."""

EXACT = 17_000
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
    """The slots of the transposition table that workers can share; of their own the most.

    Args:
        memory: a ceiling for the tables of all workers, in bytes; half of what the machine has
            unless given. Only the slots depend on it, which take memory once they are used.
        endless: whether the search goes on until it has proved its result.
        first: the guess with which every tree begins; the best one if it is None.
        beam: whether nothing is to be proved, so that no vast part is searched as a whole.

    Raises:
        SpaceTooLarge: if the tables alone need more, the proof would take days, or there are too
            many replies.

    >>> affordable(Rules.parse("ab4x10"), 1 << 30, 2, endless=True)
    4194304
    >>> affordable(Rules.parse("ab4x10"), 40 << 20, 1, endless=True)
    32768
    """
    check_listable(rules)
    if len(rules.replies) > MOST_REPLIES and not isinstance(rules, ListedRules):
        raise SpaceTooLarge(
            f"{rules} has {len(rules.replies)} replies, and best play is found for "
            f"{MOST_REPLIES} at most: 9 places"
        )
    if endless and rules.size > EXACT:
        raise SpaceTooLarge(
            f"{rules} has {rules.size:,} codes, and a proof for more than {EXACT:,} may take days: "
            "with --checkpoint FILE it can be stopped and gone on with, --beam N finds a good tree "
            "without a proof, --time-limit S the best one until then"
        )
    if memory is None:
        memory = _UNKNOWN_MEMORY  # Windows would have to be asked by other means
        if hasattr(os, "sysconf"):
            memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    # To find the largest part takes memory and time; it has its share of the codes at least.
    most = VAST // rules.size if beam and not rules.listed else rules.size
    likely = min(most, rules.size // len(rules.replies))
    _check_fits(rules, likely, memory, workers, "at least ")
    largest = min(_largest(rules, first), most)
    _check_fits(rules, largest, memory, workers)
    large = not beam and rules.size > _LARGE
    entries = _MORE_ENTRIES if large else _MOST_ENTRIES
    while entries > _FEWEST_ENTRIES and _size(rules, largest, workers, entries) > memory:
        entries //= 2
    return entries


def likely_size(rules: Rules, memory: int | None, workers: int, guesses: float) -> int:
    """The bytes that the tables of workers take in a search that tries about so many guesses.

    A set of codes that has a place in the transposition table has had a guess at least.

    Raises:
        SpaceTooLarge: as ``affordable`` does.
    """
    entries = affordable(rules, memory, workers, endless=False)
    while entries > max(_FEWEST_ENTRIES, 2 * guesses):
        entries //= 2
    return _size(rules, _largest(rules), workers, entries)


def _largest(rules: Rules, first: str | None = None) -> int:
    """The size of the largest part that a first guess leaves; finding it takes memory itself."""
    guesses = [first] if first else openings(rules)
    return max(int(np.bincount(score_all(rules, guess)).max()) for guess in guesses)


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

    Each has tables of replies, and a transposition table for beams. They share the transposition
    table of exact tasks, tables of replies that stay of earlier tasks, and those of all replies of
    a list: by guess, by secret. A transposition table that has grown takes half as much again, as
    the smaller one, from which its entries came, is not given back. The tables of up to three
    earlier passes are not counted: all but one of the passes of a search are mostly short.
    """
    guesses = guess_count(rules)
    slots = entries + workers * own_entries(entries, largest)
    listed = 2 * rules.size * number_type(rules).itemsize if rules.listed else 0
    rows = guesses * (workers * row_size(rules, largest) + listed)
    return rows + slots * ENTRY.itemsize * 3 // 2 + staying(entries)


LONGEST = 16
"""More guesses than any secret of a game needs in which the bounds of costs come near."""

_MOST_PRICED = 1 << 17
"""More codes than this might cost as much, priced by ``hardest_costs``, as is forbidden."""


def check_goal(
    rules: Rules,
    objective: Objective,
    *,
    first: str | None,
    consistent: bool,
    hard: bool,
    most: int | None,
) -> None:
    """Refuse what does not go together; the arguments are those of ``find``.

    Raises:
        InvalidCommand: if the limit is not a number above 0.
        InvalidCode: if the first guess is a name, or cannot be the secret though it has to be.
        InvalidRules: if hard mode is asked for where replies do not mark letters.
        SearchFailed: if there is no such objective, or it does not go with the game, or a limit.
        SpaceTooLarge: if costs would not be exact.
    """
    if not isinstance(objective, str) or objective not in OBJECTIVES:
        raise SearchFailed(
            f"{quote(objective)} is not an objective; there are {', '.join(OBJECTIVES)}"
        )
    if most is not None:
        check_count("most", most)
    if hard:
        check_marks(rules)
    if isinstance(rules, ListedRules):
        if (rules.weights or rules.costs) and (objective != "mean" or most is not None):
            raise SearchFailed(
                "limits and other objectives than 'mean' count guesses: they do not go with priors "
                "of secrets and costs of guesses"
            )
        if rules.identifies and consistent:
            raise SearchFailed(f"the questions of {rules} cannot be the secret: none is consistent")
        if first is not None:
            check_first(rules, first, consistent=consistent)
    if objective == "tail" and tail_weight(rules) * rules.size * LONGEST >= INFINITE:
        raise SpaceTooLarge(f"{rules} has too many codes for 'tail': its costs would not be exact")
    if objective == "least-max" and rules.size > _MOST_PRICED:
        raise SpaceTooLarge(
            f"{rules} has too many codes for 'least-max': its costs would not be exact"
        )
    if objective in ("tail", "least-max") and most is not None:
        raise SearchFailed(
            f"a limit of guesses does not go with '{objective}': 'mean' and 'worst' have it"
        )


def portable(rules: Rules) -> Rules:
    """The same game, with its replies as a table if its rule is a function that stays here."""
    if not isinstance(rules, ListedRules):
        return rules
    try:
        pickle.dumps(rules.rule)
    except (AttributeError, TypeError, pickle.PicklingError):
        rows = [array("H", row.tolist()) for row in reply_table(rules)]
        secrets = {code: number for number, code in enumerate(rules.secrets)}
        cells = Cells(rules.replies, rules.numbers, secrets, rows)
        return replace(rules, rule=replace(rules.rule, score=cells, replies=cells.every))
    return rules
