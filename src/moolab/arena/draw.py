"""The secrets of the arena, the same for all players."""

from collections.abc import Iterator
from random import Random

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules


def draw_secrets(rules: Rules, seed: int) -> Iterator[str]:
    """Secrets without end, by the seed; none comes again before all codes have come.

    They are shuffled as far as they are drawn, by R. Durstenfeld's Algorithm 235 (CACM, 1964), so
    that a few secrets of a huge game need no list of its codes.

    >>> from itertools import islice
    >>> " ".join(islice(draw_secrets(Rules.parse("ab2x3"), 1), 12))
    '21 01 12 10 02 20 21 02 10 01 12 20'
    """
    chance = Random(f"arena {rules} {seed}")
    while True:
        moved: dict[int, int] = {}
        for last in reversed(range(rules.size)):
            place = chance.randrange(last + 1)
            end = moved.pop(last, last)
            if place == last:
                yield code_at(rules, end)
            else:
                yield code_at(rules, moved.get(place, place))
                moved[place] = end
