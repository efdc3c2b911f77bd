"""The commands, run as a user runs them."""

import json
import os
import re
import signal
import subprocess
import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from multiprocessing import resource_tracker
from pathlib import Path
from shutil import copy
from tempfile import TemporaryFile
from typing import Any, NoReturn
from unittest.mock import patch as patched

import pytest
from jsonschema_rs import Validator, validator_for

from moolab import __main__
from moolab.cli.main import COMMANDS, run
from moolab.codes.numbering import all_codes
from moolab.codes.rules import Rules
from moolab.strategies import STRATEGIES, partition
from moolab.support import extensions
from moolab.support.interrupts import CLOSING
from moolab.trees import node
from moolab.trilobite.commands import COMMANDS as TRILOBITE
from tests.helpers.cases import every
from tests.helpers.paths import PROJECT
from tests.helpers.patience import wait_until_it_computes

PORTS = PROJECT / "src" / "moolab" / "machines" / "ports"


def moo(*args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command; whether it had to compile is left out of what it said.

    It runs in this process, where modules and kernels are loaded once, with files for its streams.
    """
    with TemporaryFile() as source, TemporaryFile() as out, TemporaryFile() as err:
        source.write(typed.encode())
        source.seek(0)
        with _in_place_of_ours(source.fileno(), out.fileno(), err.fileno()):
            code = _exit_code(run, args)
        said = []
        for stream in (out, err):
            stream.seek(0)
            said.append(stream.read().decode())
    said[1] = re.sub(r"^compiling kernels.*\n", "", said[1], flags=re.MULTILINE)
    return subprocess.CompletedProcess(args, code, *said)


@contextmanager
def _in_place_of_ours(*streams: int) -> Iterator[None]:
    """Give a command its streams, and put back what it does to the process as if it was its own."""
    kept = [os.dup(number) for number in range(3)]
    handlers = {each: signal.getsignal(each) for each in (signal.SIGINT, *CLOSING)}
    path, modules = sys.path[:], set(sys.modules)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    try:
        yield
    finally:
        for number, copy in enumerate(kept):
            os.dup2(copy, number)
            os.close(copy)
        for each, handler in handlers.items():
            signal.signal(each, handler)
        sys.path[:] = path
        # Modules in the folder where a command is typed: in another test, others have these names.
        for name in sys.modules.keys() - modules:
            if Path(getattr(sys.modules[name], "__file__", None) or "/").parent == Path.cwd():
                del sys.modules[name]


def _exit_code(run: Callable[[], None], args: tuple[str, ...]) -> int:
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings(), patched.dict(os.environ):
        warnings.simplefilter("ignore")
        source = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - until the end
        out = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        err = open(2, "w", encoding="utf-8", closefd=False, buffering=1)  # noqa: SIM115
        for name, stream in (("stdin", source), ("stdout", out), ("stderr", err)):
            patch.setattr(sys, name, stream)
        patch.setattr(sys, "argv", ["moo", *args])
        # As in a new process, no code of others is trusted.
        patch.setattr(extensions, "_trusted", set())
        try:
            run()
        except SystemExit as done:
            return int(done.code or 0)
        except BaseException:
            traceback.print_exc()
            return 1
        finally:
            out.flush()
    return 0


def become(*args: str, **environment: str) -> Callable[[], NoReturn]:
    """Let a process that ``Popen`` starts be a copy of this one, and run a command.

    It has imported already what takes long to import; otherwise it is like one of its own. What
    other threads were doing when it was copied does not matter to it.
    """

    def instead_of_a_program() -> NoReturn:
        code = 1
        try:
            # Popen waits until these are closed, as they are where a program is started.
            os.closerange(3, os.sysconf("SC_OPEN_MAX"))
            # Nor can it reach what watches over the processes that this one may have started.
            tracker: Any = resource_tracker._resource_tracker
            tracker._fd = tracker._pid = None
            for each in CLOSING:
                signal.signal(each, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            signal.signal(signal.SIGPIPE, signal.SIG_IGN)
            os.environ |= environment
            code = _exit_code(__main__.run, args)
        finally:
            os._exit(code)

    return instead_of_a_program


def shell(command: str) -> subprocess.CompletedProcess[str]:
    """Run a shell command in which MOO is moolab's own."""
    return subprocess.run(
        ["bash", "-c", command.replace("MOO", f"{sys.executable} -m moolab")],
        capture_output=True,
        text=True,
        check=False,
    )


def answer(*args: str, code: int = 0, typed: str = "") -> dict[str, Any]:
    done = moo(*args, "--json", typed=typed)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    # The states of games have no schema.
    if "schema" in result:
        validator().validate(result)
    return result


@cache
def schemas() -> dict[str, Any]:
    """The JSON Schema of all answers, as it is printed."""
    printed: dict[str, Any] = json.loads(moo("schema").stdout)
    return printed


@cache
def validator() -> Validator:
    """Compares what is printed with the JSON Schema of all answers."""
    return validator_for(schemas())


def test_score() -> None:
    assert answer("score", "-r", "mm4x10", "1234", "4324") == {
        "schema": "moolab/score/1",
        "rules": "mm4x10",
        "guess": "1234",
        "secret": "4324",
        "reply": "12",
        "bulls": 1,
        "cows": 2,
    }
    assert moo("score", "-r", "mm4x10", "1234", "4324").stdout == "12  1 bull, 2 cows\n"


def test_candidates() -> None:
    assert answer("candidates", "1389=00", "1234=02", "1759=11") == {
        "schema": "moolab/candidates/1",
        "rules": "ab4x10",
        "turns": [
            {"guess": "1389", "reply": "00"},
            {"guess": "1234", "reply": "02"},
            {"guess": "1759", "reply": "11"},
        ],
        "mistakes": 0,
        "likeliest": None,
        "candidates": 5,
        "codes": ["2457", "2745", "4725", "5742", "7452"],
        "odds": None,
    }
    limited = answer("candidates", "--limit", "2", "1389=00", "1234=02", "1759=11")
    assert (limited["candidates"], limited["codes"]) == (5, ["2457", "2745"])
    assert answer("candidates", "-r", "mm2x2")["codes"] == ["00", "01", "10", "11"]
    assert answer("candidates", "-r", "mm7x10", "--limit", "0")["candidates"] == 10**7
    done = moo("candidates", "1389=00", "1234=02", "1759=11")
    assert done.stdout.split() == ["2457", "2745", "4725", "5742", "7452"]
    assert done.stderr == "5 codes\n"


def test_evaluate() -> None:
    result = answer("evaluate", "-r", "mm4x6", "-s", "minimax")
    assert result.pop("seconds") >= 0
    assert result == {
        "schema": "moolab/evaluate/1",
        "rules": "mm4x6",
        "strategy": "minimax",
        "secrets": 1296,
        "total": 5776,
        "mean": 5776 / 1296,
        "max": 5,
        "distribution": {"1": 1, "2": 6, "3": 58, "4": 566, "5": 665},
        "cost": 5776,
        "expected": 5776 / 1296,
    }
    hard = answer("evaluate", "-r", "mm4x6", "-s", "minimax", "--consistent", "--workers", "2")
    assert (hard["total"], hard["max"]) == (5795, 6)
    done = moo("evaluate", "-r", "mm4x6", "-s", "minimax")
    *table, summary = done.stdout.splitlines()
    assert table[0] == "guesses     secrets"
    assert table[5] == "      5         665  ########################################"
    assert summary.startswith("5,776 guesses for 1,296 secrets: 4.4568 on average, at most 5; ")
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    assert not done.stderr


@pytest.mark.parametrize("name", ["consistent", "random"])
def test_evaluating_is_repeatable_where_chance_decides(name: str) -> None:
    results = [
        answer("evaluate", "-r", "ab3x6", "-s", name, *seed)
        for seed in ([], ["--seed", "0"], ["--seed", "1"])
    ]
    totals = [result["total"] for result in results]
    assert totals[0] == totals[1] != totals[2]


def test_evaluating_with_another_start() -> None:
    result = answer("evaluate", "-r", "mm4x6", "-s", "minimax", "--start", "0000")
    assert result["total"] > 5776


def test_where_guesses_are_sampled_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node, "_MOST_CODES", 0)
    monkeypatch.setattr(partition, "_LOOKED_AT", 100 * 1296)
    result = moo("evaluate", "-r", "mm4x6", "-s", "minimax")
    assert "Of 1,296 guesses, a sample of 100 is looked at each time." in result.stderr
    assert "for 1,296 secrets" in result.stdout


def test_what_is_too_large_to_evaluate_is_refused_at_once() -> None:
    for name, rules in (("entropy", "mm8x9"), ("consistent", "mm10x10")):
        assert answer("evaluate", "-r", rules, "-s", name, code=2)["error"]["kind"] == (
            "space_too_large"
        )


@pytest.mark.parametrize("command", ["verify", "tree show", "tree improve"])
def test_where_files_name_their_games_the_help_says_so(command: str) -> None:
    words = " ".join(moo(*command.split(), "--help").stdout.split())
    assert re.search(r"or table:FILE\. \[default: \(that of (the file|FILE)", words)


def test_interrupting_an_evaluation() -> None:
    with subprocess.Popen(
        ["moo"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=become("evaluate", "-r", "mm4x16"),  # noqa: PLW1509 - see there
    ) as running:
        wait_until_it_computes(running.pid)
        running.send_signal(signal.SIGINT)
        shown, said = running.communicate()
    assert (running.returncode, shown) == (130, "")
    assert said.endswith("Interrupted.\n")


def test_guesses_that_may_be_the_secret_on_request() -> None:
    turns = ["0123=02", "1435=11"]
    assert answer("next", "-s", "parts", "--consistent", *turns)["consistent"] is True
    free = answer("next", "-r", "mm4x6", "0012=01", "3345=01")
    held = answer("next", "-r", "mm4x6", "--consistent", "0012=01", "3345=01")
    assert (free["consistent"], held["consistent"]) == (False, True)
    solved = answer("solve", "3421", "-s", "minimax", "--consistent")["turns"]
    assert solved[-1]["guess"] == "3421"


def test_long_lists_are_whole() -> None:
    result = answer("candidates", "-r", "ab5x10")
    assert result["candidates"] == len(set(result["codes"])) == 30240


def test_next() -> None:
    game = Rules.parse("mm4x10")
    fitting = [code for code in all_codes(game) if str(game.score("2396", code)) == "02"]
    replies = Counter(str(game.score("3002", code)) for code in fitting)
    assert answer("next", "-r", "mm4x10", "-s", "consistent", "2396=02") == {
        "schema": "moolab/next/1",
        "rules": "mm4x10",
        "turns": [{"guess": "2396", "reply": "02"}],
        "mistakes": 0,
        "likeliest": None,
        "strategy": "consistent",
        "guess": "3002",
        "consistent": True,
        "candidates": 1896,
        "replies": dict(replies),
        "parts": None,
        "best": None,
    }
    result = answer("next", "1389=00", "1234=02")
    assert sum(result["replies"].values()) == result["candidates"] == 84
    assert list(result["replies"]) == sorted(result["replies"])
    assert answer("next", "-s", "consistent", "--start", "1234")["guess"] == "1234"


def test_a_table_of_replies_has_a_row_for_each_secret() -> None:
    table = moo("score", "-r", "emms4x4", "--matrix", "--numbers", "--values", "23", "42", "199")
    assert table.stdout == "     23  42 199\n 23  20   5  11\n 42   5  20   1\n199  11   1  20\n"
    codes = ["ABBD", "ACCC", "DABD"]
    assert answer("score", "-r", "emms4x4", "--matrix", *codes) == {
        "schema": "moolab/score-table/1", "rules": "emms4x4", "codes": codes,
        "replies": [["40", "10", "21"], ["10", "40", "01"], ["21", "01", "40"]],
    }  # fmt: skip
    assert moo("score", "-r", "emms4x4", "ABBD", "DABD", "--values").stdout.startswith("11  ")


@pytest.mark.parametrize(
    ("args", "reply"),
    [
        (["--rule", "wordle", "TRACE", "crane"], "-ggyg"),
        (["--rule", "wordle", "CRANE", "crane"], "ggggg"),
        (["--rule", "jotto", "-r", "mm2x4:ABab", "Ab", "ab"], "1"),
    ],
)
def test_capitals_are_other_letters_only_where_an_alphabet_has_both(
    args: list[str], reply: str
) -> None:
    assert moo("score", *args).stdout == f"{reply}\n"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--matrix"], "Give the codes of the table, at most 2,000."),
        (["--matrix", *["1234"] * 2001], "Give the codes of the table, at most 2,000."),
        (["--numbers", "0", "9" * 5000], "The codes of ab4x10 have the numbers 0 to 5,039."),
        (["--numbers", "0", "5040"], "The codes of ab4x10 have the numbers 0 to 5,039."),
        (["--numbers", "0", "x"], "The codes of ab4x10 have the numbers 0 to 5,039."),
        (
            ["-r", "words:english", "--values", "crane", "crane"],
            "--values counts bulls and cows: a list or a table has none.",
        ),
    ],
)
def test_what_cannot_be_scored_is_refused(args: list[str], message: str) -> None:
    assert moo("score", *args).stderr == f"moo: {message}\n"


def test_groups_are_the_codes_that_each_reply_would_leave() -> None:
    args = ["next", "-r", "ab3x4", "-s", "consistent", "--groups", "012=11"]
    done = moo(*args)
    assert done.stdout == "023\n02: 132 310\n03: 302\n11: 031 213\n30: 023\n"
    assert answer(*args)["parts"] == {
        "02": ["132", "310"], "03": ["302"], "11": ["031", "213"], "30": ["023"],
    }  # fmt: skip


def test_replies_that_may_be_wrong() -> None:
    turns = ["1389=00", "1234=02", "1759=11"]
    known = answer("candidates", *turns, "--mistakes", "1")
    assert (known["mistakes"], known["candidates"], len(known["codes"])) == (1, 254, 254)
    assert known["likeliest"] == {"mistakes": 0, "candidates": 5}
    result = answer("next", *turns, "--mistakes", "1")
    assert result["guess"] == answer("next", *turns)["guess"]
    assert (result["candidates"], result["replies"]["04"], result["replies"]["40"]) == (254, 7, 1)
    assert answer("candidates", *turns, "--mistakes", "0") == answer("candidates", *turns)
    said = {
        ("--mistakes", "1", *turns): "254 codes, 5 of them if no reply is wrong",
        ("--mistakes", "1", "1234=02", "1234=11"): "1,980 codes, and 1 reply is wrong",
        ("--mistakes", "2", "1234=02", "1234=11"): "5,039 codes, and at least 1 reply is wrong",
        ("--mistakes", "3"): "5,040 codes",
        ("--mistakes", "3", "1234=40"): "1 code",
    }
    for args, count in said.items():
        assert moo("candidates", "--limit", "0", *args).stderr == f"{count}\n"


def test_too_many_wrong_replies_are_explained() -> None:
    done = moo("next", "--mistakes", "1", "1234=02", "1234=11", "1234=00")
    assert (done.returncode, done.stdout) == (3, "")
    assert "turns 1, 2 and 3 contradict each other, even if 1 reply is wrong." in done.stderr
    assert "pretended" not in done.stderr
    for wins in (["1234=40", "1234=11"], ["-r", "ab1x2", "0=00", "1=00"]):
        done = moo("next", "--mistakes", "3", *wins)
        assert "A win is neither pretended nor denied.\n" in done.stderr


def test_next_compares_the_best_guesses() -> None:
    table = moo("next", "0123=02", "4567=02", "--top", "2", "--by", "worst").stdout.splitlines()
    assert table[0] == "1274"
    assert [line.split("  ")[0] for line in map(str.strip, table[1:])] == [
        *("guess", "1634", "1742", "> 1274")
    ]
    best = answer("next", "0123=02", "4567=02", "--top", "2")["best"]
    assert best[0] | {"entropy": None, "credited": None, "expected": None} == {
        "guess": "1274",
        "entropy": None,
        "credited": None,
        "expected": None,
        "worst": 72,
        "parts": 14,
        "can_be_secret": True,
        "recommended": True,
    }
    assert "--by needs --top" in moo("next", "--by", "worst").stderr


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["-s", "parts"], "in the order of 'parts'; --by orders them by a measure alone"),
        (["-s", "bull"], "in the order of 'credited'; --by orders them by a measure alone"),
        (
            ["-s", "consistent"],
            "'consistent' does not compare guesses; the others are in the order of 'credited'",
        ),
        (
            ["-s", "parts", "--start", "201"],
            "the first guess was given; the others are in the order of 'parts'",
        ),
    ],
)
def test_next_says_in_which_order_it_compares(args: list[str], why: str) -> None:
    turns = [] if "--start" in args else ["012=02"]
    done = moo("next", "-r", "ab3x5", "--top", "2", *args, *turns)
    assert done.stdout.splitlines()[2].split()[:2] == [">", done.stdout.splitlines()[0]]
    assert done.stderr.splitlines()[1] == why


def test_next_compares_only_guesses_that_are_allowed() -> None:
    best = answer("next", "--top", "9", "-r", "words:english", "--hard", "slate=-y---")["best"]
    assert len(best) == 9
    assert all("l" in each["guess"] for each in best)
    found = answer("next", "--top", "9", "--consistent", "1389=20", "1409=10")
    assert all(each["can_be_secret"] for each in found["best"])
    assert found["guess"] == found["best"][0]["guess"]


@every(
    "game, fault",
    [
        ("missing.txt", "missing.txt: No such file"),
        ("missing.txt:jotto", "missing.txt: No such file"),
        ("pets.txt+missing.txt", "missing.txt: No such file"),
        ("pets.txt+", "words:pets.txt+: write FILE, or FILE+FILE: one is missing"),
        (".", ".: Is a directory"),
        ("englich", "'englich' is not a list of words"),
    ],
)
def test_a_missing_list_is_named(
    game: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pets.txt").write_text("cat\ndog\nowl\n")
    assert fault in answer("next", "-r", f"words:{game}", code=2)["error"]["message"]


@pytest.mark.parametrize(
    "args",
    [
        ["-r", "words:pets.txt", "--rule", "jotto"],
        ["-r", "words:pets.txt+more.txt:black"],
        ["-r", "words:pets.txt+more.txt", "--rule", "jotto"],
        ["-r", "words:pets.txt"],
        ["-r", "words:english:jotto"],
    ],
)
def test_what_a_list_is_called_can_be_typed(
    args: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pets.txt").write_text("cat\ndog\nowl\n")
    Path("more.txt").write_text("cow\nrat\n")
    asked = answer("next", *args, "-s", "consistent", "--seed", "1")
    assert answer("next", "-r", asked["rules"], "-s", "consistent", "--seed", "1") == asked


def test_whoever_names_no_list_is_told_of_all() -> None:
    names = moo("words").stdout.splitlines()
    assert names[-2:] == ["primes1 to primes6", "equations5 to equations8"]
    assert moo("words", "primes").stderr.endswith(f"; there are {', '.join(names)}\n")


def test_another_rule_needs_a_list_of_all_codes() -> None:
    done = moo("candidates", "--rule", "jotto", "-r", "mm10x10")
    assert "at most 1,048,576 codes, and mm10x10 has 10,000,000,000" in done.stderr


def test_next_in_a_game_too_large_to_list() -> None:
    result = answer("next", "-r", "10", "-s", "consistent", "0123456789=28")
    assert (result["candidates"], result["replies"], result["consistent"]) == (None, None, True)
    assert "too many codes to count" in moo("next", "-r", "10", "-s", "consistent").stderr


def test_solve_plays_the_game_of_the_lisp_article() -> None:
    args = ["solve", "1234", "-r", "mm4x10", "-s", "consistent", "--start", "2396"]
    result = answer(*args)
    assert result["turns"] == [
        {"guess": "2396", "reply": "02", "candidates": 1896},
        {"guess": "3002", "reply": "02", "candidates": 209},
        {"guess": "4123", "reply": "04", "candidates": 1},
        {"guess": "1234", "reply": "40", "candidates": 1},
    ]
    assert {key: result[key] for key in ("rules", "strategy", "secret", "guesses")} == {
        "rules": "mm4x10",
        "strategy": "consistent",
        "secret": "1234",
        "guesses": 4,
    }
    assert moo(*args).stdout.endswith("Found 1234 in 4 guesses.\n")


@every("name", STRATEGIES)
@every("args", [["8305"], ["CABC", "-r", "emms4x4"], ["1", "-r", "mm1x2"]])
def test_solve_with_every_strategy(name: str, args: list[str]) -> None:
    result = answer("solve", *args, "-s", name)
    assert result["turns"][-1]["guess"] == args[0]


@pytest.mark.parametrize("name", ["consistent", "random"])
def test_solving_is_repeatable_where_chance_decides(name: str) -> None:
    one, same, other = (
        answer("solve", "8305", "-s", name, "--seed", seed) for seed in ("5", "5", "6")
    )
    assert one == same != other


def test_the_commitment_of_a_seeded_game_can_be_checked() -> None:
    done = moo("play", "--seed", "3", "--no-stats", "--role", "breaker", typed="1234\nresign\n")
    shown = next(line for line in done.stdout.splitlines() if line.startswith("SHA-256: "))
    check = next(line for line in done.stdout.splitlines() if "sha256sum" in line)
    printed = subprocess.run(check, shell=True, capture_output=True, text=True, check=True)
    assert printed.stdout.split()[0] == shown.removeprefix("SHA-256: ")


@every(
    "args, kind, message",
    [
        (["score", "-r", "ab4x3", "1", "2"], "invalid_rules", "need at least 4 symbols"),
        (["score", "12", "1234"], "invalid_code", "'12' has 2 symbols"),
        (["score", "1234", "1224"], "invalid_code", "has a symbol twice"),
        (["candidates", "1234"], "invalid_turn", "write CODE=REPLY"),
        (["candidates", "1234=31"], "invalid_reply", "impossible reply"),
        (["candidates", "-r", "mm9x10"], "space_too_large", "too many to list"),
        (["next", "-r", "mm9x10"], "space_too_large", "'consistent' plays it"),
        (["next", "-s", "luck"], "unknown_strategy", "there are consistent, random, minimax"),
        (["solve", "1234", "--start", "1"], "invalid_code", "'1' has 1 symbol,"),
        (["play", "--resume", "no/such.json"], "file", "no/such.json: No such file"),
        (["play", "--save", "no/such/folder/x"], "file", "No such file"),
        (["play", "xy"], "invalid_rules", "not the notation of a game"),
        (["play", "--role", "judge"], "usage", "Invalid value for '--role'"),
        (["play", "--secret", "1"], "invalid_code", "'1' has 1 symbol,"),
        (["play", "--resume", "x", "--role", "both"], "usage", "--role does not go with --resume"),
        (["play", "--resume", "x", "--rated"], "usage", "--rated does not go with --resume"),
        (["play", "4", "--resume", "x"], "usage", "RULES does not go with --resume"),
        (["moo"], "usage", "No such command 'moo'"),
        (["score", "1234"], "usage", "Give a guess and a secret"),
        (["score", "1234", "1234", "--jsn"], "usage", "No such option"),
        (["candidates", "--limit", "-1"], "usage", "--limit"),
        (["candidates", "--mistakes", "4"], "usage", "--mistakes"),
        (["next", "-r", "mm9x10", "--mistakes", "1"], "space_too_large", "allow for wrong"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(
    args: list[str], kind: str, message: str
) -> None:
    done = moo(*args, typed="1234\n")
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    if args != ["moo"]:
        error = answer(*args, code=2, typed="1234\n")["error"]
        assert error["kind"] == kind
        assert message in error["message"]


def test_contradictory_replies_are_explained_and_exit_code_3() -> None:
    error = answer("next", "0123=11", "4567=20", "8901=30", code=3)["error"]
    assert error["kind"] == "contradictory_replies"
    assert error["message"] == "No code fits: turns 2 and 3 cannot both be true."
    assert error["conflict"] == [2, 3]
    assert {"turn": 2, "reply": "00", "candidates": 2} in error["repairs"]
    done = moo("candidates", "0123=11", "4567=20", "8901=30")
    assert (done.returncode, done.stdout) == (3, "")
    assert "turn 3: 8901 got 01 instead of 30, and 14 codes would fit" in done.stderr


@pytest.mark.parametrize(
    ("group", "commands"), [([], COMMANDS), (["trilobite"], TRILOBITE)], ids=["moo", "trilobite"]
)
def test_help_lists_every_command_with_its_own_first_line(
    group: list[str], commands: dict[str, str]
) -> None:
    page = moo(*group, "--help").stdout
    listed = page if group else moo("help", "commands").stdout
    for name, summary in commands.items():
        assert f"{name} " in listed
        text = moo(*group, name, "--help").stdout
        assert summary in text
        assert all(len(line) <= 80 for line in text.splitlines())
    assert moo(*group).stdout == page


def test_version() -> None:
    assert moo("--version").stdout.startswith("moo, version ")


def test_output_may_be_cut_short() -> None:
    done = shell("MOO candidates -r mm5x10 | head -n 1; echo ${PIPESTATUS[0]}")
    assert (done.stdout, done.stderr) == ("00000\n0\n", "")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("MOO score 1234 1243 >&-", 0),
        ("MOO --help >&-", 0),
        ("MOO candidates 1389=00 >&- 2>&-", 0),
        ("MOO candidates 1389=00 2>/dev/full", 0),
        ("MOO score 1234 1243 >/dev/full", 2),
        ("MOO score 1234 1243 --json >/dev/full", 2),
        ("MOO score 1 2 --json >/dev/full", 2),
        ("MOO score 1 2 2>/dev/full", 2),
        ("MOO score 1 2 2>&-", 2),
        ("MOO play --no-stats >&- <&-", 0),
        ("(MOO score 1 2 2>&1; exit $?) | true; exit ${PIPESTATUS[0]}", 2),
    ],
)
def test_closed_and_full_outputs_are_no_catastrophe(command: str, code: int) -> None:
    done = shell(command)
    assert done.returncode == code
    assert "Traceback" not in done.stderr


def test_long_input_is_quoted_short() -> None:
    for args in (["score", "1" * 10**5, "1234"], ["score", "-r", "9" * 10**5, "1", "2"]):
        done = moo(*args)
        assert done.returncode == 2
        assert len(done.stderr) < 160
    assert len(moo("candidates", f"1234={'1' * 10**5},1").stderr) < 160


def test_without_a_seed_chance_decides() -> None:
    for name in ("random", "consistent"):
        guesses = {answer("next", "-r", "mm6x10", "-s", name)["guess"] for _ in range(4)}
        assert len(guesses) > 1


def test_statistics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert moo("stats").stdout == "No games yet; moo play starts one.\n"
    args = ["play", "--role", "breaker", "--secret", "1234"]
    moo(*args, "--no-stats", typed="1234\n")
    assert list(tmp_path.iterdir()) == []
    assert moo(*args, typed="1243\n1234\n").stdout.endswith(
        "ab4x10 (breaker): 1 game, 1 won; 2.00 guesses on average, best 2\n"
    )
    moo(*args, typed="1243\nresign\n")
    assert moo("stats").stdout == (
        "ab4x10 (breaker): 2 games, 1 won, 1 resigned; 2.00 guesses on average, best 2\n"
        "  50 % won; 0 in a row by now, 1 at best\n"
        f"    2 {'#' * 40} 1\n"
    )
    games = answer("stats")["games"]
    assert games[0]["won"] == games[0]["resigned"] == 1
    file = tmp_path / "moolab" / "games.jsonl"
    file.write_bytes(b"\xff\n{}\n")
    done = moo("stats")
    assert (done.stdout, done.stderr) == (
        "",
        f"moo: 2 lines of {file} cannot be read, and are left out.\n",
    )
    file.write_bytes(b"{}\n")
    assert moo("stats").stderr == f"moo: 1 line of {file} cannot be read, and is left out.\n"


def test_games_in_hard_mode_are_counted_apart() -> None:
    args = ["play", "words:english", "--role", "breaker", "--secret", "crane"]
    moo(*args, typed="caper\ncrane\n")
    moo(*args, "--hard", typed="crane\n")
    assert re.findall(r"\(.*?\): 1 game", moo("stats").stdout) == [
        "(breaker): 1 game",
        "(breaker, hard mode): 1 game",
    ]
    assert [each["hard"] for each in answer("stats")["games"]] == [False, True]


def test_of_kept_games_what_is_no_file_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "moolab"
    folder.mkdir()
    (folder / "unfinished-duel-1.json").symlink_to(tmp_path / "nothing")
    (folder / "unfinished-duel-2.json").mkdir()
    os.mkfifo(folder / "unfinished-duel-3.json")
    assert answer("games")["games"] == []


CALL = ("machine", "call", "thumb", str(PORTS / "bullcow-thumb.lisp"), "4")


def compiled(_kept: Path, _folder: Path) -> None:
    """Let a process of its own, which has nothing loaded, compile kernels."""
    subprocess.run([sys.executable, "-m", "moolab", *CALL], capture_output=True, check=True)


def copied(kept: Path, folder: Path) -> None:
    """Put kernels there that are compiled already."""
    folder.mkdir(exist_ok=True)
    for file in kept.glob("*thumb*.kernel"):
        copy(file, folder)


@pytest.mark.parametrize("keep", [copied, pytest.param(compiled, marks=pytest.mark.slow)])
def test_kept_kernels(
    keep: Callable[[Path, Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert moo(*CALL).returncode == 0
    kept = Path(answer("cache", "info")["folder"])
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    before = answer("cache", "info")
    assert (before["files"], before["bytes"]) == (0, 0)
    assert not any(job["kept"] for job in before["jobs"])
    keep(kept, Path(before["folder"]))
    after = answer("cache", "info")
    assert Path(after["folder"]).parent == tmp_path
    subjects = {job["subject"] for job in after["jobs"] if job["kept"]}
    assert subjects == {"routines on thumb"}
    assert moo("cache", "info").stdout.splitlines()[:2] == [
        f"folder   {after['folder']}",
        f"key      {after['key']}",
    ]
    assert answer("cache", "clear") == {
        "schema": "moolab/cache-clear/1",
        "files": after["files"],
        "bytes": after["bytes"],
    }
    assert not list(tmp_path.rglob("*.kernel"))
