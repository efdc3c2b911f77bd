"""The fewest guesses that beat a maker without a secret: ``python -m benchmarks.evil [GAME ...]``.

Its replies are known beforehand, so this is a puzzle for one: guesses after which a single code is
left. Beside the length of a shortest line, proved by trying all shorter ones, stands the number of
guesses that is enough against any consistent maker, as ``moo optimal --objective worst`` finds it.
"""

import sys
import time
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from moolab.codes.numbering import code_at
from moolab.codes.replies import counted_replies, pack_reply
from moolab.codes.representatives import representatives
from moolab.codes.rules import Rules
from moolab.codes.scorer import Scorer, score
from moolab.codes.space import every_code
from moolab.games.duel.duel import Setup
from moolab.games.duel.game import GAME
from moolab.search.optimal import find

GAMES = [
    *("emms4x4", "ab3x6", "ab3x8", "ab3x10", "mm3x3", "mm3x6", "mm3x10"),
    *("ab4x6", "ab4x7", "ab4x8", "ab4x9", "ab4x10"),
    *("mm4x4", "mm4x5", "mm4x6", "mm4x7", "ab5x7"),
]

_SYMMETRIC = 2
"""Up to so many guesses before, it pays to look for those that are alike."""

Indices = NDArray[np.int64]


class Lines:
    """Looks for lines of guesses that beat the maker of a game.

    >>> lines = Lines(Rules.parse("ab2x3"))
    >>> lines.within(2), lines.within(3)
    (None, ['01', '02', '20'])
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._codes = every_code(rules)
        self._probes = Scorer.of(rules, self._codes)
        self._replies = counted_replies(rules.places)
        self._hopeless: dict[bytes, int] = {}

    def shortest(self) -> list[str]:
        """A shortest line."""
        most = 1
        while (line := self.within(most)) is None:
            most += 1
        return line

    def within(self, most: int) -> list[str] | None:
        """A line of at most so many guesses; None if there is none."""
        return self._from(np.arange(self._rules.size), (), most)

    def _from(self, left: Indices, before: tuple[str, ...], most: int) -> list[str] | None:
        """The rest of a line.

        Args:
            left: the codes that are possible after the guesses ``before``.
        """
        if len(left) == 1:
            return [code_at(self._rules, int(left[0]))]
        name = left.tobytes()
        if self._hopeless.get(name, 0) >= most:
            return None
        for guess, rest in self._steps(left, before, most):
            line = self._from(rest, (*before, guess), most - 1)
            if line is not None:
                return [guess, *line]
        self._hopeless[name] = most
        return None

    def _steps(
        self, left: Indices, before: tuple[str, ...], most: int
    ) -> Iterator[tuple[str, Indices]]:
        """Guesses, each with what the maker leaves, the fewest codes first.

        Only those after which ``most - 1`` guesses may be enough.
        """
        room = len(self._rules.replies) ** (most - 2) if most > 1 else 0
        codes = self._codes[:, left]
        counts = self._probes.count(codes)
        if len(before) <= _SYMMETRIC:
            guesses = representatives(self._rules, before)
        else:
            guesses = np.arange(self._rules.size, dtype=np.int32)
        largest = counts[guesses].max(axis=1)
        seen = set()
        for index in guesses[np.argsort(largest, kind="stable")]:
            if counts[index].max() > min(room, len(left) - 1):
                return
            guess = code_at(self._rules, int(index))
            # Of equal counts the first, as the maker chooses.
            reply = self._replies[int(counts[index].argmax())]
            rest = left[score(self._rules, guess, codes) == pack_reply(reply)]
            name = rest.tobytes()
            if name not in seen:
                seen.add(name)
                yield guess, rest


def replayed(rules: Rules, line: list[str]) -> str:
    """The line with the replies of a game in which it is played, and wins."""
    setup = Setup.new(rules, role="breaker", maker="evil")
    duel = GAME.replay(setup, [f"guess {guess}" for guess in line])
    assert duel.outcome == "won"
    return " ".join(map(str, duel.yours))


if __name__ == "__main__":
    print("game     guesses  any maker  seconds  line")
    for name in sys.argv[1:] or GAMES:
        rules = Rules.parse(name)
        start = time.process_time()
        line = Lines(rules).shortest()
        seconds = time.process_time() - start
        worst = find(rules, "worst").max
        print(
            f"{name:<8} {len(line):>7} {worst:>10} {seconds:>8.1f}  {replayed(rules, line)}",
            flush=True,
        )
