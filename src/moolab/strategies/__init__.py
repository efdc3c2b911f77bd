"""Who guesses; ``strategy`` finds a strategy by name."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from inspect import signature
from typing import Literal

from moolab.codes.numbering import check_first
from moolab.codes.rules import AnyRules, Rules
from moolab.codes.spelling import AnyCode
from moolab.deduction.letters import check_marks
from moolab.errors import InvalidExtension, InvalidRules, UnknownStrategy
from moolab.strategies.base import ByFunction, Strategy, StrategySpec
from moolab.support.checks import check_whole
from moolab.support.extensions import installed, is_extension, load
from moolab.support.text import quote, suggest

__all__ = ["ENTRY_POINTS", "FALLIBLE", "STRATEGIES", "Strategy", "strategy", "strategy_of"]

StrategyName = Literal[
    "consistent", "random", "minimax", "expected", "entropy", "parts", "emms",
    "calf", "heifer", "steer",
]  # fmt: skip
"""The names of the strategies, for type checkers."""

STRATEGIES: dict[StrategyName, str] = {
    "consistent": "consistent.Consistent",
    "random": "consistent.Random",
    "minimax": "published.Minimax",
    "expected": "published.Expected",
    "entropy": "published.Entropy",
    "parts": "published.Parts",
    "emms": "published.Emms",
    "calf": "fallible.Calf",
    "heifer": "fallible.Heifer",
    "steer": "fallible.Steer",
}
"""The module and the class of each strategy, imported when it is asked for."""

ENTRY_POINTS = "moolab.strategies"
"""The group of entry points in which packages offer strategies of their own."""

FALLIBLE = ("calf", "heifer", "steer")
"""Strategies that make mistakes, so that people can beat them; never used for advice."""


def strategy(
    name: str,
    rules: "AnyRules",
    *,
    seed: int = 0,
    start: "AnyCode | None" = None,
    consistent: bool = False,
    hard: bool = False,
) -> Strategy:
    """The strategy with this name.

    Args:
        name: a key of ``STRATEGIES``; or what an installed package offers, or a class or a function
            in Python: ``"module:name"``.
        rules: the game, its notation, or whatever has ``rules``, such as a ``Game``.
        seed, start, consistent, hard: as those of ``Strategy``.

    Raises:
        UnknownStrategy: if there is none.
        InvalidExtension: if it cannot be loaded.
        InvalidRules: if there is no such game.
        InvalidCode: if ``start`` is not a code of these rules, or does not go with the game.
        InvalidCommand: if ``seed`` is not a whole number.

    >>> from moolab.deduction.candidates import candidates
    >>> rules = Rules.parse("mm4x10")
    >>> strategy("consistent", rules, start="2396").guess(candidates(rules))
    '2396'
    """
    rules = Rules.parse(rules)
    first = None if start is None else rules.code(start)
    return strategy_of(StrategySpec(name, seed, first, consistent, hard), rules)


def strategy_of(spec: StrategySpec, rules: "AnyRules") -> Strategy:
    """The strategy that a specification names.

    Raises:
        UnknownStrategy: if there is none.
        InvalidRules: if there is no such game, or the strategy cannot play it.
        InvalidExtension: if it is code of a user, and cannot be loaded or made.
        InvalidCode: if its first guess is not a code of these rules, or cannot be the secret though
            guesses have to be consistent.
        InvalidCommand: if its seed is not a whole number.

    >>> strategy_of(StrategySpec("random", seed=7), "ab4x10").seed
    7
    """
    rules = Rules.parse(rules)
    if not isinstance(spec.name, str):
        raise UnknownStrategy(f"{quote(spec.name)} is not a strategy: give its name")
    found = _own(spec.name) if spec.name in STRATEGIES else _added(spec.name)
    seed = check_whole("seed", spec.seed)
    start = None if spec.start is None else rules.code(spec.start)
    if rules.identifies:
        _check_asks(rules, spec)
    if start is not None:
        check_first(rules, start, consistent=spec.consistent)
    if spec.hard:
        check_marks(rules)
        if spec.name in FALLIBLE:
            raise InvalidRules(f"'{spec.name}' forgets what it was told: it cannot play hard mode")
    try:
        return found(rules, seed, start, spec.consistent, spec.hard)
    except TypeError as error:
        raise InvalidExtension(f"{quote(spec.name)} cannot be used: {error}") from error


def _own(name: StrategyName) -> type[Strategy]:
    module, _, kind = STRATEGIES[name].partition(".")
    found: type[Strategy] = getattr(import_module(f"{__name__}.{module}"), kind)
    return found


def _added(name: str) -> Callable[..., Strategy]:
    if not is_extension(ENTRY_POINTS, name):
        known = (*STRATEGIES, *installed(ENTRY_POINTS))
        raise UnknownStrategy(
            f"{quote(name)} is not a strategy; there are {', '.join(known)}{suggest(name, known)}"
        )
    found = load(ENTRY_POINTS, name)
    if isinstance(found, type) and issubclass(found, Strategy):
        return found
    if callable(found) and not isinstance(found, type):
        # It is called with the turns so far, and nothing else.
        with suppress(TypeError, ValueError):
            signature(found).bind(())
            return partial(ByFunction, function=found)
    raise InvalidExtension(
        f"{quote(name)} is not a class derived from moolab.Strategy, nor a function of the turns "
        "so far"
    )


def _check_asks(rules: Rules, spec: StrategySpec) -> None:
    """Refuse to guess at secrets where there are only questions."""
    if spec.consistent:
        raise InvalidRules(f"{rules} has only questions, which cannot be the secret themselves")
    if spec.name in FALLIBLE:
        raise InvalidRules(
            f"'{spec.name}' guesses what it believes to be the secret, and {rules} has only "
            "questions: choose another strategy"
        )
