"""Parameters that several commands share, whatever they are about."""

import sys
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from moolab.cli.defaults import settings_file
from moolab.cli.numbers import IntegerType, MemoryType
from moolab.support.extensions import installed, is_in_python, load

F = TypeVar("F", bound=Callable[..., object])


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
        if ":" not in value:
            if not self._own or value in self._own or value in installed(self._group):
                return value
            return click.Choice(self._own).convert(value, param, ctx)
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


def all_of(*options: Callable[[Any], Any]) -> Callable[[F], F]:
    """Several options as one, in this order."""
    return lambda function: reduce(lambda known, add: add(known), reversed(options), function)


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")

workers_option = click.option(
    "--workers", type=IntegerType(1, 256), default=1, show_default=True, metavar="N",
    help="Threads to use on this machine.",
)  # fmt: skip

checkpoint_option = click.option(
    "--checkpoint", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="Keep results in FILE, and resume from it.",
)  # fmt: skip

memory_option = click.option(
    "--memory", type=MemoryType(), metavar="MIB",
    help="Memory limit for search tables (default: half of the machine's).",
)  # fmt: skip
"""The command is given bytes."""


def output_options(what: str) -> Callable[[F], F]:
    """Add ``-o FILE`` and ``--force``."""
    return all_of(
        click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help=what),
        click.option("--force", is_flag=True, help="Overwrite the output file."),
    )


def check_free(path: Path, *, force: bool) -> None:
    """Make sure before a long computation that its result can be written."""
    from moolab.support.atomic import check_writable

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
