"""The replies of a game, and what follows from them for sets of codes."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import compress, permutations, product
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from moolab.certificates.header import Header, check_rules
from moolab.certificates.plain import (
    BITS,
    BLOCK,
    SMALL,
    USELESS,
    Costs,
    Replies,
    best_by_size,
    look_ahead,
)
from moolab.codes.listed import ListedRules
from moolab.codes.replies import Reply, membership, standard
from moolab.errors import InvalidCertificate

Indices = NDArray[np.int32]

_KEPT = 256
"""Images of all codes that are remembered, and sets of them: claims share theirs, ab4x10 has 94 and
32. A file that had more, to fill the memory, would only take longer."""


class Symmetries:
    """What can be made of all codes of a game without changing a reply.

    Args:
        symbols: the numbers of those in each code, in numeric order, shape (codes, places).
        count: how many symbols there are.
        replies: the number of the reply to each guess from each code, shape (codes, codes).
    """

    def __init__(
        self, symbols: NDArray[np.int64], count: int, replies: NDArray[np.unsignedinteger[Any]]
    ) -> None:
        self._symbols, self._replies = symbols, replies
        self._every = [*range(symbols.shape[1])], [*range(count)]
        self._checked = False
        self._images: dict[str, Indices] = {}
        self._kinds: dict[str, Indices] = {}
        self._first: dict[str, Indices] = {}

    def first(self, left: "Left", symmetries: Sequence[Any]) -> Indices:
        """The first guess of each kind; symmetries of what is left do not tell a kind apart.

        Args:
            symmetries: pairs of lists: where each place comes from, and what each symbol becomes.

        Raises:
            InvalidCertificate: if one is not a symmetry of the game, or of the set.
        """
        images = [self._image(*symmetry) for symmetry in symmetries]
        for image in images:
            if not np.array_equal(np.sort(image[left.codes]), left.codes):
                raise InvalidCertificate("a symmetry does not keep the codes that are left")
        # Of names, which a file makes as long as it likes, the digests are kept.
        name = sha256(str(symmetries).encode()).hexdigest()
        kind = _remember(self._kinds, name, lambda: self._joined(images))
        if len(left.guesses) == len(kind):
            return _remember(self._first, name, lambda: np.unique(kind))
        first: Indices = left.guesses[kind[left.guesses] == left.guesses]
        return first

    def _joined(self, images: list[Indices]) -> Indices:
        """The first guess of the kind of each guess, if a guess and its images are of one kind."""
        kind = np.arange(len(self._symbols), dtype=np.int32)
        changed = True
        while changed:
            before = kind.copy()
            for image in images:
                least = np.minimum(kind, kind[image])
                np.minimum.at(least, image, least.copy())
                kind = least[least]
            changed = not np.array_equal(before, kind)
        return kind

    def _image(self, places: list[int], symbols: list[int]) -> Indices:
        """The code that a symmetry makes of each code."""
        # As texts, because true is not 1.
        if str((sorted(places), sorted(symbols))) != str(self._every):
            raise InvalidCertificate("a symmetry is not a permutation of places and symbols")
        if not self._checked:
            self._check_replies()
            self._checked = True
        name = f"{places} {symbols}"
        return _remember(self._images, name, lambda: self._permuted(places, symbols))

    def _check_replies(self) -> None:
        """A swap and a rotation of places, or of symbols, keep all replies; so do all others."""
        places, symbols = self._every
        moved = [(order, symbols) for order in _generators(places)]
        moved += [(places, order) for order in _generators(symbols)]
        for each in moved:
            image = self._permuted(*each)
            for guess, row in enumerate(self._replies):
                if not np.array_equal(self._replies[image[guess], image], row):
                    raise InvalidCertificate("places or symbols of the game are not alike")

    def _permuted(self, places: list[int], symbols: list[int]) -> Indices:
        made = np.array(symbols)[self._symbols[:, places]]
        weights = len(symbols) ** np.arange(len(places))[::-1]
        # Codes in numeric order have rising numbers.
        found: Indices = np.searchsorted(self._symbols @ weights, made @ weights).astype(np.int32)
        return found


def _remember(known: dict[str, Indices], name: str, make: Callable[[], Indices]) -> Indices:
    """What is known by a name, or is made now."""
    if name not in known:
        if len(known) == _KEPT:
            known.clear()
        known[name] = make()
    return known[name]


def _generators(numbers: list[int]) -> list[list[int]]:
    """Two permutations that all others are made of: a swap and a rotation."""
    return [numbers[1:2] + numbers[:1] + numbers[2:], numbers[1:] + numbers[:1]]


MOST_PAIRS = 20_000**2
"""Of guess and code: the table of replies then has 400 MB."""

_APART = 64
"""Unused replies between those of two codes: with 4,096 guesses, or a multiple, all codes would
compete for the same few places of the processor's cache, and mm4x8 take a quarter longer."""

_AT_ONCE = 1 << 28
"""Guesses times codes times codes that are looked at before Ctrl-C is heard again: seconds for all
words of the word game."""

Key = tuple[int, bytes, bytes]

_LookAhead = Callable[
    [Replies, Indices, Indices, Costs, Costs, int], tuple[Indices, NDArray[np.int64]]
]


class Claims(Protocol):
    """What sets of codes cost, as a dictionary says it."""

    def get(self, key: Key, default: int, /) -> int: ...


class Left(NamedTuple):
    """What is left after some turns.

    Args:
        codes: what can be the secret, the heaviest first.
        depth: how many turns there were.
    """

    codes: Indices
    guesses: Indices
    depth: int


class Table:
    """The replies of a game, from its reply rule, and what follows for sets of codes.

    Args:
        plain: whether NumPy works it out, without a compiled kernel: for small games.

    Attributes:
        header: what the certificate is about.
        guesses: all guesses, those that can be the secret first: in numeric order, or, where codes
            are listed, by falling weights.
        names: what they are called in turns.
        first: the guess with which strategies begin, if not with any.
        weights: of those that can be the secret.
        replies: the number of the reply to each guess from each code, shape (guesses, codes).
        numbers: the number of each reply as it is written.
        win: that of the winning one.
        whole: what is left before the first turn.
    """

    def __init__(self, header: Header, *, plain: bool = False) -> None:
        rules = header.rules
        self.rules, self.header, self._costs = rules, header, header.costs
        check_rules(rules)
        pairs = rules.size**2
        if isinstance(rules, ListedRules):
            pairs = rules.size * len(rules.guesses)
        if pairs > MOST_PAIRS:
            raise InvalidCertificate(f"{rules} has too many codes for a certificate")
        self._look_ahead = look_ahead if plain else _compiled_look_ahead()
        if isinstance(rules, ListedRules):
            self._of_list(rules)
        else:
            self._of_all_codes()
        count = len(self.weights)
        self.names = self.guesses
        if header.by_hash and isinstance(rules, ListedRules):
            self.names = [str(rules.numbers[code]) for code in self.guesses]
        self.index = {name: index for index, name in enumerate(self.names)}
        every = np.arange(len(self.guesses), dtype=np.int32)
        self.first: Indices | None = None
        if header.first is not None:
            at = self.guesses.index(header.first)
            self.first, replies = every[at : at + 1], {*self.replies[at].tolist()}
            if len(replies) == 1 and replies != {self.win}:
                # It would be left out, as if another guess could take its place.
                raise InvalidCertificate(f"all secrets give the same reply to {header.first}")
        self.whole = Left(every[:count], every[: count if header.consistent else None], 0)
        others, costs = len(self.numbers) - 1, self._costs
        steps = [_steps(count, others, costs[depth:]) for depth in range(len(costs))]
        if sum(self.weights.tolist()) * max(map(max, steps)) >= USELESS:
            raise InvalidCertificate("its costs are too large to be added up")
        self._steps = np.array(steps, np.int64)
        self._least = np.pad(self._steps.cumsum(axis=1), ((0, 0), (1, 0)))
        width = -(-len(self.guesses) // BLOCK) * BLOCK + _APART
        self._columns = np.zeros((count, width), self.replies.dtype)
        self._columns[:, : len(self.guesses)] = self.replies.T
        self._masks = np.zeros((0, width), np.uint16)
        kinds, alike = len(self.numbers), self.weights[0] == self.weights[-1]
        if alike and kinds <= BITS and not plain and not header.consistent:
            word = np.min_scalar_type(1 << max(kinds - 1, 15))
            self._masks = np.left_shift(word.type(1), self._columns, dtype=word)
        self._texts = {number: text for text, number in self.numbers.items()}

    def _of_all_codes(self) -> None:
        """The table of bulls and cows."""
        rules, alphabet = self.rules, self.rules.alphabet
        made = product(alphabet, repeat=rules.places)
        texts = made if rules.repeats else permutations(alphabet, rules.places)
        self.guesses = ["".join(text) for text in texts]
        self.weights = np.ones(len(self.guesses), np.int64)
        self._symbols = np.array([[alphabet.index(s) for s in code] for code in self.guesses])
        packed, occurs = self._score_all(), np.zeros(256, np.bool_)
        occurs[packed] = True
        kinds, number = np.flatnonzero(occurs), np.cumsum(occurs, dtype=np.uint8) - 1
        self.replies = number[packed]
        self.numbers = {str(Reply(int(k) >> 4, int(k) & 15)): n for n, k in enumerate(kinds)}
        self.win = len(kinds) - 1
        self._symmetries: Symmetries | None = Symmetries(self._symbols, rules.symbols, self.replies)

    def _score_all(self) -> NDArray[np.uint8]:
        symbols, rule = self._symbols, self.rules.reply_rule
        assert rule in (standard, membership), "these are the rules of all games that are not lists"
        packed = np.empty((len(symbols), len(symbols)), np.uint8)
        places = np.ascontiguousarray(symbols.T.astype(np.uint8))
        times = np.stack([(places == s).sum(0, np.uint8) for s in range(self.rules.symbols)])
        for row in range(len(symbols)):
            guess = places[:, [row]]
            same = places == guess
            bulls = same.sum(0, np.uint8)
            if rule is standard:
                cows = np.minimum(times, times[:, [row]]).sum(0, np.uint8) - bulls
            else:
                # Symbols of the guess that occur among those that the bulls leave of the secret.
                occurs = (places == guess[:, None]) & ~same
                cows = (occurs.any(axis=1) & ~same).sum(0, np.uint8)
            packed[row] = 16 * bulls + cows
        return packed

    def _of_list(self, rules: ListedRules) -> None:
        """The table of a game whose codes are listed."""
        order = sorted(range(rules.size), key=lambda index: -rules.every_weight[index])
        secrets = [rules.secrets[index] for index in order]
        self.guesses = [*secrets, *rules.others]
        self.weights = np.array([rules.every_weight[index] for index in order], np.int64)
        alphabet = {s: n for n, s in enumerate(rules.alphabet)}
        self._symbols = np.array([[alphabet[s] for s in code] for code in self.guesses])
        # In most games one byte does, as where all codes are played, and so the same kernel.
        replies, found = self._marks(secrets) if rules.marked else self._scores(secrets)
        self.replies = replies.astype(np.min_scalar_type(len(found) - 1))
        self.numbers = {text: number for number, text in enumerate(found)}
        self.win = self.numbers[str(rules.win)]
        wins = self.replies == self.win
        if not np.array_equal(wins, np.eye(*wins.shape, dtype=np.bool_)):
            raise InvalidCertificate("a reply that wins is given to another guess than the secret")
        self._symmetries = None

    def _scores(self, secrets: list[str]) -> tuple[NDArray[np.uint16], list[str]]:
        """The numbers of all replies by the plain rule, and their texts."""
        score, found = self.rules.reply_rule, dict[Reply, int]()
        replies = np.empty((len(self.guesses), len(secrets)), np.uint16)
        for row, guess in enumerate(self.guesses):
            given = [score(guess, code) for code in secrets]
            replies[row] = [found.setdefault(reply, len(found)) for reply in given]
        return replies, [*map(str, found)]

    def _marks(self, secrets: list[str]) -> tuple[NDArray[np.uint16], list[str]]:
        """The same of replies that mark letters, from all secrets at once."""
        places, found = self._symbols[: len(secrets)].T, list[NDArray[np.uint16]]()
        times = np.stack([(places == s).sum(0) for s in range(self.rules.symbols)])
        for guess in self._symbols:
            same, marks = places == guess[:, None], np.zeros(len(secrets), np.uint16)
            for place, symbol in enumerate(guess.tolist()):
                here = np.flatnonzero(guess == symbol)
                # The letter is elsewhere so often, and is marked from left to right.
                elsewhere = times[symbol] - same[here].sum(0)
                before = (~same[here[here < place]]).sum(0)
                marks = 3 * marks + np.where(same[place], 2, elsewhere > before).astype(np.uint16)
            found.append(marks)
        table, occurs = np.stack(found), np.zeros(3**self.rules.places, np.bool_)
        occurs[table] = True
        texts = map("".join, product("-yg", repeat=self.rules.places))
        return (np.cumsum(occurs) - 1).astype(np.uint16)[table], [*compress(texts, occurs)]

    def after(self, turns: str) -> Left:
        """What is left after some turns, such as ``"0012=11 3345=02"``."""
        left = self.whole
        for turn in turns.split():
            guess, _, reply = turn.partition("=")
            if guess not in self.index or reply not in self.numbers:
                raise InvalidCertificate(f"{turn!r} is not a turn of {self.rules}")
            left = self.part(left, self.index[guess], self.numbers[reply])
        if not len(left.codes):
            raise InvalidCertificate(f"nothing is left after {turns}")
        return left

    def part(self, left: Left, guess: int, reply: int) -> Left:
        """What a reply leaves."""
        codes = left.codes[self.replies[guess, left.codes] == reply]
        return self._part(left, guess, reply, codes)

    def _part(self, left: Left, guess: int, reply: int, codes: Indices) -> Left:
        """``part``, given its codes."""
        guesses = codes if self.header.consistent else left.guesses
        if self.header.hard:
            guesses = self._keeping(guesses, guess, reply)
        return Left(codes, guesses, left.depth + 1)

    def _keeping(self, guesses: Indices, guess: int, reply: int) -> Indices:
        """The guesses that have what a reply has shown, as hard mode demands."""
        symbols, mine = self._symbols[guesses], self._symbols[guess].tolist()
        kept = np.ones(len(guesses), np.bool_)
        marks = list(zip(mine, self._texts[reply], strict=True))
        for place, (symbol, mark) in enumerate(marks):
            if mark == "g":
                kept &= symbols[:, place] == symbol
        for symbol, times in Counter(symbol for symbol, mark in marks if mark != "-").items():
            kept &= (symbols == symbol).sum(1) >= times
        return guesses[kept]

    def key(self, left: Left) -> Key:
        """The name of what is left: wherever it is the same, the same costs are to come."""
        guesses = left.guesses.tobytes() if self.header.hard else b""
        return self._row(left.depth), left.codes.tobytes(), guesses

    def _row(self, depth: int) -> int:
        """Which row of costs is that of the next guess, by how many there were before."""
        return min(depth, len(self._costs) - 1)

    def by_size(self, left: Left) -> int:
        """What any strategy costs for what is left, by the number and the weights of its codes."""
        steps = self._steps[self._row(left.depth), : len(left.codes)]
        return int(self.weights[left.codes] @ steps)

    def best_by_size(self, left: Left) -> int:
        """What the best guess costs at least, by the sizes of its parts."""
        costs = self.costs_after(left.depth)
        return best_by_size(self.replies_of(left), left.guesses, costs, self.by_size(left))

    def weak(
        self, left: Left, guesses: Indices, bound: int, claims: Claims
    ) -> Iterator[tuple[int, int, list[tuple[Left, int]]]]:
        """The guesses that cost less than a bound, as far as claims and looking ahead tell.

        Args:
            claims: what sets of codes cost.

        Returns:
            Each guess, what it costs at least, and the parts that it makes, each with what that
            costs.
        """
        now, later = self.costs_after(left.depth), self.costs_after(left.depth + 1)
        asked = now.asking * int(self.weights[left.codes].sum())
        replies, most = self.replies_of(left), max(64, _AT_ONCE // len(left.codes) ** 2)
        for first in range(0, len(guesses), most):
            some = guesses[first : first + most]
            weak, costs = self._look_ahead(replies, some, left.guesses, now, later, bound)
            for guess, needs in zip(weak.tolist(), costs, strict=True):
                cost, parts = asked + int(needs.sum()), []
                for number, part in self._parts(left, guess):
                    need = int(needs[number])
                    # In hard mode fewer guesses are left than looking ahead takes into account.
                    known = self.best_by_size(part) if self.header.hard else need
                    known = max(known, claims.get(self.key(part), 0))
                    cost += known - need
                    parts.append((part, known))
                if cost < bound:
                    yield guess, cost, parts

    def replies_of(self, left: Left) -> Replies:
        """The replies of the codes that are left."""
        columns, masks, weights = self._columns, self._masks, self.weights[left.codes]
        kinds, consistent = len(self.numbers), self.header.consistent
        return Replies(columns, masks, left.codes, weights, kinds, self.win, consistent)

    def costs_after(self, depth: int) -> Costs:
        """What the next guess costs after so many."""
        row, next_row = self._row(depth), self._row(depth + 1)
        return Costs(self._costs[row], self._steps[next_row], self._least[next_row])

    def _parts(self, left: Left, guess: int) -> Iterator[tuple[int, Left]]:
        """The number of each reply that does not win, and what it leaves; the smallest part first.

        Where early guesses cost nothing, the largest first: it is most likely to cost something.
        Of one code, or of two, ``by_size`` already says what they cost.
        """
        replies = self.replies[guess, left.codes]
        sizes = np.bincount(replies, minlength=len(self.numbers))
        for number in np.argsort(sizes if self._costs[0] else -sizes, kind="stable").tolist():
            if sizes[number] > SMALL and number != self.win:
                yield number, self._part(left, guess, number, left.codes[replies == number])

    def representatives(self, left: Left, symmetries: Sequence[Any]) -> Indices:
        """One guess of each kind that symmetries of what is left do not tell apart.

        Before any turn it is the first guess alone, if that is given.

        Raises:
            InvalidCertificate: if one is not a symmetry of the game, or of the codes.
        """
        guesses = left.guesses
        if symmetries:
            if self._symmetries is None:
                raise InvalidCertificate("lists of codes have no symmetries")
            guesses = self._symmetries.first(left, symmetries)
        return guesses if left.depth or self.first is None else self.first


def _compiled_look_ahead() -> _LookAhead:
    # Numba takes longer to import than a small certificate to check.
    from moolab.certificates.kernel import look_ahead

    return look_ahead


def _steps(codes: int, others: int, costs: tuple[int, ...]) -> list[int]:
    """What finding one more secret costs at least, by how many were found before.

    One can be found by the first guess, and behind each guess there are as many others as there
    are replies that do not win.
    """
    steps: list[int] = []
    depth, spent = 0, costs[0]
    while len(steps) < codes:
        steps += [spent] * min(others**depth, codes - len(steps))
        depth += 1
        spent += costs[min(depth, len(costs) - 1)]
    return steps
