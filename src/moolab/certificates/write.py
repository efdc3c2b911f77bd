"""Writes a certificate: finds the claims that prove a bound, and leaves out what follows by itself.

Nothing here has to be trusted, because a certificate is checked.
"""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import pairwise, permutations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from moolab.certificates.header import Header, are_long, check_rules, header_line
from moolab.certificates.table import Indices, Key, Left, Table
from moolab.codes.listed import ListedRules
from moolab.errors import InvalidCertificate
from moolab.search.bounds import DEPTHS
from moolab.search.kernel import solve, solve_set
from moolab.search.limits import affordable
from moolab.search.narrowing import ANY, Moves
from moolab.search.optimal import Optimum
from moolab.search.tables import workspace
from moolab.search.task import ALL_GUESSES, Problem, forget, is_worthwhile, shared_table
from moolab.search.transpositions import FILLED, Transpositions
from moolab.search.workspace import VALUE, Workspace, room_of_level
from moolab.support.compressed import write_file
from moolab.support.room import Room


def header_of(best: Optimum) -> Header:
    """What a certificate claims of a search with this result.

    Raises:
        InvalidCertificate: if nothing is proved, or not of all strategies, or there are no
            certificates of such games.
    """
    check_rules(best.rules)
    if not best.proven:
        raise InvalidCertificate("only what is proved has a certificate")
    known = best.rules, best.consistent, best.cost, best.objective, best.most
    header = Header(*known, hard=best.hard, first=best.first, by_hash=are_long(best.rules))
    if best.objective == "worst":
        return header._replace(bound=best.max, max=None)
    if best.objective in ("tail", "least-max"):
        return header._replace(max=best.max, at_max=best.at_max)
    return header


_LARGE = 256
"""Sets of more codes are searched in another thread, because that may take seconds: this one can be
told to stop meanwhile."""


_ENTRIES = 1 << 12
"""Of the table of parts of a set that is looked at: to empty a larger one takes longer than it
saves."""


class Values:
    """Lower bounds of what sets of codes cost, that are exact below a limit.

    Attributes:
        found: how many have been searched for.
    """

    def __init__(self, table: Table) -> None:
        rules, header = table.rules, table.header
        every = np.arange(len(table.guesses), dtype=np.int32)
        if isinstance(rules, ListedRules):
            every = np.array([rules.numbers[code] for code in table.guesses], np.int32)
        self._rows = every
        costs = (*header.costs, *[header.costs[-1]] * (DEPTHS + 3))[: DEPTHS + 3]
        space = workspace(
            rules,
            every[: len(table.weights)],
            costs,
            consistent=header.consistent,
            width=ALL_GUESSES,
            entries=1,
            hard=header.hard,
        )
        first, hard = header.first, header.hard
        entries = affordable(rules, None, 1, endless=False, first=first)
        problem = Problem(
            rules, costs, header.consistent, not rules.listed, first, entries=entries, hard=hard
        )
        # The search before this one may have kept its table.
        self._space = replace(space, table=shared_table(problem))
        # Looking ahead has a table of its own: what a search has found does not follow by it.
        self._parts, self._looks = Transpositions.of(_ENTRIES), dict[int, Workspace]()
        self._table = table
        self._known: dict[Key, tuple[int, bool]] = {}
        self._thread = ThreadPoolExecutor(1)
        self.found = 0

    def bound(self, left: Left, limit: int, guesses: Indices, path: tuple[str, ...]) -> int:
        """What a set costs if that is less than the limit; otherwise the limit."""
        key = self._table.key(left)
        value, exact = self._known.get(key, (0, False))
        if not exact and value < limit:
            value = self._search(left, limit, guesses, path)
            self._known[key] = value, value < limit
            self.found += 1
        return min(value, limit)

    def follows(self, left: Left, bound: int) -> bool:
        """Whether a bound surely follows by looking ahead, as the checker does; False: perhaps not.

        The search bounds guesses by no more than the sizes of their parts, and parts by no more
        than what the best guess makes of them, until it has to search a part.
        """
        game, n = self._space.game, len(left.codes)
        if game.is_vast is not None or self._table.header.hard or n > _LARGE:
            return False
        if n not in self._looks:
            room = Room.of(room_of_level.py_func(game, n))
            scratch = replace(self._space.scratch, room=room)
            self._looks[n] = replace(self._space, scratch=scratch, table=self._parts)
        space = self._looks[n]
        space.table.one[:], space.table.state[FILLED], space.scratch.room.used[:] = 0, 0, 0
        work = space.budget.work["sets"]
        before = int(work[0])
        value, _ = solve_set(space, left.codes, left.depth, bound, VALUE, ANY)
        return value >= bound and not space.scratch.room.used[1] and work[0] == before + 1

    def _search(self, left: Left, limit: int, guesses: Indices, path: tuple[str, ...]) -> int:
        rules, moves = self._table.rules, ANY
        if self._table.header.hard or len(guesses) < len(left.guesses):
            moves = Moves.of(np.sort(self._rows[guesses]))
            if not rules.listed and is_worthwhile(rules, path, len(left.codes)):
                moves = moves.restrict_next(rules, path)
        search = partial(solve, self._space, left.codes, left.depth, limit, VALUE, moves)
        found = search() if len(left.codes) <= _LARGE else self._thread.submit(search).result()
        return int(found[0])

    def close(self) -> None:
        """End the search that is under way."""
        self._space.budget.stop[0] = 1
        self._thread.shutdown()
        forget()


_FEW = 16
"""For so few candidates, finding out which guesses are alike takes longer than trying them all."""

_Symmetry = tuple[list[int], list[int]]


class _Turn(NamedTuple):
    """The index of a guess, and the number of its reply."""

    guess: int
    reply: int


_Path = tuple[_Turn, ...]


class Claim(NamedTuple):
    """What any strategy costs after some turns, from there on.

    Args:
        bound: what it costs, for all codes that are left together.
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
        UnusableFile: if the file cannot be written.
    """
    claims = list(prove(header, watch))
    lines = [header_line(header)]
    for claim in claims:
        line: dict[str, object] = {"after": claim.after, "bound": claim.bound}
        lines.append(line | ({"symmetries": claim.symmetries} if claim.symmetries else {}))
    text = "".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in lines).encode()
    write_file(path, text)
    return len(claims)


def prove(header: Header, watch: Callable[[int], None] = lambda _: None) -> Iterator[Claim]:
    """The claims of a certificate, each behind those that it follows from; as ``write``."""
    table = Table(header)
    with closing(Values(table)) as values:
        prover = _Prover(table, values, watch)
        yield from prover.claims(table.whole, header.goal, ())


class _Prover:
    """Finds what proves a bound, and remembers what has been claimed."""

    def __init__(self, table: Table, values: Values, watch: Callable[[int], None]) -> None:
        self.table = table
        self._values = values
        self._claimed: dict[Key, int] = {}
        self._found: dict[tuple[int, ...], list[_Symmetry]] = {}
        self._watch = watch

    def claims(self, left: Left, bound: int, path: _Path) -> Iterator[Claim]:
        """What proves that a set costs so much, and then the claim that it does."""
        table = self.table
        if not self._values.follows(left, bound):
            guesses = self._guesses(left, path)
            for guess, cost, parts in table.weak(left, guesses, bound, self._claimed):
                yield from self._refute(guess, bound - cost, parts, path)
        self._claimed[table.key(left)] = bound
        yield Claim(self._text(path), bound, self._told(left, path))

    def _refute(
        self, guess: int, missing: int, parts: list[tuple[Left, int]], path: _Path
    ) -> Iterator[Claim]:
        """The claims from which follows that a guess costs so much more."""
        table = self.table
        for part, known in parts:
            way = (*path, _Turn(guess, int(table.replies[guess, part.codes[0]])))
            names = tuple(table.guesses[turn.guess] for turn in way)
            guesses = self._guesses(part, way) if len(part.codes) > _LARGE else part.guesses
            value = self._values.bound(part, known + missing, guesses, names)
            self._watch(self._values.found)
            if value > known:
                yield from self.claims(part, value, way)
                missing -= value - known
            if missing <= 0:
                return
        raise InvalidCertificate(
            f"a strategy for {table.rules} needs fewer than {table.header.bound:,}"
        )

    def _guesses(self, left: Left, path: _Path) -> Indices:
        """Guesses that are not alike when a set has been reached by some turns."""
        return self.table.representatives(left, self._told(left, path))

    def _told(self, left: Left, path: _Path) -> list[_Symmetry]:
        """The symmetries that a claim names: none for few codes, or for a given first guess."""
        useless = len(left.codes) <= _FEW or (not path and self.table.first is not None)
        return [] if useless else self._symmetries(path)

    def _symmetries(self, path: _Path) -> list[_Symmetry]:
        """The symmetries that keep some guesses, and so all that their replies leave."""
        key = tuple(sorted({turn.guess for turn in path}))
        if key not in self._found:
            rules, table, found = self.table.rules, self.table, list[_Symmetry]()
            if not rules.listed:
                numbers = [[rules.alphabet.index(s) for s in table.guesses[guess]] for guess in key]
                found = list(_symmetries(numbers, rules.places, rules.symbols))
            self._found[key] = found
        return self._found[key]

    def _text(self, path: _Path) -> str:
        names, replies = self.table.names, list(self.table.numbers)
        return " ".join(f"{names[turn.guess]}={replies[turn.reply]}" for turn in path)


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
