"""Our programs in Lisp, played: the duel in Lisp and in machine code, trilobite to its draw."""

import shutil
import subprocess
from pathlib import Path

import pytest

from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn
from moolab.machines.lisp.machine import Lisp
from moolab.machines.notation.dialect import COMMON, ULISP, Dialect
from moolab.machines.ports import FOLDER, PORTS
from moolab.strategies import strategy

RULES = Rules.parse("mm4x10")
DUELS = {port.file: port.text for port in PORTS if port.file.startswith("duel")}
TRILOBITE = (FOLDER / "trilobite.lisp").read_text()


def begun(
    program: str, form: str, dialect: Dialect = ULISP, seed: int = 0, arch: str | None = None
) -> Lisp:
    lisp = Lisp(program, dialect=dialect, seed=seed, arch=arch)
    lisp.run()
    lisp.evaluate(form)
    lisp.run()
    return lisp


def said(lisp: Lisp, typed: str) -> str:
    """What is printed after an answer, up to the next question."""
    lisp.enter(typed)
    lisp.run(2_000_000)
    return lisp.read()


def duel(program: str, secret: str, arch: str | None = None) -> tuple[list[str], Lisp]:
    """All that is said while it looks for a secret, and we look for its own."""
    lisp = begun(program, "(play 4)", seed=5, arch=arch)
    texts = [lisp.read()]
    known, player = candidates(RULES), strategy("consistent", RULES)
    while lisp.waits:
        if texts[-1].endswith("Your guess: "):
            guess = player.guess(known)
            texts.append(said(lisp, guess))
            reply = texts[-1].split("Reply: ")[1][:2]
            known = known.after(Turn(guess, RULES.reply(reply)))
        else:
            mine = texts[-1].split("My guess: ")[1][:4]
            texts.append(said(lisp, str(RULES.score(mine, secret))))
    return texts, lisp


def test_the_duel_is_the_same_in_lisp_and_in_machine_code() -> None:
    games = [duel(program, "2745") for program in DUELS.values()]
    games.append(duel(DUELS["duel-riscv"], "2745", arch="riscv64"))
    (texts, lisp), *others = games
    assert texts[-1].endswith("both\n"), "each has found the other's code"
    assert all(other == texts for other, _ in others)
    for _, other in others:
        calls, instructions = other.statistics[2:4]
        assert 0 < calls < instructions / 50
        assert lisp.statistics.evaluations > 5 * other.statistics.evaluations


@pytest.mark.parametrize("pairs", [("1234", "4324"), ("0000", "0001"), ("9876", "6789")])
def test_its_replies_are_those_of_the_rules(pairs: tuple[str, str]) -> None:
    guess, code = pairs
    reply = RULES.score(guess, code)
    for program in DUELS.values():
        lisp = begun(program, f"(bullcow 4 #x{guess} #x{code})")
        assert lisp.value == str(16 * reply.bulls + reply.cows)


def test_what_is_not_a_code_or_a_reply_is_asked_again() -> None:
    lisp = begun(DUELS["duel.lisp"], "(play 3)")
    lisp.read()
    for wrong in ("", "12", "1234", "1x2"):
        assert said(lisp, wrong).startswith(" is not it.")
    assert "My guess: " in said(lisp, "123")
    for wrong in ("40", "22", "x"):
        assert said(lisp, wrong).startswith(" is not it.")
    assert "[2] Your guess: " in said(lisp, "00")


def test_replies_that_contradict_each_other_are_noticed() -> None:
    lisp = begun(DUELS["duel-thumb"], "(play 2)")
    text = ""
    while lisp.waits:
        text = said(lisp, "12" if text.endswith("guess: ") else "00")
    assert "No code fits these replies. Mine was " in text
    assert text.endswith("contradiction\n")


@pytest.mark.parametrize("dialect", [ULISP, COMMON])
def test_trilobite_is_a_draw_on_the_tiny_board(dialect: Dialect) -> None:
    lisp = begun(TRILOBITE, "(play)", dialect)
    assert lisp.read().endswith("Your column: ")
    assert "There is no such move." in said(lisp, "z")
    for column in ("b", "a", "c", "a"):
        said(lisp, column)
    assert said(lisp, "c").endswith('"It is a draw."\n')


def test_only_positions_that_were_looked_at_exist() -> None:
    look = "(length (now (node-moves (grow (make-array 9 :initial-element 0) 1 nil))))"
    lisp = begun(TRILOBITE, f"(list {look} *built*)")
    assert lisp.value == "(3 1)"


@pytest.mark.skipif(not shutil.which("sbcl"), reason="SBCL is not installed")
def test_trilobite_is_a_program_of_common_lisp(tmp_path: Path) -> None:
    (tmp_path / "game.lisp").write_text(f"{TRILOBITE}(princ (play))(terpri)(princ *built*)")
    moves = ["b", "a", "c", "a", "c"]
    done = subprocess.run(
        ["sbcl", "--script", "game.lisp"],
        input="\n".join(moves),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    lisp = begun(TRILOBITE, "(progn (princ (play)) (terpri) *built*)", COMMON)
    texts = [lisp.read(), *(said(lisp, move) for move in moves)]
    # Nobody's new lines are echoed through a pipe.
    assert done.stdout.split() == "".join(texts).split()
