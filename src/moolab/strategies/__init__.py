"""Who guesses: one file per strategy; ``strategy`` finds one by name."""

from importlib import import_module

from moolab.codes.rules import Rules
from moolab.errors import UnknownStrategy
from moolab.strategies.base import Strategy
from moolab.strategies.spec import StrategySpec
from moolab.support.text import quote

__all__ = ["FALLIBLE", "STRATEGIES", "Strategy", "strategy", "strategy_of"]

STRATEGIES = {
    "consistent": "consistent.Consistent",
    "random": "random.Random",
    "minimax": "minimax.Minimax",
    "expected": "expected.Expected",
    "entropy": "entropy.Entropy",
    "parts": "parts.Parts",
    "emms": "emms.Emms",
    "calf": "fallible.Calf",
    "heifer": "fallible.Heifer",
    "steer": "fallible.Steer",
}
"""The module and the class of each strategy, imported when it is asked for."""

FALLIBLE = ("calf", "heifer", "steer")
"""Strategies that make mistakes, so that people can beat them; never used for advice."""


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
    return strategy_of(StrategySpec(name, seed, start, consistent), rules)


def strategy_of(spec: StrategySpec, rules: Rules | str) -> Strategy:
    """The strategy that a specification names.

    Raises:
        UnknownStrategy: if there is none.
        InvalidRules: if there is no such game.
        InvalidCode: if its first guess is not a code of these rules.

    >>> strategy_of(StrategySpec("random", seed=7), "ab4x10").seed
    7
    """
    if spec.name not in STRATEGIES:
        raise UnknownStrategy(
            f"{quote(spec.name)} is not a strategy; there are {', '.join(STRATEGIES)}"
        )
    rules = Rules.parse(rules)
    module, _, name = STRATEGIES[spec.name].partition(".")
    found: type[Strategy] = getattr(import_module(f"{__name__}.{module}"), name)
    start = None if spec.start is None else rules.code(spec.start)
    return found(rules, spec.seed, start, spec.consistent)
