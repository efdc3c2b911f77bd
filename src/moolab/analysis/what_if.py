"""A code before it is guessed: whether it can be the secret, and what it would tell."""

from dataclasses import dataclass

from moolab.analysis.partition import Partition
from moolab.analysis.reasons import describe_partition
from moolab.codes.numbering import can_be_secret
from moolab.codes.replies import Reply
from moolab.deduction.candidates import Candidates
from moolab.support.language import translate, translate_plural
from moolab.support.text import join_words


@dataclass(frozen=True)
class WhatIf:
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

        None, if it can be guessed, but is not one of the secrets.

        >>> from moolab.deduction.candidates import candidates
        >>> WhatIf(candidates("ab4x10", "1234=02 1389=10"), "5012").clashes
        {2: Reply(bulls=0, cows=1)}
        """
        rules = self.known.rules
        if not can_be_secret(rules, self.code):
            return {}
        return {
            number: rules.reply_rule(turn.guess, self.code)
            for number, turn in enumerate(self.known.history, start=1)
            if not turn.fits(rules, self.code)
        }

    @property
    def verdict(self) -> str:
        """Whether it can be the secret, and if not, why, in a sentence.

        >>> from moolab.deduction.candidates import candidates
        >>> history = "1234=02 1389=10"
        >>> for mistakes in (0, 1):
        ...     WhatIf(candidates("ab4x10", history, mistakes), "5012").verdict
        '5012 cannot be the secret: then 1389 would have got 01 in turn 2, not 10.'
        '5012 can be the secret if the reply in turn 2 is wrong.'
        """
        if not self.consistent:
            return self._obstacle
        if not self.clashes:
            return translate("{code} can be the secret.", code=self.code)
        return translate_plural(
            "{code} can be the secret if the [reply|replies] in [turn|turns] {turns} [is|are] "
            "wrong.",
            len(self.clashes),
            code=self.code,
            turns=join_words(self.clashes),
        )

    @property
    def in_words(self) -> str:
        """The verdict, and what the code promises where that can be counted.

        Where replies can be wrong, this is for the likeliest codes.

        >>> from moolab.deduction.candidates import candidates
        >>> known = candidates("ab4x10", "1234=02 1389=10")
        >>> WhatIf(known, "0325").in_words
        '0325 can be the secret. It splits 88 codes into 11 groups, largest 19.'
        """
        known = self.known
        if known.known_count == 1:
            if self.consistent:
                return translate("{code} is the only code left.", code=self.code)
            return self.verdict
        # All strategies look at these, and no code of theirs belongs to several groups.
        likeliest = known.likeliest
        if not likeliest.countable:
            return self.verdict
        fewest = likeliest.mistakes
        does = describe_partition(Partition.of(likeliest, self.code))
        if fewest == known.mistakes:
            return translate("{verdict} It {does}.", verdict=self.verdict, does=does)
        if not fewest:
            return translate(
                "{verdict} If no reply is wrong, it {does}.", verdict=self.verdict, does=does
            )
        return translate_plural(
            "{verdict} If {number} [reply|replies] [is|are] wrong, it {does}.",
            fewest,
            verdict=self.verdict,
            does=does,
        )

    @property
    def _obstacle(self) -> str:
        """Why it cannot be the secret: that it was guessed before, if so, else the first clash."""
        code = self.code
        known, clashes = self.known, self.clashes
        if not clashes:
            return translate("{code} can be guessed, but is not in the list of secrets.", code=code)
        decisive = [n for n in clashes if known.history[n - 1].rules_out(known.rules, self.code)]
        if known.mistakes and not decisive:
            return translate(
                "{code} cannot be the secret: the replies in turns {turns} would be wrong, and "
                "only {most} may be.",
                code=code,
                turns=join_words(clashes),
                most=known.mistakes,
            )
        number = min(decisive or clashes)
        guess, reply = known.history[number - 1]
        if guess == code:
            return translate(
                "{code} cannot be the secret: it got {reply} in turn {turn}.",
                code=code,
                reply=self._said(reply),
                turn=number,
            )
        return translate(
            "{code} cannot be the secret: then {guess} would have got {other} in turn {turn}, not "
            "{reply}.",
            code=code,
            guess=guess,
            other=self._said(clashes[number]),
            turn=number,
            reply=self._said(reply),
        )

    def _said(self, reply: Reply) -> str:
        # Where symbols are shown as pegs, two digits would be two of them.
        return reply.words if self.known.rules.family == "mm" else str(reply)
