"""Parameters that several commands share."""

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from secrets import randbits
from typing import Any, NamedTuple, TypeVar, cast

import click
from click.shell_completion import CompletionItem

from moolab.cli.defaults import settings_file
from moolab.cli.numbers import IntegerType, MemoryType, SecondsType
from moolab.codes.rules import USUAL, Rules
from moolab.deduction.history import MOST_MISTAKES
from moolab.games.duel.maker import ENTRY_POINTS as MAKERS
from moolab.games.duel.maker import MAKERS as OWN_MAKERS
from moolab.games.setup import Option, options
from moolab.strategies import ENTRY_POINTS as STRATEGIES
from moolab.strategies.spec import StrategySpec
from moolab.support.atomic import check_writable
from moolab.support.extensions import installed, is_in_python, load
from moolab.trees.breaker import BREAKERS, is_tree

F = TypeVar("F", bound=Callable[..., object])


class RulesType(click.ParamType[Rules]):
    """A parameter in the notation of rules."""

    name = "rules"

    def convert(
        self, value: Any, _param: click.Parameter | None, _ctx: click.Context | None
    ) -> Rules:
        """Read the notation; errors keep their own sentence."""
        return value if isinstance(value, Rules) else Rules.parse(value)

    def shell_complete(
        self, _ctx: click.Context, _param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Games that many play."""
        return [CompletionItem(game) for game in USUAL if game.startswith(incomplete)]


class ExtensionType(click.ParamType[str]):
    """A parameter with a name: one of moolab's own, or that of an extension.

    Args:
        group: the entry points that it may name.
        own: moolab's own names; empty where others say whether there is such a name.
    """

    def __init__(self, group: str, own: tuple[str, ...] = ()) -> None:
        self.name = group.rpartition(".")[2]
        self._group = group
        self._own = own

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Load what is not moolab's own, or is not there."""
        if ":" not in value or is_tree(value):
            if self._own and value not in (*self._own, *installed(self._group)):
                return click.Choice(self._own).convert(value, param, ctx)
            return value
        load_typed(self._group, value, parameter=(param and param.name) or "")
        return value

    def shell_complete(
        self, _ctx: click.Context, _param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """All names there are."""
        names = (*self._own, *installed(self._group))
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def load_typed(group: str, name: str, *, parameter: str) -> None:
    """Load ``module:name``, so that it is there when the name is used; other names wait for that.

    As for ``python -m``, the module may lie in the folder where the command is typed.

    Args:
        parameter: what it was typed for.

    Raises:
        InvalidExtension: if it cannot be loaded.
        click.UsageError: if it was not typed, but comes out of the file of settings.
    """
    if is_in_python(name):
        source = click.get_current_context().get_parameter_source(parameter)
        if source is click.core.ParameterSource.DEFAULT_MAP:
            raise click.UsageError(
                f"{settings_file()} names {name}, code that is run only if you type its name."
            )
        sys.path.insert(0, "")
        try:
            load(group, name)
        finally:
            sys.path.remove("")


ALL = 1 << 62
"""Stands for all of something, however many that are."""


class CountType(IntegerType):
    """A parameter that says how many: a number that is at least 1, or the word all."""

    refusal = "is neither a whole number nor the word all"

    def __init__(self) -> None:
        super().__init__(1)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read it; the word is ``ALL``."""
        if value == "all":
            return ALL
        return super().convert(value, param, ctx)


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


def _complete_strategy(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    known = (*BREAKERS, *installed(STRATEGIES))
    names = [CompletionItem(name) for name in known if name.startswith(incomplete)]
    return names or [CompletionItem(incomplete, type="file")]


_HOW = f"How to guess: {', '.join(BREAKERS)}, a tree file, or module:Class in Python."


def hard_option(function: F) -> F:
    """Add ``--hard``."""
    return click.option(
        "--hard", is_flag=True,
        help="Hard mode of the word game: revealed letters stay in all guesses.",
    )(function)  # fmt: skip


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

    def add(function: F) -> F:
        @wraps(function)
        def with_spec(
            *,
            strategy_name: str,
            seed: int | None,
            start: str | None,
            consistent: bool,
            hard: bool,
            **others: Any,
        ) -> object:
            hard, consistent = check_hard(hard=hard, consistent=consistent)
            number = randbits(32) if seed is None else seed
            spec = StrategySpec(strategy_name, number, start, consistent, hard)
            return function(spec=spec, **others)

        command = cast(F, with_spec)
        for option in (
            click.option(
                "--seed",
                type=IntegerType(),
                default=seed,
                help="Random seed; repeats the same result.",
            ),
            click.option("--start", metavar="CODE", help="The first guess."),
            hard_option,
            click.option(
                "--consistent", is_flag=True, help="Only guess codes that are still possible."
            ),
            click.option(
                "-s",
                "--strategy",
                "strategy_name",
                type=ExtensionType(STRATEGIES),
                default=default,
                show_default=True,
                metavar="STRATEGY",
                shell_complete=_complete_strategy,
                help=_HOW,
            ),
        ):
            command = option(command)
        return command

    return add


def is_given(name: str) -> bool:
    """Whether a parameter of this name was typed; its value may still be the default."""
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


def given(*names: str) -> list[str]:
    """Those of these parameters that were typed, as they are called where they are typed."""
    context = click.get_current_context()
    return [
        max(parameter.opts, key=len)
        if isinstance(parameter, click.Option)
        else parameter.make_metavar(context).strip("[]")
        for parameter in context.command.params
        if parameter.name in names and is_given(parameter.name)
    ]


def typed_first(**flags: bool) -> tuple[bool, ...]:
    """Flags that exclude one another: where one was typed, settings do not raise another.

    Args:
        flags: by the names of their parameters.
    """
    typed = any(map(is_given, flags))
    return tuple(flag and (is_given(name) or not typed) for name, flag in flags.items())


def json_option(function: F) -> F:
    """Add ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


class Face(NamedTuple):
    """How an option of a game looks on the command line, where that does not follow from its field.

    Args:
        flags: its names, the last one long.
        type: how it is read.
        metavar: the word for its value in the help.
        help: what it is for, if that has to be said in other words here.
    """

    flags: tuple[str, ...] = ()
    type: click.ParamType[Any] | None = None
    metavar: str | None = None
    help: str | None = None


_FACES = {
    "strategy": Face(("-s", "--strategy"), ExtensionType(STRATEGIES), "STRATEGY", _HOW),
    "maker": Face(type=ExtensionType(MAKERS, OWN_MAKERS), metavar="MAKER"),
    "start": Face(metavar="CODE"),
    "secret": Face(metavar="CODE", help="The computer's code, for demonstrations."),
    "mistakes": Face(metavar="K"),
    "size": Face(metavar="WIDTHxHEIGHT"),
    "win": Face(metavar="K"),
    "seconds": Face(("--think",), SecondsType(), "SECONDS"),
}  # fmt: skip
"""The faces of fields, whatever game they belong to."""


def setup_options(
    setup: type, *, only: tuple[str, ...] = (), without: tuple[str, ...] = ()
) -> Callable[[F], F]:
    """Add an option for each field of a game's setup that the owner of this machine may settle.

    Args:
        setup: the class of the setup.
        only: the fields that the command asks for, if these are not all.
        without: fields that the command reads by itself.
    """
    left_out = {each.name for each in options(setup) if only and each.name not in only}
    left_out.update(without)

    def add(function: F) -> F:
        for each in reversed(options(setup)):
            if each.by != "chance" and each.name not in left_out:
                function = _setup_option(each)(function)
        return function

    return add


def _setup_option(each: Option) -> Callable[[F], F]:
    face = _FACES.get(each.name, Face())
    flags = face.flags or (f"--{each.name}",)
    default = None if each.default is ... else each.default
    if each.type is bool:
        return click.option(*flags, each.name, is_flag=True, help=face.help or each.help)
    return click.option(
        *flags,
        each.name,
        type=face.type or _type_of(each),
        default=default,
        show_default=default is not None,
        metavar=face.metavar,
        help=face.help or each.help,
    )


def _type_of(each: Option) -> click.ParamType[Any]:
    if each.choices:
        return click.Choice(each.choices)
    if each.type is int:
        bounds = (None if bound is None else int(bound) for bound in (each.least, each.most))
        return IntegerType(*bounds)
    return click.STRING


def workers_option(function: F) -> F:
    """Add ``--workers N``."""
    return click.option(
        "--workers", type=IntegerType(1, 256), default=1, show_default=True, metavar="N",
        help="Threads to use on this machine.",
    )(function)  # fmt: skip


def checkpoint_option(function: F) -> F:
    """Add ``--checkpoint FILE``."""
    return click.option(
        "--checkpoint", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
        help="Keep results in FILE, and resume from it.",
    )(function)  # fmt: skip


def memory_option(function: F) -> F:
    """Add ``--memory MIB``; the command is given bytes."""
    return click.option(
        "--memory", type=MemoryType(), metavar="MIB",
        help="Memory limit for search tables (default: half of the machine's).",
    )(function)  # fmt: skip


def output_options(what: str) -> Callable[[F], F]:
    """Add ``-o FILE`` and ``--force``."""

    def add(function: F) -> F:
        force = click.option("--force", is_flag=True, help="Overwrite the output file.")
        output = click.option(
            "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help=what
        )
        return output(force(function))

    return add


def check_free(path: Path, *, force: bool) -> None:
    """Make sure before a long computation that its result can be written."""
    check_writable(path)
    if path.exists() and path.stat().st_size and not force:
        raise click.UsageError(f"{path} exists; --force overwrites it.")


def check_distinct(**files: Path | None) -> None:
    """Make sure that no result takes the place of another.

    Args:
        files: where each result is written, under what it is called; None if it is not.

    Raises:
        click.UsageError: if two are written to the same file.
    """
    seen: dict[Path, str] = {}
    for what, path in files.items():
        if path is not None and (other := seen.setdefault(path.resolve(), what)) != what:
            raise click.UsageError(f"{other} and {what} need two files.")
