"""Parameters that several commands share."""

import math
from collections.abc import Callable
from pathlib import Path
from secrets import randbits
from typing import Any, TypeVar

import click

from moolab.codes.rules import Rules
from moolab.deduction.history import MOST_MISTAKES
from moolab.strategies import STRATEGIES, Strategy
from moolab.support.atomic import check_writable
from moolab.support.text import quoted
from moolab.trees import player

F = TypeVar("F", bound=Callable[..., object])


class RulesType(click.ParamType[Rules]):
    """A parameter in the notation of rules."""

    name = "rules"

    def convert(
        self, value: Any, _param: click.Parameter | None, _ctx: click.Context | None
    ) -> Rules:
        """Read the notation; errors keep their own sentence."""
        return value if isinstance(value, Rules) else Rules.parse(value)


MOST = (1 << 63) - 1
"""The largest number that iterators and compiled code can count to."""


class IntegerType(click.IntRange):
    """A parameter that is a whole number, within what can be counted.

    Args:
        least: the least that it may be, if anything.
        most: the most that it may be.
    """

    name = "integer"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        super().__init__(least, most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number."""
        if len(str(value)) > len(str(-MOST)):
            self.fail(f"{quoted(str(value))} is not a valid integer.", param, ctx)
        number: int = super().convert(value, param, ctx)
        if abs(number) > MOST:
            self.fail(f"{number} is too large; {MOST} is the most.", param, ctx)
        return number


class _AmountType(click.FloatRange):
    """A parameter that says how much of something."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the number, which has to be one."""
        amount: float = super().convert(value, param, ctx)
        if math.isnan(amount):
            self.fail(f"nan is no number of {self.name}.", param, ctx)
        return amount


_MOST_SECONDS = 10**9
"""Some thirty years: clocks count nanoseconds in 64 bits, which end after three hundred."""


class SecondsType(_AmountType):
    """A parameter that says how long something may take."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(0, _MOST_SECONDS, min_open=True)


class RegretType(_AmountType):
    """A parameter that says how much a guess may cost."""

    name = "guesses"

    def __init__(self) -> None:
        super().__init__(0, 1)


ALL = 1 << 62
"""Stands for all of something, however many that are."""


class CountType(click.ParamType[int]):
    """A parameter that says how many: a number that is at least 1, or the word all."""

    def __init__(self, name: str) -> None:
        self.name = name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read it; the word is ``ALL``."""
        if value == "all":
            return ALL
        return IntegerType(1).convert(value, param, ctx)


def rules_option(function: F) -> F:
    """Add ``-r RULES``."""
    return click.option(
        "-r", "--rules", type=RulesType(), default="ab4x10", show_default=True,
        help="The game, for example ab4x10, mm4x6 or emms4x4.",
    )(function)  # fmt: skip


def mistakes_option(function: F) -> F:
    """Add ``--mistakes K``."""
    return click.option(
        "--mistakes", type=IntegerType(0, MOST_MISTAKES), default=0, metavar="K",
        help="Up to K replies may be wrong, 3 at most; never the one that wins.",
    )(function)  # fmt: skip


def breaker_options(default: str) -> Callable[[F], F]:
    """Add ``-s STRATEGY``, ``--consistent``, ``--start CODE``, ``--seed N``: who guesses, how."""

    def add(function: F) -> F:
        for option in (
            click.option("--seed", type=IntegerType(), help="Decides all that is left to chance."),
            click.option("--start", metavar="CODE", help="The first guess."),
            click.option("--consistent", is_flag=True, help="Guess only what may be the secret."),
            click.option(
                "-s",
                "--strategy",
                "strategy_name",
                default=default,
                show_default=True,
                metavar="STRATEGY",
                help=f"How to guess: {', '.join(STRATEGIES)}, or a tree file.",
            ),
        ):
            function = option(function)
        return function

    return add


def breaker(
    rules: Rules, name: str, seed: int | None, start: str | None, consistent: bool
) -> Strategy:
    """The strategy that ``breaker_options`` describe; without a seed, chance decides."""
    seed = randbits(32) if seed is None else seed
    return player.breaker(name, rules, seed=seed, start=start, consistent=consistent)


def game_of(strategy_name: str, rules: Rules) -> Rules:
    """The game that is meant: where ``-r`` was not typed, a tree file as the strategy says."""
    if typed("rules") or not player.is_tree(strategy_name):
        return rules
    return player.tree_rules(Path(strategy_name))


def typed(name: str) -> bool:
    """Whether a parameter of this name was typed; its value may still be the default."""
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


def json_option(function: F) -> F:
    """Add ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


def output_options(what: str) -> Callable[[F], F]:
    """Add ``-o FILE`` and ``--force``."""

    def add(function: F) -> F:
        force = click.option("--force", is_flag=True, help="Write over a file that exists.")
        output = click.option(
            "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help=what
        )
        return output(force(function))

    return add


def check_free(path: Path, *, force: bool) -> None:
    """Make sure before a long computation that its result can be written."""
    check_writable(path)
    if path.exists() and path.stat().st_size and not force:
        raise click.UsageError(f"{path} exists; --force writes over it.")
