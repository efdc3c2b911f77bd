"""Learning from mistakes: the turns of a game that cost most, to be tried again."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, NamedTuple

from moolab.analysis.game import LABELS, AnalysedTurn
from moolab.analysis.judgement import Judgement, judge
from moolab.analysis.reasons import amount, describe_partition
from moolab.analysis.what_if import WhatIf
from moolab.support.language import translate

THRESHOLD = LABELS["good"]
"""Turns that cost more are worth another try: guesses that are called good are not."""

HINTS = 2
"""What a best guess does; which it is."""

Verdict = Literal["best", "better", "equal", "worse"]
"""What a try is, compared with the guess of the game."""


@dataclass(frozen=True)
class Exercise:
    """A turn to be tried again.

    Args:
        tries: what was guessed instead, before the answer was revealed.
        hints: how many were given; the last of ``HINTS`` reveals the answer.
    """

    turn: AnalysedTurn
    tries: tuple[Judgement, ...] = ()
    hints: int = 0

    def judge(self, guess: str) -> Judgement:
        """Another guess, judged as that of the game was."""
        return judge(self.turn.before, guess)

    def after(self, attempt: Judgement) -> "Exercise":
        """The exercise with one more try; none counts once the answer is revealed."""
        return self if self.revealed else replace(self, tries=(*self.tries, attempt))

    def what_if(self, code: str) -> WhatIf:
        """A code, held against what was known in this turn."""
        return WhatIf(self.turn.before, code)

    @property
    def revealed(self) -> bool:
        """Whether the answer was revealed."""
        return self.hints == HINTS

    @property
    def hint(self) -> str | None:
        """The last hint that was given, as a sentence; None if there was none."""
        best = self.turn.judgement.best
        if self.revealed:
            return translate(
                "{code} is {praise}.", code=best.guess, praise=praise(self.turn.judgement)
            )
        if not self.hints:
            return None
        does = describe_partition(best)
        if best.consistent:
            return translate("A best guess {does}; it can be the secret.", does=does)
        return translate("A best guess {does}; it cannot be the secret.", does=does)

    def verdict(self, attempt: Judgement) -> Verdict:
        """How a try compares with the guess of the game."""
        if attempt.regret == 0:
            return "best"
        if attempt.regret == self.regret:
            return "equal"
        return "better" if attempt.regret < self.regret else "worse"

    @property
    def regret(self) -> Fraction:
        """How many guesses the turn cost as it was played."""
        return self.turn.judgement.regret

    @property
    def found(self) -> bool:
        """Whether a best guess was tried."""
        return any(self.verdict(attempt) == "best" for attempt in self.tries)

    @property
    def gained(self) -> Fraction:
        """How many guesses less the best of the tries costs, 0 if none costs less."""
        return self.regret - min([self.regret, *(attempt.regret for attempt in self.tries)])


def exercises(turns: Iterable[AnalysedTurn], threshold: float = float(THRESHOLD)) -> list[Exercise]:
    """The turns that are to be tried again.

    Args:
        threshold: in guesses, or in shares of what they cost; turns that waste more.

    >>> from moolab.analysis.game import analyse
    >>> game = analyse("ab3x5", "012=02 134=20 130=30")
    >>> (exercise,) = exercises(game.turns)
    >>> [exercise.verdict(exercise.judge(guess)) for guess in ("120", "013", "103", "123")]
    ['worse', 'equal', 'better', 'best']
    """
    return [Exercise(turn) for turn in turns if turn.judgement.wasted > threshold]


class Results(NamedTuple):
    """What has come of the exercises.

    Args:
        turns: how many there were.
        found: in how many of them a best guess was found.
        at_once: in how many at the first try.
        regret: how many guesses these turns cost in the game.
        gained: how many of them the tries win back.
    """

    turns: int
    found: int
    at_once: int
    regret: Fraction
    gained: Fraction

    @classmethod
    def of(cls, done: Iterable[Exercise]) -> "Results":
        """The results of exercises."""
        tried = list(done)
        found = [exercise for exercise in tried if exercise.found]
        return cls(
            turns=len(tried),
            found=len(found),
            at_once=sum(len(exercise.tries) == 1 for exercise in found),
            regret=sum((exercise.regret for exercise in tried), Fraction(0)),
            gained=sum((exercise.gained for exercise in tried), Fraction(0)),
        )


def cost(judgement: Judgement) -> str:
    """The regret of a guess in words; one that is not exact is about so much.

    >>> from moolab.deduction.candidates import candidates
    >>> cost(judge(candidates("mm4x6"), "0000"))
    '0.53 guesses'
    """
    return translate(
        "{amount} guesses", amount=amount(judgement.regret, exact=judgement.method == "exact")
    )


def praise(judgement: Judgement) -> str:
    """What the best guess can be called: where not all can be searched there can be a better one.

    >>> from moolab.deduction.candidates import candidates
    >>> praise(judge(candidates("mm4x6"), "0000"))
    'a best guess'
    """
    if judgement.method == "exact":
        return translate("a best guess")
    return translate("the best guess that was found")
