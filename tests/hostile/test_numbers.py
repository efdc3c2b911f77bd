"""Numbers of any size, wherever a command takes one."""

import click
import pytest

from moolab.cli.numbers import MOST, IntegerType, MemoryType
from moolab.cli.options import CountType
from moolab.cli.terminal.output import BAD_INPUT
from moolab.errors import InvalidSetup
from moolab.games.duel.duel import Setup
from moolab.web.pages.forms import duel, read_form
from tests.helpers.cases import every
from tests.hostile.commands import ARGUMENTS, COMMANDS, ended

ABSURD = (
    *("99999999999999999999", "-99999999999999999999", f"{MOST + 1}", f"-{MOST + 2}"),
    *(str(10**400), f"-{10**400}", "9" * 5000, "nan", "-inf"),
)
"""Numbers that nothing can be."""

ODD = ("-1", "0", "inf", "1e400", "1e-400", "1_0", "\u0661", "", " ", "0x10", f"{MOST}")

OPTIONS = [
    (path, max(option.opts, key=len), option.type)
    for path, command in COMMANDS.items()
    for option in command.params
    if isinstance(option, click.Option)
    and isinstance(option.type, click.IntRange | click.FloatRange | click.types.IntParamType)
]

LONG = {"--games", "--pairs", "--count", "--digits"}
"""Say how much is to be done; then that is done."""


def test_every_command_is_tried() -> None:
    assert COMMANDS.keys() == ARGUMENTS.keys()


def test_whole_numbers_memory_and_counts_have_one_type_each() -> None:
    assert {
        type(option.type)
        for command in COMMANDS.values()
        for option in command.params
        if isinstance(option.type, click.IntRange | click.types.IntParamType)
    } == {IntegerType, MemoryType, CountType}


@every("path, option, kind", OPTIONS)
def test_absurd_numbers_are_refused_with_a_sentence(
    path: tuple[str, ...],
    option: str,
    kind: click.ParamType[object],
) -> None:
    numbers = ABSURD if not isinstance(kind, click.FloatRange) else ("nan", "-inf", f"-{10**400}")
    for number in numbers:
        code, said = ended(*path, *ARGUMENTS[path], f"{option}={number}")
        assert code == BAD_INPUT
        assert said.startswith("moo: Invalid value for ")
        assert len(said) < 250


@every("path, option", [each[:2] for each in OPTIONS])
def test_odd_numbers_are_taken_or_refused(path: tuple[str, ...], option: str) -> None:
    for number in ODD:
        if number != str(MOST) or option not in LONG:
            ended(*path, *ARGUMENTS[path], f"{option}={number}")


def test_numbers_in_forms_are_read_to_their_end() -> None:
    for number in ("0" * 20 + "1999", "9" * 25):
        assert read_form(Setup, duel(), {"mistakes": number}) == {"mistakes": int(number)}
    with pytest.raises(InvalidSetup, match="'mistakes' has to be "):
        read_form(Setup, duel(), {"mistakes": "9" * 5000})
