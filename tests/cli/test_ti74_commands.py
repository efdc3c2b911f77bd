"""The TI-74 as a user meets it: running programs, their sizes, and our ports."""

import os
import re
import signal
import sys
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from moolab.codes.rules import Rules
from moolab.errors import InvalidProgram
from moolab.machines.ti74.interpreter import Basic
from moolab.machines.ti74.program import Program
from moolab.machines.ti74.size import tokenised
from tests.cli.test_cli import moo
from tests.helpers.cases import every
from tests.helpers.dialogues import TRANSCRIPTS, check_transcript, on_a_terminal, read_until, start
from tests.helpers.paths import PROJECT

ROOT = PROJECT
PORTS = ROOT / "src" / "moolab" / "machines" / "ports"
EASE, SMALL = PORTS / "moo74.bas", PORTS / "moo74-small.bas"
RULES = Rules.parse("ab4x10")


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        file = tmp_path / "program.bas"
        file.write_text(text, encoding="utf-8")
        return str(file)

    return write


# Sizes


@every(
    "line, tokens",
    [
        ("10 A=0", "20 b6 c2 00 00"),
        ("10 A=7", "20 b6 c2 40 07"),
        ("10 A=99:B=100:A=10000", "20 b6 c2 40 99 00 21 b6 c2 41 01 00 20 b6 c2 42 01"),
        ("10 A=1234567890", "20 b6 c6 44 12 34 56 78 90"),
        ("10 A=.5:A=0.005", "20 b6 c2 3f 50 00 20 b6 c2 3e 50"),
        ("10 A=1.5", "20 b6 c3 40 01 50"),
        ('10 PRINT A$;A$,"moo"', "8a 20 ae 20 ad c9 03 6d 6f 6f"),
        ("10 GOTO 10", "92 cb 0a 00"),
        ("10 ON A GOTO 10,10", "91 20 92 cb 0a 00 ad cb 0a 00"),
        ("10 IF A THEN 10 ELSE END", "9d 20 aa cb 0a 00 00 9e 86"),
        ("10 END ! x", "86 00 a0 ca 01 78"),
        ("10 REM two words", "82 ca 09 74 77 6f 20 77 6f 72 64 73"),
        ('10 DATA a,"b"', "a2 ca 01 61 ad c9 01 62"),
        ("10 DEG", "80 45"),
        ("10 FOR I=1 TO 4", "9b 20 b6 c2 40 01 ab c2 40 04"),
    ],
)
def test_a_line_is_its_number_its_length_its_tokens_and_an_end(line: str, tokens: str) -> None:
    body = bytes.fromhex(tokens) + b"\0"
    assert tokenised(Program(line)).lines[10] == b"\x0a\0" + bytes([len(body) + 1]) + body


def test_behind_the_lines_are_the_names_of_variables() -> None:
    form = tokenised(Program("300 TOTAL=1:PRINT B$"))
    end = "ff 7f 03 86 00"
    lines = "2c 01 0a 20 b6 c2 40 01 00 8a 21 00"
    assert bytes(form) == bytes.fromhex(f"80 03 11 00 {lines} {end} 22 02 42 a4 05 54 4f 54 41 cc")


def test_more_variables_than_codes_are_refused() -> None:
    names = [f"A{number}" for number in range(96)]
    text = "\n".join(f"{10 + place} {name}=1" for place, name in enumerate(names))
    assert tokenised(Program(text)).variables == 96
    with pytest.raises(InvalidProgram, match="more than 96 variables"):
        tokenised(Program(f"{text}\n200 LAST=1"))


def test_a_program_that_no_memory_can_hold_has_no_size() -> None:
    text = "".join(f'{number} A$="{"x" * 60}"\n' for number in range(100, 1100))
    with pytest.raises(InvalidProgram, match="more than 64 KiB"):
        tokenised(Program(text))


def test_sizes_of_the_ports() -> None:
    assert len(bytes(tokenised(Program(EASE.read_text())))) == 447
    assert len(bytes(tokenised(Program(SMALL.read_text())))) == 226


# Running


@pytest.mark.parametrize(
    "file", sorted((TRANSCRIPTS / "ti74").glob("*.txt")), ids=lambda file: file.stem
)
def test_golden_transcripts(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    check_transcript(file)


@pytest.mark.parametrize(
    ("text", "typed", "sentence"),
    [
        ("10 A=1/0", "", "line 10, A=1/0: division by zero"),
        ("10 PRINT 1:INPUT A", "", "line 10, INPUT A: the input ended in the middle of the prog"),
        ("10 PAUSE", "", "line 10, PAUSE: the input ended in the middle of the program"),
        ("10 INPUT A:GOTO 10", "1\n2\n", "line 10, INPUT A: the input ended in the middle"),
        ("10 GOTO 10", "", "line 10, GOTO 10: after 500 statements the program has neither"),
        ("10 PRINT 1:GOTO 10", "", "line 10, PRINT 1: after 500 statements the program has"),
        ("10 INPUT A:FOR I=1 TO A:NEXT I:GOTO 10", "9\n900\n", "line 10, NEXT I: after 500 stat"),
        ("10 DISPLAY 1", "", ["line 10: DISPLAY is not simulated", "ore DISPLAY 1"][0]),
        ("\udcff\0junk", "", "line 1: "),
        ("", "", "there is no program"),
    ],
)
def test_bad_programs_are_explained_in_a_sentence(
    text: str, typed: str, sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "program.bas"
    file.write_bytes(text.encode("utf-8", errors="surrogateescape"))
    done = moo("machine", "run", "ti74", str(file), "--max-steps", "500", typed=typed)
    assert done.returncode == 2
    assert done.stderr.replace(f"{file}: ", "").startswith(f"moo: {sentence}")
    assert done.stderr.count("\n") == 1
    assert done.stdout.endswith("\n") or not done.stdout


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "none.bas"):
        done = moo("machine", "run", "ti74", str(file))
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert str(file) in done.stderr


@pytest.mark.parametrize(
    ("args", "most"),
    [(["--max-steps", "500"], "500"), pytest.param([], "1,000,000", marks=pytest.mark.slow)],
)
def test_through_pipes_endless_programs_end(
    args: list[str], most: str, program: Callable[[str], str]
) -> None:
    done = moo("machine", "run", "ti74", program("10 GOTO 10"), *args)
    assert done.returncode == 2
    assert f"after {most} statements" in done.stderr


def test_the_seed_decides_all_that_is_left_to_chance(program: Callable[[str], str]) -> None:
    file = program("10 RANDOMIZE:PRINT RND")
    one, same, other = (
        moo("machine", "run", "ti74", file, "--seed", seed).stdout for seed in ("1", "1", "-2")
    )
    assert one == same != other


def test_on_a_terminal_enter_takes_no_line_of_its_own(program: Callable[[str], str]) -> None:
    file = program('10 PRINT "moo":PAUSE:INPUT "Who? ";A$:PRINT A$')
    with on_a_terminal("machine", "run", "ti74", file) as (running, terminal):
        assert read_until(terminal, "moo\r\n") == "moo\r\n"
        os.write(terminal, b"\n")
        assert read_until(terminal, "Who? ") == "\r\n\x1b[AWho? "
        os.write(terminal, b"ox\n")
        assert read_until(terminal, "ox\r\n\x1b[A\x1b[7C\r\nox\r\n")
        assert running.wait(20) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_linput_asks_for_a_line_as_it_is(program: Callable[[str], str]) -> None:
    file = program('10 LINPUT "A$=";A$:PRINT A$;"|":INPUT B:PRINT B')
    assert moo("machine", "run", "ti74", file, typed="  two words \n 5 \n").stdout == (
        "A$=  two words \n  two words |\n?  5 \n 5 \n"
    )
    debugged = moo("machine", "debug", "ti74", file, typed=" run \nanswer  moo \n quit \n")
    assert " moo |" in debugged.stdout


def test_control_c_stops_a_program(program: Callable[[str], str]) -> None:
    file = program("10 PRINT 1\n20 GOTO 20")
    with start("machine", "run", "ti74", file, "--max-steps", "1000000000") as running:
        assert running.stdout
        assert running.stderr
        assert running.stdout.readline() == " 1 \n"
        running.send_signal(signal.SIGINT)
        assert running.wait() == 130
        assert running.stderr.read().strip() == "Interrupted."


# The ports


def entered(basic: Basic, text: str) -> str:
    """What a program prints after an answer, up to the next question."""
    basic.enter(text)
    basic.run(10_000)
    return basic.read()


def begun(file: Path, seed: int) -> Basic:
    basic = Basic(Program(file.read_text()), seed)
    basic.run(10_000)
    basic.read()
    return basic


CODES = ["".join(code) for code in permutations("0123456789", 4)]


def find(basic: Basic, chance: Random) -> tuple[str, int, str]:
    """Play by consistent guesses: the code, how many it took, and what was said in the end."""
    possible = CODES
    for count in range(1, 20):
        guess = chance.choice(possible)
        said = entered(basic, guess)
        reply = "".join(re.findall(r"\d", said))
        assert len(reply) == 2, said
        more = entered(basic, "")
        if reply == "40":
            return guess, count, more
        possible = [code for code in possible if str(RULES.score(guess, code)) == reply]
    raise AssertionError


@pytest.mark.parametrize("file", [EASE, SMALL], ids=lambda file: file.stem)
def test_games_are_played_to_their_end(file: Path) -> None:
    codes = set()
    for seed in range(15):
        code, count, more = find(begun(file, seed), Random(seed))
        codes.add(code)
        assert more.startswith(f"You won in {count} \n" if file == EASE else "Won!\n")
    assert len(codes) > 10


@every("file", [EASE, SMALL])
@every("guess", ["", "123", "12345", "12x4", "1233", "-123", "1.23", "x", " 1 2"])
def test_bad_guesses_are_refused(file: Path, guess: str) -> None:
    basic = begun(file, 1)
    said = entered(basic, guess)
    if file == EASE:
        assert said.strip() == ("No digit twice" if guess == "1233" else "Four digits")
        said = entered(basic, "")
    assert not re.search(r"\d", said)
    assert basic.stopped == "it waits for INPUT"
    assert basic.groups()["variables"].get("N", "0") == "0"


def test_a_player_can_give_up_and_play_again() -> None:
    basic = begun(EASE, 2)
    secret = basic.groups()["variables"]["C$"].strip('"')
    assert len(set(secret)) == 4
    assert entered(basic, "?") == f"\nIt was {secret}\n"
    assert entered(basic, "") == "Again (Y/N)? "
    assert entered(basic, "y") == "\nGuess, ?=give up: "
    assert basic.groups()["variables"]["C$"].strip('"') != secret
    entered(basic, "?")
    entered(basic, "")
    entered(basic, "n")
    assert basic.stopped == "the program has ended"


@pytest.mark.parametrize("file", [EASE, SMALL], ids=lambda file: file.stem)
def test_every_digit_can_stand_everywhere(file: Path) -> None:
    seen = {
        (place, digit)
        for seed in range(150)
        for place, digit in enumerate(begun(file, seed).groups()["variables"]["C$"].strip('"'))
    }
    assert len(seen) == 40
