"""Opponents with human weaknesses: they guess what fits the replies as they remember them.

How strong each is, is measured by ``python -m benchmarks.opponents``.
"""

from abc import abstractmethod
from random import Random as Generator
from typing import ClassVar

from moolab.codes.numbering import check_listable
from moolab.codes.replies import Reply
from moolab.deduction.candidates import Candidates
from moolab.deduction.candidates import candidates as fitting_codes
from moolab.deduction.history import Turn, format_history
from moolab.deduction.letters import ELSEWHERE, RIGHT
from moolab.strategies.base import Strategy

_SWAPPED = str.maketrans(RIGHT + ELSEWHERE, ELSEWHERE + RIGHT)

_TRIES = 20
"""Codes that come to mind before it forgets one turn more; mostly the first will do."""


class Fallible(Strategy):
    """Guesses a code that fits what it remembers, all such codes equally likely.

    Before each guess it remembers every turn anew. If nothing fits, it forgets the oldest turn, and
    so on. It never guesses a code twice.
    """

    chance: ClassVar = True

    @abstractmethod
    def remember(self, turn: Turn, chance: Generator) -> Turn | None:
        """A turn as it comes to mind; None if it does not."""

    def _others(self, turn: Turn) -> list[Reply]:
        """The replies that the turn might have got instead, without winning; itself if none."""
        wrong = self.rules.replies_to(turn.guess)
        return [each for each in wrong if each not in (turn.reply, self.rules.win)] or [turn.reply]

    def check_playable(self, mistakes: int = 0) -> None:  # noqa: ARG002 - all the same
        check_listable(self.rules)

    def choose(self, candidates: Candidates) -> str:
        check_listable(self.rules)
        likeliest = candidates.likeliest
        chance = Generator(f"{self.seed} {format_history(candidates.history)}")
        if not self.consistent:
            memories = (self.remember(turn, chance) for turn in candidates.history)
            remembered = [memory for memory in memories if memory is not None]
            guessed = {turn.guess for turn in candidates.history}
            for forgotten in range(len(remembered) + 1):
                fitting = fitting_codes(self.rules, tuple(remembered[forgotten:]))
                for _ in range(_TRIES if fitting.count else 0):
                    guess = _draw(fitting, chance)
                    if guess not in guessed:
                        return guess
        return _draw(likeliest, chance)


class Calf(Fallible):
    """Forgets every second turn.

    >>> from moolab.codes.rules import Rules
    >>> known = fitting_codes("ab4x10", "1389=00 1234=02 1759=11")
    >>> Calf(Rules.parse("ab4x10"), seed=1).guess(known)
    '2057'
    """

    def remember(self, turn: Turn, chance: Generator) -> Turn | None:
        return turn if chance.random() < 1 / 2 else None


class Heifer(Fallible):
    """Remembers a wrong number of cows for one turn in five.

    Where replies do not say how many cows there are, it is another reply, with as many bulls if
    there is one.
    """

    def remember(self, turn: Turn, chance: Generator) -> Turn | None:
        # One in four is drawn anew, and can be the right one.
        if chance.random() >= 1 / 4:
            return turn
        replies = [reply for reply in self.rules.replies if reply.bulls == turn.reply.bulls]
        if len(replies) == 1 and not self.rules.counted:
            replies = self._others(turn)
        return turn._replace(reply=chance.choice(replies))


class Steer(Fallible):
    """Takes bulls for cows, and cows for bulls, in one turn of seven.

    Where places are marked, it exchanges these marks; where replies say neither, it is another one.
    """

    def remember(self, turn: Turn, chance: Generator) -> Turn | None:
        if chance.random() >= 1 / 7:
            return turn
        if not (self.rules.counted or self.rules.marked):
            return turn._replace(reply=chance.choice(self._others(turn)))
        swapped = str(turn.reply).translate(_SWAPPED)
        if self.rules.counted:
            swapped = str(Reply(turn.reply.cows, turn.reply.bulls))
        possible = (reply for reply in self.rules.replies if str(reply) == swapped)
        found = next(possible, turn.reply)
        return turn if found == self.rules.win else turn._replace(reply=found)


def _draw(candidates: Candidates, chance: Generator) -> str:
    return candidates[chance.randrange(candidates.count)]
