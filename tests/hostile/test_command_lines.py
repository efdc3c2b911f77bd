"""Any command line ends with an exit code and, if it is wrong, with a sentence."""

from pathlib import Path

import click
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from moolab.cli.terminal import output
from tests.helpers.examples import examples
from tests.helpers.paths import PROJECT
from tests.hostile.alarm import COMPILING, alarm
from tests.hostile.commands import ARGUMENTS, COMMANDS, ended

WORDS = (
    *(
        "",
        " ",
        "-",
        "--",
        "=",
        "-1",
        "0",
        "1",
        "3",
        "nan",
        "inf",
        "99999999999999999999",
        "9" * 5000,
    ),
    *("01=01", "12=", "=01", "01 = 1 bull", "01=01 12=20", "x" * 5000, "\udcff", "é", "\n"),
    *(
        "ab2x3",
        "mm1x2",
        "ab0x0",
        "ab3x2",
        "ab2x3:xyz",
        "emms2x2",
        "mm1x2:\u200b\u0301",
        "3x3",
        "0x0",
    ),
    *("consistent", "entropy", "random", "luck", "all", "easy", "thumb", "ti74", "hp12c", "/", "."),
    *("/nowhere/at/all", "/dev/null", f"{PROJECT}/tests/data/trees/emms4x4.json", "exec:"),
    f"{PROJECT}/pyproject.toml",
)
CODES = {value for name, value in vars(output).items() if name.isupper() and isinstance(value, int)}

QUIET = {output.OK, output.WRONG}

UNTOUCHED = {
    "--certificate",
    "--checkpoint",
    "-o",
    "--output",
    "--html",
    "--svg",
    "--save",
    "--resume",
    "--cluster",
    "--exec",
}
"""Options that write, or wait for another process."""


def taken(path: tuple[str, ...]) -> list[str]:
    """The options of a command that change nothing outside it."""
    names = [
        max(option.opts, key=len)
        for option in COMMANDS[path].params
        if isinstance(option, click.Option)
    ]
    return [name for name in names if name not in UNTOUCHED]


@st.composite
def lines(draw: st.DrawFn, path: tuple[str, ...]) -> list[str]:
    """A command line: what the command needs, words too many, options with or without a value."""
    word = st.sampled_from(WORDS)
    some = [*ARGUMENTS[path], *draw(st.lists(word, max_size=3))]
    for _ in range(draw(st.integers(0, 3))):
        option = draw(st.sampled_from([*taken(path), "--no-such-option"]))
        some += draw(st.sampled_from([[option], [option, draw(word)], [f"{option}={draw(word)}"]]))
    return some


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some commands write where a word says, such as a file named ``all``."""
    monkeypatch.chdir(tmp_path)


def check(data: st.DataObject, path: tuple[str, ...]) -> None:
    line = [*path, *data.draw(lines(path))]
    with alarm(ascii(line), COMPILING):
        code, said = ended(*line)
    assert code in CODES
    assert code in QUIET or said


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
@settings(max_examples=examples(8), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_strange_command_line_ends_well(path: tuple[str, ...], data: st.DataObject) -> None:
    check(data, path)


@pytest.mark.slow
@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
@settings(max_examples=examples(100), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_many_strange_command_lines_end_well(path: tuple[str, ...], data: st.DataObject) -> None:
    check(data, path)
