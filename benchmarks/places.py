"""Codes without repeats, each place answered apart: ``python -m benchmarks.places [MOST_CODES]``.

Prints how many guesses tell which of n colours are at k places, none of them twice, in the worst
case. The reply says of each place whether its colour is right, is elsewhere in the code, or is not
in it; the guess that would win need not be made any more. This is the table A231205 of the
On-Line Encyclopedia of Integer Sequences.
"""

import sys
from contextlib import suppress
from itertools import count, permutations
from math import perm
from string import ascii_lowercase

from moolab.codes.tables import table_rules
from moolab.errors import SearchFailed
from moolab.search.optimal import find

_BEAM = 4


def reply(guess: str, secret: str) -> str:
    """What is said of each place."""
    return "".join(
        "b" if here == there else "w" if here in secret else "g"
        for here, there in zip(guess, secret, strict=True)
    )


def most_guesses(colours: int, places: int) -> int:
    """How many guesses tell the code, in the worst case: the least there can be, proved.

    >>> most_guesses(4, 3)
    2
    """
    codes = ["".join(each) for each in permutations(ascii_lowercase[:colours], places)]
    if len(codes) == 1:
        return 0
    asked = {f"{guess}?": [reply(guess, code) for code in codes] for guess in codes}
    game = table_rules(codes, asked)
    for most in count(1):
        # A beam finds a tree soon where there is one; that there is none takes the whole search.
        for beam in (_BEAM, None):
            with suppress(SearchFailed):
                # By renaming the colours, each first guess becomes this one.
                return find(game, most=most, beam=beam, first=f"{codes[0]}?").max
    raise AssertionError("each guess rules out a code")


def main() -> None:
    """Print a line for each number of colours, from one place on."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    for colours in count(1):
        places = [k for k in range(1, colours + 1) if perm(colours, k) <= most]
        if colours > len(places) + 3:
            return
        line = [most_guesses(colours, k) for k in places]
        print(f"{colours} colours, 1 to {len(line)} places:", *line, flush=True)


if __name__ == "__main__":
    main()
