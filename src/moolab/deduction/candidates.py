"""The codes that can still be the secret, filtered turn by turn."""

import sys
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING, overload

from moolab.codes.numbering import LISTABLE, check_listable, index_of
from moolab.codes.replies import Reply, partition
from moolab.codes.rules import Rules
from moolab.deduction.history import (
    AnyHistory,
    AnyTurn,
    History,
    Turn,
    format_history,
    parse_history,
)
from moolab.deduction.sieve import listed, sieve
from moolab.support.text import counted

if TYPE_CHECKING:
    from moolab.codes.space import Codes

PLAIN = 20_000
"""Games of up to this many codes are played in plain Python: it answers before NumPy and Numba
would have been imported."""

_SHOWN = 3
"""Candidates that are shown as a sample."""


@dataclass(frozen=True, repr=False)
class Candidates(ABC):
    """The codes that can be the secret after a history, in numeric order; immutable.

    ``candidates(rules)`` makes one, ``after`` narrows it down. Rules, history and ``mistakes``
    determine the codes, so these alone are compared.

    Args:
        mistakes: how many replies may be wrong, those that win or deny a win excepted.

    >>> left = candidates("ab4x10", "1389=00 1234=02")
    >>> left
    <84 candidates of ab4x10 after 1389=00 1234=02: 0425, 0426, 0427, ...>
    >>> len(left), left[0], left[-2:]
    (84, '0425', ('7542', '7642'))
    """

    rules: Rules
    history: History
    mistakes: int = field(default=0, kw_only=True)

    @property
    @abstractmethod
    def count(self) -> int | None:
        """How many there are; None if the game is too large to count them."""

    @property
    def nbytes(self) -> int:
        """About how many bytes they take in memory."""
        return 0

    @abstractmethod
    def __iter__(self) -> Iterator[str]:
        """The candidates in numeric order."""

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...

    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        """The candidate at an index in numeric order, or those of a slice, as of any sequence.

        Raises:
            IndexError: if there are not so many.
            SpaceTooLarge: if the game is too large to list them.
        """
        if isinstance(index, slice):
            return self._at(range(len(self))[index])
        if not -len(self) <= index < len(self):
            raise IndexError(f"there is no candidate {index} of {len(self):,}")
        first = index % len(self)
        return self._at(range(first, first + 1))[0]

    @abstractmethod
    def _at(self, indices: range) -> Sequence[str]:
        """The candidates at these indices, each of them at least 0 and less than ``count``."""

    def __len__(self) -> int:
        """``count``, where it is not None.

        Raises:
            SpaceTooLarge: if the game is too large to count them.
        """
        if self.count is None:
            check_listable(self.rules)
        assert self.count is not None, "listable games are counted"
        return self.count

    def __bool__(self) -> bool:
        return not self.none_left

    def __repr__(self) -> str:
        known = str(self.rules)
        if self.history:
            known += f" after {format_history(self.history)}"
        if self.mistakes:
            known += f" with up to {counted(self.mistakes, 'mistake')}"
        if self.count is None:
            return f"<too many candidates of {known} to count>"
        if not self.countable:
            return f"<{counted(self.count, 'candidate')} of {known}>"
        sample = ", ".join([*self[:_SHOWN], *["..."] * (self.count > _SHOWN)])
        return f"<{counted(self.count, 'candidate')} of {known}{sample and ': '}{sample}>"

    def after(self, turn: AnyTurn) -> "Candidates":
        """Those that can still be the secret after one turn more; there may be none.

        Args:
            turn: a ``Turn``, a pair of a guess and its reply, or a text such as ``1389=00``.

        Raises:
            InvalidTurn: if it is none of these.
            InvalidCode: if the guess is not a code of the game.
            InvalidReply: if the reply is impossible.
        """
        return self._after_all(parse_history(self.rules, [turn]))

    def _after_all(self, history: History) -> "Candidates":
        return reduce(lambda left, turn: left._after(turn), history, self)

    @abstractmethod
    def _after(self, turn: Turn) -> "Candidates":
        """As ``after``, for a turn that is known to be one of this game."""

    @abstractmethod
    def next_after(self, code: str) -> str | None:
        """The first candidate behind ``code`` in cyclic numeric order (``code`` itself comes last).

        None if there are no candidates.
        """

    @property
    def countable(self) -> bool:
        """Whether the codes of the game can be counted after any turn."""
        return self.rules.size <= LISTABLE

    @abstractmethod
    def split(self, guess: str) -> dict[Reply, int]:
        """How many codes each reply to ``guess`` would leave, in numeric order of the replies.

        Where no reply may be wrong, these are the candidates that would give it. Replies that
        would leave none are left out.

        Raises:
            SpaceTooLarge: if the game is not ``countable``.
        """

    def parts(self, guess: str) -> Iterator[tuple[Reply, "Candidates"]]:
        """What each reply to ``guess`` that can occur would leave, in numeric order of the replies.

        All parts are less work than one after the other.
        """
        for reply in self.split(guess):
            yield reply, self._after(Turn(guess, reply))

    @abstractmethod
    def packed(self) -> "Codes":
        """All candidates as an array for the kernels, shape (places, ``count``)."""

    @property
    def likeliest(self) -> "Candidates":
        """Those that make the fewest replies wrong, all of them if no reply may be wrong.

        Its ``mistakes`` is that number.
        """
        return self

    def __contains__(self, code: str) -> bool:
        wrong = sum(not turn.fits(self.rules, code) for turn in self.history)
        return wrong <= self.mistakes and not any(
            turn.rules_out(self.rules, code) for turn in self.history
        )

    @property
    def none_left(self) -> bool:
        """Whether no code fits: some replies contradict each other."""
        return self.count == 0


@dataclass(frozen=True, repr=False)
class PlainCandidates(Candidates):
    """Candidates of a small game, as a tuple of texts."""

    codes: tuple[str, ...] = field(repr=False, compare=False)

    @property
    def count(self) -> int:
        return len(self.codes)

    @property
    def nbytes(self) -> int:
        # The texts themselves are those of ``listed``, which all games share.
        return sys.getsizeof(self.codes)

    def __iter__(self) -> Iterator[str]:
        return iter(self.codes)

    def _at(self, indices: range) -> Sequence[str]:
        return tuple(map(self.codes.__getitem__, indices))

    def _after(self, turn: Turn) -> "PlainCandidates":
        kept = tuple(filter(sieve(self.rules, turn), self.codes))
        return PlainCandidates(self.rules, (*self.history, turn), kept)

    def next_after(self, code: str) -> str | None:
        if not self.codes:
            return None
        place = bisect_right(
            self.codes, index_of(self.rules, code), key=lambda other: index_of(self.rules, other)
        )
        return self.codes[place % len(self.codes)]

    def split(self, guess: str) -> dict[Reply, int]:
        rule = self.rules.reply_rule
        return dict(sorted(Counter(rule(guess, code) for code in self.codes).items()))

    def parts(self, guess: str) -> Iterator[tuple[Reply, Candidates]]:
        for reply, codes in partition(self.rules.reply_rule, guess, self.codes).items():
            history = (*self.history, Turn(guess, reply))
            yield reply, PlainCandidates(self.rules, history, tuple(codes))

    def packed(self) -> "Codes":
        from moolab.codes.space import CodeSpace

        return CodeSpace(self.rules).pack(self.codes)


def candidates(rules: Rules | str, history: AnyHistory = (), mistakes: int = 0) -> Candidates:
    """The codes consistent with a history.

    Small games are kept as texts, large ones as packed arrays, and those with more than
    ``LISTABLE`` codes are not listed at all, but searched.

    Args:
        rules: the game, or its notation.
        history: the turns in any form that ``parse_history`` reads.
        mistakes: how many replies may be wrong; never one that wins, or denies a win.

    Raises:
        InvalidRules: if there is no such game.
        InvalidTurn, InvalidCode, InvalidReply: if the history is malformed.
        SpaceTooLarge: if replies may be wrong in a game with too many codes to list.

    >>> left = candidates("ab4x10", "1389=00 1234=02 1759=11")
    >>> left.count, left[0], "2745" in left
    (5, '2457', True)
    >>> candidates("ab4x10", left.history, mistakes=1).count
    254
    """
    rules = Rules.parse(rules)
    turns = parse_history(rules, history)
    every: Candidates
    if mistakes:
        from moolab.deduction.tolerant import every_code

        every = every_code(rules, mistakes)
    elif rules.size <= PLAIN:
        every = PlainCandidates(rules, (), listed(rules))
    elif rules.size <= LISTABLE:
        from moolab.deduction.packed import PackedCandidates

        every = PackedCandidates(rules, (), None)
    else:
        from moolab.deduction.unlisted import UnlistedCandidates

        every = UnlistedCandidates(rules, ())
    return every._after_all(turns)
