"""``moo machine asm`` and ``call``, run as a user runs them."""

from pathlib import Path

import pytest

from moolab.machines.source import read_source
from tests.cli.test_cli import answer, moo
from tests.helpers.dialogues import check_transcript
from tests.test_docs import ROOT, blocks

TRANSCRIPTS = ROOT / "tests" / "data" / "transcripts" / "machines"

THUMB = """(defcode twice (n) ($add n n) ($bx 'lr))
(defcode careless (n) ($mov 'r4 n) ($bx 'lr))
(defcode endless () again ($b again))
(defcode lost (n)
  ($ldr 'r0 '(n))
  ($bx 'lr))
"""

RISCV = "(defcode twice (n) ($add n n n) ($ret))"


@pytest.fixture
def thumb(tmp_path: Path) -> str:
    return written(tmp_path, THUMB)


def written(folder: Path, text: str | bytes) -> str:
    file = folder / "a.lisp"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(file)


LONG = {"check"}
"""Transcripts whose command takes seconds; that of ``check-digits`` does the same with less."""


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, marks=[pytest.mark.slow] * (file.stem in LONG), id=file.stem)
        for file in sorted(TRANSCRIPTS.glob("*.txt"))
    ],
)
def test_golden_transcripts(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    check_transcript(file)


def test_the_routine_in_the_documentation_is_the_one_that_is_shown() -> None:
    how_to = ROOT / "docs" / "how-to"
    source = (how_to / "bits.lisp").read_text(encoding="utf-8")
    assert source in blocks(how_to / "machines.md", "lisp bits.lisp")


def test_asm(thumb: str) -> None:
    assert answer("machine", "asm", "thumb", thumb, "--name", "twice") == {
        "schema": "moolab/machine-asm/1",
        "name": "twice",
        "bytes": 4,
        "hex": "00187047",
        "listing": [
            {"address": 0, "words": ["1800"], "source": "($add n n)"},
            {"address": 2, "words": ["4770"], "source": "($bx 'lr)"},
        ],
    }
    assert moo("machine", "asm", "thumb", thumb, "--name", "ENDLESS").stdout == (
        "endless: 2 bytes\n0000  again\n0000  e7fe       ($b again)\n"
    )


def test_labels_at_the_end_are_shown_too(tmp_path: Path) -> None:
    file = written(tmp_path, "(defcode f () ($b end) end)")
    assert moo("machine", "asm", "thumb", file).stdout == (
        "f: 2 bytes\n0000  e7ff       ($b end)\n0002  end\n"
    )
    assert moo("machine", "asm", "thumb", written(tmp_path, "(defcode f ())")).stdout == (
        "f: 0 bytes\n"
    )


def test_call(thumb: str) -> None:
    assert answer("machine", "call", "thumb", thumb, "--name", "twice", "21") == {
        "schema": "moolab/machine-call/1",
        "result": 42,
        "instructions": 2,
        "cycles": 3,
        "bytes": 4,
        "warnings": [],
    }
    careless = answer("machine", "call", "thumb", thumb, "--name", "careless", "3")
    assert careless["warnings"] == ["r4 is not restored: 0x00000003, not 0xc0de0004"]
    done = moo("machine", "call", "thumb", thumb, "--name", "careless", "3")
    assert done.stdout == "0x3 = 3\n2 instructions, 3 cycles, 4 bytes\n"
    assert done.stderr == "warning: r4 is not restored: 0x00000003, not 0xc0de0004\n"


@pytest.mark.parametrize(
    ("argument", "shown"),
    [
        ("#x10", "0x20 = 32"),
        ("0X1f", "0x3e = 62"),
        ("-1", "0xfffffffe = 4294967294 = -2"),
        ("-#xff", "0xfffffe02 = 4294966786 = -510"),
        ("+5", "0xa = 10"),
    ],
)
def test_arguments(thumb: str, argument: str, shown: str) -> None:
    done = moo("machine", "call", "thumb", thumb, "--name", "twice", argument)
    assert done.stdout.splitlines()[0] == shown


def test_riscv(tmp_path: Path) -> None:
    file = written(tmp_path, RISCV)
    assembled = answer("machine", "asm", "riscv", file)
    called = answer("machine", "call", "riscv", file, "21")
    assert (called["result"], called["instructions"]) == (42, 2)
    assert called["bytes"] == assembled["bytes"] == len(bytes.fromhex(assembled["hex"]))


def test_on_64_bits_a_result_has_them_all_and_its_sign(tmp_path: Path) -> None:
    file = written(tmp_path, "(defcode minus (n) ($neg n n) ($ret))")
    called = moo("machine", "call", "riscv64", file, "5")
    assert called.stdout.splitlines()[0] == "0xfffffffffffffffb = 18446744073709551611 = -5"


@pytest.mark.parametrize(
    ("args", "kind", "message"),
    [
        (["twice", "x"], "usage", "'x' is not a number such as 18, 0x12 or #x12."),
        (["twice", "--jsno"], "usage", "'--jsno' is not a number"),
        (["twice", "1", "--max-steps", "0"], "usage", "'0' is too small; 1 is the least."),
        (["twice", "4294967296"], "program_fault", "4294967296 does not fit into 32 bits"),
        (["twice", *"12345"], "program_fault", "5 arguments are too many"),
        (["endless", "--max-steps", "5"], "program_fault", "after 5 instructions"),
        (["lost", "8"], "program_fault", "line 5: ($ldr 'r0 '(n)): there is no memory at 0x0"),
        (["none"], "invalid_program", "has no routine 'none', but twice, careless, endless, lost"),
    ],
)
def test_what_goes_wrong_in_a_call(thumb: str, args: list[str], kind: str, message: str) -> None:
    error = answer("machine", "call", "thumb", thumb, "--name", *args, code=2)["error"]
    assert error["kind"] == kind
    assert message in error["message"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no routine: (defcode name (parameter ...) form ...)"),
        (THUMB, "has several routines, and a name says which: twice, careless, endless, lost"),
        ("(defcode f ()\n  ($mov 'r0 300))", 'line 2: "($mov \'r0 300)": the number is 300, not'),
        ("(defcode f () ($b", "line 1: '(' is never closed"),
        (b"\x7fELF\x01\x02\xff\xfe", "line 1: "),
        (b"(defcode f ()\n\0)", "line 2: "),
        (bytes(range(255, -1, -1)) * 16, "line 1: "),
    ],
    ids=["empty", "several", "range", "open", "elf", "nul", "junk"],
)
@pytest.mark.parametrize("command", ["asm", "call"])
def test_a_file_that_cannot_be_used_is_one_sentence(
    command: str, text: str | bytes, message: str, tmp_path: Path
) -> None:
    done = moo("machine", command, "thumb", written(tmp_path, text))
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["asm", "call"])
def test_there_has_to_be_a_file(command: str, tmp_path: Path) -> None:
    for file in (tmp_path / "none.lisp", tmp_path):
        error = answer("machine", command, "thumb", str(file), code=2)["error"]
        assert error["kind"] == "file"
        assert str(file) in error["message"]
    assert "'z80' is not one of" in moo("machine", command, "z80", "x").stderr


def test_an_endless_file_is_not_read_to_its_end() -> None:
    done = moo("machine", "asm", "thumb", "/dev/zero")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "moo: /dev/zero: this has more than 16,777,216 bytes\n"


def test_a_mark_of_the_byte_order_is_no_text(tmp_path: Path) -> None:
    assert read_source(Path(written(tmp_path, b"\xef\xbb\xbf10 PRINT 1\n"))) == "10 PRINT 1\n"
