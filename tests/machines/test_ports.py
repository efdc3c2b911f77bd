"""Our ports are right and as small as promised; what is wrong with a port is found."""

import json
import shutil
import signal
from decimal import Decimal
from functools import cache
from pathlib import Path

import pytest

from moolab.machines import compare
from moolab.machines.article import COMPANIONS
from moolab.machines.compare import PUBLISHED, Comparison, comparisons
from moolab.machines.hp12c.calculator import Calculator
from moolab.machines.ports import FOLDER, PORTS, Port
from moolab.machines.targets import TARGETS
from tests.cli.test_cli import moo
from tests.helpers.cases import every
from tests.helpers.dialogues import on_a_terminal, read_until
from tests.helpers.paths import PROJECT
from tests.helpers.patience import PATIENCE

EXPLAINED = " ".join((PROJECT / "docs" / "reference" / "ports.md").read_text("utf-8").split())


def check(*args: str) -> tuple[int, str]:
    """Exit code and everything that is said."""
    done = moo("machine", "check", *args)
    return done.returncode, done.stdout + done.stderr


CHECKED = [port for port in PORTS if port.file != "trilobite.lisp" and not port.breaks]
"""Code-makers; test_lisp_ports.py plays the duel, and trilobite, test_breaking.py code-breakers."""


@pytest.mark.parametrize("port", CHECKED, ids=lambda port: port.file)
def test_our_ports_are_right(port: Port) -> None:
    files = [str(FOLDER / file) for file in port.parts or (port.file,)]
    code, said = check(port.target, *files, "--pairs", "100")
    assert code == 0, said
    assert "wrong" not in said


def test_every_port_is_listed_and_explained() -> None:
    files = {file.name for file in FOLDER.iterdir() if file.suffix in (".12c", ".bas", ".lisp")}
    ours = {file for port in PORTS for file in port.parts or (port.file,)}
    assert files == ours | set(COMPANIONS)
    names = [*COMPANIONS, *(port.file.removesuffix(".lisp") for port in PORTS)]
    assert all(name in EXPLAINED for name in names)
    assert {port.target for port in PORTS} == set(TARGETS) - {"riscv64"}


def test_the_published_generator_falls_into_the_cycle_that_is_told() -> None:
    calculator = Calculator("RCL n\nFRAC\n3\n+\ne^x\n12x\nGTO 00")
    calculator.press(".7 n")
    seen: dict[Decimal, int] = {}
    while (drawn := calculator.registers["n"]) not in seen:
        seen[drawn] = len(seen)
        calculator.run()
    cycle = len(seen) - seen[drawn]
    assert f"from .7 into one of {cycle:,} numbers" in EXPLAINED


@cache
def compared() -> list[Comparison]:
    """Measured once in a process, on fewer games and codes than the documentation shows."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compare, "_GAMES", 50)
        patch.setattr(compare, "_SIDE", 45)
        return list(comparisons())


@pytest.fixture
def measured() -> dict[str, Comparison]:
    return {each.program: each for each in compared() if each.program != "article"}


def test_they_are_as_small_and_as_fast_as_promised(measured: dict[str, Comparison]) -> None:
    for program, most in {
        "moo58.12c": 60,
        "moo74-small.bas": 261,
        "moo74.bas": 447,
        "bullcow-thumb-small.lisp": 42,
        "bullcow-thumb.lisp": 56,
        "bullcow-riscv.lisp": 76,
    }.items():
        assert measured[program].size <= most, program
    for program, most in {
        "bullcow-thumb.lisp": 71,
        "bullcow-thumb-fast.lisp": 71,
        "bullcow-riscv.lisp": 74,
        "bullcow-riscv-fast.lisp": 74,
    }.items():
        assert measured[program].reply.value <= most, program


def test_the_comparison_for_programs(
    measured: dict[str, Comparison], monkeypatch: pytest.MonkeyPatch
) -> None:
    # What the docs show is measured by the command itself.
    monkeypatch.setattr("moolab.machines.commands.compare.comparisons", compared)
    done = moo("machine", "compare", "--json")
    rows = {
        row["program"]: row
        for row in json.loads(done.stdout)["programs"]
        if row["program"] != "article"
    }
    assert rows.keys() == measured.keys()
    for program, known in measured.items():
        row = rows[program]
        assert (row["size"], row["reply"], row["reply_error"]) == (known.size, *known.reply)
        assert (row["start"], row["start_error"]) == (known.start or (None, None))


def test_what_is_sampled_is_near_the_truth_and_says_how_near(
    measured: dict[str, Comparison],
) -> None:
    start = measured["moo58.12c"].start
    assert start is not None
    assert 1 < start.error < 15
    # 8,000 games took 264.9 lines, with a standard error of 1.5.
    assert abs(start.value - 264.9) < 3 * start.error
    for program, exact in {"bullcow-thumb.lisp": 70.4, "bullcow-riscv-fast.lisp": 65.8}.items():
        reply = measured[program].reply
        assert 0 < reply.error < 0.1
        assert abs(reply.value - exact) < 3 * reply.error + 0.05


@pytest.mark.parametrize(("file", "right"), [("bullcow-riscv-fast", 8), ("bullcow-riscv", 7)])
def test_on_64_bits_they_are_right_as_far_as_they_say(file: str, right: int) -> None:
    """The pairs of codes on which they are checked on 32 bits, as C passes an ``int``."""
    port = str(FOLDER / f"{file}.lisp")
    for digits in {1, right, min(right + 1, 8)}:
        code, said = check("riscv64", port, "--digits", str(digits), "--pairs", "2000")
        assert code == (digits > right), said


def test_all_bytes_of_basic_are_counted_alike() -> None:
    published = next(each for each in PUBLISHED if each.target == "ti74")
    assert published.size == 445, "the article, which counts otherwise, says 447"


def spoilt(tmp_path: Path, file: str, old: str, new: str) -> str:
    """One of our ports with an error in it."""
    text = (FOLDER / file).read_text(encoding="utf-8")
    assert old in text
    copy = tmp_path / file
    copy.write_text(text.replace(old, new, 1), encoding="utf-8")
    return str(copy)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("($add 'r0 16)", "($add 'r0 15)", "guess 00, secret 00: expected 20, got 1e"),
        ("($bgt ahead)", "($bge ahead)", "guess 01, secret 10: expected 02, got 01"),
        ("($mov 'r7 'sp)", "($mov 'r7 'sp) ($mov 'r8 'r7)", "r8 is not restored: 0x2000fee0"),
        (
            "($mov 'r7 'sp)",
            "($mov 'r7 'sp) ($str 'r0 '(sp 48))",
            "got the caller's stack is overwritten",
        ),
        (
            "($mov 'r7 'sp)",
            "($mov 'r7 'sp) ($mov 'r6 'pc) ($sub 'r6 18) ($strh 'r0 '(r6))",
            "got the routine has overwritten itself",
        ),
        ("($sub 'r4 32)", "($sub 'r4 0)", "bullcow has not ended after 1,000,000 instructions"),
        ("($push '(r0 r3))", "($push '(r0 r4))", "guess 00, secret 04: expected 10, got 11"),
        (
            "($ldrsb 'r6 '(r7 r5))",
            "($ldrsb 'r6 '(r5 r5))",
            "($ldrsb 'r6 '(r5 r5)): there is no memory",
        ),
        ("($pop '(r1 r2", "($pop '(r0 r1 r2", "outside the routine: there is no memory at"),
    ],
)
def test_what_is_wrong_with_a_routine(old: str, new: str, says: str, tmp_path: Path) -> None:
    file = spoilt(tmp_path, "bullcow-thumb.lisp", old, new)
    code, said = check("thumb", file, "--digits", "2")
    assert code == 1
    assert says in said


def test_a_routine_that_counts_on_a_clean_stack_is_found_out(tmp_path: Path) -> None:
    """Balances below the stack pointer are those of the call before."""
    file = spoilt(tmp_path, "bullcow-riscv.lisp", "($sw 'zero 4 '(sp))", "")
    code, said = check("riscv", file, "--digits", "2")
    assert (code, said.split(":")[0]) == (1, "wrong")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("29 x=0\n30 e^x", "29 CLx\n30 e^x"),
        ("GTO 52", "GTO 34"),
    ],
)
def test_what_is_wrong_with_a_program_of_the_calculator(old: str, new: str, tmp_path: Path) -> None:
    text = (FOLDER / "moo58.12c").read_text(encoding="utf-8")
    bare = "\n".join(line.partition("  ")[0] for line in text.splitlines() if line[:1].isdigit())
    head = "\n".join(line for line in text.splitlines() if line.startswith(";"))
    assert old in bare
    file = tmp_path / "wrong.12c"
    file.write_text(f"{head}\n{bare.replace(old, new, 1)}", encoding="utf-8")
    code, said = check("hp12c", str(file), "--pairs", "50")
    assert code in (1, 2)
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("(* 15 bulls)", "(* 14 bulls)", "wrong: guess 0, secret 0: expected 10, got 0f"),
        ("(dotimes (digit 10)", "(loop)(dotimes (digit 10)", "neither ended nor asked anything"),
        ("((bulls 0)", "((bulls (read))", "(bullcow 1 #x0 #x0) waits for input"),
    ],
)
def test_what_is_wrong_with_a_function_in_lisp(
    old: str, new: str, says: str, tmp_path: Path
) -> None:
    code, said = check("ulisp", spoilt(tmp_path, "duel.lisp", old, new))
    assert code == 1
    assert says in said


def test_machine_code_of_lisp_is_checked_on_the_processor_that_is_named() -> None:
    files = [str(FOLDER / file) for file in ("duel.lisp", "bullcow-riscv-fast.lisp")]
    code, said = check("ulisp", *files, "--arch", "riscv64", "--digits", "4")
    assert code == 0
    assert said.startswith("4 digits: 1,024 replies right, 4.0 evaluations, 6")


def test_the_calculator_is_used_as_its_listing_or_the_user_says(tmp_path: Path) -> None:
    text = (FOLDER / "moo58.12c").read_text(encoding="utf-8")
    file = tmp_path / "unsaid.12c"
    file.write_text(text.replace("; setup", "; Setup is left out").replace("; new game", "; and"))
    keys = ["--setup", "f REG f 1 SEED n 997 i 10 STO 5 0 R/S", "--new-game", "0 R/S"]
    assert check("hp12c", str(file), "--pairs", "50", *keys)[0] == 0
    assert check("hp12c", str(file), "--pairs", "50")[0] != 0


@pytest.mark.parametrize(
    ("old", "new"),
    [("T-B:", "T:"), ("B=B-(POS(C$,D$,I)=I)", "B=B+0"), ("POS(G$,D$,I+1) OR ", "")],
)
def test_what_is_wrong_with_a_basic_program(old: str, new: str, tmp_path: Path) -> None:
    file = spoilt(tmp_path, "moo74-small.bas", old, new)
    code, said = check("ti74", file, "--pairs", "50")
    assert code == 1
    assert said.startswith("wrong: guess ")


def test_a_check_for_programs(tmp_path: Path) -> None:
    file = spoilt(tmp_path, "bullcow-riscv.lisp", "'a0 1)\n ahead", "'a0 2)\n ahead")
    done = moo("machine", "check", "riscv", file, "--digits", "2", "--pairs", "500", "--json")
    assert done.returncode == 1
    fields = json.loads(done.stdout)
    assert (fields["target"], fields["right"], fields["passed"]) == ("riscv", False, [])
    assert set(fields["counterexample"]) == {"guess", "secret", "expected", "got"}
    done = moo("machine", "check", "riscv", str(FOLDER / "bullcow-riscv.lisp"), "--json",
               "--digits", "2")  # fmt: skip
    fields = json.loads(done.stdout)
    assert (fields["right"], fields["counterexample"]) == (True, None)
    assert fields["passed"] == [
        {
            "what": "2 digits",
            "replies": 10_000,
            "work": {"instructions": 39.262, "cycles": 48.3},
        }
    ]


def test_who_waits_for_all_pairs_sees_how_far_it_is_and_may_stop_it() -> None:
    file = str(FOLDER / "bullcow-thumb.lisp")
    options = ["--digits", "4", "--pairs", "all"]
    with on_a_terminal("machine", "check", "thumb", file, *options) as (check, terminal):
        read_until(terminal, " of 10,000 guesses\033[K")
        check.send_signal(signal.SIGINT)
        assert read_until(terminal, "Interrupted.\r\n").startswith("\r\033[K")
        assert check.wait(PATIENCE) == 130


def test_any_program_is_checked_by_its_lines() -> None:
    code, said = check("--exec", "cat", "--pairs", "9")
    assert (code, said) == (1, "wrong: guess 0000, secret 0000: expected 40, got 0000 0000\n")
    assert shutil.which("cat")


@every(
    "args, says",
    [
        ([], "Give TARGET and FILE, or --exec COMMAND."),
        (["thumb"], "Give TARGET and FILE, or --exec COMMAND."),
        (["thumb", "x.lisp", "--exec", "cat"], "Give TARGET and FILE, or --exec COMMAND."),
        (["ti74", "x.bas", "--name", "x"], "--name does not go with ti74."),
        (["ti74", "x.bas", "--setup", "x"], "--setup does not go with ti74."),
        (["thumb", "x.lisp", "--guess", "x"], "--guess does not go with thumb."),
        (["thumb", "x.lisp", "-r", "ab4x10"], "--rules does not go with thumb."),
        (["riscv", "x.lisp", "--timeout", "1"], "--timeout does not go with riscv."),
        (["hp12c", "x.12c", "--one-by-one"], "--one-by-one does not go with hp12c."),
        (["--exec", "cat", "--new-game", "x"], "--new-game does not go with --exec."),
        (["--exec", "cat", "-r", "ab4x10", "--digits", "4"], "--digits does not go with --exec."),
        (["--exec", "no such program"], "cannot start 'no such program'"),
        (["--exec", "cat", "--digits", "8", "--pairs", "all"], "mm8x10 has too many pairs"),
        (["ti74", str(FOLDER / "moo74.bas"), "--pairs", "all"], "The machine keeps its secret"),
        (["thumb", "x.lisp", "y.lisp"], "A program for thumb is one FILE."),
        (["thumb", "x.lisp", "--arch", "riscv"], "--arch does not go with thumb."),
        (["ti74", "x.bas", "--lisp-only"], "--lisp-only does not go with ti74."),
        (["--exec", "cat", "--dialect", "common"], "--dialect does not go with --exec."),
        (["ulisp", "x.lisp", "--setup", "x"], "--setup does not go with ulisp."),
        (["ulisp", str(FOLDER / "trilobite.lisp")], "the program defines no function bullcow"),
        (["ulisp", str(FOLDER / "trilobite.lisp"), "--name", "(foo"], "'(foo' is not the name of"),
        (["ulisp", str(FOLDER / "trilobite.lisp"), "--name", "car cdr"], "is not the name of"),
        (["ulisp", str(FOLDER / "trilobite.lisp"), "--name", ""], "'' is not the name of"),
        (["--exec", ""], "cannot start '': it names no program"),
        (["thumb", "x.lisp", "--pairs", "0"], "'0' is too small; 1 is the least."),
        (["thumb", "x.lisp"], "x.lisp: No such file or directory"),
    ],
)
def test_what_cannot_be_checked(args: list[str], says: str) -> None:
    code, said = check(*args)
    assert code == 2
    assert says in said
