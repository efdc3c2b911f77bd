"""Options made from the setup of a game."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import click

from moolab.cli.numbers import IntegerType
from moolab.games.setup import Option, options

F = TypeVar("F", bound=Callable[..., object])


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


NO_FACES: Mapping[str, Face] = MappingProxyType({})


def setup_options(
    setup: type,
    faces: Mapping[str, Face] = NO_FACES,
    *,
    only: tuple[str, ...] = (),
    without: tuple[str, ...] = (),
) -> Callable[[F], F]:
    """Add an option for each field of a game's setup that the owner of this machine may settle.

    Args:
        setup: the class of the setup.
        faces: how some of its fields look.
        only: the fields that the command asks for, if these are not all.
        without: fields that the command reads by itself.
    """
    left_out = {each.name for each in options(setup) if only and each.name not in only}
    left_out.update(without)

    def add(function: F) -> F:
        for each in reversed(options(setup)):
            if each.by != "chance" and each.name not in left_out:
                function = _setup_option(each, faces.get(each.name, Face()))(function)
        return function

    return add


def _setup_option(each: Option, face: Face) -> Callable[[F], F]:
    flags = face.flags or (f"--{each.name}",)
    default = None if each.preset is ... else each.preset
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
