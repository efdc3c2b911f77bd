"""How guesses split the candidates: an array for each measure, an element for each guess."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import compress
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from moolab.analysis.partition import BETTER, MeasureName
from moolab.codes.listed import ListedRules
from moolab.codes.listed_table import count_parts, replies_to_columns, weigh_parts
from moolab.codes.numbering import check_listable
from moolab.codes.replies import Reply, counted_replies
from moolab.codes.scorer import Counts, Scorer
from moolab.codes.space import CodeSpace
from moolab.codes.spelling import AnyCodes, several
from moolab.codes.symmetry import number_alike, openings
from moolab.codes.tables import row_length
from moolab.deduction.candidates import Candidates
from moolab.deduction.contradiction import check_consistent
from moolab.deduction.letters import broken_hint, check_hints, check_marks
from moolab.errors import InvalidCode, InvalidCommand, SpaceTooLarge
from moolab.strategies.base import Strategy, contenders
from moolab.strategies.heuristic import Heuristic
from moolab.strategies.listed import Weighed, uses_hints
from moolab.strategies.partition import fresh_guesses, is_too_much
from moolab.strategies.published import Entropy
from moolab.support.checks import check_count
from moolab.support.markup import table
from moolab.support.text import count_noun, quote

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

_DIGITS = 9
"""Decimals that are compared: sums of the same terms in another order differ in the last ones."""


class Measured(NamedTuple):
    """What one guess promises.

    Args:
        entropy: how much the reply tells on average, in bits.
        credited: the same, and more if it can be the secret, as the strategy ``entropy`` has it.
        expected: how many candidates are left on average.
        worst: how many the most frequent reply leaves.
        parts: how many different replies there are.
        can_be_secret: whether it is a candidate.
    """

    guess: str
    entropy: float
    credited: float
    expected: float
    worst: int
    parts: int
    can_be_secret: bool


@dataclass(frozen=True, eq=False, repr=False)
class Measures(Sequence[Measured]):
    """Many guesses, measured; ``measure`` makes them.

    Args:
        replies: what the columns of the next two are.
        sizes: how many candidates give each reply to each guess, shape (guesses, replies).
        weights: how likely these candidates are together, where they are not all alike: whole
            numbers of the same shape.
        recommended: the one of these guesses that a strategy makes, if one was asked.
        numbers: for how many guesses that are alike each of them stands, shape (guesses,); None if
            for itself.
    """

    known: Candidates
    guesses: tuple[str, ...]
    replies: tuple[Reply, ...]
    sizes: Counts
    weights: Counts
    recommended: str | None = None
    numbers: NDArray[np.int64] | None = None

    @cached_property
    def parts(self) -> NDArray[np.int64]:
        """How many different replies each guess can get, shape (guesses,)."""
        parts: NDArray[np.int64] = np.count_nonzero(self.sizes, axis=1)
        return parts

    @cached_property
    def worst(self) -> NDArray[np.int64]:
        """How many candidates the most frequent reply leaves, shape (guesses,)."""
        worst: NDArray[np.int64] = self.sizes.max(axis=1)
        return worst

    @cached_property
    def expected(self) -> Floats:
        """How many candidates are left on average, shape (guesses,)."""
        left: Floats = (self._shares * self.sizes).sum(axis=1)
        return left

    @cached_property
    def entropy(self) -> Floats:
        """How much each reply tells on average, in bits, shape (guesses,)."""
        shares = self._shares
        # A reply that cannot come adds 0 * log2(1).
        told = shares * np.log2(np.where(shares > 0, shares, 1))
        bits: Floats = np.abs(told.sum(axis=1))
        return bits

    @cached_property
    def credited(self) -> Floats:
        """``entropy`` as the strategy of that name compares it, in bits, shape (guesses,).

        A guess is credited with two bits for the secret that it would be, so for the share of the
        candidates that this is.
        """
        won: Floats = self._shares[:, -1]
        return self.entropy + 2 * won

    @cached_property
    def can_be_secret(self) -> NDArray[np.bool_]:
        """Which guesses are candidates, shape (guesses,)."""
        return np.array([guess in self.known for guess in self.guesses], np.bool_)

    @property
    def _shares(self) -> Floats:
        shares: Floats = self.weights / self.weights.sum(axis=1, keepdims=True)
        return shares

    def best(
        self,
        top: int | None = 10,
        by: MeasureName | Iterable[MeasureName] = "entropy",
        *,
        consistent: bool = False,
    ) -> "Measures":
        """The best guesses, the best one first.

        Of equals by all measures, candidates come first, and then the order is as it was.

        Args:
            top: how many; None for all of them.
            by: the measure that decides, or several, the first one first.
            consistent: whether guesses that are not candidates are left out.

        Raises:
            InvalidCommand: if ``by`` is not a measure, or ``top`` not a whole number, 1 or more.
        """
        names = tuple(by) if isinstance(by, Iterable) and not isinstance(by, str) else (by,)
        if top is not None:
            check_count("top", top)
        for name in names:
            if not isinstance(name, str) or name not in BETTER:
                raise InvalidCommand(
                    f"{quote(name)} is not a measure; there are {', '.join(BETTER)}"
                )
        keys = [BETTER[name] * np.round(getattr(self, name), _DIGITS) for name in names]
        order = np.lexsort((~self.can_be_secret, *reversed(keys)))
        return self._of(order, top, consistent=consistent)

    def ranked(self, strategy: Strategy, guess: str, top: int | None = 10) -> "Measures":
        """The best guesses by what a strategy compares, its own guess first.

        One that compares nothing, such as ``random``, or whose first guess was given, has the best
        by ``entropy`` after its own guess.

        Args:
            top: how many; None for all of them.

        Raises:
            InvalidCommand: if ``top`` is not a whole number, 1 or more.
        """
        if top is not None:
            check_count("top", top)
        heuristic = strategy if isinstance(strategy, Heuristic) else Entropy(self.known.rules)
        found = self._of(self._order(heuristic), None, consistent=strategy.consistent)
        found = found.recommending(guess)
        own = found.guesses.index(guess)
        return found._of(np.r_[own, np.delete(np.arange(len(found)), own)], top)

    def recommending(self, guess: str) -> "Measures":
        """The same, with this guess marked as recommended; if it is not among them, at the end."""
        if guess in self.guesses:
            return replace(self, recommended=guess)
        own = measure(self.known, [guess])
        return replace(
            self,
            guesses=(*self.guesses, guess),
            sizes=np.vstack([self.sizes, own.sizes]),
            weights=np.vstack([self.weights, own.weights]),
            numbers=None if self.numbers is None else np.append(self.numbers, 1),
            recommended=guess,
        )

    def _order(self, heuristic: Heuristic) -> Indices:
        rules = self.known.rules
        weighed = Weighed(np.ones(len(self.known), np.int64), None)
        if isinstance(rules, ListedRules) and (rules.weights or rules.costs):
            rows = np.array([rules.numbers[guess] for guess in self.guesses], np.int32)
            weighed = Weighed.of(rules, self.known, rows)
        return weighed.order(heuristic, self.sizes, self.weights)

    def _of(self, rows: Indices, top: int | None, *, consistent: bool = False) -> "Measures":
        if consistent:
            rows = rows[self.can_be_secret[rows]]
        rows = rows[:top]
        guesses = tuple(self.guesses[row] for row in rows)
        numbers = None if self.numbers is None else self.numbers[rows]
        sizes, weights = self.sizes[rows], self.weights[rows]
        return replace(self, guesses=guesses, sizes=sizes, weights=weights, numbers=numbers)

    def columns(self) -> dict[str, NDArray[np.generic]]:
        """The measures by name, as ``pandas.DataFrame`` takes them; each of shape (guesses,)."""
        numbers = {} if self.numbers is None else {"number": self.numbers}
        measures = {name: getattr(self, name) for name in Measured._fields[1:]}
        return {"guess": np.array(self.guesses)} | measures | numbers

    def __len__(self) -> int:
        return len(self.guesses)

    @overload
    def __getitem__(self, index: int) -> Measured: ...

    @overload
    def __getitem__(self, index: slice) -> "Measures": ...

    def __getitem__(self, index: int | slice) -> "Measured | Measures":
        if isinstance(index, slice):
            return self._of(np.arange(len(self))[index], None)
        return self._row(range(len(self))[index])

    def __iter__(self) -> Iterator[Measured]:
        return map(self._row, range(len(self)))

    def _row(self, index: int) -> Measured:
        return Measured(
            self.guesses[index],
            float(self.entropy[index]),
            float(self.credited[index]),
            float(self.expected[index]),
            int(self.worst[index]),
            int(self.parts[index]),
            bool(self.can_be_secret[index]),
        )

    def __repr__(self) -> str:
        return self.text(sys.maxsize)

    def text(self, width: int) -> str:
        """A table for a terminal of this width; in a narrow one each guess has several lines."""
        rows = [Measured._fields, *self._cells()]
        blocks: list[list[list[str]]] = []
        for column in zip(*rows, strict=True):
            cells = [cell.rjust(max(map(len, column))) for cell in column]
            room = width - sum(len(each[0]) + 2 for each in blocks[-1]) if blocks else 0
            if room < len(cells[0]):
                blocks.append([[_INDENT] * len(rows)] if blocks else [])
            blocks[-1].append(cells)
        texts = [["  ".join(row) for row in zip(*block, strict=True)] for block in blocks]
        lines = [line for row in zip(*texts, strict=True) for line in row]
        lines += [f"({count_noun(len(self), 'guess')})"] * (len(self) > _SHOWN)
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        caption = count_noun(len(self), "guess") if len(self) > _SHOWN else ""
        return table(Measured._fields, self._cells(), caption)

    def _cells(self) -> Iterator[tuple[str, ...]]:
        for row in self[:_SHOWN]:
            guess = f"> {row.guess}" if row.guess == self.recommended else row.guess
            bits = f"{row.entropy:.3f}", f"{row.credited:.3f}"
            yes = "yes" if row.can_be_secret else "no"
            yield guess, *bits, f"{row.expected:.2f}", f"{row.worst:,}", str(row.parts), yes


_INDENT = "  "
"""What further lines about a guess begin with."""

_SHOWN = 20
"""Guesses that are shown."""


def measure(
    known: Candidates,
    guesses: "AnyCodes | None" = None,
    *,
    distinct: bool = True,
    hard: bool = False,
) -> Measures:
    """How guesses split the candidates.

    Args:
        known: at least one candidate. Where replies can be wrong, the likeliest count.
        guesses: those to be measured (default: all).
        distinct: unless ``guesses`` are given, whether to measure only those that differ: of those
            that only swap symbols or places that no guess has had yet, the first one.
        hard: whether guesses have to use all that replies have shown: the hard mode of the word
            game.

    Raises:
        InvalidCode: if a guess is not a code of the game, or breaks hard mode.
        InvalidRules: if ``hard`` is asked for where replies do not mark letters, or can be wrong.
        ContradictoryReplies: if there is no candidate.
        SpaceTooLarge: if the codes cannot be listed, or this takes too long.

    >>> from moolab.deduction.candidates import candidates
    >>> few = measure(candidates("ab4x10", "1389=00 1234=02 1759=11"))
    >>> few.best(2)
    guess  entropy  credited  expected  worst  parts  can_be_secret
     2457    1.922     2.322      1.40      2      4            yes
     2745    1.922     2.322      1.40      2      4            yes
    """
    rules = known.rules
    check_listable(rules)
    check_consistent(known)
    known = contenders(known)
    chosen = (
        None if guesses is None else tuple(map(rules.code, several(guesses, row_length(rules))))
    )
    if hard:
        _check_hard(known, chosen or ())
    if isinstance(rules, ListedRules):
        return _measure_listed(rules, known, chosen, hard=hard)
    compared = _compared(known, chosen, distinct=distinct)
    if is_too_much(rules, compared.size, len(known)):
        raise SpaceTooLarge(
            f"comparing {count_noun(compared.size, 'guess')} with "
            f"{count_noun(len(known), 'candidate')} of {rules} takes too long: name some guesses"
            + ", or only measure distinct ones"
            * (chosen is None and not distinct)
        )
    blocks = [known.pack()] if known.history else CodeSpace(rules).blocks()
    sizes = reduce(np.add, map(compared.count, blocks))
    texts = tuple(CodeSpace(rules).unpack(compared.guesses))
    found = Measures(known, texts, tuple(counted_replies(rules.places)), sizes, sizes)
    if chosen is not None or not distinct:
        return found
    numbers = [number_alike(rules, text, _used(known)) for text in texts]
    return replace(found, numbers=np.array(numbers, np.int64))


def _check_hard(known: Candidates, guesses: Iterable[str]) -> None:
    check_marks(known.rules)
    check_hints(known)
    for guess in guesses:
        if (broken := broken_hint(known.history, guess)) is not None:
            raise InvalidCode(f"{quote(guess)}: {broken}")


def _used(known: Candidates) -> frozenset[str]:
    """The symbols that some guess has held."""
    return frozenset("".join(turn.guess for turn in known.history))


def _compared(known: Candidates, chosen: tuple[str, ...] | None, *, distinct: bool) -> Scorer:
    rules = known.rules
    if chosen is None and not distinct:
        return fresh_guesses(rules, frozenset(rules.alphabet))
    if chosen is None and known.history:
        return fresh_guesses(rules, _used(known))
    return Scorer.of(rules, CodeSpace(rules).pack(openings(rules) if chosen is None else chosen))


def _measure_listed(
    rules: ListedRules, known: Candidates, chosen: tuple[str, ...] | None, *, hard: bool
) -> Measures:
    columns = np.array([rules.numbers[code] for code in known], np.int32)
    usual = rules.others if rules.identifies and len(known) > 1 else rules.guesses
    if hard and chosen is None:
        usual = tuple(compress(usual, uses_hints(rules, known.history)))
    texts = usual if chosen is None else chosen
    rows = [rules.numbers[guess] for guess in texts]
    table = replies_to_columns(rules, columns)[rows]
    sizes = count_parts(table, len(rules.replies))
    weights = sizes
    if rules.weights:
        of_columns = np.array(rules.weights_of(known), np.int64)
        weights = weigh_parts(table, len(rules.replies), of_columns)
    return Measures(known, texts, rules.replies, sizes, weights)
