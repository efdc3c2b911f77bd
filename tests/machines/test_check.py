"""The checks find what is wrong with a port, and nothing where it is right."""

import math
import re
import sys
from pathlib import Path
from random import Random

import pytest

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.errors import ProgramFault, SpaceTooLarge
from moolab.machines.check.games import check_games
from moolab.machines.check.pairs import EVERY_PAIR, check_program, codes_to_try
from moolab.machines.check.report import Wrong
from moolab.machines.hp12c.maker import CalculatorMaker, Keys
from moolab.machines.ports import FOLDER
from moolab.machines.session import kind
from tests.helpers.patience import PATIENCE, runs, wait_until
from tests.test_docs import ROOT, blocks

HOW_TO = ROOT / "docs" / "how-to" / "machines.md"
AB4X10 = Rules.parse("ab4x10")


def test_every_pair_is_tried_where_that_ends_in_seconds() -> None:
    assert len(codes_to_try(Rules.parse("mm3x10"), None)) == 1000
    assert len(codes_to_try(Rules.parse("mm4x10"), None)) ** 2 < EVERY_PAIR
    assert len(codes_to_try(Rules.parse("mm4x10"), 10**8)) == 10**4


@pytest.mark.parametrize("text", ["mm4x10", "mm8x10", "ab4x10", "ab10x10", "mm2x2", "emms4x4"])
def test_what_is_tried_are_codes_of_the_game(text: str) -> None:
    rules = Rules.parse(text)
    codes = codes_to_try(rules, 1000)
    assert [rules.code(code) for code in codes] == codes
    assert len(codes) ** 2 >= min(1000, rules.size**2)
    assert codes == codes_to_try(rules, 1000)


def test_a_sample_holds_what_ports_get_wrong() -> None:
    codes = codes_to_try(Rules.parse("mm4x10"), 10_000)
    assert {"0000", "9999"} <= set(codes)
    assert any(len(set(code)) == 2 for code in codes)
    assert any(sorted(a) == sorted(b) and a != b for a in codes for b in codes)


def test_more_pairs_than_anyone_can_try() -> None:
    with pytest.raises(SpaceTooLarge, match="mm8x10 has too many pairs"):
        codes_to_try(Rules.parse("mm8x10"), 1 << 62)


@pytest.mark.parametrize("listing", ["\n" * 1_000_000, "; setup: " + " " * 1_000_000])
def test_blanks_without_end_are_no_keys(listing: str) -> None:
    assert Keys.of(listing) == Keys()


def test_a_calculator_that_stops_in_its_middle_begins_anew_with_clear_registers() -> None:
    def moved(line: re.Match[str]) -> str:
        return f"GTO {int(line[1]) + 2:02}"

    numbered = re.findall(
        r"^\d\d (.*?)(?: *;.*)?$", (FOLDER / "moo58.12c").read_text(), re.MULTILINE
    )
    lines = re.sub(r"GTO (\d\d)", moved, "\n".join(numbered))
    setup = "f REG f 1 SEED n 997 i 10 STO 5 R/S"
    listing = f"; setup: {setup}\n; new game: {setup}\n0\nENTER\n{lines}\nR/S\nGTO 03"
    passed = check_games(CalculatorMaker(listing, Keys.of(listing)), AB4X10, replies=100)
    assert passed.replies >= 100


class Maker:
    """A code-maker that may be made to err."""

    def __init__(self, rules: Rules = AB4X10, *, ends: bool = False) -> None:
        self.rules = rules
        self.random = Random(5)
        self.ends = ends
        self.over = True
        self.steps = 0
        self.secret = ""

    def begin(self) -> None:
        self.secret = code_at(self.rules, self.random.randrange(self.rules.size))
        self.over = False
        self.steps += 10

    def answer(self, guess: str) -> str:
        assert not self.over, "the game has ended"
        self.steps += 2
        self.over = self.ends and guess == self.secret
        return str(self.rules.score(guess, self.secret))


@pytest.mark.parametrize("ends", [False, True])
def test_a_maker_that_is_right(ends: bool) -> None:
    passed = check_games(Maker(ends=ends), AB4X10, replies=100)
    assert passed.replies >= 100
    assert passed.work == {"steps a game": 10.0, "steps a reply": 2.0}


def test_a_maker_with_codes_that_are_none() -> None:
    with pytest.raises(Wrong, match=r"expected what some code of ab4x10 explains, got .*="):
        check_games(Maker(Rules.parse("mm4x10")), AB4X10, replies=100)


@pytest.mark.parametrize("said", ["3 1", "55", "99"])
def test_a_maker_with_replies_that_are_impossible(said: str) -> None:
    class Impossible(Maker):
        def answer(self, guess: str) -> str:
            super().answer(guess)
            return said

    got = said.replace(" ", "")
    with pytest.raises(Wrong, match=rf"expected a reply that is possible in ab4x10, got {got}"):
        check_games(Impossible(), AB4X10, replies=100)


def test_a_maker_that_loses_its_secret() -> None:
    class Forgetful(Maker):
        def answer(self, guess: str) -> str:
            said = super().answer(guess)
            if said == "40":
                self.begin()
            return said

    with pytest.raises(Wrong, match=r"guess .*, secret .*: expected .*, got "):
        check_games(Forgetful(), AB4X10, replies=100)


def test_a_maker_that_tires_of_the_same_question() -> None:
    class Tired(Maker):
        def begin(self) -> None:
            super().begin()
            self.first = ""

        def answer(self, guess: str) -> str:
            if guess == self.first:
                return "04"
            self.first = self.first or guess
            return super().answer(guess)

    with pytest.raises(Wrong, match=r"expected .*, got 04"):
        check_games(Tired(), AB4X10, replies=1)


def test_a_maker_that_ends_too_early() -> None:
    class Impatient(Maker):
        def answer(self, guess: str) -> str:
            said = super().answer(guess)
            self.over = True
            return said

    with pytest.raises(Wrong, match="expected a game that goes on"):
        check_games(Impatient(), AB4X10, replies=100)


def test_a_maker_that_errs_on_the_right_digits_in_the_wrong_order() -> None:
    class Careless(Maker):
        def answer(self, guess: str) -> str:
            said = super().answer(guess)
            late = self.steps > 30
            return "03" if late and sum(map(int, said)) == 4 and said != "40" else said

    with pytest.raises(Wrong, match=r"expected (04|13|22), got 03"):
        check_games(Careless(), AB4X10, replies=1)


def test_a_maker_that_errs_on_what_it_was_asked_before() -> None:
    class Tired(Maker):
        asked: frozenset[str] = frozenset()

        def answer(self, guess: str) -> str:
            said = super().answer(guess)
            again, self.asked = guess in self.asked, self.asked | {guess}
            return "00" if again and guess != self.secret else said

    with pytest.raises(Wrong, match="got 00"):
        check_games(Tired(), AB4X10, replies=1)


def test_a_maker_that_falls_silent() -> None:
    class Shy(Maker):
        said = ""

        def answer(self, guess: str) -> str:
            before, self.said = self.said, super().answer(guess)
            return "moo" if before else self.said

    with pytest.raises(Wrong, match=r"expected a reply, got moo, after \d{4}=\d\d$"):
        check_games(Shy(), AB4X10, replies=1)


def test_a_maker_that_talks_nonsense() -> None:
    class Rambling(Maker):
        def answer(self, guess: str) -> str:
            return f"hello, {guess}"

    with pytest.raises(Wrong, match=r"guess (\d+): expected a reply, got hello, \1$"):
        check_games(Rambling(), AB4X10, replies=100)


def test_the_calculator_is_set_up_once_and_then_begins_anew() -> None:
    maker = CalculatorMaker("+", Keys(setup="7 STO 2", guess="RCL 2", new_game="8 STO 2"))
    maker.begin()
    assert maker.answer("1234") == "07"
    for _ in range(2):
        maker.begin()
        assert maker.answer("1234") == "08"


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("GUESS CLx 12", "12"),
        ("GUESS CLx", "00"),
        ("GUESS ENTER", "1,234.00"),
        ("GUESS CLx 99 CHS ENTER", "-99.00"),
        ("1 ENTER 2 /", "0.50"),
        ("GUESS CLx 1/x", "Error 0"),
        ("GUESS MOO", "'moo' is not a key of the HP 12C"),
    ],
)
def test_what_the_calculator_shows_is_a_reply_or_quoted(keys: str, said: str) -> None:
    maker = CalculatorMaker("+", Keys(setup="", guess=keys))
    maker.begin()
    assert maker.answer("1234") == said


def test_seeds_of_the_calculator_differ_and_suit_generators_that_multiply() -> None:
    last = "RCL 0 EEX 6 x FRAC 10 x"
    maker = CalculatorMaker("+", Keys("SEED STO 0", last, "SEED STO 0"))
    digits = set()
    for _ in range(30):
        maker.begin()
        digits.add(maker.answer(""))
    assert digits == {"01", "03", "07", "09"}


def test_keys_are_named_in_comments() -> None:
    keys = Keys.of("# SETUP: 1 R/S\n; new game :  0 R/S \n01 R/S ; guess: 5\nguess: 6")
    assert keys == Keys(setup="1 R/S", new_game="0 R/S")


@pytest.mark.parametrize(
    ("after_input", "said", "over"),
    [
        ('PRINT "1 bull, 2 cows":PAUSE:GOTO 10', "1 2", False),
        ("PRINT 4;0:GOTO 10", "4 0", True),
        ("PRINT 3;0:GOTO 10", "3 0", False),
        ('PRINT "Guess 5":GOTO 10', "Guess 5", False),
        ("GOTO 10", "nothing", False),
        ("PRINT 1;2", "1 2", True),
        ("PRINT 1/0", "line 10, PRINT 1/0: division by zero", False),
    ],
)
def test_what_a_basic_program_says(after_input: str, said: str, over: bool) -> None:
    maker = kind("ti74").maker(f'10 INPUT "";A:{after_input}')
    maker.begin()
    assert (maker.answer("1234"), maker.over) == (said, over)


def test_every_game_of_a_basic_program_is_another_one() -> None:
    maker = kind("ti74").maker("10 RANDOMIZE:A=INT(RND*1E6)\n20 INPUT B:PRINT A;1:GOTO 20")
    codes = set()
    for game in range(1, 4):
        maker.begin()
        codes.add(maker.answer("1234"))
        assert maker.steps == game * 5
    assert len(codes) == 3


def test_a_basic_program_that_never_asks() -> None:
    maker = kind("ti74").maker("10 PAUSE:GOTO 10")
    with pytest.raises(ProgramFault, match="pauses again and again"):
        maker.begin()


SCORER = """
import sys
for line in sys.stdin:
    guess, secret = line.split()
    bulls = sum(map(str.__eq__, guess, secret))
    shared = sum(min(guess.count(digit), secret.count(digit)) for digit in set(guess))
    print(bulls, shared - bulls, flush={flush})
"""


def program(folder: Path, text: str) -> str:
    file = folder / "port.py"
    file.write_text(text)
    return f"'{sys.executable}' '{file}'"


@pytest.mark.parametrize("one_by_one", [False, True])
def test_a_program_that_is_right(tmp_path: Path, one_by_one: bool) -> None:
    command = program(tmp_path, SCORER.format(flush=one_by_one))
    rules = Rules.parse("mm2x10")
    assert check_program(command, rules, None, 60, one_by_one=one_by_one).replies == 10_000


@pytest.mark.parametrize("one_by_one", [False, True])
def test_the_program_in_the_documentation_is_right(tmp_path: Path, one_by_one: bool) -> None:
    [text] = [block for block in blocks(HOW_TO, "python") if "sys.stdin" in block]
    command, rules = program(tmp_path, text), Rules.parse("mm2x10")
    assert check_program(command, rules, 1000, 60, one_by_one=one_by_one).replies >= 1000


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("print(99)", "guess 0000, secret 0000: expected 40, got 99"),
        ("print('4 bulls')\nprint('no')", "guess 0000, secret 9999: expected 00, got no"),
        ("raise SystemExit(7)", "expected 40, got nothing more; the program ended with status 7"),
        ("print(end='12')", "expected 40, got 12"),
        (
            "import sys\nsys.stdout.buffer.write(b'\\xff')",
            "expected 40, got \N{REPLACEMENT CHARACTER}",
        ),
        ("print('\\33[2J')", r"expected 40, got '\x1b[2J'"),
        ("print(end='z' * 10**7)", "expected 40, got " + "z" * 200),
        ("import os\nos.close(1)\nwhile True: pass", "nothing more; the program has closed its"),
        ("import os\nos.close(0)\nprint(40)", "guess 0000, secret 9999: expected 00, got nothing"),
    ],
)
def test_a_program_that_is_wrong(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(Wrong) as found:
        check_program(program(tmp_path, text), Rules.parse("mm4x10"), 100, PATIENCE)
    assert says in str(found.value)


@pytest.mark.parametrize(
    "text",
    [
        "import time\ntime.sleep(600)",
        "while True:\n    print()",
        "import os\nos.fork()\nwhile True: pass",
    ],
)
def test_a_program_that_says_nothing(tmp_path: Path, text: str) -> None:
    with pytest.raises(Wrong, match=r"expected 40, got nothing within 0\.5 seconds"):
        check_program(program(tmp_path, text), Rules.parse("mm4x10"), 100, 0.5)


@pytest.mark.parametrize("one_by_one", [False, True])
def test_a_program_that_reads_no_more(tmp_path: Path, one_by_one: bool) -> None:
    """What it says all the same counts, to the last reply."""
    text = "import os\nos.close(0)\nprint('10\\n00\\n00\\n10')"
    command = program(tmp_path, text)
    rules = Rules.parse("mm1x2")
    assert check_program(command, rules, 4, 60, one_by_one=one_by_one).replies == 4


def test_a_program_that_reads_all_before_it_answers(tmp_path: Path) -> None:
    """There is more to read than a pipe holds, and more to say."""
    text = SCORER.replace("sys.stdin", "sys.stdin.readlines()").format(flush=True)
    command = program(tmp_path, text)
    assert check_program(command, Rules.parse("mm2x10"), None, math.inf).replies == 10_000


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    told = tmp_path / "number"
    text = f"""
import subprocess
child = subprocess.Popen(["sleep", "60"])
open({str(told)!r}, "w").write(str(child.pid))
print("no")
child.wait()
"""
    with pytest.raises(Wrong):
        check_program(program(tmp_path, text), Rules.parse("mm4x10"), 10**6, 60)
    child = int(told.read_text())
    wait_until(lambda: not runs(child), lambda: "it runs")


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("", "it names no program"),
        (" ", "it names no program"),
        ("no-such-program", "No such file"),
        ("'", "No closing"),
        ("a\0b", "null byte"),
    ],
)
def test_a_program_that_cannot_be_started(command: str, why: str) -> None:
    with pytest.raises(ProgramFault, match=f"cannot start .*: .*{why}"):
        check_program(command, AB4X10, 100, 2)
