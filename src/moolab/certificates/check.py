"""Checks a certificate: the proof that no strategy is better than it says.

This shares no code with searches, and is meant to be read in one sitting; what it relies on is
proved in docs/explanation/certificates.md.

A certificate is a text, compressed by gzip or not, of one JSON value a line. The first line says of
what game it is, and what no strategy can do better. From that follows what guesses cost, by how
many were made before, and what any strategy costs for all secrets together. Every other line is a
claim: what any strategy costs for the codes that are left after some turns, from there on. Each
claim follows from those before it, and the last one is about all codes.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from io import TextIOWrapper
from itertools import permutations, product
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.certificates.kernel import least_costs
from moolab.codes.replies import Reply, membership, standard
from moolab.codes.rules import Rules
from moolab.errors import InvalidCertificate, MoolabError
from moolab.support.compressed import DAMAGED, begins_with, open_file

_FORMAT, _VERSION = "moolab-certificate", 1

MOST_CODES = 20_000
"""The table of replies then has 400 MB."""

_LONGEST = 1 << 20
"""Characters of a line."""

_MOST = 1 << 20
"""More guesses than any strategy worth a claim needs for all secrets, so that costs stay exact."""

_DEEPEST = 64
"""More guesses than it needs for one secret."""

Indices = NDArray[np.int32]


class Header(NamedTuple):
    """What a certificate is about.

    Args:
        rules: the game.
        consistent: whether only codes are guessed that may still be the secret.
        bound: no strategy needs fewer guesses: for all secrets together, or, where the objective is
            ``worst``, for some secret.
        objective: ``mean``, ``worst`` or ``tail``.
        max: with ``mean``, the most guesses that a secret may need, if there is a limit; with
            ``tail``, no strategy with this total has a smaller maximum.
        at_max: with ``tail``, none with this total and maximum has fewer secrets there.
    """

    rules: Rules
    consistent: bool
    bound: int
    objective: str = "mean"
    max: int | None = None
    at_max: int | None = None

    @property
    def costs(self) -> tuple[int, ...]:
        """What the first guess costs, the second, and so on; all others cost what the last does.

        >>> Header(Rules.parse("ab3x4"), False, 4, "worst").costs
        (0, 0, 0, 1)
        """
        match self.objective, self.max, self.at_max:
            case "mean", None, None:
                return (1,)
            case "mean", int(most), None:
                return (*[1] * most, self.bound + 1)
            case "worst", None, None:
                return (*[0] * (self.bound - 1), 1)
            case "tail", int(most), int(there):
                # One guess in all costs more than any number of late ones.
                one = (there + 1) * (self.bound + 1)
                return (*[one] * (most - 1), one + 1, one + there + 1)
        raise InvalidCertificate("its first line is not that of a certificate")

    @property
    def goal(self) -> int:
        """What any strategy costs for all secrets together, if the certificate is right."""
        if self.objective == "worst":
            return 1
        return self.costs[0] * self.bound + (self.at_max or 0)


class Checked(NamedTuple):
    """A certificate that is valid.

    Args:
        claims: how many there were.
        seconds: how long checking took.
    """

    header: Header
    claims: int
    seconds: float


class Table:
    """The replies of a game, from its reply rule, and what follows for sets of codes.

    Args:
        rules: the game.
        consistent: whether only candidates are guessed.
        costs: of guesses, by how many were made before; they do not fall.

    Attributes:
        codes: all codes, in numeric order.
        replies: the number of the reply to each guess from each code, shape (codes, codes).
        numbers: the number of each reply as it is written; that of the win is the largest.
    """

    def __init__(
        self, rules: Rules, *, consistent: bool = False, costs: tuple[int, ...] = (1,)
    ) -> None:
        if rules.reply_rule not in (standard, membership) or rules.size > MOST_CODES:
            raise InvalidCertificate(
                f"certificates are for ab, mm and emms with up to {MOST_CODES:,} codes, "
                f"not for {rules}"
            )
        self.rules, self.consistent, self._costs = rules, consistent, costs
        alphabet = rules.alphabet
        made = product(alphabet, repeat=rules.places)
        texts = made if rules.repeats else permutations(alphabet, rules.places)
        self.codes = ["".join(text) for text in texts]
        self.index = {code: index for index, code in enumerate(self.codes)}
        self._symbols = np.array([[alphabet.index(s) for s in code] for code in self.codes])
        packed = self._score_all()
        kinds = np.flatnonzero(np.bincount(packed.ravel()))
        self.replies = np.searchsorted(kinds, packed).astype(np.uint8)
        self.numbers = {str(Reply(int(k) >> 4, int(k) & 15)): n for n, k in enumerate(kinds)}
        self.win = len(kinds) - 1
        self.all = np.arange(len(self.codes), dtype=np.int32)
        self._least = [_least(len(self.codes), self.win, costs[n:]) for n in range(len(costs))]
        self._deeper: dict[tuple[int, bytes], int] = {}
        self._known_symmetric = False

    def _score_all(self) -> NDArray[np.uint8]:
        symbols = self._symbols
        packed = np.empty((len(symbols), len(symbols)), np.uint8)
        times = np.stack([(symbols == s).sum(1) for s in range(self.rules.symbols)], axis=1)
        for row, guess in enumerate(symbols):
            same = symbols == guess
            bulls = same.sum(1)
            if self.rules.reply_rule is standard:
                cows = np.minimum(times, times[row]).sum(1) - bulls
            else:
                # Symbols of the guess that occur among those that the bulls leave of the secret.
                occurs = (symbols[:, :, None] == guess) & ~same[:, :, None]
                cows = (occurs.any(axis=1) & ~same).sum(1)
            packed[row] = 16 * bulls + cows
        return packed

    def after(self, turns: str) -> Indices:
        """The codes that fit some turns, such as ``"0012=11 3345=02"``, in numeric order."""
        left = self.all
        for turn in turns.split():
            guess, _, reply = turn.partition("=")
            if guess not in self.index or reply not in self.numbers:
                raise InvalidCertificate(f"{turn!r} is not a turn of {self.rules}")
            left = left[self.replies[self.index[guess], left] == self.numbers[reply]]
        return left

    def guesses(self, codes: Indices) -> Indices:
        """What may be guessed when these codes are left."""
        return codes if self.consistent else self.all

    def key(self, codes: Indices, depth: int) -> tuple[int, bytes]:
        """The name of a set of codes after so many guesses: there the same costs are to come."""
        return min(depth, len(self._costs) - 1), codes.tobytes()

    def asking(self, depth: int) -> int:
        """What a guess costs after so many others."""
        return self._costs[min(depth, len(self._costs) - 1)]

    def least(self, depth: int) -> NDArray[np.int64]:
        """What any strategy costs for so many candidates after so many guesses."""
        return self._least[min(depth, len(self._costs) - 1)]

    def costs(self, codes: Indices, guesses: Indices, depth: int) -> NDArray[np.int64]:
        """What each guess costs at least by the sizes of its parts alone."""
        costs = np.empty(len(guesses), np.int64)
        self._fill_in(costs, codes, guesses, depth, -1)
        return costs

    def _fill_in(
        self, costs: NDArray[np.int64], codes: Indices, guesses: Indices, depth: int, enough: int
    ) -> int:
        least = self.least(depth + 1)
        found: int = least_costs(
            self.replies, guesses, codes, self.asking(depth), least, self.win, enough, costs
        )
        return found

    def elementary(self, codes: Indices, depth: int) -> int:
        """What any strategy costs for these codes, by looking one guess ahead."""
        by_size = int(self.least(depth)[len(codes)])
        if len(codes) <= 2:
            return by_size
        key = self.key(codes, depth)
        if key not in self._deeper:
            # Candidates are the best guesses in most cases; then the others are not looked at.
            guesses = codes if self.consistent else np.concatenate([codes, self.all])
            costs = np.empty(len(guesses), np.int64)
            self._deeper[key] = self._fill_in(costs, codes, guesses, depth, by_size)
        return self._deeper[key]

    def parts(self, guess: int, codes: Indices) -> Iterator[Indices]:
        """What the replies leave that do not win, the smallest part first.

        Where early guesses cost nothing, the largest first: it is most likely to cost something.
        Of one code, or of two, ``least`` already says what they cost.
        """
        replies = self.replies[guess, codes]
        sizes = np.bincount(replies, minlength=self.win + 1)[: self.win]
        for number in np.argsort(sizes if self._costs[0] else -sizes, kind="stable"):
            if sizes[number] > 2:
                yield codes[replies == number]

    def representatives(self, codes: Indices, symmetries: Iterable[Any]) -> Indices:
        """One guess of each kind that symmetries of a set of codes do not tell apart.

        Args:
            symmetries: pairs of lists: where each place comes from, and what each symbol becomes.

        Raises:
            InvalidCertificate: if one is not a symmetry of the game, or of the set.
        """
        kind = self.all.copy()
        images = [self._image(*symmetry) for symmetry in symmetries]
        for image in images:
            if not np.array_equal(np.sort(image[codes]), codes):
                raise InvalidCertificate("a symmetry does not keep the codes that are left")
        changed = bool(images)
        while changed:
            before = kind.copy()
            for image in images:
                # A guess and its image are of one kind, whose name is its first guess.
                least = np.minimum(kind, kind[image])
                np.minimum.at(least, image, least.copy())
                kind = least[least]
            changed = not np.array_equal(before, kind)
        of_set = self.guesses(codes)
        first: Indices = of_set[kind[of_set] == of_set]
        return first

    def _image(self, places: list[int], symbols: list[int]) -> Indices:
        """The code that a symmetry makes of each code."""
        if sorted(places) != [*range(self.rules.places)] or sorted(symbols) != [
            *range(self.rules.symbols)
        ]:
            raise InvalidCertificate("a symmetry is not a permutation of places and symbols")
        if not self._known_symmetric:
            self._check_replies()
        return self._permuted(places, symbols)

    def _check_replies(self) -> None:
        """Swapping neighbouring places, or symbols, keeps all replies; so all permutations do."""
        places, symbols = [*range(self.rules.places)], [*range(self.rules.symbols)]
        swaps = [(_swapped(places, at), symbols) for at in places[1:]]
        swaps += [(places, _swapped(symbols, at)) for at in symbols[1:]]
        for swap in swaps:
            image = self._permuted(*swap)
            for guess in self.all:
                if not np.array_equal(self.replies[image[guess], image], self.replies[guess]):
                    raise InvalidCertificate(f"places or symbols of {self.rules} are not alike")
        self._known_symmetric = True

    def _permuted(self, places: list[int], symbols: list[int]) -> Indices:
        made = np.array(symbols)[self._symbols[:, places]]
        weights = self.rules.symbols ** np.arange(self.rules.places)[::-1]
        # Codes in numeric order have rising numbers.
        found: Indices = np.searchsorted(self._symbols @ weights, made @ weights).astype(np.int32)
        return found


def _swapped(numbers: list[int], at: int) -> list[int]:
    return [*numbers[: at - 1], numbers[at], numbers[at - 1], *numbers[at + 1 :]]


def _least(codes: int, others: int, costs: tuple[int, ...]) -> NDArray[np.int64]:
    """What any strategy costs for each number of candidates.

    One secret can be found by the first guess, and behind each guess there are as many others as
    there are replies that do not win.

    Args:
        costs: of this guess, the next, and so on; all others cost what the last does.
    """
    least = np.zeros(codes + 1, np.int64)
    depth, room, spent = 0, 1, costs[0]
    for count in range(1, codes + 1):
        if not room:
            depth += 1
            room = others**depth
            spent += costs[min(depth, len(costs) - 1)]
        least[count] = least[count - 1] + spent
        room -= 1
    return least


def check(path: Path, watch: Callable[[int], None] = lambda _: None) -> Checked:
    """Check a certificate.

    Args:
        watch: called with the number of claims that have been checked.

    Raises:
        InvalidCertificate: at the first claim that does not follow, or if it is not a certificate.
        OSError: if the file cannot be read.
    """
    began = perf_counter()
    lines = _lines(path)
    header = read_header(next(lines, None))
    table = Table(header.rules, consistent=header.consistent, costs=header.costs)
    claims: dict[tuple[int, bytes], int] = {}
    key, bound, number = (0, b""), 0, 0
    for number, claim in enumerate(lines, start=1):
        try:
            key, bound = _check_claim(table, claims, claim)
        except InvalidCertificate as error:
            raise InvalidCertificate(f"claim {number}: {error}") from None
        claims[key] = bound
        watch(number)
    if key != table.key(table.all, 0) or bound < header.goal:
        raise InvalidCertificate(f"no claim at its end says that all codes cost {header.goal:,}")
    return Checked(header, number, perf_counter() - began)


def header_line(header: Header) -> dict[str, object]:
    """The first line of a certificate, which ``read_header`` reads."""
    more = {"max": header.max, "at_max": header.at_max}
    return {
        "format": _FORMAT,
        "version": _VERSION,
        "rules": str(header.rules),
        "objective": header.objective,
        "consistent": header.consistent,
        "bound": header.bound,
        **{name: number for name, number in more.items() if number is not None},
    }


def read_header(line: object) -> Header:
    """What the first line of a certificate says.

    Raises:
        InvalidCertificate: if it is not such a line.
    """
    match line:
        case {
            "rules": str(rules),
            "consistent": bool(consistent),
            "bound": int(bound),
            "objective": str(objective),
            **more,
        }:
            try:
                game = Rules.parse(rules)
            except MoolabError as error:
                raise InvalidCertificate(f"its game cannot be: {error}") from None
            most, there = (
                int(number) if isinstance(number := more.get(name), int) else None
                for name in ("max", "at_max")
            )
            header = Header(game, consistent, int(bound), objective, most, there)
            deepest = bound if objective == "worst" else most
            sound = (
                0 < bound <= _MOST
                and (there is None or 0 < there <= _MOST)
                and (deepest is None or 0 < deepest <= _DEEPEST)
            )
            # Each field is what is written again, and true is not 1.
            same = json.dumps(line, sort_keys=True) == json.dumps(
                header_line(header), sort_keys=True
            )
            if sound and same and header.costs:
                return header
    raise InvalidCertificate("its first line is not that of a certificate")


def _check_claim(
    table: Table, claims: dict[tuple[int, bytes], int], claim: object
) -> tuple[tuple[int, bytes], int]:
    """The key of a set of codes and what it costs, if that follows for every guess.

    A guess costs so much for each candidate, and then what its parts do: as claimed before, or by
    looking one guess ahead, or by their sizes alone.
    """
    match claim:
        case {"after": str(turns), "bound": int(bound), "symmetries": list(symmetries)}:
            pass
        case {"after": str(turns), "bound": int(bound)}:
            symmetries = []
        case _:
            raise InvalidCertificate("it is not a claim")
    left, depth = table.after(turns), len(turns.split())
    try:
        guesses = table.representatives(left, symmetries)
    except InvalidCertificate:
        raise
    except (TypeError, ValueError, IndexError):
        raise InvalidCertificate("its symmetries are not lists of places and symbols") from None
    costs, least = table.costs(left, guesses, depth), table.least(depth + 1)
    for weak in np.flatnonzero(costs < bound):
        cost = int(costs[weak])
        for part in table.parts(int(guesses[weak]), left):
            known = claims.get(table.key(part, depth + 1))
            need = table.elementary(part, depth + 1) if known is None else known
            cost += need - int(least[len(part)])
            if cost >= bound:
                break
        else:
            guess = table.codes[guesses[weak]]
            raise InvalidCertificate(
                f"after {turns or 'no turn'} a cost of {bound:,} does not follow: "
                f"{guess} might cost only {cost:,}"
            )
    return table.key(left, depth), bound


def is_certificate(path: Path) -> bool:
    """Whether a file begins as a certificate does.

    Raises:
        OSError: if it cannot be read.
    """
    return begins_with(path, _FORMAT)


def _lines(path: Path) -> Iterator[object]:
    try:
        with open_file(path) as file:
            text = TextIOWrapper(file, "utf-8")
            while line := text.readline(_LONGEST):
                yield json.loads(line)
    except (ValueError, RecursionError, *DAMAGED) as error:
        raise InvalidCertificate("it is damaged: a line is not JSON") from error
