"""A game turn by turn: what was known, how good the guess was, and how lucky."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from statistics import fmean
from typing import Literal

from moolab.analysis.judgement import Judgement, judge
from moolab.analysis.partition import information
from moolab.codes.numbering import can_be_secret, check_listable
from moolab.codes.rules import AnyRules, Rules
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.contradiction import check_consistent
from moolab.deduction.history import AnyHistory, History, Turn, parse_history
from moolab.errors import InvalidTurn
from moolab.support.language import translate
from moolab.support.markup import table_of

Side = Literal["yours", "computer"]
"""Who has guessed, in a game of two sides."""

Label = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

LABELS: dict[Label, Fraction] = {
    "best": Fraction(0),
    "good": Fraction(1, 10),
    "inaccuracy": Fraction(1, 4),
    "mistake": Fraction(1, 2),
    "blunder": Fraction(1),
}
"""What a guess is called, by the most that it may waste: guesses, or shares of what it costs."""


@dataclass(frozen=True, repr=False)
class AnalysedTurn:
    """A turn of a game.

    Args:
        number: counted from 1.
        turn: the guess and its reply.
        before, after: what was known before and after it.
        judgement: the guess, judged by what was known before it.
    """

    number: int
    turn: Turn
    before: Candidates
    after: Candidates
    judgement: Judgement

    def __repr__(self) -> str:
        return f"<turn {self.number}: {self.turn} {self.label}>"

    def _row(self) -> dict[str, object]:
        """What a notebook shows of it in a line."""
        judged = self.judgement
        return {
            "guess": self.turn.guess, "reply": self.turn.reply, "codes left": self.after.count,
            "it was": self.label, "regret": f"{float(judged.regret):.2f}",
            "luck": f"{self.luck:.0%}", "best guess": judged.best.guess,
        }  # fmt: skip

    @property
    def label(self) -> Label:
        """How good the guess was, a key of ``LABELS``."""
        wasted = self.judgement.wasted
        return next(label for label, most in LABELS.items() if wasted <= most)

    @property
    def information(self) -> float:
        """How much the reply told, in bits."""
        partition = self.judgement.partition
        # What weighs nothing should not have come: it told as much as a reply can.
        return information(partition.mass, partition.shares[self.turn.reply] or 1)

    @property
    def luck(self) -> float:
        """How lucky the reply was, as ``Judgement.luck`` says."""
        return self.judgement.luck(self.turn.reply)


@dataclass(frozen=True, repr=False)
class Analysis:
    """A game, or what has been played of it.

    Args:
        turns: at least one.
    """

    rules: Rules
    turns: tuple[AnalysedTurn, ...]

    def __repr__(self) -> str:
        played = ", ".join(f"{each.turn} {each.label}" for each in self.turns)
        return f"<analysis of {self.rules}: {played}>"

    def _repr_html_(self) -> str:
        return table_of([each._row() for each in self.turns], str(self.rules))

    @property
    def found(self) -> bool:
        """Whether the secret was found, or is known where it has only to be known."""
        return self.turns[-1].after.found

    @property
    def secret(self) -> str | None:
        """The secret, if it was found or nothing else is left."""
        left = self.turns[-1].after
        return left[0] if left.count == 1 else None

    @property
    def skill(self) -> float:
        """The mean of all turns."""
        return fmean(turn.judgement.skill for turn in self.turns)

    @property
    def luck(self) -> float:
        """The mean of all turns."""
        return fmean(turn.luck for turn in self.turns)

    @property
    def expected(self) -> Fraction:
        """How many guesses the best play needs on average, or what it costs."""
        return self.turns[0].judgement.best_expected

    @property
    def regret(self) -> Fraction:
        """How many guesses were given away, or what was."""
        return sum((turn.judgement.regret for turn in self.turns), Fraction(0))

    @property
    def saved(self) -> Fraction | None:
        """How many guesses luck has saved, less than 0 if it has cost some; None if unfinished.

        What is spent is what the best play needs on average, and what was given away, less luck.
        """
        return self.expected + self.regret - self.spent if self.found else None

    @property
    def spent(self) -> int:
        """How many guesses there were, or what they cost."""
        return sum(turn.judgement.partition.cost for turn in self.turns)


def analyse(rules: "AnyRules", history: "AnyHistory") -> Analysis:
    """Analyse a game, finished or not.

    Args:
        rules: of the game, or their notation; its codes have to be few enough to list.
        history: the guesses and their replies, at least one, in any form that ``parse_history``
            reads.

    Raises:
        InvalidRules, InvalidCode, InvalidReply: if rules or history are malformed.
        InvalidTurn: if there is none, or one after the secret was found.
        ContradictoryReplies: if no code fits.
        SpaceTooLarge: if the codes cannot be counted.

    >>> game = analyse("ab3x5", "012=02 134=20 130=30")
    >>> [(turn.label, round(turn.luck)) for turn in game.turns], round(game.skill)
    ([('best', 15), ('mistake', 81), ('best', 83)], 91)
    """
    rules = Rules.parse(rules)
    return Analysis(rules, tuple(analyse_turns(rules, parse_history(rules, history))))


def analyse_turns(rules: Rules, history: History) -> Iterator[AnalysedTurn]:
    """The turns of a game, analysed one after the other; ``analyse`` says what is refused."""
    known = follow(rules, history)
    for number, turn in enumerate(history, start=1):
        before, after = known[number - 1 : number + 1]
        yield AnalysedTurn(number, turn, before, after, judge(before, turn.guess))


def follow(rules: Rules, history: History) -> list[Candidates]:
    """What is known before a game and after each turn, if that can be analysed.

    Raises:
        InvalidTurn, ContradictoryReplies, SpaceTooLarge: as ``analyse`` does.
    """
    if not history:
        raise InvalidTurn(translate("there is nothing to analyse: no guess was made"))
    wins = [number for number, turn in enumerate(history, 1) if turn.reply == rules.win]
    if wins and wins[0] < len(history):
        raise InvalidTurn(
            translate(
                "turn {wins} found the secret, so there can be no turn after it", wins=wins[0]
            )
        )
    check_listable(rules)
    known = [candidates(rules)]
    for number, turn in enumerate(history, 1):
        if known[-1].found:
            raise InvalidTurn(f"the secret is known before turn {number}: nothing is left to ask")
        if rules.identifies and can_be_secret(rules, turn.guess):
            raise InvalidTurn(f"turn {number} names {turn.guess}, before nothing else is left")
        known.append(known[-1].after(turn))
    check_consistent(known[-1])
    return known
