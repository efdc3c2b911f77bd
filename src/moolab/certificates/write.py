"""Writes a certificate: finds the claims that prove a bound, and leaves out what follows by itself.

Nothing here has to be trusted, because a certificate is checked.
"""

import gzip
import json
from collections.abc import Callable, Iterator
from itertools import pairwise, permutations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from moolab.certificates.check import Header, Indices, Table, header_line
from moolab.errors import InvalidCertificate
from moolab.support.atomic import replace_file

_FEW = 16
"""For so few candidates, finding out which guesses are alike takes longer than trying them all."""

_Symmetry = tuple[list[int], list[int]]


class _Turn(NamedTuple):
    """The index of a guess, and the number of its reply."""

    guess: int
    reply: int


_Path = tuple[_Turn, ...]


class Claim(NamedTuple):
    """What any strategy needs after some turns.

    Args:
        after: the turns, as text.
        bound: how many guesses, for all codes that are left together.
        symmetries: of these codes.
    """

    after: str
    bound: int
    symmetries: list[_Symmetry]


def write(path: Path, header: Header, watch: Callable[[int], None] = lambda _: None) -> int:
    """Find a certificate, and write it.

    Args:
        path: the file; it is compressed if its name ends in .gz.
        header: what is to be proved.
        watch: called with the number of sets of codes that have been looked at.

    Returns:
        How many claims there are.

    Raises:
        InvalidCertificate: if the bound does not hold, or the game has no certificates.
        OSError: if the file cannot be written.
    """
    claims = list(prove(header, watch))
    lines = [header_line(header)]
    for claim in claims:
        line: dict[str, object] = {"after": claim.after, "bound": claim.bound}
        lines.append(line | ({"symmetries": claim.symmetries} if claim.symmetries else {}))
    text = "".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in lines).encode()
    # Without a time inside, the same certificate is always the same file.
    with replace_file(path) as file:
        file.write(gzip.compress(text, mtime=0) if path.suffix == ".gz" else text)
    return len(claims)


def prove(header: Header, watch: Callable[[int], None] = lambda _: None) -> Iterator[Claim]:
    """The claims of a certificate, each behind those that it follows from; as ``write``."""
    table = Table(header.rules, consistent=header.consistent)
    prover = _Prover(table, watch)
    if prover.bound(table.all, header.bound, ()) < header.bound:
        raise InvalidCertificate(f"a strategy for {header.rules} needs fewer than {header.bound:,}")
    yield from prover.claims(table.all, header.bound)


class _Prover:
    """Finds lower bounds by searching, and remembers how each was found.

    Attributes:
        low: what sets of codes are known to need, by their bytes.
        exact: those of which that is also enough.
        path: the turns by which the set was reached, whose symmetries the search used.
    """

    def __init__(self, table: Table, watch: Callable[[int], None]) -> None:
        self.table = table
        self.low: dict[bytes, int] = {}
        self.exact: set[bytes] = set()
        self.path: dict[bytes, _Path] = {}
        self._claimed: dict[bytes, int] = {}
        self._kinds: dict[tuple[int, ...], tuple[list[_Symmetry], Indices]] = {}
        self._watch = watch

    def bound(self, codes: Indices, limit: int, path: _Path) -> int:
        """What a set needs if that is less than the limit; otherwise the limit, or more."""
        table = self.table
        known = int(table.least[len(codes)])
        if len(codes) <= 2 or known >= limit:
            return known
        key = codes.tobytes()
        known = self.low.get(key, known)
        if known >= limit or key in self.exact:
            return known
        apart = 2 * len(codes) - 1
        if table.costs(codes, codes).min() == apart:
            # A candidate that tells all others apart: no guess is better.
            self.low[key], self.path[key] = apart, path
            self.exact.add(key)
            return apart
        guesses = self._guesses(codes, path)
        costs = table.costs(codes, guesses)
        promising = np.flatnonzero(costs < limit)
        best = limit
        for index in promising[np.argsort(costs[promising], kind="stable")]:
            if costs[index] >= best:
                break
            best = min(best, self._cost(codes, int(guesses[index]), int(costs[index]), best, path))
            if best <= known:
                break
        self.low[key], self.path[key] = best, path
        if best < limit:
            self.exact.add(key)
        self._watch(len(self.low))
        return best

    def _cost(self, codes: Indices, guess: int, cost: int, limit: int, path: _Path) -> int:
        """What a guess needs, if that is less than the limit."""
        table = self.table
        for part in table.parts(guess, codes):
            least = int(table.least[len(part)])
            turn = _Turn(guess, int(table.replies[guess, part[0]]))
            cost += self.bound(part, limit - cost + least, (*path, turn)) - least
            if cost >= limit:
                break
        return cost

    def claims(self, codes: Indices, bound: int) -> Iterator[Claim]:
        """What proves that a set needs so much, and then the claim that it does."""
        table, key = self.table, codes.tobytes()
        # Without a search, the number of all codes has been enough.
        path = self.path.get(key, ())
        guesses = self._guesses(codes, path)
        costs = table.costs(codes, guesses)
        for index in np.flatnonzero(costs < bound):
            cost, promising = int(costs[index]), []
            for part in table.parts(int(guesses[index]), codes):
                name = part.tobytes()
                known = self._claimed.get(name) or table.elementary(part)
                cost += known - int(table.least[len(part)])
                if cost >= bound:
                    break
                if self.low.get(name, 0) > known:
                    promising.append((self.low[name] - known, part))
            for gain, part in promising:
                if cost >= bound:
                    break
                yield from self.claims(part, self.low[part.tobytes()])
                cost += gain
        if key not in self._claimed:
            symmetries = self._symmetries(path)[0] if len(codes) > _FEW else []
            self._claimed[key] = bound
            yield Claim(self._text(path), bound, symmetries)

    def _guesses(self, codes: Indices, path: _Path) -> Indices:
        """Guesses that are not alike when a set has been reached by some turns."""
        if len(codes) <= _FEW:
            return self.table.guesses(codes)
        symmetries, kinds = self._symmetries(path)
        if self.table.consistent:
            return self.table.representatives(codes, symmetries)
        return kinds

    def _symmetries(self, path: _Path) -> tuple[list[_Symmetry], Indices]:
        """The symmetries that keep some guesses, and so all that their replies leave."""
        key = tuple(sorted({turn.guess for turn in path}))
        if key not in self._kinds:
            rules, table = self.table.rules, self.table
            numbers = [[rules.alphabet.index(s) for s in table.codes[guess]] for guess in key]
            found = list(_symmetries(numbers, rules.places, rules.symbols))
            self._kinds[key] = found, table.representatives(table.all, found)
        return self._kinds[key]

    def _text(self, path: _Path) -> str:
        codes, replies = self.table.codes, list(self.table.numbers)
        return " ".join(f"{codes[turn.guess]}={replies[turn.reply]}" for turn in path)


def _symmetries(guesses: list[list[int]], places: int, symbols: int) -> Iterator[_Symmetry]:
    """Generators of what keeps each of some guesses: all that a few rearrangements combine to."""
    every = [*range(symbols)]
    used = {symbol for guess in guesses for symbol in guess}
    unused = [symbol for symbol in every if symbol not in used]
    for one, other in pairwise(unused):
        swapped = every.copy()
        swapped[one], swapped[other] = other, one
        yield [*range(places)], swapped
    for order in permutations(range(places)):
        renamed: dict[int, int] = {}
        kept = all(
            renamed.setdefault(guess[order[place]], guess[place]) == guess[place]
            for guess in guesses
            for place in range(places)
        )
        if kept and len({*renamed.values()}) == len(renamed) and order != (*range(places),):
            yield list(order), [renamed.get(symbol, symbol) for symbol in every]
