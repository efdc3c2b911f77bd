"""Many codes compared with one turn, in plain Python, several times as fast as one by one."""

from collections.abc import Callable
from functools import cache, lru_cache
from operator import getitem

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import all_codes
from moolab.codes.replies import standard
from moolab.codes.rules import Rules
from moolab.deduction.history import Turn


@lru_cache(maxsize=8)
def list_codes(rules: Rules) -> tuple[str, ...]:
    """All codes of a small game; many games with the same rules share them.

    >>> list_codes(Rules.parse("ab2x3"))
    ('01', '02', '10', '12', '20', '21')
    """
    return tuple(all_codes(rules))


def sieve(rules: Rules, turn: Turn) -> Callable[[str], bool]:
    """Says of the codes of a small game which ones fit a turn, as ``Turn.fits`` does.

    >>> rules = Rules.parse("ab2x3")
    >>> list(filter(sieve(rules, Turn.parse(rules, "01=01")), list_codes(rules)))
    ['12', '20']
    """
    if rules.reply_rule is not standard or isinstance(rules, ListedRules):
        rule, (guessed, reply) = rules.reply_rule, turn
        return lambda code: rule(guessed, code) == reply
    marks = _marks(rules)
    guess, (bulls, cows) = marks[turn.guess], turn.reply
    in_place = (1 << rules.places * rules.symbols) - 1
    placed, shared = guess & in_place, guess & ~in_place
    both = bulls + cows
    return lambda code: (
        (marks[code] & placed).bit_count() == bulls and (marks[code] & shared).bit_count() == both
    )


@lru_cache(maxsize=8)
def _marks(rules: Rules) -> dict[str, int]:
    """Codes as bits: one for each symbol in its place; above, one for its first, second, ... time.

    So the bits that two codes have in common are their bulls, and above their bulls and cows.
    """
    symbols = list(enumerate(rules.alphabet))
    in_place = [
        {symbol: 1 << place * rules.symbols + number for number, symbol in symbols}
        for place in range(rules.places)
    ]
    above = rules.places * rules.symbols

    @cache
    def times(code: str) -> int:
        return sum(
            1 << above + number * rules.places + time
            for number, symbol in symbols
            for time in range(code.count(symbol))
        )

    return {
        code: sum(map(getitem, in_place, code)) + times("".join(sorted(code)))
        for code in list_codes(rules)
    }
