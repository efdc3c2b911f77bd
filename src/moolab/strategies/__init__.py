"""Who guesses: one file per strategy; ``strategy`` finds one by name."""

from importlib import import_module

from moolab.codes.rules import Rules
from moolab.errors import UnknownStrategy
from moolab.strategies.base import Strategy
from moolab.support.text import quoted

__all__ = ["STRATEGIES", "Strategy", "strategy"]

STRATEGIES = {
    "consistent": "Consistent",
    "random": "Random",
    "minimax": "Minimax",
    "expected": "Expected",
    "entropy": "Entropy",
    "parts": "Parts",
    "emms": "Emms",
}
"""The class of each strategy; its module bears the strategy's name and is imported on demand."""


def strategy(
    name: str,
    rules: Rules | str,
    *,
    seed: int = 0,
    start: str | None = None,
    consistent: bool = False,
) -> Strategy:
    """The strategy with this name.

    Args:
        name: a key of ``STRATEGIES``.
        rules: the game, or its notation.
        seed: decides what is left to chance; the same seed, the same guesses.
        start: the first guess, instead of the strategy's own.
        consistent: whether to guess only what may be the secret.

    Raises:
        UnknownStrategy: if there is none.
        InvalidRules: if there is no such game.
        InvalidCode: if ``start`` is not a code of these rules.

    >>> from moolab.deduction.candidates import candidates
    >>> rules = Rules.parse("mm4x10")
    >>> strategy("consistent", rules, start="2396").guess(candidates(rules))
    '2396'
    """
    if name not in STRATEGIES:
        raise UnknownStrategy(
            f"{quoted(name)} is not a strategy; there are {', '.join(STRATEGIES)}"
        )
    rules = Rules.parse(rules)
    found: type[Strategy] = getattr(import_module(f"{__name__}.{name}"), STRATEGIES[name])
    return found(rules, seed, None if start is None else rules.code(start), consistent)
