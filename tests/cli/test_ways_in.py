"""Help, examples, completion, settings, colours, and many questions at once."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from moolab.cli.examples import examples_of
from moolab.cli.main import _SECTIONS, COMMANDS, USUAL
from tests.cli.test_cli import moo
from tests.helpers.paths import PROJECT
from tests.hostile.commands import ARGUMENTS, found


def test_every_command_has_examples_that_it_can_read() -> None:
    for place, command in found():
        path = " ".join(place)
        examples = examples_of(command.epilog)
        assert examples, path
        for example in examples:
            line = example.partition("   ")[0].partition(" >>")[0].partition(" |")[0]
            words = shlex.split(line)
            given = words[1 + len(path.split()) :]
            assert words[: -len(given) or None] == ["moo", *path.split()], example
            context = click.Context(command, info_name=path)
            command.make_parser(context).parse_args(list(given))
            for name in command.make_parser(context).parse_args(list(given))[0]:
                assert name in {parameter.name for parameter in command.params}


def test_control_c_is_answered_even_while_moo_is_loaded() -> None:
    program = (
        "import runpy, sys\n"
        "class Impatient:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'moolab.cli.groups':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Impatient())\n"
        "runpy.run_module('moolab', run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (130, b"Interrupted.\n")


def test_every_command_is_under_one_heading() -> None:
    assert sorted(name for names in _SECTIONS.values() for name in names) == sorted(COMMANDS)


def test_help_is_a_command_too() -> None:
    assert moo("help").stdout == moo("--help").stdout
    assert moo("help", "tree", "show").stdout == moo("tree", "show", "--help").stdout
    assert "Examples:\n    moo tree show tree.json" in moo("help", "tree", "show").stdout
    assert moo("-V").stdout == moo("--version").stdout


@pytest.mark.parametrize(("columns", "most"), [(80, 24), (40, 45)])
def test_what_most_people_want_fits_a_terminal(
    columns: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = moo().stdout.splitlines()
    assert len(lines) <= most
    assert max(map(len, lines)) <= columns


def test_a_short_page_has_the_usual_options_alone() -> None:
    short, whole = moo("play", "-h").stdout, moo("play", "--help").stdout
    shown, all_of_them = (re.findall(r"^  -.*?--([a-z-]+)|^  --([a-z-]+)", page, re.MULTILINE)
                          for page in (short, whole))  # fmt: skip
    assert len(shown) <= 8
    assert set(shown) < set(all_of_them)
    assert f"moo play --help shows {len(all_of_them) - len(shown)} more options." in short
    headings = re.findall(r"^([A-Z].*):$", whole, re.MULTILINE)
    assert headings == ["Options", "More", "A game of your own", "Output"]
    assert all(name in whole for name in ("--skip-bad", "--json", "--no-stats"))


@pytest.mark.parametrize("place", sorted(USUAL))
def test_what_is_usual_are_options_of_the_command(place: str) -> None:
    [command] = [command for words, command in found() if list(words) == place.split()]
    names = {max(each.opts, key=len) for each in command.params}
    assert {f"--{name}" for name in USUAL[place].split()} <= names


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("plya", "'play'"),
        ("tree shwo", "'show'"),
        ("help machine chek", "'check'"),
        ("next -s entrop", "'entropy'"),
        ("play -s minmax", "'minimax'"),
        ("words englsh5", "'english5'"),
        ("next -r words:englsh5", "'english5'"),
        ("verify ab4x10.jso.gz", "'ab4x10.json.gz'"),
        ("next -s ab4x10", "'ab4x10.json.gz'"),
        ("machine check thumb @bullcow-thumb", "'bullcow-thumb.lisp'"),
    ],
)
def test_whoever_mistypes_is_told_what_was_meant(line: str, meant: str) -> None:
    done = moo(*line.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert f"id you mean {meant}?" in done.stderr


def test_what_is_not_near_is_not_suggested_and_tables_fit_narrow_terminals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert moo("verify", "nofile.json.gz").stderr.endswith(": No such file or directory\n")
    monkeypatch.setenv("COLUMNS", "40")
    _, *lines = moo("next", "0123=02", "--top", "2").stdout.splitlines()
    assert [len(lines), *{len(line) for line in lines[::2]}] == [6, 35]
    assert lines[3].split() == ["304", "14", "yes"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete(shell: str) -> None:
    assert "_MOO_COMPLETE" in moo("completion", shell).stdout


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("moo tr", ["train", "tree", "trilobite"]),
        ("moo next -s e", ["entropy", "expected", "emms"]),
        ("moo play -r emms", ["emms4x4"]),
        ("moo next --by w", ["worst"]),
    ],
)
def test_names_are_completed(
    words: str, completed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    monkeypatch.setenv("_MOO_COMPLETE", "bash_complete")
    found = [line.split(",")[1] for line in moo().stdout.splitlines()]
    assert sorted(found) == sorted(completed)


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "config.toml"
    monkeypatch.setenv("MOOLAB_CONFIG", str(path))
    return path


def rules_of(*args: str) -> str:
    return str(json.loads(moo(*args, "--json").stdout)["rules"])


def test_settings_stand_for_what_is_not_typed(
    settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert rules_of("candidates") == "ab4x10"
    settings.write_text('rules = "ab3x4"\n[next]\nrules = "mm2x3"\nstrategy = "parts"\n')
    assert rules_of("candidates") == "ab3x4"
    assert rules_of("tree", "build", "-s", "consistent") == "ab3x4"
    assert rules_of("puzzle", "solve", "012=03", "120=03") == "ab3x4"
    answer = json.loads(moo("next", "--json").stdout)
    assert (answer["rules"], answer["strategy"]) == ("mm2x3", "parts")
    monkeypatch.setenv("MOOLAB_NEXT_RULES", "ab2x3")
    assert rules_of("next") == "ab2x3"
    assert rules_of("next", "-r", "ab2x4") == "ab2x4"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("rules = ", "cannot be read"),
        (f"rules = {'[' * 100_000}", "cannot be read"),
        ("[next]\nrulez = 'ab3x4'", "moo next has no option --rulez"),
        ("[next]\nrules = 'ab3'", "ab3"),
        ("[next]\nmistakes = 'many'", "'many' is not a whole number"),
        ("[next]\nrules = 7", "7"),
        ("[next]\nstrategy = 'this:s'", "names this:s, code that is run only if you type its name"),
        ("[next]\nreply_rule = 'this:s'", "moo next has no option --reply_rule"),
        ("[next]\nrules = 'ab2x3'\nrule = 'this:s'", "names this:s, code that is run only"),
    ],
)
def test_settings_that_cannot_be_are_said(settings: Path, content: str, sentence: str) -> None:
    settings.write_text(content)
    done = moo("next")
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_settings_that_nothing_reads_are_named_and_passed_over(
    settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.write_text("[nxet]\nrules = 'ab3x4'\n[next]\nrules = 'ab2x3'\n")
    done = moo("next")
    assert done.stdout == "01\n"
    said = "[nxet] is passed over: there is no such command; did you mean 'next'?"
    assert " ".join(done.stderr.split()).count(said) == 1
    monkeypatch.setenv("MOOLAB_CONFIG", "/no/such.toml")
    done = moo("next", "-r", "ab2x3")
    assert "moo: MOOLAB_CONFIG names /no/such.toml, but there is no such file." in done.stderr


def test_what_is_typed_overrules_a_setting_that_excludes_it(settings: Path, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("crane\ncaper\n")
    settings.write_text(
        f"plain = true\nconsistent = true\n[candidates]\nrules = 'words:{words}'\n"
        "[puzzle]\ndifficulty = 3\n[optimal]\nworkers = 2"
    )
    assert json.loads(moo("analyze", "--json", "1389=40").stdout)["rules"] == "ab4x10"
    assert "1389" not in moo("analyze", "--share", "1389=40").stdout
    assert "--tui needs a terminal" in moo("play", "--tui").stderr
    assert "--tui does not go with --plain" in moo("play", "--tui", "--plain").stderr
    assert moo("next", "-r", "words:english", "--hard").returncode == 0
    assert moo("puzzle", "--liar", "-r", "ab3x4", "--seed", "1").returncode == 0
    assert "no Dask scheduler" in moo("optimal", "-r", "ab2x3", "--cluster", "here").stderr
    assert moo("candidates").stdout == "crane\ncaper\n"
    assert rules_of("candidates", "-r", "ab2x3") == "ab2x3"


GAME = ["analyze", "-r", "ab3x5", "012=02", "134=20"]


@pytest.mark.parametrize(
    ("options", "variables", "coloured"),
    [
        ([], {}, False),
        (["--color", "always"], {}, True),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
        ([], {"CLICOLOR_FORCE": "1"}, True),
        ([], {"CLICOLOR_FORCE": "0"}, False),
    ],
)
def test_colours_go_to_a_pipe_only_if_wanted(
    options: list[str],
    variables: dict[str, str],
    coloured: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[" in moo(*options, *GAME).stdout) == coloured
    assert ("\x1b[" in moo(*GAME, *options).stdout) == coloured


def test_each_line_is_answered_in_its_place() -> None:
    done = moo("next", "-", typed="1389=00 1234=02 1759=11\n1389=4\n\n")
    assert done.stdout.splitlines() == ["2457", "", "0123"]
    assert done.stderr.startswith("moo: line 2: ")
    assert done.returncode == 2
    lines = moo("score", "-", "--json", typed="1234 4321\n1234\n").stdout.splitlines()
    assert [json.loads(line).get("reply") for line in lines] == ["04", None]
    assert json.loads(lines[1])["error"]["kind"] == "usage"
    assert moo("score", "-", "--rule", "wordle", typed="crane caper\n").stdout == "gyy-y\n"
    assert moo("score", "-", typed="").returncode == os.EX_OK


@pytest.mark.parametrize("command", ["play", "next", "puzzle"])
@pytest.mark.parametrize(
    ("seed", "wrong"),
    [
        ("9223372036854775808", "too large; 9223372036854775807 is the most"),
        ("-" + "9" * 5000, "too small; -9223372036854775808 is the least"),
    ],
)
def test_a_number_is_out_of_range_however_many_digits_it_has(
    command: str, seed: str, wrong: str
) -> None:
    done = moo(command, f"--seed={seed}")
    assert done.returncode == 2
    assert done.stderr.endswith(f"' is {wrong}.\n")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (
            ("next", "-", "--top", "3"),
            "With - each answer is a line: --groups and --top need --json.",
        ),
        (
            ("next", "-", "--groups"),
            "With - each answer is a line: --groups and --top need --json.",
        ),
        (("score", "-", "--matrix"), "--matrix does not go with -: give the codes."),
    ],
)
def test_what_does_not_go_with_many_questions_is_refused(
    command: tuple[str, ...], said: str
) -> None:
    done = moo(*command, typed="1234=02\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


WHOLE = {
    *(("machine", each) for each in ("asm", "play", "debug")),
    *(("tree", each) for each in ("build", "import")),
    *((each,) for each in ("completion", "schema", "tui")),
}
"""Commands whose lines are drawn, or for programs."""

MORE = [
    ("analyze", "1389=20", "1409=10", "1582=30", "1586=30", "1587=40"),
    ("next", "0123=02"),
    ("next", "-r", "ab3x4", "012=02", "--groups"),
    ("results", "mm4x6"),
    ("candidates", "0123=11", "4567=20", "8901=30"),
    ("optimal", "-r", "mm4x6"),
    ("play", "--resume", "77777"),
    ("puzzle", "--liar", "-r", "ab3x4", "--seed", "1"),
]


@pytest.mark.parametrize(
    "words",
    [*((*place, *needs) for place, needs in ARGUMENTS.items() if place not in WHOLE), *MORE],
    ids=" ".join,
)
def test_forty_columns_are_enough(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)
    monkeypatch.setenv("COLUMNS", "40")
    done = moo(*words, typed="resign\n")
    assert "Traceback" not in done.stderr
    for line in (done.stdout + done.stderr).splitlines():
        # A long word, such as a path, is not broken, nor what is to be typed.
        typed = line.lstrip().startswith(("moo ", "printf "))
        assert len(line) <= 40 or typed or max(map(len, line.split())) > 36, line


def test_two_hundred_columns_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = moo(*MORE[0]).stdout.splitlines()
    monkeypatch.setenv("COLUMNS", "200")
    wide = moo(*MORE[0]).stdout.splitlines()
    assert len(wide) < len(usual)
    assert " ".join(" ".join(wide).split()) == " ".join(" ".join(usual).split())


def test_what_others_type_is_understood() -> None:
    usual = moo("next", "1389=00", "1234=02")
    for other in (["1389=00,1234=02"], ["1389=00,", "1234=02,"], ["1389=0,0, 1234=0,2"]):
        assert moo("next", *other).stdout == usual.stdout
    assert moo("NEXT", "1389=00", "1234=02").stdout == usual.stdout
    words = ["next", "-r", "words:english"]
    assert moo(*words, "TRACE=BYYBY").stdout == moo(*words, "trace=-yy-y").stdout
