"""Optimal trees in plain Python: every guess after every history, nothing left out."""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache

from moolab.codes.numbering import all_codes
from moolab.codes.rules import Rules

Tail = tuple[int, int]
"""The total of a tree, and how many secrets need the most guesses that it may ask."""

_WHOLE = 1 << 20
"""A tail is one number: the total this many times, and the secrets, which are fewer."""


def least_cost(rules: Rules, costs: Sequence[int], *, consistent: bool = False) -> int:
    """The least cost of a tree, where the guess after n others costs ``costs[n]``."""
    divisions = _divisions(rules, consistent)

    @cache
    def least(codes: int, depth: int) -> int:
        asked = codes.bit_count() * costs[depth]
        if codes.bit_count() == 1:
            return asked
        return asked + min(
            sum(least(part, depth + 1) for part in parts) for parts in divisions(codes)
        )

    return least((1 << rules.size) - 1, 0)


def optima(rules: Rules, *, consistent: bool = False, most: int = 10) -> list[Tail | None]:
    """The best trees with at most 0, 1, 2, ... guesses; None where there is none.

    The best is that with the least total, and then with the fewest secrets that need all guesses.
    """
    divisions = _divisions(rules, consistent)

    @cache
    def best(codes: int) -> tuple[float, ...]:
        """For each limit a number that grows with both; infinite where there is no tree."""
        if codes.bit_count() == 1:
            return math.inf, _WHOLE + 1, *[_WHOLE] * (most - 1)
        found = [math.inf] * most
        for parts in divisions(codes):
            found = [*map(min, found, map(sum, zip(*map(best, parts), strict=True)))]
        return math.inf, *(codes.bit_count() * _WHOLE + least for least in found)

    ends = best((1 << rules.size) - 1)
    return [None if end == math.inf else divmod(int(end), _WHOLE) for end in ends]


def _masks(rules: Rules) -> list[list[int]]:
    """For each guess the sets of codes that give each reply but the winning one, as bits."""
    codes = list(all_codes(rules))
    rows = []
    for guess in codes:
        row = dict.fromkeys(rules.replies, 0)
        for number, code in enumerate(codes):
            row[rules.score(guess, code)] |= 1 << number
        del row[rules.win]
        rows.append(list(row.values()))
    return rows


def values(rules: Rules) -> Callable[[Iterable[str]], int]:
    """The least total of guesses that a set of candidates needs, for any set."""
    divisions = _divisions(rules, consistent=False)
    bits = {code: 1 << number for number, code in enumerate(all_codes(rules))}

    @cache
    def least(codes: int) -> int:
        if codes.bit_count() == 1:
            return 1
        return codes.bit_count() + min(sum(map(least, parts)) for parts in divisions(codes))

    return lambda codes: least(sum(bits[code] for code in codes))


@lru_cache(maxsize=1)
def _divisions(rules: Rules, consistent: bool) -> Callable[[int], set[tuple[int, ...]]]:
    """How each guess that tells something divides some codes; equal divisions are one."""
    masks = _masks(rules)

    @cache
    def divisions(codes: int) -> set[tuple[int, ...]]:
        found = set()
        for guess, row in enumerate(masks):
            if consistent and not codes >> guess & 1:
                continue
            parts = tuple(part for mask in row if (part := codes & mask))
            if parts != (codes,):
                found.add(parts)
        return found

    return divisions
