"""Parameters that say who guesses, and how; and who can be mistaken."""

from collections.abc import Callable
from functools import wraps
from secrets import randbits
from typing import Any, TypeVar, cast

import click
from click.shell_completion import CompletionItem

from moolab.cli.numbers import IntegerType
from moolab.cli.options import ExtensionType, all_of, typed_first
from moolab.cli.setups import Face
from moolab.deduction.history import MOST_MISTAKES
from moolab.games.duel.maker import ENTRY_POINTS as MAKERS
from moolab.games.duel.maker import MAKERS as OWN_MAKERS
from moolab.strategies import ENTRY_POINTS as STRATEGIES
from moolab.strategies.base import StrategySpec
from moolab.trees.breaker import BREAKERS, is_tree

F = TypeVar("F", bound=Callable[..., object])


class BreakerType(ExtensionType):
    """A parameter that names a code-breaker; whether there is such a one, others say."""

    def __init__(self) -> None:
        super().__init__(STRATEGIES)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Load what is typed as ``module:name``; a tree may have such a name, too."""
        return value if is_tree(value) else super().convert(value, param, ctx)

    def shell_complete(
        self, context: click.Context, parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """All names there are, or else files."""
        names = ExtensionType(STRATEGIES, BREAKERS).shell_complete(context, parameter, incomplete)
        return names or [CompletionItem(incomplete, type="file")]


_HOW = f"How to guess: {', '.join(BREAKERS)}, a tree file, or module:Class in Python."


hard_option = click.option(
    "--hard", is_flag=True,
    help="Hard mode of the word game: revealed letters stay in all guesses.",
)  # fmt: skip


def check_hard(*, hard: bool, consistent: bool) -> tuple[bool, bool]:
    """Both as they are meant, of which one at most makes sense.

    Raises:
        click.UsageError: if both are wanted.
    """
    hard, consistent = typed_first(hard=hard, consistent=consistent)
    if hard and consistent:
        raise click.UsageError(
            "choose --hard or --consistent: what is still possible keeps all revealed letters."
        )
    return hard, consistent


def breaker_options(default: str, *, seed: int | None = None) -> Callable[[F], F]:
    """Add ``-s STRATEGY``, ``--consistent``, ``--hard``, ``--start CODE``, ``--seed N``.

    They say who guesses, and how. The command is called with one ``spec``, a ``StrategySpec``.

    Args:
        default: the strategy where none is named.
        seed: the seed where none is given; None lets chance decide.
    """
    options: Callable[[Any], Any] = all_of(
        click.option("-s", "--strategy", "strategy_name", type=BreakerType(), default=default,
                     show_default=True, metavar="STRATEGY", help=_HOW),
        click.option("--consistent", is_flag=True,
                     help="Only guess codes that are still possible."),
        hard_option,
        click.option("--start", metavar="CODE", help="The first guess."),
        click.option("--seed", type=IntegerType(), default=seed,
                     help="Random seed; repeats the same result."),
    )  # fmt: skip

    def add(function: F) -> F:
        @wraps(function)
        def with_spec(
            *, strategy_name: str, seed: int | None, start: str | None, **others: Any
        ) -> object:
            hard, consistent = check_hard(
                hard=others.pop("hard"), consistent=others.pop("consistent")
            )
            number = randbits(32) if seed is None else seed
            spec = StrategySpec(strategy_name, number, start, consistent, hard)
            return function(spec=spec, **others)

        return cast(F, options(with_spec))

    return add


FACES = {
    "strategy": Face(("-s", "--strategy"), BreakerType(), "STRATEGY", _HOW),
    "maker": Face(type=ExtensionType(MAKERS, OWN_MAKERS), metavar="MAKER"),
    "start": Face(metavar="CODE"),
    "secret": Face(metavar="CODE", help="The computer's code, for demonstrations."),
    "mistakes": Face(metavar="K"),
}
"""How the fields of games with a code look as options."""


mistakes_option = click.option(
    "--mistakes", type=IntegerType(0, MOST_MISTAKES), default=0, metavar="K",
    help="Up to K replies may be wrong, 3 at most; never the one that wins.",
)  # fmt: skip
