"""A code that somebody thinks of guessing: whether it can be the secret, and what it would tell."""

from dataclasses import dataclass

from moolab.analysis.outlook import Outlook
from moolab.analysis.reasons import promise
from moolab.codes.replies import Reply
from moolab.deduction.candidates import Candidates


@dataclass(frozen=True)
class Idea:
    """A code, held against what is known.

    Args:
        known: at least one candidate.
        code: any code of the game.
    """

    known: Candidates
    code: str

    @property
    def consistent(self) -> bool:
        """Whether it can be the secret."""
        return self.code in self.known

    @property
    def clashes(self) -> dict[int, Reply]:
        """The turns that it contradicts, from 1, each with the reply that it would have given.

        >>> from moolab.codes.rules import Rules
        >>> from moolab.deduction.candidates import candidates
        >>> from moolab.deduction.history import parse_history
        >>> rules = Rules.parse("ab4x10")
        >>> Idea(candidates(rules, parse_history(rules, "1234=02 1389=10")), "5012").clashes
        {2: Reply(bulls=0, cows=1)}
        """
        rules = self.known.rules
        return {
            number: rules.reply_rule(turn.guess, self.code)
            for number, turn in enumerate(self.known.history, start=1)
            if not turn.fits(rules, self.code)
        }

    @property
    def outlook(self) -> Outlook | None:
        """What it promises; None in games too large to count their codes."""
        split = self.known.split(self.code)
        return None if split is None else Outlook(self.code, self.consistent, split)

    @property
    def verdict(self) -> str:
        """Whether it can be the secret, and if not, why, in a sentence."""
        if self.consistent:
            return f"{self.code} can be the secret."
        number, reply = next(iter(self.clashes.items()))
        turn = self.known.history[number - 1]
        if turn.guess == self.code:
            why = f"it got {turn.reply} in turn {number}"
        else:
            why = f"then {turn.guess} would have got {reply} in turn {number}, not {turn.reply}"
        return f"{self.code} cannot be the secret: {why}."

    @property
    def in_words(self) -> str:
        """The verdict, and what the code promises where that can be counted.

        >>> from moolab.codes.rules import Rules
        >>> from moolab.deduction.candidates import candidates
        >>> from moolab.deduction.history import parse_history
        >>> rules = Rules.parse("ab4x10")
        >>> known = candidates(rules, parse_history(rules, "1234=02 1389=10"))
        >>> Idea(known, "0325").in_words
        '0325 can be the secret. It splits 88 codes into 11 groups, largest 19.'
        """
        outlook = self.outlook
        if outlook is None or (outlook.candidates == 1 and not self.consistent):
            return self.verdict
        if outlook.candidates == 1:
            return f"{self.code} {promise(outlook)}."
        return f"{self.verdict} It {promise(outlook)}."
