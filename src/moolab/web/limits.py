"""Which games are accepted over HTTP, where others wait for the same processors."""

from moolab.codes.rules import Rules
from moolab.deduction.candidates import PLAIN
from moolab.errors import SpaceTooLarge, UnknownStrategy
from moolab.strategies import STRATEGIES
from moolab.words import counted, quoted

MOST_CODES = 10_000_000
"""Codes of the largest game that can be played: a contradiction, which is explained by looking at
all of them, then takes about a second, and the codes that are left some ten megabytes."""

MOST_CODES_COMPARED = 100_000
"""Codes of the largest game for strategies that compare all guesses with all codes: that takes a
second, and some fifteen where kernels have to be compiled first."""

MOST_THINKING = 5
"""Seconds that the computer may think about a stone of trilobite."""

MOST_CODES_WALKED = 100_000
"""Codes of the largest game whose trees are shown, and played against every secret."""

MOST_CODES_SOLVED = 2_000
"""Codes of the largest game whose best tree is looked for."""

LIGHT_STRATEGIES = ("consistent", "random")
"""Strategies that compare nothing."""


def playable(text: str, most: int = MOST_CODES) -> Rules:
    """The rules that a text means, if their codes are not too many.

    Raises:
        InvalidRules: if they are none.
        SpaceTooLarge: if there are more codes.

    >>> playable("ab4x10")
    Rules.parse('ab4x10')
    """
    rules = Rules.parse(text)
    if rules.size > most:
        raise SpaceTooLarge(
            f"{rules} has {counted(rules.size, 'code')}; here, a game may have {most:,}"
        )
    return rules


def named(strategy: str, rules: Rules) -> str:
    """The name of a strategy, if it may play this game here.

    Raises:
        UnknownStrategy: if there is none; tree files are not for the web.
        SpaceTooLarge: if it would have to compare too many codes.
    """
    if strategy not in STRATEGIES:
        raise UnknownStrategy(
            f"{quoted(strategy)} is not a strategy; there are {', '.join(STRATEGIES)}"
        )
    if strategy not in LIGHT_STRATEGIES and rules.size > MOST_CODES_COMPARED:
        raise SpaceTooLarge(
            f"{rules} has {counted(rules.size, 'code')}; here, {strategy} plays games of at most "
            f"{MOST_CODES_COMPARED:,}"
        )
    return strategy


def heavy(rules: Rules, strategy: str = "consistent") -> bool:
    """Whether what a strategy does in a game needs NumPy, or takes long.

    >>> heavy(Rules.parse("ab4x10")), heavy(Rules.parse("ab4x10"), "entropy")
    (False, True)
    """
    return rules.size > PLAIN or strategy not in LIGHT_STRATEGIES
