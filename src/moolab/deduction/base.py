"""What all candidates have in common."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING, overload

from moolab.codes.numbering import LISTABLE, can_be_secret
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.codes.spelling import AnyCode
from moolab.deduction.history import (
    AnyTurn,
    History,
    Turn,
    check_length,
    format_history,
    parse_history,
)
from moolab.errors import InvalidCode
from moolab.support.markup import table
from moolab.support.text import count_noun

if TYPE_CHECKING:
    from moolab.codes.space import Codes

_SHOWN = 3
"""Candidates that are shown as a sample."""


@dataclass(frozen=True, repr=False)
class Candidates(ABC):
    """The codes that can be the secret after a history, in numeric order; immutable.

    ``candidates(rules)`` makes one, ``after`` narrows it down. Rules, history and ``mistakes``
    determine the codes, so these alone are compared.

    Args:
        mistakes: how many replies can be wrong, those that win or deny a win excepted.

    >>> from moolab.deduction.candidates import candidates
    >>> left = candidates("ab4x10", "1389=00 1234=02")
    >>> left
    <84 candidates of ab4x10 after 1389=00 1234=02: 0425, 0426, 0427, ...>
    """

    rules: Rules
    history: History
    mistakes: int = field(default=0, kw_only=True)

    @property
    @abstractmethod
    def count(self) -> int:
        """How many there are.

        Raises:
            SpaceTooLarge: if the game is too large to count them.
        """

    @property
    def known_count(self) -> int | None:
        """How many there are; None if the game is too large to count them."""
        return self.count if self.countable or not self.history else None

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
            IndexError: if there are fewer.
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
        """``count``."""
        return self.count

    def __bool__(self) -> bool:
        return not self.none_left

    def __repr__(self) -> str:
        known = str(self.rules)
        if self.history:
            known += f" after {format_history(self.history)}"
        if self.mistakes:
            known += f" with up to {count_noun(self.mistakes, 'mistake')}"
        if self.known_count is None:
            return f"<too many candidates of {known} to count>"
        if not self.countable:
            return f"<{count_noun(self.count, 'candidate')} of {known}>"
        sample = ", ".join([*self[:_SHOWN], *["..."] * (self.count > _SHOWN)])
        return f"<{count_noun(self.count, 'candidate')} of {known}{sample and ': '}{sample}>"

    def _row(self) -> dict[str, object]:
        """What a notebook shows of them in a line."""
        return {"candidates": self.count, "such as": repr(self).strip("<>").partition(": ")[2]}

    def _repr_html_(self) -> str:
        turns = [(turn.guess, turn.reply) for turn in self.history]
        return table(("guess", "reply"), turns, repr(self).strip("<>"))

    def after(self, turn: "AnyTurn") -> "Candidates":
        """Those that can still be the secret after one turn more; there can be none.

        Args:
            turn: a ``Turn``, a pair of a guess and its reply, or a text such as ``1389=00``.

        Raises:
            InvalidTurn: if it is none of these, or there are 64 turns already.
            InvalidCode: if the guess is not a code of the game.
            InvalidReply: if the reply is impossible.
        """
        return self._after_all(parse_history(self.rules, [turn]))

    def _after_all(self, history: History) -> "Candidates":
        check_length(len(self.history) + len(history))
        return reduce(lambda left, turn: left._after(turn), history, self)

    @abstractmethod
    def _after(self, turn: Turn) -> "Candidates":
        """As ``after``, for a turn that is known to be one of this game."""

    def next_after(self, code: "AnyCode") -> str | None:
        """The first candidate behind ``code`` in cyclic numeric order (``code`` itself comes last).

        None if there are no candidates.

        Raises:
            InvalidCode: if it is not a code of the game.
        """
        return self._next_after(self.rules.code(code))

    @abstractmethod
    def _next_after(self, code: str) -> str | None:
        """As ``next_after``, for a code that is known to be one of this game."""

    @property
    def countable(self) -> bool:
        """Whether the codes of the game can be counted after any turn."""
        return self.rules.size <= LISTABLE

    def split(self, guess: "AnyCode") -> dict[Reply, int]:
        """How many codes each reply to ``guess`` would leave, in numeric order of the replies.

        Where no reply can be wrong, these are the candidates that would give it. Replies that
        would leave none are left out.

        Raises:
            InvalidCode: if the guess is not a code of the game.
            SpaceTooLarge: if the game is not ``countable``.
        """
        return self._split(self.rules.code(guess))

    @abstractmethod
    def _split(self, guess: str) -> dict[Reply, int]:
        """As ``split``, for a guess that is known to be a code of this game."""

    def part_sizes(self, guess: "AnyCode") -> dict[Reply, int] | None:
        """As ``split``; None where the codes are too many to count."""
        return self.split(guess) if self.countable else None

    def parts(self, guess: "AnyCode") -> Iterator[tuple[Reply, "Candidates"]]:
        """What each reply to ``guess`` that can occur would leave, in numeric order of the replies.

        All parts are less work than one after the other.

        Raises:
            InvalidCode: if the guess is not a code of the game.
        """
        return self._parts(self.rules.code(guess))

    def _parts(self, guess: str) -> Iterator[tuple[Reply, "Candidates"]]:
        """As ``parts``, for a guess that is known to be a code of this game."""
        for reply in self._split(guess):
            yield reply, self._after(Turn(guess, reply))

    @abstractmethod
    def pack(self) -> "Codes":
        """All candidates as an array, shape (places, ``count``)."""

    @property
    def likeliest(self) -> "Candidates":
        """Those that make the fewest replies wrong, all of them if no reply can be wrong.

        Its ``mistakes`` is that number.
        """
        return self

    def __contains__(self, code: "AnyCode") -> bool:
        try:
            known = self.rules.code(code)
        except InvalidCode:
            return False
        if not can_be_secret(self.rules, known):
            return False
        wrong = sum(not turn.fits(self.rules, known) for turn in self.history)
        return wrong <= self.mistakes and not any(
            turn.rules_out(self.rules, known) for turn in self.history
        )

    @property
    def found(self) -> bool:
        """Whether the secret was guessed, or is known in a game where it has only to be known."""
        if self.rules.identifies:
            return self.count == 1
        return bool(self.history) and self.history[-1].reply == self.rules.win

    @property
    def none_left(self) -> bool:
        """Whether no code fits: some replies contradict each other."""
        return self.count == 0
