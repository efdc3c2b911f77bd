"""Whether mixed strategies guarantee what they say, from both sides.

The code-breaker's trees are played on every secret, by code that knows nothing of searches. What
the code-maker is sure of, a search finds: the best answer to a mix whose chances are known.
"""

from collections.abc import Callable

from moolab.errors import InvalidStrategies, InvalidTree
from moolab.mixing.mixes import Mixes, guarantee, totals_of
from moolab.mixing.value import best_answer


def check_mixes(mixes: Mixes, watch: Callable[[str], None] = lambda _: None) -> None:
    """See that the code-breaker needs no more guesses than a file says, and no fewer.

    Args:
        watch: called with what is done next, in words.

    Raises:
        InvalidStrategies: if either bound does not hold, or chances are too fine to be checked.
        SpaceTooLarge: if the best answer to the code-maker cannot be found.
    """
    drawn = []
    for number, (share, tree) in enumerate(mixes.breaker, start=1):
        watch(f"playing tree {number} of {len(mixes.breaker)}")
        try:
            drawn.append((share, totals_of(mixes.rules, tree, consistent=mixes.consistent)))
        except InvalidTree as error:
            raise InvalidStrategies(f"tree {number} is not valid: {error}") from error
    high = guarantee(mixes.rules, drawn)
    if high > mixes.high:
        raise InvalidStrategies(
            f"some secret takes {high} guesses on average, and not {mixes.high} at most"
        )
    watch("looking for the best answer to the code-maker")
    low = best_answer(mixes.rules, [*mixes.maker.values()], consistent=mixes.consistent)
    if low < mixes.low:
        raise InvalidStrategies(
            f"a tree needs {low} guesses on average, and not {mixes.low} at least"
        )
