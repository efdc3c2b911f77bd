"""Checks a certificate: the proof that no strategy is better than it says.

This shares no code with searches, and is meant to be read in one sitting; what it relies on is
proved in docs/explanation/certificates.md.

A certificate is a text, compressed by gzip or not, of one JSON value a line. The first line says of
what game it is, and what no strategy can do better. From that follows what guesses cost, by how
many were made before, and what any strategy costs for all secrets together. Every other line is a
claim: what any strategy costs for the codes that are left after some turns, from there on. Each
claim follows from those before it, and the last one is about all codes.
"""

import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from moolab.certificates.header import FORMAT, Header, read_header
from moolab.certificates.plain import USELESS
from moolab.certificates.table import Indices, Key, Left, Table
from moolab.codes.listed import ListedRules
from moolab.codes.rules import Rules
from moolab.errors import InvalidCertificate
from moolab.support.compressed import begins_with, open_file
from moolab.support.foreign import json_lines, parsing
from moolab.support.threads import executor

_LONGEST = 1 << 20
"""Characters of a claim."""

_LONGEST_HEADER = 1 << 28
"""Characters of the first line, which may have lists. A file of words has 64 MiB at most, and JSON
takes six characters for a letter of two bytes."""

_PLAIN = 80_000
"""A file with at most so many claims times guesses is checked in plain NumPy: that takes as long as
loading Numba and its kernel. The file of mm4x6 has 75,168; that of ab4x8 has 260,400 and would take
seconds. Lists have no symmetries that spare guesses, and count them as often as there are
guesses."""

_FEW = 2_000
"""A claim about all of more codes takes NumPy seconds: half a minute for those of mm4x11."""

_CHUNK = 1 << 20
"""Bytes that are read at a time where only the lines are counted."""

_AHEAD = 64
"""Claims that are read for each thread before the first of them has been checked."""

_TURN = 0.0002
"""Seconds after which a thread lets another one run Python. A claim takes about a millisecond in
the kernel, and with Python's usual five, threads would mostly wait for their turn."""

_DAMAGED = "it is damaged: a line is not JSON"


class Announced(NamedTuple):
    """What a certificate says before it is checked.

    Args:
        claims: how many lines come after the first one.
    """

    header: Header
    claims: int

    @property
    def is_small(self) -> bool:
        """Whether it is checked without a compiled kernel."""
        rules = self.header.rules
        guesses = len(rules.guesses) ** 2 if isinstance(rules, ListedRules) else rules.size
        return rules.size <= _FEW and guesses * self.claims <= _PLAIN


class Checked(NamedTuple):
    """A certificate that is valid.

    Args:
        claims: how many there were.
        seconds: how long checking took.
    """

    header: Header
    claims: int
    seconds: float


def announced(path: Path, lists: Rules | None = None) -> Announced:
    """Read what a certificate says before it is checked.

    Args:
        lists: a game with its lists, if these are not in the file.

    Raises:
        InvalidCertificate: if it does not begin as one.
        UnusableFile: if the file cannot be read.
    """
    header = read_header(next(_lines(path), None), lists)
    ends, last = 0, b""
    with open_file(path) as file, parsing(InvalidCertificate(_DAMAGED)):
        while chunk := file.read(_CHUNK):
            ends, last = ends + chunk.count(b"\n"), chunk[-1:]
    return Announced(header, ends - (last == b"\n"))


def check(
    path: Path,
    watch: Callable[[int], None] = lambda _: None,
    known: Announced | None = None,
    workers: int = 1,
) -> Checked:
    """Check a certificate.

    Args:
        watch: called with the number of claims that have been checked.
        known: what it announces, if that has been read.
        workers: how many threads check claims.

    Raises:
        InvalidCertificate: at the first claim that does not follow, or if it is not a certificate.
        UnusableFile: if the file cannot be read.
    """
    began = perf_counter()
    known = known or announced(path)
    table, claims, done = Table(known.header, plain=known.is_small), dict[Key, _Known](), 0
    said: _Statement | None = None
    waiting, pool, turn = deque[Future[None]](), executor(workers), sys.getswitchinterval()

    def finish(most: int) -> None:
        nonlocal done
        while len(waiting) > most:
            waiting.popleft().result()
            done += 1
            watch(done)

    try:
        sys.setswitchinterval(_TURN)
        for number, found in enumerate(_statements(table, path), start=1):
            if isinstance(found, InvalidCertificate):
                finish(0)
                raise found
            said = found
            # What is claimed again takes the place of what others may still use.
            finish(0 if said.key in claims else _AHEAD * workers)
            claims[said.key] = _Known(number, said.bound)
            waiting.append(pool.submit(_follow, table, said, _Before(claims, number)))
        finish(0)
    finally:
        sys.setswitchinterval(turn)
        pool.shutdown(cancel_futures=True)
    if not said or said.key != table.key(table.whole) or said.bound < known.header.goal:
        raise InvalidCertificate(
            f"no claim at its end says that all codes cost {known.header.goal:,}"
        )
    return Checked(known.header, done, perf_counter() - began)


class _Known(NamedTuple):
    number: int
    bound: int


class _Before(NamedTuple):
    """What has been claimed before the claim of some number."""

    claims: dict[Key, _Known]
    number: int

    def get(self, key: Key, default: int, /) -> int:
        found = self.claims.get(key)
        return found.bound if found and found.number < self.number else default


class _Statement(NamedTuple):
    """What a claim says: that what is left costs so much, if that follows for these guesses."""

    left: Left
    key: Key
    guesses: Indices
    turns: str
    bound: int


def _statements(table: Table, path: Path) -> Iterator[_Statement | InvalidCertificate]:
    """What claims say; the last may be why it says nothing."""
    try:
        for number, claim in enumerate(islice(_lines(path), 1, None), start=1):
            try:
                yield _statement(table, claim)
            except InvalidCertificate as error:
                yield InvalidCertificate(f"claim {number}: {error}")
    except InvalidCertificate as error:
        yield error


def _statement(table: Table, claim: object) -> _Statement:
    match claim:
        case {"after": str(turns), "bound": int(bound), "symmetries": list(symmetries)}:
            pass
        case {"after": str(turns), "bound": int(bound)}:
            symmetries = []
        case _:
            raise InvalidCertificate("it is not a claim")
    if not 0 <= bound <= USELESS:
        raise InvalidCertificate(f"its bound is not between 0 and {USELESS:,}")
    left = table.after(turns)
    try:
        guesses = table.representatives(left, symmetries)
    except InvalidCertificate:
        raise
    except (TypeError, ValueError, IndexError):
        raise InvalidCertificate("its symmetries are not lists of places and symbols") from None
    return _Statement(left, table.key(left), guesses, turns, bound)


def _follow(table: Table, said: _Statement, claims: _Before) -> None:
    """Refuse a claim that does not follow for every guess.

    A guess costs so much for each candidate, and then what its parts do: as claimed before, or by
    looking one guess ahead, or by their sizes alone.
    """
    for guess, cost, _ in table.weak(said.left, said.guesses, said.bound, claims):
        raise InvalidCertificate(
            f"claim {claims.number}: after {said.turns or 'no turn'} a cost of {said.bound:,} does "
            f"not follow: {table.guesses[guess]} might cost only {cost:,}"
        )


def is_certificate(path: Path) -> bool:
    """Whether a file begins as a certificate does.

    Raises:
        UnusableFile: if it cannot be read.
    """
    return begins_with(path, FORMAT)


def _lines(path: Path) -> Iterator[object]:
    return json_lines(path, InvalidCertificate(_DAMAGED), _LONGEST, _LONGEST_HEADER)
