"""``moo machine run hp12c``, as a user runs it."""

from pathlib import Path

import pytest

from tests.cli.test_cli import answer, moo

PROGRAM = "01 ENTER ; square\n02 x\n03 STO + 0\n04 R/S\n05 GTO 01\n"


@pytest.fixture
def listing(tmp_path: Path) -> str:
    file = tmp_path / "square.12c"
    file.write_text(PROGRAM, encoding="utf-8")
    return str(file)


def test_json(listing: str) -> None:
    result = answer("machine", "run", "hp12c", listing, "--keys", "f REG .5 R/S 3 CHS R/S")
    assert set(result.pop("registers")) == {
        *(f"R{n}" for n in range(10)),
        *(f"R.{n}" for n in range(10)),
        *("n", "i", "PV", "PMT", "FV"),
    }
    assert result == {
        "schema": "moolab/machine-run-hp12c/1",
        "display": "9.00",
        "stack": {"X": "9", "Y": "0.25", "Z": "0", "T": "0", "LSTx": "-3"},
        "line": 5,
        "error": None,
        "steps": 9,
    }


def test_an_error_of_the_machine_is_a_result(listing: str) -> None:
    result = answer("machine", "run", "hp12c", listing, "--keys", "1 ENTER 0 /")
    assert (result["display"], result["error"]) == ("Error 0", 0)


def test_text(listing: str) -> None:
    done = moo("machine", "run", "hp12c", listing, "--keys", "1.5 R/S")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "2.25\n4 lines run, waiting for keys at line 05\nX 2.25  Y 0  Z 0  T 0  LSTx 1.5\nR0 2.25\n"
    )


def test_the_program_runs_if_no_keys_are_named(listing: str) -> None:
    assert moo("machine", "run", "hp12c", listing).stdout.startswith("0.00\n4 lines run")


def test_the_listing(listing: str) -> None:
    expected = (
        "01-     36  ENTER      ; square\n02-     20  x\n03-44 40 0  STO + 0\n04-     31  R/S\n"
        "05-43,33 01  GTO 01\n"
    )
    assert moo("machine", "run", "hp12c", listing, "--list").stdout == expected
    assert answer("machine", "run", "hp12c", listing, "--list") == {
        "schema": "moolab/machine-list-hp12c/1",
        "lines": 5,
        "listing": expected.splitlines(),
    }
    for typed in expected, f"\N{BYTE ORDER MARK}{expected}":
        assert moo("machine", "run", "hp12c", "-", "--list", typed=typed).stdout == expected


@pytest.mark.parametrize(
    ("program", "args", "sentence"),
    [
        pytest.param(
            "01 GTO 01",
            (),
            "the program has not stopped after 1,000,000 lines, and line 01 is next",
            marks=pytest.mark.slow,
        ),
        (
            "01 GTO 01",
            ("--max-steps", "10"),
            "the program has not stopped after 10 lines, and line 01 is next",
        ),
        (
            "01 GTO 01",
            ("--max-steps", "1"),
            "the program has not stopped after 1 line, and line 01 is next",
        ),
        (
            "1\nGTO 112",
            (),
            (
                "line 2 of the listing, 'GTO 112': GTO is followed by two digits, not by 112; it "
                "should be like 'STO 1'"
            ),
        ),
        (
            "ENTER 36\nx",
            (),
            (
                "line 2 of the listing, 'x': with keycodes, as in line 1, 'ENTER 36', this lacks "
                "the keycode that other lines have; with keys of digits, this is 'x'; --form "
                "keycodes or --form names says which, and so do line numbers"
            ),
        ),
        ("1\n\0", (), "stdin: line 2: this is not a text in UTF-8"),
        (
            "SIN",
            (),
            (
                "line 1 of the listing, 'SIN': 'sin' is not a key of the HP 12C; it should be "
                "like 'STO 1'"
            ),
        ),
        ("", (), "there is no program in the listing"),
        ("1", ("--keys", "STO CHS"), "STO is followed by a register, not by CHS"),
        (
            "1\nn\n1\nEEX\n6\nAMORT",
            (),
            "program line 06: AMORT is simulated for 100,000 payments at most",
        ),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(
    program: str, args: tuple[str, ...], sentence: str
) -> None:
    done = moo("machine", "run", "hp12c", "-", *args, typed=program)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"moo: {sentence}\n")


def test_files_that_are_none(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing"):
        done = moo("machine", "run", "hp12c", str(path))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"moo: {path}: ")
    junk = tmp_path / "junk"
    junk.write_bytes(bytes(range(256)))
    done = moo("machine", "run", "hp12c", str(junk))
    sentence = f"moo: {junk}: line 2: this is not a text in UTF-8\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence)
